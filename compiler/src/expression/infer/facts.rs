//! What a condition makes sure of where it is true, or false: `has(args.x) ? args.x : 0`.

use packwright_runtime_min::json::Value;

use crate::expression::{
    code,
    tree::{Binary, Expr, Kind, Literal},
    types::Type,
};

/// What is known of places, each named by [`path`].
#[derive(Clone, Debug, Default)]
pub(in crate::expression) struct Facts(Vec<(String, Fact)>);

/// What is known of one place.
#[derive(Clone, Debug, PartialEq)]
enum Fact {
    /// It is there.
    Present,
    /// It is not null.
    NotNull,
    /// Its member of this name is this value.
    Tagged(String, Value<'static>),
}

impl Facts {
    /// Adds what is known where `condition` is `truth`.
    pub(in crate::expression) fn learn(&mut self, condition: &Expr, truth: bool) {
        match (&condition.kind, truth) {
            (Kind::Not(inner), _) => self.learn(inner, !truth),
            (Kind::Binary(Binary::And, left, right), true) | (Kind::Binary(Binary::Or, left, right), false) => {
                self.learn(left, truth);
                self.learn(right, truth);
            }
            (Kind::Has(base, name), true) => {
                if let Some(base) = path(base) {
                    self.0.push((member(&base, &name.value), Fact::Present));
                }
            }
            (Kind::Method(target, name, arguments), true) if name.value == "hasValue" && arguments.is_empty() => {
                let mut at = Some(&**target);
                // All of `a.?b.c` is there, `a.b` too.
                while let Some(expr) = at {
                    self.0.extend(path(expr).map(|path| (path, Fact::Present)));
                    at = match &expr.kind {
                        Kind::Field(base, _) | Kind::OptionalField(base, _) => Some(base),
                        Kind::Index(base, _, _) | Kind::OptionalIndex(base, _, _) => Some(base),
                        _ => None,
                    };
                }
            }
            (Kind::Binary(Binary::Equal, left, right), true) | (Kind::Binary(Binary::NotEqual, left, right), false) => {
                self.equal(left, right);
                self.equal(right, left);
            }
            (Kind::Binary(Binary::NotEqual, left, right), true) | (Kind::Binary(Binary::Equal, left, right), false) => {
                self.not_null(left, right);
                self.not_null(right, left);
            }
            _ => {}
        }
    }

    /// Where `place` is `value`.
    fn equal(&mut self, place: &Expr, value: &Expr) {
        let Kind::Literal(literal) = &value.kind else { return };
        if *literal != Literal::Null {
            self.0.extend(path(place).map(|path| (path, Fact::NotNull)));
        }
        let json = code::json(literal);
        if let (Kind::Field(base, name), Ok(value)) = (&place.kind, Value::parse(json.as_bytes())) {
            self.0.extend(path(base).map(|path| (path, Fact::Tagged(name.value.clone(), value.into_owned()))));
        }
    }

    fn not_null(&mut self, place: &Expr, value: &Expr) {
        if value.kind == Kind::Literal(Literal::Null) {
            self.0.extend(path(place).map(|path| (path, Fact::NotNull)));
        }
    }

    /// Forgets what is known of a name, because it now means something else.
    pub(super) fn forget(&mut self, name: &str) {
        self.0.retain(|(path, _)| {
            path != name && !path.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '[']))
        });
    }

    /// Whether the place is known to be there.
    pub(super) fn has(&self, place: &Expr) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let Some(path) = path(place) else { return false };
        self.0.iter().any(|(known, fact)| *known == path && *fact == Fact::Present)
    }

    /// The type of a place with what is known of it.
    pub(super) fn refine<'s>(&self, place: &Expr, ty: Type<'s>) -> Type<'s> {
        if self.0.is_empty() {
            return ty;
        }
        let Some(path) = path(place) else { return ty };
        let known = self.0.iter().filter(|(known, _)| *known == path);
        known.fold(ty, |ty, (_, fact)| match fact {
            Fact::Present => ty,
            Fact::NotNull => ty.without_null(),
            Fact::Tagged(field, value) => ty.with_field(field, value),
        })
    }
}

/// The name of the place that a reference leads to; the same for `a.b` and `a.?b`.
fn path(expr: &Expr) -> Option<String> {
    match &expr.kind {
        Kind::Name(name) => Some(name.clone()),
        Kind::Field(base, name) | Kind::OptionalField(base, name) => Some(member(&path(base)?, &name.value)),
        Kind::Index(base, index, _) | Kind::OptionalIndex(base, index, _) => match index.kind {
            Kind::Literal(Literal::Int(index)) => Some(format!("{}[{index}]", path(base)?)),
            _ => None,
        },
        _ => None,
    }
}

fn member(base: &str, name: &str) -> String {
    format!("{base}.{name:?}")
}
