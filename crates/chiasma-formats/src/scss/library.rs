//! The functions that Sass has built in.

use super::state::Kind::{self, *};

/// A function of the library.
pub(super) struct Builtin {
    /// The module, and the name that it has there; no module if it has none.
    pub(super) module: &'static str,
    pub(super) name: &'static str,
    /// The name that it has without a module; empty if it has none.
    pub(super) global: &'static str,
    /// The parameters' names and kinds.
    pub(super) takes: &'static [(&'static str, Kind)],
    /// How many of them there have to be.
    pub(super) required: usize,
    pub(super) gives: Kind,
}

const fn f(
    (module, name, global): (&'static str, &'static str, &'static str),
    takes: &'static [(&'static str, Kind)],
    required: usize,
    gives: Kind,
) -> Builtin {
    Builtin { module, name, global, takes, required, gives }
}

/// The library, but for what gives another value each time (`random`, `unique-id`).
#[rustfmt::skip]
pub(super) const LIBRARY: &[Builtin] = &[
    // Numbers.
    f(("math", "abs", "abs"), &[("number", Number)], 1, Number),
    f(("math", "abs", "abs"), &[("number", Length)], 1, Length),
    f(("math", "ceil", "ceil"), &[("number", Number)], 1, Number),
    f(("math", "ceil", "ceil"), &[("number", Length)], 1, Length),
    f(("math", "floor", "floor"), &[("number", Number)], 1, Number),
    f(("math", "floor", "floor"), &[("number", Percentage)], 1, Percentage),
    f(("math", "round", "round"), &[("number", Number)], 1, Number),
    f(("math", "round", "round"), &[("number", Length)], 1, Length),
    f(("math", "max", "max"), &[("", Number), ("", Number), ("", Number)], 2, Number),
    f(("math", "max", "max"), &[("", Length), ("", Length)], 2, Length),
    f(("math", "min", "min"), &[("", Number), ("", Number)], 1, Number),
    f(("math", "min", "min"), &[("", Length), ("", Length), ("", Length)], 2, Length),
    f(("math", "clamp", ""), &[("min", Length), ("number", Length), ("max", Length)], 3, Length),
    f(("math", "clamp", ""), &[("min", Number), ("number", Number), ("max", Number)], 3, Number),
    f(("math", "div", ""), &[("number1", Number), ("number2", Number)], 2, Number),
    f(("math", "div", ""), &[("number1", Length), ("number2", Number)], 2, Length),
    f(("math", "div", ""), &[("number1", Length), ("number2", Length)], 2, Number),
    f(("math", "hypot", ""), &[("", Length), ("", Length)], 2, Length),
    f(("math", "sqrt", ""), &[("number", Number)], 1, Number),
    f(("math", "pow", ""), &[("base", Number), ("exponent", Number)], 2, Number),
    f(("math", "log", ""), &[("number", Number), ("base", Number)], 1, Number),
    f(("math", "sin", ""), &[("number", Angle)], 1, Number),
    f(("math", "cos", ""), &[("number", Number)], 1, Number),
    f(("math", "tan", ""), &[("number", Angle)], 1, Number),
    f(("math", "asin", ""), &[("number", Number)], 1, Angle),
    f(("math", "acos", ""), &[("number", Fraction)], 1, Angle),
    f(("math", "atan", ""), &[("number", Number)], 1, Angle),
    f(("math", "atan2", ""), &[("y", Length), ("x", Length)], 2, Angle),
    f(("math", "percentage", "percentage"), &[("number", Number)], 1, Percentage),
    f(("math", "unit", "unit"), &[("number", Length)], 1, Text),
    f(("math", "unit", "unit"), &[("number", Number)], 1, Text),
    f(("math", "is-unitless", "unitless"), &[("number", Length)], 1, Bool),
    f(("math", "is-unitless", "unitless"), &[("number", Number)], 1, Bool),
    f(("math", "compatible", "comparable"), &[("number1", Length), ("number2", Length)], 2, Bool),
    f(("math", "compatible", "comparable"), &[("number1", Number), ("number2", Time)], 2, Bool),
    // Strings.
    f(("string", "quote", "quote"), &[("string", Text)], 1, Text),
    f(("string", "quote", "quote"), &[("string", Name)], 1, Name),
    f(("string", "unquote", "unquote"), &[("string", Name)], 1, Name),
    f(("string", "index", "str-index"), &[("string", Text), ("substring", Text)], 2, Any),
    f(("string", "insert", "str-insert"), &[("string", Text), ("insert", Text), ("index", Count)], 3, Text),
    f(("string", "insert", "str-insert"), &[("string", Name), ("insert", Name), ("index", Count)], 3, Name),
    f(("string", "length", "str-length"), &[("string", Text)], 1, Number),
    f(("string", "slice", "str-slice"), &[("string", Text), ("start-at", Index), ("end-at", Count)], 2, Text),
    f(("string", "to-upper-case", "to-upper-case"), &[("string", Name)], 1, Name),
    f(("string", "to-lower-case", "to-lower-case"), &[("string", Name)], 1, Name),
    f(("string", "to-upper-case", "to-upper-case"), &[("string", Text)], 1, Text),
    // Colors.
    f(("color", "mix", "mix"), &[("color1", Color), ("color2", Color), ("weight", Share)], 2, Color),
    f(("", "lighten", "lighten"), &[("color", Color), ("amount", Share)], 2, Color),
    f(("", "darken", "darken"), &[("color", Color), ("amount", Share)], 2, Color),
    f(("", "saturate", "saturate"), &[("color", Color), ("amount", Share)], 2, Color),
    f(("", "desaturate", "desaturate"), &[("color", Color), ("amount", Share)], 2, Color),
    f(("", "adjust-hue", "adjust-hue"), &[("color", Color), ("degrees", Angle)], 2, Color),
    f(("", "opacify", "opacify"), &[("color", Color), ("amount", Fraction)], 2, Color),
    f(("", "fade-in", "fade-in"), &[("color", Color), ("amount", Fraction)], 2, Color),
    f(("", "transparentize", "transparentize"), &[("color", Color), ("amount", Fraction)], 2, Color),
    f(("", "fade-out", "fade-out"), &[("color", Color), ("amount", Fraction)], 2, Color),
    f(("", "rgba", "rgba"), &[("color", Color), ("alpha", Fraction)], 2, Color),
    f(("", "rgb", "rgb"), &[("red", Channel), ("green", Channel), ("blue", Channel), ("alpha", Fraction)], 3, Color),
    f(("", "hsl", "hsl"), &[("hue", Number), ("saturation", Share), ("lightness", Share)], 3, Color),
    f(("", "hsla", "hsla"), &[("hue", Angle), ("saturation", Share), ("lightness", Share), ("alpha", Fraction)], 4, Color),
    f(("color", "complement", "complement"), &[("color", Color)], 1, Color),
    f(("color", "grayscale", "grayscale"), &[("color", Color)], 1, Color),
    f(("color", "invert", "invert"), &[("color", Color), ("weight", Share)], 1, Color),
    f(("color", "red", "red"), &[("color", Color)], 1, Number),
    f(("color", "green", "green"), &[("color", Color)], 1, Number),
    f(("color", "blue", "blue"), &[("color", Color)], 1, Number),
    f(("color", "alpha", "alpha"), &[("color", Color)], 1, Number),
    f(("color", "opacity", "opacity"), &[("color", Color)], 1, Number),
    f(("color", "hue", "hue"), &[("color", Color)], 1, Angle),
    f(("color", "saturation", "saturation"), &[("color", Color)], 1, Percentage),
    f(("color", "lightness", "lightness"), &[("color", Color)], 1, Percentage),
    f(("color", "ie-hex-str", "ie-hex-str"), &[("color", Color)], 1, Text),
    // Lists.
    f(("list", "append", "append"), &[("list", List), ("val", Length)], 2, List),
    f(("list", "join", "join"), &[("list1", List), ("list2", List)], 2, List),
    f(("list", "set-nth", "set-nth"), &[("list", List), ("n", Index), ("value", Length)], 3, List),
    f(("list", "nth", "nth"), &[("list", List), ("n", Index)], 2, Length),
    f(("list", "length", "length"), &[("list", List)], 1, Number),
    f(("list", "length", "length"), &[("list", Map)], 1, Number),
    f(("list", "index", "index"), &[("list", List), ("value", Length)], 2, Any),
    f(("list", "separator", "list-separator"), &[("list", List)], 1, Name),
    f(("list", "is-bracketed", "is-bracketed"), &[("list", List)], 1, Bool),
    f(("list", "zip", "zip"), &[("", List), ("", List)], 2, Any),
    // Maps.
    f(("map", "get", "map-get"), &[("map", Map), ("key", Name)], 2, Any),
    f(("map", "has-key", "map-has-key"), &[("map", Map), ("key", Name)], 2, Bool),
    f(("map", "keys", "map-keys"), &[("map", Map)], 1, Any),
    f(("map", "values", "map-values"), &[("map", Map)], 1, List),
    f(("map", "merge", "map-merge"), &[("map1", Map), ("map2", Map)], 2, Map),
    f(("map", "remove", "map-remove"), &[("map", Map), ("key", Name)], 2, Any),
    f(("map", "set", ""), &[("map", Map), ("key", Name), ("value", Length)], 3, Map),
    f(("map", "deep-merge", ""), &[("map1", Map), ("map2", Map)], 2, Map),
    f(("map", "deep-remove", ""), &[("map", Map), ("key", Name)], 2, Any),
    // Selectors.
    f(("selector", "append", "selector-append"), &[("", Selector), ("", Selector)], 2, Any),
    f(("selector", "nest", "selector-nest"), &[("", Selector), ("", Selector), ("", Selector)], 2, Any),
    f(("selector", "extend", "selector-extend"), &[("selector", Selector), ("extendee", Selector), ("extender", Selector)], 3, Any),
    f(("selector", "replace", "selector-replace"), &[("selector", Selector), ("original", Selector), ("replacement", Selector)], 3, Any),
    f(("selector", "unify", "selector-unify"), &[("selector1", Selector), ("selector2", Selector)], 2, Any),
    f(("selector", "parse", "selector-parse"), &[("selector", Selector)], 1, Any),
    f(("selector", "simple-selectors", "simple-selectors"), &[("selector", Selector)], 1, Any),
    f(("selector", "is-superselector", "is-superselector"), &[("super", Selector), ("sub", Selector)], 2, Bool),
    // Introspection.
    f(("meta", "type-of", "type-of"), &[("value", Any)], 1, Name),
    f(("meta", "inspect", "inspect"), &[("value", Any)], 1, Text),
    f(("meta", "variable-exists", "variable-exists"), &[("name", Name)], 1, Bool),
    f(("meta", "global-variable-exists", "global-variable-exists"), &[("name", Name)], 1, Bool),
    f(("meta", "function-exists", "function-exists"), &[("name", Name)], 1, Bool),
    f(("meta", "mixin-exists", "mixin-exists"), &[("name", Name)], 1, Bool),
    f(("meta", "feature-exists", "feature-exists"), &[("feature", Text)], 1, Bool),
];

/// The modules, and the names that they can be used by.
#[rustfmt::skip]
pub(super) const MODULES: &[(&str, &[&str])] = &[
    ("math", &["math", "m", ""]),
    ("color", &["color", "c"]),
    ("string", &["string", "str"]),
    ("list", &["list", "l"]),
    ("map", &["map", "maps"]),
    ("selector", &["selector", "sel"]),
    ("meta", &["meta", "m2"]),
];
