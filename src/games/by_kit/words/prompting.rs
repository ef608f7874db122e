//! How a kit's game asks at a prompt: a few answers are listed in the question, many are grouped by action.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Target, Type};
use crate::games::by_kit::rules::choice::spell;
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::*;
use crate::games::by_kit::sight::board::Shown;
use crate::games::by_kit::sight::hands::Held;
use crate::games::english::capital;
use crate::referee::{Heading, Manner, News, Prompting, Seat, Setup, Short, When, Words};

/// The most letters of answers that a question lists one by one.
const ROOM: usize = 800;
/// The same at an open table, where the answers are what all pieces allow.
const OPEN_ROOM: usize = 450;
/// Of more answers than are named, only these are, and the last one.
const FEW: usize = 2;

/// The most targets of an action that are named, and of one with several numbers.
const NAMED: usize = 6;
const PAIRS: usize = 24;

impl Prompting for KitGame {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        if let Wait::Know { piece, from } = p.wait {
            return self.manner_of_cards(p, piece, from);
        }
        if let Wait::Roll { of, .. } = p.wait {
            let same = |step: &&Step| matches!(step, Step::Roll { of: other, .. } if *other == of);
            let count = 1 + p.queue.iter().rev().take_while(same).count();
            let dice = &self.program.dice[usize::from(of)].title;
            let lead = self.worded(
                "What do the {count} {dice} show",
                &[("count", &count), ("dice", dice)],
            );
            let lead = Some(lead).filter(|_| count > 1);
            return Manner {
                asked: lead.as_ref().map(|lead| format!("{lead}?")),
                lead,
                ..Manner::default()
            };
        }
        if !matches!(p.wait, Wait::Choose(_) | Wait::Ask(..)) {
            return Manner::default();
        }
        let mut moves = Vec::new();
        let listed = self.list(p, &mut |mv, _| moves.push(mv));
        if listed.fault.is_some() {
            moves = vec![Move::GoOn];
        }
        let when = if moves.contains(&Move::GoOn) {
            When::Always
        } else {
            When::Open
        };
        // A forced move that no one else may know of is still asked for.
        if let [only] = moves.as_slice() {
            let only = self.worded(
                "Only this: {answer} (Enter).",
                &[("answer", &self.in_short(p, *only))],
            );
            let lead = format!("{} {only}", self.question(p));
            return Manner {
                when,
                lead: Some(lead),
                shown: false,
                ..Manner::default()
            };
        }
        // Enter declines.
        let usual = moves
            .contains(&Move::Pass)
            .then(|| (Move::Pass, self.worded("nothing", &[]).into()));
        if let Some(numbers) = self.run_of_numbers(&moves) {
            let run = self.worded(
                "{first} to {last}",
                &[("first", numbers.start()), ("last", numbers.end())],
            );
            let lead = format!("{} {run}", self.question(p));
            return Manner {
                when,
                asked: Some(lead.clone()),
                lead: Some(lead),
                shown: false,
                ..Manner::default()
            };
        }
        let texts: Vec<String> = moves.iter().map(|mv| self.in_short(p, *mv)).collect();
        let is_free = |mv: &Move| matches!(mv, Move::Act { action, .. } if self.program.actions[usize::from(*action)].free);
        let room = if moves.iter().any(is_free) {
            OPEN_ROOM
        } else {
            ROOM
        };
        if said_once(&texts) <= room && !self.has_run(&moves) {
            return Manner {
                when,
                usual,
                ..Manner::default()
            };
        }
        moves.retain(|mv| *mv != Move::Pass);
        let lead = format!("{} {}", self.question(p), self.grouped(p, &moves));
        Manner {
            when,
            asked: Some(lead.clone()),
            lead: Some(lead),
            shown: false,
            usual,
            ..Manner::default()
        }
    }

    fn holding(&self, p: &Position, seat: Seat, viewer: Option<Seat>) -> Option<String> {
        let mut told = self.told_of(p, seat, viewer, &Shown::NOTHING);
        if !p.plays(seat) && p.wait != Wait::Over {
            told.insert(0, self.worded("out of the game", &[]));
        }
        Some(told.join("; "))
    }

    /// Pieces that move to the same place share a sentence, as do dice and the counters of a player; unknown pieces are only
    /// counted. Nothing is said that the action's sentence already says, that only repeats whose turn it is, or that the
    /// results show.
    fn news(&self, p: &Position, event: Event) -> News {
        // `text` has the place `piece` for one or several.
        let several = |of: String, piece: u16, text: &str, with: (&str, &dyn Display)| {
            let said = |piece: String| self.worded(text, &[("piece", &piece), with]);
            News::Another {
                of,
                one: said(self.some_piece(piece)),
                many: said(self.bare_pieces(piece)),
            }
        };
        match event {
            // The end of the game says who has won.
            Event::TurnBegan { .. } | Event::Ended | Event::Won { .. } | Event::Lost { .. } => {
                News::Silent
            }
            Event::Placed { place, .. } if p.named.contains(&Named::Place(place)) => News::Silent,
            Event::Moved { kind, piece, .. } if kind != UNKNOWN && self.is_named(p, piece) => {
                News::Silent
            }
            Event::Answered { question, .. } => {
                let asked = &self.program.questions[usize::from(question)];
                match (&asked.ty, &asked.target) {
                    (Type::Number | Type::Place(_) | Type::Zone(_), Target::Local(_)) => {
                        News::Silent
                    }
                    _ => News::Full,
                }
            }
            // A counter that changes several times in a move is reported once.
            Event::Set {
                at, value, anew, ..
            } if anew || p.vars[usize::from(at)] != value => News::Silent,
            Event::Set { var, at, value, .. } => self.counted_news(p, var, at, value),
            Event::Moved {
                kind: UNKNOWN,
                piece,
                from,
                to,
            } => {
                let from = self.source_in_news(p, from, to);
                several(
                    capital(&self.zone_title(p, to)),
                    piece,
                    "{piece} from {zone}",
                    ("zone", &from),
                )
            }
            Event::Moved { kind, to, .. } => {
                News::fact(capital(&self.zone_title(p, to)), self.kind_name(kind))
            }
            Event::Turned {
                kind: UNKNOWN,
                piece,
                ..
            } => several(self.worded("Turned down", &[]), piece, "{piece}", ("", &"")),
            Event::Turned { kind, up, .. } => News::fact(
                self.worded(if up { "Turned up" } else { "Turned down" }, &[]),
                self.kind_name(kind),
            ),
            Event::Shown { kind, piece, .. } if kind != UNKNOWN && self.is_named(p, piece) => {
                News::Silent
            }
            Event::Shown {
                kind, zone, seats, ..
            } if kind != UNKNOWN && seats == self.everybody() => {
                News::fact(capital(&self.zone_title(p, zone)), self.kind_name(kind))
            }
            Event::Marked { piece, zone, mark } => {
                let mark = self.plain(mark);
                several(
                    capital(&self.zone_title(p, zone)),
                    piece,
                    "{piece} marked {mark}",
                    ("mark", &mark),
                )
            }
            Event::Rolled { of, die, face: 0 } => {
                let one = self.worded("a die in secret", &[]);
                let many = self.worded("dice in secret", &[]);
                News::Another {
                    of: capital(&self.dice_title(of, die)),
                    one,
                    many,
                }
            }
            Event::Rolled { of, .. } if self.is_single(of) => News::Full,
            Event::Rolled { of, face, .. } => News::fact(
                capital(&self.the(&self.program.dice[usize::from(of)].title)),
                self.face_name(of, face),
            ),
            Event::Uncovered {
                of,
                die,
                face: face @ 1..,
                ..
            } => News::fact(capital(&self.dice_title(of, die)), self.face_name(of, face)),
            _ => News::Full,
        }
    }

    fn repeats(&self, p: &Position, event: Event) -> bool {
        let is_new = matches!(
            event,
            Event::TurnBegan { .. } | Event::Ended | Event::Won { .. } | Event::Lost { .. }
        );
        !is_new && self.news(p, event) == News::Silent
    }

    fn told(&self, p: &Position, event: Event) -> Option<String> {
        match event {
            // "The pot is 4." needs no word of the table.
            Event::Set { var, .. } if !self.program.vars[usize::from(var)].own => {
                Some(self.tell_event(p, event).text)
            }
            _ => None,
        }
    }

    /// Changes when a tile was laid or a stack changed, so that maps are drawn again.
    fn table_version(&self, p: &Position) -> u64 {
        self.map_hash(p)
    }

    /// Rounds defined by the kit get a heading; if players simply take turns, the name of the player is enough.
    fn heading(&self, p: &Position) -> Option<Heading> {
        let round = p.rounds;
        // The first round begins with the game.
        (self.program.rounds && round > 1 && p.wait != Wait::Over).then(|| Heading {
            round,
            text: self.worded("Round {number}", &[("number", &round)]),
        })
    }

    /// Cards of a hand as they are held.
    fn order(&self, p: &Position, moves: &[Move]) -> Option<Vec<usize>> {
        let held: Vec<_> = moves.iter().map(|mv| self.held_by_answer(p, *mv)).collect();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        let action = |at: usize| match moves[at] {
            Move::Act { action, .. } => Some(action),
            _ => None,
        };
        let is_run = |one: &usize, next: &usize| {
            action(*one) == action(*next) && held[*one].is_some() && held[*next].is_some()
        };
        for run in order.chunk_by_mut(is_run) {
            run.sort_by_key(|at| held[*at]);
        }
        Some(order)
    }

    fn differ(&self, one: Move, other: Move) -> bool {
        let (
            Move::Act { action, picks },
            Move::Act {
                action: by,
                picks: of,
            },
        ) = (one, other)
        else {
            return false;
        };
        let code = &self.program.actions[usize::from(action)];
        action != by || picks != of && code.keeps_picks()
    }

    fn round(&self, p: &Position) -> Option<u32> {
        Some(p.turns)
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        matches!(p.wait, Wait::Choose(_) | Wait::Ask(..)).then(|| self.in_short(p, mv).into())
    }
}

impl KitGame {
    /// Where the card that an answer names belongs in the hand of who answers.
    fn held_by_answer(&self, p: &Position, mv: Move) -> Option<Held> {
        let (seat, value) = match (p.wait, mv) {
            (Wait::Choose(_), Move::Act { action, picks }) => {
                let pick = self.program.actions[usize::from(action)].picks.first()?;
                if !matches!(pick.ty, Type::Piece(..)) {
                    return None;
                }
                (p.seat, self.pick_out(p, action, picks).ok()?.values[0])
            }
            (Wait::Ask(question, seat), Move::Answer { said, .. }) => {
                let asked = &self.program.questions[usize::from(question)];
                if !matches!(asked.ty, Type::Piece(..)) {
                    return None;
                }
                (seat, self.answer_of(p, question, seat, said)?.0)
            }
            _ => return None,
        };
        self.held(p, u16::try_from(value).ok()?, Some(seat))
    }

    /// The zone that a piece comes from: "the hand" where it belongs to whom the other belongs to, else with its owner.
    fn source_in_news(&self, p: &Position, from: u16, to: u16) -> String {
        let source = self.zone_at.get(usize::from(from));
        let target = self.zone_at.get(usize::from(to));
        let is_same_owner = source
            .zip(target)
            .is_some_and(|(source, target)| source.seat == target.seat);
        let is_own = source.is_some_and(|at| self.program.zones[usize::from(at.decl)].own);
        if is_own && is_same_owner {
            self.the(&self.zone_name(p, from))
        } else {
            self.zone_title(p, from)
        }
    }

    /// Asks which card was drawn. If several follow each other, all are asked for at once and may be answered in one line.
    fn manner_of_cards(&self, p: &Position, piece: u16, from: u16) -> Manner<Move> {
        let to = p.pieces[usize::from(piece)].zone;
        let pieces = self.bare_pieces(piece);
        let source = self.zone_title(p, from);
        let target = self.zone_title(p, to);
        let lead = match (self.coming(p, from, to), from == to) {
            (0 | 1, _) => None,
            (count, true) => Some(self.worded(
                "Which {count} {pieces} of {zone} are they",
                &[("count", &count), ("pieces", &pieces), ("zone", &target)],
            )),
            (count, false) => Some(self.worded(
                "Which {count} {pieces} come from {from} to {to}",
                &[
                    ("count", &count),
                    ("pieces", &pieces),
                    ("from", &source),
                    ("to", &target),
                ],
            )),
        };
        // If the rest of a pile is turned up only to be counted, its order does not matter.
        let pool = p.pieces[usize::from(piece)].pool;
        let alike = |at: &&PieceAt| at.kind == UNKNOWN && at.pool == pool;
        let counted =
            p.ending && from == to && p.pieces.iter().filter(alike).all(|at| at.zone == to);
        let mut usual = None;
        if counted {
            self.list(p, &mut |mv, _| {
                _ = usual.get_or_insert_with(|| (mv, self.worded("counted", &[]).into()))
            });
        }
        let when = if counted { When::Idle } else { When::Open };
        Manner {
            asked: lead.as_ref().map(|lead| format!("{lead}?")),
            lead,
            usual,
            when,
            ..Manner::default()
        }
    }

    /// How many unknown pieces now move from one zone to another, or are shown where they are.
    fn coming(&self, p: &Position, from: u16, to: u16) -> usize {
        let unknown = |piece: u16| p.pieces[usize::from(piece)].kind == UNKNOWN;
        let lies =
            |piece: u16, zone: u16| p.pieces[usize::from(piece)].zone == zone && unknown(piece);
        let mut count = 1;
        for step in p.queue.iter().rev() {
            count += match *step {
                Step::Look { zone } if zone == to => {
                    return p.zones[usize::from(zone)]
                        .iter()
                        .filter(|piece| self.must_know(p, **piece))
                        .count();
                }
                Step::Draw {
                    from: next,
                    to: there,
                    ..
                } if (next, there) == (from, to) => 1,
                Step::Fill {
                    from: next,
                    to: there,
                    until,
                } if (next, there) == (from, to) => {
                    usize::from(until).saturating_sub(p.zones[usize::from(to)].len())
                }
                Step::Move {
                    piece, to: there, ..
                } if there == to && lies(piece, from) => 1,
                Step::Turn { piece, .. } | Step::Show { piece, .. }
                    if from == to && lies(piece, to) =>
                {
                    1
                }
                _ => break,
            };
        }
        if from == to {
            count
        } else {
            // No more can move than are there.
            count.min(
                1 + p.zones[usize::from(from)]
                    .iter()
                    .filter(|piece| unknown(**piece))
                    .count(),
            )
        }
    }

    /// "Ann: score 12" or "The table: torch 11"; nothing for a figure that went where its player said.
    fn counted_news(&self, p: &Position, var: u16, at: u16, value: i32) -> News {
        let decl = &self.program.vars[usize::from(var)];
        let there = matches!(decl.ty, Type::Place(_)) && p.named.contains(&Named::Place(value));
        if there || decl.title.is_empty() {
            return News::Silent;
        }
        let (seat, name) = self.counter_name(p, var, at);
        let said = match (&decl.ty, value) {
            (Type::Flag, 1) => name,
            (Type::Flag, _) => self.worded("not {thing}", &[("thing", &name)]),
            _ => format!("{name} {}", self.say(p, &decl.ty, value, UNKNOWN)),
        };
        match decl.own {
            true if Setup::is_nameless(&self.players) => News::fact(self.worded("You", &[]), said),
            true => News::fact(self.name(seat), said),
            false => News::fact(self.worded("The table", &[]), said),
        }
    }

    /// Whether the last action's sentence identifies this piece. It cannot if the piece was hidden before and is hidden
    /// again.
    pub(crate) fn is_named(&self, p: &Position, piece: u16) -> bool {
        p.named.contains(&Named::Piece(piece))
    }

    /// A move as it is typed. Free actions are written as a name and a target: "draw tiles", "move S0".
    pub(crate) fn in_short(&self, p: &Position, mv: Move) -> String {
        match (p.wait, mv) {
            (_, Move::Act { action, picks }) if self.program.actions[usize::from(action)].free => {
                let code = &self.program.actions[usize::from(action)];
                let mut words = self.free_name(&code.name);
                for (pick, said) in code.picks.iter().zip(picks) {
                    words.push(' ');
                    words += &self.spoken(&spell(self, &pick.ty, said).replace('_', " "));
                }
                words
            }
            (Wait::Ask(question, seat), Move::Answer { said, .. })
                if matches!(
                    self.program.questions[usize::from(question)].ty,
                    Type::Zone(_)
                ) =>
            {
                // A player's own things need no owner's name.
                let at = self.zone_at.get(usize::from(said));
                let of_others = at.is_some_and(|at| {
                    self.program.zones[usize::from(at.decl)].own && at.seat != seat
                });
                if of_others {
                    self.zone_title(p, said)
                } else {
                    self.zone_name(p, said)
                }
            }
            (_, Move::Act { action, picks }) => {
                let code = &self.program.actions[usize::from(action)];
                let short = code.short.as_ref().unwrap_or(&code.words);
                let answer = self.action_said(p, (action, picks), short);
                let wins = self.success(p, action, mv);
                self.with_odds("{answer}: wins {odds}", answer, wins)
            }
            _ => self.option(p, mv),
        }
    }

    /// The name of a free action in words: "turn over", "count tally".
    fn free_name(&self, name: &str) -> String {
        match (self.language.as_ref(), name.split_once('_')) {
            (Some(language), Some((verb, thing)))
                if language.known(&name.replace('_', " ")).is_none() =>
            {
                format!(
                    "{} {}",
                    self.named(verb),
                    self.named(&thing.replace('_', " "))
                )
            }
            _ => self.named(&name.replace('_', " ")),
        }
    }

    /// The first and the last number, if there are many answers and they are consecutive numbers.
    fn run_of_numbers(&self, moves: &[Move]) -> Option<RangeInclusive<i32>> {
        let number = |mv: &Move| match mv {
            Move::Answer { class: 0, said } => spell(self, &Type::Value, *said).parse().ok(),
            _ => None,
        };
        let numbers: Vec<i32> = moves.iter().map(number).collect::<Option<_>>()?;
        let is_run = numbers.len() > NAMED && are_consecutive(&numbers);
        is_run.then(|| numbers[0]..=numbers[numbers.len() - 1])
    }

    /// Whether one of the actions offers many numbers, or several of them, and nothing else.
    fn has_run(&self, moves: &[Move]) -> bool {
        let numbered = |mv: &Move| match mv {
            Move::Act { action, .. } => {
                let picks = &self.program.actions[usize::from(*action)].picks;
                let are_numbers = picks.iter().all(|pick| pick.ty == Type::Number);
                (are_numbers && !picks.is_empty()).then_some((*action, picks.len()))
            }
            _ => None,
        };
        let most = |run: &[Move]| match numbered(&run[0]) {
            Some((_, 1)) => NAMED,
            Some(_) => PAIRS,
            None => usize::MAX,
        };
        moves
            .chunk_by(|a, b| numbered(a).is_some() && numbered(a) == numbered(b))
            .any(|run| run.len() > most(run))
    }

    /// Summarizes many answers: actions with the same targets are listed together, as in "draw, deal or look: tiles, coins".
    fn grouped(&self, p: &Position, moves: &[Move]) -> String {
        // For each action its name and its targets; answers have targets only, and an action with words of its own has these.
        let mut groups: Vec<(u16, Vec<String>, Vec<String>)> = Vec::new();
        for mv in moves {
            let (action, verb, thing) = match mv {
                Move::Act { action, picks } if self.program.actions[usize::from(*action)].free => {
                    let code = &self.program.actions[usize::from(*action)];
                    // A place has the name that it has on the map, not its numbers.
                    let thing = code.picks.first().map(|pick| match pick.ty {
                        Type::Place(map) => self.place_name(map, picks[0].into()),
                        _ => spell(self, &pick.ty, picks[0]).replace('_', " "),
                    });
                    // The second of several equal pieces has the name of the first plus a number.
                    let thing = thing.map(|thing| self.spoken(&unnumbered(&thing)));
                    (*action, Some(self.free_name(&code.name)), thing)
                }
                Move::Act { action, .. } => (*action, None, Some(self.in_short(p, *mv))),
                mv => (u16::MAX, None, Some(self.in_short(p, *mv))),
            };
            match groups.iter_mut().find(|(known, ..)| *known == action) {
                Some((.., things)) => things.extend(thing.filter(|thing| !things.contains(thing))),
                None => groups.push((
                    action,
                    verb.into_iter().collect(),
                    thing.into_iter().collect(),
                )),
            }
        }
        let mut merged: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for (_, verbs, things) in groups {
            match merged
                .iter_mut()
                .find(|(_, known)| *known == things && !things.is_empty())
            {
                Some((known, _)) => known.extend(verbs),
                None => merged.push((verbs, things)),
            }
        }
        let said = |(verbs, things): (Vec<String>, Vec<String>)| {
            if verbs.is_empty() {
                return self.alike(&things);
            }
            let verbs = self.either(&verbs);
            let things = self.few_of(&things);
            if things.is_empty() {
                verbs
            } else {
                format!("{verbs}: {things}")
            }
        };
        merged.into_iter().map(said).collect::<Vec<_>>().join("; ")
    }

    /// "draw, deal or look".
    fn either(&self, words: &[String]) -> String {
        match words.split_last() {
            Some((last, first)) if !first.is_empty() => self.worded(
                "{first} or {last}",
                &[("first", &first.join(", ")), ("last", last)],
            ),
            _ => words.concat(),
        }
    }

    /// Answers in words, where what differs between them is said together: "write 1, 4 in cell 1 to 25", or at least what all begin
    /// with is said once.
    fn alike(&self, texts: &[String]) -> String {
        let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split(' ').collect()).collect();
        let Some(first) = words.first() else {
            return String::new();
        };
        let column = |at: usize| {
            let mut all: Vec<String> = Vec::new();
            for word in words.iter().filter_map(|words| words.get(at)) {
                if !all.iter().any(|known| known == word) {
                    all.push((*word).to_owned());
                }
            }
            all
        };
        let columns: Vec<Vec<String>> = (0..first.len()).map(column).collect();
        let ways = columns.iter().map(Vec::len).try_fold(1, usize::checked_mul);
        let is_whole =
            words.iter().all(|words| words.len() == first.len()) && ways == Some(texts.len());
        if is_whole {
            let said: Vec<String> = columns.iter().map(|words| self.few_of(words)).collect();
            return said.join(" ");
        }
        let same = |at: &usize| words.iter().all(|words| words.get(*at) == first.get(*at));
        let begins = (0..first.len()).take_while(same).count();
        let rests: Vec<String> = words
            .iter()
            .map(|words| words[begins..].join(" "))
            .collect();
        let few = self.few_of(&rests);
        match begins {
            0 => few,
            _ => format!("{} {few}", first[..begins].join(" ")),
        }
    }

    /// All targets of an action, or the first and last of many, and their number: "stock", "S1, S2 .. Wave (40 in all)".
    fn few_of(&self, things: &[String]) -> String {
        // Places contain commas.
        let apart = things.iter().any(|thing| thing.contains(','));
        let gap = if apart { "  " } else { ", " };
        let [first, .., last] = things else {
            return things.concat();
        };
        if things.len() <= NAMED {
            return things.join(gap);
        }
        let numbers: Option<Vec<i32>> = things.iter().map(|thing| thing.parse().ok()).collect();
        if numbers.is_some_and(|numbers| are_consecutive(&numbers)) {
            return self.worded("{first} to {last}", &[("first", first), ("last", last)]);
        }
        let all = self.worded("{count} in all", &[("count", &things.len())]);
        format!("{} .. {last} ({all})", things[..FEW].join(gap))
    }
}

/// Strips the number of an equal piece: "Wave" from "Wave#2".
fn unnumbered(name: &str) -> String {
    match name.rsplit_once('#') {
        Some((first, number)) if number.parse::<u16>().is_ok() => first.to_owned(),
        _ => name.to_owned(),
    }
}

fn are_consecutive(numbers: &[i32]) -> bool {
    numbers.windows(2).all(|two| two[0] + 1 == two[1])
}

/// How many letters answers take if what several in a row begin with is said once.
fn said_once(texts: &[String]) -> usize {
    let alone = |text: &String| text.chars().count() + 2;
    let after = |pair: &[String]| {
        let words = pair[0].split(' ').zip(pair[1].split(' '));
        let same = words.take_while(|(one, other)| one == other);
        let shared: usize = same.map(|(word, _)| word.chars().count() + 1).sum();
        (alone(&pair[1])).saturating_sub(shared)
    };
    texts.first().map_or(0, alone) + texts.windows(2).map(after).sum::<usize>()
}
