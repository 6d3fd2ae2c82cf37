//! The text to search: a pattern's sample with something around it, sometimes with a change.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::characters::any;
use super::pattern::Pattern;
use super::words::TEXTS;
use crate::dictionary::Section;

/// A text that the pattern is likely to match.
#[generator]
pub(super) fn haystack(s: &mut Source, p: &Pattern<'_>) -> String {
    pick!(s, {
        12 => surrounded(s, p, &p.sample),
        1 => {
            let twice = [p.sample.as_str(), p.draft.word(s, Section::Texts, TEXTS), &p.sample];
            surrounded(s, p, &twice.concat())
        },
        2 => {
            let changed = changed(s, &p.sample);
            surrounded(s, p, &changed)
        },
        1 => s.string(0..=12usize, any),
    })
}

/// A text with another before and behind it, where the pattern is not tied to the ends.
#[generator]
fn surrounded(s: &mut Source, p: &Pattern<'_>, text: &str) -> String {
    let s = &mut *s.as_value();
    let mut haystack = String::new();
    if !p.anchored.start {
        haystack.push_str(padding(s, p));
    }
    haystack.push_str(text);
    if !p.anchored.end {
        haystack.push_str(padding(s, p));
    }
    haystack
}

fn padding<'w>(s: &mut Source, p: &'w Pattern<'_>) -> &'w str {
    let s = &mut *s.as_value();
    pick!(s, {
        2 => "",
        1 => p.draft.word(s, Section::Texts, TEXTS),
    })
}

/// A text with one character more, less or other, or in another case.
#[generator]
fn changed(s: &mut Source, text: &str) -> String {
    let s = &mut *s.as_value();
    let mut characters: Vec<char> = text.chars().collect();
    if characters.is_empty() {
        return any(s).to_string();
    }
    let at = s.index(characters.len());
    pick!(s, {
        drop(characters.remove(at)),
        characters.insert(at, characters[at]),
        characters[at] = any(s),
        characters.truncate(at),
        return text.to_uppercase(),
    });
    characters.into_iter().collect()
}
