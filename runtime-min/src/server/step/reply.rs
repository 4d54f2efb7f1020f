//! What follows from an attempt to deliver a reply.

use std::sync::Arc;

use super::{super::time::Timestamp, Change, LONGEST_RETRY_AFTER_MS};

/// How one attempt to deliver a reply ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// The receiver has it.
    Accepted,
    /// The receiver wants nothing any more (410).
    Gone,
    /// Anything else, with the pause that the receiver asked for, in milliseconds.
    Failed {
        /// What happened.
        reason: String,
        /// From `Retry-After`.
        retry_after_ms: Option<u64>,
    },
}

/// The pauses between the attempts at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h after the run's end, in seconds.
const REPLY_PAUSES: [u64; 7] = [5, 295, 1_500, 5_400, 10_800, 18_000, 50_400];

/// What becomes of a reply of which `failures` attempts have failed before.
pub(crate) fn step_reply(failures: u32, outcome: Delivery, now: Timestamp, dice: u32) -> Change {
    match outcome {
        Delivery::Accepted => Change::Complete(Arc::from([])),
        Delivery::Gone => Change::Fail { reason: "the receiver answered 410".into() },
        Delivery::Failed { reason, retry_after_ms } => match REPLY_PAUSES.get(failures as usize) {
            None => Change::Fail { reason },
            Some(seconds) => {
                // 0.9 to 1.1 of the pause, so that receivers which were down see no storm when they return.
                let full = seconds * 1000;
                let jittered = full * 9 / 10 + full / 5 * u64::from(dice) / (u64::from(u32::MAX) + 1);
                let asked = retry_after_ms.unwrap_or(0).min(LONGEST_RETRY_AFTER_MS);
                Change::Retry { due: now.plus_ms(jittered.max(asked)), reason }
            }
        },
    }
}
