//! Declared effects: the eight kinds of the tool catalogue.

use std::fmt;

use proc_macro2::Span;

/// One declared effect, such as `writes("orders")`.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What is done.
    pub kind: EffectKind,
    /// To what, in the author's words.
    pub resource: Option<String>,
    /// The kind's token.
    pub span: Span,
}

/// What a handler may do to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EffectKind {
    /// Reads data.
    Reads,
    /// Creates or changes data.
    Writes,
    /// Deletes data.
    Deletes,
    /// Talks over the network.
    Network,
    /// Starts another run.
    SpawnsRun,
    /// Emits an event.
    EmitsEvent,
    /// Changes something outside: sends mail, moves money, opens a door.
    ExternalSideEffect,
    /// Lets sensitive data out.
    SensitiveDataEgress,
}

impl EffectKind {
    /// All kinds in the catalogue's order.
    pub const ALL: [Self; 8] = [
        Self::Reads,
        Self::Writes,
        Self::Deletes,
        Self::Network,
        Self::SpawnsRun,
        Self::EmitsEvent,
        Self::ExternalSideEffect,
        Self::SensitiveDataEgress,
    ];

    /// As manifests write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Deletes => "deletes",
            Self::Network => "network",
            Self::SpawnsRun => "spawns-run",
            Self::EmitsEvent => "emits-event",
            Self::ExternalSideEffect => "external-side-effect",
            Self::SensitiveDataEgress => "sensitive-data-egress",
        }
    }

    /// As Rust attributes write it.
    pub fn ident(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Deletes => "deletes",
            Self::Network => "network",
            Self::SpawnsRun => "spawns_run",
            Self::EmitsEvent => "emits_event",
            Self::ExternalSideEffect => "external_side_effect",
            Self::SensitiveDataEgress => "sensitive_data_egress",
        }
    }

    /// The kind that attributes write as `ident`.
    pub fn from_ident(ident: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.ident() == ident)
    }

    /// Whether a handler that does this changes something, so that `mutating = false` would be untrue. A spawned run may be
    /// a mere query and egress shows data without changing it: these two decide nothing.
    pub fn changes_something(self) -> bool {
        match self {
            Self::Writes | Self::Deletes | Self::EmitsEvent | Self::ExternalSideEffect => true,
            Self::Reads | Self::Network | Self::SpawnsRun | Self::SensitiveDataEgress => false,
        }
    }
}

impl fmt::Display for EffectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
