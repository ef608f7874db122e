//! The table as a drawing: the caverns, the heroes and their cards.

use super::labels::Label;
use super::sentences::turns;
use super::view::View;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::map::{EDGE, Space};
use crate::games::miniskull_caverns::rules::noun::{Control, Side as CardSide};
use crate::games::miniskull_caverns::rules::position::Step;
use crate::games::shared::canvas::Canvas;
use crate::games::shared::narrator::Narrator;
use crate::games::shared::noun::{Flag, Number};
use crate::games::side::Side;
use crate::referee::{Screen, Tone};

/// The width of a space without its right border.
const CELL: i16 = 6;
/// The width of the row numbers.
const MARGIN: i16 = 3;
/// The number of rows and of columns.
const ROWS: i16 = EDGE as i16;
const GEM: char = '*';
const TINY: char = 'T';
/// Precedes the contents of a space that can be chosen.
const WAY: char = '?';

impl Caverns {
    /// Draws the caverns, the heroes and Tiny.
    pub(crate) fn draw(&self, view: &View<'_>, width: usize) -> Screen {
        let mut screen = Screen::default();
        self.draw_map(view, &mut screen);
        screen.end_map();
        for seat in 0..view.seats() {
            self.hero_lines(view, seat, width, &mut screen);
        }
        let tactics = view
            .tactics()
            .map(|(player, tactic, upright)| Label::Tactic {
                player,
                tactic,
                upright,
            });
        let counts = view
            .counts()
            .into_iter()
            .chain(tactics.map(|label| view.say(&label)));
        screen.flow(width, Tone::Dim, "", counts.collect());
        screen
    }

    fn draw_map(&self, view: &View<'_>, screen: &mut Screen) {
        let map = view.map();
        let ways = view.ways();
        let mut canvas = Canvas::new(0..MARGIN + ROWS * (CELL + 1) + 1, 0..2 * ROWS + 2);
        for (column, letter) in (0..).zip(&map.columns) {
            canvas.put(
                (MARGIN + column * (CELL + 1) + CELL / 2, 0),
                &letter.to_string(),
                Tone::Dim,
            );
        }
        for space in Space::ALL {
            let column = space.column() as i16;
            let row = space.row() as i16;
            let (x, y) = (MARGIN + column * (CELL + 1), 1 + 2 * row);
            let open = |side: Side| map.open[space.index()].has(side);
            let border = |side: Side| if open(side) { "+      +" } else { "+------+" };
            let wall = |side: Side| if open(side) { " " } else { "|" };
            canvas.put((x, y), border(Side::North), Tone::Dim);
            canvas.put((x, y + 2), border(Side::South), Tone::Dim);
            canvas.put((x, y + 1), wall(Side::West), Tone::Dim);
            canvas.put(
                (x + CELL + 1, y + 1),
                if column + 1 < ROWS {
                    wall(Side::East)
                } else {
                    "|"
                },
                Tone::Dim,
            );
            canvas.put((0, y + 1), &format!("{:>2}", row + 1), Tone::Dim);
            let mut left = CELL as usize - 1;
            for (text, tone) in self.contents(view, space, ways.contains(&space)) {
                let text: String = text.chars().take(left).collect();
                canvas.put((x + 1 + CELL - left as i16, y + 1), &text, tone);
                left -= text.chars().count();
            }
        }
        canvas.show(canvas.columns(), screen);
        let sign = |sign: char, label: Label| format!("{sign} {}", view.say(&label));
        let mut signs = vec![sign(TINY, Label::Tiny), sign(GEM, Label::Gem)];
        signs.extend(
            (0..view.seats()).map(|seat| format!("{} {}", self.initial(seat), self.name(seat))),
        );
        if !ways.is_empty() {
            signs.push(sign(WAY, Label::Way));
        }
        screen.flow(canvas.columns().len() + 39, Tone::Dim, "", signs);
    }

    /// The letter of a hero's colour.
    fn initial(&self, seat: u8) -> char {
        self.data
            .heroes
            .get(usize::from(seat))
            .and_then(|hero| hero.chars().next())
            .map_or('?', |it| it.to_ascii_uppercase())
    }

    /// The contents of a space: heroes, Gems, Tiny, and a mark if it can be chosen.
    fn contents(&self, view: &View<'_>, space: Space, is_way: bool) -> Vec<(String, Tone)> {
        let mut contents = Vec::new();
        for seat in (0..view.seats()).filter(|seat| view.hero(*seat).at == Some(space)) {
            let tone = if seat == view.acting() {
                Tone::Strong
            } else {
                Tone::Cool
            };
            contents.push((self.initial(seat).to_string(), tone));
        }
        match view.lying(space) {
            0 => {}
            1 => contents.push((GEM.to_string(), Tone::Gold)),
            gems => contents.push((format!("{GEM}{gems}"), Tone::Gold)),
        }
        if space == view.map().centre && contents.len() < CELL as usize - 1 {
            contents.push((TINY.to_string(), Tone::Bad));
        }
        if is_way {
            contents.insert(0, (WAY.to_string(), Tone::Good));
        }
        if contents.is_empty() {
            contents.push(("\u{b7}".to_owned(), Tone::Dim));
        }
        contents
    }

    fn hero_lines(&self, view: &View<'_>, seat: u8, width: usize, screen: &mut Screen) {
        let hero = view.hero(seat);
        let mut labels = Vec::new();
        labels.extend(hero.at.is_none().then_some(Label::NotPlaced));
        labels.push(Label::Strength {
            strength: Number::of(hero.strength),
        });
        labels.push(Label::Gems {
            gems: Number::of(hero.gems),
        });
        labels.extend(view.is_first(seat).then_some(Label::First));
        labels.extend(hero.hidden.then_some(Label::Hidden));
        labels.extend(view.placed(seat).map(|(card, exerted)| {
            let control = card.shown.map(Control);
            let upright = Flag(card.upright);
            Label::Control {
                control,
                upright,
                exerted: Flag(exerted),
            }
        }));
        let mut parts = vec![format!("{} {}", self.initial(seat), self.name(seat))];
        parts.extend(hero.at.map(|at| view.map().name(at)));
        parts.extend(labels.iter().map(|label| view.say(label)));
        let acting = seat == view.acting() && view.step() != Step::Over;
        screen.flow(
            width,
            if acting { Tone::Strong } else { Tone::Plain },
            "",
            parts,
        );
        let turns = turns(seat, hero.orientation)
            .into_iter()
            .map(|turn| Label::Turn { turn });
        let card = [Label::Side {
            side: CardSide(seat, hero.orientation),
        }]
        .into_iter()
        .chain(turns);
        screen.flow(
            width,
            Tone::Dim,
            "  ",
            card.map(|label| view.say(&label)).collect(),
        );
    }
}
