//! An experiment: which strategies and engines run on which subjects, how often and how long.
//!
//! ```toml
//! [experiment]
//! name = "crossover"           # names the directory of the results
//! trials = 20                  # of each contender on each subject
//! time = "60s"                 # of a trial; or cpu_time = "60s", or executions = 1_000_000
//! cores = 2                    # trials at a time (1 if left out)
//! seed = 7                     # every trial's own seed follows from it (1 if left out)
//! compare_to = "linked"        # the contender that the others are compared with (the first if left out)
//! correction = "pairwise"      # marks at the level of all pairs, and not of those with compare_to
//!
//! [[subject]]
//! name = "boa"
//! manifest = "subjects/boa/Cargo.toml"
//! property = "evaluates"
//! executions = 10_000          # of a trial on this subject (the experiment's if left out)
//! verbatim = "evaluates_given" # the property that runs what other engines found; may be left out
//! defects = "subjects/defects.toml"         # may be left out
//! application = ["boa_engine"] # whose code is the application's own (the package's, if left out)
//! trace_crates = ["none"]      # as --trace-crates (its workspace's if left out)
//!
//! [[strategy]]
//! name = "zeugma-linked"
//! label = "linked"             # how it is called in tables (its name if left out)
//! set = { crossover = 0.5 }    # numbers of the strategy other than their defaults
//! subjects = ["boa"]           # where it runs (everywhere if left out)
//!
//! [[engine]]
//! name = "libfuzzer"           # the only one so far
//! label = "libfuzzer-bytes"
//! options = ["-len_control=0"] # its own options, beside those that the lab sets
//! [engine.targets.boa]         # where it runs, and what it runs there
//! manifest = "subjects/boa/fuzz/Cargo.toml"
//! target = "boa-bytes"
//!
//! [measure]
//! heritability = true          # of the crossover operators, by the paper's protocol
//! pairs = 1000
//! corpora = "linked"           # whose corpora the parents come from
//! mutation_distance = true
//! children = 10_000            # of each trial, whose distance is measured
//! checkpoints = ["10s", "60s", 100_000, "end"]   # times, numbers of executions, the end of a trial
//! ```

mod check;
mod estimate;
mod file;
mod plan;
mod problem;
mod seconds;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chiasma_campaign::quantity::show_time;
use serde::{Deserialize, Serialize};

pub use estimate::duration_of;
pub use plan::{Plan, Trial, TrialId};
pub use problem::{Problem, Problems};

/// A checked experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// Its name.
    pub name: String,
    /// How many trials each contender has on each subject.
    pub trials: u32,
    /// How long a trial is.
    pub budget: Budget,
    /// How many trials run at a time.
    pub cores: usize,
    /// What the seeds of all trials follow from.
    pub seed: u64,
    /// The label of the contender that the others are compared with.
    pub compare_to: String,
    /// How many comparisons the level of significance is divided by.
    pub correction: Correction,
    /// What is fuzzed.
    pub subjects: Vec<Subject>,
    /// What fuzzes: first the strategies, then the engines, in the order of the file.
    pub contenders: Vec<Contender>,
    /// What is measured.
    pub measure: Measure,
    /// The ids of the known defects of each subject, whether any trial detects them or not.
    pub known_defects: BTreeMap<String, Vec<String>>,
}

/// Which comparisons count when contenders are marked as significantly different.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Those with the contender that the others are compared with.
    #[default]
    Reference,
    /// Those of all pairs of contenders (Crossover in Parametric Fuzzing).
    Pairwise,
}

/// How long a trial is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// A time; in files, seconds.
    #[serde(with = "seconds")]
    Time(Duration),
    /// Processor time of the processes that run the target; in files, seconds. All times of the trial are in it.
    #[serde(with = "seconds")]
    CpuTime(Duration),
    /// A number of runs of the target.
    Executions(u64),
}

/// A subject: one property of one package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Its name in tables.
    pub name: String,
    /// The `Cargo.toml` of its package, as the file says it: relative to the file.
    pub manifest: PathBuf,
    /// The property's name, or a part of it that no other has.
    pub property: String,
    /// How many executions a trial on it has, if not as many as the experiment says.
    pub executions: Option<u64>,
    /// The name of the property that runs documents as they are, for what other engines found.
    pub verbatim: Option<String>,
    /// The list of its known defects.
    pub defects: Option<PathBuf>,
    /// The crates whose code is the application's own; if there are none, its package's.
    pub application: Vec<String>,
    /// The crates whose calls are followed, as for `--trace-crates`; if there are none, those of its workspace.
    pub trace_crates: Vec<String>,
}

/// A column of the tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Contender {
    /// How it is called in tables.
    pub label: String,
    /// What it runs on each subject; where there is nothing it does not compete.
    pub runners: BTreeMap<String, Runner>,
}

/// What breeds inputs in a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Runner {
    /// One of Chiasma's strategies.
    Strategy {
        /// Its name.
        name: String,
        /// Its numbers other than the defaults.
        settings: BTreeMap<String, f64>,
    },
    /// Another fuzzer.
    Engine {
        /// Its name.
        name: String,
        /// The `Cargo.toml` of its fuzz target, relative to the experiment's file.
        manifest: PathBuf,
        /// The name of the fuzz target.
        target: String,
        /// Its options beside those that the lab gives it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
    },
}

/// What is measured beside coverage and defects.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// Heritability of the crossover operators, if asked for.
    pub heritability: Option<Heritability>,
    /// How many children of each trial have their distance to their parent measured; none if 0.
    pub children: u32,
    /// Whether every mutant of a subject's package that a saved input reaches is tried on it.
    pub kills: bool,
    /// When coverage is compared: times first, then executions, in ascending order; never empty.
    pub checkpoints: Vec<Checkpoint>,
}

/// How heritability is measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heritability {
    /// How many pairs of parents are sampled.
    pub pairs: u32,
    /// The label of the contender whose corpora they come from.
    pub corpora: String,
}

/// When coverage is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checkpoint {
    /// After this time; in files, seconds.
    #[serde(with = "seconds")]
    Time(Duration),
    /// After this many runs.
    Executions(u64),
    /// When the trial ends.
    End,
}

/// What a file is checked against.
#[derive(Clone, Copy)]
pub struct Surroundings<'s> {
    /// The strategies that there are.
    pub strategies: &'s [KnownStrategy],
    /// The names of the engines that there are.
    pub engines: &'s [&'s str],
    /// Whether there is a file at this path, which is relative to the experiment's file.
    pub has_file: &'s dyn Fn(&Path) -> bool,
}

/// A strategy that there is.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownStrategy {
    /// Its name.
    pub name: String,
    /// Its settings.
    pub settings: Vec<KnownSetting>,
}

/// A setting that there is.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownSetting {
    /// Its name.
    pub name: String,
    /// The least it can be.
    pub min: f64,
    /// The most it can be.
    pub max: f64,
}

impl Experiment {
    /// Reads and checks the text of an experiment's file; the error lists everything that is wrong with it.
    pub fn parse(text: &str, surroundings: Surroundings<'_>) -> Result<Self, Problems> {
        let file = file::File::parse(text)?;
        check::Check::of(file, text, surroundings)
    }

    /// The trials, in the order in which they are to be run.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::of(self)
    }
}

impl std::fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Time(time) => f.pad(&show_time(*time)),
            Self::Executions(runs) => f.pad(&format!("{runs} runs")),
            Self::End => f.pad("the end"),
        }
    }
}
