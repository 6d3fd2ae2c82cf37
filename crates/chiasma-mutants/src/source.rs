//! A source file: its text, and where its lines are.

use std::ops::Range;

use crate::mutant::{LineColumn, Span};

/// The text of a file, addressed by lines and columns.
#[derive(Debug)]
pub(crate) struct Source {
    text: String,
    /// Where each line starts.
    lines: Vec<usize>,
}

impl Source {
    pub(crate) fn new(text: String) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect();
        Self { text, lines }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The text of a region.
    pub(crate) fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// The bytes of a region; nothing if the file has no such lines.
    pub(crate) fn range(&self, span: Span) -> Option<Range<usize>> {
        let (start, end) = (self.offset(span.start)?, self.offset(span.end)?);
        (start <= end).then_some(start..end)
    }

    /// The bytes of a region of a syntax tree.
    pub(crate) fn range_of(&self, span: proc_macro2::Span) -> Range<usize> {
        let (start, end) = (span.start(), span.end());
        let place =
            |at: proc_macro2::LineColumn| LineColumn { line: at.line, column: at.column + 1 };
        self.range(Span { start: place(start), end: place(end) }).unwrap_or_default()
    }

    fn offset(&self, place: LineColumn) -> Option<usize> {
        let line = *self.lines.get(place.line.checked_sub(1)?)?;
        let rest = self.text.get(line..)?;
        let column = place.column.checked_sub(1)?;
        let mut characters = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
        Some(line + characters.nth(column)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters_and_offsets_are_bytes() {
        let source = Source::new("a\n\u{e9}\u{e9}b\n".to_owned());
        let place = |line, column| LineColumn { line, column };
        let span = Span { start: place(2, 2), end: place(2, 4) };
        assert_eq!(source.range(span).map(|range| source.slice(range)), Some("\u{e9}b"));
        assert_eq!(source.range(Span { start: place(9, 1), end: place(9, 2) }), None);
    }
}
