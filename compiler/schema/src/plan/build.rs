//! From the states of a schema to the nodes of its plan.

use packwright_runtime_min::json::Value;

use super::{
    Assertion, Check, Constant, List, Members, Others, PatternIdx, Plan, PlanIdx, PlanNode, Text, needed::Needed,
};
use crate::{
    Keyword, NodeIdx, Schema,
    ir::{ArrayFacets, Form, Keywords, Logic, Number, NumberFacets, ObjectFacets, StringFacets},
    scopes::{From, Scopes, StateIdx},
};

/// The plan of `schema`, its nodes in the order in which they are first reached from the root.
pub(super) fn plan(schema: &Schema) -> Plan {
    let scopes = Scopes::of(schema, From::Root).expect("the parser refuses a schema of too many scopes");
    let mut builder = Builder::new(&scopes);
    let root = scopes.indices().next().expect("a schema has a root");
    let root = builder.reach(root);
    builder.plan(root)
}

/// One plan in which each of `starts` has a root, if it says anything to a validator; the plan itself has none. Where it matters
/// on which way a start is reached, one of the ways is taken.
pub(super) fn plan_from(schema: &Schema, starts: &[NodeIdx]) -> (Plan, Vec<Option<PlanIdx>>) {
    let scopes = Scopes::of(schema, From::Everywhere).expect("the parser refuses a schema of too many scopes");
    let mut states = vec![None; schema.nodes.len()];
    for state in scopes.indices() {
        states[scopes.states[state.idx()].node.idx()].get_or_insert(state);
    }
    let mut builder = Builder::new(&scopes);
    let state = |start: &NodeIdx| states[start.idx()].expect("from everywhere every node is reached");
    let roots = starts.iter().map(|start| builder.reach(state(start))).collect();
    (builder.plan(None), roots)
}

struct Builder<'a> {
    scopes: &'a Scopes<'a>,
    needed: Needed,
    /// By state, the one that says what it says.
    followed: Vec<StateIdx>,
    /// States by plan index.
    order: Vec<StateIdx>,
    /// Plan indices by state.
    planned: Vec<Option<PlanIdx>>,
    /// Patterns of the schema by those of the plan.
    patterns: Vec<PatternIdx>,
    /// And the other way round.
    planned_patterns: Vec<Option<PatternIdx>>,
}

impl<'a> Builder<'a> {
    fn new(scopes: &'a Scopes<'a>) -> Self {
        Self {
            needed: Needed::of(scopes),
            followed: scopes.followed(),
            order: Vec::new(),
            planned: vec![None; scopes.states.len()],
            patterns: Vec::new(),
            planned_patterns: vec![None; scopes.schema.patterns.len()],
            scopes,
        }
    }

    /// The plan of all that has been reached, and of what is reached from there.
    fn plan(mut self, root: Option<PlanIdx>) -> Plan {
        let mut nodes = Vec::new();
        // Reaching is a queue, not a recursion: building a node reaches those it needs, and they wait in `order`.
        while let Some(state) = self.order.get(nodes.len()).copied() {
            let node = self.build(state);
            nodes.push(node);
        }
        let patterns: Vec<_> = self.patterns.iter().map(|idx| self.scopes.schema.pattern(*idx).clone()).collect();
        Plan { root, nodes: nodes.into(), patterns: patterns.into() }
    }

    /// The plan node for what `state` says; none if it says nothing to a validator.
    fn reach(&mut self, state: StateIdx) -> Option<PlanIdx> {
        let state = self.followed[state.idx()];
        if !self.needed.has(state) {
            return None;
        }
        let order = &mut self.order;
        let planned = self.planned[state.idx()].get_or_insert_with(|| {
            order.push(state);
            PlanIdx(u32::try_from(order.len() - 1).expect("there are no more plan nodes than states"))
        });
        Some(*planned)
    }

    /// The plan's pattern for one of the schema.
    fn pattern(&mut self, pattern: PatternIdx) -> PatternIdx {
        let patterns = &mut self.patterns;
        *self.planned_patterns[pattern.0 as usize].get_or_insert_with(|| {
            patterns.push(pattern);
            PatternIdx(u32::try_from(patterns.len() - 1).expect("there are no more patterns than in the schema"))
        })
    }

    fn build(&mut self, state: StateIdx) -> PlanNode {
        let node = self.scopes.node(state);
        let mut checks = Checks { pointer: &node.pointer, checks: Vec::new() };
        match &node.form {
            Form::Any => {}
            Form::Never => checks.checks.push(Check { pointer: text(&node.pointer), assertion: Assertion::Never }),
            Form::Keywords(keywords) => self.keywords(state, keywords, &mut checks),
        }
        PlanNode { pointer: text(&node.pointer), checks: checks.checks.into() }
    }

    /// The order of checks, and so of violations: the value as a whole, then what is in it, then other schemas for it.
    fn keywords(&mut self, state: StateIdx, keywords: &Keywords, checks: &mut Checks<'_>) {
        let Keywords {
            identity: _,
            types,
            members,
            constant,
            number,
            string,
            array,
            object,
            logic,
            reference: _,
            dynamic_reference: _,
            definitions: _,
            content: _,
            annotations: _,
        } = keywords;
        checks.add("type", types.map(Assertion::Types));
        checks.add(
            "enum",
            members.as_ref().map(|members| Assertion::OneOf(members.iter().map(self::constant).collect())),
        );
        checks.add("const", constant.as_ref().map(|value| Assertion::Constant(self::constant(value))));
        numbers(number, checks);
        self.strings(string, checks);
        self.arrays(state, array, checks);
        self.objects(state, object, checks);
        for keyword in [Keyword::Ref, Keyword::DynamicRef] {
            let target = self.single(state, keyword).and_then(|target| self.reach(target));
            checks.add(keyword.name(), target.map(Assertion::Ref));
        }
        self.logic(state, logic, checks);
        for (keyword, assertion) in [
            (Keyword::UnevaluatedItems, Assertion::UnevaluatedItems as fn(Others) -> Assertion),
            (Keyword::UnevaluatedProperties, Assertion::UnevaluatedProperties),
        ] {
            let others = self.others(state, keyword);
            let is_said = match others {
                Others::Unspoken => false,
                Others::Accepted => self.needed.evaluation,
                Others::Refused | Others::Checked(_) => true,
            };
            checks.add(keyword.name(), is_said.then(|| assertion(others)));
        }
    }

    fn strings(&mut self, facets: &StringFacets, checks: &mut Checks<'_>) {
        let StringFacets { min_length, max_length, pattern, format } = facets;
        checks.add("minLength", min_length.filter(|least| *least > 0).map(Assertion::MinLength));
        checks.add("maxLength", max_length.map(Assertion::MaxLength));
        checks.add("pattern", pattern.map(|pattern| Assertion::Pattern(self.pattern(pattern))));
        checks.add("format", format.map(Assertion::Format));
    }

    fn arrays(&mut self, state: StateIdx, facets: &ArrayFacets, checks: &mut Checks<'_>) {
        let ArrayFacets {
            min_items,
            max_items,
            unique,
            prefix: _,
            items: _,
            contains,
            min_contains,
            max_contains,
            unevaluated: _,
        } = facets;
        checks.add("minItems", min_items.filter(|least| *least > 0).map(Assertion::MinItems));
        checks.add("maxItems", max_items.map(Assertion::MaxItems));
        checks.add("uniqueItems", unique.then_some(Assertion::UniqueItems));

        let prefix = self.reach_all(state, Keyword::PrefixItems);
        let rest = self.others(state, Keyword::Items);
        let is_spoken = !prefix.is_empty() || rest != Others::Unspoken;
        let is_checked = prefix.iter().any(Option::is_some) || !matches!(rest, Others::Unspoken | Others::Accepted);
        let items = (is_checked || is_spoken && self.needed.evaluation)
            .then(|| Assertion::Items { prefix: prefix.into(), rest });
        checks.add("items", items);

        let (least, most) = (min_contains.unwrap_or(1), *max_contains);
        let is_needed = contains.is_some() && (least > 0 || most.is_some() || self.needed.evaluation);
        let item = self.single(state, Keyword::Contains).filter(|_| is_needed);
        let item = item.map(|item| self.reach(item));
        checks.add("contains", item.map(|item| Assertion::Contains { item, least, most }));
    }

    fn objects(&mut self, state: StateIdx, facets: &ObjectFacets, checks: &mut Checks<'_>) {
        let ObjectFacets {
            min_properties,
            max_properties,
            required,
            dependent_required,
            names: _,
            properties,
            patterns,
            additional: _,
            dependent_schemas,
            unevaluated: _,
        } = facets;
        checks.add("minProperties", min_properties.filter(|least| *least > 0).map(Assertion::MinProperties));
        checks.add("maxProperties", max_properties.map(Assertion::MaxProperties));
        checks.add("required", (!required.is_empty()).then(|| Assertion::Required(texts(required))));
        let dependent: List<_> = dependent_required
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(name, names)| (text(name), texts(names)))
            .collect();
        checks.add("dependentRequired", (!dependent.is_empty()).then_some(Assertion::DependentRequired(dependent)));
        let names = self.single(state, Keyword::PropertyNames).and_then(|names| self.reach(names));
        checks.add("propertyNames", names.map(Assertion::PropertyNames));

        let declared = properties.iter().map(|(name, _)| text(name)).zip(self.reach_all(state, Keyword::Properties));
        let declared: Vec<_> = declared.collect();
        let matched = self.reach_all(state, Keyword::PatternProperties);
        let matched: List<_> =
            patterns.iter().zip(matched).map(|((idx, _), node)| (self.pattern(*idx), node)).collect();
        let others = self.others(state, Keyword::AdditionalProperties);
        let is_spoken = !declared.is_empty() || !matched.is_empty() || others != Others::Unspoken;
        let is_checked = declared.iter().any(|(_, node)| node.is_some())
            || matched.iter().any(|(_, node)| node.is_some())
            || !matches!(others, Others::Unspoken | Others::Accepted);
        let members = (is_checked || is_spoken && self.needed.evaluation).then_some(Assertion::Members(Members {
            declared: declared.into(),
            patterns: matched,
            others,
        }));
        checks.add("additionalProperties", members);

        let dependent = self.reach_all(state, Keyword::DependentSchemas);
        let dependent =
            dependent_schemas.iter().zip(dependent).filter_map(|((name, _), node)| Some((text(name), node?)));
        let dependent: List<_> = dependent.collect();
        checks.add("dependentSchemas", (!dependent.is_empty()).then_some(Assertion::DependentSchemas(dependent)));
    }

    fn logic(&mut self, state: StateIdx, logic: &Logic, checks: &mut Checks<'_>) {
        let Logic { all_of: _, any_of: _, one_of: _, not: _, condition, then: _, otherwise: _ } = logic;
        let all: List<_> = self.reach_all(state, Keyword::AllOf).into_iter().flatten().collect();
        checks.add("allOf", (!all.is_empty()).then_some(Assertion::AllOf(all)));

        let any = self.reach_all(state, Keyword::AnyOf);
        let is_needed = any.iter().any(Option::is_some) && (self.needed.evaluation || any.iter().all(Option::is_some));
        checks.add("anyOf", is_needed.then(|| Assertion::AnyOf(any.into())));

        let one = self.reach_all(state, Keyword::OneOf);
        let is_needed = one.len() > 1 || one.iter().any(Option::is_some);
        checks.add("oneOf", is_needed.then(|| Assertion::ExactlyOne(one.into())));

        let not = self.single(state, Keyword::Not).map(|not| self.reach(not));
        checks.add("not", not.map(Assertion::Not));

        let mut branch = |keyword| self.single(state, keyword).and_then(|branch| self.reach(branch));
        let (then, otherwise) = (branch(Keyword::Then), branch(Keyword::Else));
        let is_needed = condition.is_some() && (then.is_some() || otherwise.is_some() || self.needed.evaluation);
        let condition = self.single(state, Keyword::If).filter(|_| is_needed);
        let condition = condition.map(|condition| self.reach(condition));
        let says_something = |condition: &Option<PlanIdx>| condition.is_some() || then.is_some() || otherwise.is_some();
        let condition = condition.filter(says_something);
        checks.add("if", condition.map(|condition| Assertion::If { condition, then, otherwise }));
    }

    /// The states that a state applies by one keyword, in the schema's order.
    fn applied(&self, state: StateIdx, keyword: Keyword) -> impl Iterator<Item = StateIdx> + use<'_> {
        let applied = self.scopes.states[state.idx()].applied.iter();
        applied.filter(move |(by, _)| *by == keyword).map(|(_, target)| *target)
    }

    /// The state that a state applies by a keyword which is one schema.
    fn single(&self, state: StateIdx, keyword: Keyword) -> Option<StateIdx> {
        self.applied(state, keyword).next()
    }

    fn reach_all(&mut self, state: StateIdx, keyword: Keyword) -> Vec<Option<PlanIdx>> {
        let applied: Vec<_> = self.applied(state, keyword).collect();
        applied.into_iter().map(|target| self.reach(target)).collect()
    }

    /// What a keyword says about the members or items that others do not speak of.
    fn others(&mut self, state: StateIdx, keyword: Keyword) -> Others {
        let Some(target) = self.single(state, keyword) else { return Others::Unspoken };
        match &self.scopes.node(target).form {
            Form::Never => Others::Refused,
            Form::Any | Form::Keywords(_) => self.reach(target).map_or(Others::Accepted, Others::Checked),
        }
    }
}

fn numbers(facets: &NumberFacets, checks: &mut Checks<'_>) {
    let NumberFacets { multiple_of, minimum, maximum, exclusive_minimum, exclusive_maximum, format } = facets;
    let number = |number: &Option<Number>| number.as_ref().map(|number| text(&number.0));
    checks.add("multipleOf", number(multiple_of).map(Assertion::MultipleOf));
    checks.add("minimum", number(minimum).map(Assertion::Minimum));
    checks.add("maximum", number(maximum).map(Assertion::Maximum));
    checks.add("exclusiveMinimum", number(exclusive_minimum).map(Assertion::ExclusiveMinimum));
    checks.add("exclusiveMaximum", number(exclusive_maximum).map(Assertion::ExclusiveMaximum));
    checks.add("format", format.map(Assertion::IntegerFormat));
}

struct Checks<'a> {
    pointer: &'a str,
    checks: Vec<Check>,
}

impl Checks<'_> {
    fn add(&mut self, keyword: &str, assertion: Option<Assertion>) {
        if let Some(assertion) = assertion {
            self.checks.push(Check { pointer: format!("{}/{keyword}", self.pointer).into(), assertion });
        }
    }
}

fn text(text: &str) -> Text {
    text.to_owned().into()
}

fn texts(texts: &[String]) -> List<Text> {
    texts.iter().map(|name| text(name)).collect()
}

fn constant(value: &Value<'_>) -> Constant {
    match value {
        Value::Null => Constant::Null,
        Value::Bool(truth) => Constant::Bool(*truth),
        Value::Number(number) => Constant::Number(text(number)),
        Value::String(string) => Constant::String(text(string)),
        Value::Array(_) | Value::Object(_) => {
            Constant::Json(String::from_utf8(value.to_json()).expect("JSON is UTF-8").into())
        }
    }
}
