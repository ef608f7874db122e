//! Spaces of a hexagonal board, with corners up, in axial coordinates: q grows to the east, r to the south-east.

use serde::{Serialize, Serializer};

/// A direction from a space to its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Hash)]
pub enum Way {
    E,
    #[serde(rename = "NE")]
    NorthEast,
    #[serde(rename = "NW")]
    NorthWest,
    W,
    #[serde(rename = "SW")]
    SouthWest,
    #[serde(rename = "SE")]
    SouthEast,
}

use Way::{E, NorthEast, NorthWest, SouthEast, SouthWest, W};

impl Way {
    /// Counterclockwise, from the east.
    pub const ALL: [Way; 6] = [E, NorthEast, NorthWest, W, SouthWest, SouthEast];

    pub fn opposite(self) -> Way {
        Way::ALL[(self as usize + 3) % 6]
    }

    /// The change of q and r.
    pub fn step(self) -> (i16, i16) {
        [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)][self as usize]
    }

    /// "NE"
    pub fn letters(self) -> &'static str {
        ["E", "NE", "NW", "W", "SW", "SE"][self as usize]
    }

    /// "ne"
    pub fn short(self) -> &'static str {
        ["e", "ne", "nw", "w", "sw", "se"][self as usize]
    }

    /// "northeast"
    pub fn name(self) -> &'static str {
        [
            "east",
            "northeast",
            "northwest",
            "west",
            "southwest",
            "southeast",
        ][self as usize]
    }

    /// Parses "ne", "NE", "northeast" or "north-east".
    pub fn parse(word: &str) -> Option<Way> {
        let word = word.to_ascii_lowercase().replace(['-', '_', ' '], "");
        let is = |way: &Way| way.letters().eq_ignore_ascii_case(&word) || way.name() == word;
        Way::ALL.into_iter().find(is)
    }
}

/// A space. The Start is at the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hex {
    pub q: i16,
    pub r: i16,
}

impl Hex {
    pub fn neighbour(self, way: Way) -> Hex {
        let (q, r) = way.step();
        Hex {
            q: self.q + q,
            r: self.r + r,
        }
    }

    /// The distance to another space in steps.
    pub fn steps_to(self, other: Hex) -> i16 {
        let (q, r) = (other.q - self.q, other.r - self.r);
        q.abs().max(r.abs()).max((q + r).abs())
    }

    /// The direction of a neighbour.
    pub fn way_to(self, other: Hex) -> Option<Way> {
        if self.steps_to(other) != 1 {
            return None;
        }
        Way::ALL
            .into_iter()
            .find(|way| self.neighbour(*way) == other)
    }

    /// The steps from the Start: "2e 1ne", or "0" for the Start itself.
    pub fn words(self) -> String {
        let Hex { q, r } = self;
        // A step north-east and one south-east make one step east.
        let (east, slant, way) = if r <= 0 {
            (q + r, -r, NorthEast)
        } else {
            (q, r, SouthEast)
        };
        let part = |steps: i16, ahead: Way| {
            let way = if steps < 0 { ahead.opposite() } else { ahead };
            (steps != 0).then(|| format!("{}{}", steps.unsigned_abs(), way.short()))
        };
        let parts: Vec<String> = [part(east, E), part(slant, way)]
            .into_iter()
            .flatten()
            .collect();
        if parts.is_empty() {
            "0".to_owned()
        } else {
            parts.join(" ")
        }
    }

    /// Parses any steps, such as "2e 1ne" or "1se 1se"; `None` for anything else, and for spaces too far away.
    pub fn parse(words: &str) -> Option<Hex> {
        let mut hex = Hex::default();
        for word in words.split_whitespace().filter(|word| *word != "0") {
            let (steps, way) = word.split_at(word.find(|letter: char| !letter.is_ascii_digit())?);
            let (steps, (q, r)) = (
                steps.parse::<i16>().ok().filter(|steps| *steps < 200)?,
                Way::parse(way)?.step(),
            );
            hex = Hex {
                q: hex.q.checked_add(q * steps)?,
                r: hex.r.checked_add(r * steps)?,
            };
        }
        (!words.trim().is_empty() && hex.q.abs() < 200 && hex.r.abs() < 200).then_some(hex)
    }

    /// The distance east of the Start in half widths of a tile; a neighbour in the same row is two away.
    pub fn across(self) -> i16 {
        2 * self.q + self.r
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_has_six_neighbours() {
        let here = Hex { q: 2, r: -3 };
        for way in Way::ALL {
            let there = here.neighbour(way);
            assert_eq!(here.way_to(there), Some(way));
            assert_eq!(there.neighbour(way.opposite()), here);
            assert_eq!(Way::parse(way.name()), Some(way));
            assert_eq!(Way::parse(way.letters()), Some(way));
        }
        assert_eq!(here.way_to(here), None);
        assert_eq!(Way::parse("north"), None);
    }

    #[test]
    fn spaces_are_named_by_steps_from_the_start() {
        for (q, r) in (-4..=4).flat_map(|q| (-4..=4).map(move |r| (q, r))) {
            assert_eq!(Hex::parse(&Hex { q, r }.words()), Some(Hex { q, r }));
        }
        assert_eq!(Hex { q: 2, r: -1 }.words(), "1e 1ne");
        assert_eq!(Hex::parse("1se 1sw"), Some(Hex { q: -1, r: 2 }));
        for words in ["", "e", "1x", "1", "999e", "0,0"] {
            assert_eq!(Hex::parse(words), None, "{words}");
        }
    }

    #[test]
    fn rows_are_shifted_by_half_a_tile() {
        let start = Hex::default();
        assert_eq!(
            Way::ALL.map(|way| start.neighbour(way).across()),
            [2, 1, -1, -2, -1, 1]
        );
    }
}
