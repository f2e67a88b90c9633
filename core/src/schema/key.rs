//! Member names as the pass compares them: three words at a time instead of byte by byte.

/// Bytes that a name may take with its quotes and its colon.
const MAX_KEY: usize = 24;

pub(super) type Words = [u64; MAX_KEY / 8];

/// A member name in quotes, with its colon: the canonical bytes before the value.
#[derive(Debug)]
pub struct Key {
    text: &'static str,
    words: Words,
    mask: Words,
}

impl Key {
    /// The key `text`, of at most 24 bytes; a longer one does not compile.
    pub(crate) const fn new(text: &'static str) -> Self {
        let mut bytes = [0; MAX_KEY];
        let mut mask = [0; MAX_KEY];
        let mut rest = text.as_bytes();
        assert!(rest.len() <= MAX_KEY);
        let (mut to, mut cover) = (bytes.as_mut_slice(), mask.as_mut_slice());
        while let ([byte, tail @ ..], [slot, slots @ ..], [covered, covers @ ..]) = (rest, to, cover) {
            (*slot, *covered) = (*byte, u8::MAX);
            (rest, to, cover) = (tail, slots, covers);
        }
        Key { text, words: words(&bytes), mask: words(&mask) }
    }

    /// Length in bytes.
    #[expect(clippy::len_without_is_empty, reason = "no key is empty")]
    pub const fn len(&self) -> usize {
        self.text.len()
    }

    /// What stands at the start of `input`, for [`Key::begins`].
    #[inline]
    pub(crate) fn words_of(input: &[u8]) -> Words {
        if let Some(here) = input.first_chunk() {
            return words(here);
        }
        let mut here = [0; MAX_KEY];
        here.iter_mut().zip(input).for_each(|(to, from)| *to = *from);
        words(&here)
    }

    /// Whether the input that gave `here` begins with this key.
    #[inline]
    pub(crate) fn begins(&self, here: &Words) -> bool {
        let ([a, b, c], [x, y, z], [k, l, m]) = (here, &self.words, &self.mask);
        (a ^ x) & k | (b ^ y) & l | (c ^ z) & m == 0
    }
}

const fn words(bytes: &[u8; MAX_KEY]) -> Words {
    let ([a, b, c], _) = bytes.as_chunks::<8>() else { return [0; 3] };
    [u64::from_le_bytes(*a), u64::from_le_bytes(*b), u64::from_le_bytes(*c)]
}
