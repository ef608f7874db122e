//! What an audience sees, as data: one immutable document after each change. The page keeps no other state.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::faces::{Face, Painter};
use super::rights::Audience;
use crate::games::english::capital;
use crate::kit::Language;
use crate::press::picture::Lying;
use crate::referee::pointing::{DIGITS, FaceSide};
use crate::referee::scene::{Align, Count, Panel, Region, What, Zone};
use crate::referee::{
    Answer, Ask, Brief, By, Figure, Outcome, Past, Pointing, Scene, Seat, Short, Sitting, Tone,
    Turn,
};
use crate::table::Ending;
use crate::table::numbers;
use crate::table::terminal::open_seat;

/// How many of the last sentences are shown.
const RECENT: usize = 60;
/// How many moves are searched for them.
const RECENT_MOVES: usize = 60;
/// The margin around the pieces of a zone, mm.
const MARGIN: f64 = 3.0;
/// How many paragraphs of the story are shown at the end.
const LAST_PARAGRAPHS: usize = 2;

/// What the page needs to know beyond the game.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Grows with every change.
    pub version: u64,
    /// Identifies the run of the program.
    pub run: String,
    pub title: String,
    /// By seat: how many devices have it, and whether one is connected.
    pub devices: Vec<(usize, bool)>,
    /// Whether the network has access.
    pub lan: bool,
    /// In a game that is only looked at: the number of moves made so far.
    pub replay: Option<usize>,
    /// A notice to show, such as that the kit was saved.
    pub word: Option<String>,
    /// A kit is being tried out: nothing done at this table counts.
    pub tries: bool,
    /// One person plays all hands: the table's screen hides nothing.
    pub open_hands: bool,
    /// The game is over.
    pub is_over: bool,
    /// There is no other device: nobody can be invited.
    pub alone: bool,
    /// What the page speaks; English without it.
    pub language: Option<Arc<Language>>,
    /// A journal keeps what is noted.
    pub keeps: bool,
    /// What the host asks every player after the game, and what each device's audience has answered.
    pub questions: Vec<String>,
    pub answered: BTreeMap<Audience, Vec<String>>,
}

/// Everything that one audience sees.
#[derive(Serialize)]
pub struct Snapshot {
    v: u64,
    run: String,
    you: You,
    game: About,
    seats: Vec<SeatLine>,
    scene: Table,
    ask: Option<Asked>,
    hand: Vec<String>,
    note: Option<String>,
    join: Option<Join>,
    past: Vec<PastLine>,
    undo: Option<Undo>,
    redo: Option<Redo>,
    over: Option<Over>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    questions: Vec<QuestionLine>,
    plays: bool,
    replay: Option<Replay>,
    word: Option<String>,
    rights: Vec<&'static str>,
}

#[derive(Serialize)]
struct You {
    kind: &'static str,
    seat: Option<Seat>,
    name: Option<String>,
}

#[derive(Serialize)]
struct About {
    title: String,
    edition: Option<String>,
    heading: Option<String>,
    round: Option<u32>,
}

#[derive(Serialize)]
struct SeatLine {
    seat: Seat,
    name: String,
    line: String,
    face: Option<String>,
    acts: bool,
    secret: bool,
    devices: usize,
    away: bool,
}

#[derive(Serialize)]
struct Table {
    zones: Vec<ZoneBox>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    panels: Vec<PanelLine>,
    things: Vec<Thing>,
    sentences: Vec<String>,
}

#[derive(Serialize)]
struct ZoneBox {
    id: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// The name of a heap, and how many pieces it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    /// Heaps with the same number belong together.
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<u16>,
    r#box: [f64; 4],
}

/// The counters of the table or of a player.
#[derive(Serialize)]
struct PanelLine {
    seat: Option<Seat>,
    counts: Vec<Count>,
}

#[derive(Serialize)]
struct Thing {
    id: String,
    zone: String,
    x: f64,
    y: f64,
    #[serde(skip_serializing_if = "is_zero")]
    turns: u8,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    lift: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outline: Vec<[f64; 2]>,
    #[serde(flatten)]
    look: Appearance,
}

fn is_zero(turns: &u8) -> bool {
    *turns == 0
}

#[derive(Serialize)]
#[serde(untagged)]
enum Appearance {
    Face {
        face: String,
        w: f64,
        h: f64,
        name: String,
        /// Where words are on a rectangular piece of a map, which nothing should lie on.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        words: Vec<[u8; 4]>,
    },
    Words {
        text: String,
        size: f64,
        align: &'static str,
        tone: &'static str,
    },
}

#[derive(Serialize)]
struct Asked {
    n: usize,
    of: &'static str,
    seat: Option<Seat>,
    who: Option<String>,
    source: Option<&'static str>,
    question: String,
    full: String,
    secret: bool,
    hidden: bool,
    open: bool,
    unlisted: bool,
    usual: Option<String>,
    note: Option<String>,
    answers: Vec<AnswerLine>,
    phrases: Vec<Phrase>,
}

#[derive(Serialize)]
struct Phrase {
    word: String,
    ids: Vec<String>,
}

#[derive(Serialize)]
struct AnswerLine {
    id: String,
    text: String,
    note: Option<String>,
    short: Option<String>,
    key: Option<String>,
    place: Option<String>,
    at: Vec<String>,
    spots: Vec<Spot>,
    face: Option<FaceLine>,
    part: Option<&'static str>,
    group: Option<String>,
    weight: Option<[u32; 2]>,
    danger: Option<String>,
}

#[derive(Serialize)]
struct Spot {
    zone: String,
    r#box: [f64; 4],
    empty: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outline: Vec<[f64; 2]>,
}

#[derive(Serialize)]
struct FaceLine {
    url: String,
    w: f64,
    h: f64,
    turns: u8,
}

#[derive(Serialize)]
struct Join {
    lan: bool,
    asks: Option<Seat>,
}

/// A sentence of what happened.
#[derive(Serialize)]
pub struct PastLine {
    n: usize,
    at: usize,
    text: String,
    rule: Option<&'static str>,
    kind: &'static str,
    by: String,
    news: bool,
}

#[derive(Serialize)]
struct Undo {
    open: bool,
    text: String,
    who: String,
}

#[derive(Serialize)]
struct Redo {
    open: bool,
    count: usize,
}

#[derive(Serialize)]
struct Over {
    title: String,
    #[serde(flatten)]
    ending: Ending,
    lines: Vec<String>,
    story: Vec<String>,
}

/// A question of the host, and what this audience answered.
#[derive(Serialize)]
struct QuestionLine {
    question: String,
    answer: Option<String>,
}

#[derive(Serialize)]
struct Replay {
    at: usize,
    of: usize,
}

/// What an audience sees now, and the faces in it.
pub fn snapshot(
    sitting: &dyn Sitting,
    audience: Audience,
    context: &Context,
    painter: &mut Painter<'_>,
) -> (Snapshot, Vec<Arc<Face>>) {
    let viewer = viewer(sitting, audience, context);
    let at = context.replay.unwrap_or(usize::MAX);
    let mut faces = Vec::new();
    let mut builder = TableBuilder {
        painter,
        faces: &mut faces,
    };
    let ask = sitting.ask().filter(|_| context.replay.is_none());
    let pointing = ask
        .as_ref()
        .filter(|ask| is_seen(sitting, ask, audience, context))
        .map(|ask| sitting.pointing(ask, viewer));
    let (scene, described) = if context.open_hands && audience == Audience::Table {
        (sitting.opened(at), sitting.described_openly(at, viewer))
    } else {
        (sitting.scene(at, viewer), sitting.describe(at, viewer))
    };
    let pointed = pointing.as_deref().unwrap_or_default();
    let table = builder.table(&scene, pointed, described);
    let hand = match audience {
        Audience::Seat(seat) => own(&scene, &sitting.scene(at, None), seat),
        _ => Vec::new(),
    };
    let seats = seats(sitting, ask.as_ref(), context, at, &scene, &mut builder);
    let asked = ask.as_ref().map(|ask| {
        asked(
            sitting,
            ask,
            pointing,
            may_answer(ask, audience, context),
            &mut builder,
        )
    });
    let plays = context.replay.is_none();
    let heading = sitting.heading().filter(|_| plays);
    let header = sitting.header();
    let snapshot = Snapshot {
        v: context.version,
        run: context.run.clone(),
        you: you(sitting, audience),
        game: About {
            title: context.title.clone(),
            edition: header.edition.clone(),
            round: heading.as_ref().map(|heading| heading.round),
            heading: heading.map(|heading| heading.text),
        },
        seats,
        scene: table,
        ask: asked,
        hand,
        note: match audience {
            Audience::Seat(seat) if plays => sitting.status(Some(seat)),
            _ => None,
        },
        join: (audience == Audience::Table && plays).then(|| Join {
            lan: context.lan,
            asks: ask.as_ref().and_then(|ask| alone(ask, context)),
        }),
        past: past(sitting, at.min(sitting.made()), RECENT),
        undo: undo(sitting, audience).filter(|_| plays),
        redo: redo(sitting, audience).filter(|_| plays),
        over: over(sitting, at, context.language.as_ref()),
        questions: questions(sitting, audience, context),
        plays,
        replay: context.replay.map(|at| Replay {
            at: at.min(sitting.made()),
            of: sitting.made(),
        }),
        word: context.word.clone(),
        rights: rights(audience, context),
    };
    (snapshot, faces)
}

/// The seat whose view an audience sees; `None` is the open table. Who tries a kit plays for everybody: with the hand of whoever is
/// asked.
pub fn viewer(sitting: &dyn Sitting, audience: Audience, context: &Context) -> Option<Seat> {
    match audience {
        Audience::Seat(seat) => Some(seat),
        Audience::Table if context.tries || context.open_hands => {
            asked_seat(sitting).or_else(|| open_seat(sitting))
        }
        Audience::Table | Audience::Onlooker => open_seat(sitting),
    }
}

fn asked_seat(sitting: &dyn Sitting) -> Option<Seat> {
    let ask = sitting.ask()?;
    ask.secret.or(match ask.turn {
        Turn::Player(seat) => Some(seat),
        _ => None,
    })
}

/// The rights of an audience.
pub fn rights(audience: Audience, context: &Context) -> Vec<&'static str> {
    const TABLE: [&str; 10] = [
        "move", "undo", "redo", "amend", "correct", "end", "physical", "invite", "take", "reveal",
    ];
    let note = context.keeps.then_some("note");
    match (audience, context.replay) {
        (Audience::Table, None) => {
            let again = (context.is_over || context.tries).then_some("again");
            TABLE
                .into_iter()
                .filter(|right| !context.alone || !["invite", "take"].contains(right))
                .chain(again)
                .chain(note)
                .chain(context.tries.then_some("random"))
                .collect()
        }
        (Audience::Table, Some(_)) => vec!["show", "invite"],
        (Audience::Seat(_), None) => ["move", "undo"].into_iter().chain(note).collect(),
        _ => Vec::new(),
    }
}

/// What the host asks an audience once the game is over: each player on a phone, and the table for players without one.
fn questions(sitting: &dyn Sitting, audience: Audience, context: &Context) -> Vec<QuestionLine> {
    let is_alone = || {
        let header = sitting.header();
        let is_bot = |player: &String| header.bots.iter().any(|(bot, _)| bot == player);
        let mut people = (0..).zip(&header.players).filter(|(_, own)| !is_bot(own));
        people.any(|(seat, _): (usize, _)| {
            context
                .devices
                .get(seat)
                .is_none_or(|(devices, _)| *devices == 0)
        })
    };
    let is_asked = match audience {
        Audience::Seat(_) => true,
        Audience::Table => is_alone(),
        Audience::Onlooker => false,
    };
    if !is_asked || !context.keeps || sitting.ask().is_some() || context.replay.is_some() {
        return Vec::new();
    }
    let given = context.answered.get(&audience);
    let line = |(at, question): (usize, &String)| QuestionLine {
        question: question.clone(),
        answer: given.and_then(|given| given.get(at)).cloned(),
    };
    context.questions.iter().enumerate().map(line).collect()
}

/// Whether an audience may see the question.
pub fn is_seen(sitting: &dyn Sitting, ask: &Ask, audience: Audience, context: &Context) -> bool {
    ask.secret
        .is_none_or(|seat| viewer(sitting, audience, context) == Some(seat))
}

/// Whether an audience may answer the question. Players make their own decisions, and the table makes those of players without a
/// phone; dice and cards are for everybody who plays.
pub fn may_answer(ask: &Ask, audience: Audience, context: &Context) -> bool {
    match (audience, ask.secret, ask.turn) {
        (Audience::Onlooker, ..) => false,
        (Audience::Table, Some(seat), _) => context
            .devices
            .get(usize::from(seat))
            .is_none_or(|(count, _)| *count == 0),
        (Audience::Table, None, _) => true,
        (Audience::Seat(own), Some(seat), _) => own == seat,
        (Audience::Seat(own), None, Turn::Player(seat)) => own == seat,
        (Audience::Seat(_), None, _) => true,
    }
}

/// How many of the last answers an audience may take back; a phone only its own, as long as nobody else has answered since.
pub fn undoable(sitting: &dyn Sitting, audience: Audience) -> usize {
    let made = sitting.made();
    let first = match audience {
        Audience::Onlooker => return 0,
        Audience::Table => 0,
        Audience::Seat(_) => made.saturating_sub(RECENT_MOVES),
    };
    let recent = sitting.history(first..made);
    let answers = recent
        .iter()
        .rev()
        .filter(|past| past.made.by != By::Program);
    match audience {
        Audience::Seat(seat) => answers
            .take_while(|past| past.made.by == By::Player(seat))
            .count(),
        _ => answers.count(),
    }
}

/// The last thing that people did.
fn last_step(sitting: &dyn Sitting) -> Option<Past> {
    let made = sitting.made();
    let recent = sitting.history(made.saturating_sub(RECENT_MOVES)..made);
    recent
        .into_iter()
        .rev()
        .find(|past| past.made.by != By::Program)
}

/// The seat that is asked in secret and has no device.
fn alone(ask: &Ask, context: &Context) -> Option<Seat> {
    ask.secret.filter(|seat| {
        !context.tries
            && !context.open_hands
            && context
                .devices
                .get(usize::from(*seat))
                .is_none_or(|(count, _)| *count == 0)
    })
}

fn you(sitting: &dyn Sitting, audience: Audience) -> You {
    let (kind, seat) = match audience {
        Audience::Table => ("table", open_seat(sitting)),
        Audience::Seat(seat) => ("seat", Some(seat)),
        Audience::Onlooker => ("onlooker", None),
    };
    You {
        kind,
        seat,
        name: seat.map(|seat| sitting.name(By::Player(seat)).to_owned()),
    }
}

fn seats(
    sitting: &dyn Sitting,
    ask: Option<&Ask>,
    context: &Context,
    at: usize,
    scene: &Scene,
    builder: &mut TableBuilder<'_, '_>,
) -> Vec<SeatLine> {
    let players = &sitting.header().players;
    let line = |(seat, name): (Seat, &String)| {
        let figure = sitting.figure(at, seat);
        let captions = Figure::from_captions(scene, seat, name).standing;
        let (devices, here) = context
            .devices
            .get(usize::from(seat))
            .copied()
            .unwrap_or_default();
        SeatLine {
            seat,
            name: name.clone(),
            line: if figure.standing.is_empty() {
                captions
            } else {
                figure.standing
            },
            face: figure
                .piece
                .and_then(|what| Some(builder.face(&what)?.url())),
            acts: ask.is_some_and(|ask| ask.turn == Turn::Player(seat) || ask.secret == Some(seat)),
            secret: ask.is_some_and(|ask| ask.secret == Some(seat)),
            devices,
            away: devices > 0 && !here,
        }
    };
    (0..).zip(players).map(line).collect()
}

fn asked(
    sitting: &dyn Sitting,
    ask: &Ask,
    pointing: Option<Vec<Pointing>>,
    may: bool,
    builder: &mut TableBuilder<'_, '_>,
) -> Asked {
    let seat = match ask.turn {
        Turn::Player(seat) => Some(seat),
        _ => ask.secret,
    };
    let is_seen = pointing.is_some();
    let brief = sitting.brief(ask).filter(|_| is_seen);
    let whole = |text: &str| {
        if is_seen {
            text.to_owned()
        } else {
            String::new()
        }
    };
    let answers = match (pointing, &brief) {
        (Some(pointing), Some(brief)) if !ask.unlisted => answers(ask, brief, pointing, builder),
        _ => Vec::new(),
    };
    let phrases = brief
        .iter()
        .filter(|_| !ask.unlisted)
        .flat_map(|brief| &brief.phrases);
    Asked {
        n: ask.n,
        of: match ask.turn {
            Turn::Player(_) => "player",
            Turn::Chance(_) => "chance",
            Turn::Table(_) | Turn::Over => "table",
        },
        seat,
        who: seat.map(|seat| sitting.name(By::Player(seat)).to_owned()),
        source: ask.source.filter(|_| is_seen),
        question: whole(&bare(
            &ask.question,
            seat.map(|seat| sitting.name(By::Player(seat))),
        )),
        full: whole(&ask.question),
        secret: ask.secret.is_some(),
        hidden: !is_seen,
        open: is_seen && may,
        unlisted: ask.unlisted,
        usual: brief
            .as_ref()
            .filter(|_| !ask.unlisted)
            .and_then(|brief| Some(brief.usual.as_ref()?.0.clone())),
        note: if is_seen {
            seat.and_then(|seat| sitting.status(Some(seat)))
        } else {
            None
        },
        answers,
        phrases: phrases
            .map(|(word, ids)| Phrase {
                word: word.to_string(),
                ids: ids.clone(),
            })
            .collect(),
    }
}

/// A question without the name of the player asked at its start.
fn bare(question: &str, name: Option<&str>) -> String {
    let rest = name.and_then(|name| question.strip_prefix(name)?.strip_prefix(", "));
    rest.map_or_else(|| question.to_owned(), capital)
}

/// An answer, its short form, and where it points.
type Listed<'a> = ((&'a Answer, &'a Option<Short>), Pointing);

fn answers(
    ask: &Ask,
    brief: &Brief,
    pointing: Vec<Pointing>,
    builder: &mut TableBuilder<'_, '_>,
) -> Vec<AnswerLine> {
    let cases: u32 = ask.options.iter().filter_map(|option| option.weight).sum();
    let few = ask.options.len() <= DIGITS;
    let own_numbers = numbers::own(&ask.options);
    // As the prompt lists and numbers them.
    let order = numbers::order(brief, &ask.options);
    let mut all: Vec<_> = ask
        .options
        .iter()
        .zip(&brief.shorts)
        .zip(pointing)
        .enumerate()
        .collect();
    // What is usually wanted stands first where many answers have no numbers.
    let usual = brief.usual.as_ref().map(|(id, _)| id.as_str());
    let is_usual = |at: usize| Some(ask.options[at].id.as_str()) == usual;
    all.sort_by_key(|(at, _)| {
        let place = order.iter().position(|option| option == at);
        (few || !is_usual(*at), place)
    });
    let all = all.into_iter().enumerate();
    let line =
        |(number, (at, ((option, short), pointing))): (usize, (usize, Listed<'_>))| AnswerLine {
            id: option.id.clone(),
            text: said(option).0.to_owned(),
            note: said(option).1.map(str::to_owned),
            short: short.as_ref().map(|short| short.text.clone()),
            key: match &own_numbers {
                Some(numbers) => numbers[at].clone(),
                None => few.then(|| (number + 1).to_string()),
            },
            place: pointing.name,
            at: pointing.pieces,
            spots: pointing
                .places
                .iter()
                .map(|place| builder.spot(place))
                .collect(),
            face: pointing.face.and_then(|(what, turns)| {
                let face = builder.face(&what)?;
                Some(FaceLine {
                    url: face.url(),
                    w: round(face.size.0),
                    h: round(face.size.1),
                    turns: turns % 4,
                })
            }),
            part: pointing.part.map(|part| match part {
                FaceSide::Top => "top",
                FaceSide::Right => "right",
                FaceSide::Bottom => "bottom",
                FaceSide::Left => "left",
            }),
            group: pointing.group,
            weight: option.weight.map(|weight| [weight, cases]),
            danger: short.as_ref().and_then(|short| short.danger.clone()),
        };
    all.map(line).collect()
}

/// An answer, and what helps in choosing: "play F02", "wins on 4 or more". For an answer that is only a number, what the number
/// stands for.
fn said(option: &Answer) -> (&str, Option<&str>) {
    match option.text.split_once(": ") {
        Some((number, text)) if number.bytes().all(|sign| sign.is_ascii_digit()) => (text, None),
        Some((text, note)) => (text, Some(note)),
        None => (&option.text, None),
    }
}

/// The last sentences of the first `at` moves.
pub fn past(sitting: &dyn Sitting, at: usize, most: usize) -> Vec<PastLine> {
    let first = at.saturating_sub(RECENT_MOVES);
    let moves = sitting.history(first..at);
    let fresh = moves
        .iter()
        .rposition(|past| past.made.by != By::Program)
        .unwrap_or(0);
    let lines = moves.iter().enumerate().flat_map(|(index, past)| {
        past.tellings
            .iter()
            .enumerate()
            .filter(|(nth, _)| past.repeats.get(*nth) != Some(&true))
            .map(move |(nth, telling)| PastLine {
                n: past.made.n,
                // No move has a thousand sentences.
                at: past.made.n * 1000 + nth,
                text: telling.text.clone(),
                rule: telling.rule,
                kind: telling.kind,
                by: sitting.name(past.made.by).to_owned(),
                news: index >= fresh,
            })
    });
    let mut lines: Vec<PastLine> = lines.collect();
    lines.drain(..lines.len().saturating_sub(most));
    lines
}

fn undo(sitting: &dyn Sitting, audience: Audience) -> Option<Undo> {
    let last = last_step(sitting)?;
    let who = sitting.name(last.made.by).to_owned();
    Some(Undo {
        open: audience == Audience::Table || undoable(sitting, audience) > 0,
        text: last.made.text,
        who,
    })
}

fn redo(sitting: &dyn Sitting, audience: Audience) -> Option<Redo> {
    let count = sitting.redoable();
    (count > 0).then_some(Redo {
        open: audience == Audience::Table,
        count,
    })
}

fn over(sitting: &dyn Sitting, at: usize, language: Option<&Arc<Language>>) -> Option<Over> {
    let outcome: Outcome = sitting.outcome().filter(|_| at >= sitting.made())?;
    let players = &sitting.header().players;
    let ending = Ending::new(&outcome, players);
    let lines = ending.sentences(players, language);
    let mut story = sitting.story(at);
    story.drain(..story.len().saturating_sub(LAST_PARAGRAPHS));
    Some(Over {
        title: lines.first().cloned().unwrap_or_default(),
        ending,
        lines,
        story,
    })
}

/// The things in front of a seat that only it sees.
fn own(scene: &Scene, open: &Scene, seat: Seat) -> Vec<String> {
    let public = open.ids();
    let things = scene.ids().into_iter().zip(&scene.things);
    let shown = |what: &What| {
        matches!(
            what,
            What::Piece(_) | What::Hex(..) | What::Die(_) | What::Small(..)
        )
    };
    let own = things.filter(|(id, thing)| {
        scene.owner(thing.zone) == Some(seat) && shown(&thing.what) && !public.contains(id)
    });
    own.map(|(id, _)| id).collect()
}

/// Builds the table of a snapshot, and notes the faces on it.
struct TableBuilder<'s, 'k> {
    painter: &'s mut Painter<'k>,
    faces: &'s mut Vec<Arc<Face>>,
}

impl TableBuilder<'_, '_> {
    fn face(&mut self, what: &What) -> Option<Arc<Face>> {
        let face = self.painter.face(what)?;
        self.faces.push(face.clone());
        Some(face)
    }

    fn spot(&self, place: &Region) -> Spot {
        let ((x, y), (w, h)) = (place.at, place.size);
        let outline = place
            .deck
            .map_or_else(Vec::new, |deck| corners(&self.painter.outline(deck)));
        Spot {
            zone: zone_id(place.zone),
            r#box: rounded([x - w / 2.0, y - h / 2.0, w, h]),
            empty: place.is_empty,
            outline,
        }
    }

    /// The table in zones.
    fn table(&mut self, scene: &Scene, pointing: &[Pointing], sentences: Vec<String>) -> Table {
        let lying = self.painter.lying(scene);
        let mut boxes: BTreeMap<Zone, (f64, f64, f64, f64)> = BTreeMap::new();
        let mut cover = |zone: Zone, (left, top, right, bottom): (f64, f64, f64, f64)| {
            let own = boxes.entry(zone).or_insert((left, top, right, bottom));
            *own = (
                own.0.min(left),
                own.1.min(top),
                own.2.max(right),
                own.3.max(bottom),
            );
        };
        let mut things = Vec::new();
        for ((thing, lies), id) in scene.things.iter().zip(&lying).zip(scene.ids()) {
            if thing.is_caption {
                continue;
            }
            let Some(look) = self.look(&thing.what, thing.zone, lies) else {
                continue;
            };
            cover(thing.zone, lies.covers);
            let (x, y) = lies.middle;
            let zone = zone_id(thing.zone);
            let (lift, outline) = (lies.is_solid, corners(&lies.outline));
            things.push(Thing {
                id,
                zone,
                x: round(x),
                y: round(y),
                turns: thing.turns,
                lift,
                outline,
                look,
            });
        }
        for place in pointing.iter().flat_map(|pointing| &pointing.places) {
            let ((x, y), (w, h)) = (place.at, place.size);
            cover(
                place.zone,
                (x - w / 2.0, y - h / 2.0, x + w / 2.0, y + h / 2.0),
            );
        }
        let panel = |panel: &Panel| PanelLine {
            seat: panel.owner,
            counts: panel.counts.clone(),
        };
        Table {
            zones: boxes
                .into_iter()
                .map(|(zone, covers)| zone_box(scene, zone, covers))
                .collect(),
            panels: scene.panels.iter().map(panel).collect(),
            things,
            sentences,
        }
    }

    fn look(&mut self, what: &What, zone: Zone, lies: &Lying) -> Option<Appearance> {
        if let What::Label {
            text,
            size,
            align,
            tone,
        } = what
        {
            let align = match align {
                Align::Start => "start",
                Align::Middle => "middle",
                Align::End => "end",
            };
            return Some(Appearance::Words {
                text: text.clone(),
                size: *size,
                align,
                tone: tone_name(*tone),
            });
        }
        let face = self.face(what)?;
        let (w, h) = lies.size;
        // Numbers stand in the corners of other outlines, where no words are.
        let words = match zone {
            Zone::Map if lies.outline.is_empty() => face.words.clone(),
            _ => Vec::new(),
        };
        Some(Appearance::Face {
            face: face.url(),
            w: round(w),
            h: round(h),
            name: lies.name.clone(),
            words,
        })
    }
}

fn zone_box(
    scene: &Scene,
    zone: Zone,
    (left, top, right, bottom): (f64, f64, f64, f64),
) -> ZoneBox {
    let heap = scene.heap(zone);
    ZoneBox {
        id: zone_id(zone),
        kind: match zone {
            Zone::Map => "map",
            Zone::Seat(_) => "seat",
            Zone::Piles => "piles",
            Zone::Heap(_) => "heap",
        },
        seat: scene.owner(zone),
        title: heap.map(|heap| heap.title.clone()),
        count: heap.and_then(|heap| heap.count),
        set: heap.and_then(|heap| heap.set),
        r#box: rounded([
            left - MARGIN,
            top - MARGIN,
            right - left + 2.0 * MARGIN,
            bottom - top + 2.0 * MARGIN,
        ]),
    }
}

/// The name of a zone.
pub fn zone_id(zone: Zone) -> String {
    match zone {
        Zone::Map => "map".to_owned(),
        Zone::Seat(seat) => format!("seat-{seat}"),
        Zone::Piles => "piles".to_owned(),
        Zone::Heap(heap) => format!("heap-{heap}"),
    }
}

fn tone_name(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Dim => "dim",
        Tone::Strong => "strong",
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Gold => "gold",
        Tone::Cool => "cool",
    }
}

/// Hundredths of a millimetre are enough.
fn round(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

fn corners(outline: &[(f64, f64)]) -> Vec<[f64; 2]> {
    outline
        .iter()
        .map(|(x, y)| [round(*x), round(*y)])
        .collect()
}

fn rounded(lengths: [f64; 4]) -> [f64; 4] {
    lengths.map(round)
}
