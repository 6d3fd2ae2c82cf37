//! The subjects, and how each takes its input.

use std::fmt::Debug;

use anyhow::{Result, bail};
use defects::Input;

/// A subject.
pub(crate) struct Subject {
    /// Its name, which is that of its directory.
    pub(crate) name: &'static str,
    /// What it is.
    pub(crate) what: &'static str,
    pipeline: Pipeline,
}

/// What a run came to: a summary, or why the input is invalid.
pub(crate) type Ran = Result<String, String>;

enum Pipeline {
    Text(fn(&str) -> Ran),
    Bytes(fn(&[u8]) -> Ran),
    Search(fn(&str, &str) -> Ran),
}

fn shown(result: Result<impl Debug, String>) -> Ran {
    result.map(|summary| format!("{summary:?}"))
}

macro_rules! text {
    ($name:literal, $what:literal, $crate:ident) => {
        Subject {
            name: $name,
            what: $what,
            pipeline: Pipeline::Text(|text| shown($crate::run(text))),
        }
    };
}

/// All subjects with an input; the small algorithms have properties only.
pub(crate) const SUBJECTS: [Subject; 11] = [
    text!("boa", "boa_engine 0.20.0: evaluates JavaScript", subject_boa),
    text!("oxc", "oxc 0.62.0: minifies JavaScript", subject_oxc),
    text!("roxmltree", "roxmltree 0.20.0: parses XML", subject_roxmltree),
    text!("jsonschema", "jsonschema 0.11.0: validates with JSON Schema", subject_jsonschema),
    text!("grass", "grass 0.10.0: compiles SCSS", subject_grass),
    text!("python", "rustpython-compiler 0.4.0: compiles Python", subject_python),
    Subject {
        name: "cafebabe",
        what: "cafebabe 0.4.2: parses Java class files",
        pipeline: Pipeline::Bytes(|bytes| shown(subject_cafebabe::run(bytes))),
    },
    Subject {
        name: "fancyregex",
        what: "fancy-regex 0.7.0: searches for regular expressions",
        pipeline: Pipeline::Search(|pattern, haystack| {
            shown(subject_fancyregex::run(pattern, haystack))
        }),
    },
    text!("sqlparser", "sqlparser 0.9.0: parses SQL", subject_sqlparser),
    text!("cel", "cel-interpreter 0.7.0: evaluates CEL", subject_cel),
    text!("hjson", "serde-hjson 0.9.1: parses Hjson", subject_hjson),
];

/// The subject of a name.
pub(crate) fn find(name: &str) -> Result<&'static Subject> {
    let Some(subject) = SUBJECTS.iter().find(|subject| subject.name == name) else {
        let names: Vec<&str> = SUBJECTS.iter().map(|subject| subject.name).collect();
        bail!("no subject is called {name}; there are {}", names.join(", "));
    };
    Ok(subject)
}

impl Subject {
    /// Runs it; an error says that it takes other inputs.
    pub(crate) fn run(&self, input: &Input) -> Result<Ran> {
        Ok(match (&self.pipeline, input) {
            (Pipeline::Text(run), Input::Text(text)) => run(text),
            (Pipeline::Text(run), Input::Bytes(bytes)) => match std::str::from_utf8(bytes) {
                Ok(text) => run(text),
                Err(error) => Err(error.to_string()),
            },
            (Pipeline::Bytes(run), Input::Bytes(bytes)) => run(bytes),
            (Pipeline::Bytes(run), Input::Text(text)) => run(text.as_bytes()),
            (Pipeline::Search(run), Input::Search { pattern, haystack }) => run(pattern, haystack),
            (Pipeline::Search(_), _) => bail!("{} takes a pattern and a haystack", self.name),
            (_, Input::Search { .. }) => bail!("{} takes one input", self.name),
        })
    }
}
