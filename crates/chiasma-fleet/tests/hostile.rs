//! Nothing that comes from the network is trusted, and nobody gets in without credentials.

mod support;

use std::io::Write;
use std::process::Command;

use async_nats::jetstream::message::PublishMessage;
use chiasma_campaign::Exchange;
use chiasma_fleet::{Access, MAX_PAYLOAD, MAX_TEXT, pull, status};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};
use support::server::{Server, free_port, is_installed};
use support::{Member, administrate, compact, converge, wait_until};
use tempfile::tempdir;

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn hash(text: &[u8]) -> String {
    Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Publishes messages as any client can, under subjects of the campaign that end like this; returns how many were stored.
fn publish(url: &str, messages: impl IntoIterator<Item = (String, Vec<u8>)>) -> usize {
    administrate(url, async |context| {
        let mut stored = 0;
        for (end, payload) in messages {
            let message = PublishMessage::build().payload(payload.into());
            let subject = format!("chiasma.c.{end}");
            let acknowledged = context.send_publish(subject, message).await;
            if let Ok(acknowledged) = acknowledged {
                stored += usize::from(acknowledged.await.is_ok());
            }
        }
        stored
    })
}

#[test]
fn malformed_oversized_and_misnamed_messages_are_refused_and_replayed_ones_not_even_stored() {
    if !is_installed() {
        return;
    }
    let server = Server::configured("max_payload: 8MB");
    let directory = tempdir().unwrap();
    let mut member = Member::join(&server.url(), directory.path()).unwrap();
    let huge: Vec<u8> = {
        // Random enough not to be compressed.
        let mut state = 1_u64;
        let random = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u8
        });
        random.take(2 * MAX_PAYLOAD).collect()
    };
    let bomb = vec![b' '; MAX_TEXT + 1];
    let named = |content: &[u8]| format!("inputs.{}", hash(content));
    let mut damaged = compact(5);
    *damaged.last_mut().unwrap() ^= 1;
    let hostile: Vec<(String, Vec<u8>)> = vec![
        ("inputs.nonsense".to_owned(), b"garbage".to_vec()),
        (named(b"garbage"), b"garbage".to_vec()),
        (named(b"\xff\xfe"), b"\xff\xfe".to_vec()),
        (named(&compact(1)), compact(2)),
        (format!("{}.x", named(&compact(3))), compact(3)),
        (named(&damaged), damaged.clone()),
        (named(&huge), huge.clone()),
        (named(b""), Vec::new()),
        (format!("failures.x.{}", hash(&bomb)), packed(&bomb)),
        (format!("failures.x.{}", hash(b"garbage")), packed(b"garbage")),
    ];
    let count = hostile.len();
    assert_eq!(publish(&server.url(), hostile), count);
    let real = compact(4);
    assert_eq!(publish(&server.url(), [(named(&real), real.clone())]), 1);
    // The same subject again, with the same content or another.
    let replayed = [(named(&real), real.clone()), (named(&real), b"another".to_vec())];
    assert_eq!(publish(&server.url(), replayed), 0);
    converge(&mut [&mut member], 4..5);
    wait_until("all has been read", || member.figures().refused >= count as u64);
    let figures = member.figures();
    assert_eq!((figures.refused, figures.received), (count as u64, 1), "{figures:?}");
    // Neither is it pulled.
    let access = Access { url: server.url(), ..Access::default() };
    let pulled = pull(&access, &"c".parse().unwrap(), "p::holds").unwrap();
    assert_eq!((pulled.inputs, pulled.refused), (vec![compact(4)], count as u64));
}

#[test]
fn who_floods_a_campaign_neither_fills_the_memory_nor_keeps_others_from_sending() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    let directory = tempdir().unwrap();
    let mut member = Member::join(&server.url(), directory.path()).unwrap();
    let flood = (0..5_000_u64).map(|number| {
        let input = compact(number);
        (hash(&input), input)
    });
    publish_quickly(&server.url(), flood);
    // It takes in nothing, as a supervisor that is busy, and sends all the same.
    (10_000..10_100).for_each(|number| member.find(number));
    wait_until("its own are sent", || member.node.outbox() == 0);
    assert!(member.figures().lag >= 5_000);
    let mut taken = 0;
    wait_until("all arrive, in batches", || {
        let arrived = member.node.arrivals(1_000).len();
        assert!(arrived <= 1_000);
        member.node.judged();
        taken += arrived;
        taken == 5_000
    });
}

/// Publishes without waiting for each acknowledgement.
fn publish_quickly(url: &str, messages: impl IntoIterator<Item = (String, Vec<u8>)>) {
    administrate(url, async |context| {
        let mut waiting = Vec::new();
        for (end, payload) in messages {
            let message = PublishMessage::build().payload(payload.into());
            let sent = context.send_publish(format!("chiasma.c.inputs.{end}"), message).await;
            waiting.push(sent.unwrap());
            if waiting.len() == 500 {
                for acknowledgement in waiting.drain(..) {
                    acknowledgement.await.unwrap();
                }
            }
        }
        for acknowledgement in waiting {
            acknowledgement.await.unwrap();
        }
    });
}

#[test]
fn what_nodes_tell_of_themselves_is_not_trusted_either() {
    if !is_installed() {
        return;
    }
    let server = Server::start();
    let directory = tempdir().unwrap();
    let mut member = Member::join(&server.url(), directory.path()).unwrap();
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            administrate(&server.url(), async |context| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    for (node, report) in [
                        ("a", "garbage".to_owned()),
                        ("b", "[".repeat(10_000)),
                        ("c", "9".repeat(50_000)),
                    ] {
                        let subject = format!("chiasma.c.nodes.{node}");
                        context.client().publish(subject, report.into()).await.unwrap();
                    }
                    std::thread::sleep(std::time::Duration::from_millis(100));
                }
            });
        });
        let access = Access { url: server.url(), ..Access::default() };
        let asked = scope.spawn(move || status(&access, None).unwrap());
        while !asked.is_finished() {
            member.figures();
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        let status = asked.join().unwrap();
        assert_eq!(status.campaigns.len(), 1, "{status:?}");
        let nodes: Vec<_> = status.campaigns[0].nodes.iter().map(|node| &*node.build).collect();
        assert_eq!(nodes, ["b"], "{status:?}");
    });
}

/// The users of `examples/fleet/users.conf`, for the campaign `c`.
fn users() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/fleet/users.conf");
    std::fs::read_to_string(path).unwrap().replace("CAMPAIGN", "c")
}

fn as_user(server: &Server, user: &str) -> Access {
    let url = server.url().replace("nats://", &format!("nats://{user}@"));
    Access { url, ..Access::default() }
}

#[test]
fn a_wrong_password_is_an_error_at_once_and_says_what_to_do() {
    if !is_installed() {
        return;
    }
    let server = Server::configured(&users());
    let directory = tempdir().unwrap();
    for user in ["node:wrong", "nobody:x"] {
        let error = Member::join_with(as_user(&server, user), directory.path()).err().unwrap();
        let error = format!("{error:#}");
        assert!(error.contains("does not accept these credentials"), "{error}");
        assert!(!error.contains("wrong"), "{error}");
    }
    let error = Member::join(&format!("nats://127.0.0.1:{}", free_port()), directory.path());
    let error = format!("{:#}", error.err().unwrap());
    assert!(error.contains("is the server running"), "{error}");
}

#[test]
fn a_node_with_the_documented_permissions_can_do_its_work_and_nothing_else() {
    if !is_installed() {
        return;
    }
    let server = Server::configured(&users());
    let (one, two) = (tempdir().unwrap(), tempdir().unwrap());
    // The campaign is created by somebody who may.
    drop(Member::join_with(as_user(&server, "admin:change-me-too"), one.path()).unwrap());
    let node = || as_user(&server, "node:change-me");
    let mut one = Member::join_with(node(), one.path()).unwrap();
    let mut two = Member::join_with(node(), two.path()).unwrap();
    (0..20).for_each(|number| one.find(number));
    (20..40).for_each(|number| two.find(number));
    converge(&mut [&mut one, &mut two], 0..40);
    one.take_in();
    assert_eq!(one.notices, [""; 0]);
    assert_eq!(status(&node(), Some(&"c".parse().unwrap())).unwrap().campaigns[0].inputs, 40);
    let deleted = administrate(&node().url, async |context| {
        let deleted = tokio::time::timeout(
            std::time::Duration::from_secs(1),
            context.delete_stream("chiasma-c-inputs"),
        );
        deleted.await.is_ok_and(|deleted| deleted.is_ok())
    });
    assert!(!deleted, "a node may delete the campaign");
}

#[test]
fn a_node_is_known_by_its_nkey_and_the_server_by_its_certificate() {
    if !is_installed() {
        return;
    }
    let files = tempdir().unwrap();
    if !make_certificates(files.path()) {
        eprintln!("SKIPPED: there is no openssl to make certificates with");
        return;
    }
    let (pair, stranger) = (nkeys::KeyPair::new_user(), nkeys::KeyPair::new_user());
    let path = |name: &str| files.path().join(name);
    for (name, pair) in [("seed", &pair), ("strange", &stranger)] {
        std::fs::write(path(name), pair.seed().unwrap()).unwrap();
    }
    let server = Server::configured(&format!(
        "authorization {{ users: [ {{ nkey: {} }} ] }}\ntls {{ cert_file: \"{}\", key_file: \"{}\" }}",
        pair.public_key(),
        path("server.pem").display(),
        path("server.key").display()
    ));
    let access = Access {
        url: server.url().replace("nats://127.0.0.1", "tls://localhost"),
        credentials: Some(path("seed")),
        authority: Some(path("authority.pem")),
        insecure: false,
    };
    let directory = tempdir().unwrap();
    let mut member = Member::join_with(access.clone(), directory.path()).unwrap();
    member.find(1);
    wait_until("it is sent", || member.node.outbox() == 0);
    let refused = |access: Access| {
        format!("{:#}", Member::join_with(access, directory.path()).err().unwrap())
    };
    let stranger = Access { credentials: Some(path("strange")), ..access.clone() };
    assert!(refused(stranger).contains("does not accept these credentials"));
    let trusting_nobody = refused(Access { authority: None, ..access.clone() });
    assert!(trusting_nobody.contains("cannot connect"), "{trusting_nobody}");
    assert!(trusting_nobody.to_lowercase().contains("certificate"), "{trusting_nobody}");
}

/// An authority, and a certificate for `localhost` that it signed; false without openssl.
fn make_certificates(directory: &std::path::Path) -> bool {
    let script = "set -e
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=authority \
            -keyout authority.key -out authority.pem
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost \
            -keyout server.key -out request.pem
        echo 'subjectAltName=DNS:localhost,IP:127.0.0.1' > names
        openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
            -extfile names -out server.pem";
    let made = Command::new("sh").args(["-c", script]).current_dir(directory).output();
    made.is_ok_and(|made| made.status.success())
}
