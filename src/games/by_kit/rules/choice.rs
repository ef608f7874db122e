//! The legal moves: listing and judging walk the same sets of picks.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{
    ActionCode, Choice, MAX_GAPS, NeedCode, Node, Part, Saying, Target, Type,
};
use crate::games::by_kit::language::facts::{NONE, WORDS};
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::eval::{Evaluator, Reader, number};
use crate::games::by_kit::rules::event::{Event, Gaps, Refusal};
use crate::games::by_kit::rules::land::Area;
use crate::games::by_kit::rules::machine::MAX_ALONE;
use crate::games::by_kit::rules::position::*;

/// The class of an area of the first map.
pub const AREAS: u8 = 0x80;
/// Marks a pick as a piece identified by its position, counted from 1.
const BY_PLACE: u16 = 0x8000;
/// Marks a pick as a word rather than a number.
const WORD: u16 = 0x8000;
/// Added to numbers, so that small negative ones can be encoded.
const ZERO: i32 = 0x4000;
/// The most members of a set that chance picks from, and the greatest weight of one.
const MAX_LOTS: usize = 1_000;
const MAX_WEIGHT: i32 = 10_000;
/// The most moves that are listed.
pub const MAX_LISTED: usize = 10_000;
/// Marks a pick as a piece by its number, where kinds that no rule tells apart count as one.
const ALIKE: u16 = 0x7000;
/// The bit where the number of an equal piece begins, used if its position matters.
const COPY: u32 = 12;

/// Encodes a value for a move; `None` if that is impossible.
pub fn encode(look: &Evaluator<'_>, ty: &Type, value: i32) -> Option<u16> {
    match ty {
        Type::Piece(..) => {
            let piece = u16::try_from(value).ok()?;
            let at = look.p.pieces[usize::from(piece)];
            let kind = match look.assumed {
                Some((assumed, kind)) if assumed == piece => kind,
                _ => at.kind,
            };
            let zone = look.p.zones.get(usize::from(at.zone));
            if at.kind != UNKNOWN && look.game.is_one_of_alike(look.p, at.kind) && look.sees(piece)
            {
                return Some(ALIKE | piece);
            }
            if kind != UNKNOWN && look.sees(piece) {
                return Some(kind | look.game.copy(look, piece, kind) << COPY);
            }
            let place = zone
                .and_then(|zone| zone.iter().position(|known| *known == piece))
                .unwrap_or_default();
            Some(BY_PLACE | (place as u16 + 1).min(0x0fff))
        }
        Type::Number | Type::Word(_) | Type::Value | Type::Flag => match value {
            value if value >= WORDS => u16::try_from(value - WORDS)
                .ok()
                .filter(|word| *word < WORD - 1)
                .map(|word| WORD | word),
            value => u16::try_from(value.checked_add(ZERO)?)
                .ok()
                .filter(|code| *code < WORD),
        },
        Type::Player | Type::Place(_) | Type::Zone(_) => {
            u16::try_from(value).ok().filter(|code| *code != NO_PICK)
        }
        Type::Area(map) => {
            let side = (value != NONE).then(|| Area::of(value))?;
            let land = look.game.land(look.p, *map);
            land.map
                .shape
                .side_code(land.place_of(side)?, usize::from(side.side))
        }
        _ => None,
    }
}

/// Where all answer at the same time, the others only learn that somebody has.
fn tell_answer(
    p: &Position,
    (question, seat): (u16, u8),
    (value, kind): (i32, u16),
    tell: &mut dyn FnMut(Event),
) {
    tell(if p.together {
        Event::Chosen { seat }
    } else {
        Event::Answered {
            seat,
            question,
            value,
            kind,
        }
    });
}

/// The value of a code, where the code alone tells it.
fn decode(ty: &Type, code: u16) -> Option<i32> {
    let number = i32::from(code);
    match ty {
        Type::Number | Type::Word(_) | Type::Value | Type::Flag => match code & WORD {
            0 => Some(number - ZERO),
            _ => Some(WORDS + i32::from(code & !WORD)),
        },
        Type::Player | Type::Place(_) | Type::Zone(_) => Some(number),
        _ => None,
    }
}

/// The words of a code in the name of a move.
pub fn spell(game: &KitGame, ty: &Type, code: u16) -> String {
    match ty {
        Type::Piece(..) if code & BY_PLACE != 0 => format!("{}", code & !BY_PLACE),
        Type::Piece(..) => {
            let kind = code & 0x0fff;
            let copy = code >> COPY;
            let name = game
                .program
                .facts
                .kinds
                .get(usize::from(kind))
                .map_or("?", |kind| kind.code.as_str());
            if copy == 0 {
                name.to_owned()
            } else {
                format!("{name}#{}", copy + 1)
            }
        }
        Type::Number | Type::Word(_) | Type::Value | Type::Flag => match code & WORD {
            0 => format!("{}", i32::from(code) - ZERO),
            _ => {
                let word = hyphened(
                    game.program
                        .facts
                        .text(WORDS + i32::from(code & !WORD))
                        .unwrap_or("?"),
                );
                // A word that looks like a number is marked as a word.
                if word.parse::<i32>().is_ok() {
                    format!("={word}")
                } else {
                    word
                }
            }
        },
        Type::Player => game
            .players
            .get(usize::from(code))
            .map_or_else(|| "?".into(), |name| hyphened(name)),
        Type::Place(map) => game.program.maps[usize::from(*map)]
            .shape
            .name(i32::from(code)),
        Type::Zone(_) => game.zone_id(code),
        Type::Area(map) => {
            let shape = &game.program.maps[usize::from(*map)].shape;
            shape
                .side_of_code(code)
                .map_or_else(|| "?".into(), |(place, side)| shape.side_name(place, side))
        }
        _ => String::new(),
    }
}

/// The class of an answer, so that its words alone identify it.
pub fn class(ty: &Type) -> u8 {
    match ty {
        Type::Piece(..) => 1,
        Type::Player => 2,
        Type::Zone(_) => 3,
        Type::Place(map) => 4 + map,
        Type::Area(map) => AREAS + map,
        _ => 0,
    }
}

/// A type with this class.
pub fn of_class(class: u8) -> Type {
    match class {
        0 => Type::Value,
        1 => Type::Piece(0, crate::games::by_kit::language::code::Seen::Yes),
        2 => Type::Player,
        3 => Type::Zone(0),
        area @ AREAS.. => Type::Area(area - AREAS),
        place => Type::Place(place - 4),
    }
}

/// A name as part of a move, which has no spaces.
pub fn hyphened(name: &str) -> String {
    name.chars()
        .map(|sign| {
            if sign.is_whitespace() || sign == ':' {
                '_'
            } else {
                sign
            }
        })
        .collect()
}

pub fn unspell(game: &KitGame, ty: &Type, text: &str) -> Option<u16> {
    let facts = &game.program.facts;
    let code = match ty {
        Type::Piece(..) => {
            if let Some(kind) = facts.find_code(text) {
                kind
            } else if let Some((code, copy)) = text.rsplit_once('#')
                && let Some(kind) = facts.find_code(code)
            {
                let copy: u16 = copy.parse().ok().filter(|copy| (2..=7).contains(copy))?;
                kind | (copy - 1) << COPY
            } else {
                BY_PLACE
                    | text
                        .parse::<u16>()
                        .ok()
                        .filter(|place| (1..0x0fff).contains(place))?
            }
        }
        Type::Number | Type::Word(_) | Type::Value | Type::Flag => {
            let number = text.parse::<i32>();
            let plain = text.strip_prefix('=').unwrap_or(text);
            let same = |word: &String| number.is_err() && hyphened(word) == plain;
            match (ty, facts.words.iter().position(same), number) {
                (Type::Word(_) | Type::Value, Some(word), _) => WORD | u16::try_from(word).ok()?,
                (Type::Number | Type::Value | Type::Flag, _, Ok(number)) => {
                    u16::try_from(number.checked_add(ZERO)?)
                        .ok()
                        .filter(|code| *code < WORD)?
                }
                _ => return None,
            }
        }
        Type::Player => game
            .players
            .iter()
            .position(|name| hyphened(name) == text)? as u16,
        Type::Place(map) => {
            u16::try_from(game.program.maps[usize::from(*map)].shape.parse(text)?).ok()?
        }
        Type::Zone(_) => game.zone_of_id(text)?,
        Type::Area(map) => {
            let shape = &game.program.maps[usize::from(*map)].shape;
            let (place, side) = shape.parse_side(text)?;
            shape.side_code(place, side)?
        }
        _ => return None,
    };
    (code != NO_PICK && spell(game, ty, code) == text).then_some(code)
}

impl KitGame {
    /// The number of this piece among the equal pieces that the player sees, if positions matter: first those that all see,
    /// whose numbers tell nothing of the others.
    fn copy(&self, look: &Evaluator<'_>, piece: u16, kind: u16) -> u16 {
        let at = look.p.pieces[usize::from(piece)];
        let Some(zone) = look.p.zones.get(usize::from(at.zone)) else {
            return 0;
        };
        let decl = &self.program.zones[usize::from(self.zone_at[usize::from(at.zone)].decl)];
        if !decl.ordered || self.program.facts.kinds[usize::from(kind)].count < 2 {
            return 0;
        }
        let is_open = |piece: u16| self.public(look.p, piece) != UNKNOWN;
        let equal = |known: &&u16| look.p.pieces[usize::from(**known)].kind == kind;
        let before = zone.iter().take_while(|known| **known != piece);
        let before = before.filter(equal);
        let count = if is_open(piece) {
            before.filter(|known| is_open(**known)).count()
        } else {
            let open = zone.iter().filter(equal).filter(|known| is_open(**known));
            let alone = before.filter(|known| !is_open(**known) && look.sees(**known));
            open.count() + alone.count()
        };
        count.min(6) as u16
    }

    /// Whether any action of a choice can be taken.
    pub(crate) fn can_act(&self, p: &Position, choice: u16) -> bool {
        let mut any = false;
        self.list_actions(p, choice, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// An upper limit for the number of moves in a choice, as far as everybody can count them.
    pub(crate) fn most_acts(&self, p: &Position, choice: u16) -> usize {
        let ways = |action: &u16| {
            let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
            let picks = &self.program.actions[usize::from(*action)].picks;
            // Later picks may depend on earlier ones.
            picks.first().map_or(1, |pick| look.most_members(pick.set))
                * if picks.len() > 1 { 2 } else { 1 }
        };
        self.program.choices[usize::from(choice)]
            .actions
            .iter()
            .map(ways)
            .sum()
    }

    /// Whether everybody knows that this is the only move.
    pub(crate) fn is_openly_forced(&self, p: &Position, mv: Move) -> bool {
        match (p.wait, mv) {
            (Wait::Choose(_), Move::Act { action, .. })
                if self.program.actions[usize::from(action)].last =>
            {
                true
            }
            (Wait::Choose(choice), _) => {
                let Choice { may, private, .. } = self.program.choices[usize::from(choice)];
                !(private && self.has_secrets())
                    || self.most_acts(p, choice) + usize::from(may) <= 1
            }
            (Wait::Ask(question, seat), _) => {
                let asked = &self.program.questions[usize::from(question)];
                let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(seat));
                !(asked.private && self.has_secrets())
                    || look.most_members(asked.set) + usize::from(asked.or_none) <= 1
            }
            _ => true,
        }
    }

    /// Lists every action that can be taken, until `found` returns false.
    pub(crate) fn list_actions(
        &self,
        p: &Position,
        choice: u16,
        found: &mut dyn FnMut(Move) -> bool,
    ) -> Listed {
        let choice = &self.program.choices[usize::from(choice)];
        let mut count = 0;
        let mut steps = 0;
        let mut fault = None;
        for last in [false, true] {
            for action in &choice.actions {
                let code = &self.program.actions[usize::from(*action)];
                if code.last != last || (last && count > 0) {
                    continue;
                }
                let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
                // All actions together count as one list.
                look.steps = steps;
                let mut go_on = true;
                self.list_picks(
                    &mut look,
                    (code, &code.needs),
                    0,
                    &mut [NO_PICK; 4],
                    &mut |picks| {
                        count += 1;
                        go_on = found(Move::Act {
                            action: *action,
                            picks,
                        }) && count < MAX_LISTED;
                        go_on
                    },
                );
                steps = look.steps;
                fault = fault.or(look.fault.filter(|is| is.is_told_of_a_list()));
                if look.fault == Some(RuntimeErrorKind::Spins) {
                    return Listed {
                        fault: look.fault,
                        steps,
                    };
                }
                if !go_on {
                    return Listed {
                        fault: (count == MAX_LISTED).then_some(RuntimeErrorKind::Wide),
                        steps,
                    };
                }
            }
        }
        Listed { fault, steps }
    }

    /// Lists every conceivable move of a choice, even if its needs are not met, so that a refusal can give the reason.
    pub(crate) fn list_thinkable(&self, p: &Position, choice: u16, each: &mut impl FnMut(Move)) {
        let Choice { actions, may, .. } = &self.program.choices[usize::from(choice)];
        let mut count = 0;
        for action in actions {
            let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
            let code = &self.program.actions[usize::from(*action)];
            self.list_picks(&mut look, (code, &[]), 0, &mut [NO_PICK; 4], &mut |picks| {
                count += 1;
                each(Move::Act {
                    action: *action,
                    picks,
                });
                count < MAX_LISTED
            });
        }
        each(if *may { Move::Pass } else { Move::GoOn });
    }

    /// Walks all combinations of picks and tests each need as soon as its picks are known.
    fn list_picks(
        &self,
        look: &mut Evaluator<'_>,
        (code, needs): (&ActionCode, &[NeedCode]),
        at: usize,
        picks: &mut [u16; 4],
        found: &mut dyn FnMut([u16; 4]) -> bool,
    ) -> bool {
        if needs
            .iter()
            .any(|need| usize::from(need.picks) == at && !look.holds(need.that))
        {
            return true;
        }
        let Some(pick) = code.picks.get(at) else {
            return found(*picks);
        };
        let mut seen = KnownCodes::new();
        let differ = look.differ(pick.set);
        look.each(pick.set, &mut |look, value| {
            let Some(said) = encode(look, &pick.ty, value).filter(|said| differ || seen.add(*said))
            else {
                return true;
            };
            look.temps[usize::from(pick.temp)] = value;
            picks[at] = said;
            let go_on = self.list_picks(look, (code, needs), at + 1, picks, found);
            picks[at] = NO_PICK;
            go_on
        })
    }

    /// Decodes picks and checks them against the rules.
    pub(crate) fn pick_out(
        &self,
        p: &Position,
        action: u16,
        picks: [u16; 4],
    ) -> Result<Picks, Refusal> {
        let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
        let picked = self.named_by(&mut look, action, picks)?;
        for (need, is) in self.program.actions[usize::from(action)]
            .needs
            .iter()
            .enumerate()
        {
            if !look.holds(is.that) {
                return Err(Refusal::Need {
                    action,
                    need: need as u8,
                    picks: picked.values,
                });
            }
        }
        Ok(picked)
    }

    /// Decodes picks without checking what the action needs.
    pub(crate) fn named_by(
        &self,
        look: &mut Evaluator<'_>,
        action: u16,
        picks: [u16; 4],
    ) -> Result<Picks, Refusal> {
        self.picked(look, action, picks, |_, _| None)
    }

    /// Decodes the picks of a legal move: what their codes tell need not be sought.
    fn named_legally(
        &self,
        look: &mut Evaluator<'_>,
        action: u16,
        picks: [u16; 4],
    ) -> Result<Picks, Refusal> {
        self.picked(look, action, picks, decode)
    }

    /// Decodes picks, and looks for those that `known` does not tell.
    fn picked(
        &self,
        look: &mut Evaluator<'_>,
        action: u16,
        picks: [u16; 4],
        known: fn(&Type, u16) -> Option<i32>,
    ) -> Result<Picks, Refusal> {
        let code = &self.program.actions[usize::from(action)];
        let mut values = [NONE; 4];
        for (at, pick) in code.picks.iter().enumerate() {
            let mut chosen = known(&pick.ty, picks[at]).map(|value| (value, look.assumed));
            if chosen.is_none() {
                look.each(pick.set, &mut |look, value| {
                    if encode(look, &pick.ty, value) == Some(picks[at]) {
                        chosen = Some((value, look.assumed));
                    }
                    chosen.is_none()
                });
            }
            let Some((value, assumed)) = chosen else {
                return Err(Refusal::NotThere {
                    action,
                    pick: at as u8,
                });
            };
            look.assumed = assumed;
            look.temps[usize::from(pick.temp)] = value;
            values[at] = value;
        }
        if picks[code.picks.len()..]
            .iter()
            .any(|pick| *pick != NO_PICK)
        {
            return Err(Refusal::NotNow);
        }
        Ok(Picks {
            values,
            assumed: look.assumed,
        })
    }

    pub(crate) fn judge_move(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        match (p.wait, mv) {
            (Wait::Choose(choice), Move::Act { action, picks }) => {
                let choice = &self.program.choices[usize::from(choice)];
                if !choice.actions.contains(&action) {
                    return Err(Refusal::NotNow);
                }
                self.pick_out(p, action, picks)?;
                if self.program.actions[usize::from(action)].last && self.can_do_other(p, p.wait) {
                    return Err(Refusal::Last { action });
                }
                Ok(1)
            }
            (Wait::Choose(choice), Move::Pass) if self.program.choices[usize::from(choice)].may => {
                Ok(1)
            }
            (Wait::Choose(_) | Wait::Ask(..), Move::GoOn) => match self.stuck(p) {
                Some(_) => Ok(1),
                None => Err(Refusal::NotStuck),
            },
            (Wait::Ask(question, seat), Move::Answer { class: of, said }) => {
                let asked = &self.program.questions[usize::from(question)];
                let known = (class(&asked.ty) == of)
                    .then(|| self.answer_of(p, question, seat, said))
                    .flatten();
                known.map(|_| 1).ok_or(Refusal::NotAnAnswer)
            }
            (Wait::Ask(question, seat), Move::AnswerNone) => {
                let asked = &self.program.questions[usize::from(question)];
                // After a correction there may be no answer left.
                let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(seat));
                let free =
                    asked.or_none || self.each_answer(&mut look, question, &mut |_, _| false);
                if free {
                    Ok(1)
                } else {
                    Err(Refusal::NotAnAnswer)
                }
            }
            (Wait::Lot(lot), Move::Answer { class: of, said }) => {
                let is_class = class(&self.program.lots[usize::from(lot)].ty) == of;
                let drawn = self.lot_of(p, lot, said).filter(|_| is_class);
                drawn.map(|lot| lot.weight).ok_or(Refusal::NotAnAnswer)
            }
            (Wait::Roll { of, .. }, Move::Face { of: same, face }) if of == same => {
                let faces = &self.program.dice[usize::from(of)].faces;
                let first = usize::from(face)
                    .checked_sub(1)
                    .filter(|face| *face < faces.len())
                    .ok_or(Refusal::NoSuchFace)?;
                // Equal faces are one result.
                if faces[..first].contains(&faces[first]) {
                    return Err(Refusal::NoSuchFace);
                }
                Ok(faces.iter().filter(|known| **known == faces[first]).count() as u32)
            }
            (Wait::Know { piece, .. }, Move::Know { kind, way }) => {
                match p.pools.weight(p.pieces[usize::from(piece)].pool, kind, way) {
                    0 => Err(Refusal::NoneLeft { kind }),
                    weight => Ok(weight),
                }
            }
            (Wait::Random { from, .. }, Move::Take(place)) => {
                let there = (1..=p.zones[usize::from(from)].len()).contains(&usize::from(place));
                if there {
                    Ok(1)
                } else {
                    Err(Refusal::NotAnAnswer)
                }
            }
            _ => Err(Refusal::NotNow),
        }
    }

    /// Why the players cannot go on by themselves: the rules offer nothing, or more than can be listed.
    pub(crate) fn stuck(&self, p: &Position) -> Option<RuntimeErrorKind> {
        if let Wait::Choose(choice) = p.wait
            && !self.program.choices[usize::from(choice)].may
            && !self.can_act(p, choice)
        {
            return Some(RuntimeErrorKind::Nothing);
        }
        let fault = self.list(p, &mut |_, _| {}).fault;
        fault.filter(|is| matches!(is, RuntimeErrorKind::Spins | RuntimeErrorKind::Wide))
    }

    /// Whether anything other than a last resort can be done.
    fn can_do_other(&self, p: &Position, wait: Wait) -> bool {
        let Wait::Choose(choice) = wait else {
            return false;
        };
        let mut other = false;
        self.list_actions(p, choice, &mut |mv| {
            other = matches!(mv, Move::Act { action, .. } if !self.program.actions[usize::from(action)].last);
            false
        });
        other
    }

    /// Walks the possible answers; if they set a counter, only the values that it can hold.
    pub(crate) fn each_answer(
        &self,
        look: &mut Evaluator<'_>,
        question: u16,
        found: &mut dyn FnMut(&mut Evaluator<'_>, i32) -> bool,
    ) -> bool {
        let asked = &self.program.questions[usize::from(question)];
        let counter = match asked.target {
            Target::Var(var, _) => {
                Some(&self.program.vars[usize::from(var)]).filter(|var| var.ty == Type::Number)
            }
            Target::Local(_) => None,
        };
        let Some(counter) = counter else {
            return look.each(asked.set, found);
        };
        let holds = counter.least..=counter.most;
        look.each(asked.set, &mut |look, value| {
            !holds.contains(&value) || found(look, value)
        })
    }

    /// The value of an answer and, for a hidden piece, the kind that it turns out to be.
    pub(crate) fn answer_of(
        &self,
        p: &Position,
        question: u16,
        seat: u8,
        said: u16,
    ) -> Option<(i32, Option<(u16, u16)>)> {
        let asked = &self.program.questions[usize::from(question)];
        let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(seat));
        let mut chosen = None;
        self.each_answer(&mut look, question, &mut |look, value| {
            if encode(look, &asked.ty, value) == Some(said) {
                chosen = Some((value, look.assumed));
            }
            chosen.is_none()
        });
        chosen
    }

    /// Reads what everybody sees.
    fn open_look<'a>(&'a self, p: &'a Position) -> Evaluator<'a> {
        Evaluator::new(self, p, p.seat, Reader::All)
    }

    /// What chance may pick: each value that a set has, with its weight.
    pub(crate) fn lots(&self, look: &mut Evaluator<'_>, lot: u16) -> Vec<Drawn> {
        let of = &self.program.lots[usize::from(lot)];
        let mut lots: Vec<Drawn> = Vec::new();
        look.each(of.set, &mut |look, value| {
            let weight = of.weight.map_or(1, |(temp, weight)| {
                look.temps[usize::from(temp)] = value;
                number(look.value(weight)).clamp(0, MAX_WEIGHT) as u32
            });
            let Some(said) = encode(look, &of.ty, value).filter(|_| weight > 0) else {
                return true;
            };
            match lots.iter_mut().find(|drawn| drawn.said == said) {
                Some(drawn) => drawn.weight += weight,
                None => lots.push(Drawn {
                    said,
                    value,
                    weight,
                }),
            }
            lots.len() < MAX_LOTS
        });
        lots
    }

    /// What chance picks by this code.
    pub(crate) fn lot_of(&self, p: &Position, lot: u16, said: u16) -> Option<Drawn> {
        let lots = self.lots(&mut self.open_look(p), lot);
        lots.into_iter().find(|drawn| drawn.said == said)
    }

    /// Lists the legal moves in order.
    pub(crate) fn list(&self, p: &Position, each: &mut dyn FnMut(Move, u32)) -> Listed {
        let mut listed = Listed::default();
        match p.wait {
            Wait::Choose(choice) => {
                let mut any = false;
                listed = self.list_actions(p, choice, &mut |mv| {
                    any = true;
                    each(mv, 1);
                    true
                });
                match self.program.choices[usize::from(choice)].may {
                    true => each(Move::Pass, 1),
                    false if !any => each(Move::GoOn, 1),
                    false => {}
                }
            }
            Wait::Ask(question, seat) => {
                let asked = &self.program.questions[usize::from(question)];
                let mut seen = KnownCodes::new();
                let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(seat));
                self.each_answer(&mut look, question, &mut |look, value| {
                    if let Some(said) =
                        encode(look, &asked.ty, value).filter(|said| seen.add(*said))
                    {
                        each(
                            Move::Answer {
                                class: class(&asked.ty),
                                said,
                            },
                            1,
                        );
                    }
                    seen.count < MAX_LISTED
                });
                if asked.or_none || seen.count == 0 {
                    each(Move::AnswerNone, 1);
                }
                listed.steps = look.steps;
                listed.fault = look.fault.filter(|is| is.is_told_of_a_list());
                if seen.count >= MAX_LISTED {
                    listed.fault = Some(RuntimeErrorKind::Wide);
                }
            }
            Wait::Lot(lot) => {
                let class = class(&self.program.lots[usize::from(lot)].ty);
                for drawn in self.lots(&mut self.open_look(p), lot) {
                    let said = drawn.said;
                    each(Move::Answer { class, said }, drawn.weight);
                }
            }
            Wait::Roll { of, .. } => {
                let faces = &self.program.dice[usize::from(of)].faces;
                for (at, face) in faces
                    .iter()
                    .enumerate()
                    .filter(|(at, face)| !faces[..*at].contains(face))
                {
                    let weight = faces.iter().filter(|known| *known == face).count() as u32;
                    each(
                        Move::Face {
                            of,
                            face: at as u8 + 1,
                        },
                        weight,
                    );
                }
            }
            Wait::Know { piece, .. } => {
                p.pools.each(
                    p.pieces[usize::from(piece)].pool,
                    &mut |kind, way, weight| each(Move::Know { kind, way }, weight),
                );
            }
            Wait::Random { from, .. } => {
                (1..=p.zones[usize::from(from)].len())
                    .for_each(|place| each(Move::Take(place as u16), 1));
            }
            Wait::Run | Wait::Over => {}
        }
        listed
    }

    /// Makes a legal move.
    pub(crate) fn make(&self, p: &mut Position, mv: Move, tell: &mut dyn FnMut(Event)) {
        if !p.beliefs.0.is_empty() {
            p.past.push(mv);
        }
        let is_quiet = self.is_quiet(p);
        let mut told = |event: Event| {
            if !(is_quiet && event.is_mere()) {
                tell(event);
            }
        };
        match self.begin(p, mv, &mut told) {
            Some(taken) => self.take_before_all(p, taken, tell),
            None => self.go_on(p, tell),
        }
    }

    /// Does what a move says, but leaves an action, which it returns, to be taken.
    fn begin(
        &self,
        p: &mut Position,
        mv: Move,
        tell: &mut dyn FnMut(Event),
    ) -> Option<(u16, [u16; 4])> {
        p.alone += 1 + p.spun / 1_000;
        p.spun = 0;
        p.steps = 0;
        if p.before.is_some() {
            let by = match p.wait {
                Wait::Choose(_) => p.seat,
                Wait::Ask(_, seat) => seat,
                _ => CHANCE,
            };
            p.chosen.push((by, mv));
        }
        let wait = std::mem::replace(&mut p.wait, Wait::Run);
        if matches!(wait, Wait::Choose(_) | Wait::Ask(..)) {
            p.alone = 0;
            p.unasked = 0;
            p.decisions += 1;
        }
        match (wait, mv) {
            (Wait::Choose(_), Move::Act { action, picks }) => {
                return Some((action, picks));
            }
            (Wait::Choose(choice), Move::Pass) => {
                self.leave_choice(p, choice);
                tell(if p.together {
                    Event::Chosen { seat: p.seat }
                } else {
                    Event::Passed { seat: p.seat }
                });
            }
            (Wait::Choose(_) | Wait::Ask(..), Move::GoOn) => {
                p.wait = wait;
                let is = self.stuck(p).unwrap_or(RuntimeErrorKind::Nothing);
                p.wait = Wait::Run;
                self.give_up(p, is, tell);
                // What is merely missing does not keep the others from playing on.
                if is == RuntimeErrorKind::Nothing {
                    p.ending = false;
                    p.wait = Wait::Run;
                }
            }
            (Wait::Ask(question, seat), Move::Answer { said, .. }) => {
                if let Some(answer) = self.answer_of(p, question, seat, said) {
                    self.take_answer(p, (question, seat), answer, tell);
                }
            }
            (Wait::Ask(question, seat), Move::AnswerNone) => {
                self.answered(p, question, NONE);
                tell_answer(p, (question, seat), (NONE, UNKNOWN), tell);
            }
            (Wait::Lot(lot), Move::Answer { said, .. }) => {
                if let Some(drawn) = self.lot_of(p, lot, said) {
                    self.fell(p, lot, drawn.value, tell);
                }
            }
            (Wait::Roll { die, of }, Move::Face { face, .. }) => {
                p.is_changed = true;
                p.dice[usize::from(die)] = face;
                self.forget_die(p, die);
                let face = if self.program.dice[usize::from(of)].see == See::All {
                    face
                } else {
                    0
                };
                tell(Event::Rolled { of, die, face });
            }
            (Wait::Know { piece, from }, Move::Know { kind, way }) => {
                self.known(p, (piece, from), kind, way, tell)
            }
            (Wait::Random { from, to, up }, Move::Take(place)) => {
                self.mix_hidden(p, from);
                let piece = p.zones[usize::from(from)][usize::from(place) - 1];
                self.transfer(p, piece, to, (up, false, false), tell);
                self.notice_all(p, from);
            }
            _ => p.wait = wait,
        }
        None
    }

    fn take_answer(
        &self,
        p: &mut Position,
        (question, seat): (u16, u8),
        (value, assumed): (i32, Option<(u16, u16)>),
        tell: &mut dyn FnMut(Event),
    ) {
        let ty = &self.program.questions[usize::from(question)].ty;
        let kind = match (ty, u16::try_from(value)) {
            (Type::Piece(..), Ok(piece)) => self.public_here(p, piece),
            _ => UNKNOWN,
        };
        if let Type::Zone(_) = ty {
            // The destination of a named piece is still to be reported.
            p.named = [Named::Nothing; 4];
        }
        self.told(p, assumed);
        self.notice_answer(p, question, value);
        self.answered(p, question, value);
        tell_answer(p, (question, seat), (value, kind), tell);
    }

    /// Runs until it must wait, unless nobody has had a choice for too long.
    fn go_on(&self, p: &mut Position, tell: &mut dyn FnMut(Event)) {
        if p.alone > MAX_ALONE {
            let fault = RuntimeError {
                is: RuntimeErrorKind::Endless,
                op: p.pc.saturating_sub(1),
            };
            p.fault = p.fault.or(Some(fault));
            tell(Event::RuntimeError {
                is: fault.is,
                op: fault.op,
            });
            p.ending = true;
            p.wait = Wait::Over;
        }
        self.run(p, tell);
    }

    /// Records the kind of a piece that was hidden from the program.
    pub(crate) fn told(&self, p: &mut Position, assumed: Option<(u16, u16)>) {
        let Some((piece, kind)) = assumed else { return };
        let at = p.pieces[usize::from(piece)];
        if at.kind == UNKNOWN
            && let Some(way) = p.pools.way(at.pool, kind)
        {
            p.pools.take(at.pool, kind, way);
            p.pieces[usize::from(piece)].kind = kind;
        }
    }

    /// Records that a piece is known from now on.
    fn known(
        &self,
        p: &mut Position,
        (piece, from): (u16, u16),
        kind: u16,
        way: u16,
        tell: &mut dyn FnMut(Event),
    ) {
        let pool = p.pieces[usize::from(piece)].pool;
        p.pools.take(pool, kind, way);
        p.pieces[usize::from(piece)].kind = kind;
        self.notice(p, piece);
        let at = p.pieces[usize::from(piece)];
        let public = self.public(p, piece);
        let zone = self
            .zone_at
            .get(usize::from(at.zone))
            .map(|zone| &self.program.zones[usize::from(zone.decl)]);
        match zone {
            Some(zone) if zone.kind == ZoneKind::Map && from != at.zone => {
                let map = zone.map.unwrap_or_default();
                let spot = p.maps[usize::from(map)]
                    .tiles()
                    .find(|(_, tile)| *tile == piece);
                let place = spot.map_or(NONE, |(place, _)| place);
                // What is there is still to be reported.
                p.named = [Named::Nothing; 4];
                tell(Event::Placed {
                    kind: public,
                    piece,
                    map,
                    place,
                    turns: at.turns,
                });
            }
            _ if from == at.zone && at.shown != 0 => tell(Event::Shown {
                kind: public,
                piece,
                zone: from,
                seats: at.shown,
            }),
            // A look at one's own cards after the deal is not reported.
            _ if from == at.zone && at.up.is_none() && public == UNKNOWN => {}
            _ if from == at.zone => tell(Event::Turned {
                kind: public,
                piece,
                up: true,
            }),
            _ => tell(Event::Moved {
                kind: public,
                piece,
                from,
                to: at.zone,
            }),
        }
    }

    /// Takes an action; whoever sees it knows that the rules allowed it.
    fn take_before_all(
        &self,
        p: &mut Position,
        (action, picks): (u16, [u16; 4]),
        tell: &mut dyn FnMut(Event),
    ) {
        let is_plain = !self.program.actions[usize::from(action)].private;
        if is_plain || p.beliefs.0.is_empty() || p.together {
            return self.take(p, action, picks, tell);
        }
        // Only what comes out by it makes it plain what the rules allowed. It is tried without following what seats know.
        let beliefs = std::mem::take(&mut p.beliefs);
        let mut after = p.clone();
        p.beliefs = beliefs;
        self.take(&mut after, action, picks, &mut |_| {});
        let unseen = self.notice_legal(p, &after, (action, picks));
        self.take(p, action, picks, tell);
        self.doubt_picked(p, &unseen);
    }

    /// Takes an action and runs what follows. Its sentence comes first, but names a hidden piece as soon as all see it.
    fn take(&self, p: &mut Position, action: u16, picks: [u16; 4], tell: &mut dyn FnMut(Event)) {
        let Some(mut acted) = self.act(p, action, picks) else {
            return self.go_on(p, tell);
        };
        if !self.is_veiled(&acted) {
            tell(acted);
            return self.go_on(p, tell);
        }
        let mut after = Vec::new();
        self.go_on(p, &mut |event| {
            self.unveil(&mut acted, event);
            after.push(event);
        });
        // What came into the open quietly is named as well.
        for (piece, kind) in self.veiled(&mut acted) {
            *kind = self.public(p, *piece as u16);
        }
        tell(acted);
        after.into_iter().for_each(tell);
    }

    /// The gaps of an action's sentence with pieces that not all see, by the place of each.
    fn veiled<'e>(&self, acted: &'e mut Event) -> impl Iterator<Item = &'e mut (i32, u16)> {
        let (gaps, parts): (&mut [_], &[Part]) = match acted {
            Event::Acted { action, gaps, .. } => {
                let code = &self.program.actions[usize::from(*action)];
                (&mut gaps.0, &code.tell.as_ref().unwrap_or(&code.words).0)
            }
            _ => (&mut [], &[]),
        };
        let types: Vec<bool> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Value(_, ty) => Some(matches!(ty, Type::Piece(..))),
                Part::Text(_) => None,
            })
            .collect();
        gaps.iter_mut()
            .zip(types)
            .filter(|((value, kind), is_piece)| *is_piece && *value != NONE && *kind == UNKNOWN)
            .map(|(gap, _)| gap)
    }

    fn is_veiled(&self, acted: &Event) -> bool {
        self.veiled(&mut acted.clone()).next().is_some()
    }

    /// Names the piece in an action's sentence if everybody sees it in an event that follows.
    fn unveil(&self, acted: &mut Event, event: Event) {
        let (Event::Moved { kind, piece, .. }
        | Event::Turned { kind, piece, .. }
        | Event::Shown { kind, piece, .. }
        | Event::Placed { kind, piece, .. }) = event
        else {
            return;
        };
        if kind != UNKNOWN {
            self.veiled(acted)
                .filter(|(value, _)| *value == i32::from(piece))
                .for_each(|(_, known)| *known = kind);
        }
    }

    /// Begins an action; returns what is to be said of it.
    fn act(&self, p: &mut Position, action: u16, picks: [u16; 4]) -> Option<Event> {
        let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
        let Picks { values, assumed } = self.named_legally(&mut look, action, picks).ok()?;
        self.told(p, assumed);
        let code = &self.program.actions[usize::from(action)];
        let acted = if p.together {
            Event::Chosen { seat: p.seat }
        } else {
            Event::Acted {
                seat: p.seat,
                action,
                gaps: self.action_gaps(p, action, values),
            }
        };
        let list = p.lists.len() as u16;
        let frame = Frame {
            kind: crate::games::by_kit::language::code::FrameKind::Action,
            to: p.pc,
            seat: p.seat,
            active: p.active,
            list,
            next: list,
        };
        p.frames.push(frame);
        for (at, value) in values.into_iter().take(code.picks.len()).enumerate() {
            p.locals[usize::from(code.local) + at] = value;
        }
        p.named = [Named::Nothing; 4];
        p.pc = code.entry;
        if p.together {
            return Some(acted);
        }
        let saying = code.tell.as_ref().unwrap_or(&code.words);
        let says = |temp: u8| {
            let is = |part: &Part| matches!(part, Part::Value(node, _) if matches!(self.program.nodes[*node as usize], Node::Temp(own) if own == temp));
            saying.0.iter().any(is)
        };
        for (named, (pick, value)) in p.named.iter_mut().zip(code.picks.iter().zip(values)) {
            *named = match (&pick.ty, u16::try_from(value)) {
                (Type::Piece(..), Ok(piece)) if says(pick.temp) => Named::Piece(piece),
                (Type::Place(_), Ok(_)) if says(pick.temp) => Named::Place(value),
                _ => Named::Nothing,
            };
        }
        Some(acted)
    }

    /// What the sentence of an action names that a player chooses now while all choose in secret.
    pub(crate) fn named_in_secret(&self, p: &Position, mv: Move) -> Option<(u16, Gaps)> {
        let Move::Act { action, picks } = mv else {
            return None;
        };
        if !p.together || !matches!(p.wait, Wait::Choose(_)) {
            return None;
        }
        let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
        let Picks { values, .. } = self.named_legally(&mut look, action, picks).ok()?;
        Some((action, self.action_gaps(p, action, values)))
    }

    /// The values for the gaps of an action's sentence with these picks.
    fn action_gaps(&self, p: &Position, action: u16, values: [i32; 4]) -> Gaps {
        let code = &self.program.actions[usize::from(action)];
        let mut picked = [(0, NONE); 4];
        for (at, pick) in code.picks.iter().enumerate() {
            picked[at] = (pick.temp, values[at]);
        }
        let saying = code.tell.as_ref().unwrap_or(&code.words);
        self.gaps(p, &picked[..code.picks.len()], saying)
    }

    /// The values for the gaps of a sentence, as far as everybody sees them.
    pub(super) fn gaps(&self, p: &Position, picked: &[(u8, i32)], saying: &Saying) -> Gaps {
        let mut gaps = Gaps([(NONE, UNKNOWN); MAX_GAPS]);
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        for (temp, value) in picked {
            look.temps[usize::from(*temp)] = *value;
        }
        let values = saying.0.iter().filter_map(|part| match part {
            Part::Value(node, ty) => Some((*node, ty)),
            Part::Text(_) => None,
        });
        for (gap, (node, ty)) in gaps.0.iter_mut().zip(values) {
            let value = look.value(node);
            let kind = match (ty, u16::try_from(value)) {
                (Type::Piece(..), Ok(piece)) => self.public_here(p, piece),
                _ => UNKNOWN,
            };
            *gap = (value, kind);
        }
        gaps
    }
}

/// Something that chance may pick.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// Its code in a move.
    pub said: u16,
    pub value: i32,
    pub weight: u32,
}

/// The result of listing moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listed {
    /// Why the list is incomplete.
    pub fault: Option<RuntimeErrorKind>,
    /// The steps it took.
    pub steps: u32,
}

/// The decoded picks, and the kind that a hidden piece is said to be.
pub struct Picks {
    pub values: [i32; 4],
    pub assumed: Option<(u16, u16)>,
}

/// Codes listed so far.
struct KnownCodes {
    /// The first ones, which are searched one by one.
    few: [u16; 64],
    count: usize,
    /// All of them (one bit each), once there are more.
    many: Vec<u64>,
}

impl KnownCodes {
    fn new() -> KnownCodes {
        KnownCodes {
            few: [0; 64],
            count: 0,
            many: Vec::new(),
        }
    }

    /// Adds a code and returns whether it is new.
    fn add(&mut self, code: u16) -> bool {
        if self.count < self.few.len() {
            if self.few[..self.count].contains(&code) {
                return false;
            }
            self.few[self.count] = code;
            self.count += 1;
            return true;
        }
        if self.many.is_empty() {
            self.many.resize(usize::from(u16::MAX) / 64 + 1, 0);
            for code in self.few {
                self.many[usize::from(code) / 64] |= 1 << (code % 64);
            }
        }
        let bits = &mut self.many[usize::from(code) / 64];
        let is_new = *bits >> (code % 64) & 1 == 0;
        *bits |= 1 << (code % 64);
        self.count += usize::from(is_new);
        is_new
    }
}
