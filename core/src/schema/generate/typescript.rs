//! TypeScript: the wire's types, the codes and the limits.

use core::fmt::Write as _;

use super::{clause, reachable};
use crate::call::{SECTION_NAMES, STATUS};
use crate::envelope::View;
use crate::problem::Code;
use crate::profile::{self, LIMITS};
use crate::schema::{
    CHANGE_OPTIONS, CHANNEL_OPTIONS, CREDENTIAL_OPTIONS, Choice, EXPORT_OPTIONS, HISTORY, HISTORY_FOOT,
    HISTORY_HEAD, MESSAGE, Member, NODE, NODE_TYPES, NodeRule, Object, REVISION_OPTIONS, SEND, SEND_OPTIONS,
    TERMINAL_STATES, Type,
};

pub(super) const HEADER: &str =
    "// Generated from the schema of the Rust core by `npm run generate`. Do not edit.\n\n";

/// The codes, with the rule, the sentence and the help of each.
pub(super) fn codes() -> String {
    let mut text = String::from(HEADER);
    text.push_str(
        "/** Every code, with its rule, its sentence (`{name}` stands for a parameter) and what to do. */\n",
    );
    text.push_str("export const CODES = {\n");
    for code in Code::ALL {
        let entry = [code.rule(), code.sentence(), code.help()].map(quoted);
        let [rule, sentence, help] = entry;
        let _ = writeln!(
            text,
            "  {}: {{\n    rule: {rule},\n    sentence: {sentence},\n    help: {help},\n  }},",
            code.as_str()
        );
    }
    text.push_str(
        "} as const;\n\n/** Stable name of one kind of problem. */\nexport type Code = keyof typeof CODES;\n",
    );
    text
}

/// The numbers that cross to the wasm.
pub(super) fn abi() -> String {
    let mut text = String::from(HEADER);
    text.push_str("/** The sections of an outcome. */\nexport const SECTION = {\n");
    for (number, name) in SECTION_NAMES.iter().enumerate() {
        let _ = writeln!(text, "  {name}: {number},");
    }
    text.push_str(
        "} as const;\n\n/** The bits of a status; the view of a verdict stands above `viewShift`. */\n",
    );
    text.push_str("export const STATUS = {\n");
    for (name, number) in STATUS {
        let _ = writeln!(text, "  {name}: {number},");
    }
    let views = [View::Fallback, View::Pubmark, View::Instrument].map(|view| quoted(view.as_str()));
    let _ = write!(
        text,
        "}} as const;\n\n/** The views, by their number. */\nexport const VIEWS = [{}] as const;\n",
        views.join(", ")
    );
    text
}

/// The limits, by name.
pub(super) fn limits() -> String {
    let mut text = String::from(HEADER);
    text.push_str(
        "/** The limits of the protocol: bytes where the name says so, else scalar values or items. */\n",
    );
    text.push_str("export const LIMITS = {\n");
    for (name, value) in LIMITS {
        let _ = writeln!(text, "  {name}: {value},");
    }
    text.push_str("} as const;\n");
    text
}

/// The types of everything on the wire.
pub(super) fn wire() -> String {
    let mut text = String::from(HEADER);
    let identifiers = [
        ("PROTOCOL", profile::PROTOCOL, "The message protocol, and the domain of its seal."),
        ("PROJECTION_PROFILE", profile::PROJECTION, "The projection profile, and the domain of its digest."),
        ("SOURCE_DOMAIN", profile::SOURCE, "The domain of the digest of a PubMark source."),
        ("SERIES_DOMAIN", profile::SERIES, "The domain of a series."),
        ("HISTORY_DOMAIN", profile::HISTORY, "The domain of a history bundle."),
    ];
    for (name, value, doc) in identifiers {
        let _ = writeln!(text, "/** {doc} */\nexport const {name} = {};", quoted(value));
    }
    let version = quoted(env!("CARGO_PKG_VERSION"));
    let _ = writeln!(
        text,
        "/** The version of the core, and of every package that carries it. */\nexport const version = {version};"
    );
    let controls = profile::DIRECTION_CONTROLS.iter().map(|&control| format!("0x{:04x}", control as u32));
    let controls = controls.collect::<Vec<_>>().join(", ");
    let _ = writeln!(
        text,
        "/** The characters that embed, override or isolate the direction of text. */\nexport const DIRECTION_CONTROLS = [{controls}] as const;"
    );
    let states = TERMINAL_STATES.iter().map(|state| quoted(state)).collect::<Vec<_>>().join(", ");
    let _ = writeln!(
        text,
        "/** The states in which the subject has ended. */\nexport const TERMINAL_STATES = [{states}] as const;\n"
    );
    let (objects, choices) = reachable(&[
        &MESSAGE,
        &HISTORY,
        &HISTORY_HEAD,
        &HISTORY_FOOT,
        &REVISION_OPTIONS,
        &EXPORT_OPTIONS,
        &SEND,
        &SEND_OPTIONS,
        &CHANGE_OPTIONS,
        &CHANNEL_OPTIONS,
        &CREDENTIAL_OPTIONS,
    ]);
    for choice in choices {
        let _ = writeln!(text, "{}", union(choice));
    }
    for object in objects {
        let _ = writeln!(text, "{}", interface(object));
    }
    for rule in NODE_TYPES {
        let _ = writeln!(text, "{}", node(rule));
    }
    let names = NODE_TYPES.iter().map(node_name).collect::<Vec<_>>().join("\n  | ");
    let _ = write!(text, "/** Any node of a PubMark tree. */\nexport type Node =\n  | {names};\n");
    text
}

pub(super) fn union(choice: &Choice) -> String {
    let values = choice.values.iter().map(|value| quoted(value)).collect::<Vec<_>>();
    if values.len() <= 4 {
        return format!("export type {} = {};\n", choice.name, values.join(" | "));
    }
    format!("export type {} =\n  | {};\n", choice.name, values.join("\n  | "))
}

pub(super) fn interface(object: &Object) -> String {
    let mut text = format!("/** {} */\nexport interface {} {{\n", object.doc, object.name);
    for member in object.members.iter() {
        text.push_str(&property(member, member.required));
    }
    text.push_str("}\n");
    text
}

fn property(member: &Member, required: bool) -> String {
    let optional = if required { "" } else { "?" };
    let limit = match member.ty {
        Type::Text(rule) if rule.max < usize::MAX => {
            format!("; at most {} {}", rule.max, if rule.bytes { "bytes" } else { "scalar values" })
        }
        Type::List(list) if list.max < usize::MAX => format!("; {} to {} items", list.min, list.max),
        _ => String::new(),
    };
    format!(
        "  /** {}{limit} ({}). */\n  {}{optional}: {};\n",
        clause(member.doc),
        member.rule,
        member.name,
        type_of(member.ty)
    )
}

fn type_of(ty: Type) -> String {
    match ty {
        Type::Any => "unknown".into(),
        Type::Arguments => "Record<string, string | number | boolean>".into(),
        Type::Boolean => "boolean".into(),
        Type::Children => "Node[]".into(),
        Type::Choice(choice) => choice.name.into(),
        Type::Integer(..) => "number".into(),
        Type::List(list) => format!("{}[]", type_of(list.items)),
        Type::Object(object) => object.name.into(),
        Type::Scalar => "string | number | boolean".into(),
        Type::Text(_) => "string".into(),
        Type::Tree => "RootNode".into(),
    }
}

pub(super) fn node_name(rule: &NodeRule) -> String {
    let mut name: String = rule.name.chars().take(1).map(|first| first.to_ascii_uppercase()).collect();
    name.extend(rule.name.chars().skip(1));
    name.push_str("Node");
    name
}

fn node(rule: &NodeRule) -> String {
    let mut text = format!(
        "/** A `{}`. */\nexport interface {} {{\n  type: {};\n",
        rule.name,
        node_name(rule),
        quoted(rule.name)
    );
    for (index, member) in NODE.members.iter().enumerate() {
        let bit = 1 << index;
        if member.name == "type" || (rule.required | rule.optional) & bit == 0 {
            continue;
        }
        let ty = match member.ty {
            Type::Children => children(rule),
            Type::Choice(choice) => {
                choice.values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(" | ")
            }
            Type::List(list) => match list.items {
                Type::Choice(choice) => {
                    format!(
                        "({})[]",
                        choice.values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(" | ")
                    )
                }
                items => format!("{}[]", type_of(items)),
            },
            other => type_of(other),
        };
        let optional = if rule.required & bit == 0 { "?" } else { "" };
        let _ = writeln!(text, "  /** {} */\n  {}{optional}: {ty};", member.doc, member.name);
    }
    text.push_str("}\n");
    text
}

fn children(rule: &NodeRule) -> String {
    let names = NODE_TYPES
        .iter()
        .filter(|child| child.ty.bit() & rule.children != 0)
        .map(node_name)
        .collect::<Vec<_>>();
    if names.len() == 1 { format!("{}[]", names.concat()) } else { format!("({})[]", names.join(" | ")) }
}

/// A string literal as the formatter writes it.
pub(super) fn quoted(text: &str) -> String {
    if text.contains('\'') && !text.contains('"') {
        return format!("\"{}\"", text.replace('\\', "\\\\"));
    }
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
