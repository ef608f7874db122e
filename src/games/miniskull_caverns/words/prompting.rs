//! How the game asks at a prompt: all Controls, a hero's action with its dice, and the raises of a monster are each asked
//! for as one.

use super::answer::{Answer, Aside, Confirm};
use super::question::Question;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::moves::Move;
use crate::games::miniskull_caverns::rules::noun::{Side, Space};
use crate::games::miniskull_caverns::rules::position::{
    Blow, MAX_DAMAGE, MAX_MONSTER, Position, Step,
};
use crate::games::miniskull_caverns::sight::labels::Label;
use crate::games::shared::event::Events as _;
use crate::games::shared::noun::{Flag, Number, Player};
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Short, Turn, When};

impl Prompting for Caverns {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        let nobody = |mv| Some((mv, self.lexicon.say(self, p, &Aside::Nobody).into()));
        // R55 to R57: without the Strength that is missing, the monster wins, and whatever is spent is lost as well.
        let is_lost = |blow: Blow| p.hero(p.acting).strength < blow.missing();
        let usual = match p.step {
            Step::Raise { .. } | Step::HordeSpend(_) => nobody(Move::Spend(0)),
            Step::MonsterSpend(blow) if is_lost(blow) => nobody(Move::Spend(0)),
            Step::Help => nobody(Move::Help(false)),
            Step::Attack => self
                .plain(p, Move::Peace)
                .map(|said| (Move::Peace, said.into())),
            _ => None,
        };
        // R94, R96: Strength spent plus Strength lost is never less than what is lost without spending.
        let idle = match p.step {
            Step::HordeSpend(_) => true,
            Step::MonsterSpend(blow) => is_lost(blow),
            Step::Raise { horde, .. } => !self.raise_matters(p, horde.blow),
            _ => false,
        };
        let question = Question::of(self, p);
        Manner {
            lead: self.lexicon.short(self, p, &question),
            asked: self.lexicon.asked(self, p, &question),
            together: self.lexicon.together(self, p, &question),
            shown: matches!(self.turn(p), Turn::Player(_))
                // Of several helpers, each may add something to each monster: the question gives an example.
                && (p.seats == 2 || !matches!(p.step, Step::Raise { .. }))
                && !self.places_openly(p),
            usual,
            when: if idle { When::Idle } else { When::Open },
            batch: batch(p),
            // The question for the first Control covers all of them.
            joint: p.step == Step::Adjust
                || matches!(p.step, Step::AttackTactic { .. }) && !self.keeps_secrets(),
            silent: matches!(p.step, Step::Raise { .. } | Step::Help),
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let text = self.lexicon.typed(self, p, &Answer::of(self, p, mv));
        let danger = self
            .is_fatal(p, mv)
            .then(|| self.lexicon.say(self, p, &Confirm::Last));
        Some(Short {
            text,
            danger,
            ..Short::default()
        })
    }

    fn plain(&self, p: &Position, mv: Move) -> Option<String> {
        Some(self.lexicon.plain(self, p, &Answer::of(self, p, mv)))
    }

    fn news(&self, p: &Position, event: Event) -> News {
        let seat = match event {
            Event::RoundBegan { .. }
            | Event::Placed { .. }
            | Event::Shown { .. }
            | Event::TinyFaced { .. }
            | Event::HordeBeaten { .. }
            | Event::Healed { .. }
            | Event::Rested { forced: false, .. }
            | Event::TokenPassed { .. } => return News::Silent,
            // The question says so.
            Event::HordeFaced { .. } if matches!(p.step, Step::Raise { horde, .. } if self.raise_matters(p, horde.blow)) =>
            {
                return News::Silent;
            }
            // The sums say so.
            Event::Rolled { rule: "R72", .. } => return News::Silent,
            // Only a Surprise Attack is told roll by roll.
            Event::Rolled { rule, .. } if rule != "R61" => return News::Full,
            Event::Lost { .. } | Event::Gained { .. } | Event::HordeFaced { .. } => None,
            _ => event.player(self, p),
        };
        match (self.lexicon.brief(self, p, event), seat) {
            (Some(text), Some(seat)) => News::fact(
                self.labelled(
                    p,
                    Label::Called {
                        player: Player(seat),
                    },
                ),
                text,
            ),
            (Some(text), None) => News::Brief(text),
            (None, _) => News::Full,
        }
    }

    fn colour(&self, seat: Seat) -> Option<&str> {
        self.data.heroes.get(usize::from(seat)).map(String::as_str)
    }

    fn told(&self, p: &Position, event: Event) -> Option<String> {
        self.lexicon.told(self, p, event)
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        let first = (!p.is_solo()).then_some(Player(p.first));
        let label = || {
            self.labelled(
                p,
                Label::Round {
                    round: Number::of(p.round),
                    first,
                },
            )
        };
        (p.round > 0).then(|| Heading {
            round: p.round,
            text: label(),
        })
    }

    fn holding(&self, p: &Position, seat: Seat, _eyes: Option<Seat>) -> Option<String> {
        let hero = p.hero(seat);
        let label = Label::Holding {
            space: hero.at.map(Space),
            hidden: Flag(hero.hidden),
            strength: Number::of(hero.strength),
            gems: Number::of(hero.gems),
            side: Side(seat, hero.orientation),
        };
        Some(self.labelled(p, label))
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = (0..p.seats).map(|seat| {
            let strength = Number::of(p.hero(seat).strength);
            let gems = Number::of(p.hero(seat).gems);
            self.labelled(
                p,
                Label::Summary {
                    player: Player(seat),
                    strength,
                    gems,
                },
            )
        });
        Some(stands.collect::<Vec<String>>().join("   "))
    }

    fn table_version(&self, p: &Position) -> u64 {
        u64::from(p.round)
    }
}

/// Groups questions that people answer together: the Controls, all actions with their dice, a fight, the monsters' dice.
fn batch(p: &Position) -> Option<u64> {
    let kind = match p.step {
        Step::Place => 0,
        Step::Adjust => 3,
        Step::Noise | Step::Start | Step::First | Step::Clock | Step::Over => return None,
        Step::Action
        | Step::Attack
        | Step::AmbushRoll(_)
        | Step::AmbushDefence(..)
        | Step::AmbushLoss(_)
        | Step::Search
        | Step::SearchAgain
        | Step::Monster(_)
        | Step::MonsterSpend(_)
        | Step::Again(_) => 8,
        Step::Target
        | Step::AttackTactic { .. }
        | Step::DefenceTactic { .. }
        | Step::AttackRoll(_)
        | Step::DefenceRoll(..) => 16 + u64::from(p.acting),
        Step::TinyRoll | Step::TinyDefence(_) | Step::TinySpend(_) => 24 + u64::from(p.acting),
        Step::Help => 1,
        Step::Disturbed | Step::Horde(_) | Step::HordeSpend(_) => 2,
        // R93: after each raise the question is asked again.
        Step::Raise { horde, .. } => {
            1 << 6 | u64::from(p.acting) << 4 | u64::from(horde.blow.against)
        }
    };
    Some(u64::from(p.round) << 8 | kind)
}

impl Caverns {
    /// R93, R96: whether the acting hero would lose more if all others spent all their Strength on the monster.
    fn raise_matters(&self, p: &Position, blow: Blow) -> bool {
        let hero = p.hero(p.acting);
        let loss = |blow: Blow| blow.missing().min(MAX_DAMAGE).min(hero.strength);
        let others = (0..p.seats)
            .filter(|seat| *seat != p.acting)
            .map(|seat| p.hero(seat).strength)
            .sum::<u8>();
        loss(blow)
            != loss(Blow {
                against: (blow.against + others).min(MAX_MONSTER.max(blow.against)),
                ..blow
            })
    }
}
