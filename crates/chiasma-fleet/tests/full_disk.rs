//! A server whose disk is full.

mod support;

use support::disk::SmallDisk;
use support::server::{Server, is_installed};
use support::{Member, converge, wait_until};
use tempfile::tempdir;

/// Number of inputs that a server found on its disk when it was last started, by its log.
fn restored(log: &str) -> u64 {
    let is_of_inputs = |line: &&str| line.contains("Restored") && line.contains("chiasma-c-inputs");
    let line = log.lines().rfind(is_of_inputs).unwrap();
    let (_, number) = line.split_once("Restored ").unwrap();
    number.split(' ').next().unwrap().replace(',', "").parse().unwrap()
}

#[test]
fn a_server_whose_disk_is_full_loses_nothing() {
    if !is_installed() {
        return;
    }
    let Some(disk) = SmallDisk::of_test("a_server_whose_disk_is_full_loses_nothing") else {
        return;
    };
    let mut server = Server::storing_in(&disk.path().join("store"));
    let (one, two, three) = (tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap());
    let mut one = Member::join(&server.url(), one.path()).unwrap();
    let mut two = Member::join(&server.url(), two.path()).unwrap();
    (0..50).for_each(|number| one.find(number));
    converge(&mut [&mut one, &mut two], 0..50);
    disk.fill();
    (50..300).for_each(|number| one.find(number));
    (300..500).for_each(|number| two.find(number));
    wait_until("both tell that inputs are not acknowledged", || {
        [&mut one, &mut two].into_iter().all(|member| {
            member.take_in();
            let told = |notice: &String| notice.contains("the server does not acknowledge inputs");
            member.notices.iter().any(told)
        })
    });
    let acknowledged = one.figures().sent + two.figures().sent;
    let left = one.node.outbox() + two.node.outbox();
    println!("{left} of 450 inputs were not acknowledged on the full disk");
    assert!(left > 0, "the disk was not full");
    assert_eq!(acknowledged + left, 500);
    // This server (2.9.10) does not answer any more, although it has room again.
    disk.make_room();
    server.kill();
    server.start_again();
    let restored = restored(&server.log());
    assert!(restored >= acknowledged, "{acknowledged} were acknowledged, {restored} are there");
    converge(&mut [&mut one, &mut two], 0..500);
    // The stream has all of it: one that joins gets everything.
    let mut three = Member::join(&server.url(), three.path()).unwrap();
    converge(&mut [&mut one, &mut two, &mut three], 0..500);
    let sent = one.figures().sent + two.figures().sent;
    assert!(sent <= 510, "{sent} were sent: most of them twice");
}
