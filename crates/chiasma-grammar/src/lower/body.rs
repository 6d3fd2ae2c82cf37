//! The bodies of rules.

use super::Lowering;
use crate::charset::CharSet;
use crate::diagnostic::Place;
use crate::grammar::{EOF, Node, NodeId, PointKind, Repeat, RuleKind, Set, TypeId, nearest};
use crate::reader::ast::{Alternative, Atom, Element, Suffix, is_token_name};

impl Lowering<'_> {
    pub(super) fn alternatives(&mut self, alternatives: &[Alternative]) -> NodeId {
        if let [only] = alternatives {
            return self.sequence(only);
        }
        if self.current.is_lexical
            && let Some(set) = one_character(alternatives)
        {
            // `'a' | 'b' | [0-9]` is a set.
            return self.set(set);
        }
        let names = alternatives.iter().map(|alternative| alternative.text.clone()).collect();
        let point = self.add_point(PointKind::Choice, names);
        let nodes = alternatives.iter().map(|alternative| self.sequence(alternative)).collect();
        self.add_node(Node::Choice(point, nodes))
    }

    fn sequence(&mut self, alternative: &Alternative) -> NodeId {
        let mut parts: Vec<NodeId> =
            alternative.elements.iter().map(|element| self.element(element)).collect();
        match parts.len() {
            0 => 0,
            1 => parts.remove(0),
            _ => self.add_node(Node::Sequence(parts.into())),
        }
    }

    fn element(&mut self, element: &Element) -> NodeId {
        let Element { atom, suffix, is_greedy, place } = element;
        if *suffix == Suffix::One {
            return self.atom(atom, *place);
        }
        let kind = if *suffix == Suffix::Optional { PointKind::Option } else { PointKind::Repeat };
        let point = self.add_point(kind, vec!["stop".to_owned(), describe(atom)]);
        let body = self.atom(atom, *place);
        self.add_node(Node::Repeat(Repeat {
            point,
            body,
            at_least_once: *suffix == Suffix::Plus,
            is_loop: *suffix != Suffix::Optional,
            is_greedy: *is_greedy,
        }))
    }

    fn atom(&mut self, atom: &Atom, place: Place) -> NodeId {
        match atom {
            Atom::Group(alternatives) => self.alternatives(alternatives),
            Atom::Literal(text) if self.current.is_lexical => {
                if text.is_empty() {
                    self.report.error(
                        place,
                        "an empty literal",
                        "leave it out: an alternative may be empty",
                    );
                }
                self.literal(text, self.current.ignores_case)
            }
            Atom::Literal(text) => match self.types_by_literal.get(text) {
                Some(&token) => self.add_node(Node::Token(token)),
                None => 0,
            },
            Atom::Set(set) if self.current.is_lexical => self.set(set.clone()),
            Atom::Set(_) => {
                let hint = "put it into a lexer rule, whose name begins with a capital";
                self.report.error(place, "a set of characters in a parser rule", hint);
                0
            }
            Atom::Any if self.current.is_lexical => self.set(CharSet::all()),
            Atom::Any => self.any_token_but(&[]),
            Atom::Not(parts) if self.current.is_lexical => self.other_characters(parts),
            Atom::Not(parts) => {
                let mut tokens = Vec::new();
                for (part, place) in parts {
                    match part {
                        Atom::Literal(text) => tokens.extend(self.types_by_literal.get(text)),
                        Atom::Reference(name) => tokens.extend(self.token(name, *place)),
                        _ => {
                            let hint = "`~` in a parser rule stands before tokens";
                            self.report.error(*place, "only tokens can be negated here", hint);
                        }
                    }
                }
                self.any_token_but(&tokens)
            }
            Atom::Reference(name) => self.reference(name, place),
        }
    }

    fn reference(&mut self, name: &str, place: Place) -> NodeId {
        if name == "EOF" {
            return self.add_node(Node::Token(EOF));
        }
        if self.current.is_lexical || !is_token_name(name) {
            let Some(&rule) = self.rules_by_name.get(name) else {
                self.undefined("rule", name, place);
                return 0;
            };
            if self.current.is_lexical && self.grammar.rule_at(rule).kind == RuleKind::Parser {
                let hint = "tokens consist of characters, tokens and fragments only";
                self.report.error(place, format!("the parser rule `{name}` in a lexer rule"), hint);
                return 0;
            }
            return self.add_node(Node::Call(rule));
        }
        match self.token(name, place) {
            Some(token) => self.add_node(Node::Token(token)),
            None => 0,
        }
    }

    /// The token called `name`, in a parser rule.
    fn token(&mut self, name: &str, place: Place) -> Option<TypeId> {
        let is_fragment = self.rules_by_name.get(name).is_some_and(|&rule| {
            self.grammar.rule_at(rule).kind == RuleKind::Fragment
                && !self.types_by_name.contains_key(name)
        });
        if is_fragment {
            let hint = "remove its `fragment`, or ask for a token that uses it";
            self.report.error(place, format!("`{name}` is a fragment, which is no token"), hint);
            return None;
        }
        let token = self.types_by_name.get(name).copied();
        if token.is_none() {
            self.undefined("token", name, place);
        }
        token
    }

    fn undefined(&mut self, what: &str, name: &str, place: Place) {
        let hint = match nearest(name, self.rules_by_name.keys().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("add a rule `{name} : .. ;`"),
        };
        self.report.error(place, format!("there is no {what} `{name}`"), hint);
    }

    /// Any token but these.
    fn any_token_but(&mut self, but: &[TypeId]) -> NodeId {
        let tokens: Vec<TypeId> = (1..self.grammar.types.len() as TypeId)
            .filter(|token| !but.contains(token))
            .filter(|&token| {
                let makes = |rule: &&crate::grammar::Rule| {
                    rule.kind == RuleKind::Token
                        && rule.token == token
                        && !rule.commands.is_hidden
                        && !rule.commands.is_more
                };
                self.grammar.rules.iter().any(|rule| makes(&rule))
            })
            .collect();
        if let [only] = tokens[..] {
            return self.add_node(Node::Token(only));
        }
        let names =
            tokens.iter().map(|&token| self.grammar.types[token as usize].name.clone()).collect();
        let point = self.add_point(PointKind::Choice, names);
        let nodes = tokens.into_iter().map(|token| self.add_node(Node::Token(token))).collect();
        self.add_node(Node::Choice(point, nodes))
    }

    fn other_characters(&mut self, parts: &[(Atom, Place)]) -> NodeId {
        let mut set = CharSet::default();
        for (part, place) in parts {
            match self.characters(part, 0) {
                Some(part) => set = set.union(&part),
                None => {
                    let hint = "`~` in a lexer rule stands before characters and sets";
                    self.report.error(*place, "only single characters can be negated", hint);
                }
            }
        }
        let set = if self.current.ignores_case { set.ignoring_case() } else { set };
        self.plain_set(set.complement())
    }

    /// The characters that an atom of one character stands for.
    fn characters(&self, atom: &Atom, depth: usize) -> Option<CharSet> {
        match atom {
            Atom::Reference(name) if depth < 20 => {
                let rule = self.sources.rules.iter().find(|rule| rule.name == *name)?;
                rule.alternatives.iter().try_fold(CharSet::default(), |set, alternative| {
                    match &alternative.elements[..] {
                        [Element { atom, suffix: Suffix::One, .. }] => {
                            Some(set.union(&self.characters(atom, depth + 1)?))
                        }
                        _ => None,
                    }
                })
            }
            Atom::Not(parts) => parts
                .iter()
                .try_fold(CharSet::default(), |set, (part, _)| {
                    Some(set.union(&self.characters(part, depth + 1)?))
                })
                .map(|set| set.complement()),
            _ => characters_of(atom),
        }
    }

    fn set(&mut self, set: CharSet) -> NodeId {
        let set = if self.current.ignores_case { set.ignoring_case() } else { set };
        self.plain_set(set)
    }

    fn plain_set(&mut self, set: CharSet) -> NodeId {
        let known = self.grammar.sets.iter().position(|known| known.chars == set);
        let id = known.unwrap_or_else(|| {
            self.grammar.sets.push(Set::new(set));
            self.grammar.sets.len() - 1
        });
        self.add_node(Node::Set(id as u32))
    }

    pub(super) fn literal(&mut self, text: &str, ignores_case: bool) -> NodeId {
        if !ignores_case || !text.chars().any(char::is_alphabetic) {
            return self.add_node(Node::Text(text.into()));
        }
        let parts = text.chars().map(|c| self.plain_set(CharSet::one(c).ignoring_case())).collect();
        self.add_node(Node::Sequence(parts))
    }
}

/// The set that alternatives of one character each stand for, if they all are.
fn one_character(alternatives: &[Alternative]) -> Option<CharSet> {
    alternatives.iter().try_fold(CharSet::default(), |set, alternative| {
        match &alternative.elements[..] {
            [Element { atom, suffix: Suffix::One, .. }] => Some(set.union(&characters_of(atom)?)),
            _ => None,
        }
    })
}

fn characters_of(atom: &Atom) -> Option<CharSet> {
    match atom {
        Atom::Set(set) => Some(set.clone()),
        Atom::Literal(text) => {
            let mut chars = text.chars();
            let only = chars.next()?;
            chars.next().is_none().then(|| CharSet::one(only))
        }
        _ => None,
    }
}

/// What to call an atom in lists of alternatives.
fn describe(atom: &Atom) -> String {
    match atom {
        Atom::Literal(text) => format!("'{}'", text.escape_debug()),
        Atom::Reference(name) => name.clone(),
        Atom::Any => ".".to_owned(),
        Atom::Set(_) => "[..]".to_owned(),
        Atom::Not(_) => "~(..)".to_owned(),
        Atom::Group(alternatives) => {
            let parts: Vec<&str> =
                alternatives.iter().map(|alternative| alternative.text.as_str()).collect();
            format!("({})", parts.join(" | "))
        }
    }
}
