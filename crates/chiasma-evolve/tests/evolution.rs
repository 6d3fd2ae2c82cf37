//! The loop around a search, with made-up targets: what is confirmed, what is kept, and that a search that
//! is saved and restored at any moment goes on as if nothing had happened.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use chiasma_core::generators::{int, vec};
use chiasma_core::{Seed, Source};
use chiasma_evolve::{
    Counters, Evolution, Given, Host, Loaded, Operator, Outcome, Run, Sample, Snapshot,
    StrategyName, Verdict, strategies,
};

type Lists = Vec<Vec<u8>>;

/// A target of 64 edges.
type Target = Box<dyn FnMut(&Lists, &mut [u8; 64]) -> Outcome>;

struct MadeUp {
    target: Target,
    /// Whether the last list is drawn by the target, and not by the generator.
    draws_in_body: bool,
    counters: Vec<u8>,
    ignored: BTreeSet<usize>,
    runs: u64,
    generated: u64,
}

impl MadeUp {
    fn new(target: impl FnMut(&Lists, &mut [u8; 64]) -> Outcome + 'static) -> Self {
        Self {
            target: Box::new(target),
            draws_in_body: false,
            counters: vec![0; 64],
            ignored: BTreeSet::new(),
            runs: 0,
            generated: 0,
        }
    }

    fn draw(&self, source: &mut Source) -> Lists {
        let lists = source.draw(vec(0..5, vec(0..5, int(0..100))));
        source.note("lists", || format!("{lists:?}"));
        lists
    }
}

impl Host for MadeUp {
    fn run(&mut self, source: &mut Source, _: Loaded<'_>) -> Outcome {
        self.runs += 1;
        let mut lists = self.draw(source);
        if self.draws_in_body {
            lists.push(source.draw(vec(0..5, int(0..100))));
        }
        let mut counters = [0; 64];
        let outcome = (self.target)(&lists, &mut counters);
        self.ignored.iter().for_each(|edge| counters[*edge] = 0);
        self.counters = counters.to_vec();
        outcome
    }

    fn generate(&mut self, source: &mut Source) {
        self.generated += 1;
        self.draw(source);
    }

    fn counters(&mut self) -> &Counters {
        &self.counters
    }

    fn ticks(&self) -> u64 {
        1
    }

    fn ignore(&mut self, edge: usize) {
        self.ignored.insert(edge);
    }
}

fn evolution(strategy: &str) -> Evolution {
    let name: StrategyName = strategy.parse().unwrap();
    Evolution::new(name, &name.settings(), 1_000, Seed(3))
}

/// Many branches, some of them deep, some counted; long lists are invalid, and some sums fail.
fn maze(lists: &Lists, counters: &mut [u8; 64]) -> Outcome {
    counters[0] = 1;
    counters[1 + lists.len()] = 1;
    for (at, list) in lists.iter().enumerate() {
        counters[10 + at * 5 + list.len()] += 1;
        if list.iter().any(|element| *element > 90) {
            counters[40 + at] += list.len() as u8;
        }
    }
    let sum: u32 = lists.iter().flatten().map(|element| u32::from(*element)).sum();
    match sum {
        0 => counters[50] = 1,
        1..=9 => counters[51] = 1,
        500.. => counters[52] = (sum / 100) as u8,
        _ => {}
    }
    match (sum % 7, lists.len()) {
        (3, _) => Outcome::Failure,
        (_, 4) => Outcome::Invalid,
        _ => Outcome::Valid,
    }
}

#[test]
fn what_only_the_first_run_passes_is_not_credited_and_nothing_is_kept_for_it() {
    for strategy in ["random", "zest", "zeugma-linked"] {
        let mut first = true;
        let mut host = MadeUp::new(move |_, counters| {
            // As lazy initialisation does.
            counters[7] = u8::from(std::mem::take(&mut first));
            Outcome::Valid
        });
        let mut evolution = evolution(strategy);
        let step = evolution.step(&mut host);
        assert_eq!((step.kept, host.runs), (None, 2), "{strategy}");
        assert_eq!((evolution.search().covered(), evolution.search().population()), (0, 0));
        assert_eq!((evolution.unstable(), evolution.counts().confirmations), (1, 1));
        assert_eq!(evolution.step(&mut host).kept, None);
        assert_eq!(host.runs, 3, "nothing was new this time");
    }
}

#[test]
fn a_count_that_only_the_first_run_reaches_is_not_credited() {
    for strategy in ["zest", "bediv-simple", "rlcheck"] {
        let mut run = 0;
        let mut host = MadeUp::new(move |_, counters| {
            run += 1;
            // Three runs pass the edge once; then one passes it nine times, and its confirmation once.
            counters[7] = if run == 4 { 9 } else { 1 };
            Outcome::Valid
        });
        let mut evolution = evolution(strategy);
        assert_eq!(evolution.step(&mut host).kept.map(|kept| kept.new_edges), Some(1));
        assert_eq!(evolution.step(&mut host).kept, None, "{strategy}");
        assert_eq!(evolution.step(&mut host).kept, None, "{strategy}");
        assert_eq!((evolution.counts().confirmations, host.runs), (2, 5), "{strategy}");
        assert_eq!(evolution.search().population(), 1, "{strategy}");
    }
}

#[test]
fn hill_numbers_count_every_valid_run_where_the_setting_asks_for_it() {
    let branches = |setting: &str| {
        let valid = Rc::new(RefCell::new(BTreeSet::new()));
        let seen = Rc::clone(&valid);
        let mut host = MadeUp::new(move |lists, counters| {
            let element = lists.iter().flatten().next().copied().unwrap_or(0);
            let (edge, outcome) = match lists.len() {
                4 => (63, Outcome::Invalid),
                _ => (usize::from(element) % 60, Outcome::Valid),
            };
            counters[edge] = 1;
            if outcome == Outcome::Valid {
                seen.borrow_mut().insert(edge);
            }
            outcome
        });
        let name: StrategyName = "random".parse().unwrap();
        let mut settings = name.settings();
        settings.set(setting).unwrap();
        let mut evolution = Evolution::new(name, &settings, 1_000, Seed(3));
        for _ in 0..200 {
            evolution.step(&mut host);
        }
        (evolution.diversity().hill_numbers().b0, valid.borrow().len() as f64)
    };
    let (all, valid) = branches("diversity-one-in=1");
    assert_eq!(all, valid);
    let (some, valid) = branches("diversity-one-in=20");
    assert!(some > 0.0 && some <= 10.0 && valid > 20.0, "{some} of {valid}");
}

#[test]
fn an_edge_that_flickers_three_times_is_ignored() {
    let mut run = 0;
    let mut host = MadeUp::new(move |_, counters| {
        run += 1;
        // In every first run, and in no second one.
        counters[9] = run % 2;
        Outcome::Valid
    });
    let mut evolution = evolution("zeugma-none");
    for times in 1..=3 {
        assert_eq!(host.ignored.len(), 0, "after {times} runs");
        evolution.step(&mut host);
    }
    assert_eq!(host.ignored, BTreeSet::from([9]));
    let confirmations = evolution.counts().confirmations;
    for _ in 0..10 {
        evolution.step(&mut host);
    }
    assert_eq!(evolution.counts().confirmations, confirmations, "it is not new any more");
}

#[test]
fn what_is_only_smaller_is_not_run_again_and_generated_only_where_calls_are_needed() {
    for (strategy, traced) in [("zeugma-none", false), ("zeugma-linked", true)] {
        let mut host = MadeUp::new(|_, counters| {
            counters[1] = 1;
            Outcome::Valid
        });
        let mut evolution = evolution(strategy);
        // Four lists of four elements: nearly every other input is smaller.
        let large: Vec<u8> = [&[4][..], &[4, 1, 2, 3, 4].repeat(4)].concat();
        evolution.take(&mut host, Given { bytes: &large, run: None });
        let mut smaller = 0;
        for _ in 0..200 {
            let step = evolution.step(&mut host);
            smaller += u64::from(step.kept.is_some_and(|kept| kept.verdict == Verdict::Smaller));
        }
        assert!(smaller > 2, "{smaller}");
        let counts = evolution.counts();
        assert_eq!((counts.confirmations, host.runs), (1, 202), "{strategy}");
        assert_eq!(
            (counts.traces, host.generated),
            if traced { (smaller, smaller) } else { (0, 0) }
        );
    }
}

#[test]
fn a_property_that_draws_in_its_body_is_run_for_its_calls() {
    let mut host = MadeUp::new(|_, counters| {
        counters[1] = 1;
        Outcome::Valid
    });
    host.draws_in_body = true;
    let mut evolution = evolution("zeugma-linked");
    for _ in 0..100 {
        evolution.step(&mut host);
    }
    let counts = evolution.counts();
    assert!(counts.traces > 0);
    assert!(counts.confirmations > counts.traces / 2, "{counts:?}");
}

#[test]
fn an_input_that_another_worker_ran_is_taken_in_without_running_it() {
    let mut host = MadeUp::new(maze);
    let mut evolution = evolution("zeugma-linked");
    let mut counters = [0; 64];
    counters[5] = 1;
    let run = Run { outcome: Outcome::Valid, counters: &counters, size: 3, ticks: 9, killed: &[] };
    let given = Given { bytes: &[1, 1, 7], run: Some(run) };
    let kept = evolution.take(&mut host, given).unwrap();
    assert_eq!((kept.verdict, kept.new_edges, host.runs), (Verdict::New, 1, 0));
    assert_eq!(evolution.take(&mut host, given), None, "it is there already");
    assert_eq!(evolution.search().yields().used().count(), 0, "no operator is credited with it");
    let other = evolution.take(&mut host, Given { bytes: &[0], run: None }).unwrap();
    assert_eq!((other.verdict, host.runs), (Verdict::New, 2));
    assert_eq!(evolution.counts().given, 3);
}

#[test]
fn a_sibling_that_is_given_all_that_was_kept_has_the_same_members_and_coverage() {
    for strategy in strategies().iter().map(|strategy| strategy.name) {
        let (mut host, mut sibling_host) = (MadeUp::new(maze), MadeUp::new(maze));
        let [mut evolution, mut sibling] = [strategy, strategy].map(evolution);
        let mut kept_smaller = 0;
        for _ in 0..3_000 {
            let Some(kept) = evolution.step(&mut host).kept else { continue };
            kept_smaller += u64::from(kept.verdict == Verdict::Smaller);
            let bytes = evolution.source().recording().to_vec();
            let (outcome, ticks) = (kept.outcome, kept.ticks);
            let run = Run {
                outcome,
                counters: evolution.passed(),
                size: bytes.len(),
                ticks,
                killed: &[],
            };
            let taken = sibling.take(&mut sibling_host, Given { bytes: &bytes, run: Some(run) });
            assert_eq!(taken.map(|taken| taken.verdict), Some(kept.verdict), "{strategy}");
        }
        assert_eq!(sibling_host.runs, 0, "{strategy}");
        let of =
            |evolution: &Evolution| (evolution.search().population(), evolution.search().covered());
        assert_eq!(of(&sibling), of(&evolution), "{strategy}");
        if strategy.starts_with("zeugma") {
            assert!(kept_smaller > 20, "{strategy}: {kept_smaller}");
        }
    }
}

#[test]
fn samples_show_children_beside_their_parents() {
    let mut host = MadeUp::new(maze);
    let mut evolution = evolution("zeugma-linked");
    evolution.set_samples(100);
    let mut samples: Vec<Sample> = Vec::new();
    let (mut new, mut smaller) = (0, 0);
    for _ in 0..3_000 {
        let step = evolution.step(&mut host);
        let Some(sample) = step.sample else { continue };
        let verdict = step.kept.map(|kept| kept.verdict);
        assert_eq!(sample.saved, verdict == Some(Verdict::New), "saved to the corpus: {verdict:?}");
        new += u32::from(sample.saved);
        smaller += u32::from(verdict == Some(Verdict::Smaller));
        samples.push(*sample);
        let stride = samples[samples.len() - 1].stride;
        samples.retain(|sample| sample.run.is_multiple_of(stride));
    }
    assert!((100..=200).contains(&samples.len()), "{}", samples.len());
    assert!(new > 0 && smaller > 0, "{new} and {smaller}");
    assert!(
        samples.iter().all(|sample| sample.parent.starts_with('[') && sample.child.ends_with(']'))
    );
    assert!(samples.iter().any(|sample| sample.parent != sample.child));
    assert!(samples.iter().any(|sample| sample.parent_valid != sample.valid));
    assert!(samples[0].run < 100 && samples[samples.len() - 1].run > 2_900, "from all of it");
}

#[test]
fn a_search_saved_and_restored_at_any_moment_goes_on_as_if_nothing_had_happened() {
    for strategy in strategies() {
        let name = strategy.name;
        let run = |interrupted_after: &[u64]| {
            let mut evolution = evolution(name);
            evolution.set_samples(10);
            let mut snapshot = Snapshot::default();
            let mut host = MadeUp::new(maze);
            for run in 1..=3_000 {
                if interrupted_after.contains(&run) {
                    // What happens between this checkpoint and the death is lost.
                    snapshot.apply(evolution.save());
                    for _ in 0..run % 40 {
                        evolution.step(&mut host);
                    }
                    evolution = self::evolution(name);
                    host = MadeUp::new(maze);
                    evolution.load(&mut host, &snapshot).expect("its own snapshot");
                }
                if run == 1_234 {
                    evolution.skip();
                } else {
                    evolution.step(&mut host);
                }
            }
            snapshot.apply(evolution.save());
            (evolution.counts(), snapshot.fingerprint(), snapshot.size())
        };
        let whole = run(&[]);
        assert_eq!(run(&[1, 2, 77, 500, 501, 1_234, 2_999]), whole, "{name}");
        assert_eq!(run(&(1..=3_000).step_by(97).collect::<Vec<_>>()), whole, "{name}");
    }
}

/// How many of the children that the default makes first are drawn afresh before one is not.
fn founders(setting: &str, target: impl FnMut(&Lists, &mut [u8; 64]) -> Outcome + 'static) -> u64 {
    let name: StrategyName = "chiasma".parse().unwrap();
    let mut settings = name.settings();
    settings.set(setting).unwrap();
    let mut evolution = Evolution::new(name, &settings, 1_000, Seed(3));
    let mut host = MadeUp::new(target);
    let all_fresh = |evolution: &Evolution| {
        evolution.search().yields().used().all(|(used, _)| used == Operator::FRESH)
    };
    (0..1_000)
        .take_while(|_| {
            evolution.step(&mut host);
            all_fresh(&evolution)
        })
        .count() as u64
}

#[test]
fn the_default_breeds_nothing_while_fresh_inputs_bring_in_much() {
    let one_edge = |_: &Lists, counters: &mut [u8; 64]| {
        counters[0] = 1;
        Outcome::Valid
    };
    // Only the first one brought something in, and 132 others leave an eighth: (63 / 64) to the power of 132. So
    // one more is the last.
    // Then fresh inputs are one operator of many, and may be chosen a few times more.
    let founded = founders("founding=0.125", one_edge);
    assert!((134..145).contains(&founded), "{founded}");
    assert!(founders("founding=0", one_edge) < 10);
    assert!(founders("fresh=0", one_edge) < 10, "fresh inputs are not wanted");
    // Of so many edges there is a new one again and again.
    let many_edges = |lists: &Lists, counters: &mut [u8; 64]| {
        let hash = lists.concat().iter().fold(7_u32, |hash, byte| {
            hash.wrapping_add(u32::from(*byte)).wrapping_mul(0x9E37_79B1).rotate_left(9)
        });
        counters[hash as usize % 64] = 1;
        Outcome::Valid
    };
    let founders = founders("founding=0.125", many_edges);
    assert!((180..300).contains(&founders), "{founders}");
}

#[test]
fn a_snapshot_of_another_strategy_is_refused() {
    let mut zest = evolution("zest");
    let mut host = MadeUp::new(maze);
    for _ in 0..300 {
        zest.step(&mut host);
    }
    let mut snapshot = Snapshot::default();
    snapshot.apply(zest.save());
    for other in ["zeugma-linked", "rlcheck", "random"] {
        assert_eq!(evolution(other).load(&mut host, &snapshot), None, "{other}");
    }
}
