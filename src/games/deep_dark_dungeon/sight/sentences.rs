//! The table in sentences, for those who cannot or prefer not to read the map.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::data::set::Set;
use crate::games::deep_dark_dungeon::rules::noun::{
    Card, Clock, Explorer, InRow, Path, Place, Space, Tile,
};
use crate::games::deep_dark_dungeon::rules::position::{Phase, Position, Step};
use crate::games::shared::noun::{Flag, Number, Player, Side};
use crate::games::shared::phrase::phrases;
use crate::games::side;

phrases! {
    /// A sentence about something on the table.
    pub enum Sentence of Deep, in "table";

    Out { explorer: Explorer } = "out";
    Stands { explorer: Explorer, tile: Space, hurt: Flag, strength: Number, webbed: Flag, carried: Vec<Card> } = "stands";
    /// What surrounds an Explorer, or the Start.
    Around { player: Option<Player>, paths: Vec<Path> } = "around";
    /// A row of the map, counted to the south from that of the Start: where it begins, in `whole` tiles and perhaps a `half` one to a
    /// `side` of the Start, and its tiles.
    Row { row: Number, whole: Number, half: Flag, side: Side, tiles: Vec<InRow> } = "row";
    Exit { tile: Space, guardian: Option<Number> } = "exit";
    NoExit = "no_exit";
    Piles { tiles: Number, cards: Number } = "piles";
    Aside { tiles: Vec<Tile> } = "aside";
    Discard { cards: Vec<Card> } = "discard";
    Removed { cards: Vec<Card> } = "removed";
    Resolving { card: Card } = "resolving";
    InHand { tile: Tile } = "in_hand";
    Due { places: Vec<Place> } = "due";
    Clock { clock: Clock } = "clock";
}

impl Deep {
    pub(crate) fn sentences(&self, p: &Position) -> Vec<String> {
        let mut told: Vec<Sentence> = (0..self.players.len())
            .map(|seat| self.explorer_sentence(p, seat))
            .collect();
        if p.step != Step::Over && !p.is_out(p.actor()) {
            let player = (p.phase != Phase::Setup).then_some(Player(p.acting));
            told.push(Sentence::Around {
                player,
                paths: Way::ALL.map(|way| Path(p.centre(), way)).into(),
            });
        }
        let mut rows: Vec<i16> = p.spaces.iter().map(|space| space.at.r).collect();
        rows.sort_unstable();
        rows.dedup();
        told.extend(rows.into_iter().map(|row| row_sentence(p, row)));
        told.push(match p.exit {
            None => Sentence::NoExit,
            Some(exit) => Sentence::Exit {
                tile: Space(exit),
                guardian: self.guardian(p).map(Number::of),
            },
        });
        self.piles(p, &mut told);
        if p.round > 0 {
            told.push(Sentence::Clock { clock: Clock });
        }
        told.iter()
            .map(|sentence| self.lexicon.say(self, p, sentence))
            .collect()
    }

    fn explorer_sentence(&self, p: &Position, seat: usize) -> Sentence {
        let explorer = &p.explorers[seat];
        let Some(at) = explorer.at else {
            return Sentence::Out {
                explorer: Explorer(seat as u8),
            };
        };
        Sentence::Stands {
            explorer: Explorer(seat as u8),
            tile: Space(at),
            hurt: Flag(explorer.hurt),
            strength: Number::of(self.strength(p, seat)),
            webbed: Flag(explorer.webbed),
            carried: cards(explorer.carried),
        }
    }

    /// The bag, the deck and what is beside the board.
    fn piles(&self, p: &Position, told: &mut Vec<Sentence>) {
        told.push(Sentence::Piles {
            tiles: Number::of(p.stock.len()),
            cards: Number::of(p.deck.len()),
        });
        if !p.aside.is_empty() {
            told.push(Sentence::Aside {
                tiles: p.aside.iter().map(Tile).collect(),
            });
        }
        if !p.discard.is_empty() {
            told.push(Sentence::Discard {
                cards: cards(p.discard),
            });
        }
        if !p.out.is_empty() {
            told.push(Sentence::Removed {
                cards: cards(p.out),
            });
        }
        told.extend(
            p.resolving()
                .map(|card| Sentence::Resolving { card: Card(card) }),
        );
        told.extend(
            p.in_hand()
                .map(|tile| Sentence::InHand { tile: Tile(tile) }),
        );
        if !p.drawn.is_empty() {
            told.push(Sentence::Due {
                places: p.drawn.iter().map(|space| Place(*space)).collect(),
            });
        }
    }
}

pub(crate) fn cards(cards: Set) -> Vec<Card> {
    cards.iter().map(Card).collect()
}

fn row_sentence(p: &Position, row: i16) -> Sentence {
    let mut spaces: Vec<u8> = (0..p.spaces.len() as u8)
        .filter(|space| p.space(*space).at.r == row)
        .collect();
    spaces.sort_by_key(|space| p.space(*space).at.q);
    let first = spaces
        .first()
        .map_or(0, |space| p.space(*space).at.across());
    let before = std::iter::once(None).chain(spaces.iter().map(|space| Some(p.space(*space).at.q)));
    let tile = |(space, before): (&u8, Option<i16>)| InRow {
        gap: before.map_or(0, |before| p.space(*space).at.q - before - 1),
        space: *space,
    };
    Sentence::Row {
        row: Number::of(row),
        whole: Number::of(first.unsigned_abs() / 2),
        half: Flag(first % 2 != 0),
        side: Side(if first < 0 {
            side::Side::West
        } else {
            side::Side::East
        }),
        tiles: spaces.iter().zip(before).map(tile).collect(),
    }
}
