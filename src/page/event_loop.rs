//! The one place where a session is played while its page is open: lines typed at the prompt and commands from browsers are
//! processed in one order, and after each change every audience is sent what it sees.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::StatusCode;
use serde_json::json;
use tokio::sync::{oneshot, watch};

use super::change;
use super::commands::{Command, Reply, SentCommand, Speaker};
use super::drag;
use super::faces::{Painter, Shelf};
use super::keep::Kept;
use super::news::{self, Drawn, Message};
use super::rights::{Audience, Rights, spaced};
use super::snapshot::{self, Context};
use crate::kit::{Kit, Language, Rule};
use crate::referee::{Remark, Seat, Sitting};
use crate::table::lines::Line;
use crate::table::prompt::{Elsewhere, Input, Possible, Prompt, Screen};

/// What can happen while the event loop waits.
pub enum Event {
    /// A line was typed.
    Typed(Line),
    /// A browser sent something.
    Asked(Request),
    /// A screen was opened, or the devices of a seat changed.
    Looks(Audience),
    Changed,
    /// Ctrl-C.
    Stop,
}

/// What a browser sent, and where its answer goes.
pub struct Request {
    pub from: Audience,
    pub said: SentCommand,
    pub reply: oneshot::Sender<(StatusCode, serde_json::Value)>,
}

/// What the event loop and the server share.
pub struct Hub {
    pub rights: Mutex<Rights>,
    pub shelf: Shelf,
    screens: Mutex<BTreeMap<Audience, watch::Sender<Message>>>,
    /// How many screens of an audience are open.
    here: Mutex<HashMap<Audience, usize>>,
    events: Sender<Event>,
    /// The page's address, up to the port.
    pub base: String,
    pub lan: bool,
    /// What the page speaks; English without it.
    language: Mutex<Option<Arc<Language>>>,
    /// The file that keeps its port and devices for a resumed session.
    keep: Mutex<Option<(PathBuf, u16)>>,
}

/// One open screen, for as long as it lives.
pub struct OpenScreen {
    pub news: watch::Receiver<Message>,
    audience: Audience,
    hub: Arc<Hub>,
}

impl Drop for OpenScreen {
    fn drop(&mut self) {
        let left = {
            let mut here = self.hub.here();
            let own = here.entry(self.audience).or_default();
            *own = own.saturating_sub(1);
            *own
        };
        if left == 0 {
            self.hub.tell(Event::Changed);
        }
    }
}

impl Hub {
    /// A hub, and what happens there.
    pub fn new(
        base: String,
        lan: bool,
        rights: Rights,
        keep: Option<(PathBuf, u16)>,
        language: Option<Arc<Language>>,
    ) -> (Arc<Hub>, Receiver<Event>) {
        let (events, inbox) = channel();
        let hub = Hub {
            rights: Mutex::new(rights),
            shelf: Shelf::default(),
            screens: Mutex::default(),
            here: Mutex::default(),
            events,
            base,
            lan,
            keep: Mutex::new(keep),
            language: Mutex::new(language),
        };
        (Arc::new(hub), inbox)
    }

    /// What the page speaks, if that is not English.
    pub fn language(&self) -> Option<Arc<Language>> {
        let language = self.language.lock();
        language.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The page speaks this from now on, wherever it is opened.
    pub fn speak(&self, language: Option<Arc<Language>>) {
        let mut spoken = self.language.lock().unwrap_or_else(PoisonError::into_inner);
        *spoken = language;
    }

    /// Saves who was let in. If that fails, everybody joins again when the session is resumed.
    pub fn keep(&self) {
        if let Some((path, port)) = &*self.kept() {
            let kept = Kept::new(*port, self.rights().devices());
            let _ = kept.write(path);
        }
    }

    /// Tells every screen that the program is stopping. Its port and devices stay kept for when the game goes on.
    pub fn close(&self) {
        for audience in self.watched() {
            self.send(audience, Message::Bye);
        }
    }

    /// From now on saves it elsewhere, under another journal.
    pub fn keep_at(&self, path: PathBuf) {
        if let Some((before, _)) = &mut *self.kept() {
            let _ = std::fs::remove_file(&*before);
            *before = path;
        }
        self.keep();
    }

    fn kept(&self) -> MutexGuard<'_, Option<(PathBuf, u16)>> {
        self.keep.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn rights(&self) -> MutexGuard<'_, Rights> {
        self.rights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn here(&self) -> MutexGuard<'_, HashMap<Audience, usize>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn screens(&self) -> MutexGuard<'_, BTreeMap<Audience, watch::Sender<Message>>> {
        self.screens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends events from another thread.
    pub fn events(&self) -> Sender<Event> {
        self.events.clone()
    }

    /// Tells the event loop, if it still exists.
    pub fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Opens a screen.
    pub fn look(self: &Arc<Self>, audience: Audience) -> OpenScreen {
        let news = {
            let mut screens = self.screens();
            let screen = screens.entry(audience).or_default();
            if screen.receiver_count() == 0 {
                // Nobody has been sent anything since, so what is kept may be outdated.
                screen.send_replace(Message::default());
            }
            screen.subscribe()
        };
        let count = {
            let mut here = self.here();
            let own = here.entry(audience).or_default();
            *own += 1;
            *own
        };
        self.tell(Event::Looks(audience));
        if count == 1 && matches!(audience, Audience::Seat(_)) {
            self.tell(Event::Changed);
        }
        OpenScreen {
            news,
            audience,
            hub: self.clone(),
        }
    }

    /// A link that lets a device in.
    pub fn link(&self, audience: Audience) -> Result<(String, String), String> {
        let code = self.rights().invite(audience)?;
        Ok((format!("{}/#{code}", self.base), spaced(&code)))
    }

    fn send(&self, audience: Audience, message: Message) {
        self.screens()
            .entry(audience)
            .or_default()
            .send_replace(message);
    }

    /// Whether an audience's screens wait for their first snapshot.
    fn is_blank(&self, audience: Audience) -> bool {
        self.screens()
            .get(&audience)
            .is_none_or(|screen| matches!(*screen.borrow(), Message::Nothing))
    }

    /// The audiences with open screens.
    fn watched(&self) -> Vec<Audience> {
        let screens = self.screens();
        screens
            .iter()
            .filter(|(_, screen)| screen.receiver_count() > 0)
            .map(|(audience, _)| *audience)
            .collect()
    }
}

/// The keyboard. Each line is read on request, in a thread of its own.
pub struct Typist {
    /// What a person could complete to, and whether the line is secret and must not be remembered.
    wants: Sender<(Possible, bool)>,
    /// Whether a line is being read.
    is_asked: bool,
    screen: Option<Screen>,
}

impl Typist {
    /// Reads lines with the reader that `read` makes, on a `screen` if it is a terminal.
    pub fn new(wants: Sender<(Possible, bool)>, screen: Option<Screen>) -> Typist {
        Typist {
            wants,
            is_asked: false,
            screen,
        }
    }
}

/// A prompt beside which browsers may also play.
pub struct EventLoop<'k> {
    hub: Arc<Hub>,
    inbox: Receiver<Event>,
    /// `None` where nobody types.
    typist: Option<Typist>,
    painter: Painter<'k>,
    rules: &'k [Rule],
    context: Context,
    /// The version that an audience was sent last, and what it showed.
    sent: HashMap<Audience, (u64, serde_json::Value)>,
    /// Whether something changed that was not sent yet.
    is_stale: bool,
    /// Another game that was requested.
    is_again: bool,
}

impl<'k> EventLoop<'k> {
    pub fn new(hub: Arc<Hub>, inbox: Receiver<Event>, kit: &'k Kit, run: String) -> EventLoop<'k> {
        let language = kit.files.language().cloned();
        let context = Context {
            run,
            title: kit.title.clone(),
            lan: hub.lan,
            language,
            ..Context::default()
        };
        let painter = Painter::new(kit);
        let rules = kit.rules.as_slice();
        EventLoop {
            hub,
            inbox,
            typist: None,
            painter,
            rules,
            context,
            sent: HashMap::new(),
            is_stale: true,
            is_again: false,
        }
    }

    /// Whether lines are also typed.
    pub fn with_typist(self, typist: Typist) -> EventLoop<'k> {
        EventLoop {
            typist: Some(typist),
            ..self
        }
    }

    /// A notice to show until the next move.
    pub fn saying(mut self, word: Option<String>) -> EventLoop<'k> {
        self.context.word = word;
        self
    }

    /// Asks every player these questions after the game.
    pub fn asking(mut self, questions: Vec<String>) -> EventLoop<'k> {
        self.context.questions = questions;
        self
    }

    /// Hides nothing on the table's screen, where one person plays all hands.
    pub fn with_open_hands(mut self, open: bool) -> EventLoop<'k> {
        self.context.open_hands = open;
        self
    }

    /// The table's screen is the only one, and no device can join.
    pub fn alone(mut self) -> EventLoop<'k> {
        self.context.alone = true;
        self
    }

    /// A kit is being tried out, by whoever edits it and nobody else.
    pub fn trying(mut self) -> EventLoop<'k> {
        (self.context.tries, self.context.alone) = (true, true);
        self
    }

    /// Whether it was left for another game, on a page or at the prompt. Then pages learn that numbering starts again.
    pub fn is_again(&mut self, run: String, at_prompt: bool) -> bool {
        let again = std::mem::take(&mut self.is_again) || at_prompt;
        if again {
            (self.context.run, self.context.word, self.is_stale) = (run, None, true);
            self.context.answered.clear();
        }
        again
    }

    /// Events go to another event loop from now on.
    pub fn into_inbox(self) -> Receiver<Event> {
        self.inbox
    }

    /// Only looks at the game, starting after a number of moves.
    pub fn replaying(mut self, at: usize) -> EventLoop<'k> {
        self.context.replay = Some(at);
        self
    }

    /// Does what an event asks for. Returns what the prompt is to do about it, if anything; its end also means that this loop ends.
    pub fn handle(&mut self, sitting: &mut dyn Sitting, event: Event) -> Option<Input> {
        match event {
            Event::Stop => return Some(Input::Typed(Line::End)),
            // The prompt has ended; the page continues.
            Event::Typed(Line::End) => self.typist = None,
            Event::Typed(line) => {
                if let Some(typist) = &mut self.typist {
                    typist.is_asked = false;
                }
                self.is_stale = true;
                return Some(Input::Typed(line));
            }
            Event::Looks(audience) => {
                if self.hub.is_blank(audience) {
                    self.sent.remove(&audience);
                }
                self.send(sitting, audience);
            }
            Event::Changed => {
                self.is_stale = true;
                self.publish(sitting);
            }
            Event::Asked(request) => match self.obey(sitting, request) {
                _ if self.is_again => return Some(Input::Typed(Line::End)),
                Some(done) => return Some(Input::Played(done)),
                None => self.publish(sitting),
            },
        }
        None
    }

    /// Does all that waits, where nobody types and nothing may block. Returns whether the game goes on.
    pub fn turn(&mut self, sitting: &mut dyn Sitting) -> bool {
        self.publish(sitting);
        while let Ok(event) = self.inbox.try_recv() {
            match self.handle(sitting, event) {
                Some(Input::Typed(_)) => return false,
                Some(Input::Played(_)) => self.publish(sitting),
                None => {}
            }
        }
        true
    }

    /// Serves until it is stopped, if there is no prompt.
    pub fn run(&mut self, sitting: &mut dyn Sitting) -> io::Result<()> {
        while !matches!(
            self.read(sitting, Possible::default(), false)?,
            Input::Typed(Line::End)
        ) {}
        Ok(())
    }

    /// Sends every audience what it sees now.
    fn publish(&mut self, sitting: &dyn Sitting) {
        if !std::mem::take(&mut self.is_stale) {
            return;
        }
        self.context.version += 1;
        self.context.is_over = sitting.ask().is_none();
        self.context.keeps = sitting.journal().is_some();
        let seats = 0..sitting.header().players.len() as Seat;
        {
            let (rights, here) = (self.hub.rights(), self.hub.here());
            let device = |seat| {
                let audience = Audience::Seat(seat);
                (
                    rights.count(audience),
                    here.get(&audience).is_some_and(|count| *count > 0),
                )
            };
            self.context.devices = seats.map(device).collect();
        }
        for audience in self.hub.watched() {
            self.send(sitting, audience);
        }
    }

    /// Sends an audience what it sees, unless that was already sent.
    fn send(&mut self, sitting: &dyn Sitting, audience: Audience) {
        let version = self.context.version;
        if self
            .sent
            .get(&audience)
            .is_some_and(|(sent, _)| *sent == version)
        {
            return;
        }
        let before = self.sent.remove(&audience);
        let text = self.draw(sitting, audience, audience);
        let now: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let change = before.map(|(base, before)| {
            let change = change::between(&before, &now);
            (base, news::event(Some("change"), &change.to_string()))
        });
        self.sent.insert(audience, (version, now));
        let whole = news::event(None, &text);
        self.hub.send(
            audience,
            Message::Snapshot(Drawn {
                version,
                whole,
                change,
            }),
        );
    }

    /// What one audience sees, sent to another.
    fn draw(&mut self, sitting: &dyn Sitting, audience: Audience, viewer: Audience) -> String {
        let (snapshot, faces) =
            snapshot::snapshot(sitting, audience, &self.context, &mut self.painter);
        self.hub.shelf.show(viewer, &faces);
        serde_json::to_string(&snapshot).unwrap_or_default()
    }

    /// Carries out a browser's command; returns what was done to the game, if anything.
    fn obey(
        &mut self,
        sitting: &mut dyn Sitting,
        Request { from, said, reply }: Request,
    ) -> Option<Elsewhere> {
        let speaker = Speaker {
            audience: from,
            context: &self.context,
            rules: self.rules,
        };
        let may = said.command.right().is_none_or(|right| speaker.may(right));
        let answer = match &said.command {
            Command::Invite(whom) if may => self.invite(whom, said.seat),
            Command::Take(seat) if may && usize::from(*seat) >= self.context.devices.len() => {
                no_such_seat()
            }
            Command::Take(seat) if may => {
                self.hub.rights().revoke(Audience::Seat(*seat));
                self.hub.keep();
                self.is_stale = true;
                Reply::ok()
            }
            Command::Show(at) if may => {
                self.context.replay = Some(*at);
                self.is_stale = true;
                Reply::ok()
            }
            Command::Again(_) if may => {
                self.is_again = true;
                Reply::ok()
            }
            Command::Answers(answers) if may => self.answered(sitting, from, answers),
            Command::Drag(drag) if may => {
                let meaning = |meaning: drag::Meaning| json!({ "words": meaning.words, "text": meaning.text });
                let meanings: Vec<_> = drag::meanings(sitting, drag, &mut self.painter)
                    .into_iter()
                    .map(meaning)
                    .collect();
                Reply::told(json!({ "drag": meanings }))
            }
            Command::Reveal(seat) if may => self.reveal(sitting, *seat),
            _ => speaker.obey(sitting, said),
        };
        // A browser that is gone needs no answer.
        let _ = reply.send((answer.status, answer.body));
        if answer.done.is_some() {
            self.is_stale = true;
            self.context.word = None;
        }
        answer.done
    }

    fn screen(&self) -> Option<Screen> {
        self.typist.as_ref()?.screen
    }

    fn invite(&self, whom: &str, seat: Option<Seat>) -> Reply {
        let audience = match (whom, seat) {
            ("seat", Some(seat)) if usize::from(seat) < self.context.devices.len() => {
                Audience::Seat(seat)
            }
            ("onlooker", _) => Audience::Onlooker,
            ("table", _) => Audience::Table,
            _ => return no_such_seat(),
        };
        match self.hub.link(audience) {
            Ok((link, code)) => {
                Reply::told(json!({ "invite": { "link": link, "code": code, "qr": qr(&link) } }))
            }
            Err(why) => Reply::refused(StatusCode::SERVICE_UNAVAILABLE, &why),
        }
    }

    /// Keeps what somebody answers to the questions of the host. Nobody else is shown it.
    fn answered(
        &mut self,
        sitting: &mut dyn Sitting,
        audience: Audience,
        answers: &[String],
    ) -> Reply {
        if !self.context.is_over {
            return Reply::refused(StatusCode::OK, "these questions come after the game");
        }
        let by = match audience {
            Audience::Seat(seat) => Some(seat),
            Audience::Table | Audience::Onlooker => None,
        };
        let before = self.context.answered.get(&audience);
        let before = before.cloned().unwrap_or_default();
        let questions = self.context.questions.iter();
        for (at, (asked, answered)) in questions.zip(answers).enumerate() {
            let is_new = before.get(at).map_or("", String::as_str) != answered;
            if !is_new || answered.trim().is_empty() {
                continue;
            }
            let remark = Remark::Answered {
                by,
                asked,
                answered,
            };
            if let Err(error) = sitting.remark(remark) {
                return Reply::refused(StatusCode::OK, &error.to_string());
            }
        }
        let count = self.context.questions.len();
        let kept = answers.iter().take(count).cloned().collect();
        self.context.answered.insert(audience, kept);
        self.is_stale = true;
        Reply::ok()
    }

    /// Shows the table a question for one seat that has no device of its own.
    fn reveal(&mut self, sitting: &dyn Sitting, seat: Seat) -> Reply {
        if self
            .context
            .devices
            .get(usize::from(seat))
            .is_none_or(|(count, _)| *count > 0)
        {
            return Reply::refused(
                StatusCode::FORBIDDEN,
                "that seat has a phone, and is asked there alone",
            );
        }
        let text = self.draw(sitting, Audience::Seat(seat), Audience::Table);
        let snapshot: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        Reply::told(json!({ "reveal": snapshot }))
    }
}

impl Prompt for EventLoop<'_> {
    fn read(
        &mut self,
        sitting: &mut dyn Sitting,
        possible: Possible,
        secret: bool,
    ) -> io::Result<Input> {
        self.publish(sitting);
        if let Some(typist) = self.typist.as_mut().filter(|typist| !typist.is_asked) {
            typist.is_asked = typist.wants.send((possible, secret)).is_ok();
        }
        loop {
            let event = self.inbox.recv().unwrap_or(Event::Stop);
            if let Some(input) = self.handle(sitting, event) {
                return Ok(input);
            }
        }
    }

    fn is_elsewhere(&self, seat: Seat) -> bool {
        self.hub.rights().count(Audience::Seat(seat)) > 0
    }

    fn clear(&mut self) -> io::Result<()> {
        match self.screen() {
            Some(screen) => (screen.clear)(),
            None => Ok(()),
        }
    }

    fn width(&mut self) -> Option<usize> {
        self.screen().map(|screen| (screen.width)())
    }
}

fn no_such_seat() -> Reply {
    Reply::refused(StatusCode::BAD_REQUEST, "there is no such seat")
}

/// A link as a QR code, in SVG.
fn qr(link: &str) -> String {
    use qrcode::render::svg::Color;
    qrcode::QrCode::new(link).map_or_else(
        |_| String::new(),
        |code| {
            code.render()
                .dark_color(Color("#000"))
                .light_color(Color("#fff"))
                .min_dimensions(240, 240)
                .build()
        },
    )
}
