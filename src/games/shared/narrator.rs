//! Who plays: the players by seat, their names and ranks. How they are addressed is up to the kit's sentences.

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
        self.players()
            .get(seat.into())
            .map_or("nobody", String::as_str)
    }

    /// The names of these seats, in order.
    fn names(&self, seats: Seats) -> Vec<&str> {
        seats.iter().map(|seat| self.name(seat)).collect()
    }
}

/// Seats by rank, the best standing first; those with the same one share a rank.
pub fn ranked<K: Ord>(
    seats: impl Iterator<Item = Seat>,
    standing: impl Fn(Seat) -> K,
) -> Vec<Vec<Seat>> {
    let mut seats: Vec<Seat> = seats.collect();
    seats.sort_by_key(|seat| std::cmp::Reverse(standing(*seat)));
    seats
        .chunk_by(|a, b| standing(*a) == standing(*b))
        .map(<[Seat]>::to_vec)
        .collect()
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
