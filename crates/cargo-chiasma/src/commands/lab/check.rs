//! `cargo chiasma lab check`: whether the triggers of known defects bring these about.

use std::path::Path;

use anyhow::{Result, bail};
use chiasma_campaign::examine_all;
use chiasma_campaign::symbols::Symbols;
use chiasma_core::display::counted;
use chiasma_core::generators::Verbatim;
use chiasma_lab::defects::{Defect, Defects, Input as Trigger};
use chiasma_runtime::protocol::{Depth, Detail, Input};

use super::libfuzzer::limits_for;
use super::run::{defects_of, read};
use super::subject::{Built, MutantBuilds};
use crate::exit::Exit;
use crate::options::LabCheckOptions;

/// Runs the triggers of all subjects.
pub(super) fn run(options: &LabCheckOptions) -> Result<Exit> {
    let experiment = read(&options.file)?;
    let root = options.file.parent().unwrap_or(Path::new(""));
    let lists = defects_of(&experiment, root)?;
    if lists.is_empty() {
        bail!(
            "no subject of {} has a list of defects (defects = \"FILE\")",
            options.file.display()
        );
    }
    let (mut shown, mut missing) = (0, 0);
    for (name, defects) in &lists {
        let Some(subject) = experiment.subjects.iter().find(|subject| subject.name == *name) else {
            continue;
        };
        if subject.verbatim.is_none() {
            note!(
                "{name}: its [[subject]] has no verbatim = \"PROPERTY\" to run documents, so it is not checked"
            );
            continue;
        }
        note!("building {name}");
        let built =
            Built::of(subject, root, &options.limits.limits(), &mut MutantBuilds::default())?;
        let (yes, no) = check(&built, defects)?;
        shown += yes;
        missing += no;
    }
    say!("{} as listed, {missing} not", counted(shown, "defect"));
    Ok(if missing > 0 { Exit::FailureFound } else { Exit::Passed })
}

/// Runs the triggers of a subject; how many bring their defect about, and how many do not.
fn check(built: &Built, defects: &Defects) -> Result<(usize, usize)> {
    let mut triggers: Vec<(&Defect, Input)> = Vec::new();
    for defect in defects.of(&built.name) {
        let document = match defect.trigger.input() {
            Trigger::Text(text) => text.into_bytes(),
            Trigger::Bytes(bytes) => bytes,
            Trigger::Search { .. } => {
                note!("{}: its trigger is no document, and is not run", defect.name());
                continue;
            }
        };
        let bytes = Verbatim::sequence(&document).unwrap_or_default();
        triggers.push((defect, Input::Bytes { bytes, seed: 0 }));
    }
    let inputs: Vec<Input> = triggers.iter().map(|(_, input)| input.clone()).collect();
    let (property, limits) = (built.verbatim()?, limits_for(&inputs, &built.limits));
    let batch =
        examine_all(property, &limits, &inputs, Depth::Run {}, Detail::Lines {}, &mut |_| ())?;
    let symbols = Symbols::of(&property.binary.executable)?;
    let mut counts = (0, 0);
    for ((defect, _), examined) in triggers.iter().zip(&batch.examined) {
        let key = examined.key(&symbols);
        let found = key.as_ref().and_then(|key| defects.identify(&built.name, key));
        if found.is_some_and(|found| found.id == defect.id) {
            counts.0 += 1;
            say!("{}: {}", defect.name(), defect.shown());
        } else {
            counts.1 += 1;
            let instead = key.map_or("it does not fail".to_owned(), |key| key.to_string());
            say!("{}: NOT {}, but: {instead}", defect.name(), defect.shown());
        }
    }
    Ok(counts)
}
