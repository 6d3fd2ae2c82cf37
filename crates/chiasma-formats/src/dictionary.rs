//! Words that a format's generator uses: tags, names, keywords.

use std::fmt;

/// Additional words for a format: names that the program under test treats specially.
///
/// A dictionary is text: sections in brackets, one word a line. Lines that begin with `#`, and
/// blank ones, are for the reader; a word may have spaces within.
///
/// ```
/// use chiasma_formats::Dictionary;
///
/// let words = Dictionary::parse("# of build files\n[tags]\nproject\ntarget\n[attributes]\nname\n");
/// assert_eq!(words.unwrap().len(), 3);
///
/// let error = Dictionary::parse("[tgas]\nproject\n").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1: no section is called `tgas`; there are tags, attributes, names, keywords, texts"
/// );
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary {
    words: [Vec<String>; Section::ALL.len()],
}

/// What a word is used as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// Names of elements, and of rules that begin with `@`.
    Tags,
    /// Names of attributes, properties and keys.
    Attributes,
    /// Names of what a program declares: variables, functions, tables, classes.
    Names,
    /// Words that mean something to the language or its library.
    Keywords,
    /// Contents of strings and of text.
    Texts,
}

impl Section {
    const ALL: [Self; 5] = [Self::Tags, Self::Attributes, Self::Names, Self::Keywords, Self::Texts];

    fn name(self) -> &'static str {
        match self {
            Self::Tags => "tags",
            Self::Attributes => "attributes",
            Self::Names => "names",
            Self::Keywords => "keywords",
            Self::Texts => "texts",
        }
    }
}

impl Dictionary {
    /// Reads a dictionary.
    pub fn parse(text: &str) -> Result<Self, DictionaryError> {
        let mut dictionary = Self::default();
        let mut current = None;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let error = |problem| DictionaryError { line: number, problem };
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                let found = Section::ALL.into_iter().find(|section| section.name() == name);
                current = Some(found.ok_or_else(|| error(Problem::Unknown(name.to_owned())))?);
                continue;
            }
            let Some(section) = current else { return Err(error(Problem::NoSection)) };
            dictionary.words[section as usize].push(line.to_owned());
        }
        Ok(dictionary)
    }

    /// How many words it has.
    pub fn len(&self) -> usize {
        self.words.iter().map(Vec::len).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The words of a section.
    pub(crate) fn section(&self, section: Section) -> &[String] {
        &self.words[section as usize]
    }
}

/// Why a text is no dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DictionaryError {
    line: usize,
    problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Problem {
    Unknown(String),
    NoSection,
}

impl fmt::Display for DictionaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Section::ALL.map(Section::name).join(", ");
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            Problem::Unknown(name) => {
                write!(f, "no section is called `{name}`; there are {names}")
            }
            Problem::NoSection => {
                write!(f, "a word before the first section; begin with one of {names} in brackets")
            }
        }
    }
}

impl std::error::Error for DictionaryError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_belongs_to_the_section_above_it() {
        let words = Dictionary::parse("[tags]\na\n\n# b\n[texts]\nc d\n[tags]\ne").unwrap();
        assert_eq!(words.section(Section::Tags), ["a", "e"]);
        assert_eq!(words.section(Section::Texts), ["c d"]);
        assert!(words.section(Section::Names).is_empty());
    }

    #[test]
    fn a_word_without_a_section_is_an_error_that_says_so() {
        let error = Dictionary::parse("\nproject").unwrap_err().to_string();
        assert_eq!(
            error,
            "line 2: a word before the first section; begin with one of tags, attributes, names, \
             keywords, texts in brackets"
        );
    }
}
