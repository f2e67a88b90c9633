//! An open array or object, and where the members of an object stand in the output.

use crate::digest::Digest;
use crate::schema::{List, Member, NodeType, Object};

/// What kind of container is open.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// A closed object of the schema.
    Object(&'static Object),
    /// A node of a tree.
    Node(&'static Object),
    /// The arguments of an action.
    Arguments,
    /// Any object.
    Map,
    /// A list of the schema.
    List(&'static List),
    /// The children of a node.
    Children,
    /// Any array.
    Array,
}

impl Shape {
    pub(super) fn is_object(self) -> bool {
        matches!(self, Shape::Object(_) | Shape::Node(_) | Shape::Arguments | Shape::Map)
    }
}

/// An open container.
pub(super) struct Frame {
    pub(super) shape: Shape,
    /// Offset of the container in the input.
    pub(super) at: u32,
    /// Offset of its bracket in the output.
    pub(super) out: u32,
    /// Its first segment.
    pub(super) segments: u32,
    /// Members or items so far.
    pub(super) count: u32,
    /// Input span of the current member's name, without quotes.
    pub(super) key: (u32, u32),
    /// Bits of the members that stood here.
    pub(super) seen: u32,
    /// Index of the current member in a closed object.
    pub(super) member: Option<usize>,
    /// Whether the members came in canonical order.
    pub(super) in_order: bool,
    /// What the values inside say to the rules of this one.
    pub(super) facts: u32,
    /// The type of a node, once it was read.
    pub(super) node: Option<NodeType>,
    /// Whether the last child was text.
    pub(super) after_text: bool,
    /// Length of the last list or of the children inside.
    pub(super) list_length: u32,
    /// Cells in each row of a table, once there was a row.
    pub(super) columns: Option<u32>,
    /// Children of a node.
    pub(super) children: u32,
    /// Whether the rows of a table differ in length.
    pub(super) ragged: bool,
}

impl Frame {
    pub(super) fn new(shape: Shape, at: usize, out: usize, segments: usize) -> Self {
        Frame {
            shape,
            at: at as u32,
            out: out as u32,
            segments: segments as u32,
            count: 0,
            key: (0, 0),
            seen: 0,
            member: None,
            in_order: true,
            facts: 0,
            node: None,
            after_text: false,
            list_length: 0,
            columns: None,
            children: 0,
            ragged: false,
        }
    }

    /// The schema's entry of the member that is being read.
    pub(super) fn current_member(&self) -> Option<&'static Member> {
        match self.shape {
            Shape::Object(object) | Shape::Node(object) => object.members.get(self.member?),
            _ => None,
        }
    }

    /// Takes over what the list of a node's children found.
    pub(super) fn children_closed(&mut self, list: &Frame) {
        self.children = list.count;
        self.columns = list.columns;
        self.ragged = list.ragged;
    }
}

/// One member of an open object in the output.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    /// Index in the schema; `None` for a member that is not in it.
    pub(super) member: Option<u8>,
    /// Output offset of the name's quote.
    pub(super) start: u32,
    /// Output offset behind the name's closing quote.
    pub(super) key_end: u32,
    /// Input offset of the name.
    pub(super) at: u32,
    /// How many problems there were before it.
    pub(super) problems: u32,
    /// Output offset of its end; known when the object closes.
    pub(super) end: u32,
}

impl Segment {
    pub(super) fn new(member: Option<u8>, start: usize, key_end: usize, at: usize, problems: u32) -> Self {
        Segment { member, start: start as u32, key_end: key_end as u32, at: at as u32, problems, end: 0 }
    }
}

/// Where a whole object stands in the output after the pass, with its members and its seal.
#[derive(Default)]
pub(crate) struct Kept {
    /// Output span, once the object was read.
    pub(crate) span: Option<(usize, usize)>,
    /// The digest that stood in it, taken out of the output.
    pub(crate) seal: Option<Digest>,
    /// Input offset of the member that held the digest.
    pub(crate) seal_from: usize,
    /// Output offset at which the seal belongs, a comma behind it.
    pub(crate) seal_at: usize,
    members: Vec<KeptMember>,
}

/// One member of a kept object.
struct KeptMember {
    name: &'static str,
    /// Output span of its value.
    start: usize,
    end: usize,
    /// Input offset of its name.
    at: usize,
}

impl Kept {
    pub(super) fn clear(&mut self) {
        self.span = None;
        self.seal = None;
        self.seal_from = 0;
        self.seal_at = 0;
        self.members.clear();
    }

    /// Remembers an object of which the canonical bytes stand at `start..end`.
    pub(super) fn keep(
        &mut self,
        start: usize,
        end: usize,
        object: &'static Object,
        segments: &[Segment],
        seal: Option<(Digest, u32)>,
    ) {
        self.span = Some((start, end));
        self.seal = seal.map(|(digest, _)| digest);
        self.seal_from = seal.map_or(0, |(_, from)| from as usize);
        self.seal_at = end - 1;
        let seal_index = object.seal.and_then(|name| object.index(name)).unwrap_or(usize::MAX);
        for segment in segments {
            let Some(index) = segment.member.map(usize::from) else { continue };
            let Some(member) = object.members.get(index) else { continue };
            if index > seal_index {
                self.seal_at = self.seal_at.min(segment.start as usize);
            }
            self.members.push(KeptMember {
                name: member.name,
                start: segment.start as usize + member.key.len(),
                end: segment.end as usize,
                at: segment.at as usize,
            });
        }
    }

    /// Canonical bytes of the whole object, without its seal.
    pub(crate) fn bytes<'o>(&self, out: &'o [u8]) -> Option<&'o [u8]> {
        let (start, end) = self.span?;
        out.get(start..end)
    }

    /// Canonical bytes of the member `name`.
    pub(crate) fn member<'o>(&self, name: &str, out: &'o [u8]) -> Option<&'o [u8]> {
        let member = self.find(name)?;
        out.get(member.start..member.end)
    }

    /// Offset of the member `name` in the input.
    pub(crate) fn offset(&self, name: &str) -> usize {
        self.find(name).map_or(0, |member| member.at)
    }

    fn find(&self, name: &str) -> Option<&KeptMember> {
        self.members.iter().find(|member| member.name == name)
    }
}
