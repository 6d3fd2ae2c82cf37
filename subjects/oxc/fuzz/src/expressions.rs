//! Expressions.

use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::classes::Class;
use crate::functions::{Arrow, Function};
use crate::literals::{Number, Regex, Template, Text};
use crate::patterns::Target;
use crate::print_list;
use crate::words::{
    AssignmentOperator, BigInteger, BinaryOperator, ClassName, Comment, FunctionName, Global, Name,
    Property, Symbol, UnaryOperator, Update,
};

/// An expression.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Expression {
    #[default]
    Undefined,
    Null,
    Boolean(bool),
    Numeric(Number),
    Big(BigInteger),
    Textual(Text),
    Templated(Template),
    Regular(Regex),
    VariableName(Name),
    SameAgain(Name),
    NameOfFunction(FunctionName),
    NameOfClass(ClassName),
    GlobalName(Global),
    SymbolName(Symbol),
    This,
    Array(Vec<Element>),
    Object(Vec<Member>),
    FunctionValue(Option<FunctionName>, Nested<Function>),
    ArrowValue(Nested<Arrow>),
    ClassValue(Option<ClassName>, Nested<Class>),
    Unary(UnaryOperator, Nested<Expression>),
    Updated(Update, Name),
    UpdatedAfter(Name, Update),
    Binary(Nested<Expression>, BinaryOperator, Nested<Expression>),
    Conditional(Nested<Expression>, Nested<Expression>, Nested<Expression>),
    Assigned(Nested<Target>, Nested<Expression>),
    AssignedBy(Name, AssignmentOperator, Nested<Expression>),
    Sequence(Nested<Expression>, Nested<Expression>),
    Dot(Nested<Expression>, Property),
    Index(Nested<Expression>, Nested<Expression>),
    OptionalDot(Nested<Expression>, Property),
    OptionalIndex(Nested<Expression>, Nested<Expression>),
    OptionalCall(Nested<Expression>, Vec<Element>),
    Call(Nested<Expression>, Vec<Element>),
    MethodCall(Nested<Expression>, Property, Vec<Element>),
    GlobalCall(Global, Property, Vec<Element>),
    New(Nested<Expression>, Vec<Element>),
    Tagged(Nested<Expression>, Template),
    Deleted(Nested<Expression>, Property),
    ImportCall(Nested<Expression>),
    Annotated(Comment, Nested<Expression>),
}

/// An element of an array, or an argument.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Element {
    Single(Nested<Expression>),
    Spread(Nested<Expression>),
}

/// A member of an object.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Member {
    Shorthand(Name),
    KeyValue(Key, Nested<Expression>),
    SpreadMember(Nested<Expression>),
    Method(Key, Nested<Function>),
    Getter(Key, Nested<Expression>),
    Setter(Key, Name, Nested<Expression>),
    Prototype(Nested<Expression>),
}

/// The key of a member.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Key {
    Identifier(Property),
    TextKey(Text),
    NumberKey(Number),
    SymbolKey(Symbol),
    Computed(Nested<Expression>),
}

/// An expression where any may stand, without parentheses.
pub(crate) struct Bare<'e>(&'e Expression);

impl Expression {
    pub(crate) fn bare(&self) -> Bare<'_> {
        Bare(self)
    }

    /// Whether it can be a part of any other, and begin a statement, without parentheses.
    fn is_primary(&self) -> bool {
        matches!(
            self,
            Self::Undefined
                | Self::Null
                | Self::Boolean(_)
                | Self::Textual(_)
                | Self::Templated(_)
                | Self::Regular(_)
                | Self::VariableName(_)
                | Self::SameAgain(_)
                | Self::NameOfFunction(_)
                | Self::NameOfClass(_)
                | Self::GlobalName(_)
                | Self::SymbolName(_)
                | Self::This
                | Self::Array(_)
                | Self::Dot(..)
                | Self::Index(..)
                | Self::Call(..)
                | Self::MethodCall(..)
                | Self::GlobalCall(..)
                | Self::New(..)
        )
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.is_primary() { self.bare().fmt(f) } else { write!(f, "({})", self.bare()) }
    }
}

impl Display for Bare<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        use Expression::*;
        match self.0 {
            Undefined => f.write_str("undefined"),
            Null => f.write_str("null"),
            Boolean(value) => value.fmt(f),
            Numeric(number) => number.fmt(f),
            Big(number) => number.fmt(f),
            Textual(text) => text.fmt(f),
            Templated(template) => template.fmt(f),
            Regular(regex) => regex.fmt(f),
            VariableName(name) | SameAgain(name) => name.fmt(f),
            NameOfFunction(name) => name.fmt(f),
            NameOfClass(name) => name.fmt(f),
            GlobalName(name) => name.fmt(f),
            SymbolName(name) => name.fmt(f),
            This => f.write_str("this"),
            Array(elements) => {
                f.write_str("[")?;
                print_list(f, elements, ", ")?;
                f.write_str("]")
            }
            Object(members) => {
                f.write_str("{")?;
                print_list(f, members, ", ")?;
                f.write_str("}")
            }
            FunctionValue(name, function) => function.print(f, name.as_ref()),
            ArrowValue(arrow) => arrow.fmt(f),
            ClassValue(name, class) => class.print(f, name.as_ref()),
            Unary(operator, value) => write!(f, "{operator} {value}"),
            Updated(operator, name) => write!(f, "{operator}{name}"),
            UpdatedAfter(name, operator) => write!(f, "{name}{operator}"),
            Binary(left, operator, right) => write!(f, "{left} {operator} {right}"),
            Conditional(condition, yes, no) => write!(f, "{condition} ? {yes} : {no}"),
            Assigned(target, value) => write!(f, "{target} = {value}"),
            AssignedBy(name, operator, value) => write!(f, "{name} {operator} {value}"),
            Sequence(first, second) => write!(f, "({first}, {second})"),
            Dot(object, property) => write!(f, "{object}.{property}"),
            Index(object, index) => write!(f, "{object}[{}]", index.bare()),
            OptionalDot(object, property) => write!(f, "{object}?.{property}"),
            OptionalIndex(object, index) => write!(f, "{object}?.[{}]", index.bare()),
            OptionalCall(function, arguments) => {
                write!(f, "{function}?.")?;
                print_arguments(f, arguments)
            }
            Call(function, arguments) => {
                function.fmt(f)?;
                print_arguments(f, arguments)
            }
            MethodCall(object, property, arguments) => {
                write!(f, "{object}.{property}")?;
                print_arguments(f, arguments)
            }
            GlobalCall(global, property, arguments) => {
                write!(f, "{global}.{property}")?;
                print_arguments(f, arguments)
            }
            New(class, arguments) => {
                write!(f, "new ({})", class.bare())?;
                print_arguments(f, arguments)
            }
            Tagged(tag, template) => write!(f, "{tag}{template}"),
            Deleted(object, property) => write!(f, "delete {object}.{property}"),
            ImportCall(specifier) => write!(f, "import({specifier})"),
            Annotated(comment, value) => write!(f, "/*{comment}*/ {value}"),
        }
    }
}

/// Prints arguments in parentheses.
pub(crate) fn print_arguments(f: &mut Formatter<'_>, arguments: &[Element]) -> Result {
    f.write_str("(")?;
    print_list(f, arguments, ", ")?;
    f.write_str(")")
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Single(value) => value.bare().fmt(f),
            Self::Spread(value) => write!(f, "...{value}"),
        }
    }
}

impl Display for Member {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Shorthand(name) => name.fmt(f),
            Self::KeyValue(key, value) => write!(f, "{key}: {}", value.bare()),
            Self::SpreadMember(value) => write!(f, "...{value}"),
            Self::Method(key, function) => function.print_method(f, key),
            Self::Getter(key, value) => write!(f, "get {key}() {{ return {}; }}", value.bare()),
            Self::Setter(key, name, value) => {
                write!(f, "set {key}({name}) {{ {value}; }}")
            }
            Self::Prototype(value) => write!(f, "__proto__: {value}"),
        }
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Identifier(name) => name.fmt(f),
            Self::TextKey(text) => text.fmt(f),
            Self::NumberKey(number) => number.fmt(f),
            Self::SymbolKey(symbol) => write!(f, "[{symbol}]"),
            Self::Computed(value) => write!(f, "[{value}]"),
        }
    }
}
