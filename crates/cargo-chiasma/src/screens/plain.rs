//! A campaign as lines of text.

use std::time::Duration;

use crate::campaign::{Event, FailureSeen, Listener, Snapshot};

/// After the first few, a line of progress only every so many seconds.
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
            Event::Snapshot(snapshot) => {
                if snapshot.seconds < 5.0 || snapshot.seconds - self.last >= QUIET {
                    self.last = snapshot.seconds;
                    println!("{}", line(snapshot));
                }
            }
            Event::Failed(seen) => {
                println!("{} found {}", time(seen.at.time), seen.title);
                // One that is being shrunk is shown in full when that is done.
                if !seen.is_shrinking {
                    print_failure(seen);
                }
            }
            Event::Shrunk(seen) => print_failure(seen),
            Event::WorkerReplaced { at, reason } => {
                println!("{} worker replaced: {reason}", time(*at));
            }
            Event::Warning(message) => println!("warning: {message}"),
            Event::Ended(snapshot) => println!("ended: {}", line(snapshot)),
            Event::Kept { .. } => {}
        }
    }
}

fn line(snapshot: &Snapshot) -> String {
    format!(
        "{:>6.0} s  {} runs ({:.0}/s)  {} of {} edges  {} inputs  {:.0} % valid  {} failures",
        snapshot.seconds,
        snapshot.runs,
        snapshot.runs_per_second,
        snapshot.covered,
        snapshot.edges,
        snapshot.corpus,
        snapshot.valid_share * 100.0,
        snapshot.failures
    )
}

fn time(at: Duration) -> String {
    format!("{:>6.1} s ", at.as_secs_f64())
}

fn print_failure(seen: &FailureSeen) {
    println!("\n  {}", seen.title);
    for line in seen.message.lines() {
        println!("    {line}");
    }
    for value in &seen.values {
        println!("  {} = {}", value.name, value.text.replace('\n', "\n  "));
    }
    for caller in &seen.callers {
        println!("    in {caller}");
    }
    println!("  saved   {}", crate::store::shown(&seen.file));
    println!("  replay  {}\n", seen.replay);
}
