//! Reading one `.g4` file.

use super::ast::{
    Alternative, Atom, Command, Element, File, FileKind, Rule, Suffix, is_token_name,
};
use super::cursor::{Cursor, Read};
use crate::charset::CharSet;
use crate::diagnostic::{Place, Report};

/// Maximum number of groups one within the other.
const MAX_NESTING: usize = 200;

/// Reads the text of a file; mistakes go to `report`, and what is right is returned.
pub(crate) fn read(text: &str, file: u32, report: &mut Report) -> File {
    let cursor = Cursor::new(text, file);
    let place = cursor.place();
    let file = File {
        kind: FileKind::Combined,
        name: String::new(),
        options: Vec::new(),
        imports: Vec::new(),
        tokens: Vec::new(),
        rules: Vec::new(),
        place,
    };
    let mut reader = Reader { cursor, report, file, mode: "DEFAULT_MODE".to_owned(), nesting: 0 };
    reader.file();
    reader.file
}

struct Reader<'r> {
    cursor: Cursor,
    report: &'r mut Report,
    file: File,
    mode: String,
    nesting: usize,
}

impl Reader<'_> {
    fn file(&mut self) {
        if let Err(mistake) = self.header() {
            self.report.error(mistake.place, mistake.message, mistake.hint);
            self.cursor.skip_rule();
        }
        loop {
            self.cursor.skip_space();
            if self.cursor.is_at_end() {
                return;
            }
            let start = self.cursor.offset();
            if let Err(mistake) = self.item() {
                self.report.error(mistake.place, mistake.message, mistake.hint);
                self.nesting = 0;
                self.cursor.skip_rule();
                if self.cursor.offset() == start {
                    self.cursor.next();
                }
            }
        }
    }

    fn header(&mut self) -> Read<()> {
        let hint = "a grammar begins with `grammar NAME;`, `lexer grammar NAME;` or `parser grammar NAME;`";
        self.file.place = self.cursor.place();
        if self.cursor.take_word("lexer") {
            self.file.kind = FileKind::Lexer;
        } else if self.cursor.take_word("parser") {
            self.file.kind = FileKind::Parser;
        }
        if !self.cursor.take_word("grammar") {
            let found = self.cursor.found();
            return self.cursor.mistake(format!("expected `grammar`, found {found}"), hint);
        }
        match self.cursor.name() {
            Some(name) => self.file.name = name,
            None => return self.cursor.mistake("the grammar has no name", hint),
        }
        self.cursor.expect(";", hint)
    }

    /// Anything that may stand at the top of a file.
    fn item(&mut self) -> Read<()> {
        let place = self.cursor.place();
        if self.cursor.peek() == Some('@') {
            return self.named_action();
        }
        let is_fragment = loop {
            if self.cursor.take_word("fragment") {
                break true;
            }
            // These say who may call a rule in the target language.
            if !["public", "private", "protected"].iter().any(|word| self.cursor.take_word(word)) {
                break false;
            }
        };
        let place = if is_fragment { self.place_of_next() } else { place };
        let Some(name) = self.cursor.name() else {
            let found = self.cursor.found();
            let hint = "a rule is `name : alternative | alternative ;`";
            return self.cursor.mistake(format!("expected a rule, found {found}"), hint);
        };
        self.cursor.skip_space();
        match (name.as_str(), self.cursor.peek()) {
            ("options", Some('{')) => {
                let options = self.options()?;
                self.file.options.extend(options);
                Ok(())
            }
            ("tokens", Some('{')) => {
                let tokens = self.names_in_braces()?;
                self.file.tokens.extend(tokens);
                Ok(())
            }
            ("channels", Some('{')) => self.names_in_braces().map(drop),
            ("import", Some(c)) if c.is_alphabetic() => self.imports(),
            ("mode", Some(c)) if c.is_alphabetic() => {
                self.mode = self.cursor.name().unwrap_or_default();
                self.cursor.expect(";", "a mode begins with `mode NAME;`")
            }
            _ => self.rule(name, place, is_fragment),
        }
    }

    fn place_of_next(&mut self) -> Place {
        self.cursor.skip_space();
        self.cursor.place()
    }

    fn imports(&mut self) -> Read<()> {
        loop {
            let place = self.place_of_next();
            let Some(name) = self.cursor.name() else {
                return self
                    .cursor
                    .mistake("expected the name of a grammar", "write `import NAME;`");
            };
            // `import a = B` gives B a local name.
            let name =
                if self.cursor.take("=") { self.cursor.name().unwrap_or_default() } else { name };
            self.file.imports.push((name, place));
            if !self.cursor.take(",") {
                return self.cursor.expect(";", "an import is `import NAME, NAME;`");
            }
        }
    }

    /// `@header {..}`, `@parser::members {..}`, `@init {..}`.
    fn named_action(&mut self) -> Read<()> {
        let place = self.cursor.place();
        self.cursor.next();
        let mut name = self.cursor.name().unwrap_or_default();
        if self.cursor.take("::") {
            name = format!("{name}::{}", self.cursor.name().unwrap_or_default());
        }
        self.cursor.skip_space();
        if self.cursor.peek() != Some('{') {
            return self.cursor.mistake("expected `{`", "an action is `@name {..}`");
        }
        self.cursor.nested('{', '}')?;
        self.report.warning(place, format!("the action @{name} is ignored"));
        Ok(())
    }

    fn options(&mut self) -> Read<Vec<(String, String)>> {
        let hint = "options are `options { name = value; }`";
        self.cursor.expect("{", hint)?;
        let mut options = Vec::new();
        while !self.cursor.take("}") {
            let Some(name) = self.cursor.name() else {
                return self.cursor.mistake("expected the name of an option", hint);
            };
            self.cursor.expect("=", hint)?;
            self.cursor.skip_space();
            let value = match self.cursor.peek() {
                Some('\'') => self.cursor.literal(self.report)?,
                Some('{') => {
                    self.cursor.nested('{', '}')?;
                    String::new()
                }
                _ => {
                    let start = self.cursor.offset();
                    while self
                        .cursor
                        .peek()
                        .is_some_and(|c| c.is_alphanumeric() || "._*-".contains(c))
                    {
                        self.cursor.next();
                    }
                    self.cursor.text_since(start)
                }
            };
            options.push((name, value));
            if !self.cursor.take(";") && !self.cursor.take("}") {
                return self.cursor.mistake("expected `;`", hint);
            }
        }
        Ok(options)
    }

    fn names_in_braces(&mut self) -> Read<Vec<(String, Place)>> {
        let hint = "names stand in braces with commas between them: `tokens { A, B }`";
        self.cursor.expect("{", hint)?;
        let mut names = Vec::new();
        while !self.cursor.take("}") {
            let place = self.place_of_next();
            match self.cursor.name() {
                Some(name) => names.push((name, place)),
                None => return self.cursor.mistake("expected a name", hint),
            }
            let _ = self.cursor.take(",") || self.cursor.take(";");
        }
        Ok(names)
    }

    fn rule(&mut self, name: String, place: Place, is_fragment: bool) -> Read<()> {
        let is_lexer = is_token_name(&name);
        if is_fragment && !is_lexer {
            let hint = "the names of fragments and tokens begin with a capital";
            self.report.error(
                place,
                format!("the fragment `{name}` has the name of a parser rule"),
                hint,
            );
        }
        let ignores_case = self.prequels()?;
        if !self.cursor.take(":") {
            let found = self.cursor.found();
            let message = format!("expected `:` behind the rule's name `{name}`, found {found}");
            return self.cursor.mistake(message, "a rule is `name : alternative | alternative ;`");
        }
        let alternatives = self.alternatives(is_lexer)?;
        self.cursor.expect(";", "a rule ends with `;`: is it missing, or a `)`?")?;
        self.handlers()?;
        let mode = self.mode.clone();
        self.file.rules.push(Rule { name, place, is_fragment, mode, ignores_case, alternatives });
        Ok(())
    }

    /// What may stand between a rule's name and its colon.
    fn prequels(&mut self) -> Read<Option<bool>> {
        let mut ignores_case = None;
        loop {
            self.cursor.skip_space();
            match self.cursor.peek() {
                Some('[') => self.cursor.nested('[', ']')?,
                Some('@') => self.named_action()?,
                Some('!') => _ = self.cursor.next(),
                Some(c) if c.is_alphabetic() => match self.cursor.name().as_deref() {
                    Some("options") => {
                        for (name, value) in self.options()? {
                            if name == "caseInsensitive" {
                                ignores_case = Some(value == "true");
                            }
                        }
                    }
                    Some("returns" | "locals") => {
                        self.cursor.skip_space();
                        if self.cursor.peek() == Some('[') {
                            self.cursor.nested('[', ']')?;
                        }
                    }
                    Some("throws") => {
                        while self.cursor.name().is_some()
                            && (self.cursor.take(",") || self.cursor.take("."))
                        {
                        }
                    }
                    _ => {
                        return self
                            .cursor
                            .mistake("expected `:`", "a rule is `name : alternative ;`");
                    }
                },
                _ => return Ok(ignores_case),
            }
        }
    }

    /// `catch [..] {..}` and `finally {..}` behind a rule.
    fn handlers(&mut self) -> Read<()> {
        while (self.cursor.name_before(&["["]) && self.cursor.take_word("catch"))
            || (self.cursor.name_before(&["{"]) && self.cursor.take_word("finally"))
        {
            self.cursor.skip_space();
            if self.cursor.peek() == Some('[') {
                self.cursor.nested('[', ']')?;
                self.cursor.skip_space();
            }
            if self.cursor.peek() == Some('{') {
                self.cursor.nested('{', '}')?;
            }
        }
        Ok(())
    }

    fn alternatives(&mut self, is_lexer: bool) -> Read<Vec<Alternative>> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            let hint = "give the inner groups rules of their own";
            return self
                .cursor
                .mistake(format!("more than {MAX_NESTING} groups one within the other"), hint);
        }
        let mut alternatives = vec![self.alternative(is_lexer)?];
        while self.cursor.take("|") {
            alternatives.push(self.alternative(is_lexer)?);
        }
        self.nesting -= 1;
        Ok(alternatives)
    }

    fn alternative(&mut self, is_lexer: bool) -> Read<Alternative> {
        self.cursor.skip_space();
        let start = self.cursor.offset();
        let mut elements = Vec::new();
        let mut commands = Vec::new();
        let mut text = None;
        loop {
            self.cursor.skip_space();
            match self.cursor.peek() {
                None | Some(';' | '|' | ')') => break,
                Some('{') => self.action()?,
                Some('<') => {
                    self.cursor.nested('<', '>')?;
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
                Some(_) => elements.push(self.element(is_lexer)?),
            }
        }
        let text = text.unwrap_or_else(|| self.cursor.text_since(start));
        Ok(Alternative { elements, commands, text })
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

    fn element(&mut self, is_lexer: bool) -> Read<Element> {
        let place = self.cursor.place();
        if self.cursor.name_before(&["+=", "="]) {
            let _ = self.cursor.name();
            let _ = self.cursor.take("+=") || self.cursor.take("=");
            self.cursor.skip_space();
        }
        let atom = self.atom(is_lexer)?;
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

    fn atom(&mut self, is_lexer: bool) -> Read<Atom> {
        let hint = "an element is a 'literal', a name, a [set], `.`, `~`, or a (group)";
        match self.cursor.peek() {
            Some('\'') => self.literal_or_range(),
            Some('[') if is_lexer => Ok(Atom::Set(self.cursor.set(self.report)?)),
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
                self.negated(is_lexer)
            }
            Some('(') => {
                self.cursor.next();
                // A group may begin with options of its own, and a colon.
                if self.cursor.name_before(&["{"]) && self.cursor.take_word("options") {
                    self.options()?;
                    self.cursor.expect(":", "options of a group end with `:`")?;
                }
                let alternatives = self.alternatives(is_lexer)?;
                self.cursor.expect(")", "the group that begins with `(` ends with `)`")?;
                Ok(Atom::Group(alternatives))
            }
            Some(c) if c.is_alphabetic() || c == '_' => {
                let name = self.cursor.name().unwrap_or_default();
                self.cursor.skip_space();
                // Arguments of a call, and element options such as <assoc=right>.
                if self.cursor.peek() == Some('[') && !is_lexer && !is_token_name(&name) {
                    self.cursor.nested('[', ']')?;
                    self.cursor.skip_space();
                }
                if self.cursor.peek() == Some('<') {
                    self.cursor.nested('<', '>')?;
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
                self.cursor.nested('<', '>')?;
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
            _ => self.cursor.mistake("an end of the range is not one character", hint),
        }
    }

    /// What stands behind `~`.
    fn negated(&mut self, is_lexer: bool) -> Read<Atom> {
        let hint = "`~` stands before a character, a [set], a token, or a group of these";
        let mut parts = Vec::new();
        if self.cursor.take("(") {
            loop {
                self.cursor.skip_space();
                let place = self.cursor.place();
                parts.push((self.simple_atom(is_lexer, hint)?, place));
                if !self.cursor.take("|") {
                    break;
                }
            }
            self.cursor.expect(")", hint)?;
        } else {
            let place = self.cursor.place();
            parts.push((self.simple_atom(is_lexer, hint)?, place));
        }
        Ok(Atom::Not(parts))
    }

    fn simple_atom(&mut self, is_lexer: bool, hint: &str) -> Read<Atom> {
        match self.cursor.peek() {
            Some('(' | '~' | '.') | None => self.cursor.mistake("this cannot be negated", hint),
            _ => self.atom(is_lexer),
        }
    }
}
