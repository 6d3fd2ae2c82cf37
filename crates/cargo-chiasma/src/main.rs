//! `cargo chiasma`: build properties with coverage, breed inputs for them, supervise and show.

#![allow(
    unreachable_pub,
    reason = "everything is private to a command; `pub` says what a module offers"
)]
// What is printed goes through `output`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(target_os = "linux")]
#[macro_use]
mod output;
#[cfg(target_os = "linux")]
mod commands;
#[cfg(target_os = "linux")]
mod exit;
#[cfg(target_os = "linux")]
mod options;
#[cfg(target_os = "linux")]
mod screens;
#[cfg(target_os = "linux")]
mod start;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    start::main()
}

#[cfg(not(target_os = "linux"))]
#[allow(clippy::print_stderr, reason = "there is nothing else that prints")]
fn main() -> std::process::ExitCode {
    eprintln!(
        "error: cargo chiasma works on Linux only, so far (it needs /proc and ELF executables); properties are tested \
         everywhere by cargo test"
    );
    std::process::ExitCode::from(2)
}
