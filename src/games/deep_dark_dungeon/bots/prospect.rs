//! How likely each Explorer is to win, at a glance.

use super::{Distances, FAR};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::set::CAPACITY;
use crate::games::deep_dark_dungeon::rules::position::{DIE, Position};
use crate::referee::Seat;

/// From here on, it makes no difference how far a place is.
const MAX_STEPS: u8 = 12;
/// The same for rivals who chase or are chased, in steps, and for Encounter tiles, in turns.
const NEARBY: f64 = 6.0;
const MAX_TURNS: f64 = 5.0;

/// The probability that one of several Explorers wins, at the beginning of a turn. Fitted to 4200 games of predatory Explorers: 700
/// for each edition and number of players.
pub(in crate::games::deep_dark_dungeon) fn estimate(game: &Deep, p: &Position, seat: Seat) -> f64 {
    let own = situation(game, p, usize::from(seat));
    1.0 / (0..p.explorers.len())
        .map(|other| (situation(game, p, other) - own).exp())
        .sum::<f64>()
}

/// With an advantage of 1 in this, an Explorer is e times as likely to win as another.
fn situation(game: &Deep, p: &Position, seat: usize) -> f64 {
    let me = &p.explorers[seat];
    let near = walks(game, p, seat);
    let steps = |space: u8| f64::from(near[usize::from(space)].min(MAX_STEPS));
    let nearest = |steps: &mut dyn Iterator<Item = f64>| steps.fold(f64::from(MAX_STEPS), f64::min);
    let units = f64::from(game.units(me));
    let has_key = game.has_key(me);
    let way_out = p.exit.filter(|_| has_key);
    let escapes = way_out.is_some();
    let to_exit = way_out.map_or(0.0, steps);
    let rivals = || {
        p.explorers
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != seat)
            .map(|(_, rival)| rival)
    };
    let rival = nearest(&mut rivals().filter_map(|rival| rival.at).map(steps));
    let prey = nearest(
        &mut rivals()
            .filter(|rival| game.has_key(rival))
            .filter_map(|rival| rival.at)
            .map(steps),
    );
    let chases = !has_key && rivals().any(|rival| game.has_key(rival));
    let encounters = (0..p.spaces.len() as u8).filter(|space| game.is_encounter(p, *space));
    let encounter = nearest(&mut encounters.map(steps));
    let seats = p.explorers.len();
    let parts = [
        (yes(escapes), -0.91),
        (yes(escapes) * (to_exit / units).ceil(), -0.09),
        (yes(escapes && to_exit <= units), 0.54),
        (yes(escapes) * beats_guardian(game, p, seat), 2.92),
        (yes(has_key && !escapes), 0.48),
        (f64::from(game.strength(p, seat)), 0.17),
        (yes(me.hurt), -0.47),
        (yes(me.webbed), -0.19),
        // The turns of others before the next one of this seat.
        (((seat + seats - p.actor()) % seats) as f64, -0.05),
        (f64::from(me.carried.len()), 0.22),
        (yes(chases) * prey.min(NEARBY), -0.07),
        (yes(chases && prey <= units + 1.0), 0.17),
        (yes(has_key) * rival.min(NEARBY), 0.06),
        (
            yes(!has_key) * (encounter / units).ceil().min(MAX_TURNS),
            -0.04,
        ),
        (yes(game.has_rope(me)), 0.11),
    ];
    parts.iter().map(|(value, weight)| value * weight).sum()
}

/// The probability that a lone Explorer escapes in time, at the beginning of a turn. Fitted to 12,000 games of lone greedy Explorers
/// for each edition.
pub(in crate::games::deep_dark_dungeon) fn alone(game: &Deep, p: &Position) -> f64 {
    let alone = Alone::new(game, p);
    let log_odds = match (game.has_key(p.me()), p.exit) {
        (true, Some(exit)) => alone.escapes(exit),
        (true, None) => alone.seeks_exit(),
        (false, _) => alone.seeks_key(),
    };
    1.0 / (1.0 + (-log_odds).exp())
}

/// A lone Explorer's situation.
struct Alone<'p> {
    game: &'p Deep,
    p: &'p Position,
    near: Distances,
    units: f64,
    /// R72: the turns that are left.
    left: f64,
    hurt: f64,
    swords: f64,
    rope: f64,
    beats: f64,
}

impl<'p> Alone<'p> {
    fn new(game: &'p Deep, p: &'p Position) -> Alone<'p> {
        let me = p.me();
        Alone {
            game,
            p,
            near: walks(game, p, p.actor()),
            units: f64::from(game.units(me)),
            left: f64::from((game.options.solo_turns + 1).saturating_sub(p.turn)),
            hurt: yes(me.hurt),
            swords: f64::from(me.carried.and(game.data.swords).len()),
            rope: yes(game.has_rope(me)),
            beats: beats_guardian(game, p, p.actor()),
        }
    }

    /// How many turns it takes to get to a space.
    fn turns(&self, space: u8) -> f64 {
        (f64::from(self.near[usize::from(space)].min(2 * MAX_STEPS)) / self.units).ceil()
    }

    fn to_exit(&self) -> f64 {
        self.p.exit.map_or(0.0, |exit| self.turns(exit))
    }

    /// How many turns it takes to get to the nearest of some spaces.
    fn nearest(&self, wanted: impl Fn(u8) -> bool) -> f64 {
        let wanted = (0..self.p.spaces.len() as u8).filter(|space| wanted(*space));
        wanted
            .map(|space| self.turns(space))
            .fold(MAX_TURNS, f64::min)
    }

    fn encounters(&self) -> impl Iterator<Item = u8> {
        (0..self.p.spaces.len() as u8).filter(|space| self.game.is_encounter(self.p, *space))
    }

    /// How many Encounter tiles are near.
    fn choice(&self) -> f64 {
        self.encounters()
            .filter(|space| self.near[usize::from(*space)] <= 4)
            .count() as f64
    }

    /// The sum of what counts, by its weights in v1_0 and in the original edition, where the Exit is a card.
    fn weigh(&self, parts: &[(f64, [f64; 2])]) -> f64 {
        let edition = usize::from(!self.game.data.exits.is_empty());
        parts
            .iter()
            .map(|(value, weights)| value * weights[edition])
            .sum()
    }

    /// With the Key, once the Exit is known.
    fn escapes(&self, exit: u8) -> f64 {
        let spare = self.left - self.to_exit();
        let time = spare.max(0.0).sqrt();
        self.weigh(&[
            (1.0, [-0.979, 4.2]),
            (self.hurt, [-0.77, -0.522]),
            (self.swords, [0.359, 0.02]),
            (self.rope, [0.089, 0.843]),
            (self.beats, [0.791, 0.0]),
            (self.to_exit(), [-0.106, -0.289]),
            (yes(spare < 0.0), [-1.39, -7.14]),
            (yes(spare < 1.0), [0.498, -1.16]),
            (time, [0.226, 0.038]),
            (time * self.beats, [0.274, 0.038]),
            (yes(self.near[usize::from(exit)] == FAR), [1.28, 9.13]),
        ])
    }

    /// With the Key, before the Exit is known.
    fn seeks_exit(&self) -> f64 {
        let (p, stock) = (self.p, f64::from(self.p.stock.len()));
        let edge = if p.stock.is_empty() {
            MAX_TURNS
        } else {
            self.nearest(|space| p.space(space).gaps().next().is_some())
        };
        let cards = f64::from(p.deck.len().max(1));
        self.weigh(&[
            (1.0, [-3.49, -3.96]),
            (self.left, [-0.077, -0.142]),
            (self.left.sqrt(), [1.28, 0.783]),
            (self.hurt, [-0.734, -0.603]),
            (self.swords, [0.238, 0.264]),
            (self.rope, [0.257, 0.542]),
            (
                self.nearest(|space| self.game.is_encounter(p, space)),
                [0.04, -0.004],
            ),
            (edge, [0.162, -0.214]),
            (stock, [-0.0389, -0.0065]),
            (self.choice(), [0.0, 0.083]),
            (1.0 / cards, [-1.18, 0.639]),
            (self.left / cards, [0.285, 4.45]),
            (1.0 / stock.max(1.0), [0.612, -0.405]),
        ])
    }

    /// Without the Key.
    fn seeks_key(&self) -> f64 {
        let p = self.p;
        let data = &self.game.data;
        let due = yes(!data.keys.and(p.deck).is_empty());
        let cards = f64::from(p.deck.or(p.discard).len().max(1));
        self.weigh(&[
            (1.0, [5.0, -7.94]),
            (self.left, [-0.142, -0.519]),
            (self.left.sqrt(), [3.86, 4.19]),
            (self.hurt, [-0.104, -0.236]),
            (
                yes(!p.me().carried.and(data.potions).is_empty()),
                [0.268, -0.018],
            ),
            (self.swords, [0.196, 0.138]),
            (self.rope, [0.198, 0.371]),
            (f64::from(p.me().carried.len()), [0.961, 0.552]),
            (self.beats, [0.833, 0.0]),
            (
                self.nearest(|space| self.game.is_encounter(p, space)),
                [0.004, 0.055],
            ),
            (self.choice(), [0.001, 0.184]),
            (yes(p.exit.is_some()), [1.01, 0.656]),
            (self.to_exit(), [-0.085, -0.07]),
            (due, [0.0, 5.45]),
            (due / f64::from(p.deck.len().max(1)), [2.81, 3.53]),
            (1.0 / cards, [-291.0, -149.0]),
            (self.left / cards, [-4.93, 1.5]),
        ])
    }
}

fn yes(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// R62: the probability that an Explorer beats the Guardian; 1 if there is none.
fn beats_guardian(game: &Deep, p: &Position, seat: usize) -> f64 {
    let Some(guardian) = game.guardian(p) else {
        return 1.0;
    };
    let rolls = || 1..=DIE;
    let own = game.strength(p, seat);
    let foe = guardian;
    let won = rolls()
        .map(|roll| rolls().filter(|other| roll + own >= other + foe).count())
        .sum::<usize>();
    won as f64 / f64::from(DIE * DIE)
}

/// The steps to every space by tiles that the Explorer can climb.
fn walks(game: &Deep, p: &Position, seat: usize) -> Distances {
    let me = &p.explorers[seat];
    let mut far = [FAR; CAPACITY];
    let mut reached: Vec<u8> = me.at.into_iter().collect();
    reached
        .iter()
        .for_each(|start| far[usize::from(*start)] = 0);
    let mut at = 0;
    while let Some(from) = reached.get(at).copied() {
        at += 1;
        for to in p.space(from).neighbours() {
            if far[usize::from(to)] == FAR && game.may_climb(p, me, from, to) {
                far[usize::from(to)] = far[usize::from(from)] + 1;
                reached.push(to);
            }
        }
    }
    far
}
