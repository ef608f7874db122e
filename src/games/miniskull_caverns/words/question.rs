//! What is asked.

use super::super::Caverns;
use super::super::rules::noun::Side;
use super::super::rules::position::{Horde, Position, Step};
use crate::games::miniskull_caverns::data::card::Action;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::moves::Move;
use crate::games::shared::noun::{Chance, Flag, Number, Player, Rolls};
use crate::games::shared::phrase::phrases;
use crate::referee::odds::{Likelihood, Needed, chance, needed};

phrases! {
    /// A question.
    pub struct Question of Caverns, in "questions", with (game, p);

    let (acting, orientation) = (p.acting, p.hero(p.acting).orientation);
    match p.step;

    Step::Start => "start" { player: Player(acting) };
    Step::First => "first";
    Step::Place if !game.places_openly(p) => "place" { player: Player(acting) };
    /// The first of the Controls that the table reports, all at once.
    Step::Place if p.playing().iter().all(|hero| hero.placed.is_none()) =>
        "place_all" { player: Player(acting), order: Vec<Player>(untold(p)), first: Flag(p.round == 1) };
    Step::Place => "place_next" { player: Player(acting), untold: Vec<Player>(untold(p)) };
    Step::Adjust => "adjust" { player: Player(acting) };
    Step::Noise => "noise" { player: Player(acting), side: Side(acting, orientation) };
    /// R51: a Search without a Gem.
    Step::Action if p.underfoot(acting) == 0 && game.panel(p, acting).action == Action::Search =>
        "no_search" { player: Player(acting) };
    Step::Action => "action" { player: Player(acting), side: Side(acting, orientation) };
    /// R61: only the dice decide, whoever is attacked.
    Step::Attack => let target = (0..p.seats).find(|seat| game.can_ambush(p, *seat).is_ok());
        "attack" {
            player: Player(acting),
            chance: Chance(target.and_then(|seat| game.hitting(p, &[Move::Attack(seat, None)]))),
        };
    Step::AmbushRoll(ambush) => "ambush_roll" { player: Player(acting), target: Player(ambush.target) };
    Step::AmbushDefence(ambush, die) =>
        "ambush_defence" { player: Player(acting), target: Player(ambush.target), roll: Number(die) };
    Step::AmbushLoss(ambush) => "ambush_loss" { player: Player(acting), target: Player(ambush.target) };
    Step::Search => "search" { player: Player(acting), rolls: Rolls(game.finding(p, &[])) };
    Step::SearchAgain => "search_again" { player: Player(acting), rolls: Rolls(game.finding(p, &[])) };
    Step::Monster(strength) => "monster" { player: Player(acting), monster: Number(strength) };
    Step::MonsterSpend(blow) =>
        "monster_spend" { player: Player(acting), hits: Number(blow.roll), monster: Number(blow.against) };
    Step::Again(_) => "again" { player: Player(acting) };
    /// With `secrets`, the referee takes the Tactics; otherwise they follow in the same answer.
    Step::Target => "target" { player: Player(acting), secrets: Flag(game.keeps_secrets()) };
    /// Tactics that the table reports: the attacker's, then the target's.
    Step::AttackTactic { target } if !game.keeps_secrets() =>
        "tactic_shown" { attacker: Player(acting), target: Player(target) };
    Step::DefenceTactic { target } if !game.keeps_secrets() =>
        "defence_shown" { attacker: Player(acting), target: Player(target) };
    Step::AttackTactic { target } | Step::DefenceTactic { target } =>
        let attacks = matches!(p.step, Step::AttackTactic { .. });
        let (player, against) = if attacks { (acting, target) } else { (target, acting) };
        "tactic" { player: Player(player), against: Player(against) };
    Step::AttackRoll(_) => "attack_roll" { player: Player(acting) };
    Step::DefenceRoll(duel, die) =>
        "defence_roll" { player: Player(duel.target), attacker: Player(acting), roll: Number(die) };
    Step::TinyRoll => "tiny_roll" { player: Player(acting) };
    Step::TinyDefence(die) => "tiny_defence" { player: Player(acting), roll: Number(die) };
    Step::TinySpend(blow) =>
        "tiny_spend" { player: Player(acting), damage: Number(blow.excess()), tiny: Number(p.tiny) };
    Step::Help => "help" { player: Player(acting) };
    Step::Disturbed => "disturbed" { noise: Number(p.noise) };
    Step::Horde(strength) => "horde" { player: Player(acting), monster: Number(strength) };
    Step::Raise { horde: Horde { blow, .. }, by } =>
        "raise" { helper: Player(by), player: Player(acting), monster: Number(blow.against), roll: Number(blow.roll) };
    Step::HordeSpend(Horde { blow, .. }) =>
        "horde_spend" { player: Player(acting), monster: Number(blow.against), roll: Number(blow.roll) };
    Step::Clock => "clock" { player: Player(acting), rises: Flag(p.rises) };
    Step::Over => "over";
}

/// Who has not told a Control yet, in the order of placing.
fn untold(p: &Position) -> Vec<Player> {
    p.in_turn()
        .rev()
        .filter(|seat| p.hero(*seat).placed.is_none())
        .map(Player)
        .collect()
}

impl Caverns {
    /// Whether the Controls are reported for all at once, after they are revealed.
    pub(super) fn places_openly(&self, p: &Position) -> bool {
        p.step == Step::Place && !self.keeps_secrets() && !p.is_solo()
    }

    /// By which rolls a search finds something after these moves (R52).
    pub(super) fn finding(&self, p: &Position, moves: &[Move]) -> Option<Needed> {
        let face = |mv| {
            if let Move::Roll(face) = mv {
                Some(face)
            } else {
                None
            }
        };
        needed(self, p, moves, face, |event: &Event| {
            matches!(event, Event::Searched { found: true, .. })
        })
    }

    /// The chance that the acting hero wins the fight after these moves.
    pub(super) fn hitting(&self, p: &Position, moves: &[Move]) -> Option<Likelihood> {
        let settled = |events: &[Event], after: &Position| {
            let of = |event: &Event| match event {
                Event::AmbushWon { .. } | Event::TinyHurt { .. } => Some(true),
                Event::AmbushFailed { .. }
                | Event::AmbushTied { .. }
                | Event::TinyTied { .. }
                | Event::Lost { .. } => Some(false),
                _ => None,
            };
            events
                .iter()
                .find_map(of)
                .or(matches!(after.step, Step::TinySpend(_)).then_some(true))
        };
        chance(self, p, moves, settled)
    }
}
