//! The events of the game.

pub use super::noun::Sums;
use super::noun::{Against, Beyond, Card, Creature, Foe, Place, Space, Spot, Tile, Way};
use super::position::{self, Phase, Position};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::{RING, hex};
use crate::games::shared::event::events;
use crate::games::shared::noun::{Flag, Number, Player};

/// The rule under which a tile is laid: in the set-up for the first tiles, which form the ring, and in step 3 for the
/// others.
fn laying_rule(p: &Position, tile: u8) -> &'static str {
    let laid = p.spaces.iter().position(|space| space.tile == tile);
    if laid.map_or(p.phase == Phase::Setup, |at| at <= RING) {
        "R8"
    } else {
        "R29"
    }
}

/// The rule of a fight with a Monster or with the Guardian.
fn fight_rule(foe: position::Foe, [monster, guardian]: [&'static str; 2]) -> &'static str {
    if foe == position::Foe::Guardian {
        guardian
    } else {
        monster
    }
}

events! {
    /// An event. `seat` is the player concerned; spaces, tiles and cards are indices.
    pub enum Event of Deep, in "events", with (game, p);

    /// A tile was drawn from the bag.
    TileDrawn { seat: u8, tile: u8 } = "tile_drawn", laying_rule(p, tile) => { player: Player(seat), tile: Tile(tile) };
    SetAside { seat: u8, tile: u8 } = "tile_set_aside", "R10" => { tile: Tile(tile) };
    /// A tile was placed in this direction from this space.
    TilePlaced { seat: u8, tile: u8, from: u8, way: hex::Way } = "tile_placed", laying_rule(p, tile) =>
        { player: Player(seat), tile: Tile(tile), way: Way(way), space: Beyond(from, way) } + { from: Place(from) };
    AsideReturned { count: u8 } = "aside_returned", "R11" => { tiles: Number(count) };
    SetUp = "set_up", "R13" => {};
    StockEmpty { seat: u8 } = "tiles_out", "R30" => {} + { doer: Player(seat) };
    RoundBegan { round: u32 } = "round_began", "R14" => { round: Number(round) };
    TurnBegan { turn: u32, seat: u8 } = "turn_began", "R14" => { player: Player(seat), turn: Number(turn) };
    TurnSkipped { seat: u8 } = "turn_skipped", "R37" => { player: Player(seat) };
    Stepped { seat: u8, way: hex::Way, to: u8 } = "stepped", "R17" =>
        { player: Player(seat), way: Way(way), tile: Space(to), space: Spot(to) };
    /// A Rope was used up by a steep step (R18).
    RopeUsed { seat: u8, card: u8 } = "rope_used", "A18" => { player: Player(seat), card: Card(card) };
    Scrambled { seat: u8, way: hex::Way, to: u8 } = "scrambled", "R25" =>
        { player: Player(seat), way: Way(way), tile: Space(to), space: Spot(to) };
    /// The Explorer stayed, because no step was possible or wanted.
    Waited { seat: u8 } = "stayed", if game.options.may_stay { "A14" } else { "R26" } => { player: Player(seat) };
    Attacked { seat: u8, target: u8 } = "attacked", "R53" => { player: Player(seat), target: Player(target) };
    Reshuffled { cards: u8, key: bool } = "deck_reshuffled", match key {
        true if game.edition.keys_reshuffle => "R58",
        true => "A28",
        false => "R38",
    } => { cards: Number(cards), key: Flag(key) };
    /// A card was drawn for a space; if `beside`, for one next to the pawn (R33).
    CardDrawn { seat: u8, card: u8, site: u8, beside: bool } = "card_drawn", if beside { "R33" } else { "R27" } =>
        { player: Player(seat), card: Card(card), space: Spot(site) };
    GuardianMet { seat: u8, strength: u8 } = "guardian_met", "R61" => { player: Player(seat), strength: Number(strength) };
    Rolled { seat: u8, foe: position::Foe, roll: u8 } = "rolled", match foe {
        position::Foe::Monster(_) => "R39",
        position::Foe::Guardian => "R62",
        position::Foe::Explorer(_) => "R55",
        position::Foe::Pit(_) => "R45",
    } => { player: Player(seat), roll: Number(roll) };
    /// The opponent's die.
    FoeRolled { foe: position::Foe, roll: u8 } = "foe_rolled", match foe {
        position::Foe::Explorer(_) => "R55",
        position::Foe::Guardian => "R62",
        position::Foe::Monster(_) | position::Foe::Pit(_) => "R39",
    } => { foe: Foe(foe), roll: Number(roll) };
    FightWon { seat: u8, foe: position::Foe, sums: Sums } = "fight_won", fight_rule(foe, ["R39", "R62"]) =>
        { player: Player(seat), foe: Creature(foe), sums: Against(sums) };
    FightLost { seat: u8, foe: position::Foe, sums: Sums } = "fight_lost", fight_rule(foe, ["R41", "R63"]) =>
        { player: Player(seat), foe: Creature(foe), sums: Against(sums) };
    AttackWon { seat: u8, target: u8, sums: Sums } = "attack_won", "R55" =>
        { player: Player(seat), target: Player(target), sums: Against(sums) };
    AttackFailed { seat: u8, target: u8, sums: Sums } = "attack_failed", "R55" =>
        { player: Player(seat), target: Player(target), sums: Against(sums) };
    NothingToTake { seat: u8, target: u8 } = "nothing_to_take", "R57" =>
        { target: Player(target) } + { doer: Player(seat) };
    Stolen { seat: u8, target: u8, card: u8 } = "treasure_stolen", "R55" =>
        { player: Player(seat), target: Player(target), card: Card(card) };
    /// A Treasure was lost to a Monster or the Guardian.
    Lost { seat: u8, foe: position::Foe, card: u8 } = "treasure_lost", fight_rule(foe, ["R41", "R63"]) =>
        { player: Player(seat), card: Card(card) };
    GuardianBeatenInVain { seat: u8 } = "no_key", "R62" => { player: Player(seat) };
    Hurt { seat: u8 } = "hurt", "R43" => { player: Player(seat) };
    KnockedOut { seat: u8, hurt: bool } = "knocked_out", "R44" => { player: Player(seat), hurt: Flag(hurt) };
    TreasureDropped { seat: u8, card: u8 } = "treasure_discarded", if p.escaped.contains(&seat) { "R70" } else { "R44" } =>
        { player: Player(seat), card: Card(card) } + { escaped: Flag(p.escaped.contains(&seat)) };
    EncountersDropped { seat: u8, count: u8 } = "encounters_dropped", "R34" =>
        { player: Player(seat), cards: Number(count) };
    /// A Pit was crossed with a Rope.
    PitCrossed { seat: u8, card: u8 } = "pit_crossed", "R45" => { player: Player(seat), card: Card(card) };
    PitCaught { seat: u8, roll: u8 } = "pit_caught", "R45" => { player: Player(seat), roll: Number(roll) };
    PitFallen { seat: u8, roll: u8 } = "pit_fallen", "R45" => { player: Player(seat), roll: Number(roll) };
    Slid { seat: u8, way: hex::Way, to: u8 } = "slid", "R46" =>
        { player: Player(seat), way: Way(way), tile: Space(to), space: Spot(to) };
    /// No neighbour is lower.
    NoSlide { seat: u8 } = "no_slide", "R46" => { player: Player(seat) };
    Webbed { seat: u8 } = "webbed", "R47" => { player: Player(seat) };
    /// A Web was cut with a Sword.
    WebCut { seat: u8, card: u8 } = "web_cut", "R47" => { player: Player(seat), card: Card(card) };
    Taken { seat: u8, card: u8 } = "treasure_taken", "R48" => { player: Player(seat), card: Card(card) };
    Discarded { seat: u8, card: u8 } = "treasure_given_up", "R48" => { player: Player(seat), card: Card(card) };
    Drunk { seat: u8, card: u8 } = "potion_drunk", "R51" => { player: Player(seat), card: Card(card) };
    ExitFound { seat: u8, space: u8 } = "exit_found", "R65" => { player: Player(seat), space: Spot(space) };
    /// The Exit card was drawn without a Key in hand (R65).
    ExitMissed { seat: u8 } = "exit_missed", "A40" => { player: Player(seat) };
    Escaped { seat: u8, place: u8 } = "escaped", if game.guardian(p).is_some() { "R62" } else { "R67" } =>
        { player: Player(seat), place: Number(place) };
    Finished { last_key: bool } = "game_over", if last_key { "R70" } else { "R69" } => {} + { last_key: Flag(last_key) };
    RoundsOver { rounds: u32 } = "rounds_over", "R71" => { rounds: Number(rounds) };
    TimeUp { turns: u32 } = "time_up", "R72" => { turns: Number(turns) };
}
