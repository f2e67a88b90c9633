//! Whatever a person writes compiles to a tree that the checker accepts, or has problems that say where.
#![no_main]

use chirp_core::pubmark::compile::compile;
use chirp_fuzz::Core;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let compiled = compile(source);
    assert_eq!(compiled.tree.is_empty(), !compiled.problems.is_empty());
    for problem in compiled.problems.iter().chain(&compiled.advice) {
        assert!(problem.position.is_some());
    }
    if compiled.tree.is_empty() {
        return;
    }
    let checked = Core::default().check_tree(&compiled.tree);
    assert!(checked.ok, "refused: {}", String::from_utf8_lossy(&checked.report));
    assert_eq!(checked.tree, compiled.tree, "the tree is not canonical");
});
