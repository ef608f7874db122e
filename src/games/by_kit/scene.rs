//! The table in terms of pieces, for a picture with the printed faces. Lengths are millimetres.

use super::KitGame;
use super::code::Keys;
use super::ground::Shape;
use super::position::*;
use super::sheet::ZoneKind;
use crate::referee::intern::keep;
use crate::referee::scene::{Align, Bead, Piece, Scene, What, Zone};
use crate::referee::{Pointing, Seat, Tone};

/// Between things.
const GAP: f64 = 6.0;
/// A line of zones is about so wide.
const WIDE: f64 = 420.0;
/// The size of words.
const TEXT: f64 = 5.0;
/// How far a card of a stack shows below the next one, as a part of its height.
const SHOWS: f64 = 0.22;

impl KitGame {
    pub(super) fn picture(&self, p: &Position, seat: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        let mut y = 0.0;
        for map in 0..self.program.maps.len() {
            y = self.picture_map(p, map, seat, &mut scene, y) + GAP * 2.0;
        }
        let (mut x, mut high) = (0.0f64, 0.0f64);
        for (at, zone) in self.zone_at.iter().enumerate() {
            let decl = &self.program.zones[usize::from(zone.decl)];
            if decl.map.is_some() || matches!(decl.each, Keys::Places(..)) {
                continue;
            }
            let (wide, tall) = self.zone_size(p, at);
            if x > 0.0 && x + wide > WIDE {
                (x, y) = (0.0, y + high + GAP * 2.0);
                high = 0.0;
            }
            scene.zone = if decl.own { Zone::Seat(zone.seat) } else { Zone::Piles };
            self.picture_zone(p, at, seat, &mut scene, (x, y));
            x += wide + GAP * 2.0;
            high = high.max(tall);
        }
        scene.zone = Zone::Piles;
        self.picture_counts(p, seat, &mut scene, y + high + GAP * 2.0);
        scene
    }

    /// The size of the pieces that may lie in a zone.
    fn piece_size(&self, p: &Position, zone: usize) -> (f64, f64) {
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        let first = p.zones[zone].first().map(|piece| usize::from(self.piece_decks[usize::from(*piece)]));
        let deck = first.or(decl.deck.map(usize::from));
        let deck = deck.or_else(|| self.program.facts.decks.iter().position(|deck| deck.group != "dice"));
        deck.map_or((20.0, 20.0), |deck| self.program.facts.decks[deck].size)
    }

    fn zone_size(&self, p: &Position, zone: usize) -> (f64, f64) {
        let (w, h) = self.piece_size(p, zone);
        let count = p.zones[zone].len();
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        match decl.kind {
            ZoneKind::Row | ZoneKind::Hand => {
                ((w + 2.0) * count.clamp(1, 12) as f64, h * (count.saturating_sub(1) / 12 + 1) as f64 + TEXT * 2.0)
            }
            ZoneKind::Stack => (w, h * (1.0 + SHOWS * count.saturating_sub(1) as f64) + TEXT * 2.0),
            _ => (w.max(30.0), h + TEXT * 2.0),
        }
    }

    fn picture_zone(&self, p: &Position, zone: usize, seat: Option<Seat>, scene: &mut Scene, (x, y): (f64, f64)) {
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        let (w, h) = self.piece_size(p, zone);
        let title = self.zone_title(p, zone as u16);
        scene.label(title.trim_start_matches("the "), TEXT, Align::Start, Tone::Dim, (x, y + TEXT));
        let top = y + TEXT * 1.6;
        let pieces = &p.zones[zone];
        let heap = matches!(decl.kind, ZoneKind::Pile | ZoneKind::Bag | ZoneKind::Discard);
        if heap || pieces.is_empty() {
            let uppermost = pieces.last().filter(|piece| self.sight(p, **piece, seat).is_some());
            let deck =
                pieces.last().map(|piece| usize::from(self.piece_decks[usize::from(*piece)])).or(decl.deck.map(usize::from));
            if let Some(deck) = deck.or_else(|| self.program.facts.decks.iter().position(|deck| deck.group != "dice")) {
                let under = pieces.len() - usize::from(uppermost.is_some());
                let name = keep(&self.program.facts.decks[deck].name);
                if uppermost.is_none() || under > 0 {
                    scene.at(What::Pile { deck: name, count: under as u32 }, x + w / 2.0, top + h / 2.0);
                }
            }
            if let Some(piece) = uppermost {
                self.put_piece(p, *piece, seat, scene, (x + w / 2.0, top + h / 2.0), 0);
            }
            return;
        }
        for (at, piece) in pieces.iter().enumerate() {
            let (column, row) = match decl.kind {
                ZoneKind::Stack => (0, at),
                _ => (at % 12, at / 12),
            };
            let step = if decl.kind == ZoneKind::Stack { h * SHOWS } else { h + 2.0 };
            let spot = (x + w / 2.0 + column as f64 * (w + 2.0), top + h / 2.0 + row as f64 * step);
            self.put_piece(p, *piece, seat, scene, spot, 0);
        }
    }

    /// A piece with its printed face, or its back.
    fn put_piece(&self, p: &Position, piece: u16, seat: Option<Seat>, scene: &mut Scene, (x, y): (f64, f64), turns: u8) {
        let facts = &self.program.facts;
        let seen = self.sight(p, piece, seat);
        let deck = &facts.decks[usize::from(self.piece_decks[usize::from(piece)])];
        let index = match seen {
            Some(kind) => {
                let kind = &facts.kinds[usize::from(kind)];
                let deck = &facts.decks[kind.deck];
                match kind.is_coded {
                    true => scene.at(
                        What::Piece(Piece { deck: keep(&deck.name), code: kind.code.clone(), face: None, set: 0 }),
                        x,
                        y,
                    ),
                    // A picture is found by its printed code.
                    false => scene.at(
                        What::Label { text: kind.name.clone(), size: TEXT, align: Align::Middle, tone: Tone::Strong },
                        x,
                        y,
                    ),
                }
            }
            None => scene.at(What::Pile { deck: keep(&deck.name), count: 1 }, x, y),
        };
        scene.things[index].turns = turns % 4;
    }

    /// What a move has to do with on the table: the pieces that it names, and the face of the only one.
    pub(super) fn pointed(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Pointing {
        let by_name = || Pointing::by_name(&self.name_of(mv), &self.picture(p, seat));
        match mv {
            Move::Know { kind, .. } => Pointing { face: self.printed(usize::from(kind)), ..Pointing::default() },
            Move::Act { action, .. } => {
                let action = self.program.actions.get(usize::from(action));
                let group = action.map(|action| action.name.replace(['-', '_'], " "));
                let pointing = by_name();
                let named = pointing.pieces.first().filter(|_| pointing.pieces.len() == 1);
                let code = named.and_then(|id| id.split(['/', '#']).nth(1));
                let kind = code.and_then(|code| self.program.facts.kinds.iter().position(|kind| kind.code == code));
                Pointing { face: kind.and_then(|kind| self.printed(kind)), group, ..pointing }
            }
            _ => by_name(),
        }
    }

    /// The face of a kind, if it has a printed code to be found by.
    fn printed(&self, kind: usize) -> Option<(What, u8)> {
        let kind = self.program.facts.kinds.get(kind).filter(|kind| kind.is_coded)?;
        let deck = keep(&self.program.facts.decks[kind.deck].name);
        Some((What::Piece(Piece { deck, code: kind.code.clone(), face: None, set: 0 }), 0))
    }

    /// The map; where it ends below.
    fn picture_map(&self, p: &Position, map: usize, seat: Option<Seat>, scene: &mut Scene, y: f64) -> f64 {
        let decl = &self.program.maps[map];
        let zone = usize::from(self.program.zones[usize::from(decl.zone)].base);
        let (w, h) = self.piece_size(p, zone);
        let spot = |place: i32| {
            let (q, r) = decl.shape.coordinates(place);
            let (q, r) = (f64::from(q), f64::from(r));
            match &decl.shape {
                Shape::Square => (q * w, r * h),
                Shape::Flat => (q * w * 0.75, (r + q / 2.0) * h),
                Shape::Pointy => ((q + r / 2.0) * w, r * h * 0.75),
                Shape::Places(..) => (f64::from(place % 6) * (w + GAP), f64::from(place / 6) * (h + GAP)),
            }
        };
        let ground = &p.maps[map];
        let mut places: Vec<i32> = ground.tiles().map(|(place, _)| place).collect();
        if let Shape::Places(names, _) = &decl.shape {
            places = (0..names.len() as i32).collect();
        }
        let least = places.iter().map(|place| spot(*place)).reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))).unwrap_or_default();
        let at = |place: i32| (spot(place).0 - least.0 + w / 2.0, spot(place).1 - least.1 + y + h / 2.0);
        let mut end = y;
        for place in &places {
            let (x, middle) = at(*place);
            end = end.max(middle + h / 2.0);
            match ground.tile(*place) {
                Some(tile) => self.put_piece(p, tile, seat, scene, (x, middle), p.pieces[usize::from(tile)].turns),
                None => scene.label(&decl.shape.name(*place), TEXT, Align::Middle, Tone::Dim, (x, middle)),
            }
        }
        for (number, zone) in self.zone_at.iter().enumerate() {
            let of = &self.program.zones[usize::from(zone.decl)];
            let Keys::Places(on, _) = of.each else { continue };
            let Some((place, _)) = ground.spots.get(usize::from(zone.key)).filter(|_| usize::from(on) == map) else {
                continue;
            };
            let (x, middle) = at(i32::from(*place));
            for (layer, piece) in p.zones[number].iter().enumerate() {
                let offset = layer as f64 * 3.0;
                self.put_piece(p, *piece, seat, scene, (x + offset, middle + offset), 0);
            }
        }
        for var in self.program.vars.iter().filter(|var| var.ty == super::code::Ty::Place(map as u8)) {
            let beads = [Bead::Red, Bead::Blue, Bead::Yellow, Bead::Black];
            let owners = if var.own { self.seats } else { 1 };
            for owner in 0..owners {
                let place = p.vars[usize::from(var.base) + usize::from(owner)];
                if places.contains(&place) {
                    let (x, middle) = at(place);
                    let step = f64::from(owner) * 7.0 - f64::from(owners - 1) * 3.5;
                    scene.at(What::Bead(beads[usize::from(owner) % 4]), x + step, middle + h * 0.25);
                }
            }
        }
        end
    }

    /// What is counted, in words below everything.
    fn picture_counts(&self, p: &Position, seat: Option<Seat>, scene: &mut Scene, y: f64) {
        let lines = self.counted(p, seat);
        for (at, line) in lines.into_iter().enumerate() {
            scene.label(&line, TEXT, Align::Start, Tone::Plain, (0.0, y + at as f64 * TEXT * 1.5));
        }
    }
}
