//! Outlines as bytes: one or two a call or request, since functions and requests repeat.

use chiasma_core::{FunctionId, Kind, Outline, OutlineCall, OutlineRequest, width};

use crate::wire::Wire;

const LEAVE: u64 = 0;
const ENTER: u64 = 1;
const ASK: u64 = 2;
/// Number of the events above.
const EVENTS: u64 = 3;

const KINDS: [Kind; 7] =
    [Kind::Bool, Kind::Unsigned, Kind::Signed, Kind::Char, Kind::Choice, Kind::Length, Kind::Bytes];

/// What is alike in many requests.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Asked {
    kind: Kind,
    max: u64,
    alternatives: u32,
}

impl Wire for Asked {
    fn write(&self, bytes: &mut Vec<u8>) {
        (KINDS.iter().position(|kind| *kind == self.kind).unwrap_or_default() as u8).write(bytes);
        self.max.write(bytes);
        self.alternatives.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let kind = *KINDS.get(usize::from(u8::read(bytes)?))?;
        Some(Self { kind, max: u64::read(bytes)?, alternatives: u32::read(bytes)? })
    }
}

impl Wire for Outline {
    fn write(&self, bytes: &mut Vec<u8>) {
        let mut functions: Vec<u64> = Vec::new();
        let mut asked: Vec<Asked> = Vec::new();
        let mut events = Vec::new();
        let mut open: Vec<u32> = vec![0];
        let mut next = 0;
        for (index, call) in (0..).zip(self.calls()).skip(1) {
            requests_up_to(self, call.first_request, &mut next, &mut open, &mut asked, &mut events);
            leave_to(call.parent, &mut open, &mut events);
            let function = place_of(&mut functions, call.function.0);
            varint(function as u64 * EVENTS + ENTER, &mut events);
            open.push(index);
        }
        let all = self.requests().len() as u32;
        requests_up_to(self, all, &mut next, &mut open, &mut asked, &mut events);
        self.bytes().to_vec().write(bytes);
        functions.write(bytes);
        asked.write(bytes);
        events.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let sequence: Vec<u8> = Vec::read(bytes)?;
        let functions: Vec<u64> = Vec::read(bytes)?;
        let asked: Vec<Asked> = Vec::read(bytes)?;
        let events: Vec<u8> = Vec::read(bytes)?;
        let mut events = &events[..];
        let root = OutlineCall {
            function: FunctionId(0),
            start: 0,
            end: sequence.len() as u32,
            next: 0,
            parent: u32::MAX,
            first_request: 0,
        };
        let (mut calls, mut requests) = (vec![root], Vec::new());
        let (mut open, mut at) = (vec![0_u32], 0_u32);
        while !events.is_empty() {
            let event = read_varint(&mut events)?;
            let which = usize::try_from(event / EVENTS).ok()?;
            match event % EVENTS {
                LEAVE => {
                    calls[open.pop()? as usize].end = at;
                }
                ENTER => {
                    let call = OutlineCall {
                        function: FunctionId(*functions.get(which)?),
                        start: at,
                        end: at,
                        next: 0,
                        parent: *open.last()?,
                        first_request: requests.len() as u32,
                    };
                    open.push(calls.len() as u32);
                    calls.push(call);
                }
                _ => {
                    let Asked { kind, max, alternatives } = *asked.get(which)?;
                    let call = *open.last()?;
                    requests.push(OutlineRequest { at, call, max, alternatives, kind });
                    let len = match kind {
                        Kind::Bytes => u32::try_from(read_varint(&mut events)?).ok()?,
                        _ => width(max) as u32,
                    };
                    at = at.checked_add(len)?;
                }
            }
        }
        // A generator that unwound left calls open.
        for call in open {
            calls[call as usize].end = at;
        }
        Self::from_parts(sequence, calls, requests)
    }
}

/// Writes the requests before `end`, leaving calls as need be.
fn requests_up_to(
    outline: &Outline,
    end: u32,
    next: &mut u32,
    open: &mut Vec<u32>,
    asked: &mut Vec<Asked>,
    events: &mut Vec<u8>,
) {
    while *next < end {
        let request = outline.requests()[*next as usize];
        leave_to(request.call, open, events);
        let OutlineRequest { kind, max, alternatives, .. } = request;
        let place = place_of(asked, Asked { kind, max, alternatives });
        varint(place as u64 * EVENTS + ASK, events);
        if kind == Kind::Bytes {
            varint(outline.answer_range(*next as usize).len() as u64, events);
        }
        *next += 1;
    }
}

/// Leaves calls until `call` is the innermost one.
fn leave_to(call: u32, open: &mut Vec<u32>, events: &mut Vec<u8>) {
    while open.last().is_some_and(|last| *last != call) {
        open.pop();
        varint(LEAVE, events);
    }
}

/// The place of a value in a list, at the end of which it is put if it is not there yet.
fn place_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

fn varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = u8::read(bytes)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::{Seed, Source};

    fn tree(s: &mut Source) -> u32 {
        let children = if s.weighted_index(&[1, 3]) == 1 { s.length(0..=3) } else { 0 };
        let empty = s.draw(|_: &mut Source| 1);
        let own: u32 = (0..children).map(|_| s.draw(tree)).sum();
        let tail = usize::from(s.byte() % 3);
        own + empty + s.bytes(tail).len() as u32
    }

    #[test]
    fn an_outline_survives_the_wire_in_few_bytes_and_no_piece_of_it_is_one() {
        let (mut written, mut events) = (0, 0);
        for seed in 0..50 {
            let mut source = Source::random(Seed(seed));
            source.set_tracing(true);
            source.load(&[], Seed(seed));
            tree(&mut source);
            let outline = Outline::of(source.trace());
            let mut bytes = Vec::new();
            outline.write(&mut bytes);
            assert_eq!(Outline::read(&mut &bytes[..]), Some(outline.clone()));
            for end in 0..bytes.len() {
                assert_eq!(Outline::read(&mut &bytes[..end]), None);
            }
            written += bytes.len() - outline.bytes().len();
            events += outline.calls().len() + outline.requests().len();
        }
        assert!(written < 3 * events + 50 * 100, "{written} bytes for {events} calls and requests");
    }
}
