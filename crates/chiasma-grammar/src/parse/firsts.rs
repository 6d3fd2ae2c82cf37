//! Which tokens may come first at each instruction and behind each rule: the parser looks one token
//! ahead, which makes it linear on most grammars.

use crate::grammar::{EOF, Grammar, RuleId, TypeId};
use crate::program::{Instruction, Program};

/// Sets of tokens, for every instruction of the parser and every rule.
#[derive(Debug, Default, Clone)]
pub(crate) struct Firsts {
    /// How many words a set of tokens takes.
    words: usize,
    firsts: Vec<u64>,
    /// Whether the rest of the rule may be empty.
    nullable: Vec<bool>,
    follows: Vec<u64>,
    /// The rule that each instruction belongs to.
    pub(crate) rules: Vec<RuleId>,
}

impl Firsts {
    pub(crate) fn new(grammar: &Grammar, program: &Program) -> Self {
        let words = grammar.types.len().div_ceil(64);
        let count = program.instructions.len();
        let mut firsts = Self {
            words,
            firsts: vec![0; words * count],
            nullable: vec![false; count],
            follows: vec![0; words * program.entries.len()],
            rules: vec![RuleId(0); count],
        };
        firsts.find_rules(program);
        while firsts.pass(program) {}
        while firsts.follow_pass(program) {}
        firsts
    }

    fn find_rules(&mut self, program: &Program) {
        let mut starts: Vec<(u32, u32)> = program
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| **entry != u32::MAX)
            .map(|(rule, &entry)| (entry, rule as u32))
            .collect();
        starts.sort_unstable();
        for (n, &(entry, rule)) in starts.iter().enumerate() {
            let end = starts.get(n + 1).map_or(self.rules.len(), |next| next.0 as usize);
            self.rules[entry as usize..end].fill(RuleId(rule));
        }
    }

    /// Goes through all instructions once, from the last; says whether anything was new.
    fn pass(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for at in (0..program.instructions.len()).rev() {
            match &program.instructions[at] {
                Instruction::Token(token) => changed |= self.insert(at, *token),
                Instruction::Call(rule) => {
                    let entry = program.entry(*rule) as usize;
                    changed |= self.merge(entry, at);
                    if self.nullable[entry] {
                        changed |= self.merge(at + 1, at);
                        changed |= self.set_nullable(at, self.nullable[at + 1]);
                    }
                }
                Instruction::Choose(choose) => {
                    for target in &choose.targets {
                        let to = target.to as usize;
                        changed |= self.merge(to, at);
                        changed |= self.set_nullable(at, self.nullable[to]);
                    }
                }
                Instruction::Jump(to) => {
                    let to = *to as usize;
                    changed |= self.merge(to, at);
                    changed |= self.set_nullable(at, self.nullable[to]);
                }
                Instruction::Return => changed |= self.set_nullable(at, true),
                // Characters are not in parser rules.
                Instruction::Char(_) | Instruction::Set(_) => {}
            }
        }
        changed
    }

    fn follow_pass(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for at in 0..program.instructions.len() {
            let Instruction::Call(rule) = program.instructions[at] else { continue };
            let (called, around) =
                (rule.0 as usize * self.words, self.rules[at].0 as usize * self.words);
            for word in 0..self.words {
                let mut add = self.firsts[(at + 1) * self.words + word];
                if self.nullable[at + 1] {
                    add |= self.follows[around + word];
                }
                changed |= add & !self.follows[called + word] != 0;
                self.follows[called + word] |= add;
            }
        }
        changed
    }

    fn insert(&mut self, at: usize, token: TypeId) -> bool {
        let word = &mut self.firsts[at * self.words + token as usize / 64];
        let bit = 1 << (token % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn merge(&mut self, from: usize, to: usize) -> bool {
        let mut changed = false;
        for word in 0..self.words {
            let add = self.firsts[from * self.words + word];
            let old = &mut self.firsts[to * self.words + word];
            changed |= add & !*old != 0;
            *old |= add;
        }
        changed
    }

    fn set_nullable(&mut self, at: usize, nullable: bool) -> bool {
        let is_new = nullable && !self.nullable[at];
        self.nullable[at] |= nullable;
        is_new
    }

    /// Whether one of the tokens may come at an instruction, or the rest of the rule may be empty.
    #[inline]
    pub(crate) fn may_come(&self, at: u32, tokens: &[TypeId]) -> bool {
        self.nullable[at as usize]
            || tokens.iter().any(|&token| has(&self.firsts, self.words, at, token))
    }

    /// Whether one of the tokens may come behind a rule that ends here.
    #[inline]
    pub(crate) fn may_follow(&self, rule: RuleId, tokens: &[TypeId]) -> bool {
        tokens.is_empty()
            || tokens
                .iter()
                .any(|&token| token == EOF || has(&self.follows, self.words, rule.0, token))
    }

    /// The tokens that may come first at an instruction.
    pub(crate) fn tokens(&self, at: u32) -> impl Iterator<Item = TypeId> {
        (0..self.words as TypeId * 64)
            .filter(move |&token| has(&self.firsts, self.words, at, token))
    }
}

#[inline]
fn has(sets: &[u64], words: usize, set: u32, token: TypeId) -> bool {
    sets[set as usize * words + token as usize / 64] >> (token % 64) & 1 == 1
}
