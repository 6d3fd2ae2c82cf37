//! Errors of the compiler, as cargo passes them on.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// An error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    pub(crate) message: String,
    /// As the compiler shows it.
    pub(crate) rendered: String,
    /// Where; the places that matter most come first.
    pub(crate) spans: Vec<DiagnosticSpan>,
}

/// A place of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DiagnosticSpan {
    pub(crate) file: PathBuf,
    pub(crate) range: Range<usize>,
}

impl DiagnosticSpan {
    /// Whether it is in the file at `path`, relative to the workspace.
    pub(crate) fn is_in(&self, path: &Path) -> bool {
        self.file.ends_with(path)
    }
}

#[derive(Deserialize)]
struct CargoMessage {
    reason: String,
    message: Option<CompilerMessage>,
}

#[derive(Deserialize)]
struct CompilerMessage {
    message: String,
    level: String,
    rendered: Option<String>,
    spans: Vec<CompilerSpan>,
    #[serde(default)]
    children: Vec<CompilerMessage>,
}

#[derive(Deserialize)]
struct CompilerSpan {
    file_name: PathBuf,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: CompilerSpan,
}

/// The errors in the output of `cargo --message-format=json`; other lines are passed over.
pub(crate) fn errors(output: &str) -> Vec<Diagnostic> {
    let messages = output.lines().filter_map(|line| serde_json::from_str(line).ok());
    messages
        .filter(|message: &CargoMessage| message.reason == "compiler-message")
        .filter_map(|message| message.message)
        .filter(|message| message.level == "error" || message.level.starts_with("error:"))
        // A summary, such as "aborting due to 2 previous errors", has no place.
        .filter(|message| !message.spans.is_empty())
        .map(diagnostic)
        .collect()
}

fn diagnostic(message: CompilerMessage) -> Diagnostic {
    let (mut primary, mut secondary) = (Vec::new(), Vec::new());
    for span in message.spans {
        let list = if span.is_primary { &mut primary } else { &mut secondary };
        // In a macro, the place of its use is what the file has.
        let mut span = Some(span);
        while let Some(CompilerSpan { file_name, byte_start, byte_end, expansion, .. }) = span {
            list.push(DiagnosticSpan { file: file_name, range: byte_start..byte_end });
            span = expansion.map(|expansion| expansion.span);
        }
    }
    for span in message.children.into_iter().flat_map(|child| child.spans) {
        let range = span.byte_start..span.byte_end;
        secondary.push(DiagnosticSpan { file: span.file_name, range });
    }
    primary.append(&mut secondary);
    Diagnostic {
        message: message.message,
        rendered: message.rendered.unwrap_or_default(),
        spans: primary,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_with_their_primary_place_first() {
        let output = r#"not json
{"reason":"compiler-artifact"}
{"reason":"compiler-message","message":{"message":"unused","level":"warning","spans":[]}}
{"reason":"compiler-message","message":{"message":"mismatched types","level":"error","rendered":"x","spans":[
"#
        .to_owned()
            + "\n";
        assert_eq!(errors(&output), []);
        let span = |start: usize, primary: bool| {
            format!(
                r#"{{"file_name":"src/lib.rs","byte_start":{start},"byte_end":{},"is_primary":{primary}}}"#,
                start + 1
            )
        };
        let line = format!(
            r#"{{"reason":"compiler-message","message":{{"message":"mismatched types","level":"error","rendered":"x","spans":[{},{}]}}}}"#,
            span(1, false),
            span(7, true)
        );
        let errors = errors(&line);
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].spans[0].range, 7..8);
        assert_eq!(errors[0].spans[1].range, 1..2);
        assert!(errors[0].spans[0].is_in(Path::new("src/lib.rs")));
        assert!(!errors[0].spans[0].is_in(Path::new("rc/lib.rs")));
    }
}
