//! Mermaid. Full arrows carry data, dotted ones only order. Labels go through Mermaid's entity codes, so no name can break the
//! picture.

use std::fmt::Write;

use super::picture::{Arrow, Picture, Shape, Symbol};

/// The picture as a flowchart.
pub(super) fn print(picture: &Picture) -> String {
    let Picture { title, symbols, arrows } = picture;
    let mut text = format!("%% {title}\nflowchart TD\n");
    let mut line = |line: String| writeln!(text, "    {line}").expect("a String takes any text");
    if symbols.iter().any(|symbol| symbol.reads_args) {
        line("args([\"args\"])".to_owned());
    }
    for (idx, symbol) in symbols.iter().enumerate() {
        line(format!("n{idx}{}", shape(symbol)));
    }
    for (idx, symbol) in symbols.iter().enumerate() {
        if symbol.reads_args {
            line(format!("args --> n{idx}"));
        }
        for Arrow { from, to, is_data, label: case } in arrows.iter().filter(|arrow| arrow.to == idx) {
            let arrow = if *is_data { "-->" } else { "-.->" };
            match case {
                Some(case) => line(format!("n{from} {arrow}|\"{}\"| n{to}", label(case))),
                None => line(format!("n{from} {arrow} n{to}")),
            }
        }
    }
    text
}

fn shape(symbol: &Symbol) -> String {
    let Symbol { shape, name, does, is_repeated: _, reads_args: _ } = symbol;
    let text = format!("\"{}<br/>{}\"", label(name), label(does));
    match shape {
        Shape::Handler => format!("[{text}]"),
        Shape::Http => format!("[[{text}]]"),
        Shape::Response => format!("([{text}])"),
        Shape::Transform => format!("({text})"),
        Shape::Topology => format!("[/{text}/]"),
        Shape::Switch => format!("{{{text}}}"),
        Shape::Converge => format!("(({text}))"),
        Shape::State => format!("[({text})]"),
        Shape::Wait | Shape::Timer => format!("{{{{{text}}}}}"),
    }
}

fn label(text: &str) -> String {
    let mut label = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' | '_' | '-' | '.' | ':' => label.push(c),
            _ => label.push_str(&format!("#{};", u32::from(c))),
        }
    }
    label
}
