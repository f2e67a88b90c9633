//! Whatever a person writes compiles to a tree that the checker accepts, or has problems that say where. Its plain text
//! can be the fallback of a message, agrees with it, and the message is believed.
#![no_main]

use chirp_core::profile::{MAX_FALLBACK, PROTOCOL};
use chirp_core::text::{block_fault, is_blank, scalar_count};
use chirp_fuzz::Core;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|source: &str| {
    let mut core = Core::default();
    let compiled = core.compile(source);
    let text = core.to_text(source);
    assert_eq!(compiled.ok, text.ok);
    assert_eq!(compiled.tree.is_empty(), !compiled.ok);
    if !compiled.ok {
        return;
    }
    let checked = core.check_tree(&compiled.tree);
    assert!(checked.ok, "refused: {}", String::from_utf8_lossy(&checked.report));
    assert_eq!(checked.tree, compiled.tree, "the tree is not canonical");
    assert_eq!(block_fault(&text.fallback), None, "{:?}", text.fallback);

    let usable = !is_blank(&text.fallback) && scalar_count(&text.fallback) <= MAX_FALLBACK;
    if usable {
        send(&mut core, source, &text.fallback, &compiled.tree);
    }
});

/// Sends the source in a message, and reads it as a client with and without the compiler does.
fn send(core: &mut Core, source: &str, fallback: &str, tree: &[u8]) {
    let envelope = json!({
        "protocol": PROTOCOL,
        "kind": "document",
        "source": {"kind": "system", "id": "fuzz"},
        "presentation": {"fallback": fallback, "pubmark": source},
    });
    let sent = core.project(envelope.to_string().as_bytes());
    assert!(sent.ok, "not sent: {}", String::from_utf8_lossy(&sent.report));
    assert!(!sent.advice().iter().any(|code| code.starts_with("fallback_omits")), "{:?}", sent.advice());
    for verdict in [core.verify(&sent.canonical, None), core.verify_compiled(&sent.canonical, true)] {
        assert!(verdict.ok, "sent, and not believed: {}", String::from_utf8_lossy(&verdict.report));
        let shown = if verdict.view == 1 { tree } else { &[] };
        assert_eq!(verdict.tree, shown);
        assert_eq!((&verdict.fallback, &verdict.digest), (&fallback.to_owned(), &sent.digest));
    }
}
