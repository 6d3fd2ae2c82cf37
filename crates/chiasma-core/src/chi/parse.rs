//! Reading a `.chi` file.

use super::statement::Statements;
use super::{ChiError, VERSION};
use crate::request::Kind;
use crate::source::Saved;

const INDENT: usize = 2;

/// Reads the text of a saved input.
pub(super) fn read(text: &str, to: &mut impl Statements) -> Result<(), ChiError> {
    let mut lines = text.lines().enumerate().map(|(at, line)| Line { number: at + 1, line });
    match lines.next() {
        Some(first) => first.check_version()?,
        None => {
            let message = format!("the file is empty; it should begin with `chiasma {VERSION}`");
            return Err(ChiError { line: 1, message });
        }
    }
    let mut depth = 0;
    let mut deepest = 0;
    for line in lines {
        let Some((indent, statement)) = line.statement()? else {
            continue;
        };
        if indent > deepest {
            return Err(line.error("this is indented deeper than the call it should belong to"));
        }
        while depth > indent {
            to.end_call();
            depth -= 1;
        }
        match statement {
            Statement::Call(title, generator) => {
                to.call(title, generator);
                depth += 1;
            }
            Statement::Choice(word, answer) => to.choice(word, answer),
        }
        deepest = depth;
    }
    Ok(())
}

struct Line<'t> {
    number: usize,
    line: &'t str,
}

enum Statement<'t> {
    /// The title, and the generator of a labelled call.
    Call(&'t str, Option<&'t str>),
    Choice(&'t str, Saved),
}

impl<'t> Line<'t> {
    fn error(&self, message: impl Into<String>) -> ChiError {
        ChiError { line: self.number, message: message.into() }
    }

    fn check_version(&self) -> Result<(), ChiError> {
        let version = self.line.strip_prefix("chiasma ").map(str::trim);
        match version.and_then(|version| version.parse().ok()) {
            Some(VERSION) => Ok(()),
            Some(other) => Err(self.error(format!(
                "this is version {other} of the format, and this Chiasma reads version {VERSION}"
            ))),
            None => Err(self.error(format!("a saved input begins with `chiasma {VERSION}`"))),
        }
    }

    /// The indentation and the content of the line; `None` for blank lines and remarks.
    fn statement(&self) -> Result<Option<(usize, Statement<'t>)>, ChiError> {
        let content = self.line.trim_start_matches(' ');
        if content.trim().is_empty() || content.starts_with('#') {
            return Ok(None);
        }
        let spaces = self.line.len() - content.len();
        if !spaces.is_multiple_of(INDENT) || content.starts_with('\t') {
            return Err(self.error("a line is indented by two spaces a level"));
        }
        let (content, comment) = match content.split_once("  #") {
            Some((content, comment)) => (content.trim_end(), Some(comment.trim())),
            None => (content.trim_end(), None),
        };
        let statement = if let Some((word, value)) = content.split_once(" = ") {
            Statement::Choice(word, self.answer(word, value)?)
        } else if let Some(title) = content.strip_suffix(':') {
            Statement::Call(title, comment.filter(|comment| !comment.is_empty()))
        } else {
            return Err(self.error(format!(
                "{content:?} is neither a call (`title:`) nor a choice (`kind = value`)"
            )));
        };
        Ok(Some((spaces / INDENT, statement)))
    }

    fn answer(&self, word: &str, value: &str) -> Result<Saved, ChiError> {
        let is = |kind: Kind| kind.word() == word;
        if is(Kind::Bool) {
            match value {
                "true" => Ok(Saved::Number(1)),
                "false" => Ok(Saved::Number(0)),
                _ => Err(self.error(format!("a bool is true or false, not {value:?}"))),
            }
        } else if is(Kind::Char) {
            match parse_char(value) {
                Some(c) => Ok(Saved::Number(i128::from(u32::from(c)))),
                None => {
                    Err(self
                        .error(format!("{value} is not a character such as 'a' or '\\u{{e9}}'")))
                }
            }
        } else if is(Kind::Bytes) {
            let bytes: Option<Vec<u8>> = value.split_whitespace().map(parse_byte).collect();
            match bytes {
                Some(bytes) => Ok(Saved::Bytes(bytes)),
                None => Err(self.error(format!("{value:?} is not bytes such as `0a ff`"))),
            }
        } else if is(Kind::Signed) || is(Kind::Choice) || is(Kind::Length) {
            match value.parse() {
                Ok(number) => Ok(Saved::Number(number)),
                Err(_) => Err(self.error(format!("{value:?} is not a whole number"))),
            }
        } else {
            Err(self.error(format!(
                "{word:?} is no kind of choice; the kinds are bool, int, char, choice, length, bytes"
            )))
        }
    }
}

fn parse_byte(digits: &str) -> Option<u8> {
    let is_byte = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    is_byte.then(|| u8::from_str_radix(digits, 16).ok())?
}

/// Reads a character as `Debug` writes it.
fn parse_char(quoted: &str) -> Option<char> {
    let inner = quoted.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let only = |c, mut rest: std::str::Chars<'_>| rest.next().is_none().then_some(c);
    match chars.next()? {
        '\\' => match chars.next()? {
            'u' => {
                let digits = chars.as_str().strip_prefix('{')?.strip_suffix('}')?;
                char::from_u32(u32::from_str_radix(digits, 16).ok()?)
            }
            'n' => only('\n', chars),
            't' => only('\t', chars),
            'r' => only('\r', chars),
            '0' => only('\0', chars),
            c @ ('\'' | '"' | '\\') => only(c, chars),
            _ => None,
        },
        c => only(c, chars),
    }
}
