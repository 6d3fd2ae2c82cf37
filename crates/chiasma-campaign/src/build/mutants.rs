//! Building test binaries with the mutants of a package in them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{Metadata, Package, TargetKind};
use chiasma_mutants::{Schema, SettleError, Substitution, discover, settle};

use chiasma_runtime::mutants::SwitchedMutant;

use super::wrapper::{Instrumentation, Probes};
use super::{
    BuildRequest, TestBinary, build_tests, cargo, host_triple, instrumentation, metadata, packages,
};
use crate::fault::Fault;

/// Test binaries with mutants in them.
#[derive(Debug)]
pub struct MutantBuild {
    /// The test binaries.
    pub binaries: Vec<TestBinary>,
    /// The mutants.
    pub schema: Schema,
}

/// Builds the tests as [`build`](super::build) does, with all mutants of one package of the workspace in them: of
/// `mutated`, or of the package that has the properties.
pub fn build_with_mutants(request: &BuildRequest, mutated: Option<&str>) -> Result<MutantBuild> {
    let metadata = metadata(request)?;
    let package = mutated_package(&metadata, request, mutated)?;
    let roots = roots(package)?;
    let manifest = package.manifest_path.as_std_path();
    let package_directory = manifest.parent().context("a manifest has a directory")?;
    let root = metadata.workspace_root.as_std_path();
    let mutants = discover(root, &package.name).map_err(|e| Fault::Mistake.error(e.to_string()))?;
    let mut schema =
        Schema::new(root, mutants).map_err(|error| Fault::Build.error(error.to_string()))?;
    must_have_mutants(&schema, &package.name)?;
    let work = metadata.target_directory.join("chiasma/mutants").join(&*package.name);
    let copy = work.join("source").into_std_path_buf();
    let substitution = Substitution::new(package_directory, &copy, &roots);
    let directory = work.join("target").into_std_path_buf();
    let plain = instrumentation(request, &directory, Probes::Edges)?;
    let instrumentation = Instrumentation { mutants: Some(substitution.clone()), ..plain };
    let host = host_triple()?;
    let check = || check(package, request, &host, &directory, &instrumentation);
    settle(&mut schema, &substitution, check).map_err(|error| match error {
        SettleError::DoesNotBuild(_) => Fault::Build.error(error.to_string()),
        _ => Fault::Machine.error(error.to_string()),
    })?;
    must_have_mutants(&schema, &package.name)?;
    let mut binaries = build_tests(&metadata, request, &instrumentation, &directory)?;
    for binary in &mut binaries {
        binary.mutants = switched(&schema);
    }
    Ok(MutantBuild { binaries, schema })
}

/// An error that says why, if a package has no mutants.
fn must_have_mutants(schema: &Schema, package: &str) -> Result<()> {
    if schema.embedded().next().is_some() {
        return Ok(());
    }
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for dropped in schema.dropped() {
        *reasons.entry(dropped.reason.to_string()).or_default() += 1;
    }
    let mut message = match schema.mutants().len() {
        0 => format!("cargo-mutants finds nothing to change in the package {package}"),
        count => format!(
            "none of the {count} mutants of the package {package} can be switched at run time:"
        ),
    };
    for (reason, count) in reasons {
        let _ = write!(message, "\n  {count} {reason}");
    }
    Err(Fault::Mistake.error(message))
}

/// Where each mutant of a schema is switched.
fn switched(schema: &Schema) -> Vec<SwitchedMutant> {
    let sites = schema.sites();
    let of_site = sites.iter().flat_map(|(site, mutants)| {
        mutants.iter().map(|mutant| SwitchedMutant { site: site.0, mutant: mutant.0 })
    });
    of_site.collect()
}

/// The package whose mutants are wanted.
fn mutated_package<'m>(
    metadata: &'m Metadata,
    request: &BuildRequest,
    mutated: Option<&str>,
) -> Result<&'m Package> {
    let all = metadata.workspace_packages();
    let Some(name) = mutated else {
        return match packages(metadata, request)?[..] {
            [only] => Ok(only),
            _ => Err(Fault::Mistake.error(
                "several packages have properties; say with --of which one's mutants are meant",
            )),
        };
    };
    let names = || all.iter().map(|package| package.name.as_str()).collect::<Vec<_>>().join(", ");
    all.iter().copied().find(|package| package.name.as_str() == name).ok_or_else(|| {
        let names = names();
        Fault::Mistake
            .error(format!("there is no package {name} in this workspace (it has {names})"))
    })
}

/// The root files of a package's libraries and programs.
fn roots(package: &Package) -> Result<Vec<PathBuf>> {
    let is_code =
        |kind: &TargetKind| matches!(kind, TargetKind::Lib | TargetKind::RLib | TargetKind::Bin);
    let targets = package.targets.iter().filter(|target| target.kind.iter().any(is_code));
    let roots: Vec<PathBuf> =
        targets.map(|target| target.src_path.clone().into_std_path_buf()).collect();
    if roots.is_empty() {
        return Err(Fault::Mistake.error(format!(
            "the package {} has no library and no program, so it has no mutants; say with --of which \
             package's are meant",
            package.name
        )));
    }
    Ok(roots)
}

/// Checks a package; gives cargo's messages if it does not compile.
fn check(
    package: &Package,
    request: &BuildRequest,
    host: &str,
    directory: &Path,
    instrumentation: &Instrumentation,
) -> std::io::Result<Option<String>> {
    let mut command = cargo("check", package, request, host, directory, instrumentation)
        .map_err(std::io::Error::other)?;
    let output = command.args(["--message-format=json", "--quiet"]).output()?;
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok((!output.status.success()).then_some(messages))
}
