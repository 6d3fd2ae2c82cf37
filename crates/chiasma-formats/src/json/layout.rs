//! The space between tokens.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::Json;

/// Where a document has space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Nowhere.
    Compact,
    /// One behind each comma and colon.
    Spaced,
    /// Every value in a line of its own, below what it belongs to.
    Indented(&'static str),
    /// Anywhere, of any kind.
    Ragged,
}

#[generator]
pub(super) fn layout(s: &mut Source) -> Layout {
    let s = &mut *s.as_value();
    *s.weighted(&[
        (6, Layout::Compact),
        (3, Layout::Spaced),
        (2, Layout::Indented("  ")),
        (1, Layout::Indented("\t")),
        (2, Layout::Ragged),
    ])
}

impl Json<'_> {
    /// Space where a token may have it and rarely does.
    pub(super) fn gap(&mut self, s: &mut Source) {
        let s = &mut *s.as_value();
        if self.layout == Layout::Ragged {
            self.draft.put(space(s));
        }
    }

    /// A comma, and the space around it.
    pub(super) fn comma(&mut self, s: &mut Source) {
        let s = &mut *s.as_value();
        self.gap(s);
        self.draft.put(",");
        match self.layout {
            Layout::Spaced => self.draft.put(" "),
            Layout::Indented(_) => self.line_break(),
            _ => self.gap(s),
        }
    }

    /// A colon, and the space around it.
    pub(super) fn colon(&mut self, s: &mut Source) {
        let s = &mut *s.as_value();
        self.gap(s);
        self.draft.put(":");
        match self.layout {
            Layout::Spaced | Layout::Indented(_) => self.draft.put(" "),
            _ => self.gap(s),
        }
    }

    /// The bracket that begins an array or an object of this many items.
    pub(super) fn open(&mut self, s: &mut Source, bracket: &str, items: usize) {
        let s = &mut *s.as_value();
        self.draft.put(bracket);
        self.depth += 1;
        if matches!(self.layout, Layout::Indented(_)) && items > 0 {
            self.line_break();
        }
        self.gap(s);
    }

    /// The bracket that ends an array or an object of this many items.
    pub(super) fn close(&mut self, s: &mut Source, bracket: &str, items: usize) {
        let s = &mut *s.as_value();
        self.depth -= 1;
        self.gap(s);
        if matches!(self.layout, Layout::Indented(_)) && items > 0 {
            self.line_break();
        }
        self.draft.put(bracket);
    }

    fn line_break(&mut self) {
        let Layout::Indented(step) = self.layout else { return };
        self.draft.put("\n");
        for _ in 0..self.depth {
            self.draft.put(step);
        }
    }
}

/// Space of any kind; mostly none.
fn space(s: &mut Source) -> &'static str {
    let s = &mut *s.as_value();
    s.weighted::<&str>(&[
        (12, ""),
        (4, " "),
        (2, "\n"),
        (1, "\t"),
        (1, "\r"),
        (1, "\r\n"),
        (1, " \t \n\r "),
    ])
}
