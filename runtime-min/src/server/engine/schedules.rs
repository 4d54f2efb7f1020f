//! Cron triggers: each looks at the clock, and what a tick begins is recorded in the commit that notes the tick.

use std::sync::Arc;

use tokio::{sync::watch, task::JoinSet};

use super::{Engine, Origin, Phase, STORE_PAUSE, new_run, reached};
use crate::server::{
    call::validate,
    definition::{Cron, Missed, On, Tool, Trigger},
    log, random,
    store::{StoreError, Tick, Ticked},
    time::Timestamp,
};

/// A tick that is less old is late, not missed: so long a restart, or a busy machine, may take. Ticks are on full minutes, so that
/// one at most is within it.
const LATE_MS: i64 = 60_000;

/// Fires the cron triggers until the phase is no longer [`Phase::Serving`].
pub(crate) async fn keep_schedules(engine: Arc<Engine>, mut phase: watch::Receiver<Phase>) {
    let triggers = engine.definition.triggers.iter();
    let crons: Vec<(&'static Trigger, &'static Cron)> = triggers
        .map(|trigger| match &trigger.on {
            On::Cron(cron) => (trigger, cron),
        })
        .collect();
    let names: Vec<&'static str> = crons.iter().map(|(trigger, _)| trigger.name).collect();
    let seen = loop {
        let watched = tokio::select! {
            () = reached(&mut phase, Phase::Draining) => return,
            watched = engine.store.watch(names.clone(), engine.clock.now()) => watched,
        };
        match watched {
            Ok(seen) => break seen,
            Err(error) => log::line(format_args!("triggers cannot be watched: {error}")),
        }
        tokio::time::sleep(STORE_PAUSE).await;
    };
    let mut kept = JoinSet::new();
    for ((trigger, cron), seen) in crons.into_iter().zip(seen) {
        // That each trigger names a tool is a law of definitions.
        if let Some(tool) = engine.definition.tool(trigger.tool) {
            kept.spawn(keep(Arc::clone(&engine), (trigger, cron, tool), seen, phase.clone()));
        }
    }
    while kept.join_next().await.is_some() {}
}

/// Fires one trigger, whose ticks are seen up to `seen`.
async fn keep(
    engine: Arc<Engine>,
    (trigger, cron, tool): (&'static Trigger, &'static Cron, &'static Tool),
    mut seen: Timestamp,
    mut phase: watch::Receiver<Phase>,
) {
    loop {
        let now = engine.clock.now();
        let at = match due(cron, seen, now) {
            Due::Now { at } => at,
            Due::Missed => {
                log::line(format_args!("trigger `{}`: what it missed before {now} is skipped", trigger.name));
                seen = now;
                continue;
            }
            Due::Later(next) => {
                tokio::select! {
                    () = reached(&mut phase, Phase::Draining) => return,
                    () = engine.clock.until(next) => {}
                }
                continue;
            }
            Due::Never => return,
        };
        if *phase.borrow() != Phase::Serving {
            return;
        }
        // Whether it is durable is awaited: what was issued may be, even where nobody hears of it.
        match fire(&engine, trigger, cron, tool, at, now).await {
            Ok(()) => seen = at,
            Err(error) => {
                log::line(format_args!("trigger `{}` could not fire: {error}", trigger.name));
                tokio::time::sleep(STORE_PAUSE).await;
            }
        }
    }
}

/// What is to be done about a schedule.
#[derive(Debug, PartialEq, Eq)]
enum Due {
    /// A tick is to run; with it those up to `at` are seen.
    Now { at: Timestamp },
    /// Ticks went by, and nothing makes up for them.
    Missed,
    /// Nothing before then.
    Later(Timestamp),
    /// Nothing, ever.
    Never,
}

fn due(cron: &Cron, seen: Timestamp, now: Timestamp) -> Due {
    let Some(first) = cron.schedule.next(seen.0) else { return Due::Never };
    if first > now.0 {
        return Due::Later(Timestamp(first));
    }
    let in_time = cron.schedule.next(seen.0.max(now.0 - LATE_MS)).filter(|tick| *tick <= now.0);
    match (in_time, cron.missed) {
        (Some(tick), _) => Due::Now { at: Timestamp(tick) },
        (None, Missed::Once) => Due::Now { at: now },
        (None, Missed::Skip) => Due::Missed,
    }
}

async fn fire(
    engine: &Engine,
    trigger: &'static Trigger,
    cron: &Cron,
    tool: &'static Tool,
    at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    let name = trigger.name;
    if let Err(refused) = validate(cron.args.as_bytes(), tool.check_args, "invalid-arguments") {
        log::line(format_args!("trigger `{name}` runs nothing: its arguments do not fit: {}", refused.message));
        return Ok(());
    }
    let correlation_id = random::correlation_id(now);
    let origin = Origin {
        caller: Some(format!("{CALLER}{name}")),
        reply_id: None,
        reply_to: None,
        args: Arc::from(cron.args.as_bytes()),
        depth: 1,
        timeout_ms: None,
    };
    let run = new_run(tool, correlation_id, origin, now);
    match engine.store.tick(Tick { trigger: name, at, run }).await? {
        Ticked::New | Ticked::Seen => {}
        Ticked::Open(open) => {
            log::line(format_args!("trigger `{name}`: the tick of {at} is skipped, run `{open}` is still open"));
        }
    }
    Ok(())
}

/// What the callers of triggers' runs begin with; the name of the trigger follows. Ids of keys have no colon.
pub(crate) const CALLER: &str = "trigger:";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Days, Schedule};

    /// Each full hour.
    const HOURLY: Schedule = Schedule {
        minutes: 1,
        hours: (1 << 24) - 1,
        days: u32::MAX - 1,
        months: (1 << 13) - 2,
        weekdays: 127,
        which: Days::Both,
    };
    const HOUR: i64 = 3_600_000;

    fn check(missed: Missed, seen: i64, now: i64, expect: Due) {
        let cron = Cron { schedule: HOURLY, missed, args: "{}" };
        assert_eq!(due(&cron, Timestamp(seen), Timestamp(now)), expect, "{missed:?}, seen {seen}, now {now}");
    }

    #[test]
    fn a_tick_is_due_at_its_time_and_late_for_a_minute() {
        for missed in [Missed::Skip, Missed::Once] {
            check(missed, 0, HOUR - 1, Due::Later(Timestamp(HOUR)));
            check(missed, 0, HOUR, Due::Now { at: Timestamp(HOUR) });
            check(missed, 0, HOUR + 59_999, Due::Now { at: Timestamp(HOUR) });
            check(missed, HOUR, HOUR + 59_999, Due::Later(Timestamp(2 * HOUR)));
            // Those before it are seen with it.
            check(missed, 0, 5 * HOUR + 1, Due::Now { at: Timestamp(5 * HOUR) });
        }
    }

    #[test]
    fn what_is_older_is_missed() {
        check(Missed::Skip, 0, HOUR + 60_000, Due::Missed);
        check(Missed::Once, 0, HOUR + 60_000, Due::Now { at: Timestamp(HOUR + 60_000) });
        check(Missed::Once, 0, 9 * HOUR + 70_000, Due::Now { at: Timestamp(9 * HOUR + 70_000) });
    }
}
