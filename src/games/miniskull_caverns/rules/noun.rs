//! The particulars of this game's events and phrases, as facts from which sentences are built.

use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{self, Orientation};
use crate::games::miniskull_caverns::data::map;
use crate::games::shared::event::Told;
use crate::games::shared::fact::Fact;
use crate::games::shared::noun::{Player, nouns};
use crate::games::side;

nouns! { of Caverns, with (game, p);
    /// A space on the map, by name: "c4".
    Space(at: map::Space) = Told::new(game.map.name(*at), game.map.name(*at)), like [Space(game.map.centre)];

    /// A `space` with what is `there`: each is a `player`, a number of `gems`, or Tiny.
    Cavern(at: map::Space) = {
        let thing = |player: Fact, gems: u8| Fact::noun("thing", [("player", player), ("gems", gems.into())]);
        let heroes = p.standing_on(*at).map(|seat| thing(Player(seat).tell(game, p).fact, 0));
        let gems = Some(p.lying[at.index()]).filter(|gems| *gems > 0).map(|gems| thing(Fact::None, gems));
        let tiny = (*at == game.map.centre).then(|| thing(Fact::None, 0));
        let there: Vec<Fact> = heroes.chain(gems).chain(tiny).collect();
        let space = Space(*at).tell(game, p);
        Told { data: space.data, fact: Fact::noun("cavern", [("space", space.fact), ("there", there.into())]) }
    }, like map::Space::ALL.map(Cavern);

    /// A space where Gems lie: the `space`, and how many, as `count`.
    Lying(at: map::Space, count: u8) = {
        let space = Space(*at).tell(game, p);
        Told { data: space.data, fact: Fact::noun("lying", [("space", space.fact), ("count", (*count).into())]) }
    }, like [Lying(game.map.centre, 1)];

    /// A wall beside a space: the `space`, and whether the wall is to its `right` or below.
    Wall(at: map::Space, side: side::Side) = {
        let space = Space(*at).tell(game, p);
        let right = *side == side::Side::East;
        Told { data: space.data, fact: Fact::noun("wall", [("space", space.fact), ("right", right.into())]) }
    }, like [side::Side::East, side::Side::South].map(|side| Wall(game.map.centre, side));

    /// The colour of a hero, as in the kit.
    Colour(seat: u8) = {
        let colour = game.data.heroes.get(usize::from(*seat)).map_or("", String::as_str);
        Told::new(colour, colour)
    }, like [Colour(0)];

    /// A hero: the `player` and the `colour`.
    Hero(seat: u8) = {
        let player = Player(*seat).tell(game, p);
        let colour = Colour(*seat).tell(game, p).fact;
        Told { data: player.data, fact: Fact::noun("hero", [("player", player.fact), ("colour", colour)]) }
    }, like [Hero(0)];

    /// A hero who may be attacked: the `player`, the `strength` and the number of `gems`.
    Foe(seat: u8) = {
        let player = Player(*seat).tell(game, p);
        let hero = p.hero(*seat);
        let facts = [("player", player.fact), ("strength", hero.strength.into()), ("gems", hero.gems.into())];
        Told { data: player.data, fact: Fact::noun("foe", facts) }
    }, like [Foe(0)];

    /// A Control: its `name`, and its `sign` as it is typed.
    Control(control: card::Control) = {
        let facts = [("name", Fact::Word(control.name())), ("sign", Fact::Word(control.sign()))];
        Told::new(control.id(), Fact::noun("control", facts))
    }, like card::Control::ALL.map(Control);

    /// The two Controls that a hero's card may show, judging by its back (R23).
    Backs(seat: u8, upright: bool) = {
        let names = game.data.controls[usize::from(*seat)].pair(*upright).map(card::Control::name);
        Told::new(names.to_vec(), names.map(Fact::Word).to_vec())
    }, like [Backs(0, true), Backs(0, false)];

    /// The two Tactics that a hero's card may show, judging by its back (section 7).
    TacticBacks(seat: u8, upright: bool) = {
        let names = game.data.controls[usize::from(*seat)].tactic_pair(*upright).map(card::Tactic::name);
        Told::new(names.to_vec(), names.map(Fact::Word).to_vec())
    }, like [TacticBacks(0, true), TacticBacks(0, false)];

    /// The orientation of a hero's Action card: its `code`, and the `action` and `noise` at its top.
    Side(seat: u8, orientation: Orientation) = {
        let code = orientation.code();
        let panel = game.data.actions[usize::from(*seat)].panel(*orientation);
        let action = Fact::Word(panel.action.title());
        let facts = [("code", code.as_str().into()), ("action", action), ("noise", panel.noise.into())];
        Told::new(code, Fact::noun("side", facts))
    }, like Orientation::all().map(|orientation| Side(0, orientation));

    /// The `side` to which a `control` turns a hero's Action card from this orientation.
    Turn(seat: u8, orientation: Orientation, control: card::Control) = {
        let side = Side(*seat, game.data.actions[usize::from(*seat)].after(*orientation, *control));
        let control = Control(*control).tell(game, p);
        let side = side.tell(game, p).fact;
        Told { data: control.data, fact: Fact::noun("turn", [("control", control.fact), ("side", side)]) }
    }, like card::Control::ALL.map(|control| Turn(0, Orientation { back: false, top: card::Edge::Top }, control));

    /// The effect of exerted Strength: its `name`, and its `sign` as it is typed.
    Adjustment(adjustment: card::Adjustment) = {
        let facts = [("name", Fact::Word(adjustment.name())), ("sign", Fact::Word(adjustment.sign()))];
        Told::new(adjustment.id(), Fact::noun("adjustment", facts))
    }, like card::Adjustment::ALL.map(Adjustment);

    /// A Tactic.
    Tactic(tactic: card::Tactic) = Told::new(tactic.name(), Fact::Word(tactic.name())), like card::Tactic::ALL.map(Tactic);

    /// The value of a Tactic against another: the `die`, what the hero's `own` Tactic `adds`, how much the `other` `hinders`,
    /// and the `total` (section 3.6).
    Sum(total: i8, own: card::Tactic, other: card::Tactic) = {
        let (adds, hinders) = (own.attack(), other.hinders());
        let facts = [
            ("die", (total - adds + hinders).into()),
            ("own", Fact::Word(own.name())),
            ("adds", adds.into()),
            ("other", Fact::Word(other.name())),
            ("hinders", hinders.into()),
            ("total", (*total).into()),
        ];
        Told::new(*total, Fact::noun("sum", facts))
    }, like card::Tactic::ALL.map(|own| card::Tactic::ALL.map(|other| Sum(4, own, other))).into_iter().flatten();
}
