//! Reasons why a move is illegal.

use super::position::Step;
use crate::games::dungeon_in_a_tin::data::piece::Kind;
use crate::games::side::Side;
use crate::referee::RuleId;

/// A broken rule, with the details needed to explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move belongs to another step.
    NotNow,
    /// Steps 2 and 3 are over.
    StepOver,
    /// Monsters prevent step 2 or 3.
    Monsters,
    NotOnFloor(Kind),
    NoSlot,
    /// This player dropped it in this step.
    OwnDrop(Kind),
    NotCarried(Kind),
    NotOnStairs,
    NotForSale(Kind),
    NoSlotToBuy,
    NotAvailable(Kind),
    TooDear(Kind),
    NotYourCoins,
    TooLittle,
    NotExact,
    TooMuch,
    NoPotion,
    NoKey,
    NoLock(Side),
    NoLockBeyond(Side),
    NoExit(Side),
    Locked(Side),
    LockedBeyond(Side),
    Wall(Side),
    Blocked(Side),
    /// With monsters around, the only way is back.
    OnlyBack(Side),
    /// The Chasm has no bridge, and the player no rope.
    Chasm,
    LeaveElsewhere,
    /// The tile would not meet the exit.
    DoesNotMeet,
    /// The tile would allow the same turn twice in a row.
    SameTurn,
    /// The tile looks the same with its arrow pointing to this side.
    LiesTheSame(Side),
    NoSuchMonster,
    NotInHand,
    /// The hand is unknown, but this card cannot be in it.
    CannotHold(u8),
    /// A card has already been played.
    CardLies,
    /// A bomb cannot be added before the card.
    CardFirst,
    NoBomb,
    NotTenExperience,
    TopLevel,
    NotInDeck,
    /// The order of the deck is unknown, but this card cannot be in it.
    NotFresh(u8),
    NotInStack,
    NotOnDie,
    NotInPool,
}

impl Refusal {
    /// The rule that the move would break in this step.
    pub fn rule(self, step: Step) -> RuleId {
        use Refusal::*;
        match self {
            NotNow | StepOver => "R23",
            Monsters => "R24",
            NotOnFloor(_) | NotCarried(_) => "R28",
            NoSlot => "R29",
            OwnDrop(_) => "R31",
            NotOnStairs | NotForSale(_) => "R32",
            NoSlotToBuy => "R33",
            NotAvailable(_) => "R34",
            TooDear(_) | NotYourCoins | TooLittle | NotExact | TooMuch => "R36",
            NoPotion => "R37",
            NoKey | NoLock(_) | NoLockBeyond(_) => "R54",
            NoExit(_) | Locked(_) | LockedBeyond(_) | Wall(_) => "R41",
            Blocked(_) => "R50",
            OnlyBack(_) => "R39",
            Chasm => "R56",
            LeaveElsewhere => "R85",
            DoesNotMeet => "R46",
            SameTurn => "R48",
            LiesTheSame(_) => "R45",
            NoSuchMonster => "R66",
            NotInDeck | NotFresh(_) => match step {
                Step::Deal => "R11",
                Step::Refresh => "R25",
                _ => "R70",
            },
            NotInHand | CannotHold(_) if matches!(step, Step::Show(_)) => "R88",
            NotInHand | CannotHold(_) | CardLies => "R70",
            CardFirst => "R71",
            NoBomb => "R72",
            NotTenExperience => "R78",
            TopLevel => "R81",
            NotInStack => "R3",
            NotOnDie => match step {
                Step::Order => "R21",
                Step::Attack => "R69",
                Step::Combat => "R73",
                _ => "R59",
            },
            NotInPool if step == Step::Loot => "R75",
            NotInPool => "R61",
        }
    }
    /// The stable name of the refusal.
    pub fn code(self) -> &'static str {
        use Refusal::*;
        match self {
            NotNow => "wrong_step",
            StepOver => "step_over",
            Monsters => "monsters_here",
            NotOnFloor(_) => "not_on_floor",
            NoSlot | NoSlotToBuy => "no_slot",
            OwnDrop(_) => "own_drop",
            NotCarried(_) => "not_carried",
            NotOnStairs => "not_on_stairs",
            NotForSale(_) => "not_for_sale",
            NotAvailable(_) => "not_available",
            TooDear(_) => "too_dear",
            NotYourCoins => "not_your_coins",
            TooLittle => "too_little",
            NotExact => "not_exact",
            TooMuch => "too_much",
            NoPotion => "no_potion",
            NoKey => "no_key",
            NoLock(_) | NoLockBeyond(_) => "no_lock",
            NoExit(_) => "no_exit",
            Locked(_) | LockedBeyond(_) => "locked",
            Wall(_) => "wall",
            Blocked(_) => "blocked",
            OnlyBack(_) => "only_back",
            Chasm => "chasm",
            LeaveElsewhere => "leave_elsewhere",
            DoesNotMeet => "does_not_meet",
            SameTurn => "same_turn",
            LiesTheSame(_) => "lies_the_same",
            NoSuchMonster => "no_such_monster",
            NotInHand | CannotHold(_) => "not_in_hand",
            CardLies => "card_lies",
            CardFirst => "card_first",
            NoBomb => "no_bomb",
            NotTenExperience => "not_enough_experience",
            TopLevel => "top_level",
            NotInDeck | NotFresh(_) => "not_in_deck",
            NotInStack => "not_in_stack",
            NotOnDie => "bad_die",
            NotInPool => "not_in_pool",
        }
    }
}
