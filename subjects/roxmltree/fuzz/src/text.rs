//! Text and the small parts that are made of it.

use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;

use crate::tree::print_all;
use crate::words::{
    CommentWords, EntityName, InstructionWords, Predefined, SectionWords, Target, TextWords,
    UnusualCharacter, ValueWords,
};

/// Text, not yet escaped.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Text {
    Words(TextWords),
    Free(Vec<Character>),
}

/// A character.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "mutatis", mutatis(default_mutate = false))]
pub(crate) enum Character {
    Printable(
        #[arbitrary(with = |u: &mut arbitrary::Unstructured<'_>| u.int_in_range(b' '..=b'~'))]
        #[cfg_attr(feature = "explicit", generate(range = b' '..=b'~'))]
        u8,
    ),
    Unusual(UnusualCharacter),
    Anything(char),
}

/// A reference to a character or an entity.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Reference {
    Known(Predefined),
    Decimal(Character),
    Hexadecimal(Character),
    Entity(EntityName),
}

/// The value of an attribute, or of an entity without markup.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Value(Vec<ValuePart>);

/// One part of a value.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum ValuePart {
    Typically(ValueWords),
    Literal(Text),
    Replaced(Reference),
}

/// A section of characters that are no markup.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Section {
    Typical(SectionWords),
    SectionText(Text),
}

/// A comment.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Comment {
    TypicalComment(CommentWords),
    CommentText(Text),
}

/// A processing instruction.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Instruction {
    target: Target,
    says: Option<Says>,
}

/// What an instruction says.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Says {
    TypicalInstruction(InstructionWords),
    InstructionText(Text),
}

#[cfg(feature = "mutatis")]
impl mutatis::DefaultMutate for Character {
    type DefaultMutate = CharacterMutator<
        subject_fuzzing::Within<b' ', b'~'>,
        subject_fuzzing::WordMutator<UnusualCharacter>,
        <char as mutatis::DefaultMutate>::DefaultMutate,
    >;
}

impl Text {
    /// As content.
    pub(crate) fn escaped(&self) -> String {
        self.to_string().replace('&', "&amp;").replace('<', "&lt;").replace("]]>", "]]&gt;")
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Words(words) => words.fmt(f),
            Self::Free(characters) => {
                characters.iter().try_for_each(|character| character.char().fmt(f))
            }
        }
    }
}

impl Character {
    /// The character, if XML allows it, and else one that stands for it.
    fn char(&self) -> char {
        match *self {
            Self::Printable(byte) => byte.into(),
            Self::Unusual(UnusualCharacter(text)) => text.chars().next().unwrap_or(' '),
            Self::Anything('\0'..' ' | '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
            Self::Anything(char) => char,
        }
    }
}

impl Display for Reference {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Known(reference) => reference.fmt(f),
            Self::Decimal(character) => write!(f, "&#{};", u32::from(character.char())),
            Self::Hexadecimal(character) => write!(f, "&#x{:x};", u32::from(character.char())),
            Self::Entity(name) => write!(f, "&{name};"),
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("\"")?;
        print_all(f, &self.0)?;
        f.write_str("\"")
    }
}

impl Display for ValuePart {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let text = match self {
            Self::Typically(words) => words.to_string(),
            Self::Literal(text) => text.to_string(),
            Self::Replaced(reference) => return reference.fmt(f),
        };
        f.write_str(&text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;"))
    }
}

impl Display for Section {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Typical(words) => write!(f, "<![CDATA[{words}]]>"),
            Self::SectionText(text) => {
                write!(f, "<![CDATA[{}]]>", text.to_string().replace("]]>", "]] >"))
            }
        }
    }
}

impl Display for Comment {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::TypicalComment(words) => write!(f, "<!--{words}-->"),
            Self::CommentText(text) => write!(f, "<!--{}-->", text.to_string().replace('-', "- ")),
        }
    }
}

impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let target = &self.target;
        match &self.says {
            None => write!(f, "<?{target}?>"),
            Some(Says::TypicalInstruction(words)) => write!(f, "<?{target} {words}?>"),
            Some(Says::InstructionText(text)) => {
                write!(f, "<?{target} {}?>", text.to_string().replace("?>", "? >"))
            }
        }
    }
}
