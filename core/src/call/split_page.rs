use super::outcome::{Engine, OK, Section};
use crate::canonical::read;
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_PAGE_BYTES;

/// Finds the messages of a hub's page, `{"messages": […]}`, without changing a byte of them. Section `Canonical` holds
/// pairs of little-endian u32: offset and length of each message in the input. Messages are not checked here.
pub fn split_page(input: &[u8], engine: &mut Engine) -> u32 {
    engine.begin();
    let start = input.len() - input.trim_ascii_start().len();
    let page = input.trim_ascii();
    let whole = input.len() <= MAX_PAGE_BYTES && read::is_complete(page);
    let list = read::member(page, "messages").filter(|list| whole && list.first() == Some(&b'['));
    let Some(list) = list else {
        let detail = "a page is an object whose member `messages` is a list";
        let problem = Problem::new(Code::JsonSyntax, "").with("detail", detail);
        return engine.finish(&Report::of(vec![problem], input));
    };
    let section = engine.parts(Section::Canonical).1;
    for item in read::items(list) {
        let offset = start + read::offset_in(page, item);
        for number in [offset, item.len()] {
            section.extend_from_slice(&(number as u32).to_le_bytes());
        }
    }
    OK
}
