//! Every accepted signature, called as ordinary functions.
#![deny(warnings, missing_docs)]

use packwright_runtime_min::{Cx, Handler, HandlerError, NoInput, handler, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
pub struct Place {
    /// Its city.
    pub city: String,
}

/// An error of the author's own.
pub struct Lost;

impl From<Lost> for HandlerError {
    fn from(_: Lost) -> Self {
        Self::permanent("lost", "nobody knows")
    }
}

/// Everything.
#[handler(name = "look-up", description = "Looks up.", effects(reads, network("example.org")), mutating = false)]
pub async fn everything(_cx: &Cx, input: Place) -> Result<Place, HandlerError> {
    Ok(input)
}

/// An error of its own.
#[handler]
pub async fn own_error(_input: Place) -> Result<Place, Lost> {
    Err(Lost)
}

/// An alias of `Result`.
#[handler]
pub fn alias(_cx: &Cx) -> std::io::Result<Option<String>> {
    Ok(None)
}

/// No input at all.
#[handler]
pub fn nothing() {}

/// A static text.
#[handler]
pub fn text() -> &'static str {
    "text"
}

/// All of a tool's options.
#[tool(
    id = "acme.orders.look-up",
    title = "Look up",
    version = "1.2.0",
    groups("public", "operators"),
    effects(writes("orders"), writes("log"), deletes, spawns_run, emits_event, external_side_effect, sensitive_data_egress),
    mutating = true,
)]
pub fn all_options(mut input: Place) -> Place {
    input.city.push('!');
    input
}

/// Private functions may carry the attribute; the compiler refuses them only where TOML names them.
#[handler]
fn private(input: Place) -> Place {
    input
}

/// Documentation of the module.
pub mod nested {
    /// In a module, by the attribute's full path.
    #[packwright_runtime_min::handler]
    pub(crate) async fn by_path(_cx: &packwright_runtime_min::Cx) -> u8 {
        1
    }
}

fn types<H: Handler<Input = I, Output = O>, I, O>() {}

fn main() {
    let place = Place { city: "Rome".into() };
    assert_eq!(private(place.clone()), place);
    assert_eq!(all_options(place).city, "Rome!");
    assert_eq!(text(), "text");
    nothing();
    assert!(matches!(alias(&Cx::for_tests("data")), Ok(None)));
    types::<everything, Place, Place>();
    types::<own_error, Place, Place>();
    types::<alias, NoInput, Option<String>>();
    types::<nothing, NoInput, ()>();
    types::<nested::by_path, NoInput, u8>();
    _ = nested::by_path(&Cx::for_tests("data"));
}
