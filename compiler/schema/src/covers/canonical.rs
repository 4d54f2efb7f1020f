//! A second opinion where ours is that it is not known: the algebra of the `jsonschema` crate.
//!
//! Its yes is taken as it is. Its no is taken only with a witness, which is searched in the difference that it calculates, and
//! confirmed as ours are. Nothing else in packwright knows of it, and it is pinned, since it may change with each version.

use jsonschema::{
    Draft,
    canonical::{self, CanonicalSchema, Containment},
};
use packwright_runtime_min::json::MAX_DEPTH;

use super::{Covers, Outcome, Prover, What, confirmed, covers_plan, literal::Goal};
use crate::{Documents, Options, Schema, parse::values, plan::plan};

/// Of longer documents it thinks for seconds.
const SHORT: usize = 3000;

/// A schema with the document that it was parsed from, which refers to no other.
#[derive(Clone, Copy, Debug)]
pub struct Documented<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// Its document.
    pub document: &'a serde_json::Value,
}

/// [`covers`](super::covers()), and where that does not know, what the algebra knows. `format` asserts.
///
/// ```
/// use packwright_schema::{Covers, Schema, covers::{Documented, covers_documented}};
/// use serde_json::json;
///
/// let (narrow, wide) = (json!({"type": "integer", "minimum": 1}), json!({"type": "number"}));
/// let [few, many] = [&narrow, &wide].map(|document| Schema::parse(document).expect("the schema has no fault"));
/// let few = Documented { schema: &few, document: &narrow };
/// assert_eq!(covers_documented(few, Documented { schema: &many, document: &wide }), Covers::Yes);
/// ```
pub fn covers_documented(producer: Documented<'_>, consumer: Documented<'_>) -> Covers {
    let plans = [producer, consumer].map(|side| plan(side.schema));
    let ours = covers_plan(&plans[0], &plans[1]);
    let Covers::Unknown(_) = ours else { return ours };
    let [Some(produced), Some(consumed)] = [producer, consumer].map(|side| canonicalized(side.document)) else {
        return ours;
    };
    match consumed.covers(&produced) {
        Ok(Containment::Yes) => Covers::Yes,
        Ok(Containment::No) => {
            let witness = difference(&produced, &consumed).and_then(|difference| {
                let difference = plan(&difference);
                let (mut prover, roots) = Prover::new(&[&difference]);
                match prover.solve(Goal::new([What::Node(roots[0]).holds()])) {
                    Outcome::Found(value) => confirmed(&plans[0], &plans[1], &value),
                    Outcome::Empty | Outcome::Open(_) => None,
                }
            });
            witness.map_or(ours, Covers::No)
        }
        Ok(Containment::Unknown) | Err(_) => ours,
    }
}

fn canonicalized(document: &serde_json::Value) -> Option<CanonicalSchema> {
    if document.to_string().len() > SHORT {
        return None;
    }
    let options = canonical::options().with_draft(Draft::Draft202012).should_validate_formats(true).offline();
    options.canonicalize(document).ok()
}

/// What is produced and not accepted, as a schema.
fn difference(produced: &CanonicalSchema, consumed: &CanonicalSchema) -> Option<Schema> {
    let difference = produced.subtract(consumed).ok()?.to_json_schema();
    let document = values::borrow(&difference, MAX_DEPTH)?;
    Schema::parse_with(&document, &Documents::new(), Options::DRAFT).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn answer(producer: &serde_json::Value, consumer: &serde_json::Value) -> Covers {
        let [produced, consumed] =
            [producer, consumer].map(|document| Schema::parse(document).expect("the schema has no fault"));
        covers_documented(
            Documented { schema: &produced, document: producer },
            Documented { schema: &consumed, document: consumer },
        )
    }

    #[test]
    fn a_difference_is_searched_for_a_witness() {
        let [produced, consumed] = [json!({"type": "string"}), json!({"type": "string", "maxLength": 3})]
            .map(|document| canonicalized(&document).expect("it is simple"));
        let difference = difference(&produced, &consumed).expect("it is simple");
        assert!(matches!(crate::satisfiable(&difference), crate::Exists::Yes(_)));
    }

    #[test]
    fn what_we_do_not_know_may_be_known_to_the_algebra() {
        let many = json!({"type": "array", "uniqueItems": true, "items": {"type": "boolean"}, "prefixItems": [{"const": true}]});
        assert_ne!(answer(&many, &json!({"minItems": 1})), Covers::Yes);
        assert_eq!(answer(&many, &json!({"type": "array"})), Covers::Yes);
    }
}
