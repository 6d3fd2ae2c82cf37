//! Dialects, and which of them have a construct.

/// A dialect of regular expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// What finite automata can match, as the crate `regex` writes it: no backreferences, nothing
    /// that looks around, but operations on classes.
    Regular,
    /// What most backtracking engines share (PCRE2, Oniguruma, the crate `fancy-regex`):
    /// backreferences, lookaround, atomic groups, possessive quantifiers, conditionals.
    Backtracking,
    /// All of Perl's that PCRE2 has: also recursion, verbs, branch reset, quoting, callouts.
    Perl,
    /// ECMA-262 with the flag `u`, which is what JSON Schema recommends.
    EcmaScript,
}

/// Some of the dialects.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dialects(u8);

impl Dialects {
    pub(super) const ALL: Self = Self(0b1111);
    /// All that have lookaround and backreferences.
    pub(super) const LOOKING: Self = Self(0b1110);
    /// All but ECMAScript, which has few ways to say one thing.
    pub(super) const CLASSIC: Self = Self(0b0111);
    pub(super) const PERL_LIKE: Self = Self(0b0110);
    pub(super) const REGULAR: Self = Self(0b0001);
    pub(super) const REGULAR_OR_PERL: Self = Self(0b0101);
    pub(super) const REGULAR_OR_SCRIPT: Self = Self(0b1001);
    pub(super) const PERL: Self = Self(0b0100);
    pub(super) const PERL_OR_SCRIPT: Self = Self(0b1100);
    pub(super) const SCRIPT: Self = Self(0b1000);

    pub(super) fn has(self, dialect: Dialect) -> bool {
        self.0 >> dialect as u8 & 1 == 1
    }
}
