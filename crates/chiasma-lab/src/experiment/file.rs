//! The file as it is written, before anything is checked but its form.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use super::Correction;
use super::problem::{Problem, Problems, line_of};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) experiment: Spanned<Head>,
    #[serde(default)]
    pub(super) subject: Vec<Spanned<SubjectEntry>>,
    #[serde(default)]
    pub(super) strategy: Vec<Spanned<StrategyEntry>>,
    #[serde(default)]
    pub(super) engine: Vec<Spanned<EngineEntry>>,
    #[serde(default)]
    pub(super) measure: MeasureEntry,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) name: Spanned<String>,
    pub(super) trials: Spanned<u32>,
    pub(super) time: Option<Spanned<String>>,
    pub(super) cpu_time: Option<Spanned<String>>,
    pub(super) executions: Option<Spanned<u64>>,
    pub(super) cores: Option<Spanned<usize>>,
    pub(super) seed: Option<u64>,
    pub(super) compare_to: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) correction: Correction,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubjectEntry {
    pub(super) name: Spanned<String>,
    pub(super) manifest: Spanned<PathBuf>,
    pub(super) property: Spanned<String>,
    pub(super) executions: Option<Spanned<u64>>,
    pub(super) verbatim: Option<Spanned<String>>,
    pub(super) defects: Option<Spanned<PathBuf>>,
    #[serde(default)]
    pub(super) application: Vec<String>,
    #[serde(default)]
    pub(super) trace_crates: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StrategyEntry {
    pub(super) name: Spanned<String>,
    pub(super) label: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) set: BTreeMap<String, Spanned<f64>>,
    pub(super) subjects: Option<Vec<Spanned<String>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EngineEntry {
    pub(super) name: Spanned<String>,
    pub(super) label: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) options: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) targets: BTreeMap<String, Spanned<TargetEntry>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TargetEntry {
    pub(super) manifest: Spanned<PathBuf>,
    pub(super) target: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct MeasureEntry {
    pub(super) heritability: bool,
    pub(super) pairs: Option<Spanned<u32>>,
    pub(super) corpora: Option<Spanned<String>>,
    pub(super) mutation_distance: bool,
    pub(super) kills: bool,
    pub(super) children: Option<Spanned<u32>>,
    pub(super) checkpoints: Vec<Spanned<CheckpointEntry>>,
}

impl Default for MeasureEntry {
    fn default() -> Self {
        Self {
            heritability: false,
            pairs: None,
            corpora: None,
            mutation_distance: true,
            kills: false,
            children: None,
            checkpoints: Vec::new(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a time such as \"60s\", a number of executions, or \"end\""
)]
pub(super) enum CheckpointEntry {
    Time(String),
    Executions(u64),
}

impl File {
    pub(super) fn parse(text: &str) -> Result<Self, Problems> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            Problems(vec![Problem { line, message: error.message().replace('\n', ", ") }])
        })
    }
}
