//! What the end-to-end tests and benchmarks share: building packs with the real compiler, running the real binaries, and the
//! programs around them (a caller, a receiver of replies, a stub of an upstream).
//!
//! Everything here panics with a sentence when the world does not play along: a test has no one else to tell.

pub mod build;
pub mod generated_pack;
pub mod process;
pub mod receiver;

pub use build::{Dist, build, compiler, repository};
pub use process::Server;
pub use receiver::{Received, Receiver};

/// An HTTP client which reuses nothing that the server under test makes.
///
/// # Panics
/// When the client cannot be built.
pub fn client() -> reqwest::Client {
    // reqwest is built without a provider of its own; a second installation is refused and harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .no_proxy()
        .timeout(std::time::Duration::from_secs(30))
        .build()
        .expect("a plain client can be built")
}
