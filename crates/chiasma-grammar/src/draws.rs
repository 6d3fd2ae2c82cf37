//! Where the generator's choices come from: a source, or a derivation that is turned into a sequence.

use std::sync::OnceLock;

use chiasma_core::{Open, Source, Weights};

use crate::charset::{Part, Steps};
use crate::grammar::{Grammar, NodeId, PointId, RuleId, SetId};

/// What makes the generator's choices.
pub(crate) trait Draws {
    /// A rule's span.
    type Open: Copy;

    /// Enters a rule, called by a node.
    fn open(&mut self, rule: RuleId, caller: NodeId) -> Self::Open;
    /// Leaves a rule.
    fn close(&mut self, open: Self::Open);
    /// Enters a rule that has no span.
    fn expand(&mut self) {}
    /// Begins a token of a rule.
    fn begin_token(&mut self, _: RuleId) {}
    /// The index of an alternative; fresh ones are as likely as `weights` say.
    fn index(&mut self, point: PointId, weights: &Weights) -> usize;
    /// A character of a set of more than one, drawn by a node.
    fn char(&mut self, set: SetId, drawer: NodeId) -> char;
    /// Whether to leave a text that does not read back; a fresh answer is always no.
    fn leaves(&mut self, flaw: Flaw) -> bool;
    /// Gives up: the text has become too large.
    fn give_up(&mut self);
}

/// Why a text does not read back.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Flaw {
    /// A token's text is that of another token.
    AnotherToken,
    /// A token runs into the one before it, which a separator would prevent.
    RunsTogether,
    /// Hidden text runs into the token behind it, which nothing prevents.
    Swallowed,
}

/// Choices drawn from a source.
pub(crate) struct FromSource<'s> {
    pub(crate) grammar: &'s Grammar,
    pub(crate) source: &'s mut Source,
}

/// Of the characters drawn from a large set, one in 16 is not ASCII.
fn mostly_ascii() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| weights([15, 1]).unguided())
}

fn always_first() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| weights([1, 0]).unguided())
}

fn weights(weights: [u32; 2]) -> Weights {
    Weights::new(weights).unwrap_or_else(|| unreachable!("not all of them are 0"))
}

impl Draws for FromSource<'_> {
    type Open = Open;

    #[inline]
    fn open(&mut self, rule: RuleId, caller: NodeId) -> Open {
        let site = self.grammar.sites[caller as usize];
        self.source.open(&self.grammar.rule_at(rule).function, site)
    }

    #[inline]
    fn close(&mut self, open: Open) {
        self.source.close(open);
    }

    #[inline]
    fn index(&mut self, point: PointId, weights: &Weights) -> usize {
        let point = self.grammar.point(point);
        let mut source = self.source.at(point.site);
        if point.is_lexical {
            source.as_value().index_with(weights)
        } else {
            source.index_with(weights)
        }
    }

    fn char(&mut self, set: SetId, drawer: NodeId) -> char {
        let alphabet = &self.grammar.sets[set as usize].alphabet;
        let mut source = self.source.at(self.grammar.sites[drawer as usize]);
        let mut source = source.as_value();
        let part = match alphabet.steps() {
            Steps::Two if source.index_with(mostly_ascii()) == 1 => Part::Rest,
            _ => Part::Ascii,
        };
        let index = source.index(alphabet.count(part));
        alphabet.char(part, index)
    }

    fn leaves(&mut self, _: Flaw) -> bool {
        self.source.as_value().index_with(always_first()) == 1
    }

    fn give_up(&mut self) {
        self.source.reject("the grammar's text is too large")
    }
}
