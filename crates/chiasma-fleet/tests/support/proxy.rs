//! A TCP proxy that can be cut: what is sent meanwhile vanishes, and no connection is closed.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// A proxy to a server on this machine.
pub(crate) struct Proxy {
    port: u16,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    is_cut: AtomicBool,
    is_over: AtomicBool,
}

impl Proxy {
    pub(crate) fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let own = listener.local_addr().unwrap().port();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if shared.is_over.load(Ordering::Relaxed) {
                    return;
                }
                // While it is cut, connections are accepted by this system, and nothing answers.
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                let (to_server, to_client) =
                    (server.try_clone().unwrap(), client.try_clone().unwrap());
                forward(client, to_server, Arc::clone(&shared));
                forward(server, to_client, Arc::clone(&shared));
            }
        });
        Self { port: own, state }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Cuts the network.
    pub(crate) fn cut(&self) {
        self.state.is_cut.store(true, Ordering::Relaxed);
    }

    /// Mends the network. Connections that have lost something are closed, since TCP would not lose anything.
    pub(crate) fn mend(&self) {
        self.state.is_cut.store(false, Ordering::Relaxed);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.state.is_over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn forward(mut from: TcpStream, mut to: TcpStream, state: Arc<State>) {
    from.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        let mut has_lost = false;
        loop {
            let read = from.read(&mut buffer);
            let is_cut = state.is_cut.load(Ordering::Relaxed);
            if has_lost && !is_cut {
                break;
            }
            match read {
                Ok(0) => break,
                Ok(_) if is_cut => has_lost = true,
                Ok(count) => {
                    if to.write_all(&buffer[..count]).is_err() {
                        break;
                    }
                }
                Err(error)
                    if matches!(
                        error.kind(),
                        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                    ) => {}
                Err(_) => break,
            }
        }
        let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
    });
}
