//! The corpus of a campaign as its workers need it: what a new one is told of each input.

use std::collections::HashMap;

use chiasma_runtime::protocol::{Input, Past, Remembered};

/// So many bytes of inputs and what came of them are kept for new workers; they run the rest again.
const MOST_REMEMBERED: usize = 64 << 20;

/// The inputs of a campaign, each once, by their bytes.
#[derive(Debug, Default)]
pub(super) struct Corpus {
    inputs: HashMap<Vec<u8>, Known>,
    /// How many inputs there have been.
    added: u64,
    /// How many bytes those take that are remembered.
    remembered: usize,
}

#[derive(Debug)]
struct Known {
    /// Inputs are given to workers in the order in which they came.
    number: u64,
    fate: Fate,
}

/// What became of an input.
#[derive(Debug)]
enum Fate {
    /// Nobody has said, or there is no room to remember it.
    Unknown,
    /// It is kept, with what came of it.
    Kept(Past),
    /// It adds nothing to the others.
    Redundant,
}

impl Corpus {
    pub(super) fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Adds an input of which nothing is known; false if it was there.
    pub(super) fn add(&mut self, bytes: &[u8]) -> bool {
        if self.inputs.contains_key(bytes) {
            return false;
        }
        self.inputs.insert(bytes.to_vec(), Known { number: self.added, fate: Fate::Unknown });
        self.added += 1;
        true
    }

    /// A worker has run an input: what came of it, if it is kept.
    pub(super) fn settle(&mut self, bytes: &[u8], past: Option<Past>) {
        let Some(known) = self.inputs.get_mut(bytes) else { return };
        known.fate = match (past, &known.fate) {
            // What one worker does not need another may, who knows other inputs.
            (_, Fate::Kept(_)) => return,
            (None, _) => Fate::Redundant,
            (Some(past), _) => {
                let size = size(bytes, &past);
                if self.remembered + size > MOST_REMEMBERED {
                    Fate::Unknown
                } else {
                    self.remembered += size;
                    Fate::Kept(past)
                }
            }
        };
    }

    /// Takes an input out: it has killed a worker.
    pub(super) fn remove(&mut self, bytes: &[u8]) {
        if let Some(Known { fate: Fate::Kept(past), .. }) = self.inputs.remove(bytes) {
            self.remembered -= size(bytes, &past);
        }
    }

    /// What a new worker begins with: what it need not run, and what it has to.
    pub(super) fn for_worker(&self) -> (Vec<Remembered>, Vec<Input>) {
        let mut in_order: Vec<_> = self.inputs.iter().collect();
        in_order.sort_unstable_by_key(|(_, known)| known.number);
        let (mut remembered, mut inputs) = (Vec::new(), Vec::new());
        for (bytes, known) in in_order {
            let bytes = bytes.clone();
            match &known.fate {
                Fate::Kept(past) => remembered.push(Remembered { bytes, past: past.clone() }),
                Fate::Unknown => inputs.push(Input::Bytes { bytes, seed: 0 }),
                Fate::Redundant => {}
            }
        }
        (remembered, inputs)
    }
}

fn size(bytes: &[u8], past: &Past) -> usize {
    bytes.len() + past.passed.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(size: usize) -> Past {
        Past { valid: true, ticks: 1, passed: vec![1; size] }
    }

    /// The first bytes of what is remembered, and of what is to be run.
    fn given(corpus: &Corpus) -> (Vec<u8>, Vec<u8>) {
        let (remembered, inputs) = corpus.for_worker();
        let first = |input: &Input| match input {
            Input::Bytes { bytes, .. } => bytes[0],
            Input::Chi { .. } => unreachable!("it is made of bytes"),
        };
        (
            remembered.iter().map(|known| known.bytes[0]).collect(),
            inputs.iter().map(first).collect(),
        )
    }

    #[test]
    fn a_new_worker_runs_only_what_nobody_has_settled_in_the_order_in_which_it_came() {
        let mut corpus = Corpus::default();
        for byte in 0..5 {
            assert!(corpus.add(&[byte]));
        }
        assert!(!corpus.add(&[0]));
        corpus.settle(&[3], Some(past(1)));
        corpus.settle(&[1], Some(past(1)));
        corpus.settle(&[0], None);
        corpus.settle(&[1], None);
        assert_eq!((given(&corpus), corpus.len()), ((vec![1, 3], vec![2, 4]), 5));
        corpus.settle(&[0], Some(past(1)));
        corpus.remove(&[3]);
        corpus.remove(&[9]);
        assert_eq!((given(&corpus), corpus.len()), ((vec![0, 1], vec![2, 4]), 4));
    }

    #[test]
    fn what_there_is_no_room_for_is_run_again_until_there_is() {
        let mut corpus = Corpus::default();
        for byte in 0..2 {
            corpus.add(&[byte]);
            corpus.settle(&[byte], Some(past(MOST_REMEMBERED - 1)));
        }
        assert_eq!(given(&corpus), (vec![0], vec![1]));
        corpus.remove(&[0]);
        corpus.settle(&[1], Some(past(MOST_REMEMBERED - 1)));
        assert_eq!(given(&corpus), (vec![1], vec![]));
    }
}
