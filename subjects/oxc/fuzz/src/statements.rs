//! Statements.

use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::classes::Class;
use crate::expressions::Expression;
use crate::functions::Function;
use crate::patterns::Pattern;
use crate::print_list;
use crate::words::{ClassName, Comment, FunctionName, Label, Name, VariableKeyword};

/// A statement, wherever a list of them may stand.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Statement {
    #[default]
    Nothing,
    Evaluate(Expression),
    Declare(VariableKeyword, Name, Expression),
    DeclareEmpty(Name),
    Destructure(VariableKeyword, Pattern, Expression),
    DeclareFunction(FunctionName, Function),
    DeclareClass(ClassName, Class),
    Block(Vec<Nested<Statement>>),
    If(Expression, Vec<Nested<Statement>>, Option<Vec<Nested<Statement>>>),
    Repeat(Repetition),
    Switch(Expression, Vec<Case>, Option<Vec<LoopStep>>),
    TryCatch(Vec<Nested<Statement>>, Option<Pattern>, Vec<Nested<Statement>>),
    TryFinally(Vec<Nested<Statement>>, Vec<Nested<Statement>>),
    Throw(Expression),
    Labelled(Label, Vec<LabelledStep>),
    With(Expression, Vec<Nested<Statement>>),
    Debugger,
    Commented(Comment),
}

/// A loop.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Repetition {
    label: Option<Label>,
    head: Head,
    body: Vec<LoopStep>,
}

/// How a loop goes on.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Head {
    While(Expression),
    DoWhile(Expression),
    For(VariableKeyword, Name, Expression, Option<Expression>, Option<Expression>),
    ForIn(VariableKeyword, Name, Expression),
    ForOf(VariableKeyword, Pattern, Expression),
    ForExisting(Name, Expression),
}

/// A statement in a loop.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum LoopStep {
    Ordinary(Nested<Statement>),
    Break(Option<Expression>),
    Continue(Expression),
    InnerLoop(Nested<InnerRepetition>),
}

/// A loop in a loop, from which one can leave both.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct InnerRepetition(Option<Repetition>);

/// A statement in a block with a label.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum LabelledStep {
    Usual(Nested<Statement>),
    Leave(Expression),
}

/// A case of a switch.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Case(Expression, Vec<Nested<Statement>>, bool);

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Nothing => f.write_str(";"),
            Self::Evaluate(value) => write!(f, "{value};"),
            Self::Declare(keyword, name, value) => {
                write!(f, "{keyword} {name} = {};", value.bare())
            }
            Self::DeclareEmpty(name) => write!(f, "var {name};"),
            Self::Destructure(keyword, pattern, value) => {
                write!(f, "{keyword} {pattern} = {};", value.bare())
            }
            Self::DeclareFunction(name, function) => function.print(f, Some(name)),
            Self::DeclareClass(name, class) => class.print(f, Some(name)),
            Self::Block(statements) => print_block(f, statements),
            Self::If(condition, then, otherwise) => {
                write!(f, "if ({}) ", condition.bare())?;
                print_block(f, then)?;
                otherwise.as_ref().map_or(Ok(()), |otherwise| {
                    f.write_str(" else ")?;
                    print_block(f, otherwise)
                })
            }
            Self::Repeat(repetition) => repetition.print(f, None),
            Self::Switch(value, cases, default) => {
                write!(f, "switch ({}) {{ ", value.bare())?;
                print_list(f, cases, " ")?;
                if let Some(steps) = default {
                    f.write_str(" default: ")?;
                    // A switch can be left, but does not go on.
                    let steps = steps.iter().filter(|step| !matches!(step, LoopStep::Continue(_)));
                    steps.into_iter().try_for_each(|step| step.print(f, None))?;
                }
                f.write_str(" }")
            }
            Self::TryCatch(tried, pattern, caught) => {
                f.write_str("try ")?;
                print_block(f, tried)?;
                match pattern {
                    Some(pattern) => write!(f, " catch ({pattern}) ")?,
                    None => f.write_str(" catch ")?,
                }
                print_block(f, caught)
            }
            Self::TryFinally(tried, last) => {
                f.write_str("try ")?;
                print_block(f, tried)?;
                f.write_str(" finally ")?;
                print_block(f, last)
            }
            Self::Throw(value) => write!(f, "throw {};", value.bare()),
            Self::Labelled(label, steps) => {
                write!(f, "{label}: {{ ")?;
                for step in steps {
                    match step {
                        LabelledStep::Usual(statement) => write!(f, "{statement} ")?,
                        LabelledStep::Leave(condition) => {
                            write!(f, "if ({}) break {label}; ", condition.bare())?;
                        }
                    }
                }
                f.write_str("}")
            }
            Self::With(object, statements) => {
                write!(f, "with ({}) ", object.bare())?;
                print_block(f, statements)
            }
            Self::Debugger => f.write_str("debugger;"),
            Self::Commented(comment) => write!(f, "/*{comment}*/"),
        }
    }
}

/// Prints statements in braces.
pub(crate) fn print_block<T: Display>(f: &mut Formatter<'_>, statements: &[T]) -> Result {
    f.write_str("{ ")?;
    print_list(f, statements, " ")?;
    f.write_str(" }")
}

impl Repetition {
    /// Prints the loop; `outer` is the label of the one around it.
    fn print(&self, f: &mut Formatter<'_>, outer: Option<Label>) -> Result {
        let label = self.label.filter(|label| Some(*label) != outer);
        if let Some(label) = label {
            write!(f, "{label}: ")?;
        }
        match &self.head {
            Head::While(condition) => write!(f, "while ({}) {{", condition.bare())?,
            Head::DoWhile(_) => f.write_str("do {")?,
            Head::For(keyword, name, value, condition, next) => {
                write!(f, "for ({keyword} {name} = {value}; ")?;
                condition.as_ref().map_or(Ok(()), |it| it.bare().fmt(f))?;
                f.write_str("; ")?;
                next.as_ref().map_or(Ok(()), |it| it.bare().fmt(f))?;
                f.write_str(") {")?;
            }
            Head::ForIn(keyword, name, value) => {
                write!(f, "for ({keyword} {name} in {}) {{", value.bare())?;
            }
            Head::ForOf(keyword, pattern, value) => {
                write!(f, "for ({keyword} {pattern} of {}) {{", value.bare())?;
            }
            Head::ForExisting(name, value) => write!(f, "for ({name} of {}) {{", value.bare())?,
        }
        self.body.iter().try_for_each(|step| step.print(f, label.or(outer)))?;
        match &self.head {
            Head::DoWhile(condition) => write!(f, "}} while ({});", condition.bare()),
            _ => f.write_str("}"),
        }
    }
}

impl LoopStep {
    fn print(&self, f: &mut Formatter<'_>, label: Option<Label>) -> Result {
        let target = label.map_or("", |label| label.0);
        match self {
            Self::Ordinary(statement) => write!(f, " {statement} "),
            Self::Break(None) => f.write_str(" break; "),
            Self::Break(Some(condition)) => {
                write!(f, " if ({}) break {target}; ", condition.bare())
            }
            Self::Continue(condition) => {
                write!(f, " if ({}) continue {target}; ", condition.bare())
            }
            Self::InnerLoop(inner) => {
                inner.0.as_ref().map_or(Ok(()), |repetition| repetition.print(f, label))
            }
        }
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self(value, statements, breaks) = self;
        write!(f, "case {}: ", value.bare())?;
        print_block(f, statements)?;
        f.write_str(if *breaks { " break;" } else { "" })
    }
}
