//! The keywords of a schema.

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Arbitrary;
use serde_json::{Value, json};
use subject_fuzzing::Nested;

use crate::pattern::Pattern;
use crate::tree::{Schema, by_name};
use crate::values::{Count, Json, Multiple, Number};
use crate::words::{
    Anchor, ContentEncoding, ContentType, Definition, DocumentName, Format, Metaschema, Property,
    Text, Type,
};

/// A keyword and its value.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Keyword {
    Typed(Type),
    Types(Type, BTreeSet<Type>),
    Enumeration(Json, Vec<Json>),
    Constant(Json),

    MultipleOf(Multiple),
    Minimum(Number),
    Maximum(Number),
    ExclusiveMinimum(Limit),
    ExclusiveMaximum(Limit),

    MinLength(Count),
    MaxLength(Count),
    Matching(Pattern),
    Formatted(Format),
    ContentMediaType(ContentType),
    ContentEncoded(ContentEncoding),
    ContentSchema(Nested<Schema>),

    Items(Nested<Schema>),
    Tuple(Nested<Schema>, Vec<Nested<Schema>>),
    PrefixItems(Nested<Schema>, Vec<Nested<Schema>>),
    AdditionalItems(Nested<Schema>),
    UnevaluatedItems(Nested<Schema>),
    Contains(Nested<Schema>),
    MinContains(Count),
    MaxContains(Count),
    MinItems(Count),
    MaxItems(Count),
    UniqueItems(bool),

    Properties(BTreeMap<Property, Nested<Schema>>),
    PatternProperties(BTreeMap<Pattern, Nested<Schema>>),
    AdditionalProperties(Nested<Schema>),
    UnevaluatedProperties(Nested<Schema>),
    PropertyNames(Nested<Schema>),
    Required(Property, BTreeSet<Property>),
    Dependencies(BTreeMap<Property, Dependency>),
    DependentRequired(BTreeMap<Property, BTreeSet<Property>>),
    DependentSchemas(BTreeMap<Property, Nested<Schema>>),
    MinProperties(Count),
    MaxProperties(Count),

    AllOf(Nested<Schema>, Vec<Nested<Schema>>),
    AnyOf(Nested<Schema>, Vec<Nested<Schema>>),
    OneOf(Nested<Schema>, Vec<Nested<Schema>>),
    Not(Nested<Schema>),
    If(Nested<Schema>),
    Then(Nested<Schema>),
    Else(Nested<Schema>),

    Reference(Target),
    RecursiveReference,
    DynamicReference(Anchor),
    RecursiveAnchor(bool),
    DynamicAnchor(Anchor),
    Anchored(Anchor),
    Identifier(Identified),
    OldIdentifier(Identified),

    Title(Text),
    Description(Text),
    Comment(Text),
    Default(Json),
    Examples(Vec<Json>),
    ReadOnly(bool),
    WriteOnly(bool),
    Deprecated(bool),
    Unknown(Json),
}

/// An exclusive bound; in draft 4, whether the other keyword is one.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Limit {
    Bound(Number),
    OtherBound(Number),
    Flag(bool),
}

/// What an object must have, or be, if it has a property.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Dependency {
    Names(BTreeSet<Property>),
    Whole(Nested<Schema>),
}

/// What a reference refers to.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Target {
    Root,
    Defined(Definition),
    Defs(Definition),
    OfProperty(Property),
    OfItems,
    Fragment(Anchor),
    Elsewhere(DocumentName),
    Itself(Metaschema),
}

/// What a schema calls itself.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Identified {
    ByFragment(Anchor),
    ByAddress(DocumentName),
}

impl Keyword {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Typed(_) | Self::Types(..) => "type",
            Self::Enumeration(..) => "enum",
            Self::Constant(_) => "const",
            Self::MultipleOf(_) => "multipleOf",
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::ExclusiveMinimum(_) => "exclusiveMinimum",
            Self::ExclusiveMaximum(_) => "exclusiveMaximum",
            Self::MinLength(_) => "minLength",
            Self::MaxLength(_) => "maxLength",
            Self::Matching(_) => "pattern",
            Self::Formatted(_) => "format",
            Self::ContentMediaType(_) => "contentMediaType",
            Self::ContentEncoded(_) => "contentEncoding",
            Self::ContentSchema(_) => "contentSchema",
            Self::Items(_) | Self::Tuple(..) => "items",
            Self::PrefixItems(..) => "prefixItems",
            Self::AdditionalItems(_) => "additionalItems",
            Self::UnevaluatedItems(_) => "unevaluatedItems",
            Self::Contains(_) => "contains",
            Self::MinContains(_) => "minContains",
            Self::MaxContains(_) => "maxContains",
            Self::MinItems(_) => "minItems",
            Self::MaxItems(_) => "maxItems",
            Self::UniqueItems(_) => "uniqueItems",
            Self::Properties(_) => "properties",
            Self::PatternProperties(_) => "patternProperties",
            Self::AdditionalProperties(_) => "additionalProperties",
            Self::UnevaluatedProperties(_) => "unevaluatedProperties",
            Self::PropertyNames(_) => "propertyNames",
            Self::Required(..) => "required",
            Self::Dependencies(_) => "dependencies",
            Self::DependentRequired(_) => "dependentRequired",
            Self::DependentSchemas(_) => "dependentSchemas",
            Self::MinProperties(_) => "minProperties",
            Self::MaxProperties(_) => "maxProperties",
            Self::AllOf(..) => "allOf",
            Self::AnyOf(..) => "anyOf",
            Self::OneOf(..) => "oneOf",
            Self::Not(_) => "not",
            Self::If(_) => "if",
            Self::Then(_) => "then",
            Self::Else(_) => "else",
            Self::Reference(_) => "$ref",
            Self::RecursiveReference => "$recursiveRef",
            Self::DynamicReference(_) => "$dynamicRef",
            Self::RecursiveAnchor(_) => "$recursiveAnchor",
            Self::DynamicAnchor(_) => "$dynamicAnchor",
            Self::Anchored(_) => "$anchor",
            Self::Identifier(_) => "$id",
            Self::OldIdentifier(_) => "id",
            Self::Title(_) => "title",
            Self::Description(_) => "description",
            Self::Comment(_) => "$comment",
            Self::Default(_) => "default",
            Self::Examples(_) => "examples",
            Self::ReadOnly(_) => "readOnly",
            Self::WriteOnly(_) => "writeOnly",
            Self::Deprecated(_) => "deprecated",
            Self::Unknown(_) => "x-unknown",
        }
    }

    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Typed(name) => name.0.into(),
            Self::Types(first, others) => {
                let others = others.iter().filter(|other| *other != first);
                [first].into_iter().chain(others).map(|name| name.0).collect()
            }
            Self::Enumeration(first, others) => {
                let mut values = vec![Value::from(first)];
                for other in others {
                    let other = Value::from(other);
                    if !values.contains(&other) {
                        values.push(other);
                    }
                }
                values.into()
            }
            Self::Constant(value) | Self::Default(value) | Self::Unknown(value) => value.into(),
            Self::MultipleOf(multiple) => multiple.value(),
            Self::Minimum(number) | Self::Maximum(number) => number.value(),
            Self::ExclusiveMinimum(limit) | Self::ExclusiveMaximum(limit) => match limit {
                Limit::Bound(number) | Limit::OtherBound(number) => number.value(),
                Limit::Flag(flag) => (*flag).into(),
            },
            Self::MinLength(count)
            | Self::MaxLength(count)
            | Self::MinContains(count)
            | Self::MaxContains(count)
            | Self::MinItems(count)
            | Self::MaxItems(count)
            | Self::MinProperties(count)
            | Self::MaxProperties(count) => count.value(),
            Self::Matching(pattern) => pattern.to_string().into(),
            Self::Formatted(format) => format.0.into(),
            Self::ContentMediaType(name) => name.0.into(),
            Self::ContentEncoded(name) => name.0.into(),
            Self::ContentSchema(schema)
            | Self::Items(schema)
            | Self::AdditionalItems(schema)
            | Self::UnevaluatedItems(schema)
            | Self::Contains(schema)
            | Self::AdditionalProperties(schema)
            | Self::UnevaluatedProperties(schema)
            | Self::PropertyNames(schema)
            | Self::Not(schema)
            | Self::If(schema)
            | Self::Then(schema)
            | Self::Else(schema) => Value::from(&**schema),
            Self::Tuple(first, others)
            | Self::PrefixItems(first, others)
            | Self::AllOf(first, others)
            | Self::AnyOf(first, others)
            | Self::OneOf(first, others) => {
                [first].into_iter().chain(others).map(|schema| Value::from(&**schema)).collect()
            }
            Self::UniqueItems(flag)
            | Self::RecursiveAnchor(flag)
            | Self::ReadOnly(flag)
            | Self::WriteOnly(flag)
            | Self::Deprecated(flag) => (*flag).into(),
            Self::Properties(schemas) | Self::DependentSchemas(schemas) => by_name(schemas),
            Self::PatternProperties(schemas) => by_name(schemas),
            Self::Required(first, others) => {
                let others = others.iter().filter(|other| *other != first);
                [first].into_iter().chain(others).map(|name| name.0).collect()
            }
            Self::Dependencies(dependencies) => {
                let value = |dependency: &Dependency| match dependency {
                    Dependency::Names(names) => names.iter().map(|name| name.0).collect(),
                    Dependency::Whole(schema) => Value::from(&**schema),
                };
                let members = dependencies.iter().map(|(name, it)| (name.to_string(), value(it)));
                Value::Object(members.collect())
            }
            Self::DependentRequired(dependencies) => {
                let names = |names: &BTreeSet<Property>| names.iter().map(|name| name.0).collect();
                let members = dependencies.iter().map(|(name, it)| (name.to_string(), names(it)));
                Value::Object(members.collect())
            }
            Self::Reference(target) => target.address().into(),
            Self::RecursiveReference => json!("#"),
            Self::DynamicReference(anchor) => format!("#{anchor}").into(),
            Self::DynamicAnchor(anchor) | Self::Anchored(anchor) => anchor.0.into(),
            Self::Identifier(identified) | Self::OldIdentifier(identified) => match identified {
                Identified::ByFragment(anchor) => format!("#{anchor}").into(),
                Identified::ByAddress(name) => name.0.into(),
            },
            Self::Title(text) | Self::Description(text) | Self::Comment(text) => text.0.into(),
            Self::Examples(values) => values.iter().map(Value::from).collect(),
        }
    }
}

impl Target {
    fn address(&self) -> String {
        match self {
            Self::Root => "#".to_owned(),
            Self::Defined(name) => format!("#/definitions/{}", escaped(name.0)),
            Self::Defs(name) => format!("#/$defs/{}", escaped(name.0)),
            Self::OfProperty(name) => format!("#/properties/{}", escaped(name.0)),
            Self::OfItems => "#/items".to_owned(),
            Self::Fragment(anchor) => format!("#{anchor}"),
            Self::Elsewhere(name) => name.to_string(),
            Self::Itself(metaschema) => metaschema.to_string(),
        }
    }
}

/// A name as part of a pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1").replace('%', "%25").replace(' ', "%20")
}
