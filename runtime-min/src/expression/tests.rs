//! What functions of expressions give, at their edges.

use std::sync::Arc;

use super::{
    Fault, Json, Root, Scope, Site, Step, Written, add, add_any, all, at, between, compare, compare_numbers, concat,
    count, divide, duration, equal, exists, filter, find, finite, int_of_double, is_in, item, json, later, map,
    or_else, read, remainder, scalar, split, substring, timestamp, year_at,
};

fn code<T: std::fmt::Debug>(result: Result<T, Fault>) -> &'static str {
    result.expect_err("it fails").code
}

const fn of(text: &'static str) -> Json<'static> {
    Json::constant(text)
}

#[test]
fn integers_are_read_however_they_are_written() {
    for (text, expect) in
        [("7", 7), ("-0", 0), ("4.0", 4), ("2e1", 20), ("1.50e2", 150), ("0.0e5", 0), ("9223372036854775807", i64::MAX)]
    {
        assert_eq!(of(text).int(), Ok(expect), "{text}");
    }
    assert_eq!(code(of("1.5").int()), "wrong-type");
    assert_eq!(code(of("\"1\"").int()), "wrong-type");
    for text in ["9223372036854775808", "1e400", "-9.3e18"] {
        assert_eq!(code(of(text).int()), "number-overflow", "{text}");
    }
}

#[test]
fn arithmetic_is_checked() {
    assert_eq!(add(1, 2), Ok(3));
    assert_eq!(code(add(i64::MAX, 1)), "number-overflow");
    assert_eq!(divide(-7, 2), Ok(-3));
    assert_eq!(remainder(-7, 2), Ok(-1));
    assert_eq!(code(divide(1, 0)), "division-by-zero");
    assert_eq!(code(divide(i64::MIN, -1)), "number-overflow");
    assert_eq!(code(remainder(i64::MIN, -1)), "number-overflow");
    assert_eq!(code(finite(f64::INFINITY)), "not-a-number");
    assert_eq!(int_of_double(-1.9), Ok(-1));
    assert_eq!(code(int_of_double(9_223_372_036_854_775_808.0)), "number-overflow");
}

#[test]
fn what_nothing_is_known_of_is_looked_at() {
    assert_eq!(add_any(&of("1"), &of("2")).map(|it| it.as_text().to_owned()), Ok("3".to_owned()));
    assert_eq!(add_any(&of("1"), &of("2.5")).map(|it| it.as_text().to_owned()), Ok("3.5".to_owned()));
    assert_eq!(add_any(&of("\"a\""), &of("\"b\"")).map(|it| it.as_text().to_owned()), Ok("\"ab\"".to_owned()));
    assert_eq!(add_any(&of("[1]"), &of("[ 2 ]")).map(|it| it.as_text().to_owned()), Ok("[1,2]".to_owned()));
    assert_eq!(code(add_any(&of("1"), &of("null"))), "wrong-type");
}

#[test]
fn integers_and_numbers_are_compared_exactly() {
    assert!(compare_numbers(9_007_199_254_740_993, 9_007_199_254_740_992.0).is_gt());
    assert!(compare_numbers(i64::MAX, 9_223_372_036_854_775_808.0).is_lt());
    assert!(compare_numbers(i64::MIN, -9_223_372_036_854_775_808.0).is_eq());
    assert!(compare_numbers(1, 1.5).is_lt() && compare_numbers(-1, -1.5).is_gt() && compare_numbers(0, -0.0).is_eq());
    let none = compare_numbers(1, f64::NAN);
    assert!(none.is_ne() && !none.is_lt() && !none.is_ge());
    assert!(compare(&of("9007199254740993"), &of("9007199254740992.0")).is_ok_and(|it| it.is_gt()));
    assert_eq!(code(compare(&of("1"), &of("\"1\""))), "wrong-type");
}

#[test]
fn values_are_equal_by_what_they_are() {
    assert_eq!(equal(&of("1"), &of("1.0")), Ok(true));
    assert_eq!(equal(&of("{\"a\":1,\"b\":2}"), &of("{\"b\": 2, \"a\": 1}")), Ok(true));
    assert_eq!(equal(&of("\"\\u0061\""), &of("\"a\"")), Ok(true));
    assert_eq!(equal(&of("[1]"), &of("1")), Ok(false));
    assert_eq!(is_in(&of("2"), &of("[1, 2.0]")), Ok(true));
    assert_eq!(is_in(&of("\"a\""), &of("{\"a\": 1}")), Ok(true));
}

#[test]
fn a_failure_does_not_matter_where_the_other_side_decides() {
    let fails = || Err(Fault::zero());
    assert_eq!(super::and(fails, || Ok(false)), Ok(false));
    assert_eq!(code(super::and(fails, || Ok(true))), "division-by-zero");
    assert_eq!(or_else(fails, || Ok(true)), Ok(true));
    assert_eq!(or_else(|| Ok(true), fails), Ok(true));
    assert_eq!(all(&of("[0, 1]"), |it| if it.int()? == 0 { fails() } else { Ok(false) }), Ok(false));
    assert_eq!(code(exists(&of("[0, 1]"), |it| if it.int()? == 0 { fails() } else { Ok(false) })), "division-by-zero");
}

#[test]
fn lists_keep_the_bytes_of_their_items() {
    let list = of("[ 1.50, {\"a\" : 1} ,\"x\"]");
    assert_eq!(
        filter(&list, |_| Ok(true)).map(|it| it.as_text().to_owned()),
        Ok("[1.50,{\"a\" : 1},\"x\"]".to_owned())
    );
    assert_eq!(
        map(&of("[1,2]"), |it| Ok(json(it.int()? * 2))).map(|it| it.as_text().to_owned()),
        Ok("[2,4]".to_owned())
    );
    assert_eq!(count(&list), Ok(3));
    assert_eq!(count(&of("{\"a\":1}")), Ok(1));
    assert_eq!(item(&list, 0).map(|it| it.as_text().to_owned()), Ok("1.50".to_owned()));
    assert_eq!(code(item(&list, -1)), "missing-value");
    assert_eq!(code(item(&of("{}"), 0)), "wrong-type");
    assert_eq!(code(concat(&list, &of("1"))), "wrong-type");
}

#[test]
fn places_in_texts_are_characters() {
    assert_eq!(substring("aé😀b", 1, 3).as_deref(), Ok("é😀"));
    assert_eq!(substring("ab", 2, 2).as_deref(), Ok(""));
    assert_eq!(code(substring("ab", 0, 3)), "out-of-range");
    assert_eq!(code(substring("ab", 2, 1)), "out-of-range");
    assert_eq!(split("a,b", ",").as_text(), "[\"a\",\"b\"]");
    assert_eq!(split("é", "").as_text(), "[\"é\"]");
    assert_eq!(scalar(&of("1.50")).as_deref(), Ok("1.50"));
    assert_eq!(code(scalar(&of("null"))), "not-a-scalar");
}

#[test]
fn timestamps_and_durations_are_read_and_written() {
    for (text, expect) in [
        ("2026-11-30T11:07:43Z", "2026-11-30T11:07:43Z"),
        ("2024-02-29T23:59:59.120+01:00", "2024-02-29T22:59:59.12Z"),
        ("1969-12-31T23:59:59.123456789Z", "1969-12-31T23:59:59.123456789Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ] {
        assert_eq!(timestamp(text).map(|time| time.to_string()), Ok(expect.to_owned()), "{text}");
    }
    for text in
        ["", "noon", "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z"]
    {
        assert_eq!(code(timestamp(text)), "wrong-format", "{text}");
    }
    for (text, expect) in
        [("1h30m", "5400s"), ("-1.5s", "-1.5s"), ("0", "0s"), ("250ms", "0.25s"), ("1us1ns", "0.000001001s")]
    {
        assert_eq!(duration(text).map(|span| span.to_string()), Ok(expect.to_owned()), "{text}");
    }
    for text in ["", "1", "h", "1.h", "1d", "1h ", "1.2.3s", "9999999999999999999s"] {
        assert_eq!(code(duration(text)), "wrong-format", "{text}");
    }
    let (time, span) = (timestamp("2024-12-31T23:30:00Z"), duration("1h"));
    let (time, span) = (time.expect("it is one"), span.expect("it is one"));
    let after = later(time, span).expect("it is within range");
    assert_eq!(between(after, time), Ok(span));
    assert_eq!(year_at(time, "+01:00"), Ok(2025));
    assert_eq!(code(year_at(time, "Mars/Olympus")), "wrong-format");
    assert_eq!(code(later(timestamp("9999-12-31T23:59:59Z").expect("it is one"), span)), "out-of-range");
}

#[test]
fn a_fault_says_where_it_was() {
    let site = Site::new("reply", "1 / args.n", "topologies/t.toml", 7);
    let error = site.compute(|| divide(1, 0)).expect_err("it divides by zero");
    assert_eq!(
        error.to_string(),
        "division-by-zero: node `reply` computes `${1 / args.n}`: it divides by zero (topologies/t.toml:7)"
    );
}

#[test]
fn values_are_found_at_places() {
    let args: Arc<[u8]> = Arc::from(&br#"{"a": {"b": [10, null]}, "t": "x\n"}"#[..]);
    let scope = Scope { args: Arc::clone(&args), outputs: vec![None], locals: vec![Some(args)] };
    let b = read(&scope, Root::Args, &[Step::Member("a"), Step::Member("b")], "args.a.b").expect("it is there");
    assert_eq!(b.as_text(), "[10, null]");
    assert_eq!(at(&b, &[Step::Item(0)], "b[0]").and_then(|it| it.int()), Ok(10));
    assert_eq!(find(&b, &[Step::Item(2)]), Ok(None));
    assert_eq!(code(read(&scope, Root::Output(0), &[], "place")), "missing-value");
    let text = read(&scope, Root::Local(0), &[Step::Member("t")], "item.t").and_then(Json::into_text).expect("a text");
    let mut out = Vec::new();
    text.write_inside(&mut out);
    assert_eq!(out, br"x\n");
}
