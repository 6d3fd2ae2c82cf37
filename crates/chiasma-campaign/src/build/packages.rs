//! The packages that have properties, and the features that each is built with.

use std::path::PathBuf;

use anyhow::{Result, bail};
use cargo_metadata::{Metadata, Package};

use super::BuildRequest;

/// The packages to look in: they depend on chiasma.
pub(super) fn packages<'m>(
    metadata: &'m Metadata,
    request: &BuildRequest,
) -> Result<Vec<&'m Package>> {
    let has_chiasma = |package: &&Package| chiasma_name(package).is_some();
    let all = metadata.workspace_packages();
    let names = |packages: &[&Package]| -> String {
        packages.iter().map(|package| package.name.to_string()).collect::<Vec<_>>().join(", ")
    };
    let candidates: Vec<&Package> = all.iter().copied().filter(has_chiasma).collect();
    let Some(name) = &request.package else {
        if candidates.is_empty() {
            bail!(
                "no package of this workspace ({}) depends on chiasma; \
                 add it with `cargo add --dev chiasma`, and write a #[property]",
                names(&all)
            );
        }
        let here = current_manifest(request);
        let is_here = |package: &&Package| {
            here.is_some() && package.manifest_path.canonicalize().ok() == here
        };
        let root = metadata.workspace_root.join("Cargo.toml").canonicalize().ok();
        // As for cargo: in a member's directory it is that member that is meant.
        return Ok(match candidates.iter().copied().find(is_here) {
            Some(member) if here != root => vec![member],
            _ => candidates,
        });
    };
    match all.iter().find(|package| package.name.as_str() == name) {
        Some(package) if has_chiasma(package) => Ok(vec![*package]),
        Some(_) => bail!(
            "the package {name} does not depend on chiasma; \
             add it with `cargo add --dev chiasma -p {name}`"
        ),
        None => bail!("there is no package {name} in this workspace (it has {})", names(&all)),
    }
}

/// The manifest that was named, or the nearest one from here upwards.
fn current_manifest(request: &BuildRequest) -> Option<PathBuf> {
    let named = request.manifest_path.clone();
    let nearest = || {
        let here = std::env::current_dir().ok()?;
        here.ancestors().map(|above| above.join("Cargo.toml")).find(|manifest| manifest.exists())
    };
    named.or_else(nearest)?.canonicalize().ok()
}

/// What a package calls its dependency on chiasma.
pub(super) fn chiasma_name(package: &Package) -> Option<String> {
    let dependency = package.dependencies.iter().find(|dependency| dependency.name == "chiasma")?;
    Some(dependency.rename.clone().unwrap_or_else(|| "chiasma".to_owned()))
}

/// The features that were asked for, one by one.
fn requested_features(request: &BuildRequest) -> impl Iterator<Item = &str> {
    let lists = request.features.iter();
    lists.flat_map(|list| list.split([',', ' '])).filter(|feature| !feature.is_empty())
}

/// Whether a package has a feature; of a feature of a dependency that is for cargo to say.
fn has_feature(package: &Package, feature: &str) -> bool {
    feature.contains('/') || package.features.contains_key(feature)
}

/// Not every package needs to have every feature, but one of them does.
pub(super) fn check_features(packages: &[&Package], request: &BuildRequest) -> Result<()> {
    for feature in requested_features(request) {
        if !packages.iter().any(|package| has_feature(package, feature)) {
            bail!("no package with properties has the feature {feature}");
        }
    }
    Ok(())
}

/// The features that were asked for, as far as this package has them.
pub(super) fn features_of(package: &Package, request: &BuildRequest) -> Vec<String> {
    let features = requested_features(request).filter(|feature| has_feature(package, feature));
    features.map(str::to_owned).collect()
}
