//! Layout between tokens: lines, indentation, comments, lists over several lines.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::program::Program;
use super::words;
use crate::dictionary::Section;
use crate::draft::Writer as _;

/// How the items of a list are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Line,
    /// On one line, a comma behind the last.
    TrailingComma,
    Spaced,
    /// An item a line, a comma behind the last.
    Lines,
    /// An item a line and no comma behind the last.
    OpenLines,
    /// An item a line, with comments.
    Commented,
}

/// Whether a comma may stand behind the last item of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trailing {
    Allowed,
    Refused,
    /// It makes a tuple of a single item.
    Needed,
}

/// Which brackets a sequence has.
#[derive(Clone, Copy)]
pub(super) enum Sequence {
    List,
    Tuple,
}

impl Sequence {
    /// Either of them; a list is the simpler.
    #[track_caller]
    pub(super) fn any(s: &mut Source) -> Self {
        if s.bool() { Self::Tuple } else { Self::List }
    }

    /// The brackets around `count` items, and whether a comma follows the last.
    pub(super) fn brackets(self, count: usize) -> ((&'static str, &'static str), Trailing) {
        match self {
            Self::Tuple if count == 1 => (("(", ")"), Trailing::Needed),
            Self::Tuple => (("(", ")"), Trailing::Allowed),
            Self::List => (("[", "]"), Trailing::Allowed),
        }
    }
}

/// The item with a star, which takes what is left over: one list in `rarity` has one.
pub(super) fn starred_place(s: &mut Source, count: usize, rarity: u32) -> Option<usize> {
    let is_starred = count > 0 && s.one_in(rarity);
    is_starred.then(|| s.index(count))
}

/// Writes `count` items between brackets.
pub(super) fn bracketed(
    s: &mut Source,
    p: &mut Program<'_>,
    (open, close): (&str, &str),
    (count, trailing): (usize, Trailing),
    mut item: impl FnMut(&mut Source, &mut Program<'_>, usize),
) {
    if count == 0 {
        p.put(open);
        p.put(close);
        return;
    }
    let layout = layout(s, p);
    let (between, indent) = match layout {
        Layout::Line | Layout::TrailingComma => (", ", ""),
        Layout::Spaced => (" , ", " "),
        Layout::Lines | Layout::OpenLines => (",\n  ", "\n  "),
        Layout::Commented => (",  # and\n", "  # first\n"),
    };
    p.enclose(open, "", |p| {
        p.put(indent);
        for place in 0..count {
            if place > 0 {
                p.put(between);
            }
            p.share(count - place, |p| item(s, p, place));
        }
    });
    let wanted = matches!(layout, Layout::TrailingComma | Layout::Lines);
    match trailing {
        Trailing::Needed => p.put(","),
        Trailing::Allowed if wanted => p.put(","),
        _ => {}
    }
    match layout {
        Layout::Line | Layout::TrailingComma => {}
        Layout::Spaced => p.put(" "),
        Layout::Lines | Layout::OpenLines | Layout::Commented => p.put("\n"),
    }
    if !p.slip(s) {
        p.put(close);
    }
}

fn layout(s: &mut Source, p: &Program<'_>) -> Layout {
    let s = &mut *s.as_value();
    // A comment would swallow the end of an f-string that stands on one line.
    let commented = u32::from(p.quotes.is_empty());
    pick!(s, {
        24 => Layout::Line,
        2 => Layout::TrailingComma,
        1 => Layout::Spaced,
        1 => Layout::Lines,
        1 => Layout::OpenLines,
        commented => Layout::Commented,
    })
}

/// A space around an operator, which may go on in the next line.
pub(super) fn space(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let in_brackets = u32::from(p.brackets > 0 && p.quotes.is_empty());
    let outside_strings = u32::from(p.quotes.is_empty());
    let text = pick!(s, {
        60 => " ",
        1 => "  \t",
        outside_strings => " \\\n ",
        in_brackets => "\n    ",
        in_brackets => "  # why\n ",
    });
    p.put(text);
}

/// The end of a line: perhaps a comment, perhaps lines without a statement.
#[generator]
pub(super) fn end_of_line(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        30 => p.put("\n"),
        2 => {
            p.put("  ");
            comment(s, p);
            p.put("\n");
        },
        1 => p.put("\n\n"),
        1 => p.put(" \n \t \n"),
        1 => {
            // A comment's indentation means nothing.
            p.put("\n");
            p.put_one(s, &["", "  ", "\t", "            "]);
            comment(s, p);
            p.put("\n");
        },
    });
}

/// A comment, without the end of its line.
#[generator]
pub(super) fn comment(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    if s.one_in(4) {
        let text = p.word(s, Section::Texts, words::TEXTS);
        p.put("# ");
        p.put(text.replace(['\n', '\r', '\0'], " "));
    } else {
        p.put_one(s, words::COMMENTS);
    }
}

/// The additional indentation of a block.
pub(super) fn indentation(s: &mut Source) -> &'static str {
    let s = &mut *s.as_value();
    const UNITS: &[(u32, &str)] =
        &[(16, "    "), (2, "  "), (1, " "), (2, "\t"), (1, "        "), (1, " \t")];
    s.weighted::<&str>(UNITS)
}

impl Program<'_> {
    /// The finished module: with its line ends and its beginning.
    pub(super) fn finish(self, s: &mut Source) -> String {
        let s = &mut *s.as_value();
        let mut text = self.into_text();
        pick!(s, {
            20 => {},
            1 => text = text.replace('\n', "\r\n"),
            1 => text.insert(0, '\u{feff}'),
            1 => text.truncate(text.trim_end_matches('\n').len()),
        });
        text
    }
}
