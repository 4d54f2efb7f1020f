use std::path::Path;

use packwright_runtime_min::validate::{
    ecma::{Property, Reason},
    pattern::Automaton,
};
use serde_json::Value;

use super::*;

fn form(source: &str) -> &'static str {
    match compile(source).expect("it compiles").matcher {
        Matcher::Any => "any",
        Matcher::Exact(_) => "exact",
        Matcher::OneOf(_) => "one of",
        Matcher::Prefix(_) => "prefix",
        Matcher::Suffix(_) => "suffix",
        Matcher::Contains(_) => "contains",
        Matcher::Sequence(_) => "sequence",
        Matcher::Automaton(_) => "automaton",
        Matcher::Engine(_) => "engine",
    }
}

#[test]
fn the_cheapest_form_is_chosen() {
    let cases = [
        ("", "any"),
        (".*", "any"),
        ("a*", "any"),
        (r"^[\s\S]*$", "any"),
        ("^", "any"),
        ("^$", "exact"),
        ("^yes$", "exact"),
        ("^(?:yes)$", "exact"),
        ("^(get|post)$", "one of"),
        ("^x-", "prefix"),
        ("^x-.*", "prefix"),
        (r"\.json$", "suffix"),
        ("@", "contains"),
        (r"^[a-z][a-z0-9_-]*$", "sequence"),
        (r"^[a-z][a-z0-9_-]{0,62}$", "sequence"),
        (r"^\d{4}-\d{2}$", "sequence"),
        ("^.*$", "sequence"),
        ("^.{1,5000}$", "sequence"),
        (r"^(\w+)@(\w+)$", "sequence"),
        (r"\S", "automaton"),
        (".+", "automaton"),
        ("[a-z]+$", "automaton"),
        ("f.*o", "automaton"),
        ("^.*bar$", "automaton"),
        (r"^[A-Za-z0-9]+(\.[a-z]+)?$", "automaton"),
        (r"^[a-z]+(-[a-z0-9]+)*$", "automaton"),
        ("^a$|^b$", "automaton"),
        (r"\bword\b", "automaton"),
        ("^(a+)+$", "automaton"),
        (r"^\p{L}+ \p{L}+$", "sequence"),
        ("^(?:[0-9a-f]{8}-?){1,100}$", "engine"),
        ("x.{12}y", "engine"),
    ];
    for (source, expected) in cases {
        assert_eq!(form(source), expected, "{source}");
    }
}

#[test]
fn a_pattern_matches_what_ecma_262_says() {
    let cases = [
        (r"^\d$", "٣", false),
        (r"^\w+$", "café", false),
        (r"^\W$", "é", true),
        (r"^\s+$", "\t\n\u{b}\u{c}\r \u{a0}\u{feff}\u{2028}\u{3000}", true),
        (r"^\s$", "\u{85}", false),
        (r"^\s$", "\u{200b}", false),
        (r"^\S$", "\u{feff}", false),
        (r"^\S$", "\u{85}", true),
        ("^a$", "a\n", false),
        ("^a", "b\na", false),
        ("^.$", "\n", false),
        ("^.$", "\r", false),
        ("^.$", "\u{2028}", false),
        ("^.$", "\u{85}", true),
        ("^.$", "🐲", true),
        (r"^\uD83D\uDC32$", "🐲", true),
        (r"^[\uD83D\uDC32]$", "🐲", true),
        (r"^\u{1F432}$", "🐲", true),
        (r"\uD83D", "🐲", false),
        (r"^[^\uD83D]$", "🐲", true),
        (r"^[\uD800-\uDFFF]$", "🐲", false),
        (r"^[\uD800-\u{1F600}]$", "🐲", true),
        ("^[^]$", "\n", true),
        ("[]", "a", false),
        ("a|[]", "a", true),
        (r"^[\b]$", "\u{8}", true),
        (r"\bb", "a b", true),
        (r"\bb", "éb", true),
        (r"\Bb", "éb", false),
        (r"\Bb", "ab", true),
        (r"\B", "", true),
        (r"\b", "", false),
        (r"\B", "aéa", false),
        (r"\B", "é", true),
        (r"^\cJ\ca\0\x41\v\f$", "\n\u{1}\0A\u{b}\u{c}", true),
        (r"^[\w-.]+$", "a-.", true),
        (r"^[a\-z]$", "b", false),
        (r"^[a-]$", "-", true),
        ("^[&&]$", "&", true),
        ("^[a-z&&b]+$", "z&", true),
        ("^[+--]+$", "+,-", true),
        ("^[a~~b]+$", "~", true),
        ("^[[a]$", "[", true),
        ("^[[:alpha:]]$", "a]", true),
        (r"^[\[\]]+$", "[]", true),
        ("^# x$", "# x", true),
        ("^a{,5}$", "a{,5}", true),
        ("^{}]$", "{}]", true),
        (r"^\/\-\_\#\ $", "/-_# ", true),
        (r"^\p{Lu}\p{Script=Greek}\p{digit}\P{L}$", "Aπ٣-", true),
        (r"^[\p{L}\d]+$", "é1", true),
        (r"^[^\P{L}]$", "é", true),
        (r"^\p{Emoji_Presentation}$", "🐲", true),
        (r"^\p{Any}\p{ASCII}\p{Assigned}$", "🐲aa", true),
        ("^(?<year>[0-9]{4})(?:-(?<month>[0-9]{2}))??$", "2024-01", true),
        ("^a{2}$", "aaa", false),
        ("^a{2,}$", "aaa", true),
        ("^(?:ab){2,3}$", "abababab", false),
        ("^(?:ab){2,3}$", "ababab", true),
        ("^(?:|a)+$", "aaa", true),
        ("^(?:a?)*?b", "aab", true),
        ("(?:^a|b$){2}", "ab", true),
        ("$^", "", true),
        ("$^", "a", false),
        ("a$b", "ab", false),
        ("^.{2,3}$", "éé", true),
        ("^.{2,3}$", "é", false),
        ("^[a-z]{2,3}z", "abz", true),
    ];
    for (source, text, verdict) in cases {
        assert_eq!(compile(source).expect(source).matches(text), verdict, "{source} on {text:?}");
    }
}

#[test]
fn what_is_not_linear_is_refused_with_a_reason_and_a_way_out() {
    let cases = [
        (
            "^(?!x-).*$",
            "look-ahead takes more than linear time, at offset 1",
            "write `not: {pattern: ^x-}` beside `pattern: ^.*$`",
        ),
        (
            "(?!a|b)",
            "look-ahead takes more than linear time, at offset 0",
            "write `not: {pattern: (a|b)}` beside `pattern: `",
        ),
        (
            r"^(?=.*[)\d])[a-z]+$",
            "look-ahead takes more than linear time, at offset 1",
            r"write `allOf: [{pattern: ^.*[)\d]}, {pattern: ^[a-z]+$}]`",
        ),
        (
            "a(?=b)",
            "look-ahead takes more than linear time, at offset 1",
            "say it with a second pattern, in `allOf` or `not`",
        ),
        (
            "(?<=a)b",
            "look-behind takes more than linear time, at offset 0",
            "match what stands before as a part of the pattern",
        ),
        (
            r"(a)\1",
            "a back-reference takes more than linear time, at offset 3",
            "write the alternatives out, or check it in the handler",
        ),
        ("(?i:a)", "flags cannot change in a pattern, at offset 0", "write each case out, as in `[Aa]`"),
        (
            "(?i)a",
            "ECMA-262 has no group that starts like this, at offset 0",
            "flags cannot change in a pattern; write each case out, as in `[Aa]`",
        ),
        (r"\Aa", r"ECMA-262 has no escape `\A`, at offset 0", "the start of the text is `^`"),
        (r"a\z", r"ECMA-262 has no escape `\z`, at offset 1", "the end of the text is `$`"),
        (
            r"^\p{Greek}",
            "ECMA-262 has no Unicode property with this name and value, at offset 1",
            r"names are as in `\p{Letter}`, `\p{Lu}`, `\p{Script=Greek}` and `\p{Alphabetic}`",
        ),
        (
            "(?:x{1,1000}){1,1000}y",
            "the program that matches it is too large: counted repetitions multiply, at offset 4",
            "count with `maxLength` and `minLength`, and repeat with `*` or `+`",
        ),
        (
            "ax{1,100000}b",
            "the program that matches it is too large: counted repetitions multiply, at offset 2",
            "count with `maxLength` and `minLength`, and repeat with `*` or `+`",
        ),
        (
            "(?:(?:(?:a{9999999}){9999999}){9999999}){9999999}b",
            "the program that matches it is too large: counted repetitions multiply, at offset 10",
            "count with `maxLength` and `minLength`, and repeat with `*` or `+`",
        ),
    ];
    for (source, reason, help) in cases {
        let fault = compile(source).expect_err(source);
        assert_eq!((fault.to_string().as_str(), fault.help().as_deref()), (reason, Some(help)), "{source}");
    }
    let fault = compile(&("(a".repeat(5000) + &")".repeat(5000))).expect_err("it is deep");
    assert_eq!(fault.kind, PatternFaultKind::Nesting);
}

#[test]
fn long_texts_take_linear_time() {
    let text = "a".repeat(100_000) + "!";
    for source in
        ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(a*)*b", "a.*a.*a.*b", "(?:a?){20}a{20}b", "^[a-z]+b", "x.{12}y"]
    {
        assert!(!compile(source).expect(source).matches(&text), "{source}");
    }
}

/// Every property that the reader knows has a set here, but for one.
#[test]
fn properties_have_sets() {
    let categories = Property::CATEGORIES.iter().map(|it| format!("gc={it}"));
    let scripts = Property::SCRIPTS.iter().flat_map(|it| [format!("sc={it}"), format!("scx={it}")]);
    let binary = Property::BINARY.iter().map(|it| (*it).to_owned());
    let unknown: Vec<String> =
        categories.chain(scripts).chain(binary).filter(|it| compile(&format!(r"\p{{{it}}}")).is_err()).collect();
    assert_eq!(unknown, ["Changes_When_NFKC_Casefolded", "CWKCF"]);
}

/// A file of the official suite, which is beside the repository where we work on it.
fn suite(file: &str) -> Option<Value> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let text = std::fs::read_to_string(shared.join("json-schema/suite/tests/draft2020-12").join(file)).ok()?;
    Some(serde_json::from_str(&text).expect("the suite is JSON"))
}

#[test]
#[expect(clippy::print_stdout, reason = "who reads the test's output learns that it was skipped")]
fn the_official_suite_agrees() {
    for file in
        ["pattern.json", "patternProperties.json", "optional/ecmascript-regex.json", "optional/non-bmp-regex.json"]
    {
        let Some(groups) = suite(file) else {
            println!("skipped: the official suite is not here");
            return;
        };
        for group in groups.as_array().expect("a list of groups") {
            let pattern = group["schema"]["pattern"].as_str().map(|source| compile(source).expect(source));
            for name in group["schema"]["patternProperties"].as_object().into_iter().flat_map(|it| it.keys()) {
                compile(name).expect(name);
            }
            for test in group["tests"].as_array().expect("a list of tests") {
                if let (Some(pattern), Some(text)) = (&pattern, test["data"].as_str()) {
                    assert_eq!(Some(pattern.matches(text)), test["valid"].as_bool(), "{} on {text:?}", pattern.source);
                }
            }
        }
    }
}

/// A generator of numbers that is the same on each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn pattern(&mut self, depth: u64) -> String {
        let mut pattern = String::new();
        for _ in 0..=self.below(3) {
            let atom = match self.below(if depth == 0 { 5 } else { 8 }) {
                0 | 1 => self.of(&["a", "b", "é", "_", r"\.", "😀", " "]).to_owned(),
                2 => self.of(&[".", r"\d", r"\D", r"\s", r"\S", r"\w", r"\W", r"\p{L}", r"\P{Lu}"]).to_owned(),
                3 => self
                    .of(&["[ab]", "[^a]", r"[\w\-]", r"[^\s]", "[a-z]", "[]", "[^]", "[é-😀]", r"[\d_]", "[&&-]"])
                    .to_owned(),
                4 => {
                    pattern += self.of(&["^", "$", r"\b", r"\B"]);
                    continue;
                }
                5 => format!("(?:{})", self.pattern(depth - 1)),
                6 => format!("({}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
                _ => format!("(?:{}|)", self.pattern(depth - 1)),
            };
            pattern += &atom;
            pattern += self.of(&["", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "{0,2}", "{2,}"]);
        }
        match self.below(6) {
            0 | 1 => format!("^{pattern}$"),
            2 => format!("^{pattern}"),
            3 => format!("{pattern}$"),
            _ => pattern,
        }
    }

    fn text(&mut self) -> String {
        (0..self.below(7))
            .map(|_| self.of(&["a", "b", "a", "b", "é", "_", "-", "😀", " ", "1", "\n", "\u{2028}", "A", "&"]))
            .collect()
    }
}

/// Every form that fits a pattern, the `regex` crate, and an engine of ECMA-262 that backtracks, give one verdict.
#[test]
fn all_forms_agree_with_a_backtracking_engine() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut forms = [0; 4];
    for _ in 0..250 {
        let source = random.pattern(1);
        let hir = read::read(&source).expect(&source);
        let lowered = [literal(&hir), sequence::sequence(&hir), automaton::automaton(&hir), engine(&hir, &source).ok()];
        let judge = regress::Regex::with_flags(&source, "u").expect(&source);
        for _ in 0..12 {
            let text = random.text();
            let verdict = judge.find(&text).is_some();
            for (idx, matcher) in lowered.iter().enumerate() {
                let Some(matcher) = matcher else { continue };
                forms[idx] += 1;
                let pattern = Pattern { source: Cow::Borrowed(""), matcher: matcher.clone() };
                assert_eq!(pattern.matches(&text), verdict, "{source} on {text:?} as {:?}", pattern.matcher);
            }
        }
    }
    assert!(forms.iter().all(|count| *count > 100), "{forms:?}");
}

/// Any text is read or refused, and what the strict engine reads is read here.
#[test]
fn any_text_is_read_or_refused() {
    let mut random = Random(7);
    let parts = [
        "(", ")", "[", "]", "{", "}", "?", "*", "\\", "^", "$", "|", "-", "a", "b", "1", ",", "<", ">", "=", "!", ":",
        "u", "p", "k", "é", "d",
    ];
    let mut strict = 0;
    for _ in 0..20_000 {
        let source: String = (0..random.below(9)).map(|_| random.of(&parts)).collect();
        let compiled = compile(&source);
        if regress::Regex::with_flags(&source, "u").is_ok() {
            strict += 1;
            // `regress` lets assertions be repeated, which ECMA-262 does not.
            let refused = matches!(&compiled, Err(PatternFault { kind: PatternFaultKind::Syntax(reason), .. })
                if *reason != Reason::NothingToRepeat);
            assert!(!refused, "{source}: {compiled:?}");
        }
        if let Err(fault) = compiled {
            assert!(fault.offset <= source.len());
            fault.help();
        }
    }
    assert!(strict > 500);
}

#[test]
fn an_automaton_is_small() {
    let Matcher::Automaton(automaton) = compile(r"^[a-z]+(-[a-z0-9]+)*$").expect("it compiles").matcher else {
        panic!("a table")
    };
    let Automaton { ascii, others, start: _, groups, next, accepts } = automaton;
    assert_eq!((ascii.len(), others.len(), groups, next.len(), accepts.len()), (128, 1, 4, 24, 6));
}
