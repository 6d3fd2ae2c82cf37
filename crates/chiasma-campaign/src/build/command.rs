//! The compiler's commands, recorded while crates are built, so that the compiler can be asked about these crates
//! again without building anything.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use chiasma_core::chi::replace_file;

/// Arguments that say what to write and how to report it; each has its value in the next argument or behind `=`.
const ABOUT_OUTPUT: [&str; 6] =
    ["--emit", "--out-dir", "-o", "--error-format", "--json", "--diagnostic-width"];

/// How the compiler was started for a crate.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct CompilerCommand {
    /// The compiler, and the arguments that cargo gave it.
    pub(super) words: Vec<String>,
    /// Where it was started.
    pub(super) directory: PathBuf,
    /// The variables that cargo set for it.
    pub(super) environment: BTreeMap<String, String>,
}

impl CompilerCommand {
    /// Reads the record of a crate.
    pub(crate) fn read(directory: &Path, unit: &str) -> io::Result<Self> {
        Ok(serde_json::from_slice(&fs::read(file(directory, unit))?)?)
    }

    /// Records it in `directory`.
    pub(super) fn record(&self, directory: &Path) -> io::Result<()> {
        fs::create_dir_all(directory)?;
        replace_file(&file(directory, &self.unit()), &serde_json::to_vec(self)?)
    }

    /// What its files are called: the crate's name, and cargo's hash of how it is built.
    pub(super) fn unit(&self) -> String {
        let name = value(&self.words, "--crate-name").unwrap_or_default();
        let hash = self.words.iter().find_map(|word| {
            word.strip_prefix("extra-filename=").or(word.strip_prefix("-Cextra-filename="))
        });
        format!("{name}{}", hash.unwrap_or_default())
    }

    /// Whether it is of a crate of the application: one of the workspace or of a path, whose warnings cargo does not
    /// silence, or one of those named.
    pub(crate) fn is_of_application(&self, named: &[String]) -> bool {
        value(&self.words, "--cap-lints").is_none() || named.iter().any(|name| self.is_of(name))
    }

    /// Whether it is of the crate or the package of this name.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        value(&self.words, "--crate-name") == Some(name.replace('-', "_").as_str())
    }

    /// The crates that it uses, by what their files are called.
    pub(crate) fn uses(&self) -> impl Iterator<Item = &str> {
        let after = self.words.windows(2).filter(|pair| pair[0] == "--extern");
        let files = after.filter_map(|pair| Some(pair[1].split_once('=')?.1));
        files.filter_map(|file| Path::new(file).file_stem()?.to_str()?.strip_prefix("lib"))
    }

    /// When the crate was last built.
    pub(crate) fn recorded_at(directory: &Path, unit: &str) -> io::Result<std::time::SystemTime> {
        fs::metadata(file(directory, unit))?.modified()
    }

    /// The same compiler on the same crate, with no output and no messages.
    pub(crate) fn again(&self) -> Option<Command> {
        let (compiler, arguments) = self.words.split_first()?;
        let mut command = Command::new(compiler);
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            if ABOUT_OUTPUT.contains(&argument.as_str()) {
                arguments.next();
            } else if !ABOUT_OUTPUT
                .iter()
                .any(|name| argument.strip_prefix(name).is_some_and(|value| value.starts_with('=')))
            {
                command.arg(argument);
            }
        }
        command.current_dir(&self.directory).envs(&self.environment);
        Some(command)
    }
}

fn file(directory: &Path, unit: &str) -> PathBuf {
    directory.join(format!("{unit}.json"))
}

/// The argument behind `name`.
pub(super) fn value<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let at = arguments.iter().position(|argument| argument == name)?;
    arguments.get(at + 1).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command() -> CompilerCommand {
        let line = "rustc --crate-name json --error-format=json --emit=dep-info,link -C opt-level=3 \
                    -C extra-filename=-a1 --out-dir /out --extern serde=/d/libserde-b2.rmeta \
                    --extern proc_macro src/lib.rs";
        CompilerCommand {
            words: line.split_whitespace().map(str::to_owned).collect(),
            directory: "/".into(),
            environment: [("OUT_DIR".to_owned(), "/o".to_owned())].into(),
        }
    }

    #[test]
    fn what_is_recorded_is_read_by_the_name_of_the_crates_files() {
        let directory = tempfile::tempdir().unwrap();
        command().record(directory.path()).unwrap();
        assert_eq!(CompilerCommand::read(directory.path(), "json-a1").unwrap(), command());
        let missing = CompilerCommand::read(directory.path(), "json-a2").unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        assert_eq!(command().uses().collect::<Vec<_>>(), ["serde-b2"]);
    }

    #[test]
    fn a_crate_of_the_registry_is_of_the_application_if_it_is_named() {
        assert!(command().is_of_application(&[]));
        let mut foreign = command();
        foreign.words.extend(["--cap-lints", "allow"].map(str::to_owned));
        assert!(!foreign.is_of_application(&["serde".to_owned()]));
        assert!(foreign.is_of_application(&["json".to_owned()]));
    }

    #[test]
    fn the_compiler_is_asked_again_without_writing_what_it_wrote() {
        let again = command().again().unwrap();
        let arguments: Vec<_> = again.get_args().map(|a| a.to_str().unwrap()).collect();
        assert_eq!(
            arguments.join(" "),
            "--crate-name json -C opt-level=3 -C extra-filename=-a1 \
             --extern serde=/d/libserde-b2.rmeta --extern proc_macro src/lib.rs"
        );
        assert_eq!(again.get_envs().count(), 1);
    }
}
