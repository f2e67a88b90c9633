//! Timestamps: the one spelling the wire allows, and the instant each names.
//!
//! A timestamp stays on the wire as it was written; this module only says whether it is one, and gives a
//! value to compare by. There is no clock here: whoever needs "now" passes it in.

use core::ops::RangeInclusive;

/// A point in time, precise to the nanosecond, ordered by time.
///
/// Two spellings of the same moment (`12:00:00Z` and `14:00:00+02:00`) are equal. Leap seconds do not exist:
/// a day is 86,400 seconds, as in POSIX time and RFC 3339 without `:60`.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Instant {
    // Field order is the derived order.
    seconds: i64,
    nanos: u32,
}

impl Instant {
    /// Whole seconds since 1970, and the nanoseconds after them.
    pub(crate) const fn parts(self) -> (i64, u32) {
        (self.seconds, self.nanos)
    }

    /// A timestamp that [`parse`] reads as this instant: in UTC, with as many digits of a fraction as it needs. An instant
    /// that only another offset can spell, hours before the year 1 or after 9999, has that offset.
    pub fn text(self) -> String {
        let (offset, zone) = match self.seconds {
            ..FIRST_SECOND => (FARTHEST_OFFSET, "+23:59"),
            END_SECOND.. => (-FARTHEST_OFFSET, "-23:59"),
            _ => (0, "Z"),
        };
        let local = self.seconds + offset;
        let (year, month, day) = date_of(local.div_euclid(86_400));
        let second = local.rem_euclid(86_400);
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        let fraction = match self.nanos {
            0 => String::new(),
            nanos => format!(".{}", format!("{nanos:09}").trim_end_matches('0')),
        };
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{zone}")
    }
}

/// Reads a timestamp, or answers `None` for anything but the strict form.
///
/// The form is RFC 3339 with its freedoms removed: `YYYY-MM-DDTHH:MM:SS`, then optionally `.` and 1 to 9
/// digits, then `Z` or `±HH:MM`. Capitals only; years 0001 to 9999 of the proleptic Gregorian calendar; a day
/// that its month has; hours 00–23, minutes and seconds 00–59; offsets up to 23:59, and never `-00:00`, which
/// RFC 3339 keeps for "offset unknown". Total on every input, without allocation.
pub fn parse(text: &str) -> Option<Instant> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T', time @ ..] = text.as_bytes() else { return None };
    let [h1, h2, b':', n1, n2, b':', s1, s2, rest @ ..] = time else { return None };
    let year = number([*y1, *y2, *y3, *y4], 1..=9_999)?;
    let month = number([*m1, *m2], 1..=12)?;
    let day = number([*d1, *d2], 1..=days_in(year, month))?;
    let hour = number([*h1, *h2], 0..=23)?;
    let minute = number([*n1, *n2], 0..=59)?;
    let second = number([*s1, *s2], 0..=59)?;
    let (nanos, zone) = fraction(rest)?;
    let local = days_since_1970(year, month, day) * 86_400 + i64::from(hour * 3_600 + minute * 60 + second);
    Some(Instant { seconds: local - offset_seconds(zone)?, nanos })
}

/// The number that `digits` spell, when all are digits and it lies in `range`.
fn number<const N: usize>(digits: [u8; N], range: RangeInclusive<u32>) -> Option<u32> {
    let mut value = 0;
    for digit in digits {
        value = value * 10 + char::from(digit).to_digit(10)?;
    }
    range.contains(&value).then_some(value)
}

/// The nanoseconds of an optional fraction, and what follows it.
fn fraction(text: &[u8]) -> Option<(u32, &[u8])> {
    let Some(after) = text.strip_prefix(b".") else { return Some((0, text)) };
    let length = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = after.split_at_checked(length)?;
    if !(1..=9).contains(&length) {
        return None;
    }
    let padding = core::iter::repeat_n(&b'0', 9 - length);
    let nanos = digits.iter().chain(padding).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    Some((nanos, rest))
}

/// The offset from UTC in seconds, east positive.
fn offset_seconds(zone: &[u8]) -> Option<i64> {
    let [sign, h1, h2, b':', m1, m2] = zone else { return (zone == b"Z").then_some(0) };
    let seconds = i64::from(number([*h1, *h2], 0..=23)? * 3_600 + number([*m1, *m2], 0..=59)? * 60);
    match sign {
        b'+' => Some(seconds),
        b'-' if seconds != 0 => Some(-seconds),
        _ => None,
    }
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date, counted in years that begin in March, so that the leap day comes last.
fn days_since_1970(year: u32, month: u32, day: u32) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year / 4 - year / 100 + year / 400;
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    i64::from(year * 365 + leap_days + day_of_year) - DAYS_TO_1970
}

/// The date of a day counted from 1970-01-01: the inverse of [`days_since_1970`].
fn date_of(day: i64) -> (i64, i64, i64) {
    let days = day + DAYS_TO_1970;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year_of_era + carry, month, day)
}

/// First second of the year 1 in UTC.
const FIRST_SECOND: i64 = -62_135_596_800;
/// First second after the year 9999 in UTC.
const END_SECOND: i64 = 253_402_300_800;
/// The largest offset, in seconds.
const FARTHEST_OFFSET: i64 = 86_340;
/// Days from 0000-03-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn vectors_hold() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/time/timestamps.json");
        let text = std::fs::read_to_string(path).unwrap();
        let file: serde_json::Value = serde_json::from_str(&text).unwrap();
        let cases = file["cases"].as_array().unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let instant = parse(case["input"].as_str().unwrap());
            assert_eq!(Some(instant.is_some()), case["ok"].as_bool(), "{case}");
            if let Some(later) = case["before"].as_str() {
                assert!(instant.unwrap() < parse(later).unwrap(), "{case}");
            }
        }
    }

    #[test]
    fn known_instants() {
        let at = |text| parse(text).map(|instant| (instant.seconds, instant.nanos));
        assert_eq!(at("1970-01-01T00:00:00Z"), Some((0, 0)));
        assert_eq!(at("1969-12-31T23:59:59.5Z"), Some((-1, 500_000_000)));
        assert_eq!(at("2000-02-29T12:34:56.000000001+05:45"), Some((951_806_996, 1)));
        assert_eq!(at("0001-01-01T00:00:00Z"), Some((-62_135_596_800, 0)));
        assert_eq!(at("9999-12-31T23:59:59.999999999Z"), Some((253_402_300_799, 999_999_999)));
    }

    #[test]
    fn spellings_of_one_moment_are_equal() {
        let utc = parse("2026-03-01T00:30:00Z");
        assert!(utc.is_some());
        for same in
            ["2026-02-28T23:30:00-01:00", "2026-03-01T00:30:00.000+00:00", "2026-03-02T00:29:00+23:59"]
        {
            assert_eq!(parse(same), utc, "{same}");
        }
    }

    #[test]
    fn every_month_follows_the_one_before() {
        let at = |year, month, day| parse(&format!("{year:04}-{month:02}-{day:02}T00:00:00Z"));
        let mut days = -719_162; // 0001-01-01
        for year in 1..=9_999 {
            for month in 1..=12 {
                let last = days_in(year, month);
                assert_eq!(
                    at(year, month, 1).map(|first| first.seconds),
                    Some(days * 86_400),
                    "{year}-{month}"
                );
                days += i64::from(last);
                assert_eq!(
                    at(year, month, last).map(|last| last.seconds),
                    Some((days - 1) * 86_400),
                    "{year}-{month}"
                );
                assert_eq!(at(year, month, last + 1), None, "{year}-{month}");
            }
        }
    }

    #[test]
    fn the_text_of_an_instant_is_read_as_the_same_instant() {
        for (given, text) in [
            ("2026-11-05T20:42:41Z", "2026-11-05T20:42:41Z"),
            ("2026-03-01T00:30:00.120-01:00", "2026-03-01T01:30:00.12Z"),
            ("2024-02-29T23:59:59.999999999Z", "2024-02-29T23:59:59.999999999Z"),
            ("0001-01-01T00:00:00+23:59", "0001-01-01T00:00:00+23:59"),
            ("9999-12-31T23:59:59.5-23:59", "9999-12-31T23:59:59.5-23:59"),
        ] {
            assert_eq!(parse(given).unwrap().text(), text);
            assert_eq!(parse(text), parse(given));
        }
    }

    proptest! {
        #[test]
        fn every_instant_has_a_text(seconds in FIRST_SECOND - 86_340..END_SECOND + 86_340, nanos in 0u32..1_000_000_000) {
            let instant = Instant { seconds, nanos };
            prop_assert_eq!(parse(&instant.text()), Some(instant));
        }

        #[test]
        fn any_text_is_answered(text in any::<String>()) {
            let _ = parse(&text);
        }

        #[test]
        fn a_changed_byte_is_another_timestamp_or_none(at in 0usize..35, byte in 0u8..128) {
            let good = "2024-02-29T23:59:58.123456789+10:30";
            let mut bytes = good.as_bytes().to_vec();
            bytes[at] = byte;
            let changed = String::from_utf8(bytes).unwrap();
            if let Some(instant) = parse(&changed) {
                prop_assert_eq!(changed == good, Some(instant) == parse(good));
            }
        }
    }
}
