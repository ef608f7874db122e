//! The compiled rules: a list of nodes for expressions and a list of operations for effects.

use std::collections::BTreeMap;

use crate::games::by_kit::language::facts::{Facts, Hex};
use crate::games::by_kit::language::map_state::MapDecl;
use crate::games::by_kit::language::phrase::{Join, Origin};
use crate::games::by_kit::language::sheet::{After, See, ZoneKind};
use crate::games::by_kit::language::statement::Turned;

/// The most gaps in a sentence.
pub const MAX_GAPS: usize = 6;

/// The index of a node in [`Program::nodes`].
pub type NodeId = u32;

/// The number of temporaries, which hold the variables of expressions: `it`, picks, and the parameters of a `[value]`.
pub const MAX_TEMPS: usize = 32;

/// The most operations in a program.
pub const MAX_OPS: usize = 8000;
/// The most nodes in a program.
pub const MAX_NODES: usize = 60_000;

/// An expression. Every value is a 32-bit number, whether a seat, a piece, a place, a zone or a word. Sets are walked
/// without being built.
///
/// Evaluation spends most of its time on nodes, so they are kept small.
#[derive(Clone, Debug)]
pub enum Node {
    Number(i32),
    Local(u16),
    Temp(u8),
    /// Evaluates the second node with the value of the first in a temporary.
    Let(u8, NodeId, NodeId),
    Var(Box<Address>),
    Seat,
    Active,
    /// The player this many seats clockwise of another.
    Beside(i32, NodeId),
    PlayerNumber(NodeId),
    Field(u16, NodeId),
    Mark(NodeId),
    Up(NodeId),
    /// A zone.
    Zone(Box<Address>),
    Top(NodeId),
    Bottom(NodeId),
    Join(Join, NodeId, NodeId),
    Not(NodeId),
    Minus(NodeId),
    Choose(NodeId, NodeId, NodeId),
    Absolute(NodeId),
    /// The place of a piece's kind in the rows of its deck, from 1.
    Row(NodeId),
    Greater(NodeId, NodeId),
    Smaller(NodeId, NodeId),
    Empty(NodeId),
    Count(NodeId),
    Any(NodeId),
    /// A part of what an action is worth that is the same for every answer: its number, and what it is.
    Once(u16, NodeId),
    /// Whether all members of a set meet a condition, with the temporary of `it`.
    All(NodeId, u8, NodeId),
    Sum(NodeId, u8, NodeId),
    Most(NodeId, u8, NodeId),
    Least(NodeId, u8, NodeId),
    /// The greatest value about a member of a set.
    Highest(NodeId, u8, NodeId),
    Lowest(NodeId, u8, NodeId),
    First(NodeId),
    Last(NodeId),
    /// The member of a set that has no other.
    Only(NodeId),
    Distinct(NodeId, u8, NodeId),
    DiceSum(NodeId),
    DiceLeast(NodeId),
    DiceMost(NodeId),
    /// The first die of a dice zone.
    Die(NodeId),
    /// Dice, by the index of the first in a position.
    Dice(Box<Address>),
    Origin(u8),
    TileAt(u8, NodeId),
    Fits(u8, [NodeId; 3]),
    Leads(u8, [NodeId; 4]),
    AreaKind(u8, NodeId),
    AreaTiles(u8, NodeId),
    AreaOpen(u8, NodeId),
    AreaSum(u8, u16, NodeId),
    /// The place of a side.
    SidePlace(u8, NodeId),
    /// The side that a side meets.
    Across(u8, NodeId),
    /// The side of a place towards another.
    SideTo(u8, NodeId, NodeId),
    /// The direction from a place to one beside it, as a word.
    WayTo(u8, NodeId, NodeId),
    /// How many steps it takes to come to one of some places.
    Distance(Box<Walk>),
    // The remaining variants are sets.
    List(Box<[NodeId]>),
    Range(NodeId, NodeId),
    Where(NodeId, u8, NodeId),
    /// A set in the order of a number about each member; equal ones stay in order.
    Sorted(NodeId, u8, NodeId),
    /// A set that was named by `let`.
    Kept(u16),
    Union(NodeId, NodeId),
    /// The pieces in a zone, from the bottom up.
    Pieces(NodeId),
    /// The faces of dice.
    Faces(NodeId),
    /// The zones of a declaration: the first, and how many.
    Zones(Box<Address>, u16),
    Tops(NodeId),
    Players,
    Others,
    Words(Box<[i32]>),
    /// The words of a field that holds a list.
    FieldWords(u16, NodeId),
    Free(u8),
    Near(u8, NodeId),
    Ways(u8, NodeId),
    Doors(u8, NodeId),
    Reach(u8, NodeId, NodeId),
    Turns(u8, NodeId),
    Areas(u8, NodeId),
    /// The places with tiles, or all that have names.
    Laid(u8),
    Sides(u8, NodeId),
    AreaSides(u8, NodeId),
    AreaPlaces(u8, NodeId),
    /// The places within some steps of a walk.
    Walked(Box<Walk>),
}

/// A walk over a map.
#[derive(Clone, Debug)]
pub struct Walk {
    pub map: u8,
    pub from: NodeId,
    /// How many steps, or the places to come to.
    pub to: NodeId,
    /// The condition on a step, with the temporaries of the places that it leads from and to; without it, tiles decide.
    pub step: Option<(u8, u8, NodeId)>,
}

/// The address of one of several consecutive counters, zones or dice: base + seat × stride + key.
#[derive(Clone, Debug)]
pub struct Address {
    /// The index of the declaration, for zones and dice.
    pub of: u16,
    pub base: u16,
    /// The owner; `None` if shared.
    pub seat: Option<NodeId>,
    pub stride: u16,
    pub key: Option<(Key, NodeId)>,
}

/// How a key is converted to an index from 0.
#[derive(Clone, Debug)]
pub enum Key {
    /// A number from 1 to this.
    Number(u16),
    /// One of these words or numbers.
    Of(Vec<i32>),
    /// A place on a map.
    Place(u8),
    /// A side of a tile, of which each has this many.
    Side(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameKind {
    Action,
    Turn,
    Round,
    Effect,
    Each,
    /// A loop over players.
    Players,
    /// A block of which nothing is reported.
    Quiet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    To,
    More,
    Less,
}

#[derive(Clone, Debug)]
pub enum Op {
    Jump(u16),
    /// Jumps if the condition does not hold.
    Unless(NodeId, u16),
    Local(u16, NodeId),
    /// Keeps the members of a set.
    Keep(u16, NodeId),
    Set {
        var: u16,
        address: Address,
        by: Setting,
        value: NodeId,
    },
    /// Decrements a local, and jumps once it was zero.
    Again(u16, u16),
    /// Lists a set and begins a loop over it; `Next` takes one member after the other.
    Each(NodeId),
    /// Begins a loop over all players, from this one on.
    EachPlayer(Option<NodeId>),
    /// The next member of an `each`: the local for it (`None` for the player), and where to jump at the end.
    Next(Option<u16>, u16),
    /// Calls a block.
    Call(u16, FrameKind),
    Return,
    /// Calls the effect named by a field of a piece: the column, the piece, and the block for each word.
    CallBy(u16, NodeId, Vec<(i32, u16)>),
    /// Calls the effect named by a word: the word, and the block for each.
    CallWord(NodeId, Vec<(i32, u16)>),
    /// Leaves this many loops over sets or players, or quiet blocks.
    Drop(u16),
    /// Begins a block of which nothing is reported; `Drop` ends it.
    Quiet,
    /// Tells everybody a sentence.
    Say(u16),
    Move {
        what: What,
        to: NodeId,
        up: Option<bool>,
        bottom: bool,
        reversed: bool,
    },
    Draw {
        count: NodeId,
        from: NodeId,
        to: NodeId,
    },
    Deal {
        count: NodeId,
        from: NodeId,
        /// The first of the hands, which are in order of seats.
        to: Address,
    },
    Fill {
        zone: NodeId,
        to: NodeId,
        from: NodeId,
    },
    Shuffle(NodeId, Option<NodeId>),
    Place {
        map: u8,
        tile: NodeId,
        place: NodeId,
        turned: Option<NodeId>,
        up: Option<bool>,
    },
    Turn(Turned, What),
    Reveal(What, Option<NodeId>),
    /// Shows hidden dice to a player, or to all.
    Uncover {
        dice: NodeId,
        of: u8,
        to: Option<NodeId>,
    },
    Roll {
        dice: NodeId,
        of: u8,
        count: Option<NodeId>,
    },
    Reroll {
        dice: NodeId,
        of: u8,
        condition: Option<(u8, NodeId)>,
    },
    Choose(u16),
    Ask(u16),
    /// Chance picks a member of a set.
    Lot(u16),
    Mark(What, NodeId),
    /// Reports the action once it is done.
    Leave(FrameKind),
    EndGame,
    Win {
        leaves: bool,
    },
    Lose {
        leaves: bool,
    },
    Together,
    TogetherEnd,
    /// Ends the game: hidden pieces that count are shown, then the scores are computed.
    Over,
}

/// The pieces that an effect applies to.
#[derive(Clone, Debug)]
pub enum What {
    One(NodeId),
    Top(Option<NodeId>, NodeId),
    /// A set of pieces.
    All(NodeId),
    Random(NodeId, NodeId),
    Above(NodeId),
    /// A piece to be found: the zone, the temporary of `it` and the condition.
    Sought(NodeId, Option<(u8, NodeId)>),
}

/// Actions of which one is taken.
#[derive(Clone, Debug)]
pub struct Choice {
    pub actions: Vec<u16>,
    pub may: bool,
    /// Whether the options reveal what only the chooser sees.
    pub private: bool,
}

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    /// Who is asked, if not the acting player.
    pub who: Option<NodeId>,
    pub name: String,
    pub set: NodeId,
    pub ty: Type,
    pub or_none: bool,
    pub target: Target,
    pub private: bool,
}

/// What chance picks from: the members of a set, each with its weight.
#[derive(Clone, Debug)]
pub struct Lot {
    pub name: String,
    pub set: NodeId,
    pub ty: Type,
    /// The temporary of a member, and its weight.
    pub weight: Option<(u8, NodeId)>,
    pub local: u16,
}

#[derive(Clone, Debug)]
pub enum Target {
    Local(u16),
    Var(u16, Address),
}

#[derive(Clone, Debug)]
pub struct Picked {
    pub name: String,
    /// The temporary during the search; while the action runs, the local with this offset from the action's first.
    pub temp: u8,
    pub set: NodeId,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct ActionCode {
    pub name: String,
    pub words: Saying,
    pub tell: Option<Saying>,
    /// The offer as it is typed, if it is shorter.
    pub short: Option<Saying>,
    /// The sentences that tell of its success, and those of the same effects that tell of anything else.
    pub wins: Vec<u16>,
    pub fails: Vec<u16>,
    /// What it is worth to who takes it, for bots.
    pub worth: Option<NodeId>,
    pub picks: Vec<Picked>,
    /// Each with the number of picks that it depends on, its reason and its rule.
    pub needs: Vec<NeedCode>,
    pub last: bool,
    /// Whether it is one of the actions that need no rules.
    pub free: bool,
    pub entry: u16,
    /// The local of the first pick.
    pub local: u16,
    pub rule: Option<&'static str>,
    /// Whether a pick, a filter or a need reads what only the chooser sees.
    pub private: bool,
    pub origin: Origin,
}

impl ActionCode {
    /// Whether its words say nothing of what is picked.
    pub fn keeps_picks(&self) -> bool {
        let is_text = |part: &Part| matches!(part, Part::Text(_));
        !self.picks.is_empty() && self.words.0.iter().all(is_text)
    }
}

#[derive(Clone, Debug)]
pub struct NeedCode {
    pub that: NodeId,
    /// How many picks must be known.
    pub picks: u8,
    pub reason: Option<Saying>,
    pub rule: Option<&'static str>,
}

/// A sentence that the rules say.
#[derive(Clone, Debug)]
pub struct SaidCode {
    pub text: Saying,
    pub rule: Option<&'static str>,
    /// Where it is said, for programs: "effect.fall.1".
    pub key: String,
}

/// A sentence with gaps.
#[derive(Clone, Debug, Default)]
pub struct Saying(pub Vec<Part>);

impl Saying {
    /// The same with "ne" for "northeast", as people type it.
    pub fn in_letters(mut self) -> Saying {
        for part in &mut self.0 {
            if let Part::Value(_, ty @ Type::Way) = part {
                *ty = Type::Word(None);
            }
        }
        self
    }
}

#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    Value(NodeId, Type),
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Number,
    Flag,
    /// A word: one of the values of a column, if known.
    Word(Option<u16>),
    /// A number or a word.
    Value,
    Player,
    /// A piece of these decks (one bit each), and whether the viewer sees it.
    Piece(u64, Seen),
    Place(u8),
    Zone(u8),
    Dice(u8),
    Area(u8),
    /// A word that is a direction, in sentences only.
    Way,
    Set(Box<Type>),
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    Yes,
    /// That depends on the piece.
    Perhaps,
    /// It is in a place that only the chooser sees.
    Alone,
    /// It is in a place that another player hides from the chooser.
    Kept,
    No,
}

/// The declaration of a zone.
#[derive(Clone, Debug)]
pub struct ZoneDecl {
    pub name: String,
    pub title: String,
    pub kind: ZoneKind,
    pub see: See,
    pub own: bool,
    pub base: u16,
    /// How many there are for each player, or in all if it is shared.
    pub each: Keys,
    pub most: Option<u16>,
    pub refill: Option<(NodeId, bool)>,
    pub ordered: bool,
    pub map: Option<u8>,
    /// The deck that it starts with.
    pub deck: Option<u16>,
    /// Which pieces of it, with the temporary of `it`.
    pub condition: Option<(u8, NodeId)>,
    pub layers: Vec<NodeId>,
    pub origin: Origin,
    /// Whether the kit leaves it out where the table is shown.
    pub is_left_out: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keys {
    One,
    Number(u16),
    Of(Vec<i32>, Option<u16>),
    /// Places of a map, at most this many.
    Places(u8, u16),
    /// The sides of the tiles of a map: at most this many places, each with this many sides.
    Sides(u8, u16, u16),
}

impl Keys {
    pub fn count(&self) -> u16 {
        match self {
            Keys::One => 1,
            Keys::Number(count) => *count,
            Keys::Of(values, _) => values.len() as u16,
            Keys::Places(_, most) => *most,
            Keys::Sides(_, most, sides) => most * sides,
        }
    }

    /// The map whose places or sides they are, and how many there are for each place.
    pub fn on_map(&self) -> Option<(u8, u16)> {
        match self {
            Keys::Places(map, _) => Some((*map, 1)),
            Keys::Sides(map, _, sides) => Some((*map, *sides)),
            Keys::One | Keys::Number(_) | Keys::Of(..) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct VarDecl {
    pub name: String,
    /// Empty if the kit leaves it unmentioned.
    pub title: String,
    pub own: bool,
    pub base: u16,
    pub each: Keys,
    pub ty: Type,
    pub start: i32,
    pub least: i32,
    pub most: i32,
    /// The words that it may hold.
    pub words: Vec<i32>,
    /// Whether it begins anew with every turn.
    pub anew: bool,
}

/// A `[when.NAME]`.
#[derive(Clone, Debug)]
pub struct WhenCode {
    pub that: NodeId,
    pub entry: u16,
}

#[derive(Clone, Debug)]
pub struct DiceDecl {
    pub name: String,
    pub title: String,
    pub own: bool,
    pub base: u16,
    pub count: u8,
    /// The values of the faces: numbers or words.
    pub faces: Vec<i32>,
    pub ty: Type,
    pub see: See,
    /// For stickers, their deck.
    pub deck: Option<u16>,
    /// The code of the die with these stickers.
    pub die: Option<String>,
    /// Whether the kit leaves them out where the table is shown.
    pub is_left_out: bool,
}

impl DiceDecl {
    /// The owner of a die, if players have dice of their own.
    pub fn owner(&self, die: u16) -> Option<u8> {
        self.own
            .then(|| ((die - self.base) / u16::from(self.count.max(1))) as u8)
    }

    /// The only player who sees a die that is rolled unseen, if any does.
    pub fn seer(&self, die: u16) -> Option<u8> {
        self.owner(die).filter(|_| self.see == See::Owner)
    }
}

#[derive(Clone, Debug, Default)]
pub struct EndCode {
    /// Evaluated for each player: whether that player has won.
    pub win: Option<NodeId>,
    pub lose: Option<NodeId>,
    pub when: Option<NodeId>,
    /// After what `when` is judged: each action, turn or round.
    pub after: After,
    pub score: Option<NodeId>,
    pub low: bool,
    pub reveal: Vec<u8>,
    pub together: bool,
    pub ties: Option<NodeId>,
    /// Where the rules say when the game is over.
    pub origin: Option<Origin>,
}

/// What is said of the table in the kit's own words.
#[derive(Clone, Debug, Default)]
pub struct ShowCode {
    /// Of a player, in place of all that the player has.
    pub player: Option<Saying>,
    /// Of the tile at a place, by map; with the temporary of the place.
    pub maps: BTreeMap<u8, (u8, Saying)>,
    /// The same in a few letters, in the drawing of the map.
    pub short: BTreeMap<u8, (u8, Saying)>,
    pub setup: Vec<Saying>,
    /// By figure (its declaration), the deck whose pieces stand for it.
    pub figures: BTreeMap<u16, usize>,
    /// What the story consists of, if not of everything.
    pub story: Option<Told>,
}

/// Actions and sentences, by their indices.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub actions: Vec<u16>,
    pub said: Vec<u16>,
}

/// What is counted in every game.
pub const USUAL_COUNTS: [&str; 8] = [
    "turns",
    "rounds",
    "decisions",
    "actions",
    "answers",
    "dice rolled",
    "pieces moved",
    "tiles placed",
];

/// What counts under a name.
#[derive(Clone, Debug)]
pub struct CountCode {
    pub name: &'static str,
    pub actions: Vec<u16>,
    /// Sentences, by their index.
    pub said: Vec<u16>,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Program {
    pub facts: Facts,
    pub nodes: Vec<Node>,
    pub ops: Vec<Op>,
    /// By operation, its place in the source.
    pub origins: Vec<Origin>,
    pub zones: Vec<ZoneDecl>,
    /// By zone, the decks whose pieces may come there, one bit each.
    pub decks: Vec<u64>,
    pub vars: Vec<VarDecl>,
    pub dice: Vec<DiceDecl>,
    pub maps: Vec<MapDecl>,
    pub actions: Vec<ActionCode>,
    pub choices: Vec<Choice>,
    pub questions: Vec<Question>,
    pub lots: Vec<Lot>,
    /// What choices and questions ask in words of the kit's own.
    pub choice_words: BTreeMap<u16, Saying>,
    pub question_words: BTreeMap<u16, Saying>,
    /// By which rule an answer is refused.
    pub question_rules: BTreeMap<u16, &'static str>,
    /// Counters that are set while all choose in secret.
    pub secret: Vec<u16>,
    /// Operations that reset something at the start of each turn or round.
    pub anew: Vec<u16>,
    /// Choices that are offered repeatedly, each with the operation to continue at when declined.
    pub leaves: Vec<(u16, u16)>,
    pub whens: Vec<WhenCode>,
    /// Whether anything is done without a report.
    pub is_ever_quiet: bool,
    /// How the kit shows the table.
    pub show: ShowCode,
    /// What is counted in reports, by the kit's names.
    pub counts: Vec<CountCode>,
    /// What [`Op::Say`] says.
    pub said: Vec<SaidCode>,
    pub end: EndCode,
    /// What a position is worth to a player, for bots.
    pub worth: Option<NodeId>,
    /// The number of [`Node::Once`].
    pub once: u16,
    /// Where a turn begins.
    pub turn: u16,
    pub over: u16,
    /// Whether the kit defines rounds itself.
    pub rounds: bool,
    pub locals: u16,
    /// The number of sets kept by `let`.
    pub kept: u16,
    pub zone_count: u16,
    pub var_count: u16,
    pub die_count: u16,
    pub hexes: Option<Hex>,
    /// Where the rules read pieces hidden by one player, other than those that a move names.
    pub believes: Option<Origin>,
}

impl Program {
    /// Whether the rules define an end; on an open table, people decide when.
    pub fn can_end(&self) -> bool {
        self.ending().is_some()
    }

    /// Where the rules say when the game is over.
    pub fn ending(&self) -> Option<&Origin> {
        let is_end = |op: &Op| matches!(op, Op::EndGame | Op::Win { .. } | Op::Lose { .. });
        let effect = || self.ops.iter().position(is_end);
        let condition = self.end.origin.as_ref();
        condition.or_else(|| self.origins.get(effect()?))
    }
}
