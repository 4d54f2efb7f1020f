//! Handlers, some of which cannot be read: the topology's names may be among these.
use packwright_runtime_min::{NoInput, handler};

pub mod broken;
pub mod missing;

/// Has a fault of its own, which is told all the same.
#[handler]
fn private(input: NoInput) -> NoInput {
    input
}
