//! The table as pieces, for a picture with printed faces. Lengths are in millimetres.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Type};
use crate::games::by_kit::language::facts::DeckOf;
use crate::games::by_kit::language::map_state::Shape;
use crate::games::by_kit::language::sheet::ZoneKind;
use crate::games::by_kit::rules::choice::of_class;
use crate::games::by_kit::rules::position::*;
use crate::referee::intern::keep;
use crate::referee::scene::{Align, Bead, Piece, Region, Scene, What, Zone};
use crate::referee::{Pointing, Seat, Tone};

/// The gap between things.
const GAP: f64 = 6.0;
/// The width at which a row of zones is broken.
const WIDE: f64 = 420.0;
/// The size of text.
const TEXT: f64 = 5.0;
/// How much of each stacked card is visible, as a fraction of its height.
const SHOWS: f64 = 0.22;

/// The layout of a table.
struct Layout<'g> {
    maps: Vec<Plan<'g>>,
    /// The top left corner of each zone that is not on a map.
    zones: Vec<Option<(f64, f64)>>,
    /// The bottom of the last row of zones.
    end: f64,
}

/// A map on the table.
struct Plan<'g> {
    shape: &'g Shape,
    /// The size of a place.
    size: (f64, f64),
    /// How far the leftmost and the topmost place are from the map's own origin.
    least: (f64, f64),
    top: f64,
}

impl Plan<'_> {
    /// The middle of a place, relative to the map's own origin.
    fn spot(&self, place: i32) -> (f64, f64) {
        let (w, h) = self.size;
        let (q, r) = self.shape.coordinates(place);
        let (q, r) = (f64::from(q), f64::from(r));
        match self.shape {
            Shape::Square => (q * w, r * h),
            Shape::Flat => (q * w * 0.75, (r + q / 2.0) * h),
            Shape::Pointy => ((q + r / 2.0) * w, r * h * 0.75),
            Shape::Places(..) => (
                f64::from(place % 6) * (w + GAP),
                f64::from(place / 6) * (h + GAP),
            ),
        }
    }

    /// The middle of a place on the table.
    fn at(&self, place: i32) -> (f64, f64) {
        let (x, y) = self.spot(place);
        (
            x - self.least.0 + self.size.0 / 2.0,
            y - self.least.1 + self.top + self.size.1 / 2.0,
        )
    }

    /// Its lower edge.
    fn end(&self, places: Vec<i32>) -> f64 {
        places
            .into_iter()
            .map(|place| self.at(place).1 + self.size.1 / 2.0)
            .fold(self.top, f64::max)
    }
}

/// Colours of the figures on a map, in order of declaration and then of seats.
const BEADS: [Bead; 8] = [
    Bead::Red,
    Bead::Blue,
    Bead::Yellow,
    Bead::Black,
    Bead::Green,
    Bead::Violet,
    Bead::Orange,
    Bead::White,
];

impl KitGame {
    pub(crate) fn picture(&self, p: &Position, seat: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        let layout = self.layout(p);
        for (map, plan) in layout.maps.iter().enumerate() {
            self.picture_map(p, map, seat, &mut scene, plan);
        }
        for (at, corner) in layout.zones.iter().enumerate() {
            let Some(corner) = corner else { continue };
            scene.zone = self.part(at);
            self.picture_zone(p, at, seat, &mut scene, *corner);
        }
        scene.zone = Zone::Piles;
        self.picture_counts(p, seat, &mut scene, layout.end + GAP * 2.0);
        scene
    }

    /// Lays out the table: maps one below the other, then rows of zones.
    fn layout(&self, p: &Position) -> Layout<'_> {
        let mut y = 0.0;
        let mut maps = Vec::new();
        for map in 0..self.program.maps.len() {
            let plan = self.plan(p, map, y);
            y = plan.end(self.shown_places(p, map)) + GAP * 2.0;
            maps.push(plan);
        }
        let (mut x, mut high) = (0.0f64, 0.0f64);
        let mut zones = Vec::with_capacity(self.zone_at.len());
        for (at, zone) in self.zone_at.iter().enumerate() {
            let decl = &self.program.zones[usize::from(zone.decl)];
            if decl.map.is_some() || matches!(decl.each, Keys::Places(..)) {
                zones.push(None);
                continue;
            }
            let (wide, tall) = self.zone_size(p, at);
            if x > 0.0 && x + wide > WIDE {
                (x, y) = (0.0, y + high + GAP * 2.0);
                high = 0.0;
            }
            zones.push(Some((x, y)));
            x += wide + GAP * 2.0;
            high = high.max(tall);
        }
        Layout {
            maps,
            zones,
            end: y + high,
        }
    }

    /// The part of the table that a zone belongs to.
    fn part(&self, zone: usize) -> Zone {
        let zone = &self.zone_at[zone];
        if self.program.zones[usize::from(zone.decl)].own {
            Zone::Seat(zone.seat)
        } else {
            Zone::Piles
        }
    }

    fn plan(&self, p: &Position, map: usize, top: f64) -> Plan<'_> {
        let decl = &self.program.maps[map];
        let size = self.piece_size(
            p,
            usize::from(self.program.zones[usize::from(decl.zone)].base),
        );
        let mut plan = Plan {
            shape: &decl.shape,
            size,
            least: (0.0, 0.0),
            top,
        };
        let spots = self
            .shown_places(p, map)
            .into_iter()
            .map(|place| plan.spot(place));
        plan.least = spots
            .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)))
            .unwrap_or_default();
        plan
    }

    /// The places of a map to draw: those with tiles, or all if they have names.
    fn shown_places(&self, p: &Position, map: usize) -> Vec<i32> {
        match &self.program.maps[map].shape {
            Shape::Places(names, _) => (0..names.len() as i32).collect(),
            _ => p.maps[map].tiles().map(|(place, _)| place).collect(),
        }
    }

    /// The deck whose pieces are, or may be, in a zone.
    fn deck_in(&self, p: &Position, zone: usize) -> Option<&DeckOf> {
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        let first = p.zones[zone]
            .first()
            .map(|piece| usize::from(self.piece_decks[usize::from(*piece)]));
        let decks = &self.program.facts.decks;
        let deck = first
            .or(decl.deck.map(usize::from))
            .map(|deck| &decks[deck]);
        deck.or_else(|| decks.iter().find(|deck| deck.group != "dice"))
    }

    /// The size of the pieces that may be in a zone.
    fn piece_size(&self, p: &Position, zone: usize) -> (f64, f64) {
        self.deck_in(p, zone).map_or((20.0, 20.0), |deck| deck.size)
    }

    fn zone_size(&self, p: &Position, zone: usize) -> (f64, f64) {
        let (w, h) = self.piece_size(p, zone);
        let count = p.zones[zone].len();
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        match decl.kind {
            ZoneKind::Row | ZoneKind::Hand => (
                (w + 2.0) * count.clamp(1, 12) as f64,
                h * (count.saturating_sub(1) / 12 + 1) as f64 + TEXT * 2.0,
            ),
            ZoneKind::Stack => (
                w,
                h * (1.0 + SHOWS * count.saturating_sub(1) as f64) + TEXT * 2.0,
            ),
            _ => (w.max(30.0), h + TEXT * 2.0),
        }
    }

    fn picture_zone(
        &self,
        p: &Position,
        zone: usize,
        seat: Option<Seat>,
        scene: &mut Scene,
        (x, y): (f64, f64),
    ) {
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        let (w, h) = self.piece_size(p, zone);
        let title = self.zone_title(p, zone as u16);
        scene.label(
            title.trim_start_matches("the "),
            TEXT,
            Align::Start,
            Tone::Dim,
            (x, y + TEXT),
        );
        let top = y + TEXT * 1.6;
        let pieces = &p.zones[zone];
        let heap = matches!(
            decl.kind,
            ZoneKind::Pile | ZoneKind::Bag | ZoneKind::Discard
        );
        if heap || pieces.is_empty() {
            let uppermost = pieces
                .last()
                .filter(|piece| self.sight(p, **piece, seat).is_some());
            let deck = pieces
                .last()
                .map(|piece| usize::from(self.piece_decks[usize::from(*piece)]))
                .or(decl.deck.map(usize::from));
            if let Some(deck) = deck.or_else(|| {
                self.program
                    .facts
                    .decks
                    .iter()
                    .position(|deck| deck.group != "dice")
            }) {
                let under = pieces.len() - usize::from(uppermost.is_some());
                let name = keep(&self.program.facts.decks[deck].name);
                if uppermost.is_none() || under > 0 {
                    scene.at(
                        What::Pile {
                            deck: name,
                            count: under as u32,
                        },
                        x + w / 2.0,
                        top + h / 2.0,
                    );
                }
            }
            if let Some(piece) = uppermost {
                self.put_piece(p, *piece, seat, scene, (x + w / 2.0, top + h / 2.0));
            }
            return;
        }
        for (at, piece) in pieces.iter().enumerate() {
            let (column, row) = match decl.kind {
                ZoneKind::Stack => (0, at),
                _ => (at % 12, at / 12),
            };
            let step = if decl.kind == ZoneKind::Stack {
                h * SHOWS
            } else {
                h + 2.0
            };
            let spot = (
                x + w / 2.0 + column as f64 * (w + 2.0),
                top + h / 2.0 + row as f64 * step,
            );
            self.put_piece(p, *piece, seat, scene, spot);
        }
    }

    /// Adds a tile of a map with its turn.
    fn put_tile(
        &self,
        p: &Position,
        tile: u16,
        seat: Option<Seat>,
        scene: &mut Scene,
        at: (f64, f64),
        shape: &Shape,
    ) {
        let turns = p.pieces[usize::from(tile)].turns;
        let index = self.put_piece(p, tile, seat, scene, at);
        let thing = &mut scene.things[index];
        let is_hex = self.program.facts.decks[usize::from(self.piece_decks[usize::from(tile)])]
            .is_hex
            .is_some();
        match (&thing.what, shape.sides()) {
            (What::Piece(piece), 6) if turns > 0 && is_hex => {
                thing.what = What::Hex(piece.clone(), turns)
            }
            (_, 6) => {}
            _ => thing.turns = turns % 4,
        }
    }

    /// Adds a piece with its printed face or its back; returns its index.
    fn put_piece(
        &self,
        p: &Position,
        piece: u16,
        seat: Option<Seat>,
        scene: &mut Scene,
        (x, y): (f64, f64),
    ) -> usize {
        let facts = &self.program.facts;
        let seen = self.sight(p, piece, seat);
        let deck = &facts.decks[usize::from(self.piece_decks[usize::from(piece)])];
        match seen {
            Some(kind) => {
                let kind = &facts.kinds[usize::from(kind)];
                let deck = &facts.decks[kind.deck];
                match kind.is_coded {
                    true => scene.at(
                        What::Piece(Piece {
                            deck: keep(&deck.name),
                            code: kind.code.clone(),
                            face: None,
                            set: 0,
                        }),
                        x,
                        y,
                    ),
                    // Pictures are found by printed codes.
                    false => scene.at(
                        What::Label {
                            text: kind.name.clone(),
                            size: TEXT,
                            align: Align::Middle,
                            tone: Tone::Strong,
                        },
                        x,
                        y,
                    ),
                }
            }
            None => scene.at(
                What::Pile {
                    deck: keep(&deck.name),
                    count: 1,
                },
                x,
                y,
            ),
        }
    }

    /// What a move refers to on the table: the pieces, places and zones that it names, and the face if it names a single
    /// piece.
    pub(crate) fn pointed(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Pointing {
        let by_name = || Pointing {
            places: self.places_of(p, mv),
            ..Pointing::by_name(&self.name_of(mv), &self.picture(p, seat))
        };
        match mv {
            Move::Know { kind, .. } => Pointing {
                face: self.printed(usize::from(kind)),
                ..Pointing::default()
            },
            Move::Act { action, .. } => {
                let action = self.program.actions.get(usize::from(action));
                let group = action.map(|action| action.name.replace(['-', '_'], " "));
                let pointing = by_name();
                let named = pointing
                    .pieces
                    .first()
                    .filter(|_| pointing.pieces.len() == 1);
                let code = named.and_then(|id| id.split(['/', '#']).nth(1));
                let kind = code.and_then(|code| {
                    self.program
                        .facts
                        .kinds
                        .iter()
                        .position(|kind| kind.code == code)
                });
                Pointing {
                    face: kind.and_then(|kind| self.printed(kind)),
                    group,
                    ..pointing
                }
            }
            _ => by_name(),
        }
    }

    /// The places and zones that a move names.
    fn places_of(&self, p: &Position, mv: Move) -> Vec<Region> {
        let said: Vec<(Type, u16)> = match mv {
            Move::Act { action, picks } => {
                let Some(action) = self.program.actions.get(usize::from(action)) else {
                    return Vec::new();
                };
                action
                    .picks
                    .iter()
                    .map(|pick| pick.ty.clone())
                    .zip(picks)
                    .filter(|(_, said)| *said != NO_PICK)
                    .collect()
            }
            Move::Answer { class, said } => vec![(of_class(class), said)],
            _ => Vec::new(),
        };
        let layout = self.layout(p);
        let place = |(ty, said): (Type, u16)| match ty {
            Type::Place(map) => {
                let (plan, place) = (layout.maps.get(usize::from(map))?, i32::from(said));
                let is_empty = p.maps[usize::from(map)].tile(place).is_none();
                let zone = usize::from(
                    self.program.zones[usize::from(self.program.maps[usize::from(map)].zone)].base,
                );
                let deck = self
                    .deck_in(p, zone)
                    .filter(|deck| deck.is_hex.is_some())
                    .map(|deck| keep(&deck.name));
                Some(Region {
                    zone: Zone::Map,
                    at: plan.at(place),
                    size: plan.size,
                    is_empty,
                    deck,
                })
            }
            Type::Zone(_) => {
                let (zone, (x, y)) = (usize::from(said), (*layout.zones.get(usize::from(said))?)?);
                let (w, h) = self.piece_size(p, zone);
                let (wide, tall) = self.zone_size(p, zone);
                let (wide, tall) = if p.zones[zone].is_empty() {
                    (w, h)
                } else {
                    (wide, tall - TEXT * 2.0)
                };
                let at = (x + wide / 2.0, y + TEXT * 1.6 + tall / 2.0);
                Some(Region {
                    zone: self.part(zone),
                    at,
                    size: (wide, tall),
                    is_empty: p.zones[zone].is_empty(),
                    deck: None,
                })
            }
            _ => None,
        };
        said.into_iter().filter_map(place).collect()
    }

    /// The face of a kind, if it has a printed code.
    fn printed(&self, kind: usize) -> Option<(What, u8)> {
        let kind = self
            .program
            .facts
            .kinds
            .get(kind)
            .filter(|kind| kind.is_coded)?;
        let deck = keep(&self.program.facts.decks[kind.deck].name);
        Some((
            What::Piece(Piece {
                deck,
                code: kind.code.clone(),
                face: None,
                set: 0,
            }),
            0,
        ))
    }

    fn picture_map(
        &self,
        p: &Position,
        map: usize,
        seat: Option<Seat>,
        scene: &mut Scene,
        plan: &Plan<'_>,
    ) {
        let decl = &self.program.maps[map];
        let ((_, h), state) = (plan.size, &p.maps[map]);
        let places = self.shown_places(p, map);
        for place in &places {
            let (x, middle) = plan.at(*place);
            match state.tile(*place) {
                Some(tile) => self.put_tile(p, tile, seat, scene, (x, middle), &decl.shape),
                None => scene.label(
                    &decl.shape.name(*place),
                    TEXT,
                    Align::Middle,
                    Tone::Dim,
                    (x, middle),
                ),
            }
        }
        for (number, zone) in self.zone_at.iter().enumerate() {
            let of = &self.program.zones[usize::from(zone.decl)];
            let Keys::Places(on, _) = of.each else {
                continue;
            };
            let Some((place, _)) = state
                .spots
                .get(usize::from(zone.key))
                .filter(|_| usize::from(on) == map)
            else {
                continue;
            };
            let (x, middle) = plan.at(i32::from(*place));
            for (layer, piece) in p.zones[number].iter().enumerate() {
                let offset = layer as f64 * 3.0;
                self.put_piece(p, *piece, seat, scene, (x + offset, middle + offset));
            }
        }
        let figures: Vec<i32> = self
            .standing(p, map as u8)
            .map(|(place, _)| place)
            .collect();
        for (at, place) in figures
            .iter()
            .enumerate()
            .filter(|(_, place)| places.contains(place))
        {
            let (x, middle) = plan.at(*place);
            let step = at as f64 * 7.0 - (figures.len() - 1) as f64 * 3.5;
            scene.at(
                What::Bead(BEADS[at % BEADS.len()]),
                x + step,
                middle + h * 0.25,
            );
        }
    }

    /// Adds the counters, as text below everything else.
    fn picture_counts(&self, p: &Position, seat: Option<Seat>, scene: &mut Scene, y: f64) {
        let lines = self.counted(p, seat);
        for (at, line) in lines.into_iter().enumerate() {
            scene.label(
                &line,
                TEXT,
                Align::Start,
                Tone::Plain,
                (0.0, y + at as f64 * TEXT * 1.5),
            );
        }
    }
}
