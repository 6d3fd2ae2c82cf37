//! Tokens: their types, their commands, literals in parser rules, and which rules make them.

use super::{Current, Lowering};
use crate::grammar::{
    Commands, EOF, ModeChange, Node, PointKind, RuleId, RuleKind, TokenType, TypeId, nearest,
};
use crate::reader::ast::{self, Atom, Suffix};

impl Lowering<'_> {
    /// Gives every token rule its commands and its type.
    pub(super) fn declare_tokens(&mut self) {
        let sources = self.sources;
        for (name, _) in &sources.tokens {
            self.token_type(name);
        }
        for rule in &sources.rules {
            let Some(&id) = self.rules_by_name.get(rule.name.as_str()) else { continue };
            if !rule.is_lexer() {
                self.refuse_commands(rule, "a parser rule");
                continue;
            }
            if rule.is_fragment {
                self.refuse_commands(rule, "a fragment");
                continue;
            }
            let all: Vec<Commands> = rule
                .alternatives
                .iter()
                .map(|alternative| self.commands(&alternative.commands))
                .collect();
            if all.windows(2).any(|pair| pair[0] != pair[1]) {
                // Alternatives that do different things are tokens of their own.
                self.grammar.rules[id.0 as usize].kind = RuleKind::Fragment;
                for commands in all {
                    let mode = self.grammar.rule_at(id).mode;
                    let part = self.add_rule(rule.name.clone(), rule.place, RuleKind::Token, mode);
                    self.set_commands(part, commands);
                }
            } else {
                self.set_commands(id, all.into_iter().next().unwrap_or_default());
            }
        }
    }

    fn set_commands(&mut self, id: RuleId, commands: Commands) {
        let name = commands.token.clone().unwrap_or_else(|| self.grammar.rule_at(id).name.clone());
        let token = self.token_type(&name);
        let mode = self.grammar.rule_at(id).mode as usize;
        self.grammar.modes[mode].rules.push(id);
        if commands.is_hidden {
            self.grammar.modes[mode].hidden.push(id);
        }
        let rule = &mut self.grammar.rules[id.0 as usize];
        rule.commands = commands;
        rule.token = token;
    }

    fn token_type(&mut self, name: &str) -> TypeId {
        if let Some(&known) = self.types_by_name.get(name) {
            return known;
        }
        let token = self.grammar.types.len() as TypeId;
        let name = name.to_owned();
        self.grammar.types.push(TokenType {
            name: name.clone(),
            producers: Vec::new(),
            point: None,
        });
        self.types_by_name.insert(name, token);
        token
    }

    fn refuse_commands(&mut self, rule: &ast::Rule, what: &str) {
        let commands = rule.alternatives.iter().flat_map(|alternative| &alternative.commands);
        if let Some(command) = commands.into_iter().next() {
            let message = format!("the command `{}` in {what} does nothing; ignored", command.name);
            self.report.warning(command.place, message);
        }
    }

    fn commands(&mut self, written: &[ast::Command]) -> Commands {
        let mut commands = Commands::default();
        for command in written {
            let argument = command.argument.as_deref();
            // ANTLR takes `Channel(HIDDEN)`, too.
            let command_name: String = match command.name.chars().next() {
                Some(first) => first.to_lowercase().chain(command.name.chars().skip(1)).collect(),
                None => String::new(),
            };
            match (command_name.as_str(), argument) {
                ("skip", _) => commands.is_hidden = true,
                ("more", _) => commands.is_more = true,
                ("channel", Some(channel)) => {
                    commands.is_hidden =
                        !matches!(channel, "DEFAULT_TOKEN_CHANNEL" | "DEFAULT_CHANNEL" | "0");
                }
                ("type", Some(name)) => commands.token = Some(name.to_owned()),
                ("popMode", _) => commands.modes.push(ModeChange::Pop),
                ("mode" | "pushMode", Some(name)) => match self.mode(name) {
                    Some(mode) if command_name == "mode" => {
                        commands.modes.push(ModeChange::Set(mode));
                    }
                    Some(mode) => commands.modes.push(ModeChange::Push(mode)),
                    None => {
                        let names = self.grammar.modes.iter().map(|mode| mode.name.as_str());
                        let hint = match nearest(name, names) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!("write `mode {name};` before its rules"),
                        };
                        self.report.error(
                            command.place,
                            format!("there is no mode `{name}`"),
                            hint,
                        );
                    }
                },
                (name, _) => {
                    let hint =
                        "known are skip, more, popMode, type(T), channel(C), mode(M), pushMode(M)";
                    self.report.error(command.place, format!("unknown command `{name}`"), hint);
                }
            }
        }
        commands
    }

    /// Gives the literals of parser rules their types: that of a token with the same text, or a new one.
    pub(super) fn declare_literals(&mut self) {
        let sources = self.sources;
        for rule in sources.rules.iter().filter(|rule| rule.is_lexer() && !rule.is_fragment) {
            if let [alternative] = &rule.alternatives[..]
                && let [element] = &alternative.elements[..]
                && let (Atom::Literal(text), Suffix::One) = (&element.atom, element.suffix)
                && let Some(&id) = self.rules_by_name.get(rule.name.as_str())
                && self.grammar.rule_at(id).kind == RuleKind::Token
            {
                let token = self.grammar.rule_at(id).token;
                self.types_by_literal.entry(text.clone()).or_insert(token);
            }
        }
        let mut unnamed = Vec::new();
        for rule in sources.rules.iter().filter(|rule| !rule.is_lexer()) {
            let mut pending: Vec<&ast::Alternative> = rule.alternatives.iter().rev().collect();
            while let Some(alternative) = pending.pop() {
                for element in &alternative.elements {
                    match &element.atom {
                        Atom::Literal(text) => unnamed.push((text, element.place)),
                        Atom::Group(inner) => pending.extend(inner.iter().rev()),
                        Atom::Not(parts) => {
                            unnamed.extend(parts.iter().filter_map(|(atom, place)| match atom {
                                Atom::Literal(text) => Some((text, *place)),
                                _ => None,
                            }));
                        }
                        _ => {}
                    }
                }
            }
        }
        // Unnamed tokens come before all others, in the order of their first use.
        let mut first = Vec::new();
        for (text, place) in unnamed {
            if text.is_empty() {
                self.report.error(
                    place,
                    "an empty literal",
                    "leave it out: an alternative may be empty",
                );
            } else if !self.types_by_literal.contains_key(text) {
                let name = format!("'{}'", text.escape_debug());
                let id = self.add_rule(name.clone(), place, RuleKind::Token, 0);
                let token = self.token_type(&name);
                self.types_by_literal.insert(text.clone(), token);
                let body = self.literal(text, sources.ignores_case);
                let rule = &mut self.grammar.rules[id.0 as usize];
                (rule.token, rule.body, rule.whole) = (token, body, body);
                first.push(id);
            }
        }
        self.grammar.modes[0].rules.splice(0..0, first);
    }

    /// Finds the rules that make each type of token.
    pub(super) fn make_producers(&mut self) {
        for at in 0..self.grammar.rules.len() {
            let rule = &self.grammar.rules[at];
            if rule.kind == RuleKind::Token && !rule.commands.is_more && !rule.commands.is_hidden {
                self.grammar.types[rule.token as usize].producers.push(RuleId(at as u32));
            }
        }
        // A token that only hidden rules make, and a parser rule asks for.
        for at in 0..self.grammar.rules.len() {
            let rule = &self.grammar.rules[at];
            let token = rule.token as usize;
            let asks = |node: &Node| matches!(node, Node::Token(t) if *t as usize == token);
            if rule.commands.is_hidden
                && self.grammar.types[token].producers.is_empty()
                && self.grammar.nodes.iter().any(asks)
            {
                let message = format!(
                    "`{}` is hidden from the parser, yet a parser rule asks for it: nothing is put there",
                    rule.name
                );
                self.report.warning(rule.place, message);
            }
        }
        for token in 1..self.grammar.types.len() {
            let kind = &self.grammar.types[token];
            if kind.producers.len() > 1 {
                let names = kind
                    .producers
                    .iter()
                    .map(|&id| self.grammar.rule_at(id).name.clone())
                    .collect();
                self.current =
                    Current { owner: kind.name.clone(), points: 1_000, ..Current::default() };
                let point = self.add_point(PointKind::Token, names);
                self.grammar.types[token].point = Some(point);
            }
        }
        for (name, place) in &self.sources.tokens {
            let token = self.types_by_name.get(name).copied().unwrap_or(EOF) as usize;
            if self.grammar.types[token].producers.is_empty() {
                let message = format!("no rule makes the token `{name}`; it stands for no text");
                self.report.warning(*place, message);
            }
        }
    }
}
