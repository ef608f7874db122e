//! How players are addressed: by name, or as "you" if one plays alone.

use crate::games::english::capital;
use crate::referee::{Seat, Setup};

/// A game that speaks of its players.
pub trait Narrator {
    /// The players' names, by seat.
    fn players(&self) -> &[String];

    fn is_alone(&self) -> bool {
        self.players().len() == 1
    }

    /// "Ann".
    fn name(&self, seat: impl Into<usize>) -> &str {
        self.players().get(seat.into()).map_or("nobody", String::as_str)
    }

    /// "you" if one plays alone, otherwise "Ann".
    fn whom(&self, seat: impl Into<usize>) -> &str {
        if self.is_alone() { "you" } else { self.name(seat) }
    }

    /// "You take" if one plays alone, otherwise "Ann takes".
    fn does(&self, seat: impl Into<usize>, you: &str, they: &str) -> String {
        if self.is_alone() { format!("You {you}") } else { format!("{} {they}", self.name(seat)) }
    }

    /// A question given in lower case: "Ann, what now?", or "What now?" if the player has no name.
    fn ask(&self, seat: impl Into<usize>, question: &str) -> String {
        match Setup::is_nameless(self.players()) {
            true => capital(question),
            false => format!("{}, {question}", self.name(seat)),
        }
    }

    /// The names of these seats, in order.
    fn names(&self, seats: Seats) -> Vec<&str> {
        seats.iter().map(|seat| self.name(seat)).collect()
    }
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats(pub u8);

impl Seats {
    pub fn has(self, seat: Seat) -> bool {
        self.0 & 1 << seat != 0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).filter(move |seat| self.has(*seat))
    }
}

#[cfg(test)]
mod tests {
    use super::Narrator;

    struct Table(Vec<String>);

    impl Narrator for Table {
        fn players(&self) -> &[String] {
            &self.0
        }
    }

    #[test]
    fn one_is_spoken_to_and_several_are_named() {
        let table = |names: &[&str]| Table(names.iter().map(|name| (*name).to_owned()).collect());
        let (alone, several) = (table(&["Ann"]), table(&["Ann", "Bob", "Cid"]));
        assert_eq!([alone.whom(0u8), several.whom(1u8)], ["you", "Bob"]);
        assert_eq!([alone.does(0u8, "go", "goes"), several.does(1u8, "go", "goes")], ["You go", "Bob goes"]);
        assert_eq!(alone.ask(0u8, "what now?"), "Ann, what now?");
        assert_eq!(table(&["Player"]).ask(0u8, "what now?"), "What now?");
    }
}
