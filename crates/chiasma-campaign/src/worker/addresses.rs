//! Processes whose memory is at the same addresses each time.

/// Starts a process whose addresses are not random, as far as the system lets us: what depends on them, such as the
/// order of a set of pointers, is then the same in each run.
#[cfg(target_os = "linux")]
pub(super) fn fixed<T>(start: impl FnOnce() -> T) -> T {
    /// Asks for the current flags.
    const CURRENT: libc::c_ulong = 0xffff_ffff;
    // SAFETY: it concerns this thread and the processes that it starts, and no memory.
    let before = unsafe { libc::personality(CURRENT) };
    if before < 0 {
        return start();
    }
    let flags = before as libc::c_ulong | libc::ADDR_NO_RANDOMIZE as libc::c_ulong;
    // SAFETY: as above; where it is forbidden, nothing changes.
    unsafe { libc::personality(flags) };
    let started = start();
    // SAFETY: as above.
    unsafe { libc::personality(before as libc::c_ulong) };
    started
}

#[cfg(not(target_os = "linux"))]
pub(super) fn fixed<T>(start: impl FnOnce() -> T) -> T {
    start()
}
