//! Timestamps and durations, to the nanosecond.

use std::{borrow::Cow, fmt};

use super::{Fault, Json};
use crate::{
    calendar::{LeapSecond, SECOND, civil_from_days, days_from_civil, offset_minutes, read_rfc3339, write_second},
    json::Kind,
};

const DAY: i128 = 86_400 * SECOND;

/// A point in time between the years 1 and 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp {
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    nanoseconds: i128,
}

/// A span of time, of 10,000 years at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration {
    nanoseconds: i128,
}

impl Timestamp {
    fn of(nanoseconds: i128) -> Result<Self, Fault> {
        let first = i128::from(days_from_civil(1, 1, 1)) * DAY;
        let end = i128::from(days_from_civil(10_000, 1, 1)) * DAY;
        let is_within = (first..end).contains(&nanoseconds);
        is_within
            .then_some(Self { nanoseconds })
            .ok_or_else(|| Fault::new("out-of-range", "the timestamp is beyond the years 1 to 9999"))
    }

    /// Whole seconds since 1970.
    pub fn seconds_since_1970(self) -> i64 {
        small(self.nanoseconds.div_euclid(SECOND))
    }

    /// Whole milliseconds since 1970.
    pub fn milliseconds_since_1970(self) -> i64 {
        small(self.nanoseconds.div_euclid(1_000_000))
    }

    /// The same clock time somewhere else, as if it were UTC.
    fn moved(self, zone: &str) -> Result<Self, Fault> {
        let minutes = zone_minutes(zone)?;
        Ok(Self { nanoseconds: self.nanoseconds + i128::from(minutes) * 60 * SECOND })
    }

    fn day(self) -> i64 {
        small(self.nanoseconds.div_euclid(DAY))
    }

    fn within_day(self) -> i64 {
        small(self.nanoseconds.rem_euclid(DAY) / 1_000_000)
    }
}

impl Duration {
    fn of(nanoseconds: i128) -> Result<Self, Fault> {
        let most = 315_576_000_000 * SECOND;
        let is_within = (-most..=most).contains(&nanoseconds);
        is_within
            .then_some(Self { nanoseconds })
            .ok_or_else(|| Fault::new("out-of-range", "the duration is longer than 10,000 years"))
    }

    /// Whole milliseconds, towards zero.
    pub fn milliseconds(self) -> i64 {
        small(self.nanoseconds / 1_000_000)
    }
}

/// What the bounds of both types keep within 64 bits.
fn small(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

/// RFC 3339 in UTC, with as many decimals as there are.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_second(self.seconds_since_1970(), f)?;
        write_fraction(self.nanoseconds.rem_euclid(SECOND), f)?;
        f.write_str("Z")
    }
}

/// Seconds, with as many decimals as there are: `3600s`, `1.5s`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.nanoseconds.unsigned_abs();
        let (seconds, rest) = (size / SECOND.unsigned_abs(), size % SECOND.unsigned_abs());
        write!(f, "{}{seconds}", if self.nanoseconds < 0 { "-" } else { "" })?;
        write_fraction(i128::try_from(rest).unwrap_or(0), f)?;
        f.write_str("s")
    }
}

fn write_fraction(nanoseconds: i128, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if nanoseconds == 0 {
        return Ok(());
    }
    write!(f, ".{}", format!("{nanoseconds:09}").trim_end_matches('0'))
}

/// The minutes that clocks of a zone are ahead of UTC: of `+01:30` or `-08:00`, and of `UTC` none.
///
/// # Errors
/// When it is something else: named zones need a table that changes several times a year, and a server has none.
pub fn zone_minutes(zone: &str) -> Result<i64, Fault> {
    offset_minutes(zone).ok_or_else(|| {
        let shown: String = zone.chars().take(40).collect();
        Fault::new("wrong-format", format!("\"{}\" is neither UTC nor an offset such as +01:00", shown.escape_debug()))
    })
}

/// Milliseconds since 1970 of a moment to wait for: a timestamp, or a duration such as `1h30m` or `2d` after `now_ms`.
///
/// # Errors
/// When the text is neither.
pub fn moment(text: &str, now_ms: i64) -> Result<i64, Fault> {
    let timestamp = read_rfc3339(text, LeapSecond::Read).map(|nanoseconds| small(nanoseconds.div_euclid(1_000_000)));
    let after = || Some(now_ms.saturating_add(milliseconds_of(text)?));
    timestamp.or_else(after).ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        let shown = shown.escape_debug();
        Fault::new("wrong-format", format!("\"{shown}\" is neither a timestamp nor a duration, such as 1h30m"))
    })
}

/// The milliseconds of a duration such as `90s`, `1h30m` or `1.5s`.
fn milliseconds_of(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut sum = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let unit = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        sum += number
            * match &rest[..unit] {
                "d" => 86_400_000.0,
                "h" => 3_600_000.0,
                "m" => 60_000.0,
                "s" => 1_000.0,
                "ms" => 1.0,
                "us" => 0.001,
                "ns" => 0.000_001,
                _ => return None,
            };
        rest = &rest[unit..];
    }
    // A float that is too great becomes the greatest integer.
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and parts of a millisecond do not matter")]
    let sum = sum as i64;
    (!text.is_empty()).then_some(if negative { -sum } else { sum })
}

/// The timestamp that a text is: RFC 3339 with an offset.
///
/// # Errors
/// When it is none.
pub fn timestamp(text: &str) -> Result<Timestamp, Fault> {
    let fault = || {
        let shown: String = text.chars().take(40).collect();
        Fault::new(
            "wrong-format",
            format!("\"{}\" is no timestamp, such as 2026-11-30T11:07:43Z", shown.escape_debug()),
        )
    };
    Timestamp::of(read_rfc3339(text, LeapSecond::Refused).ok_or_else(fault)?)
}

/// The timestamp so many seconds after 1970 began.
///
/// # Errors
/// When it is beyond the years 1 to 9999.
pub fn timestamp_of_seconds(seconds: i64) -> Result<Timestamp, Fault> {
    Timestamp::of(i128::from(seconds) * SECOND)
}

/// `timestamp` of a value of which nothing is known.
///
/// # Errors
/// When none can be made of it.
pub fn timestamp_of(value: &Json<'_>) -> Result<Timestamp, Fault> {
    if value.kind() == Kind::Number { timestamp_of_seconds(value.int()?) } else { timestamp(&value.text()?) }
}

/// The duration that a text is: numbers with units, such as `1h30m` and `1.5s`.
///
/// # Errors
/// When it is none.
pub fn duration(text: &str) -> Result<Duration, Fault> {
    let fault = || {
        let shown: String = text.chars().take(40).collect();
        Fault::new("wrong-format", format!("\"{}\" is no duration, such as 1h30m", shown.escape_debug()))
    };
    Duration::of(read_duration(text).ok_or_else(fault)?)
}

fn read_duration(text: &str) -> Option<i128> {
    let (sign, mut rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    if rest == "0" {
        return Some(0);
    }
    let mut total: i128 = 0;
    loop {
        let length = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let (number, after) = rest.split_at(length);
        let (unit, size) = UNITS.into_iter().find(|(unit, _)| after.starts_with(unit))?;
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_number = !whole.is_empty() && whole.len() <= 18 && !fraction.contains('.');
        if !is_number || (number.contains('.') && fraction.is_empty()) {
            return None;
        }
        total += whole.parse::<i128>().ok()? * size;
        let digits = &fraction[..fraction.len().min(15)];
        if !digits.is_empty() {
            total += digits.parse::<i128>().ok()? * size / 10_i128.pow(u32::try_from(digits.len()).ok()?);
        }
        rest = &after[unit.len()..];
        if rest.is_empty() {
            return Some(sign * total);
        }
    }
}

/// Longer names first.
const UNITS: [(&str, i128); 6] =
    [("ms", 1_000_000), ("us", 1000), ("ns", 1), ("h", 3600 * SECOND), ("m", 60 * SECOND), ("s", SECOND)];

/// `time + span`
///
/// # Errors
/// When the result is out of range.
pub fn later(time: Timestamp, span: Duration) -> Result<Timestamp, Fault> {
    Timestamp::of(time.nanoseconds + span.nanoseconds)
}

/// `time - span`
///
/// # Errors
/// When the result is out of range.
pub fn earlier(time: Timestamp, span: Duration) -> Result<Timestamp, Fault> {
    Timestamp::of(time.nanoseconds - span.nanoseconds)
}

/// `time - other`
///
/// # Errors
/// When the result is out of range.
pub fn between(time: Timestamp, other: Timestamp) -> Result<Duration, Fault> {
    Duration::of(time.nanoseconds - other.nanoseconds)
}

/// `span + other`
///
/// # Errors
/// When the result is out of range.
pub fn add_durations(span: Duration, other: Duration) -> Result<Duration, Fault> {
    Duration::of(span.nanoseconds + other.nanoseconds)
}

/// `span - other`
///
/// # Errors
/// When the result is out of range.
pub fn subtract_durations(span: Duration, other: Duration) -> Result<Duration, Fault> {
    Duration::of(span.nanoseconds - other.nanoseconds)
}

/// `-span`
///
/// # Errors
/// Never; it is called as its like are.
pub fn negate_duration(span: Duration) -> Result<Duration, Fault> {
    Duration::of(-span.nanoseconds)
}

/// `string` of a timestamp.
pub fn text_of_timestamp(time: Timestamp) -> Cow<'static, str> {
    Cow::Owned(time.to_string())
}

/// `string` of a duration.
pub fn text_of_duration(span: Duration) -> Cow<'static, str> {
    Cow::Owned(span.to_string())
}

macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident $name_at:ident($time:ident) = $value:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name($time: Timestamp) -> i64 {
            $value
        }

        $(#[$doc])*
        /// At an offset from UTC, such as `+01:00`.
        ///
        /// # Errors
        /// When the offset is none.
        pub fn $name_at(time: Timestamp, zone: &str) -> Result<i64, Fault> {
            time.moved(zone).map($name)
        }
    )*};
}

parts! {
    /// The year.
    year year_at(time) = civil_from_days(time.day()).0;
    /// The month, from 0.
    month_from_0 month_from_0_at(time) = civil_from_days(time.day()).1 - 1;
    /// The day of the month, from 1.
    day_of_month day_of_month_at(time) = civil_from_days(time.day()).2;
    /// The day of the month, from 0.
    day_of_month_from_0 day_of_month_from_0_at(time) = civil_from_days(time.day()).2 - 1;
    /// The day of the week, from 0 for Sunday.
    day_of_week day_of_week_at(time) = (time.day() + 4).rem_euclid(7);
    /// The day of the year, from 0.
    day_of_year day_of_year_at(time) = time.day() - days_from_civil(year(time), 1, 1);
    /// The hour.
    hours hours_at(time) = time.within_day() / 3_600_000;
    /// The minute.
    minutes minutes_at(time) = time.within_day() / 60_000 % 60;
    /// The second.
    seconds seconds_at(time) = time.within_day() / 1000 % 60;
    /// The millisecond.
    milliseconds milliseconds_at(time) = time.within_day() % 1000;
}

/// All of it in whole hours.
pub fn in_hours(span: Duration) -> i64 {
    small(span.nanoseconds / (3600 * SECOND))
}

/// All of it in whole minutes.
pub fn in_minutes(span: Duration) -> i64 {
    small(span.nanoseconds / (60 * SECOND))
}

/// All of it in whole seconds.
pub fn in_seconds(span: Duration) -> i64 {
    small(span.nanoseconds / SECOND)
}

/// All of it in whole milliseconds.
pub fn in_milliseconds(span: Duration) -> i64 {
    span.milliseconds()
}
