//! Types: what an expression can be, and the code that computes it.
//!
//! Goes in: a tree and what its names stand for. Comes out: a [`Typed`], and a finding for each thing that would go wrong, or might,
//! at run time. An expression with an error is of an open type, so that nothing is said about what follows from it.
//!
//! Where the schemas leave a place open nothing is reported: the code reads what is there as what it has to be, and fails the run
//! with the place if it is something else.

use super::{
    code::{Code, CodeKind, Repr},
    env::Env,
    tree::{Expr, Kind, Literal},
    types::{Class, Nowhere, Presence, Type},
};
use crate::{
    diagnostic::{Finding, Label},
    model::Step,
    rules::{
        expressions::{condition_not_boolean, possibly_absent, undeclared_field, unknown_field, wrong_operand},
        similar,
        topology::unknown_node,
    },
    source::{Span, Spanned},
};

mod access;
mod compare;
mod each;
pub(super) mod facts;
mod functions;
mod operators;
mod want;

use self::facts::Facts;
pub use self::want::{Want, infer_as};

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Typed<'s> {
    /// What it can be.
    pub ty: Type<'s>,
    /// What computes it.
    pub code: Code,
}

/// The type and the code of `expr`; what is wrong with it goes to `out`.
pub fn infer<'s>(expr: &Expr, env: &Env<'s>, out: &mut Vec<Finding>) -> Typed<'s> {
    Inference { env, locals: Vec::new(), facts: env.facts(), out }.expr(expr)
}

struct Inference<'e, 's> {
    env: &'e Env<'s>,
    /// The variables of the macros around, the innermost last.
    locals: Vec<(String, Type<'s>)>,
    /// What conditions around have made sure of.
    facts: Facts,
    out: &'e mut Vec<Finding>,
}

/// How a field is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// As something that is there.
    AsThere,
    /// The author has thought of that it may be absent.
    Whether,
}

/// Whether an operand is of a class that is asked for.
enum Fit {
    /// Always, and it is this one.
    One(Class),
    /// It will be seen at run time.
    Dynamic,
    /// Never, which is reported.
    Wrong,
}

impl<'s> Typed<'s> {
    /// What stands for an expression with an error.
    fn nothing() -> Self {
        Self { ty: Type::open(), code: Code::nothing() }
    }

    fn new(ty: Type<'s>, code: Code) -> Self {
        Self { ty, code }
    }
}

impl<'s> Inference<'_, 's> {
    fn expr(&mut self, expr: &Expr) -> Typed<'s> {
        match &expr.kind {
            Kind::Literal(literal) => of_literal(literal),
            Kind::Name(name) => self.name(name, expr),
            Kind::Field(base, name) => {
                let base_typed = self.expr(base);
                self.step(expr, base, base_typed, &Step::Field(name.value.clone()), name.span)
            }
            Kind::OptionalField(base, name) => {
                let base_typed = self.expr(base);
                self.find(base, base_typed, &Step::Field(name.value.clone()), name.span)
            }
            Kind::Has(base, name) => self.has(base, name),
            Kind::Index(base, index, brackets) => self.index(expr, base, index, brackets.0),
            Kind::OptionalIndex(base, index, brackets) => self.optional_index(base, index, brackets.0),
            Kind::Not(inner) => {
                let inner = self.condition(inner, "`!`");
                Typed::new(Type::boolean(), Code::new(CodeKind::Prefix("!", Box::new(inner)), Repr::Bool))
            }
            Kind::Negate(inner) => self.negate(inner),
            Kind::Binary(operator, left, right) => self.binary(expr, *operator, left, right),
            Kind::Conditional(condition, then, otherwise) => self.conditional(condition, then, otherwise),
            Kind::Call(name, arguments) => self.function(expr, name, None, arguments),
            Kind::Method(target, name, arguments) => self.function(expr, name, Some(target), arguments),
            Kind::Each(each) => self.each(each),
            Kind::List(items) => {
                let items: Vec<_> = items.iter().map(|item| self.member(item)).collect();
                let (types, codes): (Vec<_>, Vec<_>) = items.into_iter().unzip();
                let item = types.into_iter().reduce(Type::or);
                let ty = item.map_or_else(|| Type::constant(serde_json::json!([])), Type::list);
                Typed::new(ty, Code::new(CodeKind::List(codes), Repr::Json))
            }
            Kind::Object(members) => self.object(members),
        }
    }

    fn name(&mut self, name: &str, expr: &Expr) -> Typed<'s> {
        if let Some((_, ty)) = self.locals.iter().rev().find(|(local, _)| local == name) {
            let ty = self.facts.refine(expr, ty.clone());
            return Typed::new(ty, Code::new(CodeKind::Local(name.to_owned()), Repr::Json));
        }
        let Some(root) = self.env.get(name) else {
            let known: Vec<String> = self.env.names().map(str::to_owned).collect();
            self.out.push(unknown_node::finding(&Spanned::new(name.to_owned(), expr.span), &known));
            return Typed::nothing();
        };
        let ty = self.facts.refine(expr, root.ty.clone());
        let read = CodeKind::Read { root: name.to_owned(), path: Vec::new(), written: name.to_owned() };
        Typed::new(ty, Code::new(read, Repr::Json))
    }

    /// Something that becomes a part of a list or of an object.
    fn member(&mut self, expr: &Expr) -> (Type<'s>, Code) {
        let typed = self.expr(expr);
        let typed = self.present(expr, typed);
        let code = finite(typed.code).to(Repr::Json);
        (typed.ty, code)
    }

    fn object(&mut self, members: &[(Expr, Expr)]) -> Typed<'s> {
        let mut types: Vec<(String, Type<'s>)> = Vec::new();
        let mut codes = Vec::new();
        for (key, value) in members {
            let (ty, code) = self.member(value);
            let Kind::Literal(Literal::Text(name)) = &key.kind else {
                self.out.push(wrong_operand::computed_key(key.span, &key.to_string()));
                continue;
            };
            if types.iter().any(|(known, _)| known == name) {
                self.out.push(wrong_operand::repeated_key(key.span, name));
                continue;
            }
            types.push((name.clone(), ty));
            codes.push((name.clone(), code));
        }
        Typed::new(Type::object(types), Code::new(CodeKind::Object(codes), Repr::Json))
    }

    /// What is asked: it must be a boolean.
    fn condition(&mut self, expr: &Expr, asked_by: &str) -> Code {
        let typed = self.expr(expr);
        self.boolean(expr, typed, asked_by)
    }

    fn boolean(&mut self, expr: &Expr, typed: Typed<'s>, asked_by: &str) -> Code {
        let typed = self.present(expr, typed);
        let mut ty = typed.ty;
        if let Some(classes) = ty.classes() {
            if classes.contains(Class::Null) && classes.contains(Class::Bool) {
                self.out.push(possibly_absent::null(expr.span, &expr.to_string(), self.declared(expr)));
                ty = ty.without_null();
            }
            if ty.class() != Some(Class::Bool) {
                self.out.push(condition_not_boolean::finding(expr.span, &expr.to_string(), asked_by, &ty));
                return Code::nothing().to(Repr::Bool);
            }
        }
        typed.code.to(Repr::Bool)
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Typed<'s> {
        let asked = self.condition(condition, "`?`");
        let then = self.assuming(condition, true, |it| {
            let typed = it.expr(then);
            it.present(then, typed)
        });
        let otherwise = self.assuming(condition, false, |it| {
            let typed = it.expr(otherwise);
            it.present(otherwise, typed)
        });
        let repr = common(&then.code, &otherwise.code);
        let (then_code, otherwise_code) = (encoded(then.code, repr), encoded(otherwise.code, repr));
        let code = CodeKind::If(Box::new(asked), Box::new(then_code), Box::new(otherwise_code));
        Typed::new(then.ty.or(otherwise.ty), Code::new(code, repr))
    }

    /// Runs `inner` with what is known where `condition` is `truth`.
    fn assuming<T>(&mut self, condition: &Expr, truth: bool, inner: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.facts.clone();
        self.facts.learn(condition, truth);
        let made = inner(self);
        self.facts = before;
        made
    }

    /// The same where it is not an optional value, which is reported.
    fn present(&mut self, expr: &Expr, typed: Typed<'s>) -> Typed<'s> {
        match typed.ty.inner() {
            Some(_) => {
                self.out.push(possibly_absent::optional(expr.span, &expr.to_string()));
                Typed::nothing()
            }
            None => typed,
        }
    }

    /// Whether an operand is of one of `wanted`; `asked_by` is the operator or function, for messages.
    fn fit(&mut self, expr: &Expr, typed: &mut Typed<'s>, wanted: &[Class], asked_by: &str) -> Fit {
        if typed.ty.inner().is_some() {
            self.out.push(possibly_absent::optional(expr.span, &expr.to_string()));
            return Fit::Wrong;
        }
        let Some(mut classes) = typed.ty.classes() else { return Fit::Dynamic };
        if classes.contains(Class::Null) && !wanted.contains(&Class::Null) && classes.len() > 1 {
            self.out.push(possibly_absent::null(expr.span, &expr.to_string(), self.declared(expr)));
            typed.ty = typed.ty.clone().without_null();
            classes = classes.without(Class::Null);
        }
        if !classes.all(|class| wanted.contains(&class)) {
            self.out.push(wrong_operand::finding(expr.span, &expr.to_string(), &typed.ty, asked_by, wanted));
            return Fit::Wrong;
        }
        match typed.ty.class() {
            Some(class) => Fit::One(class),
            None => Fit::Dynamic,
        }
    }

    /// The place which says what the root of a reference is like.
    fn declared(&self, expr: &Expr) -> Option<&Label> {
        let mut at = expr;
        loop {
            at = match &at.kind {
                Kind::Name(name) if self.locals.iter().any(|(local, _)| local == name) => return None,
                Kind::Name(name) => return self.env.get(name)?.declared.as_ref(),
                Kind::Field(base, _) | Kind::OptionalField(base, _) | Kind::Index(base, _, _) => base,
                _ => return None,
            };
        }
    }

    /// A step to a field that the schema does not declare, though it does not forbid it. Who asks whether it is there knows that, unless
    /// the name looks like a slip.
    fn undeclared(&mut self, base: &Expr, ty: &Type<'s>, step: &Step, span: Span, asked: Asked) {
        let Step::Field(name) = step else { return };
        let Some(fields) = ty.leaves_out(name) else { return };
        let finding = match (similar(name, fields.iter().map(String::as_str)), asked) {
            (None, Asked::Whether) => return,
            (similar, Asked::Whether | Asked::AsThere) => {
                undeclared_field::finding(span, &base.to_string(), name, similar)
            }
        };
        let finding = match self.declared(base) {
            Some(Label { span, text }) => finding.also(*span, text.clone()),
            None => finding,
        };
        self.out.push(finding);
    }

    /// A step that leads nowhere.
    fn nowhere(&mut self, base: &Expr, step: &Step, span: Span, why: &Nowhere) {
        let finding = unknown_field::finding(&Spanned::new(step.clone(), span), &base.to_string(), why);
        let finding = match self.declared(base) {
            Some(Label { span, text }) => finding.also(*span, text.clone()),
            None => finding,
        };
        self.out.push(finding);
    }
}

fn of_literal<'s>(literal: &Literal) -> Typed<'s> {
    let repr = match literal {
        Literal::Null => Repr::Json,
        Literal::Bool(_) => Repr::Bool,
        Literal::Int(_) => Repr::Int,
        Literal::Double(_) => Repr::Double,
        Literal::Text(_) => Repr::Text,
    };
    let value = match literal {
        Literal::Null => serde_json::Value::Null,
        Literal::Bool(truth) => serde_json::Value::Bool(*truth),
        Literal::Int(value) => serde_json::Value::from(*value),
        Literal::Double(value) => serde_json::Value::from(*value),
        Literal::Text(text) => serde_json::Value::from(text.as_str()),
    };
    Typed::new(Type::constant(value), Code::new(CodeKind::Literal(literal.clone()), repr))
}

/// The representation of one of two: their own where they share it, else JSON.
fn common(left: &Code, right: &Code) -> Repr {
    if left.repr == right.repr { left.repr } else { Repr::Json }
}

/// The code in another representation; a number that JSON does not have fails the run.
fn encoded(code: Code, repr: Repr) -> Code {
    if repr == Repr::Json { finite(code).to(repr) } else { code.to(repr) }
}

/// A `Double` that JSON can say; any other code as it is.
fn finite(code: Code) -> Code {
    use super::code::Fails;
    match (&code.kind, code.repr) {
        (CodeKind::Literal(_), _) => code,
        (_, Repr::Double) => Code::call("finite", vec![code], Fails::Perhaps, Repr::Double),
        (_, _) => code,
    }
}

/// The representation of a class.
fn repr_of(class: Class) -> Repr {
    match class {
        Class::Bool => Repr::Bool,
        Class::Int => Repr::Int,
        Class::Double => Repr::Double,
        Class::Text => Repr::Text,
        Class::Time => Repr::Time,
        Class::Span => Repr::Span,
        Class::Null | Class::List | Class::Map => Repr::Json,
        Class::Optional => Repr::Optional,
    }
}

#[cfg(test)]
mod tests;
