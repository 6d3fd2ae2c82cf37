//! Asking a process that hangs for its call stack, at several moments, before it is killed.

use std::time::{Duration, Instant};

use chiasma_runtime::stacks::sampling_signal;

/// How long a process is asked that leaves fewer stacks than are wanted: on a busy machine it may wait for a processor,
/// and a hang without a stack cannot be told from any other.
const PATIENCE: Duration = Duration::from_secs(1);

/// Since when a run is asked for its stacks.
#[derive(Debug)]
pub(super) struct Sampling {
    run: u64,
    since: Instant,
}

impl Sampling {
    /// No run was asked yet.
    pub(super) fn new() -> Self {
        Self { run: 0, since: Instant::now() }
    }

    /// Has the thread that runs inputs leave its stack in the shared memory; not if there are as many as are
    /// `wanted`, or there will not be.
    pub(super) fn ask(
        &mut self,
        run: u64,
        stacks: Stacks,
        process: u32,
        thread: Option<u32>,
    ) -> bool {
        if self.run != run {
            *self = Self { run, since: Instant::now() };
        }
        let asks = stacks.left < stacks.wanted && self.since.elapsed() < PATIENCE;
        #[cfg(target_os = "linux")]
        if let Some(thread) = thread.filter(|_| asks) {
            // SAFETY: a signal to a thread of our child, which was not waited for; it touches no memory.
            unsafe { libc::syscall(libc::SYS_tgkill, process, thread, sampling_signal()) };
        }
        asks
    }
}

/// The call stacks of one run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stacks {
    /// How many there are.
    pub(super) left: usize,
    /// How many there are to be.
    pub(super) wanted: usize,
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    #[test]
    fn a_run_is_asked_until_it_has_left_its_stacks_or_a_second_is_over() {
        let mut sampling = Sampling::new();
        let mut ask = |run, left| sampling.ask(run, Stacks { left, wanted: 6 }, 0, None);
        assert!((0..50).all(|_| ask(1, 0)), "it had no processor yet");
        assert!(ask(1, 5) && !ask(1, 6));
        assert!(ask(2, 0), "another run");
        sleep(PATIENCE);
        assert!(!ask(2, 0), "it will not");
        assert!(ask(3, 0));
    }
}
