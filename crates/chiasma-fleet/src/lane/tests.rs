//! What a lane sends and hands out.

use super::*;

fn input(number: u32) -> Vec<u8> {
    let text = format!("chiasma 1\n\nv:\n  int = {number}\n");
    chiasma_core::Chi::compacted(text.as_bytes()).unwrap()
}

fn failure(line: u32, choices: usize) -> Vec<u8> {
    let choices = "  int = 4\n".repeat(choices);
    let remarks = format!("# property p::holds\n# panic at src/lib.rs:{line}:9\n# no");
    format!("chiasma 1\n{remarks}\n\nv:\n{choices}").into_bytes()
}

fn message(number: u32) -> Message {
    Message::of(Kind::Inputs, &input(number)).unwrap()
}

fn read(lane: &mut Lane, sequence: u64, message: &Message) {
    lane.read(sequence, &message.end, &message.payload);
}

#[test]
fn what_is_mine_is_sent_once_and_again_only_if_it_was_not_acknowledged() {
    let mut lane = Lane::new(Kind::Inputs);
    lane.add(&input(1)).unwrap();
    lane.add(&input(1)).unwrap();
    let sent = lane.next_to_send().unwrap();
    assert_eq!((sent.hash, lane.outbox()), (message(1).hash, 1));
    assert_eq!(lane.next_to_send(), None);
    lane.return_in_flight();
    assert_eq!(lane.next_to_send(), Some(sent.clone()));
    lane.not_acknowledged(sent.hash);
    assert_eq!(lane.next_to_send(), Some(sent.clone()));
    lane.acknowledged(sent.hash, Some(7));
    assert_eq!((lane.next_to_send(), lane.outbox()), (None, 0));
    assert_eq!(lane.mark(), Some(Mark { sequence: 7, hash: sent.hash }));
    assert_eq!(lane.take_unwritten(), [sent.hash]);
    // It comes back from the stream, and is nothing new.
    read(&mut lane, 7, &sent);
    assert_eq!(lane.hand_out(10), [b""; 0]);
}

#[test]
fn what_others_have_sent_meanwhile_is_not_sent_again() {
    let mut lane = Lane::new(Kind::Inputs);
    lane.add(&input(1)).unwrap();
    lane.add(&input(2)).unwrap();
    read(&mut lane, 1, &message(2));
    assert_eq!(lane.next_to_send().unwrap().hash, message(1).hash);
    assert_eq!(lane.next_to_send(), None);
    // What arrived and is kept here is not sent either.
    read(&mut lane, 2, &message(3));
    assert_eq!(lane.hand_out(10), [input(3)]);
    lane.add(&input(3)).unwrap();
    assert_eq!(lane.next_to_send(), None);
}

#[test]
fn the_cursor_never_passes_what_is_not_judged() {
    let mut lane = Lane::new(Kind::Inputs);
    (1..=3).for_each(|number| read(&mut lane, number, &message(number as u32)));
    assert_eq!((lane.read_to(), lane.cursor(), lane.lag()), (3, 0, 3));
    assert_eq!(lane.hand_out(2), [input(1), input(2)]);
    read(&mut lane, 4, &message(4));
    assert_eq!(lane.cursor(), 0);
    lane.judged();
    assert_eq!((lane.cursor(), lane.lag()), (2, 2));
    assert_eq!(lane.hand_out(10), [input(3), input(4)]);
    lane.judged();
    assert_eq!((lane.cursor(), lane.lag()), (4, 0));
    // What is refused or mine need not be judged.
    lane.read(5, "garbage", &Bytes::from_static(b"garbage"));
    assert_eq!(lane.hand_out(10), [b""; 0]);
    lane.judged();
    assert_eq!((lane.cursor(), lane.counts.refused), (5, 1));
}

#[test]
fn a_node_that_is_started_again_gets_what_it_had_not_judged() {
    let mut lane = Lane::new(Kind::Inputs);
    // It had read both, and judged the first.
    let known = [message(1).hash, message(2).hash].into();
    lane.resume(known, 1, Some(Mark { sequence: 2, hash: message(2).hash }));
    lane.add(&input(9)).unwrap();
    assert_eq!(lane.read_to(), 1);
    read(&mut lane, 2, &message(2));
    assert_eq!(lane.hand_out(10), [input(2)]);
    assert_eq!(lane.outbox(), 1, "what is not known is sent");
}

#[test]
fn of_another_stream_nothing_is_known() {
    let mut lane = Lane::new(Kind::Inputs);
    lane.add(&input(1)).unwrap();
    let sent = lane.next_to_send().unwrap();
    lane.acknowledged(sent.hash, Some(1));
    lane.add(&input(2)).unwrap();
    lane.forget_stream();
    assert_eq!(lane.outbox(), 1, "what was not acknowledged");
    lane.add(&input(1)).unwrap();
    lane.add(&input(2)).unwrap();
    assert_eq!((lane.mark(), lane.cursor(), lane.outbox()), (None, 0, 2));
}

#[test]
fn nodes_that_send_the_same_begin_at_different_places() {
    let order = |beginning| {
        let mut lane = Lane::new(Kind::Inputs);
        (0..50).for_each(|number| lane.add(&input(number)).unwrap());
        lane.spread(beginning);
        std::iter::from_fn(|| lane.next_to_send()).map(|message| message.hash).collect::<Vec<_>>()
    };
    let (one, two) = (order(0), order(u64::MAX / 2));
    assert_ne!(one[..10], two[..10]);
    let is_among_first = |hash: &&ContentHash| two[..20].contains(hash);
    assert_eq!(one[..20].iter().filter(is_among_first).count(), 0);
}

#[test]
fn of_a_failure_only_shorter_inputs_are_sent() {
    let mut lane = Lane::new(Kind::Failures);
    let theirs = Message::of(Kind::Failures, &failure(7, 3)).unwrap();
    read(&mut lane, 1, &theirs);
    lane.add(&failure(7, 5)).unwrap();
    assert_eq!(lane.outbox(), 0, "the fleet has a shorter one");
    lane.add(&failure(7, 1)).unwrap();
    lane.add(&failure(8, 5)).unwrap();
    lane.add(&failure(8, 4)).unwrap();
    assert_eq!(lane.outbox(), 3, "a shorter one, and another failure");
    // Another node was faster.
    read(&mut lane, 2, &Message::of(Kind::Failures, &failure(8, 2)).unwrap());
    let sent = std::iter::from_fn(|| lane.next_to_send()).map(|message| message.length);
    assert_eq!(sent.collect::<Vec<_>>(), [failure(7, 1).len()]);
}

#[test]
fn who_floods_fills_a_bounded_queue() {
    let mut lane = Lane::new(Kind::Inputs);
    let mut sequence = 0;
    while lane.has_room() {
        sequence += 1;
        read(&mut lane, sequence, &message(sequence as u32));
    }
    assert_eq!(sequence as usize, MAX_ARRIVED);
    lane.hand_out(1);
    assert!(lane.has_room());
}
