//! Paths of functions, as MIR text has them.

use crate::mir::scan::{find, group_end};

/// The segments of a path, without generic arguments: `Vec::<&File>::push` has `Vec` and `push`.
pub(crate) fn segments(path: &str) -> Vec<&str> {
    let mut segments = Vec::new();
    let mut rest = path.trim();
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('<') {
            let Some(end) = group_end(inside) else { break };
            // `<T as Trait>` and `<impl at ..>` are segments; `::<T>` behind one is its arguments.
            let group = &rest[..end + 2];
            if segments.is_empty() || group.starts_with("<impl ") {
                segments.push(group);
            }
            rest = inside[end + 1..].trim_start_matches("::");
            continue;
        }
        let end = find(rest, &[':', '<']).unwrap_or(rest.len());
        if end > 0 {
            segments.push(&rest[..end]);
        }
        rest = rest[end..].trim_start_matches(':');
        if end == 0 && rest.is_empty() {
            break;
        }
    }
    segments
}

/// The last segment of a path.
pub(crate) fn last_segment(path: &str) -> &str {
    segments(path).last().copied().unwrap_or(path)
}

/// The parts of `<Type as Trait>`.
pub(crate) fn qualified(segment: &str) -> Option<(&str, &str)> {
    let inside = segment.strip_prefix('<')?.strip_suffix('>')?;
    inside.split_once(" as ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generic_arguments_are_no_segments_and_qualified_types_are() {
        assert_eq!(segments("Vec::<&File>::push"), ["Vec", "push"]);
        assert_eq!(segments("a::b::<u8>"), ["a", "b"]);
        assert_eq!(segments("<&[File] as IntoIterator>::into_iter").len(), 2);
        let body = "shapes::<impl at src/a.rs:8:1: 8:22>::area";
        assert_eq!(segments(body), ["shapes", "<impl at src/a.rs:8:1: 8:22>", "area"]);
        assert_eq!(segments("f::{closure#0}"), ["f", "{closure#0}"]);
        assert_eq!(qualified("<dyn Shape as Shape>"), Some(("dyn Shape", "Shape")));
        assert_eq!(segments("<<<"), [""; 0]);
        assert_eq!(segments(":::"), [""; 0]);
    }
}
