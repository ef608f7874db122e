//! What lies, is carried or is rolled: treasure, monsters, attacks.

use serde::Serialize;

/// Places at the table that masks have bits for.
pub const MAX_SEATS: usize = 8;
/// R81.
pub const MAX_LEVEL: u8 = 4;

/// How many kinds of treasure the rules can tell apart: five special items, and coins by value.
pub const KINDS: usize = 16;
/// How many values coins may have.
pub const COIN_KINDS: usize = KINDS - SPECIALS;
/// Potion, bomb, key, rope, maiden (R29).
pub const SPECIALS: usize = 5;

/// A kind of treasure token: the special items first, then coins by rising value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind(pub u8);

impl Kind {
    pub const POTION: Kind = Kind(0);
    pub const BOMB: Kind = Kind(1);
    pub const KEY: Kind = Kind(2);
    pub const ROPE: Kind = Kind(3);
    pub const MAIDEN: Kind = Kind(4);
    /// The names of the special items, in this order.
    pub const SPECIAL_NAMES: [&'static str; SPECIALS] = ["potion", "bomb", "key", "rope", "maiden"];

    /// The coin of the `n`-th lowest value.
    pub fn coin(n: usize) -> Kind {
        Kind((SPECIALS + n) as u8)
    }

    pub fn is_special(self) -> bool {
        usize::from(self.0) < SPECIALS
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A multiset of treasure tokens: how many of each [`Kind`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens(pub [u8; KINDS]);

impl Tokens {
    /// One of this kind.
    pub fn one(kind: Kind) -> Tokens {
        let mut one = Tokens::default();
        one.add(kind);
        one
    }

    pub fn of(self, kind: Kind) -> u8 {
        self.0[kind.index()]
    }

    pub fn has(self, kind: Kind) -> bool {
        self.of(kind) > 0
    }

    pub fn add(&mut self, kind: Kind) {
        self.0[kind.index()] += 1;
    }

    pub fn remove(&mut self, kind: Kind) {
        self.0[kind.index()] -= 1;
    }

    /// Removes one if there is one.
    pub fn take(&mut self, kind: Kind) -> bool {
        let has = self.has(kind);
        if has {
            self.remove(kind);
        }
        has
    }

    pub fn total(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    pub fn is_empty(self) -> bool {
        self == Tokens::default()
    }

    /// How many special items.
    pub fn specials(self) -> u8 {
        self.0[..SPECIALS].iter().sum()
    }

    /// The coins alone.
    /// The special items alone.
    pub fn items(self) -> Tokens {
        let mut items = self;
        items.0[SPECIALS..].fill(0);
        items
    }

    pub fn coins(self) -> Tokens {
        let mut coins = self;
        coins.0[..SPECIALS].fill(0);
        coins
    }

    /// Takes over everything from `other`.
    pub fn absorb(&mut self, other: Tokens) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Gives up everything in `other`, which must be there.
    pub fn give(&mut self, other: Tokens) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine -= theirs);
    }

    /// Whether all of `other` is here.
    pub fn holds(self, other: Tokens) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| *mine >= theirs)
    }

    /// The kinds that are there, in order.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        (0..KINDS as u8).map(Kind).filter(move |kind| self.has(*kind))
    }

    /// Every token, in order of kinds.
    pub fn each(self) -> impl Iterator<Item = Kind> {
        self.kinds().flat_map(move |kind| std::iter::repeat_n(kind, usize::from(self.of(kind))))
    }
}

/// The colour of a monster die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    Yellow,
    Red,
}

impl Colour {
    pub const ALL: [Colour; 2] = [Colour::Yellow, Colour::Red];

    pub fn name(self) -> &'static str {
        match self {
            Colour::Yellow => "yellow",
            Colour::Red => "red",
        }
    }
}

/// A face of a monster die: bit 0 is horns, bit 1 a chest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face(pub u8);

impl Face {
    pub const ALL: [Face; 4] = [Face(0), Face(1), Face(2), Face(3)];
    /// Each face's name in the data.
    pub const NAMES: [&'static str; 4] = ["plain", "horned", "chest", "horned_chest"];
    /// Each face's name on the table.
    pub const SHORT: [&'static str; 4] = ["p", "h", "c", "hc"];

    pub fn name(self) -> &'static str {
        Face::NAMES[usize::from(self.0)]
    }

    pub fn short(self) -> &'static str {
        Face::SHORT[usize::from(self.0)]
    }

    pub fn has_horns(self) -> bool {
        self.0 & 1 != 0
    }

    pub fn has_chest(self) -> bool {
        self.0 & 2 != 0
    }
}

/// A monster die as it lies: face in bits 0 and 1, colour in bit 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Monster(pub u8);

impl Monster {
    /// All kinds, in the order they are listed.
    pub const ALL: [Monster; 8] = {
        let mut all = [Monster(0); 8];
        let mut at = 0;
        while at < 8 {
            all[at] = Monster(at as u8);
            at += 1;
        }
        all
    };

    pub fn new(colour: Colour, face: Face) -> Monster {
        Monster((colour as u8) << 2 | face.0)
    }

    pub fn colour(self) -> Colour {
        Colour::ALL[usize::from(self.0 >> 2)]
    }

    pub fn face(self) -> Face {
        Face(self.0 & 3)
    }

    pub fn has_horns(self) -> bool {
        self.0 & 1 != 0
    }

    pub fn has_chest(self) -> bool {
        self.0 & 2 != 0
    }
}

/// What a monster does, and a fight card answers (R69).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Attack {
    Thrust,
    Swipe,
    Overhead,
}

impl Attack {
    pub const ALL: [Attack; 3] = [Attack::Thrust, Attack::Swipe, Attack::Overhead];

    pub fn name(self) -> &'static str {
        match self {
            Attack::Thrust => "thrust",
            Attack::Swipe => "swipe",
            Attack::Overhead => "overhead",
        }
    }
}
