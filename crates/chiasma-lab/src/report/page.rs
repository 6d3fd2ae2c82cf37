//! The report as one page that needs no script and nothing from elsewhere.

use std::fmt::Write;

use chiasma_core::display::escape_html;

use super::{Report, Section};

/// The page.
pub(super) fn html(report: &Report) -> String {
    let title = escape_html(&report.title);
    let style = include_str!("page.css");
    let mut body = format!("<header><h1>{title}</h1>\n<nav><ul>\n");
    for section in &report.sections {
        let _ = writeln!(
            body,
            "<li><a href=\"#{}\">{}</a></li>",
            anchor(section),
            escape_html(&section.title)
        );
    }
    body += "</ul></nav></header>\n<main>\n";
    for section in &report.sections {
        body += &section_html(section);
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn section_html(section: &Section) -> String {
    let mut text = format!(
        "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n",
        anchor(section),
        escape_html(&section.title),
        escape_html(&section.text)
    );
    if !section.figures.is_empty() {
        text += "<div class=\"figures\">\n";
        for figure in &section.figures {
            let caption = escape_html(&figure.caption);
            let _ = write!(
                text,
                "<figure>\n<figcaption>{caption}</figcaption>\n{}</figure>\n",
                figure.svg
            );
        }
        text += "</div>\n";
    }
    for table in &section.tables {
        let caption = escape_html(&table.caption);
        let _ = if table.is_appendix {
            let rows = table.rows.len();
            write!(
                text,
                "<details><summary>{caption} ({rows} rows)</summary>\n{}</details>\n",
                table.html()
            )
        } else {
            write!(text, "<h3>{caption}</h3>\n{}", table.html())
        };
    }
    text + "</section>\n"
}

fn anchor(section: &Section) -> String {
    section.title.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}
