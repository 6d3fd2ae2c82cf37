//! What a saved input says, one statement after the other, whichever form it is saved in.

use super::write;
use crate::request::Kind;
use crate::source::{Labelled, Saved};

/// Receives the statements of a saved input in their order.
pub(super) trait Statements {
    /// A call begins: its title, and the generator if the title is not its name.
    fn call(&mut self, title: &str, generator: Option<&str>);
    /// The innermost call ends.
    fn end_call(&mut self);
    /// A choice of a kind, by its word.
    fn choice(&mut self, word: &str, answer: Saved);
}

/// Puts together the input that is loaded into a source.
#[derive(Default)]
pub(super) struct Labelling<'r> {
    labelled: Labelled,
    depth: usize,
    /// Old titles of calls at the outermost level, and new ones.
    renamed: &'r [(String, String)],
}

impl<'r> Labelling<'r> {
    pub(super) fn renaming(renamed: &'r [(String, String)]) -> Self {
        Self { renamed, ..Self::default() }
    }

    pub(super) fn finish(self) -> Labelled {
        self.labelled.finish()
    }
}

impl Statements for Labelling<'_> {
    fn call(&mut self, title: &str, _: Option<&str>) {
        let renamed = self.renamed.iter().find(|(old, _)| self.depth == 0 && old == title);
        self.labelled.open(renamed.map_or(title, |(_, new)| new));
        self.depth += 1;
    }

    fn end_call(&mut self) {
        self.labelled.close();
        self.depth -= 1;
    }

    fn choice(&mut self, word: &str, answer: Saved) {
        self.labelled.add(word, answer);
    }
}

/// Ignores the statements of an input that is only checked.
pub(super) struct Unused;

impl Statements for Unused {
    fn call(&mut self, _: &str, _: Option<&str>) {}
    fn end_call(&mut self) {}
    fn choice(&mut self, _: &str, _: Saved) {}
}

/// Collects the labelled calls at the outermost level: title and generator of each.
#[derive(Default)]
pub(super) struct Outermost {
    pub(super) calls: Vec<(String, String)>,
    depth: usize,
}

impl Statements for Outermost {
    fn call(&mut self, title: &str, generator: Option<&str>) {
        if let (0, Some(generator)) = (self.depth, generator) {
            self.calls.push((title.to_owned(), generator.to_owned()));
        }
        self.depth += 1;
    }

    fn end_call(&mut self) {
        self.depth -= 1;
    }

    fn choice(&mut self, _: &str, _: Saved) {}
}

/// Writes the lines of a `.chi` file.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) text: String,
    depth: usize,
}

impl Statements for Lines {
    fn call(&mut self, title: &str, generator: Option<&str>) {
        write::call_line(&mut self.text, title, generator, self.depth);
        self.depth += 1;
    }

    fn end_call(&mut self) {
        self.depth -= 1;
    }

    fn choice(&mut self, word: &str, answer: Saved) {
        let value = match answer {
            Saved::Bytes(bytes) => write::hexadecimal(&bytes),
            Saved::Number(number) if word == Kind::Bool.word() => (number != 0).to_string(),
            Saved::Number(number) if word == Kind::Char.word() => {
                let c = u32::try_from(number).ok().and_then(char::from_u32);
                format!("{:?}", c.unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            Saved::Number(number) => number.to_string(),
        };
        write::choice_line(&mut self.text, word, &value, self.depth);
        self.text.push('\n');
    }
}
