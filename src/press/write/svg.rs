//! SVG: one file per sheet, in real millimetres and with layers, which looks the same on a machine without the program's fonts.
//!
//! Each different face is defined once in `<defs>` and placed by `<use>`. Text is outlined, and each glyph is also defined
//! once in `<defs>`, in font units.
//!
//! Files for editing have every piece as a group of its own, named by its deck and code, and text as text, which needs the fonts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine};
use skrifa::outline::OutlinePen;
use usvg::{Indent, WriteOptions};

use super::decimal::Decimal;
use super::finest;
use super::path_data::{PathData, shortened};
use crate::face::{Drawing, Font, Item, PictureKind, ShownPicture, TextLine};
use crate::kit::{Contour, Point, Size};
use crate::press::sheet::measures::{CUT_GREY, CUT_WIDTH, FOLD_DASH, FOLD_WIDTH};
use crate::press::sheet::{Affine, Job, Mark, Meta, Placed, PrintError, Sheet, Sides, Stroke};

/// The decimals of coordinates in mm.
const DECIMALS: u32 = 3;

/// What a file is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To look the same everywhere.
    #[default]
    Exact,
    /// To be edited by hand, with the fonts installed.
    Editable,
}

impl Purpose {
    pub const ALL: [Purpose; 2] = [Purpose::Exact, Purpose::Editable];

    /// On the command line.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Exact => "exact",
            Purpose::Editable => "editable",
        }
    }
}

/// Writes a sheet of a job, by its index.
pub fn write(job: &Job, sheet: usize) -> Result<String, PrintError> {
    write_for(job, sheet, Purpose::Exact)
}

/// Writes a sheet of a job, by its index, for a purpose.
pub fn write_for(job: &Job, sheet: usize, purpose: Purpose) -> Result<String, PrintError> {
    let sheet = job
        .sheets
        .get(sheet)
        .ok_or_else(|| PrintError::new("there is no such sheet"))?;
    let mut page = Page {
        purpose,
        ..Page::default()
    };
    let art = match purpose {
        Purpose::Exact => {
            page.faces(job, sheet)?;
            page.art(job, sheet)?
        }
        Purpose::Editable => page.editable_art(job, sheet)?,
    };
    let marks = page.marks(sheet);
    page.glyph_outlines();
    let (w, h) = (sheet.size.w, sheet.size.h);
    let language = match job.meta.language.as_str() {
        "" => String::new(),
        language => format!(" xml:lang=\"{}\"", escaped(language)),
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
        xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
        width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\"{language}>\n"
    );
    describe(&mut out, &job.meta, sheet, &page.live_fonts());
    let _ = write!(out, "<defs>\n{}</defs>\n", page.defs);
    let layers = [
        ("art", "Art", art),
        ("cut", "Cut lines", cuts(sheet)),
        ("fold", "Fold lines", folds(sheet)),
        ("marks", "Marks", marks),
    ];
    for (id, label, body) in layers {
        layer(&mut out, id, label, &body, &sheet.correction);
    }
    out.push_str("</svg>\n");
    Ok(out)
}

/// Writes a face with its bleed and nothing else.
pub fn face(drawing: &Drawing) -> Result<String, PrintError> {
    let Drawing { size, bleed, .. } = *drawing;
    let placed = Placed {
        at: Point::new(bleed, bleed),
        size,
        bleed: Sides::all(bleed),
        ..Placed::default()
    };
    let whole = Size::new(size.w + bleed * 2, size.h + bleed * 2);
    let sheet = Sheet {
        size: whole,
        placed: vec![placed],
        ..Sheet::default()
    };
    write(
        &Job {
            faces: Arc::new(vec![drawing.clone()].into()),
            sheets: vec![sheet],
            ..Job::default()
        },
        0,
    )
}

/// The definitions that the sheet's drawings refer to.
#[derive(Default)]
struct Page {
    purpose: Purpose,
    defs: String,
    /// The fonts of its texts, in the order of first use.
    fonts: Vec<&'static Font>,
    /// Glyphs, by font index and number.
    glyphs: BTreeSet<(usize, u16)>,
    /// The shapes of clips, with their numbers.
    clips: BTreeMap<String, usize>,
    /// The numbers of faces by their index in the job. They are counted on each sheet, so that a sheet is the same file whatever
    /// else was drawn before.
    faces: BTreeMap<usize, usize>,
    /// How often each name of a group has been used.
    names: HashMap<String, usize>,
    /// The number of drawings and pictures so far, which makes their ids unique.
    drawn: usize,
}

impl Page {
    /// Defines every face on the sheet, preceded by the fragments that several faces share.
    fn faces(&mut self, job: &Job, sheet: &Sheet) -> Result<(), PrintError> {
        let mut used = Vec::new();
        for placed in &sheet.placed {
            self.faces.entry(placed.face).or_insert_with(|| {
                used.push(placed.face);
                used.len() - 1
            });
        }
        let scales = scales(job, sheet)?;
        let mut uses: HashMap<u128, usize> = HashMap::new();
        for &index in &used {
            job.faces
                .get(index)?
                .items
                .art()
                .for_each(|fragment| *uses.entry(fragment.key).or_default() += 1);
        }
        let mut shared: HashMap<u128, usize> = HashMap::new();
        let mut count = 0;
        for (number, &index) in used.iter().enumerate() {
            let drawing = job.faces.get(index)?;
            let mut body = String::new();
            for item in drawing.items.iter() {
                let fragment = match item {
                    Item::Text(line) => {
                        self.line(&mut body, &line);
                        continue;
                    }
                    Item::Picture(shown) => {
                        count += 1;
                        body.push_str(&picture(
                            shown,
                            count,
                            shown.dots(finest(job), scales[&index]),
                        )?);
                        continue;
                    }
                    Item::Art(fragment) => fragment,
                };
                if uses[&fragment.key] == 1 {
                    count += 1;
                    body.push_str(&art(&fragment.tree(), count, drawing));
                    continue;
                }
                let part = *shared.entry(fragment.key).or_insert_with(|| {
                    count += 1;
                    let art = art(&fragment.tree(), count, drawing);
                    let _ = writeln!(self.defs, "<g id=\"a{count}\">{art}</g>");
                    count
                });
                let _ = write!(body, "<use href=\"#a{part}\" xlink:href=\"#a{part}\"/>");
            }
            let _ = writeln!(self.defs, "<g id=\"face{number}\">{body}</g>");
        }
        Ok(())
    }

    /// Writes every piece, clipped to its trim and bleed.
    fn art(&mut self, job: &Job, sheet: &Sheet) -> Result<String, PrintError> {
        let mut out = String::new();
        for placed in &sheet.placed {
            let transform = transform(placed, job.faces.get(placed.face)?.size);
            let clip = self.clip(placed);
            let face = self.faces[&placed.face];
            let code = match &*placed.code {
                "" => String::new(),
                code => format!(" inkscape:label=\"{}\"", escaped(code)),
            };
            let _ = writeln!(
                out,
                "<g clip-path=\"url(#clip{clip})\"{code}>\
                <use href=\"#face{face}\" xlink:href=\"#face{face}\" transform=\"{transform}\"/></g>"
            );
        }
        Ok(out)
    }

    /// The number of the clip of a piece.
    fn clip(&mut self, placed: &Placed) -> usize {
        let (at, size) = placed.art();
        let shape = match &placed.clip[..] {
            [] => format!("M{} {}h{}v{}H{}z", at.x, at.y, size.w, size.h, at.x),
            contours => contours.iter().map(Contour::path).collect(),
        };
        let next = self.clips.len();
        *self.clips.entry(shape).or_insert_with_key(|shape| {
            let _ = writeln!(
                self.defs,
                "<clipPath id=\"clip{next}\"><path d=\"{shape}\"/></clipPath>"
            );
            next
        })
    }

    /// Writes every piece as a group that contains all of its drawings, pictures and texts.
    fn editable_art(&mut self, job: &Job, sheet: &Sheet) -> Result<String, PrintError> {
        let scales = scales(job, sheet)?;
        let mut out = String::new();
        for placed in &sheet.placed {
            let drawing = job.faces.get(placed.face)?;
            let transform = transform(placed, drawing.size);
            let clip = self.clip(placed);
            let name = match &*drawing.name {
                "" => &*placed.code,
                name => name,
            };
            let id = self.id(name);
            let _ = writeln!(
                out,
                "<g id=\"{id}\" inkscape:label=\"{}\" clip-path=\"url(#clip{clip})\"><g transform=\"{transform}\">",
                escaped(name)
            );
            for item in drawing.items.iter() {
                self.drawn += 1;
                let number = self.drawn;
                match item {
                    Item::Text(line) => self.line(&mut out, &line),
                    Item::Picture(shown) => {
                        let dots = shown.dots(finest(job), scales[&placed.face]);
                        let label = escaped(&shown.picture.path);
                        let body = picture(shown, number, dots)?;
                        let _ = writeln!(
                            out,
                            "<g id=\"{id}-picture-{number}\" inkscape:label=\"{label}\">{body}</g>"
                        );
                    }
                    Item::Art(fragment) => {
                        let body = art(&fragment.tree(), number, drawing);
                        let _ = writeln!(
                            out,
                            "<g id=\"{id}-drawing-{number}\" inkscape:label=\"drawing\">{body}</g>"
                        );
                    }
                }
            }
            out.push_str("</g></g>\n");
        }
        Ok(out)
    }

    /// An id that no other group has, from a name.
    fn id(&mut self, name: &str) -> String {
        let kept = |letter: char| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => letter,
            _ => '-',
        };
        let plain: String = name.chars().map(kept).collect();
        let uses = self.names.entry(plain.clone()).or_default();
        *uses += 1;
        match *uses {
            1 => format!("piece-{plain}"),
            uses => format!("piece-{plain}.{uses}"),
        }
    }

    fn marks(&mut self, sheet: &Sheet) -> String {
        let mut out = String::new();
        for mark @ Mark { line, width, .. } in sheet.marks.iter() {
            if let Some(width) = mark.ground() {
                let _ = writeln!(
                    out,
                    "<path d=\"{}\" stroke=\"#fff\" stroke-width=\"{width}\"/>",
                    path(line)
                );
            }
            let _ = writeln!(
                out,
                "<path d=\"{}\" stroke=\"#000\" stroke-width=\"{width}\"/>",
                path(line)
            );
        }
        sheet
            .words
            .iter()
            .for_each(|line| self.line(&mut out, line));
        out
    }

    /// Writes a line of text, as glyphs unless it is to be edited.
    fn line(&mut self, out: &mut String, line: &TextLine) {
        let font = line.font;
        // What no font has is a box.
        let is_live = self.purpose == Purpose::Editable && !font.is_missing();
        if is_live {
            live_line(out, line);
        }
        let number = self
            .fonts
            .iter()
            .position(|known| *known == font)
            .unwrap_or(self.fonts.len());
        if number == self.fonts.len() {
            self.fonts.push(font);
        }
        if is_live {
            return;
        }
        let scale = line.size / font.units();
        let [r, g, b] = line.fill;
        let (x, y) = (Decimal(line.x, 4), Decimal(line.y, 4));
        let _ = write!(
            out,
            "<g transform=\"translate({x} {y}) scale({})\" fill=\"#{r:02x}{g:02x}{b:02x}\">",
            Decimal(scale, 8)
        );
        let mut at = 0.0;
        for glyph in font.glyphs(&line.text) {
            if !Outline::of(font, glyph.id).is_empty() {
                let x = Decimal(at + glyph.shift(1.0, line.tracking / scale), 1);
                let up = match glyph.up {
                    0 => String::new(),
                    up => format!(" y=\"{}\"", -up),
                };
                let _ = write!(
                    out,
                    "<use xlink:href=\"#t{number}g{}\" x=\"{x}\"{up}/>",
                    glyph.id
                );
                self.glyphs.insert((number, glyph.id));
            }
            at += glyph.step(1.0, line.tracking / scale);
        }
        out.push_str("</g>\n");
    }

    /// The names of the fonts that are needed to show the texts.
    fn live_fonts(&self) -> Vec<String> {
        if self.purpose == Purpose::Exact {
            return Vec::new();
        }
        let live = self.fonts.iter().filter(|font| !font.is_missing());
        let mut names: Vec<String> = live
            .map(|font| {
                let slant = if font.italic { " italic" } else { "" };
                format!("{} {}{slant}", font.family, font.weight)
            })
            .collect();
        names.sort();
        names
    }

    fn glyph_outlines(&mut self) {
        for &(font, glyph) in &self.glyphs {
            let outline = Outline::of(self.fonts[font], glyph);
            let _ = writeln!(
                self.defs,
                "<path id=\"t{font}g{glyph}\" d=\"{}\"/>",
                outline.text()
            );
        }
    }
}

/// Writes a line as text.
fn live_line(out: &mut String, line: &TextLine) {
    let font = line.font;
    let [r, g, b] = line.fill;
    let (x, y, size) = (
        Decimal(line.x, 4),
        Decimal(line.y, 4),
        Decimal(line.size, 4),
    );
    let mut style = format!(
        "font-family:'{}';font-weight:{};font-size:{size}px",
        font.family.replace('\'', "\\'"),
        font.weight
    );
    if font.italic {
        style.push_str(";font-style:italic");
    }
    if line.tracking != 0.0 {
        let _ = write!(style, ";letter-spacing:{}px", Decimal(line.tracking, 4));
    }
    if line.is_leftward() {
        // Where such a text ends is its left side.
        style.push_str(";direction:rtl;text-anchor:end");
    }
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" fill=\"#{r:02x}{g:02x}{b:02x}\" style=\"{}\" xml:space=\"preserve\">{}</text>",
        escaped(&style),
        escaped(&line.text)
    );
}

/// Where a face goes on the sheet.
fn transform(placed: &Placed, drawing: Size) -> String {
    let [a, b, c, d, e, f] = placed.matrix(drawing).map(|number| Decimal(number, 7));
    match placed.turns % 4 {
        0 if placed.size == drawing && placed.sixths == 0 => format!("translate({e} {f})"),
        _ => format!("matrix({a} {b} {c} {d} {e} {f})"),
    }
}

/// The greatest scale at which each face is on a sheet.
fn scales(job: &Job, sheet: &Sheet) -> Result<HashMap<usize, f64>, PrintError> {
    let mut scales = HashMap::new();
    for placed in &sheet.placed {
        let scale = placed.scale(job.faces.get(placed.face)?.size);
        let known = scales.entry(placed.face).or_insert(scale);
        *known = scale.max(*known);
    }
    Ok(scales)
}

/// Writes a picture in the drawing's millimetres.
fn picture(shown: &ShownPicture, number: usize, dots: [u32; 2]) -> Result<String, PrintError> {
    let ShownPicture {
        picture,
        whole,
        window,
    } = shown;
    let [x, y, w, h] = whole.map(|mm| Decimal(mm.into(), DECIMALS));
    let body = if let PictureKind::Drawing { .. } = picture.kind {
        let tree = picture
            .drawing()
            .map_err(|why| PrintError::of_picture(&picture.path, &why.to_string()))?;
        let (own_w, own_h) = (tree.size().width(), tree.size().height());
        format!(
            "<svg x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {own_w} {own_h}\">{}</svg>",
            inside(&tree, number)
        )
    } else {
        let file = picture.portable(dots);
        let file = file.map_err(|why| PrintError::of_picture(&picture.path, &why.to_string()))?;
        format!(
            "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"none\" \
             xlink:href=\"data:{};base64,{}\"/>",
            file.mime,
            BASE64_STANDARD.encode(&file.bytes)
        )
    };
    if whole == window {
        return Ok(body);
    }
    let [x, y, w, h] = window.map(|mm| Decimal(mm.into(), DECIMALS));
    Ok(format!(
        "<clipPath id=\"w{number}\"><path d=\"M{x} {y}h{w}v{h}h-{w}z\"/></clipPath><g clip-path=\"url(#w{number})\">{body}</g>"
    ))
}

/// Writes a fragment in the drawing's millimetres, with a number that makes its ids unique.
fn art(tree: &usvg::Tree, number: usize, drawing: &Drawing) -> String {
    let inside = inside(tree, number);
    match drawing.bleed.0 {
        0 => inside,
        _ => format!(
            "<g transform=\"translate({0} {0})\">{inside}</g>",
            -drawing.bleed
        ),
    }
}

/// The elements of a tree, with a number that makes its ids unique.
fn inside(tree: &usvg::Tree, number: usize) -> String {
    let options = WriteOptions {
        id_prefix: Some(format!("a{number}-")),
        preserve_text: false,
        coordinates_precision: DECIMALS as u8,
        transforms_precision: 7,
        indent: Indent::None,
        attributes_indent: Indent::None,
        ..WriteOptions::default()
    };
    let svg = shortened(&tree.to_string(&options), DECIMALS);
    // The root element contains only the size.
    let inside = svg
        .find('>')
        .and_then(|start| svg.get(start + 1..svg.rfind("</svg>")?));
    inside.unwrap_or_default().to_owned()
}

fn describe(out: &mut String, meta: &Meta, sheet: &Sheet, fonts: &[String]) {
    let title = [meta.title.as_str(), sheet.title.as_str()].join(": ");
    let _ = writeln!(
        out,
        "<title>{}</title>",
        escaped(title.trim_start_matches(": "))
    );
    let by = meta.authors.join(", ");
    let fonts = match fonts {
        [] => String::new(),
        fonts => format!("Fonts: {}", fonts.join(", ")),
    };
    let facts = [
        meta.subject.as_str(),
        by.as_str(),
        meta.licence.as_str(),
        fonts.as_str(),
    ];
    let facts = facts.map(|fact| fact.trim_end_matches('.'));
    let facts: Vec<_> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    if !facts.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escaped(&facts.join(". ")));
    }
}

fn layer(out: &mut String, id: &str, label: &str, body: &str, correction: &Affine) {
    if body.is_empty() {
        return;
    }
    let transform = match correction.is_identity() {
        true => String::new(),
        false => format!(
            " transform=\"matrix({})\"",
            correction
                .0
                .map(|number| Decimal(number, 7).to_string())
                .join(" ")
        ),
    };
    let _ = write!(
        out,
        "<g id=\"{id}\" inkscape:groupmode=\"layer\" inkscape:label=\"{label}\"{transform}>\n{body}</g>\n"
    );
}

fn cuts(sheet: &Sheet) -> String {
    if !sheet.plain_cuts || sheet.cuts.is_empty() && sheet.curves.is_empty() {
        return String::new();
    }
    let d: String = sheet
        .cuts
        .iter()
        .map(path)
        .chain(sheet.curves.iter().map(|curve| curve.path()))
        .collect();
    format!(
        "<path d=\"{d}\" fill=\"none\" stroke=\"#{CUT_GREY:02x}{CUT_GREY:02x}{CUT_GREY:02x}\" stroke-width=\"{CUT_WIDTH}\"/>\n"
    )
}

fn folds(sheet: &Sheet) -> String {
    if !sheet.plain_folds || sheet.folds.is_empty() {
        return String::new();
    }
    let d: String = sheet.folds.iter().map(path).collect();
    format!(
        "<path d=\"{d}\" fill=\"none\" stroke=\"#000\" stroke-width=\"{FOLD_WIDTH}\" stroke-dasharray=\"{FOLD_DASH} {FOLD_DASH}\"/>\n"
    )
}

fn path(stroke: &Stroke) -> String {
    format!(
        "M{} {}L{} {}",
        stroke.from.x, stroke.from.y, stroke.to.x, stroke.to.y
    )
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// The outline of a glyph, in tenths of a font unit, with y down.
struct Outline(PathData);

impl Outline {
    fn of(font: &Font, glyph: u16) -> PathData {
        let mut outline = Outline(PathData::new(1));
        font.outline(glyph, &mut outline);
        outline.0
    }

    fn draw<const N: usize>(&mut self, operator: char, points: [(f32, f32); N]) {
        self.0.draw(
            operator,
            &points.map(|(x, y)| [f64::from(x), -f64::from(y)]),
        );
    }
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('m', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('l', [(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('q', [(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('c', [(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
