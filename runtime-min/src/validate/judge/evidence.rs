//! What a violation knows: what its check wants and what was got, as data. The sentence is made where someone reads it.
//!
//! Evidence outlives the document, so of the document it owns an excerpt, no more than a sentence may repeat; of the plan it
//! borrows.

use std::{
    borrow::Cow,
    fmt::{self, Debug, Display, Formatter},
    hash::{Hash, Hasher},
    ptr,
};

use crate::{
    json::Value,
    validate::{
        Short,
        message::cut_after,
        plan::{Assertion, Members, Plan, PlanIdx},
    },
};

/// What a violation says: what was expected and what was got.
///
/// It is a [`Display`]; two are equal where they say the same.
#[derive(Clone)]
pub struct Message(Words);

#[derive(Clone)]
enum Words {
    Said(Box<str>),
    Unsaid(Evidence<'static>),
}

impl Message {
    /// The sentence.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.0 {
            Words::Said(text) => Cow::Borrowed(text),
            Words::Unsaid(evidence) => Cow::Owned(evidence.to_string()),
        }
    }

    /// Says it now, because what the evidence borrows may end before the report does.
    pub(super) fn said(evidence: Evidence<'_>) -> Self {
        Self(Words::Said(evidence.to_string().into()))
    }

    /// Says it when someone reads it.
    pub(super) fn unsaid(evidence: Evidence<'static>) -> Self {
        Self(Words::Unsaid(evidence))
    }

    /// Whether the two say the same of one value, by one keyword at one place of the schema. The sentences are made only where
    /// nothing else can tell.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Words::Unsaid(left), Words::Unsaid(right)) => left.is_same(right),
            (Words::Said(_), Words::Said(_) | Words::Unsaid(_)) | (Words::Unsaid(_), Words::Said(_)) => self == other,
        }
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Words::Said(text) => f.write_str(text),
            Words::Unsaid(evidence) => Display::fmt(evidence, f),
        }
    }
}

impl Debug for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.text(), f)
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Message {}

impl PartialEq<str> for Message {
    fn eq(&self, text: &str) -> bool {
        self.text() == text
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, text: &&str) -> bool {
        self.text() == *text
    }
}

/// What tells a message from others of the same value, keyword and place: messages that are [the same](Message::is_same) have
/// the same hash, as long as all of them are said or none is.
impl Hash for Message {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Words::Said(text) => text.hash(state),
            Words::Unsaid(Evidence::Missing(name)) => name.hash(state),
            Words::Unsaid(Evidence::MissingDependency { missing, name }) => (missing, name).hash(state),
            Words::Unsaid(_) => {}
        }
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) enum Evidence<'p> {
    /// An assertion about nothing but the value does not hold.
    Leaf { plan: &'p Plan, assertion: &'p Assertion, got: Seen, suggest: Suggest },
    /// Two items are equal: the indices of the first such.
    EqualItems(usize, usize),
    /// There are more items than schemas for them.
    TooManyItems { most: usize, got: usize },
    /// So many items are what `contains` wants.
    Contains { plan: &'p Plan, item: Option<PlanIdx>, wanted: Bound, got: usize },
    /// An item that nothing speaks of.
    UnexpectedItem(Seen),
    /// A required property.
    Missing(&'p str),
    /// A property for which another one asks.
    MissingDependency { missing: &'p str, name: &'p str },
    /// A property that nothing speaks of.
    Unknown { plan: &'p Plan, known: Known<'p>, name: Excerpt, suggest: Suggest },
    /// Several alternatives fit, of which exactly one should: which ones, of how many.
    SeveralFit { fitting: Box<[usize]>, of: usize },
    /// None of the alternatives fits.
    NoneFits { plan: &'p Plan, alternatives: &'p [Option<PlanIdx>], meant: Meant<'p>, got: Seen, suggest: Suggest },
    /// The value's nesting and the plan's together are too much.
    TooDeep,
    /// What was said of a property's name.
    OfName { name: Excerpt, said: Box<Message> },
}

impl Evidence<'_> {
    /// See [`Message::is_same`]. What one and the same check says of a value is the same.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Missing(left), Self::Missing(right)) => left == right,
            (
                Self::MissingDependency { missing, name },
                Self::MissingDependency { missing: other_missing, name: other_name },
            ) => (missing, name) == (other_missing, other_name),
            (Self::Leaf { assertion, .. }, Self::Leaf { assertion: other, .. }) if ptr::eq(*assertion, *other) => true,
            (Self::Unknown { known: Known::By(members), .. }, Self::Unknown { known: Known::By(other), .. })
                if ptr::eq(*members, *other) =>
            {
                true
            }
            (Self::NoneFits { alternatives, .. }, Self::NoneFits { alternatives: other, .. })
                if ptr::eq(*alternatives, *other) =>
            {
                true
            }
            (left, right) => left.to_string() == right.to_string(),
        }
    }
}

/// How many are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    AtLeast(usize),
    AtMost(usize),
}

/// Who says what members may be called.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known<'p> {
    /// One `properties` with its `patternProperties`.
    By(&'p Members),
    /// All schemas which the node may apply to the same object.
    In(PlanIdx),
}

/// Which alternative a value was meant for that fits none.
#[derive(Clone, Debug)]
pub(super) enum Meant<'p> {
    /// The only one for values of this type.
    ByType(usize),
    /// Objects are told apart by a member that is another string in each alternative.
    ByTag(Box<Tags<'p>>),
    Unclear,
}

#[derive(Clone, Debug)]
pub(super) struct Tags<'p> {
    /// The member.
    pub(super) name: &'p str,
    /// What it is in the alternatives that are objects.
    pub(super) tags: Vec<&'p str>,
    /// What it is in the value.
    pub(super) got: Option<Seen>,
    /// The one alternative with the value's tag.
    pub(super) meant: Option<usize>,
}

/// Whether one looks for what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suggest {
    /// Yes.
    NearMiss,
    /// No: there were so many violations that it would take too long.
    Nothing,
}

/// The start of a text of the input: all that a sentence repeats, and one character more where there is more.
#[derive(Clone, Debug)]
pub(super) struct Excerpt(Short);

impl Excerpt {
    pub(super) fn of(text: &str) -> Self {
        Self(cut_after(text, 1).into())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a sentence may say of a value.
#[derive(Clone, Debug)]
pub(super) enum Seen {
    Null,
    Bool(bool),
    Number(Excerpt),
    String(Excerpt),
    /// Of a string only how many characters it has.
    Characters(usize),
    /// An array of so many items.
    Array(usize),
    /// An object of so many members.
    Object(usize),
}

impl Seen {
    pub(super) fn of(value: &Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(truth) => Self::Bool(*truth),
            Value::Number(text) => Self::Number(Excerpt::of(text)),
            Value::String(text) => Self::String(Excerpt::of(text)),
            Value::Array(items) => Self::Array(items.len()),
            Value::Object(members) => Self::Object(members.len()),
        }
    }

    /// What the assertion's sentence says of the value.
    pub(super) fn by(assertion: &Assertion, value: &Value<'_>) -> Self {
        match (assertion, value) {
            (Assertion::MaxLength(_) | Assertion::MinLength(_), Value::String(text)) => {
                Self::Characters(text.chars().count())
            }
            (_, value) => Self::of(value),
        }
    }

    pub(super) fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text.as_str()) } else { None }
    }
}
