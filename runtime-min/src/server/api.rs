//! The run API over HTTP: routes, and what is the same for every answer.

mod accept;
mod body;
mod catalogue;
mod etag;
mod health;
mod local;
mod page;
mod problem;
mod request_id;
mod run;
mod runs;
mod wait_tokens;

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{MethodFilter, MethodRouter, get, post},
};
use tokio::sync::watch;
use tower::Service;

use self::{problem::Problem, request_id::RequestId};
use super::{
    address::Reach,
    definition::Definition,
    engine::{Engine, Phase},
    keys::{Caller, Keys},
};

/// What the routes need.
pub(crate) struct Api {
    /// The tools.
    pub(crate) definition: &'static Definition,
    /// Who may call.
    pub(crate) keys: Keys,
    /// The executor, with the journal and the time.
    pub(crate) engine: Arc<Engine>,
    /// How the process stands.
    pub(crate) phase: watch::Receiver<Phase>,
    /// How far replies may go.
    pub(crate) reach: Reach,
}

/// How long a request may take in all, long polls included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(90);

/// The path of the route that starts runs.
const RUN: &str = "/mcp/run";

/// All routes.
fn router(api: Arc<Api>) -> Router {
    Router::new()
        .route("/mcp/manifest.json", get(catalogue::manifest))
        .route(RUN, post(async |State(api): Shared, request: Request| run::run(&api, request).await))
        .route("/v1/tools", read_only(get(catalogue::list)))
        .route("/v1/tools/{id}", read_only(get(catalogue::tool)))
        .route("/v1/runs/{correlation_id}", get(runs::run))
        .route("/v1/wait-tokens/{token}/complete", post(wait_tokens::complete))
        .route("/health", get(health::health))
        .route("/healthz", get(health::health))
        .route("/readyz", get(health::ready))
        .fallback(async || Problem::new(StatusCode::NOT_FOUND, "route-not-found", "there is no such route"))
        .method_not_allowed_fallback(async || {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method-not-allowed",
                "this route has other methods, named by `Allow`",
            )
        })
        .with_state(api)
}

/// With an answer for those who would change what is baked into the server.
fn read_only(route: MethodRouter<Arc<Api>>) -> MethodRouter<Arc<Api>> {
    let change = MethodFilter::POST.or(MethodFilter::PUT).or(MethodFilter::PATCH).or(MethodFilter::DELETE);
    route.on(change, catalogue::change)
}

/// All that is served.
#[derive(Clone)]
pub(crate) struct Routes {
    api: Arc<Api>,
    router: Router,
}

impl Routes {
    /// With what the routes need.
    pub(crate) fn new(api: Arc<Api>) -> Self {
        Self { router: router(Arc::clone(&api)), api }
    }

    /// The route's answer. The route that agents call all day does without the router, whose look-up and boxes would be a tenth of
    /// the answer; the router knows it too, for what is said of other methods.
    async fn answer(mut self, request: Request<Body>, request_id: &RequestId) -> Response {
        if request.method() == Method::POST && request.uri().path() == RUN {
            return run::run(&self.api, request).await.unwrap_or_else(|problem| problem.answer(request_id));
        }
        let mut response = self.router.call(request).await.unwrap_or_else(|never: Infallible| match never {});
        if let Some(problem) = response.extensions_mut().remove::<Problem>() {
            problem.write(request_id, &mut response);
        }
        response
    }
}

/// Answers one request: the route's answer, with what all answers have in common.
pub(crate) async fn respond(routes: Routes, request: Request<Body>) -> Response {
    let request_id = RequestId::of(request.headers());
    let answered = tokio::time::timeout(REQUEST_TIMEOUT, routes.answer(request, &request_id)).await;
    let mut response = answered.unwrap_or_else(|_| {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "request-timeout", "the request took too long").answer(&request_id)
    });
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert("x-request-id", request_id.into_header());
    response
}

/// What routes are given.
type Shared = State<Arc<Api>>;

impl Api {
    /// Who calls. An absent key and a wrong one get the same answer.
    fn caller(&self, headers: &HeaderMap) -> Result<Arc<Caller>, Problem> {
        if matches!(self.keys, Keys::Open(_)) && !local::is_local(headers) {
            let message = "this server has no keys, so `Host` must be localhost or a loopback address";
            return Err(Problem::new(StatusCode::FORBIDDEN, "permission-denied", message));
        }
        self.keys.authenticate(headers, self.engine.clock.now()).ok_or_else(|| {
            Problem::new(
                StatusCode::UNAUTHORIZED,
                "auth-missing",
                "a valid key is needed, as `X-Auth: <key>` or `Authorization: Bearer <key>`",
            )
        })
    }
}

/// An answer that is JSON already.
fn json(bytes: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], bytes.into()).into_response()
}
