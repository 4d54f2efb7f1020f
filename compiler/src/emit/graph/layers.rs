//! Layers: which slots a picture has, in which row each is, and in which order a row has them.
//!
//! The longest way to a symbol decides its row. An arrow over several rows has a slot in each of those between, so that it has a
//! place of its own and crosses no symbol; so has the label of an arrow. The order of a row comes from sweeps, each of
//! which puts a slot where its neighbours are on average; the order with the fewest crossings wins.

/// What is to be laid out: sizes of symbols, and links from each to a later one.
#[derive(Clone, Debug, Default)]
pub(super) struct Input {
    /// Width and height.
    pub symbols: Vec<(i32, i32)>,
    pub links: Vec<Link>,
}

/// An arrow.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub from: usize,
    pub to: usize,
    /// Width and height of its label.
    pub label: Option<(i32, i32)>,
}

/// Something that takes up room in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub row: usize,
    pub width: i32,
    pub height: i32,
    pub holds: Holds,
}

/// What is in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Symbol,
    Label,
    /// Where an arrow passes.
    Bend,
}

/// Slots in rows.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// The symbols first.
    pub slots: Vec<Slot>,
    /// By row: its slots, from left to right.
    pub rows: Vec<Vec<usize>>,
    /// By link: the slots that it goes through, with those of its ends.
    pub ways: Vec<Vec<usize>>,
    /// By slot: those above and those below that it is joined to.
    pub above: Vec<Vec<usize>>,
    pub below: Vec<Vec<usize>>,
}

/// Sweeps through the rows. More change little.
const SWEEPS: usize = 16;

impl Layers {
    /// Puts everything in its row.
    pub(super) fn of(input: &Input) -> Self {
        let rows_of = rows_of(input);
        let symbol = |(&(width, height), &row)| Slot { row, width, height, holds: Holds::Symbol };
        let mut slots: Vec<Slot> = input.symbols.iter().zip(&rows_of).map(symbol).collect();
        let mut ways = Vec::with_capacity(input.links.len());
        for link in &input.links {
            let mut way = vec![link.from];
            for row in rows_of[link.from] + 1..rows_of[link.to] {
                way.push(slots.len());
                slots.push(match link.label {
                    Some((width, height)) if way.len() == 2 => Slot { row, width, height, holds: Holds::Label },
                    Some(_) | None => Slot { row, width: 2, height: 0, holds: Holds::Bend },
                });
            }
            way.push(link.to);
            ways.push(way);
        }
        let mut rows = vec![Vec::new(); rows_of.iter().max().map_or(0, |last| last + 1)];
        slots.iter().enumerate().for_each(|(idx, slot)| rows[slot.row].push(idx));
        let (mut above, mut below) = (vec![Vec::new(); slots.len()], vec![Vec::new(); slots.len()]);
        for pair in ways.iter().flat_map(|way: &Vec<usize>| way.windows(2)) {
            below[pair[0]].push(pair[1]);
            above[pair[1]].push(pair[0]);
        }
        let mut layers = Self { slots, rows, ways, above, below };
        layers.order();
        layers
    }

    /// Orders the rows so that few links cross.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.rows.clone());
        for sweep in 0..SWEEPS {
            let is_down = sweep % 2 == 0;
            let places = 0..self.rows.len();
            let towards: Vec<usize> = if is_down { places.collect() } else { places.rev().collect() };
            for row in towards {
                self.rows[row] = self.sorted(row, if is_down { &self.above } else { &self.below });
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// A row by where the neighbours are on average; who has none stays where it is.
    fn sorted(&self, row: usize, neighbours: &[Vec<usize>]) -> Vec<usize> {
        let places = self.places();
        let key = |(place, &slot): (usize, &usize)| {
            let near = &neighbours[slot];
            let sum: usize = near.iter().map(|&near| places[near]).sum();
            // In thousandths, so that no machine rounds otherwise.
            (if near.is_empty() { place * 1000 } else { sum * 1000 / near.len() }, place, slot)
        };
        let mut keyed: Vec<_> = self.rows[row].iter().enumerate().map(key).collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, _, slot)| slot).collect()
    }

    /// By slot: its place in its row.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.slots.len()];
        for row in &self.rows {
            row.iter().enumerate().for_each(|(place, &slot)| places[slot] = place);
        }
        places
    }

    /// How many pairs of links cross.
    pub(super) fn crossings(&self) -> usize {
        let places = self.places();
        let mut crossings = 0;
        for row in &self.rows {
            // Ends of links so far, sorted: those to the right of a later link's end are crossed by it.
            let mut ends: Vec<usize> = Vec::new();
            for &slot in row {
                let mut here: Vec<usize> = self.below[slot].iter().map(|&below| places[below]).collect();
                here.sort_unstable();
                for end in &here {
                    crossings += ends.len() - ends.partition_point(|other| other <= end);
                }
                ends.extend(here);
                ends.sort_unstable();
            }
        }
        crossings
    }
}

/// The row of each symbol: below all that it comes after, with room for labels; what comes after nothing is as near as can be.
fn rows_of(input: &Input) -> Vec<usize> {
    let length = |link: &Link| if link.label.is_some() { 2 } else { 1 };
    let mut rows = vec![0; input.symbols.len()];
    let mut links: Vec<&Link> = input.links.iter().collect();
    links.sort_by_key(|link| link.from);
    for link in &links {
        rows[link.to] = rows[link.to].max(rows[link.from] + length(link));
    }
    for symbol in (0..rows.len()).rev().filter(|symbol| links.iter().all(|link| link.to != *symbol)) {
        let nearest = links.iter().filter(|link| link.from == symbol).map(|link| rows[link.to] - length(link)).min();
        rows[symbol] = nearest.unwrap_or(0);
    }
    rows
}
