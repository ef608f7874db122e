//! Compiles `[table]` and `[player]`: zones, counters, dice and maps, each with its numbers.

use super::Compiler;
use crate::games::by_kit::language::code::*;
use crate::games::by_kit::language::facts::{DieOf, FieldType, Hex, NONE, UNSET};
use crate::games::by_kit::language::map_state::{MapDecl, Shape};
use crate::games::by_kit::language::phrase::Origin;
use crate::games::by_kit::language::sheet::{
    Each, Grid, Is, MapText, See, Thing, ZoneKind, ZoneText,
};
use crate::kit::Problem;
use crate::kit::problem::nearest;

/// The most zones or counters at a table, counting those of all players.
const MAX_CELLS: usize = 6000;

impl Compiler<'_> {
    pub(super) fn things(&mut self) {
        let sheet = self.sheet;
        // Maps come first, since others may have one cell for each of their places.
        let (maps, others): (Vec<&Thing>, Vec<&Thing>) = sheet
            .things
            .iter()
            .partition(|thing| matches!(&thing.is, Is::Zone(zone) if zone.kind == ZoneKind::Map));
        for thing in maps.into_iter().chain(others) {
            if let Err(problem) = self.declare(thing) {
                self.told(problem);
            }
        }
        if self.decks.len() != self.out.zones.len() {
            self.decks = self
                .out
                .zones
                .iter()
                .map(|zone| zone.deck.map_or(0, |deck| 1 << deck))
                .collect();
        }
        let cells = usize::from(self.out.zone_count)
            + usize::from(self.out.var_count)
            + usize::from(self.out.die_count);
        if cells > MAX_CELLS {
            let origin = self.anywhere();
            self.told(origin.problem(format!(
                "too many zones, counters and dice: {cells}, and at most {MAX_CELLS} are allowed"
            )));
        }
        // The conditions refer to rows, and to whose set it is.
        for thing in &sheet.things {
            let Is::Zone(zone) = &thing.is else { continue };
            let Some(at) = self
                .out
                .zones
                .iter()
                .position(|known| known.name == thing.name)
            else {
                continue;
            };
            if let Err(problem) = self.fill(zone, at) {
                self.told(problem);
            }
        }
    }

    fn declare(&mut self, thing: &Thing) -> Result<(), Problem> {
        match &thing.is {
            Is::Zone(zone) => self.declare_zone(thing, zone),
            Is::Counter {
                start,
                least,
                most,
                each,
            } => {
                let each = self.keys(each.as_ref(), &thing.origin)?;
                if !(least..=most).contains(&start) {
                    return Err(thing.origin.problem(format!(
                        "`{}` starts outside its least and most",
                        thing.name
                    )));
                }
                self.declare_var(
                    thing,
                    Type::Number,
                    each,
                    (*start, *least, *most),
                    Vec::new(),
                );
                Ok(())
            }
            Is::Flag(flag, each) => {
                let each = self.keys(each.as_ref(), &thing.origin)?;
                self.declare_var(
                    thing,
                    Type::Flag,
                    each,
                    (i32::from(*flag), 0, 1),
                    Vec::new(),
                );
                Ok(())
            }
            Is::Player => {
                let range = (UNSET, 0, i32::MAX);
                self.declare_var(thing, Type::Player, Keys::One, range, Vec::new());
                Ok(())
            }
            Is::OneOf(words, each) => {
                let (ty, words) = self.one_of(words)?;
                let each = self.keys(each.as_ref(), &thing.origin)?;
                self.declare_var(thing, ty, each, (NONE, i32::MIN, i32::MAX), words);
                Ok(())
            }
            Is::Figure(map) => {
                let at = self
                    .out
                    .maps
                    .iter()
                    .position(|known| self.out.zones[usize::from(known.zone)].name == *map);
                let Some(at) = at else {
                    return Err(thing.origin.problem(format!("there is no map `{map}`")));
                };
                self.declare_var(
                    thing,
                    Type::Place(at as u8),
                    Keys::One,
                    (NONE, i32::MIN, i32::MAX),
                    Vec::new(),
                );
                Ok(())
            }
            Is::Dice {
                count,
                sides,
                deck,
                row,
                see,
            } => self.declare_dice(thing, (*count, *sides), deck.as_deref(), row.as_ref(), *see),
        }
    }

    /// Its name in sentences.
    fn title(&self, thing: &Thing) -> String {
        self.title_of(&thing.name, &thing.origin)
    }

    /// What a name is in sentences.
    pub(super) fn title_of(&self, name: &str, origin: &Origin) -> String {
        let own = self.sheet.words.get(name).filter(|own| !own.is_empty());
        own.cloned()
            .unwrap_or_else(|| self.translated(&name.replace('_', " "), origin))
    }

    /// A word of the sheet in the language of its sentences.
    pub(super) fn translated(&self, word: &str, origin: &Origin) -> String {
        match &self.sheet.language {
            Some(language) => language
                .translated(word, || origin.source.whole().line())
                .into_owned(),
            None => word.to_owned(),
        }
    }

    fn declare_var(
        &mut self,
        thing: &Thing,
        ty: Type,
        each: Keys,
        (start, least, most): (i32, i32, i32),
        words: Vec<i32>,
    ) {
        let base = self.out.var_count;
        let count = each.count() * if thing.own { self.seats } else { 1 };
        self.out.var_count = self.out.var_count.saturating_add(count);
        let unsaid = self
            .sheet
            .words
            .get(&thing.name)
            .is_some_and(String::is_empty)
            || self.sheet.hides(&thing.name);
        let name = thing.name.clone();
        let title = if unsaid {
            String::new()
        } else {
            self.title(thing)
        };
        self.out.vars.push(VarDecl {
            name,
            title,
            own: thing.own,
            base,
            each,
            ty,
            start,
            least,
            most,
            words,
            anew: thing.anew,
        });
    }

    /// The values of a field, or the words themselves.
    fn one_of(&mut self, words: &[(String, Origin)]) -> Result<(Type, Vec<i32>), Problem> {
        if let [(name, origin)] = words {
            let Some(column) = self.out.facts.find_column(name) else {
                let problem = origin
                    .problem(format!("no row has a field `{name}`"))
                    .label("no such field");
                return Err(problem.help("`one_of` is a field, or a list of words"));
            };
            if self.out.facts.columns[column].is == FieldType::Number {
                return Ok((Type::Number, self.out.facts.values(column)));
            }
            return Ok((
                Type::Word(Some(column as u16)),
                self.out.facts.values(column),
            ));
        }
        let word = |(word, origin): &(String, Origin)| {
            let word = crate::games::by_kit::language::facts::tidy(word);
            self.translated(&word, origin);
            self.out.facts.word(&word)
        };
        let words = words.iter().map(word).collect();
        Ok((Type::Word(None), words))
    }

    fn declare_dice(
        &mut self,
        thing: &Thing,
        (count, sides): (u8, u8),
        deck: Option<&str>,
        row: Option<&(String, Origin)>,
        see: See,
    ) -> Result<(), Problem> {
        let mut deck_at = None;
        let mut code = None;
        let mut faces: Vec<i32> = (1..=i32::from(sides)).collect();
        let mut ty = Type::Number;
        if let Some(name) = deck {
            let at = self.deck(name, &thing.origin)?;
            let die = self
                .die(
                    name,
                    &self.out.facts.decks[usize::from(at)].dice,
                    row,
                    &thing.origin,
                )?
                .clone();
            let numbers: Option<Vec<i32>> =
                die.faces.iter().map(|face| face.parse().ok()).collect();
            faces = match numbers {
                Some(numbers) => numbers,
                None => {
                    ty = Type::Word(None);
                    // They are said, too.
                    for face in &die.faces {
                        self.translated(face, &thing.origin);
                    }
                    die.faces
                        .iter()
                        .map(|face| self.out.facts.word(face))
                        .collect()
                }
            };
            deck_at = Some(at);
            code = Some(die.code);
        }
        let base = self.out.die_count;
        let all = u16::from(count) * if thing.own { self.seats } else { 1 };
        self.out.die_count += all;
        let name = thing.name.clone();
        let title = self.title(thing);
        self.out.dice.push(DiceDecl {
            name,
            title,
            own: thing.own,
            base,
            count,
            faces,
            ty,
            see,
            deck: deck_at,
            die: code,
            is_left_out: self.sheet.hides(&thing.name),
        });
        Ok(())
    }

    /// Finds a die of a deck: the one with that code, or any if all are alike.
    fn die<'d>(
        &self,
        deck: &str,
        dice: &'d [DieOf],
        row: Option<&(String, Origin)>,
        origin: &Origin,
    ) -> Result<&'d DieOf, Problem> {
        let codes = dice.iter().map(|die| die.code.as_str());
        match (row, dice.first()) {
            (_, None) => {
                Err(origin.problem(format!("deck `{deck}` is not made of stickers for dice")))
            }
            (Some((code, origin)), _) => {
                dice.iter().find(|die| die.code == *code).ok_or_else(|| {
                    let problem = origin
                        .problem(format!("deck `{deck}` has no die `{code}`"))
                        .label("no such die");
                    problem.help(match nearest(code, codes.clone()) {
                        Some(like) => format!("did you mean `{like}`?"),
                        None => format!("there is {}", listed(codes)),
                    })
                })
            }
            (None, Some(first)) if dice.iter().all(|die| die.faces == first.faces) => Ok(first),
            (None, Some(first)) => Err(origin
                .problem(format!("the dice of deck `{deck}` have different faces"))
                .help(format!(
                    "say which: \"die of {deck} where code = {}\"; there is {}",
                    first.code,
                    listed(codes)
                ))),
        }
    }

    fn deck(&self, name: &str, origin: &Origin) -> Result<u16, Problem> {
        let facts = &self.out.facts;
        if let Some(at) = facts.find_deck(name) {
            return Ok(at as u16);
        }
        let names = facts.decks.iter().map(|deck| deck.name.as_str());
        let problem = origin
            .problem(format!("the kit has no deck `{name}`"))
            .label("no such deck");
        Err(match nearest(name, names.clone()) {
            Some(like) => problem.help(format!("did you mean `{like}`?")),
            None => problem.help(format!("there is {}", names.collect::<Vec<_>>().join(", "))),
        })
    }

    fn keys(&mut self, each: Option<&Each>, origin: &Origin) -> Result<Keys, Problem> {
        Ok(match each {
            None => Keys::One,
            Some(Each::Number(count)) => Keys::Number(*count),
            Some(Each::Of(name, place)) if name.ends_with(".sides") => {
                self.sides_of_map(name.trim_end_matches(".sides"), place)?
            }
            Some(Each::Of(name, place)) => {
                let map = self
                    .out
                    .maps
                    .iter()
                    .position(|map| self.out.zones[usize::from(map.zone)].name == *name);
                if let Some(map) = map {
                    return Ok(Keys::Places(map as u8, self.most_places(map)));
                }
                let Some(column) = self.out.facts.find_column(name) else {
                    let _ = origin;
                    let problem = place.problem(format!("`{name}` is neither a field nor a map"));
                    return Err(problem.help(
                        "`each` is a number, a field of the rows, a map, or the sides of its tiles: \"land.sides\"",
                    ));
                };
                let values = self.out.facts.values(column);
                if values.len() > 60 {
                    return Err(place.problem(format!(
                        "`{name}` has {} values, and at most 60 are allowed",
                        values.len()
                    )));
                }
                Keys::Of(values, Some(column as u16))
            }
        })
    }

    /// The most places of a map that are ever used.
    fn most_places(&self, map: usize) -> u16 {
        let kinds = self.out.facts.kinds.iter();
        let most = match &self.out.maps[map].shape {
            Shape::Places(names, _) => names.len(),
            // Every tile may be laid there, and some more places may be examined.
            _ => {
                kinds
                    .map(|kind| kind.count as usize)
                    .sum::<usize>()
                    .min(200)
                    + 16
            }
        };
        most as u16
    }

    fn sides_of_map(&self, name: &str, place: &Origin) -> Result<Keys, Problem> {
        let is_it = |map: &MapDecl| self.out.zones[usize::from(map.zone)].name == *name;
        let Some(map) = self.out.maps.iter().position(is_it) else {
            return Err(place.problem(format!("there is no map `{name}`")));
        };
        match self.out.maps[map].shape.ways().len() as u16 {
            0 => Err(place
                .problem(format!("the places of `{name}` have no sides"))
                .help("tiles on a grid have sides: \"square\", \"flat\", \"pointy\"")),
            sides => Ok(Keys::Sides(map as u8, self.most_places(map), sides)),
        }
    }

    fn declare_zone(&mut self, thing: &Thing, zone: &ZoneText) -> Result<(), Problem> {
        let deck = match &zone.deck {
            Some((name, origin)) => Some(self.deck(name, origin)?),
            None => None,
        };
        let each = self.keys(zone.each.as_ref(), &thing.origin)?;
        let count = usize::from(each.count())
            * if thing.own {
                usize::from(self.seats)
            } else {
                1
            };
        if count + usize::from(self.out.zone_count) > MAX_CELLS {
            return Err(thing
                .origin
                .problem(format!("too many zones: at most {MAX_CELLS} are allowed")));
        }
        let map = match &zone.map {
            Some(text) => Some(self.map(text, thing)?),
            None => None,
        };
        if map.is_some() && (thing.own || each != Keys::One) {
            return Err(thing
                .origin
                .problem("a map is shared, and there is only one of it"));
        }
        let decl = ZoneDecl {
            name: thing.name.clone(),
            title: self.title(thing),
            kind: zone.kind,
            see: zone.see,
            own: thing.own,
            base: self.out.zone_count,
            each,
            most: zone.most,
            refill: None,
            // Whoever holds cards that only others see keeps them in their order.
            ordered: zone.ordered
                || zone.kind == ZoneKind::Hand && matches!(zone.see, See::Others | See::Nobody),
            map,
            deck,
            condition: None,
            layers: Vec::new(),
            origin: thing.origin.clone(),
            is_left_out: self.sheet.hides(&thing.name),
        };
        self.out.zone_count += count as u16;
        self.out.zones.push(decl);
        Ok(())
    }

    /// Compiles what a zone starts with, and what it is refilled from.
    fn fill(&mut self, zone: &ZoneText, at: usize) -> Result<(), Problem> {
        let mask = self.out.zones[at].deck.map_or(0, |deck| 1 << deck);
        let it = Type::Piece(mask, Seen::Yes);
        if let Some(condition) = &zone.condition {
            self.out.zones[at].condition =
                Some(self.with_it(&it, &condition.origin, |this| this.flag(condition))?);
        }
        for layer in &zone.layers {
            // All layers use the first cell.
            let (_, node) = self.with_it(&it, &layer.origin, |this| this.flag(layer))?;
            self.out.zones[at].layers.push(node);
        }
        if let Some((from, but)) = &zone.refill {
            let (node, source) = self.zone(from)?;
            self.decks[at] |= self.decks[usize::from(source)];
            self.out.zones[at].refill = Some((node, *but));
        }
        Ok(())
    }

    fn map(&mut self, text: &MapText, thing: &Thing) -> Result<u8, Problem> {
        let shape = match &text.grid {
            Grid::Square => Shape::Square,
            Grid::Flat => Shape::Flat,
            Grid::Pointy => Shape::Pointy,
            Grid::Places(names, links) => named_places(names, links, &thing.origin)?,
        };
        let sides = shape.sides();
        if !text.sides.is_empty() && text.sides.len() != sides {
            return Err(thing.origin.problem(format!(
                "`{}` has {sides} sides, and {} are named",
                thing.name,
                text.sides.len()
            )));
        }
        let sides_of = self.sides_of_kinds(text)?;
        let open = match self.words_of_kinds(text.open.as_ref())? {
            Some(lists) => Some(self.open_sides(&lists, &shape, text)?),
            None => None,
        };
        let apart = self
            .words_of_kinds(text.apart.as_ref())?
            .unwrap_or_else(|| vec![Vec::new(); self.out.facts.kinds.len()]);
        let known = |name: &String| {
            self.out.facts.find_word(name).ok_or_else(|| {
                thing
                    .origin
                    .problem(format!("no tile has a side `{name}`"))
                    .label("in `fit` or `walk`")
            })
        };
        let fit = text
            .fit
            .iter()
            .map(|(a, b)| Ok((known(a)?, known(b)?)))
            .collect::<Result<Vec<_>, Problem>>()?;
        let walk = text
            .walk
            .iter()
            .map(known)
            .collect::<Result<Vec<_>, Problem>>()?;
        self.out.hexes = match shape {
            Shape::Flat => Some(Hex::Flat),
            Shape::Pointy => Some(Hex::Pointy),
            _ => self.out.hexes,
        };
        self.out.maps.push(MapDecl {
            zone: self.out.zones.len() as u8,
            shape,
            sides: sides_of,
            open,
            fit,
            walk,
            apart,
        });
        Ok((self.out.maps.len() - 1) as u8)
    }

    /// What each kind of piece has at its sides, which the map reads from columns; nothing if it is not a tile.
    fn sides_of_kinds(&self, text: &MapText) -> Result<Vec<Vec<i32>>, Problem> {
        let mut columns = Vec::new();
        for (name, origin) in &text.sides {
            columns.push(self.column(name, origin)?);
        }
        let sides_of = |kind: usize| {
            let sides: Vec<i32> = columns
                .iter()
                .map(|column| self.out.facts.columns[*column].values[kind])
                .collect();
            if sides.contains(&NONE) {
                Vec::new()
            } else {
                sides
            }
        };
        Ok((0..self.out.facts.kinds.len()).map(sides_of).collect())
    }

    /// The words that each kind of piece has in a column, if one is named.
    fn words_of_kinds(
        &self,
        named: Option<&(String, Origin)>,
    ) -> Result<Option<Vec<Vec<i32>>>, Problem> {
        let Some((name, origin)) = named else {
            return Ok(None);
        };
        let column = &self.out.facts.columns[self.column(name, origin)?];
        let words = |value: &i32| match (column.is, *value) {
            (_, NONE) => Vec::new(),
            (FieldType::Words, list) => self.out.facts.lists[list as usize].clone(),
            (_, word) => vec![word],
        };
        Ok(Some(column.values.iter().map(words).collect()))
    }

    fn column(&self, name: &str, origin: &Origin) -> Result<usize, Problem> {
        self.out.facts.find_column(name).ok_or_else(|| {
            let names = self
                .out
                .facts
                .columns
                .iter()
                .map(|column| column.name.as_str());
            let problem = origin
                .problem(format!("no row has a field `{name}`"))
                .label("no such field");
            match nearest(name, names) {
                Some(like) => problem.help(format!("did you mean `{like}`?")),
                None => problem,
            }
        })
    }

    /// Which sides are open, by the names of directions.
    fn open_sides(
        &self,
        lists: &[Vec<i32>],
        shape: &Shape,
        text: &MapText,
    ) -> Result<Vec<u8>, Problem> {
        let names: &[&[&str]] = match shape {
            Shape::Square | Shape::Places(..) => &[
                &["n", "north", "up", "top"],
                &["e", "east", "right"],
                &["s", "south", "down", "bottom"],
                &["w", "west", "left"],
            ],
            Shape::Flat => &[
                &["n", "north"],
                &["ne"],
                &["se"],
                &["s", "south"],
                &["sw"],
                &["nw"],
            ],
            Shape::Pointy => &[
                &["ne"],
                &["e", "east"],
                &["se"],
                &["sw"],
                &["w", "west"],
                &["nw"],
            ],
        };
        let mut masks = Vec::new();
        for list in lists {
            let mut mask = 0u8;
            for word in list {
                let said = self
                    .out
                    .facts
                    .text(*word)
                    .unwrap_or_default()
                    .to_lowercase();
                let Some(side) = names
                    .iter()
                    .position(|names| names.contains(&said.as_str()))
                else {
                    let origin = text
                        .open
                        .as_ref()
                        .map_or_else(|| self.anywhere(), |(_, origin)| origin.clone());
                    let all: Vec<&str> = names
                        .iter()
                        .filter_map(|names| names.first().copied())
                        .collect();
                    let problem = origin.problem(format!("`{said}` is not a side of a tile"));
                    return Err(
                        problem.help(format!("sides are {}", all.join(", ").to_uppercase()))
                    );
                };
                mask |= 1 << side;
            }
            masks.push(mask);
        }
        Ok(masks)
    }
}

/// Lists each name once, separated by commas.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut once: Vec<&str> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once.join(", ")
}

/// Whether a name can be one word of a move.
pub fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|sign| sign.is_alphanumeric() || sign == '-' || sign == '_')
        && name.len() < 40
}

/// A map of named places; each link joins two of them.
fn named_places(
    names: &[String],
    links: &[(String, String)],
    origin: &Origin,
) -> Result<Shape, Problem> {
    if names.is_empty() || names.len() > 200 || names.iter().any(|name| !is_plain(name)) {
        let problem = origin.problem("a map has 1 to 200 named places");
        return Err(problem.help("a name is made of letters, digits, `-` and `_`"));
    }
    let at = |name: &String| names.iter().position(|known| known == name).unwrap_or(0);
    let mut near = vec![Vec::new(); names.len()];
    for (a, b) in links {
        near[at(a)].push(at(b) as u16);
        near[at(b)].push(at(a) as u16);
    }
    Ok(Shape::Places(names.to_vec(), near))
}
