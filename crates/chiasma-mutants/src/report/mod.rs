//! What inputs notice of mutants: the score, and each mutant that survives, for a person to read.

mod html;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Serialize;

use crate::mutant::{Mutant, MutantId};
use crate::schema::Schema;

/// The result of trying mutants on one input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tried {
    /// The input's file, or another name.
    pub input: String,
    /// The length of its parameter sequence.
    pub size: usize,
    /// The mutants that it reached.
    pub reached: BTreeSet<MutantId>,
    /// Those that it killed, and how.
    pub killed: BTreeMap<MutantId, How>,
    /// Whether it can be scored.
    pub scoring: Scoring,
}

/// Whether mutants can be tried on an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scoring {
    /// They can.
    #[default]
    Scored,
    /// The property fails for it without any mutant.
    Fails,
    /// The original does not behave the same each time.
    Unstable,
    /// Its process dies.
    Dies,
}

/// How a mutant was noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// The property failed.
    Failed,
    /// The property's output was another.
    Differed,
    /// It took too long.
    TimedOut,
    /// The process died.
    Died,
}

/// Whether properties return something to compare with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outputs {
    /// They do.
    Compared,
    /// They return nothing, so that only failures are noticed.
    None,
}

/// The results of all mutants on all inputs.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The property.
    pub property: String,
    /// Whether it returns something to compare.
    pub outputs: Outputs,
    /// How many inputs were run.
    pub inputs: usize,
    /// How many of them were not scored.
    pub not_scored: NotScored,
    /// Every mutant in the binary, by file and place.
    pub mutants: Vec<Reported>,
    /// The mutants that are not in the binary, and why.
    pub left_out: Vec<LeftOut>,
}

/// How many inputs were not scored, by reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct NotScored {
    /// The property fails for them without any mutant.
    pub fail: usize,
    /// The original does not behave the same each time.
    pub unstable: usize,
    /// Their process dies.
    pub die: usize,
}

impl NotScored {
    fn of(tried: &[Tried]) -> Self {
        let count = |scoring| tried.iter().filter(|tried| tried.scoring == scoring).count();
        let (fail, unstable) = (count(Scoring::Fails), count(Scoring::Unstable));
        Self { fail, unstable, die: count(Scoring::Dies) }
    }

    /// Sentences that say so.
    fn sentences(self) -> impl Iterator<Item = String> {
        let reasons = [
            (self.fail, "the property fails for them without any mutant"),
            (self.unstable, "the property does not give the same each time that it runs them"),
            (self.die, "their process dies"),
        ];
        let some = reasons.into_iter().filter(|(count, _)| *count > 0);
        some.map(|(count, reason)| {
            format!("Inputs that are not scored, because {reason}: {count}.")
        })
    }
}

/// A mutant and its result.
#[derive(Debug, Clone, Serialize)]
pub struct Reported {
    /// File, place and change in one line.
    pub name: String,
    /// The file, relative to the workspace.
    pub file: PathBuf,
    /// The function.
    pub function: Option<String>,
    /// Its first line.
    pub line: usize,
    /// The lines that it changes, as they are.
    pub before: Vec<String>,
    /// The same lines as it has them.
    pub after: Vec<String>,
    /// Its result.
    pub fate: Fate,
}

/// The result of a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// An input noticed it.
    Killed {
        /// The smallest input that did.
        by: String,
        /// How.
        how: How,
        /// The smallest input that reaches it.
        reached_by: String,
    },
    /// Inputs reach it, and none notices.
    Survived {
        /// The smallest input that reaches it.
        reached_by: String,
        /// How many inputs reach it.
        inputs: usize,
    },
    /// No input reaches it.
    Unreached,
}

/// A mutant that is not in the binary.
#[derive(Debug, Clone, Serialize)]
pub struct LeftOut {
    /// File, place and change in one line.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// How many mutants came to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Noticed by an input.
    pub killed: usize,
    /// Reached, and not noticed.
    pub survived: usize,
    /// Not reached.
    pub unreached: usize,
}

impl Score {
    /// The share of killed ones, in percent; 100 if there is no mutant.
    #[must_use]
    pub fn percent(&self) -> f64 {
        match self.all() {
            0 => 100.0,
            all => 100.0 * self.killed as f64 / all as f64,
        }
    }

    /// How many there are.
    #[must_use]
    pub fn all(&self) -> usize {
        self.killed + self.survived + self.unreached
    }

    fn of<'r>(mutants: impl IntoIterator<Item = &'r Reported>) -> Self {
        let mut score = Self::default();
        for mutant in mutants {
            match mutant.fate {
                Fate::Killed { .. } => score.killed += 1,
                Fate::Survived { .. } => score.survived += 1,
                Fate::Unreached => score.unreached += 1,
            }
        }
        score
    }
}

impl Report {
    /// The report on a property whose inputs were tried.
    #[must_use]
    pub fn new(schema: &Schema, property: &str, outputs: Outputs, tried: &[Tried]) -> Self {
        let mut smallest: Vec<&Tried> = tried.iter().collect();
        smallest.sort_by_key(|tried| tried.size);
        let fate = |mutant: &Mutant| {
            let mut reaching = smallest.iter().filter(|tried| tried.reached.contains(&mutant.id));
            let Some(first) = reaching.next() else { return Fate::Unreached };
            let reached_by = first.input.clone();
            let killer =
                smallest.iter().find_map(|tried| Some((tried, tried.killed.get(&mutant.id)?)));
            match killer {
                Some((by, how)) => Fate::Killed { by: by.input.clone(), how: *how, reached_by },
                None => Fate::Survived { reached_by, inputs: 1 + reaching.count() },
            }
        };
        let mut mutants: Vec<Reported> = schema
            .embedded()
            .map(|mutant| {
                let (before, after) = schema.lines(mutant).unwrap_or_default();
                Reported {
                    name: mutant.name.clone(),
                    file: mutant.file.clone(),
                    function: mutant.function.clone(),
                    line: mutant.span.start.line,
                    before,
                    after,
                    fate: fate(mutant),
                }
            })
            .collect();
        mutants.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        let left_out = schema.dropped().map(|dropped| LeftOut {
            name: dropped.mutant.name.clone(),
            reason: dropped.reason.to_string(),
        });
        Self {
            property: property.to_owned(),
            outputs,
            inputs: tried.len(),
            not_scored: NotScored::of(tried),
            mutants,
            left_out: left_out.collect(),
        }
    }

    /// How many mutants came to what.
    #[must_use]
    pub fn score(&self) -> Score {
        Score::of(&self.mutants)
    }

    /// The report as text.
    #[must_use]
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The report as JSON.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    /// The report as one page with this style, which stands alone.
    #[must_use]
    pub fn html(&self, style: &str) -> String {
        html::page(self, style)
    }

    /// The mutants of each file, in the order of the files.
    fn by_file(&self) -> impl Iterator<Item = (&PathBuf, &[Reported])> {
        self.mutants.chunk_by(|a, b| a.file == b.file).map(|mutants| (&mutants[0].file, mutants))
    }
}

/// Which inputs reach a mutant.
fn reached(smallest: &str, inputs: usize) -> String {
    match inputs {
        1 => format!("reached by one input, {smallest}"),
        more => format!("reached by {more} inputs, the smallest is {smallest}"),
    }
}
