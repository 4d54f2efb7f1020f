//! CEL's classes of values, and sets of them.

/// CEL's classes of values; an `integer` of JSON Schema is an int, any other `number` a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// 64 bits with a sign
    Int,
    /// 64 bits with a floating point
    Double,
    /// a text
    Text,
    /// a list
    List,
    /// an object
    Map,
    /// a point in time
    Time,
    /// a span of time
    Span,
    /// perhaps a value
    Optional,
}

impl Class {
    /// All of them, by their discriminants.
    const ALL: [Self; 10] = [
        Self::Null,
        Self::Bool,
        Self::Int,
        Self::Double,
        Self::Text,
        Self::List,
        Self::Map,
        Self::Time,
        Self::Span,
        Self::Optional,
    ];

    /// With its article, for messages.
    pub fn named(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Int => "an integer",
            Self::Double => "a number",
            Self::Text => "a string",
            Self::List => "an array",
            Self::Map => "an object",
            Self::Time => "a timestamp",
            Self::Span => "a duration",
            Self::Optional => "an optional value",
        }
    }
}

/// Some classes. Every step of an inference asks for them, so that they are bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes(u16);

impl Classes {
    /// Just this one.
    pub fn only(class: Class) -> Self {
        Self(1 << class as u16)
    }

    /// Whether the class is among them.
    pub fn contains(self, class: Class) -> bool {
        self.0 & Self::only(class).0 != 0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of both.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The others.
    #[must_use]
    pub fn without(self, class: Class) -> Self {
        Self(self.0 & !Self::only(class).0)
    }

    /// Each, in the order in which they are declared.
    pub fn iter(self) -> impl Iterator<Item = Class> {
        Class::ALL.into_iter().filter(move |class| self.contains(*class))
    }

    /// Whether it is true of each.
    pub fn all(self, is: impl FnMut(Class) -> bool) -> bool {
        self.iter().all(is)
    }
}

impl FromIterator<Class> for Classes {
    fn from_iter<I: IntoIterator<Item = Class>>(classes: I) -> Self {
        classes.into_iter().map(Self::only).fold(Self::default(), Self::and)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in_and_each_once() {
        for (idx, class) in Class::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, idx, "{class:?} stands in its place");
            assert_eq!(Classes::only(class).iter().collect::<Vec<_>>(), [class]);
        }
        let some: Classes = [Class::Text, Class::Null, Class::Text].into_iter().collect();
        assert_eq!(some.iter().collect::<Vec<_>>(), [Class::Null, Class::Text]);
        assert_eq!((some.len(), some.contains(Class::Null), some.contains(Class::Bool)), (2, true, false));
        assert_eq!(some.without(Class::Null), Classes::only(Class::Text));
        assert!(some.without(Class::Null).without(Class::Text).is_empty());
    }
}
