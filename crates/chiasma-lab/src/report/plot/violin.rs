//! Violins: two distributions of shares back to back, each with its median and quartiles.

use super::axis::Scale;
use super::svg::{Anchor, Closing, Svg};
use super::{WIDTH, names_width};
use crate::statistics::{Sample, Summary};

const ROW: f64 = 58.0;
const RIGHT: f64 = WIDTH - 12.0;
/// How thick half a violin is where it is thickest.
const THICK: f64 = 24.0;
/// At how many values a density is computed.
const STEPS: usize = 80;
const LEGEND: f64 = 22.0;

/// A violin: what lies above its axis and what lies below.
pub(in crate::report) struct Violin<'v> {
    pub(in crate::report) label: &'v str,
    pub(in crate::report) above: Option<Sample>,
    pub(in crate::report) below: Option<Sample>,
}

/// Draws violins on a scale from 0 to 1; the names say what is above and what is below.
pub(in crate::report) fn violins(
    title: &str,
    x_name: &str,
    names: [&str; 2],
    violins: &[Violin<'_>],
) -> String {
    let left = names_width(violins.iter().map(|violin| violin.label));
    let bottom = LEGEND + ROW * violins.len() as f64;
    let mut svg = Svg::new(bottom + 36.0);
    let x = Scale::new([0.0, 1.0], [left, RIGHT]);
    for tick in x.ticks(5) {
        let place = x.place(tick);
        svg.line("grid", (place, LEGEND), (place, bottom));
        svg.text("tick", (place, bottom + 14.0), Anchor::Middle, &format!("{tick:.1}"));
    }
    svg.text("name", ((left + RIGHT) / 2.0, bottom + 31.0), Anchor::Middle, x_name);
    for (at, (class, name)) in ["above", "below"].into_iter().zip(names).enumerate() {
        let sample = left + at as f64 * 120.0;
        svg.rect(&format!("half {class}"), (sample, 4.0), (22.0, 11.0));
        svg.text("label", (sample + 28.0, 14.0), Anchor::Start, name);
    }
    for (at, violin) in violins.iter().enumerate() {
        let middle = LEGEND + ROW * (at as f64 + 0.5);
        svg.text("label", (left - 8.0, middle + 4.0), Anchor::End, violin.label);
        half(&mut svg, "above", violin.above.as_ref(), &x, (middle, -THICK));
        half(&mut svg, "below", violin.below.as_ref(), &x, (middle, THICK));
        svg.line("axis", (left, middle), (RIGHT, middle));
    }
    svg.finish(title)
}

fn half(
    svg: &mut Svg,
    class: &str,
    sample: Option<&Sample>,
    x: &Scale,
    (middle, thick): (f64, f64),
) {
    let Some(sample) = sample else {
        let place = (x.place(0.0) + 4.0, middle + thick * 0.5 + 4.0);
        svg.text("tick", place, Anchor::Start, "none");
        return;
    };
    let density = Density::of(sample);
    let highest = (0..=STEPS).map(|at| density.at(at as f64 / STEPS as f64)).fold(0.0, f64::max);
    let depth = |value: f64| middle + thick * density.at(value) / highest.max(f64::MIN_POSITIVE);
    let mut outline = vec![(x.place(0.0), middle)];
    outline.extend((0..=STEPS).map(|at| {
        let value = at as f64 / STEPS as f64;
        (x.place(value), depth(value))
    }));
    outline.push((x.place(1.0), middle));
    svg.path(&format!("class=\"half {class}\""), &outline, Closing::Closed);
    let summary = Summary::of(sample);
    for (class, value) in [
        ("quartile", summary.lower_quartile),
        ("median", summary.median),
        ("quartile", summary.upper_quartile),
    ] {
        let place = x.place(value);
        svg.line(class, (place, middle), (place, depth(value)));
    }
}

/// A kernel density estimate with Gaussian kernels, folded back at 0 and 1 where distances end.
struct Density {
    /// How many values are near each place; there may be a million of them.
    bins: Vec<f64>,
    width: f64,
}

impl Density {
    const BINS: usize = 500;

    fn of(sample: &Sample) -> Self {
        let values = sample.values();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n;
        let mut bins = vec![0.0; Self::BINS + 1];
        for value in values {
            bins[(value.clamp(0.0, 1.0) * Self::BINS as f64).round() as usize] += 1.0;
        }
        // Scott's rule, as SciPy's gaussian_kde has it; a single value is drawn as a narrow peak.
        Self { bins, width: (variance.sqrt() * n.powf(-0.2)).max(0.01) }
    }

    fn at(&self, place: f64) -> f64 {
        let kernel = |distance: f64| (-(distance / self.width).powi(2) / 2.0).exp();
        let near = |(at, count): (usize, &f64)| {
            let value = at as f64 / Self::BINS as f64;
            let folded = kernel(value + place) + kernel(value + place - 2.0);
            count * (kernel(value - place) + folded)
        };
        self.bins.iter().enumerate().filter(|(_, count)| **count > 0.0).map(near).sum()
    }
}
