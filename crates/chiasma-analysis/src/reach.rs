//! Which bodies a property can reach: a test binary has other tests, and constants that only generators use.
//!
//! Functions and constants are followed by the last segment of their names. What is in an `impl` and what is static counts
//! as reachable: a method may be called by way of a trait, and the text does not name statics where they are used.

use std::collections::{HashMap, HashSet};

use crate::mir::{Block, Body, BodyKind, Callee, Constant, Operand, Program, TerminatorKind};
use crate::names::last_segment;

impl Program {
    /// Leaves out what cannot be reached from the bodies whose names are roots; nothing if there is no root.
    pub fn keep_reachable(&mut self, is_root: impl Fn(&str) -> bool) {
        if !self.bodies.iter().any(|body| is_root(&body.name)) {
            return;
        }
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut inside: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, body) in self.bodies.iter().enumerate() {
            match body.name.rsplit_once("::") {
                Some((outer, own)) if own.starts_with('{') || own.starts_with("promoted[") => {
                    inside.entry(outer).or_default().push(index);
                }
                _ => by_name.entry(last_segment(&body.name)).or_default().push(index),
            }
        }
        let is_kept = |body: &Body| {
            is_root(&body.name) || body.kind == BodyKind::Static || body.name.contains("<impl at ")
        };
        let mut reached: HashSet<usize> =
            (0..self.bodies.len()).filter(|index| is_kept(&self.bodies[*index])).collect();
        let mut next: Vec<usize> = reached.iter().copied().collect();
        while let Some(index) = next.pop() {
            let body = &self.bodies[index];
            let mut names = HashSet::new();
            body.blocks.iter().for_each(|block| mentioned(block, &mut names));
            let by_name = names.into_iter().filter_map(|name| by_name.get(name));
            let inside = inside.get(body.name.as_str());
            let found = by_name.chain(inside).flatten().copied();
            next.extend(found.filter(|found| reached.insert(*found)));
        }
        let mut index = 0..;
        self.bodies.retain(|_| index.next().is_some_and(|index| reached.contains(&index)));
    }
}

/// Adds the names of the functions and constants that a block mentions.
fn mentioned<'b>(block: &'b Block, names: &mut HashSet<&'b str>) {
    let mut add = |operand: &'b Operand| {
        if let Operand::Constant(Constant::Item(path)) = operand {
            names.insert(last_segment(path));
        }
    };
    for statement in &block.statements {
        statement.rvalue.operands.iter().for_each(&mut add);
    }
    if let TerminatorKind::Call { callee, arguments, .. } = &block.terminator.kind {
        arguments.iter().for_each(&mut add);
        if let Callee::Path(path) = callee {
            names.insert(last_segment(path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function of this name that calls another one.
    fn calling(name: &str, called: &str) -> String {
        format!(
            "fn {name}() -> () {{\n    let mut _0: ();\n\n    bb0: {{\n        \
             _0 = {called}() -> [return: bb1, unwind continue];\n    }}\n\n    \
             bb1: {{\n        return;\n    }}\n}}\n"
        )
    }

    #[test]
    fn other_tests_and_what_only_they_call_are_left_out_and_methods_are_not() {
        let text = [
            calling("holds::holds", "library::parse"),
            calling("holds::holds::{closure#0}", "in_closure"),
            calling("library::parse", "skip"),
            calling("library::skip", "library::parse"),
            calling("in_closure", "skip"),
            calling("other_test", "only_there"),
            calling("other_test::{closure#0}", "other_test"),
            calling("only_there", "skip"),
            calling("library::<impl at src/lib.rs:8:1: 8:22>::eq", "for_eq"),
            calling("for_eq", "skip"),
        ];
        let mut program = Program::default();
        program.read(&text.concat()).unwrap();
        let all = program.clone();
        program.keep_reachable(|name| name == "holds::holds");
        let left_out = |body: &&Body| !program.bodies.contains(body);
        let left_out: Vec<_> = all.bodies.iter().filter(left_out).map(|body| &body.name).collect();
        assert_eq!(left_out, ["other_test", "other_test::{closure#0}", "only_there"]);
        let mut unknown = all.clone();
        unknown.keep_reachable(|name| name == "another");
        assert_eq!(unknown, all);
    }
}
