//! Rules compiled to instructions: what the lexer and the parser run.

use crate::grammar::{Grammar, Node, NodeId, PointId, RuleId, SetId, TypeId};

/// One instruction; unless it says otherwise the next one follows.
#[derive(Debug, Clone)]
pub(crate) enum Instruction {
    /// Reads this character.
    Char(char),
    /// Reads a character of this set, which was drawn.
    Set(SetId),
    /// Reads a token of this type.
    Token(TypeId),
    /// Runs a rule.
    Call(RuleId),
    /// Goes to one of the targets, the preferred first.
    Choose(Choose),
    Jump(u32),
    /// Ends a rule.
    Return,
}

#[derive(Debug, Clone)]
pub(crate) struct Choose {
    pub(crate) point: PointId,
    pub(crate) targets: Box<[Target]>,
    pub(crate) is_greedy: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    pub(crate) answer: u32,
    pub(crate) to: u32,
}

/// The instructions of many rules.
#[derive(Debug, Clone, Default)]
pub(crate) struct Program {
    pub(crate) instructions: Vec<Instruction>,
    /// Where each rule begins; `u32::MAX` for those that are not in this program. Behind the grammar's rules
    /// come the levels of precedence of rules, as rules of their own.
    pub(crate) entries: Vec<u32>,
    /// The rules that those behind the grammar's own are levels of.
    pub(crate) level_of: Vec<RuleId>,
    /// The precedence of the alternative that ends with the rule itself and with this instruction; 0 for all
    /// other instructions, as for all that are not in the list.
    pub(crate) open_ends: Vec<u32>,
    /// The least precedence of what ends openly, for the call with which an alternative begins; 0 for all others.
    pub(crate) least: Vec<u32>,
}

impl Program {
    /// Adds a rule, whose body is at `body`.
    pub(crate) fn add(&mut self, grammar: &Grammar, rule: RuleId, body: NodeId) {
        self.entries.resize(grammar.rules.len(), u32::MAX);
        self.entries[rule.0 as usize] = self.add_body(grammar, body);
    }

    /// Adds a body that ends with `Return`, and says where it begins.
    pub(crate) fn add_body(&mut self, grammar: &Grammar, body: NodeId) -> u32 {
        let entry = self.here();
        self.node(grammar, body);
        self.instructions.push(Instruction::Return);
        entry
    }

    pub(crate) fn entry(&self, rule: RuleId) -> u32 {
        self.entries[rule.0 as usize]
    }

    /// The grammar's rule that a rule of this program stands for.
    pub(crate) fn base(&self, rule: RuleId) -> RuleId {
        let own = self.entries.len() - self.level_of.len();
        (rule.0 as usize).checked_sub(own).map_or(rule, |level| self.level_of[level])
    }

    pub(crate) fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    pub(crate) fn node(&mut self, grammar: &Grammar, node: NodeId) {
        match grammar.node(node) {
            Node::Empty => {}
            Node::Text(text) => self.instructions.extend(text.chars().map(Instruction::Char)),
            Node::Set(set) => self.instructions.push(Instruction::Set(*set)),
            Node::Call(rule) => self.instructions.push(Instruction::Call(*rule)),
            // A token that no rule makes is no text.
            Node::Token(token)
                if *token != 0 && grammar.types[*token as usize].producers.is_empty() => {}
            Node::Token(token) => self.instructions.push(Instruction::Token(*token)),
            Node::Sequence(parts) => parts.iter().for_each(|&part| self.node(grammar, part)),
            Node::Choice(point, alternatives) => self.choice(grammar, *point, alternatives),
            Node::Repeat(repeat) => {
                let start = self.here();
                if repeat.at_least_once {
                    self.node(grammar, repeat.body);
                }
                let choose = self.here();
                self.instructions.push(Instruction::Return);
                let again = if repeat.at_least_once {
                    start
                } else {
                    let body = self.here();
                    self.node(grammar, repeat.body);
                    if repeat.is_loop {
                        self.instructions.push(Instruction::Jump(choose));
                    }
                    body
                };
                let (again, stop) =
                    (Target { answer: 1, to: again }, Target { answer: 0, to: self.here() });
                let targets = if repeat.is_greedy {
                    Box::new([again, stop])
                } else {
                    Box::new([stop, again])
                };
                self.instructions[choose as usize] = Instruction::Choose(Choose {
                    point: repeat.point,
                    targets,
                    is_greedy: repeat.is_greedy,
                });
            }
        }
    }

    fn choice(&mut self, grammar: &Grammar, point: PointId, alternatives: &[NodeId]) {
        let choose = self.here();
        self.instructions.push(Instruction::Return);
        let mut targets = Vec::with_capacity(alternatives.len());
        let mut jumps = Vec::with_capacity(alternatives.len());
        for (answer, &alternative) in alternatives.iter().enumerate() {
            targets.push(Target { answer: answer as u32, to: self.here() });
            self.node(grammar, alternative);
            jumps.push(self.here());
            self.instructions.push(Instruction::Return);
        }
        let end = self.here();
        for jump in jumps {
            self.instructions[jump as usize] = Instruction::Jump(end);
        }
        // Alternatives are preferred in the order written.
        let order = &grammar.point(point).order;
        targets.sort_by_key(|target| order.get(target.answer as usize).copied());
        let choose_one = Choose { point, targets: targets.into(), is_greedy: true };
        self.instructions[choose as usize] = Instruction::Choose(choose_one);
    }
}
