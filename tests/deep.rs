//! Deep, Dark Dungeon in print: the needs of both editions, tiles that show their height, hexagons of any size.

use std::collections::{BTreeMap, BTreeSet};

use assert_cmd::Command;
use paperkeep::face::Templates;
use paperkeep::kit::{Deck, Files, Ink, Kit, Piece, Side, Size, Um};
use paperkeep::press::layout::nest::nest;
use paperkeep::press::layout::net::Net;
use paperkeep::press::sheet::Placed;
use paperkeep::press::{Order, print};
use resvg::tiny_skia::{Color, Pixmap, Transform};

const A4: Size = Size::new(Um(210_000), Um(297_000));
const LETTER: Size = Size::new(Um(215_900), Um(279_400));
/// A typographic point, in mm.
const POINT: f64 = 25.4 / 72.0;

fn kit() -> Kit {
    Kit::find("deep-dark-dungeon").unwrap_or_else(|problems| panic!("{problems}"))
}

fn deck<'k>(kit: &'k Kit, name: &str) -> &'k Deck {
    kit.deck(name).unwrap_or_else(|| panic!("no deck `{name}`"))
}

fn face(templates: &Templates<'_>, deck: &Deck, piece: &Piece<'_>, side: Side) -> String {
    templates
        .piece(deck, piece, 0, side)
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// Every face of a deck in every ink.
fn each_face(kit: &Kit, deck: &Deck, mut check: impl FnMut(Ink, &Piece<'_>, Side, &str)) {
    for ink in Ink::ALL {
        let templates = Templates::new(kit, ink);
        for piece in deck.pieces() {
            for side in [Side::Front, Side::Back]
                .into_iter()
                .filter(|side| deck.template(*side).is_some())
            {
                check(ink, &piece, side, &face(&templates, deck, &piece, side));
            }
        }
    }
}

/// Every text on a face: its words, its font, and its size in mm if it is not scaled.
fn texts(svg: &str) -> Vec<(String, String, f64)> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    let size =
        |node: &roxmltree::Node<'_, '_>| node.attribute("font-size").unwrap().parse().unwrap();
    texts
        .map(|node| {
            (
                node.text().unwrap_or("").to_owned(),
                node.attribute("font-family").unwrap().into(),
                size(&node),
            )
        })
        .collect()
}

fn list<'p>(piece: &'p Piece<'_>, field: &str) -> Vec<&'p str> {
    piece.row.list(field).unwrap().collect()
}

fn order(paper: Size, hex: Option<i64>) -> Order {
    Order {
        hex: hex.map(Um),
        ..Order::new(paper, if paper == A4 { "a4" } else { "letter" }, Ink::Mono)
    }
}

#[test]
fn both_editions_fit_a_box_of_41_tiles_22_encounters_and_8_explorers() {
    let kit = kit();
    let counts: Vec<_> = kit
        .decks
        .iter()
        .map(|deck| (deck.name.as_str(), deck.pieces().len()))
        .collect();
    let expected = [
        ("tiles", 41),
        ("encounters", 22),
        ("guardians", 1),
        ("explorers", 8),
        ("overviews", 1),
        ("figures", 4),
        ("tokens", 4),
        ("markers", 1),
        ("small_tokens", 5),
    ];
    assert_eq!(counts, expected);
    for edition in ["v1_0", "original"] {
        let kit = kit.of_edition(edition).unwrap();
        let counts =
            ["tiles", "encounters", "explorers"].map(|name| deck(&kit, name).pieces().len());
        assert_eq!(counts, [40, 20, 4], "{edition}");
    }
}

/// Dossier 2.2: 12, 10, 8, 6 and 4 tiles of heights 1 to 5, including two Encounters of each; one Start; an Exit only in
/// v1.0.
#[test]
fn an_edition_has_fewer_tiles_the_higher_they_are_and_two_encounters_of_each_height() {
    for (edition, exits) in [("v1_0", 1), ("original", 0)] {
        let kit = kit().of_edition(edition).unwrap();
        let mut heights: BTreeMap<i64, [usize; 2]> = BTreeMap::new();
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for piece in deck(&kit, "tiles").pieces() {
            let kind = piece.row.text("kind").unwrap();
            let counts = heights
                .entry(piece.row.field("height").unwrap().as_i64().unwrap())
                .or_default();
            counts[0] += 1;
            counts[1] += usize::from(kind == "encounter");
            *kinds.entry(kind.to_owned()).or_default() += 1;
        }
        let expected = [
            (1, [12, 2]),
            (2, [10, 2]),
            (3, [8, 2]),
            (4, [6, 2]),
            (5, [4, 2]),
        ];
        assert_eq!(heights, BTreeMap::from(expected), "{edition}");
        assert_eq!(
            (kinds["start"], kinds.get("exit").copied().unwrap_or(0)),
            (1, exits),
            "{edition}"
        );
    }
}

/// A large numeral, one at every other corner readable from its side, and a terrace for each step of height.
#[test]
fn a_tile_shows_its_height_in_every_ink_and_from_every_side() {
    let kit = kit();
    each_face(&kit, deck(&kit, "tiles"), |ink, piece, side, svg| {
        if side == Side::Back {
            return;
        }
        let height = piece.row.field("height").unwrap().as_u64().unwrap();
        let case = format!("{} in {}", piece.code, ink.name());
        if height == 1 {
            // The 1 has a flag and a foot, so that it is not a mere bar in any orientation.
            let drawn = svg.matches("M-1.3 -2.6L-3.3 -1.5").count();
            assert_eq!((drawn, svg.matches("scale(.3)").count()), (4, 3), "{case}");
        } else {
            let numerals: Vec<_> = texts(svg)
                .into_iter()
                .filter(|(words, ..)| *words == height.to_string())
                .collect();
            assert_eq!(numerals.len(), 4, "{case}");
            assert!(numerals.iter().any(|(.., size)| *size > 13.0), "{case}");
        }
        for turn in ["rotate(0)", "rotate(120)", "rotate(240)"] {
            assert!(svg.contains(turn), "{case}: no numeral at {turn}");
        }
        // Terraces are the only closed lines with 24 curves.
        let terraces = svg
            .split(" d=\"")
            .skip(1)
            .filter(|path| path[..path.find('"').unwrap()].matches('Q').count() == 24);
        assert_eq!(terraces.count() as u64, height, "{case}");
    });
}

#[test]
fn all_tiles_differ_and_their_backs_do_not() {
    let kit = kit();
    let tiles = deck(&kit, "tiles");
    let (mut fronts, mut backs) = (BTreeSet::new(), BTreeMap::<&str, BTreeSet<String>>::new());
    each_face(&kit, tiles, |ink, _, side, svg| {
        match side {
            Side::Front => fronts.insert(svg.to_owned()),
            Side::Back => backs.entry(ink.name()).or_default().insert(svg.to_owned()),
        };
    });
    assert_eq!(fronts.len(), 41 * Ink::ALL.len());
    assert!(backs.values().all(|drawings| drawings.len() == 1));
}

/// Tiles are laid in any orientation, so a back that changed after a sixth of a turn would identify its tile.
#[test]
fn the_back_of_a_tile_is_the_same_from_each_of_its_six_sides() {
    let kit = kit();
    let tiles = deck(&kit, "tiles");
    for ink in Ink::ALL {
        let templates = Templates::new(&kit, ink);
        let svg = face(&templates, tiles, &tiles.pieces()[0], Side::Back);
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
        // The middle of the face is the middle of the picture, with ten pixels per millimetre.
        let middle = [21.0, 24.094].map(|mm: f32| mm * tree.size().width() / 42.0);
        let scale = 420.0 / tree.size().width();
        let drawn = |turn: f32| {
            let mut map = Pixmap::new(420, 420).unwrap();
            map.fill(Color::WHITE);
            let place = Transform::from_translate(-middle[0], -middle[1]).post_scale(scale, scale);
            let place = place
                .post_concat(Transform::from_rotate(turn))
                .post_translate(210.0, 210.0);
            resvg::render(&tree, place, &mut map.as_mut());
            map.pixels()
                .iter()
                .map(|pixel| i32::from(pixel.green()))
                .collect::<Vec<_>>()
        };
        let upright = drawn(0.0);
        let (dark, light) = (
            *upright.iter().min().unwrap(),
            *upright.iter().max().unwrap(),
        );
        let contrast = light - dark;
        let drawn_on = upright
            .iter()
            .filter(|green| light - **green > contrast / 2)
            .count();
        assert!(
            contrast > 60 && drawn_on > 2_000,
            "{}: nothing is drawn",
            ink.name()
        );
        for sixth in 1..6 {
            let turned = drawn(60.0 * sixth as f32);
            // The incircle of the hexagon, which is visible in every orientation.
            let inside =
                |at: &usize| ((at % 420) as f32 - 210.0).hypot((at / 420) as f32 - 210.0) < 188.0;
            let differ = (0..420 * 420)
                .filter(inside)
                .filter(|at| (upright[*at] - turned[*at]).abs() * 5 > contrast * 3)
                .count();
            assert!(
                differ < 300,
                "{}: {differ} dots differ after {sixth} sixths",
                ink.name()
            );
        }
    }
}

/// An independent count of hexagons that share all edges, in columns or rows, on paper with margins of 6 mm.
fn most(paper: Size, flat: f64) -> usize {
    let (w, h) = (paper.w.mm() - 12.0, paper.h.mm() - 12.0);
    let long = flat / 0.75_f64.sqrt();
    let columns = |w: f64, h: f64| -> usize {
        let count = if w < long {
            0
        } else {
            1 + ((w - long) / (0.75 * long)) as usize
        };
        (0..count)
            .map(|column| ((h - if column % 2 == 1 { flat / 2.0 } else { 0.0 }) / flat) as usize)
            .sum()
    };
    columns(w, h).max(columns(h, w))
}

/// The dossier's table (2.3) counts one orientation with gaps of 2 mm; shared edges and the better orientation hold at least
/// as many.
#[test]
fn a_sheet_holds_as_many_hexagons_as_geometry_allows() {
    let kit = kit();
    let tiles = deck(&kit, "tiles");
    let table = [
        (A4, 25, 72),
        (LETTER, 25, 65),
        (A4, 40, 28),
        (LETTER, 40, 24),
        (A4, 50, 15),
        (LETTER, 50, 15),
    ];
    let held = |paper: Size, flat: i64| {
        let size = Size::new(Um(flat * 1000), Um::from_mm(flat as f64 / 0.75_f64.sqrt()));
        let nets = (0..400)
            .map(|_| Net::piece(tiles, 0, size, 0, None, &"T".into()))
            .collect();
        let blocks = nest(nets, Size::new(paper.w - Um(12_000), paper.h - Um(12_000)));
        let at: Vec<_> = blocks[0]
            .faces
            .iter()
            .map(|face| (face.at.x.mm(), face.at.y.mm()))
            .collect();
        for (index, one) in at.iter().enumerate() {
            let near = at[..index]
                .iter()
                .map(|two| (one.0 - two.0).hypot(one.1 - two.1))
                .fold(f64::INFINITY, f64::min);
            assert!(
                near > flat as f64 - 0.01,
                "two hexagons of {flat} mm overlap"
            );
        }
        at.len()
    };
    for (paper, flat, count) in table {
        assert!(
            held(paper, flat) >= count,
            "{flat} mm: {} of {count}",
            held(paper, flat)
        );
    }
    assert_eq!([held(A4, 40), held(LETTER, 40)], [33, 32]);
    for flat in [15, 22, 25, 33, 40, 50, 66, 80] {
        for paper in [A4, LETTER] {
            assert_eq!(held(paper, flat), most(paper, flat as f64), "{flat} mm");
        }
    }
}

#[test]
fn all_tiles_are_labels_on_one_sheet_at_25_mm_on_two_at_40_and_on_three_at_50() {
    let kit = kit().with_labels(&["tiles".into()]).unwrap();
    for paper in [A4, LETTER] {
        for (hex, count) in [(25_000, 1), (40_000, 2), (50_000, 3)] {
            let printed = print(&kit, &order(paper, Some(hex))).unwrap();
            let is_tile = |at: &&Placed| at.code.starts_with('T');
            let sheets = &printed.sheets.sheets;
            let with_tiles = sheets
                .iter()
                .filter(|sheet| sheet.placed.iter().any(|at| is_tile(&at)));
            assert_eq!(with_tiles.count(), count, "{hex}");
            let tiles = sheets
                .iter()
                .flat_map(|sheet| &sheet.placed)
                .filter(is_tile);
            let edges: Vec<_> = tiles.map(|at| at.size.w.min(at.size.h)).collect();
            assert_eq!(edges, vec![Um(hex); 41]);
        }
    }
}

#[test]
fn tiles_are_cards_of_40_mm_with_backs_unless_asked_otherwise() {
    let printed = print(&kit(), &order(A4, None)).unwrap();
    let placed = || {
        printed
            .sheets
            .sheets
            .iter()
            .flat_map(|sheet| &sheet.placed)
            .filter(|at| at.code.starts_with('T'))
    };
    assert_eq!(placed().filter(|at| at.behind.is_some()).count(), 41);
    assert!(placed().all(|at| at.size.w.min(at.size.h) == Um(40_000)));
}

/// Effects and turns are in at least 7 points, names and codes in 6, and nothing is below 5, even on labels of 25 mm.
#[test]
fn small_print_is_not_too_small() {
    let kit = kit();
    for name in ["encounters", "explorers", "overviews"] {
        each_face(&kit, deck(&kit, name), |_, piece, _, svg| {
            for (words, font, size) in texts(svg) {
                let least = if font == "Alegreya" { 7.0 } else { 6.0 };
                assert!(
                    size >= least * POINT - 0.005,
                    "{}: \"{words}\" is {:.1} pt",
                    piece.code,
                    size / POINT
                );
            }
        });
    }
    each_face(&kit, deck(&kit, "tiles"), |_, piece, _, svg| {
        for (words, _, size) in texts(svg) {
            assert!(
                size * 25.0 / 40.0 >= 5.0 * POINT,
                "{}: \"{words}\" on a label of an inch",
                piece.code
            );
        }
    });
}

/// The text of every card, and everything that the rules read from it, come from its row.
#[test]
fn encounter_cards_print_what_their_rows_say() {
    let kit = kit();
    each_face(&kit, deck(&kit, "encounters"), |ink, piece, side, svg| {
        let all: String = texts(svg)
            .into_iter()
            .map(|(words, ..)| words + " ")
            .collect();
        if side == Side::Back {
            assert!(
                !all.contains(&*piece.code),
                "{} in {}",
                piece.code,
                ink.name()
            );
            return;
        }
        let [strength, players] =
            ["strength", "players"].map(|name| piece.row.field(name).unwrap().as_u64().unwrap());
        for field in ["name", "effect", "note"] {
            let text = piece
                .row
                .text(field)
                .unwrap()
                .replace("{strength}", &strength.to_string());
            for word in text.replace("{players}", &players.to_string()).split(' ') {
                assert!(
                    all.contains(word),
                    "{} in {}: {word}",
                    piece.code,
                    ink.name()
                );
            }
        }
        assert_eq!(all.contains("STRENGTH"), strength > 0, "{}", piece.code);
        assert!(
            strength == 0 || all.contains(&format!(" {strength} ")),
            "{}",
            piece.code
        );
        let editions = list(piece, "editions");
        let mark = if editions == ["v1_0"] {
            "DEEP, DARK DUNGEON"
        } else {
            "ESCAPE FROM THE DEEP, DARK DUNGEON"
        };
        assert_eq!(all.contains(mark), editions.len() == 1, "{}", piece.code);
    });
}

#[test]
fn where_one_edition_is_printed_no_face_speaks_of_the_other() {
    let of_other = [
        ("v1_0", ["ESCAPE", "Escape", "Hook"]),
        ("original", ["ONLY IN", "Guardian", "Rope"]),
    ];
    for (name, words) in of_other {
        let kit = kit().of_edition(name).unwrap();
        for deck in &kit.decks {
            each_face(&kit, deck, |_, piece, _, svg| {
                let said = texts(svg).into_iter().map(|(said, ..)| said + " ");
                let said: String = said.collect();
                let found = words.iter().find(|word| said.contains(**word));
                assert_eq!(found, None, "{name}, {}: {said}", piece.code);
            });
        }
    }
    // Both sides of the overview tell of it.
    let kit = kit().of_edition("v1_0").unwrap();
    let overviews = deck(&kit, "overviews");
    each_face(&kit, overviews, |_, _, _, svg| {
        assert!(svg.contains(">Rope<"))
    });
}

#[test]
fn an_explorer_has_strength_4_when_healthy_and_2_when_hurt() {
    let kit = kit();
    let mut seen = BTreeSet::new();
    each_face(&kit, deck(&kit, "explorers"), |_, piece, side, svg| {
        let words: Vec<_> = texts(svg).into_iter().map(|(words, ..)| words).collect();
        let (state, strength) = if side == Side::Front {
            ("Healthy", "4")
        } else {
            ("Hurt", "2")
        };
        assert!(words.iter().any(|said| said == state), "{}", piece.code);
        let count = words.iter().filter(|said| *said == strength).count();
        assert_eq!(count, 1, "{}", piece.code);
        assert_eq!(
            words.iter().any(|said| said.contains("at most 2")),
            *piece.code < *"X5" && side == Side::Front
        );
        seen.insert(["edition", "colour"].map(|field| piece.row.text(field).unwrap().to_owned()));
    });
    assert_eq!(seen.len(), 8);
}

/// The overview gives the numbers of cards of each kind and of tiles of each height, which must match the decks.
#[test]
fn the_overview_agrees_with_the_decks() {
    let all = kit();
    let overviews = deck(&all, "overviews").pieces();
    let overview = &overviews[0];
    for (at, edition) in ["v1_0", "original"].into_iter().enumerate() {
        let kit = all.of_edition(edition).unwrap();
        let (mut cards, mut monsters): (BTreeMap<String, usize>, Vec<String>) = Default::default();
        let encounters = deck(&kit, "encounters").pieces();
        for piece in &encounters {
            match piece.row.text("kind").unwrap() {
                "monster" => monsters.push(piece.row.field("strength").unwrap().to_string()),
                "rope" if edition == "original" => *cards.entry("hook".into()).or_default() += 1,
                kind => *cards.entry(kind.to_owned()).or_default() += 1,
            }
        }
        let lines: BTreeSet<_> = list(overview, edition)
            .into_iter()
            .map(str::to_owned)
            .collect();
        assert_eq!(
            lines,
            cards
                .iter()
                .map(|(kind, count)| format!("{count} {kind}"))
                .collect()
        );
        assert_eq!(list(overview, "monsters")[at], monsters.join(" "));
        assert_eq!(list(overview, "cards")[at], encounters.len().to_string());
        let mut heights: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
        for piece in deck(&kit, "tiles").pieces() {
            let counts = heights
                .entry(piece.row.field("height").unwrap().as_u64().unwrap())
                .or_default();
            counts.0 += 1;
            counts.1 += usize::from(piece.row.text("kind").unwrap() == "encounter");
        }
        let expected: Vec<_> = heights
            .iter()
            .map(|(height, (all, some))| format!("{height} {all} {some}"))
            .collect();
        assert_eq!(list(overview, "heights"), expected, "{edition}");
    }
}

/// Changing a tile or a card changes all text about it: rules, guide, overview, the Guardian's card.
#[test]
fn texts_take_their_numbers_from_the_rows() {
    let folder = tempfile::tempdir().unwrap();
    let mut made = Command::cargo_bin("paperkeep").unwrap();
    made.current_dir(&folder)
        .args(["new", "deeper", "--from", "deep-dark-dungeon"])
        .assert()
        .success();
    let path = folder.path().join("deeper");
    let change = |file: &str, code: &str, old: &str, new: &str| {
        let text = std::fs::read_to_string(path.join(file)).unwrap();
        let (before, row) = text.split_once(&format!("code = \"{code}\"")).unwrap();
        assert!(row.contains(old), "{code}: {old}");
        let changed = format!("{before}code = \"{code}\"{}", row.replacen(old, new, 1));
        std::fs::write(path.join(file), changed).unwrap();
    };
    let words = || {
        let kit =
            Kit::open(Files::Folder(path.clone())).unwrap_or_else(|problems| panic!("{problems}"));
        let rules = kit
            .rules
            .iter()
            .filter(|rule| ["R4", "R61", "A3", "A4"].contains(&&*rule.id));
        let steps = kit.guide.chapters.iter().flat_map(|chapter| &chapter.steps);
        let overview = deck(&kit, "overviews").pieces()[0].row.clone();
        let mut words: Vec<String> = rules.map(|rule| rule.text.clone()).collect();
        words.extend(
            steps
                .filter(|step| step.text.contains("the Key that says so"))
                .map(|step| step.text.clone()),
        );
        words.extend(
            ["monsters", "heights", "notes"].map(|field| overview.list(field).unwrap().join("; ")),
        );
        words.push(
            deck(&kit, "guardians").rows[0]
                .text("strength")
                .unwrap()
                .to_owned(),
        );
        words.join("\n")
    };
    let changes = [
        (
            "12 tiles are 1 high, 10 are 2, 8 are 3, 6 are 4",
            "11 tiles are 1 high, 11 are 2, 7 are 3, 7 are 4",
        ),
        ("The 10 Encounter tiles", "The 11 Encounter tiles"),
        ("1 12 2; 2 10 2", "1 11 2; 2 11 3"),
        (
            "2 Keys for 3 or more players",
            "2 Keys for 4 or more players",
        ),
        ("For fewer than 3 players", "For fewer than 4 players"),
        ("* 1 if fewer than 3", "* 1 if fewer than 4"),
        ("1 1 2 2 3 3 4; ", "6 1 2 2 3 3 4; "),
        (
            "fights its Guardian, strength 5,",
            "fights its Guardian, strength 7,",
        ),
        ("EXIT a 3", "EXIT a 4"),
        ("\n5", "\n7"),
    ];
    let before = words();
    change("tiles.toml", "T02", "height = 1", "height = 2");
    change("tiles.toml", "T02", "\"plain\"", "\"encounter\"");
    change("tiles.toml", "T40", "height = 3", "height = 4");
    change("tiles.toml", "T41", "height = 3", "height = 4");
    change("tiles.toml", "T40", "guardian = 5", "guardian = 7");
    change("encounters.toml", "E01", "strength = 1", "strength = 6");
    change("encounters.toml", "E19", "players = 3", "players = 4");
    let after = words();
    for (old, new) in changes {
        assert!(
            before.contains(old) && after.contains(new),
            "{old}, {new}:\n{before}\n\n{after}"
        );
    }
}

/// Codes run along the edges of tiles; rotated texts are checked in their orientation.
#[test]
fn nothing_of_the_kit_is_cut_off_or_hard_to_read() {
    let run = Command::cargo_bin("paperkeep")
        .unwrap()
        .args(["check", "deep-dark-dungeon"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&run.stderr), "");
}

#[test]
fn options_choose_an_edition_and_the_size_of_hexagons() {
    let out = tempfile::tempdir().unwrap();
    let build = |arguments: &[&str]| {
        let mut program = Command::cargo_bin("paperkeep").unwrap();
        program.args([
            "build",
            "deep-dark-dungeon",
            "--paper",
            "a4",
            "--ink",
            "lean",
            "--format",
            "pdf",
            "--out",
        ]);
        program
            .arg(out.path())
            .args(arguments)
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    };
    let run = build(&["--edition", "original", "--hex", "25", "--labels", "tiles"]);
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    assert!(
        out.path()
            .join("deep-dark-dungeon/deep-dark-dungeon-original-a4-lean.pdf")
            .exists()
    );
    // As few as could be: what the hexagons leave of a sheet takes the cards.
    let said = String::from_utf8(build(&["--edition", "v1_0"]).stdout).unwrap();
    assert!(
        said.contains("5 sheets") && !said.contains("wasted"),
        "{said}"
    );
    let wrong = |arguments: &[&str], code: i32, words: &str| {
        let run = build(arguments);
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(code), "{said}");
        assert!(said.contains(words), "{said}");
    };
    wrong(&["--hex", "14"], 2, "give 15 to 80 mm");
    wrong(&["--edition", "v2"], 1, "no edition `v2`");
    wrong(&["--labels", "dice"], 1, "no deck `dice`");
}
