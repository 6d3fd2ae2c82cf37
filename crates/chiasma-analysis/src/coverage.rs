//! Edges of the coverage map tied to the sides of branches, by their places in the source.

use std::collections::HashMap;

use crate::branches::{Branch, Side};
use crate::mir::Span;

/// Where each edge of the coverage map is in the source, by its number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EdgePlaces {
    /// The places of each edge: its own, and those of the calls that were inlined there. Files are absolute or relative;
    /// a column that is not known is 0.
    pub edges: Vec<Vec<Span>>,
}

/// The edges that a run passes if it takes a side of a branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideEdges {
    /// The branch, as a place in the list of branches.
    pub branch: usize,
    /// The side, as a place in [`Branch::sides`].
    pub side: usize,
    /// The edges at places that only this side runs; none if it cannot be told from the others.
    pub edges: Vec<u32>,
}

/// The edges of every side of every branch.
///
/// A file of the table is that of a branch if one path ends with the other: debug information has
/// absolute paths, MIR those that the compiler was given.
#[must_use]
pub fn side_edges(branches: &[Branch], table: &EdgePlaces) -> Vec<SideEdges> {
    let mut by_line: HashMap<(&str, u32), Vec<(u32, &Span)>> = HashMap::new();
    for (edge, places) in table.edges.iter().enumerate() {
        for place in places {
            let line = (file_name(&place.file), place.line);
            by_line.entry(line).or_default().push((edge as u32, place));
        }
    }
    let at_line = |file: &str, line: u32| {
        let at = by_line.get(&(file_name(file), line)).map_or(&[][..], Vec::as_slice);
        let same = at.iter().copied().filter(|(_, at)| is_same_file(&at.file, file));
        same.collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for (branch, Branch { sides, .. }) in branches.iter().enumerate() {
        for (side, Side { lines, places, .. }) in sides.iter().enumerate() {
            let at_lines = lines.iter().flat_map(|line| at_line(&line.file, line.number));
            let at_places = places.iter().flat_map(|place| {
                let at = at_line(&place.file, place.line).into_iter();
                at.filter(|(_, at)| at.column == place.column)
            });
            let mut edges: Vec<u32> = at_lines.chain(at_places).map(|(edge, _)| edge).collect();
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
    use crate::branches::Line;

    fn place(file: &str, line: u32, column: u32) -> Span {
        Span { file: file.to_owned(), line, column }
    }

    #[test]
    fn a_side_is_covered_if_an_edge_at_one_of_its_lines_or_places_is() {
        let line = |number| Line { file: "src/a.rs".into(), number };
        let side = |lines: &[Line], places: &[Span]| Side {
            values: Vec::new(),
            lines: lines.to_vec(),
            places: places.to_vec(),
        };
        let branch = Branch {
            function: "f".into(),
            span: place("src/a.rs", 3, 5),
            sides: vec![
                side(&[line(4)], &[]),
                side(&[line(6)], &[place("src/a.rs", 3, 20)]),
                side(&[], &[]),
            ],
            types: Vec::new(),
        };
        let table = EdgePlaces {
            edges: vec![
                vec![place("/home/me/crate/src/a.rs", 3, 5)],
                vec![
                    place("/home/me/crate/src/b.rs", 9, 1),
                    place("/home/me/crate/src/a.rs", 4, 1),
                ],
                vec![],
                vec![place("/home/me/crate/other/a.rs", 6, 1)],
                vec![place("/home/me/crate/src/a.rs", 3, 20)],
                vec![place("/home/me/crate/src/a.rs", 4, 1)],
            ],
        };
        let sides = side_edges(&[branch], &table);
        let edges: Vec<&[u32]> = sides.iter().map(|side| &side.edges[..]).collect();
        assert_eq!(edges, [&[1, 5][..], &[4], &[]]);
        let covered = covered_sides(&sides, |edge| [0, 3, 5].contains(&edge));
        assert_eq!(covered, [Some(true), Some(false), None]);
    }
}
