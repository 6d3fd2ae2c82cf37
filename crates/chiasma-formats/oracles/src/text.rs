//! Unicode text, judged by std; its constructs are general categories, scripts, classes of direction and
//! sequences that programs get wrong.

use chiasma_core::Source;
use chiasma_formats::text;
use unicode_bidi::bidi_class;
use unicode_normalization::{is_nfc, is_nfd, is_nfkc};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use crate::measure::Oracle;

/// Well-formed text.
pub struct Text;

/// Text in bytes, which may be ill-formed.
pub struct Encoded;

impl Oracle for Text {
    fn format(&self) -> &'static str {
        "text"
    }

    fn parser(&self) -> &'static str {
        "std"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(text::texts().errors(errors)).into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        std::str::from_utf8(document).map(drop).map_err(|error| error.to_string())
    }

    fn constructs(&self) -> Vec<String> {
        constructs()
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        if let Ok(text) = std::str::from_utf8(document) {
            occurring(text, tell);
        }
    }
}

impl Oracle for Encoded {
    fn format(&self) -> &'static str {
        "text-encoded"
    }

    fn parser(&self) -> &'static str {
        "std"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(text::encoded().errors(errors))
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        Text.judge(document)
    }

    fn constructs(&self) -> Vec<String> {
        constructs()
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        occurring(&String::from_utf8_lossy(document), tell);
    }
}

fn constructs() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for character in (0..=0x0010_ffff).filter_map(char::from_u32) {
        names.push(category(character.general_category()));
        names.push(script(character.script()));
        names.push(direction(character));
        if character == '\u{e0fff}' {
            break;
        }
    }
    names.push(category(GeneralCategory::PrivateUse));
    names.extend(SEQUENCES.iter().map(|(name, _)| (*name).to_owned()));
    names.sort();
    names.dedup();
    names
}

fn occurring(text: &str, tell: &mut dyn FnMut(&str)) {
    for character in text.chars() {
        tell(&category(character.general_category()));
        tell(&script(character.script()));
        tell(&direction(character));
    }
    for (name, occurs) in SEQUENCES {
        if occurs(text) {
            tell(name);
        }
    }
}

fn category(category: GeneralCategory) -> String {
    format!("category-{category:?}")
}

fn script(script: Script) -> String {
    format!("script-{}", script.full_name())
}

fn direction(character: char) -> String {
    format!("direction-{:?}", bidi_class(character))
}

type Detector = fn(&str) -> bool;

const SEQUENCES: &[(&str, Detector)] = &[
    ("empty", str::is_empty),
    ("ascii-only", |text| !text.is_empty() && text.is_ascii()),
    ("ascii-and-other", |text| !text.is_ascii() && text.bytes().any(|b| b.is_ascii_alphabetic())),
    ("no-ascii", |text| !text.is_empty() && text.bytes().all(|byte| !byte.is_ascii())),
    ("null", |text| text.contains('\0')),
    ("byte-order-mark-first", |text| text.starts_with('\u{feff}')),
    ("byte-order-mark-within", |text| text.rfind('\u{feff}').is_some_and(|place| place > 0)),
    ("line-feed", |text| text.contains('\n')),
    ("carriage-return-alone", |text| text.replace("\r\n", "").contains('\r')),
    ("carriage-return-line-feed", |text| text.contains("\r\n")),
    ("next-line", |text| text.contains('\u{85}')),
    ("line-separator", |text| text.contains('\u{2028}')),
    ("paragraph-separator", |text| text.contains('\u{2029}')),
    ("white-space-not-ascii", |text| text.chars().any(|c| c.is_whitespace() && !c.is_ascii())),
    ("zero-width-space", |text| text.contains('\u{200b}')),
    ("before-surrogates", |text| text.contains('\u{d7ff}')),
    ("behind-surrogates", |text| text.contains('\u{e000}')),
    ("noncharacter", |text| text.chars().any(|c| (c as u32) & 0xfffe == 0xfffe)),
    ("noncharacter-arabic", |text| text.chars().any(|c| ('\u{fdd0}'..='\u{fdef}').contains(&c))),
    ("last-character", |text| text.contains(char::MAX)),
    ("replacement", |text| text.contains('\u{fffd}')),
    ("two-bytes", |text| text.chars().any(|c| c.len_utf8() == 2)),
    ("three-bytes", |text| text.chars().any(|c| c.len_utf8() == 3)),
    ("four-bytes", |text| text.chars().any(|c| c.len_utf8() == 4)),
    ("not-composed", |text| !is_nfc(text)),
    ("not-decomposed", |text| !is_nfd(text)),
    ("not-compatible", |text| is_nfc(text) && !is_nfkc(text)),
    ("marks-out-of-order", |text| text.contains("\u{307}\u{323}")),
    ("upper-case-longer", |text| text.chars().any(|c| c.to_uppercase().count() > 1)),
    ("lower-case-longer", |text| text.contains('İ')),
    ("case-changes-bytes", |text| text.to_lowercase().len() != text.len()),
    ("final-sigma", |text| text.to_lowercase().contains('ς') && text.contains('Σ')),
    ("title-case", |text| text.contains('ǅ')),
    ("dotless-i", |text| text.contains('ı')),
    ("long-s", |text| text.contains('ſ')),
    ("kelvin", |text| text.contains('\u{212a}')),
    ("ligature", |text| text.contains('ﬁ')),
    ("emoji", |text| text.contains('😀')),
    ("emoji-tone", |text| text.chars().any(|c| ('\u{1f3fb}'..='\u{1f3ff}').contains(&c))),
    ("emoji-joined", |text| text.contains("👨\u{200d}👩")),
    ("emoji-selector", |text| text.contains("❤\u{fe0f}")),
    ("text-selector", |text| text.contains('\u{fe0e}')),
    ("flag", |text| clusters(text).any(|cluster| indicators(cluster) == 2)),
    ("half-flag", |text| clusters(text).any(|cluster| indicators(cluster) == 1)),
    ("flag-of-tags", |text| text.contains("🏴\u{e0067}")),
    ("keycap", |text| text.contains("\u{fe0f}\u{20e3}")),
    ("joiner", |text| text.contains('\u{200d}')),
    ("non-joiner", |text| text.contains('\u{200c}')),
    ("hangul-letters", |text| text.chars().any(|c| ('\u{1100}'..='\u{1112}').contains(&c))),
    ("conjunct", |text| text.contains("\u{94d}")),
    ("conjunct-joined", |text| text.contains("\u{94d}\u{200d}")),
    ("cluster-of-10", |text| clusters(text).any(|cluster| cluster.chars().count() >= 10)),
    ("cluster-of-100", |text| clusters(text).any(|cluster| cluster.chars().count() >= 100)),
    ("mark-first", |text| {
        let first = text.chars().next();
        first.is_some_and(|c| c.general_category() == GeneralCategory::NonspacingMark)
    }),
    ("override", |text| text.contains('\u{202e}')),
    ("isolate", |text| text.contains('\u{2067}') && text.contains('\u{2069}')),
    ("embedding-not-ended", |text| {
        text.contains(['\u{202a}', '\u{202b}']) && !text.contains('\u{202c}')
    }),
    ("digits-of-another-script", |text| {
        text.chars()
            .any(|c| !c.is_ascii() && c.general_category() == GeneralCategory::DecimalNumber)
    }),
    ("escape-sequence", |text| text.contains("\u{1b}[")),
    ("variation-selector-17", |text| {
        text.chars().any(|c| ('\u{e0100}'..='\u{e01ef}').contains(&c))
    }),
];

fn clusters(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true)
}

fn indicators(cluster: &str) -> usize {
    cluster.chars().filter(|c| ('\u{1f1e6}'..='\u{1f1ff}').contains(c)).count()
}
