use super::*;
use proptest::prelude::*;

fn cases() -> Vec<serde_json::Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/url/strict.json");
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    file["cases"].as_array().unwrap().clone()
}

#[test]
fn vectors_hold() {
    let cases = cases();
    let ordinary = cases.iter().filter(|case| case["ok"] == true).count();
    assert!(ordinary >= 60 && cases.len() - ordinary >= 100, "the lists are not whole");
    for case in cases {
        let fault = url_fault(case["input"].as_str().unwrap());
        assert_eq!(Some(fault.is_none()), case["ok"].as_bool(), "{case} {fault:?}");
    }
}

#[test]
fn each_refusal_says_its_own_reason() {
    for (url, reason) in [
        ("ftp://a/", "it does not begin with `https://`, `http://` or `mailto:` in lower case"),
        ("https://a/\\", "it has a backslash"),
        ("https://a/%2f", "it has a `%` that is not followed by two hexadecimal digits in upper case"),
        ("https://u@a/", "it has a user name or a password before the host"),
        ("https://A/", "the host has an upper-case letter"),
        ("https://a.1/", "the host ends in a number and is not an IPv4 address of four decimal numbers"),
        ("https://[::0]/", "the IPv6 address is not in its canonical form"),
        ("https://a:443/", "the port is the default one of the scheme, which is left out"),
        ("https://a", "there is no `/` after the host"),
        ("https://a/b/%2E%2E", "the path has a `.` or `..` segment"),
        ("https://a/?'", "the query has a character that must be percent-encoded"),
        ("mailto:a@b?bcc=c", "a mail link has a field other than `subject` and `body`"),
    ] {
        assert_eq!(url_fault(url), Some(reason), "{url}");
    }
}

#[test]
fn the_host_is_what_stands_between_scheme_and_port() {
    for (url, expected) in [
        ("https://example.com/@evil.example:1/", Some("example.com")),
        ("http://example.com:8080/?x#y", Some("example.com")),
        ("http://[::1]:8080/", Some("[::1]")),
        ("http://[2001:db8::1]/a:b]", Some("[2001:db8::1]")),
        ("mailto:a@example.com", None),
    ] {
        assert_eq!(host(url), expected, "{url}");
    }
}

/// Pieces of URLs, strict and not; most concatenations are nearly in strict form.
fn nearly_strict() -> impl Strategy<Value = String> {
    let scheme = prop::sample::select(vec![
        "https://", "http://", "https://", "http://", "mailto:", "HTTP://", "https:/",
    ]);
    let host = prop_oneof![
        4 => "[a-z0-9_-]{1,5}(\\.[a-z0-9_-]{1,5}){0,3}",
        1 => "xn--[a-z0-9-]{0,8}\\.com",
        2 => "[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}",
        1 => "[a-z0-9]{1,2}\\.0x[0-9a-g]{0,2}",
        3 => "\\[(0|1|ab){0,1}(:(0|0|1|ab)){0,4}::((0|0|1|ab):){0,4}(0|1|ab){0,1}\\]",
        1 => "\\[(0|0|1|f)(:(0|0|1|f)){7}\\]",
        1 => "[a-zA-Z.%@:\\[\\] ]{0,6}",
    ];
    let port = prop_oneof![3 => Just(String::new()), 2 => ":[0-9]{0,6}", 1 => ":(443|80)"];
    let path = prop_oneof![
        4 => "(/[a-zA-Z0-9._~!$&'()*+,;=:@-]{0,4}|/\\.|/\\.\\.|/%2E|/%[0-9A-F]{2}\\.?){0,4}",
        1 => "/[ -~]{0,6}",
        1 => "(/|%2e|%2E|\\.){0,6}",
    ];
    let query = prop_oneof![3 => Just(String::new()), 2 => "\\?[a-z=&/?:@%2F'-]{0,8}", 1 => "\\?[ -~]{0,4}"];
    let fragment = prop_oneof![3 => Just(String::new()), 2 => "#[a-z=&/?:@%2F'-]{0,8}", 1 => "#[ -~]{0,4}"];
    (scheme, host, port, path, query, fragment).prop_map(|(scheme, host, port, path, query, fragment)| {
        [scheme, &host, &port, &path, &query, &fragment].concat()
    })
}

proptest! {
    #[test]
    fn any_text_is_answered(url in any::<String>()) {
        let _ = (url_fault(&url), host(&url));
    }

    #[test]
    fn what_passes_is_in_one_piece(url in nearly_strict()) {
        if url_fault(&url).is_none() {
            let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\\\"<>^`{|}".contains(&byte);
            prop_assert!(url.bytes().all(is_plain));
            prop_assert_eq!(host(&url).is_some(), !url.starts_with("mailto:"));
        }
    }
}

/// Holds the checker against the WHATWG parser that the compiler uses.
#[cfg(feature = "compile")]
mod beside_a_whatwg_parser {
    use super::*;
    use std::collections::HashSet;

    /// What passes here, the parser returns as it is; it may refuse a label of punycode that decodes badly.
    fn assert_agrees(text: &str) {
        if url_fault(text).is_some() {
            return;
        }
        match url::Url::parse(text) {
            Ok(parsed) => {
                assert_eq!(parsed.as_str(), text);
                assert_eq!(parsed.host_str(), host(text));
            }
            Err(error) => assert!(text.contains("xn--"), "{text} {error}"),
        }
    }

    #[test]
    fn vectors_agree() {
        cases().iter().for_each(|case| assert_agrees(case["input"].as_str().unwrap()));
    }

    #[test]
    fn two_characters_put_anywhere_agree() {
        let characters = "\0\t\n !\"#$%&'()*+,-./0129:;<=>?@AEFX[\\]^_`aefx{|}~\u{7F}";
        let mut passed = HashSet::new();
        for base in [
            "https://ab.cd:81/e/f?g=h#i",
            "http://1.2.3.4/",
            "http://[1::2:0:3]/",
            "mailto:a.b@c.d?subject=e&body=f",
        ] {
            for at in 0..=base.len() {
                let (before, after) = base.split_at(at);
                for first in characters.chars() {
                    for second in characters.chars() {
                        let text = format!("{before}{first}{second}{after}");
                        assert_agrees(&text);
                        passed.extend(url_fault(&text).is_none().then_some((base, at)));
                    }
                }
            }
        }
        assert!(passed.len() > 50, "hardly anything passed: {}", passed.len());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn nearly_strict_urls_agree(url in nearly_strict()) {
            assert_agrees(&url);
        }

        /// Nothing ordinary is refused: a URL that a parser wrote passes unless it uses a freedom the form
        /// leaves out.
        #[test]
        fn what_the_parser_writes_passes(url in nearly_strict()) {
            // In debug builds the table-free adapter asserts that no escape stands in a host.
            prop_assume!(!url.split(['/', '?', '#']).nth(2).unwrap_or_default().contains('%'));
            let Ok(parsed) = url::Url::parse(&url) else { return Ok(()) };
            let written = parsed.as_str();
            let is_strict_form = parsed.username().is_empty()
                && parsed.password().is_none()
                && parsed.host_str().is_some_and(is_plain_host)
                && is_admitted(parsed.path(), Part::Path)
                && is_admitted(parsed.query().unwrap_or_default(), Part::Query)
                && is_admitted(parsed.fragment().unwrap_or_default(), Part::Fragment)
                && written.split('%').skip(1).all(|after| begins_with_escape(after.as_bytes()));
            if is_strict_form {
                prop_assert_eq!(url_fault(written), None, "{}", written);
            }
        }
    }

    fn is_plain_host(host: &str) -> bool {
        let is_label = |label: &str| {
            !label.is_empty()
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        host.starts_with('[') || host.split('.').all(is_label)
    }
}
