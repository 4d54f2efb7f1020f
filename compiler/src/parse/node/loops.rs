//! What makes a node work more than once: `for` and `paginate`.

use serde_json::Value;

use super::{count, expression, without};
use crate::{
    ast::{Each, Given, Pages, Reduce, Template},
    diagnostic::Finding,
    model::OnItemError,
    parse::{
        grammar,
        names::{self, Shape},
        table::{Entry, Table},
        template,
    },
    rules::parse::invalid_value,
    source::Spanned,
};

/// What an item is called where the author does not say.
const ITEM: &str = "item";

/// More items at a time than this are an attack on somebody.
pub(in crate::parse) const MOST_AT_A_TIME: u32 = 256;

/// Pages and items that a pagination may read where the author does not say, and the most that it may.
pub(in crate::parse) const PAGES: (u32, u32) = (100, 100_000);
pub(in crate::parse) const ITEMS: (u32, u32) = (10_000, 1_000_000);

/// `for` and the keys that go with it.
pub(super) fn each(table: &Table<'_>, out: &mut Vec<Finding>) -> Option<Each> {
    let get = |key: &'static str| table.get_if_allowed(key);
    let Some(list) = get("for") else {
        for key in ["as", "concurrency", "ordered", "on_item_error", "reduce", "initial"] {
            if let Some(entry) = get(key)
                && !table.misspells("for")
            {
                out.push(without(key, entry.key_span, "for"));
            }
        }
        return None;
    };
    let item = get("as").and_then(|entry| names::read(&entry, Shape::Snake, "an item", out));
    Some(Each {
        list: any(&list, out),
        item: item.unwrap_or_else(|| Spanned::new(ITEM.to_owned(), list.key_span)),
        concurrency: get("concurrency").and_then(|entry| count(&entry, MOST_AT_A_TIME, out)).unwrap_or(1),
        ordered: get("ordered").and_then(|entry| entry.boolean(out)).unwrap_or(true),
        on_item_error: get("on_item_error").and_then(|entry| on_item_error(&entry, out)).unwrap_or(OnItemError::Fail),
        reduce: reduce(get("reduce"), get("initial"), out),
    })
}

/// A value that may be written down or named.
fn any(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Given {
    Given { template: template::read(entry, out), span: entry.span }
}

fn reduce(next: Option<Entry<'_>>, initial: Option<Entry<'_>>, out: &mut Vec<Finding>) -> Option<Reduce> {
    match (next, initial) {
        (Some(next), Some(initial)) => Some(Reduce { next: any(&next, out), initial: template::read(&initial, out) }),
        (Some(next), None) => {
            out.push(without("reduce", next.key_span, "initial"));
            None
        }
        (None, Some(initial)) => {
            out.push(without("initial", initial.key_span, "reduce"));
            None
        }
        (None, None) => None,
    }
}

fn on_item_error(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<OnItemError> {
    let text = entry.text(out)?;
    match text.value {
        "fail" => Some(OnItemError::Fail),
        "skip" => Some(OnItemError::Skip),
        "collect" => Some(OnItemError::Collect),
        other => {
            let finding = invalid_value::finding(text.span, format!("`{other}` is not a way to treat a failed item"));
            out.push(finding.help("write \"fail\", \"skip\" or \"collect\""));
            None
        }
    }
}

/// `paginate = { next = "${page.next}", items = "${page.items}" }`.
pub(super) fn pages(table: &Table<'_>, out: &mut Vec<Finding>) -> Option<Pages> {
    let entry = table.grammar.keys.contains(&"paginate").then(|| table.get("paginate")).flatten()?;
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::PAGINATE, out);
    let next = table.required("next", "next = \"${page.next_cursor}\"", out);
    let items = table.required("items", "items = \"${page.items}\"", out);
    let start = table.get("start").map(|entry| template::read(&entry, out));
    let limit = |key, (usual, most): (u32, u32), out: &mut Vec<Finding>| {
        table.get(key).and_then(|entry| count(&entry, most, out)).unwrap_or(usual)
    };
    let (max_pages, max_items) = (limit("max_pages", PAGES, out), limit("max_items", ITEMS, out));
    let next = next.map(|entry| expression(&entry, "one \"${expression}\"", out));
    let items = items.map(|entry| expression(&entry, "one \"${expression}\"", out));
    Some(Pages {
        span: entry.key_span,
        next: next?,
        start: start.unwrap_or(Template::Literal(Value::Null)),
        items: items?,
        max_pages,
        max_items,
    })
}
