//! Nodes of a PubMark tree, judged when they close: only then is the type known, which may stand behind the children.

use super::frame::Shape;
use super::{At, Pass, Step, Stop};
use crate::canonical::read;
use crate::problem::{Code, Problem};
use crate::pubmark::shown::{Deception, deception, visible_text};
use crate::schema::{NODE_TYPES, NodeRule, NodeType, Object, member_bit};

/// Bits of a frame's facts beyond the node types of the children.
const HOLDS_LINK: u32 = 1 << 31;
const ADJACENT_TEXT: u32 = 1 << 30;
const EMPTY_VALUE: u32 = 1 << 29;
const TYPES: u32 = EMPTY_VALUE - 1;

impl Pass<'_, '_> {
    /// Remembers of the member just read what the rules of the node on top ask for: its type, and an empty text.
    pub(super) fn note_node_member(&mut self) {
        let written = self.written();
        let (Some(frame), Some(segment)) = (self.work.frames.last_mut(), self.work.segments.last()) else {
            return;
        };
        match segment.member.map_or(0, |index| 1 << index) {
            member_bit::TYPE => {
                let rule = self.chosen.and_then(|index| NODE_TYPES.get(index));
                frame.node = rule.map(|rule| rule.ty).or(frame.node);
            }
            member_bit::VALUE => {
                let is_empty = written == segment.key_end as usize + "\"\":".len();
                if is_empty && self.input.get(self.position - 1) == Some(&b'"') {
                    frame.facts |= EMPTY_VALUE;
                }
            }
            _ => {}
        }
    }

    pub(super) fn close_node(&mut self, object: &'static Object) -> Step {
        let Some(frame) = self.work.frames.last() else { return Ok(()) };
        let (seen, facts, node) = (frame.seen, frame.facts, frame.node);
        let rule = node.and_then(|ty| NODE_TYPES.get(ty as usize));
        let problems = self.sink.total;
        match rule {
            Some(rule) => {
                self.node_members(object, rule, seen)?;
                self.node_children(object, rule, facts)?;
                self.node_normal_form(object, rule, problems)?;
            }
            None => self.missing(object, member_bit::TYPE & !seen)?,
        }
        let children = self.work.frames.last().map_or(0, |frame| frame.children);
        self.node_depth -= 1;
        self.finish_known(object);
        self.join_parent(rule, facts, children)
    }

    fn node_members(&mut self, object: &'static Object, rule: &'static NodeRule, seen: u32) -> Step {
        self.missing(object, rule.required & !seen)?;
        let foreign = seen & !(rule.required | rule.optional);
        if foreign == 0 {
            return Ok(());
        }
        for (index, member) in object.members.iter().enumerate() {
            if foreign >> index & 1 == 1 {
                self.member_problem(object, member.name, Code::UnknownMember, |p| {
                    p.with("name", member.name)
                })?;
            }
        }
        Ok(())
    }

    fn node_children(&mut self, object: &'static Object, rule: &'static NodeRule, facts: u32) -> Step {
        let foreign = facts & TYPES & !rule.children;
        if foreign != 0 {
            self.foreign_children(object, rule)?;
        }
        if rule.ty == NodeType::Link && facts & HOLDS_LINK != 0 && foreign == 0 {
            let describe = |problem: Problem| problem.with("parent", rule.name).with("child", "another link");
            self.problem(At::Container, Code::NodeNotAllowed, describe)?;
        }
        if rule.ty == NodeType::Link {
            self.deceptive_link(object)?;
        }
        if facts & ADJACENT_TEXT != 0 {
            self.not_normal("two `text` nodes stand side by side")?;
        }
        Ok(())
    }

    /// Reports each child that this node cannot hold.
    #[cold]
    fn foreign_children(&mut self, object: &'static Object, rule: &'static NodeRule) -> Step {
        if !self.sink.listens {
            return Err(Stop);
        }
        let foreign =
            |name: &str| NODE_TYPES.iter().find(|ty| ty.name == name && ty.ty.bit() & rule.children == 0);
        self.copy();
        let children = read::items(self.view(object, 0).raw("children").unwrap_or_default());
        let types =
            children.map(|node| read::member(node, "type").and_then(read::plain_text).and_then(foreign));
        for (index, child) in types.collect::<Vec<_>>().into_iter().enumerate() {
            let Some(child) = child else { continue };
            let shown = format!("a `{}`", child.name);
            self.problem(At::Child(index), Code::NodeNotAllowed, |problem| {
                problem.with("parent", rule.name).with("child", shown.as_str())
            })?;
        }
        Ok(())
    }

    /// A link may not show the address of another host (URL-003).
    fn deceptive_link(&mut self, object: &'static Object) -> Step {
        self.copy();
        let view = self.view(object, 0);
        let text = visible_text(view.raw("children").unwrap_or_default());
        let url = view.raw("url").and_then(read::plain_text).unwrap_or_default().to_owned();
        let Some(Deception { shown, host }) = deception(&text, &url) else { return Ok(()) };
        self.problem(At::Container, Code::DeceptiveLink, |p| {
            p.with("shown", shown.as_str()).with("host", host)
        })
    }

    /// The parts of normal form that concern one node and its own members (TREE-004).
    fn node_normal_form(&mut self, object: &'static Object, rule: &'static NodeRule, problems: u32) -> Step {
        let Some(frame) = self.work.frames.last() else { return Ok(()) };
        match rule.ty {
            NodeType::Text if frame.facts & EMPTY_VALUE != 0 => self.not_normal("a `text` node is empty"),
            NodeType::List => {
                let count = frame.children;
                let has_start = frame.seen & member_bit::START != 0;
                if count == 0 {
                    self.not_normal("a list has no item")?;
                }
                if has_start && self.start_is_idle(object, problems) {
                    self.not_normal("`start` stands only on a numbered list that does not begin at 1")?;
                }
                Ok(())
            }
            NodeType::Table => {
                let (count, width, ragged) = (frame.columns, frame.list_length, frame.ragged);
                let has_align = frame.seen & member_bit::ALIGN != 0;
                if count.is_none() {
                    self.not_normal("a table has no row")
                } else if ragged
                    || (count != Some(width) && has_align && self.is_right(object, "align", problems))
                {
                    self.not_normal("each row of a table has one cell for each entry of `align`")
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }

    fn start_is_idle(&mut self, object: &'static Object, problems: u32) -> bool {
        self.copy();
        let view = self.view(object, problems);
        let start = view.integer("start");
        start == Some(1) || (start.is_some() && view.value("ordered") == Some(b"false"))
    }

    fn is_right(&mut self, object: &'static Object, name: &str, problems: u32) -> bool {
        self.copy();
        self.view(object, problems).value(name).is_some()
    }

    fn not_normal(&mut self, detail: &str) -> Step {
        self.problem(At::Container, Code::NotNormal, |problem| problem.with("detail", detail))
    }

    /// Tells the list of children, or the projection, what kind of node has closed.
    fn join_parent(&mut self, rule: Option<&'static NodeRule>, facts: u32, children: u32) -> Step {
        let is_root = rule.is_some_and(|rule| rule.ty == NodeType::Root);
        let parent = self.work.frames.last_mut().filter(|parent| matches!(parent.shape, Shape::Children));
        let Some(parent) = parent else {
            return if is_root || rule.is_none() { Ok(()) } else { self.not_a_root() };
        };
        parent.after_text &= rule.is_some();
        let Some(rule) = rule else { return Ok(()) };
        let is_text = rule.ty == NodeType::Text;
        parent.facts |= rule.ty.bit() | (facts & HOLDS_LINK);
        if rule.ty == NodeType::Link {
            parent.facts |= HOLDS_LINK;
        }
        if is_text && parent.after_text {
            parent.facts |= ADJACENT_TEXT;
        }
        parent.after_text = is_text;
        if rule.ty == NodeType::TableRow {
            parent.ragged |= parent.columns.is_some_and(|columns| columns != children);
            parent.columns = Some(children);
        }
        Ok(())
    }

    fn not_a_root(&mut self) -> Step {
        let describe =
            |problem: Problem| problem.with("parent", "tree").with("child", "this node; its top is a `root`");
        self.problem(At::Value, Code::NodeNotAllowed, describe)
    }
}
