//! Reading a `.g4` file character by character: space and comments, names, actions.

use crate::diagnostic::Place;

/// A mistake that ends the rule it is in.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) place: Place,
    pub(crate) message: String,
    pub(crate) hint: String,
}

pub(crate) type Read<T> = Result<T, Mistake>;

/// A place in the text of a file.
#[derive(Debug)]
pub(crate) struct Cursor {
    pub(super) chars: Vec<char>,
    pub(super) at: usize,
    pub(super) place: Place,
}

impl Cursor {
    pub(crate) fn new(text: &str, file: u32) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { chars: text.chars().collect(), at: 0, place: Place { file, line: 1, column: 1 } }
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// The text from `start` to here on one line, shortened.
    pub(crate) fn text_since(&self, start: usize) -> String {
        let text: String = self.chars[start..self.at].iter().collect();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        match text.char_indices().nth(60) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.chars.len()
    }

    /// The character here, without passing it.
    pub(crate) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn peek_second(&self) -> Option<char> {
        self.chars.get(self.at + 1).copied()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        if c == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    pub(crate) fn mistake<T>(&self, message: impl Into<String>, hint: &str) -> Read<T> {
        Err(Mistake { place: self.place, message: message.into(), hint: hint.to_owned() })
    }

    /// Passes white space and comments.
    pub(crate) fn skip_space(&mut self) {
        loop {
            match (self.peek(), self.peek_second()) {
                (Some(c), _) if c.is_whitespace() => _ = self.next(),
                (Some('/'), Some('/')) => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.next();
                    }
                }
                (Some('/'), Some('*')) => {
                    self.next();
                    self.next();
                    let is_end =
                        |at: &Self| at.peek() == Some('*') && at.peek_second() == Some('/');
                    while !self.is_at_end() && !is_end(self) {
                        self.next();
                    }
                    self.next();
                    self.next();
                }
                _ => return,
            }
        }
    }

    /// Passes `text` if it comes next, behind space.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        self.skip_space();
        let matches =
            text.chars().enumerate().all(|(n, c)| self.chars.get(self.at + n) == Some(&c));
        if matches {
            for _ in text.chars() {
                self.next();
            }
        }
        matches
    }

    /// Passes `text`, which must come next.
    pub(crate) fn expect(&mut self, text: &str, hint: &str) -> Read<()> {
        if self.take(text) {
            return Ok(());
        }
        let found = self.found();
        self.mistake(format!("expected `{text}`, found {found}"), hint)
    }

    /// What comes next, for a message.
    pub(crate) fn found(&self) -> String {
        match self.peek() {
            None => "the end of the file".to_owned(),
            Some(c) if c.is_alphanumeric() => {
                let word =
                    self.chars[self.at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_');
                format!("`{}`", word.take(40).collect::<String>())
            }
            Some(c) => format!("`{}`", c.escape_debug()),
        }
    }

    /// A name, if one comes next, behind space.
    pub(crate) fn name(&mut self) -> Option<String> {
        self.skip_space();
        if !self.peek()?.is_alphabetic() && self.peek() != Some('_') {
            return None;
        }
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.next();
        }
        Some(self.chars[start..self.at].iter().collect())
    }

    /// A name that comes next if it is `word`.
    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let (at, place) = (self.at, self.place);
        if self.name().as_deref() == Some(word) {
            return true;
        }
        (self.at, self.place) = (at, place);
        false
    }

    /// Whether a name that comes next is followed by one of `marks`; passes nothing.
    pub(crate) fn name_before(&mut self, marks: &[&str]) -> bool {
        let (at, place) = (self.at, self.place);
        let found = self.name().is_some() && marks.iter().any(|mark| self.take(mark));
        (self.at, self.place) = (at, place);
        found
    }

    /// Passes text in nested brackets (an action, arguments); the opening one comes next.
    pub(crate) fn nested(&mut self, open: char, close: char) -> Read<()> {
        let opening = self.place;
        let mut depth = 0usize;
        while let Some(c) = self.peek() {
            match c {
                '"' | '\'' if self.quoted(c) => continue,
                '/' if matches!(self.peek_second(), Some('/' | '*')) => {
                    self.skip_space();
                    continue;
                }
                '\\' => _ = self.next(),
                _ if c == open => depth += 1,
                _ if c == close => depth -= 1,
                _ => {}
            }
            self.next();
            if depth == 0 {
                return Ok(());
            }
        }
        Err(Mistake {
            place: opening,
            message: format!("`{open}` is not closed"),
            hint: format!("add the missing `{close}`"),
        })
    }

    /// Passes a quoted text that ends on this line; says whether there was one.
    fn quoted(&mut self, quote: char) -> bool {
        let mut at = self.at + 1;
        loop {
            match self.chars.get(at) {
                Some('\\') => at += 2,
                Some(&c) if c == quote => break,
                None | Some('\n') => return false,
                Some(_) => at += 1,
            }
        }
        while self.at <= at {
            self.next();
        }
        true
    }

    /// Passes everything up to the next `;` and that, or to the next line that begins with a name, to go on
    /// behind a mistake.
    pub(crate) fn skip_rule(&mut self) {
        while let Some(c) = self.next() {
            let begins_line =
                self.place.column == 1 && self.peek().is_some_and(char::is_alphabetic);
            if c == ';' || begins_line {
                return;
            }
        }
    }
}
