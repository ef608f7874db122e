//! Splits an SVG face into a [`Drawing`].

use super::names::{EMBEDDED, REMARKS, SVG};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::str::FromStr;
use std::sync::Arc;

use roxmltree::{Document, Node, ParsingOptions};
use svgtypes::{Align, AspectRatio};

use super::art::ArtParser;
use super::fragment::ParsedTrees;
use super::lint::{self, Lint};
use super::page::ViewBox;
use super::pictures::{DrawingNotes, Shown, names_none};
use super::plain::{Inherited, number};
use super::references::{self, MAX_CHAIN};
use super::{Drawing, Fonts, Fragment, Item, Items, Picture, ShownPicture, TextAsArt, effort};
use crate::kit::markup;
use crate::kit::problem::nearest;
use crate::kit::{Files, Kit, Problem, Problems, Size, SourceSpan, Um};

/// Elements that draw, or that are parts of drawing elements.
const DRAWN: [&str; 15] = [
    "svg", "g", "image", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    "text", "tspan", "textPath", "use", "stop",
];

/// Elements that draw nothing where they are.
const DEFINING: [&str; 10] = [
    "defs",
    "style",
    "symbol",
    "linearGradient",
    "radialGradient",
    "clipPath",
    "mask",
    "pattern",
    "marker",
    FILTER,
];

/// What is in a filter is neither drawn nor checked.
const FILTER: &str = "filter";

/// Mixes an element with everything below it.
const BLEND: &str = "mix-blend-mode";

/// Limits for untrusted input.
const MAX_BYTES: usize = 8 << 20;
const MAX_NODES: u32 = 400_000;
const MAX_DEPTH: usize = 64;

/// The rounding error of drawing programs, mm.
const ROUNDED: f64 = 0.005;

/// The same for a page that a program rounded to whole pixels at 300 dpi, mm.
const LOOSE: f64 = 0.1;

/// The most lints reported for one part of a face.
const MAX_LINTS: usize = 100;

/// The most unused fragments that a long-lived reader keeps.
const MANY_FRAGMENTS: usize = 5_000;

/// Reads faces, and remembers the fragments it has seen.
pub struct Reader {
    fonts: &'static Fonts,
    parser: Arc<ArtParser>,
    /// The source of pictures.
    files: Option<Files>,
    /// By source.
    fragments: HashMap<Arc<str>, Arc<Fragment>>,
    parsed: ParsedTrees,
    /// Definitions without lints.
    checked_definitions: HashSet<String>,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Reader {
    /// A reader with the program's fonts and no pictures.
    pub fn new() -> Reader {
        let fonts = Fonts::shipped();
        Reader {
            fonts,
            parser: Arc::new(ArtParser::new(fonts)),
            files: None,
            fragments: HashMap::new(),
            parsed: ParsedTrees::default(),
            checked_definitions: HashSet::new(),
        }
    }

    /// Takes fonts and pictures from this kit from now on, and examines each picture again.
    pub fn look_in(&mut self, kit: &Kit) {
        let fonts = Fonts::of(kit);
        if !std::ptr::eq(fonts, self.fonts) {
            self.fonts = fonts;
            self.parser = Arc::new(ArtParser::new(fonts));
            // The same source now means different glyphs.
            self.fragments.clear();
        }
        self.files = Some(kit.files.clone());
        self.parser.forget_pictures();
    }

    /// What is told of the drawings on the faces that were read.
    pub fn drawing_notes(&self) -> DrawingNotes {
        self.parser.drawing_notes()
    }

    /// Drops fragments that are not in use elsewhere, once there are many.
    pub fn forget_if_many(&mut self) {
        if self.fragments.len() > MANY_FRAGMENTS {
            self.fragments
                .retain(|_, fragment| Arc::strong_count(fragment) > 1);
            self.checked_definitions.clear();
        }
    }

    /// Splits an expanded face. Its view box must be the trimmed size with its bleed around it, in mm. If it has a `width` and a
    /// `height`, these must have that size instead, and the view box may start anywhere and use other units.
    ///
    /// The places of problems are in the expanded SVG, under `name`.
    pub fn read(
        &mut self,
        name: &str,
        svg: &str,
        size: Size,
        bleed: Um,
    ) -> Result<Drawing, Problems> {
        let (drawing, ..) = self.read_as(name, svg, size, bleed, false)?;
        Ok(drawing)
    }

    /// The same without splitting it: everything in it, also its texts, is in one tree.
    ///
    /// # Errors
    ///
    /// As [`read`](Reader::read).
    pub fn whole(
        &mut self,
        name: &str,
        svg: &str,
        size: Size,
        bleed: Um,
    ) -> Result<Whole, Problems> {
        let (drawing, unit, corner) = self.read_as(name, svg, size, bleed, true)?;
        let trees = drawing.items.iter().filter_map(|item| match item {
            Item::Art(fragment) => Some(fragment.tree()),
            _ => None,
        });
        Ok(Whole {
            trees: trees.collect(),
            unit,
            corner,
        })
    }

    fn read_as(
        &mut self,
        name: &str,
        svg: &str,
        size: Size,
        bleed: Um,
        whole: bool,
    ) -> Result<(Drawing, f64, (f64, f64)), Problems> {
        let place = SourceSpan {
            file: name.into(),
            text: svg.into(),
            span: 0..0,
        };
        if svg.len() > MAX_BYTES {
            let message = format!("the face is larger than {} MB", MAX_BYTES >> 20);
            return Err(Problem::new(SourceSpan::file(name), message).into());
        }
        if let Some((span, message)) = markup::over_limits(svg) {
            return Err(Problem::new(place.at(span), message).into());
        }
        let options = ParsingOptions {
            nodes_limit: MAX_NODES,
            ..ParsingOptions::default()
        };
        let plain = markup::without_doctype(svg);
        let document = match Document::parse_with_options(&plain, options) {
            Ok(document) => document,
            Err(error) => return Err(xml_problem(svg, &place, &error).into()),
        };
        let mut face = FaceReading::new(self, &document, place, size, bleed);
        face.needs_all = whole.then_some("it is drawn whole");
        face.check();
        if face.problems.0.is_empty() {
            face.split();
            face.measure();
        }
        let mut items = face.items;
        items.shrink_to_fit();
        let drawing = Drawing {
            size,
            bleed,
            items: items.into(),
            name: name.into(),
            texts_as_art: face.texts_as_art,
        };
        face.problems.or((drawing, face.unit, face.corner))
    }

    /// The same without splitting it, as a reference to test [`read`](Reader::read) against.
    #[cfg(test)]
    pub(crate) fn read_whole(
        &mut self,
        name: &str,
        svg: &str,
        size: Size,
        bleed: Um,
    ) -> Result<Drawing, Problems> {
        let (drawing, ..) = self.read_as(name, svg, size, bleed, true)?;
        Ok(drawing)
    }

    /// The fragment of a new source, parsed.
    fn fragment(&mut self, source: String) -> Result<Arc<Fragment>, Vec<String>> {
        let source: Arc<str> = source.into();
        let fragment = Fragment::parse(source.clone(), &self.parser, &self.parsed)?;
        let fragment = Arc::new(fragment);
        self.fragments.insert(source, fragment.clone());
        Ok(fragment)
    }
}

/// A face drawn whole, and what its coordinates mean.
#[derive(Debug)]
pub struct Whole {
    /// In mm from the corner of the bleed.
    pub trees: Vec<Arc<usvg::Tree>>,
    /// The drawing's unit in mm, and its origin in mm from the corner of the trimmed piece.
    pub unit: f64,
    pub corner: (f64, f64),
}

/// One face being read.
struct FaceReading<'a> {
    reader: &'a mut Reader,
    svg: &'a str,
    root: Node<'a, 'a>,
    place: SourceSpan,
    size: Size,
    bleed: Um,
    /// The root tag of every fragment.
    tag: String,
    /// The size of the drawing's unit and the position of its origin, in mm.
    unit: f64,
    corner: (f64, f64),
    /// The root's definitions, for fragments that refer to them.
    definitions: String,
    /// Why it cannot be split: a style sheet that may reach any element, or a drawn element that others refer to.
    needs_all: Option<&'static str>,
    /// The open groups around the current element.
    groups: Vec<&'a str>,
    /// Hashes of the pictures in it.
    pictures: String,
    items: Items,
    texts_as_art: Vec<TextAsArt>,
    problems: Problems,
}

impl<'a> FaceReading<'a> {
    fn new(
        reader: &'a mut Reader,
        document: &'a Document<'a>,
        place: SourceSpan,
        size: Size,
        bleed: Um,
    ) -> FaceReading<'a> {
        FaceReading {
            reader,
            svg: document.input_text(),
            root: document.root_element(),
            place,
            size,
            bleed,
            tag: String::new(),
            unit: 1.0,
            corner: (0.0, 0.0),
            definitions: String::new(),
            needs_all: None,
            groups: Vec::new(),
            pictures: String::new(),
            items: Items::default(),
            texts_as_art: Vec::new(),
            problems: Problems::default(),
        }
    }

    fn problem(&mut self, node: Node, message: String, help: Option<&str>) {
        let start = node.range().start;
        let end = (start + 1 + node.tag_name().name().len()).min(node.range().end);
        let problem = Problem::new(self.place.at(start..end), message);
        self.problems.push(Problem {
            help: help.map(str::to_owned),
            ..problem
        });
    }

    fn check(&mut self) {
        let name = self.root.tag_name().name();
        let namespace = self.root.tag_name().namespace();
        if name != "svg" || namespace != Some(SVG) {
            let message = match name {
                "svg" => format!(
                    "the `<svg>` does not say that it is SVG: `xmlns` is {}",
                    namespace.unwrap_or("missing")
                ),
                _ => format!("a face starts with `<svg>`, not `<{name}>`"),
            };
            self.problem(
                self.root,
                message,
                Some(&format!(
                    "the root is `<svg xmlns=\"{SVG}\" viewBox=\"...\">`"
                )),
            );
            return;
        }
        self.check_view_box();
        self.check_elements();
        self.check_references();
    }

    fn check_view_box(&mut self) {
        let bleed = self.bleed.mm();
        let w = self.size.w.mm();
        let h = self.size.h.mm();
        let wanted = [-bleed, -bleed, w + 2.0 * bleed, h + 2.0 * bleed];
        let near = |found: f64, wanted: f64| (found - wanted).abs() < ROUNDED;
        let is_size = |found: f64, wanted: f64| (found - wanted).abs() < LOOSE;
        let all_near = |found: [f64; 4]| {
            found
                .iter()
                .zip(wanted)
                .all(|(found, wanted)| near(*found, wanted))
        };
        let is_whole = |page: &ViewBox| {
            is_size(page.w * page.unit, wanted[2]) && is_size(page.h * page.unit, wanted[3])
        };
        let mm = wanted.map(|mm| Um::from_mm(mm).to_string()).join(" ");
        let found = self.root.attribute("viewBox").unwrap_or_default();
        let mut view = mm.clone();
        // Without units, a page is in mm, or in pixels if that fits.
        let page = ViewBox::of(self.root).map(|page| match page.in_pixels(self.root) {
            Some(in_pixels) if !is_whole(&page) && is_whole(&in_pixels) => in_pixels,
            _ => page,
        });
        match page {
            Some(page) if all_near([page.x, page.y, page.w, page.h]) => {}
            Some(page) if page.is_sized && is_whole(&page) => {
                self.place_page(&page);
                view = page.view_box();
            }
            _ => {
                // A page as large as the trimmed piece lacks its bleed, whatever its proportions.
                let (w, h) = (self.size.w.mm(), self.size.h.mm());
                let is_trimmed =
                    |page: &ViewBox| bleed > 0.0 && is_size(page.w, w) && is_size(page.h, h);
                let scaled = page
                    .filter(|page| !is_trimmed(page))
                    .and_then(|page| page.scaled(self.root, [wanted[2], wanted[3]], LOOSE));
                if let Some(page) = scaled {
                    self.place_page(&page);
                    return self.tag_root(&page.view_box());
                }
                let message =
                    format!("the view box is `{found}`, but the piece with its bleed is `{mm}`");
                let right = "viewBox=\"{{ -bleed }} {{ -bleed }} {{ w + 2*bleed }} {{ h + 2*bleed }}\" always fits; a drawing \
                             program's page must be as large as the piece with its bleed on every side";
                self.problem(self.root, message, Some(right));
            }
        }
        self.tag_root(&view);
    }

    fn place_page(&mut self, page: &ViewBox) {
        let unit = page.unit;
        self.unit = unit;
        let bleed = self.bleed.mm();
        self.corner = (-bleed - page.x * unit, -bleed - page.y * unit);
    }

    /// Makes the root tag of every fragment, which shows this part of the plane.
    fn tag_root(&mut self, view: &str) {
        let w = self.size.w + self.bleed * 2;
        let h = self.size.h + self.bleed * 2;
        let mut tag = format!("<svg width=\"{w}\" height=\"{h}\" viewBox=\"{view}\"");
        for namespace in self.root.namespaces() {
            let name = namespace
                .name()
                .map_or(String::new(), |name| format!(":{name}"));
            if namespace.name() != Some("xml") {
                let _ = write!(
                    tag,
                    " xmlns{name}=\"{}\"",
                    namespace.uri().replace('&', "&amp;").replace('"', "&quot;")
                );
            }
        }
        for attribute in self.root.attributes() {
            if ![
                "width",
                "height",
                "viewBox",
                "preserveAspectRatio",
                "x",
                "y",
            ]
            .contains(&attribute.name())
            {
                let _ = write!(tag, " {}", &self.svg[attribute.range()]);
            }
        }
        tag.push('>');
        self.tag = tag;
    }

    fn check_elements(&mut self) {
        let mut stack = vec![(self.root, 1)];
        while let Some((node, depth)) = stack.pop() {
            let name = node.tag_name().name();
            if depth > MAX_DEPTH {
                self.problem(
                    node,
                    format!("elements are nested more than {MAX_DEPTH} deep"),
                    None,
                );
                continue;
            }
            if REMARKS.contains(&name) || name == FILTER || node.tag_name().namespace() != Some(SVG)
            {
                continue;
            }
            if !DRAWN.contains(&name) && !DEFINING.contains(&name) {
                let help = match name {
                    "flowRoot" => {
                        "a flowed text of an older Inkscape: convert it with Text > Convert to Text"
                    }
                    _ => {
                        "a face is drawn with paths, shapes, text, groups, gradients, patterns, clips and masks"
                    }
                };
                self.problem(node, format!("`<{name}>` does not print"), Some(help));
                continue;
            }
            self.check_effects(node);
            if let Some(long) = effort::of_styles(node) {
                self.problem(
                    node,
                    long,
                    Some("move what many elements share into a class"),
                );
            }
            if name == "image" {
                self.check_picture(node);
            }
            stack.extend(
                node.children()
                    .filter(Node::is_element)
                    .map(|child| (child, depth + 1)),
            );
        }
        // The stack does not yield elements in document order.
        self.problems
            .0
            .sort_by_key(|problem| problem.place.span.start);
    }

    /// A picture must exist and be valid; it is part of the fragment's identity.
    fn check_picture(&mut self, node: Node) {
        let href = node
            .attributes()
            .find(|attribute| attribute.name() == "href");
        let large = |name: &str| {
            node.attribute(name)
                .and_then(number)
                .is_some_and(|length| length > 0.0)
        };
        let path = href.map_or("", |href| href.value());
        if path.trim_start().starts_with("data:") {
            // It is part of the source, and examined with that.
            return;
        }
        if href.is_some() && names_none(path) {
            return;
        }
        match self.reader.parser.examine(self.reader.files.as_ref(), path) {
            Ok(_) if !large("width") || !large("height") => {
                let help =
                    "an `<image>` needs href, x, y, width and height, in mm and without units";
                self.problem(
                    node,
                    format!("the picture `{path}` has no size"),
                    Some(help),
                );
            }
            Ok(examined) => self.pictures += &format!("<!--{}-->", examined.hash),
            Err(why) => {
                let paths = self
                    .reader
                    .files
                    .as_ref()
                    .filter(|files| !files.has(path))
                    .map(Files::paths)
                    .unwrap_or_default();
                let like = nearest(path, paths.iter().map(String::as_str))
                    .map(|like| format!("did you mean `{like}`?"));
                let span = href.map_or(node.range(), |href| href.range());
                let problem = Problem::new(
                    self.place.at(span),
                    format!("the picture `{path}` cannot be shown: {why}"),
                );
                self.problems.push(Problem {
                    help: like,
                    ..problem
                });
            }
        }
    }

    /// Values that renderers cannot handle.
    fn check_effects(&mut self, node: Node) {
        let offset = node
            .attribute("offset")
            .filter(|_| is(&node, &["stop"]))
            .unwrap_or_default();
        if offset
            .trim()
            .trim_end_matches('%')
            .parse()
            .is_ok_and(|offset: f32| !offset.is_finite())
        {
            let help = "an offset is a number from 0 to 1, or from 0% to 100%";
            self.problem(
                node,
                format!("the offset `{offset}` is too large a number"),
                Some(help),
            );
        }
    }

    /// Every `#name` must exist; a face is only split if its fragments can include all definitions that they need.
    fn check_references(&mut self) {
        let mut style = String::new();
        for child in self.root.children().filter(|child| is(child, &DEFINING)) {
            self.definitions.push_str(&self.svg[child.range()]);
        }
        for node in self
            .root
            .descendants()
            .filter(|node| node.tag_name().name() == "style")
        {
            style.push_str(node.text().unwrap_or_default());
            if node.parent() != Some(self.root) && node.parent().is_some_and(|p| !is(&p, &["defs"]))
            {
                self.needs_all = Some("a <style> is inside a drawn element");
            }
        }
        if self.svg.contains(BLEND) && self.blends() {
            self.needs_all = Some("an element is blended with what is below it");
        }
        if !only_classes(&style) {
            self.needs_all = Some("a <style> has rules for more than classes");
        }
        if !self.svg.contains("href") && !self.svg.contains("url(") {
            return;
        }
        let mut everywhere = HashSet::new();
        let mut defined = HashSet::new();
        for node in self.root.descendants() {
            if let Some(id) = node.attribute("id") {
                everywhere.insert(id);
                if top(node, self.root).is_some_and(|top| is(&top, &DEFINING)) {
                    defined.insert(id);
                }
            }
        }
        let references = references::all(self.root);
        for (node, target) in &references {
            match target.strip_prefix('#') {
                Some(id) if defined.contains(id) => {}
                Some(id) if everywhere.contains(id) => {
                    if !together(*node, id, self.root) {
                        self.needs_all =
                            Some("another element refers to a drawn one; move that into <defs>");
                    }
                }
                Some(id) => self.problem(
                    *node,
                    format!("nothing in this face has the id `{id}`"),
                    None,
                ),
                None => {
                    let help = "a face is a self-contained drawing; include other files with {% include %}";
                    self.problem(
                        *node,
                        format!("`{target}` is outside this face"),
                        Some(help),
                    );
                }
            }
        }
        if let Some(id) = references::endless(&references) {
            let message =
                format!("`{id}` refers to itself, or to a chain of more than {MAX_CHAIN} others");
            self.problem(self.root, message, None);
        } else if let Some(much) = effort::of_drawing(self.root, &references) {
            self.problem(self.root, much, None);
        }
    }

    /// Whether a style mixes colours with those below.
    fn blends(&self) -> bool {
        let modes = self.svg.split(BLEND).skip(1);
        let mut modes = modes.map(|after| after.trim_start_matches([':', '=', ' ', '"', '\'']));
        modes.any(|mode| !mode.starts_with("normal"))
    }

    fn split(&mut self) {
        let root = self.root;
        self.lint(|lints| lint::of_attributes(root, lints));
        if let Some(why) = self.needs_all {
            self.note_texts(self.root, why);
            self.definitions.clear();
            if let (Some(first), Some(last)) = (self.root.first_child(), self.root.last_child()) {
                self.art(first, last);
            }
            return;
        }
        if !self.definitions.is_empty()
            && !self.reader.checked_definitions.contains(&self.definitions)
        {
            let defining = self.root.children().filter(|child| is(child, &DEFINING));
            if self.lint(|lints| defining.for_each(|child| lint::within(child, lints))) {
                self.reader
                    .checked_definitions
                    .insert(self.definitions.clone());
            }
        }
        let inherited = Inherited::on_page(self.unit, self.corner).within(self.root);
        self.walk(self.root, inherited.as_ref().map_err(String::as_str));
    }

    /// Reports the lints that `find` finds; true if there are none.
    fn lint(&mut self, find: impl FnOnce(&mut Vec<Lint>)) -> bool {
        let mut lints = Vec::new();
        find(&mut lints);
        let sound = lints.is_empty();
        for Lint {
            span,
            message,
            help,
        } in lints.into_iter().take(MAX_LINTS)
        {
            let problem = Problem::new(self.place.at(span), message);
            self.problems.push(if help.is_empty() {
                problem
            } else {
                problem.help(help)
            });
        }
        sound
    }

    /// Records every text in an element as drawn as art.
    fn note_texts(&mut self, node: Node, reason: &str) {
        for text in node.descendants().filter(|node| is(node, &["text"])) {
            let words: Vec<&str> = text
                .descendants()
                .filter(Node::is_text)
                .filter_map(|words| words.text())
                .collect();
            let text = words
                .concat()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            self.texts_as_art.push(TextAsArt {
                text,
                reason: reason.to_owned(),
            });
        }
    }

    /// Reads the children of the root or a group. `inherited` is the reason if no text in it is plain.
    fn walk(&mut self, group: Node<'a, 'a>, inherited: Result<&Inherited, &str>) {
        // Adjacent shapes are one fragment, given by the first and last of them.
        let mut loose: Option<(Node, Node)> = None;
        for node in group.children() {
            if !node.is_element() || node.tag_name().namespace() != Some(SVG) {
                self.lint(|lints| lints.extend(lint::lost_words(node)));
                continue;
            }
            let name = node.tag_name().name();
            match name {
                _ if REMARKS.contains(&name) || DEFINING.contains(&name) => continue,
                // A row without a picture has none.
                "image" if href(node).is_some_and(names_none) => continue,
                "text" | "g" | "image" => {
                    if name == "image" && !self.is_as_it_is(node, inherited) {
                        loose = Some((loose.map_or(node, |(first, _)| first), node));
                        continue;
                    }
                    if let Some((first, last)) = loose.take() {
                        self.art(first, last);
                    }
                    match inherited {
                        Ok(inherited) if name == "image" => self.picture(node, inherited),
                        _ => self.text_or_group(node, inherited),
                    }
                }
                _ => {
                    if node.first_element_child().is_some() {
                        self.note_texts(node, &format!("it is within <{name}>"));
                    }
                    loose = Some((loose.map_or(node, |(first, _)| first), node));
                }
            }
        }
        if let Some((first, last)) = loose {
            self.art(first, last);
        }
    }

    /// The picture of an `<image>` that is shown as it is.
    fn as_it_is(&self, node: Node) -> Option<Arc<Picture>> {
        let path = href(node).filter(|path| !path.trim_start().starts_with("data:"))?;
        let files = self.reader.files.as_ref();
        match self.reader.parser.examine(files, path).ok()?.shown {
            Shown::AsItIs(picture) => Some(picture),
            Shown::Drawn(_) => None,
        }
    }

    /// Whether nothing is done to a picture but placing it.
    fn is_as_it_is(&self, node: Node, inherited: Result<&Inherited, &str>) -> bool {
        let is_plain = |attribute: roxmltree::Attribute| match attribute.name() {
            "href" | "x" | "y" | "width" | "height" | "preserveAspectRatio" | "id" => true,
            "image-rendering" => true,
            "style" => {
                attribute.value().starts_with("image-rendering:")
                    && !attribute.value().trim_end_matches(';').contains(';')
            }
            _ => attribute.namespace().is_some(),
        };
        inherited.is_ok() && node.attributes().all(is_plain) && self.as_it_is(node).is_some()
    }

    /// A picture that nothing is done to.
    fn picture(&mut self, node: Node, inherited: &Inherited) {
        let (Some(picture), true) = (
            self.as_it_is(node),
            self.lint(|lints| lint::within(node, lints)),
        ) else {
            return;
        };
        let length = |name| node.attribute(name).and_then(number).unwrap_or(0.0);
        let [x, y, w, h] = inherited.placed(["x", "y", "width", "height"].map(length));
        let aspect = node.attribute("preserveAspectRatio").unwrap_or_default();
        let aspect = AspectRatio::from_str(aspect).unwrap_or_default();
        let [own_w, own_h] = picture.size();
        let (across, down) = (w / own_w, h / own_h);
        let [whole_w, whole_h] = match aspect.align {
            Align::None => [w, h],
            _ if aspect.slice => [own_w, own_h].map(|own| own * across.max(down)),
            _ => [own_w, own_h].map(|own| own * across.min(down)),
        };
        let (left, up) = share_before(aspect.align);
        let left = x + (w - whole_w) * left;
        let top = y + (h - whole_h) * up;
        let whole = [left, top, whole_w, whole_h];
        let window = if aspect.slice { [x, y, w, h] } else { whole };
        let faulty = !picture.faults.is_empty();
        self.items.push_picture(ShownPicture {
            picture,
            whole: whole.map(|mm| mm as f32),
            window: window.map(|mm| mm as f32),
        });
        if faulty {
            self.mark(window);
        }
    }

    /// A dashed frame around what is not shown as it should be.
    fn mark(&mut self, [x, y, w, h]: [f64; 4]) {
        let bleed = self.bleed.mm();
        let inset = 2.0;
        let full_w = self.size.w + self.bleed * 2;
        let full_h = self.size.h + self.bleed * 2;
        let left = x.max(0.0) + bleed + inset;
        let top = y.max(0.0) + bleed + inset;
        let right = (x + w).min(self.size.w.mm()) + bleed - inset;
        let bottom = (y + h).min(self.size.h.mm()) + bleed - inset;
        let source = format!(
            "<svg xmlns=\"{SVG}\" width=\"{full_w}\" height=\"{full_h}\" viewBox=\"0 0 {full_w} {full_h}\">\
             <rect x=\"{left:.3}\" y=\"{top:.3}\" width=\"{:.3}\" height=\"{:.3}\" fill=\"none\" stroke=\"#E6007E\" \
             stroke-width=\"1\" stroke-dasharray=\"3 1.5\"/></svg>",
            (right - left).max(1.0),
            (bottom - top).max(1.0)
        );
        let known = self.reader.fragments.get(&*source).cloned();
        let fragment = known.map_or_else(|| self.reader.fragment(source), Ok);
        if let Ok(fragment) = fragment {
            self.items.push_art(fragment);
        }
    }

    /// Refuses a face that would take too long to draw.
    fn measure(&mut self) {
        let sum = |of: fn(&Fragment) -> usize| {
            let all = self.items.art().map(|art| of(art));
            all.fold(0, usize::saturating_add)
        };
        let strokes = sum(|art| art.strokes);
        let steps = sum(|art| art.steps);
        if steps > effort::MAX_STEPS {
            let most = effort::MAX_STEPS;
            let message = format!("the filters on the face take too long: more than {most} steps");
            let help = "take filters off it, or fewer octaves and smaller radii in them; or show it as a PNG";
            self.problem(self.root, message, Some(help));
        }
        if strokes > effort::MAX_STROKES {
            let most = effort::MAX_STROKES;
            // The same message for every face, so that a problem of their template is reported once.
            let message =
                format!("the face has too many lines, curves and dashes: more than {most}");
            let help = format!(
                "this one has {strokes}: simplify it, or show it as a picture with `image`, which takes PNG and JPEG files"
            );
            self.problem(self.root, message, Some(&help));
        }
    }

    fn text_or_group(&mut self, node: Node<'a, 'a>, inherited: Result<&Inherited, &str>) {
        if is(&node, &["text"]) {
            let lines = inherited
                .map_err(str::to_owned)
                .and_then(|inherited| inherited.lines(node, self.reader.fonts));
            match lines {
                Ok(lines) => lines.iter().for_each(|line| self.items.push_text(line)),
                Err(why) => {
                    self.note_texts(node, &why);
                    self.art(node, node);
                }
            }
            return;
        }
        let holds_more = node.descendants().any(|node| is(&node, &["text", "image"]));
        if !holds_more {
            self.art(node, node);
            return;
        }
        match inherited
            .map_err(str::to_owned)
            .and_then(|inherited| inherited.within(node))
        {
            Ok(inner) => {
                self.lint(|lints| lint::of_attributes(node, lints));
                self.groups.push(self.open_tag(node));
                self.walk(node, Ok(&inner));
                self.groups.pop();
            }
            Err(why) => {
                self.note_texts(node, &why);
                self.art(node, node);
            }
        }
    }

    /// A fragment of the source, from the first to the last of some siblings, within the open groups.
    fn art(&mut self, first: Node<'a, 'a>, last: Node<'a, 'a>) {
        let body = &self.svg[first.range().start..last.range().end];
        let mut source = self.tag.clone();
        if ["url(", "href", "class="]
            .iter()
            .any(|mark| body.contains(mark) || self.tag.contains(mark))
        {
            source.push_str(&self.definitions);
        }
        self.groups.iter().for_each(|open| source.push_str(open));
        source.push_str(body);
        self.groups.iter().for_each(|_| source.push_str("</g>"));
        source.push_str("</svg>");
        if source.contains("<image") || source.contains(":image") {
            source.push_str(&self.pictures);
        }
        if let Some(fragment) = self.reader.fragments.get(&*source) {
            if !fragment.is_empty {
                self.items.push_art(fragment.clone());
            }
            return;
        }
        // A fragment from the cache is valid.
        let parts = std::iter::successors(Some(first), |node| {
            node.next_sibling().filter(|_| *node != last)
        });
        if !self.lint(|lints| parts.for_each(|part| lint::within(part, lints))) {
            return;
        }
        match self.reader.fragment(source) {
            Ok(fragment) if !fragment.is_empty => self.items.push_art(fragment),
            Ok(_) => {}
            Err(messages) => messages
                .into_iter()
                .for_each(|message| self.undrawn(first, last, message)),
        }
    }

    /// The problem with a fragment that cannot be drawn.
    fn undrawn(&mut self, first: Node<'a, 'a>, last: Node<'a, 'a>, message: String) {
        if message.starts_with(EMBEDDED) {
            let parts = std::iter::successors(Some(first), |node| {
                node.next_sibling().filter(|_| *node != last)
            });
            let attributes = parts
                .flat_map(|part| part.descendants())
                .flat_map(|node| node.attributes());
            let picture = attributes
                .filter(|attribute| attribute.name() == "href")
                .find(|href| href.value().trim_start().starts_with("data:"));
            if let Some(picture) = picture {
                let place = self.place.at(picture.range());
                return self.problems.push(Problem::new(place, message));
            }
        }
        let fonts = format!(
            "put its file (TTF or OTF) into the kit's folder `fonts`, or use one of {}",
            self.reader.fonts.names()
        );
        let is_font = message.starts_with("there is no font");
        self.problem(first, message, is_font.then_some(fonts.as_str()));
    }

    /// `<g ...>`, from the source.
    fn open_tag(&self, group: Node<'a, 'a>) -> &'a str {
        let start = group.range().start;
        let after = group
            .attributes()
            .next_back()
            .map_or(start, |attribute| attribute.range().end);
        let end = self.svg[after..]
            .find('>')
            .map_or(after, |at| after + at + 1);
        &self.svg[start..end]
    }
}

/// The path of an `<image>`.
fn href<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let href = node.attributes().find(|other| other.name() == "href")?;
    Some(href.value())
}

/// The shares of the free space to the left of a picture and above it.
fn share_before(align: Align) -> (f64, f64) {
    match align {
        Align::None | Align::XMinYMin => (0.0, 0.0),
        Align::XMidYMin => (0.5, 0.0),
        Align::XMaxYMin => (1.0, 0.0),
        Align::XMinYMid => (0.0, 0.5),
        Align::XMidYMid => (0.5, 0.5),
        Align::XMaxYMid => (1.0, 0.5),
        Align::XMinYMax => (0.0, 1.0),
        Align::XMidYMax => (0.5, 1.0),
        Align::XMaxYMax => (1.0, 1.0),
    }
}

fn is(node: &Node, names: &[&str]) -> bool {
    node.is_element() && names.contains(&node.tag_name().name())
}

/// The child of the root that a node is, or is in.
fn top<'a>(node: Node<'a, 'a>, root: Node<'a, 'a>) -> Option<Node<'a, 'a>> {
    node.ancestors().find(|above| above.parent() == Some(root))
}

/// Whether a node and the definition it refers to are in one group that is never split.
fn together<'a>(node: Node<'a, 'a>, id: &str, root: Node<'a, 'a>) -> bool {
    top(node, root).is_some_and(|top| {
        top.descendants()
            .any(|node| node.attribute("id") == Some(id))
            && !top.descendants().any(|node| is(&node, &["text"]))
    })
}

/// Whether every rule of a style sheet starts with a class, so that it applies only to elements with `class`.
fn only_classes(sheet: &str) -> bool {
    sheet.split_terminator('}').all(|rule| {
        let selectors = rule.split('{').next().unwrap_or_default();
        let of_class = |selector: &str| {
            selector.starts_with('.') && !selector.contains(['+', '~', ':', '[', '*'])
        };
        selectors.trim().is_empty()
            || selectors
                .split(',')
                .all(|selector| of_class(selector.trim()))
    })
}

/// The problem with a source that is not XML, at the place of the error.
fn xml_problem(svg: &str, place: &SourceSpan, error: &roxmltree::Error) -> Problem {
    let start = offset(svg, error.pos());
    let line = svg[start..].lines().next().unwrap_or_default();
    let span = start..start + line.find('>').map_or(line.len(), |at| at + 1);
    let told = error.to_string();
    // The place is reported separately, since it differs in the template.
    let told = told
        .rsplit_once(" at ")
        .filter(|(_, at)| at.starts_with(|c: char| c.is_ascii_digit()))
        .map_or(&*told, |(told, _)| told);
    if let Some((name, span)) = markup::open_quote(svg, start) {
        let problem = Problem::new(
            place.at(span),
            format!("the face is not XML: the quote of `{name}` is not closed"),
        );
        return problem.help("every value is enclosed in quotes");
    }
    let mut help = None;
    let (message, span) = match error {
        roxmltree::Error::UnexpectedCloseTag(open, close, _) => (
            format!("`<{open}>` is not closed before `</{close}>`"),
            markup::open_element(svg, start)
                .filter(|at| svg[at.start + 1..].starts_with(&**open))
                .unwrap_or(span),
        ),
        roxmltree::Error::DuplicatedAttribute(name, _) => {
            (format!("the attribute `{name}` is set twice"), span)
        }
        roxmltree::Error::DtdDetected => {
            help = Some(
                "export it again without the program's own data; in Illustrator, without its editing capabilities",
            );
            let start = svg.find("<!DOCTYPE").unwrap_or_default();
            let line = svg[start..].lines().next().map_or(0, str::len);
            (
                "its `<!DOCTYPE>` contains declarations".to_owned(),
                start..start + line,
            )
        }
        roxmltree::Error::InvalidComment(_) => ("a comment cannot contain `--`".to_owned(), span),
        roxmltree::Error::MalformedEntityReference(_) => {
            help = Some("in a text `&` is written `&amp;`");
            ("`&` stands by itself".to_owned(), start..start + 1)
        }
        roxmltree::Error::UnknownEntityReference(name, _) => {
            help = Some(
                "only `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;` are known; write any other character as it is",
            );
            (format!("`&{name};` is unknown"), span)
        }
        roxmltree::Error::InvalidName(_) if svg[..start].ends_with('<') => {
            help = Some("in a text `<` is written `&lt;`");
            ("`<` stands by itself".to_owned(), start - 1..start)
        }
        roxmltree::Error::InvalidChar2("a quote", ..) => {
            help = Some("every value is enclosed in quotes");
            ("a value without quotes".to_owned(), span)
        }
        _ => (told.to_owned(), span),
    };
    let problem = Problem::new(place.at(span), format!("the face is not XML: {message}"));
    Problem {
        help: help.map(str::to_owned),
        ..problem
    }
}

/// The byte offset of a line and column.
fn offset(text: &str, at: roxmltree::TextPos) -> usize {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(at.row as usize - 1)
        .map(str::len)
        .sum();
    let line = &text[line_start..];
    line_start
        + line
            .char_indices()
            .nth(at.col as usize - 1)
            .map_or(line.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::{Item, TextLine};

    const SIZE: Size = Size::new(Um(10_000), Um(8_000));

    fn read(inside: &str) -> Result<Drawing, Problems> {
        let svg = format!(
            "<svg xmlns=\"{SVG}\" viewBox=\"-1 -1 12 10\" stroke-linejoin=\"round\">{inside}</svg>"
        );
        Reader::new().read("a face", &svg, SIZE, Um(1000))
    }

    /// `a` for art, a text for itself.
    fn items(inside: &str) -> Vec<String> {
        let told = |item: Item| match item {
            Item::Art(_) => "a".to_owned(),
            Item::Picture(_) => "p".to_owned(),
            Item::Text(line) => line.text.to_string(),
        };
        read(inside).unwrap().items.iter().map(told).collect()
    }

    fn line(inside: &str) -> TextLine<'static> {
        read(inside)
            .unwrap()
            .items
            .texts()
            .last()
            .unwrap()
            .into_owned()
    }

    fn message(inside: &str) -> String {
        read(inside).unwrap_err().to_string()
    }

    const RECT: &str = "<rect width='3' height='3'/>";
    const TEXT: &str =
        "<text x='1' y='2' font-family='Cinzel' font-weight='700' font-size='2'>Hi &amp; ho</text>";

    #[test]
    fn text_and_art_alternate_in_painting_order() {
        assert_eq!(
            items(&format!("{RECT}{RECT}{TEXT}<!-- x --><g>{RECT}</g>{RECT}")),
            ["a", "Hi & ho", "a", "a"]
        );
        assert_eq!(
            items(&format!(
                "<title>{RECT}</title><g transform='scale(2)'>{RECT}{TEXT}</g>"
            )),
            ["a", "Hi & ho"]
        );
    }

    #[test]
    fn groups_pass_on_their_attributes() {
        let text = "<text x='1' y='2'><tspan x='1' y='3' font-size='1'>A</tspan></text>";
        let outer = "font-family='Alegreya, serif' font-style='italic' fill='#f80' transform='translate(1 2) scale(2)'";
        let line = line(&format!("<g {outer}>{text}</g>"));
        assert_eq!(
            (line.x, line.y, line.size, line.fill),
            (3.0, 8.0, 2.0, [255, 136, 0])
        );
        assert_eq!(
            line.font,
            Fonts::shipped().find("Alegreya", 400, true).unwrap()
        );
    }

    #[test]
    fn text_that_is_not_plain_is_art() {
        for odd in [
            "transform='rotate(3)'",
            "class='big'",
            "opacity='0.5'",
            "dx='1'",
            "fill='url(#x)'",
            "style=''",
        ] {
            let defs =
                "<defs><linearGradient id='x'><stop stop-color='red'/></linearGradient></defs>";
            let text = TEXT.replace("<text ", &format!("<text {odd} "));
            assert_eq!(items(&format!("{defs}{text}")), ["a"], "{odd}");
        }
        assert_eq!(items(&TEXT.replace("Hi", "Hi ")), ["a"]);
        assert_eq!(
            items(&format!("<style>text {{ fill: red }}</style>{TEXT}")),
            ["a"]
        );
        assert_eq!(
            items(&format!("<style>.red {{ fill: red }}</style>{TEXT}")),
            ["Hi & ho"]
        );
    }

    #[test]
    fn texts_as_art_have_a_reason() {
        let why = |inside: &str| {
            read(inside)
                .unwrap()
                .texts_as_art
                .into_iter()
                .map(|text| text.reason)
                .collect::<Vec<_>>()
        };
        assert!(why(&format!("{RECT}{TEXT}")).is_empty());
        for odd in [
            "transform=\"rotate(3)\"",
            "class=\"big\"",
            "opacity=\"0.5\"",
            "x=\"1mm\"",
        ] {
            let text = TEXT.replace("x='1'", if odd.starts_with('x') { odd } else { "x='1'" });
            let text = if odd.starts_with('x') {
                text
            } else {
                text.replace("<text ", &format!("<text {odd} "))
            };
            let told = if odd.starts_with(['x', 't']) {
                odd
            } else {
                odd.split('=').next().unwrap()
            };
            assert_eq!(why(&format!("{text}{TEXT}")), [told]);
        }
        assert_eq!(
            why(&format!("<g opacity='.5'>{TEXT}{RECT}{TEXT}</g>")),
            ["opacity"; 2]
        );
        assert_eq!(
            why(&TEXT.replace("Hi", "Hi ")),
            ["it has spaces at its ends or several in a row"]
        );
        assert!(why(&format!("<style>text {{ fill: red }}</style>{TEXT}"))[0].contains("<style>"));
        let texts = read(&TEXT.replace("<text", "<text opacity='.5'"))
            .unwrap()
            .texts_as_art;
        assert_eq!(texts[0].text, "Hi & ho");
    }

    /// The first lines of files that other programs write.
    #[test]
    fn pages_of_drawing_programs_are_read() {
        let read = |start: &str, inside: &str| {
            let svg = format!("{start} xmlns=\"{SVG}\">{inside}</svg>");
            Reader::new()
                .read("a face", &svg, Size::new(Um(63_000), Um(88_000)), Um(3_000))
                .map_err(|why| why.to_string())
        };
        let doctype = "<?xml version=\"1.0\" standalone=\"no\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \
             \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n";
        for start in [
            "<svg width=\"69\" height=\"94\" viewBox=\"0 0 69 94\" fill=\"none\"",
            "<svg width=\"260.787\" height=\"355.276\" viewBox=\"0 0 260.787 355.276\"",
            "<svg width=\"69mm\" height=\"94mm\" x=\"0px\" viewBox=\"0 0 195.6 266.5\"",
            &format!(
                "{doctype}<svg width=\"69mm\" height=\"94mm\" viewBox=\"0 0 815 1111\" style=\"fill-rule:evenodd;\""
            ),
        ] {
            read(start, RECT).unwrap_or_else(|why| panic!("{start}: {why}"));
        }
        let why = |start: &str, inside: &str| read(start, inside).err().unwrap();
        // Pixels of any density, if the proportions are right to a tenth of a millimetre.
        let affinity =
            format!("{doctype}<svg width=\"100%\" height=\"100%\" viewBox=\"0 0 815 1111\"");
        for start in [
            affinity.as_str(),
            "<svg width=\"1380\" height=\"1880\" viewBox=\"0 0 1380 1880\"",
            "<svg width=\"815\" height=\"1111\"",
            "<svg width=\"2.717in\" height=\"3.701in\" viewBox=\"0 0 815 1111\"",
        ] {
            read(start, RECT).unwrap_or_else(|why| panic!("{start}: {why}"));
        }
        // A page in millimetres means them, and one of the trimmed size lacks its bleed.
        for start in [
            "<svg width=\"138mm\" height=\"188mm\" viewBox=\"0 0 69 94\"",
            "<svg viewBox=\"0 0 63 88\"",
            "<svg width=\"820\" height=\"1125\" viewBox=\"0 0 820 1125\"",
        ] {
            assert!(why(start, RECT).contains("the view box is"), "{start}");
        }
        assert!(
            why(
                "<svg width=\"264\" height=\"355\" viewBox=\"0 0 264 355\"",
                RECT
            )
            .contains("the view box is")
        );
        let entities =
            "<!DOCTYPE svg [\n<!ENTITY ns \"http://ns.adobe.com/\">\n]><svg viewBox=\"0 0 69 94\"";
        assert!(
            why(entities, RECT).contains(
                "a face:1:1: the face is not XML: its `<!DOCTYPE>` contains declarations"
            )
        );
        let embedded = "<image width=\"9\" height=\"9\" href=\"data:image/png;base64,AAAA\"/>";
        let figma = "<svg width=\"69\" height=\"94\" viewBox=\"0 0 69 94\"";
        assert!(
            why(figma, embedded)
                .contains("an embedded picture cannot be shown: it is not a picture")
        );
    }

    #[test]
    fn anchors_are_resolved_with_the_width() {
        let text = TEXT.replace("<text ", "<text text-anchor='end' ");
        assert!((line(&text).x + super::super::text::width(&line(&text)) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn equal_fragments_are_one() {
        let mut reader = Reader::new();
        let mut art = |inside: &str| {
            let svg = format!("<svg xmlns=\"{SVG}\" viewBox=\"0 0 10 8\">{inside}</svg>");
            reader
                .read("", &svg, SIZE, Um(0))
                .unwrap()
                .items
                .art()
                .next()
                .unwrap()
                .clone()
        };
        let one = art(&format!("<g>{RECT}</g>{TEXT}"));
        let two = art(&format!("<defs/><g>{RECT}</g>{RECT}"));
        assert!(Arc::ptr_eq(&one, &two));
    }

    #[test]
    fn errors_in_faces_name_their_place() {
        assert!(
            message("\n<image href='a.png'/>")
                .contains("a face:2:8: the picture `a.png` cannot be shown")
        );
        let gradient = |offset: &str| {
            format!(
                "<defs><linearGradient id='x'><stop offset='{offset}'/></linearGradient></defs>"
            )
        };
        assert!(message(&gradient("-1e308%")).contains("the offset `-1e308%` is too large"));
        assert!(read(&gradient("150%")).is_ok());
        assert!(
            message("<rect fill='url(#no)'/>").contains("nothing in this face has the id `no`")
        );
        assert!(message("<use href='b.svg#x'/>").contains("`b.svg#x` is outside"));
        assert!(
            message("<g>").contains("the face is not XML: `<g>` is not closed before `</svg>`")
        );
        assert!(
            message("<g/>\n <g id='b'><g></g>")
                .contains("a face:2:2: the face is not XML: `<g>` is not closed")
        );
        let open = "the face is not XML: the quote of `x` is not closed";
        assert!(message("<rect x='1 y='2' width='3'/>").contains(open));
        assert!(message("<rect x='1 y=2/><g id='a'/>").contains(open));
        assert!(
            message(&TEXT.replace("Cinzel", "Comic Sans"))
                .contains("there is no font `Comic Sans 700`")
        );
        assert!(message(&TEXT.replace("700", "400")).contains("there is no font `Cinzel 400`"));
        let unknown = read(&TEXT.replace("Hi", "a龍")).unwrap().unknown();
        assert_eq!(unknown, ['龍']);
        let deep = format!("{}{}", "<g>".repeat(70), "</g>".repeat(70));
        assert!(message(&deep).contains("more than 64 deep"));
        let other = Reader::new()
            .read("", "<svg viewBox='0 0 1 1'/>", SIZE, Um(0))
            .unwrap_err();
        assert!(
            other
                .to_string()
                .contains("does not say that it is SVG: `xmlns` is missing")
        );
        let other = Reader::new()
            .read("", "<g viewBox='0 0 1 1'/>", SIZE, Um(0))
            .unwrap_err();
        assert!(other.to_string().contains("starts with `<svg>`, not `<g>`"));
        let svg = format!("<svg xmlns=\"{SVG}\" viewBox=\"0 0 10 9\"/>");
        let other = Reader::new().read("", &svg, SIZE, Um(0)).unwrap_err();
        assert!(
            other
                .to_string()
                .contains("but the piece with its bleed is `0 0 10 8`")
        );
    }

    #[test]
    fn lints_are_reported_wherever_they_are() {
        let lint = "<rect width='3' height='3' fill='papre'/>";
        let group = |inside: &str| format!("<g fill='#123'>{inside}{TEXT}</g>");
        for inside in [
            lint.to_owned(),
            group(lint),
            group(&group(lint)),
            format!("{RECT}{lint}{RECT}"),
            format!("<defs><pattern id='x'>{lint}</pattern></defs>"),
            format!("<style>rect {{ x: 1 }}</style>{lint}"),
            TEXT.replace("<text", "<text fill='papre'"),
        ] {
            assert!(
                message(&inside).contains("`fill` is `papre`, which is not a colour"),
                "{inside}"
            );
        }
        let words = "the words `Hello there` would not print";
        for inside in [
            "Hello there".into(),
            format!("{RECT}Hello there{RECT}"),
            group("Hello there"),
            format!("<g>{RECT}Hello there</g>"),
        ] {
            let said = message(&inside);
            assert!(
                said.contains(words) && said.lines().count() == 1,
                "{inside}: {said}"
            );
        }
        assert!(
            read(&format!(
                "<title>Hello</title><metadata>there</metadata><!-- all --> {TEXT}"
            ))
            .is_ok()
        );
    }

    #[test]
    fn definitions_are_included_where_they_are_used() {
        let defs = "<defs><g id='x'><rect width='1' height='1'/></g></defs>";
        assert_eq!(
            items(&format!("<use href='#x'/>{TEXT}{defs}")),
            ["a", "Hi & ho"]
        );
        assert_eq!(
            items(&format!("<g id='y'>{RECT}</g>{TEXT}<use href='#y'/>")),
            ["a"]
        );
    }
}
