//! A tree, or a projection, as numbers and one text, from which a binding makes its own objects without parsing.
//!
//! Both sides know the schema, so the tape holds no names:
//!
//! - a node: a word with a bit for each member that is there, by its place in the schema, and the node's type in its
//!   upper half; then the other members
//! - a projection: the same, without a type
//! - a list: the number of its items, and the items
//! - a string of a closed set: its place in the set; a boolean: 0 or 1; an integer: itself
//! - any other string: its length in UTF-16 code units. Its characters are the next of the text
//!
//! Envelopes have none: their maps are small and their texts long, and parsing them is as fast.

use crate::pass::{decode, interruptions, plain_run};
use crate::profile::MAX_NODE_DEPTH;
use crate::schema::{Choice, Key, NODE, Object, Type, member_bit};

/// A tree as numbers and one text. Its buffers are reused.
#[derive(Default)]
pub struct Tape {
    words: Vec<u32>,
    text: Vec<u8>,
    spare: String,
}

impl Tape {
    /// The numbers.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The text, in UTF-8.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Writes the value of type `ty` that the pass left in canonical form; of any other bytes there is no tape, or one of
    /// no meaning. Linear in the bytes, and recurses no deeper than a tree may be.
    pub(crate) fn write(&mut self, canonical: &[u8], ty: Type) -> Option<()> {
        self.words.clear();
        self.text.clear();
        let mut reader = Reader { bytes: canonical, at: 0, tape: self, depth: 0 };
        reader.value(ty)?;
        (reader.at == canonical.len()).then_some(())
    }
}

struct Reader<'c, 't> {
    bytes: &'c [u8],
    at: usize,
    tape: &'t mut Tape,
    /// How many nodes are open.
    depth: u32,
}

impl<'c> Reader<'c, '_> {
    fn value(&mut self, ty: Type) -> Option<()> {
        match ty {
            // Nothing of the kind stands in a tree.
            Type::Any | Type::Arguments | Type::Scalar => None,
            Type::Boolean => self.boolean(),
            Type::Children => self.list(Type::Tree),
            Type::Choice(choice) => self.choice(choice),
            Type::Integer(..) => self.integer(),
            Type::List(list) => self.list(list.items),
            Type::Object(object) => self.object(object, 0),
            Type::Text(_) => self.text(),
            Type::Tree => self.node(),
        }
    }

    fn node(&mut self) -> Option<()> {
        if self.depth == MAX_NODE_DEPTH {
            return None;
        }
        self.depth += 1;
        self.object(&NODE, member_bit::TYPE)?;
        self.depth -= 1;
        Some(())
    }

    /// Writes a closed object. The value of the member with the bit `kind` goes to the upper half of its first word.
    fn object(&mut self, object: &'static Object, kind: u32) -> Option<()> {
        self.at += 1;
        let head = self.tape.words.len();
        self.tape.words.push(0);
        let mut seen = 0;
        let mut bit = 1;
        let mut members = object.members.iter();
        while self.goes_on(b'}')? {
            // Members stand in the order of the table.
            let here = Key::words_of(self.bytes.get(self.at..)?);
            let member = loop {
                let member = members.next()?;
                if member.key.begins(&here) {
                    break member;
                }
                bit <<= 1;
            };
            self.at += member.key.len();
            self.value(member.ty)?;
            seen |= if bit == kind { self.tape.words.pop()? << 16 } else { bit };
            bit <<= 1;
        }
        *self.tape.words.get_mut(head)? = seen;
        Some(())
    }

    fn list(&mut self, items: Type) -> Option<()> {
        self.at += 1;
        let head = self.tape.words.len();
        self.tape.words.push(0);
        let mut count = 0;
        while self.goes_on(b']')? {
            self.value(items)?;
            count += 1;
        }
        *self.tape.words.get_mut(head)? = count;
        Some(())
    }

    fn choice(&mut self, choice: &'static Choice) -> Option<()> {
        let value = self.string()?.content;
        let is_it = |known: &&str| known.as_bytes() == value;
        let place = choice.values.iter().position(is_it)?;
        self.tape.words.push(place as u32);
        Some(())
    }

    fn boolean(&mut self) -> Option<()> {
        let is_true = self.bytes.get(self.at) == Some(&b't');
        self.at += if is_true { 4 } else { 5 };
        self.tape.words.push(u32::from(is_true));
        Some(())
    }

    fn integer(&mut self) -> Option<()> {
        let digits = self.bytes.get(self.at..)?.iter().take_while(|byte| byte.is_ascii_digit());
        let (mut value, mut length) = (0u32, 0);
        for digit in digits {
            value = value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
            length += 1;
        }
        self.at += length;
        self.tape.words.push(value);
        Some(())
    }

    fn text(&mut self) -> Option<()> {
        let Quoted { content, units, escaped } = self.string()?;
        if escaped {
            return self.decoded(content);
        }
        self.tape.push(content, units);
        Some(())
    }

    #[cold]
    fn decoded(&mut self, content: &[u8]) -> Option<()> {
        let mut text = core::mem::take(&mut self.tape.spare);
        text.clear();
        decode(core::str::from_utf8(content).ok()?, &mut text);
        self.tape.push(text.as_bytes(), utf16_length_of(text.as_bytes()));
        self.tape.spare = text;
        Some(())
    }

    /// Reads a string. Eight bytes a step.
    #[inline(always)]
    fn string(&mut self) -> Option<Quoted<'c>> {
        let rest = self.bytes.get(self.at + 1..)?;
        let (mut end, mut units) = (0, 0);
        loop {
            let word = word_at(rest, end)?;
            let found = interruptions(word);
            if found == 0 {
                units += utf16_length(word);
                end += 8;
                continue;
            }
            let length = found.trailing_zeros() / 8;
            end += length as usize;
            if rest.get(end) != Some(&b'"') {
                return self.escaped(rest, end);
            }
            // Bytes behind the end, as those of ASCII characters.
            let before = word & !(u64::MAX << (8 * length));
            units += utf16_length(before) + length - 8;
            self.at += end + 2;
            return Some(Quoted { content: rest.get(..end)?, units, escaped: false });
        }
    }

    /// Reads a string in which the first escape is at `end`.
    #[cold]
    fn escaped(&mut self, rest: &'c [u8], mut end: usize) -> Option<Quoted<'c>> {
        while rest.get(end) != Some(&b'"') {
            end += 2;
            end += plain_run(rest.get(end..)?);
        }
        self.at += end + 2;
        Some(Quoted { content: rest.get(..end)?, units: 0, escaped: true })
    }

    /// Goes to the next entry of a list or an object, or behind its end, which is `close`.
    #[inline(always)]
    fn goes_on(&mut self, close: u8) -> Option<bool> {
        let next = *self.bytes.get(self.at)?;
        self.at += usize::from(next == close || next == b',');
        Some(next != close)
    }
}

/// What stands between the quotes of a string.
struct Quoted<'c> {
    content: &'c [u8],
    /// Its length in UTF-16 code units, if it holds no escape.
    units: u32,
    escaped: bool,
}

impl Tape {
    fn push(&mut self, text: &[u8], units: u32) {
        self.words.push(units);
        self.text.extend_from_slice(text);
    }
}

/// Eight bytes from `at`; beyond the end there are quotes.
#[inline(always)]
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let rest = bytes.get(at..)?;
    if let Some(word) = rest.first_chunk::<8>() {
        return Some(u64::from_le_bytes(*word));
    }
    let mut word = [b'"'; 8];
    word.iter_mut().zip(rest).for_each(|(byte, &of_rest)| *byte = of_rest);
    Some(u64::from_le_bytes(word))
}

/// Length in UTF-16 code units of eight bytes of UTF-8: one for each character, two beyond the first plane, counted
/// where it begins.
#[inline(always)]
fn utf16_length(word: u64) -> u32 {
    const ONES: u64 = u64::MAX / 255;
    let (high, next) = (word >> 7, word >> 6);
    let inner = high & !next & ONES;
    let beyond = high & next & (word >> 5) & (word >> 4) & ONES;
    8 + beyond.count_ones() - inner.count_ones()
}

/// [`utf16_length`] of any text.
fn utf16_length_of(text: &[u8]) -> u32 {
    let (words, rest) = text.as_chunks::<8>();
    let whole: u32 = words.iter().map(|word| utf16_length(u64::from_le_bytes(*word))).sum();
    whole + utf16_length(word_at(rest, 0).unwrap_or_default()) + rest.len() as u32 - 8
}
