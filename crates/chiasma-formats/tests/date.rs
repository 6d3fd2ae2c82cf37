//! The generators of dates and times.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, date};

fn drawn(format: Format) -> impl Iterator<Item = String> {
    (0..2_000).map(move |seed| Source::random(Seed(seed)).draw(format.clone()))
}

fn simplest(format: Format) -> String {
    Source::replay(&[0; 100], Seed(1)).draw(format)
}

/// The numbers between separators.
fn numbers(text: &str) -> Vec<u32> {
    text.split(['-', ':', 'T', 't', ' ', '.']).map_while(|part| part.parse().ok()).collect()
}

fn last_of_month(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(400) || year.is_multiple_of(4) && !year.is_multiple_of(100) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[test]
fn every_date_is_a_day_that_there_is() {
    for text in drawn(date::dates()) {
        let [year, month, day] = numbers(&text)[..] else { panic!("{text}") };
        assert_eq!(text.len(), 10, "{text}");
        assert!((1..=12).contains(&month), "{text}");
        assert!((1..=last_of_month(year, month)).contains(&day), "{text}");
    }
}

#[test]
fn leap_days_and_the_ends_of_the_calendar_occur() {
    let all: Vec<String> = drawn(date::dates()).collect();
    for wanted in ["2024-02-29", "0000-02-29", "9999-12-31", "0000-01-01", "1970-01-01"] {
        assert!(all.iter().any(|text| text == wanted), "{wanted}");
    }
}

#[test]
fn a_leap_second_is_the_last_before_midnight_in_utc() {
    let mut seen = 0;
    for text in drawn(date::timestamps()).filter(|text| text[16..].starts_with(":60")) {
        seen += 1;
        let [year, month, day, hour, minute, 60] = numbers(&text[..19])[..] else {
            panic!("{text}")
        };
        let rest = text.split(":60").nth(1).unwrap();
        let offset: i32 = match rest.rfind(['+', '-']) {
            None => 0,
            Some(place) => {
                let minutes = numbers(&rest[place + 1..]);
                let minutes = (60 * minutes[0] + minutes[1]) as i32;
                if rest[place..].starts_with('-') { -minutes } else { minutes }
            }
        };
        let utc = (60 * hour + minute) as i32 - offset;
        assert_eq!(utc.rem_euclid(24 * 60), 23 * 60 + 59, "{text}");
        let days_later = if utc < 0 { 1 } else { 0 };
        let expected: &[[u32; 2]] =
            if days_later == 1 { &[[7, 1], [1, 1]] } else { &[[6, 30], [12, 31]] };
        assert!(expected.contains(&[month, day]), "{text}");
        assert!((1972..=2017).contains(&year), "{text}");
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn the_53rd_week_is_one_of_long_years_only() {
    // Those since 1970 by the calendar of ISO 8601.
    let long = [1970, 1976, 1981, 1987, 1992, 1998, 2004, 2009, 2015, 2020, 2026, 2032, 2037];
    let mut seen = 0;
    for text in drawn(date::week_dates()).filter(|text| text.contains("-W53")) {
        let year: u32 = text[..4].parse().unwrap();
        if (1970..=2038).contains(&year) {
            seen += 1;
            assert!(long.contains(&year), "{text}");
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn the_day_of_the_week_is_right_in_mail() {
    let mut seen = 0;
    for text in drawn(date::mail_dates()) {
        let text = text.replace("\r\n", "").to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        for (day, date) in
            [("thu,", "29 feb 2024"), ("thu,", "1 jan 1970"), ("tue,", "29 feb 2000")]
        {
            if words[1..].join(" ").trim_start_matches('0').starts_with(date) {
                seen += 1;
                assert_eq!(words[0], day, "{text}");
            }
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn errors_make_days_that_there_are_not() {
    let wrong = drawn(date::dates().errors(0.2)).filter(|text| {
        let [year, month, day] = numbers(text)[..] else { return true };
        text.len() != 10
            || !(1..=12).contains(&month)
            || !(1..=last_of_month(year, month)).contains(&day)
    });
    assert!((600..1_700).contains(&wrong.count()));
}

#[test]
fn the_dictionary_names_zones() {
    let words = Dictionary::parse("[names]\nMars/Olympus\n").unwrap();
    assert!(drawn(date::zoned().dictionary(words)).any(|text| text.contains("[Mars/Olympus]")));
}

#[test]
fn the_simplest_are_the_epoch_and_nothing() {
    assert_eq!(simplest(date::dates()), "1970-01-01");
    assert_eq!(simplest(date::ordinal_dates()), "1970-001");
    assert_eq!(simplest(date::week_dates()), "1970-W01-1");
    assert_eq!(simplest(date::times()), "00:00:00");
    assert_eq!(simplest(date::timestamps()), "1970-01-01T00:00:00Z");
    assert_eq!(simplest(date::zoned()), "1970-01-01T00:00:00Z[Europe/Paris]");
    assert_eq!(simplest(date::iso_8601()), "1970-01-01");
    assert_eq!(simplest(date::durations()), "P0Y");
    assert_eq!(simplest(date::mail_dates()), "01 Jan 1970 00:00:00 +0000");
}
