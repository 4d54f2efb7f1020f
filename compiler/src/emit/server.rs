//! The generated crate: one server for one pack.
//!
//! ```text
//! Cargo.toml README.md
//! src/main.rs            the definition that the runtime serves
//! src/config.rs          operator configuration
//! src/http.rs            declared HTTP calls
//! src/state.rs           declared maps of state
//! src/topologies/*.rs    one topology a file: what callers see, its nodes, one function for each
//! src/handlers/*.rs      the same for handlers that are offered as tools
//! src/validators/…       one file for each of these
//! src/triggers.rs        what begins runs without a caller
//! src/retired.rs         tools of the ledger that are gone
//! documents/             what is answered byte for byte
//! ```
//! Handlers are called by path; there is no registry at run time, and a person can set a breakpoint anywhere.

mod http;
mod imports;
mod made;
mod node;
mod package;
mod program;
mod state;
mod tool;
mod trigger;

use quote::quote;

use self::tool::Source;
use super::{
    Files, catalogue, manifest,
    rust::{self, ident},
    validators,
};
use crate::ir::{Body, Server, Tool};

/// All files of the crate but the sources it is staged with: the runtime, the macros and the pack's own crate.
pub fn sources(server: &Server) -> Files {
    let mut files = Files::default();
    package::emit(server, &mut files);
    program::emit(server, &mut files);
    http::emit(server, &mut files);
    state::emit(server, &mut files);
    trigger::emit(server, &mut files);
    for source in [Source::Topologies, Source::Handlers] {
        let tools: Vec<&Tool> = server.tools.iter().filter(|tool| source.has(tool)).collect();
        tool::emit(server, source, &tools, &mut files);
    }
    emit_validators(server, &mut files);
    emit_documents(server, &mut files);
    files
}

/// One file of validators for each tool and each declared call, in a folder for each sort of owner.
fn emit_validators(server: &Server, files: &mut Files) {
    let mut folders = Vec::new();
    for source in [Source::Topologies, Source::Handlers] {
        let mut modules = Vec::new();
        for tool in server.tools.iter().filter(|tool| source.has(tool)) {
            let mut plans = vec![(ident("INPUT"), &tool.input.plan)];
            plans.extend(tool.enforced_output().map(|output| (ident("OUTPUT"), &output.plan)));
            if let Body::Topology(graph) = &tool.body {
                plans.extend(graph.waits().map(|(_, wait)| (ident(&wait.check_ident), &wait.answer)));
            }
            let about = format!("Validators of `{}`, declared at {}.", tool.names.bare, tool.origin);
            let path = format!("src/validators/{}/{}.rs", source.module(), tool.ident);
            files.add(path, rust::file(&about, validators::print(&plans)));
            modules.push(tool.ident.as_str());
        }
        if !modules.is_empty() {
            let about = format!("Validators of the pack's {}.", source.module());
            files.add(format!("src/validators/{}.rs", source.module()), module_list(&about, &modules));
            folders.push(source.module());
        }
    }
    let mut modules = Vec::new();
    for call in &server.http {
        let about = format!("Validators of the HTTP call `{}`, declared at {}.", call.name, call.origin);
        let plans = [(ident("INPUT"), &call.input), (ident("OUTPUT"), &call.output)];
        files.add(format!("src/validators/http/{}.rs", call.ident), rust::file(&about, validators::print(&plans)));
        modules.push(call.ident.as_str());
    }
    if !modules.is_empty() {
        files.add("src/validators/http.rs", module_list("Validators of the pack's HTTP calls.", &modules));
        folders.push("http");
    }
    let mut modules = Vec::new();
    for map in &server.state {
        let about = format!("Validators of the state `{}`, declared at {}.", map.name, map.origin);
        let plans = [(ident("VALUE"), &map.value)];
        files.add(format!("src/validators/state/{}.rs", map.ident), rust::file(&about, validators::print(&plans)));
        modules.push(map.ident.as_str());
    }
    if !modules.is_empty() {
        files.add("src/validators/state.rs", module_list("Validators of the pack's state.", &modules));
        folders.push("state");
    }
    if !folders.is_empty() {
        files.add("src/validators.rs", module_list("What the pack's JSON Schemas say, as Rust.", &folders));
    }
}

/// A file that only declares modules.
fn module_list(about: &str, modules: &[&str]) -> String {
    let modules = modules.iter().map(|name| ident(name));
    rust::file(about, quote!(#(pub(crate) mod #modules;)*))
}

/// What the server answers byte for byte.
fn emit_documents(server: &Server, files: &mut Files) {
    for tool in &server.tools {
        files.add(manifest_entry_path(tool), manifest::entry(tool));
        files.add(tool_manifest_path(&tool.names.dotted, &tool.version), catalogue::tool_manifest(tool));
    }
    for published in server.retired().flat_map(|(_, versions)| versions) {
        files.add(tool_manifest_path(&published.dotted, &published.version), published.manifest.to_string());
    }
}

fn manifest_entry_path(tool: &Tool) -> String {
    format!("documents/manifest/{}.json", tool.names.bare)
}

fn tool_manifest_path(dotted: &str, version: &semver::Version) -> String {
    format!("documents/tools/{dotted}/{version}.json")
}
