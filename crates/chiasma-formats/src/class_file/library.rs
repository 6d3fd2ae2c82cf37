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

/// A method that is known: how it is called, whose it is, its name, its descriptor.
pub(super) struct Known(
    pub(super) Call,
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) &'static str,
);

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
    Known(Virtual, OBJECT, "hashCode", "()I"),
    Known(Virtual, OBJECT, "equals", "(Ljava/lang/Object;)Z"),
    Known(Virtual, OBJECT, "toString", "()Ljava/lang/String;"),
    Known(Virtual, OBJECT, "getClass", "()Ljava/lang/Class;"),
    Known(Virtual, OBJECT, "notify", "()V"),
    Known(Constructor, OBJECT, "<init>", "()V"),
    Known(Virtual, STRING, "length", "()I"),
    Known(Virtual, STRING, "charAt", "(I)C"),
    Known(Virtual, STRING, "substring", "(II)Ljava/lang/String;"),
    Known(Virtual, STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;"),
    Known(Virtual, STRING, "isEmpty", "()Z"),
    Known(Virtual, STRING, "toCharArray", "()[C"),
    Known(Virtual, STRING, "getBytes", "()[B"),
    Known(Virtual, STRING, "split", "(Ljava/lang/String;)[Ljava/lang/String;"),
    Known(Static, STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;"),
    Known(Static, STRING, "valueOf", "(D)Ljava/lang/String;"),
    Known(Static, STRING, "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"),
    Known(Constructor, STRING, "<init>", "([C)V"),
    Known(Static, MATH, "max", "(II)I"),
    Known(Static, MATH, "abs", "(J)J"),
    Known(Static, MATH, "floorMod", "(JI)I"),
    Known(Static, MATH, "multiplyHigh", "(JJ)J"),
    Known(Static, MATH, "sqrt", "(D)D"),
    Known(Static, MATH, "pow", "(DD)D"),
    Known(Static, MATH, "round", "(F)I"),
    Known(Static, MATH, "scalb", "(FI)F"),
    Known(Static, INTEGER, "valueOf", "(I)Ljava/lang/Integer;"),
    Known(Static, INTEGER, "parseInt", "(Ljava/lang/String;)I"),
    Known(Static, INTEGER, "bitCount", "(I)I"),
    Known(Virtual, INTEGER, "intValue", "()I"),
    Known(Virtual, INTEGER, "byteValue", "()B"),
    Known(Virtual, INTEGER, "shortValue", "()S"),
    Known(Virtual, "java/lang/Number", "longValue", "()J"),
    Known(Virtual, "java/lang/Number", "floatValue", "()F"),
    Known(Virtual, "java/lang/Number", "doubleValue", "()D"),
    Known(Static, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;"),
    Known(Static, "java/lang/Long", "compare", "(JJ)I"),
    Known(Static, "java/lang/Double", "valueOf", "(D)Ljava/lang/Double;"),
    Known(Static, "java/lang/Double", "doubleToRawLongBits", "(D)J"),
    Known(Static, "java/lang/Float", "intBitsToFloat", "(I)F"),
    Known(Static, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;"),
    Known(Static, "java/lang/Character", "isDigit", "(C)Z"),
    Known(Constructor, BUILDER, "<init>", "()V"),
    Known(Constructor, BUILDER, "<init>", "(Ljava/lang/String;)V"),
    Known(Constructor, BUILDER, "<init>", "(I)V"),
    Known(Virtual, BUILDER, "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;"),
    Known(Virtual, BUILDER, "append", "(Ljava/lang/Object;)Ljava/lang/StringBuilder;"),
    Known(Virtual, BUILDER, "append", "(I)Ljava/lang/StringBuilder;"),
    Known(Virtual, BUILDER, "append", "(J)Ljava/lang/StringBuilder;"),
    Known(Virtual, BUILDER, "append", "(C)Ljava/lang/StringBuilder;"),
    Known(Virtual, BUILDER, "append", "(Z)Ljava/lang/StringBuilder;"),
    Known(Virtual, BUILDER, "toString", "()Ljava/lang/String;"),
    Known(Virtual, BUILDER, "setLength", "(I)V"),
    Known(Interface, LIST, "size", "()I"),
    Known(Interface, LIST, "get", "(I)Ljava/lang/Object;"),
    Known(Interface, LIST, "add", "(Ljava/lang/Object;)Z"),
    Known(Interface, LIST, "add", "(ILjava/lang/Object;)V"),
    Known(Interface, LIST, "iterator", "()Ljava/util/Iterator;"),
    Known(InterfaceStatic, LIST, "of", "()Ljava/util/List;"),
    Known(InterfaceStatic, LIST, "of", "([Ljava/lang/Object;)Ljava/util/List;"),
    Known(Constructor, "java/util/ArrayList", "<init>", "()V"),
    Known(Constructor, "java/util/ArrayList", "<init>", "(I)V"),
    Known(Interface, "java/util/Iterator", "hasNext", "()Z"),
    Known(Interface, "java/util/Iterator", "next", "()Ljava/lang/Object;"),
    Known(Interface, MAP, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    Known(Interface, MAP, "entrySet", "()Ljava/util/Set;"),
    Known(
        InterfaceStatic,
        MAP,
        "entry",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map$Entry;",
    ),
    Known(Constructor, "java/util/HashMap", "<init>", "(IF)V"),
    Known(Interface, "java/lang/Runnable", "run", "()V"),
    Known(Interface, "java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I"),
    Known(Interface, "java/lang/CharSequence", "charAt", "(I)C"),
    Known(Interface, "java/util/function/Supplier", "get", "()Ljava/lang/Object;"),
    Known(Interface, "java/util/function/IntBinaryOperator", "applyAsInt", "(II)I"),
    Known(Static, THREAD, "currentThread", "()Ljava/lang/Thread;"),
    Known(Static, THREAD, "sleep", "(JI)V"),
    Known(Virtual, THREAD, "getName", "()Ljava/lang/String;"),
    Known(Constructor, THREAD, "<init>", "(Ljava/lang/Runnable;Ljava/lang/String;)V"),
    Known(Virtual, PRINTER, "println", "(Ljava/lang/String;)V"),
    Known(Virtual, PRINTER, "println", "(J)V"),
    Known(Virtual, PRINTER, "print", "(C)V"),
    Known(
        Virtual,
        PRINTER,
        "printf",
        "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
    ),
    Known(Static, SYSTEM, "currentTimeMillis", "()J"),
    Known(Static, SYSTEM, "gc", "()V"),
    Known(Static, SYSTEM, "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V"),
    Known(Static, ARRAYS, "asList", "([Ljava/lang/Object;)Ljava/util/List;"),
    Known(Static, ARRAYS, "copyOf", "([II)[I"),
    Known(Static, ARRAYS, "fill", "([DD)V"),
    Known(Static, ARRAYS, "hashCode", "([[I)I"),
    Known(Virtual, CLASS, "getName", "()Ljava/lang/String;"),
    Known(Virtual, CLASS, "desiredAssertionStatus", "()Z"),
    Known(Static, CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;"),
    Known(
        Static,
        "java/lang/invoke/MethodHandles",
        "lookup",
        "()Ljava/lang/invoke/MethodHandles$Lookup;",
    ),
    Known(Static, "java/util/Objects", "requireNonNull", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    Known(
        Static,
        "java/lang/Enum",
        "valueOf",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
    ),
    Known(Virtual, "java/lang/Throwable", "getMessage", "()Ljava/lang/String;"),
    Known(Virtual, "java/lang/Throwable", "getCause", "()Ljava/lang/Throwable;"),
    Known(Virtual, "java/lang/Throwable", "addSuppressed", "(Ljava/lang/Throwable;)V"),
    Known(Constructor, "java/lang/Throwable", "<init>", "()V"),
    Known(Constructor, "java/lang/Exception", "<init>", "(Ljava/lang/String;)V"),
    Known(
        Constructor,
        "java/lang/RuntimeException",
        "<init>",
        "(Ljava/lang/String;Ljava/lang/Throwable;)V",
    ),
    Known(Constructor, "java/lang/Error", "<init>", "()V"),
    Known(Constructor, "java/lang/IllegalArgumentException", "<init>", "(Ljava/lang/Throwable;)V"),
    Known(Constructor, "java/lang/NullPointerException", "<init>", "()V"),
    Known(Constructor, "java/lang/AssertionError", "<init>", "(J)V"),
    Known(Constructor, "java/lang/ArithmeticException", "<init>", "()V"),
    Known(Constructor, "java/lang/InterruptedException", "<init>", "()V"),
    Known(Constructor, "java/io/IOException", "<init>", "(Ljava/lang/String;)V"),
];

/// A field that is known: whether it is static, whose it is, its name, its descriptor.
pub(super) struct KnownField(
    pub(super) bool,
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) &'static str,
);

/// Fields.
pub(super) const FIELDS: &[KnownField] = &[
    KnownField(true, SYSTEM, "out", "Ljava/io/PrintStream;"),
    KnownField(true, SYSTEM, "err", "Ljava/io/PrintStream;"),
    KnownField(true, INTEGER, "MAX_VALUE", "I"),
    KnownField(true, INTEGER, "TYPE", "Ljava/lang/Class;"),
    KnownField(true, "java/lang/Long", "MIN_VALUE", "J"),
    KnownField(true, "java/lang/Float", "NaN", "F"),
    KnownField(true, MATH, "PI", "D"),
    KnownField(true, "java/lang/Byte", "MAX_VALUE", "B"),
    KnownField(true, "java/lang/Short", "MIN_VALUE", "S"),
    KnownField(true, "java/lang/Character", "MAX_VALUE", "C"),
    KnownField(true, "java/lang/Boolean", "TRUE", "Ljava/lang/Boolean;"),
    KnownField(true, "java/io/File", "separator", "Ljava/lang/String;"),
    KnownField(true, "java/util/Collections", "EMPTY_LIST", "Ljava/util/List;"),
    KnownField(false, "java/io/StreamTokenizer", "ttype", "I"),
    KnownField(false, "java/io/StreamTokenizer", "sval", "Ljava/lang/String;"),
    KnownField(false, "java/io/StreamTokenizer", "nval", "D"),
];
