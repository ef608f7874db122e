//! How likely each Explorer is to win, at a glance.

use super::{Distances, FAR};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::set::MOST;
use crate::games::deep_dark_dungeon::rules::position::{DIE, NONE, Position};
use crate::referee::Seat;

/// From here on, it makes no difference how far a place is.
const MOST_STEPS: u8 = 12;
/// The same for rivals who chase or are chased, in steps, and for Encounter tiles, in turns.
const NEARBY: f64 = 6.0;
const MOST_TURNS: f64 = 5.0;

/// The probability that one of several Explorers wins, at the beginning of a turn. Fitted to 4200 games of predatory Explorers: 700
/// for each edition and number of players.
pub(in crate::games::deep_dark_dungeon) fn prospect(game: &Deep, p: &Position, seat: Seat) -> f64 {
    let own = situation(game, p, usize::from(seat));
    1.0 / (0..p.explorers.len()).map(|other| (situation(game, p, other) - own).exp()).sum::<f64>()
}

/// With an advantage of 1 in this, an Explorer is e times as likely to win as another.
fn situation(game: &Deep, p: &Position, seat: usize) -> f64 {
    let me = &p.explorers[seat];
    let near = walks(game, p, seat);
    let steps = |space: u8| f64::from(near[usize::from(space)].min(MOST_STEPS));
    let nearest = |steps: &mut dyn Iterator<Item = f64>| steps.fold(f64::from(MOST_STEPS), f64::min);
    let yes = |is: bool| f64::from(u8::from(is));
    let (units, has_key) = (f64::from(game.units(me)), game.has_key(me));
    let escapes = has_key && p.exit != NONE;
    let to_exit = if escapes { steps(p.exit) } else { 0.0 };
    let rivals = || p.explorers.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, rival)| rival);
    let rival = nearest(&mut rivals().map(|rival| steps(rival.at)));
    let prey = nearest(&mut rivals().filter(|rival| game.has_key(rival)).map(|rival| steps(rival.at)));
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
        (yes(!has_key) * (encounter / units).ceil().min(MOST_TURNS), -0.04),
        (yes(game.has_rope(me)), 0.11),
    ];
    parts.iter().map(|(value, weight)| value * weight).sum()
}

/// R62: the probability that an Explorer beats the Guardian; 1 if there is none.
fn beats_guardian(game: &Deep, p: &Position, seat: usize) -> f64 {
    let Some(guardian) = game.guardian(p) else { return 1.0 };
    let rolls = || 1..=DIE;
    let (own, foe) = (game.strength(p, seat), guardian);
    let won = rolls().map(|roll| rolls().filter(|other| roll + own >= other + foe).count()).sum::<usize>();
    won as f64 / f64::from(DIE * DIE)
}

/// The steps to every space by tiles that the Explorer can climb.
fn walks(game: &Deep, p: &Position, seat: usize) -> Distances {
    let me = &p.explorers[seat];
    let mut far = [FAR; MOST];
    far[usize::from(me.at)] = 0;
    let mut reached = vec![me.at];
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
