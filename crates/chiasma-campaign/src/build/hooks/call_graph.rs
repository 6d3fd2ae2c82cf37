//! The functions of a crate, and which refer to which, as its LLVM IR says.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, BufRead};

use super::super::wrapper::OURS;

/// Crates whose functions draw, beside ours.
const DRAWING: [&str; 1] = ["arbitrary"];

/// What of ours calls generators with a span; or a property, whose own function draws all there is.
const CALLING: [&str; 2] = ["chiasma::property", "chiasma_core"];

/// A function or a constant of a crate, and what it refers to.
#[derive(Debug, Default)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) is_defined: bool,
    pub(super) is_always_inlined: bool,
    /// Whether it calls what it knows only when it runs.
    pub(super) calls_indirectly: bool,
    /// Whether it is referred to other than by a call.
    pub(super) is_passed_on: bool,
    pub(super) calls: Vec<usize>,
    pub(super) refers_to: Vec<usize>,
}

/// The functions and constants of a crate.
#[derive(Debug, Default)]
pub(super) struct CallGraph {
    functions: Vec<Function>,
    by_name: HashMap<String, usize>,
}

impl CallGraph {
    pub(super) fn read(ir: impl BufRead) -> io::Result<Self> {
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
    pub(super) fn drawing(&self, elsewhere: &BTreeSet<String>) -> Vec<bool> {
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
    pub(super) fn names(&self, drawing: &[bool]) -> Vec<&str> {
        let all = self.functions.iter().zip(drawing);
        all.filter(|(f, draws)| f.is_defined && **draws).map(|(f, _)| f.name.as_str()).collect()
    }

    /// The functions that get hooks: defined where `is_traced` says, and leading to a draw. But not those that have a
    /// span already: they open it themselves, or are called by Chiasma only, which does.
    pub(super) fn hooked(
        &self,
        drawing: &[bool],
        is_traced: impl Fn(&str) -> bool,
    ) -> Vec<&Function> {
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
            CALLING.iter().any(|of_crate| names_crate(&name, of_crate))
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
    OURS.iter().chain(&DRAWING).any(|of_crate| names_crate(&name, of_crate))
}

/// Whether a function is of a crate or module, or has something of it in its name.
fn names_crate(name: &str, of_crate: &str) -> bool {
    name.match_indices(&format!("{of_crate}::")).any(|(at, _)| {
        !name[..at].ends_with(|before: char| before.is_alphanumeric() || "_:".contains(before))
    })
}

pub(super) fn demangled(symbol: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the compiler writes, shortened. `tree` calls itself and draws; `run` does not draw; `value` is drawn by Chiasma
    /// only; `part` is an object, whose method `walk` calls.
    const IR: &str = r#"
@vtable.0 = private constant <{ ptr, [16 x i8], ptr }> <{ ptr null, [16 x i8] zeroinitializer, ptr @"json::part" }>

; json::tree
define internal void @"json::tree"(ptr sret([24 x i8]) %_0, ptr noalias %s) unnamed_addr #1 personality ptr @rust_eh_personality {
start:
  %1 = call noundef i64 @"chiasma_core::source::Source::int"(ptr align 8 %s, i8 0)
  invoke void @"json::tree"(ptr sret([24 x i8]) %_0, ptr %s)
          to label %bb1 unwind label %cleanup
}
define internal void @"json::inline_me"(ptr %s) unnamed_addr #2 {
  tail call void @"json::tree"(ptr %s)
}
define void @"json::run"(ptr %document) #1 {
  call void @llvm.memcpy.p0.p0.i64(ptr %1, ptr %2, i64 8, i1 false)
  %3 = call i32 @memcmp(ptr %1, ptr %2, i64 8)
}
define void @"json::value"(ptr %s) #1 {
  call void @"chiasma_core::source::Source::bool"(ptr %s)
}
define void @"<F as chiasma_core::generator::Generator>::generate"(ptr %s) #1 {
  call void @"core::ops::function::Fn::call"(ptr %s)
}
define void @"json::property::{{closure}}"(ptr %s) #1 {
  call void @"json::tree"(ptr %s)
}
define void @"chiasma::property::body::{{closure}}"(ptr %s) #1 {
  call void @"json::property::{{closure}}"(ptr %s)
}
define void @"core::ops::function::Fn::call"(ptr %s) #1 {
  call void @"json::value"(ptr %s)
}
define void @"json::annotated"(ptr %s) #1 {
  call void @"chiasma_core::source::spans::<impl chiasma_core::source::Source>::span"(ptr %s)
}
define void @"json::part"(ptr %s) #1 {
  call void @"other::draws"(ptr %s)
}
define void @"json::walk"(ptr %s, ptr %object) #1 {
  %4 = call i8 %5(ptr %object, ptr %s)
}
define void @"json::use_asm"(ptr %s) #1 {
  call void asm sideeffect "nop", "r"(ptr %s)
}
attributes #1 = { nonlazybind uwtable }
attributes #2 = { inlinehint alwaysinline uwtable }
"#;

    #[test]
    fn functions_that_reach_a_draw_get_hooks_unless_they_have_spans() {
        let graph = CallGraph::read(IR.as_bytes()).unwrap();
        let hooked = |elsewhere: &[&str]| {
            let elsewhere = elsewhere.iter().map(|&name| name.to_owned()).collect();
            let drawing = graph.drawing(&elsewhere);
            let hooked = graph.hooked(&drawing, |name| name.starts_with("json::"));
            hooked.into_iter().map(|f| f.name.clone()).collect::<BTreeSet<_>>()
        };
        let all = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(hooked(&[]), all(&["json::tree", "json::inline_me"]));
        let more = ["json::tree", "json::inline_me", "json::part", "json::walk"];
        assert_eq!(hooked(&["other::draws"]), all(&more));
        let inlined = graph.functions.iter().filter(|f| f.is_always_inlined);
        assert_eq!(inlined.map(|f| f.name.as_str()).collect::<Vec<_>>(), ["json::inline_me"]);
    }

    #[test]
    fn draws_are_functions_of_chiasma_and_of_arbitrary() {
        assert!(is_draw("chiasma_core::source::Source::int"));
        assert!(is_draw("<json::Value as arbitrary::Arbitrary>::arbitrary"));
        assert!(is_draw("<chiasma_core::source::Source as rand_core::RngCore>::next_u32"));
        assert!(!is_draw("json::arbitrary::value") && !is_draw("my_arbitrary::value"));
    }
}
