//! Turns arrangements into sheets: fronts and backs, bleed, cuts, folds, marks and labels.
//!
//! Only fronts are laid out. A back is its front, mirrored by turning the paper or by the fold ([`Placed::mirrored`]); so the two
//! coincide in every layout.

use crate::press::order::{Layout, Marks, On, Prints};
use crate::press::sheet::measures::{EDGE, UNDERLAP};
use std::collections::HashMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::arrange::{Arrangement, extent};
use super::captions::Named;
use super::crop::{self, Reach, crop, unmarked};
use super::marks::{self, Margin, Notes, Others, hairlines};
use super::net::{Net, edges};
use super::pack::RUN;
use super::{captions, heading, making, plate};
use crate::face::bleed::{clockwise, grown, grown_by_edge};
use crate::kit::{Contour, Point, Segment, Side, Size, Um};
use crate::press::sheet::bounds::{Bounds, room};
use crate::press::sheet::cuts::strokes;
use crate::press::sheet::{
    Behind, Catalogue, Flip, Grid, Mark, Mirror, Orientation, Placed, Sheet, Sides, Stroke,
};

/// Sheets made in the same way.
#[derive(Default)]
pub struct Section {
    /// The kind of sheets, for their titles: "Cards".
    pub title: String,
    /// The field value common to all their pieces, if pieces are sorted by a field.
    pub group: Option<String>,
    pub arrangements: Vec<Arrangement>,
    /// Where arrangements begin on the paper; by default they are centred, or next to the fold.
    pub corner: Option<Point>,
    pub kind: SheetKind,
    /// Whether cut lines are printed around the pieces; if not, crop marks show the cuts if all of them are straight.
    pub plain_cuts: bool,
    /// For sheets with room for a heading of their own: the names above their blocks.
    pub names: Vec<Named>,
    /// How many sheets the labels among their pieces would need alone.
    pub label_sheets: usize,
}

impl Section {
    /// The part of an area that is available to fronts.
    pub fn room(&self, area: Size) -> Size {
        match self.kind {
            SheetKind::Gutterfold(line) => half(
                area,
                line,
                beside_fold(self.arrangements.iter().flatten().map(|(net, _)| net)),
            ),
            SheetKind::Single | SheetKind::Duplex(_) => area,
        }
    }

    /// A lower bound for the number of sheets: the area of the pieces divided by that of a sheet.
    pub fn fewest(&self, area: Size) -> usize {
        let pieces: f64 = self
            .arrangements
            .iter()
            .flatten()
            .map(|(net, _)| net.area())
            .sum();
        let sides = if matches!(self.kind, SheetKind::Gutterfold(_)) {
            2.0
        } else {
            1.0
        };
        (pieces * sides / area.area()).ceil() as usize
    }
}

/// How fronts and backs come together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SheetKind {
    /// The back of the paper is blank.
    #[default]
    Single,
    /// Both sides of the paper are printed.
    Duplex(Flip),
    /// Fronts and backs are on the same side of the paper, on the two sides of a vertical or horizontal fold.
    Gutterfold(Orientation),
}

/// The fold of a gutterfold, in the middle of the paper.
pub fn fold(paper: Size, line: Orientation) -> Mirror {
    Mirror {
        line,
        twice: if line == Orientation::Vertical {
            paper.w
        } else {
            paper.h
        },
    }
}

/// The part of an area available to fronts next to a fold in the middle, with a gap of `air` at the fold.
pub fn half(area: Size, line: Orientation, air: Um) -> Size {
    match line {
        Orientation::Vertical => Size::new(area.w.half() - air, area.h),
        Orientation::Horizontal => Size::new(area.w, area.h.half() - air),
    }
}

/// The gap between pieces and a fold: their bleed, or half of their gutter.
pub fn beside_fold<'n>(nets: impl Iterator<Item = &'n Net>) -> Um {
    let bleed = |net: &Net| {
        net.faces
            .iter()
            .map(|face| face.bleed.most())
            .max()
            .unwrap_or_default()
    };
    nets.map(|net| bleed(net).max(net.gutter.half()))
        .max()
        .unwrap_or_default()
}

/// Imposes all sections in printing order, each back after its front. If some sheets are two-sided, the others have empty
/// backs, so that everything can go through a duplex printer.
pub fn impose(
    sections: Vec<Section>,
    paper: Size,
    notes: &Notes,
    layout: &Layout,
    catalogue: &Catalogue,
) -> Vec<Sheet> {
    let count = sections
        .iter()
        .map(|section| section.arrangements.len())
        .sum();
    let turned = layout.prints == Prints::Both
        && sections
            .iter()
            .any(|section| matches!(section.kind, SheetKind::Duplex(_)));
    let mut imposer = Imposer {
        paper,
        layout,
        catalogue,
        count,
        turned,
        number: 0,
        has_aid: false,
        sheets: Vec::new(),
    };
    for Section {
        title,
        group,
        arrangements,
        corner,
        kind,
        plain_cuts,
        names,
        label_sheets: _,
    } in sections
    {
        let lines = layout.marks.lines != On::Neither;
        let air = beside_fold(arrangements.iter().flatten().map(|(net, _)| net));
        let is_headed = notes.heading.is_some() && notes.registration.is_none();
        let frame = Frame {
            paper,
            corner,
            kind,
            air,
            is_headed: is_headed && plain_cuts && lines,
            plain_cuts: plain_cuts && lines,
            lines,
            names,
        };
        let version = frame.version(&arrangements);
        for (index, arrangement) in arrangements.into_iter().enumerate() {
            let page = frame.centred(arrangement);
            let decks = catalogue.titles(page.net.faces.iter().map(|face| &*face.code));
            let group = group
                .iter()
                .map(|group| format!(", {group}"))
                .collect::<String>();
            let title = notes.say(&title, &[]);
            let label = format!(
                "{}   {}{group}",
                notes.label,
                if decks.is_empty() { &title } else { &decks }
            );
            let notes = Notes {
                label: &label,
                version: &version,
                ..*notes
            };
            let title = format!("{title} {}{group}", index + 1);
            imposer.number += 1;
            match kind {
                SheetKind::Duplex(flip) => imposer.two_sided(&frame, &page, &title, &notes, flip),
                _ => imposer.one_sided(&frame, &page, &title, &notes),
            }
        }
    }
    let mut sheets = imposer.sheets;
    // Nothing follows the last back, so it is dropped if empty.
    if sheets.last().is_some_and(Sheet::is_empty) {
        sheets.pop();
    }
    sheets
}

/// The bleed beside the only ruler of a page, if it has no other place, and still less on a first sheet. Whoever turns the paper
/// needs a bleed on the backs.
const LEAST_BLEEDS: [Um; 2] = [Um(1_500), Um(1_000)];

/// "Card sheet 1, front".
fn sided(title: &str, side: Side, notes: &Notes) -> String {
    format!("{title}, {}", notes.say(side.name(), &[]))
}

/// Turns pages into sheets, one after the other.
struct Imposer<'l> {
    paper: Size,
    layout: &'l Layout,
    catalogue: &'l Catalogue,
    /// The number of pages, and the current one, counted from 1.
    count: usize,
    number: usize,
    /// Whether a page without a back gets an empty one.
    turned: bool,
    /// Whether the rules in short are on one of the sheets.
    has_aid: bool,
    sheets: Vec<Sheet>,
}

impl Imposer<'_> {
    /// Adds the front and the back of a page, as far as they are printed.
    fn two_sided(&mut self, frame: &Frame, page: &Page, title: &str, notes: &Notes, flip: Flip) {
        let (wanted, paper) = (&self.layout.marks, self.paper);
        let mirror = Mirror::over(paper, flip);
        let ours = self.margin(frame, page, notes, Some(Side::Front), None);
        let theirs = self.margin(frame, page, notes, Some(Side::Back), Some(mirror));
        let ours = ours.registered(notes.registration, paper);
        let front = frame.front(page, &ours.taken, &theirs.taken, mirror);
        let blocked = blocked(&ours.taken, &theirs.taken, mirror);
        let mut before = None;
        if self.layout.prints.has_fronts() {
            let mut marks = ours.marks;
            marks.extend(self.crops(&front, &blocked, Side::Front, None));
            let (title, marks) = (sided(title, Side::Front, notes), marks.into());
            let mut sheet = Sheet {
                title,
                marks,
                words: ours.words,
                ..front.clone()
            };
            let mut blocked = blocked.clone();
            if frame.names.is_empty() {
                blocked.extend(self.plate(&mut sheet, frame, notes, &blocked));
            } else {
                self.head(&mut sheet, frame, notes, &blocked);
            }
            let wanted = &self.layout.marks;
            let sheet = sheet.with_codes(wanted.codes, blocked.into_iter(), notes.font);
            before = Some(self.sheets.len());
            self.push(sheet.showing(wanted));
        }
        if self.layout.prints.has_backs() {
            let mut marks = theirs.marks;
            marks.extend(self.crops(&front, &blocked, Side::Back, Some(mirror)));
            let (title, marks) = (sided(title, Side::Back, notes), marks.into());
            let (placed, words) = (backs(&front, page, mirror), theirs.words);
            let sheet = Sheet {
                title,
                front: before,
                placed,
                marks,
                words,
                ..front.reverse(mirror, wanted)
            };
            let there = blocked.iter().map(|blocked| blocked.mirrored(mirror));
            self.push(sheet.with_codes(wanted.codes, there, notes.font));
        }
    }

    /// Adds a page whose pieces are all on one side of the paper; the other side may have lines.
    fn one_sided(&mut self, frame: &Frame, page: &Page, title: &str, notes: &Notes) {
        let (wanted, paper) = (&self.layout.marks, self.paper);
        let margin = self
            .margin(frame, page, notes, None, None)
            .registered(notes.registration, paper);
        // Backs across a fold avoid the margin like fronts.
        let (across, theirs) = match frame.kind {
            SheetKind::Gutterfold(line) => (fold(paper, line), &margin.taken[..]),
            _ => (fold(paper, Orientation::Vertical), &[][..]),
        };
        let mut sheet = frame.front(page, &margin.taken, theirs, across);
        if let SheetKind::Gutterfold(line) = frame.kind {
            let behind = backs(&sheet, page, fold(paper, line));
            match self.layout.prints {
                Prints::Both => sheet.placed.extend(behind),
                Prints::Fronts | Prints::Outlines => {}
                Prints::Backs => sheet.placed = behind,
            }
            sheet.folds.push(fold_line(paper, line));
        }
        let blocked = blocked(&margin.taken, theirs, across);
        let mut marks = margin.marks;
        marks.extend(self.crops(&sheet, &blocked, Side::Front, None));
        sheet.title = title.to_owned();
        sheet.marks = marks.into();
        sheet.words = margin.words;
        self.head(&mut sheet, frame, notes, &blocked);
        let sheet = sheet.with_codes(wanted.codes, blocked.into_iter(), notes.font);
        let front = Some(self.sheets.len());
        let reverse = sheet.reverse(Mirror::over(paper, self.layout.flip), wanted);
        let reverse = Sheet {
            title: sided(title, Side::Back, notes),
            front,
            ..reverse
        };
        self.push(sheet.showing(wanted));
        if reverse.plain_cuts || reverse.plain_folds {
            let turned = Mirror::over(paper, self.layout.flip);
            let margin = self.margin(frame, page, notes, Some(Side::Back), Some(turned));
            self.push(Sheet {
                marks: margin.marks.into(),
                words: margin.words,
                ..reverse
            });
        } else if self.turned {
            let words = vec![marks::blank(paper, notes)];
            self.push(Sheet { words, ..reverse });
        }
    }

    /// Adds the name of the game to a sheet of cards that leave room for it; returns what it occupies, with a table if there is one.
    fn plate(
        &mut self,
        sheet: &mut Sheet,
        frame: &Frame,
        notes: &Notes,
        blocked: &[Bounds],
    ) -> Vec<Bounds> {
        // Precut paper has labels or cards wherever there is room.
        let is_free = notes.registration.is_none() && frame.lines && frame.corner.is_none();
        match notes.heading.filter(|_| is_free) {
            Some(heading) => plate::add(heading, sheet, notes, blocked),
            None => Vec::new(),
        }
    }

    /// Adds the heading, the names of the pieces, and how they are made, as far as there is room.
    fn head(&mut self, sheet: &mut Sheet, frame: &Frame, notes: &Notes, blocked: &[Bounds]) {
        // Registration and crop marks need the room above the pieces.
        let is_free = notes.registration.is_none() && frame.plain_cuts;
        let Some(heading) = notes.heading.filter(|_| is_free) else {
            return;
        };
        let mut taken = blocked.to_vec();
        let band = heading.add(sheet, frame.spread_below(), blocked);
        taken.extend(band);
        let once = Notes {
            aid: notes.aid.filter(|_| !self.has_aid),
            ..*notes
        };
        if frame.names.is_empty() {
            captions::add(sheet, self.catalogue, notes, &taken, band.is_some());
            // Across a fold, a name would be creased.
            if band.is_none() && frame.kind == SheetKind::Single {
                taken.extend(self.plate(sheet, frame, notes, &taken));
            }
            self.has_aid |= making::fill(sheet, &once, &taken);
        } else {
            frame.name(sheet);
            self.has_aid |= making::add(sheet, &frame.names, &once, &taken);
        }
    }

    /// Adds a sheet. Hundreds of sheets have the same hundred marks: they share them.
    fn push(&mut self, mut sheet: Sheet) {
        // The front and the back of the sheet before it.
        let before = self.sheets.iter().rev().take(2);
        for known in before {
            if known.marks == sheet.marks {
                sheet.marks = known.marks.clone();
            }
        }
        self.sheets.push(sheet);
    }

    /// The margin of a page, or of its back as seen through the mirror.
    fn margin(
        &self,
        frame: &Frame,
        page: &Page,
        notes: &Notes,
        side: Option<Side>,
        mirror: Option<Mirror>,
    ) -> Margin {
        let which = notes.say(
            "sheet {number} of {count}",
            &[("number", &self.number), ("count", &self.count)],
        );
        let which = side.map_or(which.clone(), |side| sided(&which, side, notes));
        let mut pieces = frame.pieces(page, mirror);
        let registration = notes.registration.map(|pattern| pattern.taken(self.paper));
        pieces.extend(registration.iter().flatten().map(bounds));
        let others = Others {
            behind: mirror.map(|mirror| mirror.line),
            ..self.others(frame, page, &pieces)
        };
        let targets = match mirror {
            Some(mirror) if side.is_some() => self.targets(frame, page, Some(mirror)),
            _ => self.targets(frame, page, None),
        };
        let mut kept = targets.clone();
        if let SheetKind::Gutterfold(line) = frame.kind {
            kept.push(Bounds::of(&fold_line(self.paper, line)).grown(RUN));
        }
        let below = marks::margin(self.paper, notes, &which, &others, &kept);
        let heading = frame.heading(page, notes, &others);
        let headed = heading.map(|heading| {
            kept.push(heading);
            marks::margin(self.paper, notes, &which, &others, &kept)
        });
        // A ruler is worth more than a heading.
        let margin = match headed {
            Some(headed) if headed.marks.len() >= below.marks.len() => headed,
            _ => below,
        };
        let is_printed = side.is_some_and(|side| self.layout.marks.targets.has(side));
        margin.with_targets(&targets, is_printed)
    }

    /// The targets of a two-sided page, seen through the mirror, if they are wanted on a side.
    fn targets(&self, frame: &Frame, page: &Page, mirror: Option<Mirror>) -> Vec<Bounds> {
        let is_two_sided = matches!(frame.kind, SheetKind::Duplex(_));
        if !is_two_sided || self.layout.marks.targets == On::Neither {
            return Vec::new();
        }
        // Backs mirror fronts, and so do their targets.
        let pieces = frame.pieces(page, None);
        let mut places = marks::targets(self.paper, &self.others(frame, page, &pieces));
        if let Some(mirror) = mirror {
            places
                .iter_mut()
                .for_each(|place| *place = place.mirrored(mirror));
        }
        places
    }

    /// What the margin of a page keeps off. Crop marks are shorter where the margin is.
    fn others<'p>(&self, frame: &Frame, page: &Page, pieces: &'p [Bounds]) -> Others<'p> {
        Others {
            pieces,
            reach: self.reach(frame, page, crop::LEAST_EXTENT),
            // Whoever verifies the scale does so on the first sheet; on others, crop marks are worth more than a ruler.
            least: match frame.plain_cuts {
                _ if self.number == 1 => &LEAST_BLEEDS,
                true => &LEAST_BLEEDS[..1],
                false => &[],
            },
            behind: None,
        }
    }

    /// How far anything extends beyond the pieces of a page: their art and cuts, or crop marks this far beside the art.
    fn reach(&self, frame: &Frame, page: &Page, crops: Um) -> Um {
        let bleeds = page.net.faces.iter().map(|face| face.bleed.most());
        let art = bleeds.max().unwrap_or_default();
        if frame.plain_cuts {
            art.max(RUN)
        } else {
            art + crops
        }
    }

    /// The marks that show the cuts of a front, on the front itself or on its back.
    fn crops(
        &self,
        front: &Sheet,
        blocked: &[Bounds],
        side: Side,
        mirror: Option<Mirror>,
    ) -> Vec<Mark> {
        let wanted = &self.layout.marks;
        // If the front has cut lines, they are what is cut along.
        let in_front = wanted.lines.has(Side::Front) && self.layout.prints.has_fronts();
        let reach = match () {
            () if wanted.guides.has(side) => Reach::Edge,
            () if front.plain_cuts && (in_front || wanted.lines.has(side))
                || !wanted.crop.has(side) =>
            {
                return Vec::new();
            }
            () => Reach::Corner,
        };
        let mut crops = crop(&front.placed, blocked, self.paper, reach);
        if !front.plain_cuts && wanted.lines.has(side) {
            crops.beside.extend(unmarked(
                &front.cuts,
                crops.beside.iter().chain(&crops.on_art),
            ));
        }
        let on_art = hairlines(&crops.on_art, mirror).map(|mark| Mark {
            on_art: true,
            ..mark
        });
        hairlines(&crops.beside, mirror).chain(on_art).collect()
    }
}

impl Sheet {
    /// A front with those of its lines that are printed on it.
    fn showing(self, wanted: &Marks) -> Sheet {
        let plain_cuts = self.plain_cuts && wanted.lines.has(Side::Front);
        let plain_folds = !self.folds.is_empty() && wanted.fold.has(Side::Front);
        Sheet {
            plain_cuts,
            plain_folds,
            ..self
        }
    }

    /// The other side of a front, with those of its lines that are printed on it.
    fn reverse(&self, mirror: Mirror, wanted: &Marks) -> Sheet {
        let mut reverse = Sheet {
            size: self.size,
            side: Side::Back,
            ..Sheet::default()
        };
        let there = |line: &Stroke| {
            Stroke {
                from: mirror.point(line.from),
                to: mirror.point(line.to),
            }
            .ordered()
        };
        if self.plain_cuts && wanted.lines.has(Side::Back) {
            reverse.plain_cuts = true;
            reverse.cuts = self.cuts.iter().map(there).collect();
            reverse.curves = self
                .curves
                .iter()
                .map(|curve| Arc::new(mirror.contour(curve)))
                .collect();
        }
        if !self.folds.is_empty() && wanted.fold.has(Side::Back) {
            reverse.plain_folds = true;
            reverse.folds = self.folds.iter().map(there).collect();
        }
        reverse
    }
}

/// The areas that the margins need, on this side and on the other.
fn blocked(ours: &[Grid], theirs: &[Grid], mirror: Mirror) -> Vec<Bounds> {
    ours.iter()
        .map(bounds)
        .chain(theirs.iter().map(|grid| bounds(grid).mirrored(mirror)))
        .collect()
}

/// The area that a margin takes in one place.
fn bounds(taken: &Grid) -> Bounds {
    Bounds::new(taken.at, taken.cell)
}

/// The backs of a front, each behind its front.
fn backs(front: &Sheet, page: &Page, mirror: Mirror) -> Vec<Placed> {
    let pairs = front.placed.iter().zip(&page.net.faces).enumerate();
    let back = |(piece, (placed, net)): (usize, (&Placed, &Placed))| {
        let mut back = Placed {
            face: net.back?,
            ..placed.mirrored(mirror)
        };
        back.behind = Some(Behind { piece, mirror });
        Some(back)
    };
    pairs.filter_map(back).collect()
}

fn fold_line(paper: Size, line: Orientation) -> Stroke {
    let edge = EDGE;
    let (middle, right, bottom) = (
        Point::new(paper.w.half(), paper.h.half()),
        paper.w - edge,
        paper.h - edge,
    );
    match line {
        Orientation::Vertical => Stroke {
            from: Point::new(middle.x, edge),
            to: Point::new(middle.x, bottom),
        },
        Orientation::Horizontal => Stroke {
            from: Point::new(edge, middle.y),
            to: Point::new(right, middle.y),
        },
    }
}

/// An arrangement in its position on the paper.
struct Page {
    /// Everything on it, in sheet coordinates.
    net: Net,
    /// For each face, the index of its net in the arrangement, and the box of that net without its gap.
    parts: Vec<(usize, Bounds)>,
    /// What nothing else is printed on: pieces, or their nets if there is more to them than rectangles.
    solid: Vec<Bounds>,
}

/// How the fronts of a section are positioned on their paper.
struct Frame {
    paper: Size,
    corner: Option<Point>,
    kind: SheetKind,
    /// The gap between pieces and a fold.
    air: Um,
    /// Whether there is a heading above the pieces if there is room for it.
    is_headed: bool,
    plain_cuts: bool,
    /// Whether cuts may be printed at all.
    lines: bool,
    /// The names above blocks.
    names: Vec<Named>,
}

impl Frame {
    /// Where an arrangement begins.
    fn corner(&self, arrangement: &Arrangement) -> Point {
        if let Some(corner) = self.corner {
            return corner;
        }
        let (paper, extent) = (self.paper, extent(arrangement));
        let middle = Point::new((paper.w - extent.w).half(), (paper.h - extent.h).half());
        match self.kind {
            SheetKind::Gutterfold(Orientation::Vertical) => {
                Point::new(paper.w.half() - self.air - extent.w, middle.y)
            }
            SheetKind::Gutterfold(Orientation::Horizontal) => {
                Point::new(middle.x, paper.h.half() - self.air - extent.h)
            }
            // What is left of the paper stays in one piece.
            SheetKind::Single if self.is_headed => {
                Point::new(middle.x, middle.y.min(heading::BELOW))
            }
            _ => middle,
        }
    }

    /// The pieces of a page, and for a fold also those behind it; all as seen through the mirror.
    fn pieces(&self, page: &Page, mirror: Option<Mirror>) -> Vec<Bounds> {
        let mut pieces = page.solid.clone();
        if let SheetKind::Gutterfold(line) = self.kind {
            let fold = fold(self.paper, line);
            let behind: Vec<Bounds> = pieces.iter().map(|piece| piece.mirrored(fold)).collect();
            pieces.extend(behind);
        }
        if let Some(mirror) = mirror {
            pieces
                .iter_mut()
                .for_each(|piece| *piece = piece.mirrored(mirror));
        }
        pieces
    }

    /// The band above the pieces that a heading needs.
    fn heading(&self, page: &Page, notes: &Notes, others: &Others) -> Option<Bounds> {
        let heading = notes.heading.filter(|_| self.is_headed)?;
        let top = page.parts.iter().map(|(_, part)| part.top).min()? - others.reach;
        heading.band(self.paper, self.spread_below().unwrap_or(top))
    }

    /// Where the heading of a sheet ends that has room for one of its own.
    fn spread_below(&self) -> Option<Um> {
        (!self.names.is_empty()).then_some(heading::BELOW)
    }

    /// Adds the names above blocks.
    fn name(&self, sheet: &mut Sheet) {
        let mut marks = sheet.marks.to_vec();
        let is_ruled = self.names.iter().all(Named::has_room);
        for named in &self.names {
            let (words, rules) = named.set(is_ruled);
            sheet.words.extend(words);
            marks.extend(rules);
        }
        sheet.marks = marks.into();
    }

    fn centred(&self, arrangement: Arrangement) -> Page {
        let corner = self.corner(&arrangement);
        let mut page = Page {
            net: Net::default(),
            parts: Vec::new(),
            solid: Vec::new(),
        };
        for (index, (net, spot)) in arrangement.into_iter().enumerate() {
            let at = Point::new(corner.x + spot.x, corner.y + spot.y);
            let inner = Size::new(net.size.w - net.air * 2, net.size.h - net.air * 2);
            let inner = Bounds::new(Point::new(at.x + net.air, at.y + net.air), inner);
            page.parts.extend(net.faces.iter().map(|_| (index, inner)));
            let net = net.moved(at);
            if net.lines.is_empty() && net.curves.is_empty() && net.folds.is_empty() {
                let faces = net.faces.iter().map(|face| Bounds::new(face.at, face.size));
                page.solid.extend(faces);
            } else {
                page.solid.push(inner);
            }
            page.net.add(net);
        }
        page
    }

    /// A short hash of the layout, which changes exactly if any piece moves.
    fn version(&self, arrangements: &[Arrangement]) -> String {
        let mut hash = Sha256::new();
        let mut number = |number: i64| hash.update(number.to_le_bytes());
        number(match self.kind {
            SheetKind::Single => 0,
            SheetKind::Duplex(Flip::Long) => 1,
            SheetKind::Duplex(Flip::Short) => 2,
            SheetKind::Gutterfold(Orientation::Vertical) => 3,
            SheetKind::Gutterfold(Orientation::Horizontal) => 4,
        });
        [self.paper.w, self.paper.h]
            .iter()
            .for_each(|length| number(length.0));
        for arrangement in arrangements {
            let corner = self.corner(arrangement);
            number(
                arrangement
                    .iter()
                    .map(|(net, _)| net.faces.len() as i64)
                    .sum(),
            );
            for (net, spot) in arrangement {
                for face in &net.faces {
                    let (x, y) = (corner.x + spot.x + face.at.x, corner.y + spot.y + face.at.y);
                    [x, y, face.size.w, face.size.h]
                        .iter()
                        .for_each(|length| number(length.0));
                    number(face.turns.into());
                }
            }
        }
        for (at, face) in arrangements
            .iter()
            .flatten()
            .flat_map(|(net, _)| &net.faces)
            .enumerate()
        {
            hash.update(if at > 0 { " " } else { "" });
            hash.update(&*face.code);
        }
        hash.finalize()
            .iter()
            .take(3)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// The area that art must stay within.
    fn limit(&self) -> Bounds {
        let mut limit = Bounds::printable(self.paper);
        match self.kind {
            SheetKind::Gutterfold(Orientation::Vertical) => limit.right = self.paper.w.half(),
            SheetKind::Gutterfold(Orientation::Horizontal) => limit.bottom = self.paper.h.half(),
            _ => {}
        }
        limit
    }

    /// The front of a page without marks, clear of the margins of both sides.
    fn front(&self, page: &Page, ours: &[Grid], theirs: &[Grid], mirror: Mirror) -> Sheet {
        let Page { net, parts, .. } = page;
        let blocked = blocked(ours, theirs, mirror);
        let mut uses: HashMap<Stroke, usize> = HashMap::new();
        for line in &net.lines {
            *uses.entry(*line).or_default() += 1;
        }
        let bounds: Vec<Bounds> = net
            .faces
            .iter()
            .map(|face| Bounds::new(face.at, face.size))
            .collect();
        let bleeds = net.faces.iter().enumerate().map(|(index, face)| {
            // Pieces with an outline share their edges within the same block.
            let others = (0..bounds.len())
                .filter(|&other| other != index)
                .filter_map(|other| match parts[other].0 == parts[index].0 {
                    true => face.outline.is_none().then_some(bounds[other]),
                    false => Some(parts[other].1),
                });
            let others: Vec<Bounds> = others.collect();
            let room = |blocked: &[Bounds]| {
                let others = others.iter().copied();
                room(bounds[index], face.bleed, others, blocked, self.limit())
            };
            (room(&[]), room(&blocked))
        });
        let (free, mut bleeds): (Vec<Sides>, Vec<Sides>) = bleeds.unzip();
        let is_straight = |index: usize| net.faces[index].outline.is_none();
        straighten(&mut bleeds, &free, &bounds, is_straight);
        let arts: Vec<Bounds> = std::iter::zip(&bounds, &bleeds)
            .map(|(trim, bleed)| trim.with(bleed))
            .collect();
        let mut last: HashMap<Stroke, usize> = HashMap::new();
        for (index, face) in net.faces.iter().enumerate() {
            last.extend(
                face.outline
                    .iter()
                    .flat_map(|outline| edges(outline))
                    .map(|edge| (edge, index)),
            );
        }
        let placed = net.faces.iter().enumerate().map(|(index, face)| {
            let mut bleed = bleeds[index];
            if face.outline.is_none() {
                // A face that is folded over on one side has art there too.
                underlap(&mut bleed, &bounds, &arts, index, face.bleed.most());
            }
            let clip = face.outline.as_ref().map_or(Arc::default(), |outline| {
                let is_later = |edge: &Stroke| last.get(edge).is_some_and(|last| *last > index);
                clip(outline, bleed.least(), &uses, is_later)
            });
            Placed {
                back: None,
                bleed,
                clip,
                ..face.clone()
            }
        });
        let placed: Vec<Placed> = placed.collect();
        let mut lines: Vec<Stroke> = uses.keys().copied().collect();
        lines.sort_unstable();
        // Straight cuts run on between the pieces, but not into pieces with an outline.
        let outlined = placed
            .iter()
            .filter(|face| face.outline.is_some())
            .map(|face| face.art());
        let stops: Vec<Grid> = ours
            .iter()
            .copied()
            .chain(outlined.map(|(at, size)| Grid::one(at, size)))
            .collect();
        let mut cuts = strokes(&net.boxes, &stops, RUN);
        cuts.extend(&lines);
        let (boxes, curves, folds) = (net.boxes.clone(), net.curves.clone(), net.folds.clone());
        Sheet {
            size: self.paper,
            placed,
            cuts,
            boxes,
            lines,
            curves,
            folds,
            plain_cuts: self.plain_cuts
                || self.lines && !(net.lines.is_empty() && net.curves.is_empty()),
            ..Sheet::default()
        }
    }
}

const SIDES: [fn(&mut Sides) -> &mut Um; 4] = [
    |sides| &mut sides.top,
    |sides| &mut sides.right,
    |sides| &mut sides.bottom,
    |sides| &mut sides.left,
];

/// Gives the bleed along a row or column of pieces one straight edge where something beside it shortens that of some. `free` is
/// the bleed without it.
fn straighten(
    bleeds: &mut [Sides],
    free: &[Sides],
    trims: &[Bounds],
    is_straight: impl Fn(usize) -> bool,
) {
    // Where the edge is, and from where to where it goes.
    let edges: [fn(&Bounds) -> [Um; 3]; 4] = [
        |trim| [trim.top, trim.left, trim.right],
        |trim| [trim.right, trim.top, trim.bottom],
        |trim| [trim.bottom, trim.left, trim.right],
        |trim| [trim.left, trim.top, trim.bottom],
    ];
    for (side, edge) in std::iter::zip(SIDES, edges) {
        let free: Vec<Um> = free.iter().map(|&(mut free)| *side(&mut free)).collect();
        let mut row: Vec<usize> = (0..trims.len()).filter(|at| is_straight(*at)).collect();
        row.sort_unstable_by_key(|index| edge(&trims[*index]));
        let runs_on = |one: &usize, next: &usize| {
            let ([at, _, to], [there, from, _]) = (edge(&trims[*one]), edge(&trims[*next]));
            at == there && free[*one] == free[*next] && from - to <= free[*one] * 2
        };
        for row in row.chunk_by(runs_on) {
            let least = row.iter().map(|index| *side(&mut bleeds[*index])).min();
            // A small rest beside long notes is not a reason to take it from all.
            if let Some(least) = least.filter(|least| *least >= LEAST_BLEEDS[1]) {
                row.iter()
                    .for_each(|index| *side(&mut bleeds[*index]) = least);
            }
        }
    }
}

/// Extends a piece's art under art that meets it and is painted later, but not over pieces painted before. `most` is how far
/// the face extends beyond the trim.
fn underlap(bleed: &mut Sides, trims: &[Bounds], arts: &[Bounds], index: usize, most: Um) {
    for side in SIDES {
        let mut beside = Sides::default();
        let before = *side(bleed);
        *side(&mut beside) = before.max((before + UNDERLAP).min(most));
        let mut wider = *bleed;
        *side(&mut wider) = *side(&mut beside);
        let runs_over =
            |art: Bounds, others: &[Bounds]| others.iter().any(|other| other.overlaps(&art));
        let meets = runs_over(trims[index].with(&beside), &arts[index + 1..]);
        if meets && !runs_over(trims[index].with(&wider), &trims[..index]) {
            *bleed = wider;
        }
    }
}

/// The area that an outlined piece's art may cover: all around, or only where no neighbour shares the edge, and slightly
/// under neighbours that are painted later.
fn clip(
    outline: &Contour,
    bleed: Um,
    uses: &HashMap<Stroke, usize>,
    is_later: impl Fn(&Stroke) -> bool,
) -> Arc<[Contour]> {
    let straight = outline
        .segments
        .iter()
        .all(|segment| matches!(segment, Segment::Line(_)));
    let shared = |edge: &Stroke| uses.get(edge).copied().unwrap_or_default();
    let edges = edges(outline);
    if !straight || edges.iter().any(|edge| shared(edge) == 0) {
        return grown(outline, bleed).into();
    }
    let corners = clockwise(outline.corners(Um(1)));
    let next = corners.iter().cycle().skip(1);
    let room = |edge: Stroke| match shared(&edge) > 1 {
        true if is_later(&edge) => UNDERLAP.min(bleed),
        true => Um::ZERO,
        false => bleed,
    };
    let bleeds: Vec<Um> = corners
        .iter()
        .zip(next)
        .map(|(&from, &to)| room(Stroke { from, to }.ordered()))
        .collect();
    [grown_by_edge(&corners, &bleeds)].into()
}

#[cfg(test)]
mod tests {
    use super::super::arrange::Packed;
    use super::*;
    use crate::face::{Drawing, Reader, Templates, TextLine};
    use crate::kit::{Files, Ink, Kit};
    use crate::press::drawn::{DrawnPieces, catalogue};
    use crate::press::layout::plan;
    use crate::press::order::{Order, Scheme};

    const A4: Size = Size::new(Um(210_000), Um(297_000));
    const LETTER: Size = Size::new(Um(215_900), Um(279_400));
    /// A3 in landscape.
    const WIDE: Size = Size::new(Um(420_000), Um(297_000));

    /// Sheets of a kit whose faces name their piece and side.
    fn each_layout(marks: Marks, mut check: impl FnMut(&[Sheet], &DrawnPieces<'_>, Layout, Size)) {
        let kit = Kit::open(Files::Folder("tests/kits/good/sides".into())).unwrap();
        let templates = Templates::new(&kit, Ink::Color);
        let drawn = DrawnPieces::draw(&kit, &templates, 1, &mut Reader::new()).unwrap();
        let layouts = [
            (Scheme::Auto, Flip::Long, A4),
            (Scheme::Auto, Flip::Short, LETTER),
            (Scheme::Duplex, Flip::Long, WIDE),
            (Scheme::Duplex, Flip::Short, WIDE),
            (Scheme::Gutterfold, Flip::Long, A4),
            (Scheme::Gutterfold, Flip::Long, WIDE),
        ];
        for (scheme, flip, paper) in layouts {
            let layout = Layout {
                scheme,
                flip,
                marks,
                ..Layout::default()
            };
            let order = Order {
                layout,
                ..Order::new(paper, "a4", Ink::Color)
            };
            let sections =
                plan::sections(&kit, &drawn, &order, Vec::new(), &Packed::default()).unwrap();
            let notes = Notes::new("Both Sides");
            check(
                &impose(sections, paper, &notes, &layout, &Catalogue::default()),
                &drawn,
                layout,
                paper,
            );
        }
    }

    /// Where a point of a piece's drawing is printed, in micrometres. The drawing has the size of the piece.
    fn printed(placed: &Placed, (u, v): (f64, f64)) -> (f64, f64) {
        let drawing = if placed.turns.is_multiple_of(2) {
            placed.size
        } else {
            placed.size.turned()
        };
        let [a, b, c, d, e, f] = placed.matrix(drawing);
        ((a * u + c * v + e) * 1000.0, (b * u + d * v + f) * 1000.0)
    }

    #[test]
    fn every_back_meets_its_front_within_a_micrometre() {
        each_layout(Marks::default(), |sheets, drawn, layout, paper| {
            let mut pairs = 0;
            for sheet in sheets {
                for back in &sheet.placed {
                    let Some(behind) = back.behind else { continue };
                    let front =
                        &sheet.front.map_or(sheet, |front| &sheets[front]).placed[behind.piece];
                    // The paper as a person turns it, computed without the layout's own mirror.
                    let over = |(x, y): (f64, f64)| match (sheet.side, layout.flip) {
                        (Side::Back, Flip::Long) if paper == WIDE => (x, paper.h.0 as f64 - y),
                        (Side::Back, Flip::Short) if paper != WIDE => (x, paper.h.0 as f64 - y),
                        (Side::Back, _) => (paper.w.0 as f64 - x, y),
                        (Side::Front, _) => {
                            let twice = behind.mirror.twice.0 as f64;
                            let on_a_fold =
                                sheet.folds.iter().any(|fold| match behind.mirror.line {
                                    Orientation::Vertical => {
                                        fold.from.x == fold.to.x
                                            && fold.from.x * 2 == behind.mirror.twice
                                    }
                                    Orientation::Horizontal => {
                                        fold.from.y == fold.to.y
                                            && fold.from.y * 2 == behind.mirror.twice
                                    }
                                });
                            assert!(on_a_fold, "{} is folded where no fold line is", back.code);
                            match behind.mirror.line {
                                Orientation::Vertical => (twice - x, y),
                                Orientation::Horizontal => (x, twice - y),
                            }
                        }
                    };
                    let drawing = drawn.faces.get(front.face).unwrap().size;
                    let (w, h) = (drawing.w.mm(), drawing.h.mm());
                    for (u, v) in [(0.0, 0.0), (w, 0.0), (0.0, h), (w / 3.0, h / 4.0)] {
                        // Turned over about its vertical axis, as by hand, a piece has its left and right exchanged.
                        let (one, two) = (over(printed(front, (u, v))), printed(back, (w - u, v)));
                        assert!(
                            (one.0 - two.0).abs() < 1.0 && (one.1 - two.1).abs() < 1.0,
                            "{}: {one:?} {two:?}",
                            back.code
                        );
                    }
                    // The back is the correct one: B101 is behind F101.
                    let words =
                        |face: &Drawing| face.items.texts().last().unwrap().text.to_string();
                    let said = |face: usize| words(drawn.faces.get(face).unwrap());
                    assert_eq!(said(front.face).replacen('F', "B", 1), said(back.face));
                    assert_eq!(front.code, back.code);
                    pairs += 1;
                }
            }
            assert_eq!(pairs, 13 + 24 + 5 + 6 + 8);
        });
    }

    #[test]
    fn marks_and_art_keep_off_other_pieces() {
        let corners = Marks {
            lines: On::Neither,
            ..Marks::default()
        };
        for marks in [
            corners,
            Marks {
                guides: On::Both,
                ..corners
            },
        ] {
            keep_off(marks);
        }
    }

    fn keep_off(marks: Marks) {
        each_layout(marks, |sheets, _, _, _| {
            for sheet in sheets {
                let trims: Vec<Bounds> = sheet
                    .placed
                    .iter()
                    .map(|piece| Bounds::new(piece.at, piece.size))
                    .collect();
                let crosses = |a: Bounds, b: Bounds| {
                    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
                };
                for Mark { line, on_art, .. } in sheet.marks.iter() {
                    let line = Bounds::new(
                        line.from,
                        Size::new(line.to.x - line.from.x, line.to.y - line.from.y),
                    );
                    for piece in &sheet.placed {
                        let (at, size) = if *on_art {
                            (piece.at, piece.size)
                        } else {
                            piece.art()
                        };
                        assert!(
                            !crosses(line, Bounds::new(at, size)),
                            "{} {line:?}",
                            piece.code
                        );
                    }
                }
                // No straight cut meets an outlined piece, except its own edges.
                for piece in sheet.placed.iter().filter(|piece| piece.outline.is_some()) {
                    let (at, size) = piece.art();
                    for cut in sheet.cuts.iter().filter(|cut| !sheet.lines.contains(cut)) {
                        let line = Bounds::new(
                            cut.from,
                            Size::new(cut.to.x - cut.from.x, cut.to.y - cut.from.y),
                        );
                        assert!(
                            !crosses(line, Bounds::new(at, size)),
                            "{} {cut:?}",
                            piece.code
                        );
                    }
                }
                for (index, piece) in sheet
                    .placed
                    .iter()
                    .enumerate()
                    .filter(|(_, piece)| piece.outline.is_none())
                {
                    let (at, size) = piece.art();
                    let others = trims
                        .iter()
                        .enumerate()
                        .filter(|(other, _)| *other != index);
                    for (later, other) in others {
                        // What is painted later covers what extends under it.
                        let under = if later > index { UNDERLAP } else { Um::ZERO };
                        assert!(
                            !crosses(Bounds::new(at, size).grown(-under), *other),
                            "{}",
                            piece.code
                        );
                    }
                    // A row of touching pieces with bleed has no pale lines, folded or not.
                    let beside = sheet.placed.get(index + 1).filter(|next| {
                        let alike = (next.at.y, next.size) == (piece.at.y, piece.size)
                            && next.outline.is_none();
                        alike && next.at.x == piece.at.x + piece.size.w
                    });
                    assert!(
                        beside.is_none()
                            || piece.bleed == Sides::default()
                            || piece.bleed.right > Um::ZERO,
                        "{}",
                        piece.code
                    );
                }
            }
        });
    }

    #[test]
    fn bleed_that_something_shortens_has_one_straight_edge() {
        let card = |column: i64, wide: i64| {
            let at = Point::new(Um(column * 63_000), Um::ZERO);
            Bounds::new(at, Size::new(Um(wide), Um(88_000)))
        };
        // Three cards side by side, and one far away.
        let trims = [
            card(0, 63_000),
            card(1, 63_000),
            card(2, 63_000),
            card(5, 63_000),
        ];
        let all = |top| Sides {
            top: Um(top),
            ..Sides::default()
        };
        let tops = |shortened: [i64; 4]| {
            let mut bleeds = shortened.map(all);
            straighten(&mut bleeds, &[all(3_000); 4], &trims, |_| true);
            bleeds.map(|bleed| bleed.top.0)
        };
        assert_eq!(
            tops([1_500, 3_000, 2_000, 3_000]),
            [1_500, 1_500, 1_500, 3_000]
        );
        assert_eq!(tops([3_000, 3_000, 400, 3_000]), [3_000, 3_000, 400, 3_000]);
    }

    /// No line across the pieces shows a cut for which there is room beside them.
    #[test]
    fn rulers_do_not_take_the_place_of_crop_marks() {
        let kit = Kit::find("deep-dark-dungeon").unwrap();
        let templates = Templates::new(&kit, Ink::Mono);
        let drawn = DrawnPieces::draw(&kit, &templates, 1, &mut Reader::new()).unwrap();
        let order = Order::new(A4, "a4", Ink::Mono);
        let sections =
            plan::sections(&kit, &drawn, &order, Vec::new(), &Packed::default()).unwrap();
        let notes = Notes::new("A kit, A4, color");
        let sheets = impose(
            sections,
            A4,
            &notes,
            &order.layout,
            &catalogue(&kit, &drawn),
        );
        let cards = sheets
            .iter()
            .filter(|sheet| !sheet.plain_cuts && sheet.placed.len() == 9);
        assert_eq!(cards.clone().count(), 6);
        for sheet in cards {
            let is_long = |line: &Stroke| line.to.x - line.from.x > Um(8_000);
            let over = sheet
                .placed
                .iter()
                .map(|piece| Bounds::new(piece.at, piece.size).grown(-Um(1)));
            let over: Vec<Bounds> = over.collect();
            let crossing = sheet.marks.iter().filter(|mark| {
                is_long(&mark.line)
                    && over
                        .iter()
                        .any(|piece| piece.overlaps(&Bounds::of(&mark.line).grown(Um(1))))
            });
            assert_eq!(crossing.count(), 0, "{}", sheet.title);
            assert_eq!(
                rulers(sheet).map(|words| words.len()),
                [1, 0],
                "{}",
                sheet.title
            );
        }
    }

    #[test]
    fn art_that_meets_runs_under_what_is_painted_later() {
        let mm = |left, right| Bounds {
            left: Um(left),
            top: Um(0),
            right: Um(right),
            bottom: Um(10_000),
        };
        // Two pieces that touch, and one after a gutter of 2 mm.
        let trims = [mm(0, 10_000), mm(10_000, 20_000), mm(22_000, 32_000)];
        let to_the_right = |right| Sides {
            right,
            ..Sides::default()
        };
        let within = [
            Sides::default(),
            to_the_right(Um(1_000)),
            Sides {
                left: Um(1_000),
                ..Sides::default()
            },
        ];
        let arts: Vec<Bounds> = std::iter::zip(trims, &within)
            .map(|(trim, bleed)| trim.with(bleed))
            .collect();
        for (most, under) in [
            (Um(3_000), [Um(100), Um(1_100)]),
            (Um(1_000), [Um(100), Um(1_000)]),
        ] {
            let mut bleeds = within;
            bleeds
                .iter_mut()
                .enumerate()
                .for_each(|(index, bleed)| underlap(bleed, &trims, &arts, index, most));
            assert_eq!(
                bleeds,
                [to_the_right(under[0]), to_the_right(under[1]), within[2]]
            );
        }

        let mm = |x: i64, y: i64| Point::new(Um(x * 1_000), Um(y * 1_000));
        let (corners, right) = (
            [mm(0, 0), mm(10, 0), mm(10, 10), mm(0, 10)],
            Stroke {
                from: mm(10, 0),
                to: mm(10, 10),
            },
        );
        let counted = edges(&Contour::polygon(corners))
            .into_iter()
            .map(|edge| (edge, 1 + usize::from(edge == right)));
        let uses = counted.collect();
        let covered = |is_later: bool| {
            clip(&Contour::polygon(corners), Um(3_000), &uses, |_| is_later)[0].corners(Um(1))
        };
        assert!(covered(true).contains(&Point::new(Um(10_100), Um(13_000))));
        assert!(covered(false).contains(&Point::new(Um(10_000), Um(13_000))));
    }

    #[test]
    fn every_straight_cut_can_be_seen_on_the_front() {
        for id in ["miniskull-caverns", "deep-dark-dungeon"] {
            let kit = Kit::find(id).unwrap();
            let drawn = DrawnPieces::draw(
                &kit,
                &Templates::new(&kit, Ink::Mono),
                1,
                &mut Reader::new(),
            )
            .unwrap();
            for (flip, paper) in [
                (Flip::Long, A4),
                (Flip::Long, LETTER),
                (Flip::Short, A4),
                (Flip::Short, LETTER),
            ] {
                let layout = Layout {
                    flip,
                    ..Layout::default()
                };
                let order = Order {
                    layout,
                    ..Order::new(paper, "", Ink::Mono)
                };
                let sections =
                    plan::sections(&kit, &drawn, &order, Vec::new(), &Packed::default()).unwrap();
                let sheets = impose(
                    sections,
                    paper,
                    &Notes::new(""),
                    &layout,
                    &Catalogue::default(),
                );
                for sheet in sheets
                    .iter()
                    .filter(|sheet| sheet.side == Side::Front && !sheet.plain_cuts)
                {
                    let unseen = unmarked(&sheet.cuts, sheet.marks.iter().map(|mark| &mark.line));
                    assert_eq!(unseen, [], "{id} {paper} {flip:?} {}", sheet.title);
                }
            }
        }
    }

    #[test]
    fn backs_come_out_behind_their_fronts_when_all_is_printed_on_both_sides() {
        let kit = Kit::find("piecepack").unwrap();
        let drawn = DrawnPieces::draw(
            &kit,
            &Templates::new(&kit, Ink::Mono),
            2,
            &mut Reader::new(),
        )
        .unwrap();
        let sheets = |prints: Prints| {
            let layout = Layout {
                prints,
                ..Layout::default()
            };
            let order = Order {
                layout,
                copies: 2,
                ..Order::new(A4, "", Ink::Mono)
            };
            let sections =
                plan::sections(&kit, &drawn, &order, Vec::new(), &Packed::default()).unwrap();
            impose(
                sections,
                A4,
                &Notes::new(""),
                &layout,
                &catalogue(&kit, &drawn),
            )
        };
        let both = sheets(Prints::Both);
        for (page, sheet) in both.iter().enumerate() {
            assert_eq!(
                sheet.front,
                (page % 2 == 1).then(|| page - 1),
                "{}",
                sheet.title
            );
        }
        // Labels have empty backs, but none follows the last page.
        assert!(both.iter().any(Sheet::is_empty) && !both.last().is_some_and(Sheet::is_empty));
        assert!(!sheets(Prints::Fronts).iter().any(Sheet::is_empty));
    }

    #[test]
    fn a_layout_never_shifts_silently() {
        let mut versions = Vec::new();
        each_layout(Marks::default(), |sheets, _, _, _| {
            let version = |line: &TextLine| {
                let (_, last) = line.text.rsplit_once("   ")?;
                let is_version =
                    last.len() == 6 && last.bytes().all(|byte| byte.is_ascii_hexdigit());
                is_version.then(|| last.to_owned())
            };
            let labels = sheets
                .iter()
                .flat_map(|sheet| &sheet.words)
                .filter_map(version);
            versions.push(labels.fold(String::new(), |all, one| {
                if all.ends_with(&one) {
                    all
                } else {
                    all + " " + &one
                }
            }));
        });
        // These layouts have been printed and are in use; change a value only together with the changelog.
        let expected = [
            " ace508 76ec95",
            " 23098f 5a1555",
            " 689f14 883807",
            " 386182 883807",
            " 360028 76ec95",
            " bad618 883807",
        ];
        assert_eq!(versions, expected);
    }

    #[test]
    fn marks_are_printed_where_they_are_wanted() {
        let placed = Placed {
            size: Size::new(Um(63_000), Um(88_000)),
            ..Placed::default()
        };
        let net = Net::face(
            Placed {
                back: Some(0),
                ..placed
            },
            0,
            true,
        );
        let notes = Notes::new("");
        let lines = |marks: Marks| -> Vec<usize> {
            let arrangements = vec![vec![(net.clone(), Point::default())]];
            let section = Section {
                arrangements,
                kind: SheetKind::Duplex(Flip::Long),
                ..Section::default()
            };
            let sheets = impose(
                vec![section],
                A4,
                &notes,
                &Layout {
                    marks,
                    ..Layout::default()
                },
                &Catalogue::default(),
            );
            sheets.iter().map(|sheet| sheet.marks.len()).collect()
        };
        let off = On::Neither;
        let none = Marks {
            lines: off,
            crop: off,
            guides: off,
            fold: off,
            codes: off,
            targets: off,
        };
        let [ruler, _] = lines(none)[..] else {
            panic!("two sides")
        };
        let more = |marks: Marks| {
            lines(marks)
                .iter()
                .map(|lines| lines - ruler)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            more(Marks {
                crop: On::Backs,
                ..none
            }),
            [0, 8]
        );
        assert_eq!(
            more(Marks {
                guides: On::Fronts,
                crop: On::Both,
                ..none
            }),
            [8, 8]
        );
        assert_eq!(
            more(Marks {
                targets: On::Both,
                ..none
            }),
            [4 * 26, 4 * 26]
        );
    }

    /// The words beside each ruler: those across and those down the page, which are a unit or a number and a unit.
    fn rulers(sheet: &Sheet) -> [Vec<&TextLine<'_>>; 2] {
        let of = |is: fn(&str) -> bool| {
            let words = sheet.words.iter();
            words.filter(|line| is(&line.text)).collect()
        };
        let is_down = |text: &str| {
            let unit = match text.split_once(' ') {
                Some((number, unit)) if number.parse::<i64>().is_ok() => unit,
                _ => text,
            };
            ["in", "mm"].contains(&unit)
        };
        [of(|text| text.ends_with("Print at 100 %.")), of(is_down)]
    }

    /// Every job has a ruler, and all keep off the edge and the pieces; `--nocapture` shows how many pages have them.
    #[test]
    fn every_job_has_rulers_where_all_printers_print() {
        let starters = ["crazy-eights", "meadows", "open-table", "pig", "vault"];
        let starters = starters.map(|id| Kit::open(Files::Folder(format!("starters/{id}").into())));
        let shipped = Files::shipped_ids().into_iter().map(Kit::find);
        let mut missing = Vec::new();
        let (mut pages, mut ruled) = (0, [0; 2]);
        for kit in shipped.chain(starters).map(Result::unwrap) {
            let templates = Templates::new(&kit, Ink::Mono);
            let drawn = DrawnPieces::draw(&kit, &templates, 1, &mut Reader::new()).unwrap();
            let heading = heading::Heading::of(&kit);
            let notes = Notes {
                heading: Some(&heading),
                ..Notes::new("A kit, A4, color")
            };
            let schemes = [
                Scheme::Auto,
                Scheme::Label,
                Scheme::Duplex,
                Scheme::Gutterfold,
            ];
            let cases = schemes
                .into_iter()
                .flat_map(|scheme| [(scheme, A4), (scheme, LETTER)]);
            for (scheme, paper) in cases {
                let layout = Layout {
                    scheme,
                    ..Layout::default()
                };
                let order = Order {
                    layout,
                    ..Order::new(paper, "a4", Ink::Mono)
                };
                let sections =
                    plan::sections(&kit, &drawn, &order, Vec::new(), &Packed::default()).unwrap();
                let catalogue = catalogue(&kit, &drawn);
                let sheets = impose(sections, paper, &notes, &layout, &catalogue);
                let fronts = || sheets.iter().filter(|sheet| sheet.side == Side::Front);
                let counted = [0, 1].map(|way| {
                    fronts()
                        .filter(|sheet| !rulers(sheet)[way].is_empty())
                        .count()
                });
                let case = format!("{} {scheme:?} {paper}", kit.id);
                println!("{case}: {counted:?} of {}", fronts().count());
                pages += fronts().count();
                ruled = [ruled[0] + counted[0], ruled[1] + counted[1]];
                if counted == [0, 0] {
                    missing.push(case);
                }
                sheets.iter().for_each(keeps_off);
            }
        }
        println!("{ruled:?} of {pages} pages");
        assert!(missing.is_empty(), "{missing:#?}");
    }

    /// Checks that the rulers of a sheet and their words print everywhere and are not on a piece.
    fn keeps_off(sheet: &Sheet) {
        let [across, down] = rulers(sheet);
        for (line, is_across) in across
            .iter()
            .map(|line| (line, true))
            .chain(down.iter().map(|line| (line, false)))
        {
            let at = Point::new(Um::from_mm(line.x), Um::from_mm(line.y));
            let is_ruler = |mark: &&Mark| match is_across {
                true => {
                    mark.line.from.y == at.y
                        && mark.line.to.y == at.y
                        && mark.line.to.x - mark.line.from.x >= Um(30_000)
                }
                false => {
                    mark.line.from.x == at.x
                        && mark.line.to.x == at.x
                        && mark.line.to.y - mark.line.from.y >= Um(50_000)
                }
            };
            let ruler = sheet
                .marks
                .iter()
                .find(is_ruler)
                .expect("a ruler beside its words");
            let words = Bounds::new(at, Size::default());
            for place in [words, Bounds::of(&ruler.line)] {
                let safe = Bounds::new(Point::default(), sheet.size).grown(Um::ZERO - marks::SAFE);
                assert!(place.within(&safe), "{} {place:?}", sheet.title);
                for piece in &sheet.placed {
                    let (at, size) = piece.art();
                    assert!(
                        !Bounds::new(at, size).overlaps(&place.grown(Um(100))),
                        "{} {}",
                        sheet.title,
                        piece.code
                    );
                }
            }
        }
    }

    #[test]
    fn folds_and_cuts_are_printed_on_the_sides_where_they_are_wanted() {
        let placed = Placed {
            size: Size::new(Um(63_000), Um(88_000)),
            ..Placed::default()
        };
        let net = Net::face(
            Placed {
                back: Some(0),
                ..placed
            },
            0,
            true,
        );
        let notes = Notes::new("");
        let sheets = |marks: Marks, kind: SheetKind, flip: Flip| {
            let arrangements = vec![vec![(net.clone(), Point::default())]];
            let section = Section {
                arrangements,
                kind,
                plain_cuts: true,
                ..Section::default()
            };
            impose(
                vec![section],
                A4,
                &notes,
                &Layout {
                    marks,
                    flip,
                    ..Layout::default()
                },
                &Catalogue::default(),
            )
        };
        let folds = |fold: On, flip| {
            sheets(
                Marks {
                    fold,
                    ..Marks::default()
                },
                SheetKind::Gutterfold(Orientation::Horizontal),
                flip,
            )
        };
        let shown = |sheets: &[Sheet]| {
            sheets
                .iter()
                .map(|sheet| (sheet.side, sheet.plain_folds))
                .collect::<Vec<_>>()
        };
        assert_eq!(shown(&folds(On::Fronts, Flip::Long)), [(Side::Front, true)]);
        assert_eq!(
            shown(&folds(On::Neither, Flip::Long)),
            [(Side::Front, false)]
        );
        assert_eq!(
            shown(&folds(On::Backs, Flip::Long)),
            [(Side::Front, false), (Side::Back, true)]
        );
        let both = folds(On::Both, Flip::Short);
        assert_eq!(shown(&both), [(Side::Front, true), (Side::Back, true)]);
        assert_eq!(
            (both[1].front, both[1].placed.len(), both[0].folds.len()),
            (Some(0), 0, 1)
        );
        // The plotter also scores folds that are not printed.
        assert_eq!(folds(On::Neither, Flip::Long)[0].folds.len(), 1);

        // Turning paper over its long edge exchanges left and right.
        let cuts = sheets(
            Marks {
                lines: On::Both,
                ..Marks::default()
            },
            SheetKind::Duplex(Flip::Long),
            Flip::Long,
        );
        assert!(cuts.iter().all(|sheet| sheet.plain_cuts) && cuts[0].cuts.len() == 4);
        let turned = |line: &Stroke| {
            let there = |point: Point| Point::new(A4.w - point.x, point.y);
            Stroke {
                from: there(line.from),
                to: there(line.to),
            }
            .ordered()
        };
        assert_eq!(
            cuts[0].cuts.iter().map(turned).collect::<Vec<_>>(),
            cuts[1].cuts
        );
        let fronts = sheets(Marks::default(), SheetKind::Duplex(Flip::Long), Flip::Long);
        assert_eq!(
            fronts
                .iter()
                .map(|sheet| sheet.plain_cuts)
                .collect::<Vec<_>>(),
            [true, false]
        );
    }
}
