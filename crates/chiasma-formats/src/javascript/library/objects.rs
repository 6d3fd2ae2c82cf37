//! What of the library gives objects, functions, promises, errors, anything at all, or nothing.

use super::arguments::Arg::{
    Any, Callback, Cause, Count, Descriptor, Descriptors, Executor, Hint, Index, Iterable,
    JsonText, Key, Of, Offset, Pairs, Pattern, Promises, Prototype, TypedArrayConstructor,
};
use super::{Entry, get, new, of, on};
use crate::javascript::kinds::Kind;
use crate::javascript::kinds::Kind::{
    Array, BigInt, Boolean, Date, Error, Function, Iterator, Map, Number, Object, Promise, RegExp,
    Set, String, TypedArray, View, Weak,
};

const N: super::Arg = Of(Number);
const PREDICATE: super::Arg = Callback(&[Kind::Any, Number], Boolean);
const CALLBACK: super::Arg = Callback(&[Kind::Any], Kind::Any);

/// Objects.
pub(super) const OBJECTS: &[Entry] = &[
    of("Object.assign", 1, &[Of(Object), Of(Object), Any]),
    of("Object.create", 1, &[Prototype, Descriptors]),
    of("Object.create", 1, &[Of(Object)]),
    of("Object.defineProperty", 3, &[Of(Object), Key, Descriptor]),
    of("Object.defineProperty", 3, &[Of(Array), Index, Descriptor]),
    of("Object.defineProperties", 2, &[Of(Object), Descriptors]),
    of("Object.freeze", 1, &[Of(Object)]),
    of("Object.seal", 1, &[Of(Object)]),
    of("Object.preventExtensions", 1, &[Of(Object)]),
    of("Object.fromEntries", 1, &[Pairs]),
    of("Object.fromEntries", 1, &[Of(Map)]),
    of("Object.getPrototypeOf", 1, &[Of(Array)]),
    of("Object.setPrototypeOf", 2, &[Of(Object), Prototype]),
    of("Object.getOwnPropertyDescriptors", 1, &[Of(Object)]),
    of("Object.groupBy", 2, &[Iterable, Callback(&[Kind::Any, Number], String)]),
    of("Object", 0, &[Any]),
    new("Object", 0, &[Of(Object)]),
    new("Number", 0, &[N]),
    new("String", 0, &[Of(String)]),
    new("Boolean", 0, &[Of(Boolean)]),
    new("WeakSet", 0, &[]),
    new("WeakRef", 1, &[Of(Object)]),
    new("FinalizationRegistry", 1, &[CALLBACK]),
    of("Promise.withResolvers", 0, &[]),
    of("Reflect.construct", 2, &[Of(Kind::Class), Of(Array)]),
    of("Reflect.getPrototypeOf", 1, &[Of(Function)]),
    of("Object.freeze", 1, &[Of(Map)]),
    on(Iterator, "next", 0, &[Any]),
    get(Function, "prototype"),
];

/// Functions.
pub(super) const FUNCTIONS: &[Entry] = &[
    on(Function, "bind", 0, &[Any, Any]),
    get(Array, "map"),
    get(Array, "constructor"),
    get(String, "at"),
    get(Map, "get"),
    get(Error, "constructor"),
    of("Object.getOwnPropertyDescriptor(Map.prototype, \"size\").get.bind", 1, &[Of(Map)]),
];

/// Promises; what is rejected is caught.
pub(super) const PROMISES: &[Entry] = &[
    of("Promise.resolve", 0, &[Any]),
    of("Promise.all", 1, &[Promises]),
    of("Promise.allSettled", 1, &[Promises]),
    of("Promise.race", 1, &[Promises]),
    of("Promise.any([0]).then", 1, &[CALLBACK]),
    of("Promise.reject().catch", 1, &[CALLBACK]),
    of("Promise.reject(new Error()).then", 2, &[CALLBACK, CALLBACK]),
    new("Promise", 1, &[Executor]),
    on(Promise, "then", 1, &[CALLBACK, CALLBACK]),
    on(Promise, "catch", 1, &[CALLBACK]),
    on(Promise, "finally", 1, &[Callback(&[], Kind::Any)]),
];

/// Errors.
pub(super) const ERRORS: &[Entry] = &[
    new("Error", 0, &[Of(String), Cause]),
    of("Error", 0, &[Of(String)]),
    new("TypeError", 0, &[Of(String), Cause]),
    new("RangeError", 0, &[Of(String)]),
    new("SyntaxError", 0, &[Any]),
    new("AggregateError", 1, &[Of(Array), Of(String), Cause]),
    new("URIError", 0, &[Of(String)]),
];

/// Anything.
pub(super) const ANY: &[Entry] = &[
    on(Array, "at", 1, &[Index]),
    on(Array, "pop", 0, &[]),
    on(Array, "shift", 0, &[]),
    on(Array, "find", 1, &[PREDICATE]),
    on(Array, "findLast", 1, &[PREDICATE]),
    on(Array, "reduce", 2, &[Callback(&[Kind::Any, Kind::Any, Number], Kind::Any), Any]),
    on(Array, "reduceRight", 2, &[Callback(&[Kind::Any, Kind::Any, Number], Kind::Any), Any]),
    on(Map, "get", 1, &[Any]),
    on(Weak, "get", 1, &[Of(Object)]),
    on(Object, "valueOf", 0, &[]),
    on(String, "match", 1, &[Pattern]),
    on(RegExp, "exec", 1, &[Of(String)]),
    on(RegExp, "[Symbol.match]", 1, &[Of(String)]),
    of("JSON.parse", 1, &[JsonText, Callback(&[String, Kind::Any], Kind::Any)]),
    of("Reflect.get", 2, &[Of(Object), Key, Of(Object)]),
    of("Reflect.apply", 3, &[Of(Function), Any, Of(Array)]),
    of("Reflect.getOwnPropertyDescriptor", 2, &[Of(Object), Key]),
    of("Object.getOwnPropertyDescriptor", 2, &[Of(Array), Key]),
    of("Object.getOwnPropertyDescriptor", 2, &[Of(Function), Key]),
    on(Function, "call", 0, &[Any, Any, Any]),
    on(Function, "apply", 0, &[Any, Of(Array)]),
    on(Date, "[Symbol.toPrimitive]", 1, &[Hint]),
    get(Error, "cause"),
    get(Error, "stack"),
    get(Array, "[0]"),
    on(TypedArray, "find", 1, &[Callback(&[Number, Number], Boolean)]),
    on(Iterator, "next", 0, &[Any]),
    on(Iterator, "toArray", 0, &[]),
    on(Iterator, "reduce", 2, &[Callback(&[Kind::Any, Kind::Any], Kind::Any), Any]),
    of("Object.getPrototypeOf(Uint8Array).from.call", 2, &[TypedArrayConstructor, Of(Array)]),
];

/// Functions that are called for their side effects.
pub(super) const NOTHING: &[Entry] = &[
    on(Array, "forEach", 1, &[Callback(&[Kind::Any, Number, Array], Kind::Any)]),
    on(Map, "forEach", 1, &[Callback(&[Kind::Any, Kind::Any, Map], Kind::Any)]),
    on(Set, "forEach", 1, &[Callback(&[Kind::Any, Kind::Any, Set], Kind::Any)]),
    on(TypedArray, "forEach", 1, &[Callback(&[Number, Number], Kind::Any)]),
    on(TypedArray, "set", 1, &[Of(Array), Offset]),
    on(Map, "clear", 0, &[]),
    on(Set, "clear", 0, &[]),
    of("new ArrayBuffer(8, {maxByteLength: 16}).resize", 1, &[Count]),
    on(Array, "push", 1, &[Any, Any]),
    on(Array, "unshift", 1, &[Any]),
    on(Array, "splice", 1, &[Index, Index, Any]),
    on(Array, "sort", 0, &[super::Arg::Comparator]),
    on(Map, "set", 2, &[Any, Any]),
    on(Map, "delete", 1, &[Any]),
    on(Set, "add", 1, &[Any]),
    on(Weak, "set", 2, &[Of(Object), Any]),
    of("Object.assign", 2, &[Of(Object), Any]),
    of("Reflect.set", 3, &[Of(Object), Key, Any]),
    of("Reflect.defineProperty", 3, &[Of(Object), Key, Descriptor]),
    of("Object.freeze", 1, &[Of(Array)]),
    on(View, "setInt8", 2, &[Offset, N]),
    on(View, "setUint8", 2, &[Offset, N]),
    on(View, "setInt16", 2, &[Offset, N, Of(Boolean)]),
    on(View, "setUint16", 2, &[Offset, N, Of(Boolean)]),
    on(View, "setInt32", 2, &[Offset, N, Of(Boolean)]),
    on(View, "setUint32", 2, &[Offset, N, Of(Boolean)]),
    on(View, "setFloat32", 2, &[Offset, N, Of(Boolean)]),
    on(View, "setFloat64", 2, &[Offset, N, Of(Boolean)]),
    on(View, "setBigInt64", 2, &[Offset, Of(BigInt), Of(Boolean)]),
    on(View, "setBigUint64", 2, &[Offset, Of(BigInt)]),
    on(Object, "__defineGetter__", 2, &[Key, CALLBACK]),
    on(Object, "__defineSetter__", 2, &[Key, CALLBACK]),
    on(Object, "__lookupGetter__", 1, &[Key]),
    on(Iterator, "forEach", 1, &[CALLBACK]),
];
