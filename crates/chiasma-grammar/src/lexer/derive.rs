//! Which choices of a lexer rule give a text: all threads at once, each with the choices it made.

use super::Lexer;
use super::automaton::Calls;
use crate::grammar::{Grammar, PointId, RuleId};
use crate::program::Instruction;

/// One choice on the way to a token's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The index chosen at a point.
    Index(PointId, u32),
    /// The character drawn from a set.
    Char(char),
}

/// Finds the choices behind tokens; its buffers live on from token to token.
#[derive(Debug, Default)]
pub(crate) struct Deriver {
    calls: Calls,
    links: Vec<(u32, Answer)>,
    threads: Vec<Thread>,
    next: Vec<Thread>,
    pending: Vec<Thread>,
    seen: Vec<(u32, u32)>,
}

#[derive(Debug, Clone, Copy)]
struct Thread {
    at: u32,
    calls: u32,
    /// The last choice made, as a place in the links, from 1.
    last: u32,
}

impl Deriver {
    /// Appends the choices by which `rule` gives `text`; false if it does not.
    pub(crate) fn derive(
        &mut self,
        grammar: &Grammar,
        rule: RuleId,
        text: &str,
        answers: &mut Vec<Answer>,
    ) -> bool {
        let lexer = &grammar.lexer;
        self.links.clear();
        self.threads.clear();
        self.seen.clear();
        let start = Thread { at: lexer.whole(rule), calls: 0, last: 0 };
        let mut end = self.spread(lexer, start);
        for c in text.chars() {
            std::mem::swap(&mut self.threads, &mut self.next);
            self.threads.clear();
            self.seen.clear();
            end = None;
            for at in 0..self.next.len() {
                let thread = self.next[at];
                let last = match &lexer.program.instructions[thread.at as usize] {
                    Instruction::Char(wanted) if *wanted == c => thread.last,
                    Instruction::Set(set) if grammar.sets[*set as usize].contains(c) => {
                        if grammar.sets[*set as usize].alphabet.len() > 1 {
                            self.link(thread.last, Answer::Char(c))
                        } else {
                            thread.last
                        }
                    }
                    _ => continue,
                };
                let matched = self.spread(lexer, Thread { at: thread.at + 1, last, ..thread });
                end = end.or(matched);
            }
            if self.threads.is_empty() && end.is_none() {
                return false;
            }
        }
        let Some(mut last) = end else {
            return false;
        };
        let from = answers.len();
        while let Some((before, answer)) = last.checked_sub(1).map(|at| self.links[at as usize]) {
            answers.push(answer);
            last = before;
        }
        answers[from..].reverse();
        true
    }

    fn link(&mut self, last: u32, answer: Answer) -> u32 {
        self.links.push((last, answer));
        self.links.len() as u32
    }

    /// Follows a thread to all places where it reads; gives its choices if the rule has matched.
    fn spread(&mut self, lexer: &Lexer, thread: Thread) -> Option<u32> {
        let mut matched = None;
        self.pending.push(thread);
        while let Some(thread) = self.pending.pop() {
            let key = (thread.at, thread.calls);
            if self.seen.contains(&key) {
                continue;
            }
            self.seen.push(key);
            match &lexer.program.instructions[thread.at as usize] {
                Instruction::Char(_) | Instruction::Set(_) => self.threads.push(thread),
                // `EOF`: where the token ends is known.
                Instruction::Token(_) => self.pending.push(Thread { at: thread.at + 1, ..thread }),
                Instruction::Jump(to) => self.pending.push(Thread { at: *to, ..thread }),
                Instruction::Call(rule) => {
                    let calls = self.calls.enter(thread.calls, thread.at + 1);
                    self.pending.push(Thread { at: lexer.program.entry(*rule), calls, ..thread });
                }
                Instruction::Choose(choose) => {
                    for target in choose.targets.iter().rev() {
                        let last =
                            self.link(thread.last, Answer::Index(choose.point, target.answer));
                        self.pending.push(Thread { at: target.to, last, ..thread });
                    }
                }
                Instruction::Return => match self.calls.exit(thread.calls) {
                    Some((at, calls)) => self.pending.push(Thread { at, calls, ..thread }),
                    None => matched = matched.or(Some(thread.last)),
                },
            }
        }
        matched
    }
}
