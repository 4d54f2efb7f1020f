//! The executor: takes tasks from the store, runs them, commits what follows.

mod answer;
mod attempt;
mod begin;
mod called;
mod gather;
mod perform;
mod schedules;
mod scope;
#[cfg(test)]
mod tests;
mod waiters;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Notify, OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
};

pub(crate) use answer::{Answered, answer};
pub(crate) use begin::{Origin, new_run};
pub(crate) use schedules::{CALLER, keep_schedules};
pub(crate) use scope::Recent;
pub(crate) use waiters::Waiters;

use super::{
    address,
    definition::Definition,
    log,
    reply::{self, Deliver},
    step::{Change, Delivery, step_reply},
    store::{CRASHES_OF_A_SUSPECT, Claim, ClaimRequest, Claims, DELIVERIES_TO_A_HOST, Store, Work},
    time::{Clock, Timestamp},
};

/// What executing runs needs.
pub(crate) struct Engine {
    /// The tools.
    pub(crate) definition: &'static Definition,
    /// The journal.
    pub(crate) store: Arc<dyn Store>,
    /// The time.
    pub(crate) clock: Arc<dyn Clock>,
    /// Where replies go out.
    pub(crate) deliver: Arc<dyn Deliver>,
    /// The operator's configuration, what is set of it.
    pub(crate) config: Arc<BTreeMap<&'static str, String>>,
    /// The data folder.
    pub(crate) data: PathBuf,
    /// Who waits for runs to end.
    pub(crate) waiters: Waiters,
    /// What items read last.
    pub(crate) recent: Recent,
}

/// How the process stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Everything goes on.
    Serving,
    /// Nothing new is begun; what is under way may end.
    Draining,
    /// What is under way is given back.
    Releasing,
}

/// How many attempts of one kind are under way at most.
pub(crate) const WIDTH: usize = 256;

/// How long to wait after the store has failed.
const STORE_PAUSE: Duration = Duration::from_secs(1);

/// How long a reply waits that could not be sent for a reason of our own.
const OWN_PAUSE: Duration = Duration::from_secs(5);

/// How often a store in trouble is asked to take a task back while the process stops.
const RELEASES_AT_THE_END: u32 = 4;

/// Runs the tasks of one queue until the phase is no longer [`Phase::Serving`] and the last attempt has ended.
pub(crate) async fn dispatch(engine: Arc<Engine>, work: Work, mut phase: watch::Receiver<Phase>) {
    let slots = Arc::new(Slots {
        permits: Arc::new(Semaphore::new(WIDTH)),
        suspect: AtomicBool::new(false),
        hosts: Mutex::default(),
        freed: Notify::new(),
    });
    let mut attempts = JoinSet::new();
    while let Some(next) = turn(&engine, work, &slots, &mut phase).await {
        for (claim, slot) in next {
            let (engine, stop) = (Arc::clone(&engine), phase.clone());
            attempts.spawn(async move {
                match work {
                    Work::Node | Work::Control => attempt::node(&engine, claim, stop).await,
                    Work::Reply => deliver(&engine, claim, stop).await,
                }
                drop(slot);
            });
        }
        // What has ended is only forgotten here.
        while attempts.try_join_next().is_some() {}
    }
    while attempts.join_next().await.is_some() {}
}

/// The places for attempts.
struct Slots {
    permits: Arc<Semaphore>,
    /// Whether a task in which the process died twice is under way.
    suspect: AtomicBool,
    /// How many replies are under way to each host.
    hosts: Mutex<BTreeMap<String, usize>>,
    freed: Notify,
}

/// One attempt's place; free again when dropped.
struct Slot {
    _permit: OwnedSemaphorePermit,
    slots: Arc<Slots>,
    suspect: bool,
    host: Option<String>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let was_full = self.host.as_deref().is_some_and(|host| self.slots.leave(host));
        if self.suspect {
            self.slots.suspect.store(false, Ordering::Release);
        }
        if self.suspect || was_full {
            self.slots.freed.notify_one();
        }
    }
}

impl Slots {
    /// One reply less is under way to this host; whether there was no room for another.
    fn leave(&self, host: &str) -> bool {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(under_way) = hosts.get_mut(host) else { return false };
        let was_full = *under_way >= DELIVERIES_TO_A_HOST;
        *under_way -= 1;
        if *under_way == 0 {
            hosts.remove(host);
        }
        was_full
    }
}

/// Waits until there is something to do and room to do it; none when nothing new is to be begun.
///
/// Only waiting is ever cut short. A claim that was issued is awaited: it is durable even when nobody hears of it, and the next
/// start would count a crash.
async fn turn(
    engine: &Engine,
    work: Work,
    slots: &Arc<Slots>,
    phase: &mut watch::Receiver<Phase>,
) -> Option<Vec<(Claim, Slot)>> {
    loop {
        tokio::select! {
            biased;
            () = reached(phase, Phase::Draining) => return None,
            room = slots.permits.acquire() => drop(room.ok()?),
        }
        let request = ClaimRequest {
            work,
            limit: slots.permits.available_permits(),
            suspect: work == Work::Reply || !slots.suspect.load(Ordering::Acquire),
            hosts: slots.hosts.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            now: engine.clock.now(),
        };
        let next_due = match engine.store.claim(request).await {
            Ok(Claims { claims, .. }) if !claims.is_empty() => {
                if *phase.borrow() != Phase::Serving {
                    give_back(engine, &claims, phase).await;
                    return None;
                }
                return Some(claims.into_iter().filter_map(|claim| place(slots, work, claim)).collect());
            }
            Ok(Claims { next_due, .. }) => next_due,
            Err(error) => {
                log::line(format_args!("{error}"));
                Some(engine.clock.now().plus_ms(STORE_PAUSE.as_millis() as u64))
            }
        };
        tokio::select! {
            () = reached(phase, Phase::Draining) => return None,
            () = engine.store.wait_ready(work) => {}
            () = slots.freed.notified() => {}
            () = sleep_until(engine, next_due) => {}
        }
    }
}

fn place(slots: &Arc<Slots>, work: Work, claim: Claim) -> Option<(Claim, Slot)> {
    // There is always room: only this dispatcher takes permits, and it asked for no more than are free.
    let permit = Arc::clone(&slots.permits).try_acquire_owned().ok()?;
    let suspect = work == Work::Node && claim.crashes >= CRASHES_OF_A_SUSPECT;
    if suspect {
        slots.suspect.store(true, Ordering::Release);
    }
    let host = match (work, &claim.run.reply_to) {
        (Work::Reply, Some(url)) => Some(address::host(url).to_owned()),
        (Work::Reply, None) | (Work::Node | Work::Control, _) => None,
    };
    if let Some(host) = &host {
        *slots.hosts.lock().unwrap_or_else(PoisonError::into_inner).entry(host.clone()).or_default() += 1;
    }
    Some((claim, Slot { _permit: permit, slots: Arc::clone(slots), suspect, host }))
}

async fn sleep_until(engine: &Engine, due: Option<Timestamp>) {
    match due {
        Some(due) => engine.clock.until(due).await,
        None => std::future::pending().await,
    }
}

/// One attempt to deliver a reply.
async fn deliver(engine: &Engine, claim: Claim, mut phase: watch::Receiver<Phase>) {
    let posted = tokio::select! {
        posted = post(engine, &claim) => posted,
        () = reached(&mut phase, Phase::Releasing) => return release(engine, &claim, Duration::ZERO, &mut phase).await,
    };
    let outcome = match posted {
        Ok(outcome) => outcome,
        Err(fault) => {
            log::line(format_args!("a reply could not be sent: {fault}"));
            return release(engine, &claim, OWN_PAUSE, &mut phase).await;
        }
    };
    let change = step_reply(claim.failures, outcome, engine.clock.now(), super::random::dice());
    // The receiver may have it: this must be recorded, or it is posted again.
    while let Err(error) = engine.store.settle(claim.lease, change.clone(), engine.clock.now()).await {
        log::line(format_args!("a delivery could not be recorded: {error}"));
        if pause_or_stop(&mut phase).await {
            return release(engine, &claim, Duration::ZERO, &mut phase).await;
        }
    }
    engine.waiters.wake(&claim.run.correlation_id);
}

/// One attempt; the error is a fault of ours, for which the receiver's attempts do not pay.
async fn post(engine: &Engine, claim: &Claim) -> Result<Delivery, String> {
    let record = engine.store.run(claim.run.correlation_id.clone()).await.map_err(|error| error.to_string())?;
    match record.and_then(|record| reply::compose(engine.definition, &record)) {
        Some(reply) => engine.deliver.deliver(reply).await,
        None => Err("the run has not ended".into()),
    }
}

/// Gives claims back that nobody began.
async fn give_back(engine: &Engine, claims: &[Claim], phase: &mut watch::Receiver<Phase>) {
    for claim in claims {
        release(engine, claim, Duration::ZERO, phase).await;
    }
}

/// Gives a task back, due after `pause`. A store in trouble is asked again, a few times where the process stops: what stays
/// running then counts as a crash at the next start.
async fn release(engine: &Engine, claim: &Claim, pause: Duration, phase: &mut watch::Receiver<Phase>) {
    let mut last_tries = RELEASES_AT_THE_END;
    loop {
        let now = engine.clock.now();
        let due = now.plus_ms(pause.as_millis() as u64);
        let released = match claim.work {
            Work::Node => attempt::give_back(engine, claim, due, now).await,
            Work::Control | Work::Reply => engine.store.settle(claim.lease, Change::GiveBack { due }, now).await,
        };
        match released {
            // A run that was failing may have ended by this.
            Ok(()) => return engine.waiters.wake(&claim.run.correlation_id),
            Err(error) => log::line(format_args!("a task could not be given back: {error}")),
        }
        if pause_or_stop(phase).await {
            last_tries -= 1;
            if last_tries == 0 {
                return;
            }
            tokio::time::sleep(STORE_PAUSE / 4).await;
        }
    }
}

/// Waits before the store is tried again; whether it is time to stop instead.
async fn pause_or_stop(phase: &mut watch::Receiver<Phase>) -> bool {
    tokio::select! {
        () = tokio::time::sleep(STORE_PAUSE) => false,
        () = reached(phase, Phase::Releasing) => true,
    }
}

/// Waits until the process has come to that phase. Where nobody can tell any more, it has.
pub(crate) async fn reached(phase: &mut watch::Receiver<Phase>, wanted: Phase) {
    let _ = phase.wait_for(|phase| *phase >= wanted).await;
}
