//! Values: literals, arrays and objects, and the shapes that documents often have.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Json;
use super::mistakes;
use super::numbers::number;
use super::strings::{key, string};

/// Any value.
#[generator]
pub(crate) fn value(s: &mut Source, j: &mut Json<'_>) {
    if !j.draft.spend() {
        return literal(s, j);
    }
    if j.draft.slip(s) {
        return mistakes::value(s, j);
    }
    pick!(s, {
        3 => literal(s, j),
        5 => number(s, j),
        6 => string(s, j),
        14 => container(s, j),
    })
}

/// `null`, `false` or `true`.
#[generator]
fn literal(s: &mut Source, j: &mut Json<'_>) {
    let s = &mut *s.as_value();
    j.draft.put_one(s, &["null", "false", "true"]);
}

/// A value that has values within.
#[generator]
pub(super) fn container(s: &mut Source, j: &mut Json<'_>) {
    pick!(s, {
        6 => array(s, j),
        9 => object(s, j),
        2 => records(s, j),
        2 => row(s, j),
        1 => keyed(s, j),
        1 => tower(s, j),
    })
}

/// An array of anything.
#[generator]
fn array(s: &mut Source, j: &mut Json<'_>) {
    let length = s.length(0..=j.most());
    elements(s, j, length, value);
}

/// An object of anything.
#[generator]
pub(super) fn object(s: &mut Source, j: &mut Json<'_>) {
    let length = s.length(0..=j.most());
    j.open(s, "{", length);
    for place in 0..length {
        if place > 0 {
            separator(s, j);
        }
        member(s, j);
    }
    last_separator(s, j);
    j.close(s, "}", length);
}

/// A key and its value.
#[generator]
fn member(s: &mut Source, j: &mut Json<'_>) {
    if j.draft.slip(s) {
        mistakes::key(s, j);
    } else {
        key(s, j);
    }
    if !j.draft.slip(s) {
        j.colon(s);
    }
    value(s, j);
}

/// Objects with the same keys, as tables are written.
#[generator]
fn records(s: &mut Source, j: &mut Json<'_>) {
    let mut part = Json::within(j.draft.apart(0), 0);
    let mut columns = Vec::new();
    for _ in 0..s.length(1..=3) {
        part.draft.out.clear();
        key(s, &mut part);
        columns.push(part.draft.out.clone());
    }
    let length = s.length(0..=j.most().min(5));
    elements(s, j, length, |s, j| record(s, j, &columns));
}

/// An object with these keys; one of them may be missing.
#[generator]
fn record(s: &mut Source, j: &mut Json<'_>, columns: &[String]) {
    let missing = s.weighted_index(&[7, 1]);
    let columns = &columns[missing.min(columns.len())..];
    j.open(s, "{", columns.len());
    for (place, column) in columns.iter().enumerate() {
        if place > 0 {
            separator(s, j);
        }
        j.draft.put(column);
        j.colon(s);
        scalar(s, j);
    }
    j.close(s, "}", columns.len());
}

/// An array of numbers, or of strings.
#[generator]
fn row(s: &mut Source, j: &mut Json<'_>) {
    let length = s.length(0..=6usize);
    let element = s.choose(&[number as fn(&mut Source, &mut Json<'_>), string]);
    elements(s, j, length, |s, j| {
        let _ = j.draft.spend();
        element(s, j);
    });
}

/// An object whose keys are numbers, one after another.
#[generator]
fn keyed(s: &mut Source, j: &mut Json<'_>) {
    let first = s.int(0..=2u32);
    let length = s.length(0..=4usize);
    j.open(s, "{", length);
    for (place, number) in (first..).take(length).enumerate() {
        if place > 0 {
            separator(s, j);
        }
        j.draft.put(&format!("\"{number}\""));
        j.colon(s);
        value(s, j);
    }
    j.close(s, "}", length);
}

/// A value many levels deep.
#[generator]
fn tower(s: &mut Source, j: &mut Json<'_>) {
    let levels = s.int(1..=24u32);
    let bracket = s.index(3);
    for level in 0..levels {
        if bracket == 0 || bracket == 2 && level % 2 == 0 {
            j.open(s, "[", 1);
        } else {
            j.open(s, "{", 1);
            j.draft.put("\"a\"");
            j.colon(s);
        }
    }
    scalar(s, j);
    if j.draft.slip(s) {
        j.depth -= levels;
        return;
    }
    for level in (0..levels).rev() {
        let array = bracket == 0 || bracket == 2 && level % 2 == 0;
        j.close(s, if array { "]" } else { "}" }, 1);
    }
}

/// A value that has none within.
#[generator]
fn scalar(s: &mut Source, j: &mut Json<'_>) {
    let _ = j.draft.spend();
    pick!(s, {
        1 => literal(s, j),
        3 => number(s, j),
        3 => string(s, j),
    })
}

/// An array of `length` elements.
fn elements(
    s: &mut Source,
    j: &mut Json<'_>,
    length: usize,
    mut element: impl FnMut(&mut Source, &mut Json<'_>),
) {
    j.open(s, "[", length);
    for place in 0..length {
        if place > 0 {
            separator(s, j);
        }
        element(s, j);
    }
    last_separator(s, j);
    j.close(s, "]", length);
}

/// What stands between two values.
fn separator(s: &mut Source, j: &mut Json<'_>) {
    if j.draft.slip(s) {
        j.draft.put_one(s, &["", ";", ",,", ":", " "]);
    } else {
        j.comma(s);
    }
}

/// A comma too many, if that is a mistake to make.
fn last_separator(s: &mut Source, j: &mut Json<'_>) {
    if j.draft.slip(s) {
        j.draft.put_one(s, &[",", ",,", "]", "}"]);
    }
}

impl Json<'_> {
    /// How many values an array or an object has at most, the fewer the deeper it lies, so that
    /// documents are neither nearly empty nor all as long as the budget lets them.
    fn most(&self) -> usize {
        if self.draft.left() == 0 {
            return 0;
        }
        match self.depth {
            0 => 12,
            1 => 5,
            2 => 4,
            3..8 => 3,
            8..30 => 2,
            _ => 0,
        }
    }
}
