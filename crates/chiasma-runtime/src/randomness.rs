//! Random numbers of the operating system, the same each time in a worker.
//!
//! The standard library takes the seeds of `HashMap` from `getrandom`, and so do most crates that draw random numbers. A
//! search is to be repeatable, so the worker has a `getrandom` of its own, which programs find before that of
//! libc. Only the feature `fuzz` links it, and in a process that is no worker it asks the system.

use std::cell::Cell;
use std::ffi::{CStr, c_uint, c_void};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use chiasma_core::{Rng, Seed};

/// [`crate::RANDOM`], as libc takes it.
const RANDOM_C: &CStr = c"CHIASMA_RANDOM";

/// Whether the seed is known: not yet, there is none, it is in [`SEED`].
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
static SEED: AtomicU64 = AtomicU64::new(0);
const UNKNOWN: u8 = 0;
const NONE: u8 = 1;
const KNOWN: u8 = 2;

thread_local! {
    /// How many blocks a thread has got. Threads get the same ones, whichever is first.
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// Makes sure that `getrandom` is linked: a weak reference, as the standard library has one, does not fetch it.
pub(crate) fn link() {
    std::hint::black_box(getrandom as *const ());
}

/// Fills `buffer` with random bytes, as the function of libc does.
///
/// # Safety
/// `buffer` must be valid for writes of `length` bytes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn getrandom(
    buffer: *mut c_void,
    length: usize,
    flags: c_uint,
) -> libc::ssize_t {
    let Some(seed) = seed() else {
        // SAFETY: the same call with the same arguments, for which the caller answers.
        return unsafe {
            libc::syscall(libc::SYS_getrandom, buffer, length, flags) as libc::ssize_t
        };
    };
    let taken = TAKEN.with(|taken| taken.replace(taken.get() + 1));
    // SAFETY: the caller says that these bytes may be written; bytes need no initial value to be written to.
    let bytes = unsafe { std::slice::from_raw_parts_mut(buffer.cast::<u8>(), length) };
    Rng::new(Seed(seed).child(taken)).fill(bytes);
    length as libc::ssize_t
}

/// The seed of this process, if it is a worker. Read once, before a target may change the environment.
fn seed() -> Option<u64> {
    match STATE.load(Ordering::Acquire) {
        NONE => None,
        KNOWN => Some(SEED.load(Ordering::Relaxed)),
        _ => {
            let seed = read_seed();
            SEED.store(seed.unwrap_or_default(), Ordering::Relaxed);
            STATE.store(if seed.is_some() { KNOWN } else { NONE }, Ordering::Release);
            seed
        }
    }
}

fn read_seed() -> Option<u64> {
    // Not `std::env`, which allocates and locks: this may be called from within either.
    // SAFETY: the name ends with a zero, and at its first call a process has not changed its environment.
    let value = unsafe { libc::getenv(RANDOM_C.as_ptr()) };
    if value.is_null() {
        return None;
    }
    // SAFETY: what `getenv` gives ends with a zero.
    unsafe { CStr::from_ptr(value) }.to_str().ok()?.parse().ok()
}
