//! The sentences: what was expected, what was got. Nothing here repeats more than 64 characters of the input.

use std::fmt::{self, Display, Formatter};

use super::{glance, leaf, unique};
use crate::{
    json::Value,
    validate::{
        Types,
        message::{All, Alternatives, Count, Cut, Got, OneOfTypes, Quoted},
        nearest,
        plan::{Assertion, Check, Constant, Plan, PlanIdx},
    },
};

/// The keyword that makes the assertion.
pub(super) fn keyword(assertion: &Assertion) -> &'static str {
    match assertion {
        Assertion::Never => "false",
        Assertion::Types(_) => "type",
        Assertion::OneOf(_) => "enum",
        Assertion::Constant(_) => "const",
        Assertion::MultipleOf(_) => "multipleOf",
        Assertion::Maximum(_) => "maximum",
        Assertion::ExclusiveMaximum(_) => "exclusiveMaximum",
        Assertion::Minimum(_) => "minimum",
        Assertion::ExclusiveMinimum(_) => "exclusiveMinimum",
        Assertion::IntegerFormat(_) | Assertion::Format(_) => "format",
        Assertion::MaxLength(_) => "maxLength",
        Assertion::MinLength(_) => "minLength",
        Assertion::Pattern(_) => "pattern",
        Assertion::MaxItems(_) => "maxItems",
        Assertion::MinItems(_) => "minItems",
        Assertion::UniqueItems => "uniqueItems",
        Assertion::Items { prefix: _, rest: _ } => "items",
        Assertion::Contains { item: _, least: _, most: _ } => "contains",
        Assertion::MaxProperties(_) => "maxProperties",
        Assertion::MinProperties(_) => "minProperties",
        Assertion::Required(_) => "required",
        Assertion::DependentRequired(_) => "dependentRequired",
        Assertion::PropertyNames(_) => "propertyNames",
        Assertion::Members(_) => "additionalProperties",
        Assertion::DependentSchemas(_) => "dependentSchemas",
        Assertion::Ref(_) => "$ref",
        Assertion::AllOf(_) => "allOf",
        Assertion::AnyOf(_) => "anyOf",
        Assertion::ExactlyOne(_) => "oneOf",
        Assertion::Not(_) => "not",
        Assertion::If { condition: _, then: _, otherwise: _ } => "if",
        Assertion::UnevaluatedItems(_) => "unevaluatedItems",
        Assertion::UnevaluatedProperties(_) => "unevaluatedProperties",
    }
}

/// Whether one looks for what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suggest {
    /// Yes.
    NearMiss,
    /// No: there were so many violations that it would take too long.
    Nothing,
}

impl Suggest {
    /// `; did you mean "city"?`, or nothing.
    pub(super) fn near<'n>(self, written: &str, names: impl IntoIterator<Item = &'n str>) -> String {
        let near = if self == Self::NearMiss { nearest(written, names) } else { None };
        near.map(|near| format!("; did you mean {}?", Quoted(near))).unwrap_or_default()
    }
}

/// What to say of a value for which an assertion about nothing but that value does not hold.
pub(super) fn leaf(plan: &Plan, assertion: &Assertion, value: &Value<'_>, suggest: Suggest) -> String {
    let got = Got(value);
    match assertion {
        Assertion::Never => format!("expected no value here, got {got}"),
        Assertion::Types(types) => format!("expected {}, got {got}", OneOfTypes(*types)),
        Assertion::OneOf(constants) => {
            let texts = constants.iter().filter_map(text_of);
            let near = value.as_str().map(|written| suggest.near(written, texts)).unwrap_or_default();
            format!("expected {}, got {got}{near}", Alternatives(constants.iter()))
        }
        Assertion::Constant(constant) => format!("expected {constant}, got {got}"),
        Assertion::MultipleOf(divisor) => format!("expected a multiple of {divisor}, got {}", Figure(value)),
        Assertion::Maximum(bound) => format!("expected at most {bound}, got {}", Figure(value)),
        Assertion::ExclusiveMaximum(bound) => format!("expected less than {bound}, got {}", Figure(value)),
        Assertion::Minimum(bound) => format!("expected at least {bound}, got {}", Figure(value)),
        Assertion::ExclusiveMinimum(bound) => format!("expected more than {bound}, got {}", Figure(value)),
        Assertion::IntegerFormat(format) => {
            let (name, least, greatest) = (format.name, format.least, format.greatest);
            format!("expected a number of format {name}, {least} to {greatest}, got {}", Figure(value))
        }
        Assertion::MaxLength(most) => {
            format!("expected at most {}, got {}", Count(*most, "character", "characters"), Figure(value))
        }
        Assertion::MinLength(least) => {
            format!("expected at least {}, got {}", Count(*least, "character", "characters"), Figure(value))
        }
        Assertion::Pattern(pattern) => {
            format!("expected a string that matches {}, got {got}", Cut(&plan.pattern(*pattern).source))
        }
        Assertion::Format(format) => format!("expected a string of format {}, got {got}", format.name()),
        Assertion::MaxItems(most) => format!("expected at most {}, got {}", items(*most), Figure(value)),
        Assertion::MinItems(least) => format!("expected at least {}, got {}", items(*least), Figure(value)),
        Assertion::UniqueItems => {
            let (left, right) = unique::equal_items(leaf::items(value)).unwrap_or_default();
            format!("expected no two equal items, got equal ones at {left} and {right}")
        }
        Assertion::MaxProperties(most) => format!("expected at most {}, got {}", properties(*most), Figure(value)),
        Assertion::MinProperties(least) => format!("expected at least {}, got {}", properties(*least), Figure(value)),
        Assertion::Not(refused) => match refused.filter(|idx| is_one_word(plan, *idx)) {
            Some(idx) => format!("expected anything but {}, got {got}", Wanted::of(plan, Some(idx))),
            None => format!("expected a value that does not fit {}, got {got}", Pointer(plan, *refused)),
        },
        Assertion::Items { prefix: _, rest: _ }
        | Assertion::Contains { item: _, least: _, most: _ }
        | Assertion::Required(_)
        | Assertion::DependentRequired(_)
        | Assertion::PropertyNames(_)
        | Assertion::Members(_)
        | Assertion::DependentSchemas(_)
        | Assertion::Ref(_)
        | Assertion::AllOf(_)
        | Assertion::AnyOf(_)
        | Assertion::ExactlyOne(_)
        | Assertion::If { condition: _, then: _, otherwise: _ }
        | Assertion::UnevaluatedItems(_)
        | Assertion::UnevaluatedProperties(_) => unreachable!("what is said of these depends on more than the value"),
    }
}

/// `1 item`, `2 items`.
pub(super) fn items(count: usize) -> Count {
    Count(count, "item", "items")
}

fn properties(count: usize) -> Count {
    Count(count, "property", "properties")
}

/// A constant that is a string.
pub(super) fn text_of(constant: &Constant) -> Option<&str> {
    if let Constant::String(text) = constant { Some(text) } else { None }
}

/// What a value measures: a number as written, and how many characters, items or members anything else has.
struct Figure<'a>(&'a Value<'a>);

impl Display for Figure<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Number(text) => Cut(text).fmt(f),
            Value::String(text) => text.chars().count().fmt(f),
            Value::Array(items) => items.len().fmt(f),
            Value::Object(members) => members.len().fmt(f),
            Value::Null | Value::Bool(_) => Got(self.0).fmt(f),
        }
    }
}

/// Where a schema is.
struct Pointer<'p>(&'p Plan, Option<PlanIdx>);

impl Display for Pointer<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.1.map(|idx| self.0.node(idx).pointer.as_ref()) {
            None => f.write_str("any schema"),
            Some("") => f.write_str("the whole schema"),
            Some(pointer) => write!(f, "the schema {}", Cut(pointer)),
        }
    }
}

/// What a node wants, in a few words: `an integer`, `an object with "kind": "email"`. Not all of it.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'p> {
    plan: &'p Plan,
    idx: Option<PlanIdx>,
    /// How many nodes deep one looks.
    far: usize,
}

impl<'p> Wanted<'p> {
    pub(super) fn of(plan: &'p Plan, idx: Option<PlanIdx>) -> Self {
        Self { plan, idx, far: 3 }
    }

    fn at(self, idx: Option<PlanIdx>, far: usize) -> Self {
        Self { plan: self.plan, idx, far }
    }

    fn object(self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = glance::required(self.plan, self.idx);
        if let Some((name, tag)) = glance::tags(self.plan, self.idx).first() {
            write!(f, "an object with {}: {}", Quoted(name), Quoted(tag))
        } else if names.is_empty() {
            f.write_str("an object")
        } else {
            write!(f, "an object with {}", All(names.iter().map(|name| Quoted(name))))
        }
    }

    /// What one check wants, if that says what kind of value is wanted.
    fn check(self, assertion: &'p Assertion, f: &mut Formatter<'_>) -> Option<fmt::Result> {
        let far = self.far.checked_sub(1)?;
        let object = Types::of(&[crate::validate::Type::Object]);
        if let Assertion::Never = assertion {
            Some(f.write_str("nothing"))
        } else if let Assertion::OneOf(constants) = assertion {
            Some(Alternatives(constants.iter()).fmt(f))
        } else if let Assertion::Constant(constant) = assertion {
            Some(constant.fmt(f))
        } else if let Assertion::Types(types) = assertion {
            Some(if *types == object { self.object(f) } else { OneOfTypes(*types).fmt(f) })
        } else if let Assertion::Ref(target) = assertion {
            Some(self.at(Some(*target), far).fmt(f))
        } else if let Assertion::AllOf(parts) = assertion {
            parts.first().map(|part| self.at(Some(*part), far).fmt(f))
        } else if let Assertion::AnyOf(alternatives) | Assertion::ExactlyOne(alternatives) = assertion {
            // Not once more inside: the list would be as long as all of them together.
            let far = far.checked_sub(1)?;
            Some(Alternatives(alternatives.iter().map(|idx| self.at(*idx, far))).fmt(f))
        } else if let Assertion::Required(_) = assertion {
            Some(self.object(f))
        } else {
            None
        }
    }
}

impl Display for Wanted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(idx) = self.idx else { return f.write_str("any value") };
        let checks = self.plan.node(idx).checks.iter().map(|check| &check.assertion);
        let facets: String = checks.clone().filter_map(|assertion| facet(self.plan, assertion)).collect();
        // An `enum` says more than the `type` before it.
        let is_literal = |assertion: &&Assertion| matches!(assertion, Assertion::OneOf(_) | Assertion::Constant(_));
        let literal = checks.clone().find(is_literal);
        let told = literal.into_iter().chain(checks).find_map(|assertion| self.check(assertion, f));
        match told {
            Some(told) => told?,
            None if facets.is_empty() => write!(f, "what fits {}", Pointer(self.plan, Some(idx)))?,
            None => f.write_str("a value")?,
        }
        f.write_str(&facets)
    }
}

/// What else is wanted of a number or a string.
fn facet(plan: &Plan, assertion: &Assertion) -> Option<String> {
    if let Assertion::Minimum(bound) = assertion {
        Some(format!(" of at least {bound}"))
    } else if let Assertion::Maximum(bound) = assertion {
        Some(format!(" of at most {bound}"))
    } else if let Assertion::ExclusiveMinimum(bound) = assertion {
        Some(format!(" of more than {bound}"))
    } else if let Assertion::ExclusiveMaximum(bound) = assertion {
        Some(format!(" of less than {bound}"))
    } else if let Assertion::MultipleOf(divisor) = assertion {
        Some(format!(" that is a multiple of {divisor}"))
    } else if let Assertion::Format(format) = assertion {
        Some(format!(" of format {}", format.name()))
    } else if let Assertion::Pattern(pattern) = assertion {
        Some(format!(" that matches {}", Cut(&plan.pattern(*pattern).source)))
    } else {
        None
    }
}

/// Whether the words for a node say all that it wants.
fn is_one_word(plan: &Plan, idx: PlanIdx) -> bool {
    let [Check { pointer: _, assertion }] = plan.node(idx).checks.as_ref() else { return false };
    matches!(assertion, Assertion::Types(_) | Assertion::OneOf(_) | Assertion::Constant(_) | Assertion::Required(_))
}
