//! The particulars of this game's events, as facts from which sentences are built.

use super::position::Position;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{self, Orientation};
use crate::games::miniskull_caverns::data::map;
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;

/// A space on the map, by name: "c4".
pub struct Space(pub map::Space);

impl Particular<Caverns> for Space {
    fn tell(&self, game: &Caverns, _: &Position) -> Told {
        Told::new(game.map.name(self.0), game.map.name(self.0))
    }

    fn specimens(game: &Caverns) -> Vec<Space> {
        vec![Space(game.map.centre)]
    }
}

/// The colour of a hero, as in the kit.
pub struct Colour(pub u8);

impl Particular<Caverns> for Colour {
    fn tell(&self, game: &Caverns, _: &Position) -> Told {
        let colour = game.data.heroes.get(usize::from(self.0)).map_or("", String::as_str);
        Told::new(colour, colour)
    }

    fn specimens(_: &Caverns) -> Vec<Colour> {
        vec![Colour(0)]
    }
}

/// A revealed Control.
pub struct Control(pub card::Control);

impl Particular<Caverns> for Control {
    fn tell(&self, _: &Caverns, _: &Position) -> Told {
        Told::new(self.0.id(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &Caverns) -> Vec<Control> {
        card::Control::ALL.map(Control).into()
    }
}

/// The two Controls that a hero's card may show, judging by its back (R23).
pub struct Backs(pub u8, pub bool);

impl Particular<Caverns> for Backs {
    fn tell(&self, game: &Caverns, _: &Position) -> Told {
        let names = game.data.controls[usize::from(self.0)].pair(self.1).map(card::Control::name);
        Told::new(names.to_vec(), names.map(Fact::Word).to_vec())
    }

    fn specimens(_: &Caverns) -> Vec<Backs> {
        vec![Backs(0, true), Backs(0, false)]
    }
}

/// The two Tactics that a hero's card may show, judging by its back (section 7).
pub struct TacticBacks(pub u8, pub bool);

impl Particular<Caverns> for TacticBacks {
    fn tell(&self, game: &Caverns, _: &Position) -> Told {
        let names = game.data.controls[usize::from(self.0)].tactic_pair(self.1).map(card::Tactic::name);
        Told::new(names.to_vec(), names.map(Fact::Word).to_vec())
    }

    fn specimens(_: &Caverns) -> Vec<TacticBacks> {
        vec![TacticBacks(0, true), TacticBacks(0, false)]
    }
}

/// The orientation of a hero's Action card, with the `action` and `noise` at its top.
pub struct Side(pub u8, pub Orientation);

impl Particular<Caverns> for Side {
    fn tell(&self, game: &Caverns, _: &Position) -> Told {
        let panel = game.data.actions[usize::from(self.0)].panel(self.1);
        let facts = [("action", Fact::Word(panel.action.title())), ("noise", panel.noise.into())];
        Told::new(self.1.code(), Fact::noun("side", facts))
    }

    fn specimens(_: &Caverns) -> Vec<Side> {
        Orientation::all().map(|orientation| Side(0, orientation)).collect()
    }
}

/// The effect of exerted Strength.
pub struct Adjustment(pub card::Adjustment);

impl Particular<Caverns> for Adjustment {
    fn tell(&self, _: &Caverns, _: &Position) -> Told {
        Told::new(self.0.id(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &Caverns) -> Vec<Adjustment> {
        card::Adjustment::ALL.map(Adjustment).into()
    }
}

/// A revealed Tactic.
pub struct Tactic(pub card::Tactic);

impl Particular<Caverns> for Tactic {
    fn tell(&self, _: &Caverns, _: &Position) -> Told {
        Told::new(self.0.name(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &Caverns) -> Vec<Tactic> {
        card::Tactic::ALL.map(Tactic).into()
    }
}

/// The value of a Tactic against another: the `die`, what the hero's `own` Tactic `adds`, how much the `other` `hinders`,
/// and the `total` (section 3.6).
pub struct Sum(pub i8, pub card::Tactic, pub card::Tactic);

impl Particular<Caverns> for Sum {
    fn tell(&self, _: &Caverns, _: &Position) -> Told {
        let Sum(total, own, other) = *self;
        let (adds, hinders) = (own.attack(), other.hinders());
        let facts = [
            ("die", (total - adds + hinders).into()),
            ("own", Fact::Word(own.name())),
            ("adds", adds.into()),
            ("other", Fact::Word(other.name())),
            ("hinders", hinders.into()),
            ("total", total.into()),
        ];
        Told::new(total, Fact::noun("sum", facts))
    }

    fn specimens(_: &Caverns) -> Vec<Sum> {
        let all = || card::Tactic::ALL.into_iter();
        all().flat_map(|own| all().map(move |other| Sum(4, own, other))).collect()
    }
}
