//! URLs, judged by iri-string (the grammar of RFC 3987) and by url (the parser of WHATWG).

use ::url::Url;
use chiasma_formats::url;
use iri_string::types::{IriReferenceStr, IriStr};

use crate::entry::Entry;

pub fn entries() -> Vec<Entry> {
    vec![
        Entry::new("url", "iri-string 0.7 and url 2", url::urls, absolute, URLS),
        Entry::new(
            "url-references",
            "iri-string 0.7 and url 2",
            url::references,
            reference,
            REFERENCES,
        ),
        Entry::new("url-lenient", "url 2", url::lenient_urls, lenient, LENIENT),
    ]
}

fn absolute(text: &str) -> Result<(), String> {
    IriStr::new(text).map_err(|error| error.to_string())?;
    lenient(text)
}

fn reference(text: &str) -> Result<(), String> {
    IriReferenceStr::new(text).map_err(|error| error.to_string())?;
    let base = Url::parse("http://a/b/c/d;p?q").expect("the base of RFC 3986, section 5.4");
    base.join(text).map(drop).map_err(|error| error.to_string())
}

fn lenient(text: &str) -> Result<(), String> {
    Url::parse(text).map(drop).map_err(|error| error.to_string())
}

/// The productions of RFC 3986 and 3987, the hosts of WHATWG, and the schemes with a syntax of their own.
const URLS: &str = r"
    scheme-lower                ^[a-z]+:
    scheme-upper                ^[A-Z]+:
    scheme-with-digit           ^[a-zA-Z.+-]*[0-9][^:/]*:
    scheme-with-plus            ^[^:/]*\+[^:/]*:
    scheme-with-minus           ^[^:/]*-[^:/]*:
    scheme-with-dot             ^[^:/]*\.[^:/]*:
    authority                   ^[^:/?#]+://[^/?#]
    authority-empty             ^[^:/?#]+:///
    userinfo                    ^[^:/?#]+://[^/?#@]*@
    userinfo-user               ^[^:/?#]+://[^/?#@:]+@
    userinfo-password           ^[^:/?#]+://[^/?#@:]+:[^/?#@:]+@
    userinfo-empty-password     ^[^:/?#]+://[^/?#@:]+:@
    userinfo-empty              ^[^:/?#]+://:?@
    userinfo-sub-delims         ^[^:/?#]+://[^/?#@]*[!$&'()*+,;=][^/?#@]*@
    userinfo-pct-encoded        ^[^:/?#]+://[^/?#@]*%[^/?#@]*@
    userinfo-ucschar            ^[^:/?#]+://[^/?#@]*[^\x00-\x7f][^/?#@]*@
    host-domain                 ^[^:/?#]+://(?:[^/?#@]*@)?[a-z0-9.-]+\.[a-z]+(?:[:/?#]|$)
    host-single-label           ^[^:/?#]+://(?:[^/?#@]*@)?[a-z]+(?:[:/?#]|$)
    host-upper-case             ^[^:/?#]+://(?:[^/?#@]*@)?[A-Za-z0-9.-]*[A-Z]
    host-trailing-dot           ^[^:/?#]+://(?:[^/?#@]*@)?[a-z0-9.-]+[a-z]\.(?:[:/?#]|$)
    host-empty-label            ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#]*\.\.
    host-punycode               ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#]*xn--
    host-international          ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#]*[^\x00-\x7f]
    host-cyrillic               ^[^:/?#]+://[^:/?#]*\p{Cyrillic}
    host-han                    ^[^:/?#]+://[^:/?#]*\p{Han}
    host-right-to-left          ^[^:/?#]+://[^:/?#]*[\p{Hebrew}\p{Arabic}]
    host-joiner                 ^[^:/?#]+://[^:/?#]*[\u{200c}\u{200d}]
    host-fullwidth              ^[^:/?#]+://[^:/?#]*[\u{ff01}-\u{ff5e}]
    host-ideographic-stop       ^[^:/?#]+://[^:/?#]*\u{3002}
    host-soft-hyphen            ^[^:/?#]+://[^:/?#]*\u{ad}
    host-sharp-s                ^[^:/?#]+://[^:/?#]*ß
    host-underscore             ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#]*_
    host-sub-delims             ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#@]*[!$&'()*+,;=]
    host-pct-encoded            ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#@]*%
    host-longest                ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#@]{250}
    host-ipv4                   ^[^:/?#]+://(?:[^/?#@]*@)?\d+\.\d+\.\d+\.\d+(?:[:/?#]|$)
    host-ipv4-number            ^[^:/?#]+://(?:[^/?#@]*@)?[1-9]\d+(?:[:/?#]|$)
    host-ipv4-hexadecimal       ^[^:/?#]+://(?:[^/?#@]*@)?0[xX]
    host-ipv4-octal             ^[^:/?#]+://(?:[^/?#@]*@)?0[0-7]+\.
    host-ipv4-short             ^[^:/?#]+://(?:[^/?#@]*@)?\d+\.\d+(?:[:/?#]|$)
    host-ipv4-trailing-dot      ^[^:/?#]+://(?:[^/?#@]*@)?\d+\.\d+\.\d+\.\d+\.(?:[:/?#]|$)
    host-ipv6                   ^[^:/?#]+://(?:[^/?#@]*@)?\[[0-9a-fA-F:]+\]
    host-ipv6-compressed        ^[^:/?#]+://(?:[^/?#@]*@)?\[[^\]]*::
    host-ipv6-full              ^[^:/?#]+://(?:[^/?#@]*@)?\[(?:[^:\]]+:){7}[^:\]]+\]
    host-ipv6-with-ipv4         ^[^:/?#]+://(?:[^/?#@]*@)?\[[^\]]*\d\.\d+\.\d+\.\d+\]
    host-ipvfuture              ^[^:/?#]+://(?:[^/?#@]*@)?\[[vV]
    port                        ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#]*:[0-9]+(?:[/?#]|$)
    port-empty                  ^[^:/?#]+://(?:[^/?#@]*@)?[^:/?#@]*:(?:[/?#]|$)
    port-of-the-scheme          ^(?:http://.*:80|https://.*:443)(?:[/?#]|$)
    port-zero                   ^[^:/?#]+://[^/?#]*:0(?:[/?#]|$)
    port-greatest               ^[^:/?#]+://[^/?#]*:65535(?:[/?#]|$)
    port-leading-zeros          ^[^:/?#]+://[^/?#]*:0[0-9]
    path-abempty                ^[^:/?#]+://[^/?#]+/[^?#]
    path-after-host-empty       ^[^:/?#]+://[^/?#]+(?:[?#]|$)
    path-absolute               ^[^:/?#]+:/[^/?#]
    path-rootless               ^[^:/?#]+:[^/?#]
    path-empty                  ^[^:/?#]+:(?:[?#]|$)
    segment-empty               ^[^:/?#]+://[^?#]*/[^/?#]*//
    segment-dot                 /\.(?:[/?#]|$)
    segment-dot-dot             /\.\.(?:[/?#]|$)
    segment-encoded-dot         /%2[eE](?:[/?#]|$)
    segment-encoded-dot-dot     /(?:%2[eE]|\.)%2[eE](?:[/?#]|$)
    segment-three-dots          /\.\.\.(?:[/?#]|$)
    segment-colon               ^[^:/?#]+://[^/?#]*/[^?#]*:
    segment-at                  ^[^:/?#]+://[^/?#]*/[^?#]*@
    segment-parameters          ^[^:/?#]+://[^/?#]*/[^?#]*;[^?#]*=
    segment-sub-delims          ^[^:/?#]+://[^/?#]*/[^?#]*[!$&'()*+,;=]
    segment-trailing-slash      /(?:[?#]|$)
    segment-ucschar             ^[^:/?#]+://[^/?#]*/[^?#]*[^\x00-\x7f]
    unreserved-tilde            ~
    pct-encoded-upper           %[0-9]?[A-F]
    pct-encoded-lower           %[0-9]?[a-f]
    pct-encoded-slash           %2[fF]
    pct-encoded-null            %00
    pct-encoded-percent         %25
    pct-encoded-letter          %41
    pct-encoded-space           %20
    pct-encoded-newline         %0[aA]
    pct-encoded-utf8-2          %[cC]3%[aA]9
    pct-encoded-utf8-4          %[fF]0%9[fF]
    pct-encoded-not-utf8        %[fF][fF]
    pct-encoded-overlong        %[cC]0%[aA][fF]
    pct-encoded-surrogate       %[eE][dD]%[aA]0
    query                       \?[^#]
    query-empty                 \?(?:#|$)
    query-pair                  \?[^#]*[^#&=]=[^#&=]
    query-pairs                 \?[^#]*=[^#&]*&[^#&]+=
    query-key-alone             [?&][a-z]+(?:&|#|$)
    query-value-empty           [?&][a-z]+=(?:&|#|$)
    query-key-empty             [?&]=
    query-plus                  \?[^#]*\+
    query-semicolon             \?[^#]*;
    query-slash                 \?[^#]*/
    query-question-mark         \?[^#]*\?
    query-brackets              \?[^#]*%5B
    query-iprivate              \?[^#]*[\u{e000}-\u{f8ff}]
    query-ucschar               \?[^#]*[^\x00-\x7f]
    fragment                    #.
    fragment-empty              #$
    fragment-slash              #.*/
    fragment-question-mark      #.*\?
    fragment-ucschar            #.*[^\x00-\x7f]
    special-http                ^http://
    special-https               ^https://
    special-ws                  ^ws://
    special-wss                 ^wss://
    special-ftp                 ^ftp://
    file-without-host           ^file:///
    file-localhost              ^file://localhost/
    file-host                   ^file://[a-z.]+/
    file-without-slashes        ^file:/[^/]
    file-drive                  ^file:.*/[a-zA-Z]:(?:/|$)
    data                        ^data:
    data-type                   ^data:[a-z]+/[a-z]+[;,]
    data-parameter              ^data:[^,]*;charset=
    data-base64                 ^data:[^,]*;base64,
    data-without-type           ^data:,
    mailto                      ^mailto:[^@?]+@
    mailto-several              ^mailto:[^?]+@[^?]+@
    mailto-fields               ^mailto:[^?]*\?subject=
    mailto-nobody               ^mailto:(?:\?|$)
    tel-global                  ^tel:\+
    tel-local                   ^tel:[0-9].*phone-context=
    tel-extension               ^tel:.*;ext=
    urn                         ^urn:[^:]+:
    urn-uuid                    ^urn:uuid:
    urn-r-component             ^urn:.*\?\+
    urn-q-component             ^urn:.*\?=
    geo                         ^geo:-?[\d.]+,-?[\d.]+
    geo-altitude                ^geo:-?[\d.]+,-?[\d.]+,-?[\d.]+
    magnet                      ^magnet:\?xt=
    javascript                  ^javascript:
    about-blank                 ^about:blank
    blob                        ^blob:https:
    view-source                 ^view-source:
    jar                         ^jar:
    filesystem                  ^filesystem:
    sip                         ^sip:
    xmpp                        ^xmpp:
    ldap                        ^ldap:
    ldap-filter                 ^ldap:.*\?\(
    news                        ^news:
    tag                         ^tag:
    longer-than-200             ^.{200}
";

/// The alternatives of `relative-ref`, and the cases of RFC 3986, section 5.4.
const REFERENCES: &str = r"
    empty                       ^$
    query-only                  ^\?.
    fragment-only               ^#.
    path-noscheme               ^[^:/?#]+/
    path-absolute               ^/[^/]
    network-path                ^//[^/]
    network-path-userinfo       ^//[^/@]*@
    network-path-port           ^//[^/@]*:[0-9]+
    network-path-ipv6           ^//[^/]*\[
    absolute                    ^[a-zA-Z][a-zA-Z0-9+.-]*:
    dot                         ^\.(?:[/?#]|$)
    dot-dot                     ^\.\.(?:[/?#]|$)
    dot-dot-dot-dot             ^\.\./\.\.
    dots-within                 ^[^.]+/\.\./
    dot-slash-colon             ^\./[^/]*:
    encoded-colon               ^[^/]*%3[aA]
    parameters                  ^[^:/?#]+;
    slash-only                  ^/$
    rooted-dot-dot              ^/\.\.
    query                       \?
    fragment                    #
    empty-segment               [^:/]//
    encoded-dots                %2[eE]
    ucschar                     [^\x00-\x7f]
";

/// The validation errors of the WHATWG standard that do not stop its parser.
const LENIENT: &str = r"
    leading-white-space         ^\s
    leading-control             ^[\x00-\x1f]
    trailing-white-space        \s$
    trailing-control            \x00$
    tab-or-newline-in-scheme    ^[a-zA-Z]+[\t\n\r]
    tab-or-newline-within       [^\s][\t\n\r][^\s]
    no-slash                    https?:[a-z]
    one-slash                   https?:/[a-z]
    three-slashes               https?:///[a-z]
    reverse-solidus             :\\\\
    reverse-solidus-in-path     /[^?#]*\\
    credentials                 //[^/]*@
    several-at                  @[^/?#@]+@
    empty-credentials           //:?@
    drive-letter-with-pipe      file:.*[a-zA-Z]\|
    file-backslash              file:\\
    opaque-path-with-space      ^(?:a|data|javascript):[^ ]* [^ ]
    raw-space                   [^ ] [^ ]
    raw-quote                   [\x22]
    raw-angle                   [<>]
    raw-backtick                `
    raw-brace                   [{}]
    raw-pipe                    \|
    raw-caret                   \^
    raw-bracket                 /[^?#]*[\[\]]
    raw-null                    [^\x00]\x00[^\x00]
    raw-control                 \x01
    raw-delete                  \x7f
    raw-c1                      \u{80}
    raw-noncharacter            \u{fdd0}
    raw-private                 \u{e000}
    raw-apostrophe-in-query     \?[^#]*'
    percent-alone               %(?:[^0-9a-fA-F]|$)
    percent-one-digit           %[0-9](?:[^0-9a-fA-F]|$)
    fragment-with-space         \#.*\x20[^ ]
    mapped-host                 [\u{ff01}-\u{ff5e}]
    loose-ipv4                  //0[xX]
";
