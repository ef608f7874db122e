//! Retells a game: what players did becomes sentences, and sentences become paragraphs. The words are the kit's: `[deeds]` has what
//! an event adds to the sentence about a player, and `[story]` the sentences themselves.

use std::collections::HashMap;

use super::event::{Declared, Declares, Events, Kind, Particular, Slot};
use super::fact::Fact;
use super::lexicon::{DEEDS, Lexicon, WAY};
use super::narrator::Narrator;
use super::noun::{Flag, Player, Text};
use super::phrase::{Phrase, Phrases};
use crate::referee::Game;

/// A paragraph ends with the turn in which it reaches this many sentences.
const PARAGRAPH: usize = 5;
/// The most deeds in one sentence.
const MAX_DEEDS: usize = 3;
const STORY: &str = "story";

/// A story under construction.
pub struct Story<'a, G: Game> {
    game: &'a G,
    lexicon: &'a Lexicon,
    paragraphs: Vec<String>,
    sentences: Vec<String>,
    /// Who did the deeds not yet told.
    doer: Fact,
    deeds: Vec<String>,
    /// How often each kind of deed was told.
    told: HashMap<&'static str, i64>,
}

impl<'a, G: Game + Narrator + 'static> Story<'a, G> {
    pub fn new(game: &'a G, lexicon: &'a Lexicon) -> Story<'a, G> {
        let paragraphs = Vec::new();
        let sentences = Vec::new();
        let deeds = Vec::new();
        Story {
            game,
            lexicon,
            paragraphs,
            sentences,
            doer: Fact::None,
            deeds,
            told: HashMap::new(),
        }
    }

    /// Adds what the event's `doer`, or else its `player`, did, if the kit has a deed for it. An immediate repetition is dropped.
    pub fn hear(&mut self, p: &G::Position, event: impl Events<G> + Copy) {
        let Some(Phrase {
            section,
            kind,
            mut facts,
        }) = self.lexicon.deed(self.game, p, event)
        else {
            return;
        };
        let named = |wanted| {
            facts
                .iter()
                .find(|(name, _)| *name == wanted)
                .map(|(_, fact)| fact.clone())
        };
        let Some(doer) = named("doer").or_else(|| named("player")) else {
            return;
        };
        let told = self.told.entry(kind).or_default();
        facts.push((WAY, (*told).into()));
        let deed = self.lexicon.put_into_words(Phrase {
            section,
            kind,
            facts,
        });
        if deed.is_empty() {
            return;
        }
        *told += 1;
        if self.doer != doer {
            self.end_deeds();
            self.doer = doer;
        }
        if self.deeds.last() != Some(&deed) {
            self.deeds.push(deed);
        }
    }

    /// Adds a sentence.
    pub fn say(&mut self, p: &G::Position, sentence: &impl Phrases<G>) {
        self.end_deeds();
        self.sentences
            .push(self.lexicon.say(self.game, p, sentence));
    }

    /// After a turn or a round: ends the paragraph if it is long enough.
    pub fn pause(&mut self) {
        self.end_deeds();
        if self.sentences.len() >= PARAGRAPH {
            self.end_paragraph();
        }
    }

    pub fn end_paragraph(&mut self) {
        self.end_deeds();
        if !self.sentences.is_empty() {
            self.paragraphs
                .push(std::mem::take(&mut self.sentences).join(" "));
        }
    }

    /// Returns all paragraphs.
    pub fn finish(mut self) -> Vec<String> {
        self.end_paragraph();
        self.paragraphs
    }

    fn end_deeds(&mut self) {
        for (nth, deeds) in self.deeds.chunks(MAX_DEEDS).enumerate() {
            let deeds = deeds
                .iter()
                .map(|deed| deed.as_str().into())
                .collect::<Vec<Fact>>();
            let facts = vec![
                ("player", self.doer.clone()),
                ("deeds", deeds.into()),
                ("then", (nth > 0).into()),
            ];
            self.sentences.push(self.lexicon.put_into_words(Phrase {
                section: STORY,
                kind: Deeds::KIND,
                facts,
            }));
        }
        self.deeds.clear();
        self.doer = Fact::None;
    }
}

/// The sentence about what a player did; `then` is true if it continues the one before.
pub struct Deeds;

impl Deeds {
    const KIND: &'static str = DEEDS;
}

impl<G: Game + Narrator + 'static> Declares<G> for Deeds {
    const DECLARED: Declared<G> = Declared {
        section: STORY,
        kinds: &[Kind {
            name: Deeds::KIND,
            slots: &[
                Slot {
                    name: "player",
                    told: false,
                    shapes: <Player as Particular<G>>::shapes,
                },
                Slot {
                    name: "deeds",
                    told: false,
                    shapes: <Vec<Text> as Particular<G>>::shapes,
                },
                Slot {
                    name: "then",
                    told: false,
                    shapes: <Flag as Particular<G>>::shapes,
                },
            ],
        }],
    };
}
