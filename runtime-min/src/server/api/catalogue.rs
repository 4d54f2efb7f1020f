//! The tools: the caller's manifest, and the versioned catalogue.

use axum::{
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode},
    response::Response,
};

use super::{Shared, etag, json, page::PageRequest, problem::Problem};
use crate::{
    json::write_string,
    server::{access::array, definition::RetiredTool, keys::Caller},
};

/// `GET /mcp/manifest.json`: the tools that the caller may use.
pub(super) async fn manifest(State(api): Shared, headers: HeaderMap) -> Result<Response, Problem> {
    let caller = api.caller(&headers)?;
    Ok(json(caller.access.manifest.clone()))
}

/// `GET /v1/tools`: a page of ToolManifests, by dotted id.
pub(super) async fn list(
    State(api): Shared,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let caller = api.caller(&headers)?;
    let query = query.unwrap_or_default();
    check_project(&caller, &query)?;
    let page = PageRequest::parse(&query)?;
    let active = api.definition.tools.iter().map(|tool| (tool.dotted_id, tool.groups, tool.tool_manifest));
    let retired = api.definition.retired.iter().filter(|_| page.include_retired);
    let retired = retired.filter_map(|tool| Some((tool.dotted_id, tool.groups, *tool.versions.first()?)));
    let mut found: Vec<(&str, &[u8])> = active
        .chain(retired)
        .filter(|(id, groups, _)| id.starts_with(&page.name) && caller.access.sees(groups))
        .filter(|(id, ..)| page.after.as_deref().is_none_or(|after| *id > after))
        .map(|(id, _, manifest)| (id, manifest))
        .collect();
    found.sort_unstable_by_key(|(id, _)| *id);
    let has_more = found.len() > page.limit;
    found.truncate(page.limit);
    let manifests: Vec<&[u8]> = found.iter().map(|(_, manifest)| *manifest).collect();
    let mut body = b"{\"data\":".to_vec();
    body.extend_from_slice(&array(&manifests));
    body.extend_from_slice(if has_more { b",\"hasMore\":true" } else { b",\"hasMore\":false" });
    if let (true, Some((last, _))) = (has_more, found.last()) {
        body.extend_from_slice(b",\"nextCursor\":");
        write_string(&page.cursor(last), &mut body);
    }
    body.push(b'}');
    Ok(json(body))
}

/// `GET /v1/tools/{id}`: the ToolManifest of the active version, by any of the tool's names.
pub(super) async fn tool(
    State(api): Shared,
    id: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let caller = api.caller(&headers)?;
    check_project(&caller, &query.unwrap_or_default())?;
    let not_found = || Problem::new(StatusCode::NOT_FOUND, "tool-not-found", "this caller has no such tool");
    let Path(id) = id.map_err(|_| not_found())?;
    if let Some(tool) = caller.access.tool(&id) {
        return Ok(etag::document(&headers, tool.tool_manifest));
    }
    let retired = api.definition.retired.iter().filter(|tool| caller.access.sees(tool.groups));
    match retired.into_iter().find(|tool| is_named(tool, &id)) {
        Some(tool) => {
            let mut details = b"{\"id\":".to_vec();
            write_string(tool.dotted_id, &mut details);
            details.push(b'}');
            let message = "every version of this tool is retired";
            Err(Problem::new(StatusCode::GONE, "tool-gone", message).details(details))
        }
        None => Err(not_found()),
    }
}

/// Any change of the catalogue.
pub(super) async fn change(State(api): Shared, headers: HeaderMap) -> Result<Response, Problem> {
    api.caller(&headers)?;
    let message = "the tools of this server are built into it; publish another version of the pack";
    Err(Problem::new(StatusCode::CONFLICT, "registry-read-only", message))
}

/// The ledger keeps the dotted id; the other names follow from it.
fn is_named(tool: &RetiredTool, name: &str) -> bool {
    let bare = tool.dotted_id.rsplit('.').next().unwrap_or_default();
    let canonical = |kind: &str| name.strip_prefix(kind) == Some(bare);
    name == tool.dotted_id
        || name == bare
        || name == tool.dotted_id.replace('.', "_")
        || canonical("topology:")
        || canonical("tool:")
}

/// `?projectId=` must be a UUID, and one of the key's projects where the key names any.
fn check_project(caller: &Caller, query: &str) -> Result<(), Problem> {
    let Some((_, project)) = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "projectId") else {
        return Ok(());
    };
    if !is_uuid(&project) {
        return Err(Problem::bad_input("`projectId` must be a UUID"));
    }
    if caller.projects.is_empty() || caller.projects.iter().any(|own| own.eq_ignore_ascii_case(&project)) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::NOT_FOUND, "tool-not-found", "this caller has no such project"))
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(idx, byte)| match idx {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
