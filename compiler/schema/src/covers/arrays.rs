//! Arrays: items at places, items that must be somewhere, and how many of a kind there may be.

use std::rc::Rc;

use packwright_runtime_min::json::Value;

use super::{
    Undecided,
    literal::{Goal, Literal, What},
    problem::{Items, NodeId, Rule, RuleId},
    prover::{Outcome, Prover},
    state::State,
};

/// Longer arrays are not written down.
const LONGEST: usize = 1000;

/// More items are not looked for one by one.
const MOST_NEEDS: usize = 64;

/// With a longer front not all pairs of items are tried to be equal.
const PAIRED: usize = 8;

/// A part of a rule about items that holds.
#[derive(Clone)]
struct Said {
    rule: Rc<Rule>,
    part: Part,
}

#[derive(Clone, Copy)]
enum Part {
    Whole,
    At(usize),
    After,
}

impl Said {
    fn items(&self) -> &Items {
        match &*self.rule {
            Rule::Items(items) => items,
            other => unreachable!("{other:?} is not about items"),
        }
    }

    fn at(&self, place: usize) -> NodeId {
        let items = self.items();
        match self.part {
            Part::Whole => items.at(place),
            Part::At(only) if only == place => items.at(place),
            Part::After if place >= items.prefix.len() => items.at(place),
            Part::At(_) | Part::After => NodeId::ANY,
        }
    }
}

/// An item that must be there.
#[derive(Clone)]
struct Need {
    /// Where it may be.
    from: usize,
    to: Option<usize>,
    literal: Literal,
    /// Needs of one group are for items at different places.
    group: Option<RuleId>,
}

/// At most so many items are valid by the node.
#[derive(Clone)]
struct Limit {
    node: NodeId,
    most: usize,
}

/// What is wanted of an array.
#[derive(Clone, Default)]
struct Row {
    said: Vec<Said>,
    needs: Vec<Need>,
    placed: Vec<(usize, Need)>,
    limits: Vec<Limit>,
    least: usize,
    most: Option<usize>,
    /// Whether all items are different.
    unique: Option<bool>,
    /// Two places with the same item.
    equal: Option<(usize, usize)>,
}

impl Row {
    fn at_most(&mut self, most: usize) {
        self.most = Some(self.most.map_or(most, |known| known.min(most)));
    }

    /// Where the items begin that are all alike.
    fn front(&self) -> usize {
        let said = self.said.iter().map(|said| said.items().prefix.len());
        said.chain(self.needs.iter().map(|need| need.from + usize::from(need.to.is_some()))).max().unwrap_or(0)
    }
}

impl Prover<'_> {
    /// An array as it is wanted.
    pub(super) fn arrays(&mut self, state: &State) -> Outcome {
        let Some(row) = self.row(state, None) else { return Outcome::Empty };
        if row.needs.len() > MOST_NEEDS || row.least > LONGEST {
            return Outcome::Open(Undecided::Items);
        }
        if row.unique != Some(false) {
            return self.place(row);
        }
        let last = row.front() + 1;
        let mut open = (last > PAIRED).then_some(Undecided::Items);
        let lasts = if last > PAIRED { last..=last } else { 1..=last };
        for second in lasts {
            for first in if last > PAIRED { last - 1..second } else { 0..second } {
                match self.place(Row { equal: Some((first, second)), unique: None, ..row.clone() }) {
                    Outcome::Empty => {}
                    found @ Outcome::Found(_) => return found,
                    Outcome::Open(undecided) => open = Some(undecided),
                }
            }
        }
        open.map_or(Outcome::Empty, Outcome::Open)
    }

    /// Whether what is said of a part of the items cannot be.
    pub(super) fn is_items_part_refuted(&mut self, state: &State, literal: Literal) -> bool {
        if literal.holds {
            return false;
        }
        let Some(mut row) = self.row(state, Some(literal)) else { return true };
        let Some(need) = row.needs.pop() else { return false };
        row.needs.clear();
        row.unique = None;
        self.places(&row, &need).all(|place| {
            let mut placed = row.clone();
            placed.placed.push((place, need.clone()));
            row.most.is_some_and(|most| place >= most) || self.solve(item(&placed, place)).is_empty()
        })
    }

    /// What is asserted, and one more; none if it cannot be.
    fn row(&self, state: &State, more: Option<Literal>) -> Option<Row> {
        let mut row = Row::default();
        for Literal { what, holds } in state.literals.iter().copied().chain(more) {
            let (What::Rule(id) | What::At(id, _) | What::After(id) | What::Enough(id) | What::NotTooMany(id)) = what
            else {
                continue;
            };
            let rule = self.problem.get(id);
            match (what, &*rule, holds) {
                (What::Rule(_), Rule::MinItems(least), true) => row.least = row.least.max(*least),
                (What::Rule(_), Rule::MaxItems(most), false) => row.least = row.least.max(most.saturating_add(1)),
                (What::Rule(_), Rule::MaxItems(most), true) => row.at_most(*most),
                (What::Rule(_), Rule::MinItems(least), false) => row.at_most(least.checked_sub(1)?),
                (What::Rule(_), Rule::Unique, true) if row.unique == Some(false) => return None,
                (What::Rule(_), Rule::Unique, holds) => row.unique = Some(holds),
                (What::Rule(_), Rule::Items(_), true) => {
                    row.said.push(Said { rule: Rc::clone(&rule), part: Part::Whole });
                }
                (What::At(_, place), Rule::Items(items), holds) => {
                    let place = place as usize;
                    if holds {
                        row.said.push(Said { rule: Rc::clone(&rule), part: Part::At(place) });
                    } else {
                        let literal = What::Node(items.at(place)).fails();
                        row.needs.push(Need { from: place, to: Some(place), literal, group: None });
                    }
                }
                (What::After(_), Rule::Items(items), holds) => {
                    if holds {
                        row.said.push(Said { rule: Rc::clone(&rule), part: Part::After });
                    } else {
                        let from = items.prefix.len();
                        let literal = What::Node(items.at(from)).fails();
                        row.needs.push(Need { from, to: None, literal, group: None });
                    }
                }
                (What::Enough(_), Rule::Contains { item, least, .. }, true) => row.contains(id, *item, *least),
                (What::Enough(_), Rule::Contains { item, least, .. }, false) => {
                    row.limits.push(Limit { node: *item, most: least.checked_sub(1)? });
                }
                (What::NotTooMany(_), Rule::Contains { item, most, .. }, true) => {
                    row.limits.push(Limit { node: *item, most: (*most)? });
                }
                (What::NotTooMany(_), Rule::Contains { item, most, .. }, false) => {
                    row.contains(id, *item, (*most)?.saturating_add(1));
                }
                _ => {}
            }
        }
        row.most.is_none_or(|most| row.least <= most).then_some(row)
    }

    /// The places where the needed item may be. Beyond the front all are alike, so the first that is free does.
    fn places(&self, row: &Row, need: &Need) -> impl Iterator<Item = usize> + use<> {
        let used = row.placed.iter().map(|(place, _)| place + 1).max().unwrap_or(0);
        let equal = row.equal.map_or(0, |(_, second)| second + 1);
        let last = row.front().max(used).max(equal).max(need.from);
        let taken: Vec<usize> = row
            .placed
            .iter()
            .filter(|(_, other)| other.group.is_some() && other.group == need.group)
            .map(|(place, _)| *place)
            .collect();
        (need.from..=need.to.unwrap_or(last)).filter(move |place| !taken.contains(place))
    }

    /// Finds a place for each item that is needed, and then the array.
    fn place(&mut self, mut row: Row) -> Outcome {
        let Some(need) = row.needs.pop() else { return self.build_row(&row) };
        if let Err(undecided) = self.spend(1) {
            return Outcome::Open(undecided);
        }
        let mut open = None;
        for place in self.places(&row, &need) {
            if row.most.is_some_and(|most| place >= most) {
                break;
            }
            let mut placed = row.clone();
            placed.placed.push((place, need.clone()));
            if self.solve(item(&placed, place)).is_empty() {
                continue;
            }
            match self.deeper(|prover| prover.place(placed)) {
                Outcome::Empty => {}
                found @ Outcome::Found(_) => return found,
                Outcome::Open(undecided) => open = Some(undecided),
            }
        }
        open.map_or(Outcome::Empty, Outcome::Open)
    }

    fn build_row(&mut self, row: &Row) -> Outcome {
        let placed = row.placed.iter().map(|(place, _)| place + 1).max().unwrap_or(0);
        let length = placed.max(row.equal.map_or(0, |(_, second)| second + 1)).max(row.least);
        if row.most.is_some_and(|most| length > most) {
            return Outcome::Empty;
        }
        let mut left: Vec<usize> = Vec::new();
        for Limit { node, most } in &row.limits {
            let wanted = What::Node(*node).holds();
            let mut places: Vec<_> =
                row.placed.iter().filter(|(_, need)| need.literal == wanted).map(|(place, _)| *place).collect();
            places.sort_unstable();
            places.dedup();
            let Some(few) = most.checked_sub(places.len()) else { return Outcome::Empty };
            left.push(few);
        }
        let mut items: Vec<Value<'static>> = Vec::with_capacity(length);
        for place in 0..length {
            if let Err(undecided) = self.spend(1) {
                return Outcome::Open(undecided);
            }
            if let Some((first, _)) = row.equal.filter(|(_, second)| *second == place) {
                items.push(items[first].clone());
                continue;
            }
            match self.item_at(row, place, &items, &mut left) {
                Outcome::Found(value) => items.push((*value).clone()),
                other @ (Outcome::Empty | Outcome::Open(_)) => return other,
            }
        }
        Outcome::found(Value::Array(items))
    }

    /// An item, where some are there already, and so many of each limited kind may still be.
    fn item_at(&mut self, row: &Row, place: usize, items: &[Value<'static>], left: &mut [usize]) -> Outcome {
        let mut goal = item(row, place);
        let before = match row.unique {
            Some(true) => items.iter().map(|item| What::Is(self.problem.value(item)).fails()).collect(),
            Some(false) | None => Vec::new(),
        };
        goal = goal.with(before.iter().copied());
        for (Limit { node, most: _ }, left) in row.limits.iter().zip(left.iter_mut()) {
            let wanted = What::Node(*node).holds();
            if goal.iter().any(|literal| literal == wanted) {
                let is_counted = row.placed.iter().any(|(at, need)| *at == place && need.literal == wanted);
                match left.checked_sub(usize::from(!is_counted)) {
                    Some(fewer) => *left = fewer,
                    None if row.limits.len() > 1 => return Outcome::Open(Undecided::Items),
                    None => return Outcome::Empty,
                }
                continue;
            }
            let without = goal.with([What::Node(*node).fails()]);
            // One of the kind only where nothing else can be.
            if *left > 0 && self.solve(without.clone()).is_empty() {
                *left -= 1;
            } else {
                goal = without;
            }
        }
        match self.solve(goal) {
            // Other items before it, or others of a limited kind, might have left one; but not where all are wanted alike.
            Outcome::Empty if row.limits.len() > 1 || !before.is_empty() && !row.is_alike_up_to(place) => {
                Outcome::Open(Undecided::Items)
            }
            outcome => outcome,
        }
    }
}

impl Row {
    /// Whether the items up to a place are wanted to be alike, each by itself.
    fn is_alike_up_to(&self, place: usize) -> bool {
        self.limits.is_empty() && (0..place).all(|before| item(self, before) == item(self, place))
    }

    fn contains(&mut self, group: RuleId, item: NodeId, count: usize) {
        let need = Need { from: 0, to: None, literal: What::Node(item).holds(), group: Some(group) };
        self.needs.extend(std::iter::repeat_n(need, count.min(MOST_NEEDS + 1)));
    }
}

/// What is wanted of the item at a place, of those it must be equal to too.
fn item(row: &Row, place: usize) -> Goal {
    let alike = row.equal.filter(|(first, second)| place == *first || place == *second);
    let places = alike.map_or([place; 2], |(first, second)| [first, second]);
    Goal::new(places.into_iter().flat_map(|place| {
        let said = row.said.iter().map(move |said| What::Node(said.at(place)).holds());
        said.chain(row.placed.iter().filter(move |(at, _)| *at == place).map(|(_, need)| need.literal))
    }))
}
