//! Classes.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::expressions::{Element, Expression, Key, print_arguments};
use crate::functions::Function;
use crate::patterns::Parameters;
use crate::print_list;
use crate::statements::Statement;
use crate::words::{Private, Property};

/// What a class extends, and its body.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Class {
    parent: Option<Nested<Expression>>,
    constructor: Option<Constructor>,
    privates: BTreeMap<Private, PrivateMember>,
    members: Vec<ClassMember>,
}

/// A constructor; where a class extends another, it calls that one's first.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Constructor {
    parameters: Parameters,
    arguments: Vec<Element>,
    statements: Vec<Nested<Statement>>,
}

/// What a private name stands for.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum PrivateMember {
    PrivateField(Option<Nested<Expression>>),
    PrivateStatic(Nested<Expression>),
    PrivateMethod(Nested<Function>),
    PrivateAccessor(Nested<Expression>),
}

/// A member of a class.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum ClassMember {
    Field(Key, Option<Nested<Expression>>),
    StaticField(Key, Nested<Expression>),
    ClassMethod(Key, Nested<Function>),
    StaticMethod(Key, Nested<Function>),
    ClassGetter(Key, Nested<Expression>),
    ClassSetter(Key, Nested<Expression>),
    StaticBlock(Vec<Nested<Statement>>),
    SuperMethod(Key, Property, Vec<Element>),
    Semicolon,
}

impl Class {
    /// Prints it as a declaration or an expression.
    pub(crate) fn print<N: Display>(&self, f: &mut Formatter<'_>, name: Option<&N>) -> Result {
        f.write_str("class ")?;
        name.map_or(Ok(()), |name| name.fmt(f))?;
        if let Some(parent) = &self.parent {
            write!(f, " extends {parent}")?;
        }
        f.write_str(" { ")?;
        if let Some(constructor) = &self.constructor {
            write!(f, "constructor({}) {{ ", constructor.parameters)?;
            if self.parent.is_some() {
                f.write_str("super")?;
                print_arguments(f, &constructor.arguments)?;
                f.write_str("; ")?;
            }
            print_list(f, &constructor.statements, " ")?;
            f.write_str(" } ")?;
        }
        for (private, member) in &self.privates {
            member.print(f, *private)?;
        }
        print_list(f, &self.members, " ")?;
        f.write_str(" }")
    }
}

impl PrivateMember {
    /// Prints it with a method that uses it.
    fn print(&self, f: &mut Formatter<'_>, private: Private) -> Result {
        match self {
            Self::PrivateField(None) => {
                write!(f, "{private}; has(o) {{ return {private} in o; }} ")
            }
            Self::PrivateField(Some(value)) => {
                write!(f, "{private} = {value}; m() {{ return this.{private}++; }} ")
            }
            Self::PrivateStatic(value) => {
                write!(f, "static {private} = {value}; static s() {{ this.{private} ??= 1; }} ")
            }
            Self::PrivateMethod(function) => {
                function.print_method(f, private)?;
                write!(f, " m() {{ return this?.{private}(); }} ")
            }
            Self::PrivateAccessor(value) => {
                write!(f, "get {private}() {{ return {value}; }} set {private}(v) {{}} ")?;
                write!(f, "m() {{ [this.{private}] = [1]; }} ")
            }
        }
    }
}

impl Display for ClassMember {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Field(key, None) => write!(f, "{key};"),
            Self::Field(key, Some(value)) => write!(f, "{key} = {value};"),
            Self::StaticField(key, value) => write!(f, "static {key} = {value};"),
            Self::ClassMethod(key, function) => function.print_method(f, key),
            Self::StaticMethod(key, function) => {
                f.write_str("static ")?;
                function.print_method(f, key)
            }
            Self::ClassGetter(key, value) => write!(f, "get {key}() {{ return {value}; }}"),
            Self::ClassSetter(key, value) => write!(f, "set {key}(v) {{ {value}; }}"),
            Self::StaticBlock(statements) => {
                f.write_str("static { ")?;
                print_list(f, statements, " ")?;
                f.write_str(" }")
            }
            Self::SuperMethod(key, property, arguments) => {
                write!(f, "{key}() {{ return super.{property}")?;
                print_arguments(f, arguments)?;
                f.write_str("; }")
            }
            Self::Semicolon => f.write_str(";"),
        }
    }
}
