//! The particulars of this game's events and phrases, as facts from which sentences are built.

use super::position::Position;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{self, Orientation};
use crate::games::miniskull_caverns::data::map;
use crate::games::shared::event::{Particular, Told};
use crate::games::shared::fact::Fact;
use crate::games::shared::noun::Player;
use crate::games::side;

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

/// A hero: the `player` and the `colour`.
pub struct Hero(pub u8);

impl Particular<Caverns> for Hero {
    fn tell(&self, game: &Caverns, p: &Position) -> Told {
        let (player, colour) = (Player(self.0).tell(game, p), Colour(self.0).tell(game, p));
        Told { data: player.data, fact: Fact::noun("hero", [("player", player.fact), ("colour", colour.fact)]) }
    }

    fn specimens(_: &Caverns) -> Vec<Hero> {
        vec![Hero(0)]
    }

    fn shapes(game: &Caverns, p: &Position) -> Vec<Fact> {
        let players = Player::shapes(game, p).into_iter();
        players.map(|player| Fact::noun("hero", [("player", player), ("colour", "red".into())])).collect()
    }
}

/// A hero who may be attacked: the `player`, the `strength` and the number of `gems`.
pub struct Foe(pub u8);

impl Particular<Caverns> for Foe {
    fn tell(&self, game: &Caverns, p: &Position) -> Told {
        let (player, hero) = (Player(self.0).tell(game, p), p.hero(self.0));
        let facts = [("player", player.fact), ("strength", hero.strength.into()), ("gems", hero.gems.into())];
        Told { data: player.data, fact: Fact::noun("foe", facts) }
    }

    fn specimens(_: &Caverns) -> Vec<Foe> {
        vec![Foe(0)]
    }
}

/// A `space` with what is `there`: each is a `player`, a number of `gems`, or Tiny.
pub struct Cavern(pub map::Space);

impl Particular<Caverns> for Cavern {
    fn tell(&self, game: &Caverns, p: &Position) -> Told {
        let thing = |player: Fact, gems: u8| Fact::noun("thing", [("player", player), ("gems", gems.into())]);
        let players = p.standing_on(self.0).map(|seat| thing(Player(seat).tell(game, p).fact, 0));
        let gems = Some(p.lying[self.0.index()]).filter(|gems| *gems > 0).map(|gems| thing(Fact::None, gems));
        let tiny = (self.0 == game.map.centre).then(|| thing(Fact::None, 0));
        let there: Vec<Fact> = players.chain(gems).chain(tiny).collect();
        let name = game.map.name(self.0);
        Told::new(name.as_str(), Fact::noun("cavern", [("space", name.as_str().into()), ("there", there.into())]))
    }

    fn specimens(game: &Caverns) -> Vec<Cavern> {
        game.map.gems.iter().copied().chain([game.map.centre]).chain(map::Space::ALL).map(Cavern).collect()
    }
}

/// A space where Gems lie: the `space`, and how many, as `count`.
pub struct Lying(pub map::Space, pub u8);

impl Particular<Caverns> for Lying {
    fn tell(&self, game: &Caverns, _: &Position) -> Told {
        let space = game.map.name(self.0);
        Told::new(space.as_str(), Fact::noun("lying", [("space", space.as_str().into()), ("count", self.1.into())]))
    }

    fn specimens(game: &Caverns) -> Vec<Lying> {
        vec![Lying(game.map.centre, 1), Lying(game.map.centre, 2)]
    }
}

/// A wall beside a space: the `space`, and whether the wall is to its `right` or below.
pub struct Wall(pub map::Space, pub side::Side);

impl Particular<Caverns> for Wall {
    fn tell(&self, game: &Caverns, _: &Position) -> Told {
        let (space, right) = (game.map.name(self.0), self.1 == side::Side::East);
        Told::new(space.as_str(), Fact::noun("wall", [("space", space.as_str().into()), ("right", right.into())]))
    }

    fn specimens(game: &Caverns) -> Vec<Wall> {
        [side::Side::East, side::Side::South].map(|side| Wall(game.map.centre, side)).into()
    }
}

/// A Control: its `name`, and its `sign` as it is typed.
pub struct Control(pub card::Control);

impl Particular<Caverns> for Control {
    fn tell(&self, _: &Caverns, _: &Position) -> Told {
        let facts = [("name", Fact::Word(self.0.name())), ("sign", Fact::Word(self.0.sign()))];
        Told::new(self.0.id(), Fact::noun("control", facts))
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

/// The orientation of a hero's Action card: its `code`, and the `action` and `noise` at its top.
pub struct Side(pub u8, pub Orientation);

impl Particular<Caverns> for Side {
    fn tell(&self, game: &Caverns, _: &Position) -> Told {
        let panel = game.data.actions[usize::from(self.0)].panel(self.1);
        let code = self.1.code();
        let action = Fact::Word(panel.action.title());
        let facts = [("code", code.as_str().into()), ("action", action), ("noise", panel.noise.into())];
        Told::new(code, Fact::noun("side", facts))
    }

    fn specimens(_: &Caverns) -> Vec<Side> {
        Orientation::all().map(|orientation| Side(0, orientation)).collect()
    }
}

/// What a `control` brings a hero's Action card to from this orientation: to this `side`.
pub struct Turn(pub u8, pub Orientation, pub card::Control);

impl Particular<Caverns> for Turn {
    fn tell(&self, game: &Caverns, p: &Position) -> Told {
        let Turn(seat, orientation, control) = *self;
        let side = Side(seat, game.data.actions[usize::from(seat)].after(orientation, control));
        let (control, side) = (Control(control).tell(game, p), side.tell(game, p));
        Told { data: control.data, fact: Fact::noun("turn", [("control", control.fact), ("side", side.fact)]) }
    }

    fn specimens(_: &Caverns) -> Vec<Turn> {
        Orientation::all().map(|orientation| Turn(0, orientation, card::Control::Flip)).collect()
    }
}

/// The effect of exerted Strength: its `name`, and its `sign` as it is typed.
pub struct Adjustment(pub card::Adjustment);

impl Particular<Caverns> for Adjustment {
    fn tell(&self, _: &Caverns, _: &Position) -> Told {
        let facts = [("name", Fact::Word(self.0.name())), ("sign", Fact::Word(self.0.sign()))];
        Told::new(self.0.id(), Fact::noun("adjustment", facts))
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
