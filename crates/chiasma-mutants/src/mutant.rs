//! A mutant: one small change of the source, as `cargo mutants` lists it.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The id of a mutant within a schema; 0 is no mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MutantId(pub u32);

impl fmt::Display for MutantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A change of the source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// Its id.
    pub id: MutantId,
    /// File, place and change in one line.
    pub name: String,
    /// The package.
    pub package: String,
    /// The file, relative to the workspace.
    pub file: PathBuf,
    /// The path of the function, and its return type; none outside functions.
    pub function: Option<String>,
    /// What is replaced.
    pub span: Span,
    /// What replaces it.
    pub replacement: String,
    /// The kind of change.
    pub genre: Genre,
}

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Genre {
    /// A function returns a fixed value at once.
    FnValue,
    /// Another binary operator.
    BinaryOperator,
    /// A unary operator is left out.
    UnaryOperator,
    /// A match arm is left out.
    MatchArm,
    /// The guard of a match arm is constant.
    MatchArmGuard,
    /// A field of a struct literal is left to its base.
    StructField,
}

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LineColumn {
    /// From 1 on.
    pub line: usize,
    /// From 1 on, in characters.
    pub column: usize,
}

/// A region of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Where it starts.
    pub start: LineColumn,
    /// Where it ends, exclusively.
    pub end: LineColumn,
}

/// A mutant as `cargo mutants --list --json` writes it.
#[derive(Debug, Deserialize)]
struct Listed {
    name: String,
    package: String,
    file: PathBuf,
    function: Option<ListedFunction>,
    span: Span,
    replacement: String,
    genre: Genre,
}

#[derive(Debug, Deserialize)]
struct ListedFunction {
    function_name: String,
    return_type: String,
}

/// Reads the list of `cargo mutants --list --json`; ids follow the list, from 1 on.
pub(crate) fn parse_list(json: &str) -> serde_json::Result<Vec<Mutant>> {
    let listed: Vec<Listed> = serde_json::from_str(json)?;
    let mutants = (1..).zip(listed).map(|(id, listed)| {
        let Listed { name, package, file, function, span, replacement, genre } = listed;
        let function = function.map(|f| match f.return_type.as_str() {
            "" => f.function_name,
            returned => format!("{} {returned}", f.function_name),
        });
        Mutant { id: MutantId(id), name, package, file, function, span, replacement, genre }
    });
    Ok(mutants.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_cargo_mutants_is_read() {
        let json = r#"[{
            "name": "src/lib.rs:2:5: replace largest -> i32 with 0",
            "package": "p", "file": "src/lib.rs",
            "function": {"function_name": "largest", "return_type": "-> i32",
                "span": {"start": {"line": 1, "column": 1}, "end": {"line": 3, "column": 2}}},
            "span": {"start": {"line": 2, "column": 5}, "end": {"line": 2, "column": 9}},
            "replacement": "0", "genre": "FnValue"}]"#;
        let mutants = parse_list(json).unwrap();
        assert_eq!(mutants.len(), 1);
        assert_eq!(mutants[0].id, MutantId(1));
        assert_eq!(mutants[0].function.as_deref(), Some("largest -> i32"));
        assert_eq!(mutants[0].span.start, LineColumn { line: 2, column: 5 });
    }
}
