//! The quick way to a tree: from tokens, without a word about what is wrong.
//!
//! Goes in: a text. Comes out: its [`Value`], or nothing where the text is no JSON; then the [`Reader`](super::Reader) reads it again
//! and says why. Refuses to know: places.

use std::borrow::Cow;

use super::{
    MAX_DEPTH, Value, escape,
    names::Names,
    token::{self, Rest},
};

/// The value which is all of `text`.
pub(super) fn parse(text: &str) -> Option<Value<'_>> {
    let mut builder = Builder { text, items: Vec::new(), members: Vec::new() };
    let (value, rest) = builder.value(token::space(text.as_bytes()), MAX_DEPTH)?;
    token::is_end(rest).then_some(value)
}

/// The parts of all containers that are open lie one behind the other, and a container takes its own when it ends. So each is
/// allocated once, as large as it is.
struct Builder<'a> {
    text: &'a str,
    items: Vec<Value<'a>>,
    members: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Builder<'a> {
    /// Reads a value of at most `depth` levels. To hand each up costs as much as to read it; so this becomes a part of its callers.
    #[inline(always)]
    fn value(&mut self, rest: Rest<'a>, depth: usize) -> Option<(Value<'a>, Rest<'a>)> {
        Some(match rest.first()? {
            b'"' => {
                let (text, after) = self.string(rest)?;
                (Value::String(text), after)
            }
            // This recursion ends where no level is left.
            b'{' => {
                let (members, after) = self.object(rest, depth.checked_sub(1)?)?;
                (Value::Object(members), after)
            }
            b'[' => {
                let (items, after) = self.array(rest, depth.checked_sub(1)?)?;
                (Value::Array(items), after)
            }
            b't' | b'f' => {
                let (truth, after) = token::boolean(rest)?;
                (Value::Bool(truth), after)
            }
            b'n' => (Value::Null, token::null(rest)?),
            _ => {
                let (_, after) = token::number(rest)?;
                let start = self.offset(rest);
                (Value::number(self.text.get(start..self.offset(after))?), after)
            }
        })
    }

    fn array(&mut self, rest: Rest<'a>, depth: usize) -> Option<(Vec<Value<'a>>, Rest<'a>)> {
        let first = self.items.len();
        let (mut more, mut rest) = token::open_array(rest)?;
        while more {
            let (item, after) = self.value(rest, depth)?;
            self.items.push(item);
            (more, rest) = token::next_item(after)?;
        }
        Some((self.items.split_off(first), rest))
    }

    fn object(&mut self, rest: Rest<'a>, depth: usize) -> Option<(Vec<(Cow<'a, str>, Value<'a>)>, Rest<'a>)> {
        let first = self.members.len();
        let mut names = Names::default();
        let (mut more, mut rest) = token::open_object(rest)?;
        while more {
            let (name, after) = self.string(rest)?;
            let [b':', after @ ..] = token::space(after) else { return None };
            if !names.is_new(self.members.get(first..)?, &name) {
                return None;
            }
            let (value, after) = self.value(token::space(after), depth)?;
            self.members.push((name, value));
            (more, rest) = token::next_member(after)?;
        }
        Some((self.members.split_off(first), rest))
    }

    /// Reads a string; it borrows from the text unless it holds escapes.
    #[inline]
    fn string(&self, rest: Rest<'a>) -> Option<(Cow<'a, str>, Rest<'a>)> {
        let [b'"', ..] = rest else { return None };
        let end = escape::plain_until(rest, 1);
        let start = self.offset(rest);
        let [b'"', after @ ..] = rest.get(end..)? else { return self.escaped_string(start) };
        Some((Cow::Borrowed(self.text.get(start + 1..start + end)?), after))
    }

    #[cold]
    fn escaped_string(&self, start: usize) -> Option<(Cow<'a, str>, Rest<'a>)> {
        let (unescaped, next) = escape::unescape(self.text, start + 1).ok()?;
        Some((Cow::Owned(unescaped), self.text.as_bytes().get(next..)?))
    }

    /// Where in the text `rest` starts.
    #[inline]
    fn offset(&self, rest: Rest<'_>) -> usize {
        self.text.len() - rest.len()
    }
}
