//! Connections: accepted, served, and let go.

use std::{convert::Infallible, time::Duration};

use axum::body::Body;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};

use super::{
    api::{self, Routes},
    engine::{Phase, reached},
    log,
};

/// How long a request's head may take to arrive; also how long a connection may idle.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The largest head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// How long answers under way may take when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// Serves connections until the phase is no longer [`Phase::Serving`], then lets answers under way end.
///
/// `axum::serve` would not do: it has no timeout for a request's head, so a client that drips one stays for ever.
pub(crate) async fn listen(listener: TcpListener, routes: Routes, mut phase: watch::Receiver<Phase>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_header_size(HEAD_BYTES);
    // Answers are small: one buffer costs less than a vector of two.
    http.writev(false);
    let graceful = GracefulShutdown::new();
    loop {
        let stream = tokio::select! {
            () = reached(&mut phase, Phase::Draining) => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Out of file descriptors, mostly: others must end first.
                    log::line(format_args!("a connection could not be accepted: {error}"));
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
        };
        serve(&http, &graceful, stream, routes.clone());
    }
    // New connections are refused while those that are open end.
    drop(listener);
    let _ = tokio::time::timeout(GRACE, graceful.shutdown()).await;
}

fn serve(http: &http1::Builder, graceful: &GracefulShutdown, stream: TcpStream, routes: Routes) {
    // An answer is one write: waiting for more to send would only delay it.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let routes = routes.clone();
        async move { Ok::<_, Infallible>(api::respond(routes, request.map(Body::new)).await) }
    });
    let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
    tokio::spawn(async move {
        // Clients that break off or time out are nobody's concern.
        let _ = connection.await;
    });
}
