//! Days of the Gregorian calendar: years, months, weeks.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::draft::Draft;

/// A day that there is.
#[derive(Clone, Copy)]
pub(super) struct Day {
    pub(super) year: i32,
    pub(super) month: u8,
    pub(super) day: u8,
}

/// A day of the years that four digits can say: often the first or last of a month, or a leap day.
#[generator]
pub(super) fn day(s: &mut Source) -> Day {
    let s = &mut *s.as_value();
    pick!(s, {
        8 => day_in(s, year),
        2 => {
            let year = *s.choose(&[2024, 2000, 1600, 4, 0, 1904, 2400, 9996, 1972, 2096, 400]);
            Day { year, month: 2, day: 29 }
        },
        2 => *s.choose(NOTABLE),
    })
}

/// A day of the year that `year` draws.
pub(super) fn day_in(s: &mut Source, year: fn(&mut Source) -> i32) -> Day {
    let s = &mut *s.as_value();
    let year = year(s);
    let month = s.int(1..=12);
    let last = days_of_month(year, month);
    let day = pick!(s, {
        4 => s.int(1..=last),
        1 => last,
        1 => 1,
    });
    Day { year, month, day }
}

/// A year of four digits: of our time more often than not.
#[generator]
pub(super) fn year(s: &mut Source) -> i32 {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => s.int(1970..=2038),
        3 => *s.choose(&[
            2000, 1900, 1970, 1969, 2038, 0, 1, 9999, 1582, 1583, 2100, 100, 1752, 4, 1601,
        ]),
        2 => s.int(0..=9999),
    })
}

/// A year beyond four digits, or before the first.
#[generator]
pub(super) fn distant_year(s: &mut Source) -> i32 {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => *s.choose(&[
            10_000, -1, -9999, -4, -400, 99_999, 275_760, -271_821, 262_142, -262_143, 999_999,
            -999_999, 292_278, -100,
        ]),
        1 => s.int(-9999..=99_999),
    })
}

#[generator]
pub(super) fn day_of_year(s: &mut Source, year: i32) -> u16 {
    let s = &mut *s.as_value();
    let last = if is_leap(year) { 366 } else { 365 };
    pick!(s, {
        3 => s.int(1..=last),
        1 => 1,
        1 => last,
        // The end of February.
        1 => *s.choose(&[59, 60, 61]),
    })
}

/// A week of the year; the last of the long years is the 53rd.
#[generator]
pub(super) fn week(s: &mut Source, year: i32) -> u8 {
    let s = &mut *s.as_value();
    let last = weeks(year);
    pick!(s, {
        3 => s.int(1..=last),
        1 => 1,
        2 => last,
    })
}

/// A day of the week by its number; the last week of four digits' years ends on a Friday.
#[generator]
pub(super) fn day_of_week(s: &mut Source, year: i32, week: u8) -> u8 {
    let s = &mut *s.as_value();
    s.int(1..=if (year, week) == (9999, 52) { 5 } else { 7 })
}

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(super) fn days_of_month(year: i32, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A year has 53 weeks if it begins on a Thursday, or on a Wednesday and is a leap year.
fn weeks(year: i32) -> u8 {
    match weekday(Day { year, month: 1, day: 1 }) {
        4 => 53,
        3 if is_leap(year) => 53,
        _ => 52,
    }
}

/// The day of the week: 1 is Monday, 7 is Sunday.
pub(super) fn weekday(Day { year, month, day }: Day) -> u8 {
    // Years begin in March here, so that the leap day is the last of its year.
    let year = if month < 3 { year - 1 } else { year };
    let months = (i32::from(month) + 9) % 12;
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (153 * months + 2) / 5
        + i32::from(day);
    // Day 1, the first of March of the year 0, was a Wednesday.
    ((days + 1).rem_euclid(7) + 1) as u8
}

/// Almost a date.
#[generator]
pub(super) fn wrong_date(s: &mut Source, d: &mut Draft<'_>) {
    let Day { year, month, day } = day(s);
    let text = pick!(s, {
        format!("{year:04}-{month:02}-32"),
        format!("{year:04}-13-{day:02}"),
        "2023-02-29".to_owned(),
        "1900-02-29".to_owned(),
        format!("{year:04}-04-31"),
        format!("{year:04}-00-{day:02}"),
        format!("{year:04}-{month:02}-00"),
        format!("{year}-{month}-{day}x"),
        format!("{year:04}/{month:02}/{day:02}"),
        format!("{day:02}-{month:02}-{year:04}"),
        format!("{year:05}-{month:02}-{day:02}"),
        format!("{year:04}-{month:02}"),
        format!("-{year:04}-{month:02}-{day:02}"),
        format!("{year:04}-{month:02}-{day:02} "),
    });
    d.put(&text);
}

/// Days on which programs or calendars change.
const NOTABLE: &[Day] = &[
    Day { year: 1970, month: 1, day: 1 },
    Day { year: 1969, month: 12, day: 31 },
    Day { year: 2038, month: 1, day: 19 },
    Day { year: 1901, month: 12, day: 13 },
    Day { year: 2106, month: 2, day: 7 },
    Day { year: 0, month: 1, day: 1 },
    Day { year: 1, month: 1, day: 1 },
    Day { year: 9999, month: 12, day: 31 },
    Day { year: 1582, month: 10, day: 15 },
    Day { year: 1582, month: 10, day: 4 },
    Day { year: 1999, month: 12, day: 31 },
    Day { year: 1900, month: 1, day: 1 },
    Day { year: 2262, month: 4, day: 11 },
    Day { year: 1677, month: 9, day: 21 },
    Day { year: 2011, month: 12, day: 30 },
];
