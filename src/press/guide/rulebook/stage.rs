//! The pictures of a lesson: pieces, dice and counters as they lie on the table, with names, marks and arrows.

use std::fmt::Write;

use super::super::flow::{Flow, TextStyle};
use super::pictures::{Picture, Pictures};
use crate::face::{Reader, TextLine, text};
use crate::kit::{Contour, Place, Point, Problems, Prop, PropKind, Segment, Shape, Side, Size, Um};
use crate::press::sheet::Placed;

/// The gap between things side by side, in mm as they are cut, and the least on the page.
const BETWEEN: f64 = 5.0;
const APART: f64 = 2.4;

/// The edge of a common die and the radius of a counter, in mm.
const DIE: f64 = 16.0;
const BEAD: f64 = 3.4;

/// The edge of a die in multiples of its stickers'.
const BODY: f64 = 1.3;

/// The length of an arrow without a place, in mm.
const ARROW: f64 = 12.0;

/// The sizes of names below things and of words between them, and the radius of a mark, in mm on the page.
const NAME: f64 = 3.3;
const WORDS: f64 = 5.0;
const MARK: f64 = 2.7;

/// How far outside the corner of its piece the middle of a mark is, and how far inside the edge of a hexagon, in radii.
const OUTSIDE: f64 = 0.3;
const INSIDE: f64 = 1.1;

/// The widest that a name is set, in mm on the page.
const WIDE: f64 = 42.0;

/// The line around things, and that of an arrow, in mm on the page.
const LINE: f64 = 0.3;
const SHAFT: f64 = 1.0;

/// How much lower pieces of a pile stick out, each and together, in mm.
const RISE: f64 = 0.7;
const PILE: f64 = 2.0 * RISE;

/// The largest scale: as large in a booklet as it is cut; on the cover, larger.
const LARGEST: f64 = super::LARGER;
pub(super) const LARGEST_ON_COVER: f64 = 2.0;

/// How often the scale of a picture is corrected for its words at most.
const ROUNDS: usize = 16;

/// A picture ready to be placed on a page.
pub(super) struct Stage<'p> {
    things: Vec<Thing<'p>>,
    /// The left and top edge, the width and the height, in mm as things are cut.
    left: f64,
    top: f64,
    wide: f64,
    high: f64,
    /// How large it is on the page.
    pub scale: f64,
}

/// Something in a picture, in mm as it is cut.
struct Thing<'p> {
    prop: &'p Prop,
    picture: Option<&'p Picture>,
    middle: (f64, f64),
    /// The size once turned; words have none.
    size: (f64, f64),
    scale: f64,
    /// The lines of its name or its words, from the middle of their first baseline, in mm on the page.
    lines: Vec<TextLine<'static>>,
}

impl Thing<'_> {
    /// What it covers on a page at this scale: left, top, right, bottom, in mm as it is cut.
    fn covers(&self, scale: f64) -> [f64; 4] {
        let (x, y) = self.middle;
        let (w, h) = (self.size.0 / 2.0, self.size.1 / 2.0);
        let mut covers = [x - w, y - h, x + w, y + h];
        if let PropKind::Arrow([to_x, to_y]) = self.prop.what
            && self.prop.place != Place::Next
        {
            covers = [x.min(to_x), y.min(to_y), x.max(to_x), y.max(to_y)];
        }
        let wide = self.lines.iter().map(text::width).fold(0.0, f64::max) / scale / 2.0;
        let tall = self.lines_height() / scale;
        covers[2] += self.rise();
        covers[3] += self.rise();
        if self.is_words() {
            return [x - wide, y - tall / 2.0, x + wide, y + tall / 2.0];
        }
        if tall > 0.0 {
            covers = [
                covers[0].min(x - wide),
                covers[1],
                covers[2].max(x + wide),
                covers[3] + tall + 1.0 / scale,
            ];
        }
        if !self.prop.mark.is_empty() {
            covers[0] -= (1.0 + OUTSIDE) * MARK / scale;
            covers[1] -= (1.0 + OUTSIDE) * MARK / scale;
        }
        covers
    }

    /// How much the lower pieces of a pile stick out below it.
    fn rise(&self) -> f64 {
        match self.prop.what {
            PropKind::Pile(_) => PILE,
            _ => 0.0,
        }
    }

    fn is_words(&self) -> bool {
        matches!(self.prop.what, PropKind::Words(_))
    }

    fn lines_height(&self) -> f64 {
        let size = self.lines.first().map_or(0.0, |line| line.size);
        self.lines.len() as f64 * size * 1.3
    }
}

/// Where the mark of something in the middle of this place is: outside its upper left corner, or inside a hexagon, whose edges
/// belong to others, too.
fn mark_place(thing: &Thing<'_>, (x, y): (f64, f64), scale: f64) -> (f64, f64) {
    let (w, h) = (thing.size.0 * scale, thing.size.1 * scale);
    let (inside, outside) = (INSIDE * MARK, OUTSIDE * MARK);
    let (long, short) = (0.75_f64.sqrt(), 0.5);
    match thing.picture.map(|picture| &picture.shape) {
        Some(Shape::PointyHex) => (
            x - w / 4.0 + short * inside,
            y - h * 3.0 / 8.0 + long * inside,
        ),
        Some(Shape::FlatHex) => (
            x - w * 3.0 / 8.0 + long * inside,
            y - h / 4.0 + short * inside,
        ),
        Some(Shape::Circle) => {
            let slanted = (w / 2.0 + outside) * short.sqrt();
            (x - slanted, y - slanted)
        }
        _ => (x - w / 2.0 - outside, y - h / 2.0 - outside),
    }
}

impl Stage<'_> {
    /// Its width and height on the page, in mm.
    pub fn size(&self) -> (f64, f64) {
        (self.wide * self.scale, self.high * self.scale)
    }
}

impl Flow<'_, '_> {
    /// Arranges a picture so that it is at most this large on the page; nothing if there is nothing to show.
    pub(super) fn stage<'p>(
        &self,
        props: &'p [Prop],
        pictures: &'p Pictures,
        most: (f64, f64),
    ) -> Result<Option<Stage<'p>>, Problems> {
        self.staged(props, pictures, most, LARGEST)
    }

    /// The same for the cover.
    pub(super) fn cover_stage<'p>(
        &self,
        props: &'p [Prop],
        pictures: &'p Pictures,
        most: (f64, f64),
    ) -> Result<Option<Stage<'p>>, Problems> {
        self.staged(props, pictures, most, LARGEST_ON_COVER)
    }

    /// The same with a largest scale of its own.
    pub(super) fn staged<'p>(
        &self,
        props: &'p [Prop],
        pictures: &'p Pictures,
        (most_wide, most_high): (f64, f64),
        largest: f64,
    ) -> Result<Option<Stage<'p>>, Problems> {
        let things = self.things(props, pictures)?;
        if things.is_empty() {
            return Ok(None);
        }
        let mut stage = Stage {
            things,
            left: 0.0,
            top: 0.0,
            wide: 0.0,
            high: 0.0,
            scale: 1.0,
        };
        // Words do not shrink with their picture, so places and its extent depend on its scale.
        for _ in 0..ROUNDS {
            arrange(&mut stage.things, stage.scale);
            let mut edges = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
            for thing in &stage.things {
                let covers = thing.covers(stage.scale);
                edges = [
                    edges[0].min(covers[0]),
                    edges[1].min(covers[1]),
                    edges[2].max(covers[2]),
                    edges[3].max(covers[3]),
                ];
            }
            let (wide, high) = (edges[2] - edges[0], edges[3] - edges[1]);
            (stage.left, stage.top) = (edges[0], edges[1]);
            (stage.wide, stage.high) = (wide, high);
            let fits = (most_wide / wide.max(0.1)).min(most_high / high.max(0.1));
            let scale = fits.clamp(0.05, largest);
            if (scale - stage.scale).abs() < 0.002 {
                break;
            }
            stage.scale = scale;
        }
        Ok(Some(stage))
    }

    /// Finds the pictures and sizes of everything.
    fn things<'p>(
        &self,
        props: &'p [Prop],
        pictures: &'p Pictures,
    ) -> Result<Vec<Thing<'p>>, Problems> {
        let mut things: Vec<Thing<'p>> = Vec::new();
        for prop in props {
            let side = match &prop.what {
                PropKind::Piece { side, .. } => *side,
                PropKind::Pile(_) => Side::Back,
                _ => Side::Front,
            };
            let picture = prop.code().and_then(|code| pictures.side(code, side));
            // Pieces of other editions are left out.
            if prop.code().is_some() && picture.is_none() {
                continue;
            }
            let scale = f64::from(prop.percent) / 100.0;
            things.push(Thing {
                prop,
                picture,
                middle: (0.0, 0.0),
                size: size(prop, picture, scale),
                scale,
                lines: self.words_of(prop)?,
            });
        }
        Ok(things)
    }

    /// The words or the name of something, each line centred on zero.
    fn words_of(&self, prop: &Prop) -> Result<Vec<TextLine<'static>>, Problems> {
        let (words, style, size) = match &prop.what {
            PropKind::Words(words) => (
                words,
                TextStyle::Strong,
                WORDS * f64::from(prop.percent) / 100.0,
            ),
            _ => (&prop.name, TextStyle::Label, NAME),
        };
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let (mut lines, _) = self.set(words, style, size, 0.0, 0.0, WIDE)?;
        for line in &mut lines {
            line.x = -text::width(line) / 2.0;
        }
        Ok(lines)
    }

    /// Places a picture with its top left corner at this point of the page.
    pub(super) fn show_stage(
        &mut self,
        stage: &Stage<'_>,
        (x, y): (f64, f64),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let there = |(at_x, at_y): (f64, f64)| {
            (
                x + (at_x - stage.left) * stage.scale,
                y + (at_y - stage.top) * stage.scale,
            )
        };
        for thing in &stage.things {
            let middle = there(thing.middle);
            let scale = stage.scale * thing.scale;
            self.show_thing(thing, middle, scale, &there, reader)?;
            self.show_words(thing, middle, stage.scale);
            if !thing.prop.mark.is_empty() {
                let corner = mark_place(thing, middle, stage.scale);
                self.coin(&thing.prop.mark, corner.0, corner.1, MARK)?;
            }
        }
        Ok(())
    }

    fn show_thing(
        &mut self,
        thing: &Thing<'_>,
        middle: (f64, f64),
        scale: f64,
        there: &dyn Fn((f64, f64)) -> (f64, f64),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        match (&thing.prop.what, thing.picture) {
            (PropKind::Piece { .. }, Some(picture)) if picture.is_sticker => {
                let edge = picture.size.w.mm() * BODY * scale;
                let body = self.die_body(edge);
                self.draw_prop(&body, middle, (edge, edge), reader)?;
                self.show_turned(picture, middle, scale, thing.prop.turn);
            }
            (PropKind::Piece { .. }, Some(picture)) => {
                self.show_face(thing, picture, middle, scale, reader)?;
            }
            (PropKind::Pile(_), Some(picture)) => {
                for below in [2.0, 1.0] {
                    let off = below * RISE * scale;
                    let ground = self.ink("bone");
                    let at = (middle.0 + off, middle.1 + off);
                    self.outline(picture, at, scale, thing.prop.turn, &ground, reader)?;
                }
                self.show_face(thing, picture, middle, scale, reader)?;
            }
            (PropKind::Gap(_), Some(picture)) => {
                self.outline(picture, middle, scale, thing.prop.turn, "gap", reader)?;
            }
            (PropKind::Die(pips), _) => {
                let edge = DIE * scale;
                let die = self.die_body(edge) + &self.pips(*pips, edge);
                self.draw_prop(&die, middle, (edge, edge), reader)?;
            }
            (PropKind::Bead(colour), _) => {
                let r = BEAD * scale;
                let fill = self.ink(colour);
                let ink = self.ink("ink");
                let bead = format!(
                    r#"<circle cx="{r:.3}" cy="{r:.3}" r="{:.3}" fill="{fill}" stroke="{ink}" stroke-width="0.45"/>"#,
                    r - 0.23
                );
                self.draw_prop(&bead, middle, (2.0 * r, 2.0 * r), reader)?;
            }
            (PropKind::Arrow(to), _) => {
                let half = ARROW / 2.0 * scale;
                let (from, to) = match thing.prop.place {
                    Place::Next => ((middle.0 - half, middle.1), (middle.0 + half, middle.1)),
                    _ => (middle, there((to[0], to[1]))),
                };
                self.arrow(from, to, reader)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Places one side of a piece, with a line around it that sets it off from the paper.
    fn show_face(
        &mut self,
        thing: &Thing<'_>,
        picture: &Picture,
        middle: (f64, f64),
        scale: f64,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let turn = thing.prop.turn;
        let ground = match picture.drawing {
            Some(_) => "none".to_owned(),
            // A plain back.
            None => self.ink("bone"),
        };
        self.show_turned(picture, middle, scale, turn);
        self.outline(picture, middle, scale, turn, &ground, reader)
    }

    /// Draws the outline of a piece with a fill, or dashed for a gap.
    fn outline(
        &mut self,
        picture: &Picture,
        middle: (f64, f64),
        scale: f64,
        turn: u16,
        fill: &str,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let w = picture.size.w.mm() * scale;
        let h = picture.size.h.mm() * scale;
        // Turned, it needs a larger box.
        let edge = w.hypot(h) + 2.0;
        let path = match picture.shape.outline(picture.size) {
            Some(outline) => path(&outline, scale),
            None => format!("M0 0H{w:.3}V{h:.3}H0Z"),
        };
        let ink = self.ink("ink");
        let style = match fill {
            "gap" => format!(
                r#"fill="none" stroke="{ink}" stroke-width="0.45" stroke-dasharray="1.8 1.4""#
            ),
            fill => format!(r#"fill="{fill}" stroke="{ink}" stroke-width="{LINE}""#),
        };
        let half = edge / 2.0;
        let svg = format!(
            r#"<path d="{path}" transform="translate({half:.3} {half:.3}) rotate({turn}) translate({:.3} {:.3})" {style}/>"#,
            -w / 2.0,
            -h / 2.0
        );
        self.draw_prop(&svg, middle, (edge, edge), reader)
    }

    /// The body of a die.
    fn die_body(&self, edge: f64) -> String {
        let (ink, bone) = (self.ink("ink"), self.ink("bone"));
        format!(
            r#"<rect x="0.2" y="0.2" width="{0:.3}" height="{0:.3}" rx="{1:.3}" fill="{bone}" stroke="{ink}" stroke-width="0.4"/>"#,
            edge - 0.4,
            edge * 0.16
        )
    }

    fn pips(&self, count: u8, edge: f64) -> String {
        let ink = self.ink("ink");
        let mut svg = String::new();
        for (x, y) in places_of_pips(count) {
            let _ = write!(
                svg,
                r#"<circle cx="{:.3}" cy="{:.3}" r="{:.3}" fill="{ink}"/>"#,
                edge * (0.5 + 0.26 * x),
                edge * (0.5 + 0.26 * y),
                edge * 0.085
            );
        }
        svg
    }

    /// Draws an arrow between two points of the page, visible on any ground.
    fn arrow(
        &mut self,
        from: (f64, f64),
        to: (f64, f64),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let long = dx.hypot(dy).max(0.1);
        let along = (dx / long, dy / long);
        let across = (-dy / long, dx / long);
        let head = 3.2_f64.min(long * 0.6);
        let back = (to.0 - along.0 * head, to.1 - along.1 * head);
        let wing = |side: f64| {
            let wide = side * head * 0.62;
            (back.0 + across.0 * wide, back.1 + across.1 * wide)
        };
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let edge = long + 8.0;
        let corner = (middle.0 - edge / 2.0, middle.1 - edge / 2.0);
        let at = |(x, y): (f64, f64)| format!("{:.3} {:.3}", x - corner.0, y - corner.1);
        let shaft = format!("M{}L{}", at(from), at(back));
        let tip = format!("M{}L{}L{}Z", at(wing(1.0)), at(to), at(wing(-1.0)));
        let (ink, bone) = (self.ink("ink"), self.ink("bone"));
        let halo = SHAFT + 1.2;
        let svg = format!(
            r#"<path d="{shaft}{tip}" fill="{bone}" stroke="{bone}" stroke-width="{halo}" stroke-linejoin="round" stroke-linecap="round"/><path d="{shaft}" fill="none" stroke="{ink}" stroke-width="{SHAFT}"/><path d="{tip}" fill="{ink}"/>"#
        );
        self.draw_prop(&svg, middle, (edge, edge), reader)
    }

    /// Draws something that is not printed, in a box with this middle and size.
    fn draw_prop(
        &mut self,
        elements: &str,
        middle: (f64, f64),
        (w, h): (f64, f64),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let size = Size::new(Um::from_mm(w), Um::from_mm(h));
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}"><g>{elements}</g></svg>"#,
            size.w, size.h
        );
        let drawing = reader.read("a picture in the rules", &svg, size, Um::ZERO)?;
        let face = self.draw(drawing);
        self.add_placed(Placed {
            face,
            at: Point::new(
                Um::from_mm(middle.0 - w / 2.0),
                Um::from_mm(middle.1 - h / 2.0),
            ),
            size,
            ..Placed::default()
        });
        Ok(())
    }

    fn show_words(&mut self, thing: &Thing<'_>, (x, y): (f64, f64), scale: f64) {
        let down = if thing.is_words() {
            -thing.lines_height() / 2.0 + 0.1 * WORDS
        } else {
            (thing.size.1 / 2.0 + thing.rise()) * scale + 1.2
        };
        let lines = thing.lines.iter().map(|line| TextLine {
            x: line.x + x,
            y: line.y + y + down,
            ..line.clone()
        });
        let lines: Vec<TextLine<'static>> = lines.collect();
        self.add_letters(lines);
    }
}

/// The size of something once turned.
fn size(prop: &Prop, picture: Option<&Picture>, scale: f64) -> (f64, f64) {
    let (w, h) = match (&prop.what, picture) {
        (_, Some(picture)) if picture.is_sticker => {
            let edge = picture.size.w.mm() * BODY;
            (edge, edge)
        }
        (_, Some(picture)) => (picture.size.w.mm(), picture.size.h.mm()),
        (PropKind::Die(_), None) => (DIE, DIE),
        (PropKind::Bead(_), None) => (2.0 * BEAD, 2.0 * BEAD),
        (PropKind::Arrow(_), None) if prop.place == Place::Next => (ARROW, 4.0),
        _ => (0.0, 0.0),
    };
    let (w, h) = (w * scale, h * scale);
    match prop.turn % 180 {
        0 => (w, h),
        90 => (h, w),
        _ => {
            let (sin, cos) = f64::from(prop.turn).to_radians().sin_cos();
            // A hexagon covers as much as before; anything else at most this.
            let across = (w * cos).abs() + (h * sin).abs();
            let down = (w * sin).abs() + (h * cos).abs();
            (across.min(w.max(h)), down.min(w.max(h)))
        }
    }
}

/// Places everything for a picture of this scale.
fn arrange(things: &mut [Thing<'_>], scale: f64) {
    let mut under = 0;
    for index in 0..things.len() {
        let (before, rest) = things.split_at_mut(index);
        let thing = &mut rest[0];
        thing.middle = match &thing.prop.place {
            Place::At([x, y]) => (*x, *y),
            Place::On(name) => before
                .get(under)
                .map_or((0.0, 0.0), |below| place_on(below, name)),
            Place::Next => beside(before.last(), thing, scale),
        };
        if !matches!(thing.prop.place, Place::On(_)) {
            under = index;
        }
    }
}

/// The middle of something to the right of what came before, in a picture of this scale.
fn beside(last: Option<&Thing<'_>>, thing: &Thing<'_>, scale: f64) -> (f64, f64) {
    let Some(last) = last else {
        return (0.0, 0.0);
    };
    let right = last.covers(scale)[2];
    // How far it reaches to the left of its own middle, wherever that is now.
    let reach = thing.middle.0 - thing.covers(scale)[0];
    let gap = BETWEEN.max(APART / scale);
    (right + gap + reach, last.middle.1)
}

/// A named place on something, or its middle if it has no such place.
fn place_on(below: &Thing<'_>, name: &str) -> (f64, f64) {
    let (x, y) = below.middle;
    let place = below.picture.and_then(|picture| {
        Some((
            picture,
            picture.places.iter().find(|place| place.name == name)?,
        ))
    });
    let Some((picture, place)) = place else {
        return (x, y);
    };
    let dx = (place.x - picture.size.w.mm() / 2.0) * below.scale;
    let dy = (place.y - picture.size.h.mm() / 2.0) * below.scale;
    let (sin, cos) = f64::from(below.prop.turn).to_radians().sin_cos();
    (x + dx * cos - dy * sin, y + dx * sin + dy * cos)
}

/// A contour as path data, scaled.
fn path(contour: &Contour, scale: f64) -> String {
    let at = |point: &Point| format!("{:.3} {:.3}", point.x.mm() * scale, point.y.mm() * scale);
    let mut path = format!("M{}", at(&contour.start));
    for segment in &contour.segments {
        path += &match segment {
            Segment::Line(end) => format!("L{}", at(end)),
            Segment::Cubic(one, two, end) => format!("C{} {} {}", at(one), at(two), at(end)),
        };
    }
    path + "Z"
}

/// Where the pips of a die are, from its middle.
fn places_of_pips(count: u8) -> Vec<(f64, f64)> {
    let middle = [(0.0, 0.0)];
    let first = [(-1.0, -1.0), (1.0, 1.0)];
    let second = [(1.0, -1.0), (-1.0, 1.0)];
    let sides = [(-1.0, 0.0), (1.0, 0.0)];
    let mut places = Vec::new();
    if count % 2 == 1 {
        places.extend(middle);
    }
    if count >= 2 {
        places.extend(first);
    }
    if count >= 4 {
        places.extend(second);
    }
    if count == 6 {
        places.extend(sides);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_has_as_many_pips_as_it_shows() {
        for count in 0..=6 {
            assert_eq!(places_of_pips(count).len(), usize::from(count));
        }
    }
}
