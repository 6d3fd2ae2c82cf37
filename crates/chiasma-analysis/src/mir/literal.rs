//! Constants as MIR text has them: `const "text"`, `const b"bytes"`, `const 'c'`, `const 12_u8`.

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// A string.
    Text(String),
    /// A string of bytes.
    Bytes(Vec<u8>),
    /// A character.
    Char(char),
    /// A whole number, with the type that is its suffix.
    Integer(i128, String),
    /// The value of another item: a `const`, a promoted constant, a function.
    Item(String),
    /// Anything else: truth values, floats, units, addresses.
    Other,
}

impl Constant {
    /// Reads what stands behind `const `. Whatever is no literal is an item or something else.
    pub(super) fn read(text: &str) -> Self {
        let text = text.trim();
        if let Some(quoted) = quoted(text, '"') {
            return unescape(quoted).map_or(Self::Other, Self::Text);
        }
        if let Some(quoted) = text.strip_prefix('b').and_then(|text| quoted_bytes(text)) {
            return unescape_bytes(quoted).map_or(Self::Other, Self::Bytes);
        }
        if let Some(quoted) = quoted(text, '\'') {
            let text = unescape(quoted).unwrap_or_default();
            let mut chars = text.chars();
            return match (chars.next(), chars.next()) {
                (Some(c), None) => Self::Char(c),
                _ => Self::Other,
            };
        }
        if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return integer(text).unwrap_or(Self::Other);
        }
        if matches!(text, "true" | "false")
            || !text.starts_with(|c: char| c.is_alphabetic() || "_<".contains(c))
        {
            return Self::Other;
        }
        // `{alloc4: &T}` and `Type {{ field: .. }}` are values that were computed.
        Self::Item(text.split(" {{").next().unwrap_or(text).to_owned())
    }
}

fn integer(text: &str) -> Option<Constant> {
    let (number, suffix) = text.split_once('_')?;
    const TYPES: [&str; 12] =
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    let number = match suffix {
        // What does not fit says as much as its largest half.
        "u128" => number.parse::<u128>().map(|number| number as i128).ok()?,
        _ => number.parse::<i128>().ok()?,
    };
    TYPES.contains(&suffix).then(|| Constant::Integer(number, suffix.to_owned()))
}

fn quoted(text: &str, quote: char) -> Option<&str> {
    text.strip_prefix(quote)?.strip_suffix(quote)
}

fn quoted_bytes(text: &str) -> Option<&str> {
    quoted(text, '"')
}

/// What a string literal stands for; nothing if an escape is not one.
fn unescape(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match rest.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            'u' => {
                let digits = rest.as_str().strip_prefix('{')?.split('}').next()?;
                let code = u32::from_str_radix(digits, 16).ok()?;
                rest = rest.as_str().get(digits.len() + 2..)?.chars();
                char::from_u32(code)?
            }
            'x' => {
                let digits = rest.as_str().get(..2)?;
                let code = u8::from_str_radix(digits, 16).ok()?;
                rest = rest.as_str().get(2..)?.chars();
                char::from(code)
            }
            other => other,
        });
    }
    Some(out)
}

fn unescape_bytes(text: &str) -> Option<Vec<u8>> {
    // Every byte is printed as one character below 256.
    unescape(text)?.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_as_what_they_stand_for() {
        let text = |text: &str| Constant::Text(text.to_owned());
        assert_eq!(Constant::read(r#""magic \"word\"\n""#), text("magic \"word\"\n"));
        assert_eq!(Constant::read("\"βeta\""), text("βeta"));
        assert_eq!(Constant::read(r#""\u{200b}""#), text("\u{200b}"));
        let png = b"\x89PNG\r\n\\".to_vec();
        assert_eq!(Constant::read(r#"b"\x89PNG\r\n\\""#), Constant::Bytes(png));
        assert_eq!(Constant::read(r"'\''"), Constant::Char('\''));
        assert_eq!(Constant::read("-5_i64"), Constant::Integer(-5, "i64".into()));
        assert_eq!(Constant::read("4.5f64"), Constant::Other);
        assert_eq!(Constant::read("true"), Constant::Other);
        assert_eq!(Constant::read("MAGIC"), Constant::Item("MAGIC".into()));
        assert_eq!(Constant::read("f::promoted[0]"), Constant::Item("f::promoted[0]".into()));
    }
}
