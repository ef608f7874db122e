//! The table as pieces: the map cards with what is on them, and each hero's cards beside them.

use super::labels::Label;
use super::view::View;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{Edge, Orientation};
use crate::games::miniskull_caverns::data::map::{EDGE, Space};
use crate::games::shared::narrator::Narrator;
use crate::games::shared::tabletop::{Tabletop, code, rows};
use crate::kit::{Kit, Row};
use crate::referee::Tone;
use crate::referee::scene::{Align, Piece, Placement, Scene, What, Zone};

const MAPS: &str = "maps";
pub(super) const ACTIONS: &str = "actions";
pub(super) const CONTROLS: &str = "controls";
const TINY: &str = "tiny";
const GEMS: &str = "gems";
pub(super) const HEROES: &str = "heroes";
const DICE: &str = "dice";
const FIRST: &str = "first_player";

/// The size of a poker card, in mm.
const CARD: (f64, f64) = (63.0, 88.0);
/// The height of a row of caverns, and of the strips above the first and below the last, in mm (section 3.1).
pub(super) const ROW: f64 = 16.8;
const STRIP: f64 = 2.0;
/// The width of a full column of caverns, in mm.
pub(super) const COLUMN: f64 = 21.0;
/// The heights of a figure and a Gem in a cavern, in mm.
const PAWN: f64 = 15.5;
const SMALL_GEM: f64 = 11.0;
/// How far to the right of a cavern's middle a single thing is drawn, in mm.
const ASIDE: f64 = 1.0;
/// How far below the middle a Gem is drawn, and the width over which several things spread, in mm.
const LOWER: f64 = 1.6;
const SPREAD: f64 = 5.6;
/// From the middle of a hero's die to the right of the First Player token, in mm.
const HOLDINGS: f64 = 34.0;
/// The gap between separate things, in mm.
const GAP: f64 = 6.0;
/// The sizes of names and of small text, in mm.
const NAME: f64 = 6.0;
const SMALL: f64 = 4.2;

/// The printed pieces, for pictures: codes by deck, as far as the kit has them.
#[derive(Clone, Debug)]
pub struct Pieces {
    gems: Vec<String>,
    first: Option<String>,
    /// By seat.
    pub(super) heroes: Vec<Option<String>>,
    strength: Vec<Option<String>>,
}

impl Pieces {
    pub(crate) fn new(kit: &Kit, heroes: &[String]) -> Pieces {
        let of = |deck: &str, hero: &String| code(kit, deck, &[("hero", hero)]);
        Pieces {
            gems: rows(kit, GEMS)
                .iter()
                .flat_map(Row::codes)
                .map(str::to_owned)
                .collect(),
            first: code(kit, FIRST, &[]),
            heroes: heroes.iter().map(|hero| of(HEROES, hero)).collect(),
            strength: heroes.iter().map(|hero| of(DICE, hero)).collect(),
        }
    }
}

/// A scene under construction.
struct SceneBuilder<'g, 'p> {
    game: &'g Caverns,
    view: &'g View<'p>,
    table: Tabletop,
}

impl Caverns {
    pub(crate) fn scene_of(&self, view: &View<'_>) -> Scene {
        let mut laying = SceneBuilder {
            game: self,
            view,
            table: Tabletop::new(NAME, SMALL),
        };
        laying.maps();
        laying.caverns();
        laying.tiny();
        for seat in 0..view.seats() {
            laying.hero(seat);
        }
        laying.table.scene
    }
}

impl SceneBuilder<'_, '_> {
    /// Adds the two cards edge to edge; their common edge is the middle of the table.
    fn maps(&mut self) {
        for (card, x) in self.game.map.cards.iter().zip([-0.5, 0.5]) {
            let piece = piece(MAPS, card);
            let what = if self.game.map.back {
                What::Turned(piece)
            } else {
                What::Piece(piece)
            };
            self.table.scene.at(what, x * CARD.0, 0.0);
        }
    }

    /// Adds what is in the caverns.
    fn caverns(&mut self) {
        for space in Space::ALL {
            let (x, y) = middle(space);
            let gems = self.view.lying(space);
            let heroes: Vec<u8> = (0..self.view.seats())
                .filter(|seat| self.view.hero(*seat).at == Some(space))
                .collect();
            let things = heroes.len() + usize::from(gems);
            // Right of the middle, or side by side across the cavern; the name of the cavern stays visible.
            let (left, pitch) = match things {
                0 | 1 => (ASIDE, 0.0),
                several => (0.0, SPREAD / (several - 1) as f64),
            };
            let mut places = (0..things).map(|nth| x + left + pitch * nth as f64);
            for x in places.by_ref().take(gems.into()) {
                self.gem(Some(SMALL_GEM), x, y + LOWER);
            }
            for (seat, x) in heroes.into_iter().zip(places) {
                self.pawn(seat, x, y);
            }
        }
    }

    fn pawn(&mut self, seat: u8, x: f64, y: f64) {
        if let Some(Some(code)) = self.game.pieces.heroes.get(usize::from(seat)) {
            self.table
                .scene
                .at(What::Small(piece(HEROES, code), PAWN), x, y);
        }
    }

    fn gem(&mut self, high: Option<f64>, x: f64, y: f64) {
        if self.game.pieces.gems.is_empty() {
            return;
        }
        let gem = self.table.next(GEMS, &self.game.pieces.gems);
        let what = high.map_or_else(
            || What::Piece(gem.clone()),
            |high| What::Small(gem.clone(), high),
        );
        self.table.scene.at(what, x, y);
    }

    /// Adds Tiny's card below the map, with its Strength at the top.
    fn tiny(&mut self) {
        self.table.scene.zone = Zone::Piles;
        let (code, faces) = &self.game.data.tiny_card;
        let left = self.view.tiny();
        let find = |orientation: &Orientation| {
            faces[usize::from(orientation.back)][orientation.top as usize] == left
        };
        let y = CARD.1 / 2.0 + GAP + CARD.1 / 2.0;
        match Orientation::all().find(find) {
            Some(orientation) => self.card(piece(TINY, code), orientation, -CARD.0 / 2.0, y),
            None => {
                let defeated = self.view.say(&Label::TinyDefeated);
                self.table.scene.label(
                    &defeated,
                    NAME,
                    Align::Middle,
                    Tone::Strong,
                    (-CARD.0 / 2.0, y),
                );
            }
        }
        for (nth, line) in self.view.counts().iter().enumerate() {
            let y = y - CARD.1 / 2.0 + 14.0 + nth as f64 * SMALL * 2.0;
            self.table.scene.label(
                line,
                SMALL,
                Align::Start,
                Tone::Plain,
                (CARD.1 / 2.0 - CARD.0 / 2.0 + GAP, y),
            );
        }
    }

    /// Adds a hero's Action card, die and Gems to the right of the map, and beyond them the Control card if one has been
    /// placed.
    fn hero(&mut self, seat: u8) {
        self.table.scene.zone = Zone::Seat(seat);
        let hero = self.view.hero(seat);
        let space = CARD.1 + GAP;
        let left = CARD.0 + 2.0 * GAP;
        let column = left + space + 1.5 * GAP;
        let top = -CARD.1 / 2.0 + f64::from(seat) * (CARD.1 + NAME + 2.0 * GAP);
        let tone = if self.view.acting() == seat {
            Tone::Strong
        } else {
            Tone::Plain
        };
        self.table
            .name(self.game.name(seat), tone, (left + GAP / 2.0, top));
        self.table.standing(
            &self.view.say(&hero.label()),
            Align::End,
            (column + HOLDINGS, top),
        );
        let y = top + GAP / 2.0 + CARD.1 / 2.0;
        let action = piece(ACTIONS, &self.game.data.actions[usize::from(seat)].code);
        self.card(action, hero.orientation, left + space / 2.0, y);
        self.control(seat, column + HOLDINGS + space / 2.0, y);
        let die = self
            .game
            .pieces
            .strength
            .get(usize::from(seat))
            .cloned()
            .flatten();
        if let Some(code) = die.filter(|_| hero.strength > 0) {
            let face = Some(hero.strength.to_string());
            self.table.scene.at(
                What::Die(Piece {
                    face,
                    ..piece(DICE, &code)
                }),
                column,
                y - 30.0,
            );
        }
        for nth in 0..hero.gems {
            self.gem(None, column, y - 12.0 + f64::from(nth) * 11.0);
        }
        if let Some(code) = self
            .game
            .pieces
            .first
            .clone()
            .filter(|_| self.view.first() == seat && !self.view.is_solo())
        {
            self.table
                .scene
                .at(What::Piece(piece(FIRST, &code)), column + 22.0, y - 30.0);
        }
    }

    /// Adds the Control card: as placed face down, as the viewer sees it, or put aside.
    fn control(&mut self, seat: u8, x: f64, y: f64) {
        let card = &self.game.data.controls[usize::from(seat)];
        let front = |top: Edge| Orientation { back: false, top };
        let orientation = match (self.view.placed(seat), self.view.tactic(seat)) {
            (Some((placed, _)), _) => placed.shown.map_or(face_down(placed.upright), |control| {
                front(card.edge(control))
            }),
            (None, Some(played)) => played.shown.map_or(face_down(played.upright), |tactic| {
                front(card.tactic_edge(tactic))
            }),
            (None, None) => return,
        };
        self.card(piece(CONTROLS, &card.code), orientation, x, y);
    }

    /// Adds a card in its orientation: each edge clockwise from the top one is a quarter turn back.
    fn card(&mut self, piece: Piece, orientation: Orientation, x: f64, y: f64) {
        let what = if orientation.back {
            What::Turned(piece)
        } else {
            What::Piece(piece)
        };
        self.table
            .scene
            .put(what, Placement::At(x, y), (4 - orientation.top as u8) % 4);
    }
}

/// The back of a Control card looks the same after half a turn.
fn face_down(upright: bool) -> Orientation {
    Orientation {
        back: true,
        top: if upright { Edge::Top } else { Edge::Left },
    }
}

/// The middle of a space, relative to the middle of the map.
pub(super) fn middle(space: Space) -> (f64, f64) {
    let half = (EDGE / 2) as f64;
    let y = STRIP + (space.row() as f64 + 0.5) * ROW - CARD.1 / 2.0;
    ((space.column() as f64 - half) * COLUMN, y)
}

pub(super) fn piece(deck: &'static str, code: &str) -> Piece {
    Piece::new(deck, code)
}
