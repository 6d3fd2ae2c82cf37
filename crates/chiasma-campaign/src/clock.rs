//! What the time of a campaign is measured by.

use std::time::Duration;

/// The clock of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clock {
    /// Time as it passes.
    #[default]
    Wall,
    /// The processor time of the processes that run inputs, which other work on the machine hardly changes.
    Processor,
}

/// The processor time that a process has taken so far, in all of its threads; nothing if there is no such process.
#[must_use]
pub fn processor_time(pid: u32) -> Option<Duration> {
    let pid = libc::pid_t::try_from(pid).ok()?;
    let mut clock: libc::clockid_t = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both write only to the places that they are given, which are ours.
    let failed = unsafe {
        libc::clock_getcpuclockid(pid, &raw mut clock) != 0
            || libc::clock_gettime(clock, &raw mut time) != 0
    };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    (!failed).then(|| Duration::new(seconds, nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn processor_time_grows_with_work_and_not_with_waiting() {
        let id = std::process::id();
        let before = processor_time(id).expect("this process is there");
        let mut number = 1_u64;
        while processor_time(id).expect("it is still there") < before + Duration::from_millis(5) {
            for _ in 0..10_000 {
                number = std::hint::black_box(number.wrapping_mul(3));
            }
        }
        let mut waiting = Command::new("cat").stdin(Stdio::piped()).spawn().expect("cat starts");
        let taken = processor_time(waiting.id());
        waiting.kill().expect("it is ours");
        waiting.wait().expect("it is ours");
        assert!(taken.expect("it waits for its input") < Duration::from_secs(1));
        assert_eq!(processor_time(waiting.id()), None, "it has ended");
    }
}
