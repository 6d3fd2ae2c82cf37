//! The small experiment of *The Havoc Paradox*, section 3: how soon Zest and EI reach the error path of
//! two functions that look at a tree in the order it was generated, and in the other.

use chiasma::Source;
use chiasma_core::{Rng, Seed};
use chiasma_evolve::{Child, Keeping, Outcome, Run, StrategyName, Verdict};

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

/// The budgets at which the share of repetitions is told that have reached the error by then.
const BUDGETS: [usize; 6] = [1, 3, 10, 30, 100, 1_000];

/// Runs all four combinations and prints a table.
pub fn print(repetitions: u64) {
    println!(
        "share of {repetitions} repetitions that reached the error path after so many executions\n"
    );
    print!("{:<12} {:<6}", "check", "search");
    BUDGETS.iter().for_each(|budget| print!(" {budget:>7}"));
    println!();
    for (name, check) in [("check_ltr", check_ltr as Check), ("check_rtl", check_rtl as Check)] {
        for strategy in ["zest", "ei"] {
            print!("{name:<12} {strategy:<6}");
            for share in shares(strategy, check, repetitions) {
                print!(" {:>5.1} %", share * 100.0);
            }
            println!();
        }
    }
}

/// For each budget, the share of repetitions that reached the error path within it.
#[must_use]
fn shares(strategy: &str, check: Check, repetitions: u64) -> Vec<f64> {
    let found: Vec<Option<usize>> =
        (0..repetitions).map(|seed| search(strategy, check, Seed(seed))).collect();
    let within =
        |budget: usize| found.iter().filter(|at| at.is_some_and(|at| at <= budget)).count();
    BUDGETS.iter().map(|&budget| within(budget) as f64 / repetitions as f64).collect()
}

/// After how many executions the error path was reached.
fn search(strategy: &str, check: Check, seed: Seed) -> Option<usize> {
    let name: StrategyName = strategy.parse().ok()?;
    let mut strategy = name.build(&name.settings());
    let mut rng = Rng::new(seed);
    let mut child = Child::default();
    let mut source = Source::random(seed);
    for execution in 1..=BUDGETS[BUDGETS.len() - 1] {
        strategy.ask(&mut rng, &mut child);
        source.set_tracing(true);
        child.load(&mut source, Seed(rng.bits()));
        let counters = check(&generate_node(&mut source));
        child.unload(&mut source);
        if counters[2] == 1 {
            return Some(execution);
        }
        let size = source.recording().len();
        let run = Run { outcome: Outcome::Valid, counters: &counters, size, ticks: 0 };
        if strategy.tell(&run) == Verdict::Interesting {
            let contextual = source.contextual().cloned();
            let trace = source.trace().clone();
            strategy.keep(&Keeping { trace: &trace, run, contextual: contextual.as_ref() });
        }
        source.set_tracing(false);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_mostly_reach_the_error_in_both_orders() {
        for check in [check_ltr as Check, check_rtl as Check] {
            for strategy in ["zest", "ei"] {
                let shares = shares(strategy, check, 100);
                // A random tree has the error with probability 1/4; 100 trials, 4 standard deviations.
                assert!((0.07..=0.43).contains(&shares[0]), "{strategy}: {shares:?}");
                assert!(shares[5] > 0.8 && shares.is_sorted(), "{strategy}: {shares:?}");
            }
        }
    }
}
