//! Players made of code.

use rand::Rng;

use super::{Choices, Game, Seat};

/// A way of playing: it sees what its seat may see, and picks one of the legal moves.
pub trait Bot<G: Game + ?Sized>: Send {
    /// The index into `choices` of the move to make. `choices` is not empty and holds decisions only.
    fn choose(&mut self, view: &G::View<'_>, choices: &Choices<G::Move>, luck: &mut dyn Rng) -> usize;
}

/// What a game brings along for simulation: bots, and things worth counting.
pub trait Bots: Game {
    /// What [`bot`](Self::bot) knows, the best first.
    const NAMES: &'static [&'static str];

    /// What [`count`](Self::count) counts, each in a few words; "turns" first.
    const COUNTS: &'static [&'static str];

    /// A new bot of that name; `None` if there is none.
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>>;

    /// What is set in relation: a name, and the count that is divided by another.
    const RATIOS: &'static [(&'static str, &'static str, &'static str)] = &[];

    /// Calls `each` with those of [`COUNTS`](Self::COUNTS) that an event adds to, and how much. `position` is the one after the
    /// move.
    fn count(&self, position: &Self::Position, event: &Self::Event, each: &mut dyn FnMut(&'static str, u32));

    /// Whose turn comes first, if this is the event that tells; later ones do not matter.
    fn begins(&self, event: &Self::Event) -> Option<Seat> {
        let _ = event;
        None
    }
}

/// Picks among the legal moves with equal chances.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    fn choose(&mut self, _view: &G::View<'_>, choices: &Choices<G::Move>, luck: &mut dyn Rng) -> usize {
        below(choices.len() as u32, luck) as usize
    }
}

/// A number below `end`, by multiplication: exact to one part in 2^32 / `end`, the same on every machine, and fast.
pub fn below(end: u32, luck: &mut (impl Rng + ?Sized)) -> u32 {
    ((u64::from(luck.next_u32()) * u64::from(end)) >> 32) as u32
}
