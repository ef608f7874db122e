//! Puts events into words.

use serde_json::{Value, json};

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::sheet::ZoneKind;
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::*;
use crate::games::english::capital;
use crate::referee::Happened;
use crate::referee::{Setup, Telling};

impl RuntimeErrorKind {
    /// What is wrong with the rules, as a sentence without its full stop.
    pub fn sentence(self) -> &'static str {
        match self {
            RuntimeErrorKind::Nothing => "nothing can be chosen",
            RuntimeErrorKind::Full => "a piece is moved to where no more fits",
            RuntimeErrorKind::Spins => "this never ends",
            RuntimeErrorKind::Hidden => "this looks at a piece that is hidden",
            RuntimeErrorKind::Nowhere => "there is no such place, zone or player",
            RuntimeErrorKind::Deep => "shuffled piles are mixed into each other more than three deep",
            RuntimeErrorKind::Wide => "there are more ways to choose than anybody reads",
            RuntimeErrorKind::Elsewhere => "what is looked for here may lie elsewhere, where nobody sees it",
        }
    }
}

impl KitGame {
    fn subject(&self, seat: u8) -> &str {
        if Setup::is_nameless(&self.players) { "You" } else { self.name(seat) }
    }

    fn is_you(&self) -> bool {
        Setup::is_nameless(&self.players)
    }

    fn piece_words(&self, piece: u16, kind: u16) -> String {
        if kind == UNKNOWN { self.some_piece(piece).to_owned() } else { self.kind_name(kind).to_owned() }
    }

    pub(crate) fn tell_event(&self, p: &Position, event: Event) -> Telling {
        let (kind, text, data) = self.in_words(p, event);
        let rule = match event {
            Event::Acted { action, .. } => self.program.actions[usize::from(action)].rule,
            _ => None,
        };
        Telling { rule, kind, text, data }
    }

    #[expect(clippy::too_many_lines, reason = "one plain list")]
    fn in_words(&self, p: &Position, event: Event) -> (&'static str, String, Value) {
        let code = |kind: u16| self.program.facts.kinds.get(usize::from(kind)).map(|kind| kind.code.as_str());
        match event {
            Event::Acted { seat, action, gaps } => {
                let code = &self.program.actions[usize::from(action)];
                let said = self.filled(p, code.tell.as_ref().unwrap_or(&code.words), &gaps);
                let text = match &code.tell {
                    Some(_) => capital(&said),
                    None => self.done(
                        seat,
                        &said,
                        matches!(code.words.0.first(), Some(crate::games::by_kit::language::code::Part::Text(text)) if !text.is_empty()),
                    ),
                };
                ("acted", text, json!({ "player": self.name(seat), "action": code.name }))
            }
            Event::Passed { seat } => {
                let verb = if self.is_you() { "do" } else { "does" };
                ("passed", format!("{} {verb} nothing.", self.subject(seat)), json!({ "player": self.name(seat) }))
            }
            Event::Chosen { seat } => {
                let verb = if self.is_you() { "have" } else { "has" };
                ("answered", format!("{} {verb} chosen.", self.subject(seat)), json!({ "player": self.name(seat) }))
            }
            Event::Answered { seat, question, value, kind } => {
                let asked = &self.program.questions[usize::from(question)];
                let said = self.say(p, &asked.ty, value, kind);
                let verb = if self.is_you() { "choose" } else { "chooses" };
                let text = format!("{} {verb} {said}.", self.subject(seat));
                ("answered", text, json!({ "player": self.name(seat), "question": asked.name, "answer": said }))
            }
            Event::TurnBegan { seat } => {
                let text = format!("{} turn begins.", capital(&self.whose(seat)));
                ("turn_began", text, json!({ "player": self.name(seat) }))
            }
            Event::Moved { kind, piece, from, to } => {
                let (from_name, to_name) = (self.zone_title(p, from), self.zone_title(p, to));
                let text = format!("{} goes from {from_name} to {to_name}.", capital(&self.piece_words(piece, kind)));
                ("moved", text, json!({ "piece": code(kind), "from": self.zone_id(from), "to": self.zone_id(to) }))
            }
            Event::Turned { kind, piece, up } => {
                let way = if up { "up" } else { "down" };
                let text = format!("{} is turned {way}.", capital(&self.piece_words(piece, kind)));
                ("turned", text, json!({ "piece": code(kind), "up": up }))
            }
            Event::Spun { kind, piece } => {
                let text = format!("{} is turned round.", capital(&self.piece_words(piece, kind)));
                ("spun", text, json!({ "piece": code(kind) }))
            }
            Event::Shown { kind, piece, zone, seats } => {
                let all = seats == self.everybody();
                let who: Vec<&str> =
                    (0..self.seats).filter(|seat| seats >> seat & 1 == 1).map(|seat| self.name(seat)).collect();
                let to = if all { String::new() } else { format!(" to {}", crate::games::english::listed(&who)) };
                let piece = capital(&self.piece_words(piece, kind));
                let text = format!("{piece} of {} is shown{to}.", self.zone_title(p, zone));
                ("shown", text, json!({ "piece": code(kind), "zone": self.zone_id(zone), "to": who }))
            }
            Event::Placed { kind, piece, map, place, turns } => {
                let at = self.program.maps[usize::from(map)].shape.name(place);
                let text = format!("{} is laid at {at}.", capital(&self.piece_words(piece, kind)));
                ("placed", text, json!({ "piece": code(kind), "place": at, "turns": turns }))
            }
            Event::Shuffled { zone } => {
                let title = self.zone_title(p, zone);
                ("shuffled", format!("{} is shuffled.", capital(&title)), json!({ "zone": self.zone_id(zone) }))
            }
            Event::Refilled { zone } => {
                let title = self.zone_title(p, zone);
                (
                    "refilled",
                    format!("{} is made up again and shuffled.", capital(&title)),
                    json!({ "zone": self.zone_id(zone) }),
                )
            }
            Event::Marked { piece, zone, mark } => {
                let text = format!(
                    "{} of {} is marked {}.",
                    capital(self.some_piece(piece)),
                    self.zone_title(p, zone),
                    self.plain(mark)
                );
                ("marked", text, json!({ "zone": self.zone_id(zone), "mark": self.plain(mark) }))
            }
            Event::Rolled { of, die, face: 0 } => {
                let dice = &self.program.dice[usize::from(of)];
                let text = format!("A die of {} is rolled in secret.", self.dice_title(of, die));
                ("rolled", text, json!({ "dice": dice.name, "face": null }))
            }
            Event::Rolled { of, face, .. } => {
                let (dice, shown) = (&self.program.dice[usize::from(of)], self.face_name(of, face));
                let what = if dice.count == 1 { format!("The {}", dice.title) } else { "A die".into() };
                ("rolled", format!("{what} shows {shown}."), json!({ "dice": dice.name, "face": shown }))
            }
            Event::Set { var, at, value, .. } => self.set_in_words(p, var, at, value),
            Event::RuntimeError { is, op } => {
                let text = format!("The rules are at fault ({}): {}.", self.line_of(op), is.sentence());
                ("fault", text, json!({ "at": self.line_of(op), "why": is.sentence() }))
            }
            Event::Won { seat } => {
                let verb = if self.is_you() { "win" } else { "wins" };
                ("won", format!("{} {verb}.", self.subject(seat)), json!({ "player": self.name(seat) }))
            }
            Event::Lost { seat } => {
                let verb = if self.is_you() { "lose" } else { "loses" };
                ("lost", format!("{} {verb}.", self.subject(seat)), json!({ "player": self.name(seat) }))
            }
            Event::Ended => ("over", "The game is over.".into(), json!({})),
        }
    }

    fn set_in_words(&self, p: &Position, var: u16, at: u16, value: i32) -> (&'static str, String, Value) {
        let decl = &self.program.vars[usize::from(var)];
        let (seat, name) = self.counter_name(var, at);
        let said = self.say(p, &decl.ty, value, UNKNOWN);
        let owner = decl.own.then(|| self.name(seat));
        let whole = match decl.own {
            true => format!("{} {name}", self.whose(seat)),
            false => format!("the {name}"),
        };
        let text = match decl.ty {
            crate::games::by_kit::language::code::Ty::Flag => {
                let of = if decl.own { capital(self.name(seat)) } else { "The table".into() };
                format!("{of}: {}{name}.", if value == 1 { "" } else { "not " })
            }
            crate::games::by_kit::language::code::Ty::Place(_) => format!("{} is at {said}.", capital(&whole)),
            _ => {
                let several = decl.each == crate::games::by_kit::language::code::Keys::One
                    && name.ends_with('s')
                    && !name.ends_with("ss");
                format!("{} {} {said}.", capital(&whole), if several { "are" } else { "is" })
            }
        };
        ("counted", text, json!({ "name": decl.name, "player": owner, "value": said }))
    }

    /// What a face shows; faces are counted from 1.
    pub(crate) fn face_name(&self, of: u8, face: u8) -> String {
        let faces = &self.program.dice[usize::from(of)].faces;
        self.plain(faces.get(usize::from(face).wrapping_sub(1)).copied().unwrap_or(NONE))
    }

    /// "the dice", "Ann's dice".
    pub(crate) fn dice_title(&self, of: u8, die: u16) -> String {
        let dice = &self.program.dice[usize::from(of)];
        match dice.owner(die) {
            Some(seat) => format!("{} {}", self.whose(seat), dice.title),
            None => format!("the {}", dice.title),
        }
    }

    /// The owner of a counter, and its name with its key.
    pub(crate) fn counter_name(&self, var: u16, at: u16) -> (u8, String) {
        let decl = &self.program.vars[usize::from(var)];
        let offset = at - decl.base;
        let (seat, key) = (offset / decl.each.count(), usize::from(offset % decl.each.count()));
        let title = if decl.title.is_empty() { &decl.name } else { &decl.title };
        let name = match &decl.each {
            crate::games::by_kit::language::code::Keys::One => title.clone(),
            crate::games::by_kit::language::code::Keys::Of(values, _) => {
                format!("{title} of {}", self.plain(values.get(key).copied().unwrap_or_default()))
            }
            _ => format!("{title} {}", key + 1),
        };
        (seat as u8, name)
    }

    /// Turns an offer into a report: "play 7" becomes "Ann plays 7.", and "play your 7" becomes "Ann plays their 7.".
    fn done(&self, seat: u8, said: &str, begins_with_verb: bool) -> String {
        if !begins_with_verb {
            return format!("{}: {said}.", self.subject(seat));
        }
        let (verb, rest) = said.split_at(said.find(' ').unwrap_or(said.len()));
        match self.is_you() {
            true => format!("{} {verb}{rest}.", self.subject(seat)),
            false => format!("{} {}{}.", self.subject(seat), third(verb), rest.replace(" your ", " their ")),
        }
    }

    /// Retells the game: what the players did, what openly resulted, and how it ended, with a paragraph for each round.
    pub(crate) fn retold(&self, past: &[Happened<'_, Self>]) -> Vec<String> {
        let (mut story, mut round) = (Retelling::default(), 1);
        for Happened { position, event } in past {
            match *event {
                Event::TurnBegan { seat } => story.turn(seat),
                Event::Moved { kind, piece, to, .. }
                    if kind != UNKNOWN && self.lies_open(to) && !self.is_named(position, piece) =>
                {
                    story.comes(capital(&self.zone_title(position, to)), self.kind_name(kind));
                }
                Event::Rolled { of, die, face: face @ 1.. } => {
                    story.comes(capital(&self.dice_title(of, die)), &self.face_name(of, face));
                }
                Event::Placed { place, .. } if position.named.contains(&Named::Place(place)) => {}
                // What is shown at the end is merely counted.
                Event::Shown { kind, piece, seats, .. }
                    if kind == UNKNOWN || seats != self.everybody() || position.ending || self.is_named(position, piece) => {
                }
                Event::Acted { .. }
                | Event::Placed { .. }
                | Event::Shown { .. }
                | Event::Won { .. }
                | Event::Lost { .. }
                | Event::RuntimeError { .. } => story.say(self.in_words(position, *event).1),
                _ => {}
            }
            if position.rounds > round {
                round = position.rounds;
                story.end_paragraph();
            }
        }
        story.end_paragraph();
        story.paragraphs
    }

    /// Whether an arrival in a zone is worth retelling: pieces in a hand or a discard pile are not looked at again.
    fn lies_open(&self, zone: u16) -> bool {
        let zone = self.zone_at.get(usize::from(zone)).map(|zone| &self.program.zones[usize::from(zone.decl)]);
        zone.is_none_or(|zone| !matches!(zone.kind, ZoneKind::Hand | ZoneKind::Discard))
    }
}

/// A retelling under construction.
#[derive(Default)]
struct Retelling {
    paragraphs: Vec<String>,
    /// The sentences of the current paragraph.
    sentences: Vec<String>,
    /// A place and the pieces that came there, which make one sentence.
    came: Option<(String, Vec<String>)>,
    /// Whose turn it is.
    seat: u8,
}

/// The fewest sentences of a paragraph if players simply take turns.
const PARAGRAPH: usize = 4;

impl Retelling {
    fn comes(&mut self, place: String, piece: &str) {
        match &mut self.came {
            Some((known, pieces)) if *known == place => pieces.push(piece.to_owned()),
            _ => {
                self.settle();
                self.came = Some((place, vec![piece.to_owned()]));
            }
        }
    }

    /// Begins a turn, and a new paragraph if everybody has had a turn.
    fn turn(&mut self, seat: u8) {
        self.settle();
        let around = seat <= std::mem::replace(&mut self.seat, seat);
        if around && self.sentences.len() >= PARAGRAPH {
            self.end_paragraph();
        }
    }

    fn say(&mut self, sentence: String) {
        self.settle();
        self.sentences.push(sentence);
    }

    fn end_paragraph(&mut self) {
        self.settle();
        if !self.sentences.is_empty() {
            self.paragraphs.push(std::mem::take(&mut self.sentences).join(" "));
        }
    }

    fn settle(&mut self) {
        if let Some((place, pieces)) = self.came.take() {
            self.sentences.push(format!("{place}: {}.", pieces.join(", ")));
        }
    }
}

/// The third person singular of a verb: "play" becomes "plays".
fn third(verb: &str) -> String {
    match verb {
        "be" => "is".into(),
        "have" => "has".into(),
        _ if ["s", "sh", "ch", "x", "z", "o"].iter().any(|end| verb.ends_with(end)) => format!("{verb}es"),
        _ if verb.ends_with('y') && !verb.trim_end_matches('y').ends_with(['a', 'e', 'o', 'u']) => {
            format!("{}ies", verb.trim_end_matches('y'))
        }
        _ => format!("{verb}s"),
    }
}
