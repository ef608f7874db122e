//! Where the table decides otherwise: a pawn elsewhere, a coin before another player.
//!
//! Between turns only, so that nothing is left half done. Treasure is out of reach: who holds which is a secret.

use super::Crawl;
use super::data::map::{Cell, Square};
use super::data::piece::{Code, Suit, VALUES};
use super::rules::event::Event;
use super::rules::position::{DEADLY, Position, Step};
use crate::games::shared::narrator::Narrator;
use crate::referee::{Corrections, Outcome, Refused, Verdict};

/// An edit of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// The pawn of this seat stands here.
    Stand(u8, Square),
    /// This coin is free equipment or experience of a seat, or (`None`) discarded.
    Coin(Code, Option<u8>),
}

const FORMS: &[(&str, &str)] = &[
    ("move PLAYER to SPACE", "the pawn of a player in the dungeon; c7"),
    ("give COIN to PLAYER", "equipment or experience that was seen before: A3, S1, M4"),
    ("give COIN to discards", "the same, out of the game"),
];

impl Corrections for Crawl {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    fn correction(&self, correction: Correction) -> String {
        let letter = |seat: u8| self.suit(usize::from(seat)).letter();
        match correction {
            Correction::Stand(seat, at) => format!("move {} to {at}", letter(seat)),
            Correction::Coin(coin, Some(seat)) => format!("give {coin} to {}", letter(seat)),
            Correction::Coin(coin, None) => format!("give {coin} to discards"),
        }
    }

    fn parse_correction(&self, _position: &Position, words: &str) -> Result<Correction, String> {
        let wrong = || {
            let forms: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
            format!("`{words}` is no correction; there is: {}", forms.join("; "))
        };
        let (verb, rest) = words.trim().split_once(' ').ok_or_else(wrong)?;
        let (what, to) = rest.rsplit_once(" to ").ok_or_else(wrong)?;
        let (what, to) = (what.trim(), to.trim());
        let seat = |word: &str| -> Result<u8, String> {
            let named = self.players.iter().position(|player| player.eq_ignore_ascii_case(word));
            let seat = named.or_else(|| Suit::parse(word).map(|suit| usize::from(self.seat_of(suit))));
            let seat = seat.filter(|seat| *seat < self.players.len());
            seat.map(|seat| seat as u8).ok_or_else(|| format!("nobody here is called `{word}`"))
        };
        match verb.to_ascii_lowercase().as_str() {
            "move" => {
                let at = Square::parse(to).ok_or_else(|| format!("`{to}` is no space; one is called c7, say"))?;
                Ok(Correction::Stand(seat(what)?, at))
            }
            "give" => {
                let coin = Code::parse(what).filter(|coin| usize::from(coin.value) < VALUES);
                let coin = coin.ok_or_else(|| format!("`{what}` is no coin; one is called A3, say"))?;
                Ok(Correction::Coin(coin, if to == "discards" { None } else { Some(seat(to)?) }))
            }
            _ => Err(wrong()),
        }
    }

    fn correct(&self, p: &mut Position, correction: Correction, _: &mut impl FnMut(Event)) -> Result<(), Refused> {
        let refuse = |reason: String, rule| Err(Refused::correction(reason, Some(rule)));
        if !matches!(p.step, Step::Move | Step::Enter) {
            return refuse("corrections are made between turns of play: finish this one first".to_owned(), "R18");
        }
        match correction {
            Correction::Stand(seat, at) => {
                if p.players[usize::from(seat)].pawn.is_none() {
                    return refuse(format!("{} is not in the dungeon", self.name(seat)), "R38");
                }
                if p.map.cell(at) != Cell::Floor || p.pawn_at(at).is_some() {
                    return refuse(format!("{at} is no empty space of the dungeon"), "R21");
                }
                let from = p.players[usize::from(seat)].pawn.replace(at);
                if !self.goes_on(p) {
                    p.players[usize::from(seat)].pawn = from;
                    return refuse(format!("{} could do nothing then", self.name(p.acting)), "A13");
                }
                Ok(())
            }
            Correction::Coin(coin, to) => self.give(p, coin, to),
        }
    }

    fn corrected(&self, _position: &Position, correction: Correction) -> String {
        match correction {
            Correction::Stand(seat, at) => format!("{} stands on {at}", self.name(seat)),
            Correction::Coin(coin, Some(seat)) => format!("{} has {coin}", self.name(seat)),
            Correction::Coin(coin, None) => format!("{coin} is discarded"),
        }
    }

    fn corrections(&self, p: &Position) -> Vec<Correction> {
        let seats = 0..self.players.len() as u8;
        let empty = p.map.squares().filter(|at| p.map.cell(*at) == Cell::Floor && p.pawn_at(*at).is_none());
        let empty: Vec<Square> = empty.collect();
        let stand = seats.clone().flat_map(|seat| empty.iter().map(move |at| Correction::Stand(seat, *at)));
        let coins = [Suit::Suns, Suit::Moons, Suit::Arms]
            .into_iter()
            .flat_map(|suit| p.revealed[suit as usize].iter().map(move |value| Code { suit, value }));
        let give =
            coins.flat_map(|coin| seats.clone().map(Some).chain([None]).map(move |seat| Correction::Coin(coin, seat)));
        stand.chain(give).collect()
    }

    /// R42: who has which treasure is told before anybody can have won.
    fn conclude(&self, p: &mut Position, tell: &mut impl FnMut(Event)) -> Result<(), Refused> {
        if p.step == Step::ShowDead {
            let reason = format!("first tell which treasure {} leaves", self.name(p.showing));
            return Err(Refused { reason, rule: Some("R37"), code: "tell_first" });
        }
        let unknown = (0..self.players.len() as u8).any(|seat| !p.worlds.open(seat).is_empty());
        if unknown && p.step != Step::ShowEnd {
            self.finish(p, tell);
        }
        Ok(())
    }

    fn standing(&self, p: &Position) -> Outcome {
        let standings: Vec<_> = (0..self.players.len()).map(|seat| Self::standing(p, seat)).collect();
        let best = standings.iter().max().copied().unwrap_or_default();
        let verdict = |standing| match standings.iter().filter(|other| **other == best).count() {
            1 if standing == best => Verdict::Win,
            _ if standing == best => Verdict::Draw,
            _ => Verdict::Loss,
        };
        Outcome {
            verdicts: standings.iter().map(|standing| verdict(*standing)).collect(),
            ranking: self.ranking(p),
            scores: standings.iter().map(|(total, _)| Some(*total as i32)).collect(),
        }
    }
}

impl Crawl {
    /// Puts a coin of no treasure before a player in the dungeon, or away.
    fn give(&self, p: &mut Position, coin: Code, to: Option<u8>) -> Result<(), Refused> {
        let refuse = |reason: String, rule| Err(Refused::correction(reason, Some(rule)));
        let Code { suit, value } = coin;
        if suit == Suit::Crowns {
            return refuse("who holds which treasure is a secret of the table".to_owned(), "R29");
        }
        if !p.revealed[suit as usize].has(value) {
            return refuse(format!("{coin} has not been turned over"), "R24");
        }
        if p.stacks.iter().any(|stack| suit == Suit::Arms && stack.equipment.has(value)) {
            return refuse(format!("{coin} lies in the dungeon for who takes it"), "R40");
        }
        if let Some(seat) = to.filter(|seat| p.players[usize::from(*seat)].pawn.is_none()) {
            return refuse(format!("{} is not in the dungeon", self.name(seat)), "R39");
        }
        let before = (p.discards, p.players.clone());
        p.discards[suit as usize].remove(value);
        for player in &mut p.players {
            match suit {
                Suit::Arms => {
                    player.equipment.remove(value);
                    player.applied.remove(value);
                }
                _ => {
                    player.experience[suit as usize].remove(value);
                    player.damage[suit as usize].remove(value);
                }
            }
        }
        match to.map(|seat| &mut p.players[usize::from(seat)]) {
            None => p.discards[suit as usize].add(value),
            Some(player) if suit == Suit::Arms => player.equipment.add(value),
            Some(player) => player.experience[suit as usize].add(value),
        }
        let sound = p.players.iter().all(|player| {
            let damage: u32 = player.damage.iter().map(|coins| coins.sum()).sum();
            player.hurt() < DEADLY && u32::from(player.applied.len()) <= damage
        });
        if !sound {
            (p.discards, p.players) = before;
            return refuse("damage and the equipment applied to it would not fit together".to_owned(), "R36");
        }
        Ok(())
    }

    /// Whether the seat in turn can do anything.
    fn goes_on(&self, p: &Position) -> bool {
        match (p.step, p.players[p.actor()].pawn) {
            (Step::Move, Some(from)) => {
                let mut free = false;
                self.ways(p, from, &mut |_| free = true);
                free
            }
            _ => p.entrances().next().is_some(),
        }
    }
}
