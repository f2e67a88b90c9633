//! Number literals: their grammar (RFC 8259 section 6), and which of them already are the shortest form.

/// What is known of a literal from its digits alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    /// ECMAScript writes the number exactly so (RFC 8785 section 3.2.2.3).
    Shortest,
    /// An integer without point or exponent whose text must be computed.
    LongInteger,
    /// Any other number.
    Other,
}

/// Splits the number literal off the start of `text`. `None` if the grammar does not allow what stands there.
pub(crate) fn scan_number(text: &str) -> Option<(&str, Literal)> {
    let bytes = text.as_bytes();
    let negative = bytes.first() == Some(&b'-');
    let start = usize::from(negative);
    let whole = digits(bytes, start);
    let leading_zero = bytes.get(start) == Some(&b'0');
    if whole == 0 || (leading_zero && whole > 1) {
        return None;
    }
    let mut end = start + whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(bytes, end + 1);
        if fraction == 0 {
            return None;
        }
        end += 1 + fraction;
    }
    let mut exponent = false;
    if let Some(b'e' | b'E') = bytes.get(end) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let length = digits(bytes, end + 1 + sign);
        if length == 0 {
            return None;
        }
        end += 1 + sign + length;
        exponent = true;
    }
    let kind = match fraction {
        _ if exponent => Literal::Other,
        0 if whole <= 15 && !(negative && leading_zero) => Literal::Shortest,
        0 => Literal::LongInteger,
        // At most 15 significant digits name one double and are its shortest text, unless a zero ends them or the
        // number is small enough to be written with an exponent.
        _ if whole + fraction > 15 || bytes.get(end - 1) == Some(&b'0') => Literal::Other,
        _ if leading_zero && small(bytes.get(start + 2..end).unwrap_or_default()) => Literal::Other,
        _ => Literal::Shortest,
    };
    Some((text.get(..end)?, kind))
}

/// Whether a fraction below one is below 10^-6.
fn small(fraction: &[u8]) -> bool {
    fraction.iter().take(6).all(|&digit| digit == b'0')
}

fn digits(bytes: &[u8], from: usize) -> usize {
    bytes.get(from..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count()
}
