//! Who plays: the players by seat, and their names. How they are addressed is up to the kit's sentences.

use crate::referee::Seat;

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
