//! The words of the language, for those who write it.

pub use super::compile::RESERVED;
pub use super::statement::EFFECTS;

/// What is called with brackets, and what it gives.
pub const FUNCTIONS: [(&str, &str); 17] = [
    ("count", "how many there are: count(hand)"),
    ("any", "whether there is one: any(hand where suit = hearts)"),
    (
        "none",
        "whether there is none: none(hand where suit = hearts)",
    ),
    ("all", "whether all are so: all(hand where rank > 2)"),
    (
        "sum",
        "the sum of a field or an expression: sum(hand, points)",
    ),
    (
        "most",
        "the greatest of a field or an expression: most(hand, rank)",
    ),
    (
        "least",
        "the least of a field or an expression: least(hand, rank)",
    ),
    ("distinct", "how many different ones: distinct(hand, suit)"),
    ("max", "the greater of two numbers"),
    ("min", "the smaller of two numbers"),
    ("abs", "a number without its sign"),
    ("first", "the first of a set"),
    ("last", "the last of a set"),
    ("only", "the one of a set that has no other"),
    ("if", "one of two values: if(pot > 3, 2, 1)"),
    ("values", "the values of a field: values(suit)"),
    ("tops", "the top pieces of zones: tops(piles)"),
];

/// What comes after a dot besides fields, and what it is.
pub const PARTS: [(&str, &str); 31] = [
    ("top", "the top piece of a zone"),
    ("bottom", "the bottom piece of a zone"),
    ("up", "whether a piece is face up"),
    ("mark", "what a piece is marked with"),
    ("row", "the place of a piece in its table, from 1"),
    ("left", "the next player, clockwise"),
    ("right", "the player before"),
    ("number", "the number of a player's seat"),
    ("origin", "the first place of a map"),
    ("free", "the places of a map where a tile can be laid"),
    ("near", "the places beside one: land.near(place)"),
    (
        "named",
        "the place that a field names: land.named(card.city)",
    ),
    ("ways", "the places to which one can walk: land.ways(place)"),
    (
        "doors",
        "the open sides of a place that lead nowhere yet: land.doors(place)",
    ),
    (
        "reach",
        "the places within some steps: land.reach(place, 3)",
    ),
    ("turns", "how a tile may be turned: land.turns(tile)"),
    ("fits", "whether a tile fits: land.fits(tile, place, turns)"),
    (
        "leads",
        "whether a tile leads on: land.leads(tile, place, turns, from)",
    ),
    ("areas", "the areas at a place: land.areas(place)"),
    (
        "distance",
        "how many steps one place is from another: land.distance(place, goal)",
    ),
    (
        "places",
        "the places of a map with tiles or names; those of an area",
    ),
    ("sides", "the sides of a tile or an area: land.sides(place)"),
    (
        "side",
        "the side of a place towards another: land.side(place, other)",
    ),
    (
        "way",
        "the direction of a place beside another: land.way(place, other)",
    ),
    ("across", "the side that a side meets"),
    ("tile", "the tile at a place"),
    ("kind", "the kind of an area"),
    ("tiles", "how many tiles an area has"),
    ("open", "how many sides of an area are open"),
    ("sum", "the sum of dice"),
    ("face", "what a die shows"),
];

/// How things are declared.
pub const KINDS: [(&str, &str); 10] = [
    ("pile of ", "pieces of a deck, face down"),
    ("bag of ", "pieces of a deck, drawn blindly"),
    ("discard", "pieces face up, one on the other"),
    ("hand", "pieces that their owner sees"),
    ("row", "pieces face up beside each other"),
    ("stack", "pieces on each other, each face up or down"),
    ("map of ", "tiles that are laid together"),
    ("die of ", "a die with the stickers of a deck"),
    ("figure on ", "something that stands on a map"),
    ("player", "one of the players"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_one_that_the_compiler_knows() {
        let known = include_str!("compile/expressions.rs");
        for (word, _) in FUNCTIONS.iter().chain(&PARTS) {
            assert!(known.contains(&format!("\"{word}\"")), "{word}");
        }
        let known = include_str!("sheet.rs");
        for (kind, _) in KINDS {
            let word = kind.split(' ').next().unwrap_or_default();
            assert!(known.contains(&format!("\"{word}\"")), "{word}");
        }
    }
}
