//! E-mail addresses, judged by email_address, with comments by email-address-parser, and lists by
//! mailparse.

use chiasma_formats::email;

use crate::entry::Entry;

pub fn entries() -> Vec<Entry> {
    vec![
        Entry::new(
            "email",
            "email_address 0.2",
            email::addresses,
            address,
            &format!("{ADDRESSES}{INTERNATIONAL}"),
        ),
        Entry::new("email-ascii", "email_address 0.2", email::ascii_addresses, address, ADDRESSES),
        Entry::new(
            "email-commented",
            "email-address-parser 2",
            email::commented_addresses,
            commented,
            COMMENTED,
        ),
        Entry::new("email-lists", "mailparse 0.16", email::lists, list, LISTS),
    ]
}

fn address(text: &str) -> Result<(), String> {
    text.parse::<email_address::EmailAddress>().map(drop).map_err(|error| error.to_string())?;
    if text.len() > 254 { Err("longer than a path may be".to_owned()) } else { Ok(()) }
}

fn commented(text: &str) -> Result<(), String> {
    let address = email_address_parser::EmailAddress::parse(text, None);
    address.map(drop).ok_or("not an address".to_owned())
}

fn list(text: &str) -> Result<(), String> {
    mailparse::addrparse(text).map(drop).map_err(|error| error.to_string())
}

/// The productions of RFC 5321, section 4.1.2 and 4.1.3.
const ADDRESSES: &str = r##"
    dot-string                  ^[^".@]+\.[^"@]+@
    atom-alone                  ^[^".@]+@
    atom-letters                ^[a-zA-Z]+@
    atom-digits                 ^[0-9]+@
    atom-one-letter             ^.@
    atom-upper-case             ^[a-z]*[A-Z]
    atom-exclamation            ^[^"@]*!
    atom-hash                   ^[^"@]*\#
    atom-dollar                 ^[^"@]*\$
    atom-percent                ^[^"@]*%
    atom-ampersand              ^[^"@]*&
    atom-apostrophe             ^[^"@]*'
    atom-asterisk               ^[^"@]*\*
    atom-plus                   ^[^"@]*\+
    atom-minus                  ^[^"@]*-
    atom-slash                  ^[^"@]*/
    atom-equals                 ^[^"@]*=
    atom-question-mark          ^[^"@]*\?
    atom-caret                  ^[^"@]*\^
    atom-underscore             ^[^"@]*_
    atom-backtick               ^[^"@]*`
    atom-brace                  ^[^"@]*\{
    atom-pipe                   ^[^"@]*\|
    atom-tilde                  ^[^"@]*~
    quoted-string               ^".*"@
    quoted-empty                ^""@
    quoted-space                ^"[^"]* [^"]*"@
    quoted-at                   ^"[^"]*@[^"]*"@
    quoted-dots                 ^"[^"]*\.\.[^"]*"@
    quoted-specials             ^"[^"]*[(),:;<>\[\]][^"]*"@
    quoted-pair-quote           ^".*\\".*"@
    quoted-pair-backslash       ^".*\\\\.*"@
    quoted-pair-letter          ^".*\\a.*"@
    local-part-64               ^[^"@]{64}@
    domain                      @[a-z0-9-]+\.[a-z]+$
    domain-one-label            @[a-z]+$
    domain-many-labels          @(?:[a-z0-9-]+\.){4}
    domain-upper-case           @[a-z.]*[A-Z]
    domain-digits-first         @[0-9]+[a-z]
    domain-hyphen               @[^\[]*[a-z]-[a-z]
    domain-punycode             @.*xn--
    domain-label-63             @(?:.*\.)?[a-z]{63}\.
    domain-longest              @.{187,189}$
    literal-v4                  @\[[0-9.]+\]$
    literal-v6-full             @\[IPv6:(?:[^:]+:){7}[^:]+\]
    literal-v6-compressed       @\[IPv6:[^\]]*::
    literal-v6-with-v4          @\[IPv6:.*:[0-9]+\.
    total-254                   ^.{250}
"##;

const INTERNATIONAL: &str = r#"
    local-part-utf-8            ^[^"@]*[^\x00-\x7f][^"]*@
    quoted-utf-8                ^"[^"]*[^\x00-\x7f][^"]*"@
    domain-utf-8                @.*[^\x00-\x7f]
    domain-right-to-left        @.*[\p{Hebrew}\p{Arabic}]
    domain-han                  @.*\p{Han}
"#;

const COMMENTED: &str = r#"
    none                        ^[^ ()]+$
    before-local                ^\s*\([^@]*\)\s*[^(]+
    behind-local                ^[^(@"]+\s*\(.*\)\s*@
    before-domain               @\s*\(
    behind-domain               @.*\)\s*$
    empty                       \(\)
    nested                      \([^)]*\([^)]*\)[^(]*\)
    quoted-pair                 \([^)]*\\[()]
    at-within                   \([^)]*@
    folded                      \r\n[ \t]
    space                       ^\s|\s@|@\s|\s$
    quoted-local                "\s*(?:\(.*\)\s*)?@
    literal                     \[
    utf-8                       [^\x00-\x7f]
"#;

const LISTS: &str = r#"
    one                         ^[^,]+$
    several                     ,
    bare                        ^[^<@"]+@[^<>]+$
    angle                       <[^>]+@[^>]+>
    angle-without-name          ^<
    name-atoms                  ^[A-Z][a-z]+ [^<:"]*<
    name-quoted                 ^"[^"]*" <
    name-encoded-q              =\?utf-8\?Q\?
    name-encoded-b              =\?UTF-8\?B\?
    name-with-dot               Q\. .*<
    name-utf-8                  (?:Müller|李)
    group                       :.*;
    group-empty                 :;
    group-of-several            :[^;]+,[^;]+;
    comment-as-name             @[^<>,]+ \(
    folded                      \r\n[ \t]
    quoted-local                <"[^"]*"@
    literal                     @\[
"#;
