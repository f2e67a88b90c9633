//! The nodes of a PubMark tree (TREE): mdast's names and fields, and one node of our own.

use super::envelope::member;
use super::{Choice, Form, Keep, List, Member, Members, Object, Text, Type};
use crate::envelope::rules::Rule;
use crate::problem::Code;
use crate::profile as p;

impl NodeType {
    /// The bit that stands for this type in a mask.
    pub const fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// What a node of one type holds.
#[derive(Debug)]
pub struct NodeRule {
    /// The type.
    pub ty: NodeType,
    /// Its name on the wire.
    pub name: &'static str,
    /// Bits of the node types that it may hold.
    pub children: u32,
    /// Bits of the members that it must have, beside `type`.
    pub required: u32,
    /// Bits of the members that it may have.
    pub optional: u32,
}

const fn mask(types: &[NodeType]) -> u32 {
    let mut rest = types;
    let mut bits = 0;
    while let [first, tail @ ..] = rest {
        bits |= first.bit();
        rest = tail;
    }
    bits
}

/// What stands in a line of text.
const INLINE: u32 = mask(&[
    NodeType::Text,
    NodeType::Emphasis,
    NodeType::Strong,
    NodeType::Delete,
    NodeType::InlineCode,
    NodeType::Break,
    NodeType::Link,
    NodeType::Image,
]);
const BLOCK: u32 = mask(&[
    NodeType::Paragraph,
    NodeType::Heading,
    NodeType::Code,
    NodeType::ThematicBreak,
    NodeType::Blockquote,
    NodeType::List,
    NodeType::Table,
    NodeType::Callout,
]);

/// Bits of members, by their place in [`NODE`].
pub mod member_bit {
    /// `align`
    pub const ALIGN: u32 = 1;
    /// `alt`
    pub const ALT: u32 = 1 << 1;
    /// `checked`
    pub const CHECKED: u32 = 1 << 2;
    /// `children`
    pub const CHILDREN: u32 = 1 << 3;
    /// `depth`
    pub const DEPTH: u32 = 1 << 4;
    /// `lang`
    pub const LANG: u32 = 1 << 5;
    /// `ordered`
    pub const ORDERED: u32 = 1 << 6;
    /// `spread`
    pub const SPREAD: u32 = 1 << 7;
    /// `start`
    pub const START: u32 = 1 << 8;
    /// `title`
    pub const TITLE: u32 = 1 << 9;
    /// `tone`
    pub const TONE: u32 = 1 << 10;
    /// `type`
    pub const TYPE: u32 = 1 << 11;
    /// `url`
    pub const URL: u32 = 1 << 12;
    /// `value`
    pub const VALUE: u32 = 1 << 13;
}
use member_bit::*;

macro_rules! nodes {
    ($($variant:ident $name:literal { holds: $holds:expr, has: $has:expr, may_have: $may_have:expr })*) => {
        /// A node type, in the order of [`NODE_TYPES`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum NodeType {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        /// Every node type: what it holds, and its members (TREE-001, TREE-002).
        pub static NODE_TYPES: &[NodeRule] = &[$(NodeRule {
            ty: NodeType::$variant,
            name: $name,
            children: $holds,
            required: $has | TYPE,
            optional: $may_have,
        },)*];

        static TYPE_CHOICE: Choice =
            Choice { name: "NodeType", values: &[$($name,)*], code: Code::UnknownNode };

        /// What an instrument may require of a renderer (INS-005).
        pub(super) static CAPABILITIES: Choice = Choice {
            name: "Capability",
            values: &[
                "actions",
                "audit",
                "history",
                "layout:status",
                "layout:timeline",
                "layout:comparison",
                "layout:command_center",
                "layout:artifact",
                "layout:document",
                $(concat!("node:", $name),)*
            ],
            code: Code::UnknownValue,
        };
    };
}

nodes! {
    Root "root" { holds: BLOCK, has: CHILDREN, may_have: 0 }
    Paragraph "paragraph" { holds: INLINE, has: CHILDREN, may_have: 0 }
    Heading "heading" { holds: INLINE, has: CHILDREN | DEPTH, may_have: 0 }
    Text "text" { holds: 0, has: VALUE, may_have: 0 }
    Emphasis "emphasis" { holds: INLINE, has: CHILDREN, may_have: 0 }
    Strong "strong" { holds: INLINE, has: CHILDREN, may_have: 0 }
    Delete "delete" { holds: INLINE, has: CHILDREN, may_have: 0 }
    InlineCode "inlineCode" { holds: 0, has: VALUE, may_have: 0 }
    Code "code" { holds: 0, has: VALUE, may_have: LANG }
    Break "break" { holds: 0, has: 0, may_have: 0 }
    ThematicBreak "thematicBreak" { holds: 0, has: 0, may_have: 0 }
    Blockquote "blockquote" { holds: BLOCK, has: CHILDREN, may_have: 0 }
    List "list" { holds: NodeType::ListItem.bit(), has: CHILDREN | ORDERED | SPREAD, may_have: START }
    ListItem "listItem" { holds: BLOCK, has: CHILDREN | SPREAD, may_have: CHECKED }
    Table "table" { holds: NodeType::TableRow.bit(), has: CHILDREN | ALIGN, may_have: 0 }
    TableRow "tableRow" { holds: NodeType::TableCell.bit(), has: CHILDREN, may_have: 0 }
    TableCell "tableCell" { holds: INLINE, has: CHILDREN, may_have: 0 }
    Link "link" { holds: INLINE & !NodeType::Link.bit(), has: CHILDREN | URL, may_have: TITLE }
    Image "image" { holds: 0, has: ALT | URL, may_have: TITLE }
    Callout "callout" { holds: BLOCK, has: CHILDREN | TONE, may_have: 0 }
}

const fn text(min: usize) -> Text {
    Text { form: Form::Tree, min, max: usize::MAX, bytes: false, blank: false }
}
static MAYBE_EMPTY: Text = text(0);
static NOT_EMPTY: Text = text(1);
static STRICT_URL: Text = Text { form: Form::Url, min: 0, max: usize::MAX, bytes: false, blank: false };

/// Every member that some node has; which node has which is in [`NODE_TYPES`].
pub static NODE: Object = Object {
    name: "Node",
    #[cfg(feature = "generate")]
    doc: "A node of a PubMark tree.",
    members: Members::of(&[
        member!(
            "align",
            Type::List(&List { items: Type::Choice(&ALIGNMENT), min: 1, max: p::MAX_COLUMNS }),
            false,
            "TREE-004",
            "Alignment of each column."
        ),
        member!("alt", Type::Text(&MAYBE_EMPTY), false, "TREE-001", "Text in place of the image."),
        member!("checked", Type::Boolean, false, "TREE-001", "Whether a task is done."),
        member!("children", Type::Children, false, "TREE-002", "The nodes inside."),
        member!("depth", Type::Integer(&(1..=6)), false, "TREE-001", "Level of a heading."),
        member!("lang", Type::Text(&NOT_EMPTY), false, "TREE-001", "Language of the code."),
        member!("ordered", Type::Boolean, false, "TREE-001", "Whether items are numbered."),
        member!("spread", Type::Boolean, false, "TREE-001", "Whether items are apart."),
        member!(
            "start",
            Type::Integer(&(0..=p::MAX_LIST_START)),
            false,
            "TREE-004",
            "First number, if not 1."
        ),
        member!("title", Type::Text(&NOT_EMPTY), false, "TREE-001", "Further words."),
        member!("tone", Type::Choice(&TONE_CHOICE), false, "TREE-001", "Tone of a callout."),
        member!("type", Type::Choice(&TYPE_CHOICE), true, "TREE-001", "The node type."),
        member!("url", Type::Text(&STRICT_URL), false, "URL-001", "Address in the strict form."),
        member!("value", Type::Text(&MAYBE_EMPTY), false, "TREE-001", "The text."),
    ]),
    refused: &[],
    missing: Code::MissingMember,
    rule: Rule::None,
    seal: None,
    open: false,
    kept: Keep::Nothing,
};

static ALIGNMENT: Choice =
    Choice { name: "Align", values: &["left", "center", "right", "none"], code: Code::UnknownValue };
static TONE_CHOICE: Choice = Choice {
    name: "Tone",
    values: &["note", "tip", "important", "warning", "caution"],
    code: Code::UnknownValue,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_is_the_place_of_its_member() {
        let bits = [
            ("align", ALIGN),
            ("alt", ALT),
            ("checked", CHECKED),
            ("children", CHILDREN),
            ("depth", DEPTH),
            ("lang", LANG),
            ("ordered", ORDERED),
            ("spread", SPREAD),
            ("start", START),
            ("title", TITLE),
            ("tone", TONE),
            ("type", TYPE),
            ("url", URL),
            ("value", VALUE),
        ];
        assert_eq!(bits.len(), NODE.members.len());
        for (name, bit) in bits {
            assert_eq!(NODE.index(name).map(|index| 1 << index), Some(bit), "{name}");
        }
    }

    #[test]
    fn every_layout_is_a_capability() {
        for layout in crate::schema::LAYOUTS.values {
            assert!(CAPABILITIES.values.contains(&format!("layout:{layout}").as_str()), "{layout}");
        }
    }
}
