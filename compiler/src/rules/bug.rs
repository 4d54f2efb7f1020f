//! `PW09`: faults of packwright itself.

pub mod internal;
