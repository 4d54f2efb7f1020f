//! Laws of pictures: nothing overlaps, nothing is crossed, everything is inside.

use super::{
    layers::{Input, Layers, Link},
    layout::{Area, Docks, Layout, layout},
    picture::{Arrow, Picture, Shape, Symbol},
    svg,
};

/// Numbers that are the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % limit
    }
}

/// Some graph: symbols after a few of those before them, some arrows with labels, some twice.
fn some(dice: &mut Dice, count: usize) -> Input {
    let size = |dice: &mut Dice| (i32::try_from(40 + dice.below(200)).expect("small"), [28, 46, 60, 76][dice.below(4)]);
    let symbols = (0..count).map(|_| size(dice)).collect();
    let mut links = Vec::new();
    for to in 1..count {
        for _ in 0..dice.below(4) {
            let from = if dice.below(3) == 0 { dice.below(to) } else { to - 1 - dice.below(to.min(5)) };
            let label = (dice.below(3) == 0).then_some((90, 16));
            links.push(Link { from, to, label });
        }
    }
    Input { symbols, links }
}

fn overlap(a: Area, b: Area) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/// Whether a line comes into an area: looked for at many points, which slants of pictures do not slip between.
fn enters(line: [(i32, i32); 2], area: Area) -> bool {
    let [from, to] = line;
    let is_near = from.1.min(to.1) < area.y + area.height
        && from.1.max(to.1) > area.y
        && from.0.min(to.0) < area.x + area.width
        && from.0.max(to.0) > area.x;
    if !is_near {
        return false;
    }
    (0..=400).any(|step| {
        let at = |a: i32, b: i32| f64::from(a) + f64::from(b - a) * f64::from(step) / 400.0;
        let (x, y) = (at(from.0, to.0), at(from.1, to.1));
        let inside = |at: f64, start: i32, size: i32| at > f64::from(start) + 0.5 && at < f64::from(start + size) - 0.5;
        inside(x, area.x, area.width) && inside(y, area.y, area.height)
    })
}

/// What is wrong with a layout.
fn faults(input: &Input, layout: &Layout) -> Vec<String> {
    let mut faults = Vec::new();
    let symbols = layout.symbols.iter().enumerate().map(|(idx, area)| (Some(idx), *area));
    let areas: Vec<_> = symbols.chain(layout.labels.iter().flatten().map(|area| (None, *area))).collect();
    for (at, (_, area)) in areas.iter().enumerate() {
        let is_inside =
            area.x >= 0 && area.y >= 0 && area.x + area.width <= layout.width && area.y + area.height <= layout.height;
        if !is_inside {
            faults.push(format!("{area:?} is outside"));
        }
        faults.extend(
            areas[..at].iter().filter(|(_, b)| overlap(*area, *b)).map(|(_, b)| format!("{area:?} and {b:?} overlap")),
        );
    }
    for (link, way) in input.links.iter().zip(&layout.ways) {
        for line in way.iter().flat_map(|line| line.windows(2)) {
            let line = [line[0], line[1]];
            let is_inside = |(x, y): (i32, i32)| (0..=layout.width).contains(&x) && (0..=layout.height).contains(&y);
            if !line.iter().all(|point| is_inside(*point)) || line[0].1 > line[1].1 {
                faults.push(format!("{line:?} is outside or goes up"));
            }
            let others = areas.iter().filter(|(idx, _)| *idx != Some(link.from) && *idx != Some(link.to));
            faults.extend(
                others.filter(|(_, area)| enters(line, *area)).map(|(_, area)| format!("{line:?} in {area:?}")),
            );
        }
    }
    faults
}

#[test]
fn nothing_overlaps_nothing_is_crossed_and_everything_is_inside() {
    let mut dice = Dice(7);
    for count in (0..30).chain([60, 60]) {
        let input = some(&mut dice, count);
        let docks: Vec<_> = (0..count)
            .map(|_| Docks { reach: i32::try_from(dice.below(20)).expect("small"), is_pointed: dice.below(4) == 0 })
            .collect();
        let found = faults(&input, &layout(&input, &docks));
        assert!(found.is_empty(), "{count} symbols: {found:#?}");
    }
}

#[test]
fn two_chains_that_are_declared_crosswise_do_not_cross() {
    let link = |from, to| Link { from, to, label: None };
    let input = Input {
        symbols: vec![(80, 46); 7],
        links: vec![link(0, 1), link(0, 2), link(1, 4), link(2, 3), link(3, 6), link(4, 5), link(3, 5)],
    };
    assert_eq!(Layers::of(&input).crossings(), 0);
}

#[test]
fn what_follows_one_after_the_other_is_in_one_column() {
    let links = (1..5).map(|to| Link { from: to - 1, to, label: None }).collect();
    let input = Input { symbols: vec![(80, 46), (120, 46), (60, 46), (200, 76), (90, 46)], links };
    let layout = layout(&input, &[Docks { reach: 10, is_pointed: false }; 5]);
    let middles: Vec<_> = layout.symbols.iter().map(|area| area.x + area.width / 2).collect();
    assert_eq!(middles, [100; 5]);
}

#[test]
fn no_name_breaks_a_picture() {
    let evil = "</text>&\"'\u{1}\u{FFFF}é";
    let symbol = |shape, name: &str| Symbol {
        shape,
        name: name.to_owned(),
        does: evil.repeat(5),
        is_repeated: true,
        reads_args: true,
    };
    let picture = Picture {
        title: evil.to_owned(),
        symbols: vec![symbol(Shape::Timer, evil), symbol(Shape::Switch, "b")],
        arrows: vec![Arrow { from: 0, to: 1, is_data: false, label: Some(evil.to_owned()) }],
    };
    let svg = svg::print(&picture);
    assert!(svg.chars().all(|c| c == '\n' || (!c.is_control() && c != '\u{FFFF}')));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count(), "{svg}");
    assert!(svg.contains("&lt;/text&gt;&amp;&quot;"));
    assert_eq!(svg, svg::print(&picture));
}
