//! Runs one operation on one kind of hostile input of a given size, for a tool that counts instructions
//! (`npm run bench -- growth`). `growth` lists the kinds and a size that fits each; `growth KIND SIZE` runs one.
#![expect(clippy::expect_used, clippy::panic, reason = "a measurement that cannot run must stop")]

use std::hint::black_box;

use chirp_core::Native;
use chirp_core::call::{self, Engine};

/// What is measured, by its name: the tool counts what happens inside.
#[inline(never)]
fn measured(operation: Operation, input: &[u8], engine: &mut Engine) -> u32 {
    operation(black_box(input), engine)
}

type Operation = fn(&[u8], &mut Engine) -> u32;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        return KINDS.iter().for_each(|kind| println!("{}\t{}", kind.name, kind.group.size()));
    };
    let kind = KINDS.iter().find(|kind| kind.name == name).unwrap_or_else(|| panic!("no kind `{name}`"));
    let size = arguments.next().and_then(|size| size.parse().ok()).expect("a size in bytes");
    let input = (kind.input)(size);
    let mut engine = Engine::default();
    black_box(measured(kind.group.operation(), input.as_bytes(), &mut engine));
}

/// What an input is given to.
#[derive(Clone, Copy)]
enum Group {
    Advise,
    Canonicalize,
    CheckLines,
    CheckTree,
    Compile,
    SplitPage,
    ToText,
    Validate,
    Verify,
}

impl Group {
    fn operation(self) -> Operation {
        match self {
            Group::Canonicalize => |input, engine| call::canonicalize(input, engine, &Native),
            Group::CheckLines => |input, engine| call::check_lines(input, engine, &Native),
            Group::CheckTree => |input, engine| call::check_tree(input, engine, &Native),
            Group::Compile => |input, engine| call::compile(input, engine, &Native),
            Group::SplitPage => call::split_page,
            Group::ToText => call::to_text,
            Group::Advise | Group::Validate => {
                |input, engine| call::validate_compiled(input, None, engine, &Native)
            }
            Group::Verify => |input, engine| call::verify_compiled(input, None, true, engine, &Native),
        }
    }

    /// Half of what the operation takes at most, in bytes, or less where that is long to count.
    fn size(self) -> usize {
        match self {
            Group::Advise | Group::Compile | Group::ToText => 30_000,
            Group::CheckTree | Group::Validate => 100_000,
            _ => 200_000,
        }
    }
}

struct Kind {
    name: &'static str,
    group: Group,
    /// An input of about so many bytes.
    input: fn(usize) -> String,
}

const fn kind(group: Group, name: &'static str, input: fn(usize) -> String) -> Kind {
    Kind { name, group, input }
}

const KINDS: &[Kind] = &[
    kind(Group::Canonicalize, "json: arrays as deep as allowed", |n| {
        list(n, |_| format!("{}{}", "[".repeat(126), "]".repeat(126)))
    }),
    kind(Group::Canonicalize, "json: arrays deeper than allowed", |n| "[".repeat(n)),
    kind(Group::Canonicalize, "json: objects out of order, as deep as allowed", |n| {
        list(n, |_| format!("{}0{}", r#"{"b":"#.repeat(126), r#","a":0}"#.repeat(126)))
    }),
    kind(Group::Canonicalize, "json: a long text below objects out of order", |n| {
        format!("{}\"{}\"{}", r#"{"b":"#.repeat(127), "x".repeat(n), r#","a":0}"#.repeat(127))
    }),
    kind(Group::Canonicalize, "json: members out of order", |n| {
        members(n, |at| format!("{:x}", scattered(at)))
    }),
    kind(Group::Canonicalize, "json: members in the opposite order", |n| {
        members(n, |at| format!("{:08}", 99_999_999 - at))
    }),
    kind(Group::Canonicalize, "json: long names with a common start, out of order", |n| {
        members(n, |at| format!("{}{:08}", "x".repeat(1000), 99_999_999 - at))
    }),
    kind(Group::Canonicalize, "json: names out of order, with escapes", |n| {
        members(n, |at| format!("\\u0061{:x}", scattered(at)))
    }),
    kind(Group::Canonicalize, "json: one name again and again", |n| members(n, |_| "a".to_owned())),
    kind(Group::Canonicalize, "json: each name twice", |n| {
        members(n, |at| format!("{:x}", scattered(at / 2)))
    }),
    kind(Group::Canonicalize, "json: long names, each twice", |n| {
        members(n, |at| format!("{}{}", "y".repeat(500), at / 2))
    }),
    kind(Group::Canonicalize, "json: escapes", |n| {
        format!("\"{}\"", r"\u00e9\n\ud83d\ude00\/".repeat(n / 22))
    }),
    kind(Group::Canonicalize, "json: halves of surrogate pairs", |n| {
        format!("\"{}\"", r"\ud800".repeat(n / 6))
    }),
    kind(Group::Canonicalize, "json: halves of surrogate pairs, on many lines", |n| {
        list(n, |_| "\"\\udc00\"\n".to_owned())
    }),
    kind(Group::Canonicalize, "json: one long number", |n| "9".repeat(n)),
    kind(Group::Canonicalize, "json: a long fraction", |n| format!("0.{}1", "0".repeat(n))),
    kind(Group::Canonicalize, "json: a long exponent", |n| format!("1e-{}1", "0".repeat(n))),
    kind(Group::Canonicalize, "json: many doubles", |n| {
        list(n, |at| format!("{}.2345678901234567e-{}", at % 9 + 1, at % 300))
    }),
    kind(Group::Canonicalize, "json: numbers beyond a double", |n| list(n, |_| "1e999".to_owned())),
    kind(Group::Canonicalize, "json: white space", |n| format!("[{}]", " \n\t\r".repeat(n / 4))),
    kind(Group::Canonicalize, "json: a text without end", |n| format!("\"{}", "x\\n".repeat(n / 3))),
    kind(Group::CheckLines, "lines: empty", |n| "\n".repeat(n)),
    kind(Group::CheckLines, "lines: refused", |n| "{\"a\":1,\"a\":2}\n".repeat(n / 14)),
    kind(Group::CheckLines, "lines: in order", |n| "{\"b\":1,\"a\":[1.50]}\n".repeat(n / 19)),
    kind(Group::SplitPage, "page: many messages", |n| {
        format!("{{\"messages\":{}}}", list(n, |_| "{\"body\":\"a\"}".to_owned()))
    }),
    kind(Group::SplitPage, "page: many lists of messages", |n| members(n, |_| "messages".to_owned())),
    kind(Group::SplitPage, "page: brackets", |n| format!("{{\"messages\":[{}", "[".repeat(n))),
    kind(Group::Validate, "envelope: unknown members", |n| {
        envelope(n, |at| format!("\"fallback{at}\":[{{}}]"))
    }),
    kind(Group::Validate, "envelope: unknown members, nearly known", |n| {
        envelope(n, |_| "\"knd\":1".to_owned())
    }),
    kind(Group::Validate, "envelope: one member again and again", |n| {
        envelope(n, |_| "\"kind\":\"event\"".to_owned())
    }),
    kind(Group::Validate, "envelope: too many actions", |n| {
        envelope_with(&format!(
            "\"actions\":{}",
            list(n, |_| "{\"id\":\"a\",\"label\":\"\",\"capability\":\"x\"}".to_owned())
        ))
    }),
    kind(Group::Validate, "envelope: too many arguments", |n| {
        let arguments = members(n, |at| format!("a{:x}", scattered(at)));
        envelope_with(&format!(
            "\"actions\":[{{\"id\":\"a\",\"label\":\"f\",\"capability\":\"x.y\",\"arguments\":{arguments}}}]"
        ))
    }),
    kind(Group::Validate, "envelope: too much evidence and too many checks", |n| {
        let checks = list(n / 2, |_| "{\"label\":\"l\",\"status\":\"passed\"}".to_owned());
        let evidence = list(n / 2, |_| "{\"label\":\"l\",\"digest\":\"sha256:\"}".to_owned());
        envelope_with(&format!(
            "\"instrument\":{{\"category\":\"run\",\"layout\":\"status\",\"revision\":1,\"evidence\":{evidence},\"audit\":{{\"status\":\"passed\",\"checks\":{checks}}}}}"
        ))
    }),
    kind(Group::Validate, "envelope: control characters in a fallback", |n| {
        message_of(&format!("{}f", "\\u0001\\u202e".repeat(n / 12)), "")
    }),
    kind(Group::Advise, "advice: many numbers that the fallback lacks", |n| {
        message_of("f", &repeated(n, |at| format!("{at} ")))
    }),
    kind(Group::Advise, "advice: many links that the fallback lacks", |n| {
        message_of("f", &repeated(n, |at| format!("[a](https://h{at}.example/) ")))
    }),
    kind(Group::Advise, "advice: a long fallback", |n| {
        message_of(&repeated(n / 12, |at| format!("{at} w")), &repeated(n / 4, |at| format!("{at} w ")))
    }),
    kind(Group::Verify, "message: one body again and again", |n| {
        format!("{{{}}}", separated(n, |at| format!("\"body\":\"{at}\"")))
    }),
    kind(Group::Verify, "message: a body that is not the fallback", |n| {
        format!("{{\"body\":\"{}\",\"protocol\":{}}}", "é\\n".repeat(n / 4), message_of("f", ""))
    }),
    kind(Group::Verify, "message: no JSON behind its body", |n| {
        format!("{{\"body\":\"f\",{}", "[{\"a\":".repeat(n / 6))
    }),
    kind(Group::Verify, "message: a protocol that is no envelope", |n| {
        format!("{{\"protocol\":{}}}", members(n, |at| format!("p{:x}", scattered(at))))
    }),
    kind(Group::CheckTree, "tree: wide", |n| tree(&separated(n, |at| paragraph(&words(at))))),
    kind(Group::CheckTree, "tree: as deep as allowed", |n| {
        tree(&separated(n, |_| {
            format!(
                "{}{}{}",
                "{\"type\":\"blockquote\",\"children\":[".repeat(28),
                paragraph(&words(1)),
                "]}".repeat(28)
            )
        }))
    }),
    kind(Group::CheckTree, "tree: unknown nodes", |n| {
        tree(&separated(n, |_| "{\"type\":\"paragrph\"}".to_owned()))
    }),
    kind(Group::CheckTree, "tree: nodes where they may not be", |n| tree(&separated(n, |_| words(1)))),
    kind(Group::CheckTree, "tree: a wide table", |n| {
        let row = |n| {
            format!(
                "{{\"type\":\"tableRow\",\"children\":[{}]}}",
                separated(n, |_| "{\"type\":\"tableCell\",\"children\":[]}".to_owned())
            )
        };
        tree(&format!("{{\"type\":\"table\",\"align\":[],\"children\":[{},{}]}}", row(n / 2), row(n / 2)))
    }),
    kind(Group::CheckTree, "tree: links that deceive", |n| {
        let link = |at: usize| {
            format!(
                "{{\"type\":\"link\",\"url\":\"https://h{at}.example/\",\"children\":[{{\"type\":\"text\",\"value\":\"https://g.example\"}}]}}"
            )
        };
        tree(&paragraph(&separated(n, link)))
    }),
    kind(Group::CheckTree, "tree: a long text in a link", |n| {
        let text = "www.".to_owned() + &"é\\u200b".repeat(n / 8);
        tree(&paragraph(&format!(
            "{{\"type\":\"link\",\"url\":\"https://h.example/\",\"children\":[{{\"type\":\"text\",\"value\":\"{text}\"}}]}}"
        )))
    }),
    kind(Group::CheckTree, "tree: many texts in a link", |n| {
        let texts = separated(n, |at| {
            format!(
                "{{\"type\":\"{}\",\"children\":[{}]}}",
                if at % 2 == 0 { "strong" } else { "emphasis" },
                words(at)
            )
        });
        tree(&paragraph(&format!(
            "{{\"type\":\"link\",\"url\":\"https://h.example/\",\"children\":[{texts}]}}"
        )))
    }),
    kind(Group::Compile, "pubmark: words", |n| "word ".repeat(n / 5)),
    kind(Group::Compile, "pubmark: lines", |n| "word\n".repeat(n / 5)),
    kind(Group::Compile, "pubmark: paragraphs", |n| "word\n\n".repeat(n / 6)),
    kind(Group::Compile, "pubmark: emphasis that opens", |n| "*a **b ".repeat(n / 7)),
    kind(Group::Compile, "pubmark: emphasis that closes", |n| "a** b* ".repeat(n / 7)),
    kind(Group::Compile, "pubmark: emphasis inside emphasis", |n| {
        format!("{}a{}", "*_".repeat(n / 4), "_*".repeat(n / 4))
    }),
    kind(Group::Compile, "pubmark: stars", |n| "*".repeat(n)),
    kind(Group::Compile, "pubmark: stars and letters", |n| "*a_ ".repeat(n / 4)),
    kind(Group::Compile, "pubmark: tildes", |n| "~~a ".repeat(n / 4)),
    kind(Group::Compile, "pubmark: brackets that open", |n| "[".repeat(n)),
    kind(Group::Compile, "pubmark: brackets inside brackets", |n| {
        format!("{}a{}", "[".repeat(n / 2), "]".repeat(n / 2))
    }),
    kind(Group::Compile, "pubmark: links that begin", |n| "[a](".repeat(n / 4)),
    kind(Group::Compile, "pubmark: links that begin, in angles", |n| "[a](<b".repeat(n / 6)),
    kind(Group::Compile, "pubmark: images that begin", |n| "![[]()".repeat(n / 6)),
    kind(Group::Compile, "pubmark: links", |n| repeated(n, |at| format!("[a{at}](https://h.example/{at}) "))),
    kind(Group::Compile, "pubmark: links inside images", |n| "![a [b](https://h.example/) ".repeat(n / 27)),
    kind(Group::Compile, "pubmark: unsafe links", |n| "[a](javascript:b) ".repeat(n / 18)),
    kind(Group::Compile, "pubmark: links without a scheme", |n| "[a](b.c) ".repeat(n / 9)),
    kind(Group::Compile, "pubmark: links with text that looks like a host", |n| {
        "[a.example](https://b.example/) ".repeat(n / 32)
    }),
    kind(Group::Compile, "pubmark: a long link", |n| format!("[a](https://h.example/{})", "é".repeat(n / 2))),
    kind(Group::Compile, "pubmark: a long host", |n| format!("[a](https://{}/)", "a.".repeat(n / 2))),
    kind(Group::Compile, "pubmark: a long address in angles", |n| {
        format!("<https://h.example/{}>", "a".repeat(n))
    }),
    kind(Group::Compile, "pubmark: a long host in punycode", |n| {
        format!("[a](https://xn--{}/)", "a9".repeat(n / 2))
    }),
    kind(Group::Compile, "pubmark: definitions of links", |n| {
        repeated(n, |at| format!("[a{at}]: https://h.example/\n"))
    }),
    kind(Group::Compile, "pubmark: one definition, many uses", |n| {
        format!("[a]: https://h.example/{}\n\n{}", "b".repeat(n / 40), "[a] ".repeat(n / 5))
    }),
    kind(Group::Compile, "pubmark: uses without a definition", |n| "[a][b] ".repeat(n / 7)),
    kind(Group::Compile, "pubmark: backticks that open", |n| {
        let mut source = String::new();
        for length in 1.. {
            if source.len() >= n {
                break;
            }
            source.push_str(&"`".repeat(length));
            source.push('a');
        }
        source
    }),
    kind(Group::Compile, "pubmark: backticks", |n| "`a``b".repeat(n / 5)),
    kind(Group::Compile, "pubmark: a fence without end", |n| format!("```\n{}", "a\n".repeat(n / 2))),
    kind(Group::Compile, "pubmark: quotations inside quotations", |n| ">".repeat(n)),
    kind(Group::Compile, "pubmark: quotations, line by line", |n| {
        repeated(n, |at| format!("{}a\n", "> ".repeat(at % 40)))
    }),
    kind(Group::Compile, "pubmark: lists inside lists", |n| "- ".repeat(n / 2)),
    kind(Group::Compile, "pubmark: lists inside lists, line by line", |n| {
        repeated(n, |at| format!("{}- a\n", "  ".repeat(at % 40)))
    }),
    kind(Group::Compile, "pubmark: list items", |n| "- a\n".repeat(n / 4)),
    kind(Group::Compile, "pubmark: list items far apart", |n| "- a\n\n\n".repeat(n / 6)),
    kind(Group::Compile, "pubmark: a wide table", |n| {
        let columns = n / 6;
        format!("{}|\n{}|\n{}|\n", "|a".repeat(columns), "|-".repeat(columns), "|b".repeat(columns))
    }),
    kind(Group::Compile, "pubmark: a wide table with short rows", |n| {
        let columns = n / 10;
        format!("{}|\n{}|\n{}", "|a".repeat(columns), "|-".repeat(columns), "|b|\n".repeat(n / 8))
    }),
    kind(Group::Compile, "pubmark: a long table", |n| format!("|a|b|\n|-|-|\n{}", "|c|d|\n".repeat(n / 6))),
    kind(Group::Compile, "pubmark: headers of tables without a body", |n| "|a|\n|-|-|\n".repeat(n / 11)),
    kind(Group::Compile, "pubmark: callouts", |n| "> [!NOTE]\n> a\n\n".repeat(n / 15)),
    kind(Group::Compile, "pubmark: HTML", |n| "<b>a</b> ".repeat(n / 9)),
    kind(Group::Compile, "pubmark: HTML that opens", |n| "<a ".repeat(n / 3)),
    kind(Group::Compile, "pubmark: comments that open", |n| "<!-- a ".repeat(n / 7)),
    kind(Group::Compile, "pubmark: declarations that open", |n| "<!A <? ".repeat(n / 7)),
    kind(Group::Compile, "pubmark: CDATA that opens", |n| "<![CDATA[ a ".repeat(n / 12)),
    kind(Group::Compile, "pubmark: entities", |n| "&amp;&#x41;&".repeat(n / 12)),
    kind(Group::Compile, "pubmark: escapes", |n| "\\*\\_".repeat(n / 4)),
    kind(Group::Compile, "pubmark: hard breaks", |n| "a  \n".repeat(n / 4)),
    kind(Group::Compile, "pubmark: headings", |n| "# a\n".repeat(n / 4)),
    kind(Group::Compile, "pubmark: underlined headings", |n| "a\n=\n".repeat(n / 4)),
    kind(Group::Compile, "pubmark: rules", |n| "***\n".repeat(n / 4)),
    kind(Group::Compile, "pubmark: control characters", |n| "\u{1}\u{202e}".repeat(n / 4)),
    kind(Group::ToText, "text: links inside emphasis", |n| "**[a](https://h.example/) b** ".repeat(n / 30)),
    kind(Group::ToText, "text: lists inside lists", |n| {
        repeated(n, |at| format!("{}- a\n", "  ".repeat(at % 5)))
    }),
    kind(Group::ToText, "text: a long table", |n| format!("|a|b|\n|-|-|\n{}", "|c|d|\n".repeat(n / 6))),
];

/// Pieces until there are `n` bytes.
fn repeated(n: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for at in 0.. {
        if text.len() >= n {
            break;
        }
        text.push_str(&piece(at));
    }
    text
}

/// Pieces with commas between.
fn separated(n: usize, piece: impl Fn(usize) -> String) -> String {
    repeated(n, |at| format!("{}{}", if at == 0 { "" } else { "," }, piece(at)))
}

fn list(n: usize, item: impl Fn(usize) -> String) -> String {
    format!("[{}]", separated(n, item))
}

fn members(n: usize, name: impl Fn(usize) -> String) -> String {
    format!("{{{}}}", separated(n, |at| format!("\"{}\":0", name(at))))
}

/// A number that tells nothing of its neighbours.
fn scattered(at: usize) -> u32 {
    (at as u32).wrapping_mul(0x9e37_79b1)
}

fn envelope(n: usize, member: impl Fn(usize) -> String) -> String {
    envelope_with(&separated(n, member))
}

fn envelope_with(members: &str) -> String {
    format!(
        r#"{{"protocol":"org.renkara.chirp.message/0.1","kind":"event","source":{{"kind":"system","id":"s"}},"subject":{{"kind":"k","id":"1"}},"presentation":{{"fallback":"f"}},{members}}}"#
    )
}

fn message_of(fallback: &str, pubmark: &str) -> String {
    let pubmark = if pubmark.is_empty() { String::new() } else { format!(r#","pubmark":"{pubmark}""#) };
    format!(
        r#"{{"protocol":"org.renkara.chirp.message/0.1","kind":"event","source":{{"kind":"system","id":"s"}},"presentation":{{"fallback":"{fallback}"{pubmark}}}}}"#
    )
}

fn tree(children: &str) -> String {
    format!(r#"{{"type":"root","children":[{children}]}}"#)
}

fn paragraph(children: &str) -> String {
    format!(r#"{{"type":"paragraph","children":[{children}]}}"#)
}

fn words(at: usize) -> String {
    format!(r#"{{"type":"text","value":"words {at}"}}"#)
}
