//! Colours that rows name in words.

use super::code::slug;

/// Names of colours as tables have them, as slugs, and what is drawn for them.
const NAMES: [(&[&str], &str); 24] = [
    (&["red", "rot", "rouge", "rojo", "roja", "rosso"], "#B3342B"),
    (&["blue", "blau", "bleu", "azul", "blu"], "#2F6690"),
    (&["green", "grun", "gruen", "vert", "verde"], "#4E7040"),
    (
        &["yellow", "gelb", "jaune", "amarillo", "giallo"],
        "#C99A1E",
    ),
    (&["orange", "naranja", "arancione"], "#C4691F"),
    (
        &[
            "purple", "violet", "lila", "violett", "violeta", "morado", "viola",
        ],
        "#6B4C86",
    ),
    (&["black", "schwarz", "noir", "negro", "nero"], "#2B2B2E"),
    (&["white", "weiss", "blanc", "blanco", "bianco"], "#E6E0D2"),
    (&["grey", "gray", "grau", "gris", "grigio"], "#7C7F85"),
    (&["brown", "braun", "brun", "marron", "marrone"], "#7A5236"),
    (&["pink", "rosa", "rose"], "#C16A8C"),
    (&["gold", "oro", "or"], "#B5891C"),
    (
        &["silver", "silber", "argent", "plata", "argento"],
        "#9AA0A8",
    ),
    (&["teal", "petrol", "blaugrun", "verde azulado"], "#1F7A78"),
    (&["turquoise", "turkis", "turquesa"], "#3FA9A0"),
    (&["cyan", "cian"], "#3E9FBF"),
    (
        &[
            "navy",
            "dark blue",
            "marineblau",
            "dunkelblau",
            "azul marino",
        ],
        "#1F3556",
    ),
    (
        &[
            "light blue",
            "sky blue",
            "hellblau",
            "himmelblau",
            "celeste",
        ],
        "#7FB0D3",
    ),
    (&["dark green", "dunkelgrun", "verde oscuro"], "#2C4A2A"),
    (
        &["light green", "lime", "hellgrun", "verde claro"],
        "#8FB14A",
    ),
    (&["olive", "oliv", "oliva"], "#7B7A34"),
    (&["magenta", "fuchsia"], "#A9327A"),
    (&["maroon", "burgundy", "weinrot", "granate"], "#6E1F2B"),
    (&["beige", "tan", "sand"], "#CDB48C"),
];

/// The colour `#RRGGBB` that a word names in any of the languages of tables.
pub fn named(word: &str) -> Option<&'static str> {
    let word = slug(word, ' ');
    NAMES
        .iter()
        .find(|(names, _)| names.contains(&word.as_str()))
        .map(|(_, colour)| *colour)
}

/// A suit of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suit {
    Hearts,
    Diamonds,
    Clubs,
    Spades,
}

/// Suits by their names in the languages of tables.
const SUITS: [(Suit, &[&str]); 4] = [
    (
        Suit::Hearts,
        &["hearts", "heart", "herz", "coeur", "coeurs", "corazones"],
    ),
    (
        Suit::Diamonds,
        &[
            "diamonds",
            "diamond",
            "karo",
            "carreau",
            "carreaux",
            "diamantes",
        ],
    ),
    (
        Suit::Clubs,
        &["clubs", "club", "kreuz", "trefle", "trefles", "treboles"],
    ),
    (
        Suit::Spades,
        &["spades", "spade", "pik", "pique", "piques", "picas"],
    ),
];

impl Suit {
    pub fn named(word: &str) -> Option<Suit> {
        let word = slug(word, ' ');
        SUITS
            .iter()
            .find(|(_, names)| names.contains(&word.as_str()))
            .map(|(suit, _)| *suit)
    }

    /// Its colour `#RRGGBB`.
    pub fn colour(self) -> &'static str {
        let name = match self {
            Suit::Hearts | Suit::Diamonds => "red",
            Suit::Clubs | Suit::Spades => "black",
        };
        named(name).unwrap_or("#000000")
    }
}

/// The colour of a suit of cards.
pub fn of_suit(word: &str) -> Option<&'static str> {
    Suit::named(word).map(Suit::colour)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{NAMES, named};

    #[test]
    fn a_colour_is_named_in_any_case_and_accent() {
        assert_eq!(named("Grün"), named("green"));
        assert_eq!(named("Marrón"), named("BROWN"));
        assert_eq!(named("weiß"), named("white"));
        assert_eq!(named("Türkis"), named("turquoise"));
        let colours: HashSet<&str> = NAMES.iter().map(|(_, colour)| *colour).collect();
        assert_eq!(colours.len(), NAMES.len());
        assert_eq!(named("spades"), None);
    }
}
