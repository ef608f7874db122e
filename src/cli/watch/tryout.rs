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
use crate::games::english::counted;
use crate::games::open::{self, Kept, Opened};
use crate::kit::Kit;
use crate::page::event_loop::{Event, EventLoop, Hub};
use crate::page::rights::{Audience, Rights};
use crate::referee::journal::Secrets;
use crate::referee::{By, Setup, Sitting};
use crate::table::players;

/// A table that stays in play until this is dropped.
pub(super) struct TryOut {
    pub hub: Arc<Hub>,
    kits: Option<Sender<Kit>>,
    thread: Option<JoinHandle<()>>,
}

impl TryOut {
    /// Starts waiting for a kit; `base` is the address of its page.
    pub fn start(base: String) -> TryOut {
        let (hub, inbox) = Hub::new(base, false, Rights::default(), None, None);
        let (kits, saved) = channel();
        let event_loop = hub.clone();
        let thread = thread::spawn(move || serve(&event_loop, inbox, &saved));
        TryOut {
            hub,
            kits: Some(kits),
            thread: Some(thread),
        }
    }

    /// The code that opens the table view.
    pub fn code(&self) -> Result<String, Error> {
        Ok(self.hub.rights().invite(Audience::Table)?)
    }

    /// Continues with this kit.
    pub fn deal(&self, kit: Kit) {
        if let Some(kits) = &self.kits {
            // If the thread has stopped, the page has said so.
            let _ = kits.send(kit);
            self.hub.tell(Event::Stop);
        }
    }
}

impl Drop for TryOut {
    fn drop(&mut self) {
        self.kits = None;
        self.hub.close();
        self.hub.tell(Event::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Plays with the kit saved last, until there are no more.
fn serve(hub: &Arc<Hub>, mut inbox: Receiver<Event>, saved: &Receiver<Kit>) {
    let mut seed = sitting::random_seed();
    let mut table: Option<Opened> = None;
    let mut word = None;
    loop {
        let next = if table.is_some() {
            saved.try_recv()
        } else {
            saved.recv().map_err(TryRecvError::from)
        };
        match next {
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => {}
            Ok(kit) => {
                let kit = saved.try_iter().last().unwrap_or(kit);
                match deal(kit, seed) {
                    Ok(mut anew) => {
                        word = table
                            .as_ref()
                            .map(|before| made_again(&*before.sitting, &mut *anew.sitting));
                        table = Some(anew);
                        hub.shelf.clear();
                    }
                    Err(error) => {
                        word = Some(format!(
                            "The table stays as it was before the last save: {}",
                            error.sentence()
                        ))
                    }
                }
            }
        }
        let (Some(Opened { sitting, kit, .. }), Ok(run)) = (&mut table, run_name()) else {
            continue;
        };
        let mut event_loop = EventLoop::new(hub.clone(), inbox, kit, run.clone())
            .saying(word.take())
            .trying();
        // It is interrupted for the next kit, for another game, and at the end.
        let _ = event_loop.run(&mut **sitting);
        let again = event_loop.is_again(run, false);
        inbox = event_loop.into_inbox();
        if again && let Some(Opened { kit, .. }) = table.take() {
            seed = sitting::random_seed();
            table = deal(kit, seed).ok();
        }
    }
}

/// A game of the kit for the fewest players. The referee keeps the secrets if the players cannot.
fn deal(kit: Kit, seed: u64) -> Result<Opened, Error> {
    match dealt(kit.clone(), seed, Secrets::Table) {
        Err(Error::Kit(_)) => dealt(kit, seed, Secrets::Referee),
        dealt => dealt,
    }
}

fn dealt(kit: Kit, seed: u64, secrets: Secrets) -> Result<Opened, Error> {
    let setup = Setup {
        players: players::nameless(&kit, *kit.players.start()),
        secrets,
        ..Setup::default()
    };
    let header = open::header(&kit, setup, seed);
    let (sitting, told) = open::begin(&kit, header, Kept::Nowhere)?;
    Ok(Opened {
        sitting,
        told,
        kit,
        is_torn: false,
    })
}

/// Repeats the people's moves; returns what came of it, in a sentence.
fn made_again(before: &dyn Sitting, now: &mut dyn Sitting) -> String {
    let past = before.history(0..before.made());
    let people: Vec<&str> = past
        .iter()
        .filter(|past| past.made.by != By::Program)
        .map(|past| past.made.id.as_str())
        .collect();
    let fits = people
        .iter()
        .take_while(|id| now.answer(id).is_ok() || now.correct(id).is_ok())
        .count();
    match (fits, people.len()) {
        (_, 0) => "Saved: the table is dealt again.".to_owned(),
        (0, all) => format!(
            "Saved: the table is dealt again, since none of {} fits any more.",
            counted(all as u32, "move")
        ),
        (fits, all) if fits == all => format!("Saved: {} made again.", counted(all as u32, "move")),
        (fits, all) => format!(
            "Saved: of {} the first {fits} still fit and were made again.",
            counted(all as u32, "move")
        ),
    }
}
