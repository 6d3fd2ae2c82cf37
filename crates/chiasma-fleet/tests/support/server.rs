//! NATS servers: started on free ports, killed with their test.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The program, if it is installed.
fn program() -> Option<PathBuf> {
    let places = ["nats-server", "/usr/sbin/nats-server", "/usr/local/bin/nats-server"];
    places.into_iter().map(PathBuf::from).find(|program| {
        let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    })
}

/// Whether there is a server to test with. If not, says so, and the test ends.
pub(crate) fn is_installed() -> bool {
    let is_installed = program().is_some();
    if !is_installed {
        eprintln!("SKIPPED: there is no nats-server on this machine; `.ci/nats` installs it");
    }
    is_installed
}

/// A port that no process listens on. Ports are not given out twice by one process.
pub(crate) fn free_port() -> u16 {
    static LAST: AtomicU16 = AtomicU16::new(0);
    // Below those that the system gives to clients, and different for tests that run at the same time.
    let first = 10_000 + (std::process::id() % 200) as u16 * 100;
    loop {
        let port = first + LAST.fetch_add(1, Ordering::Relaxed) % 100;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// A server; it is killed when it is dropped.
pub(crate) struct Server {
    child: Option<Child>,
    port: u16,
    directory: TempDir,
}

impl Server {
    /// Starts a server alone.
    pub(crate) fn start() -> Self {
        Self::configured("")
    }

    /// Starts one whose configuration also has these lines.
    pub(crate) fn configured(lines: &str) -> Self {
        Self::on_port(free_port(), lines, None)
    }

    /// Starts one with its files in this directory.
    pub(crate) fn storing_in(store: &Path) -> Self {
        Self::on_port(free_port(), "", Some(store))
    }

    fn on_port(port: u16, lines: &str, store: Option<&Path>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let own = directory.path().join("store");
        let store = store.unwrap_or(&own).display();
        let log = directory.path().join("log");
        let text = format!(
            "listen: 127.0.0.1:{port}\nlog_file: \"{}\"\njetstream {{ store_dir: \"{store}\", max_file_store: 2GB }}\n{lines}\n",
            log.display()
        );
        fs::write(directory.path().join("server.conf"), text).unwrap();
        let mut server = Self { child: None, port, directory };
        server.start_again();
        server
    }

    /// Starts it again, after it was killed.
    pub(crate) fn start_again(&mut self) {
        let mut command = Command::new(program().unwrap());
        command.arg("-c").arg(self.directory.path().join("server.conf"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // SAFETY: `prctl` may be called between fork and exec. The server is killed with the thread of its test, even if
        // the test is killed and drops nothing.
        unsafe {
            command.pre_exec(|| match libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            });
        }
        self.child = Some(command.spawn().unwrap());
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(started.elapsed() < Duration::from_secs(60), "{}", self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills it, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// What it has logged.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.directory.path().join("log")).unwrap_or_default()
    }

    /// Its address.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<&str> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(40)..];
            eprintln!(
                "the end of the log of the server on port {}:\n{}",
                self.port,
                last.join("\n")
            );
        }
    }
}

/// A cluster of three servers.
pub(crate) struct Cluster {
    pub(crate) servers: Vec<Server>,
}

impl Cluster {
    pub(crate) fn start() -> Self {
        let routes: Vec<u16> = (0..3).map(|_| free_port()).collect();
        let all: Vec<String> =
            routes.iter().map(|port| format!("nats-route://127.0.0.1:{port}")).collect();
        let servers = routes.iter().enumerate().map(|(number, route)| {
            let lines = format!(
                "server_name: n{number}\ncluster {{ name: fleet, listen: 127.0.0.1:{route}, routes: [{}] }}",
                all.join(", ")
            );
            Server::configured(&lines)
        });
        Self { servers: servers.collect() }
    }

    /// The addresses of all servers.
    pub(crate) fn url(&self) -> String {
        self.servers.iter().map(Server::url).collect::<Vec<_>>().join(",")
    }
}
