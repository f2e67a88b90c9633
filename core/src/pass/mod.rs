//! The one pass over bytes: UTF-8, grammar, duplicate members, surrogates, numbers, depth and schema are checked
//! while the canonical bytes (RFC 8785) are written.
//!
//! The pass has two attitudes and accepts the same inputs in both: [`accepts`] stops at the first problem and only says
//! that there is one; [`problems`] goes on and describes each. Nothing here recurses on the input, and the buffers of
//! [`Work`] are reused, so reading an input that is in order allocates next to nothing.
//!
//! Most of an input is canonical already, so the output lags behind: what stands between [`Pass::copied`] and the
//! position is canonical and goes over in one piece, as soon as something that is not, or a rule that reads the output,
//! makes it.

mod frame;
mod members;
mod scalar;
mod sink;
mod string;
mod tree;
mod view;

pub(crate) use frame::Kept;
pub(crate) use sink::{Sink, Stop};
pub(crate) use string::{decode, interruptions, plain_run};
pub(crate) use view::{Fault, View};

use crate::host::Host;
use crate::problem::{Code, Problem, push_token};
use crate::profile::{MAX_DEPTH, MAX_NODE_DEPTH, MAX_NODES};
use crate::schema::{NODE, Type};
use frame::{Frame, Segment, Shape};

/// The result of a step: go on, or stop because the sink has heard enough.
pub(crate) type Step<T = ()> = Result<T, Stop>;

/// Buffers that a caller keeps between calls.
#[derive(Default)]
pub struct Work {
    /// Canonical bytes of what was read.
    pub(crate) out: Vec<u8>,
    /// The envelope that was read, if there was one.
    pub(crate) envelope: Kept,
    /// The projection that was read, if there was one.
    pub(crate) projection: Kept,
    /// The message that was read, if there was one.
    pub(crate) message: Kept,
    frames: Vec<Frame>,
    segments: Vec<Segment>,
    text: String,
    spare: Vec<u8>,
}

/// Where a problem is, seen from the value that is being read.
pub(crate) enum At<'n> {
    /// The value itself.
    Value,
    /// The object or list around it.
    Container,
    /// The name of a member that is being read: no pointer can name it, so the object is named.
    Name,
    /// A member of that object, by its name.
    Member(&'n str),
    /// A child of that node, by its place.
    Child(usize),
}

/// One run over one input.
pub(crate) struct Pass<'i, 'w> {
    text: &'i str,
    input: &'i [u8],
    position: usize,
    /// Up to here the input has gone to the output, or is left out of it.
    copied: usize,
    work: &'w mut Work,
    host: &'w dyn Host,
    nodes: u32,
    node_depth: u32,
    chosen: Option<usize>,
    sink: Sink,
}

/// Whether `input` is one value of type `ty` and nothing else. If so, `work.out` holds its canonical bytes.
pub(crate) fn accepts(input: &[u8], ty: Type, work: &mut Work, host: &dyn Host) -> bool {
    run(input, ty, work, host, Sink::default()).0.is_ok()
}

/// Describes everything that [`accepts`] refuses in `input`.
pub(crate) fn problems(input: &[u8], ty: Type, work: &mut Work, host: &dyn Host) -> Sink {
    run(input, ty, work, host, Sink { listens: true, ..Sink::default() }).1
}

fn run(input: &[u8], ty: Type, work: &mut Work, host: &dyn Host, mut sink: Sink) -> (Step, Sink) {
    work.clear();
    let text = match core::str::from_utf8(input) {
        Ok(text) => text,
        Err(error) => {
            if sink.listens && sink.wants(error.valid_up_to()) {
                sink.push(syntax_problem(error.valid_up_to(), "these bytes are not UTF-8"));
            }
            return (Err(Stop), sink);
        }
    };
    let mut pass =
        Pass { text, input, position: 0, copied: 0, work, host, nodes: 0, node_depth: 0, chosen: None, sink };
    let step = pass.document(ty);
    (step, pass.sink)
}

impl Work {
    fn clear(&mut self) {
        self.out.clear();
        self.frames.clear();
        self.segments.clear();
        self.envelope.clear();
        self.projection.clear();
        self.message.clear();
    }
}

fn syntax_problem(offset: usize, detail: &str) -> Problem {
    let problem = Problem::new(Code::JsonSyntax, "").with("detail", detail);
    Problem { offset, ..problem }
}

impl Pass<'_, '_> {
    fn document(&mut self, ty: Type) -> Step {
        self.space();
        self.value(ty)?;
        while let Some(frame) = self.work.frames.last() {
            if frame.shape.is_object() { self.member()? } else { self.item()? }
        }
        self.space();
        self.copy();
        if self.position == self.input.len() { Ok(()) } else { self.syntax("something follows the value") }
    }

    /// Puts what lies between `copied` and the position into the output.
    fn copy(&mut self) {
        let lagging = self.input.get(self.copied..self.position).unwrap_or_default();
        self.work.out.extend_from_slice(lagging);
        self.copied = self.position;
    }

    /// Length of the output with what is not copied yet.
    fn written(&self) -> usize {
        self.work.out.len() + (self.position - self.copied)
    }

    /// Reads a scalar, or opens a container for [`Pass::document`] to go on with.
    fn value(&mut self, ty: Type) -> Step {
        match self.peek() {
            Some(b'"') => self.string(ty),
            Some(b'{') => self.open_object(ty),
            Some(b'[') => self.open_list(ty),
            Some(b'-' | b'0'..=b'9') => self.number(ty),
            Some(b't') => self.literal("true", ty),
            Some(b'f') => self.literal("false", ty),
            Some(b'n') => self.literal("null", ty),
            Some(b'/') => self.syntax("comments are not part of JSON"),
            Some(b'\'') => self.syntax("strings take double quotes"),
            Some(0xEF) if self.position == 0 => self.syntax("no byte order mark may stand in front"),
            Some(b'N' | b'I') => self.syntax("NaN and Infinity are not part of JSON"),
            Some(_) => self.syntax("a value must stand here"),
            None => self.syntax("the input ends where a value must stand"),
        }
    }

    fn open_object(&mut self, ty: Type) -> Step {
        let shape = match ty {
            Type::Object(object) => Shape::Object(object),
            Type::Tree => self.open_node()?,
            Type::Arguments => Shape::Arguments,
            Type::Any => Shape::Map,
            _ => {
                self.wrong_type(ty, "an object")?;
                Shape::Map
            }
        };
        self.open(shape)
    }

    fn open_list(&mut self, ty: Type) -> Step {
        let shape = match ty {
            Type::List(list) => Shape::List(list),
            Type::Children => Shape::Children,
            Type::Any => Shape::Array,
            _ => {
                self.wrong_type(ty, "a list")?;
                Shape::Array
            }
        };
        self.open(shape)
    }

    fn open_node(&mut self) -> Step<Shape> {
        self.nodes += 1;
        if self.nodes == MAX_NODES + 1 {
            self.problem(At::Value, Code::TooManyNodes, |problem| problem.with("max", MAX_NODES as usize))?;
        }
        if self.node_depth >= MAX_NODE_DEPTH {
            self.problem(At::Value, Code::TreeTooDeep, |problem| {
                problem.with("max", MAX_NODE_DEPTH as usize)
            })?;
            return Ok(Shape::Map);
        }
        self.node_depth += 1;
        Ok(Shape::Node(&NODE))
    }

    fn open(&mut self, shape: Shape) -> Step {
        if self.work.frames.len() >= MAX_DEPTH {
            self.problem(At::Value, Code::JsonTooDeep, |problem| problem.with("max", MAX_DEPTH))?;
            return Err(Stop);
        }
        let frame = Frame::new(shape, self.position, self.written(), self.work.segments.len());
        self.work.frames.push(frame);
        self.position += 1;
        Ok(())
    }

    /// Reads the next item of the list on top, or closes it.
    fn item(&mut self) -> Step {
        self.space();
        let Some(frame) = self.work.frames.last_mut() else { return Ok(()) };
        let (shape, count) = (frame.shape, frame.count);
        match self.input.get(self.position) {
            Some(b']') => return self.close_list(),
            Some(b',') if count > 0 => self.position += 1,
            None => return self.syntax("the input ends inside a list"),
            Some(_) if count > 0 => return self.syntax("a comma or `]` must stand here"),
            Some(_) => {}
        }
        frame.count += 1;
        self.space();
        match shape {
            Shape::List(list) => {
                if count as usize == list.max {
                    let max = list.max;
                    self.problem(At::Container, Code::TooLong, |p| p.with("max", max).with("unit", "items"))?;
                }
                self.value(list.items)
            }
            Shape::Children => self.value(Type::Tree),
            _ => self.value(Type::Any),
        }
    }

    fn close_list(&mut self) -> Step {
        let Some(frame) = self.work.frames.last() else { return Ok(()) };
        let (shape, count, facts) = (frame.shape, frame.count, frame.facts);
        if let Shape::List(list) = shape
            && (count as usize) < list.min
        {
            let min = list.min;
            self.problem(At::Container, Code::TooShort, |p| p.with("min", min).with("unit", "items"))?;
        }
        self.position += 1;
        let closed = self.work.frames.pop();
        if let (Some(parent), Some(closed)) = (self.work.frames.last_mut(), closed) {
            parent.facts |= facts;
            match shape {
                Shape::Children => parent.children_closed(&closed),
                Shape::List(_) => parent.list_length = count,
                _ => {}
            }
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.input.get(self.position).copied()
    }

    fn space(&mut self) {
        if self.peek().is_some_and(|byte| byte <= b' ') {
            self.copy();
            while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
                self.position += 1;
            }
            self.copied = self.position;
        }
    }

    /// Reports a fault of grammar at the current byte; no pass goes on after one.
    #[cold]
    #[inline(never)]
    fn syntax<T>(&mut self, detail: &str) -> Step<T> {
        if self.sink.listens && self.sink.wants(self.position) {
            self.sink.push(syntax_problem(self.position, detail));
        }
        Err(Stop)
    }

    fn wrong_type(&mut self, expected: Type, found: &'static str) -> Step {
        self.problem(At::Value, Code::WrongType, |mut problem| {
            if found == "null" {
                problem.hint = Some("leave it out".to_owned());
            }
            problem.with("expected", expected.noun()).with("found", found)
        })
    }

    /// Reports a problem where the pass stands. `describe` runs only when somebody listens.
    #[cold]
    #[inline(never)]
    fn problem(&mut self, at: At<'_>, code: Code, describe: impl FnOnce(Problem) -> Problem) -> Step {
        if !self.sink.listens {
            return Err(Stop);
        }
        let frames = &self.work.frames;
        let offset = match at {
            At::Container => frames.last().map_or(0, |frame| frame.at as usize),
            At::Value | At::Member(_) | At::Child(_) | At::Name => self.position,
        };
        if self.sink.wants(offset) {
            self.sink.push(describe(begin_problem(frames, self.text, offset, at, code)));
        }
        Ok(())
    }
}

/// A problem with its place and its rule.
#[inline(never)]
fn begin_problem(frames: &[Frame], input: &str, offset: usize, at: At<'_>, code: Code) -> Problem {
    let problem = Problem::new(code, pointer(frames, input, at));
    let rule = rule_of(frames).filter(|_| code.is_general()).unwrap_or(problem.rule);
    Problem { offset, rule, ..problem }
}

/// The rule of the member that is being read.
fn rule_of(frames: &[Frame]) -> Option<&'static str> {
    frames.iter().rev().find_map(|frame| frame.current_member().map(|member| member.rule))
}

fn pointer(frames: &[Frame], input: &str, at: At<'_>) -> String {
    let inner = match at {
        At::Value => frames.len(),
        At::Container | At::Member(_) | At::Child(_) | At::Name => frames.len().saturating_sub(1),
    };
    let mut pointer = String::new();
    for frame in frames.iter().take(inner) {
        if frame.shape.is_object() {
            let mut name = String::new();
            decode(input.get(frame.key.0 as usize..frame.key.1 as usize).unwrap_or(""), &mut name);
            push_token(&mut pointer, &name);
        } else {
            push_token(&mut pointer, &frame.count.saturating_sub(1).to_string());
        }
    }
    match at {
        At::Member(name) => push_token(&mut pointer, name),
        At::Child(index) => {
            push_token(&mut pointer, "children");
            push_token(&mut pointer, &index.to_string());
        }
        At::Container | At::Name | At::Value => {}
    }
    pointer
}
