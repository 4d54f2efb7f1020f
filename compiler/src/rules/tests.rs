//! The laws of the rule table, and every page's examples.

use std::{collections::BTreeMap, path::Path};

use super::{FoundBy, RULES, Rule, find, similar};
use crate::{check, contracts, diagnostic::Finding, load, parse, published, resolve, world::Memory};

/// What `pack.toml` is where an example is a topology only.
const PACK: &str = "id = \"weather\"\nversion = \"1.0.0\"\n";

/// The topology of an example that is about something else.
const TOPOLOGY: &str = "name = \"greeting\"\ndescription = \"Greets a person.\"\n[nodes.reply]\nresponse = {}\n";

/// Rules whose examples need cargo: the tests of their phase raise them.
const NEED_A_BUILD: &[&str] = &["PW0105", "PW0106", "PW0602", "PW0603", "PW0704", "PW0901"];

/// Rules whose examples are longer than a page: tests beside what finds them raise them.
const NEED_A_BOOK: &[&str] = &["PW0331"];

#[test]
fn rules_are_sorted_and_unique_by_code_and_by_name() {
    assert!(RULES.is_sorted_by(|a, b| a.code < b.code), "sort the table by code; a code is used once");
    let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), RULES.len(), "a name is used once");
}

#[test]
fn codes_and_names_have_their_shapes() {
    for rule in RULES {
        let Rule { code, name, group, level: _, summary, page: _, found_by: _ } = rule;
        assert!(
            code.starts_with("PW") && code.len() == 6 && &code[2..4] == group.digits(),
            "{code} is not of its group"
        );
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "`{name}` is not kebab case");
        assert!(!summary.ends_with('.') && summary.len() <= 100, "the summary of {code} is one short phrase");
    }
}

#[test]
fn every_page_has_its_title_and_its_sections_in_order() {
    for rule in RULES {
        let headings: Vec<_> =
            rule.page.lines().filter(|line| line.starts_with('#') && !line.starts_with("# file")).collect();
        let headings: Vec<_> =
            headings.into_iter().filter(|line| !line.starts_with("#[") && !line.starts_with("# raises")).collect();
        let title = format!("# {} ({})", rule.name, rule.code);
        let expected = [title.as_str(), "## What it does", "## Why", "## Example", "## Use instead"];
        assert_eq!(headings, expected, "the headings of {}", rule.code);
        assert!(rule.page.ends_with('\n') && !rule.page.ends_with("\n\n"), "{} ends with one newline", rule.code);
    }
}

#[test]
fn every_page_has_an_example_and_a_cure() {
    for rule in RULES {
        let count = blocks(rule.page).len();
        assert_eq!(count, 2, "the page of {} has {count} blocks, not an example and a cure", rule.code);
    }
}

/// The first block of a page raises exactly the page's rule (or those it names in its first line), the second nothing.
#[test]
fn examples_raise_their_rule_and_cures_are_clean() {
    let mut wrong = Vec::new();
    for rule in RULES.iter().filter(|rule| !NEED_A_BUILD.contains(&rule.code)) {
        let blocks = blocks(rule.page);
        let raised = |block: &str| {
            let findings = findings(block);
            let mut codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
            codes.dedup();
            (codes.join(", "), findings)
        };
        let named = blocks[0].lines().next().and_then(|line| line.strip_prefix("# raises: "));
        let example = (blocks[0], "example", named.unwrap_or(rule.code));
        let example = Some(example).filter(|_| !NEED_A_BOOK.contains(&rule.code));
        for (block, what, expect) in example.into_iter().chain([(blocks[1], "cure", "")]) {
            let (codes, found) = raised(block);
            if codes != expect {
                let messages: Vec<_> =
                    found.iter().map(|finding| format!("{}: {}", finding.code, finding.message)).collect();
                wrong.push(format!("the {what} of {} raises {messages:#?}", rule.code));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_that_need_a_build_are_found_by_phases_that_build() {
    for rule in RULES.iter().filter(|rule| NEED_A_BUILD.contains(&rule.code)) {
        assert!(matches!(rule.found_by, FoundBy::Contracts | FoundBy::Build), "{} has no need of cargo", rule.code);
    }
}

#[test]
fn rules_are_found_by_code_and_by_name_in_any_case() {
    assert_eq!(find("pw0302").map(|rule| rule.name), Some("unknown-node"));
    assert_eq!(find("Unknown-Node").map(|rule| rule.code), Some("PW0302"));
    assert!(find("PW9999").is_none());
}

#[test]
fn suggestions_are_near_or_absent() {
    assert_eq!(similar("plce", ["reply", "place"]), Some("place"));
    assert_eq!(similar("a", ["b"]), Some("b"));
    assert_eq!(similar("latitude", ["name", "city"]), None);
    assert_eq!(similar("x", []), None);
}

/// The fenced blocks of a page, without their fences.
fn blocks(page: &str) -> Vec<&str> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some(open) = rest.find("\n```") {
        let body = &rest[open + 4..];
        let start = body.find('\n').map_or(body.len(), |newline| newline + 1);
        let end = body.find("\n```\n").expect("every fence is closed");
        blocks.push(&body[start..=end]);
        rest = &body[end + 4..];
    }
    blocks
}

/// Everything that checking a block says, without asking cargo for schemas.
fn findings(block: &str) -> Vec<Finding> {
    let mut files = BTreeMap::from([("pack.toml".to_owned(), PACK.to_owned())]);
    let path_of_topology = "topologies/greeting.toml";
    let mut path = path_of_topology.to_owned();
    for line in block.lines().filter(|line| !line.starts_with("# raises: ")) {
        match line.strip_prefix("# file: ") {
            Some(named) => {
                files.remove(named);
                path = named.to_owned();
            }
            None => files.entry(path.clone()).or_default().extend([line, "\n"]),
        }
    }
    // A pack offers something; that an example does not should not be a finding, unless it says so.
    let is_empty_on_purpose = block.lines().next().is_some_and(|line| line.contains("PW0506"));
    if !is_empty_on_purpose && !files.keys().any(|path| path.starts_with("topologies/")) {
        files.insert(path_of_topology.to_owned(), TOPOLOGY.to_owned());
    }
    let world = Memory::new(files.into_iter().map(|(path, text)| (Path::new("p").join(path), text)));
    let sources = load::load(&world, Path::new("p")).expect("the pack has a pack.toml");
    let mut out = Vec::new();
    let ast = parse::parse(&sources, &mut out);
    let (scan, found) = contracts::scan(&sources.files);
    out.extend(found);
    let resolved = resolve::resolve(ast, scan.without_schemas(), &mut out);
    if let Some(checked) = check::check(resolved, &mut out) {
        published::hold(checked, &sources.files, &mut out);
    }
    out.sort_by_key(|finding| finding.code);
    out
}
