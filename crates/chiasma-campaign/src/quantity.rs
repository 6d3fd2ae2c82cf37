//! Times and sizes as people write them: `500ms`, `60s`, `8h`, `512M`, `2G`.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The longest time that can be asked for; it can be added to any moment.
pub const MAX_TIME: Duration = Duration::from_secs(999 * 86_400);

/// Reads a time with its unit, of at most [`MAX_TIME`]; a bare number is seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let hint = || format!("{text:?} is not a time such as 500ms, 60s, 10m or 8h");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits.trim().parse().map_err(|_| hint())?;
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3_600.0,
        "d" => 86_400.0,
        _ => return Err(hint()),
    };
    if number * unit > MAX_TIME.as_secs_f64() {
        return Err(format!("{text} is longer than {}, the longest time", show_time(MAX_TIME)));
    }
    Duration::try_from_secs_f64(number * unit).map_err(|_| hint())
}

/// The same within a range; the error tells it.
pub fn parse_time_in(text: &str, range: RangeInclusive<Duration>) -> Result<Duration, String> {
    let (least, most) = (show_time(*range.start()), show_time(*range.end()));
    match parse_time(text)? {
        time if range.contains(&time) => Ok(time),
        _ => Err(format!("{text} is not from {least} to {most}")),
    }
}

/// Writes a time in the largest unit that leaves it whole, or else in two units and rounded.
#[must_use]
pub fn show_time(time: Duration) -> String {
    let milliseconds = time.as_millis();
    for (unit, length) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000)] {
        let count = milliseconds / length;
        if (1..1_000).contains(&count) && milliseconds.is_multiple_of(length) {
            return format!("{count}{unit}");
        }
    }
    let seconds = time.as_secs_f64();
    match time.as_secs() {
        0 => format!("{milliseconds}ms"),
        1..60 => format!("{seconds:.1}s"),
        60..3_600 => format!("{}m {:.0}s", time.as_secs() / 60, seconds % 60.0),
        whole => format!("{}h {}m", whole / 3_600, whole / 60 % 60),
    }
}

/// A size such as `512M` or `2G`; a bare number is bytes.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let hint = || format!("{text:?} is not a size such as 512M or 2G");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().map_err(|_| hint())?;
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err(hint()),
    };
    number.checked_mul(1 << shift).ok_or_else(hint)
}

/// The same within a range, from mebibytes to gibibytes; the error tells it.
pub fn parse_size_in(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    match parse_size(text)? {
        size if range.contains(&size) => Ok(size),
        _ => Err(format!("{text} is not from {}M to {}G", range.start() >> 20, range.end() >> 30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written_with_their_units() {
        for (text, seconds) in [("500ms", 0.5), ("7", 7.0), ("1.5m", 90.0), ("8h", 28_800.0)] {
            assert_eq!(parse_time(text), Ok(Duration::from_secs_f64(seconds)));
        }
        for bad in ["", "s", "1x", "-1s", "NaN"] {
            assert!(parse_time(bad).unwrap_err().contains("is not a time"), "{bad}");
        }
        let long = parse_time("1e99h").unwrap_err();
        assert_eq!(long, "1e99h is longer than 999d, the longest time");
        for (milliseconds, text) in [
            (500, "500ms"),
            (1_500, "1.5s"),
            (60_000, "1m"),
            (90_000, "90s"),
            (7_200_000, "2h"),
            (3_661_000, "1h 1m"),
            (3_661_500, "1h 1m"),
            (90_500, "1m 30s"),
            (0, "0ms"),
        ] {
            assert_eq!(show_time(Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        assert_eq!(parse_size("512m"), Ok(512 << 20));
        assert_eq!(parse_size("10"), Ok(10));
        for bad in ["", "G", "1T", "99999999999G"] {
            assert!(parse_size(bad).unwrap_err().contains("is not a size"), "{bad}");
        }
    }
}
