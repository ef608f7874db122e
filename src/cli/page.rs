//! The table's page beside the prompt: from options to a server, and from the server to links for people to follow.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
#[cfg(unix)]
use std::time::Duration;

use super::stdio::{self, note, say};
use super::{Error, browser, config, worker};
use crate::kit::{Kit, Language, language};
use crate::page::event_loop::{Event, EventLoop, Hub, Typist};
use crate::page::keep::{self, Kept};
use crate::page::questions::questions;
use crate::page::rights::{Audience, Rights};
use crate::page::site;
use crate::page::web::{self, Site};
use crate::table::keyboard::{Keyboard, SCREEN};
use crate::table::lines::{self, Line};
use crate::table::prompt::Possible;

/// Whether and where the page is.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PageArgs {
    /// Show the table in a browser too, and hands on phones
    #[arg(long)]
    page: bool,

    /// The port of the page, which this opens too [default: a free one, kept for the game]
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    port: u16,

    /// The page, and let phones on the local network join it with a code
    #[arg(long)]
    lan: bool,

    /// The page, opened in the browser
    #[arg(long)]
    open: bool,

    /// The page, on which every player is asked three questions after the game, or yours: --ask='Was it too long?', as often as you like
    #[arg(long, value_name = "QUESTION", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    ask: Vec<String>,
}

/// An open page.
pub struct OpenPage {
    hub: Arc<Hub>,
    site: Site,
}

impl PageArgs {
    /// Whether phones may join.
    pub fn has_phones(&self) -> bool {
        self.lan
    }

    pub fn is_wanted(&self) -> bool {
        self.page || self.lan || self.open || self.port != 0 || !self.ask.is_empty()
    }

    /// Opens the page and hands its event loop to `play`. Everything is closed when that returns.
    ///
    /// For the journal of a session that had a page before, it opens at the same address, for the same devices.
    pub fn with_event_loop<T>(
        &self,
        players: &[String],
        journal: Option<&Path>,
        kit: &Kit,
        play: impl FnOnce(EventLoop<'_>, &Arc<Hub>) -> T,
    ) -> Result<T, Error> {
        let keep = journal.and_then(|journal| keep::path(&config::folder()?, journal));
        if let Some(folder) = keep.as_deref().and_then(Path::parent) {
            keep::forget_old(folder);
        }
        let kept = (keep.as_deref().zip(journal))
            .and_then(|(path, journal)| Kept::read(path, journal))
            .unwrap_or_default();
        let wrong = |error: io::Error| {
            Error::Other(format!(
                "cannot serve a page on port {}: {error}; try another --port",
                self.port
            ))
        };
        let before = (self.port == 0 && kept.port != 0)
            .then(|| Site::open(kept.port, self.lan).ok())
            .flatten();
        let listener = before
            .map_or_else(|| Site::open(self.port, self.lan), Ok)
            .map_err(wrong)?;
        let port = listener.local_addr().map_err(wrong)?.port();
        let base = self.base(&listener).map_err(wrong)?;
        worker::close_network_of_worker();
        let mut rights = Rights::default();
        rights.restore(kept.devices());
        let (hub, inbox) = Hub::new(
            base,
            self.lan,
            rights,
            keep.map(|path| (path, port)),
            kit.files.language().cloned(),
        );
        let stop = hub.events();
        ctrlc::set_handler(move || drop(stop.send(Event::Stop)))
            .map_err(|error| error.to_string())?;
        let run = run_name()?;
        let page = OpenPage {
            site: Site::serve(listener, site::routes(hub.clone())).map_err(wrong)?,
            hub,
        };
        // The address stays the same, even if nobody has joined yet.
        page.hub.keep();
        page.announce(players, self, kit.files.language())?;
        let asked = questions(&self.ask, kit.files.language());
        let event_loop = EventLoop::new(page.hub.clone(), inbox, kit, run).asking(asked);
        let played = play(event_loop, &page.hub);
        page.hub.close();
        Ok(played)
    }

    fn base(&self, listener: &TcpListener) -> io::Result<String> {
        let port = listener.local_addr()?.port();
        let own = || web::own_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let address = if self.lan {
            own()
        } else {
            IpAddr::V4(Ipv4Addr::LOCALHOST)
        };
        Ok(format!("http://{address}:{port}"))
    }
}

impl OpenPage {
    /// Says where the page is, and how to join.
    fn announce(
        &self,
        players: &[String],
        args: &PageArgs,
        language: Option<&Arc<Language>>,
    ) -> Result<(), Error> {
        let (link, _) = self.hub.link(Audience::Table)?;
        say!(
            "{}",
            language::say(language, "The table is at {link}", &[("link", &link)])
        );
        if args.lan {
            show_scannable(&link)?;
            let port = self.site.port();
            note!(
                "{}",
                language::say(
                    language,
                    "The page is open to everybody on this network who has a code, on port {port}.",
                    &[("port", &port)]
                )
            );
            for (seat, name) in (0..).zip(players) {
                let (link, _) = self.hub.link(Audience::Seat(seat))?;
                let told: [(&str, &dyn Display); 2] = [("name", name), ("link", &link)];
                say!(
                    "{}",
                    language::say(language, "{name} joins at {link}", &told)
                );
                show_scannable(&link)?;
            }
        }
        if args.open {
            open(&link);
        }
        Ok(())
    }
}

/// Shows a link as a QR code, if stdout is a terminal.
fn show_scannable(link: &str) -> Result<(), Error> {
    if io::stdout().is_terminal() {
        write!(stdio::styled(), "{}", scannable(link))?;
    }
    Ok(())
}

/// A link as a QR code, to scan from a terminal.
fn scannable(link: &str) -> String {
    use qrcode::render::unicode::Dense1x2;
    // Light on dark suits most terminals; a quiet zone is needed either way.
    qrcode::QrCode::new(link).map_or_else(
        |_| String::new(),
        |code| {
            code.render::<Dense1x2>()
                .dark_color(Dense1x2::Light)
                .light_color(Dense1x2::Dark)
                .build()
                + "\n"
        },
    )
}

/// Opens a page in the player's browser. If there is none, the link is in the terminal.
pub(super) fn open(link: &str) {
    if worker::asks_to_open(link) {
        return;
    }
    browser::open(link);
}

/// An id for this run of the program, by which a page knows that numbering starts again.
pub(super) fn run_name() -> Result<String, Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::Other(format!("the system provides no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Saves who was let in under another journal.
pub fn keep_at(hub: &Hub, journal: &Path) {
    if let Some(path) = config::folder().and_then(|folder| keep::path(&folder, journal)) {
        hub.keep_at(path);
    }
}

/// The thread that reads lines. On a terminal it is ended when this is dropped; left in the middle of a line, it would leave the
/// terminal in raw mode, without Ctrl-C.
pub struct TypingThread(#[cfg_attr(not(unix), expect(dead_code))] Option<JoinHandle<()>>);

impl Drop for TypingThread {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(thread) = self.0.take() {
            // The interrupt may arrive before the line can notice it, so it is repeated; a suspended terminal is not waited for.
            for _ in 0..INTERRUPTIONS {
                if thread.is_finished() {
                    break;
                }
                let _ = rustix::process::kill_process(
                    rustix::process::getpid(),
                    rustix::process::Signal::INT,
                );
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

/// How often a line is interrupted before it is left alone.
#[cfg(unix)]
const INTERRUPTIONS: usize = 200;

/// Reads lines from the keyboard or a pipe in a thread of its own, each on request; also returns where to print text while a line
/// is being typed. Drop the thread first: where nothing could be printed any more, a line would no longer notice its interrupt.
pub fn typist(events: Sender<Event>) -> (Typist, Box<dyn Write>, TypingThread) {
    let (wants, wanted) = channel::<(Possible, bool)>();
    let (ready, above) = channel();
    let is_screen = io::stdin().is_terminal() && io::stdout().is_terminal();
    let thread = thread::spawn(move || {
        let mut keyboard = if is_screen {
            Keyboard::new().ok()
        } else {
            None
        };
        // If the program is stopping, nobody is waiting for it any more.
        let _ = ready.send(keyboard.as_mut().and_then(|keyboard| keyboard.above().ok()));
        while let Ok((possible, secret)) = wanted.recv() {
            let line = match &mut keyboard {
                Some(keyboard) => keyboard.line(possible, secret),
                None => lines::next(&mut io::stdin().lock()),
            };
            let line = line.unwrap_or(Line::End);
            let is_end = line == Line::End;
            let is_stopped = keyboard.as_ref().is_some_and(Keyboard::is_interrupted);
            let event = if is_stopped {
                Event::Stop
            } else {
                Event::Typed(line)
            };
            if events.send(event).is_err() || is_end {
                break;
            }
        }
    });
    let out: Box<dyn Write> = match above.recv() {
        Ok(Some(above)) => Box::new(stdio::styled_on(Box::new(above))),
        _ => Box::new(stdio::styled()),
    };
    // Nothing ends the wait for a pipe.
    (
        Typist::new(wants, is_screen.then_some(SCREEN)),
        out,
        TypingThread(is_screen.then_some(thread)),
    )
}
