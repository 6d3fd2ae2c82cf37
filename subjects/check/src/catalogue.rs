//! The subjects, and how each takes its input.

use std::fmt::Debug;

use anyhow::{Result, bail};
use chiasma_lab::defects::Input;

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

const fn text(name: &'static str, what: &'static str, run: fn(&str) -> Ran) -> Subject {
    Subject { name, what, pipeline: Pipeline::Text(run) }
}

/// All subjects with an input; the small algorithms have properties only.
pub(crate) const SUBJECTS: [Subject; 11] = [
    text("boa", "boa_engine 0.20.0: evaluates JavaScript", |text| shown(subject_boa::run(text))),
    text("oxc", "oxc 0.62.0: minifies JavaScript", |text| shown(subject_oxc::run(text))),
    text("roxmltree", "roxmltree 0.20.0: parses XML", |text| shown(subject_roxmltree::run(text))),
    text("jsonschema", "jsonschema 0.11.0: validates with JSON Schema", |text| {
        shown(subject_jsonschema::run(text))
    }),
    text("grass", "grass 0.10.0: compiles SCSS", |text| shown(subject_grass::run(text))),
    text("python", "rustpython-compiler 0.4.0: compiles Python", |text| {
        shown(subject_python::run(text))
    }),
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
    text("sqlparser", "sqlparser 0.9.0: parses SQL", |text| shown(subject_sqlparser::run(text))),
    text("cel", "cel-interpreter 0.7.0: evaluates CEL", |text| shown(subject_cel::run(text))),
    text("hjson", "serde-hjson 0.9.1: parses Hjson", |text| shown(subject_hjson::run(text))),
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
