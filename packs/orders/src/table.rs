//! The table of orders, made up for this pack and embedded at compile time.

use crate::order::{Order, Status};

/// One order a line, below a line of column names.
const CSV: &str = include_str!("../data/orders.csv");

/// Every order, in the table's order.
pub(crate) fn orders() -> impl Iterator<Item = Order> {
    CSV.lines().skip(1).map(|line| parse(line).expect("the table's own test reads every line"))
}

/// No field holds a comma or a quote, which the table's test makes sure of.
fn parse(line: &str) -> Option<Order> {
    let [order_id, status, placed_on, items, total_cents, currency] = line.split(',').collect::<Vec<_>>()[..] else {
        return None;
    };
    Some(Order {
        order_id: order_id.to_owned(),
        status: Status::parse(status)?,
        placed_on: placed_on.to_owned(),
        items: items.parse().ok()?,
        total_cents: total_cents.parse().ok()?,
        currency: currency.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_line_is_an_order_of_its_own() {
        let lines = CSV.lines().skip(1).count();
        let ids: BTreeSet<String> = CSV.lines().skip(1).filter_map(parse).map(|order| order.order_id).collect();
        assert_eq!(ids.len(), lines);
        assert!(!CSV.contains('"'));
    }
}
