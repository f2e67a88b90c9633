//! Whether the text of a link shows another host than the one it goes to (URL-003, URL-005).

use std::borrow::Cow;

use crate::canonical::read;
use crate::pubmark::url;
use crate::text;

/// A link whose text says another host.
pub(crate) struct Deception<'u> {
    /// The host that the text shows.
    pub(crate) shown: String,
    /// The host of the link, or its mail address.
    pub(crate) host: &'u str,
}

/// Compares the address that a link's text shows with its URL in strict form (URL-003). Hosts are equal whatever their
/// case, with or without `www.` and a port.
///
/// Only what a reader takes for an address counts: text that begins with `http://`, `https://` or `www.`. Characters
/// that nobody sees do not hide it.
pub(crate) fn deception<'u>(text: &str, url: &'u str) -> Option<Deception<'u>> {
    let visible = visible(text);
    let visible = text::trim(&visible);
    let scheme = ["https://", "http://"].into_iter().find(|scheme| begins_with(visible, scheme));
    let address = visible.get(scheme.map_or(0, str::len)..).unwrap_or_default();
    if scheme.is_none() && !begins_with(visible, "www.") {
        return None;
    }
    other_host(host_of(address), url)
}

/// The same for a dotted name that stands alone, which may mean something else (URL-005).
#[cfg(feature = "compile")]
pub(crate) fn resemblance<'u>(text: &str, url: &'u str) -> Option<Deception<'u>> {
    let visible = visible(text);
    let visible = text::trim(&visible);
    let shown = host_of(visible);
    if !is_dotted_name(shown) || visible.contains(char::is_whitespace) {
        return None;
    }
    other_host(shown, url)
}

fn other_host<'u>(shown: &str, url: &'u str) -> Option<Deception<'u>> {
    let host = url::host(url).or_else(|| url.split([':', '?']).nth(1)).unwrap_or_default();
    let is_same = bare(shown).eq_ignore_ascii_case(bare(host));
    (!is_same).then(|| Deception { shown: shown.to_owned(), host })
}

fn visible(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|character| !is_invisible(*character)).collect())
}

/// What a node shows in a line of text: its own words and those of the nodes inside, in canonical bytes.
pub(crate) fn visible_text(children: &[u8]) -> String {
    let mut text = String::new();
    let mut open: Vec<&[u8]> = read::items(children).collect();
    open.reverse();
    while let Some(node) = open.pop() {
        let own = ["value", "alt"].into_iter().filter_map(|name| read::member(node, name));
        own.filter_map(read::text).for_each(|words| text.push_str(&words));
        if read::member(node, "type") == Some(b"\"break\"") {
            text.push('\n');
        }
        let inside: Vec<&[u8]> = read::items(read::member(node, "children").unwrap_or_default()).collect();
        open.extend(inside.into_iter().rev());
    }
    text
}

/// Controls, format characters, and the other characters that Unicode tells a reader to draw nothing for
/// (Default_Ignorable_Code_Point).
fn is_invisible(character: char) -> bool {
    let fault = text::identifier_fault(character.encode_utf8(&mut [0; 4]));
    let is_ignorable = matches!(
        character,
        '\u{34F}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{E0000}'..='\u{E0FFF}'
    );
    is_ignorable || (fault.is_some() && !character.is_whitespace())
}

fn begins_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// What a reader takes for the host: all before the path, without a port and the punctuation of the sentence around. A
/// user name stays, because it is there to be taken for a host.
fn host_of(address: &str) -> &str {
    let is_end = |c: char| matches!(c, '/' | '\\' | '?' | '#') || c.is_whitespace();
    let authority = address.split(is_end).next().unwrap_or_default();
    let authority = authority.trim_end_matches(['.', ',', ';', ':', '!', ')', '"', '\'', '>', '…']);
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}

/// A host without `www.`.
fn bare(host: &str) -> &str {
    host.get(..4)
        .filter(|start| start.eq_ignore_ascii_case("www."))
        .and_then(|_| host.get(4..))
        .unwrap_or(host)
}

/// Whether a text has the form of a host name: labels with dots between them, the last one of letters.
#[cfg(feature = "compile")]
fn is_dotted_name(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    let is_top =
        last.chars().nth(1).is_some() && last.chars().all(char::is_alphabetic) || begins_with(last, "xn--");
    text.contains('.') && is_top && text.split('.').all(is_label)
}
