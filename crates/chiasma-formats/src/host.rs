//! Host names: labels of letters, digits and hyphens, international ones, and their ASCII form.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::dictionary::Section;
use crate::draft::Draft;

/// A domain that mail and URLs take alike: no empty labels, none too long, the last one not a number.
#[generator]
pub(crate) fn domain(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        12 => d.put(d.word(s, Section::Names, DOMAINS)),
        8 => labels(s, d, label),
        4 => labels(s, d, ascii_label),
        1 => international_domain(s, d),
        1 => longest(s, d),
    });
}

/// A domain of letters that ASCII does not have, in one script or several.
#[generator]
pub(crate) fn international_domain(s: &mut Source, d: &mut Draft<'_>) {
    if s.one_in(4) {
        right_to_left(s, d);
        return;
    }
    for _ in 0..s.length(1..=3) {
        international_label(s, d);
        d.put(".");
    }
    d.put_one(s, &["com", "рф", "中国", "ελ", "भारत", "한국", "xn--p1ai", "みんな"]);
}

/// Labels that run from right to left: in such a domain no label may begin with a digit.
#[generator]
fn right_to_left(s: &mut Source, d: &mut Draft<'_>) {
    for _ in 0..s.length(1..=2) {
        pick!(s, {
            3 => d.put_one(s, RIGHT_TO_LEFT),
            1 => {
                let (low, high) = *s.choose(&[('א', 'ת'), ('ب', 'غ'), ('ک', 'ڮ')]);
                (0..s.length(1..=5)).for_each(|_| d.out.push(s.char(low..=high)));
            },
        });
        d.put(".");
    }
    d.put_one(s, &["com", "السعودية", "ایران", "קום", "xn--mgberp4a5d4ar"]);
}

/// Up to three labels and a name at the top.
fn labels(s: &mut Source, d: &mut Draft<'_>, label: fn(&mut Source, &mut Draft<'_>)) {
    for _ in 0..s.length(1..=3) {
        if !d.spend() {
            break;
        }
        label(s, d);
        d.put(".");
    }
    top_level(s, d);
}

#[generator]
fn top_level(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put(d.word(s, Section::Keywords, TOP_LEVEL));
}

/// One label of a domain.
#[generator]
fn label(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        12 => d.put_one(s, LABELS),
        6 => free_label(s, d),
        2 => d.put(&s.int(0..=999u16).to_string()),
        2 => ascii_label(s, d),
        1 => d.put(&"abcdefghi-".repeat(7)[..*s.choose(&[62, 63])].replace('-', "x")),
    });
}

/// Letters, digits, and hyphens within.
#[generator]
fn free_label(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let length = s.length(1..=12);
    for place in 0..length {
        let hyphen = if place == 0 || place == length - 1 { 0 } else { 2 };
        let character = pick!(s, {
            6 => s.char('a'..='z'),
            2 => s.char('0'..='9'),
            1 => s.char('A'..='Z'),
            hyphen => '-',
        });
        d.out.push(character);
    }
}

/// An international label in its ASCII form (RFC 3492).
#[generator]
fn ascii_label(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["xn--", "xn--a", "xn--99999999", "xn--ü", "xn--a-", "xn---", "xn--zzzzzzz"]);
        return;
    }
    let start = d.out.len();
    international_label(s, d);
    let label = d.out.split_off(start);
    d.put(if s.one_in(5) { "XN--" } else { "xn--" });
    d.put(&punycode(&label));
}

/// A label of one script, lower-case and composed, as it is after mapping.
#[generator]
fn international_label(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        2 => d.put_one(s, INTERNATIONAL),
        3 => {
            let (low, high) = *s.choose(LETTERS);
            for place in 0..s.length(1..=6) {
                match s.weighted_index(&[6, 1]) {
                    1 if place > 0 => d.out.push(s.char('a'..='z')),
                    _ => d.out.push(s.char(low..=high)),
                }
            }
        },
    });
}

/// A domain of as many bytes as a domain may have: 253, or one or two fewer.
#[generator]
fn longest(s: &mut Source, d: &mut Draft<'_>) {
    let letter = s.char('a'..='z').to_string();
    for length in [63, 63, 63, s.int(59..=61)] {
        d.put(&letter.repeat(length));
        d.put(".");
    }
    d.out.pop();
}

/// The part after `xn--` for a label (RFC 3492, section 6.3).
fn punycode(label: &str) -> String {
    const BASE: u32 = 36;
    let mut text: String = label.chars().filter(char::is_ascii).collect();
    let basic = text.len() as u32;
    if basic > 0 {
        text.push('-');
    }
    let (mut next, mut delta, mut bias, mut handled) = (128, 0, 72, basic);
    let all = label.chars().count() as u32;
    while handled < all {
        let least = label.chars().map(u32::from).filter(|c| *c >= next).min().unwrap_or(next);
        delta += (least - next) * (handled + 1);
        next = least;
        for character in label.chars().map(u32::from) {
            if character < next {
                delta += 1;
            }
            if character != next {
                continue;
            }
            let (mut rest, mut k) = (delta, BASE);
            loop {
                let threshold = k.saturating_sub(bias).clamp(1, 26);
                if rest < threshold {
                    break;
                }
                let digit = threshold + (rest - threshold) % (BASE - threshold);
                text.push(digit_36(digit));
                rest = (rest - threshold) / (BASE - threshold);
                k += BASE;
            }
            text.push(digit_36(rest));
            bias = adapted(if handled == basic { delta / 700 } else { delta / 2 }, handled + 1);
            delta = 0;
            handled += 1;
        }
        delta += 1;
        next += 1;
    }
    text
}

/// A digit to the base 36 as punycode has it: letters first.
fn digit_36(digit: u32) -> char {
    char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[digit as usize])
}

/// The bias after a delta that has been damped (RFC 3492, section 6.1).
fn adapted(mut delta: u32, points: u32) -> u32 {
    delta += delta / points;
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

const DOMAINS: &[&str] = &[
    "example.com",
    "localhost",
    "example.org",
    "www.example.net",
    "mail.example.co.uk",
    "a.b",
    "EXAMPLE.Com",
    "sub.domain.example.museum",
    "1.1.168.192.in-addr.arpa",
    "1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
    "127.0.0.1.nip.io",
    "xn--bcher-kva.example",
    "3com.com",
    "x.y.z.w.v.u.t.example",
    "a-b.c--d.test",
    "host.invalid",
    "printer.local",
    "my-site.github.io",
];

const LABELS: &[&str] = &[
    "www",
    "mail",
    "api",
    "a",
    "cdn",
    "m",
    "x--y",
    "static-1",
    "WWW",
    "localhost",
    "ftp",
    "t",
    "ns1",
    "www2",
    "0x7f",
    "e",
];

const TOP_LEVEL: &[&str] = &[
    "com",
    "org",
    "net",
    "de",
    "uk",
    "co.uk",
    "io",
    "dev",
    "test",
    "example",
    "invalid",
    "local",
    "arpa",
    "museum",
    "xn--p1ai",
    "xn--fiqs8s",
    "COM",
    "travelersinsurance",
    "zip",
    "onion",
];

/// Labels with something to them: changed by mapping, joined, or of two scripts.
const INTERNATIONAL: &[&str] = &[
    "bücher",
    "straße",
    "παράδειγμα",
    "ελλάς",
    "日本語",
    "例え",
    "россия",
    "пример",
    "中文",
    "台灣",
    "한국어",
    "भारत",
    "ไทย",
    "ñandú",
    "café",
    "łódź",
    "đặng",
    "ıstanbul",
    "l·l",
    "क्\u{200d}ष",
    "аррӏе",
    "日本ドメイン",
    "ქართული",
    "հայ",
    "தமிழ்",
    "ગુજરાત",
];

const RIGHT_TO_LEFT: &[&str] =
    &["שלום", "ירושלים", "مثال", "إختبار", "پاکستان", "موقع", "نامه\u{200c}ای", "א1"];

/// Letters that stand alone and that no mapping changes.
const LETTERS: &[(char, char)] = &[
    ('à', 'ö'),
    ('α', 'ω'),
    ('а', 'я'),
    ('一', '龥'),
    ('ぁ', 'ん'),
    ('ァ', 'ヺ'),
    ('가', '힣'),
    ('ก', 'ฮ'),
    ('क', 'ह'),
    ('ა', 'ჰ'),
    ('ա', 'ֆ'),
    ('ሀ', 'ሆ'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_encoded_as_the_registries_do() {
        assert_eq!(punycode("bücher"), "bcher-kva");
        assert_eq!(punycode("рф"), "p1ai");
        assert_eq!(punycode("中国"), "fiqs8s");
        assert_eq!(punycode("straße"), "strae-oqa");
        assert_eq!(punycode("παράδειγμα"), "hxajbheg2az3al");
        assert_eq!(punycode("السعودية"), "mgberp4a5d4ar");
        assert_eq!(punycode("abc"), "abc-");
    }
}
