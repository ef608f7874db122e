//! How the game asks at a prompt: a tile is asked for together with its position and coin, and a whole turn together with
//! its attack and dice.

use super::answer::Answer;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::moves::{Move, Spoils};
use crate::games::dungeon_crawl::rules::noun::{Coin, Offset, Place};
use crate::games::dungeon_crawl::rules::position::{DEADLY, Position, Step, TREASURES};
use crate::games::dungeon_crawl::sight::labels::Label;
use crate::games::shared::narrator::Narrator;
use crate::games::shared::noun::{Number, Player, Players, Text};
use crate::games::shared::phrase::phrases;
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Short, Turn, When};

phrases! {
    /// An event in fewer words, where the people at a prompt need no more.
    pub enum Headline of Crawl, in "brief";

    /// After the name of the player.
    Laid { place: Place } = "laid";
    Coin { value: Number } = "coin";
    Beaten { coin: Coin, roll: Number, spent: Number } = "beaten";
    Hurt { coin: Coin, roll: Number, spent: Number, damage: Number, deadly: Number } = "hurt";
    TreasureFound { value: Number, found: Number, all: Number } = "treasure_found";
    EquipmentFound = "equipment_found";
    TreasureStolen { player: Player, victim: Player } = "treasure_stolen";
}

impl Prompting for Crawl {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        let usual = match p.step {
            Step::Attack => Some(Move::Peace),
            Step::Experience | Step::AttackSpend | Step::DefendSpend => Some(Move::Spend(0)),
            Step::Spoils => self.only_spoils(p).map(Move::Spoils),
            // Section 7: thief and victim keep it to themselves.
            Step::Steal => Some(Move::StealUnseen).filter(|mv| self.judge(p, *mv).is_ok()),
            _ => None,
        };
        let idle = match p.step {
            Step::Attack => !self.has_prey(p),
            Step::AttackSpend | Step::Spoils | Step::Steal => usual.is_some(),
            _ => false,
        };
        Manner {
            lead: Some(self.lexicon.say_briefly(self, p, &self.asked(p))),
            // R6: the orders of four suits need not be listed.
            shown: matches!(self.turn(p), Turn::Player(_)) && p.step != Step::Compass,
            usual: usual.map(|mv| match mv {
                Move::Spend(points) => (mv, points.to_string().into()),
                _ => (mv, self.lexicon.say_briefly(self, p, &self.answer(p, mv)).into()),
            }),
            when: match p.step {
                Step::Move => When::Always,
                _ if idle => When::Idle,
                _ => When::Open,
            },
            batch: match p.step {
                Step::Start => Some(0),
                Step::Tile | Step::Site | Step::Coin => Some(1 + u64::from(p.acting)),
                Step::Compass | Step::Pawn | Step::ShowDead | Step::ShowEnd | Step::Over => None,
                _ => Some(u64::from(p.turn) << 4),
            },
            joint: p.step == Step::Start,
            silent: false,
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let answer = self.answer(p, mv);
        let text = self.lexicon.say_briefly(self, p, &answer);
        // Spaces next to the same players are shown together.
        let under = match (answer, mv.space()) {
            (Answer::Go { prey: Players(1..), .. }, Some(to)) => text.strip_prefix(&format!("{to} ")).map(str::to_owned),
            _ => None,
        };
        Some(Short { text, under, ..Short::default() })
    }

    fn news(&self, p: &Position, event: Event) -> News {
        let say = |headline: Headline| self.lexicon.say(self, p, &headline);
        let headline = match event {
            Event::TurnBegan { .. } | Event::Attacked { .. } | Event::AttackRolled { .. } | Event::PlaceTaken { .. } => {
                return News::Silent;
            }
            Event::TileTurned { seat, tile, .. } => return News::fact(self.name(seat), tile.to_string()),
            Event::Moved { seat, to } => return News::fact(self.name(seat), to.to_string()),
            Event::StartRolled { seat, roll } => return News::fact(self.name(seat), roll.to_string()),
            Event::CoinTurned { seat, coin } => return News::fact(self.name(seat), coin.to_string()),
            Event::TileLaid { seat, .. } => {
                return News::fact(self.name(seat), say(Headline::Laid { place: Place(Offset::of_last(p)) }));
            }
            Event::CoinLaid { seat, value, .. } => {
                return News::fact(self.name(seat), say(Headline::Coin { value: Number::of(value) }));
            }
            Event::Beaten { coin, roll, spent, .. } => {
                Headline::Beaten { coin: Coin(coin), roll: Number::of(roll), spent: Number::of(spent) }
            }
            Event::Hurt { seat, coin, roll, spent } => {
                let player = &p.players[usize::from(seat)];
                // A character killed by it no longer shows its damage.
                let hurt = if player.pawn.is_some() { player.hurt() } else { DEADLY };
                let [roll, spent, damage, deadly] = [roll, spent, hurt, DEADLY].map(Number::of);
                Headline::Hurt { coin: Coin(coin), roll, spent, damage, deadly }
            }
            Event::TreasureFound { value, found, .. } => {
                let [value, found, all] = [value, found, TREASURES].map(Number::of);
                Headline::TreasureFound { value, found, all }
            }
            Event::EquipmentFound { .. } => Headline::EquipmentFound,
            // Section 7: only these two see which treasure it is.
            Event::TreasureStolen { seat, victim } if !self.is_told_thefts => {
                Headline::TreasureStolen { player: Player(seat), victim: Player(victim) }
            }
            _ => return News::Full,
        };
        News::Brief(say(headline))
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        if p.turn == 0 || matches!(p.step, Step::Over | Step::ShowEnd) {
            return None;
        }
        let round = (p.turn - 1) / p.players.len() as u32 + 1;
        Some(Heading { round, text: self.lexicon.say(self, p, &Label::Round { round: Number::of(round) }) })
    }

    fn holding(&self, p: &Position, seat: Seat, eyes: Option<Seat>) -> Option<String> {
        let view = self.view(p, eyes);
        Some(view.say(&Label::Holdings { holdings: view.holdings(usize::from(seat)) }))
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = p.players.iter().zip(&self.players).map(|(player, name)| Text(format!("{name} {}", player.treasures)));
        let found = p.players.iter().any(|player| player.treasures > 0);
        found.then(|| self.lexicon.say(self, p, &Label::Standings { standings: stands.collect() }))
    }

    /// While the dungeon is being built, its tiles are in front of the players, and its spaces have no names yet.
    fn table_version(&self, p: &Position) -> u64 {
        match p.step {
            // There is a choice of positions for a tile, or all tiles are laid and their spaces have names.
            Step::Site | Step::Pawn => p.map.tiles().len() as u64,
            _ if p.turn == 0 => 0,
            _ => (1 << 32) + u64::from((p.turn - 1) / p.players.len() as u32),
        }
    }
}

impl Crawl {
    /// Whether anybody who can be attacked has anything to take (R35).
    fn has_prey(&self, p: &Position) -> bool {
        self.legal(p).into_iter().any(|mv| match mv {
            Move::Attack(seat) => p.players[usize::from(seat)].is_prey(),
            _ => false,
        })
    }

    /// The spoils, if only one kind is possible (R35).
    fn only_spoils(&self, p: &Position) -> Option<Spoils> {
        let spoils = |mv: Move| match mv {
            Move::Spoils(spoils) if spoils != Spoils::Nothing => Some(spoils),
            _ => None,
        };
        let mut found = self.legal(p).into_iter().filter_map(spoils);
        found.next().filter(|_| found.next().is_none())
    }
}
