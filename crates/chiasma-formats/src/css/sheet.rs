//! The state of the style sheet writer, and how a dialect of CSS extends it.

use chiasma_core::Source;

use super::numbers::Measure;
use super::values::Leaf;
use crate::draft::{Draft, deref_to_draft};

/// A style sheet that is being written, with what the dialect `X` remembers of it.
pub(crate) struct Sheet<'d, X> {
    pub(crate) draft: Draft<'d>,
    /// How many blocks, functions and parentheses are open.
    pub(crate) depth: u32,
    /// The prefixes that `@namespace` rules declare.
    pub(crate) prefixes: Vec<&'static str>,
    /// How many style rules are open.
    pub(crate) rules: u32,
    /// How many conditional rules are open.
    pub(crate) conditions: u32,
    /// How many keyframes are open.
    pub(crate) keyframes: u32,
    /// How many functions are open whose arguments are being written.
    pub(crate) calls: u32,
    /// How many values with slashes are being written: a dialect may read these as divisions.
    pub(crate) slashes: u32,
    /// Whether keywords are in upper case just now.
    pub(crate) shouts: bool,
    /// Whether this is text that a dialect takes as it stands.
    pub(crate) is_raw: bool,
    /// Whether values have to be what they are: no variables stand for them.
    pub(crate) is_constant: bool,
    pub(crate) own: X,
}

/// A language that is CSS and more. At each of these places it may write something of its own
/// instead, and says whether it did.
pub(crate) trait Dialect: Sized {
    /// Whether this is more than CSS: what CSS alone can read is then not written.
    const IS_EXTENDED: bool = false;

    /// The weight of what only CSS itself reads.
    fn only_plain(weight: u32) -> u32 {
        if Self::IS_EXTENDED { 0 } else { weight }
    }

    /// Instead of a value of a type of the grammar, by the type's name.
    fn typed(_: &mut Source, _: &mut Sheet<'_, Self>, _: &'static str) -> bool {
        false
    }

    /// Instead of an operand of a function that computes.
    fn operand(_: &mut Source, _: &mut Sheet<'_, Self>, _: Measure) -> bool {
        false
    }

    /// Instead of a value of a type that a function writes.
    fn leaf(_: &mut Source, _: &mut Sheet<'_, Self>, _: Leaf) -> bool {
        false
    }

    /// Instead of an identifier: the name of a class, an animation, a property.
    fn identifier(_: &mut Source, _: &mut Sheet<'_, Self>) -> bool {
        false
    }

    /// Instead of a simple selector.
    fn simple_selector(_: &mut Source, _: &mut Sheet<'_, Self>) -> bool {
        false
    }

    /// Instead of a declaration or a rule within a block.
    fn item(_: &mut Source, _: &mut Sheet<'_, Self>) -> bool {
        false
    }

    /// Around everything between two braces.
    fn scoped(d: &mut Sheet<'_, Self>, write: impl FnOnce(&mut Sheet<'_, Self>)) {
        write(d);
    }
}

/// CSS as it is.
pub(crate) struct Plain;

impl Dialect for Plain {}

/// How many blocks, functions and parentheses may be open before only the simplest is written.
const DEEPEST: u32 = 14;

impl<'d, X> Sheet<'d, X> {
    pub(crate) fn new(draft: Draft<'d>, own: X) -> Self {
        Self {
            draft,
            depth: 0,
            prefixes: Vec::new(),
            rules: 0,
            conditions: 0,
            keyframes: 0,
            calls: 0,
            slashes: 0,
            shouts: false,
            is_raw: false,
            is_constant: false,
            own,
        }
    }

    /// Writes one level deeper.
    pub(crate) fn deeper<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let value = write(self);
        self.depth -= 1;
        value
    }

    /// Writes what a dialect takes as it stands.
    pub(crate) fn raw(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.is_raw, true);
        write(self);
        self.is_raw = outer;
    }

    /// Writes what variables cannot stand for.
    pub(crate) fn constant(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.is_constant, true);
        write(self);
        self.is_constant = outer;
    }

    /// Whether there is room for something that is not the simplest; takes it from the budget.
    pub(crate) fn has_room(&mut self) -> bool {
        self.depth < DEEPEST && self.spend()
    }
}

deref_to_draft!(Sheet<X>);
