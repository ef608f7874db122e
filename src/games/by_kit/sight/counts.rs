//! What is counted at the table and by each player, and where figures stand.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Type, VarDecl};
use crate::games::by_kit::language::facts::{NONE, UNSET};
use crate::games::by_kit::rules::position::*;
use crate::referee::Seat;
use crate::referee::intern::keep;
use crate::referee::scene::{Amount, Bead, Count, Piece, What};

/// With more counters of a kind than this, only those that differ from zero are said.
const FEW: usize = 4;

/// Colours of figures, in order of declaration and then of seats.
const COLOURS: [Bead; 8] = [
    Bead::Red,
    Bead::Blue,
    Bead::Yellow,
    Bead::Black,
    Bead::Green,
    Bead::Violet,
    Bead::Orange,
    Bead::White,
];

/// A figure on a map.
pub(crate) struct Standing {
    pub place: i32,
    pub name: String,
    /// What stands for it; `None` if nothing does.
    pub what: Option<What>,
}

/// More counters of a kind than this lie in rows; the longest row.
const LINE: usize = 13;
const WIDEST: usize = 10;

/// What parts rows of counters in words.
const BETWEEN: &str = " / ";

/// Counters that [`in_order`] tells in rows, as rows of a drawing: each with the number of its first counter.
pub(super) fn in_rows(thing: &str) -> Option<Vec<String>> {
    let rows: Vec<&str> = thing.split(BETWEEN).collect();
    let columns = rows.get(1)?.split(' ').count();
    let words: Vec<&str> = rows[0].split(' ').collect();
    let (name, first) = words.split_at(words.len().checked_sub(columns)?);
    let rows =
        std::iter::once(first.join(" ")).chain(rows[1..].iter().map(|row| (*row).to_owned()));
    let number = |word: &str| word.parse::<i32>().ok();
    let numbers: Option<Vec<Vec<i32>>> = rows
        .map(|row| row.split(' ').map(number).collect())
        .collect();
    let numbers = numbers.filter(|rows| rows.iter().all(|row| row.len() == columns))?;
    let longest = numbers
        .iter()
        .flatten()
        .map(|number| number.to_string().len())
        .max()?;
    let last = (columns * (numbers.len() - 1) + 1).to_string().len();
    let cell = |number: &i32| match number {
        0 => format!("{:>longest$}", "·"),
        number => format!("{number:>longest$}"),
    };
    let line = |(at, row): (usize, &Vec<i32>)| {
        let cells: Vec<String> = row.iter().map(cell).collect();
        format!("  {:>last$}:  {}", at * columns + 1, cells.join(" "))
    };
    let lines = numbers.iter().enumerate().map(line);
    Some(std::iter::once(name.join(" ")).chain(lines).collect())
}

/// The numbers of counters that are called 1, 2, 3 and so on.
fn numbered(track: &[Count]) -> Option<Vec<i32>> {
    let number = |(at, count): (usize, &Count)| match count.amount {
        Amount::Number { value, .. } if count.name == (at + 1).to_string() => Some(value),
        _ => None,
    };
    track.iter().enumerate().map(number).collect()
}

/// Such numbers in words: "pit 4 4 0 5" if most are something, "cell 0 1 / 2 0" if they lie in rows, or "track 6: 3, 8: 1".
fn in_order(name: &str, numbers: &[i32]) -> Option<String> {
    let line = |numbers: &[i32]| {
        let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
        numbers.join(" ")
    };
    let count = numbers.iter().filter(|number| **number != 0).count();
    let side = (numbers.len() as f64).sqrt().ceil() as usize;
    let columns = (side..=WIDEST).find(|columns| numbers.len().is_multiple_of(*columns));
    match columns {
        _ if count == 0 => None,
        _ if count * 2 > numbers.len() && numbers.len() <= LINE => {
            Some(format!("{name} {}", line(numbers)))
        }
        Some(columns) if numbers.len() > LINE => {
            let rows: Vec<String> = numbers.chunks(columns).map(line).collect();
            Some(format!("{name} {}", rows.join(BETWEEN)))
        }
        _ => {
            let said = (1..).zip(numbers).filter(|(_, number)| **number != 0);
            let said: Vec<String> = said.map(|(at, number)| format!("{at}: {number}")).collect();
            Some(format!("{name} {}", said.join(", ")))
        }
    }
}

impl KitGame {
    /// The counters of the table or of a player, as a seat sees them. If `placed`, the positions of figures are shown elsewhere.
    pub(crate) fn counts_of(
        &self,
        p: &Position,
        owner: Option<u8>,
        seat: Option<Seat>,
        placed: bool,
    ) -> Vec<Count> {
        let mut counts = Vec::new();
        for (index, var) in self.program.vars.iter().enumerate() {
            let is_secret =
                owner.is_some_and(|owner| self.is_chosen_in_secret(p, index, owner, seat));
            let is_shown_on_map = placed && matches!(var.ty, Type::Place(_));
            if var.own != owner.is_some() || var.title.is_empty() || is_secret || is_shown_on_map {
                continue;
            }
            let first = usize::from(var.base)
                + usize::from(owner.unwrap_or(0)) * usize::from(var.each.count());
            let amount = match &var.each {
                Keys::One => self.amount(p, var, p.vars[first]),
                Keys::Places(..) | Keys::Sides(..) => self.amounts_on_map(p, var, first),
                _ => self.amounts_by_key(p, var, first),
            };
            counts.extend(amount.map(|amount| Count {
                name: var.title.clone(),
                amount,
            }));
        }
        counts
    }

    /// The value of a counter, unless it has none.
    pub(super) fn amount(&self, p: &Position, var: &VarDecl, value: i32) -> Option<Amount> {
        let is_limited = var.least > i32::MIN + 1 && var.most != i32::MAX;
        match var.ty {
            _ if value == NONE => None,
            Type::Player if value == UNSET => None,
            Type::Flag => Some(Amount::Flag { set: value == 1 }),
            Type::Number => Some(Amount::Number {
                value,
                limits: is_limited.then_some((var.least, var.most)),
            }),
            _ => Some(Amount::Words {
                words: self.say(p, &var.ty, value, UNKNOWN),
            }),
        }
    }

    fn amounts_by_key(&self, p: &Position, var: &VarDecl, first: usize) -> Option<Amount> {
        let track = (0..usize::from(var.each.count())).filter_map(|at| {
            let name = match &var.each {
                Keys::Of(values, _) => self.plain(values[at]),
                _ => (at + 1).to_string(),
            };
            let amount = self.amount(p, var, p.vars[first + at])?;
            Some(Count { name, amount })
        });
        let track: Vec<Count> = track.collect();
        (!track.is_empty()).then_some(Amount::Track { track })
    }

    /// The counters of the places or sides of a map where they are not as at the beginning.
    fn amounts_on_map(&self, p: &Position, var: &VarDecl, first: usize) -> Option<Amount> {
        let track = (0..var.each.count()).filter_map(|key| {
            let value = *p.vars.get(first + usize::from(key))?;
            let amount = self.amount(p, var, value).filter(|_| value != var.start)?;
            let (_, name) = self.key_on_map(p, &var.each, key)?;
            Some(Count { name, amount })
        });
        let track: Vec<Count> = track.collect();
        (!track.is_empty()).then_some(Amount::Track { track })
    }

    /// Counters and dice in words: "hearts 3", "dice 1 4".
    pub(crate) fn counted(
        &self,
        p: &Position,
        owner: Option<u8>,
        seat: Option<Seat>,
        placed: bool,
    ) -> Vec<String> {
        let counts = self.counts_of(p, owner, seat, placed);
        let mut words: Vec<String> = counts
            .iter()
            .filter_map(|count| self.said_of(count))
            .collect();
        for (of, dice) in self.program.dice.iter().enumerate() {
            if dice.own != owner.is_some() || dice.is_left_out {
                continue;
            }
            let shown = self.shown_dice(p, of, owner.unwrap_or(0), seat);
            if !shown.is_empty() {
                let faces: Vec<String> = shown.into_iter().map(|face| self.plain(face)).collect();
                words.push(format!("{} {}", dice.title, faces.join(" ")));
            }
        }
        words
    }

    /// A counter in words, unless there is nothing to say.
    pub(crate) fn said_of(&self, count: &Count) -> Option<String> {
        let Count { name, amount } = count;
        match amount {
            Amount::Number { value, .. } => Some(format!("{name} {value}")),
            Amount::Words { words } => Some(format!("{name} {words}")),
            Amount::Flag { set } => set.then(|| name.clone()),
            Amount::Track { track } => {
                if let Some(numbers) = numbered(track) {
                    return in_order(name, &numbers);
                }
                let is_said = |count: &&Count| match count.amount {
                    Amount::Flag { set } => set,
                    Amount::Number { value, .. } => value != 0 || track.len() <= FEW,
                    _ => true,
                };
                let said = track.iter().filter(is_said);
                let said: Vec<String> = said.filter_map(|count| self.said_of(count)).collect();
                (!said.is_empty()).then(|| format!("{name}: {}", said.join(", ")))
            }
        }
    }

    /// The figures on a map, as a seat sees them. A figure without a name is a helper of the rules.
    pub(crate) fn standing<'a>(
        &'a self,
        p: &'a Position,
        map: u8,
        seat: Option<Seat>,
    ) -> impl Iterator<Item = Standing> + 'a {
        let figures = self.program.vars.iter().enumerate();
        let figures = figures
            .filter(move |(_, var)| var.ty == Type::Place(map) && !var.title.is_empty())
            .flat_map(move |(index, var)| {
                let owners = if var.own { self.seats } else { 1 };
                (0..owners).map(move |owner| (index, var, owner))
            });
        let seen = move |(number, (index, var, owner)): (usize, (usize, &VarDecl, u8))| {
            if var.own && self.is_chosen_in_secret(p, index, owner, seat) {
                return None;
            }
            let name = if var.own {
                self.name(owner).to_owned()
            } else {
                var.title.clone()
            };
            Some(Standing {
                place: p.vars[usize::from(var.base) + usize::from(owner)],
                name,
                what: match self.program.show.figures.get(&(index as u16)) {
                    Some(deck) => self.piece_of_figure(*deck, owner),
                    None => Some(What::Pawn(COLOURS[number % COLOURS.len()])),
                },
            })
        };
        figures.enumerate().filter_map(seen)
    }

    /// The printed piece of a deck that stands for a player's figure, or for that of the table: there is one for each, in order.
    fn piece_of_figure(&self, deck: usize, owner: u8) -> Option<What> {
        let facts = &self.program.facts;
        let mut rows = facts
            .kinds
            .iter()
            .filter(|kind| kind.deck == deck && kind.is_coded);
        rows.nth(usize::from(owner)).map(|kind| {
            What::Piece(Piece {
                deck: keep(&facts.decks[deck].name),
                code: kind.code.clone(),
                face: None,
                set: 0,
            })
        })
    }

    /// A player's figure.
    pub(crate) fn own_figure(&self, p: &Position, seat: Seat) -> Option<What> {
        let name = self.name(seat);
        let mut maps = 0..self.program.maps.len() as u8;
        maps.find_map(|map| {
            let mut figures = self.standing(p, map, Some(seat));
            figures.find(|figure| figure.name == name)?.what
        })
    }
}
