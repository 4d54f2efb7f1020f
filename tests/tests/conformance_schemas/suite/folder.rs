//! Where the suite is: beside the repository.

use std::path::PathBuf;

pub(super) fn suite() -> PathBuf {
    packwright_tests::repository().join("../shared/json-schema/suite")
}

pub(super) fn is_complete() -> bool {
    true
}
