//! A tree that is accepted is accepted again as the same bytes, and holds what a renderer relies on, as another reader
//! of JSON sees it. A tree that is refused is refused for the same reasons in canonical form.
#![no_main]

use chirp_core::profile::{MAX_NODE_DEPTH, MAX_NODES};
use chirp_core::pubmark::url::url_fault;
use chirp_fuzz::{Core, Reading, read};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|input: &[u8]| {
    let mut core = Core::default();
    let checked = core.check_tree(input);
    let canonical = core.canonicalize(input);
    if !checked.ok {
        if canonical.ok {
            checked.assert_same_refusal(&core.check_tree(&canonical.canonical));
        }
        return;
    }
    assert_eq!(canonical.canonical, checked.tree);
    let again = core.check_tree(&checked.tree);
    assert!(again.ok, "its own output is refused: {}", String::from_utf8_lossy(&again.report));
    assert_eq!(again.tree, checked.tree);

    let Reading::Accepted(root) = read(input) else { panic!("not JSON") };
    assert_eq!(root["type"], "root");
    assert!(walk(&root, 1) <= MAX_NODES);
});

/// Asserts what every node owes a renderer, and counts the nodes.
fn walk(node: &Value, depth: u32) -> u32 {
    let text = |name: &str| node.get(name).map(|value| value.as_str().expect("text"));
    let members = node.as_object().expect("a node is an object");
    assert!(depth <= MAX_NODE_DEPTH);
    assert!(members.values().all(|value| !value.is_null()));
    assert!(text("url").is_none_or(|url| url_fault(url).is_none()));
    let allowed = NODES.iter().find(|(name, _)| text("type") == Some(name)).expect("a known node").1;
    assert!(members.keys().all(|name| name == "type" || allowed.contains(&name.as_str())), "{node}");
    if text("type") == Some("text") {
        assert_ne!(text("value"), Some(""));
    }
    let children = node.get("children").map_or(&[][..], |children| children.as_array().expect("a list"));
    assert!(
        children.windows(2).all(|pair| pair[0]["type"] != "text" || pair[1]["type"] != "text"),
        "two texts side by side"
    );
    children.iter().map(|child| walk(child, depth + 1)).sum::<u32>() + 1
}

/// The nodes of mdast that a tree may hold, with their members.
const NODES: &[(&str, &[&str])] = &[
    ("blockquote", &["children"]),
    ("break", &[]),
    ("callout", &["children", "tone"]),
    ("code", &["lang", "value"]),
    ("delete", &["children"]),
    ("emphasis", &["children"]),
    ("heading", &["children", "depth"]),
    ("image", &["alt", "title", "url"]),
    ("inlineCode", &["value"]),
    ("link", &["children", "title", "url"]),
    ("list", &["children", "ordered", "spread", "start"]),
    ("listItem", &["checked", "children", "spread"]),
    ("paragraph", &["children"]),
    ("root", &["children"]),
    ("strong", &["children"]),
    ("table", &["align", "children"]),
    ("tableCell", &["children"]),
    ("tableRow", &["children"]),
    ("text", &["value"]),
    ("thematicBreak", &[]),
];
