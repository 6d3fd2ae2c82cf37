//! Sets of characters that have a name: `.`, `\d`, `\p{Greek}`, `[:alpha:]`.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::dialect::Dialects;
use super::pattern::Pattern;

/// A set, with some characters that are in it and some that are not.
pub(super) struct Set {
    pub(super) text: &'static str,
    pub(super) includes: &'static str,
    pub(super) excludes: &'static str,
    pub(super) dialects: Dialects,
}

const fn set(
    text: &'static str,
    includes: &'static str,
    excludes: &'static str,
    dialects: Dialects,
) -> Set {
    Set { text, includes, excludes, dialects }
}

/// One of the characters of a text.
pub(super) fn one_char(s: &mut Source, text: &str) -> char {
    let at = s.as_value().index(text.chars().count());
    text.chars().nth(at).unwrap_or('a')
}

/// One of `sets` that the dialect has.
pub(super) fn one_set(s: &mut Source, p: &Pattern<'_>, sets: &'static [Set]) -> &'static Set {
    let known: Vec<&Set> = sets.iter().filter(|set| p.is(set.dialects)).collect();
    known[s.index(known.len())]
}

/// Any character, but mostly not a line break.
#[generator]
pub(super) fn dot(s: &mut Source, p: &mut Pattern<'_>) {
    p.put(".");
    let c = one_char(s, if p.flags.dot_all { "a0 .é\n😀" } else { "a0 .é-😀" });
    p.sample.push(c);
}

/// `\d`, `\w`, `\s` and their negations.
#[generator]
pub(super) fn shorthand(s: &mut Source, p: &mut Pattern<'_>) {
    let set = one_set(s, p, if p.fixed { &SHORTHANDS[..6] } else { SHORTHANDS });
    p.put(set.text);
    if set.text == "\\X" {
        p.sample.push_str("e\u{301}");
    } else {
        let c = one_char(s, set.includes);
        p.sample.push(c);
    }
}

/// A set that Unicode defines, or all but that.
#[generator]
pub(super) fn property(s: &mut Source, p: &mut Pattern<'_>) {
    let (text, includes, _) = property_text(s, p);
    p.put(&text);
    let c = one_char(s, includes);
    p.sample.push(c);
}

/// A Unicode set as text, what is in it, and what is not.
pub(super) fn property_text(
    s: &mut Source,
    p: &Pattern<'_>,
) -> (String, &'static str, &'static str) {
    let s = &mut *s.as_value();
    let set = one_set(s, p, PROPERTIES);
    let short = set.text.len() == 1 && p.is(Dialects::CLASSIC);
    match s.weighted_index(&[6, 2, 1]) {
        1 => (format!("\\P{{{}}}", set.text), set.excludes, set.includes),
        2 if short => (format!("\\p{}", set.text), set.includes, set.excludes),
        2 if p.is(Dialects::PERL_LIKE) => {
            (format!("\\p{{^{}}}", set.text), set.excludes, set.includes)
        }
        _ => (format!("\\p{{{}}}", set.text), set.includes, set.excludes),
    }
}

/// The sets of one letter; those in all dialects come first.
pub(super) const SHORTHANDS: &[Set] = &[
    set("\\d", "059", "a -", Dialects::ALL),
    set("\\w", "aZ0_", " -", Dialects::ALL),
    set("\\s", " \t\n", "a0-", Dialects::ALL),
    set("\\D", "a -", "059", Dialects::ALL),
    set("\\W", " -.", "aZ0_", Dialects::ALL),
    set("\\S", "a0-", " \t\n", Dialects::ALL),
    set("\\h", " \t\u{a0}", "a0-", Dialects::PERL),
    set("\\H", "a0-", " \t", Dialects::PERL),
    set("\\v", "\n\r\u{2028}", "a0 -", Dialects::PERL),
    set("\\V", "a0 -", "\n\r", Dialects::PERL),
    // The rest cannot be in a class.
    set("\\N", "a0 -", "\n", Dialects::PERL),
    set("\\R", "\n\r\u{85}", "a", Dialects::PERL),
    set("\\X", "e", "", Dialects::PERL),
];

/// How many of them can be in a class.
pub(super) const SHORTHANDS_OF_CLASSES: usize = 10;

/// The sets that only classes can have.
pub(super) const POSIX: &[Set] = &[
    set("[:alpha:]", "aZ", "0 -_", Dialects::CLASSIC),
    set("[:digit:]", "059", "a -", Dialects::CLASSIC),
    set("[:alnum:]", "aZ0", " -", Dialects::CLASSIC),
    set("[:upper:]", "AZ", "0 -", Dialects::CLASSIC),
    set("[:lower:]", "az", "0 -", Dialects::CLASSIC),
    set("[:space:]", " \t\n", "a0-", Dialects::CLASSIC),
    set("[:blank:]", " \t", "a0-", Dialects::CLASSIC),
    set("[:punct:]", "-_.", "a0 ", Dialects::CLASSIC),
    set("[:cntrl:]", "\t\n", "a0 -", Dialects::CLASSIC),
    set("[:graph:]", "a0-", " ", Dialects::CLASSIC),
    set("[:print:]", "a0 -", "\n", Dialects::CLASSIC),
    set("[:xdigit:]", "aF0", " -", Dialects::CLASSIC),
    set("[:word:]", "aZ0_", " -", Dialects::CLASSIC),
    set("[:ascii:]", "aZ0 -", "é日", Dialects::CLASSIC),
    set("[:^digit:]", "a -", "059", Dialects::CLASSIC),
    set("[:^space:]", "a0-", " ", Dialects::CLASSIC),
];

/// What may stand between the braces of `\p{}`.
pub(super) const PROPERTIES: &[Set] = &[
    set("L", "aZéλ日", "0 -", Dialects::ALL),
    set("N", "0٣²", "a -", Dialects::ALL),
    set("Lu", "AZÉΛ", "0 -", Dialects::ALL),
    set("Ll", "azéλ", "0 -", Dialects::ALL),
    set("Lt", "ǅǈ", "a0 -", Dialects::ALL),
    set("Lo", "日ª", "a0 -", Dialects::ALL),
    set("M", "\u{301}", "a0 -", Dialects::ALL),
    set("Mn", "\u{301}", "a0 -", Dialects::ALL),
    set("Nd", "0٣", "a -", Dialects::ALL),
    set("P", "-_.", "a0 ", Dialects::ALL),
    set("Pd", "-–", "a0 ", Dialects::ALL),
    set("S", "+€😀", "a0 -", Dialects::ALL),
    set("Sc", "$€", "a0 -", Dialects::ALL),
    set("Z", " \u{a0}", "a0-", Dialects::ALL),
    set("Zs", " \u{a0}", "a0-", Dialects::ALL),
    set("C", "\t\u{200d}", "a0 -", Dialects::ALL),
    set("Cc", "\t\n", "a0 -", Dialects::ALL),
    set("Co", "\u{e000}", "a0 -", Dialects::ALL),
    set("Any", "a0 -日", "a", Dialects::ALL),
    set("Greek", "λΩ", "a0 -", Dialects::CLASSIC),
    set("Latin", "aZé", "0 -λ", Dialects::CLASSIC),
    set("Cyrillic", "дЖ", "a0 -", Dialects::CLASSIC),
    set("Han", "日本", "a0 -", Dialects::CLASSIC),
    set("Arabic", "ش", "a0 -", Dialects::CLASSIC),
    set("Common", "0 -", "aλ", Dialects::CLASSIC),
    set("Alphabetic", "aZλ日", "0 -", Dialects::ALL),
    set("Uppercase", "AZÉ", "0 -", Dialects::ALL),
    set("Lowercase", "azé", "0 -", Dialects::ALL),
    set("White_Space", " \t\n", "a0-", Dialects::ALL),
    set("Emoji", "😀0", "a -", Dialects::ALL),
    set("ID_Start", "aZλ", "0 -", Dialects::ALL),
    set("XID_Continue", "a0_", " -", Dialects::ALL),
    set("Script=Greek", "λΩ", "a0 -", Dialects::REGULAR_OR_SCRIPT),
    set("sc=Latin", "aZé", "0 -λ", Dialects::REGULAR_OR_SCRIPT),
    set("scx=Hira", "ひ", "a0 -", Dialects::REGULAR_OR_SCRIPT),
    set("Script_Extensions=Greek", "λΩ", "a0 -", Dialects::SCRIPT),
    set("gc=Lu", "AZÉ", "0 -", Dialects::REGULAR_OR_SCRIPT),
    set("General_Category=Decimal_Number", "0٣", "a -", Dialects::REGULAR_OR_SCRIPT),
    set("Letter", "aZéλ", "0 -", Dialects::REGULAR_OR_SCRIPT),
    set("Uppercase_Letter", "AZÉ", "0 -", Dialects::REGULAR_OR_SCRIPT),
    set("ASCII", "a0 -", "é日", Dialects::REGULAR_OR_SCRIPT),
    set("Assigned", "a0 -", "\u{378}", Dialects::REGULAR_OR_SCRIPT),
    set("Age=6.0", "a0 -", "\u{10ffff}", Dialects::REGULAR),
    set("gcb=Extend", "\u{301}", "a0 -", Dialects::REGULAR),
    set("wb=ALetter", "aZλ", "0 -", Dialects::REGULAR),
    set("sb=Lower", "az", "0 -", Dialects::REGULAR),
    set("greek", "λΩ", "a0 -", Dialects::REGULAR_OR_PERL),
    set("L&", "aZé", "0 -日", Dialects::PERL),
    set("Xan", "a0日", " -", Dialects::PERL),
    set("Xps", " \t", "a0-", Dialects::PERL),
    set("Xsp", " \t", "a0-", Dialects::PERL),
    set("Xuc", "$@日", "a0", Dialects::PERL),
    set("Xwd", "a0_日", " -", Dialects::PERL),
    set("sc:Greek", "λΩ", "a0 -", Dialects::PERL),
    set("scx=Greek", "λΩ", "a0 -", Dialects::PERL),
    set("script extensions:Han", "日", "a0 -", Dialects::PERL),
    set("bidi_class=L", "aZ", "0 -", Dialects::PERL),
];
