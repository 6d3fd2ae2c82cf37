//! A stack that goes on behind its end, so that a run which overflows it need not kill the process.
//!
//! A worker that breeds runs on a thread whose stack is many times as large as that of the thread that the test
//! was started on. Where the test's stack would have ended there is a barrier, memory that may not be touched. A run that
//! touches it has overflowed the stack, as it would in `cargo test`: the handler of the signal takes the call stack, opens
//! the barrier, and lets the run go on to its end. Only a recursion without end dies.
//!
//! A death costs a new process and the runs since the last checkpoint; an overflow costs a signal.

use std::ffi::c_void;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Size of the stack behind the barrier, in stacks of the test.
const RESERVE: usize = 32;
/// Size of the barrier. Compiled Rust touches a page after the other; other code may leave some out.
const BARRIER: usize = 64 << 10;
/// What a thread uses of its stack before anything runs on it, and after its end is noticed.
const MARGIN: usize = 256 << 10;

/// Where the barrier is; 0 if there is none.
static BARRIER_AT: AtomicUsize = AtomicUsize::new(0);
/// Whether it was touched since it was last closed.
static OVERFLOWED: AtomicBool = AtomicBool::new(false);

/// A value that is used by one thread at a time.
struct Handed<T>(T);

// SAFETY: `run` hands it to a thread, and waits for that thread to end before anything else happens.
unsafe impl<T> Send for Handed<T> {}

impl<T> Handed<T> {
    /// A method, so that a closure captures the whole of `self`.
    fn take(self) -> T {
        self.0
    }
}

/// Calls `work` on a thread with a deep stack, and waits for it. Where there cannot be one, it is called on this
/// thread.
pub(crate) fn run<T>(work: impl FnOnce() -> T) -> T {
    let Some(size) = stack_of_this_thread().filter(|_| cfg!(target_os = "linux")) else {
        return work();
    };
    let current = thread::current();
    let name = current.name().unwrap_or("worker").to_owned();
    let builder = thread::Builder::new().name(name).stack_size(size * (1 + RESERVE) + MARGIN);
    let mut work = Some(Handed(work));
    let ended = thread::scope(|scope| {
        let slot = Handed(&mut work);
        let spawned = builder.spawn_scoped(scope, move || {
            let work = slot.take().take().map(Handed::take);
            raise_barrier(size);
            Handed(work.map(|work| work()))
        });
        spawned.ok().map(thread::ScopedJoinHandle::join)
    });
    match (ended, work) {
        (Some(Ok(Handed(Some(result)))), _) => result,
        (Some(Err(panic)), _) => std::panic::resume_unwind(panic),
        // No such thread could be started.
        (_, Some(Handed(work))) => work(),
        (_, None) => unreachable!("the work is taken by the thread that gives its result"),
    }
}

/// The size of the stack of this thread, if the system tells.
fn stack_of_this_thread() -> Option<usize> {
    #[cfg(target_os = "linux")]
    // SAFETY: the attributes are initialised by the first call, only read if that succeeded, and destroyed.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &raw mut attributes) != 0 {
            return None;
        }
        let mut size = 0;
        let told = libc::pthread_attr_getstacksize(&raw const attributes, &raw mut size);
        libc::pthread_attr_destroy(&raw mut attributes);
        (told == 0 && size > 2 * BARRIER).then_some(size)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Puts the barrier `size` bytes below the stack's present end.
fn raise_barrier(size: usize) {
    let here = 0_u8;
    let at = (&raw const here as usize).saturating_sub(size) / BARRIER * BARRIER;
    if protect(at, libc::PROT_NONE).is_ok() {
        take_large_pages(at.saturating_sub(RESERVE * size), at);
        BARRIER_AT.store(at, Ordering::Release);
    }
}

/// Has this part of the stack made of large pages, if the system has them: to be given it in small ones takes a
/// recursion without end longer than all the rest.
fn take_large_pages(from: usize, to: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: advice on a part of this thread's stack, which does not change what is in it.
    unsafe {
        let from = from.next_multiple_of(BARRIER);
        libc::madvise(from as *mut c_void, to.saturating_sub(from), libc::MADV_HUGEPAGE);
    }
}

fn protect(at: usize, protection: i32) -> io::Result<()> {
    // SAFETY: the range is a part of this thread's stack that is not in use: far below the frames under way when it is
    // closed, and it is opened only by the signal's handler.
    match unsafe { libc::mprotect(at as *mut c_void, BARRIER, protection) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Whether a fault at this address is one at the barrier; then `note` is called, and the barrier is open: the run can go on.
///
/// Called by the handler of a signal.
pub(crate) fn passes(address: usize, note: impl FnOnce()) -> bool {
    let at = BARRIER_AT.load(Ordering::Acquire);
    let is_there = at != 0 && (at..at + BARRIER).contains(&address);
    if !is_there || OVERFLOWED.load(Ordering::Relaxed) {
        return false;
    }
    note();
    OVERFLOWED.store(true, Ordering::Relaxed);
    protect(at, libc::PROT_READ | libc::PROT_WRITE).is_ok()
}

/// Whether the run that has just ended overflowed the stack; then the barrier is closed again.
#[inline]
pub(crate) fn take_overflow() -> bool {
    OVERFLOWED.load(Ordering::Relaxed) && close_barrier()
}

#[cold]
fn close_barrier() -> bool {
    // If it stays open, later overflows pass unnoticed, as with a larger stack.
    let _ = protect(BARRIER_AT.load(Ordering::Acquire), libc::PROT_NONE);
    OVERFLOWED.store(false, Ordering::Relaxed);
    true
}
