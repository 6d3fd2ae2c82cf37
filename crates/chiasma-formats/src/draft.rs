//! A document that is being written.

use chiasma_core::Source;

use crate::dictionary::{Dictionary, Section};

/// What the functions of a format write to: the text so far, and how they may go on.
#[derive(Debug)]
pub(crate) struct Draft<'d> {
    /// The text so far.
    pub(crate) out: String,
    left: u32,
    errors: f64,
    dictionary: &'d Dictionary,
}

impl<'d> Draft<'d> {
    pub(crate) fn new(budget: u32, errors: f64, dictionary: &'d Dictionary) -> Self {
        Self { out: String::new(), left: budget, errors, dictionary }
    }

    /// An empty draft of a part that is written apart, with `budget` constructs of its own.
    pub(crate) fn apart(&self, budget: u32) -> Self {
        Self::new(budget, self.errors, self.dictionary)
    }

    /// Appends text.
    pub(crate) fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends one of `texts`; the first is the simplest.
    #[track_caller]
    pub(crate) fn choose(&mut self, s: &mut Source, texts: &[&str]) {
        let text: &&str = s.choose(texts);
        self.out.push_str(text);
    }

    /// Appends one of `texts`, each as likely as its weight says; the first is the simplest.
    #[track_caller]
    pub(crate) fn weighted(&mut self, s: &mut Source, texts: &[(u32, &str)]) {
        let text: &&str = s.weighted(texts);
        self.out.push_str(text);
    }

    /// Appends what is right, or on purpose one of `mistakes`.
    #[track_caller]
    pub(crate) fn unless_slip(&mut self, s: &mut Source, right: &str, mistakes: &[&str]) {
        if self.slip(s) {
            self.choose(s, mistakes);
        } else {
            self.out.push_str(right);
        }
    }

    /// Takes a construct from the budget; false if nothing is left, and the simplest must do.
    pub(crate) fn spend(&mut self) -> bool {
        let can = self.left > 0;
        self.left = self.left.saturating_sub(1);
        can
    }

    /// How many constructs are left.
    pub(crate) fn left(&self) -> u32 {
        self.left
    }

    /// Whether to make a mistake on purpose here; draws nothing if errors are off.
    #[track_caller]
    pub(crate) fn slip(&self, s: &mut Source) -> bool {
        self.errors > 0.0 && s.chance(self.errors)
    }

    /// Appends one of `texts`; the first is the simplest.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub(crate) fn put_one(&mut self, s: &mut Source, texts: &[&str]) {
        self.put(texts[s.index(texts.len())]);
    }

    /// The whole text, once `part` has written its own.
    pub(crate) fn written(mut self, s: &mut Source, part: fn(&mut Source, &mut Self)) -> String {
        part(s, &mut self);
        self.out
    }

    /// Appends what [`word`](Self::word) gives.
    #[track_caller]
    pub(crate) fn put_word(&mut self, s: &mut Source, section: Section, own: &[&str]) {
        let theirs = self.dictionary.section(section);
        let index = s.index(own.len() + theirs.len());
        match own.get(index) {
            Some(word) => self.out.push_str(word),
            None => self.out.push_str(&theirs[index - own.len()]),
        }
    }

    /// A word of the dictionary's section or of the format's `own`, each as likely; the first of
    /// `own` is the simplest.
    ///
    /// # Panics
    /// If there is neither.
    #[track_caller]
    pub(crate) fn word<'w>(&self, s: &mut Source, section: Section, own: &'w [&'w str]) -> &'w str
    where
        'd: 'w,
    {
        let theirs = self.dictionary.section(section);
        let index = s.index(own.len() + theirs.len());
        match own.get(index) {
            Some(word) => word,
            None => &theirs[index - own.len()],
        }
    }
}
