//! What an expression can be: JSON Schemas, and what is made up for computed values.
//!
//! Goes in: schemas, by [`Shape`], and what operators and functions give. Comes out: what can be inside, which classes of CEL the
//! value can have, and a JSON Schema that says the same. Where nothing is said ([`Type::is_open`]) everything is possible, and rules
//! stay silent.

use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

use packwright_runtime_min::json::Value;
use packwright_schema::Types;

mod class;
mod document;
mod plainly;
pub mod shape;

pub use self::{
    class::{Class, Classes},
    shape::{Nowhere, Origin, Shape, named},
};
use crate::model::Step;

/// What can be at one place: one of some alternatives.
#[derive(Clone, Debug)]
pub struct Type<'s> {
    /// Never empty.
    parts: Vec<Part<'s>>,
}

/// One alternative.
#[derive(Clone, Debug)]
pub(super) enum Part<'s> {
    /// All of some schemas apply, and none of them branches any more that could be taken apart.
    Schema(Shape<'s>, NotNull),
    /// A document of the compiler's own says it: it has `type` or `const`, and no references.
    Made(Arc<serde_json::Value>),
    /// A list of these.
    List(Box<Type<'s>>),
    /// An object of just these members.
    Object(Vec<(String, Type<'s>)>),
    /// A point in time; in JSON its RFC 3339 text.
    Time,
    /// A span of time; in JSON CEL's text, such as `3600s`.
    Span,
    /// CEL's optional value; JSON has none.
    Optional(Box<Type<'s>>),
    /// Anything.
    Open,
}

/// Whether `null` is excluded beyond what the schemas say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotNull {
    /// As the schemas say.
    AsSaid,
    /// The author has asked.
    Excluded,
}

/// Whether what a step leads to is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Presence {
    /// Always, or nobody knows.
    Always,
    /// The schema says that it may be absent.
    Maybe,
}

/// Where a step leads.
#[derive(Clone, Debug)]
pub struct Reached<'s> {
    /// What can be there.
    pub ty: Type<'s>,
    /// Whether it is there.
    pub presence: Presence,
}

/// A document that says no more than the type.
macro_rules! of_type {
    ($name:literal) => {
        LazyLock::new(|| Arc::new(serde_json::json!({ "type": $name })))
    };
}

static BOOLEAN: LazyLock<Arc<serde_json::Value>> = of_type!("boolean");
static INTEGER: LazyLock<Arc<serde_json::Value>> = of_type!("integer");
static NUMBER: LazyLock<Arc<serde_json::Value>> = of_type!("number");
static TEXT: LazyLock<Arc<serde_json::Value>> = of_type!("string");

impl<'s> Type<'s> {
    /// Of which nothing is known.
    pub fn open() -> Self {
        Self { parts: vec![Part::Open] }
    }

    /// What a shape says.
    pub fn of(shape: Shape<'s>) -> Self {
        if !shape.branches() {
            return Self { parts: vec![Part::Schema(shape, NotNull::AsSaid)] };
        }
        let parts: Vec<_> = shape.alternatives().into_iter().map(|it| Part::Schema(it, NotNull::AsSaid)).collect();
        if parts.is_empty() { Self { parts: vec![Part::Schema(shape, NotNull::AsSaid)] } } else { Self { parts } }
    }

    /// What a document of the compiler's own says.
    pub(super) fn made(document: serde_json::Value) -> Self {
        Self { parts: vec![Part::Made(Arc::new(document))] }
    }

    /// What one of the documents says that the compiler needs all the time.
    fn common(document: &LazyLock<Arc<serde_json::Value>>) -> Self {
        Self { parts: vec![Part::Made(Arc::clone(document))] }
    }

    /// The one value that is written out.
    pub fn constant(value: serde_json::Value) -> Self {
        Self::made(serde_json::json!({ "const": value }))
    }

    /// A boolean.
    pub fn boolean() -> Self {
        Self::common(&BOOLEAN)
    }

    /// An integer.
    pub fn integer() -> Self {
        Self::common(&INTEGER)
    }

    /// How many there are.
    pub fn count() -> Self {
        Self::made(serde_json::json!({"type": "integer", "minimum": 0}))
    }

    /// A number.
    pub fn number() -> Self {
        Self::common(&NUMBER)
    }

    /// A text.
    pub fn text() -> Self {
        Self::common(&TEXT)
    }

    /// A text that is written out in part: none is what a run puts between.
    pub fn text_of<'t>(parts: impl Iterator<Item = Option<&'t str>>) -> Self {
        let (mut least, mut pattern) = (0, "^".to_owned());
        for part in parts {
            match part {
                Some(text) => {
                    least += text.chars().count();
                    for c in text.chars() {
                        if matches!(
                            c,
                            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/'
                        ) {
                            pattern.push('\\');
                        }
                        pattern.push(c);
                    }
                }
                None => pattern.push_str(r"[^]*"),
            }
        }
        pattern.push('$');
        Self::made(serde_json::json!({"type": "string", "minLength": least, "pattern": pattern}))
    }

    /// A point in time.
    pub fn time() -> Self {
        Self { parts: vec![Part::Time] }
    }

    /// A span of time.
    pub fn span() -> Self {
        Self { parts: vec![Part::Span] }
    }

    /// A list of such items.
    pub fn list(item: Self) -> Self {
        Self { parts: vec![Part::List(Box::new(item))] }
    }

    /// An object of just these members.
    pub fn object(members: Vec<(String, Self)>) -> Self {
        Self { parts: vec![Part::Object(members)] }
    }

    /// Perhaps such a value.
    pub fn optional(inner: Self) -> Self {
        Self { parts: vec![Part::Optional(Box::new(inner))] }
    }

    /// What may be absent, of an optional value.
    pub fn inner(&self) -> Option<&Self> {
        match self.parts.as_slice() {
            [Part::Optional(inner)] => Some(inner),
            _ => None,
        }
    }

    /// One of both.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        let is_open = self.is_open() || other.is_open();
        if is_open {
            return Self::open();
        }
        for part in other.parts {
            let is_known = matches!(&part, Part::Made(new) if self.parts.iter().any(|it| matches!(it, Part::Made(old) if old == new)));
            let is_same = match part {
                Part::Time => self.parts.iter().any(|it| matches!(it, Part::Time)),
                Part::Span => self.parts.iter().any(|it| matches!(it, Part::Span)),
                _ => is_known,
            };
            if !is_same {
                self.parts.push(part);
            }
        }
        self
    }

    /// Whether nothing is known.
    pub fn is_open(&self) -> bool {
        self.classes().is_none()
    }

    /// The classes that it can be of; none where that is open.
    pub fn classes(&self) -> Option<Classes> {
        self.parts.iter().try_fold(Classes::default(), |classes, part| Some(classes.and(part.classes()?)))
    }

    /// The class, where there is only one.
    pub fn class(&self) -> Option<Class> {
        let classes = self.classes()?;
        classes.iter().next().filter(|_| classes.len() == 1)
    }

    /// Whether it is of no other class, as far as that is known; a number may be an integer.
    pub fn is_only(&self, class: Class) -> bool {
        let is = |other| other == class || (class == Class::Double && other == Class::Int);
        self.classes().is_none_or(|classes| classes.all(is))
    }

    /// The same without `null`; all of it where nothing would be left.
    #[must_use]
    pub fn without_null(self) -> Self {
        let parts = self.parts.iter().filter(|part| !part.is_null());
        let parts: Vec<_> = parts
            .cloned()
            .map(|part| match part {
                Part::Schema(shape, _) => Part::Schema(shape, NotNull::Excluded),
                other => other,
            })
            .collect();
        if parts.is_empty() { self } else { Self { parts } }
    }

    /// The only values there are, where they are listed.
    pub fn values(&self) -> Option<Vec<Value<'_>>> {
        let mut values = Vec::new();
        for part in &self.parts {
            match part {
                Part::Schema(shape, _) => match shape.values() {
                    Some(listed) => values.extend(listed.into_iter().cloned()),
                    None if part.classes()?.all(|class| class == Class::Null) => values.push(Value::Null),
                    None => return None,
                },
                Part::Made(document) => values.push(exact(document.get("const")?)),
                Part::List(_) | Part::Object(_) | Part::Time | Part::Span | Part::Optional(_) | Part::Open => {
                    return None;
                }
            }
        }
        Some(values)
    }

    /// The value, where there is only one.
    pub fn only_value(&self) -> Option<Value<'_>> {
        let mut values = self.values()?;
        if values.len() == 1 { values.pop() } else { None }
    }

    /// Between which numbers it is, as far as that is known.
    pub fn range(&self) -> (Option<f64>, Option<f64>) {
        let of_part = |part: &Part<'s>| match part {
            Part::Schema(shape, _) => shape.range(),
            Part::Made(document) => match document.get("const").and_then(serde_json::Value::as_f64) {
                Some(value) if value.abs() < 1e15 => (Some(value), Some(value)),
                _ => (document.get("minimum").and_then(serde_json::Value::as_f64), None),
            },
            Part::List(_) | Part::Object(_) | Part::Time | Part::Span | Part::Optional(_) | Part::Open => (None, None),
        };
        let wider = |(a, b): (Option<f64>, Option<f64>), (c, d): (Option<f64>, Option<f64>)| {
            (a.zip(c).map(|(a, c)| a.min(c)), b.zip(d).map(|(b, d)| b.max(d)))
        };
        self.parts.iter().map(of_part).reduce(wider).unwrap_or((None, None))
    }

    /// Whether a schema is there that lets it be zero; where nothing is said about numbers at all, it is nobody's fault.
    pub fn admits_zero(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Schema(shape, _) => {
                let zero = Value::number("0");
                let is_listed = shape.values().is_none_or(|values| {
                    values.iter().any(|value| packwright_runtime_min::validate::equal(value, &zero))
                });
                !shape.is_open() && is_listed && !shape.excludes_zero()
            }
            Part::Made(document) => document.get("const").is_none_or(|value| value.as_f64() == Some(0.0)),
            Part::List(_) | Part::Object(_) | Part::Time | Part::Span | Part::Optional(_) | Part::Open => false,
        })
    }

    /// What a step leads to. Of several alternatives those that have no such thing make it one that may be absent.
    ///
    /// # Errors
    /// When there is nothing, whatever it is.
    pub fn step(&self, step: &Step) -> Result<Reached<'s>, Nowhere> {
        let mut reached: Option<Reached<'s>> = None;
        let mut nowhere = None;
        let mut is_sure = true;
        for part in &self.parts {
            match part.step(step) {
                Ok(there) => {
                    reached = Some(match reached {
                        None => there,
                        Some(before) => {
                            Reached { presence: before.presence.max(there.presence), ty: before.ty.or(there.ty) }
                        }
                    });
                }
                // Null is a matter of its own.
                Err(_) if part.is_null() => {}
                Err(why) => {
                    is_sure = false;
                    nowhere = Some(match (nowhere, why) {
                        (Some(Nowhere::NoField(mut names)), Nowhere::NoField(more)) => {
                            names.extend(more.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
                            Nowhere::NoField(names)
                        }
                        (Some(before @ Nowhere::NoField(_)), _) => before,
                        (_, why) => why,
                    });
                }
            }
        }
        match (reached, nowhere) {
            (Some(reached), _) if is_sure => Ok(reached),
            (Some(reached), _) => Ok(Reached { presence: Presence::Maybe, ..reached }),
            (None, Some(why)) => Err(why),
            (None, None) => Err(Nowhere::NotAnObject(Types::of(&[packwright_schema::Type::Null]))),
        }
    }

    /// What an item is, whichever.
    pub fn item(&self) -> Self {
        let items = self.parts.iter().flat_map(|part| match part {
            Part::Schema(shape, _) => shape.items().into_iter().map(Self::of).collect(),
            Part::List(item) => vec![(**item).clone()],
            Part::Made(document) => match document.get("const").and_then(serde_json::Value::as_array) {
                Some(items) => items.iter().cloned().map(Self::constant).collect(),
                None => vec![document.get("items").map_or_else(Self::open, |items| Self::made(items.clone()))],
            },
            Part::Open => vec![Self::open()],
            Part::Object(_) | Part::Time | Part::Span | Part::Optional(_) => Vec::new(),
        });
        items.reduce(Self::or).unwrap_or_else(Self::open)
    }

    /// The names of the fields that it declares.
    pub fn fields(&self) -> Vec<String> {
        let of_part = |part: &Part<'s>| match part {
            Part::Schema(shape, _) => shape.fields().map(str::to_owned).collect(),
            Part::Object(members) => members.iter().map(|(name, _)| name.clone()).collect(),
            Part::Made(_) | Part::List(_) | Part::Time | Part::Span | Part::Optional(_) | Part::Open => Vec::new(),
        };
        self.parts.iter().flat_map(of_part).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The fields that are declared, where none of them is `field` and yet an object may have it, since nothing is said against it.
    pub fn leaves_out(&self, field: &str) -> Option<Vec<String>> {
        let leaves_out = |part: &&Part<'s>| matches!(part, Part::Schema(shape, _) if shape.leaves_out(field));
        // Most types leave nothing out, and then nobody has to look where the step leads in the others.
        self.parts.iter().find(leaves_out)?;
        let mut others = self.parts.iter().filter(|part| !leaves_out(part));
        let is_there = others.any(|part| part.step(&Step::Field(field.to_owned())).is_ok());
        (!is_there).then(|| self.fields())
    }

    /// Those alternatives whose `field` can be `value`: what is left where the author has asked for it. All of them where none is.
    #[must_use]
    pub fn with_field(self, field: &str, value: &Value<'_>) -> Self {
        let can_be = |part: &&Part<'s>| match part.step(&Step::Field(field.to_owned())) {
            Ok(there) => there
                .ty
                .values()
                .is_none_or(|values| values.iter().any(|it| packwright_runtime_min::validate::equal(it, value))),
            Err(_) => false,
        };
        let parts: Vec<_> = self.parts.iter().filter(can_be).cloned().collect();
        if parts.is_empty() { self } else { Self { parts } }
    }

    /// For messages: "a string or null".
    pub fn named(&self) -> String {
        match self.classes() {
            None => "anything".to_owned(),
            Some(classes) if classes.is_empty() => "of no type".to_owned(),
            Some(classes) => {
                let (nulls, others): (Vec<_>, Vec<_>) = classes.iter().partition(|class| *class == Class::Null);
                let names: Vec<_> = others.into_iter().chain(nulls).map(Class::named).collect();
                names.join(" or ")
            }
        }
    }
}

impl<'s> Part<'s> {
    /// The classes that it can be of; none where that is open.
    fn classes(&self) -> Option<Classes> {
        let class = match self {
            Self::Schema(shape, not_null) => {
                let classes = classes_of_shape(shape)?;
                return Some(if *not_null == NotNull::Excluded { classes.without(Class::Null) } else { classes });
            }
            Self::Made(document) => return Some(classes_of_document(document)),
            Self::List(_) => Class::List,
            Self::Object(_) => Class::Map,
            Self::Time => Class::Time,
            Self::Span => Class::Span,
            Self::Optional(_) => Class::Optional,
            Self::Open => return None,
        };
        Some(Classes::only(class))
    }

    fn is_null(&self) -> bool {
        self.classes().is_some_and(|classes| classes.all(|class| class == Class::Null))
    }

    fn step(&self, step: &Step) -> Result<Reached<'s>, Nowhere> {
        let always = |ty| Ok(Reached { ty, presence: Presence::Always });
        match (self, step) {
            (Self::Schema(shape, _), _) => {
                let there = shape.step(step)?;
                let presence = match step {
                    Step::Field(name) if shape.declares(name) && !shape.requires(name) => Presence::Maybe,
                    Step::Field(_) | Step::Index(_) => Presence::Always,
                };
                Ok(Reached { ty: if there.is_open() { Type::open() } else { Type::of(there) }, presence })
            }
            (Self::Open, _) => always(Type::open()),
            (Self::List(item), Step::Index(_)) => always((**item).clone()),
            (Self::Made(document), Step::Index(at)) => match document.get("const") {
                Some(serde_json::Value::Array(items)) => {
                    items.get(*at as usize).cloned().map(Type::constant).map_or(Err(Nowhere::NoItem), always)
                }
                _ if self.classes().is_some_and(|it| it.contains(Class::List)) => {
                    always(document.get("items").map_or_else(Type::open, |items| Type::made(items.clone())))
                }
                _ => Err(Nowhere::NotAnArray(self.types())),
            },
            (Self::Object(members), Step::Field(name)) => match members.iter().find(|(member, _)| member == name) {
                Some((_, ty)) => always(ty.clone()),
                None => Err(Nowhere::NoField(members.iter().map(|(name, _)| name.clone()).collect())),
            },
            (_, Step::Field(_)) => Err(Nowhere::NotAnObject(self.types())),
            (_, Step::Index(_)) => Err(Nowhere::NotAnArray(self.types())),
        }
    }

    /// The types of its JSON form.
    fn types(&self) -> Types {
        use packwright_schema::Type as Json;
        let of_class = |class: Class| match class {
            Class::Null => Json::Null,
            Class::Bool => Json::Boolean,
            Class::Int => Json::Integer,
            Class::Double => Json::Number,
            Class::Text | Class::Time | Class::Span | Class::Optional => Json::String,
            Class::List => Json::Array,
            Class::Map => Json::Object,
        };
        self.classes().into_iter().flat_map(Classes::iter).map(of_class).fold(Types::of(&[]), Types::with)
    }
}

fn classes_of_shape(shape: &Shape<'_>) -> Option<Classes> {
    use packwright_schema::Type as Json;
    if let Some(values) = shape.values() {
        let classes: Classes = values.into_iter().map(class_of_value).collect();
        // A `number` that happens to be listed without a fraction is still one.
        let is_number = shape.types().is_some_and(|types| types.contains(Json::Number));
        let is_double = classes.contains(Class::Double) || (is_number && classes.contains(Class::Int));
        return Some(if is_double { classes.without(Class::Int).and(Classes::only(Class::Double)) } else { classes });
    }
    let types = shape.types()?;
    let class = |ty| match ty {
        Json::Null => Class::Null,
        Json::Boolean => Class::Bool,
        Json::Integer if types.contains(Json::Number) => Class::Double,
        Json::Integer => Class::Int,
        Json::Number => Class::Double,
        Json::String => Class::Text,
        Json::Array => Class::List,
        Json::Object => Class::Map,
    };
    Some(types.iter().map(class).collect())
}

/// The class of a value that is written out.
fn class_of_value(value: &Value<'_>) -> Class {
    match value {
        Value::Null => Class::Null,
        Value::Bool(_) => Class::Bool,
        Value::Number(text) if text.contains(['.', 'e', 'E']) => Class::Double,
        Value::Number(_) => Class::Int,
        Value::String(_) => Class::Text,
        Value::Array(_) => Class::List,
        Value::Object(_) => Class::Map,
    }
}

fn classes_of_document(document: &serde_json::Value) -> Classes {
    let class = match document.get("type").and_then(serde_json::Value::as_str) {
        None => return document.get("const").map(|value| class_of_value(&exact(value))).into_iter().collect(),
        Some("boolean") => Class::Bool,
        Some("integer") => Class::Int,
        Some("number") => Class::Double,
        Some("array") => Class::List,
        Some("object") => Class::Map,
        Some("null") => Class::Null,
        Some(_) => Class::Text,
    };
    Classes::only(class)
}

/// A value of the compiler's own as the runtime has it.
fn exact(value: &serde_json::Value) -> Value<'static> {
    let text = value.to_string();
    Value::parse(text.as_bytes()).map_or(Value::Null, Value::into_owned)
}

#[cfg(test)]
mod tests;
