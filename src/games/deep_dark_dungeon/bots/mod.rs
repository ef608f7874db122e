//! A greedy Explorer (section 3.6 of the rules' dossier): takes what is near, runs with the Key, chases who has it.
//!
//! It never places tiles to hinder others and plans no further than the way to the nearest thing it wants.

use rand::Rng;

use super::Deep;
use super::data::CardKind;
use super::data::hex::Way;
use super::data::set::{MOST, Set};
use super::rules::moves::Move;
use super::rules::position::{NONE, Position, Step};
use super::sight::view::View;
use crate::referee::bot::below;
use crate::referee::{Bot, Choices};

/// What an Encounter tile within reach is worth, and each empty space round a tile within reach.
const ENCOUNTER: u32 = 4;
const GAP: u32 = 1;
/// Who has the Key is chased within so many steps.
const CHASE: u8 = 4;
/// What a step that only a scramble makes costs on the way to something.
const SCRAMBLE: u8 = 3;
/// Too far, or not to be reached.
const FAR: u8 = u8::MAX;

/// An Explorer with sense.
#[derive(Clone, Copy, Debug)]
pub struct GreedyBot;

impl Bot<Deep> for GreedyBot {
    fn choose(&mut self, view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        if let Some(drink) = choices.iter().position(|choice| choice.mv == Move::Drink) {
            return drink;
        }
        let thought = Thought { game: view.game, p: view.position };
        let aim = if thought.p.step == Step::Act { thought.aim(choices) } else { Aim::Nothing };
        // Ties at random.
        let (mut best, mut at, mut ties) = (i32::MIN, 0, 0);
        for (index, choice) in choices.iter().enumerate() {
            let good = thought.goodness(choice.mv, &aim);
            if good > best {
                (best, at, ties) = (good, index, 1);
            } else if good == best {
                ties += 1;
                if below(ties, luck) == 0 {
                    at = index;
                }
            }
        }
        at
    }
}

/// How far each space is from what is wanted.
type Distances = [u8; MOST];

/// What step 1 is for.
enum Aim {
    Nothing,
    /// To be as near as can be.
    Near(Box<Distances>),
    /// To end where there is most to find.
    Gather,
    /// To attack this seat.
    Attack(u8),
}

#[derive(Clone, Copy)]
struct Thought<'p> {
    game: &'p Deep,
    p: &'p Position,
}

impl Thought<'_> {
    fn goodness(&self, mv: Move, aim: &Aim) -> i32 {
        match (mv, aim) {
            (Move::Attack(seat), Aim::Attack(prey)) => i32::from(seat == *prey),
            (Move::Attack(_), _) => i32::MIN + 1,
            // Who stays arrives nowhere.
            (Move::End, _) if !self.game.has_acted(self.p) => i32::MIN + 2,
            // An ordinary step rather than a scramble, and rather here than as near elsewhere.
            (Move::Scramble(way), Aim::Near(near)) => -2 * self.cost(way, SCRAMBLE, near) - 1,
            (Move::Step(way), Aim::Near(near)) => -2 * self.cost(way, 1, near),
            (Move::End, Aim::Near(near)) if near[usize::from(self.p.me().at)] == FAR => i32::MIN + 2,
            (Move::End, Aim::Near(near)) => -2 * i32::from(near[usize::from(self.p.me().at)]) - 1,
            (Move::Step(way), Aim::Gather) => {
                self.beyond(way).map_or(0, |to| 2 * self.promise(to, self.left().saturating_sub(1)) as i32)
            }
            (Move::End, Aim::Gather) if self.p.moved => 1 + 2 * self.find(self.p.me().at) as i32,
            (Move::Place(way), _) => self.smoothness(way),
            (Move::Discard(card), _) => -self.worth(card),
            _ => 0,
        }
    }

    fn beyond(&self, way: Way) -> Option<u8> {
        self.p.space(self.p.me().at).towards(way)
    }

    /// What is wanted is so far by this way.
    fn cost(&self, way: Way, step: u8, near: &Distances) -> i32 {
        i32::from(step) + i32::from(self.beyond(way).map_or(FAR, |to| near[usize::from(to)]))
    }

    /// Units of step 1 that are left.
    fn left(&self) -> u8 {
        self.game.units(self.p.me()).saturating_sub(self.p.used)
    }

    fn spaces(&self, wanted: impl Fn(u8) -> bool) -> Set {
        (0..self.p.spaces.len() as u8).filter(|space| wanted(*space)).collect()
    }

    fn encounters(&self) -> Set {
        self.spaces(|space| self.game.is_encounter(self.p, space))
    }

    /// Tiles with something to draw beside them.
    fn edges(&self) -> Set {
        if self.p.stock.is_empty() {
            Set::default()
        } else {
            self.spaces(|space| self.p.space(space).gaps().next().is_some())
        }
    }

    fn aim(&self, choices: &Choices<Move>) -> Aim {
        let (game, p) = (self.game, self.p);
        let stranded = game.options.may_scramble && game.is_stranded(p, p.me());
        let has_key = game.has_key(p.me());
        if !has_key
            && let Some(prey) = self.prey()
            && !stranded
        {
            if choices.iter().any(|choice| choice.mv == Move::Attack(prey.0)) && prey.1[usize::from(p.me().at)] == 1 {
                return Aim::Attack(prey.0);
            }
            return Aim::Near(Box::new(prey.1));
        }
        let mut wanted = match (has_key, p.exit) {
            (false, _) => self.encounters().or(self.edges()),
            (true, NONE) if self.edges().is_empty() || !game.data.exits.and(p.deck.or(p.discard)).is_empty() => {
                self.encounters()
            }
            (true, NONE) => self.edges(),
            (true, exit) => [exit].into_iter().collect(),
        };
        if stranded {
            // To stay is no arrival.
            wanted.remove(p.me().at);
        }
        let near = self.distances(wanted, stranded.then_some(SCRAMBLE));
        let reached = near[usize::from(p.me().at)] < FAR;
        if !has_key && !stranded && self.finds_anything() {
            return Aim::Gather;
        }
        if reached || stranded {
            return Aim::Near(Box::new(near));
        }
        // The Exit cannot be walked to: what is laid next may lead there.
        Aim::Near(Box::new(self.distances(self.edges(), None)))
    }

    /// The nearest Explorer with a Key who is worth a chase, and how far every space is from there.
    fn prey(&self) -> Option<(u8, Distances)> {
        let (game, p) = (self.game, self.p);
        let lost = p.deck.or(p.discard).and(game.data.keys).is_empty();
        let mut nearest: Option<(u8, u8, Distances)> = None;
        for seat in (0..p.explorers.len()).filter(|seat| *seat != p.actor() && !p.is_out(*seat)) {
            let target = &p.explorers[seat];
            if !game.has_key(target) || game.options.attack_cost == super::data::options::AttackCost::Never {
                continue;
            }
            let mut near = self.distances([target.at].into_iter().collect(), None);
            let steps = near[usize::from(p.me().at)];
            // R53: an attack comes from beside, so nobody gains by a step onto the same tile.
            near[usize::from(target.at)] = 1;
            if steps == FAR || steps > CHASE && !lost {
                continue;
            }
            if nearest.as_ref().is_none_or(|(_, other, _)| steps < *other) {
                nearest = Some((seat as u8, steps, near));
            }
        }
        nearest.map(|(seat, _, near)| (seat, near))
    }

    /// Steps from every space to the nearest of these; over any height at a price, if there is one.
    fn distances(&self, wanted: Set, climb: Option<u8>) -> Distances {
        let (game, p) = (self.game, self.p);
        let mut far = [FAR; MOST];
        wanted.iter().for_each(|space| far[usize::from(space)] = 0);
        let mut edge = wanted;
        // Spaces are looked at again whenever a shorter way to them is found.
        while let Some(from) = edge.iter().min_by_key(|space| far[usize::from(*space)]) {
            edge.remove(from);
            for to in p.space(from).neighbours() {
                let step = if game.may_climb(p, p.me(), to, from) { Some(1) } else { climb };
                let Some(way) = step.map(|step| far[usize::from(from)].saturating_add(step)) else { continue };
                if way < far[usize::from(to)] {
                    far[usize::from(to)] = way;
                    edge.add(to);
                }
            }
        }
        far
    }

    /// What ending a move here finds.
    fn find(&self, space: u8) -> u32 {
        let gaps = if self.p.stock.is_empty() { 0 } else { self.p.space(space).gaps().count() as u32 };
        ENCOUNTER * u32::from(self.game.is_encounter(self.p, space)) + GAP * gaps
    }

    /// The most that can be found by going to a space and so many steps on.
    fn promise(&self, space: u8, steps: u8) -> u32 {
        let here = self.find(space);
        if steps == 0 || space == self.p.exit {
            return here;
        }
        let on = self.p.space(space).neighbours().filter(|to| {
            let allowed = *to != self.p.origin || self.game.options.may_stay;
            allowed && self.game.may_climb(self.p, self.p.me(), space, *to)
        });
        on.map(|to| self.promise(to, steps - 1)).max().unwrap_or(0).max(here)
    }

    /// Whether this turn can end where there is something to find.
    fn finds_anything(&self) -> bool {
        let can = |way: &Way| self.game.judge_step(self.p, *way).ok();
        let moved = self.p.moved && self.find(self.p.me().at) > 0;
        moved || Way::ALL.iter().filter_map(can).any(|to| self.promise(to, self.left().saturating_sub(1)) > 0)
    }

    /// How many neighbours of an empty space the tile in hand could be walked to from.
    fn smoothness(&self, way: Way) -> i32 {
        let height = self.game.data.tile(self.p.tile).height;
        let gap = self.p.space(self.p.centre()).at.neighbour(way);
        let beside = Way::ALL.into_iter().filter_map(|way| self.p.space_at(gap.neighbour(way)));
        beside.filter(|space| self.game.height(self.p, *space).abs_diff(height) <= 1).count() as i32
    }

    /// What is kept before what.
    fn worth(&self, card: u8) -> i32 {
        let walled = || self.p.exit != NONE && !self.game.region(self.p, &without_rope(self.game, self.p)).has(self.p.exit);
        match self.game.data.card(card).kind {
            CardKind::Key => 5,
            CardKind::Rope if self.game.has_key(self.p.me()) && walled() => 4,
            CardKind::Sword => 3,
            CardKind::Potion => 2,
            _ => 1,
        }
    }
}

/// The acting Explorer without any Rope.
fn without_rope(game: &Deep, p: &Position) -> super::rules::position::Explorer {
    let mut me = *p.me();
    game.data.ropes.iter().for_each(|rope| me.carried.remove(rope));
    me
}
