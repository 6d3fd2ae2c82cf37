//! When two failures are the same defect.

use std::path::Path;

use chiasma_core::Chi;
use chiasma_core::chi::file_name;
use chiasma_runtime::protocol::Value;
use chiasma_runtime::{Failure, FailureKind};

use crate::property::Property;
use crate::symbols::Symbols;
use crate::worker::Death;

/// The callers that tell two failures at one place apart.
const FRAMES: usize = 5;

/// What a failure is known by: its kind, its place, and its innermost callers in user code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The kind and the place, in one line.
    pub title: String,
    /// The callers, innermost first.
    pub callers: Vec<String>,
}

impl Identity {
    /// The identity of a failure that its worker survived.
    pub fn of_failure(failure: &Failure, symbols: &Symbols) -> Self {
        let what = match failure.kind {
            FailureKind::Panic {} => "panic",
            FailureKind::ThreadPanic {} => "panic in a thread",
            FailureKind::Error {} => "error",
            FailureKind::False {} => "false",
            FailureKind::Generator {} => "panic in the generator",
        };
        let title = match &failure.location {
            Some(location) => format!("{what} at {location}"),
            None => what.to_owned(),
        };
        let callers = symbols.user_frames(&failure.frames, FRAMES);
        Self { title, callers: callers.into_iter().map(|frame| frame.function).collect() }
    }

    /// The identity of a death; what the worker printed last may tell a place.
    pub fn of_death(death: &Death, output: &str) -> Self {
        let place = output.lines().find_map(|line| {
            let (_, place) = line.split_once(" panicked at ")?;
            Some(place.trim_end_matches(':').to_owned())
        });
        let title = match place {
            Some(place) => format!("{} at {place}", death.reason()),
            None => death.reason(),
        };
        Self { title, callers: Vec::new() }
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        let mut text = self.title.clone();
        for caller in &self.callers {
            text.push('\n');
            text.push_str(caller);
        }
        file_name(text.as_bytes())
    }

    /// The text of its file, for an input with these values and lines.
    pub fn file_text(
        &self,
        property: &Property,
        message: &str,
        values: &[Value],
        lines: &str,
    ) -> String {
        let mut remarks = vec![format!("property {}", property.path), self.title.clone()];
        remarks.push(message.to_owned());
        remarks.extend(self.callers.iter().map(|caller| format!("  in {caller}")));
        remarks.extend(values.iter().map(|value| format!("{} = {}", value.name, value.text)));
        Chi::heading(&remarks) + lines
    }

    /// Whether a failure with this identity is saved already.
    pub fn is_saved_in(&self, directory: &Path) -> bool {
        directory.join(format!("{}.chi", self.file_name())).exists()
    }
}
