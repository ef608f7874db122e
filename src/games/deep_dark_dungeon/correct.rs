//! Sets up the table as people describe it.

use super::Deep;
use super::data::TileKind;
use super::data::hex::{Hex, Way};
use super::data::set::Set;
use super::rules::event::Event;
use super::rules::position::{Foe, Phase, Position, Space, Step};
use super::sight::places::{TAKEN, parse_hex};
use crate::games::shared::described::{demand, demand_apart, named, player_called};
use crate::games::shared::narrator::Narrator;
use crate::referee::corrections::{Described, Ending};
use crate::referee::edits::EditContext;
use crate::referee::message::{Message, message};
use crate::referee::snapshot::{Place, Snapshot, Viewer};
use crate::referee::{Outcome, Seat, Verdict};

impl EditContext for Deep {
    fn tile_place(&self, tile: &str) -> Option<Place> {
        self.fresh_tile(tile)
    }

    fn beside(&self, at: &str, side: &str) -> Option<String> {
        Some(parse_hex(at)?.neighbour(Way::parse(side)?).words())
    }
}

impl Described for Deep {
    const FORMS: &'static [(&'static str, &'static str)] = &[
        (
            "T06 ne of T13",
            "a tile is laid or lies elsewhere; back to the bag: T06 away",
        ),
        (
            "Ann to T13",
            "a pawn; the start is start, and exit the Exit; exit T11, where its marker lies",
        ),
        (
            "hurt Ann",
            "turn the Explorer card; back again: hurt Ann no",
        ),
        ("web Bob", "caught until the next turn; or web Bob no"),
        (
            "E14 to Ann",
            "a Treasure; any card to deck, discards or out; Ann holds E14 E18",
        ),
        (
            "go Bob",
            "whose turn it is; turn 5; round 2; Bob out 1, the first who escaped",
        ),
        (
            "due T06, T13",
            "Encounter tiles whose cards are still to be drawn, in that order",
        ),
    ];

    fn snapshot(&self, p: &Position, _viewer: Viewer) -> Snapshot {
        self.describe_table(p)
    }

    fn arrange(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let tiles: Vec<&Place> = to.places.iter().filter(|place| place.tile).collect();
        let index = |id: &str| {
            tiles
                .iter()
                .position(|tile| tile.id.eq_ignore_ascii_case(id))
                .map(|at| at as u8)
        };
        let old: Vec<String> = p
            .spaces
            .iter()
            .map(|space| self.data.tile(space.tile).code.clone())
            .collect();
        let moved = |space: u8| old.get(usize::from(space)).and_then(|id| index(id));
        let spaces = self.lay_tiles(&tiles)?;
        let same = spaces.len() == p.spaces.len()
            && spaces.iter().zip(&p.spaces).all(|(new, old)| new == old);
        demand(
            same || whole || p.phase != Phase::Setup,
            "the first tiles are being laid: finish that first",
        )?;
        let left_out = |space: u8| {
            moved(space).ok_or_else(|| message("that tile is being settled: finish that first", []))
        };
        if !whole && let Step::Card { site } = &mut p.step {
            *site = left_out(*site)?;
        }
        p.origin = moved(p.origin).unwrap_or_default();
        let ringed = !spaces[0].has_gaps();
        demand(
            ringed || p.phase == Phase::Setup && !whole,
            "six tiles lie round the Start",
        )?;
        p.spaces = spaces;
        self.lay_pieces(p, to)?;
        self.lay_explorers(p, to, &index, whole)?;
        let Some(table) = to.place("table") else {
            return Ok(());
        };
        p.turn = table.number("turn")?;
        p.round = table.number("round")?;
        let on_table = |id| named("no tile on the table is `{word}`", id, index(id));
        p.exit = match table.get("exit") {
            "" => None,
            id => Some(on_table(id)?),
        };
        let is = |space: &Space, kind: TileKind| self.data.tile(space.tile).kind == kind;
        if self.data.deck.and(self.data.exits).is_empty() {
            // A tile is the Exit.
            p.exit = p
                .spaces
                .iter()
                .position(|space| is(space, TileKind::Exit))
                .map(|exit| exit as u8);
        } else {
            // R65
            let found = !p.out.and(self.data.exits).is_empty();
            demand(
                found == p.exit.is_some(),
                "the Exit's card is out and its marker on a tile, or neither: correct both at once, with `;` between them",
            )?;
            let marked = p
                .exit
                .is_none_or(|exit| is(p.space(exit), TileKind::Encounter));
            demand(marked, "the Exit's marker lies on an Encounter tile")?;
        }
        p.drawn = table.parts("due").map(on_table).collect::<Result<_, _>>()?;
        demand(
            p.drawn.is_empty() || p.phase != Phase::Setup,
            "no card is due before the first turn",
        )?;
        let go = player_called(&self.players, TAKEN, table.get("go"), |word| {
            self.parse_seat(word)
        })?;
        if whole || go != p.acting {
            demand(
                whole || p.phase != Phase::Setup,
                "the first tiles are being laid: finish that first",
            )?;
            if p.is_out(usize::from(go)) {
                return Err(message(
                    "{player} is out of the dungeon",
                    [("player", self.name(go).into())],
                ));
            }
            demand(
                p.in_hand().is_none(),
                "a tile waits to be laid: lay it first",
            )?;
            if let Some(card) = p.resolving() {
                p.discard.add(card);
            }
            p.acting = go;
            p.step = Step::Act;
            p.phase = Phase::Act;
            (p.used, p.attacked, p.moved, p.origin) = (0, false, false, p.here());
            (p.turn, p.round) = (p.turn.max(1), p.round.max(1));
        }
        Ok(())
    }

    fn under_way(&self, p: &Position) -> Option<&'static str> {
        match p.step {
            Step::Over => Some("the game is over"),
            Step::Act if !self.has_acted(p) && p.drawn.is_empty() => None,
            _ if p.phase == Phase::Setup => Some("the first tiles are being laid"),
            _ => Some("a turn is under way"),
        }
    }

    fn rolled(&self, p: &Position) -> Option<u8> {
        if let Step::FoeDie { roll, .. } = p.step {
            Some(roll)
        } else {
            None
        }
    }

    fn go_on(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        // R70
        if p.is_out(p.actor()) && p.phase != Phase::Setup && p.step != Step::Over {
            return self.pass_on(p, tell);
        }
        let roomy = self
            .carry_limit(p.actor())
            .is_none_or(|limit| p.me().carried.len() <= limit);
        let settled = match p.step {
            Step::Act => true,
            Step::Keep(_) => roomy,
            Step::Tile => p.phase == Phase::Fill,
            _ => false,
        };
        if settled {
            Deep::go_on(self, p, tell);
        }
    }

    fn reworded(&self, _table: &Snapshot, words: &str) -> Option<String> {
        let (verb, who) = words.trim().split_once(' ')?;
        match verb.to_lowercase().as_str() {
            "heal" => Some(format!("hurt {who} no")),
            "free" => Some(format!("web {who} no")),
            _ => None,
        }
    }
}

impl Ending for Deep {
    /// The result so far: those who have escaped have won, in that order.
    fn standing(&self, p: &Position) -> Outcome {
        let seats = self.players.len();
        let escaped = |seat: usize| p.escaped.iter().any(|out| usize::from(*out) == seat);
        let mut ranking: Vec<Vec<Seat>> = Vec::new();
        if seats > 1 && !p.escaped.is_empty() {
            ranking.extend(p.escaped.iter().map(|seat| vec![*seat]));
            let left: Vec<Seat> = (0..seats as Seat)
                .filter(|seat| !escaped(usize::from(*seat)))
                .collect();
            ranking.extend(Some(left).filter(|left| !left.is_empty()));
        }
        Outcome {
            verdicts: (0..seats)
                .map(|seat| {
                    if escaped(seat) {
                        Verdict::Win
                    } else {
                        Verdict::Loss
                    }
                })
                .collect(),
            ranking,
            scores: vec![None; seats],
            is_scored: false,
        }
    }
}

impl Deep {
    fn lay_tiles(&self, tiles: &[&Place]) -> Result<Vec<Space>, Message> {
        let mut cells = Vec::new();
        for place in tiles {
            let tile = self.parse_tile(place.piece().unwrap_or_default());
            let tile = named("no tile is called `{word}`", &place.id, tile)?;
            cells.push((tile, place.read("at", parse_hex)?));
        }
        demand(
            cells
                .first()
                .is_some_and(|(_, first)| *first == Hex::default()),
            "the Start stays in the middle",
        )?;
        demand_apart(
            tiles,
            &cells.iter().map(|(_, cell)| *cell).collect::<Vec<Hex>>(),
        )?;
        let mut spaces: Vec<Space> = Vec::new();
        for (at, (tile, cell)) in cells.into_iter().enumerate() {
            self.lay(&mut spaces, tile, cell);
            if at > 0 && spaces[at].neighbours().next().is_none() {
                return Err(message(
                    "{tile} would touch no tile laid before it",
                    [("tile", (&tiles[at].id).into())],
                ));
            }
        }
        Ok(spaces)
    }

    /// Places the contents of the bag, the deck and the piles.
    fn lay_pieces(&self, p: &mut Position, to: &Snapshot) -> Result<(), Message> {
        let tile = |word: &str| named("no tile is called `{word}`", word, self.parse_tile(word));
        let aside = to
            .pieces("aside", "tiles")
            .iter()
            .map(|word| tile(word))
            .collect::<Result<Set, _>>()?;
        demand(
            aside.is_empty() || p.phase == Phase::Setup,
            "tiles are set aside in the set-up only",
        )?;
        let stock = to
            .left(&["tile"])
            .into_iter()
            .map(|(word, _)| tile(word))
            .collect::<Result<Set, _>>()?;
        let waits = to.pieces("drawn", "tile");
        let held = p.in_hand().is_some();
        demand(
            held != waits.is_empty() && waits.len() < 2,
            "a tile waits to be laid: lay it first",
        )?;
        if let (Step::Place(held), Some(word)) = (&mut p.step, waits.first()) {
            *held = tile(word)?;
        }
        p.aside = aside;
        p.stock = stock;
        let discard = self.cards_of(to.pieces("discards", "cards"))?;
        let fresh = discard
            .and(self.data.keys)
            .iter()
            .any(|card| !p.discard.has(card));
        demand(
            !(fresh && self.options.keys_reshuffle),
            "a discarded Key goes back into the deck: give it to the deck",
        )?;
        p.discard = discard;
        p.out = self
            .data
            .left_out
            .or(self.cards_of(to.pieces("out", "cards"))?);
        let deck = to
            .left(&["card", "treasure"])
            .into_iter()
            .map(|(word, _)| self.card_of(word));
        p.deck = deck.collect::<Result<_, _>>()?;
        let settled = to.pieces("resolving", "card");
        demand(
            p.resolving().is_some() != settled.is_empty() && settled.len() < 2,
            "a card is being settled: finish that first",
        )?;
        if let Some(word) = settled.first()
            && let Step::Brace(foe) | Step::OwnDie(foe) | Step::FoeDie { foe, .. } = &mut p.step
            && let Foe::Monster(card) | Foe::Pit(card) = foe
        {
            *card = self.card_of(word)?;
        }
        Ok(())
    }

    fn lay_explorers(
        &self,
        p: &mut Position,
        to: &Snapshot,
        index: &impl Fn(&str) -> Option<u8>,
        whole: bool,
    ) -> Result<(), Message> {
        let mut escaped = Vec::new();
        for seat in 0..self.players.len() {
            let own = crate::games::shared::described::player(&self.players, seat, TAKEN).id;
            let Some(place) = to.place(&own) else {
                continue;
            };
            let who = || ("player", (&own).into());
            let carried = self.cards_of(place.pieces("carries"))?;
            let limit = self.carry_limit(seat).filter(|limit| {
                carried.len() > *limit && carried.len() > p.explorers[seat].carried.len()
            });
            if limit.is_some() {
                return Err(message("{player} cannot carry more", [who()]));
            }
            let (hurt, web) = (place.holds("hurt")?, place.holds("web")?);
            let explorer = &mut p.explorers[seat];
            let began = usize::from(p.acting) == seat && !whole && p.phase != Phase::Setup;
            if began && web && !explorer.webbed {
                return Err(message(
                    "{player} has begun the turn, free of webs",
                    [who()],
                ));
            }
            let at = match (place.get("out"), place.get("at")) {
                ("", at) => {
                    let at = if at.eq_ignore_ascii_case("start") {
                        Some(0)
                    } else {
                        index(at)
                    };
                    let with = [("tile", place.get("at").into()), who()];
                    Some(at.ok_or_else(|| {
                        message(
                            "no tile on the table is `{tile}`: say where {player} stands",
                            with,
                        )
                    })?)
                }
                (out, _) => {
                    let nth: usize = out.parse().map_err(|_| {
                        message("{player}: out 1 is the first who escaped", [who()])
                    })?;
                    if !carried.is_empty() {
                        return Err(message(
                            "{player} is out and carries nothing: first say where it goes",
                            [who()],
                        ));
                    }
                    demand(
                        self.options.to_the_last_key,
                        "whoever escapes ends the game: `end` does that",
                    )?;
                    escaped.push((nth, seat as u8));
                    None
                }
            };
            let moves = explorer.at != at;
            explorer.at = at;
            explorer.hurt = hurt;
            explorer.webbed = web;
            explorer.carried = carried;
            // R20
            if moves && seat == p.actor() && p.phase == Phase::Act && !self.has_acted(p) {
                p.origin = p.here();
            }
        }
        escaped.sort_unstable();
        p.escaped = escaped.into_iter().map(|(_, seat)| seat).collect();
        demand(
            p.escaped.len() < p.explorers.len(),
            "somebody is still in the dungeon: `end` ends the game",
        )?;
        let acts = match p.step {
            Step::Tile | Step::Act | Step::Over => false,
            Step::Place(_) => p.phase != Phase::Setup,
            _ => true,
        };
        demand(
            !(p.is_out(p.actor()) && !whole && acts),
            "settle this first: then say who is out",
        )
    }

    fn card_of(&self, word: &str) -> Result<u8, Message> {
        named("no card is called `{word}`", word, self.parse_card(word))
    }

    fn cards_of(&self, words: &[String]) -> Result<Set, Message> {
        words.iter().map(|word| self.card_of(word)).collect()
    }
}
