//! Judges which moves are legal.

use super::moves::Move;
use super::position::{Bid, MAX_COINS, MAX_SEATS, POTION, Position, SWORD, Step};
use super::refusal::Refusal;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{
    Cell, Cells, Grid, Obstacle, Set, beside, carried,
};
use crate::games::dungeonbuilders::data::tile::{TILES, Tile, Tiles};
use crate::games::piecepack::{Suit, VALUES};
use crate::games::shared::narrator::Seats;
use crate::games::side::Side;
use crate::referee::journal::Secrets;

fn must(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}

impl Builders {
    /// Whether a move is legal now; all cases of chance have the same weight.
    pub(crate) fn verdict(&self, p: &Position, mv: Move) -> Result<(), Refusal> {
        match (p.step, mv) {
            (Step::Over, _) => Err(Refusal::GameOver),
            (Step::Start, Move::Starter(seat)) => must(
                usize::from(seat) < self.players.len(),
                Refusal::NoSuchPlayer,
            ),
            // R12
            (Step::Act, Move::TakeTile) => must(self.pile(p) > 0, Refusal::PileEmpty),
            (Step::Act, Move::PlaceCoin(tile)) => self.judge_coin(p, tile),
            (Step::Act, Move::PowerUp) => Ok(()),
            // R23
            (Step::Act, Move::Rebuild) => must(self.pile(p) == 0, Refusal::PileLeft),
            // R22
            (Step::Offer, Move::Rebuild | Move::LeaveAsIs) => Ok(()),
            (Step::Draw, Move::Draw(tile)) => {
                must(self.in_play(tile), Refusal::NotInPlay { tile })?;
                must(!p.drawn.has(tile), Refusal::TileSeen { tile })
            }
            (Step::Lay, Move::Lay(cell)) => self.judge_cell(p, cell),
            (Step::Join | Step::JoinMore, Move::Join(anchor, side, quarters)) => {
                self.judge_join(p, &self.around(p), anchor, side, quarters)
            }
            // R19
            (Step::JoinMore, Move::Stop) => Ok(()),
            (Step::Coin, Move::Coin(value)) => self.judge_value(p, value),
            (Step::Coin, Move::Monster) => {
                must(self.secrets == Secrets::Table, Refusal::NotNow)?;
                must(
                    self.monsters_in_hand(p, p.acting) > 0,
                    Refusal::NoMonsterLeft,
                )
            }
            (Step::Rebuild, mv) => self.judge_rebuilding(p, &self.dungeon(p), mv),
            (Step::Kind, Move::ToEnter | Move::ToStayOut) => Ok(()),
            (Step::Bid, Move::Bid(gold)) => {
                must(gold <= p.acting_gold(), Refusal::TooMuch { gold })?;
                must(
                    !p.auction.bids.contains(&Bid::Gold(gold)),
                    Refusal::BidBefore { gold },
                )
            }
            (Step::Walk, Move::Go(tile)) => {
                must(!p.hero.visited.has(tile), Refusal::Visited { tile })?;
                let dungeon = p
                    .layout
                    .place(tile)
                    .is_some_and(|place| place.set == Set::DUNGEON);
                must(dungeon, Refusal::NotConnected { tile })?;
                must(
                    p.layout
                        .connected(tile)
                        .any(|near| p.hero.visited.has(near)),
                    Refusal::NotConnected { tile },
                )
            }
            (Step::Walk, Move::Leave) => {
                // R46, V2
                let left = self.own_tiles(p).without(p.hero.visited);
                must(
                    self.options.retreat || left.is_empty(),
                    Refusal::OwnTilesLeft { tiles: left },
                )
            }
            (Step::Walk | Step::Thirst | Step::Deathbed, Move::Drink(suit)) => {
                let seat = self
                    .seat_of(suit)
                    .filter(|seat| Seats(p.hero.potions).has(*seat));
                must(seat.is_some(), Refusal::NoPotion { suit })?;
                // A26
                must(p.is_thirsty(), Refusal::NotHurt)
            }
            (Step::Thirst | Step::Deathbed, Move::Keep) => Ok(()),
            (Step::Order, Move::Turn(at)) => must(
                usize::from(at) < MAX_COINS && p.unsettled() & 1 << at != 0,
                Refusal::NoCoinThere,
            ),
            (Step::Reveal, Move::Shown(value)) => {
                let coin = p.turning().ok_or(Refusal::NotNow)?;
                must(p.possible(coin).has(value), Refusal::NotPossible { value })
            }
            (Step::Combat, Move::Roll(roll)) => must(usize::from(roll) < VALUES, Refusal::BadDie),
            (Step::Succeed | Step::LootSword | Step::LootPotion, Move::Yes | Move::No) => Ok(()),
            _ => Err(Refusal::NotNow),
        }
    }

    /// Judges placing a coin on a tile (R25, A12, A13).
    fn judge_coin(&self, p: &Position, tile: Tile) -> Result<(), Refusal> {
        must(
            tile != Tile::ENTRANCE || self.options.entrance_coins,
            Refusal::CoinOnEntrance,
        )?;
        must(p.layout.place(tile).is_some(), Refusal::NotOnTable { tile })?;
        must(p.has_room(tile), Refusal::NoRoom { tile })?;
        must(
            usize::from(p.purses[usize::from(p.acting)].placed) < VALUES,
            Refusal::NotInHand { value: None },
        )
    }

    /// R4: judges the value of a coin, which the referee is told only if it keeps secrets or the coin is open (A14).
    fn judge_value(&self, p: &Position, value: u8) -> Result<(), Refusal> {
        must(
            usize::from(value) < VALUES,
            Refusal::NotInHand { value: Some(value) },
        )?;
        must(
            self.secrets == Secrets::Referee || value <= SWORD,
            Refusal::NotNow,
        )?;
        must(
            !p.purses[usize::from(p.acting)].gone.has(value),
            Refusal::NotInHand { value: Some(value) },
        )
    }

    /// Judges the cell for a drawn tile (R17, R20, A4, A6).
    fn judge_cell(&self, p: &Position, cell: Cell) -> Result<(), Refusal> {
        let tile = p.tile.ok_or(Refusal::NotNow)?;
        let grid = self.dungeon(p);
        self.judge_lying(&grid, tile, cell)?;
        must(
            !self.options.join_anywhere
                || self.joins_from(p, tile, cell)
                || !self.joins_somewhere(p, &grid, tile),
            Refusal::NoJoinThere,
        )
    }

    /// The grid of the dungeon.
    pub(crate) fn dungeon(&self, p: &Position) -> Grid {
        Grid::new(&p.layout, Set::DUNGEON, (0, 0), self.options.touching)
    }

    /// Whether a tile may be placed there.
    fn judge_lying(&self, grid: &Grid, tile: Tile, cell: Cell) -> Result<(), Refusal> {
        let blocked = |by| Refusal::blocked(tile, cell, by);
        grid.allows(tile, cell).map_err(blocked)?;
        must(!grid.closes_square(cell), blocked(Obstacle::Square))
    }

    /// R17: the cells of the dungeon where a tile may be connected.
    pub(crate) fn cells(&self, p: &Position, tile: Tile) -> Cells {
        self.dungeon(p).free(tile)
    }

    /// A6: whether some set could be joined if the tile were there.
    fn joins_from(&self, p: &Position, tile: Tile, cell: Cell) -> bool {
        let mut then = *p;
        then.layout.lay(tile, cell);
        self.can_join(&then)
    }

    fn joins_somewhere(&self, p: &Position, grid: &Grid, tile: Tile) -> bool {
        grid.free(tile)
            .iter()
            .any(|cell| self.joins_from(p, tile, cell))
    }

    /// The grid of the set of the tile being placed, centred on that tile.
    pub(super) fn around(&self, p: &Position) -> Grid {
        let (set, cell) = p
            .tile
            .and_then(|tile| p.layout.place(tile))
            .map_or((Set::DUNGEON, (0, 0)), |place| (place.set, place.cell));
        Grid::new(&p.layout, set, cell, self.options.touching)
    }

    /// R18: whether any floating set can be connected to the tile being placed.
    pub(super) fn can_join(&self, p: &Position) -> bool {
        self.any_join(p, |_, _, _| true)
    }

    /// R18: visits every legal join to the tile being placed.
    pub(crate) fn joins(&self, p: &Position, each: &mut impl FnMut(Tile, Side, u8)) {
        self.any_join(p, |anchor, side, quarters| {
            each(anchor, side, quarters);
            false
        });
    }

    /// Visits the legal joins to the tile being placed until `found` accepts one: anchors by set, then sides, then turns. A tile on its own
    /// can be turned at will (A9), so a set comes to its north, and it is not turned itself.
    fn any_join(&self, p: &Position, mut found: impl FnMut(Tile, Side, u8) -> bool) -> bool {
        let own = p
            .tile
            .and_then(|tile| p.layout.place(tile).map(|place| (tile, place)));
        let Some((tile, own)) = own else { return false };
        let mut sets = p.layout.floating().filter(|set| *set != own.set).peekable();
        if sets.peek().is_none() {
            return false;
        }
        let grid = self.around(p);
        let sides = if p.layout.within(own.set).len() == 1 {
            &[Side::North][..]
        } else {
            &Side::ALL
        };
        for set in sets {
            let tiles = p.layout.within(set);
            let turns = if tiles.len() == 1 { 1 } else { 4 };
            for anchor in tiles.and(Tiles::fitting(tile)).iter() {
                // Where the anchor cannot lie, no turn of its set can.
                let fits = |side: &Side| grid.tolerates(anchor, beside(own.cell, *side)).is_ok();
                for side in sides.iter().copied().filter(fits) {
                    let mut turns = (0..turns)
                        .filter(|turns| self.judge_join(p, &grid, anchor, side, *turns).is_ok());
                    if turns.any(|quarters| found(anchor, side, quarters)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Judges a join (R18-R21, A9).
    fn judge_join(
        &self,
        p: &Position,
        grid: &Grid,
        anchor: Tile,
        side: Side,
        quarters: u8,
    ) -> Result<(), Refusal> {
        let tile = p.tile.ok_or(Refusal::NotNow)?;
        let (Some(own), Some(place)) = (p.layout.place(tile), p.layout.place(anchor)) else {
            return Err(Refusal::NotOnTable { tile: anchor });
        };
        must(
            place.set != own.set && place.set != Set::DUNGEON,
            Refusal::OwnSet { tile: anchor },
        )?;
        must(
            anchor.fits(tile),
            Refusal::AnchorMisfit {
                tile: anchor,
                own: tile,
            },
        )?;
        must(quarters < 4, Refusal::NotNow)?;
        let to = beside(own.cell, side);
        let blocked = |tile, cell| move |by| Refusal::blocked(tile, cell, by);
        grid.tolerates(anchor, to).map_err(blocked(anchor, to))?;
        let mut set = [(anchor, to); TILES];
        let mut count = 0;
        for (tile, cell) in p.layout.of(place.set) {
            let cell = carried(cell, place.cell, quarters, to);
            if tile != anchor {
                grid.tolerates(tile, cell).map_err(blocked(tile, cell))?;
            }
            set[count] = (tile, cell);
            count += 1;
        }
        let set = &set[..count];
        let alone = count == 1;
        let mut joined = None;
        let both = if alone {
            grid
        } else {
            joined.insert(grid.with(set))
        };
        for (tile, cell) in set.iter().copied() {
            must(
                !both.closes_square(cell),
                blocked(tile, cell)(Obstacle::Square),
            )?;
        }
        // A9: the name under which this result is listed.
        let floats = p.layout.within(own.set).len() == 1;
        let connected = |side: Side| {
            set.iter()
                .find(|(other, cell)| *cell == beside(own.cell, side) && other.fits(tile))
                .map(|(other, _)| (side, *other))
        };
        let touching = Side::ALL.into_iter().filter_map(connected);
        let first = if floats {
            touching.min_by_key(|(_, other)| *other)
        } else {
            touching.min_by_key(|(side, _)| *side)
        };
        let Some((from, first)) = first else {
            return Err(Refusal::AnchorMisfit {
                tile: anchor,
                own: tile,
            });
        };
        // A tile on its own has no north: the table is turned so that the set comes to its north.
        let (as_side, turn) = if floats {
            (Side::North, 4 - from.quarters())
        } else {
            (from, 0)
        };
        let as_quarters = if alone { 0 } else { (quarters + turn) % 4 };
        let same = Refusal::SameAs {
            anchor: first,
            side: as_side,
            quarters: as_quarters,
        };
        must(
            (first, as_side, as_quarters) == (anchor, side, quarters),
            same,
        )
    }

    /// Judges a move while rebuilding (R24), on the grid of the dungeon.
    pub(crate) fn judge_rebuilding(
        &self,
        p: &Position,
        grid: &Grid,
        mv: Move,
    ) -> Result<(), Refusal> {
        let in_dungeon = |tile: Tile| p.layout.laid().has(tile);
        match mv {
            Move::Lift(tile) => must(in_dungeon(tile), Refusal::NotInDungeon { tile }),
            Move::LiftAll => must(!p.layout.laid().is_empty(), Refusal::NothingToLift),
            Move::Put(tile, cell) => {
                must(
                    tile != Tile::ENTRANCE && p.drawn.has(tile),
                    Refusal::NotOnTable { tile },
                )?;
                must(!in_dungeon(tile), Refusal::AlreadyLaid { tile })?;
                self.judge_lying(grid, tile, cell)
            }
            Move::Star | Move::Withdraw => Ok(()),
            Move::Done => {
                let hand = p.drawn.without(p.layout.tiles());
                must(hand.is_empty(), Refusal::StillInHand { tiles: hand })?;
                must(p.layout.has_path(), Refusal::NoPath)?;
                match p.layout.laid().without(reached(p)).first() {
                    Some(tile) => Err(Refusal::CutOff { tile }),
                    None => Ok(()),
                }
            }
            _ => Err(Refusal::NotNow),
        }
    }

    /// Lists every move that could be legal in this step, in order; where that costs no more, only those that are.
    pub(crate) fn list(&self, p: &Position, each: &mut impl FnMut(Move)) {
        match p.step {
            Step::Start => (0..self.players.len() as u8)
                .map(Move::Starter)
                .for_each(each),
            Step::Act => {
                each(if self.pile(p) > 0 {
                    Move::TakeTile
                } else {
                    Move::Rebuild
                });
                each(Move::PowerUp);
                if usize::from(p.purses[usize::from(p.acting)].placed) < VALUES {
                    let entrance = Some(Tile::ENTRANCE).filter(|_| self.options.entrance_coins);
                    let tiles = p
                        .layout
                        .tiles()
                        .iter()
                        .chain(entrance)
                        .filter(|tile| p.has_room(*tile));
                    tiles.map(Move::PlaceCoin).for_each(each);
                }
            }
            Step::Offer => [Move::Rebuild, Move::LeaveAsIs].into_iter().for_each(each),
            Step::Draw => self
                .tiles_in_play()
                .without(p.drawn)
                .iter()
                .map(Move::Draw)
                .for_each(each),
            Step::Lay => {
                if let Some(tile) = p.tile {
                    self.cells(p, tile).iter().map(Move::Lay).for_each(each);
                }
            }
            Step::Join | Step::JoinMore => {
                self.joins(p, &mut |anchor, side, quarters| {
                    each(Move::Join(anchor, side, quarters))
                });
                if p.step == Step::JoinMore {
                    each(Move::Stop);
                }
            }
            Step::Coin => {
                (0..VALUES as u8).map(Move::Coin).for_each(&mut *each);
                each(Move::Monster);
            }
            Step::Rebuild => self.list_rebuilding(p, each),
            Step::Kind => [Move::ToEnter, Move::ToStayOut].into_iter().for_each(each),
            Step::Bid => (0..=p.acting_gold()).map(Move::Bid).for_each(each),
            Step::Walk => {
                let unvisited = p.layout.laid().without(p.hero.visited);
                let near = |tile: &Tile| {
                    p.layout
                        .connected(*tile)
                        .any(|near| p.hero.visited.has(near))
                };
                unvisited
                    .iter()
                    .filter(near)
                    .map(Move::Go)
                    .for_each(&mut *each);
                let others = Suit::ALL.map(Move::Drink).into_iter().chain([Move::Leave]);
                others
                    .filter(|mv| self.verdict(p, *mv).is_ok())
                    .for_each(each);
            }
            Step::Order => (0..MAX_COINS as u8).map(Move::Turn).for_each(each),
            Step::Reveal => (0..VALUES as u8).map(Move::Shown).for_each(each),
            Step::Thirst | Step::Deathbed => {
                Suit::ALL.map(Move::Drink).into_iter().for_each(&mut *each);
                each(Move::Keep);
            }
            Step::Combat => (0..VALUES as u8).map(Move::Roll).for_each(each),
            Step::Succeed | Step::LootSword | Step::LootPotion => {
                [Move::Yes, Move::No].into_iter().for_each(each)
            }
            Step::Over => {}
        }
    }

    /// Lists the legal moves while rebuilding (R24). Tiles of the same value may be laid in the same cells.
    fn list_rebuilding(&self, p: &Position, each: &mut impl FnMut(Move)) {
        let grid = self.dungeon(p);
        let few = [Move::Done, Move::Star, Move::Withdraw, Move::LiftAll].into_iter();
        few.filter(|mv| self.judge_rebuilding(p, &grid, *mv).is_ok())
            .for_each(&mut *each);
        let mut cells = [None; VALUES];
        for tile in p.drawn.without(p.layout.laid()).iter() {
            let cells = cells[tile.value() as usize].get_or_insert_with(|| grid.free(tile));
            cells.iter().for_each(|cell| each(Move::Put(tile, cell)));
        }
        p.layout.laid().iter().map(Move::Lift).for_each(each);
    }

    /// The number of tiles in the pile.
    pub(crate) fn pile(&self, p: &Position) -> usize {
        self.tile_suits().len() * VALUES - 1 - p.drawn.len()
    }

    /// R1: the suits whose tiles are used.
    pub(crate) fn tile_suits(&self) -> &[Suit] {
        &self.options.suits[..self.players.len().max(3)]
    }

    /// R1: the tiles used.
    fn tiles_in_play(&self) -> Tiles {
        self.tile_suits()
            .iter()
            .fold(Tiles::default(), |all, suit| all.or(Tiles::of_suit(*suit)))
    }

    pub(crate) fn in_play(&self, tile: Tile) -> bool {
        self.tiles_in_play().has(tile)
    }

    pub(crate) fn suit(&self, seat: u8) -> Suit {
        self.options.suits[usize::from(seat) % MAX_SEATS]
    }

    /// The player with this suit; `None` for the neutral one.
    pub(crate) fn seat_of(&self, suit: Suit) -> Option<u8> {
        (0..self.players.len() as u8).find(|seat| self.suit(*seat) == suit)
    }

    /// R46: the tiles of the hero's own suit in the dungeon.
    pub(super) fn own_tiles(&self, p: &Position) -> Tiles {
        p.layout.laid().and(Tiles::of_suit(self.suit(p.hero.seat)))
    }

    /// A14: the number of coins from 2 to 5 in a hand, if items are open.
    fn monsters_in_hand(&self, p: &Position, seat: u8) -> u8 {
        let purse = p.purses[usize::from(seat)];
        let items = [POTION, SWORD]
            .into_iter()
            .filter(|value| purse.gone.has(*value))
            .count() as u8;
        let monsters = VALUES as u8 - 2;
        monsters - (purse.placed - items)
    }
}

/// The tiles of the dungeon that can be reached from the entrance.
fn reached(p: &Position) -> Tiles {
    let mut reached = Tiles::from_iter([Tile::ENTRANCE]);
    let mut edge = reached;
    while let Some(tile) = edge.first() {
        edge.remove(tile);
        for near in p
            .layout
            .connected(tile)
            .filter(|near| !reached.has(*near))
            .collect::<Tiles>()
            .iter()
        {
            reached.add(near);
            edge.add(near);
        }
    }
    reached
}
