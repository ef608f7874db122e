//! The cut files read back: DXF by a small reader, SVG as XML.

use std::collections::BTreeMap;

use super::*;
use crate::kit::{Contour, Kit, Size};
use crate::press::order::Order;
use crate::press::print;
use crate::press::sheet::Placed;

const A4: Size = Size::new(Um(210_000), Um(297_000));

/// An entity of a DXF file: its layer, whether it is closed, its points with y down again, and its bulges.
#[derive(Debug, Default)]
struct Entity {
    kind: String,
    layer: String,
    closed: bool,
    points: Vec<Point>,
    bulges: Vec<f64>,
}

#[derive(Default)]
struct Dxf {
    header: BTreeMap<String, String>,
    layers: Vec<String>,
    entities: Vec<Entity>,
}

fn dxf(text: &str, height: Um) -> Dxf {
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len() % 2, 0);
    let pairs: Vec<(u32, &str)> = lines
        .chunks(2)
        .map(|pair| (pair[0].trim().parse().unwrap(), pair[1]))
        .collect();
    assert_eq!(pairs.last(), Some(&(0, "EOF")));
    let mut dxf = Dxf::default();
    let mut section = "";
    let mut variable = "";
    let mut record = "";
    for (index, (code, value)) in pairs.iter().copied().enumerate() {
        let length = || value.parse::<Um>().unwrap();
        match (code, section) {
            (2, _) if pairs[index - 1] == (0, "SECTION") => section = value,
            (0, _) => {
                record = value;
                if section == "ENTITIES" && ["LINE", "POLYLINE"].contains(&value) {
                    dxf.entities.push(Entity {
                        kind: value.into(),
                        ..Entity::default()
                    });
                }
            }
            (9, "HEADER") => variable = value,
            (1 | 70, "HEADER") => drop(dxf.header.insert(variable.into(), value.into())),
            (2, "TABLES") if record == "LAYER" => dxf.layers.push(value.into()),
            (_, "ENTITIES") => {
                let entity = dxf.entities.last_mut().unwrap();
                match code {
                    8 if entity.layer.is_empty() => entity.layer = value.into(),
                    8 => assert_eq!(entity.layer, value),
                    70 => entity.closed = value == "1",
                    10 | 11 => entity.points.push(Point {
                        x: length(),
                        y: Um::ZERO,
                    }),
                    20 | 21 => entity.points.last_mut().unwrap().y = height - length(),
                    42 => entity.bulges.push(value.parse().unwrap()),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    dxf
}

fn bounds(points: &[Point]) -> (Point, Size) {
    let [x, y] = [|point: &Point| point.x, |point: &Point| point.y].map(|of| {
        let all = || points.iter().map(of);
        (all().min().unwrap(), all().max().unwrap())
    });
    (Point { x: x.0, y: y.0 }, Size::new(x.1 - x.0, y.1 - y.0))
}

fn piece(code: &str, x: i64, y: i64, w: i64, h: i64) -> Placed {
    let at = Point { x: Um(x), y: Um(y) };
    let size = Size::new(Um(w), Um(h));
    Placed {
        code: code.into(),
        at,
        size,
        ..Placed::default()
    }
}

/// Two tiles that touch, a card with round corners, a sticker and a fold.
fn sheet() -> Sheet {
    let mut rounded = piece("card", 80_000, 20_001, 63_500, 88_900);
    rounded.radius = Um(3_175);
    let mut sticker = piece("face", 20_000, 200_000, 14_200, 14_200);
    sticker.kiss = true;
    let fold = Stroke {
        from: Point {
            x: Um(20_000),
            y: Um(100_000),
        },
        to: Point {
            x: Um(60_000),
            y: Um(100_000),
        },
    };
    let placed = vec![
        piece("A", 20_000, 20_000, 36_000, 36_000),
        piece("B", 20_000, 56_000, 36_000, 36_000),
        rounded,
        sticker,
    ];
    // A circle of cubic curves.
    let curve = std::sync::Arc::new(Contour::circle(
        Point {
            x: Um(100_000),
            y: Um(250_000),
        },
        Um(15_000),
    ));
    Sheet {
        size: A4,
        boxes: placed
            .iter()
            .map(|piece| Grid::one(piece.at, piece.size))
            .collect(),
        curves: vec![curve],
        folds: vec![fold],
        title: "Sheet 1".into(),
        placed,
        ..Sheet::default()
    }
}

#[test]
fn dxf_reads_back_to_the_micrometre() {
    let sheet = sheet();
    let text = dxf::write(&paths(&sheet, Pattern::find("three")), &sheet);
    let read = dxf(&text, A4.h);
    let header = |name: &str| read.header.get(name).map(String::as_str);
    assert_eq!(
        [
            header("$ACADVER"),
            header("$INSUNITS"),
            header("$MEASUREMENT")
        ],
        [Some("AC1009"), Some("4"), Some("1")]
    );
    assert_eq!(read.layers, Tool::ALL.map(Tool::layer));
    let on = |layer: &str| {
        read.entities
            .iter()
            .filter(|entity| entity.layer == layer)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ["registration", "score", "kiss-cut", "cut"].map(|layer| on(layer).len()),
        [3, 1, 1, 7]
    );

    // The tiles have three horizontal lines, one of them shared, and two vertical ones.
    let lines: Vec<&Entity> = on("cut")
        .into_iter()
        .filter(|entity| entity.kind == "LINE")
        .collect();
    assert_eq!(lines.len(), 5);
    let level: Vec<Um> = lines
        .iter()
        .filter(|line| line.points[0].y == line.points[1].y)
        .map(|line| line.points[0].y)
        .collect();
    assert_eq!(level, [Um(20_000), Um(56_000), Um(92_000)]);

    let card = on("cut")
        .into_iter()
        .find(|entity| entity.kind == "POLYLINE")
        .unwrap();
    assert!(card.closed);
    assert_eq!(
        bounds(&card.points),
        (sheet.placed[2].at, sheet.placed[2].size)
    );
    assert_eq!((card.points.len(), card.bulges.len()), (9 - 1, 4));
    // The tangent of a quarter of a right angle; clockwise on the page is clockwise with y up as well.
    assert!(
        card.bulges
            .iter()
            .all(|bulge| (bulge + (std::f64::consts::PI / 8.0).tan()).abs() < 1e-12)
    );

    let circle = on("cut").into_iter().rfind(|entity| entity.closed).unwrap();
    assert!(circle.points.len() > 30 && circle.bulges.is_empty());
    assert_eq!(
        bounds(&circle.points),
        (
            Point {
                x: Um(85_000),
                y: Um(235_000)
            },
            Size::new(Um(30_000), Um(30_000))
        )
    );

    let sticker = on("kiss-cut")[0];
    assert!(sticker.closed && sticker.bulges.is_empty());
    assert_eq!(
        (sticker.points.len(), bounds(&sticker.points)),
        (4, (sheet.placed[3].at, sheet.placed[3].size))
    );
    let square = on("registration")[0];
    assert!(square.closed);
    assert_eq!(
        bounds(&square.points),
        (
            Point {
                x: Um(10_000),
                y: Um(10_000)
            },
            Size::new(Um(5_000), Um(5_000))
        )
    );
}

/// Four stickers with round corners in a square: sixteen edges, four pairs of which are shared.
#[test]
fn edges_in_common_are_cut_once() {
    let sticker = |x, y| Placed {
        radius: Um(1_000),
        kiss: true,
        ..piece("face", x, y, 14_200, 14_200)
    };
    let (near, far) = (20_000, 34_200);
    let placed = vec![
        sticker(near, near),
        sticker(far, near),
        sticker(near, far),
        sticker(far, far),
    ];
    let boxes = placed
        .iter()
        .map(|piece| Grid::one(piece.at, piece.size))
        .collect();
    let paths = paths(
        &Sheet {
            size: A4,
            boxes,
            placed,
            ..Sheet::default()
        },
        None,
    );
    let steps = || paths.iter().flat_map(|path| &path.steps);
    assert_eq!(
        steps()
            .filter(|step| matches!(step, PathStep::Line(_)))
            .count(),
        12
    );
    assert_eq!(
        steps()
            .filter(|step| matches!(step, PathStep::Corner { .. }))
            .count(),
        16
    );
    assert_eq!(paths.iter().filter(|path| path.closed).count(), 1);
}

/// Paper dice that touch share whole edges or parts of them, which are cut once.
#[test]
fn paper_dice_that_touch_are_cut_once() {
    let kit = Kit::find("dungeon-in-a-tin").unwrap();
    let order = Order {
        paper_dice: true,
        ..Order::new(A4, "a4", crate::kit::Ink::Mono)
    };
    let sheets = print(&kit, &order).unwrap().sheets.sheets;
    let ends = |path: &Path| {
        let ends: Vec<Point> = std::iter::once(path.start)
            .chain(path.steps.iter().map(|step| step.end()))
            .collect();
        ends.windows(2)
            .map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
            .collect::<Vec<_>>()
    };
    let length = |edges: &[(Point, Point)]| -> i64 {
        edges
            .iter()
            .map(|(from, to)| (to.x - from.x).0.abs() + (to.y - from.y).0.abs())
            .sum()
    };
    for sheet in sheets.iter().filter(|sheet| !sheet.curves.is_empty()) {
        let cuts: Vec<Path> = paths(sheet, None)
            .into_iter()
            .filter(|path| path.tool == Tool::Cut)
            .collect();
        let edges: Vec<(Point, Point)> = cuts.iter().flat_map(ends).collect();
        for (index, one) in edges.iter().enumerate() {
            for two in &edges[..index] {
                let upright = [one.0.x, one.1.x, two.0.x, two.1.x]
                    .iter()
                    .all(|x| *x == one.0.x);
                let level = [one.0.y, one.1.y, two.0.y, two.1.y]
                    .iter()
                    .all(|y| *y == one.0.y);
                assert!(
                    !(upright || level) || one.1 <= two.0 || two.1 <= one.0,
                    "{one:?} {two:?}"
                );
            }
        }
        let outlines: Vec<(Point, Point)> = sheet
            .curves
            .iter()
            .flat_map(|curve| ends(&outline(Tool::Cut, curve, "")))
            .collect();
        assert!(length(&edges) < length(&outlines));
    }
}

#[test]
fn svg_reads_back_to_the_micrometre() {
    let sheet = sheet();
    let text = svg::write(&paths(&sheet, Pattern::find("four")), &sheet);
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(
        [root.attribute("width"), root.attribute("viewBox")],
        [Some("210mm"), Some("0 0 210 297")]
    );
    let layer = |name: &str| {
        root.children()
            .find(|node| node.attribute("id") == Some(name))
            .unwrap()
    };
    let data = |name: &str| -> Vec<String> {
        let paths = layer(name).children().filter(|node| node.is_element());
        paths
            .map(|node| node.attribute("d").unwrap().to_owned())
            .collect()
    };
    let counts = ["registration", "score", "kiss-cut", "cut"].map(|name| data(name).len());
    assert_eq!(counts, [4, 1, 1, 7]);
    assert_eq!(data("score"), ["M20 100L60 100"]);
    assert_eq!(data("kiss-cut"), ["M20 200L34.2 200L34.2 214.2L20 214.2z"]);
    assert_eq!(
        data("cut")[5],
        "M83.175 20.001L140.325 20.001A3.175 3.175 0 0 1 143.5 23.176L143.5 105.726A3.175 3.175 0 0 1 140.325 108.901\
        L83.175 108.901A3.175 3.175 0 0 1 80 105.726L80 23.176A3.175 3.175 0 0 1 83.175 20.001z"
    );
    // Another reader agrees on the sizes, in its units of 1/96 inch.
    let tree = usvg::Tree::from_str(&text, &usvg::Options::default()).unwrap();
    let usvg::Node::Group(cut) = tree.node_by_id("cut").unwrap() else {
        panic!("a layer")
    };
    let [.., card, circle] = cut.children() else {
        panic!("outlines")
    };
    assert!((f64::from(circle.abs_bounding_box().width()) * 25.4 / 96.0 - 30.0).abs() < 1e-4);
    let card = card.abs_bounding_box();
    let mm = |pixels: f32| f64::from(pixels) * 25.4 / 96.0;
    assert!(
        (mm(card.width()) - 63.5).abs() < 1e-4 && (mm(card.height()) - 88.9).abs() < 1e-4,
        "{card:?}"
    );
}

/// Every edge is cut once, including shared ones, and marks stay clear of pieces.
#[test]
fn a_whole_game_is_cut_once_with_each_tool() {
    let kit = Kit::find("dungeon-in-a-tin").unwrap();
    for registration in [None, Pattern::find("three"), Pattern::find("four")] {
        let order = Order {
            registration,
            ..Order::new(A4, "a4", crate::kit::Ink::Mono)
        };
        let sheets = print(&kit, &order).unwrap().sheets.sheets;
        assert_eq!(
            sheets.iter().map(|sheet| sheet.placed.len()).sum::<usize>(),
            92
        );
        for sheet in &sheets {
            let paths = paths(sheet, registration);
            let read = dxf(&dxf::write(&paths, sheet), A4.h);
            assert_eq!(read.entities.len(), paths.len());
            let edges = |entity: &Entity| {
                let ends = entity
                    .points
                    .iter()
                    .skip(1)
                    .chain(entity.closed.then(|| &entity.points[0]));
                entity
                    .points
                    .iter()
                    .copied()
                    .zip(ends.copied())
                    .collect::<Vec<_>>()
            };
            for piece in &sheet.placed {
                let layer = if piece.kiss { "kiss-cut" } else { "cut" };
                let (x, y) = (piece.at.x, piece.at.y);
                let (right, bottom) = (x + piece.size.w, y + piece.size.h);
                let sides = [
                    ((x, y), (right, y)),
                    ((x, bottom), (right, bottom)),
                    ((x, y), (x, bottom)),
                    ((right, y), (right, bottom)),
                ];
                for (from, to) in sides {
                    let middle = Point {
                        x: (from.0 + to.0).half(),
                        y: (from.1 + to.1).half(),
                    };
                    let along = |(one, two): &(Point, Point)| {
                        let within = |a: Um, b: Um, at: Um| a.min(b) <= at && at <= a.max(b);
                        let same_way = (one.y == two.y) == (from.1 == to.1);
                        same_way && within(one.x, two.x, middle.x) && within(one.y, two.y, middle.y)
                    };
                    let mine = read.entities.iter().filter(|entity| entity.layer == layer);
                    assert_eq!(
                        mine.flat_map(edges).filter(along).count(),
                        1,
                        "{} {from:?} {to:?}",
                        piece.code
                    );
                }
            }
            let corners: usize = read.entities.iter().map(|entity| entity.bulges.len()).sum();
            assert_eq!(
                corners,
                4 * sheet
                    .placed
                    .iter()
                    .filter(|piece| piece.radius > Um::ZERO)
                    .count()
            );
            let marks = read
                .entities
                .iter()
                .filter(|entity| entity.layer == "registration");
            for (at, size) in marks.map(|entity| bounds(&entity.points)) {
                let clear = |piece: &Placed| {
                    let (art, covers) = piece.art();
                    at.x + size.w <= art.x
                        || art.x + covers.w <= at.x
                        || at.y + size.h <= art.y
                        || art.y + covers.h <= at.y
                };
                assert!(sheet.placed.iter().all(clear), "{at:?} {size:?}");
            }
        }
    }
}

/// For hexes, circles, shields, folded pieces and two-sided cards, the cut files contain the cuts of each sheet and never cut
/// through folds.
#[test]
fn every_layout_is_cut_as_it_is_made() {
    let kit = Kit::open(crate::kit::Files::Folder("tests/kits/good/sides".into())).unwrap();
    let sheets = print(&kit, &Order::new(A4, "a4", crate::kit::Ink::Color))
        .unwrap()
        .sheets
        .sheets;
    let mut folds = 0;
    let mut curves = 0;
    let mut edges = 0;
    let mut glued = 0;
    for sheet in &sheets {
        let read = dxf(&dxf::write(&paths(sheet, None), sheet), A4.h);
        assert!(sheet.side == crate::kit::Side::Front || read.entities.is_empty());
        let on = |layer: &'static str| {
            read.entities
                .iter()
                .filter(move |entity| entity.layer == layer)
        };
        assert_eq!(on("score").count(), sheet.folds.len());
        for score in on("score") {
            assert!(on("cut").all(|cut| cut.points != score.points), "{score:?}");
        }
        for curve in &sheet.curves {
            let (at, size) = curve.bounds();
            let near = |one: Um, two: Um| (one - two).0.abs() <= 20;
            let same = |(start, extent): (Point, Size)| {
                near(start.x, at.x)
                    && near(start.y, at.y)
                    && near(extent.w, size.w)
                    && near(extent.h, size.h)
            };
            // What is folded and glued is cut out at the very end, through both layers.
            let piece = |piece: &Placed| piece.outline.as_ref() == Some(curve);
            let piece = sheet.placed.iter().position(piece).unwrap();
            let is_glued = sheet
                .placed
                .iter()
                .any(|back| back.behind.is_some_and(|behind| behind.piece == piece));
            let [layer, other] = if is_glued {
                ["final-cut", "cut"]
            } else {
                ["cut", "final-cut"]
            };
            let count = |layer: &'static str| {
                on(layer)
                    .filter(|cut| cut.closed && same(bounds(&cut.points)))
                    .count()
            };
            assert_eq!((count(layer), count(other)), (1, 0), "{at:?}");
            glued += usize::from(is_glued);
        }
        for edge in &sheet.lines {
            let same = |cut: &&Entity| {
                cut.points == [edge.from, edge.to] || cut.points == [edge.to, edge.from]
            };
            assert_eq!(on("cut").filter(same).count(), 1, "{edge:?}");
        }
        folds += sheet.folds.len();
        curves += sheet.curves.len();
        edges += sheet.lines.len();
    }
    assert!(
        folds > 0 && curves > glued && edges > 0 && glued > 0,
        "{folds} {curves} {edges} {glued}"
    );
}

#[test]
fn cuts_follow_pages_that_nothing_corrects() {
    let still = sheet();
    let drift = Affine([1.002, 0.003, -0.003, 0.997, 0.8, -0.6]);
    let moved = Sheet {
        drift,
        ..still.clone()
    };
    let pattern = Pattern::find("four");
    let near =
        |one: Point, two: Point| (one.x - two.x).0.abs() <= 1 && (one.y - two.y).0.abs() <= 1;
    let there = |point: Point| {
        let [x, y] = drift.apply([point.x.mm(), point.y.mm()]);
        Point::new(Um::from_mm(x), Um::from_mm(y))
    };
    let before = paths(&still, pattern);
    let after = paths(&moved, pattern);
    assert_eq!(before.len(), after.len());
    let mut corners = 0;
    for (one, two) in before.iter().zip(&after) {
        assert!(
            one.tool == two.tool && one.closed == two.closed && near(there(one.start), two.start)
        );
        let mut at = one.start;
        for (step, moved) in one.steps.iter().zip(&two.steps) {
            assert!(near(there(step.end()), moved.end()), "{step:?} {moved:?}");
            if let (PathStep::Corner { to, radius }, PathStep::Curve(a, b, end)) = (step, moved) {
                // The middle of the curve is where the middle of the printed arc is, on the outer side of the corner's
                // chord.
                let chord = Point::new((at.x + to.x).half(), (at.y + to.y).half());
                let level = (to.x > at.x) == (to.y > at.y);
                let corner = if level {
                    Point::new(to.x, at.y)
                } else {
                    Point::new(at.x, to.y)
                };
                let bulge = radius.mm() * (1.0 - std::f64::consts::FRAC_1_SQRT_2);
                let reach = bulge / ((corner.x - chord.x).mm().hypot((corner.y - chord.y).mm()));
                let arc = [
                    chord.x.mm() + (corner.x - chord.x).mm() * reach,
                    chord.y.mm() + (corner.y - chord.y).mm() * reach,
                ];
                let middle = |from: Um, a: Um, b: Um, to: Um| {
                    (from.mm() + 3.0 * a.mm() + 3.0 * b.mm() + to.mm()) / 8.0
                };
                let start = there(at);
                let curve = [
                    middle(start.x, a.x, b.x, end.x),
                    middle(start.y, a.y, b.y, end.y),
                ];
                let [x, y] = drift.apply(arc);
                assert!(
                    (curve[0] - x).hypot(curve[1] - y) < 0.003,
                    "{curve:?} {x} {y}"
                );
                corners += 1;
            }
            at = step.end();
        }
    }
    assert_eq!(corners, 4);
}
