//! Which groups are open, which names they have, and what refers to them.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use super::{Fault, Group, Reader, Reason, escape};

type Name<'a> = Cow<'a, str>;

/// Names and where each stands.
type Names<'a> = BTreeMap<Name<'a>, usize>;

/// The groups of a pattern so far.
#[derive(Default)]
pub(super) struct Groups<'a> {
    open: Vec<Open<'a>>,
    /// Names outside of all groups.
    top: Scope<'a>,
    captures: usize,
    names: BTreeSet<Name<'a>>,
    /// The largest number that is referred to, and where.
    largest: Option<(usize, usize)>,
    named: Names<'a>,
}

/// A group that is not closed yet.
struct Open<'a> {
    offset: usize,
    group: Group,
    scope: Scope<'a>,
}

/// Names in a group: two of its alternatives may have the same, since only one of them can match.
#[derive(Default)]
struct Scope<'a> {
    /// Of the alternative that is being read.
    this: Names<'a>,
    /// Of those before it.
    others: Names<'a>,
}

impl<'a> Groups<'a> {
    /// Reads what starts a group; `(` is next.
    pub(super) fn open(&mut self, reader: &mut Reader<'a>) -> Result<Group, Fault> {
        let offset = reader.at;
        reader.at += 1;
        let group = if !reader.eat("?") {
            self.captures += 1;
            Group::Plain
        } else if reader.eat(":") {
            Group::Plain
        } else if reader.eat("=") {
            Group::Ahead
        } else if reader.eat("!") {
            Group::NotAhead
        } else if reader.eat("<=") {
            Group::Behind
        } else if reader.eat("<!") {
            Group::NotBehind
        } else if reader.rest().starts_with('<') {
            self.captures += 1;
            let name = name(reader)?;
            self.names.insert(name.clone());
            merge(&mut self.scope().this, Names::from([(name, offset)]))?;
            Group::Plain
        } else if modifiers(reader) {
            Group::Modifiers
        } else {
            return Err(Fault { offset, reason: Reason::GroupSyntax });
        };
        self.open.push(Open { offset, group, scope: Scope::default() });
        Ok(group)
    }

    /// Another alternative begins.
    pub(super) fn either(&mut self) {
        let scope = self.scope();
        union(&mut scope.others, std::mem::take(&mut scope.this));
    }

    /// The innermost group ends.
    pub(super) fn close(&mut self, offset: usize) -> Result<Group, Fault> {
        let open = self.open.pop().ok_or(Fault { offset, reason: Reason::GroupClose })?;
        let Open { offset: _, group, scope: Scope { mut this, others } } = open;
        union(&mut this, others);
        merge(&mut self.scope().this, this)?;
        Ok(group)
    }

    /// `\1`
    pub(super) fn refer_by_number(&mut self, number: usize, offset: usize) {
        if self.largest.is_none_or(|(largest, _)| largest < number) {
            self.largest = Some((number, offset));
        }
    }

    /// `\k<name>`, of which the name is next.
    pub(super) fn refer_by_name(&mut self, reader: &mut Reader<'a>, offset: usize) -> Result<(), Fault> {
        let name = name(reader)?;
        self.named.entry(name).or_insert(offset);
        Ok(())
    }

    /// The pattern ends: groups are closed, references have one.
    pub(super) fn finish(self) -> Result<(), Fault> {
        if let Some(Open { offset, .. }) = self.open.last() {
            return Err(Fault { offset: *offset, reason: Reason::GroupOpen });
        }
        let by_number = self.largest.filter(|(number, _)| *number > self.captures).map(|(_, offset)| offset);
        let by_name = self.named.iter().find(|(name, _)| !self.names.contains(*name)).map(|(_, offset)| *offset);
        match by_number.or(by_name) {
            Some(offset) => Err(Fault { offset, reason: Reason::NoSuchGroup }),
            None => Ok(()),
        }
    }

    fn scope(&mut self) -> &mut Scope<'a> {
        self.open.last_mut().map_or(&mut self.top, |open| &mut open.scope)
    }
}

/// Adds names that must be new. The smaller goes into the larger, so that deep groups do not cost their depth squared.
fn merge<'a>(names: &mut Names<'a>, mut more: Names<'a>) -> Result<(), Fault> {
    if names.len() < more.len() {
        std::mem::swap(names, &mut more);
    }
    for (name, offset) in more {
        if let Some(other) = names.insert(name, offset) {
            return Err(Fault { offset: offset.max(other), reason: Reason::GroupNameTwice });
        }
    }
    Ok(())
}

/// Adds names that may be there already.
fn union<'a>(names: &mut Names<'a>, mut more: Names<'a>) {
    if names.len() < more.len() {
        std::mem::swap(names, &mut more);
    }
    names.extend(more);
}

/// `ims-ims:` with each letter once and at least one.
fn modifiers(reader: &mut Reader<'_>) -> bool {
    let Some((flags, _)) = reader.rest().split_once(':') else { return false };
    let letters = flags.replacen('-', "", 1);
    let once = |letter: char| letters.matches(letter).count() <= 1;
    let valid =
        (1..=3).contains(&letters.len()) && letters.chars().all(|letter| "ims".contains(letter) && once(letter));
    if valid {
        reader.at += flags.len() + 1;
    }
    valid
}

/// `<name>`; escapes in it are read. What may be in a name is near what Unicode calls an identifier: the standard library's
/// letters and digits, which leaves out combining marks.
fn name<'a>(reader: &mut Reader<'a>) -> Result<Name<'a>, Fault> {
    let offset = reader.at;
    let fault = Fault { offset, reason: Reason::GroupName };
    if !reader.eat("<") {
        return Err(fault);
    }
    let start = reader.at;
    let mut unescaped: Option<String> = None;
    let mut first = true;
    loop {
        let before = reader.at;
        let Some(next) = reader.take() else { return Err(fault) };
        let next = match next {
            '>' if first => return Err(fault),
            '>' => return Ok(unescaped.map_or(Cow::Borrowed(&reader.source[start..before]), Cow::Owned)),
            '\\' if reader.eat("u") => {
                unescaped.get_or_insert_with(|| reader.source[start..before].to_owned());
                match escape::code_point(reader).and_then(char::from_u32) {
                    Some(next) => next,
                    None => return Err(fault),
                }
            }
            _ => next,
        };
        let within = next.is_alphanumeric() || matches!(next, '_' | '$' | '\u{200c}' | '\u{200d}');
        let starts = next.is_alphabetic() || matches!(next, '_' | '$');
        if !within || (first && !starts) {
            return Err(fault);
        }
        first = false;
        if let Some(name) = &mut unescaped {
            name.push(next);
        }
    }
}
