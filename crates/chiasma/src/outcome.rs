//! The outcome of running a property on one input.

use std::fmt;

use chiasma_core::{FailureKey, FailureKind, Rejection};

use crate::settings::ErrorsAre;

/// The outcome of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertyOutcome {
    /// The property holds for this input.
    Valid,
    /// The input is invalid: the property does not apply to it.
    Invalid(Why),
    /// The property does not hold for this input.
    Failure(Failure),
}

impl PropertyOutcome {
    /// Whether it is the failure with this key.
    pub(crate) fn is_failure(&self, key: &FailureKey) -> bool {
        matches!(self, Self::Failure(failure) if failure.key == *key)
    }
}

/// Why an input is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The generator or an `assume!` rejected it.
    Rejected(Rejection),
    /// The property returned this error, and its errors mean invalid inputs.
    Error(String),
    /// Its sequence would have been longer than the limit.
    Oversize,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(rejection) => {
                write!(f, "{} at {}", rejection.reason, rejection.location)
            }
            Self::Error(error) => write!(f, "returned the error {error}"),
            Self::Oversize => f.write_str(
                "longer than the size limit, which max_size or CHIASMA_MAX_SIZE can raise",
            ),
        }
    }
}

/// A failure of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Its kind and place. The callers are not known here: that takes the symbols of the executable.
    pub key: FailureKey,
    /// The panic's message, or the error returned.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.key.kind, &self.key.place) {
            (FailureKind::Error, _) => write!(f, "returned the error:\n{}", self.message),
            (FailureKind::False, _) => f.write_str("returned false"),
            (_, Some(place)) => write!(f, "panicked at {place}:\n{}", self.message),
            (_, None) => write!(f, "panicked:\n{}", self.message),
        }
    }
}

/// What a property may return: nothing, a truth value, or a result of either.
#[diagnostic::on_unimplemented(
    message = "a property cannot return `{Self}`",
    note = "it returns nothing, a `bool`, or a `Result` of either whose error has `Debug`"
)]
pub trait IntoOutcome {
    /// What it says about the input.
    fn into_outcome(self, errors_are: ErrorsAre) -> PropertyOutcome;
}

impl IntoOutcome for () {
    fn into_outcome(self, _: ErrorsAre) -> PropertyOutcome {
        PropertyOutcome::Valid
    }
}

impl IntoOutcome for bool {
    fn into_outcome(self, _: ErrorsAre) -> PropertyOutcome {
        if self {
            return PropertyOutcome::Valid;
        }
        let key = FailureKey::new(FailureKind::False, None);
        PropertyOutcome::Failure(Failure { key, message: String::new() })
    }
}

impl<V: IntoOutcome, E: fmt::Debug> IntoOutcome for Result<V, E> {
    fn into_outcome(self, errors_are: ErrorsAre) -> PropertyOutcome {
        match (self, errors_are) {
            (Ok(value), _) => value.into_outcome(errors_are),
            (Err(error), ErrorsAre::Invalid) => PropertyOutcome::Invalid(Why::Error(shown(&error))),
            (Err(error), ErrorsAre::Failures) => {
                let key = FailureKey::new(FailureKind::Error, None);
                PropertyOutcome::Failure(Failure { key, message: shown(&error) })
            }
        }
    }
}

/// An error by `Debug`, but text as it is: what a person wrote should read as it was written.
fn shown(error: &impl fmt::Debug) -> String {
    let debug = format!("{error:?}");
    unquoted(&debug).unwrap_or(debug)
}

/// The text that is written as a string literal, if there is nothing else.
fn unquoted(literal: &str) -> Option<String> {
    let mut rest = literal.strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut text = String::new();
    while let Some(c) = rest.next() {
        text.push(match c {
            // More than one literal.
            '"' => return None,
            '\\' => match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '0' => '\0',
                'u' => {
                    let (digits, behind) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                    rest = behind.chars();
                    char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                }
                other => other,
            },
            c => c,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_are_text_are_shown_as_written() {
        let text = "two\nlines, \"quoted\", \\ and \u{200b}\u{1b}";
        assert_eq!(shown(&text), text);
        assert_eq!(shown(&text.to_owned()), text);
        assert_eq!(shown(&Box::<dyn std::error::Error>::from(text)), text);
        assert_eq!(shown(&Some("text")), "Some(\"text\")");
        assert_eq!(shown(&format_args!("\"a\", \"b\"")), "\"a\", \"b\"");
        assert_eq!(shown(&'"'), "'\"'");
    }
}
