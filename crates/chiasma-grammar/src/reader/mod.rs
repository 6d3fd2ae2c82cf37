//! Reading ANTLR 4 grammars: files, what they import, and the lexer that a parser grammar names.

pub(crate) mod ast;
mod cursor;
mod elements;
mod parse;
mod quoted;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Place, Report};
use ast::{File, FileKind};

/// Maximum number of files that a grammar may consist of.
const MAX_FILES: usize = 100;

/// The rules of a grammar and of everything that it uses.
#[derive(Debug)]
pub(crate) struct Sources {
    pub(crate) name: String,
    pub(crate) kind: FileKind,
    pub(crate) ignores_case: bool,
    pub(crate) rules: Vec<ast::Rule>,
    pub(crate) tokens: Vec<(String, Place)>,
    pub(crate) place: Place,
}

/// Where the files that a grammar names are found.
pub(crate) trait Files {
    /// The text of the grammar called `name`, and what to call its file.
    fn find(&self, name: &str) -> Result<(String, String), String>;
}

/// No other file can be named.
pub(crate) struct NoFiles;

impl Files for NoFiles {
    fn find(&self, _: &str) -> Result<(String, String), String> {
        Err("the grammar was given as text, so other files cannot be found".to_owned())
    }
}

/// Files beside the first one, or in the directory around it: targets have directories of their own in some collections.
pub(crate) struct Directory(pub(crate) PathBuf);

impl Files for Directory {
    fn find(&self, name: &str) -> Result<(String, String), String> {
        let file = format!("{name}.g4");
        let beside = self.0.join(&file);
        let around = self.0.join("..").join(&file);
        let path = if !beside.exists() && around.exists() { around } else { beside };
        match read_file(&path) {
            Ok(text) => Ok((text, path.display().to_string())),
            Err(error) => Err(format!("cannot read {}: {error}", path.display())),
        }
    }
}

/// The text of a file; bytes that are not UTF-8 are read as Latin-1, as old grammars need.
pub(crate) fn read_file(path: &Path) -> std::io::Result<String> {
    let bytes = std::fs::read(path)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// Reads a grammar from its text, and what it names from `files`.
pub(crate) fn read(name: &str, text: &str, files: &dyn Files, report: &mut Report) -> Sources {
    let number = report.add_file(name);
    let first = parse::read(text, number, report);
    let mut sources = Sources {
        name: first.name.clone(),
        kind: first.kind,
        ignores_case: first.option("caseInsensitive") == Some("true"),
        rules: Vec::new(),
        tokens: Vec::new(),
        place: first.place,
    };
    let mut seen = HashSet::from([first.name.clone()]);
    add(&mut sources, first, files, report, &mut seen);
    sources
}

/// Adds a file, then what it imports: its own rules come first, and win.
fn add(
    sources: &mut Sources,
    file: File,
    files: &dyn Files,
    report: &mut Report,
    seen: &mut HashSet<String>,
) {
    let mut pending = vec![file];
    while let Some(mut file) = pending.pop() {
        let ignores_case = file.option("caseInsensitive") == Some("true");
        let vocabulary = file.option("tokenVocab").map(|name| (name.to_owned(), file.place));
        let own: HashSet<String> = sources.rules.iter().map(|rule| rule.name.clone()).collect();
        for mut rule in file.rules.drain(..) {
            rule.ignores_case.get_or_insert(ignores_case);
            // A rule of an importing grammar replaces one of the same name; two of one file are reported.
            if !own.contains(&rule.name) {
                sources.rules.push(rule);
            }
        }
        sources.tokens.append(&mut file.tokens);
        let imports: Vec<(String, Place)> = file.imports.drain(..).collect();
        let is_vocabulary = |name: &str| !imports.iter().any(|(import, _)| import == name);
        for (name, place) in imports.iter().cloned().chain(vocabulary).rev() {
            if seen.len() >= MAX_FILES {
                report.error(
                    place,
                    format!("more than {MAX_FILES} files"),
                    "import fewer grammars",
                );
                return;
            }
            if !seen.insert(name.clone()) {
                continue;
            }
            match files.find(&name) {
                Ok((text, shown)) => {
                    let number = report.add_file(&shown);
                    pending.push(parse::read(&text, number, report));
                }
                // A lexer takes no more than the numbers of tokens from its vocabulary.
                Err(error) if file.kind == FileKind::Lexer && is_vocabulary(&name) => {
                    report
                        .warning(place, format!("`{name}` is not found, and not needed: {error}"));
                }
                Err(error) => {
                    let hint = format!("put {name}.g4 beside the grammar that names it");
                    report.error(place, format!("`{name}` is not found: {error}"), hint);
                }
            }
        }
    }
}
