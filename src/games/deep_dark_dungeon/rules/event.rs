//! What happened, for telling.

use super::position::Foe;
use crate::games::deep_dark_dungeon::data::hex::Way;

/// Two dice and what is added to them, the acting Explorer's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    pub rolls: [u8; 2],
    pub added: [i16; 2],
}

impl Sums {
    /// What both come to.
    pub fn totals(self) -> [i16; 2] {
        [0, 1].map(|side| i16::from(self.rolls[side]) + self.added[side])
    }
}

/// Something that happened. `seat` is the player it is about; spaces, tiles and cards are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// R8, R29: out of the bag.
    TileDrawn { seat: u8, tile: u8 },
    /// R10.
    SetAside { seat: u8, tile: u8 },
    /// R8, R29: seen from this space.
    TilePlaced { seat: u8, tile: u8, from: u8, way: Way },
    /// R11.
    AsideReturned { count: u8 },
    /// R13.
    SetUp,
    /// R30.
    StockEmpty,
    /// R14.
    RoundBegan { round: u32 },
    /// R14.
    TurnBegan { turn: u32, seat: u8 },
    /// R37.
    TurnSkipped { seat: u8 },
    /// R17.
    Stepped { seat: u8, way: Way, to: u8 },
    /// R18, A18: a Rope used up by a steep step.
    RopeUsed { seat: u8, card: u8 },
    /// R25.
    Scrambled { seat: u8, way: Way, to: u8 },
    /// R26: no step was possible.
    Waited { seat: u8 },
    /// R53.
    Attacked { seat: u8, target: u8 },
    /// R38, R58.
    Reshuffled { cards: u8, key: bool },
    /// R27; or R33, `beside` the pawn.
    CardDrawn { seat: u8, card: u8, site: u8, beside: bool },
    /// R61.
    GuardianMet { seat: u8, strength: u8 },
    /// R39, R45, R55, R62.
    Rolled { seat: u8, foe: Foe, roll: u8 },
    /// R39, R55, R62: the other side's die; `card` of a Monster.
    FoeRolled { foe: Foe, card: u8, roll: u8 },
    /// R39, R62: both sums.
    FightWon { seat: u8, card: u8, sums: Sums },
    /// R41, R63: both sums.
    FightLost { seat: u8, card: u8, sums: Sums },
    /// R55: both sums.
    AttackWon { seat: u8, target: u8, sums: Sums },
    /// R55: both sums.
    AttackFailed { seat: u8, target: u8, sums: Sums },
    /// R57.
    NothingToTake { seat: u8, target: u8 },
    /// R55.
    Stolen { seat: u8, target: u8, card: u8 },
    /// R41, R63: to a Monster or the Guardian.
    Lost { seat: u8, card: u8 },
    /// R62.
    GuardianBeatenInVain { seat: u8 },
    /// R43.
    Hurt { seat: u8 },
    /// R44.
    KnockedOut { seat: u8, hurt: bool },
    /// R44.
    TreasureDropped { seat: u8, card: u8 },
    /// R34.
    EncountersDropped { seat: u8, count: u8 },
    /// R45: by a Rope.
    PitCrossed { seat: u8, card: u8 },
    /// R45.
    PitCaught { seat: u8, roll: u8 },
    /// R45.
    PitFallen { seat: u8, roll: u8 },
    /// R46.
    Slid { seat: u8, way: Way, to: u8 },
    /// R46: nothing lower about.
    NoSlide { seat: u8 },
    /// R47.
    Webbed { seat: u8 },
    /// R47: by a Sword.
    WebCut { seat: u8, card: u8 },
    /// R48.
    Taken { seat: u8, card: u8 },
    /// R48.
    Discarded { seat: u8, card: u8 },
    /// R51.
    Drunk { seat: u8, card: u8 },
    /// R65.
    ExitFound { seat: u8, space: u8 },
    /// R65, A40: the Exit card without a Key in hand.
    ExitMissed { seat: u8 },
    /// R62, R67.
    Escaped { seat: u8, place: u8 },
    /// R69, R70.
    Finished { last_key: bool },
    /// R71.
    RoundsOver { rounds: u32 },
    /// R72.
    TimeUp { turns: u32 },
}
