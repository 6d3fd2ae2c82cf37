//! Names that stay the same from run to run: of call sites, of generator functions, of types.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::panic::Location;
use std::sync::{Mutex, PoisonError};

use crate::rng::mix;

/// A call site: the hash of its file, line and column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u64);

impl SiteId {
    /// The identity of `location`.
    #[must_use]
    pub fn of(location: &Location<'_>) -> Self {
        let place = u64::from(location.line()) << 32 | u64::from(location.column());
        Self(combine(hash(location.file()), place))
    }

    /// The identity of the place called `name` in a program that is interpreted, such as a grammar.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self(hash(name))
    }
}

/// A generator function: the hash of its name, and for closures of where they are drawn as well,
/// since all closures of one function share a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u64);

impl FunctionId {
    /// The identity of the generator type called `name`, drawn at `site`.
    #[must_use]
    pub fn of(name: &str, site: SiteId) -> Self {
        if name.contains("{{closure}}") {
            Self(combine(hash(name), site.0))
        } else {
            Self(hash(name))
        }
    }

    /// The identity of a function that is known by its place in the executable only, `offset` bytes behind its
    /// beginning; that of another build is another one.
    #[must_use]
    pub fn at(offset: u32) -> Self {
        // Functions are aligned to 16 bytes, and documents have room for the low bits only.
        Self(BY_PLACE << 32 | u64::from(offset.rotate_right(4)))
    }

    /// Where the function is in the executable, if it is known by its place.
    #[must_use]
    pub fn offset(self) -> Option<u32> {
        (self.0 >> 32 == BY_PLACE).then_some((self.0 as u32).rotate_left(4))
    }
}

/// The upper half of the ids of functions that are known by their place; of a name's hash by a chance of 1 in 2^32.
const BY_PLACE: u64 = 0xa070_ca11;

/// A generator function that a program knows only when it runs, such as a rule of a grammar: its id, and
/// the name that reports and saved inputs show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Function {
    /// What spans of this function are known by.
    pub id: FunctionId,
    /// What people read.
    pub name: &'static str,
}

impl Function {
    /// The function called `name`; equal names give equal functions.
    ///
    /// The name is kept for the rest of the process, once however often it is asked for: meant for names
    /// of which there is a bounded number.
    #[must_use]
    pub fn named(name: &str) -> Self {
        static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = names.get(name).copied().unwrap_or_else(|| {
            let kept: &'static str = Box::leak(name.into());
            names.insert(kept);
            kept
        });
        Self { id: FunctionId(hash(name)), name: kept }
    }
}

/// A type that a generator returns: the hash of its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u64);

impl TypeId {
    /// The identity of the type called `name`.
    #[must_use]
    pub fn of(name: &str) -> Self {
        Self(hash(name))
    }
}

macro_rules! debug_as_hex {
    ($($id:ident)*) => {$(
        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($id), "({:016x})"), self.0)
            }
        }
    )*};
}
debug_as_hex!(SiteId FunctionId TypeId);

/// FNV-1a over the bytes of `text`, then mixed.
pub(crate) fn hash(text: &str) -> u64 {
    let fnv = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    mix(fnv)
}

/// The hash of a pair, which depends on the order.
#[inline]
pub(crate) fn combine(first: u64, second: u64) -> u64 {
    let wide =
        u128::from(first ^ 0x9e37_79b9_7f4a_7c15) * u128::from(second ^ 0xe703_7ed1_a0b4_28db);
    (wide >> 64) as u64 ^ wide as u64
}

/// A map whose keys are hashes already, such as execution indexes.
pub type ByHash<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// The hasher of [`ByHash`]: a key is its own hash.
#[derive(Debug, Default, Clone)]
pub struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are of one number");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// A type's name without module paths: `alloc::vec::Vec<json::Value>` becomes `Vec<Value>`.
#[must_use]
pub fn short_name(name: &str) -> String {
    let mut short = String::with_capacity(name.len());
    let mut word = String::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("::") {
            word.clear();
            rest = behind;
            continue;
        }
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            short.push_str(&word);
            word.clear();
            short.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    short.push_str(&word);
    // A closure is known by the function around it, which `::` above has cut off.
    if short == "{{closure}}" {
        let around = name.trim_end_matches("::{{closure}}");
        return format!("{} closure", around.rsplit("::").next().unwrap_or(around));
    }
    short
}

/// Whether a call by the name `body` may be what `#[generator]` opens within a call of `function`: names are
/// equal but for the type of a method and for generic arguments, which the attribute does not know.
///
/// Names that are alike by chance are taken for one function, too.
pub(crate) fn is_body_of(function: &str, body: &str) -> bool {
    if function == body {
        return true;
    }
    let Some((module, name)) = body.rsplit_once("::") else {
        return false;
    };
    let Some(within) = function.strip_prefix(module).and_then(|rest| rest.strip_prefix("::"))
    else {
        return false;
    };
    let is_generic = within.strip_prefix(name).is_some_and(|rest| rest.starts_with('<'));
    let is_method = within.strip_suffix(name).is_some_and(|rest| rest.ends_with("::"));
    is_generic || is_method
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_drop_paths_and_keep_structure() {
        assert_eq!(short_name("json::value"), "value");
        assert_eq!(short_name("alloc::vec::Vec<json::Value>"), "Vec<Value>");
        assert_eq!(short_name("(a::B, [c::D; 3], &dyn e::F)"), "(B, [D; 3], &dyn F)");
        assert_eq!(short_name("json::value::{{closure}}"), "value closure");
        assert_eq!(short_name("i32"), "i32");
    }

    #[test]
    fn a_method_and_a_generic_function_are_known_by_the_name_of_their_body() {
        assert!(is_body_of("a::b::number", "a::b::number"));
        assert!(is_body_of("a::b::number<u8>", "a::b::number"));
        assert!(is_body_of("a::b::Writer<u8>::number", "a::b::number"));
        assert!(!is_body_of("a::b::numbers", "a::b::number"));
        assert!(!is_body_of("a::number", "a::b::number"));
        assert!(!is_body_of("a::b::number::{{closure}}", "a::b::number"));
    }

    #[test]
    fn a_place_in_the_executable_is_found_again_in_the_id() {
        assert_eq!(FunctionId::at(0x0012_3450).offset(), Some(0x0012_3450));
        assert_eq!(FunctionId::at(0x0012_3450).0 as u16, 0x2345);
        assert_eq!(FunctionId::of("a::f", SiteId(1)).offset(), None);
    }

    #[test]
    fn closures_differ_by_site_and_functions_do_not() {
        let (here, there) = (SiteId(1), SiteId(2));
        assert_eq!(FunctionId::of("a::f", here), FunctionId::of("a::f", there));
        assert_ne!(
            FunctionId::of("a::f::{{closure}}", here),
            FunctionId::of("a::f::{{closure}}", there)
        );
    }
}
