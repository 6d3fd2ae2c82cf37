//! Line coverage: which lines have an edge, and how many inputs passed one.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Line {
    pub(super) file: PathBuf,
    /// From 1.
    pub(super) number: u32,
}

/// A source file, and what is known of its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CoveredFile {
    pub(super) path: PathBuf,
    /// For each instrumented line the number of inputs that passed it.
    pub(super) hits: BTreeMap<u32, u64>,
}

impl CoveredFile {
    pub(super) fn instrumented(&self) -> usize {
        self.hits.len()
    }

    pub(super) fn covered(&self) -> usize {
        self.hits.values().filter(|&&hits| hits > 0).count()
    }
}

/// Lines covered of lines there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Share {
    pub(super) covered: usize,
    pub(super) instrumented: usize,
}

impl Share {
    pub(super) fn of<'f>(files: impl IntoIterator<Item = &'f CoveredFile>) -> Self {
        files.into_iter().fold(Self::default(), |sum, file| Self {
            covered: sum.covered + file.covered(),
            instrumented: sum.instrumented + file.instrumented(),
        })
    }

    /// In percent; nothing to cover is all covered.
    pub(super) fn percent(self) -> f64 {
        if self.instrumented == 0 {
            return 100.0;
        }
        100.0 * self.covered as f64 / self.instrumented as f64
    }
}

/// Counts the inputs that pass each line.
#[derive(Debug)]
pub(super) struct LineCoverage {
    lines: Vec<Line>,
    hits: Vec<u64>,
    /// The lines of each edge, as positions in `lines`.
    of_edge: Vec<Vec<usize>>,
    /// The last input that passed the line, so that it counts once.
    last_input: Vec<u64>,
    inputs: u64,
}

impl LineCoverage {
    /// Nothing covered yet; `edges` are the lines at each edge.
    pub(super) fn new(edges: impl IntoIterator<Item = Vec<Line>>) -> Self {
        let mut numbers = BTreeMap::new();
        let mut of_edge = Vec::new();
        for lines in edges {
            let mut positions: Vec<usize> = lines
                .into_iter()
                .map(|line| {
                    let next = numbers.len();
                    *numbers.entry(line).or_insert(next)
                })
                .collect();
            positions.sort_unstable();
            positions.dedup();
            of_edge.push(positions);
        }
        let mut lines: Vec<(Line, usize)> = numbers.into_iter().collect();
        lines.sort_by_key(|&(_, position)| position);
        let lines: Vec<Line> = lines.into_iter().map(|(line, _)| line).collect();
        let zeros = vec![0; lines.len()];
        Self { lines, hits: zeros.clone(), of_edge, last_input: zeros, inputs: 0 }
    }

    /// An input passed these edges.
    pub(super) fn add(&mut self, edges: &[u32]) {
        self.inputs += 1;
        for lines in edges.iter().filter_map(|&edge| self.of_edge.get(edge as usize)) {
            for &line in lines {
                if self.last_input[line] != self.inputs {
                    self.last_input[line] = self.inputs;
                    self.hits[line] += 1;
                }
            }
        }
    }

    /// What is known of each file, by path.
    pub(super) fn files(self) -> Vec<CoveredFile> {
        let mut files: BTreeMap<PathBuf, BTreeMap<u32, u64>> = BTreeMap::new();
        for (line, hits) in self.lines.into_iter().zip(self.hits) {
            files.entry(line.file).or_default().insert(line.number, hits);
        }
        files.into_iter().map(|(path, hits)| CoveredFile { path, hits }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(file: &str, number: u32) -> Line {
        Line { file: file.into(), number }
    }

    #[test]
    fn a_line_is_covered_by_any_of_its_edges_and_counts_each_input_once() {
        let mut coverage = LineCoverage::new([
            vec![line("/a.rs", 1), line("/b.rs", 9)],
            vec![line("/a.rs", 1)],
            vec![line("/a.rs", 2)],
            vec![],
        ]);
        coverage.add(&[0, 1, 3]);
        coverage.add(&[1]);
        coverage.add(&[]);
        coverage.add(&[99]);
        let files = coverage.files();
        assert_eq!(files[0].hits, BTreeMap::from([(1, 2), (2, 0)]));
        assert_eq!(files[1].hits, BTreeMap::from([(9, 1)]));
        let share = Share::of(&files);
        assert_eq!(share, Share { covered: 2, instrumented: 3 });
        assert_eq!(format!("{:.1}", share.percent()), "66.7");
    }

    #[test]
    fn a_line_inlined_into_itself_counts_once() {
        let mut coverage = LineCoverage::new([vec![line("/a.rs", 3), line("/a.rs", 3)]]);
        coverage.add(&[0]);
        assert_eq!(coverage.files()[0].hits, BTreeMap::from([(3, 1)]));
        assert_eq!(Share::of(&[]).percent(), 100.0);
    }
}
