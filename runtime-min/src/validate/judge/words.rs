//! The sentences: what was expected, what was got. Nothing here repeats more than 64 characters of the input.

use std::{
    collections::HashSet,
    fmt::{self, Display, Formatter},
};

use super::{
    evidence::{Bound, Evidence, Known, Meant, Seen, Suggest, Tags},
    glance,
};
use crate::validate::{
    Types,
    message::{All, Alternatives, Count, Cut, OneOfTypes, Quoted},
    nearest,
    plan::{Assertion, Check, Constant, Members, Plan, PlanIdx},
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

impl Display for Evidence<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf { plan, assertion, got, suggest } => leaf(plan, assertion, got, *suggest, f),
            Self::EqualItems(left, right) => {
                write!(f, "expected no two equal items, got equal ones at {left} and {right}")
            }
            Self::TooManyItems { most, got } => write!(f, "expected at most {}, got {got}", items(*most)),
            Self::Contains { plan, item, wanted, got } => {
                let (bound, count) = match wanted {
                    Bound::AtLeast(least) => ("least", *least),
                    Bound::AtMost(most) => ("most", *most),
                };
                write!(f, "expected at {bound} {} to be {}, got {got}", items(count), Wanted::of(plan, *item))
            }
            Self::UnexpectedItem(got) => write!(f, "expected no item here, got {}", Got(got)),
            Self::Missing(name) => write!(f, "the property {} is missing", Quoted(name)),
            Self::MissingDependency { missing, name } => {
                write!(f, "the property {} is missing, which {} asks for", Quoted(missing), Quoted(name))
            }
            Self::Unknown { plan, known, name, suggest } => Names::of(plan, *known).unknown(name.as_str(), *suggest, f),
            Self::SeveralFit { fitting, of } => {
                write!(f, "expected exactly one of {of} alternatives, but those at {} fit", All(fitting.iter()))
            }
            Self::NoneFits { plan, alternatives, meant, got, suggest } => {
                none_fits(plan, alternatives, meant, got, *suggest, f)
            }
            Self::TooDeep => f.write_str("nested too deep for this schema"),
            Self::OfName { name, said } => {
                let (name, said) = (Quoted(name.as_str()).to_string(), said.to_string());
                if said.contains(&name) {
                    write!(f, "property name: {said}")
                } else {
                    write!(f, "the property name {name}: {said}")
                }
            }
        }
    }
}

/// `; did you mean "city"?`, or nothing.
struct Near<'n>(Option<&'n str>);

impl<'n> Near<'n> {
    fn of(written: &str, names: impl IntoIterator<Item = &'n str>, suggest: Suggest) -> Self {
        match suggest {
            Suggest::NearMiss => Self(nearest(written, names)),
            Suggest::Nothing => Self(None),
        }
    }
}

impl Display for Near<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |near| write!(f, "; did you mean {}?", Quoted(near)))
    }
}

/// What a value of the input is, for the end of a sentence: ``the string "x"``, `the number 1.5`, `an object`.
struct Got<'a>(&'a Seen);

impl Display for Got<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Null => f.write_str("null"),
            Seen::Bool(truth) => truth.fmt(f),
            Seen::Number(text) => write!(f, "the number {}", Cut(text.as_str())),
            Seen::String(text) => write!(f, "the string {}", Quoted(text.as_str())),
            Seen::Characters(_) => f.write_str("a string"),
            Seen::Array(_) => f.write_str("an array"),
            Seen::Object(_) => f.write_str("an object"),
        }
    }
}

/// What a value measures: a number as written, and how many characters, items or members anything else has.
struct Figure<'a>(&'a Seen);

impl Display for Figure<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Number(text) => Cut(text.as_str()).fmt(f),
            Seen::Characters(count) | Seen::Array(count) | Seen::Object(count) => count.fmt(f),
            Seen::Null | Seen::Bool(_) | Seen::String(_) => Got(self.0).fmt(f),
        }
    }
}

/// What to say of a value for which an assertion about nothing but that value does not hold.
fn leaf(plan: &Plan, assertion: &Assertion, seen: &Seen, suggest: Suggest, f: &mut Formatter<'_>) -> fmt::Result {
    let (got, figure) = (Got(seen), Figure(seen));
    match assertion {
        Assertion::Never => write!(f, "expected no value here, got {got}"),
        Assertion::Types(types) => write!(f, "expected {}, got {got}", OneOfTypes(*types)),
        Assertion::OneOf(constants) => {
            write!(f, "expected {}, got {got}", Alternatives(constants.iter()))?;
            let texts = constants.iter().filter_map(text_of);
            seen.as_str().map_or(Ok(()), |written| Near::of(written, texts, suggest).fmt(f))
        }
        Assertion::Constant(constant) => write!(f, "expected {constant}, got {got}"),
        Assertion::MultipleOf(divisor) => write!(f, "expected a multiple of {divisor}, got {figure}"),
        Assertion::Maximum(bound) => write!(f, "expected at most {bound}, got {figure}"),
        Assertion::ExclusiveMaximum(bound) => write!(f, "expected less than {bound}, got {figure}"),
        Assertion::Minimum(bound) => write!(f, "expected at least {bound}, got {figure}"),
        Assertion::ExclusiveMinimum(bound) => write!(f, "expected more than {bound}, got {figure}"),
        Assertion::IntegerFormat(format) => {
            let (name, least, greatest) = (format.name, format.least, format.greatest);
            write!(f, "expected a number of format {name}, {least} to {greatest}, got {figure}")
        }
        Assertion::MaxLength(most) => {
            write!(f, "expected at most {}, got {figure}", Count(*most, "character", "characters"))
        }
        Assertion::MinLength(least) => {
            write!(f, "expected at least {}, got {figure}", Count(*least, "character", "characters"))
        }
        Assertion::Pattern(pattern) => {
            write!(f, "expected a string that matches {}, got {got}", Cut(&plan.pattern(*pattern).source))
        }
        Assertion::Format(format) => write!(f, "expected a string of format {}, got {got}", format.name()),
        Assertion::MaxItems(most) => write!(f, "expected at most {}, got {figure}", items(*most)),
        Assertion::MinItems(least) => write!(f, "expected at least {}, got {figure}", items(*least)),
        Assertion::MaxProperties(most) => write!(f, "expected at most {}, got {figure}", properties(*most)),
        Assertion::MinProperties(least) => write!(f, "expected at least {}, got {figure}", properties(*least)),
        Assertion::Not(refused) => match refused.filter(|idx| is_one_word(plan, *idx)) {
            Some(idx) => write!(f, "expected anything but {}, got {got}", Wanted::of(plan, Some(idx))),
            None => write!(f, "expected a value that does not fit {}, got {got}", Pointer(plan, *refused)),
        },
        Assertion::UniqueItems
        | Assertion::Items { prefix: _, rest: _ }
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
        | Assertion::UnevaluatedProperties(_) => unreachable!("of these there is evidence of another kind"),
    }
}

/// What members may be called.
#[derive(Default)]
struct Names<'p> {
    names: Vec<&'p str>,
    patterns: Vec<&'p str>,
}

impl<'p> Names<'p> {
    fn of(plan: &'p Plan, known: Known<'p>) -> Self {
        let mut all = Self::default();
        match known {
            Known::By(members) => all.add(plan, members),
            Known::In(idx) => {
                glance::members(plan, idx).into_iter().for_each(|members| all.add(plan, members));
                keep_first(&mut all.names);
            }
        }
        keep_first(&mut all.patterns);
        all
    }

    fn add(&mut self, plan: &'p Plan, Members { declared, patterns, others: _ }: &'p Members) {
        self.names.extend(declared.iter().map(|(name, _)| name.as_ref()));
        self.patterns.extend(patterns.iter().map(|(pattern, _)| plan.pattern(*pattern).source.as_ref()));
    }

    fn unknown(&self, name: &str, suggest: Suggest, f: &mut Formatter<'_>) -> fmt::Result {
        let quoted = Quoted(name);
        if self.names.contains(&name) {
            return write!(f, "unexpected property {quoted}: none of the schemas that speak of it applies");
        }
        write!(f, "unknown property {quoted}")?;
        match Near::of(name, self.names.iter().copied(), suggest) {
            near @ Near(Some(_)) => near.fmt(f),
            Near(None) if self.names.is_empty() && self.patterns.is_empty() => {
                f.write_str("; no property is allowed here")
            }
            Near(None) => write!(f, "; expected {}", Alternatives(self.words())),
        }
    }

    fn words(&self) -> impl Iterator<Item = Name<'p>> + Clone {
        let names = self.names.iter().map(|name| Name::Exactly(name));
        names.chain(self.patterns.iter().map(|pattern| Name::Matching(pattern)))
    }
}

/// Leaves out what comes again.
fn keep_first(texts: &mut Vec<&str>) {
    let mut seen = HashSet::new();
    texts.retain(|text| seen.insert(*text));
}

/// What a member may be called.
enum Name<'p> {
    Exactly(&'p str),
    Matching(&'p str),
}

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(name) => Quoted(name).fmt(f),
            Self::Matching(pattern) => write!(f, "a name that matches {}", Cut(pattern)),
        }
    }
}

fn none_fits(
    plan: &Plan,
    alternatives: &[Option<PlanIdx>],
    meant: &Meant<'_>,
    got: &Seen,
    suggest: Suggest,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let count = Count(alternatives.len(), "alternative", "alternatives");
    let wanted = Alternatives(alternatives.iter().map(|idx| Wanted::of(plan, *idx)));
    let got_it = Got(got);
    match meant {
        Meant::Unclear => write!(f, "expected one of {count}: {wanted}; got {got_it}"),
        Meant::ByType(idx) => {
            write!(f, "expected one of {count}: {wanted}; got {got_it}, taken for the one at {idx}")
        }
        Meant::ByTag(of_tags) => {
            let Tags { name, tags, got, meant } = &**of_tags;
            let quoted = Alternatives(tags.iter().map(|tag| Quoted(tag)));
            write!(f, "expected one of {count}, told apart by {}: {quoted}", Quoted(name))?;
            match (meant, got) {
                (None, None) => f.write_str("; it is missing"),
                (None, Some(tag)) => {
                    write!(f, "; got {}", Got(tag))?;
                    tag.as_str().map_or(Ok(()), |text| Near::of(text, tags.iter().copied(), suggest).fmt(f))
                }
                (Some(idx), tag) => {
                    let tag = tag.as_ref().and_then(Seen::as_str).unwrap_or_default();
                    write!(f, "; got {}, taken for the one at {idx}", Quoted(tag))
                }
            }
        }
    }
}

/// `1 item`, `2 items`.
fn items(count: usize) -> Count {
    Count(count, "item", "items")
}

fn properties(count: usize) -> Count {
    Count(count, "property", "properties")
}

/// A constant that is a string.
fn text_of(constant: &Constant) -> Option<&str> {
    if let Constant::String(text) = constant { Some(text) } else { None }
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
struct Wanted<'p> {
    plan: &'p Plan,
    idx: Option<PlanIdx>,
    /// How many nodes deep one looks.
    far: usize,
}

impl<'p> Wanted<'p> {
    fn of(plan: &'p Plan, idx: Option<PlanIdx>) -> Self {
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
