//! The styles of contenders: they differ in dashes and markers first, in colour second.

use super::svg::{Closing, Svg};

/// Dash patterns; the first is a solid line. They are not as many as markers and colours, so that the ninth
/// contender differs from the first.
const DASHES: [&str; 7] = ["none", "7 3", "2 2", "9 3 2 3", "4 2", "12 3", "9 2 2 2 2 2"];
/// Shapes of markers, filled and then hollow.
const SHAPES: usize = 4;
const FILLS: usize = 2;
/// Colours of the page's style sheet: `--c0` and so on.
const COLOURS: usize = 8;

/// The look of the contender at this place.
#[derive(Clone, Copy)]
pub(super) struct Style(pub(super) usize);

impl Style {
    /// The attributes of its line.
    pub(super) fn line(self) -> String {
        let dashes = DASHES[self.0 % DASHES.len()];
        format!("class=\"series\" stroke=\"{}\" stroke-dasharray=\"{dashes}\"", self.colour())
    }

    /// The attributes of an area in its colour.
    pub(super) fn area(self) -> String {
        format!("class=\"band\" fill=\"{}\"", self.colour())
    }

    /// Draws its marker.
    pub(super) fn marker(self, svg: &mut Svg, (x, y): (f64, f64)) {
        let colour = self.colour();
        let is_filled = (self.0 / SHAPES).is_multiple_of(FILLS);
        let fill = if is_filled { colour.as_str() } else { "var(--page)" };
        let attributes = format!("class=\"marker\" fill=\"{fill}\" stroke=\"{colour}\"");
        let size = 3.2;
        match self.0 % SHAPES {
            0 => svg.add(format_args!(
                "<circle {attributes} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size}\"/>"
            )),
            1 => {
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                svg.path(
                    &attributes,
                    &corners.map(|(dx, dy)| (x + dx * 2.8, y + dy * 2.8)),
                    Closing::Closed,
                );
            }
            2 => {
                let corners = [(0.0, -1.2), (1.1, 0.9), (-1.1, 0.9)];
                svg.path(
                    &attributes,
                    &corners.map(|(dx, dy)| (x + dx * size, y + dy * size)),
                    Closing::Closed,
                );
            }
            _ => {
                let corners = [(0.0, -1.3), (1.2, 0.0), (0.0, 1.3), (-1.2, 0.0)];
                svg.path(
                    &attributes,
                    &corners.map(|(dx, dy)| (x + dx * size, y + dy * size)),
                    Closing::Closed,
                );
            }
        }
    }

    fn colour(self) -> String {
        format!("var(--c{})", self.0 % COLOURS)
    }
}
