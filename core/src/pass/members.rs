//! Members of objects: names looked up in the schema, duplicates refused, canonical order restored at the closing
//! brace.

use core::cmp::Ordering;

use super::frame::{Segment, Shape};
use super::string::{Quoted, Role};
use super::view::View;
use super::{At, Fault, Pass, Step, plain_run};
use crate::canonical::compare_names;
use crate::digest::Digest;
use crate::envelope::rules::Rule;
use crate::problem::{Code, Problem, near_miss};
use crate::profile::MAX_ARGUMENTS;
use crate::schema::{Keep, Key, Object, Type};
use crate::text;

impl Pass<'_, '_> {
    /// Reads the next member of the object on top, or closes it.
    pub(super) fn member(&mut self) -> Step {
        self.space();
        let Some(frame) = self.work.frames.last() else { return Ok(()) };
        let (shape, first) = (frame.shape, frame.count == 0);
        match self.peek() {
            Some(b'}') => {
                self.close_object(shape)?;
                self.position += 1;
                return Ok(());
            }
            Some(b',') if !first => {
                self.position += 1;
                self.space();
                if self.peek() != Some(b'"') {
                    return self.syntax("a member name in double quotes must follow the comma");
                }
            }
            Some(b'"') if first => {}
            None => return self.syntax("the input ends inside an object"),
            Some(_) if first => return self.syntax("a member name in double quotes or `}` must stand here"),
            Some(_) => return self.syntax("a comma or `}` must stand here"),
        }
        match shape {
            Shape::Object(object) => self.known_member(object),
            Shape::Node(object) => {
                self.known_member(object)?;
                self.note_node_member();
                Ok(())
            }
            _ => self.free_member(shape, first),
        }
    }

    /// Reads a member of a closed object. Names are mostly those that the schema has next.
    fn known_member(&mut self, object: &'static Object) -> Step {
        let at = self.position;
        let start = self.written();
        let next = self.work.frames.last().and_then(|frame| frame.member).map_or(0, |member| member + 1);
        let here = Key::words_of(self.input.get(at..).unwrap_or_default());
        let foreseen = object.find(&here, next);
        let (index, name, key_end) = match foreseen {
            Some((index, member)) => {
                self.position = at + member.key.len();
                (Some(index), (at + 1, self.position - 2), self.written() - 1)
            }
            None => {
                let name = self.quoted(Role::Name)?;
                let key_end = self.written();
                self.colon()?;
                (self.name_of(name, |name| object.index(name)), (name.start, name.end), key_end)
            }
        };
        self.space();
        let problems = self.sink.total;
        let Some(frame) = self.work.frames.last_mut() else { return Ok(()) };
        frame.count += 1;
        frame.key = (name.0 as u32, name.1 as u32);
        let duplicate = index.is_some_and(|index| frame.seen >> index & 1 == 1);
        let known = index.filter(|_| !duplicate);
        if let Some(index) = known {
            frame.in_order &= frame.seen >> index == 0;
            frame.seen |= 1 << index;
        }
        frame.member = known.or(frame.member);
        if duplicate {
            self.duplicate(at, name)?;
        } else if index.is_none() && !object.open {
            self.unknown_member(object, at, name)?;
        }
        let member = known.and_then(|index| object.members.get(index));
        self.work.segments.push(Segment::new(known.map(|index| index as u8), start, key_end, at, problems));
        self.chosen = None;
        self.value(member.map_or(Type::Any, |member| member.ty))
    }

    /// Reads a member of an open map.
    fn free_member(&mut self, shape: Shape, first: bool) -> Step {
        let at = self.position;
        let start = self.written();
        let name = self.quoted(Role::Name)?;
        let key_end = self.written();
        let in_order = first
            || self.work.segments.last().is_some_and(|previous| {
                let previous = self.written_bytes(previous.start as usize, previous.key_end as usize);
                compare_names(previous, self.written_bytes(start, key_end)) == Ordering::Less
            });
        let problems = self.sink.total;
        self.work.segments.push(Segment::new(None, start, key_end, at, problems));
        let mut too_many = false;
        if let Some(frame) = self.work.frames.last_mut() {
            frame.in_order &= in_order;
            frame.count += 1;
            frame.key = (name.start as u32, name.end as u32);
            too_many = frame.count as usize == MAX_ARGUMENTS + 1;
        }
        if matches!(shape, Shape::Arguments) {
            if too_many {
                let max = MAX_ARGUMENTS;
                self.problem(At::Container, Code::TooLong, |p| p.with("max", max).with("unit", "members"))?;
            }
            self.argument_name(at, name)?;
        }
        self.colon()?;
        self.space();
        self.value(if matches!(shape, Shape::Arguments) { Type::Scalar } else { Type::Any })
    }

    fn argument_name(&mut self, at: usize, name: Quoted) -> Step {
        let code = self.name_of(name, |name| match name {
            "__proto__" | "constructor" | "prototype" => Some(Code::MemberName),
            name if text::token_ok(name) => None,
            name if name.contains('\0') => Some(Code::JsonNul),
            _ => Some(Code::BadFormat),
        });
        let Some(code) = code else { return Ok(()) };
        let shown = self.owned_name((name.start, name.end));
        self.problem_at(at, At::Value, code, |p| p.with("name", shown.as_str()).with("expected", "a token"))
    }

    fn colon(&mut self) -> Step {
        self.space();
        if self.peek() != Some(b':') {
            return self.syntax("a colon must follow the member name");
        }
        self.position += 1;
        Ok(())
    }

    fn duplicate(&mut self, at: usize, name: (usize, usize)) -> Step {
        let shown = self.owned_name(name);
        self.problem_at(at, At::Value, Code::JsonDuplicateKey, |problem| problem.with("name", shown.as_str()))
    }

    fn unknown_member(&mut self, object: &'static Object, at: usize, name: (usize, usize)) -> Step {
        let shown = self.owned_name(name);
        let refused = object.refused.iter().find(|(known, _)| *known == shown).map(|(_, code)| *code);
        self.problem_at(at, At::Value, refused.unwrap_or(Code::UnknownMember), |mut problem| {
            if refused.is_none() {
                problem.hint = near_miss(&shown, object.members.iter().map(|member| member.name));
            }
            problem.with("name", shown.as_str())
        })
    }

    /// Reports with the offset of a name that was already read.
    fn problem_at(
        &mut self,
        offset: usize,
        at: At<'_>,
        code: Code,
        describe: impl FnOnce(Problem) -> Problem,
    ) -> Step {
        let position = core::mem::replace(&mut self.position, offset);
        let step = self.problem(at, code, describe);
        self.position = position;
        step
    }

    fn name_of<T>(&self, name: Quoted, look: impl FnOnce(&str) -> T) -> T {
        if name.escaped {
            look(&self.work.text)
        } else {
            look(self.text.get(name.start..name.end).unwrap_or_default())
        }
    }

    fn owned_name(&self, name: (usize, usize)) -> String {
        let mut text = String::new();
        super::decode(self.text.get(name.0..name.1).unwrap_or_default(), &mut text);
        text
    }

    fn close_object(&mut self, shape: Shape) -> Step {
        match shape {
            Shape::Object(object) => self.close_known(object),
            Shape::Node(object) => self.close_node(object),
            _ => self.close_free(),
        }
    }

    fn close_known(&mut self, object: &'static Object) -> Step {
        let Some(frame) = self.work.frames.last() else { return Ok(()) };
        let (seen, facts, from) = (frame.seen, frame.facts, frame.segments as usize);
        let problems = self.sink.total;
        self.missing(object, object.members.required() & !seen)?;
        if object.open || self.sink.listens {
            self.copy();
            let passed_over = self.work.segments.iter().skip(from).filter(|segment| segment.member.is_none());
            let mut passed_over: Vec<Segment> = passed_over.copied().collect();
            let twice = sort_names(&mut passed_over, &self.work.out);
            self.duplicates(twice)?;
        }
        if object.rule == Rule::None {
            self.finish_known(object);
            return Ok(());
        }
        self.copy();
        let mut faults = Vec::new();
        let facts = object.rule.check(&self.view(object, problems), facts, &mut faults);
        for fault in faults {
            self.rule_fault(object, fault)?;
        }
        self.finish_known(object);
        if let Some(parent) = self.work.frames.last_mut() {
            parent.facts |= facts;
        }
        Ok(())
    }

    pub(super) fn missing(&mut self, object: &'static Object, missing: u32) -> Step {
        if missing == 0 {
            return Ok(());
        }
        for (index, member) in object.members.iter().enumerate() {
            if missing >> index & 1 == 1 {
                self.member_problem(object, member.name, object.missing, |p| p.with("name", member.name))?;
            }
        }
        Ok(())
    }

    fn rule_fault(&mut self, object: &'static Object, fault: Fault) -> Step {
        let at = fault.member;
        self.member_problem(object, at, fault.code, |mut problem| {
            problem.params = fault.params;
            problem
        })
    }

    /// Reports a problem of a member of the object that is closing, at the member's place if it is there.
    pub(super) fn member_problem(
        &mut self,
        object: &'static Object,
        name: &'static str,
        code: Code,
        describe: impl FnOnce(Problem) -> Problem,
    ) -> Step {
        let Some(frame) = self.work.frames.last() else { return Ok(()) };
        let index = object.index(name).map(|index| index as u8);
        let place = self
            .work
            .segments
            .iter()
            .skip(frame.segments as usize)
            .find(|s| index.is_some() && s.member == index);
        let offset = place.map_or(frame.at, |segment| segment.at) as usize;
        let rule = object.members.iter().find(|member| member.name == name).map(|member| member.rule);
        self.problem_at(offset, At::Member(name), code, |mut problem| {
            problem.rule = rule.filter(|_| code.is_general()).unwrap_or(problem.rule);
            describe(problem)
        })
    }

    /// Bytes of the output, copied or not. A name is one or the other as a whole.
    fn written_bytes(&self, start: usize, end: usize) -> &[u8] {
        let copied = self.work.out.len();
        let bytes = if start < copied {
            self.work.out.get(start..end)
        } else {
            self.input.get(self.copied + (start - copied)..self.copied + (end - copied))
        };
        bytes.unwrap_or_default()
    }

    /// The members of the object on top, which must be copied. `problems` is how many there were when its last member had been read.
    pub(super) fn view(&self, object: &'static Object, problems: u32) -> View<'_> {
        let from = self.work.frames.last().map_or(0, |frame| frame.segments as usize);
        View {
            object,
            segments: self.work.segments.get(from..).unwrap_or_default(),
            out: &self.work.out,
            problems,
        }
    }

    /// Restores canonical order, takes the seal out, and remembers where the object stands.
    pub(super) fn finish_known(&mut self, object: &'static Object) {
        let Some(frame) = self.work.frames.pop() else { return };
        let from = frame.segments as usize;
        let out_of_order = !frame.in_order && !object.open;
        if out_of_order || object.kept != Keep::Nothing {
            self.copy();
            let work = &mut *self.work;
            let kept = match object.kept {
                Keep::Envelope => Some(&mut work.envelope),
                Keep::Message => Some(&mut work.message),
                Keep::Projection => Some(&mut work.projection),
                Keep::Nothing => None,
            };
            let segments = work.segments.get_mut(from..).unwrap_or_default();
            set_ends(segments, work.out.len());
            let mut seal = None;
            if out_of_order || object.seal.is_some() {
                seal = rebuild(segments, &mut work.out, &mut work.spare, frame.out as usize, object);
            }
            if let Some(kept) = kept {
                kept.keep(frame.out as usize, work.out.len() + 1, object, segments, seal);
            }
        }
        self.work.segments.truncate(from);
    }

    /// Closes an open map: sorts its members by UTF-16 code units and refuses duplicates (RFC 8785 section 3.2.3).
    fn close_free(&mut self) -> Step {
        let Some(frame) = self.work.frames.last() else { return Ok(()) };
        let (from, start, in_order) = (frame.segments as usize, frame.out as usize, frame.in_order);
        if !in_order {
            self.copy();
            let work = &mut *self.work;
            let out = work.out.as_slice();
            let segments = work.segments.get_mut(from..).unwrap_or_default();
            set_ends(segments, out.len());
            let twice = sort_names(segments, out);
            work.spare.clear();
            for segment in segments.iter() {
                work.spare.push(if work.spare.is_empty() { b'{' } else { b',' });
                work.spare.extend_from_slice(
                    out.get(segment.start as usize..segment.end as usize).unwrap_or_default(),
                );
            }
            work.out.truncate(start);
            work.out.extend_from_slice(&work.spare);
            self.duplicates(twice)?;
        }
        self.work.segments.truncate(from);
        self.work.frames.pop();
        Ok(())
    }

    /// Reports names of the object on top that stand there a second time, by the input offsets of their quotes.
    fn duplicates(&mut self, twice: Vec<usize>) -> Step {
        for at in twice {
            let name = self.name_at(at);
            if let Some(frame) = self.work.frames.last_mut() {
                frame.key = (name.0 as u32, name.1 as u32);
            }
            self.duplicate(at, name)?;
        }
        Ok(())
    }

    /// The span of the name whose opening quote is at `at`, once it is known to be well formed.
    fn name_at(&self, at: usize) -> (usize, usize) {
        let mut end = at + 1;
        loop {
            let rest = self.input.get(end..).unwrap_or_default();
            end += plain_run(rest);
            if self.input.get(end) != Some(&b'\\') {
                return (at + 1, end);
            }
            end += 2;
        }
    }
}

/// A name with its quotes.
fn key(out: &[u8], segment: Segment) -> &[u8] {
    out.get(segment.start as usize..segment.key_end as usize).unwrap_or_default()
}

/// Sorts members by their names and returns the input offsets of those whose name stood before.
fn sort_names(segments: &mut [Segment], out: &[u8]) -> Vec<usize> {
    segments.sort_unstable_by(|a, b| compare_names(key(out, *a), key(out, *b)).then(a.at.cmp(&b.at)));
    let pairs = segments.iter().zip(segments.iter().skip(1));
    pairs.filter(|(a, b)| key(out, **a) == key(out, **b)).map(|(_, b)| b.at as usize).collect()
}

/// Notes where each member ends, which is only known while they stand in input order.
fn set_ends(segments: &mut [Segment], end: usize) {
    let mut end = end as u32;
    for segment in segments.iter_mut().rev() {
        segment.end = end;
        end = segment.start.saturating_sub(1);
    }
}

/// Writes the members of a closed object again in canonical order, without the seal: its digest and its
/// place in the input are returned.
fn rebuild(
    segments: &mut [Segment],
    out: &mut Vec<u8>,
    spare: &mut Vec<u8>,
    start: usize,
    object: &'static Object,
) -> Option<(Digest, u32)> {
    let seal = object.seal.and_then(|name| object.index(name));
    let mut places = [0u32; MAX_MEMBERS];
    let mut left = 0u32;
    for (place, segment) in segments.iter().enumerate() {
        let Some(member) = segment.member else { continue };
        if let Some(slot) = places.get_mut(usize::from(member)) {
            *slot = place as u32;
            left |= 1 << member;
        }
    }
    let mut digest = None;
    spare.clear();
    while left != 0 {
        let index = left.trailing_zeros() as usize;
        left &= left - 1;
        let place = places.get(index).copied().unwrap_or_default();
        let Some(segment) = segments.get_mut(place as usize) else { continue };
        let bytes = out.get(segment.start as usize..segment.end as usize).unwrap_or_default();
        if seal == Some(index) {
            digest = Digest::find(bytes).map(|digest| (digest, segment.at));
            segment.member = None;
            continue;
        }
        spare.push(if spare.is_empty() { b'{' } else { b',' });
        segment.start = (start + spare.len()) as u32;
        spare.extend_from_slice(bytes);
        segment.end = (start + spare.len()) as u32;
    }
    if spare.is_empty() {
        spare.push(b'{');
    }
    out.truncate(start);
    out.extend_from_slice(spare);
    digest
}

/// Most members of a closed object; their bits fit a mask.
const MAX_MEMBERS: usize = 32;
