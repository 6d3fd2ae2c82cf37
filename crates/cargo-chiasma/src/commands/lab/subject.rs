//! A subject of an experiment, built once for all its trials.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result, ensure};
use chiasma_core::FailureKey;
use chiasma_evolve::Settings;
use chiasma_lab::defects::Defects;
use chiasma_lab::experiment::Subject;
use chiasma_lab::measures::Edges;
use chiasma_lab::results::FailureLine;

use super::surroundings::directories_of;
use crate::options::BuildOptions;
use chiasma_campaign::build;
use chiasma_campaign::property::{self, Property};
use chiasma_campaign::symbols::Symbols;
use chiasma_campaign::{Limits, Moment};

/// The properties of subjects in builds that have the mutants of their packages, each package built once.
#[derive(Debug, Default)]
pub(super) struct MutantBuilds {
    /// By manifest; nothing if no mutants are wanted.
    built: Option<BTreeMap<Option<PathBuf>, Vec<Property>>>,
}

impl MutantBuilds {
    /// Builds that are made when they are asked for.
    pub(super) fn wanted() -> Self {
        Self { built: Some(BTreeMap::new()) }
    }

    /// The properties of the package that these options build, if mutants are wanted.
    fn of(&mut self, options: &BuildOptions) -> Result<Option<&[Property]>> {
        let Some(built) = &mut self.built else { return Ok(None) };
        let properties = match built.entry(options.manifest_path.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let made = build::build_with_mutants(&options.request(), None)?;
                unknown.insert(property::find(&made.binaries)?)
            }
        };
        Ok(Some(properties))
    }
}

/// A subject that is ready to be fuzzed.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) name: String,
    pub(super) property: Property,
    options: BuildOptions,
    /// The property that runs documents as they are.
    verbatim: Option<Property>,
    /// The property in a build that has the mutants of its package.
    mutated: Option<Property>,
    pub(super) limits: Limits,
    /// The crates whose code is the application's own; the package's own files if there are none.
    application: Vec<String>,
    /// Where their packages are, each with a slash at its end.
    application_directories: Vec<String>,
    /// The edges in them, known after the first replay.
    application_edges: OnceLock<Edges>,
    defects: Option<Defects>,
}

impl Built {
    /// Builds a subject; paths are relative to `root`.
    pub(super) fn of(
        subject: &Subject,
        root: &Path,
        limits: &Limits,
        mutants: &mut MutantBuilds,
    ) -> Result<Self> {
        let options = BuildOptions {
            manifest_path: Some(root.join(&subject.manifest)),
            application: subject.application.clone(),
            trace_crates: subject.trace_crates.clone(),
            ..BuildOptions::default()
        };
        let properties = property::find(&build::build(&options.request())?)?;
        let choose = |name: &String| property::choose(properties.clone(), Some(name));
        let property = choose(&subject.property)?;
        let verbatim = subject.verbatim.as_ref().map(choose).transpose()?;
        let mutated = match mutants.of(&options)? {
            None => None,
            Some(all) => Some(property::choose(all.to_vec(), Some(&subject.property))?),
        };
        let defects = match &subject.defects {
            Some(path) => Some(
                Defects::load(&root.join(path))
                    .with_context(|| format!("the defects of {}", subject.name))?,
            ),
            None => None,
        };
        let application_directories = match subject.application.is_empty() {
            true => Vec::new(),
            false => directories_of(&root.join(&subject.manifest), &subject.application)?,
        };
        Ok(Self {
            name: subject.name.clone(),
            property,
            options,
            verbatim,
            mutated,
            limits: limits.clone(),
            application: subject.application.clone(),
            application_directories,
            application_edges: OnceLock::new(),
            defects,
        })
    }

    /// The property in a build that has the mutants of its package.
    pub(super) fn mutated(&self) -> Result<&Property> {
        let missing = || format!("{} was not built with mutants", self.name);
        self.mutated.as_ref().with_context(missing)
    }

    /// The property in a build that traces comparisons, if the settings ask for hints.
    pub(super) fn comparing(&self, settings: &Settings) -> Result<Option<Property>> {
        super::super::comparing(&self.options, &self.property, settings)
    }

    /// The property that runs documents as they are.
    pub(super) fn verbatim(&self) -> Result<&Property> {
        self.verbatim
            .as_ref()
            .with_context(|| format!("{} takes no documents as they are", self.name))
    }

    /// The line of a failure in the results: its portable key, and the known defect that it shows.
    pub(super) fn failure(&self, key: &FailureKey, at: Moment) -> FailureLine {
        let defect = self.defects.as_ref().and_then(|defects| defects.identify(&self.name, key));
        let defect = defect.map(|defect| defect.id.clone());
        FailureLine { at, identity: key.portable().to_string(), defect }
    }

    /// The edges of the application's own code, of all those at `places`.
    pub(super) fn application_edges(&self, places: &[u64]) -> Result<&Edges> {
        if let Some(known) = self.application_edges.get() {
            return Ok(known);
        }
        // An empty set would be remembered for all trials.
        ensure!(!places.is_empty(), "the addresses of the edges of {} are not known", self.name);
        let symbols = Symbols::of(&self.property.binary.executable)?;
        let own = self.property.binary.directory.to_string_lossy().into_owned();
        let is_own = |address: u64| {
            let lines = symbols.lines(address);
            // What was inlined from elsewhere into the application is not the application's.
            lines.first().is_some_and(|(file, _)| match self.application.is_empty() {
                true => file.starts_with(&own),
                false => self.is_of_application(file),
            })
        };
        let edges = (0..).zip(places).filter(|(_, address)| is_own(**address));
        let edges: Edges = edges.map(|(edge, _)| edge).collect();
        Ok(self.application_edges.get_or_init(|| edges))
    }

    /// Whether a source file belongs to a crate that is named as the application.
    fn is_of_application(&self, file: &str) -> bool {
        self.application_directories.iter().any(|directory| file.starts_with(directory))
            || self.application.iter().any(|name| is_in_crate(file, name))
    }
}

/// Whether a source file belongs to a published crate: it is below a directory `name-1.2.3`.
fn is_in_crate(file: &str, name: &str) -> bool {
    file.split('/').any(|part| {
        let version = part.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
        version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_crate_whose_version_is_in_its_path() {
        let file = "/home/me/.cargo/registry/src/index.crates.io-1/boa_engine-0.20.0/src/lib.rs";
        assert!(is_in_crate(file, "boa_engine"));
        assert!(!is_in_crate(file, "boa"));
        assert!(!is_in_crate(file, "engine"));
        assert!(!is_in_crate("/work/boa_engine-fork/src/lib.rs", "boa_engine"));
    }
}
