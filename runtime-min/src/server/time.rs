//! Wall-clock time: where it comes from, and how it is written (RFC 3339 in UTC).

#[cfg(any(test, feature = "pack-tests"))]
pub(crate) mod manual;

use std::{
    fmt,
    future::Future,
    pin::Pin,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use crate::calendar::{LeapSecond, read_rfc3339, write_second};

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timestamp(pub(crate) i64);

/// Where the time comes from, so that tests can make it.
pub(crate) trait Clock: Send + Sync {
    /// The time now.
    fn now(&self) -> Timestamp;

    /// Waits until about then. May be early, so that who waits looks again.
    fn until(&self, due: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The machine's clock.
pub(crate) struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn until(&self, due: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        // Never less than a millisecond, so that a clock which stands still does not make a loop spin; and never long, so that one
        // which jumps is noticed.
        let pause = Duration::from_millis(due.ms_since(self.now()).clamp(1, 30_000));
        Box::pin(tokio::time::sleep(pause))
    }
}

impl Timestamp {
    /// So many milliseconds later.
    pub(crate) fn plus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX)))
    }

    /// Milliseconds from `earlier` to here; 0 if it is later.
    pub(crate) fn ms_since(self, earlier: Self) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }

    /// Reads `2026-11-30T11:07:43Z`, with any number of decimals and any offset.
    pub(crate) fn parse_rfc3339(text: &str) -> Option<Self> {
        let nanoseconds = read_rfc3339(text, LeapSecond::Read)?;
        i64::try_from(nanoseconds.div_euclid(1_000_000)).ok().map(Self)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_second(self.0.div_euclid(1000), f)?;
        write!(f, ".{:03}Z", self.0.rem_euclid(1000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for ms in [0, 951_782_400_000, 1_796_036_863_123, 4_107_542_400_000, -1] {
            assert_eq!(Timestamp::parse_rfc3339(&Timestamp(ms).to_string()), Some(Timestamp(ms)));
        }
        assert_eq!(Timestamp(951_782_400_000).to_string(), "2000-02-29T00:00:00.000Z");
    }

    #[test]
    fn offsets_and_fractions_are_understood() {
        let expected = Timestamp::parse_rfc3339("2026-11-30T11:07:43.500Z");
        assert!(expected.is_some());
        assert_eq!(Timestamp::parse_rfc3339("2026-11-30T12:37:43.5+01:30"), expected);
        assert_eq!(Timestamp::parse_rfc3339("2026-11-30T09:07:43.500999-02:00"), expected);
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "2026-11-30",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-1-1T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00:00.Z",
        ] {
            assert_eq!(Timestamp::parse_rfc3339(text), None, "{text}");
        }
    }
}
