//! Timing several things against each other: interleaved rounds, ratios to the first.
//!
//! What disturbs a round makes it slower, never faster, so of many rounds the one counts that nine in
//! ten are slower than.

use std::time::Instant;

const ROUNDS: usize = 301;

/// Something to be timed.
pub(super) struct Entry<'e> {
    name: &'static str,
    aim: &'static str,
    /// How many of the things that are counted one run does.
    count: usize,
    run: Box<dyn FnMut() + 'e>,
}

impl<'e> Entry<'e> {
    pub(super) fn new(
        name: &'static str,
        aim: &'static str,
        count: usize,
        run: impl FnMut() + 'e,
    ) -> Self {
        Self { name, aim, count, run: Box::new(run) }
    }
}

/// Entries that are timed in turn, so that what slows the machine down slows all of them.
pub(super) struct Contest<'e> {
    title: &'static str,
    entries: Vec<Entry<'e>>,
}

impl<'e> Contest<'e> {
    pub(super) fn new(title: &'static str, entries: Vec<Entry<'e>>) -> Self {
        Self { title, entries }
    }

    /// Times and prints.
    pub(super) fn print(mut self) {
        let mut rounds = vec![Vec::with_capacity(ROUNDS); self.entries.len()];
        for _ in 0..ROUNDS {
            for (entry, times) in self.entries.iter_mut().zip(&mut rounds) {
                let start = Instant::now();
                (entry.run)();
                times.push(start.elapsed().as_nanos() as f64 / entry.count as f64);
            }
        }
        println!("{}", self.title);
        let typical: Vec<f64> = rounds
            .into_iter()
            .map(|mut times| {
                times.sort_by(f64::total_cmp);
                times[ROUNDS / 10]
            })
            .collect();
        for (entry, nanos) in self.entries.iter().zip(&typical) {
            let ratio = nanos / typical[0];
            println!("  {:<30} {nanos:>9.2} ns {ratio:>6.2} x   {}", entry.name, entry.aim);
        }
        println!();
    }
}
