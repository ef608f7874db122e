//! The table as pieces, for pictures: the dungeon, and beside it each knight's card and the piles.
//!
//! On a tile everything keeps to the tile's own orientation: dice at the upper left and treasure at the lower right, so that the
//! skulls at the lower left, the name and most exits stay visible however it is turned.

use super::labels::Label;
use super::view::{Knight, View};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Attack, Kind, Monster, Tokens};
use crate::games::dungeon_in_a_tin::rules::position::{Fate, Room, Step};
use crate::games::shared::noun::{Flag, Number, Player, Text};
use crate::games::shared::tabletop::{Area, Tabletop, fan, piece, row, size};
use crate::games::side::Side;
use crate::kit::{Kit, Row};
use crate::referee::scene::{Align, Bead, Piece, Placement, Scene, What, Zone};
use crate::referee::{Seat, Tone};

pub(super) const TILES: &str = "tiles";
pub(super) const CARDS: &str = "fight_cards";
pub(super) const TOKENS: &str = "tokens";
const STATUS: &str = "status_cards";
const DICE: &str = "dice";

/// The gap between things that belong together, in mm.
const GAP: f64 = 3.0;
/// The gap between the dungeon and what is beside it, in mm.
const AISLE: f64 = 16.0;
/// The gap between the edge of a room and the dice in it, in mm.
const WALL: f64 = 1.2;
/// The largest part of a tile that a die takes along its edge.
const FIGURE: f64 = 0.3;
/// The least part of a room that dice get, however much treasure lies there.
const DICE_SHARE: f64 = 0.45;
/// Distances of a lock and of a way from the tile's edge, in mm: on the printed door, and just outside.
const LOCK_INSET: f64 = 3.4;
const WAY_OUTSET: f64 = 5.0;
/// The sizes of large and small text on a mat, in mm.
const NAME: f64 = 6.0;
const SMALL: f64 = 4.0;
/// The number of piles side by side under a single mat.
const PILES_ABREAST: usize = 3;
/// The distance between beads in a row, in mm.
const BEAD_PITCH: f64 = 6.4;

/// What a picture needs from the printed pieces. Lengths are in mm.
#[derive(Clone, Debug)]
pub struct Pieces {
    pub(super) tile: f64,
    card: (f64, f64),
    token: (f64, f64),
    status: (f64, f64),
    /// The edge of a whole die.
    die: f64,
    /// The codes of the status cards.
    statuses: Vec<String>,
    /// The rows of the dice: yellow, red, attack, knight.
    dice: [String; 4],
    /// The face of the knight's die that is not blank.
    knight: String,
    /// What distinguishes the knights of the sets.
    grounds: Vec<String>,
}

impl Pieces {
    pub fn new(kit: &Kit) -> Pieces {
        let size = |deck| size(kit, deck).unwrap_or((20.0, 20.0));
        let die = |colour| row(kit, DICE, &[("colour", colour)]);
        let knight = die("knight")
            .and_then(|row| row.faces().find(|face| *face != "blank"))
            .map(str::to_owned);
        let status = row(kit, STATUS, &[]);
        Pieces {
            tile: size(TILES).0,
            card: size(CARDS),
            token: size(TOKENS),
            status: size(STATUS),
            die: size(DICE).0 + kit.deck(DICE).map_or(0.0, |deck| deck.recess.mm()),
            statuses: status.map_or_else(Vec::new, |row| row.codes().map(str::to_owned).collect()),
            dice: ["yellow", "red", "attack", "knight"]
                .map(|colour| die(colour).map_or("", Row::code).to_owned()),
            knight: knight.unwrap_or_default(),
            grounds: kit.copy_grounds.clone(),
        }
    }

    pub(super) fn monster(&self, monster: Monster) -> Piece {
        self.die(monster.colour() as usize, monster.face().name(), 0)
    }

    pub(super) fn attack(&self, attack: Attack) -> Piece {
        self.die(2, attack.name(), 0)
    }

    pub(super) fn knight(&self, seat: usize) -> Piece {
        self.die(3, &self.knight, seat)
    }

    pub(super) fn die(&self, row: usize, face: &str, set: usize) -> Piece {
        Piece {
            deck: DICE,
            code: self.dice[row].clone(),
            face: Some(face.to_owned()),
            set,
        }
    }
}

/// A scene under construction.
struct SceneBuilder<'a> {
    game: &'a Dungeon,
    view: &'a View<'a>,
    table: Tabletop,
}

impl Dungeon {
    pub(crate) fn scene_of(&self, view: &View<'_>) -> Scene {
        let mut laying = SceneBuilder {
            game: self,
            view,
            table: Tabletop::new(NAME, SMALL),
        };
        let map = laying.map();
        laying.beside(map);
        laying.table.scene
    }
}

impl SceneBuilder<'_> {
    /// Adds the dungeon, north up, with the stairs at the origin. Returns the area that it covers.
    fn map(&mut self) -> Area {
        let rooms = self.view.rooms();
        let tile = self.game.pieces.tile;
        for room in rooms {
            let piece = self
                .table
                .next(TILES, &self.game.data.tile(room.tile).codes);
            let (x, y) = middle(room, tile);
            self.table.scene.put(
                What::Piece(piece),
                Placement::At(x, y),
                room.arrow.quarters(),
            );
        }
        for (at, room) in (0u8..).zip(rooms) {
            self.inside(at, room);
        }
        // A lock must stay visible whatever is in the room.
        for (at, room) in (0u8..).zip(rooms) {
            self.exits(at, room);
        }
        let edge = tile / 2.0 + WAY_OUTSET * 2.0;
        let around = |room| Area::around(middle(room, tile), (2.0 * edge, 2.0 * edge));
        let area = rooms
            .iter()
            .map(around)
            .reduce(Area::and)
            .unwrap_or_default();
        // Leave room for the next tile.
        let here = &rooms[usize::from(self.view.knight(self.view.actor()).room)];
        let (x, y) = middle(here, tile);
        let open = here.exits.iter().filter(|side| here.leads_on(*side));
        let next = |side: Side| {
            let (dx, dy) = side.step();
            Area::around(
                (x + f64::from(dx) * tile, y - f64::from(dy) * tile),
                (tile, tile),
            )
        };
        open.map(next).fold(area, Area::and)
    }

    /// Adds locks on a room's exits and marks those that lead on.
    fn exits(&mut self, at: u8, room: &Room) {
        let tile = self.game.pieces.tile;
        let (x, y) = middle(room, tile);
        for side in room.exits.iter() {
            let (dx, dy) = side.step();
            let (dx, dy) = (f64::from(dx), -f64::from(dy));
            let from_middle = |distance: f64| Placement::At(x + dx * distance, y + dy * distance);
            if room.locked.has(side) {
                self.table.scene.put(
                    What::Bead(Bead::Black),
                    from_middle(tile / 2.0 - LOCK_INSET),
                    0,
                );
            }
            let outside = from_middle(tile / 2.0 + WAY_OUTSET);
            if room.blocked.has(side) {
                self.table.scene.put(What::Closed, outside, side as u8);
            } else if room.leads_on(side) && self.view.lock(at, side).is_none() {
                self.table.scene.put(What::Way, outside, side as u8);
            }
        }
    }

    /// Adds the contents of a room: ropes, treasure, dice.
    fn inside(&mut self, at: u8, room: &Room) {
        let pieces = &self.game.pieces;
        let here = middle(room, pieces.tile);
        let spot = |x: f64, y: f64| {
            let (x, y) = (0..room.arrow.quarters() % 4).fold((x, y), |(x, y), _| (-y, x));
            Placement::At(here.0 + x, here.1 + y)
        };
        for _ in 0..room.bridges {
            let along = u8::from(room.exits.has(Side::North));
            self.token(Kind::ROPE, Placement::At(here.0, here.1), along);
        }
        let monsters = self
            .view
            .monsters_in(at)
            .map(|die| pieces.monster(die.monster));
        let knights = (0..self.game.players.len()).filter(|seat| {
            self.view.knight(*seat).room == at && self.view.knight(*seat).fate == Fate::InDungeon
        });
        let dice: Vec<Piece> = monsters
            .chain(knights.map(|seat| pieces.knight(seat)))
            .collect();
        let half = pieces.tile / 2.0;
        let (w, h) = pieces.token;
        let floor: Vec<Kind> = room.floor.each().collect();
        let columns = floor.len().div_ceil(5).max(1);
        let rows = floor.len().div_ceil(columns);
        let lowest = half - 1.5 - h / 2.0;
        let highest = if dice.len() < 2 {
            -lowest
        } else {
            lowest - 9.0
        };
        let step = fan(rows, h + 0.5, lowest - highest);
        for (index, kind) in floor.into_iter().enumerate() {
            let column = index / rows;
            let row = index % rows;
            let x = half
                - 1.0
                - w / 2.0
                - column as f64 * (2.0 * half - 2.0 - w) / (columns.max(2) - 1) as f64;
            let y = lowest - (rows - 1 - row) as f64 * step;
            self.token(kind, spot(x, y), room.arrow.quarters() % 2);
        }
        // Many dice are drawn smaller, so that they stay in their room and beside the treasure.
        let count = dice.len();
        let wide = pieces.tile - 2.0 * WALL;
        let treasure = if rows == 0 {
            0.0
        } else {
            h + (rows - 1) as f64 * step
        };
        let high = (wide - treasure).max(wide * DICE_SHARE);
        let fitting = |across: usize| {
            (pieces.tile * FIGURE)
                .min(pieces.die + 0.2)
                .min(wide / across as f64)
                .min(high / count.div_ceil(across) as f64)
        };
        let across = (2..=count.max(2))
            .reduce(|best, more| {
                if fitting(more) > fitting(best) {
                    more
                } else {
                    best
                }
            })
            .unwrap_or(2);
        let pitch = fitting(across);
        for (index, die) in dice.into_iter().enumerate() {
            let row = index / across;
            let column = index % across;
            // From the left, so that the name at the upper right and the treasure below it stay visible.
            let x = -half + WALL + (column as f64 + 0.5) * pitch;
            let edge = pitch - 0.2;
            let y = -half + WALL + edge / 2.0 + row as f64 * pitch;
            let what = if edge < pieces.die {
                What::Small(die, edge)
            } else {
                What::Die(die)
            };
            self.table.scene.put(what, spot(x, y), 0);
        }
    }

    /// Adds the mats of the knights and the piles to the right of the dungeon. For a single player the piles are below the
    /// mat, otherwise below the map.
    fn beside(&mut self, map: Area) {
        let seats = self.game.players.len();
        let width = self.game.pieces.status.0 + GAP + self.game.pieces.token.0;
        let heights: Vec<f64> = (0..seats)
            .map(|seat| self.mat_height(seat) + 2.0 * GAP)
            .collect();
        let columns: Vec<f64> = heights
            .chunks(2)
            .map(|column| column.iter().sum())
            .collect();
        let alone = seats == 1;
        let piles = self.piles();
        let per_row = if alone { PILES_ABREAST } else { piles.len() };
        let piles_left = map.left + WAY_OUTSET * 2.0;
        let piles_right = if alone {
            map.right
        } else {
            piles_left + per_row as f64 * self.pile_pitch()
        };
        let left = map.right.max(piles_right) + AISLE - WAY_OUTSET;
        let pile_height: f64 = piles.chunks(per_row).map(|row| self.row_height(row)).sum();
        let beside =
            columns.into_iter().fold(0.0, f64::max) + if alone { pile_height } else { 0.0 };
        let map_height = map.height() + if alone { 0.0 } else { pile_height };
        let top = map.top + (map_height - beside) / 2.0;
        for seat in 0..seats {
            let above: f64 = heights[seat / 2 * 2..seat].iter().sum();
            let x = left + (seat / 2) as f64 * (width + 3.0 * GAP);
            self.mat(seat, x, top + above, width);
        }
        if alone {
            self.lay_piles(&piles, per_row, left, top + heights[0])
        } else {
            self.lay_piles(&piles, per_row, piles_left, map.bottom + GAP)
        }
    }

    fn mat_height(&self, seat: usize) -> f64 {
        let knight = self.view.knight(seat);
        let cards = knight.hand.map_or(1, |hand| usize::from(hand.len()));
        let rows = cards.div_ceil(3).max(1) as f64;
        NAME + GAP
            + self.game.pieces.status.1
            + GAP
            + BEAD_PITCH
            + GAP
            + rows * (self.game.pieces.card.1 + 1.0)
    }

    /// Adds a knight's card with what is on and around it.
    fn mat(&mut self, seat: usize, x: f64, y: f64, width: f64) {
        let pieces = &self.game.pieces;
        let knight = self.view.knight(seat);
        let alive = matches!(knight.fate, Fate::InDungeon);
        self.table.scene.zone = Zone::Seat(seat as Seat);
        self.table
            .name(&self.game.players[seat], Tone::Strong, (x + 1.0, y + NAME));
        self.table.standing(
            &self.standing(seat, &knight),
            Align::End,
            (x + width, y + NAME),
        );
        let top = y + NAME + GAP;
        let card = piece(STATUS, &pieces.statuses, 0);
        let card = self.table.scene.at(
            What::Piece(Piece { set: seat, ..card }),
            x + pieces.status.0 / 2.0,
            top + pieces.status.1 / 2.0,
        );
        if alive && knight.hearts > 0 {
            self.table.scene.put(
                What::Bead(Bead::Red),
                Placement::On(card, format!("heart-{}", knight.hearts)),
                0,
            );
        }
        // The printed hearts of the dead are covered.
        let lost = if knight.fate == Fate::Dead {
            self.game.data.hearts
        } else {
            0
        };
        for heart in 1..=lost {
            let spot = Placement::On(card, format!("heart-{heart}"));
            self.table.scene.put(What::Bead(Bead::Black), spot, 0);
        }
        for (number, kind) in (1..).zip(knight.carried.items().each()) {
            self.token(kind, Placement::On(card, format!("slot-{number}")), 0);
        }
        self.coins(knight.carried.coins(), x + pieces.status.0 + GAP, top);
        let row = top + pieces.status.1 + GAP + BEAD_PITCH / 2.0;
        let beads = [
            (Bead::Blue, knight.level, 0.0),
            (Bead::Yellow, knight.experience, 4.7),
        ];
        for (bead, count, skip) in beads {
            let beads = std::iter::repeat_n(What::Bead(bead), count.into());
            self.table.row(
                beads,
                (x + (skip + 0.6) * BEAD_PITCH, row),
                (BEAD_PITCH, 0.0),
            );
        }
        self.hand(seat, &knight, x, row + BEAD_PITCH / 2.0 + GAP);
    }

    /// "level 2, 3 experience, 17 gold", or the knight's fate.
    fn standing(&self, seat: usize, knight: &Knight) -> String {
        let several = self.game.players.len() > 1;
        let label = self
            .game
            .fate(knight.fate, knight.carried)
            .unwrap_or_else(|| Label::Mat {
                acts: Flag(several && self.view.step() != Step::Over && self.view.actor() == seat),
                ground: self
                    .game
                    .pieces
                    .grounds
                    .get(seat)
                    .filter(|_| several)
                    .map(|ground| Text(ground.to_string())),
                level: Number::of(knight.level),
                experience: Number::of(knight.experience),
                gold: Number::of(self.game.data.gold(knight.carried)),
            });
        self.view.say(&label)
    }

    /// Adds coins in columns beside the card.
    fn coins(&mut self, coins: Tokens, x: f64, top: f64) {
        let ((w, h), height) = (self.game.pieces.token, self.game.pieces.status.1);
        for (kind, down) in stacked(coins, h, height - h) {
            self.token(kind, Placement::At(x + w / 2.0, top + h / 2.0 + down), 0);
        }
    }

    fn hand(&mut self, seat: usize, knight: &Knight, x: f64, top: f64) {
        let (w, h) = self.game.pieces.card;
        match knight.hand {
            Some(hand) => {
                for (row, cards) in hand.cards().chunks(3).enumerate() {
                    let cards: Vec<What> = cards.iter().map(|card| self.card(*card)).collect();
                    self.table.row(
                        cards,
                        (x + w / 2.0, top + h / 2.0 + row as f64 * (h + 1.0)),
                        (w + 1.5, 0.0),
                    );
                }
            }
            None => {
                self.table.scene.at(
                    What::Pile {
                        deck: CARDS,
                        count: knight.cards.into(),
                    },
                    x + w / 2.0,
                    top + h / 2.0,
                );
                let label = Label::HandOf {
                    player: Player(seat as u8),
                    count: Number::of(knight.cards),
                };
                self.table.note(
                    &self.view.say(&label),
                    Align::Start,
                    (x + w + GAP, top + h / 2.0 + SMALL / 3.0),
                );
            }
        }
    }

    /// The piles beside the dungeon, with their labels.
    fn piles(&mut self) -> Vec<(Heap, String)> {
        let stack = self.view.stack();
        let fight = self.view.fight();
        let mut piles = vec![(
            Heap::One(What::Pile {
                deck: TILES,
                count: stack.len(),
            }),
            Label::Tiles {
                count: Number::of(stack.len()),
            },
        )];
        let tile = |tile: u8| {
            Heap::One(What::Piece(piece(
                TILES,
                &self.game.data.tile(tile).codes,
                0,
            )))
        };
        if let Some(drawn) = self.view.tile() {
            piles.push((tile(drawn), Label::Drawn));
        }
        piles.extend(
            stack
                .known
                .iter()
                .zip([Label::KnownNext, Label::KnownAfter])
                .map(|(known, label)| (tile(*known), label)),
        );
        let deck = self.view.deck_size();
        let pile = Heap::One(What::Pile {
            deck: CARDS,
            count: deck,
        });
        piles.push((
            pile,
            Label::FightCards {
                count: Number::of(deck),
            },
        ));
        let spent = self
            .view
            .spent_cards()
            .iter()
            .map(|count| u32::from(*count))
            .sum::<u32>();
        let last = (0u8..)
            .zip(self.view.spent_cards())
            .filter(|(_, count)| **count > 0)
            .map(|(card, _)| card)
            .last();
        if let Some(card) = last {
            piles.push((
                Heap::One(self.card(card)),
                Label::Discarded {
                    count: Number::of(spent),
                },
            ));
        }
        let pool = self.view.pool().total();
        piles.push((
            Heap::One(What::Tin {
                deck: TOKENS,
                count: pool,
            }),
            Label::InTin {
                count: Number::of(pool),
            },
        ));
        let spent = self.view.spent_tokens();
        if !spent.is_empty() {
            piles.push((
                Heap::Tokens(spent),
                Label::Discarded {
                    count: Number::of(spent.total()),
                },
            ));
        }
        if let Some(attack) = fight.and_then(|fight| fight.attack) {
            piles.push((
                Heap::One(What::Die(self.game.pieces.attack(attack))),
                Label::Attack,
            ));
        }
        if let Some(card) = fight.and_then(|fight| fight.card()) {
            piles.push((Heap::One(self.card(card)), Label::Played));
        }
        piles
            .into_iter()
            .map(|(heap, label)| (heap, self.view.say(&label)))
            .collect()
    }

    fn pile_pitch(&self) -> f64 {
        self.game.pieces.tile + 1.5 * GAP
    }

    /// The height of a row of labelled piles.
    fn row_height(&self, row: &[(Heap, String)]) -> f64 {
        let pieces = &self.game.pieces;
        let height = |(heap, _): &(Heap, String)| match heap {
            Heap::One(What::Piece(piece)) if piece.deck == TILES => pieces.tile,
            Heap::One(What::Pile { deck: TILES, .. } | What::Tin { .. }) => pieces.tile,
            Heap::One(What::Die(_)) => pieces.die,
            Heap::One(_) => pieces.card.1,
            Heap::Tokens(tokens) => {
                (tokens.total().max(1) as f64 * pieces.token.1).min(pieces.tile)
            }
        };
        row.iter().map(height).fold(0.0, f64::max) + SMALL + 2.5 * GAP
    }

    fn lay_piles(&mut self, piles: &[(Heap, String)], per_row: usize, left: f64, top: f64) {
        let tile = self.game.pieces.tile;
        let pitch = self.pile_pitch();
        self.table.scene.zone = Zone::Piles;
        let mut top = top;
        for row in piles.chunks(per_row) {
            let height = self.row_height(row);
            let space = height - SMALL - 2.5 * GAP;
            for (nth, (heap, label)) in row.iter().enumerate() {
                let x = left + tile / 2.0 + nth as f64 * pitch;
                let y = top + space / 2.0;
                let around = self.table.begin_heap(label);
                match heap {
                    Heap::One(what) => {
                        self.table.scene.at(what.clone(), x, y);
                    }
                    Heap::Tokens(tokens) => {
                        let h = self.game.pieces.token.1;
                        let tokens = stacked(*tokens, h, space - h);
                        let first = y - tokens.last().map_or(0.0, |(_, down)| down / 2.0);
                        for (kind, down) in tokens {
                            self.token(kind, Placement::At(x, first + down), 0);
                        }
                    }
                }
                let base = top + space + SMALL + 3.0;
                self.table.end_heap(around, label, (x, base));
            }
            top += height;
        }
    }

    fn token(&mut self, kind: Kind, spot: Placement, turns: u8) {
        let piece = self.table.next(TOKENS, &self.game.data.token(kind).codes);
        self.table.scene.put(What::Piece(piece), spot, turns);
    }

    fn card(&mut self, card: u8) -> What {
        What::Piece(self.table.next(CARDS, &self.game.data.card(card).codes))
    }
}

/// The contents of a pile.
enum Heap {
    One(What),
    Tokens(Tokens),
}

/// The middle of a room's tile.
pub(super) fn middle(room: &Room, tile: f64) -> (f64, f64) {
    (f64::from(room.x) * tile, -f64::from(room.y) * tile)
}

/// The offsets of tokens in a column that may not be longer than this, with equal ones closer together.
fn stacked(tokens: Tokens, h: f64, space: f64) -> Vec<(Kind, f64)> {
    const APART: f64 = 3.0;
    let mut down = 0.0;
    let mut before = None;
    let mut stacked: Vec<(Kind, f64)> = Vec::new();
    for kind in tokens.each() {
        down += match before.replace(kind) {
            None => 0.0,
            Some(same) if same == kind => 1.0,
            Some(_) => APART,
        };
        stacked.push((kind, down));
    }
    if stacked.len() as f64 * h <= space + h {
        return stacked
            .into_iter()
            .enumerate()
            .map(|(nth, (kind, _))| (kind, nth as f64 * (h + 0.5).min(space)))
            .collect();
    }
    stacked.iter_mut().for_each(|(_, at)| *at *= space / down);
    stacked
}
