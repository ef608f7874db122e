//! In the expressions and effects of play.toml.

use super::columns::{column, columns};
use super::names::{self, DeckNames, Name, Sort};
use super::outline::{Entry, Outline};
use super::{Candidate, Candidates, Kind, Meaning, word_at, word_before};
use crate::games::by_kit::language::vocabulary::{EFFECTS, FUNCTIONS, KINDS, PARTS, RESERVED};
use crate::kit::Files;

/// The names that an action, an effect or a value gives to what it picks, is given or goes through.
pub fn locals(outline: &Outline, text: &str, entry: &Entry) -> Vec<String> {
    let section = &entry.path[..entry.path.len().min(2)];
    let own = outline
        .entries
        .iter()
        .filter(|entry| entry.path.starts_with(section));
    let mut names: Vec<String> = Vec::new();
    for entry in own {
        let words = entry.text(text);
        match entry.path.get(2).map(String::as_str) {
            Some("pick") => names.extend(first_word(words)),
            Some("of") => names.extend(first_word(words)),
            _ => {}
        }
        let mut words = words.split(|letter: char| letter.is_whitespace() || letter == ';');
        while let Some(word) = words.next() {
            if ["each", "let", "ask", "random"].contains(&word) {
                names.extend(words.next().and_then(first_word));
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

fn first_word(words: &str) -> Option<String> {
    let words = words.trim_start_matches(|letter: char| !letter.is_alphabetic());
    let end = words.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let word = &words[..end.unwrap_or(words.len())];
    (!word.is_empty()).then(|| word.to_owned())
}

/// What may stand at the end of what is written so far.
pub fn candidates(
    files: &Files,
    format: &str,
    before: &str,
    offset: usize,
    locals: Vec<String>,
) -> Candidates {
    let mut written = before;
    if format == "sentence" {
        // Only between braces are there names.
        match before.rsplit_once('{') {
            Some((_, inner)) if !inner.contains('}') => written = inner,
            _ => return Candidates::default(),
        }
    }
    let typed = word_before(written);
    let head = &written[..written.len() - typed.len()];
    let here = Here {
        is_effects: format == "effects",
        line: head
            .rsplit(['\n', ';'])
            .next()
            .map(|line| line.rsplit_once(": ").map_or(line, |(_, line)| line))
            .unwrap_or_default(),
        head,
        locals,
        names: names::of_rules(files),
        decks: names::decks(files),
    };
    let all = match format {
        "declaration" => here.declared(),
        _ => here.all(),
    };
    Candidates {
        replaced: offset - typed.len()..offset,
        all,
    }
}

/// What is written before the word that is written.
struct Here<'h> {
    is_effects: bool,
    head: &'h str,
    /// The part of it since the last effect.
    line: &'h str,
    locals: Vec<String>,
    names: Vec<Name>,
    decks: Vec<DeckNames>,
}

impl Here<'_> {
    fn named(&self, sorts: &[Sort]) -> Vec<Candidate> {
        let names = self.names.iter().filter(|name| sorts.contains(&name.sort));
        names
            .map(|name| Candidate::new(Kind::Name, &name.name, &name.about))
            .collect()
    }

    /// In a declaration: "pile of cards where level = 1".
    fn declared(&self) -> Vec<Candidate> {
        if self.head.contains(" where ") {
            return self.all();
        }
        match word_before(self.head.trim_end()) {
            "" => KINDS
                .iter()
                .map(|(kind, about)| Candidate::new(Kind::Word, *kind, *about))
                .collect(),
            "of" => self
                .decks
                .iter()
                .map(|deck| Candidate::new(Kind::Name, &deck.name, "a deck"))
                .collect(),
            "on" => self.named(&[Sort::Thing]),
            _ => vec![Candidate::new(Kind::Word, "where", "only some of them")],
        }
    }

    fn all(&self) -> Vec<Candidate> {
        let head = self.head.trim_end();
        if let Some(whose) = self.head.strip_suffix('.') {
            return self.parts(word_before(whose));
        }
        let first = self.line.split_whitespace().next();
        if self.is_effects && matches!(first, Some("choose" | "may")) {
            return self.named(&[Sort::Action]);
        }
        if self.is_effects && word_before(head) == "do" {
            return self.named(&[Sort::Effect]);
        }
        let mut all = self.compared(head);
        if self.is_effects && self.line.trim().is_empty() {
            let effects = EFFECTS.iter();
            all.extend(effects.map(|word| Candidate::new(Kind::Word, *word, what_it_does(word))));
        }
        let locals = self.locals.iter();
        all.extend(locals.map(|name| Candidate::new(Kind::Name, name, "named here")));
        all.extend(self.named(&[Sort::Thing, Sort::Value, Sort::Option, Sort::Edition]));
        all.extend(columns(&self.decks));
        let functions = FUNCTIONS.iter();
        all.extend(functions.map(|(word, about)| Candidate::new(Kind::Function, *word, *about)));
        all.extend(
            RESERVED
                .iter()
                .map(|word| Candidate::new(Kind::Word, *word, "")),
        );
        all
    }

    /// What a piece, a zone, a player or a map has.
    fn parts(&self, whose: &str) -> Vec<Candidate> {
        let is_player = ["player", "active", "left", "right"].contains(&whose);
        let mut all = if is_player {
            self.named(&[Sort::Thing])
        } else {
            columns(&self.decks)
        };
        all.extend(
            PARTS
                .iter()
                .map(|(word, about)| Candidate::new(Kind::Word, *word, *about)),
        );
        all
    }

    /// The values of the column that is compared: `suit = `.
    fn compared(&self, head: &str) -> Vec<Candidate> {
        let Some(before) = head.strip_suffix('=') else {
            return Vec::new();
        };
        let name = word_before(before.trim_end_matches(['!', ' ']));
        let columns = self.decks.iter().flat_map(|deck| &deck.columns);
        let values = columns
            .filter(|column| column.name == name)
            .flat_map(|column| &column.values);
        let is_word = |value: &str| {
            let mut letters = value.chars();
            letters.next().is_some_and(char::is_alphabetic)
                && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
        };
        values
            .map(|value| {
                if is_word(value) || value.parse::<i32>().is_ok() {
                    Candidate::new(Kind::Value, value, format!("a {name}"))
                } else {
                    Candidate::new(Kind::Value, format!("'{value}'"), format!("a {name}"))
                }
            })
            .collect()
    }
}

/// What the word at an offset of the file means.
pub fn meaning(files: &Files, text: &str, offset: usize, locals: &[String]) -> Option<Meaning> {
    let span = word_at(text, offset);
    let word = text.get(span.clone()).filter(|word| !word.is_empty())?;
    let is_part = text[..span.start].ends_with('.');
    if !is_part && locals.iter().any(|local| local == word) {
        return Some(Meaning {
            span,
            about: format!("`{word}` is named here"),
            place: None,
        });
    }
    let decks = names::decks(files);
    let names = names::of_rules(files);
    if let Some(name) = names.into_iter().find(|name| name.name == word) {
        return Some(Meaning {
            span,
            about: name.about,
            place: Some(name.place),
        });
    }
    if let Some(deck) = decks.iter().find(|deck| deck.name == word) {
        return Some(Meaning {
            span,
            about: "a deck".into(),
            place: deck.place.clone(),
        });
    }
    column(&decks, word, span.clone()).or_else(|| {
        let known = FUNCTIONS
            .iter()
            .chain(&PARTS)
            .find(|(known, _)| *known == word);
        known.map(|(_, about)| Meaning {
            span,
            about: (*about).to_owned(),
            place: None,
        })
    })
}
/// What an effect does, in a few words and as it is written.
fn what_it_does(effect: &str) -> &'static str {
    match effect {
        "let" => "a name until the end of the block: let foe = left",
        "move" => "moves pieces: move card to discard",
        "draw" => "moves pieces from the top, one by one: draw 2 from pile to hand",
        "deal" => "gives everybody pieces: deal 5 to each hand",
        "fill" => "draws until there are enough: fill row to 4 from pile",
        "shuffle" => "mixes a zone, perhaps with another: shuffle discard into pile",
        "place" => "lays a tile on a map: place tile at spot",
        "turn" => "turns a piece up, down or round: turn up card",
        "reveal" => "shows a piece to a player, or to all: reveal card to left",
        "roll" => "rolls dice: roll dice",
        "reroll" => "rolls some dice again: reroll dice where it < 3",
        "choose" => "the player must take one of these actions: choose draw, play",
        "may" => "the player may take one of these actions: may draw, play",
        "ask" => "one more question: ask suit in suits",
        "random" => "chance picks: random first in players",
        "mark" => "marks a piece: mark card with 2",
        "do" => "does what has a name: do fall with player",
        "say" => "a sentence that everybody is told: say \"{player} falls.\"",
        "end" => "ends what is under way: end turn, end round, end game",
        "win" => "the player wins, and the game ends",
        "lose" => "the player loses",
        "if" => "only then: if score > 10: win",
        "otherwise" => "if not: otherwise: end turn",
        "each" => "for everything in a set: each player: draw 1 from pile to hand",
        "repeat" => "again and again: repeat 3 times: roll dice",
        "together" => "all at the same time: together:",
        "tell" => {
            "a sentence in place of what is reported: tell \"{player} loses it all.\": move all of hand to discard"
        }
        "quietly" => "nothing of it is reported: quietly: shuffle discard into pile",
        _ => "an effect",
    }
}
