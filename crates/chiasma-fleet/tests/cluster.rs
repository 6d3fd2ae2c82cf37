//! A cluster of three servers, whose leader is killed.

mod support;

use std::time::Instant;

use support::server::{Cluster, is_installed};
use support::{Member, administrate, converge, wait_until};
use tempfile::tempdir;

/// The server that leads the stream of inputs, and how many replicas there are.
fn leader(url: &str) -> Option<(String, usize)> {
    administrate(url, async |context| {
        let stream = context.get_stream("chiasma-c-inputs").await.ok()?;
        let info = stream.cached_info();
        Some((info.cluster.clone()?.leader?, info.config.num_replicas))
    })
}

#[test]
#[ignore = "about a minute: cargo test -p chiasma-fleet --test cluster -- --ignored"]
fn the_leader_of_a_cluster_is_killed_and_nothing_is_lost() {
    if !is_installed() {
        return;
    }
    let mut cluster = Cluster::start();
    let url = cluster.url();
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    // The cluster may be electing its first leader.
    let mut joined = None;
    wait_until("the cluster is there", || {
        joined = Member::join(&url, one.path()).ok();
        joined.is_some()
    });
    let mut one = joined.unwrap();
    let mut two = Member::join(&url, two.path()).unwrap();
    for round in 0..3_u64 {
        (0..200).for_each(|number| one.find(round * 1_000 + number));
        (200..400).for_each(|number| two.find(round * 1_000 + number));
        let (name, replicas) = loop {
            if let Some(leader) = leader(&url) {
                break leader;
            }
        };
        assert_eq!(replicas, 3);
        let number: usize = name.trim_start_matches('n').parse().unwrap();
        cluster.servers[number].kill();
        let killed = Instant::now();
        (400..450).for_each(|number| one.find(round * 1_000 + number));
        let so_far = (0..=round).flat_map(|round| (0..450).map(move |n| round * 1_000 + n));
        converge(&mut [&mut one, &mut two], so_far);
        println!("leader {name} killed: equal again after {:.1} s", killed.elapsed().as_secs_f64());
        cluster.servers[number].start_again();
    }
}
