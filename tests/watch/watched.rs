//! A watched kit, for the duration of a test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::kit;

/// Longer than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

pub struct Watched {
    pub kit: PathBuf,
    pub out: PathBuf,
    pub page: Page,
    /// The first line on stderr.
    pub greeting: String,
    pub stderr: BufReader<ChildStderr>,
    program: Child,
    printed: Receiver<String>,
    _folder: tempfile::TempDir,
}

/// The port of a page, 0 if there is none, and its key.
#[derive(Clone, Copy)]
pub struct Page(pub u16, [u8; 16]);

/// The response of a server.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Watched {
    /// A copy of a shipped kit, watched until this is dropped.
    pub fn kit(id: &str, arguments: &[&str]) -> Watched {
        Watched::changed(id, arguments, |_| {})
    }

    /// The same, for a copy that is changed beforehand.
    pub fn changed(id: &str, arguments: &[&str], change: impl FnOnce(&Path)) -> Watched {
        let folder = tempfile::tempdir().unwrap();
        let kit = folder.path().join("kit");
        let out = kit.join("out");
        kit::copy(&Path::new("templates").join(id), &kit);
        change(&kit);
        Watched::start(folder, kit, out, arguments)
    }

    /// The same, for a kit in an archive.
    pub fn archive(id: &str, arguments: &[&str]) -> Watched {
        let folder = tempfile::tempdir().unwrap();
        let (kit, out) = (folder.path().join("kit.zip"), folder.path().join("out"));
        pack(&Path::new("templates").join(id), &kit, |text| text);
        Watched::start(folder, kit, out, arguments)
    }

    fn start(folder: tempfile::TempDir, kit: PathBuf, out: PathBuf, arguments: &[&str]) -> Watched {
        let mut watch = Command::new(assert_cmd::cargo::cargo_bin("paperkeep"));
        watch
            .arg("watch")
            .arg(&kit)
            .args(arguments)
            .arg("--out")
            .arg(&out)
            .env("NO_COLOR", "1");
        let mut program = watch
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, printed) = channel();
        let stdout = program.stdout.take().unwrap();
        thread::spawn(move || {
            BufReader::new(stdout)
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        let mut stderr = BufReader::new(program.stderr.take().unwrap());
        let mut greeting = String::new();
        // It starts watching before it prints this line; problems of the first print come before.
        while !greeting.starts_with("watching ") {
            greeting.clear();
            if stderr.read_line(&mut greeting).unwrap() == 0 {
                break;
            }
        }
        let address = greeting
            .split_once("127.0.0.1:")
            .and_then(|(_, rest)| rest.split_once("/#"));
        let page = address.map_or(Page(0, [0; 16]), |(port, rest)| {
            let key = rest.as_bytes()[..16].try_into().unwrap();
            Page(port.parse().unwrap(), key)
        });
        Watched {
            kit,
            out,
            page,
            greeting,
            stderr,
            program,
            printed,
            _folder: folder,
        }
    }

    /// The id of its process.
    #[cfg(unix)]
    pub fn id(&self) -> u32 {
        self.program.id()
    }

    /// The next line on stdout.
    pub fn next_line(&self) -> String {
        self.printed
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|error| panic!("nothing came: {error}"))
    }

    /// Replaces text in a file of the kit.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        kit::edit(&self.kit, file, from, to);
    }

    /// Ends it as Ctrl-C does; returns the remaining output on stderr.
    #[cfg(unix)]
    pub fn interrupt(mut self) -> String {
        let stopped = Command::new("kill")
            .args(["-INT", &self.program.id().to_string()])
            .status()
            .unwrap();
        assert!(stopped.success() && self.program.wait().unwrap().success());
        let mut rest = String::new();
        self.stderr.read_to_string(&mut rest).unwrap();
        rest
    }
}

impl Page {
    pub fn origin(self) -> String {
        format!("http://127.0.0.1:{}", self.0)
    }

    pub fn key(self) -> String {
        String::from_utf8(self.1.to_vec()).unwrap()
    }

    /// The address that is printed.
    pub fn address(self) -> String {
        format!("{}/#{}", self.origin(), self.key())
    }

    /// Sends a request literally, with an empty line after it.
    pub fn ask(self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.0)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{request}\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer {
            status,
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    /// Requests a path as a browser would, with one response per connection.
    pub fn get(self, path: &str) -> Answer {
        self.ask(&format!(
            "GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nPaperkeep-Key: {}",
            self.0,
            self.key()
        ))
    }

    /// Posts JSON to a path, as a page at `origin` with the key would.
    pub fn post(self, path: &str, origin: &str, body: &Value) -> Answer {
        self.post_with(&self.key(), path, origin, body)
    }

    /// The same with this key.
    pub fn post_with(self, key: &str, path: &str, origin: &str, body: &Value) -> Answer {
        let (body, port) = (body.to_string(), self.0);
        let head = format!(
            "POST {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin}\r\nPaperkeep-Key: {key}\r\nContent-Type: application/json"
        );
        self.ask(&format!(
            "{head}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// The state after this one, or the current one at once if `after` is outdated.
    pub fn state(self, after: Option<&Value>) -> Value {
        let path = after.map_or("/state".to_owned(), |state| {
            format!("/state?after={}", state["version"])
        });
        let answer = self.get(&path);
        assert_eq!(answer.status, 200, "{}", answer.head);
        serde_json::from_str(&answer.body).unwrap()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Writes an archive of a kit with its text files changed.
pub fn pack(from: &Path, to: &Path, change: impl Fn(String) -> String) {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut folders = vec![from.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(from).unwrap().to_str().unwrap();
            archive
                .start_file(name, zip::write::SimpleFileOptions::default())
                .unwrap();
            let bytes = std::fs::read(&path).unwrap();
            let bytes = String::from_utf8(bytes)
                .map_or_else(|error| error.into_bytes(), |text| change(text).into_bytes());
            archive.write_all(&bytes).unwrap();
        }
    }
    // Written beside the old one and renamed, as archivers do.
    let new = to.with_extension("new");
    std::fs::write(&new, archive.finish().unwrap().into_inner()).unwrap();
    std::fs::rename(new, to).unwrap();
}
