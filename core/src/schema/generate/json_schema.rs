//! JSON Schema 2020-12. It says what a schema language can say; rules over several members are the core's alone.

use core::fmt::Write as _;

use super::reachable;
use crate::profile::{MAX_ARGUMENT, MAX_ARGUMENTS};
use crate::schema::{
    EDIT, ENVELOPE, Form, HISTORY, MESSAGE, Member, NODE, NODE_TYPES, NodeRule, Object, PROJECTION, REMOVAL,
    SEND, Type,
};

const DIGEST: &str = "^sha256:[0-9a-f]{64}$";
const TIMESTAMP: &str = r"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$";
const TOKEN: &str = "^[a-z][a-z0-9_-]{0,63}$";

/// The schema of an envelope.
pub(super) fn envelope() -> String {
    document("envelope", &ENVELOPE)
}

/// The schema of a history in one document.
pub(super) fn history() -> String {
    document("history", &HISTORY)
}

/// The schema of a message.
pub(super) fn message() -> String {
    document("message", &MESSAGE)
}

/// The schema of a projection.
pub(super) fn projection() -> String {
    document("projection", &PROJECTION)
}

/// The schema of a send.
pub(super) fn send() -> String {
    document("send", &SEND)
}

/// The schema of an edit.
pub(super) fn edit() -> String {
    document("edit", &EDIT)
}

/// The schema of a removal.
pub(super) fn removal() -> String {
    document("removal", &REMOVAL)
}

fn document(name: &str, top: &'static Object) -> String {
    let (objects, _) = reachable(&[top]);
    let mut definitions: Vec<String> =
        objects.iter().map(|object| format!("    \"{}\": {}", object.name, closed(object))).collect();
    if objects.iter().any(|object| object.name == PROJECTION.name) {
        let names: Vec<String> =
            NODE_TYPES.iter().map(|rule| format!("{{ \"$ref\": \"#/$defs/{}\" }}", rule.name)).collect();
        definitions.push(format!("    \"Node\": {{ \"oneOf\": [{}] }}", names.join(", ")));
        definitions.extend(NODE_TYPES.iter().map(|rule| format!("    \"{}\": {}", rule.name, node(rule))));
    }
    format!(
        "{{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"$id\": \"https://chirp-protocol.org/schemas/{name}.json\",\n  \"title\": \"{}\",\n  \"$ref\": \"#/$defs/{}\",\n  \"$defs\": {{\n{}\n  }}\n}}\n",
        top.doc,
        top.name,
        definitions.join(",\n")
    )
}

fn closed(object: &Object) -> String {
    let required: Vec<&str> =
        object.members.iter().filter(|member| member.required).map(|member| member.name).collect();
    let properties = object.members.iter().map(|member| (member, value(member.ty))).collect::<Vec<_>>();
    object_schema(object.doc, &properties, &required, object.open)
}

fn object_schema(doc: &str, properties: &[(&Member, String)], required: &[&str], open: bool) -> String {
    let mut text = format!(
        "{{\n      \"description\": \"{doc}\",\n      \"type\": \"object\",\n      \"properties\": {{"
    );
    for (index, (member, schema)) in properties.iter().enumerate() {
        let lead = if index == 0 { "" } else { "," };
        let described =
            schema.replacen('{', &format!("{{ \"description\": \"{} ({})\",", member.doc, member.rule), 1);
        let _ = write!(text, "{lead}\n        \"{}\": {described}", member.name);
    }
    text.push_str("\n      }");
    if !required.is_empty() {
        let names: Vec<String> = required.iter().map(|name| format!("\"{name}\"")).collect();
        let _ = write!(text, ",\n      \"required\": [{}]", names.join(", "));
    }
    if !open {
        text.push_str(",\n      \"additionalProperties\": false");
    }
    text.push_str("\n    }");
    text
}

fn value(ty: Type) -> String {
    match ty {
        Type::Any => "{ }".into(),
        Type::Arguments => format!(
            "{{ \"type\": \"object\", \"maxProperties\": {MAX_ARGUMENTS}, \"propertyNames\": {{ \"pattern\": \"{TOKEN}\" }}, \"additionalProperties\": {} }}",
            value(Type::Scalar)
        ),
        Type::Boolean => "{ \"type\": \"boolean\" }".into(),
        Type::Children => "{ \"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/Node\" } }".into(),
        Type::Choice(choice) => {
            let values: Vec<String> = choice.values.iter().map(|value| format!("\"{value}\"")).collect();
            format!("{{ \"enum\": [{}] }}", values.join(", "))
        }
        Type::Integer(range) => {
            let (min, max) = (range.start(), range.end());
            format!("{{ \"type\": \"integer\", \"minimum\": {min}, \"maximum\": {max} }}")
        }
        Type::List(list) => {
            let min = if list.min > 0 { format!(" \"minItems\": {},", list.min) } else { String::new() };
            format!(
                "{{ \"type\": \"array\",{min} \"maxItems\": {}, \"items\": {} }}",
                list.max,
                value(list.items)
            )
        }
        Type::Object(object) => format!("{{ \"$ref\": \"#/$defs/{}\" }}", object.name),
        Type::Scalar => {
            format!("{{ \"type\": [\"string\", \"number\", \"boolean\"], \"maxLength\": {MAX_ARGUMENT} }}")
        }
        Type::Text(rule) => {
            let mut text = String::from("{ \"type\": \"string\"");
            if rule.min > 0 {
                let _ = write!(text, ", \"minLength\": {}", rule.min);
            }
            if rule.max < usize::MAX && !rule.bytes {
                let _ = write!(text, ", \"maxLength\": {}", rule.max);
            }
            let pattern = match rule.form {
                Form::Digest => Some(DIGEST),
                Form::Timestamp => Some(TIMESTAMP),
                Form::Token => Some(TOKEN),
                Form::Url => Some("^(https?://|mailto:)"),
                _ => None,
            };
            if let Some(pattern) = pattern {
                let _ = write!(text, ", \"pattern\": \"{pattern}\"");
            }
            text.push_str(" }");
            text
        }
        Type::Tree => "{ \"$ref\": \"#/$defs/root\" }".into(),
    }
}

fn node(rule: &NodeRule) -> String {
    let mut properties = Vec::new();
    let mut required = Vec::new();
    for (index, member) in NODE.members.iter().enumerate() {
        let bit = 1 << index;
        if (rule.required | rule.optional) & bit == 0 {
            continue;
        }
        if rule.required & bit != 0 {
            required.push(member.name);
        }
        let schema = match member.ty {
            Type::Children => children(rule),
            _ if member.name == "type" => format!("{{ \"const\": \"{}\" }}", rule.name),
            other => value(other),
        };
        properties.push((member, schema));
    }
    object_schema("A node of a PubMark tree.", &properties, &required, false)
}

fn children(rule: &NodeRule) -> String {
    let references: Vec<String> = NODE_TYPES
        .iter()
        .filter(|child| child.ty.bit() & rule.children != 0)
        .map(|child| format!("{{ \"$ref\": \"#/$defs/{}\" }}", child.name))
        .collect();
    format!("{{ \"type\": \"array\", \"items\": {{ \"oneOf\": [{}] }} }}", references.join(", "))
}
