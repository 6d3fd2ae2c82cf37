//! Warnings about a grammar: unreachable rules, ambiguity, alternatives never used.

use chiasma_core::display::counted;
use std::collections::BTreeMap;
use std::fmt;

use crate::grammar::{Grammar, Node, PointKind, ReadAs, RuleId, RuleKind};
use crate::parse::ParseError;
use crate::probabilities::Counts;

/// What checking a grammar found; rules that never end are errors already when it is read.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// Rules that cannot be reached from the start rule, with their lines.
    pub unreachable: Vec<(String, u32)>,
    /// Tokens whose texts always read as something else, with their lines and what they read as.
    pub never_read: Vec<String>,
    /// Examples that do not follow from the start rule.
    pub rejected: Vec<(String, ParseError)>,
    /// Rules whose texts in the examples can be read in several ways: how often, and where first.
    pub ambiguous: BTreeMap<String, AmbiguousRule>,
    /// Choices with alternatives that the examples never take.
    pub unused: Vec<UnusedAlternatives>,
    /// How many examples were parsed.
    pub parsed: usize,
}

/// A rule met with several readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmbiguousRule {
    /// How often.
    pub times: usize,
    /// The first example, with line and column.
    pub first: String,
}

/// A choice of which the examples do not take every alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusedAlternatives {
    /// The rule that the choice is in.
    pub rule: String,
    /// The number of the choice in its rule, from 1.
    pub number: u32,
    /// The alternatives never taken, as written.
    pub alternatives: Vec<String>,
    /// How many alternatives the choice has.
    pub of: usize,
}

/// A text with its name.
#[derive(Debug, Clone)]
pub struct Example {
    /// The name, such as the file's.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Grammar {
    /// Checks the grammar from a start rule, with the help of examples.
    #[must_use]
    pub fn check(&self, start: RuleId, examples: &[Example]) -> Findings {
        let mut findings = Findings {
            unreachable: self.unreachable(start),
            never_read: self.never_read(),
            ..Findings::default()
        };
        let mut counts = Counts::new(self);
        for example in examples {
            match self.parse(start, &example.text) {
                Ok(parsed) => {
                    findings.parsed += 1;
                    counts.add(&parsed.counts);
                    for ambiguity in parsed.ambiguities {
                        let first =
                            format!("{}:{}:{}", example.name, ambiguity.line, ambiguity.column);
                        let rule = findings.ambiguous.entry(ambiguity.rule);
                        rule.or_insert(AmbiguousRule { times: 0, first }).times += 1;
                    }
                }
                Err(error) => findings.rejected.push((example.name.clone(), error)),
            }
        }
        if findings.parsed > 0 {
            findings.unused = self.unused(&counts);
        }
        findings
    }

    /// Counts the choices of examples.
    ///
    /// # Errors
    /// The first example that does not follow from the rule, by its place, and why.
    pub fn learn(&self, rule: RuleId, examples: &[Example]) -> Result<Counts, (usize, ParseError)> {
        let mut counts = Counts::new(self);
        for (place, example) in examples.iter().enumerate() {
            counts.add(&self.parse(rule, &example.text).map_err(|error| (place, error))?.counts);
        }
        Ok(counts)
    }

    fn unreachable(&self, start: RuleId) -> Vec<(String, u32)> {
        let mut reached = vec![false; self.rules.len()];
        // Hidden tokens come between others; those that begin or end a token in pieces come with it.
        let special =
            |rule: &crate::grammar::Rule| rule.commands.is_hidden || rule.commands.is_more;
        let mut pending: Vec<RuleId> = (0..self.rules.len() as u32)
            .map(RuleId)
            .filter(|&rule| rule == start || special(self.rule_at(rule)))
            .collect();
        while let Some(rule) = pending.pop() {
            if std::mem::replace(&mut reached[rule.0 as usize], true) {
                continue;
            }
            let mut nodes = vec![self.rule_at(rule).body];
            while let Some(node) = nodes.pop() {
                match self.node(node) {
                    Node::Call(called) => pending.push(*called),
                    Node::Token(token) => pending.extend(&self.types[*token as usize].producers),
                    Node::Sequence(parts) | Node::Choice(_, parts) => nodes.extend(parts),
                    Node::Repeat(repeat) => nodes.push(repeat.body),
                    Node::Empty | Node::Text(_) | Node::Set(_) => {}
                }
            }
        }
        let mut unreachable: Vec<(String, u32)> = self
            .rules
            .iter()
            .zip(&reached)
            .filter(|(rule, reached)| !**reached && !rule.name.starts_with('\''))
            .map(|(rule, _)| (rule.name.clone(), rule.place.line))
            .collect();
        let is_split = |name: &str| {
            self.rules.iter().zip(&reached).any(|(rule, reached)| *reached && rule.name == name)
        };
        unreachable.retain(|(name, _)| !is_split(name));
        unreachable.dedup();
        unreachable
    }

    /// The tokens whose texts always read as something else.
    fn never_read(&self) -> Vec<String> {
        let tokens = self.rules.iter().filter_map(|rule| Some((rule, rule.read_as?)));
        tokens
            .map(|(rule, read_as)| {
                let instead = match read_as {
                    ReadAs::Rule(other) => {
                        format!("its text reads as {}", self.rule_at(other).name)
                    }
                    ReadAs::NoToken => "its text reads as no single token".to_owned(),
                };
                format!("{} (line {}): {instead}", rule.name, rule.place.line)
            })
            .collect()
    }

    fn unused(&self, counts: &Counts) -> Vec<UnusedAlternatives> {
        let choices = self.points.iter().zip(&counts.counts);
        choices
            .filter(|(point, _)| matches!(point.kind, PointKind::Choice | PointKind::Token))
            .filter_map(|(point, counts)| {
                let alternatives: Vec<String> = point
                    .alternatives
                    .iter()
                    .zip(counts)
                    .filter(|(_, count)| **count == 0)
                    .map(|(alternative, _)| alternative.clone())
                    .collect();
                let of = point.alternatives.len();
                let (rule, number) = (point.owner.clone(), point.number);
                (!alternatives.is_empty()).then_some(UnusedAlternatives {
                    rule,
                    number,
                    alternatives,
                    of,
                })
            })
            .collect()
    }

    /// How many rules of each kind there are, in words.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |kind| self.rules.iter().filter(|rule| rule.kind == kind).count();
        format!(
            "{}: {}, {}, {}, {}",
            self.name,
            counted(count(RuleKind::Parser), "parser rule"),
            counted(count(RuleKind::Token), "token"),
            counted(count(RuleKind::Fragment), "fragment"),
            counted(self.points.len(), "choice")
        )
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, line) in &self.unreachable {
            writeln!(f, "unreachable: {name} (line {line})")?;
        }
        for token in &self.never_read {
            writeln!(f, "never read: {token}")?;
        }
        for (name, error) in &self.rejected {
            writeln!(f, "does not parse: {name}:{error}")?;
        }
        for (rule, AmbiguousRule { times, first }) in &self.ambiguous {
            writeln!(f, "ambiguous: {rule}, {}, first at {first}", counted(times, "time"))?;
        }
        for UnusedAlternatives { rule, number, alternatives, of } in &self.unused {
            let list = alternatives.join("  |  ");
            writeln!(
                f,
                "never used: {rule}, choice {number}, {} of {of}: {list}",
                alternatives.len()
            )?;
        }
        let alternatives: usize = self.unused.iter().map(|unused| unused.alternatives.len()).sum();
        let parsed = counted(self.parsed, "example");
        write!(f, "{parsed} parsed, {} rejected", self.rejected.len())?;
        if self.parsed > 0 {
            write!(f, "; {} never used", counted(alternatives, "alternative"))?;
        }
        writeln!(f)
    }
}
