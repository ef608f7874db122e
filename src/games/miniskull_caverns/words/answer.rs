//! What may be answered.

use super::super::Caverns;
use super::super::rules::noun::{Adjustment, Cavern, Control, Foe, Hero, Side, Space};
use super::super::rules::position::{AMBUSH_DAMAGE, End, MAX_DAMAGE, MAX_STRENGTH, Position, Step};
use crate::games::miniskull_caverns::data::card::{self, Action};
use crate::games::miniskull_caverns::rules::moves::{Exert, Gain, Move, Payment};
use crate::games::shared::noun::{Chance, Flag, Number, Player, Rolls, Text};
use crate::games::shared::phrase::phrases;
use crate::referee::{Game as _, Turn};

phrases! {
    /// An answer.
    pub struct Answer of Caverns, in "answers", with (game, p, mv: Move);

    let seat = p.acting;
    let hero = p.hero(p.acting);
    let blow = p.step.blow().unwrap_or_default();
    match mv;

    Move::Start(at) | Move::Go(at) => "space" { cavern: Cavern(at) };
    Move::First(seat) => "first" { hero: Hero(seat) };
    /// A Control of one's own, or one that was turned up with all others and is `reported`.
    Move::Place(control, Exert::No) => let side = game.turned(p, control);
        "place" { control: Control(control), side: Side(seat, side), reported: Flag(game.places_openly(p)) };
    /// With Strength, whose effect is chosen later: one of these sides.
    Move::Place(control, Exert::Yes) =>
        let sides = card::Adjustment::ALL.map(|what| Side(seat, game.turned(p, control).adjusted(what)));
        "exert" { control: Control(control), sides: Vec<Side>(sides.into()) };
    Move::Place(control, Exert::For(what)) => let side = game.turned(p, control).adjusted(what);
        "exert_for" {
            control: Control(control), adjustment: Adjustment(what), side: Side(seat, side),
            reported: Flag(game.places_openly(p)),
        };
    Move::Adjust(what) => let side = hero.orientation.adjusted(what);
        "adjust" { adjustment: Adjustment(what), side: Side(seat, side) };
    /// It `gains` Strength.
    Move::Rest => "rest" { gains: Flag(hero.strength < MAX_STRENGTH) };
    /// It costs Strength all the same (R35).
    Move::Stay => "stay" { costs: Flag(game.panel(p, seat).action == Action::Run) };
    Move::Pass(path) => "pass" { way: Vec<Space>(path.spaces().iter().map(|space| Space(*space)).collect()) };
    Move::Hide(Gain::All) => "hide" { alone: Flag(p.is_solo()) };
    Move::Hide(Gain::Strength) => "hide_for_strength";
    Move::Hide(Gain::Clock) => "hide_for_clock";
    Move::Heal => "heal";
    Move::Search => "search" { rolls: Rolls(game.finding(p, &[mv])) };
    Move::Wait => "wait";
    Move::Attack(target, next) => "attack" { foe: Foe(target), next: Option<Foe>(next.map(Foe)) };
    Move::Peace => "attack_nobody";
    Move::Pay(Payment::Strength) => let held = p.step.target().map_or(0, |target| p.hero(target).strength);
        "lose_strength" { points: Number(held.min(AMBUSH_DAMAGE)) };
    Move::Pay(Payment::Gem) => "lose_gem" { to: Player(seat) };
    Move::Again(true) => "search_again" { rolls: Rolls(game.finding(p, &[mv])) };
    Move::Again(false) => "leave_it";
    Move::Fight(target) => "fight" { foe: Foe(target) };
    Move::Tactic(card::Tactic::Block) => "block";
    Move::Tactic(card::Tactic::Parry) => "parry";
    Move::Tactic(card::Tactic::Jab) => "jab";
    Move::Tactic(card::Tactic::Lunge) => "lunge";
    Move::Help(true) => "help" { chance: Chance(game.hitting(p, &[mv])) };
    Move::Help(false) => "keep_out";
    /// Strength spent on a monster.
    Move::Spend(points) if matches!(p.step, Step::MonsterSpend(_)) =>
        "spend" { points: Number(points), beats: Flag(blow.with(points).missing() == 0) };
    /// On a blow against Tiny.
    Move::Spend(points) if matches!(p.step, Step::TinySpend(_)) =>
        "strike" { points: Number(points), tiny: Number(p.tiny.saturating_sub(blow.with(points).excess())) };
    /// To make a player's monster stronger, who is `short` of it then.
    Move::Spend(points) if matches!(p.step, Step::Raise { .. }) => let blow = blow.raised(points);
        "raise" {
            points: Number(points), player: Player(seat), monster: Number(blow.against), short: Number(blow.missing()),
        };
    /// On a disturbed monster: `short` of it, the hero has Strength `left`, and loses some, but not more than there is (R13).
    Move::Spend(points) =>
        let short = blow.with(points).missing();
        let left = hero.strength.saturating_sub(points);
        "resist" {
            player: Player(seat), points: Number(points), short: Number(short), left: Number(left),
            loses: Number(short.min(MAX_DAMAGE).min(left)),
        };
    Move::Clock(die) => let left = p.clock.get(usize::from(die)).copied().unwrap_or_default();
        "clock" {
            die: Number(die + 1), left: Number(left), to: Number(if p.rises { left + 1 } else { left.saturating_sub(1) }),
        };
    Move::Roll(roll) => "roll" { roll: Number(roll) };
}

phrases! {
    /// What is said of answers besides.
    pub enum Aside of Caverns, in "answers";

    /// The answer of somebody who declines everything.
    Nobody = "nobody";
    /// An `answer` that costs a lone hero the last Strength (R117).
    Last { answer: Text } = "last";
    /// What others see of a choice.
    HiddenControl = "hidden_control";
    HiddenTactic = "hidden_tactic";
}

phrases! {
    /// What is asked back before an answer that ends something.
    pub enum Confirm of Caverns, in "confirm";

    /// R117
    Last = "last";
}

impl Caverns {
    /// How the acting hero's Action card lies after this Control.
    fn turned(&self, p: &Position, control: card::Control) -> card::Orientation {
        self.data.actions[usize::from(p.acting)].after(p.hero(p.acting).orientation, control)
    }

    /// R117: whether a decision costs a lone hero the last Strength.
    pub(super) fn is_fatal(&self, p: &Position, mv: Move) -> bool {
        if !p.is_solo() || !matches!(self.turn(p), Turn::Player(_)) {
            return false;
        }
        if matches!(mv, Move::Place(_, Exert::Yes)) {
            return p.hero(p.acting).strength == 1;
        }
        let mut after = *p;
        let made = self.play(&mut after, mv, &mut |_| {});
        made.is_ok() && after.end == Some(End::NoStrength)
    }
}
