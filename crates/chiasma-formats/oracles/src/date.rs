//! Dates, judged by jiff, by chrono where years or offsets are beyond jiff's, and ISO 8601's own
//! forms by iso8601.

use std::fmt::Display;

use chiasma_formats::date;

use crate::entry::Entry;

pub fn entries() -> Vec<Entry> {
    vec![
        Entry::new("date", "jiff 0.2 and chrono 0.4", date::dates, day, DATES),
        Entry::new("date-ordinal", "chrono 0.4", date::ordinal_dates, ordinal, ORDINAL),
        Entry::new("date-week", "jiff 0.2", date::week_dates, week, WEEK),
        Entry::new("date-times", "chrono 0.4", date::times, time, TIMES),
        Entry::new("date-timestamps", "chrono 0.4", date::timestamps, timestamp, TIMESTAMPS),
        Entry::new("date-zoned", "jiff 0.2", date::zoned, zoned, ZONED),
        Entry::new(
            "date-iso-8601",
            "chrono 0.4, jiff 0.2 and iso8601 0.6",
            date::iso_8601,
            iso,
            ISO,
        ),
        Entry::new("date-durations", "jiff 0.2", date::durations, duration, DURATIONS),
        Entry::new("date-mail", "chrono 0.4", date::mail_dates, mail, MAIL),
    ]
}

fn told<T>(result: Result<T, impl Display>) -> Result<(), String> {
    result.map(drop).map_err(|error| error.to_string())
}

fn day(text: &str) -> Result<(), String> {
    told(text.parse::<jiff::civil::Date>())?;
    told(chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d"))
}

fn ordinal(text: &str) -> Result<(), String> {
    told(chrono::NaiveDate::parse_from_str(text, "%Y-%j"))
}

fn week(text: &str) -> Result<(), String> {
    told(text.parse::<jiff::civil::ISOWeekDate>())
}

fn time(text: &str) -> Result<(), String> {
    told(text.parse::<chrono::NaiveTime>())
}

fn timestamp(text: &str) -> Result<(), String> {
    told(chrono::DateTime::parse_from_rfc3339(text))
}

fn zoned(text: &str) -> Result<(), String> {
    told(text.parse::<jiff::Zoned>())
}

fn duration(text: &str) -> Result<(), String> {
    told(text.parse::<jiff::Span>())
}

fn mail(text: &str) -> Result<(), String> {
    told(chrono::DateTime::parse_from_rfc2822(text))
}

/// Its parts judged alone: no crate reads intervals and repetitions.
fn iso(text: &str) -> Result<(), String> {
    let text = match text.strip_prefix('R') {
        Some(rest) => rest.split_once('/').ok_or("a repetition of nothing")?.1,
        None => text,
    };
    let parts: Vec<&str> = match text.split_once("--") {
        Some((first, second)) => vec![first, second],
        None => text.split('/').collect(),
    };
    parts.into_iter().try_for_each(iso_part)
}

fn iso_part(text: &str) -> Result<(), String> {
    let text = text.replace(',', ".");
    if text.starts_with('P') {
        return told(text.parse::<jiff::Span>()).or_else(|_| told(iso8601::duration(&text)));
    }
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (Some(date).filter(|date| !date.is_empty()), Some(time)),
        None if text.contains(':') => (None, Some(text.as_str())),
        None => (Some(text.as_str()), None),
    };
    if let Some(date) = date {
        iso_date(date)?;
    }
    if let Some(time) = time {
        iso_time(time)?;
    }
    Ok(())
}

fn iso_date(text: &str) -> Result<(), String> {
    let reduced = text.len() <= 4 || regex::Regex::new(r"^\d{4}-?W?\d\d$").unwrap().is_match(text);
    if reduced {
        return Ok(());
    }
    let basic_ordinal = text.len() == 7 && text.bytes().all(|byte| byte.is_ascii_digit());
    let ordinal =
        if basic_ordinal { format!("{}-{}", &text[..4], &text[4..]) } else { text.to_owned() };
    let near = within_reach(text);
    told(chrono::NaiveDate::parse_from_str(&near, "%Y-%m-%d"))
        .or_else(|_| told(near.parse::<jiff::civil::Date>()))
        .or_else(|_| told(text.parse::<jiff::civil::ISOWeekDate>()))
        .or_else(|_| told(chrono::NaiveDate::parse_from_str(&ordinal, "%Y-%j")))
        .or_else(|_| told(iso8601::date(text)))
}

/// The date with its year of six digits moved by some of the calendar's cycles of 400 years, since no
/// parser goes as far as the format does.
fn within_reach(text: &str) -> String {
    match text.split_at_checked(7).map(|(year, rest)| (year.parse::<i32>(), rest)) {
        Some((Ok(year), rest)) if text.starts_with(['+', '-']) => {
            format!("{:04}{rest}", year.rem_euclid(400) + 2000)
        }
        _ => text.to_owned(),
    }
}

fn iso_time(text: &str) -> Result<(), String> {
    let clock = text.split(['Z', '+', '-']).next().unwrap_or(text);
    let (whole, _) = clock.split_once('.').unwrap_or((clock, ""));
    if ["24", "24:00", "24:00:00", "2400", "240000"].contains(&whole) {
        return Ok(());
    }
    // The parser wants minutes, and fractions of seconds only.
    let minutes = if whole.len() == 2 { ":00" } else { "" };
    told(iso8601::time(text))
        .or_else(|_| told(iso8601::time(&text.replacen(clock, &format!("{whole}{minutes}"), 1))))
}

const DATES: &str = r"
    full-date                   ^\d{4}-\d\d-\d\d$
    month-01                    ^.{4}-01
    month-02                    ^.{4}-02
    month-03                    ^.{4}-03
    month-04                    ^.{4}-04
    month-05                    ^.{4}-05
    month-06                    ^.{4}-06
    month-07                    ^.{4}-07
    month-08                    ^.{4}-08
    month-09                    ^.{4}-09
    month-10                    ^.{4}-10
    month-11                    ^.{4}-11
    month-12                    ^.{4}-12
    first-of-month              -01$
    last-of-31                  -31$
    last-of-30                  -(?:04|06|09|11)-30$
    last-of-february            -02-28$
    leap-day                    -02-29$
    leap-day-of-century         ^(?:2000|2400|1600)-02-29$
    leap-day-of-year-0          ^0000-02-29$
    year-0                      ^0000-
    year-1                      ^0001-
    year-9999                   ^9999-
    last-day                    ^9999-12-31$
    epoch                       ^1970-01-01$
    before-epoch                ^1969-12-31$
    end-of-32-bits              ^2038-01-19$
    gregorian                   ^1582-10-15$
    year-of-three-digits        ^0[1-9]\d\d
    our-time                    ^20[012]
";

const ORDINAL: &str = r"
    first                       -001$
    last                        -365$
    leap                        -366$
    end-of-february             -06[01]$
    year-0                      ^0000
    year-9999                   ^9999
";

const WEEK: &str = r"
    first                       -W01-
    last                        -W52-
    long-year                   -W53-
    monday                      -1$
    sunday                      -7$
    year-0                      ^0000
    year-9999                   ^9999
";

const TIMES: &str = r"
    midnight                    ^00:00:00
    noon                        ^12:00:00
    last-second                 ^23:59:59
    fraction                    \.\d+$
    fraction-1-digit            \.\d$
    fraction-3-digits           \.\d{3}$
    fraction-6-digits           \.\d{6}$
    fraction-9-digits           \.\d{9}$
    fraction-more-digits        \.\d{10,}$
    fraction-all-nines          \.9{9}$
    fraction-zero               \.0+$
    no-fraction                 :\d\d$
";

const TIMESTAMPS: &str = r"
    utc                         Z$
    utc-lower                   z$
    utc-in-numbers              \+00:00$
    unknown-offset              -00:00$
    offset-positive             \+[01]\d:\d\d$
    offset-negative             [^+]-\d\d:\d\d$
    offset-half-hour            :30$
    offset-quarter              :45$
    offset-greatest             \+23:59$
    offset-least                -23:59$
    t                           \dT\d
    t-lower                     \dt\d
    t-space                     \d \d
    fraction                    \.\d+
    leap-second-utc             23:59:60.*[Zz]$
    leap-second-of-june         -06-30.23:59:60
    leap-second-of-december     -12-31.23:59:60
    leap-second-elsewhere       (?:[01]\d|2[0-2]):\d\d:60
    leap-second-next-day        -(?:07|01)-01.\d\d:\d\d:60
    leap-second-fraction        :60\.
    leap-day                    -02-29.
    year-0                      ^0000
    year-9999                   ^9999
    epoch                       ^1970-01-01T00:00:00
";

const ZONED: &str = r"
    zone                        \[[A-Z][a-z]+/[A-Z]
    zone-of-three               \[\w+/\w+/\w+\]
    zone-utc                    \[UTC\]
    zone-etc                    \[Etc/
    zone-lower-case             \[[a-z]+/
    zone-offset                 \[[+-]\d
    zone-critical               \[!
    tag-calendar                \[u-ca=
    tag-private                 \[_
    tags-several                \].*\].*\]
    fraction                    \.\d+
";

/// The representations of ISO 8601-1:2019.
const ISO: &str = r"
    calendar-extended           ^\d{4}-\d\d-\d\d$
    calendar-basic              ^\d{8}$
    week-extended               ^\d{4}-W\d\d-\d$
    week-basic                  ^\d{4}W\d{3}$
    ordinal-extended            ^\d{4}-\d{3}$
    ordinal-basic               ^\d{7}$
    expanded-year-positive      ^\+\d{6}
    expanded-year-negative      ^-\d{6}
    expanded-year-basic         ^[+-]\d{10}
    year                        ^\d{4}$
    century                     ^\d\d$
    month                       ^\d{4}-\d\d$
    week                        ^\d{4}-W\d\d$
    week-reduced-basic          ^\d{4}W\d\d$
    time-extended               ^T?\d\d:\d\d:\d\d
    time-basic                  ^T\d{6}
    time-minutes                ^T?\d\d:\d\d(?:[Z+-]|$)
    time-hours                  ^T\d\d(?:[Z+-]|$)
    time-with-t                 ^T\d\d:
    time-without-t              ^\d\d:
    fraction-dot                \d\.\d
    fraction-comma              \d,\d
    fraction-of-minute          T\d\d:\d\d[.,]
    fraction-of-hour            T\d\d[.,]
    end-of-day                  24:00
    end-of-day-basic            T24
    moment-extended             ^\d{4}-\d\d-\d\dT\d\d:
    moment-basic                ^\d{8}T\d{4}
    moment-week                 ^\d{4}-W\d\d-\dT
    moment-ordinal              ^\d{4}-\d{3}T
    utc                         Z$
    offset-extended             [+-]\d\d:\d\d$
    offset-basic                T\d{4,}[+-]\d{4}$
    offset-hours                T[\d:]*[+-]\d\d$
    local                       T\d\d:\d\d:\d\d$
    duration                    ^P\d
    duration-of-time            ^PT
    duration-weeks              ^P\d+W$
    interval-of-moments         ^\d[^/P]*/\d
    interval-double-hyphen      --
    interval-start-duration     ^\d[^/]*/P
    interval-duration-end       ^P[^/]*/\d
    repetition                  ^R/
    repetition-counted          ^R\d+/
    repetition-endless          ^R-1/
";

const DURATIONS: &str = r"
    years                       ^P\d+Y
    months                      ^P(?:\d+Y)?\d+M
    days                        \d+D
    weeks                       ^P\d+W$
    hours                       T\d+H
    minutes                     T(?:\d+H)?\d+M
    seconds                     \d+S$
    all                         Y.*M.*D.*T.*H.*M.*S
    zero                        ^P(?:T)?0[A-Z]$
    leading-zeros               [PT]0\d
    fraction-seconds            [.,]\d+S
    fraction-minutes            [.,]\d+M
    fraction-hours              [.,]\d+H
    fraction-comma              ,
";

/// The productions of RFC 5322, section 3.3, and the obsolete ones of 4.3.
const MAIL: &str = r"
    day-of-week                 ^[A-Z][a-z]{2}, 
    no-day-of-week              ^\d
    day-of-week-any-case        ^(?:[a-z]{3}|[A-Z]{3}),
    day-one-digit               (?:^|, )\d 
    day-two-digits              (?:^|, )\d\d 
    month                       \d [A-Z][a-z]{2} \d
    month-upper                 \d [A-Z]{3} \d
    year-four-digits            \s\d{4}\s
    year-two-digits             [a-zA-Z]\s+\d\d\s
    seconds                     \d\d:\d\d:\d\d
    no-seconds                  \s\d\d:\d\d\s
    zone                        \s[+-]\d{4}
    zone-utc                    \+0000
    zone-unknown                -0000
    zone-gmt                    GMT
    zone-ut                     UT
    zone-us                     [ECMP][SD]T
    zone-military               \s[AZ]$
    comment                     \([A-Z]+\)
    comment-nested              \([^)]*\([^)]*\)
    comment-quoted-pair         \\\)
    folded                      \r\n 
    leap-day                    29\s+(?i:Feb)
    december                    (?i:Dec)
";
