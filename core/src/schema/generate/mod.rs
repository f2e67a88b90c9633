//! Writes what other languages and readers need from the schema: JSON Schema, TypeScript, the tables of SPEC.md.

mod board;
mod json_schema;
mod spec;
mod trees;
mod typescript;

use super::{Choice, Object, Type};

/// Every generated file: its path in the repository, and its text.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("core/SPEC.md", spec::spec(include_str!("../../../SPEC.md"))),
        ("npm/protocol/schemas/edit.json", json_schema::edit()),
        ("npm/protocol/schemas/envelope.json", json_schema::envelope()),
        ("npm/protocol/schemas/history.json", json_schema::history()),
        ("npm/protocol/schemas/message.json", json_schema::message()),
        ("npm/protocol/schemas/projection.json", json_schema::projection()),
        ("npm/protocol/schemas/removal.json", json_schema::removal()),
        ("npm/protocol/schemas/send.json", json_schema::send()),
        ("npm/protocol/src/generated/abi.ts", typescript::abi()),
        ("npm/protocol/src/generated/board.ts", board::board()),
        ("npm/protocol/src/generated/codes.ts", typescript::codes()),
        ("npm/protocol/src/generated/limits.ts", typescript::limits()),
        ("npm/protocol/src/generated/trees.ts", trees::trees()),
        ("npm/protocol/src/generated/wire.ts", typescript::wire()),
    ]
}

/// The closed objects and the choices that the `tops` reach, each once, a parent before its parts.
fn reachable(tops: &[&'static Object]) -> (Vec<&'static Object>, Vec<&'static Choice>) {
    let mut objects: Vec<&'static Object> = Vec::new();
    let mut choices: Vec<&'static Choice> = Vec::new();
    let mut open: Vec<Type> = tops.iter().rev().map(|top| Type::Object(top)).collect();
    while let Some(ty) = open.pop() {
        match ty {
            Type::Object(object) if !objects.iter().any(|known| known.name == object.name) => {
                objects.push(object);
                open.extend(object.members.iter().rev().map(|member| member.ty));
            }
            Type::List(list) => open.push(list.items),
            Type::Choice(choice) if !choices.iter().any(|known| known.name == choice.name) => {
                choices.push(choice)
            }
            _ => {}
        }
    }
    (objects, choices)
}

/// A sentence without its final period, as the tables have it.
fn clause(doc: &str) -> &str {
    doc.strip_suffix('.').unwrap_or(doc)
}
