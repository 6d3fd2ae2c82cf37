//! This program as the compiler's wrapper: adds coverage to the chosen crates.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use chiasma_mutants::Substitution;

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
    arguments.extend(instrumentation.flags(&words).into_iter().map(OsString::from));
    if let Some(inner) = &instrumentation.inner {
        arguments.insert(0, inner.into());
    }
    let (compiler, arguments) = arguments.split_first()?;
    let status = Command::new(compiler).args(arguments).env_remove(VARIABLE).status();
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

    /// What is to be added to the compiler's arguments.
    fn flags(&self, arguments: &[String]) -> Vec<String> {
        let after = |name: &str| {
            let at = arguments.iter().position(|argument| argument == name)?;
            arguments.get(at + 1).map(String::as_str)
        };
        // Build scripts and proc-macros are built for the host, without `--target`.
        let Some(name) = after("--crate-name").filter(|_| after("--target").is_some()) else {
            return Vec::new();
        };
        let mut flags = Vec::new();
        if self.covers(name) {
            flags.push("-Cpasses=sancov-module".to_owned());
            for option in ["level=3", "inline-8bit-counters", "pc-table"] {
                flags.push(format!("-Cllvm-args=-sanitizer-coverage-{option}"));
            }
        }
        let is_linked = arguments.iter().any(|argument| argument == "--test")
            || arguments.windows(2).any(|pair| pair == ["--crate-type", "bin"]);
        if is_linked {
            // Behind all libraries, so that the runtime comes first where it is linked.
            flags.push(format!("-Clink-arg={}", self.stub));
        }
        flags
    }

    fn covers(&self, name: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|known| known.replace('-', "_") == name);
        if OURS.contains(&name) || name == "___" || named(&self.exclude) {
            return false;
        }
        if !self.instrument.is_empty() {
            return named(&self.instrument);
        }
        !LEFT_OUT.contains(&name)
    }
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
        }
    }

    #[test]
    fn targets_get_coverage_and_build_scripts_and_our_crates_do_not() {
        let covered = |line: &str| flags(&all(), line).iter().any(|flag| flag.contains("sancov"));
        assert!(covered("rustc --crate-name json --target x86_64"));
        assert!(!covered("rustc --crate-name json"));
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
}
