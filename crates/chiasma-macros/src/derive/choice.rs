//! The choice between the variants of an enum.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse_quote;

use super::attributes::VariantRule;
use super::field::{AtMaxLevel, Constructor};
use super::recursion::Recursion;
use super::{MAX_LEVEL, nested};
use crate::draw::{self, local};

/// A variant.
pub(super) struct Variant {
    /// Its constructor.
    constructor: Constructor,
    /// How it leads back to the enum.
    recursion: Recursion,
    /// How often it is chosen; none for one that is skipped.
    weight: Option<syn::Expr>,
}

impl Variant {
    /// A variant of the enum called `name`.
    pub(super) fn parse(variant: &syn::Variant, name: &Ident) -> syn::Result<Self> {
        let ident = &variant.ident;
        let constructor = Constructor::parse(quote!(Self::#ident), &variant.fields, name)?;
        let weight = match VariantRule::parse(&variant.attrs)? {
            VariantRule::Equal => Some(parse_quote!(1)),
            VariantRule::Weight(weight) => Some(weight),
            VariantRule::Skip => None,
        };
        let recursion = constructor.recursion();
        Ok(Self { constructor, recursion, weight })
    }
}

/// The expression that generates the enum called `name`.
///
/// The first choice is the simplest, so the variants that end come before those that go deeper.
pub(super) fn expand(name: &Ident, mut variants: Vec<Variant>) -> syn::Result<TokenStream> {
    let error = |message| Err(syn::Error::new_spanned(name, message));
    if variants.is_empty() {
        return error("an enum without variants has no value to generate: add a variant");
    }
    variants.retain(|variant| variant.weight.is_some());
    if variants.is_empty() {
        return error("every variant is skipped: leave one that can be generated");
    }
    // Where every variant holds the enum, those end that hold it in something that may be empty.
    let has_leaf = variants.iter().any(|variant| variant.recursion == Recursion::None);
    let ending = if has_leaf { Recursion::None } else { Recursion::MayEnd };
    let at_max_level = if has_leaf { AtMaxLevel::GoesOn } else { AtMaxLevel::Ends };
    variants.sort_by_key(|variant| variant.recursion > ending);
    let ends = variants.iter().filter(|variant| variant.recursion <= ending).count();
    if ends == 0 {
        return error(
            "no finite value of this enum exists: add a variant that does not hold the enum, or one \
             that holds it in an `Option` or a `Vec`",
        );
    }
    let choice = choose(name, &variants, ends, at_max_level);
    let is_recursive = variants.iter().any(|variant| variant.recursion != Recursion::None);
    Ok(if is_recursive { nested(&choice) } else { choice })
}

/// The expression that chooses one of `variants`, at the deepest level among the first `ends`.
fn choose(
    name: &Ident,
    variants: &[Variant],
    ends: usize,
    at_max_level: AtMaxLevel,
) -> TokenStream {
    let draws = variants.iter().map(|variant| variant.constructor.draw(at_max_level));
    if variants.len() == 1 {
        return draws.collect();
    }
    let weights = variants.iter().map(|variant| &variant.weight);
    let weights = quote!(&[#(#weights),*]);
    let all = variants.len();
    let weights = if ends == all {
        weights
    } else {
        let level = local("__level");
        quote!(#weights[..if #level < #MAX_LEVEL { #all } else { #ends }])
    };
    let choice = draw::call(&local("__source"), "weighted_index", &weights, name.span());
    let patterns = (1..=all).map(|count| match count - 1 {
        _ if count == all => quote!(_),
        place => quote!(#place),
    });
    quote!(match #choice { #(#patterns => #draws,)* })
}
