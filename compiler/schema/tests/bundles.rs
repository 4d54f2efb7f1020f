//! A bundle says by itself what its document says together with others.

use packwright_runtime_min::{json::Value, validate::Report};
use packwright_schema::{Documents, Schema, bundle, interpret, plan};
use serde_json::{Value as Json, json};

/// Bundles `document` with those at their paths; holds on `instances` the verdicts of the document among the others, of its bundle
/// alone, and of the `jsonschema` crate on the bundle, together. The bundle.
#[track_caller]
fn check(document: &Json, others: &[(&str, Json)], instances: &[(Json, bool)]) -> Json {
    let mut documents = Documents::new();
    for (path, other) in others {
        assert_eq!(documents.add_local(path, other), [""; 0]);
    }
    let among = Schema::parse_among(document, &documents).expect("the schema has no fault");
    let at = |path: &str| others.iter().find(|(other, _)| *other == path).map(|(_, document)| document);
    let bundled = bundle(&among, document, at).unwrap_or_else(|| document.clone());
    let alone = Schema::parse(&bundled).unwrap_or_else(|faults| panic!("{bundled:#} has {faults:?}"));
    // Wherever a reader found it.
    let mut elsewhere = bundled.clone();
    if elsewhere.get("$id").is_none() && elsewhere.is_object() {
        elsewhere["$id"] = json!("https://reader.example/some/where.json");
    }
    let oracle = jsonschema::draft202012::new(&elsewhere).unwrap_or_else(|error| panic!("{bundled:#}: {error}"));
    for (instance, is_valid) in instances {
        for schema in [&among, &alone] {
            let text = instance.to_string();
            let mut value = Value::parse(text.as_bytes()).expect("it is JSON");
            let mut report = Report::strict();
            interpret(&plan(schema), &mut value, &mut report);
            assert_eq!(report.is_valid(), *is_valid, "{instance} by {bundled:#}");
            let paths = report.violations.iter().map(|violation| violation.schema_path.as_ref());
            let is_found = |path: &str| {
                path.starts_with("https://json-schema.org/")
                    || bundled.pointer(path.rsplit_once('/').map_or("", |(schema, _)| schema)).is_some()
            };
            assert!(std::ptr::eq(schema, &among) || paths.clone().all(is_found), "{:?}", paths.collect::<Vec<_>>());
        }
        assert_eq!(oracle.is_valid(instance), *is_valid, "the oracle of {instance} by {bundled:#}");
    }
    bundled
}

#[test]
fn a_document_without_references_stays_as_it_is() {
    for document in [json!(true), json!({"type": "string"}), json!({"$ref": "#/$defs/a", "$defs": {"a": true}})] {
        assert_eq!(check(&document, &[("schemas/a.json", json!(false))], &[]), document);
    }
}

#[test]
fn documents_bring_along_those_that_they_refer_to() {
    let place = json!({
        "type": "object", "required": ["city"],
        "properties": {"city": {"$ref": "#/$defs/city"}, "region": {"$ref": "world/region.json#code"}},
        "$defs": {"city": {"type": "string", "minLength": 1}}
    });
    let region =
        json!({"$defs": {"code": {"$anchor": "code", "pattern": "^[A-Z]{2}$"}}, "items": {"$ref": "../place.json"}});
    let unused = json!({"type": "null"});
    let others =
        [("schemas/place.json", place), ("schemas/world/region.json", region), ("schemas/unused.json", unused)];
    let document = json!({
        "properties": {"to": {"$ref": "schemas/place.json"}, "name": {"$ref": "schemas/place.json#/$defs/city"}},
        "$defs": {"schemas/place.json": {"type": "boolean"}}
    });
    let bundled = check(
        &document,
        &others,
        &[
            (json!({"to": {"city": "Oslo", "region": "NO"}, "name": "x"}), true),
            (json!({"to": {"city": "Oslo", "region": "no"}}), false),
            (json!({"to": {"city": ""}}), false),
            (json!({"to": {}}), false),
            (json!({"name": ""}), false),
        ],
    );
    let names: Vec<_> = bundled["$defs"].as_object().expect("it has definitions").keys().collect();
    assert_eq!(names, ["schemas/place.json", "schemas/place.json_", "schemas/world/region.json"]);
    assert_eq!(bundled["properties"], document["properties"], "references stay as they are");
}

#[test]
fn a_document_is_found_by_its_path_and_by_its_id() {
    let place = json!({
        "$id": "https://acme.example/place", "$defs": {"city": {"type": "string"}, "code": {"$ref": "code"}}
    });
    let code = json!({"$id": "https://acme.example/code", "maxLength": 2});
    let others = [("schemas/place.json", place), ("schemas/code.json", code)];
    let document = json!({"properties": {
        "a": {"$ref": "schemas/place.json#/$defs/city"}, "b": {"$ref": "https://acme.example/place#/$defs/code"}
    }});
    let bundled = check(
        &document,
        &others,
        &[(json!({"a": "x", "b": "ab"}), true), (json!({"a": 1}), false), (json!({"b": "abc"}), false)],
    );
    assert_eq!(bundled["properties"]["a"]["$ref"], "https://acme.example/place#/$defs/city");
}

#[test]
fn relative_ids_and_unusual_names_are_found_from_everywhere() {
    let others = [
        ("schemas/a.json", json!({"$id": "named/a", "properties": {"b": {"$ref": "../b%20c.json"}}})),
        ("schemas/b c.json", json!(false)),
    ];
    let document = json!({
        "$id": "tools/input", "properties": {"a": {"$ref": "../schemas/named/a"}, "c": {"$ref": "../../schemas/b%20c.json"}}
    });
    let document = json!({"properties": {"x": document}, "items": {"$ref": "schemas/a.json"}});
    check(
        &document,
        &others,
        &[(json!({"x": {"a": {"b": 1}}}), false), (json!({"x": {"c": 1}}), false), (json!({"x": {"a": {}}}), true)],
    );
}

#[test]
fn documents_may_refer_to_each_other_and_to_the_metaschema() {
    let tree = json!({"type": "object", "additionalProperties": {"$ref": "leaf.json"}});
    let leaf = json!({"anyOf": [{"type": "integer"}, {"$ref": "tree.json"}]});
    let document = json!({
        "properties": {
            "tree": {"$ref": "schemas/tree.json"},
            "schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}
        }
    });
    let bundled = check(
        &document,
        &[("schemas/tree.json", tree), ("schemas/leaf.json", leaf)],
        &[
            (json!({"tree": {"a": {"b": 1}}, "schema": {"type": "string"}}), true),
            (json!({"tree": {"a": {"b": "1"}}}), false),
            (json!({"schema": {"type": "strng"}}), false),
        ],
    );
    assert_eq!(bundled["$defs"].as_object().map(serde_json::Map::len), Some(2), "the metaschema stays outside");
}

#[test]
fn what_a_dynamic_reference_means_does_not_change() {
    let list = json!({
        "$id": "https://acme.example/list",
        "type": "array", "items": {"$dynamicRef": "#item"},
        "$defs": {"item": {"$dynamicAnchor": "item"}}
    });
    let numbers = json!({
        "$id": "https://acme.example/numbers",
        "$ref": "list", "$defs": {"item": {"$dynamicAnchor": "item", "type": "number"}}
    });
    check(
        &json!({"properties": {"any": {"$ref": "schemas/list.json"}, "numbers": {"$ref": "schemas/numbers.json"}}}),
        &[("schemas/list.json", list), ("schemas/numbers.json", numbers)],
        &[(json!({"any": ["a"], "numbers": [1]}), true), (json!({"numbers": ["a"]}), false)],
    );
}

#[test]
fn a_dialect_is_not_handed_down() {
    let document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"a": {"$ref": "schemas/a.json"}}
    });
    let bundled = check(
        &document,
        &[("schemas/a.json", json!({"minimum": 1}))],
        &[(json!({"a": 1}), true), (json!({"a": 0}), false)],
    );
    assert_eq!(bundled["$defs"]["schemas/a.json"]["$schema"], document["$schema"]);
}

#[test]
fn our_own_scheme_cannot_be_written() {
    let mut documents = Documents::new();
    documents.add_local("schemas/a.json", &json!({"$defs": {"up": {"$ref": "../schema"}}}));
    for document in [
        json!({"$ref": "packwright:///schemas/a.json"}),
        json!({"$id": "packwright:///x"}),
        json!({"$ref": "schemas/a.json#/$defs/up"}),
    ] {
        assert!(Schema::parse_among(&document, &documents).is_err(), "{document}");
    }
}
