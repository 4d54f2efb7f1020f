//! Climatology: what was observed around a day of the year, from the embedded table.
//!
//! The window is three days to both sides of the calendar day in each year of the table, so that one odd day decides nothing:
//! seven days in each of four years are 28 observations.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Daily observations: location, date, precipitation, temp_max, temp_min, wind, weather. See data/SOURCES.md.
const CSV: &str = include_str!("../data/weather.csv");

/// How many days to both sides of the calendar day count.
const WINDOW_DAYS: i32 = 3;

/// Where the table comes from.
pub const SOURCE: &str = "NOAA daily summaries 2012 to 2015 (public domain), as packaged by vega-datasets 3.2.1";

/// What was observed around one day of the year.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
pub struct Climatology {
    /// Mean of the highest temperatures, in °C.
    pub high_c: f64,
    /// Mean of the lowest temperatures, in °C.
    pub low_c: f64,
    /// The highest temperature observed, in °C.
    pub highest_c: f64,
    /// The lowest temperature observed, in °C.
    pub lowest_c: f64,
    /// Mean precipitation of a day, in mm.
    pub precipitation_mm: f64,
    /// On how many of a hundred days there was any.
    pub wet_days_percent: u8,
    /// Mean wind, in m/s.
    pub wind_ms: f64,
    /// How many days were observed.
    pub observations: u32,
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
struct Observation {
    date: Date,
    precipitation_mm: f64,
    high_c: f64,
    low_c: f64,
    wind_ms: f64,
}

/// What was observed at `city` around the month and day of `date`; none for a city that is not in the table.
pub fn climatology(city: &str, date: Date) -> Option<Climatology> {
    let days: Vec<Observation> = observations(city).filter(|observation| is_around(observation.date, date)).collect();
    let count = days.len();
    if count == 0 {
        return None;
    }
    let mean = |value: fn(&Observation) -> f64| tenths(days.iter().map(value).sum::<f64>() / count as f64);
    let wet = days.iter().filter(|day| day.precipitation_mm > 0.0).count();
    Some(Climatology {
        high_c: mean(|day| day.high_c),
        low_c: mean(|day| day.low_c),
        highest_c: days.iter().map(|day| day.high_c).fold(f64::NEG_INFINITY, f64::max),
        lowest_c: days.iter().map(|day| day.low_c).fold(f64::INFINITY, f64::min),
        precipitation_mm: mean(|day| day.precipitation_mm),
        wet_days_percent: u8::try_from((wet * 100 + count / 2) / count).unwrap_or(100),
        wind_ms: mean(|day| day.wind_ms),
        observations: u32::try_from(count).unwrap_or(u32::MAX),
    })
}

/// How the numbers are made, for people.
pub fn method(climatology: &Climatology) -> String {
    format!(
        "climatology for the calendar day: means of {} daily observations of 2012 to 2015, from {WINDOW_DAYS} days before it to \
         {WINDOW_DAYS} days after it",
        climatology.observations
    )
}

/// Rounded to what the instruments tell.
pub fn tenths(value: f64) -> f64 {
    let rounded = (value * 10.0).round() / 10.0;
    // Not "-0.0": it is a number that nobody would write.
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Whether `observed` is in the window around the same calendar day of its own year, or of the year before or after: the window
/// of New Year reaches over. The 29th of February is the 28th in other years.
fn is_around(observed: Date, date: Date) -> bool {
    (-1..=1).any(|years| {
        let year = observed.year() + years;
        let same_day = Date::new(year, date.month(), date.day()).or_else(|_| Date::new(year, date.month(), 28));
        same_day.and_then(|same_day| observed.since(same_day)).is_ok_and(|span| span.get_days().abs() <= WINDOW_DAYS)
    })
}

fn observations(city: &str) -> impl Iterator<Item = Observation> {
    CSV.lines().skip(1).filter_map(move |line| {
        let rest = line.strip_prefix(city)?.strip_prefix(',')?;
        Some(parse(rest).expect("the table's own test reads every line"))
    })
}

/// Reads a line after its location.
fn parse(line: &str) -> Option<Observation> {
    let [date, precipitation, high, low, wind, _weather] = line.split(',').collect::<Vec<_>>()[..] else { return None };
    Some(Observation {
        date: date.parse().ok()?,
        precipitation_mm: precipitation.parse().ok()?,
        high_c: high.parse().ok()?,
        low_c: low.parse().ok()?,
        wind_ms: wind.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(city: &str, date: &str) -> Climatology {
        climatology(city, date.parse().expect("a date")).expect("the city is in the table")
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = CSV.lines().skip(1).count();
        assert_eq!(observations("Seattle").count() + observations("New York").count(), lines);
        assert_eq!(lines, 2922);
    }

    #[test]
    fn the_window_is_seven_days_in_four_years() {
        assert_eq!(at("Seattle", "2026-07-01").observations, 28);
        assert_eq!(at("New York", "2026-03-01").observations, 28);
        assert_eq!(at("Seattle", "2028-02-29").observations, 28);
    }

    #[test]
    fn the_window_reaches_over_new_year() {
        assert_eq!(at("Seattle", "2027-01-01").observations, 28);
        assert_eq!(at("Seattle", "2026-12-31").observations, 28);
        assert!(is_around(Date::constant(2013, 12, 30), Date::constant(2027, 1, 1)));
        assert!(!is_around(Date::constant(2013, 12, 28), Date::constant(2027, 1, 1)));
    }

    #[test]
    fn summers_are_dry_in_seattle() {
        let (summer, winter) = (at("Seattle", "2026-07-25"), at("Seattle", "2026-12-05"));
        assert!(summer.high_c > winter.high_c + 10.0);
        assert!(summer.wet_days_percent < winter.wet_days_percent);
        assert!(summer.lowest_c <= summer.low_c && summer.low_c < summer.high_c && summer.high_c <= summer.highest_c);
    }

    #[test]
    fn a_city_that_is_not_in_the_table_has_no_climatology() {
        assert_eq!(climatology("Paris", Date::constant(2026, 7, 1)), None);
        assert_eq!(climatology("New", Date::constant(2026, 7, 1)), None);
    }

    #[test]
    fn numbers_have_one_decimal_and_no_negative_zero() {
        assert_eq!(tenths(12.34), 12.3);
        assert!(tenths(-0.01).is_sign_positive());
    }
}
