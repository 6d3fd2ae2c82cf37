//! Refuses to read the memory of a process, as some containers do. Loaded before the C library (`LD_PRELOAD`).

#[unsafe(no_mangle)]
pub extern "C" fn process_vm_readv() -> isize {
    -1
}
