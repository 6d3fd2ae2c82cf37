//! How expansions draw: the generator expressions, and the calls that draw from them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Type};

/// A local name that no name of the user's can be confused with.
pub(crate) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The generator that the user wrote.
///
/// A closure gets `from_fn` around it, without which its argument's type could not be inferred.
pub(crate) fn written(expression: &Expr) -> TokenStream {
    match expression {
        Expr::Closure(_) => quote!(::chiasma::generators::from_fn(#expression)),
        Expr::Group(group) => written(&group.expr),
        Expr::Paren(paren) => written(&paren.expr),
        _ => quote!(#expression),
    }
}

/// The generator of a type that implements `Generate`.
pub(crate) fn any(ty: &Type) -> TokenStream {
    quote_spanned!(hygienic(ty.span())=> ::chiasma::generators::any::<#ty>())
}

/// The position of the user's code at `place` with the hygiene of an expansion, for errors to point at.
pub(crate) fn hygienic(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}

/// A call of a drawing method of `source`, at `place`.
///
/// The method's name has the very span of the user's code: a call site is identified by its position, and
/// all code with the span of an expansion has one and the same.
pub(crate) fn call(
    source: &Ident,
    method: &str,
    arguments: &TokenStream,
    place: Span,
) -> TokenStream {
    let method = Ident::new(method, place);
    let source = Ident::new(&source.to_string(), hygienic(place));
    let arguments = quote_spanned!(place=> (#arguments));
    quote_spanned!(hygienic(place)=> #source.#method #arguments)
}
