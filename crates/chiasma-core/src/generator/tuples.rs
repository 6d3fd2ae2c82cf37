//! Tuples and arrays of generators as generators of tuples and arrays.

use super::Generator;
use crate::source::Source;

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Generator),*> Generator for ($($name,)*) {
            type Value = ($($name::Value,)*);

            fn generate(&self, s: &mut Source) -> Self::Value {
                #[allow(non_snake_case, reason = "the type parameters' names serve twice")]
                let ($($name,)*) = self;
                ($(s.spanned($name, None),)*)
            }
        }
    )*};
}
tuples! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
    A B C D E F G H I; A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}

impl<G: Generator, const N: usize> Generator for [G; N] {
    type Value = [G::Value; N];

    fn generate(&self, s: &mut Source) -> Self::Value {
        std::array::from_fn(|at| s.spanned(&self[at], None))
    }
}
