//! EvoGFuzz and its baseline on a grammar: probabilities evolve towards complex and failing inputs.

use chiasma_core::{Seed, Source};
use chiasma_evolve::{Counters, Evolution, Host, Loaded, Outcome, Snapshot, StrategyName};
use chiasma_grammar::{Grammar, Limits, Probabilities};

const LIST: &str = "grammar List; list: item*; item: 'a' | 'b' | 'c' | '(' list ')';";

/// Nested lists, and a target with an edge for each depth of nesting.
struct Lists {
    grammar: Grammar,
    /// What makes it fail, if anything.
    fails_at: Option<char>,
    text: String,
    counters: Vec<u8>,
}

impl Lists {
    fn new(fails_at: Option<char>) -> Self {
        let grammar = Grammar::read("list.g4", LIST).unwrap_or_else(|error| panic!("{error}"));
        Self { grammar, fails_at, text: String::new(), counters: vec![0; 256] }
    }
}

impl Host for Lists {
    fn run(&mut self, source: &mut Source, _: Loaded<'_>) -> Outcome {
        self.generate(source);
        self.counters.fill(0);
        let mut depth = 0;
        for c in self.text.chars() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.counters[depth] = 1;
        }
        let fails = self.fails_at.is_some_and(|c| self.text.contains(c));
        if fails { Outcome::Failure } else { Outcome::Valid }
    }

    fn generate(&mut self, source: &mut Source) {
        let list = self.grammar.rule("list").expect("a rule");
        let uniform = Probabilities::uniform(&self.grammar);
        self.text = self.grammar.generate(source, list, &uniform, Limits::default());
    }

    fn counters(&mut self) -> &Counters {
        &self.counters
    }

    fn ticks(&self) -> u64 {
        1
    }

    fn ignore(&mut self, _: usize) {}
}

fn evolution(strategy: &str, settings: &[&str]) -> Evolution {
    let name: StrategyName = strategy.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut numbers = name.settings();
    for setting in settings {
        numbers.set(setting).unwrap_or_else(|error| panic!("{error}"));
    }
    Evolution::new(name, &numbers, 10_240, Seed(5))
}

#[test]
fn evolved_probabilities_make_deeper_inputs_than_those_of_the_grammar() {
    let covered = |strategy| {
        let mut evolution = evolution(strategy, &[]);
        let mut host = Lists::new(None);
        (0..3_000).for_each(|_| drop(evolution.step(&mut host)));
        (evolution.search().covered(), evolution.search().generations())
    };
    let (baseline, no_generations) = covered("grammar-baseline");
    let (evolved, generations) = covered("evogfuzz");
    assert!(evolved >= 2 * baseline, "depths: {evolved} evolved, {baseline} by the baseline");
    assert_eq!((no_generations, generations), (None, Some(30)));
}

#[test]
fn evolved_probabilities_go_towards_what_fails() {
    // Without new probabilities by chance: one item in four is a `c` at first.
    let mut evolution = evolution("evogfuzz", &["mutations=0", "lambda=1000"]);
    let mut host = Lists::new(Some('c'));
    let mut failed_within = |runs| {
        let before = evolution.counts().failed;
        (0..runs).for_each(|_| drop(evolution.step(&mut host)));
        evolution.counts().failed - before
    };
    let first = failed_within(100);
    failed_within(800);
    let tenth = failed_within(100);
    assert!(tenth > 2 * first, "{first} of the first hundred fail, {tenth} of the tenth");
}

#[test]
fn an_evolution_of_probabilities_that_is_interrupted_goes_on_as_if_nothing_had_happened() {
    let run = |interrupted_after: &[u64]| {
        let mut evolution = evolution("evogfuzz", &[]);
        let mut host = Lists::new(Some('b'));
        let mut snapshot = Snapshot::default();
        for run in 1..=500 {
            if interrupted_after.contains(&run) {
                // What happens between this checkpoint and the death is lost.
                snapshot.apply(evolution.save());
                (0..run % 40).for_each(|_| drop(evolution.step(&mut host)));
                evolution = self::evolution("evogfuzz", &[]);
                host = Lists::new(Some('b'));
                evolution.load(&mut host, &snapshot).expect("its own snapshot");
            }
            if run == 123 { evolution.skip() } else { drop(evolution.step(&mut host)) }
        }
        snapshot.apply(evolution.save());
        (evolution.counts(), snapshot.fingerprint(), evolution.search().generations())
    };
    let whole = run(&[]);
    assert_eq!(run(&[1, 50, 100, 101, 123, 333]), whole);
    // The one that killed its process is no individual.
    assert_eq!(whole.2, Some(4));
}
