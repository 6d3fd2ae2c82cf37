//! Asking a process that hangs for its call stack, at several moments, before it is killed.

use chiasma_runtime::stacks::sampling_signal;

/// How often a run was asked for its stack.
#[derive(Debug, Default)]
pub(super) struct Sampling {
    run: u64,
    asked: usize,
}

impl Sampling {
    /// Has the thread that runs inputs leave its stack in the shared memory; not if it was
    /// asked `most` times in this run.
    pub(super) fn ask(&mut self, run: u64, most: usize, process: u32, thread: Option<u32>) -> bool {
        if self.run != run {
            *self = Self { run, asked: 0 };
        }
        self.asked += 1;
        #[cfg(target_os = "linux")]
        if let Some(thread) = thread {
            // SAFETY: a signal to a thread of our child, which was not waited for; it touches no memory.
            unsafe { libc::syscall(libc::SYS_tgkill, process, thread, sampling_signal()) };
        }
        self.asked <= most
    }
}
