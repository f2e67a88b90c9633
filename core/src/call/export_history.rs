use super::outcome::{Engine, MISUSE, OK, Section};
use crate::canonical::read;
use crate::host::Host;
use crate::instrument::history::{Exported, Form, export};
use crate::instrument::integer;
use crate::pass::accepts;
use crate::schema::{EXPORT_OPTIONS, Type};

/// Makes the history of a series of sealed messages, envelopes and entries of histories, in any order (HIST-001). The
/// options are the JSON of an `ExportOptions`: `lengths` says how many bytes each input has; they stand one behind the
/// other. On success section `Canonical` is the history, `Digest` its digest, and `Report` says
/// `{"series","head":{"digest","revision"}}`; otherwise `Report` is the report on one input, and its pointers begin with
/// the index of that. The status is `MISUSE` when the options are no such thing or the lengths do not add up.
pub fn export_history(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let options = options.unwrap_or_default().as_bytes();
    if !accepts(options, Type::Object(&EXPORT_OPTIONS), &mut engine.work, host) {
        return MISUSE;
    }
    let member = |name| read::member(&engine.work.out, name).unwrap_or_default();
    let form = if member("form") == b"\"lines\"" { Form::Lines } else { Form::Document };
    let workspace = read::text(member("workspace")).unwrap_or_default().into_owned();
    let Some(inputs) = split(input, member("lengths")) else { return MISUSE };
    let (work, canonical) = engine.parts(Section::Canonical);
    match export(&inputs, &workspace, form, canonical, work, host) {
        Ok(Exported { digest, series, head }) => {
            digest.write(engine.parts(Section::Digest).1);
            let out = engine.parts(Section::Report).1;
            out.extend_from_slice(format!("{{\"series\":\"{series}\",\"head\":").as_bytes());
            head.write(out);
            out.push(b'}');
            OK
        }
        Err(report) => engine.finish(&report),
    }
}

/// The inputs, if their lengths are those of the whole.
fn split<'i>(input: &'i [u8], lengths: &[u8]) -> Option<Vec<&'i [u8]>> {
    let mut rest = input;
    let mut inputs = Vec::new();
    for length in read::items(lengths) {
        let (first, others) = rest.split_at_checked(usize::try_from(integer(length)?).ok()?)?;
        inputs.push(first);
        rest = others;
    }
    rest.is_empty().then_some(inputs)
}
