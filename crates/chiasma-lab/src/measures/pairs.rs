//! The parents whose children are measured for heritability.

use chiasma_core::{Rng, Seed};

use super::edges::Edges;
use super::inheritance::Inheritance;

/// How often a pair is drawn again on average before the corpora are taken to have no more.
const TRIES: usize = 1_000;

/// Two inputs of one corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Which corpus.
    pub corpus: usize,
    /// The place of the first parent in it.
    pub first: usize,
    /// The place of the second parent in it.
    pub second: usize,
}

/// Samples pairs of parents by the paper's protocol: a random corpus, two random inputs of it, drawn again
/// until each covers an edge of its own that is not common.
///
/// Fewer pairs than asked for come back where such pairs are not to be found. The same seed and
/// corpora give the same pairs.
#[must_use]
pub fn sample_pairs(corpora: &[Vec<Edges>], common: &Edges, count: usize, seed: Seed) -> Vec<Pair> {
    let usable: Vec<usize> = (0..corpora.len()).filter(|&at| corpora[at].len() > 1).collect();
    let mut pairs = Vec::new();
    if usable.is_empty() {
        return pairs;
    }
    let mut rng = Rng::new(seed);
    let mut below = |count: usize| rng.up_to(count as u64 - 1) as usize;
    for _ in 0..count * TRIES {
        if pairs.len() == count {
            break;
        }
        let corpus = usable[below(usable.len())];
        let inputs = &corpora[corpus];
        let (first, second) = (below(inputs.len()), below(inputs.len()));
        if Inheritance::allows_hybrids([&inputs[first], &inputs[second]], common) {
            pairs.push(Pair { corpus, first, second });
        }
    }
    pairs
}
