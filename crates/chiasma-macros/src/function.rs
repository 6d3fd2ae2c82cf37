//! The function that an attribute stands on, and how its source parameter is recognised.

use proc_macro2::TokenStream;
use syn::{Item, ItemFn, Signature, Type};

/// Parses the function below `#[attribute]`.
pub(crate) fn parse(attribute: &str, item: &TokenStream) -> syn::Result<ItemFn> {
    syn::parse2::<ItemFn>(item.clone()).map_err(|error| match syn::parse2::<Item>(item.clone()) {
        // The only function that `syn` knows as an item but not as a function.
        Ok(Item::Verbatim(tokens)) if is_without_body(&tokens) => syn::Error::new_spanned(
            tokens,
            format!("`#[{attribute}]` needs a function with a body"),
        ),
        Ok(other) => {
            syn::Error::new_spanned(other, format!("`#[{attribute}]` goes on a function only"))
        }
        Err(_) => error,
    })
}

/// Whether `tokens` are a function that ends with `;`.
fn is_without_body(tokens: &TokenStream) -> bool {
    let parser = |input: syn::parse::ParseStream<'_>| {
        input.call(syn::Attribute::parse_outer)?;
        input.parse::<syn::Visibility>()?;
        input.parse::<Signature>()?;
        input.parse::<syn::Token![;]>()
    };
    syn::parse::Parser::parse2(parser, tokens.clone()).is_ok()
}

/// The type behind `&mut` if `ty` is that of a source: its path ends in `Source`.
pub(crate) fn source_type(ty: &Type) -> Option<&Type> {
    let Type::Reference(reference) = plain(ty) else { return None };
    reference.mutability?;
    let Type::Path(path) = plain(&reference.elem) else { return None };
    let last = path.path.segments.last()?;
    (last.ident == "Source" && last.arguments.is_empty()).then_some(&*reference.elem)
}

/// A type without the parentheses, visible or not, that a macro may have put around it.
pub(crate) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => plain(&group.elem),
        Type::Paren(paren) => plain(&paren.elem),
        _ => ty,
    }
}
