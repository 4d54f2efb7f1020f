//! The grammar of `#[handler]` and `#[tool]`, shared by the macros and by the compiler's source scan.
//!
//! Goes in: the attribute's tokens and the function under it. Comes out: one [`Definition`], or every [`Fault`] with the
//! user's tokens and what to type instead. Refuses to know: what is generated, files, packs, TOML.
//!
//! ```
//! use packwright_macros_syntax::{AttributeKind, Definition};
//!
//! let function: syn::ItemFn = syn::parse_quote! {
//!     /// Finds the coordinates of a city.
//!     pub async fn geocode(cx: &Cx, input: Place) -> Result<Coordinates, HandlerError> { todo!() }
//! };
//! let args = quote::quote!(effects(reads), mutating = false);
//! let definition = Definition::parse(AttributeKind::Handler, args, &function.attrs, &function.sig).unwrap();
//! assert_eq!(definition.name, "geocode");
//! assert_eq!(definition.description, "Finds the coordinates of a city.");
//! ```

pub mod definition;
pub mod effect;
pub mod fault;
pub mod options;
pub mod signature;
mod text;

pub use definition::{AttributeKind, Definition, ToolDefinition};
pub use effect::{Effect, EffectKind};
pub use fault::{Fault, FaultKind};
pub use options::Options;
pub use signature::{Failure, Shape};
