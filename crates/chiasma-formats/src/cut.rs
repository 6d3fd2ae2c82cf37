//! The mistake that every format has: a document that ends too early.

use chiasma_core::Source;

use crate::json_schema::Validation;
use crate::regex::Search;

/// A document that can be cut short.
pub(crate) trait Cut {
    /// Leaves the front of it, up to a place that is drawn.
    fn cut(&mut self, s: &mut Source);
}

impl Cut for String {
    fn cut(&mut self, s: &mut Source) {
        let characters = self.chars().count();
        let end = self.char_indices().nth(s.int(0..=characters));
        self.truncate(end.map_or(self.len(), |(at, _)| at));
    }
}

impl Cut for Vec<u8> {
    fn cut(&mut self, s: &mut Source) {
        self.truncate(s.int(0..=self.len()));
    }
}

impl Cut for Search {
    fn cut(&mut self, s: &mut Source) {
        self.pattern.cut(s);
    }
}

impl Cut for Validation {
    fn cut(&mut self, s: &mut Source) {
        self.schema.cut(s);
    }
}
