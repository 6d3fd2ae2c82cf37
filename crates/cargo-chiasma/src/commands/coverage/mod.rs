//! `cargo chiasma coverage`: which lines of own code the corpus reaches.

mod html;
mod lcov;
mod lines;
mod own_code;

use std::path::Path;

use anyhow::{Context, Result};
use chiasma_core::chi::replace_file;
use chiasma_runtime::protocol::{Depth, Detail, Input};

use self::lines::{CoveredFile, Line, LineCoverage, Share};
use self::own_code::OwnCode;
use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::CoverageOptions;
use chiasma_campaign::store::{SavedFile, shown};
use chiasma_campaign::symbols::Symbols;
use chiasma_campaign::{Batch, examine_all};

/// Runs everything saved, and shows what it reached.
pub(crate) fn run(options: &CoverageOptions) -> Result<Exit> {
    let property = super::the_property(&options.property)?;
    let store = options.files.store(&property);
    let loaded = store.load_corpus()?.and(store.load_failures()?);
    let Some(files) = super::readable_or_say_none(loaded, &property, &store) else {
        return Ok(Exit::Passed);
    };
    let inputs: Vec<Input> = files.iter().map(SavedFile::input).collect();
    let mut pulse = Pulse::start();
    let limits = options.property.limits();
    let batch =
        examine_all(&property, &limits, &inputs, Depth::Whole {}, Detail::Bytes {}, &mut |done| {
            pulse.beat(|| format!("ran {done} of {}", inputs.len()));
        })?;
    for (file, examined) in files.iter().zip(&batch.examined) {
        if let Some(death) = &examined.death {
            say!("not counted: {} ({})", shown(&file.path), death);
        }
    }
    let mut own_code = OwnCode::of(&options.property.build)?;
    let covered = measure(&batch, &Symbols::of(&property.binary.executable)?, &mut own_code);
    if covered.is_empty() {
        note!(
            "warning: no line of your own code has an edge in this build, so nothing is known of it; is coverage \
             put into your crates (--instrument, --exclude), and do they have debug information?"
        );
    }
    print(&covered, own_code.root());
    if let Some(path) = &options.lcov {
        replace_file(path, lcov::text(&property.path, &covered).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        say!("lcov: {}", shown(path));
    }
    if let Some(directory) = &options.html {
        let site = html::Site { property: &property.path, root: own_code.root(), files: &covered };
        site.write(directory)?;
        say!("html: {}", shown(&directory.join("index.html")));
    }
    Ok(Exit::Passed)
}

/// Which lines of own code the inputs passed.
fn measure(batch: &Batch, symbols: &Symbols, own_code: &mut OwnCode) -> Vec<CoveredFile> {
    let places = batch.places.iter().map(|&address| {
        let lines = symbols.lines(address).into_iter();
        lines
            .filter_map(|(file, number)| Some(Line { file: own_code.file(&file)?, number }))
            .collect()
    });
    let mut coverage = LineCoverage::new(places);
    for examined in &batch.examined {
        coverage.add(&examined.edges);
    }
    coverage.files()
}

/// Prints a table of files.
fn print(files: &[CoveredFile], root: &Path) {
    let name = |file: &CoveredFile| {
        file.path.strip_prefix(root).unwrap_or(&file.path).display().to_string()
    };
    let width = files.iter().map(|file| name(file).chars().count()).max().unwrap_or(0).max(5);
    let row = |name: &str, share: Share| {
        let Share { covered, instrumented } = share;
        let percent = match instrumented {
            0 => "    -".to_owned(),
            _ => format!("{:>5.1} %", share.percent()),
        };
        say!("{name:width$}  {covered:>6} of {instrumented:>6} lines  {percent}");
    };
    for file in files {
        row(&name(file), Share::of([file]));
    }
    row("total", Share::of(files));
}
