//! Writes the answers of this module as JSON text, member by member.

use crate::canonical::escape_into;

/// An object that is being written; [`Object::end`] closes it.
pub(crate) struct Object<'o> {
    out: &'o mut Vec<u8>,
    lead: u8,
}

impl<'o> Object<'o> {
    /// Opens an object behind what `out` holds.
    pub(crate) fn begin(out: &'o mut Vec<u8>) -> Self {
        Object { out, lead: b'{' }
    }

    /// Writes the name of a member; its value is written to the result.
    pub(crate) fn member(&mut self, name: &str) -> &mut Vec<u8> {
        self.out.push(self.lead);
        self.lead = b',';
        string(name, self.out);
        self.out.push(b':');
        self.out
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) {
        string(value, self.member(name));
    }

    pub(crate) fn flag(&mut self, name: &str, value: bool) {
        self.raw(name, if value { b"true" } else { b"false" });
    }

    pub(crate) fn number(&mut self, name: &str, value: u64) {
        self.raw(name, value.to_string().as_bytes());
    }

    /// Writes a member whose value is JSON already.
    pub(crate) fn raw(&mut self, name: &str, value: &[u8]) {
        self.member(name).extend_from_slice(value);
    }

    /// Writes a list, one item after the other.
    pub(crate) fn list<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(T, &mut Vec<u8>),
    ) {
        let out = self.member(name);
        out.push(b'[');
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            write(item, out);
        }
        out.push(b']');
    }

    pub(crate) fn end(self) {
        if self.lead == b'{' {
            self.out.push(b'{');
        }
        self.out.push(b'}');
    }
}

fn string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    escape_into(text, out);
    out.push(b'"');
}
