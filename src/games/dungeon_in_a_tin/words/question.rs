//! What is asked: in full, and in short for a prompt.

use super::super::Dungeon;
use super::super::rules::noun::{Attack, Colour, Monster, Price, Room, Tile, Treasure};
use super::super::rules::position::{EXPERIENCE_FOR_LEVEL, Position, Step};
use crate::games::dungeon_in_a_tin::ATTACK_DIE;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, SPECIALS};
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::shared::noun::{Number, Player, Rolls};
use crate::games::shared::phrase::phrases;
use crate::referee::Game as _;

phrases! {
    /// A question as one sentence.
    pub enum Question of Dungeon, in "questions";

    DealFaceDown = "deal_face_down";
    Deal { player: Player } = "deal";
    Show { player: Player, cards: Number } = "show";
    Order { player: Player } = "order";
    Refresh { player: Player } = "refresh";
    Reveal { player: Player } = "reveal";
    Tile = "tile";
    Monster { colour: Colour, room: Room } = "monster";
    Chest { room: Room } = "chest";
    Loot = "loot";
    Attack { monster: Monster } = "attack";
    Combat { player: Player, rolls: Rolls } = "combat";
    Swap { player: Player, cost: Number } = "swap";
    LastHeart { player: Player, cost: Number } = "last_heart";
    Danger { player: Player } = "danger";
    Free { player: Player } = "free";
    Treasure { player: Player } = "treasure";
    Buy { player: Player, gold: Number, prices: Vec<Price> } = "buy";
    Pay { player: Player, basket: Treasure, price: Number } = "pay";
    Potion { player: Player } = "potion";
    Declare { player: Player } = "declare";
    Rotate { player: Player, tile: Tile } = "rotate";
    Choose { player: Player } = "choose";
    Card { player: Player, attack: Attack } = "card";
    Bomb { player: Player, rolls: Rolls } = "bomb";
    Over = "over";
}

phrases! {
    /// A question without its answers and its question mark.
    pub enum Lead of Dungeon, in "leads";

    Deal { player: Player } = "deal";
    Order { player: Player } = "order";
    Refresh { player: Player } = "refresh";
    Reveal { player: Player } = "reveal";
    Tile = "tile";
    Monster { colour: Colour, room: Room } = "monster";
    Chest { room: Room } = "chest";
    Loot = "loot";
    Attack { player: Player, monster: Monster } = "attack";
    Combat { player: Player, rolls: Rolls } = "combat";
    Swap { player: Player, cost: Number } = "swap";
    LastHeart { player: Player, cost: Number } = "last_heart";
    Pay { player: Player, price: Number } = "pay";
    Rotate { tile: Tile } = "rotate";
    /// A whole fight with real dice and cards.
    Fight { player: Player } = "fight";
    Card { player: Player, attack: Attack } = "card";
    Bomb { player: Player, rolls: Rolls } = "bomb";
    /// Whoever is asked: the answers say the rest.
    Turn { player: Player } = "turn";
}

impl Dungeon {
    pub(super) fn asked(&self, p: &Position) -> Question {
        let seat = p.actor();
        let player = Player(seat as u8);
        let cost = Number::of(EXPERIENCE_FOR_LEVEL);
        let room = Room(p.entered.first().copied().unwrap_or(0));
        match p.step {
            Step::Deal if self.options.face_down => Question::DealFaceDown,
            Step::Deal => Question::Deal { player },
            Step::Show(_) => {
                let seat = p.shows().unwrap_or(seat);
                let cards = Number::of(p.players[seat].hand.hidden());
                Question::Show { player: Player(seat as u8), cards }
            }
            Step::Order => Question::Order { player },
            Step::Refresh => Question::Refresh { player },
            Step::Reveal => Question::Reveal { player },
            Step::Tile => Question::Tile,
            Step::Monster => Question::Monster { colour: Colour(p.coming.colour()), room },
            Step::Chest => Question::Chest { room },
            Step::Loot => Question::Loot,
            Step::Attack => Question::Attack { monster: Monster(p.monsters[usize::from(p.fight.die)].monster) },
            Step::Combat => Question::Combat { player, rolls: self.winning(p, &[]) },
            Step::SwapFirst | Step::SwapAfter => Question::Swap { player, cost },
            Step::LastHeart => Question::LastHeart { player, cost },
            Step::Free { .. } | Step::Declare if !p.is_safe(seat) => Question::Danger { player },
            Step::Free { .. } => Question::Free { player },
            Step::Treasure => match self.prices(p) {
                prices if prices.is_empty() => Question::Treasure { player },
                prices => {
                    let gold = Number::of(self.data.gold(p.players[seat].carried));
                    Question::Buy { player, gold, prices }
                }
            },
            Step::Basket => {
                Question::Pay { player, basket: Treasure(p.basket), price: Number::of(self.data.price(p.basket)) }
            }
            Step::Potion => Question::Potion { player },
            Step::Declare => Question::Declare { player },
            Step::Rotate => Question::Rotate { player, tile: Tile(p.tile) },
            Step::Choose => Question::Choose { player },
            Step::Card => match p.fight.attack {
                Some(attack) => Question::Card { player, attack: Attack(attack) },
                None => Question::Free { player },
            },
            Step::Bomb => Question::Bomb { player, rolls: self.winning(p, &[Move::NoBomb]) },
            Step::Over => Question::Over,
        }
    }

    /// `None` asks in full.
    pub(super) fn led(&self, p: &Position, by_hand: &[bool]) -> Option<Lead> {
        let player = Player(p.actor() as u8);
        let cost = Number::of(EXPERIENCE_FOR_LEVEL);
        let room = Room(p.entered.first().copied().unwrap_or(0));
        let dice = by_hand.get(usize::from(ATTACK_DIE.0)) == Some(&true);
        Some(match p.step {
            Step::Deal if self.options.face_down => return None,
            Step::Show(_) | Step::Over => return None,
            Step::Deal => Lead::Deal { player },
            Step::Order => Lead::Order { player },
            Step::Refresh => Lead::Refresh { player },
            Step::Reveal => Lead::Reveal { player },
            Step::Tile => Lead::Tile,
            Step::Monster => Lead::Monster { colour: Colour(p.coming.colour()), room },
            Step::Chest => Lead::Chest { room },
            Step::Loot => Lead::Loot,
            Step::Attack => Lead::Attack { player, monster: Monster(p.monsters[usize::from(p.fight.die)].monster) },
            Step::Combat => Lead::Combat { player, rolls: self.winning(p, &[]) },
            Step::Choose if dice => Lead::Fight { player },
            Step::Card => Lead::Card { player, attack: Attack(p.fight.attack?) },
            Step::Bomb => Lead::Bomb { player, rolls: self.winning(p, &[Move::NoBomb]) },
            Step::Rotate => Lead::Rotate { tile: Tile(p.tile) },
            Step::Basket => Lead::Pay { player, price: Number::of(self.data.price(p.basket)) },
            Step::SwapFirst | Step::SwapAfter => Lead::Swap { player, cost },
            Step::LastHeart => Lead::LastHeart { player, cost },
            Step::Free { .. } | Step::Treasure | Step::Potion | Step::Declare | Step::Choose => Lead::Turn { player },
        })
    }

    /// What things cost, where something can be bought now (R33).
    fn prices(&self, p: &Position) -> Vec<Price> {
        let priced = (0..SPECIALS as u8).map(Kind).filter(|kind| self.data.token(*kind).price > 0);
        let priced: Vec<Kind> = priced.collect();
        match priced.iter().any(|kind| self.judge(p, Move::Buy(*kind)).is_ok()) {
            true => priced.into_iter().map(Price).collect(),
            false => Vec::new(),
        }
    }
}
