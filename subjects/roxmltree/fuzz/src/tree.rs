//! A document, its elements and what is in them.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::declarations::Doctype;
use crate::text::{Comment, Instruction, Reference, Section, Text, Value};
use crate::words::{Attribute, Namespace, Prefix, Space, Tag, XmlAttribute};

/// A document.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub struct Document {
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    declaration: Option<Declaration>,
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    before: Vec<Miscellaneous>,
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    doctype: Option<Doctype>,
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    after: Vec<Miscellaneous>,
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    vocabulary: Vocabulary,
    /// The last, as it takes what is left of the data.
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    root: Element,
}

/// The declaration that says that this is XML.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Declaration {
    encoding: Option<Encoding>,
    standalone: Option<Standalone>,
}

/// An encoding.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Encoding {
    Upper,
    Lower,
    Wide,
}

/// Whether a document needs nothing but itself.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Standalone {
    Yes,
    No,
}

/// What may stand before and after the root.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Miscellaneous {
    Between(Space),
    Note(Comment),
    Told(Instruction),
}

/// The prefixes that the root declares besides its own declarations.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Vocabulary {
    /// All that names use.
    Complete([Namespace; Prefix::ALL.len()]),
    /// None: the elements declare what they need, or not.
    Absent,
}

/// An element.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Element {
    name: Name,
    declarations: BTreeMap<Option<Prefix>, Namespace>,
    attributes: BTreeMap<AttributeName, Value>,
    /// None if there is a tag for an empty element only.
    content: Option<Vec<Nested<Content>>>,
}

/// The name of an element.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Name {
    Local(Tag),
    Prefixed(Prefix, Tag),
}

/// The name of an attribute.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum AttributeName {
    LocalAttribute(Attribute),
    PrefixedAttribute(Prefix, Attribute),
    Reserved(XmlAttribute),
}

/// One part of what is in an element.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Content {
    Characters(Text),
    Child(Element),
    Referred(Reference),
    Blank(Space),
    Cdata(Section),
    Remark(Comment),
    Processed(Instruction),
}

#[cfg(feature = "mutatis")]
subject_fuzzing::recursive!(Content);

impl Default for Name {
    fn default() -> Self {
        Self::Local(Tag::default())
    }
}

impl Default for Content {
    fn default() -> Self {
        Self::Blank(Space::default())
    }
}

impl Display for Document {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        print_option(f, &self.declaration)?;
        print_all(f, &self.before)?;
        print_option(f, &self.doctype)?;
        self.root.print(f, &self.vocabulary)?;
        print_all(f, &self.after)
    }
}

/// Prints parts, one right after the other.
pub(crate) fn print_all<T: Display>(f: &mut Formatter<'_>, parts: &[T]) -> Result {
    parts.iter().try_for_each(|part| part.fmt(f))
}

/// Prints a part, if there is one.
pub(crate) fn print_option<T: Display>(f: &mut Formatter<'_>, part: &Option<T>) -> Result {
    part.as_ref().map_or(Ok(()), |part| part.fmt(f))
}

impl Display for Declaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("<?xml version=\"1.0\"")?;
        f.write_str(match self.encoding {
            None => "",
            Some(Encoding::Upper) => " encoding=\"UTF-8\"",
            Some(Encoding::Lower) => " encoding='utf-8'",
            Some(Encoding::Wide) => " encoding=\"UTF-16\"",
        })?;
        f.write_str(match self.standalone {
            None => "?>",
            Some(Standalone::Yes) => " standalone=\"yes\"?>",
            Some(Standalone::No) => " standalone='no'?>",
        })
    }
}

impl Display for Miscellaneous {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Between(space) => space.fmt(f),
            Self::Note(comment) => comment.fmt(f),
            Self::Told(instruction) => instruction.fmt(f),
        }
    }
}

impl Element {
    fn print(&self, f: &mut Formatter<'_>, vocabulary: &Vocabulary) -> Result {
        write!(f, "<{}", self.name)?;
        if let Vocabulary::Complete(namespaces) = vocabulary {
            for (prefix, namespace) in Prefix::ALL.iter().zip(namespaces) {
                if !self.declarations.contains_key(&Some(Prefix(prefix))) {
                    write!(f, " xmlns:{prefix}=\"{namespace}\"")?;
                }
            }
        }
        for (prefix, namespace) in &self.declarations {
            match prefix {
                Some(prefix) => write!(f, " xmlns:{prefix}=\"{namespace}\"")?,
                None => write!(f, " xmlns='{namespace}'")?,
            }
        }
        for (name, value) in &self.attributes {
            write!(f, " {name}={value}")?;
        }
        let Some(content) = &self.content else {
            return f.write_str("/>");
        };
        f.write_str(">")?;
        print_all(f, content)?;
        write!(f, "</{}>", self.name)
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.print(f, &Vocabulary::Absent)
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Local(tag) => tag.fmt(f),
            Self::Prefixed(prefix, tag) => write!(f, "{prefix}:{tag}"),
        }
    }
}

impl Display for AttributeName {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::LocalAttribute(name) => name.fmt(f),
            Self::PrefixedAttribute(prefix, name) => write!(f, "{prefix}:{name}"),
            Self::Reserved(name) => name.fmt(f),
        }
    }
}

impl Display for Content {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Characters(text) => f.write_str(&text.escaped()),
            Self::Child(element) => element.fmt(f),
            Self::Referred(reference) => reference.fmt(f),
            Self::Blank(space) => space.fmt(f),
            Self::Cdata(section) => section.fmt(f),
            Self::Remark(comment) => comment.fmt(f),
            Self::Processed(instruction) => instruction.fmt(f),
        }
    }
}
