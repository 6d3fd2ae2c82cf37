//! Whether there are the properties, crates and fuzz targets that an experiment names, by cargo's metadata and the
//! sources, before anything is built.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::{Metadata, MetadataCommand, Package, TargetKind};
use chiasma_campaign::Fault;
use chiasma_lab::experiment::{Experiment, Runner, Subject};

/// Fails if something that the experiment names is not there; the error lists all.
pub(super) fn check(experiment: &Experiment, root: &Path) -> Result<()> {
    let mut problems = Vec::new();
    for subject in &experiment.subjects {
        let metadata = metadata(&root.join(&subject.manifest))?;
        problems.extend(problems_of_subject(subject, &metadata, root));
    }
    for contender in &experiment.contenders {
        for runner in contender.runners.values() {
            let Runner::Engine { manifest, target, .. } = runner else { continue };
            let metadata = metadata(&root.join(manifest))?;
            let package = package_at(&metadata, &root.join(manifest))?;
            let is_bin = |kinds: &[TargetKind]| kinds.contains(&TargetKind::Bin);
            let bins = package.targets.iter().filter(|target| is_bin(&target.kind));
            let names: Vec<&str> = bins.map(|target| target.name.as_str()).collect();
            if !names.contains(&target.as_str()) {
                let there_are = names.join(", ");
                let package = &package.name;
                problems
                    .push(format!("{package} has no fuzz target {target} (it has {there_are})"));
            }
        }
    }
    problems.sort();
    problems.dedup();
    if problems.is_empty() { Ok(()) } else { Err(Fault::Mistake.error(problems.join("\n"))) }
}

fn problems_of_subject(subject: &Subject, metadata: &Metadata, root: &Path) -> Vec<String> {
    let Subject { name, .. } = subject;
    let mut problems = Vec::new();
    for application in &subject.application {
        if !metadata.packages.iter().any(|package| package.name.as_str() == application) {
            problems.push(format!("{name}: it does not depend on the crate {application}"));
        }
    }
    let sources = match package_at(metadata, &root.join(&subject.manifest)) {
        Ok(package) => sources_of(package),
        Err(error) => return vec![format!("{name}: {error:#}")],
    };
    for property in [Some(&subject.property), subject.verbatim.as_ref()].into_iter().flatten() {
        // Only what is built tells for certain: macros may write properties. But their names are in the sources.
        let last = property.rsplit("::").next().unwrap_or(property);
        if !sources.iter().any(|source| source.contains(last)) {
            problems.push(format!("{name}: no source of its package has a property {property}"));
        }
    }
    problems
}

/// Where the packages of these names are that a manifest leads to, each with a slash at its end: those of the registry,
/// and those that are named by path.
pub(super) fn directories_of(manifest: &Path, names: &[String]) -> Result<Vec<String>> {
    let packages = metadata(manifest)?.packages;
    let named = packages.iter().filter(|package| names.iter().any(|name| *package.name == **name));
    Ok(named.filter_map(|package| Some(format!("{}/", package.manifest_path.parent()?))).collect())
}

fn metadata(manifest: &Path) -> Result<Metadata> {
    MetadataCommand::new()
        .manifest_path(manifest)
        .exec()
        .with_context(|| format!("cargo cannot read {}", manifest.display()))
}

fn package_at<'m>(metadata: &'m Metadata, manifest: &Path) -> Result<&'m Package> {
    let wanted = manifest.canonicalize()?;
    let is_here =
        |package: &&Package| package.manifest_path.canonicalize().is_ok_and(|path| path == wanted);
    metadata
        .packages
        .iter()
        .find(is_here)
        .with_context(|| format!("{} has no package", manifest.display()))
}

/// The texts of the sources of a package, of all its targets.
fn sources_of(package: &Package) -> Vec<String> {
    let mut texts = Vec::new();
    let directories = package.targets.iter().filter_map(|target| target.src_path.parent());
    for directory in directories {
        read_sources(directory.as_std_path(), &mut texts);
    }
    texts
}

fn read_sources(directory: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.is_symlink() {
            read_sources(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.extend(fs::read_to_string(path));
        }
    }
}
