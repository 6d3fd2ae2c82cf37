//! What stands between statements: line ends, spaces, comments.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::program::Program;
use super::words::COMMENTS;

/// A comment that does not end the line.
#[generator]
pub(super) fn comment(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let text = *s.choose(COMMENTS);
    p.put("/*");
    p.put(text);
    if p.slip(s) {
        return;
    }
    p.put("*/");
}

/// What separates two statements; a line end if nothing else ends the first.
#[generator]
pub(super) fn separator(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    match s.weighted_index(&[40, 6, 2, 2, 1, 1]) {
        1 if !p.is_open => p.put(" "),
        2 => {
            p.put("\n");
            comment(s, p);
        }
        3 => {
            p.put(" //");
            p.put_one(s, COMMENTS);
            p.put("\n");
        }
        4 => p.put_one(
            s,
            &[
                "\r\n",
                "\u{2028}",
                "\n\n",
                "\n\t",
                "\u{a0}\n",
                "\u{b}\n\u{c}",
                "\u{feff}\n",
                "\r",
                " /*\n*/ ",
            ],
        ),
        5 if !p.context.module && p.context.sources == 0 => {
            p.put_one(s, &["\n<!-- x\n", "\n--> x\n"]);
        }
        _ => p.put("\n"),
    }
}

/// The end of a statement: a semicolon, or a line end that has to do.
pub(super) fn terminator(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        14 => p.put(";"),
        1 => p.is_open = true,
    })
}
