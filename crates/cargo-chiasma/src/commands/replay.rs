//! `cargo chiasma replay`: run saved inputs, each in a process of its own, and print their outcomes.

use anyhow::Result;
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
        options.files.store(&property).load_failures()?
    } else {
        options.inputs.iter().map(|path| store::load(path)).collect::<Result<_>>()?
    };
    if files.is_empty() {
        eprintln!("{} has no saved failures", property.path);
        return Ok(Exit::Passed);
    }
    let directory = tempfile::tempdir()?;
    let symbols = Symbols::of(&property.binary.executable)?;
    let limits = options.limits.limits();
    let mut failed = false;
    for file in &files {
        println!("{}", file.path.display());
        let input = Input::Chi { text: file.text.clone() };
        let found = examine(&property, directory.path(), &limits, input, Depth::Run {})?;
        for value in &found.values {
            print_indented(&format!("{} = {}", value.name, value.text));
        }
        if let Some(Matched { saved, used, fresh }) = found.matched.filter(|m| !m.is_whole()) {
            println!(
                "  the generator has changed: {used} of {saved} saved choices still fit, {fresh} drawn anew"
            );
        }
        match (&found.outcome, found.key_with_callers(&symbols)) {
            (outcome, Some(key)) => {
                failed = true;
                println!("  fails: {key}");
                match outcome {
                    Some(Outcome::Failed { failure }) if found.death.is_none() => {
                        print_indented(failure.message.trim());
                    }
                    _ => print_indented(found.output.trim()),
                }
                for caller in &key.callers {
                    println!("    in {caller}");
                }
            }
            (Some(Outcome::Invalid { why }), None) => println!("  invalid: {why}"),
            _ => println!("  passes"),
        }
        println!();
    }
    Ok(if failed { Exit::FailureFound } else { Exit::Passed })
}

fn print_indented(text: &str) {
    for line in text.lines() {
        println!("  {line}");
    }
}
