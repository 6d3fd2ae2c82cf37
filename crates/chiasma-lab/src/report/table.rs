//! A table, and its three forms: Markdown, comma-separated values and HTML.

use chiasma_core::display::escape_html;

use crate::csv::csv_line;

/// A table of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What its file is called.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// How many columns from the left say what a row is about.
    pub row_heads: usize,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Whether it is there to be looked up, not to be read.
    pub is_appendix: bool,
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// Whether it is the best of its row.
    pub is_best: bool,
    /// How it differs from the cell that its row is compared with, if it does significantly.
    pub difference: Option<Difference>,
}

/// A significant difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// It is more.
    More,
    /// It is less.
    Less,
}

impl Difference {
    /// A mark that shows without colour.
    fn mark(self) -> &'static str {
        match self {
            Self::More => "▲",
            Self::Less => "▼",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::More => "more",
            Self::Less => "less",
        }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Cell {
    /// Where there is nothing to say.
    pub(super) fn none() -> Self {
        "–".into()
    }

    /// A number, or nothing.
    pub(super) fn of(value: Option<f64>, show: fn(f64) -> String) -> Self {
        value.map_or_else(Self::none, |value| show(value).into())
    }

    fn markdown(&self) -> String {
        let text = self.text.replace('|', "\\|").replace('\n', " ");
        let text = if self.is_best { format!("**{text}**") } else { text };
        self.difference.map_or(text.clone(), |difference| format!("{text} {}", difference.mark()))
    }

    fn html(&self) -> String {
        let text = escape_html(&self.text);
        let text = if self.is_best { format!("<strong>{text}</strong>") } else { text };
        self.difference.map_or(text.clone(), |difference| {
            let (mark, word) = (difference.mark(), difference.word());
            format!("{text}<abbr title=\"significantly {word}\">{mark}</abbr>")
        })
    }

    /// What its marks say, in words.
    fn note(&self) -> String {
        let best = self.is_best.then_some("best");
        let words: Vec<&str> =
            best.into_iter().chain(self.difference.map(Difference::word)).collect();
        words.join(" ")
    }
}

impl Table {
    /// A table without rows.
    pub(super) fn new(
        name: &str,
        caption: impl Into<String>,
        row_heads: &[&str],
        columns: &[&str],
    ) -> Self {
        let all = row_heads.iter().chain(columns);
        Self {
            name: name.to_owned(),
            caption: caption.into(),
            columns: all.map(|&head| head.to_owned()).collect(),
            row_heads: row_heads.len(),
            rows: Vec::new(),
            is_appendix: false,
        }
    }

    /// The table in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.columns.clone());
        let rule = |at: usize| if at < self.row_heads { "---" } else { "--:" };
        text += &line((0..self.columns.len()).map(|at| rule(at).to_owned()).collect());
        for row in &self.rows {
            text += &line(row.iter().map(Cell::markdown).collect());
        }
        text
    }

    /// The table as comma-separated values; marks are words in a column of their own.
    #[must_use]
    pub fn csv(&self) -> String {
        let has_note = |at: &usize| self.rows.iter().any(|row| !row[*at].note().is_empty());
        let noted: Vec<bool> = (0..self.columns.len()).map(|at| has_note(&at)).collect();
        let mut head = Vec::new();
        for (column, has_note) in self.columns.iter().zip(&noted) {
            head.push(column.clone());
            if *has_note {
                head.push(format!("{column} note"));
            }
        }
        let mut text = csv_line(head.iter().map(String::as_str));
        for row in &self.rows {
            let mut fields = Vec::new();
            for (cell, has_note) in row.iter().zip(&noted) {
                fields.push(if *cell == Cell::none() { String::new() } else { cell.text.clone() });
                if *has_note {
                    fields.push(cell.note());
                }
            }
            text += &csv_line(fields.iter().map(String::as_str));
        }
        text
    }

    /// The table in HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let mut text = format!(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><table>\n<thead><tr>",
            escape_html(&self.caption)
        );
        for (at, column) in self.columns.iter().enumerate() {
            let class = if at < self.row_heads { "" } else { " class=\"n\"" };
            text += &format!("<th scope=\"col\"{class}>{}</th>", escape_html(column));
        }
        text += "</tr></thead>\n<tbody>\n";
        let has_groups = self.rows.windows(2).any(|rows| rows[0][0] == rows[1][0]);
        for (at, row) in self.rows.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &self.rows[before]);
            let begins_group = has_groups && before.is_some_and(|before| before[0] != row[0]);
            text += if begins_group { "<tr class=\"group\">" } else { "<tr>" };
            for (at, cell) in row.iter().enumerate() {
                let cell = cell.html();
                text += &if at < self.row_heads {
                    format!("<th scope=\"row\">{cell}</th>")
                } else {
                    format!("<td>{cell}</td>")
                };
            }
            text += "</tr>\n";
        }
        text + "</tbody></table></div>\n"
    }
}
