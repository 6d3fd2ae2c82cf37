//! Regular expressions, judged by an engine of each dialect.

use std::panic::catch_unwind;
use std::sync::LazyLock;

use chiasma_core::Source;
use chiasma_formats::regex::{Dialect, Search, searches_in};

use crate::measure::Oracle;

/// The dialect whose searches are measured.
pub struct Regex(pub Dialect);

/// What stands between a pattern and its haystack.
const BETWEEN: char = '\0';

impl Oracle for Regex {
    fn format(&self) -> &'static str {
        match self.0 {
            Dialect::Regular => "regex_regular",
            Dialect::Backtracking => "regex",
            Dialect::Perl => "regex_perl",
            Dialect::EcmaScript => "regex_ecmascript",
        }
    }

    fn parser(&self) -> &'static str {
        match self.0 {
            Dialect::Regular => "regex 1.13",
            Dialect::Backtracking | Dialect::Perl => "PCRE2 10.46",
            Dialect::EcmaScript => "regress 0.12",
        }
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        let Search { pattern, haystack } = s.draw(searches_in(self.0).errors(errors));
        format!("{pattern}{BETWEEN}{haystack}").into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        let (pattern, _) = parts(document);
        match self.0 {
            Dialect::Regular => {
                regex::Regex::new(pattern).map(drop).map_err(|error| error.to_string())
            }
            Dialect::Backtracking | Dialect::Perl => pcre2(pattern).map(drop),
            Dialect::EcmaScript => regress::Regex::with_flags(pattern, "u")
                .map(drop)
                .map_err(|error| error.to_string()),
        }
    }

    fn constructs(&self) -> Vec<String> {
        let own = CONSTRUCTS.iter().filter(|row| row.dialects.contains(letter(self.0)));
        own.map(|row| row.name.to_owned()).collect()
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        let (pattern, _) = parts(document);
        static ROWS: LazyLock<Vec<fancy_regex::Regex>> = LazyLock::new(|| {
            let compile = |row: &Row| fancy_regex::Regex::new(row.text).expect(row.text);
            CONSTRUCTS.iter().map(compile).collect()
        });
        for (row, text) in CONSTRUCTS.iter().zip(&*ROWS) {
            if row.dialects.contains(letter(self.0)) && text.is_match(pattern).unwrap_or(false) {
                tell(row.name);
            }
        }
    }

    fn remarks(&self, document: &[u8], tell: &mut dyn FnMut(&'static str)) {
        let (pattern, haystack) = parts(document);
        let matches = match self.0 {
            Dialect::Regular => regex::Regex::new(pattern).is_ok_and(|r| r.is_match(haystack)),
            Dialect::Backtracking | Dialect::Perl => pcre2_finds(pattern, haystack),
            Dialect::EcmaScript => pcre2_finds(&translated(pattern), haystack),
        };
        if !matches && std::env::var_os("MISS").is_some() && pattern.len() < 25 {
            println!("{pattern:?} {haystack:?}");
        }
        if matches {
            tell("the haystack matches");
        }
        if self.0 == Dialect::Backtracking {
            match catch_unwind(|| fancy_regex::Regex::new(pattern).map(|r| r.is_match(haystack))) {
                Ok(Ok(found)) => {
                    tell("valid by fancy-regex 0.20");
                    if matches!(found, Ok(true)) {
                        tell("the haystack matches by fancy-regex 0.20");
                    }
                }
                Ok(Err(_)) if std::env::var_os("WHY").is_none() => {}
                Ok(Err(e)) => println!("{e:?}\n   {pattern}"),
                Err(_) => tell("fancy-regex 0.20 panics"),
            }
        }
    }
}

fn pcre2(pattern: &str) -> Result<pcre2::bytes::Regex, String> {
    let mut builder = pcre2::bytes::RegexBuilder::new();
    builder.utf(true).build(pattern).map_err(|error| error.to_string())
}

/// Whether PCRE2 finds a match before it gives up.
fn pcre2_finds(pattern: &str, haystack: &str) -> bool {
    pcre2(&format!("(*LIMIT_MATCH=100000){pattern}"))
        .is_ok_and(|regex| regex.is_match(haystack.as_bytes()).unwrap_or(false))
}

/// A pattern of ECMAScript as Perl's: regress knows no limit to backtracking.
fn translated(pattern: &str) -> String {
    let pattern = pattern.replace("[^]", "(?s:.)");
    let pairs = regex::Regex::new(r"\\u(d[89ab]..)\\u(d[c-f]..)").expect("a pattern");
    let pattern = pairs.replace_all(&pattern, |found: &regex::Captures<'_>| {
        let unit = |at: usize| u32::from_str_radix(&found[at], 16).unwrap_or(0);
        let code = 0x10000 + ((unit(1) - 0xd800) << 10) + (unit(2) - 0xdc00);
        format!("\\x{{{code:x}}}")
    });
    let numbers = regex::Regex::new(r"\\u(?:\{(\w+)\}|(\w{4}))").expect("a pattern");
    let pattern = numbers.replace_all(&pattern, r"\x{$1$2}");
    let properties = regex::Regex::new(r"\{(Script|sc|scx|Script_Extensions|gc|General_Category)=");
    let pattern = properties.expect("a pattern").replace_all(&pattern, "{").into_owned();
    let short = [("Decimal_Number", "Nd"), ("Uppercase_Letter", "Lu"), ("{Letter", "{L")];
    let long = [("ASCII", "Any"), ("Assigned", "Any"), ("\\v", "\\x0b")];
    short.iter().chain(&long).fold(pattern, |text, (from, to)| text.replace(from, to))
}

fn parts(document: &[u8]) -> (&str, &str) {
    let text = std::str::from_utf8(document).expect("searches are text");
    text.split_once(BETWEEN).expect("a pattern has no NUL in it")
}

fn letter(dialect: Dialect) -> char {
    match dialect {
        Dialect::Regular => 'r',
        Dialect::Backtracking => 'b',
        Dialect::Perl => 'p',
        Dialect::EcmaScript => 'e',
    }
}

/// A construct of the grammar, the letters of its dialects, and how it is recognised.
struct Row {
    name: &'static str,
    dialects: &'static str,
    text: &'static str,
}

macro_rules! rows {
    ($($dialects:literal $name:literal $text:literal)*) => {
        &[$(Row { name: $name, dialects: $dialects, text: concat!(r"(?s)", $text) }),*]
    };
}

/// From the syntax summaries of the crate `regex`, of PCRE2 (pcre2syntax) and of ECMA-262.
const CONSTRUCTS: &[Row] = rows! {
    "rbpe" "alternation" r"\|"
    "rbpe" "empty-alternative" r"\(\?:\||\|\)|\|\|"
    "rbpe" "dot" r"(?<!\\)\."
    "rbpe" "metacharacter-escape" r"\\[.+*?()|\[\]{}^$]"
    "rbpe" "*" r"(?<!\\|\()\*"
    "rbpe" "+" r"(?<!\\)\+"
    "rbpe" "?" r"(?<!\\|\()\?"
    "rbpe" "{n}" r"(?<![\\xupoPNU])\{\d+\}"
    "rbpe" "{n,}" r"\{\d+,\}"
    "rbpe" "{n,m}" r"\{\d+,\d+\}"
    "p" "{,m}" r"\{,\d+\}"
    "rbpe" "lazy" r"[*+?}]\?"
    "bp" "possessive" r"(?<!\\)[*?}]\+"
    "rbpe" "^" r"(?<!\\|\[)\^"
    "rbpe" "$" r"(?<!\\)\$"
    "rbp" "\\A" r"\\A"
    "rbp" "\\z" r"\\z"
    "bp" "\\Z" r"\\Z"
    "bp" "\\G" r"\\G"
    "rbpe" "\\b" r"\\b"
    "rbpe" "\\B" r"\\B"
    "r" "\\b{start}" r"\\b\{start\}"
    "r" "\\b{end}" r"\\b\{end\}"
    "r" "\\b{start-half}" r"\\b\{start-half\}"
    "r" "\\b{end-half}" r"\\b\{end-half\}"
    "r" "\\<" r"\\<"
    "r" "\\>" r"\\>"
    "rbpe" "\\d" r"\\d"
    "rbpe" "\\D" r"\\D"
    "rbpe" "\\s" r"\\s"
    "rbpe" "\\S" r"\\S"
    "rbpe" "\\w" r"\\w"
    "rbpe" "\\W" r"\\W"
    "p" "\\h" r"\\h"
    "p" "\\H" r"\\H"
    "p" "\\v" r"\\v"
    "p" "\\V" r"\\V"
    "p" "\\N" r"\\N(?!\{)"
    "p" "\\R" r"\\R"
    "p" "\\X" r"\\X"
    "p" "\\C" r"\\C"
    "rbpe" "\\n" r"\\n"
    "rbpe" "\\t" r"\\t"
    "rbpe" "\\r" r"\\r"
    "rbpe" "\\f" r"\\f"
    "rbe" "\\v-character" r"\\v"
    "rbp" "\\a" r"\\a"
    "p" "\\e" r"\\e"
    "pe" "\\cX" r"\\c[A-Za-z\[]"
    "pe" "\\0" r"\\0"
    "p" "\\0dd" r"\\0\d\d"
    "p" "\\o{}" r"\\o\{"
    "p" "\\N{U+}" r"\\N\{U\+"
    "rbpe" "\\xhh" r"\\x[0-9A-Fa-f]{2}"
    "rbp" "\\x{}" r"\\x\{"
    "re" "\\uhhhh" r"\\u[0-9a-fA-F]{4}"
    "re" "\\u{}" r"\\u\{"
    "e" "surrogate-pair" r"\\u[dD][89abAB]..\\u[dD][c-fC-F]"
    "r" "\\Uhhhhhhhh" r"\\U[0-9a-f]{8}"
    "r" "\\U{}" r"\\U\{"
    "rbpe" "\\p{}" r"\\p\{"
    "rbpe" "\\P{}" r"\\P\{"
    "rbp" "\\pL" r"\\p[LNMPSZC]"
    "bp" "\\p{^}" r"\\p\{\^"
    "re" "\\p{name=value}" r"\\[pP]\{[^}]*="
    "rbpe" "class" r"\["
    "rbpe" "negated-class" r"\[\^"
    "rbpe" "range" r"\[[^\]]*\w-\w"
    "rbp" "leading-]" r"\[\^?\]"
    "rbpe" "leading-hyphen" r"\[\^?-"
    "rbpe" "trailing-hyphen" r"-\]"
    "rbp" "posix-class" r"\[:\w+:\]"
    "rbp" "negated-posix-class" r"\[:\^"
    "e" "[^]" r"\[\^\]"
    "e" "[]" r"(?<!\\)\[\]"
    "pe" "backspace-in-class" r"\[[^\]]*\\b"
    "r" "nested-class" r"\[[^\]]+\[[^:]"
    "r" "class-intersection" r"&&"
    "r" "class-difference" r"--"
    "r" "class-symmetric-difference" r"~~"
    "rbpe" "capture" r"\((?!\?|\*)"
    "rbpe" "empty-group" r"\(\)|\(\?:\)"
    "rbpe" "(?<n>)" r"\(\?<[^=!]"
    "rbp" "(?P<n>)" r"\(\?P<"
    "p" "(?'n')" r"\(\?'"
    "rbpe" "(?:)" r"\(\?:"
    "bp" "atomic" r"\(\?>"
    "p" "(?|)" r"\(\?\|"
    "rbp" "(?flags)" r"\(\?[a-zA-Z-]+\)"
    "rbp" "(?flags:)" r"\(\?[a-zA-Z-]+:"
    "rbp" "(?-flags)" r"\(\?\w*-[a-z]"
    "p" "(?^flags)" r"\(\?\^"
    "rbp" "flag-i" r"\(\?[a-zA-Z]*i"
    "rbp" "flag-m" r"\(\?[a-zA-Z]*m"
    "rbp" "flag-s" r"\(\?[a-zA-Z]*s"
    "rbp" "flag-x" r"\(\?[a-zA-Z]*x"
    "rp" "flag-U" r"\(\?[a-zA-Z]*U"
    "r" "flag-u" r"\(\?[a-zA-Z]*u"
    "r" "flag-R" r"\(\?[a-zA-Z]*R"
    "p" "flag-J" r"\(\?[a-zA-Z]*J"
    "p" "flag-n" r"\(\?[a-zA-Z]*n[a-zA-Z]*[:)-]"
    "p" "flag-xx" r"\(\?[a-zA-Z]*xx"
    "p" "flag-a" r"\(\?[a-zA-Z^]*a[DSWPT]?[a-zA-Z]*[:)-]"
    "rbp" "comment-in-x" r"# a \(b\n"
    "bp" "(?#)" r"\(\?#"
    "bpe" "(?=)" r"\(\?="
    "bpe" "(?!)" r"\(\?!"
    "bpe" "(?<=)" r"\(\?<="
    "bpe" "(?<!)" r"\(\?<!"
    "p" "(*pla:)" r"\(\*pla:|\(\*positive_lookahead:"
    "p" "(*nla:)" r"\(\*nla:|\(\*negative_lookahead:"
    "p" "(*plb:)" r"\(\*plb:|\(\*positive_lookbehind:"
    "p" "(*nlb:)" r"\(\*nlb:|\(\*negative_lookbehind:"
    "p" "(*napla:)" r"\(\*napla:"
    "p" "(*naplb:)" r"\(\*naplb:"
    "bpe" "\\1" r"\\[1-9]"
    "p" "\\g1" r"\\g\d"
    "p" "\\g{1}" r"\\g\{\d"
    "p" "\\g{-1}" r"\\g\{-"
    "p" "\\g{n}" r"\\g\{[a-zA-Z_]"
    "bpe" "\\k<n>" r"\\k<"
    "p" "\\k'n'" r"\\k'"
    "p" "\\k{n}" r"\\k\{"
    "bp" "(?P=n)" r"\(\?P="
    "p" "(?R)" r"\(\?R\)"
    "p" "(?0)" r"\(\?0\)"
    "p" "(?1)" r"\(\?[1-9]\d*\)"
    "p" "(?-1)" r"\(\?-\d+\)"
    "p" "(?+1)" r"\(\?\+\d+\)"
    "p" "(?&n)" r"\(\?&"
    "p" "(?P>n)" r"\(\?P>"
    "p" "\\g<n>" r"\\g<[a-zA-Z_]"
    "p" "\\g<1>" r"\\g<\d"
    "p" "\\g'n'" r"\\g'"
    "bp" "(?(1))" r"\(\?\(\d"
    "bp" "(?(<n>))" r"\(\?\(<"
    "p" "(?('n'))" r"\(\?\('"
    "p" "(?(R))" r"\(\?\(R\)"
    "p" "(?(DEFINE))" r"\(\?\(DEFINE\)"
    "p" "(?(VERSION))" r"\(\?\(VERSION"
    "p" "(?(assertion))" r"\(\?\(\?[=!<]"
    "bp" "\\K" r"\\K"
    "p" "\\Q\\E" r"\\Q.*\\E"
    "p" "(*ACCEPT)" r"\(\*ACCEPT"
    "p" "(*FAIL)" r"\(\*F"
    "p" "(*MARK)" r"\(\*(MARK)?:"
    "p" "(*COMMIT)" r"\(\*COMMIT"
    "p" "(*PRUNE)" r"\(\*PRUNE"
    "p" "(*SKIP)" r"\(\*SKIP"
    "p" "(*THEN)" r"\(\*THEN"
    "p" "script-run" r"\(\*(sr|script_run|asr):"
    "p" "(*atomic:)" r"\(\*atomic:"
    "p" "callout" r"\(\?C\d*\)"
    "p" "callout-with-text" "\\(\\?C[\"'{]"
    "p" "newline-option" r"^(\(\*\w+\))*\(\*(CRLF|ANY|ANYCRLF|LF|NUL)\)"
    "p" "limit-option" r"\(\*LIMIT"
    "p" "utf-option" r"\(\*U(TF|CP)\)"
};
