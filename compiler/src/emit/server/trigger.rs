//! `triggers.rs`: what begins runs without a caller.

use packwright_runtime_min::schedule::{Days, Schedule};
use proc_macro2::TokenStream;
use quote::quote;

use crate::{
    emit::{
        Files,
        rust::{self, number},
    },
    ir::{Cron, Missed, On, Server, Trigger},
};

/// Adds the file, if some topology has triggers.
pub(super) fn emit(server: &Server, files: &mut Files) {
    if server.triggers.is_empty() {
        return;
    }
    let count = number(server.triggers.len());
    let triggers = server.triggers.iter().map(|Trigger { name, origin: _, tool, on }| {
        let on = match on {
            On::Cron { cron, args } => cron_trigger(cron, args),
        };
        quote!(Trigger { name: #name, tool: #tool, on: #on })
    });
    let content = quote! {
        use packwright_runtime_min::{
            schedule::{Days, Schedule},
            server::definition::{Cron, Missed, On, Trigger},
        };

        /// By topology, in the author's order.
        pub(crate) static TRIGGERS: [Trigger; #count] = [#(#triggers),*];
    };
    files.add("src/triggers.rs", rust::file("What begins runs without a caller.", content));
}

fn cron_trigger(Cron { schedule, missed }: &Cron, args: &str) -> TokenStream {
    let Schedule { minutes, hours, days, months, weekdays, which } = schedule;
    let which = match which {
        Days::Both => quote!(Days::Both),
        Days::Either => quote!(Days::Either),
    };
    let missed = match missed {
        Missed::Skip => quote!(Missed::Skip),
        Missed::Once => quote!(Missed::Once),
    };
    let [minutes, hours, days, months, weekdays] =
        [*minutes, (*hours).into(), (*days).into(), (*months).into(), (*weekdays).into()].map(bits);
    quote! {
        On::Cron(Cron {
            schedule: Schedule {
                minutes: #minutes,
                hours: #hours,
                days: #days,
                months: #months,
                weekdays: #weekdays,
                which: #which,
            },
            missed: #missed,
            args: #args,
        })
    }
}

/// A set as a binary number, whose digits are the members from the right.
fn bits(set: u64) -> TokenStream {
    format!("{set:#b}").parse().expect("a binary number is a token")
}
