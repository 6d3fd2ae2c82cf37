//! Edges of the coverage map tied to the sides of branches, by source line.

use std::collections::HashMap;

use crate::branches::{Branch, Line};

/// Where each edge of the coverage map is in the source, by its number; none for what is not known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineTable {
    /// The line of each edge, its file being absolute or relative.
    pub edges: Vec<Option<Line>>,
}

/// The edges that a run passes if it takes a side of a branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideEdges {
    /// The branch, as a place in the list of branches.
    pub branch: usize,
    /// The side, as a place in [`Branch::sides`].
    pub side: usize,
    /// The edges at lines that only this side runs; none if it cannot be told from the others.
    pub edges: Vec<u32>,
}

/// The edges of every side of every branch.
///
/// A file of the table is that of a branch if one path ends with the other: debug information has
/// absolute paths, MIR those that the compiler was given.
#[must_use]
pub fn side_edges(branches: &[Branch], table: &LineTable) -> Vec<SideEdges> {
    let mut by_line: HashMap<(&str, u32), Vec<(u32, &str)>> = HashMap::new();
    for (edge, line) in table.edges.iter().enumerate() {
        if let Some(Line { file, number }) = line {
            by_line.entry((file_name(file), *number)).or_default().push((edge as u32, file));
        }
    }
    let mut found = Vec::new();
    for (branch, Branch { sides, .. }) in branches.iter().enumerate() {
        for (side, lines) in sides.iter().map(|side| &side.lines).enumerate() {
            let mut edges: Vec<u32> = lines
                .iter()
                .flat_map(|line| {
                    let at = by_line.get(&(file_name(&line.file), line.number));
                    let at = at.map_or(&[][..], Vec::as_slice).iter();
                    at.filter(|(_, file)| is_same_file(file, &line.file)).map(|(edge, _)| *edge)
                })
                .collect();
            edges.sort_unstable();
            edges.dedup();
            found.push(SideEdges { branch, side, edges });
        }
    }
    found
}

/// Which sides are covered, given which edges are: one answer for each, none where it cannot be told.
#[must_use]
pub fn covered_sides(sides: &[SideEdges], is_covered: impl Fn(u32) -> bool) -> Vec<Option<bool>> {
    let covered = |side: &SideEdges| {
        (!side.edges.is_empty()).then(|| side.edges.iter().any(|edge| is_covered(*edge)))
    };
    sides.iter().map(covered).collect()
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn is_same_file(one: &str, other: &str) -> bool {
    let (long, short) = if one.len() >= other.len() { (one, other) } else { (other, one) };
    let short = short.trim_start_matches("./");
    long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::branches::Side;
    use crate::mir::Span;

    fn line(file: &str, number: u32) -> Line {
        Line { file: file.to_owned(), number }
    }

    #[test]
    fn a_side_is_covered_if_an_edge_at_one_of_its_lines_is() {
        let side = |lines: &[Line]| Side { values: Vec::new(), lines: lines.to_vec() };
        let branch = Branch {
            function: "f".into(),
            span: Span { file: "src/a.rs".into(), line: 3, column: 5 },
            sides: vec![side(&[line("src/a.rs", 4)]), side(&[line("src/a.rs", 6)]), side(&[])],
            types: Vec::new(),
        };
        let table = LineTable {
            edges: vec![
                Some(line("/home/me/crate/src/a.rs", 3)),
                Some(line("/home/me/crate/src/a.rs", 4)),
                None,
                Some(line("/home/me/crate/other/a.rs", 6)),
                Some(line("/home/me/crate/src/a.rs", 6)),
                Some(line("/home/me/crate/src/a.rs", 4)),
            ],
        };
        let sides = side_edges(&[branch], &table);
        let edges: Vec<&[u32]> = sides.iter().map(|side| &side.edges[..]).collect();
        assert_eq!(edges, [&[1, 5][..], &[4], &[]]);
        let covered = covered_sides(&sides, |edge| [0, 3, 5].contains(&edge));
        assert_eq!(covered, [Some(true), Some(false), None]);
    }
}
