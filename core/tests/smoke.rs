//! Smoke.
use chirp_core::*;
#[test]
fn worked_example() {
    let input = br#"{
"protocol": "org.renkara.chirp.message/0.1",
"kind": "event",
"source": { "kind": "integration", "id": "org.renkara.lectern", "display_name": "Lectern" },
"presentation": { "fallback": "Review requested for Architecture Notes" },
"subject": { "kind": "document", "id": "doc-42", "label": "Architecture Notes" },
"delivery": { "dedupe_key": "review:doc-42:revision-7" }
}"#;
    let mut e = call::Engine::default();
    let s = call::seal(input, &mut e, &Native);
    println!("{}", String::from_utf8_lossy(e.section(0)));
    assert_eq!(s, 1);
    assert_eq!(e.section(4), b"sha256:7a77e4b570dc3189359b8fdfb76f1423186c06190f1369c6396dafaaee1b40b7");
    let sealed = e.section(2).to_vec();
    println!("{}", String::from_utf8_lossy(&sealed));
    assert_eq!(call::verify(&sealed, None, &mut e, &Native), 1);
    let m = format!("{{\"id\":\"x\",\"sender\":{{\"a\":1,\"b\":[1,2,{{}}]}},\"body\":\"Review requested for Architecture Notes\",\"protocol\":{}}}", String::from_utf8_lossy(&sealed));
    assert_eq!(call::verify(m.as_bytes(), None, &mut e, &Native), 1, "{}", String::from_utf8_lossy(e.section(0)));
    for bad in [r#"{"body":"hi"}"#, r#"{"a":1,"#, "", "[", r#"{"kind":"evnt","protocol":"org.renkara.chirp.message/0.1","source":{"knd":"agent","id":"a b","displayname":"x"},"presentation":{"fallback":" "},"lifecycle":{"state":"running","progress":5,"ended_at":"2026-01-01T00:00:00Z"},"actions":[{"id":"a","label":"x","capability":"a.b","url":"x"},{"id":"a","label":"x","capability":"a.b","arguments":{"__proto__":1,"constructor":2,"b":9007199254740993,"a":null}}],"redaction":{"policy":"x"},"instrument":{"revision":0,"category":"run","layout":"status"},"kind":"event"}"#] {
        call::verify(bad.as_bytes(), None, &mut e, &Native);
        println!("{} -> {} / {}", bad.len(), String::from_utf8_lossy(e.section(1)), String::from_utf8_lossy(e.section(0)));
        call::validate(bad.as_bytes(), Some("acme"), &mut e, &Native);
        println!("   {}", String::from_utf8_lossy(e.section(0)));
    }
    for c in [r#"{"b":1,"a":[1e3,-0,0.1,1E21,123456789012345678],"\u20ac":"\u000f\n\\\"/","\ud83d\ude00":1,"\ufb33":2}"#, r#"{"a":1,"b":2,"a":3}"#, "1e400", "\"\\ud800\""] {
        call::canonicalize(c.as_bytes(), &mut e, &Native);
        println!("{} {}", String::from_utf8_lossy(e.section(2)), String::from_utf8_lossy(e.section(0)));
    }
    let t = r#"{"type":"root","children":[{"type":"paragraph","children":[{"type":"text","value":"a"},{"type":"text","value":""},{"type":"link","url":"javascript:x","children":[{"type":"emphasis","children":[{"type":"link","url":"https://a.b/","children":[]}]}]}]},{"type":"table","align":["left"],"children":[{"type":"tableRow","children":[]}]},{"type":"script"},{"type":"tableCell","children":[]}]}"#;
    call::check_tree(t.as_bytes(), &mut e, &Native);
    println!("{}", String::from_utf8_lossy(e.section(0)));
}
