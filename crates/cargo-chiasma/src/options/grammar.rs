//! The options of `cargo chiasma grammar`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

/// What to do with a grammar.
#[derive(Debug, Clone, Subcommand)]
pub enum GrammarCommand {
    /// Tell what is ignored, unreachable, ambiguous in the examples, or never used by them
    Check {
        #[command(flatten)]
        file: GrammarFile,
        /// Examples: files, or directories of files
        #[arg(value_name = "EXAMPLE")]
        examples: Vec<PathBuf>,
        /// Write a railroad diagram of each rule there, as SVG
        #[arg(long, value_name = "DIR")]
        diagram: Option<PathBuf>,
    },
    /// Generate texts
    Generate {
        #[command(flatten)]
        file: GrammarFile,
        /// How many
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=1_000_000))]
        count: u64,
        /// Where random choices start
        #[arg(long, value_name = "NUMBER", default_value_t = 0)]
        seed: u64,
        /// A file of probabilities that `learn` wrote
        #[arg(long, value_name = "FILE")]
        probabilities: Option<PathBuf>,
        /// Write each text to a file there, not to the standard output
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Find the choices that give texts
    Parse {
        #[command(flatten)]
        file: GrammarFile,
        /// Texts: files, or directories of files
        #[arg(value_name = "TEXT", required = true)]
        texts: Vec<PathBuf>,
        /// Write the choices of each text there, as files of bytes for `cargo chiasma import`
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Learn probabilities from examples
    Learn {
        #[command(flatten)]
        file: GrammarFile,
        /// Examples: files, or directories of files
        #[arg(value_name = "EXAMPLE", required = true)]
        examples: Vec<PathBuf>,
        /// Make what is common in the examples rare
        #[arg(long)]
        inverted: bool,
        /// The file to write; NAME.probabilities beside NAME.g4 is what properties use
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

/// A grammar, and the rule to start from.
#[derive(Debug, Clone, Args)]
pub struct GrammarFile {
    /// The grammar's file
    #[arg(value_name = "GRAMMAR")]
    pub grammar: PathBuf,
    /// The rule to start from; if left out, the one that ends with EOF and that no other calls, or else the first
    #[arg(long, value_name = "NAME")]
    pub rule: Option<String>,
}
