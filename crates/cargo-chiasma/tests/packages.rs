//! The crates are ready to be published.

use std::path::Path;

use cargo_metadata::MetadataCommand;

#[test]
fn every_published_crate_says_what_a_registry_shows() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let metadata =
        MetadataCommand::new().manifest_path(manifest).no_deps().exec().expect("cargo metadata");
    // `publish = false` is an empty list of registries.
    let published: Vec<_> = metadata
        .packages
        .iter()
        .filter(|package| package.publish.as_ref().is_none_or(|registries| !registries.is_empty()))
        .collect();
    assert!(published.len() >= 12, "{}", published.len());
    for package in published {
        let name = &package.name;
        assert!(package.description.as_ref().is_some_and(|text| text.len() > 20), "{name}");
        assert_eq!(package.license.as_deref(), Some("MIT OR Apache-2.0"), "{name}");
        assert!(!package.categories.is_empty(), "{name} has no categories");
        // A registry refuses more than five keywords, and longer ones.
        assert!((1..=5).contains(&package.keywords.len()), "{name}: {:?}", package.keywords);
        assert!(package.keywords.iter().all(|word| word.len() <= 20), "{:?}", package.keywords);
        let readme = package.readme().unwrap_or_else(|| panic!("{name} has no readme"));
        assert!(readme.is_file(), "{name}: there is no {readme}");
        for dependency in &package.dependencies {
            let is_versioned = dependency.req.to_string() != "*";
            let is_for_tests = dependency.kind == cargo_metadata::DependencyKind::Development;
            assert!(is_versioned || is_for_tests, "{name}: {} has no version", dependency.name);
        }
    }
}
