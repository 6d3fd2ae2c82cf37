//! The settings in `#[property(...)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::{Expr, ExprLit, Lit};

use crate::keys;

/// The keys; all but the last are methods of `CheckSettings` by the same name.
const KEYS: [&str; 8] = [
    "cases",
    "seed",
    "max_size",
    "max_rejects",
    "shrink_runs",
    "shrink_seconds",
    "saved_must_fit",
    ERRORS,
];

/// The key that says what an `Err` means.
const ERRORS: &str = "errors";

/// The call that hands the settings to the property; nothing if there are none.
pub(super) fn expand(settings: TokenStream) -> syn::Result<TokenStream> {
    let mut calls = Vec::new();
    for key in keys::parser(&KEYS).parse2(settings)? {
        let name = key.name.clone();
        let value = key.value()?;
        calls.push(if name == ERRORS {
            let meaning = meaning(&value)?;
            quote!(.errors_are(#meaning))
        } else {
            quote!(.#name(#value))
        });
    }
    if calls.is_empty() {
        return Ok(TokenStream::new());
    }
    Ok(quote!(.settings(::chiasma::CheckSettings::default() #(#calls)*)))
}

/// What the property's errors mean.
fn meaning(value: &Expr) -> syn::Result<TokenStream> {
    let said = match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.value(),
        _ => String::new(),
    };
    match said.as_str() {
        "invalid" => Ok(quote!(::chiasma::ErrorsAre::Invalid)),
        "failures" => Ok(quote!(::chiasma::ErrorsAre::Failures)),
        _ => Err(syn::Error::new_spanned(
            value,
            "write `errors = \"failures\"` if an error means that the property does not hold, or \
             `errors = \"invalid\"` if it means that the input is not to be counted",
        )),
    }
}
