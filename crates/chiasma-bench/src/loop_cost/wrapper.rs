//! This program as the compiler's wrapper: gives libFuzzer's binaries the coverage that Chiasma's have.
//!
//! `RUSTFLAGS` would instrument Chiasma's sources as well, which `cargo chiasma` does not, and make
//! libFuzzer slower than it has to be.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// The variable whose presence makes this program a wrapper.
pub(super) const WRAPPER: &str = "CHIASMA_BENCH_WRAPPER";

const FLAGS: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];

/// Crates without coverage, besides Chiasma's: those of `cargo chiasma`'s own list that are linked
/// here, and what belongs to libFuzzer.
const LEFT_OUT: [&str; 4] = ["memchr", "libfuzzer_sys", "arbitrary", "libfuzzer_targets"];

/// If cargo started this program as its compiler wrapper, compiles, and gives the exit code.
#[must_use]
pub fn run_if_asked() -> Option<ExitCode> {
    std::env::var_os(WRAPPER)?;
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (compiler, arguments) = arguments.split_first()?;
    let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
    let after = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1)
    };
    // Build scripts and proc-macros are built for the host, without `--target`.
    let covered = after("--target").is_some()
        && after("--crate-name").is_some_and(|name| {
            name != "___" && !name.starts_with("chiasma") && !LEFT_OUT.contains(&name.as_ref())
        });
    let flags: &[&str] = if covered { &FLAGS } else { &[] };
    let status = Command::new(compiler).args(arguments).args(flags).status();
    Some(match status {
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(error) => {
            eprintln!("error: cannot start {}: {error}", compiler.to_string_lossy());
            ExitCode::FAILURE
        }
    })
}
