//! Handlers of every shape.

use packwright_runtime_min::{Cx, HandlerError, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which place.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Place {
    /// The city's name.
    pub city: String,
}

/// Where it is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    /// Degrees north.
    pub latitude: f64,
    /// From the smallest to the largest.
    pub regions: Vec<String>,
}

/// How many.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Count {
    /// Places that are known.
    pub places: u32,
}

/// Finds a place: asynchronous, with a context, fallible.
#[handler(effects(reads), mutating = false)]
pub async fn find_place(_cx: &Cx, input: Place) -> Result<Found, HandlerError> {
    match input.city.as_str() {
        "Oslo" => Ok(Found { latitude: 59.91, regions: vec!["oslo".to_owned(), "norway".to_owned()] }),
        city => Err(HandlerError::permanent("unknown-city", format!("`{city}` is not known; `Oslo` is"))),
    }
}

/// Counts the places: synchronous, of nothing, infallible.
#[handler(mutating = false)]
pub fn count() -> Count {
    Count { places: 1 }
}

/// Notes a visit: synchronous, fallible.
#[handler(effects(writes))]
pub fn note_visit(cx: &Cx, input: Place) -> Result<Count, HandlerError> {
    std::fs::write(cx.data().join("visits"), input.city)?;
    Ok(Count { places: 1 })
}

/// Looks up a place by its name.
#[tool(effects(reads), mutating = false)]
pub async fn lookup_place(input: Place) -> Result<Found, HandlerError> {
    Ok(Found { latitude: 0.0, regions: vec![input.city] })
}
