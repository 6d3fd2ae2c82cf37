//! `#[derive(Generate)]`: a generator of a type by the generators of its parts.

mod attributes;
mod choice;
mod field;
mod recursion;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, GenericParam, Generics, parse_quote};

use crate::draw::local;
use choice::Variant;
use field::{AtMaxLevel, Constructor};
use recursion::Recursion;

/// Values of recursive types go no deeper than this many levels.
const MAX_LEVEL: u32 = 5;

/// The implementation of `Generate` for the type `input`.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    attributes::refuse_on_type(&input.attrs)?;
    let body = match &input.data {
        Data::Struct(data) => structure(&input, &data.fields)?,
        Data::Enum(data) => {
            let variants =
                data.variants.iter().map(|variant| Variant::parse(variant, &input.ident));
            choice::expand(&input.ident, variants.collect::<syn::Result<_>>()?)?
        }
        Data::Union(data) => {
            let message = "which field of a union holds the value is not known: implement `Generate` \
                           by hand";
            return Err(syn::Error::new_spanned(data.union_token, message));
        }
    };
    let name = &input.ident;
    let source = local("__source");
    let generics = with_bounds(input.generics.clone());
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    Ok(quote! {
        // The fields' types are repeated here, where they could be called `Self`.
        #[allow(clippy::use_self)]
        #[automatically_derived]
        impl #impl_generics ::chiasma::Generate for #name #type_generics #where_clause {
            fn generate(#source: &mut ::chiasma::Source) -> Self {
                #body
            }
        }
    })
}

/// The expression that generates a struct.
fn structure(input: &DeriveInput, fields: &syn::Fields) -> syn::Result<TokenStream> {
    let constructor = Constructor::parse(quote!(Self), fields, &input.ident)?;
    match constructor.recursion() {
        Recursion::None => Ok(constructor.draw(AtMaxLevel::GoesOn)),
        Recursion::Certain => {
            let message = "no finite value of this type exists: put the field that holds the type \
                           itself into an `Option` or a `Vec`";
            Err(syn::Error::new_spanned(&input.ident, message))
        }
        Recursion::MayEnd | Recursion::Unknown => Ok(nested(&constructor.draw(AtMaxLevel::Ends))),
    }
}

/// The expression that draws `body` one level deeper, with the level at hand.
fn nested(body: &TokenStream) -> TokenStream {
    let (source, level) = (local("__source"), local("__level"));
    quote!(#source.nested(|#source, #level| #body))
}

/// The generics of the implementation: what a type parameter stands for is generated, too.
fn with_bounds(mut generics: Generics) -> Generics {
    for parameter in &mut generics.params {
        if let GenericParam::Type(parameter) = parameter {
            parameter.bounds.push(parse_quote!(::chiasma::Generate));
        }
    }
    generics
}

#[cfg(test)]
mod tests;
