//! Which functions get hooks, by which their calls are known: those of the traced crates that reach a draw.
//!
//! The compiler is asked for the crate's LLVM IR before it is optimised. A function reaches a draw if something that it
//! refers to does, down to the functions of Chiasma and of `arbitrary`. What it says is given to LLVM as a file of
//! attributes, by which LLVM puts in calls of the hooks. So code that is only tested has none.

mod call_graph;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::command::CompilerCommand;
use super::wrapper::OURS;
use call_graph::{CallGraph, Function, demangled};

/// A crate that uses none of these draws nothing, unless it is named.
const INTERFACES: [&str; 6] =
    ["chiasma", "chiasma_core", "arbitrary", "rand", "rand_core", "rand_distr"];
/// Attributes of a function with hooks. Not inlined, it has a frame and a return address of its own.
const ATTRIBUTES: [&str; 3] = [
    "instrument-function-entry=__cyg_profile_func_enter",
    "instrument-function-exit=__cyg_profile_func_exit",
    "noinline",
];

/// The crates whose functions may get hooks.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct TracedCrates {
    /// The crates of the workspace, if it was not said otherwise.
    pub of_workspace: Vec<String>,
    /// Those that were named.
    pub named: Vec<String>,
    /// Where files about functions with hooks are.
    pub directory: PathBuf,
}

impl TracedCrates {
    /// Whether the compiler is to be asked about a crate.
    pub(super) fn asks_about(&self, name: &str, command: &CompilerCommand) -> bool {
        let is_written = command.words.iter().any(|word| {
            word.strip_prefix("--emit=").is_some_and(|emit| emit.split(',').any(|e| e == "link"))
        });
        let crate_of = |unit: &str| unit.rsplit_once('-').map_or(unit, |(name, _)| name).to_owned();
        let draws = || command.uses().any(|unit| INTERFACES.contains(&crate_of(unit).as_str()));
        is_written
            && !OURS.contains(&name)
            && (has(&self.named, name) || has(&self.of_workspace, name) && draws())
    }

    /// Finds the functions of a crate that get hooks; gives what is to be added to the compiler's arguments.
    pub(super) fn flags(&self, command: &CompilerCommand) -> io::Result<Vec<String>> {
        fs::create_dir_all(&self.directory)?;
        let file = |kind: &str| self.directory.join(format!("{}.{kind}", command.unit()));
        // Nothing of an earlier build is used. Where a directory is given, functions are not inlined before LLVM sees them.
        let incremental = file("incremental");
        let _ = fs::remove_dir_all(&incremental);
        let plain = |kind: &str| {
            plain_path(&file(kind)).ok_or_else(|| io::Error::other("no path is plain"))
        };
        let (ir, attributes) = (plain("ll")?, plain("csv")?);
        let mut compiler = command.again().ok_or(io::ErrorKind::InvalidInput)?;
        let asked = write_ir(&mut compiler, &ir, &incremental).and_then(|()| {
            let graph = CallGraph::read(BufReader::new(fs::File::open(&ir)?))?;
            Ok((graph.drawing(&self.drawing_elsewhere()?), graph))
        });
        let _ = fs::remove_file(&ir);
        let _ = fs::remove_dir_all(&incremental);
        let (drawing, graph) = asked?;
        fs::write(file("draws"), graph.names(&drawing).join("\n"))?;
        let hooked = graph.hooked(&drawing, |name| self.has_function(name));
        if hooked.is_empty() {
            return Ok(Vec::new());
        }
        fs::write(&attributes, lines_of_attributes(&hooked))?;
        Ok(vec![
            format!("-Cllvm-args=-forceattrs-csv-path={}", attributes.display()),
            format!("-Cincremental={}", incremental.display()),
        ])
    }

    /// Removes what the compiler left behind after it was given these flags.
    pub(super) fn clean_up(&self, command: &CompilerCommand) {
        let file = |kind: &str| self.directory.join(format!("{}.{kind}", command.unit()));
        let _ = fs::remove_dir_all(file("incremental"));
        if let Some(elsewhere) = plain_path(&file("csv")).filter(|path| *path != file("csv")) {
            let _ = fs::remove_file(elsewhere);
        }
    }

    /// Whether nobody has been told yet that this compiler cannot do it.
    pub(super) fn is_first_failure(&self) -> bool {
        fs::create_dir_all(&self.directory).is_ok()
            && fs::File::create_new(self.directory.join("failed")).is_ok()
    }

    /// The functions of crates compiled before that reach a draw.
    fn drawing_elsewhere(&self) -> io::Result<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(&self.directory)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "draws") {
                names.extend(fs::read_to_string(path)?.lines().map(str::to_owned));
            }
        }
        Ok(names)
    }

    /// Whether a function is defined in a traced crate.
    fn has_function(&self, symbol: &str) -> bool {
        let name = demangled(symbol);
        let is_traced = |name: &str| has(&self.of_workspace, name) || has(&self.named, name);
        // An implementation is in the crate of the type or of the trait.
        let of_trait = name.split(" as ").nth(1).filter(|_| name.starts_with('<'));
        root(&name).is_some_and(is_traced) || of_trait.and_then(root).is_some_and(is_traced)
    }
}

/// A path for a file of this name that has no space or comma in it, at which the compiler divides some arguments: in the
/// directory for temporary files if need be.
fn plain_path(path: &Path) -> Option<PathBuf> {
    let is_divided = |path: &Path| {
        path.to_string_lossy().contains(|letter: char| letter.is_whitespace() || letter == ',')
    };
    if !is_divided(path) {
        return Some(path.to_owned());
    }
    let name = path.file_name()?.to_string_lossy();
    let elsewhere = std::env::temp_dir().join(format!("chiasma-{}-{name}", std::process::id()));
    Some(elsewhere).filter(|path| !is_divided(path))
}

fn has(list: &[String], name: &str) -> bool {
    list.iter().any(|known| known.replace('-', "_") == name)
}

/// The crate that a path begins with.
fn root(path: &str) -> Option<&str> {
    let mut path = path.trim_start_matches(['<', '&', '[', '(', '*']);
    for word in ["mut ", "const ", "dyn ", "impl "] {
        path = path.strip_prefix(word).unwrap_or(path);
    }
    path.split_once("::").map(|(root, _)| root)
}

/// Has the compiler write a crate's LLVM IR, before it is optimised.
fn write_ir(compiler: &mut Command, file: &Path, incremental: &Path) -> io::Result<()> {
    let status = compiler
        .arg(format!("--emit=llvm-ir={}", file.display()))
        .arg(format!("-Cincremental={}", incremental.display()))
        // Asked for only to learn whether there is such an option.
        .arg("-Cllvm-args=-forceattrs-csv-path=/dev/null")
        .args(["-Cno-prepopulate-passes", "-Cdebuginfo=0", "-Awarnings"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other("the compiler failed")) }
}

fn lines_of_attributes(functions: &[&Function]) -> String {
    let mut text = String::new();
    for function in functions {
        let possible = |attribute: &&&str| !function.is_always_inlined || **attribute != "noinline";
        for attribute in ATTRIBUTES.iter().filter(possible) {
            text.push_str(&format!("{},{attribute}\n", function.name));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_for_the_compiler_are_put_where_no_path_is_divided() {
        let plain = Path::new("/home/me/target/hooks/json-1.csv");
        assert_eq!(plain_path(plain).as_deref(), Some(plain));
        for divided in ["/home/my self/hooks/json-1.csv", "/home/me,too/hooks/json-1.csv"] {
            let elsewhere = plain_path(Path::new(divided)).unwrap();
            let text = elsewhere.to_string_lossy();
            assert!(!text.contains([' ', ',']) && text.ends_with("-json-1.csv"), "{text}");
        }
    }

    fn traced(of_workspace: &[&str], named: &[&str]) -> TracedCrates {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        TracedCrates {
            of_workspace: owned(of_workspace),
            named: owned(named),
            directory: PathBuf::new(),
        }
    }

    fn command(line: &str) -> CompilerCommand {
        let words = line.split(' ').map(str::to_owned).collect();
        CompilerCommand { words, directory: "/".into(), environment: Default::default() }
    }

    #[test]
    fn the_compiler_is_asked_about_crates_of_the_workspace_that_can_draw() {
        let asks =
            |traced: &TracedCrates, name: &str, line: &str| traced.asks_about(name, &command(line));
        let draws =
            "rustc --emit=dep-info,link --extern arbitrary=/d/libarbitrary-a1.rlib src/lib.rs";
        let does_not = "rustc --emit=dep-info,link --extern serde=/d/libserde-a1.rlib src/lib.rs";
        let workspace = traced(&["my-json"], &[]);
        assert!(asks(&workspace, "my_json", draws));
        assert!(!asks(&workspace, "my_json", does_not));
        assert!(!asks(&workspace, "serde", draws));
        assert!(!asks(
            &workspace,
            "my_json",
            "rustc --emit=metadata --extern chiasma=/d/libchiasma-a1.rlib"
        ));
        let named = traced(&[], &["serde", "chiasma-core"]);
        assert!(asks(&named, "serde", does_not));
        assert!(!asks(&named, "my_json", draws));
        assert!(!asks(&named, "chiasma_core", draws));
    }

    #[test]
    fn a_function_is_of_the_crate_of_its_path_type_or_trait() {
        let traced = traced(&["json"], &[]);
        let has = |name: &str| traced.has_function(name);
        assert!(has("json::value") && has("<json::Value as arbitrary::Arbitrary>::arbitrary"));
        assert!(has("json::_::<impl arbitrary::Arbitrary for json::Value>::arbitrary"));
        assert!(has("<alloc::vec::Vec<T> as json::Make>::make") && has("<&mut json::A>::b"));
        assert!(
            !has("jsonpath::value")
                && !has("<alloc::vec::Vec<T> as arbitrary::Arbitrary>::arbitrary")
        );
        assert!(!has("core::ptr::drop_in_place<json::Value>"));
    }

    #[test]
    fn functions_that_must_be_inlined_are_not_kept_from_it() {
        let function = |name: &str, is_always_inlined| Function {
            name: name.to_owned(),
            is_always_inlined,
            ..Function::default()
        };
        let (a, b) = (function("a", false), function("b", true));
        let text = lines_of_attributes(&[&a, &b]);
        assert!(text.contains("a,noinline\n") && !text.contains("b,noinline"), "{text}");
        assert!(text.contains("b,instrument-function-entry=__cyg_profile_func_enter\n"), "{text}");
    }
}
