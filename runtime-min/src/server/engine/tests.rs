//! The executor on the real store: hand-written tools, a clock that tests move, a process that dies when they say so.

mod faults;
mod flow;
mod items;
mod mortal;
mod state;
mod time;
mod triggers;

use std::{
    future::Future,
    io::Write,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use tempfile::TempDir;
use tokio::{sync::Notify, task::JoinHandle};

use mortal::Mortal;

use super::*;
use crate::{
    HandlerError,
    server::{
        definition::{Action, Kind, Node, NodeCall, NodeFuture, Retry, Scope, Tool, Trigger, local},
        reply::Reply,
        step::Ending,
        store::{Accepted, Lease, RunRecord, sqlite::Sqlite},
        time::manual::ManualClock,
    },
    validate::{Plan, Validator},
};

static NOTHING: Plan =
    Plan { root: None, nodes: std::borrow::Cow::Borrowed(&[]), patterns: std::borrow::Cow::Borrowed(&[]) };
static ANY: Validator = Validator::new(&NOTHING, |scan, rest| scan.any(rest));
const START: Timestamp = Timestamp(1_000_000_000);

/// A tool of these nodes, of which the last answers.
fn tool(id: &'static str, nodes: Vec<Node>) -> Tool {
    let last = nodes.len() - 1;
    Tool {
        id,
        dotted_id: id,
        llm_name: id,
        name: id,
        version: "1.0.0",
        kind: Kind::Query,
        groups: &[],
        manifest_entry: b"{}",
        tool_manifest: b"{}",
        check_args: &ANY,
        check_output: None,
        nodes: nodes.leak(),
        responses: Box::leak(Box::new([last])),
        timeout_ms: None,
    }
}

/// A node that runs `run` once `after` are done.
fn node(name: &'static str, after: &'static [usize], run: fn(NodeCall) -> NodeFuture) -> Node {
    Node { name, after, action: Action::Run(run), ..Node::PLAIN }
}

fn note(call: &NodeCall) {
    let path = call.cx.data().join("log.txt");
    let mut file = std::fs::File::options().create(true).append(true).open(path).expect("the folder is there");
    let item = call.cx.item().map(|item| format!("[{item}]")).unwrap_or_default();
    writeln!(file, "{}{item}", call.cx.node()).expect("a line");
}

/// Answers its name; in a loop the item.
fn done(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        Ok(match call.scope.local(local::ITEM) {
            Some(item) => item.to_vec(),
            None => format!("\"{}\"", call.cx.node()).into_bytes(),
        })
    })
}

/// Fails for good.
fn broken(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        Err(HandlerError::permanent("broken", "it is broken"))
    })
}

/// Fails, always as if it could pass.
fn busy(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        Err(HandlerError::transient("busy", "try later"))
    })
}

/// Ends when the test says so.
fn hang(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        while !call.cx.data().join("go").exists() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        Ok(format!("\"{}\"", call.cx.node()).into_bytes())
    })
}

/// All that it can read: outputs by index, `null` for what is not there.
fn all(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        let read = |output: &Option<Arc<[u8]>>| output.as_deref().unwrap_or(b"null").to_vec();
        let outputs: Vec<Vec<u8>> = call.scope.outputs.iter().map(read).collect();
        Ok([b"[", &outputs.join(&b","[..])[..], b"]"].concat())
    })
}

/// The items of the list in the arguments.
fn list(scope: &Scope) -> Result<Vec<Vec<u8>>, HandlerError> {
    let items: Vec<serde_json::Value> = serde_json::from_slice(&scope.args).expect("a list");
    Ok(items.into_iter().map(|item| item.to_string().into_bytes()).collect())
}

/// A clock that goes on when it is told to; or, in a hurry, whenever somebody waits.
struct Hand {
    time: ManualClock,
    hurry: bool,
}

impl Hand {
    fn advance(&self, ms: u64) {
        self.time.advance(self.now().plus_ms(ms));
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        self.time.now()
    }

    fn until(&self, due: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            if self.hurry {
                self.time.advance(due);
            }
            self.time.until(due).await;
        })
    }
}

/// Takes every reply.
#[derive(Default)]
struct Inbox(Mutex<Vec<String>>);

impl Deliver for Inbox {
    fn deliver(&self, reply: Reply) -> Pin<Box<dyn Future<Output = Result<Delivery, String>> + Send + '_>> {
        let body = String::from_utf8(reply.body).expect("JSON");
        self.0.lock().expect("no panic").push(body);
        Box::pin(async { Ok(Delivery::Accepted) })
    }
}

/// A server without HTTP, on a folder that outlives it.
struct Bench {
    folder: TempDir,
    definition: &'static Definition,
    clock: Arc<Hand>,
    inbox: Arc<Inbox>,
    process: Option<Process>,
}

struct Process {
    engine: Arc<Engine>,
    mortal: Arc<Mortal>,
    dispatchers: Vec<JoinHandle<()>>,
    _phase: watch::Sender<Phase>,
}

impl Bench {
    /// A server with these tools. In a hurry nobody waits for time to go by.
    fn new(tools: Vec<Tool>, hurry: bool) -> Self {
        Self::with_triggers(tools, Vec::new(), hurry)
    }

    /// The same with triggers.
    fn with_triggers(tools: Vec<Tool>, triggers: Vec<Trigger>, hurry: bool) -> Self {
        let definition = Definition {
            pack: "tests",
            version: "1.0.0",
            groups: &[],
            config: &[],
            tools: tools.leak(),
            triggers: triggers.leak(),
            retired: &[],
        };
        assert_eq!(definition.faults(), Vec::<String>::new());
        let mut bench = Self {
            folder: folder(),
            definition: Box::leak(Box::new(definition)),
            clock: Arc::new(Hand { time: ManualClock::at(START), hurry }),
            inbox: Arc::default(),
            process: None,
        };
        bench.start(i64::MAX);
        bench
    }

    /// Starts the process, which dies after so many changes.
    fn start(&mut self, changes: i64) {
        let store = Arc::new(Sqlite::open(self.folder.path(), self.clock.now()).expect("a store"));
        let mortal = Arc::new(Mortal { store, left: AtomicI64::new(changes), died: Notify::new() });
        let (phase, phases) = watch::channel(Phase::Serving);
        let engine = Arc::new(Engine {
            definition: self.definition,
            store: Arc::clone(&mortal) as Arc<dyn Store>,
            clock: Arc::clone(&self.clock) as Arc<dyn Clock>,
            deliver: Arc::clone(&self.inbox) as Arc<dyn Deliver>,
            config: Arc::default(),
            data: self.folder.path().to_owned(),
            waiters: Waiters::default(),
            recent: Recent::default(),
        });
        let mut dispatchers: Vec<_> = [Work::Node, Work::Reply]
            .map(|work| tokio::spawn(dispatch(Arc::clone(&engine), work, phases.clone())))
            .into();
        dispatchers.push(tokio::spawn(keep_schedules(Arc::clone(&engine), phases)));
        self.process = Some(Process { engine, mortal, dispatchers, _phase: phase });
    }

    fn process(&self) -> &Process {
        self.process.as_ref().expect("it runs")
    }

    fn engine(&self) -> &Engine {
        &self.process().engine
    }

    /// The process dies, at once. What is under way is cut off.
    async fn kill(&mut self) {
        // Without a phase attempts would think that the process stops, and give back what they have.
        let Process { engine, mortal, dispatchers, _phase } = self.process.take().expect("it runs");
        drop(engine);
        for dispatcher in dispatchers {
            dispatcher.abort();
            let _ = dispatcher.await;
        }
        // What the writer had in its queue was written before the kill: there is no other order with a thread that lives on.
        let nobody = Lease { run: 0, task: 0, item: None, epoch: 0 };
        mortal.store.settle(nobody, Change::Ready, self.clock.now()).await.expect("the queue is empty");
        self.no_run_is_stranded(&mortal.store).await;
    }

    /// Every run that goes on has a task that is ready, under way, or waits for time, or a run that it called.
    async fn no_run_is_stranded(&self, store: &Sqlite) {
        assert_eq!(store.stranded().await.expect("readable"), Vec::<String>::new());
    }

    /// Starts a run that wants a reply.
    async fn accept(&self, tool: &str, args: &str) -> String {
        let tool = self.definition.tool(tool).expect("it is there");
        let now = self.clock.now();
        let origin = Origin {
            caller: None,
            reply_id: None,
            reply_to: Some("https://example.com/".into()),
            args: Arc::from(args.as_bytes()),
            depth: 1,
            timeout_ms: None,
        };
        let id = crate::server::random::correlation_id(now);
        let accepted = self.engine().store.accept(new_run(tool, id.clone(), origin, now)).await;
        assert_eq!(accepted, Ok(Accepted::New));
        id
    }

    async fn record(&self, id: &str) -> RunRecord {
        self.engine().store.run(id.to_owned()).await.expect("readable").expect("recorded")
    }

    /// The run when it has ended: how, and its output or else its failure.
    async fn ended(&self, id: &str) -> (Ending, String) {
        let deadline = tokio::time::Instant::now() + Duration::from_secs(30);
        loop {
            let record = self.record(id).await;
            if let Some((ending, _)) = record.end {
                let said = if ending == Ending::Completed { record.output } else { record.failure };
                return (ending, String::from_utf8(said.unwrap_or_default()).expect("JSON"));
            }
            self.no_run_is_stranded(&self.process().mortal.store).await;
            assert!(tokio::time::Instant::now() < deadline, "it does not end");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Runs a tool to its end, which must be a good one.
    async fn output(&self, tool: &str, args: &str) -> String {
        let id = self.accept(tool, args).await;
        let (ending, output) = self.ended(&id).await;
        assert_eq!(ending, Ending::Completed, "{output}");
        output
    }

    /// What handlers were called, in order.
    fn log(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.path().join("log.txt")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// How often this was called.
    fn count(&self, line: &str) -> usize {
        self.log().iter().filter(|found| *found == line).count()
    }

    fn go(&self) {
        std::fs::write(self.folder.path().join("go"), "").expect("writable");
    }

    /// The token of the wait at this node.
    async fn token(&self, node: usize) -> String {
        let store = &self.process().mortal.store;
        let tokens = store.tokens(1).await.expect("readable");
        tokens.into_iter().find_map(|(task, token)| (task == node).then_some(token)).expect("it waits")
    }

    async fn answer(&self, token: &str, body: &str) -> Answered {
        answer(self.engine(), token.to_owned(), body.as_bytes()).await.expect("a store")
    }
}

/// A folder in memory where there is one: what dies here is the process and never the power, and a sync costs nothing.
fn folder() -> TempDir {
    TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).expect("a folder for the test")
}

/// Asks until `done`.
async fn eventually(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = tokio::time::Instant::now() + Duration::from_secs(20);
    while !done() {
        assert!(tokio::time::Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Gives everybody time to do what they must not do.
async fn a_while() {
    tokio::time::sleep(Duration::from_millis(60)).await;
}
