//! Comparison, and what is known of its answer beforehand.

use packwright_runtime_min::{json::Value, validate::equal};

use super::{
    Class, Code, CodeKind, Expr, Fit, Inference, Kind, Literal, Repr, Type, Typed, finite, repr_of, wrong_operand,
};
use crate::{
    expression::{code::Fails, tree::Binary, types::Classes},
    rules::expressions::constant_comparison,
};

const ORDERED: &[Class] = &[Class::Int, Class::Double, Class::Text, Class::Bool, Class::Time, Class::Span];

impl<'s> Inference<'_, 's> {
    /// `==` and `!=`
    pub(super) fn equality(&mut self, expr: &Expr, operator: Binary, left: &Expr, right: &Expr) -> Typed<'s> {
        let (left_typed, right_typed) = (self.expr(left), self.expr(right));
        let (left_typed, right_typed) = (self.present(left, left_typed), self.present(right, right_typed));
        if let Some(answer) = equality_of(&left_typed.ty, &right_typed.ty) {
            let finding = constant_comparison::finding(
                expr.span,
                &expr.to_string(),
                answer == (operator == Binary::Equal),
                (&left_typed.ty, &right_typed.ty),
            );
            self.out.push(finding);
        }
        let classes = (left_typed.ty.class(), right_typed.ty.class());
        let code = match (is_null(left), is_null(right)) {
            (_, true) => {
                same(operator, Code::call("is_null", vec![left_typed.code.to(Repr::Json)], Fails::Never, Repr::Bool))
            }
            (true, _) => {
                same(operator, Code::call("is_null", vec![right_typed.code.to(Repr::Json)], Fails::Never, Repr::Bool))
            }
            (false, false) => compared(operator, classes, left_typed.code, right_typed.code),
        };
        Typed::new(Type::boolean(), code)
    }

    /// `<` and its like
    pub(super) fn order(&mut self, expr: &Expr, operator: Binary, left: &Expr, right: &Expr) -> Typed<'s> {
        let asked_by = format!("`{}`", operator.symbol());
        let (mut left_typed, mut right_typed) = (self.expr(left), self.expr(right));
        let fits = [
            self.fit(left, &mut left_typed, ORDERED, &asked_by),
            self.fit(right, &mut right_typed, ORDERED, &asked_by),
        ];
        let classes = match fits {
            [Fit::Wrong, _] | [_, Fit::Wrong] => return Typed::nothing(),
            [Fit::One(left), Fit::One(right)] => (Some(left), Some(right)),
            // A known text or boolean says what the other one has to be; a number may be compared with any other.
            [Fit::One(known @ (Class::Text | Class::Bool)), Fit::Dynamic] if right_typed.ty.is_only(known) => {
                (Some(known), Some(known))
            }
            [Fit::Dynamic, Fit::One(known @ (Class::Text | Class::Bool))] if left_typed.ty.is_only(known) => {
                (Some(known), Some(known))
            }
            [Fit::One(Class::Time | Class::Span), Fit::Dynamic]
            | [Fit::Dynamic, Fit::One(Class::Time | Class::Span)] => {
                let types = (&left_typed.ty, &right_typed.ty);
                self.out.push(wrong_operand::pair(expr.span, &expr.to_string(), operator.symbol(), types.0, types.1));
                return Typed::nothing();
            }
            [Fit::One(known), Fit::Dynamic] if !right_typed.ty.is_only(known) => (Some(known), Some(Class::Null)),
            [Fit::Dynamic, Fit::One(known)] if !left_typed.ty.is_only(known) => (Some(Class::Null), Some(known)),
            [_, _] => (None, None),
        };
        if let (Some(left_is), Some(right_is)) = classes
            && family(left_is) != family(right_is)
        {
            let types = (&left_typed.ty, &right_typed.ty);
            self.out.push(wrong_operand::pair(expr.span, &expr.to_string(), operator.symbol(), types.0, types.1));
            return Typed::nothing();
        }
        let answer = order_of(operator, &left_typed.ty, &right_typed.ty);
        let at_the_end =
            || order_at_the_end(operator, left, right).filter(|_| classes == (Some(Class::Int), Some(Class::Int)));
        if let Some(answer) = answer.or_else(at_the_end) {
            let types = (&left_typed.ty, &right_typed.ty);
            self.out.push(constant_comparison::finding(expr.span, &expr.to_string(), answer, types));
        }
        Typed::new(Type::boolean(), compared(operator, classes, left_typed.code, right_typed.code))
    }

    /// `in`
    pub(super) fn is_in(&mut self, expr: &Expr, left: &Expr, right: &Expr) -> Typed<'s> {
        let left_typed = self.expr(left);
        let left_typed = self.present(left, left_typed);
        let mut right_typed = self.expr(right);
        let item = match self.fit(right, &mut right_typed, &[Class::List, Class::Map], "`in`") {
            Fit::One(Class::List) => right_typed.ty.item(),
            Fit::One(_) => Type::text(),
            Fit::Dynamic => Type::open(),
            Fit::Wrong => return Typed::nothing(),
        };
        if equality_of(&left_typed.ty, &item) == Some(false) {
            let types = (&left_typed.ty, &item);
            self.out.push(constant_comparison::finding(expr.span, &expr.to_string(), false, types));
        }
        let arguments = vec![finite(left_typed.code).to(Repr::Json), right_typed.code.to(Repr::Json)];
        Typed::new(Type::boolean(), Code::call("is_in", arguments, Fails::Perhaps, Repr::Bool))
    }
}

/// The answer of a comparison of two integers, one of which is written out and the last of 64 bits: nothing is beyond it.
fn order_at_the_end(operator: Binary, left: &Expr, right: &Expr) -> Option<bool> {
    let is = |expr: &Expr, end: i64| expr.kind == Kind::Literal(Literal::Int(end));
    match operator {
        Binary::Less if is(left, i64::MAX) || is(right, i64::MIN) => Some(false),
        Binary::Greater if is(left, i64::MIN) || is(right, i64::MAX) => Some(false),
        Binary::LessOrEqual if is(left, i64::MIN) || is(right, i64::MAX) => Some(true),
        Binary::GreaterOrEqual if is(left, i64::MAX) || is(right, i64::MIN) => Some(true),
        _ => None,
    }
}

fn is_null(expr: &Expr) -> bool {
    expr.kind == Kind::Literal(Literal::Null)
}

/// Whether it is the same, or is not.
fn same(operator: Binary, code: Code) -> Code {
    match operator {
        Binary::NotEqual => Code::new(CodeKind::Prefix("!", Box::new(code)), Repr::Bool),
        _ => code,
    }
}

/// The comparison of two values of these classes.
fn compared(operator: Binary, classes: (Option<Class>, Option<Class>), left: Code, right: Code) -> Code {
    let bool = |kind| Code::new(kind, Repr::Bool);
    let method = |operator| match operator {
        Binary::Equal => "is_eq",
        Binary::NotEqual => "is_ne",
        Binary::Less => "is_lt",
        Binary::LessOrEqual => "is_le",
        Binary::Greater => "is_gt",
        _ => "is_ge",
    };
    match classes {
        (Some(left_is), Some(right_is)) if left_is == right_is && repr_of(left_is) != Repr::Json => {
            let repr = repr_of(left_is);
            bool(CodeKind::Infix(operator.symbol(), Box::new(left.to(repr)), Box::new(right.to(repr))))
        }
        (Some(Class::Int), Some(Class::Double)) => {
            let (left, right) = (left.to(Repr::Int), right.to(Repr::Double));
            bool(CodeKind::Compare(method(operator), Box::new(left), Box::new(right), Fails::Never))
        }
        (Some(Class::Double), Some(Class::Int)) => {
            let turned = match operator {
                Binary::Less => Binary::Greater,
                Binary::LessOrEqual => Binary::GreaterOrEqual,
                Binary::Greater => Binary::Less,
                Binary::GreaterOrEqual => Binary::LessOrEqual,
                other => other,
            };
            let (left, right) = (left.to(Repr::Double), right.to(Repr::Int));
            bool(CodeKind::Compare(method(turned), Box::new(right), Box::new(left), Fails::Never))
        }
        (_, _) => {
            let (left, right) = (finite(left).to(Repr::Json), finite(right).to(Repr::Json));
            match operator {
                Binary::Equal | Binary::NotEqual => {
                    same(operator, Code::call("equal", vec![left, right], Fails::Perhaps, Repr::Bool))
                }
                _ => bool(CodeKind::Compare(method(operator), Box::new(left), Box::new(right), Fails::Perhaps)),
            }
        }
    }
}

/// Classes that can be the same: all numbers are of one.
fn family(class: Class) -> Class {
    if class == Class::Double { Class::Int } else { class }
}

/// Whether values of two types are always, or never, the same.
fn equality_of(left: &Type<'_>, right: &Type<'_>) -> Option<bool> {
    let (left_classes, right_classes) = (left.classes()?, right.classes()?);
    if !left_classes.iter().any(|class| right_classes.iter().any(|other| family(class) == family(other))) {
        return Some(false);
    }
    if let (Some(left), Some(right)) = (left.values(), right.values()) {
        let can_be = left.iter().any(|value| right.iter().any(|other| equal(value, other)));
        let must_be = left.len() == 1 && right.len() == 1;
        return if can_be { must_be.then_some(true) } else { Some(false) };
    }
    let is_number = |classes: Classes| classes.all(|it| family(it) == Class::Int);
    if is_number(left_classes) && is_number(right_classes) {
        let ((least, most), (other_least, other_most)) = (left.range(), right.range());
        let is_below =
            |most: Option<f64>, least: Option<f64>| most.zip(least).is_some_and(|(most, least)| most < least);
        return (is_below(most, other_least) || is_below(other_most, least)).then_some(false);
    }
    None
}

/// Whether an order always holds, or never.
fn order_of(operator: Binary, left: &Type<'_>, right: &Type<'_>) -> Option<bool> {
    let is_number = |ty: &Type<'_>| ty.classes().is_some_and(|it| it.all(|it| family(it) == Class::Int));
    if !is_number(left) || !is_number(right) {
        return match (left.only_value()?, right.only_value()?) {
            (Value::String(left), Value::String(right)) => Some(match operator {
                Binary::Less => left < right,
                Binary::LessOrEqual => left <= right,
                Binary::Greater => left > right,
                _ => left >= right,
            }),
            _ => None,
        };
    }
    let ((least, most), (other_least, other_most)) = (left.range(), right.range());
    let holds = |one: Option<f64>, other: Option<f64>, holds: fn(f64, f64) -> bool| {
        one.zip(other).is_some_and(|(one, other)| holds(one, other))
    };
    let (always, never) = match operator {
        Binary::Less => (holds(most, other_least, |a, b| a < b), holds(least, other_most, |a, b| a >= b)),
        Binary::LessOrEqual => (holds(most, other_least, |a, b| a <= b), holds(least, other_most, |a, b| a > b)),
        Binary::Greater => (holds(least, other_most, |a, b| a > b), holds(most, other_least, |a, b| a <= b)),
        _ => (holds(least, other_most, |a, b| a >= b), holds(most, other_least, |a, b| a < b)),
    };
    match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        (false, false) => None,
    }
}
