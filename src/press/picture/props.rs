//! Objects on a table that are not printed, as small SVGs: the table itself, shadows, dice, beads, the backs of piles.
//!
//! Light comes from the top left. Lengths are in millimetres, with the origin at the top left corner of the object.

use std::fmt::Write;

use crate::face::template::escape;
use crate::referee::counter::{self, Mark, Plate};
use crate::referee::scene::Bead;

/// How far a shadow extends beyond its object, in mm.
pub const SHADOW: f64 = 3.0;
/// The radius of a bead, in mm.
pub const BEAD: f64 = 2.9;
/// The size of a pawn, in mm.
pub const PAWN: (f64, f64) = (11.0, 15.0);
/// The edge of a plain die, in mm.
pub const CUBE: f64 = 20.0;
/// The width of a path, in mm.
pub const PATH: f64 = 3.0;
/// How far the line around a highlight extends beyond it, in mm.
pub const GLOW: f64 = 1.2;
/// The colour of text on a highlight.
pub const INK: [u8; 3] = [0x1a, 0x12, 0x0c];
/// The size of the mark for an open or closed way, in mm: along the edge and away from it.
pub const WAY: (f64, f64) = (9.0, 6.0);

/// The surface of a table of this size: dark boards.
pub fn table(w: f64, h: f64) -> String {
    const BOARD: f64 = 44.0;
    const TINTS: [&str; 5] = ["#33271e", "#2e231b", "#362920", "#2b2019", "#312620"];
    let mut svg = String::from(
        "<defs><radialGradient id='light' cx='.42' cy='.38' r='.85'>\
        <stop offset='0' stop-color='#ffdca8' stop-opacity='.10'/><stop offset='.5' stop-color='#000' stop-opacity='0'/>\
        <stop offset='1' stop-color='#000' stop-opacity='.5'/></radialGradient></defs>",
    );
    let mut noise = Noise(7);
    let boards = (h / BOARD).ceil() as usize;
    for board in 0..boards {
        let top = board as f64 * BOARD;
        let tint = TINTS[board % TINTS.len()];
        let _ = write!(
            svg,
            "<path d='M0 {top}H{w}V{}H0Z' fill='{tint}'/>",
            top + BOARD
        );
        let mut grain = String::new();
        for line in 0..9 {
            let y = top + 2.5 + f64::from(line) * 4.6 + 2.4 * noise.next();
            let _ = write!(grain, "M0 {y:.1}");
            let mut x = 0.0;
            while x < w {
                let long = 50.0 + 70.0 * noise.next();
                let sway = 2.2 * (noise.next() - 0.5);
                let _ = write!(
                    grain,
                    "q{:.1} {sway:.1} {long:.1} {:.1}",
                    long / 2.0,
                    sway * 0.4
                );
                x += long;
            }
        }
        let _ = write!(
            svg,
            "<path d='{grain}' fill='none' stroke='#1c140f' stroke-opacity='.45' stroke-width='.35'/>"
        );
        let seam = "fill='none' stroke='#120d0a' stroke-width='.7'";
        let shine = "fill='none' stroke='#6b523d' stroke-opacity='.35' stroke-width='.3'";
        let end = w * (0.15 + 0.7 * noise.next());
        let _ = write!(
            svg,
            "<path d='M0 {top}H{w}M{end:.1} {top}v{BOARD}' {seam}/><path d='M0 {:.1}H{w}' {shine}/>",
            top + 0.6
        );
    }
    let _ = write!(svg, "<path d='M0 0H{w}V{h}H0Z' fill='url(#light)'/>");
    svg
}

/// The shadow of an object of this size, drawn in its box with [`SHADOW`] around it.
pub fn shadow(w: f64, h: f64, radius: f64) -> String {
    let mut svg = String::new();
    for layer in 0..5 {
        // Nested layers, each of which darkens those around it, give a soft edge.
        let out = 1.5 - 0.55 * f64::from(layer);
        let (x, y) = (0.75 - out, 1.15 - out);
        let (w, h, r) = (w + 2.0 * out, h + 2.0 * out, (radius + out).max(0.3));
        let _ = write!(
            svg,
            "<rect x='{x:.2}' y='{y:.2}' width='{w:.2}' height='{h:.2}' rx='{r:.2}' fill='#000' fill-opacity='.15'/>"
        );
    }
    svg
}

/// A line around a possible choice: brass over a dark line, dashed for an empty place. `outline` has the corners relative to the
/// middle, and is empty for a rectangle.
pub fn glow((w, h): (f64, f64), outline: &[(f64, f64)], is_empty: bool) -> String {
    let path = match outline {
        [] => format!("M0 0H{w:.2}V{h:.2}H0Z"),
        corners => {
            let corner = |(x, y): &(f64, f64)| format!("{:.2} {:.2}", x + w / 2.0, y + h / 2.0);
            format!(
                "M{}Z",
                corners.iter().map(corner).collect::<Vec<_>>().join("L")
            )
        }
    };
    let dash = if is_empty {
        " stroke-dasharray='3.2 2.2'"
    } else {
        ""
    };
    format!(
        "<path d='{path}' fill='none' stroke='#1a120c' stroke-opacity='.85' stroke-width='2.2'/>\
        <path d='{path}' fill='none' stroke='#f0bd52' stroke-width='1.1'{dash}/>"
    )
}

/// The plate below the text of a highlight.
pub fn badge(w: f64, h: f64) -> String {
    format!(
        "<rect x='.15' y='.15' width='{:.2}' height='{:.2}' rx='{:.2}' fill='#f0bd52' stroke='#1a120c' stroke-width='.3'/>",
        w - 0.3,
        h - 0.3,
        h / 2.0
    )
}

/// The plate of a counter, without its words.
pub fn plate(plate: &Plate) -> String {
    let (w, h) = plate.size;
    let mut svg = format!(
        "<rect x='.2' y='.2' width='{:.2}' height='{:.2}' rx='2.2' fill='#120c08' fill-opacity='.5' stroke='#c9b898' \
        stroke-opacity='.45' stroke-width='.3'/>",
        w - 0.4,
        h - 0.4
    );
    for mark in &plate.marks {
        svg.push_str(&marked(mark));
    }
    svg
}

fn marked(mark: &Mark) -> String {
    match *mark {
        Mark::Bead {
            at: (x, y),
            is_there,
        } => {
            let look = if is_there {
                "fill='#f0bd52' stroke='#8a6420'"
            } else {
                "fill='none' stroke='#c9b898' stroke-opacity='.6'"
            };
            let radius = counter::BEAD;
            format!("<circle cx='{x:.2}' cy='{y:.2}' r='{radius}' {look} stroke-width='.35'/>")
        }
        Mark::Bar {
            at: (x, y),
            width,
            filled,
        } => format!(
            "<path d='M{x:.2} {y:.2}h{width:.2}' stroke='#c9b898' stroke-opacity='.3' stroke-width='1.2' fill='none'/>\
            <path d='M{x:.2} {y:.2}h{:.2}' stroke='#f0bd52' stroke-width='1.2' fill='none'/>",
            width * filled
        ),
    }
}

/// The body of a die with this edge around its sticker, which shows through in the middle.
pub fn die(edge: f64, sticker: f64, radius: f64) -> String {
    let inset = (edge - sticker) / 2.0 + 0.04;
    let outer = rounded(0.0, edge, edge * 0.17);
    let inner = rounded(inset, edge - 2.0 * inset, radius);
    let rim = rounded(0.35, edge - 0.7, edge * 0.15);
    format!(
        "<defs><linearGradient id='body' x2='1' y2='1'><stop offset='0' stop-color='#fffdf4'/>\
        <stop offset='.5' stop-color='#ece3cd'/><stop offset='1' stop-color='#b9ab8c'/></linearGradient></defs>\
        <path d='{outer}{inner}' fill='url(#body)' fill-rule='evenodd'/>\
        <path d='{rim}' fill='none' stroke='#fff' stroke-opacity='.5' stroke-width='.25'/>\
        <path d='{outer}' fill='none' stroke='#3a3024' stroke-opacity='.8' stroke-width='.18'/>\
        <path d='{inner}' fill='none' stroke='#3a3024' stroke-opacity='.7' stroke-width='.22'/>"
    )
}

/// The light, the body and the shade of a colour.
fn shades(bead: Bead) -> (&'static str, &'static str, &'static str) {
    match bead {
        Bead::Red => ("#ff9a86", "#c8281c", "#6d0f0b"),
        Bead::Yellow => ("#fff0a8", "#e2ae23", "#8a5f0c"),
        Bead::Blue => ("#a9d4ff", "#2f6cb8", "#133463"),
        Bead::Black => ("#8b8680", "#2a2622", "#0b0908"),
        Bead::Green => ("#b4e0a4", "#3f8a3c", "#173f18"),
        Bead::Violet => ("#dcb8ee", "#7c3f9c", "#371648"),
        Bead::Orange => ("#ffd2a0", "#e0762a", "#74340c"),
        Bead::White => ("#ffffff", "#e8e2d6", "#8a8478"),
    }
}

/// A wooden pawn that stands in a box of size [`PAWN`].
pub fn pawn(bead: Bead) -> String {
    let (light, body, dark) = shades(bead);
    let (w, h) = PAWN;
    let middle = w / 2.0;
    format!(
        "<defs><linearGradient id='wood' x2='1' y2='.35'><stop offset='0' stop-color='{light}'/>\
        <stop offset='.45' stop-color='{body}'/><stop offset='1' stop-color='{dark}'/></linearGradient></defs>\
        <ellipse cx='{middle}' cy='{:.2}' rx='5.2' ry='1.5' fill='#000' fill-opacity='.4'/>\
        <path d='M1 {:.2}C1 10.4 3.6 10 3.7 7.2H7.3C7.4 10 10 10.4 10 {:.2}C10 {h} 1 {h} 1 {:.2}Z' fill='url(#wood)' \
        stroke='#150d06' stroke-width='.5'/>\
        <circle cx='{middle}' cy='4.3' r='3.6' fill='url(#wood)' stroke='#150d06' stroke-width='.5'/>\
        <ellipse cx='4.3' cy='3' rx='1' ry='.7' fill='#fff' fill-opacity='.7'/>",
        h - 1.6,
        h - 2.2,
        h - 2.2,
        h - 2.2
    )
}

/// A plain die of edge [`CUBE`], with pips for one to six, and other faces in letters.
pub fn cube(face: Option<&str>) -> String {
    let edge = CUBE;
    let outer = rounded(0.0, edge, edge * 0.17);
    let rim = rounded(0.5, edge - 1.0, edge * 0.15);
    let mut svg = format!(
        "<defs><linearGradient id='bone' x2='1' y2='1'><stop offset='0' stop-color='#fffdf4'/>\
        <stop offset='.55' stop-color='#f1e8d2'/><stop offset='1' stop-color='#c9bb99'/></linearGradient></defs>\
        <path d='{outer}' fill='url(#bone)' stroke='#3a3024' stroke-opacity='.8' stroke-width='.25'/>\
        <path d='{rim}' fill='none' stroke='#fff' stroke-opacity='.6' stroke-width='.35'/>"
    );
    // One that was not rolled yet, or whose face is hidden.
    let (face, ink) = face.map_or(("?", "#9a8a68"), |face| (face, "#2a2118"));
    if let Some(pips) = pips(face) {
        for (column, row) in pips {
            let at = |cell: u8| edge * (0.26 + 0.24 * f64::from(cell));
            let (x, y) = (at(*column), at(*row));
            let _ = write!(
                svg,
                "<circle cx='{x:.2}' cy='{y:.2}' r='1.9' fill='#2a2118'/>"
            );
        }
        return svg;
    }
    let letters: String = face.chars().take(8).collect();
    let size = (edge * 1.5 / letters.chars().count().max(1) as f64).min(edge * 0.6);
    let _ = write!(
        svg,
        "<text x='{:.2}' y='{:.2}' text-anchor='middle' font-family='Barlow Condensed' font-weight='600' \
        font-size='{size:.2}' fill='{ink}'>{}</text>",
        edge / 2.0,
        edge / 2.0 + size * 0.35,
        escape(&letters)
    );
    svg
}

/// The columns and rows of the pips on a common die, 0 to 2.
fn pips(face: &str) -> Option<&'static [(u8, u8)]> {
    Some(match face {
        "1" => &[(1, 1)],
        "2" => &[(2, 0), (0, 2)],
        "3" => &[(2, 0), (1, 1), (0, 2)],
        "4" => &[(0, 0), (2, 0), (0, 2), (2, 2)],
        "5" => &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
        "6" => &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
        _ => return None,
    })
}

/// The outline of a place for a piece.
pub fn slot(w: f64, h: f64) -> String {
    format!(
        "<rect x='.6' y='.6' width='{:.2}' height='{:.2}' rx='2' fill='#000' fill-opacity='.12' stroke='#e9d8b2' \
        stroke-opacity='.4' stroke-width='.5' stroke-dasharray='3 2.2'/>",
        w - 1.2,
        h - 1.2
    )
}

/// A named place on a map without tiles, as inlaid in the table.
pub fn field(w: f64, h: f64) -> String {
    format!(
        "<rect x='.4' y='.4' width='{:.2}' height='{:.2}' rx='3' fill='#f4e8cc' fill-opacity='.13' stroke='#b08d57' stroke-width='.8'/>\
        <rect x='1.8' y='1.8' width='{:.2}' height='{:.2}' rx='2' fill='none' stroke='#b08d57' stroke-opacity='.5' stroke-width='.4'/>",
        w - 0.8,
        h - 0.8,
        w - 3.6,
        h - 3.6
    )
}

/// A way between the corners of a box of this width and height.
pub fn path(dx: f64, dy: f64) -> String {
    let (w, h) = (dx.abs() + PATH, dy.abs() + PATH);
    let edge = PATH / 2.0;
    let (from, to) = if (dx < 0.0) == (dy < 0.0) {
        ((edge, edge), (w - edge, h - edge))
    } else {
        ((edge, h - edge), (w - edge, edge))
    };
    format!(
        "<path d='M{:.2} {:.2}L{:.2} {:.2}' fill='none' stroke='#b08d57' stroke-width='1.6' \
        stroke-dasharray='4 3' stroke-linecap='round'/>",
        from.0, from.1, to.0, to.1
    )
}

/// A glass counter.
pub fn bead(bead: Bead) -> String {
    let (light, body, dark) = shades(bead);
    let r = BEAD;
    format!(
        "<defs><radialGradient id='glass' cx='.36' cy='.32' r='.75'><stop offset='0' stop-color='{light}'/>\
        <stop offset='.4' stop-color='{body}'/><stop offset='1' stop-color='{dark}'/></radialGradient></defs>\
        <circle cx='{r}' cy='{r}' r='{r}' fill='url(#glass)'/>\
        <circle cx='{r}' cy='{r}' r='{:.2}' fill='none' stroke='#000' stroke-opacity='.45' stroke-width='.2'/>\
        <ellipse cx='{:.2}' cy='{:.2}' rx='.8' ry='.5' fill='#fff' fill-opacity='.75'/>",
        r - 0.1,
        r - 0.9,
        r - 1.1
    )
}

/// A pile of face-down pieces, or the empty place of one. Each lower piece shows slightly on the right and below, by at most
/// `rise` mm in all.
pub fn pile(w: f64, h: f64, count: u32, rise: f64) -> String {
    if count == 0 {
        return format!(
            "<rect x='.6' y='.6' width='{:.2}' height='{:.2}' rx='1' fill='none' stroke='#e9d8b2' stroke-opacity='.35' \
            stroke-width='.35' stroke-dasharray='2 1.6'/>",
            w - 1.2,
            h - 1.2
        );
    }
    let layers = count.min(8);
    let step = rise / 8.0;
    let mut svg = String::new();
    for layer in (0..layers).rev() {
        let off = f64::from(layer) * step - f64::from(layers - 1) * step;
        let at = -off - f64::from(layers - 1) * step;
        let tint = ["#b09a78", "#a8926f"][layer as usize % 2];
        let _ = write!(
            svg,
            "<rect x='{at:.2}' y='{at:.2}' width='{w:.2}' height='{h:.2}' rx='.5' fill='{tint}' stroke='#4a3b28' \
            stroke-width='.15'/>"
        );
    }
    svg
}

/// How far the top piece of a pile is shifted up and to the left, in mm.
pub fn lift(count: u32, rise: f64) -> f64 {
    f64::from(count.min(8) - 1) * rise / 8.0
}

/// The default back for the top of a pile: a lattice, with the title on a plate.
pub fn ornament(w: f64, h: f64, title: &str) -> String {
    let edge = w.min(h) * 0.06;
    let (right, bottom) = (w - edge, h - edge);
    let mut lattice = String::new();
    let step = 2.4;
    for line in 1..((right + bottom - 2.0 * edge) / step) as usize {
        // Both diagonals across a frame, each from edge to edge.
        let far = f64::from(line as u32) * step;
        let (across, down) = (far.min(right - edge), far.min(bottom - edge));
        let (x, y) = (edge + across, edge + far - across);
        let (other_x, other_y) = (edge + far - down, edge + down);
        let mirrored = w - x;
        let other_mirrored = w - other_x;
        let _ = write!(
            lattice,
            "M{x:.2} {y:.2}L{other_x:.2} {other_y:.2}M{mirrored:.2} {y:.2}L{other_mirrored:.2} {other_y:.2}"
        );
    }
    let mut svg = format!(
        "<rect width='{w:.2}' height='{h:.2}' rx='.5' fill='#6d4a35' stroke='#2c1d14' stroke-width='.2'/>\
        <path d='{lattice}' fill='none' stroke='#a67f56' stroke-width='.28'/>\
        <rect x='{edge:.2}' y='{edge:.2}' width='{:.2}' height='{:.2}' rx='.8' fill='none' stroke='#e9d8b2' stroke-width='.45'/>",
        w - 2.0 * edge,
        h - 2.0 * edge
    );
    let title: String = title
        .chars()
        .filter(|letter| letter.is_ascii_graphic() || *letter == ' ')
        .take(24)
        .collect();
    let letters = title.chars().count() as f64;
    if letters > 0.0 && w > 14.0 && h > 8.0 {
        let size = (1.7 * (w * 0.8) / letters).min(h * 0.2).min(6.0);
        let (high, wide) = (
            size * 1.9,
            (size * letters * 0.5 + size * 1.4).min(w - 2.0 * edge),
        );
        let _ = write!(
            svg,
            "<rect x='{:.2}' y='{:.2}' width='{wide:.2}' height='{high:.2}' rx='.6' fill='#f4e8cc' stroke='#2c1d14' \
            stroke-width='.28'/><text x='{:.2}' y='{:.2}' text-anchor='middle' font-family='Barlow Condensed' \
            font-weight='600' font-size='{size:.2}' fill='#2c1d14'>{}</text>",
            (w - wide) / 2.0,
            (h - high) / 2.0,
            w / 2.0,
            h / 2.0 + size * 0.35,
            escape(title.trim())
        );
    }
    svg
}

/// An open tin with face-down tokens of this size scattered in it.
pub fn tin(w: f64, h: f64, count: u32, (token_w, token_h): (f64, f64)) -> String {
    let r = 5.0;
    let mut svg = format!(
        "<defs><linearGradient id='metal' x2='1' y2='1'><stop offset='0' stop-color='#e6e9ea'/>\
        <stop offset='.45' stop-color='#9aa3a8'/><stop offset='1' stop-color='#5d666b'/></linearGradient>\
        <linearGradient id='inside' x2='.6' y2='1'><stop offset='0' stop-color='#1b2023'/>\
        <stop offset='1' stop-color='#4d565c'/></linearGradient></defs>\
        <rect width='{w:.2}' height='{h:.2}' rx='{r}' fill='url(#metal)' stroke='#2b3033' stroke-width='.25'/>\
        <rect x='1.3' y='1.3' width='{:.2}' height='{:.2}' rx='{}' fill='url(#inside)' stroke='#2b3033' stroke-width='.25'/>",
        w - 2.6,
        h - 2.6,
        r - 1.3
    );
    let mut noise = Noise(3);
    // In any rotation, a token stays within the rim.
    let reach = (token_w.hypot(token_h) / 2.0 + 1.8).min(w.min(h) / 2.0);
    for _ in 0..count.min(14) {
        let (x, y) = (
            reach + (w - 2.0 * reach) * noise.next(),
            reach + (h - 2.0 * reach) * noise.next(),
        );
        let turn = 180.0 * noise.next();
        let _ = write!(
            svg,
            "<g transform='translate({x:.2} {y:.2}) rotate({turn:.0})'><rect x='{:.2}' y='{:.2}' width='{token_w:.2}' \
            height='{token_h:.2}' rx='.4' fill='#000' fill-opacity='.35' transform='translate(.3 .5)'/>\
            <rect x='{0:.2}' y='{1:.2}' width='{token_w:.2}' height='{token_h:.2}' rx='.4' fill='{}' stroke='#4a3b28' \
            stroke-width='.2'/></g>",
            -token_w / 2.0,
            -token_h / 2.0,
            ["#c3ae8b", "#b8a27d", "#cbb796"][(noise.next() * 3.0) as usize % 3]
        );
    }
    svg
}

/// An arrow in chalk that points up, in a box of size [`WAY`].
pub fn way() -> String {
    let (w, h) = WAY;
    format!(
        "<path d='M1 {:.2}L{:.2} 1.2L{:.2} {:.2}' fill='none' stroke='#f4e8cc' stroke-opacity='.62' stroke-width='.9' \
        stroke-linecap='round' stroke-linejoin='round'/>",
        h - 1.4,
        w / 2.0,
        w - 1.0,
        h - 1.4
    )
}

/// A bar in chalk across a way, in a box of size [`WAY`].
pub fn closed() -> String {
    let (w, h) = WAY;
    format!(
        "<path d='M1 {0:.2}H{1:.2}M1 {2:.2}H{1:.2}' fill='none' stroke='#f4e8cc' stroke-opacity='.5' stroke-width='.9' \
        stroke-linecap='round'/>",
        h / 2.0 + 0.8,
        w - 1.0,
        h / 2.0 - 0.8
    )
}

/// A square with rounded corners as path data; its top left corner is at (`at`, `at`).
fn rounded(at: f64, edge: f64, r: f64) -> String {
    let straight = edge - 2.0 * r;
    let (x, y) = (at + r, at);
    format!(
        "M{x:.2} {y:.2}h{straight:.2}a{r:.2} {r:.2} 0 0 1 {r:.2} {r:.2}v{straight:.2}a{r:.2} {r:.2} 0 0 1 -{r:.2} {r:.2}\
        h-{straight:.2}a{r:.2} {r:.2} 0 0 1 -{r:.2} -{r:.2}v-{straight:.2}a{r:.2} {r:.2} 0 0 1 {r:.2} -{r:.2}Z"
    )
}

/// A fixed pseudorandom sequence of numbers from 0 to 1, for the grain of the wood.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1 << 24)
    }
}
