//! Why inputs are invalid: the reasons that a property gives, counted.

use std::collections::HashMap;

use crate::stats::ReasonFigures;

/// Most reasons that are told apart; others are not counted.
const MAX_REASONS: usize = 256;
/// Number of reasons that are shown.
const SHOWN: usize = 4;

/// Reasons for invalid inputs, and how often each was given.
#[derive(Debug, Default)]
pub(crate) struct Reasons {
    counts: HashMap<String, u64>,
}

impl Reasons {
    /// Counts the reason of an input; nothing if there is none.
    pub(crate) fn count(&mut self, why: &str) {
        let pattern = pattern(why);
        if !why.is_empty()
            && (self.counts.len() < MAX_REASONS || self.counts.contains_key(&pattern))
        {
            *self.counts.entry(pattern).or_default() += 1;
        }
    }

    /// The most frequent ones, most frequent first.
    pub(crate) fn most_frequent(&self) -> Vec<ReasonFigures> {
        let reasons = self.counts.iter();
        let reasons = reasons.map(|(text, &inputs)| ReasonFigures { text: text.clone(), inputs });
        let mut reasons: Vec<ReasonFigures> = reasons.collect();
        reasons.sort_by(|one, other| (other.inputs, &one.text).cmp(&(one.inputs, &other.text)));
        reasons.truncate(SHOWN);
        reasons
    }
}

/// A reason without what is likely to differ between inputs: numbers, and what is quoted. A place in source
/// code stays as it is.
#[must_use]
pub fn pattern(text: &str) -> String {
    let (text, place) = match text.rsplit_once(" at ") {
        Some((text, place)) if place.contains(".rs:") => (text, Some(place)),
        _ => (text, None),
    };
    let mut pattern = String::new();
    let mut rest = text.chars().peekable();
    // An apostrophe between letters is none of a quotation.
    let mut after_letter = false;
    while let Some(c) = rest.next() {
        let closing = matches!(c, '"' | '`') || c == '\'' && !after_letter;
        if closing && rest.clone().any(|other| other == c) {
            pattern.extend([c, '…', c]);
            while rest.next_if(|&other| other != c).is_some() {}
            rest.next();
        } else if c.is_ascii_digit() && !after_letter {
            pattern.push('#');
            while rest.next_if(char::is_ascii_digit).is_some() {}
        } else {
            pattern.push(c);
        }
        after_letter = c.is_alphabetic();
    }
    match place {
        Some(place) => format!("{pattern} at {place}"),
        None => pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_that_differ_in_numbers_and_quotations_are_one() {
        assert_eq!(pattern("unexpected 'x' in line 12"), "unexpected '…' in line #");
        assert_eq!(pattern("`a b` isn't \"declared\""), "`…` isn't \"…\"");
        assert_eq!(pattern("u8 at 3 and it's 5' off"), "u8 at # and it's #' off");
        let assumed = "assume!(n > 3) did not hold at src/lib.rs:3:4";
        assert_eq!(pattern(assumed), "assume!(n > #) did not hold at src/lib.rs:3:4");
    }

    #[test]
    fn reasons_are_counted_and_the_most_frequent_come_first() {
        let mut reasons = Reasons::default();
        for why in ["odd", "no `a`", "", "no `b`", "even", "no `c`", "even", "x", "y"] {
            reasons.count(why);
        }
        let shown = reasons.most_frequent();
        let shown: Vec<(&str, u64)> = shown.iter().map(|seen| (&*seen.text, seen.inputs)).collect();
        assert_eq!(shown, [("no `…`", 3), ("even", 2), ("odd", 1), ("x", 1)]);
    }
}
