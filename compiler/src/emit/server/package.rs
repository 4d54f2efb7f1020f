//! `Cargo.toml` and `README.md` of the generated crate: text that is not Rust.

use minijinja::{Environment, context, syntax::SyntaxConfig};

use crate::{emit::Files, ir::Server};

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
