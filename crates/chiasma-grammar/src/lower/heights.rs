//! How deep the shortest expansion of each rule is: what makes generation end.

use crate::diagnostic::Report;
use crate::grammar::{Grammar, Node, NodeId, RuleId, RuleKind};

const NEVER: u32 = u32::MAX;

/// Computes the height of every rule; a rule without one never ends, which is an error.
pub(super) fn compute(grammar: &mut Grammar, report: &mut Report) {
    loop {
        let mut changed = false;
        for at in 0..grammar.rules.len() {
            let height = of_node(grammar, grammar.rules[at].body, Tokens::All).saturating_add(1);
            if height < grammar.rules[at].height {
                grammar.rules[at].height = height;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for at in 0..grammar.rules.len() {
        let rule = &grammar.rules[at];
        if rule.height == NEVER && reaches_itself(grammar, RuleId(at as u32)) {
            let message = format!(
                "the rule `{}` never ends: each of its alternatives leads back to it",
                rule.name
            );
            report.error(rule.place, message, "add an alternative that does not");
        } else if rule.height == NEVER && has_empty_set(grammar, rule.body) {
            let message = format!(
                "nothing matches the rule `{}`: it needs a character of an empty set",
                rule.name
            );
            report.error(rule.place, message, "put characters into the set");
        }
    }
    // Whatever else has no height needs one of those, or a token that nothing makes.
    if !report.has_errors() {
        for at in 0..grammar.rules.len() {
            let rule = &grammar.rules[at];
            if rule.height == NEVER {
                let message = format!("nothing matches the rule `{}`", rule.name);
                report.error(
                    rule.place,
                    message,
                    "each alternative needs something that has no text",
                );
            }
        }
    }
    compute_fixed(grammar);
}

/// Which tokens an expansion may consist of.
#[derive(Clone, Copy)]
enum Tokens<'h> {
    All,
    /// Only those that the lexer reads; the heights of rules without the others.
    Readable(&'h [u32]),
}

/// The height of a node, as far as the heights of rules are known.
fn of_node(grammar: &Grammar, node: NodeId, tokens: Tokens<'_>) -> u32 {
    let height = |rule: RuleId| match tokens {
        Tokens::All => grammar.rule_at(rule).height,
        Tokens::Readable(heights) => heights[rule.0 as usize],
    };
    let of = |part: NodeId| of_node(grammar, part, tokens);
    match grammar.node(node) {
        Node::Empty | Node::Text(_) => 0,
        Node::Set(set) if grammar.sets[*set as usize].chars.is_empty() => NEVER,
        Node::Set(_) => 0,
        Node::Call(rule) => height(*rule),
        Node::Token(token) => {
            let producers = &grammar.types[*token as usize].producers;
            let is_wanted = |rule: &RuleId| {
                matches!(tokens, Tokens::All) || grammar.rule_at(*rule).read_as.is_none()
            };
            let wanted = producers.iter().copied().filter(is_wanted);
            let none = if producers.is_empty() { 0 } else { NEVER };
            wanted.map(height).min().unwrap_or(none)
        }
        Node::Sequence(parts) => parts.iter().map(|&part| of(part)).max().unwrap_or(0),
        Node::Choice(_, parts) => parts.iter().map(|&part| of(part)).min().unwrap_or(NEVER),
        Node::Repeat(repeat) if repeat.at_least_once => of(repeat.body),
        Node::Repeat(_) => 0,
    }
}

/// Makes fresh choices avoid tokens that are never read, and puts the simplest alternative without them first.
pub(super) fn prefer_readable(grammar: &mut Grammar) {
    if grammar.rules.iter().all(|rule| rule.read_as.is_none()) {
        return;
    }
    // Within tokens nothing changes: a token that is never read may be part of another.
    let mut heights: Vec<u32> = grammar
        .rules
        .iter()
        .map(|rule| if rule.kind == RuleKind::Parser { NEVER } else { rule.height })
        .collect();
    loop {
        let mut changed = false;
        for at in 0..grammar.rules.len() {
            let tokens = Tokens::Readable(&heights);
            let height = of_node(grammar, grammar.rules[at].body, tokens).saturating_add(1);
            if height < heights[at] {
                heights[at] = height;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for at in 0..grammar.nodes.len() {
        let of = |node: NodeId| of_node(grammar, node, Tokens::Readable(&heights));
        match &grammar.nodes[at] {
            Node::Choice(point, alternatives) => {
                let avoided: Vec<bool> =
                    alternatives.iter().map(|&node| of(node) == NEVER).collect();
                let mut ranked: Vec<(u32, usize)> =
                    alternatives.iter().enumerate().map(|(n, &node)| (of(node), n)).collect();
                ranked.sort_unstable();
                let sorted = ranked.iter().map(|&(_, n)| alternatives[n]).collect();
                let point = *point;
                let of = &mut grammar.points[point.0 as usize];
                for (n, avoided) in avoided.into_iter().enumerate() {
                    of.avoided[of.order[n] as usize] = avoided;
                }
                of.order = ranked.iter().map(|&(_, n)| of.order[n]).collect();
                grammar.nodes[at] = Node::Choice(point, sorted);
            }
            Node::Repeat(repeat) if of(repeat.body) == NEVER => {
                let point = repeat.point;
                grammar.points[point.0 as usize].avoided[1] = true;
            }
            _ => {}
        }
    }
    for at in 0..grammar.types.len() {
        let Some(point) = grammar.types[at].point else { continue };
        let producers = grammar.types[at].producers.clone();
        let is_avoided = |n: usize| grammar.rule_at(producers[n]).read_as.is_some();
        let mut ranked: Vec<usize> = (0..producers.len()).collect();
        ranked.sort_by_key(|&n| is_avoided(n));
        let avoided: Vec<bool> = (0..producers.len()).map(is_avoided).collect();
        let of = &mut grammar.points[point.0 as usize];
        for (n, avoided) in avoided.into_iter().enumerate() {
            of.avoided[of.order[n] as usize] = avoided;
        }
        of.order = ranked.iter().map(|&n| of.order[n]).collect();
        grammar.types[at].producers = ranked.into_iter().map(|n| producers[n]).collect();
    }
    for (rule, height) in grammar.rules.iter_mut().zip(heights) {
        if height != NEVER {
            rule.height = height;
        }
    }
}

fn has_empty_set(grammar: &Grammar, node: NodeId) -> bool {
    match grammar.node(node) {
        Node::Set(set) => grammar.sets[*set as usize].chars.is_empty(),
        Node::Sequence(parts) | Node::Choice(_, parts) => {
            parts.iter().any(|&part| has_empty_set(grammar, part))
        }
        Node::Repeat(repeat) => has_empty_set(grammar, repeat.body),
        _ => false,
    }
}

/// Puts the simplest alternative of every choice first: index 0 always leads to an end.
pub(super) fn order_alternatives(grammar: &mut Grammar) {
    for at in 0..grammar.nodes.len() {
        let Node::Choice(point, alternatives) = &grammar.nodes[at] else { continue };
        let mut ranked: Vec<(u32, u32, NodeId)> = alternatives
            .iter()
            .enumerate()
            .map(|(n, &alternative)| {
                (of_node(grammar, alternative, Tokens::All), n as u32, alternative)
            })
            .collect();
        ranked.sort_unstable();
        let point = *point;
        grammar.points[point.0 as usize].order = ranked.iter().map(|&(_, n, _)| n).collect();
        let sorted = ranked.into_iter().map(|(_, _, alternative)| alternative).collect();
        grammar.nodes[at] = Node::Choice(point, sorted);
    }
    for at in 0..grammar.types.len() {
        if let Some(point) = grammar.types[at].point {
            let mut ranked: Vec<(u32, u32, RuleId)> = grammar.types[at]
                .producers
                .iter()
                .enumerate()
                .map(|(n, &rule)| (grammar.rule_at(rule).height, n as u32, rule))
                .collect();
            ranked.sort_unstable();
            grammar.points[point.0 as usize].order = ranked.iter().map(|&(_, n, _)| n).collect();
            grammar.types[at].producers = ranked.into_iter().map(|(_, _, rule)| rule).collect();
        }
    }
}

/// Finds the rules in which there is nothing to choose: they need no spans.
fn compute_fixed(grammar: &mut Grammar) {
    for at in 0..grammar.rules.len() {
        let rule = &grammar.rules[at];
        let is_fixed = match grammar.node(rule.whole) {
            Node::Empty | Node::Text(_) => true,
            Node::Set(set) => grammar.sets[*set as usize].chars.len() <= 1,
            _ => false,
        };
        grammar.rules[at].is_fixed = is_fixed;
    }
}

/// Whether a rule can call itself, directly or through others.
fn reaches_itself(grammar: &Grammar, rule: RuleId) -> bool {
    let mut seen = vec![false; grammar.rules.len()];
    let mut pending = called(grammar, grammar.rule_at(rule).body, Which::All);
    while let Some(next) = pending.pop() {
        if next == rule {
            return true;
        }
        if !std::mem::replace(&mut seen[next.0 as usize], true) {
            pending.extend(called(grammar, grammar.rule_at(next).body, Which::All));
        }
    }
    false
}

#[derive(Clone, Copy)]
enum Which<'n> {
    /// All calls in a body.
    All,
    /// Those before which nothing may have been read, given the rules that may give no text.
    Leftmost(&'n [bool]),
}

/// The rules that a node calls.
fn called(grammar: &Grammar, node: NodeId, which: Which<'_>) -> Vec<RuleId> {
    let mut rules = Vec::new();
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        match grammar.node(node) {
            Node::Call(rule) => rules.push(*rule),
            Node::Sequence(parts) => {
                for &part in parts {
                    pending.push(part);
                    if let Which::Leftmost(nullable) = which
                        && !is_nullable(grammar, part, nullable)
                    {
                        break;
                    }
                }
            }
            Node::Choice(_, parts) => pending.extend(parts),
            Node::Repeat(repeat) => pending.push(repeat.body),
            _ => {}
        }
    }
    rules
}

/// Which rules may give no text at all.
fn nullable_rules(grammar: &Grammar) -> Vec<bool> {
    let mut nullable = vec![false; grammar.rules.len()];
    loop {
        let mut changed = false;
        for (at, rule) in grammar.rules.iter().enumerate() {
            if !nullable[at] && is_nullable(grammar, rule.body, &nullable) {
                nullable[at] = true;
                changed = true;
            }
        }
        if !changed {
            return nullable;
        }
    }
}

fn is_nullable(grammar: &Grammar, node: NodeId, rules: &[bool]) -> bool {
    match grammar.node(node) {
        Node::Empty => true,
        Node::Text(text) => text.is_empty(),
        Node::Set(_) | Node::Token(_) => false,
        Node::Call(rule) => rules[rule.0 as usize],
        Node::Sequence(parts) => parts.iter().all(|&part| is_nullable(grammar, part, rules)),
        Node::Choice(_, parts) => parts.iter().any(|&part| is_nullable(grammar, part, rules)),
        Node::Repeat(repeat) => !repeat.at_least_once || is_nullable(grammar, repeat.body, rules),
    }
}

/// Tokens are read from left to right, so a lexer rule must not begin with itself.
pub(super) fn refuse_left_recursive_tokens(grammar: &Grammar, report: &mut Report) {
    let nullable = nullable_rules(grammar);
    for (at, rule) in grammar.rules.iter().enumerate() {
        if rule.kind == RuleKind::Parser {
            continue;
        }
        let id = RuleId(at as u32);
        let mut seen = vec![false; grammar.rules.len()];
        let mut pending = called(grammar, rule.body, Which::Leftmost(&nullable));
        while let Some(next) = pending.pop() {
            if next == id {
                let message = format!("the lexer rule `{}` begins with itself", rule.name);
                report.error(rule.place, message, "write it as a repetition: `A : B C*`");
                break;
            }
            if !std::mem::replace(&mut seen[next.0 as usize], true) {
                pending.extend(called(
                    grammar,
                    grammar.rule_at(next).body,
                    Which::Leftmost(&nullable),
                ));
            }
        }
    }
}
