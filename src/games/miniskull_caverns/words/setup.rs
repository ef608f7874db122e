//! The set-up, step by step.

use super::super::Caverns;
use super::super::rules::noun::{Hero, Space};
use crate::games::shared::noun::{Flag, Number, Text};
use crate::games::shared::phrase::phrases;
use crate::referee::Game as _;

phrases! {
    /// A step of the set-up.
    pub enum SetupStep of Caverns, in "setup";

    /// The cards of the `map`, and its whole Tiny.
    Map { map: Text, back: Flag, left: Text, right: Text, tiny: Text, space: Space } = "map";
    Gems { spaces: Vec<Space> } = "gems";
    Heroes { heroes: Vec<Hero> } = "heroes";
    Strength { strength: Number } = "strength";
    Action = "action";
    Tiny { tiny: Number } = "tiny";
    Clock { first: Number, second: Number } = "clock";
    Starts { spaces: Vec<Space> } = "starts";
    First = "first";
}

impl Caverns {
    pub(super) fn layout(&self) -> Vec<SetupStep> {
        let map = &self.map;
        let start = self.start();
        let spaces = |spaces: &[crate::games::miniskull_caverns::data::map::Space]| {
            spaces.iter().copied().map(Space).collect()
        };
        let [left, right] = map.cards.clone().map(Text);
        let mut steps = vec![
            SetupStep::Map {
                map: Text(map.name.clone()),
                back: Flag(map.back),
                left,
                right,
                tiny: Text(map.tiny.clone()),
                space: Space(map.centre),
            },
            SetupStep::Gems {
                spaces: spaces(&map.gems),
            },
            SetupStep::Heroes {
                heroes: (0..start.seats).map(Hero).collect(),
            },
            SetupStep::Strength {
                strength: Number::of(start.heroes[0].strength),
            },
            SetupStep::Action,
            SetupStep::Tiny {
                tiny: Number::of(self.data.tiny),
            },
        ];
        if start.is_solo() {
            let [first, second] = start.clock.map(Number::of);
            steps.push(SetupStep::Clock { first, second });
        }
        steps.push(SetupStep::Starts {
            spaces: spaces(&map.starts),
        });
        if !start.is_solo() {
            steps.push(SetupStep::First);
        }
        steps
    }
}
