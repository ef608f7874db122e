//! Whole builds, from rows to the bytes of a PDF: 54 and 1,000 poker cards, nine to an A4 page; and a kit of which one row
//! changed.

use std::fmt::Write;

use paperkeep::face::text::{Align, Area, Style, Valign, fit};
use paperkeep::face::{Drawing, Fonts, Reader};
use paperkeep::kit::{Files, Ink, Kit, Size, Um};
use paperkeep::press::{Job, Mark, Meta, Order, Placed, Point, Press, Sheet, Stroke, pdf};

fn main() {
    divan::main();
}

#[divan::bench(args = [54, 1000])]
fn cards(bencher: divan::Bencher, count: usize) {
    let rows: Vec<Row> = (0..count).map(row).collect();
    bencher.bench(|| pdf::write(&job(&rows), Fonts::shipped()).map(|bytes| bytes.len()));
}

struct Row {
    id: String,
    name: String,
    suit: usize,
    rank: usize,
    text: String,
}

const NOUNS: [&str; 16] = [
    "key", "door", "goblin", "cellar", "lantern", "moss", "pit", "throne", "hammer", "gate", "guard", "rope", "ghost",
    "coin", "bell", "shadow",
];
const VERBS: [&str; 9] = ["Remove", "Guard", "Exhaust", "Discard", "Reveal", "Trade", "Draw", "Move", "Place"];

/// Each suit's colour and icon.
const SUITS: [(&str, &str); 3] = [
    ("#b5342c", "M50 5C60 30 85 40 80 68C77 88 60 96 50 96C35 96 20 86 20 66C20 50 32 46 36 30C44 38 46 42 46 50Z"),
    ("#1f5f99", "M5 40C20 20 35 20 50 40C65 60 80 60 95 40L95 60C80 80 65 80 50 60C35 40 20 40 5 60Z"),
    ("#2f7a3a", "M10 90C10 40 40 10 90 10C90 60 60 90 10 90ZM20 80L70 30L72 32L22 82Z"),
];

/// A card that no other is like: some 220 characters of plain text.
fn row(at: usize) -> Row {
    let pick = |words: &[&'static str], salt: usize| words[(at * 31 + salt * 17 + at / 7 * salt) % words.len()];
    let mut text = String::new();
    for sentence in 0..4 {
        let noun = |salt: usize| pick(&NOUNS, sentence * 5 + salt);
        let (verb, then) = (pick(&VERBS, sentence), pick(&VERBS, sentence + 3).to_lowercase());
        let _ = write!(text, "{verb} one {} beside the {}, then {then} a {}. ", noun(0), noun(1), noun(2));
    }
    let name = format!("The {} of the {}", pick(&NOUNS, 3), pick(&NOUNS, 8));
    Row { id: format!("C{at:04}"), name, suit: at % SUITS.len(), rank: at % 13 + 1, text }
}

fn job(rows: &[Row]) -> Job {
    let mut reader = Reader::new(Fonts::shipped());
    let faces: Vec<Drawing> = rows.iter().map(|row| face(row, &mut reader)).collect();
    let sheets = (0..rows.len()).collect::<Vec<_>>().chunks(9).enumerate().map(|(page, faces)| sheet(page, faces)).collect();
    let meta = Meta { title: "Cards".into(), language: "en".into(), ..Meta::default() };
    Job { meta, faces, sheets, ..Job::default() }
}

const CARD: Size = Size::new(Um(63_500), Um(88_900));
const POINT: f64 = 25.4 / 72.0;

fn face(row: &Row, reader: &mut Reader) -> Drawing {
    let Row { id, name, suit, rank, text } = row;
    let (colour, icon) = SUITS[*suit];
    let area = Area { x: 6.0, y: 43.0, w: 51.5, h: 34.0 };
    let style = Style {
        font: 0,
        size: 8.0 * POINT,
        min: 8.0 * POINT,
        fill: [0; 3],
        align: Align::Start,
        valign: Valign::Top,
        leading: 1.2,
        tracking: 0.0,
    };
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
        <rect x="3" y="3" width="57.5" height="82.9" rx="3" fill="none" stroke="{colour}" stroke-width="0.7"/>
        <g transform="translate(19.25 17) scale(0.25)"><path d="{icon}" fill="{colour}" fill-rule="evenodd"/></g>
        <g font-family="Alegreya" font-weight="700"><text x="6" y="12" font-size="7.0556" fill="{colour}">{rank}</text>
        <text x="16" y="12" font-size="4.2333">{name}</text></g>
        <text x="6" y="82.5" font-family="Alegreya" font-size="2.1167">{id}</text>"##
    );
    for line in fit(Fonts::shipped(), text, area, &style).expect("the text fits") {
        let (x, y, size) = (line.x, line.y, line.size);
        let _ = write!(svg, r#"<text x="{x}" y="{y}" font-family="Alegreya" font-size="{size}">{}</text>"#, line.text);
    }
    svg.push_str("</svg>");
    reader.read(id, &svg, CARD, Um(0)).expect("the face is right")
}

fn sheet(page: usize, faces: &[usize]) -> Sheet {
    let at = |row: i64, column: i64| Point { x: Um(9_750) + CARD.w * column, y: Um(15_150) + CARD.h * row };
    let placed = faces.iter().enumerate().map(|(place, face)| Placed {
        face: *face,
        at: at(place as i64 / 3, place as i64 % 3),
        size: CARD,
        ..Placed::default()
    });
    let mut marks = Vec::new();
    for line in 0..4 {
        for (outer, sign) in [(at(0, 0), -1), (at(3, 3), 1)] {
            let Point { x, y } = at(line, line);
            let (near, far) = (Um(1_000 * sign), Um(6_000 * sign));
            let across = Stroke { from: Point { x: outer.x + near, y }, to: Point { x: outer.x + far, y } };
            let down = Stroke { from: Point { x, y: outer.y + near }, to: Point { x, y: outer.y + far } };
            marks.extend([across, down].map(|stroke| Mark::Line(stroke, Um(88))));
        }
    }
    Sheet {
        size: Size::new(Um(210_000), Um(297_000)),
        title: format!("Sheet {}", page + 1),
        placed: placed.collect(),
        marks,
        ..Sheet::default()
    }
}

/// What a watch does after a save: one row of a kit changed, from reading the kit to the bytes of its PDF.
#[divan::bench]
fn one_row_changed(bencher: divan::Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    copy(std::path::Path::new("templates/dungeon-in-a-tin"), folder.path());
    let rows = std::fs::read_to_string(folder.path().join("tiles.toml")).expect("rows");
    let paper = Size::new(Um(210_000), Um(297_000));
    let order = Order::new(paper, "a4", Ink::Color);
    let mut press = Press::remembering();
    let mut saves = 0;
    bencher.bench_local(|| {
        saves += 1;
        let rows = rows.replace("Store Room", &format!("Room {saves}"));
        std::fs::write(folder.path().join("tiles.toml"), rows).expect("saved");
        let kit = Kit::open(Files::Folder(folder.path().into())).expect("the kit is right");
        let printed = press.print(&kit, &order).expect("it prints");
        assert!(saves == 1 || printed.drawn == 1);
        pdf::write(&printed.sheets, Fonts::shipped()).map(|bytes| bytes.len())
    });
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}
