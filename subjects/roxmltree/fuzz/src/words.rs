//! The pools of words, those of `chiasma_formats::xml`; fewer where names have to meet.

use subject_fuzzing::words;

words! {
    /// The name of an element.
    Tag = [
        "a", "b", "item", "root", "p", "div", "span", "html", "head", "body", "title", "h1", "ul",
        "li", "br", "img", "em", "table", "tr", "td", "form", "input", "script", "style", "meta",
        "link", "svg", "g", "path", "rect", "circle", "text", "use", "defs", "linearGradient",
        "stop", "filter", "tspan", "rss", "channel", "description", "guid", "pubDate", "feed",
        "entry", "author", "name", "updated", "id", "content", "project", "target", "property",
        "dependency", "groupId", "artifactId", "version", "module", "configuration", "plist",
        "dict", "key", "string", "integer", "array", "true", "note", "to", "from", "message",
        "book", "price", "schema", "complexType", "sequence", "stylesheet", "template", "value-of",
        "Envelope", "Header", "Body", "Fault", "manifest", "application", "x.y", "_", "A", "a-b",
        "naïve", "日本", "Ж",
    ];
    /// The name of an attribute.
    Attribute = [
        "id", "a", "b", "name", "class", "href", "src", "type", "value", "version", "lang", "width",
        "height", "style", "title", "alt", "rel", "content", "charset", "x", "y", "cx", "cy", "r",
        "d", "fill", "stroke", "viewBox", "transform", "points", "offset", "xmlns-", "ref", "key",
        "default", "depends", "location", "schemaLocation", "select", "match", "test", "mode",
        "use", "minOccurs", "maxOccurs", "encoding", "standalone", "space", "base", "data-x",
        "aria-label", "_", "A", "x.y", "é", "属性",
    ];
    /// An attribute that XML itself defines.
    XmlAttribute = ["xml:lang", "xml:space", "xml:base", "xml:id"];
    /// A token of an enumeration.
    Token = ["a", "b", "c", "1", "-", "yes", "no", "0.5", ":", "a:b", "true", "_x"];
    /// The target of a processing instruction.
    Target = [
        "a", "php", "xml-stylesheet", "xml-model", "target", "mso-application", "xm", "XMLx", "_",
        "é",
    ];
    /// What a processing instruction says.
    InstructionWords = [
        "x", "type=\"text/xsl\" href=\"style.xsl\"", "echo '<b>';", "?", "? >", "<!-- -->",
        "&notareference;", "]]>", "a='1' b=\"2\"", "version=\"1.0\"", "\t", "%p;",
    ];
    /// A comment.
    CommentWords = [
        "", " a comment ", "-a", " - ", "<a>", "</a>", "&amp;", "&undeclared;", "<![CDATA[", "]]>",
        "?>", "\n", ">", "->", "é", "%p;", "<!ELEMENT a ANY>",
    ];
    /// A section of characters that are no markup.
    SectionWords = [
        "", "x", "<a>", "</a>", "&lt;", "&undeclared;", "]]", "]", "]]]", "<![CDATA[", "-->",
        "<!--", "if (a < b && c > d) {}", "\n", " ", "]] >", "&", "<", "é", "\u{10ffff}",
    ];
    /// A reference that needs no declaration.
    Predefined = ["&lt;", "&amp;", "&gt;", "&quot;", "&apos;"];
    /// Text.
    TextWords = [
        "x", "hello", "some text", " ", "0", "42", "-1", "3.14", "1e400", "true", "false", "null",
        "2024-02-29", "http://example.com/?a=1&b=2", "a < b", "a > b", "]]", "]]>", "--", "?>",
        "/>", "'", "\"", "<>", "&", "&&", "%", "%a;", "\t", "\n", "\r", "\r\n", " leading",
        "trailing ", "é", "e\u{301}", "ß", "日本語", "עברית", "😀", "\u{85}", "\u{2028}", "\u{a0}",
        "\u{200b}", "\u{fffd}", "\u{10ffff}", "\u{d7ff}", "\u{e000}", "\u{7f}",
        "Lorem ipsum dolor sit amet",
    ];
    /// The value of an attribute.
    ValueWords = [
        "", "a", "1", "0", "true", "no", "x y", "#top", "http://example.com/", "../a.xml",
        "text/css", "0 0 10 10", "translate(1, 2)", "color: red", "100%", "M0 0L1 1z", "en", "a:b",
        "1.0", " a ", "a\nb", "a\tb", "utf-8", ">", "/>", "{$x}", "//a[@b='c']", "&", "<", "'",
        "\"", "日本", "UTF-8",
    ];
    /// A namespace.
    Namespace = [
        "urn:a", "urn:b", "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg",
        "http://www.w3.org/2001/XMLSchema", "http://www.w3.org/2001/XMLSchema-instance",
        "http://www.w3.org/1999/XSL/Transform", "http://www.w3.org/1999/xlink",
        "http://www.w3.org/2005/Atom", "http://schemas.xmlsoap.org/soap/envelope/",
        "http://purl.org/dc/elements/1.1/", "http://maven.apache.org/POM/4.0.0", "a",
        "http://example.com/?a&amp;b", "urn:é", "URN:A", "http://example.com/%7e", "",
    ];
    /// Where an external part lies.
    Address = [
        "a.dtd", "", "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd", "file:///dev/null",
        "../x.ent", "a#b", "é.gif",
    ];
    /// A public identifier.
    PublicIdentifier = [
        "", "-//W3C//DTD XHTML 1.0 Strict//EN", "-//W3C//DTD SVG 1.1//EN", "a b", "+//IDN x//y",
        "-'()+,./:=?;!*#@$_%",
    ];
    /// A prefix of a namespace.
    Prefix = ["a", "b", "xs", "svg"];
    /// The name of an entity.
    EntityName = ["a", "b", "e1", "nbsp", "é"];
    /// The name of a notation.
    Notation = ["gif", "x", "_"];
    /// White space.
    Space = [" ", "\n", "\n  ", "\t", "\r\n", "\r", "\n\n\n"];
    /// How often a part of a model occurs.
    Occurrence = ["", "?", "*", "+"];
    /// The type of an attribute, by a word.
    SimpleType = ["CDATA", "ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "NMTOKEN", "NMTOKENS"];
    /// A character beyond ASCII, or not printable, that XML allows.
    UnusualCharacter = [
        "\n", "\t", "\r", "\u{7f}", "\u{80}", "\u{85}", "\u{a0}", "\u{ad}", "ß", "é", "İ",
        "\u{301}", "\u{200b}", "\u{200d}", "\u{2028}", "\u{202e}", "\u{d7ff}", "\u{e000}",
        "\u{feff}", "\u{fffd}", "\u{10000}", "😀", "\u{10ffff}",
    ];
}
