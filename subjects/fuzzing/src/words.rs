//! Types whose values are words of a pool.

/// Declares types whose values are one of some words each, chosen by a byte and printed as they are.
#[macro_export]
macro_rules! words {
    ($($(#[$attribute:meta])* $name:ident = [$($word:literal),+ $(,)?];)+) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) struct $name(pub(crate) &'static str);

        impl $name {
            pub(crate) const ALL: &'static [&'static str] = &[$($word),+];
        }

        impl Default for $name {
            fn default() -> Self {
                Self(Self::ALL[0])
            }
        }

        impl<'a> ::arbitrary::Arbitrary<'a> for $name {
            fn arbitrary(u: &mut ::arbitrary::Unstructured<'a>) -> ::arbitrary::Result<Self> {
                u.choose(Self::ALL).map(|word| Self(word))
            }

            fn size_hint(_: usize) -> (usize, Option<usize>) {
                (1, Some(1))
            }
        }

        $crate::generate_word!($name);
        $crate::mutate_word!($name);

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.0)
            }
        }
    )+};
}

/// Makes such a type a generator of Chiasma, too, if that is wanted.
#[cfg(feature = "explicit")]
#[doc(hidden)]
#[macro_export]
macro_rules! generate_word {
    ($name:ident) => {
        impl $crate::chiasma::Generate for $name {
            fn generate(s: &mut $crate::chiasma::Source) -> Self {
                Self(*s.choose(Self::ALL))
            }
        }
    };
}

/// It is not wanted.
#[cfg(not(feature = "explicit"))]
#[doc(hidden)]
#[macro_export]
macro_rules! generate_word {
    ($name:ident) => {};
}

/// It is not wanted.
#[cfg(not(feature = "mutatis"))]
#[doc(hidden)]
#[macro_export]
macro_rules! mutate_word {
    ($name:ident) => {};
}

#[cfg(test)]
mod tests {
    use arbitrary::{Arbitrary, Unstructured};

    crate::words! {
        /// Letters.
        Letter = ["a", "b", "c"];
    }

    #[test]
    fn a_byte_chooses_a_word() {
        let mut u = Unstructured::new(&[2, 0, 1]);
        let mut next = || Letter::arbitrary(&mut u).unwrap().to_string();
        assert_eq!([next(), next(), next()], ["c", "a", "b"]);
        assert_eq!(next(), "a", "the first where the data have ended");
    }
}
