//! Hostile.
use super::cases::Case;
pub(crate) fn cases() -> Vec<Case> {
    Vec::new()
}
