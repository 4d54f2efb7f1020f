//! Without keys, only whoever means this machine is served: a page whose name was pointed at 127.0.0.1 (DNS rebinding) sends its
//! own name as `Host`, and a browser cannot send another.

use std::net::IpAddr;

use axum::http::{HeaderMap, header};

/// Whether the request's `Host` is `localhost` or a loopback address, with any port.
pub(super) fn is_local(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    host.to_str().is_ok_and(|host| is_local_host(without_port(host)))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn is_local_host(host: &str) -> bool {
    if host.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    address.parse().is_ok_and(|address: IpAddr| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::is_local;

    #[test]
    fn only_loopback_names_are_local() {
        let check =
            |host: &'static str| is_local(&HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]));
        for host in ["localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:1", "127.1.2.3", "[::1]", "[::1]:8080"] {
            assert!(check(host), "{host}");
        }
        for host in
            ["", "example.com", "localhost.example.com", "127.0.0.1.example.com", "10.0.0.1", "[::2]", "0.0.0.0"]
        {
            assert!(!check(host), "{host}");
        }
        assert!(!is_local(&HeaderMap::new()));
    }
}
