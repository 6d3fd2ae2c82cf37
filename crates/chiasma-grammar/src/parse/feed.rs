//! From a derivation to a parameter sequence: the generator runs, and its choices are those of the text.

use chiasma_core::{Weights, width};

use super::earley::Event;
use crate::charset::{Part, Steps};
use crate::draws::{Draws, Flaw};
use crate::grammar::{Grammar, NodeId, PointId, PointKind, RuleId, SetId};
use crate::lexer::{Answer, Deriver, Token};
use crate::probabilities::Counts;
use crate::separation::{Next, Separation};

/// Answers the generator's requests as a text needs them, and writes them down.
pub(crate) struct Feed<'g> {
    grammar: &'g Grammar,
    text: &'g str,
    /// All tokens, hidden ones included, and which comes next.
    tokens: &'g [Token],
    next: usize,
    events: std::vec::IntoIter<Event>,
    /// The choices of the token under way.
    answers: Vec<Answer>,
    answered: usize,
    deriver: Deriver,
    /// Whether the gap before the next token is what the generator puts there anyway.
    is_automatic: bool,
    pub(crate) sequence: Vec<u8>,
    pub(crate) counts: Counts,
    /// Whether the derivation and the generator have come apart.
    pub(crate) is_lost: bool,
}

impl<'g> Feed<'g> {
    pub(crate) fn new(
        grammar: &'g Grammar,
        text: &'g str,
        tokens: &'g [Token],
        events: Vec<Event>,
    ) -> Self {
        Self {
            grammar,
            text,
            tokens,
            next: 0,
            events: events.into_iter(),
            answers: Vec::new(),
            answered: 0,
            deriver: Deriver::default(),
            is_automatic: false,
            sequence: Vec::with_capacity(text.len()),
            counts: Counts::new(grammar),
            is_lost: false,
        }
    }

    /// Prepares for a text that is one token of `rule`.
    pub(crate) fn whole_token(&mut self, rule: RuleId) {
        self.derive(rule, self.text);
    }

    /// Whether all of the text was used.
    pub(crate) fn is_complete(&self) -> bool {
        !self.is_lost
            && self.next == self.tokens.len()
            && self.answered == self.answers.len()
            && self.events.as_slice().iter().all(|event| matches!(event, Event::Token(_)))
    }

    fn derive(&mut self, rule: RuleId, text: &str) {
        self.answers.clear();
        self.answered = 0;
        let rule_of = self.grammar.rule_at(rule);
        if !rule_of.is_fixed && !self.deriver.derive(self.grammar, rule, text, &mut self.answers) {
            self.is_lost = true;
        }
    }

    fn text_of(&self, token: &Token) -> &'g str {
        &self.text[token.start..token.end]
    }

    fn write(&mut self, index: usize, count: usize) {
        if count > 1 {
            let bytes = (index as u64).to_le_bytes();
            self.sequence.extend_from_slice(&bytes[..width(count as u64 - 1)]);
        }
    }

    /// Which hidden rule comes next in a gap, from 1; 0 for none.
    fn gap(&mut self) -> usize {
        let Some(token) = self.tokens.get(self.next) else {
            return 0;
        };
        let hidden = &self.grammar.modes[token.mode as usize].hidden;
        let Some(index) = hidden.iter().position(|&rule| rule == token.rule) else {
            return 0;
        };
        if self.is_put_by_itself(token) {
            self.is_automatic = true;
            self.next += 1;
            return 0;
        }
        index + 1
    }

    /// Whether the generator would put this hidden token between its neighbours anyway.
    fn is_put_by_itself(&self, token: &Token) -> bool {
        let grammar = self.grammar;
        let text = self.text_of(token);
        let mode = &grammar.modes[token.mode as usize];
        let neighbours = self
            .next
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .zip(self.tokens.get(self.next + 1));
        let Some((before, behind)) = neighbours else {
            return false;
        };
        let is_hidden = |token: &Token| grammar.rule_at(token.rule).commands.is_hidden;
        let is_in_pieces = |token: &Token| {
            let rule = grammar.rule_at(token.rule);
            rule.whole != rule.body
        };
        if !mode.separators.iter().any(|separator| separator == text)
            || is_hidden(before)
            || is_hidden(behind)
            || is_in_pieces(before)
            || behind.mode != token.mode
        {
            return false;
        }
        let start = grammar.lexer.start(grammar, before.mode);
        let state = grammar.state_behind(start, self.text_of(before));
        let next = Next { text: self.text_of(behind), hidden: None };
        grammar.separation(token.mode, state, next) == Separation::By(text)
    }
}

impl Draws for Feed<'_> {
    type Open = ();

    fn open(&mut self, _: RuleId, _: NodeId) {
        self.counts.expansions += 1;
    }

    fn close(&mut self, (): ()) {}

    fn expand(&mut self) {
        self.counts.expansions += 1;
    }

    fn begin_token(&mut self, rule: RuleId) {
        match self.tokens.get(self.next) {
            Some(token) if token.rule == rule => {
                self.next += 1;
                self.derive(rule, self.text_of(token));
            }
            _ => self.is_lost = true,
        }
    }

    fn index(&mut self, point: PointId, weights: &Weights) -> usize {
        let of = self.grammar.point(point);
        let index = match of.kind {
            _ if self.is_lost => 0,
            PointKind::Gap => self.gap(),
            PointKind::Token => {
                let rule = self.tokens.get(self.next).map(|token| token.rule);
                let token = rule.map_or(0, |rule| self.grammar.rule_at(rule).token);
                let producers = &self.grammar.types[token as usize].producers;
                producers.iter().position(|&producer| Some(producer) == rule).unwrap_or(0)
            }
            _ if of.is_lexical => match self.answers.get(self.answered) {
                Some(&Answer::Index(answered, index)) if answered == point => {
                    self.answered += 1;
                    index as usize
                }
                _ => {
                    self.is_lost = true;
                    0
                }
            },
            _ => match self.events.by_ref().find(|event| !matches!(event, Event::Token(_))) {
                Some(Event::Index(answered, index)) if answered == point => index as usize,
                _ => {
                    self.is_lost = true;
                    0
                }
            },
        };
        if let Some(&alternative) = of.order.get(index) {
            self.counts.counts[point.0 as usize][alternative as usize] += 1;
        }
        self.write(index, weights.len());
        index
    }

    fn char(&mut self, set: SetId, _: NodeId) -> char {
        let alphabet = &self.grammar.sets[set as usize].alphabet;
        let answer = self.answers.get(self.answered).copied();
        self.answered += 1;
        if let Some(Answer::Char(c)) = answer
            && let Some((part, index)) = alphabet.index(c)
        {
            if alphabet.steps() == Steps::Two {
                self.write(usize::from(part == Part::Rest), 2);
            }
            self.write(index, alphabet.count(part));
            return c;
        }
        self.is_lost = true;
        'a'
    }

    fn leaves(&mut self, flaw: Flaw) -> bool {
        let leaves = match flaw {
            Flaw::AnotherToken | Flaw::Swallowed => true,
            Flaw::RunsTogether => !std::mem::take(&mut self.is_automatic),
        };
        self.write(usize::from(leaves), 2);
        leaves
    }

    fn give_up(&mut self) {
        self.is_lost = true;
    }
}
