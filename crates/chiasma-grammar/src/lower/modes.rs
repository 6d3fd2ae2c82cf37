//! What lexer modes need for generating: gaps between tokens, separators, and tokens in pieces.

use chiasma_core::{Extension, Seed, Source};

use super::{Current, Lowering};
use crate::generate::Limits;
use crate::grammar::{Grammar, ModeChange, Node, NodeId, PointKind, Repeat, RuleId};
use crate::probabilities::Probabilities;

impl Lowering<'_> {
    /// Gives each mode its gap, and tokens that begin with `more` all of their pieces.
    pub(super) fn complete_modes(&mut self) {
        for mode in 0..self.grammar.modes.len() {
            let hidden = &self.grammar.modes[mode].hidden;
            if !hidden.is_empty() {
                let mut names = vec!["stop".to_owned()];
                names.extend(hidden.iter().map(|&rule| self.grammar.rule_at(rule).name.clone()));
                let owner = self.grammar.modes[mode].name.clone();
                self.current = Current { owner, is_lexical: true, ..Current::default() };
                self.grammar.modes[mode].gap = Some(self.add_point(PointKind::Gap, names));
            }
            self.join_pieces(mode as u32);
        }
    }

    /// Puts the pieces that `more` reads before the tokens of a mode that only `more` enters.
    fn join_pieces(&mut self, mode: u32) {
        let enters = |rule: &crate::grammar::Rule| {
            rule.mode != mode
                && rule.commands.modes.iter().any(|change| {
                    matches!(change, ModeChange::Set(to) | ModeChange::Push(to) if *to == mode)
                })
        };
        let ids = || (0..self.grammar.rules.len() as u32).map(RuleId);
        let entrances: Vec<RuleId> = ids().filter(|&id| enters(self.grammar.rule_at(id))).collect();
        if entrances.is_empty()
            || !entrances.iter().all(|&id| self.grammar.rule_at(id).commands.is_more)
        {
            return;
        }
        let tokens = self.grammar.modes[mode as usize].rules.clone();
        let (pieces, ends): (Vec<RuleId>, Vec<RuleId>) =
            tokens.into_iter().partition(|&id| self.grammar.rule_at(id).commands.is_more);
        for end in ends {
            let name = self.grammar.rule_at(end).name.clone();
            self.current = Current {
                owner: name,
                points: 2_000,
                sites: 2_000,
                is_lexical: true,
                ignores_case: false,
            };
            let mut parts = vec![self.one_of(&entrances)];
            if !pieces.is_empty() {
                let point =
                    self.add_point(PointKind::Repeat, vec!["stop".to_owned(), "more".to_owned()]);
                let body = self.one_of(&pieces);
                parts.push(self.add_node(Node::Repeat(Repeat {
                    point,
                    body,
                    at_least_once: false,
                    is_loop: true,
                    is_greedy: true,
                })));
            }
            parts.push(self.add_node(Node::Call(end)));
            let whole = self.add_node(Node::Sequence(parts.into()));
            self.grammar.rules[end.0 as usize].whole = whole;
        }
    }

    fn one_of(&mut self, rules: &[RuleId]) -> NodeId {
        if let [only] = rules {
            return self.add_node(Node::Call(*only));
        }
        let names = rules.iter().map(|&rule| self.grammar.rule_at(rule).name.clone()).collect();
        let point = self.add_point(PointKind::Choice, names);
        let nodes = rules.iter().map(|&rule| self.add_node(Node::Call(rule))).collect();
        self.add_node(Node::Choice(point, nodes))
    }
}

/// Texts that may separate tokens, the plainest first.
const SEPARATORS: [&str; 4] = [" ", "\n", "\t", "\r\n"];

/// Finds the texts that each mode reads as hidden: white space, then the simplest of each hidden rule.
pub(super) fn find_separators(grammar: &mut Grammar) {
    let uniform = Probabilities::uniform(grammar);
    let mut source = Source::with_max_size(1_024, Seed(0));
    source.set_extension(Extension::Simplest);
    for mode in 0..grammar.modes.len() {
        let mut candidates: Vec<String> =
            SEPARATORS.iter().map(|text| (*text).to_owned()).collect();
        for &rule in &grammar.modes[mode].hidden {
            source.load(&[], Seed(0));
            candidates.push(grammar.generate(&mut source, rule, &uniform, Limits::default()));
        }
        candidates.retain(|text| {
            let read = grammar.lexer.longest(grammar, mode as u32, text);
            read.is_some_and(|(rule, end)| {
                end == text.len() && grammar.rule_at(rule).commands.is_hidden
            })
        });
        grammar.modes[mode].separators = candidates;
    }
}
