//! How likely fresh choices are: uniform, learned from counts, inverted.

mod file;

use chiasma_core::Weights;

use crate::grammar::{Grammar, PointId, PointKind};

pub use file::ProbabilitiesError;

/// The probability of every alternative at every choice point of a grammar.
///
/// They decide what is drawn where a sequence has no answer. What a recorded sequence means, and what
/// mutations do to it, does not depend on them: the answer recorded is the index of the alternative.
#[derive(Debug, Clone, PartialEq)]
pub struct Probabilities {
    /// For each point the probabilities of its alternatives, in the order written; they add up to 1.
    shares: Vec<Vec<f64>>,
    /// The same as weights, in the order of indexes.
    weights: Vec<Weights>,
    /// All weight on index 0, whatever a guide would choose: what is too large has to end.
    simplest: Vec<Weights>,
}

/// How often each alternative at each choice point was taken, in the order written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    pub(crate) counts: Vec<Vec<u64>>,
    /// How many expansions of rules there were.
    pub expansions: u64,
}

impl Counts {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(grammar: &Grammar) -> Self {
        let counts = grammar.points.iter().map(|point| vec![0; point.alternatives.len()]).collect();
        Self { counts, expansions: 0 }
    }

    /// The counts of a point's alternatives, in the order written.
    #[must_use]
    pub fn of(&self, point: PointId) -> &[u64] {
        &self.counts[point.0 as usize]
    }

    /// Adds the counts of another text.
    pub fn add(&mut self, other: &Self) {
        for (counts, others) in self.counts.iter_mut().zip(&other.counts) {
            for (count, other) in counts.iter_mut().zip(others) {
                *count += other;
            }
        }
        self.expansions += other.expansions;
    }
}

/// The weight of a probability of 1.
const WEIGHT_SCALE: f64 = (1u32 << 24) as f64;

/// One gap in 16 has hidden text in it unless examples say otherwise.
const GAPS_WITH_TEXT: f64 = 1.0 / 16.0;

impl Probabilities {
    /// Every alternative is as likely as the others of its choice; hidden text is rare, and what needs a token that
    /// is never read is not drawn.
    #[must_use]
    pub fn uniform(grammar: &Grammar) -> Self {
        Self::of_shares(grammar, grammar.points.iter().map(uniform_shares).collect())
    }

    /// "More of the same": as likely as often they were taken in the examples.
    ///
    /// A choice that the examples never come to is uniform.
    #[must_use]
    pub fn learned(grammar: &Grammar, counts: &Counts) -> Self {
        let shares = grammar.points.iter().zip(&counts.counts).map(|(point, counts)| {
            let total: u64 = counts.iter().sum();
            if total == 0 {
                return uniform_shares(point);
            }
            counts.iter().map(|&count| count as f64 / total as f64).collect()
        });
        Self::of_shares(grammar, shares.collect())
    }

    /// The inverted grammar: alternatives that the examples take often are rare, and those that they
    /// never take are as likely as all others together.
    ///
    /// With `n` alternatives, each used one has weight 1/p; the unused ones share half of the whole, or
    /// all of it if none is used. Repetitions keep their learned probabilities, since inverted ones would
    /// make texts grow or vanish rather than uncommon.
    #[must_use]
    pub fn inverted(grammar: &Grammar, counts: &Counts) -> Self {
        let learned = Self::learned(grammar, counts);
        let shares =
            grammar.points.iter().zip(&learned.shares).enumerate().map(|(at, (point, shares))| {
                let is_counted = counts.counts[at].iter().any(|&count| count > 0);
                if !is_counted || !matches!(point.kind, PointKind::Choice | PointKind::Token) {
                    return shares.clone();
                }
                let unused = shares.iter().filter(|share| **share == 0.0).count();
                let inverse: f64 =
                    shares.iter().filter(|share| **share > 0.0).map(|share| 1.0 / share).sum();
                let for_used = if unused == 0 { 1.0 } else { 0.5 };
                shares
                    .iter()
                    .map(|&share| {
                        if share > 0.0 {
                            for_used / share / inverse
                        } else {
                            (1.0 - for_used) / unused as f64
                        }
                    })
                    .collect()
            });
        Self::of_shares(grammar, shares.collect())
    }

    fn of_shares(grammar: &Grammar, shares: Vec<Vec<f64>>) -> Self {
        let points = grammar.points.iter();
        let weights = points
            .clone()
            .zip(&shares)
            .map(|(point, shares)| weights_of(point.order.iter().map(|&n| shares[n as usize])))
            .collect();
        let simplest = points
            .map(|point| {
                weights_of((0..point.alternatives.len()).map(|n| f64::from(n == 0))).unguided()
            })
            .collect();
        Self { weights, simplest, shares }
    }

    /// The probabilities of a point's alternatives, in the order written.
    #[must_use]
    pub fn of(&self, point: PointId) -> &[f64] {
        &self.shares[point.0 as usize]
    }

    pub(crate) fn weights(&self, point: PointId) -> &Weights {
        &self.weights[point.0 as usize]
    }

    pub(crate) fn simplest(&self, point: PointId) -> &Weights {
        &self.simplest[point.0 as usize]
    }
}

fn uniform_shares(point: &crate::grammar::Point) -> Vec<f64> {
    let is_gap = point.kind == PointKind::Gap;
    // The first alternative of a gap is that there is none.
    let is_drawn = |n: usize| !(point.avoided[n] || is_gap && n == 0);
    let count = point.alternatives.len();
    let drawn = (0..count).filter(|&n| is_drawn(n)).count();
    let mut shares = vec![0.0; count];
    match (is_gap, drawn) {
        (true, 0) => shares[0] = 1.0,
        (true, _) => {
            shares.fill(GAPS_WITH_TEXT / drawn as f64);
            shares[0] = 1.0 - GAPS_WITH_TEXT;
        }
        // Nothing to choose but what is never read.
        (false, 0) => return vec![1.0 / count as f64; count],
        (false, _) => shares.fill(1.0 / drawn as f64),
    }
    for (n, share) in shares.iter_mut().enumerate() {
        if point.avoided[n] {
            *share = 0.0;
        }
    }
    shares
}

/// Shares as whole weights; what is possible stays possible.
fn weights_of(shares: impl Iterator<Item = f64> + Clone) -> Weights {
    let whole = shares.clone().map(|share| match (share * WEIGHT_SCALE) as u32 {
        0 if share > 0.0 => 1,
        weight => weight,
    });
    // Shares that are all 0 cannot come from counts or files, only from a point without alternatives.
    Weights::new(whole)
        .or_else(|| Weights::new(shares.map(|_| 1)))
        .unwrap_or_else(|| Weights::new([1]).unwrap_or_else(|| unreachable!("1 is more than 0")))
}
