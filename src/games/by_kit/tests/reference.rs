//! Compiled expressions against an evaluator that walks the parsed ones: random expressions, with values in values, sets given
//! to them and searches within searches, come to the same in random positions.

use std::fmt::Write;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::language::with_kit;
use crate::games::Setup;
use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::compile::compile;
use crate::games::by_kit::language::facts::Facts;
use crate::games::by_kit::language::phrase::{Form, Join, Phrase};
use crate::games::by_kit::language::sheet::{self, Sheet};
use crate::games::by_kit::rules::position::{NOWHERE, Position};
use crate::referee::Game;

const ROWS: &str = "code,count,level,word\nA,2,1,low\nB,2,2,high\nC,3,5,low\nD,1,7,mid\n";

const TABLE: &str = "[table]\nheap = \"row of cards\"\nside = \"discard\"\nhome = { is = \"row\", each = \"word\" }\n\
    a = 0\nb = 0\nbank = { start = 1, each = 3 }\ndice = \"3d6\"\n\
    [player]\nfront = \"row\"\ngold = 0\nscore = 0\nout = false\n\
    [flow]\nturn = \"choose go\"\n[action.go]\ndo = \"a += 1\"\n";

/// What a random expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Number,
    Flag,
    Player,
    Piece,
    Numbers,
    Players,
    Pieces,
}

const ALL: [Of; 7] = [
    Of::Number,
    Of::Flag,
    Of::Player,
    Of::Piece,
    Of::Numbers,
    Of::Players,
    Of::Pieces,
];

/// A `[value]` that the expressions may use.
struct Known {
    name: String,
    takes: Vec<Of>,
    is: Of,
}

struct Maker<'r> {
    luck: &'r mut ChaCha8Rng,
    values: Vec<Known>,
}

/// What names mean where an expression is made: the parameters, and the innermost `it`.
#[derive(Clone, Default)]
struct Around {
    names: Vec<(String, Of)>,
    it: Option<Of>,
}

impl Maker<'_> {
    fn below(&mut self, end: usize) -> usize {
        (self.luck.next_u32() as usize) % end
    }

    fn make(&mut self, of: Of, depth: usize, around: &Around) -> String {
        let named: Vec<&String> = around
            .names
            .iter()
            .filter(|(_, is)| *is == of)
            .map(|(name, _)| name)
            .collect();
        if !named.is_empty() && self.below(3) == 0 {
            return named[self.below(named.len())].clone();
        }
        if around.it == Some(of) && self.below(3) == 0 {
            return "it".into();
        }
        if depth == 0 {
            return self.plain(of);
        }
        if self.below(3) == 0
            && let Some(call) = self.call(of, depth, around)
        {
            return call;
        }
        match of {
            Of::Number => self.number(depth - 1, around),
            Of::Flag => self.flag(depth - 1, around),
            Of::Player => self.player(depth - 1, around),
            Of::Piece => self.piece(depth - 1, around),
            set => self.set(set, depth - 1, around),
        }
    }

    fn plain(&mut self, of: Of) -> String {
        let all: &[&str] = match of {
            Of::Number => &["a", "b", "gold", "7", "2", "bank(2)", "dice.sum"],
            Of::Flag => &["out", "yes", "heap is empty"],
            Of::Player => &["player", "left", "right"],
            Of::Piece => &["heap.top", "side.bottom", "front.top"],
            Of::Numbers => &["1 to 3", "[a, b, 4]", "dice", "values(level)"],
            Of::Players => &["players", "others"],
            Of::Pieces => &["heap", "side", "front", "tops(home)", "home(low)"],
        };
        let plain = all[self.below(all.len())];
        match plain.contains(' ') {
            true if !plain.starts_with('[') => format!("({plain})"),
            _ => plain.to_owned(),
        }
    }

    /// A use of a `[value]` of this kind.
    fn call(&mut self, of: Of, depth: usize, around: &Around) -> Option<String> {
        let fits: Vec<usize> = (0..self.values.len())
            .filter(|at| self.values[*at].is == of)
            .collect();
        let at = *fits.get(self.below(fits.len().max(1)))?;
        let name = self.values[at].name.clone();
        let takes = self.values[at].takes.clone();
        let given: Vec<String> = takes
            .into_iter()
            .map(|of| self.make(of, depth - 1, around))
            .collect();
        if given.is_empty() {
            Some(name)
        } else {
            Some(format!("{name}({})", given.join(", ")))
        }
    }

    fn number(&mut self, depth: usize, around: &Around) -> String {
        let set = ALL[4 + self.below(3)];
        let one = |this: &mut Self| this.make(Of::Number, depth, around);
        match self.below(9) {
            0 => {
                let sign = ["+", "-", "*", "/", "%"][self.below(5)];
                format!("({} {sign} {})", one(self), one(self))
            }
            1 => {
                let name = ["max", "min"][self.below(2)];
                format!("{name}({}, {})", one(self), one(self))
            }
            2 => format!("count({})", self.make(set, depth, around)),
            3 | 4 => {
                let name = ["sum", "distinct"][self.below(2)];
                let (set, each) = self.searched(set, Of::Number, depth, around);
                format!("{name}({set}, {each})")
            }
            5 => format!("{}.number", self.make(Of::Player, depth, around)),
            6 => format!("{}.level", self.make(Of::Piece, depth, around)),
            7 => format!("{}.gold", self.make(Of::Player, depth, around)),
            _ => {
                let condition = self.make(Of::Flag, depth, around);
                format!("if({condition}, {}, {})", one(self), one(self))
            }
        }
    }

    fn flag(&mut self, depth: usize, around: &Around) -> String {
        let at = self.below(7);
        let set = self.below(3);
        match self.below(7) {
            0 => {
                let sign = ["=", "!=", "<", "<=", ">", ">="][at % 6];
                let one = self.make(Of::Number, depth, around);
                format!("({one} {sign} {})", self.make(Of::Number, depth, around))
            }
            1 => {
                let join = ["and", "or"][at % 2];
                let one = self.make(Of::Flag, depth, around);
                format!("({one} {join} {})", self.make(Of::Flag, depth, around))
            }
            2 => format!("(not {})", self.make(Of::Flag, depth, around)),
            3 => {
                let name = ["any", "none"][at % 2];
                format!("{name}({})", self.make(ALL[4 + set], depth, around))
            }
            4 => {
                let one = self.make([Of::Number, Of::Player, Of::Piece][set], depth, around);
                format!("({one} in {})", self.make(ALL[4 + set], depth, around))
            }
            5 => {
                let (set, condition) = self.searched(ALL[4 + set], Of::Flag, depth, around);
                format!("all({set} where {condition})")
            }
            _ => {
                let one = self.make(Of::Player, depth, around);
                format!("({one} = {})", self.make(Of::Player, depth, around))
            }
        }
    }

    fn player(&mut self, depth: usize, around: &Around) -> String {
        match self.below(2) {
            0 => format!("{}.left", self.make(Of::Player, depth, around)),
            _ => self.best(Of::Players, depth, around),
        }
    }

    fn piece(&mut self, depth: usize, around: &Around) -> String {
        match self.below(2) {
            0 => format!("{}.front.top", self.make(Of::Player, depth, around)),
            _ => self.best(Of::Pieces, depth, around),
        }
    }

    fn best(&mut self, of: Of, depth: usize, around: &Around) -> String {
        let name = ["most", "least"][self.below(2)];
        let (set, each) = self.searched(of, Of::Number, depth, around);
        format!("{name}({set}, {each})")
    }

    fn set(&mut self, of: Of, depth: usize, around: &Around) -> String {
        match self.below(5) {
            0 | 1 => {
                let (set, condition) = self.searched(of, Of::Flag, depth, around);
                format!("({set} where {condition})")
            }
            2 => {
                let one = self.make(of, depth, around);
                format!("({one} + {})", self.make(of, depth, around))
            }
            3 if of == Of::Numbers => {
                let one = self.make(Of::Number, 0, around);
                format!("[{one}, {}]", self.make(Of::Number, depth, around))
            }
            _ => self.plain(of),
        }
    }

    /// A set, and an expression about each of its members.
    fn searched(&mut self, set: Of, each: Of, depth: usize, around: &Around) -> (String, String) {
        let within = Around {
            names: around.names.clone(),
            it: Some(match set {
                Of::Players => Of::Player,
                Of::Pieces => Of::Piece,
                _ => Of::Number,
            }),
        };
        let set = self.make(set, depth, around);
        (set, self.make(each, depth, &within))
    }
}

/// Rules with some values, each of which may use those before it, and a score that uses them all.
fn rules(luck: &mut ChaCha8Rng) -> String {
    let mut maker = Maker {
        luck,
        values: Vec::new(),
    };
    let mut text = TABLE.to_owned();
    for number in 0..4 {
        let takes: Vec<Of> = (0..maker.below(4)).map(|_| ALL[maker.below(7)]).collect();
        let is = ALL[maker.below(7)];
        let names: Vec<(String, Of)> = takes
            .iter()
            .enumerate()
            .map(|(at, of)| (format!("x{at}"), *of))
            .collect();
        let around = Around {
            names: names.clone(),
            it: None,
        };
        let body = maker.make(is, 3, &around);
        let quoted: Vec<String> = names
            .iter()
            .map(|(name, _)| format!("\"{name}\""))
            .collect();
        let name = format!("v{number}");
        let _ = writeln!(text, "[value.{name}]");
        if !quoted.is_empty() {
            let _ = writeln!(text, "of = [{}]", quoted.join(", "));
        }
        let _ = writeln!(text, "is = \"{body}\"");
        maker.values.push(Known { name, takes, is });
    }
    let score = maker.make(Of::Number, 4, &Around::default());
    let _ = write!(text, "[end]\nwhen = \"a > 3\"\nscore = \"{score}\"\n");
    text
}

/// What an expression comes to.
#[derive(Clone, Debug, PartialEq)]
enum Found {
    None,
    Number(i32),
    Flag(bool),
    Player(usize),
    Piece(usize),
    Zone(usize),
    Word(String),
    Dice,
    Set(Vec<Found>),
}

/// Evaluates phrases as they were parsed.
struct Walker<'w> {
    game: &'w KitGame,
    sheet: &'w Sheet,
    p: &'w Position,
    seat: usize,
    names: Vec<(String, Found)>,
    its: Vec<Found>,
}

impl Walker<'_> {
    fn number(&mut self, phrase: &Phrase) -> i32 {
        match self.is(phrase) {
            Found::Number(number) => number,
            Found::None => 0,
            other => panic!("{other:?} is no number"),
        }
    }

    fn holds(&mut self, phrase: &Phrase) -> bool {
        match self.is(phrase) {
            Found::Flag(flag) => flag,
            other => panic!("{other:?} is not yes or no"),
        }
    }

    fn set(&mut self, phrase: &Phrase) -> Vec<Found> {
        let found = self.is(phrase);
        self.members(found)
    }

    fn members(&self, found: Found) -> Vec<Found> {
        match found {
            Found::Set(set) => set,
            Found::Zone(zone) => self.p.zones[zone]
                .iter()
                .map(|piece| Found::Piece(usize::from(*piece)))
                .collect(),
            Found::Dice => {
                let shown = self.p.dice.iter().filter(|face| **face > 0);
                shown.map(|face| Found::Number(i32::from(*face))).collect()
            }
            Found::None => Vec::new(),
            other => panic!("{other:?} is no set"),
        }
    }

    /// Evaluates something about a member of a set.
    fn about<T>(&mut self, it: &Found, read: impl FnOnce(&mut Self) -> T) -> T {
        self.its.push(it.clone());
        let read = read(self);
        self.its.pop();
        read
    }

    fn is(&mut self, phrase: &Phrase) -> Found {
        match &phrase.is {
            Form::Number(number) => Found::Number(*number),
            Form::Name(name) => self.name(name),
            Form::Of(base, name) => {
                let base = self.is(base);
                self.of(base, name)
            }
            Form::Call(base, given) => match &base.is {
                Form::Name(name) => self.call(name, given),
                _ => panic!("this cannot be called"),
            },
            Form::Join(join, a, b) => self.join(*join, a, b),
            Form::Not(inner) => Found::Flag(!self.holds(inner)),
            Form::Empty(inner) => Found::Flag(self.set(inner).is_empty()),
            Form::List(list) => {
                let all = list.iter().map(|entry| self.is(entry));
                Found::Set(all.filter(|found| *found != Found::None).collect())
            }
            Form::Where(set, condition) => {
                let set = self.set(set);
                let holds = |it: &Found| self.about(it, |this| this.holds(condition));
                Found::Set(set.into_iter().filter(holds).collect())
            }
            other => panic!("{other:?} is not made here"),
        }
    }

    fn name(&mut self, name: &str) -> Found {
        if let Some((_, found)) = self.names.iter().find(|(known, _)| known == name) {
            return found.clone();
        }
        let seats = self.p_seats();
        match name {
            "it" => self.its.last().cloned().expect("something about a set"),
            "yes" => Found::Flag(true),
            "no" => Found::Flag(false),
            "player" => Found::Player(self.seat),
            "left" => self.of(Found::Player(self.seat), "left"),
            "right" => Found::Player((self.seat + seats - 1) % seats),
            "players" => Found::Set((0..seats).map(Found::Player).collect()),
            "others" => {
                let others = (0..seats).filter(|seat| *seat != self.seat);
                Found::Set(others.map(Found::Player).collect())
            }
            "low" | "high" | "mid" => Found::Word(name.to_owned()),
            "gold" | "out" | "front" => {
                let whose = match self.its.last() {
                    Some(Found::Player(seat)) => *seat,
                    _ => self.seat,
                };
                self.of(Found::Player(whose), name)
            }
            "dice" => Found::Dice,
            "a" | "b" => Found::Number(self.var(name, 0)),
            "heap" | "side" | "home" => Found::Zone(self.zone(name, 0)),
            value => self.call(value, &[]),
        }
    }

    fn p_seats(&self) -> usize {
        self.game.seats()
    }

    fn var(&self, name: &str, offset: usize) -> i32 {
        let decl = self.game.program.vars.iter().find(|var| var.name == name);
        self.p.vars[usize::from(decl.expect("a counter").base) + offset]
    }

    fn zone(&self, name: &str, offset: usize) -> usize {
        let decl = self
            .game
            .program
            .zones
            .iter()
            .find(|zone| zone.name == name);
        usize::from(decl.expect("a zone").base) + offset
    }

    fn of(&mut self, base: Found, name: &str) -> Found {
        match (base, name) {
            (Found::None, _) => Found::None,
            (Found::Player(seat), "left") => Found::Player((seat + 1) % self.p_seats()),
            (Found::Player(seat), "number") => Found::Number(seat as i32 + 1),
            (Found::Player(seat), "out") => Found::Flag(self.var("out", seat) == 1),
            (Found::Player(seat), "front") => Found::Zone(self.zone("front", seat)),
            (Found::Player(seat), name) => Found::Number(self.var(name, seat)),
            (Found::Zone(zone), "top") => {
                self.members(Found::Zone(zone)).pop().unwrap_or(Found::None)
            }
            (Found::Zone(zone), _) => {
                let all = self.members(Found::Zone(zone));
                all.first().cloned().unwrap_or(Found::None)
            }
            (Found::Dice, _) => {
                let faces = self.p.dice.iter().map(|face| i32::from(*face));
                Found::Number(faces.sum())
            }
            (Found::Piece(piece), _) => {
                let levels = [1, 2, 5, 7];
                Found::Number(levels[usize::from(self.p.pieces[piece].kind)])
            }
            (base, name) => panic!("{base:?} has no {name}"),
        }
    }

    fn call(&mut self, name: &str, given: &[Phrase]) -> Found {
        match (name, given) {
            ("count", [set]) => Found::Number(self.set(set).len() as i32),
            ("any", [set]) => Found::Flag(!self.set(set).is_empty()),
            ("none", [set]) => Found::Flag(self.set(set).is_empty()),
            (
                "all",
                [
                    Phrase {
                        is: Form::Where(set, condition),
                        ..
                    },
                ],
            ) => {
                let set = self.set(set);
                Found::Flag(
                    set.iter()
                        .all(|it| self.about(it, |this| this.holds(condition))),
                )
            }
            ("sum", [set, each]) => {
                let set = self.set(set);
                let numbers = set
                    .iter()
                    .map(|it| self.about(it, |this| this.number(each)));
                Found::Number(numbers.fold(0, i32::saturating_add))
            }
            ("distinct", [set, each]) => {
                let set = self.set(set);
                let mut known = Vec::new();
                for it in &set {
                    let found = self.about(it, |this| this.is(each));
                    if !known.contains(&found) {
                        known.push(found);
                    }
                }
                Found::Number(known.len() as i32)
            }
            ("most" | "least", [set, each]) => {
                let set = self.set(set);
                let mut best: Option<(i32, Found)> = None;
                for it in set {
                    let score = self.about(&it, |this| this.number(each));
                    let is_better = |known: i32| match name {
                        "most" => score > known,
                        _ => score < known,
                    };
                    if best.as_ref().is_none_or(|(known, _)| is_better(*known)) {
                        best = Some((score, it));
                    }
                }
                best.map_or(Found::None, |(_, it)| it)
            }
            ("max", [a, b]) => Found::Number(self.number(a).max(self.number(b))),
            ("min", [a, b]) => Found::Number(self.number(a).min(self.number(b))),
            ("if", [condition, a, b]) => {
                if self.holds(condition) {
                    self.is(a)
                } else {
                    self.is(b)
                }
            }
            ("values", _) => Found::Set([1, 2, 5, 7].map(Found::Number).to_vec()),
            ("tops", _) => {
                let zones = (0..3).map(|key| self.members(Found::Zone(self.zone("home", key))));
                Found::Set(zones.filter_map(|mut pieces| pieces.pop()).collect())
            }
            ("home", _) => Found::Zone(self.zone("home", 0)),
            ("bank", _) => Found::Number(self.var("bank", 1)),
            (name, given) => {
                let value = self.sheet.values.iter().find(|value| value.name == name);
                let value = value.unwrap_or_else(|| panic!("no value {name}"));
                let given = given.iter().map(|phrase| self.is(phrase));
                let names = value.of.iter().cloned().zip(given).collect();
                let mut inner = Walker {
                    names,
                    its: Vec::new(),
                    ..*self
                };
                inner.is(&value.is)
            }
        }
    }

    fn join(&mut self, join: Join, a: &Phrase, b: &Phrase) -> Found {
        match join {
            Join::And => return Found::Flag(self.holds(a) && self.holds(b)),
            Join::Or => return Found::Flag(self.holds(a) || self.holds(b)),
            Join::Equal => return Found::Flag(self.is(a) == self.is(b)),
            Join::Unequal => return Found::Flag(self.is(a) != self.is(b)),
            Join::In => {
                let one = self.is(a);
                return Found::Flag(self.set(b).contains(&one));
            }
            Join::To => {
                let numbers = self.number(a)..=self.number(b);
                return Found::Set(numbers.map(Found::Number).collect());
            }
            _ => {}
        }
        let (x, y) = (self.is(a), self.is(b));
        if matches!(x, Found::Set(_) | Found::Zone(_) | Found::Dice) {
            let both = [self.members(x), self.members(y)];
            return Found::Set(both.concat());
        }
        let of = |found: &Found| match found {
            Found::Number(number) => Some(*number),
            _ => None,
        };
        if let Join::Less | Join::AtMost | Join::More | Join::AtLeast = join {
            let (Some(x), Some(y)) = (of(&x), of(&y)) else {
                return Found::Flag(false);
            };
            return Found::Flag(match join {
                Join::Less => x < y,
                Join::AtMost => x <= y,
                Join::More => x > y,
                _ => x >= y,
            });
        }
        let (x, y) = (of(&x).unwrap_or(0), of(&y).unwrap_or(0));
        Found::Number(match join {
            Join::Plus => x.saturating_add(y),
            Join::Minus => x.saturating_sub(y),
            Join::Times => x.saturating_mul(y),
            Join::Over => x.checked_div_euclid(y).unwrap_or(0),
            _ => x.checked_rem_euclid(y).unwrap_or(0),
        })
    }
}

/// Puts the pieces anywhere and sets everything to something.
fn mixed(game: &KitGame, luck: &mut ChaCha8Rng) -> Position {
    let mut p = game.start();
    for piece in 0..p.pieces.len() as u16 {
        let zone = (luck.next_u32() as usize % p.zones.len()) as u16;
        assert_ne!(p.pieces[usize::from(piece)].zone, NOWHERE);
        game.put(&mut p, piece, zone, None, false);
    }
    for decl in &game.program.vars {
        let count = decl.each.count() * if decl.own { 3 } else { 1 };
        for at in decl.base..decl.base + count {
            let most = if decl.name == "out" { 2 } else { 9 };
            p.vars[usize::from(at)] = (luck.next_u32() % most) as i32;
        }
    }
    for die in &mut p.dice {
        *die = (luck.next_u32() % 6) as u8 + 1;
    }
    p
}

#[test]
fn compiled_expressions_come_to_what_the_written_ones_do() {
    let facts = with_kit(ROWS, TABLE, |kit| Facts::new(kit).expect("rows"));
    let mut luck = ChaCha8Rng::seed_from_u64(1);
    let (mut compared, mut nonzero) = (0, 0);
    for _ in 0..600 {
        let text = rules(&mut luck);
        let sheet = sheet::read("play.toml", &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        // Some are too long when written out, or nested too deep.
        let Ok(program) = compile(&sheet, &facts, 3) else {
            continue;
        };
        let Ok(game) = KitGame::set_up(program, &Setup::of_count(3)) else {
            continue;
        };
        for _ in 0..3 {
            let p = mixed(&game, &mut luck);
            let scores = game.scores(&p);
            for (seat, score) in scores.into_iter().enumerate() {
                let mut walker = Walker {
                    game: &game,
                    sheet: &sheet,
                    p: &p,
                    seat,
                    names: Vec::new(),
                    its: Vec::new(),
                };
                let phrase = sheet.end.score.as_ref().expect("a score");
                let known = match walker.is(phrase) {
                    Found::None => None,
                    Found::Number(number) => Some(number),
                    other => panic!("a score is {other:?}"),
                };
                assert_eq!(score, known, "seat {seat}\n{text}");
                compared += 1;
                nonzero += usize::from(score.is_some_and(|score| score != 0));
            }
        }
    }
    assert!(compared > 2000 && nonzero > 1000, "{compared} {nonzero}");
}
