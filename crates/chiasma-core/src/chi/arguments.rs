//! The arguments of a property, by which a saved input is matched after some of them were renamed.

use crate::identity::short_name;
use crate::trace::{SpanIndex, Trace};

/// The labelled calls at the outermost level of a run: the arguments of a property, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arguments {
    all: Vec<Argument>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Argument {
    title: String,
    /// The generator, as a `.chi` file names it.
    generator: String,
}

impl Arguments {
    /// The arguments that a run drew.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let is_outermost = |parent: Option<SpanIndex>| {
            trace.explicit(parent.unwrap_or(SpanIndex::ROOT)) == SpanIndex::ROOT
        };
        let spans = trace.spans().iter().skip(1).filter(|span| is_outermost(span.parent));
        let labelled = spans.filter(|span| span.label.is_some());
        let argument = |span: &crate::trace::Span| Argument {
            title: span.title(),
            generator: short_name(span.name).to_string(),
        };
        Self { all: labelled.map(argument).collect() }
    }

    /// The old title and the new one of each argument that was renamed. `saved` are those of a saved input, each with
    /// its generator.
    ///
    /// The first saved one whose title no longer exists belongs to the first new argument with the same generator, and so on.
    pub(super) fn renamed(&self, saved: &[(String, String)]) -> Vec<(String, String)> {
        let is_saved =
            |argument: &&Argument| saved.iter().any(|(title, _)| *title == argument.title);
        let mut new: Vec<&Argument> =
            self.all.iter().filter(|argument| !is_saved(argument)).collect();
        let is_gone = |title: &str| self.all.iter().all(|argument| argument.title != title);
        let mut renamed = Vec::new();
        for (title, generator) in saved.iter().filter(|(title, _)| is_gone(title)) {
            if let Some(at) = new.iter().position(|argument| argument.generator == *generator) {
                renamed.push((title.clone(), new.remove(at).title.clone()));
            }
        }
        renamed
    }
}
