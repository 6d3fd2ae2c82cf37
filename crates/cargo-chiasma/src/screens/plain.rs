//! A campaign as lines of text.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use chiasma_campaign::store::shown;
use chiasma_campaign::{Event, Figures, FoundFailure, Listener, Shrinking};
use chiasma_core::display::shortened;

use crate::output;

/// Seconds between lines of progress, after the first few.
const QUIET: f64 = 10.0;

/// Prints lines to standard output.
#[derive(Debug, Default)]
pub struct Plain {
    last: f64,
    /// Set when nobody reads the lines any more.
    stop: Option<&'static AtomicBool>,
    /// Whether a replaced worker was told of in this second.
    told_of_worker: bool,
    /// The workers replaced since, by what the old ones died of.
    replaced: BTreeMap<String, u32>,
}

impl Plain {
    /// Prints lines, and sets `stop` when nobody reads them any more.
    pub fn stopping(stop: &'static AtomicBool) -> Self {
        Self { stop: Some(stop), ..Self::default() }
    }

    /// Tells of the workers that were replaced since this was last told.
    fn tell_of_workers(&mut self, seconds: f64) {
        for (reason, times) in std::mem::take(&mut self.replaced) {
            say!("{} workers replaced: {reason} ({times} times)", time(seconds));
        }
        self.told_of_worker = false;
    }
}

impl Listener for Plain {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Started { property, strategy, seed, workers, corpus } => {
                say!(
                    "fuzzing {property} with {strategy}, seed {seed}, {workers} worker{}, {corpus} saved inputs",
                    if *workers == 1 { "" } else { "s" }
                );
            }
            Event::Figures(figures) => {
                self.tell_of_workers(figures.seconds);
                if figures.seconds < 5.0 || figures.seconds - self.last >= QUIET {
                    self.last = figures.seconds;
                    say!("{}", line(figures));
                }
            }
            Event::Failed(seen) => {
                say!("{} found {}", time(seen.at.seconds), seen.key);
                // One that is being shrunk is shown in full when that is done.
                if seen.shrinking != Shrinking::UnderWay {
                    print_failure(seen);
                }
            }
            Event::Shrunk(seen) => print_failure(seen),
            Event::Saved { file } => say!("saved after all: {}", shown(file)),
            Event::WorkerReplaced { reason, .. } if self.told_of_worker => {
                *self.replaced.entry(reason.clone()).or_default() += 1;
            }
            Event::WorkerReplaced { at, reason } => {
                self.told_of_worker = true;
                say!("{} worker replaced: {reason}", time(at.as_secs_f64()));
            }
            Event::Warning(message) => say!("warning: {message}"),
            Event::Ended(figures) => {
                self.tell_of_workers(figures.seconds);
                say!("ended: {}", line(figures));
            }
            Event::Kept { .. } | Event::Sampled(_) => {}
        }
        if let Some(stop) = self.stop.filter(|_| output::is_gone()) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn line(figures: &Figures) -> String {
    let unstable = match figures.unstable {
        0 => String::new(),
        edges => format!("  {edges} unstable edges"),
    };
    format!(
        "{:>6.0} s  {} runs ({:.0}/s)  {} of {} edges  {} inputs  {:.0} % valid  {} failures{unstable}",
        figures.seconds,
        figures.runs,
        figures.runs_per_second,
        figures.covered,
        figures.edges,
        figures.corpus,
        figures.valid_share * 100.0,
        figures.failures
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
