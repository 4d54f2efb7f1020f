//! The quick way to a tree: from tokens, without a word about what is wrong.
//!
//! Goes in: a text. Comes out: its [`Value`], or nothing where the text is no JSON; then the [`Reader`](super::Reader) reads it again
//! and says why. Refuses to know: places.

use std::{borrow::Cow, mem};

use super::{
    MAX_DEPTH, Value, escape,
    names::Names,
    token::{self, Rest},
};

/// For so many members that are open at once there is room from the start; and for half as many items, once there is one.
const ENOUGH: usize = 16;

/// The value which is all of `text`.
pub(super) fn parse<'a>(text: &'a str) -> Option<Value<'a>> {
    let mut builder = Builder { text, root: None, items: Vec::new(), members: Vec::with_capacity(ENOUGH) };
    let put = |builder: &mut Builder<'a>, value| {
        builder.root = Some(value);
        Some(())
    };
    let rest = builder.value(token::space(text.as_bytes()), MAX_DEPTH, put)?;
    builder.root.filter(|_| token::is_end(rest))
}

/// The parts of all containers that are open lie one behind the other, and a container takes its own when it ends. So each is
/// allocated once, as large as it is.
///
/// Values are put where they stay as soon as they are read: to hand each up costs as much as to read it.
struct Builder<'a> {
    text: &'a str,
    /// The document, once it is read.
    root: Option<Value<'a>>,
    items: Vec<Value<'a>>,
    members: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Builder<'a> {
    /// Reads a value of at most `depth` levels, which becomes the last of the items; what is left of the text.
    #[inline]
    fn item(&mut self, rest: Rest<'a>, depth: usize) -> Option<Rest<'a>> {
        make_room(&mut self.items);
        self.value(rest, depth, |builder, value| put(&mut builder.items, value))
    }

    /// Reads a value of at most `depth` levels and puts it where it belongs.
    #[inline(always)]
    fn value(
        &mut self,
        rest: Rest<'a>,
        depth: usize,
        put: impl FnOnce(&mut Self, Value<'a>) -> Option<()>,
    ) -> Option<Rest<'a>> {
        match rest.first()? {
            b'"' => {
                let (text, after) = self.string(rest)?;
                put(self, Value::String(text))?;
                Some(after)
            }
            b'{' => {
                let first = self.members.len();
                // This recursion ends where no level is left.
                let after = self.open_members(rest, first, depth.checked_sub(1)?)?;
                let members = take(&mut self.members, first, depth);
                put(self, Value::Object(members))?;
                Some(after)
            }
            b'[' => {
                let first = self.items.len();
                let after = self.open_items(rest, depth.checked_sub(1)?)?;
                let items = take(&mut self.items, first, depth);
                put(self, Value::Array(items))?;
                Some(after)
            }
            b't' | b'f' => {
                let (truth, after) = token::boolean(rest)?;
                put(self, Value::Bool(truth))?;
                Some(after)
            }
            b'n' => {
                put(self, Value::Null)?;
                token::null(rest)
            }
            _ => {
                let (_, after) = token::number(rest)?;
                let number = self.text.get(self.offset(rest)..self.offset(after))?;
                put(self, Value::number(number))?;
                Some(after)
            }
        }
    }

    /// Reads an array, whose items become the last ones.
    fn open_items(&mut self, rest: Rest<'a>, depth: usize) -> Option<Rest<'a>> {
        let (mut more, mut rest) = token::open_array(rest)?;
        while more {
            (more, rest) = token::next_item(self.item(rest, depth)?)?;
        }
        Some(rest)
    }

    /// Reads an object, whose members become the last ones, from `first` on.
    fn open_members(&mut self, rest: Rest<'a>, first: usize, depth: usize) -> Option<Rest<'a>> {
        let mut names = Names::default();
        let (mut more, mut rest) = token::open_object(rest)?;
        while more {
            make_room(&mut self.members);
            let (name, after) = self.string(rest)?;
            let [b':', after @ ..] = token::space(after) else { return None };
            if !names.is_new(self.members.get(first..)?, &name) {
                return None;
            }
            let put = |builder: &mut Self, value| put(&mut builder.members, (name, value));
            (more, rest) = token::next_member(self.value(token::space(after), depth, put)?)?;
        }
        Some(rest)
    }

    /// Reads a string; it borrows from the text unless it holds escapes.
    #[inline(always)]
    fn string(&self, rest: Rest<'a>) -> Option<(Cow<'a, str>, Rest<'a>)> {
        let [b'"', ..] = rest else { return None };
        let end = escape::plain_until(rest, 1);
        let start = self.offset(rest);
        if let [b'"', after @ ..] = rest.get(end..)? {
            return Some((Cow::Borrowed(self.text.get(start + 1..start + end)?), after));
        }
        let (unescaped, next) = escape::unescape(self.text, start + 1).ok()?;
        Some((Cow::Owned(unescaped), self.text.as_bytes().get(next..)?))
    }

    /// Where in the text `rest` starts.
    #[inline]
    fn offset(&self, rest: Rest<'_>) -> usize {
        self.text.len() - rest.len()
    }
}

/// The parts from `first` on. The document itself takes all that is there, since nothing comes after it.
#[inline(always)]
fn take<T>(parts: &mut Vec<T>, first: usize, depth: usize) -> Vec<T> {
    if depth == MAX_DEPTH { mem::take(parts) } else { parts.split_off(first) }
}

/// Room for one more part.
#[inline(always)]
fn make_room<T>(parts: &mut Vec<T>) {
    if parts.len() == parts.capacity() {
        parts.reserve(ENOUGH / 2);
    }
}

/// Puts a part where it stays; none if no room was [made](make_room).
///
/// A plain `push` may have to make room, and may fail. So the part would be built on the stack, where it could be dropped then, and
/// copied from there before the processor has written it: that took longer than to read it.
#[inline(always)]
fn put<T>(parts: &mut Vec<T>, part: T) -> Option<()> {
    if parts.len() == parts.capacity() {
        // To drop it here would put it on the stack as well. No one comes here: what is read inside a part leaves all room behind.
        mem::forget(part);
        return None;
    }
    parts.push(part);
    Some(())
}
