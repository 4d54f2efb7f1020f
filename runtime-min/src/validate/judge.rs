//! The second pass: a plan walked over a tree, which takes texts for what is declared and says all that is wrong.
//!
//! Goes in: a [`Plan`] and a document. Comes out: the document with its texts coerced, and a [`Report`]. It is what the compiler
//! checks documents with, and what a generated server asks once its first pass has refused a document. Three walks, each of which
//! may rely on the one before:
//!
//! 1. a verdict ([`verdict`]): a document that is valid as it came is never changed;
//! 2. coercion ([`coerce`]), until there is nothing left to coerce;
//! 3. collecting ([`collect`]) the violations of the document as it is then. It is not changed any more. What is collected is
//!    [`evidence`]; [`words`] makes sentences of it.
//!
//! Refuses to know: how a schema is written, and where `$dynamicRef` leads.

mod coerce;
mod collect;
mod evaluated;
mod evidence;
mod glance;
mod leaf;
mod speak;
#[cfg(test)]
mod tests;
mod unique;
mod verdict;
mod words;

pub use self::evidence::Message;
pub(super) use self::unique::equal_items;
use self::{
    evidence::Evidence,
    verdict::{Verdicts, size},
};
use super::{
    Report,
    plan::{Plan, PlanIdx},
};
use crate::json::Value;

/// Coerces `value` in place, unless the report is [strict](Report::strict), and reports every violation of what it is then.
///
/// A valid document is not changed, and coercing twice changes nothing. Violations come in the order of the plan's checks, in
/// each of them in the order of the document, and none comes twice.
///
/// Time and memory are bounded by the size of the plan times that of the document, whatever either of them holds.
///
/// The messages are made at once: the plan may end before the report does.
pub fn judge(plan: &Plan, value: &mut Value<'_>, report: &mut Report) {
    judge_by(Verdicts::new(plan, size(value)), value, report, Message::said);
}

/// [`judge`] for a value that was read from so many bytes, by a plan that does not end: the messages are made when someone reads
/// them.
pub(super) fn judge_text(plan: &'static Plan, bytes: usize, value: &mut Value<'_>, report: &mut Report) {
    // All values but the last take a byte for what is between them and the next.
    judge_by(Verdicts::new(plan, 1 + bytes / 2), value, report, Message::unsaid);
}

fn judge_by<'p>(
    mut verdicts: Verdicts<'p>,
    value: &mut Value<'_>,
    report: &mut Report,
    message: fn(Evidence<'p>) -> Message,
) {
    let Some(root) = verdicts.plan.root else { return };
    // Where nothing may change, to find no violation is verdict enough.
    if !report.strict {
        if verdicts.accepts(root, value) {
            return;
        }
        coerce::coerce(&mut verdicts, root, value, report);
    }
    collect::collect(verdicts, root, value, report, message);
}

/// Whether `value`, as it is, is valid by the node; nothing is coerced, and the first fault ends it.
pub fn accepts(plan: &Plan, node: PlanIdx, value: &Value<'_>) -> bool {
    Verdicts::new(plan, size(value)).accepts(node, value)
}
