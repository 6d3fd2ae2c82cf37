//! Builds a fuzz target as `cargo fuzz` would: optimised, with all checks, and with the coverage and the
//! traced comparisons that libFuzzer is guided by.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;

use chiasma_campaign::Fault;
use chiasma_campaign::build::{Executable, host_triple};

/// What `cargo fuzz` gives the compiler, but for the sanitizers, which stable Rust does not have, and for
/// `--cfg fuzzing`, with which a subject might behave in another way than in the build of the others.
const FLAGS: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-sanitizer-coverage-stack-depth",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

/// Builds the fuzz target of this name.
pub(in super::super) fn build(manifest: &Path, target: &str) -> Result<Executable> {
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec()?;
    let directory = metadata.target_directory.join("chiasma").join("libfuzzer");
    let host = host_triple()?;
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--release", "--target", &host, "--bin", target, "--manifest-path"])
        .arg(manifest)
        .env("CARGO_TARGET_DIR", &directory)
        .env("RUSTFLAGS", FLAGS.join(" "))
        .env("CARGO_PROFILE_RELEASE_DEBUG", "1")
        .env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true")
        .env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")
        .stdin(Stdio::null())
        .stdout(std::io::stderr())
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        let message = format!(
            "the fuzz target {target} does not build (libFuzzer needs a C++ compiler: `apt-get install g++`)"
        );
        return Err(Fault::Build.error(message));
    }
    let path = directory.join(host).join("release").join(target).into_std_path_buf();
    Executable::open(path.clone()).with_context(|| format!("cannot open {}", path.display()))
}
