use packwright_runtime_min::{NoInput, handler};

/// In a private module.
#[handler]
pub fn hidden(input: NoInput) -> NoInput {
    input
}
