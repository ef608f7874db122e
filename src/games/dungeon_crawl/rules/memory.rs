//! What an attentive player remembers about all treasures: how likely each player is to hold each of them, given what was seen
//! from a seat.
//!
//! It is only for bots: the referee shows it to nobody, since remembering is part of the game. It depends only on what a seat saw,
//! so it reveals no secrets of others.

use crate::games::dungeon_crawl::data::piece::{MAX_SEATS, VALUES, Values};

/// The weight of certainty.
const SURE: u16 = 1 << 15;

/// An observer who does not play.
const WATCHER: usize = MAX_SEATS;

/// By observer (seats, then the watcher), treasure and holder: the probability in units of 1 / `SURE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory([[[u16; MAX_SEATS]; VALUES]; MAX_SEATS + 1]);

impl Memory {
    /// Records that everybody sees this seat take the treasure.
    pub fn give(&mut self, value: u8, seat: u8) {
        for observer in &mut self.0 {
            observer[usize::from(value)] = sure(seat);
        }
    }

    /// Records that everybody sees that nobody holds the treasure.
    pub fn drop(&mut self, value: u8) {
        for observer in &mut self.0 {
            observer[usize::from(value)] = [0; MAX_SEATS];
        }
    }

    /// Records a theft of one of the victim's `count` treasures, all equally likely. Thief and victim see which one, if it is
    /// reported.
    pub fn steal(&mut self, victim: u8, thief: u8, count: u8, told: Option<u8>) {
        for (seat, observer) in self.0.iter_mut().enumerate() {
            match told {
                Some(value) if seat == usize::from(victim) || seat == usize::from(thief) => {
                    observer[usize::from(value)] = sure(thief);
                }
                _ => {
                    for treasure in observer {
                        let moved = treasure[usize::from(victim)] / u16::from(count.max(1));
                        treasure[usize::from(victim)] -= moved;
                        treasure[usize::from(thief)] += moved;
                    }
                }
            }
        }
    }

    /// How likely each player is to hold a treasure, as `observer` remembers it. `None` is a watcher.
    pub fn likely(&self, observer: Option<u8>, value: u8) -> [u16; MAX_SEATS] {
        self.0[observer.map_or(WATCHER, usize::from)][usize::from(value)]
    }

    /// The memory if everybody had seen exactly what `observer` saw.
    pub fn of(&self, observer: Option<u8>) -> Memory {
        Memory([self.0[observer.map_or(WATCHER, usize::from)]; MAX_SEATS + 1])
    }

    /// Records that a player looks at all of their own treasures.
    pub fn look(&mut self, seat: u8, own: Values) {
        for (value, likely) in (0u8..).zip(&mut self.0[usize::from(seat)]) {
            if own.has(value) {
                *likely = sure(seat)
            } else {
                likely[usize::from(seat)] = 0
            }
        }
    }

    /// The mean value of a treasure of `holder`, as `observer` remembers it; 0 if there is none. `None` is a watcher.
    pub fn mean(&self, observer: Option<u8>, holder: usize) -> f64 {
        let treasures = &self.0[observer.map_or(WATCHER, usize::from)];
        let mut sum = 0u32;
        let mut weight = 0u32;
        for (value, likely) in (0u32..).zip(treasures) {
            sum += value * u32::from(likely[holder]);
            weight += u32::from(likely[holder]);
        }
        if weight == 0 {
            0.0
        } else {
            f64::from(sum) / f64::from(weight)
        }
    }
}

fn sure(seat: u8) -> [u16; MAX_SEATS] {
    let mut likely = [0; MAX_SEATS];
    likely[usize::from(seat)] = SURE;
    likely
}
