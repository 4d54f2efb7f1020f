//! Logic and arithmetic.

use super::{Class, Code, CodeKind, Expr, Fit, Inference, Repr, Type, Typed, repr_of, wrong_operand};
use crate::{
    expression::{code::Fails, tree::Binary},
    rules::expressions::{failing_arithmetic, risky_arithmetic},
};

/// The classes that `+` takes; the others take some of them.
const ADDABLE: &[Class] = &[Class::Int, Class::Double, Class::Text, Class::List, Class::Time, Class::Span];
const SUBTRACTABLE: &[Class] = &[Class::Int, Class::Double, Class::Time, Class::Span];
const NUMBERS: &[Class] = &[Class::Int, Class::Double];

impl<'s> Inference<'_, 's> {
    /// An operator between two operands.
    pub(super) fn binary(&mut self, expr: &Expr, operator: Binary, left: &Expr, right: &Expr) -> Typed<'s> {
        match operator {
            Binary::And | Binary::Or => self.logic(operator, left, right),
            Binary::Equal | Binary::NotEqual => self.equality(expr, operator, left, right),
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => {
                self.order(expr, operator, left, right)
            }
            Binary::In => self.is_in(expr, left, right),
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Remainder => {
                self.arithmetic(expr, operator, left, right)
            }
        }
    }

    fn logic(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Typed<'s> {
        let asked_by = format!("`{}`", operator.symbol());
        let left_code = Box::new(self.condition(left, &asked_by));
        // The right side counts only where the left one has not decided.
        let right_code = Box::new(self.assuming(left, operator == Binary::And, |it| it.condition(right, &asked_by)));
        let kind = match operator {
            Binary::And => CodeKind::And(left_code, right_code),
            _ => CodeKind::Or(left_code, right_code),
        };
        Typed::new(Type::boolean(), Code::new(kind, Repr::Bool))
    }

    /// `-inner`
    pub(super) fn negate(&mut self, inner: &Expr) -> Typed<'s> {
        let mut typed = self.expr(inner);
        match self.fit(inner, &mut typed, &[Class::Int, Class::Double, Class::Span], "`-`") {
            Fit::One(Class::Double) => {
                let code = CodeKind::Prefix("-", Box::new(typed.code.to(Repr::Double)));
                Typed::new(Type::number(), Code::new(code, Repr::Double))
            }
            Fit::One(Class::Span) => {
                let code = Code::call("negate_duration", vec![typed.code], Fails::Perhaps, Repr::Span);
                Typed::new(Type::span(), code)
            }
            Fit::One(_) => {
                let code = Code::call("negate", vec![typed.code.to(Repr::Int)], Fails::Perhaps, Repr::Int);
                Typed::new(Type::integer(), code)
            }
            Fit::Dynamic => {
                let code = Code::call("negate_any", vec![typed.code.to(Repr::Json)], Fails::Perhaps, Repr::Json);
                Typed::new(Type::open(), code)
            }
            Fit::Wrong => Typed::nothing(),
        }
    }

    fn arithmetic(&mut self, expr: &Expr, operator: Binary, left: &Expr, right: &Expr) -> Typed<'s> {
        let asked_by = format!("`{}`", operator.symbol());
        let wanted = match operator {
            Binary::Add => ADDABLE,
            Binary::Subtract => SUBTRACTABLE,
            Binary::Remainder => &[Class::Int],
            _ => NUMBERS,
        };
        let (mut left_typed, mut right_typed) = (self.expr(left), self.expr(right));
        let fits =
            [self.fit(left, &mut left_typed, wanted, &asked_by), self.fit(right, &mut right_typed, wanted, &asked_by)];
        let classes = match fits {
            [Fit::Wrong, _] | [_, Fit::Wrong] => return Typed::nothing(),
            [Fit::One(left), Fit::One(right)] => Some((left, right)),
            // The known side says what the other one has to be.
            [Fit::One(known), Fit::Dynamic] => partner(known, &right_typed.ty).map(|other| (known, other)),
            [Fit::Dynamic, Fit::One(known)] => partner(known, &left_typed.ty).map(|other| (other, known)),
            [Fit::Dynamic, Fit::Dynamic] => match operator {
                Binary::Remainder => Some((Class::Int, Class::Int)),
                _ => return self.dynamic(operator, left_typed, right_typed),
            },
        };
        let (left_is, right_is) = (left_typed.ty.clone(), right_typed.ty.clone());
        let made = classes.and_then(|classes| made(operator, classes, left_typed, right_typed));
        let Some(typed) = made else {
            self.out.push(wrong_operand::pair(expr.span, &expr.to_string(), operator.symbol(), &left_is, &right_is));
            return Typed::nothing();
        };
        self.hold_against_values(expr, operator, (&left_is, &right_is), right, &typed);
        typed
    }

    /// Says what surely or perhaps goes wrong with such values.
    fn hold_against_values(
        &mut self,
        expr: &Expr,
        operator: Binary,
        (left_is, right_is): (&Type<'s>, &Type<'s>),
        right: &Expr,
        typed: &Typed<'s>,
    ) {
        if typed.code.repr != Repr::Int {
            return;
        }
        if matches!(operator, Binary::Divide | Binary::Remainder) {
            match right_is.only_value().and_then(|value| integer(&value)) {
                Some(0) => self.out.push(failing_arithmetic::by_zero(right.span, &expr.to_string())),
                None if right_is.admits_zero() => {
                    self.out.push(risky_arithmetic::perhaps_by_zero(right.span, &right.to_string()));
                }
                Some(_) | None => {}
            }
        }
        let values = (left_is.only_value(), right_is.only_value());
        if let (Some(left), Some(right)) = values
            && let (Some(left), Some(right)) = (integer(&left), integer(&right))
        {
            let overflows = match operator {
                Binary::Add => left.checked_add(right).is_none(),
                Binary::Subtract => left.checked_sub(right).is_none(),
                Binary::Multiply => left.checked_mul(right).is_none(),
                _ => right != 0 && left.checked_div(right).is_none(),
            };
            if overflows {
                self.out.push(failing_arithmetic::overflow(expr.span, &expr.to_string()));
            }
        }
    }

    /// Arithmetic of which nothing is known: the runtime looks at both.
    fn dynamic(&mut self, operator: Binary, left: Typed<'s>, right: Typed<'s>) -> Typed<'s> {
        let helper = match operator {
            Binary::Add => "add_any",
            Binary::Subtract => "subtract_any",
            Binary::Multiply => "multiply_any",
            _ => "divide_any",
        };
        let arguments = vec![left.code.to(Repr::Json), right.code.to(Repr::Json)];
        Typed::new(Type::open(), Code::call(helper, arguments, Fails::Perhaps, Repr::Json))
    }
}

/// The class that goes with a known one; none where JSON has no such value (what is not known is neither a timestamp nor a
/// duration), and none where the other side is known to be something else now and then.
fn partner(known: Class, other: &Type<'_>) -> Option<Class> {
    match known {
        _ if !other.is_only(known) => None,
        Class::Int | Class::Double | Class::Text | Class::List => Some(known),
        Class::Null | Class::Bool | Class::Map | Class::Time | Class::Span | Class::Optional => None,
    }
}

/// The operation on operands of these classes, if there is one.
fn made<'s>(operator: Binary, classes: (Class, Class), left: Typed<'s>, right: Typed<'s>) -> Option<Typed<'s>> {
    let (left_code, right_code) = (left.code.to(repr_of(classes.0)), right.code.to(repr_of(classes.1)));
    let call = |name, (first, second): (Code, Code), ty, repr| {
        Some(Typed::new(ty, Code::call(name, vec![first, second], Fails::Perhaps, repr)))
    };
    let both = (left_code, right_code);
    match (operator, classes) {
        (Binary::Add, (Class::Int, Class::Int)) => call("add", both, Type::integer(), Repr::Int),
        (Binary::Subtract, (Class::Int, Class::Int)) => call("subtract", both, Type::integer(), Repr::Int),
        (Binary::Multiply, (Class::Int, Class::Int)) => call("multiply", both, Type::integer(), Repr::Int),
        (Binary::Divide, (Class::Int, Class::Int)) => call("divide", both, Type::integer(), Repr::Int),
        (Binary::Remainder, (Class::Int, Class::Int)) => call("remainder", both, Type::integer(), Repr::Int),
        (Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide, (Class::Double, Class::Double)) => {
            let code = CodeKind::Infix(operator.symbol(), Box::new(both.0), Box::new(both.1));
            Some(Typed::new(Type::number(), Code::new(code, Repr::Double)))
        }
        (Binary::Add, (Class::Text, Class::Text)) => {
            let mut parts = Vec::new();
            for code in [both.0, both.1] {
                match code.kind {
                    CodeKind::Concat(inner) => parts.extend(inner),
                    kind => parts.push(Code::new(kind, code.repr)),
                }
            }
            Some(Typed::new(Type::text(), Code::new(CodeKind::Concat(parts), Repr::Text)))
        }
        (Binary::Add, (Class::List, Class::List)) => {
            let item = left.ty.item().or(right.ty.item());
            call("concat", both, Type::list(item), Repr::Json)
        }
        (Binary::Add, (Class::Time, Class::Span)) => call("later", both, Type::time(), Repr::Time),
        (Binary::Add, (Class::Span, Class::Time)) => call("later", (both.1, both.0), Type::time(), Repr::Time),
        (Binary::Add, (Class::Span, Class::Span)) => call("add_durations", both, Type::span(), Repr::Span),
        (Binary::Subtract, (Class::Time, Class::Span)) => call("earlier", both, Type::time(), Repr::Time),
        (Binary::Subtract, (Class::Time, Class::Time)) => call("between", both, Type::span(), Repr::Span),
        (Binary::Subtract, (Class::Span, Class::Span)) => call("subtract_durations", both, Type::span(), Repr::Span),
        _ => None,
    }
}

/// An integer of 64 bits.
fn integer(value: &packwright_runtime_min::json::Value<'_>) -> Option<i64> {
    match value {
        packwright_runtime_min::json::Value::Number(text) => text.parse().ok(),
        _ => None,
    }
}
