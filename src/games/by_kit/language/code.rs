//! The compiled rules: a list of nodes for expressions and a list of operations for effects.

use crate::games::by_kit::language::facts::{Facts, Hex};
use crate::games::by_kit::language::map_state::MapDecl;
use crate::games::by_kit::language::phrase::{Join, Spot};
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::language::statement::Turned;

/// The most gaps in a sentence.
pub const GAPS: usize = 5;

/// The index of a node in [`Program::nodes`].
pub type N = u32;

/// Cells for the variables of expressions: `it`, picks, and the parameters of a `[value]`.
pub const TEMPS: usize = 32;

/// The most operations in a program.
pub const MOST_OPS: usize = 8000;
/// The most nodes in a program.
pub const MOST_NODES: usize = 60_000;

/// An expression. Every value is a 32-bit number, whether a seat, a piece, a place, a zone or a word. Sets are walked
/// without being built.
///
/// Evaluation spends most of its time on nodes, so they are kept small.
#[derive(Clone, Debug)]
pub enum Node {
    Number(i32),
    Local(u16),
    Temp(u8),
    /// Evaluates the second node with the value of the first in a cell.
    Let(u8, N, N),
    Var(Box<Cell>),
    Seat,
    Active,
    /// The player this many seats clockwise of another.
    Beside(i32, N),
    PlayerNumber(N),
    Field(u16, N),
    Mark(N),
    Up(N),
    /// A zone.
    Zone(Box<Cell>),
    Top(N),
    Bottom(N),
    Join(Join, N, N),
    Not(N),
    Minus(N),
    Choose(N, N, N),
    Greater(N, N),
    Smaller(N, N),
    Empty(N),
    Count(N),
    Any(N),
    /// Whether all members of a set meet a condition, with the cell of `it`.
    All(N, u8, N),
    Sum(N, u8, N),
    Most(N, u8, N),
    Least(N, u8, N),
    Distinct(N, u8, N),
    DiceSum(N),
    DiceLeast(N),
    DiceMost(N),
    /// The first die of a dice zone.
    Die(N),
    /// Dice, by the index of the first in a position.
    Dice(Box<Cell>),
    Origin(u8),
    TileAt(u8, N),
    Fits(u8, [N; 3]),
    Leads(u8, [N; 4]),
    AreaKind(u8, N),
    AreaTiles(u8, N),
    AreaOpen(u8, N),
    AreaSum(u8, u16, N),
    // The remaining variants are sets.
    List(Box<[N]>),
    Range(N, N),
    Where(N, u8, N),
    Union(N, N),
    /// The pieces in a zone, from the bottom up.
    Pieces(N),
    /// The faces of dice.
    Faces(N),
    /// The zones of a declaration: the first, and how many.
    Zones(Box<Cell>, u16),
    Tops(N),
    Players,
    Others,
    Words(Box<[i32]>),
    /// The words of a field that holds a list.
    FieldWords(u16, N),
    Free(u8),
    Near(u8, N),
    Ways(u8, N),
    Doors(u8, N),
    Reach(u8, N, N),
    Turns(u8, N),
    Areas(u8, N),
}

/// One of several consecutive cells or zones: base + seat × stride + key.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The index of the declaration, for zones and dice.
    pub of: u16,
    pub base: u16,
    /// The owner; `None` if shared.
    pub seat: Option<N>,
    pub stride: u16,
    pub key: Option<(Key, N)>,
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    Action,
    Turn,
    Round,
    Effect,
    Each,
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
    Unless(N, u16),
    Local(u16, N),
    Set {
        var: u16,
        cell: Cell,
        by: Setting,
        value: N,
    },
    /// Decrements a cell and jumps at zero.
    Again(u16, u16),
    /// Lists a set and begins a loop over it; `Next` takes one member after the other.
    Each(N),
    EachPlayer(Option<N>, Option<(u8, N)>),
    /// The next member of an `each`: its cell (`None` for the player), and where to jump at the end.
    Next(Option<u16>, u16),
    /// Calls a block.
    Call(u16, FrameKind),
    Return,
    /// Calls the effect named by a field of a piece: the column, the piece, and the block for each word.
    CallBy(u16, N, Vec<(i32, u16)>),
    Move {
        what: What,
        to: N,
        up: Option<bool>,
        bottom: bool,
        reversed: bool,
    },
    Draw {
        count: N,
        from: N,
        to: N,
    },
    Deal {
        count: N,
        from: N,
        /// The first of the hands, which are in order of seats.
        to: Cell,
    },
    Fill {
        zone: N,
        to: N,
        from: N,
    },
    Shuffle(N, Option<N>),
    Place {
        map: u8,
        tile: N,
        place: N,
        turned: Option<N>,
    },
    Turn(Turned, What),
    Reveal(What, Option<N>),
    Roll {
        dice: N,
        of: u8,
        count: Option<N>,
    },
    Reroll {
        dice: N,
        of: u8,
        condition: Option<(u8, N)>,
    },
    Choose(u16),
    Ask(u16),
    Mark(What, N),
    /// Reports the action once it is done.
    Leave(FrameKind),
    EndGame,
    Win,
    Lose,
    Together,
    TogetherEnd,
    /// Ends the game: hidden pieces that count are shown, then the scores are computed.
    Over,
}

/// The pieces that an effect applies to.
#[derive(Clone, Debug)]
pub enum What {
    One(N),
    Top(Option<N>, N),
    /// A set of pieces.
    All(N),
    Random(N, N),
    Above(N),
    /// A piece to be found: the zone, the cell of `it` and the condition.
    Sought(N, Option<(u8, N)>),
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
    pub who: Option<N>,
    pub name: String,
    pub set: N,
    pub ty: Ty,
    pub or_none: bool,
    pub target: Target,
    pub private: bool,
}

#[derive(Clone, Debug)]
pub enum Target {
    Local(u16),
    Var(u16, Cell),
}

#[derive(Clone, Debug)]
pub struct Picked {
    pub name: String,
    /// The cell during the search; while the action runs, the local with this offset from the action's first.
    pub temp: u8,
    pub set: N,
    pub ty: Ty,
}

#[derive(Clone, Debug)]
pub struct ActionCode {
    pub name: String,
    pub words: Saying,
    pub tell: Option<Saying>,
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
    pub spot: Spot,
}

#[derive(Clone, Debug)]
pub struct NeedCode {
    pub that: N,
    /// How many picks must be known.
    pub picks: u8,
    pub reason: Option<Saying>,
    pub rule: Option<&'static str>,
}

/// A sentence with gaps.
#[derive(Clone, Debug, Default)]
pub struct Saying(pub Vec<Part>);

#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    Value(N, Ty),
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
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
    Set(Box<Ty>),
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
    pub refill: Option<(N, bool)>,
    pub ordered: bool,
    pub map: Option<u8>,
    /// The deck that it starts with.
    pub deck: Option<u16>,
    /// Which pieces of it, with the cell of `it`.
    pub condition: Option<(u8, N)>,
    pub layers: Vec<N>,
    pub spot: Spot,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keys {
    One,
    Number(u16),
    Of(Vec<i32>, Option<u16>),
    /// Places of a map, at most this many.
    Places(u8, u16),
}

impl Keys {
    pub fn count(&self) -> u16 {
        match self {
            Keys::One => 1,
            Keys::Number(count) => *count,
            Keys::Of(values, _) => values.len() as u16,
            Keys::Places(_, most) => *most,
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
    pub ty: Ty,
    pub start: i32,
    pub least: i32,
    pub most: i32,
    /// The words that it may hold.
    pub words: Vec<i32>,
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
    pub ty: Ty,
    pub see: See,
    /// For stickers, the deck and the first die in it.
    pub deck: Option<u16>,
}

impl DiceDecl {
    /// The owner of a die, if players have dice of their own.
    pub fn owner(&self, die: u16) -> Option<u8> {
        self.own.then(|| ((die - self.base) / u16::from(self.count.max(1))) as u8)
    }
}

#[derive(Clone, Debug, Default)]
pub struct EndCode {
    /// Evaluated for each player: whether that player has won.
    pub win: Option<N>,
    pub lose: Option<N>,
    pub when: Option<N>,
    pub score: Option<N>,
    pub low: bool,
    pub reveal: Vec<u8>,
    pub together: bool,
    pub ties: Option<N>,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Program {
    pub facts: Facts,
    pub nodes: Vec<Node>,
    pub ops: Vec<Op>,
    /// By operation, its place in the source.
    pub spots: Vec<Spot>,
    pub zones: Vec<ZoneDecl>,
    pub vars: Vec<VarDecl>,
    pub dice: Vec<DiceDecl>,
    pub maps: Vec<MapDecl>,
    pub actions: Vec<ActionCode>,
    pub choices: Vec<Choice>,
    pub questions: Vec<Question>,
    /// Counters that are set while all choose in secret.
    pub secret: Vec<u16>,
    /// Operations that reset something at the start of each turn or round.
    pub anew: Vec<u16>,
    /// Choices that are offered repeatedly, each with the operation to continue at when declined.
    pub leaves: Vec<(u16, u16)>,
    pub end: EndCode,
    pub over: u16,
    /// Whether the kit defines rounds itself.
    pub rounds: bool,
    pub locals: u16,
    pub zone_count: u16,
    pub var_count: u16,
    pub die_count: u16,
    pub hexes: Option<Hex>,
    /// Where the rules read pieces hidden by one player, other than those that a move names.
    pub believes: Option<Spot>,
}

impl Program {
    /// Whether the rules define an end; on an open table, people decide when.
    pub fn can_end(&self) -> bool {
        let EndCode { win, lose, when, .. } = &self.end;
        [win, lose, when].into_iter().any(Option::is_some)
            || self.ops.iter().any(|op| matches!(op, Op::EndGame | Op::Win | Op::Lose))
    }

    /// Everything that determines how a game goes, as text for a fingerprint.
    pub fn meaning(&self) -> String {
        use std::fmt::Write;
        let mut text =
            format!("{:?}{:?}{:?}{:?}{:?}{:?}", self.nodes, self.ops, self.choices, self.questions, self.maps, self.end);
        for zone in &self.zones {
            let ZoneDecl { name, kind, see, own, each, most, refill, ordered, deck, condition, layers, .. } = zone;
            let _ =
                write!(text, "{name}{kind:?}{see:?}{own}{each:?}{most:?}{refill:?}{ordered}{deck:?}{condition:?}{layers:?}");
        }
        for var in &self.vars {
            let VarDecl { name, own, each, ty, start, least, most, words, .. } = var;
            let _ = write!(text, "{name}{own}{each:?}{ty:?}{start}{least}{most}{words:?}");
        }
        for dice in &self.dice {
            let _ = write!(text, "{}{}{}{:?}{:?}", dice.name, dice.own, dice.count, dice.faces, dice.see);
        }
        for action in &self.actions {
            let needs: Vec<_> = action.needs.iter().map(|need| (need.that, need.picks)).collect();
            let _ = write!(text, "{}{:?}{needs:?}{}{}", action.name, action.picks, action.last, action.entry);
        }
        // Older journals skipped such questions if there was no answer.
        if self.choices.iter().any(|choice| choice.may && choice.private) || self.questions.iter().any(|asked| asked.private)
        {
            text += "asked in secret";
        }
        if !self.leaves.is_empty() {
            text += &format!("{:?}", self.leaves);
        }
        // Older journals identified each dealt card before the next one was dealt.
        let hides = |zone: u16| self.zones[usize::from(zone)].see != See::All;
        if self.ops.iter().any(|op| matches!(op, Op::Deal { to, .. } if hides(to.of))) {
            text += "dealt before it is looked at";
        }
        text
    }
}
