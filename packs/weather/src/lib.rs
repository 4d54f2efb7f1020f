//! Handlers of the weather pack.
//!
//! `place` knows the cities, `day` the calendar, `climate` the table of observations, `forecast` the shape of Open-Meteo's answer;
//! `report` makes an answer of them. `observation` keeps the log.

pub mod climate;
pub mod day;
pub mod forecast;
pub mod observation;
pub mod place;
pub mod report;
