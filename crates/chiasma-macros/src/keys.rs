//! The lists of `key = value` and bare `key` that attributes take.

use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Token};

/// One key of an attribute, with its value if it has one.
pub(crate) struct Key {
    /// The key as written.
    pub(crate) name: Ident,
    /// What stands behind `=`.
    value: Option<Expr>,
}

impl Parse for Key {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self { name, value })
    }
}

impl Key {
    /// The value, which this key needs.
    pub(crate) fn value(self) -> syn::Result<Expr> {
        let Self { name, value } = self;
        value.ok_or_else(|| syn::Error::new(name.span(), format!("write `{name} = ...`")))
    }

    /// Makes sure that there is no value.
    pub(crate) fn no_value(self) -> syn::Result<()> {
        match self.value {
            None => Ok(()),
            Some(value) => Err(syn::Error::new_spanned(
                value,
                format!("`{0}` takes no value: write just `{0}`", self.name),
            )),
        }
    }
}

/// Parses a list of keys, each one of `possible` and given once.
pub(crate) fn parser(possible: &[&str]) -> impl Parser<Output = Vec<Key>> {
    move |input: ParseStream<'_>| {
        let keys = Punctuated::<Key, Token![,]>::parse_terminated(input)?;
        let mut known: Vec<Key> = Vec::new();
        for key in keys {
            let name = &key.name;
            if !possible.iter().any(|known| name == known) {
                let list = possible.join("`, `");
                let message = format!("there is no `{name}` here; possible are `{list}`");
                return Err(syn::Error::new(name.span(), message));
            }
            if known.iter().any(|earlier| earlier.name == *name) {
                let message = format!("`{name}` is given twice: remove one");
                return Err(syn::Error::new(name.span(), message));
            }
            known.push(key);
        }
        Ok(known)
    }
}
