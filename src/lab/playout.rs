//! One game between bots.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::referee::bot::below;
use crate::referee::{Bot, Bots, Choices, Outcome, Seat, Turn};

/// A game is cut after so many moves, chance's included.
pub const LONGEST: u64 = 20_000;

/// One decision in so many is the best bot's where a bot is hasty: with one in four, MiniSkull Caverns goes on for ever now and then.
const HASTE: u32 = 2;

/// At random, but every other decision as the game's best bot makes it: random play that comes to an end.
const HASTY: &str = "hasty";

/// What came of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// `None` if it was cut.
    pub outcome: Option<Outcome>,
    /// By the game's [`Bots::COUNTS`].
    pub counts: Vec<u32>,
    pub moves: u64,
    /// Who had the first turn, where somebody has.
    pub began: Option<Seat>,
}

/// The names of all bots that play a game, the best first.
pub fn names<G: Bots>() -> Vec<&'static str> {
    G::NAMES.iter().copied().chain([HASTY]).collect()
}

/// A new bot of that name.
pub fn bot<G: Bots>(game: &G, name: &str) -> Option<Box<dyn Bot<G>>> {
    match name {
        HASTY => {
            let best = game.bot(G::NAMES.first()?)?;
            Some(Box::new(Hasty(best)))
        }
        _ => game.bot(name),
    }
}

struct Hasty<G: Bots>(Box<dyn Bot<G>>);

impl<G: Bots> Bot<G> for Hasty<G> {
    fn choose(&mut self, view: &G::View<'_>, choices: &Choices<G::Move>, luck: &mut dyn Rng) -> usize {
        match below(HASTE, luck) {
            0 => self.0.choose(view, choices, luck),
            _ => below(choices.len() as u32, luck) as usize,
        }
    }
}

/// Buffers that playing needs, and the luck of one game: the n-th result of a source is a function of seed, game, source and n,
/// so that two versions of a game meet the same luck as long as they play alike.
pub struct Table<G: Bots> {
    choices: Choices<G::Move>,
    sources: Vec<ChaCha8Rng>,
    seats: Vec<ChaCha8Rng>,
}

impl<G: Bots> Default for Table<G> {
    fn default() -> Self {
        Table { choices: Choices::default(), sources: Vec::new(), seats: Vec::new() }
    }
}

/// Streams of one game: a byte for the source, or for the seat behind this bit.
const SEATS: u64 = 1 << 7;

impl<G: Bots> Table<G> {
    fn shuffle(&mut self, game: &G, seed: u64, number: u64) {
        let stream = |of: u64| {
            let mut luck = ChaCha8Rng::seed_from_u64(seed);
            luck.set_stream(number << 8 | of);
            luck
        };
        self.sources = (0..game.sources().len() as u64).map(stream).collect();
        self.seats = (0..game.seats() as u64).map(|seat| stream(SEATS | seat)).collect();
    }

    /// Plays game `number` of a seed; `each` is called with every move before it is made.
    pub fn play(
        &mut self,
        game: &G,
        bots: &[String],
        (seed, number): (u64, u64),
        longest: u64,
        mut each: impl FnMut(&G::Position, G::Move),
    ) -> Played {
        self.shuffle(game, seed, number);
        let named = bots.iter().cycle().take(game.seats());
        let mut bots: Vec<_> = named.filter_map(|name| bot(game, name)).collect();
        let mut position = game.start();
        let mut played = Played { outcome: None, counts: vec![0; G::COUNTS.len()], moves: 0, began: None };
        let mut events = Vec::new();
        while played.moves < longest {
            let turn = game.turn(&position);
            game.moves(&position, &mut self.choices);
            let mv = match turn {
                Turn::Over => break,
                Turn::Player(seat) => {
                    let luck = &mut self.seats[usize::from(seat)];
                    let at = bots[usize::from(seat)].choose(&game.view(&position, Some(seat)), &self.choices, luck);
                    self.choices[at].mv
                }
                Turn::Chance(source) | Turn::Table(source) => {
                    let luck = &mut self.sources[usize::from(source.0)];
                    match self.choices.at(below(self.choices.total(), luck)) {
                        Some(choice) => choice.mv,
                        None => break,
                    }
                }
            };
            each(&position, mv);
            events.clear();
            let legal = game.play(&mut position, mv, &mut |event| events.push(event));
            debug_assert!(legal.is_ok(), "a listed move is legal");
            for event in events.iter() {
                played.began = played.began.or_else(|| game.begins(event));
                game.count(&position, event, &mut |name, count| {
                    if let Some(at) = G::COUNTS.iter().position(|known| *known == name) {
                        played.counts[at] += count;
                    }
                });
            }
            played.moves += 1;
        }
        played.outcome = game.outcome(&position);
        played
    }
}
