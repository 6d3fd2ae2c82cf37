//! The MIR of the application's crates: printed by the compiler that built them, and kept until they are built again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::build::{CompilerCommand, TestBinary};

/// The MIR of a test binary and of the application's crates that it uses.
pub(super) struct Mir {
    /// The compiler that printed it: the first line of `rustc --version`.
    pub(super) compiler: String,
    /// The files with the text of each crate.
    pub(super) files: Vec<PathBuf>,
}

impl Mir {
    /// Has the compiler print what is not there yet.
    ///
    /// The compiler's commands were recorded when the crates were built. They are repeated without code generation, so
    /// that dependencies are not compiled again and a build without targeting costs nothing.
    pub(super) fn of(binary: &TestBinary) -> Result<Self> {
        let root = binary.executable.path().file_stem().and_then(|stem| stem.to_str());
        let root = root.context("the test binary has no name")?.to_owned();
        let mut files = Vec::new();
        let mut missing: Vec<&String> = binary.application.iter().collect();
        let (mut seen, mut next) = (BTreeSet::from([root.clone()]), vec![root.clone()]);
        while let Some(unit) = next.pop() {
            let command = match CompilerCommand::read(&binary.commands, &unit) {
                Ok(command) => command,
                // A crate without coverage.
                Err(_) if unit != root => continue,
                Err(_) => bail!(not_recorded(&root, binary)),
            };
            missing.retain(|name| !command.is_of(name));
            if command.is_of_application(&binary.application) {
                files.push(printed(&binary.commands, &unit, &command)?);
            }
            let used = command.uses().filter(|used| seen.insert((*used).to_owned()));
            next.extend(used.map(str::to_owned).collect::<Vec<_>>());
        }
        if let Some(name) = missing.first() {
            bail!(not_recorded(name, binary));
        }
        Ok(Self { compiler: compiler()?, files })
    }

    /// What distinguishes each file from what it was before the crate was built again: the text itself may be
    /// hundreds of megabytes, too much to read at every start of a campaign.
    pub(super) fn stamps(&self) -> Result<Vec<String>> {
        let stamp = |file: &PathBuf| -> Result<String> {
            let known = fs::metadata(file).and_then(|known| Ok((known.len(), known.modified()?)));
            Ok(format!("{:?}", known.with_context(|| unreadable(file))?))
        };
        self.files.iter().map(stamp).collect()
    }

    /// The text of each file.
    pub(super) fn texts(&self) -> impl Iterator<Item = Result<String>> {
        self.files.iter().map(|file| fs::read_to_string(file).with_context(|| unreadable(file)))
    }
}

fn unreadable(file: &Path) -> String {
    format!("cannot read {}", file.display())
}

fn not_recorded(name: &str, binary: &TestBinary) -> String {
    let directory = binary.commands.parent().unwrap_or(&binary.commands).display();
    format!("the build has no record of how {name} was compiled; remove {directory} and try again")
}

/// The file with the MIR of a crate, printed if there is none that is newer than the crate.
fn printed(commands: &Path, unit: &str, command: &CompilerCommand) -> Result<PathBuf> {
    let file = commands.join(format!("{unit}.mir"));
    let is_fresh = || -> Option<bool> {
        let printed = fs::metadata(&file).ok()?.modified().ok()?;
        Some(printed >= CompilerCommand::recorded_at(commands, unit).ok()?)
    };
    if !is_fresh().unwrap_or(false) {
        print(command, &file).with_context(|| format!("cannot print the MIR of {unit}"))?;
    }
    Ok(file)
}

fn print(command: &CompilerCommand, file: &Path) -> Result<()> {
    let unfinished = file.with_extension(format!("{}.partial", std::process::id()));
    let mut emit = std::ffi::OsString::from("--emit=mir=");
    emit.push(&unfinished);
    let output = command
        .again()
        .context("its command is empty")?
        .arg(emit)
        .args(["-Zno-codegen", "-Zmir-include-spans=on", "-Zmir-opt-level=0"])
        // Without the branches of checks that the compiler inserts.
        .args(["-Cdebug-assertions=off", "-Coverflow-checks=off", "--cap-lints=allow"])
        // For the options that begin with Z, on any compiler.
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .context("cannot start the compiler")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    fs::rename(&unfinished, file).with_context(|| format!("cannot write {}", file.display()))
}

fn compiler() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().context("cannot start rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
