//! Judging in a process of its own: a parser may overflow its stack, or never come to an end.

use std::io::{Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// What judges a document.
type Parse = fn(&[u8]) -> Result<(), String>;

/// The parsers that need it, by their names.
const PARSERS: &[(&str, Parse)] =
    &[("grass", crate::scss::compile), ("lightningcss", crate::css::parse)];

/// How long a document may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The first argument of such a process.
const FLAG: &str = "--apart";

/// Judges a document by the parser of this name.
pub fn judge(parser: &str, document: &[u8]) -> Result<(), String> {
    let judged = || -> std::io::Result<_> {
        let mut child = Command::new(std::env::current_exe()?)
            .args([FLAG, parser])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        // It reads all before it writes; and if it has ended, its status says why.
        let _ = child.stdin.take().map(|mut stdin| stdin.write_all(document));
        let start = Instant::now();
        while child.try_wait()?.is_none() {
            if start.elapsed() > PATIENCE {
                child.kill()?;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        child.wait_with_output()
    };
    let output = judged().map_err(|error| format!("cannot run the parser: {error}"))?;
    match output.status.code() {
        Some(0) => Ok(()),
        Some(1) => Err(String::from_utf8_lossy(&output.stdout).into_owned()),
        _ => Err("the parser crashed, or did not come to an end".to_owned()),
    }
}

/// What such a process does; nothing in any other.
pub fn child() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next()? != FLAG {
        return None;
    }
    let name = arguments.next()?;
    let (_, parse) = PARSERS.iter().find(|(parser, _)| *parser == name)?;
    let mut document = Vec::new();
    std::io::stdin().read_to_end(&mut document).ok()?;
    Some(match parse(&document) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            print!("{why}");
            ExitCode::from(1)
        }
    })
}
