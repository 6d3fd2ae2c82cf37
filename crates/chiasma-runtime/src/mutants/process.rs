//! The process that runs mutants: forked from a worker, it answers one request after the other.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use chiasma_core::{Seed, Source};

use super::behaviour::Behaviour;
use super::exchange::{Answer, Conclusion, Exchange, Request};
use super::switch::{activate, count_steps, count_steps_up_to};
use crate::target::{OutcomeReport, Target};

/// How many more steps a mutant may take than the original, as a share of the original's: the paper's extra-time
/// ratio. Steps instead of time, so that a mutant fares the same again.
const EXTRA_STEPS: f64 = 0.1;
/// Steps that every mutant may take in addition: a short run has few to take a tenth of.
const FREE_STEPS: u64 = 100;
/// How often in a row the process may be silent for as long as it may be, if it had no processor for half of that.
const MAX_SILENCES: u32 = 20;
/// Memory that mutants may take beyond what the worker has.
const MEMORY: u64 = 2 << 30;

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    /// It was answered.
    Concluded(Conclusion),
    /// The process ended while it ran the next mutant, or the original if there is no answer yet and nothing ran.
    Died,
    /// The process did nothing for too long, and was killed.
    Hung,
}

/// A forked process that runs mutants; killed when it is dropped.
#[derive(Debug)]
pub(super) struct Process {
    id: libc::pid_t,
    stream: UnixStream,
    patience: Duration,
    pub(super) exchange: Exchange,
    /// Number of requests so far.
    pub(super) requests: u32,
}

impl Process {
    /// Forks a process for inputs of up to `max_size` bytes, with the state that the target is in.
    pub(super) fn fork(target: &mut dyn Target, max_size: usize) -> io::Result<Self> {
        let exchange = Exchange::new(max_size)?;
        let (worker, runner) = UnixStream::pair()?;
        // SAFETY: the child has this thread only. The others of a test binary wait for it and hold no lock
        // that is needed; the allocator's are put in order by `fork` itself. It ends without unwinding into
        // what was copied from the parent.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                drop(worker);
                // SAFETY: takes numbers, and touches no memory.
                #[cfg(target_os = "linux")]
                unsafe {
                    libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL)
                };
                // Messages of a mutant that dies are not for the one who reads of failures.
                silence();
                limit_memory();
                let served = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    serve(target, max_size, &exchange, &runner)
                }));
                // SAFETY: ends the process at once, without destructors of what the parent still has.
                unsafe { libc::_exit(i32::from(served.is_err())) }
            }
            id => {
                let patience = Duration::ZERO;
                Ok(Self { id, stream: worker, patience, exchange, requests: 0 })
            }
        }
    }

    /// Asks for the answers to a request, and waits until they are there. The process may be silent for
    /// `patience` if it has a processor, and is of no more use unless the request was concluded.
    pub(super) fn ask(&mut self, request: Request<'_>, patience: Duration) -> Reply {
        self.requests += 1;
        self.exchange.put(request);
        if self.patience != patience {
            self.patience = patience;
            // Without a limit a mutant that hangs would be waited for.
            if self.stream.set_read_timeout(Some(patience)).is_err() {
                return Reply::Died;
            }
        }
        if self.stream.write_all(&[0]).is_err() {
            return Reply::Died;
        }
        let (mut progress, mut silences, mut before) = (0, 0, self.processor_time());
        loop {
            match self.stream.read(&mut [0]) {
                Ok(1) => return Reply::Concluded(self.exchange.conclusion()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let (last, now) = (progress, self.processor_time());
                    progress = self.exchange.progress();
                    silences = if progress == last { silences + 1 } else { 0 };
                    // On a busy machine it may not have had a processor for all that time.
                    let had_time = now.saturating_sub(before) >= patience / 2;
                    if silences > 0 && (had_time || silences == MAX_SILENCES) {
                        return Reply::Hung;
                    }
                    if silences == 0 {
                        before = now;
                    }
                }
                _ => return Reply::Died,
            }
        }
    }
}

impl Process {
    /// The processor time that it has taken; zero if the system does not tell.
    fn processor_time(&self) -> Duration {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let mut clock = 0;
        // SAFETY: both calls write to variables that outlive them; the second gets the clock that the first gave.
        let told = unsafe {
            libc::clock_getcpuclockid(self.id, &raw mut clock) == 0
                && libc::clock_gettime(clock, &raw mut time) == 0
        };
        if !told {
            return Duration::ZERO;
        }
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // SAFETY: the process is a child that was not waited for, so its number is still its own.
        unsafe {
            libc::kill(self.id, libc::SIGKILL);
            libc::waitpid(self.id, std::ptr::null_mut(), 0);
        }
    }
}

/// What the process does: it answers requests until the worker is gone.
fn serve(
    target: &mut dyn Target,
    max_size: usize,
    exchange: &Exchange,
    mut stream: &UnixStream,
) -> io::Result<()> {
    let mut source = Source::with_max_size(max_size, Seed(0));
    let mut input = Vec::new();
    target.watch_output();
    while stream.read(&mut [0])? == 1 {
        exchange.read_input(&mut input);
        exchange.conclude(conclusion(target, &mut source, &input, exchange));
        stream.write_all(&[0])?;
    }
    Ok(())
}

/// Runs the original, then each mutant, then the original once more if one was killed: a mutant may have changed
/// what outlives a run, and then the answers are of no use.
fn conclusion(
    target: &mut dyn Target,
    source: &mut Source,
    input: &[u8],
    exchange: &Exchange,
) -> Conclusion {
    let original = Behaviour::of(target, source, input, &mut count_steps);
    exchange.advance();
    if matches!(original.outcome, OutcomeReport::Failed { .. })
        || original.hash() != exchange.expected()
    {
        return Conclusion::OriginalDiffers;
    }
    let steps = u64::MAX - original.steps_left;
    let limit = steps + (steps as f64 * EXTRA_STEPS) as u64 + FREE_STEPS;
    let mut all_survived = true;
    for mutant in exchange.mutants() {
        let run = Behaviour::of(target, source, input, &mut || activate(mutant, limit));
        let answer = run.beside(&original);
        all_survived &= answer == Answer::Survived;
        exchange.answer(answer);
        exchange.advance();
    }
    if all_survived {
        return Conclusion::Sound;
    }
    let again = Behaviour::of(target, source, input, &mut || count_steps_up_to(limit));
    exchange.advance();
    if again.hash() == original.hash() { Conclusion::Sound } else { Conclusion::OriginalChanged }
}

/// Sends what this process prints to nowhere.
fn silence() {
    // SAFETY: the path is a C string, and the descriptors are the standard ones.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        if nowhere >= 0 {
            libc::dup2(nowhere, 1);
            libc::dup2(nowhere, 2);
        }
    }
}

/// Bounds the memory of this process, so that a mutant that takes all there is dies alone.
fn limit_memory() {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    let Some(pages) = pages else { return };
    // SAFETY: asks for a number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let bytes = pages * u64::try_from(page).unwrap_or(4_096) + MEMORY;
    let limit = libc::rlimit { rlim_cur: bytes as _, rlim_max: bytes as _ };
    // SAFETY: reads `limit`, which outlives the call.
    unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) };
}
