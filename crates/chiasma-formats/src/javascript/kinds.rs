//! Facts about the values of a program: their kinds, signatures and members.

use std::rc::Rc;

/// The kind of a value, as far as it matters to what can be done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Not known.
    Any,
    /// `undefined` or `null`.
    Nothing,
    Number,
    String,
    Boolean,
    BigInt,
    Symbol,
    Object,
    Array,
    Function,
    Class,
    RegExp,
    Date,
    Map,
    Set,
    /// A `WeakMap` with some object in it, or without.
    Weak,
    Promise,
    Iterator,
    AsyncIterator,
    TypedArray,
    Buffer,
    View,
    Error,
}

impl Kind {
    /// The global whose `prototype` has the methods of such values.
    pub(super) fn constructor(self) -> Option<&'static str> {
        Some(match self {
            Self::Number => "Number",
            Self::String => "String",
            Self::Boolean => "Boolean",
            Self::BigInt => "BigInt",
            Self::Symbol => "Symbol",
            Self::Object => "Object",
            Self::Array => "Array",
            Self::Function | Self::Class => "Function",
            Self::RegExp => "RegExp",
            Self::Date => "Date",
            Self::Map => "Map",
            Self::Set => "Set",
            Self::Weak => "WeakMap",
            Self::Promise => "Promise",
            Self::TypedArray => "Uint8Array",
            Self::Buffer => "ArrayBuffer",
            Self::View => "DataView",
            Self::Error => "Error",
            Self::Any | Self::Nothing | Self::Iterator | Self::AsyncIterator => return None,
        })
    }
}

/// The signature of a function.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) parameters: Vec<Kind>,
    pub(super) returns: Kind,
}

/// A property with a name of its own.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) name: Rc<str>,
    pub(super) facts: Facts,
}

/// What is known about one value.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) kind: Kind,
    /// How it is called, if it is; of a class: how it is constructed.
    pub(super) call: Option<Rc<Signature>>,
    /// Its properties.
    pub(super) members: Rc<[Member]>,
    /// The properties of a class's instances.
    pub(super) instance: Rc<[Member]>,
}

impl Facts {
    /// A value of which only the kind is known.
    pub(super) fn of(kind: Kind) -> Self {
        Self { kind, call: None, members: Rc::new([]), instance: Rc::new([]) }
    }

    /// A function.
    pub(super) fn function(call: Rc<Signature>) -> Self {
        Self { call: Some(call), ..Self::of(Kind::Function) }
    }

    /// An object with these properties.
    pub(super) fn object(members: Vec<Member>) -> Self {
        Self { members: members.into(), ..Self::of(Kind::Object) }
    }
}
