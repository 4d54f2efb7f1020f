//! What a proof speaks of: things that are said of one value, each of which holds or does not.

use super::problem::{NameId, NodeId, PatternId, RuleId, ValueId};

/// Something said of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum What {
    /// It is valid by the node.
    Node(NodeId),
    /// The rule holds of it.
    Rule(RuleId),
    /// Of a rule about members: that with the name of this declaration is what is declared.
    Declared(RuleId, u32),
    /// Of a rule about members: those whose names match this pattern are what it asks.
    Matched(RuleId, u32),
    /// Of a rule about members: all others are what it asks.
    Others(RuleId),
    /// Of a rule about items: that at this place of the prefix is what it asks.
    At(RuleId, u32),
    /// Of a rule about items: those after the prefix are what it asks.
    After(RuleId),
    /// Of `contains`: there are enough items of the kind.
    Enough(RuleId),
    /// Of `contains`: there are not too many.
    NotTooMany(RuleId),
    /// It has the member.
    Has(NameId),
    /// It is the value.
    Is(ValueId),
    /// It is a text that matches.
    Matches(PatternId),
}

/// Whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal {
    pub(super) what: What,
    pub(super) holds: bool,
}

impl What {
    pub(super) fn holds(self) -> Literal {
        Literal { what: self, holds: true }
    }

    pub(super) fn fails(self) -> Literal {
        Literal { what: self, holds: false }
    }
}

impl Literal {
    pub(super) fn negated(self) -> Self {
        Self { what: self.what, holds: !self.holds }
    }
}

/// What a value is wanted for: all of this at once. Sorted, nothing twice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Goal(Vec<Literal>);

impl Goal {
    pub(super) fn new(literals: impl IntoIterator<Item = Literal>) -> Self {
        let mut literals: Vec<_> =
            literals.into_iter().filter(|literal| *literal != What::Node(NodeId::ANY).holds()).collect();
        literals.sort_unstable();
        literals.dedup();
        Self(literals)
    }

    pub(super) fn with(&self, more: impl IntoIterator<Item = Literal>) -> Self {
        Self::new(self.0.iter().copied().chain(more))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Literal> + '_ {
        self.0.iter().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether something is wanted to hold and not to hold.
    pub(super) fn is_absurd(&self) -> bool {
        self.0.windows(2).any(|pair| pair[0].what == pair[1].what)
            || self.0.contains(&What::Node(NodeId::ANY).fails())
            || self.0.contains(&What::Node(NodeId::NEVER).holds())
    }

    /// Whether each value for `other` is one for this.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        let mut others = other.0.iter();
        self.0.len() <= other.0.len() && self.0.iter().all(|literal| others.any(|other| other == literal))
    }
}
