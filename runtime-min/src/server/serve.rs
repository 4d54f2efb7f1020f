//! `serve`: from the command line to a server that stops cleanly.

use std::{collections::BTreeMap, path::Path, process::ExitCode, sync::Arc, time::Duration};

use tokio::{
    net::TcpListener,
    signal::unix::{Signal, SignalKind, signal},
    sync::watch,
};

use super::{
    address::Reach,
    api::{Api, Routes},
    cli::ServeArgs,
    client::Clients,
    definition::Definition,
    engine::{Engine, Phase, Recent, Waiters, dispatch, keep_schedules},
    keys::{Keys, file},
    listen::listen,
    log,
    reply::Post,
    store::{Store, Work, sqlite::Sqlite},
    time::{Clock, SystemClock},
};

/// How long attempts under way may take when the server stops.
const GRACE: Duration = Duration::from_secs(20);

/// Serves until told to stop.
pub(super) fn main(definition: &'static Definition, args: ServeArgs) -> ExitCode {
    let served =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string()).and_then(
            |runtime| {
                let served = runtime.block_on(serve(definition, args));
                // Synchronous handlers cannot be stopped; the process does not wait for them.
                runtime.shutdown_background();
                served
            },
        );
    match served {
        Ok(code) => code,
        Err(reason) => {
            log::line(format_args!("{}: {reason}", definition.pack));
            ExitCode::from(2)
        }
    }
}

async fn serve(definition: &'static Definition, args: ServeArgs) -> Result<ExitCode, String> {
    if let Some(fault) = definition.faults().first() {
        return Err(format!("{fault}; this is a bug in packwright"));
    }
    let keys = keys(definition, &args)?;
    let mut signals = Signals::new().map_err(|error| error.to_string())?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&args.data, clock.now())?);
    let listener =
        TcpListener::bind(args.listen).await.map_err(|error| format!("cannot listen on {}: {error}", args.listen))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let reach = if args.allow_private_reply_to { Reach::Private } else { Reach::Public };
    let (phase, phases) = watch::channel(Phase::Serving);
    let engine = Arc::new(Engine {
        definition,
        store: Arc::clone(&store),
        clock,
        deliver: Arc::new(Post { clients: Arc::new(Clients::default()), reach }),
        config: Arc::new(configuration(definition)),
        data: absolute(&args.data),
        waiters: Waiters::default(),
        recent: Recent::default(),
    });
    let nodes = tokio::spawn(dispatch(Arc::clone(&engine), Work::Node, phases.clone()));
    let replies = tokio::spawn(dispatch(Arc::clone(&engine), Work::Reply, phases.clone()));
    let schedules = tokio::spawn(keep_schedules(Arc::clone(&engine), phases.clone()));
    let api = Arc::new(Api { definition, keys, engine, phase: phases.clone(), reach });
    let listening = tokio::spawn(listen(listener, Routes::new(api), phases));
    log::line(format_args!("{} {} is ready on http://{address}", definition.pack, definition.version));

    let broken = tokio::select! {
        () = signals.next() => false,
        () = store.wait_broken() => true,
    };
    if broken {
        return Ok(recover_at_the_next_start());
    }
    log::line(format_args!("stopping: nothing new is begun, what is under way may end"));
    phase.send_replace(Phase::Draining);
    let ending = async {
        let _ = schedules.await;
        let _ = nodes.await;
        let _ = replies.await;
    };
    tokio::pin!(ending);
    let ended = tokio::select! {
        () = &mut ending => true,
        () = tokio::time::sleep(GRACE) => false,
        () = signals.next() => false,
        () = store.wait_broken() => return Ok(recover_at_the_next_start()),
    };
    if !ended {
        phase.send_replace(Phase::Releasing);
        ending.await;
    }
    let _ = listening.await;
    Ok(ExitCode::SUCCESS)
}

/// What is durable is known again only after recovery.
fn recover_at_the_next_start() -> ExitCode {
    log::line(format_args!("the journal failed while it was written: stopping, so that the next start recovers"));
    ExitCode::FAILURE
}

fn keys(definition: &'static Definition, args: &ServeArgs) -> Result<Keys, String> {
    if let Some(keys) = file::load(definition, args.keys.as_deref())? {
        return Ok(keys);
    }
    if !args.listen.ip().is_loopback() {
        let (pack, listen) = (definition.pack, args.listen);
        return Err(format!(
            "no keys are configured, and {listen} is not a loopback address; make a key with \
             `{pack} keygen --keys keys.json` and serve with `--keys keys.json`"
        ));
    }
    log::line(format_args!("no keys are configured: everybody on this machine may call every tool"));
    Ok(Keys::open(definition))
}

/// The operator's values. An empty one is as good as none.
fn configuration(definition: &Definition) -> BTreeMap<&'static str, String> {
    let set = |env| std::env::var(env).ok().filter(|value| !value.is_empty());
    definition.config.iter().filter_map(|entry| Some((entry.name, set(entry.env)?))).collect()
}

/// Handlers may change the working folder; the data folder stays where it is.
fn absolute(path: &Path) -> std::path::PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Requests to stop.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
