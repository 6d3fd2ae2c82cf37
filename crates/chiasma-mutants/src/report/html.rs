//! The report as a page: a table of files, and each mutant with its diff, those that survive first.

use chiasma_core::display::counted;
use std::fmt::Write;

use chiasma_core::display::escape_html;

use super::{Fate, How, Outputs, Report, Reported, Score, reached};

pub(super) fn page(report: &Report, style: &str) -> String {
    let property = escape_html(&report.property);
    let mut body = format!("<h1>Mutants of <code>{property}</code></h1>\n");
    let _ = writeln!(
        body,
        "<p>What the property notices of {} of the code, with {}. \
         <span class=\"key covered\">+ killed</span>: an input made the property fail or give \
         something else. <span class=\"key missed\">! survives</span>: inputs reach it, and none notices.{}</p>",
        counted(report.mutants.len(), "change"),
        counted(report.inputs, "input"),
        match report.outputs {
            Outputs::Compared => "",
            Outputs::None => " The property returns nothing, so only failures are noticed.",
        }
    );
    for sentence in report.not_scored.sentences() {
        let _ = writeln!(body, "<p>{}</p>", escape_html(&sentence));
    }
    body.push_str(
        "<table class=\"files\">\n<tr><th>File</th><th></th><th>Percent</th><th>Killed</th>\
         <th>Survive</th><th>Not reached</th></tr>\n",
    );
    for (file, mutants) in report.by_file() {
        let name = escape_html(&file.display().to_string());
        row(&mut body, "", &format!("<a href=\"#{name}\">{name}</a>"), Score::of(mutants));
    }
    row(&mut body, " class=\"total\"", "Total", report.score());
    body.push_str("</table>\n");
    for (file, mutants) in report.by_file() {
        let name = escape_html(&file.display().to_string());
        let _ = writeln!(body, "<h1 id=\"{name}\">{name}</h1>");
        for function in mutants.chunk_by(|a, b| a.function == b.function) {
            let name = function[0].function.as_deref().unwrap_or("outside functions");
            let _ = writeln!(body, "<h2><code>{}</code></h2>", escape_html(name));
            let rank = |mutant: &&Reported| match mutant.fate {
                Fate::Survived { .. } => 0,
                Fate::Unreached => 1,
                Fate::Killed { .. } => 2,
            };
            let mut mutants: Vec<&Reported> = function.iter().collect();
            mutants.sort_by_key(rank);
            mutants.into_iter().for_each(|mutant| entry(&mut body, mutant));
        }
    }
    if !report.left_out.is_empty() {
        body.push_str("<h1>Not in the binary</h1>\n<ul>\n");
        for left_out in &report.left_out {
            let (name, reason) = (escape_html(&left_out.name), escape_html(&left_out.reason));
            let _ = writeln!(body, "<li>{name}: {reason}</li>");
        }
        body.push_str("</ul>\n");
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{property} - mutants</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn row(body: &mut String, class: &str, name: &str, score: Score) {
    let percent = score.percent();
    let _ = writeln!(
        body,
        "<tr{class}><td>{name}</td><td><div class=\"bar\"><div style=\"width:{percent:.1}%\"></div>\
         </div></td><td>{percent:.1} %</td><td>{} of {}</td><td>{}</td><td>{}</td></tr>",
        score.killed,
        score.all(),
        score.survived,
        score.unreached
    );
}

fn entry(body: &mut String, mutant: &Reported) {
    let (class, fate) = match &mutant.fate {
        Fate::Killed { by, how, reached_by } => {
            let how = match how {
                How::Failed => "the property fails",
                How::Differed => "the output differs",
                How::TimedOut => "it takes too long",
                How::Died => "the process dies",
            };
            let smallest = if by == reached_by {
                String::new()
            } else {
                format!("; the smallest that reaches it is {}", escape_html(reached_by))
            };
            ("key covered", format!("+ killed by {}: {how}{smallest}", escape_html(by)))
        }
        Fate::Survived { reached_by, inputs } => {
            let reached = escape_html(&reached(reached_by, *inputs));
            ("key missed", format!("! survives; {reached}"))
        }
        Fate::Unreached => ("key", "not reached by any input".to_owned()),
    };
    let _ = writeln!(body, "<p>Line {} <span class=\"{class}\">{fate}</span></p>", mutant.line);
    body.push_str("<table class=\"source\">\n");
    for (class, mark, lines) in [("missed", "-", &mutant.before), ("covered", "+", &mutant.after)] {
        for line in lines {
            let line = escape_html(line);
            let _ = writeln!(
                body,
                "<tr class=\"{class}\"><td></td><td>{mark}</td><td><pre>{line}</pre></td></tr>"
            );
        }
    }
    body.push_str("</table>\n");
}
