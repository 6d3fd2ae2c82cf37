//! From a file to an experiment: everything that can be known to be wrong before anything runs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use chiasma_campaign::quantity::{parse_time, show_time};
use toml::Spanned;

use super::file::{
    CheckpointEntry, EngineEntry, File, Head, MeasureEntry, StrategyEntry, SubjectEntry,
};
use super::problem::{Problem, Problems, line_of};
use super::{
    Budget, Checkpoint, Contender, Experiment, Heritability, KnownStrategy, Measure, Runner,
    Subject, Surroundings,
};
use crate::measures::mutation_distance;

/// Pairs of parents whose children are measured for heritability, as in the paper.
const PAIRS: u32 = 1_000;
/// Children of a trial whose distance is measured.
const CHILDREN: u32 = 10_000;
/// The strategy whose corpora the paper takes parents from.
const CORPORA_OF: &str = "zeugma-none";
/// Options of libFuzzer that a trial decides.
const SET_BY_THE_LAB: [&str; 7] = [
    "-artifact_prefix",
    "-seed",
    "-timeout",
    "-rss_limit_mb",
    "-print_final_stats",
    "-max_total_time",
    "-runs",
];
/// Names that differ by no more than this are mistaken for each other.
const SIMILAR: f64 = 0.5;

/// The problems found so far.
pub(super) struct Check<'c> {
    text: &'c str,
    surroundings: Surroundings<'c>,
    problems: Vec<Problem>,
}

impl<'c> Check<'c> {
    pub(super) fn of(
        file: File,
        text: &'c str,
        surroundings: Surroundings<'c>,
    ) -> Result<Experiment, Problems> {
        let mut check = Self { text, surroundings, problems: Vec::new() };
        let head_at = file.experiment.span();
        let head = file.experiment.into_inner();
        let budget = check.budget(&head, head_at.clone());
        let cores = check.at_least_one(head.cores.as_ref(), "cores").unwrap_or(1);
        let trials = check.at_least_one(Some(&head.trials), "trials").unwrap_or(1);
        let name = check.name(&head.name, "the name of an experiment");
        let subjects = check.subjects(file.subject, head_at.clone());
        let contenders = check.contenders(file.strategy, file.engine, &subjects, head_at);
        let compare_to = match &head.compare_to {
            Some(label) => check.label(label, &contenders),
            None => contenders.first().map(|first| first.label.clone()).unwrap_or_default(),
        };
        let measure = check.measure(&file.measure, budget, &contenders);
        if !check.problems.is_empty() {
            check.problems.sort_by_key(|problem| problem.line);
            return Err(Problems(check.problems));
        }
        let seed = head.seed.unwrap_or(1);
        Ok(Experiment {
            name,
            trials,
            budget,
            cores,
            seed,
            compare_to,
            correction: head.correction,
            subjects,
            contenders,
            measure,
            known_defects: BTreeMap::new(),
        })
    }

    fn budget(&mut self, head: &Head, head_at: Range<usize>) -> Budget {
        // One problem is enough: without an end, no checkpoint is too late.
        let nothing = Budget::Executions(u64::MAX);
        match (&head.time, &head.cpu_time, &head.executions) {
            (Some(time), None, None) => self.time(time).map_or(nothing, Budget::Time),
            (None, Some(time), None) => self.time(time).map_or(nothing, Budget::CpuTime),
            (None, None, Some(executions)) => self
                .at_least_one(Some(executions), "executions")
                .map_or(nothing, Budget::Executions),
            (Some(time), ..) | (None, Some(time), Some(_)) => {
                let message = "a trial ends after a time, after a cpu_time or after a number of executions: only \
                               one of them";
                self.wrong(time.span(), message, nothing)
            }
            (None, None, None) => {
                let message = "how long is a trial? time = \"60s\", cpu_time = \"60s\", or executions = 1_000_000";
                self.wrong(head_at, message, nothing)
            }
        }
    }

    fn time(&mut self, time: &Spanned<String>) -> Option<Duration> {
        match parse_time(time.get_ref()) {
            Ok(time) if time > Duration::ZERO => Some(time),
            Ok(_) => self.wrong(time.span(), "a trial cannot take no time", None),
            Err(message) => self.wrong(time.span(), message, None),
        }
    }

    fn subjects(&mut self, entries: Vec<Spanned<SubjectEntry>>, at: Range<usize>) -> Vec<Subject> {
        if entries.is_empty() {
            self.problem(at, "there is no subject: [[subject]] with name, manifest and property");
        }
        let mut subjects: Vec<Subject> = Vec::new();
        for entry in entries {
            let entry = entry.into_inner();
            let name = self.name(&entry.name, "the name of a subject");
            if subjects.iter().any(|other| other.name == name) {
                self.problem(entry.name.span(), format!("there are two subjects {name:?}"));
            }
            for property in [Some(&entry.property), entry.verbatim.as_ref()].into_iter().flatten() {
                if property.get_ref().is_empty() {
                    self.problem(property.span(), "a property has a name");
                }
            }
            let executions = entry.executions.as_ref();
            subjects.push(Subject {
                name,
                executions: executions.and_then(|_| self.at_least_one(executions, "executions")),
                manifest: self.path(entry.manifest),
                property: entry.property.into_inner(),
                verbatim: entry.verbatim.map(Spanned::into_inner),
                defects: entry.defects.map(|path| self.path(path)),
                application: entry.application,
                trace_crates: entry.trace_crates,
            });
        }
        subjects
    }

    fn contenders(
        &mut self,
        strategies: Vec<Spanned<StrategyEntry>>,
        engines: Vec<Spanned<EngineEntry>>,
        subjects: &[Subject],
        at: Range<usize>,
    ) -> Vec<Contender> {
        let all_subjects = names(subjects);
        if strategies.is_empty() && engines.is_empty() {
            let names = list(self.surroundings.strategies.iter().map(|known| known.name.as_str()));
            self.problem(at, format!("there is no strategy: [[strategy]] with a name of {names}"));
        }
        let mut contenders: Vec<Contender> = Vec::new();
        for entry in strategies {
            let entry = entry.into_inner();
            let label = self.free_label(entry.label.as_ref().unwrap_or(&entry.name), &contenders);
            contenders.push(Contender { label, runners: self.strategy(&entry, &all_subjects) });
        }
        for entry in engines {
            let at = entry.span();
            let entry = entry.into_inner();
            let label = self.free_label(entry.label.as_ref().unwrap_or(&entry.name), &contenders);
            contenders.push(Contender { label, runners: self.engine(entry, subjects, at) });
        }
        contenders
    }

    fn strategy(&mut self, entry: &StrategyEntry, subjects: &[&str]) -> BTreeMap<String, Runner> {
        let known = self.surroundings.strategies;
        let name = entry.name.get_ref();
        match known.iter().find(|known| known.name == *name) {
            Some(strategy) => self.settings(entry, strategy),
            None => {
                let names: Vec<&str> = known.iter().map(|known| known.name.as_str()).collect();
                self.unknown(entry.name.span(), "strategy", name, &names);
            }
        }
        let settings: BTreeMap<String, f64> =
            entry.set.iter().map(|(name, value)| (name.clone(), *value.get_ref())).collect();
        let runner = Runner::Strategy { name: name.clone(), settings };
        let Some(chosen) = &entry.subjects else {
            return subjects.iter().map(|&name| (name.to_owned(), runner.clone())).collect();
        };
        for subject in chosen {
            self.subject(subject.get_ref(), subject.span(), subjects);
        }
        chosen.iter().map(|name| (name.get_ref().clone(), runner.clone())).collect()
    }

    fn settings(&mut self, entry: &StrategyEntry, strategy: &KnownStrategy) {
        for (name, value) in &entry.set {
            let Some(known) = strategy.settings.iter().find(|known| known.name == *name) else {
                let names: Vec<&str> =
                    strategy.settings.iter().map(|known| known.name.as_str()).collect();
                let what = format!("setting of {}", strategy.name);
                self.unknown(value.span(), &what, name, &names);
                continue;
            };
            let (min, max) = (known.min, known.max);
            if !(min..=max).contains(value.get_ref()) {
                let value_is = value.get_ref();
                let message = format!("{name} = {value_is} is out of range: from {min} to {max}");
                self.problem(value.span(), message);
            }
        }
    }

    fn engine(
        &mut self,
        entry: EngineEntry,
        subjects: &[Subject],
        at: Range<usize>,
    ) -> BTreeMap<String, Runner> {
        let name = entry.name.get_ref().clone();
        if !self.surroundings.engines.contains(&name.as_str()) {
            self.unknown(entry.name.span(), "engine", &name, self.surroundings.engines);
        }
        if entry.targets.is_empty() {
            let message = format!(
                "{name} needs a fuzz target for each subject that it runs on: \
                 targets.SUBJECT = {{ manifest = \"fuzz/Cargo.toml\", target = \"NAME\" }}"
            );
            self.problem(at, message);
        }
        for option in &entry.options {
            let name = option.get_ref().split('=').next().unwrap_or_default();
            if !name.starts_with('-') {
                self.problem(option.span(), "an option of libFuzzer looks like \"-len_control=0\"");
            } else if SET_BY_THE_LAB.contains(&name) {
                self.problem(
                    option.span(),
                    format!("{name} is set by the lab, for all contenders alike"),
                );
            }
        }
        let options: Vec<String> = entry.options.into_iter().map(Spanned::into_inner).collect();
        let mut runners = BTreeMap::new();
        let all_subjects = names(subjects);
        for (subject, target) in entry.targets {
            self.subject(&subject, target.span(), &all_subjects);
            let known = subjects.iter().find(|known| known.name == subject);
            if known.is_some_and(|known| known.verbatim.is_none()) {
                let message = format!(
                    "what {name} finds in {subject} cannot be run: its [[subject]] needs \
                     verbatim = \"PROPERTY\", a property that draws from `generators::verbatim()`"
                );
                self.problem(target.span(), message);
            }
            let target = target.into_inner();
            let manifest = self.path(target.manifest);
            let (name, options) = (name.clone(), options.clone());
            let runner = Runner::Engine { name, manifest, target: target.target, options };
            runners.insert(subject, runner);
        }
        runners
    }

    fn measure(
        &mut self,
        entry: &MeasureEntry,
        budget: Budget,
        contenders: &[Contender],
    ) -> Measure {
        let pairs = match &entry.pairs {
            Some(pairs) => self.at_least_one(Some(pairs), "pairs").unwrap_or(PAIRS),
            None => PAIRS,
        };
        let has_corpora_of =
            |runner: &Runner| matches!(runner, Runner::Strategy { name, .. } if name == CORPORA_OF);
        let corpora = match &entry.corpora {
            Some(label) => {
                let name = self.label(label, contenders);
                let is_engine = |runner: &Runner| matches!(runner, Runner::Engine { .. });
                let named = contenders.iter().find(|contender| contender.label == name);
                if named.is_some_and(|named| named.runners.values().any(is_engine)) {
                    let message =
                        "what another engine found has no choices to cross: name a strategy";
                    self.problem(label.span(), message);
                }
                name
            }
            None => contenders
                .iter()
                .find(|contender| contender.runners.values().any(has_corpora_of))
                .or(contenders.first())
                .map(|contender| contender.label.clone())
                .unwrap_or_default(),
        };
        let children = match &entry.children {
            Some(children) => *children.get_ref(),
            None => CHILDREN,
        };
        Measure {
            heritability: entry.heritability.then_some(Heritability { pairs, corpora }),
            children: if entry.mutation_distance { children } else { 0 },
            kills: entry.kills,
            checkpoints: self.checkpoints(&entry.checkpoints, budget),
        }
    }

    fn checkpoints(
        &mut self,
        entries: &[Spanned<CheckpointEntry>],
        budget: Budget,
    ) -> Vec<Checkpoint> {
        let mut checkpoints = Vec::new();
        for entry in entries {
            let checkpoint = match entry.get_ref() {
                CheckpointEntry::Executions(runs) => Checkpoint::Executions(*runs),
                CheckpointEntry::Time(text) if text == "end" => Checkpoint::End,
                CheckpointEntry::Time(text) => match parse_time(text) {
                    Ok(time) => Checkpoint::Time(time),
                    Err(message) => {
                        self.problem(entry.span(), message);
                        continue;
                    }
                },
            };
            let after = match (checkpoint, budget) {
                (Checkpoint::Time(at), Budget::Time(end) | Budget::CpuTime(end)) if at > end => {
                    show_time(end)
                }
                (Checkpoint::Executions(at), Budget::Executions(end)) if at > end => {
                    format!("{end} executions")
                }
                _ => {
                    checkpoints.push(checkpoint);
                    continue;
                }
            };
            let message = format!("nothing is known at {checkpoint}: a trial ends after {after}");
            self.problem(entry.span(), message);
        }
        if entries.is_empty() {
            checkpoints.push(match budget {
                Budget::Time(time) | Budget::CpuTime(time) => Checkpoint::Time(time),
                Budget::Executions(runs) => Checkpoint::Executions(runs),
            });
        }
        checkpoints.sort();
        checkpoints.dedup();
        checkpoints
    }

    /// A label that no other contender has.
    fn free_label(&mut self, label: &Spanned<String>, contenders: &[Contender]) -> String {
        let name = self.name(label, "a label");
        if contenders.iter().any(|other| other.label == name) {
            let message = format!("two contenders are called {name:?}: give one a label");
            self.problem(label.span(), message);
        }
        name
    }

    /// The label of a contender.
    fn label(&mut self, label: &Spanned<String>, contenders: &[Contender]) -> String {
        let labels: Vec<&str> = contenders.iter().map(|other| other.label.as_str()).collect();
        if !labels.contains(&label.get_ref().as_str()) {
            self.unknown(label.span(), "contender", label.get_ref(), &labels);
        }
        label.get_ref().clone()
    }

    fn subject(&mut self, name: &str, at: Range<usize>, subjects: &[&str]) {
        if !subjects.contains(&name) {
            self.unknown(at, "subject", name, subjects);
        }
    }

    /// A name that can be a part of the name of a directory.
    fn name(&mut self, name: &Spanned<String>, what: &str) -> String {
        let text = name.get_ref();
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if text.is_empty() || !text.chars().all(is_fit) {
            let message = format!("{text:?}: {what} is made of letters, digits, - and _");
            self.problem(name.span(), message);
        }
        text.clone()
    }

    fn path(&mut self, path: Spanned<PathBuf>) -> PathBuf {
        if !(self.surroundings.has_file)(path.get_ref()) {
            let shown = path.get_ref().display();
            let message = format!("there is no file {shown} (paths are relative to this file)");
            self.problem(path.span(), message);
        }
        path.into_inner()
    }

    fn at_least_one<N: Copy + PartialEq + Default>(
        &mut self,
        number: Option<&Spanned<N>>,
        what: &str,
    ) -> Option<N> {
        let number = number?;
        if *number.get_ref() == N::default() {
            self.problem(number.span(), format!("{what} = 0: there must be at least one"));
        }
        Some(*number.get_ref())
    }

    fn unknown(&mut self, at: Range<usize>, what: &str, name: &str, known: &[&str]) {
        let nearest = known
            .iter()
            .map(|known| (mutation_distance(name, known), *known))
            .min_by(|(a, _), (b, _)| a.total_cmp(b))
            .filter(|(distance, _)| *distance <= SIMILAR);
        let message = match (known.is_empty(), nearest) {
            (true, _) => format!("there is no {what} {name:?}: there are none"),
            (_, Some((_, nearest))) => {
                let all = list(known.iter().copied());
                format!("there is no {what} {name:?}, but {nearest:?} (all: {all})")
            }
            _ => format!("there is no {what} {name:?}; there are {}", list(known.iter().copied())),
        };
        self.problem(at, message);
    }

    fn wrong<T>(&mut self, at: Range<usize>, message: impl Into<String>, instead: T) -> T {
        self.problem(at, message);
        instead
    }

    fn problem(&mut self, at: Range<usize>, message: impl Into<String>) {
        let line = line_of(self.text, at.start);
        self.problems.push(Problem { line, message: message.into() });
    }
}

fn names(subjects: &[Subject]) -> Vec<&str> {
    subjects.iter().map(|subject| subject.name.as_str()).collect()
}

fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
