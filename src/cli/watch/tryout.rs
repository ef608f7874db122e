//! The table beside the sheets: the kit as last saved, played in memory, so that anybody who edits a row can play a turn with it.
//!
//! After a save, the moves made so far are repeated with the new kit as far as they still fit, and the page says so. A kit that
//! cannot be played leaves the table as it was.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};

use crate::cli::Error;
use crate::cli::page::run_name;
use crate::cli::sitting;
use crate::games::open::{self, Kept, Opened};
use crate::kit::Kit;
use crate::page::event_loop::{Event, EventLoop, Hub};
use crate::page::remade::made_again;
use crate::page::rights::{Audience, Rights};
use crate::referee::Setup;
use crate::referee::journal::Secrets;
use crate::table::players;

/// What becomes of the table.
enum Told {
    /// It goes on with this kit.
    Kit(Box<Kit>),
    /// It is dealt anew for this many.
    Seats(u32),
}

/// A table that stays in play until this is dropped.
pub(super) struct TryOut {
    pub hub: Arc<Hub>,
    told: Option<Sender<Told>>,
    thread: Option<JoinHandle<()>>,
}

impl TryOut {
    /// Starts waiting for a kit; `base` is the address of its page.
    pub fn start(base: String) -> TryOut {
        let (hub, inbox) = Hub::new(base, false, Rights::default(), None, None);
        let (told, heard) = channel();
        let event_loop = hub.clone();
        let thread = thread::spawn(move || serve(&event_loop, inbox, &heard));
        TryOut {
            hub,
            told: Some(told),
            thread: Some(thread),
        }
    }

    /// The code that opens the table view.
    pub fn code(&self) -> Result<String, Error> {
        Ok(self.hub.rights().invite(Audience::Table)?)
    }

    /// Continues with this kit.
    pub fn deal(&self, kit: Kit) {
        self.tell(Told::Kit(Box::new(kit)));
    }

    /// Begins anew with this many players.
    pub fn seat(&self, players: u32) {
        self.tell(Told::Seats(players));
    }

    fn tell(&self, what: Told) {
        if let Some(told) = &self.told {
            // If the thread has stopped, the page has said so.
            let _ = told.send(what);
            self.hub.tell(Event::Stop);
        }
    }
}

impl Drop for TryOut {
    fn drop(&mut self) {
        self.told = None;
        self.hub.close();
        self.hub.tell(Event::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Plays with the kit saved last, until there are no more.
fn serve(hub: &Arc<Hub>, mut inbox: Receiver<Event>, heard: &Receiver<Told>) {
    let mut place = Place {
        seed: sitting::random_seed(),
        seats: None,
        table: None,
        word: None,
    };
    loop {
        let next = match place.table {
            Some(_) => heard.try_recv(),
            None => heard.recv().map_err(TryRecvError::from),
        };
        match next {
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => {}
            Ok(first) => {
                place.hear(first, heard);
                let kit = place.table.as_ref().map(|table| &table.kit);
                hub.speak(kit.and_then(|kit| kit.files.language().cloned()));
                hub.shelf.clear();
            }
        }
        let (Some(Opened { sitting, kit, .. }), Ok(run)) = (&mut place.table, run_name()) else {
            continue;
        };
        let mut event_loop = EventLoop::new(hub.clone(), inbox, kit, run.clone())
            .saying(place.word.take())
            .trying();
        // It is interrupted for the next kit, for another game, and at the end.
        let _ = event_loop.run(&mut **sitting);
        let again = event_loop.is_again(run, false);
        inbox = event_loop.into_inbox();
        if again && let Some(Opened { kit, .. }) = place.table.take() {
            place.seed = sitting::random_seed();
            place.table = deal(kit, place.seed, place.seats).ok();
        }
    }
}

/// The game at the table.
struct Place {
    seed: u64,
    /// The number of players, if somebody chose it.
    seats: Option<u32>,
    table: Option<Opened>,
    /// What the next snapshot says.
    word: Option<String>,
}

impl Place {
    /// Hears everything that was told.
    fn hear(&mut self, first: Told, more: &Receiver<Told>) {
        let mut kit = None;
        let mut is_anew = false;
        for told in std::iter::once(first).chain(more.try_iter()) {
            match told {
                Told::Kit(saved) => kit = Some(*saved),
                Told::Seats(players) => {
                    self.seats = Some(players);
                    is_anew = true;
                }
            }
        }
        let is_saved = kit.is_some();
        let kit = kit.or_else(|| self.table.as_ref().map(|table| table.kit.clone()));
        let Some(kit) = kit else { return };
        match deal(kit, self.seed, self.seats) {
            Ok(mut anew) => {
                let before = self.table.as_ref().filter(|_| !is_anew);
                self.word = before.map(|before| made_again(&*before.sitting, &mut *anew.sitting));
                self.table = Some(anew);
            }
            Err(error) => {
                let why = error.sentence();
                self.word = Some(if is_saved {
                    format!("The table stays as it was before the last save: {why}")
                } else {
                    format!("The table stays as it was: {why}")
                });
            }
        }
    }
}

/// A game of the kit, for the fewest players if nobody chose. The referee deals, so that there is something to play with.
fn deal(kit: Kit, seed: u64, seats: Option<u32>) -> Result<Opened, Error> {
    let fewest = *kit.players.start();
    let most = *kit.players.end();
    let seats = seats.map_or(fewest, |seats| seats.clamp(fewest, most));
    let setup = Setup {
        players: players::nameless(&kit, seats),
        secrets: Secrets::Referee,
        ..Setup::default()
    };
    let header = open::header(&kit, setup, seed);
    let (sitting, told) = open::begin(&kit, header, Kept::Nowhere, None)?;
    Ok(Opened {
        sitting,
        told,
        kit,
        is_torn: false,
    })
}
