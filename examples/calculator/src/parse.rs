//! Parsing formulas.

use std::fmt;

use crate::{Formula, Operator};

/// Where a text stops being a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct ParseError {
    position: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no formula goes on like this at byte {}", self.position)
    }
}

impl std::error::Error for ParseError {}

/// Reads a formula.
pub fn parse(text: &str) -> Result<Formula, ParseError> {
    let mut parser = Parser { text: text.as_bytes(), position: 0 };
    let formula = parser.binary(1)?;
    match parser.peek() {
        None => Ok(formula),
        Some(_) => Err(parser.error()),
    }
}

struct Parser<'t> {
    text: &'t [u8],
    position: usize,
}

impl Parser<'_> {
    /// Operators that bind at least so tightly, from left to right.
    fn binary(&mut self, least: u8) -> Result<Formula, ParseError> {
        let mut left = self.operand()?;
        while let Some(operator) = self.operator(least) {
            let right = self.binary(operator.strength() + 1)?;
            left = Formula::Binary(Box::new(left), operator, Box::new(right));
        }
        Ok(left)
    }

    fn operator(&mut self, least: u8) -> Option<Operator> {
        let next = self.peek()?;
        let operators = [Operator::Plus, Operator::Minus, Operator::Times, Operator::Over];
        let found = operators.into_iter().find(|operator| operator.sign() as u8 == next)?;
        if found.strength() < least {
            return None;
        }
        self.position += 1;
        Some(found)
    }

    fn operand(&mut self) -> Result<Formula, ParseError> {
        match self.peek() {
            Some(b'-') => {
                self.position += 1;
                Ok(Formula::Negated(Box::new(self.operand()?)))
            }
            Some(b'(') => {
                self.position += 1;
                let inner = self.binary(1)?;
                if self.peek() != Some(b')') {
                    return Err(self.error());
                }
                self.position += 1;
                Ok(inner)
            }
            Some(b'0'..=b'9') => self.number(),
            _ => Err(self.error()),
        }
    }

    fn number(&mut self) -> Result<Formula, ParseError> {
        let rest = &self.text[self.position..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&rest[..digits]).ok().and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| self.error())?;
        self.position += digits;
        Ok(Formula::Number(number))
    }

    /// The next byte that is not a space.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.position) == Some(&b' ') {
            self.position += 1;
        }
        self.text.get(self.position).copied()
    }

    fn error(&self) -> ParseError {
        ParseError { position: self.position }
    }
}
