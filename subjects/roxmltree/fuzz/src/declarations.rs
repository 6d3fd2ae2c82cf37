//! The document type: what its internal subset declares.

use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use subject_fuzzing::Nested;

use crate::text::{Comment, Instruction, Value};
use crate::tree::{AttributeName, Content, print_all, print_option};
use crate::words::{
    Address, EntityName, Notation, Occurrence, PublicIdentifier, SimpleType, Space, Tag, Token,
};

/// A document type declaration.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Doctype {
    name: Tag,
    external: Option<External>,
    subset: Option<Vec<Subset>>,
}

/// Where something lies that is in another file.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum External {
    System(Address),
    Public(PublicIdentifier, Address),
}

/// One part of an internal subset.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Subset {
    Declared(Markup),
    ParameterReference(EntityName),
    Gap(Space),
}

/// A declaration.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Markup {
    ElementDeclaration(Tag, Model),
    TextEntity(EntityName, Value),
    ContentEntity(EntityName, Vec<Nested<Content>>),
    ExternalEntity(EntityName, External),
    UnparsedEntity(EntityName, External, Notation),
    ParameterEntity(EntityName, Vec<Nested<Markup>>),
    AttributeList(Tag, Vec<Definition>),
    NotationDeclaration(Notation, External),
    SubsetComment(Comment),
    SubsetInstruction(Instruction),
}

/// What an element may contain.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Model {
    Empty,
    Any,
    Mixed(Vec<Tag>),
    Elements(Particle),
}

/// One or more elements, and how often.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Particle {
    One(Tag, Occurrence),
    Sequence(Nested<Particle>, Vec<Nested<Particle>>, Occurrence),
    Choice(Nested<Particle>, Vec<Nested<Particle>>, Occurrence),
}

/// An attribute of an element.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Definition {
    name: AttributeName,
    r#type: AttributeType,
    default: DefaultValue,
}

/// The type of an attribute.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum AttributeType {
    Simple(SimpleType),
    Enumerated(Token, Vec<Token>),
    Notations(Notation),
}

/// What an attribute is when a tag does not say.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum DefaultValue {
    Implied,
    Required,
    Usual(Value),
    Fixed(Value),
}

#[cfg(feature = "mutatis")]
subject_fuzzing::recursive!(Markup, Particle);

impl Default for Markup {
    fn default() -> Self {
        Self::ElementDeclaration(Tag::default(), Model::Empty)
    }
}

impl Default for Particle {
    fn default() -> Self {
        Self::One(Tag::default(), Occurrence::default())
    }
}

impl Display for Doctype {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "<!DOCTYPE {} ", self.name)?;
        print_option(f, &self.external)?;
        if let Some(subset) = &self.subset {
            f.write_str(" [")?;
            print_all(f, subset)?;
            f.write_str("]")?;
        }
        f.write_str(">")
    }
}

impl Display for External {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::System(address) => write!(f, "SYSTEM '{address}'"),
            Self::Public(identifier, address) => {
                write!(f, "PUBLIC \"{identifier}\" \"{address}\"")
            }
        }
    }
}

impl Display for Subset {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Declared(markup) => markup.fmt(f),
            Self::ParameterReference(name) => write!(f, "%{name};"),
            Self::Gap(space) => space.fmt(f),
        }
    }
}

impl Display for Markup {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::ElementDeclaration(name, model) => write!(f, "<!ELEMENT {name} {model}>"),
            Self::TextEntity(name, value) => write!(f, "<!ENTITY {name} {value}>"),
            Self::ContentEntity(name, content) => {
                write!(f, "<!ENTITY {name} {}>", replacement(content))
            }
            Self::ExternalEntity(name, external) => write!(f, "<!ENTITY {name} {external}>"),
            Self::UnparsedEntity(name, external, notation) => {
                write!(f, "<!ENTITY {name} {external} NDATA {notation}>")
            }
            Self::ParameterEntity(name, markup) => {
                write!(f, "<!ENTITY % {name} {}>", replacement(markup))
            }
            Self::AttributeList(name, definitions) => {
                write!(f, "<!ATTLIST {name}")?;
                print_all(f, definitions)?;
                f.write_str(">")
            }
            Self::NotationDeclaration(name, external) => {
                write!(f, "<!NOTATION {name} {external}>")
            }
            Self::SubsetComment(comment) => comment.fmt(f),
            Self::SubsetInstruction(instruction) => instruction.fmt(f),
        }
    }
}

/// Parts as the value of an entity.
fn replacement<T: Display>(parts: &[T]) -> String {
    let text: String = parts.iter().map(ToString::to_string).collect();
    format!("'{}'", text.replace('%', "&#37;").replace('\'', "&#39;"))
}

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Empty => f.write_str("EMPTY"),
            Self::Any => f.write_str("ANY"),
            Self::Mixed(names) => {
                f.write_str("(#PCDATA")?;
                names.iter().try_for_each(|name| write!(f, "|{name}"))?;
                f.write_str(")*")
            }
            Self::Elements(particle) => write!(f, "({particle})"),
        }
    }
}

impl Display for Particle {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (separator, first, others, occurrence) = match self {
            Self::One(name, occurrence) => return write!(f, "{name}{occurrence}"),
            Self::Sequence(first, others, occurrence) => (',', first, others, occurrence),
            Self::Choice(first, others, occurrence) => ('|', first, others, occurrence),
        };
        write!(f, "({first}")?;
        others.iter().try_for_each(|other| write!(f, "{separator}{other}"))?;
        write!(f, "){occurrence}")
    }
}

impl Display for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, " {} {} {}", self.name, self.r#type, self.default)
    }
}

impl Display for AttributeType {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Simple(name) => name.fmt(f),
            Self::Enumerated(first, others) => {
                write!(f, "({first}")?;
                others.iter().try_for_each(|other| write!(f, "|{other}"))?;
                f.write_str(")")
            }
            Self::Notations(name) => write!(f, "NOTATION ({name})"),
        }
    }
}

impl Display for DefaultValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Implied => f.write_str("#IMPLIED"),
            Self::Required => f.write_str("#REQUIRED"),
            Self::Usual(value) => value.fmt(f),
            Self::Fixed(value) => write!(f, "#FIXED {value}"),
        }
    }
}
