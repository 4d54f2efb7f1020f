//! One test from its arguments to the end of its run.

use std::{
    future::Future,
    path::Path,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serde_json::value::RawValue;
use tokio::{sync::watch, time::Instant};

use super::{
    case::{Answer, Case, Happened},
    clock::TestClock,
    recorder::Recorder,
    stub::Stubs,
};
use crate::{
    server::{
        definition::{Definition, Tool},
        engine::{Answered, Engine, Origin, Phase, Recent, Waiters, answer, dispatch, new_run},
        random,
        reply::{Deliver, Reply, word},
        step::{Delivery, Ending},
        store::{RunRecord, Store, StoreError, Work, sqlite::Sqlite},
        time::Clock,
    },
    validate::Refusal,
};

/// How long all of a test may take, by the clock on the wall: real handlers may hang.
const LIMIT: Duration = Duration::from_secs(60);

/// How often the journal is asked whether something is under way.
const GLANCE: Duration = Duration::from_micros(500);

/// Runs one test in a data folder of its own. The error is a fault of ours or of the machine's.
pub(super) async fn run(definition: &'static Definition, case: Case, folder: &Path) -> Result<Happened, String> {
    let Case { tool, now_ms, args, stubs, answers } = case;
    let tool = definition.tool(&tool).ok_or_else(|| format!("there is no `{tool}`"))?;
    let clock = Arc::new(TestClock::at(now_ms));
    let args = match tool.check_args.check(args.get().as_bytes()) {
        Ok(args) => args.into_owned(),
        Err(refusal) => return Ok(refused(&refusal, now_ms, stubs.len(), answers.len())),
    };
    let stubs = Stubs::install(definition, Arc::clone(&clock), stubs);
    let store = Arc::new(Sqlite::open(folder, clock.now())?);
    let recorder = Arc::new(Recorder::new(Arc::clone(&store), Arc::clone(&clock)));
    let inbox = Arc::new(Inbox::default());
    let engine = Arc::new(Engine {
        definition,
        store: Arc::clone(&recorder) as Arc<dyn Store>,
        clock: Arc::clone(&clock) as Arc<dyn Clock>,
        deliver: Arc::clone(&inbox) as Arc<dyn Deliver>,
        config: Arc::default(),
        data: folder.to_owned(),
        waiters: Waiters::default(),
        recent: Recent::default(),
    });
    let (_serving, phase) = watch::channel(Phase::Serving);
    let dispatchers =
        [Work::Node, Work::Reply].map(|work| tokio::spawn(dispatch(Arc::clone(&engine), work, phase.clone())));
    let mut bench = Bench { tool, clock, recorder, engine, got: vec![None; answers.len()], answers };
    let ended = bench.run(args).await;
    dispatchers.iter().for_each(tokio::task::JoinHandle::abort);
    let record = ended.map_err(|error| error.to_string())?;
    let reply = inbox.0.lock().unwrap_or_else(PoisonError::into_inner).first().cloned();
    let (state, output, error) = match &record {
        Some(RunRecord { end: Some((ending @ Ending::Completed, _)), output, .. }) => {
            (word(*ending), output.clone(), None)
        }
        Some(RunRecord { end: Some((ending, _)), failure, .. }) => (word(*ending), None, failure.clone()),
        Some(RunRecord { end: None, .. }) | None => ("stuck", None, None),
    };
    Ok(Happened {
        state,
        output: output.and_then(raw),
        error: error.and_then(raw),
        reply: reply.and_then(raw),
        ended_ms: bench.clock.now().0,
        tasks: store.tasks().await.map_err(|error| error.to_string())?,
        marks: bench.recorder.marks(),
        answers: bench.got,
        calls: stubs.calls(),
    })
}

/// What happens to arguments that do not fit: nothing.
fn refused(refusal: &Refusal, now_ms: i64, stubs: usize, answers: usize) -> Happened {
    let reason = match refusal {
        Refusal::Syntax(error) => format!("not acceptable JSON: {error}"),
        Refusal::Violations(report) => match report.violations.first() {
            Some(first) => format!("`{}`: {}", first.instance_path, first.message),
            None => String::new(),
        },
    };
    let error = serde_json::json!({ "code": "invalid-arguments", "message": reason });
    Happened {
        state: "refused",
        output: None,
        error: raw(error.to_string().into_bytes()),
        reply: None,
        ended_ms: now_ms,
        tasks: Vec::new(),
        marks: Vec::new(),
        answers: vec![None; answers],
        calls: vec![0; stubs],
    }
}

fn raw(json: Vec<u8>) -> Option<Box<RawValue>> {
    String::from_utf8(json).ok().and_then(|text| RawValue::from_string(text).ok())
}

/// What drives one run.
struct Bench {
    tool: &'static Tool,
    clock: Arc<TestClock>,
    recorder: Arc<Recorder>,
    engine: Arc<Engine>,
    answers: Vec<Answer>,
    /// What each answer came to.
    got: Vec<Option<&'static str>>,
}

impl Bench {
    /// Starts the run, and lets time go by whenever nothing else is left to do. The run when it has ended; as it is where it
    /// does not end.
    async fn run(&mut self, args: Vec<u8>) -> Result<Option<RunRecord>, StoreError> {
        let now = self.clock.now();
        let origin = Origin {
            caller: None,
            reply_id: Some("test".to_owned()),
            reply_to: Some("https://reply.invalid/".to_owned()),
            args: Arc::from(args),
            depth: 1,
            timeout_ms: None,
        };
        let id = random::correlation_id(now);
        self.engine.store.accept(new_run(self.tool, id.clone(), origin, now)).await?;
        let limit = Instant::now() + LIMIT;
        loop {
            let now = self.clock.now().0;
            let standing = self.recorder.store.standing(now).await?;
            let pauses = self.clock.pauses();
            if standing.under_way > pauses.len() {
                if Instant::now() > limit {
                    return self.engine.store.run(id).await;
                }
                tokio::time::sleep(GLANCE).await;
                continue;
            }
            let record = self.engine.store.run(id.clone()).await?;
            let has_ended = record.as_ref().is_some_and(|record| record.end.is_some());
            let next = pauses.into_iter().chain(standing.next_due).min().filter(|_| !has_ended);
            match (self.next_answer(), next) {
                (Some((answer, due)), next) if next.is_none_or(|next| due <= next) => {
                    self.clock.advance(due);
                    self.give(answer).await?;
                }
                (_, Some(next)) => self.clock.advance(next),
                (_, None) => return Ok(record),
            }
        }
    }

    /// The answer that is to be given next, of those whose wait has asked, and when.
    fn next_answer(&self) -> Option<(usize, i64)> {
        let marks = self.recorder.marks();
        let asked = |wait: &str| marks.iter().find(|mark| mark.is_end && mark.node == wait).map(|mark| mark.at);
        let open = self.answers.iter().enumerate().filter(|(idx, _)| self.got[*idx].is_none());
        open.filter_map(|(idx, answer)| Some((idx, asked(&answer.wait)?.saturating_add(answer.at_ms))))
            .min_by_key(|(_, due)| *due)
    }

    async fn give(&mut self, idx: usize) -> Result<(), StoreError> {
        let Answer { wait, value, .. } = &self.answers[idx];
        let task = self.tool.nodes.iter().position(|node| node.name == wait);
        // The store is new: the test's run is its first.
        let tokens = self.engine.store.tokens(1).await?;
        let token = tokens.into_iter().find_map(|(of, token)| (Some(of) == task).then_some(token));
        let answered = match token {
            Some(token) => answer(&self.engine, token, value.get().as_bytes()).await?,
            None => Answered::Unknown,
        };
        self.got[idx] = Some(match answered {
            Answered::Taken { .. } => {
                self.recorder.answered(wait);
                "taken"
            }
            Answered::Refused(_) => "refused",
            Answered::Closed | Answered::Unknown => "closed",
        });
        Ok(())
    }
}

/// Takes every reply.
#[derive(Default)]
struct Inbox(Mutex<Vec<Vec<u8>>>);

impl Deliver for Inbox {
    fn deliver(&self, reply: Reply) -> Pin<Box<dyn Future<Output = Result<Delivery, String>> + Send + '_>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(reply.body);
        Box::pin(async { Ok(Delivery::Accepted) })
    }
}
