//! Names of the functions of a machine's states.
//!
//! `/properties/stops/items/properties/city` of the schema `input` becomes `input_stops_item_city`.

use std::collections::{BTreeSet, HashMap};

use proc_macro2::Ident;
use quote::format_ident;

/// What comes after the schema's own name is cut here: it is read by people.
const LONGEST: usize = 48;

/// Names that are in use in the module.
pub(super) struct Taken(BTreeSet<String>);

impl Taken {
    pub(super) fn new(names: impl Iterator<Item = String>) -> Self {
        Self(names.collect())
    }

    /// `wanted`, or with the first number from 2 that makes it new.
    pub(super) fn take(&mut self, wanted: String) -> String {
        let numbered = (2..).map(|number: u32| format!("{wanted}_{number}"));
        let mut candidates = std::iter::once(wanted.clone()).chain(numbered);
        let name = candidates.find(|name| !self.0.contains(name)).expect("there are more numbers than names");
        self.0.insert(name.clone());
        name
    }
}

/// The names of one machine's functions.
pub(super) struct Names {
    names: Vec<Ident>,
    by_name: HashMap<String, usize>,
}

impl Names {
    /// Of functions for the schemas at `pointers`.
    pub(super) fn of<'a>(schema: &Ident, pointers: impl Iterator<Item = &'a str>, taken: &mut Taken) -> Self {
        let schema = schema.to_string();
        let schema = schema.trim_start_matches("r#").to_lowercase();
        let names = pointers.map(|pointer| {
            let mut words = words(pointer);
            words.truncate(LONGEST);
            let words = words.trim_end_matches('_');
            let wanted = format!("{schema}_{}", if words.is_empty() { "document" } else { words });
            format_ident!("{}", taken.take(wanted))
        });
        let names: Vec<Ident> = names.collect();
        let by_name = names.iter().enumerate().map(|(idx, name)| (name.to_string(), idx)).collect();
        Self { names, by_name }
    }

    /// The function of this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn of_index(&self, idx: usize) -> &Ident {
        &self.names[idx]
    }
}

/// The words of a schema's pointer, those of keywords shortened or left out, as one snake-case name in ASCII.
fn words(pointer: &str) -> String {
    let mut words = Vec::new();
    // What is escaped in a pointer is no part of a word: a blank separates as well.
    let pointer = pointer.replace("~0", " ").replace("~1", " ");
    let mut segments = pointer.split('/').skip(1);
    while let Some(keyword) = segments.next() {
        match keyword {
            "properties" | "$defs" => words.extend(segments.next().into_iter().flat_map(snake_case)),
            "items" => words.push("item".to_owned()),
            "additionalProperties" => words.push("other".to_owned()),
            other => words.extend(snake_case(other)),
        }
    }
    words.join("_")
}

/// `postalCode` and `postal-code` are `postal` and `code`.
fn snake_case(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower_case = false;
    for character in name.chars() {
        if !character.is_ascii_alphanumeric() || (character.is_ascii_uppercase() && after_lower_case) {
            words.push(String::new());
        }
        if character.is_ascii_alphanumeric() {
            words.last_mut().expect("there is always a last word").push(character.to_ascii_lowercase());
        }
        after_lower_case = character.is_ascii_lowercase() || character.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    fn check(pointer: &str, expect: &str) {
        assert_eq!(words(pointer), expect, "{pointer}");
    }

    #[test]
    fn a_name_says_where_a_schema_is() {
        check("", "");
        check("/properties/city", "city");
        check("/properties/stops/items/properties/postalCode", "stops_item_postal_code");
        check("/$defs/Daily-Forecast/additionalProperties", "daily_forecast_other");
        check("/properties/items", "items");
        check("/properties/HTTPUrl", "httpurl");
    }

    #[test]
    fn a_name_is_an_identifier_whatever_the_property_is_called() {
        check("/properties/a~1b__c", "a_b_c");
        check("/properties/straße", "stra_e");
        check("/properties/", "");
        check("/properties/été", "t");
    }
}
