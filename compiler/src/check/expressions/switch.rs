//! Whether a switch has a way for all there can be, and no way for what there never is.

use packwright_runtime_min::{json::Value, validate::equal};

use super::{Types, implied};
use crate::{
    diagnostic::Finding,
    expression::{Expr, Type, types::Class},
    model::{Decision, Node, NodeId, Place, Switch, Template},
    rules::topology::{impossible_case, missing_case},
    source::{Span, Spanned},
};

/// Checks the branches of a switch.
pub(super) fn check(types: &Types<'_>, id: NodeId, node: &Node, switch: &Switch, out: &mut Vec<Finding>) {
    match &switch.decision {
        Decision::Value { value, cases } => {
            let ty = types.template(id, Place::SwitchValue, &value.template);
            let cases: Vec<&Spanned<String>> = cases.iter().map(|(case, _)| case).collect();
            match values(&ty) {
                Some(values) => check_values(node, switch, &values, &cases, out),
                None => {
                    check_class(&ty, &cases, out);
                    if switch.default.is_none() {
                        out.push(missing_case::of_many(node.name.span, &node.name.value, &ty.named()));
                    }
                }
            }
        }
        Decision::Conditions(conditions) => {
            let constant = |at: usize| {
                let ty = types.template(id, Place::Condition, &conditions[at].0.template);
                match ty.only_value() {
                    Some(Value::Bool(truth)) => Some(truth),
                    _ => None,
                }
            };
            let mut always = None;
            let mut asked: Vec<(String, Span)> = Vec::new();
            let written: Option<Vec<&Expr>> = conditions.iter().map(|(when, _)| as_expr(&when.template)).collect();
            let taken = written.and_then(|written| implied::taken(&written));
            for (at, (when, _)) in conditions.iter().enumerate() {
                let text = as_expr(&when.template).map(Expr::to_string);
                let before = text.as_ref().and_then(|text| asked.iter().find(|(known, _)| known == text));
                if let Some(before) = always {
                    out.push(impossible_case::after_always(when.span, before));
                } else if let Some((_, before)) = before {
                    out.push(impossible_case::again(when.span, *before));
                } else {
                    match constant(at) {
                        Some(true) => always = Some(when.span),
                        Some(false) => out.push(impossible_case::never(when.span)),
                        None if taken.as_ref().is_some_and(|(taken, _)| !taken[at]) => {
                            let alone = as_expr(&when.template).and_then(|it| implied::taken(&[it]));
                            out.push(match alone.is_some_and(|(taken, _)| !taken[0]) {
                                true => impossible_case::contradiction(when.span),
                                false => impossible_case::implied(when.span),
                            });
                        }
                        None => {}
                    }
                }
                asked.extend(text.map(|text| (text, when.span)));
            }
            let is_left = taken.is_none_or(|(_, is_left)| is_left);
            match (always, switch.default) {
                (None, None) if !is_left => {}
                (None, Some(default)) if !is_left => out.push(impossible_case::default(default.span)),
                (None, None) => out.push(missing_case::of_conditions(node.name.span, &node.name.value)),
                (Some(before), Some(default)) => out.push(impossible_case::after_always(default.span, before)),
                (Some(_), None) | (None, Some(_)) => {}
            }
        }
    }
}

/// A condition that is an expression.
fn as_expr(template: &Template) -> Option<&Expr> {
    match template {
        Template::Expression(condition) => Some(&condition.expr),
        Template::Literal(_) | Template::Array(_) | Template::Object(_) | Template::Text(_) => None,
    }
}

/// All that a value can be; none where that is not known.
fn values<'t>(ty: &'t Type<'_>) -> Option<Vec<Value<'t>>> {
    if let Some(values) = ty.values() {
        return Some(values);
    }
    let classes = ty.classes()?;
    let is_finite = |class| matches!(class, Class::Bool | Class::Null);
    if !classes.all(is_finite) {
        return None;
    }
    let mut values = Vec::new();
    if classes.contains(Class::Bool) {
        values.extend([true, false].map(Value::Bool));
    }
    if classes.contains(Class::Null) {
        values.push(Value::Null);
    }
    Some(values)
}

/// A value as a case is written.
fn case_of(value: &Value<'_>) -> String {
    match value {
        Value::String(text) => text.to_string(),
        other => String::from_utf8_lossy(&other.to_json()).into_owned(),
    }
}

/// Whether a run with this value takes this case: a text as it is, anything else by its value, so that `1.0` is the case `1`.
fn is_case(value: &Value<'_>, case: &str) -> bool {
    match value {
        Value::String(text) => text == case,
        other => Value::parse(case.as_bytes()).is_ok_and(|case| equal(other, &case)),
    }
}

fn check_values(
    node: &Node,
    switch: &Switch,
    values: &[Value<'_>],
    cases: &[&Spanned<String>],
    out: &mut Vec<Finding>,
) {
    let shown: Vec<String> = values.iter().map(case_of).collect();
    for (at, case) in cases.iter().enumerate() {
        match values.iter().find(|value| is_case(value, &case.value)) {
            None => out.push(impossible_case::finding(case, &shown)),
            Some(value) => {
                let before = cases[..at].iter().find(|before| is_case(value, &before.value));
                out.extend(before.map(|before| impossible_case::again(case.span, before.span)));
            }
        }
    }
    let missing = values.iter().zip(&shown).filter(|(value, _)| !cases.iter().any(|case| is_case(value, &case.value)));
    let missing: Vec<&str> = missing.map(|(_, shown)| shown.as_str()).collect();
    match (missing.is_empty(), switch.default) {
        (false, None) => out.push(missing_case::finding(node.name.span, &node.name.value, &missing)),
        (true, Some(default)) => out.push(impossible_case::default(default.span)),
        (false, Some(_)) | (true, None) => {}
    }
}

/// Cases that values of this sort are never like.
fn check_class(ty: &Type<'_>, cases: &[&Spanned<String>], out: &mut Vec<Finding>) {
    let can_be: fn(&Value<'_>) -> bool = match ty.class() {
        Some(Class::Int) => is_integer,
        Some(Class::Double) => |_| true,
        _ => return,
    };
    for (at, case) in cases.iter().enumerate() {
        // `01` and `+1` are no numbers of JSON, and no value is written like them.
        match number(&case.value).filter(can_be) {
            None => out.push(impossible_case::of_another_type(case, &ty.named())),
            Some(value) => {
                let is_same = |before: &&&Spanned<String>| number(&before.value).is_some_and(|it| equal(&it, &value));
                let before = cases[..at].iter().find(is_same);
                out.extend(before.map(|before| impossible_case::again(case.span, before.span)));
            }
        }
    }
}

/// A case as a number.
fn number(case: &str) -> Option<Value<'_>> {
    Value::parse(case.as_bytes()).ok().filter(|value| matches!(value, Value::Number(_)))
}

/// Whether a number is an integer of 64 bits, as schemas have it: `1.0` is one.
fn is_integer(value: &Value<'_>) -> bool {
    let Value::Number(text) = value else { return false };
    let is_whole = |number: f64| number.fract() == 0.0 && number.abs() < 9e18;
    text.parse::<i64>().is_ok() || (text.contains(['.', 'e', 'E']) && text.parse().is_ok_and(is_whole))
}
