//! Cron expressions: five fields, in UTC.
//!
//! Goes in: the text of a TOML string. Comes out: the sets of a [`Schedule`], or what is wrong and where in the text. Crons differ in
//! what they take beyond POSIX; what two of them read differently is refused here, with the spelling that all read alike.

use std::ops::Range;

use packwright_runtime_min::schedule::{Days, Schedule};

/// Why a text is no cron expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Where in the text.
    pub at: Range<usize>,
    /// What is wrong there.
    pub message: String,
    /// What to write.
    pub help: String,
}

/// One of the five fields.
struct Field {
    /// As a sentence names it.
    name: &'static str,
    first: u32,
    last: u32,
    /// What numbers are called, from `first` on.
    names: &'static [&'static str],
}

const FIELDS: [Field; 5] = [
    Field { name: "minute", first: 0, last: 59, names: &[] },
    Field { name: "hour", first: 0, last: 23, names: &[] },
    Field { name: "day of the month", first: 1, last: 31, names: &[] },
    Field {
        name: "month",
        first: 1,
        last: 12,
        names: &["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
    },
    // Sunday is 0, and 7 too.
    Field { name: "day of the week", first: 0, last: 7, names: &["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"] },
];

/// What `@` words stand for.
const WORDS: [(&str, &str); 7] = [
    ("@yearly", "0 0 1 1 *"),
    ("@annually", "0 0 1 1 *"),
    ("@monthly", "0 0 1 * *"),
    ("@weekly", "0 0 * * 0"),
    ("@daily", "0 0 * * *"),
    ("@midnight", "0 0 * * *"),
    ("@hourly", "0 * * * *"),
];

/// Reads a cron expression.
pub(super) fn read(text: &str) -> Result<Schedule, Fault> {
    let fields = words(text);
    let whole = |message: String, help: String| Fault { at: 0..text.len(), message, help };
    if let Some((_, meant)) = WORDS.iter().find(|(word, _)| *word == text.trim()) {
        return Err(whole(format!("`{}` is a word of some crons only", text.trim()), format!("write \"{meant}\"")));
    }
    let help =
        "write five: minute, hour, day of the month, month, day of the week; \"0 3 * * *\" is each day at three, UTC";
    let [minute, hour, day, month, weekday] = &fields[..] else {
        let message = match fields.len() {
            0 => "it has no fields".to_owned(),
            1 => "it has one field".to_owned(),
            count => format!("it has {count} fields"),
        };
        let seconds = if fields.len() == 6 { "; there are no seconds" } else { "" };
        return Err(whole(message, format!("{help}{seconds}")));
    };
    let [minutes, hours, days, months, weekdays] = [
        set(&FIELDS[0], text, minute)?,
        set(&FIELDS[1], text, hour)?,
        set(&FIELDS[2], text, day)?,
        set(&FIELDS[3], text, month)?,
        set(&FIELDS[4], text, weekday)?,
    ];
    let (day, weekday) = (day.clone(), weekday.clone());
    let is_all = |field: &Range<usize>| &text[field.clone()] == "*";
    if !is_all(&day) && !is_all(&weekday) {
        for (field, all) in [(&day, "1-31"), (&weekday, "0-6")] {
            if let Some(step) = text[field.clone()].strip_prefix("*/") {
                return Err(Fault {
                    at: field.clone(),
                    message: format!("crons disagree on `*/{step}` beside another field of days"),
                    help: format!(
                        "write `{all}/{step}` for days that are in one of both fields, or leave the other one `*`"
                    ),
                });
            }
        }
    }
    let low = |set: u64| u32::try_from(set & u64::from(u32::MAX)).unwrap_or_default();
    Ok(Schedule {
        minutes,
        hours: low(hours),
        days: low(days),
        months: u16::try_from(months).unwrap_or_default(),
        weekdays: u8::try_from((weekdays | weekdays >> 7) & 0x7F).unwrap_or_default(),
        which: if is_all(&day) || is_all(&weekday) { Days::Both } else { Days::Either },
    })
}

/// The places of the words of a text.
fn words(text: &str) -> Vec<Range<usize>> {
    let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_ascii_whitespace().map(|word| at(word)..at(word) + word.len()).collect()
}

/// The numbers of a field, as bits.
fn set(field: &Field, text: &str, at: &Range<usize>) -> Result<u64, Fault> {
    let mut set = 0;
    let mut start = at.start;
    for part in text[at.clone()].split(',') {
        set |= part_of(field, part, start)?;
        start += part.len() + 1;
    }
    Ok(set)
}

/// The numbers of a part of a field, which starts at `start`: `*`, `n`, `a-b`, and of the first and last also every so many.
fn part_of(field: &Field, part: &str, start: usize) -> Result<u64, Fault> {
    let (range, step) = match part.split_once('/') {
        Some((range, step)) => (range, Some(step)),
        None => (part, None),
    };
    let (first, last) = match range.split_once('-') {
        _ if range == "*" => (field.first, if field.last == 7 { 6 } else { field.last }),
        Some((a, b)) => {
            let first = number(field, a, start)?;
            let at_end = start + a.len() + 1;
            let last = number(field, b, at_end)?;
            // A week may end with its Sunday.
            let last = if field.last == 7 && last == 0 && first > 0 { 7 } else { last };
            if first > last {
                return Err(Fault {
                    at: start..start + range.len(),
                    message: format!("the range `{range}` ends before it begins"),
                    help: format!("write two ranges: `{a}-{},{}-{b}`", field.last_written(), field.first),
                });
            }
            (first, last)
        }
        None => {
            let only = number(field, range, start)?;
            if let Some(step) = step {
                return Err(Fault {
                    at: start..start + part.len(),
                    message: format!("`{part}` is a step without a range"),
                    help: format!("write `{range}-{}/{step}`", field.last_written()),
                });
            }
            (only, only)
        }
    };
    let step = match step {
        None => 1,
        Some(step) => {
            let at = start + range.len() + 1..start + part.len();
            let span = last - first;
            match step.parse::<u32>() {
                Ok(step) if (1..=span.max(1)).contains(&step) && step.to_string().len() == at.len() => step,
                Ok(step) if step > span => {
                    return Err(Fault {
                        at,
                        message: format!("steps of {step} leave only the {} {first} of `{range}`", field.name),
                        help: format!("write `{first}`, or steps of at most {span}"),
                    });
                }
                Ok(_) | Err(_) => {
                    let message = format!("`{step}` is no step");
                    return Err(Fault { at, message, help: format!("write a number from 1 to {}", span.max(1)) });
                }
            }
        }
    };
    Ok((first..=last).step_by(step as usize).fold(0, |set, number| set | 1 << number))
}

/// A number of a field, or what it is called.
fn number(field: &Field, text: &str, start: usize) -> Result<u32, Fault> {
    let named = field.names.iter().zip(field.first..).find(|(name, _)| name.eq_ignore_ascii_case(text));
    let is_plain = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = named.map(|(_, number)| number).or_else(|| text.parse().ok().filter(|_| is_plain));
    if let Some(number) = number.filter(|number| (field.first..=field.last).contains(number)) {
        return Ok(number);
    }
    let Field { name, first, last, names } = field;
    let message = match (text, number) {
        ("", _) => format!("a {name} is missing"),
        (_, Some(number)) => format!("there is no {name} {number}"),
        (_, None) => format!("`{text}` is no {name}"),
    };
    let or_names = match names {
        [first, .., last] => format!(" or {first} to {last}"),
        [] | [_] => String::new(),
    };
    let help = format!(
        "write {first} to {last}{or_names}; lists `a,b`, ranges `a-b`, steps `a-b/n`, all `*`, all in steps `*/n`"
    );
    Err(Fault { at: start..start + text.len(), message, help })
}

impl Field {
    /// The last number, as one would write it.
    fn last_written(&self) -> u32 {
        if self.last == 7 { 6 } else { self.last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-12-07T00:00:00Z, a Monday.
    const MONDAY: i64 = 1_796_601_600_000;
    const MINUTE: i64 = 60_000;

    /// The next times after that Monday began, in minutes from then.
    fn check(text: &str, expect: &[i64]) {
        let schedule = read(text).unwrap_or_else(|fault| panic!("`{text}`: {fault:?}"));
        let mut at = MONDAY - 1;
        for minute in expect {
            at = schedule.next(at).expect("it fires");
            assert_eq!((at - MONDAY) / MINUTE, *minute, "`{text}`");
        }
    }

    #[test]
    fn fields_are_sets() {
        const DAY: i64 = 1440;
        check("0 3 * * *", &[180, DAY + 180]);
        check("*/15 * * * *", &[0, 15, 30, 45, 60]);
        check("5,10-12,50-59/4 0 * * *", &[5, 10, 11, 12, 50, 54, 58, DAY + 5]);
        check(" 30  9-17/4 * *\t* ", &[570, 810, 1050, DAY + 570]);
        check("0 0 * * MON,fri", &[0, 4 * DAY, 7 * DAY]);
        check("0 0 * * 7", &[6 * DAY, 13 * DAY]);
        check("0 0 * * 5-7", &[4 * DAY, 5 * DAY, 6 * DAY, 11 * DAY]);
        check("0 0 * * FRI-SUN", &[4 * DAY, 5 * DAY, 6 * DAY, 11 * DAY]);
        check("0 0 * * */3", &[2 * DAY, 5 * DAY, 6 * DAY]);
        check("0 0 1 jan-mar *", &[25 * DAY, 56 * DAY, 84 * DAY]);
        // Both fields of days: one of them is enough.
        check("0 0 9 * MON", &[0, 2 * DAY, 7 * DAY]);
        check("59 23 31 12 *", &[25 * DAY - 1, 390 * DAY - 1]);
    }

    #[test]
    fn faults_have_their_place() {
        let cases = [
            ("", "", "it has no fields"),
            ("0 3 * *", "0 3 * *", "it has 4 fields"),
            ("0 0 3 * * *", "0 0 3 * * *", "it has 6 fields"),
            ("@daily", "@daily", "`@daily` is a word of some crons only"),
            ("60 3 * * *", "60", "there is no minute 60"),
            ("0 24 * * *", "24", "there is no hour 24"),
            ("0 0 0 * *", "0", "there is no day of the month 0"),
            ("0 0 1 13 *", "13", "there is no month 13"),
            ("0 0 * * 8", "8", "there is no day of the week 8"),
            ("0 0 * * MONDAY", "MONDAY", "`MONDAY` is no day of the week"),
            ("0 0 L * *", "L", "`L` is no day of the month"),
            ("0 0 ? * *", "?", "`?` is no day of the month"),
            ("1,,2 3 * * *", "", "a minute is missing"),
            ("5- 3 * * *", "", "a minute is missing"),
            ("0 22-2 * * *", "22-2", "the range `22-2` ends before it begins"),
            ("5/10 * * * *", "5/10", "`5/10` is a step without a range"),
            ("*/0 * * * *", "0", "`0` is no step"),
            ("*/x * * * *", "x", "`x` is no step"),
            ("*/90 * * * *", "90", "steps of 90 leave only the minute 0 of `*`"),
            ("0 0 */2 * MON", "*/2", "crons disagree on `*/2` beside another field of days"),
            ("0 0 + * *", "+", "`+` is no day of the month"),
            ("0 0 é * *", "é", "`é` is no day of the month"),
        ];
        for (text, at, message) in cases {
            let fault = read(text).expect_err(text);
            assert_eq!((&text[fault.at.clone()], fault.message.as_str()), (at, message), "`{text}`");
        }
    }
}
