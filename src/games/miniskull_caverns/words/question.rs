//! What is asked.

use super::super::Caverns;
use super::super::rules::noun::Side;
use super::super::rules::position::{Position, Step};
use crate::games::miniskull_caverns::data::card::Action;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::moves::Move;
use crate::games::shared::noun::{Chance, Flag, Number, Player, Rolls};
use crate::games::shared::phrase::phrases;
use crate::referee::odds::{chance, needed};

phrases! {
    /// A question.
    pub enum Question of Caverns, in "questions";

    Start { player: Player } = "start";
    First = "first";
    Place { player: Player } = "place";
    /// The first of the Controls that the table reports, all at once.
    PlaceAll { player: Player, order: Vec<Player> } = "place_all";
    PlaceNext { player: Player, untold: Vec<Player> } = "place_next";
    Adjust { player: Player } = "adjust";
    Noise { player: Player, side: Side } = "noise";
    Action { player: Player, side: Side } = "action";
    /// R51: a Search without a Gem.
    NoSearch { player: Player } = "no_search";
    Attack { player: Player, chance: Chance } = "attack";
    AmbushRoll { player: Player, target: Player } = "ambush_roll";
    AmbushDefence { player: Player, target: Player, roll: Number } = "ambush_defence";
    AmbushLoss { player: Player, target: Player } = "ambush_loss";
    Search { player: Player, rolls: Rolls } = "search";
    SearchAgain { player: Player, rolls: Rolls } = "search_again";
    Monster { player: Player, monster: Number } = "monster";
    MonsterSpend { player: Player, hits: Number, monster: Number } = "monster_spend";
    Again { player: Player } = "again";
    /// With `secrets`, the referee takes the Tactics; otherwise they follow in the same answer.
    Target { player: Player, secrets: Flag } = "target";
    Tactic { player: Player, against: Player } = "tactic";
    /// Tactics that the table reports: the attacker's, then the target's.
    TacticShown { attacker: Player, target: Player } = "tactic_shown";
    DefenceShown { attacker: Player, target: Player } = "defence_shown";
    AttackRoll { player: Player } = "attack_roll";
    DefenceRoll { player: Player, attacker: Player, roll: Number } = "defence_roll";
    TinyRoll { player: Player } = "tiny_roll";
    TinyDefence { player: Player, roll: Number } = "tiny_defence";
    TinySpend { player: Player, damage: Number, tiny: Number } = "tiny_spend";
    Help { player: Player } = "help";
    Disturbed { noise: Number } = "disturbed";
    Horde { player: Player, monster: Number } = "horde";
    Raise { helper: Player, player: Player, monster: Number, roll: Number } = "raise";
    HordeSpend { player: Player, monster: Number, roll: Number } = "horde_spend";
    Clock { player: Player, rises: Flag } = "clock";
    Over = "over";
}

impl Caverns {
    pub(super) fn asked(&self, p: &Position) -> Question {
        let (player, attacker, target) = (Player(p.acting), Player(p.fight.attacker), Player(p.fight.target));
        let side = Side(p.acting, p.hero(p.acting).orientation);
        let (die, own) = (Number::of(p.fight.die), Number::of(p.fight.own));
        match p.step {
            Step::Start => Question::Start { player },
            Step::First => Question::First,
            Step::Place if !self.places_openly(p) => Question::Place { player },
            Step::Place => {
                let untold: Vec<u8> = p.in_turn().rev().filter(|seat| p.hero(*seat).placed.is_none()).collect();
                let is_first = untold.len() == usize::from(p.seats);
                let untold = untold.into_iter().map(Player).collect();
                match is_first {
                    true => Question::PlaceAll { player, order: untold },
                    false => Question::PlaceNext { player, untold },
                }
            }
            Step::Adjust => Question::Adjust { player },
            Step::Noise => Question::Noise { player, side },
            Step::Action if p.underfoot(p.acting) == 0 && self.panel(p, p.acting).action == Action::Search => {
                Question::NoSearch { player }
            }
            Step::Action => Question::Action { player, side },
            Step::Attack => {
                // R61: only the dice decide, whoever is attacked.
                let target = (0..p.seats).find(|seat| self.can_ambush(p, *seat).is_ok());
                let chance = target.map_or(Chance(None), |seat| self.hitting(p, &[Move::Attack(seat, None)]));
                Question::Attack { player, chance }
            }
            Step::AmbushRoll => Question::AmbushRoll { player, target },
            Step::AmbushDefence => Question::AmbushDefence { player, target, roll: die },
            Step::AmbushLoss => Question::AmbushLoss { player, target },
            Step::Search => Question::Search { player, rolls: self.finding(p, &[]) },
            Step::SearchAgain => Question::SearchAgain { player, rolls: self.finding(p, &[]) },
            Step::Monster => Question::Monster { player, monster: die },
            Step::MonsterSpend => Question::MonsterSpend { player, hits: own, monster: die },
            Step::Again => Question::Again { player },
            Step::Target => Question::Target { player, secrets: Flag(self.keeps_secrets()) },
            Step::AttackTactic if !self.keeps_secrets() => Question::TacticShown { attacker, target },
            Step::DefenceTactic if !self.keeps_secrets() => Question::DefenceShown { attacker, target },
            Step::AttackTactic => Question::Tactic { player: attacker, against: target },
            Step::DefenceTactic => Question::Tactic { player: target, against: attacker },
            Step::AttackRoll => Question::AttackRoll { player: attacker },
            Step::DefenceRoll => Question::DefenceRoll { player: target, attacker, roll: die },
            Step::TinyRoll => Question::TinyRoll { player },
            Step::TinyDefence => Question::TinyDefence { player, roll: die },
            Step::TinySpend => {
                Question::TinySpend { player, damage: Number::of(p.fight.own - p.fight.die), tiny: Number::of(p.tiny) }
            }
            Step::Help => Question::Help { player },
            Step::Disturbed => Question::Disturbed { noise: Number::of(p.noise) },
            Step::Horde => Question::Horde { player, monster: die },
            Step::Raise => Question::Raise { helper: Player(p.fight.helper), player, monster: die, roll: own },
            Step::HordeSpend => Question::HordeSpend { player, monster: die, roll: own },
            Step::Clock => Question::Clock { player, rises: Flag(p.rises) },
            Step::Over => Question::Over,
        }
    }

    /// Whether the Controls are reported for all at once, after they are revealed.
    pub(super) fn places_openly(&self, p: &Position) -> bool {
        p.step == Step::Place && !self.keeps_secrets() && !p.is_solo()
    }

    /// By which rolls a search finds something after these moves (R52).
    pub(super) fn finding(&self, p: &Position, moves: &[Move]) -> Rolls {
        let face = |mv| if let Move::Roll(face) = mv { Some(face) } else { None };
        Rolls(needed(self, p, moves, face, |event: &Event| matches!(event, Event::Searched { found: true, .. })))
    }

    /// The chance that the acting hero wins the fight after these moves.
    pub(super) fn hitting(&self, p: &Position, moves: &[Move]) -> Chance {
        let settled = |events: &[Event], after: &Position| {
            let of = |event: &Event| match event {
                Event::AmbushWon { .. } | Event::TinyHurt { .. } => Some(true),
                Event::AmbushFailed { .. } | Event::AmbushTied { .. } | Event::TinyTied { .. } | Event::Lost { .. } => {
                    Some(false)
                }
                _ => None,
            };
            events.iter().find_map(of).or((after.step == Step::TinySpend).then_some(true))
        };
        Chance(chance(self, p, moves, settled))
    }
}
