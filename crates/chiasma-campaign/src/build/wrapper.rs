//! This program as the compiler's wrapper: adds coverage to the chosen crates, and records how they are compiled.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use chiasma_mutants::Substitution;

use super::command::{CompilerCommand, value};
use super::hooks::TracedCrates;

/// The variable that holds the instrumentation; its presence makes this program a compiler wrapper.
pub const VARIABLE: &str = "CHIASMA_INSTRUMENTATION";

/// Crates that are left out unless asked for. Vectorised scanners pass other edges depending on how
/// the heap is aligned, so the same input would not give the same coverage.
const LEFT_OUT: [&str; 7] =
    ["memchr", "bytecount", "simdutf8", "aho_corasick", "hashbrown", "compiler_builtins", "std"];

/// Our own crates that tests are linked with; no other crate is ours, whatever its name begins with.
pub const OURS: [&str; 8] = [
    "chiasma",
    "chiasma_core",
    "chiasma_evolve",
    "chiasma_formats",
    "chiasma_grammar",
    "chiasma_macros",
    "chiasma_mutants",
    "chiasma_runtime",
];

/// How variables begin that cargo sets for each crate, whatever they were before.
const OF_CRATES: [&str; 5] =
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CRATE_", "CARGO_BIN_", "OUT_DIR"];

/// Which crates get coverage, and what is linked where no runtime is.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Instrumentation {
    /// If not empty, only these.
    pub instrument: Vec<String>,
    /// Never these.
    pub exclude: Vec<String>,
    /// An object file with do-nothing hooks, for executables without the runtime.
    pub stub: String,
    /// The wrapper that would have been used without us.
    pub inner: Option<String>,
    /// Which sources are compiled with mutants in them.
    pub mutants: Option<Substitution>,
    /// What is put into the crates.
    pub probes: Probes,
    /// Crates whose functions get hooks, if any.
    pub traced: Option<TracedCrates>,
    /// Where the compiler's commands for crates with coverage are recorded.
    pub commands: PathBuf,
    /// Names of the variables that were there before cargo was started.
    pub variables: Vec<String>,
}

/// What the compiler puts into the chosen crates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Probes {
    /// A counter for each edge.
    Edges,
    /// A call for each comparison, with its operands, beside the counters.
    Comparisons,
}

/// If cargo started this program as its compiler wrapper, compiles, and gives the exit code.
pub fn run_if_asked() -> Option<ExitCode> {
    let text = std::env::var(VARIABLE).ok()?;
    let Ok(instrumentation) = serde_json::from_str::<Instrumentation>(&text) else {
        eprintln!("error: cannot parse {VARIABLE}; only `cargo chiasma` is to set it");
        return Some(ExitCode::from(4));
    };
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let words: Vec<String> = arguments.iter().map(|a| a.to_string_lossy().into_owned()).collect();
    let substituted = instrumentation.substituted(&words);
    if let Some(substituted) = &substituted {
        arguments = substituted.iter().map(OsString::from).collect();
    }
    if let Some(command) = instrumentation.recorded(&words)
        && let Err(error) = command.record(&instrumentation.commands)
    {
        let directory = instrumentation.commands.display();
        eprintln!("error: cannot record the compiler's command in {directory}: {error}");
        return Some(ExitCode::from(4));
    }
    let hooks = instrumentation.hooks(&words);
    let flags = instrumentation.flags(&words).into_iter().chain(hooks.flags());
    arguments.extend(flags.map(OsString::from));
    if let Some(inner) = &instrumentation.inner {
        arguments.insert(0, inner.into());
    }
    let (compiler, arguments) = arguments.split_first()?;
    let status = Command::new(compiler).args(arguments).env_remove(VARIABLE).status();
    if status.as_ref().is_ok_and(|status| status.success()) && hooks.is_first_failure() {
        eprintln!(
            "note: this compiler puts no hooks into functions, so the calls of unmodified generators are not followed; \
             spans that a generator opens are"
        );
    }
    hooks.clean_up();
    if let (Some(substituted), Some(mutants)) = (&substituted, &instrumentation.mutants)
        && let Err(error) = mutants.amend_dependencies(substituted)
    {
        eprintln!("error: cannot add the files with mutants to the dependencies: {error}");
        return Some(ExitCode::from(4));
    }
    Some(match status {
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(error) => {
            eprintln!("error: cannot start {}: {error}", compiler.to_string_lossy());
            ExitCode::from(4)
        }
    })
}

impl Instrumentation {
    /// The compiler's arguments with a root file that has mutants, if this is a crate that has.
    fn substituted(&self, arguments: &[String]) -> Option<Vec<String>> {
        // Build scripts and proc-macros are built for the host, without `--target`, and stay as they are.
        let is_target = arguments.iter().any(|argument| argument == "--target");
        let here = std::env::current_dir().ok()?;
        self.mutants.as_ref().filter(|_| is_target)?.apply(arguments, &here)
    }

    /// The command to record, if this is a crate with coverage.
    fn recorded(&self, arguments: &[String]) -> Option<CompilerCommand> {
        let name = target_crate(arguments)?;
        if self.mutants.is_some() || !self.covers(name) {
            return None;
        }
        // Another process cannot take part in cargo's division of the processors.
        let is_passed_on = |name: &str| {
            let is_cargos = OF_CRATES.iter().any(|prefix| name.starts_with(prefix))
                || !self.variables.iter().any(|known| known == name);
            is_cargos && !name.ends_with("MAKEFLAGS") && name != VARIABLE
        };
        Some(CompilerCommand {
            words: arguments.to_vec(),
            directory: std::env::current_dir().ok()?,
            environment: std::env::vars_os()
                .filter_map(|(name, value)| {
                    Some((name.into_string().ok()?, value.into_string().ok()?))
                })
                .filter(|(name, _)| is_passed_on(name))
                .collect(),
        })
    }

    /// Finds the functions that get hooks.
    fn hooks(&self, arguments: &[String]) -> Hooks<'_> {
        let (Some(name), Some(traced)) = (target_crate(arguments), &self.traced) else {
            return Hooks { found: None };
        };
        let command = CompilerCommand {
            words: arguments.to_vec(),
            directory: std::env::current_dir().unwrap_or_default(),
            environment: BTreeMap::new(),
        };
        if !traced.asks_about(name, &command) {
            return Hooks { found: None };
        }
        let flags = traced.flags(&command);
        Hooks { found: Some(FoundHooks { traced, command, flags }) }
    }

    /// What is to be added to the compiler's arguments.
    fn flags(&self, arguments: &[String]) -> Vec<String> {
        let Some(name) = target_crate(arguments) else { return Vec::new() };
        let mut flags = Vec::new();
        if self.covers(name) {
            flags.push("-Cpasses=sancov-module".to_owned());
            let options: &[&str] = match self.probes {
                Probes::Edges => &["level=3", "inline-8bit-counters", "pc-table"],
                // Counters, too: without any kind of coverage LLVM chooses one that calls a hook for each edge.
                Probes::Comparisons => &["level=3", "inline-8bit-counters", "trace-compares"],
            };
            for option in options {
                flags.push(format!("-Cllvm-args=-sanitizer-coverage-{option}"));
            }
            if self.probes == Probes::Comparisons {
                // Comparisons with short literals are calls, too, instead of loads.
                flags.push("-Cllvm-args=-max-loads-per-memcmp=0".to_owned());
            }
        }
        let is_linked = arguments.iter().any(|argument| argument == "--test")
            || arguments.windows(2).any(|pair| pair == ["--crate-type", "bin"]);
        if is_linked {
            // Behind all libraries, so that the runtime comes first where it is linked.
            flags.push(format!("-Clink-arg={}", self.stub));
            if self.probes == Probes::Comparisons {
                flags.push("-Clink-arg=-Wl,--wrap=memcmp,--wrap=bcmp".to_owned());
            }
        }
        flags
    }

    fn covers(&self, name: &str) -> bool {
        if name == "___" || is_in(&self.exclude, name) {
            return false;
        }
        if !self.instrument.is_empty() {
            return is_in(&self.instrument, name);
        }
        !LEFT_OUT.contains(&name) && !OURS.contains(&name)
    }
}

/// The hooks of a crate, if it is traced.
struct Hooks<'i> {
    found: Option<FoundHooks<'i>>,
}

struct FoundHooks<'i> {
    traced: &'i TracedCrates,
    command: CompilerCommand,
    flags: io::Result<Vec<String>>,
}

impl Hooks<'_> {
    fn flags(&self) -> Vec<String> {
        let flags = self.found.as_ref().and_then(|found| found.flags.as_ref().ok());
        flags.cloned().unwrap_or_default()
    }

    /// Whether they could not be found, for the first time.
    fn is_first_failure(&self) -> bool {
        let failed = self.found.as_ref().filter(|found| found.flags.is_err());
        failed.is_some_and(|found| found.traced.is_first_failure())
    }

    fn clean_up(&self) {
        if let Some(FoundHooks { traced, command, .. }) = &self.found {
            traced.clean_up(command);
        }
    }
}

/// Whether a list of packages or crates has this crate.
fn is_in(list: &[String], name: &str) -> bool {
    list.iter().any(|known| known.replace('-', "_") == name)
}

/// The crate that is compiled; nothing for build scripts and proc-macros, which are built for the host, without
/// `--target`. So are the tests of a proc-macro, but these are fuzzed.
fn target_crate(arguments: &[String]) -> Option<&str> {
    let is_test = arguments.iter().any(|argument| argument == "--test");
    if !is_test {
        value(arguments, "--target")?;
    }
    value(arguments, "--crate-name")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(instrumentation: &Instrumentation, line: &str) -> Vec<String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        instrumentation.flags(&words)
    }

    fn all() -> Instrumentation {
        Instrumentation {
            instrument: vec![],
            exclude: vec![],
            stub: "/stub.o".into(),
            inner: None,
            mutants: None,
            probes: Probes::Edges,
            traced: None,
            commands: "/commands".into(),
            variables: vec!["HOME".into()],
        }
    }

    #[test]
    fn targets_get_coverage_and_build_scripts_and_our_crates_do_not() {
        let covered = |line: &str| flags(&all(), line).iter().any(|flag| flag.contains("sancov"));
        assert!(covered("rustc --crate-name json --target x86_64"));
        assert!(!covered("rustc --crate-name json"));
        assert!(!covered("rustc --crate-name my_macro --crate-type proc-macro"));
        assert!(covered("rustc --crate-name my_macro --crate-type proc-macro --test"));
        assert!(!covered("rustc --crate-name chiasma_core --target x86_64"));
        assert!(!covered("rustc --crate-name chiasma --target x86_64"));
        assert!(!covered("rustc --crate-name memchr --target x86_64"));
        assert!(!covered("rustc - --crate-name ___ --print=cfg --target x86_64"));
        assert!(covered("rustc --crate-name chiasmata --target x86_64"));
        assert!(covered("rustc --crate-name chiasma_of_mine --target x86_64"));
    }

    #[test]
    fn crates_can_be_chosen_and_left_out() {
        let line = "rustc --crate-name my_json --target x86_64";
        let only = Instrumentation { instrument: vec!["my-json".into()], ..all() };
        assert!(!flags(&only, line).is_empty());
        assert!(flags(&only, "rustc --crate-name serde --target x86_64").is_empty());
        let without = Instrumentation { exclude: vec!["my-json".into()], ..all() };
        assert!(flags(&without, line).is_empty());
        let scanner = Instrumentation { instrument: vec!["memchr".into()], ..all() };
        assert!(!flags(&scanner, "rustc --crate-name memchr --target x86_64").is_empty());
    }

    #[test]
    fn what_is_linked_gets_the_stub() {
        let line = "rustc --crate-name json --test --target x86_64";
        assert!(flags(&all(), line).contains(&"-Clink-arg=/stub.o".to_owned()));
        let line = "rustc --crate-name json --crate-type lib --target x86_64";
        assert!(!flags(&all(), line).contains(&"-Clink-arg=/stub.o".to_owned()));
    }

    #[test]
    fn comparisons_are_traced_and_short_literals_are_no_exception() {
        let comparing = Instrumentation { probes: Probes::Comparisons, ..all() };
        let flags = flags(&comparing, "rustc --crate-name json --test --target x86_64");
        let has = |text: &str| flags.iter().any(|flag| flag.contains(text));
        assert!(has("trace-compares") && has("--wrap=memcmp") && has("max-loads-per-memcmp=0"));
        assert!(!has("trace-pc-guard"));
    }

    #[test]
    fn the_commands_of_crates_with_coverage_are_recorded_without_what_is_private() {
        let recorded = |instrumentation: &Instrumentation, line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            instrumentation.recorded(&words)
        };
        let own = recorded(&all(), "rustc --crate-name json --target x86_64").unwrap();
        assert_eq!(own.unit(), "json");
        assert!(!own.environment.contains_key("HOME"));
        let foreign = "rustc --crate-name serde --cap-lints allow --target x86_64";
        assert_eq!(recorded(&all(), foreign).unwrap().unit(), "serde");
        let without = Instrumentation { exclude: vec!["serde".into()], ..all() };
        assert_eq!(recorded(&without, foreign), None);
        assert_eq!(recorded(&all(), "rustc --crate-name build_script_build"), None);
        assert_eq!(recorded(&all(), "rustc --crate-name chiasma_core --target x86_64"), None);
    }
}
