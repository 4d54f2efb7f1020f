//! The report as JUnit's XML, which pipelines read.

/// A test that was run.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    /// The file it is in.
    pub file: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The topology it runs.
    pub topology: &'a str,
    /// What was not as expected: a line, and all of it.
    pub failures: Vec<(String, String)>,
}

/// The document: a suite for each file. `cases` are in the order of files. There are no times in it: same input, same bytes.
pub(crate) fn document(pack: &str, cases: &[Case<'_>]) -> String {
    let failed = |cases: &[Case<'_>]| cases.iter().filter(|case| !case.failures.is_empty()).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (tests, failures) = (cases.len(), failed(cases));
    out.push_str(&format!("<testsuites name=\"{}\" tests=\"{tests}\" failures=\"{failures}\">\n", escaped(pack)));
    for suite in cases.chunk_by(|a, b| a.file == b.file) {
        let (name, tests, failures) = (escaped(suite[0].file), suite.len(), failed(suite));
        out.push_str(&format!(
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n"
        ));
        for case in suite {
            let (class, name) = (escaped(case.topology), escaped(case.name));
            out.push_str(&format!("    <testcase classname=\"{class}\" name=\"{name}\""));
            if case.failures.is_empty() {
                out.push_str("/>\n");
                continue;
            }
            out.push_str(">\n");
            for (message, text) in &case.failures {
                let (message, text) = (escaped(message), escaped(text));
                out.push_str(&format!("      <failure message=\"{message}\">{text}</failure>\n"));
            }
            out.push_str("    </testcase>\n");
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// Text as XML has it; what XML cannot hold becomes a question mark.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Case, document};

    #[test]
    fn a_failure_is_in_its_test_and_cannot_leave_its_place() {
        let failures = vec![("a <b> & \"c\"".to_owned(), "x\u{1}\ny".to_owned())];
        let cases = [
            Case { file: "tests/a.toml", name: "one", topology: "t", failures: Vec::new() },
            Case { file: "tests/a.toml", name: "two", topology: "t", failures },
        ];
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="p" tests="2" failures="1">
  <testsuite name="tests/a.toml" tests="2" failures="1" errors="0">
    <testcase classname="t" name="one"/>
    <testcase classname="t" name="two">
      <failure message="a &lt;b&gt; &amp; &quot;c&quot;">x?&#10;y</failure>
    </testcase>
  </testsuite>
</testsuites>
"#;
        assert_eq!(document("p", &cases), expected);
    }
}
