//! The words of Python and its library that the generators use.

/// Names that a program gives.
pub(super) const NAMES: &[&str] = &[
    "x", "y", "z", "n", "i", "j", "a", "b", "c", "f", "g", "k", "v", "t", "acc", "args", "kwargs",
    "count", "data", "func", "item", "items", "key", "left", "node", "obj", "other", "result",
    "right", "seen", "total", "value", "values", "_", "__", "_private", "camelCase", "CONST",
    "match", "case", "type", "é", "名前", "ﬁ", "a1", "async_", "l0O",
];

/// Names of classes.
pub(super) const CLASSES: &[&str] = &[
    "A", "B", "C", "Base", "Child", "Meta", "Mixin", "Node", "Point", "Shape", "Error", "Point3D",
    "_Hidden", "Étage",
];

/// Names of type parameters.
pub(super) const TYPE_PARAMETERS: &[&str] = &["T", "U", "V", "K", "Ts", "P", "R", "T_co", "Self"];

/// Names that are bound without an import.
pub(super) const BUILTINS: &[&str] = &[
    "print", "len", "range", "int", "str", "list", "dict", "set", "tuple", "abs", "aiter", "all",
    "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable", "chr",
    "classmethod", "compile", "complex", "delattr", "dir", "divmod", "enumerate", "eval", "exec",
    "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "hex", "id",
    "input", "isinstance", "issubclass", "iter", "locals", "map", "max", "memoryview", "min",
    "next", "object", "oct", "open", "ord", "pow", "property", "repr", "reversed", "round",
    "setattr", "slice", "sorted", "staticmethod", "sum", "super", "type", "vars", "zip",
    "__import__", "NotImplemented", "Ellipsis", "__name__", "__file__", "__doc__", "__debug__",
];

/// Exceptions, warnings and groups of them.
pub(super) const EXCEPTIONS: &[&str] = &[
    "Exception", "ValueError", "TypeError", "KeyError", "IndexError", "StopIteration",
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException",
    "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError", "BufferError", "EOFError",
    "ExceptionGroup", "FileNotFoundError", "FloatingPointError", "GeneratorExit", "ImportError",
    "KeyboardInterrupt", "LookupError", "MemoryError", "ModuleNotFoundError", "NameError",
    "NotImplementedError", "OSError", "OverflowError", "PermissionError", "RecursionError",
    "RuntimeError", "StopAsyncIteration", "SyntaxError", "SystemExit", "TimeoutError",
    "UnboundLocalError", "UnicodeDecodeError", "UnicodeError", "Warning", "DeprecationWarning",
    "ZeroDivisionError",
];

/// Names of attributes that a program's own classes have.
pub(super) const ATTRIBUTES: &[&str] = &[
    "x", "name", "value", "items_", "next", "parent", "children", "left", "right", "head", "tail",
    "size", "_cache", "__secret", "real", "imag", "args", "start", "stop", "step", "match", "type",
];

/// Methods of the built-in types.
pub(super) const METHODS: &[&str] = &[
    "append", "items", "keys", "values", "get", "join", "split", "format", "upper", "lower",
    "add", "aclose", "as_integer_ratio", "asend", "athrow", "bit_count", "bit_length",
    "capitalize", "casefold", "center", "clear", "close", "conjugate", "copy", "count", "decode",
    "difference", "discard", "encode", "endswith", "expandtabs", "extend", "find", "format_map",
    "from_bytes", "fromhex", "fromkeys", "hex", "index", "insert", "intersection", "is_integer",
    "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isdisjoint", "isidentifier",
    "islower", "isnumeric", "isprintable", "isspace", "issubset", "issuperset", "istitle",
    "isupper", "ljust", "lstrip", "maketrans", "mro", "partition", "pop", "popitem", "remove",
    "removeprefix", "removesuffix", "replace", "reverse", "rfind", "rindex", "rjust",
    "rpartition", "rsplit", "rstrip", "send", "setdefault", "sort", "splitlines", "startswith",
    "strip", "swapcase", "symmetric_difference", "throw", "title", "to_bytes", "translate",
    "union", "update", "with_traceback", "zfill",
];

/// Methods and attributes that the language calls implicitly.
pub(super) const DUNDERS: &[&str] = &[
    "__init__", "__repr__", "__eq__", "__call__", "__len__", "__iter__", "__next__",
    "__getitem__", "__setitem__", "__delitem__", "__contains__", "__enter__", "__exit__",
    "__aenter__", "__aexit__", "__aiter__", "__anext__", "__await__", "__abs__", "__add__",
    "__and__", "__annotations__", "__bases__", "__bool__", "__bytes__", "__class__",
    "__class_getitem__", "__closure__", "__code__", "__complex__", "__del__", "__delattr__",
    "__dict__", "__dir__", "__divmod__", "__doc__", "__float__", "__floordiv__", "__format__",
    "__ge__", "__get__", "__getattr__", "__getattribute__", "__gt__", "__hash__", "__iadd__",
    "__index__", "__init_subclass__", "__instancecheck__", "__int__", "__invert__", "__le__",
    "__lshift__", "__lt__", "__match_args__", "__matmul__", "__missing__", "__mod__",
    "__module__", "__mro__", "__mul__", "__name__", "__ne__", "__neg__", "__new__", "__or__",
    "__pos__", "__pow__", "__prepare__", "__qualname__", "__radd__", "__reversed__", "__round__",
    "__rshift__", "__set__", "__set_name__", "__setattr__", "__sizeof__", "__slots__", "__str__",
    "__sub__", "__subclasshook__", "__truediv__", "__trunc__", "__type_params__", "__xor__",
];

/// Names of arguments of the library's functions.
pub(super) const KEYWORDS: &[&str] = &[
    "key", "default", "sep", "end", "reverse", "start", "stop", "step", "strict", "base", "file",
    "flush", "encoding", "errors", "mode", "name", "value", "x", "match", "type", "metaclass",
];

/// What decorates functions and classes.
pub(super) const DECORATORS: &[&str] = &[
    "staticmethod", "classmethod", "property", "functools.cache", "functools.wraps",
    "functools.lru_cache", "dataclasses.dataclass", "contextlib.contextmanager", "typing.final",
    "typing.overload", "abc.abstractmethod",
];

/// Modules of the library, and what they have.
pub(super) const MODULES: &[(&str, &[&str])] = &[
    ("sys", &["argv", "path", "exit", "stdin", "stdout", "maxsize"]),
    ("os", &["environ", "getcwd", "listdir", "sep"]),
    ("os.path", &["join", "exists", "basename"]),
    ("re", &["compile", "match", "sub", "IGNORECASE"]),
    ("abc", &["ABC", "abstractmethod"]),
    ("array", &["array"]),
    ("asyncio", &["gather", "run", "sleep", "Queue"]),
    ("collections", &["OrderedDict", "defaultdict", "deque", "namedtuple", "Counter"]),
    ("collections.abc", &["Iterable", "Callable", "Mapping"]),
    ("contextlib", &["contextmanager", "suppress", "ExitStack"]),
    ("dataclasses", &["dataclass", "field"]),
    ("datetime", &["datetime", "timedelta", "date"]),
    ("decimal", &["Decimal", "getcontext"]),
    ("enum", &["Enum", "Flag", "auto"]),
    ("functools", &["cache", "partial", "reduce", "wraps", "lru_cache"]),
    ("itertools", &["chain", "count", "groupby", "islice", "product", "zip_longest"]),
    ("json", &["dumps", "loads"]),
    ("math", &["floor", "inf", "nan", "pi", "sqrt"]),
    ("operator", &["add", "attrgetter", "itemgetter"]),
    ("random", &["choice", "randint"]),
    ("string", &["ascii_letters", "digits"]),
    ("struct", &["pack", "unpack"]),
    ("typing", &["Any", "Optional", "Union", "Literal", "TypeVar", "Annotated", "Protocol"]),
    ("xml.etree.ElementTree", &["parse", "Element"]),
];

/// Types that annotations name.
pub(super) const TYPES: &[&str] = &[
    "int", "str", "None", "float", "bool", "bytes", "object", "list", "dict", "tuple", "set",
    "type", "complex", "Exception",
];

/// Types that take others in brackets.
pub(super) const GENERICS: &[&str] = &[
    "list", "dict", "set", "tuple", "type", "frozenset", "typing.Optional", "typing.Union",
    "typing.Callable", "typing.Literal", "typing.Annotated", "typing.ClassVar", "typing.Final",
    "collections.abc.Iterator",
];

/// Contents of strings.
pub(super) const TEXTS: &[&str] = &[
    "", "a", "abc", " ", "hello, world", "0", "-1", "3.14", "key", "name", "utf-8", "%s %d",
    "{} {0} {x!r}", "/tmp/file.txt", "line one", "ß", "日本語", "😀", "e\u{301}", "\u{202e}abc",
    "<a href=''>", "SELECT * FROM t", "it's", "\"quoted\"", "back\\slash", "tab\there", "\u{feff}",
    "\u{2028}", "None", "#not a comment", "x" ,
];

/// Escapes of string literals.
pub(super) const ESCAPES: &[&str] = &[
    "\\n", "\\\\", "\\'", "\\\"", "\\a", "\\b", "\\f", "\\r", "\\t", "\\v", "\\0", "\\7", "\\101",
    "\\377", "\\x00", "\\x7f", "\\xfF",
];

/// Escapes of string literals that bytes do not have.
pub(super) const UNICODE_ESCAPES: &[&str] = &[
    "\\u0041", "\\ud800", "\\uFFFF", "\\U0001F600", "\\U0010ffff", "\\N{EM DASH}",
    "\\N{LATIN SMALL LETTER A}", "\\N{greek small letter alpha}",
];

/// What comments say.
pub(super) const COMMENTS: &[&str] = &[
    "#", "# a comment", "# type: ignore", "# type: (int) -> str", "#: documented", "# noqa: E501",
    "# fmt: off", "#!shebang", "# \\", "# ünïcödé 名", "# 'unclosed", "# ( [ {", "## # #",
];
