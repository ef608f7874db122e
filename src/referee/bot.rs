//! Bots: players that are programs.

use rand::Rng;

use super::{Choices, Game, Outcome, RuleId, Seat, Verdict};

/// What a draw is worth in a search, where a win is 1.
const DRAW: f64 = 0.1;

/// A bot sees what its seat may see, and picks one of the legal moves.
pub trait Bot<G: Game + ?Sized>: Send {
    /// The index into `choices` of the move to make. `choices` is not empty and holds decisions only.
    fn choose(
        &mut self,
        view: &G::View<'_>,
        choices: &Choices<G::Move>,
        luck: &mut dyn Rng,
    ) -> usize;

    /// About how many moves it has tried so far, to decide; 0 for one that only looks at the position.
    fn tried(&self) -> u64 {
        0
    }
}

/// A change of where a player is, by the printed name of the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// The player chose this place to begin.
    Began(String),
    Arrived(String),
    /// The player died here, or nearly did.
    Fell,
}

/// What a game provides for simulation: bots, and events worth counting.
pub trait Bots: Game {
    /// The names that [`bot`](Self::bot) knows, best first.
    const NAMES: &'static [&'static str];

    /// The events that [`count`](Self::count) counts, each in a few words.
    const COUNTS: &'static [&'static str];

    /// A new bot of that name; `None` if there is none.
    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>>;

    /// Whether a game that is over was only stopped because its rules would never end.
    fn is_cut(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Which position this is, however long it took to come there, so that play in circles is noticed; `None` if the game cannot say.
    fn place(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// A bot for playouts, which must be fast: by default the best.
    fn playout_bot(&self) -> Option<Box<dyn Bot<Self>>> {
        self.bot(Self::NAMES.first()?)
    }

    /// By how much a search expects answers to be better or worse than the bot's own before they are tried, as a share of games won:
    /// the less, the more it trusts the bot. With 0.05, the luckiest of several answers was often taken for the best.
    fn spread(&self) -> f64 {
        0.02
    }

    /// A playout is not cut short by [`estimate`](Self::estimate) before this many moves.
    const HORIZON: usize = 0;

    /// A quick estimate of the probability that a seat will win; `None` where there is none. A search ends its playouts at the
    /// first position that has one; by default, all games are played to their ends.
    fn estimate(&self, position: &Self::Position, seat: Seat) -> Option<f64> {
        let _ = (position, seat);
        None
    }

    /// What an end is worth to a seat in a search, from 0 to 1. By default a draw is better than a loss, but nothing to play for: at
    /// 0.5, lone knights would turn back at the door, since they win less often than that.
    fn prize(&self, position: &Self::Position, seat: Seat, outcome: &Outcome) -> f64 {
        let _ = position;
        match outcome.verdicts.get(usize::from(seat)) {
            Some(Verdict::Win) => 1.0,
            Some(Verdict::Draw) => DRAW,
            _ => 0.0,
        }
    }

    /// Ratios to report: a name, the count to divide, and the count to divide it by.
    const RATIOS: &'static [(&'static str, &'static str, &'static str)] = &[];

    /// What the game's designer counts besides [`COUNTS`](Self::COUNTS), by name.
    fn own_counts(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The names of everything that is counted.
    fn all_counts(&self) -> Vec<&'static str> {
        let own = self.own_counts();
        Self::COUNTS.iter().copied().chain(own).collect()
    }

    /// The one of [`COUNTS`](Self::COUNTS) that tells how long a game is: by default the first.
    fn length(&self) -> &'static str {
        Self::COUNTS.first().copied().unwrap_or_default()
    }

    /// Calls `each` with every one of [`all_counts`](Self::all_counts) that an event adds to, and by how much. `position` is the one
    /// after the move.
    fn count(
        &self,
        position: &Self::Position,
        event: &Self::Event,
        each: &mut dyn FnMut(&'static str, u32),
    );

    /// What happened before the first question, at the [`start`](Game::start): it is counted in every game.
    fn opening(&self) -> &[Self::Event] {
        &[]
    }

    /// The stable names of everything that can happen, as [`label`](Self::label) gives them; empty if the game keeps no list.
    fn labels(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// An event's stable name, as in its telling, and the rule it comes from; `None` if the game keeps no list. `position` is the
    /// one after the move.
    fn label(
        &self,
        position: &Self::Position,
        event: &Self::Event,
    ) -> Option<(&'static str, RuleId)> {
        let _ = (position, event);
        None
    }

    /// The counters that the game's designer declared, by name; of those that every player has, the mean counts.
    fn counters(&self) -> Vec<String> {
        Vec::new()
    }

    /// Calls `each` with every value of the [`counters`](Self::counters), by index.
    fn each_counter(&self, position: &Self::Position, each: &mut dyn FnMut(usize, i32)) {
        let _ = (position, each);
    }

    /// The piece that a player used with this event, by its printed name, as far as it is known. `position` is the one after the
    /// move.
    fn used(&self, position: &Self::Position, event: &Self::Event) -> Option<(Seat, &str)> {
        let _ = (position, event);
        None
    }

    /// The same for a move whose event keeps the piece to the player who chose it. `position` is the one before the move.
    fn used_in_secret(&self, position: &Self::Position, mv: Self::Move) -> Option<(Seat, &str)> {
        let _ = (position, mv);
        None
    }

    /// The printed names of all pieces that players can use; empty if the game keeps no list.
    fn usable(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether what chance gives is a piece that is known with it.
    fn is_piece(&self, mv: Self::Move) -> bool {
        let _ = mv;
        true
    }

    /// The kinds of answers that players may be offered, as the ids of moves begin; empty if the game keeps no list.
    fn kinds_of_answers(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether all players win or lose together.
    fn plays_together(&self) -> bool {
        false
    }

    /// Whether anybody can win or lose; otherwise a game only ends, perhaps with a score.
    fn has_winners(&self) -> bool {
        true
    }

    /// Why no game could ever end, in a sentence; `None` if it may.
    fn is_endless(&self) -> Option<&'static str> {
        None
    }

    /// The bot by which the figures were measured that the rules' documentation quotes; `None` if there are no such figures.
    fn measured_by(&self) -> Option<&'static str> {
        None
    }

    /// The one of [`COUNTS`](Self::COUNTS) that counts how often players fall; `None` if the game does not say where.
    const FALLS: Option<&'static str> = None;

    /// How an event changes where a player is.
    fn whereabouts(
        &self,
        position: &Self::Position,
        event: &Self::Event,
    ) -> Option<(Seat, Whereabouts)> {
        let _ = (position, event);
        None
    }

    /// Who got a piece by an event, to have as their own.
    fn received(&self, event: &Self::Event) -> Option<Seat> {
        let _ = event;
        None
    }

    /// Who takes the first turn, if this event decides it; only the first such event counts.
    fn begins(&self, event: &Self::Event) -> Option<Seat> {
        let _ = event;
        None
    }
}

/// Picks a legal move uniformly at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    fn choose(
        &mut self,
        _view: &G::View<'_>,
        choices: &Choices<G::Move>,
        luck: &mut dyn Rng,
    ) -> usize {
        below(choices.len() as u32, luck) as usize
    }
}

/// A number below `end`, by multiplication: exact to one part in 2^32 / `end`, the same on every machine, and fast.
pub fn below(end: u32, luck: &mut (impl Rng + ?Sized)) -> u32 {
    ((u64::from(luck.next_u32()) * u64::from(end)) >> 32) as u32
}
