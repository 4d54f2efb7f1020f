//! What is read, what is refused and where.

use std::borrow::Cow;

use super::{MAX_DEPTH, Reader, SyntaxError, Value};
use crate::validate::{Plan, Validator};

static NOTHING: Plan = Plan { root: None, nodes: Cow::Borrowed(&[]), patterns: Cow::Borrowed(&[]) };

/// Reads tokens instead of events.
static ANY: Validator = Validator::new(&NOTHING, |scan, rest| scan.any(rest));

/// The value of `json`, which both ways to a tree must agree on.
fn read(json: &[u8]) -> Result<Value<'_>, SyntaxError> {
    let mut reader = Reader::new(json)?;
    let quickly = reader.all_quickly();
    let read = reader.all();
    assert_eq!(quickly.as_ref(), read.as_ref().ok(), "{:?}", String::from_utf8_lossy(json));
    assert_eq!(Value::parse(json), read, "{:?}", String::from_utf8_lossy(json));
    read
}

/// What reading `json` and writing it again gives, or the error's sentence.
fn written(json: impl AsRef<[u8]>) -> String {
    let read = read(json.as_ref());
    assert_eq!(ANY.accepts(json.as_ref()), read.is_ok(), "tokens are the same language: {:?}", json.as_ref());
    match read {
        Ok(value) => String::from_utf8(value.to_json()).expect("what is written is UTF-8"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn check(json: impl AsRef<[u8]>, expect: &str) {
    assert_eq!(written(json), expect);
}

#[test]
fn values_are_written_as_they_were_read_without_white_space() {
    check(" null ", "null");
    check("\t[ true,\r\nfalse ]\n", "[true,false]");
    check("[0, -0, 1.0, 1E+2, 18446744073709551617, 1e400]", "[0,-0,1.0,1E+2,18446744073709551617,1e400]");
    check(r#"{ "b" : {} , "a" : [ ] }"#, r#"{"b":{},"a":[]}"#);
}

#[test]
fn strings_are_unescaped_and_escaped_where_needed() {
    check(r#""\u0041\/\"\\\b\f\n\r\t\u0001é\u00e9\ud83d\ude00""#, "\"A/\\\"\\\\\\b\\f\\n\\r\\t\\u0001éé😀\"");
    check("\"\u{7f}\u{2028}\"", "\"\u{7f}\u{2028}\"");
    check(r#""12345678\"12345678""#, r#""12345678\"12345678""#);
}

#[test]
fn a_container_takes_no_more_room_than_its_parts() {
    let value = Value::parse(br#"[[1,2,3],{"a":1,"b":[],"c":{}}]"#).expect("the text is JSON");
    let Value::Array(items) = value else { panic!("{value:?}") };
    let [Value::Array(numbers), Value::Object(members)] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!((numbers.capacity(), members.capacity()), (3, 3));
}

#[test]
fn what_is_no_json_is_refused_with_its_place() {
    check("", "the text ends too early at byte 0");
    check("  ", "the text ends too early at byte 2");
    check("[1, 2", "the text ends too early at byte 5");
    check("{\"a\"", "the text ends too early at byte 4");
    check("[1,]", "expected a value at byte 3");
    check("[1 2]", "expected `,` or `]` at byte 3");
    check("{\"a\":1,}", "expected a name in double quotes at byte 7");
    check("{a:1}", "expected a name in double quotes at byte 1");
    check("{\"a\" 1}", "expected `:` at byte 5");
    check("[1}", "expected `,` or `]` at byte 2");
    check("nul", "expected `null` at byte 0");
    check("truely", "expected `true` or `false` at byte 0");
    check("'a'", "expected a value at byte 0");
    check("{} {}", "unexpected data after the value at byte 3");
    check("1 // one", "unexpected data after the value at byte 2");
    check("\u{feff}1", "expected a value at byte 0");
    check("\u{a0}1", "expected a value at byte 0");
}

#[test]
fn numbers_that_json_does_not_have_are_refused() {
    for number in ["01", "+1", ".5", "1.", "1e", "-", "NaN", "Infinity", "-Infinity", "0x10", "1_000", "1.5.2", "--1"] {
        check(format!("[{number}]"), "not a JSON number at byte 1");
    }
}

#[test]
fn strings_that_json_does_not_have_are_refused() {
    check("\"a", "the text ends too early at byte 2");
    check("\"a\nb\"", "a control character must be escaped in a string at byte 2");
    check("\"12345678\0\"", "a control character must be escaped in a string at byte 9");
    check(r#""a\x""#, "not an escape sequence of JSON at byte 2");
    check(r#""\u00g0""#, "not an escape sequence of JSON at byte 1");
    check(r#""\u00"#, "the text ends too early at byte 5");
    check(r#""\"#, "the text ends too early at byte 2");
}

#[test]
fn half_a_surrogate_pair_is_refused() {
    for text in [r"\ud83d", r"\ude00", r"\ud83d\u0041", r"\ud83dA", r"\ud83d\n", r"\ude00\ud83d"] {
        check(format!("\"{text}\""), "half of a surrogate pair without the other half at byte 1");
    }
    check(r#""\ud83d\u00""#, "not an escape sequence of JSON at byte 7");
}

#[test]
fn bytes_that_are_no_utf8_are_refused() {
    check(b"\"a\xff\"", "not valid UTF-8 at byte 2");
    check(b"\"\xed\xa0\x80\"", "not valid UTF-8 at byte 1");
    check(b"\"\xc0\xaf\"", "not valid UTF-8 at byte 1");
}

#[test]
fn a_name_twice_is_refused_where_it_comes_again() {
    check(r#"{"a":1,  "a":2}"#, r#"the name "a" is used twice in one object at byte 9"#);
    check(r#"{"a":1,"\u0061":2}"#, r#"the name "a" is used twice in one object at byte 7"#);
    check(r#"[{"a":1},{"a":{"a":2}}]"#, r#"[{"a":1},{"a":{"a":2}}]"#);
    for count in [40, 400] {
        let many: String = (0..count).map(|idx| format!("\"{idx}\":0,")).collect();
        check(format!("{{{many}\"x\":0}}"), &format!("{{{many}\"x\":0}}"));
        for again in [7, count - 1] {
            check(
                format!("{{{many}\"{again}\":0}}"),
                &format!("the name \"{again}\" is used twice in one object at byte {}", many.len() + 1),
            );
        }
    }
}

#[test]
fn nesting_ends_at_the_limit() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    check(nested(MAX_DEPTH), &nested(MAX_DEPTH));
    check(nested(MAX_DEPTH + 1), "nested deeper than 128 levels at byte 128");
    check("[".repeat(100_000), "nested deeper than 128 levels at byte 128");
    check("{\"a\":".repeat(100_000), "nested deeper than 128 levels at byte 640");
    // Siblings do not add up.
    let siblings = format!("[{}[]]", "[[]],".repeat(1000));
    check(&siblings, &siblings);
}

#[test]
fn a_million_names_take_no_time() {
    let members: Vec<String> = (0..1_000_000).map(|idx| format!("\"{idx}\":0")).collect();
    let json = format!("{{{}}}", members.join(","));
    // Quadratic time would be hours.
    assert_eq!(written(&json), json);
}

#[test]
fn tokens_are_the_same_language_however_a_text_is_spoilt() {
    const SEED: &str = r#" {"a1234567":[1,-2.50e+3,true,null,"\u00e9\ud83d\ude00é\n"], "b":{"a":"","":{}} , "long name of a member":[[],0]} "#;
    const BYTES: &[u8] = b"\"\\{}[]:,0123456789-+.eEtrufalsn \n\x00\x1f\x80\xc3\xa9\xf0\xff/";
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut accepted = 0;
    for _ in 0..50_000 {
        let mut text = SEED.as_bytes().to_vec();
        for _ in 0..=random(3) {
            let at = random(text.len());
            match random(4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, BYTES[random(BYTES.len())]),
                2 => text[at] = BYTES[random(BYTES.len())],
                _ => {
                    let other = random(text.len());
                    text.swap(at, other);
                }
            }
        }
        let read = read(&text);
        assert_eq!(ANY.accepts(&text), read.is_ok(), "{:?}: {read:?}", String::from_utf8_lossy(&text));
        accepted += usize::from(read.is_ok());
    }
    assert!(accepted > 1_000, "{accepted} texts were still JSON");
}
