//! This program as the process that runs one trigger, and reports as far as it gets.
//!
//! What it prints is one line for the title of a panic and one for each caller, or one that says how the
//! run ended.

use std::backtrace::Backtrace;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use chiasma_lab::defects::Defect;

use crate::catalogue;

/// The stack that a test's thread has, and so what a property runs on.
const STACK: usize = 2 << 20;
/// As many callers as Chiasma keeps.
const CALLERS: usize = 5;

/// Before the title of a panic.
pub(crate) const TITLE: &str = "title ";
/// Before a caller.
pub(crate) const CALLER: &str = "caller ";
/// Said of an input that is valid.
pub(crate) const VALID: &str = "valid";
/// Before why an input is invalid.
pub(crate) const INVALID: &str = "invalid ";

/// Runs the trigger of a defect.
pub(crate) fn reproduce(defect: &Defect) -> Result<ExitCode> {
    let subject = catalogue::find(&defect.subject)?;
    let input = defect.trigger.input();
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
        println!("{TITLE}panic{place}");
        for caller in callers(&Backtrace::force_capture().to_string()) {
            println!("{CALLER}{caller}");
        }
    }));
    let run = move || subject.run(&input);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    // A panic has told of itself.
    let Ok(ran) = thread.context("cannot start a thread")?.join() else {
        return Ok(ExitCode::SUCCESS);
    };
    match ran? {
        Ok(_) => println!("{VALID}"),
        Err(why) => println!("{INVALID}{}", why.lines().next().unwrap_or_default()),
    }
    Ok(ExitCode::SUCCESS)
}

/// The innermost functions of user code, as Chiasma finds them.
fn callers(backtrace: &str) -> Vec<String> {
    let mut lines = backtrace.lines().peekable();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some((number, name)) = line.trim_start().split_once(": ") else { continue };
        if number.parse::<u32>().is_err() {
            continue;
        }
        let place = lines.next_if(|next| next.trim_start().starts_with("at "));
        let in_library = place.is_some_and(|place| place.contains("at /rustc/"));
        if !in_library && is_user_code(name) {
            found.push(name.to_owned());
        }
    }
    found.truncate(CALLERS);
    found
}

fn is_user_code(name: &str) -> bool {
    let foreign =
        ["std::", "core::", "alloc::", "subjects::", "rust_", "_", "start_thread", "clone"];
    let name = name.trim_start_matches(['<', '&']).trim_start_matches("dyn ");
    !foreign.iter().any(|prefix| name.starts_with(prefix))
}
