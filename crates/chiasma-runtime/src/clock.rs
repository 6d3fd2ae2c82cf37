//! A cheap clock, read twice in every run that is timed.

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
