//! Short words at things on the table: in the drawing, in the picture, beside players.

use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::rules::noun::{Seating, Things, Tile};
use crate::games::shared::noun::{Flag, Number, Player, Text};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A label.
    pub enum Label of Builders, in "board";

    /// Over the part of a round in which all build.
    Building { round: Number, player: Player } = "building";
    Auction { round: Number } = "auction";
    Exploring { round: Number, player: Player } = "exploring";
    /// The players at the end of a round, each with the gold.
    Standings { standings: Vec<Text>, goal: Number } = "standings";
    Seat { seat: Seating } = "seat";
    Gold { gold: Number } = "gold";
    Power { power: Number } = "power";
    /// The values of coins in hand, for their owner.
    Hand { coins: Vec<Number> } = "hand";
    /// The number of coins in hand, for everybody.
    InHand { coins: Number } = "in_hand";
    Bid { gold: Number } = "bid";
    NoBid = "no_bid";
    Inside { tile: Tile } = "inside";
    Things { things: Things } = "things";
    Round { round: Number } = "round";
    Pile { tiles: Number } = "pile";
    Goal { gold: Number } = "goal";
    Placing { tile: Tile } = "placing";
    Remains { player: Player, tile: Tile, things: Things } = "remains";
    Entrance = "entrance";
    Way = "way";
    Wall = "wall";
    Coins = "coins";
    ValueDown = "value_down";
    Hero = "hero";
    Choice = "choice";
    /// What the name of a cell means.
    CellName = "cell_name";
    /// Over the floating sets in the drawing.
    Apart = "apart";
    /// Over those in the picture, perhaps with the tiles `in_hand` during a rebuild.
    Floating { in_hand: Flag } = "floating";
    /// A player in the picture, and whether it is that player's turn.
    Mat { gold: Number, power: Number, acts: Flag } = "mat";
    Tiles { count: Number } = "tiles";
    ToLay { tile: Tile } = "to_lay";
    Moment { round: Number, goal: Number } = "moment";
    CoinsInHand = "coins_in_hand";
    CoinsUsed = "coins_used";
    /// Whose coin is turned up.
    CoinOf { player: Player } = "coin_of";
    /// A coin that its owner alone knows.
    Hidden = "hidden";
    /// To the next tile on the way.
    GoOn = "go_on";
}
