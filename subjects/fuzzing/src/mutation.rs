//! Trees that libFuzzer keeps as they are, and mutates by the crate `mutatis`.
//!
//! What `Arbitrary` has decoded cannot be encoded again, so these targets keep trees in postcard's format, as wasmtime's
//! do, and change them by the mutators that `mutatis` derives for the same types.

use std::cell::Cell;
use std::marker::PhantomData;

use libfuzzer_sys::fuzzer_mutate;
use mutatis::{Candidates, Context, DefaultMutate, Generate, Mutate, Result, Session};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Nested;

/// How many parts may lie in each other in a part that is generated: as many as with explicit spans.
const MAX_LEVEL: u32 = 3;
/// How many parts may lie in each other in a tree that is decoded; more would overflow the stack.
const MAX_DEPTH: u32 = 200;

/// The tree that data stand for, if they do.
pub fn decode_stored<D: DeserializeOwned>(data: &[u8]) -> Option<D> {
    postcard::from_bytes(data).ok()
}

/// Mutates a tree in libFuzzer's buffer, whose first `size` bytes it takes; gives how many it takes then.
///
/// Data that are no tree become a fresh one. What is too long afterwards is left to libFuzzer, as in the guide of `mutatis`.
pub fn mutate_stored<D>(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize
where
    D: DeserializeOwned + Serialize + DefaultMutate,
    D::DefaultMutate: Generate<D>,
{
    let mutated = mutated::<D>(&data[..size], seed).filter(|bytes| bytes.len() <= max_size);
    let Some(bytes) = mutated else { return fuzzer_mutate(data, size, max_size) };
    data[..bytes.len()].copy_from_slice(&bytes);
    bytes.len()
}

/// The mutated tree, encoded.
fn mutated<D>(data: &[u8], seed: u32) -> Option<Vec<u8>>
where
    D: DeserializeOwned + Serialize + DefaultMutate,
    D::DefaultMutate: Generate<D>,
{
    let mut session = Session::new().seed(seed.into());
    let tree = match decode_stored::<D>(data) {
        Some(mut tree) => session.mutate(&mut tree).ok().map(|()| tree),
        None => session.generate().ok(),
    };
    postcard::to_allocvec(&tree?).ok()
}

/// A part of a tree that may lie in one of its own kind.
///
/// Were a `Nested<T>` mutated wherever `T` has a mutator, each would be a condition of the other. So types say it by
/// [`recursive!`](crate::recursive).
pub trait Recursive: Default {
    /// Offers mutations of this part.
    fn mutate_part(&mut self, candidates: &mut Candidates<'_>) -> Result<()>;
    /// How many it offers.
    fn mutation_count(&self, shrink: bool) -> Option<u32>;
    /// A new part.
    fn generate_part(context: &mut Context) -> Result<Self>;
}

/// Says of types that derive `mutatis::Mutate` that they are recursive.
#[macro_export]
macro_rules! recursive {
    ($($name:ty),+ $(,)?) => {$(
        impl $crate::Recursive for $name {
            fn mutate_part(
                &mut self,
                candidates: &mut $crate::mutatis::Candidates<'_>,
            ) -> $crate::mutatis::Result<()> {
                let mut mutator = $crate::mutatis::mutators::default::<$name>();
                $crate::mutatis::Mutate::mutate(&mut mutator, candidates, self)
            }

            fn mutation_count(&self, shrink: bool) -> Option<u32> {
                let mutator = $crate::mutatis::mutators::default::<$name>();
                $crate::mutatis::Mutate::mutation_count(&mutator, self, shrink)
            }

            fn generate_part(context: &mut $crate::mutatis::Context) -> $crate::mutatis::Result<Self> {
                let mut mutator = $crate::mutatis::mutators::default::<$name>();
                $crate::mutatis::Generate::generate(&mut mutator, context)
            }
        }
    )+};
}

/// The mutator of `Nested<T>`.
#[derive(Debug)]
pub struct NestedMutator<T>(PhantomData<fn() -> T>);

impl<T> Default for NestedMutator<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Recursive> DefaultMutate for Nested<T> {
    type DefaultMutate = NestedMutator<T>;
}

impl<T: Recursive> Mutate<Nested<T>> for NestedMutator<T> {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, part: &mut Nested<T>) -> Result<()> {
        part.0.mutate_part(candidates)
    }

    fn mutation_count(&self, part: &Nested<T>, shrink: bool) -> Option<u32> {
        part.0.mutation_count(shrink)
    }
}

impl<T: Recursive> Generate<Nested<T>> for NestedMutator<T> {
    fn generate(&mut self, context: &mut Context) -> Result<Nested<T>> {
        let part = Level::enter(&GENERATED, MAX_LEVEL).map(|_level| T::generate_part(context));
        Ok(Nested(Box::new(part.transpose()?.unwrap_or_default())))
    }
}

impl<T: Serialize> Serialize for Nested<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nested<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let Some(_level) = Level::enter(&DECODED, MAX_DEPTH) else {
            return Err(D::Error::custom("too deep"));
        };
        T::deserialize(deserializer).map(|part| Self(Box::new(part)))
    }
}

thread_local! {
    /// How many parts lie around the one that is generated.
    static GENERATED: Cell<u32> = const { Cell::new(0) };
    /// How many parts lie around the one that is decoded.
    static DECODED: Cell<u32> = const { Cell::new(0) };
}

/// A part within others, until it is dropped.
struct Level(&'static std::thread::LocalKey<Cell<u32>>);

impl Level {
    /// One more, unless there are `max` already.
    fn enter(levels: &'static std::thread::LocalKey<Cell<u32>>, max: u32) -> Option<Self> {
        (levels.get() < max).then(|| {
            levels.set(levels.get() + 1);
            Self(levels)
        })
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// The mutator of a type whose values are words of a pool: another word.
#[derive(Debug)]
pub struct WordMutator<T>(PhantomData<fn() -> T>);

/// A word of a pool.
pub trait Word: Copy + PartialEq {
    /// How many there are.
    const COUNT: usize;

    /// The word at an index.
    fn at(index: usize) -> Option<Self>;

    /// Where it is.
    fn index(self) -> usize;
}

impl<T> Default for WordMutator<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Word> Mutate<T> for WordMutator<T> {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, word: &mut T) -> Result<()> {
        if T::COUNT < 2 {
            return Ok(());
        }
        candidates.mutation(|context| {
            let by = 1 + context.rng().gen_index(T::COUNT - 1).unwrap_or_default();
            *word = T::at((word.index() + by) % T::COUNT).unwrap_or(*word);
            Ok(())
        })
    }

    fn mutation_count(&self, _: &T, _shrink: bool) -> Option<u32> {
        Some(u32::from(T::COUNT >= 2))
    }
}

impl<T: Word + Default> Generate<T> for WordMutator<T> {
    fn generate(&mut self, context: &mut Context) -> Result<T> {
        let index = context.rng().gen_index(T::COUNT).unwrap_or_default();
        Ok(T::at(index).unwrap_or_default())
    }
}

/// The mutator of a byte that is one of `FROM..=TO`.
#[derive(Debug, Default)]
pub struct Within<const FROM: u8, const TO: u8>;

impl<const FROM: u8, const TO: u8> Mutate<u8> for Within<FROM, TO> {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, byte: &mut u8) -> Result<()> {
        candidates.mutation(|context| {
            *byte = Self.generate(context)?;
            Ok(())
        })
    }

    fn mutation_count(&self, _: &u8, _shrink: bool) -> Option<u32> {
        Some(1)
    }
}

impl<const FROM: u8, const TO: u8> Generate<u8> for Within<FROM, TO> {
    fn generate(&mut self, context: &mut Context) -> Result<u8> {
        let count = usize::from(TO - FROM) + 1;
        Ok(FROM + context.rng().gen_index(count).unwrap_or_default() as u8)
    }
}

/// Makes a type of words mutable and storable, too, if that is wanted.
#[doc(hidden)]
#[macro_export]
macro_rules! mutate_word {
    ($name:ident) => {
        impl $crate::Word for $name {
            const COUNT: usize = Self::ALL.len();

            fn at(index: usize) -> Option<Self> {
                Self::ALL.get(index).map(|word| Self(word))
            }

            fn index(self) -> usize {
                Self::ALL.iter().position(|word| *word == self.0).unwrap_or_default()
            }
        }

        impl $crate::mutatis::DefaultMutate for $name {
            type DefaultMutate = $crate::WordMutator<Self>;
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_u16($crate::Word::index(*self) as u16)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let index = <u16 as $crate::serde::Deserialize>::deserialize(deserializer)?;
                <Self as $crate::Word>::at(index.into())
                    .ok_or_else(|| $crate::serde::de::Error::custom("no such word"))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    crate::words! {
        /// Letters.
        Letter = ["a", "b", "c"];
    }

    #[derive(Debug, Default, PartialEq, Mutate, Deserialize, Serialize)]
    enum Tree {
        #[default]
        Leaf,
        Named(Letter),
        Branch(Nested<Tree>, Nested<Tree>),
    }

    crate::recursive!(Tree);

    impl Tree {
        fn depth(&self) -> usize {
            match self {
                Self::Leaf | Self::Named(_) => 0,
                Self::Branch(left, right) => 1 + left.depth().max(right.depth()),
            }
        }
    }

    /// What becomes of data in a buffer of 64 bytes.
    fn mutated_by(data: &[u8], seed: u32) -> Vec<u8> {
        let mut buffer = data.to_vec();
        buffer.resize(64, 0xff);
        let size = mutate_stored::<Tree>(&mut buffer, data.len(), 64, seed);
        buffer.truncate(size);
        buffer
    }

    #[test]
    fn what_is_no_tree_becomes_a_fresh_one() {
        let trees: Vec<Tree> =
            (0..200).map(|seed| decode_stored(&mutated_by(b"\n", seed)).unwrap()).collect();
        let depths: BTreeSet<usize> = trees.iter().map(Tree::depth).collect();
        assert_eq!(depths, BTreeSet::from([0, 1, 2, 3, 4]), "the outermost is not within another");
        for letter in Letter::ALL {
            assert!(trees.contains(&Tree::Named(Letter(letter))), "{letter}");
        }
    }

    #[test]
    fn a_tree_is_mutated_and_stored_again() {
        let tree =
            Tree::Branch(Nested(Box::new(Tree::Named(Letter("b")))), Nested(Box::new(Tree::Leaf)));
        let data = postcard::to_allocvec(&tree).unwrap();
        assert_eq!(data, [2, 1, 1, 0], "variants and words are numbers");
        let children: BTreeSet<Vec<u8>> = (0..200).map(|seed| mutated_by(&data, seed)).collect();
        assert!(!children.contains(&data), "a mutation changes something");
        for expected in [&[2, 1, 0, 0][..], &[2, 1, 2, 0], &[2, 0, 0], &[0], &[1, 2]] {
            assert!(children.contains(expected), "{expected:?} in {children:?}");
        }
        assert!(children.iter().all(|child| decode_stored::<Tree>(child).is_some()));
    }

    #[test]
    fn a_tree_that_is_too_deep_or_has_unknown_words_is_none() {
        let deep = |depth: usize| [&vec![2; depth][..], &vec![0; depth + 1]].concat();
        assert_eq!(decode_stored::<Tree>(&deep(200)).map(|tree| tree.depth()), Some(200));
        assert_eq!(decode_stored::<Tree>(&deep(201)), None);
        assert_eq!(decode_stored::<Tree>(&[1, 2]), Some(Tree::Named(Letter("c"))));
        assert_eq!(decode_stored::<Tree>(&[1, 3]), None);
        assert_eq!(decode_stored::<Tree>(&deep(1)).map(|tree| tree.depth()), Some(1));
    }

    #[test]
    fn a_byte_stays_within_its_range() {
        let mut session = Session::new().seed(1);
        let mut byte = 5;
        let bytes = (0..200).map(|_| {
            session.mutate_with(&mut Within::<4, 7>, &mut byte).unwrap();
            byte
        });
        assert_eq!(bytes.collect::<BTreeSet<u8>>(), BTreeSet::from([4, 5, 6, 7]));
    }
}
