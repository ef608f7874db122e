//! Puts events into words.

use std::fmt::Display;

use serde_json::{Value, json};

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Part, Type};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::sheet::ZoneKind;
use crate::games::by_kit::rules::event::{Event, Gaps};
use crate::games::by_kit::rules::position::*;
use crate::games::english::capital;
use crate::referee::Happened;
use crate::referee::{Setup, Telling};

impl RuntimeErrorKind {
    /// What is wrong with the rules, as a sentence without its full stop.
    pub fn sentence(self) -> &'static str {
        match self {
            RuntimeErrorKind::Nothing => "nothing can be chosen",
            RuntimeErrorKind::Full => "a piece is moved to a zone that is full",
            RuntimeErrorKind::Spins => "this never ends, or takes too long",
            RuntimeErrorKind::Unasked => "round after round passes, and nobody is asked anything",
            RuntimeErrorKind::Endless => {
                "nobody has had a choice for 100,000 moves, so the game ends here"
            }
            RuntimeErrorKind::Hidden => "this looks at a piece that is hidden",
            RuntimeErrorKind::Nowhere => "there is no such place, zone or player",
            RuntimeErrorKind::Deep => {
                "shuffled piles are mixed into each other more than three deep"
            }
            RuntimeErrorKind::Wide => "there are more choices than anybody would read",
            RuntimeErrorKind::Elsewhere => {
                "what is looked for here may lie elsewhere, where nobody sees it"
            }
            RuntimeErrorKind::Divides => "this divides by 0",
            RuntimeErrorKind::Large => "this comes to more than 2,147,483,647",
        }
    }
}

/// An event's kind, its sentence, and what the protocol says of it.
type EventInWords = (&'static str, String, Value);

impl KitGame {
    /// A sentence about the only player, who has no name, or about a player by name.
    pub(crate) fn about(
        &self,
        seat: u8,
        of_you: &str,
        of_player: &str,
        with: &[(&str, &dyn Display)],
    ) -> String {
        let name = self.name(seat);
        let with: Vec<(&str, &dyn Display)> = std::iter::once(("player", &name as _))
            .chain(with.iter().copied())
            .collect();
        self.worded(if self.is_you() { of_you } else { of_player }, &with)
    }

    fn is_you(&self) -> bool {
        Setup::is_nameless(&self.players)
    }

    fn piece_words(&self, piece: u16, kind: u16) -> String {
        if kind == UNKNOWN {
            self.some_piece(piece)
        } else {
            self.kind_name(kind).to_owned()
        }
    }

    pub(crate) fn tell_event(&self, p: &Position, event: Event) -> Telling {
        let (kind, text, data) = self.event_in_words(p, event);
        let rule = match event {
            Event::Acted { action, .. } => self.program.actions[usize::from(action)].rule,
            Event::Said { said, .. } => self.program.said[usize::from(said)].rule,
            _ => None,
        };
        Telling {
            rule,
            kind,
            text,
            data,
        }
    }

    fn event_in_words(&self, p: &Position, event: Event) -> EventInWords {
        match event {
            Event::Acted { seat, action, gaps } => self.acted_in_words(p, seat, action, &gaps),
            Event::Said { seat, said, gaps } => {
                let said = &self.program.said[usize::from(said)];
                let text = capital(&self.filled(p, &said.text, &gaps));
                (
                    "said",
                    text,
                    json!({ "player": self.name(seat), "sentence": said.key }),
                )
            }
            Event::Passed { seat } => {
                let text = self.about(seat, "You do nothing.", "{player} does nothing.", &[]);
                ("passed", text, json!({ "player": self.name(seat) }))
            }
            Event::Chosen { seat } => {
                let text = self.about(seat, "You have chosen.", "{player} has chosen.", &[]);
                ("answered", text, json!({ "player": self.name(seat) }))
            }
            Event::Answered {
                seat,
                question,
                value,
                kind,
            } => self.answered_in_words(p, seat, question, (value, kind)),
            Event::Fell { lot, value } => {
                let lot = &self.program.lots[usize::from(lot)];
                let said = self.say(p, &lot.ty, value, UNKNOWN);
                let text = self.worded("The lot falls on {thing}.", &[("thing", &said)]);
                ("drawn_by_lot", text, json!({ "lot": lot.name, "is": said }))
            }
            Event::TurnBegan { seat } => {
                let text = self.about(seat, "Your turn begins.", "{player}'s turn begins.", &[]);
                ("turn_began", text, json!({ "player": self.name(seat) }))
            }
            Event::Moved {
                kind,
                piece,
                from,
                to,
            } => self.moved_in_words(p, (piece, kind), from, to),
            Event::Turned { kind, piece, up } => self.turned_in_words((piece, kind), up),
            Event::Spun { kind, piece } => {
                let text = capital(&self.worded(
                    "{piece} is turned round.",
                    &[("piece", &self.piece_words(piece, kind))],
                ));
                ("spun", text, json!({ "piece": self.code_of(kind) }))
            }
            Event::Shown {
                kind,
                piece,
                zone,
                seats,
            } => self.shown_in_words(p, (piece, kind), zone, seats),
            Event::Placed {
                kind,
                piece,
                map,
                place,
                turns,
            } => self.placed_in_words((piece, kind), map, place, turns),
            Event::Shuffled { zone } => {
                let text = capital(
                    &self.worded("Shuffled: {zone}.", &[("zone", &self.zone_title(p, zone))]),
                );
                ("shuffled", text, json!({ "zone": self.zone_id(zone) }))
            }
            Event::Refilled { zone } => {
                let title = self.zone_title(p, zone);
                let text =
                    capital(&self.worded("Refilled and shuffled: {zone}.", &[("zone", &title)]));
                ("refilled", text, json!({ "zone": self.zone_id(zone) }))
            }
            Event::Marked { piece, zone, mark } => self.marked_in_words(p, piece, zone, mark),
            Event::Rolled { of, die, face } => self.rolled_in_words(of, die, face),
            Event::Uncovered {
                of,
                die,
                face,
                seats,
            } => self.uncovered_in_words(of, die, face, seats),
            Event::Set { var, at, value, .. } => self.set_in_words(p, var, at, value),
            Event::RuntimeError { is, op } => self.fault_in_words(is, op),
            Event::Won { seat } => (
                "won",
                self.about(seat, "You win.", "{player} wins.", &[]),
                json!({ "player": self.name(seat) }),
            ),
            Event::Lost { seat } => (
                "lost",
                self.about(seat, "You lose.", "{player} loses.", &[]),
                json!({ "player": self.name(seat) }),
            ),
            Event::Left { seat, won } => self.left_in_words(seat, won),
            Event::Ended => ("over", self.worded("The game is over.", &[]), json!({})),
        }
    }

    fn acted_in_words(&self, p: &Position, seat: u8, action: u16, gaps: &Gaps) -> EventInWords {
        let code = &self.program.actions[usize::from(action)];
        let said = self.filled(p, code.tell.as_ref().unwrap_or(&code.words), gaps);
        let text = match &code.tell {
            Some(_) => capital(&said),
            None => self.done(
                seat,
                &said,
                matches!(code.words.0.first(), Some(Part::Text(text)) if !text.is_empty()),
            ),
        };
        (
            "acted",
            text,
            json!({ "player": self.name(seat), "action": code.name }),
        )
    }

    fn answered_in_words(
        &self,
        p: &Position,
        seat: u8,
        question: u16,
        (value, kind): (i32, u16),
    ) -> EventInWords {
        let asked = &self.program.questions[usize::from(question)];
        let said = self.say(p, &asked.ty, value, kind);
        let text = self.about(
            seat,
            "You choose {thing}.",
            "{player} chooses {thing}.",
            &[("thing", &said)],
        );
        (
            "answered",
            text,
            json!({ "player": self.name(seat), "question": asked.name, "answer": said }),
        )
    }

    fn moved_in_words(
        &self,
        p: &Position,
        (piece, kind): (u16, u16),
        from: u16,
        to: u16,
    ) -> EventInWords {
        let from_name = self.zone_title(p, from);
        let to_name = self.zone_title(p, to);
        let piece = self.piece_words(piece, kind);
        let with: &[(&str, &dyn Display)] =
            &[("piece", &piece), ("from", &from_name), ("to", &to_name)];
        let text = capital(&self.worded("{piece} goes from {from} to {to}.", with));
        (
            "moved",
            text,
            json!({ "piece": self.code_of(kind), "from": self.zone_id(from), "to": self.zone_id(to) }),
        )
    }

    fn shown_in_words(
        &self,
        p: &Position,
        (piece, kind): (u16, u16),
        zone: u16,
        seats: u32,
    ) -> EventInWords {
        let all = seats == self.everybody();
        let who: Vec<&str> = (0..self.seats)
            .filter(|seat| seats >> seat & 1 == 1)
            .map(|seat| self.name(seat))
            .collect();
        let text = if all {
            "{piece} of {zone} is shown."
        } else {
            "{piece} of {zone} is shown to {players}."
        };
        let piece = self.piece_words(piece, kind);
        let place = self.zone_title(p, zone);
        let players = self.listed(&who);
        let text = capital(&self.worded(
            text,
            &[("piece", &piece), ("zone", &place), ("players", &players)],
        ));
        (
            "shown",
            text,
            json!({ "piece": self.code_of(kind), "zone": self.zone_id(zone), "to": who }),
        )
    }

    fn placed_in_words(
        &self,
        (piece, kind): (u16, u16),
        map: u8,
        place: i32,
        turns: u8,
    ) -> EventInWords {
        let at = self.program.maps[usize::from(map)].shape.name(place);
        let piece = self.piece_words(piece, kind);
        let place = self.place_name(map, place);
        let text = capital(&self.worded(
            "{piece} is laid at {place}.",
            &[("piece", &piece), ("place", &place)],
        ));
        (
            "placed",
            text,
            json!({ "piece": self.code_of(kind), "place": at, "turns": turns }),
        )
    }

    fn marked_in_words(&self, p: &Position, piece: u16, zone: u16, mark: i32) -> EventInWords {
        let piece = self.some_piece(piece);
        let place = self.zone_title(p, zone);
        let word = self.plain(mark);
        let with: &[(&str, &dyn Display)] = &[("piece", &piece), ("zone", &place), ("mark", &word)];
        let text = capital(&self.worded("{piece} of {zone} is marked {mark}.", with));
        (
            "marked",
            text,
            json!({ "zone": self.zone_id(zone), "mark": self.plain(mark) }),
        )
    }

    fn rolled_in_words(&self, of: u8, die: u16, face: u8) -> EventInWords {
        let dice = &self.program.dice[usize::from(of)];
        if face == 0 {
            let text = self.worded(
                "A die of {dice} is rolled in secret.",
                &[("dice", &self.dice_title(of, die))],
            );
            return ("rolled", text, json!({ "dice": dice.name, "face": null }));
        }
        let shown = self.face_name(of, face);
        let text = if dice.count == 1 {
            "The {dice} shows {face}."
        } else {
            "A die shows {face}."
        };
        let text = capital(&self.worded(text, &[("dice", &dice.title), ("face", &shown)]));
        ("rolled", text, json!({ "dice": dice.name, "face": shown }))
    }

    /// Whether there is one such die on the table, which belongs to nobody.
    pub(super) fn is_single(&self, of: u8) -> bool {
        let dice = &self.program.dice[usize::from(of)];
        dice.count == 1 && dice.owner(0).is_none()
    }

    fn fault_in_words(&self, is: RuntimeErrorKind, op: u16) -> EventInWords {
        let line = self.line_of(op);
        let why = self.worded(is.sentence(), &[]);
        let text = self.worded(
            "There is a mistake in the rules ({line}): {why}.",
            &[("line", &line), ("why", &why)],
        );
        ("fault", text, json!({ "at": line, "why": is.sentence() }))
    }

    fn turned_in_words(&self, (piece, kind): (u16, u16), up: bool) -> EventInWords {
        let text = if up {
            "{piece} is turned up."
        } else {
            "{piece} is turned down."
        };
        let text = capital(&self.worded(text, &[("piece", &self.piece_words(piece, kind))]));
        (
            "turned",
            text,
            json!({ "piece": self.code_of(kind), "up": up }),
        )
    }

    fn left_in_words(&self, seat: u8, won: bool) -> EventInWords {
        let text = if won {
            self.about(
                seat,
                "You have won and leave the game.",
                "{player} has won and leaves the game.",
                &[],
            )
        } else {
            self.about(
                seat,
                "You are out of the game.",
                "{player} is out of the game.",
                &[],
            )
        };
        (
            "left",
            text,
            json!({ "player": self.name(seat), "won": won }),
        )
    }

    /// The code of a kind of piece, if the program knows which it is.
    fn code_of(&self, kind: u16) -> Option<&str> {
        let kind = self.program.facts.kinds.get(usize::from(kind))?;
        Some(&kind.code)
    }

    fn uncovered_in_words(&self, of: u8, die: u16, face: u8, seats: u32) -> EventInWords {
        let dice = &self.program.dice[usize::from(of)].name;
        let title = self.dice_title(of, die);
        let who: Vec<&str> = (0..self.seats)
            .filter(|seat| seats >> seat & 1 == 1)
            .map(|seat| self.name(seat))
            .collect();
        if face == 0 {
            let text = self.worded(
                "A die of {dice} is shown to {players}.",
                &[("dice", &title), ("players", &self.listed(&who))],
            );
            return (
                "shown",
                text,
                json!({ "dice": dice, "face": null, "to": who }),
            );
        }
        let face = self.face_name(of, face);
        let text = self.worded(
            "A die of {dice} shows {face}.",
            &[("dice", &title), ("face", &face)],
        );
        (
            "shown",
            text,
            json!({ "dice": dice, "face": face, "to": who }),
        )
    }

    pub(super) fn set_in_words(&self, p: &Position, var: u16, at: u16, value: i32) -> EventInWords {
        let decl = &self.program.vars[usize::from(var)];
        let (seat, name) = self.counter_name(p, var, at);
        let said = self.say(p, &decl.ty, value, UNKNOWN);
        let owner = decl.own.then(|| self.name(seat));
        let whole = if decl.own {
            self.of_seat(seat, &name)
        } else {
            self.the(&name)
        };
        let text = match decl.ty {
            Type::Flag => {
                let of = if decl.own {
                    capital(self.name(seat))
                } else {
                    self.worded("The table", &[])
                };
                format!(
                    "{of}: {}.",
                    if value == 1 {
                        name
                    } else {
                        self.worded("not {thing}", &[("thing", &name)])
                    }
                )
            }
            Type::Place(_) => capital(&self.worded(
                "{thing} is at {place}.",
                &[("thing", &whole), ("place", &said)],
            )),
            // "Led: spades.", "Men at Paris: 1.": whatever the kit calls it, this is right.
            _ if matches!(decl.ty, Type::Word(_)) && !decl.own || decl.each != Keys::One => {
                let thing = if decl.own { &whole } else { &name };
                let with: &[(&str, &dyn Display)] = &[("thing", thing), ("value", &said)];
                capital(&self.worded("{thing}: {value}.", with))
            }
            _ => {
                let several = name.ends_with('s') && !name.ends_with("ss");
                let text = if several {
                    "{thing} are {value}."
                } else {
                    "{thing} is {value}."
                };
                capital(&self.worded(text, &[("thing", &whole), ("value", &said)]))
            }
        };
        (
            "counted",
            text,
            json!({ "name": decl.name, "player": owner, "value": said }),
        )
    }

    /// What a face shows; faces are counted from 1.
    pub(crate) fn face_name(&self, of: u8, face: u8) -> String {
        let faces = &self.program.dice[usize::from(of)].faces;
        self.plain(
            faces
                .get(usize::from(face).wrapping_sub(1))
                .copied()
                .unwrap_or(NONE),
        )
    }

    /// "the dice", "Ann's dice".
    pub(crate) fn dice_title(&self, of: u8, die: u16) -> String {
        let dice = &self.program.dice[usize::from(of)];
        match dice.owner(die) {
            Some(seat) => self.of_seat(seat, &dice.title),
            None => self.the(&dice.title),
        }
    }

    /// The owner of a counter, and its name with its key.
    pub(crate) fn counter_name(&self, p: &Position, var: u16, at: u16) -> (u8, String) {
        let decl = &self.program.vars[usize::from(var)];
        let offset = at - decl.base;
        let seat = offset / decl.each.count();
        let key = usize::from(offset % decl.each.count());
        let title = if decl.title.is_empty() {
            &decl.name
        } else {
            &decl.title
        };
        let name = match &decl.each {
            Keys::One => title.clone(),
            Keys::Of(values, _) => {
                let key = self.plain(values.get(key).copied().unwrap_or_default());
                self.worded("{thing} of {key}", &[("thing", title), ("key", &key)])
            }
            keys => match self.key_on_map(p, keys, key as u16) {
                Some((_, place)) => {
                    self.worded("{thing} at {place}", &[("thing", title), ("place", &place)])
                }
                None => format!("{title} {}", key + 1),
            },
        };
        (seat as u8, name)
    }

    /// Turns an offer into a report: "play 7" becomes "Ann plays 7.", and "play your 7" becomes "Ann plays their 7.". In another
    /// language the offer stands as it is.
    fn done(&self, seat: u8, said: &str, is_phrase: bool) -> String {
        if self.language.is_some() || !is_phrase || !begins_with_verb(said) {
            return self.about(
                seat,
                "You: {thing}.",
                "{player}: {thing}.",
                &[("thing", &said)],
            );
        }
        if self.is_you() {
            format!("You {said}.")
        } else {
            format!(
                "{} {}.",
                self.name(seat),
                deed(said).replace(" your ", " their ")
            )
        }
    }

    /// Retells the game: what the players did, what openly resulted, and how it ended, with a paragraph for each round.
    pub(crate) fn retold(&self, past: &[Happened<'_, Self>]) -> Vec<String> {
        let mut story = StoryDraft::default();
        let mut round = 1;
        let chosen = self.program.show.story.as_ref();
        for Happened { position, event } in past {
            let is_left_out = chosen.is_some_and(|chosen| match event {
                Event::Acted { action, .. } => !chosen.actions.contains(action),
                Event::Said { said, .. } => !chosen.said.contains(said),
                Event::Moved { .. }
                | Event::Rolled { .. }
                | Event::Placed { .. }
                | Event::Shown { .. }
                | Event::Fell { .. } => true,
                _ => false,
            });
            match *event {
                _ if is_left_out => {}
                Event::TurnBegan { seat } => story.turn(seat),
                Event::Moved {
                    kind, piece, to, ..
                } if kind != UNKNOWN && self.lies_open(to) && !self.is_named(position, piece) => {
                    let place = self.zone_title(position, to);
                    story.comes(&place, self.kind_name(kind), |pieces| match pieces {
                        [_] => self.event_in_words(position, *event).1,
                        pieces => self.arrivals_in_words(pieces, &place),
                    });
                }
                Event::Rolled {
                    of,
                    die,
                    face: face @ 1..,
                } if self.is_single(of) => story.say(self.rolled_in_words(of, die, face).1),
                Event::Rolled {
                    of,
                    die,
                    face: face @ 1..,
                } => {
                    let shown = self.face_name(of, face);
                    story.comes(&self.dice_title(of, die), &shown, |faces| match faces {
                        [_] => self.event_in_words(position, *event).1,
                        faces => {
                            self.worded("The dice show {faces}.", &[("faces", &self.listed(faces))])
                        }
                    });
                }
                Event::Placed { place, .. } if position.named.contains(&Named::Place(place)) => {}
                // What is shown at the end is merely counted.
                Event::Shown {
                    kind, piece, seats, ..
                } if kind == UNKNOWN
                    || seats != self.everybody()
                    || position.ending
                    || self.is_named(position, piece) => {}
                // Who loses is said beside the story.
                Event::Lost { .. } if self.seats > 1 => {}
                Event::Acted { .. }
                | Event::Said { .. }
                | Event::Fell { .. }
                | Event::Placed { .. }
                | Event::Shown { .. }
                | Event::Won { .. }
                | Event::Left { .. }
                | Event::Lost { .. }
                | Event::RuntimeError { .. } => story.say(self.event_in_words(position, *event).1),
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

    fn arrivals_in_words(&self, pieces: &[String], place: &str) -> String {
        let with: &[(&str, &dyn Display)] = &[("pieces", &self.listed(pieces)), ("place", &place)];
        capital(&self.worded("{pieces} come to {place}.", with))
    }

    /// Whether an arrival in a zone is worth telling: pieces in a hand or a discard pile are not looked at again.
    fn lies_open(&self, zone: u16) -> bool {
        let zone = self
            .zone_at
            .get(usize::from(zone))
            .map(|zone| &self.program.zones[usize::from(zone.decl)]);
        zone.is_none_or(|zone| !matches!(zone.kind, ZoneKind::Hand | ZoneKind::Discard))
    }
}

/// A story under construction.
#[derive(Default)]
struct StoryDraft {
    paragraphs: Vec<String>,
    /// The sentences of the current paragraph.
    sentences: Vec<String>,
    /// What came to one place, which makes one sentence.
    came: Option<Arrivals>,
    /// Whose turn it is.
    seat: u8,
}

/// A place, the pieces that came there, and the sentence that says so.
struct Arrivals {
    place: String,
    pieces: Vec<String>,
    said: String,
}

/// The fewest sentences of a paragraph if players simply take turns.
const PARAGRAPH: usize = 4;

impl StoryDraft {
    fn comes(&mut self, place: &str, piece: &str, said: impl Fn(&[String]) -> String) {
        let mut pieces = match self.came.take() {
            Some(known) if known.place == place => known.pieces,
            other => {
                self.came = other;
                self.settle();
                Vec::new()
            }
        };
        pieces.push(piece.to_owned());
        self.came = Some(Arrivals {
            place: place.to_owned(),
            said: said(&pieces),
            pieces,
        });
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
            self.paragraphs
                .push(told_once(&std::mem::take(&mut self.sentences)).join(" "));
        }
    }

    fn settle(&mut self) {
        if let Some(Arrivals { said, .. }) = self.came.take() {
            self.sentences.push(said);
        }
    }
}

/// Equal sentences after each other as one: "Ann plays Copper (×3)."
fn told_once(sentences: &[String]) -> Vec<String> {
    sentences
        .chunk_by(|one, other| one == other)
        .map(|equal| match equal {
            [one] => one.clone(),
            _ => format!("{} (×{}).", equal[0].trim_end_matches('.'), equal.len()),
        })
        .collect()
}

/// What an offer says in the third person, with both of its verbs if there are two: "rolls and climbs", "stops and keeps the climb".
fn deed(said: &str) -> String {
    let (verb, rest) = said.split_once(' ').unwrap_or((said, ""));
    match rest.strip_prefix("and ") {
        Some(second) if begins_with_verb(second) => {
            format!("{} and {}", third(verb), deed(second))
        }
        _ if rest.is_empty() => third(verb),
        _ => format!("{} {rest}", third(verb)),
    }
}

/// Words that no verb is: what an offer begins with that only names a thing.
const NO_VERBS: [&str; 41] = [
    "a", "an", "the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our",
    "their", "no", "not", "none", "any", "all", "both", "each", "every", "some", "one", "two",
    "three", "on", "in", "at", "to", "from", "with", "for", "of", "by", "nothing", "nobody", "yes",
    "more", "less", "only",
];

/// Whether an offer in English says what to do, as far as its first word tells: "play 7", but neither "the better one" nor "Bob".
fn begins_with_verb(said: &str) -> bool {
    let first = said.split(' ').next().unwrap_or_default();
    let is_word = first
        .chars()
        .all(|letter| letter.is_lowercase() || letter == '-');
    is_word && !first.is_empty() && !NO_VERBS.contains(&first)
}

/// The third person singular of a verb: "play" becomes "plays".
fn third(verb: &str) -> String {
    match verb {
        "be" => "is".into(),
        "have" => "has".into(),
        _ if ["s", "sh", "ch", "x", "z", "o"]
            .iter()
            .any(|end| verb.ends_with(end)) =>
        {
            format!("{verb}es")
        }
        _ if verb.ends_with('y') && !verb.trim_end_matches('y').ends_with(['a', 'e', 'o', 'u']) => {
            format!("{}ies", verb.trim_end_matches('y'))
        }
        _ => format!("{verb}s"),
    }
}
