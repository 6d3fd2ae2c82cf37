//! Writing a trace as a `.chi` file.

use std::fmt::Write;

use super::{Chi, VERSION};
use crate::identity::short_name;
use crate::request::{Ask, Kind, Request};
use crate::trace::{Span, SpanIndex, Trace};

impl Chi {
    /// The text of a saved input, with `remarks` for the reader at the top.
    #[must_use]
    pub fn write(trace: &Trace, remarks: &[String]) -> String {
        let mut text = format!("chiasma {VERSION}\n");
        for line in remarks.iter().flat_map(|remark| remark.lines()) {
            let _ = writeln!(text, "# {line}");
        }
        text.push('\n');
        let mut requests = trace.requests().iter().enumerate().peekable();
        let mut open = vec![SpanIndex::ROOT];
        for (at, span) in trace.spans().iter().enumerate().skip(1) {
            while let Some((_, request)) =
                requests.next_if(|(n, _)| (*n as u32) < span.requests.start)
            {
                close_down_to(&mut open, request.span);
                choice(&mut text, trace, request, open.len() - 1);
            }
            // Calls that drew nothing count among their like when the input is replayed.
            close_down_to(&mut open, span.parent.unwrap_or(SpanIndex::ROOT));
            call(&mut text, span, open.len() - 1);
            open.push(SpanIndex(at as u32));
        }
        for (_, request) in requests {
            close_down_to(&mut open, request.span);
            choice(&mut text, trace, request, open.len() - 1);
        }
        text
    }
}

fn close_down_to(open: &mut Vec<SpanIndex>, span: SpanIndex) {
    while open.last().is_some_and(|&innermost| innermost != span) && open.len() > 1 {
        open.pop();
    }
}

fn call(text: &mut String, span: &Span, depth: usize) {
    let _ = write!(text, "{}{}:", "  ".repeat(depth), span.title());
    if span.label.is_some() {
        let _ = write!(text, "  # {}", short_name(span.name));
    }
    text.push('\n');
}

fn choice(text: &mut String, trace: &Trace, request: &Request, depth: usize) {
    let _ = write!(text, "{}{} = ", "  ".repeat(depth), request.ask.kind.word());
    match request.ask.kind {
        Kind::Bytes => {
            let bytes: Vec<_> =
                trace.bytes_of(request).iter().map(|byte| format!("{byte:02x}")).collect();
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
