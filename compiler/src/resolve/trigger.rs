//! One trigger.

use crate::{
    ast,
    diagnostic::Finding,
    model::{Given, On, Trigger},
    resolve::{template, topology::Scope},
};

/// Resolves a trigger; none where it is not known what it listens to, or what it gives, which is reported.
pub(super) fn resolve(trigger: ast::Trigger, out: &mut Vec<Finding>) -> Option<Trigger> {
    let ast::Trigger { name, on, args } = trigger;
    let mut scope = Scope::of_trigger();
    let args = Given { template: template::resolve(args.template, &mut scope, out), span: args.span };
    let on = match on {
        ast::On::Cron(cron) => On::Cron(cron),
        ast::On::Unclear => return None,
    };
    scope.is_whole.then_some(Trigger { name, on, args })
}
