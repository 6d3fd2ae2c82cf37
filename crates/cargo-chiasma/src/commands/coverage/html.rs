//! Line coverage as pages: a table of files, and the source of each with its lines marked.
//!
//! Every page stands alone, with its style inside, so that it can be opened from a disk or mailed.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use chiasma_core::display::escape_html;

use super::lines::{CoveredFile, Share};

const STYLE: &str = include_str!("style.css");

/// All pages of one report.
pub(super) struct Site<'s> {
    pub(super) property: &'s str,
    /// What the paths of files are shown relative to.
    pub(super) root: &'s Path,
    pub(super) files: &'s [CoveredFile],
}

impl Site<'_> {
    /// Writes the pages into `directory`.
    pub(super) fn write(&self, directory: &Path) -> Result<()> {
        let write = |path: PathBuf, text: String| {
            path.parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&path, text))
                .with_context(|| format!("cannot write {}", path.display()))
        };
        for file in self.files {
            let source = fs::read(&file.path).ok();
            let source = source.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            write(directory.join(self.page(file)), self.file(file, source.as_deref()))?;
        }
        write(directory.join("index.html"), self.index())
    }

    /// The path of a file's page, relative to the index.
    fn page(&self, file: &CoveredFile) -> String {
        format!("{}.html", self.relative(file).display())
    }

    fn relative<'f>(&self, file: &'f CoveredFile) -> &'f Path {
        file.path.strip_prefix(self.root).unwrap_or(&file.path)
    }

    fn index(&self) -> String {
        let mut body =
            format!("<h1>Coverage of <code>{}</code></h1>\n", escape_html(self.property));
        body.push_str(
            "<p>Lines of own code that the corpus reaches, of all lines with an edge of the \
             program in them.</p>\n<table class=\"files\">\n<tr><th>File</th><th></th>\
             <th>Percent</th><th>Lines</th></tr>\n",
        );
        for file in self.files {
            let name = escape_html(&self.relative(file).display().to_string());
            let link =
                format!("<a href=\"{}\">{name}</a>", escape_html(&address(&self.page(file))));
            row(&mut body, "", &link, Share::of([file]));
        }
        row(&mut body, " class=\"total\"", "Total", Share::of(self.files));
        body.push_str("</table>\n");
        page(self.property, &body)
    }

    fn file(&self, file: &CoveredFile, source: Option<&str>) -> String {
        let relative = self.relative(file).display().to_string();
        let up = "../".repeat(relative.matches('/').count());
        let share = Share::of([file]);
        let mut body = format!(
            "<p class=\"up\"><a href=\"{up}index.html\">All files</a></p>\n<h1>{}</h1>\n\
             <p>{} of {} lines, {:.1} %. {LEGEND}</p>\n",
            escape_html(&relative),
            share.covered,
            share.instrumented,
            share.percent()
        );
        match source {
            None => body.push_str("<p>The source is not there any more.</p>\n"),
            Some(source) => {
                body.push_str("<table class=\"source\">\n");
                for (number, text) in (1..).zip(source.lines()) {
                    line(&mut body, number, file.hits.get(&number).copied(), text);
                }
                body.push_str("</table>\n");
            }
        }
        page(&relative, &body)
    }
}

const LEGEND: &str = "<span class=\"key covered\">+ covered</span>, with the number of inputs that \
                      pass it; <span class=\"key missed\">! not covered</span>; lines without a mark \
                      have no edge of the program in them.";

fn row(body: &mut String, class: &str, name: &str, share: Share) {
    let percent = share.percent();
    let _ = writeln!(
        body,
        "<tr{class}><td>{name}</td><td><div class=\"bar\"><div style=\"width:{percent:.1}%\">\
         </div></div></td><td>{percent:.1} %</td><td>{} of {}</td></tr>",
        share.covered, share.instrumented
    );
}

fn line(body: &mut String, number: u32, hits: Option<u64>, text: &str) {
    let (class, mark, count) = match hits {
        Some(0) => (" class=\"missed\"", "!", "0".to_owned()),
        Some(hits) => (" class=\"covered\"", "+", hits.to_string()),
        None => ("", "", String::new()),
    };
    let _ = writeln!(
        body,
        "<tr{class} id=\"L{number}\"><td>{number}</td><td>{mark}</td><td>{count}</td>\
         <td><pre>{}</pre></td></tr>",
        escape_html(text)
    );
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{} - coverage</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape_html(title)
    )
}

/// A path as it stands in a link: what has a meaning there is encoded.
fn address(path: &str) -> String {
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'%' | b'?' | b'#' | b' ' | b':' | b'\\' | 0..=31 | 127.. => {
                let _ = write!(address, "%{byte:02X}");
            }
            plain => address.push(char::from(plain)),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site_of(files: &[CoveredFile]) -> Site<'_> {
        Site { property: "a::<b>", root: Path::new("/w"), files }
    }

    fn file() -> CoveredFile {
        CoveredFile { path: "/w/src/a b.rs".into(), hits: [(1, 3), (2, 0)].into() }
    }

    #[test]
    fn an_address_cannot_break_out() {
        assert_eq!(address("src/a b#1%?.rs.html"), "src/a%20b%231%25%3F.rs.html");
        assert_eq!(address("\u{e9}"), "%C3%A9");
    }

    #[test]
    fn lines_are_marked_with_more_than_colour() {
        let files = [file()];
        let site = site_of(&files);
        let text = site.file(&files[0], Some("if a < b {\n  x\n}\n"));
        let has = |part: &str| assert!(text.contains(part), "{part} in {text}");
        has("<tr class=\"covered\" id=\"L1\"><td>1</td><td>+</td><td>3</td>");
        has("<pre>if a &lt; b {</pre>");
        has("<tr class=\"missed\" id=\"L2\"><td>2</td><td>!</td><td>0</td>");
        has("<tr id=\"L3\"><td>3</td><td></td><td></td><td><pre>}</pre>");
        has("<a href=\"../index.html\">");
        assert!(site.file(&files[0], None).contains("not there any more"));
    }

    #[test]
    fn the_index_links_to_the_page_of_each_file() {
        let files = [file()];
        let directory = tempfile::tempdir().unwrap();
        site_of(&files).write(directory.path()).unwrap();
        let index = fs::read_to_string(directory.path().join("index.html")).unwrap();
        assert!(index.contains("<a href=\"src/a%20b.rs.html\">src/a b.rs</a>"), "{index}");
        assert!(index.contains("<code>a::&lt;b&gt;</code>"), "{index}");
        assert!(index.contains("<td>50.0 %</td><td>1 of 2</td>"), "{index}");
        assert!(directory.path().join("src/a b.rs.html").exists());
        for outside in ["http:", "https:", "//", "@import", "url("] {
            assert!(!index.contains(outside), "nothing is fetched");
        }
    }
}
