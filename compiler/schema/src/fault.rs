//! What is wrong with a schema document, and where.

use std::fmt;

use packwright_runtime_min::{
    json::MAX_DEPTH,
    validate::{Type, nearest},
};

use crate::{Keyword, pattern::PatternFault, uri};

/// One fault of a schema document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFault {
    /// JSON Pointer of the keyword (or, where a schema itself is at fault, of that schema); `URI#POINTER` in other documents
    /// than the one that is parsed.
    pub pointer: String,
    /// The last name of the pointer: the keyword as written, or the name of what should be a schema; empty for the root.
    pub keyword: String,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Its value is not what the metaschema wants.
    Invalid(Invalid),
    /// It is no regular expression, or none that can be matched in linear time.
    Pattern(PatternFault),
    /// It asks for a dialect that is not read.
    NotRead(NotRead),
    /// The draft does not have it.
    Unknown {
        /// What may have been meant.
        near: Option<Keyword>,
    },
    /// `format` is none that is known.
    UnknownFormat {
        /// The format as written.
        format: String,
        /// What may have been meant.
        near: Option<&'static str>,
    },
    /// The `$id` or anchor is that of another schema.
    Taken {
        /// The URI, with the anchor as its fragment.
        uri: String,
        /// A reference to the schema that has it.
        by: String,
    },
    /// A reference points at nothing, or at something that is no schema.
    UnresolvedRef {
        /// The reference as written.
        reference: String,
        /// The path at which the document would be, where it is known by one.
        path: Option<String>,
        /// A reference that does point at a schema, and may have been meant.
        near: Option<String>,
    },
    /// Applying schemas to a value leads back to the same schema without entering the value: it would never end.
    RefCycle {
        /// References to the schemas on the way, the first of them again at the end.
        chain: Vec<String>,
    },
    /// More schemas apply to one value, each through the one before, than validators follow.
    RefChain {
        /// How many they follow.
        limit: usize,
    },
    /// `$dynamicRef` means so many different things that there would be too many copies of the schemas.
    TooManyScopes {
        /// How many copies there may be.
        limit: usize,
    },
    /// The document nests deeper than JSON texts may here.
    TooDeep,
}

/// How a value differs from what the metaschema wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// What must be there.
    Expected(&'static str),
    /// A name of no type.
    Type {
        /// The name as written.
        name: String,
    },
}

/// A dialect that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRead {
    /// A `$schema` that is neither draft 2020-12's nor that of a document at hand.
    Dialect(String),
    /// The metaschema of `$schema` requires a vocabulary that is not the draft's.
    Vocabulary {
        /// The metaschema.
        dialect: String,
        /// The vocabulary.
        vocabulary: String,
    },
}

impl SchemaFault {
    /// The path of the document it is in and the pointer there, unless that is the document which was parsed or one without a
    /// path.
    pub fn elsewhere(&self) -> Option<(String, &str)> {
        let (document, pointer) = uri::split(&self.pointer);
        Some((uri::path_of(document)?, pointer))
    }

    /// What to type instead, where that can be guessed.
    pub fn help(&self) -> Option<String> {
        let did_you_mean = |near: &str| format!("did you mean `{near}`?");
        match &self.kind {
            FaultKind::Unknown { near } => near.map(|near| did_you_mean(near.name())),
            FaultKind::UnknownFormat { format: _, near } => near.map(did_you_mean),
            FaultKind::UnresolvedRef { reference: _, path: _, near } => near.as_deref().map(did_you_mean),
            FaultKind::Invalid(Invalid::Type { name }) => {
                let names = Type::ALL.map(|ty| ty.name());
                let near = nearest(name, names);
                Some(near.map_or_else(|| format!("types are {}", names.join(", ")), did_you_mean))
            }
            FaultKind::Pattern(fault) => fault.help(),
            FaultKind::Invalid(Invalid::Expected(_))
            | FaultKind::NotRead(_)
            | FaultKind::Taken { uri: _, by: _ }
            | FaultKind::RefCycle { chain: _ }
            | FaultKind::RefChain { limit: _ }
            | FaultKind::TooManyScopes { limit: _ }
            | FaultKind::TooDeep => None,
        }
    }
}

/// The finding's message: one lower-case phrase without a full stop.
impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keyword = &self.keyword;
        match &self.kind {
            FaultKind::Invalid(Invalid::Expected(what)) if keyword.is_empty() => write!(f, "expected {what}"),
            FaultKind::Invalid(Invalid::Expected(what)) => write!(f, "`{keyword}` must be {what}"),
            FaultKind::Invalid(Invalid::Type { name }) => write!(f, "`{name}` is not a type of JSON Schema"),
            FaultKind::Pattern(fault) => fault.fmt(f),
            FaultKind::NotRead(NotRead::Dialect(dialect)) => {
                write!(f, "schemas of `{dialect}` are not read, only draft 2020-12 is")
            }
            FaultKind::NotRead(NotRead::Vocabulary { dialect, vocabulary }) => {
                write!(f, "`{dialect}` requires the vocabulary `{vocabulary}`, which is not one of draft 2020-12")
            }
            FaultKind::Unknown { near: _ } => write!(f, "unknown keyword `{keyword}`"),
            FaultKind::UnknownFormat { format, near: _ } => write!(f, "unknown format `{format}`"),
            FaultKind::Taken { uri, by } => write!(f, "`{uri}` is the schema at `{by}` already"),
            FaultKind::UnresolvedRef { reference, path: _, near: _ } => write!(f, "`{reference}` points at no schema"),
            FaultKind::RefCycle { chain } => {
                let chain: Vec<String> = chain.iter().map(|reference| format!("`{reference}`")).collect();
                write!(f, "`{keyword}` leads back to itself without entering the value: {}", chain.join(" -> "))
            }
            FaultKind::RefChain { limit } => {
                write!(f, "more than {limit} schemas apply to one value, each through the one before")
            }
            FaultKind::TooManyScopes { limit } => {
                write!(f, "`$dynamicRef` means so many things that more than {limit} copies of schemas would be needed")
            }
            FaultKind::TooDeep => write!(f, "nested deeper than {MAX_DEPTH} levels"),
        }
    }
}

impl std::error::Error for SchemaFault {}

impl From<Invalid> for FaultKind {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}
