//! The strict form of a link, checked without a URL library.
//!
//! A tree holds a URL in one ASCII spelling only: the one that a WHATWG parser would write itself. Whoever
//! later gives it to such a parser gets the same bytes back, so what was checked is what is followed, and no
//! parser can read another host or scheme in it than was read here. (Some `xn--` labels, which are not
//! decoded here, a parser refuses; it changes none.) Everything takes linear time and allocates nothing.

use crate::profile::MAX_URL_BYTES;

/// Why `url` is not in strict form, as a clause in lower case without a full stop; `None` when it is.
///
/// The form: `https://` or `http://`, host, optional port, a path beginning with `/`, optional query and
/// fragment; or `mailto:` with one address and at most a subject and a body. At most 2,048 bytes of printing
/// ASCII without a backslash. Not checked: whether the host exists, is public, or is what the link's text
/// says it is.
pub fn url_fault(url: &str) -> Option<&'static str> {
    check(url).err()
}

/// The host of a strict `https` or `http` URL, an IPv6 address within its brackets; `None` for `mailto:`.
///
/// Only meaningful for a URL that [`url_fault`] lets pass.
pub fn host(url: &str) -> Option<&str> {
    let rest = url.strip_prefix(HTTPS).or_else(|| url.strip_prefix(HTTP))?;
    let authority = rest.split(['/', '?', '#']).next()?;
    Some(split_port(authority).0)
}

/// A part of a URL after its host. Each admits other characters as they are; the rest is percent-encoded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part {
    /// From the `/` after the host.
    Path,
    /// After `?`.
    Query,
    /// After `#`.
    Fragment,
}

impl Part {
    /// Whether `byte` may stand in this part as it is: the ASCII URL code points of the WHATWG URL standard,
    /// without those that begin the next part, and without `'` in a query, where parsers encode it. `%` may,
    /// as the beginning of an escape.
    pub fn admits(self, byte: u8) -> bool {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => true,
            b'!' | b'$' | b'%' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b'-' | b'.' | b'/' | b':'
            | b';' => true,
            b'=' | b'@' | b'_' | b'~' => true,
            b'?' => self != Part::Path,
            b'\'' => self != Part::Query,
            _ => false,
        }
    }
}

type Check = Result<(), &'static str>;

fn check(url: &str) -> Check {
    ensure(url.len() <= MAX_URL_BYTES, "it is longer than 2,048 bytes")?;
    ensure(
        url.is_ascii(),
        "it has a character beyond ASCII, which must be percent-encoded, or punycode in the host",
    )?;
    ensure(all(url, |byte| byte.is_ascii_graphic()), "it has white space or a control character")?;
    ensure(all(url, |byte| byte != b'\\'), "it has a backslash")?;
    ensure(
        url.as_bytes().split(|&byte| byte == b'%').skip(1).all(begins_with_escape),
        "it has a `%` that is not followed by two hexadecimal digits in upper case",
    )?;
    if let Some(rest) = url.strip_prefix(HTTPS) {
        check_web(rest, "443")
    } else if let Some(rest) = url.strip_prefix(HTTP) {
        check_web(rest, "80")
    } else if let Some(rest) = url.strip_prefix(MAILTO) {
        check_mail(rest)
    } else {
        Err("it does not begin with `https://`, `http://` or `mailto:` in lower case")
    }
}

fn ensure(holds: bool, reason: &'static str) -> Check {
    if holds { Ok(()) } else { Err(reason) }
}

/// Whether `test` holds for every byte, looking at all of them: nearly always it does, and without an early
/// exit the compiler makes vector code of it.
fn all(text: &str, test: impl Fn(u8) -> bool) -> bool {
    text.bytes().fold(true, |holds, byte| holds & test(byte))
}

fn begins_with_escape(after_percent: &[u8]) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    matches!(after_percent, [high, low, ..] if is_digit(high) && is_digit(low))
}

/// Checks what follows `https://` or `http://`.
fn check_web(rest: &str, default_port: &str) -> Check {
    let (rest, fragment) = split_optional(rest, '#');
    let (rest, query) = split_optional(rest, '?');
    let authority = rest.split('/').next().unwrap_or_default();
    let path = rest.strip_prefix(authority).unwrap_or_default();

    ensure(!authority.contains('@'), "it has a user name or a password before the host")?;
    let (host, port) = split_port(authority);
    match host.strip_prefix('[') {
        Some(address) => check_ipv6(address)?,
        None => check_name(host)?,
    }
    if let Some(port) = port {
        ensure(
            decimal(port).is_some_and(|port| port <= 65_535),
            "the port is not a number from 0 to 65535 without leading zeros",
        )?;
        ensure(port != default_port, "the port is the default one of the scheme, which is left out")?;
    }
    ensure(!path.is_empty(), "there is no `/` after the host")?;
    ensure(
        !path.as_bytes().split(|&byte| byte == b'/').any(is_dot_segment),
        "the path has a `.` or `..` segment",
    )?;
    ensure(is_admitted(path, Part::Path), "the path has a character that must be percent-encoded")?;
    ensure(is_admitted(query, Part::Query), "the query has a character that must be percent-encoded")?;
    ensure(is_admitted(fragment, Part::Fragment), "the fragment has a character that must be percent-encoded")
}

fn is_admitted(text: &str, part: Part) -> bool {
    all(text, |byte| part.admits(byte))
}

/// What stands before and after the first `mark`; nothing after it when there is none.
fn split_optional(text: &str, mark: char) -> (&str, &str) {
    text.split_once(mark).unwrap_or((text, ""))
}

/// The host and the port of an authority. The colons of an IPv6 address are within its brackets.
fn split_port(authority: &str) -> (&str, Option<&str>) {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    }
}

/// The value of a number of at most five decimal digits without leading zeros.
fn decimal(text: &str) -> Option<u32> {
    let is_plain = text.len() <= 5 && all(text, |byte| byte.is_ascii_digit());
    let is_shortest = text == "0" || !text.starts_with('0');
    if is_plain && is_shortest { text.parse().ok() } else { None }
}

/// Whether parsers take `segment` out of a path. A dot may be an escape, which is in upper case by now.
fn is_dot_segment(segment: &[u8]) -> bool {
    matches!(segment, b"." | b".." | b"%2E" | b".%2E" | b"%2E." | b"%2E%2E")
}

/// Checks a host name or an IPv4 address.
fn check_name(host: &str) -> Check {
    ensure(!host.is_empty(), "the host is empty")?;
    ensure(all(host, |byte| !byte.is_ascii_uppercase()), "the host has an upper-case letter")?;
    ensure(
        all(host, |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.')),
        "the host has a character other than letters, digits, `-`, `_` and `.`",
    )?;
    ensure(host.split('.').all(|label| !label.is_empty()), "the host has an empty label")?;
    ensure(
        !ends_in_number(host) || is_ipv4(host),
        "the host ends in a number and is not an IPv4 address of four decimal numbers",
    )
}

/// Whether WHATWG parsers take the host for an IPv4 address: its last label is a decimal, octal or
/// hexadecimal number.
fn ends_in_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_hexadecimal = |digits: &str| all(digits, |byte| byte.is_ascii_hexdigit());
    all(last, |byte| byte.is_ascii_digit()) || last.strip_prefix("0x").is_some_and(is_hexadecimal)
}

fn is_ipv4(host: &str) -> bool {
    host.split('.').count() == 4
        && host.split('.').all(|octet| decimal(octet).is_some_and(|octet| octet <= 255))
}

/// Checks an IPv6 address, given what follows `[`, against the one text form that WHATWG parsers write (RFC
/// 5952, but always in hexadecimal): eight pieces in shortest lower case, the first of the longest runs of
/// two or more zero pieces written as `::`.
fn check_ipv6(bracketed: &str) -> Check {
    let is_canonical = bracketed.strip_suffix(']').and_then(ipv6_pieces).is_some_and(|(pieces, written)| {
        let longest = longest_zero_run(pieces);
        if longest.length < 2 { written.is_none() } else { written == Some(longest) }
    });
    ensure(is_canonical, "the IPv6 address is not in its canonical form")
}

/// A run of zero pieces in an IPv6 address.
#[derive(Clone, Copy, Default, Eq, PartialEq)]
struct ZeroRun {
    start: usize,
    length: usize,
}

/// The eight pieces of an IPv6 address, and the run that is written as `::`.
fn ipv6_pieces(address: &str) -> Option<([u16; 8], Option<ZeroRun>)> {
    let mut pieces = [0; 8];
    let Some((before, after)) = address.split_once("::") else {
        return (read_pieces(&mut pieces, address)? == 8).then_some((pieces, None));
    };
    let start = read_pieces(&mut pieces, before)?;
    let mut tail = [0; 8];
    let tail_length = read_pieces(&mut tail, after)?;
    let length = 8usize.checked_sub(start + tail_length)?;
    for (piece, value) in pieces.iter_mut().skip(start + length).zip(tail) {
        *piece = value;
    }
    Some((pieces, Some(ZeroRun { start, length })))
}

/// Reads the pieces of `text` into the front of `pieces` and says how many there are.
fn read_pieces(pieces: &mut [u16; 8], text: &str) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    let mut count = 0;
    for digits in text.split(':') {
        let is_lower_hex = all(digits, |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let is_shortest = digits == "0" || !digits.starts_with('0');
        if !(is_lower_hex && is_shortest) {
            return None;
        }
        *pieces.get_mut(count)? = u16::from_str_radix(digits, 16).ok()?;
        count += 1;
    }
    Some(count)
}

fn longest_zero_run(pieces: [u16; 8]) -> ZeroRun {
    let mut longest = ZeroRun::default();
    let mut run = ZeroRun::default();
    for (at, piece) in pieces.into_iter().enumerate() {
        if piece != 0 {
            run = ZeroRun { start: at + 1, length: 0 };
            continue;
        }
        run.length += 1;
        if run.length > longest.length {
            longest = run;
        }
    }
    longest
}

/// Checks what follows `mailto:` (RFC 6068, without what could add a recipient or a header).
fn check_mail(rest: &str) -> Check {
    ensure(!rest.contains('#'), "a mail link has no fragment")?;
    let (address, query) = match rest.split_once('?') {
        Some((address, query)) => (address, Some(query)),
        None => (rest, None),
    };
    let Some((local, domain)) = address.split_once('@') else { return Err("the mail address has no `@`") };
    ensure(is_local_part(local), "the mail address is not one plain address")?;
    check_name(domain)?;
    query.map_or(Ok(()), check_mail_query)
}

/// Whether `local` is a dot-atom (RFC 5322) of the characters that have no second meaning in a URL.
fn is_local_part(local: &str) -> bool {
    let is_atom_byte = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'!' | b'$' | b'\'' | b'*' | b'+' | b'-' | b'=' | b'_' | b'~')
    };
    local.split('.').all(|atom| !atom.is_empty() && all(atom, is_atom_byte))
}

fn check_mail_query(query: &str) -> Check {
    let mut seen_subject = false;
    let mut seen_body = false;
    for field in query.split('&') {
        let Some((name, value)) = field.split_once('=') else {
            return Err("a mail link has a field without `=`");
        };
        let (seen, is_allowed): (_, fn(&str) -> bool) = match name {
            "subject" => (&mut seen_subject, |_| false),
            "body" => (&mut seen_body, |escape| matches!(escape, "09" | "0A" | "0D")),
            _ => return Err("a mail link has a field other than `subject` and `body`"),
        };
        ensure(!*seen, "a mail link has a field twice")?;
        *seen = true;
        ensure(
            is_admitted(value, Part::Query),
            "a field of the mail link has a character that must be percent-encoded",
        )?;
        let escapes = value.split('%').skip(1).filter_map(|after| after.get(..2));
        ensure(
            escapes.filter(|escape| is_control_escape(escape)).all(is_allowed)
                && !["%C2%8", "%C2%9"].iter().any(|control| value.contains(control)),
            "a field of the mail link has an escaped control character",
        )?;
    }
    Ok(())
}

fn is_control_escape(digits: &str) -> bool {
    digits.starts_with(['0', '1']) || digits == "7F"
}

const HTTPS: &str = "https://";
const HTTP: &str = "http://";
const MAILTO: &str = "mailto:";

#[cfg(test)]
mod tests;
