//! Mutants as feedback: the motivating example of Investigating Coverage Guided Fuzzing with Mutation Testing.

use chiasma_core::{Seed, Source};
use chiasma_evolve::{
    Counters, Evolution, Given, Host, Kept, Loaded, MutantId, MutantResults, Outcome, Snapshot,
    StrategyName, Verdict,
};

/// The mutant of the paper's Listing 2: `return 0` instead of `return x` where `x` is not the greater.
const RETURN_ZERO: MutantId = 1;

/// `program(x, y)` of the paper's Listing 1, with two edges and one mutant.
#[derive(Default)]
struct Foo {
    counters: Vec<u8>,
    reached: bool,
    /// How often a mutant was tried.
    tried: u64,
}

impl Foo {
    fn program(&mut self, x: u8, y: u8, mutant: Option<MutantId>) -> u8 {
        self.counters = vec![0; 64];
        self.counters[usize::from(x > y)] = 1;
        self.reached = x <= y;
        if x <= y && mutant == Some(RETURN_ZERO) { 0 } else { x }
    }
}

impl Host for Foo {
    fn run(&mut self, source: &mut Source, _: Loaded<'_>) -> Outcome {
        let (x, y) = (source.int(0..=9), source.int(0..=9));
        self.program(x, y, None);
        Outcome::Valid
    }

    fn generate(&mut self, source: &mut Source) {
        let _: (u8, u8) = (source.int(0..=9), source.int(0..=9));
    }

    fn counters(&mut self) -> &Counters {
        &self.counters
    }

    fn ticks(&self) -> u64 {
        0
    }

    fn ignore(&mut self, _: usize) {}

    fn reached(&mut self, reached: &mut Vec<MutantId>) {
        reached.extend(self.reached.then_some(RETURN_ZERO));
    }

    fn all_mutants(&mut self, all: &mut Vec<MutantId>) {
        all.push(RETURN_ZERO);
    }

    fn try_mutants(&mut self, input: &[u8], mutants: &[MutantId], results: &mut MutantResults) {
        let (x, y) = (input[0], input[1]);
        for mutant in mutants {
            self.tried += 1;
            if self.program(x, y, Some(*mutant)) != x {
                results.killed.push(*mutant);
            }
        }
    }
}

fn evolution(strategy: &str) -> Evolution {
    let strategy: StrategyName = strategy.parse().unwrap();
    Evolution::new(strategy, &strategy.settings(), 64, Seed(1))
}

fn killed(evolution: &Evolution) -> Option<usize> {
    evolution.search().killed().map(|killed| killed.len())
}

fn take(evolution: &mut Evolution, program: &mut Foo, input: [u8; 2]) -> Option<Kept> {
    evolution.take(program, Given { bytes: &input, run: None })
}

#[test]
fn the_input_that_coverage_drops_breeds_because_it_kills_the_mutant() {
    let (mut zest, mut program) = (evolution("zest"), Foo::default());
    assert!(take(&mut zest, &mut program, [1, 1]).is_some());
    assert_eq!(take(&mut zest, &mut program, [1, 2]), None, "it covers the same");
    assert_eq!((program.tried, killed(&zest)), (0, None), "zest looks at no mutant");
    for strategy in ["mu-positive", "mu-negative"] {
        let (mut search, mut program) = (evolution(strategy), Foo::default());
        // Neither returns anything but 0, so the mutant goes unnoticed.
        assert_eq!(take(&mut search, &mut program, [0, 1]).map(|kept| kept.new_edges), Some(1));
        assert_eq!(take(&mut search, &mut program, [0, 2]), None);
        assert_eq!(killed(&search), Some(0));
        let kept = take(&mut search, &mut program, [1, 2]).map(|kept| kept.verdict);
        assert_eq!(kept, Some(Verdict::New), "the first to kill it");
        let kept = take(&mut search, &mut program, [1, 3]).map(|kept| kept.verdict);
        assert_eq!(kept, Some(Verdict::Smaller), "the second to kill it breeds, too");
        assert_eq!((killed(&search), search.search().population()), (Some(1), 3));
        assert_eq!(search.tried_mutants(), [RETURN_ZERO]);
    }
}

#[test]
fn mutants_that_an_input_does_not_reach_are_tried_only_if_asked_for() {
    let strategy: StrategyName = "mu-positive".parse().unwrap();
    for (setting, is_tried) in [("unreached=0", false), ("unreached=1", true)] {
        let mut settings = strategy.settings();
        settings.set(setting).unwrap();
        let mut search = Evolution::new(strategy, &settings, 64, Seed(1));
        let mut program = Foo::default();
        assert!(take(&mut search, &mut program, [5, 1]).is_some());
        assert_eq!((program.tried > 0, killed(&search)), (is_tried, Some(0)), "{setting}");
    }
}

#[test]
fn a_search_with_mutants_goes_on_as_if_it_had_not_been_interrupted() {
    for strategy in ["mu-positive", "mu-negative"] {
        let (mut whole, mut program) = (evolution(strategy), Foo::default());
        (0..400).for_each(|_| drop(whole.step(&mut program)));
        let (mut first, mut program) = (evolution(strategy), Foo::default());
        (0..150).for_each(|_| drop(first.step(&mut program)));
        let mut snapshot = Snapshot::default();
        snapshot.apply(first.save());
        let (mut second, mut program) = (evolution(strategy), Foo::default());
        assert_eq!(second.load(&mut program, &snapshot), Some(()));
        (0..250).for_each(|_| drop(second.step(&mut program)));
        let state = |mut evolution: Evolution| evolution.save().body;
        assert_eq!(state(second), state(whole), "{strategy}");
    }
}
