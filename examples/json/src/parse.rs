//! Parsing.

use crate::Json;

/// What is wrong with a text, and at which byte.
#[derive(Debug, Clone, PartialEq)]
pub struct ParseError {
    pub at: usize,
    pub expected: &'static str,
}

/// Reads a value.
pub fn parse(text: &str) -> Result<Json, ParseError> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value()?;
    parser.skip_spaces();
    if parser.at < text.len() { parser.expected("the end") } else { Ok(value) }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn value(&mut self) -> Result<Json, ParseError> {
        self.skip_spaces();
        match self.peek() {
            Some('n') => self.word("null", Json::Null),
            Some('t') => self.word("true", Json::Bool(true)),
            Some('f') => self.word("false", Json::Bool(false)),
            Some('"') => Ok(Json::String(self.string()?)),
            Some('[') => Ok(Json::Array(self.sequence(']', Self::value)?)),
            Some('{') => Ok(Json::Object(self.sequence('}', Self::member)?)),
            _ => self.number(),
        }
    }

    fn member(&mut self) -> Result<(String, Json), ParseError> {
        self.skip_spaces();
        let name = self.string()?;
        self.skip_spaces();
        self.char(':', "a colon")?;
        Ok((name, self.value()?))
    }

    fn sequence<T>(
        &mut self,
        end: char,
        element: fn(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut elements = Vec::new();
        self.next();
        self.skip_spaces();
        if self.peek() == Some(end) {
            self.next();
            return Ok(elements);
        }
        loop {
            elements.push(element(self)?);
            self.skip_spaces();
            match self.next() {
                Some(',') => {}
                Some(c) if c == end => return Ok(elements),
                _ => return self.expected("a comma or the end of the list"),
            }
        }
    }

    fn string(&mut self) -> Result<String, ParseError> {
        self.char('"', "a string")?;
        let mut text = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some(c) if c >= ' ' => text.push(c),
                _ => return self.expected("the end of the string"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        match self.next() {
            Some('n') => Ok('\n'),
            Some('t') => Ok('\t'),
            Some('u') => {
                let digits = self.text.get(self.at..self.at + 4);
                let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                match code.and_then(char::from_u32) {
                    Some(c) => {
                        self.at += 4;
                        Ok(c)
                    }
                    None => self.expected("four hexadecimal digits"),
                }
            }
            Some(c @ ('"' | '\\' | '/')) => Ok(c),
            _ => self.expected("an escape"),
        }
    }

    fn number(&mut self) -> Result<Json, ParseError> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
        match rest[..end].parse() {
            Ok(number) => {
                self.at += end;
                Ok(Json::Number(number))
            }
            Err(_) => self.expected("a value"),
        }
    }

    fn word(&mut self, word: &'static str, value: Json) -> Result<Json, ParseError> {
        if self.text[self.at..].starts_with(word) {
            self.at += word.len();
            return Ok(value);
        }
        self.expected(word)
    }

    fn char(&mut self, wanted: char, expected: &'static str) -> Result<(), ParseError> {
        if self.next() == Some(wanted) { Ok(()) } else { self.expected(expected) }
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, ParseError> {
        Err(ParseError { at: self.at, expected })
    }
}
