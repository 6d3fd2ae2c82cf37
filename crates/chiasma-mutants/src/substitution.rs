//! Having the compiler read rewritten files instead of the user's.
//!
//! The compiler's wrapper sees every call of the compiler. Where the root file of a crate with mutants is to
//! be compiled, it gives the compiler the rewritten one instead; modules and included files are found
//! relative to that. Unlike a patched dependency this needs no other manifest and no other lock file, is
//! the same for workspace members and packages from elsewhere, and cannot touch what the user wrote.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::mutant::Mutant;
use crate::schema::{HOOK, Schema};

/// The file that changes whenever a rewritten file does, or is rewritten no more.
const STAMP: &str = ".chiasma-mutants";

/// Which root files are compiled instead of which.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Substitution {
    /// The package's directory.
    package: PathBuf,
    /// The directory with the rewritten files, laid out as the package's.
    copy: PathBuf,
    /// The root files of the package's libraries and programs, relative to the package.
    roots: Vec<PathBuf>,
}

impl Substitution {
    /// Has the files below `copy` compiled for the root files of the package in `package`.
    #[must_use]
    pub fn new(package: &Path, copy: &Path, roots: &[PathBuf]) -> Self {
        let relative = |root: &PathBuf| root.strip_prefix(package).unwrap_or(root).to_owned();
        Self {
            package: package.to_owned(),
            copy: copy.to_owned(),
            roots: roots.iter().map(relative).collect(),
        }
    }

    /// Where the rewritten files are.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.copy
    }

    /// The compiler's arguments with the rewritten root file, if it is one of this package.
    ///
    /// Lints are off, since rewritten code looks odd; messages and panics name the user's file.
    #[must_use]
    pub fn apply(&self, arguments: &[String], current_directory: &Path) -> Option<Vec<String>> {
        let place = arguments.iter().position(|argument| argument.ends_with(".rs"))?;
        let given = &arguments[place];
        let full = current_directory.join(given);
        let root = self.roots.iter().find(|root| self.package.join(root) == full)?;
        let mut arguments = arguments.to_vec();
        arguments[place] = self.copy.join(root).to_string_lossy().into_owned();
        let shown = given.strip_suffix(&*root.to_string_lossy()).unwrap_or_default();
        let shown = shown.trim_end_matches('/');
        arguments.push(format!("--remap-path-prefix={}={shown}", self.copy.display()));
        if !arguments.iter().any(|argument| argument.starts_with("--cap-lints")) {
            arguments.push("--cap-lints=allow".to_owned());
        }
        Some(arguments)
    }

    /// Has cargo compile again when a rewritten file has changed: the compiler tells it of the user's files,
    /// by whose names the rewritten ones go.
    pub fn amend_dependencies(&self, arguments: &[String]) -> io::Result<()> {
        let after = |name: &str| {
            let at = arguments.iter().position(|argument| argument == name)?;
            arguments.get(at + 1).map(String::as_str)
        };
        let suffix = arguments.iter().find_map(|argument| argument.strip_prefix("extra-filename="));
        let (Some(directory), Some(name)) = (after("--out-dir"), after("--crate-name")) else {
            return Ok(());
        };
        let path = Path::new(directory).join(format!("{name}{}.d", suffix.unwrap_or_default()));
        let Ok(text) = fs::read_to_string(&path) else { return Ok(()) };
        let stamp = self.copy.join(STAMP).to_string_lossy().replace(' ', "\\ ");
        // Cargo reads the first line.
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        fs::write(&path, format!("{first} {stamp}\n{rest}"))
    }

    /// Writes the rewritten files, and links to the user's for all others. What is as it was is left alone,
    /// so that it is not compiled again.
    pub fn write(&self, schema: &Schema) -> io::Result<()> {
        self.write_files(schema, schema.rendered().map(|(path, rendered)| (path, rendered.text)))
    }

    /// Writes the file of one mutant with nothing but its change in it, as it would be without a schema.
    pub fn write_alone(&self, schema: &Schema, mutant: &Mutant) -> io::Result<()> {
        let text = schema.alone(mutant).map(|text| (mutant.file.as_path(), text));
        self.write_files(schema, text.into_iter())
    }

    fn write_files<'f>(
        &self,
        schema: &Schema,
        changed: impl Iterator<Item = (&'f Path, String)>,
    ) -> io::Result<()> {
        let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
        for (path, text) in changed {
            if let Ok(relative) = schema.root().join(path).strip_prefix(&self.package) {
                files.insert(relative.to_owned(), text);
            }
        }
        for root in &self.roots {
            if !files.contains_key(root) {
                files.insert(root.clone(), fs::read_to_string(self.package.join(root))?);
            }
            files.entry(root.clone()).and_modify(|text| text.push_str(HOOK));
        }
        let written: BTreeSet<&Path> = files.keys().map(PathBuf::as_path).collect();
        self.mirror(Path::new(""), &written)?;
        for (path, text) in &files {
            let path = self.copy.join(path);
            if fs::read_to_string(&path).ok().as_ref() != Some(text) {
                fs::write(path, text)?;
            }
        }
        let stamp = self.copy.join(STAMP);
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        let now = format!("{:016x}", hasher.finish());
        if fs::read_to_string(&stamp).ok().as_ref() != Some(&now) {
            fs::write(stamp, now)?;
        }
        Ok(())
    }

    /// Makes the directory `relative`, with links for what is not `written`.
    fn mirror(&self, relative: &Path, written: &BTreeSet<&Path>) -> io::Result<()> {
        let copy = self.copy.join(relative);
        if copy.is_symlink() {
            fs::remove_file(&copy)?;
        }
        fs::create_dir_all(&copy)?;
        for entry in fs::read_dir(self.package.join(relative))? {
            let entry = entry?;
            let path = relative.join(entry.file_name());
            let link = self.copy.join(&path);
            if written.contains(path.as_path()) {
                if link.is_symlink() {
                    fs::remove_file(&link)?;
                }
            } else if written.iter().any(|file| file.starts_with(&path)) {
                self.mirror(&path, written)?;
            } else if fs::read_link(&link).ok().as_deref() != Some(&entry.path()) {
                if link.is_dir() && !link.is_symlink() {
                    fs::remove_dir_all(&link)?;
                } else if link.exists() || link.is_symlink() {
                    fs::remove_file(&link)?;
                }
                std::os::unix::fs::symlink(entry.path(), &link)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn only_the_root_files_of_the_package_are_substituted() {
        let substitution =
            Substitution::new(Path::new("/w/p"), Path::new("/c"), &["/w/p/src/lib.rs".into()]);
        let line = words("rustc --crate-name p p/src/lib.rs --crate-type lib");
        let applied = substitution.apply(&line, Path::new("/w")).unwrap();
        let expected = "rustc --crate-name p /c/src/lib.rs --crate-type lib \
                        --remap-path-prefix=/c=p --cap-lints=allow";
        assert_eq!(applied.join(" "), expected);
        let line = words("rustc --crate-name p src/lib.rs --cap-lints allow");
        let applied = substitution.apply(&line, Path::new("/w/p")).unwrap();
        let expected =
            "rustc --crate-name p /c/src/lib.rs --cap-lints allow --remap-path-prefix=/c=";
        assert_eq!(applied.join(" "), expected);
        for other in ["rustc --crate-name q q/src/lib.rs", "rustc p/tests/t.rs", "rustc -vV"] {
            assert_eq!(substitution.apply(&words(other), Path::new("/w")), None, "{other}");
        }
    }
}
