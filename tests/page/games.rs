//! The games to play: the five games, and games whose rules are data.
//!
//! Each game is simulated beforehand in memory, with the random numbers that the program will have, so that a test knows
//! what will be asked.

use std::path::Path;

use paperkeep::games::{self, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::bot::below;
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
use paperkeep::referee::{Ask, Bots, Choices, Seat, Sitting, Turn, Words};
use paperkeep::table::asking;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::program::Program;

/// A game with more answers than this is not short.
const LONGEST: usize = 2000;

/// Games whose rules are data.
pub const VAULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/starters/vault");
pub const EIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/starters/crazy-eights");

/// A game to play.
pub struct Evening {
    /// Its id, or the folder of a kit with its own rules.
    pub game: &'static str,
    pub players: &'static [&'static str],
    pub options: &'static [(&'static str, &'static str)],
    pub secrets: Secrets,
    /// What people roll and draw.
    pub physical: &'static [&'static str],
    /// A seed that leads quickly to what is tested.
    pub seed: u64,
}

/// An answer that will be given: the number of the question, the answer, and the player it belongs to, if any.
pub struct Step {
    pub n: usize,
    pub id: String,
    pub seat: Option<Seat>,
}

impl Step {
    fn new(ask: &Ask, id: String) -> Step {
        let seat = match ask.turn {
            Turn::Player(seat) => Some(seat),
            _ => ask.secret,
        };
        Step { n: ask.n, id, seat }
    }
}

impl Evening {
    /// Two players with the default rules.
    pub const fn new(game: &'static str, seed: u64) -> Evening {
        Evening {
            game,
            players: &["Ann", "Bob"],
            options: &[],
            secrets: Secrets::Table,
            physical: &[],
            seed,
        }
    }

    /// A name for screenshots.
    pub fn name(&self) -> &'static str {
        self.game.rsplit('/').next().unwrap()
    }

    fn kit(&self) -> Kit {
        if self.game.contains('/') {
            Kit::at(Path::new(self.game)).unwrap()
        } else {
            Kit::find(self.game).unwrap()
        }
    }

    fn header(&self, kit: &Kit) -> Header {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let entry = games::of_kit(kit);
        let wishes: Vec<_> = self
            .options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        Header {
            journal: FORMAT,
            game: entry.id.into(),
            edition: None,
            options: entry.every_option(&wishes),
            players: owned(self.players),
            seed: self.seed,
            kit: String::new(),
            rows: Vec::new(),
            program: None,
            folder: None,
            language: None,
            rules: entry.rules,
            physical: owned(self.physical),
            luck: Luck::Same,
            secrets: self.secrets,
            hints: true,
            bots: Vec::new(),
        }
    }

    /// Starts the program with this game.
    pub fn start(&self, more: &[&str]) -> Program {
        let mut arguments: Vec<String> = vec!["--seed".to_owned(), self.seed.to_string()];
        for (name, value) in self.options {
            arguments.extend(["--option".to_owned(), format!("{name}={value}")]);
        }
        if self.secrets == Secrets::Referee {
            arguments.extend(["--secrets".to_owned(), "referee".to_owned()]);
        }
        if !self.physical.is_empty() {
            arguments.extend(["--physical".to_owned(), self.physical.join(",")]);
        }
        let arguments: Vec<&str> = arguments
            .iter()
            .map(String::as_str)
            .chain(more.iter().copied())
            .collect();
        Program::play(self.game, self.players, &arguments)
    }

    /// A whole game: played by a bot, or at random if chance is secret.
    pub fn plan(&self) -> Vec<Step> {
        let kit = self.kit();
        let header = self.header(&kit);
        let (setup, id) = (header.setup(), header.game.clone());
        let sitting = games::start(&kit, header).unwrap();
        games::with(
            &id,
            &kit,
            &setup,
            Foresee {
                sitting,
                seed: self.seed,
            },
        )
        .unwrap()
    }

    /// Random moves until only one seat is asked, or this many if there are no secrets, and what is asked then. `None` if
    /// the game ends before.
    pub fn way(&self, most: usize) -> Option<(Vec<Step>, Step)> {
        let kit = self.kit();
        let mut sitting = games::start(&kit, self.header(&kit)).unwrap();
        let mut luck = ChaCha8Rng::seed_from_u64(self.seed);
        let mut steps = Vec::new();
        loop {
            let ask = sitting.ask()?;
            if ask.secret.is_some() || steps.len() == most {
                return Some((steps, Step::new(&ask, ask.options[0].id.clone())));
            }
            let id = ask.options[below(ask.options.len() as u32, &mut luck) as usize]
                .id
                .clone();
            steps.push(Step::new(&ask, id.clone()));
            sitting.answer(&id).unwrap();
        }
    }
}

/// Plays with the best bot, or at random if chance is secret.
struct Foresee {
    sitting: Box<dyn Sitting>,
    seed: u64,
}

impl Visitor for Foresee {
    type Out = Vec<Step>;

    fn visit<G: Words + Bots>(mut self, game: G) -> Self::Out {
        let mut luck = ChaCha8Rng::seed_from_u64(self.seed);
        let mut bot = game.bot(G::NAMES[0]).unwrap();
        let (mut known, mut choices) = (0, Choices::default());
        // As long as nothing that happened is secret.
        let mut position = Some(game.start());
        let mut steps = Vec::new();
        while steps.len() < LONGEST {
            // The prompt beside the page does not ask for these.
            while let Some(id) = asking::automatic(&*self.sitting) {
                self.sitting.answer(&id).unwrap();
            }
            let Some(ask) = self.sitting.ask() else {
                return steps;
            };
            for past in self.sitting.history(known..ask.n - 1) {
                position = position.and_then(|mut position| {
                    game.play(&mut position, game.parse(&past.made.id)?, &mut |_| {})
                        .ok()?;
                    Some(position)
                });
            }
            known = ask.n - 1;
            let id = match (ask.turn, &position) {
                (Turn::Player(seat), Some(position)) => {
                    game.moves(position, &mut choices);
                    let chosen = bot.choose(&game.view(position, Some(seat)), &choices, &mut luck);
                    game.id(choices[chosen].mv)
                }
                _ => ask.options[below(ask.options.len() as u32, &mut luck) as usize]
                    .id
                    .clone(),
            };
            self.sitting.answer(&id).unwrap();
            steps.push(Step::new(&ask, id));
        }
        panic!("a game without an end");
    }
}

/// Prints the length of games for many seeds, to help find a short one.
#[test]
#[ignore = "a tool: it tells which seeds to name"]
fn seeds_of_short_games() {
    for mut evening in super::evenings::EVENINGS {
        let mut found: Vec<(usize, u64)> = Vec::new();
        for seed in 1..60 {
            evening.seed = seed;
            found.push((evening.plan().len(), seed));
        }
        found.sort();
        println!("{}: {:?}", evening.name(), found.iter().take(4));
    }
    for mut evening in super::phones::EVENINGS {
        let mut found: Vec<(usize, u64)> = Vec::new();
        for seed in 1..30 {
            evening.seed = seed;
            found.extend(evening.way(LONGEST).map(|(steps, _)| (steps.len(), seed)));
        }
        found.sort();
        println!("{}: {:?}", evening.name(), found.iter().take(4));
    }
}
