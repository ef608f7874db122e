//! What positions may differ in without any rule ever telling: odds count such positions as one.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::NodeId;
use crate::games::by_kit::language::reading::DiceRead;
use crate::games::by_kit::rules::eval::{Evaluator, Reader};
use crate::games::by_kit::rules::position::VEILED;

/// What of the dice of a declaration matters to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    /// Only the sum of all that they show.
    Sum,
    /// How many of them show what: by face, the lowest one from which no rule tells it, counted from 1.
    Faces(Vec<u8>),
}

impl KitGame {
    /// By declaration of dice, what of them matters to the rules.
    pub(crate) fn what_matters(&self) -> Vec<Matter> {
        let read = self.program.dice_read().into_iter();
        let all = read.zip(&self.program.dice);
        all.map(|(read, decl)| match read {
            DiceRead::Sum => Matter::Sum,
            DiceRead::Told(keys) => Matter::Faces(self.lowest(&keys, &decl.faces)),
            DiceRead::Each => Matter::Faces((1..=decl.faces.len() as u8).collect()),
        })
        .collect()
    }

    /// By face, the lowest one of which the same holds.
    fn lowest(&self, keys: &[(u8, NodeId)], faces: &[i32]) -> Vec<u8> {
        let mut look = Evaluator::new(self, &self.start, 0, Reader::Rules);
        let mut values = |face: &i32| -> Vec<i32> {
            let value = |(temp, key): &(u8, NodeId)| {
                look.temps[usize::from(*temp)] = *face;
                look.value(*key)
            };
            keys.iter().map(value).collect()
        };
        let values: Vec<Vec<i32>> = faces.iter().map(&mut values).collect();
        let first = |own| values.iter().position(|other| other == own);
        values
            .iter()
            .map(|own| first(own).map_or(1, |at| at as u8 + 1))
            .collect()
    }

    /// The face that stands for all from which no rule tells this one.
    pub(super) fn shown_as(&self, of: usize, face: u8) -> u8 {
        match &self.dice_matter[of] {
            Matter::Faces(lowest) if face > 0 && face != VEILED => lowest[usize::from(face) - 1],
            _ => face,
        }
    }

    /// Whether no rule reads the order of what lies openly in a zone.
    pub(super) fn is_unread(&self, zone: u16) -> bool {
        let at = self.zone_at.get(usize::from(zone));
        at.is_some_and(|at| self.unread_orders[usize::from(at.decl)])
    }
}
