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
    pub enum Answer of Caverns, in "answers";

    Space { cavern: Cavern } = "space";
    First { hero: Hero } = "first";
    /// A Control of one's own, or one that was turned up with all others and is `reported`.
    Place { control: Control, side: Side, reported: Flag } = "place";
    /// With Strength, whose effect is chosen later: one of these sides.
    Exert { control: Control, sides: Vec<Side> } = "exert";
    ExertFor { control: Control, adjustment: Adjustment, side: Side, reported: Flag } = "exert_for";
    Adjust { adjustment: Adjustment, side: Side } = "adjust";
    /// It `gains` Strength.
    Rest { gains: Flag } = "rest";
    /// It costs Strength all the same (R35).
    Stay { costs: Flag } = "stay";
    Pass { way: Vec<Space> } = "pass";
    Hide { alone: Flag } = "hide";
    HideForStrength = "hide_for_strength";
    HideForClock = "hide_for_clock";
    Heal = "heal";
    Search { rolls: Rolls } = "search";
    Wait = "wait";
    Attack { foe: Foe, next: Option<Foe> } = "attack";
    AttackNobody = "attack_nobody";
    LoseStrength { points: Number } = "lose_strength";
    LoseGem { to: Player } = "lose_gem";
    SearchAgain { rolls: Rolls } = "search_again";
    LeaveIt = "leave_it";
    Fight { foe: Foe } = "fight";
    Block = "block";
    Parry = "parry";
    Jab = "jab";
    Lunge = "lunge";
    Help { chance: Chance } = "help";
    KeepOut = "keep_out";
    /// Strength spent on a monster.
    Spend { points: Number, beats: Flag } = "spend";
    /// On a blow against Tiny.
    Strike { points: Number, tiny: Number } = "strike";
    /// To make a player's monster stronger, who is `short` of it then.
    Raise { points: Number, player: Player, monster: Number, short: Number } = "raise";
    /// On a disturbed monster: `short` of it, the hero has Strength `left`, and loses some.
    Resist { player: Player, points: Number, short: Number, left: Number, loses: Number } = "resist";
    Clock { die: Number, left: Number, to: Number } = "clock";
    Roll { roll: Number } = "roll";
    /// What somebody says who does nothing of what anybody may do.
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
    pub(super) fn answer(&self, p: &Position, mv: Move) -> Answer {
        let (seat, hero) = (p.acting, p.hero(p.acting));
        match mv {
            Move::Start(at) | Move::Go(at) => Answer::Space { cavern: Cavern(at) },
            Move::First(seat) => Answer::First { hero: Hero(seat) },
            Move::Place(control, exert) => self.placing(p, control, exert),
            Move::Adjust(what) => {
                Answer::Adjust { adjustment: Adjustment(what), side: Side(seat, hero.orientation.adjusted(what)) }
            }
            Move::Rest => Answer::Rest { gains: Flag(hero.strength < MAX_STRENGTH) },
            Move::Stay => Answer::Stay { costs: Flag(self.panel(p, seat).action == Action::Run) },
            Move::Pass(path) => Answer::Pass { way: path.spaces().iter().map(|space| Space(*space)).collect() },
            Move::Hide(Gain::All) => Answer::Hide { alone: Flag(p.is_solo()) },
            Move::Hide(Gain::Strength) => Answer::HideForStrength,
            Move::Hide(Gain::Clock) => Answer::HideForClock,
            Move::Heal => Answer::Heal,
            Move::Search => Answer::Search { rolls: self.finding(p, &[mv]) },
            Move::Wait => Answer::Wait,
            Move::Attack(target, next) => Answer::Attack { foe: Foe(target), next: next.map(Foe) },
            Move::Peace => Answer::AttackNobody,
            Move::Pay(Payment::Strength) => {
                Answer::LoseStrength { points: Number::of(p.hero(p.fight.target).strength.min(AMBUSH_DAMAGE)) }
            }
            Move::Pay(Payment::Gem) => Answer::LoseGem { to: Player(seat) },
            Move::Spend(points) => self.spending(p, points),
            Move::Again(true) => Answer::SearchAgain { rolls: self.finding(p, &[mv]) },
            Move::Again(false) => Answer::LeaveIt,
            Move::Fight(target) => Answer::Fight { foe: Foe(target) },
            Move::Tactic(card::Tactic::Block) => Answer::Block,
            Move::Tactic(card::Tactic::Parry) => Answer::Parry,
            Move::Tactic(card::Tactic::Jab) => Answer::Jab,
            Move::Tactic(card::Tactic::Lunge) => Answer::Lunge,
            Move::Help(true) => Answer::Help { chance: self.hitting(p, &[mv]) },
            Move::Help(false) => Answer::KeepOut,
            Move::Clock(die) => {
                let left = p.clock.get(usize::from(die)).copied().unwrap_or_default();
                let to = if p.rises { left + 1 } else { left.saturating_sub(1) };
                Answer::Clock { die: Number(i64::from(die) + 1), left: Number::of(left), to: Number::of(to) }
            }
            Move::Roll(roll) => Answer::Roll { roll: Number::of(roll) },
        }
    }

    fn placing(&self, p: &Position, control: card::Control, exert: Exert) -> Answer {
        let seat = p.acting;
        let after = self.data.actions[usize::from(seat)].after(p.hero(seat).orientation, control);
        let (control, reported) = (Control(control), Flag(self.places_openly(p)));
        match exert {
            Exert::No => Answer::Place { control, side: Side(seat, after), reported },
            Exert::Yes => {
                let sides = card::Adjustment::ALL.map(|what| Side(seat, after.adjusted(what)));
                Answer::Exert { control, sides: sides.into() }
            }
            Exert::For(what) => {
                let side = Side(seat, after.adjusted(what));
                Answer::ExertFor { control, adjustment: Adjustment(what), side, reported }
            }
        }
    }

    /// An amount of Strength spent, and its effect.
    fn spending(&self, p: &Position, spent: u8) -> Answer {
        let (points, roll) = (Number::of(spent), p.fight.own + spent);
        match p.step {
            Step::MonsterSpend => Answer::Spend { points, beats: Flag(roll >= p.fight.die) },
            Step::TinySpend => {
                let left = p.tiny.saturating_sub(roll.saturating_sub(p.fight.die));
                Answer::Strike { points, tiny: Number::of(left) }
            }
            Step::Raise => {
                let monster = p.fight.die + spent;
                let short = Number::of(monster.saturating_sub(p.fight.own));
                Answer::Raise { points, player: Player(p.acting), monster: Number::of(monster), short }
            }
            _ => {
                let (short, left) = (p.fight.die.saturating_sub(roll), p.hero(p.acting).strength.saturating_sub(spent));
                // R13: a hero cannot lose more than there is.
                let loses = Number::of(short.min(MAX_DAMAGE).min(left));
                let (short, left) = (Number::of(short), Number::of(left));
                Answer::Resist { player: Player(p.acting), points, short, left, loses }
            }
        }
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
