//! The server's runtime as its callers, receivers and operators see it: real processes, real sockets, `examples/tools.rs` behind.

mod answers;
mod calls;
mod durability;
mod harness;
mod operation;
mod replies;
mod waits;
