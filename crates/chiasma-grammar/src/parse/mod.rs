//! Parsing a text: which choices give it, as a parameter sequence.

mod earley;
mod feed;
mod firsts;

use std::fmt;

pub(crate) use firsts::Firsts;

use crate::generate::{Limits, generate};
use crate::grammar::{EOF, Grammar, RuleId, RuleKind};
use crate::lexer::Token;
use crate::probabilities::{Counts, Probabilities};
use earley::{Derivation, ENDS, Edge, Parser, Stuck};
use feed::Feed;

/// What parsing a text gives.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The choices that give the text: replayed through [`Grammar::generate`] they give it again.
    pub sequence: Vec<u8>,
    /// How often each alternative was taken.
    pub counts: Counts,
    /// How many tokens the parser saw.
    pub tokens: usize,
    /// Where the text can be read in more than one way.
    pub ambiguities: Vec<Ambiguity>,
}

/// A part of a text that can be read in more than one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ambiguity {
    /// The rule that has several derivations there.
    pub rule: String,
    /// The line where the rule's text begins, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// Why a text does not follow from a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    fn at(text: &str, offset: usize, message: String) -> Self {
        let (line, column) = line_and_column(text, offset);
        Self { line, column, message }
    }
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// Maximum number of tokens that an error lists as expected.
const MOST_EXPECTED: usize = 8;

impl Grammar {
    /// Finds the choices by which `rule` gives `text`.
    ///
    /// ```
    /// use chiasma_core::{Seed, Source};
    /// use chiasma_grammar::{Grammar, Limits, Probabilities};
    ///
    /// let text = "grammar Sum; sum: sum '+' N | N; N: [0-9]+; WS: [ \n]+ -> skip;";
    /// let grammar = Grammar::read("sum.g4", text).unwrap();
    /// let sum = grammar.rule("sum").unwrap();
    /// let parsed = grammar.parse(sum, "1 +  22\n+3").unwrap();
    ///
    /// let mut source = Source::replay(&parsed.sequence, Seed(1));
    /// let uniform = Probabilities::uniform(&grammar);
    /// assert_eq!(grammar.generate(&mut source, sum, &uniform, Limits::default()), "1 +  22\n+3");
    ///
    /// assert_eq!(grammar.parse(sum, "1 + +").unwrap_err().to_string(), "1:5: found `+`, expected N");
    /// ```
    ///
    /// # Errors
    /// If the text does not follow from the rule; the error says where, and what could have come there.
    pub fn parse(&self, rule: RuleId, text: &str) -> Result<Parsed, ParseError> {
        if self.rule_at(rule).kind != RuleKind::Parser {
            return self.parse_token(rule, text);
        }
        let tokens = match self.lexer.tokens(self, text, self.initial_mode(rule)) {
            Ok(tokens) => tokens,
            Err(offset) => {
                let found = text[offset..].chars().next().unwrap_or(' ').escape_debug();
                return Err(ParseError::at(
                    text,
                    offset,
                    format!("no token begins with `{found}`"),
                ));
            }
        };
        let visible: Vec<u32> =
            (0..tokens.len() as u32).filter(|&n| !self.is_hidden(&tokens[n as usize])).collect();
        let places = visible.iter().enumerate().map(|(place, &number)| {
            let token = self.rule_at(tokens[number as usize].rule).token;
            vec![Edge { token, number, to: place as u32 + 1 }]
        });
        let ends = (0..ENDS as u32)
            .map(|n| vec![Edge { token: EOF, number: u32::MAX, to: visible.len() as u32 + n + 1 }]);
        let places: Vec<Vec<Edge>> = places.chain(ends).chain([Vec::new()]).collect();
        let offset = |place: u32| {
            visible.get(place as usize).map_or(text.len(), |&number| tokens[number as usize].start)
        };
        let with_precedence = self
            .precedence
            .as_ref()
            .and_then(|(program, firsts)| Parser::new(program, firsts, &places).parse(rule).ok());
        // Precedence only chooses among derivations, but for odd operators: what it refuses is tried without.
        let derivation = match with_precedence {
            Some(derivation) => Ok(derivation),
            None => Parser::new(&self.parser, &self.firsts, &places).parse(rule),
        };
        let derivation = derivation.map_err(|stuck| {
            let token = visible.get(stuck.place as usize).map(|&number| tokens[number as usize]);
            ParseError::at(text, offset(stuck.place), self.say_stuck(text, token, &stuck))
        })?;
        let Derivation { events, ambiguous } = derivation;
        let ambiguities = ambiguous
            .into_iter()
            .map(|(rule, place)| {
                let (line, column) = line_and_column(text, offset(place));
                Ambiguity { rule: self.rule_at(rule).name.clone(), line, column }
            })
            .collect();
        let feed = Feed::new(self, text, &tokens, events);
        self.replay(rule, text, feed, visible.len(), ambiguities)
    }

    fn is_hidden(&self, token: &Token) -> bool {
        self.rule_at(token.rule).commands.is_hidden
    }

    fn parse_token(&self, rule: RuleId, text: &str) -> Result<Parsed, ParseError> {
        let mut feed = Feed::new(self, text, &[], Vec::new());
        feed.whole_token(rule);
        if feed.is_lost {
            let name = &self.rule_at(rule).name;
            return Err(ParseError::at(text, 0, format!("the text is not a `{name}`")));
        }
        self.replay(rule, text, feed, 1, Vec::new())
    }

    fn replay(
        &self,
        rule: RuleId,
        text: &str,
        feed: Feed<'_>,
        tokens: usize,
        ambiguities: Vec<Ambiguity>,
    ) -> Result<Parsed, ParseError> {
        let uniform = Probabilities::uniform(self);
        let (again, feed, _) = generate(self, feed, rule, &uniform, Limits::default());
        if again != text || !feed.is_complete() {
            let same = again.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
            let offset = (0..=same).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let message = "the text was parsed, but the generator cannot repeat it from here on: \
                           hidden text stands where the grammar's modes have none";
            return Err(ParseError::at(text, offset, message.to_owned()));
        }
        Ok(Parsed { sequence: feed.sequence, counts: feed.counts, tokens, ambiguities })
    }

    fn say_stuck(&self, text: &str, token: Option<Token>, stuck: &Stuck) -> String {
        let found = match token {
            Some(token) => format!("`{}`", text[token.start..token.end].escape_debug()),
            None => "the end of the text".to_owned(),
        };
        let mut names: Vec<&str> =
            stuck
                .expected
                .iter()
                .map(|&token| {
                    if token == EOF { "the end" } else { self.types[token as usize].name.as_str() }
                })
                .collect();
        let more = names.len().saturating_sub(MOST_EXPECTED);
        names.truncate(MOST_EXPECTED);
        match (names.is_empty(), more) {
            (true, _) => format!("found {found}, expected the end"),
            (_, 0) => format!("found {found}, expected {}", names.join(", ")),
            _ => format!("found {found}, expected {} or {more} others", names.join(", ")),
        }
    }
}
