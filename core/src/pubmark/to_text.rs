//! The plain text of a tree, for a fallback that agrees with it by construction (AGR).

use std::borrow::Cow;

use crate::canonical::read;

/// The plain text of the canonical bytes of a tree that the checker accepts. Every text, number and address of the tree
/// stands in it. Its only control characters are LF and TAB. It may be empty, and longer than a fallback may be.
///
/// A blank line stands between blocks. Items begin with `- ` or `1. ` and tasks in addition with `[x] `, the lines of a
/// quote with `> `, a callout with its tone. ` | ` stands between cells. An address follows the text that links to it
/// in parentheses, unless it is the text. Takes time linear in the tree times its depth, without recursion.
pub fn to_text(tree: &[u8]) -> String {
    page(tree, false)
}

/// What [`to_text`] says of the tree's own words: without the numbers of items, and with a space for each address. Every
/// number in it stands in the whole text as well.
pub(crate) fn words(tree: &[u8]) -> String {
    page(tree, true)
}

fn page(tree: &[u8], bare: bool) -> String {
    let mut page = Page { bare, ..Page::default() };
    let mut steps = blocks(&Node::of(tree), true);
    while let Some(step) = steps.pop() {
        match step {
            Step::Address { url, from } => page.address(&url, from),
            Step::Gap { blank } => page.gap(blank),
            Step::Item { item, marker } => {
                let item = Node::of(item);
                steps.push(Step::Outdent(page.indent(&marker, &" ".repeat(marker.len()))));
                match item.checked {
                    Some(true) => page.write("[x] "),
                    Some(false) => page.write("[ ] "),
                    None => {}
                }
                steps.extend(blocks(&item, item.spread));
            }
            Step::Node(bytes) => node(&Node::of(bytes), &mut page, &mut steps),
            Step::Outdent(length) => page.prefix.truncate(length),
            Step::Write(text) => page.write(text),
        }
    }
    page.text.truncate(page.text.trim_end().len());
    page.text
}

/// What is still to be done. Steps are kept in reverse, so that the next one is the last.
enum Step<'t> {
    /// Says where the link goes of which the text began at `from`.
    Address { url: Cow<'t, str>, from: usize },
    /// Ends the line, and if `blank` leaves another one empty.
    Gap { blank: bool },
    /// Writes an item of a list.
    Item { item: &'t [u8], marker: String },
    /// Writes any other node.
    Node(&'t [u8]),
    /// Lets lines begin with only the first so many bytes of what they begin with.
    Outdent(usize),
    /// Writes a text.
    Write(&'static str),
}

/// Writes a node, or what stands before its children; the rest becomes steps.
fn node<'t>(node: &Node<'t>, page: &mut Page, steps: &mut Vec<Step<'t>>) {
    match node.kind {
        "blockquote" => {
            steps.push(Step::Outdent(page.indent("> ", "> ")));
            steps.extend(blocks(node, true));
        }
        "break" => page.gap(false),
        "callout" => {
            page.write(&node.tone.to_uppercase());
            page.write(":");
            steps.extend(blocks(node, true));
            let first = read::items(node.children).next().map(|first| Node::of(first).kind);
            let has_words = matches!(first, Some("paragraph" | "heading"));
            steps.push(if has_words { Step::Write(" ") } else { Step::Gap { blank: false } });
        }
        "delete" => {
            steps.push(Step::Write("~~"));
            steps.extend(inlines(node));
            steps.push(Step::Write("~~"));
        }
        "image" => {
            let from = page.here();
            page.write(&node.alt);
            page.address(&node.url, from);
        }
        "link" => {
            steps.push(Step::Address { url: node.url.clone(), from: page.here() });
            steps.extend(inlines(node));
        }
        "list" => {
            let items = read::items(node.children).zip(node.number..).map(|(item, number)| {
                let marker = if node.ordered && !page.bare { format!("{number}. ") } else { "- ".to_owned() };
                Step::Item { item, marker }
            });
            steps.extend(reversed(items, || Step::Gap { blank: node.spread }));
        }
        "table" => {
            steps.extend(reversed(read::items(node.children).map(Step::Node), || Step::Gap { blank: false }))
        }
        "tableRow" => {
            steps.extend(reversed(read::items(node.children).map(Step::Node), || Step::Write(" | ")))
        }
        "thematicBreak" => page.write("---"),
        _ => {
            page.write(&node.value);
            steps.extend(inlines(node));
        }
    }
}

/// The children of a node that holds blocks.
fn blocks<'t>(node: &Node<'t>, blank: bool) -> Vec<Step<'t>> {
    reversed(read::items(node.children).map(Step::Node), || Step::Gap { blank })
}

/// The children of a node that holds a line of text.
fn inlines<'t>(node: &Node<'t>) -> Vec<Step<'t>> {
    let mut steps: Vec<_> = read::items(node.children).map(Step::Node).collect();
    steps.reverse();
    steps
}

fn reversed<'t>(steps: impl Iterator<Item = Step<'t>>, between: impl Fn() -> Step<'t>) -> Vec<Step<'t>> {
    let mut all = Vec::new();
    for step in steps {
        if !all.is_empty() {
            all.push(between());
        }
        all.push(step);
    }
    all.reverse();
    all
}

/// The members of a node that say something.
#[derive(Default)]
struct Node<'t> {
    alt: Cow<'t, str>,
    checked: Option<bool>,
    children: &'t [u8],
    kind: &'t str,
    /// First number of a list.
    number: u64,
    ordered: bool,
    spread: bool,
    tone: &'t str,
    url: Cow<'t, str>,
    value: Cow<'t, str>,
}

impl<'t> Node<'t> {
    fn of(bytes: &'t [u8]) -> Self {
        let mut node = Node { number: 1, ..Node::default() };
        for (name, value) in read::members(bytes) {
            let text = || read::text(value).unwrap_or_default();
            let word = || read::plain_text(value).unwrap_or_default();
            match name {
                b"\"alt\"" => node.alt = text(),
                b"\"checked\"" => node.checked = Some(value == b"true"),
                b"\"children\"" => node.children = value,
                b"\"ordered\"" => node.ordered = value == b"true",
                b"\"spread\"" => node.spread = value == b"true",
                b"\"start\"" => {
                    node.number = value.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit & 0xF))
                }
                b"\"tone\"" => node.tone = word(),
                b"\"type\"" => node.kind = word(),
                b"\"url\"" => node.url = text(),
                b"\"value\"" => node.value = text(),
                _ => {}
            }
        }
        node
    }
}

/// The text so far.
#[derive(Default)]
struct Page {
    text: String,
    /// What each line begins with.
    prefix: String,
    /// Whether it holds only the words of the tree.
    bare: bool,
    /// Whether the line has begun.
    begun: bool,
}

impl Page {
    fn write(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.end_line();
            }
            if !line.is_empty() {
                self.here();
                self.text.push_str(line);
            }
        }
    }

    /// Begins the line, and says where the text stands.
    fn here(&mut self) -> usize {
        if !self.begun {
            self.text.push_str(&self.prefix);
            self.begun = true;
        }
        self.text.len()
    }

    fn end_line(&mut self) {
        if !self.begun {
            self.text.push_str(self.prefix.trim_end());
        }
        self.text.push('\n');
        self.begun = false;
    }

    fn gap(&mut self, blank: bool) {
        self.end_line();
        if blank {
            self.end_line();
        }
    }

    /// Writes `first`, and lets the lines after this one begin with `further` as well. Returns what to go back to.
    fn indent(&mut self, first: &str, further: &str) -> usize {
        let length = self.prefix.len();
        self.write(first);
        self.prefix.push_str(further);
        length
    }

    /// Writes the address of a link behind its text, which began at `from`.
    fn address(&mut self, url: &str, from: usize) {
        let mail = url.strip_prefix("mailto:").and_then(|rest| rest.split('?').next());
        let address = mail.unwrap_or(url);
        let text = self.text.get(from..).unwrap_or_default().trim();
        if text != address && Some(text) != address.strip_suffix('/') {
            let lead = if text.is_empty() { "" } else { " " };
            self.write(&if self.bare { " ".to_owned() } else { format!("{lead}({address})") });
        }
    }
}
