//! Dates of mail: the days and months by name, zones of old, comments and folded lines.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::calendar::{self, Day};
use super::clock;
use crate::draft::Draft;

/// A day, a time and a zone.
#[generator]
pub(super) fn date_time(s: &mut Source, d: &mut Draft<'_>) {
    let day = day(s);
    if s.ratio(4, 5) {
        day_of_week(s, d, day);
    }
    let digits = if s.bool() { 1 } else { 2 };
    d.put(&format!("{:0digits$}", day.day));
    space(s, d);
    month(s, d, day.month);
    space(s, d);
    year(s, d, day.year);
    space(s, d);
    time_of_day(s, d);
    space(s, d);
    zone(s, d);
    if s.one_in(7) {
        d.put_one(s, &[" (UTC)", " (CEST)", " (Eastern (US))", " (a\\)b)", " ()"]);
    }
}

/// White space, which may fold the line.
fn space(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put(SPACES[s.weighted_index(&[20, 1, 1, 1])]);
}

const SPACES: [&str; 4] = [" ", "  ", "\t", "\r\n "];

/// A day since 1900, which is when years of mail begin.
#[generator]
fn day(s: &mut Source) -> Day {
    let s = &mut *s.as_value();
    let Day { year, month, day } = calendar::day(s);
    // Four hundred years are a whole number of weeks, and of leap years.
    let year = if year < 1900 { year % 400 + 2000 } else { year };
    Day { year, month, day }
}

/// The name of the day, and a comma.
#[generator]
fn day_of_week(s: &mut Source, d: &mut Draft<'_>, day: Day) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["Foo, ", "Monday, ", "Mon ", ", ", "Mon,, ", "mon. "]);
        return;
    }
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let name = names[usize::from(calendar::weekday(day)) - 1];
    d.put(&pick!(s, {
        8 => name.to_owned(),
        1 => name.to_ascii_lowercase(),
        1 => name.to_ascii_uppercase(),
    }));
    d.put(", ");
}

#[generator]
fn month(s: &mut Source, d: &mut Draft<'_>, month: u8) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["Foo", "13", "June", "Ma", "", "Mai"]);
        return;
    }
    let names =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let name = names[usize::from(month) - 1];
    d.put(&pick!(s, {
        8 => name.to_owned(),
        1 => name.to_ascii_lowercase(),
        1 => name.to_ascii_uppercase(),
    }));
}

/// Four digits, or the two or three of old mail.
#[generator]
fn year(s: &mut Source, d: &mut Draft<'_>, year: i32) {
    let s = &mut *s.as_value();
    let text = match s.weighted_index(&[8, 1]) {
        1 if (1950..2050).contains(&year) => format!("{:02}", year % 100),
        _ => year.to_string(),
    };
    d.put(&text);
}

#[generator]
fn time_of_day(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["24:00:00", "12:60", "12", "1:2:3", "12:00:61", "12.00", "12:00:00.5"]);
        return;
    }
    let (hour, minute, second) = clock::clock(s);
    d.put(&pick!(s, {
        4 => format!("{hour:02}:{minute:02}:{second:02}"),
        1 => format!("{hour:02}:{minute:02}"),
    }));
}

/// An offset in four digits, or a name from the times before them.
#[generator]
fn zone(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["+01:00", "+1", "", "+2500", "CETX", "0100", "+00:00", "++0100"]);
        return;
    }
    pick!(s, {
        5 => {
            let minutes = clock::offset(s).minutes;
            let sign = if minutes < 0 { '-' } else { '+' };
            d.put(&format!("{sign}{:02}{:02}", minutes.abs() / 60, minutes.abs() % 60));
        },
        1 => d.put("-0000"),
        1 => d.put_one(
            s,
            &["GMT", "UT", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "Z", "A"],
        ),
    })
}
