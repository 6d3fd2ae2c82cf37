//! How strongly the parts of an expression hold together.

/// The precedence of an expression: where a stronger one has to stand it gets parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Comma,
    Assignment,
    Conditional,
    Coalesce,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Exponent,
    Unary,
    Update,
    /// Calls and optional chains.
    Call,
    /// What can be a constructor or a tag without parentheses.
    Member,
    Primary,
}
