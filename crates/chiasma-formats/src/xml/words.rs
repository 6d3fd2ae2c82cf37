//! XML's own dictionary: names of well-known vocabularies, and text that parsers often mishandle.

/// Names of elements.
#[rustfmt::skip]
pub(super) const TAGS: &[&str] = &[
    "a", "b", "item", "root", "p", "div", "span", "html", "head", "body", "title", "h1", "ul", "li", "br", "img",
    "em", "table", "tr", "td", "form", "input", "script", "style", "meta", "link", "svg", "g", "path", "rect",
    "circle", "text", "use", "defs", "linearGradient", "stop", "filter", "tspan", "rss", "channel", "description",
    "guid", "pubDate", "feed", "entry", "author", "name", "updated", "id", "content", "project", "target",
    "property", "dependency", "groupId", "artifactId", "version", "module", "configuration", "plist", "dict",
    "key", "string", "integer", "array", "true", "note", "to", "from", "message", "book", "price", "schema",
    "complexType", "sequence", "stylesheet", "template", "value-of", "Envelope", "Header", "Body", "Fault",
    "manifest", "application", "x.y", "_", "A", "a-b", "naïve", "日本", "Ж",
];

/// Names of attributes.
#[rustfmt::skip]
pub(super) const ATTRIBUTES: &[&str] = &[
    "id", "a", "b", "name", "class", "href", "src", "type", "value", "version", "lang", "width", "height", "style",
    "title", "alt", "rel", "content", "charset", "x", "y", "cx", "cy", "r", "d", "fill", "stroke", "viewBox",
    "transform", "points", "offset", "xmlns-", "ref", "key", "default", "depends", "location", "schemaLocation",
    "select", "match", "test", "mode", "use", "minOccurs", "maxOccurs", "encoding", "standalone", "space", "base",
    "data-x", "aria-label", "_", "A", "x.y", "é", "属性",
];

/// Attributes that XML itself defines.
#[rustfmt::skip]
pub(super) const XML_ATTRIBUTES: &[&str] = &["xml:lang", "xml:space", "xml:base", "xml:id"];

/// Names of entities, notations and identifiers.
#[rustfmt::skip]
pub(super) const NAMES: &[&str] =
    &["a", "b", "c", "e1", "e2", "e3", "nbsp", "copy", "x", "y", "ent", "gif", "logo", "chap1", "_", "e.f-g", "é"];

/// Tokens, which need not begin like names.
#[rustfmt::skip]
pub(super) const TOKENS: &[&str] = &["a", "b", "c", "1", "-", "yes", "no", "0.5", ":", "a:b", "true", "_x"];

/// Targets of processing instructions.
#[rustfmt::skip]
pub(super) const TARGETS: &[&str] =
    &["a", "php", "xml-stylesheet", "xml-model", "target", "mso-application", "xm", "XMLx", "_", "é"];

/// What processing instructions say.
#[rustfmt::skip]
pub(super) const INSTRUCTIONS: &[&str] = &[
    "x", "type=\"text/xsl\" href=\"style.xsl\"", "echo '<b>';", "?", "? >", "<!-- -->", "&notareference;", "]]>",
    "a='1' b=\"2\"", "version=\"1.0\"", "\t", "%p;",
];

/// Comments, without what would end them.
#[rustfmt::skip]
pub(super) const COMMENTS: &[&str] = &[
    "", " a comment ", "-a", " - ", "<a>", "</a>", "&amp;", "&undeclared;", "<![CDATA[", "]]>", "?>", "\n", ">", "->",
    "é", "%p;", "<!ELEMENT a ANY>",
];

/// Sections of characters that are no markup.
#[rustfmt::skip]
pub(super) const SECTIONS: &[&str] = &[
    "", "x", "<a>", "</a>", "&lt;", "&undeclared;", "]]", "]", "]]]", "<![CDATA[", "-->", "<!--", "if (a < b && c > d) {}",
    "\n", " ", "]] >", "&", "<", "é", "\u{10ffff}",
];

/// References that need no declaration.
#[rustfmt::skip]
pub(super) const PREDEFINED: &[&str] = &["&lt;", "&amp;", "&gt;", "&quot;", "&apos;"];

/// Texts.
#[rustfmt::skip]
pub(super) const TEXTS: &[&str] = &[
    "x", "hello", "some text", " ", "0", "42", "-1", "3.14", "1e400", "true", "false", "null", "2024-02-29",
    "http://example.com/?a=1&b=2", "a < b", "a > b", "]]", "]]>", "--", "?>", "/>", "'", "\"", "<>", "&", "&&", "%",
    "%a;", "\t", "\n", "\r", "\r\n", "  leading", "trailing  ", "é", "e\u{301}", "ß", "日本語", "עברית", "😀",
    "\u{85}", "\u{2028}", "\u{a0}", "\u{200b}", "\u{fffd}", "\u{10ffff}", "\u{d7ff}", "\u{e000}", "\u{7f}",
    "Lorem ipsum dolor sit amet",
];

/// Values of attributes.
#[rustfmt::skip]
pub(super) const VALUES: &[&str] = &[
    "", "a", "1", "0", "true", "no", "x y", "#top", "http://example.com/", "../a.xml", "text/css", "0 0 10 10",
    "translate(1, 2)", "color: red", "100%", "M0 0L1 1z", "en", "a:b", "1.0", " a ", "a\nb", "a\tb", "utf-8", ">",
    "/>", "{$x}", "//a[@b='c']", "&", "<", "'", "\"", "日本", "UTF-8",
];

/// Values of `xml:lang`.
#[rustfmt::skip]
pub(super) const LANGUAGES: &[&str] = &["en", "de-CH", "", "x-klingon", "zh-Hant-TW", "i-default"];

/// Prefixes of namespaces.
#[rustfmt::skip]
pub(super) const PREFIXES: &[&str] = &["a", "b", "x", "xs", "xsl", "svg", "soap", "dc", "atom", "_", "n.s-1", "xmlx", "é"];

/// Namespaces; that two prefixes get the same is wanted.
#[rustfmt::skip]
pub(super) const NAMESPACES: &[&str] = &[
    "urn:a", "urn:b", "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg",
    "http://www.w3.org/2001/XMLSchema", "http://www.w3.org/2001/XMLSchema-instance",
    "http://www.w3.org/1999/XSL/Transform", "http://www.w3.org/1999/xlink", "http://www.w3.org/2005/Atom",
    "http://schemas.xmlsoap.org/soap/envelope/", "http://purl.org/dc/elements/1.1/",
    "http://maven.apache.org/POM/4.0.0", "a", "http://example.com/?a&b", "urn:é", "URN:A", "http://example.com/%7e",
];

/// Declarations that the namespaces recommendation forbids.
#[rustfmt::skip]
pub(super) const BAD_NAMESPACES: &[&str] = &[
    "xmlns:a=''", "xmlns:xml='urn:x'", "xmlns:xmlns='urn:x'", "xmlns:a='http://www.w3.org/2000/xmlns/'",
    "xmlns:b='http://www.w3.org/XML/1998/namespace'", "xmlns='http://www.w3.org/XML/1998/namespace'", "xmlns:=''",
    "xmlns:1='a'", "xmlns:a:b='c'",
];

/// Where external parts lie.
#[rustfmt::skip]
pub(super) const ADDRESSES: &[&str] =
    &["a.dtd", "", "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd", "file:///dev/null", "../x.ent", "a#b", "é.gif"];

/// Public identifiers, which have few characters to choose from.
#[rustfmt::skip]
pub(super) const PUBLIC_IDENTIFIERS: &[&str] = &[
    "", "-//W3C//DTD XHTML 1.0 Strict//EN", "-//W3C//DTD SVG 1.1//EN", "a b", "+//IDN x//y", "-'()+,./:=?;!*#@$_%",
];

/// Characters beyond ASCII, or not printable, that XML allows.
#[rustfmt::skip]
pub(super) const CHARACTERS: &[char] = &[
    '\n', '\t', '\r', '\u{7f}', '\u{80}', '\u{85}', '\u{a0}', '\u{ad}', 'ß', 'é', 'İ', '\u{301}', '\u{200b}',
    '\u{200d}', '\u{2028}', '\u{202e}', '\u{d7ff}', '\u{e000}', '\u{feff}', '\u{fffd}', '\u{10000}', '😀',
    '\u{10ffff}',
];
