//! What begins runs without a caller.

use crate::schedule::Schedule;

/// One trigger of a topology.
#[derive(Debug)]
pub struct Trigger {
    /// Its name with that of its topology, such as `sync-orders/nightly`: unique in the server, and the same in its next build.
    pub name: &'static str,
    /// The canonical id of the tool that it runs.
    pub tool: &'static str,
    /// What it listens to.
    pub on: On,
}

/// What a trigger listens to.
#[derive(Debug)]
pub enum On {
    /// The clock.
    Cron(Cron),
}

/// A schedule, in UTC.
#[derive(Debug)]
pub struct Cron {
    /// When it fires.
    pub schedule: Schedule,
    /// What becomes of ticks that went by while nobody looked.
    pub missed: Missed,
    /// The arguments of every run, as JSON.
    pub args: &'static str,
}

/// What becomes of ticks that went by while nobody looked, as those while the server was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// Nothing, but for one that is less than a minute old: that is late, not missed.
    Skip,
    /// One run makes up for all of them.
    Once,
}
