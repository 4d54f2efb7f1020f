//! `Cargo.toml` and `README.md` of the generated crate: text that is not Rust.

use std::collections::BTreeSet;

use minijinja::{Environment, context, syntax::SyntaxConfig};
use packwright_runtime_min::validate::Pattern;
use packwright_schema::plan::Assertion;

use crate::{
    emit::Files,
    ir::{Purpose, Server},
};

/// Adds both.
pub(super) fn emit(server: &Server, files: &mut Files) {
    let tools: Vec<_> = server
        .tools
        .iter()
        .map(|tool| context! { id => &tool.names.dotted, description => first_line(&tool.description) })
        .collect();
    let config: Vec<_> = server
        .config
        .iter()
        .map(|entry| context! { env => &entry.env, description => &entry.description, required => entry.required })
        .collect();
    let values = context! {
        package => package(server),
        pack => &server.pack,
        version => server.version.to_string(),
        pack_package => server.pack_crate.as_ref().map(|pack| &pack.package),
        pack_library => server.pack_crate.as_ref().map(|pack| &pack.library),
        features => features(server),
        is_test => server.purpose == Purpose::Test,
        tools,
        config,
    };
    let lines = SyntaxConfig::builder().trim_blocks(true).keep_trailing_newline(true).build();
    let lines = lines.expect("these options go together");
    for (path, template) in [
        ("Cargo.toml", include_str!("../templates/Cargo.toml.j2")),
        ("README.md", include_str!("../templates/README.md.j2")),
    ] {
        let mut environment = Environment::new();
        environment.set_syntax(lines.clone());
        files.add(path, environment.render_str(template, &values).expect("our own template renders our own values"));
    }
}

/// The features of the runtime that the server needs.
fn features(server: &Server) -> Vec<&'static str> {
    let mut features = BTreeSet::from(["server"]);
    for plan in server.plans() {
        if plan.patterns.iter().any(Pattern::needs_regex) {
            features.insert("regex");
        }
        for check in plan.nodes.iter().flat_map(|node| node.checks.iter()) {
            if let Assertion::Format(format) = check.assertion {
                features.extend(format.feature());
            }
        }
    }
    if server.purpose == Purpose::Test {
        features.insert("pack-tests");
    }
    features.into_iter().collect()
}

/// The generated package; the pack's own may have any name, and the two are in one workspace.
fn package(server: &Server) -> String {
    let name = format!("{}-server", server.pack);
    match &server.pack_crate {
        Some(pack) if pack.package == name => format!("{name}-binary"),
        Some(_) | None => name,
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
