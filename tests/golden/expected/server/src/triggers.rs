//! What begins runs without a caller.

use packwright_runtime_min::{
    schedule::{Days, Schedule},
    server::definition::{Cron, Missed, On, Trigger},
};

/// By topology, in the author's order.
pub(crate) static TRIGGERS: [Trigger; 1] = [
    Trigger {
        name: "log-visit/nightly",
        tool: "topology:log-visit",
        on: On::Cron(Cron {
            schedule: Schedule {
                minutes: 0b1,
                hours: 0b1000,
                days: 0b11111111111111111111111111111110,
                months: 0b1111111111110,
                weekdays: 0b111110,
                which: Days::Both,
            },
            missed: Missed::Once,
            args: "{\"city\":\"Oslo\",\"latitude\":59.91,\"longitude\":10.75}",
        }),
    },
];
