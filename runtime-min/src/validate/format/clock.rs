//! `date-time`, `date`, `time` and `duration`: RFC 3339, sections 5.6 and 5.7 and appendix A.

/// `full-date "T" full-time`; both letters in any case.
pub(super) fn date_time(text: &str) -> bool {
    match text.split_at_checked(10) {
        Some((day, rest)) => date(day) && rest.strip_prefix(['T', 't']).is_some_and(time),
        None => false,
    }
}

/// `full-date`, of the Gregorian calendar in every year.
pub(super) fn date(text: &str) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return false };
    let (Some(century), Some(year), Some(month), Some(day)) = (two(y1, y2), two(y3, y4), two(m1, m2), two(d1, d2))
    else {
        return false;
    };
    let year = century * 100 + year;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// `full-time`. A leap second is the last of a day of UTC.
pub(super) fn time(text: &str) -> bool {
    let Some(([h1, h2, b':', m1, m2, b':', s1, s2], rest)) = text.as_bytes().split_first_chunk() else { return false };
    let (Some(hour), Some(minute), Some(second)) = (two(*h1, *h2), two(*m1, *m2), two(*s1, *s2)) else { return false };
    let zone = match rest {
        [b'.', fraction @ ..] => {
            let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits == 0 {
                return false;
            }
            &fraction[digits..]
        }
        _ => rest,
    };
    // Minutes that the clock is ahead of UTC.
    let ahead = match *zone {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => match (two(h1, h2), two(m1, m2)) {
            (Some(hours @ 0..=23), Some(minutes @ 0..=59)) if sign == b'+' => hours * 60 + minutes,
            (Some(hours @ 0..=23), Some(minutes @ 0..=59)) => DAY - (hours * 60 + minutes),
            _ => return false,
        },
        _ => return false,
    };
    let last_minute = (hour * 60 + minute + DAY - ahead) % DAY == DAY - 1;
    hour <= 23 && minute <= 59 && (second <= 59 || second == 60 && last_minute)
}

/// Minutes of a day.
const DAY: u32 = 24 * 60;

fn two(tens: u8, ones: u8) -> Option<u32> {
    (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
}

/// `duration`: weeks alone, or days and times, in each of which no unit between the first and the last is left out.
pub(super) fn duration(text: &str) -> bool {
    let Some(text) = text.strip_prefix('P') else { return false };
    if let Some(weeks) = text.strip_suffix('W') {
        return !weeks.is_empty() && weeks.bytes().all(|byte| byte.is_ascii_digit());
    }
    match text.split_once('T') {
        None => units(text, "YMD"),
        Some((days, times)) => (days.is_empty() || units(days, "YMD")) && units(times, "HMS"),
    }
}

/// Numbers with units that are next to each other in `order`; at least one.
fn units(text: &str, mut order: &str) -> bool {
    let mut rest = text;
    let mut first = true;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some(unit) = rest[digits..].chars().next() else { return false };
        match order.find(unit) {
            Some(at) if digits > 0 && (first || at == 0) => order = &order[at + 1..],
            _ => return false,
        }
        rest = &rest[digits + unit.len_utf8()..];
        first = false;
    }
    !first
}
