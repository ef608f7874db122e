//! How the game asks at a prompt: the goes of all players, a room and a fight are each asked for as one.

use std::borrow::Cow;

use super::answer::{Answer, Several};
use super::question::Question;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, SPECIALS};
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::noun::{Monster, Room, Token};
use crate::games::dungeon_in_a_tin::rules::position::{Position, Step};
use crate::games::dungeon_in_a_tin::sight::labels::Label;
use crate::games::dungeon_in_a_tin::{ATTACK_DIE, Dungeon};
use crate::games::shared::narrator::Narrator;
use crate::games::shared::noun::{Number, Player};
use crate::referee::odds::{Needed, needed};
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Short, When};

impl Prompting for Dungeon {
    fn manner(&self, p: &Position, by_hand: &[bool]) -> Manner<Move> {
        let seat = p.actor();
        let usual = match p.step {
            Step::Treasure | Step::Potion => Some(Move::Pass),
            Step::SwapFirst | Step::SwapAfter => Some(Move::Keep),
            Step::Bomb => Some(Move::NoBomb),
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
        let dice = by_hand.get(usize::from(ATTACK_DIE.0)) == Some(&true);
        let chance = !matches!(self.turn(p), crate::referee::Turn::Player(_));
        let question = Question::of(self, p, dice);
        Manner {
            lead: self.lexicon.short(self, p, &question),
            asked: self.lexicon.asked(self, p, &question),
            together: self.lexicon.together(self, p, &question),
            shown: !chance,
            usual: usual.map(|mv| {
                (
                    mv,
                    self.lexicon.typed(self, p, &Answer::of(self, p, mv)).into(),
                )
            }),
            when,
            batch: batch(p),
            joint: matches!(p.step, Step::Deal | Step::Order | Step::Declare),
            silent: false,
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        Some(Short {
            text: self.lexicon.typed(self, p, &Answer::of(self, p, mv)),
            danger: self
                .confirm(p, mv)
                .map(|confirm| self.lexicon.say(self, p, &confirm)),
            quiet: matches!(mv, Move::Drop(_)),
            under: None,
        })
    }

    fn plain(&self, p: &Position, mv: Move) -> Option<String> {
        Some(self.lexicon.plain(self, p, &Answer::of(self, p, mv)))
    }

    fn phrases(&self, p: &Position) -> Vec<(Cow<'static, str>, Vec<Move>)> {
        let mut takes = Vec::new();
        let mut after = p.clone();
        while matches!(after.step, Step::Treasure | Step::Free { .. }) && after.actor() == p.actor()
        {
            let floor = after.room(after.players[after.actor()].room).floor;
            let Some(take) = floor
                .kinds()
                .map(Move::Take)
                .find(|take| self.judge(&after, *take).is_ok())
            else {
                break;
            };
            self.apply(&mut after, take, &mut |_| {});
            takes.push(take);
        }
        let all =
            (takes.len() > 1).then(|| (self.lexicon.say(self, p, &Several::All).into(), takes));
        all.into_iter().collect()
    }

    fn news(&self, p: &Position, event: Event) -> News {
        let name = |seat: u8| {
            self.labelled(
                p,
                Label::Called {
                    player: Player(seat),
                },
            )
        };
        let brief = self.lexicon.brief(self, p, event);
        match (event, brief) {
            (
                Event::TurnBegan { .. }
                | Event::OrderRolled { .. }
                | Event::OrderTied { .. }
                | Event::GoesFirst { .. }
                | Event::Declared { .. }
                | Event::CardPlayed {
                    from_deck: false, ..
                },
                _,
            ) => News::Silent,
            (Event::Dealt { seat, card }, _) if self.options.open_hands => {
                News::fact(name(seat), self.card_text(card))
            }
            (Event::MonsterCame { room, monster }, _) => {
                let many = self.lexicon.text(&Monster(monster).several(2));
                News::Another {
                    of: self.inside(p, room),
                    one: self.lexicon.text(&Monster(monster).several(1)),
                    many: many.trim_start_matches("2 ").to_owned(),
                }
            }
            (Event::TreasureFound { room, kind }, _) => self.another(self.inside(p, room), kind),
            (Event::LeftBehind { kind, .. }, Some(there)) => self.another(there, kind),
            (Event::Took { seat, kind }, _) => self.taken(p, seat, kind),
            (Event::Moved { fled: true, .. }, _) | (_, None) => News::Full,
            (Event::Moved { seat, .. } | Event::Stayed { seat }, Some(brief))
                if !self.is_alone() =>
            {
                News::fact(name(seat), brief)
            }
            (_, Some(brief)) => News::Brief(brief),
        }
    }

    fn told(&self, p: &Position, event: Event) -> Option<String> {
        self.lexicon.told(self, p, event)
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        if p.turn == 0 || matches!(p.step, Step::Deal | Step::Order) {
            return None;
        }
        // R21: with one player left, nobody goes first.
        let left = (0..self.players.len())
            .filter(|seat| p.in_dungeon(*seat))
            .count();
        let first = (left > 1).then_some(Player(p.first));
        Some(Heading {
            round: p.turn,
            text: self.labelled(
                p,
                Label::Turn {
                    turn: Number::of(p.turn),
                    first,
                },
            ),
        })
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = (0..self.players.len())
            .filter(|seat| p.in_dungeon(*seat))
            .map(|seat| {
                let knight = &p.players[seat];
                self.labelled(
                    p,
                    Label::Summary {
                        player: Player(seat as u8),
                        hearts: Number::of(knight.hearts),
                        level: Number::of(knight.level),
                        experience: Number::of(knight.experience),
                        gold: Number::of(self.data.gold(knight.carried)),
                    },
                )
            });
        Some(stands.collect::<Vec<String>>().join("   "))
    }

    fn holding(&self, p: &Position, seat: Seat, viewer: Option<Seat>) -> Option<String> {
        let knight = self.view(p, viewer).knight(seat.into());
        if !p.in_dungeon(seat.into()) {
            return Some(self.figured(p, seat).standing);
        }
        let cards = match knight.hand {
            Some(hand) if knight.cards > 0 => hand
                .cards()
                .iter()
                .map(|card| self.card_code(*card))
                .collect::<Vec<&str>>()
                .join(" "),
            _ => self.labelled(
                p,
                Label::FightCards {
                    count: Number::of(knight.cards),
                },
            ),
        };
        let place = self.labelled(
            p,
            Label::InRoom {
                room: Room(knight.room),
            },
        );
        Some(format!(
            "{place}; {}; {cards}",
            self.labelled(p, self.goods(&knight))
        ))
    }

    fn table_version(&self, p: &Position) -> u64 {
        p.rooms.len() as u64
    }
}

/// Groups questions that people answer together: the goes of a turn, its order and cards, its rooms, a fight.
fn batch(p: &Position) -> Option<u64> {
    let kind = match p.step {
        Step::Over | Step::Show(_) | Step::LastHeart => return None,
        Step::Deal | Step::Order | Step::SwapFirst | Step::Refresh => 0,
        Step::Free { .. } | Step::Treasure | Step::Basket | Step::Potion | Step::Declare => 1,
        Step::Tile | Step::Rotate | Step::Monster | Step::Chest => 2,
        Step::Choose
        | Step::Attack
        | Step::Card
        | Step::Reveal
        | Step::Bomb
        | Step::Combat
        | Step::Loot => 3 + u64::from(p.acting),
        Step::SwapAfter => return None,
    };
    Some(u64::from(p.turn) << 8 | kind)
}

impl Dungeon {
    /// By which rolls the fight is won after some moves (R74).
    pub(super) fn winning(&self, p: &Position, moves: &[Move]) -> Option<Needed> {
        let face = |mv| {
            if let Move::Roll(face) = mv {
                Some(face)
            } else {
                None
            }
        };
        needed(self, p, moves, face, |event: &Event| {
            matches!(event, Event::FightWon { .. })
        })
    }

    /// Whether the acting player could take or buy anything (R28, R32).
    fn finds_anything(&self, p: &Position) -> bool {
        let floor = p.room(p.players[p.actor()].room).floor;
        let takes = floor.kinds().map(Move::Take);
        let buys = (0..SPECIALS as u8).map(Kind).map(Move::Buy);
        takes.chain(buys).any(|mv| self.judge(p, mv).is_ok())
    }

    /// One more token that a player takes: "Ann takes 2 coins of 5."
    fn taken(&self, p: &Position, seat: u8, kind: Kind) -> News {
        let player = Player(seat);
        let told = |count: u8| {
            let token = Token(kind).several(self, count);
            self.lexicon.put(&token, "acc")
        };
        News::Another {
            of: self.labelled(p, Label::Took { player }),
            one: told(1),
            many: told(2).trim_start_matches("2 ").to_owned(),
        }
    }

    /// One more token of a player or a place: "2 coins of 5" if it is the second.
    fn another(&self, of: impl Into<String>, kind: Kind) -> News {
        let many = self.lexicon.text(&Token(kind).several(self, 2));
        News::Another {
            of: of.into(),
            one: self.token_text(kind),
            many: many.trim_start_matches("2 ").to_owned(),
        }
    }
}
