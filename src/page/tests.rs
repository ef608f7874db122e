//! What is sent to a seat is the same, byte by byte, wherever things differ only in what that seat may not know.

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::faces::Painter;
use super::rights::Audience;
use super::snapshot::{Context, snapshot};
use crate::games::{self, GAMES, Visitor};
use crate::kit::Kit;
use crate::referee::bot::below;
use crate::referee::journal::{FORMAT, Header, Luck, Secrets};
use crate::referee::{Answer, Ask, Bots, Seat, Session, Sitting, Words};

/// A game that is played on from both of two positions.
const LONGEST: usize = 150;

fn header(game: &str, players: &[&str], seed: u64) -> Header {
    Header {
        journal: FORMAT,
        game: game.into(),
        edition: None,
        // The Tin's hands are open unless the table wishes otherwise.
        options: (game == "dungeon-in-a-tin").then(|| ("open_hands".into(), "false".into())).into_iter().collect(),
        players: players.iter().map(|name| (*name).to_owned()).collect(),
        seed,
        kit: String::new(),
        rows: Vec::new(),
        program: None,
        folder: None,
        rules: 0,
        physical: vec!["all".into()],
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
    }
}

/// Starts the same game twice.
struct Twice(Header);

impl Visitor for Twice {
    type Out = [Box<dyn Sitting>; 2];

    fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
        let (session, _) = Session::start(game, self.0, None).expect("a session");
        // One begins again where the other is.
        let twin = session.fork();
        [Box::new(session), twin]
    }
}

/// All bytes for this seat: its snapshot, and the faces that it may fetch.
fn bytes(sitting: &dyn Sitting, seat: Option<Seat>, painter: &mut Painter<'_>) -> String {
    let audience = seat.map_or(Audience::Onlooker, Audience::Seat);
    let context = Context { devices: vec![(1, true); sitting.header().players.len()], ..Context::default() };
    let (snapshot, faces) = snapshot(sitting, audience, &context, painter);
    let faces: Vec<&str> = faces.iter().map(|face| face.id.as_str()).collect();
    format!("{}\n{faces:?}", serde_json::to_string(&snapshot).expect("JSON"))
}

/// What that seat has seen so far is the same in both.
fn is_alike(both: &[Box<dyn Sitting>; 2], seat: Option<Seat>) -> bool {
    let [one, other] = both.each_ref().map(|sitting| sitting.state(usize::MAX, seat).expect("a state"));
    one == other
}

/// What is answered in each: the same where the seat sees it, and something else where it does not and cannot tell.
fn answers(both: &[Box<dyn Sitting>; 2], seat: Option<Seat>, luck: &mut ChaCha8Rng) -> Option<[String; 2]> {
    let asks: Vec<Ask> = both.iter().filter_map(|sitting| sitting.ask()).collect();
    let [one, other] = asks.as_slice() else { return None };
    let shared: Vec<&str> = one.options.iter().map(|option| option.id.as_str()).collect();
    let shared: Vec<&&str> = shared.iter().filter(|id| other.options.iter().any(|option| option.id == ***id)).collect();
    if one.secret.is_some() && one.secret != seat {
        let id = &one.options[below(one.options.len() as u32, luck) as usize].id;
        let mut trial = both[0].fork();
        trial.answer(id).expect("an option");
        let seen = trial.state(usize::MAX, seat).expect("a state");
        let hides = |option: &&Answer| {
            let mut trial = both[1].fork();
            option.id != *id && trial.answer(&option.id).is_ok() && trial.state(usize::MAX, seat).expect("a state") == seen
        };
        if let Some(twin) = other.options.iter().find(hides) {
            return Some([id.clone(), twin.id.clone()]);
        }
    }
    let id = shared.get(below(shared.len().max(1) as u32, luck) as usize)?;
    Some([(**id).to_owned(), (**id).to_owned()])
}

#[test]
fn every_byte_is_the_same_where_only_what_is_hidden_differs() {
    let mut compared: HashMap<&str, usize> = HashMap::new();
    for entry in GAMES {
        let kit = Kit::find(entry.id).expect("a shipped kit");
        let mut painter = Painter::new(&kit);
        for seed in 0..6u64 {
            let seat = [Some(0), Some(1), None][seed as usize % 3];
            let header = header(entry.id, &["Ann", "Bob"], seed);
            let Ok(mut both) = games::with(entry.id, &kit, &header.setup(), Twice(header)) else { continue };
            let mut luck = ChaCha8Rng::seed_from_u64(seed);
            let mut differ = false;
            for _ in 0..LONGEST {
                if !is_alike(&both, seat) {
                    break;
                }
                if differ {
                    let [one, other] = both.each_ref().map(|sitting| bytes(&**sitting, seat, &mut painter));
                    assert_eq!(one, other, "{} tells {seat:?} what is hidden", entry.id);
                    *compared.entry(entry.id).or_default() += 1;
                }
                let Some(ids) = answers(&both, seat, &mut luck) else { break };
                differ |= ids[0] != ids[1];
                for (sitting, id) in both.iter_mut().zip(ids) {
                    sitting.answer(&id).expect("an option");
                }
            }
        }
    }
    for hiding in ["dungeon-in-a-tin", "miniskull-caverns", "dungeonbuilders"] {
        assert!(compared.get(hiding).is_some_and(|count| *count > 2), "{hiding}: {compared:?}");
    }
}
