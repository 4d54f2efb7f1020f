//! Handlers of the orders pack.
