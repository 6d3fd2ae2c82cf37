//! What is wrong or doubtful in a grammar, and where.

use std::fmt;

/// A place in a grammar's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Place {
    /// Which file, in the order read.
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Something is ignored; the grammar can be used.
    Warning,
    /// The grammar cannot be used.
    Error,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The file's name as it was given.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let Self { file, line, column, message, .. } = self;
        write!(f, "{file}:{line}:{column}: {severity}: {message}")?;
        match &self.hint {
            Some(hint) => write!(f, "\n  hint: {hint}"),
            None => Ok(()),
        }
    }
}

/// Why a grammar cannot be used: its errors, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarError {
    /// The errors and, between them, the warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        for (n, error) in errors.enumerate() {
            if n > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for GrammarError {}

/// Maximum number of findings that are reported; a file of garbage has one in every line.
const MOST: usize = 50;

/// Collects findings while files are read.
#[derive(Debug, Default)]
pub(crate) struct Report {
    files: Vec<String>,
    diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Adds a file, and gives its number.
    pub(crate) fn add_file(&mut self, name: &str) -> u32 {
        self.files.push(name.to_owned());
        self.files.len() as u32 - 1
    }

    pub(crate) fn file(&self, number: u32) -> &str {
        self.files.get(number as usize).map_or("", String::as_str)
    }

    pub(crate) fn error(
        &mut self,
        place: Place,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.add(Severity::Error, place, message.into(), Some(hint.into()));
    }

    pub(crate) fn warning(&mut self, place: Place, message: impl Into<String>) {
        self.add(Severity::Warning, place, message.into(), None);
    }

    fn add(&mut self, severity: Severity, place: Place, message: String, hint: Option<String>) {
        let is_room =
            self.diagnostics.len() < MOST || (severity == Severity::Error && !self.has_errors());
        if is_room {
            let Place { file, line, column } = place;
            let file = self.file(file).to_owned();
            self.diagnostics.push(Diagnostic { severity, file, line, column, message, hint });
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }

    pub(crate) fn files(&self) -> &[String] {
        &self.files
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}
