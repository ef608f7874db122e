//! What is on a piece's face, and where.

use std::collections::HashMap;
use std::str::FromStr;

use roxmltree::{Document, Node as Tag};
use serde::Serialize;
use svgtypes::Transform;
use usvg::{Group, Node as Drawn};

use super::scan::{Kind, Node, Template};
use super::trace::{Trace, Tracer, area_in};
use crate::face::{Drawing, Reader, Templates, Whole};
use crate::kit::{Deck, Files, Ink, Kit, Piece, Problem, Problems, Side, SourceSpan, markup};

/// The attributes that tell which element of its template something is, and the corners of a text's box.
const AT: &str = "data-at";
const AREA: &str = "data-area";

/// The most places of one element, which is drawn in a loop, that are shown.
const MOST_PLACES: usize = 100;

/// An element of a template, as it is on a face.
#[derive(Clone, Debug, Serialize)]
pub struct Element {
    /// Where it begins in the template, by which acts name it.
    pub at: usize,
    pub kind: Kind,
    /// The name of the element or of the call.
    pub name: String,
    /// What is written in it: its attributes or arguments. Arguments without a name are called by their number.
    pub settings: Vec<(String, String)>,
    /// The statements around it, from the outside: "for i in range(3)".
    pub within: Vec<String>,
    /// The condition of this element alone.
    pub when: Option<String>,
    /// The group that it is in.
    pub parent: Option<usize>,
    /// None where it is not drawn, several in a loop.
    pub places: Vec<Place>,
}

/// Where an element is drawn, in mm from the corner of the trimmed piece.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// x, y, width and height.
    #[serde(rename = "box")]
    pub area: [f64; 4],
    /// From the coordinates of what it is in to those of the piece.
    pub matrix: [f64; 6],
    /// What of it is seen; none of a group, whose parts are pressed instead.
    pub traces: Vec<Trace>,
}

/// The elements of the template of a piece's side, in the order in which they are painted.
///
/// # Errors
///
/// The template or the row is wrong.
pub fn elements(
    kit: &Kit,
    deck: &Deck,
    piece: &Piece<'_>,
    side: Side,
    ink: Ink,
) -> Result<Vec<Element>, Problems> {
    let path = deck.template(side).unwrap_or(&deck.front);
    let text = source(&kit.files, path)?;
    let template = Template::of(&text);
    let mut elements: Vec<Element> = template
        .nodes
        .iter()
        .map(|node| written(&template, &text, node))
        .collect();
    // What a template inserts may be no drawing of its own; then only elements have a place.
    let all = [true, false].map(|whole| tagged(&text, &template, whole));
    let places = all.iter().find_map(|tagged| {
        let templates = Templates::forgiving(kit, ink).with_source(path, tagged)?;
        let svg = templates.piece(deck, piece, 0, side).ok()?;
        places(kit, deck, &svg, &template)
    });
    let mut places = places.unwrap_or_default();
    for element in &mut elements {
        element.places = places.remove(&element.at).unwrap_or_default();
        element.places.truncate(MOST_PLACES);
    }
    Ok(elements)
}

/// Some elements of a face alone, and the face without them; `None` if the template does not allow them to be seen alone.
///
/// # Errors
///
/// The template or the row is wrong.
pub fn lifted(
    kit: &Kit,
    deck: &Deck,
    piece: &Piece<'_>,
    side: Side,
    ink: Ink,
    ats: &[usize],
) -> Result<Option<[Drawing; 2]>, Problems> {
    let path = deck.template(side).unwrap_or(&deck.front);
    let text = source(&kit.files, path)?;
    let template = Template::of(&text);
    let root = text.find("<svg").map(|at| at + "<svg".len());
    let nodes: Option<Vec<&Node>> = ats.iter().map(|at| template.at(*at)).collect();
    let (Some(mut nodes), Some(root)) = (nodes, root) else {
        return Ok(None);
    };
    nodes.sort_by_key(|node| node.range.start);
    let around = |open: &str| {
        let mut out = String::with_capacity(text.len() + 64);
        let mut done = 0;
        for node in &nodes {
            let range = node.range.start.max(done)..node.range.end.max(done);
            out += &text[done..range.start];
            out += &format!("<g {open}>{}</g>", &text[range.clone()]);
            done = range.end;
        }
        out + &text[done..]
    };
    let mut alone = around("visibility=\"visible\"");
    alone.insert_str(root, " visibility=\"hidden\"");
    let rest = around("display=\"none\"");
    let draw = |source: &str| {
        let templates = Templates::forgiving(kit, ink).with_source(path, source)?;
        let svg = templates.piece(deck, piece, 0, side).ok()?;
        let mut reader = Reader::new();
        reader.look_in(kit);
        reader.read("a face", &svg, deck.size, deck.bleed).ok()
    };
    Ok(draw(&alone)
        .zip(draw(&rest))
        .map(|(alone, rest)| [alone, rest]))
}

fn source(files: &Files, path: &str) -> Result<String, Problem> {
    let read = files.read(path);
    read.map_err(|why| Problem::new(SourceSpan::file(files.name(path)), why))
}

/// An element without its places.
fn written(template: &Template, text: &str, node: &Node) -> Element {
    let when = template.condition(text, node);
    let mut within = template.conditions(text, node);
    if when.is_some() {
        within.pop();
    }
    let settings = node.settings.iter();
    let settings = settings.map(|setting| {
        let value = text[setting.value.clone()].to_owned();
        (setting.name.clone(), value)
    });
    Element {
        at: node.range.start,
        kind: node.kind,
        name: node.name.clone(),
        settings: settings.collect(),
        within,
        when: when.map(|block| text[block.rest.clone()].to_owned()),
        parent: node.parent.map(|at| template.nodes[at].range.start),
        places: Vec::new(),
    }
}

/// The template with a mark on each element: an attribute, or a group around what a call draws.
fn tagged(text: &str, template: &Template, with_insertions: bool) -> String {
    let mut marks: Vec<(usize, String)> = Vec::new();
    for node in &template.nodes {
        let (start, end) = (node.range.start, node.range.end);
        if node.kind == Kind::Element {
            let after_name = start + 1 + node.name.len();
            marks.push((after_name, format!(" {AT}=\"{start}\"")));
        } else if node.kind != Kind::Inserted || with_insertions {
            let area = area(text, node).unwrap_or_default();
            marks.push((start, format!("<g {AT}=\"{start}\"{area}>")));
            marks.push((end, "</g>".to_owned()));
        }
    }
    marks.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(text.len() + 32 * marks.len());
    let mut done = 0;
    for (at, mark) in marks {
        out += &text[done..at];
        out += &mark;
        done = at;
    }
    out + &text[done..]
}

/// The attribute that has the values of a call's box, if they are written there.
fn area(text: &str, node: &Node) -> Option<String> {
    let value = |name: &str| {
        let setting = node.settings.iter().find(|setting| setting.name == name)?;
        Some(format!("{{{{ ({}) }}}}", &text[setting.value.clone()]))
    };
    let corners = ["x", "y", "w", "h"].map(value);
    let corners: Option<Vec<String>> = corners.into_iter().collect();
    Some(format!(" {AREA}=\"{}\"", corners?.join(" ")))
}

/// The places of all marked elements of an expanded face; `None` if it cannot be read.
fn places(
    kit: &Kit,
    deck: &Deck,
    svg: &str,
    template: &Template,
) -> Option<HashMap<usize, Vec<Place>>> {
    if markup::over_limits(svg).is_some() {
        return None;
    }
    let named = named(svg)?;
    let mut reader = Reader::new();
    reader.look_in(kit);
    let whole = reader.whole("a face", &named, deck.size, deck.bleed).ok()?;
    let mut drawn = HashMap::new();
    for tree in &whole.trees {
        collect(tree.root(), &mut drawn);
    }
    let mut tracer = Tracer::new(deck.bleed.mm());
    let plain = markup::without_doctype(&named);
    let document = Document::parse(&plain).ok()?;
    let bleed = deck.bleed.mm();
    let mut places: HashMap<usize, Vec<Place>> = HashMap::new();
    for tag in document.descendants() {
        let Some(at) = tag.attribute(AT).and_then(|at| at.parse().ok()) else {
            continue;
        };
        let matrix = around(tag, &whole);
        let own = tag.attribute("id").and_then(|id| drawn.get(id));
        let area = match tag.attribute(AREA).and_then(numbers) {
            Some(area) => moved(area, matrix),
            None => {
                let Some([x, y, w, h]) = own.and_then(|own| area_of(own)) else {
                    continue;
                };
                [x - bleed, y - bleed, w, h]
            }
        };
        let is_group = template.at(at).is_some_and(Node::is_group);
        let seen = own.filter(|_| !is_group).into_iter().flatten();
        let traces = seen.flat_map(|one| tracer.of(one)).collect();
        let known = places.entry(at).or_default();
        known.push(Place {
            area,
            traces,
            matrix: [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f],
        });
    }
    Some(places)
}

/// The face with an id on each marked element.
fn named(svg: &str) -> Option<String> {
    let plain = markup::without_doctype(svg);
    let document = Document::parse(&plain).ok()?;
    let is_marked = |tag: &Tag<'_, '_>| tag.has_attribute(AT) && !tag.has_attribute("id");
    let mut out = String::with_capacity(svg.len() + 1024);
    let mut done = 0;
    for (number, tag) in document.descendants().filter(is_marked).enumerate() {
        let mark = tag.attribute_node(AT)?.range();
        out += &plain[done..mark.start];
        out += &format!("id=\"paperkeep-at-{number}\" ");
        done = mark.start;
    }
    Some(out + &plain[done..])
}

/// Everything that has an id; several may have one.
fn collect<'t>(group: &'t Group, drawn: &mut HashMap<&'t str, Vec<&'t Drawn>>) {
    for child in group.children() {
        if !child.id().is_empty() {
            drawn.entry(child.id()).or_default().push(child);
        }
        if let Drawn::Group(inner) = child {
            collect(inner, drawn);
        }
    }
}

/// The box around all of these, in mm from the corner of the bleed.
fn area_of(drawn: &[&Drawn]) -> Option<[f64; 4]> {
    let areas = drawn.iter().map(|one| area_in(one.abs_bounding_box()));
    areas.reduce(joined)
}

fn joined(one: [f64; 4], other: [f64; 4]) -> [f64; 4] {
    let (x, y) = (one[0].min(other[0]), one[1].min(other[1]));
    let right = (one[0] + one[2]).max(other[0] + other[2]);
    let bottom = (one[1] + one[3]).max(other[1] + other[3]);
    [x, y, right - x, bottom - y]
}

/// From the coordinates of what an element is in to mm from the corner of the piece.
fn around(tag: Tag<'_, '_>, whole: &Whole) -> Transform {
    let (x, y) = whole.corner;
    let page = Transform::new(whole.unit, 0.0, 0.0, whole.unit, x, y);
    let outer = tag.ancestors().skip(1).filter(Tag::is_element);
    let transforms = outer.filter_map(|outer| outer.attribute("transform"));
    let transforms: Vec<Transform> = transforms
        .filter_map(|list| Transform::from_str(list).ok())
        .collect();
    transforms.into_iter().rev().fold(page, then)
}

/// One transform within another.
fn then(outer: Transform, inner: Transform) -> Transform {
    Transform::new(
        outer.a * inner.a + outer.c * inner.b,
        outer.b * inner.a + outer.d * inner.b,
        outer.a * inner.c + outer.c * inner.d,
        outer.b * inner.c + outer.d * inner.d,
        outer.a * inner.e + outer.c * inner.f + outer.e,
        outer.b * inner.e + outer.d * inner.f + outer.f,
    )
}

/// The box around a box that is transformed.
fn moved([x, y, w, h]: [f64; 4], by: Transform) -> [f64; 4] {
    let corners = [(x, y), (x + w, y), (x, y + h), (x + w, y + h)];
    let corners = corners.map(|(x, y)| {
        let across = by.a * x + by.c * y + by.e;
        [across, by.b * x + by.d * y + by.f, 0.0, 0.0]
    });
    let [first, rest @ ..] = corners;
    rest.into_iter().fold(first, joined)
}

fn numbers(text: &str) -> Option<[f64; 4]> {
    let numbers: Option<Vec<f64>> = text.split(' ').map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::easel::{Act, changed};
    use crate::kit::archive::Archive;

    fn contents(files: &Files) -> BTreeMap<String, Vec<u8>> {
        let paths = files.paths().into_iter();
        paths
            .map(|path| (path.clone(), files.bytes(&path).unwrap()))
            .collect()
    }

    fn opened(contents: &BTreeMap<String, Vec<u8>>) -> Kit {
        let archive = Archive::of("a kit".into(), contents.clone());
        Kit::open(Files::Archive(Arc::new(archive))).unwrap()
    }

    fn shown(kit: &Kit, deck: &str, side: Side) -> Vec<Element> {
        let deck = kit.deck(deck).unwrap();
        let pieces = deck.pieces();
        elements(kit, deck, &pieces[0], side, Ink::Color).unwrap()
    }

    fn near(one: [f64; 4], other: [f64; 4]) -> bool {
        let pairs = one.iter().zip(&other);
        pairs
            .into_iter()
            .all(|(one, other)| (one - other).abs() < 0.05)
    }

    /// Moves an element that is drawn once, and looks where it is then.
    fn moves(contents: &BTreeMap<String, Vec<u8>>, deck: &str, side: Side, element: &Element) {
        let [place] = &element.places[..] else {
            return;
        };
        let kit = opened(contents);
        let path = kit.deck(deck).unwrap().template(side).unwrap().to_owned();
        let [x, y, w, h] = place.area;
        let to = [x + 1.5, y - 0.75, w, h];
        let act = Act::Place {
            at: element.at,
            matrix: place.matrix,
            from: place.area,
            to,
        };
        let before = String::from_utf8(contents[&path].clone()).unwrap();
        let after = changed(&before, &act).unwrap();
        let mut contents = contents.clone();
        contents.insert(path, after.text.clone().into_bytes());
        let elements = shown(&opened(&contents), deck, side);
        let again = elements.iter().find(|again| again.at == after.at).unwrap();
        let found = again.places[0].area;
        assert!(
            near(found, to),
            "{element:?} is at {found:?}: {}",
            after.text
        );
    }

    /// Something of every face of every starter is where it is said to be, and can be moved.
    #[test]
    fn the_elements_of_every_starters_faces_move() {
        for id in Files::starter_ids() {
            let contents = contents(&Files::starter(id).unwrap());
            let kit = opened(&contents);
            for deck in &kit.decks {
                for side in [Side::Front, Side::Back] {
                    if deck.template(side).is_none() {
                        continue;
                    }
                    let elements = shown(&kit, &deck.name, side);
                    let is_placed = |element: &&Element| !element.places.is_empty();
                    let placed: Vec<&Element> = elements.iter().filter(is_placed).collect();
                    assert!(!placed.is_empty(), "{id} {}: {elements:?}", deck.name);
                    for element in placed.iter().step_by(placed.len().div_ceil(4)) {
                        moves(&contents, &deck.name, side, element);
                    }
                }
            }
        }
    }

    /// What a drawing program wrote, with its own ids and unit, and a text that becomes a call.
    #[test]
    fn a_drawing_of_inkscape_is_drawn_on() {
        let mut contents = contents(&Files::starter("blank-cards").unwrap());
        let face = r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
 width="69mm" height="94mm" viewBox="0 0 138 188"><g inkscape:label="Layer 1" id="layer1" transform="translate(4,6)">
<text xml:space="preserve" x="20" y="40" id="text1" style="font-size:8px;font-family:Alegreya">{{ name }}</text>
<rect id="rect1" x="10" y="60" width="20" height="20" style="fill:#ff0000"/><path id="path1" d="M40 60h10v10z"/></g></svg>"##;
        contents.insert("faces/card.svg".into(), face.into());
        let elements = shown(&opened(&contents), "cards", Side::Front);
        let names: Vec<&str> = elements.iter().map(|element| &*element.name).collect();
        assert_eq!(names, ["g", "text", "rect", "path"]);
        // Half a millimetre to a unit, and 3 mm of bleed.
        let rect = &elements[2].places[0];
        assert!(near(rect.area, [4.0, 30.0, 10.0, 10.0]), "{rect:?}");
        for element in &elements {
            assert_eq!(element.places.len(), 1, "{element:?}");
            moves(&contents, "cards", Side::Front, element);
        }
    }

    /// The faces of the shipped games are drawn by loops and macros; all of them can be looked at.
    #[test]
    fn every_shipped_face_has_elements() {
        for id in Files::shipped_ids() {
            let kit = Kit::find(id).unwrap();
            for deck in &kit.decks {
                let elements = shown(&kit, &deck.name, Side::Front);
                let placed = elements.iter().filter(|element| !element.places.is_empty());
                assert!(placed.count() > 0, "{id} {}: {elements:?}", deck.name);
            }
        }
    }

    #[test]
    fn a_face_is_its_elements() {
        let kit = opened(&contents(&Files::starter("blank-cards").unwrap()));
        let elements = shown(&kit, "cards", Side::Front);
        let text = |words: &str| {
            let said = |element: &&Element| element.settings.iter().any(|(_, said)| said == words);
            elements.iter().find(said).unwrap()
        };
        let name = text("name");
        assert_eq!(name.kind, Kind::Text);
        assert_eq!(name.places[0].area, [7.0, 6.5, 36.5, 9.0]);
        let line = text("M22 72.2h19");
        assert_eq!(line.when.as_deref(), Some("flavour"));
        assert_eq!(line.within, Vec::<String>::new());
        let circle = text("51.6");
        assert!(
            near(circle.places[0].area, [47.3, 6.7, 8.6, 8.6]),
            "{circle:?}"
        );
        // The emblem is in a group that is moved and scaled.
        let emblem = elements.iter().find(|element| element.name == "include");
        let emblem = emblem.unwrap();
        assert_eq!(emblem.places[0].matrix, [1.5, 0.0, 0.0, 1.5, 31.5, 34.0]);
        assert!(emblem.parent.is_some());
    }
}
