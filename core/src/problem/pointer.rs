//! JSON Pointer (RFC 6901), written one reference token at a time.

/// Appends `/` and `token`, escaped as RFC 6901 section 3 says.
pub fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}
