//! Layout: from layers and columns to places of symbols and labels, and ways of arrows.
//!
//! Each row is a band. An arrow leaves a symbol downwards, is slanted only between two bands, and passes a band
//! upright in a slot of its own: so it crosses no symbol and no label.

use super::{
    columns,
    layers::{Holds, Input, Layers, Slot},
};

/// A rectangle of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// A point of the picture.
pub(super) type Point = (i32, i32);

/// Where everything is; nothing is left of or above the origin.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// By symbol.
    pub symbols: Vec<Area>,
    /// By link: its label.
    pub labels: Vec<Option<Area>>,
    /// By link: its lines; a label interrupts it.
    pub ways: Vec<Vec<Vec<Point>>>,
    pub width: i32,
    pub height: i32,
}

/// How arrows meet a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Docks {
    /// How far from the middle arrows may come.
    pub reach: i32,
    /// Whether the symbol narrows to a point in the middle of its top and its bottom.
    pub is_pointed: bool,
}

/// Room above and below what is in a band: arrows are upright there.
const PAD: i32 = 8;

/// The most room between arrows that leave or reach one symbol.
const APART: i32 = 18;

/// Lays out; `docks` are by symbol.
pub(super) fn layout(input: &Input, docks: &[Docks]) -> Layout {
    let layers = Layers::of(input);
    let centres = columns::columns(&layers);
    let bands = bands(&layers, &centres);
    let area = |idx: usize| {
        let Slot { row, width, height, holds: _ } = layers.slots[idx];
        let (top, bottom) = bands[row];
        Area { x: centres[idx] - width / 2, y: (top + bottom - height) / 2, width, height }
    };
    let symbols: Vec<Area> = (0..input.symbols.len()).map(area).collect();
    let is_label = |slot: &&usize| layers.slots[**slot].holds == Holds::Label;
    let labels = layers.ways.iter().map(|way| way.iter().find(is_label).map(|&slot| area(slot))).collect();
    let ends = |symbol: usize, side: Side| dock(&layers, &centres, symbol, docks[symbol], side);
    let leaving: Vec<_> = (0..symbols.len()).map(|symbol| ends(symbol, Side::Bottom)).collect();
    let reaching: Vec<_> = (0..symbols.len()).map(|symbol| ends(symbol, Side::Top)).collect();
    let x_of = |ends: &[(usize, i32)], link: usize| ends.iter().find(|end| end.0 == link).map_or(0, |end| end.1);
    let way = |(link, way): (usize, &Vec<usize>)| {
        let (from, to) = (way[0], way[way.len() - 1]);
        let mut lines = Vec::new();
        let x = x_of(&leaving[from], link);
        let edge = edge(symbols[from], docks[from], x, Side::Bottom);
        let mut line = vec![(x, edge), (x, bands[layers.slots[from].row].1)];
        for &slot in &way[1..way.len() - 1] {
            let (x, (top, bottom)) = (centres[slot], bands[layers.slots[slot].row]);
            line.push((x, top));
            if is_label(&&slot) {
                let label = area(slot);
                line.push((x, label.y));
                lines.push(std::mem::take(&mut line));
                line.push((x, label.y + label.height));
            }
            line.push((x, bottom));
        }
        let x = x_of(&reaching[to], link);
        let edge = self::edge(symbols[to], docks[to], x, Side::Top);
        line.extend([(x, bands[layers.slots[to].row].0), (x, edge)]);
        lines.push(line);
        lines
    };
    let ways = layers.ways.iter().enumerate().map(way).collect();
    let right = layers.slots.iter().zip(&centres).map(|(slot, centre)| centre - slot.width / 2 + slot.width).max();
    let bottom = bands.last().map_or(0, |band| band.1);
    Layout { symbols, labels, ways, width: right.unwrap_or(0), height: bottom }
}

/// Top and bottom of each row; rows are further apart where arrows go far to the side.
fn bands(layers: &Layers, centres: &[i32]) -> Vec<(i32, i32)> {
    let mut bands = Vec::with_capacity(layers.rows.len());
    let mut top = 0;
    for row in &layers.rows {
        let height = row.iter().map(|&slot| layers.slots[slot].height).max().unwrap_or(0);
        let bottom = top + height + 2 * PAD;
        bands.push((top, bottom));
        let sideways = |&slot: &usize| {
            layers.below[slot].iter().map(move |&below| (centres[slot] - centres[below]).abs()).max().unwrap_or(0)
        };
        top = bottom + 14 + (row.iter().map(sideways).max().unwrap_or(0) / 10).min(70);
    }
    bands
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Top,
    Bottom,
}

/// By link: where it meets a side of a symbol. Arrows are in the order of where they come from or go to, so they do not cross there.
fn dock(layers: &Layers, centres: &[i32], symbol: usize, docks: Docks, side: Side) -> Vec<(usize, i32)> {
    let neighbour = |way: &Vec<usize>| match side {
        Side::Top => (way[way.len() - 1] == symbol).then(|| way[way.len() - 2]),
        Side::Bottom => (way[0] == symbol).then(|| way[1]),
    };
    let ways = layers.ways.iter().enumerate();
    let mut links: Vec<_> = ways.filter_map(|(link, way)| Some((centres[neighbour(way)?], link))).collect();
    links.sort_unstable();
    let spaces = i32::try_from(links.len()).expect("there are not that many") - 1;
    let apart = if spaces > 0 { (2 * docks.reach / spaces).min(APART) } else { 0 };
    let first = centres[symbol] - apart * spaces / 2;
    links.into_iter().zip(0..).map(|((_, link), at)| (link, first + apart * at)).collect()
}

/// Where the outline of a symbol is, above or below `x`.
fn edge(area: Area, docks: Docks, x: i32, side: Side) -> i32 {
    let inwards = match docks.is_pointed {
        true => (x - area.x - area.width / 2).abs() * area.height / area.width,
        false => 0,
    };
    match side {
        Side::Top => area.y + inwards,
        Side::Bottom => area.y + area.height - inwards,
    }
}
