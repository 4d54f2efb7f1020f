//! Validators as Rust: the plan of each schema, printed.
//!
//! Goes in: names and schemas. Comes out: the items of one module, with a function `NAME(value, report)` for each schema, which
//! coerces the document in place and validates it in one walk, and one function for each node of its plan. Only structure
//! is printed; predicates, messages and coercion are calls of the runtime, the same that the interpreter makes.

mod imports;
mod literals;
mod names;

use packwright_schema::{
    Plan, Schema,
    plan::{Assertion, Check, Coerce, Members, Others, PlanIdx, PlanNode},
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use names::Names;

/// The items of a module that validates by `schemas`; each name is that of its function.
///
/// ```
/// use packwright_schema::Schema;
/// use quote::format_ident;
///
/// let schema = Schema::parse(&serde_json::json!({"type": "string"})).expect("the schema has no fault");
/// let module = packwright::emit::validators::print(&[(format_ident!("city"), &schema)]).to_string();
/// assert!(module.contains("pub (crate) fn city"));
/// ```
pub fn print(schemas: &[(Ident, &Schema)]) -> TokenStream {
    let mut taken = names::Taken::new(schemas.iter().map(|(name, _)| name.to_string()));
    let validators: TokenStream = schemas
        .iter()
        .map(|(name, schema)| {
            let plan = Plan::of(schema);
            let names = Names::of(name, &plan, &mut taken);
            validator(name, &plan, &names)
        })
        .collect();
    let imports = imports::needed_by(&validators);
    quote!(#imports #validators)
}

fn validator(name: &Ident, plan: &Plan, names: &Names) -> TokenStream {
    let Some(root) = plan.root else {
        return quote! {
            #[doc = " Any document is valid."]
            pub(crate) fn #name(_value: &mut Value<'_>, _report: &mut Report) {}
        };
    };
    let doc = format!(" Coerces a document in place and validates it by the schema `{name}`.");
    let root = names.of_node(root);
    let nodes = (0..).zip(&plan.nodes).map(|(idx, node)| function(names.of_index(idx), node, names));
    quote! {
        #[doc = #doc]
        pub(crate) fn #name(value: &mut Value<'_>, report: &mut Report) {
            #root(&Place::ROOT, value, report);
        }
        #(#nodes)*
    }
}

fn function(name: &Ident, node: &PlanNode, names: &Names) -> TokenStream {
    let PlanNode { pointer, coerce, checks, reference } = node;
    let doc = format!(" `#{}`", pointer.escape_debug().to_string().replace('`', "'"));
    let statics = checks.iter().filter_map(|check| shared(&check.assertion)).map(|shared| shared.item);
    let reference = reference.map(|reference| call(reference, &quote!(place), names));
    let checks: TokenStream = node.checks.iter().map(|check| statement(check, names)).collect();
    let mut body = match coerce {
        Coerce::Never => checks,
        Coerce::Text(targets) => {
            let targets = literals::types(*targets);
            quote!(coerce::text(place, #targets, value, report); #checks)
        }
        Coerce::Member(targets, _) => {
            let (targets, members) =
                (literals::types(*targets), node.checks.iter().find_map(|check| shared(&check.assertion)));
            let members = members.map(|members| members.slice);
            quote!(coerce::member(place, #targets, #members, value, report); #checks)
        }
        Coerce::UnlessValid(targets) => {
            let targets = literals::types(*targets);
            quote!(coerce::unless_valid(place, #targets, value, report, |value, report| { #checks });)
        }
    };
    body.extend(reference.map(|call| quote!(#call;)));
    if node.settles() {
        body = quote!(report.settle(|report| { #body }););
    }
    quote! {
        #[doc = #doc]
        fn #name(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
            #(#statics)*
            #body
        }
    }
}

/// The static that an assertion refers to.
fn shared(assertion: &Assertion) -> Option<literals::Shared> {
    match assertion {
        Assertion::OneOf(members) => Some(literals::members(members)),
        Assertion::Constant(constant) => Some(literals::constant(constant)),
        Assertion::Never
        | Assertion::Types(_)
        | Assertion::Minimum(_)
        | Assertion::Maximum(_)
        | Assertion::ExclusiveMinimum(_)
        | Assertion::ExclusiveMaximum(_)
        | Assertion::IntegerFormat(_)
        | Assertion::MinLength(_)
        | Assertion::MaxLength(_)
        | Assertion::MinItems(_)
        | Assertion::MaxItems(_)
        | Assertion::Items(_)
        | Assertion::MinProperties(_)
        | Assertion::MaxProperties(_)
        | Assertion::Required(_)
        | Assertion::Members(_) => None,
    }
}

/// A call of a node's function for `value`.
fn call(node: PlanIdx, place: &TokenStream, names: &Names) -> TokenStream {
    let function = names.of_node(node);
    quote!(#function(#place, value, report))
}

fn statement(Check { pointer, assertion }: &Check, names: &Names) -> TokenStream {
    let (function, constant) = match assertion {
        Assertion::Items(item) => return items(*item, names),
        Assertion::Members(members) => return self::members(pointer, members, names),
        Assertion::Never => return quote!(assert::never(place, #pointer, value, report);),
        Assertion::Types(types) => ("types", literals::types(*types)),
        Assertion::OneOf(members) => ("one_of", literals::members(members).reference),
        Assertion::Constant(constant) => ("constant", literals::constant(constant).reference),
        Assertion::Minimum(bound) => ("minimum", literals::decimal(bound.decimal().text())),
        Assertion::Maximum(bound) => ("maximum", literals::decimal(bound.decimal().text())),
        Assertion::ExclusiveMinimum(bound) => ("exclusive_minimum", literals::decimal(bound.decimal().text())),
        Assertion::ExclusiveMaximum(bound) => ("exclusive_maximum", literals::decimal(bound.decimal().text())),
        Assertion::IntegerFormat(format) => {
            let (name, least) = (format.name, literals::decimal(format.least));
            let greatest = literals::decimal(format.greatest);
            ("integer_format", quote!((#name, #least, #greatest)))
        }
        Assertion::MinLength(least) => ("min_length", literals::count(*least)),
        Assertion::MaxLength(most) => ("max_length", literals::count(*most)),
        Assertion::MinItems(least) => ("min_items", literals::count(*least)),
        Assertion::MaxItems(most) => ("max_items", literals::count(*most)),
        Assertion::MinProperties(least) => ("min_properties", literals::count(*least)),
        Assertion::MaxProperties(most) => ("max_properties", literals::count(*most)),
        Assertion::Required(names) => ("required", quote!(&[#(#names),*])),
    };
    let function = format_ident!("{function}");
    quote!(assert::#function(place, #pointer, #constant, value, report);)
}

fn items(item: PlanIdx, names: &Names) -> TokenStream {
    let call = call(item, &quote!(&place.item(idx)), names);
    quote! {
        if let Value::Array(items) = value {
            for (idx, value) in items.iter_mut().enumerate() {
                #call;
            }
        }
    }
}

fn members(pointer: &str, Members { declared, others }: &Members, names: &Names) -> TokenStream {
    let inner = quote!(&place);
    let arms: Vec<_> = declared.iter().filter_map(|(name, node)| Some((name, call((*node)?, &inner, names)))).collect();
    let unchecked: Vec<_> = declared.iter().filter(|(_, node)| node.is_none()).map(|(name, _)| name).collect();
    let otherwise = match others {
        Others::Accepted => None,
        Others::Refused => {
            let known = declared.iter().map(|(name, _)| name);
            Some(quote!(assert::unknown_property(&place, #pointer, &[#(#known),*], name, report)))
        }
        Others::Checked(node) => Some(call(*node, &inner, names)),
    };
    let value = if arms.is_empty() && *others == Others::Refused { quote!(_) } else { quote!(value) };
    let body = match (arms.as_slice(), otherwise) {
        ([(name, call)], None) => quote!(if *name == #name { #call; }),
        ([], Some(otherwise)) if unchecked.is_empty() => quote!(#otherwise;),
        (arms, otherwise) => {
            let arms = arms.iter().map(|(name, call)| quote!(#name => #call,));
            let ignored = otherwise.is_some() && !unchecked.is_empty();
            let unchecked = ignored.then(|| quote!(#(#unchecked)|* => {}));
            let otherwise = otherwise.unwrap_or_else(|| quote!({}));
            quote! {
                match name.as_ref() {
                    #(#arms)*
                    #unchecked
                    _ => #otherwise,
                }
            }
        }
    };
    quote! {
        if let Value::Object(members) = value {
            for (name, #value) in members {
                let place = place.member(name);
                #body
            }
        }
    }
}
