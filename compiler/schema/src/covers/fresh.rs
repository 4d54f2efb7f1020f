//! Members with names that nothing speaks of: only the patterns of names tell them apart.

use packwright_runtime_min::json::Value;

use super::{
    Undecided,
    literal::{Goal, Literal, What},
    problem::{NameId, NodeId, PatternId},
    prover::{Outcome, Prover},
    shape::{Need, Part, Said, Shape},
};

/// With more patterns not all of their combinations are looked at.
const PATTERNS: usize = 8;

/// A name that nothing speaks of.
pub(super) enum Fresh {
    /// There is none.
    None,
    /// This one.
    Name(NameId),
    /// It is not known whether there is one.
    Open(Undecided),
}

/// A sort of fresh names: members with such names are alike.
pub(super) struct Sort {
    matched: Vec<PatternId>,
    unmatched: Vec<PatternId>,
    /// Whether there are more sorts than are looked at.
    is_rest: bool,
}

impl Prover<'_> {
    /// The sorts of fresh names that a member may have; such as is needed, if something is.
    pub(super) fn sorts(&self, shape: &Shape, need: Option<&Need>) -> Vec<Sort> {
        let needed = needed(need);
        let spoken = shape.said.iter().chain(shape.needed()).chain(needed);
        let mut patterns: Vec<PatternId> =
            spoken.flat_map(|said| said.members().patterns.iter().map(|(pattern, _)| *pattern)).collect();
        patterns.sort_unstable();
        patterns.dedup();
        if patterns.len() > PATTERNS {
            return vec![Sort { matched: Vec::new(), unmatched: patterns, is_rest: true }];
        }
        let sorts = (0..1_usize << patterns.len()).map(|combination| {
            let (matched, unmatched): (Vec<_>, Vec<_>) =
                patterns.iter().enumerate().partition(|(bit, _)| combination >> bit & 1 == 1);
            let [matched, unmatched] = [matched, unmatched].map(|part| part.into_iter().map(|(_, it)| *it).collect());
            Sort { matched, unmatched, is_rest: false }
        });
        sorts.filter(|sort| needed.is_none_or(|said| speaks_of(said, &sort.matched))).collect()
    }

    /// A fresh name of a sort for a member, such as is needed, if something is.
    pub(super) fn fresh(&mut self, shape: &Shape, need: Option<&Need>, sort: &Sort) -> Fresh {
        if sort.is_rest {
            return Fresh::Open(Undecided::Members);
        }
        let open = match self.solve(Goal::new(wanted(shape, need, &sort.matched))) {
            Outcome::Empty => return Fresh::None,
            Outcome::Found(_) => None,
            Outcome::Open(undecided) => Some(undecided),
        };
        match (self.fresh_name(shape, need, sort), open) {
            (Outcome::Empty, _) => Fresh::None,
            (Outcome::Open(undecided), _) | (Outcome::Found(_), Some(undecided)) => Fresh::Open(undecided),
            (Outcome::Found(name), None) => {
                Fresh::Name(self.problem.names.id(name.as_str().expect("names are wanted to be texts")))
            }
        }
    }

    /// A name of a sort that nothing speaks of.
    fn fresh_name(&mut self, shape: &Shape, need: Option<&Need>, sort: &Sort) -> Outcome {
        let Sort { matched, unmatched, is_rest: _ } = sort;
        let mut taken = shape.spoken();
        if let Some(said) = needed(need) {
            taken.extend(said.members().declared.iter().map(|(name, _)| *name));
        }
        let mut taken: Vec<_> = taken.into_iter().map(|name| self.problem.names.name(name)).collect();
        let is_free = |name: &str| !taken.iter().any(|it| **it == *name);
        let unsaid = shape.names.is_empty() && !matches!(need, Some(Need::Name(_)));
        if let Some(name) = PLAIN.iter().find(|name| {
            unsaid
                && is_free(name)
                && matched.iter().all(|pattern| self.matches(*pattern, name))
                && !unmatched.iter().any(|pattern| self.matches(*pattern, name))
        }) {
            return Outcome::found(Value::text(name));
        }
        taken.sort_unstable();
        taken.dedup();
        let taken = taken.iter().map(|name| self.problem.value(&Value::text(name))).collect::<Vec<_>>();
        let refused = match need {
            Some(Need::Name(node)) => Some(What::Node(*node).fails()),
            Some(Need::Member(..)) | None => None,
        };
        let literals = [What::Node(NodeId::TEXT).holds()].into_iter();
        let literals = literals
            .chain(shape.names.iter().map(|node| What::Node(*node).holds()))
            .chain(matched.iter().map(|pattern| What::Matches(*pattern).holds()))
            .chain(unmatched.iter().map(|pattern| What::Matches(*pattern).fails()))
            .chain(taken.into_iter().map(|value| What::Is(value).fails()))
            .chain(refused);
        self.solve(Goal::new(literals))
    }
}

/// The part that needs a member.
fn needed(need: Option<&Need>) -> Option<&Said> {
    match need {
        Some(Need::Member(said, _)) => Some(said),
        Some(Need::Name(_)) | None => None,
    }
}

/// Names for members that may have any.
const PLAIN: &[&str] = &["extra", "other", "more", "another"];

/// Whether a part speaks of a fresh name that matches these patterns and no others.
fn speaks_of(said: &Said, matched: &[PatternId]) -> bool {
    match said.part {
        Part::Matched(pattern) => matched.contains(&pattern),
        Part::Declared(_) => false,
        Part::Whole | Part::Others => !said.members().patterns.iter().any(|(pattern, _)| matched.contains(pattern)),
    }
}

/// What is wanted of the value.
fn wanted(shape: &Shape, need: Option<&Need>, matched: &[PatternId]) -> Vec<Literal> {
    let mut literals = Vec::new();
    for said in &shape.said {
        let members = said.members();
        let of_patterns = members.patterns.iter().filter(|(pattern, _)| {
            matched.contains(pattern) && (said.part == Part::Whole || said.part == Part::Matched(*pattern))
        });
        literals.extend(of_patterns.map(|(_, node)| What::Node(*node).holds()));
        if let (Part::Whole | Part::Others, Some(others)) = (said.part, members.others)
            && !members.patterns.iter().any(|(pattern, _)| matched.contains(pattern))
        {
            literals.push(What::Node(others).holds());
        }
    }
    if let Some(Need::Member(_, node)) = need {
        literals.push(What::Node(*node).fails());
    }
    literals
}
