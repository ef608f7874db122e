//! What an attentive player remembers of everybody's treasure: how likely each is where, by what was seen from that seat.
//!
//! The referee shows this to nobody, since remembering is part of the game; bots play with it. It follows from what a seat
//! saw alone, so it holds no secret of others.

use crate::games::dungeon_crawl::data::piece::{MAX_SEATS, VALUES};

/// A certainty.
const SURE: u16 = 1 << 15;

/// Somebody who watches without playing.
const WATCHER: usize = MAX_SEATS;

/// By observer (seats, then a watcher), treasure and holder: the likelihood, in parts of `SURE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory([[[u16; MAX_SEATS]; VALUES]; MAX_SEATS + 1]);

impl Memory {
    /// Everybody sees that the seat holds this treasure.
    pub fn give(&mut self, value: u8, seat: u8) {
        for observer in &mut self.0 {
            observer[usize::from(value)] = sure(seat);
        }
    }

    /// Everybody sees that nobody holds it.
    pub fn drop(&mut self, value: u8) {
        for observer in &mut self.0 {
            observer[usize::from(value)] = [0; MAX_SEATS];
        }
    }

    /// One of the victim's `count` treasures was stolen, each as likely as the others. The two see which, if it is told.
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

    /// The mean value of a treasure of `holder`, as `observer` remembers; 0 of nothing. `None` is a watcher.
    pub fn mean(&self, observer: Option<u8>, holder: usize) -> f64 {
        let treasures = &self.0[observer.map_or(WATCHER, usize::from)];
        let (mut sum, mut weight) = (0u32, 0u32);
        for (value, likely) in (0u32..).zip(treasures) {
            sum += value * u32::from(likely[holder]);
            weight += u32::from(likely[holder]);
        }
        if weight == 0 { 0.0 } else { f64::from(sum) / f64::from(weight) }
    }
}

fn sure(seat: u8) -> [u16; MAX_SEATS] {
    let mut likely = [0; MAX_SEATS];
    likely[usize::from(seat)] = SURE;
    likely
}
