use super::*;
use proptest::prelude::*;
use unicode_general_category::{GeneralCategory, get_general_category};

/// The first offence, as the rule under test finds it.
type Rule = fn(&str) -> Option<usize>;
/// Whether a character offends, given the one after it: the definition, as plainly as it can be said.
type Definition = fn(char, Option<char>) -> bool;

/// Each rule by its name in the vectors.
const RULES: [(&str, Rule, Definition); 4] = [
    ("identifier", identifier_fault, |c, _| {
        let category = get_general_category(c);
        c.is_whitespace() || matches!(category, GeneralCategory::Control | GeneralCategory::Format)
    }),
    ("short", short_fault, |c, _| is_control(c) || DIRECTIONS.contains(c)),
    ("block", block_fault, |c, next| {
        is_control(c) && c != '\t' && c != '\n' && !(c == '\r' && next == Some('\n'))
    }),
    ("tree", tree_text_fault, |c, _| is_control(c) && c != '\t' && c != '\n'),
];

const DIRECTIONS: &str = "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}";

fn is_control(c: char) -> bool {
    get_general_category(c) == GeneralCategory::Control
}

/// The first offence, found by reading every character.
fn slowly(text: &str, offends: Definition) -> Option<usize> {
    let following = text.chars().skip(1).map(Some).chain([None]);
    text.char_indices().zip(following).find(|&((_, c), next)| offends(c, next)).map(|((at, _), _)| at)
}

fn cases(file: &str) -> Vec<serde_json::Value> {
    let path = format!("{}/../tests/vectors/text/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap().clone();
    assert!(!cases.is_empty());
    cases
}

#[test]
fn character_vectors_hold() {
    for case in cases("characters") {
        let (_, rule, _) = RULES.iter().find(|(name, ..)| case["rule"] == *name).unwrap();
        assert_eq!(Some(rule(case["input"].as_str().unwrap()).is_none()), case["ok"].as_bool(), "{case}");
    }
}

#[test]
fn name_vectors_hold() {
    for case in cases("names") {
        let input = case["input"].as_str().unwrap();
        let ok = match case["rule"].as_str().unwrap() {
            "digest" => digest_ok(input),
            "dotted_name" => dotted_name_ok(input),
            "lang" => lang_tag_ok(input),
            "media_type" => media_type_ok(input),
            "token" => token_ok(input),
            rule => panic!("no rule {rule}"),
        };
        assert_eq!(Some(ok), case["ok"].as_bool(), "{case}");
    }
}

#[test]
fn the_tables_are_those_of_unicode() {
    for c in '\0'..=char::MAX {
        let category = get_general_category(c);
        assert_eq!(is_format(c), category == GeneralCategory::Format, "U+{:04X}", u32::from(c));
        assert_eq!(c.is_control(), category == GeneralCategory::Control, "U+{:04X}", u32::from(c));
        assert_eq!(is_blank_char(c), c.is_whitespace() || c == '\u{FEFF}', "U+{:04X}", u32::from(c));
    }
}

#[test]
fn a_character_is_judged_alike_wherever_a_block_ends() {
    let planes_in_use = ('\0'..='\u{1FFFF}').chain('\u{E0000}'..='\u{E01FF}');
    for c in planes_in_use {
        for (name, rule, offends) in RULES {
            for before in ["", "1234567890123456789012345678901"] {
                let expected = offends(c, Some('z')).then_some(before.len());
                assert_eq!(rule(&format!("{before}{c}z")), expected, "{name} U+{:04X}", u32::from(c));
            }
        }
    }
}

#[test]
fn lengths_are_scalar_values() {
    for (text, length) in [("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 2), ("👩\u{200D}💻", 3)] {
        assert_eq!(scalar_count(text), length, "{text}");
    }
    assert_eq!(scalar_count(&"漢".repeat(100_000)), 100_000);
}

#[test]
fn trimming_removes_white_space_and_the_byte_order_mark() {
    assert_eq!(trim("\u{FEFF}\u{85}\u{3000}\t a b \u{2029}\r\n\u{A0}\u{FEFF}"), "a b");
    assert_eq!(trim("\u{200B}a\u{180E}"), "\u{200B}a\u{180E}");
    assert!(is_blank("") && is_blank(" \u{FEFF}\u{2003}\n"));
    assert!(!is_blank(" \u{200B} "));
}

/// Text rich in what the rules look at, with runs long enough to fill blocks.
fn rich_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ -~]{0,80}",
        2 => "[\t\n\r «é漢字👩\u{200D}]{0,40}",
        1 => "\r\n|\r|\0|\x7F|\u{85}|\u{A0}|\u{200E}|\u{202E}|\u{2028}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn blocks_change_no_answer(text in rich_text()) {
        for (name, rule, offends) in RULES {
            prop_assert_eq!(rule(&text), slowly(&text, offends), "{}", name);
        }
        prop_assert_eq!(is_blank(&text), trim(&text).is_empty());
    }

    #[test]
    fn names_answer_any_text(text in any::<String>()) {
        let _ = (token_ok(&text), dotted_name_ok(&text), digest_ok(&text));
        let _ = (lang_tag_ok(&text), media_type_ok(&text));
    }
}
