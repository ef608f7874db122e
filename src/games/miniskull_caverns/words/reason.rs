//! Refusals in words.

use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::Action;
use crate::games::miniskull_caverns::data::map::Space;
use crate::games::miniskull_caverns::rules::position::{Position, Step};
use crate::games::miniskull_caverns::rules::refusal::Refusal;
use crate::games::shared::narrator::Narrator;
use crate::referee::NOT_NOW;

impl Caverns {
    /// The reason for a refusal, as a sentence without its full stop.
    pub(super) fn reason(&self, p: &Position, refusal: Refusal) -> String {
        use Refusal::*;
        let actor = self.name(p.acting);
        let space = |space| self.map.name(space);
        match refusal {
            NotNow => NOT_NOW.to_owned(),
            GameOver => "the game is over".to_owned(),
            BadRoll => "the battle die shows 1 to 6".to_owned(),
            NoSuchHero => "no such hero plays".to_owned(),
            NotAStart(at) => format!("{} is not a complete starting symbol", space(at)),
            StartTaken(at) => format!("somebody starts on {} already", space(at)),
            NoStrength => format!("{actor} has no Strength to put on the Control card"),
            AdjustmentRequired if p.step == Step::Place => {
                "say at once what the Strength is for, as in place:flip+forward".to_owned()
            }
            AdjustmentRequired => "the Strength on the Control card turns or flips the Action card once, now".to_owned(),
            AdjustmentLater => {
                "what the Strength is for is chosen when the cards are turned: say place:flip+, say".to_owned()
            }
            NoneExerted => "no Strength lies on a Control card for that now".to_owned(),
            NotYourAction => format!("{actor}'s Action card says {}", self.panel(p, p.acting).action.name()),
            StandsThere(at) => format!("{actor} stands on {}; `stay` is to move no space", space(at)),
            TooFar(to) => {
                let reach = self.panel(p, p.acting).action.reach().unwrap_or(1);
                let steps = if reach == 1 { "1 space".to_owned() } else { format!("{reach} spaces") };
                format!("{} is farther than {steps} away", space(to))
            }
            Wall(from, to) if is_beside(from, to) => format!("a wall stands between {} and {}", space(from), space(to)),
            Wall(from, to) => format!("{} is not beside {}", space(to), space(from)),
            PassageCosts(to) => format!(
                "every way to {} passes a hero with fewer Gems, which costs Strength: say the way, as in pass:a1-a2",
                space(to)
            ),
            PassageNeedsStrength(at) => {
                format!("{actor} has no Strength left to pass the hero with fewer Gems on {}", space(at))
            }
            WayIsFree(to) => format!("that way costs nothing: say go:{}", space(to)),
            MustMoveOne(Action::Search) => {
                "there is no Gem here: a Search moves one space then, or the hero rests".to_owned()
            }
            MustMoveOne(_) => "a Surprise Attack moves exactly one space".to_owned(),
            NoGemHere => "there is no Gem here to search for".to_owned(),
            CannotPay => format!("{} has none of that left", self.name(p.fight.target)),
            MustSearchHere => "a Gem lies here: search for it, or rest".to_owned(),
            BadTarget => "that hero cannot be attacked now".to_owned(),
            TargetHidden(seat) => format!("{} hides", self.name(seat)),
            TargetOutOfReach(seat) => {
                format!("{} is neither here nor on the next space, without a wall between", self.name(seat))
            }
            TargetsApart => "both must stand on the same space".to_owned(),
            SpendOutOfRange(0) => "nothing can be spent here".to_owned(),
            SpendOutOfRange(most) => format!("0 to {most} can be spent here"),
            ChooseStrengthOrClock if p.is_solo() && !self.options.hide_gives_both => {
                "choose what hiding gives: hide:strength or hide:clock".to_owned()
            }
            ChooseStrengthOrClock => "here it is `hide` alone".to_owned(),
            DieDiscarded => "that countdown die is discarded".to_owned(),
            DieAtSix => "that countdown die is at 6".to_owned(),
        }
    }
}

/// Whether two spaces share a border, with or without a wall.
fn is_beside(one: Space, other: Space) -> bool {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row()) == 1
}
