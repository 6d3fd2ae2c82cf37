//! Railroad diagrams: what a rule looks like, as SVG.

use std::fmt::Write;

use chiasma_core::display::escape_html;

use crate::charset::CharSet;
use crate::grammar::{EOF, Grammar, Node, NodeId, RuleId, RuleKind};

/// Distance between neighbours, height of a box, width of a character, in pixels.
const GAP: f64 = 14.0;
const BOX: f64 = 26.0;
const CHARACTER: f64 = 7.8;
const RADIUS: f64 = 8.0;
const MARGIN: f64 = 20.0;

impl Grammar {
    /// The railroad diagram of a rule, an SVG document that stands for itself.
    #[must_use]
    pub fn diagram(&self, rule: RuleId) -> String {
        let rule = self.rule_at(rule);
        let track = self.track(rule.body);
        let width = track.width + 2.0 * MARGIN + 2.0 * GAP;
        let height = track.up + track.down + 2.0 * MARGIN + 24.0;
        let (x, y) = (MARGIN, MARGIN + 24.0 + track.up);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
             <style>\n\
             path {{ fill: none; stroke: #5b6470; stroke-width: 1.6 }}\n\
             circle {{ fill: #5b6470 }}\n\
             rect {{ stroke-width: 1.4 }}\n\
             .rule rect {{ fill: #eef3fb; stroke: #4a6fa5 }}\n\
             .token rect {{ fill: #fdf4e3; stroke: #b7791f }}\n\
             .text rect {{ fill: #e9f6ec; stroke: #3c8052 }}\n\
             text {{ font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #1f2933; text-anchor: middle }}\n\
             .name {{ font-weight: bold; text-anchor: start }}\n\
             </style>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text class=\"name\" x=\"{MARGIN}\" y=\"{MARGIN}\">{}</text>\n",
            escape_html(&rule.name)
        );
        let end = x + 2.0 * GAP + track.width;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/><circle cx=\"{end:.1}\" cy=\"{y:.1}\" r=\"4\"/>"
        );
        line(&mut svg, x, y, x + GAP);
        track.draw(&mut svg, x + GAP, y);
        line(&mut svg, x + GAP + track.width, y, end);
        svg.push_str("</svg>\n");
        svg
    }

    /// The diagrams of all named rules: file names and SVG documents.
    #[must_use]
    pub fn diagrams(&self) -> Vec<(String, String)> {
        let mut diagrams: Vec<(String, String)> = (0..self.rules.len() as u32)
            .map(RuleId)
            .filter(|&rule| !self.rule_at(rule).name.starts_with('\''))
            .map(|rule| (format!("{}.svg", self.rule_at(rule).name), self.diagram(rule)))
            .collect();
        // A rule whose alternatives are tokens of their own comes first as a whole.
        diagrams.dedup_by(|next, first| next.0 == first.0);
        diagrams
    }

    fn track(&self, node: NodeId) -> Track {
        match self.node(node) {
            Node::Empty => Track::empty(),
            Node::Text(text) => Track::label(Class::Text, &format!("'{}'", text.escape_debug())),
            Node::Set(set) => Track::label(Class::Text, &describe(&self.sets[*set as usize].chars)),
            Node::Call(rule) => {
                let rule = self.rule_at(*rule);
                let class = if rule.kind == RuleKind::Parser { Class::Rule } else { Class::Token };
                Track::label(class, &rule.name)
            }
            Node::Token(EOF) => Track::label(Class::Token, "end"),
            Node::Token(token) => {
                let name = &self.types[*token as usize].name;
                let class = if name.starts_with('\'') { Class::Text } else { Class::Token };
                Track::label(class, name)
            }
            Node::Sequence(parts) => {
                Track::row(parts.iter().map(|&part| self.track(part)).collect())
            }
            Node::Choice(point, parts) => {
                // In the order written.
                let mut parts: Vec<(u32, NodeId)> =
                    self.point(*point).order.iter().copied().zip(parts.iter().copied()).collect();
                parts.sort_unstable();
                Track::stack(parts.into_iter().map(|(_, part)| self.track(part)).collect())
            }
            Node::Repeat(repeat) => {
                let body = self.track(repeat.body);
                match (repeat.at_least_once, repeat.is_loop) {
                    (true, _) => Track::looped(body),
                    (false, true) => Track::stack(vec![Track::empty(), Track::looped(body)]),
                    (false, false) => Track::stack(vec![Track::empty(), body]),
                }
            }
        }
    }
}

/// What a box stands for.
#[derive(Debug, Clone, Copy)]
enum Class {
    Rule,
    Token,
    Text,
}

/// A part of a diagram, with its size around the line that goes through it.
#[derive(Debug)]
struct Track {
    width: f64,
    up: f64,
    down: f64,
    shape: Shape,
}

#[derive(Debug)]
enum Shape {
    Empty,
    Label(Class, String),
    Row(Vec<Track>),
    Stack(Vec<Track>),
    Looped(Box<Track>),
}

impl Track {
    fn empty() -> Self {
        Self { width: GAP, up: BOX / 4.0, down: BOX / 4.0, shape: Shape::Empty }
    }

    fn label(class: Class, text: &str) -> Self {
        let width = text.chars().count() as f64 * CHARACTER + 18.0;
        Self { width, up: BOX / 2.0, down: BOX / 2.0, shape: Shape::Label(class, text.to_owned()) }
    }

    fn row(parts: Vec<Self>) -> Self {
        let gaps = GAP * parts.len().saturating_sub(1) as f64;
        Self {
            width: parts.iter().map(|part| part.width).sum::<f64>() + gaps,
            up: parts.iter().map(|part| part.up).fold(0.0, f64::max),
            down: parts.iter().map(|part| part.down).fold(0.0, f64::max),
            shape: Shape::Row(parts),
        }
    }

    fn stack(parts: Vec<Self>) -> Self {
        let widest = parts.iter().map(|part| part.width).fold(0.0, f64::max);
        let up = parts.first().map_or(0.0, |part| part.up);
        let first_down = parts.first().map_or(0.0, |part| part.down);
        let below: f64 = parts.iter().skip(1).map(|part| part.up + part.down + GAP / 2.0).sum();
        Self {
            width: widest + 4.0 * RADIUS,
            up,
            down: first_down + below,
            shape: Shape::Stack(parts),
        }
    }

    fn looped(body: Self) -> Self {
        Self {
            width: body.width + 4.0 * RADIUS,
            up: body.up + GAP,
            down: body.down,
            shape: Shape::Looped(Box::new(body)),
        }
    }

    /// Draws it from `x` on, along the line at `y`.
    fn draw(&self, svg: &mut String, x: f64, y: f64) {
        match &self.shape {
            Shape::Empty => line(svg, x, y, x + self.width),
            Shape::Label(class, text) => {
                let (class, round) = match class {
                    Class::Rule => ("rule", 3.0),
                    Class::Token => ("token", 3.0),
                    Class::Text => ("text", BOX / 2.0),
                };
                let (top, middle) = (y - BOX / 2.0, x + self.width / 2.0);
                let _ = writeln!(
                    svg,
                    "<g class=\"{class}\"><rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{BOX}\" rx=\"{round}\"/>\
                     <text x=\"{middle:.1}\" y=\"{:.1}\">{}</text></g>",
                    self.width,
                    y + 4.5,
                    escape_html(text)
                );
            }
            Shape::Row(parts) => {
                let mut at = x;
                for (n, part) in parts.iter().enumerate() {
                    if n > 0 {
                        line(svg, at, y, at + GAP);
                        at += GAP;
                    }
                    part.draw(svg, at, y);
                    at += part.width;
                }
            }
            Shape::Stack(parts) => self.draw_stack(svg, x, y, parts),
            Shape::Looped(body) => {
                let (left, right) = (x + 2.0 * RADIUS, x + self.width - 2.0 * RADIUS);
                line(svg, x, y, left);
                body.draw(svg, left, y);
                line(svg, right, y, x + self.width);
                let top = y - body.up - GAP / 2.0;
                let _ = writeln!(
                    svg,
                    "<path d=\"M{right:.1} {y:.1} q{RADIUS} 0 {RADIUS} -{RADIUS} V{:.1} q0 -{RADIUS} -{RADIUS} -{RADIUS} H{left:.1} \
                     q-{RADIUS} 0 -{RADIUS} {RADIUS} V{:.1} q0 {RADIUS} {RADIUS} {RADIUS}\"/>",
                    top + RADIUS,
                    y - RADIUS
                );
            }
        }
    }

    fn draw_stack(&self, svg: &mut String, x: f64, y: f64, parts: &[Self]) {
        let (left, right) = (x + 2.0 * RADIUS, x + self.width - 2.0 * RADIUS);
        let mut at = y;
        for (n, part) in parts.iter().enumerate() {
            let end = left + part.width;
            if n == 0 {
                line(svg, x, y, left);
                part.draw(svg, left, y);
                line(svg, end, y, x + self.width);
            } else {
                at += parts[n - 1].down + part.up + GAP / 2.0;
                let _ = writeln!(
                    svg,
                    "<path d=\"M{x:.1} {y:.1} q{RADIUS} 0 {RADIUS} {RADIUS} V{:.1} q0 {RADIUS} {RADIUS} {RADIUS}\"/>",
                    at - RADIUS
                );
                part.draw(svg, left, at);
                line(svg, end, at, right);
                let _ = writeln!(
                    svg,
                    "<path d=\"M{right:.1} {at:.1} q{RADIUS} 0 {RADIUS} -{RADIUS} V{:.1} q0 -{RADIUS} {RADIUS} -{RADIUS}\"/>",
                    y + RADIUS
                );
            }
        }
    }
}

fn line(svg: &mut String, from: f64, y: f64, to: f64) {
    if to > from {
        let _ = writeln!(svg, "<path d=\"M{from:.1} {y:.1} H{to:.1}\"/>");
    }
}

/// A set as a person writes it, shortened.
fn describe(set: &CharSet) -> String {
    if *set == CharSet::all() {
        return "any character".to_owned();
    }
    let complement = set.complement();
    let (ranges, sign) = if complement.ranges().len() < set.ranges().len() || set.len() > 1_000_000
    {
        (complement.ranges(), "~")
    } else {
        (set.ranges(), "")
    };
    let show = |code: u32| char::from_u32(code).unwrap_or(' ').escape_debug().to_string();
    let mut text = format!("{sign}[");
    for (n, &(low, high)) in ranges.iter().enumerate() {
        if n == 6 {
            text.push('…');
            break;
        }
        text.push_str(&show(low));
        if high > low {
            let dash = if high > low + 1 { "-" } else { "" };
            let _ = write!(text, "{dash}{}", show(high));
        }
    }
    text.push(']');
    text
}
