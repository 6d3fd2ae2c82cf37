//! Names that class files have: of the language's library, and of what compilers make.

use chiasma_core::Source;

/// One of the words; the first is the simplest.
pub(super) fn one_of(s: &mut Source, words: &[&'static str]) -> &'static str {
    words[s.as_value().index(words.len())]
}

/// Names of fields, parameters and variables.
pub(super) const NAMES: &[&str] = &[
    "a",
    "b",
    "x",
    "i",
    "value",
    "name",
    "count",
    "next",
    "this",
    "this$0",
    "val$x",
    "serialVersionUID",
    "$VALUES",
    "$assertionsDisabled",
    "INSTANCE",
    "A",
    "RED",
    "_",
    "$",
    "int",
    "class",
    "type",
    "array",
    "length",
    "index",
    "thisIsARatherLongNameForSomethingThatIsNotUsedVeryOften",
];

/// Names of methods; none is a final one of the library's classes.
pub(super) const METHODS: &[&str] = &[
    "a",
    "run",
    "get",
    "set",
    "main",
    "apply",
    "call",
    "test",
    "toString",
    "hashCode",
    "equals",
    "compareTo",
    "clone",
    "finalize",
    "values",
    "valueOf",
    "iterator",
    "close",
    "accept",
    "access$000",
    "lambda$main$0",
    "$deserializeLambda$",
    "writeObject",
    "readObject",
    "readResolve",
    "writeReplace",
    "size",
    "charAt",
    "length",
    "invoke",
    "invokeExact",
];

/// Methods of the library that are final, with their descriptors: a class may not have its own.
pub(super) const FINAL: &[(&str, &str)] = &[
    ("hashCode", "()I"),
    ("equals", "(Ljava/lang/Object;)Z"),
    ("compareTo", "(Ljava/lang/Enum;)I"),
    ("clone", "()Ljava/lang/Object;"),
    ("finalize", "()V"),
    ("name", "()Ljava/lang/String;"),
    ("ordinal", "()I"),
];

/// Names of classes that the library does not have.
pub(super) const OWN_CLASSES: &[&str] = &[
    "A",
    "Main",
    "com/example/Main",
    "com/example/Outer",
    "com/example/Outer$Inner",
    "com/example/Outer$1",
    "com/example/Outer$1Local",
    "com/example/Shape",
    "com/example/Shape$Circle",
    "a/b/C",
    "Outer$",
    "$",
    "p/Mark",
    "p/Color",
    "org/example/deep/down/in/packages/Thing",
];

/// Names of packages.
pub(super) const PACKAGES: &[&str] = &[
    "p",
    "com/example",
    "a/b",
    "org/example/deep",
    "org/example/deep/down/in/packages",
    "internal",
];

/// Names of modules.
pub(super) const MODULES: &[&str] = &[
    "m",
    "com.example",
    "java.base",
    "java.sql",
    "java.desktop",
    "java.logging",
    "jdk.unsupported",
    "a.b",
    "org.example.deep",
];

/// Classes and interfaces of the library.
pub(super) const CLASSES: &[&str] = &[
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Class",
    "java/lang/Throwable",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/StringBuilder",
    "java/lang/Runnable",
    "java/lang/Comparable",
    "java/lang/CharSequence",
    "java/lang/Iterable",
    "java/lang/Thread",
    "java/lang/Number",
    "java/lang/Long",
    "java/lang/Double",
    "java/lang/Boolean",
    "java/lang/Enum",
    "java/lang/Record",
    "java/lang/Cloneable",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodType",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/lang/invoke/VarHandle",
    "java/io/Serializable",
    "java/io/PrintStream",
    "java/io/StreamTokenizer",
    "java/util/List",
    "java/util/ArrayList",
    "java/util/Map",
    "java/util/Map$Entry",
    "java/util/HashMap",
    "java/util/Iterator",
    "java/util/Collection",
    "java/util/function/Supplier",
    "java/util/function/Function",
    "java/util/function/IntBinaryOperator",
    "java/util/concurrent/Callable",
];

/// Classes that can be extended, each with the descriptors of constructors.
pub(super) const PARENTS: &[(&str, &[&str])] = &[
    ("java/lang/Object", &["()V"]),
    (
        "java/lang/Exception",
        &["()V", "(Ljava/lang/String;)V", "(Ljava/lang/String;Ljava/lang/Throwable;)V"],
    ),
    ("java/lang/RuntimeException", &["()V", "(Ljava/lang/String;)V", "(Ljava/lang/Throwable;)V"]),
    ("java/lang/Error", &["()V", "(Ljava/lang/String;)V"]),
    ("java/lang/Number", &["()V"]),
    ("java/util/ArrayList", &["()V", "(I)V", "(Ljava/util/Collection;)V"]),
    ("java/util/HashMap", &["()V", "(I)V", "(IF)V"]),
    ("java/util/Random", &["()V", "(J)V"]),
    ("java/io/InputStream", &["()V"]),
    ("java/util/AbstractList", &["()V"]),
    ("java/lang/Enum", &["(Ljava/lang/String;I)V"]),
    ("java/lang/Record", &["()V"]),
];

/// Interfaces that can be implemented.
pub(super) const INTERFACES: &[&str] = &[
    "java/lang/Runnable",
    "java/io/Serializable",
    "java/lang/Cloneable",
    "java/lang/Comparable",
    "java/lang/CharSequence",
    "java/lang/Iterable",
    "java/lang/AutoCloseable",
    "java/util/Iterator",
    "java/util/function/Supplier",
    "java/util/function/Function",
    "java/util/concurrent/Callable",
    "java/util/Map$Entry",
];

/// Classes that can be thrown and caught.
pub(super) const THROWABLES: &[&str] = &[
    "java/lang/Throwable",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/Error",
    "java/lang/IllegalArgumentException",
    "java/lang/NullPointerException",
    "java/lang/AssertionError",
    "java/lang/ArithmeticException",
    "java/lang/InterruptedException",
    "java/io/IOException",
];

/// Interfaces of annotations.
pub(super) const ANNOTATIONS: &[&str] = &[
    "java/lang/Deprecated",
    "java/lang/FunctionalInterface",
    "java/lang/SafeVarargs",
    "java/lang/annotation/Retention",
    "java/lang/annotation/Target",
    "java/lang/annotation/Inherited",
    "java/lang/annotation/Documented",
    "java/lang/annotation/Repeatable",
    "p/Mark",
    "com/example/Outer$Nullable",
];

/// Names of an annotation's elements.
pub(super) const ELEMENTS: &[&str] = &["value", "since", "forRemoval", "name", "type", "x"];

/// Contents of strings.
pub(super) const TEXTS: &[&str] = &[
    "",
    "a",
    "hello, world",
    "\0",
    "0",
    "null",
    "%s %d\n",
    "Main.java",
    "1.0.2-beta",
    "\u{1}\u{2}",
    "é",
    "😀",
    "A\u{301}",
    "\u{feff}",
    "java.lang.Object",
    "()V",
    "<T:Ljava/lang/Object;>",
];

/// Names of source files.
pub(super) const FILES: &[&str] = &[
    "Main.java",
    "A.java",
    "package-info.java",
    "module-info.java",
    "Main.kt",
    "<generated>",
    "../Main.java",
    "",
];

/// Names of attributes that the specification does not have.
pub(super) const UNKNOWN: &[&str] = &[
    "X",
    "org.example.Custom",
    "Scala",
    "ScalaSig",
    "TASTY",
    "MethodHash",
    "CharacterRangeTable",
    "CompilationID",
    "SourceID",
    "LoadableDescriptors",
    "StackMap",
    "code",
    "",
];

/// Names of attributes that mean something, but not anywhere.
pub(super) const MISPLACED: &[&str] = &[
    "Code",
    "StackMapTable",
    "ConstantValue",
    "Exceptions",
    "LineNumberTable",
    "LocalVariableTable",
    "BootstrapMethods",
    "Module",
    "ModulePackages",
    "ModuleMainClass",
    "Record",
    "NestHost",
    "NestMembers",
    "PermittedSubclasses",
    "InnerClasses",
    "EnclosingMethod",
    "Signature",
    "SourceFile",
    "AnnotationDefault",
    "MethodParameters",
    "RuntimeVisibleAnnotations",
    "RuntimeVisibleParameterAnnotations",
    "RuntimeVisibleTypeAnnotations",
];
