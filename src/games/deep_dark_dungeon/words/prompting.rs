//! How the game asks at a prompt: a move with its dice, the tiles around a pawn, and a card with its dice are each asked for
//! as one.

use super::answer::{Answer, Confirm};
use super::question::Question;
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::rules::event::Event;
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::deep_dark_dungeon::rules::noun::Tile;
use crate::games::deep_dark_dungeon::rules::position::{Explorer, Position, Step};
use crate::games::deep_dark_dungeon::sight::labels::Label;
use crate::games::deep_dark_dungeon::sight::sentences::cards;
use crate::games::shared::noun::{Flag, Number, Player};
use crate::referee::{Choices, Game, Heading, Manner, News, Prompting, Seat, Short, Turn, When};

impl Prompting for Deep {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        // R57: a player who carries nothing has nothing to lose.
        let usual = match p.step {
            Step::Act => self.has_no_way_on(p).then_some(Move::End),
            Step::Brace(_) => Some(Move::Face),
            _ => None,
        };
        let question = Question::of(self, p);
        Manner {
            lead: self.lexicon.short(self, p, &question),
            asked: self.lexicon.asked(self, p, &question),
            together: self.lexicon.together(self, p, &question),
            shown: matches!(self.turn(p), Turn::Player(_)),
            when: if p.step == Step::Act && usual.is_some() {
                When::Idle
            } else {
                When::Open
            },
            usual: usual.map(|mv| {
                (
                    mv,
                    self.lexicon.typed(self, p, &Answer::of(self, p, mv)).into(),
                )
            }),
            batch: Some(u64::from(p.turn) << 3 | p.phase as u64),
            ..Manner::default()
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let loses_key = matches!(mv, Move::Discard(card) if self.data.keys.has(card));
        let danger = loses_key.then(|| self.lexicon.say(self, p, &Confirm::GiveUpKey));
        Some(Short {
            text: self.lexicon.typed(self, p, &Answer::of(self, p, mv)),
            danger,
            ..Short::default()
        })
    }

    fn plain(&self, p: &Position, mv: Move) -> Option<String> {
        Some(self.lexicon.plain(self, p, &Answer::of(self, p, mv)))
    }

    fn news(&self, p: &Position, event: Event) -> News {
        let brief = || self.lexicon.brief(self, p, event).unwrap_or_default();
        match event {
            Event::RoundBegan { .. } | Event::TurnBegan { .. } => News::Silent,
            // The question, or the place chosen, says so.
            Event::TileDrawn { .. } => News::Silent,
            // R48: a Treasure that is drawn is taken.
            Event::Taken { .. } => News::Silent,
            // The sums say so.
            Event::Rolled { .. } | Event::FoeRolled { .. } => News::Silent,
            Event::Stepped { .. } => News::Brief(brief()),
            Event::CardDrawn { card, .. } if self.data.card(card).kind.is_treasure() => {
                News::Brief(brief())
            }
            Event::SetAside { tile, .. } => News::fact(self.data.tile(tile).code.as_str(), brief()),
            Event::TilePlaced { tile, .. } => {
                News::fact(self.lexicon.text(&Tile(tile).noun(self)), brief())
            }
            _ => News::Full,
        }
    }

    fn colour(&self, seat: Seat) -> Option<&str> {
        self.data
            .explorers
            .get(usize::from(seat))
            .map(|explorer| explorer.colour.as_str())
    }

    fn told(&self, p: &Position, event: Event) -> Option<String> {
        self.lexicon.told(self, p, event)
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        let label = Label::Turn {
            round: Number::of(p.round),
            player: Player(p.acting),
        };
        (p.round > 0 && p.step != Step::Over).then(|| Heading {
            round: p.round,
            text: self.labelled(p, label),
        })
    }

    fn holding(&self, p: &Position, seat: Seat, _eyes: Option<Seat>) -> Option<String> {
        Some(self.explorer_parts(p, seat).join(", "))
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stand = |(explorer, seat): (&Explorer, u8)| {
            let carried = cards(explorer.carried);
            self.labelled(
                p,
                Label::Summary {
                    player: Player(seat),
                    hurt: Flag(explorer.hurt),
                    carried,
                },
            )
        };
        Some(
            p.explorers
                .iter()
                .zip(0..)
                .map(stand)
                .collect::<Vec<String>>()
                .join("   "),
        )
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
        choices.iter().any(|choice| choice.mv == Move::End)
            && choices.iter().all(|choice| idle(choice.mv))
    }
}
