use super::outcome::{Engine, MISUSE, OK, Section};
use crate::delivery::{Decided, Refusal, SendOptions, Sent, body_text, decide, names, plan, status};
use crate::digest::Digest;
use crate::envelope::write_sealed;
use crate::host::Host;
use crate::instrument::{revision, series};
use crate::pass::Work;
use crate::problem::Report;

/// Reads a send and says what a service has to look up to decide it (DEL-002). The options are the JSON of a
/// `SendOptions`, of which what is there (`first`, `series`, `thread`) is not looked at. Section `Report` says
/// `{"ok","problems","more","advice","status"}` and, if it is not refused, `"digest"`, `"content"`, `"series"`,
/// `"revision"`, `"predecessor"`, `"source"`, `"dedupe_key"` and `"thread_id"`, each where there is one. Of a draft,
/// `digest`, `revision` and `predecessor` are decided later. The status is `MISUSE` when the options are no such thing.
pub fn plan_send(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let Some(options) = SendOptions::of(options, &mut engine.work, host) else { return MISUSE };
    match plan(input, &options, &mut engine.work, host) {
        Ok(sent) => {
            let facts = Facts::of(&sent, &options, &engine.work, host);
            let facts =
                if options.is_draft { Facts { place: String::new(), digest: None, ..facts } } else { facts };
            facts.write(sent, 200, "planned", engine.parts(Section::Report).1);
            OK
        }
        Err(refusal) => refuse(&refusal, engine),
    }
}

/// Decides a send against what is there (DEL-002). The options are the JSON of a `SendOptions`. Section `Report` says what
/// [`plan_send`] says, and `"decision"`: `accepted`, `replay` or `refused`; of a replay also whether it is one of
/// `"dedupe_key"` or of the `"series"`, as `"of"`; of a refusal, `"first"` if the first message is shown, and the
/// `"head"`. `status` is that of HTTP. Of one that is accepted, section `Canonical` is the sealed envelope, `Digest` its
/// digest, `Projection` the projection, and `Fallback` the body, each where there is one. The status is `MISUSE` when the
/// options are no such thing.
pub fn decide_send(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let Some(options) = SendOptions::of(options, &mut engine.work, host) else { return MISUSE };
    let (sent, decided) = match decide(input, &options, &mut engine.work, host) {
        Ok(decided) => decided,
        Err(refusal) => return refuse(&refusal, engine),
    };
    let facts = Facts::of(&sent, &options, &engine.work, host);
    let (status, decision) = match decided {
        Decided::Accepted => (201, "accepted"),
        Decided::SameAsFirst => (200, "replay\",\"of\":\"dedupe_key"),
        Decided::SameRevision => (200, "replay\",\"of\":\"series"),
    };
    if status == 201 {
        let body = body_text(&engine.work);
        engine.parts(Section::Fallback).1.extend_from_slice(body.as_bytes());
        engine.parts(Section::Projection).1.extend_from_slice(&sent.projection);
        if let Some(digest) = sent.digest {
            let (work, canonical) = engine.parts(Section::Canonical);
            write_sealed(digest, work, canonical);
            digest.write(engine.parts(Section::Digest).1);
        }
    }
    facts.write(sent, status, decision, engine.parts(Section::Report).1);
    OK
}

fn refuse(refusal: &Refusal, engine: &mut Engine) -> u32 {
    let out = engine.parts(Section::Report).1;
    refusal.report.write_open(out);
    let first = if refusal.shows_first { ",\"first\":true" } else { "" };
    let status = status(&refusal.report);
    out.extend_from_slice(format!(",\"decision\":\"refused\",\"status\":{status}{first}").as_bytes());
    if let Some(head) = refusal.head {
        out.extend_from_slice(b",\"head\":");
        head.write(out);
    }
    out.push(b'}');
    0
}

/// What a send says of itself.
struct Facts {
    digest: Option<Digest>,
    series: Option<Digest>,
    /// Revision and predecessor, as members.
    place: String,
    /// Source, dedupe key and thread, as members.
    names: Vec<u8>,
}

impl Facts {
    fn of(sent: &Sent, options: &SendOptions, work: &Work, host: &dyn Host) -> Self {
        let revision = sent.digest.and_then(|digest| revision(digest, work));
        let predecessor = revision.and_then(|revision| revision.predecessor);
        let predecessor =
            predecessor.map(|digest| format!(",\"predecessor\":\"{digest}\"")).unwrap_or_default();
        let place = revision.map(|revision| format!(",\"revision\":{}{predecessor}", revision.number));
        Facts {
            digest: sent.digest,
            series: sent.digest.and_then(|_| series(&options.workspace, work, host)),
            place: place.unwrap_or_default(),
            names: names(work),
        }
    }

    fn write(self, sent: Sent, status: u16, decision: &str, out: &mut Vec<u8>) {
        let report = Report {
            advice: sent.advice,
            digest: self.digest.map(|digest| digest.to_string()),
            series: self.series.map(|series| series.to_string()),
            ..Report::default()
        };
        report.write_open(out);
        out.extend_from_slice(format!(",\"decision\":\"{decision}\",\"status\":{status}").as_bytes());
        if let Some(content) = sent.content {
            out.extend_from_slice(format!(",\"content\":\"{content}\"").as_bytes());
        }
        out.extend_from_slice(self.place.as_bytes());
        out.extend_from_slice(&self.names);
        out.push(b'}');
    }
}
