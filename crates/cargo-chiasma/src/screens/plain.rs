//! A campaign as lines of text.

use chiasma_campaign::{Event, Figures, FoundFailure, Listener};

/// Seconds between lines of progress, after the first few.
const QUIET: f64 = 10.0;

/// Prints lines to standard output.
#[derive(Debug, Default)]
pub struct Plain {
    last: f64,
}

impl Listener for Plain {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Started { property, strategy, seed, workers, corpus } => {
                println!(
                    "fuzzing {property} with {strategy}, seed {seed}, {workers} worker{}, {corpus} saved inputs",
                    if *workers == 1 { "" } else { "s" }
                );
            }
            Event::Figures(figures) => {
                if figures.seconds < 5.0 || figures.seconds - self.last >= QUIET {
                    self.last = figures.seconds;
                    println!("{}", line(figures));
                }
            }
            Event::Failed(seen) => {
                println!("{} found {}", time(seen.at.seconds), seen.key);
                // One that is being shrunk is shown in full when that is done.
                if !seen.is_shrinking {
                    print_failure(seen);
                }
            }
            Event::Shrunk(seen) => print_failure(seen),
            Event::WorkerReplaced { at, reason } => {
                println!("{} worker replaced: {reason}", time(at.as_secs_f64()));
            }
            Event::Warning(message) => println!("warning: {message}"),
            Event::Ended(figures) => println!("ended: {}", line(figures)),
            Event::Kept { .. } | Event::Sampled(_) => {}
        }
    }
}

fn line(figures: &Figures) -> String {
    format!(
        "{:>6.0} s  {} runs ({:.0}/s)  {} of {} edges  {} inputs  {:.0} % valid  {} failures",
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
    println!("  saved   {}", chiasma_campaign::store::shown(&seen.file));
    println!("  replay  {}\n", seen.replay);
}
