//! Scanning text with nested brackets and with literals that may hold brackets themselves.

/// Where the first of `ends` stands that is in no bracket and no literal; nothing if there is none.
///
/// A closing bracket that was never opened ends the search, unless it is one of `ends`.
pub(crate) fn find(text: &str, ends: &[char]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut rest = Chars { text, at: 0 };
    while let Some((at, c)) = rest.next() {
        if depth == 0 && ends.contains(&c) {
            return Some(at);
        }
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The parts of `text` between commas that are in no bracket and no literal, trimmed; none if it is blank.
pub(crate) fn split_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = find(rest, &[',']) {
        parts.push(rest[..at].trim());
        rest = &rest[at + 1..];
    }
    if !rest.trim().is_empty() {
        parts.push(rest.trim());
    }
    parts
}

/// Splits `text` before the bracket that matches its last character.
pub(crate) fn split_last_group(text: &str) -> Option<(&str, &str)> {
    let open = match text.chars().last()? {
        ')' => '(',
        '}' => '{',
        ']' => '[',
        _ => return None,
    };
    let mut start = 0;
    loop {
        let at = start + find(&text[start..], &[open])?;
        let inside = at + open.len_utf8();
        let close = inside + group_end(&text[inside..])?;
        if close + 1 == text.len() {
            return Some((&text[..at], &text[inside..close]));
        }
        start = close + 1;
    }
}

/// Where the bracket closes that was opened just before `text`.
pub(crate) fn group_end(text: &str) -> Option<usize> {
    find(text, &[')', ']', '}', '>'])
}

/// The characters outside literals, with `->` and `=>` left out.
struct Chars<'t> {
    text: &'t str,
    at: usize,
}

impl Chars<'_> {
    fn next(&mut self) -> Option<(usize, char)> {
        loop {
            let rest = &self.text[self.at..];
            let c = rest.chars().next()?;
            if rest.starts_with("->") || rest.starts_with("=>") {
                self.at += 2;
                continue;
            }
            if let Some(len) = literal_len(rest) {
                self.at += len;
                continue;
            }
            let at = self.at;
            self.at += c.len_utf8();
            return Some((at, c));
        }
    }
}

/// The length of the string or character literal that `text` begins with, quotes included.
pub(crate) fn literal_len(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    match quote {
        '"' => {}
        '\'' => {
            // A lifetime has no quote behind its name.
            let mut chars = text.chars().skip(1);
            let first = chars.next()?;
            if first != '\\' && chars.next() != Some('\'') {
                return None;
            }
        }
        _ => return None,
    }
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}
