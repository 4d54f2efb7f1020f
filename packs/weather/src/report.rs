//! The report: a forecast where there is one, climatology in every case.

use jiff::{ToSpan, civil::Date};
use packwright_runtime_min::{HandlerError, handler};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    climate::{self, Climatology, climatology, tenths},
    forecast::{self, Forecast, ForecastDay, forecast_or_null},
    place::Place,
};

/// All that a report is made of: the same input gives the same report.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ReportInput {
    /// Where.
    pub place: Place,
    /// Today's date there, as YYYY-MM-DD.
    pub today: String,
    /// What the caller wants.
    pub request: Request,
    /// What the forecast API says; null where none is configured.
    #[schemars(schema_with = "forecast_or_null")]
    pub forecast: Option<Forecast>,
}

/// The part of the caller's arguments that decides about the day.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct Request {
    /// How many days from today; tomorrow where it is absent.
    #[serde(default)]
    pub days_ahead: Option<u8>,
}

/// A weather report.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
pub struct Report {
    /// Where.
    pub city: String,
    /// When, as YYYY-MM-DD by the city's own calendar.
    #[schemars(length(equal = 10))]
    pub date: String,
    /// What the numbers below come from.
    pub method: Method,
    /// How they were made, for people.
    pub method_note: String,
    /// Highest temperature, in °C.
    pub high_c: f64,
    /// Lowest temperature, in °C.
    pub low_c: f64,
    /// Precipitation, in mm.
    #[schemars(range(min = 0.0))]
    pub precipitation_mm: f64,
    /// Wind, in m/s.
    #[schemars(range(min = 0.0))]
    pub wind_ms: f64,
    /// What was observed around this day of the year.
    pub climatology: Climatology,
    /// Where all numbers come from.
    #[schemars(length(min = 1))]
    pub sources: Vec<String>,
    /// Everything in two sentences.
    pub summary: String,
}

/// What a report's numbers come from: climatology or forecast.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    Climatology,
    Forecast,
}

/// Makes the weather report for a place and a day.
#[handler(effects(reads("observations")), mutating = false)]
pub fn report(input: ReportInput) -> Result<Report, HandlerError> {
    let ReportInput { place, today, request, forecast } = input;
    let date = day_of(&today, request.days_ahead.unwrap_or(1))?;
    let Some(climatology) = climatology(&place.name, date) else {
        let message = format!("no observations are there for `{}`", place.name);
        return Err(HandlerError::permanent("unknown-city", message));
    };
    let forecast = forecast.and_then(|forecast| forecast.day(date));
    let (method, day, method_note, mut sources) = match forecast {
        Some(day) => {
            let note = format!("forecast for this day; beside it the {}", climate::method(&climatology));
            (Method::Forecast, day, note, vec![forecast::SOURCE.to_owned()])
        }
        None => (Method::Climatology, of_climatology(&climatology), climate::method(&climatology), Vec::new()),
    };
    sources.push(climate::SOURCE.to_owned());
    let summary = summary(&place.name, date, method, day, &climatology);
    Ok(Report {
        city: place.name,
        date: date.to_string(),
        method,
        method_note,
        high_c: tenths(day.high_c),
        low_c: tenths(day.low_c),
        precipitation_mm: tenths(day.precipitation_mm),
        wind_ms: tenths(day.wind_ms),
        climatology,
        sources,
        summary,
    })
}

fn day_of(today: &str, days_ahead: u8) -> Result<Date, HandlerError> {
    let date = today.parse::<Date>().and_then(|today| today.checked_add(i64::from(days_ahead).days()));
    date.map_err(|error| {
        HandlerError::permanent("invalid-date", format!("`{today}` and {days_ahead} days are no date: {error}"))
    })
}

fn of_climatology(climatology: &Climatology) -> ForecastDay {
    let &Climatology {
        high_c,
        low_c,
        highest_c: _,
        lowest_c: _,
        precipitation_mm,
        wet_days_percent: _,
        wind_ms,
        observations: _,
    } = climatology;
    ForecastDay { high_c, low_c, precipitation_mm, wind_ms }
}

fn summary(city: &str, date: Date, method: Method, day: ForecastDay, climatology: &Climatology) -> String {
    let ForecastDay { high_c, low_c, precipitation_mm, wind_ms } = day;
    let Climatology { highest_c, lowest_c, wet_days_percent, .. } = climatology;
    let weekday = date.strftime("%A, %-d %B %Y");
    let source = match method {
        Method::Climatology => "by the observations of this time of the year, expect",
        Method::Forecast => "the forecast says",
    };
    format!(
        "{city} on {weekday}: {source} {low_c:.1} to {high_c:.1} °C, {precipitation_mm:.1} mm of precipitation and {wind_ms:.1} m/s \
         of wind. In 2012 to 2015 it was between {lowest_c:.1} and {highest_c:.1} °C around this day, and wet on \
         {wet_days_percent} % of the days."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forecast::Daily;

    fn seattle() -> Place {
        Place {
            name: "Seattle".to_owned(),
            latitude: 47.61,
            longitude: -122.33,
            time_zone: "America/Los_Angeles".to_owned(),
        }
    }

    fn on(today: &str, days_ahead: Option<u8>, forecast: Option<Forecast>) -> Result<Report, HandlerError> {
        let request = Request { days_ahead };
        report(ReportInput { place: seattle(), today: today.to_owned(), request, forecast })
    }

    fn forecast(wind: Option<f64>) -> Forecast {
        Forecast {
            daily: Daily {
                time: vec!["2026-07-01".to_owned(), "2026-07-02".to_owned()],
                temperature_2m_max: vec![Some(20.0), Some(31.26)],
                temperature_2m_min: vec![Some(10.0), Some(14.0)],
                precipitation_sum: vec![Some(9.0), Some(0.0)],
                wind_speed_10m_max: vec![Some(1.0), wind],
            },
        }
    }

    #[test]
    fn tomorrow_is_meant_where_nothing_else_is_said() {
        assert_eq!(on("2026-12-31", None, None).map(|report| report.date).as_deref(), Ok("2027-01-01"));
        assert_eq!(on("2028-02-28", Some(1), None).map(|report| report.date).as_deref(), Ok("2028-02-29"));
        assert_eq!(on("2026-02-27", Some(7), None).map(|report| report.date).as_deref(), Ok("2026-03-06"));
    }

    #[test]
    fn without_a_forecast_the_answer_is_climatology_and_says_so() {
        let report = on("2026-06-30", None, None).expect("a report");
        assert_eq!(report.method, Method::Climatology);
        assert_eq!(report.high_c, report.climatology.high_c);
        assert!(
            report.method_note.starts_with("climatology for the calendar day: means of 28"),
            "{}",
            report.method_note
        );
        assert_eq!(report.sources, [climate::SOURCE]);
        assert!(
            report.summary.starts_with("Seattle on Wednesday, 1 July 2026: by the observations"),
            "{}",
            report.summary
        );
    }

    #[test]
    fn a_forecast_for_the_day_comes_first() {
        let report = on("2026-07-01", None, Some(forecast(Some(3.0)))).expect("a report");
        assert_eq!(report.method, Method::Forecast);
        assert_eq!((report.high_c, report.low_c, report.wind_ms), (31.3, 14.0, 3.0));
        assert_eq!(report.sources, [forecast::SOURCE, climate::SOURCE]);
    }

    #[test]
    fn a_forecast_that_lacks_the_day_or_a_value_is_not_used() {
        for (days_ahead, wind) in [(5, Some(3.0)), (1, None)] {
            let report = on("2026-07-01", Some(days_ahead), Some(forecast(wind))).expect("a report");
            assert_eq!(report.method, Method::Climatology);
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        assert_eq!(on("tomorrow", None, None).expect_err("no date").code, "invalid-date");
        assert_eq!(on("9999-12-31", None, None).expect_err("no such date").code, "invalid-date");
    }
}
