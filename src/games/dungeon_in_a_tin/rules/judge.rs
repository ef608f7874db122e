//! Judges whether a move is legal, both for listing and for playing.

use super::moves::{Coins, Move};
use super::payment::{BadPayment, judge_payment, payments};
use super::position::{Fate, Lock, Position, Step};
use super::refusal::Refusal;
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::bend::Bend;
use crate::games::dungeon_in_a_tin::data::piece::{Attack, Colour, Face, Kind, SPECIALS, Tokens};
use crate::games::side::{Side, Sides};

impl Dungeon {
    /// The number of equally likely cases that lead to a move (1 for a decision), or why it is illegal.
    pub(crate) fn verdict(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        match (p.step, mv) {
            (Step::Deal, Move::Draw(_)) if self.options.face_down => Err(Refusal::NotNow),
            (Step::Deal | Step::Refresh | Step::Reveal, Move::Draw(card)) => possible(
                p.card_weight(card),
                Refusal::NotInDeck {
                    card: self.options.face_down.then_some(card),
                },
            ),
            (Step::Deal, Move::Dealt) if self.options.face_down => Ok(1),
            (Step::Show(_), Move::Show(card)) => self
                .judge_held(p, p.shows().unwrap_or(p.actor()), card)
                .map(|()| 1),
            (Step::Order | Step::Combat, Move::Roll(number)) => {
                possible((1..=6).contains(&number).into(), Refusal::NotOnDie)
            }
            (Step::Tile, Move::Tile(tile)) if usize::from(tile) >= self.data.tiles.len() => {
                Err(Refusal::NotInStack)
            }
            (Step::Tile, Move::Tile(tile)) => {
                possible(p.stack.weight(tile, &self.data), Refusal::NotInStack)
            }
            (Step::Monster, Move::Face(face)) => possible(
                self.data.dice[p.coming.colour() as usize].faces[usize::from(face.0)],
                Refusal::NotOnDie,
            ),
            (Step::Chest | Step::Loot, Move::Treasure(kind)) => {
                possible(p.pool.of(kind).into(), Refusal::NotInPool)
            }
            (Step::Attack, Move::Attack(attack)) => {
                possible(self.data.attacks[attack as usize], Refusal::NotOnDie)
            }
            _ => self.judge_decision(p, mv).map(|()| 1),
        }
    }

    fn judge_decision(&self, p: &Position, mv: Move) -> Result<(), Refusal> {
        let seat = p.actor();
        match (p.step, mv) {
            (Step::SwapFirst | Step::SwapAfter | Step::LastHeart, Move::Swap | Move::Keep) => {
                Ok(())
            }
            (
                Step::Free { .. }
                | Step::Treasure
                | Step::Potion
                | Step::Declare
                | Step::Rotate
                | Step::Choose
                | Step::Card
                | Step::Bomb,
                Move::Swap,
            ) => self.judge_swap(p, seat),

            (
                Step::Free { late: true } | Step::Declare,
                Move::Take(_) | Move::Drop(_) | Move::Buy(_) | Move::Drink,
            ) => Err(Refusal::StepOver),
            // R24
            (Step::Free { .. }, Move::Take(_) | Move::Drop(_) | Move::Buy(_) | Move::Drink)
                if !p.is_safe(seat) =>
            {
                Err(Refusal::Monsters)
            }
            (Step::Free { .. } | Step::Treasure, Move::Take(kind)) => {
                self.judge_take(p, seat, kind)
            }
            (Step::Free { .. } | Step::Treasure, Move::Drop(kind)) => demand(
                p.players[seat].carried.has(kind),
                Refusal::NotCarried { kind },
            ),
            (Step::Free { .. } | Step::Treasure | Step::Basket, Move::Buy(kind)) => {
                self.judge_buy(p, seat, kind)
            }
            (Step::Basket, Move::Pay(coins)) => self.judge_pay(p, seat, coins),
            (Step::Basket, Move::Cancel) => Ok(()),
            (Step::Treasure | Step::Potion, Move::Pass) => Ok(()),
            (Step::Free { .. } | Step::Potion, Move::Drink) => {
                demand(p.players[seat].carried.has(Kind::POTION), Refusal::NoPotion)
            }

            (Step::Free { .. } | Step::Declare, Move::Unlock(side)) => {
                self.judge_unlock(p, seat, side, Lock::Own)
            }
            (Step::Free { .. } | Step::Declare, Move::UnlockBeyond(side)) => {
                self.judge_unlock(p, seat, side, Lock::Beyond)
            }
            (Step::Free { .. } | Step::Declare, Move::Go(side)) => self.judge_go(p, seat, side),
            (Step::Free { .. } | Step::Declare, Move::Stay) => Ok(()),
            // R85
            (Step::Free { .. } | Step::Declare, Move::Leave) => {
                demand(p.players[seat].room == 0, Refusal::LeaveElsewhere)
            }

            (Step::Rotate, Move::Lay(arrow)) => self.judge_lay(p, arrow),
            // R66, R68: a monster of this kind is in the room, and this player has not fought it this turn.
            (Step::Choose, Move::Fight(monster, fought)) => {
                let here = p
                    .monsters_in(p.players[seat].room)
                    .any(|die| die.monster == monster && die.fought == fought);
                demand(here && fought & 1 << seat == 0, Refusal::NoSuchMonster)
            }
            // R70
            (Step::Card, Move::Card(card)) => self.judge_held(p, seat, card),
            (Step::Card, Move::Deck) => Ok(()),
            // R71
            (Step::Card, Move::Bomb) => Err(Refusal::CardFirst),
            (Step::Bomb, Move::Card(_) | Move::Deck) => Err(Refusal::CardLies),
            // R72
            (Step::Bomb, Move::Bomb) => {
                demand(p.players[seat].carried.has(Kind::BOMB), Refusal::NoBomb)
            }
            (Step::Bomb, Move::NoBomb) => Ok(()),
            _ => Err(Refusal::NotNow),
        }
    }

    /// R70: judges a card that the player has, or may have if nobody else knows the hand.
    fn judge_held(&self, p: &Position, seat: usize, card: u8) -> Result<(), Refusal> {
        demand(
            p.may_hold(seat, card),
            Refusal::NotInHand {
                card: self.options.face_down.then_some(card),
            },
        )
    }

    /// Judges swapping experience for a level (R78, R81).
    fn judge_swap(&self, p: &Position, seat: usize) -> Result<(), Refusal> {
        demand(
            p.players[seat].experience >= super::position::EXPERIENCE_FOR_LEVEL,
            Refusal::NotTenExperience,
        )?;
        demand(p.can_swap(seat), Refusal::TopLevel)
    }

    /// Judges taking a token (R28, R29, R31).
    fn judge_take(&self, p: &Position, seat: usize, kind: Kind) -> Result<(), Refusal> {
        let player = &p.players[seat];
        demand(
            p.room(player.room).floor.has(kind),
            Refusal::NotOnFloor { kind },
        )?;
        demand(
            !kind.is_special() || player.carried.specials() < self.data.slots,
            Refusal::NoSlot { to_buy: false },
        )?;
        let own =
            p.step == Step::Treasure && player.dropped & 1 << kind.0 != 0 && p.has_company(seat);
        demand(!own, Refusal::OwnDrop { kind })
    }

    /// Judges adding an item of this kind to the basket (R32-R36).
    fn judge_buy(&self, p: &Position, seat: usize, kind: Kind) -> Result<(), Refusal> {
        let player = &p.players[seat];
        demand(player.room == 0, Refusal::NotOnStairs)?;
        demand(
            self.data.token(kind).price > 0,
            Refusal::NotForSale { kind },
        )?;
        demand(
            player.carried.specials() + p.basket.specials() < self.data.slots,
            Refusal::NoSlot { to_buy: true },
        )?;
        let on_offer = p.spent_tokens.of(kind) + p.pool.of(kind);
        demand(p.basket.of(kind) < on_offer, Refusal::NotAvailable { kind })?;
        let price = self.data.price(p.basket) + self.data.token(kind).price;
        demand(
            self.data.gold(player.carried) >= price,
            Refusal::TooDear { kind },
        )
    }

    /// Judges a payment (R36).
    fn judge_pay(&self, p: &Position, seat: usize, coins: Coins) -> Result<(), Refusal> {
        let purse = p.players[seat].carried.coins();
        demand(purse.holds(Tokens::from(coins)), Refusal::NotYourCoins)?;
        judge_payment(&self.data, purse, coins, self.data.price(p.basket)).map_err(
            |bad| match bad {
                BadPayment::TooLittle => Refusal::TooLittle,
                BadPayment::NotExact => Refusal::NotExact,
                BadPayment::TooMuch => Refusal::TooMuch,
            },
        )
    }

    /// Judges opening a lock (R54).
    fn judge_unlock(
        &self,
        p: &Position,
        seat: usize,
        side: Side,
        lock: Lock,
    ) -> Result<(), Refusal> {
        let room = p.players[seat].room;
        match lock {
            Lock::Own => demand(
                p.room(room).locked.has(side),
                Refusal::NoLock {
                    side,
                    beyond: false,
                },
            )?,
            Lock::Beyond => {
                let met = p
                    .meets(room, side)
                    .is_some_and(|there| p.room(there).locked.has(side.opposite()));
                demand(met, Refusal::NoLock { side, beyond: true })?;
            }
        }
        demand(p.players[seat].carried.has(Kind::KEY), Refusal::NoKey)
    }

    /// Judges leaving through an exit (R39, R41).
    pub(super) fn judge_go(&self, p: &Position, seat: usize, side: Side) -> Result<(), Refusal> {
        let player = &p.players[seat];
        let room = p.room(player.room);
        let back = player.entrance == Some(side);
        demand(room.exits.has(side), Refusal::NoExit { side })?;
        demand(back || p.is_safe(seat), Refusal::OnlyBack)?;
        match p.lock(player.room, side) {
            Some(Lock::Own) => {
                return Err(Refusal::Locked {
                    side,
                    beyond: false,
                });
            }
            Some(Lock::Beyond) => return Err(Refusal::Locked { side, beyond: true }),
            None => {}
        }
        demand(!room.blocked.has(side), Refusal::Blocked { side })?;
        let walled = room.beyond[side as usize].is_some() && p.meets(player.room, side).is_none();
        demand(!walled, Refusal::Wall { side })?;
        // R56
        let gap = self.data.tile(room.tile).chasm && room.bridges == 0 && !back;
        demand(!gap || player.carried.has(Kind::ROPE), Refusal::Chasm)
    }

    fn judge_lay(&self, p: &Position, arrow: Side) -> Result<(), Refusal> {
        let Some(tile) = p.tile else { return Ok(()) };
        let (room, heading) = self.way_of(p);
        let tile = self.data.tile(tile);
        judge_fit(
            tile.exits.turned(arrow.quarters()),
            heading,
            p.room(room).bend_towards(heading),
        )?;
        let lies = |arrow: Side| {
            (
                tile.exits.turned(arrow.quarters()),
                tile.locked.turned(arrow.quarters()),
            )
        };
        let same = Side::ALL
            .into_iter()
            .find(|other| lies(*other) == lies(arrow));
        same.filter(|first| *first != arrow)
            .map_or(Ok(()), |first| Err(Refusal::LiesTheSame { arrow: first }))
    }

    /// The room and side through which the acting player leaves the known rooms.
    pub(crate) fn way_of(&self, p: &Position) -> (u8, Side) {
        let player = &p.players[p.actor()];
        (player.room, player.declared.unwrap_or(Side::North))
    }

    /// Whether a tile fits beyond an exit in some orientation (R46, R48).
    pub(super) fn fits(&self, tile: u8, heading: Side, bend: Bend) -> bool {
        let exits = self.data.tile(tile).exits;
        Side::ALL
            .into_iter()
            .any(|arrow| judge_fit(exits.turned(arrow.quarters()), heading, bend).is_ok())
    }

    /// The directions in which the new tile's arrow may point; of those with equal results, only the first (D6).
    pub(crate) fn arrows(&self, p: &Position) -> impl Iterator<Item = Side> {
        Side::ALL
            .into_iter()
            .filter(|arrow| self.judge_lay(p, *arrow).is_ok())
    }

    /// Lists every move that could be legal in this step, in order.
    pub(crate) fn list(&self, p: &Position, each: &mut impl FnMut(Move)) {
        let seat = p.actor();
        let player = &p.players[seat];
        match p.step {
            Step::Deal if self.options.face_down => each(Move::Dealt),
            Step::Deal | Step::Refresh | Step::Reveal => (0..self.data.cards.len() as u8)
                .map(Move::Draw)
                .for_each(each),
            Step::Order | Step::Combat => (1..=6).map(Move::Roll).for_each(each),
            Step::Tile => (0..self.data.tiles.len() as u8)
                .map(Move::Tile)
                .for_each(each),
            Step::Monster => Face::ALL.map(Move::Face).into_iter().for_each(each),
            Step::Chest | Step::Loot => p.pool.kinds().map(Move::Treasure).for_each(each),
            Step::Attack => Attack::ALL.map(Move::Attack).into_iter().for_each(each),
            Step::SwapFirst | Step::SwapAfter | Step::LastHeart => {
                [Move::Swap, Move::Keep].into_iter().for_each(each)
            }
            Step::Free { late } => self.free_candidates(p, seat, late, each),
            Step::Treasure => {
                self.treasure_candidates(p, seat, each);
                each(Move::Pass);
                each(Move::Swap);
                player.carried.kinds().map(Move::Drop).for_each(each);
            }
            Step::Basket => {
                let price = self.data.price(p.basket);
                payments(&self.data, player.carried.coins(), price, &mut |coins| {
                    each(Move::Pay(coins))
                });
                (0..SPECIALS as u8)
                    .map(|kind| Move::Buy(Kind(kind)))
                    .for_each(&mut *each);
                each(Move::Cancel);
            }
            Step::Potion => [Move::Drink, Move::Pass, Move::Swap]
                .into_iter()
                .for_each(each),
            Step::Declare => {
                self.moving_candidates(p, seat, each);
                each(Move::Swap);
            }
            Step::Rotate => {
                Side::ALL.into_iter().map(Move::Lay).for_each(&mut *each);
                each(Move::Swap);
            }
            Step::Choose => {
                for (at, die) in p
                    .monsters
                    .iter()
                    .enumerate()
                    .filter(|(_, die)| die.room == player.room)
                {
                    // Equal dice are one option.
                    if !p.monsters[..at].contains(die) {
                        each(Move::Fight(die.monster, die.fought));
                    }
                }
                each(Move::Swap);
            }
            Step::Show(_) => (0..self.data.cards.len() as u8)
                .map(Move::Show)
                .for_each(each),
            Step::Card if self.options.face_down => {
                (0..self.data.cards.len() as u8)
                    .map(Move::Card)
                    .for_each(&mut *each);
                each(Move::Deck);
                each(Move::Swap);
            }
            Step::Card => {
                let cards = player.hand.cards();
                let first = |at: &usize| *at == 0 || cards[*at - 1] != cards[*at];
                (0..cards.len())
                    .filter(first)
                    .map(|at| Move::Card(cards[at]))
                    .for_each(&mut *each);
                each(Move::Deck);
                each(Move::Swap);
            }
            Step::Bomb => [Move::Bomb, Move::NoBomb, Move::Swap]
                .into_iter()
                .for_each(each),
            Step::Over => {}
        }
    }

    /// What is likely to be wanted stands first: a drink where hearts are missing.
    fn free_candidates(&self, p: &Position, seat: usize, late: bool, each: &mut impl FnMut(Move)) {
        let player = &p.players[seat];
        let is_hurt = player.hearts < self.data.hearts;
        let may_use_treasure = !late && p.is_safe(seat);
        if may_use_treasure {
            self.treasure_candidates(p, seat, each);
            if is_hurt {
                each(Move::Drink);
            }
        }
        each(Move::Swap);
        self.moving_candidates(p, seat, each);
        if may_use_treasure {
            if !is_hurt {
                each(Move::Drink);
            }
            player.carried.kinds().map(Move::Drop).for_each(each);
        }
    }

    fn treasure_candidates(&self, p: &Position, seat: usize, each: &mut impl FnMut(Move)) {
        let player = &p.players[seat];
        p.room(player.room)
            .floor
            .kinds()
            .map(Move::Take)
            .for_each(&mut *each);
        if player.room == 0 {
            (0..SPECIALS as u8)
                .map(|kind| Move::Buy(Kind(kind)))
                .for_each(each);
        }
    }

    fn moving_candidates(&self, p: &Position, seat: usize, each: &mut impl FnMut(Move)) {
        let player = &p.players[seat];
        if player.carried.has(Kind::KEY) {
            Side::ALL.into_iter().map(Move::Unlock).for_each(&mut *each);
            Side::ALL
                .into_iter()
                .map(Move::UnlockBeyond)
                .for_each(&mut *each);
        }
        p.room(player.room)
            .exits
            .iter()
            .map(Move::Go)
            .for_each(&mut *each);
        each(Move::Stay);
        each(Move::Leave);
    }
}

impl super::position::Room {
    /// R47: the last turn on the path from the stairs through this room and out by this side.
    pub fn bend_towards(&self, side: Side) -> Bend {
        match self.entrance {
            None => Bend::None,
            Some(entrance) => self.bend.then(entrance.opposite(), side),
        }
    }
}

impl super::position::Coming {
    /// R60: red dice first.
    pub fn colour(&self) -> Colour {
        if self.monsters[Colour::Red as usize] > 0 {
            Colour::Red
        } else {
            Colour::Yellow
        }
    }
}

/// R46, R48: judges a tile with these exits, entered with this heading after this last turn.
fn judge_fit(exits: Sides, heading: Side, bend: Bend) -> Result<(), Refusal> {
    demand(exits.has(heading.opposite()), Refusal::DoesNotMeet)?;
    demand(
        bend.barred(heading).is_none_or(|side| !exits.has(side)),
        Refusal::SameTurn,
    )
}

fn demand(holds: bool, otherwise: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Judges a result of chance, which needs a positive weight.
fn possible(weight: u32, otherwise: Refusal) -> Result<u32, Refusal> {
    if weight > 0 {
        Ok(weight)
    } else {
        Err(otherwise)
    }
}

/// Whether anybody is still playing.
pub(super) fn anybody(p: &Position) -> bool {
    p.players
        .iter()
        .any(|player| player.fate == Fate::InDungeon)
}
