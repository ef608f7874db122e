//! A table that one screen shares: the page's snapshots and commands, without a server.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::games::open::{self, Kept, OpenError, Opened};
use crate::games::{self};
use crate::kit::Kit;
use crate::page::commands;
use crate::page::event_loop::{Event, EventLoop, Hub, OpenScreen, Request};
use crate::page::news::{self, Message};
use crate::page::remade::made_again;
use crate::page::rights::{Audience, Rights};
use crate::referee::journal::{Header, Journal, Pages, Secrets};
use crate::referee::{Setup, Sitting};
use crate::table::{asking, players};

/// A new game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewGame {
    /// Names, or nobody's for the fewest players.
    pub players: Vec<String>,
    pub edition: Option<String>,
    pub options: Vec<(String, String)>,
    pub seed: u64,
    pub physical: Vec<String>,
    /// Whether a kit is only tried out, where a turn may be taken at random.
    pub trial: bool,
}

/// The most answers in a row that are given unasked.
const MAX_AUTOMATIC: usize = 1_000;

/// A game and the screen that shows it.
pub struct Table<'k> {
    hub: Arc<Hub>,
    screen: OpenScreen,
    events: EventLoop<'k>,
    sitting: Box<dyn Sitting>,
    pages: Pages,
    /// How much of the journal was taken away to be kept.
    taken: usize,
}

impl<'k> Table<'k> {
    /// Starts a game. `run` is an id for it that no other game has.
    ///
    /// # Errors
    ///
    /// The set-up is not allowed, or the kit does not fit the rules.
    pub fn begin(kit: &'k Kit, game: NewGame, run: String) -> Result<Table<'k>, OpenError> {
        let pages = Pages::default();
        let is_trial = game.trial;
        let header = header(kit, game)?;
        let (sitting, _) = open::begin(kit, header, Kept::Pages(pages.clone()), None)?;
        Ok(Table::of(kit, sitting, pages, run, is_trial))
    }

    /// Continues the game of a journal with its kit.
    ///
    /// # Errors
    ///
    /// The journal is damaged, or belongs to another kit.
    pub fn resume(
        kit: &'k Kit,
        name: &str,
        journal: &[u8],
        run: String,
    ) -> Result<Table<'k>, OpenError> {
        let (journal, record, pages) = Journal::of_bytes(name, journal)?;
        let kept = pages.since(0).len();
        let Opened { sitting, .. } = open::continued(kit.clone(), journal, &record, None)?;
        Ok(Table {
            taken: kept,
            ..Table::of(kit, sitting, pages, run, false)
        })
    }

    /// The same game with a kit that was changed since: the moves so far are made again as far as they fit. Says what came of it.
    ///
    /// # Errors
    ///
    /// The game cannot be begun with this kit.
    pub fn remade(&self, kit: &'k Kit, run: String) -> Result<(Table<'k>, String), OpenError> {
        let (_, record, _) = Journal::of_bytes("the table", &self.journal())?;
        let first = record.header;
        let game = NewGame {
            players: first.players,
            edition: first.edition,
            options: first.options,
            seed: first.seed,
            physical: first.physical,
            trial: true,
        };
        let pages = Pages::default();
        let header = header(kit, game)?;
        let (mut sitting, _) = open::begin(kit, header, Kept::Pages(pages.clone()), None)?;
        let word = made_again(&*self.sitting, &mut *sitting);
        Ok((Table::of(kit, sitting, pages, run, true), word))
    }

    fn of(
        kit: &'k Kit,
        sitting: Box<dyn Sitting>,
        pages: Pages,
        run: String,
        is_trial: bool,
    ) -> Table<'k> {
        let language = kit.files.language().cloned();
        let (hub, inbox) = Hub::new(String::new(), false, Rights::default(), None, language);
        let events = EventLoop::new(hub.clone(), inbox, kit, run).alone();
        let mut table = Table {
            screen: hub.look(Audience::Table),
            events: if is_trial { events.trying() } else { events },
            hub,
            sitting,
            pages,
            taken: 0,
        };
        table.events.turn(&mut *table.sitting);
        table.go_on();
        table
    }

    /// Gives the answers that nobody needs to be asked for.
    fn go_on(&mut self) {
        let before = self.sitting.made();
        // Rules may never offer a choice.
        for _ in 0..MAX_AUTOMATIC {
            let answer = asking::automatic(&*self.sitting);
            let told = answer.map(|id| self.sitting.answer(&id));
            if !matches!(told, Some(Ok(_))) {
                break;
            }
        }
        self.show_if_changed(before);
    }

    /// Takes back what was answered unasked before what was taken back, which would only be given again.
    fn go_further_back(&mut self) {
        let before = self.sitting.made();
        while asking::automatic(&*self.sitting).is_some() && self.sitting.undoable() > 0 {
            if self.sitting.undo(1).is_err() {
                break;
            }
        }
        self.show_if_changed(before);
    }

    fn show_if_changed(&mut self, before: usize) {
        if self.sitting.made() != before {
            self.hub.tell(Event::Changed);
            self.events.turn(&mut *self.sitting);
        }
    }

    /// What the table shows now.
    pub fn snapshot(&self) -> Option<String> {
        match &*self.screen.news.borrow() {
            Message::Snapshot(drawn) => {
                let data = news::data(&drawn.whole);
                Some(String::from_utf8_lossy(&data).into_owned())
            }
            Message::Nothing | Message::Bye => None,
        }
    }

    /// Carries out a command of the page; returns its answer, in which `again` says that another game is wanted.
    pub fn obey(&mut self, said: &[u8]) -> Value {
        let said = match commands::read(said) {
            Ok(said) => said,
            Err(why) => return json!({ "error": { "message": why } }),
        };
        let (reply, mut answer) = oneshot::channel();
        let from = Audience::Table;
        let before = self.sitting.made();
        self.hub.tell(Event::Asked(Request { from, said, reply }));
        let goes_on = self.events.turn(&mut *self.sitting);
        if self.sitting.made() < before {
            self.go_further_back();
        } else {
            self.go_on();
        }
        match answer.try_recv() {
            Ok((_, mut body)) => {
                if !goes_on {
                    body["again"] = true.into();
                }
                body
            }
            Err(_) => json!({ "error": { "message": "the table does not answer" } }),
        }
    }

    /// A face that was shown, as SVG.
    pub fn face(&self, id: &str) -> Option<Vec<u8>> {
        let face = self.hub.shelf.take(Audience::Table, id, false)?;
        Some(face.to_vec())
    }

    /// The whole journal.
    pub fn journal(&self) -> Vec<u8> {
        self.pages.since(0)
    }

    /// What was written in the journal since this was asked last.
    pub fn written(&mut self) -> Vec<u8> {
        let new = self.pages.since(self.taken);
        self.taken += new.len();
        new
    }
}

/// The id of the game that a journal is of, to find its kit.
///
/// # Errors
///
/// The journal is damaged.
pub fn game_of(name: &str, journal: &[u8]) -> Result<Header, OpenError> {
    let (_, record, _) = Journal::of_bytes(name, journal)?;
    Ok(record.header)
}

fn header(kit: &Kit, game: NewGame) -> Result<Header, OpenError> {
    let players = match game.players.as_slice() {
        [] => players::nameless(kit, *kit.players.start()),
        names => players::named(names).map_err(OpenError::Wish)?,
    };
    let entry = games::of_kit(kit);
    // A single player has no secrets from anybody. Who tries a kit is dealt all hands, and so are people who hold no cards.
    let secrets = match players.len() {
        _ if game.trial => Secrets::Referee,
        1 => Secrets::Table,
        _ if entry.is_own() && game.physical.is_empty() => Secrets::Referee,
        _ => (entry.secrets)(kit),
    };
    let setup = Setup {
        players,
        edition: game.edition,
        options: game.options,
        secrets,
        physical: game.physical,
        rules: None,
    };
    let language = kit.files.translation();
    Ok(Header {
        language: language.map(|language| language.code.clone()),
        ..open::header(kit, setup, game.seed)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn shown(table: &Table<'_>) -> Value {
        let text = table.snapshot().expect("a snapshot");
        serde_json::from_str(&text).unwrap()
    }

    fn answer(table: &mut Table<'_>) -> Value {
        let ask = &shown(table)["ask"];
        let said = json!({ "move": ask["answers"][0]["id"], "n": ask["n"] });
        table.obey(said.to_string().as_bytes())
    }

    #[test]
    fn a_game_goes_on_from_what_was_written() {
        let kit = Kit::find("dungeon-in-a-tin").unwrap();
        let game = NewGame {
            seed: 3,
            ..NewGame::default()
        };
        let mut table = Table::begin(&kit, game, "one".into()).unwrap();
        let mut journal = table.written();
        for _ in 0..6 {
            assert_eq!(answer(&mut table), json!({ "ok": true }));
            journal.extend(table.written());
        }
        assert!(table.written().is_empty());
        let before = shown(&table);
        let mut again = Table::resume(&kit, "one.jsonl", &journal, "two".into()).unwrap();
        assert!(again.written().is_empty());
        let after = shown(&again);
        for part in ["ask", "scene", "seats", "past"] {
            assert_eq!(after[part], before[part], "{part}");
        }
        answer(&mut again);
        assert!(!again.written().is_empty());
        // The program continues it too, and cuts off a torn line as ever.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("one.jsonl");
        std::fs::write(&file, &journal).unwrap();
        let made = table.sitting.made();
        assert!(made >= 6);
        assert_eq!(
            open::resume(&file, None, None).unwrap().sitting.made(),
            made
        );
        let torn = &journal[..journal.len() - 3];
        assert!(Table::resume(&kit, "one.jsonl", torn, "three".into()).is_ok());
        let mut wrong = journal.clone();
        wrong[100] ^= 1;
        let error = Table::resume(&kit, "one.jsonl", &wrong, "four".into());
        assert!(error.is_err_and(|error| error.to_string().contains("one.jsonl")));
    }

    #[test]
    fn who_holds_no_cards_is_dealt_them() {
        let kit = crate::browser::starter("crazy-eights").unwrap();
        let offered = |physical: &[&str]| {
            let game = NewGame {
                players: vec!["Ann".into(), "Ben".into()],
                physical: physical.iter().map(|name| (*name).into()).collect(),
                ..NewGame::default()
            };
            let table = Table::begin(&kit, game, "one".into()).unwrap();
            table.sitting.ask().map(|ask| ask.secret)
        };
        assert_eq!(offered(&[]), Some(Some(0)));
        assert_eq!(offered(&["all"]).flatten(), None);
    }

    #[test]
    fn who_tries_a_kit_is_offered_what_is_in_hand() {
        let kit = crate::browser::starter("crazy-eights").unwrap();
        let game = NewGame {
            players: vec!["Ann".into(), "Ben".into()],
            trial: true,
            ..NewGame::default()
        };
        let mut table = Table::begin(&kit, game, "one".into()).unwrap();
        for _ in 0..12 {
            let snapshot = shown(&table);
            let answers = snapshot["ask"]["answers"].as_array().unwrap();
            // A hand, and to draw; not all cards that there are.
            assert!((1..20).contains(&answers.len()), "{}", snapshot["ask"]);
            assert_eq!(snapshot["join"]["asks"], Value::Null);
            assert_eq!(answer(&mut table), json!({ "ok": true }));
        }
    }

    #[test]
    fn a_piece_whose_picture_is_not_there_lies_beside_the_others() {
        let files = crate::kit::Files::starter("crazy-eights").unwrap();
        let paths = files.paths().into_iter();
        let mut contents: BTreeMap<String, Vec<u8>> = paths
            .map(|path| (path.clone(), files.bytes(&path).unwrap()))
            .collect();
        let face = crate::browser::starter("crazy-eights").unwrap().decks[0]
            .front
            .clone();
        let text = files.read(&face).unwrap();
        let image = "{{ image(\"art/none.png\", x=1, y=1, w=9, h=9) }}</svg>";
        contents.insert(face, text.replace("</svg>", image).into_bytes());
        let kit = crate::browser::folder("eights", contents).unwrap();
        let game = NewGame {
            players: vec!["Ann".into(), "Ben".into()],
            trial: true,
            ..NewGame::default()
        };
        let table = Table::begin(&kit, game, "one".into()).unwrap();
        let snapshot = shown(&table);
        let things = snapshot["scene"]["things"].as_array().unwrap();
        assert!(things.len() > 2, "{}", snapshot["scene"]);
        let text = table.snapshot().unwrap();
        assert!(text.contains("face/"), "{text}");
    }

    #[test]
    fn faces_in_a_snapshot_can_be_had_and_nobody_is_invited() {
        let kit = Kit::find("dungeon-in-a-tin").unwrap();
        let mut table = Table::begin(&kit, NewGame::default(), "one".into()).unwrap();
        let text = table.snapshot().unwrap();
        let (_, rest) = text.split_once("face/").expect("a face");
        let (id, _) = rest.split_once(".svg").unwrap();
        assert!(table.face(id).unwrap().starts_with(b"<svg"));
        assert!(table.face("0").is_none());
        let rights = shown(&table)["rights"].to_string();
        assert!(
            !rights.contains("invite") && rights.contains("undo"),
            "{rights}"
        );
        let refused = table.obey(br#"{"invite":"onlooker"}"#);
        assert_eq!(refused["error"]["message"], "you may not do that");
    }
}
