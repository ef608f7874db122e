//! A map of pointed hexes as a drawing for the terminal: in each hex a short text, who stands there, and how to answer with it.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::Type;
use crate::games::by_kit::language::map_state::Shape;
use crate::games::by_kit::rules::choice::of_class;
use crate::games::by_kit::rules::position::{Move, NO_PICK, Position};
use crate::games::shared::canvas::{Canvas, span, window};
use crate::referee::{Game, Screen, Seat, Tone, Turn, Words};

/// The least and the most characters within a hex.
const NARROW: usize = 5;
const WIDE: usize = 11;
/// The number of lines from one row of hexes to the next.
const ROW: i16 = 3;

/// Where hexes are drawn: columns are counted in halves of a hex.
#[derive(Clone, Copy)]
struct Plan {
    half: i16,
}

impl Plan {
    fn of_words(longest: usize) -> Plan {
        let wide = longest.clamp(NARROW, WIDE);
        Plan {
            half: (wide as i16 + 2) / 2,
        }
    }

    /// The characters within a hex.
    fn wide(self) -> usize {
        self.half as usize * 2 - 1
    }

    /// The column and line of the upper left corner of a hex.
    fn corner(self, (x, y): (i32, i32)) -> (i16, i16) {
        ((2 * x + y) as i16 * self.half, y as i16 * ROW)
    }

    /// An empty drawing with room for all these hexes.
    fn blank(self, all: &[(i32, i32)]) -> Canvas {
        let corners = all.iter().map(|at| self.corner(*at));
        let across = span(corners.clone().map(|(x, _)| x));
        let down = span(corners.map(|(_, y)| y));
        Canvas::new(
            across.start..across.end + 2 * self.half,
            down.start..down.end + ROW,
        )
    }

    fn outline(self, at: (i32, i32), canvas: &mut Canvas) {
        let (x, y) = self.corner(at);
        let level = "-".repeat((self.half - 3) as usize);
        let (rises, falls) = (format!(".{level}'"), format!("'{level}."));
        let (left, right) = (x + 1, x + self.half + 1);
        for ((column, line), slope) in [
            ((left, y), &rises),
            ((right, y), &falls),
            ((left, y + ROW), &falls),
            ((right, y + ROW), &rises),
        ] {
            canvas.put((column, line), slope, Tone::Dim);
        }
        for line in y + 1..y + ROW {
            canvas.put((x, line), "│", Tone::Dim);
            canvas.put((x + 2 * self.half, line), "│", Tone::Dim);
        }
    }
}

impl KitGame {
    /// Draws the tiles of such a map, and the places that can be answered.
    pub(super) fn draw_hexes(
        &self,
        p: &Position,
        (map, seat): (u8, Option<Seat>),
        width: usize,
        screen: &mut Screen,
    ) {
        let shape = &self.program.maps[usize::from(map)].shape;
        let tiles: Vec<i32> = p.maps[usize::from(map)]
            .tiles()
            .map(|(place, _)| place)
            .collect();
        if tiles.is_empty() {
            return;
        }
        let texts: Vec<String> = tiles
            .iter()
            .map(|place| self.in_hex(p, map, *place, seat))
            .collect();
        let offered = self.offered_places(p, map, seat);
        let longest = texts.iter().map(|text| text.chars().count()).max();
        let plan = Plan::of_words(longest.unwrap_or(0));
        let places = tiles.iter().chain(offered.iter().map(|(place, _)| place));
        let all: Vec<(i32, i32)> = places.map(|place| shape.coordinates(*place)).collect();
        let mut canvas = plan.blank(&all);
        for at in &all {
            plan.outline(*at, &mut canvas);
        }
        for (place, text) in tiles.iter().zip(&texts) {
            let (x, y) = plan.corner(shape.coordinates(*place));
            let text: String = text.chars().take(plan.wide()).collect();
            canvas.put((x + 1, y + 1), &text, Tone::Strong);
            let figures: String = self.initials(p, map, *place, seat);
            let figures: String = figures.chars().take(plan.wide()).collect();
            canvas.put((x + 1, y + 2), &figures, Tone::Plain);
        }
        for (place, word) in &offered {
            let (x, y) = plan.corner(shape.coordinates(*place));
            let word: String = word.chars().take(plan.wide()).collect();
            let column = x + 2 * plan.half - word.chars().count() as i16;
            canvas.put((column, y + 2), &word, Tone::Good);
            if !tiles.contains(place) {
                canvas.put((x + plan.half, y + 1), "?", Tone::Good);
            }
        }
        let centre = self.centre(p, map, seat);
        let (x, _) = plan.corner(shape.coordinates(centre));
        canvas.show(window(canvas.columns(), x + plan.half, width), screen);
    }

    /// What is in a hex in short: the kit's own words for it, or the code of its tile.
    fn in_hex(&self, p: &Position, map: u8, place: i32, seat: Option<Seat>) -> String {
        let tile = p.maps[usize::from(map)].tile(place);
        let Some(kind) = tile.and_then(|tile| self.sight(p, tile, seat)) else {
            return "?".to_owned();
        };
        match self.program.show.short.get(&map) {
            Some((temp, text)) => self.described(p, (p.seat, seat), Some((*temp, place)), text),
            None => self.program.facts.kinds[usize::from(kind)].code.clone(),
        }
    }

    /// The place around which as much is drawn as fits: where the player whose turn it is stands, or the middle.
    fn centre(&self, p: &Position, map: u8, seat: Option<Seat>) -> i32 {
        let shape = &self.program.maps[usize::from(map)].shape;
        let name = self.name(p.seat);
        let mut standing = self.standing(p, map, seat);
        standing
            .find(|figure| figure.name == name && shape.has(figure.place))
            .map_or(shape.origin(), |figure| figure.place)
    }

    /// The places that answers name, with the word to type; nothing where it would tell what others may not see.
    fn offered_places(&self, p: &Position, map: u8, seat: Option<Seat>) -> Vec<(i32, String)> {
        let shape: &Shape = &self.program.maps[usize::from(map)].shape;
        let mut all: Vec<(i32, String)> = Vec::new();
        let Turn::Player(asked) = self.turn(p) else {
            return all;
        };
        if seat != Some(asked) && self.hides() {
            return all;
        }
        for mv in self.legal(p) {
            let place = match mv {
                Move::Act { action, picks } => {
                    let action = &self.program.actions[usize::from(action)];
                    let picked = action.picks.iter().zip(picks);
                    let mut places = picked
                        .filter(|(pick, said)| pick.ty == Type::Place(map) && *said != NO_PICK);
                    places.next().map(|(_, said)| (said, action.short.is_some()))
                }
                Move::Answer { class, said } if of_class(class) == Type::Place(map) => {
                    Some((said, false))
                }
                _ => None,
            };
            let Some((place, has_word)) = place else {
                continue;
            };
            let place = i32::from(place);
            if all.iter().any(|(known, _)| *known == place) {
                continue;
            }
            let short = has_word.then(|| self.in_short(p, mv));
            let word = short.as_ref().and_then(|short| short.split(' ').next());
            all.push((place, word.map_or_else(|| shape.label(place), str::to_owned)));
        }
        all
    }
}
