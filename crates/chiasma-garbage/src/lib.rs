//! Damaged texts and bytes, for properties of Chiasma's own readers (`tests/garbage.rs`).
//!
//! The properties run in `cargo test` like any others. To fuzz one, with coverage of the reader:
//!
//! ```sh
//! cargo chiasma fuzz -p chiasma-garbage damaged_saved_inputs --instrument chiasma-core --time 10m
//! ```

#![forbid(unsafe_code)]

use chiasma::Source;

/// What values are replaced by: the ends of numbers, what has a meaning in most formats, and what no terminal should see.
const ODD_VALUES: [&str; 24] = [
    "0",
    "-1",
    "1e19",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "340282366920938463463374607431768211455",
    "1e-400",
    "nan",
    "inf",
    "true",
    "\"\"",
    "''",
    "'\\u{110000}'",
    "[]",
    "{}",
    "[[[[[[[[]]]]]]]]",
    "\"\\u{1b}]0;x\\u{7}\"",
    "\u{0}",
    "\u{feff}",
    "é",
    "\r\n",
    "\t",
    "  #",
];

/// A text with up to a dozen changes: lines dropped, repeated, swapped, cut or indented, characters and values replaced,
/// and words of the format (`words`) put in.
pub fn damaged_text(s: &mut Source, sample: &str, words: &[&str]) -> String {
    let mut lines: Vec<String> = sample.lines().map(str::to_owned).collect();
    for _ in 0..s.length(0..12) {
        if lines.is_empty() {
            break;
        }
        let at = s.index(lines.len());
        match s.index(8) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = s.index(lines.len());
                lines.swap(at, other);
            }
            3 => {
                let cut = s.index(lines[at].chars().count() + 1);
                lines[at] = lines[at].chars().take(cut).collect();
            }
            4 => lines[at].insert_str(0, "  "),
            5 => {
                let mut chars: Vec<char> = lines[at].chars().collect();
                if !chars.is_empty() {
                    let place = s.index(chars.len());
                    chars[place] = s.char(..);
                }
                lines[at] = chars.into_iter().collect();
            }
            6 => {
                let begin = lines[at].find("= ").map_or(0, |equals| equals + 2);
                let odd: &str = s.choose::<&str>(&ODD_VALUES);
                lines[at].replace_range(begin.., odd);
            }
            _ => {
                let word: &str = s.choose::<&str>(words);
                lines.insert(at, word.to_owned());
            }
        }
    }
    lines.join("\n")
}

/// Bytes with up to a dozen changes: replaced, removed, repeated, and lengths that lie.
pub fn damaged_bytes(s: &mut Source, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..s.length(0..12) {
        if bytes.is_empty() {
            break;
        }
        let at = s.index(bytes.len());
        match s.index(4) {
            0 => bytes[at] = s.byte(),
            1 => bytes.truncate(at),
            2 => {
                let end = (at + s.length(1..16)).min(bytes.len());
                bytes.extend_from_within(at..end);
            }
            _ => {
                let lie: u32 = s.int(..);
                let end = (at + 4).min(bytes.len());
                bytes[at..end].copy_from_slice(&lie.to_le_bytes()[..end - at]);
            }
        }
    }
    bytes
}
