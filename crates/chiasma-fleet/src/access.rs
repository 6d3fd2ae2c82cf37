//! Where the server is, and how a node proves who it is.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};

/// Maximum time for the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval of pings; two without an answer end a connection.
const PING: Duration = Duration::from_secs(5);
/// Longest pause between two attempts to connect again.
const MAX_DELAY: Duration = Duration::from_secs(2);

/// The servers of a fleet, and the credentials of a node.
#[derive(Debug, Clone, Default)]
pub struct Access {
    /// Addresses of one server or of several of a cluster, separated by commas: `tls://one.example:4222`.
    pub url: String,
    /// A credentials file (`.creds`) or the file of an nkey's seed.
    pub credentials: Option<PathBuf>,
    /// The certificate of an authority of one's own, which has signed that of the server.
    pub authority: Option<PathBuf>,
    /// Whether a connection without TLS may leave this machine.
    pub insecure: bool,
}

impl Access {
    /// Connects; `hear` is called whenever the connection is lost or found, and for errors of the server.
    ///
    /// The first attempt is the only one, so that a wrong password is an error and not a loop. Later, attempts do not end.
    pub(crate) async fn connect(
        &self,
        name: &str,
        hear: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Client> {
        let addresses = self.addresses()?;
        let is_tls = addresses.iter().any(ServerAddr::tls_required);
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(CONNECT_TIMEOUT)
            .ping_interval(PING)
            // Plain connections must not be led elsewhere by a server.
            .ignore_discovered_servers()
            .reconnect_delay_callback(|attempt| {
                MAX_DELAY.min(Duration::from_millis(50 * (attempt as u64).min(100)))
            })
            .event_callback(move |event| {
                hear(event);
                async {}
            });
        if is_tls {
            options = options.require_tls(true);
        }
        if let Some(authority) = &self.authority {
            let readable = std::fs::metadata(authority);
            readable.with_context(|| format!("cannot read {}", authority.display()))?;
            options = options.add_root_certificates(authority.clone());
        }
        let options =
            match addresses.iter().find_map(|address| address.username().zip(address.password())) {
                Some((user, password)) => {
                    options.user_and_password(user.to_owned(), password.to_owned())
                }
                None => self.with_credentials(options)?,
            };
        options.connect(&addresses[..]).await.map_err(|error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            let cause = cause.map(|cause| format!(" ({cause})")).unwrap_or_default();
            let advice = match error.kind() {
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    "the server does not accept these credentials: --credentials FILE names others"
                }
                ConnectErrorKind::Tls => {
                    "the server's certificate is not trusted, or it has none: --authority FILE names who signed it"
                }
                _ => "is the server running, and is the address right? Without --fleet, this machine fuzzes alone",
            };
            anyhow::anyhow!("cannot connect to {}: {error}{cause}; {advice}", self.url_shown())
        })
    }

    /// The addresses, if it is safe to connect to them.
    fn addresses(&self) -> Result<Vec<ServerAddr>> {
        let mut addresses = Vec::new();
        for url in self.url.split(',') {
            let address: ServerAddr = url.parse().with_context(|| {
                format!("{} is no address such as tls://server.example:4222", shown(url))
            })?;
            if !address.tls_required() && !is_loopback(address.host()) && !self.insecure {
                bail!(
                    "{} is not encrypted, and leaves this machine: anybody on the way could read and change what is sent. \
                     Use tls://, or --insecure if you know that nobody is there",
                    shown(url)
                );
            }
            addresses.push(address);
        }
        Ok(addresses)
    }

    /// Whether connections are unencrypted and leave this machine.
    #[must_use]
    pub fn is_exposed(&self) -> bool {
        self.url
            .split(',')
            .filter_map(|url| url.parse::<ServerAddr>().ok())
            .any(|address| !address.tls_required() && !is_loopback(address.host()))
    }

    fn with_credentials(&self, options: ConnectOptions) -> Result<ConnectOptions> {
        let Some(path) = &self.credentials else { return Ok(options) };
        let cannot = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(path).with_context(cannot)?;
        if text.contains("BEGIN NATS USER JWT") {
            return options.credentials(&text).with_context(cannot);
        }
        match text.lines().map(str::trim).find(|line| line.starts_with("SU")) {
            Some(seed) => Ok(options.nkey(seed.to_owned())),
            None => bail!(
                "{} is neither a credentials file of NATS nor the seed of a user's nkey (SU...)",
                path.display()
            ),
        }
    }

    /// The address without a password.
    fn url_shown(&self) -> String {
        self.url.split(',').map(shown).collect::<Vec<_>>().join(",")
    }
}

/// An address without its password.
fn shown(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => {
            format!("{}://{}", &url[..scheme], &url[at + 1..])
        }
        _ => url.to_owned(),
    }
}

fn is_loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(url: &str) -> Access {
        Access { url: url.to_owned(), ..Access::default() }
    }

    #[test]
    fn only_loopback_may_do_without_encryption() {
        for url in [
            "nats://127.0.0.1:4222",
            "nats://localhost",
            "nats://[::1]:4222",
            "tls://example.com",
            "tls://a.example,tls://b.example:4223",
        ] {
            assert!(access(url).addresses().is_ok(), "{url}");
            assert!(!access(url).is_exposed(), "{url}");
        }
        for url in [
            "nats://192.168.0.7:4222",
            "nats://example.com",
            "example.com",
            "nats://localhost.example.com",
            "tls://a.example,nats://b.example",
        ] {
            let error = access(url).addresses().unwrap_err().to_string();
            assert!(error.contains("not encrypted") && error.contains("--insecure"), "{error}");
            assert!(access(url).is_exposed(), "{url}");
            assert!(Access { insecure: true, ..access(url) }.addresses().is_ok());
        }
        assert!(access("http://localhost").addresses().is_err());
    }

    #[test]
    fn a_password_is_never_shown() {
        let error = access("nats://node:secret@example.com").addresses().unwrap_err().to_string();
        assert!(error.contains("nats://example.com") && !error.contains("secret"), "{error}");
    }

    #[test]
    fn a_file_without_credentials_is_an_error_that_says_so() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "password\n").unwrap();
        let access =
            Access { credentials: Some(file.path().to_owned()), ..access("nats://localhost") };
        let error = access.with_credentials(ConnectOptions::new()).err().unwrap().to_string();
        assert!(error.contains("neither a credentials file"), "{error}");
    }
}
