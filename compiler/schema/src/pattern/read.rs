//! From what ECMA-262 says to what it matches: an expression over characters, in the types of `regex-syntax`.
//!
//! Groups vanish, laziness too: whether a text matches does not depend on either.

use packwright_runtime_min::validate::ecma::{self, Event, Group, Item, Property};
use regex_syntax::{
    Parser,
    hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, Look, Repetition},
};

use super::{
    fault::{PatternFault, PatternFaultKind},
    sequence::set,
};

/// How deep groups may be: what walks the expression recurses.
const DEPTH: usize = 100;

/// Reads a pattern.
pub(super) fn read(source: &str) -> Result<Hir, PatternFault> {
    let mut reader = Reader { open: vec![Open::default()], refused: None };
    ecma::read(source, |offset, event| {
        if reader.refused.is_none()
            && let Err(kind) = reader.event(event)
        {
            reader.refused = Some((offset, kind));
        }
    })
    .map_err(|fault| PatternFault::from((source, fault)))?;
    match reader.refused {
        Some((offset, kind)) => Err(PatternFault { source: source.to_owned(), offset, kind }),
        None => Ok(reader.open.pop().expect("the reader closes what it opens").close()),
    }
}

struct Reader {
    /// The groups that are open, outermost first; the pattern itself is one.
    open: Vec<Open>,
    /// The first thing that is ECMA-262 and not matched here.
    refused: Option<(usize, PatternFaultKind)>,
}

/// A group that is being read.
#[derive(Default)]
struct Open {
    alternatives: Vec<Hir>,
    parts: Vec<Hir>,
}

impl Open {
    fn either(&mut self) {
        self.alternatives.push(Hir::concat(std::mem::take(&mut self.parts)));
    }

    fn close(mut self) -> Hir {
        self.either();
        Hir::alternation(self.alternatives)
    }
}

impl Reader {
    fn innermost(&mut self) -> &mut Open {
        self.open.last_mut().expect("the pattern itself is open")
    }

    fn event(&mut self, event: Event<'_>) -> Result<(), PatternFaultKind> {
        let part = match event {
            Event::Character(character) => character_hir(character),
            Event::Class(class) => class_hir(&class)?,
            Event::Start => Hir::look(Look::Start),
            Event::End => Hir::look(Look::End),
            Event::WordBoundary => Hir::look(Look::WordAscii),
            Event::NotWordBoundary => Hir::look(Look::WordAsciiNegate),
            Event::Open(Group::Plain) if self.open.len() > DEPTH => return Err(PatternFaultKind::Nesting),
            Event::Open(Group::Plain) => {
                self.open.push(Open::default());
                return Ok(());
            }
            Event::Open(group) => return Err(PatternFaultKind::Group(group)),
            Event::Close => self.open.pop().expect("the reader closes what it opens").close(),
            Event::Either => {
                self.innermost().either();
                return Ok(());
            }
            Event::Repeat { min, max } => {
                let repeated = self.innermost().parts.pop().expect("the reader repeats only what is there");
                Hir::repetition(Repetition { min, max, greedy: true, sub: Box::new(repeated) })
            }
            Event::BackReference => return Err(PatternFaultKind::BackReference),
        };
        self.innermost().parts.push(part);
        Ok(())
    }
}

/// One character; nothing is equal to a lone surrogate.
fn character_hir(character: u32) -> Hir {
    char::from_u32(character)
        .map_or_else(Hir::fail, |character| Hir::literal(character.encode_utf8(&mut [0; 4]).as_bytes()))
}

fn class_hir(class: &ecma::Class<'_>) -> Result<Hir, PatternFaultKind> {
    let mut set = ClassUnicode::empty();
    for item in &class.items {
        set.union(&item_set(item)?);
    }
    if class.negated {
        set.negate();
    }
    Ok(Hir::class(Class::Unicode(set)))
}

fn item_set(item: &Item<'_>) -> Result<ClassUnicode, PatternFaultKind> {
    let (mut set, negated) = match *item {
        Item::Range(first, last) => (range(first, last), false),
        Item::Digit { negated } => (of(&[('0', '9')]), negated),
        Item::Word { negated } => (of(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]), negated),
        Item::Space { negated } => (of(&SPACES), negated),
        Item::Property { negated, property } => (property_set(property)?, negated),
    };
    if negated {
        set.negate();
    }
    Ok(set)
}

/// `\s`: WhiteSpace and LineTerminator of ECMA-262, where White_Space of Unicode has U+0085 and not U+FEFF.
const SPACES: [(char, char); 10] = [
    ('\t', '\r'),
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
    ('\u{feff}', '\u{feff}'),
];

fn of(ranges: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(ranges.iter().map(|(first, last)| ClassUnicodeRange::new(*first, *last)))
}

/// The characters of a range; surrogates are none.
fn range(first: u32, last: u32) -> ClassUnicode {
    let first = char::from_u32(first).unwrap_or('\u{e000}');
    let last = char::from_u32(last).unwrap_or('\u{d7ff}');
    if first <= last { of(&[(first, last)]) } else { ClassUnicode::empty() }
}

fn property_set(property: Property<'_>) -> Result<ClassUnicode, PatternFaultKind> {
    let query = match property {
        // Surrogates are in no text, and characters that are katakana or hiragana are either.
        Property::Category("Surrogate" | "Cs")
        | Property::Script("Katakana_Or_Hiragana" | "Hrkt")
        | Property::ScriptExtensions("Katakana_Or_Hiragana" | "Hrkt") => return Ok(ClassUnicode::empty()),
        Property::Script("Unknown" | "Zzzz") | Property::ScriptExtensions("Unknown" | "Zzzz") => {
            r"[\p{gc=Unassigned}\p{gc=Private_Use}]".to_owned()
        }
        Property::Category(value) => format!(r"\p{{gc={value}}}"),
        Property::Script(value) => format!(r"\p{{sc={value}}}"),
        Property::ScriptExtensions(value) => format!(r"\p{{scx={value}}}"),
        Property::Binary(name) => format!(r"\p{{{name}}}"),
    };
    Parser::new().parse(&query).ok().and_then(|hir| set(&hir)).ok_or(PatternFaultKind::Property)
}
