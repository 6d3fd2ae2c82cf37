//! Embeds all mutants of a package in one build, and tells how many can be; the measurements of
//! `docs/mutants.md` are made with it.
//!
//! `mutant-schema PACKAGE-DIRECTORY [--alone COUNT] [--verbose]`, for a package that is no member of a
//! workspace; `--alone N` compiles N of its mutants one by one, for comparison.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use chiasma_mutants::{Mutant, MutantId, Reason, Schema, Substitution, discover, settle};

/// The variable that holds the substitution, and makes this program a wrapper of the compiler.
const SUBSTITUTION: &str = "MUTANT_SCHEMA_SUBSTITUTION";

type Error = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let result = match std::env::var(SUBSTITUTION) {
        Ok(substitution) => compile(&substitution),
        Err(_) => measure().map(|()| ExitCode::SUCCESS),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}

/// Compiles, as the compiler's wrapper.
fn compile(substitution: &str) -> Result<ExitCode, Error> {
    let substitution: Substitution = serde_json::from_str(substitution)?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let here = std::env::current_dir()?;
    let substituted = substitution.apply(&arguments, &here);
    let is_substituted = substituted.is_some();
    let arguments = substituted.unwrap_or(arguments);
    let status = Command::new(&arguments[0]).args(&arguments[1..]).status()?;
    if is_substituted && status.success() {
        substitution.amend_dependencies(&arguments)?;
    }
    Ok(ExitCode::from(status.code().map_or(1, |code| code as u8)))
}

struct Package {
    directory: PathBuf,
    name: String,
    roots: Vec<PathBuf>,
}

impl Package {
    fn of(directory: &Path) -> Result<Self, Error> {
        let directory = directory.canonicalize()?;
        let output = Command::new("cargo")
            .args(["metadata", "--format-version=1", "--no-deps", "--manifest-path"])
            .arg(directory.join("Cargo.toml"))
            .output()?;
        let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let package = &metadata["packages"][0];
        let targets = package["targets"].as_array().ok_or("the package has no targets")?;
        let is_root = |target: &&serde_json::Value| {
            let kinds = target["kind"].as_array().into_iter().flatten();
            kinds.filter_map(|kind| kind.as_str()).any(|kind| kind == "lib" || kind == "bin")
        };
        let roots = targets.iter().filter(is_root).filter_map(|target| target["src_path"].as_str());
        let name = package["name"].as_str().ok_or("the package has no name")?.to_owned();
        Ok(Self { name, roots: roots.map(PathBuf::from).collect(), directory })
    }

    /// Checks it with a substitution; gives cargo's output, or nothing if it builds.
    fn check(&self, substitution: &Substitution) -> io::Result<Option<String>> {
        let output = Command::new("cargo")
            .args(["check", "--message-format=json", "--quiet", "--manifest-path"])
            .arg(self.directory.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", substitution.directory().with_extension("target"))
            .env("RUSTC_WRAPPER", std::env::current_exe()?)
            .env("CARGO_INCREMENTAL", "0")
            .env(SUBSTITUTION, serde_json::to_string(substitution)?)
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok((!output.status.success()).then_some(text))
    }
}

fn measure() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let directory = arguments.first().ok_or("usage: mutant-schema DIRECTORY [--alone COUNT]")?;
    let after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)?.parse::<usize>().ok()
    };
    let package = Package::of(Path::new(directory))?;
    let work = std::env::temp_dir().join(format!("mutant-schema-{}", std::process::id()));
    let mutants = discover(&package.directory, &package.name)?;
    let mut schema = Schema::new(&package.directory, mutants)?;
    let substitution = Substitution::new(&package.directory, &work.join("copy"), &package.roots);
    let settled = settle(&mut schema, &substitution, || package.check(&substitution))?;
    let (all, embedded) = (schema.mutants().len(), schema.embedded().count());
    println!("{}: {all} mutants, {embedded} embedded, {} rounds", package.name, settled.rounds);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for dropped in schema.dropped() {
        let reason = match dropped.reason {
            Reason::DoesNotCompile(_) => "does not compile".to_owned(),
            Reason::BreaksOriginal(_) => "cannot be switched at run time".to_owned(),
            other => other.to_string(),
        };
        *reasons.entry(reason).or_default() += 1;
        if arguments.iter().any(|argument| argument == "--verbose") {
            println!("  {}: {}", dropped.mutant.name, dropped.reason);
        }
    }
    for (reason, count) in reasons {
        println!("  {count} {reason}");
    }
    if let Some(count) = after("--alone") {
        compare_alone(&package, &schema, count, &work)?;
    }
    let _ = std::fs::remove_dir_all(work);
    Ok(())
}

/// Compiles mutants one by one, spread evenly over all, and compares with the schema.
fn compare_alone(
    package: &Package,
    schema: &Schema,
    count: usize,
    work: &Path,
) -> Result<(), Error> {
    let embedded: BTreeSet<MutantId> = schema.embedded().map(|mutant| mutant.id).collect();
    let mutants = schema.mutants();
    let step = mutants.len().div_ceil(count.max(1)).max(1);
    let (mut viable, mut both, mut only_embedded) = (0, 0, 0);
    let substitution = Substitution::new(&package.directory, &work.join("alone"), &package.roots);
    let sample: Vec<&Mutant> = mutants.iter().step_by(step).collect();
    for mutant in &sample {
        substitution.write_alone(schema, mutant)?;
        let builds = package.check(&substitution)?.is_none();
        viable += usize::from(builds);
        both += usize::from(builds && embedded.contains(&mutant.id));
        only_embedded += usize::from(!builds && embedded.contains(&mutant.id));
        if builds && !embedded.contains(&mutant.id) {
            let reason = schema.dropped().find(|dropped| dropped.mutant.id == mutant.id);
            let reason = reason.map(|dropped| dropped.reason.to_string()).unwrap_or_default();
            println!("  viable but not embedded: {}: {reason}", mutant.name);
        }
    }
    println!(
        "  of {} compiled alone {viable} build; {both} of these are embedded ({:.1} %); \
         {only_embedded} are embedded but do not build alone",
        sample.len(),
        100.0 * f64::from(both as u32) / f64::from(viable.max(1) as u32),
    );
    Ok(())
}
