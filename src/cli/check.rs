//! `paperkeep check`: finds what is wrong with a kit.

pub(super) mod languages;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::resume_unwind;
use std::str::FromStr;

use super::findings::{Findings, Format};
use super::paper::Paper;
use super::stdio::say;
use super::worker::{Handed, Work};
use super::{Error, part, worker};
use crate::face::{Reader, Templates, TextAsArt};
use crate::games::english::{counted, listed};
use crate::games::{self, Setup, SetupError, Visitor};
use crate::kit::problem::nearest;
use crate::kit::{CLASSIC, Ink, Kit, Problem, Problems, Side, Size, Um};
use crate::press::drawn::DrawnPieces;
use crate::press::inspect::coarse::of_pictures;
use crate::press::inspect::contrast::{Measured, low_contrast};
use crate::press::inspect::hue::{Seen, distinguished_by_hue};
use crate::press::inspect::safe::{OutsideSafeZone, outside_safe_zone};
use crate::press::inspect::unknown::unknown;
use crate::press::layout::waste::Need;
use crate::press::{Order, Press, Scheme, Wanted};
use crate::referee::{Bots, Words};

/// Check a kit: its data, its faces, every text in its box; all problems at once
#[derive(clap::Args)]
pub struct Args {
    /// A shipped game's id, or a kit's folder, or a ZIP archive of one [default: the kit in the current folder]
    kit: Option<String>,
    /// Also list texts that are not plain, and so make files larger and printing slower, and layouts that waste paper
    #[arg(long)]
    verbose: bool,
    /// How to report problems: as text, or as one JSON document on stdout for editors and scripts
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Paper with room for every piece.
const LARGE: Size = Size::new(Size::LONGEST, Size::LONGEST);

/// Sets up a game, which makes its rules examine the kit.
struct Playable;

impl Visitor for Playable {
    type Out = ();

    fn visit<G: Words + Bots>(self, _: G) {}
}

/// Texts that are not plain, by template and reason: how many, and one of them.
#[derive(Default)]
struct SlowTexts(BTreeMap<(String, String), (usize, String)>);

impl SlowTexts {
    /// Counts those of one ink in one theme. If several have the same, the largest count is kept.
    fn note(&mut self, drawn_pieces: &DrawnPieces<'_>) -> Result<(), Problems> {
        let mut found = SlowTexts::default();
        let mut seen = HashSet::new();
        for drawn_piece in &drawn_pieces.pieces {
            for (side, face) in [
                (Side::Front, Some(drawn_piece.face)),
                (Side::Back, drawn_piece.back),
            ] {
                let (Some(face), Some(template)) = (face, drawn_piece.deck.template(side)) else {
                    continue;
                };
                if !seen.insert(face) {
                    continue;
                }
                for TextAsArt { text, reason } in &drawn_pieces.face(face)?.texts_as_art {
                    let key = (template.to_owned(), reason.clone());
                    found.0.entry(key).or_insert_with(|| (0, text.clone())).0 += 1;
                }
            }
        }
        for (key, (count, text)) in found.0 {
            let most = self.0.entry(key).or_insert((0, text));
            most.0 = most.0.max(count);
        }
        Ok(())
    }

    fn print(&self) {
        if self.0.is_empty() {
            say!("every text is plain and prints the fast way");
        }
        for ((template, why), (count, text)) in &self.0 {
            let texts = if *count == 1 {
                "1 text goes"
            } else {
                &format!("{count} texts go")
            };
            say!("{template}: {texts} the slow way, as \"{text}\": {why}");
        }
    }
}

/// What is wrong with the drawn faces, and in which inks.
#[derive(Default)]
struct InInks(Vec<(Problem, Vec<Ink>)>);

impl InInks {
    /// Adds what was found in some inks; a problem known from others is the same one.
    fn add(&mut self, inks: &[Ink], problems: Vec<Problem>) {
        let mut known: HashMap<_, usize> = HashMap::new();
        for (index, (problem, _)) in self.0.iter().enumerate() {
            known.insert(
                (
                    problem.place.span.start,
                    problem.message.clone(),
                    problem.label.clone(),
                ),
                index,
            );
        }
        for problem in problems {
            match known.get(&(
                problem.place.span.start,
                problem.message.clone(),
                problem.label.clone(),
            )) {
                Some(index) => self.0[*index].1.extend(inks),
                None => self.0.push((problem, inks.to_vec())),
            }
        }
    }

    /// The problems whose inks are wanted; each says which inks, unless it is in all.
    fn told(&self, wanted: impl Fn(&[Ink]) -> bool) -> Vec<Problem> {
        let told = |(problem, inks): &(Problem, Vec<Ink>)| {
            let names: Vec<&str> = inks.iter().map(|ink| ink.name()).collect();
            if inks.len() == Ink::ALL.len() {
                problem.clone()
            } else {
                Problem {
                    message: format!("in {}, {}", listed(&names), problem.message),
                    ..problem.clone()
                }
            }
        };
        self.0
            .iter()
            .filter(|(_, inks)| wanted(inks))
            .map(told)
            .collect()
    }
}

pub fn run(args: Args) -> Result<(), Error> {
    let mut findings = Findings::default();
    let name = part::named(&part::or_here(args.kit)?)?;
    if worker::is_strange(&name)
        && let Some(ended) = worker::do_all(&Work::printing(Handed::default().kit(&name)))
    {
        let Err(exceeded) = ended else {
            return worker::ended(ended, &name);
        };
        findings.errors.push(exceeded.problem(&name));
        return findings.tell(args.format, "");
    }
    let kit = match Kit::find(&name) {
        Ok(kit) => kit,
        Err(problems) => {
            findings.errors = problems;
            return findings.tell(args.format, "");
        }
    };
    let examined = examine(&kit, args.verbose)?;
    let what = format!(
        "{}: {} in {}",
        kit.title,
        counted(examined.pieces, "piece"),
        counted(kit.decks.len(), "deck")
    );
    examined.findings.tell(args.format, &what)?;
    if args.verbose && args.format == Format::Text {
        examined.slow.print();
        examined.wasteful.iter().for_each(|line| say!("{line}"));
    }
    Ok(())
}

/// What was found in a kit, and what it was found in.
struct Examined {
    findings: Findings,
    pieces: usize,
    slow: SlowTexts,
    wasteful: Vec<String>,
}

/// Everything that is wrong with a kit that can be read.
pub(super) fn findings(kit: &Kit) -> Result<Findings, Problems> {
    examine(kit, false).map(|examined| examined.findings)
}

/// The same, and if wanted what prints slowly or wastes paper. The rules are played on a core of their own.
fn examine(kit: &Kit, verbose: bool) -> Result<Examined, Problems> {
    let (examined, judged) = std::thread::scope(|scope| {
        let judging = scope.spawn(|| judge(kit));
        let examined = examine_faces(kit, verbose);
        let judged = judging.join();
        (
            examined,
            judged.unwrap_or_else(|panic| resume_unwind(panic)),
        )
    });
    let mut examined = examined?;
    examined.findings.add(judged);
    let translated = languages::check(kit, &examined.findings)?;
    examined.findings.add(translated);
    Ok(examined)
}

/// What is wrong with the pieces, in all themes and inks.
fn examine_faces(kit: &Kit, verbose: bool) -> Result<Examined, Problems> {
    let mut findings = Findings::default();
    findings.warn(kit.warnings.clone());
    let mut pieces = 0;
    let mut slow = SlowTexts::default();
    let mut wasteful = Vec::new();
    let mut reader = Reader::new();
    let mut differ = false;
    for theme in kit.theme_names() {
        let kit = kit.themed(theme)?;
        let mut measured = Measured::default();
        let mut seen = Seen::default();
        let mut faint = InInks::default();
        let mut hue = InInks::default();
        let mut inks = Ink::ALL.to_vec();
        while let Some(&ink) = inks.first() {
            let templates = Templates::new(&kit, ink);
            let mut pale = Vec::new();
            match DrawnPieces::draw(&kit, &templates, 1, &mut reader) {
                Ok(drawn_pieces) => {
                    pieces = drawn_pieces.pieces.len();
                    findings.add(edges(&drawn_pieces, usize::MAX)?);
                    let pictures = of_pictures(&drawn_pieces)?;
                    findings.warn(pictures.faulty.into_iter().chain(pictures.coarse).collect());
                    findings.warn(unknown(&drawn_pieces)?.into_iter().collect());
                    pale = low_contrast(&drawn_pieces, &templates, &mut reader, &mut measured)?;
                    slow.note(&drawn_pieces)?;
                    findings.errors.extend(piles(&kit, &templates, &mut reader));
                    if theme == CLASSIC && ink == Ink::Color {
                        let press = &mut Press::new();
                        findings.add(laid_out(&kit, &templates, &drawn_pieces, press));
                        if verbose {
                            wasteful = waste(&kit, &drawn_pieces, press);
                        }
                    }
                }
                Err(found) => findings.errors.extend(found),
            }
            differ |= templates.ask_for("edition");
            let told = distinguished_by_hue(&kit, &templates, &mut reader, &mut seen);
            // What is the same in several inks is examined once.
            let alike: Vec<Ink> = inks
                .extract_if(.., |other| templates.is_same_in(*other))
                .collect();
            faint.add(&alike, pale);
            hue.add(&alike, told);
        }
        findings.warn(faint.told(|_| true));
        // A black-and-white printer prints no hues.
        findings
            .errors
            .extend(hue.told(|inks| inks.contains(&Ink::Mono)));
        findings.warn(hue.told(|inks| !inks.contains(&Ink::Mono)));
    }
    if differ && findings.errors.0.is_empty() {
        findings.errors.extend(editions(kit, &mut reader)?);
    }
    Ok(Examined {
        findings,
        pieces,
        slow,
        wasteful,
    })
}

/// What is wrong with faces that look different where one edition alone is printed.
fn editions(kit: &Kit, reader: &mut Reader) -> Result<Problems, Problems> {
    let mut found = Problems::default();
    for name in kit.editions() {
        let kit = kit.of_edition(name)?;
        let templates = Templates::new(&kit, Ink::Color);
        let drawn = DrawnPieces::draw(&kit, &templates, 1, reader);
        found.extend(drawn.err().into_iter().flatten());
    }
    Ok(found)
}

/// What printing it would show: words of the guide for which no font has letters, pieces too large for A4 or for any paper.
pub(super) fn laid_out(
    kit: &Kit,
    templates: &Templates<'_>,
    drawn_pieces: &DrawnPieces<'_>,
    press: &mut Press,
) -> Findings {
    let mut lay_out = |order: &Order| {
        press
            .lay_out_drawn(kit, order, templates, drawn_pieces)
            .map(|printed| printed.boxed)
    };
    for deck in kit.decks.iter().filter(|deck| deck.tuckbox.is_some()) {
        let tuckbox = Some(Wanted {
            deck: deck.name.clone(),
            thickness: Um(300),
        });
        if let Err(found) = lay_out(&Order {
            tuckbox,
            ..Order::new(LARGE, "large", templates.ink())
        }) {
            return Findings {
                errors: found,
                ..Findings::default()
            };
        }
    }
    if let Some(deck) = kit.decks.first().filter(|_| kit.cover.is_some()) {
        let tray = Some(Wanted {
            deck: deck.name.clone(),
            thickness: Um(300),
        });
        if let Err(found) = lay_out(&Order {
            tray,
            ..Order::new(LARGE, "large", templates.ink())
        }) {
            return Findings {
                errors: found,
                ..Findings::default()
            };
        }
    }
    let mut on = |paper, name| lay_out(&Order::new(paper, name, templates.ink()));
    match on(Size::A4, "a4") {
        Ok(boxed) => Findings {
            warnings: boxed.into(),
            ..Findings::default()
        },
        Err(found) => match on(LARGE, "large") {
            Ok(_) => Findings {
                warnings: found,
                ..Findings::default()
            },
            Err(found) => Findings {
                errors: found,
                ..Findings::default()
            },
        },
    }
}

/// The papers and layouts that take more sheets than one would expect, and why, a line each; identical layouts are reported once.
fn waste(kit: &Kit, drawn_pieces: &DrawnPieces<'_>, press: &Press) -> Vec<String> {
    let mut lines = Vec::new();
    for paper in ["a4", "letter"].into_iter().flat_map(Paper::from_str) {
        let mut told: Vec<Need> = Vec::new();
        for scheme in Scheme::ALL {
            let mut order = Order::new(paper.size, paper.name.as_str(), Ink::Color);
            order.layout.scheme = scheme;
            let Ok(need) = press.need(kit, &order, drawn_pieces) else {
                continue;
            };
            if need.why.is_some() && !told.contains(&need) {
                lines.push(format!(
                    "--paper {} --layout {} takes {need}",
                    paper.name,
                    scheme.name()
                ));
                told.push(need);
            }
        }
    }
    lines
}

/// What is wrong with what piles show, and with the mat.
pub(super) fn piles(kit: &Kit, templates: &Templates<'_>, reader: &mut Reader) -> Problems {
    let mut all = Problems::default();
    for deck in &kit.decks {
        all.extend(templates.pile(deck, reader).err().unwrap_or_default());
    }
    all.extend(templates.mat(reader).err().unwrap_or_default());
    all
}

/// What examining each drawn face finds; faces measured before are not measured again.
pub(super) fn look(
    drawn_pieces: &DrawnPieces<'_>,
    templates: &Templates<'_>,
    reader: &mut Reader,
    measured: &mut Measured,
) -> Result<Findings, Problems> {
    let mut findings = edges(drawn_pieces, usize::MAX)?;
    let pictures = of_pictures(drawn_pieces)?;
    findings.warn(pictures.faulty.into_iter().chain(pictures.coarse).collect());
    findings.warn(unknown(drawn_pieces)?.into_iter().collect());
    findings.warn(low_contrast(drawn_pieces, templates, reader, measured)?);
    Ok(findings)
}

/// The part of it that needs no painting: texts at the edge, on at most this many faces.
pub(super) fn edges(drawn_pieces: &DrawnPieces<'_>, most: usize) -> Result<Findings, Problems> {
    let OutsideSafeZone { cut_off, near } = outside_safe_zone(drawn_pieces, most)?;
    Ok(Findings {
        errors: cut_off.into(),
        warnings: near.into(),
        ..Findings::default()
    })
}

/// What the rules of the kit's game say about it, in every edition; a kit need not have a game.
pub(super) fn judge(kit: &Kit) -> Findings {
    let mut findings = Findings::default();
    let game = games::of_kit(kit);
    let is_unknown = |id: &str| id != game.id && games::find(id).is_none();
    if let Some(named) = kit.of_game.as_ref().filter(|named| is_unknown(&named.id)) {
        let id = &named.id;
        let known: Vec<&str> = games::GAMES.iter().map(|entry| entry.id).collect();
        let problem = Problem::new(named.place.clone(), format!("there is no game `{id}`"));
        findings
            .errors
            .push(problem.help(match nearest(id, known.iter().copied()) {
                Some(like) => format!("did you mean \"{like}\"?"),
                None => format!(
                    "there is {}; a kit for any other game has no `game`",
                    known.join(", ")
                ),
            }));
        return findings;
    }
    let (wrong, advice) = games::advice(&game, kit);
    findings.errors.extend(wrong);
    findings.warn(advice);
    if game.is_own() {
        return findings;
    }
    let editions: Vec<Option<String>> = match game.editions {
        [] => vec![None],
        editions => editions
            .iter()
            .map(|edition| Some((*edition).to_owned()))
            .collect(),
    };
    for edition in editions {
        let setup = Setup {
            edition,
            ..Setup::of_count(*kit.players.start())
        };
        if let Err(SetupError::Kit(found)) = games::with(game.id, kit, &setup, Playable) {
            findings.errors.extend(found);
        }
    }
    findings
}
