//! Where replies may go: https and public addresses, unless the operator allows more.
//!
//! A URL is judged twice: as it is written, when the run is accepted, and by the addresses its host has, for each connection.
//! The connection goes to the addresses that were judged, so a name cannot point elsewhere a moment later.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

/// What an operator lets callers choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// https to public addresses.
    Public,
    /// Any address, and plain http.
    Private,
}

/// The longest URL that is taken.
const LONGEST_URL: usize = 2048;

/// Judges a URL as it is written.
pub(crate) fn check(text: &str, reach: Reach) -> Result<Url, &'static str> {
    if text.len() > LONGEST_URL {
        return Err("it is longer than 2048 bytes");
    }
    // `url` drops or turns these, so that two readers of one text may see two hosts.
    if text.contains(|character: char| character.is_whitespace() || character.is_control() || character == '\\') {
        return Err("it must not hold spaces, control characters or backslashes");
    }
    let url = Url::parse(text).map_err(|_| "it is not an absolute URL")?;
    if url.as_str().len() > LONGEST_URL {
        return Err("it is longer than 2048 bytes when it is written out");
    }
    match (url.scheme(), reach) {
        ("https", _) | ("http", Reach::Private) => {}
        _ => return Err("it must be https"),
    }
    let authority = text.split_once("://").map_or("", |(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(""));
    if authority.contains('@') || !url.username().is_empty() || url.password().is_some() {
        return Err("it must not hold a user name or a password");
    }
    if url.fragment().is_some() {
        return Err("it must not have a fragment");
    }
    if url.port() == Some(0) {
        return Err("its port must not be 0");
    }
    if reach == Reach::Private {
        return Ok(url);
    }
    // `url` reads 0x7f.1, 2130706433 and 127.1 as the addresses they are.
    let public = match url.host() {
        Some(Host::Ipv4(address)) => is_public(address.into()),
        Some(Host::Ipv6(address)) => is_public(address.into()),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name != "localhost" && !name.ends_with(".localhost")
        }
        None => false,
    };
    if public { Ok(url) } else { Err("it must be a public address") }
}

/// The host of a URL that was judged, as it is written there: `a.example` of `https://a.example:8443/reply`.
pub(crate) fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?']).next().unwrap_or(rest);
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}

/// Whether the address belongs to the public internet, whatever it is wrapped in.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded_v4(address) {
            Some(inner) => is_public_v4(inner),
            None => is_public_v6(address),
        },
    }
}

/// The IPv4 address which an IPv6 one leads to: v4-mapped, NAT64, 6to4.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Some(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => v4(high, low),
        [0x2002, high, low, ..] => v4(high, low),
        _ => None,
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        // This network, shared by carriers, protocol assignments, 6to4 relays, benchmarks; multicast and reserved.
        [0, ..] | [100, 64..=127, ..] | [192, 0, 0, _] | [192, 88, 99, _] | [198, 18..=19, ..] | [224..=255, ..] => {
            true
        }
        _ => false,
    };
    let local = address.is_private() || address.is_loopback() || address.is_link_local();
    !(special || local || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Protocol assignments with Teredo, and documentation.
        [0x2001, 0..=0x01ff, ..] | [0x2001, 0x0db8, ..] | [0x3fff, 0..=0x0fff, ..] => false,
        // Global unicast; all else is local, multicast or reserved.
        [0x2000..=0x3fff, ..] => true,
        _ => false,
    }
}

/// A resolver that knows public addresses only. One private address among many condemns the name.
#[derive(Debug)]
pub(crate) struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let addresses: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if addresses.iter().all(|address| is_public(address.ip())) {
                Ok(Box::new(addresses.into_iter()) as Addrs)
            } else {
                Err("the host has an address that is not public".into())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_refused_in_every_spelling() {
        for host in [
            "127.0.0.1",
            "0x7f.1",
            "2130706433",
            "127.1",
            "0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.2.1",
            "224.0.0.1",
            "255.255.255.255",
            "0177.0.0.1",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:10.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[2002:a00:1::1]",
            "[fe80::1]",
            "[fc00::1]",
            "[ff02::1]",
            "[2001:db8::1]",
            "[2001::1]",
            "[::127.0.0.1]",
            "localhost",
            "LOCALHOST.",
            "a.localhost",
            "127.0.0.1.",
            "１２７.0.0.1",
        ] {
            let url = format!("https://{host}/reply");
            assert_eq!(check(&url, Reach::Public).map(drop), Err("it must be a public address"), "{url}");
            assert!(check(&url, Reach::Private).is_ok(), "{url}");
        }
    }

    #[test]
    fn a_host_is_found_without_port_and_path() {
        for (url, expected) in [
            ("https://a.example/x:1/", "a.example"),
            ("https://a.example:8443/", "a.example"),
            ("http://[::1]:80/r", "[::1]"),
            ("http://[::1]/r", "[::1]"),
            ("https://a.example?x", "a.example"),
        ] {
            assert_eq!(host(url), expected);
        }
    }

    #[test]
    fn public_https_is_taken() {
        for host in ["example.com", "1.1.1.1", "[2606:4700:4700::1111]", "[64:ff9b::101:101]", "example.com:8443"] {
            assert!(check(&format!("https://{host}/r?x=1"), Reach::Public).is_ok(), "{host}");
        }
    }

    #[test]
    fn what_is_no_plain_https_url_is_refused() {
        for url in
            ["http://example.com/", "ftp://example.com/", "example.com", "/reply", "", "https://", "file:///etc/passwd"]
        {
            assert!(check(url, Reach::Public).is_err(), "{url}");
        }
        for url in [
            "https://@example.com/",
            "https://:@example.com/",
            "https://example.com/#part",
            "https://example.com/#",
            "https://example.com:0/",
            "https://example.com\\@127.0.0.1/",
            "https:\\\\example.com",
            " https://example.com/",
            "https://exam\tple.com/",
            "https://example.com/a b",
            "https://example.com/\u{85}",
        ] {
            assert!(check(url, Reach::Private).is_err(), "{url:?}");
        }
        assert!(check("https://example.com/a@b?c@d", Reach::Public).is_ok());
        assert!(check("https://user:word@example.com/", Reach::Private).is_err());
        assert!(check(&format!("https://example.com/{}", "a".repeat(2048)), Reach::Private).is_err());
    }
}
