//! How far children are from their parents: samples of a campaign's children, spread over all of it.

use std::sync::atomic::{AtomicBool, Ordering};

use chiasma_evolve::Sample;
use chiasma_lab::measures::mutation_distance;
use chiasma_lab::results::Child;

/// The samples of a campaign.
#[derive(Debug, Default)]
pub(super) struct Samples {
    samples: Vec<Sample>,
}

impl Samples {
    /// Adds a sample, and forgets those that were taken too often for the number of runs by now.
    pub(super) fn add(&mut self, sample: Sample) {
        let stride = sample.stride;
        // A worker that continues from a checkpoint takes some of its samples again.
        self.samples.retain(|other| other.run != sample.run);
        self.samples.push(sample);
        self.samples.retain(|sample| sample.run.is_multiple_of(stride));
    }

    /// Measures each of them; nothing if it was stopped. A distance between large texts takes a second.
    pub(super) fn measure(&self, stop: &AtomicBool) -> Option<Vec<Child>> {
        let measured = self.samples.iter().map(|sample| {
            (!stop.load(Ordering::Relaxed)).then(|| Child {
                distance: mutation_distance(&sample.parent, &sample.child),
                saved: sample.saved,
                parent_valid: sample.parent_valid,
                valid: sample.valid,
            })
        });
        measured.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_measured_against_its_parent_once_however_often_it_is_sampled() {
        let sample = |run, stride, child: &str| Sample {
            run,
            stride,
            parent: "abcd".to_owned(),
            child: child.to_owned(),
            parent_valid: true,
            valid: false,
            saved: run == 2,
        };
        let mut samples = Samples::default();
        samples.add(sample(1, 1, "abcx"));
        samples.add(sample(2, 1, "abcd"));
        samples.add(sample(2, 1, "abcx"));
        let measure = |samples: &Samples| samples.measure(&AtomicBool::new(false)).unwrap();
        let children = measure(&samples);
        assert_eq!(children.iter().map(|child| child.distance).collect::<Vec<_>>(), [0.25, 0.25]);
        assert!(!children[0].saved && children[1].saved);
        samples.add(sample(4, 2, "xxxx"));
        let distances: Vec<f64> = measure(&samples).iter().map(|child| child.distance).collect();
        assert_eq!(distances, [0.25, 1.0], "the first run is not a multiple of two");
        assert!(samples.measure(&AtomicBool::new(true)).is_none(), "it was stopped");
    }
}
