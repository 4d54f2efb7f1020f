//! JSON Schema's seven types, and sets of them.

use super::Decimal;
use crate::json::Value;

/// A type of the keyword `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `null`
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction, however it is written: `1.0` and `1e2` are integers.
    Integer,
    /// Any number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Type {
    /// Every type, in the order in which messages name them.
    pub const ALL: [Self; 7] =
        [Self::Integer, Self::Number, Self::Boolean, Self::String, Self::Array, Self::Object, Self::Null];

    /// What schemas call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// The type that schemas call `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| ty.name() == name)
    }
}

/// A set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Types(u8);

impl Types {
    /// No type.
    pub const NONE: Self = Self(0);

    /// The set of `types`.
    pub const fn of(types: &[Type]) -> Self {
        let mut set = Self::NONE;
        let mut rest = types;
        while let Some((ty, others)) = rest.split_first() {
            set = set.with(*ty);
            rest = others;
        }
        set
    }

    /// This set and `ty`.
    pub const fn with(self, ty: Type) -> Self {
        Self(self.0 | 1 << ty as u8)
    }

    /// Whether `ty` itself is in the set; `number` does not stand for `integer` here.
    pub const fn contains(self, ty: Type) -> bool {
        self.0 & (1 << ty as u8) != 0
    }

    /// Whether no type is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types in both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The types of the set.
    pub fn iter(self) -> impl Iterator<Item = Type> + Clone {
        Type::ALL.into_iter().filter(move |ty| self.contains(*ty))
    }

    /// Whether `value` is of one of the types.
    #[inline]
    pub fn accept(self, value: &Value<'_>) -> bool {
        // By a look into a table, because what comes next cannot be foretold.
        let ty = match value {
            Value::Null => Type::Null,
            Value::Bool(_) => Type::Boolean,
            Value::Number(_) => Type::Number,
            Value::String(_) => Type::String,
            Value::Array(_) => Type::Array,
            Value::Object(_) => Type::Object,
        };
        self.contains(ty) || (self.contains(Type::Integer) && is_integer(value))
    }
}

/// Whether it is a number without a fraction.
fn is_integer(value: &Value<'_>) -> bool {
    if let Value::Number(text) = value { Decimal::new(text).is_integer() } else { false }
}
