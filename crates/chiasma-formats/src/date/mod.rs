//! Dates and times: RFC 3339, all of ISO 8601, RFC 9557 (time zones) and RFC 5322 (mail).
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::date;
//!
//! let text = Source::random(Seed(1)).draw(date::timestamps());
//! assert!(text.len() >= "2024-02-29T12:00:00Z".len());
//! ```

mod calendar;
mod clock;
mod iso;
mod mail;
mod zoned;

use chiasma_core::Source;
use chiasma_macros::generator;

use crate::draft::Draft;
use crate::format::Format;
use calendar::{Day, year};
use clock::{fraction, offset};

/// Days of the calendar by RFC 3339, such as `2024-02-29`.
pub fn dates() -> Format {
    Format::new("chiasma_formats::date::dates", 10, |s, d| d.written(s, date))
}

/// Days of the year by ISO 8601, such as `2024-366`.
pub fn ordinal_dates() -> Format {
    Format::new("chiasma_formats::date::ordinal_dates", 10, |s, d| d.written(s, ordinal_date))
}

/// Days of the week by ISO 8601, such as `2020-W53-7`.
pub fn week_dates() -> Format {
    Format::new("chiasma_formats::date::week_dates", 10, |s, d| d.written(s, week_date))
}

/// Times of the day by RFC 3339, without an offset, such as `23:59:59.999`.
pub fn times() -> Format {
    Format::new("chiasma_formats::date::times", 10, |s, d| d.written(s, clock::time))
}

/// Moments by RFC 3339, such as `1985-04-12T23:20:50.52Z`; leap seconds only where there may be one.
pub fn timestamps() -> Format {
    Format::new("chiasma_formats::date::timestamps", 10, |s, d| d.written(s, timestamp))
}

/// Moments in a time zone by RFC 9557, such as `2022-07-08T00:14:07+01:00[Europe/Paris]`.
pub fn zoned() -> Format {
    Format::new("chiasma_formats::date::zoned", 10, |s, d| d.written(s, zoned::zoned))
}

/// All of ISO 8601: basic and extended forms, dates of three kinds, years of more digits, times cut
/// short, durations, intervals, repetitions.
pub fn iso_8601() -> Format {
    Format::new("chiasma_formats::date::iso_8601", 10, |s, d| d.written(s, iso::representation))
}

/// Durations by ISO 8601, such as `P1Y2M3DT4H5M6.7S`.
pub fn durations() -> Format {
    Format::new("chiasma_formats::date::durations", 10, |s, d| d.written(s, iso::duration))
}

/// Moments as mail has them (RFC 2822 and 5322), such as `Thu, 29 Feb 2024 12:00:00 +0100`.
pub fn mail_dates() -> Format {
    Format::new("chiasma_formats::date::mail_dates", 10, |s, d| d.written(s, mail::date_time))
}

#[generator]
fn date(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        calendar::wrong_date(s, d);
        return;
    }
    let Day { year, month, day } = calendar::day(s);
    d.put(&format!("{year:04}-{month:02}-{day:02}"));
}

#[generator]
fn ordinal_date(s: &mut Source, d: &mut Draft<'_>) {
    let year = year(s);
    if d.slip(s) {
        d.put(&format!("{year:04}"));
        d.put_one(s, &["-000", "-367", "-999", "-1", "-0001", "366"]);
        return;
    }
    let day = calendar::day_of_year(s, year);
    d.put(&format!("{year:04}-{day:03}"));
}

#[generator]
fn week_date(s: &mut Source, d: &mut Draft<'_>) {
    let year = year(s);
    if d.slip(s) {
        d.put(&format!("{year:04}"));
        d.put_one(s, &["-W00-1", "-W54-1", "-W01-0", "-W01-8", "-W1-1", "-w01-1", "-W01", "W01-1"]);
        return;
    }
    let week = calendar::week(s, year);
    let day = calendar::day_of_week(s, year, week);
    d.put(&format!("{year:04}-W{week:02}-{day}"));
}

/// A date, a time and an offset.
#[generator]
fn timestamp(s: &mut Source, d: &mut Draft<'_>) {
    if s.one_in(13) {
        leap_second(s, d);
        return;
    }
    date(s, d);
    separator(s, d);
    clock::time(s, d);
    let offset = offset(s);
    clock::put_offset(s, d, offset);
}

/// What separates date and time.
#[generator]
fn separator(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        d.put_one(s, &["", "  ", "_", "TT", "-", "\t", "T ", ","]);
    } else {
        d.put_one(s, &["T", "T", "T", "T", "t", " "]);
    }
}

/// A second that was added at the end of a day in UTC, as the clocks of some offset showed it.
#[generator]
fn leap_second(s: &mut Source, d: &mut Draft<'_>) {
    let (year, is_june) = *s.as_value().choose(LEAP_SECONDS);
    let offset = offset(s);
    let minutes = 23 * 60 + 59 + offset.minutes;
    let (month, day) = match (is_june, minutes >= 24 * 60) {
        (true, false) => (6, 30),
        (true, true) => (7, 1),
        (false, false) => (12, 31),
        (false, true) => (1, 1),
    };
    let year = if month == 1 { year + 1 } else { year };
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    d.put(&format!("{year:04}-{month:02}-{day:02}"));
    separator(s, d);
    d.put(&format!("{hour:02}:{minute:02}:60"));
    fraction(s, d, '.');
    clock::put_offset(s, d, offset);
}

/// The years that had a second added: at the end of June, or of December.
const LEAP_SECONDS: &[(i32, bool)] = &[
    (1990, false),
    (2016, false),
    (1972, true),
    (1972, false),
    (1979, false),
    (1981, true),
    (1985, true),
    (1992, true),
    (1998, false),
    (2005, false),
    (2008, false),
    (2012, true),
    (2015, true),
];
