//! The options of the commands on a whole corpus: minimize, coverage, mutants, types, import, export.

use std::path::PathBuf;

use clap::Args;

use super::shared::{FileOptions, PropertyOptions};

#[derive(Debug, Clone, Args)]
pub(crate) struct MinimizeOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// Say what would be deleted, and delete nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) files: FileOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct CoverageOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// Write the coverage to this file, in the format of lcov
    #[arg(long, value_name = "FILE")]
    pub(crate) lcov: Option<PathBuf>,
    /// Write pages to this directory that show each line; begin with index.html
    #[arg(long, value_name = "DIR")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) files: FileOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct MutantsOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// The package whose mutants are meant; if left out, the one that has the property
    #[arg(long, value_name = "PACKAGE")]
    pub(crate) of: Option<String>,
    /// Exit with 1 if fewer percent of the mutants are killed
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = parse_percent)]
    pub(crate) min_score: f64,
    /// Write the report to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the report to mutants.html in this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) files: FileOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct TypesOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) files: FileOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct ImportOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// Directories of plain files: a corpus of libFuzzer, or the output or queue of AFL++
    #[arg(value_name = "DIR", required = true)]
    pub(crate) directories: Vec<PathBuf>,
    /// The files are documents, for a property that takes them by `verbatim()` or `arbitrary()`; they keep their names
    #[arg(long)]
    pub(crate) documents: bool,
    #[command(flatten)]
    pub(crate) files: FileOptions,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct ExportOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// The directory to write to; it is created if it is not there
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// Write the values as they are, not the bytes that drive the generator
    #[arg(long)]
    pub(crate) values: bool,
    /// Write the inputs as text (.chi), with a comment on each choice and their values if these are short
    #[arg(long, conflicts_with = "values")]
    pub(crate) text: bool,
    #[command(flatten)]
    pub(crate) files: FileOptions,
}

/// Reads a share.
fn parse_percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err(format!("{text:?} is not a number from 0 to 100")),
    }
}
