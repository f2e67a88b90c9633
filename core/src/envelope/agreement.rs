//! Advice on agreement: what the rich view shows and the fallback does not say (AGR). Never a refusal.

use std::collections::BTreeSet;

use super::reading::Document;
use crate::canonical::read;
use crate::pass::Work;
use crate::problem::{Code, Problem};
use crate::pubmark::to_text::words;
use crate::pubmark::url;

/// Lists each number, link host, action label and subject label that the rich view of the envelope in `work` shows and
/// its fallback lacks. `tree` is the compiled PubMark, if there is one.
pub(crate) fn advice(document: Document, tree: Option<&[u8]>, work: &Work) -> Vec<Problem> {
    let member = |name| work.envelope.member(name, &work.out);
    let Some(presentation) = member("presentation") else { return Vec::new() };
    let fallback = read::member(presentation, "fallback").and_then(read::text).unwrap_or_default();
    let actions = member("actions").unwrap_or_default();
    let rich = tree.is_some() || !actions.is_empty() || member("instrument").is_some();
    if !rich || fallback.is_empty() {
        return Vec::new();
    }
    let prefix = document.prefix();
    let mut advice = Vec::new();
    let mut lacks = |code, at: String, value: &str| advice.push(Problem::new(code, at).with("value", value));
    if let Some(tree) = tree {
        let shown = Shown::of(tree);
        let said = numbers(&fallback).collect::<BTreeSet<_>>();
        let at = || format!("{prefix}/presentation/pubmark");
        for number in shown.numbers.iter().filter(|number| !said.contains(number.as_str())) {
            lacks(Code::FallbackOmitsNumber, at(), number);
        }
        for host in shown.hosts.iter().filter(|host| !fallback.contains(host.as_str())) {
            lacks(Code::FallbackOmitsLink, at(), host);
        }
    }
    for (index, action) in read::items(actions).enumerate() {
        let label = read::member(action, "label").and_then(read::text).unwrap_or_default();
        if !fallback.contains(label.as_ref()) {
            lacks(Code::FallbackOmitsAction, format!("{prefix}/actions/{index}/label"), &label);
        }
    }
    let label = member("subject").and_then(|subject| read::member(subject, "label")).and_then(read::text);
    if let Some(label) = label.filter(|label| !fallback.contains(label.as_ref())) {
        lacks(Code::FallbackOmitsSubject, format!("{prefix}/subject/label"), &label);
    }
    advice
}

/// What a tree shows that a fallback should say, in the order of the text.
#[derive(Default)]
struct Shown {
    numbers: Vec<String>,
    hosts: Vec<String>,
}

impl Shown {
    fn of(tree: &[u8]) -> Self {
        let mut shown = Shown::default();
        // What stands side by side is read as one number, whatever nodes it is made of.
        for number in numbers(&words(tree)) {
            if shown.numbers.len() < 100 && !shown.numbers.iter().any(|known| known == number) {
                shown.numbers.push(number.to_owned());
            }
        }
        // A tree is at most 32 deep, but a list of what is still to be read needs no bound at all.
        let mut open = vec![tree];
        while let Some(node) = open.pop() {
            let address = read::member(node, "url").and_then(read::text);
            if let Some(host) = address.and_then(|address| link_place(&address))
                && !shown.hosts.contains(&host)
                && shown.hosts.len() < 100
            {
                shown.hosts.push(host);
            }
            let children: Vec<&[u8]> =
                read::items(read::member(node, "children").unwrap_or_default()).collect();
            open.extend(children.into_iter().rev());
        }
        shown
    }
}

/// The host of a link, or the address of a `mailto:`.
fn link_place(address: &str) -> Option<String> {
    match address.strip_prefix("mailto:") {
        Some(rest) => Some(rest.split('?').next().unwrap_or(rest).to_owned()),
        None => url::host(address).map(str::to_owned),
    }
}

/// The numbers in a text: runs of digits, with points, commas and colons inside them.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !(character.is_ascii_digit() || matches!(character, '.' | ',' | ':')))
        .map(|run| run.trim_matches(['.', ',', ':']))
        .filter(|run| !run.is_empty())
}
