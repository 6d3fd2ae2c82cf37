//! The arms of the default: what a child is made by, and how much of it is changed.

use super::part::CONSTANTS_WEIGHT;

/// What a child is made by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arm {
    /// The name of its weight.
    pub(super) weight: &'static str,
    pub(super) recipe: Recipe,
    pub(super) extent: Extent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recipe {
    Fresh,
    Calls,
    Answers,
    Both,
    Nudges,
    Linked,
    Inner,
    Rearranged,
    Constants,
    /// The operations of Zeugma, replayed from left to right.
    Bytes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// 1, 2, 4 or 8 edits.
    Few,
    /// Any number up to a share of the parent's calls.
    Many,
}

const fn arm(weight: &'static str, recipe: Recipe, extent: Extent) -> Arm {
    Arm { weight, recipe, extent }
}

/// The place of `fresh` among the arms.
pub(super) const FRESH_ARM: usize = 0;

pub(super) const ARMS: [Arm; 12] = [
    arm("fresh", Recipe::Fresh, Extent::Few),
    arm("few-calls", Recipe::Calls, Extent::Few),
    arm("many-calls", Recipe::Calls, Extent::Many),
    arm("few-answers", Recipe::Answers, Extent::Few),
    arm("many-answers", Recipe::Answers, Extent::Many),
    arm("many-of-both", Recipe::Both, Extent::Many),
    arm("nudges", Recipe::Nudges, Extent::Few),
    arm("linked", Recipe::Linked, Extent::Few),
    arm("inner", Recipe::Inner, Extent::Few),
    arm("rearranged", Recipe::Rearranged, Extent::Few),
    arm(CONSTANTS_WEIGHT.name, Recipe::Constants, Extent::Few),
    arm("bytes", Recipe::Bytes, Extent::Few),
];
