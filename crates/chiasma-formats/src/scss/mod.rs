//! SCSS style sheets.
//!
//! All that [`css`](crate::css) writes, and on top of it variables with scopes, expressions of every
//! kind, maps and lists, nesting with suffixes, placeholders and extension, mixins with arguments
//! and blocks, functions, conditions and loops that end, interpolation, and the built-in modules.
//! Expressions have kinds, so that what is written mostly compiles and does not only parse.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::scss;
//!
//! let text = Source::random(Seed(1)).draw(scss::stylesheets().budget(60));
//! println!("{text}");
//! ```
//!
//! The dictionary's `names` are also variables, mixins and functions; the rest is as for CSS.

mod calls;
mod control;
mod definitions;
mod expressions;
mod library;
mod literals;
mod state;
mod statements;
mod variables;

use chiasma_core::{Source, pick};

use crate::css::numbers::Measure;
use crate::css::sheet::{Dialect, Sheet};
use crate::css::values::Leaf;
use crate::draft::Draft;
use crate::format::Format;
use state::{Kind, State};

/// Whole style sheets.
pub fn stylesheets() -> Format {
    Format::new("chiasma_formats::scss::stylesheets", 50, write_stylesheet)
}

/// Expressions alone, of any kind that a declaration may have as its value.
pub fn expressions() -> Format {
    Format::new("chiasma_formats::scss::expressions", 20, write_expression)
}

fn write_stylesheet(s: &mut Source, draft: Draft<'_>) -> String {
    let mut d = Sheet::new(draft, State::new());
    statements::sheet(s, &mut d);
    d.draft.out
}

fn write_expression(s: &mut Source, draft: Draft<'_>) -> String {
    let mut d = Sheet::new(draft, State::new());
    expressions::printable(s, &mut d);
    d.draft.out
}

/// A sheet of SCSS that is being written.
type Scss<'d> = Sheet<'d, State>;

impl Dialect for State {
    const IS_EXTENDED: bool = true;

    fn typed(s: &mut Source, d: &mut Scss<'_>, name: &'static str) -> bool {
        let is_color = name.ends_with("::color");
        if !is_color || d.is_raw || !s.ratio(5, 6) {
            return false;
        }
        if s.one_in(3) {
            expressions::expression(s, d, Kind::Color);
        } else {
            expressions::simple(s, d, Kind::Color);
        }
        true
    }

    fn operand(s: &mut Source, d: &mut Scss<'_>, measure: Measure) -> bool {
        let Some(kind) = kind_of(measure) else { return false };
        if d.is_raw || d.is_constant || !s.one_in(6) {
            return false;
        }
        expressions::simple(s, d, kind);
        true
    }

    fn leaf(s: &mut Source, d: &mut Scss<'_>, leaf: Leaf) -> bool {
        let kind = match leaf {
            Leaf::Measure(measure) => match kind_of(measure) {
                Some(kind) => kind,
                None => return false,
            },
            Leaf::String => Kind::Text,
            _ => return false,
        };
        if d.slashes > 0 || !s.ratio(3, 8) {
            return false;
        }
        // A function of the library would read what is interpolated as a string.
        let interpolated = u32::from(d.calls == 0);
        if d.is_raw || s.weighted_index(&[5, interpolated]) == 1 {
            expressions::interpolation(s, d, kind);
        } else if d.is_constant || !s.one_in(2) {
            expressions::simple(s, d, kind);
        } else {
            d.put("(");
            expressions::expression(s, d, kind);
            d.put(")");
        }
        true
    }

    fn identifier(s: &mut Source, d: &mut Scss<'_>) -> bool {
        if !s.one_in(9) {
            return false;
        }
        d.put_one(s, &["a-", "", "x", "_"]);
        if d.own.loops > 0 && d.own.counts("i") {
            d.put("c#{$i}");
        } else {
            expressions::interpolation(s, d, Kind::Name);
        }
        true
    }

    fn simple_selector(s: &mut Source, d: &mut Scss<'_>) -> bool {
        pick!(s, {
            30 => return false,
            1 => {
                d.put("%");
                d.put_one(s, literals::KEYS);
            },
            1 => d.put_one(
                s,
                &["#{\".a\"}", "#{'.x' + '.y'}", ".#{a}-#{b}", "#{if(true, '.t', '.f')}"],
            ),
        });
        true
    }

    fn item(s: &mut Source, d: &mut Scss<'_>) -> bool {
        statements::statement(s, d)
    }

    fn scoped(d: &mut Scss<'_>, write: impl FnOnce(&mut Scss<'_>)) {
        definitions::scoped(d, write);
    }
}

/// The kind of expression that gives a number of this measure.
fn kind_of(measure: Measure) -> Option<Kind> {
    Some(match measure {
        Measure::Number => Kind::Number,
        Measure::Percentage => Kind::Percentage,
        Measure::Length | Measure::LengthPercentage => Kind::Length,
        Measure::Angle => Kind::Angle,
        Measure::Time => Kind::Time,
        _ => return None,
    })
}
