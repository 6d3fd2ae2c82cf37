//! Line coverage in the format of lcov, which most other tools read.

use std::fmt::Write;

use super::lines::CoveredFile;

/// The text of an lcov file.
pub(super) fn text(property: &str, files: &[CoveredFile]) -> String {
    // A test's name there has no other characters.
    let test: String =
        property.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let mut text = String::new();
    for file in files {
        let _ = writeln!(text, "TN:{test}\nSF:{}", file.path.display());
        for (line, hits) in &file.hits {
            let _ = writeln!(text, "DA:{line},{hits}");
        }
        let _ = writeln!(text, "LF:{}\nLH:{}", file.instrumented(), file.covered());
        text.push_str("end_of_record\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_record() {
        let file = |path: &str, hits: &[(u32, u64)]| CoveredFile {
            path: path.into(),
            hits: hits.iter().copied().collect(),
        };
        let files = [file("/w/a.rs", &[(3, 0), (1, 7)]), file("/w/b.rs", &[(2, 1)])];
        let expected = "TN:json__round_trip\nSF:/w/a.rs\nDA:1,7\nDA:3,0\nLF:2\nLH:1\nend_of_record\n\
                        TN:json__round_trip\nSF:/w/b.rs\nDA:2,1\nLF:1\nLH:1\nend_of_record\n";
        assert_eq!(text("json::round_trip", &files), expected);
    }
}
