//! The table as places, facts and pieces in words that can be typed, made from the declarations: for audits, corrections, and
//! entering a game under way.

use std::collections::BTreeMap;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Op, Type};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::choice::hyphened;
use crate::games::by_kit::rules::observe::group;
use crate::games::by_kit::rules::position::*;
use crate::games::shared::described;
use crate::referee::edits::{AT, EditContext};
use crate::referee::intern::{keep, keep_all};
use crate::referee::snapshot::{Home, Piece, Place, Snapshot, Viewer, list};

/// The place of what all share.
pub(super) const TABLE: &str = "table";
/// Whose turn it is, and whether its first question is being asked.
pub(super) const GO: &str = "go";
pub(super) const BEGUN: &str = "begun";
/// Who has left the game: "won 1", "lost 2", in this order.
pub(super) const OUT: &str = "gone";
const TURNED: &str = "turned";
const DOWN: &str = "down";

/// Whose facts or zones are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Table,
    Seat(u8),
    /// A place of a map, with its number among those in use.
    Spot(u8, i32, Option<usize>),
    /// A figure that all share, by its declaration.
    Figure(u16),
}

/// What a fact stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FactOf {
    /// A declaration and its cell; none for a place that is not in use.
    Var(u16, Option<u16>),
    Dice(usize),
}

/// A tile on a map.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    pub id: String,
    pub map: u8,
    pub place: i32,
    pub piece: u16,
}

impl KitGame {
    /// By kind, the zone in which its pieces start.
    pub(super) fn home(&self, kind: u16) -> u16 {
        self.homes[usize::from(kind)]
    }

    /// The tiles that a viewer can name.
    pub(super) fn laid_tiles(&self, p: &Position, viewer: Viewer) -> Vec<Laid> {
        let mut all: Vec<Laid> = Vec::new();
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        for (map, state) in (0..).zip(&p.maps) {
            for (place, piece) in state.tiles() {
                let Some(kind) = self.seen_by(p, piece, viewer) else {
                    continue;
                };
                let count = counts.entry(kind).or_default();
                *count += 1;
                let code = &self.program.facts.kinds[usize::from(kind)].code;
                let id = match count {
                    1 => code.clone(),
                    count => format!("{code}.{count}"),
                };
                all.push(Laid {
                    id,
                    map,
                    place,
                    piece,
                });
            }
        }
        all
    }

    /// The kind of a piece, if the viewer may name it.
    fn seen_by(&self, p: &Position, piece: u16, viewer: Viewer) -> Option<u16> {
        let kind = p.pieces[usize::from(piece)].kind;
        match viewer {
            Viewer::Referee => Some(kind).filter(|kind| *kind != UNKNOWN),
            Viewer::Seat(seat) => self.sight(p, piece, Some(seat)),
            Viewer::Everybody => self.sight(p, piece, None),
        }
    }

    /// What lies where, as a viewer sees it.
    pub(crate) fn table(&self, p: &Position, viewer: Viewer) -> Snapshot {
        let laid = self.laid_tiles(p, viewer);
        let mut table = Place::new(TABLE).article();
        if self.takes_turns() {
            let names = (0..self.seats).map(|seat| self.player_place(seat).id);
            table = table
                .fact(GO, self.player_place(p.active).id)
                .choices(names.collect::<Vec<_>>());
        }
        let mut places = vec![self.with_facts(table, p, Owner::Table, &laid, viewer)];
        for tile in &laid {
            let place = self.tile_of(p, tile, &laid, viewer);
            places.push(place);
        }
        places.extend(self.other_spots(p, &laid, viewer));
        for seat in 0..self.seats {
            let place =
                self.with_facts(self.player_place(seat), p, Owner::Seat(seat), &laid, viewer);
            let place = self.with_leaving(place, p, seat);
            places.push(self.with_zones(place, p, Owner::Seat(seat), viewer));
        }
        places.extend(self.figures_of_all().map(|var| {
            let decl = &self.program.vars[usize::from(var)];
            let place = Place::new(&decl.name)
                .article()
                .also(self.also(&decl.name, &decl.title));
            self.with_facts(place, p, Owner::Figure(var), &laid, viewer)
        }));
        for zone in 0..self.zone_at.len() as u16 {
            if self.is_own_place(zone) {
                places.push(self.zone_place(p, zone, viewer));
            }
        }
        Snapshot {
            pieces: self.inventory(),
            places,
        }
    }

    /// The other name of something, if the kit gives it one.
    fn also(&self, name: &str, title: &str) -> Vec<String> {
        let other = (!title.is_empty() && title != name).then(|| title.to_owned());
        other.into_iter().collect()
    }

    pub(super) fn player_place(&self, seat: u8) -> Place {
        let mut taken: Vec<&str> = self
            .program
            .zones
            .iter()
            .map(|zone| zone.name.as_str())
            .collect();
        taken.extend(self.program.vars.iter().map(|var| var.name.as_str()));
        taken.push(TABLE);
        described::player(&self.players, usize::from(seat), &taken)
    }

    /// The pieces of the game that ever come to the table.
    fn inventory(&self) -> Vec<Piece> {
        let turns_over = |deck: usize| {
            (0..)
                .zip(&self.program.zones)
                .any(|(at, zone)| zone.see == See::Faces && self.program.decks[at] >> deck & 1 == 1)
        };
        let kinds = (0..).zip(&self.program.facts.kinds);
        let on_table = kinds.filter(|(kind, _)| self.home(*kind) != NOWHERE);
        on_table
            .map(|(kind, of)| {
                let piece = Piece::new(&of.code, self.sort(self.home(kind))).count(of.count);
                let name = hyphened(&of.name).replace('_', "-");
                let piece = if name.eq_ignore_ascii_case(&of.code) {
                    piece
                } else {
                    piece.also([name])
                };
                if of.count == 1 && turns_over(of.deck) {
                    let faces = [Side::Down, Side::Hidden]
                        .map(|side| format!("{}{}", of.code, side.suffix()));
                    piece.faces(faces).bare()
                } else {
                    piece
                }
            })
            .collect()
    }

    /// Pieces are of one sort if they start in the same zone.
    fn sort(&self, home: u16) -> &'static str {
        keep(&self.zone_id(home))
    }

    /// The sorts of pieces that may lie in a zone, those that are at home there left out.
    fn takes(&self, zone: u16) -> &'static [&'static str] {
        let decks = self.decks_in(zone);
        let mut sorts: Vec<&'static str> = Vec::new();
        for (kind, of) in (0..).zip(&self.program.facts.kinds) {
            let home = self.home(kind);
            if decks >> of.deck & 1 == 1 && home != NOWHERE && home != zone {
                let sort = self.sort(home);
                if !sorts.contains(&sort) {
                    sorts.push(sort);
                }
            }
        }
        keep_all(sorts)
    }

    /// The decks whose pieces may lie in a zone, one bit each; all where the rules bring none.
    pub(super) fn decks_in(&self, zone: u16) -> u64 {
        match self.program.decks[usize::from(self.zone_at[usize::from(zone)].decl)] {
            0 => u64::MAX,
            decks => decks,
        }
    }

    pub(super) fn is_home(&self, zone: u16) -> bool {
        self.homes.contains(&zone)
    }

    pub(super) fn is_closed(&self, zone: u16) -> bool {
        let decl = &self.program.zones[usize::from(self.zone_at[usize::from(zone)].decl)];
        matches!(decl.kind, ZoneKind::Pile | ZoneKind::Bag)
    }

    /// Whether a zone is a place of its own, instead of a part of a player's or of a place of a map.
    fn is_own_place(&self, zone: u16) -> bool {
        let at = self.zone_at[usize::from(zone)];
        let decl = &self.program.zones[usize::from(at.decl)];
        decl.map.is_none() && decl.each.on_map().is_none() && (!decl.own || self.is_home(zone))
    }

    fn zone_place(&self, p: &Position, zone: u16, viewer: Viewer) -> Place {
        let at = self.zone_at[usize::from(zone)];
        let decl = &self.program.zones[usize::from(at.decl)];
        let mut place = Place::new(self.zone_id(zone)).article();
        if decl.each == Keys::One && !decl.own {
            place = place.also(self.also(&decl.name, &decl.title));
        } else {
            place = place.also([self.zone_name(p, zone)]);
        }
        if self.is_home(zone) {
            let own: &'static [&'static str] = keep_all(vec![self.sort(zone)]);
            let home = if self.is_closed(zone) {
                Home::Closed
            } else {
                Home::Open
            };
            place = place.home(own, home);
            let order = self.known_from_the_top(p, zone, viewer);
            if let Some(slot) = place.slots.last_mut() {
                slot.pieces = order;
            }
        }
        if self.takes(zone).is_empty() {
            return place;
        }
        self.with_zone(place, p, zone, keep(&decl.name), viewer)
    }

    /// The pieces on top of a closed pile that the viewer knows, the top one first.
    fn known_from_the_top(&self, p: &Position, zone: u16, viewer: Viewer) -> Vec<String> {
        if !self.is_closed(zone) {
            return Vec::new();
        }
        let tops = p.zones[usize::from(zone)].iter().rev();
        let known = tops.map_while(|piece| {
            let kind = self.seen_by(p, *piece, viewer)?;
            (self.home(kind) == zone)
                .then(|| self.program.facts.kinds[usize::from(kind)].code.clone())
        });
        known.collect()
    }

    /// Adds the pieces of a zone that are not at home there.
    fn with_zone(
        &self,
        place: Place,
        p: &Position,
        zone: u16,
        key: &'static str,
        viewer: Viewer,
    ) -> Place {
        let decks_of = |kind: u16| self.home(kind) == zone;
        let mut words = Vec::new();
        let mut hidden = 0u32;
        for piece in p.zones.get(usize::from(zone)).into_iter().flatten() {
            match self.seen_by(p, *piece, viewer) {
                Some(kind) if decks_of(kind) => {}
                Some(kind) => words.push(self.word_of(p, *piece, kind)),
                // What is unseen at home is counted there.
                None if self.is_home(zone) => {}
                None => hidden += 1,
            }
        }
        place.slot(key, self.takes(zone), words).hidden(hidden)
    }

    /// A piece as it lies: "E14", "X01-down".
    pub(super) fn word_of(&self, p: &Position, piece: u16, kind: u16) -> String {
        let of = &self.program.facts.kinds[usize::from(kind)];
        let zone = p.pieces[usize::from(piece)].zone;
        let see = self
            .zone_at
            .get(usize::from(zone))
            .map(|zone| self.program.zones[usize::from(zone.decl)].see);
        let side = if see == Some(See::Faces) && of.count == 1 && !self.is_up(p, piece) {
            if self.public(p, piece) == kind {
                Side::Down
            } else {
                Side::Hidden
            }
        } else {
            Side::Up
        };
        format!("{}{}", of.code, side.suffix())
    }

    /// A tile that is to be laid: its place is said later.
    pub(super) fn fresh_tile(&self, code: &str) -> Option<Place> {
        let kind = self.program.facts.find_code(code)?;
        let deck = self.program.facts.kinds[usize::from(kind)].deck;
        let map = self.map_of(deck)?;
        (self.home(kind) != NOWHERE).then(|| {
            let place = Place::new(code)
                .tile()
                .fact(AT, "")
                .maybe(TURNED, "")
                .flag(DOWN, false);
            let p = &self.start;
            let owner = Owner::Spot(
                map,
                self.program.maps[usize::from(map)].shape.origin(),
                None,
            );
            let place = self.with_facts(place, p, owner, &[], Viewer::Everybody);
            self.with_zones(place, p, owner, Viewer::Everybody)
        })
    }

    /// The map on which the tiles of a deck are laid.
    fn map_of(&self, deck: usize) -> Option<u8> {
        let lies = |map: &crate::games::by_kit::language::map_state::MapDecl| {
            self.program.decks[usize::from(map.zone)] >> deck & 1 == 1
        };
        self.program.maps.iter().position(lies).map(|map| map as u8)
    }

    fn tile_of(&self, p: &Position, tile: &Laid, laid: &[Laid], viewer: Viewer) -> Place {
        let at = p.pieces[usize::from(tile.piece)];
        let turned = if at.turns == 0 {
            String::new()
        } else {
            at.turns.to_string()
        };
        let name = &self.program.facts.kinds[usize::from(at.kind)].name;
        let is_origin = tile.place == self.program.maps[usize::from(tile.map)].shape.origin();
        let mut place = Place::new(&tile.id)
            .tile()
            .fact(AT, self.spot_words(tile.map, tile.place))
            .maybe(TURNED, turned)
            .flag(DOWN, at.up == Some(false));
        if !name.eq_ignore_ascii_case(&tile.id) {
            place = place.also([name.clone()]);
        }
        if is_origin {
            place = place.also(["start"]);
        }
        let spot = p.maps[usize::from(tile.map)].find(tile.place);
        let owner = Owner::Spot(tile.map, tile.place, spot);
        let place = self.with_facts(place, p, owner, laid, viewer);
        self.with_zones(place, p, owner, viewer)
    }

    /// Places without a tile on which something lies, and all places that have names.
    fn other_spots(&self, p: &Position, laid: &[Laid], viewer: Viewer) -> Vec<Place> {
        let mut all = Vec::new();
        for (map, state) in (0..).zip(&p.maps) {
            let is_named = matches!(
                self.program.maps[usize::from(map)].shape,
                crate::games::by_kit::language::map_state::Shape::Places(..)
            );
            for (spot, (place, _)) in state.spots.iter().enumerate() {
                let place = i32::from(*place);
                if laid
                    .iter()
                    .any(|tile| (tile.map, tile.place) == (map, place))
                {
                    continue;
                }
                let described = self.bare_spot(p, (map, place, Some(spot)), laid, viewer);
                let says = |place: &Place| {
                    place.facts.iter().any(|fact| !fact.value.is_empty())
                        || place
                            .slots
                            .iter()
                            .any(|slot| !slot.pieces.is_empty() || slot.hidden > 0)
                };
                let has_parts = !described.facts.is_empty() || !described.slots.is_empty();
                if has_parts && (is_named || says(&described)) {
                    all.push(described);
                }
            }
        }
        all
    }

    /// A place of a map without its tile.
    fn bare_spot(
        &self,
        p: &Position,
        (map, place, spot): (u8, i32, Option<usize>),
        laid: &[Laid],
        viewer: Viewer,
    ) -> Place {
        let owner = Owner::Spot(map, place, spot);
        let described = Place::new(self.spot_words(map, place)).also([self.place_name(map, place)]);
        let described = self.with_facts(described, p, owner, laid, viewer);
        self.with_zones(described, p, owner, viewer)
    }

    /// A place of a map as it is written: "2,-1"; with the map where there are several.
    pub(super) fn spot_words(&self, map: u8, place: i32) -> String {
        let decl = &self.program.maps[usize::from(map)];
        let name = decl.shape.name(place);
        if self.program.maps.len() > 1 {
            format!("{} {name}", self.program.zones[usize::from(decl.zone)].name)
        } else {
            name
        }
    }

    /// The place that words name: "2,-1", "land 2,-1", "2e1n", "start", or that of a tile.
    pub(super) fn spot_named(&self, table: &Snapshot, words: &str) -> Option<(u8, i32)> {
        let words = words.trim();
        match table.called(words).filter(|place| place.tile) {
            // It is said of a tile where it lies, and not beside which other one.
            Some(tile) => self.spot_written(tile.get(AT)),
            None => self.spot_written(words),
        }
    }

    fn spot_written(&self, words: &str) -> Option<(u8, i32)> {
        let (map, name) = match words.split_once(' ') {
            Some((map, name)) => (Some(map), name.trim()),
            None => (None, words),
        };
        let maps = (0..).zip(&self.program.maps);
        let mut maps = maps.filter(|(_, decl)| {
            map.is_none_or(|map| self.program.zones[usize::from(decl.zone)].name == map)
        });
        maps.find_map(|(map, decl)| {
            let shape = &decl.shape;
            let is_start = name.eq_ignore_ascii_case("start");
            let place = shape
                .parse(name)
                .or_else(|| is_start.then(|| shape.origin()));
            Some((map, place.or_else(|| self.labelled(map, name))?))
        })
    }

    /// A place by its steps from the start, as the board is labelled: "2e1n".
    fn labelled(&self, map: u8, name: &str) -> Option<i32> {
        let shape = &self.program.maps[usize::from(map)].shape;
        let mut place = shape.origin();
        let mut rest = name;
        while !rest.is_empty() {
            let letters = rest.find(|sign: char| sign.is_ascii_alphabetic())?;
            let steps: u8 = if letters == 0 {
                1
            } else {
                rest[..letters].parse().ok()?
            };
            let end = rest[letters..].find(|sign: char| !sign.is_ascii_alphabetic());
            let end = end.map_or(rest.len(), |end| letters + end);
            let side = shape
                .ways()
                .iter()
                .position(|way| *way == &rest[letters..end])?;
            for _ in 0..steps {
                place = shape.beside(place, side)?;
            }
            rest = &rest[end..];
        }
        (place != shape.origin()).then_some(place)
    }

    /// The figures of the table: each is a place of its own.
    pub(super) fn figures_of_all(&self) -> impl Iterator<Item = u16> + '_ {
        let is = |decl: &crate::games::by_kit::language::code::VarDecl| {
            !decl.own && decl.each == Keys::One && matches!(decl.ty, Type::Place(_))
        };
        (0..)
            .zip(&self.program.vars)
            .filter(move |(_, decl)| is(decl))
            .map(|(var, _)| var)
    }

    /// What can be said of an owner: the key and what it stands for.
    pub(super) fn facts_of(&self, owner: Owner) -> Vec<(&'static str, FactOf)> {
        let mut all = Vec::new();
        for (var, decl) in (0u16..).zip(&self.program.vars) {
            let seat = match owner {
                Owner::Figure(own) => {
                    if own == var {
                        all.push((AT, FactOf::Var(var, Some(decl.base))));
                    }
                    continue;
                }
                Owner::Seat(seat) if decl.own => Some(seat),
                Owner::Table | Owner::Spot(..) if !decl.own => None,
                _ => continue,
            };
            let first = decl.base + u16::from(seat.unwrap_or(0)) * decl.each.count();
            let own_figure = seat.is_some() && decl.each == Keys::One && self.is_the_figure(var);
            match (&decl.each, owner) {
                (Keys::One, Owner::Table) if matches!(decl.ty, Type::Place(_)) => {}
                (Keys::One, Owner::Table | Owner::Seat(_)) => {
                    let key = if own_figure { AT } else { keep(&decl.name) };
                    all.push((key, FactOf::Var(var, Some(first))));
                }
                (Keys::Number(_) | Keys::Of(..), Owner::Table | Owner::Seat(_)) => {
                    let keys = (first..).zip(self.keys_of(&decl.each));
                    all.extend(keys.map(|(at, key)| {
                        let key = keep(&format!("{}.{key}", decl.name));
                        (key, FactOf::Var(var, Some(at)))
                    }));
                }
                (Keys::Places(map, most), Owner::Spot(own, _, spot)) if *map == own => {
                    let cell = spot
                        .filter(|spot| *spot < usize::from(*most))
                        .map(|spot| first + spot as u16);
                    all.push((keep(&decl.name), FactOf::Var(var, cell)));
                }
                (Keys::Sides(map, most, sides), Owner::Spot(own, _, spot)) if *map == own => {
                    let ways = self.program.maps[usize::from(own)].shape.ways();
                    all.extend(ways.iter().enumerate().map(|(side, way)| {
                        let cell = spot
                            .filter(|spot| *spot < usize::from(*most))
                            .map(|spot| first + spot as u16 * sides + side as u16);
                        (
                            keep(&format!("{}.{way}", decl.name)),
                            FactOf::Var(var, cell),
                        )
                    }));
                }
                _ => {}
            }
        }
        for (of, dice) in self.program.dice.iter().enumerate() {
            if matches!(
                (owner, dice.own),
                (Owner::Table, false) | (Owner::Seat(_), true)
            ) {
                all.push((keep(&dice.name), FactOf::Dice(of)));
            }
        }
        all
    }

    /// Whether a player has one figure, which can then be called by the player's name.
    fn is_the_figure(&self, var: u16) -> bool {
        let is = |decl: &crate::games::by_kit::language::code::VarDecl| {
            decl.own && decl.each == Keys::One && matches!(decl.ty, Type::Place(_))
        };
        let taken = self.program.vars.iter().any(|decl| decl.name == AT);
        let figures = self.program.vars.iter().filter(|decl| is(decl)).count();
        figures == 1 && !taken && is(&self.program.vars[usize::from(var)])
    }

    fn with_facts(
        &self,
        mut place: Place,
        p: &Position,
        owner: Owner,
        laid: &[Laid],
        viewer: Viewer,
    ) -> Place {
        for (key, of) in self.facts_of(owner) {
            place = match of {
                FactOf::Var(var, cell) => {
                    let value = cell.map(|cell| p.vars[usize::from(cell)]);
                    let hidden = match (owner, viewer) {
                        (_, Viewer::Referee) => false,
                        (Owner::Seat(seat), Viewer::Seat(own)) => {
                            self.is_chosen_in_secret(p, var.into(), seat, Some(own))
                        }
                        (Owner::Seat(seat), _) => {
                            self.is_chosen_in_secret(p, var.into(), seat, None)
                        }
                        _ => false,
                    };
                    self.with_var(place, (key, var), value.filter(|_| !hidden), cell, laid)
                }
                FactOf::Dice(of) => {
                    let seat = if let Owner::Seat(seat) = owner {
                        seat
                    } else {
                        0
                    };
                    let shown = self.dice_words(p, of, seat, viewer);
                    place.maybe(key, shown)
                }
            };
        }
        place
    }

    fn dice_words(&self, p: &Position, of: usize, seat: u8, viewer: Viewer) -> String {
        let faces = &self.program.dice[of].faces;
        let up: Vec<Option<usize>> = match viewer {
            Viewer::Referee => {
                let dice = p.dice[group(&self.program.dice[of], seat)].iter();
                dice.map(|face| {
                    usize::from(*face)
                        .checked_sub(1)
                        .filter(|face| *face < faces.len())
                })
                .collect()
            }
            Viewer::Seat(looks) => self.faces_up(p, of, seat, Some(looks)),
            Viewer::Everybody => self.faces_up(p, of, seat, None),
        };
        let word = |face: usize| {
            let face = faces[face];
            self.program
                .facts
                .text(face)
                .map_or_else(|| face.to_string(), hyphened)
        };
        list(up.into_iter().flatten().map(word))
    }

    /// Adds a counter, word, player or figure.
    fn with_var(
        &self,
        place: Place,
        (key, var): (&'static str, u16),
        value: Option<i32>,
        cell: Option<u16>,
        laid: &[Laid],
    ) -> Place {
        let decl = &self.program.vars[usize::from(var)];
        let start = self.usual(var, cell);
        let value = value.unwrap_or(start);
        let by_default = decl.title.is_empty() || decl.anew || decl.each.on_map().is_some();
        match &decl.ty {
            Type::Flag if start == 0 => place.flag(key, value == 1),
            Type::Flag => place
                .fact(key, self.value_words(&decl.ty, value))
                .choices(["yes", "no"]),
            Type::Number => {
                let bounds = decl.least.max(-1_000_000)..=decl.most.min(1_000_000);
                let near = [value.saturating_sub(1), value.saturating_add(1)];
                let near = near.into_iter().filter(|value| bounds.contains(value));
                if by_default && value == start {
                    place.maybe(key, "").choices(near)
                } else if by_default {
                    place.maybe(key, value).choices(near)
                } else {
                    place.fact(key, value).choices(near)
                }
            }
            Type::Place(map) => {
                let tile = laid
                    .iter()
                    .find(|tile| (tile.map, tile.place) == (*map, value));
                let words = match tile {
                    _ if value == NONE => String::new(),
                    Some(tile) => tile.id.clone(),
                    None => self.spot_words(*map, value),
                };
                place.maybe(key, words).choices(
                    laid.iter()
                        .filter(|tile| tile.map == *map)
                        .take(12)
                        .map(|tile| &tile.id),
                )
            }
            Type::Player => {
                let id = |seat: u8| self.player_place(seat).id;
                let words = u8::try_from(value).map_or_else(|_| String::new(), id);
                place.maybe(key, words).choices((0..self.seats).map(id))
            }
            ty => {
                let words = if value == NONE {
                    String::new()
                } else {
                    self.value_words(ty, value)
                };
                let choices = decl.words.iter().take(12);
                let choices = choices.map(|word| self.value_words(ty, *word));
                place.maybe(key, words).choices(choices.collect::<Vec<_>>())
            }
        }
    }

    /// What a counter is where nobody says anything else.
    pub(super) fn usual(&self, var: u16, cell: Option<u16>) -> i32 {
        let decl = &self.program.vars[usize::from(var)];
        match cell {
            Some(cell) if !decl.anew => self.start.vars[usize::from(cell)],
            _ => decl.start,
        }
    }

    /// Adds who has left the game, where the rules let players leave.
    fn with_leaving(&self, place: Place, p: &Position, seat: u8) -> Place {
        if !self.lets_leave() {
            return place;
        }
        let left = p.left[usize::from(seat)];
        if left == 0 {
            return place.maybe(OUT, "");
        }
        let nth = p
            .left
            .iter()
            .filter(|other| **other > 0 && **other <= left)
            .count();
        let how = if p.lost >> seat & 1 == 1 {
            "lost"
        } else {
            "won"
        };
        place.maybe(OUT, format!("{how} {nth}"))
    }

    pub(super) fn lets_leave(&self) -> bool {
        let leaves = |op: &Op| matches!(op, Op::Win { leaves: true } | Op::Lose { leaves: true });
        self.program.ops.iter().any(leaves)
    }

    /// The zones of an owner, by key.
    pub(super) fn zones_of(&self, owner: Owner) -> Vec<(&'static str, Option<u16>)> {
        let mut all = Vec::new();
        for decl in &self.program.zones {
            match owner {
                Owner::Seat(seat) if decl.own && decl.each.on_map().is_none() => {
                    let first = decl.base + u16::from(seat) * decl.each.count();
                    for at in 0..decl.each.count() {
                        if !self.is_home(first + at) {
                            let key = match decl.each {
                                Keys::One => keep(&decl.name),
                                _ => keep(&format!("{}.{}", decl.name, at + 1)),
                            };
                            all.push((key, Some(first + at)));
                        }
                    }
                }
                Owner::Spot(map, _, spot) if !decl.own => match decl.each {
                    Keys::Places(own, most) if own == map => {
                        let zone = spot.filter(|spot| *spot < usize::from(most));
                        all.push((keep(&decl.name), zone.map(|spot| decl.base + spot as u16)));
                    }
                    Keys::Sides(own, most, sides) if own == map => {
                        let ways = self.program.maps[usize::from(map)].shape.ways();
                        for (side, way) in ways.iter().enumerate() {
                            let zone = spot.filter(|spot| *spot < usize::from(most));
                            let zone =
                                zone.map(|spot| decl.base + spot as u16 * sides + side as u16);
                            all.push((keep(&format!("{}.{way}", decl.name)), zone));
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        all
    }

    fn with_zones(&self, mut place: Place, p: &Position, owner: Owner, viewer: Viewer) -> Place {
        for (key, zone) in self.zones_of(owner) {
            place = match zone {
                Some(zone) => self.with_zone(place, p, zone, key, viewer),
                None => {
                    let decl = self.program.zones.iter().find(|decl| {
                        decl.name == key
                            || key
                                .split_once('.')
                                .is_some_and(|(name, _)| decl.name == name)
                    });
                    let takes = decl.map_or(keep_all(Vec::new()), |decl| self.takes(decl.base));
                    place.slot(key, takes, [""; 0])
                }
            };
        }
        place
    }
}

/// How a piece lies that may be turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Up,
    /// Face down, and all know which it is.
    Down,
    Hidden,
}

impl Side {
    pub fn suffix(self) -> &'static str {
        match self {
            Side::Up => "",
            Side::Down => "-down",
            Side::Hidden => "-hidden",
        }
    }

    /// The code of a piece without its side.
    pub fn split(word: &str) -> (&str, Side) {
        for side in [Side::Down, Side::Hidden] {
            if let Some(code) = word.strip_suffix(side.suffix()) {
                return (code, side);
            }
        }
        (word, Side::Up)
    }
}

impl EditContext for KitGame {
    fn tile_place(&self, tile: &str) -> Option<Place> {
        self.fresh_tile(tile).or_else(|| {
            let (map, place) = self.spot_written(tile)?;
            let spot = self.bare_spot(&self.start, (map, place, None), &[], Viewer::Everybody);
            (!spot.slots.is_empty() || !spot.facts.is_empty()).then_some(spot)
        })
    }

    fn beside(&self, cell: &str, side: &str) -> Option<String> {
        let (map, place) = self.spot_written(cell)?;
        let shape = &self.program.maps[usize::from(map)].shape;
        let side = side.to_lowercase();
        let short = match side.as_str() {
            "north" => "n",
            "northeast" => "ne",
            "east" => "e",
            "southeast" => "se",
            "south" => "s",
            "southwest" => "sw",
            "west" => "w",
            "northwest" => "nw",
            other => other,
        };
        let at = shape.ways().iter().position(|way| *way == short)?;
        Some(self.spot_words(map, shape.beside(place, at)?))
    }
}
