//! Reasons why a move is illegal.

use super::position::Step;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::referee::RuleId;

/// A broken rule, with the details needed to explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    GameOver,
    /// The move belongs to another step.
    WrongKind,
    BadRoll,
    /// The units of step 1 are used up, or a scramble follows another action.
    NoActionsLeft,
    NoTile(Way),
    TooSteep(Way),
    /// The step would return to where the turn began.
    WouldNotMove,
    MustAct,
    NotStranded,
    NoAttacks,
    NoSuchExplorer,
    AlreadyAttacked,
    NotAdjacent(u8),
    AttackTooSteep(u8),
    SpaceTaken(Way),
    NotInStock(u8),
    NotInDeck(u8),
    NotCarried(u8),
    NotLowest(Way),
    NoPotion,
    NotHurt,
}

impl Refusal {
    /// The rule that the move would break in this step.
    pub fn rule(self, step: Step) -> RuleId {
        use Refusal::*;
        match self {
            GameOver => "R69",
            WrongKind => "R14",
            BadRoll => "A6",
            NoActionsLeft => "R15",
            NoTile(_) | TooSteep(_) => "R17",
            WouldNotMove => "R20",
            MustAct => "R16",
            NotStranded => "R24",
            NoAttacks | AlreadyAttacked => "R15",
            NoSuchExplorer | NotAdjacent(_) => "R53",
            AttackTooSteep(_) => "R54",
            SpaceTaken(_) | NotInStock(_) => "R29",
            NotInDeck(_) => "R38",
            NotCarried(_) if step == Step::Steal => "R55",
            NotCarried(_) => "R48",
            NotLowest(_) => "R46",
            NoPotion | NotHurt => "R51",
        }
    }

    /// The stable name of the refusal, as in the rules' dossier.
    pub fn code(self) -> &'static str {
        use Refusal::*;
        match self {
            GameOver => "game_over",
            WrongKind => "wrong_kind",
            BadRoll => "bad_roll",
            NoActionsLeft => "no_actions_left",
            NoTile(_) => "no_tile",
            TooSteep(_) => "too_steep",
            WouldNotMove => "would_not_move",
            MustAct => "must_act",
            NotStranded => "not_stranded",
            NoAttacks => "no_attacks",
            NoSuchExplorer => "no_such_explorer",
            AlreadyAttacked => "already_attacked",
            NotAdjacent(_) => "not_adjacent",
            AttackTooSteep(_) => "attack_too_steep",
            SpaceTaken(_) => "space_taken",
            NotInStock(_) => "not_in_stock",
            NotInDeck(_) => "not_in_deck",
            NotCarried(_) => "not_carried",
            NotLowest(_) => "not_lowest",
            NoPotion => "no_potion",
            NotHurt => "not_hurt",
        }
    }
}
