//! An entry point of a format that has no grammar for tree-sitter: its constructs are listed from
//! the specification, each with a pattern of what it looks like.

use chiasma_core::Source;
use chiasma_formats::Format;
use regex::Regex;

use crate::measure::Oracle;

/// A generator, a parser, and constructs by their patterns.
pub struct Entry {
    name: &'static str,
    parser: &'static str,
    generator: fn() -> Format,
    judge: fn(&str) -> Result<(), String>,
    constructs: Vec<(String, Regex)>,
}

impl Entry {
    /// The entry point called `name`, judged by `judge` with `parser`.
    ///
    /// `constructs` has one per line: a name, spaces, and a pattern.
    pub fn new(
        name: &'static str,
        parser: &'static str,
        generator: fn() -> Format,
        judge: fn(&str) -> Result<(), String>,
        constructs: &str,
    ) -> Self {
        let constructs = constructs
            .lines()
            .filter_map(|line| line.trim().split_once(' '))
            .map(|(name, pattern)| {
                let pattern = Regex::new(pattern.trim());
                (name.to_owned(), pattern.unwrap_or_else(|error| panic!("{name}: {error}")))
            })
            .collect();
        Self { name, parser, generator, judge, constructs }
    }
}

impl Oracle for Entry {
    fn format(&self) -> &'static str {
        self.name
    }

    fn parser(&self) -> &'static str {
        self.parser
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw((self.generator)().errors(errors)).into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        (self.judge)(std::str::from_utf8(document).map_err(|error| error.to_string())?)
    }

    fn constructs(&self) -> Vec<String> {
        self.constructs.iter().map(|(name, _)| name.clone()).collect()
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        let Ok(text) = std::str::from_utf8(document) else { return };
        for (name, pattern) in &self.constructs {
            if pattern.is_match(text) {
                tell(name);
            }
        }
    }
}
