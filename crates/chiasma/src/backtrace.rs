//! The call stack of a panic, without what is not the user's.

use std::backtrace::{Backtrace, BacktraceStatus};

use chiasma_core::Place;

/// What `std` calls on the way from a panic to its hook.
const PANICKING: [&str; 6] = [
    "rust_begin_unwind",
    "std::panicking::begin_panic",
    "std::panic::panic_any",
    "core::panicking::",
    "core::result::unwrap_failed",
    "core::option::",
];

/// The calls on the stack of the panic under way, from the innermost to the property's own, if
/// `RUST_BACKTRACE` asks for them; all there are if it says `full`.
pub(crate) fn of_this_panic() -> Option<String> {
    let backtrace = Backtrace::capture();
    if backtrace.status() != BacktraceStatus::Captured {
        return None;
    }
    let text = backtrace.to_string();
    let is_full = std::env::var("RUST_BACKTRACE").is_ok_and(|said| said == "full");
    Some(if is_full { text } else { shortened(&text) })
}

/// The frames between the panic and the runner; all of them if these are not to be found.
fn shortened(text: &str) -> String {
    let frames = frames(text);
    let is_runner = |frame: &String| frame.contains("chiasma::runner::run_once");
    let end = frames.iter().position(is_runner).unwrap_or(frames.len());
    let is_panicking = |frame: &String| PANICKING.iter().any(|name| frame.contains(name));
    let start = frames[..end].iter().rposition(is_panicking).map_or(0, |last| last + 1);
    frames[start..end].concat()
}

/// The frames, each with the line that says where it is.
fn frames(text: &str) -> Vec<String> {
    let mut frames: Vec<String> = Vec::new();
    for line in text.lines() {
        match (frames.last_mut(), line.split_once("at ")) {
            (Some(frame), Some((blanks, place))) if blanks.trim().is_empty() => {
                // A place in a dependency is shown from its crate on, as everywhere.
                let place = Place::parse(place).map(|place| place.portable().to_string());
                match place {
                    Some(place) => frame.push_str(&format!("{blanks}at {place}\n")),
                    None => frame.push_str(&format!("{line}\n")),
                }
            }
            _ => frames.push(format!("{line}\n")),
        }
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_between_the_panic_and_the_runner_is_shown() {
        let text = "   0: std::panicking::begin_panic_handler\n             at /rustc/std.rs:1:1\n   \
                    1: core::panicking::panic_fmt\n   2: target::parse\n             at ./src/lib.rs:9:5\n   \
                    3: core::ops::function::FnOnce::call_once\n   4: chiasma::runner::run_once\n   5: main\n";
        let shown = "   2: target::parse\n             at ./src/lib.rs:9:5\n   \
                     3: core::ops::function::FnOnce::call_once\n";
        assert_eq!(shortened(text), shown);
        let text = "   0: grass::parse\n             at /home/me/.cargo/registry/src/index.crates.io-1/grass-0.1.0/src/a.rs:9:5\n";
        let shown = "   0: grass::parse\n             at grass-0.1.0/src/a.rs:9:5\n";
        assert_eq!(shortened(text), shown);
        assert_eq!(
            shortened("   0: <unknown>\n   1: <unknown>\n"),
            "   0: <unknown>\n   1: <unknown>\n"
        );
    }
}
