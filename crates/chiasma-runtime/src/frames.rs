//! The call stack as return addresses: cheap to capture at every panic; the supervisor names the functions.

use std::ffi::{c_int, c_void};

/// Maximum number of frames captured.
pub const MAX_FRAMES: usize = 48;

type Visit = extern "C" fn(context: *mut c_void, frames: *mut c_void) -> c_int;

// The unwinder that std itself is linked to.
unsafe extern "C" {
    fn _Unwind_Backtrace(visit: Visit, frames: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
    /// The first byte of the executable; defined by the linker.
    static __ehdr_start: u8;
}

/// The addresses on the call stack, innermost first, relative to the executable's beginning.
#[must_use]
pub fn capture() -> Vec<u64> {
    extern "C" fn visit(context: *mut c_void, frames: *mut c_void) -> c_int {
        // SAFETY: `frames` is the vector below, which outlives the walk and is not used elsewhere meanwhile;
        // `context` is valid for the time of this call.
        let (frames, ip) = unsafe { (&mut *frames.cast::<Vec<usize>>(), _Unwind_GetIP(context)) };
        frames.push(ip);
        // Any result but 0 ends the walk.
        c_int::from(frames.len() == MAX_FRAMES)
    }
    let mut frames: Vec<usize> = Vec::with_capacity(MAX_FRAMES);
    // SAFETY: `visit` has the signature that the unwinder asks for, and does not unwind.
    unsafe { _Unwind_Backtrace(visit, (&raw mut frames).cast()) };
    let base = image_base();
    frames.into_iter().map(|ip| ip.wrapping_sub(base) as u64).collect()
}

/// Where the executable begins in memory.
pub(crate) fn image_base() -> usize {
    // Miri has no linker, and no executable.
    if cfg!(miri) { 0 } else { &raw const __ehdr_start as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    fn outer() -> Vec<u64> {
        std::hint::black_box(capture())
    }

    #[test]
    fn frames_are_the_same_from_the_same_place_and_differ_from_another() {
        let (mut same, mut other) = (Vec::new(), Vec::new());
        for round in 0..3 {
            if round < 2 {
                same.push(outer());
            } else {
                other.push(outer());
            }
        }
        assert!(same[0].len() > 3);
        assert_eq!(same[0], same[1]);
        assert_ne!(same[0], other[0]);
    }
}
