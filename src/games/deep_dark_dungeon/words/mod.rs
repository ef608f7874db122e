//! The game in words: questions, options, refusals and the set-up.

pub(super) mod names;
mod prompting;
mod stakes;
pub(super) mod story;

use super::Deep;
use super::data::TileKind;
use super::data::hex::Way;
use super::data::set::Set;
use super::rules::event::Event;
use super::rules::moves::Move;
use super::rules::noun::{Card, Place, Space, Tile};
use super::rules::position::{Foe, Position, Step};
use super::rules::refusal::Refusal;
use crate::games::deep_dark_dungeon::data::RING;
use crate::games::english::{capital, counted, listed};
use crate::games::shared::event::Events as _;
use crate::games::shared::narrator::Narrator;
use crate::referee::{Figure, Game, Happened, NOT_NOW, Pointing, Refused, Scene, Screen, Seat, Stake, Telling, Words};

impl Words for Deep {
    fn id(&self, mv: Move) -> String {
        self.move_id(mv)
    }

    fn parse(&self, id: &str) -> Option<Move> {
        self.parse_move(id)
    }

    fn question(&self, p: &Position) -> String {
        let actor = self.players[p.actor()].as_str();
        match p.step {
            Step::Tile => format!("Which tile does {actor} draw?"),
            Step::Place => self.ask(p.actor(), &format!("where does {}, go?", self.tile_text(p.tile))),
            Step::Act => {
                let left = counted(self.units(p.me()).saturating_sub(p.used), "space");
                let rope = if self.has_rope(p.me()) { " at any height" } else { "" };
                let webs = if self.is_stuck(p) { " Heights shut the Explorer in." } else { "" };
                self.ask(p.actor(), &format!("where to? {left} to go{rope}.{webs}"))
            }
            Step::Card => format!("Which card does {actor} draw for {}?", self.place(p, p.site)),
            Step::Brace => self.ask(p.actor(), &format!("drink a Potion before rolling against {}?", self.foe(p))),
            Step::OwnDie if p.foe == Foe::Pit => format!("What does {actor} roll to catch the edge? 4 or more will do."),
            Step::OwnDie => {
                let [own, foe] = self.added(p);
                format!("What does {actor} roll? {own} is added, and {foe} for {}.", self.foe(p))
            }
            Step::FoeDie => {
                let [own, foe] = self.added(p);
                let own = own + i16::from(p.roll);
                format!("What is rolled for {}? {foe} is added, and {actor} has {own}.", self.foe(p))
            }
            Step::Steal => match p.foe {
                Foe::Explorer(target) => format!("Which Treasure of {} does {actor} draw unseen?", self.name(target)),
                _ => format!("Which Treasure does {actor} lose to {}, drawn unseen?", self.foe(p)),
            },
            Step::Keep => {
                let most = self.carry_limit(p.actor()).unwrap_or_default();
                self.ask(
                    p.actor(),
                    &format!("give up which Treasure? {} can be carried.", capital(&counted(most, "Treasure"))),
                )
            }
            Step::Slide => self.ask(p.actor(), "slide which way?"),
            Step::Over => "The game is over.".to_owned(),
        }
    }

    fn option(&self, p: &Position, mv: Move) -> String {
        match mv {
            Move::Tile(tile) => self.undrawn_text(tile),
            Move::Place(way) => self.gap_text(p, way),
            Move::Step(way) => format!("step {}", self.way_text(p, way)),
            Move::Scramble(way) => format!("scramble {}", self.way_text(p, way)),
            Move::Slide(way) => self.way_text(p, way),
            Move::Attack(seat) => {
                let Some(target) = p.explorers.get(usize::from(seat)) else { return "attack".to_owned() };
                format!("attack {}, who carries {}", self.name(seat), self.cards_text(target.carried))
            }
            Move::End if self.has_acted(p) => "stop here".to_owned(),
            Move::End => "stay here".to_owned(),
            Move::Drink => self.potion(p).map_or("drink".to_owned(), |card| format!("drink {}", self.card_text(card))),
            Move::Face => "roll without drinking".to_owned(),
            Move::Card(card) => self.drawn_text(card),
            Move::Roll(roll) => roll.to_string(),
            Move::Steal(card) | Move::Discard(card) => self.card_text(card),
        }
    }

    fn telling(&self, p: &Position, event: Event) -> Telling {
        self.lexicon.telling(event.report(self, p))
    }

    fn stake(&self, _p: &Position, event: Event) -> Option<Stake> {
        self.stake_of(event)
    }

    fn refused(&self, p: &Position, refusal: Refusal) -> Refused {
        Refused { reason: self.reason(p, refusal), rule: Some(refusal.rule(p.step)), code: refusal.code() }
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw(&self.view(p, seat), width)
    }

    fn near(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw_near(&self.view(p, seat), width)
    }

    fn scene(&self, p: &Position, _seat: Option<Seat>) -> Scene {
        self.picture(p)
    }

    fn pointing(&self, p: &Position, mv: Move, _seat: Option<Seat>) -> Pointing {
        self.pointed(p, mv)
    }

    fn figure(&self, p: &Position, seat: Seat) -> Figure {
        self.figured(p, seat)
    }

    fn describe(&self, p: &Position, _seat: Option<Seat>) -> Vec<String> {
        self.sentences(p)
    }

    fn story(&self, past: &[Happened<'_, Self>]) -> Vec<String> {
        self.retell(past)
    }

    fn audit(&self, p: &Position, _seat: Option<Seat>) -> Vec<String> {
        self.describe_table(p).lines()
    }

    /// Everything is open.
    fn hides(&self) -> bool {
        false
    }

    fn setup(&self) -> Vec<String> {
        let seats = self.players.iter().zip(&self.data.explorers);
        let seats: Vec<String> = seats.map(|(name, card)| format!("{name} {}", card.colour)).collect();
        let start = &self.data.tile(self.data.start).code;
        let tiles: Vec<&str> = self.data.stock.iter().map(|tile| self.data.tile(tile).code.as_str()).collect();
        let cards: Vec<&str> = self.data.deck.iter().map(|card| self.data.card(card).code.as_str()).collect();
        let left_out: Vec<&str> = self.data.left_out.iter().map(|card| self.data.card(card).code.as_str()).collect();
        let left_out = match left_out.as_slice() {
            [] => String::new(),
            cards => format!("; with so few players {} stays in the box", listed(cards)),
        };
        vec![
            format!(
                "{}: lay the Start, {start}, in the middle, a corner up. Put {} in a bag, or mix them face down (R2).",
                self.edition.title,
                runs(&tiles)
            ),
            format!("Shuffle the Encounter cards {}{left_out} (R3, R4).", runs(&cards)),
            format!(
                "Everybody takes an Explorer card, Healthy side up, and the pawn of its colour: {} (R5).",
                listed(&seats)
            ),
            "Seat the youngest player first; turns go round to the left (R6).".to_owned(),
            if self.edition.placed_in_turn && self.players.len() > 1 {
                format!(
                    "In turn, draw a tile and lay it beside the Start, until {RING} lie. Encounter tiles go aside meanwhile (R8-R11)."
                )
            } else {
                format!(
                    "{} draws {RING} tiles and lays them round the Start. Encounter tiles go aside meanwhile (R8-R11).",
                    self.players[0]
                )
            },
            "All pawns stand on the Start (R13).".to_owned(),
        ]
    }
}

impl Deep {
    /// Whether the acting Explorer may scramble now.
    fn is_stuck(&self, p: &Position) -> bool {
        self.options.may_scramble && !self.has_acted(p) && self.is_stranded(p, p.me())
    }

    /// The acting Explorer's opponent, within a sentence: "the Cave Ogre".
    pub(super) fn foe(&self, p: &Position) -> String {
        match p.foe {
            Foe::Explorer(target) => self.name(target).to_owned(),
            Foe::Guardian => "the Guardian".to_owned(),
            Foe::Monster | Foe::Pit => self.monster(p.card),
        }
    }

    /// "the Cave Ogre"; without a card, the guardian of the Exit.
    pub(super) fn monster(&self, card: u8) -> String {
        match self.data.cards.get(usize::from(card)) {
            Some(card) if card.name.starts_with("The ") => card.name.replacen("The", "the", 1),
            Some(card) => format!("the {}", card.name),
            None => "the Guardian".to_owned(),
        }
    }

    /// "T11, height 1, an Encounter".
    pub(super) fn tile_text(&self, tile: u8) -> String {
        if usize::from(tile) < self.data.tiles.len() {
            self.lexicon.text(&Tile(tile).noun(self))
        } else {
            "a tile".to_owned()
        }
    }

    /// A tile in a list: "T02 (height 1)", "T11 (Encounter 1)".
    fn undrawn_text(&self, tile: u8) -> String {
        let Some(tile) = self.data.tiles.get(usize::from(tile)) else { return "a tile".to_owned() };
        let kind = match tile.kind {
            TileKind::Plain => "height",
            TileKind::Encounter => "Encounter",
            TileKind::Start => "Start",
            TileKind::Exit => "Exit",
        };
        format!("{} ({kind} {})", tile.code, tile.height)
    }

    /// A tile on the table: "T11, height 1, an Encounter"; one that has become the Exit is called that.
    pub(crate) fn space_text(&self, p: &Position, space: u8) -> String {
        self.lexicon.text(&Space(space).noun(self, p))
    }

    /// The short name of a place: "T11", "the Start", "the Exit".
    pub(super) fn place(&self, p: &Position, space: u8) -> String {
        self.lexicon.text(&Place(space).noun(self, p))
    }

    /// A neighbouring tile as an option: "northeast to T11, height 1, an Encounter".
    fn way_text(&self, p: &Position, way: Way) -> String {
        let from = p.space(p.me().at);
        let Some(to) = from.towards(way) else { return way.name().to_owned() };
        let mut text = format!("{} to {}", way.name(), self.space_text(p, to));
        if to == p.exit
            && let Some(strength) = self.guardian(p)
        {
            text += &format!(", where the Guardian ({strength}) waits");
        }
        let others: Vec<&str> = p.on(to).map(|seat| self.players[seat].as_str()).collect();
        if !others.is_empty() {
            text += &format!(", with {}", listed(&others));
        }
        text
    }

    /// An empty space as an option: "northeast, beside heights 1 and 3".
    fn gap_text(&self, p: &Position, way: Way) -> String {
        let (centre, gap) = (p.centre(), p.space(p.centre()).at.neighbour(way));
        let beside = Way::ALL.into_iter().filter_map(|way| p.space_at(gap.neighbour(way))).filter(|space| *space != centre);
        let heights: Vec<String> = beside.map(|space| self.height(p, space).to_string()).collect();
        match heights.as_slice() {
            [] => way.name().to_owned(),
            [one] => format!("{}, also beside height {one}", way.name()),
            several => format!("{}, also beside heights {}", way.name(), listed(several)),
        }
    }

    /// "Sword (E14)".
    pub(crate) fn card_text(&self, card: u8) -> String {
        self.lexicon.text(&Card(card).noun(self))
    }

    /// The same with a Monster's strength.
    pub(crate) fn drawn_text(&self, card: u8) -> String {
        self.lexicon.put(&Card(card).noun(self), "drawn")
    }

    /// "Sword (E14) and Key (E18)", or "nothing".
    pub(super) fn cards_text(&self, cards: Set) -> String {
        let cards: Vec<String> = cards.iter().map(|card| self.card_text(card)).collect();
        if cards.is_empty() { "nothing".to_owned() } else { listed(&cards) }
    }

    /// The reason for a refusal, as a sentence without its full stop.
    fn reason(&self, p: &Position, refusal: Refusal) -> String {
        use Refusal::*;
        match refusal {
            GameOver => "the game is over".to_owned(),
            WrongKind => NOT_NOW.to_owned(),
            BadRoll => "a die shows 1 to 6".to_owned(),
            NoActionsLeft if p.used < self.units(p.me()) => "a scramble is the whole of a move".to_owned(),
            NoActionsLeft => "no more spaces are left in this move".to_owned(),
            NoTile(way) => format!("no tile lies {} of here", way.name()),
            TooSteep(way) => {
                let (from, to) = (p.me().at, p.space(p.me().at).towards(way));
                let to = to.map_or(0, |to| self.height(p, to));
                let height = self.height(p, from);
                format!("from height {height} to {to} is too steep: one up or down is as far as a step goes without a rope")
            }
            WouldNotMove => "that would lead back to where the turn began".to_owned(),
            MustAct => "there is somewhere to step, so the Explorer must move or attack".to_owned(),
            NotStranded if !self.options.may_scramble => "nobody scrambles at this table".to_owned(),
            NotStranded => "only a stranded Explorer scrambles, and here there is still somewhere to go".to_owned(),
            NoAttacks => "nobody attacks Explorers at this table".to_owned(),
            NoSuchExplorer => "there is no such other Explorer in the dungeon".to_owned(),
            AlreadyAttacked => "one attack a turn is all".to_owned(),
            NotAdjacent(seat) => format!("{} is not on a neighbouring tile", self.name(seat)),
            AttackTooSteep(seat) => format!("{} stands more than one higher or lower", self.name(seat)),
            SpaceTaken(way) => format!("a tile lies {} already", way.name()),
            NotInStock(tile) if p.aside.has(tile) => {
                format!("{} is set aside until the Start is surrounded", self.data.tile(tile).code)
            }
            NotInStock(tile) => {
                let code = self.data.tiles.get(usize::from(tile)).map_or("that", |tile| tile.code.as_str());
                let drawn = p.spaces.iter().any(|space| space.tile == tile);
                let why = if drawn { "lies on the table" } else { "is not of this edition" };
                format!("{code} cannot come out of the bag: it {why}")
            }
            NotInDeck(card) => {
                let why = if p.discard.has(card) {
                    "is in the discard pile"
                } else if p.explorers.iter().any(|explorer| explorer.carried.has(card)) {
                    "is carried by an Explorer"
                } else {
                    "is not in this game"
                };
                format!("{} cannot be drawn: it {why}", self.card_text(card))
            }
            NotCarried(card) => format!("{} is not among those to choose from", self.card_text(card)),
            NotLowest(_) => "a slide goes to the lowest neighbour, and to a lower one only".to_owned(),
            NoPotion => "no Potion is carried".to_owned(),
            NotHurt => "a Healthy Explorer does not drink".to_owned(),
        }
    }
}

/// Codes in order, with consecutive ones combined: "T02-T39 and T41".
fn runs(codes: &[&str]) -> String {
    let number = |code: &str| code.trim_start_matches(|letter: char| !letter.is_ascii_digit()).parse::<u32>().ok();
    let follows = |a: &&str, b: &&str| number(a).zip(number(b)).is_some_and(|(a, b)| a + 1 == b);
    let run = |run: &[&str]| match run {
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    listed(&codes.chunk_by(follows).map(run).collect::<Vec<String>>())
}
