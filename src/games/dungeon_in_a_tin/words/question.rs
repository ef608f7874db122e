//! What is asked: in full, and in short for a prompt.

use super::super::Dungeon;
use super::super::rules::noun::{Attack, Colour, Monster, Price, Room, Tile, Treasure};
use super::super::rules::position::{EXPERIENCE_FOR_LEVEL, Position, Step};
use crate::games::dungeon_in_a_tin::data::piece::{Kind, SPECIALS};
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::shared::noun::{Flag, Number, Player, Rolls};
use crate::games::shared::phrase::phrases;
use crate::referee::Game as _;

phrases! {
    /// A question as one sentence; in `[leads]` without its answers and its question mark. `dice`: a fight is told with real dice.
    pub struct Question of Dungeon, in "questions", with (game, p, dice: bool);

    let actor = p.actor();
    let room = p.entered.first().copied().unwrap_or(0);
    let seat = actor as u8;
    match (p.step, p.fight.and_then(|fight| fight.attack));

    (Step::Deal, _) if game.options.face_down => "deal_face_down";
    (Step::Deal, _) => "deal" { player: Player(seat) };
    (Step::Show(_), _) => let seat = p.shows().unwrap_or(actor);
        "show" { player: Player(seat as u8), cards: Number(p.players[seat].hand.hidden()) };
    (Step::Order, _) => "order" { player: Player(seat) };
    (Step::Refresh, _) => "refresh" { player: Player(seat) };
    (Step::Reveal, _) => "reveal" { player: Player(seat) };
    (Step::Tile, _) => "tile";
    (Step::Monster, _) => let [plain, horns, chest, both] = game.data.dice[p.coming.colour() as usize].faces.map(|sides| sides > 0);
        "monster" {
            colour: Colour(p.coming.colour()), room: Room(room),
            plain: Flag(plain), horns: Flag(horns), chest: Flag(chest), both: Flag(both)
        };
    (Step::Chest, _) => "chest" { room: Room(room) };
    (Step::Loot, _) => "loot";
    (Step::Attack, _) => let die = p.monsters[p.fight.map_or(0, |fight| usize::from(fight.die))];
        "attack" { player: Player(seat), monster: Monster(die.monster) };
    (Step::Combat, _) => "combat" { player: Player(seat), rolls: Rolls(game.winning(p, &[])) };
    (Step::SwapFirst | Step::SwapAfter, _) => "swap" { player: Player(seat), cost: Number(EXPERIENCE_FOR_LEVEL) };
    (Step::LastHeart, _) => "last_heart" { player: Player(seat), cost: Number(EXPERIENCE_FOR_LEVEL) };
    (Step::Free { .. } | Step::Declare, _) if !p.is_safe(actor) => "danger" { player: Player(seat) };
    (Step::Card, Some(attack)) => "card" { player: Player(seat), attack: Attack(attack) };
    (Step::Free { .. } | Step::Card, _) => "free" { player: Player(seat) };
    (Step::Treasure, _) if game.prices(p).is_empty() => "treasure" { player: Player(seat) };
    (Step::Treasure, _) => let gold = game.data.gold(p.players[actor].carried);
        "buy" { player: Player(seat), gold: Number(gold), prices: Vec<Price>(game.prices(p)) };
    (Step::Basket, _) => let price = game.data.price(p.basket);
        "pay" { player: Player(seat), basket: Treasure(p.basket), price: Number(price) };
    (Step::Potion, _) => "potion" { player: Player(seat) };
    (Step::Declare, _) => "declare" { player: Player(seat) };
    (Step::Rotate, _) => "rotate" { player: Player(seat), tile: Tile(p.tile.unwrap_or_default()) };
    (Step::Choose, _) => "choose" { player: Player(seat), dice: Flag(dice) };
    (Step::Bomb, _) => "bomb" { player: Player(seat), rolls: Rolls(game.winning(p, &[Move::NoBomb])) };
    (Step::Over, _) => "over";
}

impl Dungeon {
    /// What things cost, where something can be bought now (R33).
    fn prices(&self, p: &Position) -> Vec<Price> {
        let priced = (0..SPECIALS as u8)
            .map(Kind)
            .filter(|kind| self.data.token(*kind).price > 0);
        let priced: Vec<Kind> = priced.collect();
        if priced
            .iter()
            .any(|kind| self.judge(p, Move::Buy(*kind)).is_ok())
        {
            priced.into_iter().map(Price).collect()
        } else {
            Vec::new()
        }
    }
}
