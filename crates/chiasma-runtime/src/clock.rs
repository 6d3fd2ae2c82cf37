//! Clocks: a cheap one, read twice in every run that is timed, and the processor time of a thread.

use std::time::Duration;

/// A count that goes up evenly with time. Unit unspecified (TSC cycles on x86-64).
#[inline]
#[must_use]
pub fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: reads a counter that every x86-64 processor has, and nothing else.
        unsafe { std::arch::x86_64::_rdtsc() }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }
}

/// The processor time that this thread has taken: what something takes on a busy machine, too.
#[must_use]
pub fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is written to a variable that outlives the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_go_up_with_time() {
        let before = ticks();
        std::thread::sleep(std::time::Duration::from_millis(5));
        let between = ticks();
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(before < between && between < ticks());
    }
}
