//! From values to places, and the round values that are written beside an axis.

/// A scale: values from `low` to `high`, at places from `start` to `end`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// A scale; if all values are the same it is made a little wider.
    pub(super) fn new(values: [f64; 2], places: [f64; 2]) -> Self {
        let [low, high] = values;
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, start: places[0], end: places[1] }
    }

    /// The place of a value; what is outside is at the edge.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.start + share * (self.end - self.start)
    }

    /// Whether a value is on the scale.
    pub(super) fn has(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// About `count` round values on the scale.
    pub(super) fn ticks(&self, about: usize) -> Vec<f64> {
        let step = round_step((self.high - self.low) / about.max(1) as f64);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|at| at as f64 * step).collect()
    }
}

/// The one of 1, 2, 5, 10, 20, ... that is nearest.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let ratio = |factor: &f64| (factor * power / step).ln().abs();
    let factors = [1.0, 2.0, 5.0, 10.0].into_iter();
    factors.min_by(|a, b| ratio(a).total_cmp(&ratio(b))).unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_scale() {
        let ticks = |low, high| Scale::new([low, high], [0.0, 100.0]).ticks(5);
        assert_eq!(ticks(0.0, 60.0), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(900.0, 1_950.0), [1000.0, 1200.0, 1400.0, 1600.0, 1800.0]);
        assert_eq!(ticks(5.0, 5.0).len(), 6, "a single value has a scale too");
    }

    #[test]
    fn places_stay_on_the_paper() {
        let scale = Scale::new([0.0, 10.0], [100.0, 0.0]);
        assert_eq!((scale.place(0.0), scale.place(2.5), scale.place(99.0)), (100.0, 75.0, 0.0));
    }
}
