//! Generating a text from a rule.
//!
//! Every expansion of a rule opens a span (its function is the rule), every choice is one request. What
//! makes a text *end* is not in the encoding: index 0 of every choice leads to the nearest end, a
//! recorded sequence is finite, and fresh answers beyond the [`Limits`] are index 0. So a sequence
//! means the same whatever the limits, and an example of any depth can be replayed.

use chiasma_core::{Source, Weights};

use crate::charset::Part;
use crate::draws::{Draws, Flaw, FromSource};
use crate::grammar::{EOF, Grammar, Node, NodeId, PointId, RuleId, RuleKind, TypeId};
use crate::lexer::{DEAD, Modes, State};
use crate::probabilities::Probabilities;
use crate::separation::{Next, Separation};

/// How far fresh choices may go before only the simplest are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many expansions may lie one within the other, beyond those that the rule needs at least.
    pub depth: u32,
    /// How many expansions there may be in all.
    pub expansions: u32,
}

impl Default for Limits {
    /// Depth 60 and 1,000 expansions: about as much as fits into a sequence of the usual size.
    fn default() -> Self {
        Self { depth: 60, expansions: 1_000 }
    }
}

/// Beyond this many open spans rules have none: a source answers simply where there are too many.
const MAX_SPANS: u32 = 150;

/// How often a token that reads as another is drawn again.
const MAX_REDRAWS: u32 = 8;

/// Maximum length of a text, in bytes, and of expansions in it: a small grammar can describe texts of
/// any length without a single choice.
const MAX_TEXT: usize = 64 << 20;
const MAX_EXPANSIONS: u32 = 20_000_000;

impl Grammar {
    /// Draws a text from a rule.
    ///
    /// ```
    /// use chiasma_core::{Seed, Source};
    /// use chiasma_grammar::{Grammar, Limits, Probabilities};
    ///
    /// let text = "grammar Sum; sum: N ('+' N)*; N: [1-9]+; WS: ' ' -> skip;";
    /// let grammar = Grammar::read("sum.g4", text).unwrap();
    /// let sum = grammar.rule("sum").unwrap();
    /// let uniform = Probabilities::uniform(&grammar);
    /// let mut source = Source::random(Seed(1));
    /// let sum = grammar.generate(&mut source, sum, &uniform, Limits::default());
    /// assert!(sum.split('+').all(|n| n.trim().parse::<f64>().is_ok()));
    /// ```
    pub fn generate(
        &self,
        source: &mut Source,
        rule: RuleId,
        probabilities: &Probabilities,
        limits: Limits,
    ) -> String {
        let draws = FromSource { grammar: self, source };
        let (text, draws, expansions) = generate(self, draws, rule, probabilities, limits);
        draws.source.tell_guide(&text, expansions.into());
        text
    }
}

/// Draws a text from a rule; gives back what made the choices, and how many expansions there were.
pub(crate) fn generate<D: Draws>(
    grammar: &Grammar,
    draws: D,
    rule: RuleId,
    probabilities: &Probabilities,
    limits: Limits,
) -> (String, D, u32) {
    grammar.lexer.tidy();
    let modes = Modes::in_mode(grammar.initial_mode(rule));
    let height = grammar.rule_at(rule).height;
    let mut machine = Machine {
        grammar,
        draws,
        probabilities,
        max_depth: limits.depth.saturating_add(height),
        max_expansions: limits.expansions,
        text: String::new(),
        work: Vec::new(),
        depth: 0,
        spans: 0,
        expansions: 0,
        seen: Seen { end: 0, modes: modes.clone(), before: DEAD },
        modes,
        before: DEAD,
    };
    machine.run(rule);
    (machine.text, machine.draws, machine.expansions)
}

struct Machine<'g, D: Draws> {
    grammar: &'g Grammar,
    draws: D,
    probabilities: &'g Probabilities,
    max_depth: u32,
    max_expansions: u32,
    text: String,
    work: Vec<Work<D::Open>>,
    depth: u32,
    spans: u32,
    expansions: u32,
    modes: Modes,
    /// The lexer's state behind the last token: what could make that token longer.
    before: State,
    /// The end of the last token that the parser sees.
    seen: Seen,
}

/// The end of the last token that the parser sees: behind it there may be hidden text.
#[derive(Debug, Clone)]
struct Seen {
    end: usize,
    modes: Modes,
    before: State,
}

/// What is still to be done, the next last.
#[derive(Debug, Clone, Copy)]
enum Work<O> {
    Node(NodeId),
    /// Leaves a rule.
    Close(Option<O>),
    /// Asks whether a repetition goes on.
    Again(NodeId),
    /// Hidden text before the next token.
    Gap,
    /// A token of this type; the node that asked for it.
    Token(TypeId, NodeId),
    /// Checks a token that was drawn.
    EndToken(Drawn),
}

#[derive(Debug, Clone, Copy)]
struct Drawn {
    rule: RuleId,
    caller: NodeId,
    start: usize,
    redraws: u32,
}

impl<D: Draws> Machine<'_, D> {
    fn run(&mut self, rule: RuleId) {
        if self.grammar.rule_at(rule).kind == RuleKind::Parser {
            self.work.push(Work::Gap);
            self.enter(rule, 0, self.grammar.rule_at(rule).body);
        } else {
            self.enter(rule, 0, self.grammar.rule_at(rule).whole);
        }
        while let Some(work) = self.work.pop() {
            match work {
                Work::Node(node) => self.node(node),
                Work::Close(open) => {
                    self.depth -= 1;
                    if let Some(open) = open {
                        self.spans -= 1;
                        self.draws.close(open);
                    }
                }
                Work::Again(node) => self.again(node),
                Work::Gap => self.gap(),
                Work::Token(token, caller) => self.token(token, caller),
                Work::EndToken(drawn) => self.end_token(drawn),
            }
        }
    }

    fn node(&mut self, id: NodeId) {
        let grammar = self.grammar;
        match grammar.node(id) {
            Node::Empty => {}
            Node::Text(text) => self.text.push_str(text),
            Node::Set(set) => {
                let alphabet = &grammar.sets[*set as usize].alphabet;
                let c = if alphabet.len() > 1 {
                    self.draws.char(*set, id)
                } else {
                    alphabet.char(Part::Ascii, 0)
                };
                self.text.push(c);
            }
            Node::Call(rule) => self.enter(*rule, id, grammar.rule_at(*rule).body),
            Node::Token(token) => {
                if *token != EOF && !grammar.types[*token as usize].producers.is_empty() {
                    self.work.push(Work::Token(*token, id));
                    self.work.push(Work::Gap);
                }
            }
            Node::Sequence(parts) => {
                self.work.extend(parts.iter().rev().map(|&part| Work::Node(part)));
            }
            // `.` in a grammar without tokens.
            Node::Choice(_, alternatives) if alternatives.is_empty() => {}
            Node::Choice(point, alternatives) => {
                let index = self.index(*point);
                let alternative = alternatives[index.min(alternatives.len() - 1)];
                self.work.push(Work::Node(alternative));
            }
            Node::Repeat(repeat) => {
                self.work.push(Work::Again(id));
                if repeat.at_least_once {
                    self.work.push(Work::Node(repeat.body));
                }
            }
        }
    }

    /// Enters a rule; what it consists of is at `body`.
    fn enter(&mut self, rule: RuleId, caller: NodeId, body: NodeId) {
        self.depth += 1;
        self.expansions += 1;
        if self.text.len() > MAX_TEXT || self.expansions > MAX_EXPANSIONS {
            self.draws.give_up();
            self.work.clear();
            return;
        }
        let has_span = self.spans < MAX_SPANS && !self.grammar.rule_at(rule).is_fixed;
        let open = if has_span {
            self.spans += 1;
            Some(self.draws.open(rule, caller))
        } else {
            self.draws.expand();
            None
        };
        self.work.push(Work::Close(open));
        self.work.push(Work::Node(body));
    }

    fn again(&mut self, id: NodeId) {
        if let Node::Repeat(repeat) = self.grammar.node(id)
            && self.index(repeat.point) == 1
        {
            if repeat.is_loop {
                self.work.push(Work::Again(id));
            }
            self.work.push(Work::Node(repeat.body));
        }
    }

    fn index(&mut self, point: PointId) -> usize {
        let is_spent = self.depth > self.max_depth || self.expansions > self.max_expansions;
        let weights: &Weights = if is_spent {
            self.probabilities.simplest(point)
        } else {
            self.probabilities.weights(point)
        };
        self.draws.index(point, weights)
    }

    fn gap(&mut self) {
        let mode = &self.grammar.modes[self.modes.current() as usize];
        let Some(gap) = mode.gap else {
            return;
        };
        let index = self.index(gap);
        if let Some(&rule) = index.checked_sub(1).and_then(|at| mode.hidden.get(at)) {
            self.work.push(Work::Gap);
            self.begin_token(Drawn { rule, caller: 0, start: self.text.len(), redraws: 0 });
        }
    }

    fn token(&mut self, token: TypeId, caller: NodeId) {
        let kind = &self.grammar.types[token as usize];
        let index = kind.point.map_or(0, |point| self.index(point));
        let mut rule = kind.producers[index.min(kind.producers.len() - 1)];
        // A rule of another mode gives way to one that the lexer tries here.
        let is_tried = |rule: &&RuleId| self.grammar.is_tried_in(**rule, self.modes.current());
        if !is_tried(&&rule) {
            let count = kind.producers.iter().filter(is_tried).count();
            let tried = kind.producers.iter().filter(is_tried);
            rule = tried.copied().nth(index.checked_rem(count).unwrap_or(0)).unwrap_or(rule);
        }
        self.begin_token(Drawn { rule, caller, start: self.text.len(), redraws: 0 });
    }

    fn begin_token(&mut self, drawn: Drawn) {
        self.draws.begin_token(drawn.rule);
        self.work.push(Work::EndToken(drawn));
        self.enter(drawn.rule, drawn.caller, self.grammar.rule_at(drawn.rule).whole);
    }

    fn end_token(&mut self, drawn: Drawn) {
        let grammar = self.grammar;
        let rule = grammar.rule_at(drawn.rule);
        let is_in_pieces = rule.whole != rule.body;
        if drawn.start == self.text.len() {
            return;
        }
        self.leave_mode(drawn);
        if rule.mode != self.modes.current() && !is_in_pieces {
            // Read in another mode, by code that the grammar does not show.
            self.modes = Modes::in_mode(rule.mode);
            self.before = DEAD;
        }
        let behind = if is_in_pieces { DEAD } else { self.state_behind_token(drawn) };
        if !is_in_pieces
            && !self.reads_as(behind, drawn.rule)
            && drawn.redraws < MAX_REDRAWS
            && !self.draws.leaves(Flaw::AnotherToken)
        {
            self.text.truncate(drawn.start);
            self.begin_token(Drawn { redraws: drawn.redraws + 1, ..drawn });
            return;
        }
        let start = if rule.commands.is_hidden {
            drawn.start
        } else {
            self.drop_swallowing_gap(drawn.start)
        };
        let hidden = rule.commands.is_hidden.then_some(drawn.rule);
        let next = Next { text: &self.text[start..], hidden };
        if let Separation::By(separator) =
            grammar.separation(self.modes.current(), self.before, next)
            && !self.draws.leaves(Flaw::RunsTogether)
        {
            self.text.insert_str(start, separator);
        }
        self.before = behind;
        self.modes.apply(&rule.commands.modes);
        if !rule.commands.is_hidden {
            self.seen =
                Seen { end: self.text.len(), modes: self.modes.clone(), before: self.before };
        }
    }

    /// Takes hidden text away that would swallow the token that begins at `start`, such as a comment up to the end
    /// of a line that nothing hidden ends. Gives the place where the token begins then.
    fn drop_swallowing_gap(&mut self, start: usize) -> usize {
        let next = Next { text: &self.text[start..], hidden: None };
        let swallows = self.seen.end < start
            && self.seen.modes == self.modes
            && matches!(
                self.grammar.separation(self.modes.current(), self.before, next),
                Separation::Impossible
            );
        if !swallows || self.draws.leaves(Flaw::Swallowed) {
            return start;
        }
        self.text.replace_range(self.seen.end..start, "");
        self.before = self.seen.before;
        self.seen.end
    }

    /// Leaves a mode that a rule without text leads out of, if no token of the mode begins here.
    fn leave_mode(&mut self, drawn: Drawn) {
        let grammar = self.grammar;
        for _ in 0..grammar.modes.len() {
            let mode = self.modes.current();
            if mode == grammar.rule_at(drawn.rule).mode {
                return;
            }
            let Some(way_out) = grammar.lexer.way_out(grammar, mode) else { return };
            if grammar.lexer.longest(grammar, mode, &self.text[drawn.start..]).is_some() {
                return;
            }
            self.modes.apply(&grammar.rule_at(way_out).commands.modes);
        }
    }

    fn state_behind_token(&self, drawn: Drawn) -> State {
        let start = self.grammar.lexer.start(self.grammar, self.modes.current());
        self.grammar.state_behind(start, &self.text[drawn.start..])
    }

    /// Whether what leads to a state of the lexer is a token of a rule.
    fn reads_as(&self, state: State, rule: RuleId) -> bool {
        let wanted = self.grammar.rule_at(rule);
        self.grammar.lexer.accepts(state).is_some_and(|read| {
            let read = self.grammar.rule_at(read);
            read.token == wanted.token && read.commands == wanted.commands
        })
    }
}
