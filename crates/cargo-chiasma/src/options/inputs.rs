//! The options of the commands on single inputs and documents: list, run, sample, replay, shrink.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::shared::{BuildOptions, FileOptions, PropertyOptions};

#[derive(Debug, Clone, Args)]
pub struct ListOptions {
    #[command(flatten)]
    pub build: BuildOptions,
}

#[derive(Debug, Clone, Args)]
#[command(after_help = "Exits with 1 if a document fails.")]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// The documents: files, or directories of files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) documents: Vec<PathBuf>,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct SampleOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// How many inputs to draw
    #[arg(long, value_name = "N", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// Where the random numbers start; another each time if left out
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Args)]
pub struct ReplayOptions {
    #[command(flatten)]
    pub property: PropertyOptions,
    /// The saved inputs; all failures of the property if left out
    pub inputs: Vec<PathBuf>,
    /// Print nothing but the values, as they are: text and bytes themselves, other values by Display or else
    /// Debug; the property is not run
    #[arg(long)]
    pub raw: bool,
    /// Print the calls of the generator that breeding knows, with the bytes of each; the property is not run
    #[arg(long, conflicts_with = "raw")]
    pub calls: bool,
    #[command(flatten)]
    pub files: FileOptions,
}

#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Exits with 0 if the input does not fail, with 1 if it does and was shrunk."
)]
pub(crate) struct ShrinkOptions {
    #[command(flatten)]
    pub(crate) property: PropertyOptions,
    /// The failing input; a .chi file is overwritten by the shrunk one, which is written beside any other
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// Write the shrunk input here, and leave FILE alone
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Stop after trying this many inputs in a row, none of which is shorter
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) runs: u64,
    /// Stop after this many seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = value_parser!(u64).range(1..=86_400))]
    pub(crate) seconds: u64,
}
