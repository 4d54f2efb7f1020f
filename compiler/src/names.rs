//! The four names of a tool.
//!
//! Goes in: a namespace and a bare name. Comes out: every name that a caller may use. The rule on collisions and the lowering
//! share this, so what is checked is what is served.

use sha2::{Digest, Sha256};

/// The names of one tool. Every surface accepts all of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Names {
    /// `topology:weather-report` or `tool:lookup-order`.
    pub canonical: String,
    /// `acme.weather-report`.
    pub dotted: String,
    /// `acme_weather-report`: the dotted id in `[a-zA-Z0-9_-]{1,64}`.
    pub llm: String,
    /// `weather-report`.
    pub bare: String,
}

impl Names {
    /// The names of the topology `bare`.
    pub fn topology(namespace: &str, bare: &str) -> Self {
        Self::new("topology", namespace, bare)
    }

    /// The names of a handler that is offered as the tool `bare`.
    pub fn handler(namespace: &str, bare: &str) -> Self {
        Self::new("tool", namespace, bare)
    }

    fn new(source: &str, namespace: &str, bare: &str) -> Self {
        let dotted = format!("{namespace}.{bare}");
        Self { canonical: format!("{source}:{bare}"), llm: llm_safe(&dotted), dotted, bare: bare.to_owned() }
    }

    /// All of them, with what each is called.
    pub fn all(&self) -> [(&'static str, &str); 4] {
        let Self { canonical, dotted, llm, bare } = self;
        [("canonical id", canonical), ("dotted id", dotted), ("LLM-safe name", llm), ("bare name", bare)]
    }
}

/// The longest name that every model provider accepts.
const LLM_NAME_LIMIT: usize = 64;

/// How many hex digits of the id's SHA-256 tell cut names apart.
const LLM_NAME_DIGITS: usize = 8;

fn llm_safe(dotted: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut name: String = dotted.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
    if name.len() > LLM_NAME_LIMIT {
        name.truncate(LLM_NAME_LIMIT - LLM_NAME_DIGITS - 1);
        name.push('_');
        let digest = Sha256::digest(dotted.as_bytes());
        name.extend(digest.iter().take(LLM_NAME_DIGITS / 2).map(|byte| format!("{byte:02x}")));
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topology_has_four_names() {
        let names = Names::topology("acme", "weather-report");
        let all = names.all().map(|(_, name)| name);
        assert_eq!(all, ["topology:weather-report", "acme.weather-report", "acme_weather-report", "weather-report"]);
    }

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        let name = |last: &str| Names::topology("acme", &format!("{}{last}", "long-".repeat(20))).llm;
        assert_eq!(name("a").len(), 64);
        assert_eq!(name("a")[..55], name("b")[..55]);
        assert_ne!(name("a"), name("b"));
    }
}
