//! The faces shown with rules: the kit's own, and those of the kit it is played with.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Sources;
use super::named::beside_rules;
use super::{COVER, chapters};
use crate::face::{Anchor, Drawing, Reader, Templates, anchors};
use crate::kit::{Make, Problems, PropKind, Rule, Shape, Side, Size};
use crate::press::drawn::{DrawnPiece, DrawnPieces, name};

/// One side of a piece, at the size at which it is cut.
pub(in super::super) struct Picture {
    /// `None` for a back that is not printed.
    pub drawing: Option<Drawing>,
    pub size: Size,
    pub shape: Shape,
    /// Its name; may be empty.
    pub name: String,
    /// What it is, for people who do not see it.
    pub alt: String,
    /// Whether it is a sticker on a die.
    pub is_sticker: bool,
    /// The named places on it.
    pub places: Vec<Anchor>,
}

/// The pictures of a rulebook.
pub(in super::super) struct Pictures {
    by_code: BTreeMap<(String, Side), Picture>,
    /// The codes of those that stand beside a rule, by its number.
    by_rule: BTreeMap<String, Vec<String>>,
    pub(super) cover: Vec<Picture>,
}

/// Drawn pieces and the templates they were drawn from.
type Stock<'a, 'k> = (&'a DrawnPieces<'k>, &'a Templates<'k>);

impl Pictures {
    /// The pictures that the chapters, the lesson and the guide name, and some of the size of piece that takes up the most area.
    pub fn of(sources: &Sources<'_, '_>, reader: &mut Reader) -> Result<Pictures, Problems> {
        let Sources { kit, order, .. } = *sources;
        let other = kit.uses.as_deref();
        let templates = other.map(|other| Templates::new(other, order.ink));
        let drawn = other
            .zip(templates.as_ref())
            .map(|(other, templates)| DrawnPieces::draw(other, templates, 1, reader));
        let drawn = drawn.transpose()?;
        let mut stocks: Vec<Stock<'_, '_>> = vec![(sources.drawn, sources.templates)];
        stocks.extend(drawn.as_ref().zip(templates.as_ref()));

        let edition = kit.ruling_edition();
        let is_printed = |piece: &&DrawnPiece<'_>| match (piece.row.editions(), edition) {
            (Some(of), Some(edition)) => of.is_empty() || of.contains(&edition),
            _ => true,
        };
        let pieces = stocks.iter().flat_map(|stock| &stock.0.pieces);
        let pieces: Vec<&DrawnPiece<'_>> = pieces.filter(is_printed).collect();
        let by_rule = beside_rules(&chapters(kit), &pieces, |text| kit.worded(text, edition));
        let beside = by_rule.values().flatten();
        let beside = beside.map(|code| (code.clone(), Side::Front));
        let mut by_code = BTreeMap::new();
        for (code, side) in wanted(sources).into_iter().chain(beside) {
            let is_it = |piece: &&DrawnPiece<'_>| {
                *piece.code == *code || piece.row.codes().any(|known| known == code)
            };
            let mut stocks = stocks.iter();
            let found = stocks.find_map(|stock| Some((*stock, stock.0.pieces.iter().find(is_it)?)));
            if let Some((stock, piece)) = found {
                by_code.insert((code, side), Picture::of(stock, piece, side, reader)?);
            }
        }
        let cover = cover(&stocks, reader)?;
        Ok(Pictures {
            by_code,
            by_rule,
            cover,
        })
    }

    /// The picture beside a rule, if there is one.
    pub fn beside(&self, rule: &Rule) -> Option<&Picture> {
        let codes = self.by_rule.get(&rule.id)?;
        codes.iter().find_map(|code| self.side(code, Side::Front))
    }

    /// One side of the piece with this code, if it is printed in this edition.
    pub fn side(&self, code: &str, side: Side) -> Option<&Picture> {
        self.by_code.get(&(code.to_owned(), side))
    }

    /// The pictures with these codes; codes that are not printed in this edition are skipped.
    pub fn named<'p>(&'p self, codes: &'p [String]) -> Vec<&'p Picture> {
        codes
            .iter()
            .filter_map(|code| self.side(code, Side::Front))
            .collect()
    }
}

/// The sides of pieces that the rules and the lesson show.
fn wanted(sources: &Sources<'_, '_>) -> BTreeSet<(String, Side)> {
    let kit = sources.kit;
    let chapters = kit.rule_chapters.iter();
    let of_chapters = chapters
        .flat_map(|chapter| &chapter.pieces)
        .map(|code| (code.clone(), Side::Front));
    let shown = kit.lesson.props().chain(kit.guide.props());
    let of_lesson = shown.filter_map(|prop| match &prop.what {
        PropKind::Piece { code, side } => Some((code.clone(), *side)),
        PropKind::Pile(code) => Some((code.clone(), Side::Back)),
        _ => prop.code().map(|code| (code.to_owned(), Side::Front)),
    });
    of_chapters.chain(of_lesson).collect()
}

/// Some of the size of piece that takes up the most area.
fn cover(stocks: &[Stock<'_, '_>], reader: &mut Reader) -> Result<Vec<Picture>, Problems> {
    let alike = stocks.iter().flat_map(|stock| {
        let sizes = stock.0.kit.decks.iter().map(|deck| deck.size);
        sizes.map(move |size| (*stock, faces(stock.0, size)))
    });
    let area = |faces: &[&DrawnPiece<'_>]| {
        faces
            .iter()
            .map(|drawn_piece| drawn_piece.deck.size.area())
            .sum::<f64>()
    };
    let largest = alike.max_by(|(_, one), (_, other)| area(one).total_cmp(&area(other)));
    let Some((stock, faces)) = largest else {
        return Ok(Vec::new());
    };
    let shown = faces.len().min(COVER);
    (0..shown)
        .map(|index| {
            let piece = faces[index * faces.len() / shown];
            Picture::of(stock, piece, Side::Front, reader)
        })
        .collect()
}

/// The first piece of each face of this size.
fn faces<'p, 'k>(drawn_pieces: &'p DrawnPieces<'k>, size: Size) -> Vec<&'p DrawnPiece<'k>> {
    let mut known = BTreeSet::new();
    let alike = drawn_pieces.pieces.iter().filter(|drawn_piece| {
        drawn_piece.deck.size == size && drawn_piece.deck.make != Make::Stickers
    });
    alike
        .filter(|drawn_piece| known.insert(drawn_piece.face))
        .collect()
}

impl Picture {
    fn of(
        (drawn_pieces, templates): Stock<'_, '_>,
        drawn_piece: &DrawnPiece<'_>,
        side: Side,
        reader: &mut Reader,
    ) -> Result<Picture, Problems> {
        let deck = drawn_piece.deck;
        let drawing = match (side, drawn_piece.back) {
            (Side::Front, _) => Some(drawn_pieces.face(drawn_piece.face)?.clone()),
            (Side::Back, Some(back)) => Some(drawn_pieces.face(back)?.clone()),
            (Side::Back, None) => templates.pile(deck, reader)?,
        };
        let piece = drawn_piece.piece();
        let places = if side == Side::Front || drawn_piece.back.is_some() {
            anchors(&templates.piece(deck, &piece, drawn_piece.copy, side)?)
        } else {
            Vec::new()
        };
        Ok(Picture {
            drawing,
            size: deck.size,
            shape: deck.shape.clone(),
            name: drawn_piece.row.text("name").unwrap_or_default().to_owned(),
            alt: name(drawn_piece).into_owned(),
            is_sticker: deck.make == Make::Stickers,
            places,
        })
    }
}

/// What pictures show, one after the other, for people who do not see them.
pub(super) fn in_words<'p>(pictures: impl IntoIterator<Item = &'p Picture>) -> String {
    let words: Vec<&str> = pictures.into_iter().map(|picture| &*picture.alt).collect();
    words.join("; ")
}
