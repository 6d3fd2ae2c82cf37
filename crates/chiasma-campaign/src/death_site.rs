//! Where a process died, by the call stacks of its last moments.
//!
//! One defect should have one site, whichever input shows it, and two defects two:
//!
//! - A hang is in the innermost function that is on all stacks that were taken: what that function calls again and again
//!   changes from one moment to the next. If that function is deep in a recursion whose depth changes, as where
//!   a parser tries everything, the hang is in the outermost function that takes part.
//! - A stack overflow is in the outermost function of the recursion, where it is entered. Which function happens
//!   to have touched the end of the stack says nothing.
//! - Any other death is in the innermost function of user code.

use std::collections::HashMap;

use chiasma_core::Death;
use chiasma_runtime::stacks::INNERMOST;

use crate::symbols::{Frame, Symbols};

/// How often a function is on the inner part of a stack whose recursion overflowed it, at least.
const RECURSIVE: usize = 3;
/// How often a function is on the stack of a hang that is a recursion, at least.
const DEEP: usize = 5;

/// Where a process died.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeathSite {
    /// The function that the death is known by.
    pub function: String,
    /// The part of the stack that the death is in, innermost first.
    pub frames: Vec<Frame>,
}

impl DeathSite {
    /// The site of a death with these stacks, each of them addresses relative to the executable, innermost first.
    #[must_use]
    pub fn find(death: Death, stacks: &[Vec<u64>], symbols: &Symbols) -> Option<Self> {
        let mut known: HashMap<u64, Vec<Frame>> = HashMap::new();
        let mut named = |addresses: &[u64]| -> Vec<Frame> {
            let frames = |&address: &u64| {
                // Return addresses; the call itself lies before.
                let named = || symbols.frames(address.saturating_sub(1));
                known.entry(address).or_insert_with(named).clone()
            };
            let mut frames: Vec<Frame> = addresses.iter().flat_map(frames).collect();
            let worker = frames.iter().position(Frame::is_of_worker);
            frames.truncate(worker.unwrap_or(frames.len()));
            frames
        };
        let of_user = |mut frames: Vec<Frame>| -> Vec<Frame> {
            frames.retain(Frame::is_user_code);
            frames
        };
        let first = stacks.first()?;
        match death {
            Death::Timeout => {
                let stacks: Vec<_> = stacks.iter().map(|stack| of_user(named(stack))).collect();
                Self::of_hang(&stacks)
            }
            Death::StackOverflow => {
                // The middle of a deep stack is left out; both its ends show the recursion.
                let inner = named(&first[..first.len().min(INNERMOST)]);
                Self::of_overflow(&named(first), &inner)
            }
            _ => Self::of_moment(&of_user(named(first))),
        }
    }

    /// The site of a death that happened twice, with these stacks each time.
    ///
    /// The more moments of a hang are known, the surer it is which function does not return. But a run that is slowed
    /// down by being observed may be stopped elsewhere.
    #[must_use]
    pub fn find_in_both(
        death: Death,
        first: &[Vec<u64>],
        second: &[Vec<u64>],
        symbols: &Symbols,
    ) -> Option<Self> {
        let sites = [first, second].map(|stacks| Self::find(death, stacks, symbols));
        let [Some(one), Some(other)] = &sites else { return sites.into_iter().flatten().next() };
        let is_on = |site: &Self, function: &str| {
            site.frames.iter().any(|frame| frame.named_function() == function)
        };
        if is_on(one, &other.function) || is_on(other, &one.function) {
            return Self::find(death, &[first, second].concat(), symbols);
        }
        sites.into_iter().flatten().next()
    }

    fn of_moment(frames: &[Frame]) -> Option<Self> {
        let function = frames.first()?.named_function().to_owned();
        Some(Self { function, frames: frames.to_vec() })
    }

    fn of_overflow(frames: &[Frame], inner: &[Frame]) -> Option<Self> {
        let mut times: HashMap<&str, usize> = HashMap::new();
        inner.iter().for_each(|frame| *times.entry(frame.named_function()).or_default() += 1);
        let is_recursive = |frame: &Frame| {
            times.get(frame.named_function()).is_some_and(|&times| times >= RECURSIVE)
        };
        // What the compiler generates to drop a value recurs without any function of the user's.
        let has_user_code = inner.iter().any(|frame| frame.is_user_code() && is_recursive(frame));
        let takes_part =
            |frame: &&Frame| (frame.is_user_code() || !has_user_code) && is_recursive(frame);
        let head = frames.iter().rev().find(takes_part)?;
        let mut shown: Vec<Frame> = Vec::new();
        for frame in inner.iter().filter(takes_part) {
            if !shown.iter().any(|other| is_same(other, frame)) {
                shown.push(frame.clone());
            }
        }
        Some(Self { function: head.named_function().to_owned(), frames: shown })
    }

    fn of_hang(stacks: &[Vec<Frame>]) -> Option<Self> {
        let (first, others) = stacks.split_first()?;
        let stable = others.iter().fold(first.len(), |stable, other| {
            let pairs = first.iter().rev().zip(other.iter().rev());
            stable.min(pairs.take_while(|(one, other)| is_same(one, other)).count())
        });
        // Innermost first.
        let common = &first[first.len() - stable..];
        let innermost = common.first()?;
        let is_recursive = |frame: &&Frame| {
            let depths = stacks.iter().map(|stack| occurrences(stack, frame));
            let (least, most) = (depths.clone().min(), depths.max());
            most > least && most >= Some(DEEP)
        };
        let function = match Some(innermost).filter(is_recursive) {
            Some(_) => common.iter().rev().find(is_recursive)?,
            None => innermost,
        };
        Some(Self { function: function.named_function().to_owned(), frames: common.to_vec() })
    }
}

fn is_same(one: &Frame, other: &Frame) -> bool {
    one.named_function() == other.named_function()
}

fn occurrences(stack: &[Frame], frame: &Frame) -> usize {
    stack.iter().filter(|other| is_same(other, frame)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stack from the outermost function to the innermost, as one would draw it.
    fn stack(functions: &str) -> Vec<Frame> {
        let names = functions.split_whitespace().rev();
        names.map(|name| Frame { function: name.to_owned(), place: None }).collect()
    }

    fn hang(stacks: &[&str]) -> String {
        let stacks: Vec<Vec<Frame>> = stacks.iter().map(|functions| stack(functions)).collect();
        DeathSite::of_hang(&stacks).map(|site| site.function).unwrap_or_default()
    }

    fn overflow(entry: &str, cycle: &str, end: &str) -> String {
        let frames = stack(&format!("{entry} {} {end}", cycle.repeat(100)));
        let inner = &frames[..frames.len().min(INNERMOST)];
        DeathSite::of_overflow(&frames, inner).map(|site| site.function).unwrap_or_default()
    }

    #[test]
    fn a_hang_is_in_the_function_that_loops_and_not_in_what_it_calls() {
        assert_eq!(hang(&["p parse skip", "p parse skip peek", "p parse skip peek next"]), "skip");
        assert_eq!(hang(&["p parse skip::{closure#0}", "p parse skip::{closure#0} peek"]), "skip");
        assert_eq!(hang(&["p parse skip", "p parse words"]), "parse");
        assert_eq!(hang(&["p spin"]), "spin");
        assert_eq!(hang(&[]), "");
    }

    #[test]
    fn a_loop_in_nested_blocks_is_where_it_was_entered_last() {
        let nested = "p run block block block while";
        assert_eq!(hang(&[nested, &format!("{nested} block eval")]), "while");
        let within = "p run while block while block while block while";
        assert_eq!(hang(&[within, &format!("{within} block eval")]), "while");
    }

    #[test]
    fn a_recursion_that_branches_has_one_site_at_whatever_depth_it_is_seen() {
        let at = |depth: usize| format!("p match {}", "seq alt ".repeat(depth));
        let one = [&*at(6), &*at(7)];
        let other = [&*format!("{} seq", at(8)), &*at(6)];
        assert_eq!(hang(&one), "seq");
        assert_eq!(hang(&other), "seq");
    }

    #[test]
    fn an_overflow_is_where_the_recursion_is_entered_whatever_touched_the_end_of_the_stack() {
        assert_eq!(overflow("p parse", "value array ", ""), "value");
        assert_eq!(overflow("p parse", "value array ", "value peek next"), "value");
        assert_eq!(overflow("p parse", "value array value object ", "string"), "value");
        assert_eq!(overflow("p parse value array", "unary ", ""), "unary");
        assert_eq!(overflow("p p p", "core::drop<a::List> ", ""), "core::drop<a::List>");
        assert_eq!(overflow("p parse", "a::eval core::call ", ""), "a::eval");
        assert_eq!(overflow("p", "", "big_array"), "", "no recursion");
    }
}
