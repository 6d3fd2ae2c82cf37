//! A document that is being written.

use std::ops::DerefMut;

use chiasma_core::Source;

use crate::dictionary::{Dictionary, Section};

/// The state that the functions of a format write to: the text so far, the rest of the budget, the rate of
/// mistakes and the dictionary.
#[derive(Debug)]
pub(crate) struct Draft<'d> {
    /// The text so far.
    pub(crate) out: String,
    left: u32,
    /// Number of remaining constructs that are reserved for later parts.
    reserve: u32,
    errors: f64,
    dictionary: &'d Dictionary,
}

impl<'d> Draft<'d> {
    pub(crate) fn new(budget: u32, errors: f64, dictionary: &'d Dictionary) -> Self {
        Self { out: String::new(), left: budget, reserve: 0, errors, dictionary }
    }

    /// An empty draft of a part that is written apart, with `budget` constructs of its own.
    pub(crate) fn apart(&self, budget: u32) -> Self {
        Self::new(budget, self.errors, self.dictionary)
    }

    /// Appends text.
    pub(crate) fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends one of `texts`, which is a value; the first is the simplest.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub(crate) fn put_one(&mut self, s: &mut Source, texts: &[&str]) {
        self.put(texts[s.as_value().index(texts.len())]);
    }

    /// Appends one of `texts`, which is a value, each as likely as its weight says; the first is the
    /// simplest.
    #[track_caller]
    pub(crate) fn put_weighted(&mut self, s: &mut Source, texts: &[(u32, &str)]) {
        let text: &&str = s.as_value().weighted(texts);
        self.out.push_str(text);
    }

    /// Appends what is right, or on purpose one of `mistakes`.
    #[track_caller]
    pub(crate) fn unless_slip(&mut self, s: &mut Source, right: &str, mistakes: &[&str]) {
        if self.slip(s) {
            self.put_one(s, mistakes);
        } else {
            self.out.push_str(right);
        }
    }

    /// How long the text is, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// The text from `start` on.
    pub(crate) fn since(&self, start: usize) -> &str {
        &self.out[start..]
    }

    /// Inserts text before what was written from `start` on.
    pub(crate) fn insert(&mut self, start: usize, text: &str) {
        self.out.insert_str(start, text);
    }

    /// Takes a construct from the budget; false if nothing is left, and the simplest must do.
    pub(crate) fn spend(&mut self) -> bool {
        let can = self.left > self.reserve;
        self.left -= u32::from(can);
        can
    }

    /// How many constructs are left for this part.
    pub(crate) fn left(&self) -> u32 {
        self.left.saturating_sub(self.reserve)
    }

    /// One of `parts` equal parts of what is left, and half as much again: not every part needs its own.
    fn share_of(&self, parts: usize) -> u32 {
        match parts {
            0 | 1 => self.left(),
            _ => (self.left() / parts as u32).saturating_mul(3).div_ceil(2),
        }
    }

    /// Leaves at most this many constructs for what is written next, until the returned reserve is
    /// [put back](Self::put_back).
    #[must_use]
    fn allow(&mut self, constructs: u32) -> u32 {
        let outer = self.reserve;
        self.reserve += self.left().saturating_sub(constructs);
        outer
    }

    /// Ends what [`allow`](Self::allow) began.
    fn put_back(&mut self, reserve: u32) {
        self.reserve = reserve;
    }

    /// Whether to make a mistake on purpose here; draws nothing if errors are off.
    #[track_caller]
    pub(crate) fn slip(&self, s: &mut Source) -> bool {
        self.errors > 0.0 && s.chance(self.errors)
    }

    /// The whole text, once `part` has written its own.
    pub(crate) fn written(mut self, s: &mut Source, part: fn(&mut Source, &mut Self)) -> String {
        part(s, &mut self);
        self.out
    }

    /// Appends what [`word`](Self::word) gives.
    #[track_caller]
    pub(crate) fn put_word(&mut self, s: &mut Source, section: Section, own: &[&str]) {
        let word = self.word(s, section, own);
        self.out.push_str(word);
    }

    /// A word of the format's `own` or, every second time if there are any, of the dictionary's
    /// section: a few words of the user's would be lost among ours. It is a value; the first of `own` is
    /// the simplest.
    ///
    /// # Panics
    /// If there is neither.
    #[track_caller]
    pub(crate) fn word<'w>(&self, s: &mut Source, section: Section, own: &'w [&'w str]) -> &'w str
    where
        'd: 'w,
    {
        self.deciding_word(&mut s.as_value(), section, own)
    }

    /// A [`word`](Self::word) that decides what else is written.
    #[track_caller]
    pub(crate) fn deciding_word<'w>(
        &self,
        s: &mut Source,
        section: Section,
        own: &'w [&'w str],
    ) -> &'w str
    where
        'd: 'w,
    {
        let theirs = self.dictionary.section(section);
        if own.is_empty() || (!theirs.is_empty() && s.bool()) {
            &theirs[s.index(theirs.len())]
        } else {
            own[s.index(own.len())]
        }
    }
}

/// What the state of a format that [dereferences to its draft](deref_to_draft) can do beside what a
/// [`Draft`] can.
pub(crate) trait Writer<'d>: DerefMut<Target = Draft<'d>> + Sized {
    /// What `write` writes, not appended to the text but returned.
    fn capture(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.out);
        write(self);
        std::mem::replace(&mut self.out, before)
    }

    /// Lets `write` have one of `parts` equal parts of what is left, and half as much again: not every
    /// part needs its own.
    fn share(&mut self, parts: usize, write: impl FnOnce(&mut Self)) {
        self.at_most(self.share_of(parts), write);
    }

    /// Lets `write` have at most this many constructs.
    fn at_most(&mut self, constructs: u32, write: impl FnOnce(&mut Self)) {
        let reserve = self.allow(constructs);
        write(self);
        self.put_back(reserve);
    }
}

impl<'d, W: DerefMut<Target = Draft<'d>>> Writer<'d> for W {}

/// Lets the state of a format be used as the [`Draft`] in its field `draft`.
macro_rules! deref_to_draft {
    ($state:ident $(<$parameter:ident>)?) => {
        impl<'d $(, $parameter)?> ::std::ops::Deref for $state<'d $(, $parameter)?> {
            type Target = $crate::draft::Draft<'d>;

            fn deref(&self) -> &Self::Target {
                &self.draft
            }
        }

        impl<'d $(, $parameter)?> ::std::ops::DerefMut for $state<'d $(, $parameter)?> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.draft
            }
        }
    };
}
pub(crate) use deref_to_draft;

/// `name`, with a number behind it if `is_taken` says that it is in use.
pub(crate) fn distinct(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut candidate = name.to_owned();
    let mut number = 2;
    while is_taken(&candidate) {
        candidate = format!("{name}{number}");
        number += 1;
    }
    candidate
}
