//! Whatever fails, nothing that was saved or acknowledged is lost, and all corpora become equal.

mod support;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use chiasma_campaign::{Arrival, Exchange};
use support::proxy::Proxy;
use support::server::{Server, is_installed};
use support::{Member, converge, failure, input, wait_until};
use tempfile::tempdir;

/// Time for which the network is cut.
const PARTITION: Duration = Duration::from_secs(30);

#[test]
fn members_exchange_what_they_find_and_send_it_once() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let mut one = Member::join(&server.url(), one.path()).unwrap();
    (0..200).for_each(|number| one.find(number));
    let mut two = Member::join(&server.url(), two.path()).unwrap();
    (150..300).for_each(|number| two.find(number));
    converge(&mut [&mut one, &mut two], 0..300);
    let (one, two) = (one.figures(), two.figures());
    assert_eq!(support::stored(&server.url()), 300, "{one:?} {two:?}");
    assert!(one.duplicates + two.duplicates <= 50, "{one:?} {two:?}");
}

#[test]
fn failures_are_exchanged_and_only_shorter_inputs_of_known_ones() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let mut one = Member::join(&server.url(), one.path()).unwrap();
    let mut two = Member::join(&server.url(), two.path()).unwrap();
    one.node.failed(&failure(7, 5));
    let mut arrived = Vec::new();
    wait_until("the failure arrives", || {
        arrived.extend(two.take_in());
        !arrived.is_empty()
    });
    assert_eq!(arrived, [Arrival::Failure { text: failure(7, 5) }]);
    two.node.failed(&failure(7, 9));
    two.node.failed(&failure(7, 2));
    wait_until("the shorter one arrives", || {
        one.take_in() == [Arrival::Failure { text: failure(7, 2) }]
    });
    assert_eq!(two.figures().sent, 1);
}

#[test]
fn a_server_that_is_killed_at_any_moment_loses_nothing() {
    if !is_installed() {
        return;
    }
    let mut server = Server::start();
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let mut one = Member::join(&server.url(), one.path()).unwrap();
    let mut two = Member::join(&server.url(), two.path()).unwrap();
    for round in 0..3 {
        let answered = |one: &mut Member| one.figures().sent + one.figures().duplicates;
        let before = answered(&mut one);
        (0..100).for_each(|number| one.find(round * 1_000 + number));
        (100..200).for_each(|number| two.find(round * 1_000 + number));
        // In the middle of sending.
        // What was stored and not acknowledged before the last kill is read back, and not sent again.
        wait_until("something is acknowledged", || {
            answered(&mut one) > before || one.node.outbox() == 0
        });
        server.kill();
        (200..250).for_each(|number| one.find(round * 1_000 + number));
        assert!(one.node.outbox() >= 50, "they go on alone");
        server.start_again();
    }
    let all = (0..3).flat_map(|round| (0..250).map(move |number| round * 1_000 + number));
    converge(&mut [&mut one, &mut two], all);
    assert!(
        one.notices.iter().any(|notice| notice.contains("connected again")),
        "{:?}",
        one.notices
    );
}

#[test]
fn a_member_that_is_cut_off_goes_on_alone_and_catches_up() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    let proxy = Proxy::to(server.port());
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let mut one = Member::join(&proxy.url(), one.path()).unwrap();
    let mut two = Member::join(&server.url(), two.path()).unwrap();
    (0..50).for_each(|number| one.find(number));
    converge(&mut [&mut one, &mut two], 0..50);
    proxy.cut();
    let cut = Instant::now();
    (50..100).for_each(|number| one.find(number));
    (100..150).for_each(|number| two.find(number));
    wait_until("the other one goes on", || two.node.outbox() == 0);
    wait_until("the cut is noticed", || !one.figures().connected);
    assert_eq!(one.node.outbox(), 50);
    assert_eq!(one.corpus(), (0..100).map(input).collect::<BTreeSet<_>>());
    std::thread::sleep(PARTITION.saturating_sub(cut.elapsed()));
    proxy.mend();
    converge(&mut [&mut one, &mut two], 0..150);
}

#[test]
fn a_member_that_is_killed_continues_where_it_was() {
    if !is_installed() {
        return;
    }
    let mut server = Server::start();
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let mut first = Member::join(&server.url(), one.path()).unwrap();
    (0..50).for_each(|number| first.find(number));
    wait_until("all is sent", || first.node.outbox() == 0);
    // Killed while nothing can be sent.
    server.kill();
    (50..100).for_each(|number| first.find(number));
    first.vanish();
    server.start_again();
    let mut second = Member::join(&server.url(), two.path()).unwrap();
    (100..150).for_each(|number| second.find(number));
    // It reads some, is killed before it has judged them, and gets them again.
    let mut first = Member::join(&server.url(), one.path()).unwrap();
    wait_until("something arrives", || !first.node.arrivals(5).is_empty());
    first.vanish();
    let mut first = Member::join(&server.url(), one.path()).unwrap();
    converge(&mut [&mut first, &mut second], 0..150);
}

#[test]
fn a_member_that_ends_and_is_started_again_sends_and_judges_nothing_twice() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let mut first = Member::join(&server.url(), one.path()).unwrap();
    let mut second = Member::join(&server.url(), two.path()).unwrap();
    (0..50).for_each(|number| first.find(number));
    (50..60).for_each(|number| second.find(number));
    converge(&mut [&mut first, &mut second], 0..60);
    first.node.finish();
    drop(first);
    let mut first = Member::join(&server.url(), one.path()).unwrap();
    second.find(60);
    converge(&mut [&mut first, &mut second], 0..61);
    let figures = first.figures();
    assert_eq!((figures.sent, figures.duplicates, figures.received), (0, 0, 1), "{figures:?}");
}

#[test]
fn a_stream_that_is_deleted_is_created_again_and_filled_without_a_storm() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    let directories: Vec<_> = (0..3).map(|_| tempdir().unwrap()).collect();
    let join =
        |directory: &tempfile::TempDir| Member::join(&server.url(), directory.path()).unwrap();
    let mut members: Vec<Member> = directories.iter().map(join).collect();
    (0..500).for_each(|number| members[(number % 3) as usize].find(number));
    converge(&mut members.iter_mut().collect::<Vec<_>>(), 0..500);
    support::delete_streams(&server.url());
    wait_until("the whole corpus is sent again", || support::stored(&server.url()) == 500);
    (500..510).for_each(|number| members[0].find(number));
    converge(&mut members.iter_mut().collect::<Vec<_>>(), 0..510);
    let duplicates: u64 = members.iter_mut().map(|member| member.figures().duplicates).sum();
    println!("{duplicates} duplicates for 500 inputs that three members have");
    assert!(duplicates < 1_000, "{duplicates}: every member sends everything");
}

#[test]
fn a_server_whose_disk_was_replaced_gets_everything_again() {
    if !is_installed() {
        return;
    }
    let store = tempdir().unwrap();
    let mut server = Server::storing_in(&store.path().join("a"));
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let mut one = Member::join(&server.url(), one.path()).unwrap();
    let mut two = Member::join(&server.url(), two.path()).unwrap();
    (0..50).for_each(|number| one.find(number));
    converge(&mut [&mut one, &mut two], 0..50);
    server.kill();
    std::fs::remove_dir_all(store.path().join("a")).unwrap();
    server.start_again();
    wait_until("all is sent again", || support::stored(&server.url()) == 50);
    (50..60).for_each(|number| two.find(number));
    converge(&mut [&mut one, &mut two], 0..60);
}

#[test]
fn a_server_that_takes_no_more_is_waited_for() {
    if !is_installed() {
        return;
    }
    // Its own store has a limit, as a full disk has, but a polite one; a real one is not tested yet.
    let server = Server::configured("");
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    let mut one = Member::join(&server.url(), one.path()).unwrap();
    support::limit_stream(&server.url(), 20_000);
    (0..500).for_each(|number| one.find(number));
    wait_until("the stream is full", || {
        one.take_in();
        one.notices.iter().any(|notice| notice.contains("takes no more inputs"))
    });
    assert!(one.node.outbox() > 0);
    support::limit_stream(&server.url(), 10_000_000);
    let mut two = Member::join(&server.url(), two.path()).unwrap();
    converge(&mut [&mut one, &mut two], 0..500);
    let told = one.notices.iter().filter(|notice| notice.contains("takes no more")).count();
    assert_eq!(told, 1, "{:?}", one.notices);
}
