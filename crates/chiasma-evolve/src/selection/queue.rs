//! A queue gone through in turn, favouring inputs that are responsible for some branch (Zest).

use crate::input::InputId;
use crate::settings::Settings;

/// The saved inputs, by number.
#[derive(Debug)]
pub(crate) struct Queue {
    /// Children of a parent that covers all that is covered.
    base_children: usize,
    /// How many times more children a favoured parent gets.
    favour: usize,
    entries: Vec<Entry>,
    /// The entry whose turn it is, and how many children it still gets.
    turn: usize,
    children_left: usize,
    /// Which entry is responsible for each edge.
    responsible: Vec<Option<usize>>,
}

#[derive(Debug)]
struct Entry {
    id: InputId,
    covered: usize,
    /// How many edges it is responsible for; favoured if any.
    responsibilities: usize,
}

impl Queue {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            base_children: settings.whole("base-children") as usize,
            favour: settings.whole("favour") as usize,
            entries: Vec::new(),
            turn: 0,
            children_left: 0,
            responsible: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What an entry is known by.
    pub(crate) fn id(&self, entry: usize) -> InputId {
        self.entries[entry].id
    }

    /// The parent of the next child; when it has had its share, the turn goes to the next in line.
    pub(crate) fn next(&mut self, total_covered: usize) -> Option<usize> {
        if self.entries.is_empty() {
            return None;
        }
        if self.children_left == 0 {
            self.turn = (self.turn + 1) % self.entries.len();
            self.children_left = self.energy(self.turn, total_covered);
        }
        self.children_left -= 1;
        Some(self.turn)
    }

    /// How many children an entry gets: a share of the base by coverage, and more if favoured.
    fn energy(&self, entry: usize, total_covered: usize) -> usize {
        let entry = &self.entries[entry];
        let share = self.base_children * entry.covered / total_covered.max(1);
        let favour = if entry.responsibilities > 0 { self.favour } else { 1 };
        (share * favour).max(1)
    }

    /// Adds an input that covers so many edges and becomes responsible for these.
    pub(crate) fn push(&mut self, id: InputId, covered: usize, responsible_for: &[usize]) {
        let entry = self.entries.len();
        self.entries.push(Entry { id, covered, responsibilities: 0 });
        for &edge in responsible_for {
            if self.responsible.len() <= edge {
                self.responsible.resize(edge + 1, None);
            }
            match self.responsible[edge].replace(entry) {
                Some(before) if before == entry => continue,
                Some(before) => self.entries[before].responsibilities -= 1,
                None => {}
            }
            self.entries[entry].responsibilities += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::StrategyName;

    const ANY: InputId = InputId(0);

    fn queue() -> Queue {
        let zest: StrategyName = "zest".parse().unwrap();
        Queue::new(&zest.settings())
    }

    #[test]
    fn energy_follows_coverage_and_favours_the_responsible() {
        let mut queue = queue();
        queue.push(ANY, 10, &[1, 2]);
        queue.push(ANY, 5, &[]);
        assert_eq!(queue.energy(0, 10), 50 * 20);
        assert_eq!(queue.energy(1, 10), 50 * 5 / 10);
        assert_eq!(queue.energy(1, 1_000), 1, "everybody gets one");
    }

    #[test]
    fn responsibility_passes_on_and_favour_goes_with_the_last() {
        let mut queue = queue();
        queue.push(ANY, 10, &[1, 2]);
        queue.push(ANY, 10, &[2, 2, 3]);
        assert_eq!(queue.entries[0].responsibilities, 1);
        assert_eq!(queue.entries[1].responsibilities, 2);
        queue.push(ANY, 10, &[1]);
        assert_eq!(queue.energy(0, 10), 50);
    }

    #[test]
    fn the_queue_is_gone_through_in_turn() {
        let mut queue = queue();
        assert_eq!(queue.next(10), None);
        queue.push(ANY, 10, &[1]);
        queue.push(ANY, 5, &[]);
        let turns: Vec<usize> = (0..25 + 1_000 + 25).filter_map(|_| queue.next(10)).collect();
        let runs: Vec<(usize, usize)> =
            turns.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect();
        assert_eq!(runs, [(1, 25), (0, 1_000), (1, 25)]);
    }
}
