//! The table as a snapshot, which everybody sees completely.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Hex;
use crate::games::deep_dark_dungeon::data::set::Set;
use crate::games::deep_dark_dungeon::rules::position::Position;
use crate::games::shared::described::player;
use crate::games::shared::narrator::Narrator;
use crate::referee::snapshot::{Home, Piece, Place, Snapshot, list};

/// Ids of places that no player's place may have.
pub(crate) const TAKEN: &[&str] = &[
    "table",
    "bag",
    "deck",
    "discards",
    "discard",
    "out",
    "aside",
    "drawn",
    "resolving",
    "start",
    "exit",
];

/// Parses a space, also as q and r: "1,-1".
pub(crate) fn parse_hex(words: &str) -> Option<Hex> {
    if let Some(hex) = Hex::parse(words) {
        return Some(hex);
    }
    // The notation of earlier versions.
    let (q, r) = words.split_once(',')?;
    Some(Hex {
        q: q.trim().parse().ok()?,
        r: r.trim().parse().ok()?,
    })
    .filter(|hex| hex.q.abs() < 200 && hex.r.abs() < 200)
}

impl Deep {
    pub(crate) fn describe_table(&self, p: &Position) -> Snapshot {
        let code = |space: u8| self.data.tile(p.space(space).tile).code.as_str();
        let ids: Vec<&str> = (0..p.spaces.len() as u8).map(code).collect();
        let mut places = vec![
            Place::new("table")
                .article()
                .fact("turn", p.turn)
                .fact("round", p.round)
                .fact("go", self.name(p.acting))
                .choices(&self.players)
                .maybe("exit", p.exit.map_or("", code))
                .maybe("due", list(p.drawn.iter().copied().map(code))),
        ];
        places.extend(p.spaces.iter().enumerate().map(|(at, space)| {
            let mut also = vec![format!("#{}", at + 1)];
            also.extend((at == 0).then(|| "start".to_owned()));
            also.extend((p.exit == Some(at as u8)).then(|| "exit".to_owned()));
            self.tile_place_at(space.tile, space.at).also(also)
        }));
        places.extend((0..self.players.len()).map(|seat| self.explorer_place(p, seat, &ids)));
        places.extend([
            Place::new("bag")
                .article()
                .also(["stock"])
                .home(&["tile"], Home::Closed),
            Place::new("deck").article().home(CARDS, Home::Closed),
            Place::new("discards").article().also(["discard"]).slot(
                "cards",
                CARDS,
                self.card_words(p.discard),
            ),
            Place::new("out").article().slot(
                "cards",
                CARDS,
                self.card_words(p.out.and(self.data.deck)),
            ),
            Place::new("aside").article().slot(
                "tiles",
                &["tile"],
                p.aside.iter().map(|tile| self.data.tile(tile).code.clone()),
            ),
        ]);
        if let Some(tile) = p.in_hand() {
            places.push(Place::new("drawn").article().slot(
                "tile",
                &["tile"],
                [self.data.tile(tile).code.clone()],
            ));
        }
        if let Some(card) = p.resolving() {
            places.push(Place::new("resolving").slot(
                "card",
                CARDS,
                [self.data.card(card).code.clone()],
            ));
        }
        Snapshot {
            pieces: self.inventory(),
            places,
        }
    }

    fn tile_place_at(&self, tile: u8, at: Hex) -> Place {
        let tile = self.data.tile(tile);
        let place = Place::new(tile.code.clone()).tile().fact("at", at.words());
        place
            .derived("height", tile.height)
            .derived("kind", tile.kind.name())
    }

    /// The place of a tile from the bag whose position is not given yet.
    pub(crate) fn fresh_tile(&self, code: &str) -> Option<Place> {
        Some(self.tile_place_at(self.parse_tile(code)?, Hex::default()))
    }

    fn explorer_place(&self, p: &Position, seat: usize, ids: &[&str]) -> Place {
        let explorer = &p.explorers[seat];
        let card = &self.data.explorers[seat];
        let escaped = p
            .escaped
            .iter()
            .position(|out| usize::from(*out) == seat)
            .map(|place| (place + 1).to_string());
        let at = explorer.at.map_or("", |at| ids[usize::from(at)]);
        player(&self.players, seat, TAKEN)
            .also([(seat + 1).to_string(), card.colour.clone()])
            .maybe("at", at)
            .choices(ids)
            .maybe("out", escaped.unwrap_or_default())
            .flag("hurt", explorer.hurt)
            .flag("web", explorer.webbed)
            .derived("card", &card.code)
            .slot("carries", &["treasure"], self.card_words(explorer.carried))
    }

    fn inventory(&self) -> Vec<Piece> {
        let start = Piece::new(&self.data.tile(self.data.start).code, "start");
        let tiles = self
            .data
            .stock
            .iter()
            .map(|tile| Piece::new(&self.data.tile(tile).code, "tile"));
        let sort = |card| {
            if self.data.treasures.has(card) {
                "treasure"
            } else {
                "card"
            }
        };
        // "key", "goblin.thief": the referee's words.
        let called = |card: u8| [self.data.card(card).name.replace(' ', ".")];
        let cards = self.data.deck.iter();
        let cards =
            cards.map(|card| Piece::new(&self.data.card(card).code, sort(card)).also(called(card)));
        std::iter::once(start).chain(tiles).chain(cards).collect()
    }

    fn card_words(&self, cards: Set) -> Vec<String> {
        cards
            .iter()
            .map(|card| self.data.card(card).code.clone())
            .collect()
    }
}

/// The kinds of cards in the deck.
const CARDS: &[&str] = &["card", "treasure"];
