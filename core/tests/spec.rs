//! Holds SPEC.md and the code together, in both directions: rule ids, codes, links.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use chirp_core::problem::Code;
use chirp_core::schema::{
    ENVELOPE, HISTORY, HISTORY_FOOT, HISTORY_HEAD, MESSAGE, NODE, Object, PROJECTION, Type,
};

const SPEC: &str = include_str!("../SPEC.md");
const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// Sections of the specification; a rule id is one of them, a hyphen and three digits.
const SECTIONS: [&str; 23] = [
    "JSON", "TEXT", "TIME", "DIG", "MSG", "ENV", "LIFE", "DEL", "ACT", "INS", "SER", "HIST", "AUD", "HAND",
    "RED", "LENS", "PROJ", "MARK", "TREE", "URL", "AGR", "VIEW", "REP",
];

#[test]
fn every_rule_of_the_code_has_a_heading_and_every_heading_a_rule() {
    let named = rules_of_the_sources().unwrap();
    let headings: BTreeSet<String> = rules().into_keys().collect();
    let undocumented: Vec<_> = named.difference(&headings).collect();
    let unheld: Vec<_> = headings.difference(&named).collect();
    assert!(undocumented.is_empty(), "core/src names rules without a heading in SPEC.md: {undocumented:?}");
    assert!(unheld.is_empty(), "SPEC.md has rules that core/src does not name: {unheld:?}");
}

#[test]
fn every_member_of_the_schema_names_a_rule_that_has_a_heading() {
    let rules = rules();
    for (object, member, rule) in
        [&MESSAGE, &ENVELOPE, &PROJECTION, &NODE, &HISTORY, &HISTORY_HEAD, &HISTORY_FOOT]
            .into_iter()
            .flat_map(members)
    {
        assert!(rules.contains_key(rule), "{object}.{member} names {rule}, which has no heading");
    }
}

#[test]
fn every_rule_stands_once_in_its_section_in_order() {
    let mut section = "";
    let mut last = String::new();
    let mut sections: Vec<&str> = Vec::new();
    for line in SPEC.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title;
            last.clear();
            sections.extend(SECTIONS.iter().filter(|known| **known == title));
        } else if let Some(id) = rule_of_heading(line) {
            assert_eq!(id.split('-').next(), Some(section), "{id} stands in another section");
            assert!(id > last.as_str(), "{id} follows {last}");
            last = id.to_owned();
        }
    }
    assert_eq!(sections, SECTIONS);
}

#[test]
fn every_rule_gives_a_reason_its_codes_and_its_vectors() {
    for (id, text) in rules() {
        assert!(text.contains("*Why.*"), "{id} gives no reason");
        let line = codes_line(&text).unwrap_or_else(|| panic!("{id} has no line of codes"));
        let vectors = line.split_once(" · Vectors: ").map_or("", |(_, vectors)| vectors);
        assert!(
            vectors.starts_with("none, ") || vectors.contains("](../tests/vectors/"),
            "{id} has no vectors"
        );
    }
}

#[test]
fn every_code_stands_with_its_rule_and_every_code_that_stands_exists() {
    let rules = rules();
    for code in Code::ALL {
        let text = rules.get(code.rule()).map_or("", String::as_str);
        let listed = codes_line(text).is_some_and(|line| line.contains(&format!("`{}`", code.as_str())));
        assert!(listed, "{} does not list its code `{}`", code.rule(), code.as_str());
    }
    let known: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    for (id, text) in &rules {
        let line = codes_line(text).and_then(|line| line.split(" · ").next()).unwrap_or_default();
        for code in quoted(line) {
            assert!(known.contains(code), "{id} lists `{code}`, which is no code");
        }
    }
}

#[test]
fn the_vectors_of_a_rule_have_a_case_of_each_of_its_codes() {
    let rules = rules();
    for code in Code::ALL {
        let line = rules.get(code.rule()).and_then(|text| codes_line(text)).unwrap_or_default();
        let folders: Vec<&str> = targets(line).collect();
        let name = format!("\"{}\"", code.as_str());
        let has_case = folders.iter().any(|folder| {
            let files = fs::read_dir(Path::new(FOLDER).join(folder)).unwrap();
            files.flatten().any(|file| fs::read_to_string(file.path()).unwrap().contains(&name))
        });
        assert!(has_case || folders.is_empty(), "no vector of {folders:?} has the code {name}");
    }
}

#[test]
fn the_table_of_codes_is_the_table_of_codes() {
    let rows: Vec<(&str, &str)> = table("codes")
        .lines()
        .filter_map(|row| row.strip_prefix("| `")?.split_once("` | "))
        .filter_map(|(code, rest)| Some((code, rest.split_once(" | ")?.0)))
        .collect();
    let codes: Vec<(&str, &str)> = Code::ALL.iter().map(|code| (code.as_str(), code.rule())).collect();
    assert_eq!(rows, codes);
}

#[test]
fn every_object_of_the_schema_has_its_table() {
    let objects = [&MESSAGE, &HISTORY, &HISTORY_HEAD, &HISTORY_FOOT]
        .into_iter()
        .flat_map(members)
        .map(|(object, ..)| object)
        .collect::<BTreeSet<_>>();
    for name in objects.into_iter().chain(["codes", "limits", "nodes", "refusals"]) {
        assert!(
            table(name).contains("| --- |"),
            "SPEC.md has no filled table `{name}`; run `npm run generate`"
        );
    }
}

#[test]
fn every_link_leads_somewhere() {
    let anchors: BTreeSet<String> = SPEC.lines().filter_map(anchor).collect();
    for target in targets(SPEC) {
        if let Some(fragment) = target.strip_prefix('#') {
            assert!(anchors.contains(fragment), "no heading has the anchor {fragment}");
        } else {
            let path = Path::new(FOLDER).join(target);
            assert!(path.exists(), "SPEC.md links to {target}, which is not there");
            let is_empty = path.is_dir() && fs::read_dir(&path).unwrap().next().is_none();
            assert!(!is_empty, "SPEC.md links to {target}, which is empty");
        }
    }
}

/// The text of each rule, by its id.
fn rules() -> BTreeMap<String, String> {
    let mut rules = BTreeMap::new();
    let mut current: Option<(String, String)> = None;
    for line in SPEC.lines() {
        if line.starts_with('#') {
            rules.extend(current.take());
        }
        if let Some(id) = rule_of_heading(line) {
            assert!(!rules.contains_key(id), "{id} has two headings");
            current = Some((id.to_owned(), String::new()));
        } else if let Some((_, text)) = &mut current {
            text.push_str(line);
            text.push('\n');
        }
    }
    rules.extend(current);
    rules
}

fn rule_of_heading(line: &str) -> Option<&str> {
    let (id, title) = line.strip_prefix("### ")?.split_once(' ')?;
    (rule(id).is_some() && !title.is_empty()).then_some(id)
}

fn codes_line(rule: &str) -> Option<&str> {
    rule.lines().find(|line| line.starts_with("Codes: "))
}

/// Where the links of a text lead.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// What stands in backquotes.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// What stands between the marks of a generated table.
fn table(name: &str) -> &'static str {
    let start = format!("<!-- table: {name} -->");
    let after = SPEC.split_once(start.as_str()).map_or("", |(_, after)| after);
    after.split_once("<!-- end -->").map_or("", |(table, _)| table)
}

/// The anchor that a heading has on the page.
fn anchor(line: &str) -> Option<String> {
    let title = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    Some(kept.collect::<String>().to_lowercase().replace(' ', "-"))
}

/// Object, member and rule of everything that an object of the schema reaches.
fn members(top: &'static Object) -> Vec<(&'static str, &'static str, &'static str)> {
    let mut members = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![Type::Object(top)];
    while let Some(ty) = open.pop() {
        match ty {
            Type::Object(object) if seen.insert(object.name) => {
                members.extend(object.members.iter().map(|member| (object.name, member.name, member.rule)));
                open.extend(object.members.iter().map(|member| member.ty));
            }
            Type::List(list) => open.push(list.items),
            _ => {}
        }
    }
    members
}

/// Every rule that a file of core/src names, those within "X-001 to X-005" included.
fn rules_of_the_sources() -> io::Result<BTreeSet<String>> {
    let mut rules = BTreeSet::new();
    let mut open = vec![Path::new(FOLDER).join("src")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        } else {
            note_rules(&fs::read_to_string(&path)?, &mut rules);
        }
    }
    Ok(rules)
}

fn note_rules(text: &str, rules: &mut BTreeSet<String>) {
    let words =
        text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    for (at, (section, first)) in words.iter().enumerate().filter_map(|(at, word)| Some((at, rule(word)?))) {
        let last = match words.get(at + 1..at + 3) {
            Some(["to", word]) => rule(word).map_or(first, |(_, last)| last),
            _ => first,
        };
        rules.extend((first..=last).map(|number| format!("{section}-{number:03}")));
    }
}

/// Section and number of a rule id.
fn rule(word: &str) -> Option<(&str, u32)> {
    let (section, number) = word.split_once('-')?;
    let is_id = SECTIONS.contains(&section) && number.len() == 3;
    number.parse().ok().filter(|_| is_id).map(|number| (section, number))
}
