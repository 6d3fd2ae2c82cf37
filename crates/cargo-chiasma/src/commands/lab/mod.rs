//! `cargo chiasma lab`: experiments, strategies x subjects x trials, and their report.

mod builds;
mod crossing;
mod distances;
mod libfuzzer;
mod progress;
mod replaying;
mod report;
mod run;
mod subject;
mod trial;

use anyhow::Result;

use crate::exit::Exit;
use crate::options::LabCommand;

/// Runs an experiment, or reports on one.
pub(crate) fn run(command: &LabCommand) -> Result<Exit> {
    match command {
        LabCommand::Run(options) => run::run(options),
        LabCommand::Report(options) => report::run(&options.directory),
    }
}
