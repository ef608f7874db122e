//! The game in words: questions, options, refusals and the set-up.

pub(super) mod names;
mod prompting;
mod stakes;

use super::Builders;
use super::data::layout::{Cell, Obstacle, Set, beside};
use super::data::tile::{Tile, Tiles};
use super::rules::event::Event;
use super::rules::moves::Move;
use super::rules::noun::Coin;
use super::rules::position::{POTION, Position, SWORD, Step};
use super::rules::refusal::Refusal;
use crate::games::english::{listed, verb};
use crate::games::piecepack::VALUES;
use crate::games::shared::event::Events as _;
use crate::games::shared::narrator::Narrator;
use crate::games::side::Side;
use crate::referee::journal::Secrets;
use crate::referee::odds::{Needed, needed};
use crate::referee::{Figure, Game, NOT_NOW, Pointing, Refused, Scene, Screen, Seat, Stake, Telling, Visibility, Words};

impl Words for Builders {
    fn id(&self, mv: Move) -> String {
        self.move_id(mv)
    }

    fn parse(&self, id: &str) -> Option<Move> {
        self.parse_move(id)
    }

    fn question(&self, p: &Position) -> String {
        let actor = self.name(p.acting);
        let tile = p.tile.map(|tile| tile.to_string()).unwrap_or_default();
        match p.step {
            Step::Start => "Who begins?".to_owned(),
            Step::Act => format!("{actor}, a tile, a coin or power?"),
            Step::Draw => format!("Which tile does {actor} draw?"),
            Step::Lay => format!("{actor}, where does {tile} go?"),
            Step::Join => format!("{actor}, which floating set joins {tile}, and how?"),
            Step::JoinMore => format!("{actor}, does another set join {tile}?"),
            Step::Coin => format!("{actor}, which coin goes on {}?", p.target),
            Step::Offer => format!("{actor}, the pile is empty and no 5 is in the dungeon: rebuild it?"),
            Step::Rebuild => {
                let hand = p.drawn.without(p.layout.tiles());
                let hand = if hand.is_empty() { String::new() } else { format!(" In hand: {}.", tiles_text(hand)) };
                format!("{actor}, how shall the dungeon lie?{hand}")
            }
            Step::Kind => format!("{actor}, do you bid to enter, or to stay out?"),
            Step::Bid if p.auction.stay_out => {
                format!("{actor}, how much of your {} gold do you bid to stay out? The lowest enters.", p.acting_gold())
            }
            Step::Bid => format!("{actor}, how much of your {} gold do you bid to enter?", p.acting_gold()),
            Step::Walk => format!("{actor}, where to?"),
            Step::Order => format!("{actor}, which coin do you turn up first?"),
            Step::Reveal => {
                format!("What is {}'s coin on {}?", self.name(p.turning().map_or(0, |coin| coin.seat)), p.hero.at)
            }
            Step::Thirst => format!("{actor}, drink before the fight? {}", self.odds_text(p)),
            Step::Combat => format!("What does {actor} roll? {}", self.odds_text(p)),
            Step::Deathbed => format!("{actor}, drink a potion, or die?"),
            Step::Succeed => format!("{actor}, do you enter after {}?", self.name(p.hero.seat)),
            Step::LootSword => format!("{actor}, take the sword {} left here?", self.name(p.hero.looting)),
            Step::LootPotion => {
                let placer = p.offered_potion().map_or("the", |seat| self.name(seat));
                format!("{actor}, take {placer}'s potion that {} left here?", self.name(p.hero.looting))
            }
            Step::Over => "The game is over.".to_owned(),
        }
    }

    fn option(&self, p: &Position, mv: Move) -> String {
        let coins = |tile: Tile| match p.coins_on(tile).count() {
            0 => String::new(),
            1 => ", one coin on it".to_owned(),
            count => format!(", {count} coins on it"),
        };
        match mv {
            Move::Starter(seat) => self.name(seat).to_owned(),
            Move::TakeTile => format!("draw a tile ({} in the pile)", self.pile(p)),
            Move::PlaceCoin(tile) => format!("put a coin on {tile}{}", coins(tile)),
            Move::PowerUp => {
                let power = p.power[usize::from(p.acting)];
                format!("power up, from {power} to {}", power + 1)
            }
            Move::Rebuild => "lay the dungeon anew".to_owned(),
            Move::LeaveAsIs => "leave it as it is".to_owned(),
            Move::Draw(tile) => tile.to_string(),
            Move::Lay(cell) => {
                format!("{} ({})", self.place_text(p, p.tile, cell), self.place_short(&p.layout, p.tile, cell))
            }
            Move::Join { anchor, side, quarters } => self.join_text(p, anchor, side, quarters),
            Move::Stop => "join no more".to_owned(),
            Move::Coin(value) if self.secrets == Secrets::Table => self.coin_text(value),
            // The answer to type is printed on the coin.
            Move::Coin(value) => format!("{value}: {}", self.coin_text(value)),
            Move::Shown(value @ (POTION | SWORD)) => format!("{} ({value})", self.coin_text(value)),
            Move::Shown(value) => self.coin_text(value),
            Move::Monster => "a monster, value down".to_owned(),
            Move::Lift(tile) => format!("take {tile} in hand"),
            Move::LiftAll => "take all tiles of the dungeon in hand".to_owned(),
            Move::Put(tile, cell) => {
                let place = self.place_short(&p.layout, Some(tile), cell);
                format!("{tile} {} ({place})", self.place_text(p, Some(tile), cell))
            }
            Move::Star => "lay all tiles as a star".to_owned(),
            Move::Done => "this is the dungeon".to_owned(),
            Move::Withdraw => "put everything back as it was".to_owned(),
            Move::ToEnter => "to enter: the highest bid pays and enters".to_owned(),
            Move::ToStayOut => "to stay out: the lowest bid enters free, the others pay".to_owned(),
            Move::Bid(gold) => gold.to_string(),
            Move::Go(tile) => {
                let own = if tile.suit() == Some(self.suit(p.hero.seat)) { ", your own" } else { "" };
                format!("{tile}{own}{}", coins(tile))
            }
            Move::Leave => "leave the dungeon".to_owned(),
            Move::Drink(suit) => match self.seat_of(suit) {
                Some(seat) => format!("drink {}'s potion: power {} again", self.name(seat), p.hero.entry),
                None => "drink a potion".to_owned(),
            },
            Move::Keep if p.step == Step::Deathbed => "die".to_owned(),
            Move::Keep => "fight without a drink".to_owned(),
            Move::Turn(at) => {
                let coin = p.coins[p.hero.at.index()].get(usize::from(at)).copied().flatten();
                let whose = coin.map_or("the", |coin| self.name(coin.seat));
                match coin.filter(|coin| coin.open).and_then(|coin| coin.value) {
                    Some(value) => format!("{whose}'s coin, {}", self.coin_text(value)),
                    None => format!("{whose}'s coin"),
                }
            }
            Move::Roll(roll) => roll.to_string(),
            Move::Yes => "yes".to_owned(),
            Move::No => "no".to_owned(),
        }
    }

    fn telling(&self, p: &Position, event: Event) -> Telling {
        self.lexicon.telling(event.report(self, p))
    }

    fn stake(&self, _p: &Position, event: Event) -> Option<Stake> {
        self.stake_of(event)
    }

    fn refused(&self, p: &Position, refusal: Refusal) -> Refused {
        Refused { reason: self.reason(p, refusal), rule: Some(refusal.rule()), code: refusal.code() }
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw_table(&self.view(p, seat), width)
    }

    fn scene(&self, p: &Position, seat: Option<Seat>) -> Scene {
        self.scene_of(&self.view(p, seat))
    }

    fn pointing(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Pointing {
        self.pointed(p, mv, seat)
    }

    fn figure(&self, p: &Position, seat: Seat) -> Figure {
        self.figured(p, seat)
    }

    fn describe(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.describe_view(&self.view(p, seat))
    }

    fn audit(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.describe_table(p, seat.into()).lines()
    }

    /// Section 7: the coin placed is its owner's secret, unless items are open and the table keeps the rest.
    fn visibility(&self, p: &Position) -> Visibility {
        match p.step {
            Step::Coin if self.secrets == Secrets::Referee => Visibility { seat: Some(p.acting), unlisted: false },
            _ => Visibility::default(),
        }
    }

    fn outside(&self, p: &Position, mv: Move) -> Option<String> {
        match mv {
            Move::Coin(value) if self.secrets == Secrets::Referee => {
                let open = self.options.open_items && value <= SWORD;
                (p.step == Step::Coin && !open).then(|| "a coin".to_owned())
            }
            _ => None,
        }
    }

    fn setup(&self) -> Vec<String> {
        let count = self.players.len();
        let suits: Vec<&str> = self.tile_suits().iter().map(|suit| suit.name()).collect();
        let seats: Vec<String> =
            (0..count as u8).map(|seat| format!("{} {}", self.name(seat), self.suit(seat).name())).collect();
        let goal = self.options.goal;
        let mut steps = vec![
            format!("Shuffle the six tiles each of {}, backs up (R1, R2).", listed(&suits)),
            "Lay the first in the middle, back up and unseen: the entrance. The others are the pile (R2).".to_owned(),
            format!("Take the six coins, the pawn and the die of your suit: {} (R3).", listed(&seats)),
            "Lay your coins before you, values down; only you may look at them. Set your die to null (R4).".to_owned(),
            format!("Everybody has {} gold, in tokens or on the ledger; {goal} gold is the goal (R5-R7).", count + 1),
        ];
        if self.options.open_items {
            steps.push("Potions and swords are placed value up (A14).".to_owned());
        }
        steps
    }
}

impl Builders {
    /// "the monster of 4"
    pub(crate) fn coin_text(&self, value: u8) -> String {
        self.lexicon.text(&Coin(value).noun())
    }

    /// "east of S1", preferring a neighbour that fits the tile being placed.
    fn place_text(&self, p: &Position, tile: Option<Tile>, cell: Cell) -> String {
        let near = |side: Side| p.layout.at(Set::DUNGEON, beside(cell, side)).map(|other| (side, other));
        let fits = |(_, other): &(_, Tile)| tile.is_none_or(|tile| tile.fits(*other));
        let near: Vec<_> = Side::ALL.into_iter().filter_map(near).filter(fits).collect();
        let words: Vec<String> =
            near.into_iter().map(|(side, other)| format!("{} of {other}", side.opposite().name())).collect();
        if words.is_empty() { "there".to_owned() } else { listed(&words) }
    }

    /// "M3 on the north side, C4 east of it": the position of a second tile shows how the set is turned, whatever its
    /// current orientation.
    fn join_text(&self, p: &Position, anchor: Tile, side: Side, quarters: u8) -> String {
        let place = |tile| p.layout.place(tile);
        let floats = p.tile.and_then(place).is_some_and(|own| own.set != Set::DUNGEON && p.layout.of(own.set).count() == 1);
        let set = place(anchor).map(|place| (place, p.layout.of(place.set)));
        let near = |to: Side| set.as_ref().and_then(|(place, _)| p.layout.at(place.set, beside(place.cell, to)));
        let second = Side::ALL.into_iter().find_map(|to| Some((near(to)?, to.turned(quarters))));
        match second {
            None if floats => format!("{anchor} beside it"),
            None => format!("{anchor} on the {} side", side.name()),
            Some((other, to)) => format!("{anchor} on the {} side, {other} {} of it", side.name(), to.name()),
        }
    }

    /// Which rolls leave the hero unharmed after some moves (R49).
    pub(super) fn unharmed(&self, p: &Position, moves: &[Move]) -> Option<Needed> {
        let face = |mv| if let Move::Roll(face) = mv { Some(face) } else { None };
        needed(self, p, moves, face, |event| matches!(event, Event::Unharmed { .. }))
    }

    /// "Power 3 + sword 1 against 4: unharmed by a 3 or more."
    fn odds_text(&self, p: &Position) -> String {
        let strength = p.turning().and_then(|coin| coin.value).unwrap_or_default();
        let (power, sword) = (p.hero_power(), p.hero.sword.is_some());
        let odds = match self.unharmed(p, &[Move::Keep]) {
            Some(needed) => format!("{needed} leaves the hero unharmed"),
            None => String::new(),
        };
        let sword = if sword { " and a sword" } else { "" };
        format!("Power {power}{sword} against {strength}: {odds}.")
    }

    /// The reason for a refusal, as a sentence without its full stop.
    fn reason(&self, p: &Position, refusal: Refusal) -> String {
        use Refusal::*;
        match refusal {
            NotNow => NOT_NOW.to_owned(),
            GameOver => "the game is over".to_owned(),
            NoSuchPlayer => "no such player is here".to_owned(),
            PileEmpty => "the pile is empty".to_owned(),
            PileLeft => "tiles are left in the pile: the dungeon is laid anew only when there are none".to_owned(),
            NoCoin => format!("{} has no coin left", self.name(p.acting)),
            NoRoom(tile) => format!("{tile} has two coins already"),
            NotOnTable(tile) => format!("{tile} is not on the table"),
            CoinOnEntrance => "no coin goes on the entrance".to_owned(),
            NotInHand(value) if usize::from(value) < VALUES => format!("{} is not in hand any more", self.coin_text(value)),
            NotInHand(_) => "coins have values from 0 to 5".to_owned(),
            NoMonsterLeft => "all four monsters were placed".to_owned(),
            NotInPlay(tile) => format!("{tile} is not among the tiles of this game"),
            TileSeen(tile) => format!("{tile} was drawn before"),
            Blocked { tile, cell, by } => {
                let there = match self.place_short(&p.layout, None, cell).as_str() {
                    "there" => format!("{tile} cannot lie there"),
                    place => format!("{tile} cannot lie at {place}"),
                };
                match by {
                    Obstacle::Taken(other) => format!("{there}: {other} lies there"),
                    Obstacle::Apart => format!("{there}: no tile beside it differs by 1"),
                    Obstacle::Mismatch(other) => format!("{there}: it would touch {other}, which does not differ by 1"),
                    Obstacle::Square => format!("{there}: four tiles would make a square"),
                }
            }
            NoJoinThere => "a floating set could be joined elsewhere, and not from there".to_owned(),
            OwnSet(tile) => format!("{tile} is in no other floating set"),
            AnchorMisfit(tile) => match p.tile {
                Some(own) => format!("{tile} and {own} do not differ by 1"),
                None => format!("{tile} does not fit"),
            },
            SameAs { anchor, side, quarters } => {
                format!("that comes to the same as {}", self.move_id(Move::Join { anchor, side, quarters }))
            }
            AlreadyLaid(tile) => format!("{tile} lies in the dungeon: take it in hand first"),
            NotInDungeon(tile) => format!("{tile} is not in the dungeon"),
            NothingToLift => "only the entrance is left".to_owned(),
            StillInHand(hand) => format!("not all tiles lie again: {} still in hand", tiles_are(hand)),
            CutOff(tile) => format!("{tile} is not connected to the entrance"),
            NoPath => "the dungeon has no tile of value 5 yet".to_owned(),
            TooMuch(gold) => format!("{} has {} gold, not {gold}", self.name(p.acting), p.acting_gold()),
            BidBefore(gold) => format!("{gold} was bid before, and every bid must differ"),
            NotConnected(tile) => format!("no way leads to {tile} from where the hero has been"),
            Visited(tile) => format!("the hero has been on {tile}, and nothing is left to meet there"),
            OwnTilesLeft(left) => format!("the hero must see all own tiles first: {} left", tiles_are(left)),
            NoPotion(suit) => format!("the hero has no potion of {}", suit.name()),
            NotHurt => "the hero has lost no power".to_owned(),
            NoCoinThere => "no such coin is left here".to_owned(),
            NotPossible(value) if usize::from(value) < VALUES => {
                let whose = self.name(p.turning().map_or(0, |coin| coin.seat));
                format!("{whose}'s coin cannot be {} by what was seen this round", self.coin_text(value))
            }
            NotPossible(_) => "coins have values from 0 to 5".to_owned(),
            BadDie => "a die of the piecepack shows 0 to 5; on an ordinary die a 6 is a 0".to_owned(),
        }
    }
}

/// "S1 is", "S1 and M4 are".
fn tiles_are(tiles: Tiles) -> String {
    format!("{} {}", tiles_text(tiles), verb(tiles.iter().count() as u32, "is", "are"))
}

/// "S1, S2 and M4"
pub(super) fn tiles_text(tiles: Tiles) -> String {
    listed(&tiles.iter().map(|tile| tile.to_string()).collect::<Vec<String>>())
}
