//! Members with names that nothing speaks of: only the patterns of names tell them apart.

use std::rc::Rc;

use packwright_runtime_min::json::Value;

use super::{
    Undecided,
    literal::{Goal, Literal, What},
    objects::{Need, Part, Said, Shape},
    problem::{NodeId, PatternId},
    prover::{Outcome, Prover},
};

/// With more patterns not all of their combinations are looked at.
const PATTERNS: usize = 8;

/// A member with a name that nothing speaks of.
pub(super) enum Fresh {
    /// There is none.
    None,
    /// This one.
    Member(String, Rc<Value<'static>>),
    /// It is not known whether there is one.
    Open(Undecided),
}

impl Prover<'_> {
    /// A member with a fresh name; such as is needed, if something is.
    pub(super) fn fresh(&mut self, shape: &Shape, need: Option<&Need>) -> Fresh {
        let needed = match need {
            Some(Need::Member(said, _)) => Some(said),
            Some(Need::Name(_)) | None => None,
        };
        if let Some(Part::Declared(_)) = needed.map(|said| said.part) {
            return Fresh::None;
        }
        let mut patterns: Vec<PatternId> = shape
            .said
            .iter()
            .chain(needed)
            .flat_map(|said| said.members().patterns.iter().map(|(pattern, _)| *pattern))
            .collect();
        patterns.sort_unstable();
        patterns.dedup();
        let mut open = None;
        if patterns.len() > PATTERNS {
            open = Some(Undecided::Members);
        }
        let (looked_at, unmatched) = patterns.split_at(patterns.len().min(PATTERNS));
        for combination in 0..1_usize << looked_at.len() {
            let matched: Vec<_> =
                looked_at.iter().enumerate().filter(|(bit, _)| combination >> bit & 1 == 1).map(|(_, it)| *it).collect();
            if !needed.is_none_or(|said| speaks_of(said, &matched)) {
                continue;
            }
            let value = match self.solve(Goal::new(wanted(shape, need, &matched))) {
                Outcome::Empty => continue,
                Outcome::Found(value) => Ok(value),
                Outcome::Open(undecided) => Err(undecided),
            };
            let unmatched = looked_at.iter().chain(unmatched).filter(|pattern| !matched.contains(pattern));
            let name = self.fresh_name(shape, need, &matched, unmatched.copied());
            match (name, value) {
                (Outcome::Empty, _) => {}
                (Outcome::Found(name), Ok(value)) => {
                    let name = name.as_str().expect("names are wanted to be texts").to_owned();
                    return Fresh::Member(name, value);
                }
                (Outcome::Open(undecided), _) | (_, Err(undecided)) => open = Some(undecided),
            }
        }
        open.map_or(Fresh::None, Fresh::Open)
    }

    /// A name that matches some patterns and no others, and that nothing speaks of.
    fn fresh_name(
        &mut self,
        shape: &Shape,
        need: Option<&Need>,
        matched: &[PatternId],
        unmatched: impl Iterator<Item = PatternId>,
    ) -> Outcome {
        let mut taken: Vec<_> = shape.spoken().into_iter().map(|name| self.problem.names.name(name)).collect();
        if let Some(Need::Member(said, _)) = need {
            taken.extend(said.members().declared.iter().map(|(name, _)| self.problem.names.name(*name)));
        }
        let is_free = |name: &str| {
            !taken.iter().any(|it| **it == *name) && !shape.fresh_names().any(|it| it == name)
        };
        let unmatched: Vec<_> = unmatched.collect();
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
        let fresh = shape.fresh_names().map(|name| self.problem.value(&Value::text(name))).collect::<Vec<_>>();
        let refused = match need {
            Some(Need::Name(node)) => Some(What::Node(*node).fails()),
            Some(Need::Member(..)) | None => None,
        };
        let literals = [What::Node(NodeId::TEXT).holds()].into_iter();
        let literals = literals
            .chain(shape.names.iter().map(|node| What::Node(*node).holds()))
            .chain(matched.iter().map(|pattern| What::Matches(*pattern).holds()))
            .chain(unmatched.iter().map(|pattern| What::Matches(*pattern).fails()))
            .chain(taken.into_iter().chain(fresh).map(|value| What::Is(value).fails()))
            .chain(refused);
        self.solve(Goal::new(literals))
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

impl Shape {
    fn fresh_names(&self) -> impl Iterator<Item = &str> {
        self.fresh.iter().map(|(name, _)| name.as_str())
    }
}
