//! Moments in a time zone: a timestamp and what RFC 9557 puts behind it.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::{calendar, clock, separator};
use crate::dictionary::Section;
use crate::draft::Draft;

/// A timestamp, a time zone, and further tags.
#[generator]
pub(super) fn zoned(s: &mut Source, d: &mut Draft<'_>) {
    let calendar::Day { year, month, day } = calendar::day(s);
    d.put(&format!("{year:04}-{month:02}-{day:02}"));
    separator(s, d);
    clock::time(s, d);
    pick!(s, {
        3 => {
            // Behind `Z` any zone is right: it says that the offset is not known.
            d.put("Z[");
            critical(s, d);
            d.put(d.word(s, Section::Names, ZONES));
            d.put("]");
        },
        1 => {
            let text = *s
                .as_value()
                .choose(&["+00:00", "+01:00", "-05:00", "+05:30", "-03:30", "+14:00", "-12:00"]);
            d.put(text);
            d.put("[");
            critical(s, d);
            d.put(text);
            d.put("]");
        },
    });
    for _ in 0..s.length(0..=2) {
        tag(s, d);
    }
}

/// The mark of a tag that must not be ignored.
fn critical(s: &mut Source, d: &mut Draft<'_>) {
    if s.one_in(9) {
        d.put("!");
    }
}

/// A key and its values, such as `[u-ca=hebrew]`.
#[generator]
fn tag(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "[",
                "[]",
                "[!knort=blargel]",
                "[u-ca=]",
                "[U-CA=x]",
                "[=a]",
                "[Europe/Paris]",
                "]",
                "[u-ca",
            ],
        );
        return;
    }
    d.put("[");
    d.put_one(
        s,
        &[
            "u-ca=gregory",
            "u-ca=hebrew",
            "u-ca=iso8601",
            "u-ca=islamic-civil",
            "u-ca=japanese",
            "_foo=bar",
            "knort=blargel",
            "x-a1=b-c-d",
            "_=0",
            "u-ca=chinese",
        ],
    );
    d.put("]");
}

/// Zones of the IANA database: links, odd offsets, changes of date, names of three parts.
const ZONES: &[&str] = &[
    "Europe/Paris",
    "UTC",
    "America/New_York",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "Pacific/Chatham",
    "America/Argentina/Buenos_Aires",
    "America/Indiana/Knox",
    "Africa/Casablanca",
    "Europe/Dublin",
    "Europe/London",
    "America/St_Johns",
    "Etc/GMT+12",
    "Etc/GMT-14",
    "Etc/UTC",
    "Antarctica/Troll",
    "Africa/Monrovia",
    "EST5EDT",
    "Asia/Tokyo",
    "America/Sao_Paulo",
    "europe/berlin",
];
