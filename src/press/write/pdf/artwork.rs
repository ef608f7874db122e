//! The parts of the document that krilla writes, each as a small document: every fragment once, and a subset of each font.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use krilla::error::KrillaError;
use krilla::geom::{Point, Size};
use krilla::image::Image;
use krilla::page::PageSettings;
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
use krilla_svg::{SurfaceExt, SvgSettings};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use resvg::tiny_skia::{Pixmap, Transform};

use super::deflate::{Deflater, Packed};
use super::file::digest;
use super::text::{Bank, Codes, name};
use crate::face::effects::{DOTS, Effect};
use crate::face::{self, Fragment};
use crate::press::sheet::PrintError;

/// The parts of krilla's document and its objects.
pub(super) struct Artwork {
    pub document: Document,
    pub fragments: HashMap<u128, DrawnFragment>,
    /// The font resources for every page.
    pub fonts: Dictionary,
}

/// A drawn fragment: in millimetres, with y *up*, in a box from the origin.
#[derive(Clone)]
pub(super) struct DrawnFragment {
    pub ink: Arc<Ink>,
    pub resources: Arc<Dictionary>,
    pub group: Option<Object>,
    pub w: f64,
    pub h: f64,
}

/// The operators of a fragment.
pub(super) struct Ink {
    /// As they are, if they need nothing besides themselves: they may be written among others.
    pub plain: Option<Vec<u8>>,
    /// As compressed for a stream, once they are.
    packed: OnceLock<Packed>,
}

impl Ink {
    fn plain(mut content: Vec<u8>) -> Ink {
        content.shrink_to_fit();
        Ink {
            plain: Some(content),
            packed: OnceLock::new(),
        }
    }

    fn packed(packed: Packed) -> Ink {
        Ink {
            plain: None,
            packed: packed.into(),
        }
    }

    /// Compressed once for all files.
    pub(super) fn pack(&self, deflater: &mut Deflater) -> &Packed {
        let content = self.plain.as_deref().unwrap_or_default();
        self.packed.get_or_init(|| deflater.packed(content))
    }

    /// How many bytes it takes.
    fn size(&self) -> usize {
        let plain = self.plain.as_ref().map_or(0, Vec::len);
        plain + self.packed.get().map_or(0, Packed::size)
    }
}

/// Fragments drawn earlier for other documents. Those that need fonts, pictures and other streams besides their operators are
/// redrawn for each document and are `None` here.
#[derive(Default)]
pub(super) struct Known {
    fragments: HashMap<u128, Option<DrawnFragment>>,
    resources: SharedResources,
}

/// The resources of fragments by their digests: most of the cards in a deck have the same.
type SharedResources = HashMap<[u8; 32], Arc<Dictionary>>;

impl Known {
    /// Draws the fragments that are not known yet.
    fn learn(&mut self, fragments: &[&Fragment], codes: &Codes) -> Result<(), PrintError> {
        let known = self.fragments.values().flatten();
        if known.map(|drawn| drawn.ink.size()).sum::<usize>() > MAX_KNOWN {
            *self = Known::default();
        }
        let new: Vec<&Fragment> = fragments
            .iter()
            .copied()
            .filter(|new| !self.fragments.contains_key(&new.key))
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut deflater = Deflater::new();
        // krilla keeps a whole document in memory, twice.
        for some in new.chunks(TOGETHER) {
            let mut pages = document();
            some.iter()
                .try_for_each(|fragment| draw_fragment(&mut pages, fragment))?;
            let document = finish(pages, codes)?;
            for (id, fragment) in document.page_iter().zip(some) {
                let drawn = Drawn::on(&document, id)?.closed(&document);
                let kept =
                    drawn.map(|drawn| drawn.keep(fragment, &mut deflater, &mut self.resources));
                self.fragments.insert(fragment.key, kept);
            }
        }
        Ok(())
    }

    fn get(&self, fragment: &Fragment) -> Option<DrawnFragment> {
        self.fragments.get(&fragment.key).cloned().flatten()
    }
}

/// How many fragments are drawn at once.
const TOGETHER: usize = 256;

/// How deep the resources of a fragment go, that are kept with it.
const DEEPEST: usize = 12;

/// The most bytes of operators kept from one document to the next.
const MAX_KNOWN: usize = 16 << 20;

impl Artwork {
    /// Draws each fragment once, and subsets fonts to the codes in use. Objects are numbered from `first`.
    pub(super) fn draw(
        fragments: &[&Fragment],
        codes: &mut Codes,
        first: u32,
        known: &Mutex<Known>,
    ) -> Result<Artwork, PrintError> {
        let mut drawn: HashMap<u128, DrawnFragment> = {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            known.learn(fragments, codes)?;
            fragments
                .iter()
                .filter_map(|fragment| Some((fragment.key, known.get(fragment)?)))
                .collect()
        };
        let fragments: Vec<&Fragment> = fragments
            .iter()
            .copied()
            .filter(|fragment| !drawn.contains_key(&fragment.key))
            .collect();
        let mut pages = document();
        // Fonts first, since krilla numbers glyphs in the order of drawing.
        for (font, banks) in codes.used() {
            draw_glyphs(&mut pages, font, banks)?;
        }
        fragments
            .iter()
            .try_for_each(|fragment| draw_fragment(&mut pages, fragment))?;
        let mut document = finish(pages, codes)?;
        document.renumber_objects_with(first);
        let pages: Vec<ObjectId> = document.page_iter().collect();
        let mut resources = Dictionary::new();
        let mut page = pages.into_iter();
        let mut wide = Vec::new();
        for ((font, (_, banks)), id) in codes.used().enumerate().zip(page.by_ref()) {
            wide.push(add_fonts(&mut document, &mut resources, id, font, banks)?);
        }
        wide.into_iter()
            .enumerate()
            .for_each(|(font, cids)| codes.widen(font, cids));
        let mut deflater = Deflater::new();
        let mut shared = SharedResources::new();
        for (id, fragment) in page.zip(fragments) {
            let kept = Drawn::on(&document, id)?.keep(fragment, &mut deflater, &mut shared);
            drawn.insert(fragment.key, kept);
            for content in document.get_page_contents(id) {
                document.objects.remove(&content);
            }
        }
        Ok(Artwork {
            document,
            fragments: drawn,
            fonts: resources,
        })
    }
}

/// An empty document.
fn document() -> krilla::Document {
    krilla::Document::new_with(krilla::SerializeSettings {
        compress_content_streams: false,
        xmp_metadata: false,
        ..krilla::SerializeSettings::default()
    })
}

fn finish(pages: krilla::Document, codes: &Codes) -> Result<Document, PrintError> {
    // The built-in fonts are valid.
    let own = || {
        codes
            .used()
            .filter(|(font, _)| font.is_own())
            .map(|(font, _)| font.name())
            .collect::<Vec<_>>()
    };
    let bytes = pages.finish().map_err(|error| match error {
        KrillaError::Font(..) => PrintError::of_fonts(&own()),
        error => PrintError::new(format!("{error:?}")),
    })?;
    Ok(Document::load_mem(&bytes)?)
}

/// A page with a fragment on it.
fn draw_fragment(pages: &mut krilla::Document, fragment: &Fragment) -> Result<(), PrintError> {
    if fragment.effects.contains(&Effect::TurnedPattern) {
        return draw_pixels(pages, &fragment.tree());
    }
    let settings = SvgSettings {
        filter_scale: DOTS,
        ..SvgSettings::default()
    };
    draw_tree(pages, &fragment.tree(), settings)
}

/// Draws a tree in millimetres as pixels.
fn draw_pixels(pages: &mut krilla::Document, tree: &usvg::Tree) -> Result<(), PrintError> {
    let (w, h) = (tree.size().width(), tree.size().height());
    let dots = [w, h].map(|length| (length * DOTS).ceil().clamp(1.0, 8_000.0) as u32);
    let empty = || PrintError::new("an empty fragment");
    let mut pixmap = Pixmap::new(dots[0], dots[1]).ok_or_else(empty)?;
    let scale = Transform::from_scale(dots[0] as f32 / w, dots[1] as f32 / h);
    resvg::render(tree, scale, &mut pixmap.as_mut());
    let image = Image::from_rgba8(pixmap.take_demultiplied(), dots[0], dots[1]);
    let mut page = start(pages, w, h)?;
    let mut surface = page.surface();
    surface.draw_image(image, Size::from_wh(w, h).ok_or_else(empty)?);
    Ok(())
}

fn draw_tree(
    pages: &mut krilla::Document,
    tree: &usvg::Tree,
    settings: SvgSettings,
) -> Result<(), PrintError> {
    let size = tree.size();
    let mut page = start(pages, size.width(), size.height())?;
    let mut surface = page.surface();
    let size = Size::from_wh(size.width(), size.height())
        .ok_or_else(|| PrintError::new("an empty fragment"))?;
    surface.draw_svg(tree, size, settings);
    Ok(())
}

/// A PDF whose only page is a drawing.
pub(super) fn page_of(tree: &usvg::Tree, settings: SvgSettings) -> Result<Vec<u8>, PrintError> {
    let mut pages = document();
    draw_tree(&mut pages, tree, settings)?;
    let drawn = pages.finish();
    drawn.map_err(|error| PrintError::new(format!("{error:?}")))
}

fn start(
    pages: &mut krilla::Document,
    w: f32,
    h: f32,
) -> Result<krilla::page::Page<'_>, PrintError> {
    let settings =
        PageSettings::from_wh(w, h).ok_or_else(|| PrintError::new("a page without area"))?;
    Ok(pages.start_page_with(settings))
}

/// Adds a page on which every glyph appears once, in the order of the banks.
fn draw_glyphs(
    pages: &mut krilla::Document,
    font: &'static face::Font,
    banks: &[Bank],
) -> Result<(), PrintError> {
    let axes: Vec<(Tag, f32)> = font
        .axes
        .iter()
        .map(|(tag, place)| (Tag::new(&tag.to_be_bytes()), *place))
        .collect();
    let font = Font::new_variable(font.bytes.into(), font.index, &axes)
        .ok_or_else(|| PrintError::new(format!("{} cannot be embedded", font.name())))?;
    let (mut text, mut glyphs) = (String::new(), Vec::new());
    for (glyph, of) in banks.iter().flat_map(Bank::values) {
        let range = text.len()..text.len() + of.len();
        glyphs.push(KrillaGlyph::new(
            GlyphId::new((*glyph).into()),
            1.0,
            0.0,
            0.0,
            0.0,
            range,
            None,
        ));
        text.push_str(of);
    }
    let mut page = start(pages, 1000.0, 1000.0)?;
    page.surface()
        .draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, font, &text, 1.0, false);
    Ok(())
}

/// What krilla drew on a page.
struct Drawn {
    content: Vec<u8>,
    resources: Dictionary,
    group: Option<Object>,
}

impl Drawn {
    fn on(document: &Document, page: ObjectId) -> Result<Drawn, lopdf::Error> {
        let content = document.get_page_content(page);
        let page = document.get_dictionary(page)?;
        let resources = match page.get(b"Resources") {
            Ok(Object::Reference(id)) => document.get_dictionary(*id)?.clone(),
            Ok(Object::Dictionary(resources)) => resources.clone(),
            _ => Dictionary::new(),
        };
        let is_used = |(_, value): &(Vec<u8>, Object)| match value {
            Object::Dictionary(entries) => !entries.is_empty(),
            Object::Array(_) => false,
            _ => true,
        };
        Ok(Drawn {
            content,
            resources: resources.into_iter().filter(is_used).collect(),
            group: page.get(b"Group").ok().cloned(),
        })
    }

    /// The same with everything that it refers to within it; `None` if that needs streams.
    fn closed(self, document: &Document) -> Option<Drawn> {
        let resources = closed(document, &self.resources.into(), DEEPEST)?;
        let group = match &self.group {
            Some(group) => Some(closed(document, group, DEEPEST)?),
            None => None,
        };
        Some(Drawn {
            resources: resources.as_dict().ok()?.clone(),
            group,
            ..self
        })
    }

    /// A fragment as it is kept: what is only ever a form, compressed, takes a third of the memory.
    fn keep(
        self,
        fragment: &Fragment,
        deflater: &mut Deflater,
        shared: &mut SharedResources,
    ) -> DrawnFragment {
        let is_plain = self.resources.is_empty() && self.group.is_none();
        let ink = if is_plain {
            Ink::plain(self.content)
        } else {
            Ink::packed(deflater.packed(&self.content))
        };
        let digest = digest(&self.resources.clone().into());
        let resources = shared.entry(digest);
        DrawnFragment {
            ink: Arc::new(ink),
            resources: resources
                .or_insert_with(|| Arc::new(self.resources))
                .clone(),
            group: self.group,
            w: fragment.size[0].into(),
            h: fragment.size[1].into(),
        }
    }
}

/// An object with everything that it refers to within it; `None` if that needs streams, or goes in circles.
fn closed(document: &Document, object: &Object, depth: usize) -> Option<Object> {
    let depth = depth.checked_sub(1)?;
    Some(match object {
        Object::Reference(id) => closed(document, document.get_object(*id).ok()?, depth)?,
        Object::Stream(_) => return None,
        Object::Array(entries) => {
            let entries = entries.iter();
            let entries: Option<Vec<Object>> = entries
                .map(|entry| closed(document, entry, depth))
                .collect();
            entries?.into()
        }
        Object::Dictionary(entries) => {
            let entries = entries.iter();
            let entries: Option<Dictionary> = entries
                .map(|(name, entry)| Some((name.clone(), closed(document, entry, depth)?)))
                .collect();
            entries?.into()
        }
        other => other.clone(),
    })
}

/// Adds copies of krilla's font with this program's codes, one for each bank. If text within fragments uses the font, it is added
/// unchanged, since a file must not contain a font twice; then the glyph numbers are the codes.
fn add_fonts(
    document: &mut Document,
    resources: &mut Dictionary,
    page: ObjectId,
    font: usize,
    banks: &[Bank],
) -> Result<Option<Vec<Vec<u16>>>, PrintError> {
    let mut cids = Vec::new();
    for operation in Content::decode(&document.get_page_content(page))?.operations {
        for operand in operation.operands {
            match operand {
                Object::String(codes, _) => cids.extend(codes),
                Object::Array(parts) => parts
                    .iter()
                    .filter_map(|part| part.as_str().ok())
                    .for_each(|p| cids.extend(p)),
                _ => {}
            }
        }
    }
    let mut cids = cids
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let fonts = document.get_dict_in_dict(document.get_dictionary(page)?, b"Resources")?;
    let fonts = match fonts.get(b"Font")? {
        Object::Reference(id) => document.get_dictionary(*id)?.clone(),
        fonts => fonts.as_dict()?.clone(),
    };
    let type0 = fonts
        .iter()
        .next()
        .and_then(|(_, font)| font.as_reference().ok());
    let type0 = type0.ok_or_else(|| PrintError::new("a font page without a font"))?;
    if is_used(document, type0, page) {
        resources.set(name(font, 0), type0);
        return Ok(Some(
            banks
                .iter()
                .map(|codes| cids.by_ref().take(codes.len()).collect())
                .collect(),
        ));
    }
    for (bank, codes) in banks.iter().enumerate() {
        let glyphs: Vec<_> = codes
            .iter()
            .zip(cids.by_ref())
            .map(|((code, (_, text)), cid)| (*code, cid, &**text))
            .collect();
        if glyphs.len() != codes.len() {
            return Err(PrintError::new("a font page without some of its glyphs"));
        }
        let cids = glyphs
            .iter()
            .map(|(code, cid, _)| (*code, Target::Cid(*cid)));
        // The first glyph of several for the same characters has them all.
        let texts = glyphs
            .iter()
            .filter(|(_, _, text)| !text.is_empty())
            .map(|(code, _, text)| (*code, Target::Text(text.encode_utf16().collect())));
        let encoding = stream(cmap(cids), true);
        let unicode = stream(cmap(texts), false);
        let encoding = document.add_object(encoding);
        let unicode = document.add_object(unicode);
        let mut copy = document.get_dictionary(type0)?.clone();
        copy.set("Encoding", encoding);
        copy.set("ToUnicode", unicode);
        let copy = document.add_object(copy);
        resources.set(name(font, bank), copy);
    }
    Ok(None)
}

/// Whether anything except one page refers to an object.
fn is_used(document: &Document, object: ObjectId, page: ObjectId) -> bool {
    fn refers(from: &Object, to: ObjectId) -> bool {
        match from {
            Object::Reference(id) => *id == to,
            Object::Array(entries) => entries.iter().any(|entry| refers(entry, to)),
            Object::Dictionary(entries) | Object::Stream(lopdf::Stream { dict: entries, .. }) => {
                entries.iter().any(|(_, entry)| refers(entry, to))
            }
            _ => false,
        }
    }
    document
        .objects
        .iter()
        .any(|(id, from)| *id != page && refers(from, object))
}

fn stream(cmap: Vec<u8>, encoding: bool) -> lopdf::Stream {
    let mut dictionary = Dictionary::new();
    if encoding {
        dictionary.set("Type", "CMap");
        dictionary.set("CMapName", "Codes");
        let info = dictionary! {
            "Registry" => Object::string_literal("Adobe"),
            "Ordering" => Object::string_literal("Identity"),
            "Supplement" => 0,
        };
        dictionary.set("CIDSystemInfo", info);
    }
    lopdf::Stream::new(dictionary, cmap)
}

/// The target of a code: a glyph number, or characters in UTF-16.
#[derive(PartialEq)]
enum Target {
    Cid(u16),
    Text(Vec<u16>),
}

impl Target {
    /// The target of a code this many steps later in a range.
    fn plus(&self, steps: u8) -> Option<Target> {
        match self {
            Target::Cid(cid) => cid.checked_add(steps.into()).map(Target::Cid),
            // A range must not overflow the last byte.
            Target::Text(units) => match units[..] {
                [unit] if (unit & 0xff) + u16::from(steps) < 0x100 => {
                    Some(Target::Text(vec![unit + u16::from(steps)]))
                }
                _ => None,
            },
        }
    }
}

/// A table from codes to targets, in ranges.
fn cmap(targets: impl Iterator<Item = (u8, Target)>) -> Vec<u8> {
    let mut ranges: Vec<(u8, u8, Target)> = Vec::new();
    let mut what = "cid";
    for (code, target) in targets {
        if let Target::Text(_) = target {
            what = "bf";
        }
        match ranges.last_mut() {
            // Unused codes in between may have any target.
            Some((first, last, start)) if start.plus(code - *first).as_ref() == Some(&target) => {
                *last = code;
            }
            _ => ranges.push((code, code, target)),
        }
    }
    let mut out = b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
        /CIDSystemInfo <</Registry(Adobe)/Ordering(Identity)/Supplement 0>> def\n/CMapName /Codes def\n/CMapType 1 def\n\
        1 begincodespacerange\n<00><FF>\nendcodespacerange\n"
        .to_vec();
    // At most a hundred entries per block.
    for block in ranges.chunks(100) {
        let _ = writeln!(out, "{} begin{what}range", block.len());
        for (first, last, target) in block {
            let _ = match target {
                Target::Cid(cid) => writeln!(out, "<{first:02X}> <{last:02X}> {cid}"),
                Target::Text(units) => {
                    let units: String = units.iter().map(|unit| format!("{unit:04X}")).collect();
                    writeln!(out, "<{first:02X}> <{last:02X}> <{units}>")
                }
            };
        }
        let _ = writeln!(out, "end{what}range");
    }
    out.extend_from_slice(b"endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    out
}
