//! Names of a pack as names in Rust.

use std::collections::BTreeSet;

/// Gives out identifiers in snake case, no two the same within one scope.
///
/// `weather-report` becomes `weather_report`; `type`, a keyword, becomes `type_`; a name that is taken gets a number.
#[derive(Debug, Default)]
pub(super) struct Idents {
    taken: BTreeSet<String>,
}

impl Idents {
    /// An identifier for `name`.
    pub(super) fn give(&mut self, name: &str) -> String {
        let snake = snake_case(name);
        let mut ident = snake.clone();
        let mut number = 1;
        while !self.taken.insert(ident.clone()) {
            number += 1;
            ident = format!("{snake}_{number}");
        }
        ident
    }
}

fn snake_case(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let mut snake = words.join("_");
    if snake.is_empty() || snake.starts_with(|c: char| c.is_ascii_digit()) {
        snake.insert(0, 'n');
    }
    if syn::parse_str::<syn::Ident>(&snake).is_err() {
        snake.push('_');
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_valid_and_differ() {
        let mut idents = Idents::default();
        let given: Vec<_> = ["weather-report", "Weather_Report", "type", "self", "_", "__", "a--b"]
            .map(|name| idents.give(name))
            .into();
        assert_eq!(given, ["weather_report", "weather_report_2", "type_", "self_", "n", "n_2", "a_b"]);
    }
}
