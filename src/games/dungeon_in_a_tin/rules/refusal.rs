//! Reasons why a move is illegal.

use super::noun::{NotFresh, NotHeld, Token};
use super::position::{EXPERIENCE_FOR_LEVEL, Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::Kind;
use crate::games::shared::event::events;
use crate::games::shared::noun::{Flag, Number, Side, Sides};
use crate::games::side;
use crate::referee::RuleId;

events! {
    /// A broken rule, with the details needed to explain it.
    pub enum Refusal of Dungeon, in "refusals", with (game, p);

    /// The move belongs to another step.
    NotNow = "wrong_step", "R23" => {};
    /// Steps 2 and 3 are over.
    StepOver = "step_over", "R23" => {};
    /// Monsters prevent step 2 or 3.
    Monsters = "monsters_here", "R24" => {};
    NotOnFloor { kind: Kind } = "not_on_floor", "R28" => {} + { token: Token(kind) };
    NoSlot { to_buy: bool } = "no_slot", if to_buy { "R33" } else { "R29" } => {} + { to_buy: Flag(to_buy) };
    /// This player dropped it in this step.
    OwnDrop { kind: Kind } = "own_drop", "R31" => {} + { token: Token(kind) };
    NotCarried { kind: Kind } = "not_carried", "R28" => {} + { token: Token(kind) };
    NotOnStairs = "not_on_stairs", "R32" => {};
    NotForSale { kind: Kind } = "not_for_sale", "R32" => {} + { token: Token(kind) };
    NotAvailable { kind: Kind } = "not_available", "R34" => {} + { token: Token(kind) };
    TooDear { kind: Kind } = "too_dear", "R36" => {} + {
        price: Number(game.data.price(p.basket) + game.data.token(kind).price),
        purse: Number(game.data.gold(p.players[p.actor()].carried)),
    };
    NotYourCoins = "not_your_coins", "R36" => {};
    TooLittle = "too_little", "R36" => {} + { price: Number(game.data.price(p.basket)) };
    NotExact = "not_exact", "R36" => {} + { price: Number(game.data.price(p.basket)) };
    TooMuch = "too_much", "R36" => {};
    NoPotion = "no_potion", "R37" => {};
    NoKey = "no_key", "R54" => {};
    NoLock { side: side::Side, beyond: bool } = "no_lock", "R54" => {} + { side: Side(side), beyond: Flag(beyond) };
    NoExit { side: side::Side } = "no_exit", "R41" => {} + { side: Side(side) };
    Locked { side: side::Side, beyond: bool } = "locked", "R41" => {} + { side: Side(side), beyond: Flag(beyond) };
    Wall { side: side::Side } = "wall", "R41" => {} + { side: Side(side) };
    Blocked { side: side::Side } = "blocked", "R50" => {} + { side: Side(side) };
    /// With monsters around, the only way is back.
    OnlyBack = "only_back", "R39" => {} + { back: Sides(back(p)) };
    /// The Chasm has no bridge, and the player no rope.
    Chasm = "chasm", "R56" => {};
    LeaveElsewhere = "leave_elsewhere", "R85" => {};
    /// The tile would not meet the exit.
    DoesNotMeet = "does_not_meet", "R46" => {};
    /// The tile would allow the same turn twice in a row.
    SameTurn = "same_turn", "R48" => {};
    /// The tile looks the same with its arrow pointing to this side.
    LiesTheSame { arrow: side::Side } = "lies_the_same", "R45" => {} + { arrow: Side(arrow) };
    NoSuchMonster = "no_such_monster", "R66" => {};
    /// With a `card`: the hand is unknown, but this card cannot be in it.
    NotInHand { card: Option<u8> } = "not_in_hand", if let Step::Show(_) = p.step { "R88" } else { "R70" } => {} + { why: NotHeld(card) };
    /// A card has already been played.
    CardLies = "card_lies", "R70" => {};
    /// A bomb cannot be added before the card.
    CardFirst = "card_first", "R71" => {};
    NoBomb = "no_bomb", "R72" => {};
    NotTenExperience = "not_enough_experience", "R78" => {} +
        { cost: Number(EXPERIENCE_FOR_LEVEL), experience: Number(p.players[p.actor()].experience) };
    TopLevel = "top_level", "R81" => {};
    /// With a `card`: the order of the deck is unknown, but this card cannot be in it.
    NotInDeck { card: Option<u8> } = "not_in_deck", drawing(p.step) => {} + { why: NotFresh(card) };
    NotInStack = "not_in_stack", "R3" => {};
    NotOnDie = "bad_die", die(p.step) => {};
    NotInPool = "not_in_pool", if p.step == Step::Loot { "R75" } else { "R61" } => {};
}

fn back(p: &Position) -> side::Sides {
    p.players[p.actor()].entrance.into_iter().collect()
}

/// The rule by which a card is drawn.
fn drawing(step: Step) -> RuleId {
    match step {
        Step::Deal => "R11",
        Step::Refresh => "R25",
        _ => "R70",
    }
}

/// The rule by which a die is rolled.
fn die(step: Step) -> RuleId {
    match step {
        Step::Order => "R21",
        Step::Attack => "R69",
        Step::Combat => "R73",
        _ => "R59",
    }
}
