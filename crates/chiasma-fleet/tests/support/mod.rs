//! Real NATS servers on loopback, a network that can be cut, and nodes without a supervisor.

#![allow(dead_code, reason = "every test uses a part of it")]

pub(crate) mod disk;
pub(crate) mod proxy;
pub(crate) mod server;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use chiasma_campaign::store::Store;
use chiasma_campaign::{Arrival, Exchange, ExchangeFigures, Figures};
use chiasma_core::Chi;
use chiasma_fleet::{Access, BuildId, Node, NodePlan};

/// Maximum time for anything, generous for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until something holds.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < PATIENCE, "it never came to this: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The text of an input.
pub(crate) fn input(number: u64) -> String {
    format!("chiasma 1\n\nv:\n  int = {number}\n")
}

/// An input in its compact form.
pub(crate) fn compact(number: u64) -> Vec<u8> {
    Chi::compacted(input(number).as_bytes()).unwrap()
}

/// The text of a failing input: where it fails, and how many choices it has.
pub(crate) fn failure(line: u32, choices: usize) -> String {
    let choices = "  int = 4\n".repeat(choices);
    format!("chiasma 1\n# property p::holds\n# panic at src/lib.rs:{line}:9\n# no\n\nv:\n{choices}")
}

/// A supervisor in small: it saves what it is told to find and whatever arrives, as soon as it is looked at.
pub(crate) struct Member {
    pub(crate) node: Node,
    pub(crate) store: Store,
    pub(crate) notices: Vec<String>,
}

impl Member {
    /// Joins the campaign `c` with the corpus in `directory`.
    pub(crate) fn join(url: &str, directory: &Path) -> anyhow::Result<Self> {
        let access = Access { url: url.to_owned(), ..Access::default() };
        Self::join_with(access, directory)
    }

    pub(crate) fn join_with(access: Access, directory: &Path) -> anyhow::Result<Self> {
        let (store, build) = (store_in(directory), BuildId::named("b"));
        let (campaign, property) = ("c".parse().unwrap(), "p::holds".to_owned());
        let node =
            Node::join(NodePlan { access, campaign, property, build, store: store.clone() })?;
        Ok(Self { node, store, notices: Vec::new() })
    }

    /// Saves an input and passes it on, as a supervisor does.
    pub(crate) fn find(&mut self, number: u64) {
        self.save(&compact(number));
        self.node.kept(&compact(number));
    }

    fn save(&self, content: &[u8]) {
        let text = Chi::text_of(content).unwrap();
        let number = text.rsplit(' ').next().unwrap().trim();
        std::fs::write(self.store.corpus.join(format!("{number}.chic")), content).unwrap();
    }

    /// Takes in what has arrived.
    pub(crate) fn take_in(&mut self) -> Vec<Arrival> {
        let arrived = self.node.arrivals(1_000);
        for arrival in &arrived {
            if let Arrival::Input { content } = arrival {
                self.save(content);
                self.node.kept(content);
            }
        }
        self.node.judged();
        self.notices.extend(self.node.notices());
        arrived
    }

    /// Everything that is saved.
    pub(crate) fn corpus(&self) -> BTreeSet<String> {
        let files = self.store.load_corpus().unwrap().files;
        files.into_iter().map(|file| Chi::text_of(&file.content).unwrap()).collect()
    }

    pub(crate) fn figures(&mut self) -> ExchangeFigures {
        self.node.report(&Figures::default())
    }

    /// Ends as if the process were killed: nothing is sent or written any more. (The thread is left behind.)
    pub(crate) fn vanish(self) {
        std::mem::forget(self.node);
    }
}

pub(crate) fn store_in(directory: &Path) -> Store {
    let store = Store { corpus: directory.join("corpus"), failures: directory.join("failures") };
    store.prepare().unwrap();
    store
}

/// Takes in until all have the inputs of `numbers`, and nothing is left to be sent.
pub(crate) fn converge(members: &mut [&mut Member], numbers: impl Iterator<Item = u64>) {
    let expected: BTreeSet<String> = numbers.map(input).collect();
    let started = Instant::now();
    loop {
        let mut is_done = true;
        for member in members.iter_mut() {
            member.take_in();
            is_done &= member.node.outbox() == 0;
        }
        if is_done && members.iter().all(|member| member.corpus() == expected) {
            println!("equal after {:.1} s", started.elapsed().as_secs_f64());
            return;
        }
        if started.elapsed() > PATIENCE {
            for member in members.iter_mut() {
                let (corpus, figures) = (member.corpus(), member.figures());
                let missing = expected.difference(&corpus).count();
                eprintln!("{} of {}, {missing} missing, {figures:?}", corpus.len(), expected.len());
                eprintln!("{:?}", member.notices);
            }
            panic!("they do not converge");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Does something with JetStream as an administrator.
pub(crate) fn administrate<T>(
    url: &str,
    job: impl AsyncFnOnce(async_nats::jetstream::Context) -> T,
) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let addresses: Vec<async_nats::ServerAddr> =
            url.split(',').map(|url| url.parse().unwrap()).collect();
        let mut options = async_nats::ConnectOptions::new();
        if let Some((user, password)) = addresses[0].username().zip(addresses[0].password()) {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        let client = options.connect(&addresses[..]).await.unwrap();
        job(async_nats::jetstream::new(client)).await
    })
}

/// Deletes both streams of the campaign `c`.
pub(crate) fn delete_streams(url: &str) {
    administrate(url, async |context| {
        context.delete_stream("chiasma-c-inputs").await.unwrap();
        context.delete_stream("chiasma-c-failures").await.unwrap();
    });
}

/// Limits the size of the stream of inputs.
pub(crate) fn limit_stream(url: &str, bytes: i64) {
    administrate(url, async |context| {
        let stream = context.get_stream("chiasma-c-inputs").await.unwrap();
        let mut config = stream.cached_info().config.clone();
        config.max_bytes = bytes;
        context.update_stream(config).await.unwrap();
    });
}

/// Number of inputs in the stream; none if there is no stream now.
pub(crate) fn stored(url: &str) -> u64 {
    administrate(url, async |context| {
        let stream = context.get_stream("chiasma-c-inputs").await;
        stream.map_or(0, |stream| stream.cached_info().state.messages)
    })
}
