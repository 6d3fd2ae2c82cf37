//! A campaign as a live screen in the terminal.

use std::io;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::Frame;
use ratatui::crossterm::event::{self, KeyCode, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Block, Chart, Dataset, GraphType, List, Paragraph, Row, Table};

use super::FEW_VALID;
use super::plain::Plain;
use crate::commands::request_stop;
use chiasma_campaign::store::shown;
use chiasma_campaign::{
    Event, Figures, FoundFailure, Listener, MutantFigures, ReasonFigures, Shrinking,
};
use chiasma_core::display::counted;
use chiasma_core::display::{harmless, shortened};

/// The chart has no more points than this; beyond it every second one goes.
const MAX_POINTS: usize = 600;
/// How often the keyboard is looked at.
const KEYS: Duration = Duration::from_millis(100);

/// Draws the screen at every event.
#[derive(Debug)]
pub struct Tui {
    /// Never dropped: that prints if the terminal is gone, and a print to it would panic.
    terminal: ManuallyDrop<DefaultTerminal>,
    /// Set when the terminal is gone.
    stop: &'static AtomicBool,
    /// Set when the screen is released, so that keys are not read any more.
    closed: Arc<AtomicBool>,
    started: Instant,
    title: String,
    figures: Figures,
    coverage: Vec<(f64, f64)>,
    failures: Vec<FoundFailure>,
    warning: String,
    /// The first event, for the summary at the end.
    started_event: Option<Event>,
}

impl Tui {
    /// Takes the terminal over; `q` and Ctrl-C set `stop`, and the second time end the command at once.
    pub fn open(stop: &'static AtomicBool) -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        let closed = Arc::new(AtomicBool::new(false));
        let reading = Arc::clone(&closed);
        std::thread::spawn(move || {
            while !reading.load(Ordering::Relaxed) {
                if event::poll(KEYS).unwrap_or(false)
                    && let Ok(event::Event::Key(key)) = event::read()
                {
                    let control = key.modifiers.contains(KeyModifiers::CONTROL);
                    if key.code == KeyCode::Char('q') || control && key.code == KeyCode::Char('c') {
                        // In raw mode no signal comes of it.
                        request_stop(stop, ratatui::restore);
                    }
                }
            }
        });
        Ok(Self {
            terminal: ManuallyDrop::new(terminal),
            stop,
            closed,
            started: Instant::now(),
            title: String::new(),
            figures: Figures::default(),
            coverage: vec![(0.0, 0.0)],
            failures: Vec::new(),
            warning: String::new(),
            started_event: None,
        })
    }

    fn add_point(&mut self) {
        self.coverage.push((self.figures.seconds, self.figures.covered as f64));
        if self.coverage.len() > MAX_POINTS {
            let mut nth = 0;
            self.coverage.retain(|_| {
                nth += 1;
                nth % 2 == 1
            });
        }
    }

    fn close(&mut self) {
        if !self.closed.swap(true, Ordering::Relaxed) {
            let _ = self.terminal.show_cursor();
            // Not `restore`, which prints its error, and panics if it cannot.
            let _ = ratatui::try_restore();
        }
    }
}

impl Drop for Tui {
    fn drop(&mut self) {
        self.close();
    }
}

impl Listener for Tui {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Loading { loaded, all } => {
                self.title = format!(" loaded {loaded} of {} ", counted(*all, "saved input"));
            }
            Event::Started { property, strategy, seed, workers, corpus } => {
                self.started_event = Some(event.clone());
                self.title = format!(
                    " {property} · {strategy} · seed {seed} · {} · {} ",
                    counted(*workers, "worker"),
                    counted(*corpus, "saved input")
                );
            }
            Event::Figures(figures) => {
                self.figures = figures.clone();
                self.add_point();
            }
            Event::Kept { covered, .. } => {
                self.figures.covered = self.figures.covered.max(u64::from(*covered));
                // Too frequent in the beginning to draw each.
                return;
            }
            Event::Sampled(_) => return,
            Event::Failed(seen) => self.failures.push(seen.clone()),
            Event::Shrunk(seen) => {
                match self.failures.iter_mut().find(|known| known.file == seen.file) {
                    Some(known) => *known = seen.clone(),
                    None => self.failures.push(seen.clone()),
                }
            }
            Event::Saved { file } => self.warning = format!("saved after all: {}", shown(file)),
            Event::WorkerReplaced { reason, .. } => {
                self.warning = format!("worker replaced: {reason}");
            }
            Event::Warning(message) => self.warning.clone_from(message),
            Event::Finishing { failures, seconds } => {
                let failures = counted(*failures, "failure");
                self.warning = format!("shrinking {failures}, at most {seconds} s each");
            }
            Event::Ended(figures) => {
                self.close();
                // What scrolls by on a plain screen is shown once the terminal is itself again.
                let mut plain = Plain::default();
                if let Some(started) = &self.started_event {
                    plain.on(started);
                }
                for seen in &self.failures {
                    // Shrinking is over: what is still under way did not get done.
                    let shrinking = match &seen.shrinking {
                        Shrinking::UnderWay => Shrinking::Off,
                        other => other.clone(),
                    };
                    plain.on(&Event::Failed(FoundFailure { shrinking, ..seen.clone() }));
                }
                plain.on(&Event::Ended(figures.clone()));
                return;
            }
        }
        let view = View {
            title: &self.title,
            figures: &self.figures,
            coverage: &self.coverage,
            failures: &self.failures,
            warning: &self.warning,
            elapsed: self.started.elapsed(),
        };
        // A terminal that is gone does not come back.
        if self.terminal.draw(|frame| view.draw(frame)).is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What is on the screen.
struct View<'v> {
    title: &'v str,
    figures: &'v Figures,
    coverage: &'v [(f64, f64)],
    failures: &'v [FoundFailure],
    warning: &'v str,
    elapsed: Duration,
}

impl View<'_> {
    fn draw(&self, frame: &mut Frame<'_>) {
        let [title, upper, lower, footer] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(10),
            Constraint::Percentage(35),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        let bold = Style::new().add_modifier(Modifier::BOLD);
        frame.render_widget(Line::styled(self.title, bold.add_modifier(Modifier::REVERSED)), title);
        let [numbers, chart] =
            Layout::horizontal([Constraint::Length(42), Constraint::Min(20)]).areas(upper);
        self.draw_numbers(frame, numbers);
        // A box with its border, a line a reason.
        let height = self.reasons().len() as u16 + 2 * u16::from(!self.reasons().is_empty());
        let [chart, reasons] =
            Layout::vertical([Constraint::Min(8), Constraint::Length(height)]).areas(chart);
        self.draw_chart(frame, chart);
        self.draw_reasons(frame, reasons);
        self.draw_failures(frame, lower);
        let hint = if self.warning.is_empty() {
            " q or Ctrl-C ends the campaign; everything found is saved".to_owned()
        } else {
            format!(" {}", harmless(self.warning).replace('\n', " "))
        };
        frame.render_widget(Line::from(hint), footer);
    }

    fn draw_numbers(&self, frame: &mut Frame<'_>, area: Rect) {
        let s = self.figures;
        let height = 11 + 2 * u16::from(s.mutants.is_some());
        let [numbers, operators] =
            Layout::vertical([Constraint::Length(height), Constraint::Min(3)]).areas(area);
        let share = s.covered as f64 / s.edges.max(1) as f64 * 100.0;
        let rows = [
            ("time", clock(self.elapsed)),
            ("runs", thousands(s.runs)),
            ("runs/s", thousands(s.runs_per_second as u64)),
            ("edges", format!("{} of {} ({share:.1} %)", s.covered, s.edges)),
            ("valid", format!("{:.1} % of the runs", s.valid_share * 100.0)),
            ("population", thousands(s.population)),
            ("corpus", thousands(s.corpus as u64)),
            ("unstable edges", thousands(s.unstable)),
            ("workers replaced", thousands(s.replaced)),
        ];
        let mutants = s.mutants.map(|MutantFigures { all, killed, surviving, score }| {
            [
                ("mutants killed", format!("{killed} of {all} ({score:.1} %)")),
                ("mutants alive", thousands(surviving as u64)),
            ]
        });
        let lines: Vec<Line<'_>> = rows
            .into_iter()
            .chain(mutants.into_iter().flatten())
            .map(|(name, value)| {
                Line::from(vec![
                    Span::raw(format!("{name:<17}")),
                    Span::styled(value, Style::new().fg(Color::Yellow)),
                ])
            })
            .collect();
        frame.render_widget(Paragraph::new(lines).block(bordered(" campaign ")), numbers);
        let rows = s.operators.iter().map(|operator| {
            Row::new([
                operator.name.clone(),
                thousands(operator.children),
                format!("{} kept", operator.kept),
            ])
        });
        let widths = [Constraint::Length(17), Constraint::Length(8), Constraint::Min(6)];
        let table = Table::new(rows, widths).block(bordered(" operators "));
        frame.render_widget(table, operators);
    }

    fn draw_chart(&self, frame: &mut Frame<'_>, area: Rect) {
        let end = self.coverage.last().map_or(1.0, |point| point.0).max(1.0);
        let top = (self.figures.covered as f64).max(1.0) * 1.05;
        let line = Dataset::default()
            .marker(Marker::Braille)
            .graph_type(GraphType::Line)
            .style(Style::new().fg(Color::Green))
            .data(self.coverage);
        let chart = Chart::new(vec![line])
            .block(bordered(" edges covered over time "))
            .x_axis(
                Axis::default()
                    .bounds([0.0, end])
                    .labels(["0 s".to_owned(), format!("{end:.0} s")]),
            )
            .y_axis(
                Axis::default().bounds([0.0, top]).labels(["0".to_owned(), format!("{top:.0}")]),
            );
        frame.render_widget(chart, area);
    }

    /// The reasons for invalid inputs, where there are many such inputs.
    fn reasons(&self) -> &[ReasonFigures] {
        if self.figures.valid_share < FEW_VALID { &self.figures.invalid } else { &[] }
    }

    fn draw_reasons(&self, frame: &mut Frame<'_>, area: Rect) {
        let lines = self.reasons().iter().map(|ReasonFigures { text, inputs }| {
            let text = harmless(&shortened(text)).replace(['\n', '\t'], " ");
            Line::from(vec![
                Span::styled(format!("{inputs:>6}  "), Style::new().fg(Color::Yellow)),
                Span::raw(text),
            ])
        });
        let title = " why inputs of the corpus are invalid ";
        frame.render_widget(List::new(lines).block(bordered(title)), area);
    }

    fn draw_failures(&self, frame: &mut Frame<'_>, area: Rect) {
        let places = self.places();
        let title = match (self.failures.len(), places.len()) {
            (all, places) if all == places => format!(" failures: {all} "),
            (all, places) => format!(" failures: {all} at {} ", counted(places, "place")),
        };
        let lines = places.iter().rev().map(|(seen, ways)| {
            let age = self.elapsed.saturating_sub(Duration::from_secs_f64(seen.at.seconds));
            let value: String = seen
                .values
                .iter()
                .map(|value| format!("  {} = {}", value.name, value.text))
                .collect();
            let value = harmless(&shortened(&value)).replace(['\n', '\t'], " ");
            let ways = if *ways > 1 { format!(" ({ways} ways)") } else { String::new() };
            Line::from(vec![
                Span::raw(format!("{:>9} ago  ", clock(age))),
                Span::styled(format!("{}{ways}", seen.key), Style::new().fg(Color::Red)),
                Span::raw(value),
            ])
        });
        frame.render_widget(List::new(lines).block(bordered(title)), area);
    }

    /// The first failure at each place, with the number of ways to get there.
    fn places(&self) -> Vec<(&FoundFailure, usize)> {
        let mut places: Vec<(&FoundFailure, usize)> = Vec::new();
        for seen in self.failures {
            match places.iter_mut().find(|(first, _)| first.key.is_at_place_of(&seen.key)) {
                Some((_, ways)) => *ways += 1,
                None => places.push((seen, 1)),
            }
        }
        places
    }
}

/// A box with a title.
fn bordered(title: impl Into<String>) -> Block<'static> {
    let title = Span::styled(title.into(), Style::new().fg(Color::Cyan));
    Block::bordered().border_style(Style::new().fg(Color::DarkGray)).title(title)
}

/// A time as hours, minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// A number with its thousands apart.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_campaign::{Moment, OperatorFigures, Shrinking};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    #[test]
    fn numbers_and_times_are_easy_to_read() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
    }

    #[test]
    fn the_screen_shows_what_matters_and_survives_a_small_terminal() {
        let figures = Figures {
            runs: 1_234_567,
            valid_share: 0.2,
            invalid: vec![ReasonFigures { text: "no `…` in scope".into(), inputs: 12 }],
            covered: 428,
            edges: 2_136,
            mutants: Some(MutantFigures { all: 40, killed: 21, surviving: 3, score: 52.5 }),
            operators: vec![OperatorFigures {
                name: "linked crossover".into(),
                children: 9,
                kept: 3,
            }],
            ..Figures::default()
        };
        let failure = FoundFailure {
            at: Moment { seconds: 1.0, runs: 1 },
            key: "panic at src/lib.rs:1:2".parse().unwrap(),
            message: "no".into(),
            values: Vec::new(),
            file: "/f.chi".into(),
            choices: 3,
            shrinking: Shrinking::Done,
            unsaved: None,
            replay: String::new(),
        };
        let callers = vec!["json::parse".to_owned()];
        let elsewhere =
            FoundFailure { key: failure.key.clone().with_callers(callers), ..failure.clone() };
        let other =
            FoundFailure { key: "timeout in json::skip".parse().unwrap(), ..failure.clone() };
        let view = View {
            title: " json::round_trip ",
            figures: &figures,
            coverage: &[(0.0, 0.0), (1.0, 300.0), (2.0, 428.0)],
            failures: &[failure.clone(), elsewhere, other],
            warning: "",
            elapsed: Duration::from_secs(65),
        };
        for (width, height) in [(100, 30), (40, 12), (5, 3)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| view.draw(frame)).unwrap();
            if width == 100 {
                let text = terminal.backend().to_string();
                for shown in [
                    "json::round_trip",
                    "1,234,567",
                    "428 of 2136 (20.0 %)",
                    "mutants killed   21 of 40 (52.5 %)",
                    "mutants alive    3",
                    "linked crossover",
                    "12  no `…` in scope",
                    "failures: 3 at 2 places",
                    "panic at src/lib.rs:1:2 (2 ways)",
                    "timeout in json::skip",
                ] {
                    assert!(text.contains(shown), "no {shown:?} in\n{text}");
                }
            }
        }
    }
}
