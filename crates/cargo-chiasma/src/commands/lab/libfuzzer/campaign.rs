//! The campaign of a fuzz target: process after process until its time is over.

use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, ensure};
use chiasma_core::Death;
use chiasma_lab::experiment::{Budget, Runner, Trial};

use super::process::{Process, Said};
use chiasma_campaign::build::Executable;
use chiasma_campaign::{Limits, Moment};

/// How often the corpus is looked at: libFuzzer puts smaller inputs into the place of larger ones.
const LOOK: Duration = Duration::from_millis(250);
/// Shortest wait for a process whose processor time is nearly over.
const LEAST_LOOK: Duration = Duration::from_millis(5);
/// Number of deaths in a row, each before the first run, that ends the trial.
const MAX_FAILED_STARTS: u32 = 10;

/// A campaign under way.
pub(super) struct LibFuzzerCampaign<'c> {
    target: &'c Executable,
    trial: &'c Trial,
    limits: &'c Limits,
    /// libFuzzer's own corpus, from which inputs may vanish again.
    corpus: PathBuf,
    /// Where all that was ever in it stays.
    kept: PathBuf,
    artifacts: PathBuf,
    began: Instant,
    /// The same moment, as files know it.
    began_at: SystemTime,
    /// The processor time of the processes that have ended, and of the current one.
    processor_time: [Duration; 2],
    /// What the processes that have ended have run.
    runs: u64,
    known: HashSet<PathBuf>,
    found: Found,
}

/// What a campaign found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The inputs that it kept, in the order in which they came.
    pub(super) kept: Vec<(PathBuf, Moment)>,
    /// What its processes died of, each cause once.
    pub(super) deaths: Vec<(Cause, Moment)>,
    pub(super) end: Moment,
}

/// The cause of a death.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The input that it died of.
    Saved(PathBuf),
    /// No input, but what it died of.
    Unsaved(Death),
}

impl<'c> LibFuzzerCampaign<'c> {
    /// Begins one in a trial's directory.
    pub(super) fn begin(
        target: &'c Executable,
        directory: &Path,
        trial: &'c Trial,
        limits: &'c Limits,
    ) -> Result<Self> {
        let create = |name: &str| -> Result<PathBuf> {
            let path = directory.join(name);
            fs::create_dir_all(&path)
                .with_context(|| format!("cannot create {}", path.display()))?;
            Ok(path)
        };
        Ok(Self {
            target,
            trial,
            limits,
            corpus: create("corpus")?,
            kept: create("kept")?,
            artifacts: create("failures")?,
            began: Instant::now(),
            began_at: SystemTime::now(),
            processor_time: [Duration::ZERO; 2],
            runs: 0,
            known: HashSet::new(),
            found: Found::default(),
        })
    }

    /// Runs until the end of the trial; nothing if it was stopped.
    pub(super) fn run(mut self, stop: &AtomicBool) -> Result<Option<Found>> {
        let mut failed_starts = 0;
        let mut seconds = 0.0;
        for number in 0.. {
            if self.is_over(0) {
                break;
            }
            let process = Process::start(self.target, &self.arguments(number))?;
            while !process.wait(LOOK.min(self.time_left())) {
                self.processor_time[1] = process.processor_time().unwrap_or(self.processor_time[1]);
                self.look(process.said().runs)?;
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                if self.is_over(0) {
                    break;
                }
            }
            // Until it is waited for, what it took since the last look is known.
            self.processor_time[1] = process.processor_time().unwrap_or(self.processor_time[1]);
            seconds = self.elapsed().as_secs_f64();
            if self.is_over(process.said().runs) {
                let said = process.stop();
                self.runs += said.runs;
                break;
            }
            let (status, said) = process.end()?;
            let [past, current] = self.processor_time;
            self.processor_time = [past + current, Duration::ZERO];
            self.runs += said.runs;
            self.look(0)?;
            failed_starts = if said.runs == 0 { failed_starts + 1 } else { 0 };
            ensure!(
                failed_starts < MAX_FAILED_STARTS,
                "libFuzzer does not start ({status}): {}",
                said.last_line
            );
            if !status.success() {
                self.record_death(status, said);
            }
        }
        self.look(0)?;
        self.found.end = Moment { seconds, runs: self.runs };
        Ok(Some(self.found))
    }

    fn arguments(&self, number: u64) -> Vec<String> {
        let seconds = |time: Duration| time.as_millis().div_ceil(1_000).max(1);
        // Its seeds have 32 bits, and 0 stands for none.
        let seed = (self.trial.seed.wrapping_add(number) & 0xFFFF_FFFF).max(1);
        let mut arguments = vec![
            self.corpus.to_string_lossy().into_owned(),
            format!("-artifact_prefix={}/", self.artifacts.display()),
            format!("-seed={seed}"),
            format!("-timeout={}", seconds(self.limits.timeout)),
            format!("-rss_limit_mb={}", self.limits.memory >> 20),
            "-print_final_stats=1".to_owned(),
            // It would save them as it saves what it dies of.
            format!("-report_slow_units={}", i32::MAX),
        ];
        arguments.push(match self.trial.budget {
            // A little more: it is ended from outside, to the moment.
            Budget::Time(_) => format!("-max_total_time={}", seconds(self.time_left()) + 1),
            Budget::CpuTime(_) => "-max_total_time=0".to_owned(),
            Budget::Executions(runs) => format!("-runs={}", runs.saturating_sub(self.runs)),
        });
        if let Runner::Engine { options, .. } = &self.trial.runner {
            arguments.extend(options.iter().cloned());
        }
        arguments
    }

    /// Whether the trial is over, if the current process has made `runs` runs.
    fn is_over(&self, runs: u64) -> bool {
        match self.trial.budget {
            Budget::Time(time) | Budget::CpuTime(time) => self.elapsed() >= time,
            Budget::Executions(most) => self.runs + runs >= most,
        }
    }

    fn time_left(&self) -> Duration {
        match self.trial.budget {
            Budget::Time(time) => time.saturating_sub(self.elapsed()),
            // It takes at least as long as the processor time that is left.
            Budget::CpuTime(time) => time.saturating_sub(self.elapsed()).max(LEAST_LOOK),
            Budget::Executions(_) => LOOK,
        }
    }

    /// The time that the trial has taken, by its clock.
    fn elapsed(&self) -> Duration {
        match self.trial.budget {
            Budget::CpuTime(_) => self.processor_time.iter().sum(),
            Budget::Time(_) | Budget::Executions(_) => self.began.elapsed(),
        }
    }

    fn moment(&self, runs: u64) -> Moment {
        Moment { seconds: self.elapsed().as_secs_f64(), runs: self.runs + runs }
    }

    /// Keeps what is new in the corpus, so that it stays.
    fn look(&mut self, runs: u64) -> Result<()> {
        let cannot = || format!("cannot read {}", self.corpus.display());
        for entry in fs::read_dir(&self.corpus).with_context(cannot)? {
            let name = PathBuf::from(entry.with_context(cannot)?.file_name());
            if self.known.contains(&name) {
                continue;
            }
            let kept = self.kept.join(&name);
            match fs::hard_link(self.corpus.join(&name), &kept) {
                Ok(()) => {
                    let at = Moment { seconds: self.written(&kept), ..self.moment(runs) };
                    self.found.kept.push((kept, at));
                }
                // Its place was taken by a smaller one just now.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("cannot keep {}", kept.display()));
                }
            }
            self.known.insert(name);
        }
        Ok(())
    }

    /// When a file was written, in seconds since the beginning, and no later than the end.
    fn written(&self, file: &Path) -> f64 {
        let now = self.elapsed();
        let written = fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
        let since = written.and_then(|at| at.duration_since(self.began_at).ok());
        let latest = match self.trial.budget {
            Budget::Time(time) => now.min(time),
            // Files do not know it; it was a moment ago.
            Budget::CpuTime(time) => return now.min(time).as_secs_f64(),
            Budget::Executions(_) => now,
        };
        since.unwrap_or(now).min(latest).as_secs_f64()
    }

    /// Records what a process died of, once for each cause.
    fn record_death(&mut self, status: ExitStatus, said: Said) {
        let at = self.moment(0);
        let cause = match said.artifact {
            Some(path) => Cause::Saved(path),
            None => Cause::Unsaved(death(status, &said)),
        };
        let is_known = self.found.deaths.iter().any(|(known, _)| *known == cause);
        if !is_known {
            self.found.deaths.push((cause, at));
        }
    }
}

/// What a process died of that saved no input.
fn death(status: ExitStatus, said: &Said) -> Death {
    match status.signal() {
        // Its handler saves the input, and needs stack for that.
        Some(libc::SIGSEGV) => Death::StackOverflow,
        _ if said.overflowed => Death::StackOverflow,
        Some(signal) => Death::Signal(signal),
        None => Death::Exit(status.code().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_death_without_an_input_has_a_key_that_does_not_change() {
        let silent = Said { last_line: "#1\tNEW".to_owned(), ..Said::default() };
        let overflowed = Said { overflowed: true, ..silent.clone() };
        let signal = ExitStatus::from_raw;
        assert_eq!(death(signal(libc::SIGSEGV), &silent), Death::StackOverflow);
        assert_eq!(death(signal(libc::SIGABRT), &overflowed), Death::StackOverflow);
        assert_eq!(death(signal(libc::SIGKILL), &silent), Death::Signal(libc::SIGKILL));
        assert_eq!(death(ExitStatus::from_raw(77 << 8), &silent), Death::Exit(77));
    }
}
