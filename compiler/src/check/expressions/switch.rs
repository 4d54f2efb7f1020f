//! Whether a switch has a way for all there can be, and no way for what there never is.

use packwright_runtime_min::json::Value;

use super::Types;
use crate::{
    diagnostic::Finding,
    expression::{Type, types::Class},
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
            for (at, (when, _)) in conditions.iter().enumerate() {
                let text = match &when.template {
                    Template::Expression(condition) => Some(condition.expr.to_string()),
                    Template::Literal(_) | Template::Array(_) | Template::Object(_) | Template::Text(_) => None,
                };
                let before = text.as_ref().and_then(|text| asked.iter().find(|(known, _)| known == text));
                if let Some(before) = always {
                    out.push(impossible_case::after_always(when.span, before));
                } else if let Some((_, before)) = before {
                    out.push(impossible_case::again(when.span, *before));
                } else {
                    match constant(at) {
                        Some(true) => always = Some(when.span),
                        Some(false) => out.push(impossible_case::never(when.span)),
                        None => {}
                    }
                }
                asked.extend(text.map(|text| (text, when.span)));
            }
            match (always, switch.default) {
                (None, None) => out.push(missing_case::of_conditions(node.name.span, &node.name.value)),
                (Some(before), Some(default)) => out.push(impossible_case::after_always(default.span, before)),
                (Some(_), None) | (None, Some(_)) => {}
            }
        }
    }
}

/// All that a value can be, as cases write it; none where that is not known.
fn values(ty: &Type<'_>) -> Option<Vec<String>> {
    if let Some(values) = ty.values() {
        return Some(values.iter().map(case_of).collect());
    }
    let classes = ty.classes()?;
    let is_finite = |class: &Class| matches!(class, Class::Bool | Class::Null);
    if !classes.iter().all(is_finite) {
        return None;
    }
    let mut values = Vec::new();
    if classes.contains(&Class::Bool) {
        values.extend(["true", "false"].map(str::to_owned));
    }
    if classes.contains(&Class::Null) {
        values.push("null".to_owned());
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

fn check_values(node: &Node, switch: &Switch, values: &[String], cases: &[&Spanned<String>], out: &mut Vec<Finding>) {
    for case in cases.iter().filter(|case| !values.contains(&case.value)) {
        out.push(impossible_case::finding(case, values));
    }
    let is_missing = |value: &&String| !cases.iter().any(|case| case.value == **value);
    let missing: Vec<&str> = values.iter().filter(is_missing).map(String::as_str).collect();
    match (missing.is_empty(), switch.default) {
        (false, None) => out.push(missing_case::finding(node.name.span, &node.name.value, &missing)),
        (true, Some(default)) => out.push(impossible_case::default(default.span)),
        (false, Some(_)) | (true, None) => {}
    }
}

/// Cases that values of this sort are never like.
fn check_class(ty: &Type<'_>, cases: &[&Spanned<String>], out: &mut Vec<Finding>) {
    let can_be: fn(&str) -> bool = match ty.class() {
        // `01` and `+1` are no numbers of JSON, and no value is written like them.
        Some(Class::Int) => |case| is_number(case) && case.parse::<i64>().is_ok(),
        Some(Class::Double) => is_number,
        _ => return,
    };
    for case in cases.iter().filter(|case| !can_be(&case.value)) {
        out.push(impossible_case::of_another_type(case, &ty.named()));
    }
}

fn is_number(case: &str) -> bool {
    matches!(Value::parse(case.as_bytes()), Ok(Value::Number(_)))
}
