//! TypeScript of what a board asks and is answered.

use core::fmt::Write as _;

use super::reachable;
use super::typescript::{HEADER, interface, union};
use crate::instrument::{LENSES, REFUSALS};
use crate::schema::answers::ANSWERS;
use crate::schema::{ACTIONS_QUERY, CLASSIFY_QUERY, INVOKE_QUERY, MESSAGE, PAGE_QUERY};

/// What `report.ts` owns.
const REASON: &str = "Reason";

/// The types of contexts, queries and answers, the lenses, and the status of each refusal.
pub(super) fn board() -> String {
    let mut types = String::new();
    let mut imported = Vec::new();
    let (wire_objects, wire_choices) = reachable(&[&MESSAGE]);
    let mut known: Vec<&str> = vec![REASON];
    let queries = [&CLASSIFY_QUERY, &ACTIONS_QUERY, &INVOKE_QUERY, &PAGE_QUERY];
    for top in queries.into_iter().chain(ANSWERS) {
        let (objects, choices) = reachable(&[top]);
        for choice in choices {
            let is_wire = wire_choices.iter().any(|wire| wire.name == choice.name);
            if is_wire {
                imported.push(choice.name);
            } else if !known.contains(&choice.name) {
                known.push(choice.name);
                let _ = writeln!(types, "{}", union(choice));
            }
        }
        for object in objects {
            let is_wire = wire_objects.iter().any(|wire| wire.name == object.name);
            if is_wire {
                imported.push(object.name);
            } else if !known.contains(&object.name) {
                known.push(object.name);
                let _ = writeln!(types, "{}", interface(object));
            }
        }
    }
    // A part of an imported object that nothing here names is not imported.
    imported.retain(|name| names(&types, name));
    imported.sort_unstable();
    imported.dedup();
    let mut text = String::from(HEADER);
    let _ = writeln!(text, "import type {{ {REASON} }} from '../report.js';");
    let _ = writeln!(text, "import type {{ {} }} from './wire.js';\n", imported.join(", "));
    let lenses = LENSES.map(|lens| format!("'{lens}'")).join(", ");
    let _ = writeln!(text, "/** The lenses, in order. */\nexport const LENSES = [{lenses}] as const;\n");
    text.push_str("/** The HTTP status of each reason to refuse an invocation, in the order in which they are asked. */\n");
    text.push_str("export const REFUSAL_STATUS = {\n");
    for (code, status) in REFUSALS {
        let _ = writeln!(text, "  {}: {status},", code.as_str());
    }
    let _ = write!(text, "}} as const;\n\n{types}");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Whether a type is used by its name.
fn names(types: &str, name: &str) -> bool {
    [format!(": {name};"), format!(": {name}[];")].iter().any(|usage| types.contains(usage))
}
