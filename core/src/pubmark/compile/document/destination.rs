//! Links and images: what has a destination (URL-001 to URL-005).

use core::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType};

use super::{Document, INLINE_CODE, Open};
use crate::problem::{Code, Problem};
use crate::pubmark::compile::link::{Refusal, resolve};
use crate::pubmark::compile::writer::PARENT;
use crate::pubmark::shown::{Deception, deception, resemblance};

/// An image of which a part has been read.
pub(super) struct Image<'s> {
    target: Target<'s>,
    title: CowStr<'s>,
    alt: String,
    /// How many elements are open in the alternative text.
    inner: usize,
}

/// What became of a destination.
enum Target<'s> {
    /// Its strict form.
    Safe(String),
    /// It has no scheme, and is shown as it is.
    Dropped(CowStr<'s>),
    /// It is a problem.
    Refused,
}

impl<'s> Document<'s> {
    pub(super) fn link(
        &mut self,
        link_type: LinkType,
        typed: CowStr<'s>,
        title: CowStr<'s>,
        range: &Range<usize>,
    ) {
        if self.shown.is_some() {
            // The parser allows an autolink within a link, a tree does not.
            return self.open.push(Open::Content);
        }
        let typed = if link_type == LinkType::Email { format!("mailto:{typed}").into() } else { typed };
        let open = match self.target(typed, range.start) {
            Target::Safe(url) => {
                self.check_text(&title, range.start);
                self.writer.open(PARENT);
                self.shown = Some(String::new());
                Open::Link { url, title, offset: range.start }
            }
            Target::Dropped(destination) => Open::Dropped { destination, mark: self.writer.mark() },
            Target::Refused => Open::Content,
        };
        self.open.push(open);
    }

    pub(super) fn end_link(&mut self, url: &str, title: &str, offset: usize) {
        let shown = self.shown.take().unwrap_or_default();
        let describe = |code, Deception { shown, host }: Deception<'_>| {
            Problem::new(code, "").with("shown", shown.as_str()).with("host", host)
        };
        if let Some(found) = deception(&shown, url) {
            self.findings.problem(offset, || describe(Code::DeceptiveLink, found));
        } else if let Some(found) = resemblance(&shown, url) {
            self.findings.advice(offset, || describe(Code::LinkLooksLikeHost, found));
        }
        match title {
            "" => self.writer.close_with(&[(",\"type\":\"link\",\"url\":\"", url)]),
            title => {
                self.writer.close_with(&[(",\"title\":\"", title), ("\",\"type\":\"link\",\"url\":\"", url)])
            }
        }
    }

    pub(super) fn image(&mut self, typed: CowStr<'s>, title: CowStr<'s>, range: &Range<usize>) {
        let target = self.target(typed, range.start);
        self.check_text(&title, range.start);
        self.image = Some(Image { target, title, alt: String::new(), inner: 0 });
    }

    /// The alternative text is what the image's label says, without its markup.
    pub(super) fn in_image(&mut self, event: Event<'s>, range: &Range<usize>) {
        let Some(image) = &mut self.image else { return };
        let text = match event {
            Event::Start(_) => {
                image.inner += 1;
                return;
            }
            Event::End(_) if image.inner == 0 => return self.end_image(),
            Event::End(_) => {
                image.inner -= 1;
                return;
            }
            Event::Code(text) | Event::InlineHtml(text) | Event::Text(text) => text,
            _ => " ".into(),
        };
        image.alt.push_str(&text);
        self.check_text(&text, range.start);
        self.show(&text);
    }

    fn end_image(&mut self) {
        let Some(Image { target, title, alt, .. }) = self.image.take() else { return };
        match target {
            Target::Safe(url) => {
                let alt = ("{\"alt\":\"", alt.as_str());
                let url = ("\",\"type\":\"image\",\"url\":\"", url.as_str());
                match &*title {
                    "" => self.writer.leaf(&[alt, url]),
                    title => self.writer.leaf(&[alt, ("\",\"title\":\"", title), url]),
                }
            }
            Target::Dropped(destination) => {
                self.writer.text(&alt);
                self.write_destination(&destination, !alt.is_empty());
            }
            Target::Refused => self.writer.text(&alt),
        }
    }

    /// What stands in place of a destination without a scheme.
    pub(super) fn write_destination(&mut self, destination: &str, after_text: bool) {
        if destination.is_empty() {
            return;
        }
        if after_text {
            self.writer.text(" ");
        }
        self.writer.leaf(&[(INLINE_CODE, destination)]);
    }

    fn target(&mut self, typed: CowStr<'s>, offset: usize) -> Target<'s> {
        match resolve(&typed) {
            Ok(url) => Target::Safe(url),
            Err(Refusal::NoScheme) => {
                let describe = || Problem::new(Code::LinkDropped, "").with("destination", &*typed);
                self.findings.advice(offset, describe);
                Target::Dropped(typed)
            }
            Err(Refusal::Unsafe { detail, hint }) => {
                self.findings.problem(offset, || {
                    let problem = Problem::new(Code::UnsafeLink, "").with("detail", detail.as_str());
                    Problem { hint: hint.map(str::to_owned), ..problem }
                });
                Target::Refused
            }
        }
    }
}
