//! Values of a type by the type alone.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{CString, OsString};
use std::hash::Hash;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Wrapping};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{
    Generator, btree_map, btree_set, hash_map, hash_set, int, option, result, string, vec,
};
use crate::source::Source;

/// Lengths of the collections and strings of [`any`].
const MAX_LENGTH: usize = 32;

#[diagnostic::on_unimplemented(
    message = "`{Self}` has no generator of its own",
    note = "derive it with `#[derive(Generate)]`, or say where its values come from: \
            `#[from(generator)]` on a property's argument, `#[generate(with = generator)]` on a field"
)]
/// A type with a generator of its own; `#[derive(Generate)]` writes it for structs and enums.
pub trait Generate: Sized {
    /// Makes a value.
    fn generate(s: &mut Source) -> Self;
}

/// See [`any`].
#[derive(Debug)]
pub struct Any<T>(PhantomData<fn() -> T>);

/// The generator of a type that implements [`Generate`].
///
/// ```
/// use chiasma_core::generators::any;
/// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
/// let maybe = s.draw(any::<Option<(bool, u16)>>());
/// # let _ = maybe;
/// ```
#[must_use]
pub fn any<T: Generate>() -> Any<T> {
    Any(PhantomData)
}

impl<T> Clone for Any<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Any<T> {}

impl<T: Generate> Generator for Any<T> {
    type Value = T;

    #[inline]
    fn generate(&self, s: &mut Source) -> T {
        T::generate(s)
    }
}

/// Implements [`Generate`] by an expression that draws; the type parameters come first.
macro_rules! generate {
    ($(($($param:ident $(: $($bound:ident)+)?),*) $t:ty: |$s:ident| $draw:expr;)*) => {$(
        impl<$($param: Generate $($(+ $bound)+)?),*> Generate for $t {
            #[inline]
            fn generate($s: &mut Source) -> Self {
                $draw
            }
        }
    )*};
}

macro_rules! generate_numbers {
    ($draw:ident: $($t:ty)*) => {
        generate! { $(() $t: |s| s.$draw(..);)* }
    };
}
generate_numbers!(int: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
generate_numbers!(float: f32 f64);

macro_rules! generate_non_zero {
    ($($t:ty)*) => {
        generate! { $(() NonZero<$t>: |s| {
            let number = s.int::<$t>(..);
            NonZero::new(number).or(NonZero::new(1)).unwrap_or(Self::MIN)
        };)* }
    };
}
generate_non_zero!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

generate! {
    () (): |_s| ();
    () bool: |s| s.bool();
    () char: |s| s.char(..);
    () String: |s| s.draw(string(0..=MAX_LENGTH, any::<char>()));
    () Box<str>: |s| String::generate(s).into();
    () Rc<str>: |s| String::generate(s).into();
    () Arc<str>: |s| String::generate(s).into();
    () Cow<'static, str>: |s| Self::Owned(String::generate(s));
    () PathBuf: |s| String::generate(s).into();
    () OsString: |s| String::generate(s).into();
    // A zero byte would end it.
    () CString: |s| {
        let bytes = s.draw(vec(0..=MAX_LENGTH, int(1..=255)));
        Self::new(bytes).unwrap_or_default()
    };
    () Duration: |s| {
        let nanos = s.int(0..1_000_000_000);
        Self::new(s.int(..), nanos)
    };
    // Milliseconds up to about the year 10,889, and before 1970 as far as the platform goes.
    () SystemTime: |s| {
        let since = Duration::from_millis(s.int(0..1 << 48));
        let before = if s.bool() { Self::UNIX_EPOCH.checked_sub(since) } else { None };
        before.unwrap_or(Self::UNIX_EPOCH + since)
    };
    () std::cmp::Ordering: |s| *s.choose(&[Self::Less, Self::Equal, Self::Greater]);
    () Ipv4Addr: |s| Self::from(s.int::<u32>(..));
    () Ipv6Addr: |s| Self::from(s.int::<u128>(..));
    () IpAddr: |s| if s.bool() { Self::V6(Generate::generate(s)) } else { Self::V4(Generate::generate(s)) };
    () SocketAddrV4: |s| Self::new(Generate::generate(s), s.int(..));
    () SocketAddrV6: |s| Self::new(Generate::generate(s), s.int(..), 0, 0);
    () SocketAddr: |s| Self::new(Generate::generate(s), s.int(..));
    (T) Wrapping<T>: |s| Self(T::generate(s));
    (T) Box<T>: |s| Self::new(T::generate(s));
    (T) Rc<T>: |s| Self::new(T::generate(s));
    (T) Arc<T>: |s| Self::new(T::generate(s));
    (T) std::cell::Cell<T>: |s| Self::new(T::generate(s));
    (T) std::cell::RefCell<T>: |s| Self::new(T::generate(s));
    (T) std::sync::Mutex<T>: |s| Self::new(T::generate(s));
    (T) std::cmp::Reverse<T>: |s| Self(T::generate(s));
    (T) Option<T>: |s| s.draw(option(any()));
    (T, E) Result<T, E>: |s| s.draw(result(any(), any()));
    (T) Vec<T>: |s| s.draw(vec(0..=MAX_LENGTH, any()));
    (T) Box<[T]>: |s| Vec::generate(s).into();
    (T) Rc<[T]>: |s| Vec::generate(s).into();
    (T) Arc<[T]>: |s| Vec::generate(s).into();
    (T) VecDeque<T>: |s| Vec::generate(s).into();
    (T) LinkedList<T>: |s| Vec::generate(s).into_iter().collect();
    (T: Ord) BinaryHeap<T>: |s| Vec::generate(s).into();
    (T: Ord) BTreeSet<T>: |s| s.draw(btree_set(0..=MAX_LENGTH, any()));
    (T: Hash Eq) HashSet<T>: |s| s.draw(hash_set(0..=MAX_LENGTH, any()));
    (K: Ord, V) BTreeMap<K, V>: |s| s.draw(btree_map(0..=MAX_LENGTH, any(), any()));
    (K: Hash Eq, V) HashMap<K, V>: |s| s.draw(hash_map(0..=MAX_LENGTH, any(), any()));
    (T) std::ops::Range<T>: |s| {
        let start = s.draw(any());
        start..s.draw(any())
    };
    (T) std::ops::RangeInclusive<T>: |s| {
        let start = s.draw(any());
        start..=s.draw(any())
    };
}

// Without a bound: there is no value of the type to generate.
impl<T: ?Sized> Generate for PhantomData<T> {
    fn generate(_: &mut Source) -> Self {
        Self
    }
}

impl<T: Generate, const N: usize> Generate for [T; N] {
    fn generate(s: &mut Source) -> Self {
        std::array::from_fn(|_| s.draw(any()))
    }
}

macro_rules! generate_tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Generate),*> Generate for ($($name,)*) {
            fn generate(s: &mut Source) -> Self {
                ($(s.draw(any::<$name>()),)*)
            }
        }
    )*};
}
generate_tuples! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
    A B C D E F G H I; A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}
