//! The piecepack: requirements on every printed set, in every theme and ink.

use std::collections::{BTreeMap, BTreeSet};

use assert_cmd::Command;
use paperkeep::face::{Fonts, Templates};
use paperkeep::kit::{Deck, Ink, Kit, Piece, Side, Size, Um};
use paperkeep::press::layout::net::Net;
use paperkeep::press::sheet::{Flip, Placed, Sheet};
use paperkeep::press::write::pdf;
use paperkeep::press::{Layout, Order, Scheme, print};
use resvg::tiny_skia::{Pixmap, Transform};

const SUITS: [&str; 4] = ["suns", "moons", "crowns", "arms"];
const VALUES: [&str; 6] = ["null", "ace", "two", "three", "four", "five"];

fn kit() -> Kit {
    Kit::find("piecepack").unwrap_or_else(|problems| panic!("{problems}"))
}

/// Every look of the kit: each theme in each ink.
fn looks(check: impl Fn(&Kit, &Templates<'_>, &str)) {
    let kit = kit();
    for theme in kit.theme_names() {
        let kit = kit.themed(theme).unwrap();
        for ink in Ink::ALL {
            let templates = Templates::new(&kit, ink);
            check(&kit, &templates, &format!("{theme}, {}", ink.name()));
        }
    }
}

fn deck<'k>(kit: &'k Kit, name: &str) -> &'k Deck {
    kit.deck(name).unwrap_or_else(|| panic!("no deck `{name}`"))
}

/// The SVG of a side, without the printed code.
fn side(templates: &Templates<'_>, deck: &Deck, piece: &Piece<'_>, side: Side) -> String {
    let piece = Piece {
        code: "".into(),
        ..piece.clone()
    };
    templates
        .piece(deck, &piece, 0, side)
        .unwrap_or_else(|problems| panic!("{problems}"))
}

fn field<'p>(piece: &'p Piece<'_>, name: &str) -> &'p str {
    piece.row.text(name).unwrap()
}

/// A face as pixels, `edge` wide, showing the box `x y w h` in mm.
fn pixels(svg: &str, view: [f32; 4], edge: u32) -> Pixmap {
    let options = usvg::Options {
        fontdb: fonts(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).unwrap();
    let document = roxmltree::Document::parse(svg).unwrap();
    let root: Vec<f32> = document
        .root_element()
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|n| n.parse().unwrap())
        .collect();
    let scale = edge as f32 / view[2];
    let mut map = Pixmap::new(edge, (view[3] * scale).round() as u32).unwrap();
    map.fill(resvg::tiny_skia::Color::WHITE);
    let place =
        Transform::from_translate(root[0] - view[0], root[1] - view[1]).post_scale(scale, scale);
    resvg::render(&tree, place, &mut map.as_mut());
    map
}

fn fonts() -> std::sync::Arc<usvg::fontdb::Database> {
    let mut database = usvg::fontdb::Database::new();
    Fonts::shipped()
        .iter()
        .for_each(|font| database.load_font_data(font.bytes.to_vec()));
    database.into()
}

/// The darkness of each pixel, 0 to 255.
fn grey(map: &Pixmap) -> Vec<i32> {
    let weigh = |red: u8, green: u8, blue: u8| {
        (i32::from(red) * 30 + i32::from(green) * 59 + i32::from(blue) * 11) / 100
    };
    map.pixels()
        .iter()
        .map(|pixel| 255 - weigh(pixel.red(), pixel.green(), pixel.blue()))
        .collect()
}

#[test]
fn a_set_is_24_tiles_24_coins_4_dice_and_4_pawns_of_each_kind() {
    let kit = kit();
    let counts: Vec<_> = kit
        .decks
        .iter()
        .map(|deck| (deck.name.as_str(), deck.pieces().len()))
        .collect();
    let expected = [
        ("tiles", 24),
        ("coins", 24),
        ("dice", 24),
        ("standees", 4),
        ("sleeves", 4),
        ("caps", 4),
        ("small_caps", 4),
        ("saucers", 4),
    ];
    assert_eq!(counts, expected);
    for name in ["tiles", "coins"] {
        let rows: Vec<_> = deck(&kit, name)
            .pieces()
            .iter()
            .map(|p| format!("{} {}", field(p, "suit"), field(p, "value")))
            .collect();
        let expected: Vec<_> = SUITS
            .iter()
            .flat_map(|suit| VALUES.map(|value| format!("{suit} {value}")))
            .collect();
        assert_eq!(rows, expected, "{name}");
    }
    let codes: Vec<_> = deck(&kit, "tiles")
        .pieces()
        .iter()
        .map(|piece| piece.code.clone())
        .collect();
    assert_eq!(codes[..7], ["S0", "S1", "S2", "S3", "S4", "S5", "M0"]);
    assert_eq!(codes[23], "A5");
}

#[test]
fn pieces_have_the_sizes_of_the_standard() {
    let kit = kit();
    let size = |name: &str| deck(&kit, name).size;
    assert_eq!(size("tiles"), Size::new(Um(50_800), Um(50_800)));
    assert_eq!(size("coins"), Size::new(Um(19_050), Um(19_050)));
    assert!(
        size("coins").w * 2 <= size("tiles").w,
        "a coin is at most half a tile wide"
    );
    assert_eq!(size("dice").w + deck(&kit, "dice").recess, Um(12_700));
    let standee = deck(&kit, "standees");
    // Two sides and two feet.
    assert_eq!(
        (standee.size.w, (standee.size.h + standee.base) * 2),
        (Um(12_700), Um(63_400))
    );
    assert_eq!(standee.slit, Um(4_400));
    let net = Net::folded(standee, 0, 0, 0, &"pS".into());
    let slits = net
        .lines
        .iter()
        .map(|slit| (slit.from.x, slit.from.y, slit.to.y))
        .collect::<Vec<_>>();
    assert_eq!(
        slits,
        [
            (Um(6_350), Um(0), Um(4_400)),
            (Um(6_350), Um(59_000), Um(63_400))
        ]
    );
    assert_eq!(size("sleeves"), Size::new(Um(59_900 + 6_000), Um(12_700)));
    assert_eq!(
        [size("caps").w, size("small_caps").w, size("saucers").w],
        [Um(12_700), Um(9_500), Um(22_200)]
    );
}

#[test]
fn tiles_have_24_different_faces_and_one_back() {
    looks(|kit, templates, look| {
        let tiles = deck(kit, "tiles");
        let pieces = tiles.pieces();
        let faces: BTreeSet<_> = pieces
            .iter()
            .map(|piece| side(templates, tiles, piece, Side::Front))
            .collect();
        assert_eq!(faces.len(), 24, "{look}");
        // Including the printed code, which a back must not show.
        let back = |piece| templates.piece(tiles, piece, 0, Side::Back).unwrap();
        let backs: BTreeSet<_> = pieces.iter().map(back).collect();
        assert_eq!(backs.len(), 1, "{look}");
        let printed = templates.piece(tiles, &pieces[3], 0, Side::Front).unwrap();
        assert!(printed.contains(">S3<"), "{look}");
    });
}

#[test]
fn the_back_of_a_tile_is_the_same_after_every_quarter_turn() {
    looks(|kit, templates, look| {
        let tiles = deck(kit, "tiles");
        let bleed = tiles.bleed.mm() as f32;
        let edge = 50.8 + 2.0 * bleed;
        let drawn = pixels(
            &side(templates, tiles, &tiles.pieces()[0], Side::Back),
            [-bleed, -bleed, edge, edge],
            1096,
        );
        let (seen, n) = (grey(&drawn), drawn.width() as usize);
        assert!(
            seen.iter().filter(|dark| **dark > 128).count() > n,
            "{look}: nothing is drawn"
        );
        for turn in 1..4 {
            let turned = |x: usize, y: usize| match turn {
                1 => (n - 1 - y) + x * n,
                2 => (n - 1 - x) + (n - 1 - y) * n,
                _ => y + (n - 1 - x) * n,
            };
            let differ = (0..n * n)
                .filter(|at| (seen[*at] - seen[turned(at % n, at / n)]).abs() > 96)
                .count();
            assert!(
                differ < n * n / 20_000,
                "{look}: {differ} pixels differ after {turn} quarter turns"
            );
        }
    });
}

#[test]
fn a_coin_never_shows_suit_and_value_together() {
    looks(|kit, templates, look| {
        let coins = deck(kit, "coins");
        let (mut suits, mut values) = (
            BTreeMap::<_, BTreeSet<_>>::new(),
            BTreeMap::<_, BTreeSet<_>>::new(),
        );
        for piece in &coins.pieces() {
            let faces = [Side::Front, Side::Back]
                .map(|side| templates.piece(coins, piece, 0, side).unwrap());
            assert!(
                faces.iter().all(|face| !face.contains(&*piece.code)),
                "{look}: the code of {}",
                piece.code
            );
            let [suit, value] = faces;
            suits
                .entry(field(piece, "suit").to_owned())
                .or_default()
                .insert(suit);
            values
                .entry(field(piece, "value").to_owned())
                .or_default()
                .insert(value);
        }
        for (sides, classes) in [(&suits, 4), (&values, 6)] {
            assert!(
                sides.values().all(|drawings| drawings.len() == 1),
                "{look}: one drawing for each"
            );
            let different: BTreeSet<_> = sides.values().flatten().collect();
            assert_eq!((sides.len(), different.len()), (classes, classes), "{look}");
        }
        let palette = [
            kit.palette.of(Ink::Color),
            kit.palette.of(Ink::Mono),
            kit.palette.of(Ink::Lean),
        ];
        let allowed: BTreeSet<_> = palette
            .iter()
            .flat_map(|colours| [colours["ink"], colours["paper"]])
            .collect();
        for side in values.values().flatten() {
            let colours = side.match_indices('#').map(|(at, _)| &side[at..at + 7]);
            assert!(
                colours.clone().count() > 2
                    && colours.clone().all(|colour| allowed.contains(colour)),
                "{look}"
            );
        }
    });
}

#[test]
fn a_die_has_six_different_faces_and_one_without_a_value() {
    looks(|kit, templates, look| {
        let dice = deck(kit, "dice");
        let mut drawings = BTreeSet::new();
        for piece in &dice.pieces() {
            let drawing = side(templates, dice, piece, Side::Front);
            if piece.face == Some("null") {
                // No more than a frame, and the small mark in its corner.
                let ink = pixels(&drawing, [4.6, 1.0, 5.1, 8.7], 60);
                assert!(
                    ink.pixels().iter().all(|pixel| pixel == &ink.pixels()[0]),
                    "{look}: {} has a value",
                    piece.code
                );
            }
            drawings.insert(drawing);
        }
        assert_eq!(drawings.len(), 4 * 6, "{look}");
    });
    for row in &deck(&kit(), "dice").rows {
        assert!(row.faces().eq(VALUES));
    }
}

/// At 4 mm and at 9 mm, 300 pixels per inch, without hues: by shape alone.
#[test]
fn suits_can_be_distinguished_in_grey_at_4_mm() {
    looks(|kit, templates, look| {
        let tiles = deck(kit, "tiles");
        let caps = deck(kit, "small_caps");
        let marks = |deck: &Deck, view: [f32; 4], dots| -> Vec<Vec<bool>> {
            let pieces = deck.pieces();
            let first = SUITS.map(|suit| {
                pieces
                    .iter()
                    .find(|piece| field(piece, "suit") == suit)
                    .unwrap()
            });
            let shape = |piece: &Piece<'_>| {
                let dark = grey(&pixels(
                    &side(templates, deck, piece, Side::Front),
                    view,
                    dots,
                ));
                let (least, most) = (*dark.iter().min().unwrap(), *dark.iter().max().unwrap());
                dark.iter().map(|dark| *dark > (least + most) / 2).collect()
            };
            first.into_iter().map(shape).collect()
        };
        // The corner of a null tile, reduced to 4 mm; and the small mark on a disc, 4.9 mm.
        for shapes in [
            marks(tiles, [3.0, 3.0, 9.0, 9.0], 47),
            marks(caps, [2.28, 1.47, 4.94, 4.94], 47),
        ] {
            for (index, one) in shapes.iter().enumerate() {
                for other in &shapes[..index] {
                    let differ = one.iter().zip(other).filter(|(a, b)| a != b).count();
                    assert!(
                        differ * 100 > one.len() * 15,
                        "{look}: {differ} of {} dots differ",
                        one.len()
                    );
                }
            }
        }
    });
}

#[test]
fn every_back_lies_behind_the_front_of_its_own_piece() {
    let kit = kit();
    let paper = Size::new(Um(210_000), Um(297_000));
    for scheme in [Scheme::Duplex, Scheme::Gutterfold] {
        let layout = Layout {
            scheme,
            ..Layout::default()
        };
        let job = print(
            &kit,
            &Order {
                layout,
                ..Order::new(paper, "a4", Ink::Color)
            },
        )
        .unwrap()
        .sheets;
        let mut backs = BTreeSet::new();
        for (index, sheet) in job.sheets.iter().enumerate() {
            for back in &sheet.placed {
                let Some(behind) = back.behind else { continue };
                let front = &job.sheets[sheet.front.unwrap_or(index)].placed[behind.piece];
                assert_eq!(back.code, front.code);
                assert_eq!(
                    (back.at, back.size),
                    (front.mirrored(behind.mirror).at, front.size)
                );
                assert!(
                    backs.insert(back.code.clone()),
                    "{} has two backs",
                    back.code
                );
            }
        }
        let two_sided =
            ["tiles", "coins", "standees", "saucers"].map(|name| deck(&kit, name).pieces().len());
        assert_eq!(backs.len(), two_sided.iter().sum::<usize>(), "{scheme:?}");
    }
}

#[test]
fn themes_are_chosen_by_name() {
    let out = tempfile::tempdir().unwrap();
    let build = |theme: &str| {
        let mut program = Command::cargo_bin("paperkeep").unwrap();
        program.args([
            "build",
            "piecepack",
            "--paper",
            "a4",
            "--ink",
            "color",
            "--format",
            "pdf",
            "--theme",
            theme,
            "--out",
        ]);
        program.arg(out.path()).output().unwrap()
    };
    assert!(build("classic,plain").status.success());
    for file in ["piecepack-a4-color.pdf", "piecepack-plain-a4-color.pdf"] {
        assert!(out.path().join("piecepack").join(file).exists(), "{file}");
    }
    let told = build("pink");
    assert_eq!(told.status.code(), Some(1));
    let said = String::from_utf8(told.stderr).unwrap();
    assert!(
        said.contains("no theme `pink`") && said.contains("classic, yellow_crowns, plain"),
        "{said}"
    );
}

const PAPERS: [(Size, &str); 2] = [
    (Size::new(Um(210_000), Um(297_000)), "a4"),
    (Size::new(Um(215_900), Um(279_400)), "letter"),
];

/// Every layout on both papers: its sheets and its name.
fn layouts(ink: Ink, touching: bool, mut check: impl FnMut(&[Sheet], &str)) {
    let kit = kit();
    for (paper, name) in PAPERS {
        for (scheme, flip) in [
            (Scheme::Auto, Flip::Long),
            (Scheme::Duplex, Flip::Short),
            (Scheme::Gutterfold, Flip::Long),
            (Scheme::Label, Flip::Long),
        ] {
            let layout = Layout {
                scheme,
                flip,
                touching,
                ..Layout::default()
            };
            let sheets = print(
                &kit,
                &Order {
                    layout,
                    ..Order::new(paper, name, ink)
                },
            )
            .unwrap()
            .sheets
            .sheets;
            check(&sheets, &format!("{scheme:?}, {flip:?}, {name}"));
        }
    }
}

/// Check 5. The frame is for what is cut out; rulers and notes are outside it, where clipping by a printer does no harm.
#[test]
fn pieces_keep_within_the_frame_and_clear_of_each_other() {
    let kit = kit();
    let all = |name: &str| {
        deck(&kit, name)
            .pieces()
            .into_iter()
            .map(|piece| piece.code.into_owned())
            .collect::<BTreeSet<_>>()
    };
    let (tiles, coins) = (all("tiles"), all("coins"));
    // The kinds of two pieces: how many of them are tiles and how many are coins.
    let kinds = |one: &Placed, other: &Placed| {
        let count = |codes: &BTreeSet<String>| {
            [one, other]
                .iter()
                .filter(|piece| codes.contains(&*piece.code))
                .count()
        };
        (count(&tiles), count(&coins))
    };
    for touching in [false, true] {
        let mut closest = BTreeMap::new();
        layouts(Ink::Mono, touching, |sheets, layout| {
            for sheet in sheets {
                for (index, one) in sheet.placed.iter().enumerate() {
                    let (right, bottom) = (one.at.x + one.size.w, one.at.y + one.size.h);
                    let (frame, paper) = (Um(9_000), sheet.size);
                    let inside = one.at.x >= frame && one.at.y >= frame;
                    assert!(
                        inside && right <= paper.w - frame && bottom <= paper.h - frame,
                        "{layout}: {}",
                        one.code
                    );
                    // The front and back of a folded piece meet at the fold.
                    let folded =
                        |other: &&Placed| other.code == one.code && other.behind != one.behind;
                    for other in sheet.placed[..index].iter().filter(|other| !folded(other)) {
                        let apart = apart(one, other);
                        let told = format!(
                            "{layout}: {} and {} are {apart} mm apart",
                            one.code, other.code
                        );
                        // They touch and share a cut, or leave room for a knife.
                        assert!(apart == 0.0 || apart >= 0.999, "{told}");
                        let least = closest.entry(kinds(one, other)).or_insert(apart);
                        *least = least.min(apart);
                    }
                }
            }
        });
        let [two_tiles, two_coins, one_of_each] =
            [(2, 0), (0, 2), (1, 1)].map(|kinds| closest[&kinds]);
        match touching {
            false => assert!(
                two_tiles >= 3.9 && two_coins >= 5.9 && one_of_each >= 4.0,
                "{closest:?}"
            ),
            true => assert!(two_tiles == 0.0 && two_coins >= 0.999, "{closest:?}"),
        }
    }
}

/// Section 2: the code of a coin is beside it, outside the cut of the suit side, and not on any coin.
#[test]
fn the_code_of_every_coin_is_beside_it_outside_the_cut() {
    let kit = kit();
    let codes: BTreeSet<_> = deck(&kit, "coins")
        .pieces()
        .into_iter()
        .map(|piece| piece.code.into_owned())
        .collect();
    for (ink, touching) in [(Ink::Color, false), (Ink::Mono, false), (Ink::Mono, true)] {
        layouts(ink, touching, |sheets, layout| {
            let mut found = BTreeMap::<&str, usize>::new();
            for sheet in sheets {
                for line in sheet
                    .words
                    .iter()
                    .filter(|line| codes.contains(&*line.text))
                {
                    *found.entry(&line.text).or_default() += 1;
                    let extent = line.font.extent(&line.text);
                    let length = |units: i32| f64::from(units) * line.size / line.font.units();
                    let (left, right) = (line.x, line.x + length(extent.advance));
                    let (top, bottom) =
                        (line.y - length(extent.rise), line.y + length(extent.drop));
                    assert!(
                        line.size >= 1.8 && left >= 3.5 && right <= sheet.size.w.mm() - 3.5,
                        "{layout}"
                    );
                    assert!(top >= 3.5 && bottom <= sheet.size.h.mm() - 3.5, "{layout}");
                    // The distance from the trim of a piece to the nearest point of the code.
                    let away = |piece: &Placed| {
                        let (x, y) = (piece.at.x.mm(), piece.at.y.mm());
                        let (w, h) = (piece.size.w.mm(), piece.size.h.mm());
                        match piece.outline {
                            Some(_) => {
                                let (cx, cy) = (x + w / 2.0, y + h / 2.0);
                                (cx.clamp(left, right) - cx).hypot(cy.clamp(top, bottom) - cy)
                                    - w / 2.0
                            }
                            None => {
                                let (dx, dy) =
                                    ((left - x - w).max(x - right), (top - y - h).max(y - bottom));
                                if dx > 0.0 && dy > 0.0 {
                                    dx.hypot(dy)
                                } else {
                                    dx.max(dy)
                                }
                            }
                        }
                    };
                    for piece in &sheet.placed {
                        assert!(
                            away(piece) > piece.bleed.least().mm(),
                            "{layout}: {} on {}",
                            line.text,
                            piece.code
                        );
                    }
                    let near = |piece: &&Placed| {
                        ((away(piece) - piece.bleed.least().mm()) * 1000.0).round() as i64
                    };
                    let nearest = sheet.placed.iter().min_by_key(near).unwrap();
                    // Where coins nearly touch, the code is between three of them, always on the same side of its own.
                    let own = sheet
                        .placed
                        .iter()
                        .filter(|piece| *piece.code == *line.text)
                        .map(away)
                        .fold(9.0, f64::min);
                    assert!(
                        *nearest.code == *line.text || touching && own < 1.5,
                        "{layout}: {} beside {}",
                        line.text,
                        nearest.code
                    );
                    assert!(
                        nearest.behind.is_none() && sheet.side == Side::Front,
                        "{layout}: {} on a back",
                        line.text
                    );
                }
                assert!(
                    sheet.crowded.is_empty(),
                    "{layout}: no room for {:?}",
                    sheet.crowded
                );
            }
            // Labels have the two sides separately: each has the code, by which they are paired.
            let each = if layout.starts_with("Label") { 2 } else { 1 };
            assert_eq!(
                found,
                codes.iter().map(|code| (code.as_str(), each)).collect(),
                "{layout}"
            );
        });
    }
}

/// The distance between two pieces, in mm; negative if they overlap.
fn apart(one: &Placed, other: &Placed) -> f64 {
    let middle = |piece: &Placed| {
        let (w, h) = (piece.size.w.mm(), piece.size.h.mm());
        (
            piece.at.x.mm() + w / 2.0,
            piece.at.y.mm() + h / 2.0,
            w / 2.0,
            h / 2.0,
        )
    };
    let ((x, y, w, h), (ox, oy, ow, oh)) = (middle(one), middle(other));
    let distance = match one.outline.is_some() && other.outline.is_some() {
        true => (x - ox).hypot(y - oy) - w - ow,
        false => {
            let (dx, dy) = ((x - ox).abs() - w - ow, (y - oy).abs() - h - oh);
            if dx > 0.0 && dy > 0.0 {
                dx.hypot(dy)
            } else {
                dx.max(dy)
            }
        }
    };
    (distance * 1000.0).round() / 1000.0
}

/// Check 6: correct sizes in points of the PDF, within 0.1 mm.
#[test]
fn printed_sizes_are_right_in_points_of_the_pdf() {
    const NEAR: f64 = 0.1 / 25.4 * 72.0;
    // Where tiles share cuts, the distance from one to the next is the edge of a tile.
    let layout = Layout {
        touching: true,
        ..Layout::default()
    };
    let order = Order {
        layout,
        ..Order::new(Size::new(Um(210_000), Um(297_000)), "a4", Ink::Color)
    };
    let job = print(&kit(), &order).unwrap().sheets;
    let document = lopdf::Document::load_mem(&pdf::write(&job).unwrap()).unwrap();
    let (mut tiles, mut coins) = (0, 0);
    for (sheet, page) in job.sheets.iter().zip(document.page_iter()) {
        let page = PageDrawn::read(&document, page);
        let width = page.width;
        assert!(
            (width - 210.0 / 25.4 * 72.0).abs() < NEAR,
            "the page is {width} pt wide"
        );
        // A cut is drawn on both sides of a coin.
        coins += page
            .outlines
            .iter()
            .filter(|(w, h)| (w - 54.0).abs() < NEAR && (h - 54.0).abs() < NEAR)
            .count();
        if !sheet
            .placed
            .iter()
            .all(|placed| placed.size == Size::new(Um(50_800), Um(50_800)))
        {
            continue;
        }
        for row in page.placed.chunks(3) {
            for pair in row.windows(2) {
                assert!(
                    ((pair[1].0 - pair[0].0).abs() - 144.0).abs() < NEAR,
                    "{pair:?}"
                );
                tiles += 1;
            }
        }
    }
    assert!(
        tiles >= 2 * 8 && coins == 2 * 24,
        "{tiles} tile edges, {coins} coins measured"
    );
}

/// What a page draws, in points.
struct PageDrawn {
    width: f64,
    /// The positions of the pieces.
    placed: Vec<(f64, f64)>,
    /// The width and height of each cut outline.
    outlines: Vec<(f64, f64)>,
}

impl PageDrawn {
    fn read(document: &lopdf::Document, page: lopdf::ObjectId) -> PageDrawn {
        let dictionary = document.get_dictionary(page).unwrap();
        let media: Vec<f64> = dictionary
            .get(b"MediaBox")
            .unwrap()
            .as_array()
            .unwrap()
            .iter()
            .map(|n| f64::from(n.as_float().unwrap()))
            .collect();
        let mut drawn = PageDrawn {
            width: media[2] - media[0],
            placed: Vec::new(),
            outlines: Vec::new(),
        };
        let content = lopdf::content::Content::decode(&document.get_page_content(page)).unwrap();
        let (mut scale, mut depth, mut cutting, mut paths) = (None, 0, false, Vec::new());
        for operation in &content.operations {
            let numbers: Vec<f64> = operation
                .operands
                .iter()
                .filter_map(|operand| operand.as_float().ok())
                .map(f64::from)
                .collect();
            match operation.operator.as_str() {
                "q" => depth += 1,
                "Q" => depth -= 1,
                "BDC" if operation.operands[0].as_name().unwrap() == b"OC" => {
                    cutting = operation.operands[1].as_name().unwrap() == b"Cuts";
                }
                "cm" if scale.is_none() => scale = Some(numbers[0]),
                "cm" if depth == 1 && !cutting => drawn
                    .placed
                    .push((numbers[4] * scale.unwrap(), numbers[5] * scale.unwrap())),
                "m" => paths.push(vec![(numbers[0], numbers[1])]),
                "l" | "c" => {
                    let path: &mut Vec<(f64, f64)> = paths.last_mut().unwrap();
                    path.push((numbers[numbers.len() - 2], numbers[numbers.len() - 1]));
                }
                "S" | "s" if cutting => drawn.outlines.extend(paths.drain(..).map(|path| {
                    let of = |take: fn(&(f64, f64)) -> f64| {
                        let all = path.iter().map(take);
                        all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
                    };
                    (
                        of(|point| point.0) * scale.unwrap(),
                        of(|point| point.1) * scale.unwrap(),
                    )
                })),
                "S" | "s" | "n" | "f" => paths.clear(),
                _ => {}
            }
        }
        drawn
    }
}
