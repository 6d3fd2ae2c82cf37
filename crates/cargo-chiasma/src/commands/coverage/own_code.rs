//! Which source files are the user's own: below the workspace, and neither a dependency's, nor
//! generated, nor Chiasma's.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Result;
use cargo_metadata::MetadataCommand;

use crate::options::BuildOptions;
use chiasma_campaign::Fault;
use chiasma_campaign::build::wrapper::OURS;

/// Distinguishes own files from others.
#[derive(Debug)]
pub(super) struct OwnCode {
    root: PathBuf,
    /// What lies below the root and is not own.
    apart: Vec<PathBuf>,
    /// What is known of the directories of packages.
    packages: HashMap<PathBuf, bool>,
}

impl OwnCode {
    /// The own code of the workspace that is built.
    pub(super) fn of(options: &BuildOptions) -> Result<Self> {
        let mut command = MetadataCommand::new();
        if let Some(path) = &options.manifest_path {
            command.manifest_path(path);
        }
        let metadata = command.no_deps().exec().map_err(|error| {
            Fault::Mistake.error(format!("cannot ask cargo about the workspace: {error}"))
        })?;
        let mut apart = vec![metadata.target_directory.into_std_path_buf()];
        let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
        apart.extend(std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home));
        Ok(Self::below(metadata.workspace_root.into_std_path_buf(), apart))
    }

    fn below(root: PathBuf, apart: Vec<PathBuf>) -> Self {
        // A home of cargo that the workspace itself lies in does not make it foreign.
        let apart = apart.into_iter().filter(|path| !root.starts_with(path)).collect();
        Self { root, apart, packages: HashMap::new() }
    }

    /// The workspace.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The file at this path, if it is own code.
    pub(super) fn file(&mut self, path: &str) -> Option<PathBuf> {
        let path = without_detours(Path::new(path));
        let is_inside =
            path.starts_with(&self.root) && !self.apart.iter().any(|apart| path.starts_with(apart));
        (is_inside && self.is_in_own_package(path.parent()?)).then_some(path)
    }

    /// Whether the nearest package around a directory is own.
    fn is_in_own_package(&mut self, directory: &Path) -> bool {
        if let Some(&known) = self.packages.get(directory) {
            return known;
        }
        let is_own = match fs::read_to_string(directory.join("Cargo.toml")) {
            Ok(manifest) => {
                // `cargo vendor` puts this file into every package that it copies.
                let is_vendored = directory.join(".cargo-checksum.json").exists();
                !is_vendored && !is_chiasma(&manifest)
            }
            Err(_) if directory == self.root => true,
            Err(_) => directory.parent().is_none_or(|parent| self.is_in_own_package(parent)),
        };
        self.packages.insert(directory.to_owned(), is_own);
        is_own
    }
}

/// Whether a manifest is that of one of Chiasma's own packages.
fn is_chiasma(manifest: &str) -> bool {
    let name = manifest
        .lines()
        .skip_while(|line| line.trim() != "[package]")
        .find_map(|line| line.trim().strip_prefix("name")?.trim().strip_prefix('='))
        .map(|name| name.trim().trim_matches(['"', '\'']));
    name.is_some_and(|name| OURS.contains(&&*name.replace('-', "_")))
}

/// The path without `.` and `..`, as the compiler writes them for files named by `#[path]`.
fn without_detours(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_files_are_below_the_workspace_and_in_a_package_of_the_user() {
        let root = tempfile::tempdir().unwrap();
        let package = |directory: &str, name: &str| {
            let directory = root.path().join(directory);
            fs::create_dir_all(&directory).unwrap();
            let manifest = format!("[package]\nname = \"{name}\"\n[dependencies]\n");
            fs::write(directory.join("Cargo.toml"), manifest).unwrap();
        };
        package("", "mine");
        package("chiasma-core", "chiasma-core");
        package("chiasmata", "chiasmata");
        package("chiasma-of-mine", "chiasma-of-mine");
        package("vendor/other", "other");
        fs::write(root.path().join("vendor/other/.cargo-checksum.json"), "{}").unwrap();
        let apart = vec![root.path().join("target"), root.path().join(".cargo")];
        let mut own_code = OwnCode::below(root.path().to_owned(), apart);
        let mut is_own =
            |path: &str| own_code.file(&root.path().join(path).to_string_lossy()).is_some();
        assert!(is_own("src/lib.rs"));
        assert!(is_own("tests/deep/down.rs"));
        assert!(is_own("chiasmata/src/lib.rs"));
        assert!(is_own("chiasma-of-mine/src/lib.rs"));
        assert!(!is_own("chiasma-core/src/source/mod.rs"));
        assert!(!is_own("vendor/other/src/lib.rs"));
        assert!(!is_own("target/debug/build/mine/out/generated.rs"));
        assert!(!is_own(".cargo/registry/src/x/lib.rs"));
        assert!(!is_own("../elsewhere.rs"));
        assert!(own_code.file("/rustc/abc/library/core/src/lib.rs").is_none());
        let detour = root.path().join("tests/../src/lib.rs");
        assert_eq!(
            own_code.file(&detour.to_string_lossy()),
            Some(root.path().join("src/lib.rs")),
            "one file has one path"
        );
    }

    #[test]
    fn a_home_of_cargo_around_the_workspace_is_not_apart() {
        let mut own_code = OwnCode::below("/w/own".into(), vec!["/w".into()]);
        assert!(own_code.file("/w/own/src/lib.rs").is_some());
    }
}
