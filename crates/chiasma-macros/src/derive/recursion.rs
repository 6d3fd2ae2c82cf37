//! How the type of a field leads back to the type that it is a field of.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::visit::{self, Visit};
use syn::{GenericArgument, Path, PathArguments, Type};

use crate::{draw, function};

/// The longest collection of values of the type itself; with more a value would soon be huge.
const MAX_LENGTH: usize = 3;

/// How a field, or all of a constructor's fields, lead back to the type: from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Recursion {
    /// Not at all.
    None,
    /// Unless a collection or an option is empty.
    MayEnd,
    /// Through a type that is not known here.
    Unknown,
    /// In any case.
    Certain,
}

/// How `ty` leads back to the type called `name`.
pub(super) fn of(ty: &Type, name: &Ident) -> Recursion {
    if !mentions(ty, name) {
        return Recursion::None;
    }
    let Type::Path(path) = function::plain(ty) else { return Recursion::Unknown };
    if is_type(&path.path, name) {
        return Recursion::Certain;
    }
    let (container, arguments) = container(&path.path);
    match (container.as_str(), arguments.as_slice()) {
        (
            "Option" | "Vec" | "VecDeque" | "LinkedList" | "BinaryHeap" | "HashSet" | "BTreeSet"
            | "HashMap" | "BTreeMap",
            _,
        ) => Recursion::MayEnd,
        ("Box" | "Rc" | "Arc", [Type::Slice(_)]) => Recursion::MayEnd,
        ("Box" | "Rc" | "Arc", [inner]) => of(inner, name),
        _ => Recursion::Unknown,
    }
}

/// The generator of a field of type `ty` of the type called `name`.
///
/// It is that of `ty`'s `Generate` implementation, except that collections of the type itself are short.
pub(super) fn generator(ty: &Type, name: &Ident) -> TokenStream {
    short(ty, name).unwrap_or_else(|| draw::any(ty))
}

/// The generator of `ty` if that has a collection of the type itself in it.
fn short(ty: &Type, name: &Ident) -> Option<TokenStream> {
    if !mentions(ty, name) {
        return None;
    }
    let path = match function::plain(ty) {
        Type::Path(path) => &path.path,
        Type::Tuple(tuple) if tuple.elems.iter().any(|part| short(part, name).is_some()) => {
            let parts = tuple.elems.iter().map(|part| generator(part, name));
            return Some(quote!((#(#parts,)*)));
        }
        _ => return None,
    };
    let (container, arguments) = container(path);
    let items = arguments.iter().map(|argument| match argument {
        Type::Slice(slice) => generator(&slice.elem, name),
        other => generator(other, name),
    });
    let items: Vec<_> = items.collect();
    let collection = |function| {
        let function = Ident::new(function, Span::call_site());
        quote!(::chiasma::generators::#function(0..=#MAX_LENGTH, #(#items),*))
    };
    let converted = |inner: TokenStream| quote!(::chiasma::Generator::map(#inner, <#ty as ::core::convert::From<_>>::from));
    Some(match (container.as_str(), arguments.as_slice()) {
        ("Vec", [_]) => collection("vec"),
        ("HashSet", [_]) => collection("hash_set"),
        ("BTreeSet", [_]) => collection("btree_set"),
        ("HashMap", [_, _]) => collection("hash_map"),
        ("BTreeMap", [_, _]) => collection("btree_map"),
        ("VecDeque" | "BinaryHeap", [_]) => converted(collection("vec")),
        ("Box" | "Rc" | "Arc", [Type::Slice(_)]) => converted(collection("vec")),
        ("Box" | "Rc" | "Arc", [inner]) => converted(short(inner, name)?),
        ("Option", [inner]) => {
            let inner = short(inner, name)?;
            quote!(::chiasma::generators::option(#inner))
        }
        _ => return None,
    })
}

/// The name of a type without its path, and the types that it takes.
fn container(path: &Path) -> (String, Vec<Type>) {
    let Some(last) = path.segments.last() else { return (String::new(), Vec::new()) };
    let arguments = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(function::plain(ty).clone()),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    (last.ident.to_string(), arguments)
}

/// Whether `path` is the type called `name`.
fn is_type(path: &Path, name: &Ident) -> bool {
    // Of a path by way of another module nothing is known but that it is usually another type.
    let is_here = path.segments.len() == 1
        || path.segments.first().is_some_and(|first| {
            ["crate", "self", "super"].iter().any(|keyword| first.ident == keyword)
        });
    path.is_ident("Self") || is_here && path.segments.last().is_some_and(|last| last.ident == *name)
}

/// Whether `ty` has the type called `name` in it.
fn mentions(ty: &Type, name: &Ident) -> bool {
    let mut search = Mentions { name, found: false };
    search.visit_type(ty);
    search.found
}

/// A search for the type called `name`.
struct Mentions<'n> {
    /// The type's name.
    name: &'n Ident,
    /// Whether it was seen.
    found: bool,
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_path(&mut self, path: &'ast Path) {
        self.found |= is_type(path, self.name);
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn a_type_is_known_to_end_or_not_by_what_is_around_it() {
        let tree: Ident = parse_quote!(Tree);
        let leads_back = |ty: Type| of(&ty, &tree);
        assert_eq!(leads_back(parse_quote!(Vec<Trees>)), Recursion::None);
        assert_eq!(leads_back(parse_quote!(Vec<Box<Tree>>)), Recursion::MayEnd);
        assert_eq!(leads_back(parse_quote!(std::boxed::Box<Option<Self>>)), Recursion::MayEnd);
        assert_eq!(leads_back(parse_quote!(Rc<[Tree]>)), Recursion::MayEnd);
        assert_eq!(leads_back(parse_quote!(Box<crate::Tree<T>>)), Recursion::Certain);
        assert_eq!(leads_back(parse_quote!(Pair<u8, Tree>)), Recursion::Unknown);
        assert_eq!(leads_back(parse_quote!((Tree, u8))), Recursion::Unknown);
    }

    #[test]
    fn collections_of_the_type_itself_are_short_at_any_depth() {
        let tree: Ident = parse_quote!(Tree);
        let is_short = |ty: Type| generator(&ty, &tree).to_string().contains("0 ..= 3usize");
        assert!(is_short(parse_quote!(Vec<Tree>)));
        assert!(is_short(parse_quote!(Option<Box<Vec<(String, Self)>>>)));
        assert!(is_short(parse_quote!((u8, BTreeMap<String, Tree>))));
        assert!(is_short(parse_quote!(Box<[Tree]>)));
        assert!(!is_short(parse_quote!(Vec<u8>)));
        assert!(!is_short(parse_quote!(Option<Box<Tree>>)));
    }
}
