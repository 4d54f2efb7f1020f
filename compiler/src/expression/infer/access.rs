//! Fields and items.

use super::{
    Asked, Class, Code, CodeKind, Expr, Fit, Inference, Kind, Literal, Presence, Repr, Span, Spanned, Step, Type,
    Typed, possibly_absent,
};
use crate::expression::tree::is_name;

impl<'s> Inference<'_, 's> {
    /// `base.name` or `base[0]`, which is all of `expr`.
    pub(super) fn step(&mut self, expr: &Expr, base: &Expr, typed: Typed<'s>, step: &Step, span: Span) -> Typed<'s> {
        if typed.ty.inner().is_some() {
            return self.find(base, typed, step, span);
        }
        let typed = self.not_null(base, typed);
        match typed.ty.step(step) {
            Err(why) => {
                self.nowhere(base, step, span, &why);
                Typed::nothing()
            }
            Ok(reached) => {
                if !self.facts.has(expr) {
                    self.undeclared(base, &typed.ty, step, span, Asked::AsThere);
                }
                if reached.presence == Presence::Maybe && !self.facts.has(expr) {
                    let finding = possibly_absent::absent(span, base, expr, self.declared(base));
                    self.out.push(finding);
                }
                Typed::new(self.facts.refine(expr, reached.ty), at(typed.code, step.clone(), expr))
            }
        }
    }

    /// `base.?name`, or a step from an optional value.
    pub(super) fn find(&mut self, base: &Expr, typed: Typed<'s>, step: &Step, span: Span) -> Typed<'s> {
        let is_optional = typed.ty.inner().is_some();
        let ty = typed.ty.inner().cloned().unwrap_or_else(|| typed.ty.clone()).without_null();
        let reached = match ty.step(step) {
            Ok(reached) => {
                self.undeclared(base, &ty, step, span, Asked::Whether);
                reached.ty
            }
            Err(why) => {
                self.nowhere(base, step, span, &why);
                Type::open()
            }
        };
        let code = match typed.code {
            Code { kind: CodeKind::Find(inner, mut path), repr } if is_optional => {
                path.push(step.clone());
                Code::new(CodeKind::Find(inner, path), repr)
            }
            code => Code::new(CodeKind::Find(Box::new(code), vec![step.clone()]), Repr::Optional),
        };
        Typed::new(Type::optional(reached), code)
    }

    /// `has(base.name)`.
    pub(super) fn has(&mut self, base: &Expr, name: &Spanned<String>) -> Typed<'s> {
        let typed = self.expr(base);
        let typed = if typed.ty.inner().is_some() { typed } else { self.not_null(base, typed) };
        let found = self.find(base, typed, &Step::Field(name.value.clone()), name.span);
        Typed::new(Type::boolean(), Code::new(CodeKind::HasValue(Box::new(found.code)), Repr::Bool))
    }

    /// `base[index]`.
    pub(super) fn index(&mut self, expr: &Expr, base: &Expr, index: &Expr, brackets: Span) -> Typed<'s> {
        let typed = self.expr(base);
        if let Kind::Literal(Literal::Int(at)) = index.kind {
            let Ok(at) = u32::try_from(at) else {
                self.out.push(super::unknown_field::no_such_item(brackets, &base.to_string(), &index.to_string()));
                return Typed::nothing();
            };
            return self.step(expr, base, typed, &Step::Index(at), brackets);
        }
        if typed.ty.inner().is_some() {
            return self.find_item(base, typed, index);
        }
        let mut typed = self.not_null(base, typed);
        let (item, index) = match self.computed_index(base, &mut typed, index) {
            Some(found) => found,
            None => return Typed::nothing(),
        };
        let code = CodeKind::Item(Box::new(typed.code.to(Repr::Json)), Box::new(index));
        Typed::new(item, Code::new(code, Repr::Json))
    }

    /// `base[?index]`.
    pub(super) fn optional_index(&mut self, base: &Expr, index: &Expr, brackets: Span) -> Typed<'s> {
        let typed = self.expr(base);
        match index.kind {
            Kind::Literal(Literal::Int(at)) if u32::try_from(at).is_ok() => {
                let at = Step::Index(u32::try_from(at).unwrap_or(u32::MAX));
                self.find(base, typed, &at, brackets)
            }
            _ => self.find_item(base, typed, index),
        }
    }

    fn find_item(&mut self, base: &Expr, mut typed: Typed<'s>, index: &Expr) -> Typed<'s> {
        if let Some(inner) = typed.ty.inner() {
            typed.ty = inner.clone();
        }
        typed.ty = typed.ty.without_null();
        let Some((item, index)) = self.computed_index(base, &mut typed, index) else { return Typed::nothing() };
        let code = CodeKind::FindItem(Box::new(typed.code), Box::new(index));
        Typed::new(Type::optional(item), Code::new(code, Repr::Optional))
    }

    /// What an index that is computed leads to, and its code: an integer for lists, a text for objects.
    fn computed_index(&mut self, base: &Expr, typed: &mut Typed<'s>, index: &Expr) -> Option<(Type<'s>, Code)> {
        let list = self.fit(base, typed, &[Class::List, Class::Map], "`[…]`");
        let mut at = self.expr(index);
        let wanted: &[Class] = match list {
            Fit::One(Class::List) => &[Class::Int],
            Fit::One(_) => &[Class::Text],
            Fit::Dynamic => &[Class::Int, Class::Text],
            Fit::Wrong => return None,
        };
        let item = match list {
            Fit::One(Class::List) => typed.ty.item(),
            Fit::One(_) | Fit::Dynamic | Fit::Wrong => Type::open(),
        };
        match self.fit(index, &mut at, wanted, "an index") {
            Fit::One(class) => Some((item, at.code.to(super::repr_of(class)))),
            Fit::Dynamic => match wanted {
                [class] => Some((item, at.code.to(super::repr_of(*class)))),
                _ => Some((item, at.code.to(Repr::Json))),
            },
            Fit::Wrong => None,
        }
    }

    /// The same where it cannot be null, which is reported.
    fn not_null(&mut self, expr: &Expr, typed: Typed<'s>) -> Typed<'s> {
        let is_null_perhaps = typed.ty.classes().is_some_and(|it| it.len() > 1 && it.contains(Class::Null));
        if !is_null_perhaps {
            return typed;
        }
        let finding = possibly_absent::null(expr.span, &expr.to_string(), self.declared(expr));
        self.out.push(finding);
        Typed::new(typed.ty.without_null(), typed.code)
    }
}

/// The code of one step more, which is the last of `expr`.
fn at(code: Code, step: Step, expr: &Expr) -> Code {
    let kind = match code.kind {
        CodeKind::Read { root, mut path, written } => {
            path.push(step);
            CodeKind::Read { root, path, written: longer(written, expr) }
        }
        CodeKind::At(inner, mut path, written) => {
            path.push(step);
            CodeKind::At(inner, path, longer(written, expr))
        }
        kind => CodeKind::At(Box::new(Code::new(kind, code.repr).to(Repr::Json)), vec![step], expr.to_string()),
    };
    Code::new(kind, Repr::Json)
}

/// `expr`, of which all but the last step is written already.
fn longer(mut written: String, expr: &Expr) -> String {
    match &expr.kind {
        Kind::Field(_, name) if is_name(&name.value) => {
            written.push('.');
            written.push_str(&name.value);
            written
        }
        Kind::Index(_, index, _) => {
            written.push('[');
            written.push_str(&index.to_string());
            written.push(']');
            written
        }
        _ => expr.to_string(),
    }
}
