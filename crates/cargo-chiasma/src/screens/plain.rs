//! A campaign as lines of text.

use chiasma_campaign::quantity::counted;
use chiasma_campaign::store::shown;
use chiasma_campaign::{Event, Figures, FoundFailure, Listener};

/// Seconds between lines of progress, after the first few.
const QUIET: f64 = 10.0;
/// Share of valid runs below which the summary says how to find out why.
const FEW_VALID: f64 = 0.5;

/// Prints lines to standard output.
#[derive(Debug, Default)]
pub struct Plain {
    last: f64,
    property: String,
    /// What failed, in order; those of one kind at one place are told of once.
    failures: Vec<FoundFailure>,
}

impl Plain {
    /// Prints a failure in full, or if one of that kind at that place was found before, a line.
    fn found(&mut self, seen: &FoundFailure) {
        let others = self.at_place_of(seen);
        self.failures.push(seen.clone());
        let at = time(seen.at.seconds);
        if others > 0 {
            let from = seen.key.callers.first().map_or("elsewhere", String::as_str);
            println!("{at} found {} from {from} ({} ways by now)", seen.key, others + 1);
            return;
        }
        println!("{at} found {}", seen.key);
        // One that is being shrunk is shown in full when that is done.
        if !seen.is_shrinking {
            print_failure(seen);
        }
    }

    /// The number of failures found of that kind at that place.
    fn at_place_of(&self, seen: &FoundFailure) -> usize {
        self.failures.iter().filter(|other| other.key.is_at_place_of(&seen.key)).count()
    }

    /// What the campaign comes to: its figures, each place once, and what could be done next.
    fn ended(&self, figures: &Figures) {
        println!("ended: {}", line(figures));
        for (number, seen) in self.failures.iter().enumerate() {
            let is_first =
                !self.failures[..number].iter().any(|other| other.key.is_at_place_of(&seen.key));
            if is_first {
                let ways = match self.at_place_of(seen) {
                    1 => String::new(),
                    ways => format!(" ({ways} ways to get there)"),
                };
                println!("  {}{ways}: {}", seen.key, shown(&seen.file));
            }
        }
        if figures.runs > 0 && figures.valid_share < FEW_VALID {
            println!(
                "  only {:.0} % of the runs were valid; `cargo chiasma sample {}` tells why",
                figures.valid_share * 100.0,
                self.property
            );
        }
    }
}

impl Listener for Plain {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Started { property, strategy, seed, workers, corpus } => {
                self.property.clone_from(property);
                println!(
                    "fuzzing {property} with {strategy}, seed {seed}, {}, {}",
                    counted(*workers, "worker"),
                    counted(*corpus, "saved input")
                );
            }
            Event::Figures(figures) => {
                if figures.seconds < 5.0 || figures.seconds - self.last >= QUIET {
                    self.last = figures.seconds;
                    println!("{}", line(figures));
                }
            }
            Event::Failed(seen) => self.found(seen),
            Event::Shrunk(seen) => {
                if !self.failures.iter().any(|other| other.file == seen.file) {
                    self.failures.push(seen.clone());
                }
                print_failure(seen);
            }
            Event::WorkerReplaced { at, reason } => {
                println!("{} worker replaced: {reason}", time(at.as_secs_f64()));
            }
            Event::Warning(message) => println!("warning: {message}"),
            Event::Ended(figures) => self.ended(figures),
            Event::Kept { .. } | Event::Sampled(_) => {}
        }
    }
}

fn line(figures: &Figures) -> String {
    format!(
        "{:>6.0} s  {} runs ({:.0}/s)  {} of {} edges  {}  {:.0} % valid  {}",
        figures.seconds,
        figures.runs,
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
    println!("\n  {}", seen.key);
    for line in seen.message.lines() {
        println!("    {line}");
    }
    for value in &seen.values {
        println!("  {} = {}", value.name, value.text.replace('\n', "\n  "));
    }
    for caller in &seen.key.callers {
        println!("    in {caller}");
    }
    println!("  saved   {}", shown(&seen.file));
    println!("  replay  {}\n", seen.replay);
}
