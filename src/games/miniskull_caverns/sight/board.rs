//! The table as a drawing and in sentences: the caverns, the heroes and their cards.

use super::view::View;
use crate::games::english::{capital, counted, listed};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::map::{EDGE, Space};
use crate::games::miniskull_caverns::rules::position::Step;
use crate::games::shared::narrator::Narrator;
use crate::games::side::Side;
use crate::referee::{Screen, Tone};

/// The width of a space without its right border.
const CELL: usize = 6;
/// The width of the row numbers.
const MARGIN: usize = 3;
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
        screen.flow(width, Tone::Dim, "", self.table_parts(view));
        screen
    }

    fn draw_map(&self, view: &View<'_>, screen: &mut Screen) {
        let (map, ways) = (view.map(), view.ways());
        let letters: String = map.columns.iter().map(|letter| format!("{letter:^CELL$} ")).collect();
        screen.line([(format!("{:MARGIN$} {}", "", letters.trim_end()), Tone::Dim)]);
        let open = |space: Space, side: Side| map.open[space.index()].has(side);
        let border = |row: usize, side: Side| {
            let edge = |column: usize| if open(Space::new(column, row), side) { "      " } else { "------" };
            let line: String = (0..EDGE).map(|column| format!("+{}", edge(column))).collect();
            format!("{:MARGIN$}{line}+", "")
        };
        screen.line([(border(0, Side::North), Tone::Dim)]);
        for row in 0..EDGE {
            let mut line = vec![(format!("{:>2} ", row + 1), Tone::Dim)];
            for column in 0..EDGE {
                let space = Space::new(column, row);
                let wall = if open(space, Side::West) { " " } else { "|" };
                line.push((wall.to_owned(), Tone::Dim));
                let mut left = CELL - 1;
                line.push((" ".to_owned(), Tone::Plain));
                for (text, tone) in self.contents(view, space, ways.contains(&space)) {
                    let text: String = text.chars().take(left).collect();
                    left -= text.chars().count();
                    line.push((text, tone));
                }
                line.push((" ".repeat(left), Tone::Plain));
            }
            line.push(("|".to_owned(), Tone::Dim));
            screen.lines.push(line);
            screen.line([(border(row, Side::South), Tone::Dim)]);
        }
        let mut signs = vec![format!("{TINY} Tiny"), format!("{GEM} Gem")];
        let initials = (0..view.seats()).map(|seat| format!("{} {}", self.initial(seat), self.name(seat)));
        signs.extend(initials);
        if !ways.is_empty() {
            signs.push(format!("{WAY} can be chosen"));
        }
        screen.flow(MARGIN + EDGE * (CELL + 1) + 40, Tone::Dim, "", signs);
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
            let tone = if seat == view.acting() { Tone::Strong } else { Tone::Cool };
            contents.push((self.initial(seat).to_string(), tone));
        }
        match view.lying(space) {
            0 => {}
            1 => contents.push((GEM.to_string(), Tone::Gold)),
            gems => contents.push((format!("{GEM}{gems}"), Tone::Gold)),
        }
        if space == view.map().centre && contents.len() < CELL - 1 {
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
        let mut parts = vec![format!("{} {}", self.initial(seat), self.name(seat))];
        parts.push(hero.at.map_or("not placed".to_owned(), |at| view.map().name(at)));
        parts.push(format!("Strength {}", hero.strength));
        parts.push(counted(hero.gems, "Gem"));
        if view.first() == seat && !view.is_solo() && view.round() > 0 {
            parts.push("first".to_owned());
        }
        if hero.hidden {
            parts.push("hidden".to_owned());
        }
        if let Some((card, exerted)) = view.placed(seat) {
            let way = if card.upright { "upright" } else { "crosswise" };
            let what = card.shown.map_or_else(|| format!("a card {way}"), |control| control.name().to_owned());
            parts.push(format!("{what}{}", if exerted { " + 1 Strength" } else { "" }));
        }
        let acting = seat == view.acting() && view.step() != Step::Over;
        screen.flow(width, if acting { Tone::Strong } else { Tone::Plain }, "", parts);
        let mut card = vec![format!("{} {}", hero.orientation.code(), self.side_text(seat, hero.orientation))];
        card.extend(self.prospects(seat, hero.orientation).into_iter().skip(1));
        screen.flow(width, Tone::Dim, "  ", card);
    }

    fn table_parts(&self, view: &View<'_>) -> Vec<String> {
        let mut parts = vec![format!("Tiny {} of {}", view.tiny(), self.data.tiny)];
        parts.push(format!("{} needed", counted(self.required(), "Gem")));
        if view.noise() > 0 {
            parts.push(format!("noise {}", view.noise()));
        }
        if view.is_solo() {
            let [first, second] = view.clock();
            let rises = if view.rises() { ", one goes up" } else { "" };
            parts.push(format!("countdown {first} and {second}{rises}"));
        }
        if view.round() > 0 {
            parts.push(format!("round {}", view.round()));
        }
        for (side, card) in (0..2).filter_map(|side| view.tactic(side).map(|card| (side, card))) {
            let fight = view.fight();
            let owner = self.name(if side == 0 { fight.attacker } else { fight.target });
            let way = if card.upright { "a Tactic upright" } else { "a Tactic crosswise" };
            parts.push(format!("{owner}: {}", card.shown.map_or(way, |tactic| tactic.name())));
        }
        parts
    }

    /// The table in sentences.
    pub(crate) fn describe_view(&self, view: &View<'_>) -> Vec<String> {
        let map = view.map();
        let mut told: Vec<String> = (0..view.seats()).map(|seat| self.describe_hero(view, seat)).collect();
        let lying = Space::ALL.into_iter().filter(|space| view.lying(*space) > 0);
        let gems: Vec<String> = lying.map(|space| format!("{} on {}", view.lying(space), map.name(space))).collect();
        told.push(if gems.is_empty() {
            "No Gem lies in the caverns.".to_owned()
        } else {
            format!("Gems lie: {}.", listed(&gems))
        });
        told.push(format!("Tiny is on {} and has Strength {}.", map.name(map.centre), view.tiny()));
        told.push(format!("Whoever is there with {} fights Tiny.", counted(self.required(), "Gem")));
        if view.noise() > 0 {
            told.push(format!("The noise is {}.", view.noise()));
        }
        if view.is_solo() {
            let [first, second] = view.clock();
            told.push(format!("The countdown dice are at {first} and {second}."));
            if view.rises() {
                told.push("One of them goes up at the end of this turn.".to_owned());
            }
        }
        for (side, card) in (0..2).filter_map(|side| view.tactic(side).map(|card| (side, card))) {
            let fight = view.fight();
            let (owner, way) =
                (if side == 0 { fight.attacker } else { fight.target }, if card.upright { "upright" } else { "crosswise" });
            let what = card.shown.map_or_else(|| format!("a Tactic face down, {way}"), |tactic| tactic.name().to_owned());
            told.push(format!("{} has played {what}.", self.name(owner)));
        }
        told.push(format!(
            "{}, columns {} from the left, rows 1 to {EDGE} from the top.",
            map.name,
            map.columns.map(String::from).join(" ")
        ));
        told.extend((0..EDGE).map(|row| self.describe_row(view, row)));
        told
    }

    fn describe_hero(&self, view: &View<'_>, seat: u8) -> String {
        let hero = view.hero(seat);
        let place = hero.at.map_or("is not placed yet".to_owned(), |at| format!("stands on {}", view.map().name(at)));
        let hidden = if hero.hidden { ", hidden" } else { "" };
        let first = if view.first() == seat && !view.is_solo() && view.round() > 0 { " First player." } else { "" };
        let placed = view.placed(seat).map_or(String::new(), |(card, exerted)| {
            let way = if card.upright { "upright" } else { "crosswise" };
            let die = if exerted { ", with Strength on it" } else { "" };
            let what = card.shown.map_or_else(|| format!("face down, {way}"), |control| control.name().to_owned());
            format!(" Control card: {what}{die}.")
        });
        format!(
            "{} {place}{hidden}, Strength {}, {}.{first} Action card {}: {}. {}.{placed}",
            self.hero_text(seat),
            hero.strength,
            counted(hero.gems, "Gem"),
            hero.orientation.code(),
            self.side_text(seat, hero.orientation),
            self.prospects(seat, hero.orientation).split_off(1).join(", ")
        )
    }

    /// Describes the walls of a row: "Row 2: walls a2 below; g2 right."
    fn describe_row(&self, view: &View<'_>, row: usize) -> String {
        let map = view.map();
        let mut walls = Vec::new();
        for column in 0..EDGE {
            let space = Space::new(column, row);
            for (side, word) in [(Side::East, "right of"), (Side::South, "below")] {
                if space.beside(side).is_some() && !map.open[space.index()].has(side) {
                    walls.push(format!("{word} {}", map.name(space)));
                }
            }
        }
        let walls = if walls.is_empty() { "no walls".to_owned() } else { format!("walls {}", listed(&walls)) };
        capital(&format!("row {}: {walls}.", row + 1))
    }
}
