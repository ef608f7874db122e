//! The sensible bot: it tries each action and estimates what every hero would bring home from the resulting dungeon.
//!
//! The rules' dossier describes a measured policy in words. Where it leaves something open, this is the interpretation:
//!
//! * A draw is valued at the mean over every unseen tile, each laid in its best cell and then joined in its best way.
//! * Damage on the way accumulates: a wounded hero is weaker in later fights. A sword counts, and so does its gold for the
//!   player who placed it. Potions are ignored; if they counted, too many would be placed and too many heroes would survive.
//! * A hero is expected to die if less than half a point of power is left.
//! * If no action gains more than another, power comes first. (So even without its refusal of the fifth point this bot would
//!   never lay a tile. If tiles come first it lays many, and 60 games of two players have 13.9 rounds, 62 % of them ended by a
//!   path. If ties are broken at random, without a refusal, it is 13 and 59 %; with slightly more weight on power, 24 rounds and
//!   26 %. The dossier's "racer" has 17.7 and 12 %: none of these is that policy, and how it breaks ties is not said.)
//! * For the fifth point, the estimate is the haul with power 5 plus the gold for the player's own coins on the way; for a
//!   rival it is the same with the power that he has.
//! * In a dungeon with a path, or with a hero of power 5, only the strongest heroes can enter, all with equal chances.
//! * A bid is the available number nearest to the desired one. The bot opens the auction for staying out if the rivals would
//!   bring home more.
//!
//! Measured over 3000, 1500 and 1000 games with standard errors, and after the slash the dossier's figures over 1000, 500
//! and 300 games:
//!
//! | players | actions a game | rounds | median | haul | deaths | fights | ended by a path |
//! |---|---|---|---|---|---|---|---|
//! | 2 | 219 ± 1.2 / 214 | 10.2 ± 0.06 / 9.9 | 10 / 10 | 4.27 / 4.34 | 29.2 / 30.5 % | 1.86 / 1.8 | 55 / 62 % |
//! | 3 | 371 ± 3.4 / 369 | 13.9 ± 0.13 / 14.0 | 13 / 14 | 3.82 / 3.77 | 37.2 / 37.0 % | 1.97 / 2.0 | 53 / 54 % |
//! | 4 | 699 ± 8.7 / 709 | 21.2 ± 0.26 / 22.4 | 20 / 21 | 3.01 / 2.87 | 37.5 / 39.0 % | 1.89 / 2.1 | 52 / 48 % |
//!
//! The standard errors of the dossier's rounds are about 0.12, 0.3 and 0.75. Wins by seat are 49.8 and 50.2 %; 33, 33 and
//! 34 %; 25, 27, 25 and 24 %: no seat has an advantage. The median rounds with variants, and the dossier's figures (over 40
//! to 60 games each) in parentheses: V3 7, 8 and 10 (7, 10, 13.5), with 1.26, 1.38 and 1.42 heroes a round (1.22, 1.28,
//! 1.33); V1 with V2 10, 14 and 21 (9.5, 13, 18); all three with four players 15 (12); goal 20 with three and four players 8
//! and 11 (7.5, 11); walls with two players 10.5 (10); open items with two players 11 (10).

use rand::Rng;

use super::Builders;
use super::data::layout::{Cell, Layout, Set, beside};
use super::data::tile::{TILES, Tile, Tiles};
use super::rules::moves::Move;
use super::rules::position::{MAX_POWER, MAX_SEATS, SWORD, Step, UNHARMED};
use super::sight::view::View;
use crate::games::piecepack::{Suit, VALUES, Values};
use crate::games::shared::narrator::Narrator;
use crate::referee::bot::below;
use crate::referee::{Bot, Choices};

/// How much a player minds what rivals gain.
const ENVY: f64 = 0.8;
/// How much each point of power increases the chance of entering.
const PULL: f64 = 0.5;
/// The assumed value of a coin that is value down.
const UNKNOWN: f64 = 3.0;
/// A trip that brings less is not worth the last point of power, unless an equally strong rival could bring home this much
/// more.
const SMALL_HAUL: f64 = 4.0;
const RIVAL_LEAD: f64 = 1.5;
/// The fraction of the player's own haul, plus half of the rivals' mean, that is bid.
const BID: f64 = 0.45;
/// The value of power when nothing else favours an action, because the dungeon has yet to grow.
const POWER_FIRST: f64 = 0.01;

/// Picks a kind of action with equal chances, then any action of that kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl Bot<Builders> for RandomBot {
    fn choose(&mut self, view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        let is_coin = |at: &usize| matches!(choices[*at].mv, Move::PlaceCoin(_));
        let coins: Vec<usize> = (0..choices.len()).filter(is_coin).collect();
        if view.step() != Step::Act || coins.is_empty() {
            return below(choices.len() as u32, luck) as usize;
        }
        // Each action is a kind of its own, except that all coins are one.
        let others: Vec<usize> = (0..choices.len()).filter(|at| !is_coin(at)).collect();
        match others.get(below(others.len() as u32 + 1, luck) as usize) {
            Some(other) => *other,
            None => coins[below(coins.len() as u32, luck) as usize],
        }
    }
}

/// Plays by estimates.
#[derive(Clone, Copy, Debug, Default)]
pub struct SensibleBot {
    /// Whether a draw is valued at a single unseen tile in its best cell: about as good, and many times faster.
    is_swift: bool,
}

impl SensibleBot {
    /// A bot for playouts.
    pub fn playout_bot() -> SensibleBot {
        SensibleBot { is_swift: true }
    }
}

impl Bot<Builders> for SensibleBot {
    fn choose(&mut self, view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        let seat = view.seat().unwrap_or(view.acting());
        let table = Estimate::new(view);
        let is_swift = self.is_swift;
        let mut worth = |mv: Move| match view.step() {
            Step::Act if is_swift && mv == Move::TakeTile => table.draw_one(view, seat, luck),
            Step::Walk | Step::Thirst | Step::Deathbed | Step::Order => table.way(view, mv),
            Step::Kind | Step::Bid | Step::Succeed => table.bid(view, seat, mv),
            _ => table.action(view, seat, mv),
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (at, choice) in choices.iter().enumerate() {
            let worth = worth(choice.mv);
            if worth > best.1 {
                best = (at, worth);
            }
        }
        best.0
    }
}

/// What a seat bases its estimates on: tiles, coins as it sees them, and power.
#[derive(Clone)]
struct Estimate {
    layout: Layout,
    /// By tile, who placed each coin and its assumed value.
    coins: [[Option<(u8, f64)>; 2]; TILES + 1],
    power: [u8; MAX_SEATS],
    suits: [Suit; MAX_SEATS],
    players: usize,
    deadly: bool,
    /// Values that bring nothing more this round (V3f).
    explored: Values,
}

/// What a hero would bring home, and pay out.
#[derive(Clone, Copy, Default)]
struct Trip {
    haul: f64,
    /// The gold that the placers of coins would gain.
    pays: [f64; MAX_SEATS],
}

impl Estimate {
    fn new(view: &View<'_>) -> Estimate {
        let players = view.game().players().len();
        let mut coins = [[None; 2]; TILES + 1];
        for tile in view.layout().tiles().iter().chain([Tile::ENTRANCE]) {
            for (place, coin) in coins[tile.index()].iter_mut().zip(view.coins_on(tile)) {
                *place = Some((coin.seat, coin.value.map_or(UNKNOWN, f64::from)));
            }
        }
        let mut power = [0; MAX_SEATS];
        (0..players).for_each(|seat| power[seat] = view.power(seat as u8));
        let options = view.game().options();
        let explored = view.trail().explored;
        Estimate {
            layout: *view.layout(),
            coins,
            power,
            suits: options.suits,
            players,
            deadly: options.deadly,
            explored,
        }
    }

    /// The value of a building action: the seat's gain, less what rivals would gain.
    fn action(&self, view: &View<'_>, seat: u8, mv: Move) -> f64 {
        let mut then = self.clone();
        match mv {
            Move::TakeTile => return self.draw(view, seat),
            Move::PowerUp => {
                then.power[usize::from(seat)] += 1;
                if then.power[usize::from(seat)] == MAX_POWER && !self.is_time(seat) {
                    return f64::MIN / 2.0;
                }
                return then.prospect(seat) + POWER_FIRST;
            }
            Move::PlaceCoin(tile) => {
                let values = view.hand().map_or([UNKNOWN].to_vec(), |hand| {
                    hand.iter().map(f64::from).collect()
                });
                let of = |value: f64| self.with_coin(tile, seat, value).prospect(seat);
                return values.into_iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            }
            Move::Coin(value) => {
                return self
                    .with_coin(view.target(), seat, value.into())
                    .prospect(seat);
            }
            Move::Lay(cell) => {
                if let Some(tile) = view.tile() {
                    then.layout.lay(tile, cell);
                }
            }
            Move::Join(anchor, side, quarters) => {
                if let Some(own) = view.tile().and_then(|tile| then.layout.place(tile)) {
                    then.layout
                        .join(anchor, quarters, own.set, beside(own.cell, side));
                }
            }
            // The star can always be laid, and ends the round.
            Move::Rebuild if view.step() == Step::Offer => return f64::MAX,
            Move::Star if view.layout().has_path() => return f64::MIN,
            Move::Star => return 1.0,
            Move::Done => return 2.0,
            Move::Yes => return 1.0,
            Move::Lift(_)
            | Move::LiftAll
            | Move::Put(..)
            | Move::Withdraw
            | Move::LeaveAsIs
            | Move::No => return f64::MIN,
            _ => {}
        }
        then.prospect(seat)
    }

    /// Whether a hero with power 4 should take the fifth point.
    fn is_time(&self, seat: u8) -> bool {
        // Including the gold for the player's own coins on the way.
        let gain = |table: &Estimate, seat: usize| {
            let trip = table.trip(seat as u8, &table.ways());
            trip.haul + trip.pays[seat]
        };
        let mut strong = self.clone();
        strong.power[usize::from(seat)] = MAX_POWER;
        let own = gain(&strong, usize::from(seat));
        let rival = |other: usize| {
            other != usize::from(seat)
                && self.power[other] + 1 == MAX_POWER
                && gain(self, other) >= own + RIVAL_LEAD
        };
        own >= SMALL_HAUL || (0..self.players).any(rival)
    }

    fn with_coin(&self, tile: Tile, seat: u8, value: f64) -> Estimate {
        let mut then = self.clone();
        if let Some(place) = then.coins[tile.index()]
            .iter_mut()
            .find(|place| place.is_none())
        {
            *place = Some((seat, value));
        }
        then
    }

    /// The value of a draw: the mean over unseen tiles, each in its best place.
    fn draw(&self, view: &View<'_>, seat: u8) -> f64 {
        let unseen = view.unseen();
        unseen
            .iter()
            .map(|tile| self.best_place(view, seat, tile))
            .sum::<f64>()
            / unseen.len() as f64
    }

    /// The value of one of the tiles that may be drawn, in its best cell.
    fn draw_one(&self, view: &View<'_>, seat: u8, luck: &mut dyn Rng) -> f64 {
        let unseen = view.unseen();
        let tile = unseen.iter().nth(below(unseen.len() as u32, luck) as usize);
        let best = tile.and_then(|tile| self.best_cell(view, seat, tile));
        best.map_or_else(|| self.prospect(seat), |(worth, _)| worth)
    }

    /// The value of a tile in the dungeon where it is worth most, and the cell; `None` if it fits nowhere.
    fn best_cell(&self, view: &View<'_>, seat: u8, tile: Tile) -> Option<(f64, Cell)> {
        let mut best: Option<(f64, Cell)> = None;
        view.places(tile, &mut |cell: Cell| {
            let mut layout = self.layout;
            layout.lay(tile, cell);
            let worth = self.with(layout).prospect(seat);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, cell));
            }
        });
        best
    }

    fn best_place(&self, view: &View<'_>, seat: u8, tile: Tile) -> f64 {
        // The best cell first, then the best join from there, in the order of the decisions.
        let Some((_, cell)) = self.best_cell(view, seat, tile) else {
            return self.prospect(seat);
        };
        let mut joined = f64::NEG_INFINITY;
        view.outcomes(tile, cell, &mut |layout| {
            joined = joined.max(self.with(*layout).prospect(seat))
        });
        joined
    }

    fn with(&self, layout: Layout) -> Estimate {
        Estimate {
            layout,
            ..self.clone()
        }
    }

    /// What the seat may expect from the current dungeon, less its envy.
    fn prospect(&self, seat: u8) -> f64 {
        let mut gains = [0.0; MAX_SEATS];
        let chance = self.chances();
        let ways = self.ways();
        for hero in (0..self.players).filter(|hero| chance[*hero] > 0.0) {
            let trip = self.trip(hero as u8, &ways);
            gains[hero] += chance[hero] * trip.haul;
            (0..self.players).for_each(|other| gains[other] += chance[hero] * trip.pays[other]);
        }
        let rivals: f64 = (0..self.players)
            .filter(|other| *other != usize::from(seat))
            .map(|other| gains[other])
            .sum();
        gains[usize::from(seat)] - ENVY * rivals / (self.players - 1).max(1) as f64
    }

    /// The chance of each hero to be the one that enters.
    fn chances(&self) -> [f64; MAX_SEATS] {
        let top = self.power[..self.players]
            .iter()
            .max()
            .copied()
            .unwrap_or_default();
        let over = top == MAX_POWER || self.layout.has_path();
        let weight = |seat: usize| match over {
            true if self.power[seat] == top => 1.0,
            true => 0.0,
            false => (PULL * f64::from(self.power[seat])).exp(),
        };
        let mut chances = [0.0; MAX_SEATS];
        (0..self.players).for_each(|seat| chances[seat] = weight(seat));
        let sum: f64 = chances.iter().sum();
        chances.map(|chance| chance / sum)
    }

    /// The ways from the entrance.
    fn ways(&self) -> Ways {
        Ways::new(&self.layout, Tiles::from_iter([Tile::ENTRANCE]))
    }

    /// The gold for one of the hero's own tiles.
    fn brings(&self, tile: Tile) -> f64 {
        let value = tile.value();
        if self.explored.has(value as u8) {
            0.0
        } else {
            f64::from(value)
        }
    }

    /// A trip to all of the hero's own tiles by the shortest ways. Potions are ignored: whether and when they are drunk is
    /// open.
    fn trip(&self, seat: u8, ways: &Ways) -> Trip {
        let own = Some(self.suits[usize::from(seat)]);
        let mut needed = Tiles::default();
        let mut haul = 0.0;
        for (tile, _) in self
            .layout
            .of(Set::DUNGEON)
            .filter(|(tile, _)| tile.suit() == own)
        {
            haul += self.brings(tile);
            ways.back(tile).for_each(|tile| needed.add(tile));
        }
        let mut trip = Trip::default();
        let mut left = f64::from(self.power[usize::from(seat)]);
        let mut sword = false;
        let mut is_harmed = false;
        for tile in ways.order().filter(|tile| needed.has(*tile)) {
            for (by, strength) in self.coins[tile.index()].into_iter().flatten() {
                if strength == f64::from(SWORD) {
                    trip.pays[usize::from(by)] += f64::from(u8::from(!sword));
                    sword = true;
                } else if strength > f64::from(SWORD) {
                    let damage = damage(left, sword, strength);
                    is_harmed |= damage > 0.0;
                    let damage = damage.min(left);
                    trip.pays[usize::from(by)] += damage;
                    left -= damage;
                }
            }
        }
        // Without power, any damage is fatal (A21).
        let dies = is_harmed && left < 0.5;
        trip.haul = match dies {
            true if self.deadly => 0.0,
            true => haul / 2.0,
            false => haul,
        };
        trip
    }

    /// The value of a hero's step.
    fn way(&self, view: &View<'_>, mv: Move) -> f64 {
        let Some(hero) = view.hero() else { return 0.0 };
        let power = f64::from(view.power(hero.seat));
        let sword = hero.sword.is_some();
        match mv {
            Move::Drink(_) => match view.step() {
                Step::Deathbed => 1.0,
                Step::Thirst => {
                    let worst = UNHARMED as f64
                        - (power + f64::from(u8::from(sword))
                            - f64::from(view.strength().unwrap_or(5)));
                    if power <= 2.0 || worst >= power {
                        1.0
                    } else {
                        -1.0
                    }
                }
                _ => -1.0,
            },
            Move::Leave => 0.001,
            Move::Go(tile) => {
                let ways = Ways::new(view.layout(), hero.visited);
                let own = Some(self.suits[usize::from(hero.seat)]);
                let targets = view.layout().of(Set::DUNGEON).map(|(tile, _)| tile);
                let targets =
                    targets.filter(|target| target.suit() == own && !hero.visited.has(*target));
                let mut best = 0.0f64;
                for target in targets.filter(|target| ways.back(*target).any(|on| on == tile)) {
                    let cost: f64 = ways
                        .back(target)
                        .flat_map(|on| self.coins[on.index()].into_iter().flatten())
                        .filter(|(_, strength)| *strength > f64::from(SWORD))
                        .map(|(_, strength)| damage(power, sword, strength))
                        .sum();
                    let risky = view.game().options().retreat && cost >= power;
                    let worth = (self.brings(target) + 0.1) / (cost + 0.5);
                    best = best.max(if risky { 0.0 } else { worth });
                }
                best
            }
            _ => 0.0,
        }
    }

    /// The value of an answer in an auction.
    fn bid(&self, view: &View<'_>, seat: u8, mv: Move) -> f64 {
        let ways = self.ways();
        let own = self.trip(seat, &ways).haul;
        let rivals = (0..self.players as u8)
            .filter(|other| *other != seat)
            .map(|other| self.trip(other, &ways).haul);
        let rivals = rivals.sum::<f64>() / (self.players - 1).max(1) as f64;
        let wanted = (BID * (own + rivals / 2.0)).min(f64::from(view.gold(seat)));
        match mv {
            Move::ToEnter => own - rivals,
            Move::ToStayOut => rivals - own - 1.0,
            Move::Bid(gold) => -(f64::from(gold) - wanted).abs(),
            Move::Yes => own - 0.5,
            _ => 0.0,
        }
    }
}

/// The mean damage in a fight (R48, R49).
fn damage(power: f64, sword: bool, strength: f64) -> f64 {
    let bonus = if sword { 1.0 } else { 0.0 };
    let of =
        |roll: u8| (f64::from(UNHARMED) - (f64::from(roll) + power + bonus - strength)).max(0.0);
    (0..VALUES as u8).map(of).sum::<f64>() / VALUES as f64
}

/// The shortest ways through the dungeon from some of its tiles.
struct Ways {
    /// Tiles in the order in which they are reached, each with its predecessor.
    reached: [(Tile, Tile); TILES + 1],
    count: usize,
    from: Tiles,
}

impl Ways {
    fn new(layout: &Layout, from: Tiles) -> Ways {
        let mut tiles = [(Tile::ENTRANCE, (0, 0)); TILES + 1];
        let mut all = 0;
        for (place, tile) in tiles.iter_mut().zip(layout.of(Set::DUNGEON)) {
            *place = tile;
            all += 1;
        }
        let mut ways = Ways {
            reached: [(Tile::ENTRANCE, Tile::ENTRANCE); TILES + 1],
            count: 0,
            from,
        };
        let mut done = from;
        for tile in from.iter() {
            ways.reached[ways.count] = (tile, tile);
            ways.count += 1;
        }
        let mut next = 0;
        while next < ways.count {
            let (tile, _) = ways.reached[next];
            next += 1;
            let Some(place) = layout.place(tile) else {
                continue;
            };
            for (other, (x, y)) in &tiles[..all] {
                let near = (x - place.cell.0).abs() + (y - place.cell.1).abs() == 1;
                if near && tile.fits(*other) && !done.has(*other) {
                    done.add(*other);
                    ways.reached[ways.count] = (*other, tile);
                    ways.count += 1;
                }
            }
        }
        ways
    }

    /// The tiles in the order in which they are reached.
    fn order(&self) -> impl Iterator<Item = Tile> {
        self.reached[..self.count].iter().map(|(tile, _)| *tile)
    }

    /// A tile and all tiles on the way to it.
    fn back(&self, tile: Tile) -> impl Iterator<Item = Tile> {
        let from = |tile: Tile| {
            self.reached[..self.count]
                .iter()
                .find(|(own, _)| *own == tile)
                .map(|(_, from)| *from)
        };
        let start = Some(tile).filter(|tile| !self.from.has(*tile));
        std::iter::successors(start, move |tile| {
            from(*tile).filter(|tile| !self.from.has(*tile))
        })
    }
}
