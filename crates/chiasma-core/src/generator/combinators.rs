//! Generators made of one other generator.

use std::fmt;
use std::panic::Location;
use std::rc::Rc;

use super::Generator;
use crate::reject::Rejection;
use crate::source::Source;

/// Maximum number of values in a row that a filter may refuse.
const MAX_FILTER_TRIES: u32 = 100;

/// See [`Generator::map`].
#[derive(Debug, Clone, Copy)]
pub struct Map<G, F> {
    pub(super) inner: G,
    pub(super) change: F,
}

impl<G, F, T> Generator for Map<G, F>
where
    G: Generator,
    F: Fn(G::Value) -> T,
{
    type Value = T;

    #[inline]
    fn generate(&self, s: &mut Source) -> T {
        (self.change)(s.spanned(&self.inner, None))
    }
}

/// See [`Generator::filter`].
#[derive(Debug, Clone, Copy)]
pub struct Filter<G, F> {
    pub(super) inner: G,
    pub(super) keep: F,
    pub(super) location: &'static Location<'static>,
}

impl<G, F> Generator for Filter<G, F>
where
    G: Generator,
    F: Fn(&G::Value) -> bool,
{
    type Value = G::Value;

    fn generate(&self, s: &mut Source) -> G::Value {
        for _ in 0..MAX_FILTER_TRIES {
            let value = s.spanned(&self.inner, None);
            if (self.keep)(&value) {
                return value;
            }
        }
        Rejection::unwind_at("a filter refused 100 values in a row", self.location)
    }
}

/// See [`Generator::flat_map`].
#[derive(Debug, Clone, Copy)]
pub struct FlatMap<G, F> {
    pub(super) inner: G,
    pub(super) then: F,
}

impl<G, F, H> Generator for FlatMap<G, F>
where
    G: Generator,
    F: Fn(G::Value) -> H,
    H: Generator,
{
    type Value = H::Value;

    fn generate(&self, s: &mut Source) -> H::Value {
        let first = s.spanned(&self.inner, None);
        s.spanned(&(self.then)(first), None)
    }
}

/// See [`Generator::boxed`].
pub struct Boxed<T>(Rc<dyn Generator<Value = T>>);

impl<T> Boxed<T> {
    pub(super) fn new(generator: impl Generator<Value = T> + 'static) -> Self {
        Self(Rc::new(generator))
    }
}

impl<T> Clone for Boxed<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> fmt::Debug for Boxed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Boxed({})", self.0.identity())
    }
}

impl<T> Generator for Boxed<T> {
    type Value = T;

    fn generate(&self, s: &mut Source) -> T {
        self.0.generate(s)
    }

    fn identity(&self) -> &'static str {
        self.0.identity()
    }
}

/// See [`Generator::by_ref`].
#[derive(Debug)]
pub struct ByRef<'g, G>(pub(super) &'g G);

impl<G: Generator> Generator for ByRef<'_, G> {
    type Value = G::Value;

    #[inline]
    fn generate(&self, s: &mut Source) -> G::Value {
        self.0.generate(s)
    }

    fn identity(&self) -> &'static str {
        self.0.identity()
    }
}

/// See [`just`].
#[derive(Debug, Clone, Copy)]
pub struct Just<T>(T);

/// A generator of one value, which draws nothing.
pub fn just<T: Clone>(value: T) -> Just<T> {
    Just(value)
}

impl<T: Clone> Generator for Just<T> {
    type Value = T;

    #[inline]
    fn generate(&self, _: &mut Source) -> T {
        self.0.clone()
    }
}

/// See [`from_fn`].
#[derive(Debug, Clone, Copy)]
pub struct FromFn<F>(F);

/// `draw` as a generator; infers the type of a closure's argument: `from_fn(|s| s.int(0..9))`.
pub fn from_fn<T, F: Fn(&mut Source) -> T>(draw: F) -> FromFn<F> {
    FromFn(draw)
}

impl<T, F: Fn(&mut Source) -> T> Generator for FromFn<F> {
    type Value = T;

    #[inline]
    fn generate(&self, s: &mut Source) -> T {
        (self.0)(s)
    }

    fn identity(&self) -> &'static str {
        std::any::type_name::<F>()
    }
}
