//! Pieces of the game: treasure, monsters, attacks.

use serde::Serialize;

/// The most players: bit masks have one bit for each.
pub const MAX_SEATS: usize = 8;
/// The highest level (R81).
pub const MAX_LEVEL: u8 = 4;

/// The most kinds of treasure: five special items, and coins by value.
pub const KINDS: usize = 16;
/// The most different values of coins.
pub const COIN_KINDS: usize = KINDS - SPECIALS;
/// The special items: potion, bomb, key, rope and maiden (R29).
pub const SPECIALS: usize = 5;

/// A kind of treasure token: the special items first, then coins in ascending order of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u8);

impl Kind {
    pub const POTION: Kind = Kind(0);
    pub const BOMB: Kind = Kind(1);
    pub const KEY: Kind = Kind(2);
    pub const ROPE: Kind = Kind(3);
    pub const MAIDEN: Kind = Kind(4);
    /// The names of the special items, in the order of kinds.
    pub const SPECIAL_NAMES: [&'static str; SPECIALS] = ["potion", "bomb", "key", "rope", "maiden"];

    /// The coin with the `n`-th lowest value, counted from 0.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens(pub [u8; KINDS]);

impl Tokens {
    /// A single token of this kind.
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

    /// Removes a token of this kind if there is one.
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

    /// The number of special items.
    pub fn specials(self) -> u8 {
        self.0[..SPECIALS].iter().sum()
    }

    /// The special items alone.
    pub fn items(self) -> Tokens {
        let mut items = self;
        items.0[SPECIALS..].fill(0);
        items
    }

    /// The coins alone.
    pub fn coins(self) -> Tokens {
        let mut coins = self;
        coins.0[..SPECIALS].fill(0);
        coins
    }

    /// Adds everything in `other`.
    pub fn absorb(&mut self, other: Tokens) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Removes everything in `other`, which must be present.
    pub fn give(&mut self, other: Tokens) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(mine, theirs)| *mine -= theirs);
    }

    /// Whether it contains all of `other`.
    pub fn holds(self, other: Tokens) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .all(|(mine, theirs)| *mine >= theirs)
    }

    /// The kinds present, in order.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        (0..KINDS as u8)
            .map(Kind)
            .filter(move |kind| self.has(*kind))
    }

    /// Every token, ordered by kind.
    pub fn each(self) -> impl Iterator<Item = Kind> {
        self.kinds()
            .flat_map(move |kind| std::iter::repeat_n(kind, usize::from(self.of(kind))))
    }
}

/// The colour of a monster die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(pub u8);

impl Face {
    pub const ALL: [Face; 4] = [Face(0), Face(1), Face(2), Face(3)];
    /// The names of the faces in the data.
    pub const NAMES: [&'static str; 4] = ["plain", "horned", "chest", "horned_chest"];
    /// The abbreviations of the faces.
    pub const SHORT: [&'static str; 4] = ["p", "h", "c", "hc"];

    pub fn name(self) -> &'static str {
        Face::NAMES[usize::from(self.0)]
    }

    pub fn short(self) -> &'static str {
        Face::SHORT[usize::from(self.0)]
    }

    /// Parses an abbreviation or a name.
    pub fn parse(word: &str) -> Option<Face> {
        let known = |names: [&str; 4]| {
            names
                .iter()
                .position(|name| name.eq_ignore_ascii_case(word))
        };
        known(Face::SHORT)
            .or_else(|| known(Face::NAMES))
            .map(|face| Face::ALL[face])
    }

    pub fn has_horns(self) -> bool {
        self.0 & 1 != 0
    }

    pub fn has_chest(self) -> bool {
        self.0 & 2 != 0
    }
}

/// A monster die on the table: the face in bits 0 and 1, the colour in bit 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monster(pub u8);

impl Monster {
    /// All monsters, in the order in which they are listed.
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

    /// "red-horned-chest"
    pub fn id(self) -> String {
        format!(
            "{}-{}",
            self.colour().name(),
            self.face().name().replace('_', "-")
        )
    }

    /// Parses "red-horned-chest" or "red-hc".
    pub fn parse(word: &str) -> Option<Monster> {
        let (colour, face) = word.split_once('-')?;
        let colour = Colour::ALL
            .into_iter()
            .find(|known| known.name().eq_ignore_ascii_case(colour))?;
        Some(Monster::new(colour, Face::parse(&face.replace('-', "_"))?))
    }

    pub fn colour(self) -> Colour {
        Colour::ALL[usize::from(self.0 >> 2)]
    }

    pub fn face(self) -> Face {
        Face(self.0 & 3)
    }

    pub fn has_horns(self) -> bool {
        self.face().has_horns()
    }

    pub fn has_chest(self) -> bool {
        self.face().has_chest()
    }
}

/// A monster's attack, which a fight card answers (R69).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Hash)]
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

    /// Parses a name or its first letter.
    pub fn parse(word: &str) -> Option<Attack> {
        let is = |attack: &Attack| {
            attack.name().eq_ignore_ascii_case(word)
                || attack.name()[..1].eq_ignore_ascii_case(word)
        };
        Attack::ALL.into_iter().find(is)
    }
}
