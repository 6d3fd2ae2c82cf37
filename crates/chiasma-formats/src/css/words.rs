//! The dictionary of CSS: names, keywords and numbers, from its specifications.

/// Names that authors make up.
#[rustfmt::skip]
pub(crate) const NAMES: &[&str] = &[
    "a", "b", "c", "foo", "bar", "btn", "btn-primary", "active", "main", "nav", "item", "header", "is-open", "x",
    "block__element--modifier", "_private", "-vendor", "--double", "grid", "spin", "fade-in", "reset", "theme",
];

/// Odd names that are legal.
#[rustfmt::skip]
pub(crate) const ODD_NAMES: &[&str] = &[
    "\\31 23", "a\\:b", "\\@x", "sm\\:w-1\\/2", "é", "日本", "😀", "a\\ b", "\\41 BC", "-\\31 ", "_", "A", "\\--a",
    "a\\000062c", "\\{", "\u{b7}", "ünïcode", "\\7B ",
];

/// Names of custom properties, without the hyphens.
#[rustfmt::skip]
pub(crate) const VARIABLES: &[&str] = &["a", "b", "main-color", "x", "gap", "size-1", "theme"];

/// Names of elements.
#[rustfmt::skip]
pub(crate) const TAGS: &[&str] = &[
    "a", "div", "p", "span", "ul", "li", "html", "body", "h1", "h2", "table", "td", "input", "button", "img", "svg",
    "path", "form", "section", "nav", "dialog", "details", "video", "my-element", "foreignObject", "H1",
];

/// Names of attributes in selectors.
#[rustfmt::skip]
pub(crate) const ATTRIBUTES: &[&str] =
    &["href", "type", "class", "id", "data-x", "lang", "title", "disabled", "aria-label", "viewBox", "HREF", "\\31 x"];

/// Keywords that values are made of.
#[rustfmt::skip]
pub(crate) const KEYWORDS: &[&str] =
    &["auto", "none", "solid", "bold", "center", "inherit", "a", "red", "ease", "x", "both", "infinite", "-x", "AUTO"];

/// Keywords that are a value of every property.
#[rustfmt::skip]
pub(crate) const WIDE_KEYWORDS: &[&str] = &["inherit", "initial", "unset", "revert", "revert-layer", "INHERIT"];

/// Colors by name.
#[rustfmt::skip]
pub(crate) const COLORS: &[&str] = &[
    "red", "blue", "green", "black", "white", "yellow", "gray", "grey", "orange", "purple", "pink", "aqua", "lime",
    "navy", "teal", "silver", "maroon", "fuchsia", "olive", "rebeccapurple", "aliceblue", "antiquewhite", "tomato",
    "cornflowerblue", "darkslategray", "lightgoldenrodyellow", "mediumspringgreen", "papayawhip", "hotpink", "RED",
    "YellowGreen", "cyan", "magenta", "indigo", "khaki", "orchid", "peru", "plum", "salmon", "sienna", "snow", "tan",
    "thistle", "violet", "wheat",
];

/// Colors that the system has names for.
#[rustfmt::skip]
pub(crate) const SYSTEM_COLORS: &[&str] =
    &["Canvas", "CanvasText", "LinkText", "ButtonFace", "Highlight", "GrayText", "AccentColor", "Window", "VisitedText"];

/// Units of length, the usual ones first.
#[rustfmt::skip]
pub(crate) const LENGTHS: &[&str] = &[
    "px", "em", "rem", "vw", "vh", "vmin", "vmax", "vi", "vb", "svw", "svh", "lvw", "lvh", "dvw", "dvh", "dvmin", "cqw",
    "cqh", "cqi", "cqb", "cqmin", "cqmax", "ch", "ex", "cap", "ic", "lh", "rlh", "rex", "rch", "cm", "mm", "Q", "in",
    "pt", "pc", "PX", "Em",
];

/// Numbers of every form.
#[rustfmt::skip]
pub(crate) const NUMBERS: &[&str] = &[
    ".5", "0.5", "-1", "+1", "1.5", "-.5", "+.5", "-0", "+0", "0.0", "00.50", "1e3", "1E3", "1e-3", "1e+3", "-1.5e-2",
    ".1e1", "007", "255", "256", "360", "-100", "99999999999", "2147483648", "0.1", "0.3333333333333", "1.0000001",
    "3.4028235e38", "1e-7", "1.17549435e-38", "16777217", "-10", "9.5", "150", "720",
];

/// Which children.
#[rustfmt::skip]
pub(crate) const AN_PLUS_B: &[&str] = &[
    "2n+1", "n", "-n", "+n", "2n", "-2n+3", "n+1", "n-1", "3n - 2", "-n + 3", "+3n", "0n+1", "2N+1", "-n+ 3", "n -1",
    "+n + 1", "2147483647n", "1n+0",
];

/// Ranges of code points.
#[rustfmt::skip]
pub(crate) const UNICODE_RANGES: &[&str] =
    &["U+26", "U+0-7F", "U+0025-00FF", "u+4??", "U+??????", "U+10????", "U+0-10FFFF", "U+1f600"];

/// Variables of the environment.
#[rustfmt::skip]
pub(crate) const ENVIRONMENT: &[&str] =
    &["safe-area-inset-top", "safe-area-inset-left", "titlebar-area-x", "viewport-segment-width 0 0", "--x"];

/// Contents of strings.
#[rustfmt::skip]
pub(crate) const TEXTS: &[&str] = &["a", "x", "hello", "Open Sans", "a b", "", " ", "0", "1px", "en", "utf-8", "»", "A"];

/// Contents that need care.
#[rustfmt::skip]
pub(crate) const ODD_TEXTS: &[&str] = &[
    "\"", "'", "\\", "\n", "*/", "/*", "//", "}", "{", ";", "é", "😀", "日本", "<!--", "url(", "#", "#{", "@import", "$a",
    "\t", "\u{80}", "\u{fffd}",
];

/// Addresses that need no quotes.
#[rustfmt::skip]
pub(crate) const ADDRESSES: &[&str] = &[
    "a.png", "/x/y.svg#z", "../a.css", "http://example.com/a?b=c", "//cdn.example.com/x.woff2", "data:image/gif;base64,R0l",
    "#id", "a%20b",
];

/// Comments.
#[rustfmt::skip]
pub(crate) const COMMENTS: &[&str] =
    &["", " a ", "*", "**", "/", " * / ", "! keep ", " { } ", "\n", " ; ", " é ", "# sourceMappingURL=a.map ", " /* "];
