//! The tables of SPEC.md. The prose is written by hand; what stands between two markers is written here.

use core::fmt::Write as _;

use super::{clause, reachable};
use crate::instrument::REFUSALS;
use crate::problem::Code;
use crate::profile::LIMITS;
use crate::schema::{HISTORY, HISTORY_FOOT, HISTORY_HEAD, MESSAGE, NODE, NODE_TYPES, Object, SEND, Type};

/// SPEC.md with its tables written anew: each stands between `<!-- table: name -->` and `<!-- end -->`.
pub(super) fn spec(current: &str) -> String {
    let mut text = String::with_capacity(current.len());
    let mut rest = current;
    while let Some((before, after)) = rest.split_once("<!-- table: ") {
        let Some((name, after)) = after.split_once(" -->") else { break };
        let Some((_, after)) = after.split_once("<!-- end -->") else { break };
        let _ = write!(text, "{before}<!-- table: {name} -->\n\n{}\n<!-- end -->", table(name));
        rest = after;
    }
    text.push_str(rest);
    text
}

fn table(name: &str) -> String {
    match name {
        "codes" => codes(),
        "limits" => limits(),
        "node members" => members(&NODE),
        "nodes" => nodes(),
        "refusals" => refusals(),
        other => reachable(&[&MESSAGE, &HISTORY, &HISTORY_HEAD, &HISTORY_FOOT, &SEND])
            .0
            .iter()
            .find(|object| object.name == other)
            .map_or_else(String::new, |o| members(o)),
    }
}

fn members(object: &Object) -> String {
    let mut text = String::from("| member | value | | rule | |\n| --- | --- | --- | --- | --- |\n");
    for member in object.members.iter() {
        let required = if member.required { "required" } else { "" };
        let _ = writeln!(
            text,
            "| `{}` | {} | {required} | {} | {} |",
            member.name,
            value(member.ty),
            member.rule,
            clause(member.doc)
        );
    }
    text
}

fn value(ty: Type) -> String {
    match ty {
        Type::Choice(choice) => {
            choice.values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(" ")
        }
        Type::Integer(range) => format!("integer, {} to {}", range.start(), range.end()),
        Type::List(list) => format!("{} to {} of: {}", list.min, list.max, value(list.items)),
        Type::Object(object) => format!("{} object", object.name),
        Type::Text(rule) => {
            let length = match (rule.min, rule.max, rule.bytes) {
                (_, usize::MAX, _) => String::new(),
                (min, max, true) => format!(", {min} to {max} bytes"),
                (min, max, false) => format!(", {min} to {max}"),
            };
            format!("{}{length}", rule.form.noun())
        }
        other => other.noun().to_owned(),
    }
}

fn codes() -> String {
    let mut text = String::from("| code | rule | meaning |\n| --- | --- | --- |\n");
    for code in Code::ALL {
        let _ = writeln!(text, "| `{}` | {} | {} |", code.as_str(), code.rule(), code.sentence());
    }
    text
}

fn refusals() -> String {
    let mut text = String::from("| code | HTTP status | |\n| --- | --- | --- |\n");
    for (code, status) in REFUSALS {
        let _ = writeln!(text, "| `{}` | {status} | {} |", code.as_str(), code.sentence());
    }
    text
}

fn limits() -> String {
    let mut text = String::from("| limit | value |\n| --- | --- |\n");
    for (name, value) in LIMITS {
        let _ = writeln!(text, "| `{name}` | {value} |");
    }
    text
}

fn nodes() -> String {
    let mut text = String::from("| node | members | optional | may hold |\n| --- | --- | --- | --- |\n");
    for rule in NODE_TYPES {
        let names = |bits: u32| {
            let chosen = NODE
                .members
                .iter()
                .enumerate()
                .filter(|(index, member)| bits >> index & 1 == 1 && member.name != "type");
            chosen.map(|(_, member)| format!("`{}`", member.name)).collect::<Vec<_>>().join(" ")
        };
        let children = NODE_TYPES.iter().filter(|child| child.ty.bit() & rule.children != 0);
        let children = children.map(|child| format!("`{}`", child.name)).collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {children} |",
            rule.name,
            names(rule.required),
            names(rule.optional)
        );
    }
    text
}
