//! Writing a trace as a `.chi` file.

use std::fmt::Write;

use super::{Chi, VERSION};
use crate::display::{harmless, shortened};
use crate::identity::short_name;
use crate::request::{Ask, Kind, Request};
use crate::trace::{SpanIndex, Trace, title};

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
        let mut requests = trace.requests().iter().enumerate().peekable();
        let mut open = vec![SpanIndex::ROOT];
        // Automatic spans are left out: `cargo test` replays the file without hooks.
        let spans = trace.spans().iter().enumerate().skip(1);
        for (at, span) in spans.filter(|(_, span)| !span.is_automatic()) {
            while let Some((_, request)) =
                requests.next_if(|(n, _)| (*n as u32) < span.requests.start)
            {
                close_down_to(&mut open, trace.explicit(request.span));
                choice(&mut text, request, trace.bytes_of(request), open.len() - 1);
            }
            // Calls that drew nothing still count as occurrences of their title when replayed.
            close_down_to(&mut open, trace.explicit(span.parent.unwrap_or(SpanIndex::ROOT)));
            call(&mut text, span.label, span.name, open.len() - 1);
            open.push(SpanIndex(at as u32));
        }
        for (_, request) in requests {
            close_down_to(&mut open, trace.explicit(request.span));
            choice(&mut text, request, trace.bytes_of(request), open.len() - 1);
        }
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

fn close_down_to(open: &mut Vec<SpanIndex>, span: SpanIndex) {
    while open.last().is_some_and(|&innermost| innermost != span) && open.len() > 1 {
        open.pop();
    }
}

/// The line of a call.
pub(crate) fn call(text: &mut String, label: Option<&str>, name: &str, depth: usize) {
    let title = title(label, name);
    let _ = write!(text, "{}{title}:", "  ".repeat(depth));
    if label.is_some() {
        let _ = write!(text, "  # {}", short_name(name));
    }
    text.push('\n');
}

/// The line of a choice, whose answer is in `bytes`.
pub(crate) fn choice(text: &mut String, request: &Request, bytes: &[u8], depth: usize) {
    let _ = write!(text, "{}{} = ", "  ".repeat(depth), request.ask.kind.word());
    match request.ask.kind {
        Kind::Bytes => {
            let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let _ = write!(text, "{}", bytes.join(" "));
        }
        Kind::Bool => {
            let _ = write!(text, "{request}");
        }
        _ => {
            let _ = write!(text, "{request}  # {}", range(&request.ask));
        }
    }
    text.push('\n');
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
