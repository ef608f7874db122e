//! Connections, limited in number and in time: slow clients are dropped, and keep nobody out.
//!
//! A request must arrive within a time limit, an answer must be accepted in good time, and a connection that is silent for long
//! is closed. Only bytes count: reading starts a request, and writing ends it.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep};

/// The most connections in all.
const MAX_CONNECTIONS: usize = 256;
/// The most connections from one machine on the network; a browser opens six.
const MAX_CONNECTIONS_EACH: usize = 32;
/// How long a request may take to arrive.
const REQUEST: Duration = Duration::from_secs(10);
/// How long a connection may be idle between requests.
const REST: Duration = Duration::from_secs(60);
/// A client that accepts nothing of an answer for this long is gone.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long to wait until the system can open a connection again.
const BUSY: Duration = Duration::from_millis(100);

/// Lets connections in.
pub struct Gate {
    listener: TcpListener,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Gate {
    pub fn new(listener: TcpListener) -> Gate {
        Gate {
            listener,
            open: Arc::default(),
        }
    }

    /// A slot for one more connection from there, if one is free.
    fn admit(&self, from: IpAddr) -> Option<Ticket> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        let own = open.get(&from).copied().unwrap_or_default();
        // Browsers on this machine may belong to several people, who are trusted with it.
        if all >= MAX_CONNECTIONS || own >= MAX_CONNECTIONS_EACH && !from.is_loopback() {
            return None;
        }
        open.insert(from, own + 1);
        Some(Ticket {
            open: self.open.clone(),
            from,
        })
    }
}

impl Listener for Gate {
    type Io = Guarded;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guarded, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    // Small events must not wait for others to fill a packet.
                    let _ = stream.set_nodelay(true);
                    if let Some(ticket) = self.admit(from.ip()) {
                        return (Guarded::new(stream, ticket), from);
                    }
                }
                Err(_) => sleep(BUSY).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Counts a connection for as long as it lasts.
struct Ticket {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    from: IpAddr,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.from);
            }
        }
    }
}

/// A connection with its deadlines.
pub struct Guarded {
    stream: TcpStream,
    /// Something must be read by then.
    reading: Pin<Box<Sleep>>,
    /// Whether a request has started and its answer has not.
    is_asked: bool,
    /// Something must be accepted by then, while an answer is waiting.
    writing: Option<Pin<Box<Sleep>>>,
    _ticket: Ticket,
}

impl Guarded {
    fn new(stream: TcpStream, ticket: Ticket) -> Guarded {
        Guarded {
            stream,
            reading: Box::pin(sleep(REQUEST)),
            is_asked: false,
            writing: None,
            _ticket: ticket,
        }
    }

    /// Notes that an answer is being sent, or not being accepted.
    fn wrote(
        &mut self,
        cx: &mut Context<'_>,
        done: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match done {
            Poll::Ready(done) => {
                (self.is_asked, self.writing) = (false, None);
                self.reading.as_mut().reset(Instant::now() + REST);
                Poll::Ready(done)
            }
            Poll::Pending => {
                let waiting = self
                    .writing
                    .get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
                waiting
                    .as_mut()
                    .poll(cx)
                    .map(|()| Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let late = self
            .reading
            .as_mut()
            .poll(cx)
            .map(|()| Err(io::ErrorKind::TimedOut.into()));
        if late.is_ready() {
            return late;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before && !self.is_asked {
            self.is_asked = true;
            self.reading.as_mut().reset(Instant::now() + REQUEST);
            // The new deadline also wakes this task.
            let _ = self.reading.as_mut().poll(cx);
        }
        read
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.wrote(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_connections_are_held_and_no_more() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()
            .unwrap();
        let listener = runtime
            .block_on(TcpListener::bind(("127.0.0.1", 0)))
            .unwrap();
        let gate = Gate::new(listener);
        let machine = |nth: usize| IpAddr::from([10, 0, (nth / 256) as u8, (nth % 256) as u8]);
        let mut held: Vec<Ticket> = (0..MAX_CONNECTIONS_EACH)
            .map(|_| gate.admit(machine(0)).unwrap())
            .collect();
        assert!(
            gate.admit(machine(0)).is_none(),
            "one machine holds more than its share"
        );
        let own = IpAddr::from([127, 0, 0, 1]);
        held.extend((0..MAX_CONNECTIONS_EACH + 1).map(|_| gate.admit(own).unwrap()));
        held.extend((held.len()..MAX_CONNECTIONS).map(|nth| gate.admit(machine(nth)).unwrap()));
        assert_eq!(held.len(), MAX_CONNECTIONS);
        assert!(
            gate.admit(machine(MAX_CONNECTIONS)).is_none() && gate.admit(own).is_none(),
            "more are held than may be"
        );
        // A connection that ends makes room, and leaves nothing behind.
        held.clear();
        assert!(gate.open.lock().unwrap().is_empty());
        assert!(gate.admit(machine(0)).is_some());
    }
}
