//! From files as written to a [`Grammar`] that is ready for use.

mod body;
mod heights;
mod modes;
mod readable;
mod tokens;

use std::collections::HashMap;

use chiasma_core::{Function, SiteId};

use crate::diagnostic::{GrammarError, Place, Report};
use crate::grammar::{
    Commands, EOF, Grammar, Mode, Node, NodeId, Point, PointId, PointKind, Rule, RuleId, RuleKind,
    TokenType, TypeId,
};
use crate::lexer::Lexer;
use crate::parse::Firsts;
use crate::program::Program;
use crate::reader::Sources;
use crate::reader::ast::FileKind;

/// Checks a grammar and prepares it.
pub(crate) fn lower(sources: &Sources, mut report: Report) -> Result<Grammar, GrammarError> {
    let grammar = Lowering::new(sources, &mut report).finish();
    let Some(mut grammar) = grammar else {
        return Err(GrammarError { diagnostics: report.into_diagnostics() });
    };
    grammar.files = report.files().to_vec();
    grammar.warnings = report.into_diagnostics();
    Ok(grammar)
}

struct Lowering<'s> {
    sources: &'s Sources,
    report: &'s mut Report,
    grammar: Grammar,
    rules_by_name: HashMap<&'s str, RuleId>,
    types_by_name: HashMap<String, TypeId>,
    /// The types of literals that stand in parser rules.
    types_by_literal: HashMap<String, TypeId>,
    /// The rule being lowered, and how many choices and sites it has so far.
    current: Current,
}

#[derive(Debug, Default)]
struct Current {
    owner: String,
    points: u32,
    sites: u32,
    is_lexical: bool,
    ignores_case: bool,
}

impl<'s> Lowering<'s> {
    fn new(sources: &'s Sources, report: &'s mut Report) -> Self {
        let grammar = Grammar {
            name: sources.name.clone(),
            rules: Vec::new(),
            nodes: vec![Node::Empty],
            sites: vec![SiteId(0)],
            points: Vec::new(),
            sets: Vec::new(),
            types: vec![TokenType { name: "EOF".to_owned(), producers: Vec::new(), point: None }],
            modes: Vec::new(),
            warnings: Vec::new(),
            files: Vec::new(),
            parser: Program::default(),
            firsts: Firsts::default(),
            precedence: None,
            lexer: Lexer::default(),
        };
        Self {
            sources,
            report,
            grammar,
            rules_by_name: HashMap::new(),
            types_by_name: HashMap::from([("EOF".to_owned(), EOF)]),
            types_by_literal: HashMap::new(),
            current: Current::default(),
        }
    }

    /// The grammar; nothing if it has errors.
    fn finish(mut self) -> Option<Grammar> {
        if self.sources.rules.is_empty() && !self.report.has_errors() {
            let hint = "a rule is `name : alternative | alternative ;`";
            self.report.error(self.sources.place, "the grammar has no rules", hint);
        }
        self.declare_modes();
        self.declare_rules();
        self.declare_tokens();
        self.declare_literals();
        self.lower_bodies();
        self.make_producers();
        self.complete_modes();
        if self.report.has_errors() {
            return None;
        }
        heights::compute(&mut self.grammar, self.report);
        heights::refuse_left_recursive_tokens(&self.grammar, self.report);
        if self.report.has_errors() {
            return None;
        }
        heights::order_alternatives(&mut self.grammar);
        let mut grammar = self.grammar;
        grammar.lexer = Lexer::new(&grammar);
        readable::find(&mut grammar);
        heights::prefer_readable(&mut grammar);
        let mut parser = Program::default();
        for at in 0..grammar.rules.len() {
            if grammar.rules[at].kind == RuleKind::Parser {
                parser.add(&grammar, RuleId(at as u32), grammar.rules[at].body);
            }
        }
        parser.entries.resize(grammar.rules.len(), u32::MAX);
        grammar.firsts = Firsts::new(&grammar, &parser);
        grammar.parser = parser;
        grammar.precedence = Program::with_precedence(&grammar).map(|program| {
            let firsts = Firsts::new(&grammar, &program);
            (program, firsts)
        });
        modes::find_separators(&mut grammar);
        Some(grammar)
    }

    fn declare_modes(&mut self) {
        let names = self.sources.rules.iter().map(|rule| rule.mode.as_str());
        for name in ["DEFAULT_MODE"].into_iter().chain(names) {
            if !self.grammar.modes.iter().any(|mode| mode.name == name) {
                self.grammar.modes.push(Mode {
                    name: name.to_owned(),
                    rules: Vec::new(),
                    hidden: Vec::new(),
                    gap: None,
                    separators: Vec::new(),
                });
            }
        }
    }

    fn mode(&self, name: &str) -> Option<u32> {
        self.grammar.modes.iter().position(|mode| mode.name == name).map(|at| at as u32)
    }

    fn declare_rules(&mut self) {
        let sources = self.sources;
        for rule in &sources.rules {
            if let Some(&first) = self.rules_by_name.get(rule.name.as_str()) {
                let first = self.grammar.rule_at(first).place;
                let hint = format!(
                    "the first one is at {}:{}; rename one of them",
                    first.line, first.column
                );
                self.report.error(
                    rule.place,
                    format!("the rule `{}` is defined twice", rule.name),
                    hint,
                );
            }
            if rule.name == "EOF" {
                let hint = "EOF is the end of the text in every grammar; choose another name";
                self.report.error(rule.place, "a rule cannot be called EOF", hint);
            }
            match (sources.kind, rule.is_lexer()) {
                (FileKind::Lexer, false) => {
                    let hint = "the names of tokens begin with a capital; parser rules need `grammar` or `parser grammar`";
                    let message = format!("the parser rule `{}` in a lexer grammar", rule.name);
                    self.report.error(rule.place, message, hint);
                }
                _ if !rule.is_lexer() && rule.mode != "DEFAULT_MODE" => {
                    let message = format!("the parser rule `{}` in a lexer mode", rule.name);
                    self.report.error(rule.place, message, "put it before the first `mode`");
                }
                _ => {}
            }
            let kind = match (rule.is_lexer(), rule.is_fragment) {
                (false, _) => RuleKind::Parser,
                (true, false) => RuleKind::Token,
                (true, true) => RuleKind::Fragment,
            };
            let mode = self.mode(&rule.mode).unwrap_or(0);
            let id = self.add_rule(rule.name.clone(), rule.place, kind, mode);
            self.rules_by_name.insert(&rule.name, id);
        }
    }

    fn add_rule(&mut self, name: String, place: Place, kind: RuleKind, mode: u32) -> RuleId {
        let function = Function::named(&format!("{}::{name}", self.grammar.name));
        self.grammar.rules.push(Rule {
            name,
            place,
            kind,
            body: 0,
            whole: 0,
            mode,
            commands: Commands::default(),
            token: EOF,
            function,
            height: u32::MAX,
            is_fixed: false,
            right_associative: Vec::new(),
            read_as: None,
        });
        RuleId(self.grammar.rules.len() as u32 - 1)
    }

    fn lower_bodies(&mut self) {
        let sources = self.sources;
        for rule in &sources.rules {
            let Some(&id) = self.rules_by_name.get(rule.name.as_str()) else { continue };
            self.current = Current {
                owner: rule.name.clone(),
                points: 0,
                sites: 0,
                is_lexical: rule.is_lexer(),
                ignores_case: rule.is_lexer() && rule.ignores_case == Some(true),
            };
            let body = self.alternatives(&rule.alternatives);
            self.set_body(id, body);
            let right =
                rule.alternatives.iter().map(|alternative| alternative.is_right_associative);
            self.grammar.rules[id.0 as usize].right_associative = right.collect();
            if rule.is_lexer()
                && !rule.is_fragment
                && self.grammar.rule_at(id).kind == RuleKind::Fragment
            {
                let parts: Vec<RuleId> = (0..self.grammar.rules.len() as u32)
                    .map(RuleId)
                    .filter(|&part| part != id && self.grammar.rule_at(part).name == rule.name)
                    .collect();
                for (part, alternative) in parts.into_iter().zip(&rule.alternatives) {
                    let body = self.alternatives(std::slice::from_ref(alternative));
                    self.set_body(part, body);
                }
            }
        }
    }

    fn set_body(&mut self, id: RuleId, body: NodeId) {
        let rule = &mut self.grammar.rules[id.0 as usize];
        (rule.body, rule.whole) = (body, body);
    }

    fn add_point(&mut self, kind: PointKind, alternatives: Vec<String>) -> PointId {
        self.current.points += 1;
        let Current { owner, points, is_lexical, .. } = &self.current;
        let site = SiteId::named(&format!("{} {owner} {kind:?} {points}", self.grammar.name));
        self.grammar.points.push(Point {
            owner: owner.clone(),
            number: *points,
            kind,
            order: (0..alternatives.len() as u32).collect(),
            avoided: vec![false; alternatives.len()],
            alternatives,
            site,
            is_lexical: *is_lexical,
        });
        PointId(self.grammar.points.len() as u32 - 1)
    }

    fn add_node(&mut self, node: Node) -> NodeId {
        self.current.sites += 1;
        let Current { owner, sites, .. } = &self.current;
        let site = match node {
            Node::Call(_) | Node::Token(_) | Node::Set(_) => {
                SiteId::named(&format!("{} {owner} part {sites}", self.grammar.name))
            }
            _ => SiteId(0),
        };
        self.grammar.nodes.push(node);
        self.grammar.sites.push(site);
        self.grammar.nodes.len() as NodeId - 1
    }
}
