//! A small writer of SVG.

use std::fmt::Write;

use chiasma_core::display::escape_html;

use super::WIDTH;

/// A picture that is being drawn.
pub(super) struct Svg {
    body: String,
    height: f64,
}

/// On which side of its place a text stands.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub(super) fn new(height: f64) -> Self {
        Self { body: String::new(), height }
    }

    /// The picture, with a title for those who do not see it.
    pub(super) fn finish(self, title: &str) -> String {
        let Self { body, height } = self;
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">\
             <title>{}</title>\n{body}</svg>\n",
            escape_html(title)
        )
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    pub(super) fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64)) {
        let ((x, y), (width, height)) = (at, size);
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        ));
    }

    pub(super) fn text(&mut self, class: &str, at: (f64, f64), anchor: Anchor, text: &str) {
        let (x, y) = at;
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape_html(text);
        self.add(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// A path through these points; `attributes` go into its tag.
    pub(super) fn path(&mut self, attributes: &str, points: &[(f64, f64)], closing: Closing) {
        if points.is_empty() {
            return;
        }
        let mut data = String::new();
        for (at, (x, y)) in points.iter().enumerate() {
            let command = if at == 0 { 'M' } else { 'L' };
            let _ = write!(data, "{command}{x:.1} {y:.1}");
        }
        let end = match closing {
            Closing::Open => "",
            Closing::Closed => "Z",
        };
        self.add(format_args!("<path {attributes} d=\"{data}{end}\"/>"));
    }

    /// Anything else.
    pub(super) fn add(&mut self, element: impl std::fmt::Display) {
        let _ = writeln!(self.body, "{element}");
    }
}

/// Whether a path returns to its beginning.
#[derive(Clone, Copy)]
pub(super) enum Closing {
    Open,
    Closed,
}
