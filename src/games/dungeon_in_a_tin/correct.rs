//! Corrections: where the table decides otherwise than the rules (the invariants of section 9 judge what comes of it).

use super::Dungeon;
use super::data::piece::{Face, Kind, MAX_LEVEL, Monster};
use super::rules::event::Event;
use super::rules::position::{Die, Fate, Position, Step};
use super::words::places::{SMALL, die_word, parse_die};
use crate::games::side::Side;
use crate::referee::{Choices, Corrections, Game, Outcome, Refused, Turn, Verdict};

/// One edit of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    Hearts(u8, u8),
    Level(u8, u8),
    Experience(u8, u8),
    /// A knight stands in this room.
    Stand(u8, u8),
    Token(Kind, Place, Place),
    Card(u8, Pile, Pile),
    /// A card that was told as the first was the second.
    Mistold(u8, u8),
    /// A die from the supply to a room, this face up.
    Put(Monster, u8),
    /// A die from a room to the supply.
    Remove(Monster, u8),
    /// A die in a room, turned to another face.
    Turn(Monster, u8, Face),
    /// A Locked Door Marker, there or not.
    Lock(u8, Side, bool),
}

/// Where treasure can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Pool,
    Discard,
    Floor(u8),
    Knight(u8),
}

/// Where fight cards can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    Deck,
    Discard,
    Hand(u8),
}

const FORMS: &[(&str, &str)] = &[
    ("hearts KNIGHT N", "also level and experience; alone, without KNIGHT"),
    ("move KNIGHT to ROOM", "a room is its tile's code, or here; of several alike T07.2 was placed second"),
    ("move TOKEN from PLACE to PLACE", "potion, c5...; a place is pool, discard, ROOM or KNIGHT"),
    ("move F03 from PILE to PILE", "a pile is deck, discard or KNIGHT, for the hand"),
    ("card F03 was F05", "a card was told wrong, where the table keeps closed hands"),
    ("move red-plain from supply to ROOM", "a monster die, or back: from ROOM to supply"),
    ("turn red-plain in ROOM to FACE", "plain, horned, chest or horned-chest"),
    ("lock ROOM SIDE", "or unlock: a Locked Door Marker"),
];

impl Corrections for Dungeon {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    fn correction(&self, correction: Correction) -> String {
        let knight = |seat: u8| self.knight_word(seat);
        // Rooms by number need no position: the stairs are 1.
        let room = |room: u8| format!("room{}", room + 1);
        let place = |place: Place| match place {
            Place::Pool => "pool".to_owned(),
            Place::Discard => "discard".to_owned(),
            Place::Floor(at) => room(at),
            Place::Knight(seat) => knight(seat),
        };
        let pile = |pile: Pile| match pile {
            Pile::Deck => "deck".to_owned(),
            Pile::Discard => "discard".to_owned(),
            Pile::Hand(seat) => knight(seat),
        };
        match correction {
            Correction::Hearts(seat, n) => format!("hearts {} {n}", knight(seat)),
            Correction::Level(seat, n) => format!("level {} {n}", knight(seat)),
            Correction::Experience(seat, n) => format!("experience {} {n}", knight(seat)),
            Correction::Stand(seat, at) => format!("move {} to {}", knight(seat), room(at)),
            Correction::Token(kind, from, to) => {
                format!("move {} from {} to {}", self.data.token(kind).word, place(from), place(to))
            }
            Correction::Card(card, from, to) => {
                format!("move {} from {} to {}", self.card_code(card), pile(from), pile(to))
            }
            Correction::Mistold(told, real) => format!("card {} was {}", self.card_code(told), self.card_code(real)),
            Correction::Put(monster, at) => format!("move {} from supply to {}", die_word(monster), room(at)),
            Correction::Remove(monster, at) => format!("move {} from {} to supply", die_word(monster), room(at)),
            Correction::Turn(monster, at, face) => {
                format!("turn {} in {} to {}", die_word(monster), room(at), face.name().replace('_', "-"))
            }
            Correction::Lock(at, side, true) => format!("lock {} {}", room(at), side.name()),
            Correction::Lock(at, side, false) => format!("unlock {} {}", room(at), side.name()),
        }
    }

    fn parse_correction(&self, p: &Position, words: &str) -> Result<Correction, String> {
        let mut text = words.to_lowercase();
        for (name, seat) in self.players.iter().zip(0u8..).filter(|(name, _)| name.contains(char::is_whitespace)) {
            text = text.replace(&name.to_lowercase(), &format!("knight{}", seat + 1));
        }
        let words: Vec<&str> = text.split_whitespace().filter(|word| !SMALL.contains(word)).collect();
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("`{word}` is no number that fits"));
        let knight = |word: &str| self.parse_knight(word).ok_or_else(|| format!("no knight is called `{word}`"));
        let card = |word: &str| self.parse_card(word).ok_or_else(|| format!("no fight card is called `{word}`"));
        let room = |word: &str| self.parse_room(p, word).ok_or_else(|| format!("no room on the table is `{word}`"));
        match words.as_slice() {
            [what @ ("hearts" | "heart" | "level" | "experience"), rest @ ..] => {
                let (seat, n) = match rest {
                    [n] if self.players.len() == 1 => (0, number(n)?),
                    [name, n] => (knight(name)?, number(n)?),
                    _ => return Err(format!("say it like `{what} KNIGHT N`")),
                };
                Ok(match *what {
                    "level" => Correction::Level(seat, n),
                    "experience" => Correction::Experience(seat, n),
                    _ => Correction::Hearts(seat, n),
                })
            }
            ["move", name, to] => Ok(Correction::Stand(knight(name)?, room(to)?)),
            ["move", die, "supply", to] => Ok(Correction::Put(parse_die(die)?, room(to)?)),
            ["move", die, from, "supply"] => Ok(Correction::Remove(parse_die(die)?, room(from)?)),
            ["move", what, from, to] => self.parse_piece(p, what, from, to),
            ["card", told, "was", real] => Ok(Correction::Mistold(card(told)?, card(real)?)),
            ["turn", die, at, face] => {
                let face = super::words::names::parse_face(&face.replace('-', "_"))
                    .ok_or_else(|| format!("no face is `{face}`"))?;
                Ok(Correction::Turn(parse_die(die)?, room(at)?, face))
            }
            [what @ ("lock" | "unlock"), at, side] => {
                let side = Side::parse(side).ok_or_else(|| format!("`{side}` is no side"))?;
                Ok(Correction::Lock(room(at)?, side, *what == "lock"))
            }
            _ => Err("that is no correction; `correct` alone tells how they are said".to_owned()),
        }
    }

    fn correct(&self, p: &mut Position, c: Correction, tell: &mut impl FnMut(Event)) -> Result<(), Refused> {
        let mut after = p.clone();
        let mut told = Vec::new();
        self.edit(&mut after, c).map_err(|reason| Refused::correction(reason, None))?;
        if let Some(broken) = self.broken(&after) {
            return Err(broken);
        }
        self.go_on(&mut after, &mut |event| told.push(event));
        let mut choices = Choices::default();
        self.moves(&after, &mut choices);
        if choices.is_empty() && self.turn(&after) != Turn::Over {
            return refuse("the game could not go on from there: settle what is asked now, then correct");
        }
        *p = after;
        told.into_iter().for_each(tell);
        Ok(())
    }

    fn corrected(&self, p: &Position, correction: Correction) -> String {
        let name = |seat: u8| &self.players[usize::from(seat)];
        let room = |at: u8| format!("the {}", self.room_name(p, at));
        let place = |place: Place| match place {
            Place::Pool => "the pool".to_owned(),
            Place::Discard => "the discarded treasure".to_owned(),
            Place::Floor(at) => room(at),
            Place::Knight(seat) => name(seat).clone(),
        };
        let pile = |pile: Pile| match pile {
            Pile::Deck => "the fight deck".to_owned(),
            Pile::Discard => "the discarded cards".to_owned(),
            Pile::Hand(seat) => format!("the hand of {}", name(seat)),
        };
        match correction {
            Correction::Hearts(seat, n) => format!("{} has {n} of {} hearts", name(seat), self.data.hearts),
            Correction::Level(seat, n) => format!("{} has level {n}", name(seat)),
            Correction::Experience(seat, n) => format!("{} has {n} experience", name(seat)),
            Correction::Stand(seat, at) => format!("{} stands in {}", name(seat), room(at)),
            Correction::Token(kind, from, to) => {
                format!("{} goes from {} to {}", self.token_text(kind), place(from), place(to))
            }
            Correction::Card(card, from, to) => format!("{} goes from {} to {}", self.card_code(card), pile(from), pile(to)),
            Correction::Mistold(told, real) => {
                format!("the card told as {} was {}", self.card_code(told), self.card_code(real))
            }
            Correction::Put(monster, at) => format!("{} is in {}", self.monster_text(monster), room(at)),
            Correction::Remove(monster, at) => format!("{} leaves {}", self.monster_text(monster), room(at)),
            Correction::Turn(monster, at, face) => {
                format!("a die in {} shows {}", room(at), self.monster_text(Monster::new(monster.colour(), face)))
            }
            Correction::Lock(at, side, true) => format!("the {} side of {} is locked", side.name(), room(at)),
            Correction::Lock(at, side, false) => format!("the {} side of {} is open", side.name(), room(at)),
        }
    }

    fn corrections(&self, p: &Position) -> Vec<Correction> {
        let mut all = Vec::new();
        for (player, seat) in p.players.iter().zip(0u8..).filter(|(player, _)| player.fate == Fate::InDungeon) {
            all.extend((1..=self.data.hearts).map(|n| Correction::Hearts(seat, n)));
            all.extend((1..=MAX_LEVEL).map(|n| Correction::Level(seat, n)));
            all.extend((0..=super::rules::position::EXPERIENCE_FOR_LEVEL).map(|n| Correction::Experience(seat, n)));
            all.extend((0..p.rooms.len() as u8).filter(|room| *room != player.room).map(|at| Correction::Stand(seat, at)));
        }
        let rooms = 0..p.rooms.len() as u8;
        let knights = 0..self.players.len() as u8;
        let mut places = vec![Place::Pool, Place::Discard];
        places.extend(knights.clone().map(Place::Knight));
        places.extend(rooms.clone().map(Place::Floor));
        for from in &places {
            let here = places.iter().filter(|to| *to != from);
            let kinds = tokens(p, *from).kinds();
            all.extend(kinds.flat_map(|kind| here.clone().map(move |to| Correction::Token(kind, *from, *to))));
        }
        let piles: Vec<Pile> = [Pile::Deck, Pile::Discard].into_iter().chain(knights.map(Pile::Hand)).collect();
        let ways = piles.iter().flat_map(|from| piles.iter().map(move |to| (*from, *to)));
        for (from, to) in ways.filter(|(from, to)| from != to && self.is_open(*from, *to)) {
            let cards = (0..self.data.cards.len() as u8).filter(|card| has_card(p, from, *card));
            all.extend(cards.map(|card| Correction::Card(card, from, to)));
        }
        if self.options.face_down {
            let kinds = 0..self.data.cards.len() as u8;
            let told = kinds.clone().filter(|card| p.spent_cards[usize::from(*card)] > 0);
            let real = |told: u8| kinds.clone().filter(move |card| *card != told && p.deck[usize::from(*card)] > 0);
            all.extend(told.flat_map(|told| real(told).map(move |real| Correction::Mistold(told, real))));
        }
        for die in &p.monsters {
            all.push(Correction::Remove(die.monster, die.room));
            all.extend(Face::ALL.into_iter().map(|face| Correction::Turn(die.monster, die.room, face)));
        }
        for room in rooms {
            all.extend(Monster::ALL.into_iter().filter(|_| room > 0).map(|monster| Correction::Put(monster, room)));
            let keyholes = self.data.tile(p.room(room).tile).locked.turned(p.room(room).arrow.quarters());
            all.extend(keyholes.iter().map(|side| Correction::Lock(room, side, !p.room(room).locked.has(side))));
        }
        all
    }

    fn standing(&self, p: &Position) -> Outcome {
        let verdict = |fate| match fate {
            Fate::Home => Verdict::Win,
            // R91
            Fate::Left | Fate::InDungeon => Verdict::Draw,
            // R89
            Fate::Dead => Verdict::Loss,
        };
        let score = |seat: usize| (p.players[seat].fate != Fate::Dead).then(|| self.score(p, seat) as i32);
        Outcome {
            verdicts: p.players.iter().map(|player| verdict(player.fate)).collect(),
            ranking: self.ranking(p),
            scores: (0..p.players.len()).map(score).collect(),
        }
    }
}

impl Dungeon {
    /// Moves the pieces; whether the table may look like that is judged afterwards.
    fn edit(&self, p: &mut Position, correction: Correction) -> Result<(), String> {
        match correction {
            Correction::Hearts(seat, n) => self.living(p, seat)?.hearts = n,
            Correction::Level(seat, n) => {
                self.judge_swapping(p, seat)?;
                self.living(p, seat)?.level = n;
            }
            Correction::Experience(seat, n) => {
                self.judge_swapping(p, seat)?;
                self.living(p, seat)?.experience = n;
            }
            Correction::Stand(seat, at) => {
                let at_table = matches!(p.step, Step::Free { .. } | Step::Treasure | Step::Potion | Step::SwapFirst);
                let declaring = p.step == Step::Declare && p.players[usize::from(seat)].declared.is_none();
                demand(at_table || declaring, "a knight can be put elsewhere before moves are made, not amid them")?;
                let entrance = p.room(at).entrance;
                let knight = self.living(p, seat)?;
                (knight.room, knight.entrance) = (at, entrance);
            }
            Correction::Token(kind, from, to) => {
                demand(p.step != Step::Basket, "a purchase is under way: pay for it or put it back first")?;
                demand(from != to, "that is the same place")?;
                for place in [from, to] {
                    if let Place::Knight(seat) = place {
                        self.living(p, seat)?;
                    }
                }
                let taken = tokens_mut(p, from).take(kind);
                demand(taken, &format!("no `{}` is there", self.data.token(kind).word))?;
                tokens_mut(p, to).add(kind);
            }
            Correction::Card(card, from, to) => self.move_card(p, card, from, to)?,
            Correction::Mistold(told, real) => self.set_right(p, told, real)?,
            Correction::Put(monster, room) => p.monsters.push(Die { room, monster, fought: 0 }),
            Correction::Remove(monster, room) => {
                let at = self.die_at(p, monster, room)?;
                p.monsters.remove(at);
                if p.fight.die != super::rules::position::NONE && usize::from(p.fight.die) > at {
                    p.fight.die -= 1;
                }
            }
            Correction::Turn(monster, room, face) => {
                let at = self.die_at(p, monster, room)?;
                p.monsters[at].monster = Monster::new(monster.colour(), face);
            }
            Correction::Lock(room, side, locked) => {
                let room = p.room_mut(room);
                demand(room.locked.has(side) != locked, "it is like that already")?;
                if locked { room.locked.add(side) } else { room.locked.remove(side) }
            }
        }
        Ok(())
    }

    /// A die of that kind in a room which is not being fought.
    fn die_at(&self, p: &Position, monster: Monster, room: u8) -> Result<usize, String> {
        let fought = usize::from(p.fight.die);
        let die =
            p.monsters.iter().enumerate().filter(|(at, die)| (die.room, die.monster) == (room, monster) && *at != fought);
        let under_way = p.monsters.get(fought).is_some_and(|die| (die.room, die.monster) == (room, monster));
        die.map(|(at, _)| at).next().ok_or_else(|| match under_way {
            true => "that monster is being fought: finish the fight first, or take it back".to_owned(),
            false => format!("{} is not in the {}", self.monster_text(monster), self.room_name(p, room)),
        })
    }

    fn move_card(&self, p: &mut Position, card: u8, from: Pile, to: Pile) -> Result<(), String> {
        let in_hand = |pile| matches!(pile, Pile::Hand(_));
        demand(self.is_open(from, to), "with closed hands, only discarded cards can be put back into the deck")?;
        let dealing = matches!(p.step, Step::Deal | Step::Refresh);
        demand(!dealing || !in_hand(from) && !in_hand(to), "hands are being dealt: finish that first")?;
        demand(from != to, "that is the same place")?;
        for pile in [from, to] {
            if let Pile::Hand(seat) = pile {
                let (most, dead) = (self.living(p, seat)?.level + 1, "the hand is full");
                demand(pile == from || p.players[usize::from(seat)].hand.len() < most, dead)?;
            }
        }
        demand(has_card(p, from, card), &format!("no {} is there", self.card_code(card)))?;
        match from {
            Pile::Deck => p.take_from_deck(card),
            Pile::Discard => p.spent_cards[usize::from(card)] -= 1,
            Pile::Hand(seat) => p.put_down(usize::from(seat), card),
        }
        match to {
            Pile::Deck => p.deck[usize::from(card)] += 1,
            Pile::Discard => p.spent_cards[usize::from(card)] += 1,
            Pile::Hand(seat) => p.players[usize::from(seat)].hand.add(card),
        }
        Ok(())
    }

    /// A card that was told wrong: the other one was meant, which nobody has seen.
    fn set_right(&self, p: &mut Position, told: u8, real: u8) -> Result<(), String> {
        demand(self.options.face_down, "the hands are known: move the cards")?;
        demand(told != real, "that is the same card")?;
        demand(p.deck[usize::from(real)] > 0, &format!("no {} is left to come", self.card_code(real)))?;
        if p.spent_cards[usize::from(told)] > 0 {
            p.spent_cards[usize::from(told)] -= 1;
            p.spent_cards[usize::from(real)] += 1;
            p.deck[usize::from(told)] += 1;
            p.deck[usize::from(real)] -= 1;
        } else {
            // Since then it was shuffled in: both are unseen, and what followed from it no longer does.
            let unseen = p.deck[usize::from(told)] > 0 && p.worlds.has_old();
            demand(unseen, &format!("no {} is discarded", self.card_code(told)))?;
        }
        p.worlds.forget();
        Ok(())
    }

    /// Whether a card can go this way without telling what is in a closed hand: what is not in the deck is in one.
    fn is_open(&self, from: Pile, to: Pile) -> bool {
        self.options.open_hands || self.options.face_down || (from, to) == (Pile::Discard, Pile::Deck)
    }

    fn living<'p>(&self, p: &'p mut Position, seat: u8) -> Result<&'p mut super::rules::position::Player, String> {
        let inside = p.in_dungeon(usize::from(seat));
        demand(inside, &format!("{} is not in the dungeon any more", self.players[usize::from(seat)]))?;
        Ok(&mut p.players[usize::from(seat)])
    }

    /// While a knight is asked whether to swap, what is swapped stays.
    fn judge_swapping(&self, p: &Position, seat: u8) -> Result<(), String> {
        let asked = matches!(p.step, Step::SwapFirst | Step::SwapAfter | Step::LastHeart) && p.actor() == usize::from(seat);
        demand(!asked, "that is being swapped right now: answer first")?;
        demand(p.step != Step::Refresh, "hands are being dealt: finish that first")
    }
}

fn tokens(p: &Position, place: Place) -> super::data::piece::Tokens {
    match place {
        Place::Pool => p.pool,
        Place::Discard => p.spent_tokens,
        Place::Floor(room) => p.room(room).floor,
        Place::Knight(seat) => p.players[usize::from(seat)].carried,
    }
}

fn tokens_mut(p: &mut Position, place: Place) -> &mut super::data::piece::Tokens {
    match place {
        Place::Pool => &mut p.pool,
        Place::Discard => &mut p.spent_tokens,
        Place::Floor(room) => &mut p.room_mut(room).floor,
        Place::Knight(seat) => &mut p.players[usize::from(seat)].carried,
    }
}

fn has_card(p: &Position, pile: Pile, card: u8) -> bool {
    match pile {
        Pile::Deck => p.deck_size() > 0 && p.card_weight(card) > 0,
        Pile::Discard => p.spent_cards[usize::from(card)] > 0,
        Pile::Hand(seat) => p.may_hold(usize::from(seat), card),
    }
}

fn demand(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}

fn refuse(reason: &str) -> Result<(), Refused> {
    Err(Refused::correction(reason, None))
}
