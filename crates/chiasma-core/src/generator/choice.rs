//! Generators that choose among alternatives.

use super::{Boxed, Generator};
use crate::source::Source;

/// See [`one_of`] and the macro [`one_of!`](crate::one_of).
#[derive(Debug, Clone)]
pub struct OneOf<T> {
    alternatives: Vec<(u32, Boxed<T>)>,
}

/// A generator that draws from one of several, each as likely as its weight says; the first is the
/// simplest. The macro [`one_of!`](crate::one_of) is easier to write.
///
/// # Panics
/// If the weights add up to 0.
#[track_caller]
pub fn one_of<T>(alternatives: Vec<(u32, Boxed<T>)>) -> OneOf<T> {
    assert!(
        alternatives.iter().any(|(weight, _)| *weight > 0),
        "`one_of` needs at least one alternative with a weight above 0"
    );
    OneOf { alternatives }
}

/// A generator that draws from one of several, weighted or not; the first is the simplest.
///
/// ```
/// use chiasma_core::generators::{int, just};
/// use chiasma_core::{Seed, Source, one_of};
///
/// let mut s = Source::random(Seed(1));
/// let digit = s.draw(one_of![int(1..=4), int(6..=9)]);
/// let often_zero = s.draw(one_of![9 => just(0), 1 => int(1..100)]);
/// # assert!(digit != 5 && often_zero < 100);
/// ```
#[macro_export]
macro_rules! one_of {
    ($($weight:expr => $generator:expr),+ $(,)?) => {
        $crate::generators::one_of(::std::vec![
            $(($weight, $crate::Generator::boxed($generator))),+
        ])
    };
    ($($generator:expr),+ $(,)?) => {
        $crate::one_of![$(1 => $generator),+]
    };
}

/// Evaluates one of several expressions, each as likely as the weight before it; without weights all
/// are equally likely. The first is the simplest.
///
/// The expressions may draw, `return` and have any one type. The choice reads and records the same
/// bytes as [`Source::weighted_index`] over the same weights. At most 64 alternatives are taken.
///
/// ```
/// use chiasma_core::{Seed, Source, pick};
///
/// fn expression(s: &mut Source) -> String {
///     pick!(s, {
///         6 => s.int(0..=99).to_string(),
///         2 => operation(s),
///         1 => format!("({})", s.draw(expression)),
///     })
/// }
///
/// fn operation(s: &mut Source) -> String {
///     let operator = pick!(s, { '+', '-', '*' });
///     format!("{} {operator} {}", s.draw(expression), s.draw(expression))
/// }
///
/// let text = expression(&mut Source::random(Seed(1)));
/// assert!(text.contains(|c: char| c.is_ascii_digit()));
/// ```
///
/// A weight is any expression of type `u32`; one of 0 switches its alternative off.
///
/// ```
/// # use chiasma_core::{Seed, Source, pick};
/// # let mut s = Source::random(Seed(1));
/// # let depth = 9;
/// let name = pick!(s, { 3 => "leaf", if depth < 5 { 2 } else { 0 } => "node" });
/// assert_eq!(name, "leaf");
/// ```
///
/// # Panics
/// If the weights add up to 0.
#[macro_export]
macro_rules! pick {
    ($source:expr, { $($weight:expr => $alternative:expr),+ $(,)? }) => {{
        let chosen = $source.weighted_index(&[$($weight),+]);
        $crate::pick!(@match chosen {} [$($alternative,)+] [
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
        ])
    }};
    ($source:expr, { $($alternative:expr),+ $(,)? }) => {
        $crate::pick!($source, { $(1 => $alternative),+ })
    };
    (@match $chosen:ident { $($arms:tt)* } [$last:expr,] $indexes:tt) => {
        match $chosen {
            $($arms)*
            _ => $last,
        }
    };
    (@match $chosen:ident { $($arms:tt)* } [$next:expr, $($rest:expr,)+]
        [$index:literal $($indexes:literal)*]) => {
        $crate::pick!(@match $chosen { $($arms)* $index => $next, } [$($rest,)+] [$($indexes)*])
    };
    (@match $chosen:ident { $($arms:tt)* } [$($rest:expr,)+] []) => {
        ::std::compile_error!("`pick!` takes at most 64 alternatives; nest one in another for more")
    };
}

impl<T> Generator for OneOf<T> {
    type Value = T;

    fn generate(&self, s: &mut Source) -> T {
        let chosen = s.weighted(&self.alternatives);
        s.spanned(chosen, None)
    }
}

/// See [`sampled_from`].
#[derive(Debug, Clone)]
pub struct SampledFrom<T> {
    items: Vec<T>,
}

/// A generator of clones of `items`; the first is the simplest.
///
/// # Panics
/// If there is no item.
#[track_caller]
pub fn sampled_from<T: Clone>(items: impl IntoIterator<Item = T>) -> SampledFrom<T> {
    let items: Vec<T> = items.into_iter().collect();
    assert!(!items.is_empty(), "`sampled_from` needs at least one item");
    SampledFrom { items }
}

impl<T: Clone> Generator for SampledFrom<T> {
    type Value = T;

    fn generate(&self, s: &mut Source) -> T {
        s.choose(&self.items).clone()
    }
}

/// See [`shuffled`].
#[derive(Debug, Clone)]
pub struct Shuffled<T> {
    items: Vec<T>,
}

/// A generator of `items` in any order; as given is the simplest.
pub fn shuffled<T: Clone>(items: impl IntoIterator<Item = T>) -> Shuffled<T> {
    Shuffled { items: items.into_iter().collect() }
}

impl<T: Clone> Generator for Shuffled<T> {
    type Value = Vec<T>;

    fn generate(&self, s: &mut Source) -> Vec<T> {
        let mut items = self.items.clone();
        for at in 0..items.len() {
            let other = at + s.index(items.len() - at);
            items.swap(at, other);
        }
        items
    }
}

/// See [`subset`].
#[derive(Debug, Clone)]
pub struct Subset<T> {
    items: Vec<T>,
}

/// A generator of some of `items`, in their order; none is the simplest.
pub fn subset<T: Clone>(items: impl IntoIterator<Item = T>) -> Subset<T> {
    Subset { items: items.into_iter().collect() }
}

impl<T: Clone> Generator for Subset<T> {
    type Value = Vec<T>;

    fn generate(&self, s: &mut Source) -> Vec<T> {
        self.items.iter().filter(|_| s.bool()).cloned().collect()
    }
}
