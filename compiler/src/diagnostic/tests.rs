//! What pipelines read of findings.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Files, Finding, github, sarif};
use crate::{
    rules::{parse::unknown_key::UNKNOWN_KEY, topology::unused_node::UNUSED_NODE},
    source::{SourceMap, Span},
};

/// A report over a file whose name and text have what formats must escape.
fn report(make: fn(&[Finding], Files<'_>) -> String) -> String {
    let files = BTreeMap::from([("a b,c:1%.toml".to_owned(), "é = 1\nxyz = 2\n".as_bytes().to_vec())]);
    let sources = SourceMap::new(files);
    let (id, _) = sources.find("a b,c:1%.toml").expect("it has just been made");
    let findings = [
        UNKNOWN_KEY.finding(Span::new(id, 5..6), "100 % of\r\n`é`: bad, very").label("here").help("type this"),
        UNUSED_NODE.finding(Span::new(id, 0..10), "two lines").also(Span::new(id, 7..10), "a second place"),
    ];
    make(&findings, Files { sources: &sources, folder: "packs/a/" })
}

#[test]
fn workflow_commands_are_one_line_each_whatever_is_in_them() {
    let report = report(github::commands);
    let lines: Vec<_> = report.lines().collect();
    assert_eq!(
        lines,
        [
            "::error file=packs/a/a b%2Cc%3A1%25.toml,line=1,col=5,endLine=1,endColumn=6,title=PW0002 unknown-key::100 %25 \
             of%0D%0A`é`: bad, very%0Ahere: here%0Ahelp: type this",
            "::warning file=packs/a/a b%2Cc%3A1%25.toml,line=1,col=1,endLine=2,title=PW0308 unused-node::two lines",
        ]
    );
}

#[test]
fn sarif_has_what_its_schema_asks_for() {
    let log: Value = serde_json::from_str(&report(sarif::document)).expect("it is JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list of rules");
    assert_eq!(rules.iter().map(|rule| rule["id"].as_str()).collect::<Vec<_>>(), [Some("PW0002"), Some("PW0308")]);
    for rule in rules {
        assert!(rule["help"]["text"].as_str().is_some_and(|text| text.contains("## What it does")), "{rule}");
        assert_eq!(rule["help"]["markdown"], rule["help"]["text"]);
    }
    for (at, result) in run["results"].as_array().expect("a list of results").iter().enumerate() {
        assert_eq!(result["ruleIndex"], at);
        assert_eq!(rules[at]["id"], result["ruleId"]);
        assert_eq!(rules[at]["defaultConfiguration"]["level"], result["level"]);
        assert!(result["message"]["text"].is_string());
    }
    let first = &run["results"][0]["locations"][0];
    assert_eq!(first["physicalLocation"]["artifactLocation"]["uri"], "packs/a/a%20b%2Cc%3A1%25.toml");
    let region = &first["physicalLocation"]["region"];
    let region = ["startLine", "startColumn", "endLine", "endColumn"].map(|key| region[key].as_u64());
    assert_eq!(region, [1, 5, 1, 6].map(Some));
    assert_eq!(run["results"][1]["relatedLocations"][0]["message"]["text"], "a second place");
    assert!(run["results"][0].get("relatedLocations").is_none());
}

#[test]
fn a_report_without_findings_is_a_report() {
    let files = Files { sources: &SourceMap::default(), folder: "" };
    let log: Value = serde_json::from_str(&sarif::document(&[], files)).expect("it is JSON");
    assert_eq!(log["runs"][0]["results"], Value::Array(Vec::new()));
    assert_eq!(github::commands(&[], files), "");
}
