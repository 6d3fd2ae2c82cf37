//! What a process says of itself when it ends: its processor time, its peak memory, and where it is.
//!
//! Lines of `key value`, appended to the file that the benchmark names. Nothing watches from outside:
//! the supervisor buries a worker before anyone else could read its times.

use std::fmt::Display;
use std::fs::File;
use std::io::Write;

/// The variable that holds the path of the report.
pub const REPORT: &str = "LOOP_REPORT";

/// Adds a line to the report, if there is to be one.
pub fn say(key: &str, value: impl Display) {
    add(&format!("{key} {value}\n"));
}

fn add(line: &str) {
    if let Some(path) = std::env::var_os(REPORT)
        && let Ok(mut file) = File::options().create(true).append(true).open(path)
    {
        // A report that lacks a line is noticed by who reads it.
        let _ = file.write_all(line.as_bytes());
    }
}

/// Makes this process report when it ends.
pub extern "C" fn report_at_exit() {
    // SAFETY: a function that does not unwind, registered once before `main`.
    unsafe { libc::atexit(report) };
}

extern "C" fn report() {
    say("process_ns", processor_nanos());
    if let Some(peak) = peak_kib() {
        say("peak_kib", peak);
    }
    if let Ok(path) = std::env::current_exe() {
        say("executable", path.display());
    }
}

/// The processor time of this process so far.
pub fn processor_nanos() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is there to be written to.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The most memory that this process had in use. Not `getrusage`, which counts what the process that
/// started this one had.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Makes the binary that this is written in report when it ends.
#[macro_export]
macro_rules! report_at_exit {
    () => {
        // SAFETY: the loader calls what is in this section before `main`, with arguments that a C
        // function may ignore.
        #[used]
        #[unsafe(link_section = ".init_array")]
        static REPORT_AT_EXIT: extern "C" fn() = $crate::report::report_at_exit;
    };
}
