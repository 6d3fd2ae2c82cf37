//! Quoted characters of a `.g4` file: literals, sets, escapes.

use super::cursor::{Cursor, Mistake, Read};
use crate::charset::CharSet;
use crate::diagnostic::Report;

enum Escape {
    /// A character, or half a surrogate pair.
    Char(Option<char>),
    Property(CharSet),
}

impl Cursor {
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
            // A surrogate is not a character; `escape` has reported it.
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
            'u' => self.four_digits().map_or(u32::MAX, |code| self.joined(code)),
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
            '\\' | '\'' | '"' | ']' | '-' => c as u32,
            _ => {
                let c_shown = c.escape_debug();
                report
                    .warning(place, format!("unknown escape `\\{c_shown}`, taken for `{c_shown}`"));
                c as u32
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

    /// Four hexadecimal digits.
    fn four_digits(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |code, _| {
            let digit = self.peek()?.to_digit(16)?;
            self.next();
            Some(code * 16 + digit)
        })
    }

    /// The code point of a surrogate pair, of which the first half has been read and the second may follow.
    fn joined(&mut self, first: u32) -> u32 {
        let (at, place) = (self.at, self.place);
        if (0xD800..0xDC00).contains(&first)
            && self.next() == Some('\\')
            && self.next() == Some('u')
            && let Some(second @ 0xDC00..0xE000) = self.four_digits()
        {
            return 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        }
        (self.at, self.place) = (at, place);
        first
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
}
