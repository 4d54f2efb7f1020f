//! SVG. Kinds are told apart by shape, so that a print in black and white says as much as a screen; full arrows carry data,
//! dashed ones only order.

use std::fmt::Write;

use super::{
    layers::{Input, Link},
    layout::{Area, Docks, Layout, Point, layout},
    picture::{Arrow, Picture, Shape, Symbol},
};

/// Room around everything.
const MARGIN: i32 = 20;
/// Room for the title.
const HEAD: i32 = 34;
/// Room for the legend.
const FOOT: i32 = 34;
/// How far the sheets of a stack are apart, and how many there are behind the first.
const SHEET: i32 = 4;
const SHEETS: i32 = 2;
/// The longest text of a symbol, in characters; who wants to read more holds the pointer over it.
const LONGEST: usize = 34;
/// How far the slanted and the pointed sides of shapes lean.
const LEAN: i32 = 14;

/// What is laid out: the picture's symbols after one for the arguments, where it is drawn.
struct Drawing<'a> {
    picture: &'a Picture,
    /// The nodes that an arrow from the arguments leads to: what else reads them says so in words.
    from_args: Vec<usize>,
    layout: Layout,
}

/// The picture as SVG.
pub(super) fn print(picture: &Picture) -> String {
    let drawing = Drawing::of(picture);
    let Layout { width, height, .. } = drawing.layout;
    let title_width = text_width(&picture.title) * 5 / 4;
    let (width, height) = (width.max(title_width).max(330) + 2 * MARGIN, height + 2 * MARGIN + HEAD + FOOT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"DejaVu Sans Mono, Consolas, Menlo, monospace\" font-size=\"12\" \
         text-anchor=\"middle\" stroke=\"black\" fill=\"white\">\n"
    );
    let mut line = |text: &str| writeln!(svg, "{text}").expect("a String takes any text");
    line(&format!("<title>{}</title>", escaped(&picture.title)));
    line(&format!("<rect width=\"{width}\" height=\"{height}\" stroke=\"none\"/>"));
    let title = escaped(&picture.title);
    line(&format!(
        "<text x=\"{MARGIN}\" y=\"{}\" text-anchor=\"start\" font-size=\"15\" font-weight=\"bold\" stroke=\"none\" \
         fill=\"black\">{title}</text>",
        MARGIN + 14
    ));
    line(&format!("<g transform=\"translate({MARGIN} {})\">", MARGIN + HEAD));
    drawing.lines().iter().for_each(|text| line(text));
    line("</g>");
    legend(MARGIN, height - MARGIN).iter().for_each(|text| line(text));
    line("</svg>");
    svg
}

impl<'a> Drawing<'a> {
    fn of(picture: &'a Picture) -> Self {
        let is_first = |node: &usize| picture.arrows.iter().all(|arrow| arrow.to != *node);
        let readers = (0..picture.symbols.len()).filter(|&node| picture.symbols[node].reads_args);
        let from_args: Vec<usize> = readers.filter(is_first).collect();
        let shift = usize::from(!from_args.is_empty());
        let mut symbols = if shift == 1 { vec![(text_width("args") + 40, 28)] } else { Vec::new() };
        let mut docks = vec![Docks { reach: 20, is_pointed: false }; shift];
        for (node, symbol) in picture.symbols.iter().enumerate() {
            let (width, height) = size(symbol, from_args.contains(&node));
            symbols.push((width, height));
            docks.push(self::docks(symbol.shape, width));
        }
        let from_args_links = from_args.iter().map(|node| Link { from: 0, to: node + shift, label: None });
        let link = |arrow: &Arrow| {
            let label = arrow.label.as_ref().map(|label| (text_width(label) + 8, 16));
            Link { from: arrow.from + shift, to: arrow.to + shift, label }
        };
        let links = from_args_links.chain(picture.arrows.iter().map(link)).collect();
        let layout = layout(&Input { symbols, links }, &docks);
        Self { picture, from_args, layout }
    }

    /// Everything but the frame.
    fn lines(&self) -> Vec<String> {
        let Self { picture, from_args, layout } = self;
        let shift = usize::from(!from_args.is_empty());
        let mut lines = Vec::new();
        let is_data = from_args.iter().map(|_| true).chain(picture.arrows.iter().map(|arrow| arrow.is_data));
        for (way, is_data) in layout.ways.iter().zip(is_data) {
            arrow(way, is_data, &mut lines);
        }
        let labels = picture.arrows.iter().zip(&layout.labels[from_args.len()..]);
        for (Arrow { label, .. }, area) in labels {
            if let (Some(label), Some(area)) = (label, area) {
                let (x, y) = (area.x + area.width / 2, area.y + 12);
                text(label, (x, y), "font-size=\"11\" font-style=\"italic\"", &mut lines);
            }
        }
        if shift == 1 {
            let Area { x, y, width, height } = layout.symbols[0];
            lines.push(rect(layout.symbols[0], height / 2, ""));
            text("args", (x + width / 2, y + 18), "", &mut lines);
        }
        for (node, symbol) in picture.symbols.iter().enumerate() {
            draw(symbol, from_args.contains(&node), layout.symbols[node + shift], &mut lines);
        }
        lines
    }
}

/// How much room a symbol needs.
fn size(symbol: &Symbol, has_arrow_of_args: bool) -> (i32, i32) {
    let Symbol { shape, name, does, is_repeated, reads_args } = symbol;
    let says_args = *reads_args && !has_arrow_of_args;
    let words = text_width(name).max(text_width(does)).max(if says_args { text_width("reads args") } else { 0 });
    let (width, height) = match shape {
        Shape::Handler => (words + 24, 46),
        Shape::State => (words + 24, 58),
        Shape::Http | Shape::Response => (words + 36, 46),
        Shape::Topology => (words + 44, 46),
        Shape::Transform | Shape::Wait => (words + 4 * LEAN, 46),
        Shape::Timer => (words + 4 * LEAN + 24, 46),
        Shape::Converge => (words + 4 * LEAN, 46),
        Shape::Switch => (words * 2 + 24, 76),
    };
    let room = if *is_repeated { SHEET * SHEETS } else { 0 };
    (width + room, height + room + if says_args { 14 } else { 0 })
}

fn docks(shape: Shape, width: i32) -> Docks {
    let inset = match shape {
        Shape::Handler | Shape::State => 14,
        Shape::Http | Shape::Response | Shape::Topology => 22,
        Shape::Transform | Shape::Wait | Shape::Timer => LEAN + 10,
        Shape::Converge => 2 * LEAN + 6,
        Shape::Switch => return Docks { reach: width / 5, is_pointed: true },
    };
    Docks { reach: (width / 2 - inset).max(4), is_pointed: false }
}

/// How wide a text is, as it is shown. A character of a monospace font is three fifths as wide as it is high, or little more.
fn text_width(text: &str) -> i32 {
    let count = i32::try_from(text.chars().count().min(LONGEST)).expect("it is no more than the longest");
    count * 15 / 2
}

fn draw(symbol: &Symbol, has_arrow_of_args: bool, area: Area, lines: &mut Vec<String>) {
    let Symbol { shape, name, does, is_repeated, reads_args } = symbol;
    let room = if *is_repeated { SHEET * SHEETS } else { 0 };
    let front = Area { y: area.y + room, width: area.width - room, height: area.height - room, ..area };
    for sheet in (0..=if *is_repeated { SHEETS } else { 0 }).rev() {
        let by = sheet * SHEET;
        outline(*shape, Area { x: front.x + by, y: front.y - by, ..front }, lines);
    }
    let says_args = *reads_args && !has_arrow_of_args;
    let middle = front.x + front.width / 2 + if *shape == Shape::Timer { 12 } else { 0 };
    let first = front.y + front.height / 2 - if says_args { 10 } else { 3 };
    text(name, (middle, first), "font-weight=\"bold\"", lines);
    text(does, (middle, first + 15), "font-size=\"11\"", lines);
    if says_args {
        text("reads args", (middle, first + 28), "font-size=\"10\" font-style=\"italic\"", lines);
    }
}

/// How high the lid of a drum is, half of it.
const DRUM: i32 = 6;

fn outline(shape: Shape, area: Area, lines: &mut Vec<String>) {
    let Area { x, y, width, height } = area;
    let (right, bottom, middle) = (x + width, y + height, y + height / 2);
    let mut polygon = |points: &[Point]| lines.push(format!("<polygon points=\"{}\"/>", listed(points)));
    match shape {
        Shape::Handler => lines.push(rect(area, 0, "")),
        Shape::Http => lines.push(rect(area, 16, "")),
        // A drum, as stores are drawn.
        Shape::State => lines.push(format!(
            "<path d=\"M{x} {top}C{x} {y} {right} {y} {right} {top}V{low}C{right} {bottom} {x} {bottom} {x} {low}ZM{x} {top}C{x} {rim} {right} {rim} {right} {top}\"/>",
            top = y + DRUM,
            low = bottom - DRUM,
            rim = y + 2 * DRUM,
        )),
        Shape::Response => {
            lines.push(rect(area, 6, ""));
            lines.push(rect(Area { x: x + 4, y: y + 4, width: width - 8, height: height - 8 }, 3, ""));
        }
        Shape::Topology => {
            lines.push(rect(area, 0, ""));
            lines.push(format!("<path d=\"M{} {y}V{bottom}M{} {y}V{bottom}\"/>", x + 8, right - 8));
        }
        Shape::Transform => polygon(&[(x + LEAN, y), (right, y), (right - LEAN, bottom), (x, bottom)]),
        Shape::Switch => polygon(&[(x + width / 2, y), (right, middle), (x + width / 2, bottom), (x, middle)]),
        Shape::Converge => polygon(&[(x, y), (right, y), (right - 2 * LEAN, bottom), (x + 2 * LEAN, bottom)]),
        Shape::Wait | Shape::Timer => {
            polygon(&[
                (x + LEAN, y),
                (right - LEAN, y),
                (right, middle),
                (right - LEAN, bottom),
                (x + LEAN, bottom),
                (x, middle),
            ]);
        }
    }
    if shape == Shape::Timer {
        let x = x + LEAN + 14;
        lines.push(format!(
            "<circle cx=\"{x}\" cy=\"{middle}\" r=\"9\"/><path d=\"M{x} {}v6h5\" fill=\"none\"/>",
            middle - 6
        ));
    }
}

fn rect(area: Area, radius: i32, more: &str) -> String {
    let Area { x, y, width, height } = area;
    let round = if radius > 0 { format!(" rx=\"{radius}\"") } else { String::new() };
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}{more}/>")
}

/// A text of at most the longest; all of it where the pointer is.
fn text(text: &str, (x, y): Point, style: &str, lines: &mut Vec<String>) {
    let is_long = text.chars().count() > LONGEST;
    let (shown, whole) = match is_long {
        true => {
            let start: String = text.chars().take(LONGEST - 1).collect();
            (format!("{start}…"), format!("<title>{}</title>", escaped(text)))
        }
        false => (text.to_owned(), String::new()),
    };
    let blank = if style.is_empty() { "" } else { " " };
    lines.push(format!(
        "<text x=\"{x}\" y=\"{y}\" stroke=\"none\" fill=\"black\"{blank}{style}>{whole}{}</text>",
        escaped(&shown)
    ));
}

/// The lines of an arrow; all heads point down, since arrows reach what they lead to from above.
fn arrow(way: &[Vec<Point>], is_data: bool, lines: &mut Vec<String>) {
    let dashes = if is_data { "" } else { " stroke-dasharray=\"5 4\"" };
    for line in way {
        lines.push(format!("<polyline points=\"{}\" fill=\"none\"{dashes}/>", listed(line)));
    }
    if let Some(&(x, y)) = way.last().and_then(|line| line.last()) {
        lines.push(format!("<path d=\"M{x} {y}l-4 -8h8z\" fill=\"black\" stroke=\"none\"/>"));
    }
}

fn listed(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// What the two kinds of lines mean.
fn legend(x: i32, y: i32) -> Vec<String> {
    let sample = |x: i32, dashes: &str, says: &str| {
        format!(
            "<path d=\"M{x} {}h34\"{dashes}/><text x=\"{}\" y=\"{y}\" text-anchor=\"start\" font-size=\"11\" stroke=\"none\" \
             fill=\"black\">{says}</text>",
            y - 4,
            x + 42
        )
    };
    vec![sample(x, "", "data"), sample(x + 90, " stroke-dasharray=\"5 4\"", "order, branches and errors")]
}

/// Text as XML takes it: its signs as entities, and what it cannot hold as blanks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push(' '),
            _ if c.is_control() => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}
