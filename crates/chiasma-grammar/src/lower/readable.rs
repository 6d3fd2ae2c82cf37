//! Which tokens are never read, because another rule comes first or reads more.

use chiasma_core::{Seed, Source};

use crate::generate::Limits;
use crate::grammar::{Grammar, ReadAs, RuleId, RuleKind};
use crate::probabilities::Probabilities;

/// How many texts of a token are tried before it is reported as never read.
const TEXTS: u64 = 12;

/// Finds the tokens that are never read, and the hidden text that leaves a mode.
pub(super) fn find(grammar: &mut Grammar) {
    let uniform = Probabilities::uniform(grammar);
    let mut source = Source::with_max_size(1_024, Seed(0));
    for at in 0..grammar.rules.len() {
        let rule = &grammar.rules[at];
        if rule.kind == RuleKind::Token && rule.whole == rule.body && !rule.commands.is_more {
            let read_as = read_as(grammar, RuleId(at as u32), &uniform, &mut source);
            grammar.rules[at].read_as = read_as;
        }
    }
    for mode in 0..grammar.modes.len() {
        let Some(gap) = grammar.modes[mode].gap else { continue };
        let leaves = grammar.modes[mode].hidden.iter().map(|&rule| {
            let rule = grammar.rule_at(rule);
            !rule.commands.modes.is_empty() || rule.read_as.is_some()
        });
        let avoided = [false].into_iter().chain(leaves).collect();
        grammar.points[gap.0 as usize].avoided = avoided;
    }
}

/// What a token's texts are read as, if some are tried and none is read as the token itself.
fn read_as(
    grammar: &Grammar,
    id: RuleId,
    uniform: &Probabilities,
    source: &mut Source,
) -> Option<ReadAs> {
    let rule = grammar.rule_at(id);
    let tries = if rule.is_fixed { 1 } else { TEXTS };
    let mut instead = None;
    for seed in 0..tries {
        source.load(&[], Seed(seed));
        let text = grammar.generate(source, id, uniform, Limits { depth: 20, expansions: 50 });
        let read = grammar.lexer.longest(grammar, rule.mode, &text);
        let other = match read.filter(|(_, end)| *end == text.len()) {
            Some((read, _)) => {
                let other = grammar.rule_at(read);
                if other.token == rule.token && other.commands == rule.commands {
                    return None;
                }
                ReadAs::Rule(read)
            }
            None if text.is_empty() => return None,
            None => ReadAs::NoToken,
        };
        instead.get_or_insert(other);
    }
    instead
}
