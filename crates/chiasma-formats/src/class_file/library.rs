//! Members of the language's library that code can use.

use Call::{Constructor, Interface, InterfaceStatic, Static, Virtual};

/// How a method is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Static,
    Virtual,
    Interface,
    InterfaceStatic,
    Constructor,
}

/// A method of the library.
pub(super) struct Known {
    pub(super) call: Call,
    pub(super) owner: &'static str,
    pub(super) name: &'static str,
    pub(super) descriptor: &'static str,
}

/// A row of [`METHODS`].
const fn method(
    call: Call,
    owner: &'static str,
    name: &'static str,
    descriptor: &'static str,
) -> Known {
    Known { call, owner, name, descriptor }
}

const OBJECT: &str = "java/lang/Object";
const STRING: &str = "java/lang/String";
const MATH: &str = "java/lang/Math";
const INTEGER: &str = "java/lang/Integer";
const BUILDER: &str = "java/lang/StringBuilder";
const LIST: &str = "java/util/List";
const MAP: &str = "java/util/Map";
const THREAD: &str = "java/lang/Thread";
const PRINTER: &str = "java/io/PrintStream";
const ARRAYS: &str = "java/util/Arrays";
const CLASS: &str = "java/lang/Class";
const SYSTEM: &str = "java/lang/System";

/// Methods and constructors.
pub(super) const METHODS: &[Known] = &[
    method(Virtual, OBJECT, "hashCode", "()I"),
    method(Virtual, OBJECT, "equals", "(Ljava/lang/Object;)Z"),
    method(Virtual, OBJECT, "toString", "()Ljava/lang/String;"),
    method(Virtual, OBJECT, "getClass", "()Ljava/lang/Class;"),
    method(Virtual, OBJECT, "notify", "()V"),
    method(Constructor, OBJECT, "<init>", "()V"),
    method(Virtual, STRING, "length", "()I"),
    method(Virtual, STRING, "charAt", "(I)C"),
    method(Virtual, STRING, "substring", "(II)Ljava/lang/String;"),
    method(Virtual, STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;"),
    method(Virtual, STRING, "isEmpty", "()Z"),
    method(Virtual, STRING, "toCharArray", "()[C"),
    method(Virtual, STRING, "getBytes", "()[B"),
    method(Virtual, STRING, "split", "(Ljava/lang/String;)[Ljava/lang/String;"),
    method(Static, STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;"),
    method(Static, STRING, "valueOf", "(D)Ljava/lang/String;"),
    method(Static, STRING, "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"),
    method(Constructor, STRING, "<init>", "([C)V"),
    method(Static, MATH, "max", "(II)I"),
    method(Static, MATH, "abs", "(J)J"),
    method(Static, MATH, "floorMod", "(JI)I"),
    method(Static, MATH, "multiplyHigh", "(JJ)J"),
    method(Static, MATH, "sqrt", "(D)D"),
    method(Static, MATH, "pow", "(DD)D"),
    method(Static, MATH, "round", "(F)I"),
    method(Static, MATH, "scalb", "(FI)F"),
    method(Static, INTEGER, "valueOf", "(I)Ljava/lang/Integer;"),
    method(Static, INTEGER, "parseInt", "(Ljava/lang/String;)I"),
    method(Static, INTEGER, "bitCount", "(I)I"),
    method(Virtual, INTEGER, "intValue", "()I"),
    method(Virtual, INTEGER, "byteValue", "()B"),
    method(Virtual, INTEGER, "shortValue", "()S"),
    method(Virtual, "java/lang/Number", "longValue", "()J"),
    method(Virtual, "java/lang/Number", "floatValue", "()F"),
    method(Virtual, "java/lang/Number", "doubleValue", "()D"),
    method(Static, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;"),
    method(Static, "java/lang/Long", "compare", "(JJ)I"),
    method(Static, "java/lang/Double", "valueOf", "(D)Ljava/lang/Double;"),
    method(Static, "java/lang/Double", "doubleToRawLongBits", "(D)J"),
    method(Static, "java/lang/Float", "intBitsToFloat", "(I)F"),
    method(Static, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;"),
    method(Static, "java/lang/Character", "isDigit", "(C)Z"),
    method(Constructor, BUILDER, "<init>", "()V"),
    method(Constructor, BUILDER, "<init>", "(Ljava/lang/String;)V"),
    method(Constructor, BUILDER, "<init>", "(I)V"),
    method(Virtual, BUILDER, "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;"),
    method(Virtual, BUILDER, "append", "(Ljava/lang/Object;)Ljava/lang/StringBuilder;"),
    method(Virtual, BUILDER, "append", "(I)Ljava/lang/StringBuilder;"),
    method(Virtual, BUILDER, "append", "(J)Ljava/lang/StringBuilder;"),
    method(Virtual, BUILDER, "append", "(C)Ljava/lang/StringBuilder;"),
    method(Virtual, BUILDER, "append", "(Z)Ljava/lang/StringBuilder;"),
    method(Virtual, BUILDER, "toString", "()Ljava/lang/String;"),
    method(Virtual, BUILDER, "setLength", "(I)V"),
    method(Interface, LIST, "size", "()I"),
    method(Interface, LIST, "get", "(I)Ljava/lang/Object;"),
    method(Interface, LIST, "add", "(Ljava/lang/Object;)Z"),
    method(Interface, LIST, "add", "(ILjava/lang/Object;)V"),
    method(Interface, LIST, "iterator", "()Ljava/util/Iterator;"),
    method(InterfaceStatic, LIST, "of", "()Ljava/util/List;"),
    method(InterfaceStatic, LIST, "of", "([Ljava/lang/Object;)Ljava/util/List;"),
    method(Constructor, "java/util/ArrayList", "<init>", "()V"),
    method(Constructor, "java/util/ArrayList", "<init>", "(I)V"),
    method(Interface, "java/util/Iterator", "hasNext", "()Z"),
    method(Interface, "java/util/Iterator", "next", "()Ljava/lang/Object;"),
    method(Interface, MAP, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    method(Interface, MAP, "entrySet", "()Ljava/util/Set;"),
    method(
        InterfaceStatic,
        MAP,
        "entry",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map$Entry;",
    ),
    method(Constructor, "java/util/HashMap", "<init>", "(IF)V"),
    method(Interface, "java/lang/Runnable", "run", "()V"),
    method(Interface, "java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I"),
    method(Interface, "java/lang/CharSequence", "charAt", "(I)C"),
    method(Interface, "java/util/function/Supplier", "get", "()Ljava/lang/Object;"),
    method(Interface, "java/util/function/IntBinaryOperator", "applyAsInt", "(II)I"),
    method(Static, THREAD, "currentThread", "()Ljava/lang/Thread;"),
    method(Static, THREAD, "sleep", "(JI)V"),
    method(Virtual, THREAD, "getName", "()Ljava/lang/String;"),
    method(Constructor, THREAD, "<init>", "(Ljava/lang/Runnable;Ljava/lang/String;)V"),
    method(Virtual, PRINTER, "println", "(Ljava/lang/String;)V"),
    method(Virtual, PRINTER, "println", "(J)V"),
    method(Virtual, PRINTER, "print", "(C)V"),
    method(
        Virtual,
        PRINTER,
        "printf",
        "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
    ),
    method(Static, SYSTEM, "currentTimeMillis", "()J"),
    method(Static, SYSTEM, "gc", "()V"),
    method(Static, SYSTEM, "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V"),
    method(Static, ARRAYS, "asList", "([Ljava/lang/Object;)Ljava/util/List;"),
    method(Static, ARRAYS, "copyOf", "([II)[I"),
    method(Static, ARRAYS, "fill", "([DD)V"),
    method(Static, ARRAYS, "hashCode", "([[I)I"),
    method(Virtual, CLASS, "getName", "()Ljava/lang/String;"),
    method(Virtual, CLASS, "desiredAssertionStatus", "()Z"),
    method(Static, CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;"),
    method(
        Static,
        "java/lang/invoke/MethodHandles",
        "lookup",
        "()Ljava/lang/invoke/MethodHandles$Lookup;",
    ),
    method(Static, "java/util/Objects", "requireNonNull", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    method(
        Static,
        "java/lang/Enum",
        "valueOf",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
    ),
    method(Virtual, "java/lang/Throwable", "getMessage", "()Ljava/lang/String;"),
    method(Virtual, "java/lang/Throwable", "getCause", "()Ljava/lang/Throwable;"),
    method(Virtual, "java/lang/Throwable", "addSuppressed", "(Ljava/lang/Throwable;)V"),
    method(Constructor, "java/lang/Throwable", "<init>", "()V"),
    method(Constructor, "java/lang/Exception", "<init>", "(Ljava/lang/String;)V"),
    method(
        Constructor,
        "java/lang/RuntimeException",
        "<init>",
        "(Ljava/lang/String;Ljava/lang/Throwable;)V",
    ),
    method(Constructor, "java/lang/Error", "<init>", "()V"),
    method(Constructor, "java/lang/IllegalArgumentException", "<init>", "(Ljava/lang/Throwable;)V"),
    method(Constructor, "java/lang/NullPointerException", "<init>", "()V"),
    method(Constructor, "java/lang/AssertionError", "<init>", "(J)V"),
    method(Constructor, "java/lang/ArithmeticException", "<init>", "()V"),
    method(Constructor, "java/lang/InterruptedException", "<init>", "()V"),
    method(Constructor, "java/io/IOException", "<init>", "(Ljava/lang/String;)V"),
];

/// A field of the library.
pub(super) struct KnownField {
    pub(super) is_static: bool,
    pub(super) owner: &'static str,
    pub(super) name: &'static str,
    pub(super) descriptor: &'static str,
}

/// A static field, as a row of [`FIELDS`].
const fn of_class(owner: &'static str, name: &'static str, descriptor: &'static str) -> KnownField {
    KnownField { is_static: true, owner, name, descriptor }
}

/// A field of objects, as a row of [`FIELDS`].
const fn of_object(
    owner: &'static str,
    name: &'static str,
    descriptor: &'static str,
) -> KnownField {
    KnownField { is_static: false, owner, name, descriptor }
}

/// Fields.
pub(super) const FIELDS: &[KnownField] = &[
    of_class(SYSTEM, "out", "Ljava/io/PrintStream;"),
    of_class(SYSTEM, "err", "Ljava/io/PrintStream;"),
    of_class(INTEGER, "MAX_VALUE", "I"),
    of_class(INTEGER, "TYPE", "Ljava/lang/Class;"),
    of_class("java/lang/Long", "MIN_VALUE", "J"),
    of_class("java/lang/Float", "NaN", "F"),
    of_class(MATH, "PI", "D"),
    of_class("java/lang/Byte", "MAX_VALUE", "B"),
    of_class("java/lang/Short", "MIN_VALUE", "S"),
    of_class("java/lang/Character", "MAX_VALUE", "C"),
    of_class("java/lang/Boolean", "TRUE", "Ljava/lang/Boolean;"),
    of_class("java/io/File", "separator", "Ljava/lang/String;"),
    of_class("java/util/Collections", "EMPTY_LIST", "Ljava/util/List;"),
    of_object("java/io/StreamTokenizer", "ttype", "I"),
    of_object("java/io/StreamTokenizer", "sval", "Ljava/lang/String;"),
    of_object("java/io/StreamTokenizer", "nval", "D"),
];
