//! All of ISO 8601: the basic forms beside the extended ones, reduced precision, weeks, ordinals,
//! durations, intervals and repetitions.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::calendar::{self, Day, day_in, distant_year};
use super::clock::{self, fraction, offset};
use crate::draft::Draft;

/// Whether there are hyphens and colons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Extended,
    Basic,
}

/// Any representation of the standard.
#[generator]
pub(super) fn representation(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        3 => {
            let form = form(s);
            date(s, d, form);
        },
        4 => {
            let form = form(s);
            moment(s, d, form);
        },
        2 => {
            let form = form(s);
            d.put("T");
            time(s, d, form);
            zone(s, d, form);
            // A colon behind the hour is enough of a mark.
            if d.out.get(3..4) == Some(":") && s.bool() {
                d.out.remove(0);
            }
        },
        2 => duration(s, d),
        2 => interval(s, d),
        1 => repetition(s, d),
        1 => reduced_date(s, d),
    })
}

fn form(s: &mut Source) -> Form {
    if s.one_in(3) { Form::Basic } else { Form::Extended }
}

/// A date and a time in the same form.
#[generator]
fn moment(s: &mut Source, d: &mut Draft<'_>, form: Form) {
    date(s, d, form);
    d.put("T");
    time(s, d, form);
    zone(s, d, form);
}

/// A day by its month, by its week, or by its number.
#[generator]
fn date(s: &mut Source, d: &mut Draft<'_>, form: Form) {
    if d.slip(s) {
        calendar::wrong_date(s, d);
        return;
    }
    let hyphen = if form == Form::Extended { "-" } else { "" };
    pick!(s, {
        4 => {
            let Day { year, month, day } = calendar::day(s);
            d.put(&format!("{year:04}{hyphen}{month:02}{hyphen}{day:02}"));
        },
        2 => {
            let year = calendar::year(s);
            let week = calendar::week(s, year);
            let day = calendar::day_of_week(s, year, week);
            d.put(&format!("{year:04}{hyphen}W{week:02}{hyphen}{day}"));
        },
        2 => {
            let year = calendar::year(s);
            let day = calendar::day_of_year(s, year);
            d.put(&format!("{year:04}{hyphen}{day:03}"));
        },
        1 => {
            let Day { year, month, day } = day_in(s, distant_year);
            let sign = if year < 0 { '-' } else { '+' };
            d.put(&format!("{sign}{:06}{hyphen}{month:02}{hyphen}{day:02}", year.abs()));
        },
    })
}

/// A year, a month, a week, a decade or a century.
#[generator]
fn reduced_date(s: &mut Source, d: &mut Draft<'_>) {
    let year = calendar::year(s);
    let text = pick!(s, {
        format!("{year:04}"),
        format!("{year:04}-{:02}", s.int(1..=12u8)),
        format!("{year:04}-W{:02}", calendar::week(s, year)),
        format!("{:02}", year / 100),
        format!("{year:04}W{:02}", calendar::week(s, year)),
    });
    d.put(&text);
}

/// A time, of which the last part there is may have a fraction; midnight at the end of a day is 24.
#[generator]
fn time(s: &mut Source, d: &mut Draft<'_>, form: Form) {
    if d.slip(s) {
        d.put_one(
            s,
            &["24:01", "25", "12:60", "1:1", "12:00:00:00", "12:0000", "1200:00", "12:", ".5"],
        );
        return;
    }
    let colon = if form == Form::Extended { ":" } else { "" };
    let (hour, minute, second) = clock::clock(s);
    let mark = if s.as_value().bool() { ',' } else { '.' };
    pick!(s, {
        5 => {
            d.put(&format!("{hour:02}{colon}{minute:02}{colon}{second:02}"));
            fraction(s, d, mark);
        },
        2 => {
            d.put(&format!("{hour:02}{colon}{minute:02}"));
            fraction(s, d, mark);
        },
        1 => {
            d.put(&format!("{hour:02}"));
            fraction(s, d, mark);
        },
        1 => d.put(
            &["24".to_owned(), format!("24{colon}00"), format!("24{colon}00{colon}00")]
                [s.as_value().index(3)],
        ),
    })
}

/// An offset of hours, or of hours and minutes; or none, for the local time.
#[generator]
fn zone(s: &mut Source, d: &mut Draft<'_>, form: Form) {
    let colon = if form == Form::Extended { ":" } else { "" };
    match s.weighted_index(&[2, 2, 2, 1]) {
        0 => {}
        1 => d.put("Z"),
        shorter => {
            let minutes = offset(s).minutes;
            let sign = if minutes < 0 { '-' } else { '+' };
            d.put(&format!("{sign}{:02}", minutes.abs() / 60));
            if shorter == 2 {
                d.put(&format!("{colon}{:02}", minutes.abs() % 60));
            }
        }
    }
}

/// A duration: of years to seconds, of weeks, or in the form of a date.
#[generator]
pub(super) fn duration(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "P", "PT", "P1", "1D", "P1S", "PT1D", "P1M1Y", "P1DT", "P-", "P1,Y", "PD",
                "P1.5Y1M", "p1x",
            ],
        );
        return;
    }
    d.put("P");
    if s.one_in(6) {
        amount(s, d);
        d.put("W");
        return;
    }
    let units = ["Y", "M", "D", "H", "M", "S"];
    // At least one of them, and the fraction at the last.
    let last = s.index(units.len());
    let mut is_time = false;
    for (place, unit) in units.into_iter().enumerate().take(last + 1) {
        let is_there = place == last || s.one_in(3);
        if !is_there {
            continue;
        }
        if place >= 3 && !is_time {
            d.put("T");
            is_time = true;
        }
        amount(s, d);
        if place == last && place >= 3 {
            let mark = if s.one_in(3) { ',' } else { '.' };
            fraction(s, d, mark);
        }
        d.put(unit);
    }
}

#[generator]
fn amount(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        5 => d.put(&s.int(0..=60u8).to_string()),
        1 => d.put_one(s, &["0", "00", "007", "365", "1000", "9999", "19998"]),
        1 => d.put(&s.int(0..=9999u16).to_string()),
    })
}

/// Two moments, or one and a duration.
#[generator]
fn interval(s: &mut Source, d: &mut Draft<'_>) {
    let form = form(s);
    pick!(s, {
        2 => {
            moment(s, d, form);
            d.put_one(s, &["/", "/", "--"]);
            moment(s, d, form);
        },
        1 => {
            moment(s, d, form);
            d.put("/");
            duration(s, d);
        },
        1 => {
            duration(s, d);
            d.put("/");
            moment(s, d, form);
        },
    })
}

/// An interval again and again.
#[generator]
fn repetition(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["R/", "R5/", "R0/", "R12/", "R-1/"]);
    interval(s, d);
}
