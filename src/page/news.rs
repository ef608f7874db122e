//! What screens are sent as it happens: events of a stream that a browser keeps open. All screens of an audience share the bytes.

use bytes::Bytes;

/// What an audience is sent.
#[derive(Clone, Debug, Default)]
pub enum Message {
    /// Nothing has been drawn for it yet.
    #[default]
    Nothing,
    Snapshot(Drawn),
    /// The program is stopping.
    Bye,
}

/// A snapshot as JSON, made an [`event`].
#[derive(Clone, Debug)]
pub struct Drawn {
    pub version: u64,
    pub whole: Bytes,
    /// For screens that have this earlier version, only what changed since.
    pub change: Option<(u64, Bytes)>,
}

impl Drawn {
    /// What a screen is sent that was sent this version last.
    pub fn since(self, last: Option<u64>) -> Bytes {
        match self.change {
            Some((base, change)) if last == Some(base) => change,
            _ => self.whole,
        }
    }
}

/// A comment, which a browser ignores.
pub const KEEP_ALIVE: Bytes = Bytes::from_static(b":\n\n");

/// The prefix of an event's data.
const DATA: &str = "data: ";

/// An event with data of one line.
pub fn event(name: Option<&str>, data: &str) -> Bytes {
    let name = name
        .map(|name| format!("event: {name}\n"))
        .unwrap_or_default();
    format!("{name}{DATA}{data}\n\n").into()
}

/// The data of an event without a name.
pub fn data(event: &Bytes) -> Bytes {
    event.slice(DATA.len()..event.len() - "\n\n".len())
}
