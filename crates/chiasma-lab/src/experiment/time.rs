//! Times as people write them: `500ms`, `60s`, `10m`, `8h`.

use std::time::Duration;

/// Reads a time with its unit; a bare number is seconds.
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
    Duration::try_from_secs_f64(number * unit).map_err(|_| hint())
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

/// A time in a file: seconds.
pub(super) mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(in crate::experiment) fn serialize<S: Serializer>(
        time: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_secs_f64())
    }

    pub(in crate::experiment) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(seconds).map_err(de::Error::custom)
    }
}
