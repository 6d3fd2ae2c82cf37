//! `cargo chiasma replay`: run saved inputs, each in a process of its own, and print their outcomes.

use anyhow::Result;
use chiasma_core::display::shortened;
use chiasma_runtime::Outcome;
use chiasma_runtime::protocol::{Depth, Input, Matched};

use crate::exit::Exit;
use crate::options::ReplayOptions;
use chiasma_campaign::examine;
use chiasma_campaign::store::{self, SavedFile};
use chiasma_campaign::symbols::Symbols;

/// Replays the files asked for, or all failures of the property.
pub fn run(options: &ReplayOptions) -> Result<Exit> {
    let property = super::the_property(&options.build, Some(&options.property))?;
    let files: Vec<SavedFile> = if options.inputs.is_empty() {
        super::readable(options.files.store(&property).load_failures()?)
    } else {
        options.inputs.iter().map(|path| store::load(path)).collect::<Result<_>>()?
    };
    if files.is_empty() {
        note!("{} has no saved failures", property.path);
        return Ok(Exit::Passed);
    }
    let directory = chiasma_campaign::Scratch::new()?;
    let symbols = Symbols::of(&property.binary.executable)?;
    let limits = options.limits.limits();
    let mut failed = false;
    for file in &files {
        say!("{}", file.path.display());
        let input = Input::Chi { text: file.text.clone() };
        let found = examine(&property, directory.path(), &limits, input, Depth::Run {})?;
        for value in &found.values {
            print_indented(&format!("{} = {}", value.name, value.text));
        }
        if let Some(Matched { saved, used, fresh }) = found.matched.filter(|m| !m.is_whole()) {
            say!(
                "  the generator has changed: {used} of {saved} saved choices still fit, {fresh} drawn anew"
            );
        }
        match (&found.outcome, found.key_with_callers(&symbols)) {
            (outcome, Some(key)) => {
                failed = true;
                say!("  fails: {key}");
                match outcome {
                    Some(Outcome::Failed { failure }) if found.death.is_none() => {
                        print_indented(failure.message.trim());
                    }
                    _ => print_indented(found.output.trim()),
                }
                for caller in &key.callers {
                    say!("    in {caller}");
                }
            }
            (Some(Outcome::Invalid { why }), None) => say!("  invalid: {why}"),
            _ => say!("  passes"),
        }
        say!("");
    }
    Ok(if failed { Exit::FailureFound } else { Exit::Passed })
}

fn print_indented(text: &str) {
    for line in shortened(text).lines() {
        say!("  {line}");
    }
}
