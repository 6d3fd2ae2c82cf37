//! Keywords of numbers: `multipleOf`, and the bounds.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::instance::{Instance, decimal, integer};
use super::mistakes;
use super::schema::Schema;
use super::version::Version;

/// A number, with keywords that are true of it.
#[generator]
pub(super) fn number(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    let number =
        if s.bool() { Instance::Decimal(s.int(-999..=999)) } else { Instance::Integer(integer(s)) };
    bounds(s, x, &number);
    number
}

/// Keywords that are true of a number.
#[generator]
pub(super) fn bounds(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    if x.draft.slip(s) {
        mistakes::number(s, x);
    }
    if s.one_in(3) {
        lower(s, x, about);
    }
    if s.one_in(3) {
        upper(s, x, about);
    }
    if s.one_in(3) {
        multiple(s, x, about);
    }
}

/// `minimum`, `exclusiveMinimum`.
#[generator]
fn lower(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    let below = shifted(s, about, -1);
    let exclusive = x.version >= Version::Draft6;
    pick!(s, {
        4 => x.member("minimum", &below.or_equal),
        2 => {
            if exclusive {
                x.member("exclusiveMinimum", &below.strictly)
            } else {
                x.member("minimum", &below.strictly);
                x.member("exclusiveMinimum", if s.bool() { "true" } else { "false" });
            }
        },
        2 => {
            let far = ["-1e308", "-9223372036854775808", "-1E+20", "-9223372036854775809"];
            x.member("minimum", far[s.as_value().index(far.len())]);
        },
        1 => {
            if exclusive {
                x.member("minimum", &below.or_equal);
                x.member("exclusiveMinimum", &below.strictly);
            } else {
                x.member("minimum", &below.or_equal)
            }
        },
    })
}

/// `maximum`, `exclusiveMaximum`.
#[generator]
fn upper(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    let above = shifted(s, about, 1);
    let exclusive = x.version >= Version::Draft6;
    pick!(s, {
        4 => x.member("maximum", &above.or_equal),
        2 => {
            if exclusive {
                x.member("exclusiveMaximum", &above.strictly)
            } else {
                x.member("maximum", &above.strictly);
                x.member("exclusiveMaximum", if s.bool() { "true" } else { "false" });
            }
        },
        2 => {
            let far = ["1e308", "9223372036854775807", "18446744073709551615", "1e19"];
            x.member("maximum", far[s.as_value().index(far.len())]);
        },
        1 => {
            if exclusive {
                x.member("maximum", &above.or_equal);
                x.member("exclusiveMaximum", &above.strictly);
            } else {
                x.member("maximum", &above.or_equal)
            }
        },
    })
}

/// A bound for a number.
struct Bound {
    or_equal: String,
    strictly: String,
}

/// A bound that lies some way off a number in a direction.
fn shifted(s: &mut Source, about: &Instance, direction: i64) -> Bound {
    let off = *s.as_value().choose(&[0, 1, 2, 10, 100]);
    let text = |off: i64| match about {
        Instance::Integer(value) => value.saturating_add(direction * off).to_string(),
        Instance::Decimal(value) => decimal(value + direction * off),
        _ => (direction * off).to_string(),
    };
    Bound { or_equal: text(off), strictly: text(off + 1) }
}

/// `multipleOf`.
#[generator]
fn multiple(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    // In hundredths.
    const FACTORS: [(i64, &str); 12] = [
        (100, "1"),
        (200, "2"),
        (300, "3"),
        (1000, "10"),
        (50, "0.5"),
        (1, "0.01"),
        (10, "0.1"),
        (100, "1.0"),
        (100, "1e0"),
        (5, "5e-2"),
        (1, "1e-8"),
        (1, "0.0001"),
    ];
    let fits = |factor: i64| match about {
        Instance::Integer(value) => factor <= 100 || value % (factor / 100) == 0,
        Instance::Decimal(value) => value % factor == 0,
        _ => true,
    };
    let known: Vec<&str> =
        FACTORS.iter().filter(|(factor, _)| fits(*factor)).map(|(_, text)| *text).collect();
    x.member("multipleOf", known[s.as_value().index(known.len())]);
}
