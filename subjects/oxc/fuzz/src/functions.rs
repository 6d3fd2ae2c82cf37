//! Functions of all sorts.

use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::expressions::Expression;
use crate::patterns::{Parameters, Pattern};
use crate::print_list;
use crate::statements::Statement;
use crate::words::{Name, VariableKeyword};

/// A function's parameters and body.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Function {
    parameters: Parameters,
    body: Body,
}

/// A body, by the sort of the function.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Body {
    Synchronous(Vec<Step>, Option<Expression>),
    SynchronousToo(Vec<Step>, Option<Expression>),
    Generator(Vec<GeneratorStep>),
    Async(Vec<AsyncStep>, Option<Expression>),
    AsyncGenerator(Vec<AsyncGeneratorStep>),
}

/// A statement of any function.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Step {
    Do(Nested<Statement>),
    DoMore(Nested<Statement>),
    ReturnIf(Expression, Option<Expression>),
    Arguments(Name),
    NewTarget,
}

/// A statement of a generator.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum GeneratorStep {
    InGenerator(Step),
    Yield(Option<Expression>),
    YieldAll(Expression),
    YieldInto(VariableKeyword, Name, Expression),
}

/// A statement of an async function.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum AsyncStep {
    InAsync(Step),
    Await(Expression),
    AwaitInto(VariableKeyword, Pattern, Expression),
    ForAwait(VariableKeyword, Pattern, Expression, Vec<Nested<Statement>>),
}

/// A statement of an async generator.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum AsyncGeneratorStep {
    Waiting(AsyncStep),
    Yielding(GeneratorStep),
    YieldAwaited(Expression),
}

/// An arrow function.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Arrow {
    OfOneName(Name, Expression),
    Concise(Parameters, Expression),
    WithBody(Parameters, Vec<Nested<Statement>>, Option<Expression>),
    AsyncConcise(Parameters, Expression),
    AsyncWithBody(Parameters, Vec<AsyncArrowStep>),
}

/// A statement of an async arrow function, which has no `arguments` of its own.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum AsyncArrowStep {
    Plainly(Nested<Statement>),
    AwaitInArrow(Expression),
}

impl Default for Body {
    fn default() -> Self {
        Self::Synchronous(Vec::new(), None)
    }
}

impl Default for Arrow {
    fn default() -> Self {
        Self::OfOneName(Name::default(), Expression::default())
    }
}

impl Function {
    /// Prints it as a declaration or an expression.
    pub(crate) fn print<N: Display>(&self, f: &mut Formatter<'_>, name: Option<&N>) -> Result {
        f.write_str(match self.body {
            Body::Synchronous(..) | Body::SynchronousToo(..) => "function ",
            Body::Generator(_) => "function* ",
            Body::Async(..) => "async function ",
            Body::AsyncGenerator(_) => "async function* ",
        })?;
        name.map_or(Ok(()), |name| name.fmt(f))?;
        self.rest().fmt(f)
    }

    /// Prints it as a method.
    pub(crate) fn print_method(&self, f: &mut Formatter<'_>, key: impl Display) -> Result {
        f.write_str(match self.body {
            Body::Synchronous(..) | Body::SynchronousToo(..) => "",
            Body::Generator(_) => "*",
            Body::Async(..) => "async ",
            Body::AsyncGenerator(_) => "async *",
        })?;
        write!(f, "{key}{}", self.rest())
    }

    fn rest(&self) -> impl Display {
        let Self { parameters, body } = self;
        format!("({parameters}) {{ {body} }}")
    }
}

impl Display for Body {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let last = match self {
            Self::Synchronous(steps, last) | Self::SynchronousToo(steps, last) => {
                print_list(f, steps, " ")?;
                last
            }
            Self::Async(steps, last) => {
                print_list(f, steps, " ")?;
                last
            }
            Self::Generator(steps) => return print_list(f, steps, " "),
            Self::AsyncGenerator(steps) => return print_list(f, steps, " "),
        };
        last.as_ref().map_or(Ok(()), |last| write!(f, " return {};", last.bare()))
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Do(statement) | Self::DoMore(statement) => statement.fmt(f),
            Self::ReturnIf(condition, None) => write!(f, "if ({}) return;", condition.bare()),
            Self::ReturnIf(condition, Some(value)) => {
                write!(f, "if ({}) return {};", condition.bare(), value.bare())
            }
            Self::Arguments(name) => write!(f, "var {name} = arguments[0];"),
            Self::NewTarget => f.write_str("new.target;"),
        }
    }
}

impl Display for GeneratorStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::InGenerator(step) => step.fmt(f),
            Self::Yield(None) => f.write_str("yield;"),
            Self::Yield(Some(value)) => write!(f, "yield {};", value.bare()),
            Self::YieldAll(value) => write!(f, "yield* {};", value.bare()),
            Self::YieldInto(keyword, name, value) => {
                write!(f, "{keyword} {name} = yield {value};")
            }
        }
    }
}

impl Display for AsyncStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::InAsync(step) => step.fmt(f),
            Self::Await(value) => write!(f, "await {value};"),
            Self::AwaitInto(keyword, pattern, value) => {
                write!(f, "{keyword} {pattern} = await {value};")
            }
            Self::ForAwait(keyword, pattern, value, statements) => {
                write!(f, "for await ({keyword} {pattern} of {}) {{ ", value.bare())?;
                print_list(f, statements, " ")?;
                f.write_str(" }")
            }
        }
    }
}

impl Display for AsyncGeneratorStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Waiting(step) => step.fmt(f),
            Self::Yielding(step) => step.fmt(f),
            Self::YieldAwaited(value) => write!(f, "yield await {value};"),
        }
    }
}

impl Display for Arrow {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::OfOneName(name, value) => write!(f, "{name} => {value}"),
            Self::Concise(parameters, value) => write!(f, "({parameters}) => {value}"),
            Self::WithBody(parameters, statements, last) => {
                write!(f, "({parameters}) => {{ ")?;
                print_list(f, statements, " ")?;
                last.as_ref().map_or(Ok(()), |last| write!(f, " return {};", last.bare()))?;
                f.write_str(" }")
            }
            Self::AsyncConcise(parameters, value) => {
                write!(f, "async ({parameters}) => await {value}")
            }
            Self::AsyncWithBody(parameters, steps) => {
                write!(f, "async ({parameters}) => {{ ")?;
                print_list(f, steps, " ")?;
                f.write_str(" }")
            }
        }
    }
}

impl Display for AsyncArrowStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Plainly(statement) => statement.fmt(f),
            Self::AwaitInArrow(value) => write!(f, "await {value};"),
        }
    }
}
