//! Functions: which there are, what they take and what they give.

use super::{
    Class, Code, CodeKind, Expr, Fit, Inference, Repr, Type, Typed, encoded, possibly_absent, repr_of, wrong_operand,
};
use packwright_runtime_min::{
    expression::{self as runtime, Fault},
    json::Value,
};

use crate::{expression::code::Fails, rules::expressions::unknown_function, source::Spanned};

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `size(a)`
    Global,
    /// `a.contains(b)`
    Method,
    /// Either way.
    Both,
}

/// A function for arguments of some classes.
#[derive(Debug)]
struct Function {
    name: &'static str,
    style: Style,
    /// The classes of the arguments; a method's target first.
    takes: &'static [Class],
    /// The runtime's function.
    helper: &'static str,
    fails: Fails,
    gives: Gives,
}

/// What a function gives.
#[derive(Clone, Copy, Debug)]
enum Gives {
    Bool,
    Int,
    /// An integer that is not below zero.
    Count,
    Double,
    Text,
    Texts,
    Time,
    Span,
}

impl Gives {
    fn ty<'s>(self) -> Type<'s> {
        match self {
            Self::Bool => Type::boolean(),
            Self::Int => Type::integer(),
            Self::Count => Type::count(),
            Self::Double => Type::number(),
            Self::Text => Type::text(),
            Self::Texts => Type::list(Type::text()),
            Self::Time => Type::time(),
            Self::Span => Type::span(),
        }
    }

    fn repr(self) -> Repr {
        match self {
            Self::Bool => Repr::Bool,
            Self::Int | Self::Count => Repr::Int,
            Self::Double => Repr::Double,
            Self::Text => Repr::Text,
            Self::Texts => Repr::Json,
            Self::Time => Repr::Time,
            Self::Span => Repr::Span,
        }
    }
}

const fn function(
    name: &'static str,
    style: Style,
    takes: &'static [Class],
    helper: &'static str,
    fails: Fails,
    gives: Gives,
) -> Function {
    Function { name, style, takes, helper, fails, gives }
}

/// Every function, by name.
const FUNCTIONS: &[Function] = {
    use Class::{Bool, Double, Int, List, Map, Span, Text, Time};
    use Fails::{Never, Perhaps};
    use Style::{Both, Global, Method};
    &[
        function("bool", Global, &[Bool], "same", Never, Gives::Bool),
        function("bool", Global, &[Text], "bool_of_text", Perhaps, Gives::Bool),
        function("charAt", Method, &[Text, Int], "char_at", Perhaps, Gives::Text),
        function("contains", Method, &[Text, Text], "contains", Never, Gives::Bool),
        function("double", Global, &[Double], "same", Never, Gives::Double),
        function("double", Global, &[Int], "double_of_int", Never, Gives::Double),
        function("double", Global, &[Text], "double_of_text", Perhaps, Gives::Double),
        function("duration", Global, &[Span], "same", Never, Gives::Span),
        function("duration", Global, &[Text], "duration", Perhaps, Gives::Span),
        function("endsWith", Method, &[Text, Text], "ends_with", Never, Gives::Bool),
        function("getDate", Method, &[Time], "day_of_month", Never, Gives::Int),
        function("getDate", Method, &[Time, Text], "day_of_month_at", Perhaps, Gives::Int),
        function("getDayOfMonth", Method, &[Time], "day_of_month_from_0", Never, Gives::Int),
        function("getDayOfMonth", Method, &[Time, Text], "day_of_month_from_0_at", Perhaps, Gives::Int),
        function("getDayOfWeek", Method, &[Time], "day_of_week", Never, Gives::Int),
        function("getDayOfWeek", Method, &[Time, Text], "day_of_week_at", Perhaps, Gives::Int),
        function("getDayOfYear", Method, &[Time], "day_of_year", Never, Gives::Int),
        function("getDayOfYear", Method, &[Time, Text], "day_of_year_at", Perhaps, Gives::Int),
        function("getFullYear", Method, &[Time], "year", Never, Gives::Int),
        function("getFullYear", Method, &[Time, Text], "year_at", Perhaps, Gives::Int),
        function("getHours", Method, &[Span], "in_hours", Never, Gives::Int),
        function("getHours", Method, &[Time], "hours", Never, Gives::Int),
        function("getHours", Method, &[Time, Text], "hours_at", Perhaps, Gives::Int),
        function("getMilliseconds", Method, &[Span], "in_milliseconds", Never, Gives::Int),
        function("getMilliseconds", Method, &[Time], "milliseconds", Never, Gives::Int),
        function("getMilliseconds", Method, &[Time, Text], "milliseconds_at", Perhaps, Gives::Int),
        function("getMinutes", Method, &[Span], "in_minutes", Never, Gives::Int),
        function("getMinutes", Method, &[Time], "minutes", Never, Gives::Int),
        function("getMinutes", Method, &[Time, Text], "minutes_at", Perhaps, Gives::Int),
        function("getMonth", Method, &[Time], "month_from_0", Never, Gives::Int),
        function("getMonth", Method, &[Time, Text], "month_from_0_at", Perhaps, Gives::Int),
        function("getSeconds", Method, &[Span], "in_seconds", Never, Gives::Int),
        function("getSeconds", Method, &[Time], "seconds", Never, Gives::Int),
        function("getSeconds", Method, &[Time, Text], "seconds_at", Perhaps, Gives::Int),
        function("indexOf", Method, &[Text, Text], "index_of", Never, Gives::Int),
        function("int", Global, &[Double], "int_of_double", Perhaps, Gives::Int),
        function("int", Global, &[Int], "same", Never, Gives::Int),
        function("int", Global, &[Text], "int_of_text", Perhaps, Gives::Int),
        function("int", Global, &[Time], "int_of_timestamp", Never, Gives::Int),
        function("join", Method, &[List], "join", Perhaps, Gives::Text),
        function("join", Method, &[List, Text], "join_with", Perhaps, Gives::Text),
        function("lastIndexOf", Method, &[Text, Text], "last_index_of", Never, Gives::Int),
        function("lowerAscii", Method, &[Text], "lower_ascii", Never, Gives::Text),
        function("replace", Method, &[Text, Text, Text], "replace", Never, Gives::Text),
        function("size", Both, &[List], "count", Perhaps, Gives::Count),
        function("size", Both, &[Map], "count", Perhaps, Gives::Count),
        function("size", Both, &[Text], "length", Never, Gives::Count),
        function("split", Method, &[Text, Text], "split", Never, Gives::Texts),
        function("startsWith", Method, &[Text, Text], "starts_with", Never, Gives::Bool),
        function("string", Global, &[Bool], "text_of_bool", Never, Gives::Text),
        function("string", Global, &[Double], "text_of_double", Never, Gives::Text),
        function("string", Global, &[Int], "text_of_int", Never, Gives::Text),
        function("string", Global, &[Span], "text_of_duration", Never, Gives::Text),
        function("string", Global, &[Text], "same", Never, Gives::Text),
        function("string", Global, &[Time], "text_of_timestamp", Never, Gives::Text),
        function("substring", Method, &[Text, Int], "substring_from", Perhaps, Gives::Text),
        function("substring", Method, &[Text, Int, Int], "substring", Perhaps, Gives::Text),
        function("timestamp", Global, &[Int], "timestamp_of_seconds", Perhaps, Gives::Time),
        function("timestamp", Global, &[Text], "timestamp", Perhaps, Gives::Time),
        function("timestamp", Global, &[Time], "same", Never, Gives::Time),
        function("trim", Method, &[Text], "trim", Never, Gives::Text),
        function("upperAscii", Method, &[Text], "upper_ascii", Never, Gives::Text),
    ]
};

/// What is called where several functions would take what nobody knows: the runtime looks.
const DYNAMIC: &[(&str, &str, Gives)] = &[
    ("bool", "bool_of", Gives::Bool),
    ("double", "double_of", Gives::Double),
    ("int", "int_of", Gives::Int),
    ("size", "size_of", Gives::Count),
    ("string", "text_of", Gives::Text),
    ("timestamp", "timestamp_of", Gives::Time),
];

/// What this version does not have of CEL, and what to do instead.
const MISSING: &[(&str, &str)] = &[
    ("bytes", "JSON has no bytes: keep the text"),
    ("matches", "give the schema a `pattern`, or look with contains, startsWith or endsWith"),
    ("none", "write the default with orValue"),
    ("of", "write the value itself"),
    ("optFlatMap", "write has(a.b) ? … : …"),
    ("optMap", "write has(a.b) ? … : …"),
    ("type", "types are known when the pack is built: leave the question away"),
    ("uint", "write int(…)"),
];

impl<'s> Inference<'_, 's> {
    /// A call, all of which is `expr`.
    pub(super) fn function(
        &mut self,
        expr: &Expr,
        name: &Spanned<String>,
        target: Option<&Expr>,
        arguments: &[Expr],
    ) -> Typed<'s> {
        match (name.value.as_str(), target, arguments) {
            ("orValue", Some(target), [default]) => return self.or_value(target, default),
            ("hasValue", Some(target), []) => return self.has_value(target, name),
            ("value", Some(target), []) => return self.value(target, name),
            ("or", Some(target), [other]) => return self.or_else(target, other, name),
            ("dyn", None, [argument]) => {
                let typed = self.expr(argument);
                let typed = self.present(argument, typed);
                return Typed::new(Type::open(), super::finite(typed.code).to(Repr::Json));
            }
            _ => {}
        }
        let is_style = |function: &&Function| {
            function.style == Style::Both || (function.style == Style::Method) == target.is_some()
        };
        let named: Vec<&Function> = FUNCTIONS.iter().filter(|function| function.name == name.value).collect();
        if named.is_empty() {
            let advice = MISSING.iter().find(|(missing, _)| *missing == name.value).map(|(_, advice)| *advice);
            self.out.push(unknown_function::finding(name, names(), advice));
            return Typed::nothing();
        }
        let all: Vec<&Expr> = target.into_iter().chain(arguments).collect();
        let candidates: Vec<&Function> =
            named.iter().copied().filter(is_style).filter(|function| function.takes.len() == all.len()).collect();
        if candidates.is_empty() {
            self.out.push(unknown_function::called_otherwise(name, &usages(&named)));
            return Typed::nothing();
        }
        self.apply(expr, &name.value, &all, candidates)
    }

    fn apply(&mut self, expr: &Expr, name: &str, arguments: &[&Expr], mut candidates: Vec<&Function>) -> Typed<'s> {
        let asked_by = format!("`{name}`");
        let mut typed = Vec::with_capacity(arguments.len());
        for (at, argument) in arguments.iter().enumerate() {
            let mut argument_typed = self.expr(argument);
            let mut wanted: Vec<Class> = candidates.iter().map(|function| function.takes[at]).collect();
            wanted.sort_unstable();
            wanted.dedup();
            match self.fit(argument, &mut argument_typed, &wanted, &asked_by) {
                Fit::Wrong => return Typed::nothing(),
                Fit::One(class) => candidates.retain(|function| function.takes[at] == class),
                Fit::Dynamic => {}
            }
            typed.push(argument_typed);
        }
        if let [function] = candidates.as_slice() {
            for (at, argument) in typed.iter().enumerate() {
                if let Some(why) = misread(function, at, &argument.ty) {
                    self.out.push(wrong_operand::wrong_format(arguments[at].span, &asked_by, &why));
                    return Typed::nothing();
                }
            }
            let codes: Vec<Code> =
                typed.into_iter().zip(function.takes).map(|(typed, class)| typed.code.to(repr_of(*class))).collect();
            if let ("same", [code]) = (function.helper, codes.as_slice()) {
                return Typed::new(function.gives.ty(), code.clone());
            }
            let code = Code::call(function.helper, codes, function.fails, function.gives.repr());
            return Typed::new(function.gives.ty(), code);
        }
        match DYNAMIC.iter().find(|(dynamic, _, _)| *dynamic == name) {
            Some((_, helper, gives)) => {
                let codes = typed.into_iter().map(|typed| typed.code.to(Repr::Json)).collect();
                Typed::new(gives.ty(), Code::call(helper, codes, Fails::Perhaps, gives.repr()))
            }
            // What nobody knows is no timestamp, and no duration: JSON has none.
            None => {
                let types: Vec<_> = typed.iter().map(|typed| &typed.ty).collect();
                self.out.push(wrong_operand::unclear(expr.span, &arguments[0].to_string(), &asked_by, types[0]));
                Typed::nothing()
            }
        }
    }

    /// What is asked for its value must be optional.
    fn optional(&mut self, target: &Expr, asked_by: &str) -> Option<(Type<'s>, Code)> {
        let typed = self.expr(target);
        match typed.ty.inner() {
            Some(inner) => Some((inner.clone(), typed.code)),
            None => {
                if !is_error(&typed) {
                    self.out.push(possibly_absent::not_optional(target.span, &target.to_string(), asked_by));
                }
                None
            }
        }
    }

    /// `optional.orValue(default)`
    fn or_value(&mut self, target: &Expr, default: &Expr) -> Typed<'s> {
        let optional = self.optional(target, "`orValue`");
        let typed = self.expr(default);
        let typed = self.present(default, typed);
        let Some((ty, code)) = optional else { return Typed::nothing() };
        // Both sides as JSON: a value that is only passed on keeps its bytes.
        let default = encoded(typed.code, Repr::Json);
        let code = CodeKind::OrValue(Box::new(code), Box::new(default));
        Typed::new(ty.or(typed.ty), Code::new(code, Repr::Json))
    }

    /// `optional.hasValue()`
    fn has_value(&mut self, target: &Expr, name: &Spanned<String>) -> Typed<'s> {
        match self.optional(target, &format!("`{}`", name.value)) {
            Some((_, code)) => Typed::new(Type::boolean(), Code::new(CodeKind::HasValue(Box::new(code)), Repr::Bool)),
            None => Typed::nothing(),
        }
    }

    /// `optional.value()`: fails the run where there is none.
    fn value(&mut self, target: &Expr, name: &Spanned<String>) -> Typed<'s> {
        match self.optional(target, &format!("`{}`", name.value)) {
            Some((ty, code)) => Typed::new(ty, Code::call("value", vec![code], Fails::Perhaps, Repr::Json)),
            None => Typed::nothing(),
        }
    }

    /// `optional.or(other)`
    fn or_else(&mut self, target: &Expr, other: &Expr, name: &Spanned<String>) -> Typed<'s> {
        let asked_by = format!("`{}`", name.value);
        let first = self.optional(target, &asked_by);
        let second = self.optional(other, &asked_by);
        let (Some((first_ty, first)), Some((second_ty, second))) = (first, second) else { return Typed::nothing() };
        let code = CodeKind::OrValue(Box::new(first), Box::new(second));
        Typed::new(Type::optional(first_ty.or(second_ty)), Code::new(code, Repr::Optional))
    }
}

/// What the runtime would say of the argument at `at`, where all that this can be is known and one of it is not of the form that the
/// function reads.
fn misread(function: &Function, at: usize, ty: &Type<'_>) -> Option<Fault> {
    let read: fn(&str) -> Option<Fault> = match (function.helper, function.takes, at) {
        ("duration", _, _) => |text| runtime::duration(text).err(),
        ("timestamp", _, _) => |text| runtime::timestamp(text).err(),
        ("int_of_text", _, _) => |text| runtime::int_of_text(text).err(),
        ("double_of_text", _, _) => |text| runtime::double_of_text(text).err(),
        ("bool_of_text", _, _) => |text| runtime::bool_of_text(text).err(),
        (_, [Class::Time, Class::Text], 1) => |text| runtime::zone_minutes(text).err(),
        _ => return None,
    };
    ty.values()?.iter().find_map(|value| match value {
        Value::String(text) => read(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
    })
}

/// Whether an expression stands for one that has been reported.
fn is_error(typed: &Typed<'_>) -> bool {
    typed.ty.is_open() && typed.code == Code::nothing()
}

/// Every name that can be called.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
    names.extend(["all", "dyn", "exists", "exists_one", "filter", "has", "hasValue", "map", "or", "orValue", "value"]);
    names.dedup();
    names
}

/// How functions are called, for messages: `size(a string)`, `a string.contains(a string)`.
fn usages(functions: &[&Function]) -> Vec<String> {
    let mut usages = Vec::new();
    for function in functions {
        let classes: Vec<&str> = function.takes.iter().map(|class| word(*class)).collect();
        let usage = match (function.style, classes.as_slice()) {
            (Style::Method, [target, arguments @ ..]) => {
                format!("{target}.{}({})", function.name, arguments.join(", "))
            }
            (_, arguments) => format!("{}({})", function.name, arguments.join(", ")),
        };
        if !usages.contains(&usage) {
            usages.push(usage);
        }
    }
    usages
}

fn word(class: Class) -> &'static str {
    class.named().split(' ').next_back().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_sorted_by_name_and_no_two_take_the_same() {
        let key = |function: &Function| (function.name, function.takes.len(), function.takes.to_vec());
        assert!(FUNCTIONS.is_sorted_by_key(|function| function.name), "sort the table");
        for (at, function) in FUNCTIONS.iter().enumerate() {
            assert!(FUNCTIONS[at + 1..].iter().all(|other| key(other) != key(function)), "{function:?} is there twice");
        }
    }

    #[test]
    fn what_is_missing_is_not_there() {
        assert!(MISSING.iter().all(|(name, _)| !names().contains(name)));
    }
}
