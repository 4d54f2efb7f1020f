//! What day it is where the city is.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use packwright_runtime_min::{HandlerError, handler};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Where {
    /// The IANA name of the time zone.
    pub time_zone: String,
}

/// A day of a city's calendar.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq, Serialize)]
pub struct Day {
    /// YYYY-MM-DD.
    pub date: String,
}

/// The rules of the known zones as the United States have had them since 2007: daylight saving from the second Sunday of March to
/// the first of November. Written down here, they need no time zone database on the machine.
const ZONES: [(&str, &str); 2] =
    [("America/Los_Angeles", "PST8PDT,M3.2.0,M11.1.0"), ("America/New_York", "EST5EDT,M3.2.0,M11.1.0")];

/// Tells today's date in a time zone.
#[handler(effects(reads("clock")), mutating = false)]
pub fn today(input: Where) -> Result<Day, HandlerError> {
    let date = date_at(Timestamp::now(), &input.time_zone)?;
    Ok(Day { date: date.to_string() })
}

/// The date that calendars in `time_zone` show at `now`.
fn date_at(now: Timestamp, time_zone: &str) -> Result<Date, HandlerError> {
    let rule = ZONES.iter().find(|(name, _)| *name == time_zone).map(|(_, rule)| rule);
    let zone = rule.and_then(|rule| TimeZone::posix(rule).ok());
    match zone {
        Some(zone) => Ok(zone.to_datetime(now).date()),
        None => {
            let message = format!("the rules of the time zone `{time_zone}` are not known");
            Err(HandlerError::permanent("unknown-time-zone", message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(now: &str, time_zone: &str) -> String {
        let now = now.parse().expect("a timestamp");
        date_at(now, time_zone).expect("a known zone").to_string()
    }

    #[test]
    fn each_city_has_its_own_midnight_in_summer_and_in_winter() {
        assert_eq!(date("2026-07-01T03:59:59Z", "America/New_York"), "2026-06-30");
        assert_eq!(date("2026-07-01T04:00:00Z", "America/New_York"), "2026-07-01");
        assert_eq!(date("2026-12-01T04:59:59Z", "America/New_York"), "2026-11-30");
        assert_eq!(date("2026-12-01T05:00:00Z", "America/New_York"), "2026-12-01");
        assert_eq!(date("2026-12-01T07:59:59Z", "America/Los_Angeles"), "2026-11-30");
        assert_eq!(date("2026-12-01T08:00:00Z", "America/Los_Angeles"), "2026-12-01");
    }

    #[test]
    fn the_clock_is_read_for_known_zones_only() {
        let day = today(Where { time_zone: "America/New_York".to_owned() }).expect("a known zone");
        assert!(day.date.parse::<Date>().is_ok(), "{}", day.date);
        let error = today(Where { time_zone: "Mars/Olympus".to_owned() }).expect_err("unknown");
        assert_eq!(error.code, "unknown-time-zone");
    }
}
