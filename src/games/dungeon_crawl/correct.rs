//! Sets up the table as people describe it.
//!
//! Who holds which treasure is secret: statements about hidden ones are believed, and the referee forgets what it knew of
//! other holdings. So no refusal reveals what a player has.

use super::Crawl;
use super::data::map::{Cell, Map, Square};
use super::data::piece::{Code, Suit, VALUES, Values};
use super::rules::event::Event;
use super::rules::position::{DEADLY, Position, Stack, Step, TILES, TREASURES};
use super::rules::refusal::Refusal;
use super::sight::places::{TAKEN, player_id};
use crate::games::shared::described::{beside, demand, parse_cell, player_called};
use crate::referee::corrections::{Described, Ending};
use crate::referee::edits::EditContext;
use crate::referee::message::{Message, message};
use crate::referee::snapshot::{Place, Snapshot, Viewer};
use crate::referee::{Outcome, Refused, Verdict, Words as _};

impl EditContext for Crawl {
    fn tile_place(&self, word: &str) -> Option<Place> {
        self.fresh_place(word)
    }

    fn beside(&self, at: &str, side: &str) -> Option<String> {
        beside(at, side)
    }

    fn slot_for(&self, word: &str) -> Option<&'static str> {
        let code = Code::parse(word).filter(|code| usize::from(code.value) < VALUES)?;
        Some(["traps", "monsters", "treasure", "equipment"][code.suit as usize])
    }
}

impl Described for Crawl {
    const FORMS: &'static [(&'static str, &'static str)] = &[
        ("Ann to c7", "a pawn; out of the dungeon: Ann at no"),
        (
            "coin3 from c7 to d2",
            "a coin that lies value side up; of one that was turned over its code: A3",
        ),
        (
            "A3 to Bob",
            "equipment, S1 and M4 experience, C2 treasure; S1 to Bob damage; A3 to Bob applied; to discards",
        ),
        (
            "C2 from Ann to Bob",
            "a treasure: whose it was is said too; Arms from Ann to Bob: any coin of the suit",
        ),
        ("turn S3 in hazard to M3", "a coin was told wrong"),
        (
            "tile.3 east of tile.2",
            "a tile lies elsewhere; or tile.3 at 2e 1n, counted in tiles",
        ),
        (
            "go Bob",
            "whose turn it is; first Bob, turn 12, idle 3, compass SMCA",
        ),
    ];

    fn snapshot(&self, p: &Position, viewer: Viewer) -> Snapshot {
        self.describe_table(p, viewer)
    }

    fn arrange(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let early = matches!(p.step, Step::Start { .. } | Step::Compass) && !whole;
        demand(!early, "the first tile is all that lies there: go on first")?;
        demand(
            !matches!(p.step, Step::ShowDead | Step::ShowEnd { .. }),
            "first say which treasure is left",
        )?;
        let shift = self.lay_map(p, to, whole)?;
        let mut seen = [Values::default(); 4];
        self.lay_floor(p, to, shift, &mut seen)?;
        self.lay_holdings(p, to, shift, &mut seen)?;
        self.lay_treasure(p, to, whole, &mut seen)?;
        p.revealed = seen;
        demand(
            p.found() < TREASURES,
            "all treasures would be found: the last ends the game when it is turned over",
        )?;
        if builds(p.step) && !whole {
            self.judge_building(p)?;
        }
        self.lay_moment(p, to, whole)
    }

    fn under_way(&self, p: &Position) -> Option<&'static str> {
        match p.step {
            Step::Move | Step::Enter => None,
            Step::Over => Some("the game is over"),
            step if builds(step) => Some("the dungeon is being built"),
            _ => Some("a turn is under way"),
        }
    }

    fn reworded(&self, table: &Snapshot, words: &str) -> Option<String> {
        let clauses: Vec<&str> = words.split(';').collect();
        let meant = clauses.iter().map(|clause| self.any_coin(table, clause));
        let all: Vec<String> = meant
            .zip(&clauses)
            .map(|(meant, clause)| meant.unwrap_or_else(|| (*clause).to_owned()))
            .collect();
        Some(all.join(";")).filter(|all| all != words)
    }

    fn rolled(&self, p: &Position) -> Option<u8> {
        if let Step::DefendRoll { roll, .. } = p.step {
            Some(roll)
        } else {
            None
        }
    }

    fn go_on(&self, p: &mut Position, _tell: &mut impl FnMut(Event)) {
        if matches!(p.step, Step::Move | Step::Enter) {
            p.step = if p.players[p.actor()].pawn.is_some() {
                Step::Move
            } else {
                Step::Enter
            };
        }
    }
}

impl Crawl {
    /// "Arms from Ann to Bob" with a suitable coin added; for equipment and experience any will do.
    fn any_coin(&self, table: &Snapshot, clause: &str) -> Option<String> {
        let (suit, rest) = clause.trim().split_once(" from ")?;
        let suit = Suit::parse(suit)?;
        let key = self
            .slot_for(&Code { suit, value: 0 }.to_string())
            .filter(|_| suit != Suit::Crowns)?;
        let place = table.called(rest.split_whitespace().next()?)?;
        let coin = place.pieces(key).first()?;
        Some(format!("{coin} from {rest}"))
    }
}

impl Ending for Crawl {
    /// R42: asks who has which treasure before the winner is decided.
    fn conclude(&self, p: &mut Position, tell: &mut impl FnMut(Event)) -> Result<(), Refused> {
        if p.step == Step::ShowDead {
            return Err(self.refused(p, Refusal::TellFirst));
        }
        let unknown = (0..self.players.len() as u8).any(|seat| !p.worlds.open(seat).is_empty());
        if unknown && !matches!(p.step, Step::ShowEnd { .. }) {
            self.finish(p, tell);
        }
        Ok(())
    }

    fn standing(&self, p: &Position) -> Outcome {
        let standings: Vec<_> = (0..self.players.len())
            .map(|seat| Self::standing(p, seat))
            .collect();
        let best = standings.iter().max().copied().unwrap_or_default();
        let verdict = |standing| match standings.iter().filter(|other| **other == best).count() {
            1 if standing == best => Verdict::Win,
            _ if standing == best => Verdict::Draw,
            _ => Verdict::Loss,
        };
        Outcome {
            verdicts: standings
                .iter()
                .map(|standing| verdict(*standing))
                .collect(),
            ranking: self.ranking(p),
            scores: standings
                .iter()
                .map(|(total, _)| Some(*total as i32))
                .collect(),
            is_scored: false,
        }
    }
}

fn builds(step: Step) -> bool {
    matches!(
        step,
        Step::Start { .. }
            | Step::Compass
            | Step::Tile
            | Step::Site(_)
            | Step::Coin { .. }
            | Step::Pawn
    )
}

fn fights(step: Step) -> bool {
    use Step::{AttackRoll, AttackSpend, DefendRoll, DefendSpend, Spoils};
    matches!(
        step,
        AttackSpend { .. } | DefendSpend { .. } | AttackRoll(_) | DefendRoll { .. } | Spoils { .. }
    )
}

/// Parses a coin, or a coin's value if its suit is unknown.
fn coin(word: &str) -> Result<Code, Message> {
    Code::parse(word)
        .filter(|code| usize::from(code.value) < VALUES)
        .ok_or_else(|| message("`{coin}` has not been turned over", [("coin", word.into())]))
}

/// The coins of one suit in a slot.
fn values(place: &Place, key: &str, suit: Suit) -> Result<Values, Message> {
    let mut found = Values::default();
    for word in place.pieces(key) {
        let code = coin(word)?;
        if code.suit != suit {
            return Err(message(
                "{coin} is not a coin for {key}",
                [("coin", word.into()), ("key", key.into())],
            ));
        }
        found.add(code.value);
    }
    Ok(found)
}

impl Crawl {
    /// Lays the tiles. Returns how many spaces everything moves to stay in the rectangle.
    fn lay_map(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(i16, i16), Message> {
        let mut tiles = Vec::new();
        for place in to.places.iter().filter(|place| place.tile) {
            let at = place.read("at", parse_cell)?;
            if tiles.contains(&at) {
                return Err(message(
                    "two tiles would lie at {cell}",
                    [("cell", place.get("at").into())],
                ));
            }
            tiles.push(at);
        }
        let wanted = if whole { TILES } else { p.map.tiles().len() };
        if tiles.len() != wanted {
            let with = [("count", tiles.len().into()), ("wanted", wanted.into())];
            return Err(message(
                "{count} tiles would lie there, and {wanted} do",
                with,
            ));
        }
        let least = |part: fn(&(i16, i16)) -> i16| tiles.iter().map(part).min().unwrap_or_default();
        let most = |part: fn(&(i16, i16)) -> i16| tiles.iter().map(part).max().unwrap_or_default();
        let (west, south) = (least(|tile| tile.0), least(|tile| tile.1));
        demand(
            most(|tile| tile.0) - west < 13 && most(|tile| tile.1) - south < 13,
            "the dungeon would be too wide",
        )?;
        let mut reached = vec![tiles[0]];
        let mut next = 0;
        while let Some((x, y)) = reached.get(next).copied() {
            next += 1;
            for near in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if tiles.contains(&near) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        demand(
            reached.len() == tiles.len(),
            "the dungeon would be in pieces",
        )?;
        p.map = Map::default();
        for (x, y) in &tiles {
            p.map.lay(((x - west) as i8, (y - south) as i8));
        }
        Ok((2 * west, 2 * south))
    }

    /// R11-R13: checks that there is one coin on each tile that is due, and that none has been turned over.
    fn judge_building(&self, p: &Position) -> Result<(), Message> {
        demand(
            p.revealed.iter().all(|coins| coins.is_empty()),
            "no coin has been turned over yet",
        )?;
        for (at, (x, y)) in p.map.tiles().iter().enumerate() {
            let own = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(dx, dy)| p.map.cell(Square::new(2 * x + dx, 2 * y + dy)));
            let count = own
                .iter()
                .filter(|cell| matches!(cell, Cell::Coin(_)))
                .count();
            let due = matches!(p.step, Step::Coin { tile } if at == usize::from(tile));
            let bare = at == 0 && p.step != Step::Pawn || due;
            demand(
                count == usize::from(!bare),
                "while the dungeon is built each tile has one coin",
            )?;
        }
        Ok(())
    }

    /// Places what is on spaces.
    fn lay_floor(
        &self,
        p: &mut Position,
        to: &Snapshot,
        shift: (i16, i16),
        seen: &mut [Values; 4],
    ) -> Result<(), Message> {
        p.stacks.clear();
        for place in to
            .places
            .iter()
            .filter(|place| !place.article && !place.pieces("coins").is_empty())
        {
            let at = moved(&place.id, shift).filter(|at| p.map.cell(*at) != Cell::Void);
            let on = || ("space", (&place.id).into());
            let at =
                at.ok_or_else(|| message("coins would lie on {space}, where no tile is", [on()]))?;
            let coins = place.pieces("coins");
            if let [word] = coins
                && let Some(value) = word
                    .strip_prefix("coin")
                    .and_then(|value| value.parse().ok())
            {
                p.map.set(at, Cell::Coin(value));
                continue;
            }
            let mut stack = Stack {
                at,
                treasure: Values::default(),
                equipment: Values::default(),
            };
            for word in coins {
                let with = || [("coin", word.into()), on()];
                let code = coin(word)
                    .map_err(|_| message("{coin} would lie with others on {space}", with()))?;
                match code.suit {
                    Suit::Crowns => stack.treasure.add(code.value),
                    Suit::Arms => stack.equipment.add(code.value),
                    _ => {
                        return Err(message(
                            "{coin} lies before a player or is out of the game",
                            [("coin", word.into())],
                        ));
                    }
                }
                seen[code.suit as usize].add(code.value);
            }
            p.map.set(at, Cell::Stack);
            p.stacks.push(stack);
        }
        Ok(())
    }

    /// Places pawns, and the coins in front of players or out of the game, except treasure.
    fn lay_holdings(
        &self,
        p: &mut Position,
        to: &Snapshot,
        shift: (i16, i16),
        seen: &mut [Values; 4],
    ) -> Result<(), Message> {
        for seat in 0..self.players.len() {
            let id = player_id(&self.players, seat);
            let Some(place) = to.place(&id) else { continue };
            lay_pawn(p, seat, place, shift)?;
            lay_coins_of(p, seat, place, seen)?;
            let player = &p.players[seat];
            let holds = !player.equipment.is_empty()
                || player.damage.iter().any(|coins| coins.sum() > 0)
                || place.unseen("treasure") > 0;
            if player.pawn.is_none() && holds && !builds(p.step) {
                return Err(message(
                    "{player} is out of the dungeon, and holds nothing",
                    [("player", (&id).into())],
                ));
            }
        }
        p.discards = [Values::default(); 4];
        for word in to.pieces("discards", "coins") {
            let code = coin(word)?;
            demand(
                code.suit != Suit::Crowns,
                "treasure is never out of the game",
            )?;
            p.discards[code.suit as usize].add(code.value);
            seen[code.suit as usize].add(code.value);
        }
        let met = to.pieces("hazard", "coin");
        if let Step::Experience(hazard) | Step::Hazard { coin: hazard, .. } = &mut p.step {
            let [word] = met else {
                return Err(message("a trap or monster is met: settle that first", []));
            };
            *hazard = coin(word)?;
            if !matches!(hazard.suit, Suit::Suns | Suit::Moons) {
                let text = "{coin} is not a trap or monster: `undo` and turn it over";
                return Err(message(text, [("coin", word.into())]));
            }
            seen[hazard.suit as usize].add(hazard.value);
        }
        Ok(())
    }

    /// Places treasure; the pile receives the rest.
    fn lay_treasure(
        &self,
        p: &mut Position,
        to: &Snapshot,
        whole: bool,
        seen: &mut [Values; 4],
    ) -> Result<(), Message> {
        let seats = self.players.len();
        let mut counts = vec![0u8; seats];
        let mut known = vec![Values::default(); seats];
        let mut hidden = 0;
        for (seat, (count, known)) in counts.iter_mut().zip(&mut known).enumerate() {
            let Some(place) = to.place(&player_id(&self.players, seat)) else {
                continue;
            };
            *known = values(place, "treasure", Suit::Crowns)?;
            *count = known.len() + place.unseen("treasure") as u8;
            hidden += place.unseen("treasure");
            seen[Suit::Crowns as usize].take(*known);
        }
        let shown = seen[Suit::Crowns as usize];
        let mut left = [0u8; VALUES];
        for (word, count) in to.left(&["coin"]) {
            let value = word
                .strip_prefix("coin")
                .and_then(|value| value.parse::<usize>().ok())
                .unwrap_or_default();
            left[value.min(VALUES - 1)] += count as u8;
        }
        let visible = known.iter().fold(0, |all, known| all | known.0);
        let secret = |value: &u8| {
            if whole {
                left[usize::from(*value)] > 0
            } else {
                p.worlds.held().has(*value) && !shown.has(*value)
            }
        };
        let secret: Vec<u8> = (0..VALUES as u8).filter(secret).collect();
        let told = secret.len() == hidden as usize;
        demand(told, "say whose treasure it was: C2 from ANN to BOB")?;
        for value in &secret {
            left[usize::from(*value)] = left[usize::from(*value)].saturating_sub(1);
            seen[Suit::Crowns as usize].add(*value);
        }
        let building = builds(p.step) && !whole;
        if let Some(value) = (0..VALUES)
            .find(|value| !building && left[*value] != if whole { 0 } else { p.pile[*value] })
        {
            return Err(message(
                "a coin of {value} would lie nowhere: say where it is",
                [("value", value.into())],
            ));
        }
        p.pile = left;
        let held = Values(visible | secret.iter().fold(0, |all, value| all | 1 << value));
        let same = (0..seats)
            .all(|seat| p.players[seat].treasures == counts[seat] && known[seat].is_empty());
        if same && held == p.worlds.held() {
            return Ok(());
        }
        for value in p
            .worlds
            .held()
            .iter()
            .filter(|value| !held.has(*value))
            .collect::<Vec<u8>>()
        {
            p.worlds.drop(value);
            p.memory.drop(value);
        }
        for value in held
            .iter()
            .filter(|value| !p.worlds.held().has(*value))
            .collect::<Vec<u8>>()
        {
            p.worlds.give(value, 0);
        }
        p.worlds.mix(&counts, None);
        for (known, seat) in known.iter().zip(0u8..) {
            for value in known.iter() {
                p.worlds.show(value, seat);
                p.memory.give(value, seat);
            }
        }
        demand(p.worlds.count() > 0, "the treasures would not add up")?;
        p.players
            .iter_mut()
            .zip(counts)
            .for_each(|(player, count)| player.treasures = count);
        Ok(())
    }

    fn lay_moment(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let Some(table) = to.place("table") else {
            return Ok(());
        };
        let own = |word: &str| Suit::parse(word).map(|suit| self.seat_of(suit));
        let seat = |key: &str| player_called(&self.players, TAKEN, table.get(key), own);
        let (first, go) = (seat("first")?, seat("go")?);
        let idle: u32 = table.number("idle")?;
        p.turn = table.number("turn")?;
        demand(idle <= p.turn, "there have not been that many turns")?;
        p.last_coin = p.turn - idle;
        if !table.get("compass").is_empty() {
            let suits: Vec<Suit> = table
                .get("compass")
                .chars()
                .filter_map(Suit::of_letter)
                .collect();
            let all = Suit::ALL.iter().all(|suit| suits.contains(suit));
            p.compass = suits
                .try_into()
                .ok()
                .filter(|_| all)
                .ok_or_else(|| message("the compass has each suit once: SMCA", []))?;
        }
        let building = builds(p.step) && !whole;
        demand(
            !building || (first, go) == (p.first, p.acting),
            "the dungeon is being built in turn: finish that first",
        )?;
        p.first = first;
        if whole || go != p.acting {
            let can = whole
                || matches!(p.step, Step::Move | Step::Enter | Step::Attack)
                || fights(p.step);
            demand(can, "settle first what is asked now")?;
            p.acting = go;
            p.step = Step::Move;
            p.turn = p.turn.max(1);
        }
        Ok(())
    }
}

/// The new space for a name used before everything moved.
fn moved(word: &str, (east, north): (i16, i16)) -> Option<Square> {
    let square = Square::parse(word)?;
    let part = |at: u8, by: i16| u8::try_from(i16::from(at) - by).ok();
    Some(Square {
        x: part(square.x, east)?,
        y: part(square.y, north)?,
    })
}

fn lay_pawn(
    p: &mut Position,
    seat: usize,
    place: &Place,
    shift: (i16, i16),
) -> Result<(), Message> {
    let at = place.get("at");
    let pawn = match at {
        "" => None,
        at => Some(moved(at, shift).ok_or_else(|| {
            message(
                "`{space}` is not a space; spaces have names like c7",
                [("space", at.into())],
            )
        })?),
    };
    let is_early = matches!(p.step, Step::Tile | Step::Site(_) | Step::Coin { .. });
    demand(
        !is_early || pawn.is_none(),
        "pawns are placed once the dungeon is built",
    )?;
    let turns_coin = p.step == Step::Suit && seat == p.actor();
    if let Some(pawn) = pawn {
        let cell = p.map.cell(pawn);
        let is_free = cell == Cell::Floor || turns_coin && matches!(cell, Cell::Coin(_));
        let is_taken = p.players[..seat]
            .iter()
            .any(|other| other.pawn == Some(pawn));
        if !is_free || is_taken {
            return Err(message(
                "{space} is not an empty space of the dungeon",
                [("space", at.into())],
            ));
        }
    }
    let is_gone = p.players[seat].pawn.is_some() && pawn.is_none();
    demand(!(is_gone && turns_coin), "that coin is turned over first")?;
    p.players[seat].pawn = pawn;
    Ok(())
}

/// Places the coins in front of a player, except treasure.
fn lay_coins_of(
    p: &mut Position,
    seat: usize,
    place: &Place,
    seen: &mut [Values; 4],
) -> Result<(), Message> {
    let damage = place
        .pieces("damage")
        .iter()
        .map(|word| coin(word))
        .collect::<Result<Vec<Code>, _>>()?;
    let player = &mut p.players[seat];
    player.equipment = values(place, "equipment", Suit::Arms)?;
    player.applied = values(place, "applied", Suit::Arms)?;
    player.experience = [
        values(place, "traps", Suit::Suns)?,
        values(place, "monsters", Suit::Moons)?,
    ];
    player.damage = [Values::default(); 2];
    for code in damage {
        if !matches!(code.suit, Suit::Suns | Suit::Moons) {
            return Err(message(
                "{coin} is not a trap or monster",
                [("coin", code.to_string().into())],
            ));
        }
        player.damage[code.suit as usize].add(code.value);
        seen[code.suit as usize].add(code.value);
    }
    seen[Suit::Arms as usize].take(player.equipment);
    seen[Suit::Arms as usize].take(player.applied);
    seen[Suit::Suns as usize].take(player.experience[0]);
    seen[Suit::Moons as usize].take(player.experience[1]);
    let points: u32 = player.damage.iter().map(|coins| coins.sum()).sum();
    demand(
        player.hurt() < DEADLY && u32::from(player.applied.len()) <= points,
        "damage and the equipment applied to it would not fit together",
    )
}
