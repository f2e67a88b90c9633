//! TypeScript of what Pigeon is sent and asked.

use core::fmt::Write as _;

use super::reachable;
use super::typescript::{HEADER, interface, union};
use crate::schema::Object;
use crate::schema::pigeon::{PRICE, QUESTIONS};

/// The types of bodies and options, and the number of each question.
pub(super) fn pigeon() -> String {
    let mut text = String::from(HEADER);
    text.push_str("/** The number by which each question is asked. */\nexport const QUESTION = {\n");
    for (number, question) in QUESTIONS.iter().enumerate() {
        let _ = writeln!(text, "  {}: {number},", question.name);
    }
    text.push_str("} as const;\n\n");
    let options = QUESTIONS.iter().map(|question| question.options);
    let (objects, choices) = reachable(&bodies().into_iter().chain(options).collect::<Vec<_>>());
    for choice in choices {
        let _ = writeln!(text, "{}", union(choice));
    }
    for object in objects {
        let _ = writeln!(text, "{}", interface(object));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// What callers send, and the price that a change of an agent may name.
pub(super) fn bodies() -> Vec<&'static Object> {
    QUESTIONS.iter().filter_map(|question| question.body).chain([&PRICE]).collect()
}
