//! The table in sentences, for people who cannot or do not want to read a drawing.

use super::view::View;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card;
use crate::games::miniskull_caverns::data::map::{self, EDGE};
use crate::games::miniskull_caverns::rules::noun::{
    Colour, Control, Lying, Side, Space, Tactic, Turn, Wall,
};
use crate::games::shared::noun::{Flag, Number, Player, Text};
use crate::games::shared::phrase::phrases;
use crate::games::side;

phrases! {
    /// A sentence about something on the table.
    pub enum Sentence of Caverns, in "table";

    Stands {
        player: Player, colour: Colour, space: Option<Space>, hidden: Flag, strength: Number, gems: Number,
    } = "stands";
    First = "first";
    Card { side: Side, turns: Vec<Turn> } = "card";
    Control { control: Option<Control>, upright: Flag, exerted: Flag } = "control";
    Gems { lying: Vec<Lying> } = "gems";
    Tiny { space: Space, tiny: Number } = "tiny";
    Needed { gems: Number } = "needed";
    Noise { noise: Number } = "noise";
    Clock { first: Number, second: Number } = "clock";
    Rises = "rises";
    Tactic { player: Player, tactic: Option<Tactic>, upright: Flag } = "tactic";
    Map { map: Text, columns: Vec<Text>, rows: Number } = "map";
    Row { row: Number, walls: Vec<Wall> } = "row";
}

impl Caverns {
    pub(crate) fn describe_view(&self, view: &View<'_>) -> Vec<String> {
        let map = view.map();
        let mut told: Vec<String> = (0..view.seats())
            .map(|seat| self.describe_hero(view, seat))
            .collect();
        let lying = map::Space::ALL
            .into_iter()
            .map(|space| Lying(space, view.lying(space)));
        let mut sentences = vec![
            Sentence::Gems {
                lying: lying.filter(|lying| lying.1 > 0).collect(),
            },
            Sentence::Tiny {
                space: Space(map.centre),
                tiny: Number::of(view.tiny()),
            },
            Sentence::Needed {
                gems: Number::of(self.required()),
            },
        ];
        if view.noise() > 0 {
            sentences.push(Sentence::Noise {
                noise: Number::of(view.noise()),
            });
        }
        if view.is_solo() {
            let [first, second] = view.clock().map(Number::of);
            sentences.push(Sentence::Clock { first, second });
        }
        if view.is_solo() && view.rises() {
            sentences.push(Sentence::Rises);
        }
        sentences.extend(
            view.tactics()
                .map(|(player, tactic, upright)| Sentence::Tactic {
                    player,
                    tactic,
                    upright,
                }),
        );
        let columns = map.columns.map(|letter| Text(letter.to_string())).into();
        sentences.push(Sentence::Map {
            map: Text(map.name.clone()),
            columns,
            rows: Number(EDGE as i64),
        });
        sentences.extend((0..EDGE).map(|row| Sentence::Row {
            row: Number(row as i64 + 1),
            walls: walls(map, row),
        }));
        told.extend(sentences.iter().map(|sentence| view.say(sentence)));
        told
    }

    fn describe_hero(&self, view: &View<'_>, seat: u8) -> String {
        let hero = view.hero(seat);
        let mut sentences = vec![Sentence::Stands {
            player: Player(seat),
            colour: Colour(seat),
            space: hero.at.map(Space),
            hidden: Flag(hero.hidden),
            strength: Number::of(hero.strength),
            gems: Number::of(hero.gems),
        }];
        if view.is_first(seat) {
            sentences.push(Sentence::First);
        }
        sentences.push(Sentence::Card {
            side: Side(seat, hero.orientation),
            turns: turns(seat, hero.orientation),
        });
        if let Some((card, exerted)) = view.placed(seat) {
            let control = card.shown.map(Control);
            let upright = Flag(card.upright);
            sentences.push(Sentence::Control {
                control,
                upright,
                exerted: Flag(exerted),
            });
        }
        sentences
            .iter()
            .map(|sentence| view.say(sentence))
            .collect::<Vec<String>>()
            .join(" ")
    }
}

/// The effect on a hero's Action card of each Control that changes it.
pub(super) fn turns(seat: u8, orientation: card::Orientation) -> Vec<Turn> {
    card::Control::ALL
        .into_iter()
        .skip(1)
        .map(|control| Turn(seat, orientation, control))
        .collect()
}

/// The walls to the right of the spaces of a row, and below them.
fn walls(map: &map::Map, row: usize) -> Vec<Wall> {
    let spaces = (0..EDGE).map(|column| map::Space::new(column, row));
    let walls = spaces
        .flat_map(|space| [side::Side::East, side::Side::South].map(|side| Wall(space, side)));
    walls
        .filter(|Wall(space, side)| {
            space.beside(*side).is_some() && !map.open[space.index()].has(*side)
        })
        .collect()
}
