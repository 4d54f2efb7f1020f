//! Which states of a schema a validator needs.
//!
//! `{"minItems": 0}` asserts nothing, nor does `{"properties": {"next": {"$ref": "#"}}}`: no function is made for them and no
//! code looks into values for their sake. But where an `unevaluated…` keyword asks, what a schema evaluates counts as well.

use crate::{
    Keyword,
    ir::{ArrayFacets, Form, Keywords, Logic, ObjectFacets, StringFacets},
    scopes::{Scopes, StateIdx},
};

/// What a validator needs.
pub(super) struct Needed {
    /// By state.
    states: Vec<bool>,
    /// Whether some `unevaluated…` keyword may ask what has been evaluated.
    pub(super) evaluation: bool,
}

/// What one state tells those that apply it when it turns out to be needed.
#[derive(Clone, Copy)]
enum Word {
    /// They are needed too.
    Needed,
    /// They are once every branch is.
    Branch,
}

impl Needed {
    /// Finds it out: what is evaluated counts only if some `unevaluated…` keyword asserts something.
    pub(super) fn of(scopes: &Scopes<'_>) -> Self {
        let needed = Self::with(scopes, false);
        if scopes.indices().any(|state| needed.asks_what_is_evaluated(scopes, state)) {
            Self::with(scopes, true)
        } else {
            needed
        }
    }

    /// A state is needed if a keyword of its own asserts something, or if a state that it applies is needed. So the word is passed
    /// on from the states with such keywords to those that apply them; states that only apply each other never hear it.
    fn with(scopes: &Scopes<'_>, evaluation: bool) -> Self {
        let mut leading_here: Vec<Vec<(StateIdx, Word)>> = vec![Vec::new(); scopes.states.len()];
        let mut branches = vec![0; scopes.states.len()];
        let mut needed = Self { states: vec![false; scopes.states.len()], evaluation };
        let mut to_tell = Vec::new();
        for state in scopes.indices() {
            for (keyword, target) in &scopes.states[state.idx()].applied {
                if let Some(word) = word(*keyword, evaluation) {
                    branches[state.idx()] += usize::from(matches!(word, Word::Branch));
                    leading_here[target.idx()].push((state, word));
                }
            }
            let asserts = match &scopes.node(state).form {
                Form::Any => false,
                Form::Never => true,
                Form::Keywords(keywords) => asserts(keywords) || evaluation && evaluates(keywords),
            };
            if asserts {
                needed.states[state.idx()] = true;
                to_tell.push(state);
            }
        }
        while let Some(state) = to_tell.pop() {
            for (from, word) in &leading_here[state.idx()] {
                let is_needed = match word {
                    Word::Needed => true,
                    Word::Branch => {
                        branches[from.idx()] -= 1;
                        branches[from.idx()] == 0
                    }
                };
                if is_needed && !std::mem::replace(&mut needed.states[from.idx()], true) {
                    to_tell.push(*from);
                }
            }
        }
        needed
    }

    fn asks_what_is_evaluated(&self, scopes: &Scopes<'_>, state: StateIdx) -> bool {
        scopes.states[state.idx()].applied.iter().any(|(keyword, target)| {
            matches!(keyword, Keyword::UnevaluatedItems | Keyword::UnevaluatedProperties) && self.has(*target)
        })
    }

    pub(super) fn has(&self, state: StateIdx) -> bool {
        self.states[state.idx()]
    }
}

/// What it means for a schema that one which it applies by `keyword` is needed.
fn word(keyword: Keyword, evaluation: bool) -> Option<Word> {
    match keyword {
        // Of these it is said by themselves whether they assert something, whatever is inside.
        Keyword::Contains | Keyword::Not => None,
        // One branch that accepts everything makes all of them accept everything.
        Keyword::AnyOf if !evaluation => Some(Word::Branch),
        Keyword::If if !evaluation => None,
        _ => Some(Word::Needed),
    }
}

/// Whether keywords assert something, whatever the schemas in them do.
fn asserts(keywords: &Keywords) -> bool {
    let Keywords {
        identity: _,
        types,
        members,
        constant,
        number,
        string,
        array,
        object,
        logic,
        reference: _,
        dynamic_reference: _,
        definitions: _,
        content: _,
        annotations: _,
    } = keywords;
    let StringFacets { min_length, max_length, pattern, format } = &**string;
    let ArrayFacets {
        min_items,
        max_items,
        unique,
        prefix: _,
        items: _,
        contains,
        min_contains,
        max_contains,
        unevaluated: _,
    } = &**array;
    let ObjectFacets {
        min_properties,
        max_properties,
        required,
        dependent_required,
        names: _,
        properties: _,
        patterns: _,
        additional: _,
        dependent_schemas: _,
        unevaluated: _,
    } = &**object;
    let Logic { all_of: _, any_of: _, one_of, not, condition: _, then: _, otherwise: _ } = &**logic;
    types.is_some()
        || members.is_some()
        || constant.is_some()
        || !number.is_unsaid()
        || [min_length, min_items, min_properties].into_iter().flatten().any(|least| *least > 0)
        || [max_length, max_items, max_properties].into_iter().any(Option::is_some)
        || pattern.is_some()
        || format.is_some()
        || *unique
        || contains.is_some() && (*min_contains != Some(0) || max_contains.is_some())
        || !required.is_empty()
        || dependent_required.iter().any(|(_, names)| !names.is_empty())
        || one_of.len() > 1
        || not.is_some()
}

/// Whether keywords evaluate items or properties, even where they assert nothing.
fn evaluates(keywords: &Keywords) -> bool {
    keywords.applied().any(|(keyword, _)| {
        matches!(
            keyword,
            Keyword::PrefixItems
                | Keyword::Items
                | Keyword::Contains
                | Keyword::UnevaluatedItems
                | Keyword::Properties
                | Keyword::PatternProperties
                | Keyword::AdditionalProperties
                | Keyword::UnevaluatedProperties
        )
    })
}
