//! Where the table decides otherwise: gold, power, the hero elsewhere.
//!
//! Between actions only, so that nothing is left half done. Coins are out of reach: what they are is a secret.

use super::Builders;
use super::data::layout::Set;
use super::data::tile::Tile;
use super::rules::event::Event;
use super::rules::position::{MAX_POWER, Position, Step};
use crate::games::piecepack::Suit;
use crate::games::shared::narrator::Narrator;
use crate::referee::{Corrections, Outcome, Refused, Verdict};

/// An edit of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// A seat has so much gold.
    Gold(u8, u16),
    /// A hero has this power.
    Power(u8, u8),
    /// The hero stands on this tile of the dungeon.
    Stand(Tile),
}

const FORMS: &[(&str, &str)] = &[
    ("gold PLAYER N", "how much gold a player has"),
    ("power PLAYER N", "what a hero's power die shows"),
    ("move hero to TILE", "the hero in the dungeon, to a tile with nothing left to settle"),
];

impl Corrections for Builders {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    fn correction(&self, correction: Correction) -> String {
        let letter = |seat: u8| self.suit(seat).letter();
        match correction {
            Correction::Gold(seat, gold) => format!("gold {} {gold}", letter(seat)),
            Correction::Power(seat, power) => format!("power {} {power}", letter(seat)),
            Correction::Stand(tile) => format!("move hero to {tile}"),
        }
    }

    fn parse_correction(&self, _position: &Position, words: &str) -> Result<Correction, String> {
        let wrong = || {
            let forms: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
            format!("`{words}` is no correction; there is: {}", forms.join("; "))
        };
        let parts: Vec<&str> = words.split_whitespace().collect();
        let seat = |word: &str| -> Result<u8, String> {
            let named = (0..self.players.len() as u8).find(|seat| self.name(*seat).eq_ignore_ascii_case(word));
            let seat = named.or_else(|| Suit::parse(word).and_then(|suit| self.seat_of(suit)));
            seat.ok_or_else(|| format!("nobody here is called `{word}`"))
        };
        match parts.as_slice() {
            ["gold", player, gold] => {
                let number = gold.parse().map_err(|_| format!("`{gold}` is no amount of gold"))?;
                Ok(Correction::Gold(seat(player)?, number))
            }
            ["power", player, power] => {
                let number = power.parse().map_err(|_| format!("`{power}` is no power; it is 0 to 5"))?;
                Ok(Correction::Power(seat(player)?, number))
            }
            ["move", "hero", "to", tile] => {
                Tile::parse(tile).map(Correction::Stand).ok_or_else(|| format!("`{tile}` is no tile; one is called S3, say"))
            }
            _ => Err(wrong()),
        }
    }

    fn correct(&self, p: &mut Position, correction: Correction, _: &mut impl FnMut(Event)) -> Result<(), Refused> {
        let refuse = |reason: String, rule| Err(Refused::correction(reason, Some(rule)));
        if !matches!(p.step, Step::Act | Step::Walk) {
            return refuse("corrections are made between actions: finish this one first".to_owned(), "R10");
        }
        match correction {
            Correction::Gold(seat, gold) => p.gold[usize::from(seat)] = gold,
            Correction::Power(seat, power) => {
                let exploring = p.step == Step::Walk && seat == p.hero.seat;
                // I3, I7
                let (least, most) = match exploring {
                    true => (p.hero.entry.min(1), p.hero.entry),
                    false if p.step == Step::Walk => (0, MAX_POWER),
                    false => (0, MAX_POWER - 1),
                };
                if !(least..=most).contains(&power) {
                    return refuse(format!("{}'s power can be {least} to {most} now", self.name(seat)), "R31");
                }
                p.power[usize::from(seat)] = power;
            }
            Correction::Stand(tile) => {
                if p.step != Step::Walk {
                    return refuse("no hero is in the dungeon".to_owned(), "R43");
                }
                let there = p.layout.place(tile).is_some_and(|place| place.set == Set::DUNGEON);
                if !there || !p.hero.visited.has(tile) && p.coins_on(tile).next().is_some() {
                    return refuse(format!("{tile} is no tile of the dungeon where nothing is left to settle"), "R47");
                }
                p.hero.at = tile;
                p.hero.visited.add(tile);
            }
        }
        Ok(())
    }

    fn corrected(&self, _position: &Position, correction: Correction) -> String {
        match correction {
            Correction::Gold(seat, gold) => format!("{} has {gold} gold", self.name(seat)),
            Correction::Power(seat, power) => format!("{}'s hero has power {power}", self.name(seat)),
            Correction::Stand(tile) => format!("the hero stands on {tile}"),
        }
    }

    fn corrections(&self, p: &Position) -> Vec<Correction> {
        let seats = 0..self.players.len() as u8;
        let gold = seats.clone().flat_map(|seat| {
            let gold = p.gold[usize::from(seat)];
            [gold.saturating_sub(1), gold.saturating_add(1)].map(|gold| Correction::Gold(seat, gold))
        });
        let power = seats.flat_map(|seat| (0..=MAX_POWER).map(move |power| Correction::Power(seat, power)));
        let stand = p.layout.of(Set::DUNGEON).map(|(tile, _)| Correction::Stand(tile));
        gold.chain(power).chain(stand).collect()
    }

    fn standing(&self, p: &Position) -> Outcome {
        let gold = &p.gold[..self.players.len()];
        let most = gold.iter().max().copied().unwrap_or_default();
        // A34: all who have most win.
        let verdict = |own: u16| if own == most { Verdict::Win } else { Verdict::Loss };
        Outcome {
            verdicts: gold.iter().map(|own| verdict(*own)).collect(),
            ranking: self.ranking(p),
            scores: gold.iter().map(|own| Some(i32::from(*own))).collect(),
        }
    }
}
