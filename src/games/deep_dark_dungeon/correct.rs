//! Where the table decides otherwise: a pawn elsewhere, a card with somebody else, hurt or not.
//!
//! While a player decides on a move only, so that nothing is left half done. Tiles stay where they lie (R7).

use super::Deep;
use super::rules::event::Event;
use super::rules::position::{Position, Step};
use crate::games::shared::narrator::Narrator;
use crate::referee::{Corrections, Outcome, Refused, RuleId, Seat, Verdict};

/// An edit of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// The pawn of this seat stands on this space.
    Stand(u8, u8),
    /// The Explorer card of this seat shows its Hurt side, or not.
    Hurt(u8, bool),
    /// The pawn of this seat is caught in a web, or not.
    Web(u8, bool),
    /// This card is there.
    Give(u8, Pile),
}

/// Where an Encounter card can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    Deck,
    Discard,
    Explorer(u8),
}

const FORMS: &[(&str, &str)] = &[
    ("move PLAYER to TILE", "a pawn, to a tile on the table: T13"),
    ("hurt PLAYER", "turn the Explorer card; back again: heal PLAYER"),
    ("web PLAYER", "caught until the next turn; or free PLAYER"),
    ("give CARD to PLAYER", "a Treasure: E14; any card: to deck, to discard"),
];

impl Corrections for Deep {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    fn correction(&self, correction: Correction) -> String {
        let number = |seat: u8| u16::from(seat) + 1;
        match correction {
            // Spaces by number need no position.
            Correction::Stand(seat, space) => format!("move {} to #{}", number(seat), u16::from(space) + 1),
            Correction::Hurt(seat, true) => format!("hurt {}", number(seat)),
            Correction::Hurt(seat, false) => format!("heal {}", number(seat)),
            Correction::Web(seat, true) => format!("web {}", number(seat)),
            Correction::Web(seat, false) => format!("free {}", number(seat)),
            Correction::Give(card, pile) => {
                let to = match pile {
                    Pile::Deck => "deck".to_owned(),
                    Pile::Discard => "discard".to_owned(),
                    Pile::Explorer(seat) => number(seat).to_string(),
                };
                format!("give {} to {to}", self.data.card(card).code)
            }
        }
    }

    fn parse_correction(&self, p: &Position, words: &str) -> Result<Correction, String> {
        let wrong = || {
            let forms: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
            format!("`{words}` is no correction; there is: {}", forms.join("; "))
        };
        let (verb, rest) = words.trim().split_once(' ').ok_or_else(wrong)?;
        let rest = rest.trim();
        let seat = |word: &str| {
            let seat = self.parse_seat(word).filter(|seat| usize::from(*seat) < self.players.len());
            seat.ok_or_else(|| format!("nobody here is called `{word}`"))
        };
        let two = || rest.rsplit_once(" to ").map(|(what, to)| (what.trim(), to.trim())).ok_or_else(wrong);
        match verb.to_ascii_lowercase().as_str() {
            "move" => {
                let (who, to) = two()?;
                let space = self.parse_space(p, to).ok_or_else(|| format!("no tile on the table is `{to}`"))?;
                Ok(Correction::Stand(seat(who)?, space))
            }
            "hurt" => Ok(Correction::Hurt(seat(rest)?, true)),
            "heal" => Ok(Correction::Hurt(seat(rest)?, false)),
            "web" => Ok(Correction::Web(seat(rest)?, true)),
            "free" => Ok(Correction::Web(seat(rest)?, false)),
            "give" => {
                let (card, to) = two()?;
                let card = self.parse_card(card).ok_or_else(|| format!("`{card}` is no card; one is called E14, say"))?;
                let pile = match to.to_ascii_lowercase().as_str() {
                    "deck" => Pile::Deck,
                    "discard" => Pile::Discard,
                    _ => Pile::Explorer(seat(to)?),
                };
                Ok(Correction::Give(card, pile))
            }
            _ => Err(wrong()),
        }
    }

    fn correct(&self, p: &mut Position, correction: Correction, tell: &mut impl FnMut(Event)) -> Result<(), Refused> {
        if p.step != Step::Act {
            return refuse("corrections are made while a player decides on a move: settle this first", "R14");
        }
        if let Correction::Stand(seat, _) | Correction::Hurt(seat, _) | Correction::Web(seat, _) = correction
            && p.is_out(usize::from(seat))
        {
            return refuse(format!("{} is out of the dungeon", self.name(seat)), "R70");
        }
        match correction {
            Correction::Stand(seat, space) => {
                if usize::from(space) >= p.spaces.len() {
                    return refuse("no such tile lies on the table", "R17");
                }
                p.explorers[usize::from(seat)].at = space;
                // R20
                if seat == p.acting && !self.has_acted(p) {
                    p.origin = space;
                }
            }
            Correction::Hurt(seat, hurt) => p.explorers[usize::from(seat)].hurt = hurt,
            Correction::Web(seat, _) if seat == p.acting => {
                return refuse(format!("{} has begun the turn, free of webs", self.name(seat)), "R37");
            }
            Correction::Web(seat, webbed) => p.explorers[usize::from(seat)].webbed = webbed,
            Correction::Give(card, pile) => self.give(p, card, pile)?,
        }
        self.go_on(p, tell);
        Ok(())
    }

    fn corrected(&self, p: &Position, correction: Correction) -> String {
        match correction {
            Correction::Stand(seat, space) => format!("{} stands on {}", self.name(seat), self.place(p, space)),
            Correction::Hurt(seat, true) => format!("{} is Hurt", self.name(seat)),
            Correction::Hurt(seat, false) => format!("{} is Healthy", self.name(seat)),
            Correction::Web(seat, true) => format!("{} is caught in a web", self.name(seat)),
            Correction::Web(seat, false) => format!("{} is free of the web", self.name(seat)),
            Correction::Give(card, Pile::Deck) => format!("{} is in the deck", self.card_text(card)),
            Correction::Give(card, Pile::Discard) => format!("{} is in the discard pile", self.card_text(card)),
            Correction::Give(card, Pile::Explorer(seat)) => format!("{} carries {}", self.name(seat), self.card_text(card)),
        }
    }

    fn corrections(&self, p: &Position) -> Vec<Correction> {
        let seats = 0..self.players.len() as u8;
        let spaces = p.spaces.len() as u8;
        let stand = seats.clone().flat_map(|seat| (0..spaces).map(move |space| Correction::Stand(seat, space)));
        let state = seats.clone().flat_map(|seat| {
            [true, false].into_iter().flat_map(move |so| [Correction::Hurt(seat, so), Correction::Web(seat, so)])
        });
        let piles = || [Pile::Deck, Pile::Discard].into_iter().chain(seats.clone().map(Pile::Explorer));
        let give = self.data.deck.iter().flat_map(|card| piles().map(move |pile| Correction::Give(card, pile)));
        stand.chain(state).chain(give).collect()
    }

    /// Who has escaped has won, in that order.
    fn standing(&self, p: &Position) -> Outcome {
        let seats = self.players.len();
        let escaped = |seat: usize| p.escaped.iter().any(|out| usize::from(*out) == seat);
        let mut ranking: Vec<Vec<Seat>> = Vec::new();
        if seats > 1 && !p.escaped.is_empty() {
            ranking.extend(p.escaped.iter().map(|seat| vec![*seat]));
            let left: Vec<Seat> = (0..seats as Seat).filter(|seat| !escaped(usize::from(*seat))).collect();
            ranking.extend(Some(left).filter(|left| !left.is_empty()));
        }
        Outcome {
            verdicts: (0..seats).map(|seat| if escaped(seat) { Verdict::Win } else { Verdict::Loss }).collect(),
            ranking,
            scores: vec![None; seats],
        }
    }
}

impl Deep {
    /// By its tile's code, "start", "exit", or the number of its laying, "#3".
    fn parse_space(&self, p: &Position, word: &str) -> Option<u8> {
        let known = |space: u8| usize::from(space) < p.spaces.len();
        if let Some(number) = word.strip_prefix('#') {
            return number.parse::<u8>().ok()?.checked_sub(1);
        }
        match word.to_ascii_lowercase().as_str() {
            "start" => Some(0),
            "exit" => Some(p.exit).filter(|exit| known(*exit)),
            _ => {
                let tile = self.parse_tile(word)?;
                p.spaces.iter().position(|space| space.tile == tile).map(|space| space as u8)
            }
        }
    }

    fn give(&self, p: &mut Position, card: u8, pile: Pile) -> Result<(), Refused> {
        let carried = p.explorers.iter().any(|explorer| explorer.carried.has(card));
        if !carried && !p.deck.has(card) && !p.discard.has(card) {
            return refuse(format!("{} is not in this game now", self.card_text(card)), "R3");
        }
        match pile {
            Pile::Discard if self.options.keys_reshuffle && self.data.keys.has(card) => {
                return refuse("a discarded Key goes back into the deck: give it to the deck", "R58");
            }
            Pile::Explorer(_) if !self.data.treasures.has(card) => {
                return refuse(format!("{} is no Treasure", self.card_text(card)), "R48");
            }
            Pile::Explorer(seat) if p.is_out(usize::from(seat)) => {
                return refuse(format!("{} is out of the dungeon", self.name(seat)), "R70");
            }
            Pile::Explorer(seat) => {
                let own = p.explorers[usize::from(seat)].carried;
                let full = self.carry_limit(usize::from(seat)).is_some_and(|limit| own.len() >= limit);
                if full && !own.has(card) {
                    return refuse(format!("{} cannot carry more", self.name(seat)), "R48");
                }
            }
            Pile::Deck | Pile::Discard => {}
        }
        p.deck.remove(card);
        p.discard.remove(card);
        p.explorers.iter_mut().for_each(|explorer| explorer.carried.remove(card));
        match pile {
            Pile::Deck => p.deck.add(card),
            Pile::Discard => p.discard.add(card),
            Pile::Explorer(seat) => p.explorers[usize::from(seat)].carried.add(card),
        }
        Ok(())
    }
}

fn refuse(reason: impl Into<String>, rule: RuleId) -> Result<(), Refused> {
    Err(Refused::correction(reason, Some(rule)))
}
