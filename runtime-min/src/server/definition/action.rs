//! What a node does, and the branches that lead to it.

use super::{NodeCall, NodeFuture, Scope};
use crate::{HandlerError, validate::Validator};

/// A branch that leads to a node.
///
/// A node may have several: any one enters it. Nodes that come after it need no gates of their own, `after` is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// The switch `node` took its branch of this number.
    Branch {
        /// The index of the switch, lower than the node's own.
        node: usize,
        /// What its function answered.
        branch: usize,
    },
    /// `node`, which has [`super::Node::catch`], failed for good.
    Caught {
        /// Its index, lower than the node's own.
        node: usize,
    },
    /// Nobody answered the wait `node`, which has [`Wait::catch_timeout`], in time.
    TimedOut {
        /// Its index, lower than the node's own.
        node: usize,
    },
}

/// What a node does. Functions may panic: that fails the attempt and nothing else.
#[derive(Debug)]
pub enum Action {
    /// Runs this: a handler, an HTTP call, a value made from others, a response.
    Run(fn(NodeCall) -> NodeFuture),
    /// Chooses a branch, by the number that the function answers. Its output is `null`. A number without a gate leads nowhere.
    Switch(fn(&Scope) -> Result<usize, HandlerError>),
    /// Has the output of the first of these nodes that is done. They exclude each other; each index is lower than its own.
    Converge(&'static [usize]),
    /// Does something for each item of a list.
    Each(&'static Each),
    /// Asks for page after page.
    Pages(&'static Pages),
    /// Waits for an answer from outside, which is its output.
    Wait(&'static Wait),
    /// Waits until the time that the function answers, in milliseconds since 1970; it is given the time now. Its output is `null`.
    Timer(fn(&Scope, i64) -> Result<i64, HandlerError>),
    /// Runs another topology, whose output is its output; `null` if that has no response.
    Topology(&'static Call),
}

/// A loop over a list. In its functions and its body the item is at [`super::local::ITEM`], its index at
/// [`super::local::INDEX`].
#[derive(Debug)]
pub struct Each {
    /// The items, each a JSON text. Over none the loop is over at once.
    pub items: fn(&Scope) -> Result<Vec<Vec<u8>>, HandlerError>,
    /// What is done for one item.
    pub body: Body,
    /// How many items are under way at most; at least 1.
    pub concurrency: usize,
    /// What an item's failure for good means.
    pub on_item_error: ItemFailure,
    /// Whether outputs are in the order of the items; else in the order in which they were done.
    pub ordered: bool,
    /// Makes one value of the outputs; without it the output is their list.
    pub fold: Option<Fold>,
}

/// What is done for one item.
#[derive(Debug)]
pub enum Body {
    /// Runs this.
    Run(fn(NodeCall) -> NodeFuture),
    /// Runs another topology.
    Topology(Call),
}

/// What an item's failure for good means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemFailure {
    /// No further item is begun, and the node fails when those under way have ended.
    Fail,
    /// The item has no place in the output.
    Skip,
    /// Every item's place in the output is `{"ok":output}` or `{"error":{"code","message","class"}}`.
    Collect,
}

/// One value made of the outputs of all items, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    /// What it begins with.
    pub initial: fn(&Scope) -> Result<Vec<u8>, HandlerError>,
    /// The next value: from that so far, at [`super::local::ACC`], and an output, at [`super::local::ITEM`].
    pub step: fn(&Scope) -> Result<Vec<u8>, HandlerError>,
}

/// Page after page, each asked for with the cursor that the one before it named. The output is the list of all items.
#[derive(Debug)]
pub struct Pages {
    /// The first page's cursor, such as `null`.
    pub start: fn(&Scope) -> Result<Vec<u8>, HandlerError>,
    /// Asks for a page; the cursor is at [`super::local::CURSOR`]. Its output is at [`super::local::PAGE`] for those below.
    pub body: fn(NodeCall) -> NodeFuture,
    /// The next page's cursor; none, or `null`, after the last page.
    pub next: fn(&Scope) -> Result<Option<Vec<u8>>, HandlerError>,
    /// The page's items, each a JSON text.
    pub items: fn(&Scope) -> Result<Vec<Vec<u8>>, HandlerError>,
    /// How many pages there may be; with more the node fails, for what is cut off in silence is lost.
    pub max_pages: usize,
    /// How many items there may be; with more the node fails.
    pub max_items: usize,
}

/// A wait for an answer.
#[derive(Debug)]
pub struct Wait {
    /// Until when, in milliseconds since 1970; the function is given the time now.
    pub deadline_ms: fn(&Scope, i64) -> Result<i64, HandlerError>,
    /// Coerces and validates the answer. A bad one leaves the wait open.
    pub check: &'static Validator,
    /// Whether silence opens [`Gate::TimedOut`] of other nodes; else it is a failure (`wait-timeout`, of class timeout).
    pub catch_timeout: bool,
}

/// A run of another topology. It is a run of its own, and ends before its caller goes on.
#[derive(Debug)]
pub struct Call {
    /// The canonical id of the tool, which is in [`super::Definition::tools`], in no group if it is not to be called from outside.
    pub tool: &'static str,
    /// Its arguments.
    pub args: fn(&Scope) -> Result<Vec<u8>, HandlerError>,
    /// How deep runs may be nested, the one that is called from outside being 1: the bound of recursion.
    pub max_depth: u32,
    /// How long the run may take, in milliseconds, beside what its tool says.
    pub timeout_ms: Option<u64>,
}

impl Call {
    /// The bound of nesting where nothing else is declared.
    pub const MAX_DEPTH: u32 = 8;
}
