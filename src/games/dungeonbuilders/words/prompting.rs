//! How the game asks at a prompt: an action is asked for together with the tile's cell and what joins it, and a hero's step
//! together with the coins that he meets.

use super::answer::{Answer, Confirm};
use super::question::Question;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::Set;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::event::Event;
use crate::games::dungeonbuilders::rules::moves::Move;
use crate::games::dungeonbuilders::rules::position::{Position, Step};
use crate::games::dungeonbuilders::sight::labels::Label;
use crate::games::shared::narrator::Narrator;
use crate::games::shared::noun::{Number, Player, Text};
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Short, Turn, When};

impl Prompting for Builders {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        let stroll = if p.step == Step::Walk {
            self.stroll(p)
        } else {
            None
        };
        let usual = match p.step {
            Step::Walk => Some(stroll.map_or(Move::Leave, Move::Go)),
            Step::JoinMore => Some(Move::Stop),
            Step::Thirst => Some(Move::Keep),
            Step::Succeed => Some(Move::No),
            Step::LootSword | Step::LootPotion => Some(Move::Yes),
            _ => None,
        };
        let words = |mv: Move| match mv {
            Move::Go(_) => self.lexicon.say(self, p, &Label::GoOn),
            _ => self.lexicon.typed(self, p, &Answer::of(self, p, mv)),
        };
        let question = Question::of(self, p);
        Manner {
            lead: self.lexicon.short(self, p, &question),
            asked: self.lexicon.asked(self, p, &question),
            together: self.lexicon.together(self, p, &question),
            shown: matches!(self.turn(p), Turn::Player(_)),
            usual: usual
                .filter(|mv| self.judge(p, *mv).is_ok())
                .map(|mv| (mv, words(mv).into())),
            when: if stroll.is_some() || self.has_done_all(p) {
                When::Idle
            } else {
                When::Open
            },
            batch: match p.step {
                // R10: the actions of several players in turn order are asked for as one.
                Step::Act | Step::Draw | Step::Lay | Step::Join | Step::JoinMore | Step::Coin => {
                    Some(u64::from(p.round) << 8)
                }
                // A step, and the coins met there.
                Step::Walk => Some((u64::from(p.round) << 8) | (33 + p.hero.visited.len() as u64)),
                Step::Order | Step::Reveal | Step::Thirst | Step::Combat => {
                    Some((u64::from(p.round) << 8) | (32 + p.hero.visited.len() as u64))
                }
                Step::Kind | Step::Bid => Some((u64::from(p.round) << 8) | 16),
                _ => None,
            },
            joint: false,
            silent: false,
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let danger = match mv {
            Move::Rebuild => Some(Confirm::Rebuild),
            Move::Keep if p.step == Step::Deathbed => Some(Confirm::Die),
            _ => None,
        };
        let text = self.lexicon.typed(self, p, &Answer::of(self, p, mv));
        Some(Short {
            text,
            danger: danger.map(|danger| self.lexicon.say(self, p, &danger)),
            ..Short::default()
        })
    }

    fn plain(&self, p: &Position, mv: Move) -> Option<String> {
        Some(self.lexicon.plain(self, p, &Answer::of(self, p, mv)))
    }

    fn news(&self, p: &Position, event: Event) -> News {
        match (event, self.lexicon.brief(self, p, event)) {
            // Otherwise the question names it, or the news of where it lies.
            (Event::TileDrawn { .. }, _) if matches!(self.legal(p)[..], [Move::Join(..)]) => {
                News::Full
            }
            (
                Event::RoundBegan { .. }
                | Event::TileDrawn { .. }
                | Event::FitsNowhere { .. }
                | Event::AuctionOpened { .. }
                | Event::Unharmed { .. }
                | Event::RoundEnded { .. },
                _,
            ) => News::Silent,
            (Event::CoinTurned { by, .. }, Some(what)) => News::fact(
                self.lexicon
                    .say(self, p, &Label::CoinOf { player: Player(by) }),
                what,
            ),
            (
                Event::PoweredUp { seat, .. }
                | Event::TileLaid { seat, .. }
                | Event::LeftApart { seat, .. }
                | Event::Joined { seat, .. }
                | Event::CoinPlaced { seat, .. }
                | Event::BidMade { seat, .. }
                | Event::Went { seat, .. },
                Some(what),
            ) => News::fact(self.name(seat), what),
            (_, Some(brief)) => News::Brief(brief),
            (_, None) => News::Full,
        }
    }

    fn told(&self, p: &Position, event: Event) -> Option<String> {
        self.lexicon.told(self, p, event)
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        let round = Number::of(p.round);
        let label = match p.step {
            Step::Over | Step::Start => return None,
            Step::Kind | Step::Bid => Label::Auction { round },
            step if step.explores() || step == Step::Succeed => Label::Exploring {
                round,
                player: Player(p.hero.seat),
            },
            _ => Label::Building {
                round,
                player: Player(p.starter),
            },
        };
        (p.round > 0).then(|| Heading {
            round: p.round,
            text: self.lexicon.say(self, p, &label),
        })
    }

    fn holding(&self, p: &Position, seat: Seat, viewer: Option<Seat>) -> Option<String> {
        let view = self.view(p, viewer);
        let labels = self.holdings(&view, seat);
        Some(
            labels
                .iter()
                .map(|label| view.say(label))
                .collect::<Vec<String>>()
                .join(", "),
        )
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let standings = self
            .players
            .iter()
            .zip(p.gold)
            .map(|(name, gold)| Text(format!("{name} {gold}")))
            .collect();
        Some(self.lexicon.say(
            self,
            p,
            &Label::Standings {
                standings,
                goal: Number::of(self.options.goal),
            },
        ))
    }

    fn table_version(&self, p: &Position) -> u64 {
        u64::from(p.round) << 16 | p.layout.of(Set::DUNGEON).count() as u64
    }
}

impl Builders {
    /// The tile to which the hero walks automatically: it has no coins, and either it is his own, which brings gold (R58),
    /// or it leads on while he may not leave yet (R46).
    fn stroll(&self, p: &Position) -> Option<Tile> {
        let must_go_on = self.judge(p, Move::Leave).is_err();
        let own = Some(self.suit(p.hero.seat));
        let leads_on = |tile: Tile| {
            p.layout
                .connected(tile)
                .any(|next| !p.hero.visited.has(next))
        };
        let way = |mv: &Move| match mv {
            Move::Go(tile) if p.coins_on(*tile).count() == 0 => Some(*tile),
            _ => None,
        };
        let worth = |tile: &Tile| tile.suit() == own || must_go_on && leads_on(*tile);
        self.legal(p).iter().filter_map(way).find(worth)
    }

    /// Whether the hero leaves automatically: no tile ahead is his own (R58), and nothing ahead or carried was placed by his
    /// player and would earn gold (R50-R53).
    fn has_done_all(&self, p: &Position) -> bool {
        let seat = p.hero.seat;
        let own = Some(self.suit(seat));
        let pays =
            |tile: Tile| tile.suit() == own || p.coins_on(tile).any(|coin| coin.seat == seat);
        let ahead = |tile: Tile| !p.hero.visited.has(tile) && pays(tile);
        let potions = p
            .trail
            .left
            .iter()
            .flatten()
            .fold(p.hero.potions, |potions, left| potions | left.potions);
        p.step == Step::Walk
            && self.judge(p, Move::Leave).is_ok()
            && !p.layout.of(Set::DUNGEON).any(|(tile, _)| ahead(tile))
            && potions & 1 << seat == 0
    }
}
