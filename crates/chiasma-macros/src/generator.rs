//! `#[generator]`: a span around a function's body, so that calling the function is drawing.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{FnArg, Pat, PatIdent, ReturnType, Signature, Type, parse_quote};

use crate::function;

/// Expands `#[generator]`.
pub(crate) fn expand(arguments: TokenStream, item: &TokenStream) -> syn::Result<TokenStream> {
    if !arguments.is_empty() {
        return Err(syn::Error::new_spanned(arguments, "`#[generator]` takes no arguments"));
    }
    let mut function = function::parse("generator", item)?;
    refuse_keywords(&function.sig)?;
    let source = source(&mut function.sig)?;
    let Source { closure_pattern, name, ty } = &source;
    let body = &function.block;
    let returns = closure_return(&function.sig.output);
    let function_name = function.sig.ident.to_string();
    function.block = parse_quote!({
        #name.span(
            ::core::concat!(::core::module_path!(), "::", #function_name),
            move |#closure_pattern: &mut #ty| #returns #body,
        )
    });
    // The span's call site is then where this function is called.
    if !function.attrs.iter().any(|attribute| attribute.path().is_ident("track_caller")) {
        function.attrs.push(parse_quote!(#[track_caller]));
    }
    Ok(function.into_token_stream())
}

/// Refuses functions that cannot draw while they run.
fn refuse_keywords(signature: &Signature) -> syn::Result<()> {
    if let Some(keyword) = &signature.asyncness {
        let message = "a generator draws and returns, without waiting: remove `async`";
        return Err(syn::Error::new_spanned(keyword, message));
    }
    if let Some(keyword) = &signature.constness {
        let message = "a generator draws when it runs: remove `const`";
        return Err(syn::Error::new_spanned(keyword, message));
    }
    Ok(())
}

/// The source parameter.
struct Source {
    /// The pattern that the body sees, `mut` included if there was one.
    closure_pattern: PatIdent,
    /// The parameter's name.
    name: syn::Ident,
    /// Its type behind `&mut`.
    ty: Type,
}

/// Finds the source parameter, and leaves its plain name in the signature.
fn source(signature: &mut Signature) -> syn::Result<Source> {
    let mut typed = signature.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    let found = typed.find_map(|argument| {
        let ty = function::source_type(&argument.ty)?.clone();
        Some((argument, ty))
    });
    let Some((argument, ty)) = found else {
        let message = "a generator draws from a source: add a parameter `s: &mut Source`";
        return Err(syn::Error::new_spanned(&signature.ident, message));
    };
    let Pat::Ident(pattern) = &mut *argument.pat else {
        let message = "the source needs a name, such as `s: &mut Source`";
        return Err(syn::Error::new_spanned(&argument.pat, message));
    };
    let closure_pattern = pattern.clone();
    pattern.mutability = None;
    Ok(Source { closure_pattern, name: pattern.ident.clone(), ty })
}

/// The return type for the closure around the body.
///
/// It makes `return`, `?` and coercions work as they do in the function. A closure cannot say
/// `impl Trait`; without it that is inferred.
fn closure_return(output: &ReturnType) -> TokenStream {
    let mut search = ImplTrait { found: false };
    search.visit_return_type(output);
    match output {
        _ if search.found => TokenStream::new(),
        ReturnType::Default => quote!(-> ()),
        ReturnType::Type(..) => output.to_token_stream(),
    }
}

/// Whether a type has `impl Trait` in it.
struct ImplTrait {
    /// Whether one was seen.
    found: bool,
}

impl<'ast> Visit<'ast> for ImplTrait {
    fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
        self.found = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> TokenStream {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn error_with(arguments: &str, item: &str) -> String {
        match expand(tokens(arguments), &tokens(item)) {
            Ok(expansion) => panic!("expected an error, not {expansion}"),
            Err(error) => error.to_string(),
        }
    }

    fn error(item: &str) -> String {
        error_with("", item)
    }

    #[test]
    fn a_function_that_cannot_draw_is_told_what_it_lacks() {
        let needs_source = "a generator draws from a source: add a parameter `s: &mut Source`";
        assert_eq!(error("fn f() -> u8 { 1 }"), needs_source);
        assert_eq!(error("fn f(s: &Source) -> u8 { 1 }"), needs_source);
        assert_eq!(error("fn f(&self, n: &mut usize) -> u8 { 1 }"), needs_source);
        let needs_name = "the source needs a name, such as `s: &mut Source`";
        assert_eq!(error("fn f(_: &mut Source) -> u8 { 1 }"), needs_name);
    }

    #[test]
    fn what_cannot_be_a_generator_is_refused() {
        let message = "a generator draws and returns, without waiting: remove `async`";
        assert_eq!(error("async fn f(s: &mut Source) {}"), message);
        let message = "a generator draws when it runs: remove `const`";
        assert_eq!(error("const fn f(s: &mut Source) {}"), message);
        let message = "`#[generator]` needs a function with a body";
        assert_eq!(error("fn f(s: &mut Source) -> u8;"), message);
        assert_eq!(error("struct S;"), "`#[generator]` goes on a function only");
    }

    #[test]
    fn arguments_are_refused() {
        let error = error_with("name = \"f\"", "fn f(s: &mut Source) {}");
        assert_eq!(error, "`#[generator]` takes no arguments");
    }

    #[test]
    fn a_function_that_tracks_its_caller_is_not_told_twice() {
        let item = tokens("#[track_caller] fn f(s: &mut Source) {}");
        let Ok(expansion) = expand(TokenStream::new(), &item) else { panic!("must expand") };
        assert_eq!(expansion.to_string().matches("track_caller").count(), 1);
    }
}
