//! The game retold: what a player would tell of it the day after, told from the events.
//!
//! Events of one kind that follow each other become one sentence; a turn with enough to tell ends a paragraph.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, Monster, Tokens};
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::noun::{self, Token};
use crate::games::dungeon_in_a_tin::rules::position::Position;
use crate::games::shared::fact::Fact;
use crate::games::shared::lexicon::say;
use crate::games::side::Side;
use crate::referee::Happened;

/// A paragraph ends with the turn in which it has this many sentences.
const PARAGRAPH: usize = 4;

/// Ways to say the same, so that a long story does not repeat itself.
const FOUND: [&str; 4] = [
    "went {side} and came into the {room}",
    "went {side} and found the {room}",
    "went {side} and reached the {room}",
    "went {side} and stepped into the {room}",
];
const KILLED: [&str; 4] =
    ["cut down {monsters}", "killed {monsters}", "struck down {monsters}", "made an end of {monsters}"];
const KILLED_IT: [&str; 3] = ["killed it", "made an end of it", "was the end of it"];
const KILLED_BOTH: [&str; 3] = ["killed both", "made an end of both", "was the end of both"];
const KILLED_ALL: [&str; 3] = ["killed them all", "made an end of them all", "was the end of them all"];
const TOOK: [&str; 3] = ["picked up {tokens}", "took {tokens}", "gathered up {tokens}"];

/// A sentence that the next events may still add to.
enum Open {
    /// Of one step, in order.
    Arriving(Vec<Arrival>),
    Taking(u8, Tokens),
    Buying(u8, Tokens),
    Fighting(Fight),
}

/// Knights who come into a room by the same way.
struct Arrival {
    seats: Vec<u8>,
    room: u8,
    side: Side,
    fled: bool,
    /// Nobody was there before.
    new: bool,
    waiting: Vec<Monster>,
}

/// Fights of one knight in a row.
#[derive(Default)]
struct Fight {
    seat: u8,
    killed: Vec<Monster>,
    wounds: u8,
    hearts: u8,
    bombs: u8,
    /// Whom the last wound came from.
    by: Option<Monster>,
}

struct Story<'a> {
    game: &'a Dungeon,
    paragraphs: Vec<String>,
    sentences: Vec<String>,
    open: Option<Open>,
    /// Who was just told to wait: their end needs no list.
    waiting: Vec<Monster>,
    /// Rooms that were told of.
    known: Vec<u8>,
    /// Whom the last sentence was about.
    about: Option<u8>,
    /// How often each list of ways was used.
    used: [usize; 4],
}

impl Dungeon {
    pub(super) fn retell(&self, past: &[Happened<'_, Dungeon>]) -> Vec<String> {
        let mut story = Story {
            game: self,
            paragraphs: Vec::new(),
            sentences: Vec::new(),
            open: None,
            waiting: Vec::new(),
            known: vec![0],
            about: (self.players.len() == 1).then_some(0),
            used: [0; 4],
        };
        let (all, stairs) = (self.all_names(), self.tile_noun(self.data.start));
        story.sentences.push(match self.players.len() {
            1 => say!(self, "{players} went down the {stairs}, alone.", players = all, stairs = stairs),
            _ => say!(self, "{players} went down the {stairs}, together.", players = all, stairs = stairs),
        });
        for Happened { position, event } in past {
            story.hear(position, *event);
        }
        if let Some(last) = past.last() {
            story.close(last.position);
        }
        story.end_paragraph();
        story.paragraphs
    }
}

impl Story<'_> {
    fn hear(&mut self, p: &Position, event: Event) {
        match event {
            Event::TurnBegan { .. } => {
                self.close(p);
                if self.sentences.len() >= PARAGRAPH {
                    self.end_paragraph();
                }
            }
            Event::Moved { seat, room, side, fled } => self.arrive(p, seat, room, side, fled),
            Event::MetLock { seat, side, .. } => {
                self.close(p);
                let side = Fact::Word(side.name());
                self.say(seat, say!(self.game, "tried the way {side}, and it was locked", side = side));
            }
            Event::MonsterCame { room, monster } => self.wait(p, room, monster),
            Event::MaidenFound { room } => {
                self.close(p);
                self.about = None;
                let room = self.game.room_noun(p, room);
                self.sentences.push(say!(self.game, "And there, in the {room}, was the maiden.", room = room));
            }
            Event::Took { seat, kind } if kind == Kind::MAIDEN => {
                self.close(p);
                self.say(seat, say!(self.game, "took the maiden by the hand"));
            }
            Event::Took { seat, kind } => {
                if !matches!(self.open, Some(Open::Taking(by, _)) if by == seat) {
                    self.begin(p, Open::Taking(seat, Tokens::default()));
                }
                if let Some(Open::Taking(_, taken)) = &mut self.open {
                    taken.add(kind);
                }
            }
            Event::Bought { seat, kind } => {
                if !matches!(self.open, Some(Open::Buying(by, _)) if by == seat) {
                    self.begin(p, Open::Buying(seat, Tokens::default()));
                }
                if let Some(Open::Buying(_, bought)) = &mut self.open {
                    bought.add(kind);
                }
            }
            Event::BombAdded { seat } => self.fight(p, seat).bombs += 1,
            Event::FightWon { seat, monster, .. } => self.fight(p, seat).killed.push(monster),
            Event::FightLost { seat, monster, .. } => self.fight(p, seat).by = Some(monster),
            Event::HeartLost { seat, hearts } => {
                let fight = self.fight(p, seat);
                (fight.wounds, fight.hearts) = (fight.wounds + 1, hearts);
            }
            _ => self.hear_rest(p, event),
        }
    }

    /// Events that are a sentence of their own, and those that do not matter.
    fn hear_rest(&mut self, p: &Position, event: Event) {
        let (game, room) = (self.game, |room| self.game.room_noun(p, room));
        let (seat, text) = match event {
            Event::Drank { seat } => (seat, say!(game, "drank a potion and felt as good as new")),
            Event::Unlocked { seat, room: at, side } => {
                let side = Fact::Word(side.name());
                (seat, say!(game, "turned a key in the {side} door of the {room}", side = side, room = room(at)))
            }
            Event::Bridged { seat, .. } => (seat, say!(game, "threw a rope across the chasm and left it hanging there")),
            Event::LevelGained { seat, level } => {
                let text = "had learned enough to rise to level {level}, and every wound was forgotten";
                (seat, say!(game, text, level = level))
            }
            Event::Rescued { seat } => (seat, say!(game, "led the maiden up the stairs into the daylight")),
            Event::WentHome { seat, score } => (seat, say!(game, "came home with {score} gold", score = score)),
            Event::Left { seat, gold } => {
                (seat, say!(game, "left the dungeon for good with {gold} gold, and without the maiden", gold = gold))
            }
            Event::Died { seat } => (seat, say!(game, "died in the {room}", room = room(p.players[usize::from(seat)].room))),
            _ => return,
        };
        self.close(p);
        self.say(seat, text);
    }

    fn arrive(&mut self, p: &Position, seat: u8, room: u8, side: Side, fled: bool) {
        let new = !self.known.contains(&room);
        if !matches!(self.open, Some(Open::Arriving(_))) {
            self.begin(p, Open::Arriving(Vec::new()));
        }
        let Some(Open::Arriving(arrivals)) = &mut self.open else { return };
        let same = |arrival: &&mut Arrival| (arrival.room, arrival.side, arrival.fled) == (room, side, fled);
        match arrivals.iter_mut().find(same) {
            Some(arrival) => arrival.seats.push(seat),
            None => arrivals.push(Arrival { seats: vec![seat], room, side, fled, new, waiting: Vec::new() }),
        }
        if new {
            self.known.push(room);
        }
    }

    fn wait(&mut self, p: &Position, room: u8, monster: Monster) {
        if let Some(Open::Arriving(arrivals)) = &mut self.open
            && let Some(arrival) = arrivals.iter_mut().find(|arrival| arrival.room == room)
        {
            arrival.waiting.push(monster);
            return;
        }
        self.close(p);
        self.about = None;
        let (room, monster) = (self.game.room_noun(p, room), monster_noun(monster));
        self.sentences.push(say!(self.game, "In the {room}, {monster} waited.", room = room, monster = monster));
    }

    fn tell_arrival(&mut self, p: &Position, Arrival { seats, room, side, fled, new, waiting }: Arrival) {
        let text = match (fled, new) {
            (true, _) => "fled {side} to the {room}",
            (false, true) => self.way(0, &FOUND),
            (false, false) if waiting.is_empty() => return,
            (false, false) => "went back {side} to the {room}",
        };
        let way = say!(self.game, text, side = Fact::Word(side.name()), room = self.game.room_noun(p, room));
        self.waiting.clone_from(&waiting);
        self.waiting.sort_unstable();
        let there = match waiting.is_empty() {
            true => String::new(),
            false => {
                say!(self.game, ", where {monsters} waited", monsters = self.game.monsters_text(waiting.into_iter()))
            }
        };
        match seats.as_slice() {
            [seat] => self.say(*seat, way + &there),
            several => {
                let names: Vec<&str> = several.iter().map(|seat| self.game.players[usize::from(*seat)].as_str()).collect();
                self.sentences.push(format!("{} {way}{there}.", self.game.lexicon.names(&names)));
            }
        }
    }

    /// The fights of this knight that are being told.
    fn fight(&mut self, p: &Position, seat: u8) -> &mut Fight {
        if !matches!(&self.open, Some(Open::Fighting(fight)) if fight.seat == seat) {
            self.close(p);
        }
        let open = self.open.get_or_insert_with(|| Open::Fighting(Fight { seat, ..Fight::default() }));
        match open {
            Open::Fighting(fight) => fight,
            _ => unreachable!("anything else was closed"),
        }
    }

    fn begin(&mut self, p: &Position, open: Open) {
        self.close(p);
        self.open = Some(open);
    }

    /// Writes down what was being told.
    fn close(&mut self, p: &Position) {
        match self.open.take() {
            None => {}
            Some(Open::Arriving(arrivals)) => {
                arrivals.into_iter().for_each(|arrival| self.tell_arrival(p, arrival));
            }
            Some(Open::Taking(seat, tokens)) => {
                let text = say!(self.game, self.way(2, &TOOK), tokens = self.tokens(tokens));
                self.say(seat, text);
            }
            Some(Open::Buying(seat, tokens)) => {
                let text = say!(self.game, "bought {tokens} at the stairs", tokens = self.tokens(tokens));
                self.say(seat, text);
            }
            Some(Open::Fighting(fight)) => self.tell_fight(fight),
        }
    }

    fn tell_fight(&mut self, mut fight: Fight) {
        fight.killed.sort_unstable();
        let game = self.game;
        let wounds = match fight.wounds {
            0 => String::new(),
            1 => say!(game, "a wound"),
            several => say!(game, "{count} wounds", count = several),
        };
        let left = match fight.hearts {
            0 => String::new(),
            1 => say!(game, ", and one heart was left"),
            hearts => say!(game, ", and {hearts} hearts were left", hearts = hearts),
        };
        let text = match (fight.killed.as_slice(), fight.by) {
            ([], Some(monster)) if fight.wounds > 0 => {
                let text = "took {wounds} from {monster.the}{left}";
                say!(game, text, wounds = wounds, monster = monster_noun(monster), left = left)
            }
            // Not a scratch on either side.
            ([], _) => return,
            (killed, _) => {
                let text = match killed.len() {
                    1 if self.waiting == killed => self.way(3, &KILLED_IT),
                    2 if self.waiting == killed => self.way(3, &KILLED_BOTH),
                    _ if self.waiting == killed => self.way(3, &KILLED_ALL),
                    _ => self.way(1, &KILLED),
                };
                let mut text = say!(game, text, monsters = game.monsters_text(killed.iter().copied()));
                if fight.bombs > 0 {
                    text += &say!(game, " with a bomb");
                }
                if fight.wounds > 0 {
                    text += &say!(game, " at the price of {wounds}{left}", wounds = wounds, left = left);
                }
                text
            }
        };
        self.say(fight.seat, text);
    }

    /// A sentence about a knight: by name, or alone and not for the first time in a row as the knight.
    fn say(&mut self, seat: u8, text: String) {
        let alone = self.game.players.len() == 1;
        let again = alone && self.about.replace(seat) == Some(seat);
        let who = if again { say!(self.game, "The knight") } else { self.game.players[usize::from(seat)].clone() };
        if again && self.sentences.len() % 3 == 2 {
            self.about = None;
        }
        self.sentences.push(format!("{who} {text}."));
    }

    fn end_paragraph(&mut self) {
        if !self.sentences.is_empty() {
            self.paragraphs.push(self.sentences.join(" "));
        }
        self.sentences.clear();
        self.about = None;
    }

    /// The next way to say something.
    fn way<'w>(&mut self, which: usize, ways: &[&'w str]) -> &'w str {
        let used = &mut self.used[which];
        *used += 1;
        ways[(*used - 1) % ways.len()]
    }

    /// "a potion, 2 keys and 12 gold".
    fn tokens(&self, tokens: Tokens) -> String {
        let kinds = tokens.kinds().filter(|kind| kind.is_special());
        let several = |kind: Kind| Token(kind).several(self.game, tokens.of(kind));
        let mut words: Vec<Fact> = kinds.map(|kind| self.game.lexicon.put(&several(kind), "acc").into()).collect();
        let gold = self.game.data.gold(tokens.coins());
        if gold > 0 {
            words.push(say!(self.game, "{gold} gold", gold = gold).into());
        }
        self.game.lexicon.list(words)
    }
}

fn monster_noun(monster: Monster) -> Fact {
    noun::Monster(monster).several(1)
}
