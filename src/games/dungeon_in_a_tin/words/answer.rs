//! What may be answered: in full, and as it is typed.

use super::super::Dungeon;
use super::super::rules::noun::{Attack, Card, Exits, Monster, Payment, Room, Tile, Token};
use super::super::rules::position::{EXPERIENCE_FOR_LEVEL, Fight, Played, Position, Step};
use crate::games::dungeon_in_a_tin::data::piece::Kind;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::shared::noun::{Flag, Letter, Number, Players, Rolls, Side};
use crate::games::shared::phrase::phrases;
use crate::games::side::{self, Sides};

phrases! {
    /// An answer in a few words; in `[short]` as it is typed: first what is enough to type, then what helps in choosing.
    pub struct Answer of Dungeon, in "answers", with (game, p, mv: Move);

    let player = &p.players[p.actor()];
    match mv;

    Move::Draw(card) | Move::Card(card) if p.step == Step::Card =>
        let rolls = game.winning(p, &[mv, Move::NoBomb]);
        "play_card" { card: Card(card), modifier: Number(game.modifier_with(p, card)), rolls: Rolls(rolls) };
    Move::Draw(card) | Move::Card(card) | Move::Show(card) => "card" { card: Card(card) };
    Move::Dealt => "dealt";
    Move::Roll(number) => "number" { number: Number(number) };
    Move::Tile(tile) => "tile" { tile: Tile(tile) };
    Move::Face(face) => "face" { horned: Flag(face.has_horns()), chest: Flag(face.has_chest()) };
    Move::Treasure(kind) => "treasure" { token: Token(kind) };
    Move::Attack(attack) => "attack" { attack: Attack(attack) };
    /// `count` of these lie there.
    Move::Take(kind) => "take" { token: Token(kind), count: Number(p.room(player.room).floor.of(kind)) };
    /// A rope put down at a chasm (A19).
    Move::Drop(Kind::ROPE) if game.data.tile(p.room(player.room).tile).chasm => "bridge" { token: Token(Kind::ROPE) };
    Move::Drop(kind) => "drop" { token: Token(kind) };
    /// `more` than is bought already.
    Move::Buy(kind) => let (gold, more) = (game.data.token(kind).price, p.step == Step::Basket);
        "buy" { token: Token(kind), gold: Number(gold), more: Flag(more) };
    /// `lost` is what no change is given for.
    Move::Pay(coins) =>
        let paid = game.data.gold(coins.into());
        let lost = paid.saturating_sub(game.data.price(p.basket));
        "pay" { coins: Payment(coins), paid: Number(paid), lost: Number(lost) };
    Move::Cancel => "cancel";
    Move::Pass if p.step == Step::Potion => "no_drink";
    Move::Pass => "pass";
    /// `last` where nothing can be taken, put down or bought after it (R23).
    Move::Drink => let last = p.step != Step::Potion;
        "drink" { hearts: Number(player.hearts), full: Number(game.data.hearts), last: Flag(last) };
    Move::Unlock(side) => "unlock" { side: Side(side), letter: Letter(side) };
    Move::UnlockBeyond(side) => "unlock_beyond" { side: Side(side), letter: Letter(side) };
    /// To a `room`, or into the dark.
    Move::Go(side) if !p.is_safe(p.actor()) => let room = p.meets(player.room, side).map(Room);
        "flee" { side: Side(side), letter: Letter(side), room: Option<Room>(room) };
    /// Over a chasm, which costs the rope.
    Move::Go(side) if game.takes_rope(p, side) => let room = p.meets(player.room, side).map(Room);
        "go_by_rope" { side: Side(side), letter: Letter(side), room: Option<Room>(room) };
    Move::Go(side) => let room = p.meets(player.room, side).map(Room);
        "go" { side: Side(side), letter: Letter(side), room: Option<Room>(room) };
    Move::Stay if p.is_safe(p.actor()) => "stay";
    Move::Stay => "stay_and_fight";
    Move::Leave => "leave";
    /// `outside` a lock on the near side keeps the player; the tile `seals` the dungeon (A46).
    Move::Lay(arrow) => let Laid { exits, locked, outside, seals } = game.laid(p, arrow);
        "lay" {
            arrow: Side(arrow), letter: Letter(arrow), exits: Exits(exits, locked), outside: Flag(outside), seals: Flag(seals),
        };
    /// It has `beaten` these players this turn.
    Move::Fight(monster, fought) => "fight" { monster: Monster(monster), beaten: Players(fought) };
    Move::Deck => "deck";
    Move::Bomb => "bomb" { rolls: Rolls(game.winning(p, &[mv])) };
    Move::NoBomb => "no_bomb" { rolls: Rolls(game.winning(p, &[mv])) };
    Move::Swap => "swap" { cost: Number(EXPERIENCE_FOR_LEVEL), level: Number(player.level + 1) };
    Move::Keep if p.step == Step::LastHeart => "die";
    Move::Keep => "keep";
}

phrases! {
    /// An answer that stands for several.
    pub enum Several of Dungeon, in "answers";

    /// Takes everything.
    All = "all";
}

phrases! {
    /// What is asked back before something that cannot be put right at the table, or ends something.
    pub enum Confirm of Dungeon, in "confirm";

    /// R37: at full hearts.
    Drink = "drink";
    Leave = "leave";
    /// A46.
    Lay = "lay";
}

/// How the tile that waits would lie.
struct Laid {
    exits: Sides,
    locked: Sides,
    outside: bool,
    seals: bool,
}

impl Dungeon {
    /// What is asked back.
    pub(super) fn confirm(&self, p: &Position, mv: Move) -> Option<Confirm> {
        match mv {
            Move::Drink => {
                (p.players[p.actor()].hearts >= self.data.hearts).then_some(Confirm::Drink)
            }
            Move::Leave => Some(Confirm::Leave),
            Move::Lay(arrow) => self.laid(p, arrow).seals.then_some(Confirm::Lay),
            _ => None,
        }
    }

    fn modifier_with(&self, p: &Position, card: u8) -> i16 {
        let mut after = p.clone();
        after.fight = after.fight.map(|fight| Fight {
            played: Some(Played {
                card,
                from_deck: false,
            }),
            ..fight
        });
        self.modifier(&after)
    }

    /// Whether the way leads over a chasm without a bridge.
    fn takes_rope(&self, p: &Position, side: side::Side) -> bool {
        let player = &p.players[p.actor()];
        let at = p.room(player.room);
        self.data.tile(at.tile).chasm && at.bridges == 0 && player.entrance != Some(side)
    }

    fn laid(&self, p: &Position, arrow: side::Side) -> Laid {
        let tile = self.data.tile(p.tile.unwrap_or_default());
        let exits = tile.exits.turned(arrow.quarters());
        let locked = tile.locked.turned(arrow.quarters());
        let (from, heading) = self.way_of(p);
        let seals = self.seals(p, from, heading, (exits, locked));
        Laid {
            exits,
            locked,
            outside: locked.has(heading.opposite()),
            seals,
        }
    }

    /// Whether no open exit to an empty cell could be reached from the stairs any more with the tile like this (A46).
    fn seals(
        &self,
        p: &Position,
        from: u8,
        heading: side::Side,
        (exits, locked): (Sides, Sides),
    ) -> bool {
        let (dx, dy) = heading.step();
        let cell = (p.room(from).x + dx, p.room(from).y + dy);
        let enters = !locked.has(heading.opposite());
        let goes_on = |side: side::Side| {
            let (dx, dy) = side.step();
            side != heading.opposite()
                && exits.has(side)
                && !locked.has(side)
                && p.room_at(cell.0 + dx, cell.1 + dy).is_none()
        };
        if enters && side::Side::ALL.into_iter().any(goes_on) {
            return false;
        }
        // Rooms that can be walked to from the stairs through open doors.
        let mut reached = vec![false; p.rooms.len()];
        let mut queue = vec![0u8];
        while let Some(room) = queue.pop() {
            if std::mem::replace(&mut reached[usize::from(room)], true) {
                continue;
            }
            for side in p
                .room(room)
                .exits
                .iter()
                .filter(|side| p.lock(room, *side).is_none())
            {
                let (dx, dy) = side.step();
                let beyond = (p.room(room).x + dx, p.room(room).y + dy);
                if p.room(room).leads_on(side) && beyond != cell {
                    return false;
                }
                queue.extend(p.meets(room, side));
            }
        }
        true
    }
}
