//! From the nodes of a schema to those of its plan.

use packwright_runtime_min::{
    json::Value,
    validate::{Type, Types},
};

use super::{Assertion, Check, Coerce, Members, Others, Plan, PlanIdx, PlanNode, vacuous};
use crate::{
    NodeIdx, Schema,
    ir::{ArrayFacets, Form, Keywords, NumberFacets, ObjectFacets, StringFacets},
};

/// The plan of `schema`, its nodes in the order in which they are first reached from the root.
pub(super) fn plan(schema: &Schema) -> Plan {
    let planned = vec![None; schema.nodes.len()];
    let mut builder = Builder { schema, asserting: vacuous::asserting(schema), order: Vec::new(), planned };
    let root = builder.reach(NodeIdx::ROOT);
    let mut nodes = Vec::new();
    // Reaching is a queue, not a recursion: building a node reaches those it needs, and they wait in `order`.
    while let Some(idx) = builder.order.get(nodes.len()).copied() {
        let node = builder.build(idx);
        nodes.push(node);
    }
    Plan { root, nodes }
}

struct Builder<'a> {
    schema: &'a Schema,
    asserting: Vec<bool>,
    /// Schema nodes by plan index.
    order: Vec<NodeIdx>,
    /// Plan indices by schema node.
    planned: Vec<Option<PlanIdx>>,
}

impl Builder<'_> {
    /// The plan node for what `idx` says; none if it asserts nothing.
    fn reach(&mut self, idx: NodeIdx) -> Option<PlanIdx> {
        let idx = self.schema.follow(idx);
        if !self.asserting[idx.0 as usize] {
            return None;
        }
        let order = &mut self.order;
        let planned = self.planned[idx.0 as usize].get_or_insert_with(|| {
            order.push(idx);
            PlanIdx(u32::try_from(order.len() - 1).expect("there are no more plan nodes than schema nodes"))
        });
        Some(*planned)
    }

    fn build(&mut self, idx: NodeIdx) -> PlanNode {
        let schema = self.schema;
        let node = schema.node(idx);
        let mut checks = Checks { pointer: &node.pointer, checks: Vec::new() };
        let (mut coerce, mut reference) = (Coerce::Never, None);
        match &node.form {
            Form::Any => {}
            Form::Never => checks.checks.push(Check { pointer: node.pointer.clone(), assertion: Assertion::Never }),
            Form::Keywords(keywords) => {
                coerce = coercion(keywords);
                self.keywords(keywords, &mut checks);
                reference = keywords.reference.and_then(|target| self.reach(target));
            }
        }
        PlanNode { pointer: node.pointer.clone(), coerce, checks: checks.checks, reference }
    }

    /// The order of checks, and so of violations: the value as a whole, then what is in it.
    fn keywords(&mut self, keywords: &Keywords, checks: &mut Checks<'_>) {
        let Keywords {
            types,
            members,
            constant,
            number,
            string,
            array,
            object,
            reference: _,
            definitions: _,
            annotations: _,
        } = keywords;
        checks.add("type", types.map(Assertion::Types));
        checks.add("enum", members.clone().map(Assertion::OneOf));
        checks.add("const", constant.clone().map(Assertion::Constant));

        let NumberFacets { minimum, maximum, exclusive_minimum, exclusive_maximum, format } = number;
        checks.add("minimum", minimum.clone().map(Assertion::Minimum));
        checks.add("maximum", maximum.clone().map(Assertion::Maximum));
        checks.add("exclusiveMinimum", exclusive_minimum.clone().map(Assertion::ExclusiveMinimum));
        checks.add("exclusiveMaximum", exclusive_maximum.clone().map(Assertion::ExclusiveMaximum));
        checks.add("format", format.map(Assertion::IntegerFormat));

        let StringFacets { min_length, max_length } = string;
        checks.add("minLength", min_length.filter(|least| *least > 0).map(Assertion::MinLength));
        checks.add("maxLength", max_length.map(Assertion::MaxLength));

        let ArrayFacets { min_items, max_items, items } = array;
        checks.add("minItems", min_items.filter(|least| *least > 0).map(Assertion::MinItems));
        checks.add("maxItems", max_items.map(Assertion::MaxItems));
        checks.add("items", items.and_then(|items| self.reach(items)).map(Assertion::Items));

        let ObjectFacets { min_properties, max_properties, required, properties, additional } = object;
        checks.add("minProperties", min_properties.filter(|least| *least > 0).map(Assertion::MinProperties));
        checks.add("maxProperties", max_properties.map(Assertion::MaxProperties));
        checks.add("required", Some(required.clone()).filter(|names| !names.is_empty()).map(Assertion::Required));
        self.members(properties, *additional, checks);
    }

    fn members(&mut self, properties: &[(String, NodeIdx)], additional: Option<NodeIdx>, checks: &mut Checks<'_>) {
        let declared: Vec<_> = properties.iter().map(|(name, idx)| (name.clone(), self.reach(*idx))).collect();
        let others = match additional {
            Some(idx) if matches!(self.schema.node(idx).form, Form::Never) => Others::Refused,
            Some(idx) => self.reach(idx).map_or(Others::Accepted, Others::Checked),
            None => Others::Accepted,
        };
        if others != Others::Accepted || declared.iter().any(|(_, node)| node.is_some()) {
            checks.add("additionalProperties", Some(Assertion::Members(Members { declared, others })));
        }
    }
}

struct Checks<'a> {
    pointer: &'a str,
    checks: Vec<Check>,
}

impl Checks<'_> {
    fn add(&mut self, keyword: &str, assertion: Option<Assertion>) {
        if let Some(assertion) = assertion {
            self.checks.push(Check { pointer: format!("{}/{keyword}", self.pointer), assertion });
        }
    }
}

/// What a schema does to texts: by its types or, without any, by those of its `enum` and `const`.
fn coercion(keywords: &Keywords) -> Coerce {
    let Keywords {
        types,
        members,
        constant,
        number: _,
        string,
        array: _,
        object: _,
        reference: _,
        definitions: _,
        annotations: _,
    } = keywords;
    let literals: Vec<&Value<'static>> = members.iter().flatten().chain(constant).collect();
    let has_literals = members.is_some() || constant.is_some();
    let literal_types = literals.iter().fold(Types::NONE, |types, literal| types.with(type_of(literal)));
    let types = types.unwrap_or(literal_types);

    let targets = types.and(Types::of(&[Type::Integer, Type::Number, Type::Boolean]));
    let takes_strings = types.contains(Type::String) && (!has_literals || literal_types.contains(Type::String));
    if targets.is_empty() {
        Coerce::Never
    } else if members.is_some() && constant.is_some() {
        // Both have to hold: trying is simpler than intersecting, and nobody writes this.
        Coerce::UnlessValid(targets)
    } else if takes_strings {
        let never_fails = !has_literals && *string == StringFacets::default();
        if never_fails { Coerce::Never } else { Coerce::UnlessValid(targets) }
    } else if has_literals {
        Coerce::Member(targets, literals.into_iter().cloned().collect())
    } else {
        Coerce::Text(targets)
    }
}

fn type_of(literal: &Value<'_>) -> Type {
    match literal {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Boolean,
        Value::Number(_) if Types::of(&[Type::Integer]).accept(literal) => Type::Integer,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::Array(_) => Type::Array,
        Value::Object(_) => Type::Object,
    }
}
