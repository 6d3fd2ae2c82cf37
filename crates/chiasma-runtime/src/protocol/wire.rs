//! Values as bytes, for messages between a worker and its supervisor on one machine.

/// A value that can be sent.
pub trait Wire: Sized {
    /// Appends it to `bytes`.
    fn write(&self, bytes: &mut Vec<u8>);
    /// Takes it from the front of `bytes`; nothing if they are not such a value.
    fn read(bytes: &mut &[u8]) -> Option<Self>;
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
numbers!(u8 u32 u64);

impl Wire for bool {
    fn write(&self, bytes: &mut Vec<u8>) {
        u8::from(*self).write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(u8::read(bytes)? != 0)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, bytes: &mut Vec<u8>) {
        (self.len() as u32).write(bytes);
        self.iter().for_each(|element| element.write(bytes));
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let len = u32::read(bytes)? as usize;
        // An element is at least a byte; a length that lies allocates nothing.
        let mut elements = Self::with_capacity(len.min(bytes.len()));
        for _ in 0..len {
            elements.push(T::read(bytes)?);
        }
        Some(elements)
    }
}

impl Wire for String {
    fn write(&self, bytes: &mut Vec<u8>) {
        (self.len() as u32).write(bytes);
        bytes.extend_from_slice(self.as_bytes());
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let len = u32::read(bytes)? as usize;
        let (text, rest) = bytes.split_at_checked(len)?;
        *bytes = rest;
        Self::from_utf8(text.to_vec()).ok()
    }
}

impl<T: Wire> Wire for Option<T> {
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

/// Declares a struct or an enum and how it is sent: its fields one after the other, behind the number
/// of the variant.
macro_rules! wire {
    (
        $(#[$meta:meta])*
        pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $t:ty,)* }
    ) => {
        $(#[$meta])*
        pub struct $name { $($(#[$field_meta])* pub $field: $t,)* }

        impl $crate::protocol::wire::Wire for $name {
            fn write(&self, bytes: &mut Vec<u8>) {
                $(self.$field.write(bytes);)*
            }
            fn read(bytes: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: <$t>::read(bytes)?,)* })
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

        impl $crate::protocol::wire::Wire for $name {
            fn write(&self, bytes: &mut Vec<u8>) {
                match self {
                    $(Self::$variant { $($field,)* } => {
                        bytes.push($tag);
                        $($field.write(bytes);)*
                    })*
                }
            }
            fn read(bytes: &mut &[u8]) -> Option<Self> {
                match u8::read(bytes)? {
                    $($tag => Some(Self::$variant { $($field: <$t>::read(bytes)?,)* }),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use wire;
