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

/// The constructor of a struct or a variant.
pub(super) struct Constructor {
    /// `Self` or `Self::Variant`.
    path: TokenStream,
    /// In the order written, which is the order drawn.
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
            fields.iter().enumerate().map(|(number, field)| Field::parse(field, number, name));
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

/// A field.
struct Field {
    /// Its name or number in an expression.
    member: Member,
    /// The name of its span: its name without `r#`, or its number.
    label: String,
    /// Where its generator or its type is written, which is the call site of drawing it.
    place: Span,
    /// The generator of its value; none for one that is skipped.
    generator: Option<TokenStream>,
    /// How it leads back to the type.
    recursion: Recursion,
}

impl Field {
    /// The field `number` of the type called `name`.
    fn parse(field: &syn::Field, number: usize, name: &Ident) -> syn::Result<Self> {
        let ty = &field.ty;
        let rule = FieldRule::parse(&field.attrs)?;
        let (generator, place) = match &rule {
            FieldRule::Any => (Some(recursion::generator(ty, name)), ty.span()),
            FieldRule::With(expression) => (Some(draw::written(expression)), expression.span()),
            FieldRule::Range(range) => (Some(in_range(ty, range)), range.span()),
            FieldRule::Skip => (None, ty.span()),
        };
        let recursion = match rule {
            FieldRule::Any => recursion::of(ty, name),
            _ => Recursion::None,
        };
        let (member, label) = match &field.ident {
            Some(ident) => (Member::from(ident.clone()), ident.unraw().to_string()),
            None => (Member::from(Index::from(number)), number.to_string()),
        };
        Ok(Self { member, label, place, generator, recursion })
    }

    /// The expression for its value.
    fn draw(&self, at_max_level: AtMaxLevel) -> TokenStream {
        let at = draw::hygienic(self.place);
        let default = quote_spanned!(at=> ::core::default::Default::default());
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
    let at = draw::hygienic(range.span());
    match name.as_deref() {
        Some("f32" | "f64") => quote_spanned!(at=> ::chiasma::generators::float::<#ty>(#range)),
        Some("char") => quote_spanned!(at=> ::chiasma::generators::char(#range)),
        _ => quote_spanned!(at=> ::chiasma::generators::int::<#ty>(#range)),
    }
}
