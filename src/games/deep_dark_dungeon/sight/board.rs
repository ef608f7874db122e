//! The table as a drawing: the map of hexagons, the Explorers and the piles.

use super::labels::Label;
use super::sentences::cards;
use super::view::View;
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex::Hex;
use crate::games::deep_dark_dungeon::rules::noun::{Clock, Place, Way};
use crate::games::deep_dark_dungeon::rules::position::{Phase, Position, Step};
use crate::games::shared::canvas::{Canvas, legend, span, window};
use crate::games::shared::noun::{self, Flag, Number};
use crate::games::side::{Side, Sides};
use crate::referee::{Screen, Seat, Tone};

/// The width of half a tile.
const HALF: i16 = 3;
/// The number of lines from one row of tiles to the next.
const ROW: i16 = 3;

/// Marks between the code and the height: for Encounter tiles, the Start and the Exit.
const ENCOUNTER: &str = "!";
const START: &str = "S";
const EXIT: &str = "X";
/// A space where a tile can go.
const GAP: &str = "?";

/// An empty drawing that covers all these spaces.
fn blank(spaces: &[Hex]) -> Canvas {
    let across = span(spaces.iter().map(|at| at.across()));
    let down = span(spaces.iter().map(|at| at.r));
    Canvas::new(
        across.start * HALF..(across.end + 1) * HALF + 1,
        down.start * ROW..down.end * ROW + 1,
    )
}

/// The column and line of a tile's upper left corner.
fn corner(at: Hex) -> (i16, i16) {
    (at.across() * HALF, at.r * ROW)
}

/// Draws the edges of a tile.
fn outline(at: Hex, canvas: &mut Canvas) {
    let (x, y) = corner(at);
    canvas.put((x + 1, y), ".'", Tone::Dim);
    canvas.put((x + 4, y), "'.", Tone::Dim);
    for line in [y + 1, y + 2] {
        canvas.put((x, line), "│", Tone::Dim);
        canvas.put((x + 6, line), "│", Tone::Dim);
    }
    canvas.put((x + 1, y + 3), "'.", Tone::Dim);
    canvas.put((x + 4, y + 3), ".'", Tone::Dim);
}

impl Deep {
    pub(crate) fn draw(&self, view: &View<'_>, width: usize) -> Screen {
        let p = view.position;
        let mut screen = Screen::default();
        self.draw_map(p, width, i16::MAX, &mut screen);
        screen.end_map();
        for seat in 0..self.players.len() {
            let acting = seat == p.actor() && p.step != Step::Over;
            let tone = if acting { Tone::Strong } else { Tone::Plain };
            let first = screen.lines.len();
            let mut parts = vec![self.players[seat].clone()];
            parts.extend(self.explorer_parts(p, seat as Seat));
            screen.flow(width, tone, "  ", parts);
            // The letter is outdented from continuation lines.
            if let Some((text, _)) = screen
                .lines
                .get_mut(first)
                .and_then(|line| line.first_mut())
            {
                text.replace_range(..1, &self.data.explorers[seat].letter().to_string());
            }
        }
        screen.flow(width, Tone::Dim, "", self.table_parts(p));
        screen
    }

    /// Draws as much as the acting Explorer can reach in a turn, or the spaces next to the Explorer when a tile is placed.
    pub(crate) fn draw_near(&self, view: &View<'_>, width: usize) -> Screen {
        let p = view.position;
        let mut screen = Screen::default();
        let reach = if matches!(p.step, Step::Tile | Step::Place(_)) {
            1
        } else {
            2
        };
        self.draw_map(p, width, reach, &mut screen);
        screen
    }

    /// Draws the spaces within this many steps of the acting Explorer.
    fn draw_map(&self, p: &Position, width: usize, reach: i16, screen: &mut Screen) {
        let centre = p.space(p.centre()).at;
        let ways = self.ways(p);
        let (near, far): (Vec<u8>, Vec<u8>) = (0..p.spaces.len() as u8)
            .partition(|space| centre.steps_to(p.space(*space).at) <= reach);
        let spaces = near
            .iter()
            .map(|space| p.space(*space).at)
            .chain(ways.iter().map(|(at, _)| *at));
        let mut canvas = blank(&spaces.collect::<Vec<Hex>>());
        for space in near {
            self.draw_hex(p, space, &mut canvas);
        }
        for (at, way) in &ways {
            let (x, y) = corner(*at);
            if p.space_at(*at).is_none() {
                outline(*at, &mut canvas);
                canvas.put((x + 3, y + 1), GAP, Tone::Good);
            }
            let letters = self
                .lexicon
                .put(&Way(*way).noun(), "letters")
                .to_uppercase();
            canvas.put((x + 4, y + 2), &letters, Tone::Good);
        }
        let all = canvas.columns();
        let shown = window(all.clone(), corner(centre).0 + HALF, width);
        canvas.show(shown.clone(), screen);
        let label = |label| self.labelled(p, label);
        let ends = [
            (shown.start > all.start, Side::West),
            (shown.end < all.end, Side::East),
        ];
        let beyond: Sides = ends
            .into_iter()
            .filter(|(more, _)| *more)
            .map(|(_, side)| side)
            .collect();
        if !beyond.is_empty() {
            screen.flow(
                width,
                Tone::Dim,
                "",
                vec![label(Label::Cropped {
                    sides: noun::Sides(beyond),
                })],
            );
        }
        let has = |kind: TileKind| {
            p.spaces
                .iter()
                .any(|space| self.data.tile(space.tile).kind == kind)
        };
        let lays = p.in_hand().is_some();
        let signs = [
            (true, "T05 1", Label::Code),
            (true, START, Label::Start),
            (has(TileKind::Encounter), ENCOUNTER, Label::Encounter),
            (p.exit.is_some(), EXIT, Label::Exit),
            (lays, GAP, Label::Gap),
        ];
        let mut legend = legend(signs, label);
        if !lays && !ways.is_empty() {
            legend.push(label(Label::Ways));
        }
        if !far.is_empty() {
            legend.push(label(Label::More {
                count: Number::of(far.len() as u32),
            }));
        }
        screen.flow(width, Tone::Dim, "", legend);
    }

    fn draw_hex(&self, p: &Position, at: u8, canvas: &mut Canvas) {
        let space = p.space(at);
        let (x, y) = corner(space.at);
        outline(space.at, canvas);
        let tile = self.data.tile(space.tile);
        let (mark, tone) = match tile.kind {
            _ if Some(at) == p.exit => (EXIT, Tone::Gold),
            TileKind::Start => (START, Tone::Strong),
            TileKind::Encounter => (ENCOUNTER, Tone::Cool),
            TileKind::Plain | TileKind::Exit => (" ", Tone::Plain),
        };
        canvas.put(
            (x + 1, y + 1),
            &format!("{}{mark}{}", tile.code, tile.height),
            tone,
        );
        for (column, seat) in (x + 1..).zip(p.on(at)) {
            let tone = if seat == p.actor() {
                Tone::Strong
            } else {
                Tone::Plain
            };
            canvas.put(
                (column, y + 2),
                &self.data.explorers[seat].letter().to_string(),
                tone,
            );
        }
    }

    /// The condition of an Explorer, and what is carried.
    pub(crate) fn explorer_parts(&self, p: &Position, seat: Seat) -> Vec<String> {
        let explorer = &p.explorers[usize::from(seat)];
        let Some(at) = explorer.at else {
            return vec![self.labelled(p, Label::Out)];
        };
        let strength = Number::of(self.strength(p, seat.into()));
        let mut parts = vec![
            Label::Health {
                hurt: Flag(explorer.hurt),
                strength,
            },
            Label::On { place: Place(at) },
        ];
        if explorer.webbed {
            parts.push(Label::Webbed);
        }
        parts.push(Label::Carries {
            carried: cards(explorer.carried),
        });
        parts
            .into_iter()
            .map(|part| self.labelled(p, part))
            .collect()
    }

    fn table_parts(&self, p: &Position) -> Vec<String> {
        let mut parts = Vec::new();
        if p.round > 0 {
            parts.push(Label::Clock { clock: Clock });
        }
        parts.push(Label::Bag {
            count: Number::of(p.stock.len()),
        });
        if !p.aside.is_empty() {
            parts.push(Label::Aside {
                count: Number::of(p.aside.len()),
            });
        }
        parts.push(Label::Deck {
            count: Number::of(p.deck.len()),
        });
        parts.push(Label::Discarded {
            count: Number::of(p.discard.len()),
        });
        if p.phase != Phase::Setup && p.exit.is_none() {
            parts.push(Label::NoExit);
        }
        parts
            .into_iter()
            .map(|part| self.labelled(p, part))
            .collect()
    }
}
