//! As much of HTTP as the page needs: one request without a body, one answer, and the connection ends.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A browser sends no longer request.
const MOST_BYTES: u64 = 64 << 10;
/// Who takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// A request is here after so long, however slowly it comes, or it is not answered.
const WHOLE: Duration = Duration::from_secs(5);

/// What every answer says. Nothing is fetched from elsewhere, no other page may embed or read this one. Drawings may have
/// styles and pictures of their own.
const ALWAYS: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    X-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\n\
    Referrer-Policy: no-referrer\r\n\
    Connection: close\r\n";

/// What somebody asks for.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    pub method: String,
    /// With its query, as it was sent.
    pub path: String,
    /// Whom the browser believes to speak to, without the port; none if that is left open.
    pub host: Option<String>,
    /// Whether another page had the browser send it. A link or an address that is typed is no page.
    pub is_foreign: bool,
}

/// What is answered.
pub(super) struct Answer {
    /// "200 OK".
    pub status: &'static str,
    /// The media type.
    pub kind: &'static str,
    /// Whether what this path gives does not change.
    pub lasting: bool,
    pub body: String,
}

impl Request {
    pub fn receive(stream: &TcpStream) -> io::Result<Request> {
        stream.set_write_timeout(Some(PATIENCE))?;
        Request::read(BufReader::new(Slow { stream, until: Instant::now() + WHOLE }))
    }

    fn read(reader: impl BufRead) -> io::Result<Request> {
        let mut lines = reader.take(MOST_BYTES).lines();
        let mut next = || lines.next().unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()));
        let first = next()?;
        let [method, path, version] = first.split(' ').collect::<Vec<_>>()[..] else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        if !version.starts_with("HTTP/1.") {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let (mut hosts, mut is_foreign) = (Vec::new(), false);
        loop {
            let line = next()?;
            match line.split_once(':') {
                _ if line.is_empty() => break,
                Some((name, value)) if name.eq_ignore_ascii_case("host") => hosts.push(value.trim().to_ascii_lowercase()),
                // Browsers say so of every request, and no page can have them say otherwise.
                Some((name, value)) if name.eq_ignore_ascii_case("sec-fetch-site") => {
                    is_foreign |= !matches!(value.trim(), "same-origin" | "none");
                }
                Some(_) => {}
                None => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        let host = match &hosts[..] {
            [host] => Some(host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name).to_owned()),
            _ => None,
        };
        Ok(Request { method: method.to_owned(), path: path.to_owned(), host, is_foreign })
    }
}

/// A stream that is read until a moment: who sends a byte now and then would hold a connection for hours.
struct Slow<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl Read for Slow<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(bytes)
    }
}

impl Answer {
    /// Refuses, in a sentence.
    pub fn refusal(status: &'static str, why: &str) -> Answer {
        Answer { status, kind: "text/plain; charset=utf-8", lasting: false, body: format!("{why}\n") }
    }

    pub fn send(&self, mut stream: &TcpStream) -> io::Result<()> {
        let Answer { status, kind, lasting, body } = self;
        // Not for ever: the next version of the program may draw it otherwise.
        let cache = if *lasting { "private, max-age=3600, immutable" } else { "no-store" };
        let length = body.len();
        let head = format!("Content-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: {cache}\r\n");
        stream.write_all(format!("HTTP/1.1 {status}\r\n{head}{ALWAYS}\r\n").as_bytes())?;
        stream.write_all(body.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_and_others_are_refused() {
        let read = |text: &str| Request::read(text.as_bytes());
        let request = read("GET /state?after=7 HTTP/1.1\r\nAccept: */*\r\nhost: LocalHost:80\r\n\r\n").unwrap();
        let (method, path, host) = ("GET".into(), "/state?after=7".into(), Some("localhost".into()));
        assert_eq!(request, Request { method, path, host, is_foreign: false });
        let foreign = |site: &str| read(&format!("GET / HTTP/1.1\r\nSec-Fetch-Site: {site}\r\n\r\n")).unwrap().is_foreign;
        assert_eq!(["same-origin", "none", "cross-site", "same-site"].map(foreign), [false, false, true, true]);
        let twice = read("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n").unwrap();
        assert_eq!(twice.host, None);
        for torn in
            ["", "GET /", "GET / HTTP/1.1\r\nHost: localhost", "GET / HTTP/2\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n"]
        {
            assert!(read(torn).is_err(), "{torn:?}");
        }
        let endless = "GET / HTTP/1.1\r\n".to_owned() + &"a: b\r\n".repeat(20_000) + "\r\n";
        assert!(read(&endless).is_err());
    }
}
