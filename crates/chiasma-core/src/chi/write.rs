//! Writing a trace as a `.chi` file.

use std::collections::HashMap;
use std::fmt::Write;

use super::headings::Headings;
use super::statement::Statements;
use super::{Chi, VERSION};
use crate::display::{harmless, shortened};
use crate::identity::short_name;
use crate::request::{Ask, Kind, Request};
use crate::source::Saved;
use crate::trace::{Span, SpanIndex, Trace, title};

impl Chi {
    /// The text of a saved input, with `remarks` for the reader at the top.
    #[must_use]
    pub fn write(trace: &Trace, remarks: &[String]) -> String {
        Self::heading(remarks) + &Self::lines(trace)
    }

    /// The text of a saved input without its heading.
    #[must_use]
    pub fn lines(trace: &Trace) -> String {
        let mut text = String::new();
        walk(trace, &mut |visited| match visited {
            Visited::Call(span, depth) => call(&mut text, span.label, span.name, depth),
            Visited::Choice(request, depth) => {
                choice(&mut text, request, trace.bytes_of(request), depth);
            }
        });
        text
    }

    /// The heading of a saved input: the format's version, and `remarks` for the reader.
    #[must_use]
    pub fn heading(remarks: &[String]) -> String {
        let mut text = format!("chiasma {VERSION}\n");
        for remark in remarks {
            // A remark may be what a target said, and the file is looked at in a terminal.
            for line in harmless(&shortened(remark)).lines() {
                let _ = writeln!(text, "# {line}");
            }
        }
        text.push('\n');
        text
    }
}

/// A call or a choice, and how many calls are around it.
enum Visited<'t> {
    Call(&'t Span, usize),
    Choice(&'t Request, usize),
}

/// Visits the calls and choices of a run in their order.
///
/// A call of a function with `#[generator]` by `draw` is two spans, one within the other, and visited once.
fn walk<'t>(trace: &'t Trace, visit: &mut dyn FnMut(Visited<'t>)) {
    let mut requests = trace.requests().iter().enumerate().peekable();
    let mut open = OpenCalls::default();
    // Automatic spans are left out: `cargo test` replays the input without hooks.
    let spans = trace.spans().iter().enumerate().skip(1);
    for (at, span) in spans.filter(|(_, span)| !span.is_automatic()) {
        while let Some((_, request)) = requests.next_if(|(n, _)| (*n as u32) < span.requests.start)
        {
            open.close_down_to(trace.explicit(request.span));
            visit(Visited::Choice(request, open.choice()));
        }
        // Calls that drew nothing still count as occurrences of their title when replayed.
        open.close_down_to(trace.explicit(span.parent.unwrap_or(SpanIndex::ROOT)));
        if let Some(depth) = open.call(SpanIndex(at as u32), span) {
            visit(Visited::Call(span, depth));
        }
    }
    for (_, request) in requests {
        open.close_down_to(trace.explicit(request.span));
        visit(Visited::Choice(request, open.choice()));
    }
}

/// The calls under way, without the root.
#[derive(Default)]
struct OpenCalls {
    spans: Vec<SpanIndex>,
    headings: Headings,
}

impl OpenCalls {
    fn close_down_to(&mut self, span: SpanIndex) {
        while self.spans.last().is_some_and(|&innermost| innermost != span) {
            self.spans.pop();
            self.headings.exit();
        }
    }

    /// Opens a call; gives how many visited calls are around it, or nothing if it is not visited.
    fn call(&mut self, index: SpanIndex, span: &Span) -> Option<usize> {
        self.spans.push(index);
        self.headings.enter(span.label, span.name)
    }

    /// A choice; gives how many visited calls are around it.
    fn choice(&mut self) -> usize {
        self.headings.choice()
    }
}

/// The statements of a run.
pub(super) fn statements(trace: &Trace, to: &mut impl Statements) {
    let mut open = 0;
    let mut titles: HashMap<Named, (String, Option<String>)> = HashMap::new();
    walk(trace, &mut |visited| {
        let (Visited::Call(_, depth) | Visited::Choice(_, depth)) = visited;
        (depth..open).for_each(|_| to.end_call());
        open = depth;
        match visited {
            Visited::Call(Span { label, name, .. }, _) => {
                let (title, generator) = titles
                    .entry((*label, name))
                    .or_insert_with(|| (title(*label, name), label.map(|_| short_name(name))));
                to.call(title, generator.as_deref());
                open += 1;
            }
            Visited::Choice(request, _) => {
                let answer = match request.ask.kind {
                    Kind::Bytes => Saved::Bytes(trace.bytes_of(request).to_owned()),
                    _ => Saved::Number(request.ask.number(request.value)),
                };
                to.choice(request.ask.kind.word(), answer);
            }
        }
    });
}

/// The label and the name of a call.
type Named = (Option<&'static str>, &'static str);

/// The line of a call.
pub(crate) fn call(text: &mut String, label: Option<&str>, name: &str, depth: usize) {
    let generator = label.map(|_| short_name(name));
    call_line(text, &title(label, name), generator.as_deref(), depth);
}

pub(super) fn call_line(text: &mut String, title: &str, generator: Option<&str>, depth: usize) {
    let _ = write!(text, "{}{title}:", "  ".repeat(depth));
    if let Some(generator) = generator {
        let _ = write!(text, "  # {generator}");
    }
    text.push('\n');
}

/// The line of a choice, whose answer is in `bytes`.
pub(crate) fn choice(text: &mut String, request: &Request, bytes: &[u8], depth: usize) {
    let word = request.ask.kind.word();
    match request.ask.kind {
        Kind::Bytes => choice_line(text, word, &hexadecimal(bytes), depth),
        Kind::Bool => choice_line(text, word, &request.to_string(), depth),
        _ => {
            choice_line(text, word, &request.to_string(), depth);
            let _ = write!(text, "  # {}", range(&request.ask));
            if let Some(alternative) = request.alternative {
                let _ = write!(text, ", {alternative}");
            }
        }
    }
    text.push('\n');
}

/// The line of a choice up to its comment.
pub(super) fn choice_line(text: &mut String, word: &str, value: &str, depth: usize) {
    let _ = write!(text, "{}{word} = {value}", "  ".repeat(depth));
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

fn range(ask: &Ask) -> String {
    let low = match ask.kind {
        Kind::Signed => i128::from(ask.low as i64),
        _ => i128::from(ask.low),
    };
    let high = low + i128::from(ask.max);
    match ask.kind {
        Kind::Char => {
            let end = |n: i128| char::from_u32(crate::request::code_point(n as u64)).unwrap_or('?');
            format!("{:?}..={:?}", end(low), end(high))
        }
        _ => format!("{low}..={high}"),
    }
}
