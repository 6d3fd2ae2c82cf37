//! The precedence of operators, as ANTLR defines it: in a rule that begins with itself, alternatives written first bind
//! tighter, and operators associate to the left unless `<assoc=right>` is given.
//!
//! `e : e '*' e | e '+' e | ID` has many derivations for a sum of many terms, and a general parser looks at all of
//! them. With precedence one is left: behind `*` only what binds tighter than `*` is tried. For that, a rule is
//! compiled once for each level: at a level, the alternatives that begin with the rule and bind less are missing.

use std::collections::BTreeSet;

use crate::grammar::{Grammar, Node, NodeId, PointId, RuleId, RuleKind};
use crate::program::{Choose, Instruction, Program, Target};

/// Maximum number of alternatives that a rule may have at all of its levels together; one with more has no levels.
const MOST_ALTERNATIVES: usize = 4_000;

/// A rule of which some alternatives begin with the rule itself.
struct Operators {
    rule: RuleId,
    point: PointId,
    alternatives: Vec<Alternative>,
    levels: Vec<u32>,
}

struct Alternative {
    /// Its index in the choice, and its place as written.
    answer: u32,
    written: u32,
    parts: Vec<NodeId>,
    /// From 1; what binds tighter has more.
    precedence: u32,
    begins_with_rule: bool,
    ends_with_rule: bool,
    is_right_associative: bool,
}

impl Alternative {
    /// The level of the rule with which it ends.
    fn level_behind(&self) -> u32 {
        let is_left_associative = self.begins_with_rule && !self.is_right_associative;
        self.precedence + u32::from(is_left_associative)
    }

    fn is_tried_at(&self, level: u32) -> bool {
        !self.begins_with_rule || self.precedence >= level
    }
}

impl Operators {
    fn of(grammar: &Grammar, rule: RuleId) -> Option<Self> {
        let of = grammar.rule_at(rule);
        let Node::Choice(point, nodes) = grammar.node(of.body) else { return None };
        let order = &grammar.point(*point).order;
        let is_itself = |node: Option<&NodeId>| {
            node.is_some_and(
                |&node| matches!(grammar.node(node), Node::Call(called) if *called == rule),
            )
        };
        let alternatives: Vec<Alternative> = nodes
            .iter()
            .zip(order)
            .enumerate()
            .map(|(answer, (&node, &written))| {
                let parts = match grammar.node(node) {
                    Node::Sequence(parts) => parts.to_vec(),
                    _ => vec![node],
                };
                let is_long = parts.len() > 1;
                Alternative {
                    answer: answer as u32,
                    written,
                    precedence: nodes.len() as u32 - written,
                    begins_with_rule: is_long && is_itself(parts.first()),
                    ends_with_rule: is_long && is_itself(parts.last()),
                    is_right_associative: of.right_associative.get(written as usize) == Some(&true),
                    parts,
                }
            })
            .collect();
        if !alternatives.iter().any(|alternative| alternative.begins_with_rule) {
            return None;
        }
        let ends = alternatives.iter().filter(|alternative| alternative.ends_with_rule);
        let levels: BTreeSet<u32> = ends.map(Alternative::level_behind).collect();
        let is_small = alternatives.len() * (levels.len() + 1) <= MOST_ALTERNATIVES;
        let levels = levels.into_iter().collect();
        is_small.then_some(Self { rule, point: *point, alternatives, levels })
    }
}

impl Program {
    /// The parser's program with levels of precedence; nothing if no rule has any.
    pub(crate) fn with_precedence(grammar: &Grammar) -> Option<Self> {
        let ids = (0..grammar.rules.len() as u32).map(RuleId);
        let parser_rules = ids.filter(|&rule| grammar.rule_at(rule).kind == RuleKind::Parser);
        let all: Vec<Operators> =
            parser_rules.clone().filter_map(|rule| Operators::of(grammar, rule)).collect();
        if all.is_empty() {
            return None;
        }
        let mut program = Self::default();
        for rule in parser_rules {
            if !all.iter().any(|operators| operators.rule == rule) {
                program.add(grammar, rule, grammar.rule_at(rule).body);
            }
        }
        program.entries.resize(grammar.rules.len(), u32::MAX);
        for operators in &all {
            let first = program.entries.len() as u32;
            program.level_of.extend(operators.levels.iter().map(|_| operators.rule));
            program.entries.resize(program.entries.len() + operators.levels.len(), u32::MAX);
            program.add_level(grammar, operators, Level { id: operators.rule, least: 0, first });
            for (n, &least) in operators.levels.iter().enumerate() {
                let id = RuleId(first + n as u32);
                program.add_level(grammar, operators, Level { id, least, first });
            }
        }
        let count = program.instructions.len();
        program.open_ends.resize(count, 0);
        program.least.resize(count, 0);
        Some(program)
    }

    fn add_level(&mut self, grammar: &Grammar, operators: &Operators, level: Level) {
        self.entries[level.id.0 as usize] = self.here();
        let choose = self.here();
        self.instructions.push(Instruction::Return);
        let mut tried: Vec<&Alternative> = operators
            .alternatives
            .iter()
            .filter(|alternative| alternative.is_tried_at(level.least))
            .collect();
        tried.sort_by_key(|alternative| alternative.written);
        let mut targets = Vec::with_capacity(tried.len());
        for alternative in tried {
            targets.push(Target { answer: alternative.answer, to: self.here() });
            let last = alternative.parts.len() - 1;
            for (n, &part) in alternative.parts.iter().enumerate() {
                if n == 0 && alternative.begins_with_rule {
                    let least =
                        alternative.precedence + u32::from(alternative.is_right_associative);
                    set(&mut self.least, self.instructions.len(), least);
                    self.instructions.push(Instruction::Call(level.id));
                } else if n == last && alternative.ends_with_rule {
                    let behind = alternative.level_behind();
                    let place = operators.levels.iter().position(|&level| level == behind);
                    let id = level.first + place.unwrap_or(0) as u32;
                    self.instructions.push(Instruction::Call(RuleId(id)));
                } else {
                    self.node(grammar, part);
                }
            }
            if alternative.ends_with_rule {
                set(&mut self.open_ends, self.instructions.len(), alternative.precedence);
            }
            self.instructions.push(Instruction::Return);
        }
        let point = operators.point;
        let choose_one = Choose { point, targets: targets.into(), is_greedy: true };
        self.instructions[choose as usize] = Instruction::Choose(choose_one);
    }
}

/// A rule at a level of precedence.
#[derive(Clone, Copy)]
struct Level {
    id: RuleId,
    /// Alternatives that begin with the rule and bind less are not tried.
    least: u32,
    /// The id of the rule's first level.
    first: u32,
}

fn set(list: &mut Vec<u32>, at: usize, value: u32) {
    list.resize(at + 1, 0);
    list[at] = value;
}
