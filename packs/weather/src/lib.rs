//! Handlers of the weather pack.
