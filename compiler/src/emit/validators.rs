//! Validators as Rust: of each schema its two passes.
//!
//! Goes in: names and schemas. Comes out: the items of one module, with a static [`Validator`] `NAME` for each schema. Its first
//! pass is functions which read the bytes of a document (`scan`), printed from a `Machine`; its second is the plan as a static
//! (`plan`), which the runtime walks over a tree to say all that is wrong. Predicates, messages and coercion are calls of the
//! runtime, the same that the interpreter makes.
//!
//! [`Validator`]: packwright_runtime_min::validate::Validator

mod classes;
mod cost;
mod imports;
mod literals;
mod machine;
mod names;
mod never;
mod patterns;
mod plan;
mod scan;

use packwright_schema::Plan;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use machine::Machine;
use scan::Printer;

/// The items of a module that validates by `plans`; each name is that of its static.
///
/// ```
/// use packwright_schema::{Schema, plan};
/// use quote::format_ident;
///
/// let schema = Schema::parse(&serde_json::json!({"type": "string"})).expect("the schema has no fault");
/// let module = packwright::emit::validators::print(&[(format_ident!("CITY"), &plan(&schema))]).to_string();
/// assert!(module.contains("pub (crate) static CITY : Validator"));
/// ```
pub fn print(plans: &[(Ident, &Plan)]) -> TokenStream {
    let mut taken = names::Taken::new(plans.iter().map(|(name, _)| name.to_string()));
    let (mut validators, mut statics) = (TokenStream::new(), TokenStream::new());
    for (name, plan) in plans {
        let (plan_static, patterns_static) = (format_ident!("{name}_PLAN"), format_ident!("{name}_PATTERNS"));
        let machine = Machine::of(plan);
        let printer = Printer::new(name, plan, &machine, (plan_static.clone(), patterns_static.clone()), &mut taken);
        let (root, functions) = printer.print();
        let doc = format!(" The schema `{}`.", name.to_string().to_lowercase());
        validators.extend(quote! {
            #[doc = #doc]
            pub(crate) static #name: Validator = Validator::new(&#plan_static, #root);
            #functions
        });
        statics.extend(plan::print(&plan_static, &patterns_static, plan));
        statics.extend(patterns::print(&patterns_static, &plan.patterns));
    }
    validators.extend(statics);
    let imports = imports::needed_by(&validators);
    quote!(#imports #validators)
}
