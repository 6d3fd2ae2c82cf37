//! `#[property]`: a test that checks a function on many generated inputs.

mod argument;
mod drawing;
mod label;
mod noting;
mod settings;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{AttrStyle, FnArg, ItemFn, Signature, Visibility, parse_quote};

use crate::draw::{hygienic, local};
use crate::function;
use argument::{Argument, Passed};

/// Expands `#[property(settings)]`.
pub(crate) fn expand(settings: TokenStream, item: &TokenStream) -> syn::Result<TokenStream> {
    let settings = settings::expand(settings)?;
    let mut function = function::parse("property", item)?;
    refuse_test(&function)?;
    refuse_unusual(&function.sig)?;
    let arguments = arguments(&mut function.sig)?;
    if let Some(source) = arguments.iter().find_map(Argument::source_name) {
        noting::note_lets(&mut function.block, source);
    }

    let check = check(&function.sig, &arguments);
    let name = function.sig.ident.clone();
    let test_name = name.to_string();
    let visibility = std::mem::replace(&mut function.vis, Visibility::Inherited);
    let (outer, inner): (Vec<_>, Vec<_>) = std::mem::take(&mut function.attrs)
        .into_iter()
        .partition(|attribute| matches!(attribute.style, AttrStyle::Outer));
    function.attrs = inner;
    // A property gets its arguments as they are generated, whatever it does with them.
    function.attrs.push(parse_quote! {
        #[allow(
            clippy::needless_pass_by_value,
            clippy::ptr_arg,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref
        )]
    });
    let generated = arguments.iter().filter_map(Argument::generated);
    let preparations = generated.map(|argument| &argument.preparation);
    Ok(quote! {
        #(#outer)*
        #[::core::prelude::v1::test]
        #visibility fn #name() {
            // The inner function has the name of the outer, so that no other name is hidden by it.
            #function
            #(#preparations)*
            ::chiasma::Property::new(::chiasma::PropertyId {
                package: ::core::env!("CARGO_PKG_NAME"),
                manifest_dir: ::core::env!("CARGO_MANIFEST_DIR"),
                module: ::core::module_path!(),
                marker: ::core::concat!("chiasma property ", ::core::module_path!(), "::", #test_name, "\n"),
                name: #test_name,
            })
            #settings
            #check
        }
    })
}

/// The call that checks the property: how its input is generated, and how it is run on that.
fn check(property: &Signature, arguments: &[Argument]) -> TokenStream {
    let name = &property.ident;
    let source = local("__source");
    let generated = || arguments.iter().filter_map(Argument::generated);
    let draws = generated().map(|argument| argument.draw(&source));
    let values: Vec<_> = generated().map(|argument| &argument.value).collect();
    // Without a value the block has nothing to end with.
    let input = (!values.is_empty()).then(|| quote!((#(#values,)*)));
    let bindings = generated().map(|argument| {
        let value = &argument.value;
        match argument.passed {
            Passed::MutablyBorrowed => quote!(mut #value),
            Passed::Owned | Passed::Borrowed => quote!(#value),
        }
    });
    let passed = arguments.iter().map(|argument| match argument {
        Argument::Source(_) => source.to_token_stream(),
        Argument::Generated(generated) => generated.pass(),
    });
    // A wrong return type is an error of this call, and is shown where it is written.
    let place = hygienic(property.output.span());
    quote_spanned! {place=>
        .check(
            move |#source: &mut ::chiasma::Source| { #(#draws)* #input },
            |(#(#bindings,)*), #source: &mut ::chiasma::Source| #name(#(#passed),*),
        );
    }
}

/// Parses the arguments, and removes our attributes from the signature.
fn arguments(signature: &mut Signature) -> syn::Result<Vec<Argument>> {
    let mut arguments: Vec<Argument> = Vec::new();
    for (place, input) in signature.inputs.iter_mut().enumerate() {
        let typed = match input {
            FnArg::Typed(typed) => typed,
            FnArg::Receiver(receiver) => {
                let message = "a property is a free function: move it out of the `impl`, and let it \
                               generate a value instead of taking `self`";
                return Err(syn::Error::new_spanned(receiver, message));
            }
        };
        let argument = Argument::parse(typed, place)?;
        let has_source = arguments.iter().any(|earlier| matches!(earlier, Argument::Source(_)));
        if has_source && matches!(argument, Argument::Source(_)) {
            let message = "there is only one source: remove this argument, and draw from the other";
            return Err(syn::Error::new_spanned(typed, message));
        }
        arguments.push(argument);
    }
    if arguments.is_empty() {
        let message = "a property needs something generated: take an argument, such as `n: u32`, \
                       or a source to draw from, `s: &mut Source`";
        return Err(syn::Error::new_spanned(&signature.ident, message));
    }
    Ok(arguments)
}

/// Refuses a second attribute that makes a test of the function.
fn refuse_test(function: &ItemFn) -> syn::Result<()> {
    let is_test = |attribute: &&syn::Attribute| {
        attribute.path().segments.last().is_some_and(|last| last.ident == "test")
    };
    match function.attrs.iter().find(is_test) {
        None => Ok(()),
        Some(test) => {
            let message = "`#[property]` makes it a test already: remove this attribute";
            Err(syn::Error::new_spanned(test, message))
        }
    }
}

/// Refuses functions that are not ordinary ones.
fn refuse_unusual(signature: &Signature) -> syn::Result<()> {
    let refused = |tokens: &dyn ToTokens, message: &str| {
        Err(syn::Error::new_spanned(tokens.to_token_stream(), message))
    };
    if let Some(keyword) = &signature.asyncness {
        let message = "a property cannot be async: block on the future in the function's body";
        return refused(keyword, message);
    }
    if let Some(keyword) = &signature.constness {
        return refused(keyword, "a property runs as a test: remove `const`");
    }
    if let Some(keyword) = &signature.unsafety {
        return refused(keyword, "a property is safe to call: use `unsafe` blocks in its body");
    }
    if let Some(abi) = &signature.abi {
        return refused(abi, "a property is called from Rust only: remove this");
    }
    if !signature.generics.params.is_empty() {
        let message = "a property cannot be generic: write the types that are to be generated";
        return refused(&signature.generics, message);
    }
    if let Some(clause) = &signature.generics.where_clause {
        return refused(clause, "a property cannot be generic: remove the `where` clause");
    }
    if let Some(variadic) = &signature.variadic {
        return refused(variadic, "a property takes a fixed number of arguments: remove this");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
