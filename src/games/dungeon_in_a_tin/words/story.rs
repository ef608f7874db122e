//! Retells the game from its events, as a player might the day after.
//!
//! Consecutive events of one kind become one sentence. A paragraph ends with the turn in which it is long enough.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{self, Kind, Tokens};
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::noun::{Haul, Knight, Monster, Monsters, Room, Tile};
use crate::games::dungeon_in_a_tin::rules::position::Position;
use crate::games::shared::noun::{Flag, Number, Side};
use crate::games::shared::phrase::phrases;
use crate::games::side;
use crate::referee::Happened;

/// A paragraph ends with the turn in which it reaches this many sentences.
const PARAGRAPH: usize = 4;

phrases! {
    /// The sentences of a story. `way` counts how often one was told, so that it need not always be told in the same way.
    pub enum Sentence of Dungeon, in "story";

    Down { knights: Vec<Knight>, room: Tile } = "down";
    /// `new`: nobody had been there before.
    Arrived {
        knights: Vec<Knight>, side: Side, room: Room, monsters: Monsters, fled: Flag, new: Flag, way: Number,
    } = "arrived";
    Waited { room: Room, monster: Monster } = "waited";
    MetLock { knight: Knight, side: Side } = "met_lock";
    MaidenFound { room: Room } = "maiden_found";
    MaidenTaken { knight: Knight } = "maiden_taken";
    Took { knight: Knight, treasure: Haul, way: Number } = "took";
    Bought { knight: Knight, treasure: Haul } = "bought";
    Drank { knight: Knight } = "drank";
    Unlocked { knight: Knight, room: Room, side: Side } = "unlocked";
    Bridged { knight: Knight } = "bridged";
    Rose { knight: Knight, level: Number } = "rose";
    /// All that `waited` there, just mentioned, or these `monsters`, `count` in all.
    Killed {
        knight: Knight, monsters: Monsters, count: Number, waited: Flag, bomb: Flag, wounds: Number, hearts: Number, way: Number,
    } = "killed";
    Wounded { knight: Knight, monster: Monster, wounds: Number, hearts: Number } = "wounded";
    Rescued { knight: Knight } = "rescued";
    WentHome { knight: Knight, gold: Number } = "went_home";
    Left { knight: Knight, gold: Number } = "left";
    Died { knight: Knight, room: Room } = "died";
}

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
    side: side::Side,
    fled: bool,
    new: bool,
    waiting: Vec<piece::Monster>,
}

/// Consecutive fights of one knight.
#[derive(Default)]
struct Fight {
    seat: u8,
    killed: Vec<piece::Monster>,
    wounds: u8,
    hearts: u8,
    bombs: u8,
    /// The monster that struck last.
    by: Option<piece::Monster>,
}

struct Story<'a> {
    game: &'a Dungeon,
    paragraphs: Vec<String>,
    sentences: Vec<String>,
    open: Option<Open>,
    /// The monsters just mentioned, which need not be listed again when they are killed.
    waiting: Vec<piece::Monster>,
    /// The rooms mentioned so far.
    known: Vec<u8>,
    /// The knight whom the last sentence was about.
    about: Option<u8>,
    /// How often arrivals, takings, kills and kills of all that waited were told.
    told: [u32; 4],
}

impl Dungeon {
    /// The game retold.
    pub(super) fn retell(&self, past: &[Happened<'_, Dungeon>]) -> Vec<String> {
        let Some(first) = past.first() else {
            return Vec::new();
        };
        let mut story = Story {
            game: self,
            paragraphs: Vec::new(),
            sentences: Vec::new(),
            open: None,
            waiting: Vec::new(),
            known: vec![0],
            about: (self.players.len() == 1).then_some(0),
            told: [0; 4],
        };
        let knights = (0..self.players.len() as u8)
            .map(|seat| Knight { seat, again: false })
            .collect();
        story.tell(
            first.position,
            &Sentence::Down {
                knights,
                room: Tile(self.data.start),
            },
        );
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
            Event::Moved {
                seat,
                room,
                side,
                fled,
            } => self.arrive(p, seat, room, side, fled),
            Event::MonsterCame { room, monster } => self.wait(p, room, monster),
            Event::Took { seat, kind } if kind == Kind::MAIDEN => {
                self.say(p, seat, |knight| Sentence::MaidenTaken { knight });
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
                fight.wounds += 1;
                fight.hearts = hearts;
            }
            _ => self.hear_rest(p, event),
        }
    }

    /// Handles events that make a sentence of their own, or that do not matter.
    fn hear_rest(&mut self, p: &Position, event: Event) {
        match event {
            Event::MetLock { seat, side, .. } => self.say(p, seat, |knight| Sentence::MetLock {
                knight,
                side: Side(side),
            }),
            Event::MaidenFound { room } => {
                self.close(p);
                self.about = None;
                self.tell(p, &Sentence::MaidenFound { room: Room(room) });
            }
            Event::Drank { seat } => self.say(p, seat, |knight| Sentence::Drank { knight }),
            Event::Unlocked { seat, room, side } => {
                self.say(p, seat, |knight| Sentence::Unlocked {
                    knight,
                    room: Room(room),
                    side: Side(side),
                });
            }
            Event::Bridged { seat, .. } => self.say(p, seat, |knight| Sentence::Bridged { knight }),
            Event::LevelGained { seat, level } => {
                self.say(p, seat, |knight| Sentence::Rose {
                    knight,
                    level: Number::of(level),
                });
            }
            Event::Rescued { seat } => self.say(p, seat, |knight| Sentence::Rescued { knight }),
            Event::WentHome { seat, score } => {
                self.say(p, seat, |knight| Sentence::WentHome {
                    knight,
                    gold: Number::of(score),
                });
            }
            Event::Left { seat, gold } => self.say(p, seat, |knight| Sentence::Left {
                knight,
                gold: Number::of(gold),
            }),
            Event::Died { seat } => {
                let room = Room(p.players[usize::from(seat)].room);
                self.say(p, seat, |knight| Sentence::Died { knight, room });
            }
            _ => {}
        }
    }

    fn arrive(&mut self, p: &Position, seat: u8, room: u8, side: side::Side, fled: bool) {
        let new = !self.known.contains(&room);
        if !matches!(self.open, Some(Open::Arriving(_))) {
            self.begin(p, Open::Arriving(Vec::new()));
        }
        let Some(Open::Arriving(arrivals)) = &mut self.open else {
            return;
        };
        let same = |arrival: &&mut Arrival| {
            (arrival.room, arrival.side, arrival.fled) == (room, side, fled)
        };
        match arrivals.iter_mut().find(same) {
            Some(arrival) => arrival.seats.push(seat),
            None => arrivals.push(Arrival {
                seats: vec![seat],
                room,
                side,
                fled,
                new,
                waiting: Vec::new(),
            }),
        }
        if new {
            self.known.push(room);
        }
    }

    fn wait(&mut self, p: &Position, room: u8, monster: piece::Monster) {
        if let Some(Open::Arriving(arrivals)) = &mut self.open
            && let Some(arrival) = arrivals.iter_mut().find(|arrival| arrival.room == room)
        {
            arrival.waiting.push(monster);
            return;
        }
        self.close(p);
        self.about = None;
        self.tell(
            p,
            &Sentence::Waited {
                room: Room(room),
                monster: Monster(monster),
            },
        );
    }

    fn tell_arrival(
        &mut self,
        p: &Position,
        Arrival {
            seats,
            room,
            side,
            fled,
            new,
            waiting,
        }: Arrival,
    ) {
        if !fled && !new && waiting.is_empty() {
            return;
        }
        self.waiting.clone_from(&waiting);
        self.waiting.sort_unstable();
        let way = if new && !fled { self.way(0) } else { Number(0) };
        let knights = match seats.as_slice() {
            [seat] => vec![self.knight(*seat)],
            several => several
                .iter()
                .map(|seat| Knight {
                    seat: *seat,
                    again: false,
                })
                .collect(),
        };
        let side = Side(side);
        let room = Room(room);
        let monsters = Monsters(waiting);
        self.tell(
            p,
            &Sentence::Arrived {
                knights,
                side,
                room,
                monsters,
                fled: Flag(fled),
                new: Flag(new),
                way,
            },
        );
    }

    /// The open sentence about this knight's fights.
    fn fight(&mut self, p: &Position, seat: u8) -> &mut Fight {
        if !matches!(&self.open, Some(Open::Fighting(fight)) if fight.seat == seat) {
            self.close(p);
        }
        let open = self.open.get_or_insert_with(|| {
            Open::Fighting(Fight {
                seat,
                ..Fight::default()
            })
        });
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
                arrivals
                    .into_iter()
                    .for_each(|arrival| self.tell_arrival(p, arrival));
            }
            Some(Open::Taking(seat, taken)) => {
                let way = self.way(1);
                let treasure = Haul(taken);
                self.say(p, seat, |knight| Sentence::Took {
                    knight,
                    treasure,
                    way,
                });
            }
            Some(Open::Buying(seat, bought)) => {
                self.say(p, seat, |knight| Sentence::Bought {
                    knight,
                    treasure: Haul(bought),
                });
            }
            Some(Open::Fighting(fight)) => self.tell_fight(p, fight),
        }
    }

    fn tell_fight(
        &mut self,
        p: &Position,
        Fight {
            seat,
            mut killed,
            wounds,
            hearts,
            bombs,
            by,
        }: Fight,
    ) {
        let [count, wounds, hearts] = [killed.len() as u8, wounds, hearts].map(Number::of);
        killed.sort_unstable();
        match by {
            _ if !killed.is_empty() => {
                let waited = self.waiting == killed;
                let way = self.way(if waited { 3 } else { 2 });
                let bomb = Flag(bombs > 0);
                let waited = Flag(waited);
                let monsters = Monsters(killed);
                let sentence = |knight| Sentence::Killed {
                    knight,
                    monsters,
                    count,
                    waited,
                    bomb,
                    wounds,
                    hearts,
                    way,
                };
                self.say(p, seat, sentence);
            }
            Some(monster) if wounds.0 > 0 => {
                self.say(p, seat, |knight| Sentence::Wounded {
                    knight,
                    monster: Monster(monster),
                    wounds,
                    hearts,
                });
            }
            // No harm on either side.
            _ => {}
        }
    }

    /// Closes the open sentence, and adds one about a knight.
    fn say(&mut self, p: &Position, seat: u8, sentence: impl FnOnce(Knight) -> Sentence) {
        self.close(p);
        let knight = self.knight(seat);
        self.tell(p, &sentence(knight));
    }

    fn tell(&mut self, p: &Position, sentence: &Sentence) {
        self.sentences
            .push(self.game.lexicon.say(self.game, p, sentence));
    }

    /// A knight, by name; a single player is not always named again.
    fn knight(&mut self, seat: u8) -> Knight {
        let alone = self.game.players.len() == 1;
        let again = self.about.replace(seat) == Some(seat) && alone;
        if again && self.sentences.len() % 3 == 2 {
            self.about = None;
        }
        Knight { seat, again }
    }

    fn end_paragraph(&mut self) {
        if !self.sentences.is_empty() {
            self.paragraphs.push(self.sentences.join(" "));
        }
        self.sentences.clear();
        self.about = None;
    }

    /// How often this was told before.
    fn way(&mut self, which: usize) -> Number {
        let told = self.told[which];
        self.told[which] += 1;
        Number::of(told)
    }
}
