//! Which functions get hooks, by which their calls are known: those of the traced crates that reach a draw.
//!
//! The compiler is asked for the crate's LLVM IR before it is optimised. A function reaches a draw if something that it
//! refers to does, down to the functions of Chiasma and of `arbitrary`. What it says is given to LLVM as a file of
//! attributes, by which LLVM puts in calls of the hooks. So code that is only tested has none.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::command::CompilerCommand;
use super::wrapper::OURS;

/// Crates whose functions draw, beside ours.
const DRAWING: [&str; 1] = ["arbitrary"];
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
        let (ir, attributes) = (file("ll"), file("csv"));
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
        fs::write(&attributes, lines_of_attributes(&hooked))?;
        if hooked.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![
            format!("-Cllvm-args=-forceattrs-csv-path={}", attributes.display()),
            format!("-Cincremental={}", incremental.display()),
        ])
    }

    /// Removes what the compiler left behind after it was given these flags.
    pub(super) fn clean_up(&self, command: &CompilerCommand) {
        let directory = self.directory.join(format!("{}.incremental", command.unit()));
        let _ = fs::remove_dir_all(directory);
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
        let name = format!("{:#}", rustc_demangle::demangle(symbol));
        let is_traced = |name: &str| has(&self.of_workspace, name) || has(&self.named, name);
        // An implementation is in the crate of the type or of the trait.
        let of_trait = name.split(" as ").nth(1).filter(|_| name.starts_with('<'));
        root(&name).is_some_and(is_traced) || of_trait.and_then(root).is_some_and(is_traced)
    }
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

/// A function or a constant of a crate, and what it refers to.
#[derive(Debug, Default)]
struct Function {
    name: String,
    is_defined: bool,
    is_always_inlined: bool,
    /// Whether it calls what it knows only when it runs.
    calls_indirectly: bool,
    /// Whether it is referred to other than by a call.
    is_passed_on: bool,
    calls: Vec<usize>,
    refers_to: Vec<usize>,
}

/// The functions and constants of a crate.
#[derive(Debug, Default)]
struct CallGraph {
    functions: Vec<Function>,
    by_name: HashMap<String, usize>,
}

impl CallGraph {
    fn read(ir: impl BufRead) -> io::Result<Self> {
        let mut graph = Self::default();
        let mut groups: Vec<(usize, String)> = Vec::new();
        let mut always_inlined = BTreeSet::new();
        let mut current = None;
        for line in ir.lines() {
            let line = line?;
            if let Some(definition) = line.strip_prefix("define ") {
                let Some((name, behind)) = symbols(definition).next() else { continue };
                let at = graph.index(name);
                graph.functions[at].is_defined = true;
                let group = behind.split(" #").last().unwrap_or_default();
                groups.push((at, group.split(' ').next().unwrap_or_default().to_owned()));
                current = Some(at);
            } else if let Some(group) = line.strip_prefix("attributes #") {
                if group.contains(" alwaysinline ") {
                    always_inlined.extend(group.split(' ').next().map(str::to_owned));
                }
            } else if line == "}" {
                current = None;
            } else if let Some(at) = current {
                graph.read_instruction(at, &line);
            } else if line.starts_with('@') {
                let mut all = symbols(&line);
                let Some((name, _)) = all.next() else { continue };
                let at = graph.index(name);
                all.for_each(|(name, _)| graph.refer(at, name));
            }
        }
        for (at, group) in groups {
            graph.functions[at].is_always_inlined = always_inlined.contains(&group);
        }
        Ok(graph)
    }

    fn read_instruction(&mut self, at: usize, line: &str) {
        let call = ["call ", "invoke "].iter().find_map(|word| Some(line.split_once(word)?.1));
        let callee =
            call.and_then(|call| call.split_once(['@', '%']).map(|(before, _)| (call, before)));
        let callee = callee.filter(|(_, before)| !before.contains(" asm "));
        // The first symbol is what is called; the others are passed on.
        let is_direct = callee.map(|(call, before)| call[before.len()..].starts_with('@'));
        if is_direct == Some(false) {
            self.functions[at].calls_indirectly = true;
        }
        for (n, (name, _)) in symbols(line).enumerate() {
            if n == 0 && is_direct == Some(true) {
                let callee = self.index(name);
                self.functions[at].calls.push(callee);
            } else {
                self.refer(at, name);
            }
        }
    }

    fn refer(&mut self, at: usize, name: &str) {
        let to = self.index(name);
        self.functions[to].is_passed_on = true;
        self.functions[at].refers_to.push(to);
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&at) = self.by_name.get(name) {
            return at;
        }
        self.by_name.insert(name.to_owned(), self.functions.len());
        self.functions.push(Function { name: name.to_owned(), ..Function::default() });
        self.functions.len() - 1
    }

    /// Which functions and constants lead to a draw. Some of other crates are known to.
    fn drawing(&self, elsewhere: &BTreeSet<String>) -> Vec<bool> {
        let mut users = vec![Vec::new(); self.functions.len()];
        for (at, function) in self.functions.iter().enumerate() {
            for &to in function.calls.iter().chain(&function.refers_to) {
                users[to].push(at);
            }
        }
        let draws = |f: &Function| is_draw(&f.name) || elsewhere.contains(&f.name);
        let mut drawing: Vec<bool> = self.functions.iter().map(draws).collect();
        let mut found: Vec<usize> = (0..drawing.len()).filter(|&at| drawing[at]).collect();
        while let Some(at) = found.pop() {
            for &user in &users[at] {
                if !std::mem::replace(&mut drawing[user], true) {
                    found.push(user);
                }
            }
        }
        drawing
    }

    /// The names of the defined functions among `drawing`.
    fn names(&self, drawing: &[bool]) -> Vec<&str> {
        let all = self.functions.iter().zip(drawing);
        all.filter(|(f, draws)| f.is_defined && **draws).map(|(f, _)| f.name.as_str()).collect()
    }

    /// The functions that get hooks: defined where `is_traced` says, and leading to a draw. But not those that have a
    /// span already: they open it themselves, or are called by Chiasma only, which does.
    fn hooked(&self, drawing: &[bool], is_traced: impl Fn(&str) -> bool) -> Vec<&Function> {
        let mut callers = vec![Vec::new(); self.functions.len()];
        for (at, function) in self.functions.iter().enumerate() {
            function.calls.iter().for_each(|&to| callers[to].push(at));
        }
        let mut candidates = self.functions.iter().enumerate();
        // What is called indirectly may be one of these.
        let has_objects = candidates.any(|(at, function)| {
            function.is_passed_on && drawing[at] && function.is_defined && is_traced(&function.name)
        });
        let is_wanted = |at: usize| {
            let function = &self.functions[at];
            let opens_span = || {
                let callees = function.calls.iter().map(|&to| demangled(&self.functions[to].name));
                callees.into_iter().any(|name| name.ends_with("Source>::span"))
            };
            function.is_defined
                && (drawing[at] || has_objects && function.calls_indirectly)
                && is_traced(&function.name)
                && !self.is_called_by_us(at, &callers)
                && !opens_span()
        };
        (0..self.functions.len())
            .filter(|&at| is_wanted(at))
            .map(|at| &self.functions[at])
            .collect()
    }

    /// Whether only Chiasma calls a function, directly or as a function object.
    fn is_called_by_us(&self, at: usize, callers: &[Vec<usize>]) -> bool {
        let is_ours = |&caller: &usize| {
            let name = demangled(&self.functions[caller].name);
            let is_shim = name.contains("core::ops::function::");
            name.contains("chiasma_core::")
                || is_shim && caller != at && self.is_called_by_us(caller, callers)
        };
        !self.functions[at].is_passed_on
            && !callers[at].is_empty()
            && callers[at].iter().all(is_ours)
    }
}

/// Whether a function is one that draws: of Chiasma or of `arbitrary`, or one that implements what is called by these.
fn is_draw(symbol: &str) -> bool {
    let name = demangled(symbol);
    let crates = OURS.iter().chain(&DRAWING);
    crates.into_iter().any(|name_of_crate| {
        name.match_indices(&format!("{name_of_crate}::")).any(|(at, _)| {
            !name[..at].ends_with(|before: char| before.is_alphanumeric() || "_:".contains(before))
        })
    })
}

fn demangled(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

/// The symbols in a line of LLVM IR, each with what follows it; those of LLVM itself are left out.
fn symbols(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        loop {
            let (_, behind) = rest.split_once('@')?;
            let (name, after) = match behind.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"')?,
                None => {
                    let is_end = |c: char| !c.is_ascii_alphanumeric() && !"_.$-".contains(c);
                    behind.split_at(behind.find(is_end).unwrap_or(behind.len()))
                }
            };
            rest = after;
            if !name.starts_with("llvm.") {
                return Some((name, after));
            }
        }
    })
}
