//! The two editions: the same rules but for these figures, the tiles and cards that list them, and what follows from an Exit
//! that is a tile or a card.

/// What an edition has of its own. What a table may agree on otherwise is only the default here.
#[derive(Debug)]
pub struct Edition {
    /// Its name on the command line and in the rows of the kit.
    pub id: &'static str,
    pub title: &'static str,
    /// R15: how many steps and attacks in a turn.
    pub units: u8,
    /// R9: all place tiles in the set-up, in turn; else the first player alone.
    pub placed_in_turn: bool,
    /// R41, A26: a Key goes before other Treasure.
    pub monsters_take_keys: bool,
    /// R58, A28: a discarded Key brings the discard pile back into the deck.
    pub keys_reshuffle: bool,
    /// R44: who is knocked out wakes up Healthy.
    pub knockout_heals: bool,
    /// R54: heights count in an attack.
    pub heights_count: bool,
    /// R72, A44: the clock of a game alone.
    pub solo_turns: u32,
}

/// All of them, the default first.
pub const EDITIONS: [Edition; 2] = [
    Edition {
        id: "v1_0",
        title: "Deep, Dark Dungeon",
        units: 2,
        placed_in_turn: false,
        monsters_take_keys: true,
        keys_reshuffle: true,
        knockout_heals: false,
        heights_count: false,
        solo_turns: 20,
    },
    Edition {
        id: "original",
        title: "Escape from the Deep, Dark Dungeon",
        units: 1,
        placed_in_turn: true,
        monsters_take_keys: false,
        keys_reshuffle: false,
        knockout_heals: true,
        heights_count: true,
        solo_turns: 16,
    },
];

/// Their names.
pub const NAMES: [&str; EDITIONS.len()] = [EDITIONS[0].id, EDITIONS[1].id];

/// The edition of that name; the default for none.
pub fn find(id: Option<&str>) -> &'static Edition {
    EDITIONS.iter().find(|edition| Some(edition.id) == id).unwrap_or(&EDITIONS[0])
}
