//! The small experiment of *The Havoc Paradox*, section 3: how soon Zest and EI reach the error path of
//! two functions that look at a tree in the order it was generated, and in the other.
//!
//! The paper gives each search a million executions; it does not say what they begin with, nor how
//! large the mutations are. With one byte a mutation, as in its argument, and from nothing, its figures
//! come out: 100 % in all cases but for Zest in the other order, where it has 79 %. A search that has
//! got stuck there by 10,000 executions has kept a tree from which no single byte leads on, so that more
//! executions change nothing. With the default mutations none gets stuck.

use chiasma::Source;
use chiasma_core::{DEFAULT_MAX_SIZE, Seed};
use chiasma_evolve::{Counters, Evolution, Given, Host, Loaded, Outcome, StrategyName};

/// Figure 1.
struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

fn generate_node(s: &mut Source) -> Node {
    let left = s.bool().then(|| Box::new(s.draw(generate_node)));
    let right = s.bool().then(|| Box::new(s.draw(generate_node)));
    let _data: u8 = s.int(0..10);
    Node { left, right }
}

/// Figure 4: which branches a check passes; the last one is the error path.
type Check = fn(&Node) -> [u8; 3];

fn check_ltr(node: &Node) -> [u8; 3] {
    branches(node.left.is_none(), node.right.is_none())
}

fn check_rtl(node: &Node) -> [u8; 3] {
    branches(node.right.is_none(), node.left.is_none())
}

fn branches(first: bool, second: bool) -> [u8; 3] {
    [1, u8::from(first), u8::from(first && second)]
}

/// The budgets at which the share of repetitions that have reached the error is printed.
const BUDGETS: [usize; 7] = [1, 3, 10, 30, 100, 1_000, 10_000];

/// What a search begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    /// Random trees.
    Nothing,
    /// The tree of Figure 2a, which has both children.
    PaperTree,
}

impl Start {
    const ALL: [Self; 2] = [Self::Nothing, Self::PaperTree];

    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::PaperTree => "Figure 2a",
        }
    }
}

/// How much a mutation changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mutations {
    /// As many regions, and as long ones, as is the default.
    Default,
    /// One byte, as in the paper's argument.
    SingleByte,
}

impl Mutations {
    const ALL: [Self; 2] = [Self::Default, Self::SingleByte];

    fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::SingleByte => "one byte",
        }
    }

    fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Default => &[],
            Self::SingleByte => &["mean-mutations=1", "mean-region=1"],
        }
    }
}

/// The parameter sequence of Figure 2a.
const PAPER_TREE: [u8; 12] = [1, 1, 0, 0, 4, 0, 3, 1, 0, 0, 2, 1];

/// A search: from where, how, and for what.
#[derive(Clone, Copy)]
struct Search {
    start: Start,
    mutations: Mutations,
    strategy: &'static str,
    check: Check,
}

/// Runs all combinations and prints a table.
pub fn print(repetitions: u64) {
    println!(
        "share of {repetitions} repetitions that reached the error path, by number of executions\n"
    );
    print!("{:<10} {:<10} {:<10} {:<6}", "start", "mutations", "check", "search");
    BUDGETS.iter().for_each(|budget| print!(" {budget:>7}"));
    println!();
    let checks = [("check_ltr", check_ltr as Check), ("check_rtl", check_rtl as Check)];
    for (start, mutations) in
        Start::ALL.into_iter().flat_map(|start| Mutations::ALL.map(|mutations| (start, mutations)))
    {
        for (name, check) in checks {
            for strategy in ["zest", "ei"] {
                let (from, how) = (start.name(), mutations.name());
                print!("{from:<10} {how:<10} {name:<10} {strategy:<6}");
                let search = Search { start, mutations, strategy, check };
                for share in search.shares(&BUDGETS, repetitions) {
                    print!(" {:>5.1} %", share * 100.0);
                }
                println!();
            }
        }
    }
}

impl Search {
    /// For each budget, the share of repetitions that reached the error path within it.
    fn shares(self, budgets: &[usize], repetitions: u64) -> Vec<f64> {
        let most = budgets.iter().copied().max().unwrap_or_default();
        let found: Vec<Option<usize>> =
            (0..repetitions).map(|seed| self.run(Seed(seed), most)).collect();
        let within =
            |budget: usize| found.iter().filter(|at| at.is_some_and(|at| at <= budget)).count();
        budgets.iter().map(|&budget| within(budget) as f64 / repetitions as f64).collect()
    }

    /// After how many executions the error path was reached.
    fn run(self, seed: Seed, budget: usize) -> Option<usize> {
        let name: StrategyName = self.strategy.parse().ok()?;
        let mut settings = name.settings();
        for setting in self.mutations.settings() {
            settings.set(setting).ok()?;
        }
        let mut evolution = Evolution::new(name, &settings, DEFAULT_MAX_SIZE, seed);
        let mut checked = Checked { check: self.check, counters: [0; 3] };
        if self.start == Start::PaperTree {
            evolution.take(&mut checked, Given { bytes: &PAPER_TREE, run: None });
        }
        (1..=budget).find(|_| {
            evolution.step(&mut checked);
            checked.counters[2] == 1
        })
    }
}

/// Runs a check on trees.
struct Checked {
    check: Check,
    counters: [u8; 3],
}

impl Host for Checked {
    fn run(&mut self, source: &mut Source, _: Loaded<'_>) -> Outcome {
        self.counters = (self.check)(&generate_node(source));
        Outcome::Valid
    }

    fn generate(&mut self, source: &mut Source) {
        generate_node(source);
    }

    fn counters(&mut self) -> &Counters {
        &self.counters
    }

    fn ticks(&self) -> u64 {
        0
    }

    fn ignore(&mut self, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHECKS: [Check; 2] = [check_ltr, check_rtl];

    fn share(
        mutations: Mutations,
        strategy: &'static str,
        check: Check,
        budget: usize,
        repetitions: u64,
    ) -> f64 {
        let search = Search { start: Start::Nothing, mutations, strategy, check };
        search.shares(&[budget], repetitions)[0]
    }

    #[test]
    fn with_default_mutations_both_mostly_reach_the_error_in_both_orders() {
        for check in CHECKS {
            for strategy in ["zest", "ei"] {
                let first = share(Mutations::Default, strategy, check, 1, 100);
                // A random tree has the error with probability 1/4; 100 trials, 4 standard deviations.
                assert!((0.07..=0.43).contains(&first), "{strategy}: {first}");
                let later = share(Mutations::Default, strategy, check, 1_000, 100);
                assert!(later > 0.8, "{strategy}: {later}");
            }
        }
    }

    #[test]
    fn one_byte_a_mutation_zest_gets_stuck_where_the_check_goes_the_other_way_and_ei_does_not() {
        let shares: Vec<f64> = ["zest", "ei"]
            .into_iter()
            .flat_map(|strategy| {
                CHECKS.map(|check| share(Mutations::SingleByte, strategy, check, 10_000, 20))
            })
            .collect();
        let [zest_ltr, zest_rtl, ei_ltr, ei_rtl] = shares[..] else { unreachable!() };
        assert_eq!([zest_ltr, ei_ltr, ei_rtl], [1.0; 3]);
        assert!((0.5..=0.93).contains(&zest_rtl), "{zest_rtl}, and 0.79 in the paper");
    }
}
