use std::path::Path;

use serde_json::Value;

use super::*;

/// A format's groups of tests in the official suite, which is beside the repository where we work on it.
fn groups(format: Format) -> Vec<Value> {
    let suite =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/json-schema/suite/tests/draft2020-12/optional/format");
    let more = if format == Format::Regex { &["ecmascript-regex"][..] } else { &[] };
    let files = [format.name()].into_iter().chain(more.iter().copied());
    let texts = files.filter_map(|file| std::fs::read_to_string(suite.join(format!("{file}.json"))).ok());
    texts.flat_map(|text| serde_json::from_str::<Vec<Value>>(&text).expect("the suite is JSON")).collect()
}

#[test]
#[expect(clippy::print_stdout, reason = "who reads the test's output learns that it was skipped")]
fn the_official_suite_agrees() {
    let mut wrong = Vec::new();
    for format in Format::ALL {
        let groups = groups(*format);
        if groups.is_empty() {
            println!("skipped: the official suite is not here");
            return;
        }
        for test in groups.iter().flat_map(|group| group["tests"].as_array().expect("a list of tests")) {
            if let Some(text) = test["data"].as_str()
                && Some(format.accepts(text)) != test["valid"].as_bool()
            {
                wrong.push(format!("{} {text:?}: {}", format.name(), test["description"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_the_suite_does_not_ask() {
    let cases = [
        (Format::DateTime, "1998-12-31T23:59:60.5+00:00", true),
        (Format::DateTime, "1998-12-31 23:59:59Z", false),
        (Format::DateTime, "1998-12-3é23:59:59Z", false),
        (Format::DateTime, "", false),
        (Format::Time, "23:59:60.Z", false),
        (Format::Time, "12:00:60+12:01", true),
        (Format::Duration, "PW", false),
        (Format::Duration, "P1YT1S", true),
        (Format::Duration, "P1é", false),
        (Format::Duration, "P1D1D", false),
        (Format::Email, "\"a\\\"b\"@example.com", true),
        (Format::Email, "\"a\"b@example.com", false),
        (Format::Email, "\"a\n\"@example.com", false),
        (Format::Email, "\"aé\"@example.com", false),
        (Format::Email, "a@localhost", true),
        (Format::Email, "a@-b.com", false),
        (Format::Email, "a@b.com.", false),
        (Format::Email, "é@b.com", false),
        (Format::Email, "a@[x-new:content]", true),
        (Format::Email, "a@[ipv6:::1]", true),
        (Format::Email, "a@[::1]", false),
        (Format::IdnEmail, "é@é.com", true),
        (Format::Hostname, "a..b", false),
        (Format::Hostname, "ab--c.com", false),
        (Format::Hostname, "WWW.Example.COM", true),
        (Format::Hostname, "XN--9N2BP8Q.example", true),
        (Format::Hostname, "bücher.de", false),
        (Format::IdnHostname, "bücher.de", true),
        (Format::IdnHostname, "Bücher.de", false),
        (Format::IdnHostname, "Bucher.de", true),
        (Format::IdnHostname, "cafe\u{301}.com", false),
        (Format::IdnHostname, "☃.net", false),
        (Format::IdnHostname, "ﬁn.net", false),
        (Format::IdnHostname, "faß.de", true),
        (Format::IdnHostname, "a b", false),
        (Format::IdnHostname, "a_b", false),
        (Format::IdnHostname, "١٢.com", false),
        (Format::Ipv4, "01.2.3.4", false),
        (Format::Uri, "a:", true),
        (Format::Uri, "http://a:80:80/", false),
        (Format::Uri, "http://[::1]x/", false),
        (Format::Uri, "http://[::1]:/", true),
        (Format::Uri, "http://[v1.]/", false),
        (Format::Uri, "http://[fe80::1%25eth0]/", false),
        (Format::Uri, "a:b#c#d", false),
        (Format::Uri, "a:?/?#/?", true),
        (Format::Uri, "a:%é", false),
        (Format::UriReference, "a/b:c", true),
        (Format::UriReference, "?a:b", true),
        (Format::Iri, "http://a/\u{e000}", false),
        (Format::Iri, "http://a/?\u{e000}", true),
        (Format::Iri, "http://a/\u{fdd0}", false),
        (Format::Iri, "http://a/\u{85}", false),
        (Format::Uuid, "2eb8aa08-aa98-11ea-b4aa-73b441d1638é", false),
        (Format::UriTemplate, "{=a}{a*}{%4}", false),
        (Format::UriTemplate, "{=a}{a*}{%41.b}", true),
        (Format::UriTemplate, "{a*:1}", false),
        (Format::UriTemplate, "{", false),
        (Format::RelativeJsonPointer, "é", false),
        (Format::Regex, r"(?=a)\1(b)", true),
        (Format::Regex, r"\p{Greek}", false),
    ];
    for (format, text, verdict) in cases {
        assert_eq!(format.accepts(text), verdict, "{} {text:?}", format.name());
    }
}

#[test]
fn any_text_is_judged_in_time() {
    let parts = [
        "a", ".", "é", "{", "(", "%", "//", "xn--", "a@", "\"", "\\", "~", "[", "P1", "\u{200d}", "-", ":", "(?<a>",
        "{a,",
    ];
    for format in Format::ALL {
        for part in parts {
            for text in
                [part.repeat(20_000), format!("a:{}", part.repeat(20_000)), format!("{}\u{10ffff}", part.repeat(3))]
            {
                format.accepts(&text);
            }
        }
    }
}
