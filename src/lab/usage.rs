//! What is used of a game: which of its rules come up, which answers are taken, and what each piece does when it is drawn.
//!
//! Everything is counted in whole numbers of games and decisions, so the parts of a simulation can be added.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::playout::{Observer, Played};
use crate::referee::{Bots, Choices, Outcome, RuleId, Seat, Turn, Verdict, Whereabouts, Words};

/// What was used in many games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// By the event's stable name and then by rule; a name without rules is of an event that never happened.
    pub rules: BTreeMap<String, BTreeMap<String, Often>>,
    /// By the first word of an answer: "drink", "go".
    pub answers: BTreeMap<String, Answer>,
    /// By the source that the piece is drawn from, and the piece.
    pub pieces: BTreeMap<String, BTreeMap<String, Piece>>,
    /// By the printed name of a piece that players use.
    #[serde(default)]
    pub cards: BTreeMap<String, Card>,
    /// By the place where a player began: players, and how many of them won.
    pub starts: BTreeMap<String, Cases>,
    /// By place.
    pub places: BTreeMap<String, Visits>,
}

/// How often a piece was used, and by players who won.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Card {
    pub games: u64,
    pub times: u64,
    /// Of games in which some players used it and some did not: those who did, and those who did not. Where nobody plays against
    /// another: games in which it was used, and games in which it was not.
    pub users: Cases,
    pub others: Cases,
}

impl Card {
    fn merge(&mut self, other: &Card) {
        self.games += other.games;
        self.times += other.times;
        self.users.merge(&other.users);
        self.others.merge(&other.others);
    }
}

/// Who came to a place, and who fell there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visits {
    /// Players of any game who came there, each once, and how many of them fell there.
    pub came: u64,
    pub fell: u64,
    /// All falls.
    pub falls: u64,
}

/// How often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Often {
    /// Games in which it did.
    pub games: u64,
    pub times: u64,
}

/// How often a kind of answer was possible, and how often it was given, in decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub offered: u64,
    pub taken: u64,
    /// How often it was the only one, which is not a decision.
    #[serde(default)]
    pub alone: u64,
}

/// What came of the games in which a piece was drawn, and of those in which another piece was drawn in its place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Games in which it came, and how many of them somebody won.
    pub came: Cases,
    /// By how many draws from its source there were before: who drew it for the first time in a game, and who drew another piece
    /// where it could have come for the first time. Counted are wins of the player who got it, or else made the last decision before
    /// the draw; what is dealt to rivals before anybody decided is nobody's draw.
    pub draws: Vec<Draw>,
}

/// Draws with equally many before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    pub this: Cases,
    pub another: Cases,
}

/// How many of a number of games were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cases {
    pub of: u64,
    pub won: u64,
}

/// Draws later than this in a game are not compared.
const MAX_DRAWS: usize = 60;

impl Often {
    fn merge(&mut self, other: &Often) {
        self.games += other.games;
        self.times += other.times;
    }
}

impl Answer {
    fn merge(&mut self, other: &Answer) {
        self.offered += other.offered;
        self.alone += other.alone;
        self.taken += other.taken;
    }
}

impl Cases {
    fn add(&mut self, won: bool) {
        self.of += 1;
        self.won += u64::from(won);
    }

    pub(super) fn merge(&mut self, other: &Cases) {
        self.of += other.of;
        self.won += other.won;
    }
}

impl Visits {
    fn merge(&mut self, other: &Visits) {
        self.came += other.came;
        self.fell += other.fell;
        self.falls += other.falls;
    }
}

impl Piece {
    /// The draws with the same number of draws before them.
    fn draw(&mut self, before: usize) -> &mut Draw {
        if self.draws.len() <= before {
            self.draws.resize(before + 1, Draw::default());
        }
        &mut self.draws[before]
    }

    fn merge(&mut self, other: &Piece) {
        self.came.merge(&other.came);
        for (before, theirs) in other.draws.iter().enumerate() {
            let mine = self.draw(before);
            mine.this.merge(&theirs.this);
            mine.another.merge(&theirs.another);
        }
    }
}

impl Usage {
    /// The usage in no games, with a list of what could happen.
    pub fn new<G: Bots>(game: &G) -> Usage {
        let rules = game
            .labels()
            .into_iter()
            .map(|name| (name.to_owned(), BTreeMap::new()))
            .collect();
        let answers = game.kinds_of_answers().into_iter();
        let cards = game.usable().into_iter();
        Usage {
            cards: cards.map(|name| (name, Card::default())).collect(),
            rules,
            answers: answers.map(|kind| (kind, Answer::default())).collect(),
            ..Usage::default()
        }
    }

    /// Adds the usage in other games.
    pub fn merge(&mut self, other: &Usage) {
        for (name, theirs) in &other.rules {
            let mine = self.rules.entry(name.clone()).or_default();
            theirs
                .iter()
                .for_each(|(rule, often)| mine.entry(rule.clone()).or_default().merge(often));
        }
        for (name, answer) in &other.answers {
            self.answers.entry(name.clone()).or_default().merge(answer);
        }
        for (name, card) in &other.cards {
            self.cards.entry(name.clone()).or_default().merge(card);
        }
        for (place, cases) in &other.starts {
            self.starts.entry(place.clone()).or_default().merge(cases);
        }
        for (place, visits) in &other.places {
            self.places.entry(place.clone()).or_default().merge(visits);
        }
        for (source, theirs) in &other.pieces {
            let mine = self.pieces.entry(source.clone()).or_default();
            theirs
                .iter()
                .for_each(|(name, piece)| mine.entry(name.clone()).or_default().merge(piece));
        }
    }
}

/// Notes taken while a game is played, and their sum over the games that ended.
pub struct Notes<'g, G: Bots> {
    game: &'g G,
    /// Whether nobody plays against another.
    is_alone: bool,
    pub usage: Usage,
    /// What happened in the game being played.
    happened: Vec<((&'static str, RuleId), u64)>,
    answers: BTreeMap<String, Answer>,
    /// By the name of a piece, how often each seat used it in the game being played.
    cards: BTreeMap<String, Vec<u64>>,
    /// The pieces met so far in any game, by source, with their names.
    known: Vec<Vec<(G::Move, String)>>,
    /// Which of them have come in this game, and how many draws there were, by source.
    come: Vec<Vec<bool>>,
    draws: Vec<usize>,
    drawn: Vec<Drawn>,
    /// Where those begin that belong to the draw just made, while nobody has got the piece.
    just_drawn: usize,
    /// Who made the last decision.
    last: Option<Seat>,
    /// The places where each seat has been in this game and how often it fell there, the last one last; and where it began.
    trails: Vec<Vec<(String, u64)>>,
    starts: Vec<Option<String>>,
}

/// A piece that was drawn, or could have been.
struct Drawn {
    source: usize,
    piece: usize,
    came: bool,
    /// How many draws there were before and who drew; `None` if it is not to be compared.
    by: Option<(usize, Seat)>,
}

impl<'g, G: Words + Bots> Notes<'g, G> {
    pub fn new(game: &'g G) -> Notes<'g, G> {
        let sources = game.sources().len();
        Notes {
            game,
            is_alone: game.seats() == 1 || game.plays_together(),
            usage: Usage::new(game),
            happened: Vec::new(),
            answers: BTreeMap::new(),
            cards: BTreeMap::new(),
            known: vec![Vec::new(); sources],
            come: vec![Vec::new(); sources],
            draws: vec![0; sources],
            drawn: Vec::new(),
            just_drawn: 0,
            last: None,
            trails: vec![Vec::new(); game.seats()],
            starts: vec![None; game.seats()],
        }
    }

    /// Ends the game being played: it counts unless it was cut.
    pub fn end(&mut self, played: &Played) {
        if let Some(outcome) = &played.outcome {
            self.add(outcome);
        }
        self.happened.clear();
        self.answers.clear();
        self.cards.clear();
        self.come.iter_mut().for_each(|come| come.fill(false));
        self.draws.fill(0);
        self.drawn.clear();
        self.last = None;
        self.trails.iter_mut().for_each(Vec::clear);
        self.starts.fill(None);
    }

    fn add(&mut self, outcome: &Outcome) {
        for ((name, rule), times) in &self.happened {
            // Kinds and rules are few, so looking before inserting saves most of the names.
            let rules = self.usage.rules.entry((*name).to_owned()).or_default();
            rules.entry((*rule).to_owned()).or_default().merge(&Often {
                games: 1,
                times: *times,
            });
        }
        for (name, answer) in &self.answers {
            self.usage
                .answers
                .entry(name.clone())
                .or_default()
                .merge(answer);
        }
        let anybody = outcome.verdicts.contains(&Verdict::Win);
        let won = |seat: Seat| outcome.verdicts.get(usize::from(seat)) == Some(&Verdict::Win);
        for (name, times) in &self.cards {
            let card = self.usage.cards.entry(name.clone()).or_default();
            card.games += 1;
            card.times += times.iter().sum::<u64>();
            if times.contains(&0) && !self.is_alone {
                for (seat, times) in (0..).zip(times) {
                    let side = match times {
                        0 => &mut card.others,
                        _ => &mut card.users,
                    };
                    side.add(won(seat));
                }
            }
        }
        if self.is_alone {
            for (name, card) in &mut self.usage.cards {
                let side = if self.cards.contains_key(name) {
                    &mut card.users
                } else {
                    &mut card.others
                };
                side.add(anybody);
            }
        }
        for (seat, place) in (0..).zip(&self.starts) {
            if let Some(place) = place {
                self.usage
                    .starts
                    .entry(place.clone())
                    .or_default()
                    .add(won(seat));
            }
        }
        for (place, falls) in self.trails.iter().flatten() {
            let visits = Visits {
                came: 1,
                fell: u64::from(*falls > 0),
                falls: *falls,
            };
            self.usage
                .places
                .entry(place.clone())
                .or_default()
                .merge(&visits);
        }
        let sources = self.game.sources();
        let mut pieces: Vec<BTreeMap<usize, Piece>> = vec![BTreeMap::new(); sources.len()];
        for Drawn {
            source,
            piece,
            came,
            by,
        } in &self.drawn
        {
            let piece = pieces[*source].entry(*piece).or_default();
            if *came {
                piece.came.add(anybody);
            }
            if let Some((before, seat)) = by {
                let draw = piece.draw(*before);
                let side = if *came {
                    &mut draw.this
                } else {
                    &mut draw.another
                };
                side.add(won(*seat));
            }
        }
        for (source, pieces) in pieces
            .into_iter()
            .enumerate()
            .filter(|(_, pieces)| !pieces.is_empty())
        {
            let all = self
                .usage
                .pieces
                .entry(sources[source].name.to_owned())
                .or_default();
            for (piece, found) in pieces {
                all.entry(self.known[source][piece].1.clone())
                    .or_default()
                    .merge(&found);
            }
        }
    }

    /// Follows a player's way.
    fn follow(&mut self, seat: Seat, whereabouts: Whereabouts) {
        let seat = usize::from(seat);
        let trail = &mut self.trails[seat];
        match whereabouts {
            Whereabouts::Fell => {
                if let Some((_, falls)) = trail.last_mut() {
                    *falls += 1;
                }
            }
            Whereabouts::Arrived(place) | Whereabouts::Began(place) => {
                let known = trail.iter().position(|(known, _)| *known == place);
                let entry = known.map_or((place, 0), |at| trail.remove(at));
                trail.push(entry);
            }
        }
    }

    /// Somebody got the piece that was just drawn, as when cards are dealt to all: then it is theirs, whoever decided last.
    fn received(&mut self, seat: Seat) {
        let just_drawn = self.just_drawn.min(self.drawn.len());
        for drawn in &mut self.drawn[just_drawn..] {
            drawn.by = drawn.by.map(|(before, _)| (before, seat));
        }
        self.just_drawn = self.drawn.len();
    }

    fn drew(&mut self, source: usize, choices: &Choices<G::Move>, mv: G::Move) {
        let before = self.draws[source];
        self.draws[source] += 1;
        if !choices.iter().all(|choice| self.game.is_piece(choice.mv)) {
            return;
        }
        let is_compared = before < MAX_DRAWS && choices.len() > 1;
        let drawer = self.last.or(self.is_alone.then_some(0));
        let by = drawer.filter(|_| is_compared).map(|seat| (before, seat));
        // Moves are listed in a stable order, so the next one is mostly known a little further on.
        let mut next = 0;
        for choice in choices.iter() {
            let known = &mut self.known[source];
            let mut places = (next..known.len()).chain(0..next.min(known.len()));
            let piece = places
                .find(|at| known[*at].0 == choice.mv)
                .unwrap_or(known.len());
            next = piece + 1;
            if piece == known.len() {
                known.push((choice.mv, self.game.drawn(choice.mv)));
            }
            let come = &mut self.come[source];
            come.resize(come.len().max(piece + 1), false);
            let came = choice.mv == mv;
            if !come[piece] && (came || by.is_some()) {
                come[piece] = came;
                self.drawn.push(Drawn {
                    source,
                    piece,
                    came,
                    by,
                });
            }
        }
    }
}

impl<G: Words + Bots> Observer<G> for Notes<'_, G> {
    fn moved(&mut self, turn: Turn, choices: &Choices<G::Move>, mv: G::Move) {
        self.just_drawn = self.drawn.len();
        match turn {
            Turn::Player(seat) => {
                self.last = Some(seat);
                let kind = |mv| {
                    let id = self.game.id(mv);
                    id.split_once(':')
                        .map_or(id.clone(), |(kind, _)| kind.to_owned())
                };
                if choices.len() < 2 {
                    self.answers.entry(kind(mv)).or_default().alone += 1;
                    return;
                }
                let mut kinds: Vec<String> = choices.iter().map(|choice| kind(choice.mv)).collect();
                kinds.sort_unstable();
                kinds.dedup();
                kinds
                    .into_iter()
                    .for_each(|kind| self.answers.entry(kind).or_default().offered += 1);
                self.answers.entry(kind(mv)).or_default().taken += 1;
            }
            Turn::Chance(source) | Turn::Table(source) => {
                let source = usize::from(source.0);
                if self.game.sources()[source].group != DICE {
                    self.drew(source, choices, mv);
                }
            }
            Turn::Over => {}
        }
    }

    fn happened(&mut self, position: &G::Position, event: &G::Event) {
        if let Some((seat, whereabouts)) = self.game.whereabouts(position, event) {
            if let Whereabouts::Began(place) = &whereabouts {
                self.starts[usize::from(seat)] = Some(place.clone());
            }
            self.follow(seat, whereabouts);
        }
        if let Some(seat) = self.game.received(event) {
            self.received(seat);
        }
        let Some(label) = self.game.label(position, event) else {
            return;
        };
        match self.happened.iter_mut().find(|(known, _)| *known == label) {
            Some((_, times)) => *times += 1,
            None => self.happened.push((label, 1)),
        }
    }

    fn used(&mut self, seat: Seat, piece: &str) {
        if !self.cards.contains_key(piece) {
            let seats = self.game.seats();
            self.cards.insert(piece.to_owned(), vec![0; seats]);
        }
        if let Some(times) = self.cards.get_mut(piece) {
            times[usize::from(seat)] += 1;
        }
    }
}

/// The group of the sources whose results are not pieces.
const DICE: &str = "dice";
