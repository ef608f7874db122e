//! Sets up the table as people describe it; the invariants of section 9 judge the result.

use super::Dungeon;
use super::data::bend::Bend;
use super::data::piece::{KINDS, Kind, Monster, Tokens};
use super::rules::event::Event;
use super::rules::position::{Die, Fate, Fight, Hand, Played, Position, Room, Step};
use super::rules::steps::fights;
use super::sight::places::{FATES, MOMENTS, TAKEN};
use crate::games::shared::described::{
    beside, cell, demand, demand_apart, named, parse_cell, parse_sides, player_called, seat_of,
};
use crate::games::side::Side;
use crate::referee::corrections::{Described, Ending};
use crate::referee::edits::EditContext;
use crate::referee::message::{Message, message};
use crate::referee::snapshot::{Place, Snapshot, Viewer};
use crate::referee::{Outcome, Refused, Verdict};

impl EditContext for Dungeon {
    fn tile_place(&self, tile: &str) -> Option<Place> {
        self.fresh_room(tile)
    }

    fn beside(&self, at: &str, side: &str) -> Option<String> {
        beside(at, side)
    }
}

impl Described for Dungeon {
    const FORMS: &'static [(&'static str, &'static str)] = &[
        (
            "T06 east of T02, arrow n",
            "a tile is laid or lies elsewhere; back to the stack: T06 away",
        ),
        (
            "potion from Ann to pool",
            "a token, die or card; a place is a tile, a player, pool, deck, discards, supply or here",
        ),
        (
            "Bob holds F05 F08",
            "a whole hand; or stack holds T06 T09, the order that is known on top",
        ),
        (
            "red-plain to T02",
            "a monster die from the supply; turn red-plain in T02 to horned; red-plain away",
        ),
        (
            "Ann to T02",
            "a knight; also hearts Ann 3, level, experience, entered; Ann is dead, left, home or in",
        ),
        (
            "T02 locked north, east",
            "its lock markers; locked no; new, where nobody has been",
        ),
        (
            "go Bob",
            "whose go it is; first Bob, turn 5, step treasure, potion or moves",
        ),
        (
            "card F03 was F05",
            "a card was told wrong, where the table keeps closed hands",
        ),
    ];

    fn snapshot(&self, p: &Position, viewer: Viewer) -> Snapshot {
        self.describe_table(p, viewer)
    }

    fn arrange(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let ids = self.room_ids(p);
        let rooms: Vec<&Place> = to.places.iter().filter(|place| place.tile).collect();
        let old = |id: &str| ids.iter().position(|old| old == id);
        // The new index of each old room.
        let new = |id: &String| {
            rooms
                .iter()
                .position(|room| room.id == *id)
                .map(|at| at as u8)
        };
        let moved: Vec<Option<u8>> = ids.iter().map(new).collect();
        let gone = self.lay_dice(p, &rooms, &moved)?;
        p.rooms = self.lay_rooms(p, &rooms, &old)?;
        let seats: Vec<&Place> = to
            .places
            .iter()
            .filter(|place| seat_of(&self.players, TAKEN, &place.id).is_some())
            .collect();
        self.lay_knights(p, &seats, &rooms, &moved, whole)?;
        p.entered = p
            .entered
            .iter()
            .filter_map(|room| moved[usize::from(*room)])
            .collect();
        self.lay_tokens(p, to, whole)?;
        self.lay_cards(p, to, &seats, whole)?;
        if gone {
            self.drop_fight(p);
        }
        self.lay_stack(p, to)?;
        self.lay_moment(p, to, whole)
    }

    fn under_way(&self, p: &Position) -> Option<&'static str> {
        let goes = p.dropped || p.passed != 0 || p.players.iter().any(|player| player.dropped != 0);
        match p.step {
            Step::Free { .. } | Step::Potion | Step::Declare => None,
            Step::Treasure if goes => Some("the goes of step 2 are under way"),
            Step::Treasure | Step::Over => None,
            Step::Deal | Step::Order | Step::SwapFirst | Step::Refresh => {
                Some("a turn is beginning")
            }
            Step::Basket => Some("a purchase is under way"),
            Step::Tile | Step::Rotate => Some("a tile is being laid"),
            Step::Monster | Step::Chest => Some("a room is being entered"),
            _ => Some("a fight is under way"),
        }
    }

    fn go_on(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        self.go_on_after(p, tell);
    }

    fn broken(&self, p: &Position) -> Option<Refused> {
        Dungeon::broken(self, p)
    }

    fn reworded(&self, table: &Snapshot, words: &str) -> Option<String> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let [what, room, side] = words.as_slice() else {
            return None;
        };
        let place = table.called(room)?;
        let side = Side::parse(side)?.name();
        let mut locked: Vec<&str> = place
            .parts("locked")
            .filter(|locked| *locked != side)
            .collect();
        match *what {
            "lock" => locked.push(side),
            "unlock" => {}
            _ => return None,
        }
        Some(format!(
            "{} locked {}",
            place.id,
            if locked.is_empty() {
                "no".to_owned()
            } else {
                locked.join(", ")
            }
        ))
    }

    fn unseen(&self, p: &mut Position, words: &str) -> Option<Result<Message, Message>> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let ["card", told, "was", real] = words.as_slice() else {
            return None;
        };
        let (told, real) = (self.parse_card(told)?, self.parse_card(real)?);
        let with = [
            ("told", self.card_code(told).into()),
            ("real", self.card_code(real).into()),
        ];
        Some(
            self.set_right(p, told, real)
                .map(|()| message("the card told as {told} was {real}", with)),
        )
    }
}

impl Ending for Dungeon {
    fn standing(&self, p: &Position) -> Outcome {
        let verdict = |fate| match fate {
            Fate::Home => Verdict::Win,
            // R91
            Fate::Left | Fate::InDungeon => Verdict::Draw,
            // R89
            Fate::Dead => Verdict::Loss,
        };
        let score =
            |seat: usize| (p.players[seat].fate != Fate::Dead).then(|| self.score(p, seat) as i32);
        Outcome {
            verdicts: p
                .players
                .iter()
                .map(|player| verdict(player.fate))
                .collect(),
            ranking: self.ranking(p),
            scores: (0..p.players.len()).map(score).collect(),
            is_scored: false,
        }
    }
}

impl Dungeon {
    fn lay_rooms(
        &self,
        p: &Position,
        places: &[&Place],
        old: &impl Fn(&str) -> Option<usize>,
    ) -> Result<Vec<Room>, Message> {
        let mut rooms = Vec::new();
        for place in places {
            let tile = place.piece().and_then(|code| self.parse_tile(code));
            let tile = named("no tile is called `{word}`", &place.id, tile)?;
            let (x, y) = place.read("at", parse_cell)?;
            let arrow = place.read("arrow", Side::parse)?;
            let ropes = place.pieces("across");
            let rope = &self.data.token(Kind::ROPE).word;
            demand(
                ropes.iter().all(|word| word == rope),
                "only ropes lie across a chasm",
            )?;
            demand(
                ropes.is_empty() || self.data.tile(tile).chasm,
                "a rope lies across a chasm only",
            )?;
            rooms.push(Room {
                tile,
                x,
                y,
                arrow,
                exits: self.data.tile(tile).exits.turned(arrow.quarters()),
                locked: parse_sides(place, "locked")?,
                blocked: parse_sides(place, "blocked")?,
                beyond: [None; 4],
                entrance: None,
                bend: Bend::None,
                visited: !place.holds("new")?,
                bridges: ropes.len() as u8,
                floor: self.tokens_of(place.pieces("floor"))?,
            });
        }
        let cells: Vec<String> = rooms.iter().map(|room| cell((room.x, room.y))).collect();
        demand_apart(places, &cells)?;
        let at: Vec<(i16, i16)> = rooms.iter().map(|room| (room.x, room.y)).collect();
        for room in &mut rooms {
            for side in Side::ALL {
                let (dx, dy) = side.step();
                let there = at
                    .iter()
                    .position(|cell| *cell == (room.x + dx, room.y + dy));
                room.beyond[side as usize] = there.map(|there| there as u8);
            }
        }
        for at in 1..rooms.len() {
            let joined = |side: Side| {
                let there = usize::from(rooms[at].beyond[side as usize]?);
                let joins = there < at
                    && rooms[at].exits.has(side)
                    && rooms[there].exits.has(side.opposite());
                joins.then_some((side, there))
            };
            let kept = old(&places[at].id)
                .and_then(|old| p.rooms[old].entrance)
                .and_then(joined);
            let Some((entrance, before)) = kept.or_else(|| Side::ALL.into_iter().find_map(joined))
            else {
                let tile = (&places[at].id).into();
                return Err(message(
                    "no exit joins {tile} to a tile laid before it",
                    [("tile", tile)],
                ));
            };
            rooms[at].bend = rooms[before].bend_towards(entrance.opposite());
            rooms[at].entrance = Some(entrance);
        }
        Ok(rooms)
    }

    /// Places the monster dice. A die keeps who fought it if one of its colour is still in the room. Returns whether the one that is
    /// being fought is gone.
    fn lay_dice(
        &self,
        p: &mut Position,
        rooms: &[&Place],
        moved: &[Option<u8>],
    ) -> Result<bool, Message> {
        let mut before: Vec<Option<(usize, Die)>> = p
            .monsters
            .iter()
            .enumerate()
            .map(|(at, die)| {
                Some((
                    at,
                    Die {
                        room: moved[usize::from(die.room)]?,
                        ..*die
                    },
                ))
            })
            .collect();
        let mut dice = Vec::with_capacity(before.len());
        for (place, room) in rooms.iter().zip(0u8..) {
            let mut wanted = Vec::new();
            for word in place.pieces("monsters") {
                wanted.push((
                    named("no monster die is `{word}`", word, Monster::parse(word))?,
                    None,
                ));
            }
            for alike in [true, false] {
                for (monster, found) in wanted.iter_mut().filter(|(_, found)| found.is_none()) {
                    let is = |die: &Die| {
                        if alike {
                            die.monster == *monster
                        } else {
                            die.monster.colour() == monster.colour()
                        }
                    };
                    let same = before
                        .iter_mut()
                        .find(|old| old.is_some_and(|(_, die)| die.room == room && is(&die)));
                    *found = same.and_then(Option::take);
                }
            }
            let die = |(monster, found): (Monster, Option<(usize, Die)>)| {
                let fought = found.map_or(0, |(_, die)| die.fought);
                (
                    found.map(|(at, _)| at),
                    Die {
                        room,
                        monster,
                        fought,
                    },
                )
            };
            dice.extend(wanted.into_iter().map(die));
        }
        // In the order in which they were placed.
        dice.sort_by_key(|(at, _)| at.unwrap_or(usize::MAX));
        let still = |fight: &Fight| {
            dice.iter()
                .position(|(at, _)| *at == Some(usize::from(fight.die)))
        };
        let kept = p.fight.as_ref().and_then(still);
        if let (Some(fight), Some(at)) = (&mut p.fight, kept) {
            fight.die = at as u8;
        }
        p.monsters = dice.into_iter().map(|(_, die)| die).collect();
        Ok(p.fight.is_some() && kept.is_none())
    }

    fn lay_knights(
        &self,
        p: &mut Position,
        seats: &[&Place],
        rooms: &[&Place],
        moved: &[Option<u8>],
        whole: bool,
    ) -> Result<(), Message> {
        for (place, seat) in seats.iter().zip(0..) {
            self.lay_knight(p, (place, seat), rooms, moved, whole)?;
        }
        Ok(())
    }

    fn lay_knight(
        &self,
        p: &mut Position,
        (place, seat): (&Place, usize),
        rooms: &[&Place],
        moved: &[Option<u8>],
        whole: bool,
    ) -> Result<(), Message> {
        let swapping = matches!(p.step, Step::SwapFirst | Step::SwapAfter | Step::LastHeart);
        let laying = matches!(p.step, Step::Tile | Step::Rotate);
        let dealing = matches!(p.step, Step::Deal | Step::Refresh) && !whole;
        let may_leave = whole
            || matches!(
                p.step,
                Step::Free { .. } | Step::Treasure | Step::Potion | Step::Declare
            )
            || fights(p.step);
        let room = room_of(place, rooms)?;
        let entered = side_of(place, "entered")?;
        let declared = side_of(place, "declared")?;
        let carried = self.tokens_of(place.pieces("carries"))?;
        let entrance = p.rooms[usize::from(room)].entrance;
        let asked = swapping && p.actor() == seat;
        let knight = &mut p.players[seat];
        let moves = moved.get(usize::from(knight.room)) != Some(&Some(room));
        demand(
            !(moves && laying && knight.declared.is_some()),
            "a tile is being laid where that knight goes: lay it first",
        )?;
        let level = place.number("level")?;
        let experience = place.number("experience")?;
        let swapped = (level, experience) != (knight.level, knight.experience);
        demand(
            !(asked && swapped),
            "that is being swapped right now: answer first",
        )?;
        demand(
            !(dealing && swapped),
            "hands are being dealt: finish that first",
        )?;
        knight.entrance = if moves && entered == knight.entrance {
            entrance
        } else {
            entered
        };
        knight.room = room;
        knight.level = level;
        knight.experience = experience;
        knight.hearts = place.number("hearts")?;
        knight.carried = carried;
        knight.declared = declared;
        let fate = place.read("is", |word| {
            FATES
                .iter()
                .position(|fate| fate.eq_ignore_ascii_case(word))
        })?;
        let fate = [Fate::InDungeon, Fate::Dead, Fate::Left, Fate::Home][fate];
        demand(
            may_leave || knight.fate == fate,
            "settle first what is asked now",
        )?;
        match (knight.fate, fate) {
            (before, after) if before == after => {}
            (_, Fate::Dead) => knight.hearts = 0,
            (Fate::Dead, _) if knight.hearts == 0 => knight.hearts = 1,
            _ => {}
        }
        knight.fate = fate;
        if fate == Fate::InDungeon {
            return Ok(());
        }
        demand(
            place.pieces("hand").is_empty(),
            "a player who is out has no cards: first put them where they go",
        )?;
        demand(
            place.unseen("hand") == u32::from(knight.hand.hidden()),
            "a player who is out has no cards",
        )?;
        demand(
            carried.specials() == 0,
            "a player who is out carries no items: first put them where they lie",
        )?;
        demand(
            fate != Fate::Dead || carried.is_empty(),
            "a dead knight carries nothing: first put it where it goes",
        )
    }

    fn lay_tokens(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let mut pool = Tokens::default();
        for (word, count) in to.left(&["token"]) {
            let kind = named(
                "no treasure is called `{word}`",
                word,
                self.parse_kind(word),
            )?;
            pool.0[kind.index()] = count as u8;
        }
        let spent = self.tokens_of(to.pieces("discards", "treasure"))?;
        let buying = p.step == Step::Basket && !whole && (pool, spent) != (p.pool, p.spent_tokens);
        demand(
            !buying,
            "a purchase is under way: pay for it or put it back first",
        )?;
        p.pool = pool;
        p.spent_tokens = spent;
        let bombs = to.pieces("fight", "bomb");
        demand(
            self.tokens_of(bombs)?.of(Kind::BOMB) as usize == bombs.len() && bombs.len() <= 1,
            "one bomb is added to a fight",
        )?;
        demand(
            bombs.is_empty() || p.step == Step::Combat,
            "whether a bomb is added is asked first",
        )?;
        if let Some(fight) = &mut p.fight {
            fight.bomb = !bombs.is_empty();
        }
        Ok(())
    }

    /// Places the cards. Visible cards are as described; cards that appear from or disappear into hidden places were or
    /// become unseen.
    fn lay_cards(
        &self,
        p: &mut Position,
        to: &Snapshot,
        seats: &[&Place],
        whole: bool,
    ) -> Result<(), Message> {
        let closed = !self.options.open_hands && !self.options.face_down;
        let spent = self.cards_of(to.pieces("discards", "cards"))?;
        let played = self.cards_of(to.pieces("fight", "card"))?;
        demand(played.len() <= 1, "one card is played in a fight")?;
        let played = played.first().copied();
        let lay = p.fight.and_then(|fight| fight.card());
        demand(
            played.is_none() || matches!(p.step, Step::Bomb | Step::Combat),
            "no card is played yet: that is asked now",
        )?;
        let mut seen = SeenCards(vec![0; self.data.cards.len()]);
        let before: Vec<u8> = (0u8..)
            .zip(&p.spent_cards)
            .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(*count)))
            .collect();
        seen.less(&before);
        seen.less(lay.as_slice());
        seen.more(&spent);
        seen.more(played.as_slice());
        let mut fewer = Vec::new();
        for (place, seat) in seats.iter().zip(0..) {
            if closed && !whole {
                let held = u32::from(p.players[seat].hand.len());
                demand(
                    place.pieces("hand").is_empty() && place.unseen("hand") == held,
                    CLOSED,
                )?;
            } else {
                self.lay_hand(p, (place, seat), &mut seen, &mut fewer)?;
            }
        }
        demand(
            !closed || whole || played == lay && seen.0.iter().all(|count| *count <= 0),
            CLOSED,
        )?;
        let dealing = matches!(p.step, Step::Deal | Step::Refresh) && !whole;
        demand(
            !dealing || seen.0.iter().all(|count| *count == 0),
            "hands are being dealt: finish that first",
        )?;
        if let Some(fight) = p.fight.as_mut().filter(|_| played != lay) {
            fight.played = played.map(|card| Played {
                card,
                from_deck: false,
            });
        }
        p.spent_cards.fill(0);
        for card in &spent {
            p.spent_cards[usize::from(*card)] += 1;
        }
        self.settle_unseen(p, &seen, fewer)
    }

    fn cards_of(&self, words: &[String]) -> Result<Vec<u8>, Message> {
        let card = |word: &String| {
            named(
                "no fight card is called `{word}`",
                word,
                self.parse_card(word),
            )
        };
        words.iter().map(card).collect()
    }

    /// Places a hand. A seat is in `fewer` once for each hidden card that it no longer has.
    fn lay_hand(
        &self,
        p: &mut Position,
        (place, seat): (&Place, usize),
        seen: &mut SeenCards,
        fewer: &mut Vec<usize>,
    ) -> Result<(), Message> {
        let known = self.cards_of(place.pieces("hand"))?;
        let hidden = place.unseen("hand");
        if hidden > 0 && !self.options.face_down {
            let text = "name the cards in {player}'s hand: this referee keeps them";
            return Err(message(text, [("player", (&place.id).into())]));
        }
        demand(
            known.len() + hidden as usize <= usize::from(p.players[seat].level) + 1,
            "the hand is full",
        )?;
        let hand = &mut p.players[seat].hand;
        seen.less(hand.cards());
        seen.more(&known);
        let hidden_before = u32::from(hand.hidden());
        *hand = Hand::default();
        for card in known {
            hand.add(card);
        }
        for _ in 0..hidden.max(hidden_before) {
            hand.add_hidden();
        }
        for _ in hidden..hidden_before {
            fewer.push(seat);
        }
        Ok(())
    }

    /// Cards that are no longer seen go to the deck; those that now are come from hands with fewer cards, or from the deck.
    fn settle_unseen(
        &self,
        p: &mut Position,
        seen: &SeenCards,
        mut fewer: Vec<usize>,
    ) -> Result<(), Message> {
        for (count, card) in seen.0.iter().zip(0u8..) {
            for _ in 0..(-*count).max(0) {
                p.deck[usize::from(card)] += 1;
            }
        }
        for (count, card) in seen.0.iter().zip(0u8..) {
            for _ in 0..(*count).max(0) {
                let held = fewer.iter().position(|seat| p.may_hold(*seat, card));
                match held {
                    Some(at) => p.put_down(fewer.remove(at), card),
                    None if p.deck[usize::from(card)] == 0 || p.card_weight(card) == 0 => {
                        return Err(message(
                            "no {card} is there",
                            [("card", self.card_code(card).into())],
                        ));
                    }
                    None => p.take_from_deck(card),
                }
            }
        }
        demand(fewer.is_empty(), "name the card that leaves the hand")
    }

    fn lay_stack(&self, p: &mut Position, to: &Snapshot) -> Result<(), Message> {
        let tile = |word: &str| named("no tile is called `{word}`", word, self.parse_tile(word));
        let known: Vec<u8> = to
            .pieces("stack", "left")
            .iter()
            .map(|word| tile(word))
            .collect::<Result<_, _>>()?;
        demand(
            p.step != Step::Tile || known == p.stack.known,
            "a tile is being drawn: finish that first",
        )?;
        p.stack.known = known;
        p.stack.last = false;
        p.stack.a.fill(0);
        p.stack.b.fill(0);
        for (word, count) in to.left(&["tile"]) {
            let tile = usize::from(tile(word)?);
            match self.data.tiles[tile].mark {
                super::data::Mark::A => p.stack.a[tile] = count as u8,
                super::data::Mark::B => p.stack.b[tile] = count as u8,
                _ => p.stack.last = count > 0,
            }
        }
        let waits = to.pieces("drawn", "tile");
        demand(
            p.tile.is_none() == waits.is_empty() && waits.len() <= 1,
            "a tile is being laid: finish that first",
        )?;
        p.tile = waits.first().map(|word| tile(word)).transpose()?;
        Ok(())
    }

    /// Sets the turn, the acting player and the current question.
    fn lay_moment(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let Some(table) = to.place("table") else {
            return Ok(());
        };
        let before = self.describe_table(p, Viewer::Everybody);
        let same = |key: &str| {
            before
                .place("table")
                .is_some_and(|before| before.get(key) == table.get(key))
        };
        p.turn = table.number("turn")?;
        p.rescued = table.holds("rescued")?;
        if !whole && same("first") && same("go") && same("step") {
            return Ok(());
        }
        let alone = p.count_in_dungeon() == 1;
        let seat = |key: &str| match table.get(key) {
            "" => Ok((0..p.players.len())
                .find(|seat| p.in_dungeon(*seat))
                .unwrap_or_default() as u8),
            name => player_called(&self.players, TAKEN, name, |_| None),
        };
        let (first, go) = (seat("first")?, seat("go")?);
        demand(
            p.count_in_dungeon() == 0 || p.in_dungeon(usize::from(go)),
            "a player who is out has no go",
        )?;
        let step = table.get("step");
        let moment = MOMENTS
            .iter()
            .position(|moment| *moment == step)
            .or(whole.then_some(0));
        p.step = match moment {
            _ if whole && (step == "over" || p.count_in_dungeon() == 0) => Step::Over,
            Some(0) if alone => Step::Free { late: false },
            Some(2) if alone => Step::Free { late: true },
            Some(0) => Step::Treasure,
            Some(1) if !alone => Step::Potion,
            Some(2) => Step::Declare,
            _ => {
                return Err(message(
                    "the step can be {steps}",
                    [("steps", MOMENTS.join(", ").into())],
                ));
            }
        };
        p.first = first;
        p.acting = (go + p.players.len() as u8 - first) % p.players.len() as u8;
        p.passed = 0;
        p.dropped = false;
        p.rolling = 0;
        p.entered = Vec::new();
        p.coming = Default::default();
        self.drop_fight(p);
        p.turn = p.turn.max(1);
        Ok(())
    }

    /// Abandons the current fight; the card played is discarded.
    pub(crate) fn drop_fight(&self, p: &mut Position) {
        let fight = p.fight.take();
        if let Some(card) = fight.and_then(|fight| fight.card()) {
            p.spent_cards[usize::from(card)] += 1;
        }
        if fight.is_some_and(|fight| fight.bomb) {
            p.spent_tokens.add(Kind::BOMB);
        }
        p.monsters.iter_mut().for_each(|die| die.fought = 0);
    }

    fn tokens_of(&self, words: &[String]) -> Result<Tokens, Message> {
        let mut tokens = Tokens::default();
        for word in words {
            let kind = self.parse_kind(word).filter(|kind| kind.index() < KINDS);
            tokens.add(named("no treasure is called `{word}`", word, kind)?);
        }
        Ok(tokens)
    }

    /// Corrects a misreported card: another one, which nobody has seen yet, was meant.
    fn set_right(&self, p: &mut Position, told: u8, real: u8) -> Result<(), Message> {
        demand(
            self.options.face_down,
            "the hands are known: move the cards",
        )?;
        demand(told != real, "that is the same card")?;
        if p.deck[usize::from(real)] == 0 {
            return Err(message(
                "no {card} is left to come",
                [("card", self.card_code(real).into())],
            ));
        }
        if p.spent_cards[usize::from(told)] > 0 {
            p.spent_cards[usize::from(told)] -= 1;
            p.spent_cards[usize::from(real)] += 1;
            p.deck[usize::from(told)] += 1;
            p.deck[usize::from(real)] -= 1;
        } else {
            // The card has since been shuffled in. Both are unseen, and conclusions drawn from it no longer hold.
            let unseen = p.deck[usize::from(told)] > 0 && p.worlds.has_old();
            if !unseen {
                return Err(message(
                    "no {card} is discarded",
                    [("card", self.card_code(told).into())],
                ));
            }
        }
        p.worlds.forget();
        Ok(())
    }
}

/// The limit on corrections with closed hands.
const CLOSED: &str = "with closed hands, only discarded cards can be put back into the deck";

/// How many more of each card are seen than before.
struct SeenCards(Vec<i16>);

impl SeenCards {
    fn more(&mut self, cards: &[u8]) {
        for card in cards {
            self.0[usize::from(*card)] += 1;
        }
    }

    fn less(&mut self, cards: &[u8]) {
        for card in cards {
            self.0[usize::from(*card)] -= 1;
        }
    }
}

fn room_of(place: &Place, rooms: &[&Place]) -> Result<u8, Message> {
    let at = place.get("at");
    rooms
        .iter()
        .position(|room| room.id.eq_ignore_ascii_case(at))
        .map(|room| room as u8)
        .ok_or_else(|| {
            let with = [("tile", at.into()), ("knight", (&place.id).into())];
            message(
                "no tile on the table is `{tile}`: say where {knight} stands",
                with,
            )
        })
}

fn side_of(place: &Place, key: &str) -> Result<Option<Side>, Message> {
    match place.get(key) {
        "" => Ok(None),
        word => Side::parse(word)
            .map(Some)
            .ok_or_else(|| message("`{word}` is not a side", [("word", word.into())])),
    }
}
