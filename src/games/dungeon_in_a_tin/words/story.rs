//! Retells the game from its events, as a player might the day after.
//!
//! Consecutive events of one kind become one sentence. A paragraph ends with the turn in which it is long enough.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, Monster, Tokens};
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::position::Position;
use crate::games::english::listed;
use crate::games::side::Side;
use crate::referee::{Happened, Words as _};

/// A paragraph ends with the turn in which it reaches this many sentences.
const PARAGRAPH: usize = 4;

/// Ways to say the same, so that a long story does not repeat itself.
const FOUND: [&str; 4] = ["came into", "found", "reached", "stepped into"];
const KILLED: [&str; 4] = ["cut down", "killed", "struck down", "made an end of"];
const KILLED_THEM: [&str; 3] = ["killed", "made an end of", "was the end of"];
const TOOK: [&str; 3] = ["picked up", "took", "gathered up"];

/// A sentence that the next events may still extend.
enum Open {
    /// The arrivals of one step, in order.
    Arriving(Vec<Arrival>),
    Taking(u8, Tokens),
    Buying(u8, Tokens),
    Fighting(Fight),
}

/// Knights who enter a room by the same way.
struct Arrival {
    seats: Vec<u8>,
    room: u8,
    side: Side,
    fled: bool,
    /// Whether nobody had been there before.
    new: bool,
    waiting: Vec<Monster>,
}

/// Consecutive fights of one knight.
#[derive(Default)]
struct Fight {
    seat: u8,
    killed: Vec<Monster>,
    wounds: u8,
    hearts: u8,
    bombs: u8,
    /// The monster that struck last.
    by: Option<Monster>,
}

struct Story<'a> {
    game: &'a Dungeon,
    paragraphs: Vec<String>,
    sentences: Vec<String>,
    open: Option<Open>,
    /// The monsters just mentioned, which need not be listed again when they are killed.
    waiting: Vec<Monster>,
    /// The rooms mentioned so far.
    known: Vec<u8>,
    /// The knight whom the last sentence was about.
    about: Option<u8>,
    /// How often each list of synonyms was used.
    used: [usize; 4],
}

impl Dungeon {
    /// The game retold. The retelling is written in English; in another language the events of each turn are a paragraph.
    pub(super) fn story_of(&self, past: &[Happened<'_, Dungeon>]) -> Vec<String> {
        if self.lexicon.is_translated() { self.chronicle(past) } else { self.retell(past) }
    }

    fn chronicle(&self, past: &[Happened<'_, Dungeon>]) -> Vec<String> {
        let mut paragraphs: Vec<String> = Vec::new();
        for Happened { position, event } in past {
            let text = self.telling(position, *event).text;
            match paragraphs.last_mut() {
                Some(turn) if !matches!(event, Event::TurnBegan { .. }) => *turn = format!("{turn} {text}"),
                _ => paragraphs.push(text),
            }
        }
        paragraphs
    }

    fn retell(&self, past: &[Happened<'_, Dungeon>]) -> Vec<String> {
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
        let stairs = &self.data.tile(self.data.start).name;
        let down = if self.players.len() == 1 { "alone" } else { "together" };
        story.sentences.push(format!("{} went down the {stairs}, {down}.", listed(&self.players)));
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
                self.say(seat, format!("tried the way {}, and it was locked", side.name()));
            }
            Event::MonsterCame { room, monster } => self.wait(p, room, monster),
            Event::MaidenFound { room } => {
                self.close(p);
                let name = self.game.room_name(p, room);
                self.about = None;
                self.sentences.push(format!("And there, in the {name}, was the maiden."));
            }
            Event::Took { seat, kind } if kind == Kind::MAIDEN => {
                self.close(p);
                self.say(seat, "took the maiden by the hand".to_owned());
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

    /// Handles events that make a sentence of their own, or that do not matter.
    fn hear_rest(&mut self, p: &Position, event: Event) {
        let room = |room| self.game.room_name(p, room);
        let (seat, text) = match event {
            Event::Drank { seat } => (seat, "drank a potion and felt as good as new".to_owned()),
            Event::Unlocked { seat, room: at, side } => {
                (seat, format!("turned a key in the {} door of the {}", side.name(), room(at)))
            }
            Event::Bridged { seat, .. } => (seat, "threw a rope across the chasm and left it hanging there".to_owned()),
            Event::LevelGained { seat, level } => {
                (seat, format!("had learned enough to rise to level {level}, and every wound was forgotten"))
            }
            Event::Rescued { seat } => (seat, "led the maiden up the stairs into the daylight".to_owned()),
            Event::WentHome { seat, score } => (seat, format!("came home with {score} gold")),
            Event::Left { seat, gold } => {
                (seat, format!("left the dungeon for good with {gold} gold, and without the maiden"))
            }
            Event::Died { seat } => (seat, format!("died in the {}", room(p.players[usize::from(seat)].room))),
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
        let text = format!("In the {}, {} waited.", self.game.room_name(p, room), self.game.monster_text(monster));
        self.sentences.push(text);
    }

    fn tell_arrival(&mut self, p: &Position, Arrival { seats, room, side, fled, new, waiting }: Arrival) {
        let (side, room) = (side.name(), self.game.room_name(p, room));
        let way = match (fled, new) {
            (true, _) => format!("fled {side} to the {room}"),
            (false, true) => format!("went {side} and {} the {room}", self.way(0, &FOUND)),
            (false, false) if waiting.is_empty() => return,
            (false, false) => format!("went back {side} to the {room}"),
        };
        self.waiting.clone_from(&waiting);
        self.waiting.sort_unstable();
        let there = match waiting.is_empty() {
            true => String::new(),
            false => format!(", where {} waited", self.game.monsters_text(waiting.into_iter())),
        };
        match seats.as_slice() {
            [seat] => self.say(*seat, way + &there),
            several => {
                let names: Vec<&str> = several.iter().map(|seat| self.game.players[usize::from(*seat)].as_str()).collect();
                self.sentences.push(format!("{} {way}{there}.", listed(&names)));
            }
        }
    }

    /// The open sentence about this knight's fights.
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

    /// Writes the open sentence.
    fn close(&mut self, p: &Position) {
        match self.open.take() {
            None => {}
            Some(Open::Arriving(arrivals)) => {
                arrivals.into_iter().for_each(|arrival| self.tell_arrival(p, arrival));
            }
            Some(Open::Taking(seat, tokens)) => {
                let text = format!("{} {}", self.way(2, &TOOK), self.tokens(tokens));
                self.say(seat, text);
            }
            Some(Open::Buying(seat, tokens)) => {
                let text = format!("bought {} at the stairs", self.tokens(tokens));
                self.say(seat, text);
            }
            Some(Open::Fighting(fight)) => self.tell_fight(fight),
        }
    }

    fn tell_fight(&mut self, mut fight: Fight) {
        fight.killed.sort_unstable();
        let wounds = match fight.wounds {
            0 => String::new(),
            1 => "a wound".to_owned(),
            several => format!("{several} wounds"),
        };
        let left = match fight.hearts {
            0 => String::new(),
            1 => ", and one heart was left".to_owned(),
            hearts => format!(", and {hearts} hearts were left"),
        };
        let bomb = if fight.bombs > 0 { " with a bomb" } else { "" };
        let text = match (fight.killed.as_slice(), fight.by) {
            ([], Some(monster)) if fight.wounds > 0 => {
                format!("took {wounds} from {}{left}", self.game.the_monster(monster))
            }
            // No harm on either side.
            ([], _) => return,
            (killed, _) => {
                let text = if self.waiting == killed {
                    let them = ["it", "both"].get(killed.len() - 1).unwrap_or(&"them all");
                    format!("{} {them}{bomb}", self.way(3, &KILLED_THEM))
                } else {
                    format!("{} {}{bomb}", self.way(1, &KILLED), self.game.monsters_text(killed.iter().copied()))
                };
                if fight.wounds > 0 { format!("{text} at the price of {wounds}{left}") } else { text }
            }
        };
        self.say(fight.seat, text);
    }

    /// Adds a sentence about a knight, by name; a single player is called "the knight" when named twice in a row.
    fn say(&mut self, seat: u8, text: String) {
        let alone = self.game.players.len() == 1;
        let who = match self.about.replace(seat) {
            Some(before) if alone && before == seat => "The knight",
            _ => &self.game.players[usize::from(seat)],
        };
        if alone && who == "The knight" && self.sentences.len() % 3 == 2 {
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

    /// The next synonym.
    fn way<'w>(&mut self, which: usize, ways: &[&'w str]) -> &'w str {
        let used = &mut self.used[which];
        *used += 1;
        ways[(*used - 1) % ways.len()]
    }

    /// "a potion, 2 keys and 12 gold".
    fn tokens(&self, tokens: Tokens) -> String {
        let kinds = tokens.kinds().filter(|kind| kind.is_special());
        let mut words: Vec<String> = kinds
            .map(|kind| match tokens.of(kind) {
                1 => self.game.token_text(kind),
                count => format!("{count} {}s", self.game.data.token(kind).word),
            })
            .collect();
        let gold = self.game.data.gold(tokens.coins());
        if gold > 0 {
            words.push(format!("{gold} gold"));
        }
        listed(&words)
    }
}
