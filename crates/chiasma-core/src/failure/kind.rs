//! The kinds of failures, and their names.

use std::fmt;

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// The property panicked.
    Panic,
    /// A thread that the property started panicked.
    ThreadPanic,
    /// The generator panicked.
    GeneratorPanic,
    /// The property returned an error.
    Error,
    /// The property returned false.
    False,
    /// The process died.
    Death(Death),
}

/// What a process died of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Death {
    /// A run took longer than the timeout.
    Timeout,
    /// It used more memory than allowed, or an allocation failed.
    OutOfMemory,
    /// It ran out of stack.
    StackOverflow,
    /// The target ended the process with this code.
    Exit(i32),
    /// It aborted: a panic while panicking, or `abort` itself.
    Abort,
    /// The target closed the connection to the supervisor.
    Disconnected,
    /// Another signal.
    Signal(i32),
}

/// The number of SIGSEGV, the same on all Unix systems.
const SEGMENTATION_FAULT: i32 = 11;

/// The kinds that have no number in their name.
const NAMED: [FailureKind; 11] = [
    FailureKind::Panic,
    FailureKind::ThreadPanic,
    FailureKind::GeneratorPanic,
    FailureKind::Error,
    FailureKind::False,
    FailureKind::Death(Death::Timeout),
    FailureKind::Death(Death::OutOfMemory),
    FailureKind::Death(Death::StackOverflow),
    FailureKind::Death(Death::Abort),
    FailureKind::Death(Death::Disconnected),
    FailureKind::Death(Death::Signal(SEGMENTATION_FAULT)),
];

/// What precedes the code of an exit, and a parenthesis follows.
const EXIT: &str = "the target called exit(";
/// What precedes the number of a signal.
const SIGNAL: &str = "signal ";

impl FailureKind {
    /// The kind with this name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        if let Some(kind) = NAMED.into_iter().find(|kind| kind.to_string() == name) {
            return Some(kind);
        }
        let exit = name.strip_prefix(EXIT).and_then(|rest| rest.strip_suffix(')'));
        let death = match (exit, name.strip_prefix(SIGNAL)) {
            (Some(code), _) => Death::Exit(code.parse().ok()?),
            (None, Some(number)) => Death::Signal(number.parse().ok()?),
            (None, None) => return None,
        };
        Some(Self::Death(death))
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panic => f.write_str("panic"),
            Self::ThreadPanic => f.write_str("panic in a thread"),
            Self::GeneratorPanic => f.write_str("panic in the generator"),
            Self::Error => f.write_str("error"),
            Self::False => f.write_str("false"),
            Self::Death(death) => death.fmt(f),
        }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => f.write_str("timeout"),
            Self::OutOfMemory => f.write_str("out of memory"),
            Self::StackOverflow => f.write_str("stack overflow"),
            Self::Exit(code) => write!(f, "{EXIT}{code})"),
            Self::Abort => f.write_str("abort"),
            Self::Disconnected => f.write_str("the target closed the worker's connection"),
            Self::Signal(SEGMENTATION_FAULT) => f.write_str("segmentation fault"),
            Self::Signal(number) => write!(f, "{SIGNAL}{number}"),
        }
    }
}
