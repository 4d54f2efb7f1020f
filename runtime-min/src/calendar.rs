//! The Gregorian calendar: days since 1970-01-01 and dates, and how points in time are written (RFC 3339).

use std::fmt;

/// Nanoseconds of a second.
pub(crate) const SECOND: i128 = 1_000_000_000;

/// Days since 1970-01-01 of a date of the Gregorian calendar; years count from March so that the leap day comes last.
pub(crate) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The inverse: year, month and day.
pub(crate) fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// How many days a month has.
pub(crate) fn days_in(year: i64, month: i64) -> i64 {
    let (next_year, next_month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    days_from_civil(next_year, next_month, 1) - days_from_civil(year, month, 1)
}

/// Whether a minute may have a 61st second, as a few at the end of a month have had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeapSecond {
    /// It is read as the second after it.
    Read,
    /// It is no time.
    Refused,
}

/// Nanoseconds since 1970 of a text such as `2026-11-30T11:07:43.5+01:00`; what is finer is cut off.
pub(crate) fn read_rfc3339(text: &str, leap: LeapSecond) -> Option<i128> {
    let (date, rest) = text.split_once(['T', 't', ' '])?;
    let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
    let (time, zone) = rest.split_at(rest.find(['Z', 'z', '+', '-'])?);
    let (time, fraction) = match time.split_once('.') {
        Some((time, fraction)) => (time, Some(fraction)),
        None => (time, None),
    };
    let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
    let offset = if matches!(zone, "Z" | "z") { 0 } else { offset_minutes(zone)? };
    let is_date = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    let last_second = if leap == LeapSecond::Read { 60 } else { 59 };
    if !is_date || hour > 23 || minute > 59 || second > last_second {
        return None;
    }
    let nanoseconds: i128 = match fraction {
        None => 0,
        Some(digits) if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) => return None,
        Some(digits) => format!("{digits:0<9.9}").parse().ok()?,
    };
    let minutes = days_from_civil(year, month, day) * 1440 + hour * 60 + minute - offset;
    Some(i128::from(minutes * 60 + second) * SECOND + nanoseconds)
}

/// Writes the date and the time of a second since 1970, without a zone: `2026-11-30T11:07:43`.
pub(crate) fn write_second(second: i64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (year, month, day) = civil_from_days(second.div_euclid(86_400));
    let second = second.rem_euclid(86_400);
    write!(f, "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

/// The minutes of `+01:30` or `-08:00`; of `UTC` none.
pub(crate) fn offset_minutes(zone: &str) -> Option<i64> {
    if matches!(zone, "UTC" | "Z" | "z") {
        return Some(0);
    }
    let (sign, rest) = match zone.as_bytes().first()? {
        b'-' => (-1, &zone[1..]),
        b'+' => (1, &zone[1..]),
        _ => (1, zone),
    };
    let [hours, minutes] = numbers(rest, ':', [2, 2])?;
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// Numbers of fixed widths between separators.
fn numbers<const N: usize>(text: &str, separator: char, widths: [usize; N]) -> Option<[i64; N]> {
    let mut parts = text.split(separator);
    let mut numbers = [0; N];
    for (number, width) in numbers.iter_mut().zip(widths) {
        let part = parts.next()?;
        if part.len() != width || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}
