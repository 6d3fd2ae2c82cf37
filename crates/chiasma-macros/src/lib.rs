//! The macros of Chiasma: [`macro@property`], [`macro@generator`] and [`macro@Generate`].
//!
//! Depend on the crate `chiasma`, which has them all; what they expand to refers to it by that name.

#![forbid(unsafe_code)]

mod derive;
mod draw;
mod function;
mod generator;
mod keys;
mod property;

use proc_macro::TokenStream;

/// Makes a test of a function that must hold for every input.
///
/// Each argument is generated again for every case: by its type alone, or from the generator that
/// `#[from(...)]` names. A generator is a function that takes `&mut Source`, something from
/// `chiasma::generators`, or a closure.
///
/// ```
/// use chiasma::generators::{int, vec};
/// use chiasma::{Source, property};
///
/// fn pair(s: &mut Source) -> (u8, u8) {
///     let low = s.int(0..=99);
///     (low, s.int(low..=100))
/// }
///
/// #[property]
/// fn reversing_twice_changes_nothing(text: String) {
///     let reversed: String = text.chars().rev().collect();
///     assert_eq!(reversed.chars().rev().collect::<String>(), text);
/// }
///
/// #[property]
/// fn the_sum_lies_between(
///     #[from(pair)] (low, high): (u8, u8),
///     #[from(vec(1..9, int(1..=6)))] dice: Vec<u8>,
///     #[from(|s| s.int(1..=3))] step: u8,
/// ) {
///     assert!(low <= high && dice.len() < 9 && step > 0);
/// }
/// # fn main() {}
/// ```
///
/// An argument may be a reference: for `&str` a `String` is generated, for `&[T]` a `Vec<T>`, for
/// `&T` a `T`; a generator in `#[from(...)]` makes these owned values, too.
///
/// # Drawing in the body
/// One argument may be the source, `s: &mut Source`, from which the body then draws. The report of a
/// failure shows what `let` statements draw from it (`let n = s.int(0..9);`, `let (a, b) =
/// pair(s);`, `let v = s.draw(any::<Vec<u8>>()).len();`, `let m = if s.bool() { n } else { 0 };`), by
/// the names that they give. Names that begin with `_` are not shown. A function that returns something that keeps the source cannot be
/// called in such a `let`, since showing needs the source; give that a name which begins with `_`.
///
/// ```
/// use chiasma::{Source, property};
///
/// #[property]
/// fn an_index_below_the_length_finds_an_item(items: &[u32], s: &mut Source) {
///     chiasma::assume!(!items.is_empty());
///     let place = s.index(items.len());
///     assert!(items.get(place).is_some());
/// }
/// # fn main() {}
/// ```
///
/// # What it returns
/// Nothing (it panics if it does not hold), a `bool`, or a `Result` of either.
///
/// ```
/// use chiasma::property;
///
/// #[property(errors = "invalid")]
/// fn numbers_print_as_they_were_parsed(
///     #[from(chiasma::generators::regex("[+-]?[0-9]{1,9}"))] text: &str,
/// ) -> Result<bool, std::num::ParseIntError> {
///     let number: i32 = text.parse()?;
///     Ok(number.to_string().parse() == Ok(number))
/// }
/// # fn main() {}
/// ```
///
/// # Settings
/// Each is optional, and its value may be any expression; see `chiasma::CheckSettings`.
///
/// | setting | meaning |
/// |---|---|
/// | `cases = 1000` | how many valid cases are tried |
/// | `seed = 7` | where the random cases start, to have the same in every run |
/// | `max_size = 4096` | how long an input's parameter sequence may get, in bytes |
/// | `max_rejects = 500` | how many cases may be rejected before the check is given up |
/// | `shrink_runs = 100` | how many runs shrinking may take |
/// | `shrink_seconds = 5` | how many seconds shrinking may take |
/// | `saved_must_fit = true` | a saved input that cannot be read, or a saved failure that does not fit any more, fails the test |
/// | `errors = "failures"` | an `Err` means that the property does not hold; the default |
/// | `errors = "invalid"` | an `Err` means that the input is invalid: the property does not apply to it |
///
/// Other attributes, such as `#[ignore]`, `#[should_panic]` and `#[cfg(...)]`, stay on the test:
///
/// ```
/// use chiasma::property;
///
/// #[property(cases = 10_000, seed = 7)]
/// #[ignore = "takes a minute"]
/// fn bits_are_counted_right(n: u64) -> bool {
///     n.count_ones() + n.count_zeros() == u64::BITS
/// }
/// # fn main() {}
/// ```
#[proc_macro_attribute]
pub fn property(settings: TokenStream, item: TokenStream) -> TokenStream {
    let expansion = property::expand(settings.into(), &item.into());
    expansion.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes calls of a function that draws known to Chiasma, so that `value(s)` does what
/// `s.draw(value)` does.
///
/// The function, free or a method, takes `&mut Source` and whatever else it needs. Its body is put
/// into a span, by which inputs are shrunk, crossed and replayed part by part.
///
/// ```
/// use chiasma::{Seed, Source, generator};
///
/// #[generator]
/// fn expression(s: &mut Source, depth: u32) -> String {
///     if depth == 0 || !s.bool() {
///         return s.int(0..=9).to_string();
///     }
///     let left = expression(s, depth - 1);
///     let right = expression(s, depth - 1);
///     format!("({left} + {right})")
/// }
///
/// let text = expression(&mut Source::random(Seed(1)), 3);
/// assert!(text.contains(|c: char| c.is_ascii_digit()));
/// ```
#[proc_macro_attribute]
pub fn generator(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = item.into();
    let expansion = generator::expand(arguments.into(), &item);
    // With the function as it was, its callers are not told that it does not exist.
    let with_item = |error: syn::Error| {
        let mut tokens = error.into_compile_error();
        tokens.extend(item);
        tokens
    };
    expansion.unwrap_or_else(with_item).into()
}

/// Implements `chiasma::Generate` for a struct or an enum, by the generators of its parts.
///
/// ```
/// use chiasma::generators::{char, string};
/// use chiasma::{Generate, Seed, Source};
///
/// #[derive(Debug, Generate)]
/// struct User {
///     #[generate(with = string(1..=8, char('a'..='z')))]
///     name: String,
///     #[generate(range = 0..=120)]
///     age: u8,
///     tags: Vec<Tag>,
///     #[generate(skip)]
///     cache: Option<String>,
/// }
///
/// #[derive(Debug, Generate)]
/// enum Tag {
///     Plain,
///     #[generate(weight = 3)]
///     Named(String),
///     #[generate(skip)]
///     Internal { id: u64 },
/// }
///
/// let user = User::generate(&mut Source::random(Seed(1)));
/// assert!((1..=8).contains(&user.name.len()) && user.age <= 120 && user.cache.is_none());
/// assert!(!user.tags.iter().any(|tag| matches!(tag, Tag::Internal { .. })));
/// ```
///
/// # Attributes of fields
/// | attribute | the field is |
/// |---|---|
/// | (none) | generated by its type, which has `Generate` itself |
/// | `#[generate(with = generator)]` | made by this generator: a function, a combinator, a closure |
/// | `#[generate(range = 1..=6)]` | a number or a character of this range |
/// | `#[generate(skip)]` | `Default::default()` |
///
/// # Attributes of variants
/// | attribute | the variant is |
/// |---|---|
/// | (none) | chosen with weight 1 |
/// | `#[generate(weight = 3)]` | chosen with this weight, a `u32` |
/// | `#[generate(skip)]` | never chosen |
///
/// # Generic types
/// Each type parameter gets the bound `Generate`.
///
/// # Recursive types
/// Values of a type that holds itself end after five levels: an enum then chooses among the variants
/// that do not hold it, and a struct leaves those options and collections empty that do. Collections
/// of the type itself have at most three elements. Variants that do not hold the type are simpler
/// than those that do; otherwise the first variant is the simplest.
///
/// A type that holds itself only by way of another type is not recognised: it ends where sources stop
/// going deeper, which is late. Bound it with `with`, and put a variant first that ends.
///
/// ```
/// use chiasma::{Generate, Seed, Source};
///
/// #[derive(Debug, Generate)]
/// enum Tree<T> {
///     Node(Vec<Tree<T>>),
///     Leaf(T),
/// }
///
/// fn depth<T>(tree: &Tree<T>) -> usize {
///     match tree {
///         Tree::Leaf(_) => 0,
///         Tree::Node(children) => 1 + children.iter().map(depth).max().unwrap_or(0),
///     }
/// }
///
/// let tree = Tree::<u8>::generate(&mut Source::random(Seed(1)));
/// assert!(depth(&tree) <= 5);
/// ```
#[proc_macro_derive(Generate, attributes(generate))]
pub fn generate(input: TokenStream) -> TokenStream {
    derive::expand(input.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}
