//! `topologies/*.rs` and `handlers/*.rs`: one tool a file.

use proc_macro2::TokenStream;
use quote::quote;

use super::{imports, manifest_entry_path, module_list, node, tool_manifest_path};
use crate::{
    emit::{
        Files,
        rust::{self, ident, number, text, texts},
    },
    ir::{Body, Graph, HandlerCall, Kind, Server, Tool},
};

/// What tools are made from; each source has its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// `topologies/*.toml`
    Topologies,
    /// Functions with `#[tool]`.
    Handlers,
}

impl Source {
    /// The folder's name, and the module's.
    pub(super) fn module(self) -> &'static str {
        match self {
            Self::Topologies => "topologies",
            Self::Handlers => "handlers",
        }
    }

    /// Whether `tool` is made from this.
    pub(super) fn has(self, tool: &Tool) -> bool {
        match tool.body {
            Body::Topology(_) => self == Self::Topologies,
            Body::Handler(_) => self == Self::Handlers,
        }
    }
}

/// Adds a file for each of `tools`, all of them made from `source`, and the list of these modules.
pub(super) fn emit(server: &Server, source: Source, tools: &[&Tool], files: &mut Files) {
    if tools.is_empty() {
        return;
    }
    for tool in tools {
        let (what, content) = match &tool.body {
            Body::Topology(graph) => ("topology", topology(server, tool, graph)),
            Body::Handler(call) => ("tool", handler(server, tool, call)),
        };
        let about = format!("The {what} `{}`, declared at {}.\n\n{}", tool.names.bare, tool.origin, tool.description);
        files.add(format!("src/{}/{}.rs", source.module(), tool.ident), rust::file(&about, content));
    }
    let modules: Vec<&str> = tools.iter().map(|tool| tool.ident.as_str()).collect();
    let about = match source {
        Source::Topologies => "The pack's topologies, one a file.",
        Source::Handlers => "The pack's handlers that are tools, one a file.",
    };
    files.add(format!("src/{}.rs", source.module()), module_list(about, &modules));
}

fn topology(server: &Server, tool: &Tool, graph: &Graph) -> TokenStream {
    let module = ident(&tool.ident);
    let validators = quote!(validators::topologies::#module);
    let nodes = graph.nodes.iter().map(|node| node::entry(node, &validators));
    let responses = graph.responses.iter().map(|&idx| number(idx));
    let timeout_ms = match graph.timeout_ms {
        Some(milliseconds) => {
            let milliseconds = number(milliseconds);
            quote!(Some(#milliseconds))
        }
        None => quote!(None),
    };
    let table = table(tool, Source::Topologies, &quote!(#(#nodes),*), &quote!(&[#(#responses),*]), &timeout_ms);
    let functions = graph.nodes.iter().map(|node| node::functions(server, node));
    with_imports(&quote! {
        #table
        #(#functions)*
    })
}

/// A handler's attempts last as long as those of a node that says nothing.
const HANDLER_TIMEOUT_MS: u64 = 30_000;

fn handler(server: &Server, tool: &Tool, call: &HandlerCall) -> TokenStream {
    let run = ident(&tool.ident);
    let (name, timeout_ms) = (&tool.names.bare, number(HANDLER_TIMEOUT_MS));
    let node = quote! {
        Node { name: #name, timeout_ms: #timeout_ms, action: Action::Run(#run), ..Node::PLAIN }
    };
    let table = table(tool, Source::Handlers, &node, &quote!(&[0]), &quote!(None));
    let function = node::handler_tool(server.purpose, &run, call);
    with_imports(&quote! {
        #table
        #function
    })
}

/// Items, after what they import.
fn with_imports(items: &TokenStream) -> TokenStream {
    let imports = imports::of(items);
    quote!(#imports #items)
}

/// The tool as the runtime sees it.
fn table(
    tool: &Tool,
    source: Source,
    nodes: &TokenStream,
    responses: &TokenStream,
    timeout_ms: &TokenStream,
) -> TokenStream {
    let (id, dotted_id, llm_name, name) =
        (&tool.names.canonical, &tool.names.dotted, &tool.names.llm, &tool.names.bare);
    let version = tool.version.to_string();
    let kind = match tool.kind {
        Kind::Query => quote!(Kind::Query),
        Kind::Command => quote!(Kind::Command),
    };
    let groups = texts(&tool.groups);
    let manifest_entry = text(&format!("../../{}", manifest_entry_path(tool)));
    let tool_manifest = text(&format!("../../{}", tool_manifest_path(dotted_id, &tool.version)));
    let (source, module) = (ident(source.module()), ident(&tool.ident));
    let check_output = match tool.enforced_output() {
        Some(_) => quote!(Some(&validators::#source::#module::OUTPUT)),
        None => quote!(None),
    };
    quote! {
        /// What callers see, and what runs.
        pub(crate) const TOOL: Tool = Tool {
            id: #id,
            dotted_id: #dotted_id,
            llm_name: #llm_name,
            name: #name,
            version: #version,
            kind: #kind,
            groups: #groups,
            manifest_entry: include_bytes!(#manifest_entry),
            tool_manifest: include_bytes!(#tool_manifest),
            check_args: &validators::#source::#module::INPUT,
            check_output: #check_output,
            nodes: &[#nodes],
            responses: #responses,
            timeout_ms: #timeout_ms,
        };
    }
}
