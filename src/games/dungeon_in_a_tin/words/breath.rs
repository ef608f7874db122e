//! How the game asks at a prompt: the goes of all players, a room and a fight are each asked for as one.

use crate::games::dungeon_in_a_tin::data::piece::{Face, Kind, Monster};
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::noun::Token;
use crate::games::dungeon_in_a_tin::rules::position::{EXPERIENCE_FOR_LEVEL, Position, Step};
use crate::games::dungeon_in_a_tin::{ATTACK_DIE, Dungeon};
use crate::games::english::{capital, counted};
use crate::games::shared::narrator::Narrator;
use crate::games::side::{Side, Sides};
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
        // R28, R32, R37: a player who finds nothing, can buy nothing and lacks no heart is not asked, unless a level is due.
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
            Move::Dealt => "done".into(),
            Move::Roll(number) => number.to_string().into(),
            Move::Tile(tile) => self.tile_code(tile).to_owned().into(),
            Move::Face(Face(face)) => ["p", "h", "c", "hc"][usize::from(face & 3)].into(),
            Move::Treasure(kind) => self.token_short(kind).into(),
            Move::Attack(attack) => attack.name().into(),
            Move::Take(kind) => format!("take {}", self.token_short(kind)).into(),
            Move::Drop(kind) => Short { text: format!("drop {}", self.token_short(kind)), quiet: true, ..Short::default() },
            Move::Buy(kind) => format!("buy {} for {}", self.token_short(kind), self.data.token(kind).price).into(),
            Move::Pay(coins) => self.coin_words(coins).join("+").into(),
            Move::Cancel => "nothing".into(),
            Move::Pass => "nothing".into(),
            // R37: drinking with full hearts needs a confirmation.
            Move::Drink if player.hearts == self.data.hearts => Short {
                text: "drink".into(),
                danger: Some("No heart is missing: drink the potion all the same?".into()),
                ..Short::default()
            },
            Move::Drink => format!("drink for {} hearts", self.data.hearts).into(),
            Move::Unlock(side) => format!("unlock {}", side.letter()).into(),
            Move::UnlockBeyond(side) => format!("unlock beyond {}", side.letter()).into(),
            Move::Go(side) => self.way_short(p, side).into(),
            Move::Stay => "stay".into(),
            Move::Leave => Short {
                text: "leave for good".into(),
                danger: Some("Leave the dungeon for good, without the maiden?".into()),
                ..Short::default()
            },
            Move::Lay(arrow) => self.lying_short(p, arrow),
            Move::Fight(monster, _) => monster_short(monster).into(),
            Move::Deck => "deck".into(),
            Move::Bomb => format!("bomb ({})", self.winning(p, &[mv])).into(),
            Move::NoBomb => "no".into(),
            Move::Swap => "level".into(),
            Move::Keep => "keep".into(),
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
        if takes.len() > 1 { vec![("all", takes)] } else { Vec::new() }
    }

    fn news(&self, p: &Position, event: Event) -> News {
        let name = |seat: u8| self.whom(usize::from(seat));
        let room = |room: u8| self.room_name(p, room);
        match event {
            Event::TurnBegan { .. }
            | Event::OrderRolled { .. }
            | Event::OrderTied { .. }
            | Event::GoesFirst { .. }
            | Event::Declared { .. }
            | Event::CardPlayed { from_deck: false, .. } => News::Silent,
            Event::CardPlayed { card, .. } => News::Brief(format!("From the deck {}.", self.card_text(card))),
            Event::Dealt { seat, card } if self.options.open_hands => News::fact(capital(name(seat)), self.card_text(card)),
            Event::TilePlaced { room } => {
                let placed = p.room(room);
                News::Brief(format!("Its arrow {}: {}.", placed.arrow.letter(), ways(placed.exits, placed.locked)))
            }
            Event::Moved { room: at, side, fled: false, .. } if self.is_alone() => {
                News::Brief(format!("You go {} to the {}.", side.letter(), room(at)))
            }
            Event::Moved { seat, room: at, side, fled: false } => {
                News::fact(capital(name(seat)), format!("{} to the {}", side.letter(), room(at)))
            }
            Event::Stayed { .. } if self.is_alone() => News::Brief("You stay.".to_owned()),
            Event::Stayed { seat } => News::fact(capital(name(seat)), "stay"),
            Event::MonsterCame { room: at, monster } => {
                let (of, one) = (room(at).to_owned(), monster_short(monster));
                News::Another { of, many: one.clone(), one }
            }
            Event::TreasureFound { room: at, kind } => self.another(room(at), kind),
            Event::LeftBehind { seat, kind } => {
                let place = room(p.players[usize::from(seat)].room);
                self.another(format!("On the floor of the {place}"), kind)
            }
            Event::Took { seat, kind } => self.another(capital(name(seat)), kind),
            Event::Attacked { seat, monster, attack } => {
                News::Brief(format!("{} against {}: {}.", capital(name(seat)), monster_short(monster), attack.name()))
            }
            Event::FightWon { roll, modifier, .. } => News::Brief(format!("{}: dead.", sum(roll, modifier))),
            Event::FightLost { roll, modifier, .. } => News::Brief(format!("{}: lost.", sum(roll, modifier))),
            Event::ExperienceGained { seat, experience } => {
                News::Brief(format!("{} {experience} of {EXPERIENCE_FOR_LEVEL}.", capital(name(seat))))
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
            _ => format!(" · {} first", self.players[usize::from(p.first)]),
        };
        Some(Heading { round: p.turn, text: format!("Turn {}{order}", p.turn) })
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = (0..self.players.len()).filter(|seat| p.in_dungeon(*seat)).map(|seat| {
            let player = &p.players[seat];
            let (hearts, gold) = (player.hearts, self.data.gold(player.carried));
            let name = if self.players.len() == 1 { String::new() } else { format!("{} ", self.players[seat]) };
            format!("{name}♥{hearts} level {} xp {} gold {gold}", player.level, player.experience)
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
            _ => counted(u32::from(knight.cards), "fight card"),
        };
        Some(format!("in the {}; {}; {cards}", self.room_name(p, knight.room), self.goods_text(&knight)))
    }

    fn ground(&self, p: &Position) -> u64 {
        p.rooms.len() as u64
    }
}

/// Groups questions that people answer together: the goes of a turn, its order and cards, its rooms, a fight.
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

/// "horned yellow chest".
fn monster_short(monster: Monster) -> String {
    let horned = if monster.has_horns() { "horned " } else { "" };
    let chest = if monster.has_chest() { " chest" } else { "" };
    format!("{horned}{}{chest}", monster.colour().name())
}

/// "4+1=5".
fn sum(roll: u8, modifier: i16) -> String {
    match modifier {
        0 => roll.to_string(),
        _ => format!("{roll}{modifier:+}={}", i16::from(roll) + modifier),
    }
}

/// "out n s, locked w".
fn ways(exits: Sides, locked: Sides) -> String {
    let letters = |wanted: &dyn Fn(Side) -> bool| {
        exits.iter().filter(|side| wanted(*side)).map(Side::letter).collect::<Vec<&str>>().join(" ")
    };
    match (letters(&|side| !locked.has(side)), letters(&|side| locked.has(side))) {
        (out, none) if none.is_empty() => format!("out {out}"),
        (out, shut) => format!("out {out} locked {shut}"),
    }
}

impl Dungeon {
    /// Which rolls win the fight after some moves (R74): "3 or more".
    pub(super) fn winning(&self, p: &Position, moves: &[Move]) -> String {
        let face = |mv| if let Move::Roll(face) = mv { Some(face) } else { None };
        let won = |event: &Event| matches!(event, Event::FightWon { .. });
        needed(self, p, moves, face, won).map_or(String::new(), |needed| needed.to_string())
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
            true => self.data.token(kind).word.clone(),
            false => self.data.token(kind).gold.to_string(),
        }
    }

    /// "n dark", "e Store Room", "w flee".
    fn way_short(&self, p: &Position, side: Side) -> String {
        let seat = p.actor();
        let player = &p.players[seat];
        let to = match p.meets(player.room, side) {
            _ if !p.is_safe(seat) => "flee",
            Some(there) => self.room_name(p, there),
            None => "dark",
        };
        let room = p.room(player.room);
        let rope = self.data.tile(room.tile).chasm && room.bridges == 0 && player.entrance != Some(side);
        format!("{} {to}{}", side.letter(), if rope && p.is_safe(seat) { " with the rope" } else { "" })
    }

    /// "e out n s locked w"; a placement that shuts the dungeon (A46) needs a confirmation.
    fn lying_short(&self, p: &Position, arrow: Side) -> Short {
        let tile = self.data.tile(p.tile);
        let (exits, locked) = (tile.exits.turned(arrow.quarters()), tile.locked.turned(arrow.quarters()));
        let (from, heading) = self.way_of(p);
        let outside = if locked.has(heading.opposite()) { " you stay outside" } else { "" };
        let danger = self.shuts_in(p, from, heading, (exits, locked));
        Short {
            text: format!("{} {}{outside}", arrow.letter(), ways(exits, locked)),
            danger: danger.then(|| "That leaves no open way on without a key. Lay it so?".to_owned()),
            ..Short::default()
        }
    }

    /// "Ann's", or "Your" for a single player.
    fn own(&self, seat: usize) -> String {
        if self.is_alone() { "Your".to_owned() } else { self.possessive(seat) }
    }

    /// One more token of a player or a place: "2 coins of 5" if it is the second.
    fn another(&self, of: impl Into<String>, kind: Kind) -> News {
        let many = self.lexicon.text(&Token(kind).several(self, 2));
        News::Another { of: of.into(), one: self.token_text(kind), many: many.trim_start_matches("2 ").to_owned() }
    }

    /// The question without its answers; `None` if it is asked in full.
    fn lead(&self, p: &Position, by_hand: &[bool]) -> Option<String> {
        let seat = p.actor();
        let name = capital(self.whom(seat));
        let foe = || p.monsters.get(usize::from(p.fight.die)).map_or(String::new(), |die| monster_short(die.monster));
        let dice = by_hand.get(usize::from(ATTACK_DIE.0)) == Some(&true);
        Some(match p.step {
            Step::Deal if self.options.face_down => return None,
            Step::Deal => format!("Fight cards dealt, {}", self.whom(seat)),
            Step::Order => format!("Turn order, {name}"),
            Step::Refresh => format!("Fight card for {}", self.whom(seat)),
            Step::Reveal => format!("{name}, card from the deck"),
            Step::Tile => "Next tile on the stack".to_owned(),
            Step::Monster | Step::Chest => {
                let room = self.room_name(p, p.entered.first().copied().unwrap_or(0));
                match p.step {
                    Step::Chest => format!("{room}, treasure"),
                    _ => format!("{room}, {} die (p plain, h horns, c chest, hc)", p.coming.colour().name()),
                }
            }
            Step::Loot => "Treasure of its chest".to_owned(),
            Step::Attack => format!("{name} against {}, attack", foe()),
            Step::Combat => format!("{}, wins on {}", self.does(seat, "roll", "rolls"), self.winning(p, &[])),
            Step::Choose if dice => format!("{} monster, attack, card, roll", self.own(seat)),
            Step::Card => {
                let attack = p.fight.attack.map_or("", |attack| attack.name());
                format!("{} card against {attack}", self.own(seat))
            }
            Step::Bomb => format!("{name}, {} without a bomb", self.winning(p, &[Move::NoBomb])),
            Step::Rotate => format!("{}, arrow", self.tile_name(p.tile)),
            Step::Basket => format!("{} {} gold", self.does(seat, "pay", "pays"), self.data.price(p.basket)),
            Step::SwapFirst | Step::SwapAfter => format!("{name}, ten experience for a level"),
            Step::LastHeart => format!("{name}, the last heart is lost: ten experience for a level to live"),
            Step::Free { .. } | Step::Treasure | Step::Potion | Step::Declare | Step::Choose => name,
            Step::Show(_) | Step::Over => return None,
        })
    }
}
