//! The two editions. They have the same rules except for these figures, the tiles and cards that list them, and the
//! consequences of an Exit that is a tile or a card.

/// The figures of an edition. Where a table may choose, these are only the defaults.
#[derive(Debug)]
pub struct Edition {
    /// The name on the command line and in the kit's rows.
    pub id: &'static str,
    pub title: &'static str,
    /// R15: the number of steps and attacks in a turn.
    pub units: u8,
    /// R9: whether all players place set-up tiles in turn, or only the first player.
    pub placed_in_turn: bool,
    /// R41, A26: whether a monster takes a Key before other Treasure.
    pub monsters_take_keys: bool,
    /// R58, A28: whether discarding a Key returns the discard pile to the deck.
    pub keys_reshuffle: bool,
    /// R44: whether an Explorer who was knocked out becomes Healthy.
    pub knockout_heals: bool,
    /// R54: whether heights count in an attack.
    pub heights_count: bool,
    /// R72, A44: the number of turns in a solo game.
    pub solo_turns: u32,
}

/// All editions, the default first.
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

/// The names of the editions.
pub const NAMES: [&str; EDITIONS.len()] = [EDITIONS[0].id, EDITIONS[1].id];

/// Finds an edition by name; `None` gives the default.
pub fn find(id: Option<&str>) -> &'static Edition {
    EDITIONS
        .iter()
        .find(|edition| Some(edition.id) == id)
        .unwrap_or(&EDITIONS[0])
}
