//! Stable names of moves: words without spaces, which are stored in journals.
//!
//! An action is written as its name and its picks: `play:c7`, `lay:2,-1:1`. The other moves are `ask:hearts`,
//! `ask-player:Ann`, `ask:-` for none, `shows:5` for a die, `is:c7` for a piece that becomes known, `takes:3` for a random
//! one, `decline` and `go-on`.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::rules::choice::{AREAS, hyphened, of_class, spell, unspell};
use crate::games::by_kit::rules::position::{Move, NO_PICK};
use crate::referee::result_of;

/// How an answer's name begins, by its class.
const ASKS: [&str; 4] = ["ask", "ask-piece", "ask-player", "ask-zone"];

impl KitGame {
    pub(crate) fn name_of(&self, mv: Move) -> String {
        match mv {
            Move::Act { action, picks } => {
                let Some(code) = self.program.actions.get(usize::from(action)) else {
                    return "?".into();
                };
                let mut name = code.name.clone();
                for (pick, said) in code
                    .picks
                    .iter()
                    .zip(picks)
                    .filter(|(_, said)| *said != NO_PICK)
                {
                    name.push(':');
                    name += &spell(self, &pick.ty, said);
                }
                name
            }
            Move::Pass => "decline".into(),
            Move::Answer { class, said } => {
                let said = spell(self, &of_class(class), said);
                match ASKS.get(usize::from(class)) {
                    Some(ask) => format!("{ask}:{said}"),
                    None if class >= AREAS => format!("ask-area-{}:{said}", class - AREAS),
                    None => format!("ask-place-{}:{said}", class - 4),
                }
            }
            Move::AnswerNone => "ask:-".into(),
            Move::Face { of, face } => {
                let dice = &self.program.dice[usize::from(of)];
                let shown = dice
                    .faces
                    .get(usize::from(face).wrapping_sub(1))
                    .copied()
                    .unwrap_or_default();
                let shown = self
                    .program
                    .facts
                    .text(shown)
                    .map_or_else(|| shown.to_string(), hyphened);
                if self.program.dice.len() == 1 {
                    format!("shows:{shown}")
                } else {
                    format!("shows:{}:{shown}", dice.name)
                }
            }
            Move::Know { kind, way } => {
                let code = self
                    .program
                    .facts
                    .kinds
                    .get(usize::from(kind))
                    .map_or("?", |kind| kind.code.as_str());
                if way == 0 {
                    format!("is:{code}")
                } else {
                    format!("is:{code}:{way}")
                }
            }
            Move::Take(place) => format!("takes:{place}"),
            Move::GoOn => "go-on".into(),
        }
    }

    /// A piece by its name, with its code where another kind bears the same; any other result by what it shows.
    pub(crate) fn drawn_of(&self, mv: Move) -> String {
        let kinds = &self.program.facts.kinds;
        let known = match mv {
            Move::Know { kind, way: 0 } => kinds.get(usize::from(kind)),
            _ => None,
        };
        let Some(of) = known else {
            return result_of(&self.name_of(mv));
        };
        let is_alone = kinds.iter().filter(|other| other.name == of.name).count() == 1;
        if is_alone || of.name.eq_ignore_ascii_case(&of.code) {
            of.name.clone()
        } else {
            format!("{} ({})", of.name, of.code)
        }
    }

    pub(crate) fn parse_name(&self, id: &str) -> Option<Move> {
        let mv = self.read_name(id)?;
        (self.name_of(mv) == id).then_some(mv)
    }

    fn read_name(&self, id: &str) -> Option<Move> {
        let (verb, rest) = match id.split_once(':') {
            Some((verb, rest)) => (verb, Some(rest)),
            None => (id, None),
        };
        if let Some(action) = self
            .program
            .actions
            .iter()
            .position(|action| action.name == verb)
        {
            let code = &self.program.actions[action];
            let said: Vec<&str> = rest.map_or(Vec::new(), |rest| rest.split(':').collect());
            if said.len() != code.picks.len() {
                return None;
            }
            let mut picks = [NO_PICK; 4];
            for ((slot, pick), said) in picks.iter_mut().zip(&code.picks).zip(said) {
                *slot = unspell(self, &pick.ty, said)?;
            }
            return Some(Move::Act {
                action: action as u16,
                picks,
            });
        }
        let rest = match (verb, rest) {
            ("decline", None) => return Some(Move::Pass),
            ("go-on", None) => return Some(Move::GoOn),
            ("ask", Some("-")) => return Some(Move::AnswerNone),
            (_, None) => return None,
            (_, Some(rest)) => rest,
        };
        match verb {
            "shows" => {
                let (of, shown) = match rest.split_once(':') {
                    Some((name, shown)) => (
                        self.program
                            .dice
                            .iter()
                            .position(|dice| dice.name == name)?,
                        shown,
                    ),
                    None => (0, rest),
                };
                let faces = &self.program.dice.get(of)?.faces;
                let text = |face: &i32| {
                    self.program
                        .facts
                        .text(*face)
                        .map_or_else(|| face.to_string(), hyphened)
                };
                let face = faces.iter().position(|face| text(face) == shown)?;
                Some(Move::Face {
                    of: of as u8,
                    face: face as u8 + 1,
                })
            }
            "is" => {
                let (code, way) = match rest.split_once(':') {
                    Some((code, way)) => (code, way.parse().ok()?),
                    None => (rest, 0),
                };
                Some(Move::Know {
                    kind: self.program.facts.find_code(code)?,
                    way,
                })
            }
            "takes" => Some(Move::Take(rest.parse().ok()?)),
            _ => {
                let class = match ASKS.iter().position(|ask| *ask == verb) {
                    Some(class) => class as u8,
                    None => self.class_on_map(verb)?,
                };
                Some(Move::Answer {
                    class,
                    said: unspell(self, &of_class(class), rest)?,
                })
            }
        }
    }

    /// The class of an answer that is a place or an area of a map, by how its name begins.
    fn class_on_map(&self, verb: &str) -> Option<u8> {
        let (map, first) = match verb.strip_prefix("ask-place-") {
            Some(map) => (map, 4),
            None => (verb.strip_prefix("ask-area-")?, AREAS),
        };
        let map: u8 = map.parse().ok()?;
        (usize::from(map) < self.program.maps.len()).then(|| first + map)
    }

    /// A zone's name in a move: "hand.Ann", "column.3".
    pub(crate) fn zone_id(&self, zone: u16) -> String {
        let Some(at) = self.zone_at.get(usize::from(zone)) else {
            return "?".into();
        };
        let decl = &self.program.zones[usize::from(at.decl)];
        let mut name = decl.name.clone();
        if decl.own {
            name = format!("{name}.{}", hyphened(&self.players[usize::from(at.seat)]));
        }
        if decl.each.count() > 1 || decl.each != crate::games::by_kit::language::code::Keys::One {
            name = format!("{name}.{}", at.key + 1);
        }
        name
    }

    pub(crate) fn zone_of_id(&self, id: &str) -> Option<u16> {
        (0..self.zone_at.len() as u16).find(|zone| self.zone_id(*zone) == id)
    }
}
