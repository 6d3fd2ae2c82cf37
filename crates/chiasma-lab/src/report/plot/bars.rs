//! Bars beside names.

use super::axis::Scale;
use super::svg::{Anchor, Svg};
use super::{WIDTH, names_width};

const ROW: f64 = 22.0;
const RIGHT: f64 = WIDTH - 48.0;

/// A bar: a share from 0 to 1, or nothing where nothing was measured.
pub(in crate::report) struct Bar<'b> {
    pub(in crate::report) label: &'b str,
    pub(in crate::report) share: Option<f64>,
}

/// Draws bars on a scale from 0 to the largest of them.
pub(in crate::report) fn bars(title: &str, bars: &[Bar<'_>]) -> String {
    let left = names_width(bars.iter().map(|bar| bar.label));
    let bottom = 6.0 + ROW * bars.len() as f64;
    let largest = bars.iter().filter_map(|bar| bar.share).fold(0.0, f64::max);
    let x = Scale::new([0.0, if largest > 0.0 { largest } else { 1.0 }], [left, RIGHT]);
    let mut svg = Svg::new(bottom + 22.0);
    for tick in x.ticks(4) {
        let place = x.place(tick);
        svg.line("grid", (place, 4.0), (place, bottom));
        svg.text("tick", (place, bottom + 14.0), Anchor::Middle, &percent(tick));
    }
    for (at, bar) in bars.iter().enumerate() {
        let y = 6.0 + ROW * at as f64;
        svg.text("label", (left - 6.0, y + 14.0), Anchor::End, bar.label);
        let end = bar.share.map_or(left, |share| x.place(share));
        svg.rect("bar", (left, y + 3.0), (end - left, ROW - 8.0));
        let text = bar.share.map_or("not measured".to_owned(), percent);
        svg.text("label", (end + 5.0, y + 14.0), Anchor::Start, &text);
    }
    svg.line("axis", (left, 4.0), (left, bottom));
    svg.finish(title)
}

fn percent(share: f64) -> String {
    let text = format!("{:.1}", share * 100.0);
    format!("{} %", text.trim_end_matches(".0"))
}
