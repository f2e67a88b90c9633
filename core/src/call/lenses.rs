//! Lens indexes behind numbers: opened, fed, asked and closed.

use super::board::{asked, context_of, head_of};
use super::outcome::{Engine, MISUSE, OK, Section};
use crate::canonical::read;
use crate::digest::Digest;
use crate::host::Host;
use crate::instrument::{LENSES, LensIndex, Object, Put};
use crate::pass::Work;
use crate::problem::{Code, Problem};
use crate::profile::{LENS_PAGE, MAX_PROBLEMS};
use crate::schema::{CLASSIFY_QUERY, CONTEXT, PAGE_QUERY};
use crate::time;

/// The indexes that are open, each behind a number that is not used again. A number that stands for none is misuse.
#[derive(Debug, Default)]
pub struct Lenses {
    open: Vec<Option<Box<LensIndex>>>,
}

/// What became of the lines that were put.
#[derive(Default)]
struct Tally {
    inserted: u64,
    revised: u64,
    kept: u64,
    passed_over: u64,
    refused: u64,
    problems: Vec<(u64, Problem)>,
}

impl Lenses {
    /// Opens an index without heads. `options` are JSON, a `ClassifyQuery` with its workspace. Its number is written to
    /// section `Report`.
    pub fn open(&mut self, options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
        let query = match asked(options, &CLASSIFY_QUERY, engine, host) {
            Ok(query) => query,
            Err(status) => return status,
        };
        let workspace = read::member(&query, "workspace").and_then(read::text);
        let (Some(context), Some(workspace)) = (context_of(&query), workspace) else { return MISUSE };
        self.open.push(Some(Box::new(LensIndex::new(&workspace, context))));
        let number = (self.open.len() - 1).to_string();
        engine.parts(Section::Report).1.extend_from_slice(number.as_bytes());
        OK
    }

    /// Closes an index and gives its memory back.
    pub fn close(&mut self, number: usize) {
        if let Some(index) = self.open.get_mut(number) {
            *index = None;
        }
    }

    /// Takes one head. The answer is that of [`Lenses::put_lines`].
    pub fn put(&mut self, number: usize, input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
        engine.begin();
        let Some(index) = self.index(number) else { return MISUSE };
        let mut tally = Tally::default();
        put_one(index, input, 1, &mut tally, &mut engine.work, host);
        tally.write(engine.parts(Section::Report).1);
        OK
    }

    /// Takes the heads among messages and envelopes, one a line; empty lines are none. Section `Report` tells what became of them:
    /// `{"inserted","revised","kept","passed_over","refused","problems":[{"line","code","at","message"}]}`. Plain messages
    /// and those that are no instrument are passed over; what does not hold is refused, with its first problem. Lines
    /// count from 1.
    pub fn put_lines(&mut self, number: usize, lines: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
        engine.begin();
        let Some(index) = self.index(number) else { return MISUSE };
        let mut tally = Tally::default();
        let mut rest = lines;
        let mut line = 0;
        while !rest.is_empty() {
            let end = find_line_feed(rest);
            let (one, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
            line += 1;
            if !one.trim_ascii().is_empty() {
                put_one(index, one, line, &mut tally, &mut engine.work, host);
            }
            rest = after.get(1..).unwrap_or_default();
        }
        tally.write(engine.parts(Section::Report).1);
        OK
    }

    /// Takes a series out of every lens.
    pub fn remove(&mut self, number: usize, series: Option<&str>, engine: &mut Engine) -> u32 {
        engine.begin();
        let (Some(index), Some(series)) = (self.index(number), series.and_then(Digest::parse)) else {
            return MISUSE;
        };
        changed(index.remove(&series.bytes()).into(), engine)
    }

    /// Takes another context. `options` are JSON, a `Context`. Section `Report`: `{"changed"}`, how many heads came into
    /// Needs Me or left it.
    pub fn set_context(
        &mut self,
        number: usize,
        options: Option<&str>,
        engine: &mut Engine,
        host: &dyn Host,
    ) -> u32 {
        let context = match asked(options, &CONTEXT, engine, host) {
            Ok(context) => crate::instrument::Context::of(&context),
            Err(status) => return status,
        };
        let (Some(index), Some(context)) = (self.index(number), context) else { return MISUSE };
        changed(index.set_context(context), engine)
    }

    /// Takes the time, as a timestamp. The answer is that of [`Lenses::set_context`].
    pub fn set_now(&mut self, number: usize, now: Option<&str>, engine: &mut Engine) -> u32 {
        engine.begin();
        let (Some(index), Some(now)) = (self.index(number), now.and_then(time::parse)) else { return MISUSE };
        changed(index.set_now(now), engine)
    }

    /// Notes that an action has succeeded: the digest of the message, a space, the id of the action. The answer is that of
    /// [`Lenses::set_context`].
    pub fn set_done(&mut self, number: usize, done: Option<&str>, engine: &mut Engine) -> u32 {
        engine.begin();
        let named = done.and_then(|done| done.split_once(' '));
        let digest = named.and_then(|(digest, _)| Digest::parse(digest));
        let (Some(index), Some(digest), Some((_, action))) = (self.index(number), digest, named) else {
            return MISUSE;
        };
        changed(index.set_done(digest, action), engine)
    }

    /// How many heads each lens has: an object with the lenses as members, in section `Report`.
    pub fn counts(&mut self, number: usize, engine: &mut Engine) -> u32 {
        engine.begin();
        let Some(index) = self.index(number) else { return MISUSE };
        index.write_counts(engine.parts(Section::Report).1);
        OK
    }

    /// When an answer next changes by itself (LENS-005): `{"changes_at"?}` in section `Report`.
    pub fn changes_at(&mut self, number: usize, engine: &mut Engine) -> u32 {
        engine.begin();
        let Some(index) = self.index(number) else { return MISUSE };
        let mut answer = Object::begin(engine.parts(Section::Report).1);
        if let Some(at) = index.changes_at() {
            answer.text("changes_at", &at.text());
        }
        answer.end();
        OK
    }

    /// A page of a lens. `options` are JSON, a `PageQuery`; section `Report` holds a `LensPage`.
    pub fn page(
        &mut self,
        number: usize,
        options: Option<&str>,
        engine: &mut Engine,
        host: &dyn Host,
    ) -> u32 {
        let query = match asked(options, &PAGE_QUERY, engine, host) {
            Ok(query) => query,
            Err(status) => return status,
        };
        let Some(index) = self.index(number) else { return MISUSE };
        let name = read::member(&query, "lens").and_then(read::plain_text).unwrap_or_default();
        let lens = LENSES.iter().position(|known| *known == name).unwrap_or_default();
        let after = read::member(&query, "after").and_then(read::text);
        let limit =
            read::member(&query, "limit").and_then(|limit| core::str::from_utf8(limit).ok()?.parse().ok());
        let out = engine.parts(Section::Report).1;
        if index.write_page(lens, after.as_deref(), limit.unwrap_or(LENS_PAGE), out) { OK } else { MISUSE }
    }

    /// What the viewer is told of the head of a series: a `Classified` in section `Report`; the status is 0, and the section
    /// empty, if it is not there.
    pub fn head(&mut self, number: usize, series: Option<&str>, engine: &mut Engine) -> u32 {
        engine.begin();
        let (Some(index), Some(series)) = (self.index(number), series.and_then(Digest::parse)) else {
            return MISUSE;
        };
        if index.write_series(&series.bytes(), engine.parts(Section::Report).1) { OK } else { 0 }
    }

    fn index(&mut self, number: usize) -> Option<&mut LensIndex> {
        self.open.get_mut(number)?.as_deref_mut()
    }
}

fn put_one(
    index: &mut LensIndex,
    input: &[u8],
    line: u64,
    tally: &mut Tally,
    work: &mut Work,
    host: &dyn Host,
) {
    match head_of(input, Some(&index.workspace), work, host) {
        Ok((_, head)) => match index.put(head) {
            Put::Inserted => tally.inserted += 1,
            Put::Revised => tally.revised += 1,
            Put::Kept => tally.kept += 1,
        },
        Err(report) => match report.problems.into_iter().next() {
            Some(problem) if !matches!(problem.code, Code::NotInstrument | Code::Untyped) => {
                tally.refused += 1;
                if tally.problems.len() < MAX_PROBLEMS {
                    tally.problems.push((line, problem));
                }
            }
            _ => tally.passed_over += 1,
        },
    }
}

impl Tally {
    fn write(&self, out: &mut Vec<u8>) {
        let mut answer = Object::begin(out);
        for (name, count) in [
            ("inserted", self.inserted),
            ("revised", self.revised),
            ("kept", self.kept),
            ("passed_over", self.passed_over),
            ("refused", self.refused),
        ] {
            answer.number(name, count);
        }
        answer.list("problems", &self.problems, |(line, problem), out| {
            let mut entry = Object::begin(out);
            entry.number("line", *line);
            entry.text("code", problem.code.as_str());
            entry.text("at", &problem.at);
            entry.text("message", &problem.message());
            entry.end();
        });
        answer.end();
    }
}

fn changed(count: usize, engine: &mut Engine) -> u32 {
    let mut answer = Object::begin(engine.parts(Section::Report).1);
    answer.number("changed", count as u64);
    answer.end();
    OK
}

/// Length of the first line.
fn find_line_feed(rest: &[u8]) -> usize {
    rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())
}
