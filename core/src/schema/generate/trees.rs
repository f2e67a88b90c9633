//! TypeScript: the functions that make a tree from a tape ([`crate::tape`]).

use core::fmt::Write as _;

use super::typescript::{HEADER, node_name, quoted};
use crate::schema::{Choice, List, Member, NODE, NODE_TYPES, NodeRule, PROJECTION, Type};

/// A function for a projection, and one for any node.
pub(super) fn trees() -> String {
    let mut types: Vec<String> = NODE_TYPES.iter().map(node_name).collect();
    types.extend(["Node".to_owned(), PROJECTION.name.to_owned()]);
    types.sort_unstable();
    let mut text = format!("{HEADER}import type {{ Tape }} from '../tape.js';\nimport type {{\n");
    for name in types {
        let _ = writeln!(text, "  {name},");
    }
    text.push_str("} from './wire.js';\n\n");
    text.push_str("const freeze: <T>(value: T) => T = Object.freeze;\n\n");
    for choice in NODE.members.iter().chain(PROJECTION.members.iter()).filter_map(choice) {
        let _ = writeln!(text, "{}", constant(choice));
    }
    let _ = writeln!(text, "{}", projection());
    text.push_str(&nodes());
    text
}

/// The set of strings that a member has, if it has one. The type of a node is no member here.
fn choice(member: &Member) -> Option<&'static Choice> {
    match member.ty {
        Type::Choice(choice) if member.name != "type" => Some(choice),
        Type::List(List { items: Type::Choice(choice), .. }) => Some(choice),
        _ => None,
    }
}

fn constant(choice: &Choice) -> String {
    let values = choice.values.iter().map(|value| quoted(value)).collect::<Vec<_>>();
    format!("const {} = [\n  {},\n] as const;\n", constant_name(choice), values.join(",\n  "))
}

fn constant_name(choice: &Choice) -> String {
    let mut name = String::new();
    for letter in choice.name.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

/// All members of a projection are required.
fn projection() -> String {
    let mut text = String::from(
        "/** Reads a projection; its tree is deeply frozen. */\nexport function projection(tape: Tape): Projection {\n  tape.word();\n  return {\n",
    );
    for member in PROJECTION.members.iter() {
        let _ = writeln!(text, "    {}: {},", member.name, value(member.ty));
    }
    text.push_str("  };\n}\n");
    text
}

/// The expression that reads one value. Other types stand in no tree.
fn value(ty: Type) -> String {
    match ty {
        Type::Boolean => "tape.boolean()".into(),
        Type::Children => "children(tape)".into(),
        Type::Choice(choice) => format!("tape.choice({})", constant_name(choice)),
        Type::Integer(..) => "tape.word()".into(),
        Type::List(list) => format!("freeze(tape.list(() => {}))", value(list.items)),
        Type::Text(_) => "tape.text()".into(),
        Type::Tree => "node(tape) as RootNode".into(),
        Type::Any | Type::Arguments | Type::Object(_) | Type::Scalar => String::new(),
    }
}

/// A function for any node. Each set of members that a type may have is a literal of its own, and so has one shape.
fn nodes() -> String {
    let mut text = String::from(
        "/** Reads a node. It is deeply frozen. */\nexport function node(tape: Tape): Node {\n  const head = tape.word();\n  switch (head >>> 16) {\n",
    );
    for (place, rule) in NODE_TYPES.iter().enumerate() {
        let is_last = place + 1 == NODE_TYPES.len();
        let label = if is_last { "default".to_owned() } else { format!("case {place}") };
        let literal = literal(rule, rule.required, rule.optional);
        let _ = writeln!(text, "    {label}:\n      return freeze<{}>({literal});", node_name(rule));
    }
    text.push_str("  }\n}\n\n");
    text.push_str(
        "function children<Child>(tape: Tape): Child[] {\n  return freeze(tape.list(node)) as Child[];\n}\n",
    );
    text
}

/// The literal of a node that has the members `has`, and perhaps those of `may_have`.
fn literal(rule: &NodeRule, has: u32, may_have: u32) -> String {
    if may_have != 0 {
        let bit = 1 << may_have.trailing_zeros();
        let [with, without] = [has | bit, has].map(|has| literal(rule, has, may_have & !bit));
        return format!("head & {bit} ? {with} : {without}");
    }
    let members = NODE.members.iter().enumerate().filter(|(place, _)| has >> place & 1 == 1);
    let members = members.map(|(_, member)| match (member.name, member.ty) {
        ("type", _) => format!("type: {}", quoted(rule.name)),
        (name, ty) => format!("{name}: {}", value(ty)),
    });
    format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
}
