//! A document, and the schemas in it.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;
use serde_json::{Map, Value, json};
use subject_fuzzing::Nested;

use crate::keywords::Keyword;
use crate::words::{Address, Definition, Metaschema};

/// A document: a schema, and what only the outermost one has.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub struct Document {
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    metaschema: Option<Metaschema>,
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    address: Option<Address>,
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    definitions: BTreeMap<Definition, Nested<Schema>>,
    /// The definitions of younger versions.
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    defs: BTreeMap<Definition, Nested<Schema>>,
    /// The last, as it takes what is left of the data.
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    schema: Schema,
}

/// A schema.
#[derive(Debug, Default, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Schema {
    /// Every instance is valid.
    #[default]
    Anything,
    /// No instance is valid; older versions have no word for it.
    Nothing,
    Keywords(Keyword, Vec<Keyword>),
    /// The same again, as most schemas have keywords.
    MoreKeywords(Keyword, Keyword, Vec<Keyword>),
}

#[cfg(feature = "mutatis")]
subject_fuzzing::recursive!(Schema);

impl From<&Schema> for Value {
    fn from(schema: &Schema) -> Self {
        match schema {
            Schema::Anything => json!({}),
            Schema::Nothing => json!(false),
            Schema::Keywords(first, others) => members([first].into_iter().chain(others)).into(),
            Schema::MoreKeywords(first, second, others) => {
                members([first, second].into_iter().chain(others)).into()
            }
        }
    }
}

fn members<'k>(keywords: impl Iterator<Item = &'k Keyword>) -> Map<String, Value> {
    keywords.map(|keyword| (keyword.name().to_owned(), keyword.value())).collect()
}

impl Display for Document {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut document = match Value::from(&self.schema) {
            Value::Object(members) => members,
            other => return other.fmt(f),
        };
        if let Some(metaschema) = &self.metaschema {
            document.insert("$schema".to_owned(), metaschema.0.into());
        }
        if let Some(address) = &self.address {
            document.insert("$id".to_owned(), address.0.into());
        }
        for (keyword, definitions) in [("definitions", &self.definitions), ("$defs", &self.defs)] {
            if !definitions.is_empty() {
                document.insert(keyword.to_owned(), by_name(definitions));
            }
        }
        Value::Object(document).fmt(f)
    }
}

/// Schemas by a name.
pub(crate) fn by_name<N: ToString>(schemas: &BTreeMap<N, Nested<Schema>>) -> Value {
    let members = schemas.iter().map(|(name, schema)| (name.to_string(), Value::from(&**schema)));
    Value::Object(members.collect())
}
