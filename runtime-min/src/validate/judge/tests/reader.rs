//! Plans of small schemas. It trusts what it reads: the compiler's parser is the one that doubts.

use std::collections::HashMap;

use crate::{
    json::Value,
    validate::{
        Format, Type, Types,
        plan::{Assertion, Check, Constant, INTEGER_FORMATS, List, Members, Others, Plan, PlanIdx, PlanNode, Text},
    },
};

/// The plan of a schema. `$ref` is a pointer into it; a schema that says nothing gets a node without checks.
pub(super) fn plan(schema: &str) -> Plan {
    let document = Value::parse(schema.as_bytes()).expect("the schema is JSON");
    let mut reader = Reader { document: &document, nodes: Vec::new(), known: HashMap::new() };
    let root = reader.node("");
    Plan { root: Some(root), nodes: reader.nodes.into(), patterns: List::default() }
}

struct Reader<'s> {
    document: &'s Value<'s>,
    nodes: Vec<PlanNode>,
    known: HashMap<String, PlanIdx>,
}

impl<'s> Reader<'s> {
    fn node(&mut self, pointer: &str) -> PlanIdx {
        if let Some(known) = self.known.get(pointer) {
            return *known;
        }
        let idx = PlanIdx(self.nodes.len().try_into().expect("a test has few nodes"));
        self.known.insert(pointer.to_owned(), idx);
        self.nodes.push(PlanNode { pointer: pointer.to_owned().into(), checks: List::default() });
        let mut checks = Vec::new();
        match self.at(pointer) {
            Value::Bool(true) => {}
            Value::Object(members) => {
                for (keyword, value) in members {
                    let at = format!("{pointer}/{keyword}");
                    if let Some(assertion) = self.assertion(pointer, keyword, value, &at) {
                        checks.push(Check { pointer: at.into(), assertion });
                    }
                }
                checks.sort_by_key(|check| check.pointer.contains("/unevaluated"));
            }
            _ => checks.push(Check { pointer: pointer.to_owned().into(), assertion: Assertion::Never }),
        }
        self.nodes[idx.idx()].checks = checks.into();
        idx
    }

    fn at(&self, pointer: &str) -> &'s Value<'s> {
        let mut value = self.document;
        for step in pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            value = match value {
                Value::Array(items) => &items[step.parse::<usize>().expect("an index")],
                _ => value.get(&step).unwrap_or_else(|| panic!("{pointer} is in the schema")),
            };
        }
        value
    }

    fn assertion(&mut self, parent: &str, keyword: &str, value: &Value<'_>, at: &str) -> Option<Assertion> {
        let number = || text(value);
        let count = || match value {
            Value::Number(text) => text.parse::<f64>().expect("a count") as usize,
            _ => panic!("{at} is a count"),
        };
        let here = self.at(parent);
        let sibling = |keyword: &str| here.get(keyword);
        Some(match keyword {
            "type" => Assertion::Types(match value {
                Value::Array(types) => types.iter().map(ty).fold(Types::NONE, Types::with),
                value => Types::NONE.with(ty(value)),
            }),
            "enum" => Assertion::OneOf(list(items(value).iter().map(constant))),
            "const" => Assertion::Constant(constant(value)),
            "multipleOf" => Assertion::MultipleOf(number()),
            "maximum" => Assertion::Maximum(number()),
            "exclusiveMaximum" => Assertion::ExclusiveMaximum(number()),
            "minimum" => Assertion::Minimum(number()),
            "exclusiveMinimum" => Assertion::ExclusiveMinimum(number()),
            "format" => {
                let name = value.as_str()?;
                let range = INTEGER_FORMATS.iter().find(|format| format.name == name).map(Assertion::IntegerFormat);
                range.or_else(|| Format::from_name(name).map(Assertion::Format))?
            }
            "maxLength" => Assertion::MaxLength(count()),
            "minLength" => Assertion::MinLength(count()),
            "maxItems" => Assertion::MaxItems(count()),
            "minItems" => Assertion::MinItems(count()),
            "uniqueItems" if *value == Value::Bool(true) => Assertion::UniqueItems,
            "items" | "prefixItems" if keyword == "items" || sibling("items").is_none() => Assertion::Items {
                prefix: match sibling("prefixItems") {
                    Some(prefix) => self.each(&format!("{parent}/prefixItems"), items(prefix).len()),
                    None => List::default(),
                },
                rest: self.others(parent, "items"),
            },
            "contains" => Assertion::Contains {
                item: Some(self.node(at)),
                least: sibling("minContains").map_or(1, |least| text(least).parse::<f64>().expect("a count") as usize),
                most: sibling("maxContains").map(|most| text(most).parse::<f64>().expect("a count") as usize),
            },
            "maxProperties" => Assertion::MaxProperties(count()),
            "minProperties" => Assertion::MinProperties(count()),
            "required" => Assertion::Required(list(items(value).iter().map(text))),
            "dependentRequired" => Assertion::DependentRequired(list(
                members(value).iter().map(|(name, names)| (owned(name), list(items(names).iter().map(text)))),
            )),
            "propertyNames" => Assertion::PropertyNames(self.node(at)),
            "additionalProperties" | "properties"
                if keyword == "additionalProperties" || sibling("additionalProperties").is_none() =>
            {
                Assertion::Members(Members {
                    declared: match sibling("properties") {
                        Some(properties) => self.named(&format!("{parent}/properties"), members(properties)),
                        None => Vec::new(),
                    }
                    .into_iter()
                    .map(|(name, idx)| (name, Some(idx)))
                    .collect::<Vec<_>>()
                    .into(),
                    patterns: List::default(),
                    others: self.others(parent, "additionalProperties"),
                })
            }
            "dependentSchemas" => Assertion::DependentSchemas(self.named(at, members(value)).into()),
            "$ref" => Assertion::Ref(self.node(value.as_str()?.strip_prefix('#').expect("a pointer"))),
            "allOf" => {
                Assertion::AllOf(self.each(at, items(value).len()).iter().flatten().copied().collect::<Vec<_>>().into())
            }
            "anyOf" => Assertion::AnyOf(self.each(at, items(value).len())),
            "oneOf" => Assertion::ExactlyOne(self.each(at, items(value).len())),
            "not" => Assertion::Not(Some(self.node(at))),
            "if" => Assertion::If {
                condition: Some(self.node(at)),
                then: sibling("then").map(|_| self.node(&format!("{parent}/then"))),
                otherwise: sibling("else").map(|_| self.node(&format!("{parent}/else"))),
            },
            "unevaluatedItems" => Assertion::UnevaluatedItems(self.others(parent, keyword)),
            "unevaluatedProperties" => Assertion::UnevaluatedProperties(self.others(parent, keyword)),
            _ => return None,
        })
    }

    fn others(&mut self, parent: &str, keyword: &str) -> Others {
        match self.at(parent).get(keyword) {
            None => Others::Unspoken,
            Some(Value::Bool(true)) => Others::Accepted,
            Some(Value::Bool(false)) => Others::Refused,
            Some(_) => Others::Checked(self.node(&format!("{parent}/{keyword}"))),
        }
    }

    fn each(&mut self, at: &str, count: usize) -> List<Option<PlanIdx>> {
        list((0..count).map(|idx| Some(self.node(&format!("{at}/{idx}")))))
    }

    fn named(&mut self, at: &str, members: &[(Name<'_>, Value<'_>)]) -> Vec<(Text, PlanIdx)> {
        let node = |name: &str| format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
        members.iter().map(|(name, _)| (owned(name), self.node(&node(name)))).collect()
    }
}

/// The name of a member.
type Name<'a> = std::borrow::Cow<'a, str>;

fn list<T: Clone>(parts: impl Iterator<Item = T>) -> List<T> {
    parts.collect::<Vec<_>>().into()
}

fn owned(text: &str) -> Text {
    text.to_owned().into()
}

fn text(value: &Value<'_>) -> Text {
    match value {
        Value::String(text) | Value::Number(text) => owned(text),
        _ => panic!("a text or number, not {value:?}"),
    }
}

fn ty(value: &Value<'_>) -> Type {
    Type::from_name(&text(value)).expect("a type")
}

fn items<'v>(value: &'v Value<'v>) -> &'v [Value<'v>] {
    super::super::leaf::items(value)
}

fn members<'v>(value: &'v Value<'v>) -> &'v [(Name<'v>, Value<'v>)] {
    super::super::leaf::members(value)
}

fn constant(value: &Value<'_>) -> Constant {
    match value {
        Value::Null => Constant::Null,
        Value::Bool(truth) => Constant::Bool(*truth),
        Value::Number(text) => Constant::Number(owned(text)),
        Value::String(text) => Constant::String(owned(text)),
        Value::Array(_) | Value::Object(_) => {
            Constant::Json(String::from_utf8(value.to_json()).expect("JSON is UTF-8").into())
        }
    }
}
