//! What computes an expression: the tree with all decisions made.
//!
//! Comes from [`infer`](super::infer), read by `emit::expressions`, which prints it. Nothing here can fail, and nothing here knows
//! schemas: where a value has to be read as something, that is a node.

use super::tree::{EachKind, Literal};
use crate::model::Step;

/// An expression that can be printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// What it does.
    pub kind: CodeKind,
    /// What the Rust expression is.
    pub repr: Repr,
}

/// What a Rust expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repr {
    /// `bool`
    Bool,
    /// `i64`
    Int,
    /// `f64`
    Double,
    /// `Cow<str>`
    Text,
    /// `Timestamp`
    Time,
    /// `Duration`
    Span,
    /// `Json`: the text of a value, mostly a part of the document that it comes from.
    Json,
    /// `Option<Json>`
    Optional,
}

/// What is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum CodeKind {
    /// A value that is written out; null is `Json`.
    Literal(Literal),
    /// A constant list or object, as its JSON text.
    Constant(String),
    /// The value at a path of a root.
    Read {
        /// The root's name.
        root: String,
        /// The way from there.
        path: Vec<Step>,
        /// As the author wrote it.
        written: String,
    },
    /// The variable of a macro: `Json`.
    Local(String),
    /// The value at a path of a computed value, which the author wrote as the text.
    At(Box<Code>, Vec<Step>, String),
    /// The item or the member of a computed index.
    Item(Box<Code>, Box<Code>),
    /// The value at a path, perhaps; of a `Json` or of an `Optional`.
    Find(Box<Code>, Vec<Step>),
    /// The item or the member of a computed index, perhaps.
    FindItem(Box<Code>, Box<Code>),
    /// The optional value, or else the second.
    OrValue(Box<Code>, Box<Code>),
    /// Whether there is a value.
    HasValue(Box<Code>),
    /// A `Json` read as what the representation says.
    Convert(Box<Code>),
    /// A value as `Json`.
    Encode(Box<Code>),
    /// An operator of Rust that cannot fail.
    Infix(&'static str, Box<Code>, Box<Code>),
    /// An operator of Rust before its operand.
    Prefix(&'static str, Box<Code>),
    /// A function of the runtime; texts and `Json` are lent to it.
    Call(&'static str, Vec<Code>, Fails),
    /// How two values compare: a function of the runtime gives an `Ordering`, of which this method is asked.
    Compare(&'static str, Box<Code>, Box<Code>, Fails),
    /// `&&`; a failure does not matter where the other side decides.
    And(Box<Code>, Box<Code>),
    /// `||`; likewise.
    Or(Box<Code>, Box<Code>),
    /// `? :`
    If(Box<Code>, Box<Code>, Box<Code>),
    /// A macro over items.
    Each(Box<EachCode>),
    /// A list, as JSON.
    List(Vec<Code>),
    /// An object, as JSON.
    Object(Vec<(String, Code)>),
    /// Texts put together.
    Concat(Vec<Code>),
}

/// Whether a function of the runtime returns a `Result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fails {
    /// It does.
    Perhaps,
    /// It returns the value itself.
    Never,
}

/// A macro over items.
#[derive(Clone, Debug, PartialEq)]
pub struct EachCode {
    /// Which.
    pub what: EachKind,
    /// What it goes over: `Json`.
    pub list: Code,
    /// The variable's name.
    pub variable: String,
    /// Which items count: `Bool`.
    pub condition: Option<Code>,
    /// What is asked of an item (`Bool`), or made of it (`Json`).
    pub body: Code,
}

impl Code {
    /// A piece of code.
    pub fn new(kind: CodeKind, repr: Repr) -> Self {
        Self { kind, repr }
    }

    /// What stands for an expression that has an error: it is never printed.
    pub fn nothing() -> Self {
        Self::new(CodeKind::Literal(Literal::Null), Repr::Json)
    }

    /// A function of the runtime.
    pub fn call(name: &'static str, arguments: Vec<Self>, fails: Fails, repr: Repr) -> Self {
        Self::new(CodeKind::Call(name, arguments, fails), repr)
    }

    /// The same value in another representation.
    #[must_use]
    pub fn to(self, repr: Repr) -> Self {
        match (self.repr, repr) {
            (from, to) if from == to => self,
            (_, Repr::Json) => match &self.kind {
                CodeKind::Literal(literal) => Self::new(CodeKind::Constant(json(literal)), Repr::Json),
                _ => Self::new(CodeKind::Encode(Box::new(self)), Repr::Json),
            },
            (Repr::Json, _) => Self::new(CodeKind::Convert(Box::new(self)), repr),
            // Only where there was an error.
            (_, _) => Self::new(self.kind, repr),
        }
    }

    /// The root and the steps, where this is a plain reference.
    pub fn as_reference(&self) -> Option<(&str, &[Step], &str)> {
        match &self.kind {
            CodeKind::Read { root, path, written } => Some((root, path, written)),
            _ => None,
        }
    }

    /// The steps that this part names itself.
    pub fn path(&self) -> &[Step] {
        match &self.kind {
            CodeKind::Read { path, .. } | CodeKind::At(_, path, _) | CodeKind::Find(_, path) => path,
            _ => &[],
        }
    }

    /// Every root that is read, once each, in order of first appearance.
    pub fn roots(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.each_part(&mut |part| {
            if let CodeKind::Read { root, .. } = &part.kind
                && !found.contains(&root.as_str())
            {
                found.push(root.as_str());
            }
        });
        found
    }

    /// Whether it reads the variable of a macro around it.
    pub fn reads_local(&self, name: &str) -> bool {
        match &self.kind {
            CodeKind::Local(local) => local == name,
            CodeKind::Each(each) if each.variable == name => each.list.reads_local(name),
            _ => {
                let mut reads = false;
                self.inner(&mut |part| reads |= part.reads_local(name));
                reads
            }
        }
    }

    /// Calls `found` with this and all code inside it.
    pub fn each_part<'c>(&'c self, found: &mut dyn FnMut(&'c Self)) {
        found(self);
        self.inner(&mut |part| part.each_part(found));
    }

    /// Calls `found` with the parts of which this is made.
    fn inner<'c>(&'c self, found: &mut dyn FnMut(&'c Self)) {
        match &self.kind {
            CodeKind::Literal(_) | CodeKind::Constant(_) | CodeKind::Read { .. } | CodeKind::Local(_) => {}
            CodeKind::At(inner, _, _)
            | CodeKind::Find(inner, _)
            | CodeKind::HasValue(inner)
            | CodeKind::Convert(inner)
            | CodeKind::Encode(inner)
            | CodeKind::Prefix(_, inner) => found(inner),
            CodeKind::Item(left, right)
            | CodeKind::FindItem(left, right)
            | CodeKind::OrValue(left, right)
            | CodeKind::Infix(_, left, right)
            | CodeKind::Compare(_, left, right, _)
            | CodeKind::And(left, right)
            | CodeKind::Or(left, right) => {
                found(left);
                found(right);
            }
            CodeKind::Call(_, arguments, _) | CodeKind::List(arguments) | CodeKind::Concat(arguments) => {
                arguments.iter().for_each(&mut *found);
            }
            CodeKind::If(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| found(part));
            }
            CodeKind::Each(each) => {
                let EachCode { what: _, list, variable: _, condition, body } = &**each;
                found(list);
                condition.iter().for_each(&mut *found);
                found(body);
            }
            CodeKind::Object(members) => members.iter().for_each(|(_, member)| found(member)),
        }
    }
}

/// The JSON text of a literal.
pub fn json(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Bool(truth) => truth.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Double(value) => format!("{value:?}"),
        Literal::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
    }
}
