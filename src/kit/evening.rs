//! What people want to know before a game: its goal, its length, and variants that suit the number of players.

use std::ops::RangeInclusive;

use super::fill::Fill;
use super::reader::{Field, Section};

/// The most players for which it gives figures.
const PLAYERS: i64 = 99;

/// `[evening]` of `rules.toml`.
#[derive(Clone, Debug, Default)]
pub struct Evening {
    /// The goal, in two sentences.
    pub goal: String,
    /// How long a player's part of a round takes at a table that knows the game, in minutes.
    pub minutes: f64,
    /// The mean number of rounds when the best bots play, by number of players.
    pub rounds: Vec<(u8, f64)>,
    pub variants: Vec<Variant>,
}

/// A variant worth knowing.
#[derive(Clone, Debug)]
pub struct Variant {
    pub players: RangeInclusive<u8>,
    pub text: String,
}

impl Evening {
    pub(super) fn read(section: &Section<'_>, fill: Fill<'_>) -> Evening {
        let players = |field: Field<'_>| field.integer(1..=PLAYERS).map(|players| players as u8);
        let mut evening = Evening {
            goal: section
                .need("goal", |field| fill.text(field))
                .unwrap_or_default(),
            minutes: section
                .need("minutes", |field| field.number(0.0..=1000.0))
                .unwrap_or_default(),
            ..Evening::default()
        };
        section.each("length", "a length", |length| {
            let players = length.need("players", players);
            let rounds = length.need("rounds", |field| field.number(0.0..=100_000.0));
            evening.rounds.extend(players.zip(rounds));
        });
        section.each("variant", "a variant", |variant| {
            let least = variant.maybe("least", players).unwrap_or(1);
            let most = variant.maybe("most", players).unwrap_or(PLAYERS as u8);
            let text = variant
                .need("text", |field| fill.text(field))
                .unwrap_or_default();
            evening.variants.push(Variant {
                players: least..=most,
                text,
            });
        });
        evening
    }

    /// How long a game takes with this number of players, to five minutes.
    pub fn length(&self, players: usize) -> Option<u32> {
        let (_, rounds) = self
            .rounds
            .iter()
            .find(|(known, _)| usize::from(*known) == players)?;
        let minutes = rounds * self.minutes * players as f64;
        Some(5 * (minutes / 5.0).round().max(1.0) as u32)
    }

    /// The variants for this number of players.
    pub fn variants(&self, players: usize) -> impl Iterator<Item = &str> {
        let fits = move |variant: &&Variant| {
            variant
                .players
                .contains(&(players.min(PLAYERS as usize) as u8))
        };
        self.variants
            .iter()
            .filter(fits)
            .map(|variant| variant.text.as_str())
    }
}
