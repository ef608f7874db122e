//! Prints a kit: its sheets and its guide, in one ink, on one paper.

use crate::press::drawn::{Changes, DrawnPiece, DrawnPieces, Memory, Progress, Record, catalogue};
use crate::press::order::{Corrects, Order, Prints};
use crate::press::paper::written;
use crate::press::sheet::{Job, Meta, Sheet, bookmarks};
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;

use super::guide::{self, rulebook::Rulebook, rulebook::rulebook};
use crate::face::template::Marks;
use crate::face::{Reader, Templates};
use crate::kit::{CLASSIC, Deck, Ink, Kit, Make, Problem, Problems, Side, Size, Um};
use crate::press::inspect::coarse::of_pictures;
use crate::press::inspect::small::small;
use crate::press::inspect::unknown::{unknown, unknown_in_words};
use crate::press::layout::aid::Aid;
use crate::press::layout::arrange::{Packed, TooLarge, area};
use crate::press::layout::heading::Heading;
use crate::press::layout::impose::{Section, impose};
use crate::press::layout::labels::missing_height;
use crate::press::layout::made::{tray, tuckbox};
use crate::press::layout::marks::Notes;
use crate::press::layout::net::Net;
use crate::press::layout::plan;
use crate::press::layout::waste::Need;

/// What was printed.
pub struct Printed {
    /// The sheets of labels, cards and everything else that is cut out.
    pub sheets: Job,
    /// `None` if only changes are printed, or on precut paper.
    pub guide: Option<Job>,
    /// The rules, if requested.
    pub rules: Option<Rulebook>,
    /// The number of sheets if nothing of their printable area were wasted.
    pub least: usize,
    /// Every piece of the kit in its current state.
    pub record: Record,
    /// The differences from the record in the order.
    pub changes: Option<Changes>,
    /// The number of faces that had to be drawn.
    pub drawn: usize,
    /// A line with the number of sheets and pieces, and how much of the paper is used.
    pub summary: String,
    /// What of it says how many sheets would do if nothing were wasted.
    pub wasted: Option<String>,
    /// Warnings for the user, as sentences.
    pub warnings: Vec<String>,
    /// Those of them about characters that print as boxes in the guide and the rules.
    pub boxed: Vec<Problem>,
}

/// Prints a kit. All problems with its faces are returned together.
pub fn print(kit: &Kit, order: &Order) -> Result<Printed, Problems> {
    Press::new().print(kit, order)
}

/// A kit's pieces, drawn in one ink.
pub struct Drawn<'k> {
    pub templates: Templates<'k>,
    pub drawn_pieces: DrawnPieces<'k>,
    /// The number of faces that had to be drawn.
    drawn: usize,
}

/// Prints kits one after the other.
pub struct Press {
    reader: Reader,
    packed: Arc<Packed>,
    memory: Option<Memory>,
    progress: Arc<Progress>,
    marks: Marks,
}

impl Press {
    /// A press for a single print.
    pub fn new() -> Press {
        Press {
            reader: Reader::new(),
            packed: Arc::default(),
            memory: None,
            progress: Arc::default(),
            marks: Marks::Nothing,
        }
    }

    /// A press for unfinished kits: texts that do not fit are [marked](Templates::marking).
    pub fn marking() -> Press {
        Press {
            marks: Marks::Overflows,
            ..Press::new()
        }
    }

    /// The same, whose progress is counted here.
    pub fn counting(self, progress: Progress) -> Press {
        Press {
            progress: Arc::new(progress),
            ..self
        }
    }

    /// A press that only draws and packs what changed since its last print.
    pub fn remembering() -> Press {
        Press {
            memory: Some(Memory::default()),
            ..Press::new()
        }
    }

    /// The same for a kit under somebody's hands: whatever can be drawn [is](Templates::forgiving).
    pub fn forgiving() -> Press {
        Press {
            marks: Marks::Everything,
            ..Press::remembering()
        }
    }

    /// Another press for another thread, which shares packings with this one.
    pub fn beside(&self) -> Press {
        let packed = self.packed.clone();
        let progress = self.progress.clone();
        Press {
            packed,
            progress,
            marks: self.marks,
            ..Press::new()
        }
    }

    /// The progress of its prints.
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Prints a kit. All problems with its faces are returned together.
    pub fn print(&mut self, kit: &Kit, order: &Order) -> Result<Printed, Problems> {
        let Drawn {
            templates,
            drawn_pieces,
            drawn,
        } = self.draw(kit, order.ink, order.copies)?;
        let printed = lay_out(kit, order, &templates, Cow::Owned(drawn_pieces), self)?;
        Ok(Printed { drawn, ..printed })
    }

    /// Draws this many sets of a kit, to be [laid out](Press::lay_out) on any paper.
    pub fn draw<'k>(
        &mut self,
        kit: &'k Kit,
        ink: Ink,
        copies: usize,
    ) -> Result<Drawn<'k>, Problems> {
        let templates = Templates::with(kit, ink, self.marks);
        self.reader.forget_if_many();
        if let Some(memory) = &mut self.memory {
            memory.begin(kit);
        }
        let memory = self.memory.as_mut();
        let progress = &self.progress;
        let drawn_pieces =
            DrawnPieces::draw_anew(kit, &templates, copies, &mut self.reader, memory, progress)?;
        let drawn = self
            .memory
            .as_ref()
            .map_or(drawn_pieces.faces.len(), Memory::drawn);
        if let Some(memory) = &mut self.memory {
            memory.end();
        }
        Ok(Drawn {
            templates,
            drawn_pieces,
            drawn,
        })
    }

    /// The number of sheets for pieces that are drawn already.
    pub fn need(
        &self,
        kit: &Kit,
        order: &Order,
        drawn_pieces: &DrawnPieces<'_>,
    ) -> Result<Need, Problems> {
        let sections = sections(kit, drawn_pieces, order, Vec::new(), &self.packed)?;
        Ok(Need::of(
            &sections,
            area(order.paper, kit.margin, order.registration),
            order.stock.is_some(),
        ))
    }

    /// Prints a kit that was drawn before, with the ink and copies of the order.
    pub fn lay_out(
        &mut self,
        kit: &Kit,
        order: &Order,
        drawn: &Drawn<'_>,
    ) -> Result<Printed, Problems> {
        let printed = self.lay_out_drawn(kit, order, &drawn.templates, &drawn.drawn_pieces)?;
        Ok(Printed {
            drawn: drawn.drawn,
            ..printed
        })
    }

    /// Prints pieces that were drawn elsewhere, with these templates.
    pub fn lay_out_drawn(
        &mut self,
        kit: &Kit,
        order: &Order,
        templates: &Templates<'_>,
        drawn_pieces: &DrawnPieces<'_>,
    ) -> Result<Printed, Problems> {
        lay_out(kit, order, templates, Cow::Borrowed(drawn_pieces), self)
    }
}

impl Default for Press {
    fn default() -> Press {
        Press::new()
    }
}

/// Lays out drawn pieces on sheets.
fn lay_out(
    kit: &Kit,
    order: &Order,
    templates: &Templates<'_>,
    mut drawn_pieces: Cow<'_, DrawnPieces<'_>>,
    press: &mut Press,
) -> Result<Printed, Problems> {
    // Unless it is needed for a comparison, the record is made only after the layout, to save memory.
    let printed_size = |deck: &Deck| {
        let Size { w, h } = order.printed_size(deck);
        Size::new(order.scaled(w), order.scaled(h)).to_string()
    };
    let record = |drawn_pieces: &DrawnPieces<'_>| Record::of(order.ink, drawn_pieces, printed_size);
    let compared = order
        .since
        .as_ref()
        .map(|earlier| record(&drawn_pieces).map(|now| (now.since(earlier), now)));
    let (changes, early) = compared.transpose()?.unzip();
    if let Some(changes) = &changes {
        changes.keep_changed(drawn_pieces.to_mut());
    }
    let boxes = boxes(order, templates, &mut drawn_pieces, &mut press.reader)?;
    let sections = sections(kit, &drawn_pieces, order, boxes, &press.packed)?;
    if sections.is_empty() && changes.is_none() {
        return Err(
            Problem::new(kit.place(), "the kit has nothing to print on these sides").into(),
        );
    }
    let area = area(order.paper, kit.margin, order.registration);
    let need = Need::of(&sections, area, order.stock.is_some());
    let mut warnings: Vec<String> = too_many(kit, &sections, order)
        .filter(|_| changes.is_none())
        .into_iter()
        .collect();
    warnings.extend(warnings_of_faces(&drawn_pieces)?);

    let label = label(kit, order, changes.is_some());
    let heading = Heading::of(kit);
    let aid = Aid::of(kit).filter(|_| changes.is_none());
    let notes = Notes {
        registration: order.registration,
        heading: Some(&heading),
        aid: aid.as_ref(),
        files: Some(&kit.files),
        ..Notes::new(&label)
    };
    let catalogue = catalogue(kit, &drawn_pieces);
    let mut sheets = impose(sections, order.paper, &notes, &order.layout, &catalogue);
    warnings.extend(grown(kit, order));
    warnings.extend(small(&drawn_pieces, &sheets)?);
    warnings.extend(crowded(&sheets));
    warnings.extend(correct(&mut sheets, order));

    let meta = meta(kit, order);
    // The guide describes cards and labels that are cut out.
    let leaflets = if changes.is_none() && !sheets.is_empty() && order.stock.is_none() {
        let sources = guide::Sources {
            kit,
            templates,
            order,
            drawn: &drawn_pieces,
            catalogue: &catalogue,
            sheets: &sheets,
        };
        leaflets(&sources, &meta, &mut press.reader, &mut warnings)?
    } else {
        Leaflets::default()
    };
    let Leaflets {
        guide,
        rules,
        boxed,
    } = leaflets;
    warnings.extend(boxed.iter().map(|problem| problem.message.clone()));

    let summary = summary(&sheets, &need, area);
    if order.layout.prints == Prints::Outlines {
        sheets.iter_mut().for_each(Sheet::bare);
    }
    let bookmarks = bookmarks(&catalogue, &sheets);
    let record = early.map_or_else(|| record(&drawn_pieces), Ok)?;
    let sheets = Job {
        meta,
        faces: drawn_pieces.faces.clone(),
        sheets,
        bookmarks,
        catalogue,
        ..Job::default()
    };
    Ok(Printed {
        sheets,
        guide,
        rules,
        least: need.least,
        record,
        changes,
        drawn: 0,
        summary,
        wasted: need.wasted(),
        warnings,
        boxed,
    })
}

/// What is wrong with the pictures and texts of faces.
fn warnings_of_faces(drawn_pieces: &DrawnPieces<'_>) -> Result<Vec<String>, Problems> {
    let pictures = of_pictures(drawn_pieces)?;
    let problems = pictures.faulty.into_iter().chain(pictures.coarse);
    let mut warnings: Vec<String> = problems.map(in_a_line).collect();
    warnings.extend(pictures.fine);
    warnings.extend(pictures.effects);
    warnings.extend(unknown(drawn_pieces)?.map(in_a_line));
    Ok(warnings)
}

/// What is wrong, and the way out.
fn in_a_line(problem: Problem) -> String {
    match problem.help {
        Some(help) => format!("{}; {help}", problem.message),
        None => problem.message,
    }
}

/// What is printed to read, with the characters in it that no font has.
#[derive(Default)]
struct Leaflets {
    guide: Option<Job>,
    rules: Option<Rulebook>,
    boxed: Vec<Problem>,
}

fn leaflets(
    sources: &guide::Sources<'_, '_>,
    meta: &Meta,
    reader: &mut Reader,
    warnings: &mut Vec<String>,
) -> Result<Leaflets, Problems> {
    let kit = sources.kit;
    let order = sources.order;
    let mut leaflets = Leaflets::default();
    if order.rules && !kit.rules.is_empty() {
        let book = rulebook(sources, meta, reader)?;
        leaflets
            .boxed
            .extend(unknown_in_words(kit, &book.booklet, "the rules")?);
        leaflets.rules = Some(book);
    }
    let meta = Meta {
        title: format!("{}: {}", kit.title, kit.files.say("guide", &[])),
        subject: kit.files.say("How to make it", &[]),
        ..meta.clone()
    };
    let pages = guide::paper(order.paper);
    if pages != order.paper {
        warnings.push(format!(
            "paper of {} mm is too small for the guide: its pages are A4",
            order.paper
        ));
    }
    let guide = guide::guide(sources, pages, meta, reader)?;
    leaflets
        .boxed
        .extend(unknown_in_words(kit, &guide, "the guide")?);
    leaflets.guide = Some(guide);
    Ok(leaflets)
}

/// The sections of a print; if pieces are sorted by a field, group by group, with those that lack the field last.
fn sections(
    kit: &Kit,
    drawn_pieces: &DrawnPieces<'_>,
    order: &Order,
    boxes: Vec<Net>,
    packed: &Packed,
) -> Result<Vec<Section>, Problems> {
    let sections = |drawn_pieces: &DrawnPieces<'_>, boxes| {
        plan::sections(kit, drawn_pieces, order, boxes, packed)
            .map_err(|large| too_large(kit, order, &large))
    };
    let Some(field) = &order.by else {
        return Ok(sections(drawn_pieces, boxes)?);
    };
    let group = |drawn_piece: &DrawnPiece<'_>| drawn_piece.row.said(field);
    let mut groups: Vec<Option<String>> = drawn_pieces.pieces.iter().map(group).collect();
    groups.sort_by_key(|group| (group.is_none(), group.clone()));
    groups.dedup();
    if groups.iter().all(Option::is_none) {
        return Err(Problem::new(kit.place(), format!("no piece has a field `{field}`")).into());
    }
    let mut all = Vec::new();
    for (index, value) in groups.into_iter().enumerate() {
        let mut own = drawn_pieces.clone();
        own.pieces.retain(|drawn_piece| group(drawn_piece) == value);
        let boxes = if index == 0 {
            boxes.clone()
        } else {
            Vec::new()
        };
        let more = sections(&own, boxes)?;
        all.extend(more.into_iter().map(|section| Section {
            group: value.clone(),
            ..section
        }));
    }
    Ok(all)
}

/// A warning about tins, boxes and dice, which a scale does not change.
fn grown(kit: &Kit, order: &Order) -> Option<String> {
    if order.scale == 100 {
        return None;
    }
    let stickers = kit.decks.iter().find(|deck| deck.make == Make::Stickers);
    let dice = stickers.filter(|_| !order.paper_dice).map(|deck| {
        let label = order.scaled(order.printed_size(deck).w);
        format!(
            "; its die stickers are {label} mm, for plain dice of {} mm",
            label + deck.recess
        )
    });
    let percent = order.scale;
    let dice = dice.unwrap_or_default();
    Some(format!(
        "{} is printed at {percent} %, and its tin or box has to be as large{dice}",
        kit.title
    ))
}

/// The boxes and trays in the order.
fn boxes(
    order: &Order,
    templates: &Templates<'_>,
    drawn_pieces: &mut Cow<'_, DrawnPieces<'_>>,
    reader: &mut Reader,
) -> Result<Vec<Net>, Problems> {
    let mut boxes = Vec::new();
    if let Some(wanted) = &order.tuckbox {
        boxes.push(tuckbox::tuckbox(
            wanted,
            templates,
            drawn_pieces.to_mut(),
            reader,
        )?);
    }
    if let Some(wanted) = &order.tray {
        boxes.push(tray::tray(
            wanted,
            templates,
            drawn_pieces.to_mut(),
            reader,
        )?);
    }
    Ok(boxes)
}

/// The label on every sheet of the print.
fn label(kit: &Kit, order: &Order, changed: bool) -> String {
    let what = if changed {
        format!(", {}", kit.files.say("changed pieces", &[]))
    } else {
        String::new()
    };
    let theme = if kit.theme == CLASSIC {
        String::new()
    } else {
        format!(", {}", kit.theme)
    };
    let mut label = format!(
        "{}{theme}, {} {}{what}",
        kit.title,
        written(&order.paper_name),
        kit.files.say(order.ink.name(), &[])
    );
    if let (Some((name, _)), Corrects::Pages) = (&order.printer, order.corrects) {
        let _ = write!(label, ", for {name}");
    }
    label
}

fn meta(kit: &Kit, order: &Order) -> Meta {
    Meta {
        title: kit.title.clone(),
        authors: kit.designers.clone(),
        subject: format!(
            "Sheets, {} {}",
            written(&order.paper_name),
            order.ink.name()
        ),
        licence: kit.licence.clone(),
        language: kit.language.clone(),
        keywords: vec!["print and play".into(), kit.id.clone()],
    }
}

/// Compensates for the printer; returns a warning if it was measured on other paper.
fn correct(sheets: &mut [Sheet], order: &Order) -> Option<String> {
    let (name, profile) = order.printer.as_ref()?;
    for sheet in sheets {
        match order.corrects {
            Corrects::Pages => sheet.correction = profile.correction(sheet.side, sheet.size),
            Corrects::Cuts => sheet.drift = profile.distortion(sheet.side).affine(sheet.size),
        }
    }
    let ([w, h], paper) = (profile.paper, &order.paper_name);
    let warning = format!(
        "`{name}` was measured on paper of {w} x {h} mm; {paper} may need a calibration of its own"
    );
    (profile.distorts() && !profile.measured_on(order.paper)).then_some(warning)
}

/// A warning if a set of labels was meant for one sheet and needs more.
fn too_many(kit: &Kit, sections: &[Section], order: &Order) -> Option<String> {
    if !kit.one_sheet || order.stock.is_some() {
        return None;
    }
    let labels = sections.iter().find(|section| section.label_sheets > 0)?;
    let sheets = labels.label_sheets / order.copies.max(1);
    if sheets < 2 {
        return None;
    }
    let mut warning = format!(
        "the labels of {} do not fit one sheet of {}: they need {sheets}",
        kit.title, order.paper_name
    );
    let set: Vec<_> = labels
        .arrangements
        .iter()
        .take(sheets)
        .flatten()
        .map(|(net, _)| net.clone())
        .collect();
    let room = area(order.paper, kit.margin, order.registration);
    let covered = set.iter().map(Net::area).sum::<f64>() / room.area();
    if order.registration.is_some() && covered > 1.0 {
        let _ = write!(
            warning,
            "; its pieces cover {:.0} % of the room that the registration marks leave",
            covered * 100.0
        );
    }
    // A set that is much too large for one sheet was not meant for one.
    let near = order.paper.h.half();
    if let Some(missing) = missing_height(&set, room, near) {
        let missing = (missing.mm() * 10.0).ceil() / 10.0;
        let _ = write!(
            warning,
            "; for one, the paper would have to be {missing:.1} mm higher"
        );
    }
    Some(warning)
}

/// A warning about codes that do not fit beside their pieces.
fn crowded(sheets: &[Sheet]) -> Option<String> {
    let codes: Vec<&str> = sheets
        .iter()
        .flat_map(|sheet| &sheet.crowded)
        .map(String::as_str)
        .collect();
    let (first, rest) = codes.split_first()?;
    let others = if rest.is_empty() {
        String::new()
    } else {
        format!(" and {} more", rest.len())
    };
    Some(format!(
        "there is no room for the code `{first}`{others} beside the piece: give the deck a wider `gutter`"
    ))
}

/// Sheets, pieces, cuts, and how well the paper is used.
fn summary(sheets: &[Sheet], need: &Need, area: Size) -> String {
    let placed = || sheets.iter().flat_map(|sheet| &sheet.placed);
    let pieces = placed()
        .filter(|placed| placed.behind.is_none() && !placed.part)
        .count();
    let fronts = || sheets.iter().filter(|sheet| sheet.side == Side::Front);
    let cuts: usize = fronts().map(|sheet| sheet.cuts.len()).sum();
    let outlines: usize = fronts().map(|sheet| sheet.curves.len()).sum();
    let used: f64 = placed()
        .map(|placed| {
            placed
                .outline
                .as_ref()
                .map_or(placed.size.area(), |line| line.area())
        })
        .sum();
    // The other side of folds has only lines.
    let room = area.area()
        * sheets
            .iter()
            .filter(|sheet| !sheet.placed.is_empty())
            .count() as f64;
    let mut summary = need.to_string();
    let pieces = pieces.max(placed().count().min(1));
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let _ = write!(
        summary,
        ", {pieces} piece{}, {cuts} straight cut{}",
        plural(pieces),
        plural(cuts)
    );
    if outlines > 0 {
        let _ = write!(summary, ", {outlines} outline{}", plural(outlines));
    }
    let _ = write!(
        summary,
        ", {:.0} % of the printable area used",
        used / room * 100.0
    );
    summary
}

fn too_large(kit: &Kit, order: &Order, large: &TooLarge) -> Problem {
    if let Some(stock) = &order.stock {
        let shape = if stock.round {
            "round pieces"
        } else {
            "pieces"
        };
        let message = format!(
            "piece `{}` is {} mm, and `{}` has {shape} of {} mm",
            large.code, large.size, stock.name, large.area
        );
        return Problem::new(kit.place(), message)
            .help("print other decks on it, with --deck, or use other stock");
    }
    let message = format!(
        "piece `{}` is {} mm, the paper has room for {} mm",
        large.code, large.size, large.area
    );
    Problem::new(kit.place(), message).help(larger_paper(kit, order, large))
}

/// Paper that is hardly larger than a card, mm beyond it.
const CARD_SIZED: Um = Um(12_000);

/// Cards that are larger are probably whole sheets of cards.
const SHEET_SIZED: Um = Um(150_000);

/// Which paper would have room for a piece.
fn larger_paper(kit: &Kit, order: &Order, large: &TooLarge) -> String {
    let is_near = |paper: Um, piece: Um| paper <= piece + CARD_SIZED && piece <= paper + CARD_SIZED;
    let own = kit.files.is_linked();
    if is_near(order.paper.w, large.size.w) && is_near(order.paper.h, large.size.h) {
        if own && large.size.w >= SHEET_SIZED {
            return "if a page is a sheet of cards, say how they are arranged on it: --grid 3x3"
                .to_owned();
        }
        if !own {
            return format!(
                "for a print shop, `paperkeep export {} --to pages` makes a PDF with a side on each page",
                kit.id
            );
        }
    }
    let gutter = kit
        .decks
        .iter()
        .map(|deck| deck.gutter)
        .max()
        .unwrap_or_default();
    let beside = Size::new(
        order.paper.w - large.area.w + gutter,
        order.paper.h - large.area.h + gutter,
    );
    let around = |piece: Size| Size::new(piece.w + beside.w, piece.h + beside.h);
    let need = around(large.size);
    let turned = around(large.size.turned());
    let may_turn = kit.decks.iter().all(|deck| deck.may_turn);
    let within = |need: Size, paper: Size| need.w <= paper.w && need.h <= paper.h;
    let holds =
        |(_, paper): &(&str, Size)| within(need, *paper) || may_turn && within(turned, *paper);
    if let Some((name, _)) = [("a4", Size::A4), ("letter", Size::LETTER), ("a3", Size::A3)]
        .into_iter()
        .find(holds)
    {
        return format!("print on larger paper: --paper {name}");
    }
    let [w, h] = [need.w, need.h].map(|length| length.mm().ceil());
    if need.w.max(need.h) <= Size::LONGEST {
        format!(
            "print on paper of at least {w} x {h} mm, --paper {w}x{h}, or make the piece smaller"
        )
    } else {
        format!(
            "make it smaller: paper is at most {} mm long",
            Size::LONGEST
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_is_named_that_holds_a_large_piece() {
        let kit = Kit::find("dungeon-crawl").unwrap();
        let order = Order::new(Size::A4, "a4", Ink::Mono);
        let advice = |w: i64, h: i64| {
            let size = Size::new(Um(w * 1000), Um(h * 1000));
            larger_paper(
                &kit,
                &order,
                &TooLarge {
                    code: "a".into(),
                    size,
                    area: Size::new(Um(198_000), Um(285_000)),
                },
            )
        };
        assert_eq!(
            [(250, 380), (380, 250)].map(|(w, h)| advice(w, h)),
            ["print on larger paper: --paper a3"; 2]
        );
        assert_eq!(
            advice(630, 880),
            "print on paper of at least 642 x 892 mm, --paper 642x892, or make the piece smaller"
        );
        assert_eq!(
            advice(1999, 20),
            "make it smaller: paper is at most 2000 mm long"
        );
    }

    #[test]
    fn pieces_are_larger_sorted_by_a_field_or_bare() {
        let kit = Kit::find("dungeon-crawl").unwrap();
        let plain = Order::new(Size::A4, "a4", Ink::Mono);
        let sheets = |order: &Order| print(&kit, order).map(|printed| printed.sheets.sheets);
        let sorted = sheets(&Order {
            by: Some("suit".into()),
            ..plain.clone()
        })
        .unwrap();
        let titles: Vec<&str> = sorted.iter().map(|sheet| &*sheet.title).collect();
        let suits = ["arms", "crowns", "moons", "suns"];
        assert!(
            titles.len() == 4
                && titles
                    .iter()
                    .zip(suits)
                    .all(|(title, suit)| title.ends_with(suit)),
            "{titles:?}"
        );
        let unknown = sheets(&Order {
            by: Some("colour".into()),
            ..plain.clone()
        })
        .unwrap_err()
        .to_string();
        assert!(
            unknown.contains("no piece has a field `colour`"),
            "{unknown}"
        );

        let larger = print(
            &kit,
            &Order {
                scale: 120,
                ..plain.clone()
            },
        )
        .unwrap();
        let size = Size::new(Um(114_000), Um(156_000));
        let all = larger
            .sheets
            .sheets
            .iter()
            .flat_map(|sheet| &sheet.placed)
            .map(|placed| placed.size);
        assert!(
            all.into_iter()
                .all(|printed| printed == size || printed == size.turned())
        );
        assert!(
            larger
                .warnings
                .iter()
                .any(|warning| warning.contains("at 120 %")),
            "{:?}",
            larger.warnings
        );

        let told = print(
            &kit,
            &Order {
                scale: 160,
                ..plain.clone()
            },
        )
        .unwrap()
        .summary;
        assert!(
            told.contains("4 sheets (3 if nothing were wasted, but pieces of 152 x 208 mm fill 56 % of a sheet at most)"),
            "{told}"
        );

        let (whole, mut order) = (sheets(&plain).unwrap(), plain);
        order.layout.prints = Prints::Outlines;
        let bare = sheets(&order).unwrap();
        assert!(
            bare.iter()
                .all(|sheet| sheet.placed.is_empty() && sheet.plain_cuts)
                && bare[0].cuts == whole[0].cuts
        );
    }
}
