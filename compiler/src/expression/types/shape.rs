//! What a schema says about the places in a value.
//!
//! Goes in: a schema and a way into its instances. Comes out: what can be there. Where the schema leaves it open, the answer is
//! [`Shape::is_open`], and rules stay silent.

use packwright_runtime_min::json::Value;
use packwright_runtime_min::validate::Decimal;
use packwright_schema::{
    NodeIdx, Schema, Type, Types,
    ir::{ArrayFacets, Form, Keywords, Logic, ObjectFacets},
};

use crate::model::Step;

/// How many alternatives a shape is taken apart into; one with more stays whole, and little is known of it.
const MOST_ALTERNATIVES: usize = 24;

/// What can be at one place: all of some schemas apply to it. Without any, anything can be there.
#[derive(Clone, Debug)]
pub struct Shape<'s> {
    schema: &'s Schema,
    /// What was parsed, where a document is to be made of the shape.
    document: Option<&'s serde_json::Value>,
    nodes: Vec<NodeIdx>,
    origin: Origin,
}

/// Who wrote a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An author: what the schema does not forbid can be there.
    Author,
    /// A Rust type: a struct gives the fields that it has and no others, though its schema does not say so.
    Rust,
}

/// Why a step leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nowhere {
    /// The object has no such field; these it has.
    NoField(Vec<String>),
    /// The array ends before.
    NoItem,
    /// The value is of none of the types that have fields.
    NotAnObject(Types),
    /// The value is of none of the types that have items.
    NotAnArray(Types),
}

impl<'s> Shape<'s> {
    /// The shape of a schema's instances.
    pub fn root(schema: &'s Schema, origin: Origin) -> Self {
        let mut shape = Self { schema, document: None, nodes: Vec::new(), origin };
        shape.add(NodeIdx::ROOT);
        shape
    }

    /// The same with the document that the schema was parsed from.
    #[must_use]
    pub fn with_document(self, document: &'s serde_json::Value) -> Self {
        Self { document: Some(document), ..self }
    }

    /// The document that the schema was parsed from, where it is known.
    pub fn document(&self) -> Option<&'s serde_json::Value> {
        self.document
    }

    /// Adds a schema that applies, and those that it brings along: by `$ref` and `allOf`. Of which branches apply nothing is
    /// known, nor of where a `$dynamicRef` leads that depends on the way to it.
    fn add(&mut self, idx: NodeIdx) {
        // Most schemas bring none along, and then nothing waits.
        let mut waiting = Vec::new();
        let mut next = Some(idx);
        while let Some(idx) = next {
            if !self.nodes.contains(&idx) {
                self.nodes.push(idx);
                waiting.extend(self.brought(idx));
            }
            next = waiting.pop();
        }
    }

    /// The schemas that a schema brings along, the last of them first.
    fn brought(&self, idx: NodeIdx) -> Vec<NodeIdx> {
        let Form::Keywords(keywords) = &self.schema.node(idx).form else { return Vec::new() };
        let dynamic = keywords.dynamic_reference.as_ref().filter(|reference| reference.anchor.is_none());
        let all = keywords.logic.all_of.iter().rev().copied();
        all.chain(dynamic.map(|reference| reference.target)).chain(keywords.reference).collect()
    }

    /// What the schemas say that apply.
    pub(super) fn keywords(&self) -> impl Iterator<Item = &'s Keywords> {
        self.nodes.iter().filter_map(|idx| match &self.schema.node(*idx).form {
            Form::Any | Form::Never => None,
            Form::Keywords(keywords) => Some(&**keywords),
        })
    }

    /// The types that can be there; `None` where that is open.
    pub fn types(&self) -> Option<Types> {
        self.keywords().filter_map(|keywords| keywords.types).reduce(both)
    }

    /// The only values that can be there, where the schemas list them.
    pub fn values(&self) -> Option<Vec<&'s Value<'static>>> {
        let listed = self.keywords().filter_map(|keywords| match (&keywords.constant, &keywords.members) {
            (Some(constant), _) => Some(vec![constant]),
            (None, Some(members)) => Some(members.iter().collect()),
            (None, None) => None,
        });
        listed.min_by_key(Vec::len)
    }

    /// The least and the greatest number that can be there, as far as the schemas say; integers up to 2^53 only, so that `f64` is exact.
    pub fn range(&self) -> (Option<f64>, Option<f64>) {
        let read = |number: &Option<packwright_schema::ir::Number>| {
            number
                .as_ref()
                .and_then(|number| number.decimal().text().parse::<f64>().ok())
                .filter(|value| value.abs() < EXACT)
        };
        let least = self.keywords().filter_map(|it| read(&it.number.minimum).or(read(&it.number.exclusive_minimum)));
        let most = self.keywords().filter_map(|it| read(&it.number.maximum).or(read(&it.number.exclusive_maximum)));
        (least.reduce(f64::max), most.reduce(f64::min))
    }

    /// Whether a bound is left out: then 0 is, where it is the bound.
    pub fn excludes_zero(&self) -> bool {
        let is_zero = |number: &Option<packwright_schema::ir::Number>| {
            number.as_ref().is_some_and(|number| number.decimal() == Decimal::new("0"))
        };
        let (least, most) = self.range();
        let is_beside = least.is_some_and(|least| least > 0.0) || most.is_some_and(|most| most < 0.0);
        is_beside
            || self.keywords().any(|it| is_zero(&it.number.exclusive_minimum) || is_zero(&it.number.exclusive_maximum))
    }

    /// Whether a schema that applies has branches.
    pub(super) fn branches(&self) -> bool {
        self.keywords().any(|keywords| !branches(keywords).is_empty())
    }

    /// The shapes of which one is there: of `anyOf` and `oneOf` each branch, together with all else that applies.
    pub fn alternatives(&self) -> Vec<Self> {
        let mut done = Vec::new();
        let mut split = Vec::new();
        let mut todo = vec![(self.clone(), Vec::<NodeIdx>::new())];
        while let Some((shape, taken)) = todo.pop() {
            let branching = shape.nodes.iter().copied().find(|idx| {
                !taken.contains(idx)
                    && matches!(&shape.schema.node(*idx).form, Form::Keywords(it) if !branches(it).is_empty())
            });
            let Some(idx) = branching else {
                if !shape.is_impossible() {
                    done.push(shape);
                }
                continue;
            };
            let Form::Keywords(keywords) = &shape.schema.node(idx).form else { continue };
            split.push(idx);
            let branches = branches(keywords);
            if todo.len() + done.len() + branches.len() > MOST_ALTERNATIVES || split.len() > MOST_ALTERNATIVES {
                return vec![self.clone()];
            }
            for branch in branches.iter().rev() {
                let mut shape = shape.clone();
                shape.add(*branch);
                let mut taken = taken.clone();
                taken.push(idx);
                todo.push((shape, taken));
            }
        }
        done
    }

    /// Whether no value is of this shape, as far as its types say.
    fn is_impossible(&self) -> bool {
        let never = self.nodes.iter().any(|idx| matches!(self.schema.node(*idx).form, Form::Never));
        never || self.types().is_some_and(Types::is_empty)
    }

    /// The schemas which apply, by their pointers in the document that they are of; none where one is of another document.
    pub fn pointers(&self) -> Vec<&'s str> {
        let brought: Vec<NodeIdx> = self.nodes.iter().flat_map(|idx| self.brought(*idx)).collect();
        let own = self.nodes.iter().filter(|idx| !brought.contains(idx));
        let pointers: Vec<&str> = own.map(|idx| self.schema.node(*idx).pointer.as_str()).collect();
        // In a circle everyone is brought along by another.
        if pointers.is_empty() {
            self.nodes.iter().map(|idx| self.schema.node(*idx).pointer.as_str()).collect()
        } else {
            pointers
        }
    }

    /// Whether nothing is said about the place.
    pub fn is_open(&self) -> bool {
        self.keywords().next().is_none()
    }

    /// Whether a Rust struct is there, and all its fields are known: one that flattens a map or an enum into itself has others.
    fn is_struct(&self) -> bool {
        let has_others = |keywords: &Keywords| {
            let Logic { all_of: _, any_of, one_of, not: _, condition, then: _, otherwise: _ } = &*keywords.logic;
            let ObjectFacets { additional, patterns, dependent_schemas, .. } = &*keywords.object;
            let depends = keywords.dynamic_reference.as_ref().is_some_and(|reference| reference.anchor.is_some());
            additional.is_some()
                || !(patterns.is_empty() && dependent_schemas.is_empty() && any_of.is_empty() && one_of.is_empty())
                || condition.is_some()
                || depends
        };
        self.origin == Origin::Rust && self.fields().next().is_some() && !self.keywords().any(has_others)
    }

    /// Whether an object declares some fields, does not say a word on `field`, and says nothing against others either.
    pub fn leaves_out(&self, field: &str) -> bool {
        let is_taken = |branches: &[NodeIdx]| branches.is_empty() || branches.iter().any(|it| self.nodes.contains(it));
        let is_silent = |keywords: &Keywords| {
            let Logic { all_of: _, any_of, one_of, not: _, condition, then: _, otherwise: _ } = &*keywords.logic;
            let ObjectFacets { additional, patterns, dependent_schemas, unevaluated, .. } = &*keywords.object;
            let is_matched = patterns.iter().any(|(pattern, _)| self.schema.pattern(*pattern).matches(field));
            let depends = keywords.dynamic_reference.as_ref().is_some_and(|reference| reference.anchor.is_some());
            let is_decided =
                is_taken(any_of) && is_taken(one_of) && condition.is_none() && dependent_schemas.is_empty();
            additional.is_none() && unevaluated.is_none() && !is_matched && !depends && is_decided
        };
        let is_spoken_of = self.declares(field) || self.requires(field);
        self.fields().next().is_some() && !is_spoken_of && self.keywords().all(is_silent)
    }

    /// The fields that are declared.
    pub fn fields(&self) -> impl Iterator<Item = &'s str> {
        self.keywords().flat_map(|keywords| keywords.object.properties.iter().map(|(name, _)| name.as_str()))
    }

    /// Whether the field is always there.
    pub fn requires(&self, field: &str) -> bool {
        self.keywords().any(|keywords| keywords.object.required.iter().any(|name| name == field))
    }

    /// The fields that are always there, each once.
    pub fn required(&self) -> impl Iterator<Item = &'s str> {
        let names = self.keywords().flat_map(|keywords| keywords.object.required.iter().map(String::as_str));
        names.collect::<std::collections::BTreeSet<_>>().into_iter()
    }

    /// What a step leads to.
    ///
    /// # Errors
    /// When the schema says that there is nothing.
    pub fn step(&self, step: &Step) -> Result<Self, Nowhere> {
        match step {
            Step::Field(name) => self.field(name),
            Step::Index(at) => self.item(*at),
        }
    }

    /// What any of the items is, or any of the members' values: all shapes of which one is at some place.
    pub fn items(&self) -> Vec<Self> {
        let front =
            self.keywords().map(|keywords| keywords.array.prefix.len()).max().unwrap_or(0).min(MOST_ALTERNATIVES);
        (0..=front).filter_map(|at| self.item(u32::try_from(at).ok()?).ok()).collect()
    }

    /// Whether the field is spoken of: else an open object says nothing about whether it is there.
    pub fn declares(&self, field: &str) -> bool {
        self.fields().any(|name| name == field)
    }

    fn field(&self, name: &str) -> Result<Self, Nowhere> {
        if let Some(types) = self.types().filter(|types| !types.contains(Type::Object)) {
            return Err(Nowhere::NotAnObject(types));
        }
        let mut there = Self { nodes: Vec::new(), ..*self };
        let mut is_closed = self.is_struct() && !self.fields().any(|field| field == name);
        for keywords in self.keywords() {
            let ObjectFacets {
                min_properties: _,
                max_properties: _,
                required: _,
                dependent_required: _,
                names: _,
                properties,
                patterns,
                additional,
                dependent_schemas: _,
                unevaluated: _,
            } = &*keywords.object;
            let declared = properties.iter().filter(|(property, _)| property == name).map(|(_, idx)| *idx);
            let matched = patterns.iter().filter(|(pattern, _)| self.schema.pattern(*pattern).matches(name));
            let mut spoken_of = declared.chain(matched.map(|(_, idx)| *idx)).peekable();
            match additional {
                Some(idx) if spoken_of.peek().is_none() => match self.schema.node(*idx).form {
                    Form::Never => is_closed = true,
                    Form::Any | Form::Keywords(_) => there.add(*idx),
                },
                Some(_) | None => spoken_of.for_each(|idx| there.add(idx)),
            }
        }
        if is_closed {
            return Err(Nowhere::NoField(self.fields().map(str::to_owned).collect()));
        }
        Ok(there)
    }

    fn item(&self, at: u32) -> Result<Self, Nowhere> {
        if let Some(types) = self.types().filter(|types| !types.contains(Type::Array)) {
            return Err(Nowhere::NotAnArray(types));
        }
        let mut there = Self { nodes: Vec::new(), ..*self };
        for keywords in self.keywords() {
            let ArrayFacets {
                min_items: _,
                max_items,
                unique: _,
                prefix,
                items,
                contains: _,
                min_contains: _,
                max_contains: _,
                unevaluated: _,
            } = &*keywords.array;
            if max_items.is_some_and(|most| most <= at as usize) {
                return Err(Nowhere::NoItem);
            }
            match prefix.get(at as usize).or(items.as_ref()) {
                Some(idx) if matches!(self.schema.node(*idx).form, Form::Never) => return Err(Nowhere::NoItem),
                Some(idx) => there.add(*idx),
                None => {}
            }
        }
        Ok(there)
    }
}

/// The types that both allow; an integer is a number.
fn both(left: Types, right: Types) -> Types {
    let has_integers = |types: Types| types.contains(Type::Integer) || types.contains(Type::Number);
    let both = left.and(right);
    let is_number = both.contains(Type::Number);
    if has_integers(left) && has_integers(right) && !is_number { both.with(Type::Integer) } else { both }
}

/// Below this every integer is an `f64`.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The branches of which one applies.
fn branches(keywords: &Keywords) -> &[NodeIdx] {
    let Logic { any_of, one_of, .. } = &*keywords.logic;
    if any_of.is_empty() { one_of } else { any_of }
}

/// The types with their articles: "a string or null".
pub fn named(types: Types) -> String {
    let named = |ty: Type| match ty {
        Type::Null => "null",
        Type::Boolean => "a boolean",
        Type::Integer => "an integer",
        Type::Number => "a number",
        Type::String => "a string",
        Type::Array => "an array",
        Type::Object => "an object",
    };
    let names: Vec<_> = types.iter().map(named).collect();
    if names.is_empty() { "of no type".to_owned() } else { names.join(" or ") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(schema: &serde_json::Value, path: &[Step]) -> String {
        shown_of(schema, Origin::Author, path)
    }

    fn shown_of(schema: &serde_json::Value, origin: Origin, path: &[Step]) -> String {
        let schema = Schema::parse(schema).expect("the schema has no fault");
        let mut shape = Shape::root(&schema, origin);
        for step in path {
            match shape.step(step) {
                Ok(there) => shape = there,
                Err(nowhere) => return format!("{nowhere:?}"),
            }
        }
        match shape.types() {
            Some(types) => types.iter().map(Type::name).collect::<Vec<_>>().join("|"),
            None => if shape.is_open() { "open" } else { "said" }.to_owned(),
        }
    }

    fn field(name: &str) -> Step {
        Step::Field(name.to_owned())
    }

    #[test]
    fn steps_follow_properties_items_and_local_references() {
        let schema = json!({
            "$ref": "#/$defs/Answer",
            "$defs": {
                "Answer": {"type": "object", "properties": {"days": {"type": "array", "items": {"$ref": "#/$defs/Day"}}}},
                "Day": {"type": "object", "properties": {"high": {"type": ["number", "null"]}}, "additionalProperties": false}
            }
        });
        assert_eq!(shown(&schema, &[field("days"), Step::Index(3), field("high")]), "number|null");
        assert_eq!(shown(&schema, &[field("days"), Step::Index(3), field("hihg")]), r#"NoField(["high"])"#);
        assert_eq!(shown(&schema, &[field("other")]), "open");
        assert!(shown(&schema, &[Step::Index(0)]).starts_with("NotAnArray"));
        assert!(shown(&schema, &[field("days"), field("high")]).starts_with("NotAnObject"));
    }

    #[test]
    fn a_reference_with_siblings_brings_both() {
        let schema = json!({
            "$ref": "#/$defs/Base", "additionalProperties": {"type": "string"},
            "$defs": {"Base": {"properties": {"a": {"type": "integer"}}}}
        });
        assert_eq!(shown(&schema, &[field("b")]), "string");
        assert_eq!(shown(&schema, &[field("a")]), "");
    }

    #[test]
    fn a_rust_struct_has_its_fields_and_no_others() {
        let shown = |schema: serde_json::Value, path: &[Step]| shown_of(&schema, Origin::Rust, path);
        let place = json!({
            "type": "object", "properties": {"at": {"$ref": "#/$defs/At"}},
            "$defs": {"At": {"type": "object", "properties": {"lat": {"type": "number"}}}}
        });
        assert_eq!(shown(place.clone(), &[field("ta")]), r#"NoField(["at"])"#);
        assert_eq!(shown(place, &[field("at"), field("lta")]), r#"NoField(["lat"])"#);
        let flattened = json!({"type": "object", "properties": {"a": true}, "additionalProperties": true});
        assert_eq!(shown(flattened, &[field("b")]), "open");
        assert_eq!(shown(json!({"type": "object"}), &[field("b")]), "open");
    }

    #[test]
    fn all_of_some_schemas_apply_and_of_branches_nothing_is_known() {
        let schema = json!({
            "type": "object", "allOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"maxLength": 1}}}],
            "anyOf": [{"properties": {"b": {"type": "string"}}}]
        });
        assert_eq!(shown(&schema, &[field("a")]), "string");
        assert_eq!(shown(&schema, &[field("b")]), "open");
        let flattened = json!({"type": "object", "properties": {"a": true}, "oneOf": [{"properties": {"b": true}}]});
        assert_eq!(shown_of(&flattened, Origin::Rust, &[field("b")]), "open");
    }

    #[test]
    fn items_at_the_front_have_their_own_schemas() {
        let schema = json!({"prefixItems": [{"type": "string"}], "items": false});
        assert_eq!(shown(&schema, &[Step::Index(0)]), "string");
        assert_eq!(shown(&schema, &[Step::Index(1)]), "NoItem");
    }

    #[test]
    fn arrays_end_where_the_schema_says() {
        let schema = json!({"type": "array", "maxItems": 2, "items": {"type": "string"}});
        assert_eq!(shown(&schema, &[Step::Index(1)]), "string");
        assert_eq!(shown(&schema, &[Step::Index(2)]), "NoItem");
        assert_eq!(shown(&json!({"items": false}), &[Step::Index(0)]), "NoItem");
        assert_eq!(shown(&json!(true), &[Step::Index(0), field("x")]), "open");
    }

    #[test]
    fn recursive_schemas_are_walked_step_by_step() {
        let schema = json!({"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": false});
        assert_eq!(shown(&schema, &[field("next"), field("next"), field("next")]), "object");
        assert_eq!(shown(&schema, &[field("next"), field("nxt")]), r#"NoField(["next"])"#);
    }
}
