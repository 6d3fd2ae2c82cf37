//! Constructors, of structs and of variants, and the fields that they take.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Index, Member, Type};

use super::MAX_LEVEL;
use super::attributes::FieldRule;
use super::recursion::{self, Recursion};
use crate::draw::{self, local};
use crate::function;

/// What makes a struct or a variant of values for its fields.
pub(super) struct Constructor {
    path: TokenStream,
    fields: Vec<Field>,
}

/// What a constructor does at the deepest level with fields that can end the recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtMaxLevel {
    /// Generates them as always; the constructor is not used there, or is not recursive.
    GoesOn,
    /// Leaves them empty.
    Ends,
}

impl Constructor {
    /// The constructor `path` of the type called `name`.
    pub(super) fn parse(
        path: TokenStream,
        fields: &syn::Fields,
        name: &Ident,
    ) -> syn::Result<Self> {
        let fields =
            fields.iter().enumerate().map(|(place, field)| Field::parse(field, place, name));
        Ok(Self { path, fields: fields.collect::<syn::Result<_>>()? })
    }

    /// How it leads back to its own type: as the worst of its fields does.
    pub(super) fn recursion(&self) -> Recursion {
        self.fields.iter().map(|field| field.recursion).max().unwrap_or(Recursion::None)
    }

    /// The expression that draws the fields in order, and puts them together.
    pub(super) fn draw(&self, at_max_level: AtMaxLevel) -> TokenStream {
        let path = &self.path;
        let members = self.fields.iter().map(|field| &field.member);
        let values = self.fields.iter().map(|field| field.draw(at_max_level));
        // Tuples and units can be written with braces, too.
        quote!(#path { #(#members: #values,)* })
    }
}

struct Field {
    member: Member,
    /// Its name without `r#`, or its number.
    label: String,
    /// Where it is written, which is the call site of drawing it.
    place: Span,
    /// The generator of its value; none for one that is skipped.
    generator: Option<TokenStream>,
    recursion: Recursion,
}

impl Field {
    fn parse(field: &syn::Field, place: usize, name: &Ident) -> syn::Result<Self> {
        let (generator, recursion) = match FieldRule::parse(&field.attrs)? {
            FieldRule::Any => {
                let recursion = recursion::of(&field.ty, name);
                (Some(recursion::generator(&field.ty, name)), recursion)
            }
            FieldRule::With(expression) => (Some(draw::written(&expression)), Recursion::None),
            FieldRule::Range(range) => (Some(in_range(&field.ty, &range)), Recursion::None),
            FieldRule::Skip => (None, Recursion::None),
        };
        let (member, label, place) = match &field.ident {
            Some(ident) => (Member::from(ident.clone()), ident.unraw().to_string(), ident.span()),
            None => (Member::from(Index::from(place)), place.to_string(), field.ty.span()),
        };
        Ok(Self { member, label, place, generator, recursion })
    }

    fn draw(&self, at_max_level: AtMaxLevel) -> TokenStream {
        let default = quote!(::core::default::Default::default());
        let Some(generator) = &self.generator else { return default };
        let label = &self.label;
        let arguments = quote!(#label, #generator);
        let draw = draw::call(&local("__source"), "named", &arguments, self.place);
        if self.recursion != Recursion::MayEnd || at_max_level == AtMaxLevel::GoesOn {
            return draw;
        }
        let level = local("__level");
        quote!(if #level < #MAX_LEVEL { #draw } else { #default })
    }
}

/// The generator of numbers or characters of a range.
fn in_range(ty: &Type, range: &syn::Expr) -> TokenStream {
    let name = match function::plain(ty) {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    };
    let at = Span::call_site().located_at(range.span());
    match name.as_deref() {
        Some("f32" | "f64") => quote_spanned!(at=> ::chiasma::generators::float::<#ty>(#range)),
        Some("char") => quote_spanned!(at=> ::chiasma::generators::char(#range)),
        _ => quote_spanned!(at=> ::chiasma::generators::int::<#ty>(#range)),
    }
}
