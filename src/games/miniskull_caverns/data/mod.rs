//! What the rules read from a kit: maps, Action cards, Control cards and Tiny, checked once.

pub mod card;
pub(super) mod layout;
pub mod map;
pub mod options;

use serde::Deserialize;

use self::card::{Action, ActionCard, Control, ControlCard, Flip, Panel, Tactic};
use self::map::Map;
use crate::games::check::Check;
use crate::games::past::Reads;
use crate::kit::{Kit, Problems, Row};

/// The most heroes (R1).
pub const MAX_SEATS: usize = 3;
/// The number of Gems (R15).
pub const GEMS: u8 = 4;

/// The cards of a kit.
#[derive(Clone, Debug)]
pub struct Data {
    /// The heroes' colours, in the order of seats.
    pub heroes: Vec<String>,
    /// By seat.
    pub actions: Vec<ActionCard>,
    /// By seat.
    pub controls: Vec<ControlCard>,
    /// Tiny's Strength at the start (R7).
    pub tiny: u8,
    /// The code of Tiny's card, and the numbers on it by face and edge.
    pub tiny_card: (String, [[u8; 4]; 2]),
    /// By side (front and back) and layout: for two heroes, and for three (R2).
    pub maps: [[Map; 2]; 2],
}

/// The fields of a kit that affect play.
pub const READS: &[Reads] = &[
    Reads::of::<ActionFields>("actions"),
    Reads::of::<ControlFields>("controls"),
    Reads::of::<TinyFields>("tiny"),
    Reads::of::<layout::MapFields>("maps"),
];

#[derive(Deserialize)]
struct ActionFields {
    hero: String,
    front: Vec<Action>,
    front_noise: Vec<String>,
    front_flip: Flip,
    back: Vec<Action>,
    back_noise: Vec<String>,
    back_flip: Flip,
}

#[derive(Deserialize)]
struct ControlFields {
    hero: String,
    controls: Vec<Control>,
    tactics: Vec<Tactic>,
}

#[derive(Deserialize)]
struct TinyFields {
    front: Vec<String>,
    back: Vec<String>,
}

impl Data {
    /// Reads and checks a kit. All problems are returned together.
    pub fn new(kit: &Kit) -> Result<Data, Problems> {
        let mut check = Check::new(kit);
        let heroes = check.heroes(kit);
        let actions = check.rows(kit, "actions", Check::action_card);
        let controls = check.rows(kit, "controls", Check::control_card);
        let tiny = check.rows(kit, "tiny", Check::tiny_card);
        let cards = check.rows(kit, "maps", Check::map_card);
        for (deck, count, needed) in [
            ("actions", actions.len(), MAX_SEATS),
            ("controls", controls.len(), MAX_SEATS),
            ("tiny", tiny.len(), 1),
        ] {
            if count != needed && kit.deck(deck).is_some() {
                check.of_kit(format!(
                    "the rules need {needed} rows in deck `{deck}`, and the kit has {count}"
                ));
            }
        }
        if u32::try_from(MAX_SEATS).is_ok_and(|most| *kit.players.end() > most) {
            check.of_kit(format!("the rules can seat 1 to {MAX_SEATS} heroes"));
        }
        let maps = check.maps(&cards);
        let found = tiny.into_iter().flatten().next().zip(maps);
        let Some((tiny_card, maps)) = found.filter(|_| check.problems.0.is_empty()) else {
            if check.problems.0.is_empty() {
                check.of_kit("the rules need Tiny's card and two map cards");
            }
            return Err(check.problems);
        };
        Ok(Data {
            heroes,
            actions: actions.into_iter().flatten().collect(),
            controls: controls.into_iter().flatten().collect(),
            tiny: tiny_card
                .1
                .iter()
                .flatten()
                .copied()
                .max()
                .unwrap_or_default(),
            tiny_card,
            maps,
        })
    }
}

impl Check {
    /// The colours of the Action cards, in the order of the Control cards.
    fn heroes(&mut self, kit: &Kit) -> Vec<String> {
        #[derive(Deserialize)]
        struct Hero {
            hero: String,
        }
        let colours = |check: &mut Check, deck| {
            check.rows(kit, deck, |_, row, hero: Hero| (row.clone(), hero.hero))
        };
        let actions = colours(self, "actions");
        let controls = colours(self, "controls");
        for (at, (row, hero)) in actions.iter().enumerate() {
            let word = hero.chars().all(|letter| letter.is_ascii_lowercase()) && !hero.is_empty();
            if !word {
                self.at(
                    row,
                    format!("`hero` must be one lowercase word, not `{hero}`"),
                );
            }
            if actions[..at].iter().any(|(_, other)| other == hero) {
                self.at(row, format!("two Action cards are for the {hero} hero"));
            }
        }
        for ((_, action), (row, control)) in actions.iter().zip(&controls) {
            if action != control {
                self.at(
                    row,
                    format!(
                        "this Control card is for the {control} hero, but the Action card in this position is for the {action} hero"
                    ),
                );
            }
        }
        actions.into_iter().map(|(_, hero)| hero).collect()
    }

    /// Reads four values, one for each edge.
    fn four<T: Copy>(&mut self, row: &Row, field: &str, list: &[T]) -> Option<[T; 4]> {
        let four = <[T; 4]>::try_from(list).ok();
        if four.is_none() {
            let count = list.len();
            self.at(
                row,
                format!(
                    "`{field}` must list four values, for top, right, bottom and left, not {count}"
                ),
            );
        }
        four
    }

    fn numbers(&mut self, row: &Row, field: &str, words: &[String]) -> Option<[u8; 4]> {
        let numbers: Vec<u8> = words
            .iter()
            .filter_map(|word| word.parse::<u8>().ok())
            .collect();
        if numbers.len() < words.len() {
            self.at(row, format!("`{field}` must be a list of numbers"));
            return None;
        }
        self.four(row, field, &numbers)
    }

    fn action_card(&mut self, row: &Row, fields: ActionFields) -> Option<ActionCard> {
        let front = self.face(
            row,
            ["front", "front_noise"],
            &fields.front,
            &fields.front_noise,
        );
        let back = self.face(
            row,
            ["back", "back_noise"],
            &fields.back,
            &fields.back_noise,
        );
        let card = ActionCard {
            code: row.code().to_owned(),
            panels: [front?, back?],
            arrows: [fields.front_flip, fields.back_flip],
        };
        if card.start().is_none() {
            self.at(
                row,
                format!(
                    "the {} hero starts with a walk on the front, and there is none",
                    fields.hero
                ),
            );
        }
        // R29: noise goes from 0 to 9, as on the chart of encounters.
        if card.panels.iter().flatten().any(|panel| panel.noise > 3) {
            self.at(row, "the noise of a side must be 0 to 3");
        }
        Some(card)
    }

    fn face(
        &mut self,
        row: &Row,
        names: [&str; 2],
        actions: &[Action],
        noise: &[String],
    ) -> Option<[Panel; 4]> {
        let actions = self.four(row, names[0], actions);
        let noise = self.numbers(row, names[1], noise);
        let (actions, noise) = actions.zip(noise)?;
        Some([0, 1, 2, 3].map(|at| Panel {
            action: actions[at],
            noise: noise[at],
        }))
    }

    fn control_card(&mut self, row: &Row, fields: ControlFields) -> Option<ControlCard> {
        let controls = self.four(row, "controls", &fields.controls);
        let tactics = self.four(row, "tactics", &fields.tactics);
        let card = ControlCard {
            code: row.code().to_owned(),
            controls: controls?,
            tactics: tactics?,
        };
        if let Some(missing) = Control::ALL
            .into_iter()
            .find(|control| !card.controls.contains(control))
        {
            self.at(
                row,
                format!(
                    "the {} hero has no edge for {}",
                    fields.hero,
                    missing.name()
                ),
            );
        }
        if let Some(missing) = Tactic::ALL
            .into_iter()
            .find(|tactic| !card.tactics.contains(tactic))
        {
            self.at(
                row,
                format!(
                    "the {} hero has no edge for {}",
                    fields.hero,
                    missing.name()
                ),
            );
        }
        Some(card)
    }

    /// R7: reads the numbers from 1 to Tiny's Strength, one on each edge.
    fn tiny_card(&mut self, row: &Row, fields: TinyFields) -> Option<(String, [[u8; 4]; 2])> {
        let front = self.numbers(row, "front", &fields.front);
        let back = self.numbers(row, "back", &fields.back);
        let faces = [front?, back?];
        if let Some(missing) =
            (1..=8).find(|number| !faces.iter().flatten().any(|known| known == number))
        {
            self.at(
                row,
                format!("Tiny's Strength goes from 8 to 1, and no edge has {missing}"),
            );
        }
        Some((row.code().to_owned(), faces))
    }
}
