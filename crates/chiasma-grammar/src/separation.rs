//! What keeps tokens from running into each other when they are printed: the lexer's automaton decides.

use crate::grammar::{Grammar, RuleId, RuleKind};
use crate::lexer::{DEAD, State};

/// The text of a token that comes next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Next<'t> {
    pub(crate) text: &'t str,
    /// The rule that made it, if the parser does not see it.
    pub(crate) hidden: Option<RuleId>,
}

/// What keeps a token from running into the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separation<'g> {
    /// It does not run into it.
    NotNeeded,
    /// This text.
    By(&'g str),
    /// Nothing that the grammar hides.
    Impossible,
}

impl Grammar {
    /// What keeps `next` from running into the token before it, behind which the lexer is in the state `before`.
    pub(crate) fn separation(&self, mode: u32, before: State, next: Next<'_>) -> Separation<'_> {
        let Next { text: next, hidden } = next;
        // Hidden text may run into hidden text of the same rule.
        let joins = |state| hidden.is_some() && self.rule_behind(state, next) == hidden;
        if before == DEAD || !self.can_go_on(before, next) || joins(before) {
            return Separation::NotNeeded;
        }
        let helps = |separator: &&String| {
            let behind = self.state_behind(self.lexer.start(self, mode), separator);
            !self.can_go_on(before, separator) && (!self.can_go_on(behind, next) || joins(behind))
        };
        let separator = self.modes[mode as usize].separators.iter().find(helps);
        separator.map_or(Separation::Impossible, |separator| Separation::By(separator))
    }

    pub(crate) fn state_behind(&self, state: State, text: &str) -> State {
        text.chars().fold(state, |state, c| self.lexer.step(self, state, c))
    }

    fn rule_behind(&self, state: State, text: &str) -> Option<RuleId> {
        self.lexer.accepts(self.state_behind(state, text))
    }

    /// Whether the lexer, in this state, may read `text` or the beginning of it as part of the token.
    fn can_go_on(&self, mut state: State, text: &str) -> bool {
        for c in text.chars() {
            state = self.lexer.step(self, state, c);
            if state == DEAD {
                return false;
            }
            if self.lexer.accepts(state).is_some() {
                return true;
            }
        }
        true
    }

    /// Whether the lexer tries a rule in a mode; tokens in pieces begin elsewhere.
    pub(crate) fn is_tried_in(&self, rule: RuleId, mode: u32) -> bool {
        let rule = self.rule_at(rule);
        rule.mode == mode || rule.whole != rule.body
    }

    /// The mode in which texts of a rule begin.
    pub(crate) fn initial_mode(&self, rule: RuleId) -> u32 {
        let rule_of = self.rule_at(rule);
        if rule_of.kind != RuleKind::Parser {
            return rule_of.mode;
        }
        let first = self.firsts.tokens(self.parser.entry(rule));
        let modes = first.flat_map(|token| {
            self.types[token as usize].producers.iter().map(|&producer| {
                let producer = self.rule_at(producer);
                // Tokens in pieces begin elsewhere; the default mode is the likeliest.
                if producer.whole == producer.body { producer.mode } else { 0 }
            })
        });
        modes.min().unwrap_or(0)
    }
}
