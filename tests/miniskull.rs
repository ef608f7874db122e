//! MiniSkull Caverns in print: cards turn in the hand as their hints say, and maps join.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use paperkeep::face::{Fonts, Templates};
use paperkeep::kit::{Deck, Ink, Kit, Piece, Side, Size, Um};
use paperkeep::press::sheet::{Flip, Placed, Sheet};
use paperkeep::press::{Layout, Order, Scheme, print};
use resvg::tiny_skia::{Pixmap, Transform};
use usvg::tiny_skia_path::PathSegment;
use usvg::{Group, Node, Tree};

/// Dossier 3.3: the side at the top, its action and noise, the sides after one and two clockwise quarter turns, and after
/// flipping the card sideways and end over end, and the action that its arrow announces.
const SIDES: [[&str; 8]; 8] = [
    ["FT", "Walk", "1", "FL", "FB", "BT", "BB", "Surprise Attack"],
    ["FR", "Run", "2", "FT", "FL", "BL", "BR", "Search"],
    ["FB", "Hide", "0", "FR", "FT", "BB", "BT", "Creep"],
    ["FL", "Search", "3", "FB", "FR", "BR", "BL", "Heal"],
    ["BT", "Surprise Attack", "2", "BL", "BB", "FT", "FB", "Hide"],
    ["BR", "Heal", "0", "BT", "BL", "FL", "FR", "Run"],
    ["BB", "Creep", "1", "BR", "BT", "FB", "FT", "Walk"],
    ["BL", "Search", "3", "BB", "BR", "FR", "FL", "Search"],
];

/// The walls in dossier 3.1, and the letters from left to right in the two orders of the cards.
const CELLARS: &str = "a1-b1 a1-r1 a2-a3 a3-b3 a4-r4 a5-b5 b3-b4 c1-d1 c2-c3 c3-d3 c5-d5 d2-r2 d3-d4 d5-r5 g1-g2 g4-g5 r1-r2 r4-r5";
const CATACOMBS: &str =
    "a1-b1 a1-r1 a2-a3 a4-r4 b1-g1 b2-b3 c3-c4 c5-d5 c5-g5 d2-r2 d3-d4 d5-r5 r1-r2 r4-r5";

const A4: Size = Size::new(Um(210_000), Um(297_000));
const LETTER: Size = Size::new(Um(215_900), Um(279_400));

type Vector = (f64, f64);

fn kit() -> Kit {
    Kit::find("miniskull-caverns").unwrap_or_else(|problems| panic!("{problems}"))
}

fn svg(kit: &Kit, ink: Ink, code: &str, side: Side) -> String {
    let (deck, piece) = piece(kit, code);
    Templates::new(kit, ink)
        .piece(deck, &piece, 0, side)
        .unwrap_or_else(|problems| panic!("{problems}"))
}

fn piece<'k>(kit: &'k Kit, code: &str) -> (&'k Deck, Piece<'k>) {
    let pieces = kit
        .decks
        .iter()
        .flat_map(|deck| deck.pieces().into_iter().map(move |piece| (deck, piece)));
    pieces
        .into_iter()
        .find(|(_, piece)| piece.code == code)
        .unwrap_or_else(|| panic!("no piece `{code}`"))
}

static TYPE: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut database = usvg::fontdb::Database::new();
    Fonts::shipped()
        .iter()
        .for_each(|font| database.load_font_data(font.bytes.to_vec()));
    database.into()
});

fn tree(svg: &str) -> Tree {
    Tree::from_str(
        svg,
        &usvg::Options {
            fontdb: TYPE.clone(),
            ..usvg::Options::default()
        },
    )
    .unwrap()
}

/// Every node of a drawing, in painting order.
fn nodes(group: &Group, visit: &mut impl FnMut(&Node)) {
    for node in group.children() {
        visit(node);
        if let Node::Group(group) = node {
            nodes(group, visit);
        }
    }
}

/// A panel of a face: its words and the names of its signs, assigned by their orientation.
#[derive(Clone, Debug)]
struct Panel {
    /// The reading direction, in the drawing.
    reading: Vector,
    words: Vec<String>,
    signs: Vec<String>,
}

impl Panel {
    fn says(&self, word: &str) -> bool {
        self.words.iter().any(|said| said == word)
    }
}

/// The panels of a face, distinguished only by the direction of their words.
fn panels(svg: &str) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    nodes(tree(svg).root(), &mut |node| {
        let transform = node.abs_transform();
        let reading = (
            f64::from(transform.sx).round(),
            f64::from(transform.ky).round(),
        );
        let (word, sign) = match node {
            Node::Text(text) => (
                Some(
                    text.chunks()
                        .iter()
                        .map(|chunk| chunk.text())
                        .collect::<String>(),
                ),
                None,
            ),
            Node::Group(group) if !group.id().is_empty() => (None, Some(group.id().to_owned())),
            _ => return,
        };
        let known = panels.iter_mut().position(|panel| panel.reading == reading);
        let index = known.unwrap_or_else(|| {
            panels.push(Panel {
                reading,
                words: Vec::new(),
                signs: Vec::new(),
            });
            panels.len() - 1
        });
        panels[index].words.extend(word);
        panels[index].signs.extend(sign);
    });
    panels
}

/// A card in the hand: paper printed on both sides, as cut from a sheet.
struct Card {
    /// The panels of both sides, with reading directions relative to the front of the sheet; the back is seen through the
    /// paper.
    panels: [Vec<Panel>; 2],
    /// Which side is up.
    up: usize,
    /// Where the axes of the front of the sheet point on the table.
    x: Vector,
    y: Vector,
}

impl Card {
    fn clockwise(&mut self) {
        let turned = |(x, y): Vector| (-y, x);
        (self.x, self.y) = (turned(self.x), turned(self.y));
    }

    /// Flips the card like a page.
    fn sideways(&mut self) {
        (self.x.0, self.y.0) = (-self.x.0, -self.y.0);
        self.up = 1 - self.up;
    }

    fn end_over_end(&mut self) {
        (self.x.1, self.y.1) = (-self.x.1, -self.y.1);
        self.up = 1 - self.up;
    }

    /// The panel at the top, which a player can read.
    fn top(&self) -> &Panel {
        let reads = |panel: &&Panel| {
            let (x, y) = panel.reading;
            (self.x.0 * x + self.y.0 * y, self.x.1 * x + self.y.1 * y) == (1.0, 0.0)
        };
        let mut found = self.panels[self.up].iter().filter(reads);
        let panel = found.next().expect("a panel is upright");
        assert!(found.next().is_none());
        panel
    }

    /// Turns the card so that the panel with this word is at the top.
    fn lay(&mut self, word: &str) {
        for turn in 0..8 {
            if self.top().says(word) {
                return;
            }
            if turn == 3 {
                self.sideways()
            } else {
                self.clockwise()
            }
        }
        panic!("nothing says `{word}`");
    }
}

/// Converts a direction in a drawing to the sheet, for a piece placed like `placed`.
fn turned(placed: &Placed, size: Size, (x, y): Vector) -> Vector {
    let [a, b, c, d, ..] = placed.matrix(size);
    (a * x + c * y, b * x + d * y)
}

/// A layout and its sheets.
struct Way {
    name: String,
    flip: Flip,
    paper: Size,
    sheets: Vec<Sheet>,
}

/// Duplex about either edge, and gutterfold, on both papers.
static WAYS: LazyLock<Vec<Way>> = LazyLock::new(|| {
    let kit = kit();
    let schemes = [
        (Scheme::Duplex, Flip::Long),
        (Scheme::Duplex, Flip::Short),
        (Scheme::Gutterfold, Flip::Long),
    ];
    let ways = [A4, LETTER]
        .into_iter()
        .flat_map(|paper| schemes.map(|(scheme, flip)| (scheme, flip, paper)));
    let way = |(scheme, flip, paper): (Scheme, Flip, Size)| {
        let layout = Layout {
            scheme,
            flip,
            ..Layout::default()
        };
        let printed = print(
            &kit,
            &Order {
                layout,
                ..Order::new(paper, "paper", Ink::Color)
            },
        )
        .unwrap();
        Way {
            name: format!("{scheme:?}, {flip:?}, {paper}"),
            flip,
            paper,
            sheets: printed.sheets.sheets,
        }
    };
    ways.map(way).collect()
});

/// All cards of a deck, cut from the sheets of one layout and turned over as people turn paper.
fn cut(kit: &Kit, deck: &str, way: &Way) -> Vec<Card> {
    let sheets = &way.sheets;
    let deck = kit.deck(deck).unwrap();
    let mut cards = Vec::new();
    for sheet in sheets {
        for back in sheet
            .placed
            .iter()
            .filter(|back| deck.pieces().iter().any(|piece| *piece.code == *back.code))
        {
            let Some(behind) = back.behind else { continue };
            let front = &sheet.front.map_or(sheet, |front| &sheets[front]).placed[behind.piece];
            assert_eq!((&front.code, front.size), (&back.code, back.size));
            let through = over(sheet, way.flip, way.paper);
            let middle = |placed: &Placed| {
                (
                    (placed.at.x * 2 + placed.size.w).0 as f64 / 2e3,
                    (placed.at.y * 2 + placed.size.h).0 as f64 / 2e3,
                )
            };
            let ((x, y), (origin_x, origin_y)) = (through(middle(back)), through((0.0, 0.0)));
            let (front_x, front_y) = middle(front);
            assert!(
                (x - front_x).abs() < 0.001 && (y - front_y).abs() < 0.001,
                "{} is behind itself",
                back.code
            );
            let read =
                |side: Side, placed: &Placed, through: &dyn Fn(Vector) -> Vector| -> Vec<Panel> {
                    let panels = panels(&svg(kit, Ink::Color, &placed.code, side));
                    let seen = |panel: Panel| Panel {
                        reading: through(turned(placed, deck.size, panel.reading)),
                        ..panel
                    };
                    panels.into_iter().map(seen).collect()
                };
            let behind = |direction: Vector| {
                let (x, y) = through(direction);
                (x - origin_x, y - origin_y)
            };
            let panels = [
                read(Side::Front, front, &|same| same),
                read(Side::Back, back, &behind),
            ];
            cards.push(Card {
                panels,
                up: 0,
                x: (1.0, 0.0),
                y: (0.0, 1.0),
            });
        }
    }
    assert_eq!(cards.len(), deck.pieces().len());
    cards
}

/// Where a point of a back is on the front of its sheet, computed from the edge of the paper or the printed fold rather than
/// from the layout.
fn over(sheet: &Sheet, flip: Flip, paper: Size) -> impl Fn(Vector) -> Vector + use<> {
    let (w, h) = (paper.w.mm(), paper.h.mm());
    let fold = sheet
        .folds
        .iter()
        .find(|_| sheet.side == Side::Front)
        .copied();
    let duplex = sheet.side == Side::Back;
    move |(x, y)| match (fold, flip) {
        (Some(fold), _) if fold.from.x == fold.to.x => (2.0 * fold.from.x.mm() - x, y),
        (Some(fold), _) => (x, 2.0 * fold.from.y.mm() - y),
        (None, _) if !duplex => panic!("a back on the front of the paper needs a fold"),
        (None, Flip::Long) => (w - x, y),
        (None, Flip::Short) => (x, h - y),
    }
}

#[test]
fn the_action_card_turns_and_flips_as_the_rules_say() {
    let kit = kit();
    for way in &*WAYS {
        for mut card in cut(&kit, "actions", way) {
            for [
                code,
                action,
                noise,
                once,
                twice,
                sideways,
                end_over_end,
                hint,
            ] in SIDES
            {
                let how = format!("{}: {code}", way.name);
                card.lay(code);
                let top = card.top().clone();
                assert!(
                    top.says(action) && top.says(noise) && top.says(&format!("flip: {hint}")),
                    "{how}: {top:?}"
                );
                card.clockwise();
                assert!(card.top().says(once), "{how}, rotated once");
                card.clockwise();
                assert!(card.top().says(twice), "{how}, rotated twice");
                card.lay(code);
                card.sideways();
                assert!(card.top().says(sideways), "{how}, turned sideways");
                card.lay(code);
                card.end_over_end();
                assert!(card.top().says(end_over_end), "{how}, turned end over end");
                // The printed arrow leads to the action in the hint.
                card.lay(code);
                match top.signs.as_slice() {
                    [sign] if sign == "sideways" => card.sideways(),
                    [sign] if sign == "end_over_end" => card.end_over_end(),
                    signs => panic!("{how} has the arrows {signs:?}"),
                }
                assert!(card.top().says(hint), "{how}, flipped");
            }
        }
    }
}

#[test]
fn tiny_weakens_by_quarter_turns() {
    let kit = kit();
    for way in &*WAYS {
        for mut card in cut(&kit, "tiny", way) {
            card.lay("8");
            for strength in (1..=8).rev() {
                assert!(
                    card.top().says(&strength.to_string()),
                    "{}: {strength}",
                    way.name
                );
                if strength == 5 {
                    card.sideways()
                } else {
                    card.clockwise()
                }
            }
        }
    }
}

#[test]
fn a_control_card_face_down_shows_its_possible_controls() {
    let kit = kit();
    let controls = [
        ("Rotate 0", "Parry", "Rotate 0 or Flip"),
        ("Rotate 1", "Lunge", "Rotate 1 or Rotate 2"),
        ("Flip", "Jab", "Rotate 0 or Flip"),
        ("Rotate 2", "Block", "Rotate 1 or Rotate 2"),
    ];
    for way in &*WAYS {
        for mut card in cut(&kit, "controls", way) {
            for (control, tactic, bluff) in controls {
                card.lay(control);
                assert!(card.top().says(tactic), "{}: {control}", way.name);
                card.sideways();
                assert!(card.top().says(bluff), "{}: {control}", way.name);
            }
        }
    }
}

/// A face as grey pixels, where 255 is dark, with this many pixels per mm; the origin is the corner of the trim.
fn grey(svg: &str, dots: f32) -> (Vec<i32>, usize) {
    let (w, h) = (63.0 * dots, 88.0 * dots);
    let mut map = Pixmap::new(w as u32, h as u32).unwrap();
    map.fill(resvg::tiny_skia::Color::WHITE);
    resvg::render(
        &tree(svg),
        Transform::from_translate(-2.0, -2.0).post_scale(dots, dots),
        &mut map.as_mut(),
    );
    let weigh = |red: u8, green: u8, blue: u8| {
        (i32::from(red) * 30 + i32::from(green) * 59 + i32::from(blue) * 11) / 100
    };
    (
        map.pixels()
            .iter()
            .map(|pixel| 255 - weigh(pixel.red(), pixel.green(), pixel.blue()))
            .collect(),
        w as usize,
    )
}

#[test]
fn the_back_of_a_control_card_is_the_same_after_half_a_turn() {
    let kit = kit();
    for ink in Ink::ALL {
        for code in ["CC1", "CC2", "CC3"] {
            let (seen, _) = grey(&svg(&kit, ink, code, Side::Back), 8.0);
            let differ = seen
                .iter()
                .zip(seen.iter().rev())
                .filter(|(one, other)| (*one - *other).abs() > 96)
                .count();
            assert!(
                differ < seen.len() / 2_000,
                "{code} in {}: {differ} of {} dots differ",
                ink.name(),
                seen.len()
            );
        }
    }
}

#[test]
fn nine_cards_lie_on_one_sheet_in_the_order_of_the_box() {
    let kit = kit();
    for paper in [A4, LETTER] {
        let printed = print(&kit, &Order::new(paper, "paper", Ink::Color)).unwrap();
        let cards = |side: Side| -> Vec<&Sheet> {
            let has = |sheet: &&Sheet| {
                sheet.side == side && sheet.placed.iter().any(|placed| &*placed.code == "AC1")
            };
            printed.sheets.sheets.iter().filter(has).collect()
        };
        let order = |sheet: &Sheet| {
            let mut placed: Vec<_> = sheet.placed.iter().collect();
            placed.sort_by_key(|placed| (placed.at.y, placed.at.x));
            placed
                .iter()
                .map(|placed| &*placed.code)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let [front] = cards(Side::Front)[..] else {
            panic!("one sheet of fronts")
        };
        let [back] = cards(Side::Back)[..] else {
            panic!("one sheet of backs")
        };
        assert_eq!(order(front), "CC1 CC2 CC3 AC1 AC2 AC3 TN1 MC1 MC2");
        assert_eq!(order(back), "CC3 CC2 CC1 AC3 AC2 AC1 MC2 MC1 TN1");
        for placed in front.placed.iter().chain(&back.placed) {
            assert_eq!(
                (placed.size, placed.turns),
                (Size::new(Um(63_000), Um(88_000)), 0),
                "{}",
                placed.code
            );
        }
    }
}

/// Where the outlines of a face cross a vertical line, in mm, in painting order, with their paint.
fn crossings(svg: &str, at: f64) -> Vec<(String, f64)> {
    let mut found = Vec::new();
    nodes(tree(svg).root(), &mut |node| {
        let bounds = node.abs_bounding_box();
        let over = f64::from(bounds.left()) - 2.0 < at && at < f64::from(bounds.right()) - 2.0;
        match node {
            Node::Text(text) => {
                let words: String = text.chunks().iter().map(|chunk| chunk.text()).collect();
                assert!(!over, "`{words}` would be cut in two");
            }
            Node::Path(path) if over => {
                let Some(data) = path.data().clone().transform(path.abs_transform()) else {
                    return;
                };
                let paint = format!(
                    "{:?} {:?}",
                    path.fill().map(|fill| fill.paint()),
                    path.stroke().map(|s| (s.paint(), s.width()))
                );
                let curve = flat(data.segments());
                for line in curve.iter().flat_map(|points| points.windows(2)) {
                    let ((x0, y0), (x1, y1)) = (line[0], line[1]);
                    if (x0 < at) != (x1 < at) {
                        found.push((paint.clone(), y0 + (y1 - y0) * (at - x0) / (x1 - x0)));
                    }
                }
            }
            _ => {}
        }
    });
    found
}

/// Outlines as points, in mm from the corner of the trim, with curves in 32 steps.
fn flat(segments: impl Iterator<Item = PathSegment>) -> Vec<Vec<Vector>> {
    let mut outlines: Vec<Vec<Vector>> = Vec::new();
    let point = |p: usvg::tiny_skia_path::Point| (f64::from(p.x) - 2.0, f64::from(p.y) - 2.0);
    for segment in segments {
        if let PathSegment::MoveTo(p) = segment {
            outlines.push(vec![point(p)]);
            continue;
        }
        let Some(outline) = outlines.last_mut() else {
            continue;
        };
        let (first, last) = (outline[0], outline[outline.len() - 1]);
        let controls = match segment {
            PathSegment::LineTo(p) => vec![last, point(p)],
            PathSegment::QuadTo(a, p) => vec![last, point(a), point(p)],
            PathSegment::CubicTo(a, b, p) => vec![last, point(a), point(b), point(p)],
            _ => vec![last, first],
        };
        let steps = if controls.len() == 2 { 1 } else { 32 };
        outline
            .extend((1..=steps).map(|step| along(&controls, f64::from(step) / f64::from(steps))));
    }
    outlines
}

/// A point on a curve, by De Casteljau's algorithm.
fn along(controls: &[Vector], t: f64) -> Vector {
    if let [point] = controls {
        return *point;
    }
    let between = |pair: &[Vector]| {
        (
            pair[0].0 + (pair[1].0 - pair[0].0) * t,
            pair[0].1 + (pair[1].1 - pair[0].1) * t,
        )
    };
    along(&controls.windows(2).map(between).collect::<Vec<_>>(), t)
}

#[test]
fn map_cards_join_to_the_micrometre() {
    let kit = kit();
    for ink in Ink::ALL {
        for side in [Side::Front, Side::Back] {
            // The green halves meet with MC1 on the left, the red ones with MC2 on the left.
            for (left, right) in [("MC1", "MC2"), ("MC2", "MC1")] {
                let ours = crossings(&svg(&kit, ink, left, side), 63.0);
                let theirs = crossings(&svg(&kit, ink, right, side), 0.0);
                assert!(ours.len() > 60, "{} lines meet", ours.len());
                assert_eq!(
                    ours.len(),
                    theirs.len(),
                    "{left} and {right}, {}",
                    ink.name()
                );
                for ((paint, y), (other, z)) in ours.iter().zip(&theirs) {
                    assert_eq!(paint, other);
                    assert!((y - z).abs() <= 0.001, "{left} and {right}: {y} and {z}");
                }
            }
        }
    }
}

#[test]
fn maps_show_the_walls_of_the_rules_and_no_others() {
    let kit = kit();
    for ink in [Ink::Color, Ink::Mono] {
        for (side, listed) in [(Side::Front, CELLARS), (Side::Back, CATACOMBS)] {
            let (mut walls, mut ways) = (BTreeSet::new(), 0);
            for (code, letters) in [("MC1", ["r", "a", "b", "g"]), ("MC2", ["g", "c", "d", "r"])] {
                let dots = 10.0;
                let (seen, wide) = grey(&svg(&kit, ink, code, side), dots);
                // Rock is dark and floor is light; half a millimetre in every direction shows which it is.
                let rock = |x: f32, y: f32| {
                    let near = (0..25).map(|k| {
                        (
                            x + (k % 5) as f32 * 0.2 - 0.4,
                            y + (k / 5) as f32 * 0.2 - 0.4,
                        )
                    });
                    let inside = near.filter(|(x, _)| (0.0..63.0).contains(x));
                    let dark: Vec<i32> = inside
                        .map(|(x, y)| seen[(y * dots) as usize * wide + (x * dots) as usize])
                        .collect();
                    dark.iter().sum::<i32>() > 128 * dark.len() as i32
                };
                let mut border = |one: String, other: String, x: f32, y: f32| {
                    if !rock(x, y) {
                        ways += 1;
                    } else {
                        walls.insert(if one < other {
                            format!("{one}-{other}")
                        } else {
                            format!("{other}-{one}")
                        });
                    }
                };
                for (column, letter) in letters.iter().enumerate() {
                    for row in 1..=5 {
                        let middle = 2.0 + 16.8 * (row as f32 - 0.5);
                        if let Some(next) = letters.get(column + 1) {
                            let x = 10.5 + 21.0 * column as f32;
                            border(format!("{letter}{row}"), format!("{next}{row}"), x, middle);
                        }
                        if row < 5 {
                            let x = (21.0 * column as f32).clamp(1.0, 62.0);
                            border(
                                format!("{letter}{row}"),
                                format!("{letter}{}", row + 1),
                                x,
                                middle + 8.4,
                            );
                        }
                    }
                }
            }
            let listed: BTreeSet<String> = listed.split(' ').map(str::to_owned).collect();
            assert_eq!(walls, listed, "{}", ink.name());
            // Walls in the half columns are on both cards.
            let twice = listed
                .iter()
                .filter(|wall| wall.matches(['g', 'r']).count() == 2)
                .count();
            assert_eq!(ways + listed.len() + twice, 2 * (3 * 5 + 4 * 4));
        }
    }
}

#[test]
fn gems_starts_and_tinies_are_where_the_rules_put_them() {
    let kit = kit();
    let found = |code: &str, side: Side, letters: [&str; 4]| {
        let mut found = Vec::new();
        nodes(
            tree(&svg(&kit, Ink::Mono, code, side)).root(),
            &mut |node| {
                let Node::Group(group) = node else { return };
                if ["gem", "start", "tiny_green", "tiny_red"].contains(&group.id()) {
                    let bounds = group.abs_bounding_box();
                    let (x, y) = (
                        (bounds.left() + bounds.right()) / 2.0 - 2.0,
                        (bounds.top() + bounds.bottom()) / 2.0 - 2.0,
                    );
                    let (column, row) = (
                        (x / 21.0).round() as usize,
                        ((y - 2.0) / 16.8 + 1.0) as usize,
                    );
                    found.push(format!("{} {}{row}", group.id(), letters[column]));
                }
            },
        );
        found.sort();
        found.join(", ")
    };
    let ([one, two], halves) = (
        [["r", "a", "b", "g"], ["g", "c", "d", "r"]],
        "tiny_green g3, tiny_red r3",
    );
    assert_eq!(
        found("MC1", Side::Front, one),
        format!("gem a2, gem a4, start b1, start r1, {halves}")
    );
    assert_eq!(
        found("MC2", Side::Front, two),
        format!("gem d2, gem d4, start c5, start r1, {halves}")
    );
    assert_eq!(
        found("MC1", Side::Back, one),
        format!("gem a1, gem b4, start b1, start r1, {halves}")
    );
    assert_eq!(
        found("MC2", Side::Back, two),
        format!("gem c2, gem d5, start c5, start r1, {halves}")
    );
}

#[test]
fn every_sheet_of_maps_names_game_designer_and_licence() {
    let kit = kit();
    for side in [Side::Front, Side::Back] {
        let printed = svg(&kit, Ink::Lean, "MC1", side);
        for words in [
            "MiniSkull Caverns",
            "George Jaros",
            "CC BY-NC-SA 4.0",
            "new",
        ] {
            assert!(printed.contains(words), "{words}");
        }
    }
    assert!(kit.files.has("LICENSE"));
}
