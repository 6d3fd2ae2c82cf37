//! Building test binaries with coverage, in a target directory of their own.

mod command;
mod config;
mod executable;
mod hooks;
mod mutants;
mod packages;
mod stub;
pub mod wrapper;

use std::collections::BTreeSet;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use cargo_metadata::{Message, Metadata, MetadataCommand, Package, Target};

use chiasma_runtime::mutants::SwitchedMutant;

use crate::fault::Fault;
pub(crate) use command::CompilerCommand;
pub use executable::Executable;
use hooks::TracedCrates;
pub use mutants::{MutantBuild, build_with_mutants};
use packages::{check_features, chiasma_name, features_of, packages};
use wrapper::{Instrumentation, Probes};

/// Instead of a crate's name: none is traced.
pub const NO_CRATE: &str = "none";

/// Which tests are to be built, and how.
#[derive(Debug, Clone, Default)]
pub struct BuildRequest {
    /// The package to look in; if there is none, that of the current directory, or at a workspace's root all
    /// that depend on chiasma.
    pub package: Option<String>,
    /// The `Cargo.toml` to use.
    pub manifest_path: Option<PathBuf>,
    /// Features to build with.
    pub features: Vec<String>,
    /// Whether to build with all features.
    pub all_features: bool,
    /// Whether to build without the default features.
    pub no_default_features: bool,
    /// The only crates to put coverage into; if there are none, all that are usually instrumented.
    pub instrument: Vec<String>,
    /// Crates to leave coverage out of.
    pub exclude: Vec<String>,
    /// Crates of the application beside those of the workspace and of paths.
    pub application: Vec<String>,
    /// Crates whose functions get hooks if they reach a draw; those of the workspace if there are none, and [`NO_CRATE`]
    /// for no function at all.
    pub trace_crates: Vec<String>,
    /// Maximum number of compilers at a time; if there is none, cargo decides.
    pub jobs: Option<u32>,
    /// Whether cargo may not use the network.
    pub offline: bool,
}

/// A test binary with coverage in it.
#[derive(Debug, Clone)]
pub struct TestBinary {
    /// The package's name.
    pub package: String,
    /// The package's directory.
    pub directory: PathBuf,
    /// The file that the test is compiled from, such as `src/lib.rs`, relative to that directory.
    pub source: PathBuf,
    /// The executable.
    pub executable: Executable,
    /// Where the libraries are that it is linked to at run time.
    pub libraries: Vec<PathBuf>,
    /// The mutants in it, if it was built with some.
    pub mutants: Vec<SwitchedMutant>,
    /// The directory that has the compiler's commands for crates with coverage in it; empty without coverage.
    pub commands: PathBuf,
    /// Crates of the application beside those of the workspace and of paths.
    pub application: Vec<String>,
}

/// Builds the tests of every package that has properties, or of the one that was asked for.
pub fn build(request: &BuildRequest) -> Result<Vec<TestBinary>> {
    build_with(request, Probes::Edges)
}

/// Builds the same tests with a call for each comparison, too, in a directory of their own.
pub fn build_comparing(request: &BuildRequest) -> Result<Vec<TestBinary>> {
    build_with(request, Probes::Comparisons)
}

fn build_with(request: &BuildRequest, probes: Probes) -> Result<Vec<TestBinary>> {
    let metadata = metadata(request)?;
    check_crates(request)?;
    let directory = target_directory(&metadata, request);
    let (instrumentation, directory) = match probes {
        Probes::Edges => (hooked_instrumentation(&metadata, request, &directory)?, directory),
        Probes::Comparisons => {
            let directory = directory.join("comparisons");
            (instrumentation(request, &directory, probes)?, directory)
        }
    };
    build_tests(&metadata, request, &instrumentation, &directory)
}

/// Builds the tests as `cargo test` does, and shares what it built: enough to know which properties there are.
///
/// If there is a build with coverage, that one is brought up to date instead.
pub fn build_for_names(request: &BuildRequest) -> Result<Vec<TestBinary>> {
    let metadata = metadata(request)?;
    let directory = target_directory(&metadata, request);
    // The tests of a package are built by triple.
    if directory.join(host_triple()?).exists() {
        let instrumentation = hooked_instrumentation(&metadata, request, &directory)?;
        return build_tests(&metadata, request, &instrumentation, &directory);
    }
    let packages = packages(&metadata, request)?;
    check_features(&packages, request)?;
    let mut binaries = Vec::new();
    for package in packages {
        let command = plain_cargo("test", package, request, &features_of(package, request));
        binaries.extend(run_build(package, command)?);
    }
    Ok(binaries)
}

fn build_tests(
    metadata: &Metadata,
    request: &BuildRequest,
    instrumentation: &Instrumentation,
    directory: &Path,
) -> Result<Vec<TestBinary>> {
    let packages = packages(metadata, request)?;
    check_features(&packages, request)?;
    let host = host_triple()?;
    let mut binaries = Vec::new();
    for package in packages {
        binaries.extend(build_package(package, request, &host, directory, instrumentation)?);
    }
    Ok(binaries)
}

fn metadata(request: &BuildRequest) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    if let Some(path) = &request.manifest_path {
        command.manifest_path(path);
    }
    command.no_deps();
    if request.offline {
        command.other_options(vec!["--offline".to_owned()]);
    }
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => {
            Fault::Mistake.error(stderr.trim().trim_start_matches("error: ").to_owned())
        }
        other => Fault::Mistake.error(format!("cannot ask cargo about the workspace: {other}")),
    })
}

/// Every crate that is named must be there: a mistyped name would take all coverage away.
fn check_crates(request: &BuildRequest) -> Result<()> {
    let BuildRequest { instrument, exclude, application, trace_crates, .. } = request;
    let traced = trace_crates.iter().filter(|name| *name != NO_CRATE);
    let mut named = instrument.iter().chain(exclude).chain(application).chain(traced).peekable();
    if named.peek().is_none() {
        return Ok(());
    }
    let mut command = MetadataCommand::new();
    if let Some(path) = &request.manifest_path {
        command.manifest_path(path);
    }
    // Of what is never built for this machine nothing may have been downloaded.
    let mut options = vec!["--filter-platform".to_owned(), host_triple()?];
    options.extend(request.offline.then(|| "--offline".to_owned()));
    command.other_options(options);
    let metadata = command.exec().context("cannot ask cargo about the dependencies")?;
    let as_crate = |name: &str| name.replace('-', "_");
    let known: BTreeSet<String> =
        built_targets(&metadata).map(|target| as_crate(&target.name)).collect();
    for name in named {
        if !known.contains(&as_crate(name)) {
            let all: Vec<&str> = known.iter().map(String::as_str).collect();
            bail!("there is no crate {name} in this build; there are {}", all.join(", "));
        }
    }
    Ok(())
}

/// The crates that a build may have: all of the workspace, and the libraries of its dependencies.
fn built_targets(metadata: &Metadata) -> impl Iterator<Item = &Target> {
    metadata.packages.iter().flat_map(|package| {
        let is_member = metadata.workspace_members.contains(&package.id);
        let is_ours = move |target: &&Target| is_member && !target.is_custom_build();
        let is_library = |target: &&Target| {
            let is_program = target.is_bin() || target.is_custom_build();
            !(is_program || target.is_test() || target.is_bench() || target.is_example())
        };
        package.targets.iter().filter(move |target| is_ours(target) || is_library(target))
    })
}

/// The machine that is built for: this one.
pub fn host_triple() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what machine this is")?.to_owned())
}

/// Where the libraries of the compiler and the standard library are; tests of procedural macros are linked to them.
fn standard_libraries() -> Result<Vec<PathBuf>> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let printed = |what: &str| -> Result<PathBuf> {
        let output = Command::new(&rustc).args(["--print", what]).output();
        let output = output.context("cannot start rustc")?;
        Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
    };
    Ok(vec![printed("target-libdir")?, printed("sysroot")?.join("lib")])
}

/// A target directory for each set of flags: cargo does not know what the wrapper adds, and would
/// consider crates built with other flags up to date.
fn target_directory(metadata: &Metadata, request: &BuildRequest) -> PathBuf {
    let BuildRequest { instrument, exclude, trace_crates, .. } = request;
    let name = match (&instrument[..], &exclude[..], &trace_crates[..]) {
        ([], [], []) => "default".to_owned(),
        flags => chiasma_core::chi::file_name(format!("{flags:?}").as_bytes()),
    };
    metadata.target_directory.join("chiasma").join(name).into_std_path_buf()
}

/// The instrumentation with hooks in the functions of traced crates.
fn hooked_instrumentation(
    metadata: &Metadata,
    request: &BuildRequest,
    directory: &Path,
) -> Result<Instrumentation> {
    let plain = instrumentation(request, directory, Probes::Edges)?;
    let named = request.trace_crates.clone();
    if named.iter().any(|name| name == NO_CRATE) {
        return Ok(plain);
    }
    let targets = metadata.packages.iter().flat_map(|package| package.targets.iter());
    let of_workspace = match named.is_empty() {
        true => targets.map(|target| target.name.clone()).collect(),
        false => Vec::new(),
    };
    let traced = TracedCrates { of_workspace, named, directory: directory.join("hooks") };
    Ok(Instrumentation { traced: Some(traced), ..plain })
}

/// The instrumentation without hooks.
fn instrumentation(
    request: &BuildRequest,
    directory: &Path,
    probes: Probes,
) -> Result<Instrumentation> {
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    Ok(Instrumentation {
        instrument: request.instrument.clone(),
        exclude: request.exclude.clone(),
        stub: stub::compiled(directory, probes)?.to_string_lossy().into_owned(),
        inner: config::rustc_wrapper(),
        mutants: None,
        probes,
        traced: None,
        commands: directory.join("commands"),
        variables: std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect(),
    })
}

fn build_package(
    package: &Package,
    request: &BuildRequest,
    host: &str,
    directory: &Path,
    instrumentation: &Instrumentation,
) -> Result<Vec<TestBinary>> {
    let command = cargo("test", package, request, host, directory, instrumentation)?;
    let mut binaries = run_build(package, command)?;
    for binary in &mut binaries {
        binary.commands.clone_from(&instrumentation.commands);
        binary.application.clone_from(&request.application);
    }
    Ok(binaries)
}

/// Builds the tests of a package by a command of cargo.
fn run_build(package: &Package, mut command: Command) -> Result<Vec<TestBinary>> {
    command
        .args(["--no-run", "--tests", "--message-format=json-render-diagnostics"])
        .stdout(Stdio::piped());
    let mut child = command.spawn().context("cannot start cargo")?;
    let output = child.stdout.take().context("cargo has no output")?;
    let mut binaries = Vec::new();
    let mut libraries = standard_libraries()?;
    for message in Message::parse_stream(BufReader::new(output)) {
        let message = message.context("cannot read cargo's output")?;
        if let Message::BuildScriptExecuted(script) = &message {
            // As `-L` has them: perhaps with a kind before the path.
            let paths = script.linked_paths.iter().map(|path| path.as_str());
            libraries.extend(
                paths.map(|path| path.split_once('=').map_or(path, |(_, path)| path).into()),
            );
        }
        if let Message::CompilerArtifact(artifact) = message
            && artifact.profile.test
            && let Some(executable) = artifact.executable
        {
            let directory = package.manifest_path.parent().context("a manifest has a directory")?;
            // While cargo runs no other build replaces it.
            let executable = Executable::open(executable.clone().into_std_path_buf())
                .with_context(|| format!("cannot open {executable}"))?;
            let source = artifact.target.src_path.as_path();
            binaries.push(TestBinary {
                package: package.name.to_string(),
                directory: directory.as_std_path().to_owned(),
                source: source.strip_prefix(directory).unwrap_or(source).into(),
                executable,
                libraries: Vec::new(),
                mutants: Vec::new(),
                commands: PathBuf::new(),
                application: Vec::new(),
            });
        }
    }
    for binary in &mut binaries {
        let beside = binary.executable.path().ancestors().skip(1).take(2).map(Path::to_owned);
        binary.libraries = beside.chain(libraries.iter().cloned()).collect();
    }
    if !child.wait().context("cargo did not end")?.success() {
        return Err(Fault::Build.error(format!("the tests of {} do not build", package.name)));
    }
    Ok(binaries)
}

/// Cargo's command `verb` on a package, with our wrapper around the compiler.
fn cargo(
    verb: &str,
    package: &Package,
    request: &BuildRequest,
    host: &str,
    directory: &Path,
    instrumentation: &Instrumentation,
) -> Result<Command> {
    let this_program = std::env::current_exe().context("cannot find this program")?;
    let mut features = features_of(package, request);
    features.extend(chiasma_name(package).map(|name| format!("{name}/fuzz")));
    let mut command = plain_cargo(verb, package, request, &features);
    command
        .args(["--target", host])
        .env("CARGO_TARGET_DIR", directory)
        // What is built in between belongs to these flags as well.
        .env("CARGO_BUILD_BUILD_DIR", directory)
        .env("RUSTC_WRAPPER", this_program)
        .env(wrapper::VARIABLE, serde_json::to_string(instrumentation)?)
        // In one piece each, since little is inlined across the many of an incremental build.
        .env("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1")
        .env("CARGO_PROFILE_TEST_CODEGEN_UNITS", "1")
        .env("CARGO_INCREMENTAL", "0")
        // Coverage is found, and shown, by symbols.
        .env("CARGO_PROFILE_DEV_STRIP", "none")
        .env("CARGO_PROFILE_TEST_STRIP", "none")
        .env("CARGO_PROFILE_DEV_DEBUG", "1")
        .env("CARGO_PROFILE_TEST_DEBUG", "1");
    // Optimised, with all checks: what a debug build would catch, at a release build's speed. But who sets another level
    // in the environment has a reason.
    for level in ["CARGO_PROFILE_DEV_OPT_LEVEL", "CARGO_PROFILE_TEST_OPT_LEVEL"] {
        if std::env::var_os(level).is_none() {
            command.env(level, "3");
        }
    }
    Ok(command)
}

/// Cargo's command `verb` on a package, with these features.
fn plain_cargo(
    verb: &str,
    package: &Package,
    request: &BuildRequest,
    features: &[String],
) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .arg(verb)
        .arg("--manifest-path")
        .arg(&package.manifest_path)
        .args(["--features", &features.join(",")])
        .args(request.all_features.then_some("--all-features"))
        .args(request.no_default_features.then_some("--no-default-features"))
        .args(request.jobs.map(|jobs| format!("--jobs={jobs}")))
        .args(request.offline.then_some("--offline"))
        .stdin(Stdio::null());
    // Where the variable `CI` is set, cargo takes any terminal for one that shows colours.
    if std::env::var_os("TERM").is_some_and(|name| name == "dumb") {
        command.env("CARGO_TERM_COLOR", "never");
    }
    command
}
