//! The table as pieces, for a picture with printed faces. Lengths are in millimetres.

use super::land::Plan;
use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Node, Picked, Type};
use crate::games::by_kit::language::facts::{DeckOf, NONE};
use crate::games::by_kit::language::sheet::ZoneKind;
use crate::games::by_kit::rules::choice::of_class;
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::*;
use crate::referee::counter::Plate;
use crate::referee::intern::keep;
use crate::referee::scene::{Align, Count, Heap, Panel, Piece, Region, Scene, What, Zone};
use crate::referee::{Figure, Pointing, Seat, Tone};

/// The gap between heaps, and between the pieces of a row.
const GAP: f64 = 8.0;
const CLOSE: f64 = 2.0;
/// The width at which a row of heaps is broken, and up to which players are side by side.
const WIDE: f64 = 420.0;
/// The distance of players who are side by side.
const APART: f64 = 20.0;
/// The size of text, and of names.
const TEXT: f64 = 5.0;
const NAME: f64 = 7.0;
/// The height of the title above a heap.
const TITLE: f64 = TEXT * 1.6;
/// How much of each stacked card is visible, face up and face down, as a fraction of its height.
const SHOWS: f64 = 0.22;
const HINTS: f64 = 0.09;
/// How much of each card is visible at least, if those of a hand are seen and if they are not, as a fraction of its width.
const FANNED: f64 = 0.32;
const HELD: f64 = 0.22;
/// The size of the largest counters.
const COUNTER: f64 = 30.0;
/// How high a stack of pieces of a kind is at most, as a fraction of their height.
const RAISED: f64 = 0.7;
/// A row takes the room of this many pieces at most, and has this many of them at most.
const LONG: f64 = 7.0;
const MOST_IN_ROW: usize = 24;
/// Rows for up to this many pieces have a visible place for each.
const MOST_SLOTS: usize = 8;
/// The edge of a plain die, and how many lie side by side.
const CUBE: f64 = 20.0;
const DICE_IN_ROW: usize = 6;

/// The layout of a table.
struct Layout<'g> {
    maps: Vec<Plan<'g>>,
    heaps: Vec<Placed>,
    /// What lies before the table and each player besides.
    headings: Vec<Heading>,
}

/// The name of a player and the counters beside it, or the counters of the table.
struct Heading {
    owner: Option<Seat>,
    corner: (f64, f64),
    counts: Vec<Count>,
    /// The upper left corner of each counter.
    places: Vec<(f64, f64)>,
}

/// A piece as a move lays it on a map.
struct Laid {
    /// Its printed face and its clockwise turns.
    face: (What, u8),
    map: u8,
    place: i32,
}

/// Everything before a player, or on the table besides maps, from a corner at (0, 0).
struct Block {
    heading: Heading,
    heaps: Vec<Placed>,
    size: (f64, f64),
}

impl Block {
    fn moved(mut self, (dx, dy): (f64, f64)) -> Block {
        let places = self.heading.places.iter_mut();
        let corners = self.heaps.iter_mut().map(|heap| &mut heap.corner);
        for (x, y) in places.chain(corners).chain([&mut self.heading.corner]) {
            *x += dx;
            *y += dy;
        }
        self
    }
}

/// A heap and its place.
struct Placed {
    what: HeapOf,
    owner: Option<Seat>,
    /// The top left corner of its pieces, and their size together.
    corner: (f64, f64),
    size: (f64, f64),
}

/// What a heap consists of.
#[derive(Clone, Copy)]
enum HeapOf {
    Zone(usize),
    /// Dice of a declaration that belong to a player.
    Dice(usize, u8),
}

/// How pieces lie in a row: the distance between two, and how many there are.
#[derive(Clone, Copy)]
struct Row {
    step: f64,
    in_row: usize,
}

impl Layout<'_> {
    fn add(&mut self, block: Block, corner: (f64, f64)) {
        let block = block.moved(corner);
        self.heaps.extend(block.heaps);
        self.headings.push(block.heading);
    }
}

impl KitGame {
    pub(crate) fn picture(&self, p: &Position, seat: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        let layout = self.layout(p, seat);
        for (map, plan) in layout.maps.iter().enumerate() {
            self.picture_map(p, map, seat, &mut scene, plan);
        }
        for heap in &layout.heaps {
            self.picture_heap(p, heap, seat, &mut scene);
        }
        for heading in layout.headings {
            self.picture_heading(heading, &mut scene);
        }
        scene
    }

    /// How a player is shown beside the others: by the figure, if there is one.
    pub(crate) fn figure_of(&self, p: &Position, seat: Seat) -> Figure {
        Figure {
            piece: self.own_figure(p, seat),
            standing: String::new(),
        }
    }

    /// Lays out the table: maps, the heaps of the table beside or below them, then the players, side by side where they fit.
    fn layout(&self, p: &Position, seat: Option<Seat>) -> Layout<'_> {
        let (maps, (map_width, map_height)) = self.plans(p);
        let beside = WIDE - map_width - APART;
        let (corner, room) = if map_width == 0.0 {
            ((0.0, 0.0), WIDE)
        } else if beside >= WIDE / 2.0 {
            ((map_width + APART, 0.0), beside)
        } else {
            ((0.0, map_height + APART), WIDE)
        };
        let mut layout = Layout {
            maps,
            heaps: Vec::new(),
            headings: Vec::new(),
        };
        let shared = self.block(p, None, seat, room);
        let mut y = map_height.max(corner.1 + shared.size.1);
        if y > 0.0 {
            y += APART;
        }
        layout.add(shared, corner);
        let players: Vec<Block> = (0..self.seats)
            .map(|owner| self.block(p, Some(owner), seat, WIDE))
            .collect();
        let width = players.iter().map(|block| block.size.0).fold(1.0, f64::max);
        let fit = ((WIDE + APART) / (width + APART)) as usize;
        let rows = players.len().div_ceil(fit.max(1)).max(1);
        let in_row = players.len().div_ceil(rows).max(1);
        let mut high = 0.0f64;
        for (index, block) in players.into_iter().enumerate() {
            let column = index % in_row;
            if column == 0 && index > 0 {
                y += high + APART * 0.6;
                high = 0.0;
            }
            high = high.max(block.size.1);
            layout.add(block, (column as f64 * (width + APART), y));
        }
        layout
    }

    /// Lays out what the table or a player has: the name and counters, then heaps in rows of this width at most.
    fn block(&self, p: &Position, owner: Option<Seat>, seat: Option<Seat>, room: f64) -> Block {
        let mut block = self.heading(p, owner, seat, room);
        let (mut x, mut y) = (0.0f64, block.size.1);
        let mut high = 0.0f64;
        for what in self.heaps_of(owner) {
            let size = self.heap_size(p, what, seat);
            if x > 0.0 && x + size.0 > room {
                x = 0.0;
                y = y + high + GAP;
                high = 0.0;
            }
            block.heaps.push(Placed {
                what,
                owner,
                corner: (x, y + TITLE),
                size,
            });
            block.size.0 = block.size.0.max(x + size.0);
            x += size.0.max(26.0) + GAP;
            high = high.max(TITLE + size.1);
        }
        block.size.1 = y + high;
        block
    }

    /// The name of a player with the counters beside it and below.
    fn heading(&self, p: &Position, owner: Option<Seat>, seat: Option<Seat>, room: f64) -> Block {
        let counts = self.counts_of(p, owner, seat, true);
        let name_width = |owner| self.name(owner).chars().count() as f64 * NAME * 0.66;
        let (mut x, mut y) = (owner.map_or(0.0, name_width), 0.0);
        let mut width = x;
        let mut high = if owner.is_some() { NAME * 1.4 } else { 0.0 };
        let mut places = Vec::new();
        for count in &counts {
            let (w, h) = Plate::new(count).size;
            if x > 0.0 && x + GAP + w > room.min(WIDE / 2.0) {
                x = 0.0;
                y = y + high + CLOSE;
                high = 0.0;
            }
            if x > 0.0 {
                x += if places.is_empty() { GAP } else { CLOSE };
            }
            places.push((x, y));
            x += w;
            width = width.max(x);
            high = high.max(h);
        }
        let below = y + high;
        Block {
            heading: Heading {
                owner,
                corner: (0.0, 0.0),
                counts,
                places,
            },
            heaps: Vec::new(),
            size: (
                width,
                if below > 0.0 {
                    below + CLOSE * 2.0
                } else {
                    0.0
                },
            ),
        }
    }

    /// The heaps of the table or of a player, dice first.
    fn heaps_of(&self, owner: Option<Seat>) -> Vec<HeapOf> {
        let dice = self.program.dice.iter().enumerate();
        let dice = dice
            .filter(|(_, dice)| dice.own == owner.is_some() && !dice.is_left_out)
            .map(|(of, _)| HeapOf::Dice(of, owner.unwrap_or(0)));
        let zones = self.zone_at.iter().enumerate().filter(|(_, zone)| {
            let decl = &self.program.zones[usize::from(zone.decl)];
            decl.own == owner.is_some()
                && owner.is_none_or(|owner| owner == zone.seat)
                && decl.map.is_none()
                && decl.each.on_map().is_none()
                && !decl.is_left_out
        });
        dice.chain(zones.map(|(at, _)| HeapOf::Zone(at))).collect()
    }

    /// The number of a heap on the page.
    fn heap_zone(&self, what: HeapOf) -> Zone {
        let number = match what {
            HeapOf::Zone(zone) => zone,
            HeapOf::Dice(of, seat) => {
                self.zone_at.len() + of * usize::from(self.seats) + usize::from(seat)
            }
        };
        Zone::Heap(number as u16)
    }

    /// The deck whose pieces are, or may be, in a zone.
    fn deck_in(&self, p: &Position, zone: usize) -> Option<&DeckOf> {
        let first = p.zones[zone]
            .first()
            .map(|piece| usize::from(self.piece_decks[usize::from(*piece)]));
        let decks = &self.program.facts.decks;
        let deck = first
            .or_else(|| self.deck_for(zone))
            .map(|deck| &decks[deck]);
        deck.or_else(|| decks.iter().find(|deck| deck.group != "dice"))
    }

    /// The deck that a zone begins with, or of which it gathers what is drawn again.
    fn deck_for(&self, zone: usize) -> Option<usize> {
        let at = &self.zone_at[zone];
        let decl = &self.program.zones[usize::from(at.decl)];
        let refilled = || {
            let zones = self.program.zones.iter();
            let mut from_here = zones.filter(|other| {
                let source = other
                    .refill
                    .map(|(node, _)| &self.program.nodes[node as usize]);
                matches!(source, Some(Node::Zone(address)) if address.base == decl.base)
            });
            from_here.find_map(|other| other.deck)
        };
        decl.deck.or_else(refilled).map(usize::from)
    }

    /// The size of the pieces that may be in a zone.
    pub(super) fn piece_size(&self, p: &Position, zone: usize) -> (f64, f64) {
        self.deck_in(p, zone).map_or((20.0, 20.0), |deck| deck.size)
    }

    pub(super) fn size_of(&self, piece: u16) -> (f64, f64) {
        self.program.facts.decks[usize::from(self.piece_decks[usize::from(piece)])].size
    }

    fn kind_of(&self, zone: usize) -> ZoneKind {
        self.program.zones[usize::from(self.zone_at[zone].decl)].kind
    }

    /// How many places a row has, with or without pieces.
    fn slots(&self, p: &Position, zone: usize) -> usize {
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        let most = decl.most.map_or(0, usize::from);
        let fixed = Some(most).filter(|most| decl.kind == ZoneKind::Row && *most <= MOST_SLOTS);
        p.zones[zone].len().max(fixed.unwrap_or(0))
    }

    fn row(&self, p: &Position, zone: usize, seat: Option<Seat>) -> Row {
        let (w, _) = self.piece_size(p, zone);
        let count = self.slots(p, zone);
        let in_row = count.clamp(1, MOST_IN_ROW);
        let pieces = &p.zones[zone];
        let is_held = !pieces.is_empty()
            && pieces
                .iter()
                .all(|piece| self.sight(p, *piece, seat).is_none());
        let apart = w + CLOSE;
        let tight = (w * LONG - w) / (in_row.max(2) - 1) as f64;
        let step = if is_held && !self.is_told_apart(p, zone, seat) {
            (w * HELD).max(3.0)
        } else {
            tight.min(apart).max((w * FANNED).min(apart))
        };
        Row { step, in_row }
    }

    /// Whether something is known of each hidden piece of a row: its place among the others, or a mark.
    pub(super) fn is_told_apart(&self, p: &Position, zone: usize, seat: Option<Seat>) -> bool {
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        let pieces = &p.zones[zone];
        let is_told = |piece: &u16| {
            let is_hidden = self.sight(p, *piece, seat).is_none();
            p.pieces[usize::from(*piece)].mark != NONE
                || is_hidden && decl.ordered && decl.kind == ZoneKind::Hand
        };
        pieces.len() <= MOST_SLOTS && pieces.iter().any(is_told)
    }

    /// Writes what is known of each hidden piece of a row on its back, and below it its place among the others.
    fn tell_apart(
        &self,
        p: &Position,
        zone: usize,
        seat: Option<Seat>,
        scene: &mut Scene,
        spots: &[(f64, f64)],
    ) {
        let (_, h) = self.piece_size(p, zone);
        for (at, (piece, (x, y))) in p.zones[zone].iter().zip(spots).enumerate() {
            let is_hidden = self.sight(p, *piece, seat).is_none();
            let below = y + h / 2.0 + TEXT * 1.2;
            let mark = match p.pieces[usize::from(*piece)].mark {
                NONE => String::new(),
                mark => self.plain(mark),
            };
            let mut write = |words: &str, tone, y| {
                scene.label(words, TEXT * 1.3, Align::Middle, tone, (*x, y));
            };
            if is_hidden {
                write(&(at + 1).to_string(), Tone::Plain, below);
            }
            if !mark.is_empty() {
                write(&mark, Tone::Gold, if is_hidden { *y } else { below });
            }
        }
    }

    fn heap_size(&self, p: &Position, what: HeapOf, seat: Option<Seat>) -> (f64, f64) {
        let zone = match what {
            HeapOf::Dice(of, _) => {
                let count = usize::from(self.program.dice[of].count).max(1);
                let (wide, high) = (count.min(DICE_IN_ROW), count.div_ceil(DICE_IN_ROW));
                let step = CUBE + CLOSE;
                return (wide as f64 * step - CLOSE, high as f64 * step - CLOSE);
            }
            HeapOf::Zone(zone) => zone,
        };
        let (w, h) = self.piece_size(p, zone);
        match self.kind_of(zone) {
            ZoneKind::Row | ZoneKind::Hand => {
                if let Some(stacks) = self.sorted(p, zone, seat) {
                    let high = stacks.iter().map(|(_, _, down)| *down).fold(0.0, f64::max);
                    let wide = stacks
                        .iter()
                        .map(|(_, across, _)| *across)
                        .fold(0.0, f64::max);
                    return (wide + w, high + h + TEXT * 1.3);
                }
                let row = self.row(p, zone, seat);
                let rows = self.slots(p, zone).max(1).div_ceil(row.in_row);
                let wide = w + row.step * (row.in_row - 1) as f64;
                let told = if self.is_told_apart(p, zone, seat) {
                    TEXT * 1.5
                } else {
                    0.0
                };
                (wide, rows as f64 * (h + CLOSE) - CLOSE + told)
            }
            ZoneKind::Stack => {
                let shown = self.stack_steps(p, zone, seat).last().copied();
                (w, h + shown.unwrap_or_default())
            }
            _ => (w, h),
        }
    }

    /// The pieces of a long row of few kinds, one stack beside the other: each with how far it lies across and down.
    fn sorted(
        &self,
        p: &Position,
        zone: usize,
        seat: Option<Seat>,
    ) -> Option<Vec<(u16, f64, f64)>> {
        let pieces = &p.zones[zone];
        let (w, h) = self.piece_size(p, zone);
        let is_long = self.kind_of(zone) == ZoneKind::Row && pieces.len() > MOST_SLOTS;
        // The order of cards may matter.
        if !is_long || w.max(h) > COUNTER {
            return None;
        }
        let mut stacks: Vec<(u16, Vec<u16>)> = Vec::new();
        for piece in pieces {
            let kind = self.sight(p, *piece, seat)?;
            match stacks.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, stack)) => stack.push(*piece),
                None => stacks.push((kind, vec![*piece])),
            }
        }
        let is_few = stacks.len() * 3 <= pieces.len();
        let lies = |(column, (_, stack)): (usize, (u16, Vec<u16>))| {
            let step = (h * HINTS).min(h * RAISED / stack.len() as f64);
            let across = column as f64 * (w + CLOSE);
            let lies = move |(at, piece)| (piece, across, at as f64 * step);
            stack.into_iter().enumerate().map(lies)
        };
        is_few.then(|| stacks.into_iter().enumerate().flat_map(lies).collect())
    }

    /// Adds such stacks, with the number of pieces below each.
    fn picture_sorted(
        &self,
        p: &Position,
        stacks: &[(u16, f64, f64)],
        seat: Option<Seat>,
        scene: &mut Scene,
        (x, y): (f64, f64),
        (w, h): (f64, f64),
    ) {
        for stack in stacks.chunk_by(|one, next| one.1 == next.1) {
            for (piece, across, down) in stack {
                let middle = (x + across + w / 2.0, y + down + h / 2.0);
                self.put_piece(p, *piece, seat, scene, middle);
            }
            if let [.., (_, across, down)] = stack {
                let count = format!("×{}", stack.len());
                let below = (x + across + w / 2.0, y + down + h + TEXT);
                scene.label(&count, TEXT, Align::Middle, Tone::Plain, below);
            }
        }
    }

    /// How far down each card of a stack lies.
    fn stack_steps(&self, p: &Position, zone: usize, seat: Option<Seat>) -> Vec<f64> {
        let (_, h) = self.piece_size(p, zone);
        let mut down = 0.0;
        let step = |piece: &u16| {
            let here = down;
            let shows = match self.sight(p, *piece, seat) {
                Some(_) => SHOWS,
                None => HINTS,
            };
            down += h * shows;
            here
        };
        p.zones[zone].iter().map(step).collect()
    }

    fn picture_heap(&self, p: &Position, heap: &Placed, seat: Option<Seat>, scene: &mut Scene) {
        scene.zone = self.heap_zone(heap.what);
        let (title, caption, count) = match heap.what {
            HeapOf::Dice(of, _) => {
                let title = self.program.dice[of].title.clone();
                (title.clone(), title, None)
            }
            HeapOf::Zone(zone) => {
                let caption = self.zone_title(p, zone as u16);
                let is_stacked = matches!(
                    self.kind_of(zone),
                    ZoneKind::Pile | ZoneKind::Bag | ZoneKind::Discard
                );
                let count = p.zones[zone].len();
                let hand = self.kind_of(zone) == ZoneKind::Hand;
                // How few cards somebody has left is news, too.
                let decl = usize::from(self.zone_at[zone].decl);
                let hand = hand && self.program.zones[decl].most != Some(1);
                let is_told = count > 0 && (is_stacked || hand);
                let caption = caption.trim_start_matches("the ").to_owned();
                (
                    self.zone_name(p, zone as u16),
                    caption,
                    is_told.then_some(count),
                )
            }
        };
        scene.heaps.push(Heap {
            zone: scene.zone,
            owner: heap.owner,
            title: title.replace('_', " "),
            set: self.set_of(heap.what),
            count,
        });
        let (x, y) = heap.corner;
        scene.caption(&caption, TEXT, Align::Start, Tone::Dim, (x, y - TEXT * 0.5));
        match heap.what {
            HeapOf::Dice(of, owner) => self.picture_dice(p, (of, owner), seat, scene, heap.corner),
            HeapOf::Zone(zone) => self.picture_zone(p, zone, seat, scene, heap.corner),
        }
    }

    /// Zones of one declaration lie together.
    fn set_of(&self, what: HeapOf) -> Option<u16> {
        let HeapOf::Zone(zone) = what else {
            return None;
        };
        let decl = self.zone_at[zone].decl;
        let has_several = self.program.zones[usize::from(decl)].each != Keys::One;
        has_several.then_some(u16::from(decl))
    }

    fn picture_dice(
        &self,
        p: &Position,
        (of, owner): (usize, u8),
        seat: Option<Seat>,
        scene: &mut Scene,
        (x, y): (f64, f64),
    ) {
        let decl = &self.program.dice[of];
        for (at, face) in self.faces_up(p, of, owner, seat).into_iter().enumerate() {
            let column = at % DICE_IN_ROW;
            let row = at / DICE_IN_ROW;
            let middle = |cell: usize| cell as f64 * (CUBE + CLOSE) + CUBE / 2.0;
            let spot = (x + middle(column), y + middle(row));
            let what = self.die_with(of, Some(owner), face);
            let is_printed = matches!(what, What::Die(_));
            let index = scene.at(what, spot.0, spot.1);
            if let (true, Some(deck)) = (is_printed, decl.deck) {
                let (edge, _) = self.program.facts.decks[usize::from(deck)].size;
                scene.things[index].scale = CUBE * 0.9 / edge.max(1.0);
            }
        }
    }

    /// A die with this face up: with its sticker, or a plain one.
    fn die_with(&self, of: usize, owner: Option<u8>, face: Option<usize>) -> What {
        let decl = &self.program.dice[of];
        self.sticker(of, face).unwrap_or_else(|| What::Cube {
            die: match owner.filter(|_| decl.own) {
                Some(owner) => format!("{}-{owner}", decl.name),
                None => decl.name.clone(),
            },
            face: face
                .and_then(|face| decl.faces.get(face))
                .map(|face| self.plain(*face)),
        })
    }

    /// A die with the sticker of this face up, if it has one.
    fn sticker(&self, of: usize, face: Option<usize>) -> Option<What> {
        let decl = &self.program.dice[of];
        let deck = &self.program.facts.decks[usize::from(decl.deck?)];
        let die = deck
            .dice
            .iter()
            .find(|die| Some(&die.code) == decl.die.as_ref())?;
        let face = die.faces.get(face?).filter(|face| *face != "blank")?;
        Some(What::Die(Piece {
            face: Some(face.clone()),
            ..Piece::new(keep(&deck.name), die.code.clone())
        }))
    }

    fn picture_zone(
        &self,
        p: &Position,
        zone: usize,
        seat: Option<Seat>,
        scene: &mut Scene,
        (x, y): (f64, f64),
    ) {
        let (w, h) = self.piece_size(p, zone);
        let kind = self.kind_of(zone);
        let pieces = &self.as_held(p, zone, seat);
        let middle = (x + w / 2.0, y + h / 2.0);
        match kind {
            ZoneKind::Row | ZoneKind::Hand => {
                if let Some(stacks) = self.sorted(p, zone, seat) {
                    return self.picture_sorted(p, &stacks, seat, scene, (x, y), (w, h));
                }
                let row = self.row(p, zone, seat);
                let spot = |at: usize| {
                    let column = at % row.in_row;
                    let line = at / row.in_row;
                    let across = column as f64 * row.step;
                    (middle.0 + across, middle.1 + line as f64 * (h + CLOSE))
                };
                for at in pieces.len()..self.slots(p, zone).max(1) {
                    scene.at(What::Slot(w, h), spot(at).0, spot(at).1);
                }
                for (at, piece) in pieces.iter().enumerate() {
                    self.put_piece(p, *piece, seat, scene, spot(at));
                }
                if self.is_told_apart(p, zone, seat) {
                    let spots: Vec<_> = (0..pieces.len()).map(spot).collect();
                    self.tell_apart(p, zone, seat, scene, &spots);
                }
            }
            ZoneKind::Stack if !pieces.is_empty() => {
                let steps = self.stack_steps(p, zone, seat);
                for (piece, down) in pieces.iter().zip(steps) {
                    self.put_piece(p, *piece, seat, scene, (middle.0, middle.1 + down));
                }
            }
            _ if pieces.is_empty() => {
                scene.at(What::Slot(w, h), middle.0, middle.1);
            }
            _ => self.picture_pile(p, pieces, seat, scene, middle),
        }
    }

    /// A pile, with its uppermost piece if that is seen, and with the larger pieces on which smaller ones lie.
    fn picture_pile(
        &self,
        p: &Position,
        pieces: &[u16],
        seat: Option<Seat>,
        scene: &mut Scene,
        (x, y): (f64, f64),
    ) {
        let area = |piece: &u16| {
            let (w, h) = self.size_of(*piece);
            w * h
        };
        let Some(last) = pieces.last() else { return };
        let larger = pieces.iter().rposition(|piece| area(piece) > area(last));
        let (below, pieces) = pieces.split_at(larger.map_or(0, |at| at + 1));
        self.picture_pile(p, below, seat, scene, (x, y));
        let is_seen = self.sight(p, *last, seat).is_some();
        let under = pieces.len() - usize::from(is_seen);
        if under > 0 {
            let deck = usize::from(self.piece_decks[usize::from(*last)]);
            let deck = keep(&self.program.facts.decks[deck].name);
            let count = under as u32;
            scene.at(What::Pile { deck, count }, x, y);
        }
        if is_seen {
            self.put_piece(p, *last, seat, scene, (x, y));
        }
    }

    /// Adds a piece with its printed face or its back; returns its index.
    pub(super) fn put_piece(
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
                let printed = Piece {
                    deck: keep(&deck.name),
                    code: kind.code.clone(),
                    face: None,
                    set: 0,
                };
                // A card that all know is turned over for what its back shows.
                let shows_back = deck.is_two_faced
                    && p.pieces[usize::from(piece)].shown == self.everybody()
                    && p.pieces[usize::from(piece)].up == Some(false);
                if kind.is_coded && shows_back {
                    scene.at(What::Turned(printed), x, y)
                } else if kind.is_coded {
                    scene.at(What::Piece(printed), x, y)
                } else {
                    // Pictures are found by printed codes.
                    scene.at(
                        What::Label {
                            text: kind.name.clone(),
                            size: TEXT,
                            align: Align::Middle,
                            tone: Tone::Strong,
                        },
                        x,
                        y,
                    )
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
            places: self.places_of(p, mv, seat),
            ..Pointing::by_name(&self.name_of(mv), &self.picture(p, seat))
        };
        match mv {
            Move::Face { of, face } => Pointing {
                face: usize::from(face)
                    .checked_sub(1)
                    .map(|face| (self.die_with(usize::from(of), None, Some(face)), 0)),
                ..Pointing::default()
            },
            Move::Know { kind, .. } => Pointing {
                face: self.printed(usize::from(kind)),
                ..Pointing::default()
            },
            Move::Act { action, .. } => {
                let pointing = Pointing {
                    places: self.places_of(p, mv, seat),
                    pieces: self.pieces_of(p, mv, seat),
                    ..Pointing::default()
                };
                let action = self.program.actions.get(usize::from(action));
                let group = action.map(|action| action.name.replace(['-', '_'], " "));
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
                let is_place = |pick: &Picked| matches!(pick.ty, Type::Place(_));
                let lays = action.is_some_and(|action| action.picks.iter().any(is_place));
                let laid = || lays.then(|| self.laid(p, mv, seat)).flatten();
                Pointing {
                    face: kind
                        .and_then(|kind| self.printed(kind))
                        .or_else(|| laid().map(|laid| laid.face)),
                    group,
                    ..pointing
                }
            }
            Move::Answer { .. } => self.turned(p, mv, seat).unwrap_or_else(by_name),
            _ => by_name(),
        }
    }

    /// How a tile is to be turned is shown by the tile, and where it will lie, if that was said.
    fn turned(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Option<Pointing> {
        let (Wait::Ask(question, asked), Move::Answer { said, .. }) = (p.wait, mv) else {
            return None;
        };
        if self.program.questions[usize::from(question)].ty != Type::Number {
            return None;
        }
        let laid = self.laid(p, mv, seat)?;
        // A number that is not the turn itself could come from something secret.
        let (turns, _) = self.answer_of(p, question, asked, said)?;
        if turns != i32::from(laid.face.1) {
            return None;
        }
        let is_said = p.named.contains(&Named::Place(laid.place));
        let place = || self.region(p, &self.layout(p, seat), laid.map, laid.place);
        Some(Pointing {
            face: Some(laid.face),
            places: is_said.then(place).flatten().into_iter().collect(),
            ..Pointing::default()
        })
    }

    /// The pieces that a move names, where it takes them from: equal pieces elsewhere are not meant.
    fn pieces_of(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Vec<String> {
        let scene = self.picture(p, seat);
        let named = Pointing::by_name(&self.name_of(mv), &scene).pieces;
        let zones = self.taken_from(p, mv);
        let lying = scene.find(|thing| zones.contains(&thing.zone));
        let lies = |id: &&String| lying.contains(id);
        let there: Vec<String> = named.iter().filter(lies).cloned().collect();
        // On a map, heaps have no zone of their own.
        if there.is_empty() { named } else { there }
    }

    /// The heaps from which a move takes pieces.
    fn taken_from(&self, p: &Position, mv: Move) -> Vec<Zone> {
        let Move::Act { action, picks } = mv else {
            return Vec::new();
        };
        let Some(code) = self.program.actions.get(usize::from(action)) else {
            return Vec::new();
        };
        let Ok(picked) = self.pick_out(p, action, picks) else {
            return Vec::new();
        };
        let pieces = code
            .picks
            .iter()
            .zip(picked.values)
            .filter(|(pick, _)| matches!(pick.ty, Type::Piece(..)))
            .filter_map(|(_, piece)| p.pieces.get(usize::try_from(piece).ok()?));
        pieces
            .filter(|piece| piece.zone != NOWHERE)
            .map(|piece| self.heap_zone(HeapOf::Zone(usize::from(piece.zone))))
            .collect()
    }

    /// The piece that a move lays on a map, if the viewer sees it already.
    fn laid(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Option<Laid> {
        let mut laid = None;
        let mut note = |event| {
            if let Event::Placed {
                piece,
                map,
                place,
                turns,
                ..
            } = event
                && laid.is_none()
            {
                laid = Some((piece, map, place, turns));
            }
        };
        self.make(&mut p.clone(), mv, &mut note);
        let (piece, map, place, turns) = laid?;
        let kind = self.sight(p, piece, seat)?;
        let (face, _) = self.printed(usize::from(kind))?;
        Some(Laid {
            face: (face, turns),
            map,
            place,
        })
    }

    /// The places and zones that a move names.
    fn places_of(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Vec<Region> {
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
        let layout = self.layout(p, seat);
        let place = |(ty, said): (Type, u16)| match ty {
            Type::Place(map) => self.region(p, &layout, map, i32::from(said)),
            Type::Area(map) => {
                let plan = layout.maps.get(usize::from(map))?;
                let shape = &self.program.maps[usize::from(map)].shape;
                let (place, side) = shape.side_of_code(said)?;
                Some(Region {
                    zone: Zone::Map,
                    at: plan.near_side(place, side),
                    size: (plan.size.0 * 0.3, plan.size.1 * 0.3),
                    is_empty: false,
                    deck: None,
                })
            }
            Type::Zone(_) => {
                let is_meant = |heap: &&Placed| matches!(heap.what, HeapOf::Zone(zone) if zone == usize::from(said));
                let heap = layout.heaps.iter().find(is_meant)?;
                let ((x, y), (w, h)) = (heap.corner, heap.size);
                Some(Region {
                    zone: self.heap_zone(heap.what),
                    at: (x + w / 2.0, y + h / 2.0),
                    size: (w, h),
                    is_empty: p.zones[usize::from(said)].is_empty(),
                    deck: None,
                })
            }
            _ => None,
        };
        said.into_iter().filter_map(place).collect()
    }

    /// A place of a map.
    fn region(&self, p: &Position, layout: &Layout<'_>, map: u8, place: i32) -> Option<Region> {
        let plan = layout.maps.get(usize::from(map))?;
        let zone = self.program.maps[usize::from(map)].zone;
        let zone = usize::from(self.program.zones[usize::from(zone)].base);
        let deck = self
            .deck_in(p, zone)
            .filter(|deck| deck.is_hex.is_some())
            .map(|deck| keep(&deck.name));
        Some(Region {
            zone: Zone::Map,
            at: plan.at(place),
            size: plan.size,
            is_empty: p.maps[usize::from(map)].tile(place).is_none(),
            deck,
        })
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

    /// Writes a player's name, and lays the counters beside it.
    fn picture_heading(&self, heading: Heading, scene: &mut Scene) {
        scene.zone = heading.owner.map_or(Zone::Piles, Zone::Seat);
        if let Some(owner) = heading.owner {
            let (x, y) = heading.corner;
            let name = self.name(owner);
            scene.caption(name, NAME, Align::Start, Tone::Strong, (x, y + NAME));
        }
        for (count, place) in heading.counts.iter().zip(heading.places) {
            scene.counter(count.clone(), place);
        }
        if !heading.counts.is_empty() {
            scene.panels.push(Panel {
                owner: heading.owner,
                counts: heading.counts,
            });
        }
    }
}
