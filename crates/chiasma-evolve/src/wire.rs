//! Values as bytes: the state of a search, and the messages between a worker and its supervisor.

/// A value that can be written as bytes and read again.
pub trait Wire: Sized {
    /// A hash of how it is written, as far as its declaration tells; 0 where that is written by hand.
    const LAYOUT: u64 = 0;

    /// Appends it to `bytes`.
    fn write(&self, bytes: &mut Vec<u8>);
    /// Takes it from the front of `bytes`; nothing if they are not such a value.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// Appends every element of a list.
    fn write_all(elements: &[Self], bytes: &mut Vec<u8>) {
        elements.iter().for_each(|element| element.write(bytes));
    }
    /// Takes `len` elements from the front of `bytes`.
    fn read_all(len: usize, bytes: &mut &[u8]) -> Option<Vec<Self>> {
        // An element is at least a byte; a length that lies allocates nothing.
        let mut elements = Vec::with_capacity(len.min(bytes.len()));
        for _ in 0..len {
            elements.push(Self::read(bytes)?);
        }
        Some(elements)
    }
}

impl Wire for u8 {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(*self);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(*byte)
    }
    fn write_all(elements: &[Self], bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(elements);
    }
    fn read_all(len: usize, bytes: &mut &[u8]) -> Option<Vec<Self>> {
        let (elements, rest) = bytes.split_at_checked(len)?;
        *bytes = rest;
        Some(elements.to_vec())
    }
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl Wire for $t {
            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn read(bytes: &mut &[u8]) -> Option<Self> {
                let (number, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(<$t>::from_le_bytes(*number))
            }
        }
    )*};
}
numbers!(u32 u64 i128);

impl Wire for f64 {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.to_bits().write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u64::read(bytes).map(Self::from_bits)
    }
}

impl Wire for bool {
    fn write(&self, bytes: &mut Vec<u8>) {
        u8::from(*self).write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(u8::read(bytes)? != 0)
    }
}

impl<T: Wire> Wire for Vec<T> {
    const LAYOUT: u64 = T::LAYOUT;

    fn write(&self, bytes: &mut Vec<u8>) {
        (self.len() as u32).write(bytes);
        T::write_all(self, bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let len = u32::read(bytes)? as usize;
        T::read_all(len, bytes)
    }
}

impl Wire for String {
    fn write(&self, bytes: &mut Vec<u8>) {
        (self.len() as u32).write(bytes);
        u8::write_all(self.as_bytes(), bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Self::from_utf8(Vec::read(bytes)?).ok()
    }
}

impl<T: Wire> Wire for Option<T> {
    const LAYOUT: u64 = T::LAYOUT;

    fn write(&self, bytes: &mut Vec<u8>) {
        self.is_some().write(bytes);
        if let Some(value) = self {
            value.write(bytes);
        }
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(if bool::read(bytes)? { Some(T::read(bytes)?) } else { None })
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    const LAYOUT: u64 = A::LAYOUT ^ B::LAYOUT.rotate_left(1);

    fn write(&self, bytes: &mut Vec<u8>) {
        self.0.write(bytes);
        self.1.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::read(bytes)?, B::read(bytes)?))
    }
}

/// The layout of a declaration that begins like `layout` and goes on with `declared`, which has the layout `inner`.
#[doc(hidden)]
#[must_use]
pub const fn layout_with(layout: u64, declared: &str, inner: u64) -> u64 {
    let bytes = declared.as_bytes();
    let (mut hash, mut at) = (layout ^ inner.rotate_left(17), 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// Declares a struct or an enum and how it is written: its fields one after the other, behind the number
/// of the variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $t:ty,)*
        }
    ) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$field_meta])* $field_vis $field: $t,)* }

        impl $crate::wire::Wire for $name {
            const LAYOUT: u64 = {
                let layout = $crate::wire::layout_with(0, stringify!($name), 0);
                $(let layout = $crate::wire::layout_with(
                    layout,
                    concat!(stringify!($field), ":", stringify!($t)),
                    <$t as $crate::wire::Wire>::LAYOUT,
                );)*
                layout
            };

            fn write(&self, bytes: &mut Vec<u8>) {
                $($crate::wire::Wire::write(&self.$field, bytes);)*
            }
            fn read(bytes: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::wire::Wire::read(bytes)?,)* })
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident {
                $($(#[$field_meta:meta])* $field:ident: $t:ty,)*
            } = $tag:literal,)*
        }
    ) => {
        $(#[$meta])*
        pub enum $name { $($(#[$variant_meta])* $variant { $($(#[$field_meta])* $field: $t,)* },)* }

        impl $crate::wire::Wire for $name {
            const LAYOUT: u64 = {
                let layout = $crate::wire::layout_with(0, stringify!($name), 0);
                $(let layout = $crate::wire::layout_with(
                    layout,
                    concat!(stringify!($variant), "=", stringify!($tag)),
                    0,
                );
                $(let layout = $crate::wire::layout_with(
                    layout,
                    concat!(stringify!($field), ":", stringify!($t)),
                    <$t as $crate::wire::Wire>::LAYOUT,
                );)*)*
                layout
            };

            fn write(&self, bytes: &mut Vec<u8>) {
                match self {
                    $(Self::$variant { $($field,)* } => {
                        bytes.push($tag);
                        $($crate::wire::Wire::write($field, bytes);)*
                    })*
                }
            }
            fn read(bytes: &mut &[u8]) -> Option<Self> {
                match <u8 as $crate::wire::Wire>::read(bytes)? {
                    $($tag => Some(Self::$variant {
                        $($field: $crate::wire::Wire::read(bytes)?,)*
                    }),)*
                    _ => None,
                }
            }
        }
    };
}

#[doc(inline)]
pub use __wire as wire;

#[cfg(test)]
mod tests {
    use super::*;

    mod inner {
        super::wire! { pub(super) struct Pair { a: u32, b: u64, } }
    }

    mod wider {
        super::wire! { pub(super) struct Pair { a: u64, b: u64, } }
    }

    wire! { struct Outer { pairs: Vec<Option<inner::Pair>>, } }

    mod other {
        use super::wider as inner;
        super::wire! { pub(super) struct Outer { pairs: Vec<Option<inner::Pair>>, } }
    }

    #[test]
    fn a_layout_changes_with_the_types_of_fields_however_deep() {
        assert_ne!(inner::Pair::LAYOUT, wider::Pair::LAYOUT);
        assert_ne!(Outer::LAYOUT, other::Outer::LAYOUT, "the declarations read alike");
    }
}
