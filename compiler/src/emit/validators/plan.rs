//! The plan as a static: what the second pass walks to say everything that is wrong.

use packwright_runtime_min::validate::Types;
use packwright_schema::{
    Plan,
    plan::{Assertion, Check, Constant, List, Members, Others, PatternIdx, PlanIdx, PlanNode, Text},
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::literals::{self, count, list, option, text};

/// The static `name` with `plan`, whose patterns are in the static `patterns`.
pub(super) fn print(name: &Ident, patterns: &Ident, plan: &Plan) -> TokenStream {
    let Plan { root, nodes, patterns: all_patterns } = plan;
    let root = option(root.map(idx));
    let nodes = list(nodes.iter().map(node));
    let patterns = if all_patterns.is_empty() { quote!(&[]) } else { quote!(&#patterns) };
    quote! {
        #[doc = " What the second pass checks."]
        static #name: Plan = Plan { root: #root, nodes: #nodes, patterns: Cow::Borrowed(#patterns) };
    }
}

fn idx(PlanIdx(idx): PlanIdx) -> TokenStream {
    let idx = Literal::u32_unsuffixed(idx);
    quote!(PlanIdx(#idx))
}

fn pattern_idx(PatternIdx(idx): PatternIdx) -> TokenStream {
    let idx = Literal::u32_unsuffixed(idx);
    quote!(PatternIdx(#idx))
}

fn node(PlanNode { pointer, checks }: &PlanNode) -> TokenStream {
    let pointer = text(pointer);
    let checks = list(checks.iter().map(|Check { pointer, assertion }| {
        let (pointer, assertion) = (text(pointer), self::assertion(assertion));
        quote!(Check { pointer: #pointer, assertion: #assertion })
    }));
    quote!(PlanNode { pointer: #pointer, checks: #checks })
}

fn maybe(node: Option<PlanIdx>) -> TokenStream {
    option(node.map(idx))
}

fn others(others: Others) -> TokenStream {
    match others {
        Others::Unspoken => quote!(Others::Unspoken),
        Others::Accepted => quote!(Others::Accepted),
        Others::Refused => quote!(Others::Refused),
        Others::Checked(node) => {
            let node = idx(node);
            quote!(Others::Checked(#node))
        }
    }
}

fn constant(constant: &Constant) -> TokenStream {
    match constant {
        Constant::Null => quote!(Constant::Null),
        Constant::Bool(truth) => quote!(Constant::Bool(#truth)),
        Constant::Number(number) => {
            let number = text(number);
            quote!(Constant::Number(#number))
        }
        Constant::String(string) => {
            let string = text(string);
            quote!(Constant::String(#string))
        }
        Constant::Json(json) => {
            let json = text(json);
            quote!(Constant::Json(#json))
        }
    }
}

fn texts(names: &List<Text>) -> TokenStream {
    list(names.iter().map(|name| text(name)))
}

fn assertion(assertion: &Assertion) -> TokenStream {
    let of_text = |variant: &str, value: &Text| {
        let (variant, value) = (format_ident!("{variant}"), text(value));
        quote!(Assertion::#variant(#value))
    };
    let of_count = |variant: &str, value: usize| {
        let (variant, value) = (format_ident!("{variant}"), count(value));
        quote!(Assertion::#variant(#value))
    };
    let of_value = |variant: &str, value: TokenStream| {
        let variant = format_ident!("{variant}");
        quote!(Assertion::#variant(#value))
    };
    match assertion {
        Assertion::Never => quote!(Assertion::Never),
        Assertion::Types(types) => of_value("Types", self::types(*types)),
        Assertion::OneOf(members) => of_value("OneOf", list(members.iter().map(constant))),
        Assertion::Constant(member) => of_value("Constant", constant(member)),
        Assertion::MultipleOf(divisor) => of_text("MultipleOf", divisor),
        Assertion::Maximum(bound) => of_text("Maximum", bound),
        Assertion::ExclusiveMaximum(bound) => of_text("ExclusiveMaximum", bound),
        Assertion::Minimum(bound) => of_text("Minimum", bound),
        Assertion::ExclusiveMinimum(bound) => of_text("ExclusiveMinimum", bound),
        Assertion::IntegerFormat(format) => {
            let formats = packwright_schema::plan::INTEGER_FORMATS;
            let place = formats.iter().position(|known| known == *format).expect("there are no other integer formats");
            let place = Literal::usize_unsuffixed(place);
            of_value("IntegerFormat", quote!(&INTEGER_FORMATS[#place]))
        }
        Assertion::MaxLength(most) => of_count("MaxLength", *most),
        Assertion::MinLength(least) => of_count("MinLength", *least),
        Assertion::Pattern(pattern) => of_value("Pattern", pattern_idx(*pattern)),
        Assertion::Format(format) => {
            let format = format_ident!("{format:?}");
            of_value("Format", quote!(Format::#format))
        }
        Assertion::MaxItems(most) => of_count("MaxItems", *most),
        Assertion::MinItems(least) => of_count("MinItems", *least),
        Assertion::UniqueItems => quote!(Assertion::UniqueItems),
        Assertion::Items { prefix, rest } => {
            let (prefix, rest) = (list(prefix.iter().map(|node| maybe(*node))), others(*rest));
            quote!(Assertion::Items { prefix: #prefix, rest: #rest })
        }
        Assertion::Contains { item, least, most } => {
            let (item, least, most) = (maybe(*item), count(*least), option(most.map(count)));
            quote!(Assertion::Contains { item: #item, least: #least, most: #most })
        }
        Assertion::MaxProperties(most) => of_count("MaxProperties", *most),
        Assertion::MinProperties(least) => of_count("MinProperties", *least),
        Assertion::Required(names) => of_value("Required", texts(names)),
        Assertion::DependentRequired(names) => {
            let names = names.iter().map(|(name, others)| {
                let (name, others) = (text(name), texts(others));
                quote!((#name, #others))
            });
            of_value("DependentRequired", list(names))
        }
        Assertion::PropertyNames(node) => of_value("PropertyNames", idx(*node)),
        Assertion::Members(Members { declared, patterns, others: rest }) => {
            let declared = declared.iter().map(|(name, node)| {
                let (name, node) = (text(name), maybe(*node));
                quote!((#name, #node))
            });
            // The table in it is made when the server is compiled.
            let declared = quote!(Declared::Baked(const { &Names::of(&[#(#declared),*]) }));
            let patterns = list(patterns.iter().map(|(pattern, node)| {
                let (pattern, node) = (pattern_idx(*pattern), maybe(*node));
                quote!((#pattern, #node))
            }));
            let rest = others(*rest);
            let members = quote!(Members { declared: #declared, patterns: #patterns, others: #rest });
            of_value("Members", members)
        }
        Assertion::DependentSchemas(schemas) => {
            let schemas = schemas.iter().map(|(name, node)| {
                let (name, node) = (text(name), idx(*node));
                quote!((#name, #node))
            });
            of_value("DependentSchemas", list(schemas))
        }
        Assertion::Ref(node) => of_value("Ref", idx(*node)),
        Assertion::AllOf(nodes) => of_value("AllOf", list(nodes.iter().map(|node| idx(*node)))),
        Assertion::AnyOf(nodes) => of_value("AnyOf", list(nodes.iter().map(|node| maybe(*node)))),
        Assertion::ExactlyOne(nodes) => of_value("ExactlyOne", list(nodes.iter().map(|node| maybe(*node)))),
        Assertion::Not(node) => of_value("Not", maybe(*node)),
        Assertion::If { condition, then, otherwise } => {
            let [condition, then, otherwise] = [condition, then, otherwise].map(|node| maybe(*node));
            quote!(Assertion::If { condition: #condition, then: #then, otherwise: #otherwise })
        }
        Assertion::UnevaluatedItems(rest) => of_value("UnevaluatedItems", others(*rest)),
        Assertion::UnevaluatedProperties(rest) => of_value("UnevaluatedProperties", others(*rest)),
    }
}

fn types(types: Types) -> TokenStream {
    literals::types(types)
}
