//! `PW07`: the pack's own tests.

pub mod empty_test;
pub mod failed_test;
pub mod rejected_in_test;
pub mod unknown_in_test;
