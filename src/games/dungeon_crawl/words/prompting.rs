//! How the game asks at a prompt: a tile is asked for together with its position and coin, and a whole turn together with
//! its attack and dice.

use super::answer::Answer;
use super::question::Question;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::Cell;
use crate::games::dungeon_crawl::data::piece::Suit;
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::moves::{Move, Spoils};
use crate::games::dungeon_crawl::rules::position::{Player, Position, Step};
use crate::games::dungeon_crawl::sight::labels::Label;
use crate::games::shared::narrator::Narrator;
use crate::games::shared::noun::{Number, Text};
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Short, Turn, When};

impl Prompting for Crawl {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        let usual = match p.step {
            Step::Compass => Some(Move::Compass(Suit::ALL)),
            Step::Attack => Some(Move::Peace),
            Step::Experience(_) | Step::AttackSpend { .. } | Step::DefendSpend { .. } => {
                Some(Move::Spend(0))
            }
            Step::Spoils { .. } => self.only_spoils(p).map(Move::Spoils),
            // Section 7: thief and victim keep it to themselves.
            Step::Steal { .. } => Some(Move::StealUnseen).filter(|mv| self.judge(p, *mv).is_ok()),
            _ => None,
        };
        let idle = match p.step {
            Step::Attack => !self.has_prey(p),
            Step::AttackSpend { .. } | Step::Spoils { .. } | Step::Steal { .. } => usual.is_some(),
            _ => false,
        };
        let question = Question::of(self, p);
        Manner {
            lead: self.lexicon.short(self, p, &question),
            asked: self.lexicon.asked(self, p, &question),
            together: self.lexicon.together(self, p, &question),
            // R6: the orders of four suits need not be listed.
            shown: matches!(self.turn(p), Turn::Player(_)) && p.step != Step::Compass,
            usual: usual.and_then(|mv| match mv {
                Move::Spend(points) => Some((mv, points.to_string().into())),
                _ => Some((
                    mv,
                    self.lexicon
                        .short(self, p, &Answer::of(self, p, mv))?
                        .into(),
                )),
            }),
            when: match p.step {
                Step::Move => When::Always,
                _ if idle => When::Idle,
                _ => When::Open,
            },
            batch: match p.step {
                Step::Start { .. } => Some(0),
                Step::Tile | Step::Site(_) | Step::Coin { .. } => Some(1 + u64::from(p.acting)),
                Step::Compass | Step::Pawn | Step::ShowDead | Step::ShowEnd { .. } | Step::Over => {
                    None
                }
                _ => Some(u64::from(p.turn) << 4),
            },
            joint: matches!(p.step, Step::Start { .. }),
            silent: false,
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let text = self.lexicon.typed(self, p, &Answer::of(self, p, mv));
        // Spaces next to the same players are shown together.
        let under = match mv {
            Move::Go(to)
                if p.map.cell(to) == Cell::Floor && self.beside(p, to, Player::is_prey) > 0 =>
            {
                text.strip_prefix(&format!("{to} ")).map(str::to_owned)
            }
            _ => None,
        };
        Some(Short {
            text,
            under,
            ..Short::default()
        })
    }

    fn plain(&self, p: &Position, mv: Move) -> Option<String> {
        Some(self.lexicon.plain(self, p, &Answer::of(self, p, mv)))
    }

    fn news(&self, p: &Position, event: Event) -> News {
        match (event, self.lexicon.brief(self, p, event)) {
            (
                Event::TurnBegan { .. }
                | Event::Attacked { .. }
                | Event::AttackRolled { .. }
                | Event::PlaceTaken { .. },
                _,
            ) => News::Silent,
            (
                Event::StartRolled { seat, .. }
                | Event::TileTurned { seat, .. }
                | Event::TileLaid { seat, .. }
                | Event::CoinLaid { seat, .. }
                | Event::Moved { seat, .. }
                | Event::CoinTurned { seat, .. },
                Some(what),
            ) => News::fact(self.name(seat), what),
            // Section 7: thief and victim are told where to see it.
            (Event::TreasureStolen { .. }, _) if self.is_told_thefts => News::Full,
            (_, Some(brief)) => News::Brief(brief),
            (_, None) => News::Full,
        }
    }

    fn told(&self, p: &Position, event: Event) -> Option<String> {
        self.lexicon.told(self, p, event)
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        if p.turn == 0 || matches!(p.step, Step::Over | Step::ShowEnd { .. }) {
            return None;
        }
        let round = (p.turn - 1) / p.players.len() as u32 + 1;
        Some(Heading {
            round,
            text: self.lexicon.say(
                self,
                p,
                &Label::Round {
                    round: Number::of(round),
                },
            ),
        })
    }

    fn holding(&self, p: &Position, seat: Seat, viewer: Option<Seat>) -> Option<String> {
        let view = self.view(p, viewer);
        Some(view.say(&Label::Holdings {
            holdings: view.holdings(usize::from(seat)),
        }))
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = p
            .players
            .iter()
            .zip(&self.players)
            .map(|(player, name)| Text(format!("{name} {}", player.treasures)));
        let found = p.players.iter().any(|player| player.treasures > 0);
        found.then(|| {
            self.lexicon.say(
                self,
                p,
                &Label::Standings {
                    standings: stands.collect(),
                },
            )
        })
    }

    /// While the dungeon is being built, its tiles are in front of the players, and its spaces have no names yet.
    fn table_version(&self, p: &Position) -> u64 {
        match p.step {
            // There is a choice of positions for a tile, or all tiles are laid and their spaces have names.
            Step::Site(_) | Step::Pawn => p.map.tiles().len() as u64,
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
