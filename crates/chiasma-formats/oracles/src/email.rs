//! E-mail addresses, judged by addr-spec, and lists of them by mail-parser.

use chiasma_formats::email;
use mail_parser::MessageParser;

use crate::entry::Entry;

pub fn entries() -> Vec<Entry> {
    let international = format!("{ADDRESSES}{INTERNATIONAL}");
    vec![
        Entry::new("email", PARSER, email::addresses, address, &international),
        Entry::new("email-ascii", PARSER, email::ascii_addresses, address, ADDRESSES),
        Entry::new("email-commented", PARSER, email::commented_addresses, commented, COMMENTED),
        Entry::new("email-lists", "mail-parser 0.11 and addr-spec 0.8", email::lists, list, LISTS),
    ]
}

const PARSER: &str = "addr-spec 0.8";

/// An address as the parser sees it, within the limits of RFC 5321, section 4.5.3.1.
fn address(text: &str) -> Result<(), String> {
    commented(text)?;
    let (local_part, domain) = text.rsplit_once('@').ok_or("no at sign")?;
    let limits = [("local part", local_part, 64), ("domain", domain, 255), ("path", text, 254)];
    match limits.into_iter().find(|(_, part, limit)| part.len() > *limit) {
        Some((name, _, limit)) => Err(format!("a {name} of more than {limit} bytes")),
        None => Ok(()),
    }
}

fn commented(text: &str) -> Result<(), String> {
    text.parse::<addr_spec::AddrSpec>().map(drop).map_err(|error| error.to_string())
}

/// Whether there is an address to every mailbox.
///
/// The parser takes the quotes off a local part, so that only the domain can be judged by the other.
fn list(text: &str) -> Result<(), String> {
    let message = format!("To: {text}\r\n\r\n");
    let message = MessageParser::new().parse(&message).ok_or("no message")?;
    let mailboxes = message.to().ok_or("no mailboxes")?;
    for mailbox in mailboxes.iter() {
        let address = mailbox.address().ok_or("a mailbox without an address")?;
        let (_, domain) = address.rsplit_once('@').ok_or("an address without an at sign")?;
        commented(&format!("a@{domain}"))?;
    }
    Ok(())
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
