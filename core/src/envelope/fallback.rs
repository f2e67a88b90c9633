//! The plain text of any input whatever (VIEW-001).

use crate::canonical::read;
use crate::pass::decode;

/// The text that a client shows at once: `body` if it is a string, else `presentation.fallback` of the envelope if it is
/// a string, else nothing. Total and linear; where a name stands twice, the last counts, as in old clients.
pub fn fallback_text(input: &[u8]) -> String {
    let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input).trim_ascii_start();
    let body = last(input, "body").and_then(text);
    let envelope = || last(input, "protocol").filter(|value| value.first() == Some(&b'{')).unwrap_or(input);
    body.or_else(|| text(last(last(envelope(), "presentation")?, "fallback")?)).unwrap_or_default()
}

fn last<'v>(object: &'v [u8], name: &str) -> Option<&'v [u8]> {
    read::members(object).filter(|(key, _)| text(key).as_deref() == Some(name)).last().map(|(_, value)| value)
}

fn text(value: &[u8]) -> Option<String> {
    let content = value.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let mut text = String::new();
    decode(&String::from_utf8_lossy(content), &mut text);
    Some(text)
}
