//! The first pass: what generated validators call to read a request's bytes, coerce and validate them in one go.
//!
//! Goes in: what is left of the text. Comes out: what is left after a value that is valid, or `None`. There is no word about what
//! is wrong, no tree and no copy; texts that are coerced are remembered as places whose quotes are to go. Where a keyword looks
//! back (`anyOf`, `not`, `contains`…), its value is scanned again from where it starts, without coercion, because a document that is
//! valid as it is must stay as it is. What this pass cannot tell ([`Scan::unsure`]) and every refusal is for the second pass
//! ([`judge`](super::judge)), which has the last word.

mod items;
mod names;

use std::{borrow::Cow, cmp::Ordering, collections::HashSet};

use self::{
    items::all_differ,
    names::{Marks, mark, note_many},
};
use super::{Decimal, Plan, PlanIdx, Type, Types, Valid, accepts, coerce, equal};
use crate::json::{
    MAX_DEPTH, Reader, Value,
    token::{self, Rest},
};

/// What one scan of one document remembers.
#[derive(Debug, Default)]
pub struct Scan<'a> {
    /// How many levels are open.
    depth: usize,
    /// How many speculations are under way.
    speculations: usize,
    /// Whether texts may be coerced.
    coercing: bool,
    /// Whether the second pass has to decide.
    unsure: bool,
    /// The strings that lose their quotes, each as what was left of the text before it; in the document's order.
    edits: Vec<Rest<'a>>,
    /// Marks of the names of the open objects that are not declared.
    marks: Marks,
    /// Items of the open arrays that must differ.
    items: Vec<Rest<'a>>,
}

/// A number of the document.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a> {
    text: &'a [u8],
    plain: bool,
}

/// Names of one open object that are not declared, so that none comes twice.
#[derive(Debug)]
pub struct Names<'a> {
    object: Rest<'a>,
    from: usize,
    /// All of them, once there are many.
    many: Option<HashSet<Cow<'a, [u8]>>>,
}

/// Items of one open array that must differ.
#[derive(Clone, Copy, Debug)]
pub struct Items {
    from: usize,
}

/// So many names are told apart by their marks before they are hashed with a random key.
const FEW: usize = 128;

impl<'a> Scan<'a> {
    /// A scan of a document.
    pub(super) fn new(coercing: bool) -> Self {
        Self { coercing, ..Self::default() }
    }

    /// Whether the scan's word is not the last one.
    pub(super) fn unsure(&self) -> bool {
        self.unsure
    }

    /// The strings that lose their quotes.
    pub(super) fn edits(&self) -> &[Rest<'a>] {
        &self.edits
    }

    /// Gives up: the second pass decides.
    #[cold]
    pub fn give_up<T>(&mut self) -> Option<T> {
        self.unsure = true;
        None
    }

    // Structure.

    /// Reads `{`; whether a member follows.
    #[inline]
    pub fn open_object(&mut self, rest: Rest<'a>) -> Option<(bool, Rest<'a>)> {
        let opened = token::open_object(rest)?;
        self.open(opened)
    }

    /// Reads `[`; whether an item follows.
    #[inline]
    pub fn open_array(&mut self, rest: Rest<'a>) -> Option<(bool, Rest<'a>)> {
        let opened = token::open_array(rest)?;
        self.open(opened)
    }

    #[inline]
    fn open(&mut self, (more, rest): (bool, Rest<'a>)) -> Option<(bool, Rest<'a>)> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += usize::from(more);
        Some((more, rest))
    }

    /// Reads a name; one with escapes is for the second pass.
    #[inline]
    pub fn name(&mut self, rest: Rest<'a>) -> Option<(&'a [u8], Rest<'a>)> {
        match token::plain_name(rest) {
            Some(read) => Some(read),
            None => self.no_plain_name(rest),
        }
    }

    #[cold]
    fn no_plain_name<T>(&mut self, rest: Rest<'a>) -> Option<T> {
        token::name(rest)?;
        self.give_up()
    }

    /// Reads what is after a member; whether another follows.
    #[inline]
    pub fn next_member(&mut self, rest: Rest<'a>) -> Option<(bool, Rest<'a>)> {
        let (more, rest) = token::next_member(rest)?;
        self.depth -= usize::from(!more);
        Some((more, rest))
    }

    /// Reads what is after an item; whether another follows.
    #[inline]
    pub fn next_item(&mut self, rest: Rest<'a>) -> Option<(bool, Rest<'a>)> {
        let (more, rest) = token::next_item(rest)?;
        self.depth -= usize::from(!more);
        Some((more, rest))
    }

    /// The undeclared names of the object which starts `object`.
    #[inline]
    pub fn names(&self, object: Rest<'a>) -> Names<'a> {
        Names { object, from: self.marks.len, many: None }
    }

    /// Notes an undeclared name; none if it came before. Where two names have the same mark, the second pass decides.
    #[inline]
    pub fn note(&mut self, names: &mut Names<'a>, name: &'a [u8]) -> Option<()> {
        let mark = mark(name);
        let known = self.marks.since(names.from);
        if known.len() >= FEW {
            return note_many(names, Cow::Borrowed(name));
        }
        // Without a way out in the middle, so that the marks are compared several at once.
        if known.iter().fold(false, |known, one| known | (*one == mark)) {
            return self.give_up();
        }
        self.marks.push(mark);
        Some(())
    }

    /// Forgets the undeclared names of an object that has ended.
    #[inline]
    pub fn forget(&mut self, names: &Names<'a>) {
        self.marks.truncate(names.from);
    }

    // Values that need no function of their own.

    /// Reads any value.
    #[inline]
    pub fn any(&mut self, rest: Rest<'a>) -> Option<Rest<'a>> {
        match rest.first()? {
            b'"' => token::string(rest),
            b'{' => self.any_object(rest),
            b'[' => self.any_array(rest),
            b't' | b'f' => token::boolean(rest).map(|(_, rest)| rest),
            b'n' => token::null(rest),
            _ => token::number(rest).map(|(_, rest)| rest),
        }
    }

    /// Reads any object.
    pub fn any_object(&mut self, rest: Rest<'a>) -> Option<Rest<'a>> {
        let mut names = self.names(rest);
        let (mut more, mut rest) = self.open_object(rest)?;
        while more {
            let (name, value) = self.name(rest)?;
            self.note(&mut names, name)?;
            let after = self.any(value)?;
            (more, rest) = self.next_member(after)?;
        }
        self.forget(&names);
        Some(rest)
    }

    /// Reads any array.
    pub fn any_array(&mut self, rest: Rest<'a>) -> Option<Rest<'a>> {
        let (mut more, mut rest) = self.open_array(rest)?;
        while more {
            let after = self.any(rest)?;
            (more, rest) = self.next_item(after)?;
        }
        Some(rest)
    }

    /// Reads `null`.
    #[inline]
    pub fn null(&mut self, rest: Rest<'a>) -> Option<Rest<'a>> {
        token::null(rest)
    }

    /// Reads a string.
    #[inline]
    pub fn string(&mut self, rest: Rest<'a>) -> Option<Rest<'a>> {
        token::string(rest)
    }

    /// Reads a string and what it says.
    #[inline]
    pub fn text(&mut self, rest: Rest<'a>) -> Option<(Cow<'a, [u8]>, Rest<'a>)> {
        token::text(rest)
    }

    /// Reads a number.
    #[inline]
    pub fn raw_number(&mut self, rest: Rest<'a>) -> Option<(Number<'a>, Rest<'a>)> {
        token::number(rest).map(|(token::Number { text, plain }, rest)| (Number { text, plain }, rest))
    }

    /// Reads an integer.
    #[inline]
    pub fn raw_integer(&mut self, rest: Rest<'a>) -> Option<(Number<'a>, Rest<'a>)> {
        self.raw_number(rest).filter(|(number, _)| number.is_integer())
    }

    /// Reads an integer, or a text that becomes one.
    #[inline]
    pub fn integer(&mut self, rest: Rest<'a>) -> Option<(Number<'a>, Rest<'a>)> {
        match self.raw_number(rest) {
            Some((number, rest)) => number.is_integer().then_some((number, rest)),
            None => self.coerced_number(rest, Type::Integer),
        }
    }

    /// Reads a number, or a text that becomes one.
    #[inline]
    pub fn number(&mut self, rest: Rest<'a>) -> Option<(Number<'a>, Rest<'a>)> {
        match self.raw_number(rest) {
            Some(read) => Some(read),
            None => self.coerced_number(rest, Type::Number),
        }
    }

    /// Reads `true` or `false`, or a text that becomes one.
    #[inline]
    pub fn boolean(&mut self, rest: Rest<'a>) -> Option<(bool, Rest<'a>)> {
        match token::boolean(rest) {
            Some(read) => Some(read),
            None => self.coerced_boolean(rest),
        }
    }

    /// Reads `true` or `false`.
    #[inline]
    pub fn raw_boolean(&mut self, rest: Rest<'a>) -> Option<(bool, Rest<'a>)> {
        token::boolean(rest)
    }

    /// Reads any integer, or a text that becomes one.
    #[inline]
    pub fn any_integer(&mut self, rest: Rest<'a>) -> Option<Rest<'a>> {
        self.integer(rest).map(|(_, rest)| rest)
    }

    /// Reads any number, or a text that becomes one.
    #[inline]
    pub fn any_number(&mut self, rest: Rest<'a>) -> Option<Rest<'a>> {
        self.number(rest).map(|(_, rest)| rest)
    }

    /// Reads `true` or `false`, or a text that becomes one.
    #[inline]
    pub fn any_boolean(&mut self, rest: Rest<'a>) -> Option<Rest<'a>> {
        self.boolean(rest).map(|(_, rest)| rest)
    }

    #[cold]
    fn coerced_number(&mut self, rest: Rest<'a>, ty: Type) -> Option<(Number<'a>, Rest<'a>)> {
        let (text, after) = self.coercible(rest)?;
        match coerce::read(&Cow::Borrowed(text), Types::of(&[ty]))? {
            (_, Value::Number(_)) => {
                self.edits.push(rest);
                let plain = !text.contains(['.', 'e', 'E']);
                Some((Number { text: text.as_bytes(), plain }, after))
            }
            _ => None,
        }
    }

    #[cold]
    fn coerced_boolean(&mut self, rest: Rest<'a>) -> Option<(bool, Rest<'a>)> {
        let (text, after) = self.coercible(rest)?;
        let truth = match text {
            "true" => true,
            "false" => false,
            _ => return None,
        };
        self.edits.push(rest);
        Some((truth, after))
    }

    /// A string that may be coerced here.
    fn coercible(&mut self, rest: Rest<'a>) -> Option<(&'a str, Rest<'a>)> {
        if !self.coercing || self.speculations > 0 {
            return None;
        }
        let Some(after) = token::plain_string(rest) else { return self.give_up() };
        Some((std::str::from_utf8(token::content(rest, after)?).ok()?, after))
    }

    // Looking back.

    /// Whether the value that starts `value`, of which `after` is left, is one that `valid` accepts as it is. The value has been
    /// read before.
    #[inline]
    pub fn is(&mut self, value: Rest<'a>, valid: impl FnOnce(&mut Self, Rest<'a>) -> Option<Rest<'a>>) -> bool {
        self.speculate(value, valid).is_some()
    }

    /// What is left after the value that starts `value`, if `valid` accepts it as it is.
    #[inline]
    pub fn speculate(
        &mut self,
        value: Rest<'a>,
        valid: impl FnOnce(&mut Self, Rest<'a>) -> Option<Rest<'a>>,
    ) -> Option<Rest<'a>> {
        // A text in it that was coerced already: what this says about the text is not what the second pass would say.
        if self.edits.last().is_some_and(|edit| edit.len() <= value.len()) {
            return self.give_up();
        }
        let (depth, marks, items) = (self.depth, self.marks.len, self.items.len());
        self.speculations += 1;
        let after = valid(self, value);
        self.speculations -= 1;
        if after.is_none() {
            self.depth = depth;
            self.marks.truncate(marks);
            self.items.truncate(items);
        }
        after
    }

    /// What is left after the value that starts `value`, if one of `alternatives` accepts it as it is.
    pub fn any_of(&mut self, value: Rest<'a>, alternatives: &[Valid]) -> Option<Rest<'a>> {
        alternatives.iter().find_map(|valid| self.speculate(value, valid))
    }

    /// What is left after the value that starts `value`, if exactly one of `alternatives` accepts it as it is.
    pub fn one_of(&mut self, value: Rest<'a>, alternatives: &[Valid]) -> Option<Rest<'a>> {
        let mut accepted = None;
        for valid in alternatives {
            if let Some(after) = self.speculate(value, valid)
                && accepted.replace(after).is_some()
            {
                return None;
            }
        }
        accepted
    }

    /// Whether the value that starts `value`, of which `after` is left, equals one of `constants`, which are JSON texts.
    pub fn is_constant(&mut self, value: Rest<'a>, after: Rest<'a>, constants: &[&str]) -> bool {
        if self.again(value).is_none() {
            return false;
        }
        let value = value.get(..value.len() - after.len()).and_then(tree);
        let same = |constant: &&str| {
            tree(constant.as_bytes()).zip(value.as_ref()).is_some_and(|(one, value)| equal(&one, value))
        };
        constants.iter().any(same)
    }

    /// Whether the value was coerced in part, so that reading it again as it is would not say what the second pass says.
    #[inline]
    pub fn again(&mut self, value: Rest<'a>) -> Option<()> {
        if self.edits.last().is_some_and(|edit| edit.len() <= value.len()) { self.give_up() } else { Some(()) }
    }

    /// The value of the member `name` of the object which starts `object`, without a look at the rest: none if it has no such
    /// member as far as can be read.
    pub fn find(&mut self, object: Rest<'a>, wanted: &[u8]) -> Option<Rest<'a>> {
        let (mut more, mut rest) = token::open_object(object)?;
        while more {
            let (name, value) = self.name(rest)?;
            if name == wanted {
                return Some(value);
            }
            (more, rest) = token::next_member(token::skip(value, MAX_DEPTH)?)?;
        }
        None
    }

    /// The values of some members of the object which starts `object`, like [`find`](Self::find), in one go.
    pub fn find_each<const N: usize>(&mut self, object: Rest<'a>, wanted: [&[u8]; N]) -> [Option<Rest<'a>>; N] {
        let mut found = [None; N];
        let mut missing = N;
        let Some((mut more, mut rest)) = token::open_object(object) else { return found };
        while more && missing > 0 {
            let Some((name, value)) = self.name(rest) else { break };
            if let Some(idx) = wanted.iter().position(|wanted| *wanted == name) {
                missing -= usize::from(found[idx].is_none());
                found[idx] = Some(value);
            }
            let Some(next) = token::skip(value, MAX_DEPTH).and_then(token::next_member) else { break };
            (more, rest) = next;
        }
        found
    }

    /// Reads a value and asks the second pass whether all of `nodes` accept it.
    #[inline(never)]
    pub fn judged(&mut self, plan: &Plan, nodes: &[PlanIdx], rest: Rest<'a>) -> Option<Rest<'a>> {
        self.again(rest)?;
        let after = self.any(rest)?;
        let value = tree(rest.get(..rest.len() - after.len())?)?;
        if nodes.iter().all(|node| accepts(plan, *node, &value)) {
            Some(after)
        } else if self.coercing && self.speculations == 0 {
            self.give_up()
        } else {
            None
        }
    }

    /// The items of an array that was just opened.
    #[inline]
    pub fn items(&self) -> Items {
        Items { from: self.items.len() }
    }

    /// Notes an item that starts `item`, of which `after` is left.
    #[inline]
    pub fn note_item(&mut self, item: Rest<'a>, after: Rest<'a>) -> Option<()> {
        self.items.push(item.get(..item.len() - after.len())?);
        Some(())
    }

    /// Forgets the items of an array that has ended and started with `array`; none if two of them are equal.
    #[inline]
    pub fn differ(&mut self, items: Items, array: Rest<'a>) -> Option<()> {
        self.again(array)?;
        let noted = self.items.get(items.from..)?;
        let differ = noted.len() < 2 || all_differ(noted);
        self.items.truncate(items.from);
        differ.then_some(())
    }
}

/// The tree of one value, whose syntax has been checked.
fn tree(text: &[u8]) -> Option<Value<'_>> {
    Reader::new(text).ok()?.value().ok()
}

/// Notes that a declared name was seen; none if it came before.
#[inline]
pub fn once(seen: &mut u64, bit: usize) -> Option<()> {
    let mask = 1 << bit;
    let first = *seen & mask == 0;
    *seen |= mask;
    first.then_some(())
}

impl Number<'_> {
    /// Whether it has no fraction.
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.plain || self.decimal().is_integer()
    }

    /// Its value.
    #[inline]
    pub fn decimal(&self) -> Decimal<'_> {
        // A number is ASCII.
        Decimal::new(std::str::from_utf8(self.text).unwrap_or("0"))
    }

    /// Compares it with a bound.
    #[inline]
    pub fn compare(&self, bound: &Decimal<'_>) -> Ordering {
        self.decimal().cmp(bound)
    }

    /// Whether it is a multiple of `divisor`.
    #[inline]
    pub fn is_multiple_of(&self, divisor: &Decimal<'_>) -> bool {
        self.decimal().is_multiple_of(divisor)
    }
}

/// Whether `text` has at least so many characters.
#[inline]
pub fn at_least(text: &[u8], least: usize) -> bool {
    // A character takes one byte to four.
    text.len() >= least && (text.len() / 4 >= least || characters(text) >= least)
}

/// Whether `text` has at most so many characters.
#[inline]
pub fn at_most(text: &[u8], most: usize) -> bool {
    text.len() <= most || (text.len() / 4 <= most && characters(text) <= most)
}

/// How many characters valid UTF-8 has: all bytes but those that continue one.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| (**byte & 0xc0) != 0x80).count()
}

/// Whether `text` is one of `texts`, which are sorted by length and then by bytes.
pub fn is_one_of(text: &[u8], texts: &[&str]) -> bool {
    texts.binary_search_by(|one| one.len().cmp(&text.len()).then_with(|| one.as_bytes().cmp(text))).is_ok()
}

/// A text for a pattern or a format.
#[inline]
pub fn utf8(text: &[u8]) -> &str {
    // Strings are checked when they are read.
    std::str::from_utf8(text).unwrap_or_default()
}
