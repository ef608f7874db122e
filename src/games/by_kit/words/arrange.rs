//! Sets the table as people describe it.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::Type;
use crate::games::by_kit::language::facts::{NONE, UNSET};
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::choice::hyphened;
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::observe::group;
use crate::games::by_kit::rules::position::*;
use crate::games::by_kit::words::table::*;
use crate::games::shared::described::demand;
use crate::referee::edits::AT;
use crate::referee::entering;
use crate::referee::journal::Secrets;
use crate::referee::message::{Message, message};
use crate::referee::snapshot::{Place, Snapshot, Viewer};

type Tell<'t> = &'t mut dyn FnMut(Event);

/// Where a piece is to lie.
#[derive(Clone, Copy, Debug)]
enum To {
    Zone(u16, Side),
    Spot(u8, i32, u8, bool),
}

/// What changes among the pieces.
#[derive(Default)]
struct Changes {
    /// Pieces that leave where they lie.
    free: Vec<u16>,
    /// Hidden pieces of a zone of which some turn out to be others.
    unseen: Vec<u16>,
    /// Kinds that are to lie somewhere.
    wanted: Vec<(u16, To)>,
    /// How many hidden pieces are to lie in a zone.
    hidden: Vec<(u16, u32)>,
}

impl KitGame {
    /// The table as lines from which the game can be entered again; `None` if something is under way that no line tells.
    pub(super) fn written(&self, p: &Position) -> Option<Vec<String>> {
        if !matches!(p.wait, Wait::Choose(_) | Wait::Ask(..))
            || p.together
            || self.cannot_be_told(p)
        {
            return None;
        }
        let mut table = self.table(p, Viewer::Referee);
        let place = table.places.first_mut()?;
        *place = std::mem::take(place).maybe(BEGUN, "yes");
        let mut again = self.laid_out();
        let locals = self.set_table(&mut again, &table, &mut |_| {}).ok()?;
        let count = |p: &Position| -> Vec<usize> { p.zones.iter().map(Vec::len).collect() };
        let is_same = self.comes_to(&again, p, &locals)
            && count(&again) == count(p)
            && self.table(&again, Viewer::Referee) == self.table(p, Viewer::Referee);
        is_same.then(|| self.lines_of(&table))
    }

    /// The lines of a table, without those that say nothing about what the kit leaves out.
    pub(super) fn lines_of(&self, table: &Snapshot) -> Vec<String> {
        let is_inner = |line: &String| {
            let (id, says) = line.split_once(": ").unwrap_or((line, ""));
            let zone = self
                .zone_of_id(id)
                .map(|zone| self.zone_at[usize::from(zone)].decl);
            let is_left_out =
                zone.is_some_and(|zone| self.program.zones[usize::from(zone)].is_left_out);
            let mut vars = self.program.vars.iter();
            let is_unnamed = vars.any(|var| var.name == id && var.title.is_empty());
            is_left_out && says.starts_with("left ")
                || (is_left_out || is_unnamed) && says == "nothing."
        };
        let mut lines = table.lines();
        lines.retain(|line| !is_inner(line));
        lines
    }

    /// Whether something lies on the table that no line can describe.
    fn cannot_be_told(&self, p: &Position) -> bool {
        let is_covered = |piece: u16| p.pieces[usize::from(piece)].kind == UNKNOWN;
        p.pieces.iter().any(|piece| piece.mark != NONE)
            || p.maps
                .iter()
                .flat_map(|map| map.tiles())
                .any(|(_, tile)| is_covered(tile))
    }

    /// The set-up as a form to fill in.
    pub(super) fn form(&self) -> Vec<String> {
        if self.can_be_entered() {
            self.lines_of(&self.table(&self.start, Viewer::Referee).form())
        } else {
            Vec::new()
        }
    }

    /// The position of a table that was described from the beginning.
    pub(super) fn entered(&self, lines: &str, tell: Tell<'_>) -> Result<Position, Message> {
        demand(
            self.can_be_entered(),
            "this game cannot be entered: its rounds do not say whose turn it is",
        )?;
        let mut start = self.table(&self.start, Viewer::Referee);
        if let Some(place) = start.places.first_mut() {
            *place = std::mem::take(place).flag(BEGUN, false);
        }
        let table = entering::read(&start, self, lines)?;
        let mut p = self.laid_out();
        self.set_table(&mut p, &table, tell)?;
        Ok(p)
    }

    /// Sets a whole table, of which all pieces are at home, and begins to play there. Returns the locals that this has set.
    fn set_table(
        &self,
        p: &mut Position,
        to: &Snapshot,
        tell: Tell<'_>,
    ) -> Result<Vec<u16>, Message> {
        let from = self.table(p, Viewer::Referee);
        self.arrange(p, &from, to, true, tell)?;
        self.set_leaving(p, to)?;
        let table = to.place(TABLE);
        let begun = table.is_some_and(|table| table.get(BEGUN) == "yes");
        let seat = match table.map(|table| table.get(GO)).filter(|go| !go.is_empty()) {
            Some(go) => self.seat_called(go)?,
            None => 0,
        };
        demand(p.plays(seat), "whoever has left the game has no turn")?;
        self.believe_afresh(p);
        let locals = self.play_from(p, seat, begun, tell);
        locals.ok_or_else(|| "the rules could not go on from there".to_owned().into())
    }

    pub(super) fn seat_called(&self, name: &str) -> Result<u8, Message> {
        let is = |seat: &u8| {
            let place = self.player_place(*seat);
            place.id.eq_ignore_ascii_case(name)
                || hyphened(self.name(*seat)) == name
                || place
                    .also
                    .iter()
                    .any(|also| also.eq_ignore_ascii_case(name))
        };
        let found = (0..self.seats).find(is);
        found.ok_or_else(|| message("there is no player `{word}`", [("word", name.into())]))
    }

    /// Changes what is different between two descriptions of a table; with `whole`, all pieces were at home before.
    pub(super) fn arrange(
        &self,
        p: &mut Position,
        from: &Snapshot,
        to: &Snapshot,
        whole: bool,
        tell: Tell<'_>,
    ) -> Result<(), Message> {
        let mut changes = Changes::default();
        self.compare_tiles(p, (from, to), whole, &mut changes)?;
        let same = |place: &Place| {
            from.places
                .iter()
                .find(|other| other.id == place.id && other.tile == place.tile)
                .cloned()
        };
        for place in &to.places {
            let before = same(place).unwrap_or_default();
            for (key, zone) in self.zones_at(p, to, place)? {
                self.compare_zone(p, (&before, place), (key, zone), whole, &mut changes)?;
            }
        }
        for place in from
            .places
            .iter()
            .filter(|place| to.place(&place.id).is_none())
        {
            let holds = place.slots.iter().any(|slot| slot.hidden > 0);
            demand(
                !holds,
                "pieces lie there face down: first say where they go",
            )?;
        }
        self.move_pieces(p, changes, whole, tell)?;
        if whole {
            self.order_homes(p, to)?;
        }
        self.set_facts(p, from, to, whole)
    }

    /// The zones of a place, by the keys of its slots.
    fn zones_at(
        &self,
        p: &mut Position,
        to: &Snapshot,
        place: &Place,
    ) -> Result<Vec<(&'static str, u16)>, Message> {
        let owner = self.owner_of(p, to, place);
        let zones = owner.map(|owner| self.zones_of(owner)).unwrap_or_default();
        let mut all: Vec<(&'static str, u16)> = Vec::new();
        for slot in place.slots.iter().filter(|slot| slot.home.is_none()) {
            let zone = zones
                .iter()
                .find(|(key, _)| *key == slot.key)
                .and_then(|(_, zone)| *zone);
            let zone = zone.or_else(|| self.zone_of_id(&place.id));
            if slot.pieces.is_empty() && slot.hidden == 0 && zone.is_none() {
                continue;
            }
            let with = [("place", place.called().into())];
            all.push((
                slot.key,
                zone.ok_or_else(|| message("nothing can lie on {place}", with))?,
            ));
        }
        Ok(all)
    }

    /// Whose facts and zones a place is about. What lies on a map gets its place there.
    fn owner_of(&self, p: &mut Position, to: &Snapshot, place: &Place) -> Option<Owner> {
        if place.id == TABLE {
            return Some(Owner::Table);
        }
        if let Some(seat) = (0..self.seats).find(|seat| self.player_place(*seat).id == place.id) {
            return Some(Owner::Seat(seat));
        }
        let is_figure = |var: &u16| self.program.vars[usize::from(*var)].name == place.id;
        if let Some(var) = self.figures_of_all().find(is_figure) {
            return Some(Owner::Figure(var));
        }
        if self.zone_of_id(&place.id).is_some() {
            return None;
        }
        let words = if place.tile { place.get(AT) } else { &place.id };
        let (map, at) = self.spot_named(to, words)?;
        let has_parts = !place.facts.is_empty() || !place.slots.is_empty();
        let spot = has_parts.then(|| p.maps[usize::from(map)].spot(at));
        Some(Owner::Spot(map, at, spot))
    }

    fn compare_zone(
        &self,
        p: &Position,
        (before, after): (&Place, &Place),
        (key, zone): (&'static str, u16),
        whole: bool,
        changes: &mut Changes,
    ) -> Result<(), Message> {
        let (old, new) = (before.pieces(key), after.pieces(key));
        let (was, is) = (before.unseen(key), after.unseen(key));
        let place = || ("place", after.called().into());
        if is > was && !whole {
            return Err(message(
                "{place}: name the pieces that are to lie there",
                [place()],
            ));
        }
        if is < was {
            let keeps = self.secrets == Secrets::Referee && self.seats > 1;
            if keeps {
                return Err(message("what {place} hides cannot be corrected", [place()]));
            }
            let here = &p.zones[usize::from(zone)];
            let unknown = here
                .iter()
                .filter(|piece| p.pieces[usize::from(**piece)].kind == UNKNOWN);
            changes.unseen.extend(unknown.take((was - is) as usize));
        }
        if whole && is > 0 {
            changes.hidden.push((zone, is));
        }
        let mut added: Vec<&String> = new.iter().collect();
        let mut here: Vec<u16> = p.zones[usize::from(zone)].clone();
        for word in old {
            let kept = added.iter().position(|other| *other == word);
            let piece = here.iter().position(|piece| {
                let kind = self.public(p, *piece);
                kind != UNKNOWN && self.word_of(p, *piece, kind) == *word
            });
            let piece = piece.map(|at| here.remove(at));
            match (kept, piece) {
                (Some(kept), _) => drop(added.remove(kept)),
                (None, Some(piece)) => changes.free.push(piece),
                (None, None) => {}
            }
        }
        for word in added {
            let (code, side) = Side::split(word);
            changes
                .wanted
                .push((self.kind_named(code)?, To::Zone(zone, side)));
        }
        Ok(())
    }

    fn kind_named(&self, code: &str) -> Result<u16, Message> {
        let known = self.program.facts.find_code(code);
        known.ok_or_else(|| message("no piece is called `{word}`", [("word", code.into())]))
    }

    /// Lifts the tiles that lie elsewhere, with what lies on them, and notes those that are laid or taken away.
    fn compare_tiles(
        &self,
        p: &mut Position,
        (from, to): (&Snapshot, &Snapshot),
        whole: bool,
        changes: &mut Changes,
    ) -> Result<(), Message> {
        let viewer = if whole {
            Viewer::Referee
        } else {
            Viewer::Everybody
        };
        let laid = self.laid_tiles(p, viewer);
        let mut spots: Vec<((u8, i32), &Place)> = Vec::new();
        let mut moved = Vec::new();
        for place in to.places.iter().filter(|place| place.tile) {
            let spot = place.read(AT, |words| self.spot_named(to, words))?;
            if let Some((_, other)) = spots.iter().find(|(other, _)| *other == spot) {
                let cell = self.spot_words(spot.0, spot.1);
                let with = [
                    ("one", (&other.id).into()),
                    ("other", (&place.id).into()),
                    ("cell", cell.into()),
                ];
                return Err(message(
                    "{one} and {other} would lie on each other, at {cell}",
                    with,
                ));
            }
            spots.push((spot, place));
            let turned = match place.get("turned") {
                "" => 0,
                _ => place.number::<u8>("turned")?,
            };
            let sides = self.program.maps[usize::from(spot.0)].shape.sides() as u8;
            let turned = turned % sides.max(1);
            let down = place.holds("down")?;
            match laid
                .iter()
                .find(|tile| tile.id == place.id)
                .filter(|_| from.place(&place.id).is_some())
            {
                Some(tile) => {
                    let at = &mut p.pieces[usize::from(tile.piece)];
                    at.turns = turned;
                    if down != (at.up == Some(false)) {
                        at.up = Some(!down);
                    }
                    if (tile.map, tile.place) != spot {
                        moved.push((tile.clone(), spot));
                    }
                }
                None => {
                    let kind = self.kind_named(place.piece().unwrap_or_default())?;
                    changes
                        .wanted
                        .push((kind, To::Spot(spot.0, spot.1, turned, down)));
                }
            }
        }
        let gone = laid.iter().filter(|tile| {
            !to.places
                .iter()
                .any(|place| place.tile && place.id == tile.id)
        });
        changes.free.extend(gone.map(|tile| tile.piece));
        self.shift_tiles(p, &moved);
        Ok(())
    }

    /// Lays tiles elsewhere, with what lies on them and is said of their places.
    fn shift_tiles(&self, p: &mut Position, moved: &[(Laid, (u8, i32))]) {
        let mut contents = Vec::new();
        for (tile, _) in moved {
            let spot = p.maps[usize::from(tile.map)].spot(tile.place);
            let owner = Owner::Spot(tile.map, tile.place, Some(spot));
            let zones = self
                .zones_of(owner)
                .into_iter()
                .filter_map(|(_, zone)| zone);
            let pieces: Vec<Vec<u16>> = zones
                .map(|zone| std::mem::take(&mut p.zones[usize::from(zone)]))
                .collect();
            let mut values = Vec::new();
            for (_, of) in self.facts_of(owner) {
                if let FactOf::Var(var, Some(cell)) = of {
                    let start = self.program.vars[usize::from(var)].start;
                    values.push(std::mem::replace(&mut p.vars[usize::from(cell)], start));
                }
            }
            contents.push((pieces, values));
            let shape = &self.program.maps[usize::from(tile.map)].shape;
            p.maps[usize::from(tile.map)].lift(shape, tile.piece);
        }
        for ((tile, (map, place)), (pieces, values)) in moved.iter().zip(contents) {
            let decl = &self.program.maps[usize::from(*map)];
            p.maps[usize::from(*map)].lay(&decl.shape, *place, tile.piece);
            let spot = p.maps[usize::from(*map)].spot(*place);
            let owner = Owner::Spot(*map, *place, Some(spot));
            let zones = self
                .zones_of(owner)
                .into_iter()
                .filter_map(|(_, zone)| zone);
            for (zone, pieces) in zones.zip(pieces) {
                for piece in &pieces {
                    p.pieces[usize::from(*piece)].zone = zone;
                }
                p.zones[usize::from(zone)].extend(pieces);
            }
            let cells = self
                .facts_of(owner)
                .into_iter()
                .filter_map(|(_, of)| match of {
                    FactOf::Var(_, cell) => cell,
                    FactOf::Dice(_) => None,
                });
            for (cell, value) in cells.zip(values) {
                p.vars[usize::from(cell)] = value;
            }
        }
        p.is_changed = true;
    }

    fn move_pieces(
        &self,
        p: &mut Position,
        mut changes: Changes,
        whole: bool,
        tell: Tell<'_>,
    ) -> Result<(), Message> {
        for (kind, to) in changes.wanted {
            let is = |piece: &u16| p.pieces[usize::from(*piece)].kind == kind;
            let could_be = |piece: &u16| {
                let at = p.pieces[usize::from(*piece)];
                at.kind == UNKNOWN && p.pools.way(at.pool, kind).is_some()
            };
            let piece = if let Some(at) = changes.free.iter().position(is) {
                changes.free.remove(at)
            } else if let Some(at) = changes.unseen.iter().position(could_be) {
                changes.unseen.remove(at)
            } else {
                self.taken_from_home(p, kind, whole)?
            };
            if let Some(why) = self.cannot_take(p, piece) {
                return Err(why.to_owned().into());
            }
            self.bring(p, (piece, kind), to, whole)?;
        }
        for piece in changes.free.into_iter().chain(changes.unseen) {
            let kind = p.pieces[usize::from(piece)].kind;
            let home = if kind == UNKNOWN {
                self.home_of_unknown(p, piece)
            } else {
                self.home(kind)
            };
            if let Some(why) = self.cannot_take(p, piece) {
                return Err(why.to_owned().into());
            }
            self.put(p, piece, home, None, false);
            if self.is_closed(home) {
                self.shuffle(p, home, tell);
            }
        }
        for (zone, count) in changes.hidden {
            self.hide(p, zone, count)?;
        }
        Ok(())
    }

    fn home_of_unknown(&self, p: &Position, piece: u16) -> u16 {
        let pool = p.pieces[usize::from(piece)].pool;
        let kinds = 0..self.program.facts.kinds.len() as u16;
        let first = kinds.clone().find(|kind| p.pools.has(pool, *kind));
        first.map_or(0, |kind| self.home(kind))
    }

    /// A piece of a kind from where it is at home.
    fn taken_from_home(&self, p: &Position, kind: u16, whole: bool) -> Result<u16, Message> {
        let home = self.home(kind);
        let none = || {
            let word = &self.program.facts.kinds[usize::from(kind)].code;
            message(
                "no {word} is where everybody can see it",
                [("word", word.into())],
            )
        };
        let here = p.zones.get(usize::from(home)).ok_or_else(none)?;
        let known = here.iter().rev().find(|piece| {
            let own = if whole {
                p.pieces[usize::from(**piece)].kind
            } else {
                self.public(p, **piece)
            };
            own == kind
        });
        if let Some(piece) = known {
            return Ok(*piece);
        }
        if !whole {
            let piece = self.to_hand(p, kind).filter(|piece| here.contains(piece));
            return piece.ok_or_else(none);
        }
        let could_be = |piece: &&u16| {
            let at = p.pieces[usize::from(**piece)];
            at.kind == UNKNOWN && p.pools.way(at.pool, kind).is_some()
        };
        here.iter().rev().find(could_be).copied().ok_or_else(none)
    }

    /// Lays a piece where it is to lie.
    fn bring(
        &self,
        p: &mut Position,
        (piece, kind): (u16, u16),
        to: To,
        whole: bool,
    ) -> Result<(), Message> {
        match to {
            To::Zone(zone, side) => {
                let decl = &self.program.zones[usize::from(self.zone_at[usize::from(zone)].decl)];
                if decl
                    .most
                    .is_some_and(|most| p.zones[usize::from(zone)].len() >= usize::from(most))
                {
                    let place = self.zone_title(p, zone);
                    return Err(message("{place} is full", [("place", place.into())]));
                }
                demand(
                    decl.see != See::Top || whole,
                    "a piece cannot be moved there by hand",
                )?;
                let up = (decl.see == See::Faces).then_some(side == Side::Up);
                if whole {
                    self.told(p, Some((piece, kind)));
                    self.put(p, piece, zone, up, false);
                    if side == Side::Down {
                        p.pieces[usize::from(piece)].shown = self.everybody();
                    }
                } else {
                    self.take_to(p, (piece, kind), zone, up);
                    if decl.kind == ZoneKind::Bag {
                        self.shuffle(p, zone, &mut |_| {});
                    }
                }
            }
            To::Spot(map, place, turns, down) => {
                let decl = &self.program.maps[usize::from(map)];
                let zone = self.program.zones[usize::from(decl.zone)].base;
                let lies = p.maps[usize::from(map)].tile(place);
                demand(
                    lies.is_none_or(|tile| tile == piece),
                    "a tile lies there already",
                )?;
                self.take_to(p, (piece, kind), zone, Some(!down));
                p.pieces[usize::from(piece)].turns = turns;
                if whole && !down {
                    p.pieces[usize::from(piece)].up = None;
                }
                p.maps[usize::from(map)].lay(&decl.shape, place, piece);
            }
        }
        Ok(())
    }

    /// Puts pieces that nobody named into a zone.
    fn hide(&self, p: &mut Position, zone: u16, count: u32) -> Result<(), Message> {
        let decks = self.decks_in(zone);
        let mut homes: Vec<u16> = (0u16..)
            .zip(&self.program.facts.kinds)
            .filter(|(_, of)| decks >> of.deck & 1 == 1)
            .map(|(kind, _)| self.home(kind))
            .filter(|home| *home != NOWHERE && *home != zone && self.is_closed(*home))
            .collect();
        homes.dedup();
        let title = self.zone_title(p, zone);
        let place = || ("place", title.as_str().into());
        let [home] = homes[..] else {
            return Err(message(
                "{place}: name the pieces, which may be of several piles",
                [place()],
            ));
        };
        for _ in 0..count {
            let Some(piece) = p.zones[usize::from(home)].last().copied() else {
                return Err(message("{place}: there are no more such pieces", [place()]));
            };
            // What is hidden lies below what is seen.
            self.put(p, piece, zone, None, true);
            if self.must_know(p, piece) {
                let text = "{place}: name the pieces, since the program keeps the secrets";
                return Err(message(text, [place()]));
            }
        }
        Ok(())
    }

    /// Puts what is known of the order of piles on top of them.
    fn order_homes(&self, p: &mut Position, to: &Snapshot) -> Result<(), Message> {
        for place in &to.places {
            let Some(zone) = self
                .zone_of_id(&place.id)
                .filter(|zone| self.is_closed(*zone))
            else {
                continue;
            };
            let home = place.slots.iter().find(|slot| slot.home.is_some());
            let order = home.map_or(&[][..], |slot| &slot.pieces);
            for word in order.iter().rev() {
                let kind = self.kind_named(Side::split(word).0)?;
                let piece = self.taken_from_home(p, kind, true)?;
                self.told(p, Some((piece, kind)));
                self.put(p, piece, zone, None, false);
            }
        }
        Ok(())
    }

    /// Sets counters, words, figures and dice that are different, and with `whole` all of them.
    fn set_facts(
        &self,
        p: &mut Position,
        from: &Snapshot,
        to: &Snapshot,
        whole: bool,
    ) -> Result<(), Message> {
        for place in &to.places {
            let Some(owner) = self.owner_of(p, to, place) else {
                continue;
            };
            let before = from.place(&place.id);
            for (key, of) in self.facts_of(owner) {
                let value = place.get(key);
                let is_same = before.is_some_and(|before| before.get(key) == value);
                match of {
                    FactOf::Var(var, Some(cell)) => {
                        let moves =
                            matches!(self.program.vars[usize::from(var)].ty, Type::Place(_));
                        if whole || moves || !is_same {
                            p.vars[usize::from(cell)] =
                                self.read_fact(to, (place, key), (var, cell))?;
                            p.is_changed = true;
                        }
                    }
                    FactOf::Dice(of) if !is_same => {
                        let seat = if let Owner::Seat(seat) = owner {
                            seat
                        } else {
                            0
                        };
                        self.set_dice(p, (place, key), of, seat)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn read_fact(
        &self,
        to: &Snapshot,
        (place, key): (&Place, &'static str),
        (var, cell): (u16, u16),
    ) -> Result<i32, Message> {
        let decl = &self.program.vars[usize::from(var)];
        let value = place.get(key);
        let by_itself = matches!(decl.ty, Type::Number | Type::Flag);
        if value.is_empty() {
            return Ok(match &decl.ty {
                _ if by_itself => self.usual(var, Some(cell)),
                Type::Player => UNSET,
                _ => NONE,
            });
        }
        match &decl.ty {
            Type::Flag => Ok(i32::from(place.holds(key)?)),
            Type::Player => self.seat_called(value).map(i32::from),
            Type::Place(map) => {
                let spot = place.read(key, |words| self.spot_named(to, words))?;
                let is_tiled =
                    self.program.decks[usize::from(self.program.maps[usize::from(*map)].zone)] != 0;
                let is_there =
                    |tile: &Place| tile.tile && self.spot_named(to, tile.get(AT)) == Some(spot);
                let with = [("place", value.into())];
                if spot.0 != *map {
                    return Err(message(
                        "there is no place `{word}`",
                        [("word", value.into())],
                    ));
                }
                if is_tiled && !to.places.iter().any(is_there) {
                    return Err(message("no tile lies at {place}", with));
                }
                Ok(spot.1)
            }
            _ => self.parse_value(var, value).map_err(Message::from),
        }
    }

    fn set_dice(
        &self,
        p: &mut Position,
        (place, key): (&Place, &'static str),
        of: usize,
        seat: u8,
    ) -> Result<(), Message> {
        let decl = &self.program.dice[of];
        let dice = group(decl, seat);
        let word = |face: &i32| {
            self.program
                .facts
                .text(*face)
                .map_or_else(|| face.to_string(), hyphened)
        };
        let faces: Vec<&str> = place.parts(key).collect();
        let with = || {
            [
                ("place", place.called().into()),
                ("count", decl.count.into()),
                ("key", key.into()),
            ]
        };
        if faces.len() > dice.len() {
            return Err(message("{place}: there are {count} {key}", with()));
        }
        p.dice[dice.clone()].fill(0);
        for (die, said) in dice.zip(faces) {
            let face = decl.faces.iter().position(|face| word(face) == said);
            let with = [
                ("place", place.called().into()),
                ("key", key.into()),
                ("value", said.into()),
            ];
            let face = face.ok_or_else(|| message("{place}: {key} cannot be `{value}`", with))?;
            p.dice[die] = face as u8 + 1;
        }
        Ok(())
    }

    /// Who has left the game, and how.
    fn set_leaving(&self, p: &mut Position, to: &Snapshot) -> Result<(), Message> {
        for seat in (0..self.seats).filter(|_| self.lets_leave()) {
            let Some(place) = to.place(&self.player_place(seat).id) else {
                continue;
            };
            let value = place.get(OUT);
            if value.is_empty() {
                continue;
            }
            let read = |words: &str| {
                let (how, nth) = words.split_once(' ').unwrap_or((words, "1"));
                let nth: u32 = nth
                    .trim()
                    .parse()
                    .ok()
                    .filter(|nth| (1..=99).contains(nth))?;
                matches!(how, "won" | "lost").then_some((how == "lost", nth))
            };
            let (lost, nth) = place.read(OUT, read)?;
            p.left[usize::from(seat)] = nth;
            if lost {
                p.lost |= 1 << seat;
            } else {
                p.winners = Some(p.winners.unwrap_or(0) | 1 << seat);
            }
        }
        let plays = (0..self.seats).any(|seat| p.plays(seat));
        demand(plays, "somebody is still in the game: `end` ends it")?;
        p.decisions = p.left.iter().copied().max().unwrap_or(0);
        Ok(())
    }
}
