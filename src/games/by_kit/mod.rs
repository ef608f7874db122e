//! A game whose rules are data: those in a kit's `play.toml`, or, for a kit without one, an open table generated from its
//! `kit.toml`.
//!
//! * `language`: [`lex`](language::lex), [`phrase`](language::phrase), [`statement`],
//!   [`sheet`]: parse `play.toml`. [`facts`]: the rows as numbers. [`map_state`](language::map_state):
//!   maps. `compile`: turns the parsed sheet into a program: [`code`](language::code). [`open`]: generates the
//!   sheet of a kit without rules.
//! * `rules`: [`position`](rules::position): the state of a game. [`pools`](rules::pools): the unknown pieces after shuffles.
//!   `eval`: evaluates expressions. `machine`: runs effects. `choice`: lists moves. [`event`](rules::event): what is reported.
//! * `words`: questions, answers, events, moves and corrections in words.
//! * `sight`: [`view`](sight::view), `board`, `scene`: how the table is shown. [`initial_layout`](sight::initial_layout): the
//!   initial layout, for export.
//! * [`bots`]: bots that judge a position by what the kit declares.
//! * [`trial`]: random games, for `check`. `examples`: what the rules must do.

mod bots;
mod examples;
pub mod language;
pub mod rules;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod trial;
mod words;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bots::{Greedy, Valued};
use language::code::{EndCode, FrameKind, NodeId, Op, Part, Program, Type, USUAL_COUNTS, VarDecl};
use language::facts::NONE;
use language::orders::Order;
use language::{compile, facts, open, sheet, statement};
use rules::event::{Event, Gaps, Refusal};
use rules::machine::{MAX_ALONE, MAX_BETWEEN};
use rules::matter::{Alike, Matter};
use rules::position::{Move, Position, RuntimeErrorKind, UNKNOWN, VEILED, Wait};
use rules::worlds::Deal;
use rules::{eval, start};
use sight::view::View;

use sha2::{Digest, Sha256};

use super::past::{Binding, Past};
use super::{Entry, Setup, SetupError, TableOption};
use crate::kit::{Kit, Language, Problems};
use crate::referee::bot::RandomBot;
use crate::referee::intern::{keep, keep_all};
use crate::referee::journal::Secrets;
use crate::referee::{
    Bot, Bots, Choices, Game, Message, Outcome, Seat, Source, SourceInfo, Turn, Verdict, Worlds,
};

/// The version of the language, raised whenever older rules would now be read differently.
pub const VERSION: u32 = 2;

/// Earlier versions, whose games are continued as they began: then, `[end] when` was judged after each action.
const PAST: Past = Past {
    rules: &[(1, "0.2.0")],
    ..Past::NONE
};

/// The most positions that are listed as possible.
const LISTED: usize = 1_000;

/// The most players at a table.
pub const MAX_SEATS: usize = 16;

/// The rules of a kit, for these players.
#[derive(Clone, Debug)]
pub struct KitGame {
    pub(super) program: Arc<Program>,
    /// Whether it is an open table, for a kit without rules.
    is_free: bool,
    players: Vec<String>,
    seats: u8,
    secrets: Secrets,
    sources: Vec<SourceInfo>,
    /// By zone: its declaration, owner and key.
    zone_at: Vec<ZoneAt>,
    /// By map and kind, the turns that look different.
    turns: Vec<Vec<Vec<u8>>>,
    /// By map, where its named places are drawn.
    cells: Arc<[Vec<(i32, i32)>]>,
    /// By piece, its deck.
    piece_decks: Vec<u8>,
    /// By declaration of dice, what of them matters.
    dice_matter: Vec<Matter>,
    /// Which kinds of pieces no rule tells apart, and then, by action, none that follows from it.
    alike: Vec<Alike>,
    /// By declaration of zones, what the order of what lies there openly means.
    orders: Vec<Order>,
    /// By declaration of dice, where the rules may still read what they show.
    dice_lives: Vec<Option<Vec<bool>>>,
    /// By kind, the zone in which its pieces start.
    homes: Vec<u16>,
    start: Position,
    /// What happened before the first question.
    opening: Arc<[Event]>,
    /// By operation, whether it was ever run, if that is recorded.
    reached: Option<Arc<[AtomicBool]>>,
    /// The language of the table, if it is not the kit's own.
    language: Option<Arc<Language>>,
    /// The version of the language that the game began with.
    rules: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneAt {
    pub decl: u8,
    pub seat: u8,
    pub key: u16,
    /// Whether everybody sees what is there, unless it was turned face down.
    pub is_open: bool,
}

impl KitGame {
    /// Builds the game from the kit's `play.toml` or as an open table.
    pub fn new(kit: &Kit, setup: &Setup) -> Result<KitGame, SetupError> {
        let game = KitGame::untried(kit, setup)?;
        match trial::stop(&game, setup) {
            Some(problem) => Err(Problems::from(problem).into()),
            None => Ok(game),
        }
    }

    /// The same without any moves on trial, which take longer than all the rest.
    pub(super) fn untried(kit: &Kit, setup: &Setup) -> Result<KitGame, SetupError> {
        if setup.players.len() > MAX_SEATS {
            return Err(SetupError::Wish(format!(
                "at most {MAX_SEATS} can play a kit by its own rules"
            )));
        }
        let language = kit
            .files
            .translation()
            .filter(|language| language.own_file(SHEET).is_none());
        let (sheet, facts) = read(kit, setup, language.cloned())?;
        let sheet = open::freed(sheet, &facts, kit.files.language())?;
        let mut program = compile::compile(&sheet, &facts, setup.players.len())?;
        if setup.rules.is_some_and(|rules| rules < 2) {
            program.end.after = sheet::After::Action;
        }
        Ok(KitGame {
            language: kit.files.language().cloned(),
            is_free: !has_rules(kit),
            ..KitGame::set_up(program, setup)?
        })
    }
}

/// The file of a kit's rules.
const SHEET: &str = "play.toml";

/// Whether a kit has rules of its own.
pub fn has_rules(kit: &Kit) -> bool {
    kit.files.has(SHEET)
}

/// The name and text of the kit's `play.toml`, or of the one generated for it.
pub fn sheet_of(
    kit: &Kit,
    setup: &Setup,
    facts: &facts::Facts,
) -> Result<(String, String), SetupError> {
    if has_rules(kit) {
        let name = kit.files.name(SHEET);
        let text = kit
            .files
            .read(SHEET)
            .map_err(|why| SetupError::Wish(format!("cannot read `{name}`: {why}")))?;
        return Ok((name, text));
    }
    let text = open::sheet(kit, facts, setup).map_err(SetupError::Wish)?;
    Ok(("play.toml, as written for this kit".into(), text))
}

/// The kit's entry in the list of games.
pub fn entry(kit: &Kit) -> Entry {
    let free = !has_rules(kit);
    let own = options_of(kit);
    let editions = own.editions.iter().map(|name| keep(name)).collect();
    let shown = own.all.iter().filter(|option| !option.is_hidden);
    let options = shown.map(|option| TableOption {
        name: keep(&option.name),
        values: keep_all(option.choices().iter().map(|value| keep(value)).collect()),
        help: keep(&option.help()),
    });
    Entry {
        id: keep(&kit.id),
        rules: VERSION,
        editions: keep_all(editions),
        options: if free {
            OPEN_OPTIONS
        } else {
            keep_all(options.collect())
        },
        bots: <KitGame as Bots>::NAMES,
        crowd: "",
        inert: |_, _| None,
        secrets: keeper,
        binding: Binding::Whole {
            now: fingerprint,
            before: fingerprint_before,
        },
        past: PAST,
    }
}

/// Who keeps the secrets of a kit's rules unless somebody says so: the program where the rules look at hidden pieces, or where the
/// table could not play them.
fn keeper(kit: &Kit) -> Secrets {
    if without_words(kit).is_ok_and(|rules| start::believed(&rules).is_some()) {
        return Secrets::Referee;
    }
    let opened = |secrets| {
        let setup = Setup {
            secrets,
            ..Setup::of_count((*kit.players.start()).max(2))
        };
        KitGame::new(kit, &setup)
    };
    match opened(Secrets::Table) {
        Err(SetupError::Kit(_)) if opened(Secrets::Referee).is_ok() => Secrets::Referee,
        _ => Secrets::Table,
    }
}

/// The options of a table without rules.
const OPEN_OPTIONS: &[TableOption] = &[
    TableOption {
        name: open::DEAL,
        values: &["0", "1-60"],
        help: "How many pieces of the first pile each player is dealt.",
    },
    TableOption {
        name: open::DICE,
        values: &["none", super::DICE],
        help: "Dice that lie on the table besides those of the kit.",
    },
];

/// A fingerprint of the rows and the rules; sentences do not count. If the rules cannot be read, of the rows alone.
pub fn fingerprint(kit: &Kit, setup: &Setup) -> String {
    let rules = stripped(kit, setup).map(|(sheet, _)| language::sentences::of(&sheet));
    digest(kit, rules.ok())
}

/// The same as journals of version 1 have it.
fn fingerprint_before(kit: &Kit) -> String {
    let rules = without_words(kit).map(|program| language::past::meaning(&program));
    digest(kit, rules.ok())
}

fn digest(kit: &Kit, rules: Option<String>) -> String {
    let mut hash = Sha256::new_with_prefix(kit.fingerprint());
    hash.update(rules.unwrap_or_default());
    hash.finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The rules without their sentences, and the rows.
fn stripped(kit: &Kit, setup: &Setup) -> Result<(sheet::Sheet, facts::Facts), SetupError> {
    let (sheet, facts) = read(kit, setup, None)?;
    let mut sheet = open::freed(sheet, &facts, None)?;
    sheet.strip();
    Ok((sheet, facts))
}

/// Reads the rules of a kit for a set-up, and the rows that take part in it.
fn read(
    kit: &Kit,
    setup: &Setup,
    language: Option<Arc<Language>>,
) -> Result<(sheet::Sheet, facts::Facts), SetupError> {
    let all = facts::Facts::new(kit).map_err(Problems::from)?;
    let (name, text) = sheet_of(kit, setup, &all)?;
    let sheet = sheet::read_for(setup, language, &name, &text)?;
    let facts = match &sheet.edition {
        Some(edition) => facts::Facts::of(kit, Some(edition)).map_err(Problems::from)?,
        None => all,
    };
    Ok((sheet, facts))
}

/// The options of a kit's own rules; none if the rules cannot be read.
fn options_of(kit: &Kit) -> language::options::Options {
    own_sheet(kit)
        .map(|sheet| sheet.options)
        .unwrap_or_default()
}

/// The kit's own rules as parsed; `None` if it has none, or they cannot be read.
fn own_sheet(kit: &Kit) -> Option<sheet::Sheet> {
    let text = kit.files.read(SHEET).ok()?;
    sheet::read(&kit.files.name(SHEET), &text).ok()
}

/// Compiles the rules for the fewest players, without their sentences.
fn without_words(kit: &Kit) -> Result<Program, SetupError> {
    let (sheet, facts) = stripped(kit, &Setup::default())?;
    Ok(compile::compile(
        &sheet,
        &facts,
        *kit.players.start() as usize,
    )?)
}

impl Game for KitGame {
    type Position = Position;
    type Move = Move;
    type Event = Event;
    type Refusal = Refusal;
    type View<'p> = View<'p>;

    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    fn in_words(&self, message: &Message) -> String {
        message.translate(&|text| self.language.as_ref()?.known(text).map(str::to_owned))
    }

    fn sources(&self) -> &[SourceInfo] {
        &self.sources
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn turn(&self, p: &Position) -> Turn {
        let dice = self.program.dice.len();
        match p.wait {
            Wait::Choose(_) => Turn::Player(p.seat),
            Wait::Ask(_, seat) => Turn::Player(seat),
            Wait::Roll { of, .. } => Turn::Chance(Source(of)),
            Wait::Know { piece, .. } => {
                Turn::Chance(Source(dice as u8 + self.piece_decks[usize::from(piece)]))
            }
            Wait::Random { from, .. } => {
                let decl = self.zone_at[usize::from(from)].decl;
                Turn::Chance(Source((dice + self.program.facts.decks.len()) as u8 + decl))
            }
            Wait::Lot(lot) => {
                let others = self.sources.len() - self.program.lots.len();
                Turn::Chance(Source((others + usize::from(lot)) as u8))
            }
            Wait::Run | Wait::Over => Turn::Over,
        }
    }

    fn candidates(&self, p: &Position, each: &mut impl FnMut(Move)) {
        match p.wait {
            Wait::Choose(choice) => self.list_thinkable(p, choice, each),
            _ => {
                let listed = self.list(p, &mut |mv, _| each(mv));
                if listed.fault.is_some() {
                    each(Move::GoOn);
                }
            }
        }
    }

    fn judge(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        self.judge_move(p, mv)
    }

    fn moves(&self, p: &Position, choices: &mut Choices<Move>) {
        choices.clear();
        let listed = self.list(p, &mut |mv, weight| choices.weigh(mv, weight));
        if listed.fault.is_some() {
            choices.clear();
            choices.push(Move::GoOn);
        }
    }

    fn apply(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        self.make(p, mv, tell);
    }

    /// The move to make automatically if there is no choice: the only answer to a question, or the only action.
    fn idle(&self, p: &Position) -> Option<Move> {
        let (Wait::Ask(..) | Wait::Choose(_)) = p.wait else {
            return None;
        };
        if !self.goes_on_alike(p) {
            return None;
        }
        let mut first = None;
        let mut several = false;
        let listed = self.list(p, &mut |mv, _| {
            several |= first.is_some();
            first = first.or(Some(mv));
        });
        several |= listed.fault.is_some();
        // If the rules are stuck, the players are told.
        first.filter(|mv| {
            !several && *mv != Move::GoOn && p.alone < 2000 && self.is_openly_forced(p, *mv)
        })
    }

    fn outcome(&self, p: &Position) -> Option<Outcome> {
        (p.wait == Wait::Over).then(|| self.result(p))
    }

    fn known(
        &self,
        position: &Position,
        seat: Option<Seat>,
        each: &mut dyn FnMut(Position, u32) -> bool,
    ) {
        let worlds = self.possible(position, seat, Deal::Closed, (LISTED, LISTED));
        for (world, cases) in worlds.list {
            if !each(world, cases) {
                return;
            }
        }
    }

    fn worlds(
        &self,
        position: &Position,
        seat: Option<Seat>,
        most: usize,
        draws: usize,
    ) -> Worlds<Position> {
        self.possible(position, seat, Deal::Closed, (most, draws))
    }

    fn left_open(
        &self,
        position: &Position,
        seat: Option<Seat>,
        most: usize,
        draws: usize,
    ) -> Worlds<Position> {
        self.possible(position, seat, Deal::Open, (most, draws))
    }

    fn partly_dealt(
        &self,
        position: &Position,
        seat: Option<Seat>,
        places: &[u16],
        limits: (usize, usize),
    ) -> Worlds<Position> {
        self.possible_with(position, seat, (Deal::Open, places), limits)
    }

    fn unknown_in(&self, position: &Position) -> Option<u16> {
        position.hidden_in
    }

    fn retraced(
        &self,
        position: &Position,
        seat: Option<Seat>,
        limits: (usize, usize),
    ) -> Option<Worlds<Position>> {
        KitGame::retraced(self, position, seat, limits)
    }

    fn guesses(&self, position: &Position, seat: Option<Seat>) -> bool {
        position.before.is_some() || self.has_chosen(position, seat)
    }

    fn chooses_unseen(&self, asking: &Position, position: &Position) -> bool {
        let moment = |p: &Position| (p.together, p.turns, p.rounds);
        position.together && moment(position) == moment(asking)
    }

    fn knows_all(&self, position: &Position, seat: Option<Seat>) -> bool {
        self.is_sure(position, seat)
    }

    fn with_alike(&self, position: &Position, mv: Move) -> Option<(Position, Move)> {
        KitGame::with_alike(self, position, mv)
    }

    fn settle(&self, position: &mut Position) {
        self.put_in_order(position);
    }

    fn drawn_at_once(&self, position: &Position) -> usize {
        KitGame::drawn_at_once(self, position)
    }

    fn leave_rolls_open(&self, position: &mut Position, seat: Option<Seat>, own: bool) {
        let tells = (0..self.program.dice.len()).any(|of| self.tells_dice(of));
        KitGame::leave_rolls_open(self, position, seat.filter(|_| tells || !own));
    }

    fn leave_rolled_open(&self, position: &mut Position, seat: Option<Seat>) {
        for (of, dice) in self.hidden_dice(position, seat) {
            if self.program.dice[of].own {
                dice.iter().for_each(|die| position.dice[*die] = VEILED);
            }
        }
    }

    fn bytes(&self, position: &Position) -> usize {
        position.bytes()
    }

    fn is_sound(&self, position: &Position) -> bool {
        !position.fault.is_some_and(|fault| {
            matches!(
                fault.is,
                RuntimeErrorKind::Hidden | RuntimeErrorKind::Elsewhere
            )
        })
    }

    fn view<'p>(&'p self, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View {
            game: self,
            position,
            seat,
        }
    }
}

impl KitGame {
    /// Whether the program keeps anything secret.
    pub(super) fn has_secrets(&self) -> bool {
        self.secrets == Secrets::Referee && self.seats > 1
    }

    /// Each seat's score, if the rules define one.
    pub(super) fn scores(&self, p: &Position) -> Vec<Option<i32>> {
        let score = |seat: u8, node| {
            let value = eval::Evaluator::new(self, p, seat, eval::Reader::Rules).value(node);
            (value != NONE).then_some(value)
        };
        (0..self.seats)
            .map(|seat| self.program.end.score.and_then(|node| score(seat, node)))
            .collect()
    }

    /// The values that decide who wins, by seat; high is good.
    fn standings(&self, p: &Position) -> Vec<(i64, i64)> {
        let end = &self.program.end;
        let scores = self.scores(p);
        let sign = if end.low { -1 } else { 1 };
        let tie = |seat: u8| match end.ties {
            Some(node) => i64::from(eval::number(
                eval::Evaluator::new(self, p, seat, eval::Reader::Rules).value(node),
            )),
            None => 0,
        };
        (0..self.seats)
            .map(|seat| {
                (
                    sign * i64::from(scores[usize::from(seat)].unwrap_or(0)),
                    tie(seat),
                )
            })
            .collect()
    }

    fn verdicts(&self, p: &Position) -> Vec<Verdict> {
        let end = &self.program.end;
        let verdict = |won: bool| if won { Verdict::Win } else { Verdict::Loss };
        let seats = 0..self.seats;
        if let Some(winners) = p.winners {
            return seats
                .map(|seat| verdict(winners >> seat & 1 == 1))
                .collect();
        }
        if self.tells_score_alone() {
            return vec![Verdict::Draw];
        }
        let alone = self.seats == 1 || end.together;
        if alone && (end.win.is_some() || p.lost != 0) {
            return seats.map(|_| Verdict::Loss).collect();
        }
        if end.score.is_none() {
            let all = |seat: u8| {
                if p.lost >> seat & 1 == 1 {
                    Verdict::Loss
                } else if p.lost != 0 {
                    Verdict::Win
                } else {
                    Verdict::Draw
                }
            };
            return seats.map(all).collect();
        }
        let standings = self.standings(p);
        let open = |seat: &u8| p.lost >> *seat & 1 == 0;
        let best = (0..self.seats)
            .filter(open)
            .map(|seat| standings[usize::from(seat)])
            .max();
        seats
            .map(|seat| verdict(open(&seat) && Some(standings[usize::from(seat)]) == best))
            .collect()
    }

    /// Whether a lone player can neither win nor lose: there is only a score.
    fn tells_score_alone(&self) -> bool {
        self.seats == 1 && self.program.end.score.is_some() && !self.decides()
    }

    /// Whether anything says who wins or loses: the rules, or the scores of players who play against each other.
    fn decides(&self) -> bool {
        let end = &self.program.end;
        let decides = |op: &Op| matches!(op, Op::Win { .. } | Op::Lose { .. });
        let is_race = self.seats > 1 && !end.together && end.score.is_some();
        is_race || end.win.is_some() || end.lose.is_some() || self.program.ops.iter().any(decides)
    }

    fn result(&self, p: &Position) -> Outcome {
        Outcome {
            verdicts: self.verdicts(p),
            ranking: self.ranking(p),
            scores: self.scores(p),
            is_scored: self.tells_score_alone(),
        }
    }

    /// The seats from first to last, where there is a score or somebody left before the end.
    fn ranking(&self, p: &Position) -> Vec<Vec<Seat>> {
        let has_left = p.left.iter().any(|left| *left > 0);
        let is_ranked = self.program.end.score.is_some() || has_left;
        if !is_ranked || self.seats == 1 || self.program.end.together {
            return Vec::new();
        }
        let standings = self.standings(p);
        let verdicts = self.verdicts(p);
        let winner = |seat: Seat| verdicts[usize::from(seat)] == Verdict::Win;
        // Who won first is before who won later, and who lost first is behind who lost later.
        let stayed = |seat: Seat| match (winner(seat), i64::from(p.left[usize::from(seat)])) {
            (_, 0) => 0,
            (true, left) => i64::from(u32::MAX) - left,
            (false, left) => left - i64::from(u32::MAX),
        };
        let key = |seat: Seat| (winner(seat), stayed(seat), standings[usize::from(seat)]);
        let mut seats: Vec<Seat> = (0..self.seats).collect();
        seats.sort_by_key(|seat| std::cmp::Reverse(key(*seat)));
        seats
            .chunk_by(|a, b| key(*a) == key(*b))
            .map(<[Seat]>::to_vec)
            .collect()
    }
}

impl Bots for KitGame {
    const NAMES: &'static [&'static str] = &["greedy", "random"];

    /// Most games of a designer end sooner.
    const HORIZON: usize = 150;

    const COUNTS: &'static [&'static str] = &USUAL_COUNTS;

    fn bot(&self, name: &str) -> Option<Box<dyn Bot<KitGame>>> {
        match name {
            "greedy" if self.values_actions() => Some(Box::new(Valued::default())),
            "greedy" => Some(Box::new(Greedy::default())),
            "random" => Some(Box::new(RandomBot)),
            _ => None,
        }
    }

    /// Looking up what an action is worth is as quick as chance.
    fn playout_bot(&self) -> Option<Box<dyn Bot<KitGame>>> {
        if self.values_actions() {
            Some(Box::new(Valued::quick()))
        } else {
            Some(Box::new(RandomBot))
        }
    }

    /// Playouts at random see through no bluff, and bluff without sense.
    fn spread(&self) -> f64 {
        if self.has_secrets() { 0.005 } else { 0.02 }
    }

    fn estimate(&self, position: &Position, seat: Seat) -> Option<f64> {
        (position.wait != Wait::Over).then(|| self.estimate_of(position, seat))
    }

    fn prize(&self, position: &Position, seat: Seat, outcome: &Outcome) -> f64 {
        self.prize_of(position, seat, outcome)
    }

    fn own_counts(&self) -> Vec<&'static str> {
        self.program.counts.iter().map(|count| count.name).collect()
    }

    /// In turns; where players only choose one after the other or together, in rounds; and otherwise in decisions.
    fn length(&self) -> &'static str {
        let is_turn = |op: &Op| matches!(op, Op::Call(_, FrameKind::Turn));
        if self.program.ops.iter().any(is_turn) {
            "turns"
        } else if self.program.rounds {
            "rounds"
        } else {
            "decisions"
        }
    }

    fn place(&self, position: &Position) -> Option<u64> {
        Some(position.place())
    }

    fn is_cut(&self, p: &Position) -> bool {
        p.alone > MAX_ALONE || p.spun > MAX_BETWEEN
    }

    fn opening(&self) -> &[Event] {
        &self.opening
    }

    fn count(&self, position: &Position, event: &Event, each: &mut dyn FnMut(&'static str, u32)) {
        self.count_own(event, each);
        let name = match event {
            Event::Ended => {
                each(
                    "rounds",
                    if self.program.rounds {
                        position.rounds
                    } else {
                        0
                    },
                );
                return;
            }
            Event::TurnBegan { .. } => "turns",
            Event::Acted { .. } | Event::Chosen { .. } => "actions",
            Event::Answered { .. } => "answers",
            Event::Rolled { .. } => "dice rolled",
            Event::Moved { .. } => "pieces moved",
            Event::Placed { .. } => "tiles placed",
            _ => return,
        };
        each(name, 1);
    }

    fn counters(&self) -> Vec<String> {
        self.shown_counters()
            .map(|var| {
                if var.own {
                    format!("{} of a player", var.title)
                } else {
                    var.title.clone()
                }
            })
            .collect()
    }

    fn each_counter(&self, position: &Position, each: &mut dyn FnMut(usize, i32)) {
        for (at, var) in self.shown_counters().enumerate() {
            let owners = if var.own { usize::from(self.seats) } else { 1 };
            let first = usize::from(var.base);
            let cells = &position.vars[first..first + owners * usize::from(var.each.count())];
            cells
                .iter()
                .for_each(|value| each(at, eval::number(*value)));
        }
    }

    fn used(&self, position: &Position, event: &Event) -> Option<(Seat, &str)> {
        match event {
            Event::Acted { seat, action, gaps } => {
                Some((*seat, self.piece_named(position, *action, *gaps)?))
            }
            _ => None,
        }
    }

    fn used_in_secret(&self, position: &Position, mv: Move) -> Option<(Seat, &str)> {
        let (action, gaps) = self.named_in_secret(position, mv)?;
        Some((position.seat, self.piece_named(position, action, gaps)?))
    }

    fn usable(&self) -> Vec<String> {
        let picks = self.program.actions.iter().flat_map(|action| &action.picks);
        let decks = picks.fold(0, |decks, pick| match pick.ty {
            Type::Piece(own, _) => decks | own,
            _ => decks,
        });
        let kinds = self.program.facts.kinds.iter().zip(0..);
        kinds
            .filter(|(kind, _)| kind.count > 0 && decks >> kind.deck & 1 == 1)
            .map(|(_, at)| self.kind_name(at).to_owned())
            .collect()
    }

    fn received(&self, event: &Event) -> Option<Seat> {
        let Event::Moved { to, .. } = event else {
            return None;
        };
        let zone = &self.zone_at[usize::from(*to)];
        let is_own = self.program.zones[usize::from(zone.decl)].own;
        is_own.then_some(zone.seat)
    }

    fn is_piece(&self, mv: Move) -> bool {
        matches!(mv, Move::Know { way: 0, .. })
    }

    fn kinds_of_answers(&self) -> Vec<String> {
        let offered = |action: usize| {
            self.program
                .choices
                .iter()
                .any(|choice| choice.actions.contains(&(action as u16)))
        };
        let actions = self.program.actions.iter().enumerate();
        actions
            .filter(|(at, _)| offered(*at))
            .map(|(_, action)| action.name.clone())
            .collect()
    }

    fn plays_together(&self) -> bool {
        self.program.end.together
    }

    fn has_winners(&self) -> bool {
        self.decides()
    }

    fn is_endless(&self) -> Option<&'static str> {
        if self.is_free {
            return Some(
                "it has no rules, only an open table: write a `play.toml`, or begin with `paperkeep new mine --from pig`",
            );
        }
        if !self.program.can_end() {
            return Some(
                "its rules have no end: `[end]` needs `win`, `lose` or `when`, or some effect needs `end game`",
            );
        }
        if self.program.is_end_out_of_reach() {
            return Some(
                "its end cannot come: what `[end]` asks for excludes itself, or the `least` and `most` of counters keep them from it",
            );
        }
        let is_over = |node: NodeId| {
            let holds = |seat: u8| {
                eval::Evaluator::new(self, &self.start, seat, eval::Reader::Rules).holds(node)
            };
            (0..self.seats).any(holds)
        };
        let EndCode {
            win, lose, when, ..
        } = self.program.end;
        let never =
            self.program.has_fixed_end() && ![win, lose, when].into_iter().flatten().any(is_over);
        never.then_some("its end cannot come: no effect changes what `[end]` asks for")
    }
}

impl KitGame {
    /// The first piece that the sentence of an action names, by its printed name, as far as anybody knows it.
    fn piece_named(&self, position: &Position, action: u16, gaps: Gaps) -> Option<&str> {
        let code = &self.program.actions[usize::from(action)];
        let saying = code.tell.as_ref().unwrap_or(&code.words);
        let types = saying.0.iter().filter_map(|part| match part {
            Part::Value(_, ty) => Some(ty),
            Part::Text(_) => None,
        });
        let mut pieces = gaps
            .0
            .iter()
            .zip(types)
            .filter(|(_, ty)| matches!(ty, Type::Piece(..)));
        let ((value, kind), _) = pieces.next()?;
        let piece = u16::try_from(*value).ok()?;
        let kind = match *kind {
            // Nobody is told of the figures while the game is played.
            UNKNOWN => position.pieces[usize::from(piece)].kind,
            kind => kind,
        };
        (kind != UNKNOWN).then(|| self.kind_name(kind))
    }

    /// Counts what the kit counts by names of its own.
    fn count_own(&self, event: &Event, each: &mut dyn FnMut(&'static str, u32)) {
        for count in &self.program.counts {
            let counts = match event {
                Event::Acted { action, .. } => count.actions.contains(action),
                Event::Said { said, .. } => count.said.contains(said),
                _ => false,
            };
            if counts {
                each(count.name, 1);
            }
        }
    }

    /// The counters that the kit shows.
    fn shown_counters(&self) -> impl Iterator<Item = &VarDecl> {
        let is_shown = |var: &&VarDecl| var.ty == Type::Number && !var.title.is_empty();
        self.program.vars.iter().filter(is_shown)
    }
}

/// Whether a name is reserved by the language.
fn compile_reserved(name: &str) -> bool {
    compile::RESERVED.contains(&name) || statement::EFFECTS.contains(&name)
}
