//! The cards in a hero's hand: what they show, and the effect of turning and flipping them (section 3.3 of the rules).

use serde::{Deserialize, Serialize};

/// The action on a side of an Action card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Creep,
    Walk,
    Run,
    Hide,
    Heal,
    SurpriseAttack,
    Search,
}

impl Action {
    /// As printed on the card: "Surprise Attack".
    pub fn title(self) -> &'static str {
        [
            "Creep",
            "Walk",
            "Run",
            "Hide",
            "Heal",
            "Surprise Attack",
            "Search",
        ][self as usize]
    }

    /// The most spaces it moves; `None` if it is not a free move (R33-R35).
    pub fn reach(self) -> Option<usize> {
        match self {
            Action::Creep => Some(1),
            Action::Walk => Some(2),
            Action::Run => Some(3),
            _ => None,
        }
    }
}

/// An edge of a card, as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    Top,
    Right,
    Bottom,
    Left,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::Top, Edge::Right, Edge::Bottom, Edge::Left];

    fn letter(self) -> char {
        ['T', 'R', 'B', 'L'][self as usize]
    }

    /// Whether the card is upright with this edge at the top; otherwise it is crosswise.
    pub fn is_upright(self) -> bool {
        matches!(self, Edge::Top | Edge::Bottom)
    }

    /// The edge this many steps clockwise around the printed face.
    fn further(self, edges: u8) -> Edge {
        Edge::ALL[usize::from((self as u8 + edges) % 4)]
    }

    /// The matching edge of the other face: a front's right edge is its back's left edge (section 2.1).
    fn behind(self) -> Edge {
        Edge::ALL[(4 - self as usize) % 4]
    }
}

/// A way to flip a card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Flip {
    /// Like the page of a book.
    Sideways,
    /// Top over bottom.
    EndOverEnd,
}

/// The orientation of a card: which face is up, and which of its edges is at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Orientation {
    pub back: bool,
    pub top: Edge,
}

impl Orientation {
    pub fn all() -> impl Iterator<Item = Orientation> {
        [false, true]
            .into_iter()
            .flat_map(|back| Edge::ALL.map(|top| Orientation { back, top }))
    }

    /// Two letters for the face and the top edge: "FT" is front, top.
    pub fn code(self) -> String {
        format!("{}{}", if self.back { 'B' } else { 'F' }, self.top.letter())
    }

    pub fn parse(word: &str) -> Option<Orientation> {
        Orientation::all().find(|orientation| orientation.code().eq_ignore_ascii_case(word))
    }

    /// The orientation after clockwise quarter turns; each brings the left edge to the top.
    pub fn turned(self, quarters: u8) -> Orientation {
        Orientation {
            top: self.top.further(3 * (quarters % 4)),
            ..self
        }
    }

    /// The orientation after a flip. Sideways keeps the top edge at the top; end over end brings the bottom edge there.
    pub fn flipped(self, flip: Flip) -> Orientation {
        let top = match flip {
            Flip::Sideways => self.top,
            Flip::EndOverEnd => self.top.further(2),
        };
        Orientation {
            back: !self.back,
            top: top.behind(),
        }
    }

    /// The orientation after an adjustment with exerted Strength (R26).
    pub fn adjusted(self, adjustment: Adjustment) -> Orientation {
        match adjustment {
            Adjustment::Forward => self.turned(1),
            Adjustment::Backward => self.turned(3),
            Adjustment::Flip(flip) => self.flipped(flip),
        }
    }
}

/// A Control, which a hero chooses in secret (R20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    Rotate0,
    Rotate1,
    Rotate2,
    Flip,
}

impl Control {
    pub const ALL: [Control; 4] = [
        Control::Rotate0,
        Control::Rotate1,
        Control::Rotate2,
        Control::Flip,
    ];

    /// "rotate1"
    pub fn id(self) -> &'static str {
        ["rotate0", "rotate1", "rotate2", "flip"][self as usize]
    }

    /// "Rotate 1"
    pub fn name(self) -> &'static str {
        ["Rotate 0", "Rotate 1", "Rotate 2", "Flip"][self as usize]
    }

    /// As it is typed: "1".
    pub fn sign(self) -> &'static str {
        ["0", "1", "2", "f"][self as usize]
    }
}

/// An adjustment with exerted Strength (R26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjustment {
    Forward,
    Backward,
    Flip(Flip),
}

impl Adjustment {
    pub const ALL: [Adjustment; 4] = [
        Adjustment::Forward,
        Adjustment::Backward,
        Adjustment::Flip(Flip::Sideways),
        Adjustment::Flip(Flip::EndOverEnd),
    ];

    pub fn id(self) -> &'static str {
        match self {
            Adjustment::Forward => "forward",
            Adjustment::Backward => "backward",
            Adjustment::Flip(Flip::Sideways) => "flip_sideways",
            Adjustment::Flip(Flip::EndOverEnd) => "flip_end",
        }
    }

    /// "a quarter turn clockwise"
    pub fn name(self) -> &'static str {
        match self {
            Adjustment::Forward => "a quarter turn clockwise",
            Adjustment::Backward => "a quarter turn anticlockwise",
            Adjustment::Flip(Flip::Sideways) => "a flip sideways",
            Adjustment::Flip(Flip::EndOverEnd) => "a flip end over end",
        }
    }

    /// As it is typed: "cw".
    pub fn sign(self) -> &'static str {
        match self {
            Adjustment::Forward => "cw",
            Adjustment::Backward => "ccw",
            Adjustment::Flip(Flip::Sideways) => "side",
            Adjustment::Flip(Flip::EndOverEnd) => "end",
        }
    }

    pub fn parse(word: &str) -> Option<Adjustment> {
        Adjustment::ALL
            .into_iter()
            .find(|adjustment| adjustment.id().eq_ignore_ascii_case(word))
    }
}

/// A Tactic in a fight between heroes (R72).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Tactic {
    Block,
    Parry,
    Jab,
    Lunge,
}

impl Tactic {
    pub const ALL: [Tactic; 4] = [Tactic::Block, Tactic::Parry, Tactic::Jab, Tactic::Lunge];

    pub fn name(self) -> &'static str {
        ["block", "parry", "jab", "lunge"][self as usize]
    }

    /// Added to the hero's own die (section 3.6).
    pub fn attack(self) -> i8 {
        match self {
            Tactic::Jab => 1,
            Tactic::Lunge => 2,
            Tactic::Block | Tactic::Parry => 0,
        }
    }

    /// Subtracted from the opponent's value (R77).
    pub fn hinders(self) -> i8 {
        i8::from(self == Tactic::Parry)
    }

    /// Subtracted from the hero's own damage, before the limit (R73, A28).
    pub fn shields(self) -> i8 {
        match self {
            Tactic::Block => 2,
            Tactic::Parry => 1,
            Tactic::Jab | Tactic::Lunge => 0,
        }
    }
}

/// A side of an Action card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Panel {
    pub action: Action,
    pub noise: u8,
}

/// A hero's Action card, by face (front and back) and by [`Edge`].
#[derive(Clone, Debug)]
pub struct ActionCard {
    pub code: String,
    pub panels: [[Panel; 4]; 2],
    /// The flip that the arrows on each face indicate.
    pub arrows: [Flip; 2],
}

impl ActionCard {
    /// The side at the top.
    pub fn panel(&self, orientation: Orientation) -> Panel {
        self.panels[usize::from(orientation.back)][orientation.top as usize]
    }

    /// The orientation after a Control (R25).
    pub fn after(&self, orientation: Orientation, control: Control) -> Orientation {
        match control {
            Control::Rotate0 => orientation,
            Control::Rotate1 => orientation.turned(1),
            Control::Rotate2 => orientation.turned(2),
            Control::Flip => orientation.flipped(self.arrows[usize::from(orientation.back)]),
        }
    }

    /// The initial orientation: with the front's Walk at the top (R9).
    pub fn start(&self) -> Option<Orientation> {
        Orientation::all().find(|orientation| {
            !orientation.back && self.panel(*orientation).action == Action::Walk
        })
    }
}

/// A hero's Control card, by [`Edge`].
#[derive(Clone, Debug)]
pub struct ControlCard {
    pub code: String,
    pub controls: [Control; 4],
    pub tactics: [Tactic; 4],
}

impl ControlCard {
    /// The edge at the top for this Control.
    pub fn edge(&self, control: Control) -> Edge {
        edge_of(&self.controls, control)
    }

    /// The edge at the top for this Tactic.
    pub fn tactic_edge(&self, tactic: Tactic) -> Edge {
        edge_of(&self.tactics, tactic)
    }

    /// The two Controls that a card in this orientation may show, which its back reveals (R23).
    pub fn pair(&self, upright: bool) -> [Control; 2] {
        if upright {
            [self.controls[0], self.controls[2]]
        } else {
            [self.controls[1], self.controls[3]]
        }
    }

    /// The same for Tactics (section 7).
    pub fn tactic_pair(&self, upright: bool) -> [Tactic; 2] {
        if upright {
            [self.tactics[0], self.tactics[2]]
        } else {
            [self.tactics[1], self.tactics[3]]
        }
    }
}

fn edge_of<T: PartialEq>(edges: &[T; 4], wanted: T) -> Edge {
    edges
        .iter()
        .position(|known| *known == wanted)
        .map_or(Edge::Top, |at| Edge::ALL[at])
}
