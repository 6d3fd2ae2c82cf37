//! `cargo chiasma lab report`: tables and plots of what is there.

use std::path::Path;

use anyhow::Result;
use chiasma_lab::report::Report;
use chiasma_lab::results::Directory;

use crate::exit::Exit;
use chiasma_campaign::store::shown;

/// Makes the report of a directory of results.
pub(super) fn run(path: &Path) -> Result<Exit> {
    let directory = Directory::open(path);
    let results = directory.load()?;
    for skipped in &results.skipped {
        let (path, line) = (shown(&skipped.path), skipped.line);
        note!("left out: {path}:{line}: {}", skipped.reason);
    }
    directory.write_aggregate(&results)?;
    let report = Report::of(&results);
    for file in report.files() {
        directory.write(&file.name, &file.content)?;
    }
    say!("report: {}", shown(&path.join("report.html")));
    say!("tables: {}, {}", shown(&path.join("report.md")), shown(&path.join("tables")));
    say!("values: {}", shown(&path.join("results.csv")));
    Ok(Exit::Passed)
}
