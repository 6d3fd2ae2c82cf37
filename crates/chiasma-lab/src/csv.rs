//! Comma-separated values, as RFC 4180 has them.

/// One line: fields with commas, quotes or line ends are quoted.
pub(crate) fn csv_line<'f>(fields: impl Iterator<Item = &'f str>) -> String {
    let quoted = |field: &str| {
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.to_owned()
        }
    };
    fields.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::csv_line;

    #[test]
    fn fields_that_need_it_are_quoted() {
        assert_eq!(csv_line(["a", "b c", ""].into_iter()), "a,b c,\n");
        let odd = ["a,b", "say \"x\"", "two\nlines"];
        assert_eq!(csv_line(odd.into_iter()), "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\n");
    }
}
