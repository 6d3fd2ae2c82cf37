//! Numbers as tables show them.

use std::time::Duration;

use chiasma_campaign::quantity::show_time;

/// A count or the median of counts: whole, or with a half.
pub(super) fn count(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// A share, from 0 to 1.
pub(super) fn share(value: f64) -> String {
    format!("{value:.3}")
}

/// A rate of detection: with two digits, as in the papers.
pub(super) fn rate(value: f64) -> String {
    format!("{value:.2}")
}

/// A probability: enough digits to compare it with a level.
pub(super) fn probability(p: f64) -> String {
    match p {
        _ if p >= 0.001 => format!("{p:.4}"),
        _ if p == 0.0 => "< 1e-300".to_owned(),
        _ => format!("{p:.1e}"),
    }
}

/// Seconds in a short form.
pub(super) fn seconds(value: f64) -> String {
    match value {
        _ if value < 120.0 => format!("{value:.1}s"),
        _ => show_time(Duration::from_secs_f64(value.round())),
    }
}

/// A large number in few digits: 1.2M.
pub(super) fn short(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        size if size >= 1e9 => (value / 1e9, "G"),
        size if size >= 1e6 => (value / 1e6, "M"),
        size if size >= 1e4 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = format!("{scaled:.2}");
    format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
}
