//! Which nodes of a schema assert anything at all.
//!
//! `{"minItems": 0}` does not, nor does `{"properties": {"next": {"$ref": "#"}}}`: no function is made for them and no code
//! looks into values for their sake.

use crate::{
    NodeIdx, Schema,
    ir::{ArrayFacets, Form, Keywords, NumberFacets, ObjectFacets, StringFacets},
};

/// For each node whether any value violates it.
///
/// A node asserts something if a keyword of its own does, or a node that it leads to. So the word is passed on from the nodes
/// with such keywords to those that lead to them; nodes that only lead to each other never hear it.
pub(super) fn asserting(schema: &Schema) -> Vec<bool> {
    let mut leading_here: Vec<Vec<usize>> = vec![Vec::new(); schema.nodes.len()];
    let mut asserting = vec![false; schema.nodes.len()];
    let mut to_tell = Vec::new();
    for (idx, node) in schema.nodes.iter().enumerate() {
        let asserts = match &node.form {
            Form::Any => false,
            Form::Never => true,
            Form::Keywords(keywords) => {
                leads_to(keywords).for_each(|target| leading_here[target.0 as usize].push(idx));
                asserts_on_its_own(keywords)
            }
        };
        if asserts {
            asserting[idx] = true;
            to_tell.push(idx);
        }
    }
    while let Some(idx) = to_tell.pop() {
        for from in &leading_here[idx] {
            if !asserting[*from] {
                asserting[*from] = true;
                to_tell.push(*from);
            }
        }
    }
    asserting
}

fn leads_to(keywords: &Keywords) -> impl Iterator<Item = NodeIdx> {
    let properties = keywords.object.properties.iter().map(|(_, idx)| *idx);
    properties.chain(keywords.object.additional).chain(keywords.array.items).chain(keywords.reference)
}

fn asserts_on_its_own(keywords: &Keywords) -> bool {
    let Keywords {
        types,
        members,
        constant,
        number,
        string,
        array,
        object,
        reference: _,
        definitions: _,
        annotations: _,
    } = keywords;
    let StringFacets { min_length, max_length } = string;
    let ArrayFacets { min_items, max_items, items: _ } = array;
    let ObjectFacets { min_properties, max_properties, required, properties: _, additional: _ } = object;
    types.is_some()
        || members.is_some()
        || constant.is_some()
        || *number != NumberFacets::default()
        || [min_length, min_items, min_properties].into_iter().flatten().any(|least| *least > 0)
        || [max_length, max_items, max_properties].into_iter().any(Option::is_some)
        || !required.is_empty()
}
