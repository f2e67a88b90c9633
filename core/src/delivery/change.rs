//! Deciding a change to a message: an edit, a deletion, the removal of a revision (DEL-005).

use crate::canonical::read;
use crate::host::Host;
use crate::pass::{Work, accepts, problems};
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_ENVELOPE_BYTES;
use crate::schema::{CHANGE_OPTIONS, EDIT, Object, REMOVAL, Type};

/// What is to be done to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Delete,
    Edit,
    Remove,
}

/// Decides a change against the options, the JSON of a `ChangeOptions`; `None` if they are no such thing. On success the
/// result is the canonical text that the change brings: the new body, the reason, or nothing. The error is a report.
/// Linear in the input.
pub(crate) fn change(
    input: &[u8],
    options: Option<&str>,
    work: &mut Work,
    host: &dyn Host,
) -> Option<Result<Vec<u8>, Report>> {
    if !accepts(options?.as_bytes(), Type::Object(&CHANGE_OPTIONS), work, host) {
        return None;
    }
    let is = |name, value: &[u8]| read::member(&work.out, name) == Some(value);
    let change = match read::member(&work.out, "change")? {
        b"\"delete\"" => Change::Delete,
        b"\"edit\"" => Change::Edit,
        _ => Change::Remove,
    };
    let (is_indexed, is_typed) = (is("indexed", b"true"), is("typed", b"true"));
    Some(decided(input, change, is_indexed, is_typed, work, host))
}

fn decided(
    input: &[u8],
    change: Change,
    is_indexed: bool,
    is_typed: bool,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Vec<u8>, Report> {
    let refused = |problem| Report { problems: vec![problem], ..Report::default() };
    if is_indexed && change != Change::Remove {
        return Err(refused(Problem::new(Code::RevisionIndexed, "")));
    }
    if is_typed && change == Change::Edit {
        return Err(refused(Problem::new(Code::MessageSealed, "")));
    }
    match change {
        Change::Delete => Ok(Vec::new()),
        Change::Edit => brought(input, &EDIT, "body", work, host),
        Change::Remove => brought(input, &REMOVAL, "reason", work, host),
    }
}

/// The canonical text of the one member of an input that must be an `object`.
fn brought(
    input: &[u8],
    object: &'static Object,
    name: &str,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Vec<u8>, Report> {
    if input.len() > MAX_ENVELOPE_BYTES {
        return Err(Report::of(
            vec![Problem::new(Code::TooLarge, "").with("max", MAX_ENVELOPE_BYTES)],
            input,
        ));
    }
    if !accepts(input, Type::Object(object), work, host) {
        return Err(problems(input, Type::Object(object), work, host).report(input));
    }
    Ok(read::member(&work.out, name).unwrap_or_default().to_vec())
}
