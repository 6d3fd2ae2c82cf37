//! A campaign as lines of text.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chiasma_campaign::store::shown;
use chiasma_campaign::{Event, Figures, FoundFailure, Listener, Shrinking};
use chiasma_core::display::counted;
use chiasma_core::display::shortened;

use super::FEW_VALID;
use crate::output;

/// Seconds between lines of progress, after the first few.
const QUIET: f64 = 10.0;
/// Share of the time lost to timeouts from which on the summary tells of it.
const MUCH_TIME: f64 = 0.1;
/// Fewest runs without anything new from which on the summary says what else could be tried.
const MANY_RUNS: u64 = 10_000;

/// Prints lines to standard output.
#[derive(Debug, Default)]
pub struct Plain {
    last: f64,
    property: String,
    workers: usize,
    /// How many runs there were when an input was last kept.
    last_kept: u64,
    /// What failed, in order; those of one kind at one place are printed once.
    failures: Vec<FoundFailure>,
    /// Set when the reader of the lines has closed them.
    stop: Option<&'static AtomicBool>,
    /// Whether a replaced worker was reported in this second.
    told_of_worker: bool,
    /// The workers replaced since, by what the old ones died of.
    replaced: BTreeMap<String, u32>,
}

impl Plain {
    /// Prints lines, and sets `stop` when their reader has closed them.
    pub fn stopping(stop: &'static AtomicBool) -> Self {
        Self { stop: Some(stop), ..Self::default() }
    }

    /// Tells of the workers that were replaced since this was last told.
    fn tell_of_workers(&mut self, seconds: f64) {
        let replaced = std::mem::take(&mut self.replaced);
        let reasons: Vec<String> = replaced
            .into_iter()
            .map(|(reason, times)| format!("{reason} ({})", counted(times as usize, "time")))
            .collect();
        if !reasons.is_empty() {
            say!("{} workers replaced: {}", time(seconds), reasons.join(", "));
        }
        self.told_of_worker = false;
    }

    /// Prints a failure in full, or if one of that kind at that place was found before, a line.
    fn found(&mut self, seen: &FoundFailure) {
        let others = self.at_place_of(seen);
        self.failures.push(seen.clone());
        let at = time(seen.at.seconds);
        if others > 0 {
            let from = seen.key.callers.first().map_or("elsewhere", String::as_str);
            say!("{at} found {} from {from} ({} ways by now)", seen.key, others + 1);
            return;
        }
        say!("{at} found {}", seen.key);
        // One that is being shrunk is shown in full when that is done.
        if seen.shrinking != Shrinking::UnderWay {
            print_failure(seen);
        }
    }

    /// The number of failures found of that kind at that place.
    fn at_place_of(&self, seen: &FoundFailure) -> usize {
        self.failures.iter().filter(|other| other.key.is_at_place_of(&seen.key)).count()
    }

    /// What the campaign comes to: its figures, each place once, and what could be done next.
    fn ended(&self, figures: &Figures) {
        say!("ended: {}", line(figures));
        for (number, seen) in self.failures.iter().enumerate() {
            let is_first =
                !self.failures[..number].iter().any(|other| other.key.is_at_place_of(&seen.key));
            if is_first {
                let ways = match self.at_place_of(seen) {
                    1 => String::new(),
                    ways => format!(" ({ways} ways to get there)"),
                };
                say!("  {}{ways}: {}", seen.key, shown(&seen.file));
            }
        }
        if figures.runs > 0 && figures.valid_share < FEW_VALID {
            say!(
                "  only {:.0} % of the runs were valid; `cargo chiasma sample {}` tells why",
                figures.valid_share * 100.0,
                self.property
            );
        }
        for hint in hints(figures, self.workers).into_iter().chain(stalled(figures, self.last_kept))
        {
            say!("  {hint}");
        }
    }
}

/// What a user may want to change before the next campaign.
fn hints(figures: &Figures, workers: usize) -> Vec<String> {
    let mut hints = Vec::new();
    let Figures { seconds, timeouts, timeout_seconds, unstable, .. } = figures;
    let share = timeout_seconds / (seconds * workers as f64);
    if *timeouts > 0 && share >= MUCH_TIME {
        let shorter = Duration::from_secs_f64(timeout_seconds / *timeouts as f64 / 5.0);
        hints.push(format!(
            "{:.0} % of the time went to {}; --timeout {}ms?",
            (share * 100.0).min(100.0),
            counted(*timeouts as usize, "hang"),
            shorter.as_millis().max(1)
        ));
    }
    if *unstable > 0 {
        hints.push(format!(
            "{} not covered each time by the same input: the property depends on more than its input (time, threads, \
             global state, the order of a hash map), and the campaign may not be repeatable",
            if *unstable == 1 { "1 edge is".to_owned() } else { format!("{unstable} edges are") }
        ));
    }
    hints
}

/// What to try after a campaign of which at least half the runs brought in nothing new.
fn stalled(figures: &Figures, last_kept: u64) -> Option<String> {
    let since = figures.runs.saturating_sub(last_kept);
    let is_stalled = since >= MANY_RUNS.max(figures.runs / 2) && figures.extra_runs.hints == 0;
    is_stalled.then(|| {
        format!(
            "nothing new in the last {since} runs; --set hints=1 also tries the operands of the target's comparisons (it \
             takes a second build)"
        )
    })
}

impl Listener for Plain {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Loading { loaded, all } if *all > *loaded => {
                say!("loaded {loaded} of {} saved inputs", all);
            }
            Event::Loading { .. } => {}
            Event::Started { property, strategy, seed, workers, corpus } => {
                self.property.clone_from(property);
                self.workers = *workers;
                say!(
                    "fuzzing {property} with {strategy}, seed {seed}, {}, {}",
                    counted(*workers, "worker"),
                    counted(*corpus, "saved input")
                );
            }
            Event::Figures(figures) => {
                self.tell_of_workers(figures.seconds);
                if figures.seconds < 5.0 || figures.seconds - self.last >= QUIET {
                    self.last = figures.seconds;
                    say!("{}", line(figures));
                }
            }
            Event::Failed(seen) => self.found(seen),
            Event::Shrunk(seen) => {
                if !self.failures.iter().any(|other| other.file == seen.file) {
                    self.failures.push(seen.clone());
                }
                print_failure(seen);
            }
            Event::Saved { file } => say!("saved after all: {}", shown(file)),
            Event::WorkerReplaced { reason, .. } if self.told_of_worker => {
                *self.replaced.entry(reason.clone()).or_default() += 1;
            }
            Event::WorkerReplaced { at, reason } => {
                self.told_of_worker = true;
                say!("{} worker replaced: {reason}", time(at.as_secs_f64()));
            }
            Event::Warning(message) => say!("warning: {message}"),
            Event::Finishing { failures, seconds } => {
                let failures = counted(*failures, "failure");
                say!("breeding has ended; shrinking {failures} takes at most {seconds} s each");
            }
            Event::Ended(figures) => {
                self.tell_of_workers(figures.seconds);
                self.ended(figures);
            }
            Event::Kept { at, .. } => self.last_kept = at.runs,
            Event::Sampled(_) => {}
        }
        if let Some(stop) = self.stop.filter(|_| output::is_gone()) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn line(figures: &Figures) -> String {
    let unstable = match figures.unstable {
        0 => String::new(),
        edges => format!("  {}", counted(edges, "unstable edge")),
    };
    let mutants = figures.mutants.map_or_else(String::new, |mutants| {
        format!("  {} of {} mutants killed", mutants.killed, mutants.all)
    });
    format!(
        "{:>6.0} s  {} ({:.0}/s)  {} of {} edges  {}  {:.0} % valid  {}{mutants}{unstable}",
        figures.seconds,
        counted(figures.runs, "run"),
        figures.runs_per_second,
        figures.covered,
        figures.edges,
        counted(figures.corpus, "input"),
        figures.valid_share * 100.0,
        counted(figures.failures, "failure")
    )
}

fn time(seconds: f64) -> String {
    format!("{seconds:>6.1} s ")
}

fn print_failure(seen: &FoundFailure) {
    say!("\n  {}", seen.key);
    for line in shortened(&seen.message).lines() {
        say!("    {line}");
    }
    for value in &seen.values {
        say!("  {} = {}", value.name, shortened(&value.text).replace('\n', "\n  "));
    }
    for caller in &seen.key.callers {
        say!("    in {caller}");
    }
    match &seen.shrinking {
        Shrinking::Flaky { failed, tries } => {
            say!("  flaky   the same input failed {failed} of {tries} times when it was run again");
        }
        Shrinking::Failed(reason) => say!("  not shrunk: {reason}"),
        Shrinking::Off | Shrinking::UnderWay | Shrinking::Done => {}
    }
    match &seen.unsaved {
        None => say!("  saved   {}", shown(&seen.file)),
        Some(error) => {
            say!("  not saved yet: {error}; it is kept in memory, and tried again each second");
        }
    }
    say!("  replay  {}\n", seen.replay);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_campaign_that_stalls_without_hints_is_told_of_them() {
        let mut figures = Figures { runs: 30_000, ..Figures::default() };
        assert_eq!(stalled(&figures, 15_001), None, "less than half of the runs");
        let advice = stalled(&figures, 15_000).expect("half of the runs");
        assert!(
            advice.starts_with("nothing new in the last 15000 runs; --set hints=1"),
            "{advice}"
        );
        figures.extra_runs.hints = 1;
        assert_eq!(stalled(&figures, 15_000), None, "they were tried");
        assert_eq!(stalled(&Figures { runs: 9_999, ..Figures::default() }, 0), None, "too early");
    }
}
