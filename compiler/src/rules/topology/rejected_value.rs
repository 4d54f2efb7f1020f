//! PW0324: a value that is refused where it goes.

use packwright_schema::Witness;

use crate::{
    check::edges::{Edge, End},
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A value that is refused where it goes.
pub static REJECTED_VALUE: Rule = Rule {
    code: "PW0324",
    name: "rejected-value",
    group: Group::Topology,
    level: Level::Error,
    summary: "a value that is refused where it goes",
    page: include_str!("rejected_value.md"),
    found_by: FoundBy::Inference,
};

/// How much of a witness is shown.
const SHOWN: usize = 120;

/// `witness` may go along `edge`, and is refused at its end.
pub fn finding(span: Span, edge: Edge<'_>, witness: &Witness) -> Finding {
    let (node, end) = (&edge.node.name.value, edge.end.named());
    let message = match edge.end {
        End::Output => format!("node `{node}` may answer what {end} does not allow"),
        End::Handler(_) | End::Http(_) | End::Topology(_) | End::State(_) => {
            format!("node `{node}` may give {end} what that does not accept")
        }
    };
    let finding = REJECTED_VALUE.finding(span, message);
    let finding = match witness.violations.first() {
        Some(violation) if violation.instance_path.is_empty() => finding.label(violation.message.to_string()),
        Some(violation) => finding.label(format!("at `{}`: {}", violation.instance_path, violation.message)),
        None => finding,
    };
    let json = String::from_utf8_lossy(&witness.value.to_json()).into_owned();
    let shown: String = json.chars().take(SHOWN).collect();
    let dots = if shown.len() < json.len() { "…" } else { "" };
    let finding =
        finding.note(format!("it may be {shown}{dots}")).also(edge.declared, "what is accepted is declared here");
    finding.help("say more in the schema of what it is made of, or take more at the end; `.orValue(…)` gives a default")
}
