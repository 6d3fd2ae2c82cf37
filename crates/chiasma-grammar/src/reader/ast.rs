//! A `.g4` file as it is written.

use crate::charset::CharSet;
use crate::diagnostic::Place;

/// Which rules a file may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    Combined,
    Parser,
    Lexer,
}

/// One file.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) kind: FileKind,
    pub(crate) name: String,
    pub(crate) options: Vec<(String, String)>,
    /// The names of imported grammars.
    pub(crate) imports: Vec<(String, Place)>,
    /// Token types declared without a rule.
    pub(crate) tokens: Vec<(String, Place)>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) place: Place,
}

impl File {
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// One rule.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) is_fragment: bool,
    /// The lexer mode it stands in.
    pub(crate) mode: String,
    pub(crate) ignores_case: Option<bool>,
    pub(crate) alternatives: Vec<Alternative>,
}

impl Rule {
    pub(crate) fn is_lexer(&self) -> bool {
        is_token_name(&self.name)
    }
}

/// Whether a name is that of a lexer rule: those begin with a capital.
pub(crate) fn is_token_name(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

#[derive(Debug, Clone)]
pub(crate) struct Alternative {
    pub(crate) elements: Vec<Element>,
    pub(crate) commands: Vec<Command>,
    /// Whether it has the option `<assoc=right>`.
    pub(crate) is_right_associative: bool,
    /// The source text, shortened.
    pub(crate) text: String,
}

/// What a lexer rule does besides matching: `-> skip`, `-> mode(X)`.
#[derive(Debug, Clone)]
pub(crate) struct Command {
    pub(crate) name: String,
    pub(crate) argument: Option<String>,
    pub(crate) place: Place,
}

#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) atom: Atom,
    pub(crate) suffix: Suffix,
    pub(crate) is_greedy: bool,
    pub(crate) place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suffix {
    One,
    Optional,
    Star,
    Plus,
}

#[derive(Debug, Clone)]
pub(crate) enum Atom {
    Literal(String),
    Set(CharSet),
    Reference(String),
    Group(Vec<Alternative>),
    /// Anything but one of these.
    Not(Vec<(Atom, Place)>),
    Any,
}
