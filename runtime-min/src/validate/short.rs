//! Texts that are nearly always short, and need no allocation then.

use std::{
    fmt::{self, Debug, Display, Formatter},
    hash::{Hash, Hasher},
    ops::Deref,
    str,
};

/// So many bytes lie in the text itself.
pub(super) const SHORT: usize = 30;

/// A text that lies in itself where it is short: places of violations and what is repeated of the input nearly always are, and to
/// refuse a document should not cost an allocation for each of them.
///
/// It is read like a `str`, which it is by [`Deref`].
#[derive(Clone)]
pub struct Short(Room);

#[derive(Clone)]
enum Room {
    /// The first `length` of the bytes, which are UTF-8.
    Here {
        length: u8,
        bytes: [u8; SHORT],
    },
    There(Box<str>),
}

impl Short {
    /// No text.
    pub(super) const EMPTY: Self = Self(Room::Here { length: 0, bytes: [0; SHORT] });

    /// The text which is the first `length` bytes.
    ///
    /// # Panics
    /// When there are not so many. When they are no UTF-8, it does so where the text is read.
    pub(super) fn here(bytes: [u8; SHORT], length: usize) -> Self {
        assert!(length <= SHORT, "a short text has room");
        Self(Room::Here { length: length as u8, bytes })
    }

    /// How many bytes it has; to know that one need not read it.
    pub(super) fn length(&self) -> usize {
        match &self.0 {
            Room::Here { length, bytes: _ } => usize::from(*length),
            Room::There(text) => text.len(),
        }
    }

    /// As a `str`.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Room::Here { length, bytes } => {
                str::from_utf8(&bytes[..usize::from(*length)]).expect("a text was put here whole")
            }
            Room::There(text) => text,
        }
    }
}

impl From<&str> for Short {
    fn from(text: &str) -> Self {
        let mut bytes = [0; SHORT];
        match bytes.get_mut(..text.len()) {
            Some(room) => {
                room.copy_from_slice(text.as_bytes());
                Self::here(bytes, text.len())
            }
            None => Self(Room::There(text.into())),
        }
    }
}

impl From<String> for Short {
    fn from(text: String) -> Self {
        if text.len() <= SHORT { text.as_str().into() } else { Self(Room::There(text.into())) }
    }
}

impl Deref for Short {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Display for Short {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self.as_str(), f)
    }
}

impl Debug for Short {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Short {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Short {}

impl Hash for Short {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::{SHORT, Short};

    #[test]
    fn a_text_is_the_same_whether_it_is_short_or_long() {
        for length in [0, 1, SHORT - 1, SHORT, SHORT + 1, 100] {
            for letter in ["a", "é", "🦀"] {
                let text = letter.repeat(length / letter.len());
                let (borrowed, owned) = (Short::from(text.as_str()), Short::from(text.clone()));
                assert_eq!((borrowed.as_str(), &borrowed), (text.as_str(), &owned));
                assert_eq!((borrowed.to_string(), format!("{owned:?}")), (text.clone(), format!("{text:?}")));
            }
        }
        assert_eq!(Short::EMPTY, Short::from(""));
    }
}
