//! Writing a file with all its sites, and finding back from a place in it to the mutant.

use std::ops::Range;

use super::hook::question;
use super::{Kind, Site, SiteId};
use crate::mutant::MutantId;
use crate::source::Source;

/// A file with its sites.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    pub(crate) text: String,
    mutants: Vec<(Range<usize>, MutantId)>,
    sites: Vec<(Range<usize>, SiteId)>,
    /// Copied text: where it is, and where it was.
    copies: Vec<(Range<usize>, usize)>,
}

/// Writes a file; mutants that are `dropped` are left out, and sites without mutants, too.
pub(super) fn render<'s>(
    source: &Source,
    sites: impl Iterator<Item = &'s Site>,
    dropped: impl Fn(MutantId) -> bool,
) -> Rendered {
    let mut live: Vec<Site> = sites.cloned().collect();
    for site in &mut live {
        site.changes.retain(|change| !dropped(change.mutant));
    }
    live.retain(|site| !site.changes.is_empty());
    let mut writer = Writer { source, rendered: Rendered::default() };
    writer.region(0..source.text().len(), &live);
    writer.rendered
}

struct Writer<'w> {
    source: &'w Source,
    rendered: Rendered,
}

impl Writer<'_> {
    /// Writes a region of the source, with the sites in it, in the order of their beginnings.
    fn region(&mut self, region: Range<usize>, sites: &[Site]) {
        let (mut at, mut rest) = (region.start, sites);
        while let Some((site, behind)) = rest.split_first() {
            self.copy(at..site.range.start);
            let is_inside = |inner: &&Site| inner.range.start < site.range.end;
            let (inside, after) = behind.split_at(behind.iter().take_while(is_inside).count());
            self.site(site, inside);
            (at, rest) = (site.range.end, after);
        }
        self.copy(at..region.end);
    }

    fn site(&mut self, site: &Site, inside: &[Site]) {
        let start = self.rendered.text.len();
        let question = question(site.id.0);
        match site.kind {
            Kind::Entry => {
                self.write(&format!("match {question} {{ "));
                for change in &site.changes {
                    self.write(&format!("{} => return ", change.mutant));
                    self.change(change.mutant, &format!("({}), ", change.text));
                }
                self.write("_ => {} }; ");
            }
            Kind::Arm => {
                for change in &site.changes {
                    self.change(change.mutant, &format!(" if {question} != {} ", change.mutant));
                }
            }
            Kind::Guard | Kind::Expression => {
                self.write(&format!("(match {question} {{ "));
                for change in &site.changes {
                    self.write(&format!("{} => ", change.mutant));
                    self.change(change.mutant, &format!("({}), ", change.text));
                }
                self.write("_ => (");
                self.region(site.range.clone(), inside);
                self.write(") })");
            }
        }
        self.rendered.sites.push((start..self.rendered.text.len(), site.id));
    }

    fn change(&mut self, mutant: MutantId, text: &str) {
        let start = self.rendered.text.len();
        self.write(text);
        self.rendered.mutants.push((start..self.rendered.text.len(), mutant));
    }

    fn write(&mut self, text: &str) {
        self.rendered.text.push_str(text);
    }

    fn copy(&mut self, range: Range<usize>) {
        let start = self.rendered.text.len();
        self.write(self.source.slice(range.clone()));
        self.rendered.copies.push((start..self.rendered.text.len(), range.start));
    }
}

impl Rendered {
    /// The mutant whose text holds all of a region.
    pub(crate) fn mutant_at(&self, region: &Range<usize>) -> Option<MutantId> {
        innermost(&self.mutants, region)
    }

    /// The innermost site that holds all of a region.
    pub(crate) fn site_at(&self, region: &Range<usize>) -> Option<SiteId> {
        innermost(&self.sites, region)
    }

    /// Where a place was in the original.
    pub(crate) fn original(&self, place: usize) -> Option<usize> {
        let (copy, from) = self.copies.iter().find(|(copy, _)| copy.contains(&place))?;
        Some(from + place - copy.start)
    }
}

fn innermost<T: Copy>(marked: &[(Range<usize>, T)], region: &Range<usize>) -> Option<T> {
    let around =
        marked.iter().filter(|(range, _)| range.start <= region.start && region.end <= range.end);
    around.min_by_key(|(range, _)| range.len()).map(|(_, what)| *what)
}
