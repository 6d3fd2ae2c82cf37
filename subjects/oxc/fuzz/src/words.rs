//! The pools of words, those of `chiasma_formats::javascript`; fewer where names have to meet.

use subject_fuzzing::words;

words! {
    /// The name of a variable; few, so that uses meet declarations.
    Name = [
        "a", "b", "c", "d", "e", "i", "x", "y", "foo", "obj", "arr", "$", "π", "async", "of", "get",
    ];
    /// A name that only a rest has.
    Rest = ["rest", "others"];
    /// The name of a function.
    FunctionName = ["f", "g", "h", "fn", "run", "λ"];
    /// The name of a class.
    ClassName = ["A", "B", "C", "Base", "Sub", "Node"];
    /// A name that an import declares.
    ImportedName = ["m", "n", "p", "q", "ns"];
    /// A name that is exported.
    ExportedName = ["x1", "x2", "y1", "π1"];
    /// The name of a property.
    Property = [
        "a", "b", "c", "x", "y", "z", "foo", "bar", "name", "value", "key", "length", "size",
        "next", "done", "then", "get", "set", "index", "input", "groups", "message", "cause",
        "toString", "valueOf", "toJSON", "arguments", "caller", "default", "if", "class", "in",
        "async", "static", "of", "return", "throw", "raw", "lastIndex", "source", "flags",
        "writable", "enumerable", "configurable", "new", "null", "π", "$", "_",
    ];
    /// A private name.
    Private = ["#a", "#b", "#x", "#value", "#static"];
    /// A label.
    Label = ["outer", "inner", "l", "loop"];
    /// A global that every engine has.
    Global = [
        "Array", "Object", "String", "Number", "Boolean", "Symbol", "BigInt", "Math", "JSON", "Map",
        "Set", "WeakMap", "WeakSet", "WeakRef", "Promise", "Proxy", "Reflect", "RegExp", "Date",
        "Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError",
        "URIError", "AggregateError", "Function", "ArrayBuffer", "SharedArrayBuffer", "DataView",
        "Atomics", "Uint8Array", "Int8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array",
        "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array",
        "BigUint64Array", "FinalizationRegistry", "globalThis", "parseInt", "parseFloat", "isNaN",
        "isFinite", "encodeURI", "decodeURI", "encodeURIComponent", "decodeURIComponent", "escape",
        "unescape", "eval",
    ];
    /// A symbol of the language.
    Symbol = [
        "Symbol.iterator", "Symbol.asyncIterator", "Symbol.hasInstance",
        "Symbol.isConcatSpreadable", "Symbol.match", "Symbol.matchAll", "Symbol.replace",
        "Symbol.search", "Symbol.species", "Symbol.split", "Symbol.toPrimitive",
        "Symbol.toStringTag", "Symbol.unscopables",
    ];
    /// What another module is called.
    Specifier = [
        "\"./a.js\"", "\"../b.mjs\"", "\"x\"", "\"node:fs\"", "\"./d.json\" with {type: \"json\"}",
    ];
    /// How a variable is declared.
    VariableKeyword = ["var", "let", "const", "var"];
    /// An operator before its operand.
    UnaryOperator = ["-", "+", "!", "~", "typeof", "void", "delete"];
    /// An operator that changes its operand.
    Update = ["++", "--"];
    /// An operator between its operands.
    BinaryOperator = [
        "+", "-", "*", "/", "%", "**", "==", "!=", "===", "!==", "<", "<=", ">", ">=", "<<", ">>",
        ">>>", "&", "|", "^", "&&", "||", "??", "in", "instanceof",
    ];
    /// An operator that assigns.
    AssignmentOperator = [
        "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=",
        "||=", "??=",
    ];
    /// A number that is worth trying.
    NumberWord = [
        "0", "1", "2", "3", "4", "5", "7", "8", "10", "16", "31", "32", "33", "63", "64", "100",
        "127", "128", "255", "256", "1000", "65535", "65536", "0.5", "1.5", "0.1", ".5", "5.",
        "1e3", "1E-7", "1e21", "1e+300", "5e-324", "1.7976931348623157e308", "2147483647",
        "2147483648", "4294967295", "4294967296", "9007199254740991", "9007199254740992",
        "9007199254740993", "0x10", "0XfF", "0xdeadbeef", "0b101", "0B0", "0o17", "0O7", "1_000",
        "0x1_0", "1_0.0_1e1_0", "0.30000000000000004", "123456789012345680000", "0e0", "0.0000001",
    ];
    /// A number that only sloppy mode has.
    LegacyNumber = ["1", "2", "010", "08"];
    /// A big integer.
    BigInteger = [
        "0n", "1n", "255n", "18446744073709551616n", "9007199254740993n", "0xffn", "0b11n", "0o7n",
        "1_000n",
    ];
    /// A text, as it stands between double quotes.
    TextWord = [
        "", "a", "b", "ab", "abc", "foo", "x", "0", "1", "-1", "-0", "1.5", "1e3", " 12 ", "0x1f",
        "0b11", "1_0", "NaN", "Infinity", "-Infinity", "true", "null", "undefined", "length",
        "constructor", "__proto__", "toString", "a,b,c", "a b  c", "aaa", "abcabc", "Hello, World!",
        "2020-02-29", "$&", "$1-$<n>$$", "%41", "é", "e\u{301}", "ß", "İ", "ǅ", "ﬁ", "ς", "名", "😀",
        "👨‍👩‍👧", "🇫🇷", "\u{feff}x\u{a0}", "\\uD83D", "\\uDE00\\uD83D", "\\0", "\\n", "\\t\\v\\f\\r",
        "\\u2028", "\\x00\\xff", "[object Object]", "function", "1n", "(a)(b)", "\u{1c4}",
    ];
    /// An escape in a string.
    Escape = [
        "\\n", "\\t", "\\r", "\\b", "\\0", "\\v", "\\\\", "\\'", "\\x41", "\\u0041", "\\uD800",
        "\\u{1F600}", "\\uD83D\\uDE00", "\\z", "\\\n",
    ];
    /// Text in a template.
    TemplateText = [
        "", "a", " ", "-", "x=", "\n", "'", "\"", "$ ", "{}", "é😀", "\\n", "\\u{61}", "\\`", "\\${",
        "\r\n", "}",
    ];
    /// A comment, without its ends.
    Comment = [
        "", " ", "x", " a comment ", "*", " // ", " 😀 ", "#__PURE__", " 'use strict' ",
        "@__INLINE__",
    ];
    /// Characters or a class in a regular expression.
    RegexAtom = [
        "a", "b", "0", ".", "\\d", "\\w", "\\S", "\\.", "\\/", "\\\\", "\\x41", "\\u0041", "\\cA",
        "[a-z]", "[^a-c]", "[\\d_]", "[]", "[^]", "😀", "\\ud83d", "\\p{L}", "\\u{61}",
    ];
    /// A place in a text.
    RegexAssertion = ["^", "$", "\\b", "\\B"];
    /// How often.
    RegexRepetition = ["*", "+", "?", "*?", "+?", "{2}", "{1,3}", "{2,}"];
    /// How a regular expression matches.
    RegexFlags = ["", "g", "i", "m", "s", "y", "d", "u", "v", "gi", "gimsuyd"];
}
