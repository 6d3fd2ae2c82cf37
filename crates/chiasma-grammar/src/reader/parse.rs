//! Reading one `.g4` file.

use super::ast::{File, FileKind, Rule, is_token_name};
use super::cursor::{Cursor, Read};
use super::elements::Within;
use crate::diagnostic::{Place, Report};

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
    let mut reader = Reader {
        cursor,
        report,
        file,
        mode: "DEFAULT_MODE".to_owned(),
        nesting: 0,
        is_right_associative: false,
    };
    reader.file();
    reader.file
}

pub(super) struct Reader<'r> {
    pub(super) cursor: Cursor,
    pub(super) report: &'r mut Report,
    file: File,
    mode: String,
    /// How many groups are open.
    pub(super) nesting: usize,
    /// Whether the alternative being read has the option `<assoc=right>`.
    pub(super) is_right_associative: bool,
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
                self.is_right_associative = false;
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

    pub(super) fn place_of_next(&mut self) -> Place {
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

    pub(super) fn options(&mut self) -> Read<Vec<(String, String)>> {
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
        let within = if is_token_name(&name) { Within::LexerRule } else { Within::ParserRule };
        if is_fragment && within == Within::ParserRule {
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
        let alternatives = self.alternatives(within)?;
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
}
