//! Reading a `.g4` file character by character: space and comments, names, quoted text, actions.

use crate::charset::CharSet;
use crate::diagnostic::{Place, Report};

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
    chars: Vec<char>,
    at: usize,
    place: Place,
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

    fn peek_second(&self) -> Option<char> {
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
                    while !self.is_at_end()
                        && !(self.peek() == Some('*') && self.peek_second() == Some('/'))
                    {
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

    /// The text of a literal; the opening quote comes next.
    pub(crate) fn literal(&mut self, report: &mut Report) -> Read<String> {
        let hint = "a literal begins and ends with ' on one line; write \\' for a quote in it";
        let opening = self.place;
        self.next();
        let mut text = String::new();
        loop {
            match self.peek() {
                Some('\'') => {
                    self.next();
                    return Ok(text);
                }
                Some('\\') => match self.escape(report)? {
                    Escape::Char(c) => text.extend(c),
                    Escape::Property(_) => {
                        return self.mistake("`\\p` in a literal", "write it as a set: [\\p{..}]");
                    }
                },
                None | Some('\n') => {
                    return Err(Mistake {
                        place: opening,
                        message: "this literal does not end".to_owned(),
                        hint: hint.to_owned(),
                    });
                }
                Some(c) => {
                    text.push(c);
                    self.next();
                }
            }
        }
    }

    /// A set of characters; the opening bracket comes next.
    pub(crate) fn set(&mut self, report: &mut Report) -> Read<CharSet> {
        let opening = self.place;
        self.next();
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut from: Option<u32> = None;
        let mut is_range = false;
        loop {
            let place = self.place;
            let c = match self.peek() {
                Some(']') => {
                    self.next();
                    break;
                }
                None => {
                    return Err(Mistake {
                        place: opening,
                        message: "this set does not end".to_owned(),
                        hint: "a set begins with [ and ends with ]; write \\] for a bracket in it"
                            .to_owned(),
                    });
                }
                Some('\\') => match self.escape(report)? {
                    Escape::Char(c) => c.map(|c| c as u32),
                    Escape::Property(set) => {
                        ranges.extend(set.ranges());
                        from = None;
                        continue;
                    }
                },
                Some('-') if from.is_some() && !is_range && self.peek_second() != Some(']') => {
                    self.next();
                    is_range = true;
                    continue;
                }
                Some(c) => {
                    self.next();
                    Some(c as u32)
                }
            };
            // A surrogate is not a character; the escape has told so.
            let Some(c) = c else {
                (from, is_range) = (None, false);
                continue;
            };
            match from {
                Some(low) if is_range => {
                    if low > c {
                        report.error(
                            place,
                            "this range has its ends the wrong way round",
                            "swap them",
                        );
                    }
                    ranges.pop();
                    ranges.push((low, c));
                    (from, is_range) = (None, false);
                }
                _ => {
                    ranges.push((c, c));
                    from = Some(c);
                }
            }
        }
        if is_range {
            ranges.push(('-' as u32, '-' as u32));
        }
        let set = CharSet::of(ranges);
        if set.is_empty() {
            report.warning(opening, "this set has no character, so nothing matches it");
        }
        Ok(set)
    }

    /// An escape; the backslash comes next.
    fn escape(&mut self, report: &mut Report) -> Read<Escape> {
        let place = self.place;
        self.next();
        let hint =
            "known are \\n \\r \\t \\b \\f \\\\ \\' \\] \\- \\uXXXX \\u{X..} \\p{..} \\P{..}";
        let Some(c) = self.next() else {
            return self.mistake("the file ends within an escape", hint);
        };
        let code = match c {
            'n' => '\n' as u32,
            'r' => '\r' as u32,
            't' => '\t' as u32,
            'b' => 8,
            'f' => 12,
            'u' if self.peek() == Some('{') => self
                .braced()?
                .trim()
                .chars()
                .try_fold(0u32, |code, c| Some(code.checked_mul(16)? + c.to_digit(16)?))
                .filter(|code| *code <= 0x0010_FFFF)
                .unwrap_or(u32::MAX),
            'u' => (0..4)
                .try_fold(0, |code, _| {
                    let digit = self.peek()?.to_digit(16)?;
                    self.next();
                    Some(code * 16 + digit)
                })
                .unwrap_or(u32::MAX),
            'p' | 'P' => {
                if self.peek() != Some('{') {
                    return self.mistake(format!("`\\{c}` without a name"), "write \\p{Lu}");
                }
                let name = self.braced()?;
                let Some(set) = CharSet::with_property(&name) else {
                    let message = format!("there is no Unicode property `{name}`");
                    let hint = "known are categories (Lu, Letter), scripts (Greek) and properties (Alphabetic)";
                    return Err(Mistake { place, message, hint: hint.to_owned() });
                };
                return Ok(Escape::Property(if c == 'p' { set } else { set.complement() }));
            }
            '\\' | '\'' | '"' | ']' | '[' | '-' | '^' | '/' | '.' | ' ' | '$' | '{' | '}' | '('
            | ')' | '*' | '+' | '?' | '|' => c as u32,
            _ => {
                let message = format!("unknown escape `\\{}`", c.escape_debug());
                return Err(Mistake { place, message, hint: hint.to_owned() });
            }
        };
        if code == u32::MAX {
            let message = "this is no code point in hexadecimal".to_owned();
            let hint = "write \\uXXXX with four digits, or \\u{X..} up to 10FFFF".to_owned();
            return Err(Mistake { place, message, hint });
        }
        let c = char::from_u32(code);
        if c.is_none() {
            report.warning(
                place,
                format!("\\u{code:04X} is half a surrogate pair, not a character; ignored"),
            );
        }
        Ok(Escape::Char(c))
    }

    /// The text between braces; the opening one comes next.
    fn braced(&mut self) -> Read<String> {
        self.next();
        let start = self.at;
        while self.peek().is_some_and(|c| c != '}' && c != '\n') {
            self.next();
        }
        let text = self.chars[start..self.at].iter().collect();
        if self.peek() != Some('}') {
            return self.mistake("expected `}`", "close the brace of the escape");
        }
        self.next();
        Ok(text)
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

    /// Passes everything up to the next `;` and that, to go on behind a mistake.
    pub(crate) fn skip_rule(&mut self) {
        while let Some(c) = self.next() {
            if c == ';' {
                return;
            }
        }
    }
}

enum Escape {
    /// A character, or half a surrogate pair.
    Char(Option<char>),
    Property(CharSet),
}
