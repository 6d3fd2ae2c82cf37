//! `cargo chiasma replay`: run saved inputs, each in a process of its own, and print their outcomes.

use std::io::ErrorKind;

use anyhow::{Context, Result};
use chiasma_core::display::shortened;
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Detail, Input, Matched};

use crate::exit::Exit;
use crate::options::ReplayOptions;
use chiasma_campaign::property::Property;
use chiasma_campaign::store::{self, SavedFile};
use chiasma_campaign::symbols::Symbols;
use chiasma_campaign::{examine, examine_all};

/// Replays the files asked for, or all failures of the property.
pub fn run(options: &ReplayOptions) -> Result<Exit> {
    let property = super::the_property(&options.property)?;
    let files: Vec<SavedFile> = if options.inputs.is_empty() {
        super::readable(options.files.store(&property).load_failures()?)
    } else {
        options.inputs.iter().map(|path| store::load(path)).collect::<Result<_>>()?
    };
    if files.is_empty() {
        note!("{} has no saved failures", property.path);
        return Ok(Exit::Passed);
    }
    if options.raw {
        return print_values(&property, options, &files);
    }
    let directory = chiasma_campaign::Scratch::new()?;
    let symbols = Symbols::of(&property.binary.executable)?;
    let limits = options.property.limits();
    let mut failed = false;
    for file in &files {
        say!("{}", store::shown(&file.path));
        let input = file.input();
        let found = examine(&property, directory.path(), &limits, input, Depth::Run {})?;
        for value in &found.values {
            print_indented(&format!("{} = {}", value.name, value.text));
        }
        if let Some(Matched { saved, used, fresh }) = found.matched.filter(|m| !m.is_whole()) {
            say!(
                "  the generator has changed: {used} of {saved} saved choices still fit, {fresh} drawn fresh"
            );
        }
        match (&found.outcome, found.key(&symbols)) {
            (_, Some(key)) => {
                failed = true;
                say!("  fails: {key}");
                print_indented(&found.message(&symbols));
                for caller in &key.callers {
                    say!("    in {caller}");
                }
            }
            (Some(OutcomeReport::Invalid { why }), None) => say!("  invalid: {why}"),
            _ => say!("  passes"),
        }
        say!("");
    }
    Ok(if failed { Exit::FailureFound } else { Exit::Passed })
}

/// Prints the values of saved inputs and nothing else; messages go to standard error.
fn print_values(property: &Property, options: &ReplayOptions, files: &[SavedFile]) -> Result<Exit> {
    let inputs: Vec<Input> = files.iter().map(SavedFile::input).collect();
    let limits = options.property.limits();
    let batch =
        examine_all(property, &limits, &inputs, Depth::Print {}, Detail::Lines {}, &mut |_| ())?;
    let is_single =
        batch.examined.iter().map(|examined| examined.printed.len()).sum::<usize>() == 1;
    for (file, examined) in files.iter().zip(&batch.examined) {
        let path = store::shown(&file.path);
        if let Some(reason) = super::export::no_values(examined) {
            note!("{path}: {reason}");
            continue;
        }
        for (value, bytes) in examined.values.iter().zip(&examined.printed) {
            if !is_single {
                note!("{path}: {}", value.name);
            }
            // A single value is printed to the byte; several must at least be separable.
            let end: &[u8] = if is_single { b"" } else { b"\n" };
            match crate::output::raw(&[bytes, end].concat()) {
                // The reader has closed the pipe.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(Exit::Passed),
                written => written.context("cannot print")?,
            }
        }
    }
    Ok(Exit::Passed)
}

fn print_indented(text: &str) {
    for line in shortened(text).lines() {
        say!("  {line}");
    }
}
