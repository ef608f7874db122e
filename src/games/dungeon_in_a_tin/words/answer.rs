//! What may be answered: in full, and as it is typed.

use super::super::Dungeon;
use super::super::rules::noun::{Attack, Card, Exits, Monster, Payment, Room, Tile, Token};
use super::super::rules::position::{EXPERIENCE_FOR_LEVEL, NONE, Position, Step};
use crate::games::dungeon_in_a_tin::data::piece::Kind;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::shared::noun::{Flag, Letter, Number, Players, Rolls, Side};
use crate::games::shared::phrase::phrases;
use crate::games::side::{self, Sides};

phrases! {
    /// An answer in a few words.
    pub enum Answer of Dungeon, in "answers";

    Card { card: Card } = "card";
    PlayCard { card: Card, rolls: Rolls } = "play_card";
    Dealt = "dealt";
    Number { number: Number } = "number";
    Tile { tile: Tile } = "tile";
    Face { horned: Flag, chest: Flag } = "face";
    Treasure { token: Token } = "treasure";
    Attack { attack: Attack } = "attack";
    /// `count` of these lie there.
    Take { token: Token, count: Number } = "take";
    /// A rope put down at a chasm (A19).
    Bridge = "bridge";
    Drop { token: Token } = "drop";
    /// `more` than is bought already.
    Buy { token: Token, gold: Number, more: Flag } = "buy";
    /// `lost` is what no change is given for.
    Pay { coins: Payment, paid: Number, lost: Number } = "pay";
    Cancel = "cancel";
    NoDrink = "no_drink";
    Pass = "pass";
    /// `last` where nothing can be taken, put down or bought after it (R23).
    Drink { hearts: Number, full: Number, last: Flag } = "drink";
    Unlock { side: Side } = "unlock";
    UnlockBeyond { side: Side } = "unlock_beyond";
    /// To a `room`, or into the dark.
    Go { side: Side, room: Option<Room> } = "go";
    Flee { side: Side, room: Option<Room> } = "flee";
    /// Over a chasm, which costs the rope.
    GoByRope { side: Side, room: Option<Room> } = "go_by_rope";
    Stay = "stay";
    StayAndFight = "stay_and_fight";
    Leave = "leave";
    /// `outside` a lock on the near side keeps the player; the tile `seals` the dungeon (A46).
    Lay { arrow: Side, exits: Exits, outside: Flag, seals: Flag } = "lay";
    /// It has `beaten` these players this turn.
    Fight { monster: Monster, beaten: Players } = "fight";
    Deck = "deck";
    Bomb { rolls: Rolls } = "bomb";
    NoBomb { rolls: Rolls } = "no_bomb";
    Swap { cost: Number, level: Number } = "swap";
    Die = "die";
    Keep = "keep";
}

phrases! {
    /// An answer as it is typed and shown at a prompt: first what is enough to type, then what helps in choosing.
    pub enum Brief of Dungeon, in "short";

    Card { card: Card } = "card";
    PlayCard { card: Card, modifier: Number, rolls: Rolls } = "play_card";
    Dealt = "dealt";
    Number { number: Number } = "number";
    Tile { tile: Tile } = "tile";
    Face { horned: Flag, chest: Flag } = "face";
    Treasure { token: Token } = "treasure";
    Attack { attack: Attack } = "attack";
    Take { token: Token } = "take";
    Drop { token: Token } = "drop";
    Buy { token: Token, gold: Number } = "buy";
    Pay { coins: Payment } = "pay";
    Nothing = "nothing";
    Drink { hurt: Flag, full: Number } = "drink";
    Unlock { side: Letter } = "unlock";
    UnlockBeyond { side: Letter } = "unlock_beyond";
    Go { side: Letter, room: Option<Room>, rope: Flag } = "go";
    Flee { side: Letter } = "flee";
    Stay = "stay";
    Leave = "leave";
    Lay { arrow: Letter, exits: Exits, outside: Flag } = "lay";
    Fight { monster: Monster } = "fight";
    Deck = "deck";
    Bomb { rolls: Rolls } = "bomb";
    No = "no";
    Swap = "swap";
    Keep = "keep";
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
    exits: Exits,
    outside: bool,
    seals: bool,
}

impl Dungeon {
    pub(super) fn answer(&self, p: &Position, mv: Move) -> Answer {
        let player = &p.players[p.actor()];
        match mv {
            Move::Draw(card) | Move::Card(card) if p.step == Step::Card => {
                Answer::PlayCard { card: Card(card), rolls: self.winning(p, &[mv, Move::NoBomb]) }
            }
            Move::Draw(card) | Move::Card(card) | Move::Show(card) => Answer::Card { card: Card(card) },
            Move::Dealt => Answer::Dealt,
            Move::Roll(number) => Answer::Number { number: Number::of(number) },
            Move::Tile(tile) => Answer::Tile { tile: Tile(tile) },
            Move::Face(face) => Answer::Face { horned: Flag(face.has_horns()), chest: Flag(face.has_chest()) },
            Move::Treasure(kind) => Answer::Treasure { token: Token(kind) },
            Move::Attack(attack) => Answer::Attack { attack: Attack(attack) },
            Move::Take(kind) => Answer::Take { token: Token(kind), count: Number::of(p.room(player.room).floor.of(kind)) },
            Move::Drop(Kind::ROPE) if self.data.tile(p.room(player.room).tile).chasm => Answer::Bridge,
            Move::Drop(kind) => Answer::Drop { token: Token(kind) },
            Move::Buy(kind) => {
                let gold = Number::of(self.data.token(kind).price);
                Answer::Buy { token: Token(kind), gold, more: Flag(p.step == Step::Basket) }
            }
            Move::Pay(coins) => {
                let paid = self.data.gold(coins.into());
                let lost = paid.saturating_sub(self.data.price(p.basket));
                Answer::Pay { coins: Payment(coins), paid: Number::of(paid), lost: Number::of(lost) }
            }
            Move::Cancel => Answer::Cancel,
            Move::Pass if p.step == Step::Potion => Answer::NoDrink,
            Move::Pass => Answer::Pass,
            Move::Drink => {
                let (hearts, full) = (Number::of(player.hearts), Number::of(self.data.hearts));
                Answer::Drink { hearts, full, last: Flag(p.step != Step::Potion) }
            }
            Move::Unlock(side) => Answer::Unlock { side: Side(side) },
            Move::UnlockBeyond(side) => Answer::UnlockBeyond { side: Side(side) },
            Move::Go(side) => self.way(p, side),
            Move::Stay if p.is_safe(p.actor()) => Answer::Stay,
            Move::Stay => Answer::StayAndFight,
            Move::Leave => Answer::Leave,
            Move::Lay(arrow) => {
                let Laid { exits, outside, seals } = self.laid(p, arrow);
                Answer::Lay { arrow: Side(arrow), exits, outside: Flag(outside), seals: Flag(seals) }
            }
            Move::Fight(monster, fought) => Answer::Fight { monster: Monster(monster), beaten: Players(fought) },
            Move::Deck => Answer::Deck,
            Move::Bomb => Answer::Bomb { rolls: self.winning(p, &[mv]) },
            Move::NoBomb => Answer::NoBomb { rolls: self.winning(p, &[mv]) },
            Move::Swap => Answer::Swap { cost: Number::of(EXPERIENCE_FOR_LEVEL), level: Number::of(player.level + 1) },
            Move::Keep if p.step == Step::LastHeart => Answer::Die,
            Move::Keep => Answer::Keep,
        }
    }

    /// The answer as it is typed, and what is asked back.
    pub(super) fn brief(&self, p: &Position, mv: Move) -> (Brief, Option<Confirm>) {
        let player = &p.players[p.actor()];
        let brief = match mv {
            Move::Draw(card) | Move::Card(card) if p.step == Step::Card => {
                let mut after = p.clone();
                after.fight.card = card;
                let modifier = Number::of(self.modifier(&after));
                Brief::PlayCard { card: Card(card), modifier, rolls: self.winning(p, &[mv, Move::NoBomb]) }
            }
            Move::Draw(card) | Move::Card(card) | Move::Show(card) => Brief::Card { card: Card(card) },
            Move::Dealt => Brief::Dealt,
            Move::Roll(number) => Brief::Number { number: Number::of(number) },
            Move::Tile(tile) => Brief::Tile { tile: Tile(tile) },
            Move::Face(face) => Brief::Face { horned: Flag(face.has_horns()), chest: Flag(face.has_chest()) },
            Move::Treasure(kind) => Brief::Treasure { token: Token(kind) },
            Move::Attack(attack) => Brief::Attack { attack: Attack(attack) },
            Move::Take(kind) => Brief::Take { token: Token(kind) },
            Move::Drop(kind) => Brief::Drop { token: Token(kind) },
            Move::Buy(kind) => Brief::Buy { token: Token(kind), gold: Number::of(self.data.token(kind).price) },
            Move::Pay(coins) => Brief::Pay { coins: Payment(coins) },
            Move::Cancel | Move::Pass => Brief::Nothing,
            Move::Drink => {
                let hurt = player.hearts < self.data.hearts;
                let brief = Brief::Drink { hurt: Flag(hurt), full: Number::of(self.data.hearts) };
                return (brief, (!hurt).then_some(Confirm::Drink));
            }
            Move::Unlock(side) => Brief::Unlock { side: Letter(side) },
            Move::UnlockBeyond(side) => Brief::UnlockBeyond { side: Letter(side) },
            Move::Go(side) => match self.way(p, side) {
                Answer::Flee { .. } => Brief::Flee { side: Letter(side) },
                way => {
                    let room = p.meets(player.room, side).map(Room);
                    Brief::Go { side: Letter(side), room, rope: Flag(matches!(way, Answer::GoByRope { .. })) }
                }
            },
            Move::Stay => Brief::Stay,
            Move::Leave => return (Brief::Leave, Some(Confirm::Leave)),
            Move::Lay(arrow) => {
                let Laid { exits, outside, seals } = self.laid(p, arrow);
                let brief = Brief::Lay { arrow: Letter(arrow), exits, outside: Flag(outside) };
                return (brief, seals.then_some(Confirm::Lay));
            }
            Move::Fight(monster, _) => Brief::Fight { monster: Monster(monster) },
            Move::Deck => Brief::Deck,
            Move::Bomb => Brief::Bomb { rolls: self.winning(p, &[mv]) },
            Move::NoBomb => Brief::No,
            Move::Swap => Brief::Swap,
            Move::Keep => Brief::Keep,
        };
        (brief, None)
    }

    /// A way out of the room.
    fn way(&self, p: &Position, side: side::Side) -> Answer {
        let player = &p.players[p.actor()];
        let (at, room) = (p.room(player.room), p.meets(player.room, side).map(Room));
        let gap = self.data.tile(at.tile).chasm && at.bridges == 0 && player.entrance != Some(side);
        let side = Side(side);
        match gap {
            _ if !p.is_safe(p.actor()) => Answer::Flee { side, room },
            true => Answer::GoByRope { side, room },
            false => Answer::Go { side, room },
        }
    }

    fn laid(&self, p: &Position, arrow: side::Side) -> Laid {
        let tile = self.data.tile(p.tile);
        let (exits, locked) = (tile.exits.turned(arrow.quarters()), tile.locked.turned(arrow.quarters()));
        let (from, heading) = self.way_of(p);
        let seals = self.seals(p, from, heading, (exits, locked));
        Laid { exits: Exits(exits, locked), outside: locked.has(heading.opposite()), seals }
    }

    /// Whether no open exit to an empty cell could be reached from the stairs any more with the tile like this (A46).
    fn seals(&self, p: &Position, from: u8, heading: side::Side, (exits, locked): (Sides, Sides)) -> bool {
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
            for side in p.room(room).exits.iter().filter(|side| p.lock(room, *side).is_none()) {
                let (dx, dy) = side.step();
                let beyond = (p.room(room).x + dx, p.room(room).y + dy);
                let empty = p.room(room).beyond[side as usize] == NONE && !p.room(room).blocked.has(side);
                if empty && beyond != cell {
                    return false;
                }
                queue.extend(p.meets(room, side));
            }
        }
        true
    }
}
