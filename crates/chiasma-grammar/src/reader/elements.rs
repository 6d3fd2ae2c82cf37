//! Reading the bodies of rules: alternatives, elements, sets, groups, commands.

use super::ast::{Alternative, Atom, Command, Element, Suffix, is_token_name};
use super::cursor::Read;
use super::parse::Reader;
use crate::charset::CharSet;

/// Maximum number of groups one within the other.
const MAX_NESTING: usize = 200;

/// The kind of rule that is being read: sets of characters stand in lexer rules only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    LexerRule,
    ParserRule,
}

impl Reader<'_> {
    pub(super) fn alternatives(&mut self, within: Within) -> Read<Vec<Alternative>> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            let hint = "give the inner groups rules of their own";
            return self
                .cursor
                .mistake(format!("more than {MAX_NESTING} groups one within the other"), hint);
        }
        let mut alternatives = vec![self.alternative(within)?];
        while self.cursor.take("|") {
            alternatives.push(self.alternative(within)?);
        }
        self.nesting -= 1;
        Ok(alternatives)
    }

    fn alternative(&mut self, within: Within) -> Read<Alternative> {
        self.cursor.skip_space();
        let start = self.cursor.offset();
        let mut elements = Vec::new();
        let mut commands = Vec::new();
        let mut text = None;
        let around = std::mem::take(&mut self.is_right_associative);
        loop {
            self.cursor.skip_space();
            match self.cursor.peek() {
                None | Some(';' | '|' | ')') => break,
                Some('{') => self.action()?,
                Some('<') => {
                    self.element_options()?;
                }
                Some('#') => {
                    text = Some(self.cursor.text_since(start));
                    self.cursor.next();
                    if self.cursor.name().is_none() {
                        return self.cursor.mistake("expected a label", "a label is `# Name`");
                    }
                }
                Some('-') => {
                    text = Some(self.cursor.text_since(start));
                    commands = self.commands()?;
                }
                Some('=') => {
                    return self.cursor.mistake("`=` without a label", "a label is `name=element`");
                }
                Some(_) => elements.push(self.element(within)?),
            }
        }
        let text = text.unwrap_or_else(|| self.cursor.text_since(start));
        let is_right_associative = std::mem::replace(&mut self.is_right_associative, around);
        Ok(Alternative { elements, commands, is_right_associative, text })
    }

    /// Options such as `<assoc=right>`, of which only this one has an effect.
    fn element_options(&mut self) -> Read<()> {
        let start = self.cursor.offset();
        self.cursor.nested('<', '>')?;
        let text = self.cursor.text_since(start);
        self.is_right_associative |= text.contains("assoc") && text.contains("right");
        Ok(())
    }

    fn action(&mut self) -> Read<()> {
        let place = self.cursor.place();
        self.cursor.nested('{', '}')?;
        if self.cursor.take("?") {
            let _ = self.cursor.take("=>");
            self.report.warning(place, "this predicate is ignored: it is taken to be true");
        } else {
            self.report.warning(place, "this action is ignored");
        }
        Ok(())
    }

    fn commands(&mut self) -> Read<Vec<Command>> {
        let hint =
            "commands are `-> skip`, `-> channel(NAME)`, `-> mode(NAME)`, with commas between them";
        self.cursor.expect("->", hint)?;
        let mut commands = Vec::new();
        loop {
            let place = self.place_of_next();
            let Some(name) = self.cursor.name() else {
                return self.cursor.mistake("expected a command", hint);
            };
            let mut argument = None;
            if self.cursor.take("(") {
                self.cursor.skip_space();
                let start = self.cursor.offset();
                while self.cursor.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
                    self.cursor.next();
                }
                argument = Some(self.cursor.text_since(start));
                self.cursor.expect(")", hint)?;
            }
            commands.push(Command { name, argument, place });
            if !self.cursor.take(",") {
                return Ok(commands);
            }
        }
    }

    fn element(&mut self, within: Within) -> Read<Element> {
        let place = self.cursor.place();
        if self.cursor.name_before(&["+=", "="]) {
            let _ = self.cursor.name();
            let _ = self.cursor.take("+=") || self.cursor.take("=");
            self.cursor.skip_space();
        }
        let atom = self.atom(within)?;
        self.cursor.skip_space();
        let suffix = match self.cursor.peek() {
            Some('?') => Suffix::Optional,
            Some('*') => Suffix::Star,
            Some('+') => Suffix::Plus,
            _ => Suffix::One,
        };
        let mut is_greedy = true;
        if suffix != Suffix::One {
            self.cursor.next();
            is_greedy = self.cursor.peek() != Some('?');
            if !is_greedy {
                self.cursor.next();
            }
        }
        Ok(Element { atom, suffix, is_greedy, place })
    }

    fn atom(&mut self, within: Within) -> Read<Atom> {
        let hint = "an element is a 'literal', a name, a [set], `.`, `~`, or a (group)";
        match self.cursor.peek() {
            Some('\'') => self.literal_or_range(),
            Some('[') if within == Within::LexerRule => {
                Ok(Atom::Set(self.cursor.set(self.report)?))
            }
            Some('[') => self.cursor.mistake(
                "a set of characters in a parser rule",
                "put it into a lexer rule, whose name begins with a capital",
            ),
            Some('.') => {
                self.cursor.next();
                Ok(Atom::Any)
            }
            Some('~') => {
                self.cursor.next();
                self.cursor.skip_space();
                self.negated(within)
            }
            Some('(') => {
                self.cursor.next();
                // A group may begin with options of its own, and a colon.
                if self.cursor.name_before(&["{"]) && self.cursor.take_word("options") {
                    self.options()?;
                }
                let _ = self.cursor.take(":");
                let alternatives = self.alternatives(within)?;
                self.cursor.expect(")", "the group that begins with `(` ends with `)`")?;
                Ok(Atom::Group(alternatives))
            }
            Some(c) if c.is_alphabetic() || c == '_' => {
                let name = self.cursor.name().unwrap_or_default();
                self.cursor.skip_space();
                // Arguments of a call, and element options such as <assoc=right>.
                if self.cursor.peek() == Some('[')
                    && within == Within::ParserRule
                    && !is_token_name(&name)
                {
                    self.cursor.nested('[', ']')?;
                    self.cursor.skip_space();
                }
                if self.cursor.peek() == Some('<') {
                    self.element_options()?;
                }
                Ok(Atom::Reference(name))
            }
            Some('"') => {
                self.cursor.mistake("text in double quotes", "literals have single quotes: 'text'")
            }
            _ => {
                let found = self.cursor.found();
                self.cursor.mistake(format!("expected an element, found {found}"), hint)
            }
        }
    }

    fn literal_or_range(&mut self) -> Read<Atom> {
        let place = self.cursor.place();
        let text = self.cursor.literal(self.report)?;
        self.cursor.skip_space();
        if !self.cursor.take("..") {
            if self.cursor.peek() == Some('<') {
                self.element_options()?;
            }
            return Ok(Atom::Literal(text));
        }
        self.cursor.skip_space();
        let hint = "a range is between two characters: 'a'..'z'";
        if self.cursor.peek() != Some('\'') {
            return self.cursor.mistake("expected the end of the range", hint);
        }
        let high = self.cursor.literal(self.report)?;
        let mut ends = [text.chars(), high.chars()];
        let [low, high] = &mut ends;
        match (low.next(), low.next(), high.next(), high.next()) {
            (Some(low), None, Some(high), None) => {
                if low > high {
                    self.report.error(
                        place,
                        "this range has its ends the wrong way round",
                        "swap them",
                    );
                }
                Ok(Atom::Set(CharSet::of([(low as u32, high as u32)])))
            }
            // Half a surrogate pair has been told of, and is no character.
            (None, ..) | (_, _, None, _) => Ok(Atom::Set(CharSet::default())),
            _ => self.cursor.mistake("an end of the range is not one character", hint),
        }
    }

    /// What stands behind `~`.
    fn negated(&mut self, within: Within) -> Read<Atom> {
        let hint = "`~` stands before a character, a [set], a token, or a group of these";
        let mut parts = Vec::new();
        if self.cursor.take("(") {
            loop {
                self.cursor.skip_space();
                let place = self.cursor.place();
                parts.push((self.simple_atom(within, hint)?, place));
                if !self.cursor.take("|") {
                    break;
                }
            }
            self.cursor.expect(")", hint)?;
        } else {
            let place = self.cursor.place();
            parts.push((self.simple_atom(within, hint)?, place));
        }
        Ok(Atom::Not(parts))
    }

    fn simple_atom(&mut self, within: Within, hint: &str) -> Read<Atom> {
        match self.cursor.peek() {
            Some('(' | '~' | '.') | None => self.cursor.mistake("this cannot be negated", hint),
            _ => self.atom(within),
        }
    }
}
