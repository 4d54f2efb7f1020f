//! What CEL's parser reads, as our tree.
//!
//! The parser is the `cel` crate's, asked for no macros: these come out as calls and are recognised here, so that the tree is what
//! the author wrote. Its nodes know one token each; spans of whole expressions are put together from these and from the brackets.

use std::{cell::Cell, ops::Range};

use cel::{
    Env, IdedExpr,
    common::ast::{EntryExpr, Expr as Cel, LiteralValue, SourceInfo, operators},
};

use super::{
    parse::{Fault, FaultKind, Place},
    tokens::Tokens,
    tree::{Binary, Brackets, Each, EachKind, Expr, Kind, Literal},
};
use crate::source::Spanned;

/// Reads the expression which is the whole of `text`.
pub(super) fn parse(text: &str, tokens: &Tokens, place: Place<'_>) -> Result<Expr, Fault> {
    match read(text, tokens) {
        Ok((root, info)) => {
            let reading = Reading { text, tokens, info: &info, place, depth: Cell::new(0) };
            reading.expr(&root).map(|(expr, _)| expr)
        }
        Err(Some((at, message))) => Err(fault(text, tokens, offset(text, at), &message)),
        Err(None) => Err(Fault { at: 0..text.len(), kind: FaultKind::TooDeep }),
    }
}

/// How deep a tree may be: every phase after this one descends into it.
const MOST_DEPTH: usize = 64;

/// What the parser says: a tree, or its first error with a line and a column.
type Answer = Result<(IdedExpr, SourceInfo), Option<((isize, isize), String)>>;

/// The parser's frames are large: what is not small is read on a stack of its own.
fn read(text: &str, tokens: &Tokens) -> Answer {
    const SMALL: (usize, usize) = (60, 3);
    const STACK: usize = 32 << 20;

    let read = || {
        let parser = Env::default().parser().enable_optional_syntax(true).enable_ident_escape_syntax(false);
        parser.parse_with_source_info(text).map_err(|errors| {
            let first = errors.errors.into_iter().next();
            Some(first.map_or(((1, 1), String::new()), |error| (error.pos, error.msg)))
        })
    };
    if tokens.list.len() <= SMALL.0 && tokens.depth <= SMALL.1 {
        return read();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
        thread.ok().and_then(|thread| thread.join().ok()).unwrap_or(Err(None))
    })
}

/// The byte at a line and a column, both from 1.
fn offset(text: &str, (line, column): (isize, isize)) -> usize {
    let (line, column) = (usize::try_from(line - 1).unwrap_or(0), usize::try_from(column - 1).unwrap_or(0));
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = &text[start.min(text.len())..];
    start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
}

/// What to say about an error of the parser at `at`. Its own words are for those who know its grammar.
fn fault(text: &str, tokens: &Tokens, at: usize, message: &str) -> Fault {
    let Some(token) = tokens.from(at) else {
        let last = tokens.list.last().cloned().unwrap_or(0..text.len());
        let kind = if &text[last.clone()] == "." { FaultKind::Field } else { FaultKind::Unfinished };
        return Fault { at: last, kind };
    };
    let is_after_dot = tokens.before(token.start).filter(|before| &text[before.clone()] == ".");
    let kind = match (is_after_dot, message.strip_prefix("Syntax error: ")) {
        (Some(dot), Some(_)) => return Fault { at: dot.start..token.end, kind: FaultKind::Field },
        (None, Some(_)) => FaultKind::Unexpected,
        (_, None) => FaultKind::Cel(message.split_whitespace().collect::<Vec<_>>().join(" ")),
    };
    Fault { at: token, kind }
}

struct Reading<'a> {
    text: &'a str,
    tokens: &'a Tokens,
    info: &'a SourceInfo,
    place: Place<'a>,
    /// How many expressions are around the one that is read.
    depth: Cell<usize>,
}

/// A tree with its range of the text.
type Read = (Expr, Range<usize>);

impl Reading<'_> {
    fn expr(&self, node: &IdedExpr) -> Result<Read, Fault> {
        if self.depth.get() >= MOST_DEPTH {
            return Err(Fault { at: 0..self.text.len(), kind: FaultKind::TooLong });
        }
        self.depth.set(self.depth.get() + 1);
        let read = self.expr_here(node);
        self.depth.set(self.depth.get() - 1);
        read
    }

    fn expr_here(&self, node: &IdedExpr) -> Result<Read, Fault> {
        let token = self.token(node.id);
        let (kind, range) = match &node.expr {
            Cel::Literal(literal) => (Kind::Literal(self.literal(literal, &token)?), self.with_sign(literal, token)),
            Cel::Ident(name) => match name.strip_prefix('.') {
                Some(_) => {
                    return Err(Fault {
                        at: token,
                        kind: FaultKind::Unsupported("a name with a dot before it", "write the name without it"),
                    });
                }
                None => (Kind::Name(name.clone()), token),
            },
            Cel::Select(select) => {
                let (base, from) = self.operand(&select.operand)?;
                let name = self.field(&select.field, &token);
                let range = from.start..name.1.end;
                (Kind::Field(Box::new(base), Spanned::new(name.0, (self.place)(name.1))), range)
            }
            Cel::List(list) => {
                if !list.optional_indices.is_empty() {
                    return Err(self.unsupported(
                        token,
                        "`[?…]`",
                        "write the items that are always there, and `+` the others",
                    ));
                }
                let items = list.elements.iter().map(|item| Ok(self.expr(item)?.0)).collect::<Result<_, Fault>>()?;
                (Kind::List(items), self.to_partner(token))
            }
            Cel::Map(map) => (self.object(map, &token)?, self.to_partner(token)),
            Cel::Struct(_) => {
                return Err(self.unsupported(token, "messages", "write an object, such as {\"city\": args.city}"));
            }
            Cel::Call(call) => match &call.target {
                None => return self.call(&call.func_name, &call.args, token),
                Some(target) => return self.method(target, &call.func_name, &call.args, token),
            },
            Cel::Comprehension(_) | Cel::Unspecified => {
                return Err(Fault { at: token, kind: FaultKind::Unexpected });
            }
        };
        Ok(self.finished(kind, range))
    }

    fn finished(&self, kind: Kind, range: Range<usize>) -> Read {
        (Expr { kind, span: (self.place)(range.clone()) }, range)
    }

    /// An expression inside another one: its range is with the brackets around it.
    fn operand(&self, node: &IdedExpr) -> Result<Read, Fault> {
        let (expr, mut range) = self.expr(node)?;
        while let Some(opener) = self.tokens.before(range.start)
            && &self.text[opener.clone()] == "("
            && let Some(closer) = self.tokens.from(range.end)
            && self.tokens.partner(opener.start) == Some(closer.start)
            && !self.is_call(opener.start)
        {
            range = opener.start..closer.end;
        }
        Ok((expr, range))
    }

    /// Whether the bracket opens the arguments of a call.
    fn is_call(&self, opener: usize) -> bool {
        let before = self.tokens.before(opener);
        before.is_some_and(|before| {
            let word = &self.text[before];
            word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && word != "in"
        })
    }

    fn literal(&self, literal: &LiteralValue, token: &Range<usize>) -> Result<Literal, Fault> {
        Ok(match literal {
            LiteralValue::Null => Literal::Null,
            LiteralValue::Boolean(truth) => Literal::Bool(*truth.inner()),
            LiteralValue::Int(value) => Literal::Int(*value.inner()),
            LiteralValue::Double(value) => Literal::Double(*value.inner()),
            LiteralValue::String(text) => Literal::Text(text.inner().to_owned()),
            LiteralValue::UInt(_) => {
                return Err(self.unsupported(token.clone(), "unsigned numbers", "write it without the `u`"));
            }
            LiteralValue::Bytes(_) => {
                return Err(self.unsupported(token.clone(), "bytes", "JSON has none: write a text"));
            }
        })
    }

    /// The token of a number does not have its sign.
    fn with_sign(&self, literal: &LiteralValue, token: Range<usize>) -> Range<usize> {
        let is_negative = match literal {
            LiteralValue::Int(value) => *value.inner() < 0,
            LiteralValue::Double(value) => value.inner().is_sign_negative(),
            _ => false,
        };
        let sign = self.tokens.before(token.start).filter(|before| is_negative && &self.text[before.clone()] == "-");
        sign.map_or(token.start, |sign| sign.start)..token.end
    }

    fn object(&self, map: &cel::common::ast::MapExpr, token: &Range<usize>) -> Result<Kind, Fault> {
        let mut members = Vec::with_capacity(map.entries.len());
        for entry in &map.entries {
            let EntryExpr::MapEntry(entry) = &entry.expr else {
                return Err(Fault { at: token.clone(), kind: FaultKind::Unexpected });
            };
            if entry.optional {
                let at = self.token(entry.key.id);
                return Err(self.unsupported(at, "`{?…}`", "give the member a value with `.orValue(…)`"));
            }
            members.push((self.expr(&entry.key)?.0, self.expr(&entry.value)?.0));
        }
        Ok(Kind::Object(members))
    }

    fn call(&self, name: &str, arguments: &[IdedExpr], token: Range<usize>) -> Result<Read, Fault> {
        if let Some(operator) = binary(name) {
            let [left, right] = self.two(arguments, &token)?;
            let range = left.1.start..right.1.end;
            return Ok(self.finished(Kind::Binary(operator, Box::new(left.0), Box::new(right.0)), range));
        }
        Ok(match (name, arguments) {
            (operators::LOGICAL_NOT, [inner]) => {
                let (inner, range) = self.operand(inner)?;
                self.finished(Kind::Not(Box::new(inner)), token.start..range.end)
            }
            (operators::NEGATE, [inner]) => {
                let (inner, range) = self.operand(inner)?;
                self.finished(Kind::Negate(Box::new(inner)), token.start..range.end)
            }
            (operators::CONDITIONAL, [condition, then, otherwise]) => {
                let (condition, from) = self.operand(condition)?;
                let then = self.operand(then)?.0;
                let (otherwise, to) = self.operand(otherwise)?;
                let kind = Kind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
                self.finished(kind, from.start..to.end)
            }
            (operators::INDEX | operators::OPT_INDEX, [base, index]) => {
                let (base, from) = self.operand(base)?;
                let index = self.expr(index)?.0;
                let brackets = self.to_partner(token);
                let range = from.start..brackets.end;
                let span = (self.place)(brackets);
                let kind = match (name, index.kind) {
                    (operators::INDEX, Kind::Literal(Literal::Text(field))) => {
                        Kind::Field(Box::new(base), Spanned::new(field, span))
                    }
                    (_, Kind::Literal(Literal::Text(field))) => {
                        Kind::OptionalField(Box::new(base), Spanned::new(field, span))
                    }
                    (operators::INDEX, kind) => {
                        Kind::Index(Box::new(base), Box::new(Expr { kind, ..index }), Brackets(span))
                    }
                    (_, kind) => Kind::OptionalIndex(Box::new(base), Box::new(Expr { kind, ..index }), Brackets(span)),
                };
                self.finished(kind, range)
            }
            (operators::OPT_SELECT, [base, field]) => {
                let (base, from) = self.operand(base)?;
                let Cel::Literal(LiteralValue::String(field)) = &field.expr else {
                    return Err(Fault { at: token, kind: FaultKind::Unexpected });
                };
                let (field, at) = self.field(field.inner(), &token);
                let range = from.start..at.end;
                self.finished(Kind::OptionalField(Box::new(base), Spanned::new(field, (self.place)(at))), range)
            }
            ("has", [argument]) => {
                let range = self.named(&token);
                let Kind::Field(base, field) = self.expr(argument)?.0.kind else {
                    let kind = FaultKind::Unsupported("`has` of something else than a field", "write has(a.b)");
                    return Err(Fault { at: range, kind });
                };
                self.finished(Kind::Has(base, field), range)
            }
            (_, _) => {
                let range = self.named(&token);
                if let Some(dotted) = name.strip_prefix('.') {
                    let name = if dotted.is_empty() { "it" } else { "a name with a dot before it" };
                    return Err(Fault {
                        at: range,
                        kind: FaultKind::Unsupported(name, "write the name without the dot"),
                    });
                }
                let arguments = arguments.iter().map(|it| Ok(self.expr(it)?.0)).collect::<Result<_, Fault>>()?;
                let place = (self.place)(range.start..range.start + name.len());
                self.finished(Kind::Call(Spanned::new(name.to_owned(), place), arguments), range)
            }
        })
    }

    fn method(
        &self,
        target: &IdedExpr,
        name: &str,
        arguments: &[IdedExpr],
        token: Range<usize>,
    ) -> Result<Read, Fault> {
        let (target, from) = self.operand(target)?;
        let at = self.tokens.before(token.start).unwrap_or(token.clone());
        let range = from.start..self.to_partner(token).end;
        let place = (self.place)(at);
        if let Some(what) = each(name, arguments.len()) {
            let (variable, variable_range) = self.expr(&arguments[0])?;
            let Kind::Name(variable_name) = variable.kind else {
                let kind = FaultKind::Unsupported(
                    "a macro whose variable is not a name",
                    "write one, as in list.map(x, x + 1)",
                );
                return Err(Fault { at: variable_range, kind });
            };
            let condition = match arguments {
                [_, condition, _] => Some(self.expr(condition)?.0),
                _ => None,
            };
            let body = self.expr(&arguments[arguments.len() - 1])?.0;
            let variable = Spanned::new(variable_name, variable.span);
            let each = Each { what, list: target, variable, condition, body };
            return Ok(self.finished(Kind::Each(Box::new(each)), range));
        }
        let arguments = arguments.iter().map(|it| Ok(self.expr(it)?.0)).collect::<Result<_, Fault>>()?;
        let kind = Kind::Method(Box::new(target), Spanned::new(name.to_owned(), place), arguments);
        Ok(self.finished(kind, range))
    }

    fn two(&self, arguments: &[IdedExpr], token: &Range<usize>) -> Result<[Read; 2], Fault> {
        match arguments {
            [left, right] => Ok([self.operand(left)?, self.operand(right)?]),
            _ => Err(Fault { at: token.clone(), kind: FaultKind::Unexpected }),
        }
    }

    fn token(&self, id: u64) -> Range<usize> {
        let offsets = self.info.offset_for(id).unwrap_or_default();
        let fit = |offset: u32| usize::try_from(offset).unwrap_or(0).min(self.text.len());
        // The last byte is part of the token.
        let (start, end) = (fit(offsets.0), fit(offsets.1.saturating_add(1)));
        start..end.max(start)
    }

    /// From an opening bracket to the one that closes it.
    fn to_partner(&self, token: Range<usize>) -> Range<usize> {
        let end = self.tokens.partner(token.start).map_or(token.end, |closer| closer + 1);
        token.start..end
    }

    /// From the name of a function to the end of its call.
    fn named(&self, token: &Range<usize>) -> Range<usize> {
        let name = self.tokens.before(token.start).map_or(token.start, |name| name.start);
        name..self.to_partner(token.clone()).end
    }

    /// The name after a dot, and a question mark perhaps.
    fn field(&self, name: &str, dot: &Range<usize>) -> (String, Range<usize>) {
        let after = self.tokens.from(dot.end).filter(|token| &self.text[token.clone()] == "?");
        let at = self.tokens.from(after.map_or(dot.end, |mark| mark.end)).unwrap_or(dot.clone());
        (name.to_owned(), at)
    }

    fn unsupported(&self, at: Range<usize>, what: &'static str, advice: &'static str) -> Fault {
        Fault { at, kind: FaultKind::Unsupported(what, advice) }
    }
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        operators::LOGICAL_OR => Binary::Or,
        operators::LOGICAL_AND => Binary::And,
        operators::EQUALS => Binary::Equal,
        operators::NOT_EQUALS => Binary::NotEqual,
        operators::LESS => Binary::Less,
        operators::LESS_EQUALS => Binary::LessOrEqual,
        operators::GREATER => Binary::Greater,
        operators::GREATER_EQUALS => Binary::GreaterOrEqual,
        operators::IN => Binary::In,
        operators::ADD => Binary::Add,
        operators::SUBSTRACT => Binary::Subtract,
        operators::MULTIPLY => Binary::Multiply,
        operators::DIVIDE => Binary::Divide,
        operators::MODULO => Binary::Remainder,
        _ => return None,
    })
}

fn each(name: &str, arguments: usize) -> Option<EachKind> {
    match (name, arguments) {
        ("all", 2) => Some(EachKind::All),
        ("exists", 2) => Some(EachKind::Exists),
        ("exists_one" | "existsOne", 2) => Some(EachKind::ExistsOne),
        ("filter", 2) => Some(EachKind::Filter),
        ("map", 2 | 3) => Some(EachKind::Map),
        _ => None,
    }
}
