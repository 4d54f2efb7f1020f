use super::*;

#[test]
fn what_is_a_pattern() {
    let valid = [
        "",
        "^(?:a|b)*?$",
        "a{2}b{2,}c{2,3}?",
        r"\d\D\s\S\w\W\b\B\f\n\r\t\v\0\cJ\x41\u0041\u{1F600}\uD83D\uDE00\uD83D",
        r"\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/",
        r"\-\_\#\ \@\é",
        "a{",
        "a{,5}",
        "{}]",
        "x{1",
        "[]",
        "[^]",
        r"[\b-\]a-z\-]",
        "[a-]",
        r"[\w-.]",
        r"[a-\d]",
        "[[a]",
        "[&&--~~]",
        "(?<name>x)\\k<name>",
        "\\k<a>(?<a>x)",
        "(?<a>x)|(?<a>y)",
        r"\1(a)",
        "(?:(?<a>x)|(?<a>y))(?<b>z)",
        r"(?<\u0061>x)\k<a>",
        "(?=a)*",
        "(?<=a+)b",
        "(?<!a)(?!b)",
        "(?i:a)",
        "(?im-s:a)",
        "(?-i:a)",
        r"\p{Letter}\P{digit}\p{gc=Lu}\p{Script=Greek}\p{scx=Grek}\p{Emoji}",
        r"[\p{L}\P{White_Space}]",
        "a{99999999999999}",
        "π😀",
    ];
    for source in valid {
        assert_eq!(read(source, |_, _| {}), Ok(()), "{source}");
    }
}

#[test]
fn what_is_no_pattern() {
    let faults = [
        (r"\a", 0, Reason::Escape('a')),
        (r"a\A", 1, Reason::Escape('A')),
        (r"\_\z", 2, Reason::Escape('z')),
        (r"[\B]", 1, Reason::Escape('B')),
        (r"[\1]", 1, Reason::Escape('1')),
        (r"\", 0, Reason::TrailingBackslash),
        ("^(abc]", 1, Reason::GroupOpen),
        ("a)", 1, Reason::GroupClose),
        ("(?P<name>x)", 0, Reason::GroupSyntax),
        ("(?#comment)a", 0, Reason::GroupSyntax),
        ("(?i)abc", 0, Reason::GroupSyntax),
        ("(?ims)abc:", 0, Reason::GroupSyntax),
        ("(?ii:a)", 0, Reason::GroupSyntax),
        ("(?-:a)", 0, Reason::GroupSyntax),
        ("(?>a)", 0, Reason::GroupSyntax),
        ("(?<1>a)", 2, Reason::GroupName),
        ("(?<>a)", 2, Reason::GroupName),
        ("(?<a", 2, Reason::GroupName),
        ("(?<a>x)(?<a>y)", 7, Reason::GroupNameTwice),
        ("(?<a>(?<a>y))", 5, Reason::GroupNameTwice),
        ("((?<a>x)|(?<a>y))(?<a>z)", 17, Reason::GroupNameTwice),
        (r"a\1", 1, Reason::NoSuchGroup),
        (r"(?<a>)\k<b>", 6, Reason::NoSuchGroup),
        (r"\k", 2, Reason::GroupName),
        ("[a", 0, Reason::ClassOpen),
        ("[a-", 0, Reason::ClassOpen),
        ("x[z-a]", 2, Reason::RangeOfClass),
        ("a**", 2, Reason::NothingToRepeat),
        ("a++", 2, Reason::NothingToRepeat),
        ("^*", 1, Reason::NothingToRepeat),
        (r"\b+", 2, Reason::NothingToRepeat),
        ("(?<=a)*", 6, Reason::NothingToRepeat),
        ("{1}", 0, Reason::NothingToRepeat),
        ("|?", 1, Reason::NothingToRepeat),
        ("a{2,1}", 1, Reason::RangeOfCounts),
        (r"\x4", 0, Reason::HexEscape),
        (r"\u00é1", 0, Reason::UnicodeEscape),
        (r"\u{110000}", 0, Reason::UnicodeEscape),
        (r"\u{}", 0, Reason::UnicodeEscape),
        (r"\c1", 0, Reason::ControlEscape),
        (r"\01", 0, Reason::DecimalEscape),
        (r"\pL", 0, Reason::PropertySyntax),
        (r"\p{letter}", 0, Reason::PropertyName),
        (r"\p{Greek}", 0, Reason::PropertyName),
        (r"\p{", 0, Reason::PropertyName),
    ];
    for (source, offset, reason) in faults {
        assert_eq!(read(source, |_, _| {}), Err(Fault { offset, reason }), "{source}");
    }
}

#[test]
fn deep_and_long_patterns_are_read() {
    let open = "(?<a>x|".repeat(100_000);
    assert!(!is_pattern(&open));
    let deep = "(x|".repeat(100_000) + &")".repeat(100_000);
    assert!(is_pattern(&deep));
    assert!(is_pattern(&"{1".repeat(100_000)));
    assert!(!is_pattern(&"(?".repeat(100_000)));
    let names: String = (0..20_000).map(|n| format!("(?<n{n}>")).collect();
    assert!(is_pattern(&(names + &")".repeat(20_000))));
}
