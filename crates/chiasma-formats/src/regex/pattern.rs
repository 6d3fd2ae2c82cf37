//! A pattern that is being written, with a sample of what it matches so far.

use chiasma_core::Source;

use super::dialect::{Dialect, Dialects};
use crate::draft::Draft;

/// The pattern so far.
pub(crate) struct Pattern<'d> {
    pub(super) draft: Draft<'d>,
    pub(super) dialect: Dialect,
    /// A text that the pattern so far matches.
    pub(super) sample: String,
    pub(super) flags: Flags,
    /// The groups so far that capture, by number.
    pub(super) groups: Vec<Group>,
    /// How many groups are open.
    pub(super) depth: u32,
    /// How often the quantifiers around repeat what is being written.
    pub(super) repeats: u32,
    /// How many lookarounds are open.
    pub(super) looking: u32,
    /// Whether what is being written must have one length, as most engines want it of a lookbehind.
    pub(super) fixed: bool,
    /// Which groups may capture here.
    pub(super) captures: Captures,
    /// Whether a comment ends with the line: other options may say what a line is.
    pub(super) comments: bool,
    /// Where the last escape ended that would absorb a digit behind it.
    pub(super) number_end: usize,
    /// Whether the sample must be the haystack's beginning, or its end.
    pub(super) anchored: Anchored,
}

/// What holds for what is being written.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) ignore_case: bool,
    pub(super) multi_line: bool,
    pub(super) dot_all: bool,
    /// Space and comments mean nothing.
    pub(super) extended: bool,
    /// Groups without a name do not capture.
    pub(super) explicit_capture: bool,
}

/// Which groups may capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Captures {
    Any,
    /// Those without a name.
    Unnamed,
    /// None, since what follows has its numbers already.
    No,
}

/// A group that captures.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) name: Option<String>,
    /// What it captured in the sample; nothing if it took no part, or is open still.
    pub(super) captured: Option<String>,
    pub(super) open: bool,
}

/// Where a pattern is tied to the haystack.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Anchored {
    pub(super) start: bool,
    pub(super) end: bool,
}

/// One of the alternatives that a concept of the grammar has.
pub(super) struct Construct {
    pub(super) weight: u32,
    pub(super) dialects: Dialects,
    pub(super) write: fn(&mut Source, &mut Pattern<'_>),
}

/// Short for a construct.
pub(super) const fn construct(
    weight: u32,
    dialects: Dialects,
    write: fn(&mut Source, &mut Pattern<'_>),
) -> Construct {
    Construct { weight, dialects, write }
}

impl<'d> Pattern<'d> {
    pub(crate) fn new(draft: Draft<'d>, dialect: Dialect) -> Self {
        Self {
            draft,
            dialect,
            sample: String::new(),
            flags: Flags::default(),
            groups: Vec::new(),
            depth: 0,
            repeats: 1,
            looking: 0,
            fixed: false,
            captures: Captures::Any,
            comments: true,
            number_end: usize::MAX,
            anchored: Anchored::default(),
        }
    }

    pub(super) fn put(&mut self, text: &str) {
        self.draft.put(text);
    }

    pub(super) fn is(&self, dialects: Dialects) -> bool {
        dialects.has(self.dialect)
    }

    /// Writes one of the constructs that the dialect has; the first must be in all.
    #[track_caller]
    pub(super) fn one_of(&mut self, s: &mut Source, constructs: &[Construct]) {
        let weight = |c: &Construct| if self.is(c.dialects) { c.weight } else { 0 };
        let weights: Vec<u32> = constructs.iter().map(weight).collect();
        (constructs[s.weighted_index(&weights)].write)(s, self);
    }

    /// Says that the text ends with a number, which a digit would belong to.
    pub(super) fn end_number(&mut self) {
        self.number_end = self.draft.out.len();
    }

    /// Forgets what groups from number `first` on captured: they take no part in the match.
    pub(super) fn forget(&mut self, first: usize) {
        for group in self.groups.iter_mut().skip(first) {
            group.captured = None;
        }
    }

    /// Space and comments, where they mean nothing.
    pub(super) fn space(&mut self, s: &mut Source) {
        if self.flags.extended {
            const SPACE: [&str; 8] = ["", "", "", " ", " ", "\n", "\t", "# a (b\n"];
            self.draft.put_one(s, if self.comments { &SPACE } else { &SPACE[..7] });
        }
    }
}
