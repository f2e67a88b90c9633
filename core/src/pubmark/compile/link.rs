//! What people type as a destination, and the strict form of it (URL-002).
//!
//! Web addresses are read by the rules of the WHATWG URL standard, mail addresses by those of RFC 6068. Whatever comes
//! out is judged by the checker's own rule, so nothing here can let an address pass that the checker would refuse.

use url::{ParseError, Position, Url};

use crate::pubmark::url::{Part, url_fault};

/// Why a destination has no strict form.
pub(super) enum Refusal {
    /// It has no scheme: a path, a fragment, a host alone.
    NoScheme,
    /// It cannot be a link. The detail is a clause for `unsafe_link`.
    Unsafe { detail: String, hint: Option<&'static str> },
}

/// The strict form of a destination. Linear in its length.
pub(super) fn resolve(typed: &str) -> Result<String, Refusal> {
    let typed = typed.trim_matches(' ');
    if is_strict(typed) {
        return Ok(typed.to_owned());
    }
    read(typed)
}

/// Whether reading an address would change nothing: the strict form is the one that parsers write themselves. They
/// refuse some labels in punycode, which the strict form leaves to them.
fn is_strict(typed: &str) -> bool {
    url_fault(typed).is_none() && !typed.contains("xn--")
}

fn read(typed: &str) -> Result<String, Refusal> {
    // Parsers drop some controls without a word, also within a scheme.
    if typed.contains(char::is_control) {
        return refuse("it has a control character");
    }
    let Some((scheme, rest)) = split_scheme(typed) else { return Err(Refusal::NoScheme) };
    let written = match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => web(typed, rest)?,
        "mailto" => mail(rest)?,
        other => return refuse(&format!("the scheme `{}` is not allowed", shorten(other))),
    };
    match url_fault(&written) {
        None => Ok(written),
        Some(detail) => refuse(detail),
    }
}

/// The scheme of an absolute URL, and what follows its colon.
fn split_scheme(typed: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = typed.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    is_scheme.then_some((scheme, rest))
}

fn web(typed: &str, rest: &str) -> Result<String, Refusal> {
    // The parser forgets an empty user name, and what this is here for is the reader's eye.
    let authority =
        rest.trim_start_matches(['/', '\\']).split(['/', '\\', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return refuse("it has a user name or a password before the host");
    }
    ascii_host(authority)?;
    // Hosts have no case, and the table-free adapter wants none: not even behind an escape.
    let typed = typed.replacen(authority, &lower_case(authority), 1);
    let url = Url::parse(&typed).or_else(|error| refuse(parse_fault(error)))?;
    let mut written = url[..Position::BeforePath].to_owned();
    encode(url.path(), Part::Path, &mut written);
    if let Some(query) = url.query() {
        written.push('?');
        encode(query, Part::Query, &mut written);
    }
    if let Some(fragment) = url.fragment() {
        written.push('#');
        encode(fragment, Part::Fragment, &mut written);
    }
    Ok(written)
}

/// A host with its letters, escaped ones too, in lower case.
fn lower_case(host: &str) -> String {
    let mut lower = host.to_ascii_lowercase();
    if lower.contains('%') {
        for capital in 'A'..='Z' {
            let escape = format!("%{:02x}", u32::from(capital));
            lower = lower.replace(&escape, &capital.to_ascii_lowercase().to_string());
        }
    }
    lower
}

fn mail(rest: &str) -> Result<String, Refusal> {
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    ascii_host(domain)?;
    if rest.contains('#') {
        return refuse("a mail link has no fragment");
    }
    let mut written = format!("mailto:{local}@{}", domain.to_ascii_lowercase());
    let mut lead = '?';
    for field in query.split('&').filter(|field| !field.is_empty()) {
        let (name, value) = field.split_once('=').unwrap_or((field, ""));
        written.push(lead);
        lead = '&';
        written.push_str(&name.to_ascii_lowercase());
        written.push('=');
        encode(value, Part::Query, &mut written);
    }
    Ok(written)
}

/// Appends `text`, percent-encoding whatever `part` does not admit. Escapes become upper case; a `%` that begins none
/// is itself encoded.
fn encode(text: &str, part: Part, out: &mut String) {
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match (byte, tail) {
            (b'%', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                out.push('%');
                out.extend([high, low].map(|digit| char::from(digit.to_ascii_uppercase())));
                rest = after;
            }
            (b'%', _) => out.push_str("%25"),
            _ if part.admits(byte) => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
}

fn ascii_host(host: &str) -> Result<(), Refusal> {
    if host.is_ascii() {
        return Ok(());
    }
    let detail = "the host has a character beyond ASCII".to_owned();
    let hint = Some("write the host in punycode, such as `xn--bcher-kva.example` for `bücher.example`");
    Err(Refusal::Unsafe { detail, hint })
}

fn parse_fault(error: ParseError) -> &'static str {
    match error {
        ParseError::EmptyHost => "the host is empty",
        ParseError::InvalidIpv4Address => "the host ends in a number and is not an IPv4 address",
        ParseError::InvalidIpv6Address => "the IPv6 address is not one",
        ParseError::InvalidPort => "the port is not a number from 0 to 65535",
        _ => "the host is not a valid name",
    }
}

fn refuse<T>(detail: &str) -> Result<T, Refusal> {
    Err(Refusal::Unsafe { detail: detail.to_owned(), hint: None })
}

/// Enough of a name to recognise it by.
fn shorten(name: &str) -> String {
    name.chars().take(20).collect()
}
