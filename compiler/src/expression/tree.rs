//! The tree of an expression: what CEL's grammar says, without types.
//!
//! Macros (`has`, `map`, `all`, …) are nodes of their own, as the author wrote them, and so are the optional accesses. Printing a
//! tree gives CEL that reads back to the same tree; messages quote it.

use std::fmt;

use crate::source::{Span, Spanned};

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// All of it, without brackets around.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `null`, `true`, `1`, `1.5`, `"text"`
    Literal(Literal),
    /// A root (`args`, a node's name) or the variable of a macro.
    Name(String),
    /// `a.b`, `a["b"]`; the place is that of the name or of the brackets.
    Field(Box<Expr>, Spanned<String>),
    /// `a.?b`
    OptionalField(Box<Expr>, Spanned<String>),
    /// `has(a.b)`
    Has(Box<Expr>, Spanned<String>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>, Brackets),
    /// `a[?i]`
    OptionalIndex(Box<Expr>, Box<Expr>, Brackets),
    /// `!a`
    Not(Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// `a + b`
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `size(a)`
    Call(Spanned<String>, Vec<Expr>),
    /// `a.size()`
    Method(Box<Expr>, Spanned<String>, Vec<Expr>),
    /// `a.map(x, x + 1)`
    Each(Box<Each>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `{"a": b}`
    Object(Vec<(Expr, Expr)>),
}

/// The place of `[i]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brackets(pub Span);

/// What is written out.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`
    Bool(bool),
    /// `1`
    Int(i64),
    /// `1.0`
    Double(f64),
    /// `"text"`
    Text(String),
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `in`
    In,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// A macro over the items of a list, or over the keys of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Each {
    /// Which.
    pub what: EachKind,
    /// What it goes over.
    pub list: Expr,
    /// The name of an item.
    pub variable: Spanned<String>,
    /// Which items count, in `a.map(x, condition, value)`.
    pub condition: Option<Expr>,
    /// What is asked of an item, or made of it.
    pub body: Expr,
}

/// What is done with the items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EachKind {
    /// `all`
    All,
    /// `exists`
    Exists,
    /// `exists_one`
    ExistsOne,
    /// `filter`
    Filter,
    /// `map`
    Map,
}

impl Binary {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::In => "in",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }

    /// How tightly it binds; higher is tighter.
    fn strength(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Equal
            | Self::NotEqual
            | Self::Less
            | Self::LessOrEqual
            | Self::Greater
            | Self::GreaterOrEqual
            | Self::In => 3,
            Self::Add | Self::Subtract => 4,
            Self::Multiply | Self::Divide | Self::Remainder => 5,
        }
    }
}

impl EachKind {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Exists => "exists",
            Self::ExistsOne => "exists_one",
            Self::Filter => "filter",
            Self::Map => "map",
        }
    }
}

impl Expr {
    /// Every name that is not the variable of a macro around it, with all of the reference that it begins, in the author's order;
    /// names may repeat.
    pub fn names<'e>(&'e self, found: &mut impl FnMut(&'e str, &'e Expr)) {
        self.names_in(&mut Vec::new(), found);
    }

    fn names_in<'e>(&'e self, bound: &mut Vec<&'e str>, found: &mut impl FnMut(&'e str, &'e Expr)) {
        if let Some((name, _)) = self.as_reference() {
            if !bound.contains(&name) {
                found(name, self);
            }
            return;
        }
        match &self.kind {
            Kind::Literal(_) | Kind::Name(_) => {}
            Kind::Field(base, _) | Kind::OptionalField(base, _) | Kind::Has(base, _) => base.names_in(bound, found),
            Kind::Index(left, right, _) | Kind::OptionalIndex(left, right, _) | Kind::Binary(_, left, right) => {
                left.names_in(bound, found);
                right.names_in(bound, found);
            }
            Kind::Not(inner) | Kind::Negate(inner) => inner.names_in(bound, found),
            Kind::Conditional(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| part.names_in(bound, found));
            }
            Kind::Call(_, arguments) | Kind::List(arguments) => {
                arguments.iter().for_each(|argument| argument.names_in(bound, found));
            }
            Kind::Method(target, _, arguments) => {
                target.names_in(bound, found);
                arguments.iter().for_each(|argument| argument.names_in(bound, found));
            }
            Kind::Each(each) => {
                let Each { what: _, list, variable, condition, body } = &**each;
                list.names_in(bound, found);
                bound.push(&variable.value);
                condition.iter().for_each(|condition| condition.names_in(bound, found));
                body.names_in(bound, found);
                bound.pop();
            }
            Kind::Object(members) => {
                for (key, value) in members {
                    key.names_in(bound, found);
                    value.names_in(bound, found);
                }
            }
        }
    }

    /// Makes one name of each of `roots` and its first member, so that `errors.charge.code` is the member `code` of the name
    /// `errors.charge`. The variables of macros hide names.
    pub fn merge_roots(&mut self, roots: &[&str]) {
        let merged = match &self.kind {
            Kind::Field(base, member) => match &base.kind {
                Kind::Name(name) if roots.contains(&name.as_str()) => Some(format!("{name}.{}", member.value)),
                _ => None,
            },
            _ => None,
        };
        if let Some(name) = merged {
            self.kind = Kind::Name(name);
            return;
        }
        match &mut self.kind {
            Kind::Literal(_) | Kind::Name(_) => {}
            Kind::Field(base, _) | Kind::OptionalField(base, _) | Kind::Has(base, _) => base.merge_roots(roots),
            Kind::Index(left, right, _) | Kind::OptionalIndex(left, right, _) | Kind::Binary(_, left, right) => {
                left.merge_roots(roots);
                right.merge_roots(roots);
            }
            Kind::Not(inner) | Kind::Negate(inner) => inner.merge_roots(roots),
            Kind::Conditional(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| part.merge_roots(roots));
            }
            Kind::Call(_, arguments) | Kind::List(arguments) => {
                arguments.iter_mut().for_each(|argument| argument.merge_roots(roots));
            }
            Kind::Method(target, _, arguments) => {
                target.merge_roots(roots);
                arguments.iter_mut().for_each(|argument| argument.merge_roots(roots));
            }
            Kind::Each(each) => {
                let Each { what: _, list, variable, condition, body } = &mut **each;
                list.merge_roots(roots);
                let inner: Vec<&str> = roots.iter().copied().filter(|root| *root != variable.value).collect();
                condition.iter_mut().for_each(|condition| condition.merge_roots(&inner));
                body.merge_roots(&inner);
            }
            Kind::Object(members) => {
                for (key, value) in members {
                    key.merge_roots(roots);
                    value.merge_roots(roots);
                }
            }
        }
    }

    /// The name and the steps, where this is a plain reference such as `args.days[1].high`.
    pub fn as_reference(&self) -> Option<(&str, Vec<Step<'_>>)> {
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            match &at.kind {
                Kind::Name(name) => {
                    steps.reverse();
                    return Some((name, steps));
                }
                Kind::Field(base, name) => {
                    steps.push(Step::Field(&name.value));
                    at = base;
                }
                Kind::Index(base, index, _) => {
                    let Kind::Literal(Literal::Int(index)) = index.kind else { return None };
                    steps.push(Step::Index(u32::try_from(index).ok()?));
                    at = base;
                }
                _ => return None,
            }
        }
    }

    /// The place of the name that a reference begins with.
    pub fn root_span(&self) -> Span {
        let mut at = self;
        while let Kind::Field(base, _) | Kind::Index(base, _, _) = &at.kind {
            at = base;
        }
        at.span
    }

    /// How tightly the outermost part binds.
    fn strength(&self) -> u8 {
        match &self.kind {
            Kind::Conditional(..) => 0,
            Kind::Binary(operator, ..) => operator.strength(),
            // A minus before them reads as part of them, so that `-1.abs()` would be `(-1).abs()`.
            Kind::Not(_) | Kind::Negate(_) | Kind::Literal(Literal::Int(i64::MIN..0)) => 6,
            Kind::Literal(Literal::Double(value)) if value.is_sign_negative() => 6,
            _ => 7,
        }
    }
}

/// A step of a plain reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'e> {
    /// A member of an object.
    Field(&'e str),
    /// An item of an array.
    Index(u32),
}

/// An operand: in brackets where it binds less tightly than `least`.
struct Operand<'e>(&'e Expr, u8);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.strength() < self.1 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// Expressions between commas.
struct Listed<'e>(&'e [Expr]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if idx == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Literal(literal) => write!(f, "{literal}"),
            Kind::Name(name) => f.write_str(name),
            Kind::Field(base, name) if is_name(&name.value) => write!(f, "{}.{}", Operand(base, 7), name.value),
            Kind::Field(base, name) => write!(f, "{}[{}]", Operand(base, 7), Quoted(&name.value)),
            Kind::OptionalField(base, name) if is_name(&name.value) => {
                write!(f, "{}.?{}", Operand(base, 7), name.value)
            }
            Kind::OptionalField(base, name) => write!(f, "{}[?{}]", Operand(base, 7), Quoted(&name.value)),
            Kind::Has(base, name) => write!(f, "has({}.{})", Operand(base, 7), name.value),
            Kind::Index(base, index, _) => write!(f, "{}[{index}]", Operand(base, 7)),
            Kind::OptionalIndex(base, index, _) => write!(f, "{}[?{index}]", Operand(base, 7)),
            // Two in a row would be read as none.
            Kind::Not(inner) => write!(f, "!{}", Operand(inner, 7)),
            Kind::Negate(inner) => match &inner.kind {
                Kind::Literal(_) => write!(f, "-({inner})"),
                _ => write!(f, "-{}", Operand(inner, 7)),
            },
            Kind::Binary(operator, left, right) => {
                let strength = operator.strength();
                let right = Operand(right, strength + 1);
                write!(f, "{} {} {right}", Operand(left, strength), operator.symbol())
            }
            Kind::Conditional(condition, then, otherwise) => {
                write!(f, "{} ? {} : {}", Operand(condition, 1), Operand(then, 1), otherwise)
            }
            Kind::Call(name, arguments) => write!(f, "{}({})", name.value, Listed(arguments)),
            Kind::Method(target, name, arguments) => {
                write!(f, "{}.{}({})", Operand(target, 7), name.value, Listed(arguments))
            }
            Kind::Each(each) => {
                let Each { what, list, variable, condition, body } = &**each;
                write!(f, "{}.{}({}, ", Operand(list, 7), what.name(), variable.value)?;
                match condition {
                    Some(condition) => write!(f, "{condition}, {body})"),
                    None => write!(f, "{body})"),
                }
            }
            Kind::List(items) => write!(f, "[{}]", Listed(items)),
            Kind::Object(members) => {
                f.write_str("{")?;
                for (idx, (key, value)) in members.iter().enumerate() {
                    write!(f, "{}{key}: {value}", if idx == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Double(value) => write!(f, "{value:?}"),
            Self::Text(text) => write!(f, "{}", Quoted(text)),
        }
    }
}

/// A text as CEL writes it.
pub struct Quoted<'t>(pub &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

/// Whether `text` can be written after a dot.
pub fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !is_keyword(text)
}

/// Whether CEL reads the word as something else than a name.
pub fn is_keyword(word: &str) -> bool {
    matches!(word, "false" | "in" | "null" | "true")
}

/// Whether CEL keeps the word from being a root; after a dot it is a name.
pub fn is_reserved(word: &str) -> bool {
    matches!(
        word,
        "as" | "break"
            | "const"
            | "continue"
            | "else"
            | "for"
            | "function"
            | "if"
            | "import"
            | "let"
            | "loop"
            | "namespace"
            | "package"
            | "return"
            | "var"
            | "void"
            | "while"
    )
}

/// Words that CEL keeps from being a root; after a dot they are names.
pub const RESERVED: &[&str] = &[
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "namespace",
    "package",
    "return",
    "var",
    "void",
    "while",
];
