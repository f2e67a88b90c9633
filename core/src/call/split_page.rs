//! A page of messages, taken apart without changing a byte.

use super::outcome::{Engine, OK, Section};
use crate::canonical::read;
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_PAGE_BYTES;

/// Finds the messages of a hub's page, `{"messages": […]}`, without changing a byte of them. Section `Canonical` holds
/// pairs of little-endian u32: offset and length of each message in the input. Messages are not checked here.
pub fn split_page(input: &[u8], engine: &mut Engine) -> u32 {
    engine.begin();
    let page = input.trim_ascii();
    let Some(messages) = messages(page).filter(|_| input.len() <= MAX_PAGE_BYTES) else {
        let detail = "a page is an object with one member `messages`, which is a list";
        let problem = Problem::new(Code::JsonSyntax, "").with("detail", detail);
        return engine.finish(&Report::of(vec![problem], input));
    };
    let start = input.len() - input.trim_ascii_start().len();
    let section = engine.parts(Section::Canonical).1;
    for message in messages {
        for number in [start + read::offset_in(page, message), message.len()] {
            section.extend_from_slice(&(number as u32).to_le_bytes());
        }
    }
    OK
}

/// The messages, if the page has one list of them and nothing but a comma stands between two.
fn messages(page: &[u8]) -> Option<Vec<&[u8]>> {
    let mut lists = read::members(page).filter(|(name, _)| read::is_named(name, "messages"));
    let (list, another) = (lists.next()?.1, lists.next());
    if another.is_some() || list.first() != Some(&b'[') || !read::is_complete(page) {
        return None;
    }
    let messages: Vec<&[u8]> = read::items(list).collect();
    let mut between = b"[".as_slice();
    let mut at = 0;
    for message in &messages {
        let start = read::offset_in(list, message);
        if list.get(at..start)?.trim_ascii() != between {
            return None;
        }
        at = start + message.len();
        between = b",";
    }
    let end = list.get(at..)?.trim_ascii();
    let is_closed = end == b"]" || (messages.is_empty() && end.strip_prefix(b"[")?.trim_ascii() == b"]");
    is_closed.then_some(messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(page: &str) -> Option<Vec<&str>> {
        let messages = messages(page.as_bytes().trim_ascii())?;
        Some(messages.into_iter().map(|message| core::str::from_utf8(message).unwrap()).collect())
    }

    #[test]
    fn messages_are_taken_as_they_stand() {
        assert_eq!(
            split(" {\"next\":null, \"messages\" : [ {\"a\": 1} ,\"b\",3 ] } "),
            Some(vec!["{\"a\": 1}", "\"b\"", "3"])
        );
        assert_eq!(split("{\"messages\":[]}"), Some(vec![]));
    }

    #[test]
    fn a_page_that_readers_would_take_apart_differently_is_none() {
        let pages = [
            "{\"messages\":[1],\"messages\":[2]}",
            "{\"messages\":[1 2]}",
            "{\"messages\":[1,,2]}",
            "{\"messages\":[1,]}",
            "{\"messages\":[,1]}",
            "{\"messages\":{}}",
            "{\"messages\":[1]",
            "[]",
            "",
        ];
        for page in pages {
            assert_eq!(split(page), None, "{page}");
        }
    }
}
