//! Zest: a queue gone through in turn, favouring inputs that are responsible for some branch, and
//! coverage of valid inputs counted on its own.

use chiasma_core::{Rng, Trace};

use super::{Child, Kept, Outcome, Run, Strategy, Verdict};
use crate::coverage::covered_edges;
use crate::feedback::bucketed::{Bucketed, Novelty};
use crate::geometric::Geometric;
use crate::operators::mutate::overwrite_region;
use crate::operators::{Operator, OperatorYields};

/// The mean number of mutations a child.
const MEAN_MUTATIONS: f64 = 8.0;
/// The mean length of a mutated region.
const MEAN_REGION: f64 = 4.0;
/// One child in so many has its regions set to zero instead of random bytes.
const ZERO_ONE_IN: u64 = 10;
/// Children of a parent that covers all that is covered.
const BASE_CHILDREN: usize = 50;
/// How many times more children a favoured parent gets.
const FAVOUR: usize = 20;

/// The search of Zest.
#[derive(Debug)]
pub(super) struct Zest {
    mutations: Geometric,
    region: Geometric,
    queue: Vec<Entry>,
    /// The parent whose turn it is, and how many children it still gets.
    turn: usize,
    children_left: usize,
    all: Bucketed,
    valid: Bucketed,
    /// Which entry is responsible for each edge.
    responsible: Vec<Option<usize>>,
    yields: OperatorYields,
}

#[derive(Debug)]
struct Entry {
    bytes: Vec<u8>,
    covered: usize,
    /// How many edges it is responsible for.
    responsibilities: usize,
}

impl Zest {
    pub(super) fn new() -> Self {
        Self {
            mutations: Geometric::with_mean(MEAN_MUTATIONS),
            region: Geometric::with_mean(MEAN_REGION),
            queue: Vec::new(),
            turn: 0,
            children_left: 0,
            all: Bucketed::default(),
            valid: Bucketed::default(),
            responsible: Vec::new(),
            yields: OperatorYields::default(),
        }
    }

    /// The parent of the next child; when it has had its share, the turn goes to the next in the queue.
    fn parent(&mut self) -> Option<usize> {
        if self.queue.is_empty() {
            return None;
        }
        if self.children_left == 0 {
            self.turn = (self.turn + 1) % self.queue.len();
            self.children_left = self.energy(&self.queue[self.turn]);
        }
        self.children_left -= 1;
        Some(self.turn)
    }

    /// How many children an entry gets.
    fn energy(&self, entry: &Entry) -> usize {
        let share = BASE_CHILDREN * entry.covered / self.all.edges().max(1);
        let favour = if entry.responsibilities > 0 { FAVOUR } else { 1 };
        (share * favour).max(1)
    }

    fn make_responsible(&mut self, edge: usize, entry: usize) {
        if self.responsible.len() <= edge {
            self.responsible.resize(edge + 1, None);
        }
        match self.responsible[edge].replace(entry) {
            Some(before) if before == entry => return,
            Some(before) => self.queue[before].responsibilities -= 1,
            None => {}
        }
        self.queue[entry].responsibilities += 1;
    }
}

impl Strategy for Zest {
    fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        child.clear();
        let Some(parent) = self.parent() else {
            self.yields.applied(Operator::Random);
            return;
        };
        child.extend_from_slice(&self.queue[parent].bytes);
        let zero = rng.one_in(ZERO_ONE_IN);
        for _ in 0..self.mutations.sample(rng) {
            overwrite_region(child, &self.region, zero, rng);
        }
        self.yields.applied(if zero { Operator::ZeroRegion } else { Operator::ReplaceRegion });
    }

    fn tell(&mut self, run: &Run<'_>) -> Verdict {
        let interesting = match run.outcome {
            Outcome::Failure => false,
            Outcome::Invalid => self.all.novelty(run.counters) != Novelty::Nothing,
            Outcome::Valid => {
                self.all.novelty(run.counters) != Novelty::Nothing
                    || self.valid.novelty(run.counters) == Novelty::Edge
            }
        };
        if interesting { Verdict::Interesting } else { Verdict::Dull }
    }

    fn keep(&mut self, trace: &Trace, run: &Run<'_>) -> Kept {
        let mut new = Vec::new();
        let before = self.all.edges();
        self.all.add(run.counters, |edge| new.push(edge));
        let new_branches = self.all.edges() - before;
        if run.outcome == Outcome::Valid {
            self.valid.add(run.counters, |edge| new.push(edge));
        }
        let entry = self.queue.len();
        self.queue.push(Entry {
            bytes: trace.bytes().to_vec(),
            covered: covered_edges(run.counters).count(),
            responsibilities: 0,
        });
        for edge in new {
            self.make_responsible(edge, entry);
        }
        if new_branches > 0 {
            self.yields.kept();
        }
        Kept { new_branches }
    }

    fn covered(&self) -> usize {
        self.all.edges()
    }

    fn population(&self) -> usize {
        self.queue.len()
    }

    fn yields(&self) -> &OperatorYields {
        &self.yields
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::{Seed, Source};

    fn trace(bytes: &[u8]) -> Trace {
        let mut source = Source::random(Seed(0));
        source.set_tracing(true);
        source.load(bytes, Seed(0));
        for _ in bytes {
            source.byte();
        }
        source.trace().clone()
    }

    fn feed(zest: &mut Zest, bytes: &[u8], outcome: Outcome, counters: &[u8]) -> bool {
        let run = Run { outcome, counters, size: bytes.len() };
        let interesting = zest.tell(&run) == Verdict::Interesting;
        if interesting {
            zest.keep(&trace(bytes), &run);
        }
        interesting
    }

    #[test]
    fn new_edges_new_counts_and_new_valid_edges_are_saved_and_failures_never() {
        let mut zest = Zest::new();
        assert!(feed(&mut zest, &[1], Outcome::Invalid, &[1, 1, 0]));
        assert!(!feed(&mut zest, &[2], Outcome::Invalid, &[1, 1, 0]));
        assert!(feed(&mut zest, &[3], Outcome::Invalid, &[1, 4, 0]), "another bucket");
        assert!(feed(&mut zest, &[4], Outcome::Valid, &[1, 0, 0]), "the first valid input there");
        assert!(!feed(&mut zest, &[5], Outcome::Valid, &[1, 0, 0]));
        assert!(
            !feed(&mut zest, &[6], Outcome::Failure, &[1, 1, 1]),
            "failures never enter the queue"
        );
        assert_eq!(zest.population(), 3);
    }

    #[test]
    fn valid_inputs_take_responsibility_for_new_valid_coverage() {
        let mut zest = Zest::new();
        feed(&mut zest, &[1], Outcome::Invalid, &[1, 1]);
        assert_eq!(zest.queue[0].responsibilities, 2);
        feed(&mut zest, &[2], Outcome::Valid, &[1, 0]);
        assert_eq!(zest.queue[0].responsibilities, 1);
        assert_eq!(zest.queue[1].responsibilities, 1);
    }

    #[test]
    fn energy_follows_coverage_and_favours_the_responsible() {
        let mut zest = Zest::new();
        feed(&mut zest, &[1], Outcome::Valid, &[1; 10]);
        assert_eq!(zest.energy(&zest.queue[0]), 50 * 20);
        // Twice as often, so worth saving, but responsible for nothing.
        feed(&mut zest, &[2], Outcome::Valid, &[2, 2, 2, 2, 2, 0, 0, 0, 0, 0]);
        assert_eq!(zest.energy(&zest.queue[1]), 50 * 5 / 10);
    }

    #[test]
    fn the_queue_is_gone_through_in_turn() {
        let mut zest = Zest::new();
        feed(&mut zest, &[1; 30], Outcome::Valid, &[1; 10]);
        feed(&mut zest, &[2; 40], Outcome::Valid, &[2, 2, 2, 2, 2, 0, 0, 0, 0, 0]);
        let mut rng = Rng::new(Seed(1));
        let mut child = Child::new();
        let mut lengths = Vec::new();
        for _ in 0..25 + 1_000 + 25 {
            zest.ask(&mut rng, &mut child);
            lengths.push(child.len());
        }
        let runs: Vec<(usize, usize)> =
            lengths.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect();
        assert_eq!(runs, [(40, 25), (30, 1_000), (40, 25)]);
    }

    #[test]
    fn one_child_in_ten_is_mutated_with_zeros() {
        let mut zest = Zest::new();
        feed(&mut zest, &[255; 64], Outcome::Valid, &[1]);
        let mut rng = Rng::new(Seed(1));
        let mut child = Child::new();
        let zeroed = (0..5_000)
            .filter(|_| {
                zest.ask(&mut rng, &mut child);
                child.iter().all(|byte| [0, 255].contains(byte))
            })
            .count();
        // Expected 500; standard deviation 21. A random child of that kind is rare.
        assert!((400..=620).contains(&zeroed), "{zeroed}");
    }
}
