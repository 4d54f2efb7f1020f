//! What is said of expressions where they stand, and that nothing is said twice.

use std::path::Path;

use crate::{contracts::Stale, world::Memory};

const PACK: &str = r#"
id = "w"
version = "1.0.0"

[http.number]
method = "POST"
base_url = "https://api.example.com"
input = { type = "object", properties = { n = { type = "integer" } } }

[http.number.output]
type = "object"
required = ["n", "f", "s"]
additionalProperties = false
properties = { n = { type = "integer" }, f = { type = "number" }, s = { type = "string" }, next = { type = "string" }, list = { type = "array", items = { type = "integer" } } }
"#;

const INPUT: &str = r#"
[input]
type = "object"
required = ["mode", "flag", "n", "f", "list", "empty", "event"]
additionalProperties = false
properties.mode = { enum = ["a", "b.c"] }
properties.flag = { type = "boolean" }
properties.n = { type = "integer" }
properties.f = { type = "number" }
properties.list = { type = "array", items = { type = "integer" } }
properties.optional = { type = "string" }
properties.empty = { type = ["string", "null"] }
properties.event = { oneOf = [ { type = "object", required = ["type", "to"], additionalProperties = false, properties = { type = { const = "mail" }, to = { type = "string" } } }, { type = "object", required = ["type", "at"], additionalProperties = false, properties = { type = { enum = ["chat", "call"] }, at = { type = "string" } } } ] }
"#;

/// The codes and messages of all findings of a topology with this text after its name.
fn found_in(text: &str) -> Vec<String> {
    let text = format!("name = \"t\"\ndescription = \"T.\"\n{text}");
    let files = [("pack.toml", PACK), ("topologies/t.toml", text.as_str())];
    let world = Memory::new(files.map(|(path, text)| (Path::new("p").join(path), text)));
    let compiled = crate::compile(&world, Path::new("p"), Stale::Pass).expect("the pack has a pack.toml");
    let said = compiled.findings.iter().map(|finding| format!("{} {}", finding.code, finding.message));
    said.collect()
}

/// The same for nodes of a topology with arguments of many kinds.
fn found(nodes: &str) -> Vec<String> {
    found_in(&format!("{INPUT}{nodes}"))
}

/// A loop over numbers with this `reduce` and `initial`, whose result is an answer's `sum + 1`.
fn reduced(reduce: &str, initial: &str) -> Vec<String> {
    found(&format!(
        "[nodes.all]\nfor = \"${{args.list}}\"\nhttp = \"number\"\ninput = {{ n = \"${{item}}\" }}\nreduce = \
         {reduce}\ninitial = {initial}\n[nodes.reply]\nresponse = {{ sum = \"${{all}}\" }}\n"
    ))
}

#[test]
fn a_reduction_goes_on_as_it_begins() {
    for (reduce, initial) in [
        (r#""${acc + item.n}""#, "0"),
        (r#""${acc + item.f}""#, "0.0"),
        (r#""${acc + item.s}""#, "''"),
        (r#""${acc}, ${item.n}""#, "''"),
        (r#""${acc || item.n > 3}""#, "false"),
        (r#""${acc + [item.n]}""#, "[]"),
    ] {
        assert_eq!(reduced(reduce, initial), [""; 0], "{reduce}");
    }
    let two = |next: &str, first: &str| vec![format!("PW0405 `reduce` gives {next}, and `initial` is {first}")];
    assert_eq!(reduced(r#""${item.s}""#, "0"), two("a string", "an integer"));
    assert_eq!(reduced(r#""${item.f}""#, "0"), two("a number", "an integer"));
    assert_eq!(reduced(r#""${acc}, ${item.n}""#, "0"), two("a string", "an integer"));
    assert_eq!(reduced(r#""${item.n > 3 ? acc : item.s}""#, "true"), two("a boolean or a string", "a boolean"));
}

#[test]
fn arguments_whose_schema_could_not_be_read_have_any_field() {
    let node = "[nodes.a]\nhttp = \"number\"\ninput = { n = \"${args.n}\" }\n";
    let codes =
        |input: &str| found_in(&format!("{input}{node}")).iter().map(|it| it[..6].to_owned()).collect::<Vec<_>>();
    assert_eq!(codes("[inputs]\ntype = \"object\"\n"), ["PW0002"]);
    assert_eq!(codes("[input]\ntype = \"object\"\nproperties.n = { enum = [null] }\n"), ["PW0001"]);
    assert_eq!(codes("input = 5\n"), ["PW0004"]);
    assert_eq!(codes(""), ["PW0402"]);
}

#[test]
fn of_a_value_with_an_error_no_case_is_missing() {
    let switch = |value: &str, cases: &str| {
        found(&format!("[nodes.k]\nswitch = \"${{{value}}}\"\ncases = {cases}\n[nodes.a]\nhttp = \"number\"\n"))
    };
    assert_eq!(switch("args.mod", "{ a = 'a' }"), ["PW0402 `args` has no field `mod`"]);
    assert_eq!(switch("arg.mode", "{ a = 'a' }"), ["PW0302 the topology has no node `arg`"]);
    assert_eq!(switch("args.mode", "{ a = 'a' }"), ["PW0317 node `k` has no case for `b.c`"]);
    assert_eq!(switch("args.n", "{ 1 = 'a' }"), ["PW0317 node `k` has no `default`"]);
}

#[test]
fn a_case_is_written_as_json_writes_the_value() {
    let cases = |value: &str, case: &str| {
        let node =
            format!("[nodes.k]\nswitch = \"${{args.{value}}}\"\ncases = {{ \"{case}\" = \"a\" }}\ndefault = \"end\"\n");
        found(&format!("{node}[nodes.a]\nhttp = \"number\"\n"))
    };
    for (value, case) in [("n", "1"), ("n", "-7"), ("f", "1.5"), ("f", "1e3"), ("f", "2")] {
        assert_eq!(cases(value, case), [""; 0], "{case}");
    }
    for (value, case) in [("n", "01"), ("n", "+1"), ("n", "x"), ("n", "1.5"), ("f", "01"), ("f", "inf"), ("f", ".5")] {
        assert_eq!(cases(value, case), [format!("PW0318 the value of this switch is never `{case}`")]);
    }
}

#[test]
fn a_condition_that_was_asked_before_is_never_met() {
    let switch = |second: &str| {
        found(&format!(
            "[nodes.k]\nswitch = [{{ when = \"${{args.flag}}\", then = \"a\" }}, {{ when = \"${{{second}}}\", then = \"b\" \
             }}]\ndefault = \"end\"\n[nodes.a]\nhttp = \"number\"\n[nodes.b]\nhttp = \"number\"\n"
        ))
    };
    assert_eq!(switch("args.n > 3"), [""; 0]);
    assert_eq!(switch(" args . flag "), ["PW0318 this branch is never taken"]);
}

#[test]
fn what_is_no_list_or_no_time_is_said_once() {
    let timer = |value: &str| {
        found(&format!("[nodes.t]\ntimer = \"${{args.{value}}}\"\n[nodes.a]\nresponse = 1\nafter = [\"t\"]\n"))
    };
    assert_eq!(timer("empty"), ["PW0404 `args.empty` may be null"]);
    assert_eq!(timer("optional"), ["PW0404 `args.optional` may be absent"]);
    assert_eq!(timer("n"), ["PW0405 `args.n` is an integer, which a time to wait does not take"]);
    let each = |value: &str| found(&format!("[nodes.a]\nfor = \"${{args.{value}}}\"\nhttp = \"number\"\n"));
    assert_eq!(each("optional"), ["PW0316 `for` goes over a list, and this is a string"]);
    assert_eq!(each("list"), [""; 0]);
}

#[test]
fn a_failure_that_nobody_catches_is_said_once() {
    let other = "[nodes.a]\nhttp = \"number\"\n[nodes.b]\nhttp = \"number\"\ninput = { c = \"${errors.a.code}\" }\n";
    assert_eq!(found(other), ["PW0314 node `b` reads why `a` failed, and that failure ends the run"]);
    let own =
        "[nodes.a]\nhttp = \"number\"\ncompensate = { http = \"number\", input = { c = \"${errors.a.code}\" } }\n";
    assert_eq!(found(own), ["PW0314 the compensation of `a` reads why `a` failed, which it need not have"]);
}

#[test]
fn what_holds_on_all_ways_to_a_node_holds_there() {
    let nodes = |field: &str| {
        found(&format!(
            "[nodes.is_there]\nswitch = [{{ when = \"${{has(args.optional)}}\", then = \"mode\" }}]\ndefault = \
             \"end\"\n[nodes.mode]\nswitch = \"${{args.mode}}\"\ncases = {{ a = \"both\", \"b.c\" = \"both\" \
             }}\n[nodes.both]\nhttp = \"number\"\ninput = {{ s = \"${{args.{field}}}\" }}\n"
        ))
    };
    assert_eq!(nodes("optional"), [""; 0]);
    assert_eq!(nodes("event.to"), ["PW0404 `args.event.to` may be absent"]);
}

#[test]
fn a_page_begins_where_the_cursor_says() {
    let pages = |input: &str| {
        found(&format!(
            "[nodes.a]\nhttp = \"number\"\n{input}\npaginate = {{ next = \"${{page.next}}\", items = \"${{page.?list.orValue([])}}\" \
             }}\n[nodes.reply]\nresponse = \"${{a}}\"\n"
        ))
    };
    assert_eq!(pages("input = { s = \"${cursor}\" }"), [""; 0]);
    assert_eq!(pages("input = { n = 1 }"), ["PW0007 node `a` never says where a page begins"]);
    assert_eq!(pages(""), ["PW0007 node `a` never says where a page begins"]);
}

#[test]
fn the_failure_of_an_item_says_what_that_of_a_node_does() {
    let read = |field: &str| {
        found(&format!(
            "[nodes.a]\nfor = \"${{args.list}}\"\nhttp = \"number\"\non_item_error = \"collect\"\n[nodes.reply]\nresponse = \
             \"${{a.filter(x, has(x.error)).map(x, x.?error.?{field}.orValue(''))}}\"\n"
        ))
    };
    for field in ["code", "message", "class"] {
        assert_eq!(read(field), [""; 0], "{field}");
    }
    assert_eq!(read("kind").len(), 1);
}

#[test]
fn no_pause_is_longer_than_the_longest() {
    let retry = |pauses: &str| {
        found(&format!(
            "[nodes.a]\nhttp = \"number\"\nretry = {{ attempts = 3, on = [\"429\"], {pauses} }}\n[nodes.reply]\nresponse = \"${{a.n}}\"\n"
        ))
    };
    assert_eq!(retry("delay = \"2h\""), [""; 0]);
    assert_eq!(retry("delay = \"1s\", max_delay = \"1s\""), [""; 0]);
    assert_eq!(retry("delay = \"2s\", max_delay = \"1s\""), ["PW0007 `max_delay` is shorter than `delay`"]);
}
