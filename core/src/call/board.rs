//! What a board asks about one message: its lenses, its actions, an invocation, its audit.

use super::outcome::{Engine, MISUSE, OK, Section};
use crate::canonical::read;
use crate::digest::Digest;
use crate::envelope::{Document, Examined, examine};
use crate::host::Host;
use crate::instrument::{self, Context, Desk, Instrument, Object, Offer, write_classified, write_summary};
use crate::pass::Work;
use crate::problem::{Code, Problem, Report};
use crate::schema::{self, ACTIONS_QUERY, CLASSIFY_QUERY, INVOKE_QUERY};
use crate::time::{self, Instant};

/// Which lenses show a head to a viewer, and why (LENS-002 to LENS-005). `options` are JSON, a `ClassifyQuery`. Section
/// `Report` holds the answer, a `Classified`; or the report on a message that does not hold or is no instrument. The
/// status is `MISUSE`, with a report on the options, if they are not what they must be.
pub fn classify(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    let query = match asked(options, &CLASSIFY_QUERY, engine, host) {
        Ok(query) => query,
        Err(status) => return status,
    };
    let Some(context) = context_of(&query) else { return MISUSE };
    let workspace = read::member(&query, "workspace").and_then(read::text);
    match head_of(input, workspace.as_deref(), &mut engine.work, host) {
        Ok((document, head)) => {
            write_classified(&head, &context, document.prefix(), engine.parts(Section::Report).1);
            OK
        }
        Err(report) => engine.finish(&report),
    }
}

/// The states of a message's actions (ACT-007). `options` are JSON, an `ActionsQuery`. Section `Report` holds the answer,
/// an `ActionStates`; refusals are those of [`classify`], but for the message, which may be any typed one.
pub fn actions(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    let query = match asked(options, &ACTIONS_QUERY, engine, host) {
        Ok(query) => query,
        Err(status) => return status,
    };
    let Some(context) = context_of(&query) else { return MISUSE };
    let Examined { document, digest, .. } = match held(input, &mut engine.work, host) {
        Ok(examined) => examined,
        Err(report) => return engine.finish(&report),
    };
    let offer = Offer::of(digest, &engine.work);
    let desk = Desk { offer: &offer, context: &context, in_history: is_past(&query, digest) };
    let mut answer = Object::begin(engine.parts(Section::Report).1);
    desk.write_states(document.prefix(), &mut answer);
    if let Some(at) = desk.changes_at() {
        answer.text("changes_at", &at.text());
    }
    answer.end();
    OK
}

/// What to do with an invocation (ACT-008). `options` are JSON, an `InvokeQuery`. Section `Report` holds the answer, a
/// `Decision`; refusals are those of [`actions`].
pub fn invoke(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    let query = match asked(options, &INVOKE_QUERY, engine, host) {
        Ok(query) => query,
        Err(status) => return status,
    };
    let Some(context) = context_of(&query) else { return MISUSE };
    let invocation = read::member(&query, "invocation").unwrap_or_default();
    // What was answered is answered again before anything else is looked at, the message included.
    let known = read::member(&query, "known").unwrap_or_default();
    if read::member(known, "invocation_id") == read::member(invocation, "invocation_id") {
        let mut answer = Object::begin(engine.parts(Section::Report).1);
        answer.text("decision", "replay");
        answer.raw("answer", read::member(known, "answer").unwrap_or_default());
        answer.end();
        return OK;
    }
    let Examined { document, digest, .. } = match held(input, &mut engine.work, host) {
        Ok(examined) => examined,
        Err(report) => return engine.finish(&report),
    };
    let offer = Offer::of(digest, &engine.work);
    let desk = Desk { offer: &offer, context: &context, in_history: is_past(&query, digest) };
    let id = read::member(&query, "action").and_then(read::text).unwrap_or_default();
    let seen = digest_in(invocation, "digest");
    let confirmed = read::member(invocation, "confirmed") == Some(b"true");
    let (work, out) = engine.parts(Section::Report);
    let wire = work.envelope.member("actions", &work.out).unwrap_or_default();
    desk.decide(&id, seen, confirmed, document.prefix(), wire, out);
    OK
}

/// What a client shows, and a policy reads, of a message's audit (AUD-004): an `AuditSummary` in section `Report`, or the
/// report on a message that does not hold.
pub fn audit(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    match held(input, &mut engine.work, host) {
        Ok(_) => {
            let (work, out) = engine.parts(Section::Report);
            write_summary(work.envelope.member("instrument", &work.out), out);
            OK
        }
        Err(report) => engine.finish(&report),
    }
}

/// Reads options. The error is the status of a call without them, or with wrong ones: then there is a report.
pub(super) fn asked(
    options: Option<&str>,
    ty: &'static schema::Object,
    engine: &mut Engine,
    host: &dyn Host,
) -> Result<Vec<u8>, u32> {
    engine.begin();
    let Some(options) = options else { return Err(MISUSE) };
    instrument::options(options, ty, &mut engine.work, host).map_err(|report| {
        engine.finish(&report);
        MISUSE
    })
}

pub(super) fn context_of(query: &[u8]) -> Option<Context> {
    Context::of(read::member(query, "context")?)
}

/// Reads a message that holds and is an instrument.
pub(super) fn head_of(
    input: &[u8],
    workspace: Option<&str>,
    work: &mut Work,
    host: &dyn Host,
) -> Result<(Document, Instrument), Report> {
    let Examined { document, digest, .. } = held(input, work, host)?;
    let series = workspace.and_then(|workspace| instrument::series(workspace, work, host));
    let head = Instrument::of(digest, series, created_at(document, input), work);
    let missing = || Report::of(vec![Problem::new(Code::NotInstrument, document.prefix())], input);
    Ok((document, head.ok_or_else(missing)?))
}

fn held(input: &[u8], work: &mut Work, host: &dyn Host) -> Result<Examined, Report> {
    examine(input, work, host).map_err(|problems| Report::of(problems, input))
}

/// When the service took a message, as it says beside the envelope.
fn created_at(document: Document, input: &[u8]) -> Option<Instant> {
    if document == Document::Envelope {
        return None;
    }
    time::parse(&read::text(read::member(input.trim_ascii_start(), "created_at")?)?)
}

fn is_past(query: &[u8], digest: Digest) -> bool {
    digest_in(query, "head").is_some_and(|head| head != digest)
}

fn digest_in(object: &[u8], name: &str) -> Option<Digest> {
    Digest::parse(read::plain_text(read::member(object, name)?)?)
}
