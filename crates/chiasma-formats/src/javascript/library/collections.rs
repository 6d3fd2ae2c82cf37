//! What of the library gives arrays, maps, sets, iterators and blocks of bytes.

use super::arguments::Arg::{
    Any, Bytes, Callback, Comparator, Count, GlobalPattern, Index, Iterable, Of, Offset, Pairs,
    Particle, Pattern,
};
use super::{Entry, constant, get, new, of, on};
use crate::javascript::kinds::Kind;
use crate::javascript::kinds::Kind::{
    Array, Boolean, Buffer, Iterator, Map, Number, Object, RegExp, Set, String, TypedArray, View,
    Weak,
};

const PREDICATE: super::Arg = Callback(&[Kind::Any, Number, Array], Boolean);
const MAPPING: super::Arg = Callback(&[Kind::Any, Number, Array], Kind::Any);
const N: super::Arg = Of(Number);

/// Arrays.
pub(super) const ARRAYS: &[Entry] = &[
    on(Array, "slice", 0, &[Index, Index]),
    on(Array, "map", 1, &[MAPPING]),
    on(Array, "filter", 1, &[PREDICATE]),
    on(Array, "concat", 0, &[Any, Of(Array)]),
    on(Array, "copyWithin", 1, &[Index, Index, Index]),
    on(Array, "fill", 1, &[Any, Index, Index]),
    on(Array, "flat", 0, &[Index]),
    on(Array, "flatMap", 1, &[MAPPING]),
    on(Array, "reverse", 0, &[]),
    on(Array, "sort", 0, &[Comparator]),
    on(Array, "splice", 0, &[Index, Index, Any, Any]),
    on(Array, "toReversed", 0, &[]),
    on(Array, "toSorted", 0, &[Comparator]),
    on(Array, "toSpliced", 0, &[Index, Index, Any]),
    on(Array, "with", 2, &[Offset, Any]),
    of("Array", 0, &[Count]),
    new("Array", 0, &[Count]),
    new("Array", 2, &[Any, Any]),
    of("Array.of", 0, &[Any, Any, Any]),
    of("Array.from", 1, &[Iterable, Callback(&[Kind::Any, Number], Kind::Any)]),
    of("Array.from", 1, &[Of(Object)]),
    of("Object.keys", 1, &[Any]),
    of("Object.keys", 1, &[Of(Object)]),
    of("Object.values", 1, &[Of(Object)]),
    of("Object.entries", 1, &[Of(Object)]),
    of("Object.entries", 1, &[Of(Array)]),
    of("Object.getOwnPropertyNames", 1, &[Of(Object)]),
    of("Object.getOwnPropertyNames", 1, &[Of(Kind::Class)]),
    of("Object.getOwnPropertySymbols", 1, &[Of(Object)]),
    of("Reflect.ownKeys", 1, &[Of(Object)]),
    of("Reflect.ownKeys", 1, &[Of(Kind::Function)]),
    of("Object.freeze", 1, &[Of(Array)]),
    on(String, "split", 0, &[Particle, Count]),
    on(String, "split", 1, &[Pattern]),
    on(RegExp, "[Symbol.split]", 1, &[Of(String), Count]),
];

/// Maps; what stands here more than once is likelier.
pub(super) const MAPS: &[Entry] = &[
    new("Map", 0, &[Pairs]),
    new("Map", 0, &[Pairs]),
    new("Map", 1, &[Pairs]),
    new("Map", 1, &[Of(Map)]),
    on(Map, "set", 2, &[Any, Any]),
    on(Map, "set", 2, &[Of(String), Any]),
    on(Map, "set", 2, &[N, N]),
    of("Map.groupBy", 2, &[Iterable, Callback(&[Kind::Any, Number], Kind::Any)]),
];

/// Sets; what stands here more than once is likelier.
pub(super) const SETS: &[Entry] = &[
    new("Set", 0, &[Iterable]),
    new("Set", 1, &[Iterable]),
    new("Set", 1, &[Iterable]),
    new("Set", 1, &[Of(Array)]),
    new("Set", 1, &[Of(Array)]),
    new("Set", 1, &[Of(String)]),
    on(Set, "add", 1, &[Any]),
    on(Set, "add", 1, &[Any]),
    on(Set, "add", 1, &[N]),
    on(Set, "add", 1, &[N]),
    on(Set, "union", 1, &[Of(Set)]),
    on(Set, "intersection", 1, &[Of(Set)]),
    on(Set, "difference", 1, &[Of(Set)]),
    on(Set, "symmetricDifference", 1, &[Of(Map)]),
];

/// Weak collections.
pub(super) const WEAKS: &[Entry] =
    &[new("WeakMap", 0, &[]), on(Weak, "set", 2, &[Of(Object), Any])];

/// Iterators.
pub(super) const ITERATORS: &[Entry] = &[
    on(Array, "values", 0, &[]),
    on(Array, "keys", 0, &[]),
    on(Array, "entries", 0, &[]),
    on(Array, "[Symbol.iterator]", 0, &[]),
    on(String, "[Symbol.iterator]", 0, &[]),
    on(String, "matchAll", 1, &[GlobalPattern]),
    on(Map, "entries", 0, &[]),
    on(Map, "keys", 0, &[]),
    on(Map, "values", 0, &[]),
    on(Map, "[Symbol.iterator]", 0, &[]),
    on(Set, "values", 0, &[]),
    on(Set, "entries", 0, &[]),
    on(Set, "[Symbol.iterator]", 0, &[]),
    on(TypedArray, "values", 0, &[]),
    on(TypedArray, "entries", 0, &[]),
    on(Iterator, "[Symbol.iterator]", 0, &[]),
    on(Iterator, "map", 1, &[MAPPING]),
    on(Iterator, "filter", 1, &[PREDICATE]),
    on(Iterator, "take", 1, &[Count]),
    on(Iterator, "drop", 1, &[Count]),
    on(Iterator, "flatMap", 1, &[Callback(&[Kind::Any], Array)]),
];

/// Typed arrays.
pub(super) const TYPED_ARRAYS: &[Entry] = &[
    new("Uint8Array", 0, &[Count]),
    new("Uint8Array", 1, &[Of(Array)]),
    new("Int8Array", 1, &[Of(Array)]),
    new("Uint8ClampedArray", 1, &[Of(Array)]),
    new("Int16Array", 1, &[Count]),
    new("Uint16Array", 1, &[Iterable]),
    new("Int32Array", 1, &[Of(Array)]),
    new("Uint32Array", 1, &[Count]),
    new("Float32Array", 1, &[Of(Array)]),
    new("Float64Array", 1, &[Of(TypedArray)]),
    new("Uint8Array", 1, &[Of(Buffer), Offset, Count]),
    new("Int32Array", 1, &[Of(Buffer)]),
    new("Float64Array", 1, &[Of(Buffer), Offset]),
    of("Uint8Array.from", 1, &[Iterable, Callback(&[Kind::Any, Number], Number)]),
    of("Float32Array.of", 0, &[N, N, N]),
    of("Int16Array.of", 0, &[N, N]),
    on(TypedArray, "copyWithin", 1, &[Index, Index, Index]),
    on(TypedArray, "fill", 1, &[N, Index, Index]),
    on(TypedArray, "filter", 1, &[Callback(&[Number, Number], Boolean)]),
    on(TypedArray, "map", 1, &[Callback(&[Number, Number], Number)]),
    on(TypedArray, "reverse", 0, &[]),
    on(TypedArray, "slice", 0, &[Index, Index]),
    on(TypedArray, "sort", 0, &[Comparator]),
    on(TypedArray, "subarray", 0, &[Index, Index]),
    on(TypedArray, "toReversed", 0, &[]),
    on(TypedArray, "toSorted", 0, &[Comparator]),
    on(TypedArray, "with", 2, &[Offset, N]),
];

/// Array buffers; what stands here more than once is likelier.
pub(super) const BUFFERS: &[Entry] = &[
    new("ArrayBuffer", 1, &[Bytes]),
    new("ArrayBuffer", 1, &[Bytes]),
    new("ArrayBuffer", 1, &[Bytes]),
    constant("new ArrayBuffer(8, {maxByteLength: 16})"),
    get(TypedArray, "buffer"),
    get(TypedArray, "buffer"),
    get(View, "buffer"),
    on(Buffer, "slice", 0, &[Index, Index]),
    on(Buffer, "transfer", 0, &[Bytes]),
    on(Buffer, "transferToFixedLength", 0, &[]),
    new("SharedArrayBuffer", 1, &[Bytes]),
];

/// Views of array buffers.
pub(super) const VIEWS: &[Entry] =
    &[new("DataView", 1, &[Of(Buffer), Offset]), new("DataView", 1, &[Of(Buffer)])];
