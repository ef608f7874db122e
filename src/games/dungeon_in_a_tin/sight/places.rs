//! The table as a snapshot: what is where, and who sees it.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::Mark;
use crate::games::dungeon_in_a_tin::data::piece::{
    Colour, Face, KINDS, Kind, MAX_LEVEL, Monster, Tokens,
};
use crate::games::dungeon_in_a_tin::rules::position::{
    EXPERIENCE_FOR_LEVEL, Fate, Position, Room, Step,
};
use crate::games::shared::described::{cell, player, sides};
use crate::games::shared::narrator::Narrator;
use crate::games::side::{Side, Sides};
use crate::referee::Seat;
use crate::referee::snapshot::{Home, Piece, Place, Snapshot, Viewer};

/// Ids of places that no player's place may have.
pub(crate) const TAKEN: &[&str] = &[
    "table", "stack", "deck", "discards", "discard", "pool", "supply", "aside", "fight", "basket",
    "drawn", "here", "stairs",
];

/// The steps of a turn at which nothing is in progress, by their names in a snapshot.
pub(crate) const MOMENTS: [&str; 3] = ["treasure", "potion", "moves"];

impl Dungeon {
    pub(crate) fn describe_table(&self, p: &Position, viewer: Viewer) -> Snapshot {
        let mut places = vec![self.table_place(p)];
        let ids = self.room_ids(p);
        places.extend((0..p.rooms.len()).map(|at| self.room_place(p, at, &ids)));
        places.extend((0..p.players.len()).map(|seat| self.knight_place(p, seat, viewer, &ids)));
        places.extend(self.piles(p));
        Snapshot {
            pieces: self.inventory(),
            places,
        }
    }

    /// The ids of rooms: "T07", and "T07.2" for the second of equal tiles.
    pub(crate) fn room_ids(&self, p: &Position) -> Vec<String> {
        let id = |(at, room): (usize, &Room)| {
            let code = self.tile_code(room.tile);
            match p.rooms[..at]
                .iter()
                .filter(|other| other.tile == room.tile)
                .count()
            {
                0 => code.to_owned(),
                before => format!("{code}.{}", before + 1),
            }
        };
        p.rooms.iter().enumerate().map(id).collect()
    }

    fn table_place(&self, p: &Position) -> Place {
        let free = p.count_in_dungeon() == 1;
        let moment = match p.step {
            Step::Free { late: false } | Step::Treasure => MOMENTS[0],
            Step::Potion => MOMENTS[1],
            Step::Free { late: true } | Step::Declare => MOMENTS[2],
            Step::Over => "over",
            Step::Deal => "deal",
            Step::Order | Step::SwapFirst | Step::Refresh => "hands",
            Step::Basket => "buying",
            Step::Tile | Step::Rotate => "tile",
            Step::Monster | Step::Chest => "entering",
            _ => "fight",
        };
        let moments = if free {
            &[MOMENTS[0], MOMENTS[2]][..]
        } else {
            &MOMENTS[..]
        };
        let mut table = Place::new("table").article().fact("turn", p.turn);
        if p.players.len() > 1 {
            table = table
                .fact("first", self.name(p.first))
                .choices(&self.players);
            table = table
                .fact("go", self.name(p.actor()))
                .choices(&self.players);
        }
        table
            .fact("step", moment)
            .choices(moments)
            .flag("rescued", p.rescued)
    }

    fn room_place(&self, p: &Position, at: usize, ids: &[String]) -> Place {
        let room = &p.rooms[at];
        let mut also = vec![format!("room{}", at + 1)];
        also.extend((at == 0).then(|| "stairs".to_owned()));
        also.extend(
            (p.step != Step::Over && usize::from(p.players[p.actor()].room) == at)
                .then(|| "here".to_owned()),
        );
        let monsters = p.monsters_in(at as u8).map(|die| die.monster.id());
        let place = Place::new(ids[at].clone())
            .named(&self.data.tile(room.tile).name)
            .tile()
            .also(also);
        self.room_facts(place, room.tile, (room.x, room.y), room.arrow)
            .maybe("locked", sides(room.locked))
            .maybe("blocked", sides(room.blocked))
            .flag("new", !room.visited)
            .slot("floor", &["token", "maiden"], self.token_words(room.floor))
            .slot(
                "across",
                &["token"],
                std::iter::repeat_n(
                    self.data.token(Kind::ROPE).word.clone(),
                    room.bridges.into(),
                ),
            )
            .slot("monsters", &["die"], monsters)
    }

    fn room_facts(&self, place: Place, tile: u8, at: (i16, i16), arrow: Side) -> Place {
        let exits = self.data.tile(tile).exits.turned(arrow.quarters());
        let place = place
            .fact("at", cell(at))
            .fact("arrow", arrow.name())
            .choices(Side::ALL.map(Side::name));
        place.derived("exits", sides(exits))
    }

    /// The place of a tile from the stack whose position is not given yet.
    pub(crate) fn fresh_room(&self, code: &str) -> Option<Place> {
        let tile = self.parse_tile(code)?;
        let place = Place::new(code).named(&self.data.tile(tile).name).tile();
        let none: [&str; 0] = [];
        let place = self.room_facts(place, tile, (0, 0), Side::North);
        let place = place
            .maybe("locked", sides(self.data.tile(tile).locked))
            .maybe("blocked", sides(Sides::default()));
        let place = place.flag("new", tile != self.data.start);
        Some(
            place
                .slot("floor", &["token", "maiden"], none)
                .slot("across", &["token"], none)
                .slot("monsters", &["die"], none),
        )
    }

    fn knight_place(&self, p: &Position, seat: usize, viewer: Viewer, ids: &[String]) -> Place {
        let knight = &p.players[seat];
        let fate = fate_word(knight.fate);
        let entered = knight.entrance.map_or("", Side::name);
        let place = player(&self.players, seat, TAKEN).also([format!("knight{}", seat + 1)]);
        let place = if self.is_alone() {
            place.also(["knight"])
        } else {
            place
        };
        let place = place
            .fact("is", fate)
            .choices(FATES)
            .fact("at", &ids[usize::from(knight.room)])
            .choices(ids);
        let place = place
            .maybe("entered", entered)
            .fact("hearts", knight.hearts)
            .choices(1..=self.data.hearts);
        let place = place.fact("level", knight.level).choices(1..=MAX_LEVEL);
        let place = place
            .fact("experience", knight.experience)
            .choices(0..=EXPERIENCE_FOR_LEVEL);
        let place = place.maybe("declared", knight.declared.map_or("", Side::name));
        let place = place.slot(
            "carries",
            &["token", "maiden"],
            self.token_words(knight.carried),
        );
        let known: &[u8] = if self.sees_cards(viewer, seat as Seat) {
            knight.hand.cards()
        } else {
            &[]
        };
        place
            .slot("hand", &["card"], self.card_words(known.iter().copied()))
            .hidden(knight.hand.len() - known.len() as u8)
    }

    fn piles(&self, p: &Position) -> Vec<Place> {
        let spent = (0u8..)
            .zip(&p.spent_cards)
            .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(*count)));
        let layer = |counts: &[u8]| counts.iter().map(|count| u32::from(*count)).sum::<u32>();
        let known = p
            .stack
            .known
            .iter()
            .map(|tile| self.tile_code(*tile).to_owned());
        let mut stack = Place::new("stack").article().home(&["tile"], Home::Closed);
        stack.slots[0].pieces = known.collect();
        let mut piles = vec![
            stack
                .derived("a", layer(&p.stack.a))
                .derived("b", layer(&p.stack.b)),
            Place::new("deck").article().home(&["card"], Home::Closed),
            Place::new("discards")
                .article()
                .also(["discard"])
                .slot("cards", &["card"], self.card_words(spent))
                .slot("treasure", &["token"], self.token_words(p.spent_tokens)),
            Place::new("pool").article().home(&["token"], Home::Open),
            Place::new("supply").article().home(&["die"], Home::Open),
            Place::new("aside").article().home(&["maiden"], Home::Open),
        ];
        if let Some(tile) = p.tile {
            piles.push(Place::new("drawn").article().slot(
                "tile",
                &["tile"],
                [self.tile_code(tile)],
            ));
        }
        if let Some(under_way) = p.fight {
            let attack = under_way.attack.map_or("", |attack| attack.name());
            let against = p.monsters[usize::from(under_way.die)].monster.id();
            let card = under_way.card();
            let bomb = under_way
                .bomb
                .then(|| self.data.token(Kind::BOMB).word.clone());
            let fight = Place::new("fight")
                .article()
                .derived("against", against)
                .derived("attack", attack);
            piles.push(fight.slot("card", &["card"], self.card_words(card)).slot(
                "bomb",
                &["token"],
                bomb,
            ));
        }
        piles
    }

    /// All pieces of the game.
    fn inventory(&self) -> Vec<Piece> {
        let sets = self.players.len() as u32;
        let piece = |codes: &[String], sort, count: u32| {
            let (first, others) = codes
                .split_first()
                .map_or((String::new(), &[][..]), |(first, rest)| {
                    (first.clone(), rest)
                });
            Piece::new(first, sort).also(others).count(count)
        };
        let data = &self.data;
        let tiles = data.tiles.iter().map(|tile| match tile.mark {
            Mark::Start => piece(&tile.codes, "start", 1),
            Mark::Final => piece(&tile.codes, "tile", 1),
            Mark::A | Mark::B => piece(&tile.codes, "tile", u32::from(tile.copies) * sets),
        });
        let cards = data
            .cards
            .iter()
            .map(|card| piece(&card.codes, "card", u32::from(card.copies) * sets));
        let tokens = (0..KINDS as u8)
            .map(Kind)
            .filter(|kind| data.token(*kind).count > 0)
            .map(|kind| {
                let token = data.token(kind);
                let (sort, count) = if kind == Kind::MAIDEN {
                    ("maiden", 1)
                } else {
                    ("token", u32::from(token.count) * sets)
                };
                // "a coin of 10", as it is told.
                let told = (token.gold > 0).then(|| format!("coin.{}", token.gold));
                Piece::new(&token.word, sort)
                    .also(token.codes.iter().cloned().chain(told).collect::<Vec<_>>())
                    .count(count)
            });
        let dice = Colour::ALL.into_iter().map(|colour| {
            let faces = Face::ALL.map(|face| Monster::new(colour, face).id());
            Piece::new(colour.name(), "die")
                .faces(faces)
                .count(u32::from(data.dice[colour as usize].count) * sets)
        });
        tiles.chain(cards).chain(tokens).chain(dice).collect()
    }

    fn token_words(&self, tokens: Tokens) -> Vec<String> {
        tokens
            .each()
            .map(|kind| self.data.token(kind).word.clone())
            .collect()
    }

    fn card_words(&self, cards: impl IntoIterator<Item = u8>) -> Vec<String> {
        cards
            .into_iter()
            .map(|card| self.card_code(card).to_owned())
            .collect()
    }
}

/// The words for a knight's fate.
pub(crate) const FATES: [&str; 4] = ["in", "dead", "left", "home"];

pub(crate) fn fate_word(fate: Fate) -> &'static str {
    FATES[fate as usize]
}
