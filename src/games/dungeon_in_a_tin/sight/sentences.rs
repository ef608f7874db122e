//! The table in sentences, for people who cannot or do not want to read a drawing.

use super::view::{Knight, View};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::rules::noun::{
    Attack, Card, Exit, Monster, Monsters, Place, Room, Tile, Treasure,
};
use crate::games::dungeon_in_a_tin::rules::position::{Fate, Room as Laid};
use crate::games::shared::noun::{Flag, Number, Player, Sides};
use crate::games::shared::phrase::phrases;
use crate::games::side::Side;

phrases! {
    /// A sentence about something on the table.
    pub enum Sentence of Dungeon, in "table";

    Dead { player: Player } = "dead";
    Left { player: Player, gold: Number } = "left";
    Home { player: Player, gold: Number } = "home";
    /// On the `stairs` or in another room; `came` is the side of the entrance.
    Stands { player: Player, stairs: Flag, room: Room, place: Place, came: Sides } = "stands";
    /// With others who were mentioned before.
    StandsToo { player: Player, stairs: Flag, room: Room, came: Sides } = "stands_too";
    Means { player: Player, side: crate::games::shared::noun::Side } = "means";
    Has {
        player: Player, hearts: Number, full: Number, level: Number, experience: Number, gold: Number, items: Treasure,
        free: Number,
    } = "has";
    HoldsNothing { player: Player } = "holds_nothing";
    HoldsHidden { player: Player, count: Number } = "holds_hidden";
    Holds { player: Player, cards: Vec<Card> } = "holds";
    Fights { player: Player, monster: Monster, attack: Option<Attack>, card: Option<Card>, bomb: Flag } = "fights";
    /// A room where nobody is.
    Room { room: Tile, place: Place } = "room";
    Monsters { monsters: Monsters } = "monsters";
    Floor { treasure: Treasure } = "floor";
    NotEntered = "not_entered";
    Skulls { white: Number, red: Number } = "skulls";
    Chasm { bridged: Flag } = "chasm";
    Exits { exits: Vec<Exit> } = "exits";
    Stack { count: Number, known: Vec<Tile> } = "stack";
    Deck { count: Number, spent: Number } = "deck";
    Pool { count: Number, spent: Treasure } = "pool";
}

impl Dungeon {
    pub(crate) fn describe_view(&self, view: &View<'_>) -> Vec<String> {
        let say = |sentence: Sentence| view.say(&sentence);
        let mut told = Vec::new();
        let seats = 0..self.players.len();
        for seat in seats.clone() {
            self.describe_player(view, seat, &mut told);
        }
        told.extend(self.fight_sentence(view).map(say));
        let is_occupied = |at: u8| seats.clone().any(|seat| view.knight(seat).is_in(at));
        for (at, room) in (0u8..)
            .zip(view.rooms())
            .filter(|(at, _)| !is_occupied(*at))
        {
            let sentence = Sentence::Room {
                room: Tile(room.tile),
                place: Place(room.x, room.y),
            };
            told.push(format!(
                "{} {}",
                say(sentence),
                self.describe_room(view, at)
            ));
        }
        let stack = view.stack();
        let known = stack.known.iter().map(|tile| Tile(*tile)).collect();
        told.push(say(Sentence::Stack {
            count: Number::of(stack.len()),
            known,
        }));
        let spent: u32 = view
            .spent_cards()
            .iter()
            .map(|count| u32::from(*count))
            .sum();
        told.push(say(Sentence::Deck {
            count: Number::of(view.deck_size()),
            spent: Number::of(spent),
        }));
        let count = Number::of(view.pool().total());
        let spent = Treasure(view.spent_tokens());
        told.push(say(Sentence::Pool { count, spent }));
        told
    }

    fn describe_player(&self, view: &View<'_>, seat: usize, told: &mut Vec<String>) {
        let say = |sentence: Sentence| view.say(&sentence);
        let knight = view.knight(seat);
        let player = || Player(seat as u8);
        let gold = || Number::of(self.data.gold(knight.carried));
        match knight.fate {
            Fate::Dead => return told.push(say(Sentence::Dead { player: player() })),
            Fate::Left => {
                return told.push(say(Sentence::Left {
                    player: player(),
                    gold: gold(),
                }));
            }
            Fate::Home => {
                return told.push(say(Sentence::Home {
                    player: player(),
                    gold: gold(),
                }));
            }
            Fate::InDungeon => {}
        }
        let Laid { x, y, .. } = view.rooms()[usize::from(knight.room)];
        let came = Sides(
            knight
                .entrance
                .filter(|_| knight.room != 0)
                .into_iter()
                .collect(),
        );
        let stairs = Flag(knight.room == 0);
        let room = Room(knight.room);
        told.push(
            if (0..seat).any(|other| view.knight(other).is_in(knight.room)) {
                say(Sentence::StandsToo {
                    player: player(),
                    stairs,
                    room,
                    came,
                })
            } else {
                let stands = say(Sentence::Stands {
                    player: player(),
                    stairs,
                    room,
                    place: Place(x, y),
                    came,
                });
                format!("{stands} {}", self.describe_room(view, knight.room))
            },
        );
        if let Some(side) = knight.declared.filter(|_| self.players.len() > 1) {
            told.push(say(Sentence::Means {
                player: player(),
                side: crate::games::shared::noun::Side(side),
            }));
        }
        told.push(say(self.has(&knight, player())));
        told.push(say(match knight.hand {
            _ if knight.cards == 0 => Sentence::HoldsNothing { player: player() },
            None => Sentence::HoldsHidden {
                player: player(),
                count: Number::of(knight.cards),
            },
            Some(hand) => {
                let cards = hand.cards().iter().map(|card| Card(*card)).collect();
                Sentence::Holds {
                    player: player(),
                    cards,
                }
            }
        }));
    }

    fn has(&self, knight: &Knight, player: Player) -> Sentence {
        let items = knight.carried.items();
        Sentence::Has {
            player,
            hearts: Number::of(knight.hearts),
            full: Number::of(self.data.hearts),
            level: Number::of(knight.level),
            experience: Number::of(knight.experience),
            gold: Number::of(self.data.gold(knight.carried)),
            free: Number::of(self.data.slots.saturating_sub(items.specials())),
            items: Treasure(items),
        }
    }

    fn fight_sentence(&self, view: &View<'_>) -> Option<Sentence> {
        let fight = view.fight()?;
        let die = &view.monsters()[usize::from(fight.die)];
        Some(Sentence::Fights {
            player: Player(view.actor() as u8),
            monster: Monster(die.monster),
            attack: fight.attack.map(Attack),
            card: fight.card().map(Card),
            bomb: Flag(fight.bomb),
        })
    }

    /// Monsters, treasure and exits of a room.
    fn describe_room(&self, view: &View<'_>, at: u8) -> String {
        let room = &view.rooms()[usize::from(at)];
        let tile = self.data.tile(room.tile);
        let mut sentences = Vec::new();
        let monsters: Vec<_> = view.monsters_in(at).map(|die| die.monster).collect();
        if !monsters.is_empty() {
            sentences.push(Sentence::Monsters {
                monsters: Monsters(monsters),
            });
        }
        if !room.floor.is_empty() {
            sentences.push(Sentence::Floor {
                treasure: Treasure(room.floor),
            });
        }
        if view.is_new(at) {
            sentences.push(Sentence::NotEntered);
        }
        if tile.white + tile.red > 0 {
            sentences.push(Sentence::Skulls {
                white: Number::of(tile.white),
                red: Number::of(tile.red),
            });
        }
        if tile.chasm {
            sentences.push(Sentence::Chasm {
                bridged: Flag(room.bridges > 0),
            });
        }
        sentences.push(Sentence::Exits {
            exits: room
                .exits
                .iter()
                .map(|side| self.exit(view, at, side))
                .collect(),
        });
        sentences
            .iter()
            .map(|sentence| view.say(sentence))
            .collect::<Vec<String>>()
            .join(" ")
    }

    fn exit(&self, view: &View<'_>, at: u8, side: Side) -> Exit {
        let room = &view.rooms()[usize::from(at)];
        let beyond = room.beyond[side as usize];
        let there = view.meets(at, side);
        Exit {
            side,
            locked: view.lock(at, side).is_some(),
            closed: beyond.is_none() && room.blocked.has(side),
            wall: beyond.is_some() && there.is_none(),
            room: there.map(|there| Tile(view.rooms()[usize::from(there)].tile)),
        }
    }
}
