//! The arguments of a property: which are generated, from what, and how they are passed.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Meta, Pat, PatType, Type, TypeReference, parse_quote};

use super::{label, noting};
use crate::{draw, function};

/// One argument.
pub(super) enum Argument {
    /// The source that the property draws from itself; its name if it has one.
    Source(Option<Ident>),
    /// A value that is generated before the property runs.
    Generated(Box<Generated>),
}

/// A generated argument.
pub(super) struct Generated {
    /// What reports and saved inputs call it.
    label: String,
    /// Where its generator or its type is written, which is its call site.
    place: Span,
    /// The statement that makes its generator once for all cases, if it is not made again for each.
    pub(super) preparation: TokenStream,
    /// The expression that it is drawn from.
    generator: TokenStream,
    /// The local name of its value.
    pub(super) value: Ident,
    /// The type of its value, which is an owned one.
    owned: Type,
    /// How the property gets it.
    pub(super) passed: Passed,
}

/// How a property gets a generated value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passed {
    /// As it is.
    Owned,
    /// By `&`.
    Borrowed,
    /// By `&mut`.
    MutablyBorrowed,
}

impl Argument {
    /// Parses an argument, and removes `#[from(...)]` from it; `number` makes its local names unique.
    pub(super) fn parse(argument: &mut PatType, number: usize) -> syn::Result<Self> {
        let from = take_from(&mut argument.attrs)?;
        if function::source_type(&argument.ty).is_some() {
            if let Some((attribute, _)) = from {
                let message = "the source is not generated: remove this attribute";
                return Err(syn::Error::new_spanned(attribute, message));
            }
            return Ok(Self::Source(match &*argument.pat {
                Pat::Ident(pattern) => Some(pattern.ident.clone()),
                _ => None,
            }));
        }
        let (owned, passed) = owned(&argument.ty)?;
        let value = Ident::new(&format!("__value{number}"), draw::hygienic(argument.pat.span()));
        let mut generated = Generated {
            label: label::of(&argument.pat),
            place: argument.ty.span(),
            preparation: TokenStream::new(),
            generator: draw::any(&owned),
            value,
            owned,
            passed,
        };
        if let Some((_, expression)) = from {
            let place = expression.span();
            let at = draw::hygienic(place);
            let generator = Ident::new(&format!("__generator{number}"), at);
            let expression = draw::written(&expression);
            generated.place = place;
            // What the user wrote may be costly, such as the parsing of a regular expression.
            generated.preparation = quote!(let #generator = #expression;);
            generated.generator = quote_spanned!(at=> ::chiasma::Generator::by_ref(&#generator));
        }
        Ok(Self::Generated(Box::new(generated)))
    }

    /// The source's name, if this is the source.
    pub(super) fn source_name(&self) -> Option<&Ident> {
        match self {
            Self::Source(name) => name.as_ref(),
            Self::Generated(_) => None,
        }
    }

    /// The generated argument, if this is one.
    pub(super) fn generated(&self) -> Option<&Generated> {
        match self {
            Self::Source(_) => None,
            Self::Generated(generated) => Some(generated),
        }
    }
}

impl Generated {
    /// The statements that draw the value and note it.
    pub(super) fn draw(&self, source: &Ident) -> TokenStream {
        let Self { label, generator, value, owned, .. } = self;
        let call = draw::call(source, "named", &quote!(#label, #generator), self.place);
        let note = noting::note(source, label, value);
        quote!(let #value: #owned = #call; #note)
    }

    /// The expression that passes the value to the property.
    pub(super) fn pass(&self) -> TokenStream {
        let value = &self.value;
        match self.passed {
            Passed::Owned => quote!(#value),
            Passed::Borrowed => quote!(&#value),
            Passed::MutablyBorrowed => quote!(&mut #value),
        }
    }
}

/// Removes `#[from(...)]` and returns its expression.
fn take_from(attributes: &mut Vec<Attribute>) -> syn::Result<Option<(Attribute, Expr)>> {
    let mut from = None;
    for attribute in std::mem::take(attributes) {
        let path = attribute.path();
        if path.is_ident("cfg") || path.is_ident("cfg_attr") {
            let message = "an argument cannot be conditional: put this on the whole property";
            return Err(syn::Error::new_spanned(attribute, message));
        }
        if !path.is_ident("from") {
            attributes.push(attribute);
            continue;
        }
        if from.is_some() {
            let message = "the argument has a generator already: remove one of the two";
            return Err(syn::Error::new_spanned(attribute, message));
        }
        let expression = match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => list.parse_args()?,
            _ => {
                let message = "say from which generator: `#[from(generator)]`";
                return Err(syn::Error::new_spanned(attribute, message));
            }
        };
        from = Some((attribute, expression));
    }
    Ok(from)
}

/// The type to generate for an argument of type `ty`, and how it is passed then.
fn owned(ty: &Type) -> syn::Result<(Type, Passed)> {
    let plain = function::plain(ty);
    if let Type::ImplTrait(_) = plain {
        let message = "an argument needs a type that can be generated, not `impl Trait`";
        return Err(syn::Error::new_spanned(plain, message));
    }
    let Type::Reference(TypeReference { lifetime, mutability, elem, .. }) = plain else {
        return Ok((ty.clone(), Passed::Owned));
    };
    if let Some(lifetime) = lifetime
        && lifetime.ident != "_"
    {
        let message = "a generated value lives for one case only: remove the lifetime";
        return Err(syn::Error::new_spanned(lifetime, message));
    }
    let owned = match function::plain(elem) {
        Type::Path(path) if path.path.is_ident("str") => parse_quote!(::std::string::String),
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(::std::vec::Vec<#element>)
        }
        other => other.clone(),
    };
    let passed = match mutability {
        Some(_) => Passed::MutablyBorrowed,
        None => Passed::Borrowed,
    };
    Ok((owned, passed))
}
