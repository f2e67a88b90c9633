//! Turns the parser's events into nodes in normal form (TREE-004), one after another.

mod destination;

use core::ops::Range;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, CowStr, Event, Tag};

use self::destination::Image;
use super::spread::Gaps;
use super::writer::{Mark, PARENT, Writer};
use super::{Findings, control};
use crate::problem::{Code, Problem};
use crate::profile::MAX_COLUMNS;
use crate::text::tree_text_fault;

/// A document of which a part has been read.
pub(super) struct Document<'s> {
    writer: Writer,
    findings: Findings,
    gaps: Gaps<'s>,
    open: Vec<Open<'s>>,
    /// How many quotes and callouts are open.
    quotes: usize,
    /// The image whose alternative text is being read.
    image: Option<Image<'s>>,
    /// What the open link shows; `None` outside of links.
    shown: Option<String>,
    /// Whether a control character can only come from an entity, because the source has none.
    clean: bool,
}

/// What is open: a node, or something of which only the content is kept.
enum Open<'s> {
    /// A block that holds blocks.
    Blocks {
        tail: &'static str,
    },
    /// A block that holds a line of text, or an element in one.
    Inline {
        tail: &'static str,
    },
    /// A paragraph that the parser did not name.
    Implied,
    Heading {
        level: u8,
    },
    List {
        start: Option<u64>,
        apart: bool,
        filled: bool,
    },
    Item {
        mark: Mark,
        apart: bool,
        filled: bool,
    },
    Code {
        lang: String,
    },
    Html,
    Link {
        url: String,
        title: CowStr<'s>,
        offset: usize,
    },
    /// A link without a scheme: its content, and the destination behind it.
    Dropped {
        destination: CowStr<'s>,
        mark: Mark,
    },
    /// A link that is none in the tree.
    Content,
}

impl<'s> Document<'s> {
    /// A document without content. `findings` are those of its source.
    pub(super) fn new(source: &'s str, findings: Findings) -> Self {
        let mut writer = Writer::new(source.len() * 3);
        writer.open(PARENT);
        let clean = findings.problems.is_empty();
        let open = vec![Open::Blocks { tail: ROOT }];
        Document {
            writer,
            findings,
            gaps: Gaps::new(source),
            open,
            quotes: 0,
            image: None,
            shown: None,
            clean,
        }
    }

    /// Takes the next event.
    pub(super) fn event(&mut self, event: Event<'s>, range: &Range<usize>) {
        match event {
            event if self.image.is_some() => self.in_image(event, range),
            Event::Start(tag) => self.start(tag, range),
            Event::End(_) => self.end(range),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(text, range),
            Event::Code(value) => self.inline_code(&value, range),
            Event::SoftBreak => self.text("\n".into(), range),
            Event::HardBreak => {
                self.inline(range);
                self.show("\n");
                self.writer.constant("{\"type\":\"break\"}");
            }
            Event::Rule => {
                self.block(range);
                self.writer.constant("{\"type\":\"thematicBreak\"}");
                self.gaps.pass(range);
            }
            Event::TaskListMarker(done) => self.task(done),
            // The options that make these are off.
            Event::DisplayMath(_) | Event::FootnoteReference(_) | Event::InlineMath(_) => {}
        }
        self.note_limit(range.start);
    }

    /// The bytes of the tree, and everything that was found.
    pub(super) fn finish(mut self) -> (Vec<u8>, Findings) {
        self.writer.close(ROOT);
        self.note_limit(0);
        (self.writer.finish(), self.findings)
    }

    fn note_limit(&mut self, offset: usize) {
        if let Some(problem) = self.writer.passed() {
            self.findings.problem(offset, || problem);
        }
    }

    fn start(&mut self, tag: Tag<'s>, range: &Range<usize>) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. } => {
                self.inline(range)
            }
            _ => self.block(range),
        }
        let open = match tag {
            Tag::Link { link_type, dest_url, title, .. } => {
                return self.link(link_type, dest_url, title, range);
            }
            Tag::Image { dest_url, title, .. } => return self.image(dest_url, title, range),
            Tag::CodeBlock(kind) => return self.code(&kind, range),
            Tag::Table(alignment) => return self.table(&alignment, range),
            Tag::BlockQuote(kind) => {
                self.quotes += 1;
                Open::Blocks { tail: quote(kind) }
            }
            Tag::Emphasis => Open::Inline { tail: "],\"type\":\"emphasis\"}" },
            Tag::Heading { level, .. } => Open::Heading { level: level as u8 },
            Tag::HtmlBlock => Open::Html,
            Tag::Item => Open::Item { mark: self.writer.mark(), apart: false, filled: false },
            Tag::List(start) => Open::List { start, apart: false, filled: false },
            Tag::Strikethrough => Open::Inline { tail: "],\"type\":\"delete\"}" },
            Tag::Strong => Open::Inline { tail: "],\"type\":\"strong\"}" },
            Tag::TableCell => Open::Inline { tail: "],\"type\":\"tableCell\"}" },
            Tag::TableHead | Tag::TableRow => Open::Inline { tail: "],\"type\":\"tableRow\"}" },
            // What is left are paragraphs, and tags of which the options are off.
            _ => Open::Inline { tail: PARAGRAPH },
        };
        self.writer.open(PARENT);
        self.open.push(open);
    }

    fn end(&mut self, range: &Range<usize>) {
        self.end_implied();
        // What holds blocks ends with the last of them.
        if !matches!(self.open.last(), Some(Open::Blocks { .. } | Open::Item { .. } | Open::List { .. })) {
            self.gaps.pass(range);
        }
        match self.open.pop() {
            Some(Open::Blocks { tail }) => {
                self.quotes -= 1;
                self.writer.close(tail);
            }
            Some(Open::Inline { tail }) => self.writer.close(tail),
            Some(Open::Heading { level }) => {
                self.writer.close(&format!("],\"depth\":{level},\"type\":\"heading\"}}"));
            }
            Some(Open::Item { apart, .. }) => {
                self.writer.close(&format!("],\"spread\":{apart},\"type\":\"listItem\"}}"));
            }
            Some(Open::List { start, apart, .. }) => {
                let ordered = start.is_some();
                let number = start.filter(|number| *number != 1);
                let start = number.map(|number| format!(",\"start\":{number}")).unwrap_or_default();
                let tail = format!("],\"ordered\":{ordered},\"spread\":{apart}{start},\"type\":\"list\"}}");
                self.writer.close(&tail);
            }
            Some(Open::Html) => {
                let text = self.writer.take_text();
                self.writer.text(text.trim_end_matches('\n'));
                self.writer.close(PARAGRAPH);
            }
            Some(Open::Code { lang }) => {
                let text = self.writer.take_text();
                let value = text.strip_suffix('\n').unwrap_or(&text);
                match lang.as_str() {
                    "" => self.writer.leaf(&[("{\"type\":\"code\",\"value\":\"", value)]),
                    lang => self
                        .writer
                        .leaf(&[("{\"lang\":\"", lang), ("\",\"type\":\"code\",\"value\":\"", value)]),
                }
            }
            Some(Open::Link { url, title, offset }) => self.end_link(&url, &title, offset),
            Some(Open::Dropped { destination, mark }) => {
                let says_something = self.writer.mark() != mark;
                self.write_destination(&destination, says_something);
            }
            Some(Open::Content | Open::Implied) | None => {}
        }
    }

    /// Makes room for a block that starts here.
    fn block(&mut self, range: &Range<usize>) {
        self.end_implied();
        let is_apart = self.gaps.reach(range.start, self.quotes);
        if let Some(Open::List { apart, filled, .. } | Open::Item { apart, filled, .. }) =
            self.open.last_mut()
        {
            *apart |= *filled && is_apart;
            *filled = true;
        }
    }

    /// Makes room for what stands in a line of text.
    fn inline(&mut self, range: &Range<usize>) {
        // The parser names no paragraphs in a list whose items do not stand apart.
        if matches!(self.open.last(), Some(Open::Blocks { .. } | Open::Item { .. })) {
            self.block(range);
            self.writer.open(PARENT);
            self.open.push(Open::Implied);
        }
        self.gaps.pass(range);
    }

    fn end_implied(&mut self) {
        if matches!(self.open.last(), Some(Open::Implied)) {
            self.open.pop();
            self.writer.close(PARAGRAPH);
        }
    }

    fn text(&mut self, text: CowStr<'s>, range: &Range<usize>) {
        self.inline(range);
        // What is borrowed is a part of the source, which was looked at as a whole.
        if !matches!(text, CowStr::Borrowed(_)) {
            self.check_text(&text, range.start);
        }
        self.show(&text);
        self.writer.text(&text);
    }

    fn inline_code(&mut self, value: &str, range: &Range<usize>) {
        self.inline(range);
        self.show(value);
        self.writer.leaf(&[(INLINE_CODE, value)]);
    }

    /// Adds to what the open link shows.
    fn show(&mut self, text: &str) {
        if let Some(shown) = &mut self.shown {
            shown.push_str(text);
        }
    }

    /// Refuses the control characters that entities make.
    fn check_text(&mut self, text: &str, offset: usize) {
        let fault = if self.clean { tree_text_fault(text) } else { None };
        if let Some(character) = fault.and_then(|at| text.get(at..)?.chars().next()) {
            self.findings.problem(offset, || control(character));
        }
    }

    /// Makes a task of the item whose content begins here.
    fn task(&mut self, done: bool) {
        let item = self.open.iter().rev().find_map(|open| match open {
            Open::Item { mark, .. } => Some(*mark),
            _ => None,
        });
        if let Some(mark) = item {
            self.writer.insert(mark, if done { "\"checked\":true," } else { "\"checked\":false," });
        }
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>, range: &Range<usize>) {
        let lang = match kind {
            CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default(),
            CodeBlockKind::Indented => "",
        };
        self.check_text(lang, range.start);
        self.open.push(Open::Code { lang: lang.to_owned() });
    }

    fn table(&mut self, alignment: &[Alignment], range: &Range<usize>) {
        if alignment.len() > MAX_COLUMNS {
            self.findings.problem(range.start, || {
                let problem =
                    Problem::new(Code::TooLong, "").with("max", MAX_COLUMNS).with("unit", "columns");
                Problem { rule: "TREE-004", ..problem }
            });
        }
        let words = alignment.iter().map(|alignment| match alignment {
            Alignment::Center => "\"center\"",
            Alignment::Left => "\"left\"",
            Alignment::None => "\"none\"",
            Alignment::Right => "\"right\"",
        });
        let align = words.collect::<Vec<_>>().join(",");
        self.writer.open(&format!("{{\"align\":[{align}],\"children\":["));
        self.open.push(Open::Inline { tail: "],\"type\":\"table\"}" });
    }
}

/// How a quote ends, which may be a callout.
fn quote(kind: Option<BlockQuoteKind>) -> &'static str {
    match kind {
        None => "],\"type\":\"blockquote\"}",
        Some(BlockQuoteKind::Caution) => "],\"tone\":\"caution\",\"type\":\"callout\"}",
        Some(BlockQuoteKind::Important) => "],\"tone\":\"important\",\"type\":\"callout\"}",
        Some(BlockQuoteKind::Note) => "],\"tone\":\"note\",\"type\":\"callout\"}",
        Some(BlockQuoteKind::Tip) => "],\"tone\":\"tip\",\"type\":\"callout\"}",
        Some(BlockQuoteKind::Warning) => "],\"tone\":\"warning\",\"type\":\"callout\"}",
    }
}

const INLINE_CODE: &str = "{\"type\":\"inlineCode\",\"value\":\"";
const PARAGRAPH: &str = "],\"type\":\"paragraph\"}";
const ROOT: &str = "],\"type\":\"root\"}";
