//! A declarative pack of any size, for benchmarks and tests of growth.

use std::{collections::BTreeMap, fmt::Write as _};

/// How many HTTP calls the pack declares; topologies take turns with them.
const CALLS: usize = 20;

/// The files of a pack with `count` topologies of a realistic size: about thirty lines, both schemas, four nodes with declared
/// HTTP calls and a response.
pub fn declarative(count: usize) -> BTreeMap<String, String> {
    let mut files = BTreeMap::from([("pack.toml".to_owned(), manifest())]);
    for idx in 0..count {
        files.insert(format!("topologies/report-{idx:05}.toml"), topology(idx));
    }
    files
}

fn manifest() -> String {
    let mut text =
        "id = \"reports\"\nnamespace = \"acme\"\nversion = \"1.0.0\"\ngroups = [\"public\", \"operators\"]\n"
            .to_owned();
    for call in 0..CALLS {
        let call = format!(
            r##"
[http.forecast-{call}]
base_url = "https://api.example.com"
path = "/v{call}/forecast/{{city}}"
query = {{ days = "{{days}}" }}
timeout = "5s"

[http.forecast-{call}.input]
type = "object"
required = ["city", "days"]
additionalProperties = false
properties.city = {{ type = "string", minLength = 1 }}
properties.days = {{ type = "integer", minimum = 1, maximum = 16 }}

[http.forecast-{call}.output]
type = "object"
required = ["place", "daily"]
additionalProperties = false
properties.place = {{ type = "string" }}
properties.daily = {{ type = "array", items = {{ "$ref" = "#/$defs/Day" }} }}
"$defs".Day = {{ type = "object", required = ["high"], properties = {{ high = {{ type = "number" }}, low = {{ type = "number" }} }} }}
"##
        );
        text.push_str(&call);
    }
    text
}

fn topology(idx: usize) -> String {
    let call = |node: usize| format!("forecast-{}", (idx + node) % CALLS);
    let mut text = format!(
        r#"name = "report-{idx:05}"
description = "Returns the weather report number {idx} for a city and its neighbours."
kind = "query"
groups = ["public"]

[input]
type = "object"
required = ["city", "days"]
additionalProperties = false
properties.city = {{ type = "string", minLength = 1, description = "The city's name." }}
properties.days = {{ type = "integer", minimum = 1, maximum = 16 }}

[output]
type = "object"
required = ["place", "high"]
properties.place = {{ type = "string" }}
properties.high = {{ type = "number" }}

[nodes.first]
http = "{}"
input = {{ city = "${{args.city}}", days = "${{args.days}}" }}
retry = {{ attempts = 3, backoff = "exponential", delay = "250ms" }}
"#,
        call(0)
    );
    for (node, (name, before)) in
        [("second", "first"), ("third", "second"), ("fourth", "third")].into_iter().enumerate()
    {
        let call = call(node + 1);
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n[nodes.{name}]\nhttp = \"{call}\"\ninput = {{ city = \"near ${{{before}.place}}\", days = 2 }}\ntimeout = \"10s\"\n"
        );
    }
    text.push_str("\n[nodes.reply]\nresponse = { place = \"${fourth.place}\", high = \"${first.daily[0].high}\" }\n");
    text
}
