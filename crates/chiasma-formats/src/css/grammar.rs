//! The notation in which CSS specifications define values, read into trees.
//!
//! It is what <https://www.w3.org/TR/css-values-4/#value-defs> defines, and two additions: `^n`
//! behind an alternative makes it as likely as `n` of them, and single quotes are around what is
//! written as it stands. The first of several alternatives has to be one
//! that does not lead back to itself.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::properties::PROPERTIES;
use super::types::{DESCRIPTORS, TYPES};
use super::values::Leaf;

/// What a value may be.
#[derive(Debug)]
pub(crate) enum Node {
    /// A keyword, a comma or a slash.
    Word(&'static str),
    /// A type of the table, by its place there.
    Type(usize),
    /// A type that a function writes.
    Leaf(Leaf),
    /// A function and its arguments.
    Call(&'static str, Box<Node>),
    /// One of them, each with its weight.
    OneOf(Vec<(u32, Node)>),
    /// At least one of them, in any order.
    SomeOf(Vec<Node>),
    /// Each of them, in any order.
    AllOf(Vec<Node>),
    /// Each of them, in this order.
    Sequence(Vec<Node>),
    /// A repetition, with its limits.
    Repeat(Box<Node>, Times),
}

impl Node {
    /// Whether a slash may be written, other than in a type.
    pub(crate) fn has_slash(&self) -> bool {
        match self {
            Self::Word(word) => *word == "/",
            Self::Type(_) | Self::Leaf(_) => false,
            Self::Call(_, node) | Self::Repeat(node, _) => node.has_slash(),
            Self::OneOf(nodes) => nodes.iter().any(|(_, node)| node.has_slash()),
            Self::SomeOf(nodes) | Self::AllOf(nodes) | Self::Sequence(nodes) => {
                nodes.iter().any(Self::has_slash)
            }
        }
    }
}

/// How often something is repeated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    pub(crate) least: usize,
    pub(crate) most: usize,
    /// Whether commas separate the items.
    pub(crate) commas: bool,
}

/// The trees of all types and of all properties.
pub(crate) struct Grammar {
    pub(crate) types: Vec<Node>,
    properties: HashMap<&'static str, Node>,
    descriptors: Vec<(&'static str, Vec<(&'static str, Node)>)>,
    /// The names of the properties, the everyday ones first.
    pub(crate) names: Vec<&'static str>,
}

/// The one grammar there is.
pub(crate) static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    let places = (0..).zip(TYPES).map(|(place, (name, _))| (short(name), place)).collect();
    let parse = |text| Parser { rest: text, places: &places }.whole();
    let mut descriptors: Vec<(&str, Vec<(&str, Node)>)> = Vec::new();
    for (rule, name, text) in DESCRIPTORS {
        match descriptors.last_mut() {
            Some((last, of_rule)) if last == rule => of_rule.push((name, parse(text))),
            _ => descriptors.push((rule, vec![(name, parse(text))])),
        }
    }
    Grammar {
        descriptors,
        types: TYPES.iter().map(|(_, text)| parse(text)).collect(),
        properties: PROPERTIES.iter().map(|(name, text)| (*name, parse(text))).collect(),
        names: PROPERTIES.iter().map(|(name, _)| *name).collect(),
    }
});

impl Grammar {
    /// What the values of a property are; none if it is not a property of CSS.
    pub(crate) fn property(&self, name: &str) -> Option<&Node> {
        self.properties.get(name)
    }

    /// The descriptors of an at-rule, and what their values are; none if it has no such.
    pub(crate) fn descriptors(&self, rule: &str) -> &[(&'static str, Node)] {
        let found = self.descriptors.iter().find(|(name, _)| *name == rule);
        found.map_or(&[], |(_, of_rule)| of_rule)
    }

    /// The tree of a type of the table.
    ///
    /// # Panics
    /// If there is none of that name.
    pub(crate) fn named(&self, name: &str) -> Node {
        let place = TYPES.iter().position(|(path, _)| short(path) == name);
        Node::Type(place.unwrap_or_else(|| panic!("no type is called <{name}>")))
    }
}

/// The name of a type without the path before it.
fn short(path: &'static str) -> &'static str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Reads the notation. The tables are ours, so that a mistake in them is a bug and panics.
struct Parser<'p> {
    rest: &'static str,
    places: &'p HashMap<&'static str, usize>,
}

impl Parser<'_> {
    fn whole(mut self) -> Node {
        let node = self.alternatives();
        assert!(self.rest.trim().is_empty(), "the rest of a grammar: {}", self.rest);
        node
    }

    /// Takes `token` if it comes next.
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(token) {
            Some(behind) => {
                self.rest = behind;
                true
            }
            None => false,
        }
    }

    fn peeks(&self, token: &str) -> bool {
        self.rest.trim_start().starts_with(token)
    }

    /// `a | b`
    fn alternatives(&mut self) -> Node {
        let mut nodes = vec![self.weighted()];
        while self.peeks("|") && !self.peeks("||") {
            self.take("|");
            nodes.push(self.weighted());
        }
        if nodes.len() == 1 { nodes.remove(0).1 } else { Node::OneOf(nodes) }
    }

    /// `a ^3`
    fn weighted(&mut self) -> (u32, Node) {
        let node = self.some();
        let weight = if self.take("^") { self.number() as u32 } else { 1 };
        (weight, node)
    }

    /// `a || b`
    fn some(&mut self) -> Node {
        let mut nodes = vec![self.all()];
        while self.take("||") {
            nodes.push(self.all());
        }
        if nodes.len() == 1 { nodes.remove(0) } else { Node::SomeOf(nodes) }
    }

    /// `a && b`
    fn all(&mut self) -> Node {
        let mut nodes = vec![self.sequence()];
        while self.take("&&") {
            nodes.push(self.sequence());
        }
        if nodes.len() == 1 { nodes.remove(0) } else { Node::AllOf(nodes) }
    }

    /// `a b`
    fn sequence(&mut self) -> Node {
        let mut nodes = vec![self.repeated()];
        while !self.rest.trim_start().is_empty()
            && !["|", "&&", "]", ")", "^"].iter().any(|token| self.peeks(token))
        {
            nodes.push(self.repeated());
        }
        if nodes.len() == 1 { nodes.remove(0) } else { Node::Sequence(nodes) }
    }

    /// `a?`, `a*`, `a+`, `a#`, `a{2,4}`
    fn repeated(&mut self) -> Node {
        let mut node = self.single();
        loop {
            let (least, most, commas) = match self.rest.chars().next() {
                Some('?') => (0, 1, false),
                Some('*') => (0, 3, false),
                Some('+') => (1, 3, false),
                Some('#') => (1, 3, true),
                Some('{') => (0, 0, false),
                _ => return node,
            };
            self.rest = &self.rest[1..];
            let mut times = Times { least, most, commas };
            if most == 0 || (commas && self.rest.starts_with('{') && self.take("{")) {
                times.least = self.number();
                times.most = if self.take(",") { self.number() } else { times.least };
                assert!(self.take("}"), "a brace is missing before {}", self.rest);
            }
            node = Node::Repeat(Box::new(node), times);
        }
    }

    fn number(&mut self) -> usize {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.rest = &rest[end..];
        rest[..end].parse().unwrap_or_else(|_| panic!("a number is missing before {rest}"))
    }

    /// `[a]`, `<type>`, `'literal'`, `"string"`, `function(a)`, `word`
    fn single(&mut self) -> Node {
        if self.take("[") {
            let node = self.alternatives();
            assert!(self.take("]"), "a bracket is missing before {}", self.rest);
            return node;
        }
        let rest = self.rest.trim_start();
        if let Some(behind) = rest.strip_prefix('<') {
            let (name, behind) = behind.split_once('>').expect("a type ends");
            self.rest = behind;
            return match self.places.get(name) {
                Some(place) => Node::Type(*place),
                None => Node::Leaf(Leaf::named(name)),
            };
        }
        if let Some(behind) = rest.strip_prefix('\'') {
            let (word, behind) = behind.split_once('\'').expect("a quoted word ends");
            self.rest = behind;
            return Node::Word(word);
        }
        if let Some(inside) = rest.strip_prefix('"') {
            let end = 2 + inside.find('"').expect("a string ends");
            self.rest = &rest[end..];
            return Node::Word(&rest[..end]);
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_@%.:=".contains(c);
        let end = match rest.find(|c: char| !is_word(c)) {
            Some(0) => 1,
            Some(end) => end,
            None => rest.len(),
        };
        let (word, behind) = rest.split_at(end);
        self.rest = behind;
        if behind.starts_with('(') && self.take("(") {
            if self.take(")") {
                return Node::Call(word, Box::new(Node::Sequence(Vec::new())));
            }
            let arguments = self.alternatives();
            assert!(self.take(")"), "a parenthesis is missing before {}", self.rest);
            return Node::Call(word, Box::new(arguments));
        }
        Node::Word(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_can_be_read() {
        assert_eq!(GRAMMAR.types.len(), TYPES.len());
        assert_eq!(GRAMMAR.names.len(), PROPERTIES.len());
    }

    #[test]
    fn no_property_is_there_twice() {
        let grammar = &GRAMMAR;
        assert_eq!(grammar.properties.len(), grammar.names.len());
    }

    #[test]
    fn juxtaposition_binds_closer_than_ampersands_and_these_closer_than_bars() {
        let places = HashMap::new();
        let parse = |text| Parser { rest: text, places: &places }.whole();
        let node = parse("a b && c || d | e ^2");
        let Node::OneOf(alternatives) = node else { panic!("{node:?}") };
        assert_eq!(alternatives.len(), 2);
        assert_eq!(alternatives[1].0, 2);
        let Node::SomeOf(some) = &alternatives[0].1 else { panic!("{alternatives:?}") };
        let Node::AllOf(all) = &some[0] else { panic!("{some:?}") };
        assert!(matches!(all[0], Node::Sequence(_)));
        assert!(matches!(all[1], Node::Word("c")));
    }
}
