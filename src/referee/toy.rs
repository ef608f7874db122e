//! A small game for the tests of sessions and tables: two players push their luck with a die, and each holds a hidden card.
//!
//! T1: each player is dealt a card, 1 to 3, and keeps it hidden. T2: on a turn, roll or hold. T3: a 1 loses the pot and the
//! turn; other faces are added to the pot. T4: hold takes the pot; with nothing in it nobody may hold. T5: once a game each
//! player may flip a coin that lies on the table: heads doubles the pot, tails loses it. T6: 12 points end the game; cards are
//! added, and the higher total wins.

use std::sync::atomic::{AtomicUsize, Ordering};

use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;
use serde_json::json;

use super::bot::RandomBot;
use super::*;

pub struct Toy {
    pub players: Vec<String>,
    /// Who keeps the hidden cards; the table shows them at the end.
    pub secrets: journal::Secrets,
    /// How many moves were made.
    pub made: AtomicUsize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// Cards of 1, 2 and 3 left in the deck.
    deck: [u32; 3],
    hands: [u32; 2],
    dealt: usize,
    scores: [u32; 2],
    flipped: [bool; 2],
    pot: u32,
    active: usize,
    wait: Wait,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wait {
    Deal,
    Player,
    Die,
    Coin,
    /// The players kept their cards secret; now they show them.
    Show,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Deal(u32),
    Roll,
    Die(u32),
    Hold,
    Flip,
    Coin(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    Pot(u32),
    Score(usize, u32),
}

#[derive(Clone, Copy, Debug)]
pub enum Event {
    Dealt(usize),
    Shown(usize, u32),
    Rolled(usize, u32),
    Bust(usize),
    Held(usize, u32),
    Flipped(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    EmptyPot,
    FlippedBefore,
    NoSuchCard(u32),
    NoSuchFace,
    NotNow,
}

#[derive(Serialize)]
pub struct View {
    scores: [u32; 2],
    pot: u32,
    cards_left: u32,
    hands: Vec<Option<u32>>,
}

const SOURCES: [SourceInfo; 3] = [
    SourceInfo {
        name: "deck",
        group: "cards",
    },
    SourceInfo {
        name: "pot die",
        group: "dice",
    },
    SourceInfo {
        name: "coin",
        group: "tokens",
    },
];

impl Game for Toy {
    type Position = Table;
    type Move = Move;
    type Event = Event;
    type Refusal = Refusal;
    type View<'p> = View;

    fn seats(&self) -> usize {
        2
    }

    fn sources(&self) -> &[SourceInfo] {
        &SOURCES
    }

    fn start(&self) -> Table {
        let (hands, scores, flipped) = ([0; 2], [0; 2], [false; 2]);
        let wait = if self.secrets == journal::Secrets::Referee {
            Wait::Deal
        } else {
            Wait::Player
        };
        Table {
            deck: [2; 3],
            hands,
            dealt: 0,
            scores,
            flipped,
            pot: 0,
            active: 0,
            wait,
        }
    }

    fn turn(&self, table: &Table) -> Turn {
        match table.wait {
            Wait::Deal => Turn::Chance(Source(0)),
            Wait::Die => Turn::Chance(Source(1)),
            Wait::Coin => Turn::Table(Source(2)),
            Wait::Show => Turn::Table(Source(0)),
            Wait::Player => Turn::Player(table.active as Seat),
            Wait::Over => Turn::Over,
        }
    }

    fn candidates(&self, table: &Table, each: &mut impl FnMut(Move)) {
        match table.wait {
            Wait::Deal | Wait::Show => (1..=3).map(Move::Deal).for_each(each),
            Wait::Die => (1..=6).map(Move::Die).for_each(each),
            Wait::Coin => [true, false].into_iter().map(Move::Coin).for_each(each),
            Wait::Player => [Move::Roll, Move::Hold, Move::Flip]
                .into_iter()
                .for_each(each),
            Wait::Over => {}
        }
    }

    fn judge(&self, table: &Table, mv: Move) -> Result<u32, Refusal> {
        match (table.wait, mv) {
            (Wait::Deal | Wait::Show, Move::Deal(card)) => {
                let left = table
                    .deck
                    .get((card as usize).wrapping_sub(1))
                    .copied()
                    .filter(|left| *left > 0);
                left.ok_or(Refusal::NoSuchCard(card))
            }
            (Wait::Die, Move::Die(1..=6))
            | (Wait::Coin, Move::Coin(_))
            | (Wait::Player, Move::Roll) => Ok(1),
            (Wait::Die, Move::Die(_)) => Err(Refusal::NoSuchFace),
            (Wait::Player, Move::Hold | Move::Flip) if table.pot == 0 => Err(Refusal::EmptyPot),
            (Wait::Player, Move::Flip) if table.flipped[table.active] => {
                Err(Refusal::FlippedBefore)
            }
            (Wait::Player, Move::Hold | Move::Flip) => Ok(1),
            _ => Err(Refusal::NotNow),
        }
    }

    fn apply(&self, table: &mut Table, mv: Move, tell: &mut impl FnMut(Event)) {
        self.made.fetch_add(1, Ordering::Relaxed);
        let active = table.active;
        match mv {
            Move::Deal(card) => {
                table.deck[card as usize - 1] -= 1;
                table.hands[table.dealt] = card;
                tell(if table.wait == Wait::Show {
                    Event::Shown(table.dealt, card)
                } else {
                    Event::Dealt(table.dealt)
                });
                table.dealt += 1;
                if table.dealt == 2 {
                    table.wait = if table.wait == Wait::Show {
                        Wait::Over
                    } else {
                        Wait::Player
                    };
                }
            }
            Move::Roll => table.wait = Wait::Die,
            Move::Die(face) => {
                tell(Event::Rolled(active, face));
                table.wait = Wait::Player;
                if face == 1 {
                    tell(Event::Bust(active));
                    table.pot = 0;
                    table.active = 1 - active;
                } else {
                    table.pot += face;
                }
            }
            Move::Flip => (table.flipped[active], table.wait) = (true, Wait::Coin),
            Move::Coin(heads) => {
                tell(Event::Flipped(heads));
                table.pot *= if heads { 2 } else { 0 };
                table.wait = Wait::Player;
            }
            Move::Hold => {
                tell(Event::Held(active, table.pot));
                table.scores[active] += std::mem::take(&mut table.pot);
                table.wait = match table.scores[active] {
                    ..12 => Wait::Player,
                    _ if table.dealt < 2 => Wait::Show,
                    _ => Wait::Over,
                };
                table.active = 1 - active;
            }
        }
    }

    fn outcome(&self, table: &Table) -> Option<Outcome> {
        (table.wait == Wait::Over).then(|| self.standing(table))
    }

    fn known(&self, table: &Table, seat: Option<Seat>, each: &mut dyn FnMut(Table, u32) -> bool) {
        let hidden =
            |of: usize| table.hands[of] > 0 && seat != Some(of as Seat) && table.wait != Wait::Over;
        let mut ways = vec![(table.clone(), 1)];
        for of in (0..2).filter(|of| hidden(*of)) {
            ways.iter_mut()
                .for_each(|(way, _)| way.deck[way.hands[of] as usize - 1] += 1);
        }
        for of in (0..2).filter(|of| hidden(*of)) {
            let mut dealt = Vec::new();
            for (way, cases) in &ways {
                for card in (1..=3).filter(|card| way.deck[*card as usize - 1] > 0) {
                    let mut after = way.clone();
                    after.deck[card as usize - 1] -= 1;
                    after.hands[of] = card;
                    dealt.push((after, cases * way.deck[card as usize - 1]));
                }
            }
            ways = dealt;
        }
        let _ = ways.into_iter().all(|(way, cases)| each(way, cases));
    }

    fn view<'p>(&'p self, table: &'p Table, seat: Option<Seat>) -> View {
        let hand = |of: usize| {
            (seat == Some(of as Seat) || table.wait == Wait::Over).then_some(table.hands[of])
        };
        View {
            scores: table.scores,
            pot: table.pot,
            cards_left: table.deck.iter().sum(),
            hands: vec![hand(0), hand(1)],
        }
    }
}

impl Bots for Toy {
    const NAMES: &'static [&'static str] = &["random"];
    const COUNTS: &'static [&'static str] = &["turns"];

    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Toy>>> {
        (name == "random").then(|| Box::new(RandomBot) as Box<dyn Bot<Toy>>)
    }

    fn count(&self, _table: &Table, event: &Event, each: &mut dyn FnMut(&'static str, u32)) {
        if let Event::Held(..) | Event::Bust(_) = event {
            each("turns", 1);
        }
    }
}

impl Corrections for Toy {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("pot N", "set the pot"),
            ("score NAME N", "set a player's points"),
        ]
    }

    fn correction(&self, correction: &Correction) -> String {
        match *correction {
            Correction::Pot(points) => format!("pot {points}"),
            Correction::Score(seat, points) => format!("score {} {points}", self.players[seat]),
        }
    }

    fn parse_correction(&self, _table: &Table, words: &str) -> Result<Correction, Refused> {
        let refused = |reason: String| Refused::correction(reason, None);
        let number = |word: &str| {
            word.parse()
                .map_err(|_| refused(format!("`{word}` is not a number of points")))
        };
        match words.split(' ').collect::<Vec<_>>().as_slice() {
            ["pot", points] => Ok(Correction::Pot(number(points)?)),
            ["score", name, points] => {
                let seat = self.players.iter().position(|player| player == name);
                Ok(Correction::Score(
                    seat.ok_or_else(|| refused(format!("there is no player `{name}`")))?,
                    number(points)?,
                ))
            }
            _ => Err(refused(format!(
                "`{words}` is not a correction of this game"
            ))),
        }
    }

    fn correct(
        &self,
        table: &mut Table,
        correction: &Correction,
        _: &mut impl FnMut(Event),
    ) -> Result<(), Refused> {
        let (Correction::Pot(points) | Correction::Score(_, points)) = *correction;
        if points > 99 {
            return Err(Refused::correction("there are only 99 points", Some("T6")));
        }
        match *correction {
            Correction::Pot(points) => table.pot = points,
            Correction::Score(seat, points) => table.scores[seat] = points,
        }
        Ok(())
    }

    fn corrected(&self, _table: &Table, correction: &Correction) -> String {
        match *correction {
            Correction::Pot(points) => format!("the pot is {points}"),
            Correction::Score(seat, points) => {
                format!("{} has {points} points", self.players[seat])
            }
        }
    }

    fn corrections(&self, _table: &Table) -> Vec<Correction> {
        vec![
            Correction::Pot(0),
            Correction::Score(0, 0),
            Correction::Score(1, 0),
        ]
    }
}

impl Ending for Toy {
    fn standing(&self, table: &Table) -> Outcome {
        let total = |seat: usize| (table.scores[seat] + table.hands[seat]) as i32;
        let verdict = |own: i32, other: i32| match own.cmp(&other) {
            std::cmp::Ordering::Less => Verdict::Loss,
            std::cmp::Ordering::Equal => Verdict::Draw,
            std::cmp::Ordering::Greater => Verdict::Win,
        };
        Outcome {
            verdicts: vec![verdict(total(0), total(1)), verdict(total(1), total(0))],
            ranking: vec![],
            scores: vec![Some(total(0)), Some(total(1))],
            is_scored: false,
        }
    }
}

impl Prompting for Toy {}

impl Words for Toy {
    fn id(&self, mv: Move) -> String {
        match mv {
            Move::Deal(card) => format!("deal:{card}"),
            Move::Roll => "roll".into(),
            Move::Die(face) => format!("die:{face}"),
            Move::Hold => "hold".into(),
            Move::Flip => "flip:coin".into(),
            Move::Coin(true) => "coin:heads".into(),
            Move::Coin(false) => "coin:tails".into(),
        }
    }

    fn parse(&self, id: &str) -> Option<Move> {
        Some(match id {
            "roll" => Move::Roll,
            "hold" => Move::Hold,
            "flip:coin" => Move::Flip,
            "coin:heads" => Move::Coin(true),
            "coin:tails" => Move::Coin(false),
            _ => match id.split_once(':')? {
                ("deal", card) => Move::Deal(card.parse().ok()?),
                ("die", face) => Move::Die(face.parse().ok()?),
                _ => return None,
            },
        })
    }

    fn question(&self, table: &Table) -> String {
        match table.wait {
            Wait::Deal => format!("Which card is {} dealt?", self.players[table.dealt]),
            Wait::Show => format!("Which card has {} kept?", self.players[table.dealt]),
            Wait::Die => "What does the pot die show?".into(),
            Wait::Coin => "How did the coin fall?".into(),
            _ => format!("{}, what now?", self.players[table.active]),
        }
    }

    fn option(&self, table: &Table, mv: Move) -> String {
        match mv {
            Move::Deal(card) => format!("a card of {card}"),
            Move::Roll => "roll the die".into(),
            Move::Die(face) => format!("{face}"),
            Move::Hold => format!("hold and take {}", table.pot),
            Move::Flip => "flip the coin".into(),
            Move::Coin(true) => "heads".into(),
            Move::Coin(false) => "tails".into(),
        }
    }

    fn telling(&self, table: &Table, event: Event) -> Telling {
        let name = |seat: usize| &self.players[seat];
        let (rule, kind, text, data) = match event {
            Event::Dealt(seat) => (
                "T1",
                "dealt",
                format!("{} is dealt a card.", name(seat)),
                json!({"seat": seat}),
            ),
            Event::Shown(seat, card) => (
                "T1",
                "shown",
                format!("{} shows a card of {card}.", name(seat)),
                json!({"seat": seat, "card": card}),
            ),
            Event::Rolled(seat, face) => (
                "T3",
                "rolled",
                format!("{} rolls {face}: the pot is {}.", name(seat), table.pot),
                json!({"face": face}),
            ),
            Event::Bust(seat) => (
                "T3",
                "bust",
                format!("{} loses the pot.", name(seat)),
                json!({"seat": seat}),
            ),
            Event::Held(seat, pot) => (
                "T4",
                "held",
                format!("{} takes {pot}.", name(seat)),
                json!({"pot": pot}),
            ),
            Event::Flipped(heads) => {
                let side = if heads { "Heads" } else { "Tails" };
                (
                    "T5",
                    "flipped",
                    format!("{side}: the pot is {}.", table.pot),
                    json!({"heads": heads}),
                )
            }
        };
        Telling {
            rule: Some(rule),
            kind,
            text,
            data,
        }
    }

    fn refused(&self, table: &Table, refusal: Refusal) -> Refused {
        let (code, reason, rule) = match refusal {
            Refusal::EmptyPot => ("empty_pot", "there is nothing in the pot".to_owned(), "T4"),
            Refusal::FlippedBefore => (
                "flipped_before",
                format!("{} has flipped the coin before", self.players[table.active]),
                "T5",
            ),
            Refusal::NoSuchCard(card) => (
                "no_such_card",
                format!("no card of {card} is left in the deck"),
                "T1",
            ),
            Refusal::NoSuchFace => (
                "no_such_face",
                "the die has the faces 1 to 6".to_owned(),
                "T3",
            ),
            Refusal::NotNow => ("not_now", "that is not what is asked now".to_owned(), "T2"),
        };
        Refused {
            reason,
            rule: Some(rule),
            code,
        }
    }

    fn board(&self, table: &Table, _seat: Option<Seat>, _width: usize) -> Screen {
        let mut screen = Screen::default();
        screen.plain("+-----------+");
        for (name, score) in self.players.iter().zip(table.scores) {
            screen.line([
                ("| ".into(), Tone::Dim),
                (format!("{name:<6}{score:>3}"), Tone::Strong),
                (" |".into(), Tone::Dim),
            ]);
        }
        screen.line([
            ("| ".into(), Tone::Dim),
            (format!("pot   {:>3}", table.pot), Tone::Gold),
            (" |".into(), Tone::Dim),
        ]);
        screen.plain("+-----------+");
        screen
    }

    fn describe(&self, table: &Table, seat: Option<Seat>) -> Vec<String> {
        let own = seat.map(usize::from).filter(|seat| table.hands[*seat] > 0);
        let own = own.map(|seat| {
            format!(
                "{} holds a card of {}.",
                self.players[seat], table.hands[seat]
            )
        });
        let points = self
            .players
            .iter()
            .zip(table.scores)
            .map(|(name, score)| format!("{name} has {score} points."));
        points
            .chain([format!("The pot holds {}.", table.pot)])
            .chain(own)
            .collect()
    }

    fn visibility(&self, table: &Table) -> Visibility {
        match table.wait {
            Wait::Deal => Visibility {
                seat: Some(table.dealt as Seat),
                unlisted: true,
            },
            _ => Visibility::default(),
        }
    }

    fn outside(&self, table: &Table, mv: Move) -> Option<String> {
        matches!((table.wait, mv), (Wait::Deal, Move::Deal(_))).then(|| "a card".to_owned())
    }

    fn setup(&self) -> Vec<String> {
        vec![
            "Shuffle six cards, two each of 1, 2 and 3.".into(),
            "Lay out a die and a coin.".into(),
        ]
    }
}

/// The toy game of Ann and Bob.
pub fn toy() -> Toy {
    Toy {
        players: vec!["Ann".into(), "Bob".into()],
        secrets: journal::Secrets::Referee,
        made: AtomicUsize::new(0),
    }
}

/// A header for [`toy`].
pub fn header(seed: u64, physical: &[&str]) -> journal::Header {
    journal::Header {
        journal: journal::FORMAT,
        game: "toy".into(),
        edition: None,
        options: vec![],
        players: toy().players,
        seed,
        kit: "0123456789abcdef".into(),
        rows: vec![],
        program: None,
        folder: None,
        language: None,
        rules: 1,
        physical: physical.iter().map(|word| word.to_string()).collect(),
        luck: journal::Luck::Same,
        secrets: journal::Secrets::Referee,
        hints: true,
        bots: Vec::new(),
    }
}

/// A session of [`toy`] that is not written down.
pub fn session(seed: u64, physical: &[&str]) -> (Session<Toy>, Vec<Told>) {
    Session::start(toy(), header(seed, physical), None).expect("a sound header")
}

/// Every seat's card swapped with any in the deck that the others cannot tell from it.
#[test]
fn nobody_sees_what_another_holds() {
    let (game, universe) = (
        toy(),
        [
            Move::Roll,
            Move::Hold,
            Move::Flip,
            Move::Die(1),
            Move::Die(7),
            Move::Coin(true),
        ],
    );
    let mut luck = rand_chacha::ChaCha8Rng::seed_from_u64(4);
    let mut choices = Choices::default();
    let mut table = game.start();
    for _ in 0..400 {
        game.moves(&table, &mut choices);
        if choices.is_empty() {
            table = game.start();
            continue;
        }
        let mv = choices
            .at(bot::below(choices.total(), &mut luck))
            .expect("a case")
            .mv;
        game.play(&mut table, mv, &mut |_| {})
            .expect("a listed move");
        for (holder, card) in (0..2).flat_map(|holder| (0..3).map(move |card| (holder, card))) {
            let mut twin = table.clone();
            if table.wait == Wait::Over || table.dealt <= holder || table.deck[card] == 0 {
                continue;
            }
            twin.deck[card] -= 1;
            twin.deck[table.hands[holder] as usize - 1] += 1;
            twin.hands[holder] = card as u32 + 1;
            conformance::check_secrets(&game, &table, &twin, Some(1 - holder as Seat), &universe);
            conformance::check_secrets(&game, &table, &twin, None, &universe);
        }
    }
}

#[test]
fn players_keep_secrets_until_they_show_them() {
    let header = journal::Header {
        secrets: journal::Secrets::Table,
        ..header(3, &["all"])
    };
    let game = Toy {
        secrets: journal::Secrets::Table,
        ..toy()
    };
    let (mut session, told) = Session::start(game, header, None).expect("a sound header");
    assert!(told.is_empty());
    for id in ["roll", "die:6", "roll", "die:6", "hold", "deal:3"] {
        session.answer(id).expect(id);
    }
    let told = session.answer("deal:3").expect("two cards of 3");
    assert_eq!(told[0].telling.text, "Bob shows a card of 3.");
    session.undo(1).expect("it can be taken back");
    session.correct("pot 0").expect("a correction");
    assert!(matches!(
        session.answer("deal:4"),
        Err(SessionError::Refused(_))
    ));
}
