//! The attribute `#[generate(...)]` of fields and variants.

use syn::{Attribute, Expr, ExprLit, Lit};

use crate::keys::{self, Key};

/// How a field gets its value.
pub(super) enum FieldRule {
    /// From the `Generate` implementation of its type.
    Any,
    /// From this generator.
    With(Expr),
    /// From the numbers or characters of this range.
    Range(Expr),
    /// By `Default`.
    Skip,
}

impl FieldRule {
    /// The rule that a field's attributes state.
    pub(super) fn parse(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut rule = Self::Any;
        for key in keys(attributes, &["with", "range", "skip"])? {
            if !matches!(rule, Self::Any) {
                let message = "a field is generated in one way: remove this, or the other";
                return Err(syn::Error::new(key.name.span(), message));
            }
            rule = match key.name.to_string().as_str() {
                "with" => Self::With(key.value()?),
                "range" => Self::Range(key.value()?),
                _ => {
                    key.no_value()?;
                    Self::Skip
                }
            };
        }
        Ok(rule)
    }
}

/// How often a variant is chosen.
pub(super) enum VariantRule {
    /// As often as other variants.
    Equal,
    /// As often as this weight says.
    Weight(Expr),
    /// Never.
    Skip,
}

impl VariantRule {
    /// The rule that a variant's attributes state.
    pub(super) fn parse(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut rule = Self::Equal;
        for key in keys(attributes, &["weight", "skip"])? {
            if !matches!(rule, Self::Equal) {
                let message = "a variant has a weight or is skipped: remove this, or the other";
                return Err(syn::Error::new(key.name.span(), message));
            }
            rule = if key.name == "weight" {
                Self::Weight(weight(key)?)
            } else {
                key.no_value()?;
                Self::Skip
            };
        }
        Ok(rule)
    }
}

/// The weight that a key states.
fn weight(key: Key) -> syn::Result<Expr> {
    let value = key.value()?;
    if let Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) = &value
        && number.base10_parse::<u32>().is_ok_and(|number| number == 0)
    {
        let message = "a weight of 0 means that the variant is never chosen: write `skip` instead";
        return Err(syn::Error::new_spanned(value, message));
    }
    Ok(value)
}

/// Refuses `#[generate(...)]` on the type itself.
pub(super) fn refuse_on_type(attributes: &[Attribute]) -> syn::Result<()> {
    match attributes.iter().find(|attribute| attribute.path().is_ident("generate")) {
        None => Ok(()),
        Some(attribute) => {
            let message = "`#[generate(...)]` goes on fields and variants: move it there";
            Err(syn::Error::new_spanned(attribute, message))
        }
    }
}

/// The keys of all `#[generate(...)]` among `attributes`.
fn keys(attributes: &[Attribute], possible: &[&str]) -> syn::Result<Vec<Key>> {
    let mut keys = Vec::new();
    for attribute in attributes {
        if attribute.path().is_ident("generate") {
            keys.extend(attribute.parse_args_with(keys::parser(possible))?);
        }
    }
    Ok(keys)
}
