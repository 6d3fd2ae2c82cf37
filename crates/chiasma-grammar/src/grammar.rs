//! A grammar that is ready for use: rules, tokens, modes and choice points.

use std::path::Path;

use chiasma_core::{Function, SiteId};
use strsim::levenshtein;

use crate::charset::{Alphabet, CharSet};
use crate::diagnostic::{Diagnostic, GrammarError, Place, Report};
use crate::lexer::Lexer;
use crate::lower;
use crate::parse::Firsts;
use crate::program::Program;
use crate::reader::{self, Directory, NoFiles};

/// A grammar, checked and prepared for generating and parsing.
#[derive(Debug)]
pub struct Grammar {
    pub(crate) name: String,
    pub(crate) rules: Vec<Rule>,
    pub(crate) nodes: Vec<Node>,
    /// The call site of every node that calls or draws.
    pub(crate) sites: Vec<SiteId>,
    pub(crate) points: Vec<Point>,
    pub(crate) sets: Vec<Set>,
    pub(crate) types: Vec<TokenType>,
    pub(crate) modes: Vec<Mode>,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) files: Vec<String>,
    pub(crate) parser: Program,
    pub(crate) firsts: Firsts,
    /// The parser with the precedence of operators, if there are rules that begin with themselves.
    pub(crate) precedence: Option<(Program, Firsts)>,
    pub(crate) lexer: Lexer,
}

/// A rule's place in [`Grammar::rules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub u32);

/// A choice point's place in [`Grammar::points`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointId(pub u32);

pub(crate) type NodeId = u32;
pub(crate) type SetId = u32;
pub(crate) type TypeId = u32;
pub(crate) type ModeId = u32;

/// The type of the token that ends every text.
pub(crate) const EOF: TypeId = 0;

/// What a rule is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleKind {
    /// It describes a sequence of tokens.
    Parser,
    /// It describes a token.
    Token,
    /// It describes a part of tokens.
    Fragment,
}

/// One rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name; that of an unnamed token is the quoted literal.
    pub name: String,
    /// Where it is defined.
    pub place: Place,
    /// What it is for.
    pub kind: RuleKind,
    pub(crate) body: NodeId,
    /// What a whole token of this rule consists of: the body, and what `more` puts before it.
    pub(crate) whole: NodeId,
    pub(crate) mode: ModeId,
    pub(crate) commands: Commands,
    /// The token type that it gives.
    pub(crate) token: TypeId,
    pub(crate) function: Function,
    /// How many expansions lie one within the other at least.
    pub(crate) height: u32,
    /// Whether there is nothing to choose in it.
    pub(crate) is_fixed: bool,
    /// Which of its alternatives, in the order written, have the option `<assoc=right>`.
    pub(crate) right_associative: Vec<bool>,
    /// The token that its texts are read as, if they are never read as its own.
    pub(crate) read_as: Option<ReadAs>,
}

/// What the texts of a token that is never read are read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadAs {
    /// A token of this rule.
    Rule(RuleId),
    /// Several tokens, or none.
    NoToken,
}

/// What happens when a token of a rule was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Commands {
    /// The parser does not see the token.
    pub(crate) is_hidden: bool,
    /// The text begins a longer token.
    pub(crate) is_more: bool,
    pub(crate) token: Option<String>,
    pub(crate) modes: Vec<ModeChange>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ModeChange {
    Set(ModeId),
    Push(ModeId),
    Pop,
}

/// A part of a rule's body.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Empty,
    Text(Box<str>),
    Set(SetId),
    Call(RuleId),
    Token(TypeId),
    Sequence(Box<[NodeId]>),
    /// The alternatives in the order of their indexes, simplest first.
    Choice(PointId, Box<[NodeId]>),
    Repeat(Repeat),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Repeat {
    pub(crate) point: PointId,
    pub(crate) body: NodeId,
    /// Whether the first time is not asked for.
    pub(crate) at_least_once: bool,
    pub(crate) is_loop: bool,
    pub(crate) is_greedy: bool,
}

/// What is chosen at a choice point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointKind {
    /// One of several alternatives.
    Choice,
    /// Whether something is there.
    Option,
    /// Whether something is repeated once more.
    Repeat,
    /// Which of several rules makes a token.
    Token,
    /// What hidden text comes before the next token, if any.
    Gap,
}

/// A place in a grammar where something is chosen.
#[derive(Debug, Clone)]
pub struct Point {
    /// The rule it is in, or the name of the mode for gaps.
    pub owner: String,
    /// Which one in its rule, from 1.
    pub number: u32,
    /// What is chosen.
    pub kind: PointKind,
    /// The alternatives as written, in the order written; for options and repetitions, "stop" and more.
    pub alternatives: Vec<String>,
    /// Which alternative each index stands for: the simplest first.
    pub(crate) order: Vec<u32>,
    /// Alternatives that fresh choices avoid, in the order written: they need a token that is never read, or hidden
    /// text that leaves the lexer's mode.
    pub(crate) avoided: Vec<bool>,
    pub(crate) site: SiteId,
    /// Whether it is within tokens.
    pub(crate) is_lexical: bool,
}

/// A set of characters and how it is drawn from.
#[derive(Debug, Clone)]
pub(crate) struct Set {
    pub(crate) chars: CharSet,
    pub(crate) alphabet: Alphabet,
    pub(crate) ascii: [bool; 128],
}

impl Set {
    pub(crate) fn new(chars: CharSet) -> Self {
        let mut ascii = [false; 128];
        for (code, is_in) in ascii.iter_mut().enumerate() {
            *is_in = chars.contains(code as u8 as char);
        }
        Self { alphabet: Alphabet::new(&chars), chars, ascii }
    }

    #[inline]
    pub(crate) fn contains(&self, c: char) -> bool {
        match self.ascii.get(c as usize) {
            Some(is_in) => *is_in,
            None => self.chars.contains(c),
        }
    }
}

/// A type of token that the parser sees.
#[derive(Debug, Clone)]
pub(crate) struct TokenType {
    pub(crate) name: String,
    /// The rules that make such a token.
    pub(crate) producers: Vec<RuleId>,
    /// Which of the producers, where there are several.
    pub(crate) point: Option<PointId>,
}

/// A lexer mode: which rules are tried, in this order.
#[derive(Debug, Clone)]
pub(crate) struct Mode {
    pub(crate) name: String,
    pub(crate) rules: Vec<RuleId>,
    /// The rules whose tokens the parser does not see.
    pub(crate) hidden: Vec<RuleId>,
    /// What hidden text comes before the next token; none where nothing may.
    pub(crate) gap: Option<PointId>,
    /// Texts that separate tokens, the plainest first.
    pub(crate) separators: Vec<String>,
}

impl Grammar {
    /// Reads the grammar in the file at `path`, and what it imports from beside it.
    ///
    /// # Errors
    /// If a file cannot be read, or the grammar has mistakes.
    pub fn load(path: &Path) -> Result<Self, GrammarError> {
        let shown = path.display().to_string();
        match reader::read_file(path) {
            Ok(text) => {
                let directory = path.parent().map(Path::to_path_buf).unwrap_or_default();
                Self::build(&shown, &text, &Directory(directory))
            }
            Err(error) => {
                let mut report = Report::default();
                let file = report.add_file(&shown);
                let place = Place { file, line: 1, column: 1 };
                report.error(place, format!("cannot read the grammar: {error}"), "check the path");
                Err(GrammarError { diagnostics: report.into_diagnostics() })
            }
        }
    }

    /// Reads the grammar with this text, which cannot name other files; `name` is for messages.
    ///
    /// ```
    /// use chiasma_grammar::Grammar;
    /// let grammar = Grammar::read("sum.g4", "grammar Sum; sum: N ('+' N)*; N: [0-9]+;").unwrap();
    /// assert!(grammar.rule("sum").is_some());
    ///
    /// let error = Grammar::read("sum.g4", "grammar Sum; sum: M;").unwrap_err().to_string();
    /// assert!(error.starts_with("sum.g4:1:19: error: there is no token `M`"), "{error}");
    /// ```
    ///
    /// # Errors
    /// If the grammar has mistakes.
    pub fn read(name: &str, text: &str) -> Result<Self, GrammarError> {
        Self::build(name, text, &NoFiles)
    }

    fn build(name: &str, text: &str, files: &dyn reader::Files) -> Result<Self, GrammarError> {
        let mut report = Report::default();
        let sources = reader::read(name, text, files, &mut report);
        lower::lower(&sources, report)
    }

    /// The grammar's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Every rule; unnamed tokens included.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule called `name`.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<RuleId> {
        self.rules.iter().position(|rule| rule.name == name).map(|at| RuleId(at as u32))
    }

    /// The rule called `name`, or else an error.
    ///
    /// # Errors
    /// If there is no such rule; the message names the nearest.
    pub fn rule_or_hint(&self, name: &str) -> Result<RuleId, String> {
        self.rule(name).ok_or_else(|| {
            let names = self.rules.iter().map(|rule| rule.name.as_str());
            let near = nearest(name, names).map(|near| format!("; did you mean `{near}`?"));
            format!("{} has no rule `{name}`{}", self.files[0], near.unwrap_or_default())
        })
    }

    /// Where to start unless said otherwise: the first parser rule that asks for the end of the text and that no
    /// other rule calls, or else the first parser rule, or else the first token.
    #[must_use]
    pub fn start_rule(&self) -> Option<RuleId> {
        let mut is_called = vec![false; self.rules.len()];
        let mut ends_text = vec![false; self.rules.len()];
        for (at, rule) in self.rules.iter().enumerate() {
            let mut pending = vec![rule.body];
            while let Some(node) = pending.pop() {
                match self.node(node) {
                    Node::Call(called) if called.0 as usize != at => {
                        is_called[called.0 as usize] = true;
                    }
                    Node::Token(EOF) => ends_text[at] = true,
                    Node::Sequence(parts) | Node::Choice(_, parts) => pending.extend(parts),
                    Node::Repeat(repeat) => pending.push(repeat.body),
                    _ => {}
                }
            }
        }
        let first = |kind, wanted: &dyn Fn(usize) -> bool| {
            (0..self.rules.len()).find(|&at| self.rules[at].kind == kind && wanted(at))
        };
        first(RuleKind::Parser, &|at| ends_text[at] && !is_called[at])
            .or_else(|| first(RuleKind::Parser, &|_| true))
            .or_else(|| first(RuleKind::Token, &|_| true))
            .map(|at| RuleId(at as u32))
    }

    /// Every choice point.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// What is ignored or doubtful.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The file that a place is in.
    #[must_use]
    pub fn file(&self, place: Place) -> &str {
        self.files.get(place.file as usize).map_or("", String::as_str)
    }

    pub(crate) fn rule_at(&self, id: RuleId) -> &Rule {
        &self.rules[id.0 as usize]
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn point(&self, id: PointId) -> &Point {
        &self.points[id.0 as usize]
    }
}

/// The name that `name` is most likely a misspelling of.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = name.to_lowercase();
    names
        .filter(|other| !other.starts_with('\''))
        .map(|other| (levenshtein(&wanted, &other.to_lowercase()), other))
        .filter(|(distance, _)| *distance <= 1 + name.chars().count() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}
