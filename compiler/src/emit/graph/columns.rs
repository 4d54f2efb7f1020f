//! Columns: where in its row each slot is, so that links are as straight as the order allows.
//!
//! A row is placed as near to its neighbours as it can be: the least squares of the distances, with slots in their order and
//! apart. Without the widths that is a regression that may only rise, which merging neighbours that are too near solves.

use super::layers::{Holds, Layers, Slot};

/// Sweeps down and up. More change little.
const SWEEPS: usize = 12;

/// Room between a slot and its right neighbour.
fn gap(left: &Slot, right: &Slot) -> i32 {
    match (left.holds, right.holds) {
        (Holds::Symbol, Holds::Symbol) => 32,
        (Holds::Bend, Holds::Bend) => 14,
        (Holds::Symbol | Holds::Label | Holds::Bend, _) => 20,
    }
}

/// The centres of all slots; the leftmost edge is at 0.
pub(super) fn columns(layers: &Layers) -> Vec<i32> {
    let mut centres = vec![0.0; layers.slots.len()];
    for row in 0..layers.rows.len() {
        place(layers, row, &|_| None, &mut centres);
    }
    for sweep in 0..=2 * SWEEPS {
        let is_last = sweep == 2 * SWEEPS;
        let near = |slot: usize| -> Vec<usize> {
            let (above, below) = (layers.above[slot].iter(), layers.below[slot].iter());
            match (is_last, sweep % 2 == 0) {
                (true, _) => above.chain(below).copied().collect(),
                (false, true) => above.copied().collect(),
                (false, false) => below.copied().collect(),
            }
        };
        let rows = 0..layers.rows.len();
        let rows: Vec<usize> = if sweep % 2 == 0 { rows.collect() } else { rows.rev().collect() };
        for row in rows {
            let before = centres.clone();
            let wanted = |slot: usize| {
                let near = near(slot);
                let sum: f64 = near.iter().map(|&near| before[near]).sum();
                let count = u32::try_from(near.len()).expect("there are not that many");
                (count > 0).then(|| sum / f64::from(count))
            };
            place(layers, row, &wanted, &mut centres);
        }
    }
    let rounded: Vec<i32> = centres.iter().map(|&centre| whole(centre)).collect();
    let edge = |(centre, slot): (&i32, &Slot)| centre - slot.width / 2;
    let left = rounded.iter().zip(&layers.slots).map(edge).min().unwrap_or(0);
    rounded.iter().map(|centre| centre - left).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are not two billion pixels wide")]
fn whole(centre: f64) -> i32 {
    centre.round() as i32
}

/// Places one row: each slot as near as can be to where it is wanted, else to where it is.
fn place(layers: &Layers, row: usize, wanted: &dyn Fn(usize) -> Option<f64>, centres: &mut [f64]) {
    let slots = &layers.rows[row];
    let mut offset = 0;
    // Slots that touch: how much they weigh, where they want to be, and how many they are.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    let mut offsets = Vec::with_capacity(slots.len());
    for (place, &idx) in slots.iter().enumerate() {
        let slot = &layers.slots[idx];
        if let Some(&left) = place.checked_sub(1).and_then(|left| slots.get(left)) {
            let left = &layers.slots[left];
            offset += left.width.div_euclid(2) + gap(left, slot) + slot.width - slot.width.div_euclid(2);
        }
        offsets.push(offset);
        // Long arrows are straight at the cost of symbols; who has no neighbours gives way to all.
        let weight = match (slot.holds, wanted(idx)) {
            (_, None) => 0.1,
            (Holds::Symbol, Some(_)) => 1.0,
            (Holds::Label, Some(_)) => 2.0,
            (Holds::Bend, Some(_)) => 6.0,
        };
        let at = wanted(idx).unwrap_or(centres[idx]) - f64::from(offset);
        let mut block = (weight, at, 1);
        while let Some(last) = blocks.pop_if(|last| last.1 > block.1) {
            let weight = last.0 + block.0;
            block = (weight, (last.0 * last.1 + block.0 * block.1) / weight, last.2 + block.2);
        }
        blocks.push(block);
    }
    let starts = blocks.iter().flat_map(|&(_, start, count)| std::iter::repeat_n(start, count));
    for ((&idx, offset), start) in slots.iter().zip(offsets).zip(starts) {
        centres[idx] = start + f64::from(offset);
    }
}
