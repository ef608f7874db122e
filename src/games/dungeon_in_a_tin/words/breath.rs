//! How the game is asked at a prompt: a go of all players, a room and a fight are one breath each.

use crate::games::dungeon_in_a_tin::data::piece::{self, Face, Kind};
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::noun::{Card, Token};
use crate::games::dungeon_in_a_tin::rules::position::{EXPERIENCE_FOR_LEVEL, Position, Step};
use crate::games::dungeon_in_a_tin::{ATTACK_DIE, Dungeon};
use crate::games::english::capital;
use crate::games::shared::fact::Fact;
use crate::games::shared::lexicon::say;
use crate::games::shared::narrator::Narrator;
use crate::games::side::{Side, Sides};
use crate::referee::intern::keep;
use crate::referee::odds::needed;
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Short, When};

impl Prompting for Dungeon {
    fn manner(&self, p: &Position, by_hand: &[bool]) -> Manner<Move> {
        let seat = p.actor();
        let usual = match p.step {
            Step::Treasure | Step::Potion => Some((Move::Pass, "nothing")),
            Step::SwapFirst | Step::SwapAfter => Some((Move::Keep, "keep")),
            Step::Bomb => Some((Move::NoBomb, "no")),
            _ => None,
        };
        let usual = usual.map(|(mv, word)| (mv, keep(&self.lexicon.say(word, &[]))));
        // R28, R32, R37: nobody is asked who finds nothing, can buy nothing, and lacks no heart; and a level is said for.
        let idle = match p.step {
            Step::Treasure => !self.finds_anything(p),
            Step::Potion => p.players[seat].hearts == self.data.hearts,
            Step::SwapFirst | Step::SwapAfter => true,
            _ => false,
        };
        let when = match p.step {
            Step::Deal if self.options.face_down => When::Always,
            _ if idle => When::Idle,
            _ => When::Open,
        };
        let chance = !matches!(self.turn(p), crate::referee::Turn::Player(_));
        Manner {
            lead: self.lead(p, by_hand),
            shown: !chance,
            usual,
            when,
            breath: breath(p),
            joint: matches!(p.step, Step::Deal | Step::Order | Step::Declare),
            silent: false,
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let player = &p.players[p.actor()];
        Some(match mv {
            Move::Draw(card) | Move::Card(card) if p.step == Step::Card => {
                let mut after = p.clone();
                after.fight.card = card;
                let modifier = self.modifier(&after);
                format!("{} {modifier:+}: {}", self.card_code(card), self.winning(p, &[mv, Move::NoBomb])).into()
            }
            Move::Draw(card) | Move::Card(card) | Move::Show(card) => self.card_code(card).to_owned().into(),
            Move::Dealt => say!(self, "done").into(),
            Move::Roll(number) => number.to_string().into(),
            Move::Tile(tile) => self.tile_code(tile).to_owned().into(),
            Move::Face(Face(face)) => ["p", "h", "c", "hc"][usize::from(face & 3)].into(),
            Move::Treasure(kind) => self.token_short(kind).into(),
            Move::Attack(attack) => self.attack_word(attack).into(),
            Move::Take(kind) => say!(self, "take {token}", token = self.token_short(kind)).into(),
            Move::Drop(kind) => {
                Short { text: say!(self, "drop {token}", token = self.token_short(kind)), quiet: true, ..Short::default() }
            }
            Move::Buy(kind) => {
                let price = self.data.token(kind).price;
                say!(self, "buy {token} for {price}", token = self.token_short(kind), price = price).into()
            }
            Move::Pay(coins) => self.coin_words(coins).join("+").into(),
            Move::Cancel | Move::Pass => say!(self, "nothing").into(),
            // R37: at full hearts it is asked back.
            Move::Drink if player.hearts == self.data.hearts => Short {
                text: say!(self, "drink"),
                danger: Some(say!(self, "No heart is missing: drink the potion all the same?")),
                ..Short::default()
            },
            Move::Drink => say!(self, "drink for {hearts} hearts", hearts = self.data.hearts).into(),
            Move::Unlock(side) => say!(self, "unlock {side}", side = self.letter(side)).into(),
            Move::UnlockBeyond(side) => say!(self, "unlock beyond {side}", side = self.letter(side)).into(),
            Move::Go(side) => self.way_short(p, side).into(),
            Move::Stay => say!(self, "stay").into(),
            Move::Leave => Short {
                text: say!(self, "leave for good"),
                danger: Some(say!(self, "Leave the dungeon for good, without the maiden?")),
                ..Short::default()
            },
            Move::Lay(arrow) => self.lying_short(p, arrow),
            Move::Fight(monster, _) => self.monster_short(monster).into(),
            Move::Deck => say!(self, "deck").into(),
            Move::Bomb => say!(self, "bomb ({needed})", needed = self.winning(p, &[mv])).into(),
            Move::NoBomb => say!(self, "no").into(),
            Move::Swap => say!(self, "level").into(),
            Move::Keep => say!(self, "keep").into(),
        })
    }

    fn phrases(&self, p: &Position) -> Vec<(&'static str, Vec<Move>)> {
        let mut takes = Vec::new();
        let mut after = p.clone();
        while matches!(after.step, Step::Treasure | Step::Free { .. }) && after.actor() == p.actor() {
            let floor = after.room(after.players[after.actor()].room).floor;
            let Some(take) = floor.kinds().map(Move::Take).find(|take| self.judge(&after, *take).is_ok()) else { break };
            self.apply(&mut after, take, &mut |_| {});
            takes.push(take);
        }
        if takes.len() > 1 { vec![(keep(&say!(self, "all")), takes)] } else { Vec::new() }
    }

    fn news(&self, p: &Position, event: Event) -> News {
        let who = |seat: u8| self.who(seat.into());
        let room = |room: u8| self.room_noun(p, room);
        match event {
            Event::TurnBegan { .. }
            | Event::OrderRolled { .. }
            | Event::OrderTied { .. }
            | Event::GoesFirst { .. }
            | Event::Declared { .. }
            | Event::CardPlayed { from_deck: false, .. } => News::Silent,
            Event::CardPlayed { card, .. } => News::Brief(say!(self, "From the deck {card}.", card = Card(card).noun(self))),
            Event::Dealt { seat, card } if self.options.open_hands => News::fact(who(seat), self.card_text(card)),
            Event::TilePlaced { room } => {
                let placed = p.room(room);
                let ways = self.ways(placed.exits, placed.locked);
                News::Brief(say!(self, "Its arrow {arrow}: {ways}.", arrow = self.letter(placed.arrow), ways = ways))
            }
            Event::Moved { room: at, side, fled: false, .. } if self.is_alone() => {
                News::Brief(say!(self, "You go {side} to the {room}.", side = self.letter(side), room = room(at)))
            }
            Event::Moved { seat, room: at, side, fled: false } => {
                News::fact(who(seat), say!(self, "{side} to the {room}", side = self.letter(side), room = room(at)))
            }
            Event::Stayed { .. } if self.is_alone() => News::Brief(say!(self, "You stay.")),
            Event::Stayed { seat } => News::fact(who(seat), say!(self, "stay")),
            Event::MonsterCame { room: at, monster } => {
                let (of, one) = (self.room_name(p, at).to_owned(), self.monster_short(monster));
                News::Another { of, many: one.clone(), one }
            }
            Event::TreasureFound { room: at, kind } => self.another(self.room_name(p, at), kind),
            Event::LeftBehind { seat, kind } => {
                let place = room(p.players[usize::from(seat)].room);
                self.another(say!(self, "On the floor of the {room}", room = place), kind)
            }
            Event::Took { seat, kind } => self.another(who(seat), kind),
            Event::Attacked { seat, monster, attack } => {
                let attack = Fact::Word(attack.name());
                let text = "{player} against {monster}: {attack}.";
                News::Brief(say!(self, text, player = who(seat), monster = self.monster_short(monster), attack = attack))
            }
            Event::FightWon { roll, modifier, .. } => News::Brief(say!(self, "{sum}: dead.", sum = sum(roll, modifier))),
            Event::FightLost { roll, modifier, .. } => News::Brief(say!(self, "{sum}: lost.", sum = sum(roll, modifier))),
            Event::ExperienceGained { seat, experience } => {
                let (text, cost) = ("{player} {experience} of {cost}.", EXPERIENCE_FOR_LEVEL);
                News::Brief(say!(self, text, player = who(seat), experience = experience, cost = cost))
            }
            _ => News::Full,
        }
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        if p.turn == 0 || matches!(p.step, Step::Deal | Step::Order) {
            return None;
        }
        let order = match self.players.len() {
            1 => String::new(),
            _ => say!(self, " · {player} first", player = self.player_noun(p.first.into())),
        };
        Some(Heading { round: p.turn, text: say!(self, "Turn {turn}", turn = p.turn) + &order })
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = (0..self.players.len()).filter(|seat| p.in_dungeon(*seat)).map(|seat| {
            let player = &p.players[seat];
            let (hearts, gold) = (player.hearts, self.data.gold(player.carried));
            let name = if self.players.len() == 1 { String::new() } else { format!("{} ", self.players[seat]) };
            let (text, experience) = ("♥{hearts} level {level} xp {experience} gold {gold}", player.experience);
            name + &say!(self, text, hearts = hearts, level = player.level, experience = experience, gold = gold)
        });
        Some(stands.collect::<Vec<String>>().join("   "))
    }

    fn holding(&self, p: &Position, seat: Seat, eyes: Option<Seat>) -> Option<String> {
        let view = self.view(p, eyes);
        let knight = view.knight(seat.into());
        if !p.in_dungeon(seat.into()) {
            return Some(self.figured(p, seat).standing);
        }
        let cards = match knight.hand {
            Some(hand) if knight.cards > 0 => {
                hand.cards().iter().map(|card| self.card_code(*card)).collect::<Vec<&str>>().join(" ")
            }
            _ => self.cards_text(u32::from(knight.cards)),
        };
        let room = say!(self, "in the {room}", room = self.room_noun(p, knight.room));
        Some(format!("{room}; {}; {cards}", self.goods_text(&knight)))
    }

    fn ground(&self, p: &Position) -> u64 {
        p.rooms.len() as u64
    }
}

/// What people say at once: the goes of a turn, its order and cards, its rooms, a fight.
fn breath(p: &Position) -> Option<u64> {
    let kind = match p.step {
        Step::Over | Step::Show(_) | Step::LastHeart => return None,
        Step::Deal | Step::Order | Step::SwapFirst | Step::Refresh => 0,
        Step::Free { .. } | Step::Treasure | Step::Basket | Step::Potion | Step::Declare => 1,
        Step::Tile | Step::Rotate | Step::Monster | Step::Chest => 2,
        Step::Choose | Step::Attack | Step::Card | Step::Reveal | Step::Bomb | Step::Combat | Step::Loot => {
            3 + u64::from(p.acting)
        }
        Step::SwapAfter => return None,
    };
    Some(u64::from(p.turn) << 8 | kind)
}

/// "4+1=5".
fn sum(roll: u8, modifier: i16) -> String {
    match modifier {
        0 => roll.to_string(),
        _ => format!("{roll}{modifier:+}={}", i16::from(roll) + modifier),
    }
}

impl Dungeon {
    /// "out n s locked w".
    fn ways(&self, exits: Sides, locked: Sides) -> String {
        let letters = |wanted: &dyn Fn(Side) -> bool| {
            let letters = exits.iter().filter(|side| wanted(*side)).map(|side| self.letter(side));
            letters.collect::<Vec<String>>().join(" ")
        };
        match (letters(&|side| !locked.has(side)), letters(&|side| locked.has(side))) {
            (out, none) if none.is_empty() => say!(self, "out {sides}", sides = out),
            (out, shut) => say!(self, "out {sides} locked {locks}", sides = out, locks = shut),
        }
    }

    /// "horned yellow chest".
    fn monster_short(&self, monster: piece::Monster) -> String {
        let colour = Fact::Word(monster.colour().name());
        match (monster.has_horns(), monster.has_chest()) {
            (false, false) => say!(self, "{colour}", colour = colour),
            (true, false) => say!(self, "horned {colour}", colour = colour),
            (false, true) => say!(self, "{colour} chest", colour = colour),
            (true, true) => say!(self, "horned {colour} chest", colour = colour),
        }
    }

    /// "You", or "Ann" where several play.
    fn who(&self, seat: usize) -> String {
        capital(&say!(self, "{player.subject}", player = self.player_noun(seat)))
    }

    /// By which rolls the fight is won after some moves (R74): "3 or more".
    pub(super) fn winning(&self, p: &Position, moves: &[Move]) -> String {
        let face = |mv| if let Move::Roll(face) = mv { Some(face) } else { None };
        let won = |event: &Event| matches!(event, Event::FightWon { .. });
        needed(self, p, moves, face, won).map_or(String::new(), |needed| self.needed_text(&needed))
    }

    /// Whether the acting player could take or buy anything (R28, R32).
    fn finds_anything(&self, p: &Position) -> bool {
        let floor = p.room(p.players[p.actor()].room).floor;
        let takes = floor.kinds().map(Move::Take);
        let buys = (0..crate::games::dungeon_in_a_tin::data::piece::SPECIALS as u8).map(Kind).map(Move::Buy);
        takes.chain(buys).any(|mv| self.judge(p, mv).is_ok())
    }

    /// "2" for a coin, "potion".
    fn token_short(&self, kind: Kind) -> String {
        match kind.is_special() {
            true => self.item_word(kind),
            false => self.data.token(kind).gold.to_string(),
        }
    }

    /// "n dark", "e Store Room", "w flee".
    fn way_short(&self, p: &Position, side: Side) -> String {
        let seat = p.actor();
        let player = &p.players[seat];
        let to = match p.meets(player.room, side) {
            _ if !p.is_safe(seat) => say!(self, "flee"),
            Some(there) => self.room_name(p, there).to_owned(),
            None => say!(self, "dark"),
        };
        let room = p.room(player.room);
        let rope = self.data.tile(room.tile).chasm && room.bridges == 0 && player.entrance != Some(side);
        match rope && p.is_safe(seat) {
            true => say!(self, "{side} {to} with the rope", side = self.letter(side), to = to),
            false => say!(self, "{side} {to}", side = self.letter(side), to = to),
        }
    }

    /// "e out n s locked w"; A46 asks back.
    fn lying_short(&self, p: &Position, arrow: Side) -> Short {
        let tile = self.data.tile(p.tile);
        let (exits, locked) = (tile.exits.turned(arrow.quarters()), tile.locked.turned(arrow.quarters()));
        let (from, heading) = self.way_of(p);
        let ways = self.ways(exits, locked);
        let text = match locked.has(heading.opposite()) {
            true => say!(self, "{arrow} {ways} you stay outside", arrow = self.letter(arrow), ways = ways),
            false => say!(self, "{arrow} {ways}", arrow = self.letter(arrow), ways = ways),
        };
        let danger = self.shuts_in(p, from, heading, (exits, locked));
        Short {
            text,
            danger: danger.then(|| say!(self, "That leaves no open way on without a key. Lay it so?")),
            ..Short::default()
        }
    }

    /// One more token of somebody's or somewhere: "2 coins of 5" where it is the second.
    fn another(&self, of: impl Into<String>, kind: Kind) -> News {
        let many = self.lexicon.text(&Token(kind).several(self, 2));
        News::Another { of: of.into(), one: self.token_text(kind), many: many.trim_start_matches("2 ").to_owned() }
    }

    /// The question without its answers; `None` asks in full words.
    fn lead(&self, p: &Position, by_hand: &[bool]) -> Option<String> {
        let seat = p.actor();
        let (name, player) = (self.who(seat), || self.player_noun(seat));
        let room_name = || self.room_name(p, p.entered.first().copied().unwrap_or(0));
        let dice = by_hand.get(usize::from(ATTACK_DIE.0)) == Some(&true);
        Some(match p.step {
            Step::Deal if self.options.face_down => return None,
            Step::Deal => say!(self, "Fight cards dealt, {player.subject}", player = player()),
            Step::Order => say!(self, "Turn order, {player}", player = name),
            Step::Refresh => say!(self, "Fight card for {player.subject}", player = player()),
            Step::Reveal => say!(self, "{player}, card from the deck", player = name),
            Step::Tile => say!(self, "Next tile on the stack"),
            Step::Monster => {
                let colour = Fact::Word(p.coming.colour().name());
                say!(self, "{room}, {colour} die (p plain, h horns, c chest, hc)", room = room_name(), colour = colour)
            }
            Step::Chest => say!(self, "{room}, treasure", room = room_name()),
            Step::Loot => say!(self, "Treasure of its chest"),
            Step::Attack => {
                let foe = p.monsters.get(usize::from(p.fight.die));
                let foe = foe.map_or(String::new(), |die| self.monster_short(die.monster));
                say!(self, "{player} against {monster}, attack", player = name, monster = foe)
            }
            Step::Combat if self.is_alone() => say!(self, "You roll, wins on {needed}", needed = self.winning(p, &[])),
            Step::Combat => {
                say!(self, "{player} rolls, wins on {needed}", player = player(), needed = self.winning(p, &[]))
            }
            Step::Choose if dice && self.is_alone() => say!(self, "Your monster, attack, card, roll"),
            Step::Choose if dice => say!(self, "{player}'s monster, attack, card, roll", player = player()),
            Step::Card => {
                let attack = Fact::Word(p.fight.attack.map_or("", |attack| attack.name()));
                match self.is_alone() {
                    true => say!(self, "Your card against {attack}", attack = attack),
                    false => say!(self, "{player}'s card against {attack}", player = player(), attack = attack),
                }
            }
            Step::Bomb => {
                let needed = self.winning(p, &[Move::NoBomb]);
                say!(self, "{player}, {needed} without a bomb", player = name, needed = needed)
            }
            Step::Rotate => say!(self, "{room}, arrow", room = self.tile_name(p.tile)),
            Step::Basket if self.is_alone() => say!(self, "You pay {price} gold", price = self.data.price(p.basket)),
            Step::Basket => {
                say!(self, "{player} pays {price} gold", player = player(), price = self.data.price(p.basket))
            }
            Step::SwapFirst | Step::SwapAfter => say!(self, "{player}, ten experience for a level", player = name),
            Step::LastHeart => {
                say!(self, "{player}, the last heart is lost: ten experience for a level to live", player = name)
            }
            Step::Free { .. } | Step::Treasure | Step::Potion | Step::Declare | Step::Choose => name,
            Step::Show(_) | Step::Over => return None,
        })
    }
}
