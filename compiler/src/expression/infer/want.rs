//! What somebody asks of an expression: a condition wants a boolean, a key a text, a source of items a list.

use super::{Class, Code, CodeKind, Expr, Fit, Inference, Repr, Typed, finite};
use crate::{
    diagnostic::Finding,
    expression::{code::Fails, env::Env},
    rules::expressions::not_a_scalar,
};

/// What an expression has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Any value, as JSON.
    Value,
    /// What can stand inside text: a text, a number, a boolean, a timestamp or a duration, as text.
    Scalar,
    /// A boolean.
    Condition,
    /// An integer.
    Integer,
    /// A list, as JSON.
    List,
    /// A duration.
    Duration,
    /// A timestamp.
    Timestamp,
}

/// The type of `expr` and the code that computes it as what `want` says: that code's [`Repr`] is [`Want::repr`], but for [`Want::Value`]
/// and [`Want::Scalar`], where it is what is cheapest. What is wrong with it goes to `out`.
pub fn infer_as<'s>(expr: &Expr, want: Want, env: &Env<'s>, out: &mut Vec<Finding>) -> Typed<'s> {
    let mut inference = Inference { env, locals: Vec::new(), facts: env.facts(), out };
    let mut typed = inference.expr(expr);
    let Some(wanted) = want.class() else {
        let typed = inference.present(expr, typed);
        return if want == Want::Scalar {
            inference.scalar(expr, typed)
        } else {
            Typed { code: finite(typed.code), ..typed }
        };
    };
    if wanted == Class::Bool {
        let code = inference.boolean(expr, typed.clone(), want.asked_by());
        return Typed { code, ..typed };
    }
    match inference.fit(expr, &mut typed, &[wanted], want.asked_by()) {
        Fit::Wrong => Typed { code: Code::nothing().to(super::repr_of(wanted)), ..typed },
        Fit::One(_) => Typed { code: typed.code.to(super::repr_of(wanted)), ..typed },
        Fit::Dynamic => Typed { code: read(typed.code, wanted), ..typed },
    }
}

/// What nobody knows, read as what is wanted; a timestamp or a duration is a text in JSON.
fn read(code: Code, wanted: Class) -> Code {
    match wanted {
        Class::Time => Code::call("timestamp", vec![code.to(Repr::Text)], Fails::Perhaps, Repr::Time),
        Class::Span => Code::call("duration", vec![code.to(Repr::Text)], Fails::Perhaps, Repr::Span),
        Class::List => Code::call("list", vec![code.to(Repr::Json)], Fails::Perhaps, Repr::Json),
        _ => code.to(super::repr_of(wanted)),
    }
}

impl Want {
    /// The class, where it is one.
    fn class(self) -> Option<Class> {
        match self {
            Self::Value | Self::Scalar => None,
            Self::Condition => Some(Class::Bool),
            Self::Integer => Some(Class::Int),
            Self::List => Some(Class::List),
            Self::Duration => Some(Class::Span),
            Self::Timestamp => Some(Class::Time),
        }
    }

    /// For messages.
    fn asked_by(self) -> &'static str {
        match self {
            Self::Value | Self::Scalar => "a value",
            Self::Condition => "a condition",
            Self::Integer => "this place",
            Self::List => "a list of items",
            Self::Duration => "a time to wait",
            Self::Timestamp => "a point in time",
        }
    }
}

impl<'s> Inference<'_, 's> {
    /// A value that stands inside text.
    fn scalar(&mut self, expr: &Expr, mut typed: Typed<'s>) -> Typed<'s> {
        if let Some(classes) = typed.ty.classes() {
            let is_container = |class| matches!(class, Class::List | Class::Map);
            if classes.contains(Class::Null) && classes.len() > 1 {
                self.out.push(super::possibly_absent::null(expr.span, &expr.to_string(), self.declared(expr)));
                typed.ty = typed.ty.without_null();
            } else if classes.contains(Class::Null) || (!classes.is_empty() && classes.all(is_container)) {
                self.out.push(not_a_scalar::finding(expr.span, &expr.to_string(), &typed.ty));
            }
        }
        let code = match (&typed.code.kind, typed.code.repr) {
            // Written as it is; the runtime says so if it is no scalar.
            (CodeKind::Read { .. }, _) => typed.code,
            (_, Repr::Json) => Code::call("scalar", vec![typed.code], Fails::Perhaps, Repr::Text),
            (_, _) => finite(typed.code),
        };
        Typed { ty: typed.ty, code }
    }
}
