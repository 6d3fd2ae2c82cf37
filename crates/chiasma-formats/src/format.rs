//! A format's generator and its settings.

use std::fmt;
use std::sync::Arc;

use chiasma_core::{Generator, Source};

use crate::dictionary::Dictionary;
use crate::draft::Draft;
use crate::spoil::{Mistake, Spoil};

/// The generator of one format's documents.
///
/// ```
/// use chiasma_core::{Seed, Source};
/// use chiasma_formats::{Dictionary, xml};
///
/// let words = Dictionary::parse("[tags]\nproject\ntarget\n").unwrap();
/// let documents = xml::documents().budget(30).errors(0.0).dictionary(words);
/// let text = Source::random(Seed(1)).draw(documents);
/// # let _ = text;
/// ```
#[derive(Clone)]
pub struct Format<T: 'static = String> {
    name: &'static str,
    write: fn(&mut Source, Draft<'_>) -> T,
    mistakes: &'static [Mistake<T>],
    budget: u32,
    errors: f64,
    dictionary: Arc<Dictionary>,
}

impl<T: 'static> Format<T> {
    /// The format called `name` (the path of its function), which `write` writes with up to
    /// `budget` constructs.
    pub(crate) fn new(
        name: &'static str,
        budget: u32,
        write: fn(&mut Source, Draft<'_>) -> T,
    ) -> Self
    where
        T: Spoil,
    {
        Self { name, write, mistakes: T::MISTAKES, budget, errors: 0.0, dictionary: Arc::default() }
    }

    /// Sets about how many constructs a document has; each format documents what it counts.
    #[must_use]
    pub fn budget(mut self, constructs: u32) -> Self {
        self.budget = constructs;
        self
    }

    /// Makes a mistake on purpose with this probability at every place that has one to make; 0 by
    /// default.
    ///
    /// The document as a whole is one for each of these: it may end too early, repeat a few characters
    /// up to tens of thousands of times, or call something by an odd name wherever it occurs.
    ///
    /// # Panics
    /// If the probability is not in 0..=1.
    #[must_use]
    #[track_caller]
    pub fn errors(mut self, probability: f64) -> Self {
        assert!(
            (0.0..=1.0).contains(&probability),
            "a probability lies in 0..=1, and {probability} does not"
        );
        self.errors = probability;
        self
    }

    /// Uses these words beside the format's own.
    #[must_use]
    pub fn dictionary(mut self, words: Dictionary) -> Self {
        self.dictionary = Arc::new(words);
        self
    }
}

impl<T: 'static> Generator for Format<T> {
    type Value = T;

    fn generate(&self, s: &mut Source) -> T {
        let mut document = (self.write)(s, Draft::new(self.budget, self.errors, &self.dictionary));
        for mistake in self.mistakes.iter().filter(|_| self.errors > 0.0) {
            if s.chance(self.errors) {
                mistake(&mut document, s);
            }
        }
        document
    }

    fn identity(&self) -> &'static str {
        self.name
    }
}

impl<T: 'static> fmt::Debug for Format<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Format")
            .field("name", &self.name)
            .field("budget", &self.budget)
            .field("errors", &self.errors)
            .field("dictionary", &self.dictionary)
            .finish_non_exhaustive()
    }
}
