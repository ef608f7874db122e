//! Reasons why a move is illegal.

use super::noun::{Card, Tile, Way};
use super::position::{Position, Step};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex;
use crate::games::shared::event::events;
use crate::games::shared::noun::{Flag, Number, Player};

events! {
    /// A broken rule, with the details needed to explain it.
    pub enum Refusal of Deep, in "refusals", with (game, p);

    GameOver = "game_over", "R69" => {};
    /// The move belongs to another step.
    WrongKind = "wrong_kind", "R14" => {};
    BadRoll = "bad_roll", "A6" => {};
    /// The units of step 1 are used up, or a scramble follows another action.
    NoActionsLeft = "no_actions_left", "R15" => {} + { left: Flag(p.used < game.units(p.me())) };
    NoTile { way: hex::Way } = "no_tile", "R17" => {} + { way: Way(way) };
    TooSteep { way: hex::Way } = "too_steep", "R17" => {} + {
        from: Number(game.height(p, p.here())),
        to: Number(p.space(p.here()).towards(way).map_or(0, |to| game.height(p, to))),
    };
    /// The step would return to where the turn began.
    WouldNotMove = "would_not_move", "R20" => {};
    MustAct = "must_act", "R16" => {};
    NotStranded = "not_stranded", "R24" => {} + { never: Flag(!game.options.may_scramble) };
    NoAttacks = "no_attacks", "R15" => {};
    NoSuchExplorer = "no_such_explorer", "R53" => {};
    AlreadyAttacked = "already_attacked", "R15" => {};
    NotAdjacent { target: u8 } = "not_adjacent", "R53" => {} + { target: Player(target) };
    AttackTooSteep { target: u8 } = "attack_too_steep", "R54" => {} + { target: Player(target) };
    SpaceTaken { way: hex::Way } = "space_taken", "R29" => {} + { way: Way(way) };
    NotInStock { tile: u8 } = "not_in_stock", "R29" => {} +
        { tile: Tile(tile), aside: Flag(p.aside.has(tile)), laid: Flag(p.spaces.iter().any(|space| space.tile == tile)) };
    NotInDeck { card: u8 } = "not_in_deck", "R38" => {} +
        { card: Card(card), discarded: Flag(p.discard.has(card)), carried: Flag(is_carried(p, card)) };
    NotCarried { card: u8 } = "not_carried", if matches!(p.step, Step::Steal(_) | Step::Lose(_)) { "R55" } else { "R48" } => {} + { card: Card(card) };
    NotLowest = "not_lowest", "R46" => {};
    NoPotion = "no_potion", "R51" => {};
    NotHurt = "not_hurt", "R51" => {};
}

fn is_carried(p: &Position, card: u8) -> bool {
    p.explorers
        .iter()
        .any(|explorer| explorer.carried.has(card))
}
