//! When a cron trigger fires: sets of minutes, hours, days, months and weekdays, in UTC.
//!
//! Goes in: the sets, as the compiler has read them from the five fields. Comes out: points in time. There is no summer time in UTC,
//! so that no tick of a day is left out or comes twice.

use crate::calendar::{civil_from_days, days_from_civil};

/// The minutes at which a trigger fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Bit `n`: the minute `n` of an hour.
    pub minutes: u64,
    /// Bit `n`: the hour `n` of a day.
    pub hours: u32,
    /// Bit `n`: the day `n` of a month, from 1.
    pub days: u32,
    /// Bit `n`: the month `n` of a year, from 1.
    pub months: u16,
    /// Bit `n`: the day `n` of a week, from Sunday, which is 0.
    pub weekdays: u8,
    /// Which days fire.
    pub which: Days,
}

/// Which days fire: POSIX says that a day of the month and one of the week, where both are named, are alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Days {
    /// Those that are in both sets; one of them has all days.
    Both,
    /// Those that are in one of the sets.
    Either,
}

/// Milliseconds of a minute.
const MINUTE: i64 = 60_000;

/// How far ahead is looked: a 29 February may be eight years away, as after 2096.
const HORIZON_DAYS: i64 = 9 * 366;

impl Schedule {
    /// The first time at which it fires after `after`, both in milliseconds since 1970; none where it never does.
    pub fn next(&self, after: i64) -> Option<i64> {
        let minute = after.div_euclid(MINUTE) + 1;
        let (today, mut from) = (minute.div_euclid(1440), minute.rem_euclid(1440));
        for day in today..=today + HORIZON_DAYS {
            if self.has_day(day)
                && let Some(minute) = self.in_day(from)
            {
                return Some((day * 1440 + minute) * MINUTE);
            }
            from = 0;
        }
        None
    }

    /// Whether it fires on that day since 1970.
    fn has_day(&self, day: i64) -> bool {
        let (year, month, of_month) = civil_from_days(day);
        debug_assert_eq!(days_from_civil(year, month, of_month), day);
        // 1970-01-01 was a Thursday.
        let of_week = (day + 4).rem_euclid(7);
        let has = |set: u64, bit: i64| set >> bit & 1 == 1;
        let (month_day, weekday) = (has(self.days.into(), of_month), has(self.weekdays.into(), of_week));
        has(self.months.into(), month)
            && match self.which {
                Days::Both => month_day && weekday,
                Days::Either => month_day || weekday,
            }
    }

    /// The first minute of a day at or after `from` at which it fires.
    fn in_day(&self, from: i64) -> Option<i64> {
        let (hour, minute) = (from / 60, from % 60);
        let first = |set: u64, from: i64| {
            (from < 64 && set >> from != 0).then(|| from + i64::from((set >> from).trailing_zeros()))
        };
        let hours = u64::from(self.hours);
        if hours >> hour & 1 == 1
            && let Some(minute) = first(self.minutes, minute)
        {
            return Some(hour * 60 + minute);
        }
        Some(first(hours, hour + 1)? * 60 + first(self.minutes, 0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::{LeapSecond, SECOND, read_rfc3339, write_second};

    const ALL: Schedule = Schedule {
        minutes: (1 << 60) - 1,
        hours: (1 << 24) - 1,
        days: u32::MAX - 1,
        months: (1 << 13) - 2,
        weekdays: 127,
        which: Days::Both,
    };

    fn ms(text: &str) -> i64 {
        let nanoseconds = read_rfc3339(&format!("{text}Z"), LeapSecond::Refused).expect("a time");
        i64::try_from(nanoseconds / SECOND).expect("near") * 1000
    }

    struct Shown(i64);

    impl std::fmt::Display for Shown {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write_second(self.0 / 1000, f)
        }
    }

    fn check(schedule: Schedule, after: &str, expect: &str) {
        assert_eq!(
            schedule.next(ms(after)).map(|next| Shown(next).to_string()).as_deref(),
            Some(expect),
            "after {after}"
        );
    }

    #[test]
    fn known_times_are_found() {
        let nightly = Schedule { minutes: 1, hours: 1 << 3, ..ALL };
        check(nightly, "2026-12-07T02:59:59", "2026-12-07T03:00:00");
        check(nightly, "2026-12-07T03:00:00", "2026-12-08T03:00:00");
        check(nightly, "2026-12-31T23:59:59", "2027-01-01T03:00:00");
        check(ALL, "2026-02-28T23:59:00", "2026-03-01T00:00:00");
        let quarters = Schedule { minutes: 1 | 1 << 15 | 1 << 30 | 1 << 45, ..ALL };
        check(quarters, "2026-12-07T10:50:00", "2026-12-07T11:00:00");
        check(Schedule { minutes: 1 << 59, hours: 1 << 23, ..ALL }, "2026-12-07T00:00:00", "2026-12-07T23:59:00");
        let leap_day = Schedule { minutes: 1, hours: 1, days: 1 << 29, months: 1 << 2, ..ALL };
        check(leap_day, "2026-12-07T00:00:00", "2028-02-29T00:00:00");
        check(leap_day, "2096-02-29T00:00:00", "2104-02-29T00:00:00");
        // A Monday, or the 13th; 2026-12-07 is a Monday.
        let either = Schedule { minutes: 1, hours: 1, days: 1 << 13, weekdays: 1 << 1, which: Days::Either, ..ALL };
        check(either, "2026-12-07T00:00:00", "2026-12-13T00:00:00");
        check(either, "2026-12-13T00:00:00", "2026-12-14T00:00:00");
    }

    #[test]
    fn what_is_on_no_calendar_never_fires() {
        for (days, months) in [(1 << 30 | 1 << 31, 1 << 2), (1 << 31, 1 << 2 | 1 << 4 | 1 << 6 | 1 << 9 | 1 << 11)] {
            assert_eq!(Schedule { days, months, ..ALL }.next(0), None);
        }
        assert!(Schedule { days: 1 << 31, months: 1 << 2, weekdays: 1, which: Days::Either, ..ALL }.next(0).is_some());
    }

    /// The second, slow way: minute after minute, by a calendar that only counts.
    fn slowly(schedule: &Schedule, after: i64, limit: i64) -> Option<i64> {
        let (mut year, mut month, mut of_month, mut of_week) = (1970, 1, 1, 4);
        let in_set = |set: u64, n: i64| set & 1 << n != 0;
        for day in 0.. {
            let (a, b) = (in_set(schedule.days.into(), of_month), in_set(schedule.weekdays.into(), of_week));
            let is_day = if schedule.which == Days::Both { a && b } else { a || b };
            for of_day in 0..1440 {
                let at = (day * 1440 + of_day) * MINUTE;
                let is_time = in_set(schedule.minutes, of_day % 60) && in_set(schedule.hours.into(), of_day / 60);
                if at > after && is_day && is_time && in_set(schedule.months.into(), month) {
                    return (at <= limit).then_some(at);
                }
            }
            if day * 1440 * MINUTE > limit {
                return None;
            }
            of_week = (of_week + 1) % 7;
            of_month += 1;
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 if is_leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            if of_month > last {
                (of_month, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
        None
    }

    #[test]
    fn two_ways_agree() {
        let mut seed = 42_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 20
        };
        for _ in 0..40 {
            // Few bits in each set, so that the next time is not always near.
            let mut few = |from: u64, to: u64| (0..3).fold(0_u64, |set, _| set | 1 << (from + random() % (to - from)));
            let schedule = Schedule {
                minutes: few(0, 60),
                hours: few(0, 24) as u32,
                days: few(1, 32) as u32,
                months: few(1, 13) as u16,
                weekdays: few(0, 7) as u8,
                which: Days::Either,
            };
            let after = (few(0, 30) % (500 * 1440)) as i64 * MINUTE + 1_234;
            let by_day = Schedule { weekdays: 127, which: Days::Both, ..schedule };
            let by_weekday = Schedule { days: u32::MAX - 1, which: Days::Both, ..schedule };
            for schedule in [schedule, by_day, by_weekday] {
                let limit = after + 800 * 1440 * MINUTE;
                let near = schedule.next(after).filter(|next| *next <= limit);
                assert_eq!(near, slowly(&schedule, after, limit), "{schedule:?} after {after}");
            }
        }
    }
}
