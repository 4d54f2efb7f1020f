//! The cities of the embedded table.

use packwright_runtime_min::{HandlerError, handler};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to look for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct City {
    /// Its name, as people write it.
    pub city: String,
}

/// A city for which observations are there.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
pub struct Place {
    /// Its name in the table.
    pub name: String,
    /// Degrees north.
    #[schemars(range(min = -90.0, max = 90.0))]
    pub latitude: f64,
    /// Degrees east.
    #[schemars(range(min = -180.0, max = 180.0))]
    pub longitude: f64,
    /// Its IANA time zone.
    #[schemars(length(min = 1))]
    pub time_zone: String,
}

/// One known city.
struct Known {
    name: &'static str,
    /// Other ways to write it, in lower case.
    aliases: &'static [&'static str],
    latitude: f64,
    longitude: f64,
    time_zone: &'static str,
}

const KNOWN: [Known; 2] = [
    Known {
        name: "New York",
        aliases: &["new york city", "new york, ny", "nyc"],
        latitude: 40.71,
        longitude: -74.01,
        time_zone: "America/New_York",
    },
    Known {
        name: "Seattle",
        aliases: &["seattle, wa"],
        latitude: 47.61,
        longitude: -122.33,
        time_zone: "America/Los_Angeles",
    },
];

/// Finds the coordinates and the time zone of a city.
#[handler(effects(reads("cities")), mutating = false)]
pub async fn geocode(input: City) -> Result<Place, HandlerError> {
    let wanted = input.city.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let is_wanted = |known: &&Known| known.name.to_lowercase() == wanted || known.aliases.contains(&wanted.as_str());
    let Some(known) = KNOWN.iter().find(is_wanted) else {
        let names = KNOWN.map(|known| known.name).join(" and ");
        let message = format!("no observations are there for `{}`; the known cities are {names}", input.city);
        return Err(HandlerError::permanent("unknown-city", message));
    };
    Ok(Place {
        name: known.name.to_owned(),
        latitude: known.latitude,
        longitude: known.longitude,
        time_zone: known.time_zone.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::{
        future::Future,
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use super::*;

    fn find(city: &str) -> Result<Place, HandlerError> {
        let mut future = pin!(geocode(City { city: city.to_owned() }));
        match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => answer,
            Poll::Pending => panic!("nothing to wait for"),
        }
    }

    #[test]
    fn cities_are_found_however_they_are_written() {
        for city in ["Seattle", "seattle", "  SEATTLE ", "Seattle,  WA"] {
            assert_eq!(find(city).map(|place| place.name).as_deref(), Ok("Seattle"), "{city}");
        }
        for city in ["New York", "new  york", "NYC"] {
            assert_eq!(find(city).map(|place| place.name).as_deref(), Ok("New York"), "{city}");
        }
    }

    #[test]
    fn an_unknown_city_is_answered_with_the_known_ones() {
        let error = find("Atlantis").expect_err("nobody has observed it");
        assert_eq!(error.code, "unknown-city");
        assert_eq!(
            error.message,
            "no observations are there for `Atlantis`; the known cities are New York and Seattle"
        );
    }
}
