//! Questions, options and refusals in words: the kit's own where it has them, otherwise the program's, in the language of the
//! table.

mod arrange;
pub(super) mod correct;
mod gist;
mod names;
mod prompting;
mod table;
mod telling;

use std::fmt::Display;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::VarDecl;
use crate::games::by_kit::language::code::{Keys, NodeId, Part, Saying, Type};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::map_state::Shape;
use crate::games::by_kit::language::sheet::See;
use crate::games::by_kit::rules::choice::{encode, of_class};
use crate::games::by_kit::rules::eval::{Evaluator, Reader};
use crate::games::by_kit::rules::event::{Event, Gaps, Refusal};
use crate::games::by_kit::rules::land::Area;
use crate::games::by_kit::rules::position::*;
use crate::games::by_kit::rules::worlds::Deal;
use crate::games::english::{capital, joined};
use crate::kit::language;
use crate::referee::odds::{Likelihood, chance};
use crate::referee::{
    Came, Considered, Figure, Gist, Pointing, Refused, Scene, Screen, Seat, Setup, Telling,
    Visibility, Words,
};
use crate::referee::{Game, Happened};

/// In how many positions, of which nobody can tell which it is, an action is tried before its odds are told.
const MOST_WORLDS: usize = 12;

impl KitGame {
    pub(crate) fn name(&self, seat: u8) -> &str {
        self.players
            .get(usize::from(seat))
            .map_or("?", String::as_str)
    }

    /// A text of the program in the language of the table, with its placeholders replaced.
    pub(crate) fn worded(&self, text: &str, with: &[(&str, &dyn Display)]) -> String {
        language::say(self.language.as_ref(), text, with)
    }

    /// One of the kit's own words in the language of the table.
    pub(super) fn spoken(&self, word: &str) -> String {
        let language = self.language.as_ref();
        let translation = language.filter(|language| !language.is_native());
        let known = translation.and_then(|language| language.known(word));
        known.unwrap_or(word).to_owned()
    }

    /// A name that the program gives, in the language of the table.
    pub(super) fn named(&self, name: &str) -> String {
        let language = self.language.as_ref();
        let known = language.and_then(|language| language.known(name));
        known.unwrap_or(name).to_owned()
    }

    /// "a", "a and b", "a, b and c".
    pub(crate) fn listed(&self, words: &[impl AsRef<str>]) -> String {
        joined(words, &self.worded("and", &[]))
    }

    /// A question: "Ann, what now?", or "What now?" for a single player without a name.
    pub(crate) fn asks(&self, seat: u8, question: &str) -> String {
        if Setup::is_nameless(&self.players) {
            capital(question)
        } else {
            format!("{}, {question}", self.name(seat))
        }
    }

    /// A thing and its owner: "Ann's hand", "your hand".
    pub(crate) fn of_seat(&self, seat: u8, thing: &str) -> String {
        if Setup::is_nameless(&self.players) {
            self.worded("your {thing}", &[("thing", &thing)])
        } else {
            self.worded(
                "{player}'s {thing}",
                &[("player", &self.name(seat)), ("thing", &thing)],
            )
        }
    }

    /// A thing of the table: "the stock".
    pub(crate) fn the(&self, thing: &str) -> String {
        self.worded("the {thing}", &[("thing", &thing)])
    }

    /// "the stock", "Ann's hand", "column 3".
    pub(crate) fn zone_title(&self, p: &Position, zone: u16) -> String {
        let title = self.zone_name(p, zone);
        let Some(at) = self.zone_at.get(usize::from(zone)) else {
            return self.the(&title);
        };
        let decl = &self.program.zones[usize::from(at.decl)];
        match (decl.own, &decl.each) {
            (true, _) => self.of_seat(at.seat, &title),
            (false, Keys::One) => self.the(&title),
            (false, _) => title,
        }
    }

    /// "stock", "hand", "column 3".
    pub(crate) fn zone_name(&self, p: &Position, zone: u16) -> String {
        let Some(at) = self.zone_at.get(usize::from(zone)) else {
            return self.worded("box", &[]);
        };
        let decl = &self.program.zones[usize::from(at.decl)];
        match &decl.each {
            Keys::One => decl.title.clone(),
            Keys::Number(_) => format!("{} {}", decl.title, at.key + 1),
            Keys::Of(values, _) => {
                format!(
                    "{} {}",
                    decl.title,
                    self.plain(values.get(usize::from(at.key)).copied().unwrap_or(NONE))
                )
            }
            Keys::Places(..) | Keys::Sides(..) => match self.key_on_map(p, &decl.each, at.key) {
                Some((_, place)) => self.worded(
                    "{thing} at {place}",
                    &[("thing", &decl.title), ("place", &place)],
                ),
                None => decl.title.clone(),
            },
        }
    }

    /// The place that a key of places or sides is about, and its name with the side; `None` for places not used yet.
    pub(crate) fn key_on_map(&self, p: &Position, keys: &Keys, key: u16) -> Option<(i32, String)> {
        let (map, sides) = keys.on_map()?;
        let spot = usize::from(key / sides);
        let (place, _) = p.maps[usize::from(map)].spots.get(spot)?;
        let place = i32::from(*place);
        let name = match keys {
            Keys::Sides(..) => self.side_name(map, place, usize::from(key % sides)),
            _ => self.place_name(map, place),
        };
        Some((place, name))
    }

    /// "town at 1 south, north side", or without "town" where sides have no kind.
    fn area_name(&self, p: &Position, map: u8, area: Area) -> String {
        let land = self.land(p, map);
        let place = land.place_of(area);
        let at = place.map_or_else(String::new, |place| {
            self.side_name(map, place, usize::from(area.side))
        });
        match land.area_kind(area) {
            Some(kind) => self.worded(
                "{thing} at {place}",
                &[("thing", &self.plain(kind)), ("place", &at)],
            ),
            None => at,
        }
    }

    /// The name that a place was given, or how to get there from the start of the map: "2 east, 1 north".
    pub(crate) fn place_name(&self, map: u8, place: i32) -> String {
        let shape = &self.program.maps[usize::from(map)].shape;
        match shape {
            Shape::Places(..) => self.spoken(&shape.name(place)).replace('_', " "),
            _ if place == shape.origin() => self.worded("the start", &[]),
            _ => {
                let ways = shape.way(shape.origin(), place).into_iter();
                let said = ways.map(|(count, way)| {
                    let way = self.direction(way);
                    let with: [(&str, &dyn Display); 2] = [("count", &count), ("direction", &way)];
                    self.worded("{count} {direction}", &with)
                });
                said.collect::<Vec<String>>().join(", ")
            }
        }
    }

    /// A side of a place: "2 east, 1 north, north side".
    fn side_name(&self, map: u8, place: i32, side: usize) -> String {
        let way = self.program.maps[usize::from(map)].shape.ways().get(side);
        let way = self.direction(way.copied().unwrap_or_default());
        self.worded(
            "{place}, {direction} side",
            &[("place", &self.place_name(map, place)), ("direction", &way)],
        )
    }

    /// A place as the player whose figure is next to it calls it: "the north"; its name for others.
    fn place_from(&self, p: &Position, map: u8, place: i32, seat: Seat) -> String {
        let shape = &self.program.maps[usize::from(map)].shape;
        let is_own =
            |var: &&VarDecl| var.own && var.ty == Type::Place(map) && !var.title.is_empty();
        let figures = self.program.vars.iter().filter(is_own);
        let stands = figures.map(|var| p.vars[usize::from(var.base) + usize::from(seat)]);
        let mut ways = stands
            .filter(|from| shape.has(*from) && shape.has(place))
            .filter_map(|from| shape.towards(from, place));
        match ways.next().and_then(|side| shape.ways().get(side)) {
            Some(way) => self.the(&self.direction(way)),
            None => self.place_name(map, place),
        }
    }

    /// "north" for "n".
    fn direction(&self, way: &str) -> String {
        let word = match way {
            "n" => "north",
            "ne" => "northeast",
            "e" => "east",
            "se" => "southeast",
            "s" => "south",
            "sw" => "southwest",
            "w" => "west",
            "nw" => "northwest",
            way => way,
        };
        self.worded(word, &[])
    }

    /// A number or a word.
    pub(crate) fn plain(&self, value: i32) -> String {
        match self.program.facts.text(value) {
            Some(word) => self.spoken(word),
            None if value == NONE => self.worded("none", &[]),
            None => value.to_string(),
        }
    }

    /// A piece of a deck in general: "a card".
    pub(crate) fn some_piece(&self, piece: u16) -> String {
        self.piece_noun(piece, ["a tile", "a token", "a card"])
    }

    /// The same without an article: "card".
    pub(crate) fn bare_piece(&self, piece: u16) -> String {
        self.piece_noun(piece, ["tile", "token", "card"])
    }

    /// Several of them: "cards".
    pub(crate) fn bare_pieces(&self, piece: u16) -> String {
        self.piece_noun(piece, ["tiles", "tokens", "cards"])
    }

    fn piece_noun(&self, piece: u16, [tile, token, card]: [&str; 3]) -> String {
        let deck = self
            .piece_decks
            .get(usize::from(piece))
            .map(|deck| self.program.facts.decks[usize::from(*deck)].group);
        let noun = match deck {
            Some("tiles") => tile,
            Some("tokens") => token,
            _ => card,
        };
        self.worded(noun, &[])
    }

    pub(crate) fn kind_name(&self, kind: u16) -> &str {
        self.program
            .facts
            .kinds
            .get(usize::from(kind))
            .map_or("?", |kind| kind.name.as_str())
    }

    /// A value in words; a piece is named by its kind if that may be said.
    pub(crate) fn say(&self, p: &Position, ty: &Type, value: i32, kind: u16) -> String {
        match ty {
            _ if value == NONE => self.worded("none", &[]),
            Type::Piece(..) if kind != UNKNOWN => self.kind_name(kind).to_owned(),
            Type::Piece(..) => match u16::try_from(value) {
                Ok(piece) => self.some_piece(piece),
                Err(_) => self.worded("none", &[]),
            },
            Type::Player => self.name(value as u8).to_owned(),
            Type::Place(map) => self.place_name(*map, value),
            Type::Zone(_) => self.zone_title(p, value as u16),
            Type::Area(map) => self.area_name(p, *map, Area::of(value)),
            Type::Flag => self.worded(if value == 1 { "yes" } else { "no" }, &[]),
            Type::Way => match self.program.facts.text(value) {
                Some(way) => self.direction(way),
                None => self.plain(value),
            },
            _ => self.plain(value),
        }
    }

    /// Fills the gaps of a sentence.
    pub(crate) fn filled(&self, p: &Position, saying: &Saying, gaps: &Gaps) -> String {
        let mut gaps = gaps.0.iter();
        saying.0.iter().fold(String::new(), |mut text, part| {
            match part {
                Part::Text(words) => text += words,
                Part::Value(_, ty) => {
                    let (value, kind) = gaps.next().copied().unwrap_or((NONE, UNKNOWN));
                    text += &self.say(p, ty, value, kind);
                }
            }
            text
        })
    }

    /// What a sentence of `[show]` says to who looks on, about a player and perhaps a place.
    pub(super) fn described(
        &self,
        p: &Position,
        (about, looks): (Seat, Option<Seat>),
        place: Option<(u8, i32)>,
        saying: &Saying,
    ) -> String {
        let reader = looks.map_or(Reader::All, Reader::Seat);
        let mut look = Evaluator::new(self, p, about, reader);
        if let Some((temp, place)) = place {
            look.temps[usize::from(temp)] = place;
        }
        self.said(&mut look, saying)
    }

    /// The members of a set in words; what is not seen is only counted.
    fn said_of_set(&self, look: &mut Evaluator<'_>, set: NodeId, of: &Type) -> String {
        let mut names = Vec::new();
        let mut unseen = 0;
        look.each(set, &mut |look, value| {
            let kind = match of {
                Type::Piece(..) => look.kind(value),
                _ => Some(UNKNOWN),
            };
            match kind {
                Some(kind) => names.push(self.say(look.p, of, value, kind)),
                None => unseen += 1,
            }
            true
        });
        if unseen > 0 {
            names.push(self.worded("{count} face down", &[("count", &unseen)]));
        }
        if names.is_empty() {
            self.worded("nothing", &[])
        } else {
            self.listed(&names)
        }
    }

    /// Fills a sentence with what the chooser sees.
    fn said(&self, look: &mut Evaluator<'_>, saying: &Saying) -> String {
        self.said_to(look, saying, None)
    }

    /// The same for somebody who is about to answer, for whom places lie in a direction.
    fn said_to(&self, look: &mut Evaluator<'_>, saying: &Saying, seat: Option<Seat>) -> String {
        saying.0.iter().fold(String::new(), |mut text, part| {
            match part {
                Part::Text(words) => text += words,
                Part::Value(node, Type::Place(map)) => {
                    let place = look.value(*node);
                    text += &match seat.filter(|_| place != NONE) {
                        Some(seat) => self.place_from(look.p, *map, place, seat),
                        None => self.say(look.p, &Type::Place(*map), place, UNKNOWN),
                    };
                }
                Part::Value(set, Type::Set(of)) => text += &self.said_of_set(look, *set, of),
                Part::Value(node, ty) => {
                    let value = look.value(*node);
                    let kind = if matches!(ty, Type::Piece(..)) {
                        look.kind(value).unwrap_or(UNKNOWN)
                    } else {
                        UNKNOWN
                    };
                    text += &self.say(look.p, ty, value, kind);
                }
            }
            text
        })
    }

    /// An action as it is offered, by a sentence of it.
    fn action_said(
        &self,
        p: &Position,
        (action, picks): (u16, [u16; 4]),
        saying: &Saying,
    ) -> String {
        let code = &self.program.actions[usize::from(action)];
        let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
        let picked = self.named_by(&mut look, action, picks);
        if let Ok(picked) = &picked {
            look.assumed = picked.assumed;
            for (pick, value) in code.picks.iter().zip(picked.values) {
                look.temps[usize::from(pick.temp)] = value;
            }
        }
        let mut text = self.said_to(&mut look, saying, Some(p.seat));
        // A piece named by its position is one of several.
        for (pick, said) in code.picks.iter().zip(picks) {
            if matches!(pick.ty, Type::Piece(..)) && said & 0x8000 != 0 && said != NO_PICK {
                text = self.worded(
                    "{thing} (number {number})",
                    &[("thing", &text), ("number", &(said & 0x0fff))],
                );
            }
        }
        text
    }

    /// An action as it is offered, without its odds.
    pub(crate) fn offered_words(&self, p: &Position, mv: Move) -> String {
        match mv {
            Move::Act { action, picks } => {
                let code = &self.program.actions[usize::from(action)];
                self.action_said(p, (action, picks), &code.words)
            }
            mv => self.option(p, mv),
        }
    }

    pub(super) fn with_odds(&self, text: &str, answer: String, odds: Option<Likelihood>) -> String {
        let Some(odds) = odds else {
            return answer;
        };
        let (form, [cases, of]) = odds.form_on_two_dice();
        let odds = self.worded(form, &[("cases", &cases), ("of", &of)]);
        self.worded(text, &[("answer", &answer), ("odds", &odds)])
    }

    /// How likely dice that come next let an action succeed, if nothing optional is done first, as far as everybody can tell: all
    /// hear what is offered. `None` if that depends on something that not everybody sees.
    pub(super) fn success(&self, p: &Position, action: u16, mv: Move) -> Option<Likelihood> {
        let code = &self.program.actions[usize::from(action)];
        let hidden_dice = || self.program.dice.iter().any(|dice| dice.see != See::All);
        let is_hidden = |piece: u16| {
            let at = &p.pieces[usize::from(piece)];
            let is_known = at.kind != UNKNOWN && at.zone != NOWHERE;
            is_known && self.public(p, piece) == UNKNOWN
        };
        if code.wins.is_empty() || p.together || hidden_dice() {
            return None;
        }
        if !(0..p.pieces.len() as u16).any(is_hidden) {
            return self.success_in(p, action, mv);
        }
        let worlds = self.possible(p, None, Deal::Closed, (MOST_WORLDS, 0));
        let mut all = worlds.list.iter();
        let mut success = || self.success_in(&all.next()?.0, action, mv);
        let first = success().filter(|_| worlds.all)?;
        let is_alike = (1..worlds.list.len()).all(|_| success().as_ref() == Some(&first));
        is_alike.then_some(first)
    }

    /// The same, where everybody sees what there is.
    fn success_in(&self, p: &Position, action: u16, mv: Move) -> Option<Likelihood> {
        let code = &self.program.actions[usize::from(action)];
        let mut next = p.clone();
        self.judge(&next, mv).ok()?;
        self.apply(&mut next, mv, &mut |_| {});
        if self.judge(&next, Move::Pass).is_ok() {
            self.apply(&mut next, Move::Pass, &mut |_| {});
        }
        if !matches!(next.wait, Wait::Roll { .. }) {
            return None;
        }
        let settled = |events: &[Event], _: &Position| {
            events.iter().find_map(|event| match event {
                Event::Said { said, .. } if code.wins.contains(said) => Some(true),
                Event::Said { said, .. } if code.fails.contains(said) => Some(false),
                _ => None,
            })
        };
        chance(self, &next, &[], settled)
    }

    /// A question in the kit's own words, with what everybody sees.
    fn announced(&self, p: &Position, words: Option<&Saying>) -> Option<String> {
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        words.map(|words| self.said(&mut look, words))
    }

    pub(crate) fn answer_words(&self, p: &Position, question: u16, seat: u8, said: u16) -> String {
        let asked = &self.program.questions[usize::from(question)];
        let Some((value, assumed)) = self.answer_of(p, question, seat, said) else {
            return crate::games::by_kit::rules::choice::spell(self, &asked.ty, said);
        };
        let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(seat));
        look.assumed = assumed;
        let kind = if matches!(asked.ty, Type::Piece(..)) {
            look.kind(value).unwrap_or(UNKNOWN)
        } else {
            UNKNOWN
        };
        let text = match &asked.ty {
            Type::Place(map) if value != NONE => self.place_from(p, *map, value, seat),
            ty => self.say(p, ty, value, kind),
        };
        match encode(&look, &asked.ty, value) {
            Some(code) if matches!(asked.ty, Type::Piece(..)) && code & 0x8000 != 0 => self.worded(
                "{thing} (number {number})",
                &[("thing", &text), ("number", &(code & 0x0fff))],
            ),
            _ => text,
        }
    }

    fn why(&self, p: &Position, refusal: Refusal) -> (String, Option<&'static str>) {
        let action = |action: u16| &self.program.actions[usize::from(action)];
        match refusal {
            Refusal::NotNow => (self.worded("that is not what is asked now", &[]), None),
            Refusal::NotThere { action: at, pick } => {
                let code = action(at);
                let Some(pick) = code.picks.get(usize::from(pick)) else {
                    return (self.worded("there is no such thing", &[]), code.rule);
                };
                let what = self.spoken(&pick.name.replace('_', " "));
                let text = match pick.ty {
                    Type::Piece(..) => self.worded("there is no such {thing}", &[("thing", &what)]),
                    _ => self.worded(
                        "that is not one of the {thing}s to choose from",
                        &[("thing", &what.trim_end_matches('s'))],
                    ),
                };
                (text, code.rule)
            }
            Refusal::Need {
                action: at,
                need,
                picks,
            } => {
                let code = action(at);
                let need = &code.needs[usize::from(need)];
                let Some(reason) = &need.reason else {
                    return (self.worded("that cannot be done now", &[]), need.rule);
                };
                let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
                for (pick, value) in code.picks.iter().zip(picks) {
                    look.temps[usize::from(pick.temp)] = value;
                }
                (self.said(&mut look, reason), need.rule)
            }
            Refusal::Last { action: at } => (
                self.worded("that is done only when nothing else can be", &[]),
                action(at).rule,
            ),
            Refusal::NotAnAnswer => {
                let rule = match p.wait {
                    Wait::Ask(question, _) => self.program.question_rules.get(&question),
                    _ => None,
                };
                let text = self.worded("that is not one of the answers", &[]);
                (text, rule.copied())
            }
            Refusal::NoneLeft { kind } => (
                self.worded("no {thing} is left", &[("thing", &self.kind_name(kind))]),
                None,
            ),
            Refusal::NoSuchFace => (self.worded("the die has no such face", &[]), None),
            Refusal::NotStuck => (self.worded("there is something else to do", &[]), None),
        }
    }
}

impl Words for KitGame {
    fn id(&self, mv: Move) -> String {
        self.name_of(mv)
    }

    fn drawn(&self, mv: Move) -> String {
        self.drawn_of(mv)
    }

    fn parse(&self, id: &str) -> Option<Move> {
        self.parse_name(id)
    }

    fn question(&self, p: &Position) -> String {
        if let Some(is) = self.stuck(p) {
            let line = self.line_of(p.pc.saturating_sub(1));
            let text = match is {
                RuntimeErrorKind::Nothing => "the rules leave nothing to do here ({line}); go on?",
                _ => "the rules offer more here than can be listed ({line}); end the game?",
            };
            return self.asks(p.seat, &self.worded(text, &[("line", &line)]));
        }
        match p.wait {
            Wait::Choose(choice) => {
                let words = self.program.choice_words.get(&choice);
                let usual = || self.worded("what now?", &[]);
                self.asks(p.seat, &self.announced(p, words).unwrap_or_else(usual))
            }
            Wait::Ask(question, seat) => {
                let asked = &self.program.questions[usize::from(question)];
                let text = if asked.ty == Type::Number {
                    "which number should {thing} be?"
                } else {
                    "which {thing}?"
                };
                let words = self.program.question_words.get(&question);
                let usual = || self.worded(text, &[("thing", &asked.name)]);
                self.asks(seat, &self.announced(p, words).unwrap_or_else(usual))
            }
            Wait::Roll { of, .. } => {
                let dice = &self.program.dice[usize::from(of)];
                let text = if dice.count > 1 {
                    "What does one of the {dice} show?"
                } else {
                    "What does the {dice} show?"
                };
                self.worded(text, &[("dice", &dice.title)])
            }
            Wait::Know { piece, from } => {
                let to = p.pieces[usize::from(piece)].zone;
                let is_left_out =
                    self.program.zones[usize::from(self.zone_at[usize::from(to)].decl)].is_left_out;
                let piece = self.bare_piece(piece);
                let source = self.zone_title(p, from);
                let target = self.zone_title(p, to);
                if from == to {
                    self.worded(
                        "Which {piece} of {zone} is it?",
                        &[("piece", &piece), ("zone", &target)],
                    )
                } else if is_left_out {
                    self.worded(
                        "Which {piece} comes from {zone}?",
                        &[("piece", &piece), ("zone", &source)],
                    )
                } else {
                    self.worded(
                        "Which {piece} comes from {from} to {to}?",
                        &[("piece", &piece), ("from", &source), ("to", &target)],
                    )
                }
            }
            Wait::Lot(lot) => self.worded(
                "Which {thing} is drawn by lot?",
                &[("thing", &self.program.lots[usize::from(lot)].name)],
            ),
            Wait::Random { from, .. } => self.worded(
                "Which one comes from {zone} at random?",
                &[("zone", &self.zone_title(p, from))],
            ),
            Wait::Run | Wait::Over => self.worded("The game is over.", &[]),
        }
    }

    fn rules_line(&self, p: &Position) -> Option<String> {
        Some(self.line_of(p.pc.saturating_sub(1)))
    }

    fn option(&self, p: &Position, mv: Move) -> String {
        match (p.wait, mv) {
            (_, Move::Act { action, .. }) => {
                let offer = self.offered_words(p, mv);
                let wins = self.success(p, action, mv);
                self.with_odds("{answer} (wins {odds})", offer, wins)
            }
            (_, Move::Pass) => self.worded("nothing", &[]),
            (Wait::Ask(question, seat), Move::Answer { said, .. }) => {
                self.answer_words(p, question, seat, said)
            }
            (Wait::Lot(lot), Move::Answer { said, .. }) if self.lot_of(p, lot, said).is_some() => {
                let value = self.lot_of(p, lot, said).map_or(NONE, |drawn| drawn.value);
                self.say(p, &self.program.lots[usize::from(lot)].ty, value, UNKNOWN)
            }
            (_, Move::Answer { class, said }) => {
                crate::games::by_kit::rules::choice::spell(self, &of_class(class), said)
            }
            (_, Move::AnswerNone) => self.worded("none", &[]),
            (_, Move::Face { of, face }) => self.face_name(of, face),
            (_, Move::Know { kind, .. }) => self.kind_name(kind).to_owned(),
            (_, Move::Take(place)) => self.worded("number {number}", &[("number", &place)]),
            (_, Move::GoOn) => self.worded("go on", &[]),
        }
    }

    fn telling(&self, p: &Position, event: Event) -> Telling {
        self.tell_event(p, event)
    }

    /// What an answer does is certain, and what dice show is told by what comes of it, unless they stay there to be used.
    fn gist(
        &self,
        asking: &Position,
        settled: &Position,
        considered: Considered,
    ) -> Option<Vec<Gist>> {
        Some(self.gist_of(asking, settled, considered))
    }

    fn sorts(&self) -> usize {
        self.sorts_of()
    }

    fn sorted(&self, came: &Came, way: usize) -> Option<String> {
        self.sorted_by(came, way)
    }

    fn refused(&self, p: &Position, refusal: Refusal) -> Refused {
        let (reason, rule) = self.why(p, refusal);
        let code = match refusal {
            Refusal::NotNow => "not_now",
            Refusal::NotThere { .. } => "not_there",
            Refusal::Need { .. } => "need",
            Refusal::Last { .. } => "last_resort",
            Refusal::NotAnAnswer => "not_an_answer",
            Refusal::NoneLeft { .. } => "none_left",
            Refusal::NoSuchFace => "no_such_face",
            Refusal::NotStuck => "not_stuck",
        };
        Refused { reason, rule, code }
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw(p, seat, width)
    }

    fn figure(&self, p: &Position, seat: Seat) -> Figure {
        self.figure_of(p, seat)
    }

    fn scene(&self, p: &Position, seat: Option<Seat>) -> Scene {
        self.picture(p, seat)
    }

    /// Hands are laid out as wide as they are seen, so that it is drawn as a whole.
    fn opened(&self, p: &Position, seats: Seat) -> Scene {
        self.picture(&self.shown_to_all(p, seats), None)
    }

    fn pointing(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Pointing {
        self.pointed(p, mv, seat)
    }

    fn describe(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.sentences(p, seat)
    }

    fn story(&self, past: &[Happened<'_, Self>]) -> Vec<String> {
        self.retold(past)
    }

    fn setup(&self) -> Vec<String> {
        self.instructions()
    }

    /// A kit's rules have no numbers to cite.
    fn cites(&self) -> bool {
        false
    }

    fn audit(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.lines_of(&self.table(p, seat.into()))
    }

    fn hides(&self) -> bool {
        self.program
            .zones
            .iter()
            .any(|zone| matches!(zone.see, See::Owner | See::Others))
            || self.program.dice.iter().any(|dice| dice.see != See::All)
            || self.program.choices.iter().any(|choice| choice.private)
            || self.program.questions.iter().any(|asked| asked.private)
    }

    fn visibility(&self, p: &Position) -> Visibility {
        let only = |seat: u8| Visibility {
            seat: Some(seat),
            unlisted: false,
        };
        match p.wait {
            // If the players keep the secrets, the list contains everything that the hand may hold.
            Wait::Choose(choice)
                if self.program.choices[usize::from(choice)].private && self.keeps_secrets() =>
            {
                only(p.seat)
            }
            Wait::Ask(question, seat)
                if self.program.questions[usize::from(question)].private
                    && self.keeps_secrets() =>
            {
                only(seat)
            }
            Wait::Choose(_) if p.together => only(p.seat),
            Wait::Ask(_, seat) if p.together => only(seat),
            Wait::Roll { die, of } if self.program.dice[usize::from(of)].see != See::All => {
                Visibility {
                    seat: self.program.dice[usize::from(of)].seer(die),
                    unlisted: true,
                }
            }
            Wait::Know { piece, .. } => {
                let seers = self.seers(p, piece);
                match (0..self.seats).find(|seat| seers >> seat & 1 == 1) {
                    Some(seat) if seers != self.everybody() => Visibility {
                        seat: Some(seat),
                        unlisted: true,
                    },
                    // The list of what may still come would reveal what others hold.
                    _ => Visibility {
                        seat: None,
                        unlisted: self.keeps_secrets() && self.is_kept(p, piece),
                    },
                }
            }
            _ => Visibility::default(),
        }
    }

    fn outside(&self, p: &Position, mv: Move) -> Option<String> {
        if p.together && matches!(p.wait, Wait::Choose(_) | Wait::Ask(..)) {
            return Some(self.worded("something of one's own", &[]));
        }
        match (p.wait, mv) {
            (Wait::Know { piece, .. }, Move::Know { .. }) => {
                (self.seers(p, piece) != self.everybody()).then(|| self.some_piece(piece))
            }
            (Wait::Roll { of, .. }, Move::Face { .. }) => (self.program.dice[usize::from(of)].see
                != See::All)
                .then(|| self.worded("a die in secret", &[])),
            (Wait::Choose(_), Move::Act { action, picks }) => {
                let code = &self.program.actions[usize::from(action)];
                let picked = self.pick_out(p, action, picks).ok()?;
                let pieces = code
                    .picks
                    .iter()
                    .zip(picked.values)
                    .filter(|(pick, _)| matches!(pick.ty, Type::Piece(..)));
                let hidden: Vec<u16> = pieces
                    .filter_map(|(_, value)| u16::try_from(value).ok())
                    .filter(|piece| {
                        self.public(p, *piece) == UNKNOWN
                            && p.pieces[usize::from(*piece)].kind != UNKNOWN
                    })
                    .collect();
                if hidden.is_empty() {
                    return None;
                }
                let mut after = p.clone();
                self.make(&mut after, mv, &mut |_| {});
                let still = hidden
                    .iter()
                    .any(|piece| self.public(&after, *piece) == UNKNOWN);
                still.then(|| {
                    format!(
                        "{} ({})",
                        self.spoken(&code.name.replace('_', " ")),
                        self.some_piece(hidden[0])
                    )
                })
            }
            (Wait::Ask(question, seat), Move::Answer { said, .. }) => {
                if !matches!(
                    self.program.questions[usize::from(question)].ty,
                    Type::Piece(..)
                ) {
                    return None;
                }
                let (value, _) = self.answer_of(p, question, seat, said)?;
                let piece = u16::try_from(value).ok()?;
                let mut after = p.clone();
                self.make(&mut after, mv, &mut |_| {});
                (self.public(p, piece) == UNKNOWN && self.public(&after, piece) == UNKNOWN).then(
                    || {
                        self.private(question)
                            .unwrap_or_else(|| self.some_piece(piece))
                    },
                )
            }
            // That a player has nothing suitable is as secret as what they have.
            (Wait::Ask(question, _), Move::AnswerNone) => self.private(question),
            _ => None,
        }
    }
}

impl KitGame {
    /// What others see of an answer that could reveal a secret.
    fn private(&self, question: u16) -> Option<String> {
        let asked = &self.program.questions[usize::from(question)];
        let private = asked.private && self.has_secrets() && matches!(asked.ty, Type::Piece(..));
        private.then(|| self.worded("something of one's own", &[]))
    }

    /// Whether a player hides a piece of the same deck, and the program knows it.
    fn is_kept(&self, p: &Position, piece: u16) -> bool {
        let deck = self.piece_decks[usize::from(piece)];
        let known =
            |other: &usize| self.piece_decks[*other] == deck && p.pieces[*other].kind != UNKNOWN;
        (0..p.pieces.len())
            .filter(known)
            .any(|other| self.public(p, other as u16) == UNKNOWN)
    }

    fn keeps_secrets(&self) -> bool {
        self.secrets == crate::referee::journal::Secrets::Referee
    }

    /// The place of an operation: "play.toml, line 12".
    pub(crate) fn line_of(&self, op: u16) -> String {
        match self.program.origins.get(usize::from(op)) {
            Some(origin) => {
                let place = origin.source.place(origin.span.clone());
                format!("{}, line {}", place.file, place.line_column().0)
            }
            None => "play.toml".into(),
        }
    }
}
