//! What may be said of a message outside of it: in a notification, by an outbound webhook, in a log, in an export (HAND).
//!
//! All of it is total, and fails closed: what is not in order, and so may have meant to restrict, is restricted.

use super::json::Object;
use crate::canonical::read;
use crate::digest::Digest;
use crate::envelope::{begin, write_sealed};
use crate::host::Host;
use crate::pass::Work;
use crate::profile::MAX_LOG_TEXT;
use crate::text;

/// What restricts a message, and its digest if it is a typed one. What was read is in the work space.
struct Handled {
    /// `notification` is anything but `full`.
    generic: bool,
    /// `outbound_webhooks` is anything but `allow`.
    suppressed: bool,
    /// It is a redacted view.
    redacted: bool,
    digest: Option<Digest>,
}

impl Handled {
    /// Reads a message or an envelope, sealed or not yet. `None`: it is not in order, and nothing may be said of it.
    fn of(input: &[u8], work: &mut Work, host: &dyn Host) -> Option<Self> {
        let (_, report) = begin(input, None, work, host).ok()?;
        let handling = work.envelope.member("handling", &work.out).unwrap_or_default();
        let restricts = |name, open: &[u8]| read::member(handling, name).is_some_and(|value| value != open);
        Some(Handled {
            generic: restricts("notification", b"\"full\""),
            suppressed: restricts("outbound_webhooks", b"\"allow\""),
            redacted: work.envelope.member("redaction", &work.out).is_some(),
            digest: report.digest.as_deref().and_then(Digest::parse),
        })
    }

    fn restricted(&self) -> bool {
        self.generic || self.suppressed || self.redacted
    }
}

/// Writes what a notification may say: only that there is a message, or also source, subject and text (HAND-004).
pub(crate) fn write_notification(input: &[u8], work: &mut Work, host: &dyn Host, out: &mut Vec<u8>) {
    let handled = Handled::of(input, work, host).filter(|handled| !handled.generic && !handled.redacted);
    let mut notification = Object::begin(out);
    notification.flag("generic", handled.is_none());
    if handled.is_some() {
        let texts = [("source", named(work, "source")), ("subject", named(work, "subject"))];
        for (name, text) in texts.into_iter().filter_map(|(name, text)| Some((name, text?))) {
            notification.text(name, &text);
        }
        notification.text("text", &visible(&plain(work), Layout::Lines));
    }
    notification.end();
}

/// Appends the message that a webhook may carry: `{"body","protocol"?}` in canonical form, sealed. False, and nothing, if
/// it may carry none (HAND-002).
pub(crate) fn write_outbound(input: &[u8], work: &mut Work, host: &dyn Host, out: &mut Vec<u8>) -> bool {
    let handled = Handled::of(input, work, host).filter(|handled| !handled.suppressed && !handled.redacted);
    let Some(handled) = handled else { return false };
    let mut message = Object::begin(out);
    message.raw("body", body(work).unwrap_or(b"\"\""));
    if let Some(digest) = handled.digest {
        write_sealed(digest, work, message.member("protocol"));
    }
    message.end();
    true
}

/// One line for a log, without its line feed: names with quoted values, in which nothing ends the line, leaves the quotes
/// or changes the direction (HAND-005). The text is cut to [`MAX_LOG_TEXT`] scalar values.
pub(crate) fn log_line(input: &[u8], work: &mut Work, host: &dyn Host) -> String {
    let mut line = String::from("chirp.message");
    let Some(handled) = Handled::of(input, work, host).filter(|handled| !handled.restricted()) else {
        line.push_str(" restricted=\"true\"");
        return line;
    };
    let member = |name| work.envelope.member(name, &work.out);
    let word = |value: Option<&[u8]>| value.and_then(read::text).map(String::from);
    let text = plain(work);
    let mut cut: String = text.chars().take(MAX_LOG_TEXT).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    let fields = [
        ("kind", word(member("kind"))),
        ("source", party(member("source"))),
        ("subject", party(member("subject"))),
        ("severity", word(member("severity"))),
        ("state", word(member("lifecycle").and_then(|lifecycle| read::member(lifecycle, "state")))),
        ("digest", handled.digest.map(|digest| digest.to_string())),
        ("text", Some(cut)),
    ];
    for (name, value) in fields.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        line.push(' ');
        line.push_str(name);
        line.push_str("=\"");
        line.push_str(&visible(&value, Layout::Quoted));
        line.push('"');
    }
    line
}

/// The message as plain text for an export: a line that says who and what, then the text, indented so that none of its
/// lines passes for one of the first kind. Ends with a line feed (HAND-006).
pub(crate) fn export_text(input: &[u8], work: &mut Work, host: &dyn Host) -> String {
    let Some(_) = Handled::of(input, work, host).filter(|handled| !handled.restricted()) else {
        return "(a message whose handling keeps it out of here)\n".to_owned();
    };
    let at = work.envelope.member("occurred_at", &work.out).and_then(read::plain_text).map(str::to_owned);
    let parts: Vec<String> =
        [at, named(work, "source"), named(work, "subject")].into_iter().flatten().collect();
    let mut export = if parts.is_empty() { "message".to_owned() } else { parts.join(" · ") };
    export.push('\n');
    for line in plain(work).replace("\r\n", "\n").split('\n') {
        export.push_str("  ");
        export.push_str(&visible(line, Layout::Lines));
        export.push('\n');
    }
    export
}

/// Canonical bytes of the plain text.
fn body(work: &Work) -> Option<&[u8]> {
    let presentation = || read::member(work.envelope.member("presentation", &work.out)?, "fallback");
    work.message.member("body", &work.out).or_else(presentation)
}

fn plain(work: &Work) -> String {
    body(work).and_then(read::text).unwrap_or_default().into_owned()
}

/// A source or a subject by its name for people, or else by kind and id.
fn named(work: &Work, member: &str) -> Option<String> {
    let object = work.envelope.member(member, &work.out)?;
    let name = read::member(object, "display_name").or_else(|| read::member(object, "label"));
    match name.and_then(read::text) {
        Some(name) => Some(visible(&name, Layout::Lines)),
        None => party(Some(object)),
    }
}

fn party(object: Option<&[u8]>) -> Option<String> {
    let text = |name| read::text(read::member(object?, name)?);
    Some(format!("{}/{}", text("kind")?, text("id")?))
}

/// Where a text will stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Between quotes, on one line.
    Quoted,
    /// Lines of its own; line feed and tab stay.
    Lines,
}

/// The text with everything that hides, acts on a terminal or changes the direction written as `\u{…}`.
fn visible(text: &str, layout: Layout) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' if layout == Layout::Lines => shown.push(character),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '"' | '\\' if layout == Layout::Quoted => shown.extend(['\\', character]),
            '\u{2028}' | '\u{2029}' => shown.extend(character.escape_unicode()),
            _ if character.is_control() || text::is_format(character) => {
                shown.extend(character.escape_unicode())
            }
            _ => shown.push(character),
        }
    }
    shown
}
