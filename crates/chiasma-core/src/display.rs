//! Text as it is shown: what a target or a file says, made harmless for a terminal or a page and not too long; numbers with what they count.

use std::borrow::Cow;
use std::fmt;

/// Maximum length of a message that is shown or saved, in bytes.
pub const MAX_MESSAGE: usize = 8 << 10;

/// The text with every character escaped that a terminal would obey instead of showing it.
///
/// These are the control characters but line break and tab, and those that change the direction of text: with
/// them, what is read is not what is there.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_harmful(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// JSON text with the same characters escaped as JSON writes them, so that it stays the same document.
///
/// ```
/// use chiasma_core::display::harmless_json;
///
/// assert_eq!(harmless_json("[\"\u{9b}\"]"), r#"["\u009b"]"#);
/// ```
#[must_use]
pub fn harmless_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_harmful) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_harmful(c) {
            // All of them are below U+10000, so that one escape is enough.
            escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

fn is_harmful(c: char) -> bool {
    let changes_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    (c.is_control() && c != '\n' && c != '\t') || changes_direction
}

/// The text, or if it is longer than [`MAX_MESSAGE`] its beginning and its end with the length of what lies between.
#[must_use]
pub fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_MESSAGE {
        return Cow::Borrowed(text);
    }
    let half = MAX_MESSAGE / 2;
    let is_boundary = |at: &usize| text.is_char_boundary(*at);
    let first = &text[..(0..=half).rev().find(is_boundary).unwrap_or(0)];
    let last = &text[(text.len() - half..text.len()).find(is_boundary).unwrap_or(text.len())..];
    let between = text.len() - first.len() - last.len();
    Cow::Owned(format!("{first}\n... {between} bytes of {} left out ...\n{last}", text.len()))
}

/// The text for use in HTML and SVG, in content and in quoted attributes.
#[must_use]
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A number with what it counts, in the plural unless it is one: `1 file`, `2 files`.
///
/// ```
/// # use chiasma_core::display::counted;
/// assert_eq!([0, 1, 2].map(|number| counted(number, "file")), ["0 files", "1 file", "2 files"]);
/// ```
#[must_use]
pub fn counted(number: impl fmt::Display, what: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {what}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_and_nothing_else() {
        let hostile = "\u{1b}]0;owned\u{7}\u{9b}2J\r\u{7f}\u{202e}";
        assert_eq!(harmless(hostile), r"\u{1b}]0;owned\u{7}\u{9b}2J\r\u{7f}\u{202e}");
        let plain = "two\nlines\twith \u{e9}, \u{1f600} and \\";
        assert!(matches!(harmless(plain), Cow::Borrowed(same) if same == plain));
    }

    #[test]
    fn a_text_in_a_page_ends_no_element_and_no_attribute() {
        let escaped = "&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;";
        assert_eq!(escape_html("<a href='x'>&\"</a>"), escaped);
    }

    #[test]
    fn a_long_text_keeps_both_ends_and_tells_what_is_left_out() {
        let exact = "x".repeat(MAX_MESSAGE);
        assert_eq!(shortened(&exact), exact);
        // Characters of several bytes, none of which may be cut.
        let text = format!("begin{}end", "\u{20ac}".repeat(MAX_MESSAGE));
        let cut = shortened(&text);
        assert!(cut.starts_with("begin\u{20ac}") && cut.ends_with("\u{20ac}end"), "{cut}");
        assert!(cut.contains(&format!(" bytes of {} left out ...", text.len())), "{cut}");
        assert!(cut.len() < MAX_MESSAGE + 100, "{}", cut.len());
    }
}
