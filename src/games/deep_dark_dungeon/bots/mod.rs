//! The greedy bot (section 3.6 of the rules' dossier): takes what is near, runs with the Key, and chases whoever has it.
//!
//! The predatory bot also goes after other Treasures, where an attack leaves time for a step (R15).
//!
//! Neither places tiles to hinder others, or plans further than the way to the nearest thing it wants.

pub(super) mod prospect;

use rand::Rng;

use super::Deep;
use super::data::CardKind;
use super::data::hex::Way;
use super::data::set::{CAPACITY, Set};
use super::rules::moves::Move;
use super::rules::position::{Explorer, Position, Step};
use super::sight::view::View;
use crate::referee::bot::below;
use crate::referee::{Bot, Choices};

/// The value of an Encounter tile within reach, and of each empty space next to a tile within reach.
const ENCOUNTER: u32 = 4;
const GAP: u32 = 1;
/// An Explorer with the Key is chased within this many steps, and by the predatory bot one with another Treasure.
const CHASE: u8 = 4;
const ROB: u8 = 3;
/// The cost of a step that requires a scramble.
const SCRAMBLE: u8 = 3;
/// The distance of what is too far away or cannot be reached.
const FAR: u8 = u8::MAX;

/// The greedy bot.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyBot {
    robs: bool,
}

impl GreedyBot {
    /// The predatory bot.
    pub fn predatory() -> GreedyBot {
        GreedyBot { robs: true }
    }
}

impl Bot<Deep> for GreedyBot {
    fn choose(&mut self, view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        if let Some(drink) = choices.iter().position(|choice| choice.mv == Move::Drink) {
            return drink;
        }
        let evaluation = Evaluation {
            game: view.game,
            p: view.position,
            robs: self.robs,
        };
        let aim = if evaluation.p.step == Step::Act {
            evaluation.aim(choices)
        } else {
            Aim::Nothing
        };
        // Ties are broken at random.
        let mut best = i32::MIN;
        let mut at = 0;
        let mut ties = 0;
        for (index, choice) in choices.iter().enumerate() {
            let good = evaluation.score(choice.mv, &aim);
            if good > best {
                best = good;
                at = index;
                ties = 1;
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

/// The distance of each space from the goal.
type Distances = [u8; CAPACITY];

/// The purpose of step 1.
enum Aim {
    Nothing,
    /// To get as near to the goal as possible.
    Near(Box<Distances>),
    /// To end where there is most to find.
    Gather,
    /// To attack this player.
    Attack(u8),
}

#[derive(Clone, Copy)]
struct Evaluation<'p> {
    game: &'p Deep,
    p: &'p Position,
    robs: bool,
}

impl Evaluation<'_> {
    fn score(&self, mv: Move, aim: &Aim) -> i32 {
        match (mv, aim) {
            (Move::Attack(seat), Aim::Attack(prey)) => i32::from(seat == *prey),
            (Move::Attack(_), _) => i32::MIN + 1,
            // Staying does not count as an arrival.
            (Move::End, _) if !self.game.has_acted(self.p) => i32::MIN + 2,
            // Prefers an ordinary step to a scramble, and being here to being equally near elsewhere.
            (Move::Scramble(way), Aim::Near(near)) => -2 * self.cost(way, SCRAMBLE, near) - 1,
            (Move::Step(way), Aim::Near(near)) => -2 * self.cost(way, 1, near),
            (Move::End, Aim::Near(near)) if near[usize::from(self.p.here())] == FAR => i32::MIN + 2,
            (Move::End, Aim::Near(near)) => -2 * i32::from(near[usize::from(self.p.here())]) - 1,
            (Move::Step(way), Aim::Gather) => self.beyond(way).map_or(0, |to| {
                2 * self.promise(to, self.left().saturating_sub(1)) as i32
            }),
            (Move::End, Aim::Gather) if self.p.moved => 1 + 2 * self.find(self.p.here()) as i32,
            (Move::Place(way), _) => self
                .p
                .in_hand()
                .map_or(0, |tile| self.smoothness(tile, way)),
            (Move::Discard(card), _) => -self.card_value(card),
            _ => 0,
        }
    }

    fn beyond(&self, way: Way) -> Option<u8> {
        self.p.space(self.p.here()).towards(way)
    }

    /// The distance of the goal by this way.
    fn cost(&self, way: Way, step: u8, near: &Distances) -> i32 {
        i32::from(step) + i32::from(self.beyond(way).map_or(FAR, |to| near[usize::from(to)]))
    }

    /// The units of step 1 that are left.
    fn left(&self) -> u8 {
        self.game.units(self.p.me()).saturating_sub(self.p.used)
    }

    fn spaces(&self, wanted: impl Fn(u8) -> bool) -> Set {
        (0..self.p.spaces.len() as u8)
            .filter(|space| wanted(*space))
            .collect()
    }

    fn encounters(&self) -> Set {
        self.spaces(|space| self.game.is_encounter(self.p, space))
    }

    /// The tiles next to which a tile can be drawn.
    fn edges(&self) -> Set {
        if self.p.stock.is_empty() {
            Set::default()
        } else {
            self.spaces(|space| self.p.space(space).has_gaps())
        }
    }

    fn aim(&self, choices: &Choices<Move>) -> Aim {
        let (game, p) = (self.game, self.p);
        let stranded = game.options.may_scramble && game.is_stranded(p);
        let has_key = game.has_key(p.me());
        if !has_key
            && let Some(prey) = self.prey()
            && !stranded
        {
            if choices
                .iter()
                .any(|choice| choice.mv == Move::Attack(prey.0))
                && prey.1[usize::from(p.here())] == 1
            {
                return Aim::Attack(prey.0);
            }
            return Aim::Near(Box::new(prey.1));
        }
        let mut wanted = match (has_key, p.exit) {
            (false, _) => self.encounters().or(self.edges()),
            (true, None)
                if self.edges().is_empty()
                    || !game.data.exits.and(p.deck.or(p.discard)).is_empty() =>
            {
                self.encounters()
            }
            (true, None) => self.edges(),
            (true, Some(exit)) => [exit].into_iter().collect(),
        };
        if stranded {
            // Staying is not an arrival.
            wanted.remove(p.here());
        }
        let near = self.distances(wanted, stranded.then_some(SCRAMBLE));
        let reached = near[usize::from(p.here())] < FAR;
        if !has_key && !stranded && self.finds_anything() {
            return Aim::Gather;
        }
        if reached || stranded {
            return Aim::Near(Box::new(near));
        }
        // The Exit cannot be reached on foot, but a new tile may lead there.
        Aim::Near(Box::new(self.distances(self.edges(), None)))
    }

    /// How far to chase an Explorer; `None` for one not worth it.
    fn reach(&self, target: &Explorer) -> Option<u8> {
        let (game, p) = (self.game, self.p);
        let lost = p.deck.or(p.discard).and(game.data.keys).is_empty();
        let robs = self.robs && game.units(p.me()) > 1 && !target.carried.is_empty();
        match game.has_key(target) {
            true if lost => Some(FAR - 1),
            true => Some(CHASE),
            false => robs.then_some(ROB),
        }
    }

    /// The nearest Explorer who is worth chasing, and the distances from there.
    fn prey(&self) -> Option<(u8, Distances)> {
        let (game, p) = (self.game, self.p);
        let mut nearest: Option<(u8, u8, Distances)> = None;
        for (seat, target) in (0..)
            .zip(&p.explorers)
            .filter(|(seat, _)| *seat != p.acting)
        {
            let Some(there) = target.at else { continue };
            let Some(reach) = self.reach(target) else {
                continue;
            };
            if game.options.attack_cost == super::data::options::AttackCost::Never {
                continue;
            }
            let mut near = self.distances([there].into_iter().collect(), None);
            let steps = near[usize::from(p.here())];
            // R53: an attack comes from an adjacent space, so stepping onto the same tile gains nothing.
            near[usize::from(there)] = 1;
            if steps > reach {
                continue;
            }
            if nearest.as_ref().is_none_or(|(_, other, _)| steps < *other) {
                nearest = Some((seat, steps, near));
            }
        }
        nearest.map(|(seat, _, near)| (seat, near))
    }

    /// Steps from every space to the nearest of these; with a price for `climb`, steps over any height are allowed.
    fn distances(&self, wanted: Set, climb: Option<u8>) -> Distances {
        let (game, p) = (self.game, self.p);
        let mut far = [FAR; CAPACITY];
        wanted.iter().for_each(|space| far[usize::from(space)] = 0);
        let mut edge = wanted;
        // A space is visited again whenever a shorter way to it is found.
        while let Some(from) = edge.iter().min_by_key(|space| far[usize::from(*space)]) {
            edge.remove(from);
            for to in p.space(from).neighbours() {
                let step = if game.may_climb(p, p.me(), to, from) {
                    Some(1)
                } else {
                    climb
                };
                let Some(way) = step.map(|step| far[usize::from(from)].saturating_add(step)) else {
                    continue;
                };
                if way < far[usize::from(to)] {
                    far[usize::from(to)] = way;
                    edge.add(to);
                }
            }
        }
        far
    }

    /// The value of ending a move here.
    fn find(&self, space: u8) -> u32 {
        let gaps = if self.p.stock.is_empty() {
            0
        } else {
            self.p.space(space).gaps().count() as u32
        };
        ENCOUNTER * u32::from(self.game.is_encounter(self.p, space)) + GAP * gaps
    }

    /// The most value that can be found by going to a space and this many steps on.
    fn promise(&self, space: u8, steps: u8) -> u32 {
        let here = self.find(space);
        if steps == 0 || Some(space) == self.p.exit {
            return here;
        }
        let on = self.p.space(space).neighbours().filter(|to| {
            let allowed = *to != self.p.origin || self.game.options.may_stay;
            allowed && self.game.may_climb(self.p, self.p.me(), space, *to)
        });
        on.map(|to| self.promise(to, steps - 1))
            .max()
            .unwrap_or(0)
            .max(here)
    }

    /// Whether this turn can end where there is something to find.
    fn finds_anything(&self) -> bool {
        let can = |way: &Way| self.game.judge_step(self.p, *way).ok();
        let moved = self.p.moved && self.find(self.p.here()) > 0;
        moved
            || Way::ALL
                .iter()
                .filter_map(can)
                .any(|to| self.promise(to, self.left().saturating_sub(1)) > 0)
    }

    /// The number of neighbours of an empty space from which this tile could be entered there.
    fn smoothness(&self, tile: u8, way: Way) -> i32 {
        let height = self.game.data.tile(tile).height;
        let gap = self.p.space(self.p.centre()).at.neighbour(way);
        let beside = Way::ALL
            .into_iter()
            .filter_map(|way| self.p.space_at(gap.neighbour(way)));
        beside
            .filter(|space| self.game.height(self.p, *space).abs_diff(height) <= 1)
            .count() as i32
    }

    /// The order in which Treasures are kept.
    fn card_value(&self, card: u8) -> i32 {
        let p = self.p;
        let walled = || {
            p.exit
                .is_some_and(|exit| p.space(exit).region != p.space(p.here()).region)
        };
        match self.game.data.card(card).kind {
            CardKind::Key => 5,
            CardKind::Rope if self.game.has_key(p.me()) && walled() => 4,
            CardKind::Sword => 3,
            CardKind::Potion => 2,
            _ => 1,
        }
    }
}
