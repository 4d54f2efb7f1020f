//! Macros over the items of a list or the keys of an object.

use super::{Class, Code, CodeKind, Fit, Inference, Repr, Type, Typed};
use crate::expression::{
    code::EachCode,
    tree::{Each, EachKind},
};

impl<'s> Inference<'_, 's> {
    /// `list.map(x, …)` and its like.
    pub(super) fn each(&mut self, each: &Each) -> Typed<'s> {
        let Each { what, list, variable, condition, body } = each;
        let asked_by = format!("`{}`", what.name());
        let mut list_typed = self.expr(list);
        let item = match self.fit(list, &mut list_typed, &[Class::List, Class::Map], &asked_by) {
            Fit::One(Class::List) => list_typed.ty.item(),
            Fit::One(_) => Type::text(),
            Fit::Dynamic | Fit::Wrong => Type::open(),
        };
        let before = self.facts.clone();
        self.facts.forget(&variable.value);
        self.locals.push((variable.value.clone(), item.clone()));
        let condition_code = condition.as_ref().map(|condition| self.condition(condition, &asked_by));
        if let Some(condition) = condition {
            self.facts.learn(condition, true);
        }
        let (ty, body_code) = match what {
            EachKind::All | EachKind::Exists | EachKind::ExistsOne => {
                (Type::boolean(), self.condition(body, &asked_by))
            }
            EachKind::Filter => (Type::list(item), self.condition(body, &asked_by)),
            EachKind::Map => {
                let (ty, code) = self.member(body);
                (Type::list(ty), code)
            }
        };
        self.locals.pop();
        self.facts = before;
        let code = EachCode {
            what: *what,
            list: list_typed.code.to(Repr::Json),
            variable: variable.value.clone(),
            condition: condition_code,
            body: body_code,
        };
        let repr = match what {
            EachKind::All | EachKind::Exists | EachKind::ExistsOne => Repr::Bool,
            EachKind::Filter | EachKind::Map => Repr::Json,
        };
        Typed::new(ty, Code::new(CodeKind::Each(Box::new(code)), repr))
    }
}
