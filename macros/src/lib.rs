//! `#[handler]` and `#[tool]`: Rust functions as packwright handlers.
//!
//! Both leave the function as it is, callable by anyone, and put a marker type of the same name beside it which implements
//! `packwright_runtime_min::Handler`. Handlers use them by way of `packwright_runtime_min::{handler, tool}`.

use packwright_macros_syntax::AttributeKind;
use proc_macro::TokenStream;

mod expand;

/// Makes a function a handler: topologies may call it by its name.
///
/// ```ignore
/// /// Finds the coordinates of a city.
/// #[handler(effects(reads), mutating = false)]
/// pub async fn geocode(cx: &Cx, input: Place) -> Result<Coordinates, HandlerError> { … }
/// ```
///
/// The function is `[async] fn name([&Cx][, Input]) -> T` or `-> Result<T, E>` where `Input: Deserialize + JsonSchema`,
/// `T: Serialize + JsonSchema` and `E: Into<HandlerError>`; a plain `fn` may block.
///
/// | option | meaning |
/// | --- | --- |
/// | `name = "…"` | what TOML calls it; the function's name where absent |
/// | `description = "…"` | for models and people; the doc comment's first paragraph where absent |
/// | `effects(…)` | any of `reads`, `writes`, `deletes`, `network`, `spawns_run`, `emits_event`, `external_side_effect`, `sensitive_data_egress`, each with a resource if you like: `writes("orders")` |
/// | `mutating = false` | calling it changes nothing |
#[proc_macro_attribute]
pub fn handler(args: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(AttributeKind::Handler, args.into(), item.into()).into()
}

/// Makes a function a handler that is also offered to callers as a tool, with its input's schema as the tool's.
///
/// All of [`macro@handler`]'s options, and:
///
/// | option | meaning |
/// | --- | --- |
/// | `id = "acme.lookup-order"` | the dotted id; the pack's namespace and the function's name where absent |
/// | `title = "…"` | a title for people |
/// | `version = "1.0.0"` | the pack's version where absent |
/// | `groups("…")` | who may use it; the pack's default groups where absent |
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(AttributeKind::Tool, args.into(), item.into()).into()
}
