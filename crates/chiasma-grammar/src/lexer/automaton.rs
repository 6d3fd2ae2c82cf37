//! The lexer's automaton, made state by state as texts need it.
//!
//! A state is an ordered list of threads, each a place in the program and the calls around it. Calls
//! are numbered, so that rules that call themselves need nothing special.

use std::collections::{HashMap, HashSet};

use crate::grammar::{Grammar, ModeId, RuleId};
use crate::program::{Instruction, Program};

/// A state's number.
pub(crate) type State = u32;

/// The state in which nothing can match any more.
pub(crate) const DEAD: State = 0;

const UNKNOWN: State = u32::MAX;

/// States beyond this many are forgotten between texts.
const MANY_STATES: usize = 20_000;

#[derive(Debug, Default)]
pub(super) struct Automaton {
    states: Vec<Known>,
    numbers: HashMap<Box<[Thread]>, State>,
    starts: Vec<State>,
    /// The rule that matches no text at all in each mode that has been begun.
    empties: Vec<Option<RuleId>>,
    calls: Calls,
}

#[derive(Debug)]
struct Known {
    threads: Box<[Thread]>,
    accepts: Option<RuleId>,
    /// The rule that matches if the text ends here, because it asks for `EOF`.
    accepts_at_end: Option<RuleId>,
    ascii: Box<[State; 128]>,
    others: HashMap<char, State>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Thread {
    at: u32,
    calls: u32,
    rule: RuleId,
    /// Whether it came through a repetition that prefers to stop.
    is_lazy: bool,
    /// Whether it has asked for the end of the text: it reads nothing more.
    is_at_end: bool,
}

impl Automaton {
    pub(super) fn tidy(&mut self) {
        if self.states.len() > MANY_STATES {
            *self = Self::default();
        }
    }

    pub(super) fn start(&mut self, grammar: &Grammar, program: &Program, mode: ModeId) -> State {
        let mode = mode as usize;
        if let Some(&state) = self.starts.get(mode).filter(|&&state| state != UNKNOWN) {
            return state;
        }
        let mut next = Next::default();
        for &rule in &grammar.modes[mode].rules {
            let at = program.entry(rule);
            let thread = Thread { at, calls: 0, rule, is_lazy: false, is_at_end: false };
            next.add(program, &mut self.calls, thread);
        }
        self.starts.resize(self.starts.len().max(mode + 1), UNKNOWN);
        self.empties.resize(self.starts.len(), None);
        self.empties[mode] = next.accepts.take();
        let state = self.number(next);
        self.starts[mode] = state;
        state
    }

    /// The rule that matches no text in a mode that has been begun.
    pub(super) fn empty(&self, mode: ModeId) -> Option<RuleId> {
        self.empties.get(mode as usize).copied().flatten()
    }

    #[inline]
    pub(super) fn step(
        &mut self,
        grammar: &Grammar,
        program: &Program,
        state: State,
        c: char,
    ) -> State {
        let known = match self.states.get(state as usize) {
            Some(known) if state != DEAD => known,
            _ => return DEAD,
        };
        let next = match known.ascii.get(c as usize) {
            Some(&next) => next,
            None => known.others.get(&c).copied().unwrap_or(UNKNOWN),
        };
        if next == UNKNOWN { self.make(grammar, program, state, c) } else { next }
    }

    #[inline]
    pub(super) fn accepts(&self, state: State) -> Option<RuleId> {
        self.states.get(state as usize).and_then(|known| known.accepts)
    }

    pub(super) fn accepts_at_end(&self, state: State) -> Option<RuleId> {
        self.states.get(state as usize).and_then(|known| known.accepts_at_end)
    }

    #[cold]
    fn make(&mut self, grammar: &Grammar, program: &Program, state: State, c: char) -> State {
        let mut next = Next::default();
        for thread in &self.states[state as usize].threads {
            // A lazy rule that has matched does not go on.
            if thread.is_lazy && next.finished == Some(thread.rule) {
                continue;
            }
            let reads = match &program.instructions[thread.at as usize] {
                Instruction::Char(wanted) => *wanted == c,
                Instruction::Set(set) => grammar.sets[*set as usize].contains(c),
                _ => false,
            };
            if reads {
                next.add(program, &mut self.calls, Thread { at: thread.at + 1, ..*thread });
            }
        }
        let number = self.number(next);
        let known = &mut self.states[state as usize];
        match known.ascii.get_mut(c as usize) {
            Some(entry) => *entry = number,
            None => _ = known.others.insert(c, number),
        }
        number
    }

    /// The number of a state, known or new.
    fn number(&mut self, next: Next) -> State {
        if self.states.is_empty() {
            self.states.push(Known::default());
        }
        let Next { threads: mut key, accepts, accepts_at_end, .. } = next;
        if key.is_empty() && accepts.is_none() && accepts_at_end.is_none() {
            return DEAD;
        }
        // Which rules have matched belongs to the state.
        for (rule, is_at_end) in [(accepts, false), (accepts_at_end, true)] {
            let matched = |rule| Thread { at: u32::MAX, calls: 0, rule, is_lazy: false, is_at_end };
            key.extend(rule.map(matched));
        }
        let key: Box<[Thread]> = key.into();
        if let Some(&state) = self.numbers.get(&key) {
            return state;
        }
        let state = self.states.len() as State;
        let threads = key.iter().filter(|thread| thread.at != u32::MAX).copied().collect();
        self.states.push(Known { threads, accepts, accepts_at_end, ..Known::default() });
        self.numbers.insert(key, state);
        state
    }
}

impl Default for Known {
    fn default() -> Self {
        Self {
            threads: Box::default(),
            accepts: None,
            accepts_at_end: None,
            ascii: Box::new([UNKNOWN; 128]),
            others: HashMap::new(),
        }
    }
}

/// The state being made.
#[derive(Debug, Default)]
struct Next {
    threads: Vec<Thread>,
    seen: HashSet<(u32, u32, bool)>,
    pending: Vec<Thread>,
    /// The last rule that has matched.
    finished: Option<RuleId>,
    accepts: Option<RuleId>,
    accepts_at_end: Option<RuleId>,
}

impl Next {
    /// Adds a thread and all that it leads to without reading.
    fn add(&mut self, program: &Program, calls: &mut Calls, thread: Thread) {
        self.pending.push(thread);
        while let Some(thread) = self.pending.pop() {
            if !self.seen.insert((thread.at, thread.calls, thread.is_at_end)) {
                continue;
            }
            match &program.instructions[thread.at as usize] {
                // A repetition that prefers to stop and may stop does not go on.
                Instruction::Char(_) | Instruction::Set(_) => {
                    let has_stopped = thread.is_lazy && self.finished == Some(thread.rule);
                    if !thread.is_at_end && !has_stopped {
                        self.threads.push(thread);
                    }
                }
                // Lexer rules ask for no other token than the end of the text.
                Instruction::Token(_) => {
                    self.pending.push(Thread { at: thread.at + 1, is_at_end: true, ..thread });
                }
                Instruction::Jump(to) => self.pending.push(Thread { at: *to, ..thread }),
                Instruction::Call(rule) => {
                    let calls = calls.enter(thread.calls, thread.at + 1);
                    self.pending.push(Thread { at: program.entry(*rule), calls, ..thread });
                }
                Instruction::Choose(choose) => {
                    let is_lazy = thread.is_lazy || !choose.is_greedy;
                    let targets = choose.targets.iter().rev();
                    self.pending.extend(targets.map(|target| Thread {
                        at: target.to,
                        is_lazy,
                        ..thread
                    }));
                }
                Instruction::Return => match calls.exit(thread.calls) {
                    Some((at, calls)) => self.pending.push(Thread { at, calls, ..thread }),
                    None if thread.is_at_end => {
                        self.accepts_at_end.get_or_insert(thread.rule);
                    }
                    None => {
                        self.finished = Some(thread.rule);
                        self.accepts.get_or_insert(thread.rule);
                    }
                },
            }
        }
    }
}

/// Chains of calls under way, each known by a number; 0 is none.
#[derive(Debug, Default)]
pub(super) struct Calls {
    links: Vec<(u32, u32)>,
    numbers: HashMap<(u32, u32), u32>,
}

impl Calls {
    /// The chain with one more call, which returns to `back`.
    pub(super) fn enter(&mut self, outer: u32, back: u32) -> u32 {
        *self.numbers.entry((outer, back)).or_insert_with(|| {
            self.links.push((outer, back));
            self.links.len() as u32
        })
    }

    /// Where the innermost call of a chain returns to, and the chain without it.
    pub(super) fn exit(&self, chain: u32) -> Option<(u32, u32)> {
        let (outer, back) = *self.links.get(chain.checked_sub(1)? as usize)?;
        Some((back, outer))
    }
}
