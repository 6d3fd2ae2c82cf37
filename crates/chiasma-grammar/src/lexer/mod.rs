//! From characters to tokens, as ANTLR does it: the longest match wins, then the rule that comes first.

mod automaton;
mod derive;

use std::cell::RefCell;

pub(crate) use automaton::{DEAD, State};
pub(crate) use derive::{Answer, Deriver};

use crate::grammar::{Grammar, ModeChange, ModeId, RuleId, RuleKind};
use crate::program::Program;
use automaton::Automaton;

/// The lexer of a grammar.
#[derive(Debug, Default)]
pub(crate) struct Lexer {
    program: Program,
    /// Where each token begins with all of its pieces, where that is not where its rule begins.
    wholes: Vec<u32>,
    automaton: RefCell<Automaton>,
}

/// A piece of a text that a lexer rule matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) rule: RuleId,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The mode in which it began.
    pub(crate) mode: ModeId,
}

/// The modes that the lexer is in, the innermost last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Modes {
    current: ModeId,
    outer: Vec<ModeId>,
}

/// Maximum number of modes one within the other; a lexer that only pushes forgets the outermost.
const MAX_MODES: usize = 10_000;

impl Modes {
    pub(crate) fn in_mode(mode: ModeId) -> Self {
        Self { current: mode, outer: Vec::new() }
    }

    pub(crate) fn current(&self) -> ModeId {
        self.current
    }

    pub(crate) fn apply(&mut self, changes: &[ModeChange]) {
        for change in changes {
            match *change {
                ModeChange::Set(mode) => self.current = mode,
                ModeChange::Push(mode) => {
                    if self.outer.len() < MAX_MODES {
                        self.outer.push(self.current);
                    }
                    self.current = mode;
                }
                ModeChange::Pop => self.current = self.outer.pop().unwrap_or(0),
            }
        }
    }
}

impl Lexer {
    pub(crate) fn new(grammar: &Grammar) -> Self {
        let mut program = Program::default();
        for (at, rule) in grammar.rules.iter().enumerate() {
            if rule.kind != RuleKind::Parser {
                program.add(grammar, RuleId(at as u32), rule.body);
            }
        }
        program.entries.resize(grammar.rules.len(), u32::MAX);
        let mut wholes = program.entries.clone();
        for (at, rule) in grammar.rules.iter().enumerate() {
            if rule.whole != rule.body {
                wholes[at] = program.add_body(grammar, rule.whole);
            }
        }
        Self { program, wholes, automaton: RefCell::default() }
    }

    /// The state before the first character in a mode.
    pub(crate) fn start(&self, grammar: &Grammar, mode: ModeId) -> State {
        self.automaton.borrow_mut().start(grammar, &self.program, mode)
    }

    /// The state behind one more character.
    #[inline]
    pub(crate) fn step(&self, grammar: &Grammar, state: State, c: char) -> State {
        self.automaton.borrow_mut().step(grammar, &self.program, state, c)
    }

    /// The rule that matches what was read, if one does.
    #[inline]
    pub(crate) fn accepts(&self, state: State) -> Option<RuleId> {
        self.automaton.borrow().accepts(state)
    }

    /// Forgets states if there are too many; none from before may be used any longer.
    pub(crate) fn tidy(&self) {
        self.automaton.borrow_mut().tidy();
    }

    /// The longest match at the beginning of `text`: the rule and where it ends.
    pub(crate) fn longest(
        &self,
        grammar: &Grammar,
        mode: ModeId,
        text: &str,
    ) -> Option<(RuleId, usize)> {
        let mut automaton = self.automaton.borrow_mut();
        let mut state = automaton.start(grammar, &self.program, mode);
        let mut found = None;
        for (at, c) in text.char_indices() {
            state = automaton.step(grammar, &self.program, state, c);
            if state == DEAD {
                return found;
            }
            if let Some(rule) = automaton.accepts(state) {
                found = Some((rule, at + c.len_utf8()));
            }
        }
        // The end of the text counts as one more character.
        automaton.accepts_at_end(state).map(|rule| (rule, text.len())).or(found)
    }

    /// The hidden rule that matches no text in a mode and leads to another one, if nothing else matches.
    pub(crate) fn way_out(&self, grammar: &Grammar, mode: ModeId) -> Option<RuleId> {
        self.start(grammar, mode);
        let rule = self.automaton.borrow().empty(mode)?;
        let commands = &grammar.rule_at(rule).commands;
        (commands.is_hidden && !commands.modes.is_empty()).then_some(rule)
    }

    /// All tokens of a text, hidden ones included.
    ///
    /// # Errors
    /// The offset at which no rule matches.
    pub(crate) fn tokens(
        &self,
        grammar: &Grammar,
        text: &str,
        mode: ModeId,
    ) -> Result<Vec<Token>, usize> {
        self.tidy();
        let mut tokens = Vec::with_capacity(text.len() / 4);
        let mut modes = Modes::in_mode(mode);
        let (mut start, mut at, mut mode) = (0, 0, mode);
        let mut ways_out = 0;
        while at < text.len() {
            let Some((rule, length)) = self.longest(grammar, modes.current(), &text[at..]) else {
                let Some(rule) = self.way_out(grammar, modes.current()) else { return Err(at) };
                ways_out += 1;
                if ways_out > grammar.modes.len() {
                    return Err(at);
                }
                modes.apply(&grammar.rule_at(rule).commands.modes);
                continue;
            };
            ways_out = 0;
            if start == at {
                mode = modes.current();
            }
            at += length;
            let commands = &grammar.rule_at(rule).commands;
            modes.apply(&commands.modes);
            if !commands.is_more {
                tokens.push(Token { rule, start, end: at, mode });
                start = at;
            }
        }
        if start == at { Ok(tokens) } else { Err(start) }
    }

    /// Where the token of a rule begins, with all of its pieces.
    fn whole(&self, rule: RuleId) -> u32 {
        self.wholes[rule.0 as usize]
    }
}
