//! The part of Open-Meteo's answer that reports use.

use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

/// Where forecasts come from.
pub const SOURCE: &str = "Open-Meteo forecast API";

/// An answer of `/v1/forecast` with daily values.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Forecast {
    /// Values by day: the lists belong together.
    pub daily: Daily,
}

/// Lists of one length, a place for each day; a value that the model does not have is null.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Daily {
    /// Dates, as YYYY-MM-DD.
    pub time: Vec<String>,
    /// Highest temperatures, in °C.
    pub temperature_2m_max: Vec<Option<f64>>,
    /// Lowest temperatures, in °C.
    pub temperature_2m_min: Vec<Option<f64>>,
    /// Precipitation, in mm.
    pub precipitation_sum: Vec<Option<f64>>,
    /// Highest wind, in m/s.
    pub wind_speed_10m_max: Vec<Option<f64>>,
}

/// The values of one day, all of them known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForecastDay {
    /// Highest temperature, in °C.
    pub high_c: f64,
    /// Lowest temperature, in °C.
    pub low_c: f64,
    /// Precipitation, in mm.
    pub precipitation_mm: f64,
    /// Highest wind, in m/s.
    pub wind_ms: f64,
}

impl Forecast {
    /// The values of `date`; none where the forecast does not reach it or lacks one of them.
    pub fn day(&self, date: Date) -> Option<ForecastDay> {
        let Daily { time, temperature_2m_max, temperature_2m_min, precipitation_sum, wind_speed_10m_max } = &self.daily;
        let idx = time.iter().position(|day| day.parse::<Date>().is_ok_and(|day| day == date))?;
        let value = |list: &[Option<f64>]| list.get(idx).copied().flatten();
        Some(ForecastDay {
            high_c: value(temperature_2m_max)?,
            low_c: value(temperature_2m_min)?,
            precipitation_mm: value(precipitation_sum)?,
            wind_ms: value(wind_speed_10m_max)?,
        })
    }
}

/// The schema of a forecast or null, in one `type`: `Option` alone gives an `anyOf`, for which packwright has no code yet.
pub fn forecast_or_null(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = Forecast::json_schema(generator);
    schema.insert("type".to_owned(), vec!["object", "null"].into());
    schema
}
