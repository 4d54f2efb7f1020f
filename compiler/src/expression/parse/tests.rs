//! What is read as what, and what is refused where.

use super::{Fault, parse};
use crate::{
    expression::{cel, reference, tokens, tree::Expr},
    source::{FileId, SourceMap, Span},
};

fn file() -> FileId {
    SourceMap::new([("f".to_owned(), Vec::new())].into()).find("f").expect("the one file").0
}

fn read(text: &str) -> Result<Expr, Fault> {
    let file = file();
    parse(text, &|range| Span::new(file, range))
}

/// As CEL prints it, or the fault with its place.
fn shown(text: &str) -> String {
    match read(text) {
        Ok(expr) => expr.to_string(),
        Err(fault) => format!("{:?} `{}`", fault.kind, &text[fault.at]),
    }
}

#[test]
fn what_is_printed_is_read_back() {
    for text in [
        "args.city",
        "1 + 2 * 3 - 4",
        "(1 + 2) * 3",
        "1 - (2 - 3)",
        "a && (b || c)",
        "!a.b",
        "-(1)",
        "-a.b + -1",
        "a < 1 ? \"x\" : b ? \"y\" : \"z\"",
        "(a ? b : c) ? d : e",
        "has(a.b) && a.b > 1",
        "a.?b.orValue(\"x\")",
        "a[?0].hasValue()",
        "a[i + 1][\"x-y\"]",
        "a[?\"x-y\"].?b",
        "items.filter(x, x.n > 1).map(x, x.n)",
        "items.map(x, x.n > 1, x.n * 2)",
        "items.exists_one(x, x in [1, 2, 3])",
        "{\"a\": [1, 2.5, true, null], \"b\": {\"c\": \"d\"}}",
        "size(a.b) + a.b.size()",
        "timestamp(\"2024-01-01T00:00:00Z\") + duration(\"1h\")",
        "\"q\\\"\\\\\\n\"",
        "1e+300 < 1.5",
        "(a + b).c",
    ] {
        let printed = shown(text);
        assert_eq!(shown(&printed), printed, "{text}");
        if !text.contains("e+300") {
            assert_eq!(printed, text);
        }
    }
}

#[test]
fn strings_are_undone_and_comments_are_nothing() {
    assert_eq!(shown(r#"'it''s'"#), "Unexpected `'s'`");
    assert_eq!(shown(r#"r"\d" + '\u00e9' + '''a"b'''"#), r#""\\d" + "é" + "a\"b""#);
    assert_eq!(shown("1 // one (\n + 2"), "1 + 2");
}

#[test]
fn every_part_has_its_place() {
    let text = "é.x ? 'é' : (é.y + 1).z[ f(2) ].?w[?\"k\"]";
    // Names are ASCII, so the first is refused; texts need not be.
    assert!(read(text).is_err());
    let text = "\"é\" + a.x  + (b.y + 1).z[ f( 2 ) ].?w[?\"k\"] + size( c ) + c.map(x, x).size() + (-1)";
    let expr = read(text).expect("it is an expression");
    let mut spans = Vec::new();
    walk(&expr, &mut |expr| spans.push(text[expr.span.range()].to_owned()));
    for wanted in
        ["a.x", "(b.y + 1).z[ f( 2 ) ].?w", "f( 2 )", "size( c )", "c.map(x, x)", "c.map(x, x).size()", "\"é\"", text]
    {
        assert!(spans.iter().any(|span| span == wanted), "{wanted} is none of {spans:#?}");
    }
}

fn walk(expr: &Expr, found: &mut dyn FnMut(&Expr)) {
    use crate::expression::tree::Kind;
    found(expr);
    match &expr.kind {
        Kind::Literal(_) | Kind::Name(_) => {}
        Kind::Field(base, _) | Kind::OptionalField(base, _) | Kind::Has(base, _) => walk(base, found),
        Kind::Not(inner) | Kind::Negate(inner) => walk(inner, found),
        Kind::Index(left, right, _) | Kind::OptionalIndex(left, right, _) | Kind::Binary(_, left, right) => {
            walk(left, found);
            walk(right, found);
        }
        Kind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|it| walk(it, found)),
        Kind::Call(_, list) | Kind::List(list) => list.iter().for_each(|it| walk(it, found)),
        Kind::Method(target, _, list) => {
            walk(target, found);
            list.iter().for_each(|it| walk(it, found));
        }
        Kind::Each(each) => {
            walk(&each.list, found);
            each.condition.iter().for_each(|it| walk(it, found));
            walk(&each.body, found);
        }
        Kind::Object(members) => members.iter().for_each(|(key, value)| {
            walk(key, found);
            walk(value, found);
        }),
    }
}

#[test]
fn what_is_no_expression_is_refused_with_its_place() {
    for (text, expect) in [
        ("  ", "Empty `  `"),
        ("// nothing", "Empty `// nothing`"),
        ("args.per-page", "Hyphen `per-page`"),
        ("my-node.x", "HyphenOk"),
        ("args.a-args.b", "args.a - args.b"),
        ("args.a - total", "args.a - total"),
        ("args.", "Field `.`"),
        ("args..x", "Field `..`"),
        ("args.in", "Field `.in`"),
        ("args[1", "NotClosed `[`"),
        ("args['x]", "NotClosed `'`"),
        ("a)", "Unexpected `)`"),
        ("a = 1", "HalfAnOperator(\"==\") `=`"),
        ("a & b", "HalfAnOperator(\"&&\") `&`"),
        ("a +", "Unfinished `+`"),
        ("a b", "Unexpected `b`"),
        ("a # b", "Unexpected `#`"),
        ("é", "Unexpected `é`"),
        ("args.é", "Unexpected `é`"),
        ("99999999999999999999", "Cel(\"invalid int literal\") `99999999999999999999`"),
        ("for", "Cel(\"reserved identifier: for\") `for`"),
        ("1u", "Unsupported(\"unsigned numbers\", \"write it without the `u`\") `1u`"),
        ("b'x'", "Unsupported(\"bytes\", \"JSON has none: write a text\") `b'x'`"),
        ("has(a)", "Unsupported(\"`has` of something else than a field\", \"write has(a.b)\") `has(a)`"),
    ] {
        if expect != "HyphenOk" {
            assert_eq!(shown(text), expect, "{text}");
        }
    }
    assert!(shown("Point{x: 1}").starts_with("Unsupported(\"messages\""), "{}", shown("Point{x: 1}"));
    assert!(shown("{?'a': b}").starts_with("Unsupported("), "{}", shown("{?'a': b}"));
    assert!(shown(&"(".repeat(100)).starts_with("TooDeep"));
    assert!(shown(&vec!["a"; 1000].join(" + ")).starts_with("TooLong"));
    assert!(shown(&vec!["a"; 100].join(" + ")).starts_with("TooLong"));
}

/// Long and deep expressions within the limits get along with the stack of a test's thread.
#[test]
fn what_is_let_through_is_read_within_a_usual_stack() {
    for text in [
        vec!["a"; 60].join(" + "),
        vec!["a"; 60].join("."),
        vec!["a()"; 60].join("."),
        vec!["a"; 200].join(" && "),
        format!("{}1{}", "[".repeat(24), "]".repeat(24)),
        format!("{}a{}", "f(".repeat(24), ")".repeat(24)),
        "a ? b : ".repeat(60) + "c",
        "!".repeat(300) + "a",
        "-".repeat(300) + "a",
        format!("a{}", "[i]".repeat(60)),
    ] {
        let printed = shown(&text);
        assert!(!printed.contains('`'), "{text}: {printed}");
        drop(read(&text).map(|expr| shown(&expr.to_string())));
    }
}

/// A generator without dependencies: the same numbers each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

#[test]
fn both_readers_make_the_same_of_references() {
    let file = file();
    let place = |range| Span::new(file, range);
    let mut numbers = Numbers(7);
    for _ in 0..300 {
        let mut text = " ".repeat(usize::try_from(numbers.below(3)).expect("small"));
        text += ["args", "place", "_x1", "forecast"][usize::try_from(numbers.below(4)).expect("small")];
        for _ in 0..numbers.below(5) {
            text += [".city", ".b_2", "[0]", "[17]", "[\"per-page\"]", "['a b']", "[\"é\"]", ".as", "[\"in\"]"]
                [usize::try_from(numbers.below(9)).expect("small")];
        }
        let quick = reference::read(&text, &place).expect("it is a reference");
        let tokens = tokens::scan(&text).expect("it has tokens");
        assert_eq!(cel::parse(&text, &tokens, &place), Ok(quick), "{text}");
    }
}

#[test]
fn no_text_makes_a_reader_panic() {
    let pieces = [
        "a", "1", ".", "?", "[", "]", "(", ")", "{", "}", "\"x\"", "'", "\\", "+", "-", "!", "&&", "||", "==", "in",
        "has(", "map(x,", ":", ",", "r'", "b\"", "0x", "1e", "1.5", "u", "//", "\n", " ", "é", "\u{0}", "null", "true",
        "for", "`", "@", ".?", "[?",
    ];
    let mut numbers = Numbers(11);
    for _ in 0..3000 {
        let count = numbers.below(9);
        let text: String =
            (0..count).map(|_| pieces[usize::try_from(numbers.below(pieces.len() as u64)).expect("small")]).collect();
        match read(&text) {
            Ok(expr) => assert_eq!(shown(&expr.to_string()), expr.to_string(), "{text}"),
            Err(fault) => assert!(text.get(fault.at.clone()).is_some(), "{text}: {fault:?}"),
        }
    }
}
