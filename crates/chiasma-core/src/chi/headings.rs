//! Which calls have a line of their own in a saved input.

use crate::identity::is_body_of;

/// The calls under way, and which of them have a line.
///
/// `s.draw(f)` of a function with `#[generator]` opens two spans, the outer for `draw` and the inner for the
/// function's body. The inner one has no line: `number:` instead of `number:` within `number:`. It is known by its
/// name, which is that of the call around it, and by being the first thing that happens there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Headings {
    calls: Vec<Heading>,
    /// How many of them have a line.
    depth: usize,
}

#[derive(Debug, Clone, Copy)]
struct Heading {
    name: &'static str,
    has_line: bool,
    /// Whether nothing happened in it so far.
    is_empty: bool,
}

impl Headings {
    pub(crate) fn clear(&mut self) {
        self.calls.clear();
        self.depth = 0;
    }

    /// Whether a call that begins now would be the body of the innermost call.
    fn is_body(&self, label: Option<&str>, name: &str) -> bool {
        let within = |call: &Heading| call.is_empty && is_body_of(call.name, name);
        label.is_none() && self.calls.last().is_some_and(within)
    }

    /// Enters a call; gives how many calls with a line are around it, or nothing if it has none itself.
    pub(crate) fn enter(&mut self, label: Option<&str>, name: &'static str) -> Option<usize> {
        let has_line = !self.is_body(label, name);
        let around = self.depth;
        self.fill();
        self.depth += usize::from(has_line);
        self.calls.push(Heading { name, has_line, is_empty: true });
        has_line.then_some(around)
    }

    /// Makes a choice; gives how many calls with a line are around it.
    pub(crate) fn choice(&mut self) -> usize {
        self.fill();
        self.depth
    }

    /// Leaves the innermost call; whether it has a line.
    pub(crate) fn exit(&mut self) -> bool {
        let has_line = self.calls.pop().is_some_and(|call| call.has_line);
        self.depth -= usize::from(has_line);
        has_line
    }

    fn fill(&mut self) {
        if let Some(innermost) = self.calls.last_mut() {
            innermost.is_empty = false;
        }
    }
}
