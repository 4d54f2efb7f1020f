use super::*;

const LOWER: Class = Class { ascii: [0, 0x07ff_fffe_0000_0000], others: Cow::Borrowed(&[]) };
const NOT_LINE_END: Class =
    Class { ascii: [!0x2400, !0], others: Cow::Borrowed(&[('\u{80}', '\u{2027}'), ('\u{202a}', '\u{10ffff}')]) };

/// What generated code looks like.
static PATTERNS: [Pattern; 4] = [
    Pattern::new("^x-", Matcher::Prefix(Cow::Borrowed("x-"))),
    Pattern::new("^(get|post)$", Matcher::OneOf(Cow::Borrowed(&[Cow::Borrowed("get"), Cow::Borrowed("post")]))),
    Pattern::new(
        "^#[a-z]{2,3}.*$",
        Matcher::Sequence(Sequence {
            steps: Cow::Borrowed(&[
                Step::Text(Cow::Borrowed("#")),
                Step::Class { class: LOWER, min: 2, max: 3 },
                Step::Class { class: NOT_LINE_END, min: 0, max: u32::MAX },
            ]),
            end: true,
        }),
    ),
    #[cfg(feature = "regex")]
    Pattern::new("a+b", Matcher::Engine(Engine::new("a+b"))),
    #[cfg(not(feature = "regex"))]
    Pattern::new("a+b", Matcher::Contains(Cow::Borrowed("ab"))),
];

#[test]
fn statics_match() {
    let cases = [
        (0, "x-a", true),
        (0, "ax-", false),
        (1, "post", true),
        (1, "postt", false),
        (2, "#ab", true),
        (2, "#abcd", true),
        (2, "#a1", false),
        (2, "#abc\u{2028}", false),
        (2, "#abé", true),
        (3, "xaaab", true),
        (3, "xaac", false),
    ];
    for (idx, text, verdict) in cases {
        assert_eq!(PATTERNS[idx].matches(text), verdict, "{} {text:?}", PATTERNS[idx].source);
    }
}

#[test]
fn counts_are_of_characters() {
    let up_to = |max| Sequence { steps: vec![Step::Class { class: NOT_LINE_END, min: 1, max }].into(), end: true };
    assert!(up_to(2).matches("é😀"));
    assert!(!up_to(2).matches("é😀a"));
    assert!(up_to(u32::MAX).matches(&"é".repeat(100)));
    assert!(!up_to(u32::MAX).matches(""));
}
