//! The report of an experiment: the papers' tables and plots, as a page, as Markdown and as values.

mod compare;
mod numbers;
mod page;
mod plot;
mod sections;
mod table;

use std::fmt::Write;

pub use table::{Cell, Difference, Table};

use crate::results::Results;

/// A report.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A section of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// What it is about.
    pub title: String,
    /// How to read it.
    pub text: String,
    /// Its plots.
    pub figures: Vec<Figure>,
    /// Its tables.
    pub tables: Vec<Table>,
}

/// A plot of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// What it shows.
    pub caption: String,
    /// The picture, as SVG.
    pub svg: String,
}

/// A file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// Its name, below the directory of the results.
    pub name: String,
    /// What it says.
    pub content: String,
}

impl Report {
    /// Makes the report of what is there; what is missing is shown as missing.
    #[must_use]
    pub fn of(results: &Results) -> Self {
        Self {
            title: format!("Experiment {}", results.plan.name),
            sections: sections::all(results),
        }
    }

    /// All of its files: `report.html`, `report.md`, and `tables/*.csv`.
    #[must_use]
    pub fn files(&self) -> Vec<ReportFile> {
        let file = |name: String, content: String| ReportFile { name, content };
        let mut files = vec![
            file("report.html".to_owned(), self.html()),
            file("report.md".to_owned(), self.markdown()),
        ];
        for table in self.sections.iter().flat_map(|section| &section.tables) {
            files.push(file(format!("tables/{}.csv", table.name), table.csv()));
        }
        files
    }

    /// One page that needs nothing from elsewhere.
    #[must_use]
    pub fn html(&self) -> String {
        page::html(self)
    }

    /// The texts and tables in Markdown; of those that are there to be looked up, where they are.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", self.title);
        for section in &self.sections {
            let _ = write!(text, "\n## {}\n\n{}\n", section.title, section.text);
            for table in &section.tables {
                let caption = &table.caption;
                let _ = match table.is_appendix {
                    true => {
                        writeln!(text, "\n{caption}: [tables/{0}.csv](tables/{0}.csv)", table.name)
                    }
                    false => write!(text, "\n**{caption}**\n\n{}", table.markdown()),
                };
            }
        }
        text
    }
}

impl Section {
    /// A section that so far has a title and a text.
    fn new(title: &str, text: impl Into<String>) -> Self {
        Self { title: title.to_owned(), text: text.into(), figures: Vec::new(), tables: Vec::new() }
    }
}
