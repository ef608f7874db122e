//! How the game asks at a prompt: a move with its dice, the tiles around a pawn, and a card with its dice are each asked for
//! as one.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::rules::event::Event;
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::deep_dark_dungeon::rules::position::{Foe, Phase, Position, Step};
use crate::games::english::{capital, counted};
use crate::games::shared::narrator::Narrator;
use crate::referee::odds::chance;
use crate::referee::{Choices, Game, Heading, Manner, News, Prompting, Seat, Short, Turn, When};

impl Prompting for Deep {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        // R57: a player who carries nothing has nothing to lose.
        let usual = match p.step {
            Step::Act if self.has_no_way_on(p) => Some((Move::End, "stop".into())),
            Step::Brace => Some((Move::Face, "roll".into())),
            _ => None,
        };
        Manner {
            lead: Some(self.lead(p)),
            shown: matches!(self.turn(p), Turn::Player(_)),
            when: if p.step == Step::Act && usual.is_some() { When::Idle } else { When::Open },
            usual,
            batch: Some(u64::from(p.turn) << 3 | p.phase as u64),
            ..Manner::default()
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let treasure = |card: u8| {
            let card = self.data.card(card);
            let danger = card.name.contains("Key").then(|| "Give up a Key?".to_owned());
            Short { text: card.name.clone(), danger, ..Short::default() }
        };
        Some(match mv {
            Move::Tile(tile) => self.data.tile(tile).code.clone().into(),
            Move::Place(way) => way.letters().to_lowercase().into(),
            Move::Step(way) | Move::Slide(way) => self.way_short(p, way).into(),
            Move::Scramble(way) => format!("{} scrambling", self.way_short(p, way)).into(),
            Move::Attack(seat) => {
                let carried = p.explorers.get(usize::from(seat))?.carried;
                let names: Vec<&str> = carried.iter().map(|card| self.data.card(card).name.as_str()).collect();
                let odds = self.winning(p, &[mv]).filter(|_| !names.is_empty()).unwrap_or_default();
                format!("{}{odds}", format!("attack {} {}", self.name(seat), names.join(" ")).trim_end()).into()
            }
            Move::End if self.has_acted(p) => "stop".into(),
            Move::End => "stay".into(),
            Move::Drink if p.step == Step::Brace => format!("drink{}", self.winning(p, &[mv]).unwrap_or_default()).into(),
            Move::Drink => "drink".into(),
            Move::Face => "roll".into(),
            Move::Card(card) => self.data.card(card).name.clone().into(),
            Move::Roll(roll) => roll.to_string().into(),
            Move::Steal(card) => Short { danger: None, ..treasure(card) },
            Move::Discard(card) => treasure(card),
        })
    }

    fn news(&self, p: &Position, event: Event) -> News {
        match event {
            Event::RoundBegan { .. } | Event::TurnBegan { .. } => News::Silent,
            Event::Stepped { seat, way, to } => {
                News::Brief(format!("{} {}, {}.", capital(self.whom(seat)), way.letters().to_lowercase(), self.place(p, to)))
            }
            // The question, or the place chosen, says so.
            Event::TileDrawn { .. } => News::Silent,
            Event::SetAside { tile, .. } => {
                News::fact(self.data.tiles[usize::from(tile)].code.clone(), "an Encounter, aside for now")
            }
            // R48: a Treasure that is drawn is taken.
            Event::CardDrawn { seat, card, site, .. } if self.data.card(card).kind.is_treasure() => {
                let takes = if self.is_alone() { "you take".to_owned() } else { format!("{} takes", self.name(seat)) };
                News::Brief(format!("{}: {}, which {takes}.", self.place(p, site), self.card_text(card)))
            }
            Event::Taken { .. } => News::Silent,
            Event::TilePlaced { tile, from, way, .. } => {
                News::fact(self.tile_text(tile), format!("{} of {}", way.letters().to_lowercase(), self.place(p, from)))
            }
            // The sums say so.
            Event::Rolled { .. } | Event::FoeRolled { .. } => News::Silent,
            _ => News::Full,
        }
    }

    fn colour(&self, seat: Seat) -> Option<&str> {
        self.data.explorers.get(usize::from(seat)).map(|explorer| explorer.colour.as_str())
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        let name = self.name(p.acting);
        (p.round > 0 && p.step != Step::Over)
            .then(|| Heading { round: p.round, text: format!("Round {} · {name}", p.round) })
    }

    fn holding(&self, p: &Position, seat: Seat, _eyes: Option<Seat>) -> Option<String> {
        Some(self.explorer_parts(p, usize::from(seat))[1..].join(", "))
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = (0..p.explorers.len()).map(|seat| {
            let explorer = &p.explorers[seat];
            let carried: Vec<&str> = explorer.carried.iter().map(|card| self.data.card(card).name.as_str()).collect();
            let hurt = if explorer.hurt { " hurt" } else { "" };
            let carried = if carried.is_empty() { "nothing".to_owned() } else { carried.join(", ") };
            format!("{}{hurt}: {carried}", self.name(seat as u8))
        });
        Some(stands.collect::<Vec<String>>().join("   "))
    }

    fn table_version(&self, p: &Position) -> u64 {
        p.spaces.len() as u64
    }
}

impl Deep {
    /// Whether only attacks on players without Treasure are left in the acting Explorer's move.
    fn has_no_way_on(&self, p: &Position) -> bool {
        let mut choices = Choices::default();
        self.moves(p, &mut choices);
        let idle = |mv: Move| match mv {
            Move::End => true,
            Move::Attack(seat) => p.explorers[usize::from(seat)].carried.is_empty(),
            _ => false,
        };
        choices.iter().any(|choice| choice.mv == Move::End) && choices.iter().all(|choice| idle(choice.mv))
    }

    /// The chance that the acting Explorer wins the fight after these moves: ": wins 21 in 36".
    fn winning(&self, p: &Position, moves: &[Move]) -> Option<String> {
        let settled = |events: &[Event], _: &Position| {
            events.iter().find_map(|event| match event {
                Event::AttackWon { .. } | Event::FightWon { .. } => Some(true),
                Event::AttackFailed { .. } | Event::FightLost { .. } => Some(false),
                _ => None,
            })
        };
        chance(self, p, moves, settled).map(|odds| format!(": wins {}", odds.on_two_dice()))
    }

    /// "e T10 1 Ann"
    fn way_short(&self, p: &Position, way: Way) -> String {
        let letters = way.letters().to_lowercase();
        let Some(to) = p.space(p.me().at).towards(way) else { return letters };
        let others: Vec<&str> = p.on(to).map(|seat| self.players[seat].as_str()).collect();
        let guardian = if to == p.exit && self.guardian(p).is_some() { " Guardian" } else { "" };
        let odds = match guardian {
            "" => None,
            _ => self.winning(p, &[Move::Step(way), Move::Face]),
        };
        let text = format!("{letters} {} {}{guardian} {}", self.place(p, to), self.height(p, to), others.join(" "));
        text.trim_end().to_owned() + &odds.unwrap_or_default()
    }

    /// The question without its answers.
    fn lead(&self, p: &Position) -> String {
        let actor = self.whom(p.acting);
        let text = match p.step {
            Step::Tile if p.phase == Phase::Setup => format!("{} for the ring", self.does(p.acting, "draw", "draws")),
            Step::Tile => format!("Tile beside {}", self.whom(p.acting)),
            Step::Place => self.tile_text(p.tile),
            Step::Act => {
                let left = counted(self.units(p.me()).saturating_sub(p.used), "step");
                format!("{actor} on {}, {left}", self.place(p, p.me().at))
            }
            Step::Card => format!("Card for {}", self.place(p, p.site)),
            Step::Brace => {
                let odds = self.winning(p, &[Move::Face]).unwrap_or_default();
                format!("{actor} against {}{}", self.foe(p), odds.replace(':', ","))
            }
            Step::OwnDie if p.foe == Foe::Pit => {
                format!("{}, 4 or more catches the edge", self.does(p.acting, "roll", "rolls"))
            }
            Step::OwnDie => {
                let [own, foe] = self.added(p);
                format!("{}, +{own} against {} +{foe}", self.does(p.acting, "roll", "rolls"), self.foe(p))
            }
            Step::FoeDie => {
                let [own, foe] = self.added(p);
                format!("{} rolls, +{foe} against {}", self.foe(p), own + i16::from(p.roll))
            }
            Step::Steal => match p.foe {
                Foe::Explorer(target) => {
                    format!("{} of {}, unseen", self.does(p.acting, "draw", "draws"), self.name(target))
                }
                _ => format!("{}, drawn unseen", self.does(p.acting, "lose", "loses")),
            },
            Step::Keep => self.does(p.acting, "give up", "gives up"),
            Step::Slide => self.does(p.acting, "slide", "slides"),
            Step::Over => "The game is over".to_owned(),
        };
        capital(&text)
    }
}
