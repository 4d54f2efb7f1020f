//! HTTP clients for calls out: no redirects, no proxy, rustls.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use reqwest::{
    Client,
    header::{HeaderMap, RETRY_AFTER},
    redirect,
};

use super::address::{PublicOnly, Reach};

/// The clients of this process. Each is made when first used, since reading the system's certificates takes milliseconds.
#[derive(Debug, Default)]
pub(crate) struct Clients {
    public: OnceLock<Result<Client, String>>,
    private: OnceLock<Result<Client, String>>,
}

impl Clients {
    /// The client that reaches so far.
    pub(crate) fn of(&self, reach: Reach) -> Result<Client, String> {
        match reach {
            Reach::Public => &self.public,
            Reach::Private => &self.private,
        }
        .get_or_init(|| build(reach))
        .clone()
    }
}

fn build(reach: Reach) -> Result<Client, String> {
    // A second installation is refused and harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .redirect(redirect::Policy::none())
        .no_proxy()
        .user_agent(concat!("packwright/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(Duration::from_secs(10))
        .pool_idle_timeout(Duration::from_secs(30))
        .pool_max_idle_per_host(8);
    let builder = match reach {
        Reach::Public => builder.https_only(true).dns_resolver(Arc::new(PublicOnly)),
        Reach::Private => builder,
    };
    builder.build().map_err(|error| causes(&error))
}

/// An error with its causes, without the URL: that may hold what a log must not.
pub(crate) fn causes(error: &(dyn std::error::Error + 'static)) -> String {
    let mut words = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        // reqwest writes the URL into its own sentence only; the causes are told without.
        let sentence = match error.downcast_ref::<reqwest::Error>() {
            Some(error) => kind(error).to_owned(),
            None => error.to_string(),
        };
        if words.last() != Some(&sentence) {
            words.push(sentence);
        }
        next = error.source();
    }
    words.join(": ")
}

/// How long an answer asks to be left alone, in milliseconds. Dates are not read: clocks differ.
pub(crate) fn retry_after_ms(headers: &HeaderMap) -> Option<u64> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse::<u64>().ok()?;
    Some(seconds.saturating_mul(1000))
}

fn kind(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "no answer in time"
    } else if error.is_connect() {
        "no connection"
    } else if error.is_builder() {
        "the client cannot be built"
    } else if error.is_body() || error.is_decode() {
        "the answer broke off"
    } else {
        "the request failed"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_seconds_are_read() {
        let check = |text: &'static str, expect| {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, reqwest::header::HeaderValue::from_static(text))]);
            assert_eq!(retry_after_ms(&headers), expect, "{text}");
        };
        check("120", Some(120_000));
        check("0", Some(0));
        check("Fri, 31 Dec 1999 23:59:59 GMT", None);
        check("-1", None);
        check("", None);
        assert_eq!(retry_after_ms(&HeaderMap::new()), None);
    }
}
