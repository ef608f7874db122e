//! `kit.toml`: who made the game, its palette, its decks, and what else the table needs.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;

use super::{Deck, Files, Place, Problem, Problems, Row};

/// How a print is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    Color,
    /// Made for black and white: nothing is told by hue alone.
    Mono,
}

impl Ink {
    pub const ALL: [Ink; 2] = [Ink::Color, Ink::Mono];

    pub fn name(self) -> &'static str {
        match self {
            Ink::Color => "color",
            Ink::Mono => "mono",
        }
    }
}

/// Named colours, each with its value in every ink, as `#RRGGBB`.
#[derive(Clone, Debug, Default)]
pub struct Palette(pub BTreeMap<String, BTreeMap<&'static str, String>>);

/// Something the table needs that nobody prints.
#[derive(Clone, Debug)]
pub struct Need {
    pub count: u32,
    pub name: String,
    pub r#use: String,
}

/// A game's data, checked.
#[derive(Clone, Debug)]
pub struct Kit {
    pub files: Files,
    pub id: String,
    pub title: String,
    pub subtitle: String,
    pub designers: Vec<String>,
    pub year: u32,
    pub licence: String,
    /// The language of the printed words, as in `xml:lang`.
    pub language: String,
    pub players: RangeInclusive<u32>,
    /// Palette names by which copies of the kit are told apart.
    pub copy_grounds: Vec<String>,
    pub palette: Palette,
    pub decks: Vec<Deck>,
    pub needs: Vec<Need>,
}

impl Kit {
    /// The deck of that name.
    pub fn deck(&self, name: &str) -> Option<&Deck> {
        self.decks.iter().find(|deck| deck.name == name)
    }

    /// A deck's rows with their fields as `T`, for rules to play by. What does not fit is a problem at its row.
    pub fn rows<T: DeserializeOwned>(&self, deck: &str) -> Result<Vec<(&Row, T)>, Problems> {
        let Some(deck) = self.deck(deck) else {
            let place = Place::file(self.files.name("kit.toml"));
            return Err(Problem::new(place, format!("the kit has no deck `{deck}`, which the rules need")).into());
        };
        let mut problems = Problems::default();
        let mut rows = Vec::new();
        for row in &deck.rows {
            match serde_json::from_value(row.fields.clone().into()) {
                Ok(fields) => rows.push((row, fields)),
                Err(error) => {
                    problems.push(Problem::new(row.place.clone(), format!("the rules cannot use this row: {error}")))
                }
            }
        }
        problems.or(rows)
    }
}
