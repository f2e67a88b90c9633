//! What can be sealed is in order and verifies, sealing it again changes nothing, and no other content passes under its
//! seal. What a service sends on for it is believed, with the compiler and without.
#![no_main]

use chirp_fuzz::Core;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut core = Core::default();
    let sealed = core.seal(input);
    let report = core.validate(input);
    if !sealed.ok {
        // A message without an envelope is in order, and has nothing to seal.
        let problems = sealed.problems();
        assert!(!report.ok || problems[0]["code"] == "untyped");
        return;
    }
    assert!(report.ok, "sealed, and refused: {}", String::from_utf8_lossy(&report.report));
    let again = core.seal(&sealed.canonical);
    assert!(again.ok, "the sealed envelope is refused");
    assert_eq!((&again.canonical, &again.digest), (&sealed.canonical, &sealed.digest));
    assert_eq!(core.canonicalize(&sealed.canonical).canonical, sealed.canonical);
    assert!(core.validate(&sealed.canonical).ok);

    let verdict = core.verify(&sealed.canonical, None);
    assert!(verdict.ok, "sealed, and not believed: {}", String::from_utf8_lossy(&verdict.report));
    assert_eq!((&verdict.canonical, &verdict.digest), (&sealed.canonical, &sealed.digest));

    let sent = core.project(input);
    assert_eq!(sent.ok, core.validate_compiled(input).ok);
    if sent.ok {
        assert_eq!(sent.digest, sealed.digest);
        let (trusting, compiling) =
            (core.verify(&sent.canonical, None), core.verify_compiled(&sent.canonical, true));
        assert!(trusting.ok, "sent, and not believed: {}", String::from_utf8_lossy(&trusting.report));
        assert_eq!(trusting, compiling);
        assert_eq!(trusting.canonical, sealed.canonical);
        // A tree that shows nothing is not shown.
        assert!(trusting.tree.is_empty() || trusting.tree == sent.tree);
    }

    let mut tampered = sealed.canonical.clone();
    let place = input.iter().map(|&byte| usize::from(byte)).sum::<usize>() % tampered.len();
    tampered[place] ^= 1;
    let verdict = core.verify(&tampered, None);
    // One byte may spell the same data in another way, such as a number that is the same double.
    assert!(!verdict.ok || verdict.canonical == sealed.canonical, "byte {place} was changed unseen");
});
