//! Builds `cargo-chiasma`, the targets and, where there is a C++ compiler, libFuzzer; cargo knows what
//! is up to date.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::lines::Fuzzer;
use super::wrapper::WRAPPER;

/// The programs that take part, and where they may put files.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) cargo_chiasma: PathBuf,
    /// The directory of libFuzzer's binaries, if they could be built.
    pub(super) libfuzzer: Option<PathBuf>,
    /// The workspace of the targets.
    pub(super) targets: PathBuf,
    /// The target directory of Chiasma's builds of them.
    pub(super) target_directory: PathBuf,
    pub(super) scratch: PathBuf,
}

impl Tools {
    /// Builds all that these fuzzers need.
    pub(super) fn build(fuzzers: &[Fuzzer]) -> Result<Self> {
        let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
        let targets = bench.join("targets");
        ensure!(
            targets.join("Cargo.toml").exists(),
            "{} is gone; run this where it was built",
            targets.display()
        );
        let this_program = std::env::current_exe().context("cannot find this program")?;
        let root =
            this_program.ancestors().nth(2).context("this program is not in a target directory")?;
        run(cargo(bench, root).args(["build", "--release", "-p", "cargo-chiasma"]))?;
        let own = root.join("loop");
        let scratch = own.join("scratch");
        std::fs::create_dir_all(&scratch)
            .with_context(|| format!("cannot create {}", scratch.display()))?;
        let target_directory = own.join("chiasma");
        let cargo_chiasma = root.join("release").join("cargo-chiasma");
        run(Command::new(&cargo_chiasma)
            .args(["chiasma", "list"])
            .current_dir(&targets)
            .env("CARGO_TARGET_DIR", &target_directory))?;
        let libfuzzer = match fuzzers.contains(&Fuzzer::LibFuzzer) {
            true => build_libfuzzer(&targets, &own.join("libfuzzer"), &this_program)?,
            false => None,
        };
        Ok(Self { cargo_chiasma, libfuzzer, targets, target_directory, scratch })
    }
}

/// Builds libFuzzer's binaries; nothing if there is no C++ compiler.
fn build_libfuzzer(targets: &Path, directory: &Path, wrapper: &Path) -> Result<Option<PathBuf>> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let found = Command::new(&compiler).arg("--version").stdout(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        eprintln!("no C++ compiler ({compiler}; CXX names another): libFuzzer is left out");
        return Ok(None);
    }
    let host = host_triple()?;
    // As `cargo chiasma` builds its own: optimised, with all checks.
    run(cargo(targets, directory)
        .args(["build", "-p", "libfuzzer-targets", "--target", &host])
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "3")
        .env("CARGO_PROFILE_DEV_DEBUG", "1")
        .env("RUSTC_WRAPPER", wrapper)
        .env(WRAPPER, "1"))?;
    Ok(Some(directory.join(host).join("debug")))
}

fn cargo(within: &Path, target_directory: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(within).env("CARGO_TARGET_DIR", target_directory);
    command
}

fn host_triple() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what machine this is")?.to_owned())
}

/// Runs a build step; what it says goes where this program's own messages go.
fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .stdin(Stdio::null())
        .stdout(std::io::stderr())
        .status()
        .with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("a build step failed: {command:?}");
    }
    Ok(())
}
